// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/renderer.h"
#include "gfx/render/stream.h"
#include "ui/core/ui.h"
#include <SDL.h>
#include <stdbool.h>
#include <stddef.h>

// Draws Dear ImGui's lists. Its own backend asks OpenGL for forty values per frame and reads a texture for
// every pixel; here nothing is asked, and large plain faces are filled without texture or, when opaque,
// blending. Fonts and input remain with the backend.

struct ImDrawData;

typedef struct hostPanelProgram
{
    GLuint id;
    GLint window;
} hostPanelProgram;

typedef struct hostPanels
{
    gfxRing ring, indices; // in buffers of their own
    GLuint vertexArray;
    hostPanelProgram textured, plain;
} hostPanels;

// False, with a reason in `error`, when the shaders do not compile.
bool hostCreatePanels( hostPanels* panels, char* error, size_t capacity );
void hostDestroyPanels( hostPanels* panels );
void hostDrawPanels( hostPanels* panels, const struct ImDrawData* data );

// A framebuffer of one's own, bound between its beginning and its end.
typedef struct hostCanvas
{
    GLuint target, color, depth; // 0: there is none
    GLint before;                // what was bound
    int width, height;           // [px]
    bool good;
} hostCanvas;

hostCanvas hostBeginCanvas( int width, int height );
void hostEndCanvas( hostCanvas* canvas );

// An SDL window with an OpenGL context, the renderer of the scene and Dear ImGui with its backends.

typedef struct hostGlWindow
{
    SDL_Window* window;
    SDL_GLContext context;
    gfxRenderer* renderer;
    hostPanels panels;
    hostCanvas canvas; // of the scene in OpenGL ES, which does not hand out the depths of a window
    bool hasImgui;
    bool offScreen; // SDL draws without a display server, so nobody sees the window
} hostGlWindow;

// False, with a reason in `error`: the machine cannot; what was opened remains to be closed.
bool hostOpenGlWindow( hostGlWindow* w, int width, int height, bool hidden, char* error, size_t capacity );
bool hostRenewGlWindow( hostGlWindow* w ); // after the context has lost what was in it
void hostCloseGlWindow( hostGlWindow* w );

// The window's size on a display: it fits with its title bar; the user's choice is remembered.

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
