// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/stream.h"
#include <stdbool.h>
#include <stddef.h>

// Draws what Dear ImGui has put together. Its own backend asks OpenGL for forty values per frame and reads a
// texture for every pixel; here nothing is asked, and large faces of one colour, which are most of the
// window, are filled without a texture and, when they are opaque, without blending. Fonts and input remain
// with the backend.

struct ImDrawData;

typedef struct hostPanelProgram
{
    GLuint id;
    GLint window;
} hostPanelProgram;

typedef struct hostPanels
{
    gfxRing ring;
    GLuint vertexArray;
    hostPanelProgram textured, plain;
} hostPanels;

// False, with a reason in `error`, when the shaders do not compile.
bool hostCreatePanels( hostPanels* panels, char* error, size_t capacity );
void hostDestroyPanels( hostPanels* panels );
void hostDrawPanels( hostPanels* panels, const struct ImDrawData* data );
