// SPDX-License-Identifier: MIT
#include "base/shipped_scene.h"
#include "base/words.h"
#include "shows/shows.h"
#include "ui/core/form.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame.h"
#include "ui/frame/frame_parts.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_free_body.h"
#include "ui/panel/panel_law.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_pins.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/panel_sets.h"
#include "ui/panel/panel_solvers.h"
#include "ui/panel/panel_sweep.h"
#include "ui/panel/panel_why.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// The menu bar. The shortcut beside an entry comes from the key table.

// Names "Light theme" menu.light-theme for scripts; another name after ## outlasts changes of wording.
static void markEntry( const char* label, bool enabled )
{
    char mark[64] = "menu.";
    size_t length = strlen( mark );
    const char *name = strstr( label, "##" ), *whole = label;
    label = name ? name : label;
    for ( ; *label && length + 1 < sizeof( mark ); ++label )
    {
        if ( isalnum( (unsigned char)*label ) || *label == ' ' )
        {
            mark[length++] = *label == ' ' ? '-' : (char)tolower( (unsigned char)*label );
        }
    }
    mark[length] = 0;
    uiMark( mark );
    const char* shown = uiPrint( "%.*s", name != NULL ? (int)( name - whole ) : (int)strlen( whole ), whole );
    uiMarkText( mark, tr( shown ) );
    if ( !enabled ) { uiMarkDisabled( mark ); }
    uiScrollTo( mark ); // a long menu in a small window
}

static void actionItem(
    uiState* ui, const uiFrameInput* input, const char* label, uiAction action, bool on, bool enabled )
{
    if ( igMenuItem_Bool( uiLabel( label ), uiActionKeys( action ), on, enabled ) )
    {
        uiDoAction( ui, input, action );
    }
    markEntry( label, enabled );
}

/// A menu that is longer than the window begins below the bar too, and scrolls: otherwise it would lie over
/// the bar, with an entry under the mouse that has just opened it.
static bool beginMenu( const char* label )
{
    float edge = igGetStyle()->DisplaySafeAreaPadding.y;
    igSetNextWindowSizeConstraints( uiVec2( 0.0f, 0.0f ),
        uiVec2( FLT_MAX, igGetIO()->DisplaySize.y - igGetWindowHeight() - edge - 1.0f ), NULL, NULL );
    bool open = igBeginMenu( uiLabel( label ), true );
    markEntry( label, true );
    return open;
}

static bool beginSubmenu( uiState* ui, const char* label )
{
    bool open = igBeginMenu( uiLabel( label ), true ), focused = !open && igIsItemFocused();
    ui->navigation.inside = ui->navigation.inside || open || focused;
    markEntry( label, true );
    return open;
}

static void fileMenu( uiState* ui, const uiFrameInput* input )
{
    actionItem( ui, input, TR( "Start page" ), ui_actionStart, ui->onStart, true );
    actionItem( ui, input, TR( "Open…" ), ui_actionOpen, false, true );
    actionItem( ui, input, TR( "Open data…##open data" ), ui_actionOpenData, false, true );
    bool received = input->live != NULL && input->live->inWindow;
    actionItem(
        ui, input, received ? TR( "Save log##save scene" ) : TR( "Save scene" ), ui_actionSave, false, true );
    actionItem( ui, input, TR( "Save as…" ), ui_actionSaveAs, false, true );
    actionItem( ui, input, TR( "Copy link" ), ui_actionCopyLink, false, true );
    actionItem( ui, input, TR( "Save as page" ), ui_actionSavePage, false, true );
    actionItem( ui, input, TR( "Reload##load again" ), ui_actionReload, false, true );
    actionItem( ui, input, TR( "Screenshot" ), ui_actionScreenshot, false, true );
    actionItem( ui, input, TR( "Figure…##figure" ), ui_actionFigure, false, true );
    bool records = input->recording != NULL && input->recording->running;
    actionItem( ui, input, records ? TR( "Stop recording##record" ) : TR( "Record a film…##record" ),
        ui_actionRecord, records, true );
    igSeparator();
    actionItem( ui, input, TR( "Quit" ), ui_actionQuit, false, true );
}

