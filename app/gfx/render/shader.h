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

// Returns 0 when the program does not compile or link; `error` names the file and quotes the driver.
unsigned gfxLoadProgram( const char* vertexFile, const char* fragmentFile, char* error, size_t capacity );
