// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "shows/shows.h"
#include "slipstick/lab/lab.h"

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

// How plots look: legends, marks, scales and slides. Of legends at 1280 × 720, none lies on a curve, and none
// is left out. The window counts the pieces of curves, points and bars under each legend after it has put it
// somewhere, from the numbers that it draws.

static void expectCleanLegends( void )
{
    line( "expect plots.legend.covered 0 0" );
    line( "expect plots.legend.missing 0 0" );
}

/// The preset that the window opens, or one that every scenario has.
static const ssPreset* openingPreset( const ssScenario* scenario )
{
    const char* name = scenario->opening != NULL ? scenario->opening : "tiny";
    for ( int i = 0; i < scenario->presetCount; ++i )
    {
        if ( strcmp( scenario->presets[i].name, name ) == 0 ) { return scenario->presets + i; }
    }
    return scenario->presets;
}

/// Is a plot or a chart ("chart:force") open when that preset begins?
static bool opens(
    const ssScenario* scenario, const ssPreset* preset, const char* kind, const char* id, bool shown )
{
    showView show = showOf( scenario, preset );
    char pane[100];
    snprintf( pane, sizeof pane, "%s%s", kind, id );
    return showOpens( &show, pane, shown );
}

/// Opens closed plots and charts until there are `wanted` panes.
static void openPanes( const ssScenario* scenario, const ssPreset* preset, int wanted )
{
    int count = 0;
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( int i = 0; i < scenario->picture.plotCount + scenario->picture.chartCount; ++i )
        {
            const ssChart* chart = i < scenario->picture.plotCount
                ? NULL
                : scenario->picture.charts + i - scenario->picture.plotCount;
            const char* id = chart == NULL ? scenario->picture.plots[i].id : chart->id;
            bool open = opens( scenario, preset, chart == NULL ? "" : "chart:", id,
                chart == NULL ? scenario->picture.plots[i].shown : chart->shown );
            count += pass == 0 && open ? 1 : 0;
            if ( pass == 1 && !open && count < wanted )
            {
                line( "click menu.view" );
                line( chart == NULL ? "click menu.curves" : "click menu.charts" );
                line( "click menu.%s.%s", chart == NULL ? "plot" : "chart", id );
                line( "key Escape" );
                ++count;
            }
        }
    }
}

TEST noLegendLiesOnACurveInAnyPreset( void )
{
    int seen = 0;
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        for ( int i = 0; i < scenario->presetCount; ++i )
        {
            // A window each: one preset in four usually, all of them at scale 10.
            if ( !testTakesOneIn( seen++, 4 ) ) { continue; }
            char options[256];
            snprintf( options, sizeof options, "%s --preset %s --size 1280x720", scenario->id,
                scenario->presets[i].name );
            begin();
            line( "wait 3" );
            expectCleanLegends();
            line( "wait 12" );
            expectCleanLegends();
            ASSERT_PLAYS( options );
        }
    }
    PASS();
}

TEST noLegendLiesOnACurveInFivePanes( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        if ( !testTakesOneIn( s, 2 ) ) { continue; }
        const ssScenario* scenario = ssGetScenario( s );
        char options[256];
        // The run is so short that its curves reach the right end of their panes.
        const ssPreset* preset = openingPreset( scenario );
        snprintf( options, sizeof options, "%s --preset %s --until %.17g --size 1280x720", scenario->id,
            preset->name, 64.0 * ( preset->h > 0.0 ? preset->h : scenario->model.h ) );
        begin();
        line( "wait 2" );
        openPanes( scenario, preset, 5 );
        line( "wait 3" );
        expectCleanLegends();
        line( "wait 30" );
        expectCleanLegends();
        ASSERT_PLAYS( options );
    }
    PASS();
}

