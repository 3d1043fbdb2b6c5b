// SPDX-License-Identifier: MIT
#include "ui/frame/frame.h"

#include "ui/core/ui_state.h"
#include "ui/frame/help.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_sets.h"
#include "ui/panel/panel_solvers.h"
#include "ui/panel/panel_sweep.h"
#include "ui/panel/panel_transitions.h"
#include "ui/panel/panel_viewport.h"
#include "ui/panel/user_plots.h"

#include <math.h>

// What keys, menus and buttons do.

static void setSpeed( uiState* ui, const uiFrameInput* input, int octaves )
{
    double speed = uiShownSpeed( ui, input );
    double octave = round( log2( speed > 0.0 ? speed : 1.0 ) ) + octaves;
    speed = exp2( fmin( fmax( octave, ui_slowest ), ui_fastest ) );
    uiPost( input, session_commandSpeed, 0, speed );
    ui->posted.speed = ( uiShadow ){ .set = true, .value = speed };
}

static void setFontSize( uiState* ui, float factor )
{
    static const float sizes[] = { 11.0f, 13.0f, 15.0f, 17.0f, 20.0f, 23.0f, 26.0f, 32.0f };
    float size = ui->settings.fontSize, next = size;
    for ( int i = 0; i < SS_COUNT( sizes ); ++i )
    {
        if ( factor > 1.0f && sizes[i] > size + 0.5f )
        {
            next = sizes[i];
            break;
        }
        if ( factor < 1.0f && sizes[i] < size - 0.5f )
        {
            next = sizes[i];
        }
    }
    ui->settings.fontSize = next;
    ui->requests.fontChanged = ui->requests.fontChanged || next != size;
}

static void loadNeighbour( uiState* ui, const uiFrameInput* input, int offset )
{
    int count = ssScenarioCount();
    for ( int i = 0; i < count; ++i )
    {
        if ( ssGetScenario( i ) == input->snapshot->scenario )
        {
            ui->requests.load = ssGetScenario( ( i + offset + count ) % count );
            if ( count == 1 )
            {
                uiNotify( ui, "This is the only scenario." );
                ui->requests.load = NULL;
            }
        }
    }
}

static void cancel( uiState* ui, const uiFrameInput* input )
{
    ui->help->findOpen = ui->help->findWanted = ui->help->shown = ui->help->aboutShown = ui->solvers->shown =
        ui->sets->shown = false;
    ui->sweep->shown = ui->settings.showTransitions = false;
    ui->closePopups = true;
    uiReleaseGrab( ui, input );
    ui->params->typedParam = ui->params->textParam = -1;
    ui->messages.secondsLeft = 0.0;
}

static void playPause( uiState* ui, const uiFrameInput* input )
{
    bool play = !uiShownPlaying( ui, input );
    uiPost( input, play ? session_commandPlay : session_commandPause, 0, 0.0 );
    ui->posted.playing = ( uiShadow ){ .set = true, .value = play ? 1.0 : 0.0 };
}

static void step( uiState* ui, const uiFrameInput* input, int count )
{
    if ( count < 0 && !input->snapshot->canStepBack )
    {
        uiNotify( ui, "There is no step before this one." );
        return;
    }
    uiPost( input, session_commandStep, count, 0.0 );
    ui->posted.playing.set = false;
}

void uiDoAction( uiState* ui, const uiFrameInput* input, uiAction action )
{
    uiSettings* s = &ui->settings;
    if ( input->snapshot == NULL || input->snapshot->scenario == NULL )
    {
        ui->requests.quit = ui->requests.quit || action == ui_actionQuit;
        return;
    }
    switch ( action )
    {
        case ui_actionNone:
            break;
        case ui_actionPlayPause:
            playPause( ui, input );
            break;
        case ui_actionStep:
            step( ui, input, 1 );
            break;
        case ui_actionStepBack:
            step( ui, input, -1 );
            break;
        case ui_actionStep10:
            step( ui, input, 10 );
            break;
        case ui_actionStepBack10:
            step( ui, input, -10 );
            break;
        case ui_actionReset:
            uiPost( input, session_commandReset, 0, 0.0 );
            break;
        case ui_actionSlower:
            setSpeed( ui, input, -1 );
            break;
        case ui_actionFaster:
            setSpeed( ui, input, 1 );
            break;
        case ui_actionPreviousScenario:
            loadNeighbour( ui, input, -1 );
            break;
        case ui_actionNextScenario:
            loadNeighbour( ui, input, 1 );
            break;
        case ui_actionFindScenario:
            ui->help->findWanted = true;
            break;
        case ui_actionSave:
            ui->requests.save = true;
            break;
        case ui_actionScreenshot:
            ui->requests.screenshot = true;
            break;
        case ui_actionReload:
            ui->requests.reload = true;
            break;
        case ui_actionQuit:
            ui->requests.quit = true;
            break;
        case ui_actionUndo:
            uiUndoEdit( ui, input );
            break;
        case ui_actionRedo:
            uiRedoEdit( ui, input );
            break;
        case ui_actionHelp:
            ui->help->shown = !ui->help->shown;
            break;
        case ui_actionFullScreen:
            ui->requests.toggleFullScreen = true;
            break;
        case ui_actionTogglePanel:
            s->showPanel = !s->showPanel;
            break;
        case ui_actionToggleContact:
            s->showContact = !s->showContact;
            break;
        case ui_actionToggleSets:
            ui->sets->shown = !ui->sets->shown && uiHasSets( input->snapshot->scenario );
            break;
        // the two large ones take the same place: each comes back as it was left
        case ui_actionToggleSolvers:
            ui->solvers->shown = !ui->solvers->shown;
            ui->sweep->shown = ui->sweep->shown && !ui->solvers->shown;
            break;
        case ui_actionToggleReport:
            s->showReport = !s->showReport;
            break;
        case ui_actionToggleSweep:
            ui->sweep->shown = !ui->sweep->shown;
            ui->solvers->shown = ui->solvers->shown && !ui->sweep->shown;
            break;
        case ui_actionNextContact:
            uiCycleContact( ui, input, 1 );
            break;
        case ui_actionPreviousContact:
            uiCycleContact( ui, input, -1 );
            break;
        case ui_actionTogglePlots:
            s->showPlots = !s->showPlots;
            break;
        case ui_actionNewPane:
            s->showPlots = true;
            uiNewUserPlot( ui, input->snapshot->scenario );
            break;
        case ui_actionToggleTransitions:
            s->showTransitions = !s->showTransitions;
            break;
        case ui_actionNextTransition:
            uiJumpTransition( ui, input, 1 );
            break;
        case ui_actionPreviousTransition:
            uiJumpTransition( ui, input, -1 );
            break;
        case ui_actionFrameAll:
            uiFrameAll( ui, input );
            break;
        case ui_actionToggleCones:
            uiPostFlags( ui, input, s->drawFlags ^ (uint32_t)ss_drawCones );
            break;
        case ui_actionToggleForces:
            uiPostFlags( ui, input, s->drawFlags ^ (uint32_t)ss_drawForces );
            break;
        case ui_actionFontSmaller:
            setFontSize( ui, 0.5f );
            break;
        case ui_actionFontLarger:
            setFontSize( ui, 2.0f );
            break;
        case ui_actionCancel:
            cancel( ui, input );
            break;
    }
}
