// SPDX-License-Identifier: MIT
#include "judge.h"

#include "slipstick/solver.h"

// `lemke` and `pgs` replace circles by polygons. A problem with polyhedral cones gets its own answer; one
// with circular cones gets the polygon's, and the judge says how far off that is.

#define ASSERT_OK( result ) ASSERT_STR_EQ( "", ( result ).message )

/// A packing of dimension 3 whose cones are polygons of 2k corners.
static ssProblem polygonPacking( uint64_t seed, ssConeVariant variant, int k )
{
    ssPackingDef def = ssRandomPackingDef( seed );
    def.dimension = 3;
    def.contacts = def.contacts > 40 ? 40 : def.contacts;
    ssProblem problem;
    testMust( ssMakePacking( &def, &problem ) );
    for ( int i = 0; i < problem.contactCount; ++i )
    {
        problem.cones[i].variant = variant;
        problem.cones[i].facets = k;
        problem.cones[i].facetAngle = 0.3 * i;
    }
    return problem;
}

/// Solves with the parameters at their defaults, except for one ("" for none).
static ssSolveReport solve(
    const char* name, const ssProblem* problem, const char* key, double value, double* p )
{
    const ssSolver* solver = ssFindSolver( name );
    ssSolveOptions options = ssDefaultSolveOptions();
    if ( key[0] != 0 ) { testMust( ssSolveOptions_Set( &options, key, value ) ); }
    ssSolveReport report;
    memset( p, 0, (size_t)ssProblem_Size( problem ) * sizeof( double ) );
    ssIgnore( ssSolve( solver, problem, &options, p, &report ) ); // the report says whether it was refused
    return report;
}

static double residualOf( const ssProblem* problem, const double* p )
{
    ssJudgement judgement;
    return judgeTwice( problem, p, &judgement, NULL ).code == ss_ok ? judgement.residual : HUGE_VAL;
}

/// One contact with W = 1/m and free velocity (-fall, slip cos, slip sin).
static ssProblem block( double mass, double mu, double fall, double slip, double heading )
{
    double w[9] = { 1.0 / mass, 0.0, 0.0, 0.0, 1.0 / mass, 0.0, 0.0, 0.0, 1.0 / mass };
    double q[3] = { -fall, slip * cos( heading ), slip * sin( heading ) };
    ssCone cone = { .dimension = 3, .mu = mu };
    int zero = 0;
    ssProblem problem;
    testMust( ssProblem_FromBlocks( 3, 1, 1, &zero, &zero, w, q, &cone, ss_contactFormSaxce, &problem ) );
    return problem;
}

TEST lemkeSolvesEveryPolyhedralPacking( void )
{
    for ( int i = 0; i < testCount( 40 ); ++i )
    {
        ssConeVariant variant = i % 2 == 0 ? ss_coneCircumscribed : ss_coneInscribed;
        ssProblem problem = polygonPacking( (uint64_t)i + 1, variant, 2 + i % 5 );
        double* p = calloc( (size_t)ssProblem_Size( &problem ), sizeof( double ) );
        ssSolveReport report = solve( "lemke", &problem, "", 0.0, p );
        ASSERTm( report.what, testContains( report.what, "converged" ) );
        ASSERT_EQm( report.what, ss_statusConverged, report.status );
        ASSERT( residualOf( &problem, p ) <= 1e-8 );
        free( p );
        ssProblem_Destroy( &problem );
    }
    PASS();
}

TEST unsymmetricPolyhedralProblemsAreSolved( void )
{
    testRng rng = { 4 };
    for ( int i = 0; i < testCount( 10 ); ++i )
    {
        ssProblem bodies = polygonPacking( (uint64_t)i + 50, ss_coneInscribed, 4 ), problem;
        ASSERT_OK( ssProblem_MakeExplicit( &bodies, &problem ) );
        int count = 9 * problem.blockStart[problem.contactCount];
        for ( int k = 0; k < count; ++k )
        {
            problem.blocks[k] *= 1.0 + 1e-4 * testUniform( &rng, -1.0, 1.0 );
        }
        double* p = calloc( (size_t)ssProblem_Size( &problem ), sizeof( double ) );
        ssSolveReport report = solve( "lemke", &problem, "", 0.0, p );
        ASSERT_EQm( report.what, ss_statusConverged, report.status );
        free( p );
        ssProblem_Destroy( &problem );
        ssProblem_Destroy( &bodies );
    }
    PASS();
}

