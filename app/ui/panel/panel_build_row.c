// SPDX-License-Identifier: MIT
#include "ui/panel/panel_build.h"

// Rows of numbers that are typed, dragged sideways or stepped by keys, and buttons that the keyboard reaches.

static const char* const s_axes[3] = { "x", "y", "z" };

void uiMarkRow( const char* mark )
{
    uiMark( mark );
    uiScrollTo( mark );
}

static void drawCell( uiState* ui, uiRect r, const char* axis, double value, bool hovered )
{
    ImDrawList* list = igGetWindowDrawList();
    float em = igGetFontSize(), pad = roundf( 0.3f * em );
    const char* text = "";
    uiFillRect( list, r, hovered ? uiMix( ui->theme.raised, ui->theme.accent, 0.2f ) : ui->theme.raised,
        roundf( 0.2f * em ) );
    float y = roundf( 0.5f * ( r.y0 + r.y1 - em ) ), x = r.x0 + pad;
    if ( axis != NULL ) { uiDrawText( ui, list, ui_fontSmall, x, y, ui->theme.dim, axis ); }
    float left = x + ( axis != NULL ? 0.75f * em : 0.0f );
    for ( int digits = 4; digits >= 1; --digits )
    {
        text = uiFormatDigits( value, digits );
        if ( uiTextSize( ui, ui_fontBody, text ).x <= r.x1 - pad - left ) { break; }
    }
    const char* shown = uiElide( ui, ui_fontBody, text, r.x1 - pad - left );
    uiDrawText( ui, list, ui_fontBody, r.x1 - pad - uiTextSize( ui, ui_fontBody, shown ).x, y, ui->theme.text,
        shown );
}

/// The field while its number is typed. True: a number was entered.
static bool typeCell( uiState* ui, const char* mark, const uiNumberRow* row, float width, double* value )
{
    uiTyped typed = uiTypingField( ui, width );
    uiMark( mark );
    uiHint( ui, tr( "Enter: set %s [%s] · Esc: cancel" ), row->label, row->unit[0] ? row->unit : "–" );
    if ( typed != ui_typedEnter ) { return false; }
    double read = 0.0;
    if ( ssParseNumber( ui->typing.text, &read ) && isfinite( read ) )
    {
        bool differs = read != *value;
        *value = read;
        return differs;
    }
    uiWarn( ui, uiPrint( tr( "%s: '%.40s' is not a number" ), row->label, ui->typing.text ) );
    return false;
}

/// Keys at the focus. True: the value has changed.
static bool keyCell(
    uiState* ui, const char* mark, const uiNumberRow* row, const char* axis, uiRect rect, double* value )
{
    uiFocusKeys keys = uiFocusStop( ui, mark, true );
    if ( !keys.focused ) { return false; }
    const char* number = uiFormatQuantity( *value, row->unit );
    uiFocusRing( ui, rect );
    uiFocusSay( ui, axis != NULL ? "%s %s, %s" : "%s%s, %s", row->label, axis != NULL ? axis : "", number );
    uiFocusHint( ui,
        tr( "%s: ← → change · Shift: finer · digits or Enter: type · ↑ ↓ other rows · Esc leaves" ),
        row->label );
    if ( keys.enter || keys.typed[0] ) { uiBeginTypingNumber( ui, mark, *value, keys.typed ); }
    double change = row->step * ( keys.steps + 0.1 * keys.fine );
    // Sums of steps stay round numbers.
    *value = change != 0.0 ? 0.01 * row->step * round( ( *value + change ) / ( 0.01 * row->step ) ) : *value;
    return change != 0.0;
}

