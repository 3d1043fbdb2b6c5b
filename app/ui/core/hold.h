// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The keyboard in place of a drag: Enter takes hold of something,
// the arrow keys move it, Enter or Esc lets go.

typedef struct uiHold
{
    char name[96]; // the mark of what is held; empty: nothing
    float dx, dy;  // moved since the last frame, to the right and up; 1 per key, 0.1 with Shift
} uiHold;

void uiTakeHold( uiState* ui, const char* name );
bool uiIsHeld( const uiState* ui, const char* name );
// How far it was moved since the last call. False: it is not held, or no longer.
bool uiHeldMove( uiState* ui, const char* name, float* dx, float* dy );
// Takes a key if something is held.
bool uiHoldKey( uiState* ui, int key, int modifiers );
