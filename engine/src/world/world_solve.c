// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>
#include <string.h>

// The contact problem of a step: passes as long as they pay, then whoever can.

#define CHUNK 128         // passes between two looks at whether they pay
#define WORTH 0.9         // a chunk has to take the residual below this share of what it was
#define LOST 1.0          // residual
#define RESCUE_FROM 4     // contacts: fewer are solved by passes, or by nobody
#define RESCUE_TO 4000    // up to which a factorisation is no dearer than what is at stake
#define RESCUE_ABOVE 1e-9 // residual: below it nobody notices
#define RESCUE_FIRST 600
#define RESCUE_NEWTON 40
#define RESCUE_PATH 400
#define RESCUE_PATH_TO 600 // contacts
#define RESCUE_NEAR 60
#define NEAR_BARRIER 100.0 // of the path that begins at the best answer, over the square of its residual
#define NEAR_ALPHA 1e-3
#define NEAR_CENTRE 0.3
#define EXACT_BELOW 1e-7 // tolerance: where many digits are wanted, dearer passes pay
#define FINEST 1e-14     // tolerance: rounding allows no less

static ssWorldStatus statusOf( const ssWorld* world, ssSolveStatus status )
{
    return status == ss_solveConverged || ( status == ss_solveLimit && world->def.tolerance == 0.0 )
        ? ss_worldStatusConverged
        : status == ss_solveNoMemory  ? ss_worldStatusNoMemory
        : status == ss_solveNotFinite ? ss_worldStatusNotFinite
                                      : ss_worldStatusLimit;
}

/// The passes have had the room; no body has moved yet.
static void restoreArms( void* context, int block, int first, int last )
{
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        contactArms( context, i );
    }
}

/// As many passes as pay, from world->p.
static void iterateGs( ssWorld* world, bool accelerate, ssWorldReport* report )
{
    const ssProblem* problem = &world->problem;
    ssGsOptions options = ssDefaultGsOptions();
    options.tolerance = world->def.tolerance > 0.0 ? fmax( world->def.tolerance, FINEST ) : 0.0;
    options.local = options.tolerance > 0.0 && options.tolerance < EXACT_BELOW ? ss_gsExact : ss_gsProjected;
    options.accelerate = accelerate;
    if ( ssGs_Begin( world->gs, problem, world->p ).code != ss_ok )
    {
        report->status = ss_worldStatusNoMemory;
        return;
    }
    ssGs_UseBuffer(
        world->gs, world->p, sizeof( double ) * contactsRoom( world->contactCapacity, world->rowCapacity ) );
    int left = world->def.maxIterations;
    double last = HUGE_VAL;
    ssGsReport passes = { .status = ss_solveLimit };
    for ( bool pays = true; pays && left > 0 && passes.status == ss_solveLimit; )
    {
        options.maxPasses = left < CHUNK || options.tolerance == 0.0 ? left : CHUNK;
        ssGs_Iterate( world->gs, &options, &passes );
        report->iterations += passes.passes;
        left -= passes.passes;
        pays = passes.residual < WORTH * last;
        last = passes.residual;
    }
    ssGs_Finish( world->gs, world->p, world->after );
    ssParallelFor( problem->contactCount, WORLD_BLOCK, restoreArms, world );
    report->residual = passes.residual;
    report->status = statusOf( world, passes.status );
}

static void solveBySweeps( ssWorld* world, ssWorldReport* report )
{
    iterateGs( world, true, report );
    if ( report->status != ss_worldStatusNoMemory && !( report->residual <= LOST ) )
    {
        // worse than no reaction at all: extrapolation has run away, and would throw bodies
        memset( world->p, 0, sizeof( double ) * (size_t)ssProblem_Size( &world->problem ) );
        iterateGs( world, false, report );
    }
}

/// `values` are the solver's params; NULL: its own.
static void solveByTable(
    ssWorld* world, const ssSolver* solver, const double* values, int iterations, ssWorldReport* report )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    options.tolerance = fmax( world->def.tolerance, FINEST );
    options.maxIterations = iterations;
    options.values = values;
    ssSolveReport solved = { 0 };
    ssResult result = ssSolve( solver, &world->problem, &options, world->p, &solved );
    if ( result.code != ss_ok )
    {
        report->status = result.code == ss_errorMemory ? ss_worldStatusNoMemory : ss_worldStatusRefused;
        world->refusal = result;
        return;
    }
    report->status = statusOf( world, solved.status );
    report->iterations += solved.iterations;
    report->residual = solved.residual;
    result = ssProblem_BodyVelocities( &world->problem, world->p, world->after );
    report->status = result.code == ss_ok ? report->status : ss_worldStatusNoMemory;
}

