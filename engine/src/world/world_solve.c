// SPDX-License-Identifier: MIT
#include "world/world_private.h"

#include <math.h>
#include <string.h>

// Solves the contact problem of a step, either by the solver of the table that the definition names or, by default
// ("sweep"), by the Gauss-Seidel kernel. The kernel iterates as long as that pays; where it stalls, solvers of the table
// continue from its answer (the rescue).

// Passes between two decisions whether more of them pay: enough for a change of the residual to show.
#define PASSES_PER_CHECK 128
// The residual has to fall below this share of its value at the last check, or passes do not pay.
#define PROGRESS_FACTOR 0.9
// Residual above which the passes have diverged: p = 0 has a residual of about 1.
#define DIVERGED_RESIDUAL 1.0
// Tolerance below which the passes solve each contact exactly: for many digits their smaller number outweighs their cost.
#define EXACT_LOCAL_TOLERANCE 1e-7
// Smallest tolerance asked of a solver: rounding does not allow a smaller residual.
#define ROUNDING_TOLERANCE 1e-14

static ssWorldStatus statusOf( const ssWorld* world, ssSolveStatus status )
{
    return status == ss_solveConverged || ( status == ss_solveLimit && world->def.tolerance == 0.0 )
        ? ss_worldStatusConverged
        : status == ss_solveNoMemory  ? ss_worldStatusNoMemory
        : status == ss_solveNotFinite ? ss_worldStatusNotFinite
        : status == ss_solveCancelled ? ss_worldStatusCancelled
                                      : ss_worldStatusLimit;
}

/// The kernel has overwritten the arms; no body has moved yet, so they are computed again.
static void restoreArms( void* context, int block, int first, int last )
{
    (void)block;
    for ( int i = first; i < last; ++i )
    {
        contactArms( context, i );
    }
}

/// Whether reactions that the kernel calls converged are allowed ones as well: its residual is relative to |q| and does not
/// see small ones that pull. If they are not, they are moved into their cones and judged again.
static void checkFeasibility( ssWorld* world, ssWorldReport* report )
{
    if ( report->status != ss_worldStatusConverged || !( world->def.tolerance > 0.0 ) ||
        ssGs_IsFeasible( world->gs, world->p, world->def.tolerance ) )
    {
        return;
    }
    ssResult result = ssProblem_MakeFeasible( &world->problem, world->p );
    result = result.code == ss_ok ? ssGs_Begin( world->gs, &world->problem, world->p ) : result;
    if ( result.code != ss_ok )
    {
        report->status = result.code == ss_errorMemory ? ss_worldStatusNoMemory : ss_worldStatusLimit;
        return;
    }
    report->residual = ssGs_Residual( world->gs );
    ssGs_Finish( world->gs, world->p, world->after );
    report->status = report->residual <= fmax( world->def.tolerance, ROUNDING_TOLERANCE )
        ? ss_worldStatusConverged
        : ss_worldStatusLimit;
}

/// Gauss-Seidel passes from world->p, as long as they pay.
static void iterateGs( ssWorld* world, bool accelerate, ssWorldReport* report )
{
    const ssProblem* problem = &world->problem;
    ssGsOptions options = ssDefaultGsOptions();
    options.tolerance = world->def.tolerance > 0.0 ? fmax( world->def.tolerance, ROUNDING_TOLERANCE ) : 0.0;
    options.local =
        options.tolerance > 0.0 && options.tolerance < EXACT_LOCAL_TOLERANCE ? ss_gsExact : ss_gsProjected;
    options.accelerate = accelerate;
    options.stop = world->stop;
    options.stopContext = world->stopContext;
    if ( ssGs_Begin( world->gs, problem, world->p ).code != ss_ok )
    {
        report->status = ss_worldStatusNoMemory;
        return;
    }
    ssGs_UseBuffer( world->gs, world->p,
        sizeof( double ) * contactBufferSize( world->contactCapacity, world->rowCapacity ) );
    int left = world->def.maxIterations;
    double last = HUGE_VAL;
    ssGsReport passes = { .status = ss_solveLimit };
    for ( bool pays = true; pays && left > 0 && passes.status == ss_solveLimit; )
    {
        options.maxPasses = left < PASSES_PER_CHECK || options.tolerance == 0.0 ? left : PASSES_PER_CHECK;
        ssGs_Iterate( world->gs, &options, &passes );
        report->iterations += passes.passes;
        left -= passes.passes;
        pays = passes.residual < PROGRESS_FACTOR * last;
        last = passes.residual;
    }
    ssGs_Finish( world->gs, world->p, world->after );
    ssParallelFor( problem->contactCount, WORLD_BLOCK, restoreArms, world );
    report->residual = passes.residual;
    report->status = statusOf( world, passes.status );
    checkFeasibility( world, report );
}

static void solveByGaussSeidel( ssWorld* world, ssWorldReport* report )
{
    iterateGs( world, true, report );
    if ( report->status != ss_worldStatusNoMemory && report->status != ss_worldStatusCancelled &&
        !( report->residual <= DIVERGED_RESIDUAL ) )
    {
        // This is worse than no reaction at all: extrapolation has diverged, and passes start again from zero without it.
        memset( world->p, 0, sizeof( double ) * (size_t)ssProblem_Size( &world->problem ) );
        iterateGs( world, false, report );
    }
}

