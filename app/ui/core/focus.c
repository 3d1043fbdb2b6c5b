// SPDX-License-Identifier: MIT
#include "ui/core/ui_state.h"

#include <SDL_keycode.h>
#include <stdio.h>
#include <string.h>

/// Letters that begin a number.
static bool beginsNumber( char c ) { return ( c >= '0' && c <= '9' ) || c == '.' || c == '-' || c == '+'; }

/// Keys whose letters begin a number. Their letters arrive as text; here they only must not act as shortcuts.
static bool isNumberKey( int key, int modifiers )
{
    bool pad = ( key >= SDLK_KP_1 && key <= SDLK_KP_0 ) || key == SDLK_KP_PERIOD || key == SDLK_KP_MINUS;
    return modifiers == ui_modNone && ( pad || ( key < 128 && beginsNumber( (char)key ) ) );
}

static void setStop( uiFocus* f, const uiStopTable* table, int index )
{
    snprintf( f->name, sizeof( f->name ), "%s", table->stops[index].name );
    snprintf( f->group, sizeof( f->group ), "%s", table->groups[table->stops[index].group] );
    f->scroll = true;
}

void uiEnterFocus( uiState* ui )
{
    uiFocus* f = &ui->focus;
    const uiStopTable* table = f->tables + f->drawn; // between two frames the one drawn last
    f->on = f->scroll = true;
    ui->settings.showPanel = ui->settings.showPanel || !ui->presenting.on;
    // The first time, the focus goes to the first parameter: the speed and the lists come before it.
    for ( int i = 0; i < table->count && f->name[0] == 0; ++i )
    {
        if ( strncmp( table->stops[i].name, "param.", 6 ) == 0 ) { setStop( f, table, i ); }
    }
}

void uiJumpFocus( uiState* ui, const uiFrameInput* input, int direction )
{
    (void)input;
    ui->focus.on = true;
    ui->focus.jumps += direction;
    ui->navigation.on = false;
}

bool uiFocusOn( uiState* ui, const char* name )
{
    uiFocus* f = &ui->focus;
    const uiStopTable* table = f->tables + f->drawn;
    for ( int i = 0; i < table->count; ++i )
    {
        if ( strcmp( table->stops[i].name, name ) == 0 )
        {
            setStop( f, table, i );
            f->on = f->scroll = true;
            return true;
        }
    }
    return false;
}

