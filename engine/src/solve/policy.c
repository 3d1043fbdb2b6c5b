// SPDX-License-Identifier: MIT
#include "solve/policy_table.h"

#include <limits.h>

// Reads the ladders of policy_table.c, and keeps the limits on iterations and work for all rungs.

bool policyAccepts( const policyWalk* walk, const ssSolver* solver )
{
    return ( walk->lawFlags & ~solver->honours ) == 0 && ( walk->rows == 0 || solver->rows ) &&
        !( solver->bodiesOnly && ( walk->facts & policyExplicit ) != 0 ) &&
        !( solver->symmetric && walk->asymmetry > SS_ASYMMETRY_MAX );
}

static unsigned factsNow( const policyWalk* walk, int round )
{
    // Bodies make the path cheap; without them Newton's method on the natural map is often quicker.
    bool isPathTurn = ( walk->facts & policyPath ) != 0 &&
        ( ( walk->facts & policyExplicit ) == 0 || round > 0 || walk->rows > 0 );
    return walk->facts | ( isPathTurn ? policyPathTurn : 0u ) | ( round % 2 == 1 ? policyOddRound : 0u );
}

static bool holds( const policyWalk* walk, const policyGuard* guard, int round )
{
    unsigned facts = factsNow( walk, round );
    return ( facts & guard->needs ) == guard->needs && ( facts & guard->forbids ) == 0 &&
        walk->contacts >= guard->contactsMin &&
        ( guard->contactsMax == 0 || walk->contacts <= guard->contactsMax ) && round >= guard->roundMin;
}

/// Whether the last attempt has left reactions from which another can go on.
static bool canGoOn( const policyWalk* walk )
{
    return walk->status != ss_statusNoMemory && walk->status != ss_statusNotFinite;
}

/// Whether a rung that began at the residual walk->before has gained enough. The first one begins at an
/// unknown residual and pays; one that ends at none that is finite never does.
static bool pays( const policyWalk* walk, double gain )
{
    return gain == 0.0 ||
        ( walk->status != ss_statusNoMemory && isfinite( walk->residual ) &&
            ( isinf( walk->before ) || walk->residual * gain < walk->before ) );
}

/// The doublings that are wanted, at most POLICY_DOUBLINGS_MAX.
static int doublings( int wanted ) { return wanted < POLICY_DOUBLINGS_MAX ? wanted : POLICY_DOUBLINGS_MAX; }

static double valueOf( const policyOption* option, double residual, int round )
{
    const double* value = option->value;
    switch ( option->kind )
    {
        case policyCycles: return value[round % 3];
        case policyOfResidual: return ssMin( ssMax( value[0] * residual, value[1] ), value[2] );
        case policyOfSquare: return ssMin( ssMax( value[0] * residual * residual, value[1] ), value[2] );
        case policyOfRound: return floor( round / value[0] );
        case policyOfDoubling: return ldexp( value[0], doublings( round * (int)value[1] ) );
        case policyIs:
        default: return value[0];
    }
}

static void fillOptions( const policyWalk* walk, int round, policyTask* task )
{
    unsigned facts = factsNow( walk, round );
    for ( int i = 0; i < POLICY_OPTIONS_MAX && task->rung->options[i].key != NULL; ++i )
    {
        const policyOption* option = &task->rung->options[i];
        if ( ( facts & option->needs ) == option->needs )
        {
            task->options[task->optionCount++] =
                ( ssSolverOption ){ option->key, valueOf( option, walk->residual, round ) };
        }
    }
}

static int iterationsOf( const policyWalk* walk, const policyRung* rung, int round )
{
    int count = rung->budget == policyPasses ? walk->passes
        : rung->budget == policyDoubling     ? rung->iterations << doublings( round )
                                             : rung->iterations;
    return rung->work > 0.0 ? (int)ssMin( count, rung->work / walk->contacts ) : count;
}

