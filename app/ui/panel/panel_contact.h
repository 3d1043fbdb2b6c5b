// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The contact microscope: one contact, its law and what it does.

typedef struct uiContactPanel
{
    sessionContactKey key; // of the contact under the microscope
} uiContactPanel;

void uiDrawContact( uiState* ui, const uiFrameInput* input );
void uiSelectContact( uiState* ui, const uiFrameInput* input, const sessionContact* contact ); // NULL: none
void uiCycleContact( uiState* ui, const uiFrameInput* input, int offset );
void uiContactName( int a, int b, char* text, size_t capacity ); // "body 3 on ground"
