// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/os.h"
#include "cli/bench/engine_scenes.h"
#include "slipstick/vecmath.h"

// `slipstick bench engines`: sixteen scenes whose outcome is known, in programs that are told the scenes and
// not the outcome. What the time step and the solver's tolerance do not explain of the error of our own
// worlds is a mistake. Other engines are run where they are installed, never judged; runners that break the
// protocol, or lie, are found out.

#define STEP ( 1.0 / 240.0 )
#define TOLERANCE 1e-6 // of a world, relative to |q|, which is h g at every contact

static double numberIn( const char* line, const char* key )
{
    char pattern[64];
    snprintf( pattern, sizeof( pattern ), "\"%s\": ", key );
    const char* found = line != NULL ? strstr( line, pattern ) : NULL;
    char* end = NULL;
    double value = found != NULL ? strtod( found + strlen( pattern ), &end ) : NAN;
    return end != NULL && end > found + strlen( pattern ) ? value : NAN;
}

static double errorOf( const char* name, double h )
{
    testRun run =
        testShell( "\"$S\" bench engines --scene %s --engine slipstick --h 1/%.0f --iterations 0 --json",
            name, 1.0 / h );
    return run.status == 0 ? numberIn( run.out, "error" ) : NAN;
}

// The step is exact for constant forces. That in which a body stops or begins to roll is shared between two
// motions, which an implicit step would be late by h dv / 2 in; here it is the square of that share of the
// way:
//     stop, fan: h v0 / 2 of v0^2 / (2 mu g)
//     slide: h a t / 2 of a t^2 / 2
//     roll: h v0 / 2 of v0^2 / (2 d), d = 5/7 g mu_r / R
//     billiard: it loses 2/7 v0, of the way 12 v0^2 / (49 mu g) + 5/7 v0 (1 s - t1), t1 = 2 v0 / (7 mu g)
static const struct
{
    const char* name;
    double lag; // relative, per second of step size
} s_lags[] = {
    { "stop", 0.4 * 9.81 / 3.0 },
    { "fan", 0.4 * 9.81 / 2.0 },
    { "slide", 1.0 / 2.0 },
    { "roll", 5.0 / 7.0 * 9.81 * 0.01 / 0.1 / 1.0 },
    { "wedge", 0.4 * 9.81 * M_SQRT2 / 3.0 },
    { "billiard",
        3.0 / 7.0 / ( 12.0 * 9.0 / ( 49.0 * 1.962 ) + 15.0 / 7.0 * ( 1.0 - 6.0 / ( 7.0 * 1.962 ) ) ) },
};

TEST whatMovesIsThereInTime( void )
{
    for ( int i = 0; i < SS_COUNT( s_lags ); ++i )
    {
        double share = s_lags[i].lag * STEP;
        ASSERT_IN_RANGEm( s_lags[i].name, 0.0, errorOf( s_lags[i].name, STEP ), share * share + 1e-5 );
        ASSERT_IN_RANGEm(
            s_lags[i].name, 0.0, errorOf( s_lags[i].name, STEP / 8.0 ), share * share / 64.0 + 1e-5 );
    }
    PASS();
}

// Four contacts: |q| = 2 h g, so that a velocity that is zero may be TOLERANCE times that.
TEST whatRestsStays( void )
{
    double speed = TOLERANCE * 2.0 * STEP * 9.81;
    double pull = 9.81 * sin( 0.9 * atan( 0.4 ) );
    ASSERT_IN_RANGEm( "hold", 0.0, errorOf( "hold", STEP ), speed * 2.0 / ( 0.5 * pull * 4.0 ) );
    ASSERT_IN_RANGEm( "rest, in lengths of the block", 0.0, errorOf( "rest", STEP ), speed * 100.0 / 0.5 );
    ASSERT_IN_RANGEm( "lift, in h mu v", 0.0, errorOf( "lift", STEP ), speed * 2.0 / ( STEP * 0.4 * 4.0 ) );
    PASS();
}

// Twenty contacts: |q| = sqrt(20) h g, which the whole stack of the
// weight M g may miss as the impulse M |dv|.
TEST aStackCarriesItsWeight( void )
{
    ASSERT_IN_RANGE( 0.0, errorOf( "stack", STEP ), TOLERANCE * sqrt( 20.0 ) );
    PASS();
}

// A thousand to one: the load of each of two boxes, in the last of five seconds.
TEST aLightBoxCarriesAThousandTimesItsWeight( void )
{
    ASSERT_IN_RANGE( 0.0, errorOf( "mass-ratio", STEP ), TOLERANCE * sqrt( 8.0 ) );
    PASS();
}

