// SPDX-License-Identifier: MIT
#include "solve/interior_disc.h"

#include "solve/solve_state.h"

#include <math.h>

// The bound of one disc, its derivatives, and the longest step that stays inside it.

interiorDisc interiorDiscOf(
    const ssCone* cone, const double* p, int k, int at, const double* w, double slow )
{
    double mu = k == 0 ? cone->mu : k == 1 ? cone->muRoll : cone->muSpin;
    interiorDisc disc = { .first = 1 + 2 * k, .count = k == 2 ? 1 : 2, .at = at, .mu = mu, .r = mu * p[0] };
    for ( int c = 0; c < disc.count && mu > 0.0; ++c )
    {
        disc.e[c] = p[disc.first + c] / disc.r;
        disc.ee += disc.e[c] * disc.e[c];
    }
    double size = sqrt( disc.ee );
    disc.s = 0.5 * disc.r * ( 1.0 - size ) * ( 1.0 + size );
    if ( slow > 0.0 && mu > 0.0 )
    {
        double speed = w[at] / slow, part = 1.0 / ( 1.0 + speed * speed );
        disc.rise = mu * part * w[at];
        disc.slope = ssMax( part * ( 2.0 * part - 1.0 ), 0.0 ); // where tau falls, the matrix ignores it
        disc.stiffness =
            2.0 * mu * mu * disc.slope * w[at] * disc.s / ( disc.r * disc.r * ( 1.0 + disc.ee ) );
    }
    return disc;
}

double interiorDiscChange( const interiorDisc* disc, const double* dp, double* de )
{
    double dr = disc->mu * dp[0], ds = 0.5 * dr * ( 1.0 + disc->ee );
    for ( int c = 0; c < disc->count; ++c )
    {
        de[c] = ( dp[disc->first + c] - disc->e[c] * dr ) / disc->r;
        ds -= disc->e[c] * dp[disc->first + c];
    }
    return ds;
}

/// Along the step s r = s0 + s1 t + s2 t².
double interiorDiscReach(
    const interiorDisc* disc, const double* p, const double* dp, double share, double t )
{
    const double *side = p + disc->first, *move = dp + disc->first;
    double mu2 = disc->mu * disc->mu, s0 = share * disc->s * disc->r;
    double s1 = mu2 * p[0] * dp[0] - vecDot( disc->count, side, move );
    double s2 = 0.5 * ( mu2 * dp[0] * dp[0] - vecDot( disc->count, move, move ) );
    if ( s0 + s1 * t + s2 * t * t >= 0.0 )
    {
        return t;
    }
    double root = sqrt( ssMax( s1 * s1 - 4.0 * s2 * s0, 0.0 ) );
    double way = s1 < 0.0 ? 2.0 * s0 / ( root - s1 ) : -( s1 + root ) / ( 2.0 * s2 );
    return ssMin( t, ssMax( way, 0.0 ) );
}
