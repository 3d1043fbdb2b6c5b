// SPDX-License-Identifier: MIT
#include "solver_common.h"

#include "base/json_reader.h"
#include "solve/solve_state.h"

#include <dirent.h>

// Every solver on every law it honours, judged by the program's judge and the tests' own.

// ----------------------------------------------------------------------------------------------------- table

TEST tableIsComplete( void )
{
    static const char* const names[] = { "auto", "nsgs", "qvi", "fixed-point", "extragradient", "psor",
        "apgd", "admm", "newton", "lemke", "pgs", "path", "interior" };
    ASSERT_EQ_FMT( SS_COUNT( names ), ssSolverCount(), "%d" );
    for ( int i = 0; i < SS_COUNT( names ); ++i ) { ASSERTm( names[i], ssFindSolver( names[i] ) != NULL ); }
    for ( int i = 0; i < ssSolverCount(); ++i )
    {
        const ssSolver* solver = ssGetSolver( i );
        ASSERT_EQ( solver, ssFindSolver( solver->name ) );
        ASSERT( solver->label[0] != 0 && solver->source[0] != 0 && solver->honours != 0 &&
            solver->maxIterations > 0 );
        ASSERT( solver->paramCount <= SS_SOLVER_PARAMS_MAX );
        for ( int k = 0; k < solver->paramCount; ++k )
        {
            const ssParam* param = &solver->params[k];
            ASSERT_OK( ssCheckParam( param, param->defaultValue ) );
            ASSERT( param->doc[0] != 0 && param->label[0] != 0 );
        }
    }
    ASSERT_EQ( NULL, ssFindSolver( "magic" ) );
    ASSERT( ssFindSolver( "passes" ) != NULL && ssFindSolver( "sweep" ) == ssFindSolver( "passes" ) );
    PASS();
}

// ----------------------------------------------------------------------------------------------- one contact

/// A solid sphere of radius 1 and mass 1 on the plane, with velocities (u, w).
static ssProblem sphereOnPlane(
    int dimension, ssContactForm law, const double* velocity, double mu, double muRoll )
{
    ssProblemBody body = ssDefaultProblemBody();
    ssProblemContact contact = ssDefaultProblemContact( dimension );
    body.inertia = ssVec3_Make( 0.4, 0.4, 0.4 );
    body.position = ssVec3_Make( 0.0, 0.0, 1.0 );
    contact.cone.mu = mu;
    contact.cone.muRoll = muRoll;
    contact.law = law;
    ssProblem problem;
    testMust( ssProblem_FromBodies( dimension, &body, 1, &contact, 1, NULL, 0, velocity, &problem ) );
    return problem;
}