// What grips, rolls over seams and rides on a table has no lag: forces are constant, or turn with the step.
// The disk is known to five digits, and stops within a step.
TEST whatIsHeldStays( void )
{
    ASSERT_IN_RANGEm( "gripper", 0.0, errorOf( "gripper", STEP ), 1e-5 );
    ASSERT_IN_RANGEm( "tiles", 0.0, errorOf( "tiles", STEP ), 1e-5 );
    ASSERT_IN_RANGEm( "turntable", 0.0, errorOf( "turntable", STEP ), 1e-4 );
    ASSERT_IN_RANGEm( "disk", 0.0, errorOf( "disk", STEP ), 1e-3 );
    PASS();
}

// The disk's answer, again: the four feet in polar coordinates of the velocity, with loads that are equal,
// which puts the path 1.5 mm beside that with shifted loads and changes its length by less.
TEST theAnswerOfTheDiskIsThatOfItsFeet( void )
{
    double x[3] = { 0 }, v[3] = { 2.0, 0.0, 2.0 }, h = 1e-5, radius = 0.1; // v[2] is R w
    for ( int k = 0; k < 100000 && fabs( v[0] ) + fabs( v[2] ) > 1e-4; ++k )
    {
        double a[3] = { 0 };
        for ( int foot = 0; foot < 4; ++foot )
        {
            double angle = x[2] + 0.25 * SS_PI * ( 1 + 2 * foot ), c = cos( angle ), s = sin( angle );
            double ux = v[0] - v[2] * s, uy = v[1] + v[2] * c, u = hypot( ux, uy ) + 1e-9,
                   n = 0.25 * 0.4 * 9.81;
            a[0] -= n * ux / u;
            a[1] -= n * uy / u;
            a[2] -= n * ( c * uy - s * ux ) / u;
        }
        for ( int i = 0; i < 3; ++i )
        {
            v[i] += h * a[i];
            x[i] += h * v[i] / ( i == 2 ? radius : 1.0 );
        }
    }
    engineScene scene;
    ASSERT( sceneFind( "disk", STEP, &scene ) );
    ASSERT_IN_RANGE( scene.target[1][0], x[0], 2e-4 );
    ASSERT_IN_RANGE( 2.0 / SS_PI * 0.4 * 9.81 * 2.0 * scene.target[1][0], 4.0, 0.01 ); // as a ring of feet
    PASS();
}

