// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "ui/core/ui.h"

// The film that the window makes: `slipstick film` runs beside it, with the scene and the settings of this
// moment, so that the window goes on and no frame is left out.

typedef struct hostRecorder
{
    osProgram* program;  // NULL: none runs
    int scene, settings; // scratch files that it reads; -1: none
    char path[1024];
    sessionFilm film;
    bool stops; // it has been asked to end
    uiRecording shown;
} hostRecorder;

struct hostWindow;

hostRecorder hostMakeRecorder( void );
void hostServeRecording( struct hostWindow* w, const uiRequests* requests );
// Hears how far the film is, once per frame. With a virtual clock it waits for its end.
void hostUpdateRecording( struct hostWindow* w );
// Ends the film that is being made.
void hostEndRecording( hostRecorder* recorder );
