// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// The window without a mouse: every control of the parameters and the
// speed is reached and changed with the keyboard.

/// The rows of a scenario in the order of the panel: groups stand where their first row is.
static int rowsInOrder( const ssSimDef* def, int* rows )
{
    ssSim* sim = NULL;
    const ssScenario* scenario = def->scenario;
    int count = 0;
    if ( ssCreateSim( def, &sim ).code != ss_ok ) { return 0; }
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        const char* group = scenario->model.params[i].group;
        bool first = ssSim_Uses( sim, i );
        for ( int j = 0; j < i; ++j )
        {
            first =
                first && !( ssSim_Uses( sim, j ) && strcmp( scenario->model.params[j].group, group ) == 0 );
        }
        for ( int j = i; j < scenario->model.paramCount && first; ++j )
        {
            if ( ssSim_Uses( sim, j ) && strcmp( scenario->model.params[j].group, group ) == 0 )
            {
                rows[count++] = j;
            }
        }
    }
    ssDestroySim( sim );
    return count;
}

static bool isNumber( const ssParam* p ) { return p->kind == ss_paramNumber || p->kind == ss_paramInteger; }

/// Visits every row with Down and moves every slider with the arrow keys, there and back.
static void visitRows( const ssScenario* scenario )
{
    int rows[SS_MAX_PARAMS];
    ssSimDef def = ssDefaultSimDef( scenario );
    int count = rowsInOrder( &def, rows );
    begin();
    line( "wait 2" );
    for ( int i = 0; i < count; ++i )
    {
        const ssParam* p = scenario->model.params + rows[i];
        double span = p->max - p->min;
        bool up = p->defaultValue < p->min + 0.5 * span;
        line( "key Down" );
        line( "wait 2" );
        line( "expect-text focus param.%s", p->key );
        if ( p->kind == ss_paramChoice && rows[i] == rows[count - 1] )
        {
            // Only the last one: a choice may hide and show rows after it.
            line( "key %s", p->defaultValue > 0.0 ? "Left" : "Right" );
            line( "wait 2" );
            line( "expect param.%s %g %g", p->key, fabs( p->defaultValue - 1.0 ),
                fabs( p->defaultValue - 1.0 ) );
        }
        if ( !isNumber( p ) ) { continue; }
        line( "expect-text status.hint %s", p->label );
        line( "key %s", up ? "Right" : "Left" );
        line( "wait 2" );
        // One press changes the value, but by no more than a tenth of the slider or of the value.
        double largest = fmax( 0.1 * span, 1.0 );
        line( "expect param.%s %.17g %.17g", p->key,
            up ? nextafter( p->defaultValue, INFINITY ) : p->defaultValue - largest,
            up ? p->defaultValue + largest : nextafter( p->defaultValue, -INFINITY ) );
        line( "key Delete" );
        line( "wait 2" );
        line( "expect param.%s %.17g %.17g", p->key, p->defaultValue, p->defaultValue );
    }
}

TEST arrowsReachAndMoveEverySlider( void )
{
    static const char* const ids[] = { "rolling-sphere", "belt", "rolling-cylinder", "sphere-pile" };
    for ( int i = 0; i < SS_COUNT( ids ); ++i )
    {
        visitRows( ssFindScenario( ids[i] ) );
        char options[96];
        snprintf( options, sizeof options, "%s --paused", ids[i] );
        ASSERT_PLAYS( options );
    }
    PASS();
}

