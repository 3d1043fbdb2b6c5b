// SPDX-License-Identifier: MIT
#include "cli/bench.h"

#include "slipstick/solver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Contact problems: sweeps of Gauss-Seidel over settled packings, per contact and sweep, beside a copy of what a sweep
// reads; and whole solves by `auto`, per contact, to the tolerances the project promises.

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
    ssSolve( work->solver, &work->problem, &work->options, work->p, &work->report );
    benchKeep( work->p[0] );
}

static ssResult makeWork( Work* work, const char* solver, int dimension, int contacts )
{
    ssPackingDef def = ssDefaultPackingDef();
    def.settled = true;
    def.dimension = dimension;
    def.contacts = contacts;
    def.kick = 0.02;
    *work = ( Work ){ .solver = ssFindSolver( solver ), .options = ssDefaultSolveOptions() };
    ssResult result = ssMakePacking( &def, &work->problem );
    if ( result.code == ss_ok )
    {
        work->p = calloc( (size_t)ssProblem_Size( &work->problem ) + 1, sizeof( double ) );
        result = work->p != NULL ? result : ssError( ss_errorMemory, NULL, "out of memory" );
    }
    return result;
}

static void freeWork( Work* work )
{
    free( work->p );
    ssProblem_Destroy( &work->problem );
}

static ssResult measureSweeps( benchRun* run, int dimension, int contacts )
{
    Work work;
    ssResult result = makeWork( &work, "nsgs", dimension, contacts );
    if ( result.code == ss_ok )
    {
        char what[48];
        size_t d = (size_t)dimension;
        // frame, arms, diagonal block, cone, q, p, the velocities of two bodies
        size_t bytes = 15 * 8 + d * d * 8 + sizeof( ssCone ) + 2 * d * 8 + 12 * 8;
        int n = work.problem.contactCount;
        // the set-up of a solve is taken off: eleven sweeps less one. The largest need no repeats to be steady
        benchRun few = { .quick = run->quick, .repeats = contacts > 10000 ? 1 : run->repeats };
        work.options.tolerance = 1e-9;
        work.options.maxIterations = 1;
        double one = benchMeasure( &few, solveOnce, &work, 1 );
        work.options.maxIterations = 11;
        double eleven = benchMeasure( &few, solveOnce, &work, 1 );
        double ns = ( eleven - one ) / 10.0 / n;
        snprintf( what, sizeof( what ), "nsgs sweep %dD, %d contacts", dimension, n );
        benchAdd( run, what, ns > 0.1 ? ns : 0.1, benchMeasureCopy( run, bytes, n ), n );
    }
    freeWork( &work );
    return result;
}

static ssResult measureSolve( benchRun* run, int dimension, int contacts, double tolerance )
{
    Work work;
    ssResult result = makeWork( &work, "auto", dimension, contacts );
    if ( result.code == ss_ok )
    {
        char what[48];
        benchRun once = { .quick = run->quick, .repeats = 1 };
        work.options.tolerance = tolerance;
        double ns = benchMeasure( &once, solveOnce, &work, work.problem.contactCount );
        snprintf( what, sizeof( what ), "auto %dD to %.0e%s, %d contacts", dimension, tolerance,
            work.report.status == ss_solveConverged ? "" : " MISSED", work.problem.contactCount );
        size_t bytes = (size_t)( dimension * dimension + 2 * dimension ) * sizeof( double );
        double copy = benchMeasureCopy( run, bytes, work.problem.contactCount );
        benchAdd( run, what, ns, copy, work.problem.contactCount );
    }
    freeWork( &work );
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
            result = measureSweeps( run, dimensions[i], sizes[k] );
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
    return result;
}

const benchEntry bench_solve = { "solve", "contact problems: sweeps and whole solves of settled packings",
    benchSolve };
