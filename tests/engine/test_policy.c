// SPDX-License-Identifier: MIT
#include "solver_common.h"

#include "solve/policy_table.h"

#include <math.h>

// The policy of `auto` and of the rescue: every rung of the table can be called and says why it is there, and
// no rung goes beyond the limits on iterations and work, whatever the problem is.

typedef struct Ladder
{
    const policyGroup* groups;
    int count;
} Ladder;

static Ladder ladder( int index )
{
    return index == 0 ? ( Ladder ){ policyAuto, policyAutoCount }
                      : ( Ladder ){ policyRescue, policyRescueCount };
}

// ----------------------------------------------------------------------------------------------------- table

static enum greatest_test_res checkOption( const policyRung* rung, const policyOption* option )
{
    const ssSolver* solver = rung->solver;
    int index = ssFindParam( solver->params, solver->paramCount, option->key );
    ASSERTm( option->key, index >= 0 );
    int count = option->kind == policyIs || option->kind == policyOfDoubling ? 1
        : option->kind == policyOfRound                                      ? 0
                                                                             : 3;
    for ( int i = option->kind == policyOfResidual || option->kind == policyOfSquare ? 1 : 0; i < count; ++i )
    {
        // A barrier of zero is the limit of one that falls with the residual, and is never reached.
        bool isLimit = option->kind == policyOfSquare && option->value[i] == 0.0;
        ssResult result = ssCheckParam( &solver->params[index], option->value[i] );
        ASSERTm( result.message, isLimit || result.code == ss_ok );
    }
    ASSERTm( option->key, option->kind != policyOfRound || option->value[0] >= 1.0 );
    if ( option->kind == policyOfDoubling )
    {
        ASSERTm( option->key, option->value[1] >= 1.0 && option->value[1] == floor( option->value[1] ) );
        ASSERT_OK( ssCheckParam( &solver->params[index], ldexp( option->value[0], POLICY_DOUBLINGS_MAX ) ) );
    }
    PASS();
}

static enum greatest_test_res checkRung( const policyRung* rung )
{
    ASSERT( rung->name != NULL && rung->name[0] != 0 );
    ASSERTm( rung->name, rung->why != NULL && strlen( rung->why ) > 10 );
    ASSERT_EQm( rung->name, 0u, rung->guard.needs & rung->guard.forbids );
    ASSERTm(
        rung->name, rung->enough >= 0.0 && rung->enough < 1.0 && rung->work >= 0.0 && rung->near >= 0.0 );
    if ( rung->solver != NULL )
    {
        bool isKnown = rung->solver == &ss_solverLeastSquares || rung->solver == &ss_solverCreep ||
            ssFindSolver( rung->solver->name ) == rung->solver;
        ASSERTm( rung->name, isKnown );
        bool hasFormula = rung->budget == policyPasses;
        ASSERT_EQm( rung->name, !hasFormula, rung->iterations > 0 );
        for ( int i = 0; i < POLICY_OPTIONS_MAX && rung->options[i].key != NULL; ++i )
        {
            CHECK_CALL( checkOption( rung, &rung->options[i] ) );
        }
    }
    PASS();
}

TEST everyRungCanBeCalledAndSaysWhy( void )
{
    for ( int which = 0; which < 2; ++which )
    {
        Ladder l = ladder( which );
        for ( int i = 0; i < l.count; ++i )
        {
            const policyGroup* group = &l.groups[i];
            ASSERT( group->name != NULL && group->rungCount > 0 );
            ASSERT_EQm( group->name, 0u, group->guard.needs & group->guard.forbids );
            // Rounds without a number end because they no longer pay.
            ASSERTm( group->name, group->rounds > 0 || group->gain > 1.0 || group->patience > 0 );
            for ( int k = 0; k < group->rungCount; ++k ) { CHECK_CALL( checkRung( &group->rungs[k] ) ); }
        }
    }
    PASS();
}

// ---------------------------------------------------------------------------------------------------- limits

/// The walk of a problem on which every solver uses up all it is given.
typedef struct Trial
{
    policyWalk walk;
    testRng rng;
    double progress; // factor on the residual per attempt
    int attempts;
    bool exceeded; // some rung was given more than was left
} Trial;

