// SPDX-License-Identifier: MIT
#include "gui_script.h"

// Building in the playground: what the mouse and the keys do to parts, that all of it can be
// undone, and that a saved scene replays it.

#define HEAD                                                                                        \
    "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"playground\", \"until\": 1," \
    " \"camera\": {\"yaw_deg\": 0, \"pitch_deg\": 35, \"distance\": 6, \"target\": [0.4, -0.8, 0]}, "

static const char s_three[] = HEAD "\"build\": {\"parts\": ["
                                   "{\"kind\": \"box\", \"position\": [0, 0, 0.15]},"
                                   "{\"kind\": \"sphere\", \"position\": [-1, 0, 0.15]},"
                                   "{\"kind\": \"wall\", \"position\": [0, 1.5, 0.25]}]}}";

static void writeScene( const char* name, const char* text )
{
    char path[700];
    snprintf( path, sizeof path, "%s/%s", testScratch(), name );
    testWriteFile( path, text );
}

/// Opens the three parts, paused, and builds.
static void openBuild( void )
{
    writeScene( "three.json", s_three );
    begin();
    line( "wait 5" );
    line( "key B" );
    line( "wait 3" );
    line( "expect ui.build 1 1" );
    line( "expect build.parts 3 3" );
}

/// The scene of the three parts, paused.
static const char* options( void )
{
    static char text[700];
    snprintf( text, sizeof text, "'%s/three.json' --paused --size 1280x720", testScratch() );
    return text;
}

#define OPTIONS options()

TEST partsAreAddedSelectedAndRemoved( void )
{
    openBuild();
    line( "click build.add.cylinder" );
    line( "wait 2" );
    line( "expect build.parts 4 4" );
    line( "expect build.selected 4 4" );
    for ( int digit = 0; digit <= 9; ++digit ) // the keys of ten kinds
    {
        line( "key %d", digit );
        line( "wait 1" );
        line( "expect build.parts %d %d", 5 + digit, 5 + digit );
    }
    line( "key Tab" );
    line( "wait 1" );
    line( "expect build.selected 1 1" );
    line( "key N" );
    line( "wait 1" );
    line( "expect build.selected 2 2" );
    line( "key Delete" );
    line( "wait 2" );
    line( "expect build.parts 13 13" );
    line( "expect build.selected 0 0" );
    line( "key Escape" );
    line( "wait 2" );
    line( "expect ui.build 0 0" );
    ASSERT_PLAYS( OPTIONS );
    PASS();
}

TEST anEmptyTableIsOneKeyAway( void )
{
    openBuild();
    line( "key Shift+Delete" );
    line( "wait 2" );
    line( "expect build.parts 0 0" );
    line( "expect build.selected 0 0" );
    line( "key Shift+Delete" ); // nothing is left
    line( "wait 2" );
    line( "expect-text status.message There are no parts to delete." );
    line( "key Ctrl+Z" );
    line( "wait 2" );
    line( "expect build.parts 3 3" );
    line( "click build.clear" );
    line( "wait 2" );
    line( "expect build.parts 0 0" );
    line( "key 1" );
    line( "wait 2" );
    line( "expect build.parts 1 1" );
    ASSERT_PLAYS( OPTIONS );
    PASS();
}

TEST listsAreOpenedByTheMouse( void )
{
    openBuild();
    line( "click build.part.1" );
    line( "click build.law" );
    line( "wait 2" );
    line( "click build.law.1" );
    line( "wait 2" );
    line( "expect-text build.law asperity" );
    line( "click build.ground.law" );
    line( "wait 2" );
    line( "click build.ground.law.2" );
    line( "wait 2" );
    line( "expect-text build.ground.law associated" );
    line( "key J" );
    line( "wait 2" );
    line( "click build.joint" );
    line( "wait 2" );
    line( "click build.joint.1" );
    line( "wait 2" );
    line( "expect-text build.joint hinge" );
    ASSERT_PLAYS( OPTIONS );
    PASS();
}

