// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/log_scenario.h"
#include "slipstick/problem.h"

// A contact problem and an answer to it as a scenario: a log of one frame (log_scenario.h), whose
// contacts have the laws and frames of the problem.

typedef struct ssProblemScenarioDef
{
    ssProblem* problem;         ///< taken over: zeroed where the scenario is made
    const double* p;            ///< the answer, ssProblem_Size numbers; copied
    double tolerance;           ///< to which the answer is a solution, or is wanted to be one
    const char *title, *source; ///< as in ssLogScenarioDef
    const char* summary;        ///< likewise, such as a verdict on the answer; NULL: that of a problem
} ssProblemScenarioDef;

/// Makes the scenario. Bodies are drawn with the mass and inertia that the problem gives them, since it does
/// not know their shapes: as spheres where their contacts all have the same distance, otherwise as boxes. A
/// problem with an explicit W has its contacts on a grid; see ssProblemView_IsPlaced. Problems without
/// contacts are refused.
SS_API_OBJECT SS_CHECKED ssResult ssMakeProblemScenario(
    const ssProblemScenarioDef* def, const ssScenario** scenario );
