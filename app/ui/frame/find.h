// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/picture.h"
#include "ui/core/ui.h"

// The finder (Ctrl+O): all scenarios as cards with a picture and a sentence;
// with words in the field also their presets.

typedef struct uiFinder
{
    bool wanted, open; // `wanted` opens it in the next frame
    bool lessons;      // it shows lessons alone
    char text[64];
    int index;      // of the card that Enter chooses
    int shownIndex; // of the card last scrolled to
    gfxPictures* pictures;
} uiFinder;

void uiFreeFind( uiState* ui ); // frees the pictures
void uiDrawFind( uiState* ui, const uiFrameInput* input );
