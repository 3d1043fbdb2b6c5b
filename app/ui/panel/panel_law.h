// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The law editor: a text that is compiled while it is typed, its parameters as sliders, its pictures and
// checks. The run goes on with the last text that was right.

// A file that the frame has to ask the user for.
typedef enum uiLawFile
{
    ui_lawFileNone,
    ui_lawFileOpen,
    ui_lawFileSave,
} uiLawFile;

typedef struct uiLawPanel
{
    bool enter; // the text wants the keyboard
    uiLawFile asks;
    char keptPath[1024];        // where a text that was not saved waits for the next start; empty: nowhere
    struct uiLawEditor* editor; // NULL until the panel is first opened
} uiLawPanel;

void uiDrawLaw( uiState* ui, const uiFrameInput* input );
void uiFreeLaw( uiState* ui );
void uiEnterLaw( uiState* ui ); // puts the keyboard into the text, if it is shown

// Opens a file in the editor, and shows it. A refusal changes nothing.
ssResult uiOpenLaw( uiState* ui, const uiFrameInput* input, const char* path );
ssResult uiSaveLaw( uiState* ui, const char* path ); // NULL: where it came from
// A name for the file, without a folder: "lugre.law".
void uiLawFileName( const uiState* ui, char* name, size_t capacity );
// Does the editor have something to do soon, without anybody touching it?
bool uiLawIsBusy( const uiState* ui );