// The convex-relaxed law lifts a sliding body, by h mu |v| at least: the scene sees it.
TEST theLiftOfTheRelaxedLawIsSeen( void )
{
    testRun run = testShell(
        "R=$(dirname \"$S\")/slipstick-runner-slipstick; \"$S\" bench engines --scene lift --engine "
        "relaxed --runner \"relaxed='$R' relaxed\" --h 1/240 --iterations 0 --json" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERT( testContains( run.out, "\"engine\": \"Slipstick relaxed\"" ) );
    double speed = 4.0 - 0.8 * 0.4 * 9.81; // at 0.8 s it still slides
    ASSERT( numberIn( run.out, "measured" ) >= STEP * 0.4 * speed );
    PASS();
}

// ----------------------------------------------------------------------------------------------- the command

static char* s_answer; // of one run, which all tests below read

static const char* answer( void )
{
    if ( s_answer == NULL )
    {
        testRun run = testShell( "\"$S\" bench engines --quick --json" );
        s_answer = strdup( run.status == 0 && run.err[0] == 0 ? run.out : "" );
    }
    return s_answer;
}

/// The line of this scene in this engine; NULL: there is none.
static const char* lineOf( const char* scene, const char* engine )
{
    static char line[16384]; // with a link
    char pattern[96];
    snprintf( pattern, sizeof( pattern ), "\"scene\": \"%s\", \"engine\": \"%s\"", scene, engine );
    const char* found = strstr( answer(), pattern );
    if ( found == NULL ) { return NULL; }
    snprintf( line, sizeof( line ), "%.*s", (int)strcspn( found, "\n" ), found );
    return line;
}

TEST ourOwnContactsAreClean( void )
{
    static const char* const checks[] = { "cone", "slip_direction", "complementarity", "energy", "rolling",
        "spinning", "creep" };
    for ( int s = 0; s < SCENE_COUNT; ++s )
    {
        // It misses its tolerance in the first steps under a mass 1000 times as large, and says so in its
        // report.
        if ( strcmp( scene_names[s], "mass-ratio" ) == 0 ) { continue; }
        const char* line = lineOf( scene_names[s], "Slipstick" );
        ASSERTm( scene_names[s], line != NULL );
        ASSERT( numberIn( line, "us_per_step" ) > 0.0 && numberIn( line, "contacts" ) > 0.0 );
        for ( int i = 0; i < SS_COUNT( checks ); ++i )
        {
            ASSERT_IN_RANGEm( checks[i], 0.0, numberIn( line, checks[i] ), 1e-3 );
        }
    }
    PASS();
}

static enum greatest_test_res ranIn( const char* engine, const char* package )
{
    char absent[128];
    snprintf( absent, sizeof( absent ), "{\"engine\": \"%s\", \"package\": \"%s\"}", engine, package );
    ASSERT( strlen( answer() ) > 0 );
    if ( testContains( answer(), absent ) ) { SKIPm( "the engine is not installed" ); }
    for ( int s = 0; s < SCENE_COUNT; ++s )
    {
        const char* line = lineOf( scene_names[s], engine );
        ASSERTm( scene_names[s], line != NULL );
        ASSERTm( line, testContains( line, "\"failure\": null" ) );
        // A light box under a heavy one may be crushed, which moves it without forces.
        ASSERTm( line, testContains( line, "\"lie\": null" ) || strcmp( scene_names[s], "mass-ratio" ) == 0 );
        ASSERTm( line, numberIn( line, "error" ) >= 0.0 && numberIn( line, "contacts" ) > 0.0 );
    }
    // Whatever its friction is, no engine lets a block on a slope of half the critical angle go by more than
    // its length, and every stack rests on the ground to 10%.
    ASSERT( numberIn( lineOf( "rest", engine ), "error" ) < 1.0 );
    ASSERT( numberIn( lineOf( "stack", engine ), "error" ) < 0.1 );
    PASS();
}

TEST bullet( void ) { return ranIn( "Bullet", "libbullet-dev" ); }

TEST ode( void ) { return ranIn( "ODE", "libode-dev" ); }

TEST mujoco( void ) { return ranIn( "MuJoCo", "libmujoco-dev" ); }

TEST logsAreKeptAndBadPlacesRefused( void )
{
    testRun run = testShell(
        "\"$S\" bench engines --quick --scene fan --engine slipstick --logs \"$D/logs\" >/dev/null && "
        "\"$S\" audit \"$D/logs/slipstick-fan-240-0.mcap\" | tail -1" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "circle (seen in 12 directions), mu = 0.4" ) );
    run = testShell( "echo x > \"$D/file\"; \"$S\" bench engines --quick --logs \"$D/file/logs\"" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "file" ) );
    run = testShell(
        "\"$S\" bench engines --scene nothing; \"$S\" bench engines --engine nobody; \"$S\" bench engines "
        "--runner nobody; \"$S\" bench engines --h 0" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err,
        testContains( run.err, "turntable" ) && testContains( run.err, "no runner is called 'nobody'" ) );
    ASSERTm( run.err,
        testContains( run.err, "no program slipstick-runner-nobody" ) && testContains( run.err, "1/240" ) );
    PASS();
}

// ----------------------------------------------------------------------------------------------------
// runners

TEST everyRunnerOfOursKeepsToTheProtocol( void )
{
    static const char* const names[] = { "slipstick", "bullet", "ode", "ode-quick", "mujoco",
        "mujoco-elliptic" };
    for ( int i = 0; i < SS_COUNT( names ); ++i )
    {
        testRun run = testShell( "\"$S\" bench engines --check %s", names[i] );
        bool absent = run.status == 2 && testContains( run.err, "no runner is called" );
        ASSERTm(
            run.out, ( absent && i > 0 ) || ( run.status == 0 && testContains( run.out, "\n0 wrong\n" ) ) );
    }
    PASS();
}

/// What --check says of a runner that is this command.
static testRun checkOf( const char* command )
{
    char path[600];
    snprintf( path, sizeof( path ), "%s/runner", testScratch() );
    testWriteFile( path, command );
    return testShell( "R=$(dirname \"$S\")/slipstick-runner-slipstick; export R S; \"$S\" bench engines "
                      "--runner \"mine=sh %s\" "
                      "--check mine",
        path );
}

