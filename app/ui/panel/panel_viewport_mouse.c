// SPDX-License-Identifier: MIT
#include "ui/panel/panel_viewport_internal.h"

#include "ui/core/ui_state.h"
#include "ui/panel/panel_contact.h"

#include <math.h>
#include <stdio.h>
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

static float dot3( const float* a, const float* b )
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Finds where the ray through a pixel meets the plane through the grabbed point that faces the camera.
static bool grabTargetAt( const uiState* ui, const gfxViewport* viewport, float x, float y, float target[3] )
{
    float origin[3], direction[3];
    gfxCamera_Ray( &ui->view->camera, viewport, x, y, origin, direction );
    float slope = dot3( direction, ui->view->grabNormal );
    if ( fabsf( slope ) < 1e-6f )
    {
        return false;
    }
    float to[3] = { ui->view->grabPoint[0] - origin[0], ui->view->grabPoint[1] - origin[1],
        ui->view->grabPoint[2] - origin[2] };
    float distance = dot3( to, ui->view->grabNormal ) / slope;
    if ( distance <= 0.0f )
    {
        return false;
    }
    for ( int i = 0; i < 3; ++i )
    {
        target[i] = origin[i] + distance * direction[i];
    }
    return true;
}

static void beginGesture(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const ImGuiIO* io = igGetIO();
    float hit[3];
    if ( igIsMouseClicked( ImGuiMouseButton_Right, false ) ||
        igIsMouseClicked( ImGuiMouseButton_Middle, false ) || io->KeyShift )
    {
        ui->view->gesture = ui_gesturePan;
        return;
    }
    int body = gfxPickBody( &input->snapshot->draw, &ui->view->camera, viewport, x, y, hit );
    if ( body < 0 )
    {
        ui->view->gesture = ui_gestureOrbit;
        return;
    }
    float eye[3], length = 0.0f;
    gfxCamera_Eye( &ui->view->camera, eye );
    for ( int i = 0; i < 3; ++i )
    {
        ui->view->grabNormal[i] = ui->view->camera.target[i] - eye[i];
        length += ui->view->grabNormal[i] * ui->view->grabNormal[i];
    }
    length = sqrtf( fmaxf( length, 1e-20f ) );
    for ( int i = 0; i < 3; ++i )
    {
        ui->view->grabNormal[i] /= length;
        ui->view->grabPoint[i] = ui->view->grabTarget[i] = hit[i];
    }
    ui->view->gesture = ui_gestureGrab;
    ui->view->grabBody = body;
    postDrag( ui, input, true );
}

static void continueGesture(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const ImGuiIO* io = igGetIO();
    float scale = uiPixelScale( input );
    float dx = io->MouseDelta.x * scale, dy = io->MouseDelta.y * scale;
    float target[3];
    switch ( ui->view->gesture )
    {
        case ui_gestureOrbit:
            gfxCamera_Orbit( &ui->view->camera, dx, dy, viewport );
            break;
        case ui_gesturePan:
            gfxCamera_Pan( &ui->view->camera, dx, dy, viewport );
            igSetMouseCursor( ImGuiMouseCursor_ResizeAll );
            break;
        case ui_gestureGrab:
            // The target also moves while the mouse rests, if the camera follows a body.
            if ( grabTargetAt( ui, viewport, x, y, target ) &&
                memcmp( target, ui->view->grabTarget, sizeof( target ) ) != 0 )
            {
                memcpy( ui->view->grabTarget, target, sizeof( target ) );
                postDrag( ui, input, true );
            }
            igSetMouseCursor( ImGuiMouseCursor_Hand );
            break;
        case ui_gestureNone:
            break;
    }
}

/// Returns the contact whose point is nearest to a pixel, within 0.7 em; NULL: none. Hidden contacts count too, because a
/// contact is always behind or below a body.
static const sessionContact* contactUnder(
    const uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const sessionContactList* list = &input->snapshot->contacts;
    const sessionContact* found = NULL;
    float nearest = 0.7f * ui->em * uiPixelScale( input );
    for ( int i = 0; i < list->count; ++i )
    {
        float at[2];
        if ( gfxCamera_Project( &ui->view->camera, viewport, list->items[i].point, at ) )
        {
            float distance = hypotf( at[0] - x, at[1] - y );
            if ( distance < nearest )
            {
                nearest = distance;
                found = list->items + i;
            }
        }
    }
    return found;
}

