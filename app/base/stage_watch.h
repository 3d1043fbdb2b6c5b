// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/world.h"

// Where the time of a step goes. The engine has no clock and only says when a stage begins; this one listens.

typedef struct stageWatch
{
    double ( *seconds )( void );  // the clock to go by
    double stages[ss_stageCount]; // [s] spent in each so far
    bool heard;                   // a world has stepped
    ssWorldStage stage;           // the present one
    double since;                 // when it began [s]
} stageWatch;

/// An ssStageHook; the context is a stageWatch.
void stageWatchEnter( void* context, ssWorldStage stage );
