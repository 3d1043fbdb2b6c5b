// SPDX-License-Identifier: MIT
#pragma once

#include "session/sweep.h"

// A sweep in the background: the cells of a grid on threads of their own, with a processor left to the view and one to
// the simulation. The window collects the cells as they finish.

typedef struct sweepRunner sweepRunner;

typedef struct sweepProgress
{
    int64_t total, done, failed;
    bool busy, stopped; // stopped: before all cells were done
    double secondsLeft; // estimated from the cells so far
} sweepProgress;

// NULL when memory is short. `threaded` false: sweepRunner_Start returns when all is done (scripts).
sweepRunner* sweepCreateRunner( bool threaded );
void sweepDestroyRunner( sweepRunner* sweep ); // NULL is fine

// Takes the grid over (the caller's becomes empty) and ends what was running.
ssResult sweepRunner_Start( sweepRunner* sweep, sweepDef* def );
// Asks the threads to end; returns at once.
void sweepRunner_Stop( sweepRunner* sweep );
// Ends the sweep and forgets its cells.
void sweepRunner_Clear( sweepRunner* sweep );

// The grid of the latest sweep; NULL: none yet. It stays until the next start.
const sweepDef* sweepRunner_Def( const sweepRunner* sweep );
sweepProgress sweepRunner_Progress( sweepRunner* sweep );

// The cell that finished as the n-th, from 0; false when there are not that many.
bool sweepRunner_Cell( sweepRunner* sweep, int64_t n, sweepCell* cell );
