// SPDX-License-Identifier: MIT
#include "solve/solve_state.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Every solver, one line each; and what happens around all of them.

static const ssSolver* const s_solvers[] = {
    &ss_solverAuto,
    &ss_solverNsgs,
    &ss_solverQvi,
    &ss_solverFixedPoint,
    &ss_solverExtragradient,
    &ss_solverPsor,
    &ss_solverApgd,
    &ss_solverAdmm,
    &ss_solverNewton,
    &ss_solverLemke,
    &ss_solverPgs,
    &ss_solverPath,
    &ss_solverInterior,
};

int ssSolverCount( void )
{
    return SS_COUNT( s_solvers );
}

const ssSolver* ssGetSolver( int index )
{
    SS_ASSERT( index >= 0 && index < SS_COUNT( s_solvers ) );
    return s_solvers[index];
}

const ssSolver* ssFindSolver( const char* name )
{
    for ( int i = 0; i < SS_COUNT( s_solvers ); ++i )
    {
        if ( strcmp( s_solvers[i]->name, name ) == 0 )
        {
            return s_solvers[i];
        }
    }
    return NULL;
}

const char* ssSolveStatusName( ssSolveStatus status )
{
    static const char* const names[] = { "converged", "limit", "stalled", "not-finite", "cancelled",
        "no-memory", "refused" };
    SS_ASSERT( (int)status >= 0 && (int)status < SS_COUNT( names ) );
    return names[status];
}

ssSolveOptions ssDefaultSolveOptions( void )
{
    return ( ssSolveOptions ){ .tolerance = 1e-8, .watch = -1 };
}

// --------------------------------------------------------------------------------------------------------- refusals

#define SYMMETRIC_ENOUGH 1e-6 // of text files with six digits

ssResult ssSolver_Accepts( const ssSolver* solver, const ssProblem* problem )
{
    static const struct
    {
        unsigned flag;
        const char* name;
    } laws[] = { { ss_lawCoulomb, "the Coulomb law" }, { ss_lawRolling, "rolling friction" },
        { ss_lawSpinning, "spinning friction" }, { ss_lawAnisotropic, "anisotropic laws" },
        { ss_lawRelaxed, "the relaxed law" }, { ss_lawEllipsoidal, "ellipsoidal cones" },
        { ss_lawPolyhedral, "polyhedral cones" },
        { ss_lawSingleValued, "laws that are functions of the velocity" },
        { ss_lawPatch, "contact patches" } };
    unsigned missing = ssProblem_Flags( problem ) & ~solver->honours;
    for ( int i = 0; i < SS_COUNT( laws ); ++i )
    {
        if ( ( missing & laws[i].flag ) != 0 )
        {
            return ssError( ss_errorValue, "solver", "%s does not honour %s", solver->name, laws[i].name );
        }
    }
    if ( problem->rowCount > 0 && !solver->rows )
    {
        return ssError( ss_errorValue, "solver", "%s does not honour bilateral and box rows", solver->name );
    }
    if ( solver->symmetric )
    {
        double asymmetry = ssProblem_Asymmetry( problem );
        if ( asymmetry > SYMMETRIC_ENOUGH )
        {
            return ssError( ss_errorValue, "solver",
                "%s assumes W = W^T, and this W is off by %.2g of its size", solver->name, asymmetry );
        }
    }
    return ssOk();
}

// ----------------------------------------------------------------------------------------------------- bookkeeping

bool runCheck( ssSolveRun* run, const double* p, const double* y, double step )
{
    run->residual = systemResidual( run->system, p, y );
    if ( run->trace != NULL )
    {
        ssSolveIteration line = { run->solver->name, run->base + run->iterations, run->residual,
            systemObjective( run->system, p, y ), step, { 0.0 } };
        int dimension = run->system->dimension;
        for ( int i = 0; i < dimension && run->watch >= 0; ++i )
        {
            int at = run->watch * dimension + i;
            line.reaction[i] = p[at] * run->system->scale[at]; // p' = p/s
        }
        if ( !run->trace( run->context, &line ) )
        {
            run->status = ss_solveCancelled;
            return true;
        }
    }
    if ( !isfinite( run->residual ) )
    {
        run->status = ss_solveNotFinite;
        return true;
    }
    if ( run->residual <= run->tolerance )
    {
        run->status = ss_solveConverged;
        return true;
    }
    return false;
}

void runOther( ssSolveRun* run, const ssSolver* other, const double* values, int maxIterations )
{
    double defaults[SS_SOLVER_PARAMS_MAX];
    for ( int i = 0; i < other->paramCount; ++i )
    {
        defaults[i] = other->params[i].defaultValue;
    }
    ssSolveRun inner = *run;
    inner.solver = other;
    inner.values = values != NULL ? values : defaults;
    inner.maxIterations = maxIterations;
    inner.base = run->base + run->iterations;
    inner.iterations = 0;
    inner.status = ss_solveLimit;
    inner.what[0] = 0;
    other->solve( &inner );
    run->iterations += inner.iterations;
    run->residual = inner.residual;
    run->status = inner.status;
}

