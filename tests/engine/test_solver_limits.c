// SPDX-License-Identifier: MIT
#include "solver_common.h"

// Every solve ends: absurd numbers are refused by name, the limits on iterations and work hold, nothing ends
// in a NaN, and reactions that pull are never called converged.

// -------------------------------------------------------------------------------------------- absurd numbers

/// A body with one contact of an extended law and one box row.
static ssProblem boxedProblem( const ssProblemRow* row )
{
    ssProblemBody body = ssDefaultProblemBody();
    ssProblemContact contact = ssDefaultProblemContact( 3 );
    contact.point = ssVec3_Make( 0.0, 0.0, -0.5 );
    contact.law = ss_contactFormPlanar;
    const double freeVelocity[6] = { 0.3, 0.0, -1.0, 0.0, 0.0, 0.0 };
    ssProblem problem;
    testMust( ssProblem_FromBodies( 3, &body, 1, &contact, 1, row, 1, freeVelocity, &problem ) );
    ssLawDef law = ssDefaultLawDef( ss_lawKindExtended );
    int index = 0;
    testMust( ssProblem_AddLaw( &problem, &law, &index ) );
    return problem;
}

static ssProblemRow rowAlongX( double jacobian, double lo, double hi, double q )
{
    return ( ssProblemRow ){ .a = -1, .b = 0, .jacobianB = { jacobian }, .lo = lo, .hi = hi, .q = q };
}

