// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/theme.h"

// What the window says about a running program whose contacts it shows.

/// Says how to connect, while there is nothing to show. False: there is.
bool uiDrawLiveCard( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list );

/// The line under the clock: live, behind, ended. Returns its size, 0 without a program.
ImVec2 uiDrawLiveLine( uiState* ui, const uiFrameInput* input, ImDrawList* list, float x, float y );

/// The button at the right end of the timeline that goes to the newest frame. Returns its left end.
float uiDrawLiveButton( uiState* ui, const uiFrameInput* input, uiRect rect, float right );

/// Instead of "end of the log" of a program that has gone; NULL: the log is no such one.
const char* uiLiveEnd( const uiFrameInput* input );
