// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"
#include <SDL.h>

// The size of the window on a display: it fits with its title bar,
// and what the user makes of it is remembered.

typedef struct hostWindowSize
{
    int frames;        // since the window was opened, until it has settled
    Uint32 openedAt;   // [ms]
    bool settled;      // from now on it is the user who changes the size
    int width, height; // when it had settled
} hostWindowSize;

// Shrinks and moves the window so that it fits into the usable part of its display. Call it once per frame:
// the window manager says how large the decorations are only some frames after the window has opened.
void hostFitWindow( SDL_Window* window, hostWindowSize* size );
// Writes the size into the settings if the user has changed it.
void hostRememberSize( SDL_Window* window, const hostWindowSize* size, uiSettings* settings );