static bool useAll( policyWalk* walk, const policyTask* task )
{
    Trial* trial = (Trial*)walk;
    double cost = ssSolver_Cost( task->rung->solver, walk->contacts );
    trial->exceeded = trial->exceeded || walk->iterations + task->iterations > walk->maxIterations ||
        walk->work + cost * task->iterations > walk->budget || !policyAccepts( walk, task->rung->solver );
    walk->iterations += task->iterations;
    walk->work += cost * task->iterations;
    walk->residual = isinf( walk->residual ) ? 1.0 : trial->progress * walk->residual;
    trial->attempts += 1;
    return false;
}

static Trial randomTrial( uint64_t seed )
{
    Trial trial = { .rng = { seed } };
    int contacts = (int)pow( 10.0, testUniform( &trial.rng, 0.0, 4.0 ) );
    bool bodies = seed % 3 == 0;
    trial.progress = seed % 5 == 0 ? 0.9 : 1.0;
    trial.walk = ( policyWalk ){ .facts = bodies ? policyBodies : policyExplicit,
        .lawFlags = ss_lawFlagCoulomb,
        .contacts = contacts,
        .blocks = bodies ? 0 : 7 * contacts,
        .passes = 8,
        .maxIterations = 1000000000,
        .budget = HUGE_VAL,
        .residual = (double)INFINITY,
        .status = ss_statusLimit,
        .attempt = useAll };
    trial.walk.facts |= (unsigned)testRandom( &trial.rng ) & ( policyFactors | policyLoose | policyCoulomb );
    trial.walk.facts |= policyPath | policyNewton | policyDescent | ( bodies ? 0u : policyBlocks );
    return trial;
}

TEST ladderEndsWithinItsLimits( void )
{
    static const int limits[] = { 1, 10, 100, 100000 };
    static const double budgets[] = { 1.0, 50.0, 1e4, 1e7 };
    for ( int k = 0; k < testCount( 200 ); ++k )
    {
        for ( int i = 0; i < SS_COUNT( limits ); ++i )
        {
            Ladder l = ladder( k % 4 == 3 );
            Trial trial = randomTrial( (uint64_t)k + 1 );
            trial.walk.maxIterations = limits[i];
            policyRun( &trial.walk, l.groups, l.count );
            ASSERT( !trial.exceeded && trial.walk.iterations <= limits[i] );
            trial = randomTrial( (uint64_t)k + 1 );
            trial.walk.budget = budgets[i];
            bool over = policyRun( &trial.walk, l.groups, l.count );
            ASSERT( !trial.exceeded && trial.walk.work <= budgets[i] );
            ASSERT( !trial.walk.budgetSpent || over );
        }
    }
    PASS();
}

TEST laddersWithoutProgressEndByThemselves( void )
{
    for ( int k = 0; k < testCount( 60 ); ++k )
    {
        Ladder l = ladder( k % 4 == 3 );
        Trial trial = randomTrial( (uint64_t)k + 1 );
        trial.progress = 1.0;
        bool over = policyRun( &trial.walk, l.groups, l.count );
        bool stopped = trial.walk.status == ss_statusStalled;
        ASSERT( trial.walk.surrendered || stopped || k % 4 == 3 );
        ASSERT( over == stopped && trial.attempts < 2000 );
    }
    PASS();
}

#define ROUNDS 4

/// The walk of a problem that no round solves.
typedef struct Rounds
{
    policyWalk walk;
    double patience[ROUNDS];
    int count;
} Rounds;

static bool noteOption( policyWalk* walk, const policyTask* task )
{
    Rounds* rounds = (Rounds*)walk;
    // What comes later counts.
    rounds->patience[rounds->count++] = task->options[task->optionCount - 1].value;
    return rounds->count == ROUNDS;
}

TEST whatDoublesGrowsFromRoundToRoundUpToABound( void )
{
    static const policyRung rung = { .name = "rung",
        .solver = &ss_solverCreep,
        .options = { { "patience", policyOfDoubling, { 200.0, 4.0 }, 0 },
            { "patience", policyOfDoubling, { 200.0, 1.0 }, policyLoose } },
        .iterations = 1 };
    static const policyGroup group = { .name = "group", .rounds = ROUNDS, .rungs = &rung, .rungCount = 1 };
    static const double wanted[2][ROUNDS] = { { 200.0, 3200.0, 12800.0, 12800.0 },
        { 200.0, 400.0, 800.0, 1600.0 } };
    for ( int loose = 0; loose < 2; ++loose )
    {
        Rounds rounds = { .walk = { .facts = policyBodies | ( loose ? policyLoose : 0u ),
                              .lawFlags = ss_lawFlagCoulomb,
                              .contacts = 1000,
                              .maxIterations = 100,
                              .budget = HUGE_VAL,
                              .residual = 1.0,
                              .status = ss_statusLimit,
                              .attempt = noteOption } };
        policyRun( &rounds.walk, &group, 1 );
        ASSERT_EQ( ROUNDS, rounds.count );
        for ( int i = 0; i < ROUNDS; ++i ) { ASSERT_EQ( wanted[loose][i], rounds.patience[i] ); }
    }
    PASS();
}

