// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"
#include "ui/plot/regime.h"

// The list of transitions: when the motion changed from one regime to another, or a contact its mode.

typedef struct uiTransition
{
    double time;
    int from, to; // states of the regime; without one, modes of a contact
    int a, b;     // bodies; -2: not known
} uiTransition;

enum
{
    ui_maxTransitions = 512
};

typedef struct uiSeenContact
{
    int a, b, mode;
} uiSeenContact;

typedef struct uiTransitionsPanel
{
    uiRegime regime;
    uiTransition items[ui_maxTransitions]; // oldest first; the newest where there are more
    int count;
    int shown; // the row the list was last scrolled to
    uint64_t runNumber;
    // read from the signal log so far
    int settled, rows, state;
    int64_t stride;
    double rowTime;
    // the contacts of the last picture
    uiSeenContact seen[200];
    int seenCount;
    double seenTime;
} uiTransitionsPanel;

void uiCollectTransitions( uiState* ui, const uiFrameInput* input );
void uiTransitionText( const uiTransitionsPanel* list, int index, char* text, size_t capacity );
void uiDrawTransitions( uiState* ui, const uiFrameInput* input, uiRect plots );
float uiTransitionsWidth( const uiState* ui, uiRect plots ); // 0: not shown
void uiJumpTransition( uiState* ui, const uiFrameInput* input, int offset );
void uiSeekTo( uiState* ui, const uiFrameInput* input, double time );
