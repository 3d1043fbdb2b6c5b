// SPDX-License-Identifier: MIT
#include "cone/cone_blocks.h"

#include <float.h>
#include <string.h>

// The nearest point of { sum (p_i/mu_i)² <= p_N² } to x. With the multiplier lambda of the bound,
//     p_N = x_N / (1 - lambda),   p_i = x_i mu_i² / (mu_i² + lambda),
// and w_i = p_i/mu_i = x_i / (mu_i + lambda/mu_i) gives the secular equation for the one unknown: with
// r(lambda) = 1/|w|, which is increasing and concave (as in trust region methods, Conn, Gould & Toint Sec.
// 7.3),
//     G(lambda) = x_N r - (1 - lambda) = 0.
// p_N is taken from |w|: the quotient above is 0/0 for x_N = 0.
// For x_N > 0, G is concave and Newton's method climbs to the root from the left; for x_N < 0 it is convex
// and descends from the right. The root of the line that r approaches at infinity, r = (lambda + m)/N with N
// = |mu x| and m the mean of mu_i² weighted with (mu_i x_i)², is on the right side in both cases. For one
// block r is that line.

#define NEWTON_MAX 100

// Coefficients beyond these differ from no friction and from friction without bound by less than 1e-150 |x|.
#define MU_MIN 1e-150
#define MU_MAX 1e150

/// Fills `share` with w and returns |w|; squares of small numbers are kept from vanishing.
static double sharesAt( coneEllipsoid* e )
{
    double square = 0.0, largest = 0.0;
    for ( int i = 0; i < e->blocks; ++i )
    {
        double mu = e->mu[i];
        e->share[i] = mu > 0.0 ? e->length[i] / ( mu + e->lambda / mu ) : 0.0;
        square += e->share[i] * e->share[i];
        largest = fmax( largest, e->share[i] );
    }
    if ( square > CONE_SQUARE_MIN || largest == 0.0 )
    {
        return sqrt( square );
    }
    square = 0.0;
    for ( int i = 0; i < e->blocks; ++i )
    {
        square += ( e->share[i] / largest ) * ( e->share[i] / largest );
    }
    return largest * sqrt( square );
}

static void solveSecular( coneEllipsoid* e, double reach, double mean )
{
    double x0 = e->x0;
    bool climbs = x0 >= 0.0;
    // The bracket: the root of the line at infinity on one side; on the other lambda = 1, where p_N is not
    // the quotient.
    double start = ( reach - x0 * mean ) / ( reach + x0 );
    double low = climbs ? fmax( 0.0, start ) : 1.0;
    double high = climbs ? 1.0 : fmin( start, DBL_MAX );
    e->lambda = climbs ? low : high;
    for ( int i = 0; i < NEWTON_MAX && x0 != 0.0; ++i )
    {
        double length = sharesAt( e ), sum = 0.0, stiff = DBL_MAX;
        for ( int j = 0; j < e->blocks; ++j )
        {
            double share = e->share[j] / length, mu2 = e->mu[j] * e->mu[j];
            sum += e->mu[j] > 0.0 ? share * share / ( mu2 + e->lambda ) : 0.0;
            stiff = e->mu[j] > 0.0 && mu2 < stiff ? mu2 : stiff;
        }
        double value = x0 / length - 1.0 + e->lambda, slope = x0 / length * sum + 1.0;
        double step = -value / slope, next = e->lambda + step;
        if ( value < 0.0 )
        {
            low = fmax( low, e->lambda );
        }
        else
        {
            high = fmin( high, e->lambda );
        }
        if ( !( next >= low && next <= high ) )
        {
            // Only rounding takes Newton out of the bracket: at the root it is the last step, elsewhere a
            // flat slope, and the middle in the sense of magnitudes makes progress whatever the scale.
            bool atRoot = fabs( step ) <= 1e-12 * ( e->lambda + stiff );
            next = atRoot ? fmin( fmax( next, low ), high ) : sqrt( fmax( low, DBL_MIN ) ) * sqrt( high );
            e->lambda = next;
            if ( atRoot || !( next > low && next < high ) )
            {
                return;
            }
            continue;
        }
        e->lambda = next;
        bool forward = climbs ? step > 0.0 : step < 0.0;
        if ( !forward || fabs( step ) <= 1e-9 * ( next + stiff ) )
        {
            // Quadratic convergence: what follows is below rounding, and a step back is rounding itself.
            return;
        }
    }
}

coneEllipsoid coneSolveEllipsoid( const ssCone* cone, const double* x )
{
    coneEllipsoid e = { .blocks = coneBlockCount( cone->dimension ) };
    e.scale = coneScaleOf( cone->dimension, x );
    e.x0 = e.scale * x[0];
    double scaled[SS_CONE_MAX], shares[3] = { 0 }, pulls[3] = { 0 }, mean = 0.0;
    for ( int i = 0; i < cone->dimension; ++i )
    {
        scaled[i] = e.scale * x[i];
    }
    int moved = 0, forbidden = 0;
    for ( int i = 0; i < e.blocks; ++i )
    {
        double mu = coneCoefficient( cone, i );
        e.mu[i] = mu < MU_MIN ? 0.0 : fmin( mu, MU_MAX );
        e.length[i] = coneBlockLength( scaled, i );
        if ( e.length[i] > 0.0 )
        {
            moved |= 1 << i;
            forbidden |= e.mu[i] == 0.0 ? 1 << i : 0;
        }
        shares[i] = e.mu[i] > 0.0 ? e.length[i] / e.mu[i] : 0.0;
        pulls[i] = e.mu[i] * e.length[i];
    }
    double outer = coneNorm( e.blocks, shares ), reach = coneNorm( e.blocks, pulls );
    for ( int i = 0; i < e.blocks && reach > 0.0; ++i )
    {
        double weight = pulls[i] / reach;
        mean += weight * weight * ( e.mu[i] * e.mu[i] );
    }
    if ( e.x0 <= -reach )
    {
        e.face = ss_faceApex;
        return e;
    }
    if ( e.x0 > 0.0 && outer <= e.x0 )
    {
        e.face = (ssConeFace)forbidden;
        e.normal = e.x0;
        sharesAt( &e );
        return e;
    }
    e.face = (ssConeFace)moved;
    e.lambda = 1.0;
    solveSecular( &e, reach, mean );
    e.normal = sharesAt( &e );
    return e;
}

ssConeFace coneProjectEllipsoidal( const ssCone* cone, const double* x, double* p )
{
    coneEllipsoid e = coneSolveEllipsoid( cone, x );
    if ( e.face & ss_faceApex )
    {
        memset( p, 0, (size_t)cone->dimension * sizeof( double ) );
        return ss_faceApex;
    }
    p[0] = e.lambda == 0.0 ? x[0] : e.normal / e.scale;
    for ( int i = 0; i < e.blocks; ++i )
    {
        double mu = e.mu[i];
        double factor = mu == 0.0 ? 0.0 : mu / ( mu + e.lambda / mu );
        p[1 + 2 * i] = factor * x[1 + 2 * i] + 0.0;
        if ( i < 2 )
        {
            p[2 + 2 * i] = factor * x[2 + 2 * i] + 0.0;
        }
    }
    return e.face;
}