/// The twin, and how it is shown.
static void twinMenu( uiState* ui, const uiFrameInput* input )
{
    static const char* const ways[] = { TR( "Two views##twin auto" ), TR( "Side by side##twin beside" ),
        TR( "One above the other##twin stacked" ), TR( "In one scene##twin together" ) };
    if ( !beginSubmenu( ui, TR( "Twins" ) ) ) { return; }
    bool on = sessionSnapshot_Twin( input->snapshot ) != NULL;
    actionItem( ui, input, TR( "Twin beside the run" ), ui_actionToggleTwin, on, !input->snapshot->recorded );
    igSeparator();
    for ( int i = 0; i < SS_COUNT( ways ); ++i )
    {
        if ( igMenuItem_Bool( uiLabel( ways[i] ), NULL, (int)ui->settings.twinView == i, true ) )
        {
            ui->settings.twinView = (float)i;
        }
        markEntry( ways[i], true );
    }
    igEndMenu();
}

/// What can be done with one pin.
static void pinMenu( uiState* ui, const uiFrameInput* input, const uiPin* pin )
{
    bool open = igBeginMenu( uiPrint( "%s###pin%d", pin->view->name, pin->place ), true );
    ui->navigation.inside = ui->navigation.inside || open || igIsItemFocused();
    uiMark( uiPrint( "menu.pin%d", pin->place ) );
    if ( !open ) { return; }
    bool hidden = pin->view->hidden;
    if ( igMenuItem_Bool( uiLabel( "Back to these values##swap" ), NULL, false, true ) )
    {
        uiSwapPin( ui, input, pin->place );
    }
    markEntry( "##pin swap", true );
    if ( igMenuItem_Bool( uiLabel( "Visible##visible" ), NULL, !hidden, true ) )
    {
        uiHidePin( input, pin, !hidden );
    }
    markEntry( "##pin visible", true );
    if ( igMenuItem_Bool( uiLabel( "Rename…##rename" ), NULL, false, true ) ) { uiRenamePin( ui, pin ); }
    markEntry( "##pin rename", true );
    if ( igMenuItem_Bool( uiLabel( "Remove##unpin" ), NULL, false, true ) )
    {
        uiUnpin( ui, input, pin->place );
    }
    markEntry( "##pin remove", true );
    igEndMenu();
}

static void pinsMenu( uiState* ui, const uiFrameInput* input )
{
    uiPin pins[SESSION_MAX_PINS];
    int count = uiAllPins( ui, input, pins );
    bool room = count < SESSION_MAX_PINS && !input->snapshot->recorded;
    actionItem( ui, input, TR( "Pin this run" ), ui_actionPin, false, room );
    if ( count == 0 || !beginSubmenu( ui, TR( "Pins##pins of run" ) ) ) { return; }
    for ( int i = 0; i < count; ++i ) { pinMenu( ui, input, pins + i ); }
    igSeparator();
    actionItem( ui, input, TR( "Remove the newest" ), ui_actionUnpin, false, true );
    if ( igMenuItem_Bool( uiLabel( "Remove all pins" ), NULL, false, true ) ) { uiUnpinAll( ui, input ); }
    markEntry( "##remove all pins", true );
    igEndMenu();
}

/// Ruler, protractor and stopwatch.
static void measureMenu( uiState* ui, const uiFrameInput* input )
{
    const bool* shown = ui->instruments.shown;
    if ( beginSubmenu( ui, TR( "Measure" ) ) )
    {
        actionItem( ui, input, TR( "Ruler" ), ui_actionRuler, shown[ui_ruler], true );
        actionItem( ui, input, TR( "Protractor" ), ui_actionProtractor, shown[ui_protractor], true );
        actionItem( ui, input, TR( "Stopwatch" ), ui_actionStopwatch, shown[ui_stopwatch], true );
        actionItem( ui, input, TR( "Start or stop##press watch" ), ui_actionPressWatch, false, true );
        igEndMenu();
    }
}

