// SPDX-License-Identifier: MIT
#pragma once

#include "gauss_seidel/gs_private.h"

#include <float.h>
#include <string.h>

// One contact in SI units, as packing sees it. Inline, because it is called for every contact of every step.

/// The contact with a moving body as b: a contact whose b does not move is seen from the other side.
typedef struct gsGeometry
{
    int a, b; // -1 where the body does not move
    ssVec3 n, t1, t2, armA, armB;
} gsGeometry;

static inline ssVec3 gsOpposite( ssVec3 a ) { return ssVec3_Make( -a.x, -a.y, -a.z ); }

/// Written where it is wanted: copies of what has just been written number by number make the processor wait.
SIMD_INLINE void gsFindGeometry( const ssGs* gs, int i, gsGeometry* to )
{
    const ssProblem* problem = gs->problem;
    const ssMat3 frame = ssProblemFrame_Axes( problem->frames[i] );
    gsMovingBodies( gs, i, &to->a, &to->b );
    to->n = frame.cx;
    to->t1 = frame.cy;
    to->t2 = frame.cz;
    to->armA = problem->armsA[i];
    to->armB = problem->armsB[i];
    if ( to->b != problem->bodyB[i] ) // a alone moves
    {
        to->armB = to->armA;
        to->n = gsOpposite( to->n );
        to->t1 = gsOpposite( to->t1 );
        to->t2 = gsOpposite( to->t2 );
    }
}

static inline gsGeometry gsGeometryOf( const ssGs* gs, int i )
{
    gsGeometry geometry;
    gsFindGeometry( gs, i, &geometry );
    return geometry;
}

// ------------------------------------------------------------------------------------------------------ bias

/// Free motion of b relative to a at the contact.
typedef struct gsFreeMotion
{
    ssVec3 u, w;
    double uSummands, wSummands; // magnitudes of what was added up, to which rounding is proportional
} gsFreeMotion;

static inline double gsMagnitude( ssVec3 a ) { return fabs( a.x ) + fabs( a.y ) + fabs( a.z ); }

static inline gsFreeMotion gsFreeMotionOf( const ssGs* gs, const gsGeometry* geometry )
{
    gsFreeMotion motion = { 0 };
    for ( int side = 0; side < 2 && gs->problem->freeVelocity != NULL; ++side )
    {
        int body = side == 0 ? geometry->a : geometry->b;
        if ( body >= 0 )
        {
            const double* v = gs->problem->freeVelocity + 6 * (size_t)body;
            ssVec3 spin = { v[3], v[4], v[5] }, centre = { v[0], v[1], v[2] };
            ssVec3 turn = ssVec3_Cross( spin, side == 0 ? geometry->armA : geometry->armB );
            double sign = side == 0 ? -1.0 : 1.0;
            motion.u = ssVec3_MulAdd( motion.u, sign, ssVec3_Add( centre, turn ) );
            motion.w = ssVec3_MulAdd( motion.w, sign, spin );
            motion.uSummands += gsMagnitude( centre ) + gsMagnitude( turn );
            motion.wSummands += gsMagnitude( spin );
        }
    }
    return motion;
}

// Up to 64 roundings count as none: q came from the same velocities, perhaps in another order.
#define GS_BIAS_ROUNDING ( 64.0 * DBL_EPSILON )

/// The part of q that is not the velocity v along the axis.
static inline double gsBiasAlong( double q, ssVec3 axis, ssVec3 v, double summands )
{
    double bias = q - ssVec3_Dot( axis, v );
    return fabs( bias ) <= GS_BIAS_ROUNDING * ( fabs( q ) + summands ) ? 0.0 : bias;
}

/// The part of q that the moving bodies' free velocities do not give.
static inline void gsBiasOf( const ssGs* gs, const gsGeometry* geometry, int i, double* bias )
{
    const ssVec3 axes[6] = { geometry->n, geometry->t1, geometry->t2, geometry->t1, geometry->t2,
        geometry->n };
    const double* q = gs->problem->q + (size_t)i * (size_t)gs->dimension;
    gsFreeMotion motion = gsFreeMotionOf( gs, geometry );
    for ( int c = 0; c < gs->dimension; ++c )
    {
        bias[c] = c < 3 ? gsBiasAlong( q[c], axes[c], motion.u, motion.uSummands )
                        : gsBiasAlong( q[c], axes[c], motion.w, motion.wSummands );
    }
}

