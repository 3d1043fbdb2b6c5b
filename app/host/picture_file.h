// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"
#include "ui/core/ui.h"
#include <SDL.h>

// Pictures as PNG files. `tag` carries the scene that they show (base/scene_tag.h); NULL: none.

// Saves rows of RGB bytes from the top down; NULL is refused for lack of memory.
ssResult hostWritePixels(
    const char* path, const unsigned char* pixels, int width, int height, const char* tag );
// Saves a part of the window [px], without what lies outside. Call it before the buffers are swapped.
ssResult hostWritePicture(
    SDL_Window* window, const char* path, const char* tag, int x0, int y0, int x1, int y1 );
ssResult hostWriteScreenshot( SDL_Window* window, const char* path, const char* tag ); // the whole window
