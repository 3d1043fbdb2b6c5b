// SPDX-License-Identifier: MIT
#include "slipstick/cone.h"

#include <math.h>

// De Saxcé's term h(y), the support function of the cone's section, is all that turns the complementarity of K and K*
// into the contact law (Acary & Bourrier Secs. 3 and 4). Modified velocity, dissipation and bipotential follow from it.

void ssCone_ModifiedVelocity( const ssCone* cone, const double* y, double* yhat )
{
    double normal = y[0] + ssCone_SectionSupport( cone, y );
    for ( int i = 1; i < cone->dimension; ++i )
    {
        yhat[i] = y[i];
    }
    yhat[0] = normal;
}

double ssCone_Dissipation( const ssCone* cone, const double* y, const double* p )
{
    return ssCone_SectionSupport( cone, y ) * p[0];
}

double ssCone_Bipotential( const ssCone* cone, const double* y, const double* p, double tolerance )
{
    // The two indicator functions of Eq. 55; NaN counts as outside.
    bool inside = y[0] >= -tolerance && ssCone_Contains( cone, p, tolerance );
    return inside ? ssCone_Dissipation( cone, y, p ) : (double)INFINITY;
}
