// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The menu of a plot: save, fit or hide it, or add another one.

typedef struct uiPaneMenu
{
    int cutOutFrames; // frames until the picture of the pane is taken; 0: none is wanted
    char cutOutPath[1024];
} uiPaneMenu;

void uiDrawPaneMenu( uiState* ui, const uiFrameInput* input );
