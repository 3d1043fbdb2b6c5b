// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// Watches the window and says what has changed in it (ui/core/speech.h).

void uiToggleSpeech( uiState* ui, bool on );
void uiUpdateSpeech( uiState* ui, const uiFrameInput* input ); // at the end of a frame
