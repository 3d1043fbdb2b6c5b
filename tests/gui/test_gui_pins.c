// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// Pins in the window: curves and ghosts of earlier runs, differences
// in numbers, and what can be done with them.

// A sphere that cannot turn, because its rolling resistance is larger than friction: it slides, and stops
// after u0² / (2 μ g) at the time u0 / (μ g).
#define SPEED 2.0
#define GRAVITY 9.81
#define SLIDES \
    "rolling-sphere --paused --h 1e-3 --until 1.5 --set u0=2 --set omega0=0 --set mu_r=0.4 --set mu=0.2"

static double distance( double mu ) { return SPEED * SPEED / ( 2.0 * mu * GRAVITY ); }

static double velocity( double mu, double time ) { return fmax( 0.0, SPEED - mu * GRAVITY * time ); }

static void expect( const char* key, double value, double within )
{
    line( "expect %s %.9g %.9g", key, value - within, value + within );
}

static void press( const char* action )
{
    line( "%s", action );
    line( "wait 3" );
}

/// Runs with μ = 0.2 to its end and pins it.
static void pinFirst( void )
{
    begin();
    line( "wait 2" );
    for ( int i = 0; i < 6; ++i ) { line( "key =" ); }
    press( "key Space" );
    line( "wait 20" );
    expect( "time", 1.5, 1e-9 );
    press( "key K" );
    line( "expect pins.count 1 1" );
    line( "expect-text pin.0 same values" );
}

/// Runs with μ = 0.4 beside it.
static void runSecond( void )
{
    press( "set mu 0.4" );
    line( "expect-text pin.0 μ 0.2" );
    press( "key R" ); // it plays on
    line( "expect pins.count 1 1" );
    line( "wait 20" );
    expect( "time", 1.5, 1e-9 );
}

TEST theDifferencesAreThoseOfTheFormulas( void )
{
    pinFirst();
    runSecond();
    expect( "pins.x_max", distance( 0.4 ), 1e-4 );
    expect( "pins.x_max.pin0", distance( 0.2 ), 1e-4 );
    expect( "pins.x_max.pin0.difference", distance( 0.4 ) - distance( 0.2 ), 1e-4 );
    expect( "pins.t_stop.pin0.difference", SPEED / GRAVITY * ( 1.0 / 0.4 - 1.0 / 0.2 ), 2e-3 );
    line( "expect plot.u.pins 1 1" );
    line( "expect view.ghosts 1 1" );
    // At the cursor, which has a width of some milliseconds here.
    double time = 0.3;
    line( "move plot.u %g 0.5", time / 1.5 );
    line( "wait 3" );
    expect( "plot.u.pin0.u", velocity( 0.2, time ), 0.03 );
    expect( "plot.u.pin0.u.difference", velocity( 0.4, time ) - velocity( 0.2, time ), 0.03 );
    line( "move param.mu 0.5 0.5" );
    // Scrubbing takes the ghost and the values along.
    press( "drag timeline 0.2" );
    expect( "time", 0.3, 0.01 );
    expect( "plot.u.pin0.u", velocity( 0.2, 0.3 ), 0.02 );
    expect( "plot.u.pin0.u.difference", velocity( 0.4, 0.3 ) - velocity( 0.2, 0.3 ), 0.02 );
    ASSERT_PLAYS( SLIDES );
    PASS();
}

TEST pinsAreRemovedHiddenAndCalledOtherwise( void )
{
    pinFirst();
    runSecond();
    line( "walk" ); // the keyboard comes to every button of the panel
    press( "click pin.0.hide" );
    line( "expect view.ghosts 0 0" );
    line( "expect plot.u.pins 0 0" );
    press( "click pin.0.hide" );
    line( "expect view.ghosts 1 1" );
    press( "click pin.0.rename" );
    press( "type smooth" );
    press( "key Return" );
    line( "expect-text pin.0 smooth" );
    press( "key Shift+K" );
    line( "expect pins.count 0 0" );
    press( "key Ctrl+Z" );
    line( "expect pins.count 1 1" );
    line( "expect-text pin.0 smooth" );
    expect( "pins.x_max.pin0", distance( 0.2 ), 1e-4 );
    press( "click pin.0.remove" );
    line( "expect pins.count 0 0" );
    for ( int i = 0; i < 5; ++i ) { press( "key K" ); }
    line( "expect pins.count 4 4" );
    line( "expect-text status.message four pins" );
    press( "click pins.remove" );
    line( "expect pins.count 0 0" );
    press( "key Ctrl+Z" );
    line( "expect pins.count 4 4" );
    ASSERT_PLAYS( SLIDES );
    PASS();
}