TEST stickingContactsAreSolved( void )
{
    ssProblem problem = block( 2.0, 0.5, 1.0, 0.3, 0.7 );
    double p[3];
    ASSERT_EQ( ss_statusConverged, solve( "lemke", &problem, "", 0.0, p ).status );
    ASSERT_IN_RANGE( 2.0, p[0], 1e-12 );
    ASSERT_IN_RANGE( -0.6 * cos( 0.7 ), p[1], 1e-12 );
    ASSERT_EQ( ss_statusConverged, solve( "pgs", &problem, "", 0.0, p ).status );
    ASSERT_IN_RANGE( -0.6 * sin( 0.7 ), p[2], 1e-8 );
    ssProblem_Destroy( &problem );
    PASS();
}

/// Sliding against a corner of the inscribed polygon gives the force of the circle; against a corner of the
/// circumscribed one the force is larger by 1/cos(pi/2k), and the judge says so.
TEST slidingBlocksFeelThePolygon( void )
{
    const double mass = 2.0, mu = 0.4, fall = 1.0;
    for ( int k = 2; k <= 16; k *= 2 )
    {
        double corner = SS_PI / ( 2.0 * k ), p[3];
        ssProblem straight = block( mass, mu, fall, 3.0, 0.0 );
        const ssSolver* solver = ssFindSolver( "lemke" );
        ssSolveOptions options = ssDefaultSolveOptions();
        testMust( ssSolveOptions_Set( &options, "k", k ) );
        testMust( ssSolveOptions_Set( &options, "model", 1.0 ) );
        ssSolveReport report;
        memset( p, 0, sizeof( p ) );
        ASSERT_OK( ssSolve( solver, &straight, &options, p, &report ) );
        ASSERT_EQ( ss_statusConverged, report.status );
        ASSERT_IN_RANGE( -mu * mass * fall, p[1], 1e-12 );
        ssProblem_Destroy( &straight );

        ssProblem skew = block( mass, mu, fall, 3.0, corner );
        report = solve( "lemke", &skew, "k", k, p );
        ASSERT_EQ( ss_statusStalled, report.status );
        ASSERT_IN_RANGE( mu * mass * fall / cos( corner ), hypot( p[1], p[2] ), 1e-12 );
        ASSERTm( report.what, testContains( report.what, "converged" ) );
        ASSERTm( report.what, testContains( report.what, "circle" ) );
        ssProblem_Destroy( &skew );
    }
    PASS();
}

TEST phantomInertiaMovesNothing( void )
{
    static const double rhos[] = { 0.0, 0.01, 1.0, 50.0 };
    ssProblem problem = polygonPacking( 9, ss_coneCircumscribed, 4 );
    int size = ssProblem_Size( &problem );
    double *p = calloc( (size_t)size, 8 ), *y = calloc( (size_t)size, 8 ), *first = calloc( (size_t)size, 8 );
    for ( int i = 0; i < SS_COUNT( rhos ); ++i )
    {
        ASSERT_EQ( ss_statusConverged, solve( "lemke", &problem, "phantom_inertia", rhos[i], p ).status );
        ASSERT_OK( ssProblem_Velocity( &problem, p, i == 0 ? first : y ) );
        for ( int k = 0; k < size && i > 0; ++k ) { ASSERT_IN_RANGE( first[k], y[k], 1e-9 ); }
    }
    free( p );
    free( y );
    free( first );
    ssProblem_Destroy( &problem );
    PASS();
}

/// More facets come closer to the circle: the force deviates from the slip by up to pi/2k, so the residual
/// falls like 1/k.
TEST finerPolygonsComeNearer( void )
{
    ssProblem problem = block( 1.0, 0.5, 1.0, 3.0, 0.3 );
    double p[3], worst[2] = { 0.0, 0.0 };
    for ( int i = 0; i < 160; ++i )
    {
        problem.q[1] = 3.0 * cos( 0.01 * i );
        problem.q[2] = 3.0 * sin( 0.01 * i );
        solve( "lemke", &problem, "k", 4, p );
        worst[0] = fmax( worst[0], residualOf( &problem, p ) );
        solve( "lemke", &problem, "k", 32, p );
        worst[1] = fmax( worst[1], residualOf( &problem, p ) );
    }
    ASSERT( worst[0] > 1e-3 );
    ASSERT( worst[1] < worst[0] / 7.0 );
    ssProblem_Destroy( &problem );
    PASS();
}

typedef struct Seen
{
    int lines, last;
} Seen;

static bool see( void* context, const ssSolveIteration* line )
{
    Seen* seen = context;
    seen->lines += line->iteration > seen->last ? 1 : -1000;
    seen->last = line->iteration;
    return true;
}

