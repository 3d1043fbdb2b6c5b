// SPDX-License-Identifier: MIT
#pragma once

#include "base/svg_plot.h"
#include "slipstick/slipstick.h"

// `slipstick reproduce`: every figure and table of the papers that holds numbers, made again and compared. A figure is
// one descriptor in the file of its paper, reproduce_<paper>.c, and one line in its table of figures. What it
// computes goes through the few functions below: checks, a table, pictures. It runs on any thread and keeps no state but
// what figures of one series leave to each other.
//
//     static ssResult makeFig2( reproRun* run )
//     {
//         reproSim sim;
//         ssResult result = reproPlay( run, "rolling-sphere", "fig3a", "mu=0.2;h=0.001", &sim );
//         ...
//         reproCheck( run, "stops at [m]", x, 5.574669, 1e-5, "the paper prints two digits; closed form" );
//         reproPicture( run, &plot );
//     }

enum
{
    repro_checksMax = 64,
    repro_picturesMax = 8
};

typedef struct reproChecked
{
    char what[120];
    char reason[160]; ///< of the tolerance
    double value, expected, tolerance;
    bool agrees;
    bool statement; ///< holds or not: the numbers say no more
} reproChecked;

typedef struct reproRun
{
    const struct reproFigure* figure;
    const char* folder; ///< where files go; NULL: nowhere
    bool full;          ///< the papers' own sizes instead of reduced ones
    int threads;        ///< for reproEach
    void** kept;        ///< from malloc: what the first figure of a series leaves to the others
    reproChecked checks[repro_checksMax];
    int checkCount;
    char pictures[repro_picturesMax][64]; ///< file names, in order
    int pictureCount;
    char table[64]; ///< file name; empty: none
    char note[400]; ///< what could not be checked, and why
    ssResult result;
    double seconds;
    double share;                                           ///< done of it, 0 … 1
    void ( *notify )( struct reproRun* run, double share ); ///< after each piece; may be NULL
    void* workers;                                          ///< whom notify tells
} reproRun;

typedef struct reproFigure
{
    const char* id;      ///< "acary-fig3a"
    const char* title;   ///< "Rolling sphere that stops"
    const char* source;  ///< "Acary & Bourrier 2021, Fig. 3a"
    const char* claim;   ///< what the paper claims, in our words, with its number where it prints one
    const char* erratum; ///< where the paper is inconsistent, both readings; NULL: nothing
    double cost;         ///< [s] about, on one processor: decides the order
    const char* series;  ///< those of one name are made one after the other, from the same runs
    ssResult ( *make )( reproRun* run );
} reproFigure;

/// The figures of one paper.
typedef struct reproPaper
{
    const reproFigure* figures;
    int count;
} reproPaper;

/// |value - expected| <= tolerance; NaN never agrees. `reason` says why the tolerance is what it is.
void reproCheck(
    reproRun* run, const char* what, double value, double expected, double tolerance, const char* reason );
/// A statement that holds or not: 1 expected.
void reproHolds( reproRun* run, const char* what, bool holds, const char* reason );
/// What the figure shows and nobody can check, since the paper prints no numbers.
void reproNote( reproRun* run, const char* format, ... ) SS_PRINTF( 2, 3 );

/// Saves a picture as <id>.svg, <id>-2.svg, …
void reproPicture( reproRun* run, const svgPlot* plot );
void reproMapPicture( reproRun* run, const svgMap* map );

/// A curve of a picture.
static inline svgMark reproCurve(
    svgColor color, bool dashed, const char* label, int count, const double* x, const double* y )
{
    return ( svgMark ){
        .kind = svg_curve, .color = color, .dashed = dashed, .label = label, .count = count, .x = x, .y = y
    };
}

/// Saves columns as <id>.csv: `count` names and arrays of `rows` numbers.
void reproTable( reproRun* run, int count, const char* const* names, const double* const* columns, int rows );

/// One of many independent pieces of a figure, on any thread: it writes to places of its own alone.
typedef ssResult reproPiece( const reproRun* run, int index, void* context );
/// Computes all pieces; the first failure, by index, is returned. What comes out does not depend on the threads.
ssResult reproEach( reproRun* run, int count, reproPiece* piece, void* context );

/// A run that was played to its end, with all its signals.
typedef struct reproSim
{
    const ssScenario* scenario;
    double* t;
    double* signals; ///< rows × signalCount
    int rows;
    double measures[64];
} reproSim;

/// Plays a scenario: a preset (NULL: none) and "key=value;key=value", where h, until and seed are understood too.
/// Keeps about `rows` rows at even distances, the first and the last among them.
ssResult reproPlay( const char* scenario, const char* preset, const char* sets, int rows, reproSim* sim );
void reproFree( reproSim* sim );
/// A copy of one signal over the rows, to free(); NULL without memory. Programmer error for a name nobody knows.
double* reproSignal( const reproSim* sim, const char* name );
double reproLast( const reproSim* sim, const char* name ); ///< of the last row
double reproMeasure( const reproSim* sim, const char* name );
