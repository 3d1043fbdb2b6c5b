// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/world.h"

// Measures the time of each stage of a step. The engine has no clock; it only reports when a stage begins.

typedef struct stageWatch
{
    double ( *seconds )( void );  ///< the clock to use, such as osSeconds
    double stages[ss_stageCount]; ///< time spent in each stage so far [s]
    bool hasSteps;                ///< a world has made a step
    ssWorldStage stage;           ///< the current stage
    double since;                 ///< when it began [s]
} stageWatch;

/// An ssStageHook; the context is a stageWatch.
void stageWatchEnter( void* context, ssWorldStage stage );