double runValue( const ssSolveRun* run, const char* key )
{
    int index = ssFindParam( run->solver->params, run->solver->paramCount, key );
    SS_ASSERT( index >= 0 );
    return run->values[index];
}

void runSay( ssSolveRun* run, const char* format, ... )
{
    size_t used = strlen( run->what );
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( run->what + used, sizeof( run->what ) - used, format, arguments );
    va_end( arguments );
}

double* runVectors( ssSolveRun* run, int count )
{
    double* vectors = ssAlloc( (size_t)count * runStride( run ) * sizeof( double ) );
    if ( vectors == NULL )
    {
        run->status = ss_solveNoMemory;
    }
    return vectors;
}

// ------------------------------------------------------------------------------------------------------------ solve

static ssResult checkOptions( const ssSolver* solver, const ssSolveOptions* options )
{
    if ( !( options->tolerance > 0.0 && isfinite( options->tolerance ) ) )
    {
        return ssError( ss_errorValue, "tol", "tol = %g; allowed is > 0", options->tolerance );
    }
    if ( options->maxIterations < 0 )
    {
        return ssError(
            ss_errorValue, "max-iterations", "max-iterations = %d; allowed is >= 0", options->maxIterations );
    }
    for ( int i = 0; i < solver->paramCount && options->values != NULL; ++i )
    {
        ssResult result = ssCheckParam( &solver->params[i], options->values[i] );
        if ( result.code != ss_ok )
        {
            return result;
        }
    }
    return ssOk();
}

/// The judge's word is the last: a solver that stopped by its own measure is judged again, and one that leaves the
/// numbers gives back its start.
static void finish( ssSolveRun* run, double* p, double* y, ssSolveReport* report )
{
    ssSystem* system = run->system;
    for ( int i = 0; i < system->size; ++i )
    {
        if ( !isfinite( run->p[i] ) )
        {
            run->status = ss_solveNotFinite;
            memset( run->p, 0, (size_t)system->size * sizeof( double ) );
        }
    }
    systemMultiply( system, run->p, y, system->velocity );
    double residual = systemResidual( system, run->p, y );
    systemUnscaleReaction( system, run->p, p );
    *report = ( ssSolveReport ){ .status = run->status, .iterations = run->iterations, .residual = residual };
    memcpy( report->what, run->what, sizeof( report->what ) );
    if ( residual <= run->tolerance && run->status != ss_solveCancelled )
    {
        report->status = ss_solveConverged;
    }
    else if ( run->status == ss_solveConverged )
    {
        report->status = ss_solveStalled;
    }
}

ssResult ssSolve( const ssSolver* solver, const ssProblem* problem, const ssSolveOptions* options, double* p,
    ssSolveReport* report )
{
    *report = ( ssSolveReport ){ .status = ss_solveRefused, .residual = (double)INFINITY };
    ssResult result = checkOptions( solver, options );
    result = result.code == ss_ok ? ssSolver_Accepts( solver, problem ) : result;
    ssSystem system;
    if ( result.code != ss_ok || ( result = systemCreate( problem, &system ), result.code != ss_ok ) )
    {
        return result;
    }
    double defaults[SS_SOLVER_PARAMS_MAX];
    SS_ASSERT( solver->paramCount <= SS_SOLVER_PARAMS_MAX );
    for ( int i = 0; i < solver->paramCount; ++i )
    {
        defaults[i] = solver->params[i].defaultValue;
    }
    ssSolveRun run = { .system = &system,
        .solver = solver,
        .tolerance = options->tolerance,
        .maxIterations = options->maxIterations > 0 ? options->maxIterations : solver->maxIterations,
        .values = options->values != NULL ? options->values : defaults,
        .residual = (double)INFINITY,
        .status = ss_solveLimit,
        .watch = options->watch < problem->contactCount ? options->watch : -1,
        .trace = options->trace,
        .context = options->context };
    double* vectors = runVectors( &run, 2 );
    if ( vectors == NULL )
    {
        systemDestroy( &system );
        report->status = ss_solveNoMemory;
        return problemNoMemory();
    }
    run.p = vectors;
    bool finite = true;
    for ( int i = 0; i < system.size; ++i )
    {
        finite = finite && isfinite( p[i] );
    }
    if ( !finite )
    {
        result = ssError( ss_errorValue, "start", "the start is not finite" );
    }
    else
    {
        systemScaleReaction( &system, p, run.p );
        if ( system.qNorm == 0.0 )
        {
            // nothing moves: no force is needed, whatever the start was
            memset( run.p, 0, runStride( &run ) * sizeof( double ) );
            run.status = ss_solveConverged;
        }
        else
        {
            solver->solve( &run );
        }
        finish( &run, p, vectors + runStride( &run ), report );
        if ( report->status == ss_solveRefused )
        {
            result = ssError( ss_errorValue, "solver", "%s", report->what );
        }
    }
    ssRelease( vectors );
    systemDestroy( &system );
    return result;
}
