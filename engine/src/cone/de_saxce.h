// SPDX-License-Identifier: MIT
#pragma once

#include "base/inline.h"
#include "base/simd.h"
#include "cone/cone_private.h"

// De Saxcé's term h(y) = mu |u_T| + mu_r |w_R| + mu_s |w_S| (Acary & Bourrier Eq. 32), for one contact and
// for four in lanes. Whoever adds it to a normal velocity takes it from here. Blocks are added in the order
// slide, roll, spin, and `speed` holds the lengths |u_T|, |w_R|, |w_S| of the first `blocks` of them.

static ALWAYS_INLINE double saxceSum( const int blocks, const double* mu, const double* speed )
{
    double h = mu[0] * speed[0];
    for ( int i = 1; i < blocks; ++i ) { h += mu[i] * speed[i]; }
    return h;
}

/// u_N + h. The blocks are added to `normal` one by one, not their sum.
SIMD_INLINE simd saxceSumLanes( simd normal, const int blocks, const simd* mu, const simd* speed )
{
    for ( int i = 0; i < blocks; ++i ) { normal = simdMulAdd( normal, mu[i], speed[i] ); }
    return normal;
}

/// The term of any cone for one-contact solves: for discs without a call, squares unscaled, as in the lanes.
/// ssCone_SectionSupport also holds where these leave the range of numbers.
static inline double saxceTerm( const ssCone* cone, const double* y )
{
    if ( cone->variant != ss_coneIntersection ) { return ssCone_SectionSupport( cone, y ); }
    const double mu[3] = { cone->mu, cone->muRoll, cone->muSpin };
    double speed[3] = { sqrt( y[1] * y[1] + y[2] * y[2] ) };
    if ( cone->dimension == 3 ) { return saxceSum( 1, mu, speed ); }
    speed[1] = sqrt( y[3] * y[3] + y[4] * y[4] );
    if ( cone->dimension == 5 ) { return saxceSum( 2, mu, speed ); }
    speed[2] = fabs( y[5] );
    return saxceSum( 3, mu, speed );
}

/// An element of the generalised derivative d h / d y at y; component 0 is 0.
void saxceGradient( const ssCone* cone, const double* y, double* gradient );
