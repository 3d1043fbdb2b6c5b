// SPDX-License-Identifier: MIT
#include "cli/bench/bench_table.h"

#include "base/os.h"
#include "base/stage_watch.h"
#include "base/thread_pool.h"
#include "cli/bench/bench_pile.h"
#include "slipstick/gauss_seidel.h"
#include "slipstick/parallel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Whole time steps and lone solves of settled piles on 1, 2, 4, … threads, beside a streaming triad on as many: memory that
// all processors share bounds what threads can give.

#define PASSES 50 // of Gauss-Seidel per step
#define STEP 5e-3 // [s]

#define TRIAD_ITEMS ( 16 << 20 ) // numbers in each of its three arrays, 128 MB: more than caches hold
#define TRIAD_BLOCK ( 16 << 10 )

/// The numbers of threads to measure: powers of two up to the processors there are, and these.
static int listThreads( const benchRun* run, int* threads )
{
    int processors = osProcessorCount(), count = 0;
    int last = run->quick || processors < 2 ? 2 : processors;
    for ( int n = 1; n < last && count < BENCH_THREADS_MAX - 1; n *= 2 )
    {
        threads[count++] = n;
    }
    threads[count++] = last;
    return count;
}

// ---------------------------------------------------------------------------------------------------------- the triad

typedef struct Triad
{
    double *a, *b, *c;
    int items;
} Triad;

static void clearTriad( void* context, int block, int first, int last )
{
    Triad* triad = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        triad->a[i] = 0.0;
        triad->b[i] = 1.0;
        triad->c[i] = 2.0;
    }
}

static void addTriad( void* context, int block, int first, int last )
{
    Triad* triad = context;
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        triad->a[i] = triad->b[i] + 3.0 * triad->c[i];
    }
}

/// Bytes per second that the triad moves: two numbers read and one written per item.
static double measureTriad( const benchRun* run, int threads )
{
    int items = run->quick ? TRIAD_BLOCK * 4 : TRIAD_ITEMS;
    double* numbers = malloc( 3 * (size_t)items * sizeof( double ) );
    if ( numbers == NULL )
    {
        return 0.0;
    }
    Triad triad = { numbers, numbers + items, numbers + 2 * (size_t)items, items };
    threadPool* pool = threadPoolStart( threads );
    ssParallelFor( items, TRIAD_BLOCK, clearTriad, &triad );
    double best = HUGE_VAL;
    for ( int i = 0; i < run->repeats; ++i )
    {
        double began = osSeconds();
        ssParallelFor( items, TRIAD_BLOCK, addTriad, &triad );
        best = fmin( best, osSeconds() - began );
    }
    benchKeep( triad.a[items - 1] );
    threadPoolStop( pool );
    free( numbers );
    return 3.0 * sizeof( double ) * items / fmax( best, 1e-9 );
}

// ----------------------------------------------------------------------------------------------------------- the piles

/// Makes a pile and lets it come to rest, on all processors.
static ssResult makePile( const benchRun* run, int count, ssWorld** world )
{
    // Each sphere lies about in the hollow of four others, out of order, and is not at rest yet.
    pileLayers layers = { .count = count,
        .side = (int)ceil( sqrt( count / 15.0 ) ),
        .spacing = 1.05,
        .height = 0.675,
        .shake = 0.03,
        .staggered = true };
    ssResult result = pileMakeLayers( &layers, PASSES, 4 * count, world );
    threadPool* pool = threadPoolStart( osProcessorCount() );
    for ( int i = 0; i < ( run->quick ? 3 : count > 20000 ? 20 : 60 ) && result.code == ss_ok; ++i )
    {
        ssWorld_Step( *world, STEP );
    }
    threadPoolStop( pool );
    return result;
}

/// Measures steps of the world: the fastest of them, and the processor time that one takes on average.
static void measureSteps( ssWorld* world, int count, benchScale* scale )
{
    stageWatch watch;
    ssWorld_SetStageHook( world, stageWatchEnter, &watch );
    double cpu = osCpuSeconds();
    for ( int i = 0; i < count; ++i )
    {
        watch = ( stageWatch ){ .seconds = osSeconds };
        double began = osSeconds();
        scale->contacts = ssWorld_Step( world, STEP ).contacts;
        double took = osSeconds() - began;
        if ( i == 0 || took < scale->step )
        {
            scale->step = took;
            memcpy( scale->stages, watch.stages, sizeof( scale->stages ) );
        }
    }
    scale->cpu = ( osCpuSeconds() - cpu ) / count;
    ssWorld_SetStageHook( world, NULL, NULL );
}

/// Solves the contacts of a step alone: the fastest of several times.
static ssResult measureSolves( const ssWorld* world, int count, benchScale* scale )
{
    ssProblem problem = { 0 };
    ssResult result = ssWorld_Freeze( world, &problem );
    if ( result.code != ss_ok )
    {
        return result;
    }
    double* p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
    ssGs* gs = ssCreateGs( NULL );
    ssGsOptions options = { .maxPasses = PASSES, .accelerate = true };
    ssGsReport report;
    result = p != NULL && gs != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory" );
    scale->solve = HUGE_VAL;
    for ( int i = 0; i < count && result.code == ss_ok; ++i )
    {
        memcpy( p, ssWorld_Reactions( world ), (size_t)ssProblem_Size( &problem ) * sizeof( double ) );
        double began = osSeconds();
        result = ssGs_Solve( gs, &problem, &options, p, NULL, &report );
        scale->solve = fmin( scale->solve, osSeconds() - began );
    }
    ssDestroyGs( gs );
    free( p );
    ssProblem_Destroy( &problem );
    return result;
}

static ssResult measurePile(
    benchRun* run, int spheres, const int* threads, const double* triad, int threadCounts )
{
    ssWorld* world = NULL;
    ssResult result = makePile( run, spheres, &world );
    int count = run->quick ? 2 : spheres > 20000 ? 4 : spheres > 2000 ? 12 : 40;
    for ( int i = 0; i < threadCounts && result.code == ss_ok; ++i )
    {
        benchScale scale = { .spheres = spheres, .threads = threads[i], .triad = triad[i] };
        threadPool* pool = threadPoolStart( threads[i] );
        measureSteps( world, count, &scale );
        result = measureSolves( world, count, &scale );
        threadPoolStop( pool );
        benchAddScale( run, &scale );
    }
    ssDestroyWorld( world );
    return result;
}

static ssResult benchThreads( benchRun* run )
{
    static const int spheres[] = { 1000, 10000, 100000 }, few[] = { 100, 300, 1000 };
    int threads[BENCH_THREADS_MAX], count = listThreads( run, threads );
    double triad[BENCH_THREADS_MAX];
    for ( int i = 0; i < count; ++i )
    {
        triad[i] = measureTriad( run, threads[i] );
    }
    ssResult result = ssOk();
    if ( run->spheres > 0 )
    {
        return measurePile( run, run->spheres, threads, triad, count );
    }
    for ( int i = 0; i < (int)SS_COUNT( spheres ) && result.code == ss_ok; ++i )
    {
        result = measurePile( run, run->quick ? few[i] : spheres[i], threads, triad, count );
    }
    return result;
}

const benchEntry bench_threads = {
    .name = "threads", .doc = "time steps and solves of piles on 1, 2, 4, ... threads", .run = benchThreads
};
