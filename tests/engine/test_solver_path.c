// SPDX-License-Identifier: MIT
#include "solver_common.h"

#include "slipstick/lab/scenario.h"

#include "solve/solve_state.h"

// Hard problems: settled packings, whose forces are not determined by equilibrium, and stacks of boxes with
// four contacts per face, three of them redundant.

static enum greatest_test_res solvedAndJudged(
    const char* solver, const ssProblem* problem, double tolerance )
{
    double* p = calloc( (size_t)ssProblem_Size( problem ) + 1, sizeof( double ) );
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    ssJudgement judgement;
    options.tolerance = tolerance;
    ASSERT_OK( ssSolve( ssFindSolver( solver ), problem, &options, p, &report ) );
    ASSERT_EQ_FMTm( report.what, ss_statusConverged, report.status, "%d" );
    ASSERT_OK( judgeTwice( problem, p, &judgement, NULL ) );
    ASSERTm( report.what, judgement.residual <= tolerance );
    ASSERTm( report.what, judgement.feasibility <= 10.0 * tolerance );
    free( p );
    PASS();
}

static ssProblem settled( int contacts, int dimension, uint64_t seed, double kick )
{
    ssPackingDef def = ssDefaultPackingDef();
    ssProblem problem;
    def.settled = true;
    def.contacts = contacts;
    def.dimension = dimension;
    def.seed = seed;
    def.kick = kick;
    ssResult result = ssMakePacking( &def, &problem );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        exit( 1 );
    }
    return problem;
}

