// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

#include <stdbool.h>
#include <stdint.h>

// The signals of the current run for the plots: one row per step. When the log is full, every second row is
// dropped, so that an hour takes as much memory as a minute. A reset empties it. Going back in time keeps the
// rows ahead: the run is deterministic and will produce them again, until a change makes it another run from
// that moment on.

enum
{
    session_blockRows = 64
};

/// What is in rows of a column: its finite values. None: min > max.
typedef struct sessionSignalRange
{
    double min, max, count;
} sessionSignalRange;

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
    sessionSignalRange* blocks;     // blockCount × ( 1 + signalCount ), of session_blockRows rows each
    int blockCount;
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
// What is in these rows of a column (0: time), from whole blocks where these lie inside: a plot of a long run
// costs no more than that of a short one.
sessionSignalRange sessionSignalLog_Range(
    const sessionSignalLog* signalLog, int column, int first, int last );
// What is in the block that begins at this row; NULL: none does, or it is not complete.
const sessionSignalRange* sessionSignalLog_Block( const sessionSignalLog* signalLog, int row, int column );
void sessionSignalLog_Free( sessionSignalLog* signalLog );
