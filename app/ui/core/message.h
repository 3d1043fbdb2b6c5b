// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The texts of the status bar: a hint about the widget under the mouse,
// and a notice about what has just happened.

typedef struct uiMessages
{
    const char* hint; // NULL: none
    char hintText[192];
    char notice[256];
    int count;             // of notices so far
    double secondsLeft;    // for the notice to be shown [s]
    bool warns;            // the notice reports a refusal
    uiRect room;           // that it takes over the scene of a presentation; empty: none
    char saveFailure[256]; // why the first save that failed did; empty: none
} uiMessages;

// Shows a notice for a few seconds: "saved scene.json".
void uiNotify( uiState* ui, const char* text );
// Shows a notice in the colour of a warning, for something that was refused or failed.
void uiWarn( uiState* ui, const char* text );
// Shows "saved PATH", or the reason why it could not be saved.
void uiNotifySaved( uiState* ui, ssResult result, const char* path );
// Why a save has failed since the window opened; NULL: none has. A script ends there.
const char* uiSaveFailure( const uiState* ui );
// Shows a hint about what the mouse can do, for this frame.
void uiHint( uiState* ui, const char* format, ... ) SS_PRINTF( 2, 3 );
