// SPDX-License-Identifier: MIT
#include "slipstick/lab/log_scenario.h"
#include "ui/core/ui_state.h"
#include "ui/frame/frame.h"
#include "ui/frame/frame_parts.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_params.h"
#include "ui/panel/panel_plots.h"
#include "ui/panel/panel_sets.h"
#include "ui/panel/panel_timeline.h"
#include "ui/panel/panel_viewport.h"

#include <stdio.h>
#include <string.h>

// A new snapshot: the camera follows the scene, and a new scenario clears the state of the old one.

static void enterScenario( uiState* ui, const sessionSnapshot* snapshot )
{
    const ssScenario* scenario = snapshot->scenario;
    memset( ui->posted.params, 0, sizeof( ui->posted.params ) );
    memset( ui->plots->plotViews, 0, sizeof( ui->plots->plotViews ) );
    memset( ui->plots->chartViews, 0, sizeof( ui->plots->chartViews ) );
    uiForgetEdits( ui );
    // What the simulation says about the new one is worth more than a notice about the old one.
    ui->messages.secondsLeft = snapshot->message[0] != '\0' ? 0.0 : ui->messages.secondsLeft;
    ui->plots->timeRange = ( uiPlotRange ){ 0 };
    memset( ui->posted.twins, 0, sizeof( ui->posted.twins ) );
    ui->params->dragParam = ui->params->textParam = ui->params->suppressed = ui->params->twinParam = -1;
    ui->typing.name[0] = 0;
    uiRecallPanes( ui, snapshot );
    ui->contact->key = ( sessionContactKey ){ 0 };
    ui->hadContacts = false;
    ui->timeline->sought = (double)NAN;
    uiTransitionFilter filter = {
        .contact = ui_transitionsOfAll, .a = -1, .shortest = ui->transitions->filter.shortest
    };
    *ui->transitions = ( uiTransitionsPanel ){ .shown = -1, .filter = filter, .changes = &snapshot->changes };
    ui->sets->handle = -1;
    ui->sets->refusal[0] = 0;
    ui->posted.speed.set = ui->posted.playing.set = false;
    snprintf( ui->settings.scenario, sizeof( ui->settings.scenario ), "%s", scenario->id );
}

/// Another typed law has other parameters: what was done to those of the old one is forgotten. The same goes
/// for signals that were measures of the old run.
static void enterLaw( uiState* ui, const ssScenario* scenario )
{
    int own = ssScenario_Base( scenario )->model.paramCount;
    int* held[] = { &ui->params->dragParam, &ui->params->textParam, &ui->params->suppressed };
    memset( ui->posted.params + own, 0, (size_t)( SS_MAX_PARAMS - own ) * sizeof( ui->posted.params[0] ) );
    uiForgetEditsFrom( ui, own );
    uiDropLostSignals( ui, scenario );
    for ( int i = 0; i < SS_COUNT( held ); ++i ) { *held[i] = *held[i] >= own ? -1 : *held[i]; }
}

/// A scene file states the distance for a view of usual shape; a narrower one needs a larger distance.
static float stepBack( const gfxViewport* viewport )
{
    const float usual = 1.6f, most = 4.0f; // width over height; the longest step
    return fminf( fmaxf( usual * viewport->height / fmaxf( viewport->width, 1.0f ), 1.0f ), most );
}

/// What the camera does when a new run begins.
static void enterRun( uiState* ui, const sessionSnapshot* snapshot, bool entered )
{
    uiViewPanel* view = ui->view;
    view->gesture = view->gesture == ui_gestureGrab ? ui_gestureNone : view->gesture;
    // Another preset can have a very different size.
    float center[3], radius;
    uiSceneBounds( snapshot, center, &radius );
    float ratio = view->boundsRadius > 0.0f ? radius / view->boundsRadius : 1.0f;
    view->resetWanted = view->resetWanted || entered || view->opening;
    view->frameWanted = view->resetWanted || !view->moved || ratio > 1.6f || ratio < 0.6f;
    if ( view->opening )
    {
        uiForgetEdits( ui ); // they belong to another scene
    }
    view->opening = false;
    if ( view->placed )
    {
        view->camera = view->placement;
        view->camera.distance *= view->farther;
        view->placed = view->frameWanted = view->resetWanted = false;
        view->moved = true;
        view->held = false; // somebody chose it, so it does not fit itself to the scene
    }
}

