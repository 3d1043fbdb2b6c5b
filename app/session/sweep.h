// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "slipstick/scenario.h"

// A map of any measures over any parameters: the cells of a grid, each a few runs with different seeds, on several
// threads. A cell's numbers depend on the cell alone, never on who computed it or when. The command line and the
// window play the same sweep.

enum
{
    sweep_axesMax = 8,
    sweep_measuresMax = 16
};

/// One varied parameter and its values, ascending.
typedef struct sweepAxis
{
    int param;
    double* values; ///< owned
    int count;
    bool logarithmic; ///< spaced evenly in decades
    bool inRadii;     ///< some were given as multiples of R, which the base's values decide
} sweepAxis;

typedef struct sweepDef
{
    ssSimDef base;
    sweepAxis axes[sweep_axesMax];
    int axisCount;
    int measures[sweep_measuresMax];
    int measureCount;
    int seeds; ///< runs per cell, with the base's seed and those after it; >= 1
} sweepDef;

/// "mu=0.1:0.5:5", "mu_r=log:1e-5:1e-2:4", "mu_r=0.1R,0.3R" or "law=coulomb,relaxed"; "lin:" may stand before A:B:N.
ssResult sweepParseAxis( const ssSimDef* base, const char* text, sweepAxis* axis );
/// Refuses multiples of an R that itself varies.
ssResult sweepCheckAxes( const sweepDef* def );
void sweepFree( sweepDef* def );

int64_t sweepCellCount( const sweepDef* def );
/// Values of the axes in cell `index`: the last axis runs fastest.
void sweepCellValues( const sweepDef* def, int64_t index, double* values );

typedef struct sweepCell
{
    int64_t index;
    double mean[sweep_measuresMax];  ///< NaN where undefined
    double error[sweep_measuresMax]; ///< standard error over the seeds; NaN for one
    char failure[200];               ///< why there are no numbers; empty: there are
} sweepCell;

/// Runs all seeds of one cell. `stop` (may be NULL) is looked at between steps; true leaves the cell without meaning.
void sweepRunCell(
    const sweepDef* def, int64_t index, bool ( *stop )( void* context ), void* context, sweepCell* cell );

/// Called for each finished cell, one at a time, in the order they finish. False ends the sweep early.
typedef bool sweepSink( void* context, const sweepCell* cell );

/// Computes the cells with wanted[i] true, on `jobs` threads that share the seeds of a cell too.
void sweepRunCells( const sweepDef* def, const bool* wanted, int jobs, sweepSink* sink, void* context );

/// A table of cells: the header without its end of line, then rows. A row is known by the values of its axes, its
/// first columns; the last one says why there are no numbers.
void sweepFormatHeader( const sweepDef* def, char* line, size_t capacity );
/// With its end of line.
void sweepFormatRow( const sweepDef* def, const sweepCell* cell, char* line, size_t capacity );
/// The cell of a row without its end of line, and its first measure (NaN: none); -1 when it is no row of this table.
int64_t sweepReadRow( const sweepDef* def, const char* line, double* value );

/// A picture of one measure (an index into `measures`) over two axes; `values` per cell, NaN where there is none.
/// `logColors`: colours by decades.
ssResult sweepSaveMap(
    const sweepDef* def, int measure, bool logColors, const double* values, const char* path );
