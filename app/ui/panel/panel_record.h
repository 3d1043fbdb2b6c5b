// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/film.h"
#include "ui/core/ui.h"

// The record panel: what a film shows, from when to when, how fast, how large, in which
// form and file. The host makes the film, in a program of its own, while the window goes
// on; it tells by uiFrameInput how far it is.

typedef struct uiRecordPanel
{
    bool shown;
    bool window; // what is recorded: the window, or the scene alone
    sessionFilm film;
    char path[1024];
    bool pathTyped;             // the user has chosen it; false: it follows the form
    const ssScenario* scenario; // the one that the choices belong to; to be compared only
    bool hasFfmpeg;
    char refusal[256];
    int ended;         // films so far, when the panel was last drawn
    sessionFilm asked; // the last film
    bool askedWindow;
} uiRecordPanel;

void uiDrawRecord( uiState* ui, const uiFrameInput* input );
// Opens the panel; starts the film where it is open; ends the film that is being made.
void uiToggleRecording( uiState* ui, const uiFrameInput* input, int unused );
