// SPDX-License-Identifier: MIT
#pragma once

#include "base/svg_plot.h"
#include "slipstick/lab/lab.h"

// `slipstick reproduce`: every figure and table of the papers that holds numbers, computed again and
// compared. A figure is one descriptor in the table of its paper, reproduce_<paper>.c. It reports its results
// through the functions below: checks, a CSV table, pictures. It may run on any thread, and keeps no state
// except what figures of one series share.
//
//     static ssResult makeFig2( reproRun* run )
//     {
//         reproSim sim;
//         ssResult result = reproPlay( "rolling-sphere", "fig3a", "mu=0.2;h=0.001", 1000, &sim );
//         ...
//         reproCheck( run, "stops at [m]", x, 5.574669, 1e-5, "the paper prints two digits; closed form" );
//         reproPicture( run, "Stopping", "t [s]", "x [m]", marks, SS_COUNT( marks ), NULL );
//     }

enum
{
    repro_checksMax = 64,
    repro_picturesMax = 8
};

typedef struct reproChecked
{
    char what[120];
    char reason[160]; ///< why this tolerance
    double value, expected, tolerance;
    bool agrees;
    bool trend; ///< a statement that holds or does not hold, such as "rises": there are no numbers to compare
} reproChecked;

typedef struct reproRun
{
    const struct reproFigure* figure;
    const char* folder; ///< where files are written; NULL: nowhere
    bool full;          ///< use the papers' own sizes instead of reduced ones
    int threads;        ///< for reproEach
    void** kept;        ///< memory from malloc that the figures of a series share; the first one allocates it
    reproChecked checks[repro_checksMax];
    int checkCount;
    char name[120];                       ///< of the check that is being made
    char pictures[repro_picturesMax][64]; ///< file names, in order
    int pictureCount;
    char table[64]; ///< file name; empty: none
    char note[600]; ///< what could not be checked, and why
    ssResult result;
    double seconds;
    double share;                                           ///< progress, 0 … 1
    void ( *notify )( struct reproRun* run, double share ); ///< called after each piece; may be NULL
    void* workers;                                          ///< used by notify
} reproRun;

typedef struct reproFigure
{
    const char* id;      ///< "acary-fig3a"
    const char* title;   ///< "Rolling sphere that stops"
    const char* source;  ///< "Acary & Bourrier 2021, Fig. 3a"
    const char* claim;   ///< what the paper claims, in our words, with its number where it prints one
    const char* erratum; ///< both readings, where the paper is inconsistent; NULL: none
    double cost;         ///< rough time on one processor [s]; the most expensive figures start first
    const char* series;  ///< figures with the same name share their runs and are made one after the other
    ssResult ( *make )( reproRun* run );
} reproFigure;

/// The figures of one paper.
typedef struct reproPaper
{
    const reproFigure* figures;
    int count;
} reproPaper;

/// Agrees if |value - expected| <= tolerance; NaN never does. `reason` explains the tolerance.
void reproCheck(
    reproRun* run, const char* what, double value, double expected, double tolerance, const char* reason );
/// Makes the name of a check, which is valid until the next one is made.
const char* reproName( reproRun* run, const char* format, ... ) SS_PRINTF( 2, 3 );
/// Checks a trend: a statement that holds or does not hold.
void reproHolds( reproRun* run, const char* what, bool holds, const char* reason );
/// Adds a note: what could not be checked, because the paper prints no numbers.
void reproNote( reproRun* run, const char* format, ... ) SS_PRINTF( 2, 3 );

/// Saves a picture as <id>.svg, <id>-2.svg, … `look` has the other members of the plot; NULL: none.
void reproPicture( reproRun* run, const char* title, const char* xTitle, const char* yTitle,
    const svgMark* marks, int count, const svgPlot* look );
void reproMapPicture( reproRun* run, const svgMap* map );

/// Makes a curve of a picture.
static inline svgMark reproCurve(
    svgColor color, bool dashed, const char* label, int count, const double* x, const double* y )
{
    return ( svgMark ){
        .kind = svg_curve, .color = color, .dashed = dashed, .label = label, .count = count, .x = x, .y = y
    };
}

/// Makes marks of another kind; `z` may be NULL.
static inline svgMark reproMarks( svgKind kind, svgColor color, const char* label, int count, const double* x,
    const double* y, const double* z )
{
    return (
        svgMark ){ .kind = kind, .color = color, .label = label, .count = count, .x = x, .y = y, .z = z };
}

/// Saves columns of `rows` numbers as <id>.csv; `heading` has their names, with commas between them.
void reproTable( reproRun* run, const char* heading, int rows, const double* const* columns );

/// Computes one of many pieces of a figure, on any thread; it writes only to its own memory.
typedef ssResult reproPiece( const reproRun* run, int index, void* context );
/// Computes all pieces, whatever the number of threads; returns the first failure by index.
ssResult reproEach( reproRun* run, int count, reproPiece* piece, void* context );

/// The signals and measures of a complete run.
typedef struct reproSim
{
    const ssScenario* scenario;
    double* t;
    double* signals; ///< one after the other, with room for `capacity` rows each
    int rows, capacity;
    double measures[64];
} reproSim;

/// Runs a scenario with a preset (NULL: none) and "key=value;key=value", where h, until and seed are allowed
/// as well. Keeps about `rows` evenly spaced rows, including the first and the last.
ssResult reproPlay( const char* scenario, const char* preset, const char* sets, int rows, reproSim* sim );
void reproFree( reproSim* sim );
/// One signal in all rows. The name must exist.
const double* reproSignal( const reproSim* sim, const char* name );
double reproMeasure( const reproSim* sim, const char* name );
