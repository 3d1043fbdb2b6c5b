// SPDX-License-Identifier: MIT
#include "slipstick/solver.h"
#include "solve/solve_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// What surrounds every solver: refusals, bookkeeping, and the judge's verdict at the end.

ssSolveOptions ssDefaultSolveOptions( void ) { return ( ssSolveOptions ){ .tolerance = 1e-8, .watch = -1 }; }

ssResult ssSolveOptions_Set( ssSolveOptions* options, const char* key, double value )
{
    int index = 0;
    while ( index < options->namedCount && strcmp( options->named[index].key, key ) != 0 ) { ++index; }
    if ( index >= SS_SOLVER_PARAMS_MAX )
    {
        return ssError(
            ss_errorValue, key, "'%s' is one option too many; allowed: %d", key, SS_SOLVER_PARAMS_MAX );
    }
    options->named[index] = ( ssSolverOption ){ key, value };
    options->namedCount = index < options->namedCount ? options->namedCount : index + 1;
    return ssOk();
}

ssResult ssSolver_Honours( const ssSolver* solver, unsigned lawFlags )
{
    static const struct
    {
        unsigned flag;
        const char* name;
    } laws[] = { { ss_lawFlagCoulomb, "the Coulomb law" }, { ss_lawFlagRolling, "rolling friction" },
        { ss_lawFlagSpinning, "spinning friction" }, { ss_lawFlagAnisotropic, "anisotropic laws" },
        { ss_lawFlagRelaxed, "the relaxed law" }, { ss_lawFlagEllipsoidal, "ellipsoidal cones" },
        { ss_lawFlagPolyhedral, "polyhedral cones" },
        { ss_lawFlagSingleValued, "laws that are functions of the velocity" },
        { ss_lawFlagPatch, "contact patches" } };
    unsigned missing = lawFlags & ~solver->honours;
    for ( int i = 0; i < SS_COUNT( laws ); ++i )
    {
        if ( ( missing & laws[i].flag ) != 0 )
        {
            return ssError(
                ss_errorValue, "solver", "the solver %s does not honour %s", solver->name, laws[i].name );
        }
    }
    return ssOk();
}

ssResult ssSolver_Accepts( const ssSolver* solver, const ssProblem* problem )
{
    if ( solver->solve == NULL )
    {
        return ssError( ss_errorValue, "solver",
            "the solver %s solves the steps of a world alone; nsgs makes such passes over a problem",
            solver->name );
    }
    SS_TRY( ssSolver_Honours( solver, ssProblem_Flags( problem ) ) );
    if ( problem->rowCount > 0 && !solver->rows )
    {
        return ssError(
            ss_errorValue, "solver", "the solver %s does not honour bilateral and box rows", solver->name );
    }
    if ( solver->bodiesOnly && ssProblem_IsExplicit( problem ) )
    {
        return ssError( ss_errorValue, "solver", "the solver %s needs bodies, and this W is given as blocks",
            solver->name );
    }
    if ( solver->symmetric )
    {
        double asymmetry = ssProblem_Asymmetry( problem );
        if ( asymmetry > SS_ASYMMETRY_MAX )
        {
            return ssError( ss_errorValue, "solver",
                "the solver %s assumes W = W^T, and this W is off by %.2g of its size", solver->name,
                asymmetry );
        }
    }
    return ssOk();
}

static void keepIfBest( ssSolveState* state, const double* p )
{
    if ( state->best != NULL && state->residual < state->best->residual )
    {
        state->best->residual = state->residual;
        memcpy( state->best->p, p, (size_t)state->system->size * sizeof( double ) );
    }
}

/// The trace gets p, whose residual is known. False when it ends the solve.
static bool callTrace( ssSolveState* state, const double* p, const double* y, double step )
{
    if ( state->trace == NULL ) { return true; }
    ssSolveIteration iteration = { state->solver->name, state->iterationsPast + state->iterations,
        state->residual, systemObjective( state->system, p, y ), step, { 0.0 } };
    int dimension = state->system->dimension;
    for ( int i = 0; i < dimension && state->watch >= 0; ++i )
    {
        int at = state->watch * dimension + i;
        iteration.reaction[i] = p[at] * state->system->scale[at]; // p' = p/s
    }
    bool goesOn = state->trace( state->context, &iteration );
    state->status = goesOn ? state->status : ss_statusCancelled;
    return goesOn;
}

bool solveShow( ssSolveState* state, const double* p, const double* y, double step )
{
    if ( state->trace == NULL ) { return true; }
    state->residual = systemResidual( state->system, p, y );
    return callTrace( state, p, y, step );
}

