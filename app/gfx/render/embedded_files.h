// SPDX-License-Identifier: MIT
#pragma once

// Files as byte arrays, generated at build time. Each table ends with an entry without a name.

typedef struct gfxEmbeddedFile
{
    const char* name; // "sphere.frag"
    const unsigned char* data;
    unsigned size;
} gfxEmbeddedFile;

extern const gfxEmbeddedFile gfx_embeddedShaders[];  // of shaders/
extern const gfxEmbeddedFile gfx_embeddedPictures[]; // of assets/finder/
