// SPDX-License-Identifier: MIT
#pragma once

#include "session/run/job.h"
#include "slipstick/lab/fit.h"

// A parameter sweep: any measures over any parameters, for the command line and the window. Each cell is a
// few runs with different seeds; its numbers never depend on which thread computed it or when.

enum
{
    sweep_axesMax = 8,
    sweep_measuresMax = 16,
    sweep_cellsMax = 10000000
};

/// One varied parameter and its values, ascending.
typedef struct sweepAxis
{
    int param;
    double* values; ///< owned
    int count;
    bool logarithmic; ///< the values are spaced evenly in decades
    bool inRadii;     ///< some values were given as multiples of R, which follows from the base's values
} sweepAxis;

typedef struct sweepDef
{
    ssSimDef base;
    sweepAxis axes[sweep_axesMax];
    int axisCount;
    int measures[sweep_measuresMax];
    int measureCount;
    /// A table; the index after the scenario's own measures then stands for the misfit. NULL: none.
    const ssFitData* against;
    int seeds; ///< runs per cell, with the base's seed and those after it; >= 1
} sweepDef;

/// Reads "mu=0.1:0.5:5" (or lin:…), "mu_r=log:1e-5:1e-2:4", "mu_r=0.1R,0.3R" or "law=coulomb,relaxed".
ssResult sweepParseAxis( const ssSimDef* base, const char* text, sweepAxis* axis );
/// Refuses multiples of an R that itself varies.
ssResult sweepCheckAxes( const sweepDef* def );
/// What one of `measures` is; see `against` for the one after the scenario's own.
const ssMeasure* sweepMeasure( const sweepDef* def, int measure );
/// The index of a value on its axis; -1 when the axis does not have it.
int sweepAxis_Find( const sweepAxis* axis, double value );
void sweepFree( sweepDef* def );

/// -1 when there are more than sweep_cellsMax.
int64_t sweepCellCount( const sweepDef* def );
/// The values of the axes in cell `index`; the last axis changes fastest.
void sweepCellValues( const sweepDef* def, int64_t index, double* values );

typedef struct sweepCell
{
    int64_t index;
    double mean[sweep_measuresMax];  ///< NaN where undefined
    double error[sweep_measuresMax]; ///< standard error over the seeds; NaN with a single seed
    char failure[200];               ///< why the cell has no numbers; empty when it has
    char note[200];                  ///< otherwise why an expression has none; empty where all have
} sweepCell;

/// Runs all seeds of one cell, which is meaningless once `stop` (may be NULL) has returned true.
void sweepRunCell( const sweepDef* def, int64_t index, ssStop* stop, void* context, sweepCell* cell );

/// Called for each finished cell, one at a time, in the order of finishing. False ends the sweep.
typedef bool sweepSink( void* context, const sweepCell* cell );

/// Computes the cells with wanted[i] true (NULL: all), on `jobs` threads, which share the seeds of a cell
/// too. `stop` (may be NULL) is asked between steps.
void sweepRunCells(
    const sweepDef* def, const bool* wanted, int jobs, ssStop* stop, sweepSink* sink, void* context );

/// The cells as CSV, one row each: the values of the axes, which identify the row, the measures, and the
/// reason why a cell has no numbers. The header comes without an end of line.
void sweepFormatHeader( const sweepDef* def, char* line, size_t capacity );
/// The row comes with its end of line.
void sweepFormatRow( const sweepDef* def, const sweepCell* cell, char* line, size_t capacity );
/// Returns the cell of a row (given without its end of line) and its first measure, NaN where it has none; -1
/// when the line is not a row of this sweep.
int64_t sweepReadRow( const sweepDef* def, const char* line, double* value );

/// Saves a picture of one measure (an index into `measures`) over two axes. `values` has one number per cell,
/// NaN where there is none. `logColors` gives each decade the same share of the colours.
ssResult sweepSaveMap(
    const sweepDef* def, int measure, bool logColors, const double* values, const char* path );
