// SPDX-License-Identifier: MIT
#pragma once

#include "base/csv.h"
#include "slipstick/lab/fit.h"

// `run --against FILE`: a run beside a table of measurements. Without a file all functions do nothing.

#define AGAINST_MEASURE "misfit" ///< its name among the measures; ssAgainst defines it

typedef struct runAgainst
{
    ssFitData data;
    ssAgainst* against; ///< NULL: there is no file
    const ssScenario* scenario;
} runAgainst;

/// `until`: when the run ends [s]. What the table has beyond it, and its
/// gaps, are noted. Status 2 after a message.
int runBeginAgainst( const char* path, const ssScenario* scenario, double until, runAgainst* against );
void runEndAgainst( runAgainst* against );
void runVisitAgainst( const runAgainst* against, const ssSim* sim ); ///< at t = 0 and after every step
/// A column `data.x` for every measured signal x, at the times of the run.
void runAgainstHeadings( const runAgainst* against, csvWriter* csv );
void runAgainstCells( const runAgainst* against, csvWriter* csv, double time );
