// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"
#include "ui/panel/panel_viewport.h"

#include <SDL_keycode.h>

// The view by keyboard: Alt and the arrow keys move the camera, and at the focus Enter pulls a body.

static const float s_turn = 0.05f; // of the height of the view: as far as a drag of that length

static void zoom( uiState* ui, const gfxViewport* viewport, float notches )
{
    gfxCamera_Zoom( &ui->view->camera, notches, 0.5f * viewport->width, 0.5f * viewport->height, viewport );
    uiHoldCamera( ui );
}

bool uiViewKey( uiState* ui, const uiFrameInput* input, int key, int modifiers )
{
    if ( ( modifiers & ui_modAlt ) == 0 || ( modifiers & ui_modCtrl ) != 0 || input->snapshot == NULL )
    {
        return false;
    }
    gfxViewport viewport = uiViewport( ui, input );
    float way = s_turn * viewport.height;
    float dx = key == SDLK_LEFT ? -way
        : key == SDLK_RIGHT     ? way
                                : 0.0f,
          dy = key == SDLK_UP ? -way
        : key == SDLK_DOWN    ? way
                              : 0.0f;
    if ( dx != 0.0f || dy != 0.0f )
    {
        bool shift = ( modifiers & ui_modShift ) != 0;
        ( shift ? gfxCamera_Pan : gfxCamera_Orbit )( &ui->view->camera, dx, dy, &viewport );
        uiHoldCamera( ui );
        return true;
    }
    bool nearer = key == SDLK_EQUALS || key == SDLK_KP_PLUS,
         farther = key == SDLK_MINUS || key == SDLK_KP_MINUS;
    if ( nearer || farther ) { zoom( ui, &viewport, nearer ? 1.0f : -1.0f ); }
    return nearer || farther;
}

int uiBodyAtHand( const uiFrameInput* input )
{
    const sessionContactDetail* d = &input->snapshot->contacts.selected;
    const gfxDrawList* draw = &input->snapshot->draw;
    if ( d->found && ( d->view.a >= 0 || d->view.b >= 0 ) ) { return d->view.b >= 0 ? d->view.b : d->view.a; }
    int body = -1;
    for ( int i = 0; i < draw->sphereCount && body < 0; ++i ) { body = draw->spheres[i].body; }
    for ( int i = 0; i < draw->solidCount && body < 0; ++i ) { body = draw->solids[i].body; }
    return body >= 0 ? body : -1;
}

void uiMoveOnScreen( const uiState* ui, float dx, float dy, float at[3] )
{
    const gfxCamera* camera = &ui->view->camera;
    const float right[3] = { cosf( camera->yaw ), -sinf( camera->yaw ), 0.0f };
    const float up[3] = { sinf( camera->yaw ) * sinf( camera->pitch ),
        cosf( camera->yaw ) * sinf( camera->pitch ), cosf( camera->pitch ) };
    const float way = 0.03f * camera->distance;
    for ( int i = 0; i < 3; ++i ) { at[i] += way * ( dx * right[i] + dy * up[i] ); }
}

void uiViewFocus( uiState* ui, const uiFrameInput* input, uiRect rect )
{
    uiFocusKeys keys = uiFocusStop( ui, "viewport", false );
    gfxViewport viewport = uiViewport( ui, input );
    float dx = 0.0f, dy = 0.0f;
    bool held = uiHeldMove( ui, "viewport", &dx, &dy );
    if ( ui->view->keyGrab && !held )
    {
        uiReleaseGrab( ui, input );
        ui->view->keyGrab = false;
    }
    if ( !keys.focused ) { return; }
    uiFocusFrame( ui, ( uiRect ){ rect.x0 + 2.0f, rect.y0 + 2.0f, rect.x1 - 2.0f, rect.y1 - 2.0f } );
    uiFocusSay( ui, "%s", tr( "the scene" ) );
    if ( held )
    {
        uiFocusHint( ui, tr( "↑ ↓ ← → pull the body · Shift: finer · Enter or Esc lets go · Space runs" ) );
        if ( dx != 0.0f || dy != 0.0f )
        {
            uiMoveOnScreen( ui, dx, dy, ui->view->grabTarget );
            uiPostGrab( ui, input );
        }
        return;
    }
    uiFocusHint( ui,
        tr( "scene: ← → turn · Alt+arrows: orbit · Alt+Shift+arrows: pan · Alt+= Alt+-: zoom · N: contact · "
            "Enter: pull its body" ) );
    if ( keys.steps != 0 || keys.fine != 0 )
    {
        float way = s_turn * viewport.height * ( (float)keys.steps + 0.2f * (float)keys.fine );
        gfxCamera_Orbit( &ui->view->camera, way, 0.0f, &viewport );
    }
    int body = keys.enter && input->snapshot->scenario->picture.drag != NULL ? uiBodyAtHand( input ) : -1;
    if ( body >= 0 && uiGrabBody( ui, input, body ) )
    {
        ui->view->keyGrab = true;
        uiTakeHold( ui, "viewport" );
    }
    else if ( keys.enter ) { uiNotify( ui, tr( "There is no body here that can be pulled." ) ); }
}
