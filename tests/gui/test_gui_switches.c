// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "shows/shows.h"
#include "slipstick/lab/lab.h"
#include "ui/core/keys.h"
#include <SDL.h>

// Every key, every entry of the menus and every panel is pressed once, and the state shows that it acted.
// What the switches of the glyphs do to the picture is tested in test_gui_picture.c.

/// Reads a value of the window after a line.
static double valueOf( const char* options, const char* before, const char* key )
{
    begin();
    line( "wait 3" );
    line( "%s", before );
    line( "wait 3" );
    return readValue( options, key );
}

typedef struct Press
{
    uiAction action;
    const char* before; ///< lines, separated by semicolons
    const char* check;  ///< likewise
    const char* after;  ///< undoes it
} Press;

static const Press s_presses[] = {
    { ui_actionPlayPause, "", "expect playing 1 1", "key Space;wait 2;key R" },
    { ui_actionStep, "", "expect step 1 1", "key R" },
    { ui_actionStepBack, "key Right;wait 2;key Right", "expect step 1 1", "key R" },
    { ui_actionStep10, "", "expect step 10 10", "key R" },
    { ui_actionStepBack10, "key Shift+Right;wait 2;key Right", "expect step 1 1", "key R" },
    { ui_actionReset, "key Right", "expect step 0 0", "" },
    { ui_actionSlower, "", "expect speed 0.25 0.25", "key =" },
    { ui_actionFaster, "", "expect speed 1 1", "key -" },
    { ui_actionFindScenario, "", "expect ui.find 1 1", "key Escape" },
    { ui_actionLessons, "", "expect ui.find 1 1;expect find.count 11 30", "key Escape" },
    { ui_actionStart, "", "expect ui.start 1 1", "key Escape" },
    { ui_actionOpen, "", "expect ui.files 1 1", "key Escape" },
    { ui_actionSaveAs, "", "expect ui.files 1 1", "key Escape" },
    { ui_actionReload, "key Right", "expect step 0 0", "" },
    { ui_actionUndo, "drag param.mu 0.9", "expect mu 0.2 0.2", "" },
    { ui_actionRedo, "drag param.mu 0.9;wait 2;key Ctrl+Z", "expect mu 0.21 10", "key Ctrl+Z" },
    { ui_actionPin, "", "expect pins.count 1 1;expect ui.pins 1 1",
        "key Shift+K;wait 2;click menu.view;wait 2;click menu.pins" },
    { ui_actionUnpin, "key K;wait 2;key K", "expect pins.count 1 1",
        "key Shift+K;wait 2;click menu.view;wait 2;click menu.pins" },
    { ui_actionHelp, "", "expect ui.help 1 1", "key Escape" },
    { ui_actionPresent, "", "expect ui.present 1 1", "key F8" },
    { ui_actionSpotlight, "", "expect spotlight 1 1", "key S" },
    { ui_actionSpotlightLarger, "", "expect spotlight.radius 130 300", "key Ctrl+Down;key S" },
    { ui_actionSpotlightSmaller, "", "expect spotlight.radius 20 110", "key Ctrl+Up;key S" },
    { ui_actionTogglePanel, "", "expect ui.panel 0 0", "key Tab" },
    { ui_actionFocusParams, "", "expect focus 1 1;expect-text focus param.mu", "key Escape" },
    { ui_actionNextPanel, "", "expect focus 1 1", "key Escape" },
    { ui_actionPreviousPanel, "key Ctrl+Tab", "expect focus 1 1", "key Escape" },
    { ui_actionMenus, "", "expect navigation 1 1", "key Escape" },
    { ui_actionToggleContact, "", "expect ui.contact 0 0", "key F2" },
    { ui_actionTogglePlots, "", "expect ui.plots 0 0", "key F4" },
    { ui_actionToggleSolvers, "", "expect ui.solvers 1 1", "key F3" },
    { ui_actionWhy, "", "expect ui.why 1 1", "key Y" },
    { ui_actionToggleLaw, "", "expect ui.law 1 1", "key L" },
    { ui_actionTypeLaw, "key L", "expect law.typing 1 1", "key Escape;key L" },
    { ui_actionFilterContacts, "", "expect contact.filter.typing 1 1",
        "key Escape;click contact.conditions" },
    { ui_actionBreakWhen, "", "expect contact.break.typing 1 1", "key Escape;click contact.conditions" },
    // The scenario is no playground: it offers to open that.
    { ui_actionToggleBuild, "", "expect build.asks 1 1", "key Escape" },
    { ui_actionToggleReport, "", "expect ui.report 1 1", "key F5" },
    { ui_actionToggleSweep, "key F3", "expect ui.sweep 1 1;expect ui.solvers 0 0", "key F6" },
    { ui_actionToggleFit, "key F6", "expect ui.fit 1 1;expect ui.sweep 0 0", "key F7" },
    { ui_actionFigure, "", "expect ui.figure 1 1", "key Escape" },
    { ui_actionRecord, "", "expect ui.record 1 1", "key Escape" },
    { ui_actionToggleTransitions, "", "expect ui.transitions 1 1", "key T" },
    { ui_actionPreviousTransition, "key Space;wait 120;key Space", "expect t 0.25 0.26", "key R" },
    { ui_actionNextTransition, "key Space;wait 120;key Space;wait 2;drag timeline 0.01", "expect t 0.25 0.26",
        "key R" },
    { ui_actionToggleTwin, "", "expect view.scenes 2 2", "key W" },
    { ui_actionToggleCones, "", "expect cones 0 0", "key C" },
    { ui_actionToggleForces, "", "expect ui.flags 507 507", "key Shift+C" },
    { ui_actionToggleFace, "", "expect ui.instrument 0 0", "key I" },
    { ui_actionToggleFreeBody, "", "expect ui.free-body 1 1", "key D" },
    { ui_actionWholeRun, "", "expect plots.whole 1 1", "key Shift+G" },
    { ui_actionRuler, "", "expect ui.ruler 1 1", "key M" },
    { ui_actionProtractor, "", "expect ui.protractor 1 1", "key A" },
    { ui_actionPressWatch, "", "expect ui.stopwatch 1 1", "click measure.stopwatch.close" },
    { ui_actionSound, "", "expect ui.sound 1 1", "key Shift+S" },
    { ui_actionCancel, "key F1", "expect ui.help 0 0", "" },
};