TEST sphereFollowsTheClosedForms( void )
{
    // W = diag(1, 7/2, 7/2): the sphere sticks where |u_T|/3.5 <= mu |u_N|, and otherwise slides with p_T =
    // mu p_N.
    static const struct
    {
        double velocity[6];
        double mu, p[3];
    } cases[] = {
        { { 1.0, 0.0, 0.5, 0.0, 0.0, 0.0 }, 0.3, { 0.0, 0.0, 0.0 } },
        { { 0.35, 0.0, -1.0, 0.0, 0.0, 0.0 }, 0.3, { 1.0, -0.1, 0.0 } },
        { { 3.5, 0.0, -1.0, 0.0, 0.0, 0.0 }, 0.3, { 1.0, -0.3, 0.0 } },
        { { 0.0, 7.0, -2.0, 0.0, 0.0, 0.0 }, 0.5, { 2.0, 0.0, -1.0 } },
        { { 0.0, 7.0, -2.0, 0.0, 0.0, 0.0 }, 0.0, { 2.0, 0.0, 0.0 } },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        ssProblem problem = sphereOnPlane( 3, ss_contactFormSaxce, cases[i].velocity, cases[i].mu, 0.0 );
        for ( int s = 0; s < ssSolverCount(); ++s )
        {
            const ssSolver* solver = ssGetSolver( s );
            double p[3] = { 0.0, 0.0, 0.0 };
            if ( ssSolver_Accepts( solver, &problem ).code != ss_ok ) { continue; }
            ssSolveReport report = solveWith( solver, &problem, 1e-11, p );
            ASSERT_EQm( solver->name, ss_statusConverged, report.status );
            for ( int c = 0; c < 3; ++c ) { ASSERT_IN_RANGEm( solver->name, cases[i].p[c], p[c], 1e-9 ); }
        }
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST rollingSphereFollowsTheClosedForms( void )
{
    // The sphere rolls without slip at u = 1: p_T = (5/7) mu_r p_N / R opposes the motion, and p_R is at its
    // bound.
    double velocity[6] = { 1.0, 0.0, -1.0, 0.0, 1.0, 0.0 };
    ssProblem problem = sphereOnPlane( 5, ss_contactFormSaxce, velocity, 0.3, 0.1 );
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        double p[5] = { 0.0 };
        if ( ssSolver_Accepts( solver, &problem ).code != ss_ok ) { continue; }
        ssSolveReport report = solveWith( solver, &problem, 1e-11, p );
        ASSERT_EQm( solver->name, ss_statusConverged, report.status );
        ASSERT_IN_RANGEm( solver->name, 1.0, p[0], 1e-8 );
        ASSERT_IN_RANGEm( solver->name, -5.0 / 7.0 * 0.1, p[1], 1e-8 );
        ASSERT_IN_RANGEm( solver->name, 0.0, p[2], 1e-8 );
        ASSERT_IN_RANGEm( solver->name, 0.1, hypot( p[3], p[4] ), 1e-8 );
    }
    ssProblem_Destroy( &problem );
    PASS();
}

TEST relaxedSlidingOpensTheContact( void )
{
    // The contact opens at u_N+ = mu |u_T+| (Tasora & Anitescu Sec. 4).
    double velocity[6] = { 3.5, 0.0, -1.0, 0.0, 0.0, 0.0 }, p[3] = { 0.0 }, y[3];
    ssProblem problem = sphereOnPlane( 3, ss_contactFormRelaxed, velocity, 0.3, 0.0 );
    ASSERT_EQ( ss_statusConverged, solveWith( ssFindSolver( "auto" ), &problem, 1e-12, p ).status );
    ASSERT_OK( ssProblem_Velocity( &problem, p, y ) );
    ASSERT( y[1] > 0.1 );
    ASSERT_IN_RANGE( 0.3 * fabs( y[1] ), y[0], 1e-10 );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST localSolversAgree( void )
{
    const ssSolver* nsgs = ssFindSolver( "nsgs" );
    for ( int k = 0; k < testCount( 20 ); ++k )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)k + 40 );
        def.mu = fmin( def.mu, 1.0 );
        def.dimension = 3;
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        for ( int local = 0; local < 4; ++local )
        {
            double* p = zeros( &problem );
            ssSolveOptions options = ssDefaultSolveOptions();
            ssSolveReport report;
            testMust( ssSolveOptions_Set( &options, "local", local ) );
            testMust( ssSolveOptions_Set( &options, "local_iterations", 200.0 ) );
            testMust( ssSolveOptions_Set( &options, "omega", 1.0 ) );
            testMust( ssSolveOptions_Set( &options, "order", k % 2 ) );
            ASSERT_OK( ssSolve( nsgs, &problem, &options, p, &report ) );
            ASSERT_EQ_FMTm( report.what, ss_statusConverged, report.status, "%d" );
            ASSERT( judged( &problem, p ) <= 1e-8 );
            free( p );
        }
        ssProblem_Destroy( &problem );
    }
    PASS();
}

SUITE( oneContact )
{
    RUN_TEST( tableIsComplete );
    RUN_TEST( sphereFollowsTheClosedForms );
    RUN_TEST( rollingSphereFollowsTheClosedForms );
    RUN_TEST( relaxedSlidingOpensTheContact );
    RUN_TEST( localSolversAgree );
}

// -------------------------------------------------------------------------------------------------- packings

// How many of a hundred problems a solver may leave unsolved: nsgs 5, auto none. The others only have to be
// honest.
static int mayMiss( const ssSolver* solver, int count )
{
    bool all = strcmp( solver->name, "auto" ) == 0;
    bool most = strcmp( solver->name, "nsgs" ) == 0;
    return all ? 0 : most ? count / 20 : solver->discretised ? count : count / 4;
}

