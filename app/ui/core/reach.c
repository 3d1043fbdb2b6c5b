// SPDX-License-Identifier: MIT
#include "base/words.h"
#include "ui/core/ui_state.h"

#include <stdio.h>
#include <string.h>

// Every widget that names itself is a stop of the focus, in the group of its panel or window. Lists and menus
// that pop up are left to ImGui's own navigation.

static uiState* s_ui;                 // of the frame that is being drawn; NULL: none is
static const uiStopTable* s_finished; // of the last finished frame; NULL: there was none

void uiBeginReach( uiState* ui ) { s_ui = ui; }

void uiEndReach( void )
{
    s_finished = s_ui != NULL ? s_ui->focus.tables + s_ui->focus.drawn : s_finished;
    s_ui = NULL;
}

/// The panel that is being drawn, by the name of its ImGui window: "##root/##contact_1F2E…" is "contact", a
/// window that floats has its title. False in menus, lists and tooltips.
static bool panelName( char* name, size_t capacity )
{
    static const char* const passing[] = { "##Popup", "##Combo", "##Menu", "##MainMenuBar", "##Tooltip" };
    const char* owner = igGetWindowDrawList()->_OwnerName;
    for ( int i = 0; owner == NULL || i < SS_COUNT( passing ); ++i )
    {
        if ( owner == NULL || strncmp( owner, passing[i], strlen( passing[i] ) ) == 0 ) { return false; }
    }
    if ( strncmp( owner, "##root", 6 ) == 0 && owner[6] == '/' )
    {
        owner += 7;
        owner += strncmp( owner, "##", 2 ) == 0 ? 2 : 0;
        snprintf( name, capacity, "%.*s", (int)strcspn( owner, "_/" ), owner );
        return true;
    }
    bool root = strcmp( owner, "##root" ) == 0; // the scene and the edges of the panels
    snprintf( name, capacity, "%.*s", (int)strcspn( owner, "/" ), root ? "view" : owner );
    return true;
}

/// Controls that are walked through together: the speed, the parameters and the law editor.
static bool isControl( const char* panel, bool own )
{
    return strcmp( panel, "params" ) == 0 || strcmp( panel, "law" ) == 0 || strcmp( panel, "strip" ) == 0 ||
        ( own && strcmp( panel, "tools" ) == 0 );
}

static int groupOf( uiStopTable* table, const char* panel )
{
    for ( int i = 0; i < table->groupCount; ++i )
    {
        if ( strcmp( table->groups[i], panel ) == 0 ) { return i; }
    }
    if ( table->groupCount == ui_maxGroups ) { return ui_maxGroups - 1; }
    snprintf( table->groups[table->groupCount], ui_groupName, "%s", panel );
    return table->groupCount++;
}

static uiStop* findStop( uiStopTable* table, const char* name )
{
    for ( int i = table->count - 1; i >= 0; --i )
    {
        if ( strcmp( table->stops[i].name, name ) == 0 ) { return table->stops + i; }
    }
    return NULL;
}

bool uiAddStop( uiState* ui, const char* name, bool own, bool missing )
{
    uiStopTable* table = ui->focus.tables + ui->focus.drawn;
    char panel[ui_groupName];
    uiStop* stop = findStop( table, name );
    if ( stop != NULL )
    {
        stop->own = stop->own || own;
        stop->missing = stop->missing && missing;
        return true;
    }
    if ( table->count == ui_maxStops || !panelName( panel, sizeof( panel ) ) ) { return false; }
    stop = table->stops + table->count++;
    snprintf( stop->name, ui_stopName, "%s", name );
    bool control = isControl( panel, own ) || ( own && strncmp( name, "param.", 6 ) == 0 );
    stop->group = groupOf( table, control ? "controls" : panel );
    stop->own = own;
    stop->missing = missing;
    return true;
}

/// Had the stop keys of its own in the last frame? It takes them itself then.
static bool hasOwnKeys( const uiState* ui, const char* name )
{
    uiStopTable* last = (uiStopTable*)( ui->focus.tables + ( 1 - ui->focus.drawn ) );
    const uiStop* stop = findStop( last, name );
    return stop != NULL && stop->own;
}

/// A ring around the last item.
static void drawRing( uiState* ui )
{
    ImVec2 lo = uiItemMin(), hi = uiItemMax();
    float pad = fmaxf( 2.0f, roundf( 0.12f * igGetFontSize() ) );
    uiFocusFrame( ui, ( uiRect ){ lo.x - pad, lo.y - pad, hi.x + pad, hi.y + pad } );
}

/// Presses the last item on Enter. A text field cannot be pressed; it gets the keyboard instead.
static void press( uiFocus* f )
{
    if ( f->enter )
    {
        igActivateItem( igGetItemID() );
        f->pressed = 1;
        return;
    }
    if ( f->pressed == 0 ) { return; }
    ++f->pressed;
    bool active = igIsItemActive();
    if ( f->pressed == 2 && !active ) { igSetKeyboardFocusHere( -1 ); }
    // A button lets go at once, a slider of ImGui keeps the keyboard.
    f->tweaks = f->pressed > 4 && active && !igGetIO()->WantTextInput;
    f->pressed = f->pressed > 4 && !active ? 0 : f->pressed;
}

void uiReachItem( const char* name )
{
    uiState* ui = s_ui;
    if ( ui == NULL || igGetItemID() == 0 ) { return; }
    uiFocus* f = &ui->focus;
    if ( ui->navigation.on && igIsItemFocused() )
    {
        drawRing( ui );
        snprintf( ui->navigation.item, sizeof( ui->navigation.item ), "%s", name );
    }
    if ( !uiAddStop( ui, name, false, false ) || !f->on || ui->navigation.on || hasOwnKeys( ui, name ) ||
        strcmp( f->name, name ) != 0 )
    {
        return;
    }
    drawRing( ui );
    uiFocusHint( ui,
        f->tweaks ? tr( "← → change · Esc leaves the slider" )
                  : tr( "Enter presses · ↑ ↓ ← → others · Ctrl+Tab: next panel · Esc leaves" ) );
    press( f );
    f->moves += f->tweaks ? 0 : f->steps + f->fine;
}

void uiReachRect( const char* name, uiRect rect )
{
    if ( s_ui == NULL || igGetItemID() == 0 ) { return; }
    ImVec2 lo = uiItemMin(), hi = uiItemMax();
    float width = fminf( rect.x1, hi.x ) - fmaxf( rect.x0, lo.x ),
          height = fminf( rect.y1, hi.y ) - fmaxf( rect.y0, lo.y );
    bool most = width > 0.0f && height > 0.0f && width * height > 0.5f * ( hi.x - lo.x ) * ( hi.y - lo.y );
    if ( most ) { uiAddStop( s_ui, name, false, true ); }
}

void uiUnreach( const char* name )
{
    uiStopTable* table = s_ui != NULL ? s_ui->focus.tables + s_ui->focus.drawn : NULL;
    uiStop* stop = table != NULL ? findStop( table, name ) : NULL;
    if ( stop != NULL && !stop->own )
    {
        int index = (int)( stop - table->stops );
        memmove( stop, stop + 1, (size_t)( table->count - index - 1 ) * sizeof( *stop ) );
        --table->count;
    }
}

const uiStop* uiFindStop( int index )
{
    return s_finished != NULL && index < s_finished->count ? s_finished->stops + index : NULL;
}
