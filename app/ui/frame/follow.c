// SPDX-License-Identifier: MIT
#include "ui/frame/frame.h"

#include "ui/core/ui_state.h"
#include "ui/frame/help.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/panel_sets.h"
#include "ui/panel/panel_timeline.h"
#include "ui/panel/panel_transitions.h"
#include "ui/panel/panel_viewport.h"

#include <stdio.h>
#include <string.h>

// What a new snapshot changes in the window: the camera follows the scene, and a new scenario clears the state that
// belonged to the old one.

static void enterScenario( uiState* ui, const sessionSnapshot* snapshot )
{
    const ssScenario* scenario = snapshot->scenario;
    memset( ui->posted.params, 0, sizeof( ui->posted.params ) );
    memset( ui->plots->plotViews, 0, sizeof( ui->plots->plotViews ) );
    memset( ui->plots->chartViews, 0, sizeof( ui->plots->chartViews ) );
    uiForgetEdits( ui );
    ui->plots->timeRange = ( uiPlotRange ){ 0 };
    ui->params->dragParam = ui->params->textParam = ui->params->suppressed = -1;
    ui->typing.name[0] = 0;
    uiRecallPanes( ui, snapshot );
    ui->contact->key = ( sessionContactKey ){ 0 };
    ui->hadContacts = false;
    ui->timeline->soughtStep = -1;
    *ui->transitions = ( uiTransitionsPanel ){ .seenTime = -1.0, .shown = -1 };
    ui->sets->handle = -1;
    ui->sets->refusal[0] = 0;
    ui->posted.speed.set = ui->posted.playing.set = false;
    snprintf( ui->settings.scenario, sizeof( ui->settings.scenario ), "%s", scenario->id );
}

void uiUpdateCamera( uiState* ui, const uiFrameInput* input )
{
    const sessionSnapshot* snapshot = input->snapshot;
    ui->view->cameraUpdated = true;
    if ( snapshot == NULL || snapshot->scenario == NULL )
    {
        return;
    }
    const gfxDrawList* draw = &snapshot->draw;
    bool entered = snapshot->scenario != ui->scenario;
    if ( entered )
    {
        ui->view->frameWanted = !ui->view->cameraPlaced;
        ui->view->cameraPlaced = false;
        ui->scenario = snapshot->scenario;
        enterScenario( ui, snapshot );
    }
    else if ( snapshot->preset != ui->preset )
    {
        ui->view->frameWanted = true;
        uiRecallPanes( ui, snapshot );
    }
    ui->preset = snapshot->preset;
    ui->hadContacts = ui->hadContacts || snapshot->contacts.count > 0;
    if ( snapshot->runNumber != ui->runNumber )
    {
        ui->view->gesture = ui->view->gesture == ui_gestureGrab ? ui_gestureNone : ui->view->gesture;
        // Another preset can have a very different size.
        float ratio = ui->view->boundsRadius > 0.0f ? draw->boundsRadius / ui->view->boundsRadius : 1.0f;
        ui->view->frameWanted = ui->view->frameWanted || ( !entered && ( ratio > 1.6f || ratio < 0.6f ) );
        ui->runNumber = snapshot->runNumber;
    }
    if ( ui->view->frameWanted && draw->boundsRadius > 0.0f )
    {
        uiResetCamera( ui, input );
        ui->view->frameWanted = false;
    }
    else if ( !entered && ui->settings.follow && ui->view->boundsRadius > 0.0f )
    {
        for ( int i = 0; i < 3; ++i )
        {
            ui->view->camera.target[i] += draw->boundsCenter[i] - ui->view->boundsCenter[i];
        }
    }
    memcpy( ui->view->boundsCenter, draw->boundsCenter, sizeof( ui->view->boundsCenter ) );
    ui->view->boundsRadius = draw->boundsRadius;
}