static void simulationMenu( uiState* ui, const uiFrameInput* input )
{
    bool playing = uiShownPlaying( ui, input );
    actionItem( ui, input, playing ? TR( "Pause" ) : TR( "Run" ), ui_actionPlayPause, false, true );
    actionItem( ui, input, TR( "Step" ), ui_actionStep, false, true );
    actionItem( ui, input, TR( "Step back" ), ui_actionStepBack, false, input->snapshot->canStepBack );
    actionItem( ui, input, TR( "Ten steps" ), ui_actionStep10, false, true );
    actionItem( ui, input, TR( "Ten steps back" ), ui_actionStepBack10, false, input->snapshot->canStepBack );
    actionItem( ui, input, TR( "Next change of regime" ), ui_actionNextTransition, false, true );
    actionItem( ui, input, TR( "Previous change of regime##change of regime before" ),
        ui_actionPreviousTransition, false, true );
    if ( input->snapshot->recorded )
    {
        actionItem( ui, input, TR( "Newest frame" ), ui_actionNewest, input->snapshot->follows, true );
    }
    actionItem( ui, input, TR( "Reset" ), ui_actionReset, false, true );
    igSeparator();
    pinsMenu( ui, input );
    twinMenu( ui, input );
    measureMenu( ui, input );
    igSeparator();
    actionItem(
        ui, input, TR( "Slower" ), ui_actionSlower, false, uiShownSpeed( ui, input ) > exp2( ui_slowest ) );
    actionItem(
        ui, input, TR( "Faster" ), ui_actionFaster, false, uiShownSpeed( ui, input ) < exp2( ui_fastest ) );
    igSeparator();
    if ( igMenuItem_Bool( uiLabel( "All parameters to their defaults" ), NULL, false, true ) )
    {
        uiAllToDefault( ui, input );
    }
    markEntry( "##defaults", true );
    actionItem( ui, input, TR( "Undo change" ), ui_actionUndo, false, ui->undo.position > 0 );
    actionItem( ui, input, TR( "Redo change" ), ui_actionRedo, false, ui->undo.position < ui->undo.count );
}

static void drawFlagItems( uiState* ui, const uiFrameInput* input )
{
    static const struct
    {
        const char* label;
        uint32_t flag;
        uiAction action;
    } rows[] = {
        { TR( "Bodies" ), ss_drawBodies, ui_actionNone },
        { TR( "Ground" ), ss_drawGround, ui_actionNone },
        { TR( "Forces" ), ss_drawForces, ui_actionToggleForces },
        { TR( "Moments" ), ss_drawMoments, ui_actionNone },
        { TR( "Cones and discs" ), ss_drawCones, ui_actionToggleCones },
        { TR( "Trails" ), ss_drawTrails, ui_actionNone },
        { TR( "Velocities" ), ss_drawVelocities, ui_actionNone },
        { TR( "Labels" ), ss_drawLabels, ui_actionNone },
        { TR( "Contact points" ), ss_drawContactPoints, ui_actionNone },
        { TR( "Force chains" ), ss_drawForceChains, ui_actionNone },
        { TR( "Lines of action" ), ss_drawLinesOfAction, ui_actionNone },
        { TR( "Colour by mode" ), ss_drawModes, ui_actionNone },
        { TR( "Colour by energy" ), ss_drawEnergies, ui_actionNone },
        { TR( "All glyphs##all glyphs of a crowd" ), ss_drawEverything, ui_actionNone },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        bool on = ( ui->settings.drawFlags & rows[i].flag ) != 0;
        const char* keys = rows[i].action ? uiActionKeys( rows[i].action ) : NULL;
        if ( igMenuItem_Bool( uiLabel( rows[i].label ), keys, on, true ) )
        {
            uiPostFlags( ui, input, ui->settings.drawFlags ^ rows[i].flag );
        }
        markEntry( rows[i].label, true );
    }
}

static void switchItem( const char* label, bool* on )
{
    igMenuItem_BoolPtr( uiLabel( label ), NULL, on, true );
    markEntry( label, true );
}