/// The distance from which a body is also in sight. One far outside the scene is given up.
static float distanceWith( float distance, const uiState* ui, const gfxDrawList* draw, const float center[3],
    float radius, const gfxViewport* viewport )
{
    const float lost = 5.0f; // times the radius of the scene
    float away[3];
    for ( int i = 0; i < 3; ++i ) { away[i] = center[i] - draw->boundsCenter[i]; }
    return hypotf( hypotf( away[0], away[1] ), away[2] ) < lost * draw->boundsRadius
        ? fmaxf( distance, gfxCamera_DistanceFor( &ui->view->camera, center, 1.05f * radius, viewport ) )
        : distance;
}

#define CROWD 64

/// The same for all bodies of a list. In a crowd the bounds count alone: some fall off the table.
static float distanceForBodies(
    float distance, const uiState* ui, const gfxDrawList* draw, const gfxViewport* viewport )
{
    bool few = draw->sphereCount + draw->solidCount <= CROWD;
    for ( int i = 0; i < draw->sphereCount && few; ++i )
    {
        const gfxSphere* s = draw->spheres + i;
        distance =
            s->body >= 0 ? distanceWith( distance, ui, draw, s->center, s->radius, viewport ) : distance;
    }
    for ( int i = 0; i < draw->solidCount && few; ++i )
    {
        const gfxSolid* s = draw->solids + i;
        float radius = hypotf( hypotf( s->half[0], s->half[1] ), s->half[2] );
        distance = s->body >= 0 ? distanceWith( distance, ui, draw, s->center, radius, viewport ) : distance;
    }
    return distance;
}

/// The distance from which everything is in sight.
static float distanceForAll(
    const uiState* ui, const sessionSnapshot* snapshot, float zoom, const gfxViewport* viewport )
{
    const float room = 1.05f; // as in gfxCamera_Frame
    float center[3], radius;
    uiSceneBounds( snapshot, center, &radius );
    float distance = room * gfxCamera_DistanceFor( &ui->view->camera, center, radius / zoom, viewport );
    const sessionCompanionView* twin = sessionSnapshot_Twin( snapshot );
    distance = twin != NULL ? distanceForBodies( distance, ui, &twin->draw, viewport ) : distance;
    return distanceForBodies( distance, ui, &snapshot->draw, viewport );
}

/// Moves the camera away as the scene grows, a little farther than needed, to keep bodies in view.
static void widen( uiState* ui, const uiFrameInput* input )
{
    const float farther = 1.1f, easing = 0.25f; // [s]
    gfxViewport viewport = uiViewport( ui, input );
    uiViewPanel* view = ui->view;
    float* distance = &view->camera.distance;
    float needed = distanceForAll( ui, input->snapshot, uiOpeningZoom( input ), &viewport );
    view->fitDistance =
        needed > 1.001f * *distance ? fmaxf( view->fitDistance, farther * needed ) : view->fitDistance;
    if ( view->fitDistance > 1.002f * *distance )
    {
        float seconds = fminf( igGetIO()->DeltaTime, 0.1f );
        *distance += ( view->fitDistance - *distance ) * ( 1.0f - expf( -seconds / easing ) );
        *distance = fmaxf( *distance, needed );
    }
    else { view->fitDistance = 0.0f; }
}

/// Contacts have opened and none is left; scenarios that show no contacts stay on the ground.
static bool isInTheAir( const sessionSnapshot* snapshot )
{
    const sessionChangeList* changes = &snapshot->changes;
    return changes->count > 0 && ssFindRegime( snapshot->scenario ).kind != ss_regimeBranch &&
        changes->items[changes->count - 1].change.to == ss_modeOpen;
}

