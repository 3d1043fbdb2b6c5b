// SPDX-License-Identifier: MIT
#include "ui/core/form.h"
#include "base/words.h"
#include "ui/core/format.h"
#include "ui/core/marks.h"
#include "ui/core/ui_state.h"
#include "ui/core/window_layout.h"

#include <string.h>

// The labels and fields of forms, with what speech says of them.

static const char* s_label = ""; // of the line that is being drawn
static float s_width = -1.0f;    // of the next list [px]; -1: the rest of the line

void uiMarkField( const char* mark, const char* label, const char* value )
{
    uiMarkSaying( mark, uiPrint( value[0] != '\0' ? "%s, %s" : "%s", label, value ) );
}

void uiMarkNumber( const char* mark, const char* label, double value )
{
    uiMarkField( mark, label, uiPrint( "%.6g", value ) );
}

void uiMarkSwitch( const char* mark, const char* label, bool on )
{
    uiMarkField( mark, label, on ? tr( "on" ) : tr( "off" ) );
}

void uiFormSwitch( const uiState* ui, const char* id, const char* mark, const char* label, bool* on )
{
    uiPushBorder( ui );
    igCheckbox( id, on );
    uiPopBorder();
    uiMarkSwitch( mark, label, *on );
}

static void markNumber( const char* mark, double value )
{
    uiMarkNumber( mark, tr( s_label ), value );
    uiPublish( mark, value );
}

void uiFormLabel( const uiState* ui, const char* english )
{
    s_label = english;
    igAlignTextToFramePadding();
    uiColoredText( ui->theme.dim, tr( english ) );
    igSameLine( 5.5f * igGetFontSize(), 0.0f );
}

void uiFormField( const char* english, float width )
{
    s_label = english;
    s_width = width;
}

void uiFormWord( const uiState* ui, const char* text )
{
    igSameLine( 0.0f, 0.5f * igGetFontSize() );
    uiColoredText( ui->theme.dim, text );
}

void uiFormNumber( const char* mark, double* value )
{
    const char* id = uiPrint( "##%s", mark );
    igSetNextItemWidth( 5.5f * igGetFontSize() );
    igInputDouble( id, value, 0.0, 0.0, "%.6g", ImGuiInputTextFlags_AutoSelectAll );
    markNumber( mark, *value );
}

bool uiFormChoice( const char* mark, const char* const* names, int count, int* chosen )
{
    bool changed = false;
    const char* id = uiPrint( "##%s", mark );
    igSetNextItemWidth( s_width );
    s_width = -1.0f;
    bool open = igBeginCombo( id, tr( names[*chosen] ), 0 );
    uiMarkField( mark, tr( s_label ), tr( names[*chosen] ) );
    uiPublish( mark, (double)*chosen );
    for ( int i = 0; open && i < count; ++i )
    {
        igPushID_Int( i );
        if ( uiEntry( tr( names[i] ), i == *chosen ) )
        {
            changed = *chosen != i;
            *chosen = i;
        }
        igPopID();
        const char* entry = uiPrint( "%s.%d", mark, i );
        uiMarkSaying( entry, tr( names[i] ) );
    }
    if ( open ) { igEndCombo(); }
    return changed;
}

bool uiFormText( const char* mark, char* text, size_t capacity )
{
    const char* id = uiPrint( "##%s", mark );
    igSetNextItemWidth( -1.0f );
    bool changed = igInputText( id, text, capacity, 0, NULL, NULL );
    uiMarkField( mark, tr( s_label ), text );
    return changed;
}

static void sideField( const char* mark, const char* side, int* value )
{
    const char* id = uiPrint( "##%s.%s", mark, side );
    igSetNextItemWidth( 5.5f * igGetFontSize() );
    igInputInt( id, value, 0, 0, ImGuiInputTextFlags_AutoSelectAll );
    uiMark( id + 2 );
    markNumber( id + 2, (double)*value );
}

void uiFormSize(
    const uiState* ui, const char* mark, const uiFormExtent* sizes, int count, int* width, int* height )
{
    float gap = 0.5f * igGetFontSize();
    sideField( mark, "width", width );
    uiFormWord( ui, "×" );
    igSameLine( 0.0f, gap );
    sideField( mark, "height", height );
    igSameLine( 0.0f, gap );
    bool open = igBeginCombo( uiPrint( "##%s", mark ), "", ImGuiComboFlags_NoPreview );
    uiMark( mark );
    for ( int i = 0; open && i < count; ++i )
    {
        const char* label = uiPrint( "%d × %d##%d", sizes[i].width, sizes[i].height, i );
        bool chosen = sizes[i].width == *width && sizes[i].height == *height;
        if ( uiEntry( sizes[i].name != NULL ? tr( sizes[i].name ) : label, chosen ) )
        {
            *width = sizes[i].width;
            *height = sizes[i].height;
        }
        uiMark( uiPrint( "%s.%d", mark, i ) );
    }
    if ( open ) { igEndCombo(); }
    uiFormWord( ui, "px" );
}

/// Speech says what stands on the button.
static void markLabel( const char* mark, const char* label )
{
    const char* name = strstr( label, "##" );
    const char* text =
        uiPrint( "%.*s", (int)( name != NULL ? (size_t)( name - label ) : strlen( label ) ), label );
    uiMarkText( mark, text );
}

bool uiCommandButton( const char* label, const char* mark, bool enabled )
{
    igBeginDisabled( !enabled );
    bool pressed = igButton( label, uiVec2( 0.0f, 0.0f ) );
    igEndDisabled();
    uiMark( mark );
    markLabel( mark, label );
    if ( !enabled ) { uiMarkDisabled( mark ); }
    igSameLine( 0.0f, -1.0f );
    return pressed && enabled;
}

bool uiTextButton( const char* text, const char* mark, ImU32 color )
{
    ImVec2 size, at = uiCursor();
    size = uiExtent( text );
    bool pressed = uiAreaButton( mark, size );
    uiMarkSaying( mark, text );
    ImDrawList_AddText_Vec2( igGetWindowDrawList(), at, color, uiIndexed( text ), NULL );
    return pressed;
}

// Joins a translated text with the name that Dear ImGui and scripts know a widget by.

const char* uiLabel( const char* english )
{
    const char* name = strstr( english, "##" );
    const char* visible =
        uiPrint( "%.*s", name != NULL ? (int)( name - english ) : (int)strlen( english ), english );
    return uiPrint( "%s###%s", uiIndexed( tr( visible ) ), english );
}

const char* uiChoiceLabel( const ssParam* param, int index )
{
    return uiPrint( "%s###%s", wordsChoice( param, index ), ssParam_Choice( param, index ) );
}
