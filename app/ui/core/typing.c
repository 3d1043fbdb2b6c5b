// SPDX-License-Identifier: MIT
#include "ui/core/ui_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Puts a text field in the place of a slider.

void uiBeginTyping( uiState* ui, const char* mark, const char* text, const char* begun )
{
    uiTyping* t = &ui->typing;
    *t = ( uiTyping ){ .opened = true, .continues = begun[0] != 0 };
    snprintf( t->name, sizeof( t->name ), "%s", mark );
    snprintf( t->text, sizeof( t->text ), "%s", t->continues ? begun : text );
}

void uiBeginTypingNumber( uiState* ui, const char* mark, double value, const char* begun )
{
    // Files have 17 digits; the field shows 12 if they are enough, as a person would type.
    double back;
    const char* text = uiPrint( "%.12g", value );
    if ( !ssParseNumber( text, &back ) || fabs( back - value ) > 1e-11 * fabs( value ) )
    {
        text = uiPrint( "%.17g", value );
    }
    uiBeginTyping( ui, mark, text, begun );
}

void uiTypeText( uiState* ui, const char* text )
{
    uiTyping* t = &ui->typing;
    if ( t->name[0] == 0 )
    {
        uiFocusText( ui, text );
    }
    else if ( !t->active )
    {
        size_t used = t->continues ? strlen( t->text ) : 0;
        snprintf( t->text + used, sizeof( t->text ) - used, "%s", text );
        t->continues = true;
    }
}

bool uiIsTyping( const uiState* ui, const char* mark )
{
    return strcmp( ui->typing.name, mark ) == 0;
}

/// ImGui selects the whole text of a field that becomes active. Here the cursor goes behind it instead.
static int unselect( ImGuiInputTextCallbackData* data )
{
    uiTyping* t = data->UserData;
    if ( t->continues )
    {
        data->CursorPos = data->SelectionStart = data->SelectionEnd = data->BufTextLen;
        t->continues = false;
    }
    return 0;
}

uiTyped uiTypingField( uiState* ui, float width )
{
    uiTyping* t = &ui->typing;
    igSetNextItemWidth( width );
    if ( t->opened )
    {
        igSetKeyboardFocusHere( 0 );
    }
    if ( !t->active )
    {
        ImGuiIO_ClearInputCharacters( igGetIO() ); // uiTypeText has put them into the text
    }
    bool entered = igInputText( "##typed", t->text, sizeof( t->text ),
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
            ImGuiInputTextFlags_CharsNoBlank | ImGuiInputTextFlags_CallbackAlways,
        unselect, t );
    t->active = igIsItemActive();
    bool up = igIsKeyPressed( igGetKeyIndex( ImGuiKey_UpArrow ), false );
    bool down = igIsKeyPressed( igGetKeyIndex( ImGuiKey_DownArrow ), false );
    bool escaped = igIsKeyPressed( igGetKeyIndex( ImGuiKey_Escape ), false );
    bool left = igIsItemDeactivated() && !t->opened;
    if ( t->active && ui->focus.on && ( up || down ) )
    {
        ui->focus.moves += down ? 1 : -1; // the number is taken, and the next row comes
        entered = true;
    }
    t->opened = false;
    if ( !entered && !left )
    {
        return ui_typedMore;
    }
    t->name[0] = 0;
    return escaped && !entered ? ui_typedCancel : ui_typedEnter;
}