/// Moves the camera as the path of the run has it. Where that has changed, it gets there smoothly.
static void followPath( uiViewPanel* view, const sessionSnapshot* snapshot, const gfxFraming* framing )
{
    const float easing = 0.3f; // [s]
    gfxCamera* camera = &view->camera;
    bool same = framing->kind == view->framed.kind && snapshot->path.count == view->framedWith &&
        snapshot->speed == view->framedAt;
    float rest = expf( -fminf( igGetIO()->DeltaTime, 0.1f ) / easing );
    view->stretch = 1.0f + rest * ( ( same ? view->stretch : camera->distance / framing->distance ) - 1.0f );
    for ( int k = 0; k < 3; ++k )
    {
        view->lead[k] = rest * ( same ? view->lead[k] : camera->target[k] - framing->target[k] );
        camera->target[k] = framing->target[k] + view->lead[k];
    }
    camera->distance = framing->distance * view->stretch;
}

/// Moves the camera with the scene, and away from it as the scene grows. The one in the hand stays.
static void follow( uiState* ui, const uiFrameInput* input )
{
    uiViewPanel* view = ui->view;
    if ( view->held ) { return; }
    const gfxFraming framing = uiFraming( ui, input );
    bool onPath = framing.kind != gfx_framingNow && !view->moved && view->gesture != ui_gestureGrab;
    if ( onPath ) { followPath( view, input->snapshot, &framing ); }
    view->framed = framing;
    view->framed.kind = onPath ? framing.kind : gfx_framingNow;
    view->framedWith = input->snapshot->path.count;
    view->framedAt = input->snapshot->speed;
    if ( onPath ) { return; }
    float center[3], radius;
    uiSceneBounds( input->snapshot, center, &radius );
    for ( int i = 0; i < 3; ++i ) { view->camera.target[i] += center[i] - view->boundsCenter[i]; }
    // While a body is pulled, the mouse would pull it farther and farther away.
    bool fits = !view->moved && view->gesture != ui_gestureGrab;
    view->fitDistance = fits ? view->fitDistance : 0.0f;
    if ( fits ) { widen( ui, input ); }
}

void uiUpdateCamera( uiState* ui, const uiFrameInput* input )
{
    const sessionSnapshot* snapshot = input->snapshot;
    uiViewPanel* view = ui->view;
    view->cameraUpdated = true;
    if ( snapshot == NULL || snapshot->scenario == NULL ) { return; }
    const gfxDrawList* draw = &snapshot->draw;
    bool entered = ssScenario_Base( snapshot->scenario ) != ui->base;
    bool anotherLaw = !entered && snapshot->scenario != ui->scenario;
    ui->scenario = snapshot->scenario;
    ui->base = ssScenario_Base( snapshot->scenario );
    if ( anotherLaw ) { enterLaw( ui, snapshot->scenario ); }
    if ( entered )
    {
        enterScenario( ui, snapshot );
        if ( ssScenario_IsLog( snapshot->scenario ) )
        {
            uiSelectWorst( ui, input ); // what somebody opens a log for
        }
    }
    else if ( snapshot->preset != ui->preset )
    {
        view->frameWanted = view->resetWanted = true;
        uiRecallPanes( ui, snapshot );
    }
    ui->preset = snapshot->preset;
    ui->hadContacts =
        ui->hadContacts || snapshot->contacts.count > 0 || snapshot->recorded || isInTheAir( snapshot );
    gfxViewport viewport = uiViewport( ui, input ); // known by now: it depends on which panels there are
    view->farther = stepBack( &viewport );
    if ( entered || snapshot->runNumber != ui->runNumber )
    {
        enterRun( ui, snapshot, entered );
        ui->runNumber = snapshot->runNumber;
    }
    if ( view->frameWanted && draw->boundsRadius > 0.0f )
    {
        ( view->resetWanted ? uiResetCamera : uiFrameAll )( ui, input );
        view->frameWanted = view->resetWanted = false;
    }
    else if ( !entered && ui->settings.follow && view->boundsRadius > 0.0f && !ui->build->on )
    {
        follow( ui, input );
    }
    uiSceneBounds( snapshot, view->boundsCenter, &view->boundsRadius );
}