/// Dragging a slider keeps the menu open. A double-click resets it to 1.
static void styleSlider(
    const char* label, const char* mark, float* value, float low, float high, bool decades )
{
    const char* name = uiPrint( "##%s", mark );
    igSetNextItemWidth( 9.0f * igGetFontSize() );
    igSliderFloat( name, value, low, high, "", decades ? ImGuiSliderFlags_Logarithmic : 0 );
    uiMark( mark );
    uiPublish( mark, (double)*value );
    uiScrollTo( mark );
    *value = igIsItemHovered( 0 ) && igIsMouseDoubleClicked( ImGuiMouseButton_Left ) ? 1.0f : *value;
    igSameLine( 0.0f, 0.5f * igGetFontSize() ); // inside the slider the knob would cover the number
    uiText( decades ? "%.2f× %s" : "%.2f %s", (double)*value, tr( label ) );
}

/// Submenus that switch the plots and charts of the scenario on and off.
static void paneMenus( uiState* ui, const ssScenario* scenario )
{
    if ( scenario->picture.plotCount > 0 && beginSubmenu( ui, TR( "Curves" ) ) )
    {
        for ( int i = 0; i < scenario->picture.plotCount && i < ui_maxPlots; ++i )
        {
            const ssPlot* plot = scenario->picture.plots + i;
            const char* unit = plot->unit[0] ? plot->unit : "–";
            igMenuItem_BoolPtr( uiPrint( "%s [%s]###%s", uiIndexed( tr( plot->title ) ), unit, plot->id ),
                NULL, ui->panes->plotShown + i, true );
            uiMark( uiPrint( "menu.plot.%s", plot->id ) );
        }
        igEndMenu();
    }
    if ( scenario->picture.chartCount > 0 && beginSubmenu( ui, TR( "Charts" ) ) )
    {
        for ( int i = 0; i < scenario->picture.chartCount; ++i )
        {
            const ssChart* chart = scenario->picture.charts + i;
            igMenuItem_BoolPtr( uiPrint( "%s###%s", uiIndexed( tr( chart->title ) ), chart->id ), NULL,
                ui->panes->chartShown + i, true );
            uiMark( uiPrint( "menu.chart.%s", chart->id ) );
        }
        igEndMenu();
    }
}

/// Rows of a long menu stand close together, so that it fits into a small window.
static void pushCloseRows( float gap )
{
    igPushStyleVar_Vec2( ImGuiStyleVar_ItemSpacing, uiVec2( igGetStyle()->ItemSpacing.x, gap ) );
}

/// The languages under their own names, and the one of the system.
static void languageMenu( uiState* ui )
{
    if ( !beginSubmenu( ui, TR( "Language" ) ) ) { return; }
    uiSettings* settings = &ui->settings;
    if ( igMenuItem_Bool( uiLabel( TR( "As the system##system language" ) ), wordsOfLocale(),
             settings->language[0] == '\0', true ) )
    {
        settings->language[0] = '\0';
        wordsChoose( wordsOfLocale() );
    }
    markEntry( "##language-system", true );
    for ( int i = 0; i < wordsLanguageCount(); ++i )
    {
        const char* code = wordsLanguageCode( i );
        if ( igMenuItem_Bool( wordsLanguageName( i ), code, strcmp( code, settings->language ) == 0, true ) )
        {
            snprintf( settings->language, sizeof settings->language, "%s", code );
            wordsChoose( code );
        }
        uiMark( uiPrint( "menu.language-%s", code ) );
    }
    igEndMenu();
}

/// Says aloud what is shown and what changes.
static void speechItem( uiState* ui )
{
    bool on = ui->speech.on;
    switchItem( TR( "Speech" ), &on );
    if ( on != ui->speech.on ) { uiToggleSpeech( ui, on ); }
}

