// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

// Plugins as users meet them: `slipstick --plugin FILE.so COMMAND`. The
// examples of engine/examples are the plugins.

#define TURNTABLE "\"$S\" --plugin " SLIPSTICK_PLUGINS "/plugin_scenario.so "
#define PARTS "\"$S\" --plugin " SLIPSTICK_PLUGINS "/plugin_parts.so "
#define BAD( name ) "\"$S\" --plugin " SLIPSTICK_PLUGINS "/case_" name ".so "

// -------------------------------------------------------------------------------------------------- scenario

TEST aScenarioOfAPluginIsListed( void )
{
    testRun run = testShell( TURNTABLE "list" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "an example [plugin turntable]" ) );
    ASSERTm( run.out, testContains( run.out, "rolling-sphere" ) );
    run = testShell( TURNTABLE "list --json" );
    ASSERTm( run.out, testContains( run.out, "\"plugin\": \"turntable\"" ) );
    ASSERTm( run.out, testContains( run.out, "\"plugin\": null" ) );
    run = testShell( TURNTABLE "describe turntable" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "spin_up" ) && testContains( run.out, "reach" ) );
    // Without the plugin there is none.
    run = testShell( "\"$S\" describe turntable" );
    ASSERT_STATUS( 2, run );
    PASS();
}

/// The puck holds until r0 sqrt(alpha² + (alpha t)^4) = mu g: with mu = 0.3,
/// r0 = 0.4 m, alpha = 1 rad/s² until 2.7 s.
TEST itRunsAndAgreesWithItsClosedForm( void )
{
    testRun run = testShell( TURNTABLE "run turntable --csv - --every .1 | awk -F, "
                                       "'NR > 2 { d = $4 - $5; if ( d < 0 ) d = -d; if ( d > m ) m = d; "
                                       "if ( $4 < .999 ) t = $1 } END { print ( m < 2e-3 ), t }'" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "1 2.6000000000000001\n", run.out );
    // With twice the friction it stays where it is.
    run = testShell( TURNTABLE "run turntable --set mu=2 --measure reach" );
    ASSERTm( run.out, testContains( run.out, "reach = 0.4" ) );
    run = testShell( TURNTABLE "run turntable --set mu=-1" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "mu" ) );
    PASS();
}

TEST itsRunsAreTheSameInSweepsAndThreads( void )
{
    testRun run = testShell(
        "cd \"$D\" && " TURNTABLE
        "sweep turntable --vary mu=.2,.4 --measure reach --jobs 2 --csv two.csv && " TURNTABLE
        "run turntable --set mu=.2 --measure reach --json | grep -o 'reach.*' && tail -n 2 two.csv" );
    ASSERT_STATUS( 0, run );
    double alone = NAN, swept = NAN;
    const char* at = strstr( run.out, "reach\": " );
    ASSERTm( run.out, at != NULL && sscanf( at, "reach\": %lf", &alone ) == 1 );
    at = strstr( run.out, "\n0.2," );
    ASSERTm( run.out, at != NULL && sscanf( at, "\n0.2,%lf", &swept ) == 1 );
    ASSERT_EQ( alone, swept );
    PASS();
}

TEST aSceneNamesItsPlugin( void )
{
    const char* scene =
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"turntable\", \"plugin\": "
        "\"turntable\", \"params\": {\"mu\": 0.5}}";
    char path[600];
    snprintf( path, sizeof path, "%s/table.json", testScratch() );
    testWriteFile( path, scene );
    testRun run = testShell( TURNTABLE "run '%s' --hash", path );
    ASSERT_STATUS( 0, run );
    char hash[64];
    snprintf( hash, sizeof hash, "%s", run.out );
    run = testShell( TURNTABLE "run turntable --set mu=.5 --hash" );
    ASSERT_STR_EQ( hash, run.out );
    run = testShell( "\"$S\" run '%s'", path );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "comes from the plugin 'turntable', which is not loaded" ) );
    ASSERTm( run.err, testContains( run.err, "--plugin FILE.so" ) );
    PASS();
}

