// SPDX-License-Identifier: MIT
#pragma once

#include "session/law/law_draft.h"
#include "session/law/law_picture.h"
#include "ui/core/imgui.h"
#include "ui/core/ui.h"
#include "ui/plot/plot.h"

// The law editor: text, sliders, pictures and checks. The run goes on with the last correct text.

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

// What the files of the law editor share.

// The field of the text. ImGui owns its content while it has the keyboard; what counts is the draft.
typedef struct uiLawField
{
    char content[session_lawCapacity];
    bool active;   // it has the keyboard
    bool replace;  // the draft was changed by something else than the field
    int goal;      // [bytes] where the cursor has to go; -1: nowhere
    int cursor;    // [bytes] where the next letter goes
    bool reveal;   // the cursor has to be scrolled into view
    bool tabbed;   // the Tab key was pressed
    bool save;     // Ctrl+S was pressed
    int pageLines; // that PageUp and PageDown go
    float scrollY; // [px]
} uiLawField;

enum
{
    ui_lawPosts = 64 // texts that were sent to the run last
};

typedef struct uiLawEditor
{
    sessionLawDraft draft;
    sessionLawPicture picture;
    uiPlotView forceView, setView;
    uiLawField field;
    char notice[256]; // what became of a file
    bool failed;      // the notice reports a failure
    int dragged;      // the slider that is being dragged; -1: none
    double dragStart; // its value before

    // The checks.
    sessionLawChecker* checker;
    uint64_t checkedVersion; // of the program that was asked about last, with these values
    double checkedValues[SS_LAW_MAX_PARAMS];
    double checkDue; // [s] when to ask; 0: the question was asked
    bool checked;    // there is an answer
    ssLawCheck check;
    int chosenCheck, hoveredCheck, nextHovered; // -1: none

    // The law in the run.
    bool used;                   // the run shall have the law of the draft
    bool carry;                  // likewise the run that is being loaded
    uint64_t posted;             // the version that was sent to the run last; 0: none
    uint64_t posts[ui_lawPosts]; // hashes of the texts that were sent
    int postCount;
    int waits;         // frames since then; -1: the run has answered
    const void* seen;  // the scenario with its law in the latest snapshot, only to be compared
    char refusal[256]; // why the run does not have it
} uiLawEditor;

// panel_law_text.c
void uiDrawLawText( uiState* ui, uiLawEditor* e, float width, float height );
void uiLawTextChanged( uiLawEditor* e, int cursor ); // by something else than the field; -1: the cursor stays
void uiUndoLaw( uiLawEditor* e );
void uiRedoLaw( uiLawEditor* e );

// panel_law_rows.c
void uiDrawLawRows( uiState* ui, const uiFrameInput* input, uiLawEditor* e );

// panel_law_checks.c
void uiUpdateLawChecks( uiLawEditor* e, const uiFrameInput* input ); // once per frame, after the draft
bool uiLawIsBeingChecked( const uiLawEditor* e );
void uiDrawLawChecks( uiState* ui, uiLawEditor* e );
const ssLawFinding* uiShownFinding( const uiLawEditor* e ); // NULL: none

// panel_law_run.c
bool uiRunHasLaw( const uiLawEditor* e, const uiFrameInput* input ); // that of the draft
void uiUpdateLawRun(
    uiState* ui, uiLawEditor* e, const uiFrameInput* input ); // once per frame, after the draft
void uiDrawLawRun( uiState* ui, const uiFrameInput* input, uiLawEditor* e );

// panel_law.c
// A button that goes to the next line where this one is full. The keyboard can press it.
bool uiLawButton( uiState* ui, const char* label, const char* mark, bool enabled );