bool solveCheck( ssSolveState* state, const double* p, const double* y, double step )
{
    state->residual = systemResidual( state->system, p, y );
    keepIfBest( state, p );
    if ( !callTrace( state, p, y, step ) ) { return true; }
    if ( !isfinite( state->residual ) )
    {
        state->status = ss_statusNotFinite;
        return true;
    }
    if ( state->residual <= state->tolerance && systemIsFeasible( state->system, p, state->tolerance ) )
    {
        state->status = ss_statusConverged;
        return true;
    }
    return solveStops( state );
}

bool solveCheckPass( ssSolveState* state, double* y, double step, int* next )
{
    bool due = state->iterations >= *next || state->iterations == state->maxIterations;
    if ( due || state->trace != NULL )
    {
        systemMultiply( state->system, state->p, y, state->system->velocity );
    }
    if ( !due ) { return !solveShow( state, state->p, y, step ); }
    *next = state->iterations + 1 + state->iterations / 20;
    return solveCheck( state, state->p, y, step );
}

bool solveStops( ssSolveState* state )
{
    if ( state->stop == NULL || !state->stop( state->stopContext ) ) { return false; }
    state->status = ss_statusCancelled;
    state->stopped = true;
    return true;
}

/// Fills in all params, named or default. Refuses unknown names and values out of range.
static ssResult resolveOptions(
    const ssSolver* solver, const ssSolverOption* named, int namedCount, double* values )
{
    SS_ASSERT( solver->paramCount <= SS_SOLVER_PARAMS_MAX );
    for ( int i = 0; i < solver->paramCount; ++i ) { values[i] = solver->params[i].defaultValue; }
    for ( int i = 0; i < namedCount; ++i )
    {
        int index = ssFindParam( solver->params, solver->paramCount, named[i].key );
        if ( index < 0 )
        {
            return ssError(
                ss_errorValue, named[i].key, "the solver %s has no option '%s'", solver->name, named[i].key );
        }
        SS_TRY( ssCheckParam( &solver->params[index], named[i].value ) );
        values[index] = named[i].value;
    }
    return ssOk();
}

void solveOnWith( ssSolveState* state, const ssSolver* other, const ssSolverOption* named, int namedCount,
    int maxIterations )
{
    double values[SS_SOLVER_PARAMS_MAX];
    ssResult result = resolveOptions( other, named, namedCount, values );
    SS_ASSERT( result.code == ss_ok );
    (void)result;
    ssSolveState inner = *state;
    inner.solver = other;
    inner.values = values;
    inner.maxIterations = maxIterations;
    inner.iterationsPast = state->iterationsPast + state->iterations;
    inner.iterations = 0;
    inner.status = ss_statusLimit;
    inner.what[0] = 0;
    ssArenaMark mark = ssArena_Mark( state->system->arena );
    other->solve( &inner );
    ssArena_Release( state->system->arena, mark );
    state->iterations += inner.iterations;
    state->residual = inner.residual;
    state->status = inner.status;
    state->stopped = inner.stopped;
}

double solveOption( const ssSolveState* state, const char* key )
{
    int index = ssFindParam( state->solver->params, state->solver->paramCount, key );
    SS_ASSERT( index >= 0 );
    return state->values[index];
}

void solveNote( ssSolveState* state, const char* format, ... )
{
    size_t used = strlen( state->what );
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( state->what + used, sizeof( state->what ) - used, format, arguments );
    va_end( arguments );
}

void solveNoteCount( ssSolveState* state, const char* before, int count, const char* thing )
{
    size_t length = strlen( thing );
    bool hisses = length > 0 && thing[length - 1] == 's';
    solveNote( state, "%s%d %s%s", before, count, thing, count == 1 ? "" : hisses ? "es" : "s" );
}

double* solveVectors( ssSolveState* state, int count )
{
    double* vectors =
        ssArena_Alloc( state->system->arena, (size_t)count * solveStride( state ) * sizeof( double ) );
    if ( vectors == NULL ) { state->status = ss_statusNoMemory; }
    return vectors;
}

void solveFree( const ssSolveState* state, double* vectors )
{
    ssArena_Free( state->system->arena, vectors );
}

static ssResult checkLimits( const ssSolveOptions* options )
{
    if ( !( options->tolerance > 0.0 && isfinite( options->tolerance ) ) )
    {
        return ssError( ss_errorValue, "tol", "tol = %g; allowed: > 0", options->tolerance );
    }
    if ( !( options->budget >= 0.0 ) )
    {
        return ssError( ss_errorValue, "budget", "budget = %g; allowed: >= 0", options->budget );
    }
    if ( options->maxIterations < 0 )
    {
        return ssError(
            ss_errorValue, "max-iterations", "max-iterations = %d; allowed: >= 0", options->maxIterations );
    }
    return ssOk();
}

