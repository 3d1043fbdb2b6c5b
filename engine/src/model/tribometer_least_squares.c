// SPDX-License-Identifier: MIT
#include "linalg/least_squares.h"
#include "model/tribometer_private.h"

#include <math.h>
#include <string.h>

// The weighted sum of squares of a model of C or D, which linalg/least_squares.c minimises.

enum
{
    iterationsMax = 200,
    size = tribometerParamsMax
};

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

/// A fit with its normal equations where the sum was computed last: both come from one pass over the points.
typedef struct Work
{
    const tribometerFit* fit;
    double normal[size * size], right[size];
} Work;

static double sum( void* context, const double* p )
{
    Work* work = context;
    return sumSquares( work->fit, p, work->normal, work->right );
}

static bool slopes( void* context, const double* p, double* normal, double* right )
{
    const Work* work = context;
    (void)p;
    memcpy( normal, work->normal, sizeof work->normal );
    memcpy( right, work->right, sizeof work->right );
    return true;
}

void tribometerMinimise( tribometerFit* fit )
{
    Work work = { .fit = fit };
    leastSquares problem = { .n = size,
        .isFree = fit->isFree,
        .low = fit->low,
        .high = fit->high,
        .sum = sum,
        .slopes = slopes,
        .context = &work,
        .tolerance = fit->tolerance,
        .tries = iterationsMax };
    leastSquaresMinimise( &problem, fit->p );
    fit->sum = problem.least;
    fit->converged = problem.converged;
    fit->iterations = problem.iterations;
}
