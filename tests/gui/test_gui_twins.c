// SPDX-License-Identifier: MIT
#include "gui_script.h"

// Twins in the window: the key, the second value of a parameter, the views, and the hand that pulls both.

static void press( const char* action )
{
    line( "%s", action );
    line( "wait 3" );
}

static void choose( const char* entry )
{
    press( "click menu.simulation" );
    press( "click menu.twins" );
    line( "click menu.%s", entry );
    line( "wait 3" );
    press( "key Escape" );
    press( "key Escape" );
}

TEST aParameterCanHaveASecondValue( void )
{
    begin();
    press( "expect view.scenes 1 1" );
    press( "key W" );
    line( "expect view.scenes 2 2" );
    line( "expect-text view.b the same values: + to change" );
    line( "expect plot.u.pins 0 0" ); // its curves would lie on those of A
    press( "click param.mu.add-twin" );
    line( "expect-text view.b μ 0.2, as A" );
    line( "expect param.mu.twin 0.2 0.2" );
    press( "drag param.mu.twin 0.05" );
    line( "expect twin.mu 0.01 0.1" );
    line( "expect mu 0.2 0.2" );
    line( "expect-text view.a μ 0.2" );
    // What the run gets, its twin gets, except for that value.
    press( "set mu_r 0.01" );
    press( "set mu 0.4" );
    line( "expect twin.mu_r 0.01 0.01" );
    line( "expect twin.mu 0.01 0.1" );
    line( "key Space" );
    line( "wait 60" );
    press( "key Space" );
    line( "expect t 0.1 1" );
    line( "expect twin.late 0 0" );
    press( "drag timeline 0.02" );
    line( "expect twin.late 0 0" );
    // The plots have its curves, too: it slides less, so its velocity differs.
    line( "expect plot.u.pins 1 1" );
    line( "expect plot.u.pin4.u 2 2.5" );
    press( "ctrl-click param.mu.twin" );
    press( "type 0.3" );
    press( "key Return" );
    line( "expect twin.mu 0.3 0.3" );
    line( "expect twin.late 0 0" );
    press( "key Ctrl+Z" );
    line( "expect twin.mu 0.01 0.1" );
    press( "key Ctrl+Shift+Z" );
    line( "expect twin.mu 0.3 0.3" );
    press( "click param.mu.twin.remove" );
    line( "expect-text view.b the same values" );
    line( "expect twin.mu 0.4 0.4" );
    press( "click button.twins" );
    line( "expect view.scenes 1 1" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST theKeyboardGivesTheTwinAValue( void )
{
    begin();
    press( "key Down" );
    line( "expect-text focus param.mu" );
    press( "key W" );
    line( "expect view.scenes 2 2" );
    press( "key Down" );
    line( "expect-text focus param.mu.twin" );
    press( "key Right" );
    line( "expect twin.mu 0.205 0.3" );
    line( "expect mu 0.2 0.2" );
    press( "key Delete" );
    line( "expect twin.mu 0.2 0.2" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST twinsHaveTwoViewsOrOne( void )
{
    begin();
    line( "wait 3" );
    line( "expect view.scenes 2 2" );
    line( "expect-text view.a law coulomb" );
    line( "expect-text view.b law relaxed" );
    choose( "twin-together" );
    line( "expect view.scenes 1 1" );
    line( "expect-text view.b law relaxed" );
    choose( "twin-stacked" );
    line( "expect view.scenes 2 2" );
    choose( "twin-auto" );
    press( "key W" );
    line( "expect view.scenes 1 1" );
    press( "key W" );
    line( "expect-text view.b law relaxed" );
    ASSERT_PLAYS( "rolling-disk --preset coulomb --paused" );
    // The scenario that has two bodies itself shows them in the same way.
    begin();
    line( "wait 3" );
    line( "expect view.scenes 2 2" );
    line( "expect-text view.a law coulomb" );
    line( "expect-text view.b law relaxed" );
    press( "key W" );
    line( "expect view.scenes 1 1" );
    ASSERT_PLAYS( "dilatancy-twins --paused" );
    PASS();
}

TEST theSameHandPullsBoth( void )
{
    // From the middle of either view, where the sphere is: both runs are pulled to the same place.
    double x[2][2];
    for ( int side = 0; side < 2; ++side )
    {
        for ( int run = 0; run < 2; ++run )
        {
            begin();
            line( "wait 3" );
            line( "key Space" );
            line( "drag view.scene-%c 0.8 0.3", side == 0 ? 'a' : 'b' );
            line( "wait 40" );
            x[side][run] =
                readValue( "rolling-sphere --preset fig3b --set u0=0 --set omega0=0 --twin law=relaxed "
                           "--paused",
                    run == 0 ? "x" : "twin.x" );
        }
        ASSERT( fabs( x[side][0] ) > 1e-3 );
        ASSERT_IN_RANGE( x[side][0], x[side][1], 0.02 * fabs( x[side][0] ) );
    }
    ASSERT_IN_RANGE( x[0][0], x[1][0], 0.02 * fabs( x[0][0] ) );
    PASS();
}

TEST theTwinCanHaveTheValuesOfAPreset( void )
{
    begin();
    line( "wait 3" );
    press( "key W" );
    press( "click twin" );
    press( "click twin.fig3c" );
    line( "expect twin.mu 0.05 0.05" );
    line( "expect twin.omega0 5 5" );
    line( "expect mu 0.2 0.2" );
    press( "click twin" );
    press( "click twin.none" );
    line( "expect twin.mu 0.2 0.2" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST theLawEditorGivesTheTwinALaw( void )
{
    begin();
    line( "wait 3" );
    press( "key L" );
    press( "click law.twin" );
    line( "expect view.scenes 2 2" );
    line( "expect twin.late 0 0" );
    line( "expect law.runs 0 0" );
    press( "click law.twin-as-run" );
    line( "expect-text view.b the same values" );
    ASSERT_PLAYS( "sliding-disk --paused --size 1920x1080" );
    PASS();
}

TEST theCommandLineSaysWhatTheTwinIs( void )
{
    begin();
    line( "wait 3" );
    line( "expect-text view.b μ 0.05" );
    ASSERT_PLAYS( "rolling-sphere --twin mu=0.05 --paused" );
    begin();
    line( "wait 3" );
    line( "expect view.scenes 1 1" );
    ASSERT_PLAYS( "rolling-disk --twin none --paused" );
    testRun run = play( "rolling-sphere --twin mew=0.05" );
    ASSERT_EQ( 2, run.status );
    ASSERT( strstr( run.err, "mew" ) != NULL );
    PASS();
}

SUITE( twins )
{
    RUN_TEST( aParameterCanHaveASecondValue );
    RUN_TEST( theKeyboardGivesTheTwinAValue );
    RUN_TEST( twinsHaveTwoViewsOrOne );
    RUN_TEST( theSameHandPullsBoth );
    RUN_TEST( theTwinCanHaveTheValuesOfAPreset );
    RUN_TEST( theLawEditorGivesTheTwinALaw );
    RUN_TEST( theCommandLineSaysWhatTheTwinIs );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( twins );
    return TEST_END();
}
