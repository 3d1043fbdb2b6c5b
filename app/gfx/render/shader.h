// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stddef.h>

// Programs from the files of shaders/: embedded at build time, or from the folder that the environment
// variable SLIPSTICK_SHADERS names, so that a shader can be tried without a compiler.

enum
{
    gfx_frameBinding = 0 // of the uniform block Frame in common.glsl
};

// 0 when it does not compile or link; `error` names the file and quotes the driver.
unsigned gfxLoadProgram( const char* vertexFile, const char* fragmentFile, char* error, size_t capacity );
