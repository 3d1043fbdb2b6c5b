// SPDX-License-Identifier: MIT
#include "linalg/least_squares.h"
#include "model/tribometer_private.h"

#include <string.h>

// The least squares of a fit of C or D, and its confidence. Standard deviations follow from the residuals,
// and are widened where means over blocks of neighbours scatter more than independent noise would.

#define ITERATIONS_MAX 200
#define SIZE tribometerParamsMax

/// Adds the square of a residual to the sum, the lower half of the normal matrix and the right-hand side.
static double add( const tribometerFit* fit, const tribometerPoint* point, double shift, double weight,
    const double* prepared, double* normal, double* right )
{
    double g[SIZE] = { 0.0 }, e = fit->model->residual( point, shift, prepared, g );
    for ( int j = 0; j < SIZE; ++j )
    {
        right[j] += weight * g[j] * e;
        for ( int k = 0; k <= j; ++k ) { normal[SIZE * j + k] += weight * g[j] * g[k]; }
    }
    return weight * e * e;
}

/// The sum of squares, normal matrix and right-hand side at p. Noise of theta with variance v adds v Q''/2 to
/// the mean of a square Q: a second difference over the blur (blur² = 3 v) with the factor 1/6 removes it (a
/// corrected score, Nakamura 1990).
static double sumSquares( const tribometerFit* fit, const double* p, double* normal, double* right )
{
    double sum = 0.0, prepared[tribometerPreparedMax];
    fit->model->prepare( p, prepared );
    for ( int k = 0; k < SIZE * SIZE; ++k )
    {
        normal[k] = 0.0;
        right[k % SIZE] = 0.0;
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
    for ( int k = 0; k < SIZE * SIZE; ++k )
    {
        normal[k] = normal[k / SIZE >= k % SIZE ? k : SIZE * ( k % SIZE ) + k / SIZE];
    }
    return sum;
}

/// A fit with its normal equations where the sum was computed last: both come from one pass over the points.
typedef struct Work
{
    const tribometerFit* fit;
    double normal[SIZE * SIZE], right[SIZE];
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
    leastSquares problem = { SIZE, .isFree = fit->isFree, .low = fit->low, .high = fit->high, .sum = sum,
        .slopes = slopes, .context = &work, .tolerance = fit->tolerance, .tries = ITERATIONS_MAX };
    leastSquaresMinimise( &problem, fit->p );
    fit->sum = problem.least;
    fit->converged = problem.converged;
    fit->iterations = problem.iterations;
}

#define BLOCKS_MIN 12

// Block scatter [standard deviations] that widens intervals (chance 1/100) or is a misfit (1/30,000).
#define LIKELY 2.33
#define CERTAIN 4.0

/// Student's 97.5% quantile, by the expansion of Cornish and Fisher.
static double student( double freedom )
{
    const double z = 1.959963984540054, z2 = z * z, n = freedom;
    return z *
        ( 1.0 + ( z2 + 1.0 ) / ( 4.0 * n ) + ( ( 5.0 * z2 + 16.0 ) * z2 + 3.0 ) / ( 96.0 * n * n ) +
            ( ( ( 3.0 * z2 + 19.0 ) * z2 + 17.0 ) * z2 - 15.0 ) / ( 384.0 * n * n * n ) );
}

static int countFree( const tribometerFit* fit )
{
    int n = 0;
    for ( int k = 0; k < fit->model->paramCount; ++k ) { n += fit->isFree[k]; }
    return n;
}

/// Writes the scaled residuals into the points. Computes the normal matrix, that of the noise of 1 N, and
/// the sum of squares of the scaled residuals.
static double fillResiduals( const tribometerFit* fit, double normal[16], double noise[16] )
{
    double sum = 0.0, g[SIZE] = { 0.0 }, prepared[tribometerPreparedMax];
    fit->model->prepare( fit->p, prepared );
    for ( int k = 0; k < SIZE * SIZE; ++k ) { normal[k] = noise[k] = 0.0; }
    for ( int i = 0; i < fit->count; ++i )
    {
        tribometerPoint* point = fit->points + i;
        double e = fit->model->residual( point, 0.0, prepared, g ), unit = fit->model->scale( point, g );
        if ( fit->isBlurred && point->blur > 0.0 )
        {
            // The mean that noise of theta gives to the residual is no misfit.
            double unused[SIZE];
            e = 4.0 / 3.0 * e -
                ( fit->model->residual( point, -1.0, prepared, unused ) +
                    fit->model->residual( point, 1.0, prepared, unused ) ) /
                    6.0;
        }
        point->residual = sqrt( point->weight ) * e / unit;
        sum += point->residual * point->residual;
        for ( int k = 0; k < SIZE * SIZE; ++k )
        {
            double product = point->weight * g[k / SIZE] * g[k % SIZE];
            normal[k] += product;
            noise[k] += product * unit * unit;
        }
    }
    return sum;
}

/// The covariance of the parameters, normal⁻¹ noise normal⁻¹. False if the points do not determine them.
static bool covarianceOf( const tribometerFit* fit, const double normal[16], const double noise[16],
    double variance, double covariance[16] )
{
    double half[SIZE * SIZE];
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( int column = 0; column < SIZE; ++column )
        {
            double copy[SIZE * SIZE], right[SIZE];
            memcpy( copy, normal, (size_t)( SIZE * SIZE ) * sizeof *copy );
            for ( int k = 0; k < SIZE; ++k )
            {
                right[k] = pass == 0 ? noise[SIZE * k + column] : half[SIZE * column + k];
            }
            if ( !leastSquaresSolve( SIZE, fit->isFree, copy, right ) ) { return false; }
            for ( int k = 0; k < SIZE; ++k )
            {
                ( pass == 0 ? half : covariance )[SIZE * k + column] =
                    ( pass == 0 ? 1.0 : variance ) * right[k];
            }
        }
    }
    for ( int k = 0; k < SIZE * SIZE; ++k )
    {
        if ( !isfinite( covariance[k] ) ) { return false; }
    }
    return true;
}

