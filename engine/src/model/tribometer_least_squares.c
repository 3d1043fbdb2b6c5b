// SPDX-License-Identifier: MIT
#include "model/tribometer_private.h"

#include <math.h>
#include <string.h>

// Weighted least squares with few parameters and bounds, by the method of Levenberg and Marquardt.

enum
{
    iterationsMax = 200,
    size = tribometerParamsMax
};

bool tribometerSolve( const tribometerFit* fit, double a[16], double b[4] )
{
    int free[size], n = 0;
    for ( int i = 0; i < size; ++i )
    {
        if ( i < fit->model->paramCount && fit->isFree[i] )
        {
            free[n++] = i;
        }
        else
        {
            b[i] = 0.0;
        }
    }
    for ( int i = 0; i < n; ++i )
    {
        int row = free[i];
        double pivot = a[size * row + row];
        if ( !( pivot > 0.0 ) )
        {
            return false;
        }
        for ( int j = i + 1; j < n; ++j )
        {
            double factor = a[size * free[j] + row] / pivot;
            for ( int k = i; k < n; ++k )
            {
                a[size * free[j] + free[k]] -= factor * a[size * row + free[k]];
            }
            b[free[j]] -= factor * b[row];
        }
    }
    for ( int i = n - 1; i >= 0; --i )
    {
        for ( int k = i + 1; k < n; ++k )
        {
            b[free[i]] -= a[size * free[i] + free[k]] * b[free[k]];
        }
        b[free[i]] /= a[size * free[i] + free[i]];
    }
    return true;
}

/// Adds the square of a residual to the sum, the lower half of the normal matrix and the right-hand side.
static double add( const tribometerFit* fit, const tribometerPoint* point, double shift, double weight,
    const double* prepared, double* normal, double* right )
{
    double g[size] = { 0.0 }, e = fit->model->residual( point, shift, prepared, g );
    for ( int j = 0; j < size; ++j )
    {
        right[j] += weight * g[j] * e;
        for ( int k = 0; k <= j; ++k )
        {
            normal[size * j + k] += weight * g[j] * g[k];
        }
    }
    return weight * e * e;
}

/// The sum of squares at p, the normal matrix and the right-hand side. Noise n of theta with variance v
/// changes the mean of a square Q by v Q''/2. With blur² = 3 v, the second difference over the blur is
/// subtracted with the factor 1/6: on average the sum is then that of exact angles (a corrected score,
/// Nakamura 1990).
static double sumSquares( const tribometerFit* fit, const double* p, double* normal, double* right )
{
    double sum = 0.0, prepared[tribometerPreparedMax];
    fit->model->prepare( p, prepared );
    for ( int k = 0; k < size * size; ++k )
    {
        normal[k] = 0.0;
        right[k % size] = 0.0;
    }
    for ( int i = 0; i < fit->count; i += fit->stride )
    {
        const tribometerPoint* point = fit->points + i;
        double weight = point->weight;
        if ( fit->isBlurred && point->blur > 0.0 )
        {
            sum += add( fit, point, -1.0, -weight / 6.0, prepared, normal, right );
            sum += add( fit, point, 1.0, -weight / 6.0, prepared, normal, right );
            weight *= 4.0 / 3.0;
        }
        sum += add( fit, point, 0.0, weight, prepared, normal, right );
    }
    for ( int k = 0; k < size * size; ++k )
    {
        normal[k] = normal[k / size >= k % size ? k : size * ( k % size ) + k / size];
    }
    return sum;
}

/// Takes one damped step from fit->p. Returns its size, and the
/// parameters in `next`; HUGE_VAL if there is none.
static double tryStep(
    const tribometerFit* fit, const double* normal, const double* right, double damping, double* next )
{
    double damped[size * size], step[size], length = 0.0;
    for ( int k = 0; k < size * size; ++k )
    {
        damped[k] = normal[k] * ( k % ( size + 1 ) == 0 ? 1.0 + damping : 1.0 );
    }
    for ( int k = 0; k < size; ++k )
    {
        step[k] = right[k];
        // The rotation of a circle changes nothing: it stays where it is.
        damped[( size + 1 ) * k] = normal[( size + 1 ) * k] > 0.0 ? damped[( size + 1 ) * k] : 1.0;
    }
    bool solved = tribometerSolve( fit, damped, step );
    for ( int k = 0; k < fit->model->paramCount; ++k )
    {
        next[k] = ssMax( fit->low[k], ssMin( fit->high[k], fit->p[k] + step[k] ) );
        length += fabs( next[k] - fit->p[k] );
    }
    return solved && isfinite( length ) ? length : HUGE_VAL;
}

void tribometerMinimise( tribometerFit* fit )
{
    double normal[size * size], right[size], triedNormal[size * size], triedRight[size], damping = 1e-3;
    fit->sum = sumSquares( fit, fit->p, normal, right );
    fit->converged = false;
    for ( fit->iterations = 0; fit->iterations < iterationsMax && !fit->converged; ++fit->iterations )
    {
        double next[size] = { 0.0 }, length = tryStep( fit, normal, right, damping, next );
        double tried = length < HUGE_VAL ? sumSquares( fit, next, triedNormal, triedRight ) : HUGE_VAL;
        if ( tried <= fit->sum )
        {
            fit->converged = length < fit->tolerance;
            fit->sum = tried;
            memcpy( fit->p, next, sizeof next );
            memcpy( normal, triedNormal, sizeof normal );
            memcpy( right, triedRight, sizeof right );
            damping = ssMax( 1e-12, 0.1 * damping );
        }
        else
        {
            // If a tiny step does not reduce the sum, this is the minimum within rounding.
            fit->converged = length < 100.0 * fit->tolerance;
            damping *= 10.0;
        }
    }
}
