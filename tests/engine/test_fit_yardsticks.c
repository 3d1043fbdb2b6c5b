// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "fit/fit_private.h"
#include "linalg/least_squares.h"
#include "slipstick/elementary.h"

#include <cminpack.h>
#include <nlopt.h>

#include <string.h>

// Our least squares and random search reach the optima of cminpack and NLopt. Built only where these are
// installed.

enum
{
    valuesMax = 24,
    paramsMax = 5
};

/// A curve with parameters p through data, as residual( p, i ) with its gradient.
typedef struct Curve
{
    const char* name;
    int n, m;
    double start[paramsMax], low[paramsMax], high[paramsMax];
    double ( *residual )( const double* p, int i, double* gradient );
} Curve;

/// Rosenbrock's curved valley, in which all residuals vanish at (1, 1).
static double rosenbrock( const double* p, int i, double* g )
{
    g[0] = i == 0 ? -20.0 * p[0] : -1.0;
    g[1] = i == 0 ? 10.0 : 0.0;
    return i == 0 ? 10.0 * ( p[1] - p[0] * p[0] ) : 1.0 - p[0];
}

/// A decay with an offset, whose data it does not meet exactly.
static double decay( const double* p, int i, double* g )
{
    double t = 0.2 * i, e = ssExp( -p[1] * t ),
           data = 2.0 * ssExp( -1.3 * t ) + 0.5 + 0.02 * ssSin( 7.0 * i );
    g[0] = e;
    g[1] = -p[0] * t * e;
    g[2] = 1.0;
    return p[0] * e + p[2] - data;
}

/// An oscillation that dies out: amplitude, rate, frequency, phase, offset.
static double ringing( const double* p, int i, double* g )
{
    double t = 0.15 * i, e = ssExp( -p[1] * t ), c = ssCos( p[2] * t + p[3] ), s = ssSin( p[2] * t + p[3] );
    double data = 1.5 * ssExp( -0.4 * t ) * ssCos( 5.0 * t + 0.3 ) - 0.2 + 0.01 * ssCos( 11.0 * i );
    g[0] = e * c;
    g[1] = -p[0] * t * e * c;
    g[2] = -p[0] * t * e * s;
    g[3] = -p[0] * e * s;
    g[4] = 1.0;
    return p[0] * e * c + p[4] - data;
}

static const Curve s_curves[] = {
    { "rosenbrock", 2, 2, { -1.2, 1.0 }, { -9.0, -9.0 }, { 9.0, 9.0 }, rosenbrock },
    { "decay", 3, 20, { 1.0, 0.3, 0.0 }, { 0.0, 0.0, -9.0 }, { 99.0, 99.0, 9.0 }, decay },
    { "ringing", 5, 24, { 1.0, 0.1, 4.7, 0.0, 0.0 }, { 0.0, 0.0, 1.0, -3.0, -3.0 },
        { 9.0, 9.0, 9.0, 3.0, 3.0 }, ringing },
};

static double sumOf( void* context, const double* p )
{
    const Curve* curve = context;
    double sum = 0.0, g[paramsMax];
    for ( int i = 0; i < curve->m; ++i )
    {
        double r = curve->residual( p, i, g );
        sum += r * r;
    }
    return sum;
}

static bool slopesOf( void* context, const double* p, double* normal, double* right )
{
    const Curve* curve = context;
    int n = curve->n;
    memset( normal, 0, sizeof( double ) * (size_t)( n * n ) );
    memset( right, 0, sizeof( double ) * (size_t)n );
    for ( int i = 0; i < curve->m; ++i )
    {
        double g[paramsMax] = { 0.0 }, r = curve->residual( p, i, g );
        for ( int k = 0; k < n * n; ++k ) { normal[k] += g[k / n] * g[k % n]; }
        for ( int k = 0; k < n; ++k ) { right[k] -= g[k] * r; }
    }
    return true;
}

static leastSquares squaresOf( const Curve* curve )
{
    static const bool isFree[paramsMax] = { true, true, true, true, true };
    return ( leastSquares ){ .n = curve->n,
        .isFree = isFree,
        .low = curve->low,
        .high = curve->high,
        .sum = sumOf,
        .slopes = slopesOf,
        .context = (void*)curve,
        .tolerance = 1e-12,
        .tries = 200 };
}

