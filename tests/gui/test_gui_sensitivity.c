// SPDX-License-Identifier: MIT
#include "gui_script.h"

// Bars under the sliders: how much each of them matters for the curve that is looked at.

// A sphere that slides all the time: u = u0 - mu g t.
#define SLIDING \
    "rolling-sphere --set mu_r=0 --set u0=3 --set omega0=1 --h 1e-3 --until 0.2 --paused --size 1280x720"

static void switchOn( void )
{
    line( "wait 3" );
    line( "expect ui.sensitivity 0 0" ); // off until somebody asks
    line( "click menu.view" );
    line( "click menu.sensitivity-bars" );
    line( "key Escape" );
    line( "wait 3" );
    line( "expect ui.sensitivity 1 1" );
}

TEST barsCompareTheSlidersForTheCurveLookedAt( void )
{
    begin();
    switchOn();
    line( "move plot.u 0.5 0.5" );
    line( "wait 3" );
    line( "expect-text sensitivity effect of each slider on U" );
    line( "expect sensitivity.left 0 0" );
    // 1% of the slider of u0, 0.2 m/s, moves the curve by as much. That of mu, 0.01, moves it by 0.01 g t,
    // whose root mean square over 0.2 s is 0.01133 m/s: 5.7% of it.
    line( "expect param.u0.effect 0.9999 1" );
    line( "expect param.mu.effect 0.0556 0.0577" );
    line( "expect param.density.effect 0 1e-6" );
    line( "move plot.r_t 0.5 0.5" ); // its force is mu m g, whatever the speed
    line( "wait 3" );
    line( "expect-text sensitivity effect of each slider on r_T" );
    line( "expect param.u0.effect 0 1e-6" );
    line( "expect param.mu.effect 0.049 1" );
    ASSERT_PLAYS( SLIDING );
    ASSERT_PLAYS( SLIDING " --no-thread" ); // between frames
    PASS();
}

TEST barsFollowTheSliders( void )
{
    begin();
    switchOn();
    line( "move plot.u 0.5 0.5" );
    line( "set gravity 4.905" ); // half the friction: half the effect of mu
    line( "wait 5" );
    line( "expect param.mu.effect 0.0278 0.0289" );
    ASSERT_PLAYS( SLIDING );
    PASS();
}

TEST pilesHaveNone( void )
{
    begin();
    switchOn();
    line( "expect-text sensitivity not available for piles" );
    ASSERT_PLAYS( "sphere-pile --preset tiny --paused" );
    PASS();
}

SUITE( sensitivity )
{
    RUN_TEST( barsCompareTheSlidersForTheCurveLookedAt );
    RUN_TEST( barsFollowTheSliders );
    RUN_TEST( pilesHaveNone );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sensitivity );
    return TEST_END();
}
