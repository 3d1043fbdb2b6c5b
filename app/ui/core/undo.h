// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The user's changes of parameters, to be undone and redone.

enum
{
    ui_undoDepth = 256
};

typedef struct uiEditRecord
{
    int param, group;
    double before, after;
    char *textBefore, *textAfter; // of a text row; NULL for the others
} uiEditRecord;

typedef struct uiUndo
{
    uiEditRecord records[ui_undoDepth];
    int count, position; // records[position …] can be redone
    int lastGroup;
    double lastTime;   // ImGui's clock at the newest record
    uiEditRecord sent; // a text on its way: recorded once it has been taken
    int sentAge;       // frames
} uiUndo;

void uiRecordEdit( uiState* ui, int param, double before, double after, int group );
// A text that was posted. It counts as a change once a snapshot shows it: the engine may refuse it.
void uiSendText( uiState* ui, const uiFrameInput* input, int param, const char* before, const char* after );
void uiSettleText( uiState* ui, const uiFrameInput* input ); // once per frame
void uiForgetEdits( uiState* ui );
int uiNewEditGroup( uiState* ui );
void uiUndoEdit( uiState* ui, const uiFrameInput* input );
void uiRedoEdit( uiState* ui, const uiFrameInput* input );
