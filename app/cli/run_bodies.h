// SPDX-License-Identifier: MIT
#pragma once

#include "base/csv.h"
#include "slipstick/lab/scenario.h"

// The table of `run --bodies`: where every body is, for each row of the table of signals.

typedef struct runBodies
{
    osWriter* out; // NULL: no table is wanted
    csvWriter csv;
    bool any; // it has rows
} runBodies;

/// Opens the table and writes its header. `path` NULL: none is wanted.
ssResult runBeginBodies( const char* path, runBodies* bodies );

/// Writes the bodies of the state that the sim is in now.
void runAddBodies( runBodies* bodies, const ssSim* sim );

/// Warns of a table without rows, which is what a scenario without bodies gives.
void runEndBodies( const runBodies* bodies, const ssSim* sim );