TEST settledPackingsOf400ReachEightDigits( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    static const double kicks[] = { 0.02, 0.05, 0.001, 0.0 };
    for ( int k = 0; k < testCount( 6 ); ++k )
    {
        ssProblem problem =
            settled( k % 2 == 0 ? 400 : 300, dimensions[k % 3], (uint64_t)k + 1, kicks[( k / 3 ) % 4] );
        CHECK_CALL( solvedAndJudged( "auto", &problem, 1e-8 ) );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST largeSettledPackingsReachFourDigits( void )
{
    // At full scale, every count and dimension is solved with several seeds.
    static const int sizes[] = { 300, 600, 1000, 2000, 5000 };
    static const int dimensions[] = { 3, 5, 6 };
    bool full = testScale() >= 10.0;
    int seeds = full ? 6 : 1, last = full ? 5 : testScale() >= 1.0 ? 4 : 2;
    for ( int size = 0; size < last; ++size )
    {
        for ( int k = 0; k < 3 * seeds; ++k )
        {
            ssProblem problem = settled( sizes[size], dimensions[k % 3], (uint64_t)( k / 3 ) + 1, 0.02 );
            CHECK_CALL( solvedAndJudged( "auto", &problem, 1e-4 ) );
            ssProblem_Destroy( &problem );
        }
    }
    PASS();
}

TEST packingsAtRestReachFourDigits( void )
{
    // The load is one step of gravity: the foot of the pile creeps apart, and under Coulomb's law without
    // moments slip patterns compete, the more so the larger the pile is. With moments it rests, whatever its
    // size.
    static const int sizes[] = { 300, 600, 1000, 2000, 5000 };
    static const int dimensions[] = { 3, 5, 6 };
    bool full = testScale() >= 10.0;
    int seeds = full ? 6 : 1, last = full ? 5 : 3;
    for ( int size = 0; size < last; ++size )
    {
        for ( int k = sizes[size] <= ( full ? 1000 : 600 ) ? 0 : 1; k < 3; ++k )
        {
            for ( int seed = 1; seed <= seeds; ++seed )
            {
                ssProblem problem = settled( sizes[size], dimensions[k], (uint64_t)seed, 0.0 );
                CHECK_CALL( solvedAndJudged( "auto", &problem, 1e-4 ) );
                ssProblem_Destroy( &problem );
            }
        }
    }
    PASS();
}

TEST largePackingsAtRestAreSolvedBetterThanBySweeps( void )
{
    // Without moments, these take minutes each.
    for ( int seed = 1; seed <= 2 && testScale() >= 10.0; ++seed )
    {
        ssProblem problem = settled( 2000, 3, (uint64_t)seed, 0.0 );
        double* p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        ssJudgement bySweeps, byAuto;
        options.tolerance = 1e-4;
        ASSERT_OK( ssSolve( ssFindSolver( "nsgs" ), &problem, &options, p, &report ) );
        ASSERT_OK( judgeTwice( &problem, p, &bySweeps, NULL ) );
        memset( p, 0, (size_t)ssProblem_Size( &problem ) * sizeof( double ) );
        ASSERT_OK( ssSolve( ssFindSolver( "auto" ), &problem, &options, p, &report ) );
        ASSERT_OK( judgeTwice( &problem, p, &byAuto, NULL ) );
        ASSERTm( report.what, byAuto.residual < 0.25 * bySweeps.residual );
        ASSERTm( report.what, ( report.status == ss_statusConverged ) == ( byAuto.residual <= 1e-4 ) );
        free( p );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST leastSquaresImproveOnStalledSweeps( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    for ( int k = 0; k < testCount( 6 ); ++k )
    {
        ssProblem problem = settled( k % 2 == 0 ? 300 : 600, dimensions[k % 3], (uint64_t)k + 1, 0.0 );
        double* p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        ssJudgement before, after;
        options.tolerance = 1e-6;
        options.maxIterations = 30;
        ASSERT_OK( ssSolve( ssFindSolver( "nsgs" ), &problem, &options, p, &report ) );
        ASSERT_OK( judgeTwice( &problem, p, &before, NULL ) );
        ASSERT( before.residual > options.tolerance );
        options.maxIterations = 1000;
        ASSERT_OK( ssSolve( &ss_solverLeastSquares, &problem, &options, p, &report ) );
        ASSERT_OK( judgeTwice( &problem, p, &after, NULL ) );
        // The projection onto the cones may cost some of what |F| gained, but not half.
        ASSERT( after.residual < 0.5 * before.residual );
        ASSERT( after.feasibility <= 1e-12 );
        ASSERT( report.iterations <= options.maxIterations );
        free( p );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST leastSquaresRefuseBlocksAndSayWhy( void )
{
    ssProblem bodies = settled( 40, 5, 3, 0.0 ), blocks;
    ASSERT_OK( ssProblem_MakeExplicit( &bodies, &blocks ) );
    int size = ssProblem_Size( &blocks );
    double* p = calloc( (size_t)size + 1, sizeof( double ) );
    p[0] = 1.5;
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    ssResult result = ssSolve( &ss_solverLeastSquares, &blocks, &options, p, &report );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT_EQ( ss_statusRefused, report.status );
    ASSERTm( result.message,
        testContains( result.message, "least squares" ) && testContains( result.message, "blocks" ) );
    ASSERT_EQ( ss_errorValue, ssSolver_Accepts( &ss_solverLeastSquares, &blocks ).code );
    ASSERT_EQ( ss_ok, ssSolver_Accepts( &ss_solverLeastSquares, &bodies ).code );
    // A refusal leaves the start as it was.
    ASSERT_EQ( 1.5, p[0] );
    free( p );
    ssProblem_Destroy( &bodies );
    ssProblem_Destroy( &blocks );
    PASS();
}

/// Stones poured into a container that holds them: the contact problem of the first step after six seconds.
static enum greatest_test_res heapAtRest( int stones, const char* muRoll, uint64_t seed, ssProblem* problem )
{
    char count[16], width[16];
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "gravel-pile" ) );
    ssSim* sim = NULL;
    snprintf( count, sizeof( count ), "%d", stones );
    // There are three or four layers, however many stones.
    snprintf( width, sizeof( width ), "%.3f", 0.04 * cbrt( stones ) );
    ASSERT_OK( ssSimDef_Set( &def, "n", count ) );
    ASSERT_OK( ssSimDef_Set( &def, "rate", count ) );
    ASSERT_OK( ssSimDef_Set( &def, "container", width ) );
    ASSERT_OK( ssSimDef_Set( &def, "mu_r", muRoll ) );
    ASSERT_OK( ssSimDef_Set( &def, "mu_s", muRoll ) );
    def.seed = seed;
    ASSERT_OK( ssCreateSim( &def, &sim ) );
    while ( ssSim_Time( sim ) < 6.0 ) { ssSim_Step( sim ); }
    ASSERT_OK( ssSim_Freeze( sim, problem ) );
    ssDestroySim( sim );
    PASS();
}

TEST heapsThatCameToRestAreSolved( void )
{
    static const int stones[] = { 120, 150, 400, 900, 1800 }; // the last has 5000 contacts without moments
    static const char* const muRolls[] = { "0", "0.01" };
    bool full = testScale() >= 10.0;
    for ( int size = 0; size < ( full ? 5 : 1 ); ++size )
    {
        for ( int k = 0; k < 2; ++k )
        {
            ssProblem problem;
            CHECK_CALL( heapAtRest( stones[size], muRolls[k], 1, &problem ) );
            ASSERT( problem.contactCount > 2 * stones[size] );
            CHECK_CALL( solvedAndJudged( "auto", &problem, problem.contactCount <= 400 ? 1e-8 : 1e-4 ) );
            ssProblem_Destroy( &problem );
        }
    }
    PASS();
}

TEST pathSolvesRandomPackings( void )
{
    for ( int k = 0; k < testCount( 60 ); ++k )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)k + 1000 );
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        CHECK_CALL( solvedAndJudged( "path", &problem, 1e-8 ) );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST pathSolvesTheRelaxedLaw( void )
{
    // The problem is convex: the velocity is unique, whoever finds it, even at rest, where the forces are
    // not.
    int compared = 0;
    for ( int k = 0; k < testCount( 60 ); ++k )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)k + 3000 );
        ssProblem problem;
        def.law = ss_contactFormRelaxed;
        def.settled = k % 2 == 1;
        def.kick = k % 4 == 3 ? 0.0 : def.kick;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        CHECK_CALL( solvedAndJudged( "auto", &problem, 1e-8 ) );
        int size = ssProblem_Size( &problem );
        double* p = calloc( 4 * (size_t)size, sizeof( double ) );
        double *y = p + size, *other = y + size, *otherY = other + size;
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        options.tolerance = 1e-10;
        const ssSolver* path = ssFindSolver( "path" );
        // The path of a convex problem has no turns to hold back from.
        testMust( ssSolveOptions_Set( &options, "alpha", 1e-9 ) );
        ASSERT_OK( ssSolve( path, &problem, &options, p, &report ) );
        ASSERT_EQ_FMTm( report.what, ss_statusConverged, report.status, "%d" );
        ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
        options = ssDefaultSolveOptions();
        options.tolerance = 1e-10;
        ASSERT_OK( ssSolve( ssFindSolver( "nsgs" ), &problem, &options, other, &report ) );
        if ( report.status == ss_statusConverged )
        {
            double off = 0.0, largest = 0.0;
            ASSERT_OK( ssProblem_Velocity( &problem, other, otherY ) );
            for ( int i = 0; i < size; ++i )
            {
                off = fmax( off, fabs( y[i] - otherY[i] ) );
                largest = fmax( largest, fabs( problem.q[i] ) );
            }
            // The error of a velocity is the square root of the remaining error of the energy.
            ASSERT( off <= 1e-5 * largest );
            ++compared;
        }
        free( p );
        ssProblem_Destroy( &problem );
    }
    ASSERT( compared > 0 );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- boxes

/// A tower of `height` boxes with four contacts on every face, falling and slightly turned by a kick.
static ssProblem boxStack( int height, int dimension, double mu, testRng* rng )
{
    ssProblemBody* bodies = calloc( (size_t)height, sizeof( *bodies ) );
    ssProblemContact* contacts = calloc( 4 * (size_t)height, sizeof( *contacts ) );
    double* velocity = calloc( 6 * (size_t)height, sizeof( double ) );
    ssProblem problem;
    for ( int i = 0; i < height; ++i )
    {
        double a = testUniform( rng, 0.4, 0.6 ), mass = testUniform( rng, 0.5, 2.0 );
        bodies[i] = ssDefaultProblemBody();
        bodies[i].mass = mass;
        bodies[i].inertia = ssVec3_Make( mass / 6.0, mass / 6.0, mass / 6.0 );
        bodies[i].position = ssVec3_Make( 0.0, 0.0, i + 0.5 );
        for ( int c = 0; c < 4; ++c )
        {
            ssProblemContact* contact = &contacts[4 * i + c];
            *contact = ssDefaultProblemContact( dimension );
            contact->a = i - 1;
            contact->b = i;
            contact->point = ssVec3_Make( c % 2 == 0 ? -a : a, c / 2 == 0 ? -a : a, i );
            contact->normal = ssVec3_Make( 0.0, 0.0, 1.0 );
            contact->cone.mu = mu;
            contact->cone.muRoll = 0.01;
            contact->cone.muSpin = 0.01;
        }
        for ( int c = 0; c < 6; ++c )
        {
            velocity[6 * i + c] = testUniform( rng, -0.01, 0.01 ) - ( c == 2 ? 0.05 : 0.0 );
        }
    }
    ssResult result =
        ssProblem_FromBodies( dimension, bodies, height, contacts, 4 * height, NULL, 0, velocity, &problem );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        exit( 1 );
    }
    free( bodies );
    free( contacts );
    free( velocity );
    return problem;
}