static enum greatest_test_res packingsBySolver( ssContactForm law, ssConeVariant variant, int wanted )
{
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        // The two solvers that promise something get all problems; for the others, a share of fewer than
        // twenty would be a matter of luck. Those that replace circles by polygons promise nothing here, and
        // Lemke is slow.
        bool promises = strcmp( solver->name, "auto" ) == 0 || strcmp( solver->name, "nsgs" ) == 0;
        int count = promises ? wanted : wanted / 15;
        count = solver->discretised ? 4 : count > 20 ? count : 20;
        int missed = 0, refused = 0;
        for ( int k = 0; k < count; ++k )
        {
            ssPackingDef def = ssRandomPackingDef( (uint64_t)k + 1 );
            def.law = law;
            ssProblem problem;
            ASSERT_OK( ssMakePacking( &def, &problem ) );
            for ( int i = 0; i < problem.contactCount; ++i )
            {
                problem.cones[i].variant = variant;
                problem.cones[i].facets = 6;
            }
            if ( ssSolver_Accepts( solver, &problem ).code != ss_ok )
            {
                ++refused;
                ssProblem_Destroy( &problem );
                continue;
            }
            double* p = zeros( &problem );
            ssSolveOptions options = ssDefaultSolveOptions();
            ssSolveReport report;
            options.maxIterations = strcmp( solver->name, "auto" ) == 0 ? 0 : 5000;
            ASSERT_OK( ssSolve( solver, &problem, &options, p, &report ) );
            ssJudgement judgement;
            ASSERT_OK( judgeTwice( &problem, p, &judgement, NULL ) );
            // The report says what the judge says.
            ASSERT_EQ_FMTm(
                solver->name, report.status == ss_statusConverged, judgement.residual <= 1e-8, "%d" );
            ASSERT_IN_RANGEm(
                solver->name, judgement.residual, report.residual, 1e-9 + 1e-6 * judgement.residual );
            if ( report.status == ss_statusConverged )
            {
                ASSERTm( solver->name, judgement.feasibility <= 1e-7 && judgement.dualFeasibility <= 1e-7 );
                ASSERTm( solver->name, judgement.dissipation >= -1e-9 );
                ASSERTm( solver->name, judgement.dissipationDefect <= 1e-5 );
            }
            missed += report.status != ss_statusConverged;
            free( p );
            ssProblem_Destroy( &problem );
        }
        if ( missed > mayMiss( solver, count ) )
        {
            printf( "%s missed %d of %d\n", solver->name, missed, count );
            FAIL();
        }
        // Polygons know no moments, so those solvers take the packings of dimension 3.
        ASSERT( refused == 0 || refused == count || solver->discretised );
    }
    PASS();
}

TEST everySolverIsHonestOnCoulombPackings( void )
{
    return packingsBySolver( ss_contactFormSaxce, ss_coneIntersection, testCountFull( 180, 300 ) );
}

TEST everySolverIsHonestOnRelaxedPackings( void )
{
    return packingsBySolver( ss_contactFormRelaxed, ss_coneIntersection, testCount( 40 ) );
}

TEST everySolverIsHonestOnEllipsoidalPackings( void )
{
    return packingsBySolver( ss_contactFormSaxce, ss_coneEllipsoidal, testCount( 20 ) );
}

TEST everySolverIsHonestOnPolyhedralPackings( void )
{
    return packingsBySolver( ss_contactFormSaxce, ss_coneCircumscribed, testCount( 20 ) );
}

