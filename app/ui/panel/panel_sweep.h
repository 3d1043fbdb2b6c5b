// SPDX-License-Identifier: MIT
#pragma once

#include "session/sweep_runner.h"
#include "ui/core/ui.h"

// The sweep panel: a measure over two parameters, as a map.

typedef struct uiSweepAxis
{
    int param;
    double from, to;
    int count;
    bool logarithmic;
} uiSweepAxis;

typedef struct uiSweepPanel
{
    bool shown;
    sweepRunner* runner;        // NULL until it is first opened
    const ssScenario* scenario; // that the choices belong to
    uiSweepAxis axes[2];        // 0: upwards, 1: along
    int measure, seeds;
    double until, seenUntil; // [s]
    char refusal[256];

    sweepCell* cells; // by index; failure and numbers of those marked in `have`
    bool* have;
    double* values; // of the measure shown; NaN: none
    int64_t collected;
    double lo, hi;      // range of the values; lo > hi: none yet
    double leastAbove0; // the smallest positive one: where colours by decades begin
    bool logColors;
    int shownMeasure;
    int row, column; // under the mouse; -1: none
} uiSweepPanel;

void uiDrawSweep( uiState* ui, const uiFrameInput* input );
void uiFreeSweep( uiState* ui );
