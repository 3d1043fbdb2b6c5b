// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/companions.h"
#include "ui/core/ui.h"

// The panel of pins: names, commands, and every measure of the present run beside theirs.

typedef struct uiPinsPanel
{
    bool shown;
    bool asked; // for by the user: it stays without pins too, and says what they are for
    enum
    {
        ui_measuresAuto, // shown where they leave the scene its room
        ui_measuresShown,
        ui_measuresHidden
    } measures;
    int seen;     // pins in the frame before: with the first one the panel opens
    int renamed;  // place + 1 of the pin whose name is being typed; 0: none
    bool entered; // the field has the keyboard
    uiRect room;  // that the panel takes in the window; empty: none
    char text[SESSION_COMPANION_NAME];
} uiPinsPanel;

void uiDrawPins( uiState* ui, const uiFrameInput* input, uiRect view );
/// Opens the panel with the name of a pin ready to be typed.
void uiRenamePin( uiState* ui, const uiPin* pin );
void uiHidePin( const uiFrameInput* input, const uiPin* pin, bool hidden );
