// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/render/renderer.h"
#include "session/run/job.h"
#include "session/run/preview.h"
#include "ui/core/keys.h"
#include "ui/core/ui.h"
#include "ui/core/window_layout.h"

// The menu bar.

void uiDrawMenu( uiState* ui, const uiFrameInput* input );

// The tool bar: reset, step, run, the speed, and readings of the solver.

void uiDrawToolbar( uiState* ui, const uiFrameInput* input, const uiLayout* layout );

// The status bar.

void uiDrawStatus( uiState* ui, const uiFrameInput* input, const uiLayout* layout );

// The light "● law ok" in the menu bar: is the contact law satisfied? A click opens the checks.

/// Selects the contact that is farthest from its law, if one is.
void uiSelectWorst( uiState* ui, const uiFrameInput* input );

void uiDrawLawLight( uiState* ui, const uiFrameInput* input );

// The presentation, for a lecture hall: title, sentence, scene, formula, two plots and time; no panels.

void uiTogglePresentation( uiState* ui, const uiFrameInput* input );
// Before the first frame of a window that opens presenting.
void uiBeginPresentation( uiState* ui );
// Once per frame: asks for other fonts where the height of the window has changed.
void uiUpdatePresentation( uiState* ui, const uiFrameInput* input );
// Draws everything but the scene itself.
void uiDrawPresentation(
    uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn );
// What lies above everything: the message, the spotlight, the dark screen. Also outside a presentation.
void uiDrawAbove( uiState* ui, const uiFrameInput* input, const uiLayout* layout );
// Opens the action a panel, which neither a presentation nor the start page has?
bool uiNeedsPanels( uiAction action );
// Takes a key that means something else in a presentation. False: it means what it always does.
bool uiPresentationKey( uiState* ui, const uiFrameInput* input, int key, int modifiers );

// The spotlight.
void uiToggleSpotlight( uiState* ui, const uiFrameInput* input );
void uiResizeSpotlight( uiState* ui, const uiFrameInput* input, int notches );
void uiDrawSpotlight( uiState* ui, const uiFrameInput* input );

// Watches the window and says what has changed in it (ui/core/message.h).

void uiToggleSpeech( uiState* ui, bool on );
void uiUpdateSpeech( uiState* ui, const uiFrameInput* input ); // at the end of a frame

// Two windows: keys and mouse (F1), and the one about the program.

typedef struct uiHelpWindows
{
    bool shown, aboutShown;
    int scroll; // lines to scroll the list by, down
} uiHelpWindows;

void uiDrawHelp( uiState* ui, const uiFrameInput* input );
// Takes the arrow keys and PageUp, PageDown while a list is open: they scroll it.
bool uiHelpKey( uiState* ui, int key, int modifiers );

// The finder (Ctrl+O): scenarios as cards with pictures; words in the field also find their presets.

typedef struct uiFinder
{
    bool wanted, open; // `wanted` opens it in the next frame
    bool lessons;      // it shows lessons alone
    char text[64];
    int index;      // of the card that Enter chooses
    int shownIndex; // of the card last scrolled to
    gfxPictures* pictures;
} uiFinder;

void uiFreeFind( uiState* ui ); // frees the pictures
void uiDrawFind( uiState* ui, const uiFrameInput* input );

// The start page: the run in its first card, and cards with pictures of other runs, which move under the
// hand.

typedef struct uiStartPicture
{
    sessionPreview* preview; // NULL: not begun, or it cannot be
    bool begun, there;       // it has come to the moment that its picture shows, and the window has it
    bool moves;              // its card is under the mouse, or the keyboard is at it
    bool drawn, light;       // with this theme
    int width, height;       // of its place in the latest frame [px]; 0: it is out of sight
    gfxCanvas canvas;
} uiStartPicture;

enum
{
    ui_startPictures = 14
};

typedef struct uiStart
{
    uiStartPicture pictures[ui_startPictures]; // in the order in which they are computed
    sessionJob* job;                           // guards what it has finished; NULL: not needed yet
    bool finished;
} uiStart;

void uiEnterStart( uiState* ui, const uiFrameInput* input );
void uiDrawStart( uiState* ui, const uiFrameInput* input, const uiLayout* layout, const gfxCamera* drawn );
// Draws the pictures into their textures, before the frame: the host has the renderer.
void uiPaintStart( uiState* ui, const uiFrameInput* input, gfxRenderer* renderer );
// Takes a key of the page: arrows go from card to card, Enter opens, Esc leaves.
bool uiStartKey( uiState* ui, const uiFrameInput* input, int key, int modifiers );
bool uiStartMoves( const uiState* ui ); // a picture does, or is on its way
void uiFreeStart( uiState* ui );
void uiForgetPictures( uiState* ui ); // the graphics card has lost those of the cards

// Hints that come once, where the hand is, and never again.
void uiWantHints( uiState* ui, bool wanted ); // pictures and scripts have none
void uiDrawHints( uiState* ui, const uiFrameInput* input );

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
