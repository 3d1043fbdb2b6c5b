// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/imgui.h"
#include "ui/core/marks.h"
#include "ui/core/ui.h"

// Colours, fonts and text. All lengths derive from `em`, the height of the body font, so that one number carries the
// window from a laptop to a projector.

typedef enum uiFont
{
    ui_fontSmall,
    ui_fontBody,
    ui_fontTitle,
    ui_fontCount
} uiFont;

// One row of the theme per meaning, packed as ImGui wants it.
typedef struct uiTheme
{
    ImU32 background, panel, raised, line, text, dim, accent, error, warning, good;
    ImU32 mode[6];
    ImU32 quantity[3];
    ImU32 series[7];
} uiTheme;

void uiApplyTheme( uiState* ui );
ImVec4 uiColorVec( ImU32 color );
ImU32 uiFade( ImU32 color, float alpha );
ImU32 uiMix( ImU32 a, ImU32 b, float t );
ImU32 uiInkOn( ImU32 background ); // black or white, whichever reads better
void uiDrawText(
    uiState* ui, ImDrawList* list, uiFont font, float x, float y, ImU32 color, const char* text );
ImVec2 uiTextSize( uiState* ui, uiFont font, const char* text );
// Broken at blanks alone: ImGui also breaks behind a decimal point.
void uiWrappedText( const char* text );
// Around check boxes and radio buttons: an empty one is seen by its border alone.
void uiPushBorder( const uiState* ui );
void uiPopBorder( void );
