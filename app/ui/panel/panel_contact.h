// SPDX-License-Identifier: MIT
#pragma once

#include "ui/panel/panel_conditions.h"

// The contact microscope: one contact in detail.

typedef struct uiContactPanel
{
    sessionContactKey key; // of the selected contact
    uint64_t breakCount;   // the latest break whose contact was selected
    uiConditions conditions;
} uiContactPanel;

// Selects the contact of a break that has come since.
void uiAdoptBreak( uiState* ui, const uiFrameInput* input );
void uiDrawContact( uiState* ui, const uiFrameInput* input );
void uiSelectContact( uiState* ui, const uiFrameInput* input, const sessionContact* contact ); // NULL: none
void uiCycleContact(
    uiState* ui, const uiFrameInput* input, int offset ); // 1: the next one, -1: the previous one
