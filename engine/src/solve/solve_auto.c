// SPDX-License-Identifier: MIT
#include "solve/policy_table.h"

#include <string.h>

// `auto` calls the other solvers by the table of policy_table.c. Here are what the table speaks of: the
// facts, the reactions to start from, and the words of the report.

static const ssParam s_params[] = {
    { SOLVER_PARAM( "sweeps", "sweeps", "first passes", "Gauss-Seidel passes between two decisions." ),
        .kind = ss_paramInteger, .min = 1, .max = 100, .allowedMin = 1, .allowedMax = 100000,
        .defaultValue = 8 },
};

typedef struct Candidate
{
    double* p;
    double residual;
} Candidate;

// One problem on its way through the solvers.
typedef struct Search
{
    policyWalk walk; // first, so that a walk is a search
    ssSolveState* state;
    Candidate best;    // of all attempts
    Candidate nearest; // of this round; only for groups that begin from there
    double* zero;      // no reactions: a beginning far from any wrong answer
    double* current;   // where the round goes on, while an attempt begins from the nearest
    double* kept;      // where the ladder goes on after a group that works aside
    ssStatus keptStatus;
    bool noMemory;
    const ssSolver* last; // the solver whose iterations are being counted for the report
    int lastCount;
    const char *lastGroup, *notedGroup; // the group in which it works, and the last one in the report
    bool countsRounds;                  // the present group reports its rounds instead of its solvers
} Search;

static void keepBest( const ssSolveState* state, Candidate* best )
{
    if ( state->residual < best->residual )
    {
        best->residual = state->residual;
        memcpy( best->p, state->p, solveStride( state ) * sizeof( double ) );
    }
}

/// Begins an entry of the report, with the name of the group where that has changed.
static void noteGroup( Search* search, const char* group )
{
    bool changes = search->notedGroup == NULL || strcmp( search->notedGroup, group ) != 0;
    solveNote( search->state, "%s%s%s",
        search->notedGroup == NULL ? ""
            : changes              ? "; "
                                   : ", ",
        changes ? group : "", changes ? ": " : "" );
    search->notedGroup = group;
}

static void noteLast( Search* search )
{
    if ( search->last != NULL )
    {
        noteGroup( search, search->lastGroup );
        solveNote( search->state, "%s %d", search->last->name, search->lastCount );
    }
}

static void countForReport( Search* search, const policyTask* task, int done )
{
    const ssSolver* solver = task->rung->solver;
    bool changes = solver != search->last || task->group->name != search->lastGroup;
    if ( done > 0 && changes && !search->countsRounds )
    {
        noteLast( search );
        search->last = solver;
        search->lastGroup = task->group->name;
        search->lastCount = 0;
    }
    search->lastCount += search->countsRounds ? 0 : done;
}

static bool attempt( policyWalk* walk, const policyTask* task )
{
    Search* search = (Search*)walk;
    ssSolveState* state = search->state;
    policyStart from = task->rung->start;
    size_t bytes = solveStride( state ) * sizeof( double );
    int before = state->iterations;
    if ( search->noMemory ) { return true; }
    if ( from == policyFromNearest ) { memcpy( search->current, state->p, bytes ); }
    if ( from != policyFromCurrent )
    {
        const double* start = from == policyFromBest ? search->best.p
            : from == policyFromZero                 ? search->zero
                                                     : search->nearest.p;
        memcpy( state->p, start, bytes );
    }
    solveOnWith( state, task->rung->solver, task->options, task->optionCount, task->iterations );
    keepBest( state, &search->best );
    if ( from == policyFromNearest ) { memcpy( state->p, search->current, bytes ); }
    else if ( search->nearest.p != NULL ) { keepBest( state, &search->nearest ); }
    int done = state->iterations - before;
    countForReport( search, task, done );
    walk->iterations = state->iterations;
    walk->work += done * ssSolver_Cost( task->rung->solver, walk->contacts );
    walk->residual = search->best.residual;
    walk->ended = state->residual;
    walk->status = state->status;
    return state->status == ss_statusConverged || state->status == ss_statusCancelled;
}

static void enterGroup( policyWalk* walk, const policyGroup* group )
{
    Search* search = (Search*)walk;
    bool fromNearest = false;
    for ( int i = 0; i < group->rungCount; ++i )
    {
        fromNearest = fromNearest || group->rungs[i].start == policyFromNearest;
    }
    if ( fromNearest )
    {
        search->nearest.p = solveVectors( search->state, 1 );
        search->current = solveVectors( search->state, 1 );
        search->noMemory = search->noMemory || search->nearest.p == NULL || search->current == NULL;
    }
    if ( group->aside )
    {
        search->kept = solveVectors( search->state, 1 );
        search->keptStatus = walk->status;
        search->noMemory = search->noMemory || search->kept == NULL;
        if ( search->kept != NULL )
        {
            memcpy( search->kept, search->state->p, solveStride( search->state ) * sizeof( double ) );
        }
    }
    if ( group->report != NULL )
    {
        noteLast( search );
        search->last = NULL;
        search->countsRounds = true;
    }
}

static void beginRound( policyWalk* walk ) { ( (Search*)walk )->nearest.residual = HUGE_VAL; }

static void leaveGroup( policyWalk* walk, const policyGroup* group, int rounds )
{
    Search* search = (Search*)walk;
    if ( search->kept != NULL )
    {
        memcpy( search->state->p, search->kept, solveStride( search->state ) * sizeof( double ) );
        bool ends = walk->status == ss_statusConverged || walk->status == ss_statusCancelled;
        walk->status = ends ? walk->status : search->keptStatus;
    }
    solveFree( search->state, search->nearest.p );
    solveFree( search->state, search->current );
    solveFree( search->state, search->kept );
    search->nearest.p = search->current = search->kept = NULL;
    if ( group->report != NULL )
    {
        search->countsRounds = false;
        noteGroup( search, group->name );
        solveNote( search->state, "%d round%s of %s", rounds, rounds == 1 ? "" : "s", group->report );
    }
}

