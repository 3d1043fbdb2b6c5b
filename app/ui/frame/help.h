// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// Two windows: keys and mouse (F1), and the one about the program.

typedef struct uiHelpWindows
{
    bool shown, aboutShown;
} uiHelpWindows;

void uiDrawHelp( uiState* ui, const uiFrameInput* input );
