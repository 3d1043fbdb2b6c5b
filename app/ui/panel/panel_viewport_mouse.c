// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_build.h"
#include "ui/panel/panel_contact.h"
#include "ui/panel/panel_measure.h"
#include "ui/panel/panel_viewport.h"

#include <string.h>

// The mouse in the view: it turns the camera, pulls bodies, selects contacts and shows what it points at.

static void postDrag( uiState* ui, const uiFrameInput* input, bool active )
{
    sessionCommand command = { .kind = session_commandDrag };
    command.drag.active = active;
    command.drag.body = ui->view->grabBody;
    command.drag.target = ( ssVec3 ){ (double)ui->view->grabTarget[0], (double)ui->view->grabTarget[1],
        (double)ui->view->grabTarget[2] };
    sessionDriver_Post( input->driver, &command );
}

void uiReleaseGrab( uiState* ui, const uiFrameInput* input )
{
    if ( ui->view->gesture == ui_gestureGrab )
    {
        postDrag( ui, input, false );
        ui->view->gesture = ui_gestureNone;
    }
}

static float dot3( const float* a, const float* b ) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// Finds where the ray through a pixel meets the plane through the grabbed point that faces the camera.
static bool grabTargetAt( const uiState* ui, const gfxViewport* viewport, float x, float y, float target[3] )
{
    float origin[3], direction[3];
    gfxCamera_Ray( &ui->view->camera, viewport, x, y, origin, direction );
    float slope = dot3( direction, ui->view->grabNormal );
    if ( fabsf( slope ) < 1e-6f ) { return false; }
    float to[3] = { ui->view->grabPoint[0] - origin[0], ui->view->grabPoint[1] - origin[1],
        ui->view->grabPoint[2] - origin[2] };
    float distance = dot3( to, ui->view->grabNormal ) / slope;
    if ( distance <= 0.0f ) { return false; }
    for ( int i = 0; i < 3; ++i ) { target[i] = origin[i] + distance * direction[i]; }
    return true;
}

/// What is drawn under the mouse.
static const gfxDrawList* drawUnder( const uiState* ui, const uiFrameInput* input )
{
    uiScenes scenes = uiComputeScenes( ui, input );
    return scenes.draws[ui->view->scene < scenes.count ? ui->view->scene : 0];
}

bool uiFindBody( const gfxDrawList* draw, int body, float center[3] )
{
    for ( int i = 0; i < draw->sphereCount; ++i )
    {
        if ( draw->spheres[i].body == body )
        {
            memcpy( center, draw->spheres[i].center, 3 * sizeof( float ) );
            return true;
        }
    }
    for ( int i = 0; i < draw->solidCount; ++i )
    {
        if ( draw->solids[i].body == body )
        {
            memcpy( center, draw->solids[i].center, 3 * sizeof( float ) );
            return true;
        }
    }
    return false;
}

/// Returns the body that a drag from this pixel would pull, even where marks cover it; -1: none.
static int bodyToPull( const uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x,
    float y, float hit[3] )
{
    return input->snapshot->scenario->picture.drag != NULL
        ? gfxPickBody( drawUnder( ui, input ), &ui->view->camera, viewport, x, y, hit )
        : -1;
}

static void beginGesture(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    uiViewPanel* view = ui->view;
    view->pressX = view->lastX = x;
    view->pressY = view->lastY = y;
    if ( igIsMouseClicked( ImGuiMouseButton_Right, false ) ||
        igIsMouseClicked( ImGuiMouseButton_Middle, false ) || igGetIO()->KeyShift )
    {
        view->gesture = ui_gesturePan;
        return;
    }
    view->gesture = ui_gesturePress;
    view->grabBody = bodyToPull( ui, input, viewport, x, y, view->grabPoint );
    if ( view->grabBody >= 0 && !uiFindBody( drawUnder( ui, input ), view->grabBody, view->pressCenter ) )
    {
        view->grabBody = -1;
    }
}

/// Takes hold of the pressed body where the mouse was pressed.
static void beginGrab( uiState* ui, const uiFrameInput* input )
{
    uiViewPanel* view = ui->view;
    float eye[3], now[3], length = 0.0f;
    if ( !uiFindBody( drawUnder( ui, input ), view->grabBody, now ) )
    {
        view->gesture = ui_gestureNone;
        return;
    }
    gfxCamera_Eye( &view->camera, eye );
    for ( int i = 0; i < 3; ++i )
    {
        view->grabNormal[i] = view->camera.target[i] - eye[i];
        length += view->grabNormal[i] * view->grabNormal[i];
    }
    length = sqrtf( fmaxf( length, 1e-20f ) );
    for ( int i = 0; i < 3; ++i )
    {
        view->grabNormal[i] /= length;
        // The body may have moved on since it was pressed.
        view->grabPoint[i] += now[i] - view->pressCenter[i];
        view->grabTarget[i] = view->grabPoint[i];
    }
    view->gesture = ui_gestureGrab;
    postDrag( ui, input, true );
}