TEST relaxedVelocityIsUnique( void )
{
    for ( int k = 0; k < testCount( 10 ); ++k )
    {
        ssPackingDef def = ssRandomPackingDef( (uint64_t)k + 7 );
        def.law = ss_contactFormRelaxed;
        def.mu = fmin( def.mu, 1.0 );
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        int size = ssProblem_Size( &problem );
        double *first = zeros( &problem ), *y = zeros( &problem );
        for ( int s = 0; s < ssSolverCount(); ++s )
        {
            double* p = zeros( &problem );
            const ssSolver* solver = ssGetSolver( s );
            if ( ssSolver_Accepts( solver, &problem ).code == ss_ok &&
                solveWith( solver, &problem, 1e-11, p ).status == ss_statusConverged )
            {
                ASSERT_OK( ssProblem_Velocity( &problem, p, s == 0 ? first : y ) );
                for ( int i = 0; i < size && s > 0; ++i )
                {
                    double scale = i % problem.dimension < 3 ? 1.0 : 1.0 / def.radius;
                    ASSERT_IN_RANGEm( solver->name, first[i], y[i], 1e-7 * scale );
                }
            }
            free( p );
        }
        free( first );
        free( y );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST settledPackingsReachEightDigits( void )
{
    for ( int k = 0; k < testCount( 3 ); ++k )
    {
        ssPackingDef def = ssDefaultPackingDef();
        def.settled = true;
        def.dimension = k % 3 == 0 ? 3 : 4 + k % 3;
        def.contacts = 100;
        def.seed = (uint64_t)k + 1;
        def.kick = 0.02;
        ssProblem problem;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        double* p = zeros( &problem );
        ssSolveReport report = solveWith( ssFindSolver( "auto" ), &problem, 1e-8, p );
        ASSERT_EQ_FMTm( report.what, ss_statusConverged, report.status, "%d" );
        free( p );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST twoRunsGiveTheSameBits( void )
{
    ssPackingDef def = ssRandomPackingDef( 3 );
    ssProblem problem;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        double *a = zeros( &problem ), *b = zeros( &problem );
        ssSolveReport first = solveWith( ssGetSolver( s ), &problem, 1e-8, a );
        ssSolveReport second = solveWith( ssGetSolver( s ), &problem, 1e-8, b );
        ASSERT_EQ( first.iterations, second.iterations );
        ASSERT_EQm( ssGetSolver( s )->name, 0,
            memcmp( a, b, (size_t)ssProblem_Size( &problem ) * sizeof( double ) ) );
        free( a );
        free( b );
    }
    ssProblem_Destroy( &problem );
    PASS();
}

TEST warmStartAtTheAnswerIsTheAnswer( void )
{
    ssPackingDef def = ssRandomPackingDef( 12 );
    ssProblem problem;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    double* p = zeros( &problem );
    ASSERT_EQ( ss_statusConverged, solveWith( ssFindSolver( "auto" ), &problem, 1e-10, p ).status );
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        if ( ssSolver_Accepts( ssGetSolver( s ), &problem ).code == ss_ok )
        {
            ssSolveReport report = solveWith( ssGetSolver( s ), &problem, 1e-8, p );
            ASSERT_EQm( ssGetSolver( s )->name, ss_statusConverged, report.status );
            ASSERT_EQm( ssGetSolver( s )->name, 0, report.iterations );
        }
    }
    free( p );
    ssProblem_Destroy( &problem );
    PASS();
}

SUITE( packings )
{
    RUN_TEST( everySolverIsHonestOnCoulombPackings );
    RUN_TEST( everySolverIsHonestOnRelaxedPackings );
    RUN_TEST( everySolverIsHonestOnEllipsoidalPackings );
    RUN_TEST( everySolverIsHonestOnPolyhedralPackings );
    RUN_TEST( relaxedVelocityIsUnique );
    RUN_TEST( settledPackingsReachEightDigits );
    RUN_TEST( twoRunsGiveTheSameBits );
    RUN_TEST( warmStartAtTheAnswerIsTheAnswer );
}

// --------------------------------------------------------------------------------------- recorded references

static int readNumbers( const ssJson* array, double* numbers )
{
    int count = 0;
    for ( const ssJson* value = ssJson_First( array ); value != NULL; value = ssJson_Next( value ) )
    {
        ssJson_Number( value, &numbers[count++] );
    }
    return count;
}

static double numberIn( const ssJson* root, const char* key )
{
    double number = 0.0;
    const ssJson* value = ssJson_Member( root, key );
    return value != NULL && ssJson_Number( value, &number ) ? number : 0.0;
}

/// The spheres of the reference on a plane; its `frame_rule` is that of ssContactTangent.
static ssProblem readReference( const char* name, int dimension, ssContactForm law, double* velocity )
{
    size_t length = 0;
    ssResult result;
    char* text = testReadFile( testData( name ), &length );
    ssJson* root = ssJson_Parse( text, length, &result );
    ssProblemBody bodies[6];
    ssProblemContact contacts[64];
    double free_[36], numbers[3];
    int count = 0, i = 0;
    const ssJson* position = ssJson_First( ssJson_Member( root, "positions" ) );
    for ( ; position != NULL; position = ssJson_Next( position ), ++i )
    {
        double inertia = numberIn( root, "inertia" );
        readNumbers( position, numbers );
        bodies[i] = ssDefaultProblemBody();
        bodies[i].mass = numberIn( root, "mass" );
        bodies[i].inertia = ssVec3_Make( inertia, inertia, inertia );
        bodies[i].position = ssVec3_Make( numbers[0], numbers[1], numbers[2] );
    }
    const ssJson* contact = ssJson_First( ssJson_Member( root, "contacts" ) );
    for ( ; contact != NULL; contact = ssJson_Next( contact ), ++count )
    {
        const ssJson* a = ssJson_First( contact );
        const ssJson* b = ssJson_Next( a );
        double bodyA = 0.0, bodyB = 0.0;
        ssJson_Number( a, &bodyA );
        ssJson_Number( b, &bodyB );
        contacts[count] = ssDefaultProblemContact( dimension );
        contacts[count].a = (int)bodyA;
        contacts[count].b = (int)bodyB;
        readNumbers( ssJson_Next( b ), numbers );
        contacts[count].point = ssVec3_Make( numbers[0], numbers[1], numbers[2] );
        readNumbers( ssJson_Next( ssJson_Next( b ) ), numbers );
        contacts[count].normal = ssVec3_Make( numbers[0], numbers[1], numbers[2] );
        contacts[count].law = law;
        contacts[count].cone = ( ssCone ){ .dimension = dimension,
            .mu = numberIn( root, "mu" ),
            .muRoll = numberIn( root, "rho" ) + numberIn( root, "mu_r" ),
            .muSpin = numberIn( root, "sigma" ) };
    }
    readNumbers( ssJson_Member( root, "v_free" ), free_ );
    readNumbers( ssJson_Member( root, "v_plus" ), velocity );
    ssProblem problem;
    result = ssProblem_FromBodies( dimension, bodies, i, contacts, count, NULL, 0, free_, &problem );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        exit( 1 );
    }
    ssJson_Free( root );
    free( text );
    return problem;
}

TEST relaxedVelocitiesAreTheReference( void )
{
    double expected[36], found[36];
    ssProblem problem = readReference( "ccp6_problem_N6.json", 6, ss_contactFormRelaxed, expected );
    int tried = 0;
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        if ( ssSolver_Accepts( solver, &problem ).code != ss_ok ) { continue; }
        double* p = zeros( &problem );
        ASSERT_EQm( solver->name, ss_statusConverged, solveWith( solver, &problem, 1e-13, p ).status );
        ASSERT_OK( ssProblem_BodyVelocities( &problem, p, found ) );
        for ( int i = 0; i < 36; ++i ) { ASSERT_IN_RANGEm( solver->name, expected[i], found[i], 1e-9 ); }
        free( p );
        ++tried;
    }
    ASSERT( tried >= 7 );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST rollingFrictionAgreesWithTheReference( void )
{
    double reference[36];
    ssProblem problem = readReference( "roll5_problem_N6.json", 5, ss_contactFormSaxce, reference );
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        if ( ssSolver_Accepts( solver, &problem ).code == ss_ok )
        {
            double* p = zeros( &problem );
            solveWith( solver, &problem, 1e-10, p );
            ASSERTm( solver->name, judged( &problem, p ) <= 1e-10 );
            free( p );
        }
    }
    ssProblem_Destroy( &problem );
    PASS();
}

