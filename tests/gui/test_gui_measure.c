// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include <math.h>

// Ruler, protractor and stopwatch, used as a reader of the screen would use them, against closed forms.

static const double s_mu = 0.4, s_speed = 2.0, s_gravity = 9.81;

/// A box that slides to rest, and two spheres one metre apart, paused; the options that open them.
static const char* options( void )
{
    static char path[600], text[700];
    snprintf( path, sizeof path, "%s/bodies.json", testScratch() );
    testWriteFile( path,
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"playground\", \"h\": 0.001, "
        "\"until\": 2, \"camera\": {\"yaw_deg\": 0, \"pitch_deg\": 35, \"distance\": 5, \"target\": [0.3, "
        "0.5, 0]}, \"build\": {\"ground\": {\"mu\": 0.4}, \"parts\": [{\"kind\": \"box\", \"id\": 1, "
        "\"size\": "
        "[0.3, 0.3, 0.2], \"position\": [0, 0, 0.1], \"mu\": 0.4, \"velocity\": [2, 0, 0]}, {\"kind\": "
        "\"sphere\", \"id\": 2, \"radius\": 0.15, \"position\": [-0.5, 1, 0.15]}, {\"kind\": \"sphere\", "
        "\"id\": 3, \"radius\": 0.15, \"position\": [0.5, 1, 0.15]}]}}" );
    snprintf( text, sizeof text, "'%s' --paused --size 1280x720", path );
    return text;
}

/// Begins with the ruler between the two spheres, chosen in the lists.
static void layRuler( void )
{
    begin();
    line( "wait 5\nkey M\nwait 3\nclick measure.from\nwait 3\nclick measure.from.2\nwait 3" );
    line( "click measure.to\nwait 3\nclick measure.to.3\nwait 3" );
}

// v²/(2 μ g), with two clicks: the ruler appears where the body is and follows it.
TEST stoppingDistanceTakesTwoClicks( void )
{
    double way = s_speed * s_speed / ( 2.0 * s_mu * s_gravity );
    begin();
    line( "wait 5\nclick button.measure\nwait 3\nexpect measure.ruler 0 1e-9" );
    line( "click button.play\nwait 60\nexpect kinetic_energy 0 1e-9" );
    line( "expect measure.ruler %.9g %.9g", way - 1e-3, way + 1e-3 ); // of first order in h = 1 ms
    line( "expect measure.along %.9g %.9g\nexpect-text measure.length 0.5", way - 1e-3, way + 1e-3 );
    ASSERT_PLAYS( options() );
    PASS();
}

/// A number of the window after the ruler was laid and then an end was moved by this line.
static double after( const char* move, const char* key )
{
    layRuler();
    line( "%s\nwait 3", move );
    return readValue( options(), key );
}

TEST theRulerKnowsOneMetreAndSnapsToBodies( void )
{
    const char* away = "drag measure.end.to 0.5 8";
    double x = after( "wait 1", "measure.end.to.x" ), y = after( "wait 1", "measure.end.to.y" );
    double freeX = after( away, "measure.end.to.x" ), freeY = after( away, "measure.end.to.y" );
    double size = after( "wait 1", "measure.end.size" );
    layRuler();
    line( "expect measure.ruler 0.999999 1.000001\n%s\nwait 3", away );
    // Dropped on empty ground it is a place; dragged onto the flank of the sphere it is at its centre.
    line( "expect-text measure.end.to a place\nexpect measure.ruler 1.1 2" );
    line( "drag measure.end.to %.9g %.9g\nwait 3", 0.5 + ( x - freeX ) / size - 0.8,
        0.5 + ( y - freeY ) / size );
    line( "expect-text measure.end.to body 3\nexpect measure.ruler 0.999999 1.000001" );
    line( "key Ctrl+Z\nwait 3\nexpect-text measure.end.to a place" );
    line( "key Ctrl+Shift+Z\nwait 3\nexpect-text measure.end.to body 3" );
    ASSERT_PLAYS( options() );
    PASS();
}

TEST goingBackShowsTheLengthOfThatMoment( void )
{
    begin();
    line( "wait 5\nkey M\nwait 3\nkey Shift+Right\nwait 3\nkey Shift+Right\nwait 3" );
    double early = readValue( options(), "measure.ruler" );
    // After 20 steps of 1 ms: v t - μ g t²/2, of first order in h.
    ASSERT_IN_RANGE( 0.04 - 0.5 * s_mu * s_gravity * 4e-4, early, 1e-4 );
    line( "key Space\nwait 60\nkey Space\nwait 2\nexpect measure.ruler 0.5 0.52\nkey R\nwait 3" );
    begin();
    line( "wait 5\nkey M\nwait 3\nkey Space\nwait 60\nkey Space\nwait 2\nexpect measure.ruler 0.5 0.52" );
    line( "drag timeline 0\nwait 3\nexpect measure.ruler 0 1e-9\nkey Shift+Right\nwait 3\nkey "
          "Shift+Right\nwait 3" );
    line( "expect measure.ruler %.12g %.12g", early - 1e-9, early + 1e-9 );
    ASSERT_PLAYS( options() );
    PASS();
}

