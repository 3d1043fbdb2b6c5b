// SPDX-License-Identifier: MIT
#include "ui/core/form.h"

#include "base/words.h"
#include "ui/core/ui_state.h"

#include <stdio.h>

void uiFormLabel( const uiState* ui, const char* english )
{
    igAlignTextToFramePadding();
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    igTextUnformatted( tr( english ), NULL );
    igPopStyleColor( 1 );
    igSameLine( 5.5f * igGetFontSize(), 0.0f );
}

void uiFormWord( const uiState* ui, const char* text )
{
    igSameLine( 0.0f, 0.5f * igGetFontSize() );
    igPushStyleColor_U32( ImGuiCol_Text, ui->theme.dim );
    igTextUnformatted( text, NULL );
    igPopStyleColor( 1 );
}

void uiFormNumber( const char* mark, double* value )
{
    char id[48];
    snprintf( id, sizeof( id ), "##%s", mark );
    igSetNextItemWidth( 5.5f * igGetFontSize() );
    igInputDouble( id, value, 0.0, 0.0, "%.6g", ImGuiInputTextFlags_AutoSelectAll );
    uiMark( mark );
    uiPublish( mark, *value );
}

bool uiFormChoice( const char* mark, const char* const* names, int count, int* chosen )
{
    char id[48], entry[64];
    bool changed = false;
    snprintf( id, sizeof( id ), "##%s", mark );
    igSetNextItemWidth( -1.0f );
    bool open = igBeginCombo( id, tr( names[*chosen] ), 0 );
    uiMark( mark );
    uiPublish( mark, (double)*chosen );
    for ( int i = 0; open && i < count; ++i )
    {
        igPushID_Int( i );
        if ( igSelectable_Bool( tr( names[i] ), i == *chosen, 0, uiVec2( 0.0f, 0.0f ) ) )
        {
            changed = *chosen != i;
            *chosen = i;
        }
        igPopID();
        snprintf( entry, sizeof( entry ), "%s.%d", mark, i );
        uiMark( entry );
    }
    if ( open )
    {
        igEndCombo();
    }
    return changed;
}

bool uiFormText( const char* mark, char* text, size_t capacity )
{
    char id[48];
    snprintf( id, sizeof( id ), "##%s", mark );
    igSetNextItemWidth( -1.0f );
    bool changed = igInputText( id, text, capacity, 0, NULL, NULL );
    uiMark( mark );
    uiMarkText( mark, text );
    return changed;
}
