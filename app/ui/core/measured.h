// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/fit_curve.h"

// What was measured and what follows from it, for everything that draws it: plots, sliders, the scene. The
// fit panel fills it once per frame; all pointers are valid for that frame.

typedef struct uiMeasured
{
    const ssFitData* data;        // NULL: nothing was measured
    const sessionFitCurve* curve; // the run with the values that the sliders show; NULL: none yet
    // The 95% band about the fitted curves, in rows as those of a curve; NULL: none.
    const sessionFitCurve *bandLow, *bandHigh;
    // What the data say about each parameter; NaN: an open end.
    bool bounded[SS_MAX_PARAMS];
    double best[SS_MAX_PARAMS], low[SS_MAX_PARAMS], high[SS_MAX_PARAMS];
} uiMeasured;
