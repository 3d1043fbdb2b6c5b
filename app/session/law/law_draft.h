// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/job.h"
#include "slipstick/advanced/law_check.h"
#include "slipstick/law_text.h"

#include <stdbool.h>

// Undo states of a typed text: letters in one go are one change; words, lines and pastes are their own.

enum
{
    session_textHistoryDepth = 256 // states that are kept; the oldest are dropped
};

typedef struct sessionTextState
{
    char* text;
    int cursor; // [bytes] from the beginning of the text, after the change
} sessionTextState;

typedef struct sessionTextHistory
{
    sessionTextState states[session_textHistoryDepth];
    int count, at; // states[at] is the present text; those after it can be redone
    // letters are being typed (1) or deleted (-1), and the next one belongs to the same change; 0: no
    int growing;
    int grownAt;      // [bytes] where that was
    double grownTime; // [s] and when
} sessionTextHistory;

// Forgets everything and begins with this text. False: out of memory; then the history is empty.
bool sessionTextHistory_Begin( sessionTextHistory* history, const char* text );
void sessionTextHistory_Free( sessionTextHistory* history );

// The text has become this at `now` [s]. False: out of memory; the change cannot be undone.
bool sessionTextHistory_Record( sessionTextHistory* history, const char* text, int cursor, double now );

// The text before and after the present one, which becomes the present one; NULL: there is none.
const sessionTextState* sessionTextHistory_Undo( sessionTextHistory* history );
const sessionTextState* sessionTextHistory_Redo( sessionTextHistory* history );
bool sessionTextHistory_CanUndo( const sessionTextHistory* history );
bool sessionTextHistory_CanRedo( const sessionTextHistory* history );

// A law that somebody types: its text with undo, the file it came from, and what the
// compiler says about it. The program is that of the last text that was right, so that
// pictures and runs go on while a line is half typed.

enum
{
    // [bytes] more than a law may have: the compiler, not the field, says that a text is too long
    session_lawCapacity = 4 * SS_LAW_TEXT_CAPACITY
};

// [s] from the last letter to compilation, so that a new law is seen within a tenth of a second.
#define SESSION_LAW_PAUSE 0.04

typedef struct sessionLawDraft
{
    char text[session_lawCapacity];
    sessionTextHistory history;

    char kept[session_lawCapacity]; // as it was opened or saved last
    char name[96];                  // of the file without its folder, or of the shipped law
    char path[1024];                // of the file; empty: none
    uint64_t fileHash;              // of the bytes in the file when it was opened or saved
    bool warned;                    // that somebody else has changed the file: the next save replaces it

    bool pending;      // changed since it was compiled
    double changedAt;  // [s]
    ssResult result;   // of the text as it was compiled last
    char problem[256]; // its message without the place in front; empty: the text is right
    ssTextPlace place; // of the problem

    const ssLawProgram* program;      // NULL: no text was right yet
    double values[SS_LAW_MAX_PARAMS]; // of its parameters
    uint64_t version;                 // grows with every program
} sessionLawDraft;

// Begins with a text without a file, such as a shipped law; undo goes on. `name` may be NULL.
void sessionLawDraft_Show( sessionLawDraft* draft, const char* text, const char* name, double now );
void sessionLawDraft_Free( sessionLawDraft* draft );

// `text` has been typed into at `now` [s]. `cursor` [bytes] is where the next letter goes.
void sessionLawDraft_Edited( sessionLawDraft* draft, int cursor, double now );
// These change the text. They return where the cursor goes, or -1 if there was nothing to do.
int sessionLawDraft_Undo( sessionLawDraft* draft, double now );
int sessionLawDraft_Redo( sessionLawDraft* draft, double now );
int sessionLawDraft_Revert( sessionLawDraft* draft, double now ); // to what was opened or saved last

bool sessionLawDraft_IsChanged( const sessionLawDraft* draft ); // since it was opened or saved

// A refusal leaves the draft as it was.
ssResult sessionLawDraft_Open( sessionLawDraft* draft, const char* path, double now );
// Writes the text whole or not at all. `path` NULL: to the file it came from, but not over what another
// program has put there since, unless it is asked for a second time.
ssResult sessionLawDraft_Save( sessionLawDraft* draft, const char* path );

// Keeps an unsaved text in a file of the program until the next start; restoring it can be undone.
void sessionLawDraft_Keep( const sessionLawDraft* draft, const char* path );
bool sessionLawDraft_Restore( sessionLawDraft* draft, const char* path, double now );

// Compiles the text if it is time to. True: there is a new program. Parameters keep their values, except
// those that are new or whose default the text has changed.
bool sessionLawDraft_Update( sessionLawDraft* draft, double now );

// Checks the law as a job: a quick answer first, then the thorough one. The newest question counts.

typedef struct sessionLawChecker sessionLawChecker;

sessionLawChecker* sessionCreateLawChecker( sessionJobMode mode ); // NULL when memory is short
void sessionDestroyLawChecker( sessionLawChecker* checker );       // NULL is allowed

// Asks about a program with these values of its parameters; asking the same again does nothing.
void sessionLawChecker_Ask( sessionLawChecker* checker, const ssLawProgram* program, const double* values );
bool sessionLawChecker_Busy( sessionLawChecker* checker );
// Copies the newest answer, which may be about an older question. False: there is none yet.
bool sessionLawChecker_Answer( sessionLawChecker* checker, ssLawCheck* check );
