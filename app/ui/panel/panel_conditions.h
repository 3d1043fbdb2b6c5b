// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// Two conditions on contacts in the contact panel: which contacts are shown, and where the run pauses.

typedef enum uiConditionKind
{
    ui_conditionFilter,
    ui_conditionBreak,
    ui_conditionCount
} uiConditionKind;

typedef struct uiConditionField
{
    char text[SS_CONDITION_CAPACITY];   // as it is typed
    char posted[SS_CONDITION_CAPACITY]; // in force
    char problem[256];                  // why the text is not; empty: it is
    int choice;                         // the ready-made one that the arrow keys have put there; -1: none
    bool enter;                         // it wants the keyboard
} uiConditionField;

typedef struct uiConditions
{
    bool open; // by the user
    uiConditionField fields[ui_conditionCount];
} uiConditions;

// Opens the two fields, and types into one of them.
void uiEnterCondition( uiState* ui, const uiFrameInput* input, int kind );
// Esc: the fields go back to the conditions that are in force.
void uiCancelConditions( uiState* ui );
// Draws the button at the right end of the line of the title, whose text ends at `titleEnd`.
void uiDrawConditionsButton( uiState* ui, float titleEnd );
// Draws the fields, if they are open.
void uiDrawConditions( uiState* ui, const uiFrameInput* input );
