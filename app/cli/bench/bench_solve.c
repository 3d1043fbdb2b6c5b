// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/os.h"
#include "cli/bench/bench_peers.h"
#include "cli/bench/bench_table.h"
#include "slipstick/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Contact problems: Gauss-Seidel passes on settled packings, beside a copy of their data; whole solves by
// `auto` to 1e-4 and 1e-8; single problems by `auto` and, if built in, by Siconos.

typedef struct Work
{
    ssProblem problem;
    const ssSolver* solver;
    ssSolveOptions options;
    ssSolveReport report;
    double* p;
} Work;

static void solveOnce( void* context )
{
    Work* work = context;
    memset( work->p, 0, (size_t)ssProblem_Size( &work->problem ) * sizeof( double ) );
    ssIgnore( ssSolve( work->solver, &work->problem, &work->options, work->p, &work->report ) );
    benchKeep( work->p[0] );
}

static ssResult startWork( Work* work, const char* solver, const ssPackingDef* def )
{
    *work = ( Work ){ .solver = ssFindSolver( solver ), .options = ssDefaultSolveOptions() };
    SS_TRY( ssMakePacking( def, &work->problem ) );
    work->p = needMemory( (size_t)ssProblem_Size( &work->problem ) + 1, sizeof( double ) );
    return ssOk();
}

static ssResult makeWork( Work* work, const char* solver, int dimension, int contacts, uint64_t seed )
{
    ssPackingDef def = ssDefaultPackingDef();
    def.settled = true;
    def.seed = seed;
    def.dimension = dimension;
    def.contacts = contacts;
    def.kick = 0.02;
    return startWork( work, solver, &def );
}

static void freeWork( Work* work )
{
    free( work->p );
    ssProblem_Destroy( &work->problem );
}

static ssResult measurePasses( benchRun* run, int dimension, int contacts )
{
    Work work;
    ssResult result = makeWork( &work, "nsgs", dimension, contacts, 1 );
    if ( result.code == ss_ok )
    {
        size_t d = (size_t)dimension;
        // A pass reads frame, arms, diagonal block, cone, q, p and the velocities of two bodies.
        size_t bytes = 15 * 8 + d * d * 8 + sizeof( ssCone ) + 2 * d * 8 + 12 * 8;
        int n = work.problem.contactCount;
        // Eleven passes minus one leave out the set-up of a solve. The largest problems need no repeats.
        benchRun few = { .quick = run->quick, .repeats = contacts > 10000 ? 1 : run->repeats };
        work.options.tolerance = 1e-9;
        work.options.maxIterations = 1;
        double one = benchMeasure( &few, solveOnce, &work, 1 );
        work.options.maxIterations = 11;
        double eleven = benchMeasure( &few, solveOnce, &work, 1 );
        double ns = ( eleven - one ) / 10.0 / n;
        benchAdd( run, benchName( run, "nsgs pass %dD, %d contacts", dimension, n ), ns > 0.1 ? ns : 0.1,
            benchMeasureCopy( run, bytes, n ), n );
    }
    freeWork( &work );
    return result;
}

static ssResult measureSolve( benchRun* run, int dimension, int contacts, double tolerance )
{
    Work work;
    ssResult result = makeWork( &work, "auto", dimension, contacts, 1 );
    if ( result.code == ss_ok )
    {
        char what[48];
        benchRun once = { .quick = run->quick, .repeats = 1 };
        work.options.tolerance = tolerance;
        double ns = benchMeasure( &once, solveOnce, &work, work.problem.contactCount );
        snprintf( what, sizeof( what ), "auto %dD to %.0e%s, %d contacts", dimension, tolerance,
            work.report.status == ss_statusConverged ? "" : " MISSED", work.problem.contactCount );
        size_t bytes = (size_t)( dimension * dimension + 2 * dimension ) * sizeof( double );
        double copy = benchMeasureCopy( run, bytes, work.problem.contactCount );
        benchAdd( run, what, ns, copy, work.problem.contactCount );
    }
    freeWork( &work );
    return result;
}

/// Solves one problem by `auto` and by Siconos.
static ssResult addMatch( benchRun* run, const char* what, Work* work, double tolerance )
{
    ssResult result = ssOk();
    if ( run->matchCount == BENCH_MATCHES_MAX ) { return result; }
    const ssProblem* problem = &work->problem;
    benchMatch* match = &run->matches[run->matchCount++];
    *match = ( benchMatch ){
        .contacts = problem->contactCount, .dimension = problem->dimension, .tolerance = tolerance
    };
    snprintf( match->what, sizeof( match->what ), "%s", what );
    work->options.tolerance = tolerance;
    match->seconds = HUGE_VAL;
    // Short solves are repeated for the clock and the caches, long ones are made once.
    double spent = 0.0;
    for ( int i = 0; i < ( run->quick ? 2 : 15 ) && ( i < 2 || spent < 0.3 ) && spent < 2.0; ++i )
    {
        double began = osCpuSeconds();
        solveOnce( work );
        double seconds = osCpuSeconds() - began;
        match->seconds = fmin( match->seconds, fmax( seconds, 1e-9 ) );
        spent += seconds;
    }
    match->residual = work->report.residual;
    match->converged = work->report.status == ss_statusConverged;
    match->comparable = bench_peers.siconosAccepts != NULL && bench_peers.siconosAccepts( problem );
    if ( match->comparable )
    {
        siconosAnswer gaussSeidel, best;
        double limit = run->quick ? 0.5 : fmin( 10.0, fmax( 1.0, 50.0 * match->seconds ) );
        result = bench_peers.siconosRun( problem, tolerance, limit, &gaussSeidel, &best );
        match->gaussSeidel = gaussSeidel.solver != NULL ? gaussSeidel.seconds : (double)INFINITY;
        match->best = best.solver != NULL ? best.seconds : (double)INFINITY;
        snprintf( match->bestName, sizeof( match->bestName ), "%s", best.solver != NULL ? best.solver : "" );
    }
    return result;
}

