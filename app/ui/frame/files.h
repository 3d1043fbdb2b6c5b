// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The dialog that opens and saves scenes and laws: the folders and files of a folder, and a field for a name.

typedef enum uiFileKind
{
    ui_fileScene,   // *.json
    ui_fileLog,     // of a program that is being heard
    ui_fileLaw,     // *.law
    ui_fileTable,   // *.csv
    ui_fileLesson,  // *.lesson
    ui_fileAnswers, // *.csv, of a lesson
} uiFileKind;

typedef struct uiFileDialog
{
    bool open, saving;
    uiFileKind kind;
    bool asking;       // whether to replace a file
    char folder[1024]; // from the root
    char name[512];    // typed: a name in the folder, or a path
    char chosen[1024]; // the file that the question is about
    char error[512];   // why the last thing did not work; empty: it did
    char **folders, **scenes;
    int folderCount, sceneCount;
    int selected; // row of the list; -1: none, the name counts
    bool scroll;  // the selected row has to be scrolled into view
} uiFileDialog;

void uiOpenFileDialog( uiState* ui, const uiFrameInput* input, uiFileKind kind, bool saving );
void uiAskForLaw( uiState* ui, const uiFrameInput* input );    // if the law editor wants a file
void uiAskForData( uiState* ui, const uiFrameInput* input );   // if the fit panel wants a table
void uiAskForLesson( uiState* ui, const uiFrameInput* input ); // if the lesson wants a file
void uiDrawFiles( uiState* ui, const uiFrameInput* input );
void uiFreeFiles( uiState* ui );
