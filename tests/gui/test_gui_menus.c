// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "host/settings.h"
#include "shows/shows.h"
#include "slipstick/lab/lab.h"
#include "ui/frame/frame.h"

#include <locale.h>

// The menus and the switches of the panels that test_gui_switches.c does not press: files, scenarios,
// presets, curves, charts, full screen, the borders between the panels.

/// Opens one menu, or one inside another ("view;curves"), and clicks an entry; nothing stays open.
static void choose( const char* menus, const char* entry )
{
    char copy[64];
    snprintf( copy, sizeof copy, "%s", menus );
    for ( char* word = strtok( copy, ";" ); word != NULL; word = strtok( NULL, ";" ) )
    {
        line( "click menu.%s", word );
        line( "wait 2" );
    }
    line( "click menu.%s", entry );
    line( "wait 2" );
    line( "key Escape" );
    line( "wait 2" );
}

static void press( const char* verbAndWidget )
{
    line( "%s", verbAndWidget );
    line( "wait 3" );
}

/// A long menu scrolls below the bar: over it, a second click would choose its first entry.
TEST aMenuLeavesTheBarFree( void )
{
    begin();
    line( "wait 3" );
    press( "double-click menu.view" );
    line( "expect ui.light 0 0" );
    press( "key Escape" );
    press( "double-click menu.scenarios" );
    line( "expect ui.find 0 0" );
    press( "key Escape" );
    press( "click menu.view" );
    press( "drag view.opacity 0.5" ); // almost its last line
    line( "expect view.opacity 0.4 0.6" );
    press( "key Escape" );
    press( "click menu.scenarios" );
    press( "click menu.scenario.playground" );
    line( "expect spheres 1 1000" );
    ASSERT_PLAYS( "belt --paused --size 1280x720" );
    ASSERT_PLAYS( "belt --paused --size 800x480" );
    PASS();
}

