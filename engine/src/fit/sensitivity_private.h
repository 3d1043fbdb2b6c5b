// SPDX-License-Identifier: MIT
#pragma once

#include "base/room.h"
#include "slipstick/lab/change.h"
#include "slipstick/lab/sensitivity.h"

// How sensitivities are found, file by file:
//   sensitivity.c           the definition, checked; the order of all that; the result
//   sensitivity_runs.c      the run and its neighbours, a stretch of rows at a time, and their regimes
//   sensitivity_estimate.c  differences, extrapolated to zero distance

#define SENS_LEVELS 10 // distances of the neighbours on each side
#define SENS_RATIO 4.0 // of two distances that follow each other; a power of two, so that dividing is exact
#define SENS_FAR 1e-2  // the largest distance, as a share of the parameter's scale
#define SENS_QUICK_FIRST 4 // level; and the number of levels where it must be quick
#define SENS_QUICK_COUNT 3
#define SENS_STRETCH 64 // rows that all runs advance by before they are compared

/// One run: the base, or a neighbour.
typedef struct sensRun
{
    ssSim* sim; // NULL: it could not be made, or it has left the base's regimes
    double value;
    int nextEdit;
    uint64_t path; // hash of all regimes so far
    uint64_t regime;
    int changes; // of regime so far
    int mostContacts;
    int64_t unconverged;
    bool failed;      // a step was refused or not finite
    double* rows;     // of the stretch
    uint64_t* paths;  // at these rows
    int* changesAt;   // at these rows
    double* measures; // at the end
    bool finished;
} sensRun;

/// The neighbours of one parameter: level by level, first above, then below.
typedef struct sensLadder
{
    int param;
    double value, scale;
    double delta[SENS_LEVELS]; // descending
    bool below, above;         // sides within the admissible range
    sensRun* runs;             // 2 * SENS_LEVELS
} sensLadder;

typedef struct sensProblem
{
    const ssSensitivityDef* def;
    ssRoom room; // of its arrays
    ssRegime regime;
    int64_t steps, stride;
    int rowCount;
    int firstRow, lastRow; // of the present stretch
    int changesBefore;     // of the base's regime, up to the stretch
    sensRun* runs;         // the base, then those of the ladders
    int runCount;
    sensLadder ladders[SS_SENSITIVITY_PARAMS];
    ssSensitivity* out;
    double* errors[SS_SENSITIVITY_PARAMS]; // of the signals, as the derivatives
    double* largest;                       // |signal| over the run
} sensProblem;

/// An extrapolated derivative and its estimated error.
typedef struct sensEstimate
{
    double value, error;
} sensEstimate;

// sensitivity_runs.c
ssResult sensMakeRuns( sensProblem* p );
void sensFreeRuns( sensProblem* p );
/// Advances all runs to the rows [firstRow, lastRow). False: `stop` has ended it.
bool sensAdvance( sensProblem* p );
/// Step of a row; the last row is the end of the run.
int64_t sensStepOf( const sensProblem* p, int row );

// sensitivity_estimate.c
/// Compares the runs in the rows of the present stretch, for all parameters.
void sensCompare( sensProblem* p );
/// The derivatives of the measures, after the last stretch.
void sensCompareMeasures( sensProblem* p );
