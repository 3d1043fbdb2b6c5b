// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

#include <stdbool.h>
#include <stdint.h>

// The signals of the current run for the plots: one row per step. When the log is full, every second row is
// dropped, so that an hour takes as much memory as a minute. A reset empties it. Going back in time keeps the
// rows ahead: the run is deterministic and will produce them again, until a change makes it another run from
// that moment on.

typedef struct sessionSignalLog
{
    int signalCount;
    double* rows;   // rowCount × ( 1 + signalCount ): t, then the signals
    int64_t* steps; // step of each row
    int rowCount, rowCapacity;
    int64_t stride;                 // steps between kept rows
    int64_t lastStep;               // of the newest row; -1 when empty
    uint64_t runNumber;             // of the run these rows belong to
    double largest[SS_MAX_SIGNALS]; // size of the largest value of each signal in this run, kept when rows
                                    // are dropped
} sessionSignalLog;

void sessionSignalLog_Begin( sessionSignalLog* signalLog, uint64_t runNumber, int signalCount );
void sessionSignalLog_Add( sessionSignalLog* signalLog, int64_t step, double time, const double* signals );
// Drops the rows after this time.
void sessionSignalLog_Cut( sessionSignalLog* signalLog, double time );
// Makes `to` the log of another run, numbered `runNumber`, with the same rows.
void sessionSignalLog_Copy( const sessionSignalLog* from, sessionSignalLog* to, uint64_t runNumber );
const double* sessionSignalLog_Row( const sessionSignalLog* signalLog, int row );
// Index of the last row with t <= time; -1 when there is none.
int sessionSignalLog_Find( const sessionSignalLog* signalLog, double time );
void sessionSignalLog_Free( sessionSignalLog* signalLog );
