// SPDX-License-Identifier: MIT
#include "model/tribometer_least_squares.h"

#include <math.h>

// Fits a superellipse to radii by least squares of ln r (Walker & Leine Sec. 5.3), with the Levenberg-Marquardt method in
// ln a, ln b and ln s.

#define S_MAX 200.0 // largest exponent: beyond it a measurement cannot tell a superellipse from a rectangle

typedef struct Fit
{
    int n;       // free parameters: 2 for an ellipse, 3 for a superellipse
    double p[3]; // ln a, ln b, ln s
} Fit;

/// ln r of the superellipse at theta and its derivatives.
static double logRadius( const Fit* f, double theta, double* gradient )
{
    double s = exp( f->p[2] ), u = fabs( cos( theta ) ) / exp( f->p[0] ),
           v = fabs( sin( theta ) ) / exp( f->p[1] );
    // Dividing by the larger one keeps the powers from overflowing, or from vanishing together.
    double m = fmax( u, v ), pu = pow( u / m, s ), pv = pow( v / m, s ), sum = pu + pv;
    double lu = pu > 0.0 ? pu * log( u / m ) : 0.0, lv = pv > 0.0 ? pv * log( v / m ) : 0.0;
    gradient[0] = pu / sum;
    gradient[1] = pv / sum;
    gradient[2] = log( sum ) / s - ( lu + lv ) / sum;
    return -log( m ) - log( sum ) / s;
}

/// Solves the symmetric n × n system in place. False if it is singular.
static bool solve( int n, double a[9], double* b )
{
    for ( int i = 0; i < n; ++i )
    {
        if ( !( a[3 * i + i] > 0.0 ) )
        {
            return false;
        }
        for ( int j = i + 1; j < n; ++j )
        {
            double factor = a[3 * j + i] / a[3 * i + i];
            for ( int k = i; k < n; ++k )
            {
                a[3 * j + k] -= factor * a[3 * i + k];
            }
            b[j] -= factor * b[i];
        }
    }
    for ( int i = n - 1; i >= 0; --i )
    {
        for ( int k = i + 1; k < n; ++k )
        {
            b[i] -= a[3 * i + k] * b[k];
        }
        b[i] /= a[3 * i + i];
    }
    return true;
}

/// The sum of squares. If `normal` is not NULL, also the normal matrix and the right-hand side.
static double sumSquares(
    const Fit* f, int count, const double* theta, const double* r, double* normal, double* right )
{
    double sum = 0.0, g[3];
    for ( int k = 0; normal != NULL && k < 9; ++k )
    {
        normal[k] = 0.0;
        right[k % 3] = 0.0;
    }
    for ( int i = 0; i < count; ++i )
    {
        double e = log( r[i] ) - logRadius( f, theta[i], g );
        sum += e * e;
        for ( int j = 0; normal != NULL && j < f->n; ++j )
        {
            right[j] += g[j] * e;
            for ( int k = 0; k < f->n; ++k )
            {
                normal[3 * j + k] += g[j] * g[k];
            }
        }
    }
    return sum;
}

static bool inRange( const Fit* f )
{
    return isfinite( f->p[0] ) && isfinite( f->p[1] ) && f->p[2] >= 0.0 && f->p[2] <= log( S_MAX );
}

/// ln r near an axis, for the start: the mean over the points within 10°, or over all if there are none.
static double meanNearAxis( int count, const double* theta, const double* r, double axis )
{
    double sum = 0.0, all = 0.0;
    int near = 0;
    for ( int i = 0; i < count; ++i )
    {
        bool close = fabs( sin( theta[i] - axis ) ) < 0.17;
        near += close;
        sum += close ? log( r[i] ) : 0.0;
        all += log( r[i] );
    }
    return near > 0 ? sum / near : all / count;
}

bool tribometerInfluence(
    const ssSetFit* fit, bool ellipse, int count, const double* theta, double ( *influence )[3] )
{
    Fit f = { .n = ellipse ? 2 : 3, .p = { log( fit->a ), log( fit->b ), log( fit->s ) } };
    double normal[9] = { 0.0 }, g[3];
    for ( int i = 0; i < count; ++i )
    {
        logRadius( &f, theta[i], g );
        for ( int k = 0; k < 9; ++k )
        {
            normal[k] += g[k / 3] * g[k % 3];
        }
    }
    for ( int i = 0; i < count; ++i )
    {
        double copy[9];
        for ( int k = 0; k < 9; ++k )
        {
            copy[k] = normal[k];
        }
        influence[i][2] = 0.0;
        logRadius( &f, theta[i], g );
        if ( !solve( f.n, copy, g ) )
        {
            return false;
        }
        for ( int k = 0; k < f.n; ++k )
        {
            influence[i][k] = g[k];
        }
    }
    return true;
}

ssSetFit ssFitSuperellipse( int count, const double* theta, const double* r, bool ellipse )
{
    Fit f = { .n = ellipse ? 2 : 3,
        .p = { meanNearAxis( count, theta, r, 0.0 ), meanNearAxis( count, theta, r, 0.5 * SS_PI ),
            log( ellipse ? 2.0 : 2.5 ) } };
    ssSetFit fit = { .converged = false };
    double normal[9], right[3], damping = 1e-3, sum = sumSquares( &f, count, theta, r, normal, right );
    for ( fit.iterations = 0; fit.iterations < 200 && !fit.converged; ++fit.iterations )
    {
        double damped[9], step[3] = { right[0], right[1], right[2] };
        for ( int k = 0; k < 9; ++k )
        {
            damped[k] = normal[k] * ( k % 4 == 0 ? 1.0 + damping : 1.0 );
        }
        Fit next = f;
        bool solved = solve( f.n, damped, step );
        for ( int k = 0; k < f.n; ++k )
        {
            next.p[k] += step[k];
        }
        // s is between that of a rhombus, 1, and S_MAX.
        next.p[2] = fmax( 0.0, fmin( log( S_MAX ), next.p[2] ) );
        double size = fabs( next.p[0] - f.p[0] ) + fabs( next.p[1] - f.p[1] ) + fabs( next.p[2] - f.p[2] );
        double tried =
            solved && inRange( &next ) ? sumSquares( &next, count, theta, r, NULL, NULL ) : HUGE_VAL;
        if ( tried <= sum )
        {
            fit.converged = size < 1e-12;
            f = next;
            damping = fmax( 1e-12, 0.1 * damping );
            sum = sumSquares( &f, count, theta, r, normal, right );
        }
        else
        {
            // If a tiny step does not reduce the sum, this is the minimum within rounding.
            fit.converged = solved && size < 1e-9;
            damping *= 10.0;
        }
    }
    fit.a = exp( f.p[0] );
    fit.b = exp( f.p[1] );
    fit.s = exp( f.p[2] );
    fit.ratio = fit.a / fit.b;
    fit.rms = sqrt( sum / count );
    fit.aError = fit.bError = fit.sError = fit.ratioError = SS_NAN;
    return fit;
}