/// One number. Changes of one drag have the same group.
static bool cell( uiState* ui, const uiNumberRow* row, const char* mark, const char* axis, float width,
    double* value, int* group )
{
    uiBuildPanel* b = ui->build;
    ImVec2 at = uiCursor();
    float height = igGetFrameHeight();
    uiRect rect = { at.x, at.y, at.x + width, at.y + height };
    *group = 0;
    if ( uiIsTyping( ui, mark ) )
    {
        bool entered = typeCell( ui, mark, row, width, value );
        *group = entered ? uiNewEditGroup( ui ) : 0;
        return entered;
    }
    uiAreaButton( mark, uiVec2( width, height ) );
    uiMarkRow( mark );
    bool active = igIsItemActive(), hovered = igIsItemHovered( 0 );
    bool stepped = keyCell( ui, mark, row, axis, rect, value );
    *group = stepped ? uiNewEditGroup( ui ) : 0;
    if ( igIsItemActivated() )
    {
        b->cellBegan = *value;
        b->cellGroup = uiNewEditGroup( ui );
    }
    ImVec2 drag = { 0.0f, 0.0f };
    bool dragged = active && igIsMouseDragging( ImGuiMouseButton_Left, 3.0f );
    if ( dragged )
    {
        igGetMouseDragDelta( &drag, ImGuiMouseButton_Left, 3.0f );
        double wanted = b->cellBegan + row->step * round( (double)drag.x / 6.0 );
        stepped = wanted != *value;
        *value = wanted;
        *group = b->cellGroup;
    }
    if ( igIsItemDeactivated() && !stepped && b->cellBegan == *value && hovered )
    {
        uiBeginTypingNumber( ui, mark, *value, "" );
    }
    if ( hovered || active )
    {
        igSetMouseCursor( ImGuiMouseCursor_ResizeEW );
        uiHint( ui, tr( "%s: click: type · drag sideways: change" ), row->label );
    }
    drawCell( ui, rect, axis, *value, hovered || active );
    uiPublish( mark, *value );
    return stepped;
}

/// The longest label that fits with its unit, which is never cut off while a shorter one is left.
static const char* fitLabel( uiState* ui, const uiNumberRow* row, float width )
{
    const char* candidates[] = { row->label, row->brief[0], row->brief[1] };
    const char* label = "";
    for ( int i = 0; i < SS_COUNT( candidates ) && candidates[i] != NULL; ++i )
    {
        label = uiPrint( row->unit[0] ? "%s [%s]" : "%s", candidates[i], row->unit );
        if ( uiTextSize( ui, ui_fontBody, label ).x <= width ) { break; }
    }
    return uiElide( ui, ui_fontBody, label, width );
}

bool uiNumbersRow( uiState* ui, const uiNumberRow* row, double* values, int count, int* group )
{
    float em = igGetFontSize();
    ImVec2 at = uiCursor(), room = uiSpace();
    // Three numbers take a line of their own below the label.
    float labelWidth = count == 1 ? roundf( 0.6f * room.x ) : room.x, gap = roundf( 0.3f * em );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, at.x,
        roundf( at.y + ( count == 1 ? 0.5f * ( igGetFrameHeight() - em ) : 0.0f ) ), ui->theme.dim,
        fitLabel( ui, row, labelWidth - gap ) );
    float x = count == 1 ? at.x + labelWidth : at.x, y = count == 1 ? at.y : at.y + roundf( 1.15f * em );
    float width = count == 1 ? room.x - labelWidth : floorf( ( room.x - 2.0f * gap ) / 3.0f );
    bool changed = false;
    for ( int i = 0; i < count; ++i )
    {
        int own = 0;
        const char* mark = uiPrint( count == 1 ? "%s" : "%s.%s", row->mark, s_axes[i] );
        igSetCursorScreenPos( uiVec2( x + (float)i * ( width + gap ), y ) );
        if ( cell( ui, row, mark, count == 1 ? NULL : s_axes[i], width, values + i, &own ) )
        {
            changed = true;
            *group = own;
        }
    }
    return changed;
}

