// SPDX-License-Identifier: MIT
#include "ui/core/button.h"

#include "ui/core/format.h"
#include "ui/core/layout.h"
#include "ui/core/marks.h"

#include <stdio.h>
#include <string.h>

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
    if ( !enabled )
    {
        uiMarkDisabled( mark );
    }
    igSameLine( 0.0f, -1.0f );
    return pressed && enabled;
}

bool uiTextButton( const char* text, const char* mark, ImU32 color )
{
    ImVec2 at, size;
    igGetCursorScreenPos( &at );
    igCalcTextSize( &size, text, NULL, false, -1.0f );
    bool pressed = igInvisibleButton( mark, size, ImGuiButtonFlags_MouseButtonLeft );
    uiMark( mark );
    uiMarkText( mark, text );
    ImDrawList_AddText_Vec2( igGetWindowDrawList(), at, color, text, NULL );
    return pressed;
}
