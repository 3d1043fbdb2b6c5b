// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/imgui.h"
#include "ui/core/ui.h"
#include "ui/core/window_layout.h"

// Pins as plots, panels and the scene show them: which there are, in which colour and with which dashes.

/// A pin that is to be seen.
typedef struct uiPin
{
    int place; // in the snapshot; stays while the pin lives
    const sessionCompanionView* view;
    const sessionSignalLog* log; // the rows of its run; NULL: they are not there yet
    ImU32 color;
    float dash, share; // of a curve: the period [em] and how much of it is drawn
} uiPin;

/// The pins in the order in which they were made, without those that are hidden. Returns their number.
int uiShownPins( const uiState* ui, const uiFrameInput* input, uiPin pins[SESSION_MAX_PINS] );
/// The same with the twin, which has curves as they have.
int uiShownCurves( const uiState* ui, const uiFrameInput* input, uiPin curves[SESSION_MAX_COMPANIONS] );
/// All of them.
int uiAllPins( const uiState* ui, const uiFrameInput* input, uiPin pins[SESSION_MAX_PINS] );

/// How the pin in a place looks, without its view and its rows.
uiPin uiPinStyle( const uiState* ui, int place );

/// Draws a sample of the curve of a pin from (x, y) to the right.
void uiDrawPinSample( const uiState* ui, ImDrawList* list, const uiPin* pin, float x, float y, float width );

/// The ghosts of the scene: pins, and the twin where it has no view of its own. Returns their number.
int uiGhosts( const uiState* ui, const uiFrameInput* input, gfxGhost ghosts[SESSION_MAX_COMPANIONS] );

// What the user does with pins. All of it can be undone.
void uiPinRun( uiState* ui, const uiFrameInput* input );           // pins the run so far
void uiUnpin( uiState* ui, const uiFrameInput* input, int place ); // -1: the newest
void uiUnpinAll( uiState* ui, const uiFrameInput* input );
void uiSwapPin(
    uiState* ui, const uiFrameInput* input, int place ); // the present run and the pin change places

// The run is A and its twin is B, everywhere: a letter and a colour each, never the colour alone.

ImU32 uiTwinColor( const uiState* ui, int side ); // 0: the run, 1: its twin
void uiDrawTwinLetter( uiState* ui, ImDrawList* list, int side, uiRect box );

// What differs between the two, as this side has it: "μ 0.2, law coulomb".
const char* uiTwinText( const sessionSnapshot* snapshot, int side );

// Shows a twin, or none.
void uiSwitchTwin( uiState* ui, const uiFrameInput* input );
// Gives the twin a value of its own for this row of the run; NAN: that of the run again.
void uiPostTwinValue( uiState* ui, const uiFrameInput* input, int param, double value );
// The twin's own value in this row, NAN: that of the run. The second one also knows what was posted.
double uiTwinOwn( const sessionSnapshot* snapshot, int param );
double uiShownTwin( const uiState* ui, const uiFrameInput* input, int param );
// The row of the twin's table that is this row of the run's; -1: it has none.
int uiTwinRow( const sessionSnapshot* snapshot, int param );
