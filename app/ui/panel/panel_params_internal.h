// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/focus.h"
#include "ui/core/imgui.h"
#include "ui/panel/panel_params.h"

// What the files of the parameter panel share.

// The columns of a row: a dot if the value is not the default, the symbol, the slider and the value.
typedef struct uiParamColumns
{
    float dot, symbol, slider, value; // widths [px]
    float twin;                       // of the letter of a twin; 0: there is none
    float left;                       // screen x of the row
} uiParamColumns;

// panel_params_row.c
uiParamColumns uiMeasureParamColumns( uiState* ui, const uiFrameInput* input );
void uiDrawParamRow( uiState* ui, const uiFrameInput* input, int index, const uiParamColumns* columns );

// panel_params_twin.c
float uiTwinColumn( const uiFrameInput* input );
void uiDrawTwinPresets( uiState* ui, const uiFrameInput* input );
// Draws what the twin has of this row, which ends at `end`, beside and below it.
void uiDrawTwinValue(
    uiState* ui, const uiFrameInput* input, int index, ImVec2 row, float end, const uiParamColumns* columns );

// panel_params_row.c
// Posts a new value if it is allowed; otherwise shows the reason and returns false.
bool uiChangeParam( uiState* ui, const uiFrameInput* input, int index, double value );
void uiSmallText( uiState* ui, float x, ImU32 color, const char* text );
void uiEndCombo( const uiState* ui ); // closes the list on Esc

/// The value that a row has after what was pressed at its focus; a digit or Enter at a
/// number begins typing and leaves it as it is.
double uiKeyedValue(
    uiState* ui, const ssParam* param, const char* mark, double value, const uiFocusKeys* keys );