bool uiGrabBody( uiState* ui, const uiFrameInput* input, int body )
{
    uiViewPanel* view = ui->view;
    uiReleaseGrab( ui, input );
    if ( !uiFindBody( &input->snapshot->draw, body, view->pressCenter ) ) { return false; }
    view->grabBody = body;
    memcpy( view->grabPoint, view->pressCenter, sizeof( view->grabPoint ) );
    beginGrab( ui, input );
    return view->gesture == ui_gestureGrab;
}

void uiPostGrab( uiState* ui, const uiFrameInput* input ) { postDrag( ui, input, true ); }

static void hold( uiState* ui, float dx, float dy )
{
    if ( dx != 0.0f || dy != 0.0f ) { uiHoldCamera( ui ); }
}

/// Goes on from where the mouse was last seen: a single jump counts as much as many small movements.
static void continueGesture(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    uiViewPanel* view = ui->view;
    float still = fmaxf( 3.0f, 0.25f * ui->em ) * uiPixelScale( input ); // what a hand moves while it clicks
    if ( view->gesture == ui_gesturePress && hypotf( x - view->pressX, y - view->pressY ) > still )
    {
        view->gesture = ui_gestureOrbit;
        if ( view->grabBody >= 0 ) { beginGrab( ui, input ); }
    }
    float dx = x - view->lastX, dy = y - view->lastY, target[3];
    switch ( view->gesture )
    {
        case ui_gestureOrbit:
            gfxCamera_Orbit( &view->camera, dx, dy, viewport );
            hold( ui, dx, dy );
            break;
        case ui_gesturePan:
            gfxCamera_Pan( &view->camera, dx, dy, viewport );
            hold( ui, dx, dy );
            igSetMouseCursor( ImGuiMouseCursor_ResizeAll );
            break;
        case ui_gestureGrab:
            // The target also moves while the mouse rests, if the camera follows a body.
            if ( grabTargetAt( ui, viewport, x, y, target ) &&
                memcmp( target, view->grabTarget, sizeof( target ) ) != 0 )
            {
                memcpy( view->grabTarget, target, sizeof( target ) );
                postDrag( ui, input, true );
            }
            igSetMouseCursor( ImGuiMouseCursor_Hand );
            break;
        case ui_gesturePress: return; // the first movement that counts begins at the press
        case ui_gestureNone: break;
    }
    view->lastX = x;
    view->lastY = y;
}

const sessionContact* uiContactNear( const uiState* ui, const uiFrameInput* input,
    const gfxViewport* viewport, float x, float y, int body, float reach )
{
    const sessionContactList* list = &input->snapshot->contacts;
    const sessionContact* found = NULL;
    const gfxProjector projector = gfxCamera_Projector( &ui->view->camera, viewport );
    for ( int i = 0; i < list->count; ++i )
    {
        float at[2];
        bool counts =
            !list->items[i].hidden && ( body < 0 || list->items[i].a == body || list->items[i].b == body );
        if ( counts && gfxProjector_Project( &projector, list->items[i].point, at ) )
        {
            float square = ( at[0] - x ) * ( at[0] - x ) + ( at[1] - y ) * ( at[1] - y );
            if ( square < reach * reach )
            {
                reach = sqrtf( square );
                found = list->items + i;
            }
        }
    }
    return found;
}

/// The contact at a pixel (NULL: none) and the body (-1: none). A body hides contacts of others.
static const sessionContact* contactUnder(
    const uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y, int* body )
{
    float hit[3];
    *body = gfxPickBody( drawUnder( ui, input ), &ui->view->camera, viewport, x, y, hit );
    uiScenes scenes = uiComputeScenes( ui, input );
    if ( scenes.count > 1 && ( ui->view->scene > 0 || input->snapshot->sided ) )
    {
        return NULL; // the contacts of the list are those of the run; here they would be somewhere else
    }
    return uiContactNear( ui, input, viewport, x, y, *body, 0.7f * ui->em * uiPixelScale( input ) );
}

static const char* describeContact( const sessionContact* contact )
{
    if ( contact->pending ) { return tr( "contact: force and mode are known after the first step" ); }
    const char* force = uiFormatQuantity( (double)contact->force, "N" );
    int mode = contact->mode >= 0 && contact->mode < ss_modeCount ? contact->mode : 0;
    return uiPrint( tr( "contact: %s, |r| = %s\ndouble-click for details" ),
        tr( ssContactModeName( (ssContactMode)mode ) ), force );
}

