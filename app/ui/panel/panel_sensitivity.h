// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/sensitivity_runner.h"
#include "ui/core/ui.h"

// Bars under the sliders: how much a motion of each by 1% of its length matters for one curve, the first
// shown in the pane that the mouse was over last.

typedef struct uiSensitivityPanel
{
    sessionSensitivity* runner;   // made when it is needed; NULL: not yet
    ssSimDef* def;                // of the newest question
    const ssScenario* base;       // that the pane belongs to, to be compared only
    int pane;                     // that was looked at last; -1: none
    int signal;                   // of its first curve; -1: none
    int left;                     // parameters that are still to come
    char refusal[200];            // why there are no bars; empty: there are
    double effect[SS_MAX_PARAMS]; // on the signal [its unit], of 1% of a slider; NaN: not known
    double largest;               // of these
} uiSensitivityPanel;

// Follows the sliders while the bars are shown; call once per frame, before anything is drawn.
void uiUpdateSensitivity( uiState* ui, const uiFrameInput* input );
void uiLookAtPane( uiState* ui, int pane );
void uiDrawSensitivityLine( uiState* ui, const uiFrameInput* input ); // which curve the bars are about
void uiDrawSensitivityBar( uiState* ui, const uiFrameInput* input, int param, float width );
void uiSensitivityTooltip( uiState* ui, const uiFrameInput* input, int param ); // lines of an open tooltip
bool uiSensitivityIsBusy( const uiState* ui );
void uiFreeSensitivity( uiState* ui );
