// SPDX-License-Identifier: MIT
#include "solve/policy_table.h"
#include "world/world_private.h"

#include <limits.h>

// Solves the contact problem of a step, either by the solver of the table that the definition names or, by
// default ("passes"), by the Gauss-Seidel kernel. The kernel iterates as long as that pays; where it stalls,
// solvers of the table continue from its answer (the rescue; solve/policy_table.c has the order).

// Passes between two decisions whether more of them pay: enough for a change of the residual to show.
#define PASSES_PER_CHECK 128
// Passes in single precision that are made in any case, unless they are more than half of def.maxIterations:
// a step of Newton's method costs as much as 150 of them.
#define SINGLE_PASSES 1000
// Most contacts for which this is so: more of them are never solved by Newton's method.
#define SINGLE_CONTACTS 6000
// The residual has to fall below this share of its value at the last check, or passes do not pay.
#define PROGRESS_FACTOR 0.9
// Residual above which the passes have diverged: p = 0 has a residual of about 1.
#define DIVERGED_RESIDUAL 1.0
// Tolerance below which passes solve contacts exactly: many digits repay its cost.
#define EXACT_LOCAL_TOLERANCE 1e-7
// Smallest tolerance asked of a solver: rounding does not allow a smaller residual.
#define ROUNDING_TOLERANCE 1e-14

static ssStatus statusOf( const ssWorld* world, ssStatus status )
{
    bool isMade = status == ss_statusLimit && world->def.tolerance == 0.0; // all iterations were asked for
    return isMade                                                  ? ss_statusConverged
        : status == ss_statusStalled || status == ss_statusRefused ? ss_statusLimit
                                                                   : status;
}

/// Whether reactions that the kernel calls converged are allowed ones as well: its
/// residual is relative to |q| and does not see small ones that pull. If they are not,
/// they are moved into their cones and judged again.
static void checkFeasibility( ssWorld* world, ssWorldReport* report )
{
    if ( report->status != ss_statusConverged || !( world->def.tolerance > 0.0 ) ||
        ssGs_IsFeasible( world->gs, world->p, world->def.tolerance ) )
    {
        return;
    }
    ssResult result = problemMakeFeasible( &world->problem, world->arena, world->p );
    result = result.code == ss_ok ? ssGs_Begin( world->gs, &world->problem, world->p, 0 ) : result;
    if ( result.code != ss_ok )
    {
        report->status = result.code == ss_errorMemory ? ss_statusNoMemory : ss_statusLimit;
        return;
    }
    report->residual = ssGs_Residual( world->gs );
    ssGs_Finish( world->gs, world->p, world->after );
    ssGs_End( world->gs );
    report->status = report->residual <= ssMax( world->def.tolerance, ROUNDING_TOLERANCE )
        ? ss_statusConverged
        : ss_statusLimit;
}

/// The residual after `left` more passes, if every check lowers it as the last one did.
static double expectedAfter( double residual, double last, int left )
{
    for ( double rate = residual / last; left > 0 && residual > 0.0; left -= PASSES_PER_CHECK )
    {
        residual *= rate;
    }
    return residual;
}

