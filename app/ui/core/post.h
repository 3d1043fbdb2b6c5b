// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// Posts user input as commands, and shows it until a snapshot does, so that controls do not jump back.

enum
{
    ui_slowest = -6, // binary logarithm of the lowest speed: 1/64 of real time
    ui_fastest = 14, // and of the highest, 16384: in a stochastic model two jumps can be hours apart
    // Frames without an answer after which the snapshot counts: the engine may have refused the value.
    ui_postedFrames = 120,
};

// A value that was posted and that no snapshot shows yet.
typedef struct uiPostedValue
{
    bool set;
    double value;
    int age; // frames
} uiPostedValue;

typedef struct uiPosted
{
    uiPostedValue params[SS_MAX_PARAMS];
    uiPostedValue twins[SS_MAX_PARAMS]; // of the twin alone; NAN: it has the value of the run
    uiPostedValue speed, playing;
} uiPosted;

void uiPost( const uiFrameInput* input, sessionCommandKind kind, int64_t count, double value );
void uiPostFlags( uiState* ui, const uiFrameInput* input, uint32_t flags );
uint32_t uiVisibleFlags( const uiState* ui ); // ssDrawFlags of the settings, without what a lesson hides
void uiPostParam( uiState* ui, const uiFrameInput* input, int param, double value );
void uiPostText( const uiFrameInput* input, int param, const char* text );

// The value to show: the posted one if there is one, else that of the snapshot.
double uiShownParam( const uiState* ui, const uiFrameInput* input, int param );
double uiShownSpeed( const uiState* ui, const uiFrameInput* input );
bool uiShownPlaying( const uiState* ui, const uiFrameInput* input );

// Drops posted values that the snapshot shows, once per frame. `held`: the dragged parameter, or -1.
void uiAgePosted( uiState* ui, const uiFrameInput* input, int held );
