// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/window_layout.h"

// The free-body diagram: one body alone with everything that acts on it.

typedef struct uiFreeBodyPanel
{
    bool shown, frozen;
    int body, posted;           // what is drawn, and what the simulation was asked for; -1: none
    const ssScenario* scenario; // to which the body belongs; to be compared only
    sessionContactKey contact;  // whose body it followed last
    sessionLoads loads;         // the latest, or the frozen ones
    char path[256];             // of the table that was saved last
} uiFreeBodyPanel;

void uiToggleFreeBody( uiState* ui, const uiFrameInput* input );
void uiDrawFreeBody( uiState* ui, const uiFrameInput* input );
// Draws into the present ImGui window, in the colours of the theme.
svgPen uiMakePen( uiState* ui );