/// Up to `most` Gauss-Seidel passes from world->p, as long as they pay; `patient` of them are made in any
/// case where they are made in single precision and the contacts are few. Returns whether this was so.
static bool iterateGs( ssWorld* world, bool accelerate, int most, int patient, ssWorldReport* report )
{
    const ssProblem* problem = &world->problem;
    ssGsOptions options = ssDefaultGsOptions();
    options.tolerance = world->def.tolerance > 0.0 ? ssMax( world->def.tolerance, ROUNDING_TOLERANCE ) : 0.0;
    options.local =
        options.tolerance > 0.0 && options.tolerance < EXACT_LOCAL_TOLERANCE ? ss_gsExact : ss_gsProjected;
    options.accelerate = accelerate;
    options.single = true;
    options.stop = world->stop;
    options.stopContext = world->stopContext;
    options.maxPasses = most;
    ssGs_Plan( world->gs, &options );
    ssResult begun = ssGs_Begin( world->gs, problem, world->p, worldReactionRoom( world ) );
    if ( begun.code != ss_ok )
    {
        // Otherwise its numbers leave the range of a double.
        report->status = begun.code == ss_errorMemory ? ss_statusNoMemory : ss_statusNotFinite;
        return false;
    }
    int left = most;
    double last = HUGE_VAL;
    // Joints of a heavy body on a light one: Newton's method takes a few steps, passes too many.
    bool fewRows = policyHasJoints( problem->contactCount, problem->rowCount );
    bool isSingle = false;
    ssGsReport passes = { .status = ss_statusLimit };
    for ( bool pays = true; pays && left > 0 && passes.status == ss_statusLimit; )
    {
        options.maxPasses = left < PASSES_PER_CHECK || options.tolerance == 0.0 ? left : PASSES_PER_CHECK;
        ssGs_Iterate( world->gs, &options, &passes );
        report->iterations += passes.passes;
        left -= passes.passes;
        isSingle = passes.single && problem->contactCount <= SINGLE_CONTACTS;
        pays = passes.residual < PROGRESS_FACTOR * last || ( isSingle && most - left < patient );
        pays = pays && !( fewRows && expectedAfter( passes.residual, last, left ) > options.tolerance );
        last = passes.residual;
    }
    ssGs_Finish( world->gs, world->p, world->after );
    ssGs_End( world->gs );
    report->residual = passes.residual;
    report->status = statusOf( world, passes.status );
    checkFeasibility( world, report );
    return isSingle;
}

/// Returns whether the passes were made in single precision, on few contacts.
static bool solveByGaussSeidel( ssWorld* world, ssWorldReport* report )
{
    int most = world->def.maxIterations, patient = most / 2 < SINGLE_PASSES ? most / 2 : SINGLE_PASSES;
    bool single = iterateGs( world, true, most, patient, report );
    if ( report->status != ss_statusNoMemory && report->status != ss_statusCancelled &&
        !( report->residual <= DIVERGED_RESIDUAL ) )
    {
        // Worse than no reaction: extrapolation has diverged; passes restart from zero without it.
        memset( world->p, 0, sizeof( double ) * (size_t)ssProblem_Size( &world->problem ) );
        iterateGs( world, false, most, 0, report );
    }
    return single;
}

/// Solves by a solver of the table, with at most `budget` of work (0: any). Returns its work.
static double solveByTable( ssWorld* world, const policyTask* task, double budget, ssWorldReport* report )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    options.tolerance = ssMax( world->def.tolerance, ROUNDING_TOLERANCE );
    options.maxIterations = task->iterations;
    options.budget = budget;
    options.stop = world->stop;
    options.stopContext = world->stopContext;
    options.arena = world->arena;
    ssResult result = ssOk();
    for ( int i = 0; i < task->optionCount && result.code == ss_ok; ++i )
    {
        result = ssSolveOptions_Set( &options, task->options[i].key, task->options[i].value );
    }
    ssSolveReport solved = { 0 };
    if ( result.code == ss_ok )
    {
        result = ssSolve( task->rung->solver, &world->problem, &options, world->p, &solved );
    }
    if ( result.code != ss_ok )
    {
        report->status = result.code == ss_errorMemory ? ss_statusNoMemory : ss_statusRefused;
        world->refusal = result;
        return solved.work;
    }
    report->status = statusOf( world, solved.status );
    report->iterations += solved.iterations;
    report->budgetSpent = solved.budgetSpent;
    report->residual = solved.residual;
    result = problemBodyVelocities( &world->problem, world->arena, world->p, world->after );
    report->status = result.code == ss_ok ? report->status : ss_statusNoMemory;
    return solved.work;
}

// A solver of the table may need far more memory than the stages of the world. It is counted apart.

static void beginTable( ssWorld* world )
{
    size_t peak = ssArena_TakePeak( world->arena );
    world->stagePeak = peak > world->stagePeak ? peak : world->stagePeak;
}

static void endTable( ssWorld* world )
{
    size_t peak = ssArena_TakePeak( world->arena );
    world->tablePeak = peak > world->tablePeak ? peak : world->tablePeak;
}

// Residual below which many contacts get no rescue: dear, with no visible change of motion.
#define RESCUE_RESIDUAL_MIN 1e-9
// Residual below which there is no rescue of up to POLICY_RESCUE_FEW: mere rounding. Newton's method costs
// less there than the passes that stall at every step from then on.
#define RESCUE_ROUNDING 1e-13

