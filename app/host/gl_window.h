// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/renderer.h"
#include "host/panels.h"
#include <SDL.h>

// An SDL window with an OpenGL context, the renderer of the scene and Dear ImGui with its backends.

typedef struct hostGlWindow
{
    SDL_Window* window;
    SDL_GLContext context;
    gfxRenderer* renderer;
    hostPanels panels;
    bool hasImgui;
    bool offScreen; // SDL draws without a display server, so nobody sees the window
} hostGlWindow;

// False, with a reason in `error`, when this machine cannot do it; what
// was opened until then remains to be closed.
bool hostOpenGlWindow( hostGlWindow* w, int width, int height, bool hidden, char* error, size_t capacity );
void hostCloseGlWindow( hostGlWindow* w );