static const char* describeSolid( const gfxSolid* solid )
{
    const float* h = solid->half;
    if ( solid->kind == ss_solidBox )
    {
        return uiPrint( tr( "body %d: box, %.4g × %.4g × %.4g m" ), solid->body, 2.0 * (double)h[0],
            2.0 * (double)h[1], 2.0 * (double)h[2] );
    }
    if ( solid->kind == ss_solidHull ) { return uiPrint( tr( "body %d: hull" ), solid->body ); }
    bool capsule = solid->kind == ss_solidCapsule;
    return uiPrint( capsule ? tr( "body %d: capsule, R = %.4g m, length %.4g m" )
                            : tr( "body %d: cylinder, R = %.4g m, length %.4g m" ),
        solid->body, (double)h[0], 2.0 * (double)( h[2] + ( capsule ? h[0] : 0.0f ) ) );
}

static void showTooltip(
    const uiState* ui, const uiFrameInput* input, const sessionContact* contact, int body )
{
    const char* text = contact != NULL ? describeContact( contact ) : NULL;
    float energy = 0.0f;
    const gfxDrawList* draw = drawUnder( ui, input );
    for ( int i = 0; i < draw->sphereCount && text == NULL; ++i )
    {
        if ( draw->spheres[i].body == body )
        {
            const char* number = uiFormatQuantity( (double)draw->spheres[i].radius, "m" );
            text = uiPrint( tr( "body %d: sphere, R = %s" ), body, number );
            energy = draw->spheres[i].energy;
        }
    }
    for ( int i = 0; i < draw->solidCount && text == NULL; ++i )
    {
        if ( draw->solids[i].body == body )
        {
            text = describeSolid( draw->solids + i );
            energy = draw->solids[i].energy;
        }
    }
    if ( text != NULL )
    {
        const char* kinetic = uiPrint( tr( "\nkinetic energy %s" ), uiFormatQuantity( (double)energy, "J" ) );
        text = uiPrint( "%s%s", text, energy > 0.0f ? kinetic : "" ); // some scenarios do not provide it
        uiTooltip( "%s", text );
        uiMarkText( "view.tooltip", text );
    }
}

/// Selects the contact under the mouse, or the nearest one of the body there. False when there is none.
static bool selectUnder(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    int body;
    const sessionContact* contact = contactUnder( ui, input, viewport, x, y, &body );
    contact = contact == NULL && body >= 0 ? uiContactNear( ui, input, viewport, x, y, body, (float)INFINITY )
                                           : contact;
    if ( contact != NULL ) { uiSelectContact( ui, input, contact ); }
    return contact != NULL;
}

/// Centres the view on what was clicked; on empty space it shows the whole scene.
static void centreOn( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    float hit[3];
    int body;
    const sessionContact* contact = contactUnder( ui, input, viewport, x, y, &body );
    if ( contact != NULL ||
        gfxPickBody( drawUnder( ui, input ), &ui->view->camera, viewport, x, y, hit ) >= 0 )
    {
        memcpy( ui->view->camera.target, contact != NULL ? contact->point : hit,
            sizeof( ui->view->camera.target ) );
        uiHoldCamera( ui );
    }
    else { uiFrameAll( ui, input ); }
}

static void handlePress(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    if ( igIsMouseDoubleClicked( ImGuiMouseButton_Right ) ) { centreOn( ui, input, viewport, x, y ); }
    else if ( igIsMouseDoubleClicked( ImGuiMouseButton_Left ) )
    {
        // Only the second click opens the microscope: the view would shift before it.
        ui->settings.showContact = selectUnder( ui, input, viewport, x, y ) || ui->settings.showContact;
    }
    else { beginGesture( ui, input, viewport, x, y ); }
}

/// Ends a gesture. A press that did not become a drag selects.
static void handleRelease(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    continueGesture( ui, input, viewport, x, y ); // the mouse may have moved in the frame of its release
    if ( ui->view->gesture == ui_gesturePress && !uiBuildClick( ui, input ) )
    {
        selectUnder( ui, input, viewport, ui->view->pressX, ui->view->pressY );
    }
    uiReleaseGrab( ui, input );
    ui->view->gesture = ui_gestureNone;
}