TEST theProtractorReadsTheSlopeAndTheRulerSplitsAlongIt( void )
{
    const char* slope = "rolling-sphere --preset fig3b --set incline_deg=12 --paused";
    double values[2];
    for ( int i = 0; i < 2; ++i )
    {
        begin();
        line( "wait 5\nkey A\nwait 3\nexpect measure.protractor 11.9999 12.0001\nkey M\nkey Space\nwait 30" );
        line( "key Space\nwait 3\nexpect measure.protractor 11.9999 12.0001" );
        values[i] = readValue( slope, i == 0 ? "measure.along" : "measure.ruler" );
    }
    ASSERT( values[1] > 0.3 );
    ASSERT_IN_RANGE( values[1], fabs( values[0] ), 1e-4 ); // the sphere stays on the slope
    PASS();
}

// The box slides from the beginning and sticks after v/(μ g).
TEST theWatchStopsWhenTheBoxSticks( void )
{
    double time = s_speed / ( s_mu * s_gravity );
    begin();
    line( "wait 5\nkey Shift+T\nwait 3\nclick measure.stop\nwait 3\nclick measure.stop.2\nwait 3" );
    line( "key Space\nwait 60\nexpect measure.stopwatch %.9g %.9g", time - 5e-3, time + 5e-3 );
    line( "expect measure.readings 1 1\nkey Space\nwait 2\nkey R\nwait 3\nexpect measure.stopwatch 0 0" );
    line(
        "key Shift+T\nkey Shift+Right\nwait 3\nkey Shift+T\nwait 3\nexpect measure.stopwatch 0.0099 0.0101" );
    line( "expect measure.readings 2 2" );
    ASSERT_PLAYS( options() );
    PASS();
}

// On the tilting table the first sphere rolls off when tan α = μ_r/R = 0.0075/0.15, and α grows by 2° per
// second.
TEST theWatchStopsAtTheFirstSlip( void )
{
    double time = atan( 0.0075 / 0.15 ) * 180.0 / 3.14159265358979 / 2.0;
    begin();
    line( "wait 5\nkey Shift+T\nwait 3\nclick measure.stop\nwait 3\nclick measure.stop.1\nwait 3\nkey =" );
    line( "key Space\nwait 80\nexpect measure.stopwatch %.9g %.9g", time - 0.02, time + 0.02 );
    ASSERT_PLAYS( "lanes --paused" );
    PASS();
}

