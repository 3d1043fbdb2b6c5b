// SPDX-License-Identifier: MIT
#include "cone/cone_private.h"

#include <float.h>
#include <string.h>

// The projection onto the ellipsoidal cone { sum (p_i/mu_i)² <= p_N²
// }. With the multiplier lambda of the bound,
//     p_N = x_N / (1 - lambda),   p_i = x_i mu_i² / (mu_i² + lambda),
// and w_i = p_i/mu_i = x_i / (mu_i + lambda/mu_i), the unknown lambda solves the secular equation
//     G(lambda) = x_N r - (1 - lambda) = 0,   r(lambda) = 1/|w|,
// where r is increasing and concave, as in trust-region methods (Conn, Gould & Toint Sec. 7.3). p_N is
// computed as |w|, because the quotient above is 0/0 at x_N = 0.
// For x_N > 0, G is concave and Newton's method climbs to the root from the left; for x_N < 0, G is convex
// and Newton's method descends from the right. At infinity r approaches the line (lambda + m)/N, where N =
// |mu x| and m is the mean of mu_i² with the weights (mu_i x_i)². The root with this line in place of r is a
// valid start in both cases, and with a single block it is the solution.

#define NEWTON_MAX 100 // iterations; the limit guards against a cycle due to rounding

// The limits of coefficients [-]. Beyond them p differs from that of no friction or of
// unbounded friction by less than 1e-150 |x|.
#define MU_MIN 1e-150
#define MU_MAX 1e150

/// Fills `share` with |w_i| and returns |w|, without underflow of squares.
static double sharesAt( coneEllipsoid* e )
{
    double square = 0.0, largest = 0.0;
    for ( int i = 0; i < e->blocks; ++i )
    {
        double mu = e->mu[i];
        e->share[i] = mu > 0.0 ? e->length[i] / ( mu + e->lambda / mu ) : 0.0;
        square += e->share[i] * e->share[i];
        largest = ssMax( largest, e->share[i] );
    }
    if ( square > CONE_SQUARE_MIN || largest == 0.0 ) { return sqrt( square ); }
    square = 0.0;
    for ( int i = 0; i < e->blocks; ++i ) { square += ( e->share[i] / largest ) * ( e->share[i] / largest ); }
    return largest * sqrt( square );
}

/// Solves the secular equation for e->lambda. `weighted` is |mu x|
/// and `mean` the mean of mu_i² defined above.
static void solveSecular( coneEllipsoid* e, double weighted, double mean )
{
    double x0 = e->x0;
    bool climbs = x0 >= 0.0;
    // The bracket: lambda = 1 and the root with the line at infinity; 1 - lambda has the sign of x_N.
    double start = ( weighted - x0 * mean ) / ( weighted + x0 );
    double low = climbs ? ssMax( 0.0, start ) : 1.0;
    double high = climbs ? 1.0 : ssMin( start, DBL_MAX );
    e->lambda = climbs ? low : high;
    for ( int i = 0; i < NEWTON_MAX && x0 != 0.0; ++i )
    {
        double length = sharesAt( e ), sum = 0.0, smallest = DBL_MAX; // smallest mu_i²
        for ( int j = 0; j < e->blocks; ++j )
        {
            double share = e->share[j] / length, mu2 = e->mu[j] * e->mu[j];
            sum += e->mu[j] > 0.0 ? share * share / ( mu2 + e->lambda ) : 0.0;
            smallest = e->mu[j] > 0.0 && mu2 < smallest ? mu2 : smallest;
        }
        double value = x0 / length - 1.0 + e->lambda, slope = x0 / length * sum + 1.0;
        double step = -value / slope, next = e->lambda + step;
        if ( value < 0.0 ) { low = ssMax( low, e->lambda ); }
        else { high = ssMin( high, e->lambda ); }
        if ( !( next >= low && next <= high ) )
        {
            // Only rounding takes Newton's method out of the bracket. At the root this is the last step.
            // Elsewhere the slope is flat, and the geometric mean of the bracket makes progress at any scale.
            bool atRoot = fabs( step ) <= 1e-12 * ( e->lambda + smallest );
            next = atRoot ? ssMin( ssMax( next, low ), high ) : sqrt( ssMax( low, DBL_MIN ) ) * sqrt( high );
            e->lambda = next;
            if ( atRoot || !( next > low && next < high ) ) { return; }
            continue;
        }
        e->lambda = next;
        bool forward = climbs ? step > 0.0 : step < 0.0;
        if ( !forward || fabs( step ) <= 1e-9 * ( next + smallest ) )
        {
            // Convergence is quadratic, so further steps are below rounding; a step back is due to rounding.
            return;
        }
    }
}

coneEllipsoid coneSolveEllipsoid( const ssCone* cone, const double* x )
{
    coneEllipsoid e = { .blocks = coneBlockCount( cone->dimension ) };
    e.scale = coneScaleOf( cone->dimension, x );
    e.x0 = e.scale * x[0];
    double scaled[SS_CONE_MAX], shares[3] = { 0 }, products[3] = { 0 }, mean = 0.0;
    for ( int i = 0; i < cone->dimension; ++i ) { scaled[i] = e.scale * x[i]; }
    int nonzero = 0, forbidden = 0; // bits of blocks
    for ( int i = 0; i < e.blocks; ++i )
    {
        double mu = coneCoefficient( cone, i );
        e.mu[i] = mu < MU_MIN ? 0.0 : ssMin( mu, MU_MAX );
        e.length[i] = coneBlockLength( scaled, i );
        if ( e.length[i] > 0.0 )
        {
            nonzero |= 1 << i;
            forbidden |= e.mu[i] == 0.0 ? 1 << i : 0;
        }
        shares[i] = e.mu[i] > 0.0 ? e.length[i] / e.mu[i] : 0.0;
        products[i] = e.mu[i] * e.length[i];
    }
    double share = coneNorm( e.blocks, shares ), weighted = coneNorm( e.blocks, products );
    for ( int i = 0; i < e.blocks && weighted > 0.0; ++i )
    {
        double weight = products[i] / weighted;
        mean += weight * weight * ( e.mu[i] * e.mu[i] );
    }
    if ( e.x0 <= -weighted )
    {
        e.face = ss_faceApex;
        return e;
    }
    if ( e.x0 > 0.0 && share <= e.x0 )
    {
        e.face = (ssConeFace)forbidden;
        e.normal = e.x0;
        sharesAt( &e );
        return e;
    }
    e.face = (ssConeFace)nonzero;
    e.lambda = 1.0;
    solveSecular( &e, weighted, mean );
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
        if ( i < 2 ) { p[2 + 2 * i] = factor * x[2 + 2 * i] + 0.0; }
    }
    return e.face;
}
