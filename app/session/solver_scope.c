// SPDX-License-Identifier: MIT
#include "session/solver_scope.h"

#include "base/os.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hostSolverScope
{
    bool threaded, hasProblem;
    ssProblem problem;
    osThread* thread;
    osGate* lock; // of `runs`
    atomic_bool stop, busy;
    uint32_t wanted;
    double tolerance;
    int maxIterations, watch;
    hostScopeRun runs[host_scopeSolvers];
};

typedef struct recorder
{
    hostSolverScope* scope;
    hostScopeRun* run;
    double start;
} recorder;

static bool record( void* context, const ssSolveIteration* line )
{
    recorder* r = context;
    hostScopeRun* run = r->run;
    hostScopeRow row = {
        .iteration = line->iteration, .seconds = osSeconds() - r->start, .residual = line->residual
    };
    memcpy( row.reaction, line->reaction, sizeof( row.reaction ) );
    osLockGate( r->scope->lock );
    if ( run->rowCount == host_scopeRows )
    {
        for ( int i = 0; 2 * i < run->rowCount; ++i )
        {
            run->rows[i] = run->rows[2 * i];
        }
        run->rowCount /= 2;
        run->stride *= 2;
    }
    if ( line->iteration % run->stride == 0 || run->rowCount == 0 )
    {
        run->rows[run->rowCount++] = row;
    }
    osUnlockGate( r->scope->lock );
    return !atomic_load( &r->scope->stop );
}

static void runOne( hostSolverScope* scope, int index, double* p )
{
    const ssSolver* solver = ssGetSolver( index );
    hostScopeRun* run = scope->runs + index;
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
    osLockGate( scope->lock );
    run->report = report;
    run->done = true;
    snprintf( run->refusal, sizeof( run->refusal ), "%s", result.code == ss_ok ? "" : result.message );
    osUnlockGate( scope->lock );
}

static void work( void* context )
{
    hostSolverScope* scope = context;
    int size = ssProblem_Size( &scope->problem );
    double* p = malloc( ( (size_t)size + 1 ) * sizeof( double ) );
    for ( int i = 0; i < ssSolverCount() && i < host_scopeSolvers && p != NULL; ++i )
    {
        if ( ( scope->wanted >> i & 1u ) != 0 && !atomic_load( &scope->stop ) )
        {
            memset( p, 0, ( (size_t)size + 1 ) * sizeof( double ) ); // every solver starts cold, and alone
            runOne( scope, i, p );
        }
    }
    free( p );
    atomic_store( &scope->busy, false );
}

hostSolverScope* hostCreateSolverScope( bool threaded )
{
    hostSolverScope* scope = calloc( 1, sizeof( hostSolverScope ) );
    if ( scope != NULL )
    {
        scope->threaded = threaded;
        scope->lock = osCreateGate();
    }
    if ( scope != NULL && scope->lock == NULL )
    {
        free( scope );
        scope = NULL;
    }
    return scope;
}

void hostSolverScope_Stop( hostSolverScope* scope )
{
    atomic_store( &scope->stop, true );
    if ( scope->thread != NULL )
    {
        osJoinThread( scope->thread );
        scope->thread = NULL;
    }
    atomic_store( &scope->stop, false );
}

void hostDestroySolverScope( hostSolverScope* scope )
{
    if ( scope != NULL )
    {
        hostSolverScope_Stop( scope );
        ssProblem_Destroy( &scope->problem );
        osDestroyGate( scope->lock );
        free( scope );
    }
}

void hostSolverScope_SetProblem( hostSolverScope* scope, ssProblem* problem )
{
    hostSolverScope_Stop( scope );
    ssProblem_Destroy( &scope->problem );
    scope->problem = *problem;
    *problem = ( ssProblem ){ 0 };
    scope->hasProblem = true;
    memset( scope->runs, 0, sizeof( scope->runs ) );
}

const ssProblem* hostSolverScope_Problem( const hostSolverScope* scope )
{
    return scope->hasProblem ? &scope->problem : NULL;
}

void hostSolverScope_Run(
    hostSolverScope* scope, uint32_t wanted, double tolerance, int maxIterations, int watch )
{
    if ( !scope->hasProblem )
    {
        return;
    }
    hostSolverScope_Stop( scope );
    memset( scope->runs, 0, sizeof( scope->runs ) );
    scope->wanted = wanted;
    scope->tolerance = tolerance;
    scope->maxIterations = maxIterations;
    scope->watch = watch;
    for ( int i = 0; i < host_scopeSolvers; ++i )
    {
        scope->runs[i].stride = 1;
        scope->runs[i].started = ( wanted >> i & 1u ) != 0;
    }
    atomic_store( &scope->busy, true );
    scope->thread = scope->threaded ? osStartThread( work, scope ) : NULL;
    if ( scope->thread == NULL )
    {
        work( scope );
    }
}

bool hostSolverScope_Busy( const hostSolverScope* scope )
{
    return atomic_load( &scope->busy );
}

bool hostSolverScope_Get( hostSolverScope* scope, int solver, hostScopeRun* run )
{
    osLockGate( scope->lock );
    bool started = scope->runs[solver].started;
    if ( started )
    {
        *run = scope->runs[solver];
    }
    osUnlockGate( scope->lock );
    return started;
}
