// SPDX-License-Identifier: MIT
#pragma once

#include "ui/core/instruments.h"
#include "ui/panel/panel_viewport.h"

// Ruler, protractor and stopwatch in the scene, what they read at the moment shown, and the table of
// readings.

typedef struct uiMeasurePanel
{
    const ssScenario* scenario; // of the frame before, to be compared only
    uint64_t run;
    int64_t built;           // changes of the build that were seen
    bool found[ui_endCount]; // where the ends are now; not found: the body or contact is not there now
    ssVec3 at[ui_endCount];
    ssVec3 axes[3]; // downhill, across and normal of the slope under the selected contact, as it was last
    bool sloped;
    double values[ui_instrumentCount], parts[3]; // what they read; NaN: an end is missing
    double start, stop;                          // of the watch [s]; NaN: not yet
    double noted;                                // the stop that the watch has put into the table last
    int dragged;                                 // end; -1: none
    uiRect room;                                 // of the panel in the window; empty: none
} uiMeasurePanel;

void uiToggleInstrument( uiState* ui, const uiFrameInput* input, int instrument );
void uiPressWatch( uiState* ui, const uiFrameInput* input ); // shows it, starts it, stops it
// Once per frame: what the instruments read, and which bodies they have lost.
void uiUpdateInstruments( uiState* ui, const uiFrameInput* input );
void uiDrawMeasure( uiState* ui, const uiFrameInput* input, uiRect view );
const char* uiReadInstrument( const uiState* ui, int instrument ); // "1.274 m"

// panel_measure_scene.c
void uiPlaceInstrument( uiState* ui, const uiFrameInput* input, int instrument ); // where it appears
// Where an end is in the state shown. False: its body or contact is not there, and `at` stays, where it was
// last: of several contacts of two bodies it is at the nearest to that.
bool uiLocateEnd( const sessionSnapshot* snapshot, const uiEnd* end, ssVec3* at );
void uiAttachEnd( uiState* ui, const uiFrameInput* input, int end, uiEnd to );
const char* uiDescribeEnd( const uiEnd* end ); // "body 3"
void uiDrawInstruments( uiState* ui, const uiFrameInput* input, const gfxCamera* drawn, ImDrawList* list,
    const uiScenes* scenes, uiOverlay* overlay );
// Takes the mouse where it is at an end or drags one. `x`, `y`: in the view of the run [px].
bool uiMeasureMouse(
    uiState* ui, const uiFrameInput* input, const gfxViewport* viewport, float x, float y, bool hovered );
