// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// The registry finds scenarios without knowing them: the list is defined in the room above.

typedef struct scenarioList
{
    const ssScenario* const* items;
    int count;
} scenarioList;

/// Defined in scenario/scenario_table.c, the only file that names every scenario.
extern const scenarioList ss_builtInScenarios;
