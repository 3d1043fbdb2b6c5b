// SPDX-License-Identifier: MIT
#pragma once

#include "base/csv.h"
#include "slipstick/lab/change.h"

// The table of `run --changes`: one row per change of regime, found at every step.

typedef struct runChanges
{
    ssChangeLog* log; // NULL: no table is wanted
    osWriter* out;
    csvWriter csv;
} runChanges;

/// Opens the table and writes its header. `path` NULL: none is wanted.
ssResult runBeginChanges( const char* path, runChanges* changes );

/// Writes the changes of the state that the sim is in now. Call it at t = 0 and after every step.
ssResult runAddChanges( runChanges* changes, const ssSim* sim );

/// Frees the log; the writer remains.
void runEndChanges( runChanges* changes );
