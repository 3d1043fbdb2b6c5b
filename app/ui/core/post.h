// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// What the user does goes to the simulation as commands, and comes back with a snapshot some frames later. Until then
// the window shows what was posted: what the user just did must not flicker back.

enum
{
    ui_slowest = -6, // octaves of speed: 1/64 of real time
    ui_fastest = 14, // and 16384 times: jumps between two states can be hours apart
    ui_shadowFrames =
        120, // how long a posted value may take to come back before we believe the snapshot again
};

// A value we posted and have not seen in a snapshot yet: what the user just did must not flicker back.
typedef struct uiShadow
{
    bool set;
    double value;
    int age; // frames
} uiShadow;

typedef struct uiPosted
{
    uiShadow params[SS_MAX_PARAMS];
    uiShadow speed, playing;
} uiPosted;

void uiPost( const uiFrameInput* input, sessionCommandKind kind, int64_t count, double value );
void uiPostFlags( uiState* ui, const uiFrameInput* input, uint32_t flags );
void uiPostParam( uiState* ui, const uiFrameInput* input, int param, double value );
void uiPostText( const uiFrameInput* input, int param, const char* text );

double uiShownParam( const uiState* ui, const uiFrameInput* input, int param );
double uiShownSpeed( const uiState* ui, const uiFrameInput* input );
bool uiShownPlaying( const uiState* ui, const uiFrameInput* input );

// Once per frame: drops what the snapshot has caught up with. `held` is the parameter in the user's hand, or -1.
void uiAgePosted( uiState* ui, const sessionSnapshot* snapshot, int held );
