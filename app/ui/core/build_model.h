// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/build.h"
#include "ui/core/ui.h"

// The build as the window shows it: what the newest snapshot has, with the changes that were posted since.
// Every change goes through here, is checked by the engine before it is posted, and can be undone.

typedef struct uiBuildModel
{
    bool building;  // the build mode is on: the panels show parts instead of parameters and contacts
    bool known;     // `build` is valid
    bool exists;    // the run has a build of its own; else `build` is what its bodies would become
    ssBuild build;  // with all changes that were posted
    int64_t posted; // the number of the latest command
} uiBuildModel;

// Once per frame: takes over what the snapshot has, when it has everything that was posted.
void uiUpdateBuildModel( uiState* ui, const uiFrameInput* input );
void uiFreeBuildModel( uiState* ui );

// Makes one change. Changes of the same group (uiNewEditGroup) in succession are undone together; `what`
// names them: "move box 3". False: the engine refuses it, and the status bar says why.
bool uiChangeBuild( uiState* ui, const uiFrameInput* input, ssBuildEdit* edit, int group, const char* what );
// Replaces the whole build (NULL: none), for undo: `takenBack` changes were made at this very step.
void uiReplaceBuild( uiState* ui, const uiFrameInput* input, const ssBuild* build, int takenBack );

// The present state of a part; its given pose where the snapshot does not know it yet.
ssPartState uiPartState( const uiState* ui, const uiFrameInput* input, int id );
