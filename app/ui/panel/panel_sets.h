// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The set editor: the force reservoir C and the direction set D as shapes with handles to drag.

typedef struct uiSetsPanel
{
    bool shown;
    struct uiSetCache* cache;        // NULL until the panel is first opened
    int handle;                      // the one being dragged; -1: none
    double start[SS_MAX_PARAMS];     // values when the drag began
    double scale[2];                 // pixels per newton of C and of D, fixed during a drag
    char texts[2][SS_TEXT_CAPACITY]; // the corners or samples when the drag began, and as last posted
    double proposal[SS_MAX_PARAMS];  // values that the drag asks for
    char proposalText[SS_TEXT_CAPACITY];
    char refusal[256]; // why the law does not allow the proposal
} uiSetsPanel;

bool uiHasSets( const ssScenario* scenario );
void uiDrawSetEditor( uiState* ui, const uiFrameInput* input ); // in the current window
void uiDrawSets( uiState* ui, const uiFrameInput* input );
void uiFreeSets( uiState* ui );