// --------------------------------------------------------------------------------------------------- spheres

/// W_aa and the arms of a contact between spheres (see gs_private.h).
typedef struct gsSphereContact
{
    double ra, rb, wn, wt, wr, wc;
    bool bent; // an arm is off the normal by more than rounding
} gsSphereContact;

/// Whether the arm is `along` times N, up to rounding or else ssGs_AllowBentArms (then it is `bent`).
static inline bool gsIsAlong( const ssGs* gs, ssVec3 arm, ssVec3 n, double* along, bool* bent )
{
    *along = ssVec3_Dot( arm, n );
    ssVec3 off = ssVec3_MulAdd( arm, -*along, n );
    double part = ssVec3_Dot( off, off ), whole = ssVec3_Dot( arm, arm );
    *bent = *bent || part > GS_STRAIGHT * GS_STRAIGHT * whole;
    return part <= gs->straight * gs->straight * whole;
}

/// False where the contact is not between spheres.
static inline bool gsSphereContactOf( const ssGs* gs, const gsGeometry* geometry, gsSphereContact* sphere )
{
    const ssProblem* problem = gs->problem;
    bool is = ( gs->flags[geometry->b] & GS_SPHERICAL ) &&
        ( geometry->a < 0 || ( gs->flags[geometry->a] & GS_SPHERICAL ) ) && problem->compliance == NULL;
    *sphere = ( gsSphereContact ){ 0 };
    is = is && gsIsAlong( gs, geometry->armB, geometry->n, &sphere->rb, &sphere->bent );
    sphere->rb = -sphere->rb;
    is =
        is && ( geometry->a < 0 || gsIsAlong( gs, geometry->armA, geometry->n, &sphere->ra, &sphere->bent ) );
    if ( !is ) { return false; }
    double ib = problem->inverseInertia[geometry->b].cx.x,
           ia = geometry->a >= 0 ? problem->inverseInertia[geometry->a].cx.x : 0.0;
    sphere->wn =
        problem->inverseMass[geometry->b] + ( geometry->a >= 0 ? problem->inverseMass[geometry->a] : 0.0 );
    sphere->wt = sphere->wn + sphere->rb * sphere->rb * ib + sphere->ra * sphere->ra * ia;
    sphere->wr = ib + ia;
    sphere->wc = sphere->rb * ib - sphere->ra * ia;
    return sphere->wn > 0.0;
}

static inline bool gsIsAlmost( double a, double b ) { return fabs( a - b ) <= GS_STRAIGHT * fabs( b ); }

/// Whether both spheres move, can turn, and are equal but for rounding.
static inline bool gsIsEqual( const ssGs* gs, const gsGeometry* geometry, const gsSphereContact* sphere )
{
    const ssProblem* problem = gs->problem;
    int a = geometry->a, b = geometry->b;
    return a >= 0 && problem->inverseMass[b] > 0.0 && problem->inverseInertia[b].cx.x > 0.0 &&
        gsIsAlmost( problem->inverseMass[a], problem->inverseMass[b] ) &&
        gsIsAlmost( problem->inverseInertia[a].cx.x, problem->inverseInertia[b].cx.x ) &&
        gsIsAlmost( sphere->ra, sphere->rb );
}

/// |w_c| / sqrt( w_t w_r ), from 0 to 1: how strongly sliding and rolling are coupled.
static inline double gsCouplingOf( const gsSphereContact* sphere )
{
    double size = sphere->wt * sphere->wr;
    return size > 0.0 ? fabs( sphere->wc ) / sqrt( size ) : 0.0;
}

/// What every contact between spheres needs of the problem, in scaled units but for w of `sphere`.
typedef struct gsSphereData
{
    gsGeometry at;
    gsSphereContact sphere;
    double bias, mu, muRoll, muSpin;
} gsSphereData;

