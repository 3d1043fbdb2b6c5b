// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/solver_scope.h"
#include "ui/core/imgui.h"
#include "ui/core/ui.h"
#include "ui/core/window_layout.h"
#include "ui/plot/plot.h"

// The solver microscope: several solvers on the contact problem of one frozen step.

typedef struct uiSolversPanel
{
    bool shown;
    sessionSolverScope* scope; // NULL until the panel is first opened
    sessionScopeRun* runCopy;  // the run of the solver being read
    sessionChartList charts[3];
    uiPlotView views[3];
    double x[session_scopeRows], t[session_scopeRows], y[session_scopeRows]; // the curve being filled
    uint32_t wanted;       // solvers to run: bit i is solver i of the table
    int solver, iteration; // whose path is shown, and up to which iteration
    double tolerance;
    char path[512], source[128];
    char refusal[256];         // why there is nothing new to solve; empty: there is
    const ssScenario* refused; // in which scenario
} uiSolversPanel;

void uiDrawSolvers( uiState* ui, const uiFrameInput* input );
void uiFreeSolvers( uiState* ui );

// The step report, in a corner of the view: the result of the latest step and the time of its stages.

// Returns the rectangle that it covers; empty if it is not shown.
uiRect uiDrawStepReport( uiState* ui, const uiFrameInput* input, const uiLayout* layout, ImDrawList* list );
