// SPDX-License-Identifier: MIT
#pragma once

#include "session/lesson/lesson_player.h"
#include "ui/core/ui.h"
#include "ui/core/window_layout.h"

// A lesson in the window: a column with its words and questions, and a pane on which a curve is drawn before
// the run. The lesson takes the keys PageUp and PageDown, Enter, and 1 to 9 where it asks for a choice.

// A text with numbers as it was shown last: what came before a comparison keeps them.
typedef struct uiKeptWords
{
    const char* source; // in the lesson
    char* text;
} uiKeptWords;

typedef struct uiLessonPanel
{
    lessonPlayer* player; // NULL: no lesson is open
    ssScene scene;        // that the host has to load; valid while requests.lessonScene points to it
    bool sceneMade;
    uint64_t runBefore; // the run in the window before the one that it plays now
    uint32_t postedFlags;
    bool flagsPosted;
    lessonValues values; // of the state shown
    uiKeptWords* words;
    int wordCount, wordCapacity;
    char typed[64];    // the number that is being typed
    char refusal[224]; // what is wrong with it
    int fieldItem;     // the question whose field has had the keyboard; -1: none
    int seenItem;      // the item that has been scrolled to
    int seenStep;      // the step that was shown last
    bool draws;        // the mouse draws
    double lastTime, lastValue;
    bool penShown; // the pen of the keyboard
    double penTime, penValue;
    bool saveWanted; // where to save the answers has to be asked
    bool openWanted; // and which file to open
} uiLessonPanel;

// By the name of a shipped one, or from a file. The user sees an error as well.
ssResult uiOpenLesson( uiState* ui, const uiFrameInput* input, const char* word );
void uiCloseLesson( uiState* ui, const uiFrameInput* input );
// The name of the shipped lesson that is open; NULL: none is.
const char* uiShippedLesson( const uiState* ui );
void uiFreeLesson( uiState* ui );
ssResult uiSaveAnswers( uiState* ui, const char* path );

// Once per frame, before the layout.
void uiUpdateLesson( uiState* ui, const uiFrameInput* input );
bool uiLessonIsBusy( const uiState* ui );
void uiDrawLesson( uiState* ui, const uiFrameInput* input );
// Draws the pane of the sketch.
void uiDrawSketch( uiState* ui, const uiFrameInput* input, uiRect rect );

// Starts the run that the lesson waits for; false: it waits for none.
bool uiStartLessonRun( uiState* ui );
// Takes a key if it belongs to the lesson.
bool uiLessonKey( uiState* ui, const uiFrameInput* input, int key, int modifiers );
// Answers as a script does: the number of a choice, a number with its unit, "right" or "wrong"; or goes on
// with "next", "back", "run" or "skip". Returns false where that is not possible now.
bool uiAnswerLesson( uiState* ui, const char* text );
// Draws a sketch through points "t:y t:y …" and hands it in. Returns false where that is not possible now.
bool uiSketchLesson( uiState* ui, const char* points );
