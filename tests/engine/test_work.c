// SPDX-License-Identifier: MIT
#include "solver_common.h"

#include "lcp/lcp.h"
#include "local/local_solve.h"
#include "slipstick/lab/scenario.h"

// Work is bounded, and the caller can end it.

// A stop that fires at one of the times it is asked, and not before.
typedef struct Patience
{
    int64_t asked, fires; // fires < 0: never
} Patience;

static bool runsOut( void* context )
{
    Patience* patience = context;
    patience->asked += 1;
    return patience->fires >= 0 && patience->asked > patience->fires;
}

// --------------------------------------------------------------------------------------------------- solvers

static ssSolveReport solveUntil(
    const ssSolver* solver, const ssProblem* problem, Patience* patience, double* p )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    options.tolerance = 1e-12;
    options.stop = patience != NULL ? runsOut : NULL;
    options.stopContext = patience;
    memset( p, 0, (size_t)ssProblem_Size( problem ) * sizeof( double ) );
    ssIgnore( ssSolve( solver, problem, &options, p, &report ) ); // the report says whether it was refused
    return report;
}

TEST everySolverAsksInEveryIterationAndObeys( void )
{
    static const int64_t fires[] = { 0, 1, 5, 60 };
    ssPackingDef def = ssRandomPackingDef( 17 );
    ssProblem problem;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    double *p = zeros( &problem ), *undisturbed = zeros( &problem );
    size_t bytes = (size_t)ssProblem_Size( &problem ) * sizeof( double );
    int tried = 0;
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        if ( ssSolver_Accepts( solver, &problem ).code != ss_ok ) { continue; }
        ++tried;
        ssSolveReport expected = solveUntil( solver, &problem, NULL, undisturbed );
        Patience patience = { .fires = -1 };
        ssSolveReport report = solveUntil( solver, &problem, &patience, p );
        ASSERT_EQm( solver->name, expected.status, report.status );
        ASSERT_EQm( solver->name, 0, memcmp( p, undisturbed, bytes ) );
        ASSERTm( solver->name, patience.asked >= report.iterations && report.iterations > 0 );
        for ( int i = 0; i < SS_COUNT( fires ); ++i )
        {
            patience = ( Patience ){ .fires = fires[i] };
            report = solveUntil( solver, &problem, &patience, p );
            bool ended = report.status == ss_statusCancelled || report.status == expected.status;
            ASSERTm( solver->name, ended && isfinite( report.residual ) );
            ASSERTm(
                solver->name, report.status == ss_statusCancelled || fires[i] > expected.iterations / 2 );
            // Some ask more than once per iteration, none less often.
            ASSERTm( solver->name, report.status != ss_statusCancelled || report.iterations <= fires[i] );
        }
    }
    ASSERT( tried >= 8 );
    free( p );
    free( undisturbed );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST pivotsAndPassesOfAComplementarityProblemAskToo( void )
{
    // M is positive definite and q < 0: every variable has to enter.
    enum
    {
        n = 12
    };
    double m[n * n], q[n], z[n] = { 0 };
    for ( int i = 0; i < n * n; ++i )
    {
        m[i] = i / n == i % n ? 2.0 : 1.0 / ( 2.0 + n + abs( i / n - i % n ) );
        q[i % n] = -1.0;
    }
    ssLcp lcp = { n, m, q };
    ssLcpWork* work = NULL;
    ASSERT_OK( ssCreateLcpWork( n, &work ) );
    Patience patience = { .fires = 3 };
    ssLcpWork_SetStop( work, runsOut, &patience );
    ssLcpReport report = ssLcp_Lemke( &lcp, work, z );
    ASSERT( report.status == ss_statusCancelled && report.iterations == 3 );
    patience = ( Patience ){ .fires = 2 };
    memset( z, 0, sizeof z );
    ssPgsOptions options = ssDefaultPgsOptions();
    report = ssLcp_Pgs( &lcp, &options, work, z );
    ASSERT( report.status == ss_statusCancelled && report.iterations == 2 );
    ssLcpWork_SetStop( work, NULL, NULL );
    ASSERT_EQ( ss_statusConverged, ssLcp_Lemke( &lcp, work, z ).status );
    ssDestroyLcpWork( work );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- steps

static ssSim* tinySim( const char* id )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
    ssSim* sim = NULL;
    testMust( ssSimDef_ApplyPreset( &def, "tiny" ) );
    testMust( ssCreateSim( &def, &sim ) );
    return sim;
}