static bool isFinite( int size, const double* p )
{
    bool finite = true;
    for ( int i = 0; i < size; ++i ) { finite = finite && isfinite( p[i] ); }
    return finite;
}

/// Notes what the flow rules of the problem are like: the one with the largest closure gap speaks for all.
static void noteFlowRule( ssSolveState* state )
{
    const ssProblem* problem = state->system->problem;
    const ssLaw* worst = NULL;
    for ( int i = 0; i < problem->lawCount; ++i )
    {
        const ssLaw* law = &problem->lawTable[i];
        bool isWorse = worst == NULL || fabs( law->report.closureGap ) > fabs( worst->report.closureGap );
        worst = law->followsRule && isWorse ? law : worst;
    }
    if ( worst != NULL )
    {
        char text[SS_FLOW_TEXT_MAX];
        ssLaw_DescribeFlow( worst, text, sizeof( text ) );
        solveNote( state, "%slaw %s: %s", state->what[0] != 0 ? "; " : "", worst->type->name, text );
    }
}

/// The judge has the last word: a solver that stopped by a measure of its own is judged again. Reactions that
/// are no longer finite become zeros, and where the solve was stopped the best so far come back.
static void finish( ssSolveState* state, double* p, double* y, ssSolveReport* report )
{
    ssSystem* system = state->system;
    noteFlowRule( state );
    if ( !isFinite( system->size, state->p ) )
    {
        state->status = ss_statusNotFinite;
        memset( state->p, 0, (size_t)system->size * sizeof( double ) );
    }
    systemMultiply( system, state->p, y, system->velocity );
    double residual = systemResidual( system, state->p, y );
    if ( state->stopped && state->best != NULL && !( residual <= state->best->residual ) )
    {
        memcpy( state->p, state->best->p, (size_t)system->size * sizeof( double ) );
        systemMultiply( system, state->p, y, system->velocity );
        residual = systemResidual( system, state->p, y );
    }
    if ( residual <= state->tolerance && !systemIsFeasible( system, state->p, state->tolerance ) )
    {
        // Some reactions pull, too little to show beside |q|. They are removed, and the rest is judged.
        systemMakeFeasible( system, state->p );
        systemMultiply( system, state->p, y, system->velocity );
        residual = systemResidual( system, state->p, y );
    }
    systemUnscaleReaction( system, state->p, p );
    *report = ( ssSolveReport ){
        .status = state->status, .iterations = state->iterations, .residual = residual, .work = state->work
    };
    memcpy( report->what, state->what, sizeof( report->what ) );
    if ( residual <= state->tolerance && state->status != ss_statusCancelled )
    {
        report->status = ss_statusConverged;
    }
    else if ( state->status == ss_statusConverged ) { report->status = ss_statusStalled; }
    report->budgetSpent = state->budgetSpent && report->status != ss_statusConverged;
}

double ssSolver_Cost( const ssSolver* solver, int contacts )
{
    double cost = solver->cost + solver->costPerContact * contacts;
    return cost > 0.0 ? cost : 1.0;
}

/// At most `iterations`, and no more of this solver's than the rest of the budget pays for.
static int solveAffordable( const ssSolveState* state, const ssSolver* solver, int iterations )
{
    double affordable = ( state->budget - state->work ) / ssSolver_Cost( solver, state->system->contacts );
    return affordable >= iterations ? iterations : affordable > 0.0 ? (int)affordable : 0;
}

/// The budget bounds the iterations of a solver; `auto` divides it among those that it calls.
static void runWithinBudget( ssSolveState* state )
{
    const ssSolver* solver = state->solver;
    if ( solver == &ss_solverAuto )
    {
        solver->solve( state );
        return;
    }
    int wanted = state->maxIterations;
    state->maxIterations = solveAffordable( state, solver, wanted );
    solver->solve( state );
    state->work = state->iterations * ssSolver_Cost( solver, state->system->contacts );
    state->budgetSpent = state->maxIterations < wanted && state->iterations >= state->maxIterations;
}

/// Scales the start, lets the solver work and judges its answer.
static ssResult solveScaled( ssSolveState* state, double* p, ssSolveReport* report )
{
    ssSystem* system = state->system;
    double* vectors = solveVectors( state, 3 );
    if ( vectors == NULL )
    {
        report->status = ss_statusNoMemory;
        return problemNoMemory();
    }
    size_t stride = solveStride( state );
    double* y = vectors + stride;
    solveBest best = { .p = vectors + 2 * stride };
    state->p = vectors;
    systemScaleReaction( system, p, state->p );
    if ( state->stop != NULL )
    {
        systemMultiply( system, state->p, y, system->velocity );
        memcpy( best.p, state->p, stride * sizeof( double ) );
        best.residual = systemResidual( system, state->p, y );
        state->best = &best;
    }
    if ( system->qNorm == 0.0 )
    {
        // Nothing moves, so no force is needed, whatever the start was.
        memset( state->p, 0, stride * sizeof( double ) );
        state->status = ss_statusConverged;
    }
    else { runWithinBudget( state ); }
    finish( state, p, y, report );
    solveFree( state, state->lent );
    solveFree( state, vectors );
    return report->status == ss_statusRefused ? ssError( ss_errorValue, "solver", "%s", report->what )
                                              : ssOk();
}