/// At most `iterations`, and no more of this solver's than the rest of the budget pays for.
static int affordable( const policyWalk* walk, const ssSolver* solver, int iterations )
{
    double count = ( walk->budget - walk->work ) / ssSolver_Cost( solver, walk->contacts );
    return count >= iterations ? iterations : count > 0.0 ? (int)count : 0;
}

/// One attempt within all limits. True when the walk is over.
static bool attemptWithin( policyWalk* walk, policyTask* task, int iterations )
{
    int left = walk->maxIterations - walk->iterations, before = walk->iterations;
    int wanted = iterations < left ? iterations : left;
    task->iterations = affordable( walk, task->rung->solver, wanted );
    if ( task->iterations <= 0 )
    {
        walk->budgetSpent = task->iterations < wanted;
        return true;
    }
    bool over = walk->attempt( walk, task );
    bool allDone = walk->iterations - before >= task->iterations;
    walk->budgetSpent = walk->budgetSpent || ( task->iterations < wanted && allDone );
    return over || walk->iterations >= walk->maxIterations || walk->budgetSpent;
}

/// True when the walk is over.
static bool climb( policyWalk* walk, const policyGroup* group, const policyRung* rung, int round )
{
    walk->before = walk->residual;
    if ( rung->solver == NULL )
    {
        walk->status = ss_statusStalled;
        return true;
    }
    policyTask task = { .group = group, .rung = rung };
    fillOptions( walk, round, &task );
    int total = iterationsOf( walk, rung, round ), done = 0;
    bool over = false;
    do {
        int stretch = rung->stretch > 0 ? rung->stretch : total;
        over = attemptWithin( walk, &task, stretch );
        done += stretch;
    } while ( !over && done < total && canGoOn( walk ) );
    return over;
}

/// One round of a group; *ends is set where a rung did not gain enough. True when the walk is over.
static bool runRound( policyWalk* walk, const policyGroup* group, int round, bool* ends )
{
    double first = walk->residual;
    bool over = false;
    if ( walk->beginRound != NULL ) { walk->beginRound( walk ); }
    for ( int i = 0; i < group->rungCount && !over && !*ends; ++i )
    {
        const policyRung* rung = &group->rungs[i];
        if ( holds( walk, &rung->guard, round ) && !( walk->residual < rung->enough * first ) &&
            ( rung->near == 0.0 || walk->ended <= rung->near ) &&
            ( rung->solver == NULL || policyAccepts( walk, rung->solver ) ) )
        {
            over = climb( walk, group, rung, round );
            *ends = !over && !pays( walk, group->gain );
        }
    }
    return over;
}

/// True when the walk is over.
static bool runGroup( policyWalk* walk, const policyGroup* group )
{
    double milestone = walk->residual;
    int reached = 0, rounds = group->rounds > 0 ? group->rounds : INT_MAX,
        round = 0; // `reached`: the milestone
    bool goesOn = group->rungs[0].start == policyFromCurrent, over = false, ends = false;
    for ( ; round < rounds && !over && !ends && ( !goesOn || canGoOn( walk ) ); ++round )
    {
        int begun = walk->iterations;
        over = runRound( walk, group, round, &ends );
        if ( group->patience > 0 && !over )
        {
            bool halved = walk->residual < POLICY_HALVES * milestone;
            milestone = halved ? walk->residual : milestone;
            reached = halved ? round : reached;
            // If no solver could begin, memory has run out.
            over = walk->iterations == begun;
            walk->surrendered = !over && round - reached >= group->patience;
            ends = walk->surrendered;
        }
    }
    if ( walk->leave != NULL ) { walk->leave( walk, group, round ); }
    return over;
}

bool policyRun( policyWalk* walk, const policyGroup* groups, int groupCount )
{
    bool over = false;
    for ( int i = 0; i < groupCount && !over && !walk->surrendered; ++i )
    {
        if ( holds( walk, &groups[i].guard, 0 ) )
        {
            if ( walk->enter != NULL ) { walk->enter( walk, &groups[i] ); }
            over = runGroup( walk, &groups[i] );
        }
    }
    return over;
}
