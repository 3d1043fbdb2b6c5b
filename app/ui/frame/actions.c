// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/companions.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame.h"
#include "ui/frame/frame_parts.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/figure.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_free_body.h"
#include "ui/panel/panel_law.h"
#include "ui/panel/panel_measure.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_pins.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/panel_sets.h"
#include "ui/panel/panel_solvers.h"
#include "ui/panel/panel_sweep.h"
#include "ui/panel/panel_timeline.h"
#include "ui/panel/panel_viewport.h"
#include "ui/panel/panel_why.h"

#include <stdio.h>
#include <string.h>

// The actions of keys, menus and buttons: one row of the table each, at the end.

// `argument` is a number of steps, a direction, an offset into a struct or a flag, whichever the row gives.
typedef void actionFunction( uiState* ui, const uiFrameInput* input, int argument );

static void playPause( uiState* ui, const uiFrameInput* input )
{
    // On the way to another moment it stops there.
    bool play = !uiShownPlaying( ui, input ) && !input->work.seeking;
    if ( play && ( uiStartLessonRun( ui ) || uiLessonHolds( ui ) ) ) { return; }
    uiPost( input, play ? session_commandPlay : session_commandPause, 0, 0.0 );
    ui->posted.playing = ( uiPostedValue ){ .set = true, .value = play ? 1.0 : 0.0 };
}

static void step( uiState* ui, const uiFrameInput* input, int count )
{
    if ( count < 0 && !input->snapshot->canStepBack )
    {
        uiNotify( ui, tr( "There is no earlier step." ) );
        return;
    }
    if ( count > 0 && uiLessonHolds( ui ) ) { return; }
    uiPost( input, session_commandStep, count, 0.0 );
    ui->posted.playing.set = false;
}

static void reset( uiState* ui, const uiFrameInput* input )
{
    (void)ui;
    uiPost( input, session_commandReset, 0, 0.0 );
}

static void newest( uiState* ui, const uiFrameInput* input )
{
    if ( !input->snapshot->recorded )
    {
        uiNotify( ui, tr( "Only a log has an end to go to." ) );
        return;
    }
    uiPost( input, session_commandFollow, 0, 0.0 );
    ui->posted.playing.set = false;
}

static void changeSpeed( uiState* ui, const uiFrameInput* input, int octaves )
{
    double speed = uiShownSpeed( ui, input );
    double octave = round( log2( speed > 0.0 ? speed : 1.0 ) ) + octaves;
    speed = exp2( fmin( fmax( octave, ui_slowest ), ui_fastest ) );
    uiPost( input, session_commandSpeed, 0, speed );
    ui->posted.speed = ( uiPostedValue ){ .set = true, .value = speed };
}

static void loadNeighbour( uiState* ui, const uiFrameInput* input, int offset )
{
    int count = ssScenarioCount();
    // Two taps can come before a snapshot shows what the first one loads.
    const ssScenario* asked =
        ui->requests.load != NULL ? ui->requests.load : ssFindScenario( ui->settings.scenario );
    asked = ssScenario_Base( asked != NULL ? asked : input->snapshot->scenario );
    for ( int i = 0; i < count; ++i )
    {
        if ( ssGetScenario( i ) == asked )
        {
            ui->requests.load = ssGetScenario( ( i + offset + count ) % count );
            if ( count == 1 )
            {
                uiNotify( ui, tr( "This is the only scenario." ) );
                ui->requests.load = NULL;
            }
        }
    }
}

/// Sets a bool of uiRequests.
static void request( uiState* ui, const uiFrameInput* input, int offset )
{
    (void)input;
    *(bool*)( (char*)&ui->requests + offset ) = true;
}

/// Toggles a bool of uiSettings.
static void toggleSetting( uiState* ui, const uiFrameInput* input, int offset )
{
    (void)input;
    bool* setting = (bool*)( (char*)&ui->settings + offset );
    *setting = !*setting;
}

/// Toggles a bool of uiSettings that shows what a lesson keeps for later.
static void toggleSpoiler( uiState* ui, const uiFrameInput* input, int offset )
{
    if ( !uiLessonHolds( ui ) ) { toggleSetting( ui, input, offset ); }
}

static void focusParams( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    const char* window = ui->solvers->shown ? "###Solver microscope"
        : ui->sweep->shown                  ? "###Sweep"
        : ui->fit->shown                    ? "###Fit"
        : ui->freeBody->shown               ? "###Free-body diagram"
        : ui->why->shown                    ? "###Why"
        : ui->record->shown                 ? "###Record"
        : ui->figure->shown                 ? "###Figure"
                                            : NULL;
    if ( window != NULL )
    {
        uiBeginNavigation( ui, window );
        return;
    }
    uiEnterFocus( ui );
}

static void openMenus( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    uiBeginNavigation( ui, NULL );
}

