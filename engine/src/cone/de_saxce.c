// SPDX-License-Identifier: MIT
#include "cone/de_saxce.h"

#include <string.h>

// De Saxcé's term h(y), the support function of the cone's section, turns the complementarity of K and K*
// into the contact law (Acary & Bourrier Secs. 3 and 4); also its derivative, for Newton's method.

void ssCone_ModifiedVelocity( const ssCone* cone, const double* y, double* yhat )
{
    double normal = y[0] + ssCone_SectionSupport( cone, y );
    for ( int i = 1; i < cone->dimension; ++i ) { yhat[i] = y[i]; }
    yhat[0] = normal;
}

double ssCone_Dissipation( const ssCone* cone, const double* y, const double* p )
{
    return ssCone_SectionSupport( cone, y ) * p[0];
}

void saxceGradient( const ssCone* cone, const double* y, double* gradient )
{
    int d = cone->dimension;
    memset( gradient, 0, (size_t)d * sizeof( double ) );
    if ( cone->variant == ss_coneEllipsoidal )
    {
        double h = ssCone_SectionSupport( cone, y );
        for ( int c = 1; c < d && h > 0.0; ++c )
        {
            double mu = c < 3 ? cone->mu : c < 5 ? cone->muRoll : cone->muSpin;
            gradient[c] = mu * mu * y[c] / h;
        }
        return;
    }
    if ( cone->variant == ss_coneIntersection )
    {
        double u = sqrt( y[1] * y[1] + y[2] * y[2] );
        gradient[1] = u > 0.0 ? cone->mu * y[1] / u : 0.0;
        gradient[2] = u > 0.0 ? cone->mu * y[2] / u : 0.0;
    }
    else
    {
        // the corner farthest along u_T
        ssVec2 corners[2 * SS_CONE_MAX_FACETS], u = { y[1], y[2] };
        coneCorners( cone, corners );
        double best = -1.0;
        for ( int j = 0; j < 2 * cone->facets; ++j )
        {
            if ( ssVec2_Dot( corners[j], u ) > best )
            {
                best = ssVec2_Dot( corners[j], u );
                gradient[1] = corners[j].x;
                gradient[2] = corners[j].y;
            }
        }
    }
    if ( d >= 5 )
    {
        double w = sqrt( y[3] * y[3] + y[4] * y[4] );
        gradient[3] = w > 0.0 ? cone->muRoll * y[3] / w : 0.0;
        gradient[4] = w > 0.0 ? cone->muRoll * y[4] / w : 0.0;
    }
    if ( d == 6 ) { gradient[5] = y[5] > 0.0 ? cone->muSpin : y[5] < 0.0 ? -cone->muSpin : 0.0; }
}
