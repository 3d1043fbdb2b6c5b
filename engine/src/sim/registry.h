// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"

// The registry knows that there are scenarios, not which: the room above defines the list.

typedef struct scenarioList
{
    const ssScenario* const* items;
    int count;
} scenarioList;

/// Defined in scenario/scenario_table.c, the only file that names every scenario.
extern const scenarioList ss_builtInScenarios;