static void toggleTwin( uiState* ui, const uiFrameInput* input )
{
    const ssScenario* scenario = input->snapshot->scenario;
    // At a parameter: another value of it for the twin.
    bool atRow = ui->focus.on && strncmp( ui->focus.name, "param.", 6 ) == 0;
    int row =
        atRow ? ssFindParam( scenario->model.params, scenario->model.paramCount, ui->focus.name + 6 ) : -1;
    if ( row >= 0 && !input->snapshot->recorded )
    {
        uiToggleTwinRow( ui, input, row );
        return;
    }
    uiSwitchTwin( ui, input );
}

static void toggleDrawFlag( uiState* ui, const uiFrameInput* input, int flag )
{
    uiPostFlags( ui, input, ui->settings.drawFlags ^ (uint32_t)flag );
}

static void findScenario( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    ui->find->wanted = true;
    ui->focus.on = false;
    ui->find->lessons = false;
}

static void findLesson( uiState* ui, const uiFrameInput* input )
{
    findScenario( ui, input );
    ui->find->lessons = true;
}

static void openFiles( uiState* ui, const uiFrameInput* input, int saving )
{
    bool received = saving != 0 && input->live != NULL && input->live->inWindow;
    if ( saving == 0 && osChooseFile() ) { return; }
    uiOpenFileDialog( ui, input, received ? ui_fileLog : ui_fileScene, saving != 0 );
}

static void toggleHelp( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    ui->help->shown = !ui->help->shown;
}

/// Says which scenarios have sets, where this one has none.
static void sayNoSets( uiState* ui, const ssScenario* present )
{
    char list[160] = "";
    size_t used = 0;
    if ( present->law != NULL )
    {
        uiNotify( ui, tr( "The typed law says itself which sets it has." ) );
        return;
    }
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        if ( uiHasSets( scenario ) && used + strlen( scenario->id ) + 3 < sizeof( list ) )
        {
            used += (size_t)snprintf(
                list + used, sizeof( list ) - used, "%s%s", used > 0 ? ", " : "", scenario->id );
        }
    }
    uiNotify( ui, uiPrint( tr( "This scenario has no sets C and D. These have: %s." ), list ) );
}

static void toggleSets( uiState* ui, const uiFrameInput* input )
{
    bool has = uiHasSets( input->snapshot->scenario );
    ui->sets->shown = !ui->sets->shown && has;
    if ( !has ) { sayNoSets( ui, input->snapshot->scenario ); }
}

static void openData( uiState* ui, const uiFrameInput* input )
{
    uiOpenFileDialog( ui, input, ui_fileTable, false );
}

// The windows of solvers, sweep and fit share a place: opening one hides the others, with their states.
static void toggleSolvers( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    ui->solvers->shown = !ui->solvers->shown;
    ui->sweep->shown = ui->sweep->shown && !ui->solvers->shown;
    ui->fit->shown = ui->fit->shown && !ui->solvers->shown;
}

static void toggleSweep( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    if ( uiLessonHolds( ui ) ) { return; }
    ui->sweep->shown = !ui->sweep->shown;
    ui->solvers->shown = ui->solvers->shown && !ui->sweep->shown;
    ui->fit->shown = ui->fit->shown && !ui->sweep->shown;
}

static void toggleFit( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    ui->fit->shown = !ui->fit->shown;
    ui->solvers->shown = ui->solvers->shown && !ui->fit->shown;
    ui->sweep->shown = ui->sweep->shown && !ui->fit->shown;
}

static void togglePins( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    ui->pins->shown = ui->pins->asked = !ui->pins->shown;
}

static void typeLaw( uiState* ui, const uiFrameInput* input )
{
    (void)input;
    uiEnterLaw( ui );
}

static void newPane( uiState* ui, const uiFrameInput* input )
{
    ui->settings.showPlots = true;
    uiNewUserPlot( ui, input->snapshot->scenario );
}

static void resetView( uiState* ui, const uiFrameInput* input )
{
    ui->settings.follow = uiDefaultSettings().follow;
    uiResetCamera( ui, input );
}

static void toggleFace( uiState* ui, const uiFrameInput* input )
{
    uiChooseFace( &ui->settings, !ui->settings.instrument );
    uiRecallPanes( ui, input->snapshot );
    ui->requests.fontChanged = true; // the text of the stage is larger
    ui->view->frameWanted = ui->view->frameWanted || !ui->view->moved;
}

