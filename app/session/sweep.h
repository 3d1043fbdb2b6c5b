// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "slipstick/scenario.h"

// A map of any measures over any parameters: the cells of a grid, each a few runs with different seeds, on several
// threads. A cell's numbers depend on the cell alone, never on who computed it or when. The command line and the
// window play the same sweep.

enum
{
    grid_axesMax = 8,
    grid_measuresMax = 16
};

/// One varied parameter and its values, ascending.
typedef struct gridAxis
{
    int param;
    double* values; ///< owned
    int count;
    bool logarithmic; ///< spaced evenly in decades
    bool inRadii;     ///< some were given as multiples of R, which the base's values decide
} gridAxis;

typedef struct gridDef
{
    ssSimDef base;
    gridAxis axes[grid_axesMax];
    int axisCount;
    int measures[grid_measuresMax];
    int measureCount;
    int seeds; ///< runs per cell, with the base's seed and those after it; >= 1
} gridDef;

/// "mu=0.1:0.5:5", "mu_r=log:1e-5:1e-2:4", "mu_r=0.1R,0.3R" or "law=coulomb,relaxed"; "lin:" may stand before A:B:N.
ssResult gridParseAxis( const ssSimDef* base, const char* text, gridAxis* axis );
/// Refuses multiples of an R that itself varies.
ssResult gridCheckAxes( const gridDef* def );
void gridFree( gridDef* def );

int64_t gridCellCount( const gridDef* def );
/// Values of the axes in cell `index`: the last axis runs fastest.
void gridCellValues( const gridDef* def, int64_t index, double* values );

typedef struct gridCell
{
    int64_t index;
    double mean[grid_measuresMax];  ///< NaN where undefined
    double error[grid_measuresMax]; ///< standard error over the seeds; NaN for one
    char failure[200];              ///< why there are no numbers; empty: there are
} gridCell;

/// Runs all seeds of one cell. `stop` (may be NULL) is looked at between steps; true leaves the cell without meaning.
void gridRunCell(
    const gridDef* def, int64_t index, bool ( *stop )( void* context ), void* context, gridCell* cell );

/// Called for each finished cell, one at a time, in the order they finish. False ends the sweep early.
typedef bool gridSink( void* context, const gridCell* cell );

/// Computes the cells with wanted[i] true, on `jobs` threads that share the seeds of a cell too.
void gridRun( const gridDef* def, const bool* wanted, int jobs, gridSink* sink, void* context );

/// A table of cells: the header without its end of line, then rows. A row is known by the values of its axes, its
/// first columns; the last one says why there are no numbers.
void gridFormatHeader( const gridDef* def, char* line, size_t capacity );
/// With its end of line.
void gridFormatRow( const gridDef* def, const gridCell* cell, char* line, size_t capacity );
/// The cell of a row without its end of line, and its first measure (NaN: none); -1 when it is no row of this table.
int64_t gridReadRow( const gridDef* def, const char* line, double* value );

/// A picture of one measure (an index into `measures`) over two axes; `values` per cell, NaN where there is none.
/// `logColors`: colours by decades.
ssResult gridSaveMap(
    const gridDef* def, int measure, bool logColors, const double* values, const char* path );