TEST problemsRecordedByOthersAreSolved( void )
{
    const char* folder = getenv( "SLIPSTICK_PROBLEMS" );
    DIR* entries = folder != NULL ? opendir( folder ) : NULL;
    if ( entries == NULL ) { SKIPm( "set SLIPSTICK_PROBLEMS to a folder of Siconos .dat files" ); }
    int count = 0;
    for ( struct dirent* entry = readdir( entries ); entry != NULL; entry = readdir( entries ) )
    {
        char path[2048];
        size_t length = 0;
        if ( strstr( entry->d_name, ".dat" ) == NULL ) { continue; }
        snprintf( path, sizeof( path ), "%s/%s", folder, entry->d_name );
        char* text = testReadFile( path, &length );
        ssProblem problem;
        ASSERT_OK( ssReadProblem( text, length, &problem ) );
        for ( int s = 0; s < ssSolverCount(); ++s )
        {
            const ssSolver* solver = ssGetSolver( s );
            double* p = zeros( &problem );
            if ( ssSolver_Accepts( solver, &problem ).code == ss_ok )
            {
                ssSolveReport report = solveWith( solver, &problem, 1e-8, p );
                bool right = judged( &problem, p ) <= 1e-8;
                ASSERT_EQ_FMTm( entry->d_name, report.status == ss_statusConverged, right, "%d" );
                ASSERTm( entry->d_name, right || strcmp( solver->name, "auto" ) != 0 );
            }
            free( p );
        }
        ssProblem_Destroy( &problem );
        free( text );
        ++count;
    }
    closedir( entries );
    ASSERT( count > 0 );
    PASS();
}

