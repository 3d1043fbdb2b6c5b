// SPDX-License-Identifier: MIT
#pragma once

#include "ui/plot/plot.h"

// The plots below the scene: plots and charts side by side.

typedef struct uiPlotsPanel
{
    bool plotShown[ui_maxPlots];
    bool chartShown[SS_MAX_CHARTS];
    uint32_t chartsWanted; // bits of the charts that the simulation was last asked to fill
} uiPlotsPanel;

void uiDrawPlots( uiState* ui, const uiFrameInput* input, uiRect rect );
void uiRecallPanes( uiState* ui, const ssScenario* scenario ); // shows the panes as they were last time
