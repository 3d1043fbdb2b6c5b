// SPDX-License-Identifier: MIT
#include "ui/core/ui_state.h"

#include <SDL_keycode.h>
#include <stdio.h>
#include <string.h>

// Remembers what the keyboard has taken hold of, and turns arrow keys into movement.

void uiTakeHold( uiState* ui, const char* name )
{
    ui->hold = ( uiHold ){ .dx = 0.0f };
    snprintf( ui->hold.name, sizeof( ui->hold.name ), "%s", name );
}

bool uiIsHeld( const uiState* ui, const char* name )
{
    return ui->hold.name[0] != '\0' && strcmp( ui->hold.name, name ) == 0;
}

bool uiHeldMove( uiState* ui, const char* name, float* dx, float* dy )
{
    bool held = uiIsHeld( ui, name );
    // Whoever takes the mouse lets go, and so does whoever goes elsewhere with the keyboard.
    if ( held && ( !ui->focus.on || strcmp( ui->focus.name, name ) != 0 ) )
    {
        ui->hold.name[0] = '\0';
        held = false;
    }
    *dx = held ? ui->hold.dx : 0.0f;
    *dy = held ? ui->hold.dy : 0.0f;
    ui->hold.dx = held ? 0.0f : ui->hold.dx;
    ui->hold.dy = held ? 0.0f : ui->hold.dy;
    return held;
}

bool uiHoldKey( uiState* ui, int key, int modifiers )
{
    uiHold* h = &ui->hold;
    float step = modifiers == ui_modShift ? 0.1f : 1.0f;
    if ( h->name[0] == '\0' || ( modifiers != ui_modNone && modifiers != ui_modShift ) )
    {
        return false;
    }
    switch ( key )
    {
        case SDLK_LEFT:
        case SDLK_RIGHT:
            h->dx += key == SDLK_RIGHT ? step : -step;
            return true;
        case SDLK_UP:
        case SDLK_DOWN:
            h->dy += key == SDLK_UP ? step : -step;
            return true;
        case SDLK_RETURN:
        case SDLK_KP_ENTER:
        case SDLK_ESCAPE:
            h->name[0] = '\0';
            return true;
        default:
            return false;
    }
}
