// SPDX-License-Identifier: MIT
#pragma once

#include "session/sweep.h"

// A sweep in the background: the cells of a grid on threads of their own, with a processor left to the view and one to
// the simulation. The window collects the cells as they finish.

typedef struct hostSweep hostSweep;

typedef struct hostSweepProgress
{
    int64_t total, done, failed;
    bool busy, stopped; // stopped: before all cells were done
    double secondsLeft; // estimated from the cells so far
} hostSweepProgress;

// NULL when memory is short. `threaded` false: hostSweep_Start returns when all is done (scripts).
hostSweep* hostCreateSweep( bool threaded );
void hostDestroySweep( hostSweep* sweep ); // NULL is fine

// Takes the grid over (the caller's becomes empty) and ends what was running.
ssResult hostSweep_Start( hostSweep* sweep, gridDef* def );
// Asks the threads to end; returns at once.
void hostSweep_Stop( hostSweep* sweep );
// Ends the sweep and forgets its cells.
void hostSweep_Clear( hostSweep* sweep );

// The grid of the latest sweep; NULL: none yet. It stays until the next start.
const gridDef* hostSweep_Def( const hostSweep* sweep );
hostSweepProgress hostSweep_Progress( hostSweep* sweep );

// The cell that finished as the n-th, from 0; false when there are not that many.
bool hostSweep_Cell( hostSweep* sweep, int64_t n, gridCell* cell );
