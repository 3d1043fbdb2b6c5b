// SPDX-License-Identifier: MIT
#pragma once

// Files embedded by CMake (slipstick_embed), each followed by a zero byte. A nameless entry ends a table.

typedef struct embeddedFile
{
    const char* name; // "sphere.frag"
    const unsigned char* data;
    unsigned size;
} embeddedFile;

extern const embeddedFile embedded_words[];    // of assets/words/
extern const embeddedFile embedded_scenes[];   // of assets/scenes/
extern const embeddedFile embedded_lessons[];  // of assets/lessons/
extern const embeddedFile embedded_cases[];    // of assets/cases/
extern const embeddedFile embedded_reports[];  // the page of `bench engines`
extern const embeddedFile embedded_shaders[];  // of shaders/; only with the window
extern const embeddedFile embedded_pictures[]; // of assets/finder/; only with the window
