// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// What the status bar says: a hint to what the mouse can do here, and a notice of what has just happened.

typedef struct uiMessages
{
    const char* hint; // what the mouse can do here
    char hintText[192];
    char notice[256];
    double secondsLeft; // of the notice [s]
    bool warns;         // the notice says that something was refused
} uiMessages;

// A line in the status bar for a few seconds: "saved scene.json".
void uiNotify( uiState* ui, const char* text );
// "saved FILE", or why not.
void uiNotifySaved( uiState* ui, ssResult result, const char* path );
void uiWarn( uiState* ui, const char* text ); // a notice that something was refused
void uiHint( uiState* ui, const char* format, ... ) SS_PRINTF( 2, 3 );
