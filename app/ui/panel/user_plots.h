// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// Plots that the user makes: how they are remembered, drawn and edited.

typedef struct uiUserPlotEditor
{
    int edited;  // index into uiPlots.userPlots; -1: none
    bool wanted; // the editor is to be opened
} uiUserPlotEditor;

void uiReadUserPlots( uiState* ui, const ssScenario* scenario, const char* ids );
void uiWriteUserPlots( const uiState* ui, char* ids, size_t capacity );
void uiFreeUserPlots( uiState* ui );
void uiNewUserPlot( uiState* ui, const ssScenario* scenario );
// Adds a plot of one signal over time. False: there are eight already.
bool uiAddUserPlot( uiState* ui, const ssScenario* scenario, int signal );
void uiEditUserPlot( uiState* ui, int slot );
void uiRemoveUserPlot( uiState* ui, int slot );
void uiDrawUserPlotEditor( uiState* ui, const uiFrameInput* input, uiRect plots );
void uiDrawUserHistogram(
    uiState* ui, const uiFrameInput* input, int pane, uiRect rect, double t0, double t1 );
