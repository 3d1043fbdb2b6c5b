// SPDX-License-Identifier: MIT
#include "base/elementary_many.h"
#include "base/grow.h"
#include "cli/bench/bench_table.h"
#include "slipstick/rng.h"

#include <stdio.h>
#include <stdlib.h>

// Measures the engine's elementary functions beside the C library's: for numbers of an array, independent or
// each depending on the last result, and (the engine's) for whole arrays at once.

typedef double Unary( double x );
typedef double Binary( double x, double y );
typedef void UnaryMany( const double* x, double* result, int count );
typedef void BinaryMany( const double* x, const double* y, double* result, int count );

static const struct
{
    const char* name;
    Unary *own, *library;
    Binary *own2, *library2;
    UnaryMany* many;
    BinaryMany* many2;
    double low, high;
} s_rows[] = {
    { "exp", ssExp, exp, NULL, NULL, ssExpMany, NULL, -20.0, 20.0 },
    { "exp2", ssExp2, exp2, NULL, NULL, ssExp2Many, NULL, -20.0, 20.0 },
    { "expm1", ssExpm1, expm1, NULL, NULL, ssExpm1Many, NULL, -5.0, 5.0 },
    { "log", ssLog, log, NULL, NULL, ssLogMany, NULL, 0.01, 100.0 },
    { "log10", ssLog10, log10, NULL, NULL, ssLog10Many, NULL, 0.01, 100.0 },
    { "log1p", ssLog1p, log1p, NULL, NULL, ssLog1pMany, NULL, -0.9, 5.0 },
    { "pow", NULL, NULL, ssPow, pow, NULL, ssPowMany, 0.1, 10.0 },
    { "sin", ssSin, sin, NULL, NULL, ssSinMany, NULL, -10.0, 10.0 },
    { "cos", ssCos, cos, NULL, NULL, ssCosMany, NULL, -10.0, 10.0 },
    { "tan", ssTan, tan, NULL, NULL, ssTanMany, NULL, -10.0, 10.0 },
    { "asin", ssAsin, asin, NULL, NULL, ssAsinMany, NULL, -1.0, 1.0 },
    { "atan", ssAtan, atan, NULL, NULL, ssAtanMany, NULL, -5.0, 5.0 },
    { "atan2", NULL, NULL, ssAtan2, atan2, NULL, ssAtan2Many, -5.0, 5.0 },
    { "tanh", ssTanh, tanh, NULL, NULL, ssTanhMany, NULL, -3.0, 3.0 },
    { "asinh", ssAsinh, asinh, NULL, NULL, ssAsinhMany, NULL, -5.0, 5.0 },
    { "atanh", ssAtanh, atanh, NULL, NULL, ssAtanhMany, NULL, -1.0, 1.0 },
    { "cbrt", ssCbrt, cbrt, NULL, NULL, ssCbrtMany, NULL, -10.0, 10.0 },
    { "hypot", NULL, NULL, ssHypot, hypot, NULL, ssHypotMany, -5.0, 5.0 },
};

typedef struct Calls
{
    Unary* one;
    Binary* two;
    UnaryMany* many;
    BinaryMany* many2;
    double *x, *y, *results;
    int items;
} Calls;

static void callAll( void* context )
{
    Calls* work = context;
    for ( int i = 0; i < work->items; ++i )
    {
        work->results[i] = work->one != NULL ? work->one( work->x[i] ) : work->two( work->x[i], work->y[i] );
    }
    benchKeep( work->results[0] );
}

static void callInTurn( void* context )
{
    Calls* work = context;
    double last = 0.0;
    for ( int i = 0; i < work->items; ++i )
    {
        // The product is zero, but the processor must wait for it.
        double x = work->x[i] + 0.0 * last;
        last = work->one != NULL ? work->one( x ) : work->two( x, work->y[i] );
    }
    benchKeep( last );
}

static void callOnce( void* context )
{
    Calls* work = context;
    if ( work->many != NULL ) { work->many( work->x, work->results, work->items ); }
    else { work->many2( work->x, work->y, work->results, work->items ); }
    benchKeep( work->results[0] );
}

static void measureFunction( benchRun* run, int row, Calls* work )
{
    char what[96];
    const char* name = s_rows[row].name;
    double copy = benchMeasureCopy( run, sizeof( double ), work->items ), each[2];
    for ( int own = 0; own < 2; ++own )
    {
        const char* whose = own ? "" : ", C library";
        work->one = own ? s_rows[row].own : s_rows[row].library;
        work->two = own ? s_rows[row].own2 : s_rows[row].library2;
        snprintf( what, sizeof( what ), "%s%s", name, whose );
        each[own] = benchMeasure( run, callAll, work, work->items );
        benchAdd( run, what, each[own], copy, work->items );
        benchAdd( run, benchName( run, "%s in turn%s", name, whose ),
            benchMeasure( run, callInTurn, work, work->items ), copy, work->items );
    }
    work->many = s_rows[row].many;
    work->many2 = s_rows[row].many2;
    double whole = benchMeasure( run, callOnce, work, work->items );
    benchAdd( run, benchName( run, "%s, whole array", name ), whole, copy, work->items );
    benchFact( run, benchName( run, "%s, times as long as the C library, number by number", name ),
        each[1] / each[0] );
    benchFact(
        run, benchName( run, "%s, times as long as the C library, whole array", name ), whole / each[0] );
}

static ssResult runMath( benchRun* run )
{
    // They fit into the cache, which the arguments of a solver do too.
    Calls work = { .items = run->quick ? 200 : 2000 };
    double* memory = needMemory( 1, 3 * (size_t)work.items * sizeof( double ) );
    work.x = memory;
    work.y = memory + work.items;
    work.results = memory + 2 * work.items;
    for ( int r = 0; r < SS_COUNT( s_rows ); ++r )
    {
        ssRng rng = ssSeedRng( 1 );
        for ( int i = 0; i < work.items; ++i )
        {
            work.x[i] = s_rows[r].low + ( s_rows[r].high - s_rows[r].low ) * ssRng_Uniform( &rng );
            work.y[i] = s_rows[r].low + ( s_rows[r].high - s_rows[r].low ) * ssRng_Uniform( &rng );
        }
        measureFunction( run, r, &work );
    }
    free( memory );
    return ssOk();
}

const benchEntry bench_math = {
    .name = "math", .doc = "the engine's elementary functions beside those of the C library", .run = runMath
};