static int describeContact( char* text, size_t capacity, const sessionContact* contact )
{
    char force[48];
    uiFormatQuantity( (double)contact->force, "N", force, sizeof( force ) );
    int mode = contact->mode >= 0 && contact->mode < ss_modeCount ? contact->mode : 0;
    return snprintf( text, capacity, "contact: %s, |r| = %s\ndouble-click for details",
        ssContactModeName( (ssContactMode)mode ), force );
}

static int describeSolid( char* text, size_t capacity, const gfxSolid* solid )
{
    const float* h = solid->half;
    if ( solid->kind == ss_solidBox )
    {
        return snprintf( text, capacity, "body %d: box, %.4g × %.4g × %.4g m", solid->body,
            2.0 * (double)h[0], 2.0 * (double)h[1], 2.0 * (double)h[2] );
    }
    bool capsule = solid->kind == ss_solidCapsule;
    return snprintf( text, capacity, "body %d: %s, R = %.4g m, length %.4g m", solid->body,
        capsule ? "capsule" : "cylinder", (double)h[0], 2.0 * (double)( h[2] + ( capsule ? h[0] : 0.0f ) ) );
}

static void showTooltip( const uiFrameInput* input, const sessionContact* contact, int body )
{
    char text[192] = "", number[48];
    int used = contact != NULL ? describeContact( text, sizeof( text ), contact ) : 0;
    float energy = 0.0f;
    const gfxDrawList* draw = &input->snapshot->draw;
    for ( int i = 0; i < draw->sphereCount && used == 0; ++i )
    {
        if ( draw->spheres[i].body == body )
        {
            uiFormatQuantity( (double)draw->spheres[i].radius, "m", number, sizeof( number ) );
            used = snprintf( text, sizeof( text ), "body %d: sphere, R = %s", body, number );
            energy = draw->spheres[i].energy;
        }
    }
    for ( int i = 0; i < draw->solidCount && used == 0; ++i )
    {
        if ( draw->solids[i].body == body )
        {
            used = describeSolid( text, sizeof( text ), &draw->solids[i] );
            energy = draw->solids[i].energy;
        }
    }
    if ( energy > 0.0f ) // some scenarios do not provide it
    {
        uiFormatQuantity( (double)energy, "J", number, sizeof( number ) );
        snprintf( text + used, sizeof( text ) - (size_t)used, "\nkinetic energy %s", number );
    }
    if ( used > 0 )
    {
        igSetTooltip( "%s", text );
        uiMarkText( "view.tooltip", text );
    }
}

/// Opens the microscope for the contact under the mouse, or for a contact of the body there.
static void selectUnder(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const sessionContactList* list = &input->snapshot->contacts;
    const sessionContact* contact = contactUnder( ui, input, viewport, x, y );
    float hit[3];
    int body =
        contact == NULL ? gfxPickBody( &input->snapshot->draw, &ui->view->camera, viewport, x, y, hit ) : -1;
    for ( int i = 0; i < list->count && contact == NULL && body >= 0; ++i )
    {
        contact = list->items[i].a == body || list->items[i].b == body ? list->items + i : NULL;
    }
    if ( contact != NULL )
    {
        uiSelectContact( ui, input, contact );
        ui->settings.showContact = true;
    }
}

/// Centres the view on what was clicked; on empty space it shows the whole scene.
static void centreOn( uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    float hit[3];
    const sessionContact* contact = contactUnder( ui, input, viewport, x, y );
    if ( contact != NULL )
    {
        memcpy( ui->view->camera.target, contact->point, sizeof( ui->view->camera.target ) );
    }
    else if ( gfxPickBody( &input->snapshot->draw, &ui->view->camera, viewport, x, y, hit ) >= 0 )
    {
        memcpy( ui->view->camera.target, hit, sizeof( ui->view->camera.target ) );
    }
    else
    {
        uiResetCamera( ui, input );
    }
}

