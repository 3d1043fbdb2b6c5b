// SPDX-License-Identifier: MIT
#pragma once

#include "ui/plot/plot.h"

// The lower part of the window: plots and charts side by side.

typedef struct uiPlotsPanel
{
    bool plotShown[ui_maxPlots];
    bool chartShown[SS_MAX_CHARTS];
    uint32_t chartsWanted; // as last posted to the simulation
} uiPlotsPanel;

void uiDrawPlots( uiState* ui, const uiFrameInput* input, uiRect rect );
void uiRecallPanes( uiState* ui, const ssScenario* scenario ); // as they were when it was last looked at