/// What a solver of the table may do.
typedef struct Task
{
    const ssSolver* solver;
    const double* values; // its parameters; NULL: their defaults
    int iterations;       // at most
    double budget;        // its work in Gauss-Seidel passes, at most
    bool fresh;           // it starts from zero
} Task;

/// Solves by a solver of the table. Returns its work.
static double solveByTable( ssWorld* world, const Task* task, ssWorldReport* report )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    options.tolerance = fmax( world->def.tolerance, ROUNDING_TOLERANCE );
    options.maxIterations = task->iterations;
    options.values = task->values;
    options.budget = task->budget;
    options.stop = world->stop;
    options.stopContext = world->stopContext;
    ssSolveReport solved = { 0 };
    ssResult result = ssSolve( task->solver, &world->problem, &options, world->p, &solved );
    if ( result.code != ss_ok )
    {
        report->status = result.code == ss_errorMemory ? ss_worldStatusNoMemory : ss_worldStatusRefused;
        world->refusal = result;
        return solved.work;
    }
    report->status = statusOf( world, solved.status );
    report->iterations += solved.iterations;
    report->budgetSpent = solved.budgetSpent;
    report->residual = solved.residual;
    result = ssProblem_BodyVelocities( &world->problem, world->p, world->after );
    report->status = result.code == ss_ok ? report->status : ss_worldStatusNoMemory;
    return solved.work;
}

/// From here to scratchEnd, what solvers of the table allocate comes out of memory that the world keeps. False: no memory.
static bool beginScratch( ssWorld* world )
{
    world->scratch = world->scratch != NULL ? world->scratch : ssAlloc( sizeof( scratchSpace ) );
    if ( world->scratch != NULL )
    {
        scratchBegin( world->scratch );
    }
    return world->scratch != NULL;
}

// ----------------------------------------------------------------------------------------------------------- rescue

// Fewest contacts for a rescue: where passes stall on fewer, the other solvers hardly ever do better.
#define RESCUE_CONTACTS_MIN 4
// Most contacts for a rescue: beyond, a factorisation costs more than the lost accuracy is worth.
#define RESCUE_CONTACTS_MAX 4000
// Most contacts for the path: its factorisations cost the most.
#define RESCUE_PATH_CONTACTS_MAX 600
// Residual below which there is no rescue of many contacts: it would be dear, and the motion would not change visibly.
#define RESCUE_RESIDUAL_MIN 1e-9
// Contacts up to which there is one however small the residual, unless it is mere rounding: Newton's method then costs less
// than the passes that stall at every step from there on.
#define RESCUE_FEW_CONTACTS 64
#define RESCUE_ROUNDING 1e-13

// Work of a rescue over def.maxIterations, both in Gauss-Seidel passes (ssSolver_Cost). Rescues that succeed need a tenth
// of it.
#define RESCUE_PASSES 100.0
// Most work of a rescue in passes × contacts, about two seconds, unless def.maxIterations alone allows more: a rescue that
// fails in a pile of a thousand contacts would otherwise take ten times as long.
#define RESCUE_WORK_MAX 60e6

/// A solver of the table that continues where the others stopped.
typedef struct Rescuer
{
    const char* name;
    int iterations; // at most; 0: def.maxIterations
    int contacts;   // at most
    bool near;      // the path starts near the best answer
    bool fresh;     // it starts from zero instead
} Rescuer;

// The rescuers in order, each of which starts from the best answer so far, or from zero. solve_auto.c describes what `auto` does.
static const Rescuer s_rescuers[] = {
    { "auto", 600, RESCUE_CONTACTS_MAX, false, false },  // tries what there is, for a while
    { "newton", 40, RESCUE_CONTACTS_MAX, false, false }, // few but costly steps from there
    { "path", 400, RESCUE_PATH_CONTACTS_MAX, false,
        false },                                      // costlier, and almost always reaches the tolerance
    { "auto", 0, RESCUE_CONTACTS_MAX, false, false }, // with all iterations that the user allows
    { "path", 60, RESCUE_PATH_CONTACTS_MAX, true, false }, // only the end of a path, from the best answer
    { "newton", 40, RESCUE_FEW_CONTACTS, false, true },    // the best answer may lie where no step leads on
};

/// Keeps the best answer so far unless the rescuer's converged or has a smaller residual. Returns the rescuer's work.
static double rescue( ssWorld* world, const Task* task, ssWorldReport* report )
{
    size_t reactions = (size_t)ssProblem_Size( &world->problem ), velocities = 6 * (size_t)world->activeCount;
    double* kept = ssAlloc( sizeof( double ) * ( reactions + velocities ) );
    if ( kept == NULL )
    {
        return 0.0;
    }
    memcpy( kept, world->p, sizeof( double ) * reactions );
    memcpy( kept + reactions, world->after, sizeof( double ) * velocities );
    memset( world->p, 0, task->fresh ? sizeof( double ) * reactions : 0 );
    double residual = report->residual, work = solveByTable( world, task, report );
    if ( report->status == ss_worldStatusCancelled )
    {
        ssRelease( kept );
        return work;
    }
    if ( report->status != ss_worldStatusConverged && !( report->residual < residual ) )
    {
        memcpy( world->p, kept, sizeof( double ) * reactions );
        memcpy( world->after, kept + reactions, sizeof( double ) * velocities );
        report->residual = residual;
        report->status = ss_worldStatusLimit;
    }
    ssRelease( kept );
    return work;
}

