// SPDX-License-Identifier: MIT
#pragma once

// The files of shaders/ as byte arrays, generated at build time.

typedef struct gfxEmbeddedShader
{
    const char* name; // "sphere.frag"
    const unsigned char* data;
    unsigned size;
} gfxEmbeddedShader;

extern const gfxEmbeddedShader gfx_embeddedShaders[];
extern const int gfx_embeddedShaderCount;
