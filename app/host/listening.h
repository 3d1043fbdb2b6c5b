// SPDX-License-Identifier: MIT
#pragma once

#include "session/live/live.h"
#include "ui/core/ui.h"

// What the window hears from running programs: `slipstick listen`.

typedef struct hostLive
{
    sessionLive* live;                  // NULL: it does not listen
    uiLive shown;                       // what the panels know
    int program;                        // whose log is in the window; 0: none
    const ssScenario *empty, *scenario; // before the first program, and its log: to be compared only
    sessionStream* stream;              // of that log; NULL: none
    double firstFrame;                  // [s] when the first frame of a new program was seen; 0: not yet
    char said[256];                     // the message that was shown last
} hostLive;

/// Looks what has come. True: a new program sends a log, and `*scenario` is to be loaded and released.
bool hostLive_Update( hostLive* live, uiState* ui, const ssScenario** scenario );

/// What the panels show, while the window shows `scenario`; NULL: nobody listens.
const uiLive* hostLive_Shown( hostLive* live, const ssScenario* scenario );

/// Saves the log in the window; `path` NULL: under a name that is free. False: the window shows no such log.
bool hostLive_Save(
    hostLive* live, uiState* ui, const ssScenario* scenario, const char* path, ssResult* result );

void hostLive_Free( hostLive* live );
