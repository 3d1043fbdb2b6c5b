// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The set editor: the force reservoir C and the direction set D as shapes to take hold of.

typedef struct uiSetsPanel
{
    bool shown;
    struct uiSetCache* cache; // NULL until it is first opened
    int handle;               // in hand; -1: none
    double start[SS_MAX_PARAMS], scale[2];
    char texts[2][SS_TEXT_CAPACITY]; // corners when the handle was taken, and as last posted
    char refusal[256];
} uiSetsPanel;

bool uiHasSets( const ssScenario* scenario );
void uiDrawSets( uiState* ui, const uiFrameInput* input );
void uiFreeSets( uiState* ui );