static void changeFontSize( uiState* ui, const uiFrameInput* input, int direction )
{
    (void)input;
    static const float sizes[] = { 11.0f, 13.0f, 15.0f, 17.0f, 20.0f, 23.0f, 26.0f, 32.0f };
    float size = ui->settings.fontSize, next = size;
    for ( int i = 0; i < SS_COUNT( sizes ); ++i )
    {
        if ( direction > 0 && sizes[i] > size + 0.5f )
        {
            next = sizes[i];
            break;
        }
        next = direction < 0 && sizes[i] < size - 0.5f ? sizes[i] : next;
    }
    ui->settings.fontSize = next;
    ui->requests.fontChanged = ui->requests.fontChanged || next != size;
}

static void cancel( uiState* ui, const uiFrameInput* input )
{
    bool others = ui->find->open || ui->help->shown || ui->help->aboutShown || ui->solvers->shown ||
        ui->sets->shown || ui->sweep->shown || ui->fit->shown || ui->freeBody->shown || ui->why->shown ||
        ui->settings.showLaw || ui->files->open;
    if ( !others && uiCancelBuild( ui, input ) ) { return; }
    ui->find->open = ui->find->wanted = ui->help->shown = ui->help->aboutShown = false;
    ui->solvers->shown = ui->sets->shown = ui->sweep->shown = ui->settings.showTransitions = false;
    ui->fit->shown = ui->record->shown = ui->figure->shown = ui->freeBody->shown = ui->why->shown = false;
    ui->settings.showLaw = false;
    ui->files->open = false;
    ui->requests.cancelOpening = input->opening != NULL;
    ui->closePopups = true;
    uiReleaseGrab( ui, input );
    uiCancelConditions( ui );
    ui->params->textParam = -1;
    ui->typing.name[0] = 0;
    ui->messages.secondsLeft = 0.0;
}

typedef struct actionRow
{
    actionFunction* perform;
    int argument;
    void ( *plain )( uiState* ui, const uiFrameInput* input ); // instead, where there is nothing to say
} actionRow;

static const actionRow actionTable[ui_actionCount] = {
    [ui_actionPlayPause] = { .plain = playPause },
    [ui_actionStep] = { step, 1, NULL },
    [ui_actionStepBack] = { step, -1, NULL },
    [ui_actionStep10] = { step, 10, NULL },
    [ui_actionStepBack10] = { step, -10, NULL },
    [ui_actionNewest] = { .plain = newest },
    [ui_actionReset] = { .plain = reset },
    [ui_actionSlower] = { changeSpeed, -1, NULL },
    [ui_actionFaster] = { changeSpeed, 1, NULL },
    [ui_actionPreviousScenario] = { loadNeighbour, -1, NULL },
    [ui_actionNextScenario] = { loadNeighbour, 1, NULL },
    [ui_actionFindScenario] = { .plain = findScenario },
    [ui_actionLessons] = { .plain = findLesson },
    [ui_actionStart] = { .plain = uiEnterStart },
    [ui_actionOpen] = { openFiles, 0, NULL },
    [ui_actionOpenData] = { .plain = openData },
    [ui_actionSaveAs] = { openFiles, 1, NULL },
    [ui_actionSave] = { request, offsetof( uiRequests, save ), NULL },
    [ui_actionCopyLink] = { request, offsetof( uiRequests, copyLink ), NULL },
    [ui_actionSavePage] = { request, offsetof( uiRequests, savePage ), NULL },
    [ui_actionFigure] = { .plain = uiToggleFigure },
    [ui_actionRecord] = { .plain = uiToggleRecording },
    [ui_actionScreenshot] = { request, offsetof( uiRequests, screenshot ), NULL },
    [ui_actionReload] = { request, offsetof( uiRequests, reload ), NULL },
    [ui_actionQuit] = { request, offsetof( uiRequests, quit ), NULL },
    [ui_actionUndo] = { .plain = uiUndoEdit },
    [ui_actionRedo] = { .plain = uiRedoEdit },
    [ui_actionHelp] = { .plain = toggleHelp },
    [ui_actionFullScreen] = { request, offsetof( uiRequests, toggleFullScreen ), NULL },
    [ui_actionPresent] = { .plain = uiTogglePresentation },
    [ui_actionSpotlight] = { .plain = uiToggleSpotlight },
    [ui_actionSpotlightLarger] = { uiResizeSpotlight, 1, NULL },
    [ui_actionSpotlightSmaller] = { uiResizeSpotlight, -1, NULL },
    [ui_actionToggleFace] = { .plain = toggleFace },
    [ui_actionTogglePanel] = { toggleSetting, offsetof( uiSettings, showPanel ), NULL },
    [ui_actionFocusParams] = { .plain = focusParams },
    [ui_actionNextPanel] = { uiJumpFocus, 1, NULL },
    [ui_actionPreviousPanel] = { uiJumpFocus, -1, NULL },
    [ui_actionMenus] = { .plain = openMenus },
    [ui_actionTogglePlots] = { toggleSpoiler, offsetof( uiSettings, showPlots ), NULL },
    [ui_actionNewPane] = { .plain = newPane },
    [ui_actionWholeRun] = { .plain = uiToggleWholeRun },
    [ui_actionToggleTransitions] = { toggleSpoiler, offsetof( uiSettings, showTransitions ), NULL },
    [ui_actionNextTransition] = { uiJumpTransition, 1, NULL },
    [ui_actionPreviousTransition] = { uiJumpTransition, -1, NULL },
    [ui_actionToggleContact] = { toggleSpoiler, offsetof( uiSettings, showContact ), NULL },
    [ui_actionToggleSolvers] = { .plain = toggleSolvers },
    [ui_actionWhy] = { .plain = uiToggleWhy },
    [ui_actionToggleSets] = { .plain = toggleSets },
    [ui_actionToggleFreeBody] = { .plain = uiToggleFreeBody },
    [ui_actionToggleBuild] = { .plain = uiToggleBuild },
    [ui_actionToggleSweep] = { .plain = toggleSweep },
    [ui_actionToggleFit] = { .plain = toggleFit },
    [ui_actionToggleLaw] = { toggleSetting, offsetof( uiSettings, showLaw ), NULL },
    [ui_actionTypeLaw] = { .plain = typeLaw },
    [ui_actionToggleReport] = { toggleSpoiler, offsetof( uiSettings, showReport ), NULL },
    [ui_actionFilterContacts] = { uiEnterCondition, ui_conditionFilter, NULL },
    [ui_actionBreakWhen] = { uiEnterCondition, ui_conditionBreak, NULL },
    [ui_actionNextContact] = { uiCycleContact, 1, NULL },
    [ui_actionPreviousContact] = { uiCycleContact, -1, NULL },
    [ui_actionFrameAll] = { .plain = uiFrameAll },
    [ui_actionResetView] = { .plain = resetView },
    [ui_actionToggleTwin] = { .plain = toggleTwin },
    [ui_actionToggleCones] = { toggleDrawFlag, ss_drawCones, NULL },
    [ui_actionToggleForces] = { toggleDrawFlag, ss_drawForces, NULL },
    [ui_actionFontSmaller] = { changeFontSize, -1, NULL },
    [ui_actionFontLarger] = { changeFontSize, 1, NULL },
    [ui_actionPin] = { .plain = uiPinRun },
    [ui_actionUnpin] = { uiUnpin, -1, NULL },
    [ui_actionTogglePins] = { .plain = togglePins },
    [ui_actionRuler] = { uiToggleInstrument, ui_ruler, NULL },
    [ui_actionProtractor] = { uiToggleInstrument, ui_protractor, NULL },
    [ui_actionStopwatch] = { uiToggleInstrument, ui_stopwatch, NULL },
    [ui_actionPressWatch] = { .plain = uiPressWatch },
    [ui_actionSound] = { toggleSetting, offsetof( uiSettings, sound ), NULL },
    [ui_actionCancel] = { .plain = cancel },
};

