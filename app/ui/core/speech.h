// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// What the window says for somebody who does not see it: the scene, messages, the control that the keyboard
// is at and its value, and changes of regime. Few words: the newest sentence of a kind replaces one that has
// not been said yet, and there is a pause between two. The host takes the sentences and says them
// (base/speak.h).

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