static void handleClick(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y )
{
    const sessionContact* contact = contactUnder( ui, input, viewport, x, y );
    if ( igIsMouseDoubleClicked( ImGuiMouseButton_Right ) )
    {
        centreOn( ui, input, viewport, x, y );
    }
    else if ( igIsMouseDoubleClicked( ImGuiMouseButton_Left ) )
    {
        selectUnder( ui, input, viewport, x, y );
    }
    else if ( igIsMouseClicked( ImGuiMouseButton_Left, false ) && contact != NULL &&
        ( ui->settings.drawFlags & ss_drawContactPoints ) != 0 && !igGetIO()->KeyShift )
    {
        // This does not open the microscope: the view would shift before the second click of a double-click.
        uiSelectContact( ui, input, contact );
    }
    else
    {
        beginGesture( ui, input, viewport, x, y );
    }
}

/// Names the place of the selected contact on the screen, for scripts and tests.
static void markSelectedContact(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxViewport* viewport )
{
    if ( !input->snapshot->contacts.selected.found )
    {
        return;
    }
    ssVec3 point = input->snapshot->contacts.selected.view.point;
    const float at[3] = { (float)point.x, (float)point.y, (float)point.z };
    float pixel[2], scale = uiPixelScale( input );
    if ( gfxCamera_Project( &ui->view->camera, viewport, at, pixel ) )
    {
        float px = layout->view.x0 + pixel[0] / scale, py = layout->view.y0 + pixel[1] / scale, r = 2.0f;
        uiMarkRect( "contact.point", ( uiRect ){ px - r, py - r, px + r, py + r } );
    }
}

static void showHint(
    uiState* ui, const uiFrameInput* input, const sessionContact* contact, int body, bool hovered )
{
    if ( ui->view->gesture == ui_gestureGrab )
    {
        uiHint( ui,
            input->snapshot->playing ? "release to let go of the body"
                                     : "the pull acts once the run continues (Space)" );
    }
    else if ( contact != NULL )
    {
        uiHint( ui, "double-click: contact microscope · N: next contact · right double-click: centre" );
    }
    else if ( body >= 0 )
    {
        igSetMouseCursor( ImGuiMouseCursor_Hand );
        uiHint(
            ui, "drag: pull the body · double-click: contact microscope · right-drag: pan · wheel: zoom" );
    }
    else if ( hovered )
    {
        uiHint( ui, "drag: orbit · drag a body: pull it · right-drag: pan · wheel: zoom · F1: help" );
    }
}

void uiViewMouse( uiState* ui, const uiFrameInput* input, const uiLayout* layout )
{
    const ImGuiIO* io = igGetIO();
    float scale = uiPixelScale( input );
    gfxViewport viewport = uiViewport( ui, input );
    float x = ( io->MousePos.x - layout->view.x0 ) * scale, y = ( io->MousePos.y - layout->view.y0 ) * scale;

    igSetCursorScreenPos( uiVec2( layout->view.x0, layout->view.y0 ) );
    igInvisibleButton( "viewport",
        uiVec2( fmaxf( 1.0f, uiWidth( layout->view ) ), fmaxf( 1.0f, uiHeight( layout->view ) ) ),
        ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
            ImGuiButtonFlags_MouseButtonMiddle );
    igSetItemAllowOverlap(); // the splitters lie on its edge
    uiMark( "viewport" );
    bool hovered = igIsItemHovered( 0 );

    if ( igIsItemActivated() )
    {
        handleClick( ui, input, &viewport, x, y );
    }
    else if ( igIsItemActive() )
    {
        continueGesture( ui, input, &viewport, x, y );
    }
    else if ( ui->view->gesture != ui_gestureNone )
    {
        uiReleaseGrab( ui, input );
        ui->view->gesture = ui_gestureNone;
    }
    markSelectedContact( ui, input, layout, &viewport );
    if ( hovered && io->MouseWheel != 0.0f )
    {
        gfxCamera_Zoom( &ui->view->camera, io->MouseWheel, x, y, &viewport );
    }
    float hit[3];
    const sessionContact* under =
        hovered && ui->view->gesture == ui_gestureNone ? contactUnder( ui, input, &viewport, x, y ) : NULL;
    int body = hovered && ui->view->gesture == ui_gestureNone
        ? gfxPickBody( &input->snapshot->draw, &ui->view->camera, &viewport, x, y, hit )
        : -1;
    if ( !input->snapshot->playing && ( under != NULL || body >= 0 ) )
    {
        showTooltip( input, under, body );
    }
    showHint( ui, input, under, body, hovered );
}
