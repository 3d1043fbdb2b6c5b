// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

#include "shows/shows.h"
#include "slipstick/lab/scenario.h"

// `slipstick why`: logs, problems and scenes; what it says of bad input.

#define CASES SLIPSTICK_TEST_DATA "/../../assets/cases"

#define HEAD "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3, "
#define BODY( mass, z ) "{\"mass\": " #mass ", \"inertia\": [1, 1, 1], \"position\": [0, 0, " #z "]}"
#define TOUCH( a, b, x, z, nx, nz )                                                                \
    "{\"a\": " #a ", \"b\": " #b ", \"point\": [" #x ", 0, " #z "], \"normal\": [" #nx ", 0, " #nz \
    "], \"mu\": 0.5}"

/// A block of 1 kg that moves in circles on the ground under this friction over its weight; slip 0.1 m/s.
#define CIRCLES( file, friction )                                                                          \
    "awk 'BEGIN { print \"t,a,b,contact,nx,ny,nz,fx,fy,fz,vx,vy,vz,mu\"; for (i = 0; i < 200; ++i) { x = " \
    "cos(i * "                                                                                             \
    "0.1); y = sin(i * 0.1); f = 10 + sin(i * 0.3); g = 10 + sin((i - 1) * 0.3); print i * 0.001 "         \
    "\",-1,0,7,0,0,1,\" "                                                                                  \
    "(-x * " friction ") \",\" (-y * " friction                                                            \
    ") \",\" f \",\" 0.1 * x \",\" 0.1 * y \",0,0.4\" } }' >$D/" file "; "

TEST aLogSaysWhatItsSimulatorDid( void )
{
    testRun run = testShell( CIRCLES( "stale.csv", "0.4 * g" ) "$S why $D/stale.csv --json --engine ode" );
    ASSERT_STATUS( 1, run );
    ASSERT_STR_EQ( "stale-normal", fromJson( run.out, "causes[0].id" ) );
    ASSERT_STR_EQ( "7", fromJson( run.out, "causes[0].contacts[0]" ) );
    ASSERTm( run.out, testContains( fromJson( run.out, "causes[0].change" ), "dWorldQuickStep" ) );
    run = testShell( CIRCLES( "stale.csv", "0.4 * g" ) "$S why $D/stale.csv" );
    ASSERTm( run.out, testContains( run.out, "stale-normal: Friction is bounded by another normal force" ) );
    ASSERTm( run.out, testContains( run.out, "the normal force of the frame before" ) );
    PASS();
}

TEST coulombsFrictionIsNotAccused( void )
{
    testRun run = testShell( CIRCLES( "clean.csv", "0.4 * f" ) "$S why $D/clean.csv" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "nothing wrong was found" ) );
    // Without moments nobody can tell whether rolling shares the bound of sliding.
    ASSERTm( run.out, testContains( run.out, "one-cone          it needs columns mx my mz" ) );
    run = testShell( CIRCLES( "clean.csv", "0.4 * f" ) "$S why $D/clean.csv --set mu=0.5" );
    ASSERT_STATUS( 1, run );
    ASSERTm(
        run.out, testContains( run.out, "combine: " ) && testContains( run.out, "0.8 times the log's" ) );
    run = testShell( CIRCLES( "clean.csv", "0.4 * f" ) "$S why $D/clean.csv --contact 8" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "clean.csv: the log has no contact 8 there" ) );
    PASS();
}

TEST badInputIsNamedWithItsLine( void )
{
    testRun run = testShell(
        "printf 't,nx,ny,nz,fx,fy,fz,vx,vy,vz\\n0,0,0,2,0,0,1,0,0,0\\n' >$D/bad.csv; $S why $D/bad.csv" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "bad.csv" ) && testContains( run.err, "line 2" ) );
    run = testShell(
        "echo '{\"format\": \"slipstick-problem\", \"version\": 1}' >$D/bad.json; $S why $D/bad.json" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "dimension: expected 3, 5 or 6" ) );
    run = testShell( "touch $D/bad.csv; $S why $D/bad.csv --engine unity; $S why $D/bad.csv --set mo=1" );
    ASSERTm(
        run.err, testContains( run.err, "--engine unity" ) && testContains( run.err, "did you mean 'mu'?" ) );
    run = testShell( "$S why tribometer" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "tribometer has no contacts" ) );
    PASS();
}

static testRun whyProblem( const char* text )
{
    return testShell( "cat >$D/p.json <<'END'\n%s\nEND\n$S why $D/p.json --json", text );
}

