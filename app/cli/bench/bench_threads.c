// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/os.h"
#include "base/stage_watch.h"
#include "base/thread_pool.h"
#include "cli/bench/bench_pile.h"
#include "cli/bench/bench_table.h"
#include "gauss_seidel/gauss_seidel.h"
#include "slipstick/parallel.h"

#include <stdlib.h>
#include <string.h>

// Time steps and solves of settled piles on 1, 2, 4, … threads, beside a triad that shows memory's bound.

#define PASSES 50 // of Gauss-Seidel per step
#define STEP 5e-3 // [s]

#define TRIAD_ITEMS ( 16 << 20 ) // numbers in each of its three arrays, 128 MB: more than caches hold
#define TRIAD_BLOCK ( 16 << 10 )

/// The numbers of threads to measure: powers of two up to the processors there are, and these.
static int listThreads( const benchRun* run, int* threads )
{
    int processors = osProcessorCount(), count = 0;
    int last = run->quick || processors < 2 ? 2 : processors;
    for ( int n = 1; n < last && count < BENCH_THREADS_MAX - 1; n *= 2 ) { threads[count++] = n; }
    threads[count++] = last;
    return count;
}

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
    for ( int i = first; i < last; ++i ) { triad->a[i] = triad->b[i] + 3.0 * triad->c[i]; }
}

/// Bytes per second that the triad moves: two numbers read and one written per item.
static double measureTriad( const benchRun* run, int threads )
{
    int items = run->quick ? TRIAD_BLOCK * 4 : TRIAD_ITEMS;
    double* numbers = needMemory( 1, 3 * (size_t)items * sizeof( double ) );
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

/// Measures steps of the world: the fastest of all so far, and the processor time that one takes on average.
static void measureSteps( ssWorld* world, int count, benchScale* scale )
{
    stageWatch watch;
    ssWorld_SetStageHook( world, stageWatchEnter, &watch );
    for ( int i = 0; i <= count; ++i )
    {
        watch = ( stageWatch ){ .seconds = osSeconds };
        double began = osSeconds(), cpu = osCpuSeconds();
        scale->contacts = ssWorld_Step( world, STEP ).contacts;
        double took = osSeconds() - began;
        if ( i == 0 )
        {
            continue; // the first one only warms the caches
        }
        scale->cpu += osCpuSeconds() - cpu;
        if ( took < scale->step )
        {
            scale->step = took;
            memcpy( scale->stages, watch.stages, sizeof( scale->stages ) );
        }
    }
    ssWorld_SetStageHook( world, NULL, NULL );
}

/// The contacts of a step, to be solved alone.
typedef struct Solve
{
    ssProblem problem;
    double *start, *p; // reactions to begin with, and of the answer
    ssGs* gs;
} Solve;

static ssResult makeSolve( const ssWorld* world, Solve* solve )
{
    SS_TRY( ssWorld_Freeze( world, &solve->problem ) );
    size_t size = (size_t)ssProblem_Size( &solve->problem ) * sizeof( double );
    solve->start = needMemory( size, 1 );
    solve->p = needMemory( size, 1 );
    solve->gs = ssCreateGs( NULL );
    memcpy( solve->start, ssWorld_Reactions( world ), size );
    return solve->gs != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory" );
}

static void freeSolve( Solve* solve )
{
    ssDestroyGs( solve->gs );
    free( solve->start );
    free( solve->p );
    ssProblem_Destroy( &solve->problem );
}

/// Solves them: the fastest of all times so far.
static ssResult measureSolves( Solve* solve, int count, benchScale* scale )
{
    ssGsOptions options = { .maxPasses = PASSES, .accelerate = true, .single = true }; // as in a world
    ssGsReport report;
    ssResult result = ssOk();
    for ( int i = 0; i <= count && result.code == ss_ok; ++i )
    {
        memcpy( solve->p, solve->start, (size_t)ssProblem_Size( &solve->problem ) * sizeof( double ) );
        double began = osSeconds();
        result = ssGs_Solve( solve->gs, &solve->problem, &options, solve->p, NULL, &report );
        // The first one only warms the caches, which other numbers of threads have left in another state.
        scale->solve = i == 0 ? scale->solve : fmin( scale->solve, osSeconds() - began );
    }
    return result;
}

/// Measures a pile. All numbers of threads take turns, because its steps change with time.
static ssResult measurePile(
    benchRun* run, int spheres, const int* threads, const double* triad, int threadCounts )
{
    ssWorld* world = NULL;
    Solve solve = { .gs = NULL };
    benchScale scales[BENCH_THREADS_MAX];
    ssResult result = makePile( run, spheres, &world );
    result = result.code == ss_ok ? makeSolve( world, &solve ) : result;
    // Several rounds, so that every number of threads gets undisturbed moments on a shared machine.
    int rounds = run->quick ? 1 : spheres > 20000 ? 3 : 12, count = run->quick ? 1 : 3;
    for ( int k = 0; k < rounds * threadCounts && result.code == ss_ok; ++k )
    {
        int i = k % threadCounts;
        benchScale first = {
            .spheres = spheres, .threads = threads[i], .triad = triad[i], .step = HUGE_VAL, .solve = HUGE_VAL
        };
        scales[i] = k < threadCounts ? first : scales[i];
        threadPool* pool = threadPoolStart( threads[i] );
        measureSteps( world, count, &scales[i] );
        result = measureSolves( &solve, 2 * count, &scales[i] );
        threadPoolStop( pool );
    }
    for ( int i = 0; i < threadCounts && result.code == ss_ok; ++i )
    {
        scales[i].cpu /= rounds * count;
        benchAddScale( run, &scales[i] );
    }
    freeSolve( &solve );
    ssDestroyWorld( world );
    return result;
}

static ssResult benchThreads( benchRun* run )
{
    static const int spheres[] = { 1000, 10000, 100000 }, few[] = { 100, 300, 1000 };
    int threads[BENCH_THREADS_MAX], count = listThreads( run, threads );
    double triad[BENCH_THREADS_MAX];
    for ( int i = 0; i < count; ++i ) { triad[i] = measureTriad( run, threads[i] ); }
    ssResult result = ssOk();
    if ( run->spheres > 0 ) { return measurePile( run, run->spheres, threads, triad, count ); }
    for ( int i = 0; i < (int)SS_COUNT( spheres ) && result.code == ss_ok; ++i )
    {
        result = measurePile( run, run->quick ? few[i] : spheres[i], threads, triad, count );
    }
    return result;
}

const benchEntry bench_threads = {
    .name = "threads", .doc = "time steps and solves of piles on 1, 2, 4, ... threads", .run = benchThreads
};