// --------------------------------------------------------------------------------------- law, set and solver

/// f = mu N tanh( v/v_s ) + c N v along the velocity: at 0.5 m/s under 10 N it is 10 (0.3 + 0.05) N.
TEST aLawThatIsAFunctionIsOfferedLikeAText( void )
{
    testRun run = testShell( PARTS "law list" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "viscous part [plugin parts]" ) );
    run = testShell(
        "printf 'gx,gy\\n0.5,0\\n' | " PARTS "eval slip-force --law soft-coulomb --set normal_force=10" );
    ASSERT_STATUS( 0, run );
    double gx, gy, fx = NAN, fy = NAN;
    const char* row = strchr( run.out, '\n' );
    ASSERTm( run.out, row != NULL && sscanf( row + 1, "%lf,%lf,%lf,%lf", &gx, &gy, &fx, &fy ) == 4 );
    ASSERT_IN_RANGE( 3.5, fx, 1e-9 );
    ASSERT_EQ( 0.0, fy );
    run = testShell( PARTS "run stribeck --preset tiny --law soft-coulomb --set law.c=0.5 --hash" );
    ASSERT_STATUS( 0, run );
    run = testShell( PARTS "law check soft-coulomb" );
    ASSERTm( run.err, run.status == 0 || run.status == 1 );
    // It has no text that could be exported, and says so.
    run = testShell( PARTS "law export soft-coulomb --to c" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "plugin" ) );
    // Without the plugin, a scene or a file with its text is refused at its line.
    run = testShell(
        "printf 'law \"x\"\\nuse \"soft-coulomb\"\\n' > \"$D/x.law\"; \"$S\" law check \"$D/x.law\"" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, ":2:5:" ) && testContains( run.err, "--plugin FILE.so" ) );
    PASS();
}

/// The clover a + b cos 4 theta has the radius a + b along the axes, and a - b between them.
TEST aSetIsAChoiceWhereverSetsAre( void )
{
    testRun run =
        testShell( "printf 'x,y\\n1,0\\n1,1\\n' | " PARTS "eval set --set kind=clover --set a=4 --set b=.5" );
    ASSERT_STATUS( 0, run );
    run = testShell(
        "printf 'x,y\\n1,0\\n1,1\\n' | " PARTS "eval set --set kind=clover --set a=4 --set b=.5 | awk -F, "
        "'NR == 1 { for ( i = 1; i <= NF; ++i ) if ( $i == \"radius\" ) c = i } NR > 1 { printf \"%%.6f \", "
        "$c }'" );
    ASSERT_STR_EQ( "4.500000 3.500000 ", run.out );
    run = testShell( PARTS "describe sliding-disk" );
    ASSERTm( run.out, testContains( run.out, "polar|clover" ) );
    run = testShell(
        PARTS "run sliding-disk --preset tiny --set law=collinear --set c_kind=clover --set c_b=.4 --hash" );
    ASSERT_STATUS( 0, run );
    // Where it is not star-shaped it is refused, with the angle.
    run = testShell( PARTS
        "run sliding-disk --preset tiny --set law=collinear --set c_kind=clover --set c_a=1 --set c_b=2" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "clover" ) && testContains( run.err, "star-shaped" ) );
    run = testShell( "\"$S\" run sliding-disk --preset tiny --set c_kind=clover" );
    ASSERT_STATUS( 2, run );
    PASS();
}