SUITE( references )
{
    RUN_TEST( relaxedVelocitiesAreTheReference );
    RUN_TEST( rollingFrictionAgreesWithTheReference );
    RUN_TEST( problemsRecordedByOthersAreSolved );
}

// ------------------------------------------------------------------------------------------ refusals, rows

TEST unsymmetricProblemsAreHandledOrRefused( void )
{
    ssPackingDef def = ssRandomPackingDef( 31 );
    ssProblem bodies, problem;
    def.mu = 0.4;
    ASSERT_OK( ssMakePacking( &def, &bodies ) );
    ASSERT_OK( ssProblem_MakeExplicit( &bodies, &problem ) );
    testRng rng = { 8 };
    double largest = 0.0;
    int d = problem.dimension, count = problem.blockStart[problem.contactCount] * d * d;
    for ( int i = 0; i < count; ++i ) { largest = fmax( largest, fabs( problem.blocks[i] ) ); }
    for ( int i = 0; i < count; ++i ) { problem.blocks[i] *= 1.0 + 1e-3 * testUniform( &rng, -1.0, 1.0 ); }
    ASSERT( ssProblem_Asymmetry( &problem ) > 1e-5 );
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        double* p = zeros( &problem );
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        ssResult result = ssSolve( solver, &problem, &options, p, &report );
        if ( solver->symmetric )
        {
            ASSERT_EQ( ss_errorValue, result.code );
            ASSERT_EQ( ss_statusRefused, report.status );
            ASSERTm( result.message, testContains( result.message, "W = W^T" ) );
        }
        else if ( strcmp( solver->name, "psor" ) != 0 && !solver->discretised )
        {
            ASSERT_EQm( solver->name, ss_statusConverged, report.status );
            ASSERT( judged( &problem, p ) <= 1e-8 );
        }
        free( p );
    }
    ssProblem_Destroy( &bodies );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST whatDoesNotExistIsRefused( void )
{
    ssProblemBody body = ssDefaultProblemBody();
    ssProblemContact contact = ssDefaultProblemContact( 3 );
    double velocity[6] = { 0.0, 0.0, -1.0, 0.0, 0.0, 0.0 }, p[3] = { 0.0 };
    contact.point = ssVec3_Make( 0.0, 0.0, -1.0 );
    contact.law = ss_contactFormPlanar; // without ssProblem_AddLaw
    ssProblem problem;
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    ASSERT_OK( ssProblem_FromBodies( 3, &body, 1, &contact, 1, NULL, 0, velocity, &problem ) );
    ssResult result = ssSolve( ssFindSolver( "nsgs" ), &problem, &options, p, &report );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERTm( result.message, strstr( result.message, "ssProblem_AddLaw" ) != NULL );
    char* text = ssFormatProblem( &problem, NULL );
    ASSERT( text != NULL );
    ssRelease( text );
    result = ssSolve( ssFindSolver( "passes" ), &problem, &options, p, &report );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERTm( result.message, strstr( result.message, "steps of a world alone" ) != NULL );
    result = ssSolve( ssFindSolver( "no-such" ), &problem, &options, p, &report );
    ASSERT_EQ( ss_errorUnknown, result.code );
    ASSERT_EQ( ss_statusRefused, report.status );
    ASSERT( ssFindSolver( NULL ) == NULL && ssGetSolver( -1 ) == NULL && ssGetSolver( 999 ) == NULL );
    ssProblem_Destroy( &problem );
    ssProblem_Destroy( NULL );
    velocity[2] = (double)NAN;
    result = ssProblem_FromBodies( 3, &body, 1, &contact, 1, NULL, 0, velocity, &problem );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT_STR_EQ( "freeVelocity", result.field );
    PASS();
}

