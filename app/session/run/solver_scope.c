// SPDX-License-Identifier: MIT
#include "session/run/solver_scope.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Runs solvers on a frozen problem as a job and records their iterations.

struct sessionSolverScope
{
    sessionJob* job; // its lock guards `runs`
    bool hasProblem;
    ssProblem problem;
    uint32_t wanted;
    double tolerance;
    int maxIterations, watch;
    sessionScopeRun runs[session_scopeSolvers];
};

typedef struct recorder
{
    sessionSolverScope* scope;
    sessionScopeRun* run;
    double start;
} recorder;

static bool record( void* context, const ssSolveIteration* line )
{
    recorder* r = context;
    sessionScopeRun* run = r->run;
    sessionScopeRow row = {
        .iteration = line->iteration, .seconds = osSeconds() - r->start, .residual = line->residual
    };
    memcpy( row.reaction, line->reaction, sizeof( row.reaction ) );
    sessionJob_Lock( r->scope->job );
    if ( run->rowCount == session_scopeRows )
    {
        for ( int i = 0; 2 * i < run->rowCount; ++i ) { run->rows[i] = run->rows[2 * i]; }
        run->rowCount /= 2;
        run->stride *= 2;
    }
    if ( line->iteration % run->stride == 0 || run->rowCount == 0 ) { run->rows[run->rowCount++] = row; }
    sessionJob_Unlock( r->scope->job );
    return !sessionJob_Stops( r->scope->job );
}

static void runOne( sessionSolverScope* scope, int index, double* p )
{
    const ssSolver* solver = ssGetSolver( index );
    sessionScopeRun* run = scope->runs + index;
    recorder r = { scope, run, osSeconds() };
    ssSolveOptions options = ssDefaultSolveOptions();
    options.tolerance = scope->tolerance;
    options.maxIterations = scope->maxIterations;
    options.trace = record;
    options.context = &r;
    options.watch = scope->watch;
    ssSolveReport report;
    ssResult result = ssSolve( solver, &scope->problem, &options, p, &report );
    report.seconds = osSeconds() - r.start;
    solveTrouble trouble = { .worst = -1 };
    if ( result.code == ss_ok && report.status != ss_statusConverged )
    {
        solveFindTrouble( &scope->problem, p, scope->tolerance, &trouble );
    }
    sessionJob_Lock( scope->job );
    run->report = report;
    run->trouble = trouble;
    run->done = true;
    snprintf( run->refusal, sizeof( run->refusal ), "%s", result.code == ss_ok ? "" : result.message );
    sessionJob_Unlock( scope->job );
}

static void work( void* context )
{
    sessionSolverScope* scope = context;
    int size = ssProblem_Size( &scope->problem );
    double* p = malloc( ( (size_t)size + 1 ) * sizeof( double ) );
    for ( int i = 0; i < ssSolverCount() && i < session_scopeSolvers && p != NULL; ++i )
    {
        if ( ( scope->wanted >> i & 1u ) != 0 && !sessionJob_Stops( scope->job ) )
        {
            memset( p, 0, ( (size_t)size + 1 ) * sizeof( double ) ); // every solver starts from zero
            runOne( scope, i, p );
        }
    }
    free( p );
}

sessionSolverScope* sessionCreateSolverScope( sessionJobMode mode )
{
    return sessionCreateWorker( sizeof( sessionSolverScope ), mode, 1, false, work );
}

static void stopScope( sessionSolverScope* scope ) { sessionJob_End( scope->job ); }

void sessionDestroySolverScope( sessionSolverScope* scope )
{
    if ( scope != NULL )
    {
        sessionDestroyJob( scope->job );
        ssProblem_Destroy( &scope->problem );
        free( scope );
    }
}

void sessionSolverScope_SetProblem( sessionSolverScope* scope, ssProblem* problem )
{
    stopScope( scope );
    ssProblem_Destroy( &scope->problem );
    scope->problem = *problem;
    *problem = ( ssProblem ){ 0 };
    scope->hasProblem = true;
    memset( scope->runs, 0, sizeof( scope->runs ) );
}

const ssProblem* sessionSolverScope_Problem( const sessionSolverScope* scope )
{
    return scope->hasProblem ? &scope->problem : NULL;
}

void sessionSolverScope_Run(
    sessionSolverScope* scope, uint32_t wanted, double tolerance, int maxIterations, int watch )
{
    if ( !scope->hasProblem ) { return; }
    stopScope( scope );
    memset( scope->runs, 0, sizeof( scope->runs ) );
    scope->wanted = wanted;
    scope->tolerance = tolerance;
    scope->maxIterations = maxIterations;
    scope->watch = watch;
    for ( int i = 0; i < session_scopeSolvers; ++i )
    {
        scope->runs[i].stride = 1;
        scope->runs[i].started = ( wanted >> i & 1u ) != 0;
    }
    sessionJob_Ask( scope->job );
}

bool sessionSolverScope_Busy( const sessionSolverScope* scope ) { return sessionJob_Busy( scope->job ); }

bool sessionSolverScope_Get( sessionSolverScope* scope, int solver, sessionScopeRun* run )
{
    sessionJob_Lock( scope->job );
    bool started = scope->runs[solver].started;
    if ( started ) { *run = scope->runs[solver]; }
    sessionJob_Unlock( scope->job );
    return started;
}
