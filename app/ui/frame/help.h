// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// Two windows: keys and mouse (F1), and the one about the program.

typedef struct uiHelpWindows
{
    bool shown, aboutShown;
    int scroll; // lines to scroll the list by, down
} uiHelpWindows;

void uiDrawHelp( uiState* ui, const uiFrameInput* input );
// Takes the arrow keys and PageUp, PageDown while a list is open: they scroll it.
bool uiHelpKey( uiState* ui, int key, int modifiers );
