// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// One plot or chart alone, as large as a slide and in the light theme. The host makes an ImGui context of its own for it:
//
//     uiBeginSlide( ui, font ) … igNewFrame() … uiDrawSlide( … ) … igRender() … uiEndSlide( ui )

enum
{
    ui_slideWidth = 1920, // [px]
    ui_slideHeight = 1080
};

// Loads fonts for a slide into the current ImGui context and changes to the light theme.
void uiBeginSlide( uiState* ui, const char* fontPath );
void uiDrawSlide( uiState* ui, const uiFrameInput* input, int pane );
// Goes back to the fonts and the theme of the window.
void uiEndSlide( uiState* ui );
