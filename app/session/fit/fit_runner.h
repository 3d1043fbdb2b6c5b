// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/fit_curve.h"
#include "session/fit/fit_table.h"
#include "session/run/job.h"

// A fit as a job on the threads of the program. The window can end it with the best so far.

typedef struct sessionFitRunner sessionFitRunner;

typedef struct sessionFitProgress
{
    bool busy;
    bool checks;     // it only asks what the data can tell
    char stage[32];  // "search", "fit", "intervals", …
    int runs;        // simulations so far
    double rms;      // of the residuals, in standard deviations of the noise; NaN: not known yet
    double seconds;  // since it began
    uint64_t number; // of the newest outcome; 0: none yet
} sessionFitProgress;

// What came out of it.
typedef struct sessionFitOutcome
{
    bool checked;           // only asked what the data can tell
    ssResult refusal;       // ss_ok: there is a result
    ssFitResult* result;    // owned
    ssSimDef* def;          // the run with the fitted values; its scenario is the table's
    sessionTable* table;    // that it was fitted to; retained
    sessionFitCurve fitted; // of a fit: the curve with the fitted values
    sessionFitCurve low,
        high; // and the 95% band about it, in the same rows; without rows where the errors are not known
} sessionFitOutcome;

sessionFitRunner* sessionCreateFitRunner( sessionJobMode mode ); // NULL when memory is short
void sessionDestroyFitRunner( sessionFitRunner* runner );        // NULL is allowed

// Begins a fit, or a check alone, in place of the one running. Copies parameters, shares the table.
ssResult sessionFitRunner_Start( sessionFitRunner* runner, bool checkOnly, const ssSimDef* def,
    sessionTable* table, const ssFitParam* params, int paramCount );
// Asks it to end with the best so far, which takes a few more runs; returns at once.
void sessionFitRunner_Stop( sessionFitRunner* runner );
// Ends it and forgets its outcome.
void sessionFitRunner_Clear( sessionFitRunner* runner );

sessionFitProgress sessionFitRunner_Progress( sessionFitRunner* runner );
// What came out last, valid until the next start; NULL: nothing yet, or it still runs.
const sessionFitOutcome* sessionFitRunner_Outcome( sessionFitRunner* runner );

// Fills the fitted curve of an outcome and its 95% band: with C = L Lᵀ, the covariance, the variance of a
// curve is the sum over the columns l of L of ((s(p + l) - s(p - l)) / 2)².
void sessionFindBand( sessionFitOutcome* outcome, ssStop* stop, void* context );
