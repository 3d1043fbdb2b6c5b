// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// Everything that the mouse can do the keyboard can do as well: the verb `walk` goes through every panel and
// fails at a widget that it cannot come to, also at one that was written after this test.

static void press( const char* key )
{
    line( "key %s", key );
    line( "wait 3" );
}

static void walkWith( const char* key )
{
    press( key );
    line( "wait 3" );
    line( "walk" );
    press( "Escape" );
    press( key );
}

TEST everyWidgetOfTheWindowIsReached( void )
{
    static const char* const windows[] = { "L", "F6", "F7", "F3", "Y" };
    begin();
    line( "wait 3" );
    for ( int i = 0; i < SS_COUNT( windows ); ++i ) { walkWith( windows[i] ); }
    press( "Space" ); // there are changes of regime to list
    line( "wait 20" );
    press( "Space" );
    press( "T" );
    press( "Ctrl+F" ); // the conditions of contacts
    press( "Escape" );
    line( "walk" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST soAreThoseOfOtherScenarios( void )
{
    begin();
    line( "wait 3" );
    walkWith( "E" ); // the handles of the sets
    walkWith( "F8" );
    ASSERT_PLAYS( "belt --paused" );
    begin();
    line( "wait 3" );
    walkWith( "B" );
    ASSERT_PLAYS( "playground --paused" );
    begin();
    line( "wait 10" );
    line( "walk" ); // a lesson with a question
    press( "Escape" );
    walkWith( "F8" );
    ASSERT_PLAYS( "--lesson example" );
    PASS();
}

TEST panesHaveMenusAndACursorForKeys( void )
{
    static const char* const groups[] = { "view", "tools", "controls", "contact", "timeline", "plots" };
    begin();
    line( "wait 3" );
    press( "Space" );
    line( "wait 20" );
    press( "Space" );
    for ( int i = 0; i < SS_COUNT( groups ); ++i )
    {
        press( "Ctrl+Tab" );
        line( "expect-text focus.group %s", groups[i] );
    }
    press( "Down" ); // after the plus that adds a plot
    line( "expect-text focus plot.u" );
    press( "Left" );
    press( "Left" );
    line( "expect cursor.time 0 10" );
    press( "Return" );
    line( "expect navigation 1 1" );
    press( "Down" );
    for ( int i = 0; i < 3; ++i ) // CSV, SVG, PNG, fit, hide
    {
        press( "Down" );
    }
    press( "Return" );
    line( "expect plots.shown 3 3" );
    line( "expect navigation 0 0" );
    line( "expect focus 1 1" );
    press( "Up" );
    press( "Up" );
    line( "expect-text focus plots.new" );
    press( "Return" ); // the editor of plots
    line( "expect ui.pane-editor 1 1" );
    line( "expect plots.shown 4 4" );
    press( "Down" );
    press( "Down" );
    press( "Down" );
    press( "Return" ); // one more curve
    press( "Escape" );
    line( "expect ui.pane-editor 0 0" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST handlesAndBodiesMoveWithoutAMouse( void )
{
    const ssScenario* belt = ssFindScenario( "belt" );
    ssSimDef def = ssDefaultSimDef( belt );
    testMust( ssSimDef_ApplyPreset( &def, belt->opening ) );
    double before = def.values[ssFindScenarioParam( belt, "c_a" )];
    begin();
    line( "wait 3" );
    press( "E" );
    line( "wait 3" );
    press( "Ctrl+Tab" );
    line( "expect-text focus sets.c.axis1" );
    press( "Return" );
    press( "Right" );
    press( "Right" );
    line( "expect c_a %.9g %.9g", before * 1.001, before * 2.0 );
    press( "Return" );
    press( "Ctrl+Z" ); // the whole drag is one change
    line( "expect c_a %.9g %.9g", before, before );
    ASSERT_PLAYS( "belt --paused" );
    begin();
    line( "wait 3" );
    press( "Right" );
    press( "Ctrl+Tab" );
    press( "Return" );
    line( "expect ui.grab 0 100" );
    press( "Up" );
    press( "Up" );
    press( "Right" );
    press( "Escape" );
    line( "expect ui.grab -1 -1" );
    line( "expect focus 1 1" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST theCameraTurnsWithAlt( void )
{
    begin();
    line( "wait 3" );
    double yaw = readValue( "rolling-sphere --paused", "camera.yaw" );
    begin();
    line( "wait 3" );
    double distance = readValue( "rolling-sphere --paused", "camera.distance" );
    begin();
    line( "wait 3" );
    press( "Alt+Left" );
    line( "expect camera.yaw %.9g %.9g", yaw + 0.01, yaw + 1.0 );
    press( "Alt+Right" );
    line( "expect camera.yaw %.9g %.9g", yaw - 1e-4, yaw + 1e-4 );
    press( "Alt+=" );
    line( "expect camera.distance 0 %.9g", 0.99 * distance );
    press( "Alt+-" );
    line( "expect camera.distance %.9g %.9g", 0.99 * distance, 1.01 * distance );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

SUITE( reach )
{
    RUN_TEST( everyWidgetOfTheWindowIsReached );
    RUN_TEST( soAreThoseOfOtherScenarios );
    RUN_TEST( panesHaveMenusAndACursorForKeys );
    RUN_TEST( handlesAndBodiesMoveWithoutAMouse );
    RUN_TEST( theCameraTurnsWithAlt );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( reach );
    return TEST_END();
}
