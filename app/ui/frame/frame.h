// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/focus.h"
#include "ui/core/keys.h"
#include "ui/core/message.h"
#include "ui/core/ui.h"
#include "ui/core/window_layout.h"

// The whole window: the functions that the host calls.

uiState* uiCreate( uiSettings settings );
void uiDestroy( uiState* ui );

// Where the law editor keeps an unsaved text for the next start; written when it is destroyed.
void uiKeepLawIn( uiState* ui, const char* path );

gfxCamera* uiGetCamera( uiState* ui );
// Shows the run that begins next as its scenario opens, whatever the user has done to the camera before.
void uiOpenCamera( uiState* ui );
// Places the camera, for a scene file: the run that begins next keeps it instead of framing the scene.
void uiSetCamera( uiState* ui, gfxCamera camera );
// The present one for a scene file: uiSetCamera shows the same, also in a view of another shape.
gfxCamera uiPlacedCamera( const uiState* ui );

// Makes the camera follow the newest snapshot. Call it after acquiring the snapshot and before drawing the
// scene, so that picture and labels agree. If the host does not call it, uiFrame does, one frame late.
void uiUpdateCamera( uiState* ui, const uiFrameInput* input );

// For how long [s] the picture stays as it is without input or a new snapshot; 0: it moves.
double uiRestSeconds( uiState* ui, const uiFrameInput* input );

void uiFrame( uiState* ui, const uiFrameInput* input );
// The answer to openPath or savePath of uiRequests: closes the dialog, or says in it why not.
void uiFileDone( uiState* ui, ssResult result );
// A key was pressed and no field has the keyboard. `key` is an SDL_Keycode, `modifiers` of uiModifier.
void uiPressKey( uiState* ui, const uiFrameInput* input, int key, int modifiers );
void uiDoAction( uiState* ui, const uiFrameInput* input, uiAction action );
