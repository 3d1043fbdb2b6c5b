// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>

// OpenGL programs from the embedded files of shaders/. Files in the folder named by the environment variable
// SLIPSTICK_SHADERS take precedence, so that no build is needed.

enum
{
    gfx_frameBinding = 0 // of the uniform block Frame in common.glsl
};

// OpenGL 3.3, and in a page WebGL 2, which is OpenGL ES 3.0.
#ifdef __EMSCRIPTEN__
#define GFX_ES true
#define GFX_GLSL "#version 300 es"
#define GFX_GLSL_START GFX_GLSL "\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
#define GFX_OLDEST 30
#define GFX_NEEDED "WebGL 2 is needed"
#else
#define GFX_ES false
#define GFX_GLSL "#version 330 core"
#define GFX_GLSL_START GFX_GLSL "\n"
#define GFX_OLDEST 33
#define GFX_NEEDED "OpenGL 3.3 is needed"
#endif

// Returns 0 when the program does not compile or link; `error` names the file and quotes the driver.
unsigned gfxLoadProgram( const char* vertexFile, const char* fragmentFile, char* error, size_t capacity );