bool uiFocusKey( uiState* ui, int key, int modifiers )
{
    uiFocus* f = &ui->focus;
    bool plain = modifiers == ui_modNone, fine = modifiers == ui_modShift;
    if ( !f->on ) { return false; }
    if ( f->tweaks && ( plain || fine ) )
    {
        return true; // ImGui reads the key itself
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
    if ( fine && ( key == SDLK_RETURN || key == SDLK_KP_ENTER ) ) { return f->menu = true; }
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

static int findGroup( const uiStopTable* table, const char* name )
{
    for ( int i = 0; i < table->groupCount; ++i )
    {
        if ( strcmp( table->groups[i], name ) == 0 ) { return i; }
    }
    return -1;
}

/// The stop at this place among those of a group that keys can reach, or the last before; -1: none.
static int stopAt( const uiStopTable* table, int group, int place )
{
    int found = -1;
    for ( int i = 0, k = 0; i < table->count && ( found < 0 || k <= place ); ++i )
    {
        if ( table->stops[i].group == group && !table->stops[i].missing )
        {
            found = i;
            ++k;
        }
    }
    return found;
}

/// The place of the focus in its group; -1: it is not there.
static int placeOf( const uiStopTable* table, int group, const char* name )
{
    int place = 0;
    for ( int i = 0; i < table->count; ++i )
    {
        if ( table->stops[i].group != group || table->stops[i].missing ) { continue; }
        if ( strcmp( table->stops[i].name, name ) == 0 ) { return place; }
        ++place;
    }
    return -1;
}

/// Remembers where the focus was in its group, and finds where it was in another; "": it was never there.
static const char* exchange( uiFocus* f, const char* group )
{
    int here = -1, there = -1;
    for ( int i = 0; i < f->lastCount; ++i )
    {
        here = strcmp( f->lastGroups[i], f->group ) == 0 ? i : here;
        there = strcmp( f->lastGroups[i], group ) == 0 ? i : there;
    }
    here = here < 0 && f->lastCount < ui_maxGroups ? f->lastCount++ : here;
    if ( here >= 0 )
    {
        snprintf( f->last[here], ui_stopName, "%s", f->name );
        snprintf( f->lastGroups[here], ui_groupName, "%s", f->group );
    }
    return there >= 0 ? f->last[there] : "";
}

/// Goes to the next group that has a stop.
static void jump( uiFocus* f, const uiStopTable* table )
{
    int group = findGroup( table, f->group ), direction = f->jumps > 0 ? 1 : -1;
    for ( int i = 0; i < table->groupCount; ++i )
    {
        group = group < 0 ? ( direction > 0 ? 0 : table->groupCount - 1 )
                          : ( group + direction + table->groupCount ) % table->groupCount;
        int place = placeOf( table, group, exchange( f, table->groups[group] ) );
        int stop = stopAt( table, group, place < 0 ? 0 : place );
        if ( stop >= 0 )
        {
            setStop( f, table, stop );
            f->position = place < 0 ? 0 : place;
            return;
        }
    }
}

static void move( uiFocus* f, const uiStopTable* table )
{
    int group = findGroup( table, f->group ), place = placeOf( table, group, f->name );
    // A stop that has disappeared, for example with another scenario, leaves the focus at its place.
    int wanted = ( place >= 0 ? place : f->position ) + f->moves;
    int stop = stopAt( table, group, wanted < 0 ? 0 : wanted );
    if ( stop < 0 )
    {
        // Its whole panel is gone.
        f->jumps = 1;
        jump( f, table );
        return;
    }
    if ( strcmp( table->stops[stop].name, f->name ) != 0 ) { setStop( f, table, stop ); }
    f->position = placeOf( table, group, f->name );
}

void uiBeginFocus( uiState* ui )
{
    uiFocus* f = &ui->focus;
    f->drawn = 1 - f->drawn;
    const uiStopTable* table = f->tables + ( 1 - f->drawn ); // of the last finished frame
    if ( f->on && table->count > 0 ) { ( f->jumps != 0 ? jump : move )( f, table ); }
    f->moves = f->jumps = 0;
    f->tables[f->drawn].count = f->tables[f->drawn].groupCount = 0;
    f->takesNumber = false;
    f->hint[0] = f->said[0] = 0;
    // Whoever takes the mouse wants the arrow keys back for the steps of the simulation.
    f->on = f->on && !igIsMouseClicked( ImGuiMouseButton_Left, false ) &&
        !igIsMouseClicked( ImGuiMouseButton_Right, false );
    f->pressed = f->on ? f->pressed : 0;
    f->tweaks = f->tweaks && f->on;
    uiBeginReach( ui );
}

void uiEndFocus( uiState* ui )
{
    uiFocus* f = &ui->focus;
    uiEndReach();
    f->steps = f->fine = 0;
    f->enter = f->remove = f->menu = false;
    f->typed[0] = 0;
    uiPublish( "focus", f->on ? 1.0 : 0.0 );
    uiMarkText( "focus", f->on ? f->name : "" );
    uiMarkText( "focus.group", f->on ? f->group : "" );
}

uiFocusKeys uiFocusStop( uiState* ui, const char* mark, bool takesNumber )
{
    uiFocus* f = &ui->focus;
    uiAddStop( ui, mark, true, false );
    if ( !f->on || strcmp( f->name, mark ) != 0 ) { return ( uiFocusKeys ){ .typed = "" }; }
    f->takesNumber = takesNumber;
    return ( uiFocusKeys ){ true, f->steps, f->fine, f->enter, f->remove, f->menu, f->typed };
}

void uiFocusHint( uiState* ui, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( ui->focus.hint, sizeof( ui->focus.hint ), format, arguments );
    va_end( arguments );
}

void uiFocusSay( uiState* ui, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( ui->focus.said, sizeof( ui->focus.said ), format, arguments );
    va_end( arguments );
}

/// Scrolls to the stop if it has changed.
static void scrollTo( uiState* ui, uiRect rect )
{
    if ( ui->focus.scroll )
    {
        ImVec2 corner;
        igGetWindowPos( &corner );
        igSetScrollFromPosY_Float( rect.y0 - corner.y, 0.5f );
        ui->focus.scroll = false;
    }
}

void uiFocusRing( uiState* ui, uiRect rect )
{
    ImDrawList* list = igGetWindowDrawList();
    float em = igGetFontSize(), round = roundf( 0.25f * em );
    ImVec2 lo = uiVec2( rect.x0, rect.y0 ), hi = uiVec2( rect.x1, rect.y1 );
    ImDrawList_AddRectFilled( list, lo, hi, uiFade( ui->theme.accent, 0.12f ), round, 0 );
    ImDrawList_AddRect( list, lo, hi, ui->theme.accent, round, 0, fmaxf( 1.5f, 0.11f * em ) );
    scrollTo( ui, rect );
}

void uiFocusFrame( uiState* ui, uiRect rect )
{
    ImVec2 clip[2];
    ImDrawList *here = igGetWindowDrawList(), *list = igGetForegroundDrawList_Nil();
    float em = igGetFontSize(), pad = fmaxf( 2.0f, roundf( 0.12f * em ) );
    if ( ui->navigation.on && !igIsWindowFocused( ImGuiFocusedFlags_RootAndChildWindows ) )
    {
        return; // it would lie over the list that has the keyboard
    }
    ImDrawList_GetClipRectMin( clip + 0, here );
    ImDrawList_GetClipRectMax( clip + 1, here );
    ImDrawList_PushClipRect(
        list, uiVec2( clip[0].x - pad, clip[0].y - pad ), uiVec2( clip[1].x + pad, clip[1].y + pad ), false );
    uiDrawFrame( list, rect, ui->theme.accent, roundf( 0.25f * em ), fmaxf( 2.0f, 0.13f * em ) );
    ImDrawList_PopClipRect( list );
    scrollTo( ui, rect );
}