static void viewMenu( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    pushCloseRows( 1.0f );
    bool light = ui->settings.light;
    switchItem( TR( "Light theme" ), &light );
    ui->styleDirty = ui->styleDirty || light != ui->settings.light;
    ui->settings.light = light;
    actionItem( ui, input, TR( "Larger text" ), ui_actionFontLarger, false, true );
    actionItem( ui, input, TR( "Smaller text" ), ui_actionFontSmaller, false, true );
    languageMenu( ui );
    actionItem( ui, input, TR( "Full screen" ), ui_actionFullScreen, input->fullScreen, true );
    actionItem( ui, input, TR( "Presentation" ), ui_actionPresent, false, true );
    actionItem( ui, input, TR( "Spotlight" ), ui_actionSpotlight, ui->spotlight.on, true );
    speechItem( ui );
    actionItem( ui, input, TR( "Sound" ), ui_actionSound, ui->settings.sound, true );
    styleSlider( TR( "volume" ), "view.volume", &ui->settings.volume, 0.0f, 1.0f, false );
    igSeparator();
    actionItem( ui, input, TR( "Instrument" ), ui_actionToggleFace, ui->settings.instrument, true );
    actionItem( ui, input, TR( "Parameters" ), ui_actionTogglePanel, ui->settings.showPanel, true );
    switchItem( TR( "Sensitivity bars" ), &ui->settings.showSensitivity );
    actionItem(
        ui, input, TR( "Contact microscope" ), ui_actionToggleContact, ui->settings.showContact, true );
    actionItem( ui, input, TR( "Why?" ), ui_actionWhy, ui->why->shown, true );
    actionItem( ui, input, TR( "Free-body diagram" ), ui_actionToggleFreeBody, ui->freeBody->shown, true );
    if ( uiHasSets( scenario ) )
    {
        actionItem( ui, input, TR( "Sets C and D" ), ui_actionToggleSets, ui->sets->shown, true );
    }
    actionItem( ui, input, TR( "Build" ), ui_actionToggleBuild, ui->build->on, true );
    actionItem( ui, input, TR( "Law editor" ), ui_actionToggleLaw, ui->settings.showLaw, true );
    actionItem( ui, input, TR( "Solver microscope" ), ui_actionToggleSolvers, ui->solvers->shown, true );
    actionItem( ui, input, TR( "Step report" ), ui_actionToggleReport, ui->settings.showReport, true );
    actionItem( ui, input, TR( "Sweep" ), ui_actionToggleSweep, ui->sweep->shown, true );
    actionItem( ui, input, TR( "Pins" ), ui_actionTogglePins, ui->pins->shown, true );
    actionItem( ui, input, TR( "Fit" ), ui_actionToggleFit, ui->fit->shown, true );
    actionItem( ui, input, TR( "Changes of regime" ), ui_actionToggleTransitions,
        ui->settings.showTransitions, true );
    actionItem( ui, input, TR( "Plots" ), ui_actionTogglePlots, ui->settings.showPlots, true );
    actionItem( ui, input, TR( "New plot" ), ui_actionNewPane, false, true );
    actionItem( ui, input, TR( "Whole run" ), ui_actionWholeRun, ui->plots->wholeRun, true );
    paneMenus( ui, scenario );
    igSeparator();
    actionItem( ui, input, TR( "Reset view" ), ui_actionResetView, false, true );
    actionItem( ui, input, TR( "Show whole scene##show all of it" ), ui_actionFrameAll, false, true );
    switchItem( TR( "Follow" ), &ui->settings.follow );
    igSeparator();
    drawFlagItems( ui, input );
    igSeparator();
    styleSlider(
        TR( "arrow length" ), "view.arrow-scale", &ui->settings.style.arrowScale, 0.1f, 10.0f, true );
    styleSlider(
        TR( "opacity of cones and sets" ), "view.opacity", &ui->settings.style.opacity, 0.0f, 1.0f, false );
    switchItem( TR( "Logarithmic arrows##arrows by decades" ), &ui->settings.style.logArrows );
    switchItem( TR( "Ambient occlusion##shade between bodies" ), &ui->settings.style.ambient );
    igPopStyleVar( 1 );
}

/// Writes a sentence below an entry, wrapped.
static void dimSentence( uiState* ui, const char* sentence )
{
    if ( sentence == NULL ) { return; }
    float em = igGetFontSize();
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    igPushTextWrapPos( 34.0f * em );
    uiText( "%s", tr( sentence ) );
    igPopTextWrapPos();
    igPopStyleColor( 1 );
}