TEST aCancelledStepLeavesNoTrace( void )
{
    static const char* const worlds[] = { "rolling-sphere", "rolling-disk", "sphere-pile", "dilatancy-twins",
        "gravel-pile", "guideway", "lanes", "playground" };
    for ( int k = 0; k < SS_COUNT( worlds ); ++k )
    {
        ssSim *sim = tinySim( worlds[k] ), *undisturbed = tinySim( worlds[k] );
        ASSERTm( worlds[k], sim != NULL && undisturbed != NULL );
        int cancelled = 0;
        for ( int i = 0; i < 60; ++i )
        {
            // It is cancelled at its beginning, then in the middle of its passes, and then left alone.
            for ( int64_t fires = 0; fires < 9; fires += 4 )
            {
                uint64_t hash = ssSim_Hash( sim );
                int64_t step = ssSim_StepIndex( sim );
                Patience patience = { .fires = fires };
                ssSim_SetStop( sim, runsOut, &patience );
                ssStepReport report = ssSim_Step( sim );
                if ( report.status != ss_statusCancelled )
                {
                    ASSERTm( worlds[k], fires > 0 && ssSim_StepIndex( sim ) == step + 1 );
                    goto next;
                }
                ++cancelled;
                ASSERT_EQm( worlds[k], hash, ssSim_Hash( sim ) );
                ASSERT_EQm( worlds[k], step, ssSim_StepIndex( sim ) );
            }
            ssSim_SetStop( sim, NULL, NULL );
            ssSim_Step( sim );
        next:
            ssSim_Step( undisturbed );
            ASSERT_EQm( worlds[k], ssSim_Hash( undisturbed ), ssSim_Hash( sim ) );
        }
        ASSERTm( worlds[k], cancelled >= 60 );
        ssDestroySim( sim );
        ssDestroySim( undisturbed );
    }
    PASS();
}

TEST aSpentBudgetReachesTheReportOfTheStep( void )
{
    // Boxes fall onto ground with a regularised law, which nothing solves to rounding,
    // and a rescue may cost 100 × 300 passes.
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "playground" ) );
    ssSim* sim = NULL;
    int spent = 0;
    ASSERT_OK( ssSimDef_ApplyPreset( &def, "creep" ) );
    ASSERT_OK( ssSimDef_Set( &def, "iterations", "300" ) );
    ASSERT_OK( ssSimDef_Set( &def, "theta", "1" ) );
    ASSERT_OK( ssSimDef_Set( &def, "tol", "1e-15" ) );
    ASSERT_OK( ssCreateSim( &def, &sim ) );
    for ( int i = 0; i < 118; ++i )
    {
        ssStepReport report = ssSim_Step( sim );
        ASSERT( !report.budgetSpent || report.status == ss_statusLimit );
        spent += report.budgetSpent;
    }
    ASSERT( spent > 0 );
    ssDestroySim( sim );
    PASS();
}

// ---------------------------------------------------------------------------------------------- local solves

static int64_t s_projections;

// The linker sends the engine's calls of ssProjectOntoCone here (tests/CMakeLists.txt).
ssConeFace __real_ssProjectOntoCone( const ssCone* cone, const double* x, double* p );
ssConeFace __wrap_ssProjectOntoCone( const ssCone* cone, const double* x, double* p );

ssConeFace __wrap_ssProjectOntoCone( const ssCone* cone, const double* x, double* p )
{
    ++s_projections;
    return __real_ssProjectOntoCone( cone, x, p );
}

TEST ellipsoidalContactsEndAfterFewProjections( void )
{
    enum
    {
        d = 6,
        newtonSteps = 30
    };
    testRng rng = { 3 };
    int64_t most = 0;
    for ( int k = 0; k < testCount( 3000 ); ++k )
    {
        ssCone cone = { .dimension = d,
            .mu = pow( 10.0, testUniform( &rng, -2.0, 1.0 ) ),
            .muRoll = pow( 10.0, testUniform( &rng, -4.0, 0.0 ) ),
            .muSpin = pow( 10.0, testUniform( &rng, -4.0, 0.0 ) ),
            .variant = ss_coneEllipsoidal };
        double root[d * d], a[d * d] = { 0 }, b[d], p[d] = { 0 };
        for ( int i = 0; i < d * d; ++i )
        {
            // Light and heavy bodies: the columns differ by decades.
            root[i] = testUniform( &rng, -1.0, 1.0 ) * pow( 10.0, testUniform( &rng, -3.0, 3.0 ) );
        }
        for ( int i = 0; i < d * d; ++i )
        {
            for ( int c = 0; c < d; ++c ) { a[i] += root[c * d + i / d] * root[c * d + i % d]; }
        }
        for ( int i = 0; i < d; ++i ) { b[i] = i == 0 ? -1.0 : testUniform( &rng, -1.0, 1.0 ); }
        // No answer is good enough, so that every attempt is made.
        localProblem problem = { .dimension = d,
            .cone = &cone,
            .saxce = true,
            .a = a,
            .b = b,
            .step = 1.0 / ( a[0] + a[7] + a[14] + a[21] + a[28] + a[35] ),
            .tolerance = 1e-300 };
        s_projections = 0;
        localSolve( &problem, local_newton, newtonSteps, p );
        most = s_projections > most ? s_projections : most;
    }
    // 150 projections, and five runs of Newton's method with line searches;
    // without a bound there are up to 100,000.
    ASSERT( most > 0 );
    ASSERT_EQ_FMT( true, most <= 150 + 5 * newtonSteps * 20, "%d" );
    PASS();
}

SUITE( work )
{
    RUN_TEST( everySolverAsksInEveryIterationAndObeys );
    RUN_TEST( pivotsAndPassesOfAComplementarityProblemAskToo );
    RUN_TEST( aCancelledStepLeavesNoTrace );
    RUN_TEST( aSpentBudgetReachesTheReportOfTheStep );
    RUN_TEST( ellipsoidalContactsEndAfterFewProjections );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( work );
    return TEST_END();
}
