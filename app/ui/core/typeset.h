// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/theme.h"

// A formula set in large letters, with indices and powers. Its lines end at \n, at "; " and where they would
// be too wide. The relation signs of two lines stand below each other: |r_T| < μ r_N above 2568 N < 0.2 ×
// 12841 N.

// The size of the formula at `scale` (1: the title font) in lines of at most `width` [px].
ImVec2 uiFormulaSize( uiState* ui, const char* text, float scale, float width );
void uiDrawFormula( uiState* ui, ImDrawList* list, const char* text, float scale, float width, float x,
    float y, ImU32 color );
// The largest scale, up to 1, that fits without breaking lines, else with; never below a legible one.
float uiFormulaScale( uiState* ui, const char* text, float width, float height );