bool uiBuildButton( uiState* ui, const char* mark, const char* label, ImVec2 size, bool on, bool enabled )
{
    ImVec2 at = uiCursor();
    igBeginDisabled( !enabled );
    bool pressed = uiAreaButton( mark, size );
    igEndDisabled();
    uiMarkRow( mark );
    uiMarkText( mark, label );
    if ( !enabled ) { uiMarkDisabled( mark ); }
    bool hovered = enabled && igIsItemHovered( 0 ), held = hovered && igIsItemActive();
    ImU32 ground = held ? uiMix( ui->theme.raised, ui->theme.accent, 0.5f )
        : on            ? uiMix( ui->theme.raised, ui->theme.accent, 0.4f )
        : hovered       ? uiMix( ui->theme.raised, ui->theme.accent, 0.2f )
                        : ui->theme.raised;
    uiRect rect = { at.x, at.y, at.x + size.x, at.y + size.y };
    ImDrawList_AddRectFilled( igGetWindowDrawList(), at, uiVec2( rect.x1, rect.y1 ),
        enabled ? ground : uiFade( ui->theme.raised, 0.4f ), roundf( 0.25f * igGetFontSize() ), 0 );
    uiFocusKeys keys = uiFocusStop( ui, mark, false );
    if ( keys.focused )
    {
        uiFocusRing( ui, rect );
        uiFocusSay( ui, tr( "%s, button" ), label );
        uiFocusHint( ui, tr( "%s: Enter presses · ↑ ↓ other rows · Esc leaves" ), label );
        ui->focus.moves += keys.steps + keys.fine; // beside it in a row
    }
    return enabled && ( pressed || keys.enter );
}

bool uiCheckRow( uiState* ui, const char* mark, const char* label, bool* on )
{
    uiPushBorder( ui );
    igPushID_Str( mark );
    bool changed = igCheckbox( label, on );
    igPopID();
    uiPopBorder();
    uiMarkRow( mark );
    uiPublish( mark, *on ? 1.0 : 0.0 );
    uiRect box = uiItemRect();
    uiFocusKeys keys = uiFocusStop( ui, mark, false );
    if ( keys.focused )
    {
        uiFocusRing( ui, box );
        uiFocusSay( ui, "%s, %s", label, *on ? tr( "on" ) : tr( "off" ) );
        uiFocusHint( ui, tr( "%s: Enter switches · ↑ ↓ other rows · Esc leaves" ), label );
        bool flips = keys.enter || keys.steps + keys.fine != 0;
        *on = flips ? !*on : *on;
        changed = changed || flips;
    }
    return changed;
}

bool uiChoiceRow(
    uiState* ui, const char* mark, const char* label, const char* const* names, int count, int* index )
{
    float em = igGetFontSize();
    ImVec2 at = uiCursor(), room = uiSpace();
    float left = roundf( 0.34f * room.x );
    uiDrawText( ui, igGetWindowDrawList(), ui_fontBody, at.x,
        roundf( at.y + 0.5f * ( igGetFrameHeight() - em ) ), ui->theme.dim, label );
    igSetCursorScreenPos( uiVec2( at.x + left, at.y ) );
    igSetNextItemWidth( room.x - left );
    int before = *index; // an open list is a window with ids of its own
    const char* id = uiPrint( "##%s", mark );
    bool open = igBeginCombo( id, *index >= 0 && *index < count ? names[*index] : "", 0 );
    uiMarkRow( mark );
    uiMarkText( mark, *index >= 0 && *index < count ? names[*index] : "" );
    uiFocusKeys keys = uiFocusStop( ui, mark, false );
    if ( keys.focused )
    {
        uiFocusRing( ui, ( uiRect ){ at.x + left, at.y, at.x + room.x, at.y + igGetFrameHeight() } );
        uiFocusSay( ui, "%s, %s", label, *index >= 0 && *index < count ? names[*index] : "" );
        uiFocusHint( ui, tr( "%s: ← → choose · ↑ ↓ other rows · Esc leaves" ), label );
        int next = *index + keys.steps + keys.fine + ( keys.enter ? 1 : 0 );
        *index = keys.enter ? ( next + count ) % count : next < 0 ? 0 : next >= count ? count - 1 : next;
    }
    for ( int i = 0; open && i < count; ++i )
    {
        *index = uiEntry( names[i], i == *index ) ? i : *index;
        uiMark( uiPrint( "%s.%d", mark, i ) );
    }
    if ( open ) { igEndCombo(); }
    return *index != before;
}
