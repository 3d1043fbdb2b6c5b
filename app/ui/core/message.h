// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The status bar: a hint about the widget under the mouse, and a notice of what has happened.

typedef struct uiMessages
{
    const char* hint; // NULL: none
    char hintText[192];
    char notice[256];
    int count;             // of notices so far
    double secondsLeft;    // for the notice to be shown [s]
    bool warns;            // the notice reports a refusal
    uiRect room;           // that it takes over the scene of a presentation; empty: none
    char saveFailure[256]; // why the first save that failed did; empty: none
} uiMessages;

// Shows a notice for a few seconds: "saved scene.json".
void uiNotify( uiState* ui, const char* text );
// Shows a notice in the colour of a warning, for something that was refused or failed.
void uiWarn( uiState* ui, const char* text );
// Shows "saved PATH", or the reason why it could not be saved.
void uiNotifySaved( uiState* ui, ssResult result, const char* path );
// Why a save has failed since the window opened; NULL: none has. A script ends there.
const char* uiSaveFailure( const uiState* ui );
// Shows a hint about what the mouse can do, for this frame.
void uiHint( uiState* ui, const char* format, ... ) SS_PRINTF( 2, 3 );

// What the window says for somebody who does not see it: the scene, messages, the focused control with its
// value, changes of regime. The newest sentence of a kind replaces one not yet said, and there is a pause
// between two. The host speaks them (base/speak.h).

typedef enum uiSpeechKind // in the order in which they are said
{
    ui_saysScene,
    ui_saysMessage,
    ui_saysFocus,
    ui_saysChange,
    ui_saysCount
} uiSpeechKind;

typedef struct uiSpeech
{
    bool on;
    char waiting[ui_saysCount][512]; // empty: none
    double quiet;                    // [s] since the latest sentence
    char sentence[512];              // for the host; empty: none

    // What has been said.
    const void *scenario, *preset; // to be compared only
    bool sceneSaid;
    double sceneStill; // [s] for which it has not changed
    int messages;      // of uiMessages.count
    char refusal[256];
    char focus[192]; // the control as it was last seen
    bool focusSaid;
    double focusStill; // [s] for which it has not changed
    uint64_t run;
    int64_t changes;            // of regime
    int lessonStep, lessonItem; // the latest of a lesson
    char replies[2][256];       // what it answered to a choice or number, and to a sketch
} uiSpeech;

// Puts a sentence into the queue, where it replaces an earlier one of its kind.
void uiSay( uiState* ui, uiSpeechKind kind, const char* format, ... ) SS_PRINTF( 3, 4 );
// Adds to the sentence of that kind which has not been said yet.
void uiSayMore( uiState* ui, uiSpeechKind kind, const char* text );
// The words of a lesson, once for each item.
void uiSayLesson( uiState* ui, int step, int item, const char* text );
// Once per frame: chooses the next sentence.
void uiPaceSpeech( uiState* ui );
// The sentence to be said now; NULL: none. Valid until the next frame.
const char* uiTakeSentence( uiState* ui );
bool uiSpeechWaits( const uiState* ui ); // there is something to say soon
