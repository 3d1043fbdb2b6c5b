// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/os.h"
#include "base/thread_pool.h"
#include "cli/bench/bench_table.h"
#include "gauss_seidel/gauss_seidel.h"

#include <stdlib.h>
#include <string.h>

// The Gauss-Seidel kernel per contact and pass on piles of spheres with six rows: with each set of
// instructions, on two threads, in single precision, and for other bodies; beside it a copy of as many bytes
// as a pass moves. engine/src/solve/NOTES.md has the roofline.

#define PASSES 20 // per measurement

// [bytes] per contact
#define BYTES_READ ( 152 + 2 * 64 )
#define BYTES_WRITTEN ( 48 + 2 * 64 )
#define BYTES_COPIED ( ( BYTES_READ + BYTES_WRITTEN ) / 2 ) // a copy reads and writes each byte
// The same in single precision, with the reactions of the pass before.
#define SINGLE_BYTES_COPIED ( ( 96 + 2 * 32 + 24 + 2 * 32 ) / 2 )
// The same of bodies that are not spheres, whose inertia is read as well.
#define BODY_BYTES_COPIED ( ( 520 + 2 * 128 + 48 + 2 * 64 ) / 2 )

typedef struct Work
{
    ssProblem problem;
    ssGs* solver;
    ssGsOptions options;
    ssGsReport report;
    double *p, *start;
} Work;

static void lanePasses( void* context )
{
    Work* work = context;
    ssGs_Iterate( work->solver, &work->options, &work->report );
}

static void wholeSolve( void* context )
{
    Work* work = context;
    memcpy( work->p, work->start, (size_t)ssProblem_Size( &work->problem ) * sizeof( double ) );
    ssIgnore( ssGs_Solve( work->solver, &work->problem, &work->options, work->p, NULL, &work->report ) );
    benchKeep( work->p[0] );
}

static void freeWork( Work* work )
{
    free( work->p );
    free( work->start );
    ssDestroyGs( work->solver );
    ssProblem_Destroy( &work->problem );
}