TEST problemsAreToldApart( void )
{
    // A ball between two walls that come closer at 1 m/s each.
    testRun run = whyProblem(
        HEAD "\"w\": {\"blocks\": [[0, 0, [1, 0, 0, 0, 1.5, 0, 0, 0, 1.5]], [0, 1, [-1, 0, 0, 0, 0.5, 0, "
             "0, 0, 0.5]], [1, 0, [-1, 0, 0, 0, 0.5, 0, 0, 0, 0.5]], [1, 1, [1, 0, 0, 0, 1.5, 0, 0, 0, "
             "1.5]]]}, \"q\": [-1, 0, 0, -1, "
             "0, 0], \"contacts\": [{\"mu\": 0.5}, {\"mu\": 0.5}]}" );
    ASSERT_STATUS( 1, run );
    ASSERT_STR_EQ( "infeasible", fromJson( run.out, "causes[0].id" ) );
    ASSERT_STR_EQ( "0 1", fromJson( run.out, "causes[0].contacts[*]" ) );
    // A body on three feet in line: nobody knows how they share its weight.
    run = whyProblem(
        HEAD "\"bodies\": [" BODY( 1, 1 ) "], \"free_velocity\": [0, 0, -1, 0, 0, 0], \"contacts\": [" TOUCH(
            -1, 0, -1, 0, 0, 1 ) "," TOUCH( -1, 0, 0, 0, 0, 1 ) "," TOUCH( -1, 0, 1, 0, 0, 1 ) "]}" );
    ASSERT_STATUS( 1, run );
    ASSERT_STR_EQ( "several-solutions", fromJson( run.out, "causes[0].id" ) );
    // A ball on the ground, and one of ten million times its mass on top.
    run = whyProblem( HEAD "\"bodies\": [" BODY( 1e-3, 1 ) "," BODY( 1e4,
        3 ) "], \"free_velocity\": [0, 0, -1, 0, 0, 0, 0, 0, "
            "-1, 0, 0, 0], \"contacts\": [" TOUCH( -1, 0, 0, 0, 0, 1 ) "," TOUCH( 0, 1, 0, 2, 0, 1 ) "]}" );
    ASSERT_STATUS( 1, run );
    ASSERTm(
        run.out, testContains( run.out, "\"badly-scaled\"" ) && testContains( run.out, "bodies 1 and 0" ) );
    // A ball on the ground.
    run = whyProblem( HEAD "\"bodies\": [" BODY(
        1, 1 ) "], \"free_velocity\": [1, 0, -1, 0, 0, 0], \"contacts\": [" TOUCH( -1, 0, 0, 0, 0, 1 ) "]}" );
    ASSERT_STATUS( 0, run );
    PASS();
}

TEST theCasesAreDiagnosed( void )
{
    static const char* const cases[][3] = { { "creeping-gripper", "", "soft" },
        { "force-outside-cone", "", "combine" }, { "lift-while-sliding", "", "relaxation" },
        { "rolling-number", "--set radius=0.4", "units" } };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = testShell( "$S why case:%s %s --json", cases[i][0], cases[i][1] );
        ASSERT_STATUS( 1, run );
        ASSERT_STR_EQm( cases[i][0], cases[i][2], fromJson( run.out, "causes[*].id" ) ); // and nothing else
    }
    // Without the size of the ball nobody can tell what the coefficient is.
    testRun run = testShell( "$S why case:rolling-number --json" );
    ASSERTm( run.out, testContains( fromJson( run.out, "missing[*].id" ), "units" ) );
    run = testShell( "$S why case:none" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "case:none" ) );
    run = testShell( "$S audit case:force-outside-cone" );
    ASSERT_STATUS( 1, run );
    run = testShell( "$S why gripper --preset creeps --until 0.5 --json" );
    ASSERT_STR_EQ( "soft", fromJson( run.out, "causes[*].id" ) );
    PASS();
}

TEST theCasesAreMadeAgainByTheirScript( void )
{
    testRun run = testShell( "mkdir -p $D/cases && " CASES "/make_cases.sh $S $D/cases && for f in " CASES
                             "/*.csv; do cmp $f $D/cases/$(basename $f) || exit 3; done" );
    ASSERTm( run.out, run.status == 0 );
    PASS();
}

/// Settings in the place of a preset's own that solves too loosely, which the doctor would say.
static const char* settingsOf( const char* id )
{
    return strcmp( id, "guideway" ) == 0  ? "--set tol=1e-7 --set iterations=20000"
        : strcmp( id, "playground" ) == 0 ? "--set tol=1e-8 --set iterations=20000"
                                          : "";
}

TEST scenariosAreNotAccused( void )
{
    int asked = 0;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        for ( int seed = 1; seed <= 2 && showFind( scenario )->noContacts == NULL; ++seed, ++asked )
        {
            testRun run = testShell(
                "$S why %s --preset tiny --seed %d %s", scenario->id, seed, settingsOf( scenario->id ) );
            ASSERT_EQm( run.out, 0, run.status );
        }
    }
    ASSERT( asked >= 26 );
    PASS();
}

SUITE( why )
{
    RUN_TEST( aLogSaysWhatItsSimulatorDid );
    RUN_TEST( coulombsFrictionIsNotAccused );
    RUN_TEST( badInputIsNamedWithItsLine );
    RUN_TEST( problemsAreToldApart );
    RUN_TEST( theCasesAreDiagnosed );
    RUN_TEST( theCasesAreMadeAgainByTheirScript );
    RUN_TEST( scenariosAreNotAccused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( why );
    return TEST_END();
}