/// All facts of a walk that knows whether W is explicit.
static unsigned factsOf( const ssSolveState* state, const policyWalk* walk )
{
    unsigned facts = walk->facts;
    bool isExplicit = ( facts & policyExplicit ) != 0, isPlanar = ( walk->lawFlags & SS_LAWS_PLANAR ) != 0;
    bool hasBodies = !isExplicit && !isPlanar;
    bool isCoulomb = ( walk->lawFlags & ss_lawFlagCoulomb ) != 0;
    bool newtonFits = walk->contacts + walk->rows <= POLICY_NEWTON_CONTACTS;
    bool pathAccepts = policyAccepts( walk, &ss_solverPath );
    // Every contact feels at least half of the others: one body, or one elastic piece, but no tower.
    bool isFull = walk->blocks >= walk->contacts * ( walk->contacts / 2 );
    facts |= hasBodies ? policyBodies : 0u;
    facts |= !hasBodies && newtonFits && pathAccepts ? policyBlocks : 0u;
    facts |= !isFull ? policyTower : 0u;
    facts |= isCoulomb ? policyCoulomb : 0u;
    facts |= !isExplicit && !isCoulomb ? policyConvexBodies : 0u;
    facts |= state->tolerance >= POLICY_LOOSE_TOLERANCE ? policyLoose : 0u;
    facts |= newtonFits ? policyNewton : 0u;
    facts |= policyHasJoints( walk->contacts, walk->rows ) ? policyJoints : 0u;
    facts |= pathAccepts ? policyPath : 0u;
    facts |= newtonFits || pathAccepts ? policyFactors : 0u;
    facts |= policyAccepts( walk, &ss_solverLeastSquares ) ? policyDescent : 0u;
    return facts;
}

static bool makeSearch( ssSolveState* state, Search* search )
{
    const ssSystem* system = state->system;
    *search = ( Search ){ .state = state,
        .best = { .p = solveVectors( state, 1 ), .residual = (double)INFINITY },
        .zero = solveVectors( state, 1 ),
        .walk = { .facts = system->blocks != NULL ? policyExplicit : 0u,
            .lawFlags = ssProblem_Flags( system->problem ),
            .contacts = system->contacts,
            .rows = system->rows,
            .blocks = system->blocks != NULL ? system->blockStart[system->contacts] : 0,
            .asymmetry = system->asymmetry,
            .passes = (int)solveOption( state, "sweeps" ),
            .maxIterations = state->maxIterations,
            .budget = state->budget,
            .residual = (double)INFINITY,
            .status = state->status,
            .attempt = attempt,
            .enter = enterGroup,
            .leave = leaveGroup,
            .beginRound = beginRound } };
    search->walk.facts = factsOf( state, &search->walk );
    if ( search->best.p == NULL || search->zero == NULL ) { return false; }
    memcpy( search->best.p, state->p, solveStride( state ) * sizeof( double ) );
    return true;
}

static bool isMeasurable( const ssSystem* system, const double* p, double* y )
{
    systemMultiply( system, p, y, system->velocity );
    return isfinite( systemResidual( system, p, y ) );
}

/// Begins from zero if the start's residual is not finite. False: that of zero is not finite either.
static bool chooseStart( Search* search )
{
    ssSolveState* state = search->state;
    double* y = solveVectors( state, 1 );
    bool possible = y != NULL;
    if ( possible && !isMeasurable( state->system, search->best.p, y ) )
    {
        possible = isMeasurable( state->system, search->zero, y );
        memcpy( search->best.p, search->zero, solveStride( state ) * sizeof( double ) );
        memcpy( state->p, search->zero, solveStride( state ) * sizeof( double ) );
        state->status = possible ? state->status : ss_statusNotFinite;
    }
    solveFree( state, y );
    return possible;
}

/// Appends the verdict to the text of the report, which is cut short where it leaves no room.
static void noteSurrender( ssSolveState* state )
{
    size_t used = strlen( state->what ), room = sizeof( state->what ) - 64;
    strcpy( state->what + ( used < room ? used : room ), used < room ? "" : " ..." );
    solveNote( state, "; gave up: the rounds no longer halved the residual" );
}

static void solveAuto( ssSolveState* state )
{
    Search search;
    policyWalk* walk = &search.walk;
    if ( makeSearch( state, &search ) && chooseStart( &search ) )
    {
        policyRun( walk, policyAuto, policyAutoCount );
        memcpy( state->p, search.best.p, solveStride( state ) * sizeof( double ) );
        state->residual = search.best.residual;
        state->status = search.noMemory ? ss_statusNoMemory
            : walk->surrendered         ? ss_statusStalled
                                        : walk->status;
        state->work = walk->work;
        state->budgetSpent = walk->budgetSpent;
        noteLast( &search );
        if ( walk->surrendered ) { noteSurrender( state ); }
    }
    solveFree( state, search.best.p );
    solveFree( state, search.zero );
}

const ssSolver ss_solverAuto = { "auto",
    .label = "Gauss-Seidel first, then Newton, switching when one stalls",
    .source = "Acary & Bourrier 2021, Sec. 5; Remark 2", .honours = SS_HONOURS_CONES | SS_LAWS_PLANAR,
    .rows = true, .maxIterations = 2000000, .params = s_params, .paramCount = SS_COUNT( s_params ),
    .solve = solveAuto };