TEST whatBreaksTheProtocolIsNamed( void )
{
    static const struct
    {
        const char *command, *said;
    } cases[] = {
        { "echo hello", "line 1 of what it prints is no JSON object: hello" },
        { "echo '{\"engine\": \"x\"}'", "\"protocol\": 1" },
        { "exit 3", "it ended with status 3" },
        { "exec /nowhere/program", "it cannot be run" },
        { "\"$R\" | head -3; cat >/dev/null", "it ends before" },
        { "exec sleep 1000", "it took longer than 10 s" },
        { "\"$R\" | sed 's/\"t\": 0.05/\"t\": 0.06/'", "a sample at t = 0.06 s" },
        { "\"$R\" | sed 's/\"state\": \\[[^,]*,/\"state\": [/'", "\"state\" has 12 numbers" },
        { "\"$R\" | sed 's/\"done\": 120/\"done\": 119/'", "it has done 119 steps of 120" },
        { "sed 's/-9.81/-9.71/' | \"$R\"", "WRONG  a body falls with g: z = 3.78" },
        { "sed 's/\"force\": \\[6/\"force\": [0/' | \"$R\"", "WRONG  a force acts on a body all the time" },
        { "sed 's/\"omega\": \\[0, 0, 2/\"omega\": [2, 0, 0/' | \"$R\"", "WRONG  a quaternion is x y z w" },
        { "sed 's/\"cone\"/\"box\"/' | \"$R\"", "WRONG  it refuses a shape that nobody knows" },
        { "sed 's/\"log\": \"[^\"]*\"/\"log\": \"\"/' | \"$R\"", "WRONG  its log can be read" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = checkOf( cases[i].command );
        ASSERTm( cases[i].said, run.status == 1 );
        ASSERTm( run.out, testContains( run.out, cases[i].said ) );
    }
    PASS();
}

/// A row of a runner that is this command, in a scene.
static testRun rowOf( const char* command, const char* scene )
{
    char path[600];
    snprintf( path, sizeof( path ), "%s/runner", testScratch() );
    testWriteFile( path, command );
    return testShell( "R=$(dirname \"$S\")/slipstick-runner-slipstick; export R S D; \"$S\" bench engines "
                      "--runner \"mine=sh %s\" "
                      "--engine mine --scene %s --quick --json",
        path, scene );
}

// It computes with the law that lifts, and answers with the one that does not.
TEST whoAnswersOtherwiseThanItsLogIsFoundOut( void )
{
    testRun run = rowOf( "cat >\"$D/in\"; \"$R\" <\"$D/in\" >\"$D/good\"; \"$R\" relaxed <\"$D/in\" "
                         ">/dev/null; cat \"$D/good\"",
        "lift" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "\"lie\": \"at 0.05 s" ) );
    run = rowOf( "exec \"$R\"", "lift" );
    ASSERTm( run.out, testContains( run.out, "\"lie\": null" ) );
    PASS();
}

// Its log has forces that would not stop the block.
TEST whoLogsForcesThatDoNotMoveItsBodiesIsFoundOut( void )
{
    testRun run = rowOf(
        "cat >\"$D/in\"; L=$(sed -n 's/.*\"log\": \"\\([^\"]*\\)\".*/\\1/p' \"$D/in\"); \"$R\" <\"$D/in\"; "
        "cp \"$L\" \"$D/a.mcap\"; \"$S\" convert \"$D/a.mcap\" \"$D/a.csv\" >&2; awk -F, -v OFS=, "
        "'NR == 1 { for ( i = 1; i <= NF; ++i ) if ( $i == \"fx\" ) c = i } NR > 1 { $c = 0.5 * $c } 1' "
        "\"$D/a.csv\" >\"$L\"",
        "stop" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "the forces of its log" ) );
    PASS();
}

TEST whoSaysThatStepsCostNothingIsFoundOut( void )
{
    testRun run = rowOf( "awk 'BEGIN { for ( i = 0; i < 200000000; ++i ) s += i }'; \"$R\" | sed "
                         "'s/\"seconds_per_step\": [^}]*/\"seconds_per_step\": 1e-12/'",
        "gripper" );
    ASSERTm( run.out, run.status == 0 && testContains( run.out, "it says 1e-06 us per step, but took" ) );
    PASS();
}