// The contact of a sphere is at its foot, R below its centre, and stays there.
TEST anEndFollowsAContact( void )
{
    begin();
    line( "wait 5\nkey M\nwait 3\nclick measure.from\nwait 3\nclick measure.from.1\nwait 3" );
    line( "expect measure.ruler 0.49999 0.50001\nkey Space\nwait 40\nexpect measure.ruler 0.49999 0.50001" );
    line( "expect-text measure.end.from contact of body 0" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST readingsAreSavedWithUnitAndTimeAndCanBeRemoved( void )
{
    layRuler();
    line( "click measure.ruler.note\nwait 2\nclick measure.add.protractor\nwait 3" );
    line( "click measure.protractor.note\nwait 2\nexpect measure.readings 2 2\nclick measure.csv\nwait 3" );
    line( "click measure.remove.0\nwait 3\nexpect measure.readings 1 1\nkey Ctrl+Z\nwait 2" );
    line( "expect measure.readings 2 2\nclick measure.clear\nwait 2\nexpect measure.readings 0 0" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run =
        testShell( "cd \"$D\" && \"$S\" gui %s --script '%s' && cat slipstick-playground-readings.csv",
            options(), path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    double length = 0.0, time = 1.0, dx = 0.0;
    const char* row = strstr( run.out, "\nlength," );
    ASSERT_EQ( run.out, strstr( run.out, "name,value,unit,time,dx,dy,dz,along,across,normal\n" ) );
    ASSERT( row != NULL && sscanf( row, "\nlength,%lf,m,%lf,%lf,", &length, &time, &dx ) == 3 );
    ASSERT_IN_RANGE( 1.0, length, 1e-6 );
    ASSERT_IN_RANGE( 1.0, dx, 1e-6 );
    ASSERT_IN_RANGE( 0.0, time, 1e-12 );
    ASSERT( strstr( run.out, "\nangle," ) != NULL && strstr( run.out, ",deg,0," ) != NULL );
    PASS();
}

TEST theKeyboardMovesAnEndAndSpeechSaysWhatItReads( void )
{
    begin();
    line( "wait 5\nkey M\nwait 3\nkey Ctrl+Tab\nwait 2\nexpect-text focus.group Measure\nkey Ctrl+Tab" );
    line( "wait 2\nkey Down\nwait 2\nkey Down\nwait 60\nexpect-text focus measure.end.to\nkey Return" );
    line( "wait 2\nkey Right\nwait 2\nkey Right\nwait 2\nkey Return\nwait 60" );
    // Two steps of 3% of the camera's distance, which is 5 m, in the plane of the screen.
    line( "expect-text measure.end.to a place\nexpect measure.ruler 0.2999 0.3001\nkey Ctrl+Z\nwait 3" );
    line( "expect-text measure.end.to body 1\nexpect measure.ruler 0 1e-9" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell( "\"$S\" gui %s --speak --script '%s'", options(), path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "\nend at body 1, 0 m\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\nend at a place, 0.3 m\n" ) != NULL );
    PASS();
}

TEST aBodyThatIsGoneIsLetGo( void )
{
    layRuler();
    line( "key B\nwait 3\nclick build.part.3\nwait 2\nkey Delete\nwait 5" );
    line( "expect-text measure.end.to a place\nexpect measure.ruler 0.999999 1.000001" );
    ASSERT_PLAYS( options() );
    char path[600], text[700];
    snprintf( path, sizeof path, "%s/thrown.json", testScratch() );
    testWriteFile( path,
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"playground\", \"h\": 0.001, "
        "\"until\": 2, \"build\": {\"parts\": [{\"kind\": \"sphere\", \"id\": 1, \"radius\": 0.1, "
        "\"position\": [0, 0, 0.1]}]}, \"edits\": [{\"step\": 100, \"build\": {\"add\": {\"kind\": "
        "\"sphere\", "
        "\"id\": 2, \"radius\": 0.1, \"position\": [1, 0, 0.1], \"thrown\": true}}}]}" );
    snprintf( text, sizeof text, "'%s' --paused --size 1280x720", path );
    begin();
    // A reset takes the thrown ball away: the end stays where it was.
    line( "wait 5\nkey M\nwait 3\nkey Space\nwait 20\nkey Space\nwait 3\nclick measure.to\nwait 3" );
    line( "click measure.to.3\nwait 3\nexpect-text measure.end.to body 2\nexpect measure.ruler 0.999 1.001" );
    line( "key R\nwait 3\nexpect-text status.message An instrument has let go of a body that is gone" );
    line( "expect-text measure.end.to a place\nexpect measure.ruler 0.999 1.001" );
    ASSERT_PLAYS( text );
    PASS();
}

TEST soundSaysWhatItPlaysOrWhyThereIsNone( void )
{
    begin();
    line( "wait 5\nkey Shift+S\nwait 3\nexpect-text status.message heard once it oscillates\nkey Space" );
    // k = m = 1, so ω is at most 1 rad/s: 0.1 to 0.16 Hz, 11 octaves below 220 to 326 Hz.
    line( "key =\nkey =\nkey =\nwait 150\nexpect-text status.message Hz, 11 octaves higher" );
    ASSERT_PLAYS( "stribeck --preset step --paused" );
    begin();
    line( "wait 5\nkey Shift+S\nwait 3\nexpect-text status.message There is no sound: " );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run =
        testShell( "cd \"$D\" && SDL_AUDIODRIVER=none-such \"$S\" gui spring-slider --script '%s'", path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

SUITE( measure )
{
    RUN_TEST( stoppingDistanceTakesTwoClicks );
    RUN_TEST( theRulerKnowsOneMetreAndSnapsToBodies );
    RUN_TEST( goingBackShowsTheLengthOfThatMoment );
    RUN_TEST( theProtractorReadsTheSlopeAndTheRulerSplitsAlongIt );
    RUN_TEST( theWatchStopsWhenTheBoxSticks );
    RUN_TEST( theWatchStopsAtTheFirstSlip );
    RUN_TEST( anEndFollowsAContact );
    RUN_TEST( readingsAreSavedWithUnitAndTimeAndCanBeRemoved );
    RUN_TEST( theKeyboardMovesAnEndAndSpeechSaysWhatItReads );
    RUN_TEST( aBodyThatIsGoneIsLetGo );
    RUN_TEST( soundSaysWhatItPlaysOrWhyThereIsNone );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( measure );
    return TEST_END();
}
