// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// Three windows: keys and mouse (F1), the scenario finder (Ctrl+O), and the one about the program.

typedef struct uiHelpWindows
{
    bool shown, aboutShown, findWanted, findOpen;
    char findText[64];
    int findIndex;
} uiHelpWindows;

void uiDrawHelp( uiState* ui, const uiFrameInput* input );
void uiDrawFind( uiState* ui, const uiFrameInput* input );