// Work of a rescue over def.maxIterations, both in Gauss-Seidel passes
// (ssSolver_Cost). Rescues that succeed need a tenth of it.
#define RESCUE_PASSES 100.0
// Most work of a rescue in passes × contacts, about two seconds, unless def.maxIterations alone allows more:
// a rescue that fails in a pile of a thousand contacts would otherwise take ten times as long.
#define RESCUE_WORK_MAX 60e6

// Times that a contact costs under the user's own law if it is planar.
#define OWN_LAW_COST 50.0

/// What a pass over the contacts costs over one over cones.
static double costOfPass( const ssWorld* world )
{
    int own = 0, count = world->problem.contactCount;
    for ( int i = 0; i < count && worldHasOwnLaws( world ); ++i )
    {
        own += world->ownLaws[i] >= 0 && world->problem.laws[i] == ss_contactFormPlanar ? 1 : 0;
    }
    return own > 0 ? 1.0 + OWN_LAW_COST * own / count : 1.0;
}

/// A rescue on its way down the ladder policyRescue.
typedef struct Rescue
{
    policyWalk walk; // first, so that a walk is a rescue
    ssWorld* world;
    ssWorldReport* report;
    double *p, *after; // the best answer so far; the world has the one at hand
} Rescue;

/// The residual up to which there is no rescue.
static double least( const ssWorld* world )
{
    return world->problem.contactCount <= POLICY_RESCUE_FEW ? RESCUE_ROUNDING : RESCUE_RESIDUAL_MIN;
}

/// Copies the answer at hand, p and the velocities after the step.
static void copyAnswer(
    const ssWorld* world, double* p, double* after, const double* fromP, const double* from )
{
    memcpy( p, fromP, sizeof( double ) * (size_t)ssProblem_Size( &world->problem ) );
    memcpy( after, from, sizeof( double ) * 6 * (size_t)world->activeCount );
}

/// The number of a rung in the ladder, from 1 on.
static int numberOf( const policyTask* task )
{
    int number = 1 + (int)( task->rung - task->group->rungs );
    for ( const policyGroup* group = policyRescue; group != task->group; ++group )
    {
        number += group->rungCount;
    }
    return number;
}

/// By the solver of a rung. Passes are the world's own. Returns its work.
static double solveByRung( Rescue* own, const policyTask* task )
{
    ssWorldReport* report = own->report;
    int before = report->iterations;
    if ( task->rung->solver != &ss_solverNsgs )
    {
        return solveByTable( own->world, task, own->walk.budget - own->walk.work, report );
    }
    iterateGs( own->world, true, task->iterations, task->iterations, report );
    return report->iterations - before;
}

/// Continues from the best answer so far, from the one at hand or from zero. The answer becomes the best one
/// if it has converged or has a smaller residual.
static bool attemptRescue( policyWalk* walk, const policyTask* task )
{
    Rescue* own = (Rescue*)walk;
    ssWorld* world = own->world;
    ssWorldReport* report = own->report;
    int before = report->iterations, number = numberOf( task );
    if ( task->rung->start == policyFromZero )
    {
        memset( world->p, 0, sizeof( double ) * (size_t)ssProblem_Size( &world->problem ) );
    }
    else if ( task->rung->start == policyFromBest )
    {
        copyAnswer( world, world->p, world->after, own->p, own->after );
    }
    report->rescueRungs = number > report->rescueRungs ? number : report->rescueRungs;
    walk->work += solveByRung( own, task );
    walk->iterations += report->iterations - before;
    walk->ended = report->residual;
    bool isFinal = report->status == ss_statusConverged || report->status == ss_statusCancelled;
    if ( isFinal || report->residual < walk->residual )
    {
        copyAnswer( world, own->p, own->after, world->p, world->after );
        walk->residual = report->residual;
    }
    else { report->status = ss_statusLimit; }
    walk->budgetSpent = report->budgetSpent || !( walk->work < walk->budget );
    return isFinal || !( walk->residual > least( world ) );
}

