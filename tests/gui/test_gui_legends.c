// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/slipstick.h"

// Legends at 1280 × 720: none lies on a curve, and none is left out. The window counts the pieces of curves, points and
// bars under each legend after it has put it somewhere, from the numbers that it draws.

static void expectCleanLegends( void )
{
    line( "expect plots.legend.covered 0 0" );
    line( "expect plots.legend.missing 0 0" );
}

/// Shows plots and charts that the scenario hides until there are `wanted` panes.
static void openPanes( const ssScenario* scenario, int wanted )
{
    int count = 0;
    for ( int i = 0; i < scenario->plotCount + scenario->chartCount; ++i )
    {
        bool plot = i < scenario->plotCount;
        count +=
            ( plot ? scenario->plots[i].shown : scenario->charts[i - scenario->plotCount].shown ) ? 1 : 0;
    }
    for ( int i = 0; i < scenario->plotCount + scenario->chartCount && count < wanted; ++i )
    {
        bool plot = i < scenario->plotCount;
        const ssChart* chart = plot ? NULL : scenario->charts + i - scenario->plotCount;
        if ( !( plot ? scenario->plots[i].shown : chart->shown ) )
        {
            line( "click menu.view" );
            line( "click menu.curves" );
            line( plot ? "click menu.plot.%s" : "click menu.chart.%s",
                plot ? scenario->plots[i].id : chart->id );
            line( "key Escape" );
            ++count;
        }
    }
}

TEST noLegendLiesOnACurveInAnyPreset( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        for ( int i = 0; i < scenario->presetCount; ++i )
        {
            char options[256];
            snprintf( options, sizeof options, "%s --preset %s --size 1280x720", scenario->id,
                scenario->presets[i].name );
            begin();
            line( "wait 3" );
            expectCleanLegends();
            line( "wait 12" );
            expectCleanLegends();
            testRun run = play( options );
            if ( run.status != 0 )
            {
                printf( "%s\n", options );
            }
            ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
        }
    }
    PASS();
}

TEST noLegendLiesOnACurveInFivePanes( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        char options[256];
        // The run is so short that its curves reach the right end of their panes.
        snprintf(
            options, sizeof options, "%s --until %.17g --size 1280x720", scenario->id, 64.0 * scenario->h );
        begin();
        line( "wait 2" );
        openPanes( scenario, 5 );
        line( "wait 3" );
        expectCleanLegends();
        line( "wait 30" );
        expectCleanLegends();
        testRun run = play( options );
        if ( run.status != 0 )
        {
            printf( "%s\n", options );
        }
        ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    }
    PASS();
}

/// With six panes at 1280 pixels the legends of layers and charts used to vanish.
TEST legendsStayInNarrowPanes( void )
{
    begin();
    line( "wait 10" );
    line( "expect plots.shown 6 6" );
    line( "expect chart.growth.legend.count 3 3" );
    line( "expect chart.growth.legend.covered 0 0" );
    ASSERT_PLAYS( "follower-force --size 1280x720" );
    begin();
    line( "wait 10" );
    openPanes( ssFindScenario( "rolling-disk" ), 6 );
    line( "wait 3" );
    line( "expect plot.energy.legend.count 8 9" );
    expectCleanLegends();
    ASSERT_PLAYS( "rolling-disk --size 1280x720" );
    PASS();
}

SUITE( legends )
{
    RUN_TEST( noLegendLiesOnACurveInAnyPreset );
    RUN_TEST( noLegendLiesOnACurveInFivePanes );
    RUN_TEST( legendsStayInNarrowPanes );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( legends );
    return TEST_END();
}