/// These have tests of their own: below, full screen in
/// test_gui_menus.c, the newest frame in test_gui_listen.c.
static const uiAction s_elsewhere[] = { ui_actionPreviousScenario, ui_actionNextScenario, ui_actionSave,
    ui_actionScreenshot, ui_actionQuit, ui_actionFullScreen, ui_actionToggleSets, ui_actionNextContact,
    ui_actionPreviousContact, ui_actionFrameAll, ui_actionResetView, ui_actionFontSmaller,
    ui_actionFontLarger, ui_actionNewPane, ui_actionNewest };

static const Press* pressOf( uiAction action )
{
    for ( int i = 0; i < SS_COUNT( s_presses ); ++i )
    {
        if ( s_presses[i].action == action ) { return s_presses + i; }
    }
    return NULL;
}

static void lines( const char* text )
{
    char copy[256];
    snprintf( copy, sizeof copy, "%s", text );
    for ( char* word = strtok( copy, ";" ); word != NULL; word = strtok( NULL, ";" ) )
    {
        line( "%s", word );
        line( "wait 3" );
    }
}

TEST everyKeyDoesWhatItsRowSays( void )
{
    ASSERT_EQ_FMT( 507u, (unsigned)ss_drawDefault & ~(unsigned)ss_drawForces, "%u" );
    begin();
    line( "wait 3" );
    for ( int i = 0; i < ui_keyCount; ++i )
    {
        const uiKeyRow* row = ui_keyTable + i;
        const Press* press = pressOf( row->action );
        bool elsewhere = false;
        for ( int k = 0; k < SS_COUNT( s_elsewhere ); ++k )
        {
            elsewhere = elsewhere || s_elsewhere[k] == row->action;
        }
        // A new key must come with a test.
        ASSERTm( row->help, ( press != NULL ) != elsewhere );
        for ( int k = 0; k < 3 && press != NULL && row->chords[k].key != 0; ++k )
        {
            const uiChord* chord = row->chords + k;
            // ? comes with Shift on one keyboard and without it on another.
            if ( chord->key == SDLK_QUESTION ) { continue; }
            lines( press->before );
            line( "key %s%s%s", chord->modifiers & ui_modCtrl ? "Ctrl+" : "",
                chord->modifiers & ui_modShift ? "Shift+" : "", SDL_GetKeyName( chord->key ) );
            line( "wait 3" );
            lines( press->check );
            lines( press->after );
        }
    }
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST keysLoadTheNeighboursAndQuit( void )
{
    // A signal that only the neighbour has shows which scenario was loaded.
    const ssScenario* first = ssFindScenario( "rolling-sphere" );
    int index = 0;
    while ( ssGetScenario( index ) != first ) { ++index; }
    const ssScenario* next = ssGetScenario( ( index + 1 ) % ssScenarioCount() );
    int signal = 0;
    while ( signal < next->model.signalCount && ssFindSignal( first, next->model.signals[signal].name ) >= 0 )
    {
        ++signal;
    }
    ASSERT( signal < next->model.signalCount );
    begin();
    line( "wait 3" );
    line( "key ]" );
    line( "wait 5" );
    line( "expect %s -1e300 1e300", next->model.signals[signal].name );
    line( "key [" );
    line( "wait 5" );
    line( "expect slip -1e300 1e300" );
    line( "key Ctrl+S" );
    line( "wait 3" );
    line( "key Ctrl+P" );
    line( "wait 3" );
    line( "key F12" );
    line( "wait 3" );
    line( "key Ctrl+Q" );
    line( "wait 5" );
    line( "expect step -1 -1" ); // fails if it is ever reached
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell( "cd \"$D\" && \"$S\" gui rolling-sphere --paused --script '%s' && ls *.json | "
                             "wc -l && ls *.png | wc -l",
        path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    int scenes = 0, pictures = 0;
    ASSERT_EQ( 2, sscanf( run.out, "%d %d", &scenes, &pictures ) );
    ASSERT_EQ_FMT( 1, scenes, "%d" );
    ASSERT_EQ_FMT( 2, pictures, "%d" );
    PASS();
}

TEST theViewIsFramedAndTheTextGrowsAndShrinks( void )
{
    const char* options = "rolling-sphere --paused";
    double framed = valueOf( options, "wait 1", "camera.distance" ),
           size = valueOf( options, "wait 1", "ui.font" );
    ASSERT( framed > 0.0 && size > 0.0 );
    const char* const keys[] = { "Home", "F" };
    begin();
    for ( int i = 0; i < 2; ++i )
    {
        line( "wait 3" );
        line( "wheel viewport 4" );
        line( "wait 3" );
        line( "expect camera.distance 0 %.9g", 0.9 * framed );
        line( "key %s", keys[i] );
        line( "wait 3" );
        line( "expect camera.distance %.9g %.9g", 0.999 * framed, 1.001 * framed );
    }
    line( "key Ctrl+=" );
    line( "wait 3" );
    line( "expect ui.font %.9g 100", size + 0.5 );
    line( "key Ctrl+-" );
    line( "wait 3" );
    line( "expect ui.font %.9g %.9g", size, size );
    line( "key Ctrl+-" );
    line( "wait 3" );
    line( "expect ui.font 1 %.9g", size - 0.5 );
    line( "key Ctrl+Keypad +" );
    line( "wait 3" );
    line( "expect ui.font %.9g %.9g", size, size );
    line( "key Ctrl+Keypad -" );
    line( "wait 3" );
    line( "expect ui.font 1 %.9g", size - 0.5 );
    ASSERT_PLAYS( options );
    PASS();
}

TEST everyEntryOfTheMenusActs( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "belt" ) );
    double opens = showOf( def.scenario, ssSimDef_Preset( &def ) ).speed;
    char slower[64], faster[64];
    snprintf( slower, sizeof slower, "expect speed %.17g %.17g", 0.5 * opens, 0.5 * opens );
    snprintf( faster, sizeof faster, "expect speed %.17g %.17g", 2.0 * opens, 2.0 * opens );
    const struct
    {
        const char *menu, *item, *check, *after;
    } rows[] = {
        { "view", "light-theme", "expect ui.light 1 1", "click menu.view;click menu.light-theme" },
        { "view", "larger-text", "expect ui.font 15.5 40", "key Ctrl+-" },
        { "view", "smaller-text", "expect ui.font 1 14.5", "key Ctrl+=" },
        { "view", "parameters", "expect ui.panel 0 0", "key Tab" },
        { "view", "contact-microscope", "expect ui.contact 0 0", "key F2" },
        { "view", "sets-c-and-d", "expect ui.sets 1 1", "key E" },
        { "view", "law-editor", "expect ui.law 1 1", "" },
        { "view", "solver-microscope", "expect ui.solvers 1 1", "key F3" },
        { "view", "sweep", "expect ui.sweep 1 1", "key F6" },
        { "view", "plots", "expect ui.plots 0 0", "key F4" },
        { "view", "follow", "expect ui.follow 0 0", "click menu.view;click menu.follow" },
        { "view", "arrows-by-decades", "expect ui.decades 1 1",
            "click menu.view;click menu.arrows-by-decades" },
        { "view", "shade-between-bodies", "expect ui.shade 0 0",
            "click menu.view;click menu.shade-between-bodies" },
        { "simulation", "run", "expect playing 1 1", "key Space;key R" },
        { "simulation", "step", "expect step 1 1", "" },
        { "simulation", "step-back", "expect step 0 0", "" },
        { "simulation", "ten-steps", "expect step 10 10", "" },
        { "simulation", "ten-steps-back", "expect step 0 0", "key Right" },
        { "simulation", "reset", "expect step 0 0", "" },
        { "simulation", "slower", slower, "key =" },
        { "simulation", "faster", faster, "key -" },
        { "scenarios", "find", "expect ui.find 1 1", "key Escape" },
        { "help", "keys-and-mouse", "expect ui.help 1 1", "key Escape" },
        { "help", "about-slipstick", "expect ui.about 1 1", "key Escape" },
    };
    double size = valueOf( "belt --paused", "wait 1", "ui.font" ),
           speed = valueOf( "belt --paused", "wait 1", "speed" );
    ASSERT_EQ_FMT( 15.0, size, "%g" );
    ASSERT_EQ_FMT( opens, speed, "%g" );
    begin();
    line( "wait 3" );
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        line( "click menu.%s", rows[i].menu );
        line( "wait 2" );
        line( "click menu.%s", rows[i].item );
        line( "wait 3" );
        line( "%s", rows[i].check );
        // Some switches keep the menu open; it must be closed before the next one.
        line( "key Escape" );
        line( "wait 2" );
        lines( rows[i].after );
        line( "key Escape" );
        line( "wait 2" );
    }
    // The sliders of the menu.
    line( "click menu.view" );
    line( "wait 2" );
    line( "drag view.arrow-scale 0.9" );
    line( "wait 2" );
    line( "expect view.arrow-scale 1.5 10" );
    line( "drag view.opacity 0.1" );
    line( "wait 2" );
    line( "expect view.opacity 0 0.6" );
    line( "double-click view.opacity" );
    line( "wait 2" );
    line( "expect view.opacity 1 1" );
    ASSERT_PLAYS( "belt --paused" );
    PASS();
}

