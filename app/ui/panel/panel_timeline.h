// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/theme.h"
#include "ui/core/ui.h"
#include "ui/core/window_layout.h"
#include "ui/plot/plot.h"

// The strip below the plots: the run from start to end, with a handle to go to any moment of it.

typedef struct uiTimelinePanel
{
    double sought; // the step that the mouse last went to, or the time where states are recorded; NAN: none
} uiTimelinePanel;

// The end of the recorded run [s]; later than the present moment after going back.
double uiRecordedEnd( const uiFrameInput* input );
// The end of the time axis [s]: that of the run, doubled as often as it takes when the run goes on beyond it.
double uiTimelineEnd( const uiFrameInput* input );
void uiDrawTimeline( uiState* ui, const uiFrameInput* input, uiRect rect );

// The list of transitions: the moments at which a contact changed its mode, or the motion its regime. The
// driver finds them at every step; the panel chooses which ones to show.

typedef struct uiTransition
{
    double time;  // [s]
    int from, to; // states of the regime; `from` is the last one that lasted long enough to be shown
    int item;     // in the list of changes
} uiTransition;

enum
{
    ui_transitionsOfAll = -1,      // contacts
    ui_transitionsOfSelected = -2, // the contact in the microscope
    ui_transitionSlots = 2 * session_maxChanges,
};

// What the list is made for; it is made anew when this changes.
typedef struct uiTransitionFilter
{
    int contact;  // or one of ui_transitionsOf…
    int shortest; // index of the shortest duration of a mode that is shown
    int a, b;     // the contact that was selected last, as in ssChange
} uiTransitionFilter;

typedef struct uiTransitionsPanel
{
    uiRegime regime;
    const sessionChangeList* changes; // of this frame
    const ssDrive* drive;
    uiTransition items[session_maxChanges]; // oldest first
    int count;
    int shown;                       // the row that the list was last scrolled to
    uiTransitionFilter filter, made; // wanted, and that of `items`
    uint64_t version;                // of the changes that `items` were made from
    int keys[ui_transitionSlots];    // hash table by contact, while the list is made
    double values[ui_transitionSlots];
} uiTransitionsPanel;

void uiCollectTransitions( uiState* ui, const uiFrameInput* input );
// Chooses the transitions that the filter passes; modes that are too short count as the one before.
void uiFilterTransitions( uiTransitionsPanel* list );
void uiDrawTransitionFilter( uiState* ui );
bool uiTransitionsAreFiltered( const uiTransitionsPanel* list );
// "t = 5.65 s: stick → slide, sliding lane 2 on table, at α = 11.3°, predicted 11.3°"
const char* uiTransitionText( const uiTransitionsPanel* list, int index );
const char* uiTransitionContact( const sessionChange* change ); // "box 3 on belt"
void uiDrawTransitions( uiState* ui, const uiFrameInput* input, uiRect plots );
float uiTransitionsWidth( const uiState* ui, uiRect plots );                 // 0: not shown
void uiJumpTransition( uiState* ui, const uiFrameInput* input, int offset ); // 1: to the next one, -1: back
void uiSeekTo( uiState* ui, const uiFrameInput* input, double time );

// What the window says about a running program whose contacts it shows.

/// Says how to connect, while there is nothing to show. False: there is.
bool uiDrawLiveCard( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list );

/// The line under the clock: live, behind, ended. Returns its size, 0 without a program.
ImVec2 uiDrawLiveLine( uiState* ui, const uiFrameInput* input, ImDrawList* list, float x, float y );

/// The button at the right end of the timeline that goes to the newest frame. Returns its left end.
float uiDrawLiveButton( uiState* ui, const uiFrameInput* input, uiRect rect, float right );

/// Instead of "end of the log" of a program that has gone; NULL: the log is no such one.
const char* uiLiveEnd( const uiFrameInput* input );
