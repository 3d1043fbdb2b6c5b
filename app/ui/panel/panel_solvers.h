// SPDX-License-Identifier: MIT
#pragma once

#include "session/solver_scope.h"
#include "ui/plot/plot.h"

// The solver microscope: one frozen step, several solvers on the same problem.

typedef struct uiSolversPanel
{
    bool shown;
    sessionSolverScope* scope; // NULL until it is first opened
    sessionScopeRun* runCopy;  // of the run that is looked at
    sessionChartList charts[3];
    uiPlotView views[3];
    uint32_t wanted;       // bits of the solver table
    int solver, iteration; // whose walk is shown, and where it stands
    double tolerance;
    char path[512], source[128];
} uiSolversPanel;

void uiDrawSolvers( uiState* ui, const uiFrameInput* input );
void uiFreeSolvers( uiState* ui );