static ssResult matchPackings( benchRun* run )
{
    ssResult result = ssOk();
    for ( int i = 0; i < ( run->quick ? 2 : 12 ) && result.code == ss_ok; ++i )
    {
        char what[48];
        ssPackingDef def = ssRandomPackingDef( (uint64_t)( 100 + i ) );
        def.dimension = i % 2 == 0 ? 3 : 5;
        Work work;
        result = startWork( &work, "auto", &def );
        snprintf( what, sizeof( what ), "random packing %d", i );
        result = result.code == ss_ok ? addMatch( run, what, &work, 1e-8 ) : result;
        freeWork( &work );
    }
    // Times differ between seeds, so several are used where Siconos takes no more than a second.
    static const struct
    {
        int dimension, contacts, seeds;
        double tolerance;
    } settled[] = { { 3, 300, 6, 1e-4 }, { 3, 1000, 3, 1e-4 }, { 3, 2000, 1, 1e-4 }, { 3, 300, 1, 1e-8 },
        { 5, 300, 1, 1e-4 }, { 5, 300, 1, 1e-8 }, { 5, 1000, 1, 1e-4 } };
    for ( int i = 0; i < ( run->quick ? 0 : SS_COUNT( settled ) ); ++i )
    {
        for ( int seed = 1; seed <= settled[i].seeds && result.code == ss_ok; ++seed )
        {
            char what[48];
            Work work;
            result = makeWork( &work, "auto", settled[i].dimension, settled[i].contacts, (uint64_t)seed );
            snprintf( what, sizeof( what ), "settled packing, seed %d", seed );
            result = result.code == ss_ok ? addMatch( run, what, &work, settled[i].tolerance ) : result;
            freeWork( &work );
        }
    }
    return result;
}

static ssResult matchFile( benchRun* run, const char* name )
{
    char path[4096];
    char* text = NULL;
    size_t length = 0;
    snprintf( path, sizeof( path ), "%s/%s", run->problems, name );
    ssResult result = osReadFile( path, &text, &length );
    Work work = { .solver = ssFindSolver( "auto" ), .options = ssDefaultSolveOptions() };
    ssResult read = result.code == ss_ok ? ssReadProblem( text, length, &work.problem ) : result;
    if ( result.code == ss_ok && read.code != ss_ok )
    {
        fprintf( stderr, "slipstick bench: %s is skipped: %s\n", path, read.message );
    }
    else if ( result.code == ss_ok )
    {
        work.p = needMemory( (size_t)ssProblem_Size( &work.problem ) + 1, sizeof( double ) );
        result = addMatch( run, name, &work, 1e-8 );
    }
    free( text );
    freeWork( &work );
    return result;
}

static ssResult matchFolder( benchRun* run )
{
    char** names = NULL;
    int count = 0;
    ssResult result = osListFolder( run->problems, &names, &count );
    for ( int i = 0; i < count && result.code == ss_ok; ++i ) { result = matchFile( run, names[i] ); }
    osFreeList( names, count );
    return result;
}

static ssResult benchSolve( benchRun* run )
{
    static const int dimensions[] = { 3, 5, 6 };
    static const int sizes[] = { 1000, 10000, 100000 };
    ssResult result = ssOk();
    for ( int i = 0; i < 3 && result.code == ss_ok; ++i )
    {
        for ( int k = 0; k < ( run->quick ? 1 : 3 ) && result.code == ss_ok; ++k )
        {
            result = measurePasses( run, dimensions[i], sizes[k] );
        }
        if ( result.code == ss_ok )
        {
            result = measureSolve( run, dimensions[i], run->quick ? 60 : 300, 1e-4 );
        }
        if ( result.code == ss_ok )
        {
            result = measureSolve( run, dimensions[i], run->quick ? 60 : 300, 1e-8 );
        }
    }
    result = result.code == ss_ok ? matchPackings( run ) : result;
    return result.code == ss_ok && run->problems != NULL ? matchFolder( run ) : result;
}

const benchEntry bench_solve = {
    .name = "solve", .doc = "contact problems: passes and whole solves of settled packings", .run = benchSolve
};
