// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include <SDL.h>

// Saves a part of the window, in pixels, as a PNG; parts outside the window are left out. Call it before the buffers are
// swapped: afterwards the picture is gone.
ssResult hostWritePicture( SDL_Window* window, const char* path, int x0, int y0, int x1, int y1 );
ssResult hostWriteScreenshot( SDL_Window* window, const char* path ); // the whole window