TEST lawsOutsideReachAreRefusedWithTheReason( void )
{
    double velocity[6] = { 0.0, 0.0, -1.0, 0.0, 0.0, 0.0 }, p[3] = { 0.0 };
    ssProblem problem = sphereOnPlane( 3, ss_contactFormSaxce, velocity, 0.3, 0.0 );
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    ssResult result = ssSolve( ssFindSolver( "psor" ), &problem, &options, p, &report );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT_STR_EQ( "the solver psor does not honour the Coulomb law", result.message );
    options.tolerance = 0.0;
    ASSERT_EQ( ss_errorValue, ssSolve( ssFindSolver( "auto" ), &problem, &options, p, &report ).code );
    options.tolerance = 1e-8;
    p[0] = NAN;
    ASSERT_EQ( ss_errorValue, ssSolve( ssFindSolver( "auto" ), &problem, &options, p, &report ).code );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST rowsHoldWhatTheyPromise( void )
{
    // A puck is pushed at (1, 0.5): the bilateral row stops x altogether, and the motor pushes y with at most
    // 0.2.
    ssProblemBody body = ssDefaultProblemBody();
    ssProblemContact contact = ssDefaultProblemContact( 3 );
    ssProblemRow rows[2] = {
        { .a = -1, .b = 0, .jacobianB = { 1, 0, 0, 0, 0, 0 }, .lo = -INFINITY, .hi = INFINITY, .q = 1.0 },
        { .a = -1, .b = 0, .jacobianB = { 0, 1, 0, 0, 0, 0 }, .lo = -0.2, .hi = 0.2, .q = 0.5 }
    };
    double velocity[6] = { 1.0, 0.5, -1.0, 0.0, 0.0, 0.0 }, p[5], v[6];
    contact.cone.mu = 0.1;
    ssProblem problem;
    ASSERT_OK( ssProblem_FromBodies( 3, &body, 1, &contact, 1, rows, 2, velocity, &problem ) );
    int tried = 0;
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        memset( p, 0, sizeof( p ) );
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        options.tolerance = 1e-12;
        ssResult result = ssSolve( solver, &problem, &options, p, &report );
        if ( !solver->rows || result.code != ss_ok )
        {
            ASSERT_EQm( solver->name, ss_errorValue, result.code );
            ASSERT_EQm( solver->name, ss_statusRefused, report.status );
            ASSERTm( result.message,
                testContains( result.message, "rows" ) || testContains( result.message, "law" ) );
            continue;
        }
        ASSERT_EQm( solver->name, ss_statusConverged, report.status );
        ASSERT_OK( ssProblem_BodyVelocities( &problem, p, v ) );
        ASSERT_IN_RANGEm( solver->name, 0.0, v[0], 1e-9 );
        ASSERT_IN_RANGEm( solver->name, 0.0, v[2], 1e-9 );
        // Along y, friction takes 0.1 and the motor 0.2: 0.5 - 0.3.
        ASSERT_IN_RANGEm( solver->name, -0.2, p[4], 1e-9 );
        ASSERT_IN_RANGEm( solver->name, 0.2, v[1], 1e-9 );
        ++tried;
    }
    ASSERT( tried >= 4 );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST complianceIsHonouredOrRefused( void )
{
    // u_N + (1 + c_N) p_N = 0. The contact sticks, hence u_T + (7/2 + c_T) p_T = 0 (Tasora & Anitescu Sec.
    // 6.2).
    double velocity[6] = { 0.35, 0.0, -1.0, 0.0, 0.0, 0.0 };
    for ( int law = 0; law < 2; ++law )
    {
        ssProblem problem =
            sphereOnPlane( 3, law == 0 ? ss_contactFormSaxce : ss_contactFormRelaxed, velocity, 0.3, 0.0 );
        problem.compliance = ssAlloc( 3 * sizeof( double ) );
        problem.compliance[0] = 0.25;
        problem.compliance[1] = 1.5;
        int tried = 0;
        for ( int s = 0; s < ssSolverCount(); ++s )
        {
            const ssSolver* solver = ssGetSolver( s );
            double p[3] = { 0.0 };
            ssSolveOptions options = ssDefaultSolveOptions();
            ssSolveReport report;
            options.tolerance = 1e-11;
            if ( ssSolve( solver, &problem, &options, p, &report ).code == ss_ok )
            {
                ASSERT_EQm( solver->name, ss_statusConverged, report.status );
                ASSERT_IN_RANGEm( solver->name, 0.8, p[0], 1e-9 );
                ASSERT_IN_RANGEm( solver->name, -0.07, p[1], 1e-9 );
                ++tried;
            }
        }
        ASSERT( tried >= 8 );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

// ----------------------------------------------------------------------------------------------------- trace

typedef struct Trace
{
    int lines, last, stopAt;
    bool backward;
    double residual;
} Trace;

static bool onIteration( void* context, const ssSolveIteration* line )
{
    Trace* trace = context;
    trace->backward = trace->backward || line->iteration < trace->last;
    trace->last = line->iteration;
    trace->lines += 1;
    trace->residual = line->residual;
    return trace->lines != trace->stopAt;
}

TEST traceCountsForwardAndEndsAtTheResidual( void )
{
    ssPackingDef def = ssRandomPackingDef( 17 );
    ssProblem problem;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    for ( int s = 0; s < ssSolverCount(); ++s )
    {
        const ssSolver* solver = ssGetSolver( s );
        if ( ssSolver_Accepts( solver, &problem ).code != ss_ok ) { continue; }
        Trace trace = { .last = 0 };
        double* p = zeros( &problem );
        ssSolveOptions options = ssDefaultSolveOptions();
        ssSolveReport report;
        options.trace = onIteration;
        options.context = &trace;
        ASSERT_OK( ssSolve( solver, &problem, &options, p, &report ) );
        ASSERT_FALSEm( solver->name, trace.backward );
        ASSERT_EQ_FMTm( solver->name, report.iterations, trace.last, "%d" );
        ASSERTm( solver->name, trace.lines >= report.iterations );
        if ( report.status == ss_statusConverged )
        {
            ASSERT_IN_RANGEm( solver->name, report.residual, trace.residual, 1e-12 );
        }
        // A trace that says stop is obeyed.
        memset( p, 0, (size_t)ssProblem_Size( &problem ) * sizeof( double ) );
        trace = ( Trace ){ .stopAt = 2 };
        ASSERT_OK( ssSolve( solver, &problem, &options, p, &report ) );
        ASSERT_EQ_FMTm( solver->name, ss_statusCancelled, report.status, "%d" );
        ASSERT_EQm( solver->name, 2, trace.lines );
        free( p );
    }
    ssProblem_Destroy( &problem );
    PASS();
}

// Every allocation fails once, in every solver.
static int s_allowed;

static void* stingyAlloc( void* context, size_t size )
{
    (void)context;
    return s_allowed-- > 0 ? calloc( 1, size ) : NULL;
}

TEST missingMemoryIsReported( void )
{
    ssPackingDef def = ssRandomPackingDef( 2 );
    ssProblem problem;
    ASSERT_OK( ssMakePacking( &def, &problem ) );
    ssInstallAllocator( stingyAlloc, NULL, NULL );
    bool ended = true;
    for ( int s = 0; s <= ssSolverCount(); ++s )
    {
        // Those of the table, and one that `auto` alone calls.
        const ssSolver* solver = s < ssSolverCount() ? ssGetSolver( s ) : &ss_solverCreep;
        bool done = ssSolver_Accepts( solver, &problem ).code != ss_ok;
        for ( int allowed = 0; allowed < 500 && !done; ++allowed )
        {
            double* p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
            s_allowed = allowed;
            done = solveWith( solver, &problem, 1e-4, p ).status == ss_statusConverged;
            free( p );
        }
        ended = ended && done;
    }
    ssInstallAllocator( NULL, NULL, NULL );
    ssProblem_Destroy( &problem );
    ASSERT( ended );
    PASS();
}

SUITE( manners )
{
    RUN_TEST( unsymmetricProblemsAreHandledOrRefused );
    RUN_TEST( whatDoesNotExistIsRefused );
    RUN_TEST( lawsOutsideReachAreRefusedWithTheReason );
    RUN_TEST( rowsHoldWhatTheyPromise );
    RUN_TEST( complianceIsHonouredOrRefused );
    RUN_TEST( traceCountsForwardAndEndsAtTheResidual );
    RUN_TEST( missingMemoryIsReported );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( oneContact );
    RUN_SUITE( packings );
    RUN_SUITE( references );
    RUN_SUITE( manners );
    return TEST_END();
}