TEST theFileMenuSavesReloadsTakesPicturesAndQuits( void )
{
    begin();
    line( "wait 3" );
    press( "set mu 0.37" );
    choose( "file", "save-scene" );
    press( "key Shift+Right" );
    line( "expect step 10 10" );
    press( "set mu 0.5" );
    choose( "file", "load-again" );
    line( "expect step 0 0" );
    choose( "file", "screenshot" );
    choose( "file", "quit" );
    line( "expect step -1 -1" ); // fails if it is ever reached
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run =
        testShell( "cd \"$D\" && \"$S\" gui rolling-sphere --paused --size 1024x640 --script '%s' && "
                   "ls *.json | wc -l && grep -c '\"mu\": *0.37' *.json && ls *.png | wc -l && "
                   "od -An -tu1 -j16 -N8 *.png",
            path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    int scenes = 0, values = 0, pictures = 0, width[4], height[4];
    ASSERT_EQ( 11,
        sscanf( run.out, "%d %d %d %d %d %d %d %d %d %d %d", &scenes, &values, &pictures, width, width + 1,
            width + 2, width + 3, height, height + 1, height + 2, height + 3 ) );
    ASSERT_EQ_FMT( 1, scenes, "%d" );
    ASSERT_EQ_FMT( 1, values, "%d" );
    ASSERT_EQ_FMT( 1, pictures, "%d" );
    ASSERT_EQ_FMT( 1024, 256 * width[2] + width[3], "%d" );
    ASSERT_EQ_FMT( 640, 256 * height[2] + height[3], "%d" );
    PASS();
}

TEST settingsAreTheSameInEveryLocale( void )
{
    testRun made = testShell( "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8", testScratch() );
    setenv( "LOCPATH", testScratch(), 1 );
    setenv( "XDG_CONFIG_HOME", testScratch(), 1 );
    bool comma = made.status == 0 && setlocale( LC_ALL, "de_DE.UTF-8" ) != NULL;
    unsetenv( "LOCPATH" );
    if ( !comma ) { SKIPm( "this machine has no locale with a decimal comma" ); }
    uiSettings settings = uiDefaultSettings();
    settings.fontSize = 17.5f;
    settings.plotShare = 0.25f;
    hostSaveSettings( &settings );
    uiSettings there = hostLoadSettings();
    setlocale( LC_ALL, "C" );
    uiSettings here = hostLoadSettings();
    ASSERT( there.fontSize == 17.5f && there.plotShare == 0.25f );
    ASSERT( here.fontSize == 17.5f && here.plotShare == 0.25f );
    PASS();
}

TEST theSimulationMenuUndoesPausesAndFindsTheRegimes( void )
{
    begin();
    line( "wait 3" );
    press( "drag param.mu 0.9" );
    line( "expect mu 0.21 10" );
    choose( "simulation", "undo-change" );
    line( "expect mu 0.2 0.2" );
    choose( "simulation", "redo-change" );
    line( "expect mu 0.21 10" );
    choose( "simulation", "undo-change" );
    choose( "simulation", "run" );
    line( "expect playing 1 1" );
    line( "wait 120" );
    choose( "simulation", "pause" );
    line( "expect playing 0 0" );
    // This is where the sphere begins to roll, which test_gui_switches.c reaches by key.
    choose( "simulation", "change-of-regime-before" );
    line( "expect t 0.25 0.26" );
    press( "drag timeline 0.01" );
    choose( "simulation", "next-change-of-regime" );
    line( "expect t 0.25 0.26" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST scenariosAreLoadedFromMenuPanelAndFinder( void )
{
    int index = 0;
    while ( ssGetScenario( index ) != ssFindScenario( "rolling-sphere" ) ) { ++index; }
    const char* here = ssGetScenario( index )->title;
    const char* next = ssGetScenario( ( index + 1 ) % ssScenarioCount() )->title;
    begin();
    line( "wait 3" );
    choose( "scenarios", "next" );
    line( "expect-text scenario %s", next );
    choose( "scenarios", "previous" );
    line( "expect-text scenario %s", here );
    choose( "scenarios", "scenario.belt" );
    line( "expect-text scenario %s", ssFindScenario( "belt" )->title );
    press( "click scenario" );
    press( "click scenario.tribometer" );
    line( "expect-text scenario %s", ssFindScenario( "tribometer" )->title );
    press( "key Ctrl+O" );
    press( "click find.rolling-disk" );
    line( "expect-text scenario %s", ssFindScenario( "rolling-disk" )->title );
    line( "expect ui.find 0 0" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

/// Returns the value of a parameter under a preset.
static double presetValue( const ssScenario* scenario, const ssPreset* preset, int param )
{
    for ( int i = 0; i < preset->valueCount; ++i )
    {
        if ( strcmp( preset->values[i].key, scenario->model.params[param].key ) == 0 )
        {
            return preset->values[i].value;
        }
    }
    return scenario->model.params[param].defaultValue;
}

static void expectPreset( const ssScenario* scenario, const ssPreset* preset )
{
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        if ( scenario->model.params[i].kind != ss_paramText )
        {
            double value = presetValue( scenario, preset, i );
            line( "expect pending.%s %.17g %.17g", scenario->model.params[i].key, value, value );
        }
    }
}

/// A preset chosen from the menu or from the panel gives the same values, and earlier changes can no longer
/// be undone.
TEST presetsAreTheSameFromMenuAndPanel( void )
{
    const ssScenario* scenario = ssFindScenario( "rolling-sphere" );
    ASSERT( scenario->presetCount > 2 );
    begin();
    line( "wait 3" );
    for ( int i = 0; i < scenario->presetCount; ++i )
    {
        for ( int panel = 0; panel < 2; ++panel )
        {
            const ssPreset* preset = scenario->presets + i;
            char entry[96];
            if ( preset->hidden ) { continue; }
            press( "drag param.mu 0.97" );
            snprintf( entry, sizeof entry, "preset.%s", preset->name );
            if ( panel )
            {
                press( "click preset" );
                line( "click %s", entry );
                line( "wait 3" );
            }
            else { choose( "scenarios;presets", entry ); }
            expectPreset( scenario, preset );
            press( "key Ctrl+Z" );
            expectPreset( scenario, preset );
        }
    }
    choose( "simulation", "defaults" );
    expectPreset( scenario, &( ssPreset ){ 0 } );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

/// Is this plot, or chart if `i` is beyond the plots, among the panes with which the scenario opens?
static bool isPane( const ssScenario* scenario, int i )
{
    showView show = showOf( scenario, ssFindPreset( scenario, scenario->opening ) );
    const ssChart* chart =
        i < scenario->picture.plotCount ? NULL : scenario->picture.charts + i - scenario->picture.plotCount;
    char pane[96];
    snprintf( pane, sizeof pane, "%s%s",
        chart == NULL ? "" : "chart:", chart == NULL ? scenario->picture.plots[i].id : chart->id );
    return showOpens( &show, pane, chart == NULL ? scenario->picture.plots[i].shown : chart->shown );
}

/// Every entry hides its pane and shows it again, or the other way round.
TEST everyCurveAndChartHasItsEntry( void )
{
    const ssScenario* scenario = ssFindScenario( "rolling-cylinder" );
    ASSERT( scenario->picture.plotCount > 1 && scenario->picture.chartCount > 0 );
    int shown = 0;
    for ( int i = 0; i < scenario->picture.plotCount + scenario->picture.chartCount; ++i )
    {
        shown += isPane( scenario, i );
    }
    ASSERT( shown > 0 );
    begin();
    line( "wait 3" );
    line( "expect plots.shown %d %d", shown, shown );
    for ( int i = 0; i < scenario->picture.plotCount + scenario->picture.chartCount; ++i )
    {
        int chart = i - scenario->picture.plotCount;
        bool on = isPane( scenario, i );
        const char* id = chart < 0 ? scenario->picture.plots[i].id : scenario->picture.charts[chart].id;
        char entry[96];
        snprintf( entry, sizeof entry, "%s.%s", chart < 0 ? "plot" : "chart", id );
        choose( chart < 0 ? "view;curves" : "view;charts", entry );
        int now = shown + ( on ? -1 : 1 );
        line( "expect plots.shown %d %d", now, now );
        choose( chart < 0 ? "view;curves" : "view;charts", entry );
        line( "expect plots.shown %d %d", shown, shown );
    }
    ASSERT_PLAYS( "rolling-cylinder --paused" );
    PASS();
}

TEST theWindowFillsTheScreenAndComesBack( void )
{
    begin();
    line( "wait 3" );
    line( "expect ui.full-screen 0 0" );
    press( "key F11" );
    line( "expect ui.full-screen 1 1" );
    press( "key F11" );
    line( "expect ui.full-screen 0 0" );
    choose( "view", "full-screen" );
    line( "expect ui.full-screen 1 1" );
    choose( "view", "full-screen" );
    line( "expect ui.full-screen 0 0" );
    // The rest of the View menu.
    press( "click menu.view" );
    press( "click menu.changes-of-regime" );
    line( "expect ui.transitions 1 1" );
    line( "wheel viewport 4" );
    line( "wait 3" );
    line( "expect camera.distance 0 3" );
    choose( "view", "show-all-of-it" );
    line( "expect camera.distance 3 100" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

/// The view turns about what was clicked: here the contact, below it the origin on the ground.
TEST aRightDoubleClickCentres( void )
{
    begin();
    line( "wait 3" );
    choose( "view", "follow" );
    line( "expect camera.z 0.1 1" );
    press( "right-double-click contact.point" );
    line( "expect camera.x -1e-3 1e-3" );
    line( "expect camera.y -1e-3 1e-3" );
    line( "expect camera.z -1e-3 1e-3" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST panelsAreMadeWiderByTheirBorders( void )
{
    uiSettings before = uiDefaultSettings();
    begin();
    line( "wait 3" );
    press( "drag split.panel 8 0.3" ); // to the right, in widths of the border
    line( "expect ui.panel-width %.9g 60", 1.1 * (double)before.leftWidth );
    press( "drag split.contact 8 0.3" );
    line( "expect ui.contact-width 14 %.9g", (double)before.rightWidth / 1.1 );
    press( "drag split.plots 0.3 -8" ); // upwards
    line( "expect ui.plot-share %.9g 0.75", 1.1 * (double)before.plotShare );
    ASSERT_PLAYS( "rolling-sphere --paused --size 1920x1080" );
    PASS();
}

TEST theSwitchesInsideThePanelsAct( void )
{
    begin();
    line( "wait 3" );
    // The speed is set by hand, 2^-6 … 2^14; a double click sets real time.
    press( "drag speed 0" );
    line( "expect speed 0.015625 0.015625" );
    press( "drag speed 1" );
    line( "expect speed 16384 16384" );
    press( "double-click speed" );
    line( "expect speed 1 1" );
    // The menu of a pane.
    line( "wheel plot.u 3" );
    line( "wait 3" );
    line( "expect plot.u.x1 0 5.5" );
    press( "right-click plot.u" );
    press( "click pane.fit" );
    line( "expect plot.u.x1 5.9 6.1" );
    press( "right-click plot.u" );
    press( "click pane.new" );
    line( "expect ui.pane-editor 1 1" );
    press( "click pane.remove" );
    // A solver that is left out does not run; put back, it does.
    press( "key F3" );
    press( "click solvers.freeze" );
    press( "click solvers.nsgs" );
    press( "click solvers.solve" );
    line( "expect solvers.newton.residual 0 1e-8" );
    size_t soFar = s_used;
    line( "expect solvers.nsgs.residual 0 1e300" );
    const char* options = "rolling-sphere --preset fig3b --paused --size 1920x1080";
    testRun run = play( options );
    ASSERT_EQ_FMT( 1, run.status, "%d" );
    ASSERTm(
        run.err, strstr( run.err, "solvers.nsgs.residual" ) != NULL && strstr( run.err, "found" ) == NULL );
    s_script[s_used = soFar] = '\0';
    press( "click solvers.nsgs" );
    press( "click solvers.solve" );
    line( "expect solvers.nsgs.residual 0 1e-8" );
    ASSERT_PLAYS( options );
    PASS();
}

SUITE( menus )
{
    RUN_TEST( settingsAreTheSameInEveryLocale );
    RUN_TEST( aMenuLeavesTheBarFree );
    RUN_TEST( theFileMenuSavesReloadsTakesPicturesAndQuits );
    RUN_TEST( theSimulationMenuUndoesPausesAndFindsTheRegimes );
    RUN_TEST( scenariosAreLoadedFromMenuPanelAndFinder );
    RUN_TEST( presetsAreTheSameFromMenuAndPanel );
    RUN_TEST( everyCurveAndChartHasItsEntry );
    RUN_TEST( theWindowFillsTheScreenAndComesBack );
    RUN_TEST( aRightDoubleClickCentres );
    RUN_TEST( panelsAreMadeWiderByTheirBorders );
    RUN_TEST( theSwitchesInsideThePanelsAct );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( menus );
    return TEST_END();
}