ssResult ssSolve( const ssSolver* solver, const ssProblem* problem, const ssSolveOptions* options, double* p,
    ssSolveReport* report )
{
    *report = ( ssSolveReport ){ .status = ss_statusRefused, .residual = (double)INFINITY };
    double values[SS_SOLVER_PARAMS_MAX];
    if ( solver == NULL )
    {
        return ssError(
            ss_errorUnknown, "solver", "the solver is NULL: ssFindSolver knows none of that name" );
    }
    ssResult result = checkLimits( options );
    result =
        result.code == ss_ok ? resolveOptions( solver, options->named, options->namedCount, values ) : result;
    result = result.code == ss_ok ? ssSolver_Accepts( solver, problem ) : result;
    ssSystem system;
    ssArenaMark mark = ssArena_Mark( options->arena );
    result = result.code == ss_ok ? systemCreate( problem, options->arena, &system ) : result;
    if ( result.code != ss_ok )
    {
        ssArena_Release( options->arena, mark );
        return result;
    }
    ssSolveState state = { .system = &system,
        .solver = solver,
        .tolerance = options->tolerance,
        .maxIterations = options->maxIterations > 0 ? options->maxIterations : solver->maxIterations,
        .values = values,
        .budget = options->budget > 0.0 ? options->budget : HUGE_VAL,
        .residual = (double)INFINITY,
        .status = ss_statusLimit,
        .watch = options->watch < problem->contactCount ? options->watch : -1,
        .trace = options->trace,
        .context = options->context,
        .stop = options->stop,
        .stopContext = options->stopContext };
    result = isFinite( system.size, p ) ? solveScaled( &state, p, report )
                                        : ssError( ss_errorValue, "start", "the start is not finite" );
    systemDestroy( &system );
    ssArena_Release( options->arena, mark );
    return result;
}

// The rows of a problem alone: which multipliers go with given reactions of the contacts.

// The judge compares velocities of rows with |q|, so that this is as good as exact.
#define TOLERANCE 1e-13

/// The problem without its contacts, whose reactions are part of the rows' q.
static ssResult makeRows( const ssProblem* problem, const double* y, ssProblem* rows )
{
    int contacts = problem->contactCount * problem->dimension, count = problem->rowCount;
    ssProblemRow* list = ssAlloc( (size_t)count * sizeof *list );
    if ( list == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for %d rows", count ); }
    for ( int k = 0; k < count; ++k )
    {
        list[k] = problem->rows[k];
        list[k].q = y[contacts + k];
    }
    ssResult result = ssProblem_FromBodies(
        problem->dimension, problem->bodies, problem->bodyCount, NULL, 0, list, count, NULL, rows );
    ssRelease( list );
    if ( result.code == ss_ok && problem->compliance != NULL )
    {
        rows->compliance = ssAlloc( (size_t)count * sizeof( double ) );
        result = rows->compliance != NULL ? result : ssError( ss_errorMemory, NULL, "out of memory" );
        if ( rows->compliance != NULL )
        {
            memcpy( rows->compliance, problem->compliance + contacts, (size_t)count * sizeof( double ) );
        }
    }
    return result;
}

ssResult ssSolveRows( const ssProblem* problem, double* p )
{
    int size = ssProblem_Size( problem ), contacts = size - problem->rowCount;
    if ( problem->rowCount == 0 ) { return ssOk(); }
    double* y = ssAlloc( (size_t)size * sizeof( double ) );
    ssProblem rows = { 0 };
    memset( p + contacts, 0, (size_t)problem->rowCount * sizeof( double ) );
    ssResult result =
        y != NULL ? ssProblem_Velocity( problem, p, y ) : ssError( ss_errorMemory, NULL, "out of memory" );
    result = result.code == ss_ok ? makeRows( problem, y, &rows ) : result;
    if ( result.code == ss_ok )
    {
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        options.tolerance = TOLERANCE;
        result = ssSolve( ssFindSolver( "auto" ), &rows, &options, p + contacts, &report );
    }
    ssProblem_Destroy( &rows );
    ssRelease( y );
    return result;
}