TEST gaussSeidelShowsEverySweep( void )
{
    ssProblem problem = block( 2.0, 0.5, 1.0, 3.0, 0.2 );
    double p[3] = { 0.0 };
    Seen seen = { .last = -1 };
    ssSolveOptions options = ssDefaultSolveOptions();
    options.trace = see;
    options.context = &seen;
    ssSolveReport report;
    ASSERT_OK( ssSolve( ssFindSolver( "pgs" ), &problem, &options, p, &report ) );
    ASSERT_EQ_FMT( report.iterations + 1, seen.lines, "%d" );
    ASSERT( report.iterations > 1 );
    ssProblem_Destroy( &problem );
    PASS();
}

/// W p with friction that pulls the contact down: the sweeps for a jammed rod cycle, and Lemke does not.
TEST gaussSeidelCyclesOrDivergesAndSaysSo( void )
{
    int cycles = 0, lost = 0;
    testRng rng = { 19 };
    for ( int i = 0; i < 400; ++i )
    {
        double a[3][3], w[9] = { 0.0 }, q[3], p[3];
        for ( int k = 0; k < 9; ++k ) { a[k / 3][k % 3] = testUniform( &rng, -1.0, 1.0 ); }
        for ( int k = 0; k < 27; ++k ) { w[k / 3] += a[k / 9][k % 3] * a[k / 3 % 3][k % 3]; }
        for ( int k = 0; k < 3; ++k )
        {
            w[4 * k] += 1e-3;
            q[k] = testUniform( &rng, -1.0, 1.0 );
        }
        q[0] = -fabs( q[0] );
        ssCone cone = {
            .dimension = 3, .mu = testUniform( &rng, 1.0, 5.0 ), .variant = ss_coneCircumscribed, .facets = 2
        };
        int zero = 0;
        ssProblem problem;
        ASSERT_OK(
            ssProblem_FromBlocks( 3, 1, 1, &zero, &zero, w, q, &cone, ss_contactFormSaxce, &problem ) );
        ssSolveReport report = solve( "pgs", &problem, "", 0.0, p );
        bool cycle = testContains( report.what, "cycle of period" );
        cycles += cycle;
        lost += report.status != ss_statusConverged;
        ASSERT( !cycle || report.status == ss_statusStalled );
        report = solve( "lemke", &problem, "", 0.0, p );
        ASSERT_EQm( report.what, ss_statusConverged, report.status );
        ssProblem_Destroy( &problem );
    }
    printf( "pgs: %d of 400 not solved, %d of them cycles\n", lost, cycles );
    ASSERT( lost > 0 );
    PASS();
}

TEST unsupportedProblemsAreRefused( void )
{
    ssPackingDef def = ssRandomPackingDef( 2 );
    ssProblem problem;
    double* p = calloc( 100000, sizeof( double ) );
    ssSolveOptions options = ssDefaultSolveOptions();
    ssSolveReport report;
    for ( int i = 0; i < 2; ++i )
    {
        const ssSolver* solver = ssFindSolver( i == 0 ? "lemke" : "pgs" );
        def = ssRandomPackingDef( 2 );
        def.dimension = 5;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        ssResult result = ssSolve( solver, &problem, &options, p, &report );
        ASSERTm( result.message, testContains( result.message, "rolling" ) );
        ssProblem_Destroy( &problem );
        def.dimension = 3;
        def.contacts = 400;
        ASSERT_OK( ssMakePacking( &def, &problem ) );
        result = ssSolve( solver, &problem, &options, p, &report );
        ASSERT_EQ( ss_errorValue, result.code );
        ASSERT_EQ( ss_statusRefused, report.status );
        ASSERTm( result.message, testContains( result.message, "at most 2000" ) );
        ssProblem_Destroy( &problem );
    }
    free( p );
    PASS();
}

SUITE( discrete )
{
    RUN_TEST( lemkeSolvesEveryPolyhedralPacking );
    RUN_TEST( unsymmetricPolyhedralProblemsAreSolved );
    RUN_TEST( stickingContactsAreSolved );
    RUN_TEST( slidingBlocksFeelThePolygon );
    RUN_TEST( phantomInertiaMovesNothing );
    RUN_TEST( finerPolygonsComeNearer );
    RUN_TEST( gaussSeidelShowsEverySweep );
    RUN_TEST( gaussSeidelCyclesOrDivergesAndSaysSo );
    RUN_TEST( unsupportedProblemsAreRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( discrete );
    return TEST_END();
}