TEST boxStacksWithRedundantContactsAreSolved( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    testRng rng = { 3 };
    for ( int k = 0; k < testCount( 12 ); ++k )
    {
        ssProblem problem = boxStack( 2 + k % 12, dimensions[k % 3], k % 2 == 0 ? 0.7 : 0.2, &rng ),
                  assembled;
        ASSERT_OK( ssProblem_MakeExplicit( &problem, &assembled ) );
        CHECK_CALL( solvedAndJudged( "auto", &problem, 1e-8 ) );
        CHECK_CALL( solvedAndJudged( "auto", &assembled, 1e-8 ) );
        CHECK_CALL( solvedAndJudged( "path", &problem, 1e-8 ) );
        CHECK_CALL( solvedAndJudged( "path", &assembled, 1e-8 ) );
        ssProblem_Destroy( &problem );
        ssProblem_Destroy( &assembled );
    }
    PASS();
}

TEST unitsDoNotMatter( void )
{
    // The same stack is given in tonnes and in milligrams.
    static const double densities[] = { 1.3e-6, 1300.0, 1.3e9 };
    int iterations = -1;
    for ( int k = 0; k < 3; ++k )
    {
        ssPackingDef def = ssDefaultPackingDef();
        ssProblem problem;
        def.settled = true;
        def.contacts = 100;
        def.dimension = 3;
        def.density = densities[k];
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        double* p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        ASSERT_OK( ssSolve( ssFindSolver( "path" ), &problem, &options, p, &report ) );
        ASSERT_EQ_FMTm( report.what, ss_statusConverged, report.status, "%d" );
        // Rounding differs with the units; the course does not.
        ASSERT_IN_RANGE( iterations < 0 ? report.iterations : iterations, report.iterations, 2 );
        iterations = report.iterations;
        free( p );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

// -------------------------------------------------------------------------------- rows, compliance, refusals

TEST pathHonoursRowsAndCompliance( void )
{
    // A bead on a vertical guide: two bilateral rows hold x and y, a motor may push along z, and a wall rubs.
    for ( int k = 0; k < 2; ++k )
    {
        ssProblemBody bodies[2] = { ssDefaultProblemBody(), ssDefaultProblemBody() };
        ssProblemContact contacts[2] = { ssDefaultProblemContact( 3 ), ssDefaultProblemContact( 3 ) };
        ssProblemRow rows[2] = { { .a = 0,
                                     .b = 1,
                                     .jacobianA = { -1, 0, 0, 0, 0, 0 },
                                     .jacobianB = { 1, 0, 0, 0, 0, 0 },
                                     .lo = -HUGE_VAL,
                                     .hi = HUGE_VAL },
            { .a = -1, .b = 1, .jacobianB = { 0, 1, 0, 0, 0, 0 }, .lo = -0.1, .hi = 0.1, .q = 1.0 } };
        double velocity[12] = { 1.0, 0.0, -1.0, 0, 0, 0, -0.5, 1.0, -1.0, 0, 0, 0 };
        double p[8] = { 0 }, y[8];
        contacts[1].b = 1;
        contacts[0].cone.mu = contacts[1].cone.mu = 0.2;
        ssProblem problem;
        ASSERT_OK( ssProblem_FromBodies( 3, bodies, 2, contacts, 2, rows, 2, velocity, &problem ) );
        if ( k == 1 )
        {
            problem.compliance = ssAlloc( 8 * sizeof( double ) );
            for ( int i = 0; i < 8; ++i ) { problem.compliance[i] = 0.01 * ( i + 1 ); }
        }
        CHECK_CALL( solvedAndJudged( "path", &problem, 1e-10 ) );
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        options.tolerance = 1e-12;
        ASSERT_OK( ssSolve( ssFindSolver( "path" ), &problem, &options, p, &report ) );
        ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
        ASSERT_IN_RANGE( 0.0, y[6], 1e-9 );  // the bilateral row holds
        ASSERT_IN_RANGE( -0.1, p[7], 1e-9 ); // the motor is at its bound
        ASSERT( y[7] > 0.0 );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST pathRefusesUnsupportedLaws( void )
{
    ssPackingDef def = ssRandomPackingDef( 4 );
    ssProblem problem;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    for ( int i = 0; i < problem.contactCount; ++i ) { problem.cones[i].variant = ss_coneEllipsoidal; }
    ssResult result = ssSolver_Accepts( ssFindSolver( "path" ), &problem );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT_STR_EQ( "the solver path does not honour ellipsoidal cones", result.message );
    ssProblem_Destroy( &problem );
    PASS();
}

/// 80 spheres dropped one by one to geometric rest, mu = 0.7: forces that cancel each other are free wherever
/// contacts stick. Interior points that keep Coulomb's law for what hardly moves stall at 2e-3 here.
TEST interiorPointsSolveADroppedPile( void )
{
    size_t length = 0;
    char* text = testReadFile( testData( "pile_dropped_186.json" ), &length );
    ssProblem problem;
    ASSERT_OK( ssReadProblem( text, length, &problem ) );
    double* p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    ssJudgement judgement;
    options.maxIterations = 100;
    ASSERT_OK( ssSolveOptions_Set( &options, "rest", 1e9 ) );
    ASSERT_OK( ssSolveOptions_Set( &options, "dilate", 10.0 ) );
    ASSERT_OK( ssSolveOptions_Set( &options, "fallback", 0.0 ) );
    ASSERT_OK( ssSolve( ssFindSolver( "interior" ), &problem, &options, p, &report ) );
    ASSERT_EQ_FMTm( report.what, ss_statusConverged, report.status, "%d" );
    ASSERT_OK( judgeTwice( &problem, p, &judgement, NULL ) );
    ASSERT( judgement.residual <= 1e-8 );
    free( p );
    free( text );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( hardProblems )
{
    RUN_TEST( settledPackingsOf400ReachEightDigits );
    RUN_TEST( largeSettledPackingsReachFourDigits );
    RUN_TEST( packingsAtRestReachFourDigits );
    RUN_TEST( largePackingsAtRestAreSolvedBetterThanBySweeps );
    RUN_TEST( leastSquaresImproveOnStalledSweeps );
    RUN_TEST( leastSquaresRefuseBlocksAndSayWhy );
    RUN_TEST( heapsThatCameToRestAreSolved );
    RUN_TEST( interiorPointsSolveADroppedPile );
    RUN_TEST( pathSolvesRandomPackings );
    RUN_TEST( pathSolvesTheRelaxedLaw );
    RUN_TEST( boxStacksWithRedundantContactsAreSolved );
    RUN_TEST( unitsDoNotMatter );
    RUN_TEST( pathHonoursRowsAndCompliance );
    RUN_TEST( pathRefusesUnsupportedLaws );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( hardProblems );
    return TEST_END();
}