/// Names the place of the selected contact on the screen, for scripts and tests.
static void markSelectedContact( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport )
{
    if ( !input->snapshot->contacts.selected.found ) { return; }
    uiScenes scenes = uiComputeScenes( ui, input );
    float at[3], pixel[2], scale = uiPixelScale( input );
    const uiRect* part = scenes.parts + uiPlaceSelection( input->snapshot, &scenes, at );
    if ( gfxCamera_Project( &ui->view->camera, viewport, at, pixel ) )
    {
        float px = part->x0 + pixel[0] / scale, py = part->y0 + pixel[1] / scale, r = 2.0f;
        uiMarkRect( "contact.point", ( uiRect ){ px - r, py - r, px + r, py + r } );
    }
}

static void showHint(
    uiState* ui, const uiFrameInput* input, const sessionContact* contact, int body, bool hovered )
{
    if ( ui->view->gesture == ui_gestureGrab )
    {
        uiHint( ui,
            input->snapshot->playing ? tr( "release to let go of the body" )
                                     : tr( "the pull acts once the run continues (Space)" ) );
    }
    else if ( body >= 0 && input->snapshot->scenario->picture.drag != NULL )
    {
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        uiHint( ui,
            tr( "drag: pull the body · click: select its contact · double-click: contact microscope · "
                "right-drag: pan" ) );
    }
    else if ( contact != NULL || body >= 0 )
    {
        uiHint( ui,
            tr( "drag: orbit · click: select the contact · double-click: contact microscope · right "
                "double-click: centre" ) );
    }
    else if ( hovered )
    {
        uiHint( ui,
            input->snapshot->scenario->picture.drag != NULL
                ? tr( "drag: orbit · drag a body: pull it · right-drag: pan · wheel: zoom · F1: help" )
                : tr( "drag: orbit · right-drag: pan · wheel: zoom · F1: help" ) );
    }
}

void uiViewMouse( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    const ImGuiIO* io = igGetIO();
    float scale = uiPixelScale( input );
    gfxViewport viewport = uiViewport( ui, input ); // that of a twin has the same size
    uiScenes scenes = uiComputeScenes( ui, input );
    if ( ui->view->gesture == ui_gestureNone )
    {
        ui->view->scene = scenes.count > 1 && uiInside( scenes.parts[1], io->MousePos ) ? 1 : 0;
    }
    const uiRect* part = scenes.parts + ( ui->view->scene < scenes.count ? ui->view->scene : 0 );
    float x = ( io->MousePos.x - part->x0 ) * scale, y = ( io->MousePos.y - part->y0 ) * scale;

    igSetCursorScreenPos( uiVec2( layout->view.x0, layout->view.y0 ) );
    igInvisibleButton( "viewport",
        uiVec2( fmaxf( 1.0f, uiWidth( layout->view ) ), fmaxf( 1.0f, uiHeight( layout->view ) ) ),
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
            ImGuiButtonFlags_MouseButtonMiddle );
    igSetItemAllowOverlap(); // the splitters lie on its edge
    uiMark( "viewport" );
    uiViewFocus( ui, input, layout->view );
    bool hovered = igIsItemHovered( 0 );
    ui->view->hoverBody = -1;
    ui->view->hoverContact = false;

    // The end of a ruler lies above the part that it measures.
    bool measures =
        ui->build->gesture == ui_buildNone && uiMeasureMouse( ui, input, &viewport, x, y, hovered );
    if ( measures || uiBuildMouse( ui, input, &viewport, x, y ) )
    {
        markSelectedContact( ui, input, &viewport );
        return;
    }
    if ( igIsItemActivated() ) { handlePress( ui, input, &viewport, x, y ); }
    else if ( igIsItemActive() ) { continueGesture( ui, input, &viewport, x, y ); }
    else if ( ui->view->gesture != ui_gestureNone && !ui->view->keyGrab )
    {
        handleRelease( ui, input, &viewport, x, y );
    }
    markSelectedContact( ui, input, &viewport );
    if ( hovered && io->MouseWheel != 0.0f )
    {
        gfxCamera_Zoom( &ui->view->camera, io->MouseWheel, x, y, &viewport );
        uiHoldCamera( ui );
    }
    int body = -1;
    const sessionContact* under = hovered && ui->view->gesture == ui_gestureNone
        ? contactUnder( ui, input, &viewport, x, y, &body )
        : NULL;
    ui->view->hoverBody = body;
    ui->view->hoverContact = under != NULL;
    if ( under != NULL ) { memcpy( ui->view->hoverPoint, under->point, sizeof ui->view->hoverPoint ); }
    if ( !input->snapshot->playing && !ui->build->on && ( under != NULL || body >= 0 ) )
    {
        showTooltip( ui, input, under, body );
    }
    if ( !ui->build->on ) { showHint( ui, input, under, body, hovered ); }
}
