// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The contact microscope: one contact in detail.

typedef struct uiContactPanel
{
    sessionContactKey key; // of the selected contact
} uiContactPanel;

void uiDrawContact( uiState* ui, const uiFrameInput* input );
void uiSelectContact( uiState* ui, const uiFrameInput* input, const sessionContact* contact ); // NULL: none
void uiCycleContact(
    uiState* ui, const uiFrameInput* input, int offset ); // 1: the next one, -1: the previous one