static inline gsSphereData gsSphereDataOf( const ssGs* gs, int i )
{
    int d = gs->dimension;
    gsSphereData data;
    gsFindGeometry( gs, i, &data.at );
    gsSphereContactOf(
        gs, &data.at, &data.sphere ); // computed again as in gsClassify: cheaper than to store it
    const ssCone* cone = &gs->problem->cones[i];
    double inverse = 1.0 / gs->length;
    data.sphere.ra *= inverse;
    data.sphere.rb *= inverse;
    gsFreeMotion motion = gsFreeMotionOf( gs, &data.at );
    double q = gs->problem->q[(size_t)i * (size_t)d];
    data.bias = gsBiasAlong( q, data.at.n, motion.u, motion.uSummands );
    data.mu = cone->mu;
    data.muRoll = d > 3 ? cone->muRoll * inverse : 0.0;
    data.muSpin = d > 5 ? cone->muSpin * inverse : 0.0;
    return data;
}

/// Force and moment, in scaled units.
typedef struct gsReaction
{
    ssVec3 f, m;
} gsReaction;

/// The reaction with these components, in SI units.
static inline gsReaction gsReactionOf( const ssGs* gs, const gsGeometry* at, const double* p )
{
    double inverse = 1.0 / gs->length, moment[3] = { 0 };
    for ( int c = 3; c < gs->dimension; ++c ) { moment[c - 3] = p[c] * inverse; }
    return ( gsReaction ){ ssVec3_MulAdd(
                               ssVec3_MulAdd( ssVec3_Scale( p[0], at->n ), p[1], at->t1 ), p[2], at->t2 ),
        ssVec3_MulAdd(
            ssVec3_MulAdd( ssVec3_Scale( moment[2], at->n ), moment[0], at->t1 ), moment[1], at->t2 ) };
}

/// The reaction of a contact with which the passes begin.
static inline gsReaction gsStartOf( const gsPass* pass, const gsGeometry* at, int i )
{
    return gsReactionOf( pass->gs, at, pass->start + (size_t)i * (size_t)pass->gs->dimension );
}

/// Its components, in SI units.
static inline void gsComponentsOf( const ssGs* gs, const gsGeometry* at, gsReaction r, double* p )
{
    const double all[6] = { ssVec3_Dot( r.f, at->n ), ssVec3_Dot( r.f, at->t1 ), ssVec3_Dot( r.f, at->t2 ),
        gs->length * ssVec3_Dot( r.m, at->t1 ), gs->length * ssVec3_Dot( r.m, at->t2 ),
        gs->length * ssVec3_Dot( r.m, at->n ) };
    memcpy( p, all, (size_t)gs->dimension * sizeof( double ) );
}

// Unless always inlined, gcc drops calls of functions that only fetch, as without effect.

/// Fetches what packing reads of a group's contacts, which lie apart, so that no processor foresees them.
SIMD_INLINE void gsFetchContacts( const gsPass* pass, const int* contacts )
{
    const ssProblem* problem = pass->gs->problem;
    size_t d = (size_t)pass->gs->dimension;
    for ( int lane = 0; lane < SIMD_WIDTH && contacts[lane] >= 0; ++lane )
    {
        size_t i = (size_t)contacts[lane];
        __builtin_prefetch( &problem->frames[i] );
        __builtin_prefetch( &problem->frames[i].t.z );
        __builtin_prefetch( &problem->bodyA[i] );
        __builtin_prefetch( &problem->bodyB[i] );
        __builtin_prefetch( &problem->armsA[i] );
        __builtin_prefetch( &problem->armsB[i] );
        __builtin_prefetch( &problem->cones[i] );
        __builtin_prefetch( &problem->q[i * d] );
        __builtin_prefetch( &pass->start[i * d] );
    }
}

/// Fetches the frames of the contacts of a group.
SIMD_INLINE void gsFetchFrames( const ssGs* gs, const int* contacts )
{
    for ( int lane = 0; lane < SIMD_WIDTH && contacts[lane] >= 0; ++lane )
    {
        __builtin_prefetch( &gs->problem->frames[contacts[lane]] );
    }
}
