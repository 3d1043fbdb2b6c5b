// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The figure panel: which view becomes a figure, in which form, how
// large, with or without a caption, in which file.

typedef struct uiFigurePanel
{
    bool shown;
    uiFigure figure;
    int form;
    bool pathTyped;             // the user has chosen it; false: it follows the figure
    const ssScenario* scenario; // the one that the choices belong to; to be compared only
    char refusal[256];
} uiFigurePanel;

void uiDrawFigurePanel( uiState* ui, const uiFrameInput* input );
// Opens the panel with what the mouse or the keyboard is at; saves where it is open.
void uiToggleFigure( uiState* ui, const uiFrameInput* input, int unused );