/// The variance of a residual that the sums over `blocks` blocks of neighbouring points imply.
static double blockVariance( const tribometerFit* fit, int blocks, double freedom )
{
    double sum = 0.0;
    for ( int k = 0; k < blocks; ++k )
    {
        int from = (int)( (int64_t)k * fit->count / blocks ),
            to = (int)( (int64_t)( k + 1 ) * fit->count / blocks );
        double block = 0.0;
        for ( int i = from; i < to; ++i ) { block += fit->points[i].residual; }
        sum += block * block / ( to - from );
    }
    return sum / freedom;
}

/// The variance ratio that chance exceeds as rarely as `deviations` (Wilson and Hilferty).
static double chanceOf( double freedom, double deviations )
{
    double part = 2.0 / ( 9.0 * freedom ), root = 1.0 - part + deviations * sqrt( part );
    return root * root * root;
}

tribometerSpread tribometerMeasureSpread( const tribometerFit* fit )
{
    int n = fit->count, params = countFree( fit );
    double normal[SIZE * SIZE], noise[SIZE * SIZE];
    double sum = fillResiduals( fit, normal, noise ), all = ssMax( 1.0, n - params ), difference = 0.0;
    for ( int i = 1; i < n; ++i )
    {
        double step = fit->points[i].residual - fit->points[i - 1].residual;
        difference += 0.5 * step * step / ( n - 1 );
    }
    double variance = sum / all, widest = 1.0, freedom = all, alike = 0.0, weight = 0.0;
    for ( int i = 0; i < n; ++i ) { weight += fit->points[i].weight / n; }
    bool isMisfit = false;
    for ( int blocks = n / 2; blocks >= BLOCKS_MIN; blocks /= 2 )
    {
        double own = blocks - params, ratio = blockVariance( fit, blocks, own ) / variance,
               both = 1.0 / ( 1.0 / own + 1.0 / all );
        isMisfit = isMisfit || ratio > chanceOf( both, CERTAIN );
        if ( ratio > widest && ratio > chanceOf( both, LIKELY ) )
        {
            widest = ratio;
            freedom = own;
            // Blocks of L points: L times the common part, and once the noise.
            alike = ssMax( alike, ( ratio - 1.0 ) * variance * blocks / n );
        }
    }
    tribometerSpread spread = { .quantile = student( freedom ),
        .noise = sqrt( difference ),
        .widening = sqrt( widest ),
        .misfit = sqrt( alike / weight ),
        .isMisfit = isMisfit };
    spread.isDetermined = covarianceOf( fit, normal, noise, widest * variance, spread.covariance );
    return spread;
}
