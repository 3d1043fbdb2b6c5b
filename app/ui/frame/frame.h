// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/keys.h"
#include "ui/core/layout.h"
#include "ui/core/message.h"
#include "ui/core/ui.h"

// The whole window, from its making to its end: what the host calls.

uiState* uiCreate( uiSettings settings );
void uiDestroy( uiState* ui );

gfxCamera* uiGetCamera( uiState* ui );
// Places the camera as a scene file asks: the next scenario shown is not framed anew.
void uiSetCamera( uiState* ui, gfxCamera camera );

// Lets the camera follow the newest snapshot. Call it after acquiring the snapshot and before drawing the
// scene, so that picture and labels agree; uiFrame does it late for a host that does not.
void uiUpdateCamera( uiState* ui, const uiFrameInput* input );

void uiFrame( uiState* ui, const uiFrameInput* input );
void uiDoAction( uiState* ui, const uiFrameInput* input, uiAction action );