/// What the passes found stays unless the rescuer judges better: an answer that did not converge may be a wild one.
static void rescue(
    ssWorld* world, const ssSolver* solver, const double* values, int iterations, ssWorldReport* report )
{
    size_t reactions = (size_t)ssProblem_Size( &world->problem ), velocities = 6 * (size_t)world->activeCount;
    double* kept = ssAlloc( sizeof( double ) * ( reactions + velocities ) );
    if ( kept == NULL )
    {
        return;
    }
    memcpy( kept, world->p, sizeof( double ) * reactions );
    memcpy( kept + reactions, world->after, sizeof( double ) * velocities );
    double residual = report->residual;
    solveByTable( world, solver, values, iterations, report );
    if ( report->status != ss_worldStatusConverged && !( report->residual < residual ) )
    {
        memcpy( world->p, kept, sizeof( double ) * reactions );
        memcpy( world->after, kept + reactions, sizeof( double ) * velocities );
        report->residual = residual;
        report->status = ss_worldStatusLimit;
    }
    ssRelease( kept );
}

/// q = 0, as among bodies that fall together: then p = 0 is the answer, and no residual has a scale.
static bool nothingMoves( const ssProblem* problem )
{
    int size = problem->contactCount * problem->dimension;
    bool moves = false;
    for ( int i = 0; i < size && !moves; ++i )
    {
        moves = problem->q[i] != 0.0;
    }
    for ( int k = 0; k < problem->rowCount && !moves; ++k )
    {
        moves = problem->rows[k].q != 0.0;
    }
    return !moves;
}

/// The solvers of the table allocate as they please: let it come out of room that the world keeps. False: no memory.
static bool beginScratch( ssWorld* world )
{
    world->scratch = world->scratch != NULL ? world->scratch : ssAlloc( sizeof( scratchSpace ) );
    if ( world->scratch != NULL )
    {
        scratchBegin( world->scratch );
    }
    return world->scratch != NULL;
}

static void setValue( const ssSolver* solver, const char* key, double value, double* values )
{
    values[ssFindParam( solver->params, solver->paramCount, key )] = value;
}

/// Values of a path that begins near the best answer instead of leading there from afar, and does not leave it for
/// reactions that change nothing.
static void beginNear( const ssSolver* path, double residual, double* values )
{
    for ( int i = 0; i < path->paramCount; ++i )
    {
        values[i] = path->params[i].defaultValue;
    }
    setValue( path, "barrier", fmin( NEAR_BARRIER * residual * residual, 1e-2 ), values );
    setValue( path, "alpha", NEAR_ALPHA, values );
    setValue( path, "centre", NEAR_CENTRE, values );
}

/// Where passes stall, though they might go on: everything there is, for a while; Newton from where that got to, which
/// is dear; the smoothed path, which is dearer and all but certain; patience; and the last stretch of a path.
static void rescueAll( ssWorld* world, ssWorldReport* report )
{
    const ssProblem* problem = &world->problem;
    const struct
    {
        const char* name;
        int iterations, contacts; // at most
        bool near;
    } rescuers[] = { { "auto", RESCUE_FIRST, RESCUE_TO, false },
        { "newton", RESCUE_NEWTON, RESCUE_TO, false }, { "path", RESCUE_PATH, RESCUE_PATH_TO, false },
        { "auto", world->def.maxIterations, RESCUE_TO, false },
        { "path", RESCUE_NEAR, RESCUE_PATH_TO, true } };
    for ( int i = 0; i < SS_COUNT( rescuers ); ++i )
    {
        const ssSolver* solver = ssFindSolver( rescuers[i].name );
        if ( report->status == ss_worldStatusLimit && report->residual > RESCUE_ABOVE &&
            problem->contactCount <= rescuers[i].contacts &&
            ssSolver_Accepts( solver, problem ).code == ss_ok )
        {
            double values[SS_SOLVER_PARAMS_MAX];
            if ( rescuers[i].near )
            {
                beginNear( solver, report->residual, values );
            }
            rescue( world, solver, rescuers[i].near ? values : NULL, rescuers[i].iterations, report );
        }
    }
}

void worldSolve( ssWorld* world, ssWorldReport* report )
{
    const ssProblem* problem = &world->problem;
    if ( nothingMoves( problem ) )
    {
        memset( world->p, 0, sizeof( double ) * (size_t)ssProblem_Size( problem ) );
        memcpy( world->after, problem->freeVelocity, 6 * sizeof( double ) * (size_t)world->activeCount );
        return;
    }
    if ( world->solver != NULL )
    {
        report->status = ss_worldStatusNoMemory;
        if ( beginScratch( world ) )
        {
            solveByTable( world, world->solver, NULL, world->def.maxIterations, report );
            scratchEnd( world->scratch );
        }
        return;
    }
    if ( worldSolveIsolated( world, report ) )
    {
        return;
    }
    solveBySweeps( world, report );
    bool stalled = report->status == ss_worldStatusLimit && report->iterations < world->def.maxIterations &&
        problem->contactCount >= RESCUE_FROM;
    if ( stalled && beginScratch( world ) )
    {
        rescueAll( world, report );
        scratchEnd( world->scratch );
    }
}
