// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "gfx/render/camera.h"
#include "host/window_input.h"

// The mouse in the view, and the camera that it moves.

static const char* const s_cameraKeys[] = { "camera.yaw", "camera.pitch", "camera.distance", "camera.x",
    "camera.y", "camera.z" };

/// Plays `before`, whose lines are separated by semicolons, and reads a number.
static double valueAfter( const char* options, const char* before, const char* key )
{
    begin();
    for ( const char* c = before; *c != '\0'; c += strcspn( c, ";" ), c += *c == ';' )
    {
        line( "%.*s", (int)strcspn( c, ";" ), c );
    }
    return readValue( options, key );
}

/// The script is where the camera was in these numbers, to four digits.
static void expectCamera( const double camera[6] )
{
    for ( int i = 0; i < 6; ++i )
    {
        double slack = 1e-4 * fabs( camera[i] ) + 1e-5;
        line( "expect %s %.9g %.9g", s_cameraKeys[i], camera[i] - slack, camera[i] + slack );
    }
}

static void readCamera( const char* options, const char* before, double camera[6] )
{
    for ( int i = 0; i < 6; ++i ) { camera[i] = valueAfter( options, before, s_cameraKeys[i] ); }
}

TEST aDragPullsTheBodyAlsoFromItsContact( void )
{
    // The contact lies below the sphere, behind its lower half.
    double yaw = valueAfter( "rolling-sphere --paused", "wait 3", "camera.yaw" );
    begin();
    line( "set u0 0" );
    line( "set omega0 0" );
    line( "wait 2" );
    line( "key Space" );
    line( "drag contact.point 40 0.5" );
    line( "wait 20" );
    line( "expect x 0.001 5" );
    line( "expect camera.yaw %.9g %.9g", yaw - 1e-6, yaw + 1e-6 );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST aDragOrbitsWhereNothingCanBePulled( void )
{
    // The puck of the sliding disk cannot be pulled, so its contact turns the view.
    double yaw = valueAfter( "sliding-disk --paused", "wait 3", "camera.yaw" );
    ASSERT( isfinite( yaw ) );
    begin();
    line( "wait 3" );
    line( "drag viewport 0.7" );
    line( "wait 2" );
    line( "expect camera.yaw -4 %.9g", yaw - 0.05 );
    ASSERT_PLAYS( "sliding-disk --paused" );
    PASS();
}

TEST aClickWithoutMovementPullsNothing( void )
{
    begin();
    line( "wait 2" );
    line( "key Shift+Right" );
    line( "wait 2" );
    line( "click contact.point" );
    line( "click viewport" ); // the sphere stands in the middle
    line( "wait 2" );
    line( "expect contact.index 0 0" );
    line( "expect ui.grab -1 -1" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell(
        "cd \"$D\" && \"$S\" gui rolling-sphere --paused --script '%s' && cat rolling-sphere.json", path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( testContains( run.out, "slipstick-scene" ) );
    ASSERTm( "a click was recorded as a pull", !testContains( run.out, "\"drag\"" ) );
    PASS();
}

/// A click on the corner of a box selects its contact, whichever was selected before, and opens nothing.
TEST aClickSelectsTheContactUnderTheMouse( void )
{
    begin();
    line( "wait 2" );
    for ( int i = 0; i < 60; ++i )
    {
        line( "key Shift+Right" );
        line( "wait 1" );
    }
    line( "key N" );
    line( "wait 2" );
    line( "expect contact.index 2 2" );
    line( "right-double-click contact.point" ); // brings it into the middle of the view
    line( "wait 3" );
    for ( int i = 1; i <= 3; ++i )
    {
        for ( int k = 0; k < i; ++k )
        {
            line( "key N" );
            line( "wait 2" );
        }
        line( "expect contact.index %d %d", ( 2 + i ) % 4, ( 2 + i ) % 4 );
        line( "click viewport" );
        line( "wait 3" );
        line( "expect contact.index 2 2" );
    }
    line( "key N" );
    line( "key F2" );
    line( "wait 2" );
    line( "click viewport" );
    line( "wait 3" );
    line( "expect ui.contact 0 0" );
    line( "key F2" );
    line( "wait 3" );
    line( "expect contact.index 2 2" );
    ASSERT_PLAYS( "playground --paused --set spheres=0 --set cylinders=0 --set capsules=0 --set boxes=1" );
    PASS();
}

TEST homeResetsTheWholeView( void )
{
    const char* const options[] = { "rolling-sphere --paused", "sliding-disk --paused" };
    for ( int k = 0; k < 2; ++k )
    {
        double opening[6];
        readCamera( options[k], "wait 3", opening );
        begin();
        line( "wait 3" );
        expectCamera( opening );
        line( "right-double-click viewport" ); // moves the target
        line( "move viewport 0.2 0.3" );
        line( "wheel viewport 5" );
        line( "wait 2" );
        line( "click menu.view" );
        line( "wait 2" );
        line( "click menu.follow" );
        line( "wait 2" );
        line( "expect ui.follow 0 0" );
        line( "drag viewport 0.8 0.9" );
        line( "wait 2" );
        line( "expect camera.distance 0 %.9g", 0.9 * opening[2] );
        line( "key Home" );
        line( "wait 2" );
        expectCamera( opening );
        line( "expect ui.follow 1 1" );
        ASSERT_PLAYS( options[k] );
    }
    PASS();
}

TEST aNarrowWindowShowsAsMuchOfAScene( void )
{
    char path[600], saved[600], narrow[700];
    snprintf( path, sizeof path, "%s/wide.json", testScratch() );
    snprintf( saved, sizeof saved, "%s/narrow.json", testScratch() );
    testWriteFile( path,
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-sphere\","
        " \"camera\": {\"yaw_deg\": 90, \"pitch_deg\": 20, \"distance\": 7, \"target\": [0, 0, 0.5]}}" );
    snprintf( narrow, sizeof narrow, "%s --paused --size 1024x768", path );
    double distance = valueAfter( narrow, "wait 3", "camera.distance" );
    ASSERT( distance > 1.1 * 7.0 );
    begin();
    line( "wait 3" );
    line( "key Ctrl+Shift+S" );
    line( "wait 2" );
    line( "type %s", saved );
    line( "click file.ok" );
    line( "wait 3" );
    ASSERT_PLAYS( narrow );
    // Saved there, it opens there as it was, and elsewhere as it was given.
    snprintf( narrow, sizeof narrow, "%s --paused --size 1024x768", saved );
    ASSERT_IN_RANGE( distance, valueAfter( narrow, "wait 3", "camera.distance" ), 1e-5 );
    snprintf( narrow, sizeof narrow, "%s --paused --size 1280x720", saved );
    ASSERT_IN_RANGE( 7.0, valueAfter( narrow, "wait 3", "camera.distance" ), 1e-5 );
    PASS();
}

TEST aScenarioOpensWithItsOwnCamera( void )
{
    const char* const before[] = { "belt --paused", "sliding-disk --paused", "rolling-sphere --paused" };
    double opening[6];
    readCamera( "belt --paused", "wait 3;load rolling-sphere;wait 3", opening );
    for ( int k = 0; k < 3; ++k )
    {
        begin();
        line( "wait 3" );
        line( "move viewport 0.2 0.3" );
        line( "wheel viewport -7" );
        line( "key Shift+Right" );
        line( "load rolling-sphere" );
        line( "wait 3" );
        expectCamera( opening );
        ASSERT_PLAYS( before[k] );
    }
    // The camera of a scene file belongs to that scene alone.
    char path[600], scene[640];
    snprintf( path, sizeof path, "%s/placed.json", testScratch() );
    snprintf( scene, sizeof scene, "%s --paused", path );
    testWriteFile( path,
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-sphere\","
        " \"camera\": {\"yaw_deg\": 90, \"pitch_deg\": 20, \"distance\": 7, \"target\": [0, 0, 0.5]}}" );
    begin();
    line( "wait 3" );
    line( "expect camera.distance 6.99 7.01" );
    line( "key R" );
    line( "wait 3" );
    line( "expect camera.distance 6.99 7.01" );
    line( "load rolling-sphere" );
    line( "wait 3" );
    expectCamera( opening );
    ASSERT_PLAYS( scene );
    PASS();
}

TEST theViewIsWideEnoughForAllOfTheRun( void )
{
    // The relaxed block flies ahead of the other: the scene becomes longer, which was known before.
    double opening = valueAfter( "dilatancy-twins --paused", "wait 3", "camera.distance" );
    begin();
    line( "wait 240" );
    line( "expect camera.distance %.9g 100", 0.999 * opening );
    line( "key Space" );
    line( "key R" );
    line( "wait 3" );
    line( "expect camera.distance %.9g %.9g", 0.98 * opening, 1.02 * opening );
    ASSERT_PLAYS( "dilatancy-twins" );

    // It does not once the user has zoomed.
    begin();
    line( "wait 2" );
    line( "wheel viewport 2" );
    line( "wait 240" );
    line( "expect camera.distance 0 %.9g", 0.9 * opening );
    ASSERT_PLAYS( "dilatancy-twins" );
    PASS();
}

/// Whatever the hand has done to the camera, it moves no more by itself, until a key gives it back.
TEST theCameraInTheHandStaysThere( void )
{
    static const char* const hands[] = { "drag viewport 0.05 0.9", "wheel viewport 2", "key Alt+Left",
        "key Alt+Shift+Up", "key Alt+=" };
    for ( int i = 0; i < SS_COUNT( hands ); ++i )
    {
        char actions[128];
        double held[6];
        snprintf( actions, sizeof actions, "wait 20;move viewport 0.9 0.9;%s;wait 3", hands[i] );
        readCamera( "rolling-sphere --preset fig2", actions, held );
        begin();
        line( "wait 20" );
        line( "move viewport 0.9 0.9" );
        line( "%s", hands[i] );
        line( "wait 3" );
        expectCamera( held );
        line( "wait 60" );
        expectCamera( held );
        line( "key F" );
        line( "wait 60" );
        line( "expect camera.x %.9g 100", held[3] + 2.0 ); // it rolls at 2.4 m/s, and two seconds pass in one
        ASSERT_PLAYS( "rolling-sphere --preset fig2" );
    }
    PASS();
}

/// Soon after it opened, a window that shows a paused run takes at most
/// 2% of a processor for two seconds on end.
TEST aStillSceneCostsNoProcessor( void )
{
    testRun run =
        testShell( "command -v Xvfb >/dev/null || exit 77\n"
                   "Xvfb -displayfd 3 -screen 0 1280x800x24 3>\"$D/display\" >/dev/null 2>&1 & server=$!\n"
                   "until [ -s \"$D/display\" ] || ! kill -0 $server; do sleep .1; done\n"
                   "export DISPLAY=:$(cat \"$D/display\") SDL_VIDEODRIVER=x11 LIBGL_ALWAYS_SOFTWARE=1\n"
                   "HOME=\"$D\" XDG_CONFIG_HOME=\"$D\" \"$S\" gui rolling-sphere --paused >/dev/null & p=$!\n"
                   "ticks() { awk '{ print $14 + $15 }' /proc/$p/stat; }\n"
                   "hertz=$(getconf CLK_TCK); best=none\n"
                   "for i in 1 2 3 4 5 6 7 8 9 10 11 12; do a=$(ticks); sleep 2; b=$(ticks)\n"
                   // Until it has drawn its first frames it only waits for the processor.
                   "[ $a -gt 20 ] && best=$(( ( b - a ) * 50 / hertz )) && [ $best -le 2 ] && break; done\n"
                   "kill $p $server; echo $best" );
    if ( run.status == 77 ) { SKIPm( "Xvfb is missing" ); }
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, run.out[0] >= '0' && run.out[0] <= '9' && strtol( run.out, NULL, 10 ) <= 2 );
    PASS();
}

/// From the distance that is claimed a sphere is in sight as a whole, and from nearby it is not.
TEST aSphereIsInSightFromItsDistance( void )
{
    const gfxViewport views[] = { { 0.0f, 0.0f, 900.0f, 500.0f }, { 0.0f, 0.0f, 300.0f, 700.0f } };
    testRng rng = { 7 };
    for ( int i = 0; i < testCount( 400 ); ++i )
    {
        const gfxViewport* view = views + i % 2;
        gfxCamera camera = gfxDefaultCamera();
        camera.yaw = (float)testUniform( &rng, -3.0, 3.0 );
        camera.pitch = (float)testUniform( &rng, -1.4, 1.5 );
        float center[3], radius = (float)testUniform( &rng, 0.1, 1.0 );
        for ( int k = 0; k < 3; ++k )
        {
            center[k] = camera.target[k] + (float)testUniform( &rng, -2.0, 2.0 );
        }
        float distance = gfxCamera_DistanceFor( &camera, center, radius, view );
        if ( distance < radius )
        {
            continue; // far ahead of the target, it is in sight from everywhere near it
        }
        for ( int near = 0; near < 2; ++near )
        {
            camera.distance = near ? distance - 0.5f * radius : 1.001f * distance;
            bool seen = true;
            for ( int j = 0; j < 4000; ++j )
            {
                double z = testUniform( &rng, -1.0, 1.0 ), a = testUniform( &rng, -3.2, 3.2 );
                double flat = sqrt( 1.0 - z * z );
                const float point[3] = { center[0] + radius * (float)( flat * cos( a ) ),
                    center[1] + radius * (float)( flat * sin( a ) ), center[2] + radius * (float)z };
                float at[2];
                seen = seen && gfxCamera_Project( &camera, view, point, at ) && at[0] >= 0.0f &&
                    at[0] <= view->width && at[1] >= 0.0f && at[1] <= view->height;
            }
            ASSERT_EQ( near == 0, seen );
        }
    }
    PASS();
}

static void pushButton( Uint32 type, int x, int y )
{
    SDL_PushEvent( &( SDL_Event ){ .button = { .type = type, .button = SDL_BUTTON_LEFT, .x = x, .y = y } } );
}

/// What came between two frames is told apart in as many frames as that takes, at the places where it
/// happened. A touch has no movement before it, and a remote control jumps.
TEST everyEventIsSeenWhereItHappened( void )
{
    ASSERT_EQ( 0, SDL_Init( SDL_INIT_EVENTS ) );
    SDL_FlushEvents( SDL_FIRSTEVENT, SDL_LASTEVENT );
    hostInput input = hostMakeInput( false );
    pushButton( SDL_MOUSEBUTTONDOWN, 100, 50 );
    SDL_PushEvent( &( SDL_Event ){ .motion = { .type = SDL_MOUSEMOTION, .x = 150, .y = 60 } } );
    SDL_PushEvent( &( SDL_Event ){ .motion = { .type = SDL_MOUSEMOTION, .x = 300, .y = 80 } } );
    pushButton( SDL_MOUSEBUTTONUP, 300, 80 );
    pushButton( SDL_MOUSEBUTTONDOWN, 300, 80 );
    hostInput_Collect( &input, 2.0f );
    static const struct
    {
        float x, y;
        bool down;
    } frames[] = { { 50.0f, 25.0f, false }, { 50.0f, 25.0f, true }, { 150.0f, 40.0f, true },
        { 150.0f, 40.0f, false }, { 150.0f, 40.0f, true } };
    SDL_Event event;
    for ( int i = 0; i < SS_COUNT( frames ); ++i )
    {
        ASSERT( input.count > 0 );
        hostInput_BeginFrame( &input );
        while ( hostInput_Next( &input, &event ) ) {}
        ASSERT_EQ_FMT( frames[i].x, input.x, "%g" );
        ASSERT_EQ_FMT( frames[i].y, input.y, "%g" );
        ASSERT_EQ( frames[i].down, input.down[0] );
    }
    ASSERT_EQ( 0, input.count );
    // No button is held on this machine: the release went to another program, and is made up for.
    hostInput_Collect( &input, 2.0f );
    ASSERT_EQ( 1, input.count );
    SDL_Quit();
    PASS();
}

static void pushKey( Uint32 type, SDL_Scancode code )
{
    SDL_PushEvent( &( SDL_Event ){ .key = { .type = type, .keysym = { .scancode = code } } } );
}

/// Dear ImGui compares what is down in one frame with what was down in the one before.
TEST aQuickHandReleasesCtrlAndHitsAKeyTwice( void )
{
    ASSERT_EQ( 0, SDL_Init( SDL_INIT_EVENTS ) );
    SDL_FlushEvents( SDL_FIRSTEVENT, SDL_LASTEVENT );
    hostInput input = hostMakeInput( false );
    pushKey( SDL_KEYDOWN, SDL_SCANCODE_LCTRL );
    pushKey( SDL_KEYDOWN, SDL_SCANCODE_A );
    pushKey( SDL_KEYUP, SDL_SCANCODE_LCTRL );
    pushKey( SDL_KEYUP, SDL_SCANCODE_A );
    pushKey( SDL_KEYDOWN, SDL_SCANCODE_A );
    pushKey( SDL_KEYUP, SDL_SCANCODE_A );
    hostInput_Collect( &input, 1.0f );
    static const bool frames[][2] = { { true, false }, { true, true }, { false, false }, { false, true },
        { false, false } }; // Ctrl, A
    bool ctrl = false, a = false;
    SDL_Event event;
    for ( int i = 0; i < SS_COUNT( frames ); ++i )
    {
        hostInput_BeginFrame( &input );
        while ( hostInput_Next( &input, &event ) )
        {
            *( event.key.keysym.scancode == SDL_SCANCODE_A ? &a : &ctrl ) = event.type == SDL_KEYDOWN;
        }
        ASSERT_EQ_FMT( frames[i][0], ctrl, "%d" );
        ASSERT_EQ_FMT( frames[i][1], a, "%d" );
    }
    ASSERT_EQ( 0, input.count );
    SDL_Quit();
    PASS();
}

/// At five frames a second a finger goes down and up between two frames, or down, across the screen and up.
TEST tapsAndSwipesBetweenTwoFramesCount( void )
{
    begin();
    line( "wait 2" );
    line( "tap button.play" );
    line( "wait 2" );
    line( "expect playing 1 1" );
    line( "tap-key Space" );
    line( "wait 2" );
    line( "expect playing 0 0" );
    line( "swipe param.mu 0.9" );
    line( "wait 2" );
    line( "expect mu 0.85 0.95" );
    line( "ctrl-click param.mu" );
    line( "type 1.75" );
    line( "tap-key Return" );
    line( "wait 2" );
    line( "expect mu 1.75 1.75" );
    line( "tap-key Ctrl+Z" );
    line( "wait 3" );
    line( "expect mu 0.85 0.95" );
    line( "swipe timeline 0" );
    line( "wait 3" );
    line( "expect t 0 0" );
    line( "tap menu.view" );
    line( "wait 2" );
    line( "tap menu.follow" );
    line( "wait 2" );
    line( "expect ui.follow 0 0" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST aSwipePullsABodyAndTurnsTheView( void )
{
    begin();
    line( "set u0 0" );
    line( "set omega0 0" );
    line( "wait 2" );
    line( "swipe viewport 0.75" ); // the sphere stands in the middle
    line( "key Space" );
    line( "wait 20" );
    line( "expect x -1e-9 1e-9" ); // it was let go at once, before any time had passed
    line( "key Ctrl+S" );
    line( "wait 2" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell(
        "cd \"$D\" && \"$S\" gui rolling-sphere --paused --script '%s' && cat rolling-sphere.json", path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( testContains( run.out, "\"drag\"" ) );

    double yaw = valueAfter( "sliding-disk --paused", "wait 3", "camera.yaw" );
    begin();
    line( "wait 3" );
    line( "swipe viewport 0.7" );
    line( "wait 2" );
    line( "expect camera.yaw -4 %.9g", yaw - 0.05 );
    ASSERT_PLAYS( "sliding-disk --paused" );
    PASS();
}

SUITE( mouse )
{
    RUN_TEST( aDragPullsTheBodyAlsoFromItsContact );
    RUN_TEST( aDragOrbitsWhereNothingCanBePulled );
    RUN_TEST( aClickWithoutMovementPullsNothing );
    RUN_TEST( aClickSelectsTheContactUnderTheMouse );
    RUN_TEST( homeResetsTheWholeView );
    RUN_TEST( aScenarioOpensWithItsOwnCamera );
    RUN_TEST( aNarrowWindowShowsAsMuchOfAScene );
    RUN_TEST( theViewIsWideEnoughForAllOfTheRun );
    RUN_TEST( theCameraInTheHandStaysThere );
    RUN_TEST( everyEventIsSeenWhereItHappened );
    RUN_TEST( aQuickHandReleasesCtrlAndHitsAKeyTwice );
    RUN_TEST( tapsAndSwipesBetweenTwoFramesCount );
    RUN_TEST( aSwipePullsABodyAndTurnsTheView );
    RUN_TEST( aStillSceneCostsNoProcessor );
    RUN_TEST( aSphereIsInSightFromItsDistance );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( mouse );
    return TEST_END();
}