static ssResult makeWork( Work* work, int dimension, int contacts )
{
    ssPackingDef def = ssDefaultPackingDef();
    def.settled = true;
    def.dimension = dimension;
    def.contacts = contacts;
    def.kick = 0.0;
    *work = ( Work ){ .options = ssDefaultGsOptions() };
    SS_TRY( ssMakePacking( &def, &work->problem ) );
    size_t size = (size_t)ssProblem_Size( &work->problem ) + 1;
    work->p = needMemory( size, sizeof( double ) );
    work->start = needMemory( size, sizeof( double ) );
    work->solver = ssCreateGs( NULL );
    if ( work->solver == NULL )
    {
        freeWork( work );
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    return ssGs_Begin( work->solver, &work->problem, work->p, 0 );
}

/// The fastest repeat [ns]; of one thread, processor time, which other programs affect less.
static double measure( const benchRun* run, benchWork* work, void* context, bool alone )
{
    double ( *const seconds )( void ) = alone ? osCpuSeconds : osSeconds;
    double best = HUGE_VAL;
    work( context );
    for ( int i = 0; i < run->repeats; ++i )
    {
        double began = seconds();
        work( context );
        best = fmin( best, seconds() - began );
    }
    return fmax( best, 1e-9 ) * 1e9;
}

/// Time per contact and pass with the options [ns], without judging the result at the end.
static double measureWith( benchRun* run, Work* work, ssGsOptions options, bool alone )
{
    work->options = options;
    work->options.maxPasses = 0;
    double judging = measure( run, lanePasses, work, alone );
    work->options.maxPasses = PASSES;
    double all = measure( run, lanePasses, work, alone );
    return fmax( all - judging, 1.0 ) / PASSES / work->problem.contactCount;
}

static const ssGsOptions s_lanes = { .maxPasses = PASSES };

/// How fast one thread is with each set of instructions, the one that is used last; `copy`: [ns].
static bool addSets(
    benchRun* run, Work* work, ssGsOptions options, const char* what, const char* beside, double copy )
{
    int n = work->problem.contactCount;
    for ( int set = 0; set < ssGsInstructionSetCount(); ++set )
    {
        ssGs_UseInstructionSet( work->solver, set );
        double ns = measureWith( run, work, options, true );
        if ( options.single && !work->report.single )
        {
            return false; // there are too few contacts
        }
        benchAdd( run,
            benchName( run, "%d, %s%s: %.*f M/s, %.0f%% of %s", n, ssGsInstructionSetName( set ), what,
                options.single ? 0 : 1, 1e3 / ns, 100.0 * copy / ns, beside ),
            ns, copy, n );
    }
    return true;
}

static void addTwoThreads( benchRun* run, Work* work, ssGsOptions options, const char* what, double copy )
{
    int n = work->problem.contactCount;
    double one = measureWith( run, work, options, false );
    threadPool* pool = threadPoolStart( 2 );
    double two = measureWith( run, work, options, false );
    threadPoolStop( pool );
    benchAdd( run, benchName( run, "%d%s, two threads: %.2f times one", n, what, one / two ), two, copy, n );
}

/// The same in single precision, with extrapolation, on one thread and on two.
static ssResult addSingle( benchRun* run, Work* work )
{
    const ssGsOptions options = { .maxPasses = PASSES, .accelerate = true, .single = true };
    double copy = benchMeasureCopy( run, SINGLE_BYTES_COPIED, work->problem.contactCount );
    ssGs_Plan( work->solver, &options );
    ssResult result = ssGs_Begin( work->solver, &work->problem, work->p, 0 );
    if ( result.code == ss_ok && addSets( run, work, options, ", single", "copy", copy ) )
    {
        addTwoThreads( run, work, options, ", single", copy );
    }
    return result;
}

/// Bytes per contact and per sphere of the packed problem.
static void addMemory( benchRun* run, const Work* work )
{
    size_t bodies = 0, all = ssGs_Bytes( work->solver, &bodies );
    int n = work->problem.contactCount;
    benchFact( run, benchName( run, "bytes per contact, packed for Gauss-Seidel, %d contacts", n ),
        (double)( all - bodies ) / n );
    benchFact( run,
        benchName( run, "bytes per sphere, packed for Gauss-Seidel, %d spheres", work->problem.bodyCount ),
        (double)bodies / work->problem.bodyCount );
}

static ssResult measureSize( benchRun* run, int contacts )
{
    Work work;
    SS_TRY( makeWork( &work, 6, contacts ) );
    double copy = benchMeasureCopy( run, BYTES_COPIED, work.problem.contactCount );
    addSets( run, &work, s_lanes, "", "streaming", copy );
    addTwoThreads( run, &work, s_lanes, "", copy );
    if ( contacts >= 100000 || run->quick ) { addMemory( run, &work ); }
    ssResult result = addSingle( run, &work );
    freeWork( &work );
    return result;
}

/// The same pile of bodies whose inertia is not that of spheres, with the options of `solve`.
static ssResult measureBodies( benchRun* run, int dimension, int contacts )
{
    Work work;
    ssResult result = makeWork( &work, dimension, contacts );
    if ( result.code == ss_ok )
    {
        for ( int i = 0; i < work.problem.bodyCount; ++i ) { work.problem.inverseInertia[i].cx.x *= 1.3; }
        result = ssGs_Begin( work.solver, &work.problem, work.p, 0 );
        int n = work.problem.contactCount;
        double copy = benchMeasureCopy( run, BODY_BYTES_COPIED, n );
        for ( int set = 0; set < ssGsInstructionSetCount() && result.code == ss_ok; ++set )
        {
            ssGs_UseInstructionSet( work.solver, set );
            double ns = measureWith( run, &work, s_lanes, true );
            benchAdd( run,
                benchName( run, "%d, bodies, %dD, %s: %.1f M/s", n, dimension, ssGsInstructionSetName( set ),
                    1e3 / ns ),
                ns, copy, n );
        }
        freeWork( &work );
    }
    return result;
}

/// Adds the time of a whole solve per contact, with packing the problem and reading out the answer.
static void addWhole( benchRun* run, Work* work, const char* how )
{
    int n = work->problem.contactCount;
    double ns = measure( run, wholeSolve, work, true ) / n;
    benchAdd( run,
        benchName( run, "%d, %s: %d passes%s", n, how, work->report.passes,
            work->options.tolerance > 0.0 && work->report.status != ss_statusConverged ? " MISSED" : "" ),
        ns, benchMeasureCopy( run, BYTES_COPIED, n ), n );
}

static ssResult measureSolves( benchRun* run, int contacts )
{
    Work work;
    ssResult result = makeWork( &work, 6, contacts );
    if ( result.code != ss_ok ) { return result; }
    work.options = ( ssGsOptions ){ .maxPasses = 50 };
    addWhole( run, &work, "one step" );
    work.options = ( ssGsOptions ){ .tolerance = 1e-4, .maxPasses = 5000 };
    addWhole( run, &work, "to 1e-4" );
    work.options.accelerate = true;
    addWhole( run, &work, "to 1e-4, extrapolated" );
    memcpy( work.start, work.p, (size_t)ssProblem_Size( &work.problem ) * sizeof( double ) );
    for ( int i = 0; i < ssProblem_Size( &work.problem ); ++i )
    {
        work.start[i] *= 1.0 + 1e-3 * sin( (double)i );
    }
    addWhole( run, &work, "to 1e-4, started 0.1% off" );
    freeWork( &work );
    return result;
}

static ssResult benchGaussSeidel( benchRun* run )
{
    static const int sizes[] = { 1000, 5000, 10000, 100000 };
    ssResult result = ssOk();
    for ( int i = 0; i < ( run->quick ? 1 : SS_COUNT( sizes ) ) && result.code == ss_ok; ++i )
    {
        result = measureSize( run, sizes[i] );
    }
    for ( int dimension = 3; dimension <= 6 && result.code == ss_ok; dimension += dimension == 3 ? 2 : 1 )
    {
        result = measureBodies( run, dimension, run->quick ? 1000 : 10000 );
    }
    for ( int contacts = 500; contacts <= ( run->quick ? 500 : 20000 ) && result.code == ss_ok;
          contacts = contacts == 500 ? 5000 : 4 * contacts )
    {
        result = measureSolves( run, contacts );
    }
    return result;
}

const benchEntry bench_gaussSeidel = { .name = "gauss-seidel",
    .doc = "Gauss-Seidel per contact and pass: each set of instructions, bodies, solves",
    .run = benchGaussSeidel,
    .alias = "sweep" };