TEST aSolverSolvesAndIsJudged( void )
{
    static const char problem[] = "{\"format\": \"slipstick-problem\", \"version\": 1, \"law\": \"coulomb\", "
                                  "\"dimension\": 3, \"bodies\": [{\"mass\": 1, "
                                  "\"inertia\": [1, 1, 1], \"position\": [0, 0, 0]}], \"contacts\": [{\"a\": "
                                  "-1, \"b\": 0, \"point\": [0, 0, 0], "
                                  "\"normal\": [0, 0, 1], \"tangent\": [1, 0, 0], \"mu\": 0.5}], "
                                  "\"free_velocity\": [1, 0, -1, 0, 0, 0]}";
    char path[600];
    snprintf( path, sizeof path, "%s/p.json", testScratch() );
    testWriteFile( path, problem );
    // The mass falls and slides: p_N = 1, p_T1 = -mu p_N.
    testRun run = testShell( PARTS
        "solve '%s' --solver plain --set step=.5 --out \"$D/r.csv\" --tol 1e-10 && cat \"$D/r.csv\"",
        path );
    ASSERT_STATUS( 0, run );
    double n = NAN, t = NAN;
    const char* row = strstr( run.out, "\n0," );
    ASSERTm( run.out, row != NULL && sscanf( row, "\n0,%lf,%lf", &n, &t ) == 2 );
    ASSERT_IN_RANGE( 1.0, n, 1e-8 );
    ASSERT_IN_RANGE( -0.5, t, 1e-8 );
    run = testShell( PARTS "solve '%s' --solver all --json", path );
    ASSERTm( run.out, testContains( run.out, "\"plain\"" ) );
    run = testShell( PARTS "solve '%s' --solver plain --max-iterations 1", path );
    ASSERT_STATUS( 1, run );
    run = testShell( PARTS "run sphere-pile --preset tiny --set solver=plain --until .05 --hash" );
    ASSERT_STATUS( 0, run );
    PASS();
}

TEST severalPluginsAreLoaded( void )
{
    testRun run = testShell( TURNTABLE "--plugin=" SLIPSTICK_PLUGINS "/plugin_parts.so law list" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "soft-coulomb" ) );
    run = testShell( TURNTABLE "--plugin " SLIPSTICK_PLUGINS "/plugin_scenario.so list" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "'turntable': there is one of this name already" ) );
    PASS();
}

// -------------------------------------------------------------------------------------------------- refusals

TEST whatIsNoPluginIsRefusedWithItsReason( void )
{
    static const struct
    {
        const char *command, *says;
    } cases[] = {
        { "\"$S\" --plugin \"$D/none.so\" list", "none.so': no such file" },
        { "echo text > \"$D/text.so\"; \"$S\" --plugin \"$D/text.so\" list", "text.so': " },
        { BAD( "other-version" ) "list", "version 99 of the interface, wanted is version 2" },
        { BAD( "other-layout" ) "list", "headers of another slipstick" },
        { BAD( "other-scenarios" ) "list", "has scenarios, but was compiled with headers of another" },
        { BAD( "other-library" ) "list", "a library of its own (slipstick 9.9.9)" },
        { BAD( "no-entry" ) "list", "no function ssPluginEntry" },
        { BAD( "null" ) "list", "returns NULL" },
        { BAD( "own-refusal" ) "list", "the table must have been oiled before" },
        { BAD( "empty" ) "list", "registered nothing" },
        { BAD( "missing-symbol" ) "list", "ssOfAnotherRelease" },
        { BAD( "command" ) "list", "'sweep' has the name of a command" },
        { BAD( "late" ) "run late-comer", "too late" },
        { "\"$S\" --plugin", "--plugin needs a value" },
        { "\"$S\" --plugin= list", "--plugin needs a value" },
        { "\"$S\" list --plugin x.so", "--plugin stands before the command" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = testShell( "%s", cases[i].command );
        ASSERT_EQ_FMTm( cases[i].command, 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, cases[i].says ) );
    }
    PASS();
}

SUITE( plugin )
{
    RUN_TEST( aScenarioOfAPluginIsListed );
    RUN_TEST( itRunsAndAgreesWithItsClosedForm );
    RUN_TEST( itsRunsAreTheSameInSweepsAndThreads );
    RUN_TEST( aSceneNamesItsPlugin );
    RUN_TEST( aLawThatIsAFunctionIsOfferedLikeAText );
    RUN_TEST( aSetIsAChoiceWhereverSetsAre );
    RUN_TEST( aSolverSolvesAndIsJudged );
    RUN_TEST( severalPluginsAreLoaded );
    RUN_TEST( whatIsNoPluginIsRefusedWithItsReason );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( plugin );
    return TEST_END();
}
