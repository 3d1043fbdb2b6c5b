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
/// Writes the law of the selected contact in two lines, "|r_T| = μ r_N\n2568 N = 0.2 × 12841 N", and what it
/// is about: "sphere on ground: slide". False when no contact is selected whose forces are known.
bool uiContactFormula(
    const uiFrameInput* input, char* formula, size_t capacity, char* caption, size_t captionCapacity );
void uiSelectContact( uiState* ui, const uiFrameInput* input, const sessionContact* contact ); // NULL: none
void uiCycleContact(
    uiState* ui, const uiFrameInput* input, int offset ); // 1: the next one, -1: the previous one
