// SPDX-License-Identifier: MIT
#include "ui/core/ui_state.h"

#include <SDL_keycode.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// Letters that begin a number.
static bool beginsNumber( char c )
{
    return ( c >= '0' && c <= '9' ) || c == '.' || c == '-' || c == '+';
}

/// Keys whose letters begin a number. Their letters arrive as text; here they only must not act as shortcuts.
static bool isNumberKey( int key, int modifiers )
{
    bool pad = ( key >= SDLK_KP_1 && key <= SDLK_KP_0 ) || key == SDLK_KP_PERIOD || key == SDLK_KP_MINUS;
    return modifiers == ui_modNone && ( pad || ( key < 128 && beginsNumber( (char)key ) ) );
}

void uiEnterFocus( uiState* ui )
{
    uiFocus* f = &ui->focus;
    f->on = f->scroll = true;
    ui->settings.showPanel = ui->settings.showPanel || !ui->presenting.on;
    // The first time, the focus goes to the first parameter: the speed and the lists come before it.
    for ( int i = 0; i < f->stopCount && f->name[0] == 0; ++i )
    {
        if ( strncmp( f->stops[i], "param.", 6 ) == 0 )
        {
            snprintf( f->name, sizeof( f->name ), "%s", f->stops[i] );
        }
    }
}

bool uiFocusKey( uiState* ui, int key, int modifiers )
{
    uiFocus* f = &ui->focus;
    bool plain = modifiers == ui_modNone, fine = modifiers == ui_modShift;
    if ( !f->on )
    {
        return false;
    }
    if ( plain && ( key == SDLK_UP || key == SDLK_DOWN ) )
    {
        f->moves += key == SDLK_DOWN ? 1 : -1;
        return true;
    }
    if ( ( plain || fine ) && ( key == SDLK_LEFT || key == SDLK_RIGHT ) )
    {
        *( fine ? &f->fine : &f->steps ) += key == SDLK_RIGHT ? 1 : -1;
        return true;
    }
    if ( plain && ( key == SDLK_RETURN || key == SDLK_KP_ENTER || key == SDLK_DELETE ) )
    {
        *( key == SDLK_DELETE ? &f->remove : &f->enter ) = true;
        return true;
    }
    if ( plain && key == SDLK_ESCAPE )
    {
        f->on = false;
        return true;
    }
    return f->takesNumber && isNumberKey( key, modifiers );
}

void uiFocusText( uiState* ui, const char* text )
{
    uiFocus* f = &ui->focus;
    size_t used = strlen( f->typed );
    if ( f->on && f->takesNumber && ( used > 0 || beginsNumber( text[0] ) ) )
    {
        snprintf( f->typed + used, sizeof( f->typed ) - used, "%s", text );
    }
}

void uiBeginFocus( uiState* ui )
{
    uiFocus* f = &ui->focus;
    int at = -1;
    for ( int i = 0; i < f->stopCount; ++i )
    {
        at = strcmp( f->stops[i], f->name ) == 0 ? i : at;
    }
    // A stop that has disappeared, for example with another scenario, leaves the focus at its place.
    int next = ( at >= 0 ? at : f->position ) + f->moves;
    next = next >= f->stopCount ? f->stopCount - 1 : next < 0 ? 0 : next;
    if ( f->stopCount > 0 && f->on && next != at )
    {
        snprintf( f->name, sizeof( f->name ), "%s", f->stops[next] );
        f->scroll = true;
    }
    f->position = next;
    f->moves = 0;
    f->stopCount = 0;
    f->takesNumber = false;
    f->hint[0] = 0;
    // Whoever takes the mouse wants the arrow keys back for the steps of the simulation.
    f->on = f->on && !igIsMouseClicked( ImGuiMouseButton_Left, false ) &&
        !igIsMouseClicked( ImGuiMouseButton_Right, false );
}

void uiEndFocus( uiState* ui )
{
    uiFocus* f = &ui->focus;
    f->steps = f->fine = 0;
    f->enter = f->remove = false;
    f->typed[0] = 0;
    uiPublish( "focus", f->on ? 1.0 : 0.0 );
    uiMarkText( "focus", f->on ? f->name : "" );
}

uiFocusKeys uiFocusStop( uiState* ui, const char* mark, bool takesNumber )
{
    uiFocus* f = &ui->focus;
    if ( f->stopCount < ui_maxStops )
    {
        snprintf( f->stops[f->stopCount++], ui_stopName, "%s", mark );
    }
    if ( !f->on || strcmp( f->name, mark ) != 0 )
    {
        return ( uiFocusKeys ){ .typed = "" };
    }
    f->takesNumber = takesNumber;
    return ( uiFocusKeys ){ true, f->steps, f->fine, f->enter, f->remove, f->typed };
}

void uiFocusHint( uiState* ui, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( ui->focus.hint, sizeof( ui->focus.hint ), format, arguments );
    va_end( arguments );
}

void uiFocusRing( uiState* ui, uiRect rect )
{
    ImDrawList* list = igGetWindowDrawList();
    float em = igGetFontSize(), round = roundf( 0.25f * em );
    ImVec2 lo = uiVec2( rect.x0, rect.y0 ), hi = uiVec2( rect.x1, rect.y1 );
    ImDrawList_AddRectFilled( list, lo, hi, uiFade( ui->theme.accent, 0.12f ), round, 0 );
    ImDrawList_AddRect( list, lo, hi, ui->theme.accent, round, 0, fmaxf( 1.5f, 0.11f * em ) );
    if ( ui->focus.scroll )
    {
        ImVec2 corner;
        igGetWindowPos( &corner );
        igSetScrollFromPosY_Float( rect.y0 - corner.y, 0.5f );
        ui->focus.scroll = false;
    }
}