/// Draws a title and beside it its sentence in two small lines, to leave room for the menu of presets.
static bool scenarioEntry( uiState* ui, const ssScenario* scenario, bool current )
{
    float em = igGetFontSize(), column = roundf( 12.0f * em ), room = roundf( 24.0f * em );
    const char* point = uiIndexed( tr( showOf( scenario, NULL ).point ) );
    ImVec2 size, at = uiCursor();
    uiWatchText( ui, tr( scenario->title ), column - 0.3f * em );
    igCalcTextSize( &size, point, NULL, false, room );
    bool clicked = igSelectable_Bool(
        uiLabel( scenario->title ), current, 0, uiVec2( column + room, fmaxf( size.y, em ) ) );
    ImDrawList_AddText_FontPtr( igGetWindowDrawList(), igGetFont(), igGetFontSize(),
        uiVec2( floorf( at.x + column ), floorf( at.y ) ), ui->theme.dim, point, NULL, room, NULL );
    return clicked;
}

static void presetsMenu( uiState* ui, const uiFrameInput* input, const ssScenario* current )
{
    if ( current->presetCount > 0 && beginSubmenu( ui, TR( "Presets" ) ) )
    {
        for ( int i = 0; i < current->presetCount; ++i )
        {
            if ( current->presets[i].hidden ) { continue; }
            const char* label =
                uiPrint( "%s###%s", tr( current->presets[i].label ), current->presets[i].name );
            if ( igMenuItem_Bool( label, current->presets[i].name,
                     current->presets + i == input->snapshot->preset, true ) )
            {
                uiChoosePreset( ui, input, i );
            }
            uiMark( uiPrint( "menu.preset.%s", current->presets[i].name ) );
            dimSentence( ui, showOfPreset( current, current->presets + i )->point );
        }
        igEndMenu();
    }
}

/// The scenes that were built in the playground.
static void scenesMenu( uiState* ui )
{
    if ( shippedSceneCount() == 0 || !beginSubmenu( ui, TR( "Built scenes" ) ) ) { return; }
    for ( int i = 0; i < shippedSceneCount(); ++i )
    {
        const shippedScene* scene = shippedSceneAt( i );
        const char* label = uiPrint( "%s##%s", tr( scene->show.title ), scene->name );
        if ( igMenuItem_Bool( label, scene->name, false, true ) ) { uiLoadShippedScene( ui, scene->name ); }
        uiMark( uiPrint( "menu.scene.%s", scene->name ) );
        dimSentence( ui, tr( scene->show.point ) );
    }
    igEndMenu();
}

/// The scenarios of plugins, or those of the program. True if there are any.
static bool drawScenarios( uiState* ui, const ssScenario* current, bool ofPlugins )
{
    bool any = false;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        if ( ( ssScenario_Plugin( scenario ) != NULL ) != ofPlugins ) { continue; }
        ui->requests.load = scenarioEntry( ui, scenario, scenario == current ) ? scenario : ui->requests.load;
        if ( igIsItemHovered( 0 ) ) { uiExplain( 28.0f, tr( scenario->summary ), scenario->source ); }
        const char* mark = uiPrint( "menu.scenario.%s", scenario->id );
        uiMark( mark );
        uiScrollTo( mark );
        any = true;
    }
    return any;
}

static void scenariosMenu( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* current = ssScenario_Base( input->snapshot->scenario );
    actionItem( ui, input, TR( "Find…" ), ui_actionFindScenario, false, true );
    actionItem( ui, input, TR( "Previous" ), ui_actionPreviousScenario, false, ssScenarioCount() > 1 );
    actionItem( ui, input, TR( "Next" ), ui_actionNextScenario, false, ssScenarioCount() > 1 );
    presetsMenu( ui, input, current );
    scenesMenu( ui );
    igSeparator();
    pushCloseRows( 1.0f );
    // Whoever loads a plugin looks for its scenarios: they come first.
    bool own = drawScenarios( ui, current, true );
    if ( own ) { igSeparator(); }
    drawScenarios( ui, current, false );
    igPopStyleVar( 1 );
}