// -------------------------------------------------------------------------------------------------- contacts

typedef struct Found
{
    ssContactView views[256];
    int count;
} Found;

static void collect( void* context, int count, const ssContactView* contacts )
{
    Found* found = context;
    for ( int i = 0; i < count && found->count < 256; ++i ) { found->views[found->count++] = contacts[i]; }
}

static void expectNear( const char* name, double value )
{
    double slack = 1e-6 * fabs( value ) + 1e-12;
    line( "expect %s %.17g %.17g", name, value - slack, value + slack );
}

TEST aKnownContactOfAWorldIsPickedWhereItProjects( void )
{
    enum
    {
        steps = 400
    };
    static Found found;
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "playground" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    for ( int i = 0; i < steps; ++i ) { ssSim_Step( sim ); }
    found.count = 0;
    ssDraw draw = { .flags = ss_drawAll, .context = &found, .contacts = collect };
    ssSim_Draw( sim, &draw );
    ssDestroySim( sim );
    ASSERT( found.count > 8 );
    int tried = 0;
    for ( int k = 2; k < found.count && tried < 3; k += 5 )
    {
        const ssContactView* c = found.views + k;
        double nearest = HUGE_VAL;
        for ( int i = 0; i < found.count; ++i )
        {
            double away = ssVec3_Length( ssVec3_Sub( found.views[i].point, c->point ) );
            nearest = i != k && away < nearest ? away : nearest;
        }
        if ( nearest < 0.05 )
        {
            continue; // two at one place are a single one to the mouse
        }
        ++tried;
        // The middle of the view is where the camera looks: at the contact.
        char path[600], text[600];
        snprintf( path, sizeof path, "%s/scene.json", testScratch() );
        snprintf( text, sizeof text,
            "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"playground\", \"camera\": {"
            "\"yaw_deg\": 20, \"pitch_deg\": 35, \"distance\": 1.5, \"target\": [%.17g, %.17g, %.17g]}}",
            c->point.x, c->point.y, c->point.z );
        testWriteFile( path, text );
        begin();
        line( "wait 3" );
        line( "click menu.view" );
        line( "wait 2" );
        line( "click menu.follow" );
        line( "wait 2" );
        line( "expect ui.follow 0 0" );
        for ( int i = 0; i < steps / 10; ++i )
        {
            line( "key Shift+Right" );
            line( "wait 1" );
        }
        line( "wait 2" );
        line( "expect step %d %d", steps, steps );
        line( "expect camera.x %.9g %.9g", c->point.x - 1e-4, c->point.x + 1e-4 );
        line( "expect camera.z %.9g %.9g", c->point.z - 1e-4, c->point.z + 1e-4 );
        line( "move viewport 0.5 0.5" );
        line( "wait 3" );
        line( "expect-text view.tooltip contact: %s, |r| =", ssContactModeName( c->mode ) );
        line( "expect-text view.tooltip N" );
        line( "key F2" );
        line( "wait 2" );
        line( "double-click viewport" );
        line( "wait 3" );
        line( "expect ui.contact 1 1" );
        line( "expect contact.index %d %d", k, k );
        expectNear( "contact.r_n", c->force[0] );
        expectNear( "contact.r_t", hypot( c->force[1], c->force[2] ) );
        char options[700];
        snprintf( options, sizeof options, "'%s' --paused", path );
        ASSERT_PLAYS( options );
    }
    ASSERT( tried > 0 );
    PASS();
}

