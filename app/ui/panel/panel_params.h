// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The parameters of the scenario: a slider, a choice or a text for each.

typedef struct uiParamsPanel
{
    double dragStart; // of the slider in hand
    int dragParam, typedParam, suppressed;
    bool typedFocus;
    char typed[64];
    int textParam; // the text row being edited, or -1
    char typedText[SS_TEXT_CAPACITY];
} uiParamsPanel;

void uiDrawParams( uiState* ui, const uiFrameInput* input );
void uiChoosePreset( uiState* ui, const uiFrameInput* input, int preset );