TEST absurdRowsAreRefusedByName( void )
{
    const ssProblemRow rows[] = { rowAlongX( 1.0, 1e160, 2e160, 0.1 ), rowAlongX( 1.0, -2e200, -1e200, 0.1 ),
        rowAlongX( 1e160, -1.0, 1.0, 0.1 ), rowAlongX( 1.0, -1.0, 1.0, 1e200 ) };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssProblem problem = boxedProblem( &rows[i] );
        double p[4] = { 0.0 };
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        options.maxIterations = 1;
        ssResult result = ssSolve( ssFindSolver( "auto" ), &problem, &options, p, &report );
        ASSERT_EQ( ss_errorValue, result.code );
        ASSERTm( result.message, strstr( result.message, "row 0" ) != NULL );
        ASSERTm( result.message, strstr( result.message, "1e+100" ) != NULL );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST aHugeBoundIsNoBound( void )
{
    double answers[2][4] = { { 0.0 }, { 0.0 } };
    for ( int i = 0; i < 2; ++i )
    {
        double bound = i == 0 ? 1e200 : (double)INFINITY;
        ssProblemRow row = rowAlongX( 1.0, -bound, bound, 0.1 );
        ssProblem problem = boxedProblem( &row );
        ASSERT_EQ(
            ss_statusConverged, solveWith( ssFindSolver( "auto" ), &problem, 1e-8, answers[i] ).status );
        ssProblem_Destroy( &problem );
    }
    ASSERT_MEM_EQ( answers[0], answers[1], sizeof( answers[0] ) );
    PASS();
}

TEST absurdStartsAreReplacedByZero( void )
{
    ssProblemRow row = rowAlongX( 1.0, -1.0, 1.0, 0.1 );
    ssProblem problem = boxedProblem( &row );
    double p[4] = { 1e200, 1e200, 0.0, 0.0 };
    ASSERT_EQ( ss_statusConverged, solveWith( ssFindSolver( "auto" ), &problem, 1e-8, p ).status );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST damagedBlocksAreRefusedByName( void )
{
    ssPackingDef def = ssDefaultPackingDef();
    def.dimension = 3;
    def.contacts = 4;
    ssProblem packing, problem;
    ASSERT_OK( ssMakePacking( &def, &packing ) );
    ASSERT_OK( ssProblem_MakeExplicit( &packing, &problem ) );
    double* p = zeros( &problem );
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    problem.blocks[1] = 1e160;
    ssResult result = ssSolve( ssFindSolver( "auto" ), &problem, &options, p, &report );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERTm( result.message, strstr( result.message, "block (0, 0), entry 1" ) != NULL );
    problem.blocks[1] = 0.0;
    problem.q[3] = -1e120;
    result = ssSolve( ssFindSolver( "auto" ), &problem, &options, p, &report );
    ASSERTm( result.message, strstr( result.message, "contact 1: component 0 of q" ) != NULL );
    free( p );
    ssProblem_Destroy( &packing );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( absurd )
{
    RUN_TEST( absurdRowsAreRefusedByName );
    RUN_TEST( aHugeBoundIsNoBound );
    RUN_TEST( absurdStartsAreReplacedByZero );
    RUN_TEST( damagedBlocksAreRefusedByName );
}

// ---------------------------------------------------------------------------------------------------- limits

/// A random packing whose masses differ by up to so many decades, and of
/// whose bodies some are faster by a factor.
static ssProblem unevenPacking( uint64_t seed, double decades, double fast )
{
    ssPackingDef def = ssRandomPackingDef( seed );
    ssProblem round, problem;
    testMust( ssMakePacking( &def, &round ) );
    ssProblemContact* contacts = calloc( (size_t)round.contactCount, sizeof( ssProblemContact ) );
    for ( int i = 0; i < round.contactCount; ++i )
    {
        contacts[i] = ssDefaultProblemContact( def.dimension );
        contacts[i].a = round.bodyA[i];
        contacts[i].b = round.bodyB[i];
        contacts[i].point = round.points[i];
        contacts[i].normal = round.frames[i].n;
        contacts[i].tangent = round.frames[i].t;
        contacts[i].cone = round.cones[i];
        contacts[i].law = def.law;
    }
    testRng rng = { seed };
    for ( int i = 0; i < round.bodyCount; ++i )
    {
        double factor = pow( 10.0, testUniform( &rng, -0.5, 0.5 ) * decades );
        round.bodies[i].mass *= factor;
        round.bodies[i].inertia = ssVec3_Scale( factor, round.bodies[i].inertia );
    }
    for ( int i = 0; i < round.bodyCount; ++i )
    {
        double factor = testUniform( &rng, 0.0, 1.0 ) < 0.3 ? fast : 1.0;
        for ( int c = 0; c < 3; ++c ) { round.freeVelocity[6 * i + c] *= factor; }
    }
    testMust( ssProblem_FromBodies( def.dimension, round.bodies, round.bodyCount, contacts,
        round.contactCount, NULL, 0, round.freeVelocity, &problem ) );
    free( contacts );
    ssProblem_Destroy( &round );
    return problem;
}

TEST noSolverExceedsItsIterations( void )
{
    static const int limits[] = { 1, 2, 7, 40 };
    for ( int k = 0; k < testCount( 5 ); ++k )
    {
        ssProblem problem = unevenPacking( (uint64_t)k + 1, 4.0, 1.0 );
        for ( int s = 0; s < ssSolverCount(); ++s )
        {
            for ( int i = 0; i < SS_COUNT( limits ); ++i )
            {
                double* p = zeros( &problem );
                ssSolveOptions options = ssDefaultSolveOptions();
                ssSolveReport report;
                options.maxIterations = limits[i];
                ssIgnore( ssSolve( ssGetSolver( s ), &problem, &options, p,
                    &report ) ); // the report says whether it was refused
                ASSERTm( ssGetSolver( s )->name, report.iterations <= limits[i] );
                free( p );
            }
        }
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST workStaysWithinTheBudget( void )
{
    static const double budgets[] = { 10.0, 500.0, 20000.0 };
    ssProblem problem = unevenPacking( 7, 10.0, 1.0 );
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        for ( int i = 0; i < SS_COUNT( budgets ); ++i )
        {
            double* p = zeros( &problem );
            ssSolveOptions options = ssDefaultSolveOptions();
            ssSolveReport report;
            options.tolerance = 1e-14;
            options.budget = budgets[i];
            if ( ssSolve( solver, &problem, &options, p, &report ).code == ss_ok )
            {
                ASSERTm( solver->name, report.work <= budgets[i] );
                ASSERTm( solver->name, isfinite( report.residual ) );
            }
            if ( strcmp( solver->name, "auto" ) == 0 )
            {
                ASSERT( report.status != ss_statusConverged && report.budgetSpent && report.work > 0.0 );
            }
            free( p );
        }
    }
    ssProblem_Destroy( &problem );
    PASS();
}

// What a trace sees and when it is told to stop.
typedef struct Observer
{
    double least; // of all residuals
    int asked, most;
} Observer;

static bool seeIteration( void* context, const ssSolveIteration* iteration )
{
    Observer* observer = context;
    observer->least = fmin( observer->least, iteration->residual );
    return true;
}

static bool isEnough( void* context )
{
    Observer* observer = context;
    observer->asked += 1;
    return observer->asked > observer->most;
}

/// Solvers that judge every iteration, whatever the trace.
static bool judgesAll( const ssSolver* solver )
{
    static const char* const others[] = { "auto", "nsgs", "qvi", "psor", "pgs" };
    bool all = true;
    for ( int i = 0; i < SS_COUNT( others ); ++i ) { all = all && strcmp( others[i], solver->name ) != 0; }
    return all;
}

TEST stoppedSolversLeaveTheBestSoFar( void )
{
    static const int most[] = { 0, 1, 5, 30, 300 };
    // Masses nine decades apart, on which passes and gradients soon are worse than no force at all.
    ssProblem problem = unevenPacking( 3, 9.0, 1.0 );
    double* p = zeros( &problem );
    double start = judged( &problem, p );
    int stopped = 0;
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        for ( int i = 0; i < SS_COUNT( most ); ++i )
        {
            const ssSolver* solver = ssGetSolver( s );
            Observer observer = { .least = HUGE_VAL, .most = most[i] };
            ssSolveOptions options = ssDefaultSolveOptions();
            ssSolveReport report;
            options.tolerance = 1e-14;
            options.trace = seeIteration;
            options.context = &observer;
            options.stop = isEnough;
            options.stopContext = &observer;
            memset( p, 0, (size_t)ssProblem_Size( &problem ) * sizeof( double ) );
            if ( ssSolve( solver, &problem, &options, p, &report ).code == ss_ok &&
                report.status == ss_statusCancelled )
            {
                stopped += 1;
                ASSERTm( solver->name, report.residual <= start );
                ASSERTm( solver->name,
                    !judgesAll( solver ) || report.residual <= observer.least * ( 1.0 + 1e-6 ) );
                ssJudgement judgement;
                ASSERT_OK( ssJudge( &problem, p, &judgement, NULL ) );
                ASSERT_IN_RANGEm( solver->name, report.residual, judgement.residual, 1e-9 * start );
            }
        }
    }
    ASSERT( stopped >= 20 );
    free( p );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST aTraceChangesNothing( void )
{
    ssProblem problem = unevenPacking( 5, 1.0, 1.0 );
    size_t bytes = (size_t)ssProblem_Size( &problem ) * sizeof( double );
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        double *plain = zeros( &problem ), *traced = zeros( &problem );
        Observer observer = { .least = HUGE_VAL };
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report, other;
        ssResult result = ssSolve( solver, &problem, &options, plain, &report );
        options.trace = seeIteration;
        options.context = &observer;
        ASSERT_EQ( result.code, ssSolve( solver, &problem, &options, traced, &other ).code );
        ASSERT_EQm( solver->name, report.iterations, other.iterations );
        ASSERTm( solver->name, memcmp( plain, traced, bytes ) == 0 );
        ASSERTm( solver->name, result.code != ss_ok || observer.least < HUGE_VAL );
        free( plain );
        free( traced );
    }
    ssProblem_Destroy( &problem );
    PASS();
}

TEST admmStaysFinite( void )
{
    ssSolveOptions options = ssDefaultSolveOptions();
    options.tolerance = 1e-12;
    for ( int k = 0; k < testCountFull( 10, 28 ); ++k )
    {
        ssProblem problem = unevenPacking( (uint64_t)k + 1, 12.0, 1.0 );
        double* p = zeros( &problem );
        ssSolveReport report;
        ASSERT_OK( ssSolve( ssFindSolver( "admm" ), &problem, &options, p, &report ) );
        ASSERT( report.status != ss_statusNotFinite && report.residual < 2.0 );
        free( p );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST pgsStaysFinite( void )
{
    // Light bodies on heavy ones: full steps overshoot more and more.
    int solved = 0;
    for ( int k = 0; k < testCountFull( 8, 20 ) || ( solved == 0 && k < 20 ); ++k )
    {
        ssProblem problem = unevenPacking( (uint64_t)k + 1, 8.0, 1.0 );
        double* p = zeros( &problem );
        ssSolveReport report;
        ssSolveOptions options = ssDefaultSolveOptions();
        if ( ssSolve( ssFindSolver( "pgs" ), &problem, &options, p, &report ).code == ss_ok )
        {
            ++solved;
            ASSERT( report.status != ss_statusNotFinite && isfinite( report.residual ) );
            for ( int i = 0; i < ssProblem_Size( &problem ); ++i ) { ASSERT( isfinite( p[i] ) ); }
        }
        free( p );
        ssProblem_Destroy( &problem );
    }
    ASSERT( solved > 0 );
    PASS();
}

SUITE( limits )
{
    RUN_TEST( pgsStaysFinite );
    RUN_TEST( noSolverExceedsItsIterations );
    RUN_TEST( workStaysWithinTheBudget );
    RUN_TEST( stoppedSolversLeaveTheBestSoFar );
    RUN_TEST( aTraceChangesNothing );
    RUN_TEST( admmStaysFinite );
}

// ----------------------------------------------------------------------------------------------- feasibility

/// Where some bodies fly apart a million times faster than the others touch,
/// |q| hides the reactions from the residual.
TEST pullingReactionsAreNotConverged( void )
{
    int converged = 0;
    for ( int k = 0; k < testCount( 14 ); ++k )
    {
        ssProblem problem = unevenPacking( (uint64_t)k + 1, 0.0, k % 2 == 0 ? 1e5 : 1e8 );
        for ( int s = 0; s < ssSolverCount(); ++s )
        {
            const ssSolver* solver = ssGetSolver( s );
            double* p = zeros( &problem );
            ssSolveOptions options = ssDefaultSolveOptions();
            ssSolveReport report;
            ssJudgement judgement;
            options.maxIterations = 200;
            options.tolerance = 1e-6;
            if ( ssSolve( solver, &problem, &options, p, &report ).code == ss_ok &&
                report.status == ss_statusConverged )
            {
                ASSERT_OK( ssJudge( &problem, p, &judgement, NULL ) );
                ASSERTm( solver->name, judgement.residual <= options.tolerance );
                ASSERTm( solver->name, judgement.infeasibility <= 10.0 * options.tolerance );
                converged += 1;
            }
            free( p );
        }
        ssProblem_Destroy( &problem );
    }
    ASSERT( converged > 0 );
    PASS();
}

TEST infeasibleReactionsAreMovedIntoTheirCones( void )
{
    ssProblemRow row = rowAlongX( 1.0, -1.0, 1.0, 0.1 );
    ssProblem problem = boxedProblem( &row );
    ssJudgement judgement;
    double p[4] = { 1.0, 9.0, -3.0, 2.0 };
    ASSERT_OK( ssJudge( &problem, p, &judgement, NULL ) );
    ASSERT( judgement.infeasibility > 0.5 );
    ASSERT_OK( ssProblem_MakeFeasible( &problem, p ) );
    ASSERT_OK( ssJudge( &problem, p, &judgement, NULL ) );
    ASSERT( judgement.infeasibility <= 1e-12 );
    ASSERT_IN_RANGE( 1.0, p[0], 0.0 );
    ASSERT_IN_RANGE( 1.0, p[3], 0.0 );
    double pulling[4] = { -1.0, 0.5, 0.0, -2.0 };
    ASSERT_OK( ssProblem_MakeFeasible( &problem, pulling ) );
    ASSERT_IN_RANGE( 0.0, pulling[0], 0.0 );
    ASSERT_IN_RANGE( 0.0, pulling[1], 0.0 );
    ASSERT_IN_RANGE( -1.0, pulling[3], 0.0 );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( feasibility )
{
    RUN_TEST( pullingReactionsAreNotConverged );
    RUN_TEST( infeasibleReactionsAreMovedIntoTheirCones );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( absurd );
    RUN_SUITE( limits );
    RUN_SUITE( feasibility );
    return TEST_END();
}