TEST aNewPartIsInTheView( void )
{
    begin();
    line( "key B" );
    line( "wait 3" );
    line(
        // not the tilt of the table, which parts do not have
        "expect-text view.point Add parts at the left" );
    line( "click build.add.ramp" ); // the middle of the table is taken
    line( "wait 3" );
    line( "click build.part.%d", 19 ); // a handle that is out of the view cannot be clicked
    line( "expect build.selected 19 19" );
    line( "expect ui.cut 0 0" );
    line( "key B" );
    line( "wait 3" );
    line( "expect-text view.point Built by hand" );
    ASSERT_PLAYS( "playground --paused --size 1280x720" );
    PASS();
}

TEST theMouseMovesLiftsTurnsAndResizes( void )
{
    openBuild();
    line( "drag build.part.1 12 0.5" ); // 120 pixels to the right
    line( "wait 2" );
    line( "expect build.selected 1 1" );
    line( "expect build.position.x 0.3 3" );
    line( "expect build.position.y 0 0" );
    line( "expect build.position.z 0.15 0.15" );
    line( "drag build.handle.lift 0.5 -6" );
    line( "wait 2" );
    line( "expect build.position.z 0.3 3" );
    line( "key D" ); // it rests on the ground again
    line( "wait 2" );
    line( "expect build.position.z 0.1499999 0.1500001" );
    line( "key U" );
    line( "wait 2" );
    line( "drag build.handle.ring -3 5" );
    line( "wait 2" );
    line( "expect build.turn_deg.z -180 -5" );
    line( "key Z" );
    line( "wait 2" );
    line( "drag build.handle.z 0.5 -5" );
    line( "wait 2" );
    line( "expect build.size.z 0.35 3" );
    line( "expect build.size.x 0.3 0.3" );
    ASSERT_PLAYS( OPTIONS );
    PASS();
}

// A box of 0.3 m, a ramp that falls 1 m over 2 m towards +x, a wall and a ball.
static const char s_ramp[] =
    "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"playground\", \"until\": 0.5,"
    " \"camera\": {\"yaw_deg\": 0, \"pitch_deg\": 30, \"distance\": 7, \"target\": [0.6, 0, 0.3]}, "
    "\"build\": {\"parts\": ["
    "{\"kind\": \"box\", \"position\": [-1.2, -0.6, 0.15]},"
    "{\"kind\": \"ramp\", \"position\": [0.8, 0, 0.5], \"size\": [2, 1.2, 1]},"
    "{\"kind\": \"wall\", \"position\": [-1, 1.2, 0.5], \"size\": [1.2, 0.2, 1]},"
    "{\"kind\": \"sphere\", \"position\": [2.6, -0.5, 0.15], \"radius\": 0.15}]}}";

/// Opens them and presses a key: B builds.
static const char* openRamp( const char* key )
{
    static char text[700];
    writeScene( "ramp.json", s_ramp );
    begin();
    line( "wait 5" );
    line( "key %s", key );
    line( "wait 3" );
    snprintf( text, sizeof text, "'%s/ramp.json' --paused --size 1280x720", testScratch() );
    return text;
}

/// A part that was dragged over a ramp went behind it. The slope is atan( 1/2 ) = 26.565°.
TEST aPartIsDraggedOntoTheRampAndBack( void )
{
    const char* where = openRamp( "B" );
    line( "drag build.part.1 18 -7" );
    line( "wait 2" );
    line( "expect build.turn_deg.x -1e-6 1e-6" );
    line( "expect build.turn_deg.y 26.565 26.566" );
    line( "expect build.position.z 0.5 1" );
    line( "expect build.position.x 0.3 1" );
    line( "key D" ); // it lies already
    line( "wait 2" );
    line( "expect build.turn_deg.y 26.565 26.566" );
    line( "drag build.part.1 -20 9" );
    line( "wait 2" );
    line( "expect build.turn_deg.y -1e-6 1e-6" );
    line( "expect build.position.z 0.149999 0.150001" );
    ASSERT_PLAYS( where );
    // Held by the slope, it lies as flat when the run has begun: friction,
    // atan 0.5 = 26.565°, just does not hold it.
    where = openRamp( "B" );
    line( "drag build.part.1 18 -7" );
    line( "wait 2" );
    line( "click build.mu" );
    line( "type 2" );
    line( "key Return" );
    line( "click build.part.2" );
    line( "click build.mu" );
    line( "type 2" );
    line( "key Return" );
    line( "wait 2" );
    line( "key Space" );
    line( "wait 20" );
    line( "expect kinetic_energy 0 1e-6" );
    ASSERT_PLAYS( where );
    PASS();
}

