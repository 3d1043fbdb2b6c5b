// SPDX-License-Identifier: MIT
#pragma once

#include "base/stage_watch.h"
#include "slipstick/lab/scenario.h"

// The times of `run --timings`.

typedef struct runWatch
{
    stageWatch stages;
    double seconds; // spent in steps
} runWatch;

ssStepReport runTimedStep( runWatch* watch, ssSim* sim );

/// Prints mean wall times per step to stderr: they are not results, which do not depend on the machine.
void runPrintTimings( const runWatch* watch, int64_t steps );
