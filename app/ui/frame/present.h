// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"

// The presentation: for a lecture hall. No menus, tools and panels; the title, the sentence, the scene, a
// formula with live numbers, two plots and the time, in text that grows with the window.

void uiTogglePresentation( uiState* ui, const uiFrameInput* input, int unused );
// Before the first frame of a window that opens presenting.
void uiBeginPresentation( uiState* ui, int width, int height );
// Once per frame: asks for other fonts where the height of the window has changed.
void uiUpdatePresentation( uiState* ui, const uiFrameInput* input );
// Draws everything but the scene itself.
void uiDrawPresentation(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn );
// What lies above everything: the message, the spotlight, the dark screen. Also outside a presentation.
void uiDrawAbove( uiState* ui, const uiFrameInput* input, const uiLayout* layout );
// Takes a key that means something else in a presentation. False: it means what it always does.
bool uiPresentationKey( uiState* ui, const uiFrameInput* input, int key, int modifiers );

// spotlight.c
void uiToggleSpotlight( uiState* ui, const uiFrameInput* input, int unused );
void uiResizeSpotlight( uiState* ui, const uiFrameInput* input, int notches );
void uiDrawSpotlight( uiState* ui, const uiFrameInput* input );