/// The lessons, each with its sentence below it.
static void lessonsMenu( uiState* ui, const uiFrameInput* input )
{
    const lessonPlayer* player = ui->lesson->player;
    const char* chosen = NULL;
    actionItem( ui, input, TR( "Find…##find lesson" ), ui_actionLessons, false, true );
    ui->lesson->openWanted = igMenuItem_Bool( uiLabel( "Open a file…##open lesson" ), NULL, false, true ) ||
        ui->lesson->openWanted;
    markEntry( "##open-lesson", true );
    if ( igMenuItem_Bool( uiLabel( "Close the lesson" ), NULL, false, player != NULL ) )
    {
        uiCloseLesson( ui, input );
        player = NULL;
    }
    markEntry( "##close-lesson", ui->lesson->player != NULL );
    igSeparator();
    pushCloseRows( 2.0f );
    for ( int i = 0; i < lessonShippedCount(); ++i )
    {
        const lessonShipped* lesson = lessonGetShipped( i );
        bool example = strcmp( lesson->name, LESSON_EXAMPLE ) == 0;
        if ( example ) { igSeparator(); }
        bool shown = player != NULL && strcmp( player->file.name, lesson->name ) == 0;
        const char* label =
            uiPrint( "%s###%s", example ? tr( "Write your own" ) : tr( lesson->title ), lesson->name );
        const char* minutes = uiPrint( tr( "%.0f min" ), lesson->minutes );
        chosen = igMenuItem_Bool( label, minutes, shown, true ) ? lesson->name : chosen;
        uiMark( uiPrint( "menu.lesson.%s", lesson->name ) );
        dimSentence( ui, lesson->about );
    }
    igPopStyleVar( 1 );
    if ( chosen != NULL )
    {
        uiOpenLesson( ui, input, chosen ); // ends the lesson before it, whose name the rows above read
    }
}

static void helpMenu( uiState* ui, const uiFrameInput* input )
{
    actionItem( ui, input, TR( "Keys and mouse" ), ui_actionHelp, ui->help->shown, true );
    switchItem( TR( "About Slipstick" ), &ui->help->aboutShown );
}

void uiDrawMenu( uiState* ui, const uiFrameInput* input )
{
    // The bar has no border; its menus keep theirs.
    igPushStyleVar_Float( ImGuiStyleVar_WindowBorderSize, 0.0f );
    bool open = igBeginMainMenuBar();
    igPopStyleVar( 1 );
    if ( !open ) { return; }
    bool narrow = (float)input->width < 36.0f * igGetFontSize();
    const struct
    {
        const char* label;
        void ( *draw )( uiState* ui, const uiFrameInput* input );
    } menus[] = {
        { TR( "File" ), fileMenu },
        { narrow ? TR( "Run##simulation" ) : TR( "Simulation" ), simulationMenu },
        { TR( "View" ), viewMenu },
        { TR( "Scenarios" ), scenariosMenu },
        { TR( "Lessons" ), lessonsMenu },
        { TR( "Help" ), helpMenu },
    };
    uiNavigation* n = &ui->navigation;
    n->menu = ( n->menu + SS_COUNT( menus ) ) % SS_COUNT( menus );
    if ( n->on && n->menus && n->delay > 0 && --n->delay == 0 )
    {
        igOpenPopup_Str( uiLabel( menus[n->menu].label ), 0 );
    }
    n->inside = false;
    bool any = n->delay > 0;
    float gap = narrow ? 0.3f * igGetFontSize() : igGetStyle()->ItemSpacing.x;
    igPushStyleVar_Vec2( ImGuiStyleVar_ItemSpacing, uiVec2( roundf( gap ), igGetStyle()->ItemSpacing.y ) );
    for ( int i = 0; i < SS_COUNT( menus ); ++i )
    {
        if ( beginMenu( menus[i].label ) )
        {
            float em = igGetFontSize();
            igPushStyleVar_Vec2(
                ImGuiStyleVar_ItemSpacing, uiVec2( roundf( 1.2f * em ), roundf( 0.2f * em ) ) );
            any = true;
            menus[i].draw( ui, input );
            igPopStyleVar( 1 );
            if ( ui->closePopups ) { igCloseCurrentPopup(); }
            igEndMenu();
        }
    }
    igPopStyleVar( 1 );
    n->on = n->on && ( any || !n->menus );
    uiDrawLawLight( ui, input );
    igEndMainMenuBar();
}