TEST aPinAndTheRunChangePlacesAndBack( void )
{
    pinFirst();
    runSecond();
    press( "click pin.0.swap" );
    line( "expect mu 0.2 0.2" );
    line( "expect-text pin.0 μ 0.4" );
    expect( "pins.x_max.pin0.difference", distance( 0.2 ) - distance( 0.4 ), 1e-4 );
    press( "key Ctrl+Z" );
    line( "expect mu 0.4 0.4" );
    expect( "pins.x_max.pin0.difference", distance( 0.4 ) - distance( 0.2 ), 1e-4 );
    press( "key Ctrl+Y" );
    line( "expect mu 0.2 0.2" );
    ASSERT_PLAYS( SLIDES );
    PASS();
}

TEST anotherScenarioHasNoPinsAndTheyComeBack( void )
{
    pinFirst();
    press( "load belt" );
    line( "expect pins.count 0 0" );
    line( "expect-text status.message comes back" );
    press( "load rolling-sphere" );
    line( "expect pins.count 1 1" );
    line( "expect-text pin.0 μ" );
    line( "expect plot.u.pins 1 1" );
    ASSERT_PLAYS( SLIDES );
    PASS();
}

/// Plays the script in an empty folder, then runs a line of shell there.
static testRun playIn( const char* options, const char* after )
{
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell( "mkdir -p '%s/w' && cd '%s/w' && \"$S\" gui %s --script '%s' && { %s; }", testScratch(),
        testScratch(), options, path, after );
}

TEST pinsAreInTheSceneFile( void )
{
    pinFirst();
    runSecond();
    press( "key Ctrl+S" );
    testRun run = playIn( SLIDES,
        "\"$S\" run rolling-sphere.json --hash && "
        "sed '/\"pins\"/,/]/s/\"mu\": [0-9.]*/\"mu\": -1/' rolling-sphere.json > bad.json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    begin();
    line( "wait 3" );
    line( "expect pins.count 1 1" );
    line( "expect-text pin.0 μ 0.2" );
    line( "expect plot.u.pins 1 1" );
    press( "drag timeline 1" );
    expect( "pins.x_max.pin0.difference", distance( 0.4 ) - distance( 0.2 ), 1e-4 );
    run = playIn( "rolling-sphere.json --paused", "! \"$S\" gui bad.json --frames 1" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "pins[0]: mu = -1" ) );
    PASS();
}

TEST curvesOfPinsAreSavedWithTheirNames( void )
{
    pinFirst();
    runSecond();
    press( "right-click plot.u" );
    press( "click pane.csv" );
    press( "right-click plot.u" );
    press( "click pane.svg" );
    testRun run = playIn( SLIDES, "head -1 *.csv && grep -c 'μ 0.2' *.svg" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "u (μ 0.2)" ) );
    PASS();
}

TEST fourPinsHaveTheirNumbersAtTheCursorOfASmallWindow( void )
{
    begin();
    press( "key Space" );
    line( "wait 60" );
    for ( int i = 0; i < 4; ++i )
    {
        press( "key K" );
        line( "set mu 0.%d", 3 + i );
        line( "wait 3" );
    }
    line( "expect pins.count 4 4" );
    line( "move plot.omega 0.2 0.5" );
    line( "wait 3" );
    line( "expect plot.omega.values 5 5" ); // the run and its pins
    ASSERT_PLAYS( SLIDES " --size 1280x720" );
    PASS();
}

/// The card goes with the last pin, unless somebody asked for it.
TEST theCardGoesWithItsPins( void )
{
    begin();
    line( "wait 2" );
    press( "key K" );
    line( "expect ui.pins 1 1" );
    press( "key ]" );
    line( "wait 3" );
    line( "expect pins.count 0 0" );
    line( "expect ui.pins 0 0" );
    press( "click menu.view" );
    press( "click menu.pins" );
    line( "expect ui.pins 1 1" );
    press( "key K" );
    press( "key ]" );
    line( "wait 3" );
    line( "expect pins.count 0 0" );
    line( "expect ui.pins 1 1" );
    ASSERT_PLAYS( "belt --paused" );
    PASS();
}

SUITE( pins )
{
    RUN_TEST( fourPinsHaveTheirNumbersAtTheCursorOfASmallWindow );
    RUN_TEST( theDifferencesAreThoseOfTheFormulas );
    RUN_TEST( pinsAreRemovedHiddenAndCalledOtherwise );
    RUN_TEST( aPinAndTheRunChangePlacesAndBack );
    RUN_TEST( anotherScenarioHasNoPinsAndTheyComeBack );
    RUN_TEST( pinsAreInTheSceneFile );
    RUN_TEST( curvesOfPinsAreSavedWithTheirNames );
    RUN_TEST( theCardGoesWithItsPins );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( pins );
    return TEST_END();
}
