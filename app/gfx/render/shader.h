// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>

// OpenGL programs from the files of shaders/. They are embedded at build time; files in
// the folder that the environment variable SLIPSTICK_SHADERS names take precedence, so
// that a shader can be changed without building.

enum
{
    gfx_frameBinding = 0 // of the uniform block Frame in common.glsl
};

// Returns 0 when the program does not compile or link; `error` names the file and quotes the driver.
unsigned gfxLoadProgram( const char* vertexFile, const char* fragmentFile, char* error, size_t capacity );