/// Into the ball: the ball's middle is 0.1 m beside that of the box, so that
/// the way out is 0.15 + 0.15 - 0.1 = 0.2 m.
TEST aTypedPositionIsInNoOtherPart( void )
{
    const char* where = openRamp( "B" );
    line( "click build.part.1" );
    line( "click build.position.x" );
    line( "type 2.6" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect build.position.x 2.599999 2.600001" );
    line( "expect build.position.y -0.800001 -0.799999" );
    line( "expect-text status.message sphere 4 is in the way" );
    line( "click build.position.z" );
    line( "type -1" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect build.position.z 0.149999 0.150001" );
    line( "expect-text status.message the ground is in the way" );
    line( "click build.position.x" );
    line( "type 2" ); // there is room
    line( "key Return" );
    line( "wait 2" );
    line( "expect build.position.x 2 2" );
    ASSERT_PLAYS( where );
    PASS();
}

TEST buildingPausesTheRun( void )
{
    begin();
    line( "wait 10" );
    line( "expect playing 1 1" );
    line( "key B" );
    line( "wait 3" );
    line( "expect ui.build 1 1" );
    line( "expect playing 0 0" );
    line( "key Space" );
    line( "wait 3" );
    line( "expect playing 1 1" );
    ASSERT_PLAYS( "playground --preset tiny" );
    PASS();
}

/// While the mouse is down it shows how fast and where to. Thrown level from a height of 0.15 m the ball's
/// middle is at the height of the ground after sqrt( 2 × 0.15 m / 9.81 m/s² ).
TEST aThrowIsSeenBeforeItIsMade( void )
{
    const char* where = openRamp( "V" );
    line( "key B" );
    line( "wait 3" );
    line( "key V" );
    line( "wait 2" );
    line( "expect build.throwing 0 0" );
    line( "hold build.part.4 9 3" );
    line( "wait 2" );
    line( "expect build.throwing 1 1" );
    line( "expect-text build.throw m/s" );
    line( "expect build.parts 4 4" );
    double range = readValue( where, "build.throw.range" );
    s_used = (size_t)( strstr( s_script, "expect build.throw.range" ) - s_script );
    line( "release" );
    line( "wait 2" );
    line( "expect build.throwing 0 0" );
    line( "expect build.selected 4 4" );
    size_t used = s_used;
    double x = readValue( where, "build.velocity.x" );
    s_used = used;
    double y = readValue( where, "build.velocity.y" );
    ASSERT( hypot( x, y ) > 0.5 );
    ASSERT_IN_RANGE( sqrt( 0.3 / 9.81 ) * hypot( x, y ), range, 1e-2 * range );
    PASS();
}

/// At the end, "R begins again" left the run waiting at its beginning; a
/// run that was paused by hand stays paused.
TEST theRunStartsAgainWithR( void )
{
    for ( int builds = 0; builds < 2; ++builds )
    {
        begin();
        line( "key %s", builds ? "B" : "F" );
        line( "wait 3" );
        line( "key Space" );
        line( "wait 60" );
        line( "expect finished 1 1" );
        line( "expect playing 0 0" );
        line( "key R" );
        line( "wait 2" );
        line( "expect playing 1 1" );
        line( "expect t 0 0.2" );
        line( "wait 10" );
        line( "key R" ); // while it plays
        line( "wait 2" );
        line( "expect playing 1 1" );
        line( "expect t 0 0.1" );
        line( "key Space" );
        line( "wait 2" );
        line( "key R" );
        line( "wait 2" );
        line( "expect t 0 0" );
        line( "expect playing 0 0" );
        ASSERT_PLAYS( "playground --preset tiny --paused" );
    }
    PASS();
}

TEST keysAndNumbersDoTheSame( void )
{
    openBuild();
    line( "click build.part.1" );
    line( "key Right" );
    line( "key Up" );
    line( "wait 2" );
    line( "expect build.position.x 0.05 0.05" );
    line( "expect build.position.y 0.05 0.05" );
    line( "key Shift+Up" );
    line( "wait 2" );
    line( "expect build.position.z 0.199 0.201" );
    line( "key Ctrl+Right" );
    line( "key Ctrl+Shift+Right" );
    line( "wait 2" );
    line( "expect build.turn_deg.z 19.99 20.01" );
    line( "key Alt+Up" );
    line( "wait 2" );
    line( "expect build.size.y 0.329 0.331" );
    line( "key D" );
    line( "click build.size.z" ); // it stays on the ground
    line( "type 0.5" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect build.position.z 0.2499999 0.2500001" );
    line( "click build.mu" );
    line( "type 0.25" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect build.mu 0.25 0.25" );
    line( "click build.mass" );
    line( "type -1" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect build.mass 0 0" ); // refused, and the status bar says why
    line( "expect-text status.message mass" );
    line( "expect-text build.weight 0: from the density, " );
    line( "key Return" ); // the numbers by keyboard: name, then the three of the size
    line( "wait 2" );
    line( "expect-text focus build.name" );
    line( "key Down" );
    line( "wait 1" );
    line( "expect-text focus build.size.x" );
    line( "key 2" ); // a number, not a part
    line( "type 2" );
    line( "wait 2" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect build.size.x 2 2" );
    line( "expect build.parts 3 3" );
    ASSERT_PLAYS( OPTIONS );
    PASS();
}

TEST undoGoesBackToTheSameScene( void )
{
    // As the window itself writes it.
    openBuild();
    line( "key Ctrl+S" );
    line( "wait 2" );
    ASSERT_PLAYS( OPTIONS );
    testShell( "cp '%s/three.json' '%s/before.json'", testScratch(), testScratch() );
    begin();
    line( "wait 5" );
    line( "key B" );
    line( "wait 3" );
    line( "key 5" ); // a hollow sphere
    line( "wait 2" );
    line( "drag build.part.4 6 3" );
    line( "key Ctrl+D" );
    line( "wait 2" );
    line( "key Z" );
    line( "wait 2" );
    line( "drag build.handle.x 6 0.5" );
    line( "click build.part.2" );
    line( "key J" );
    line( "click build.part.3" );
    line( "wait 2" );
    line( "expect build.joints 1 1" );
    line( "key Escape" );
    line( "click build.part.2" );
    line( "key Delete" ); // with its joint
    line( "wait 2" );
    line( "expect build.joints 0 0" );
    line( "click build.gravity" );
    line( "type 1.62" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect build.gravity 1.62 1.62" );
    for ( int i = 0; i < 7; ++i )
    {
        line( "key Ctrl+Z" );
        line( "wait 1" );
    }
    line( "expect build.parts 3 3" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    for ( int i = 0; i < 7; ++i )
    {
        line( "key Ctrl+Shift+Z" );
        line( "wait 1" );
    }
    line( "expect build.parts 4 4" );
    line( "expect build.gravity 1.62 1.62" );
    ASSERT_PLAYS( OPTIONS );
    testRun same = testShell( "cmp '%s/three.json' '%s/before.json'", testScratch(), testScratch() );
    ASSERT_EQ_FMTm( same.out, 0, same.status, "%d" );
    PASS();
}

TEST aThrowDuringTheRunIsReplayed( void )
{
    openBuild();
    line( "key Space" );
    line( "wait 12" ); // 0.2 s
    line( "key V" );
    line( "drag viewport 0.7 0.75" );
    line( "wait 2" );
    line( "expect build.parts 4 4" );
    line( "key Space" );
    line( "wait 2" );
    line( "key M" );
    line( "drag build.part.2 5 5" ); // while paused a part is moved
    line( "wait 2" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    line( "drag timeline 1" );
    line( "wait 3" );
    line( "expect t 0.999 1.001" );
    line( "expect-text status.hash zzz" ); // says what it is
    testRun played = play( OPTIONS );
    const char* found = strstr( played.err, "found '" );
    ASSERT( found != NULL );
    char shown[32] = "";
    sscanf( found, "found 'hash %16[0-9a-f]", shown );
    testRun run = testShell( "\"$S\" run '%s/three.json' --hash", testScratch() );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_EQ_FMT( (size_t)4, strlen( shown ), "%zu" );
    ASSERT_STRN_EQ( shown, run.out, 4 );
    PASS();
}

TEST undoDuringTheRunPutsABodyBackWhereItWas( void )
{
    openBuild();
    line( "click build.part.2" );
    line( "click build.velocity.x" );
    line( "type 1" );
    line( "key Return" );
    line( "wait 2" );
    line( "key Escape" );
    line( "key Escape" );
    line( "key Space" );
    line( "wait 18" );
    line( "key Space" );
    line( "wait 2" );
    line( "expect-text status.hash zzz" );
    testRun before = play( OPTIONS );
    char* hash = strdup( before.err );
    s_used -= strlen( "expect-text status.hash zzz\n" );
    line( "key B" );
    line( "wait 2" );
    line( "drag build.part.2 5 5" );
    line( "wait 2" );
    line( "key Delete" );
    line( "wait 2" );
    line( "expect build.parts 2 2" );
    line( "key Ctrl+Z" );
    line( "wait 2" );
    line( "key Ctrl+Z" );
    line( "wait 2" );
    line( "expect build.parts 3 3" );
    line( "expect-text status.hash zzz" );
    testRun after = play( OPTIONS );
    const char *was = strstr( hash, "found '" ), *is = strstr( after.err, "found '" );
    ASSERTm( hash, was != NULL );
    ASSERTm( after.err, is != NULL );
    ASSERT_STR_EQ( was, is );
    free( hash );
    PASS();
}

TEST resetKeepsPartsAndForgetsWhatWasThrown( void )
{
    openBuild();
    line( "key Right" ); // nothing is selected: a step
    line( "wait 2" );
    line( "expect step 1 1" );
    line( "key V" );
    line( "drag viewport 0.7 0.75" );
    line( "wait 2" );
    line( "key 2" );
    line( "wait 2" );
    line( "expect build.parts 5 5" );
    line( "key R" );
    line( "wait 2" );
    line( "expect build.parts 4 4" );
    ASSERT_PLAYS( OPTIONS );
    PASS();
}

TEST wrongPointsOfAHullAreNamed( void )
{
    openBuild();
    line( "key 7" );
    line( "wait 2" );
    line( "click build.points" );
    line( "key Ctrl+A" );
    line( "type 0 0 0; 1 0 0; 0 1 0; 0 0 x" );
    line( "click build.points.apply" );
    line( "wait 2" );
    line( "expect-text build.refusal point 4" );
    line( "click build.points" );
    line( "key Ctrl+A" );
    line( "type 0 0 0; 0.4 0 0; 0 0.4 0; 0 0 0.4; 0.4 0.4 0.4" );
    line( "click build.points.apply" );
    line( "wait 2" );
    line( "click build.part.4" );
    line( "wait 2" );
    line( "expect build.selected 4 4" );
    ASSERT_PLAYS( OPTIONS );
    PASS();
}

TEST anotherScenarioOffersThePlayground( void )
{
    begin();
    line( "wait 3" );
    line( "key B" );
    line( "wait 2" );
    line( "click build.open" );
    line( "wait 6" );
    line( "expect ui.build 1 1" );
    line( "expect build.parts 1 100" ); // what lies there becomes parts
    line( "key 1" );
    line( "wait 2" );
    line( "expect build.parts 2 101" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST builtScenesAreListedBesidePresets( void )
{
    begin();
    line( "wait 3" );
    line( "key Ctrl+O" );
    line( "wait 2" );
    line( "type domino" );
    line( "wait 2" );
    line( "expect find.count 1 1" );
    line( "click find.scene.domino-row" );
    line( "wait 4" );
    line( "expect-text preset Domino row" );
    line( "expect-text view.point wave" );
    line( "expect speed 0.5 0.5" );
    line( "expect-text build.summary Parts: 30" );
    line( "click preset" );
    line( "wait 2" );
    line( "click scene.seesaw" );
    line( "wait 4" );
    line( "expect-text preset Seesaw" );
    line( "click preset" );
    line( "wait 2" );
    line( "click preset.mix" ); // the bodies of the parameters come back
    line( "wait 4" );
    line( "expect-text preset Some of everything" );
    line( "key B" );
    line( "wait 2" );
    line( "expect build.parts 18 18" ); // 14 bodies and the walls of the table
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

// One bar on a hinge, and one whose two joints are on two things that move apart.
TEST theStepReportTellsOfJoints( void )
{
    static const char* const joints[] = { "",
        "{\"kind\":\"ball\",\"id\":1,\"a\":1,\"b\":2,\"anchor\":[0.8,0,0.6]}," };
    for ( int k = 0; k < 2; ++k )
    {
        char path[600], scene[800];
        snprintf( path, sizeof( path ), "%s/joints.json", testScratch() );
        snprintf( scene, sizeof( scene ),
            "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"playground\",\"h\":0.002,\"until\":"
            "2,\"build\":{"
            "\"parts\":[{\"kind\":\"turntable\",\"id\":1,\"radius\":1,\"position\":[0,0,0.05],\"speed\":2},"
            "{\"kind\":\"box\",\"id\":2,\"size\":[0.6,0.05,0.05],\"position\":[1.1,0,0.6]}],"
            "\"joints\":[%s{\"kind\":\"ball\",\"id\":2,\"a\":0,\"b\":2,\"anchor\":[1.4,0,0.6]}]}}",
            joints[k] );
        testWriteFile( path, scene );
        begin();
        line( "key F5" );
        line( "wait 40" );
        line( "expect-text step.joints %s", k == 0 ? "1 joint ·" : "2 joints ·" );
        line( k == 0 ? "wait 1" : "expect-text step.torn 2 joints are off by up to" );
        ASSERT_PLAYS( path );
    }
    PASS();
}

/// A box that turns over by 1.2 rad in a step: the light stays the law's, and the words beside it have both.
TEST aStepTooCoarseForASpinIsSaid( void )
{
    char path[600];
    snprintf( path, sizeof( path ), "%s/spin.json", testScratch() );
    testWriteFile( path,
        "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"playground\",\"h\":0.002,\"until\":9,"
        "\"build\":{\"parts\":[{\"kind\":\"box\",\"id\":1,\"size\":[0.2,0.12,0.04],\"position\":[0,0,9],"
        "\"velocity\":[0,0,9],\"omega\":[3,600,3]}]}}" );
    begin();
    line( "key F5" );
    line( "wait 40" );
    line( "expect-text step.scale h·ω 1." );
    line( "expect-text step.coarse the step is too coarse for this spin: 1 ms would do" );
    line( "expect-text status.light law ok · the step is too coarse for this spin: 1 ms would do" );
    ASSERT_PLAYS( path );
    PASS();
}

TEST aShippedSceneHasAName( void )
{
    testRun run =
        testShell( "cd \"$D\" && \"$S\" run seesaw --until 0.1 --hash && \"$S\" list | grep seesaw" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "Seesaw" ) != NULL );
    run = testShell( "\"$S\" run sesaw" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, strstr( run.err, "seesaw" ) != NULL );
    PASS();
}

SUITE( build )
{
    RUN_TEST( builtScenesAreListedBesidePresets );
    RUN_TEST( theStepReportTellsOfJoints );
    RUN_TEST( aStepTooCoarseForASpinIsSaid );
    RUN_TEST( aShippedSceneHasAName );
    RUN_TEST( partsAreAddedSelectedAndRemoved );
    RUN_TEST( anEmptyTableIsOneKeyAway );
    RUN_TEST( listsAreOpenedByTheMouse );
    RUN_TEST( aNewPartIsInTheView );
    RUN_TEST( aPartIsDraggedOntoTheRampAndBack );
    RUN_TEST( aTypedPositionIsInNoOtherPart );
    RUN_TEST( buildingPausesTheRun );
    RUN_TEST( aThrowIsSeenBeforeItIsMade );
    RUN_TEST( theRunStartsAgainWithR );
    RUN_TEST( theMouseMovesLiftsTurnsAndResizes );
    RUN_TEST( keysAndNumbersDoTheSame );
    RUN_TEST( undoGoesBackToTheSameScene );
    RUN_TEST( aThrowDuringTheRunIsReplayed );
    RUN_TEST( undoDuringTheRunPutsABodyBackWhereItWas );
    RUN_TEST( resetKeepsPartsAndForgetsWhatWasThrown );
    RUN_TEST( wrongPointsOfAHullAreNamed );
    RUN_TEST( anotherScenarioOffersThePlayground );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( build );
    return TEST_END();
}