/// Every rung by itself on a real problem: its solver keeps the limits with the options of the rung.
TEST everyRungKeepsItsLimits( void )
{
    static const int limits[] = { 1, 10, 100 };
    ssPackingDef def = ssRandomPackingDef( 11 );
    def.contacts = 40;
    ssProblem problems[2];
    ASSERT_OK( ssMakePacking( &def, &problems[0] ) );
    ASSERT_OK( ssProblem_MakeExplicit( &problems[0], &problems[1] ) );
    for ( int i = 0; i < policyAutoCount + policyRescueCount; ++i )
    {
        const policyGroup* group = i < policyAutoCount ? &policyAuto[i] : &policyRescue[i - policyAutoCount];
        for ( int k = 0; k < group->rungCount * SS_COUNT( limits ) * 2; ++k )
        {
            const policyRung* rung = &group->rungs[k / ( 2 * SS_COUNT( limits ) )];
            const ssProblem* problem = &problems[k % 2];
            unsigned missing = k % 2 == 0 ? policyBlocks : policyBodies;
            if ( rung->solver != NULL && ( group->guard.needs & missing ) == 0 &&
                ssSolver_Accepts( rung->solver, problem ).code == ss_ok )
            {
                ssSolveOptions options = ssDefaultSolveOptions();
                ssSolveReport report;
                double* p = zeros( problem );
                options.tolerance = 1e-15;
                options.maxIterations = limits[k / 2 % SS_COUNT( limits )];
                options.budget = 30.0 * options.maxIterations;
                for ( int o = 0; o < POLICY_OPTIONS_MAX && rung->options[o].key != NULL; ++o )
                {
                    const policyOption* option = &rung->options[o];
                    double value = option->kind == policyOfRound ? 0.0
                        : option->kind == policyOfResidual || option->kind == policyOfSquare
                        ? option->value[2]
                        : option->value[0];
                    ASSERT_OK( ssSolveOptions_Set( &options, option->key, value ) );
                }
                ASSERT_OK( ssSolve( rung->solver, problem, &options, p, &report ) );
                ASSERTm( rung->name, report.iterations <= options.maxIterations );
                ASSERTm( rung->name, report.work <= options.budget );
                free( p );
            }
        }
    }
    ssProblem_Destroy( &problems[0] );
    ssProblem_Destroy( &problems[1] );
    PASS();
}

// --------------------------------------------------------------------------------------------------- options

TEST optionsAreSetByNameAndCheckedByName( void )
{
    ssPackingDef def = ssRandomPackingDef( 3 );
    ssProblem problem;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    double* p = zeros( &problem );
    ssSolveReport report;
    ssSolveOptions options = ssDefaultSolveOptions();
    ASSERT_OK( ssSolveOptions_Set( &options, "omega", 0.7 ) );
    ASSERT_OK( ssSolveOptions_Set( &options, "omega", 0.5 ) );
    ASSERT_EQ_FMT( 1, options.namedCount, "%d" );
    ASSERT_OK( ssSolve( ssFindSolver( "nsgs" ), &problem, &options, p, &report ) );
    ssResult result = ssSolve( ssFindSolver( "newton" ), &problem, &options, p, &report );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERTm(
        result.message, testContains( result.message, "newton" ) && testContains( result.message, "omega" ) );
    ASSERT_OK( ssSolveOptions_Set( &options, "omega", 7.0 ) );
    result = ssSolve( ssFindSolver( "nsgs" ), &problem, &options, p, &report );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERTm( result.message, testContains( result.message, "omega" ) );
    free( p );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( policy )
{
    RUN_TEST( everyRungCanBeCalledAndSaysWhy );
    RUN_TEST( ladderEndsWithinItsLimits );
    RUN_TEST( laddersWithoutProgressEndByThemselves );
    RUN_TEST( whatDoublesGrowsFromRoundToRoundUpToABound );
    RUN_TEST( everyRungKeepsItsLimits );
    RUN_TEST( optionsAreSetByNameAndCheckedByName );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( policy );
    return TEST_END();
}