static int minpackCurve(
    void* context, int m, int n, const double* p, double* f, double* jacobian, int rows, int what )
{
    const Curve* curve = context;
    for ( int i = 0; i < m; ++i )
    {
        double g[paramsMax] = { 0.0 }, r = curve->residual( p, i, g );
        f[i] = what == 1 ? r : f[i];
        for ( int k = 0; k < n && what == 2; ++k ) { jacobian[k * rows + i] = g[k]; }
    }
    return 0;
}

TEST leastSquaresMeetsMinpack( void )
{
    for ( int c = 0; c < SS_COUNT( s_curves ); ++c )
    {
        const Curve* curve = s_curves + c;
        double ours[paramsMax], theirs[paramsMax], f[valuesMax], jacobian[valuesMax * paramsMax];
        double work[valuesMax + 5 * paramsMax];
        int pivots[paramsMax];
        memcpy( ours, curve->start, sizeof ours );
        memcpy( theirs, curve->start, sizeof theirs );
        leastSquares problem = squaresOf( curve );
        leastSquaresMinimise( &problem, ours );
        lmder1( minpackCurve, (void*)curve, curve->m, curve->n, theirs, f, jacobian, curve->m, 1e-14, pivots,
            work, SS_COUNT( work ) );
        ASSERTm( curve->name, problem.converged );
        double least = sumOf( (void*)curve, theirs );
        ASSERTm( curve->name, problem.least <= least * ( 1.0 + 1e-10 ) + 1e-20 );
        for ( int k = 0; k < curve->n; ++k )
        {
            ASSERT_IN_RANGEm( curve->name, theirs[k], ours[k], 1e-6 * ( 1.0 + fabs( theirs[k] ) ) );
        }
    }
    PASS();
}

/// With a bound across the way, the others take what they can.
TEST aBoundIsKeptAndTheOthersAreBestBesideIt( void )
{
    Curve curve = s_curves[1];
    double p[paramsMax], held[paramsMax];
    curve.high[1] = 1.0; // the best rate is 1.3
    memcpy( p, curve.start, sizeof p );
    leastSquares problem = squaresOf( &curve );
    leastSquaresMinimise( &problem, p );
    ASSERT( problem.converged && p[1] == 1.0 );
    static const bool isFree[] = { true, false, true };
    leastSquares others = squaresOf( &curve );
    others.isFree = isFree;
    memcpy( held, p, sizeof held );
    held[0] = held[2] = 0.0;
    leastSquaresMinimise( &others, held );
    ASSERT_IN_RANGE( others.least, problem.least, 1e-12 );
    PASS();
}

/// Rastrigin's function in steps: it jumps, and has a minimum near every whole number; the least is at 0.3.
static double jumps( void* context, const double* x )
{
    double sum = 0.0;
    (void)context;
    for ( int k = 0; k < 2; ++k )
    {
        double d = x[k] - 0.3;
        sum += d * d + 3.0 * ( 1.0 - ssCos( 6.28318530717958648 * d ) );
    }
    return floor( 50.0 * sum ) / 50.0;
}

static double nloptJumps( unsigned n, const double* x, double* gradient, void* context )
{
    (void)n;
    (void)gradient;
    return jumps( context, x );
}

TEST theRandomSearchIsAsGoodAsNlopts( void )
{
    const double low[] = { -4.0, -4.0 }, high[] = { 4.0, 4.0 };
    double ours[] = { 3.0, -3.0 }, theirs[] = { 3.0, -3.0 }, least = 0.0;
    nlopt_opt search = nlopt_create( NLOPT_GN_CRS2_LM, 2 );
    nlopt_srand( 1 );
    nlopt_set_lower_bounds( search, low );
    nlopt_set_upper_bounds( search, high );
    nlopt_set_min_objective( search, nloptJumps, NULL );
    nlopt_set_maxeval( search, 3000 );
    nlopt_optimize( search, theirs, &least );
    nlopt_destroy( search );
    double found = fitSearchAtRandom( 2, low, high, 3000, 0.01, jumps, NULL, ours );
    ASSERT_IN_RANGE( least, found, 0.05 );
    ASSERT_IN_RANGE( 0.3, ours[0], 0.1 );
    ASSERT_IN_RANGE( 0.3, ours[1], 0.1 );
    PASS();
}

SUITE( yardsticks )
{
    RUN_TEST( leastSquaresMeetsMinpack );
    RUN_TEST( aBoundIsKeptAndTheOthersAreBestBesideIt );
    RUN_TEST( theRandomSearchIsAsGoodAsNlopts );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( yardsticks );
    return TEST_END();
}