/// In six panes at 1280 pixels the legends of layers and charts used to vanish.
TEST legendsStayInNarrowPanes( void )
{
    static const char* const scenarios[] = { "follower-force", "rolling-disk", "gravel-pile" };
    for ( int i = 0; i < testUpTo( 3, 1 ); ++i )
    {
        const ssScenario* scenario = ssFindScenario( scenarios[i] );
        const ssPreset* preset = openingPreset( scenario );
        begin();
        line( "wait 2" );
        openPanes( scenario, preset, 6 );
        line( "wait 10" );
        line( "expect plots.shown 6 6" );
        expectCleanLegends();
        char options[128];
        snprintf( options, sizeof options, "%s --preset %s --size 1280x720", scenario->id, preset->name );
        ASSERT_PLAYS( options );
    }
    PASS();
}

// ----------------------------------------------------------------------------------------------------- marks

/// Four of the five spheres in the sliding row are still at x = 0: their names stand below each other.
TEST curvesThatEndInOnePlaceAllHaveTheirNames( void )
{
    begin();
    line( "wait 400" );
    line( "expect t 1 3" );
    line( "expect plot.roll.named 5 5" );
    line( "expect plot.slide.named 5 5" );
    ASSERT_PLAYS( "lanes --preset race --size 1280x720" );
    PASS();
}

/// Readers who do not see the hues tell curves apart by their marks.
TEST noTwoCurvesOfAPlotHaveTheSameMarks( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        if ( !testTakesOneIn( s + 1, 2 ) ) // not the scenarios of the test before
        {
            continue;
        }
        const ssScenario* scenario = ssGetScenario( s );
        const ssPreset* preset = openingPreset( scenario );
        begin();
        line( "wait 3" );
        for ( int i = 0; i < scenario->picture.plotCount; ++i )
        {
            const ssPlot* plot = scenario->picture.plots + i;
            bool drawn = plot->x == NULL && plot->kind == ss_plotLines &&
                opens( scenario, preset, "", plot->id, plot->shown );
            for ( int j = 0; j < SS_MAX_CURVES && plot->signals[j] != NULL && drawn; ++j )
            {
                line( "expect plot.%s.%s.marker %d %d", plot->id, plot->signals[j], j, j );
            }
        }
        char options[128];
        snprintf( options, sizeof options, "%s --preset %s --paused", scenario->id, preset->name );
        ASSERT_PLAYS( options );
    }
    PASS();
}

static void savePane( const char* pane, const char* format )
{
    line( "right-click %s", pane );
    line( "wait 2" );
    line( "click pane.%s", format );
    line( "wait 4" );
}

TEST aSavedPictureHasTheMarksInCurvesAndLegend( void )
{
    begin();
    line( "wait 60" );
    line( "key Space" );
    line( "wait 2" );
    savePane( "plot.speed", "svg" );
    ASSERT_PLAYS( "facet-fan" );
    char path[700];
    snprintf( path, sizeof path, "%s/d/slipstick-facet-fan-speed.svg", testScratch() );
    char* svg = testReadFile( path, NULL );
    ASSERT( svg != NULL );
    // square, triangle and diamond of the second to fourth curve, in the curve and in the legend
    const char* const shapes[] = { "d=\"M-3.4 -3.4H", "d=\"M0 -4.6L4.4", "d=\"M0 -5L5" };
    for ( int i = 0; i < 3; ++i )
    {
        int count = 0;
        for ( const char* at = svg; ( at = strstr( at, shapes[i] ) ) != NULL; ++at ) { ++count; }
        ASSERT( count >= 2 );
    }
    free( svg );
    PASS();
}

/// Seven paths in four roles: none looks like another.
TEST curvesOfAChartWithTheSameRoleDiffer( void )
{
    begin();
    line( "wait 20" );
    savePane( "chart.paths", "svg" );
    ASSERT_PLAYS( "sliding-disk --preset fig8" );
    char path[700];
    snprintf( path, sizeof path, "%s/d/slipstick-sliding-disk-paths.svg", testScratch() );
    char* svg = testReadFile( path, NULL );
    ASSERT( svg != NULL );
    // cross, wedge and plus belong to the fifth to seventh curve
    ASSERT( strstr( svg, "d=\"M-3.6 -3.6L3.6" ) != NULL );
    ASSERT( strstr( svg, "d=\"M0 4.6L4.4" ) != NULL );
    ASSERT( strstr( svg, "d=\"M-4.6 0H" ) != NULL );
    free( svg );
    PASS();
}