static void setValue( const ssSolver* solver, const char* key, double value, double* values )
{
    values[ssFindParam( solver->params, solver->paramCount, key )] = value;
}

// Parameters of a path that starts near the best answer instead of leading there from far away.
// Barrier over the square of the residual: the path then starts at about ten times that residual.
#define NEAR_BARRIER 100.0
// Largest barrier: the default, at which a path from far away starts.
#define NEAR_BARRIER_MAX 1e-2
// Proximal weight over the diagonal of W: holds reactions that do not affect the motion.
#define NEAR_ALPHA 1e-3
// Error allowed at a point of the path, over the residual of the barrier: a loose one, since the path is short.
#define NEAR_CENTRE 0.3

static void startNear( const ssSolver* path, double residual, double* values )
{
    for ( int i = 0; i < path->paramCount; ++i )
    {
        values[i] = path->params[i].defaultValue;
    }
    setValue( path, "barrier", fmin( NEAR_BARRIER * residual * residual, NEAR_BARRIER_MAX ), values );
    setValue( path, "alpha", NEAR_ALPHA, values );
    setValue( path, "centre", NEAR_CENTRE, values );
}

/// The work that a rescue may do, in Gauss-Seidel passes.
static double rescueBudget( const ssWorld* world )
{
    double passes = world->def.maxIterations;
    return fmin( RESCUE_PASSES * passes, fmax( RESCUE_WORK_MAX / world->problem.contactCount, passes ) );
}

static void rescueAll( ssWorld* world, ssWorldReport* report )
{
    const ssProblem* problem = &world->problem;
    double budget = rescueBudget( world ),
           least = problem->contactCount <= RESCUE_FEW_CONTACTS ? RESCUE_ROUNDING : RESCUE_RESIDUAL_MIN;
    for ( int i = 0; i < SS_COUNT( s_rescuers ) && !report->budgetSpent; ++i )
    {
        const Rescuer* rescuer = &s_rescuers[i];
        const ssSolver* solver = ssFindSolver( rescuer->name );
        if ( report->status == ss_worldStatusLimit && report->residual > least &&
            problem->contactCount <= rescuer->contacts && ssSolver_Accepts( solver, problem ).code == ss_ok )
        {
            double values[SS_SOLVER_PARAMS_MAX];
            if ( rescuer->near )
            {
                startNear( solver, report->residual, values );
            }
            int iterations = rescuer->iterations > 0 ? rescuer->iterations : world->def.maxIterations;
            Task task = { solver, rescuer->near ? values : NULL, iterations, budget, rescuer->fresh };
            budget -= rescue( world, &task, report );
            report->budgetSpent =
                report->status == ss_worldStatusLimit && ( report->budgetSpent || !( budget > 0.0 ) );
        }
    }
}

// ------------------------------------------------------------------------------------------------------------ stage

/// Whether q = 0, as among bodies that fall together: then p = 0 is the answer, and the residual has no scale.
static bool isTrivial( const ssProblem* problem )
{
    int size = problem->contactCount * problem->dimension;
    bool zero = true;
    for ( int i = 0; i < size && zero; ++i )
    {
        zero = problem->q[i] == 0.0;
    }
    for ( int k = 0; k < problem->rowCount && zero; ++k )
    {
        zero = problem->rows[k].q == 0.0;
    }
    return zero;
}

/// |q| of the contacts over their normal and tangential rows [m/s].
static double velocityScale( const ssProblem* problem )
{
    double sum = 0.0;
    for ( int i = 0; i < problem->contactCount; ++i )
    {
        const double* q = problem->q + (size_t)i * (size_t)problem->dimension;
        sum += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    }
    return sqrt( sum );
}

void worldSolve( ssWorld* world, ssWorldReport* report )
{
    const ssProblem* problem = &world->problem;
    report->velocityScale = velocityScale( problem );
    if ( isTrivial( problem ) )
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
            Task task = { world->solver, NULL, world->def.maxIterations, 0.0, false };
            solveByTable( world, &task, report );
            scratchEnd( world->scratch );
        }
        return;
    }
    if ( worldSolveIsolated( world, report ) )
    {
        return;
    }
    solveByGaussSeidel( world, report );
    bool stalled = report->status == ss_worldStatusLimit && report->iterations < world->def.maxIterations &&
        problem->contactCount >= RESCUE_CONTACTS_MIN;
    if ( stalled && beginScratch( world ) )
    {
        rescueAll( world, report );
        scratchEnd( world->scratch );
    }
}
