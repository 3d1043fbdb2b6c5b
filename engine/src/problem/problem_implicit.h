// SPDX-License-Identifier: MIT
#pragma once

#include "problem/problem_private.h"

// Products with D and M^-1 of an implicit W, one contact and body at a time. They are inline, since every
// product with W calls them for every contact.

/// v += M^-1 (f, arm × f + m) of one body, with the sign of its side.
static inline void implicitAddResponse(
    const ssProblem* problem, int body, ssVec3 arm, double sign, ssVec3 f, ssVec3 m, double* v )
{
    ssVec3 moment = ssVec3_Add( ssVec3_Cross( arm, f ), m );
    ssVec3 spin = ssMat3_Mul( problem->inverseInertia[body], moment );
    double factor = sign * problem->inverseMass[body];
    v[0] += factor * f.x;
    v[1] += factor * f.y;
    v[2] += factor * f.z;
    v[3] += sign * spin.x;
    v[4] += sign * spin.y;
    v[5] += sign * spin.z;
}

/// Force and moment of contact i in world axes.
static inline void implicitForce( const ssSystem* system, int i, const double* p, ssVec3* f, ssVec3* m )
{
    const ssMat3 frame = ssProblemFrame_Axes( system->problem->frames[i] );
    *f = ssVec3_MulAdd( ssVec3_MulAdd( ssVec3_Scale( p[0], frame.cx ), p[1], frame.cy ), p[2], frame.cz );
    *m = ssVec3_Make( 0.0, 0.0, 0.0 );
    if ( system->dimension >= 5 )
    {
        double length = system->length;
        *m = ssVec3_MulAdd( ssVec3_Scale( length * p[3], frame.cy ), length * p[4], frame.cz );
        *m = system->dimension == 6 ? ssVec3_MulAdd( *m, length * p[5], frame.cx ) : *m;
    }
}

/// Adds the part of y at contact i that comes from the velocity v of one body.
static inline void implicitAddVelocity(
    const ssSystem* system, int i, ssVec3 arm, double sign, const double* v, double* y )
{
    const ssMat3 frame = ssProblemFrame_Axes( system->problem->frames[i] );
    ssVec3 w = { sign * v[3], sign * v[4], sign * v[5] };
    ssVec3 u = ssVec3_MulAdd( ssVec3_Cross( w, arm ), sign, ssVec3_Make( v[0], v[1], v[2] ) );
    y[0] += ssVec3_Dot( frame.cx, u );
    y[1] += ssVec3_Dot( frame.cy, u );
    y[2] += ssVec3_Dot( frame.cz, u );
    if ( system->dimension >= 5 )
    {
        y[3] += system->length * ssVec3_Dot( frame.cy, w );
        y[4] += system->length * ssVec3_Dot( frame.cz, w );
        if ( system->dimension == 6 )
        {
            y[5] += system->length * ssVec3_Dot( frame.cx, w );
        }
    }
}