TEST thePageHoldsTheResults( void )
{
    testRun run =
        testShell( "\"$S\" bench engines --scene stop --h 1/60 --report \"$D/page\" >/dev/null && cat "
                   "\"$D/page/index.html\" && cp \"$D/page/results.json\" \"$D/..\"" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERT(
        testContains( run.out, "{\"address\": \"slipstick.html\"" ) && testContains( run.out, "</html>" ) );
    ASSERT( testContains(
        run.out, "slipstick bench engines --scene stop --engine slipstick --h 1/60 --iterations 50" ) );
    ASSERT( !testContains( run.out, "src=\"http" ) &&
        !testContains( run.out, "href=\"http" ) ); // nothing from elsewhere
    PASS();
}

// A link of the page holds the contacts themselves: every command that takes a log takes it.
TEST aLinkHoldsTheWorstContact( void )
{
    testRun run = testShell(
        "R=$(dirname \"$S\")/slipstick-runner-slipstick; \"$S\" bench engines --scene lift --engine relaxed "
        "--runner \"relaxed='$R' relaxed\" --h 1/60 --iterations 0 --report \"$D/p\" >/dev/null; L=$(grep -o "
        "'#s=[A-Za-z0-9_-]*' \"$D/p/results.json\" | head -1); \"$S\" audit \"$L\"" );
    ASSERT_EQ_FMT( 1, run.status, "%d" ); // it misses a check, and the link says which
    ASSERTm( run.out, testContains( run.out, "FAILED" ) );
    PASS();
}

// -------------------------------------------------------------------------------------------- other programs

TEST aProgramIsRunReadAndEnded( void )
{
    char output[8];
    int status = -1;
    const char* says[] = { "/bin/sh", "-c", "echo abcdefghijkl; echo lost >&2; exit 3", NULL };
    ASSERT_EQ( ss_ok, osRunProgram( says, NULL, 20.0, output, sizeof( output ), &status ).code );
    ASSERT_EQ_FMT( 3, status, "%d" );
    ASSERT_STR_EQ( "abcdefg", output );
    const char* missing[] = { "/nowhere/program", NULL };
    ASSERT_EQ( ss_ok, osRunProgram( missing, NULL, 20.0, output, sizeof( output ), &status ).code );
    ASSERT_EQ_FMT( 127, status, "%d" );
    const char* hangs[] = { "/bin/sh", "-c", "exec sleep 1000", NULL };
    ssResult result = osRunProgram( hangs, NULL, 0.2, output, sizeof( output ), &status );
    ASSERT( result.code != ss_ok && testContains( result.message, "longer than 0.2 s" ) );
    PASS();
}

TEST aScratchFileIsSharedByItsPath( void )
{
    char path[64], output[8], line[160];
    int scratch = osOpenScratch( path, sizeof( path ) ), status = 0;
    ASSERT( scratch >= 0 );
    testWriteFile( path, "seen" );
    snprintf( line, sizeof( line ), "cat %s", path );
    const char* words[] = { "/bin/sh", "-c", line, NULL };
    ASSERT_EQ( ss_ok, osRunProgram( words, NULL, 20.0, output, sizeof( output ), &status ).code );
    ASSERT_STR_EQ( "seen", output );
    osCloseScratch( scratch );
    PASS();
}

SUITE( closedForms )
{
    RUN_TEST( whatMovesIsThereInTime );
    RUN_TEST( whatRestsStays );
    RUN_TEST( aStackCarriesItsWeight );
    RUN_TEST( aLightBoxCarriesAThousandTimesItsWeight );
    RUN_TEST( whatIsHeldStays );
    RUN_TEST( theAnswerOfTheDiskIsThatOfItsFeet );
    RUN_TEST( theLiftOfTheRelaxedLawIsSeen );
}

SUITE( command )
{
    RUN_TEST( ourOwnContactsAreClean );
    RUN_TEST( bullet );
    RUN_TEST( ode );
    RUN_TEST( mujoco );
    RUN_TEST( logsAreKeptAndBadPlacesRefused );
    RUN_TEST( everyRunnerOfOursKeepsToTheProtocol );
    RUN_TEST( whatBreaksTheProtocolIsNamed );
    RUN_TEST( whoAnswersOtherwiseThanItsLogIsFoundOut );
    RUN_TEST( whoLogsForcesThatDoNotMoveItsBodiesIsFoundOut );
    RUN_TEST( whoSaysThatStepsCostNothingIsFoundOut );
    RUN_TEST( thePageHoldsTheResults );
    RUN_TEST( aLinkHoldsTheWorstContact );
    RUN_TEST( aProgramIsRunReadAndEnded );
    RUN_TEST( aScratchFileIsSharedByItsPath );
    free( s_answer );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( closedForms );
    RUN_SUITE( command );
    return TEST_END();
}
