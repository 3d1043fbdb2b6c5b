// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/build.h"
#include "ui/core/instruments.h"
#include "ui/core/ui.h"

// Changes of parameters, of pins, of the typed law and of the build that the user can undo and redo.

enum
{
    ui_undoDepth = 256, // changes that are kept; the oldest ones are dropped
    ui_buildRecord = -1 // in place of a parameter: the build was changed
};

// What is done with pins, in place of a parameter.
enum
{
    ui_editPin = -2,   // `after` pins were made
    ui_editUnpin = -3, // `after` pins were removed
    ui_editSwap = -4,  // the run and the pin in place `after` changed places
};

enum
{
    // In place of a parameter: the run got another typed law; an empty text: the scenario's own.
    ui_editLaw = -5,
    // Likewise: an instrument or the table of readings was changed; the texts are uiInstruments.
    ui_editInstruments = -6
};

typedef struct uiEditRecord
{
    int param, group; // or one of the above
    double before, after;
    bool twin;                         // the value is that of the twin alone; NAN: it has none of its own
    char *textBefore, *textAfter;      // of a text parameter; NULL for the others
    ssBuild *buildBefore, *buildAfter; // of ui_buildRecord; NULL: there was none
    char what[64];                     // of ui_buildRecord: "move box 3"
    int posts;                         // of ui_buildRecord: the commands that it took
    int64_t step;                      // of ui_buildRecord: at which they were posted; -1: at several
} uiEditRecord;

typedef struct uiUndo
{
    uiEditRecord records[ui_undoDepth];
    int count, position; // records[position …] can be redone
    int lastGroup;
    double lastTime;   // ImGui's clock at the newest record [s]
    uiEditRecord sent; // a text that was posted, to be recorded once the engine has accepted it
    int sentAge;       // frames
} uiUndo;

// Of the value that the twin has of its own; NAN: none.
void uiRecordTwinEdit( uiState* ui, int param, double before, double after );
void uiRecordPins( uiState* ui, int kind, int number );
void uiRecordEdit( uiState* ui, int param, double before, double after, int group );
void uiEditParam(
    uiState* ui, const uiFrameInput* input, int param, double value, int group ); // and posts it
// Records a change of the build, which has been posted; NULL: there was none before. Changes of one group in
// succession are one record. `step` is that of the run.
void uiRecordBuild(
    uiState* ui, const ssBuild* before, const ssBuild* after, int group, const char* what, int64_t step );
// Records that a typed law was sent. Laws in succession are one record: the editor has its own undo.
void uiRecordLaw( uiState* ui, const char* before, const char* after );
// Records what was done with the instruments since the last record, if anything was.
void uiRecordInstruments( uiState* ui );
// Posts a text. It becomes a change once a snapshot shows it, because the engine may refuse it.
void uiSendText( uiState* ui, const uiFrameInput* input, int param, const char* before, const char* after );
void uiSettleText( uiState* ui, const uiFrameInput* input ); // call once per frame
void uiForgetEdits( uiState* ui );
void uiForgetEditsFrom( uiState* ui, int param ); // those of this parameter and of all after it
int uiNewEditGroup( uiState* ui );
void uiUndoEdit( uiState* ui, const uiFrameInput* input );
void uiRedoEdit( uiState* ui, const uiFrameInput* input );