// ---------------------------------------------------------------------------------------------- equal scales

TEST chartsWithEqualScalesFillTheirPanes( void )
{
    int charts = 0;
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        const ssPreset* preset = openingPreset( scenario );
        for ( int i = 0; i < scenario->picture.chartCount; ++i )
        {
            const ssChart* chart = scenario->picture.charts + i;
            // a path begins as a point and then grows
            if ( !chart->equalScales || strcmp( chart->id, "paths" ) == 0 || !testTakes( charts++ ) )
            {
                continue;
            }
            begin();
            line( "wait 2" );
            if ( !opens( scenario, preset, "chart:", chart->id, chart->shown ) )
            {
                line( "click menu.view" );
                line( "click menu.charts" );
                line( "click menu.chart.%s", chart->id );
                line( "key Escape" );
            }
            line( "wait 20" );
            line( "expect chart.%s.fill.x 0.7 1", chart->id );
            line( "expect chart.%s.fill.y 0.65 1", chart->id );
            char options[128];
            snprintf( options, sizeof options, "%s --preset %s --size 1280x720", scenario->id, preset->name );
            ASSERT_PLAYS( options );
        }
    }
    ASSERT( charts >= 6 );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- slides

/// A plot saved as PNG has the size of a slide and the light theme, from any window.
TEST aSavedPngIsASlide( void )
{
    static const char* const windows[] = { "--size 1280x720", "--size 900x600 --light", "--size 1920x1080" };
    unsigned char* first = NULL;
    int width = 0, height = 0, channels;
    for ( int i = 0; i < testUpTo( 3, 2 ); ++i )
    {
        char options[128], path[700];
        begin();
        line( "wait %d", testUpTo( 60, 20 ) );
        line( "key Space" );
        line( "wait 2" );
        savePane( "plot.u", "png" );
        line( "expect ui.light %d %d", i == 1, i == 1 ); // the window keeps its theme
        snprintf( options, sizeof options, "rolling-sphere --preset fig3b %s", windows[i] );
        ASSERT_PLAYS( options );
        snprintf( path, sizeof path, "%s/d/slipstick-rolling-sphere-u.png", testScratch() );
        unsigned char* rgb = stbi_load( path, &width, &height, &channels, 3 );
        ASSERT( rgb != NULL );
        ASSERT( width >= 1600 && height >= 900 );
        ASSERT( i == 0 || memcmp( first, rgb, (size_t)width * (size_t)height * 3 ) == 0 );
        stbi_image_free( i == 0 ? NULL : rgb );
        first = i == 0 ? rgb : first;
    }
    double sum = 0.0, dark = 0.0, count = (double)width * (double)height;
    for ( int i = 0; i < width * height; ++i )
    {
        sum += first[3 * i + 1];
        dark += first[3 * i + 1] < 100 ? 1.0 : 0.0;
    }
    stbi_image_free( first );
    ASSERT( sum / count > 230.0 ); // light ground
    ASSERT( dark > 2000.0 );       // words and curves
    PASS();
}

SUITE( look )
{
    RUN_TEST( noLegendLiesOnACurveInAnyPreset );
    RUN_TEST( noLegendLiesOnACurveInFivePanes );
    RUN_TEST( legendsStayInNarrowPanes );
    RUN_TEST( curvesThatEndInOnePlaceAllHaveTheirNames );
    RUN_TEST( noTwoCurvesOfAPlotHaveTheSameMarks );
    RUN_TEST( aSavedPictureHasTheMarksInCurvesAndLegend );
    RUN_TEST( curvesOfAChartWithTheSameRoleDiffer );
    RUN_TEST( chartsWithEqualScalesFillTheirPanes );
    RUN_TEST( aSavedPngIsASlide );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( look );
    return TEST_END();
}
