// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/layout.h"
#include "ui/core/ui.h"
#include "ui/plot/regime.h"

// The list of transitions: the moments at which the motion changed its regime, or a contact its mode.

typedef struct uiTransition
{
    double time;  // [s]
    int from, to; // states of the regime, or modes of a contact if the scenario has no regime
    int a, b;     // bodies; -2: unknown
} uiTransition;

enum
{
    ui_maxTransitions = 512,  // the oldest ones are dropped
    ui_maxSeenContacts = 200, // in a scene with more contacts the list would be useless
};

typedef struct uiSeenContact
{
    int a, b, mode;
} uiSeenContact;

typedef struct uiTransitionsPanel
{
    uiRegime regime;
    uiTransition items[ui_maxTransitions]; // oldest first
    int count;
    int shown; // the row that the list was last scrolled to
    uint64_t runNumber;

    // How far the signal log has been read. Its last row may still change, so it is read again.
    int settled; // transitions before the last row
    int rows;    // rows before the last one
    int state;   // of the regime in the row before the last
    double rowTime;
    int64_t stride;

    // The contacts when they were last compared.
    uiSeenContact seen[ui_maxSeenContacts];
    int seenCount;
    double seenTime;
} uiTransitionsPanel;

void uiCollectTransitions( uiState* ui, const uiFrameInput* input );
void uiTransitionText( const uiTransitionsPanel* list, int index, char* text, size_t capacity );
void uiDrawTransitions( uiState* ui, const uiFrameInput* input, uiRect plots );
float uiTransitionsWidth( const uiState* ui, uiRect plots );                 // 0: not shown
void uiJumpTransition( uiState* ui, const uiFrameInput* input, int offset ); // 1: to the next one, -1: back
void uiSeekTo( uiState* ui, const uiFrameInput* input, double time );
