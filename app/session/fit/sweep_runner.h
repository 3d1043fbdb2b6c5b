// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/sweep.h"

// A sweep as a job. The window collects the cells as they finish.

typedef struct sweepRunner sweepRunner;

typedef struct sweepProgress
{
    int64_t total, done, failed;
    bool busy;
    bool stopped;       // before all cells were done
    double secondsLeft; // estimated from the cells so far
} sweepProgress;

sweepRunner* sweepCreateRunner( sessionJobMode mode ); // NULL when memory is short
void sweepDestroyRunner( sweepRunner* sweep );         // may be NULL

// Takes the definition over (the caller's becomes empty) and ends the sweep that was running.
ssResult sweepRunner_Start( sweepRunner* sweep, sweepDef* def );
// Asks the threads to end; returns at once.
void sweepRunner_Stop( sweepRunner* sweep );
// Ends the sweep and drops its cells.
void sweepRunner_Clear( sweepRunner* sweep );

// The definition of the latest sweep, valid until the next start; NULL when there is none yet.
const sweepDef* sweepRunner_Def( const sweepRunner* sweep );
sweepProgress sweepRunner_Progress( sweepRunner* sweep );

// Copies the n-th cell to finish, from 0. False when fewer have finished.
bool sweepRunner_Cell( sweepRunner* sweep, int64_t n, sweepCell* cell );