static void rescue( ssWorld* world, bool single, ssWorldReport* report )
{
    const ssProblem* problem = &world->problem;
    double passes = world->def.maxIterations, cost = costOfPass( world );
    int size = problem->contactCount + problem->rowCount;
    double budget = ssMin( RESCUE_PASSES * passes, ssMax( RESCUE_WORK_MAX / size, passes ) ) / cost;
    ssArenaMark mark = ssArena_Mark( world->arena );
    size_t reactions = (size_t)ssProblem_Size( problem ), velocities = 6 * (size_t)world->activeCount;
    double* kept = ssArena_Reserve( world->arena, sizeof( double ) * ( reactions + velocities ) );
    if ( kept == NULL ) { return; }
    Rescue walk = { .world = world,
        .report = report,
        .p = kept,
        .after = kept + reactions,
        .walk = { .facts = ( single ? policySpheres : 0u ) |
                ( policyHasJoints( problem->contactCount, problem->rowCount ) ? policyJoints : 0u ),
            .lawFlags = ssProblem_Flags( problem ),
            .contacts = problem->contactCount,
            .rows = problem->rowCount,
            .maxIterations = INT_MAX,
            .budget = budget,
            .residual = report->residual,
            .status = ss_statusLimit,
            .attempt = attemptRescue } };
    copyAnswer( world, walk.p, walk.after, world->p, world->after );
    policyRun( &walk.walk, policyRescue, policyRescueCount );
    copyAnswer( world, world->p, world->after, walk.p, walk.after );
    report->residual = walk.walk.residual;
    report->budgetSpent = report->status == ss_statusLimit && walk.walk.budgetSpent;
    ssArena_Release( world->arena, mark );
}

/// Whether q = 0, as in common free fall: p = 0 is the answer, and the residual has no scale.
static bool isTrivial( const ssProblem* problem )
{
    int size = problem->contactCount * problem->dimension;
    bool zero = true;
    for ( int i = 0; i < size && zero; ++i ) { zero = problem->q[i] == 0.0; }
    for ( int k = 0; k < problem->rowCount && zero; ++k ) { zero = problem->rows[k].q == 0.0; }
    return zero;
}

/// |q|² of contacts over their normal and tangential rows [m²/s²].
static double squareOfRows( void* context, int first, int last )
{
    const ssProblem* problem = context;
    double sum = 0.0;
    for ( int i = first; i < last; ++i )
    {
        const double* q = problem->q + (size_t)i * (size_t)problem->dimension;
        sum += q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    }
    return sum;
}

// Blocks of that sum. Their size follows from the number of contacts alone, and so do its bits.
#define SCALE_BLOCKS 64

/// |q| of the contacts over their normal and tangential rows [m/s].
static double velocityScale( const ssProblem* problem )
{
    double partial[SCALE_BLOCKS];
    int size = ( problem->contactCount + SCALE_BLOCKS - 1 ) / SCALE_BLOCKS;
    return sqrt( ssParallelSum( problem->contactCount, size > WORLD_BLOCK ? size : WORLD_BLOCK, squareOfRows,
        (void*)problem, partial ) );
}

/// By the Gauss-Seidel kernel, and by other solvers where it stalls.
static void solveByDefault( ssWorld* world, ssWorldReport* report )
{
    if ( worldSolveIsolated( world, report ) ) { return; }
    if ( midpointStrains( world ) )
    {
        // Leans may be no motion that several bodies can make together: they are worth no more than passes.
        iterateGs( world, true, world->def.maxIterations, 0, report );
        if ( report->status != ss_statusLimit ) { return; }
        midpointForgetLeans( world );
    }
    bool single = solveByGaussSeidel( world, report );
    bool stalled = report->status == ss_statusLimit && report->residual > least( world ) &&
        ( report->iterations < world->def.maxIterations ||
            policyHasJoints( world->problem.contactCount, world->problem.rowCount ) );
    if ( stalled )
    {
        beginTable( world );
        rescue( world, single, report );
        endTable( world );
    }
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
    if ( world->solver != &ss_solverPasses )
    {
        policyRung rung = { .solver = world->solver };
        policyTask task = { .rung = &rung, .iterations = world->def.maxIterations };
        beginTable( world );
        solveByTable( world, &task, 0.0, report );
        endTable( world );
        return;
    }
    ssArenaMark mark = ssArena_Mark( world->arena );
    world->gs = ssCreateGs( world->arena );
    if ( world->gs != NULL )
    {
        solveByDefault( world, report );
        ssGs_Bytes( world->gs, &world->gsBytesForBodies );
        ssDestroyGs( world->gs );
    }
    else { report->status = ss_statusNoMemory; }
    world->gs = NULL;
    ssArena_Release( world->arena, mark );
}
