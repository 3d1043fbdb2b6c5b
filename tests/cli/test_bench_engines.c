// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/os.h"
#include "cli/bench/bench_engines.h"

// `slipstick bench engines`: ten scenes whose outcome is known. What the time step and the
// solver's tolerance do not explain of the error of our own worlds is a mistake. Other engines are
// run where they are installed, never judged.

#define STEP ( 1.0 / 240.0 )
#define TOLERANCE 1e-6 // of a world, relative to |q|, which is h g at every contact

static double errorOf( const char* name, double h )
{
    engineScene scene;
    sceneResult result = { .error = NAN };
    if ( sceneFind( name, h, &scene ) ) { result = sceneRunOnce( &engines_own, &scene, h, NULL, 0 ); }
    return result.failure == NULL ? result.error : NAN;
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

// The convex-relaxed law lifts a sliding body by h mu |v|: the scene sees
// it. From 0.2 s on |v| is below v0 - 0.2 mu g.
static void* createRelaxed( const engineScene* scene, double h )
{
    void* world = engines_own.create( scene, h );
    ssWorld* ours = *(ssWorld**)world; // the first member
    ssWorldDef def = *ssWorld_Def( ours );
    def.law = ss_worldLawRelaxed;
    testMust( ssWorld_SetDef( ours, &def ) );
    return world;
}

TEST theLiftOfTheRelaxedLawIsSeen( void )
{
    engineOps relaxed = engines_own;
    relaxed.create = createRelaxed;
    engineScene scene;
    ASSERT( sceneFind( "lift", STEP, &scene ) );
    scene.bodies[0].position[2] += STEP * 0.4 * 4.0; // where it rides; from the ground it would jump at mu v
    sceneResult result = sceneRunOnce( &relaxed, &scene, STEP, NULL, 0 );
    double speed = 4.0 - 0.2 * 0.4 * 9.81;
    ASSERT_IN_RANGE( STEP * 0.4 * speed, result.measured, 0.02 * STEP * 0.4 * speed );
    PASS();
}

// ----------------------------------------------------------------------------------------------- the command

static char* s_answer; // of one run, which all tests below read

static const char* answer( void )
{
    if ( s_answer == NULL )
    {
        testRun run = testShell(
            "\"$S\" bench engines --quick --json --out \"$D/e.svg\" && cp \"$D/e.svg\" \"$D/..\"" );
        s_answer = strdup( run.status == 0 && run.err[0] == 0 ? run.out : "" );
    }
    return s_answer;
}

/// The line of this scene in this engine; NULL: there is none.
static const char* lineOf( const char* scene, const char* engine )
{
    static char line[2048];
    char pattern[96];
    snprintf( pattern, sizeof( pattern ), "\"scene\": \"%s\", \"engine\": \"%s\"", scene, engine );
    const char* found = strstr( answer(), pattern );
    if ( found == NULL ) { return NULL; }
    snprintf( line, sizeof( line ), "%.*s", (int)strcspn( found, "\n" ), found );
    return line;
}

static double numberIn( const char* line, const char* key )
{
    char pattern[64];
    snprintf( pattern, sizeof( pattern ), "\"%s\": ", key );
    const char* found = strstr( line, pattern );
    char* end = NULL;
    double value = found != NULL ? strtod( found + strlen( pattern ), &end ) : NAN;
    return end != NULL && end > found + strlen( pattern ) ? value : NAN;
}

/// In one run and on one machine, a stack solved to 1e-6 costs at most twice what Bullet's ten passes cost.
/// The best of a few runs counts, because machines are busy.
TEST aStackCostsAtMostTwiceWhatItCostsBullet( void )
{
    if ( lineOf( "stack", "Bullet" ) == NULL ||
        isnan( numberIn( lineOf( "stack", "Bullet" ), "us_per_step" ) ) )
    {
        SKIPm( "Bullet is not installed" );
    }
    double ratio = HUGE_VAL;
    for ( int i = 0; i < 3 && ratio > 2.0; ++i )
    {
        double own = numberIn( lineOf( "stack", "Slipstick" ), "us_per_step" );
        ratio = fmin( ratio, own / numberIn( lineOf( "stack", "Bullet" ), "us_per_step" ) );
        ASSERT( numberIn( lineOf( "stack", "Slipstick" ), "error" ) <= 1e-6 );
        if ( ratio > 2.0 )
        {
            free( s_answer );
            s_answer = NULL;
        }
    }
    ASSERT( ratio <= 2.0 );
    PASS();
}

TEST ourOwnContactsAreClean( void )
{
    static const char* const checks[] = { "cone", "slip_direction", "complementarity", "energy", "rolling",
        "spinning", "creep" };
    for ( int s = 0; s < SCENE_COUNT; ++s )
    {
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

TEST thePictureHasAPanelForEveryScene( void )
{
    ASSERT( strlen( answer() ) > 0 );
    char path[600];
    snprintf( path, sizeof( path ), "%s/e.svg", testScratch() );
    char* svg = testReadFile( path, NULL );
    ASSERT( svg != NULL );
    for ( int s = 0; s < SCENE_COUNT; ++s )
    {
        char title[64];
        snprintf( title, sizeof( title ), ">%s</text>", scene_names[s] );
        ASSERTm( title, testContains( svg, title ) );
    }
    ASSERT( testContains( svg, ">Slipstick</text>" ) && testContains( svg, ">MuJoCo</text>" ) );
    ASSERT( testContains( svg, "</svg>\n" ) && !testContains( svg, "nan" ) );
    free( svg );
    PASS();
}

TEST logsAreKeptAndBadPlacesRefused( void )
{
    testRun run =
        testShell( "\"$S\" bench engines --quick --logs \"$D/logs\" >/dev/null && ls \"$D/logs\" | "
                   "grep -c '^Slipstick-.*mcap$' && \"$S\" audit \"$D/logs/Slipstick-fan.mcap\" | tail -1" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERT( testContains( run.out, "10\n" ) );
    ASSERTm( run.out, testContains( run.out, "circle (seen in 12 directions), mu = 0.4" ) );
    run = testShell( "echo x > \"$D/file\"; \"$S\" bench engines --quick --logs \"$D/file/logs\"" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "file" ) );
    run = testShell( "\"$S\" bench engines --quick --out \"$D/no/e.svg\"" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "no/e.svg" ) );
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
    RUN_TEST( theLiftOfTheRelaxedLawIsSeen );
}

SUITE( command )
{
    RUN_TEST( ourOwnContactsAreClean );
    RUN_TEST( aStackCostsAtMostTwiceWhatItCostsBullet );
    RUN_TEST( bullet );
    RUN_TEST( ode );
    RUN_TEST( mujoco );
    RUN_TEST( thePictureHasAPanelForEveryScene );
    RUN_TEST( logsAreKeptAndBadPlacesRefused );
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