TEST digitsTypeAtTheFocus( void )
{
    begin();
    line( "wait 2" );
    line( "key Down" );
    line( "wait 2" );
    line( "type 0.3" );
    line( "type 5" ); // before the field has the keyboard: no letter is lost
    line( "wait 2" );
    line( "type 1" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect mu 0.351 0.351" );
    line( "expect focus 1 1" );
    // Esc keeps the old value and the focus; a second one leaves.
    line( "type 7" );
    line( "wait 3" );
    line( "key Escape" );
    line( "wait 3" );
    line( "expect mu 0.351 0.351" );
    line( "expect focus 1 1" );
    // Enter opens the field with the present value, and the first letter replaces it.
    line( "wait 40" ); // changes within half a second are one change for undo
    line( "key Return" );
    line( "wait 3" );
    line( "type 1.5" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect mu 1.5 1.5" );
    line( "key Ctrl+Z" );
    line( "wait 3" );
    line( "expect mu 0.351 0.351" );
    // Down takes the number and goes on.
    line( "type .4" );
    line( "wait 3" );
    line( "key Down" );
    line( "wait 3" );
    line( "expect mu 0.4 0.4" );
    line( "expect-text focus param.mu_r" );
    line( "type 0.3R" );
    line( "wait 3" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect mu_r 0.15 0.15" );
    // What is not allowed is refused by name.
    line( "type -2" );
    line( "wait 3" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect mu_r 0.15 0.15" );
    line( "expect-text status.message mu_r" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST theFocusTakesArrowsFromTheClockUntilItEnds( void )
{
    begin();
    line( "wait 2" );
    line( "key Down" );
    line( "wait 2" );
    line( "key Right" );
    line( "key Shift+Right" );
    line( "wait 3" );
    line( "expect mu 0.211 0.211" );
    line( "expect step 0 0" );
    line( "key -" );     // begins a number here
    line( "key Space" ); // still runs
    line( "wait 3" );
    line( "expect playing 1 1" );
    line( "key Space" );
    line( "key R" );
    line( "key Escape" );
    line( "wait 3" );
    line( "expect focus 0 0" );
    line( "key Right" );
    line( "wait 3" );
    line( "expect step 1 1" );
    line( "expect mu 0.211 0.211" );
    // A dialog and a click take the focus away, too.
    line( "key Down" );
    line( "wait 2" );
    line( "key Ctrl+O" );
    line( "wait 3" );
    line( "expect focus 0 0" );
    line( "key Escape" );
    line( "wait 3" );
    line( "key Down" );
    line( "wait 2" );
    line( "key Ctrl+Shift+O" );
    line( "wait 3" );
    line( "expect focus 0 0" );
    line( "expect-text status.hint Enter opens" );
    line( "key Escape" );
    line( "wait 3" );
    line( "key Up" );
    line( "wait 2" );
    line( "expect focus 1 1" );
    line( "click viewport" );
    line( "wait 2" );
    line( "expect focus 0 0" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST aTextIsEditedWithoutAMouse( void )
{
    const ssScenario* belt = ssFindScenario( "belt" );
    ssSimDef def = ssDefaultSimDef( belt );
    int rows[SS_MAX_PARAMS], text = ssFindParam( belt->model.params, belt->model.paramCount, "c_vertices" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "c_kind", "polygon" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "c_vertices", "25;0;0;25;-25;0;0;-25" ).code );
    int count = rowsInOrder( &def, rows );
    begin();
    line( "wait 2" );
    for ( int i = 0; i < count && ( i == 0 || rows[i - 1] != text ); ++i ) { line( "key Down" ); }
    line( "wait 2" );
    line( "expect-text focus param.c_vertices" );
    line( "key Return" );
    line( "wait 3" );
    line( "type 20;0;0;20;-20;0;0;-20" );
    line( "key Return" );
    line( "wait 4" );
    line( "expect-text param.c_vertices 20;0;0;20;-20;0;0;-20" );
    line( "expect focus 1 1" );
    ASSERT_PLAYS( "belt --paused --set c_kind=polygon --set 'c_vertices=25;0;0;25;-25;0;0;-25'" );
    PASS();
}

TEST choicesAndListsNeedNoMouse( void )
{
    begin();
    line( "wait 2" );
    line( "key Down" );
    line( "wait 2" );
    for ( int i = 0; i < 40; ++i ) { line( "key Up" ); }
    line( "wait 2" );
    line( "expect-text focus speed" );
    line( "type 1/8" );
    line( "wait 3" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect speed 0.125 0.125" );
    line( "key Right" );
    line( "wait 3" );
    line( "expect speed 0.25 0.25" );
    line( "type 1e9" );
    line( "wait 3" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect speed 0.25 0.25" );
    line( "expect-text status.message 16384" );
    line( "key Down" );
    line( "wait 2" );
    line( "expect-text focus scenario" );
    line( "key Down" );
    line( "wait 2" );
    line( "expect-text focus preset" );
    ASSERT_PLAYS( "belt --paused" );

    // The list of presets, from the first to the second and back.
    const ssScenario* sphere = ssFindScenario( "rolling-sphere" );
    begin();
    line( "wait 2" );
    line( "key Down" );
    line( "wait 2" );
    line( "key Up" );
    line( "wait 2" );
    line( "expect-text preset %s", sphere->presets[0].label );
    line( "key Right" );
    line( "wait 3" );
    line( "expect-text preset %s", sphere->presets[1].label );
    line( "key Left" );
    line( "wait 3" );
    line( "expect-text preset %s", sphere->presets[0].label );
    ASSERT_PLAYS( "rolling-sphere --paused --preset fig2" );
    PASS();
}

// ----------------------------------------------------------------------------------------- menus and windows

static void press( const char* key )
{
    line( "key %s", key );
    line( "wait 6" );
}

TEST slidersOfTheMenusNeedNoMouse( void )
{
    begin();
    line( "wait 2" );
    press( "F10" );
    press( "Right" );
    press( "Right" ); // View
    press( "Up" );    // from the first entry to the last
    press( "Up" );
    press( "Up" ); // opacity
    press( "Return" );
    line( "type 0.5" );
    press( "Return" );
    line( "expect view.opacity 0.5 0.5" );
    press( "Space" );
    press( "Left" );
    press( "Space" );
    line( "expect view.opacity 0 0.499" );
    press( "Escape" );
    line( "expect navigation 0 0" );
    line( "expect playing 0 0" ); // Space and arrows went to the menu
    line( "expect step 0 0" );
    press( "Right" );
    line( "expect step 1 1" );
    // Enter chooses an entry and closes the menu; Left at the first one goes to the last.
    press( "F10" );
    press( "Left" ); // Help
    press( "Down" );
    press( "Up" );
    press( "Return" );
    line( "expect ui.help 1 1" );
    line( "expect navigation 0 0" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST windowsThatFloatNeedNoMouse( void )
{
    begin();
    line( "wait 2" );
    press( "F3" );
    press( "Down" );
    press( "Up" );
    press( "Return" ); // freeze
    line( "expect solvers.contacts 1 1" );
    press( "Right" );
    press( "Return" ); // solve
    line( "wait 60" );
    line( "expect solvers.nsgs.residual 0 1e-6" );
    press( "Escape" );
    line( "expect navigation 0 0" );
    line( "expect ui.solvers 1 1" );
    press( "Escape" );
    line( "expect ui.solvers 0 0" );
    press( "F6" );
    press( "Down" );
    line( "expect navigation 1 1" );
    line( "click viewport" ); // the mouse takes the keys back
    line( "wait 2" );
    line( "expect navigation 0 0" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

// ------------------------------------------------------------------------------------------------ legibility

TEST captionsAreAsLargeAsTheText( void )
{
    // The letters of DejaVu Sans have 2048 units, its lines 2384 (tables
    // head and hhea): 15 × 2048 / 2384 = 12.9.
    begin();
    line( "wait 2" );
    line( "expect ui.font 15 15" );
    line( "expect ui.caption 15 15" );
    line( "key Ctrl+-" ); // who asks for smaller text gets it
    line( "wait 3" );
    line( "expect ui.caption 13 13" );
    line( "key Ctrl+=" );
    line( "wait 3" );
    for ( int i = 0; i < 4; ++i )
    {
        line( "key Ctrl+=" );
        line( "wait 3" );
    }
    line( "expect ui.font 26 26" );
    line( "expect ui.caption 26 26" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST longNamesOfPresetsEndInDots( void )
{
    const ssScenario* scenario = ssGetScenario( 0 );
    const ssPreset* longest = scenario->presets;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        for ( int j = 0; j < ssGetScenario( i )->presetCount; ++j )
        {
            const ssPreset* preset = ssGetScenario( i )->presets + j;
            bool longer = !preset->hidden && strlen( preset->label ) > strlen( longest->label );
            scenario = longer ? ssGetScenario( i ) : scenario;
            longest = longer ? preset : longest;
        }
    }
    begin();
    line( "wait 2" );
    line( "drag split.panel -20" ); // a narrow panel
    line( "wait 3" );
    line( "expect-text preset %s", longest->label );
    line( "expect-text preset.shown …" );
    line( "drag split.panel 60" ); // a wide one shows it all
    line( "wait 3" );
    line( "expect-text preset.shown %s", longest->label );
    char options[200];
    snprintf(
        options, sizeof options, "%s --paused --preset %s --size 1280x720", scenario->id, longest->name );
    ASSERT_PLAYS( options );
    PASS();
}

SUITE( keys )
{
    RUN_TEST( slidersOfTheMenusNeedNoMouse );
    RUN_TEST( windowsThatFloatNeedNoMouse );
    RUN_TEST( captionsAreAsLargeAsTheText );
    RUN_TEST( longNamesOfPresetsEndInDots );
    RUN_TEST( arrowsReachAndMoveEverySlider );
    RUN_TEST( digitsTypeAtTheFocus );
    RUN_TEST( theFocusTakesArrowsFromTheClockUntilItEnds );
    RUN_TEST( aTextIsEditedWithoutAMouse );
    RUN_TEST( choicesAndListsNeedNoMouse );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( keys );
    return TEST_END();
}
