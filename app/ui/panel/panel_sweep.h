// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/sweep_runner.h"
#include "ui/core/ui.h"

// The sweep panel: a map of a measure over two parameters.

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
    sweepRunner* runner;        // NULL until the panel is first opened
    const ssScenario* scenario; // the one that the choices belong to
    const ssScenario* base;     // and without its typed law
    uiSweepAxis axes[2];        // 0: vertical, 1: horizontal
    int measure, seeds;
    double until, seenUntil; // duration of a run [s], and the scenario's when it was last seen
    char refusal[256];

    sweepCell* cells; // by index; valid where `have` is true
    bool* have;
    double* values; // of the measure shown; NaN: none
    int64_t collected;
    double lo, hi;        // range of the values; lo > hi: none yet
    double leastPositive; // the smallest positive value, where a logarithmic colour scale begins
    bool logColors;
    int shownMeasure;
    int row, column; // of the cell under the mouse; -1: none
} uiSweepPanel;

void uiDrawSweep( uiState* ui, const uiFrameInput* input );
void uiFreeSweep( uiState* ui );

// What the files of the sweep panel share.

// panel_sweep_run.c
void uiStartSweep( uiState* ui, const uiFrameInput* input );
void uiCollectCells( uiSweepPanel* s ); // takes the cells that have finished since the last frame
void uiSaveSweep( uiState* ui, const sweepDef* def, const char* format ); // "csv" or "svg"

// panel_sweep_map.c
void uiDrawSweepMap( uiState* ui, const uiFrameInput* input );

// panel_sweep.c
const char* uiSweepParamName( const ssParam* row ); // "μ_r rolling resistance length [m]"
