// SPDX-License-Identifier: MIT
#pragma once

// Files as byte arrays, generated at build time (slipstick_embed in CMakeLists.txt). Each table ends with an
// entry without a name. A zero after the last byte makes each file a C string as well.

typedef struct embeddedFile
{
    const char* name; // "sphere.frag"
    const unsigned char* data;
    unsigned size;
} embeddedFile;

extern const embeddedFile embedded_words[];    // of assets/words/
extern const embeddedFile embedded_scenes[];   // of assets/scenes/
extern const embeddedFile embedded_lessons[];  // of assets/lessons/
extern const embeddedFile embedded_shaders[];  // of shaders/; only with the window
extern const embeddedFile embedded_pictures[]; // of assets/finder/; only with the window
