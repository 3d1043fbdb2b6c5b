// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/fit.h"

// One run beside a table: its whole curves, and how far they are from what was measured.

// Zero-initialise it; buffers are kept once they have grown.
typedef struct sessionFitCurve
{
    int rowCount, signalCount;
    double* rows; // t, then the signals, row by row; the steps between two rows are left out
    int rowCapacity;
    double misfit;     // as ssAgainst has it; NaN: none
    char failure[200]; // why the run has ended early; empty: it has not
} sessionFitCurve;

void sessionFitCurve_Free( sessionFitCurve* curve );

// Is it the same run, to the last value? Texts end at their zero: what is behind it does not count.
bool sessionIsSameRun( const ssSimDef* a, const ssSimDef* b );

// Runs the definition, with the table's own values, until the last measured time and returns the misfit; NaN:
// no run. `curve` (may be NULL) receives about a thousand rows. `stop` may be NULL.
double sessionRunAgainst(
    const ssSimDef* def, const ssFitData* data, ssStop* stop, void* context, sessionFitCurve* curve );