void uiPressKey( uiState* ui, const uiFrameInput* input, int key, int modifiers )
{
    ui->keyboard = true;
    // A field that has just been opened gets the keyboard a frame later.
    bool typing = ui->typing.name[0] != 0 || ui->files->open || ui->build->asks;
    if ( !typing && !uiHelpKey( ui, key, modifiers ) && !uiHoldKey( ui, key, modifiers ) &&
        !uiNavigationKey( ui, key, modifiers ) && !uiStartKey( ui, input, key, modifiers ) &&
        !uiFocusKey( ui, key, modifiers ) &&
        ( ui->find->open || ui->onStart || !uiLessonKey( ui, input, key, modifiers ) ) &&
        !uiPresentationKey( ui, input, key, modifiers ) && !uiBuildKey( ui, input, key, modifiers ) &&
        !uiViewKey( ui, input, key, modifiers ) )
    {
        uiDoAction( ui, input, uiFindAction( key, modifiers ) );
    }
}

void uiDoAction( uiState* ui, const uiFrameInput* input, uiAction action )
{
    if ( input->snapshot == NULL || input->snapshot->scenario == NULL )
    {
        ui->requests.quit = ui->requests.quit || action == ui_actionQuit;
        return;
    }
    const actionRow* row = actionTable + action;
    // What the start page has no place for leaves it; the page has the menus.
    bool leaves = ( uiNeedsPanels( action ) && action != ui_actionMenus ) || action == ui_actionPresent ||
        action == ui_actionToggleFace || action == ui_actionTogglePlots ||
        action == ui_actionToggleFreeBody || action == ui_actionFigure || action == ui_actionRecord ||
        action == ui_actionRuler || action == ui_actionProtractor;
    ui->onStart = ui->onStart && !leaves;
    if ( row->perform != NULL ) { row->perform( ui, input, row->argument ); }
    else if ( row->plain != NULL ) { row->plain( ui, input ); }
}