TEST contactsAreSelectedByKeyAndBodiesShowTheirNumbers( void )
{
    begin();
    line( "wait 3" );
    for ( int i = 0; i < 20; ++i )
    {
        line( "key Shift+Right" );
        line( "wait 1" );
    }
    line( "wait 2" );
    line( "key N" );
    line( "wait 2" );
    line( "expect contact.index 1 1" );
    line( "key N" );
    line( "wait 2" );
    line( "expect contact.index 2 2" );
    line( "key Shift+N" );
    line( "wait 2" );
    line( "expect contact.index 1 1" );
    ASSERT_PLAYS( "lanes --paused" );
    begin();
    line( "wait 3" );
    line( "move viewport 0.5 0.45" );
    line( "wait 3" );
    line( "expect-text view.tooltip sphere, R = 0.5 m" );
    // The energy is (2/5 R² ω² + v²) m / 2 with R = 1/2, v = 2.5, ω = 2.5, m = 4/3 π R³ 2500.
    line( "expect-text view.tooltip kinetic energy 4500 J" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    begin();
    line( "wait 3" );
    line( "expect ui.sets 0 0" );
    line( "key E" );
    line( "wait 2" );
    line( "expect ui.sets 1 1" );
    ASSERT_PLAYS( "belt --paused" );
    PASS();
}

SUITE( switches )
{
    RUN_TEST( everyKeyDoesWhatItsRowSays );
    RUN_TEST( keysLoadTheNeighboursAndQuit );
    RUN_TEST( theViewIsFramedAndTheTextGrowsAndShrinks );
    RUN_TEST( everyEntryOfTheMenusActs );
    RUN_TEST( aKnownContactOfAWorldIsPickedWhereItProjects );
    RUN_TEST( contactsAreSelectedByKeyAndBodiesShowTheirNumbers );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( switches );
    return TEST_END();
}
