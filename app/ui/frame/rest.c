// SPDX-License-Identifier: MIT
#include "ui/frame/frame.h"

#include "ui/core/ui_state.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/panel/panel_fit.h"
#include "ui/panel/panel_law.h"
#include "ui/panel/panel_sensitivity.h"
#include "ui/panel/panel_solvers.h"
#include "ui/panel/panel_sweep.h"
#include "ui/panel/panel_viewport.h"

#include <math.h>

// A still picture costs nothing: the host asks here whether the next frame would differ from this one.

static const double s_tick = 0.1; // [s] between frames that show progress, or let a caret blink

/// Does a posted value still wait for its answer? It is forgotten after a number of frames.
static bool waitsForAnswer( const uiState* ui, const uiFrameInput* input )
{
    bool waits = ui->posted.speed.set || ui->posted.playing.set;
    for ( int i = 0; i < input->snapshot->scenario->paramCount && !waits; ++i )
    {
        waits = ui->posted.params[i].set;
    }
    return waits;
}

double uiRestSeconds( uiState* ui, const uiFrameInput* input )
{
    // Frames of a running program wake the window when they come.
    bool follows = input->snapshot != NULL && input->snapshot->follows;
    if ( input->snapshot == NULL || input->snapshot->scenario == NULL ||
        ( !follows && ( input->snapshot->playing || uiShownPlaying( ui, input ) ) ) ||
        ui->view->fitDistance > 0.0f || ui->view->frameWanted ||
        ( ui->presenting.on && ui->presenting.wantedEm != ui->presenting.em ) ||
        waitsForAnswer( ui, input ) || uiLawIsBusy( ui ) || uiFitIsLive( ui ) )
    {
        return 0.0;
    }
    bool computes = ( ui->sweep->runner != NULL && sweepRunner_Progress( ui->sweep->runner ).busy ) ||
        ( ui->solvers->scope != NULL && sessionSolverScope_Busy( ui->solvers->scope ) );
    computes = computes || ( input->recording != NULL && input->recording->running );
    computes = computes || uiLessonIsBusy( ui ) || uiFitIsBusy( ui ) || uiSensitivityIsBusy( ui ) ||
        input->opening != NULL || input->work.queued || input->work.seeking || input->work.seconds > 0.0;
    computes = computes || uiSpeechWaits( ui );
    if ( computes || igGetIO()->WantTextInput || igIsAnyMouseDown() )
    {
        return s_tick;
    }
    return ui->messages.secondsLeft > 0.0 ? ui->messages.secondsLeft : (double)INFINITY;
}
