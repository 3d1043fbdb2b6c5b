// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The menu of a pane of the plots: save it, fit it, hide it, make another one.

typedef struct uiPaneMenu
{
    int cutOutFrames; // until a picture of the pane is taken
    char cutOutPath[1024];
} uiPaneMenu;

void uiDrawPaneMenu( uiState* ui, const uiFrameInput* input );
