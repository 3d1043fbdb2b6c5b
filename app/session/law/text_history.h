// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>

// The states that a typed text had, for undo and redo. Letters typed in one go are one change, and so are
// letters deleted in one go; a word, a line, a pasted piece and a replaced text are changes of their own.

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

// The text has become this at the time `now` [s]. The same text again is no change. False:
// out of memory; the change cannot be undone.
bool sessionTextHistory_Record( sessionTextHistory* history, const char* text, int cursor, double now );

// The text before and after the present one, which becomes the present one; NULL: there is none.
const sessionTextState* sessionTextHistory_Undo( sessionTextHistory* history );
const sessionTextState* sessionTextHistory_Redo( sessionTextHistory* history );
bool sessionTextHistory_CanUndo( const sessionTextHistory* history );
bool sessionTextHistory_CanRedo( const sessionTextHistory* history );
