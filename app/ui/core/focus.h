// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/ui.h"

// The keyboard among the controls of the tool bar, the parameter panel and the law editor. Each control is a stop; stops follow each
// other in the order in which they are drawn. The focus is off until an action turns it on, because without it the
// arrow keys step the simulation.

enum
{
    ui_maxStops =
        SS_MAX_PARAMS + SS_LAW_MAX_PARAMS + 32, // parameters, their like in the law editor, lists, buttons
    ui_stopName = 96,
    ui_typedCapacity = 64, // of a typed number
};

typedef struct uiFocus
{
    bool on;
    char name[ui_stopName];               // the mark of the stop; empty: none yet
    char stops[ui_maxStops][ui_stopName]; // of the frame that is being drawn, or of the last one
    int stopCount;
    int position;       // of the stop among them
    bool takesNumber;   // a number can be typed there
    bool scroll;        // the stop has changed and has to be scrolled into view
    int moves;          // stops to go down since the last frame; negative: up
    int steps, fine;    // to the right since the last frame; `fine` ones with Shift
    bool enter, remove; // pressed since the last frame
    char typed[ui_typedCapacity];
    char hint[192]; // what keys do at the stop
} uiFocus;

// What was pressed since the last frame at the stop that is being drawn.
typedef struct uiFocusKeys
{
    bool focused;
    int steps, fine;
    bool enter, remove;
    const char* typed; // the beginning of a number; empty: none
} uiFocusKeys;

// Turns the focus on, where it was the last time, and shows the parameters.
void uiEnterFocus( uiState* ui );
// Takes a key if it is meant for the focus. False: it is an action, or nothing.
bool uiFocusKey( uiState* ui, int key, int modifiers );
// Takes letters that were typed; uiTypeText calls it.
void uiFocusText( uiState* ui, const char* text );
void uiBeginFocus( uiState* ui ); // once per frame, before the first stop
void uiEndFocus( uiState* ui );   // once per frame, after the last stop

// Makes the control that is about to be drawn a stop.
uiFocusKeys uiFocusStop( uiState* ui, const char* mark, bool takesNumber );
// Says in the status line what keys do at the stop.
void uiFocusHint( uiState* ui, const char* format, ... ) SS_PRINTF( 2, 3 );
// Draws the ring around the stop and scrolls to it if it has changed. Call it inside the window of the control.
void uiFocusRing( uiState* ui, uiRect rect );
