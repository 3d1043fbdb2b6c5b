// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/world.h"

// `slipstick bench`: how long the building blocks take, beside a plain copy of the same data in the same run,
// because nanoseconds mean little without the machine. A benchmark is one descriptor in its own file and one
// line in cli/bench/bench_table.c.
//
//     static void projectAll( void* context ) ...
//
//     double copy = benchMeasureCopy( run, bytes, items );
//     benchAdd( run, "project 5D", benchMeasure( run, projectAll, &context, items ), copy, items );

#define BENCH_ROWS_MAX 256

typedef struct benchRow
{
    const char* name; ///< of the benchmark
    char what[48];
    double ns, copyNs; ///< [ns] per item
    int items;
} benchRow;

#define BENCH_MATCHES_MAX 256

/// One contact problem solved by us and by others, to the same judged residual.
typedef struct benchMatch
{
    char what[48];
    int contacts, dimension;
    double tolerance;
    bool converged;
    double seconds, residual; ///< ours
    bool comparable;          ///< the others could take it; a time that is not finite: none of them got there
    double gaussSeidel, best; ///< [s] Siconos' Gauss-Seidel, and the fastest of its others
    char bestName[16];
} benchMatch;

#define BENCH_PICTURES_MAX 16

/// One kind of picture in the window, drawn again and again.
typedef struct benchPicture
{
    char what[48];
    int spheres, contacts;
    double fill;   ///< [s] per frame: the state becomes a draw list, on the simulation's thread
    double submit; ///< sorting, uploading, calling GL
    double draw;   ///< until the scene is in the picture
    double ui;     ///< panels, plots and labels
    double cpu;    ///< processor time of all threads
    double left;   ///< speed of a simulation beside the frames, against its speed alone
} benchPicture;

#define BENCH_STEPS_MAX 32

/// Whole time steps of one scene by one engine.
typedef struct benchStep
{
    char scene[32], engine[24];
    int threads, spheres, contacts;
    double sweeps;                ///< per step; 0: not known
    double overlap;               ///< deepest, in diameters
    double seconds;               ///< per step: of processor time; on more than one thread, on the wall
    int missed;                   ///< steps that did not reach their tolerance
    double stages[ss_stageCount]; ///< ours [s]
    double bytesPerSphere, bytesPerContact; ///< ours
} benchStep;

#define BENCH_FACTS_MAX 32

/// A number that stands alone.
typedef struct benchNumber
{
    char what[96];
    double value;
} benchNumber;

typedef struct benchRun
{
    bool quick;       ///< fewer items and repeats: does it work at all?
    int repeats;      ///< of which the fastest counts
    const char* name; ///< of the present benchmark
    benchRow rows[BENCH_ROWS_MAX];
    int rowCount;
    const char* problems; ///< folder of contact problems to solve as well; NULL: none
    benchMatch matches[BENCH_MATCHES_MAX];
    int matchCount;
    benchPicture pictures[BENCH_PICTURES_MAX];
    int pictureCount;
    benchStep steps[BENCH_STEPS_MAX];
    int stepCount;
    benchNumber facts[BENCH_FACTS_MAX];
    int factCount;
    bool unable; ///< the refusal is about this machine or build: it has no window
} benchRun;

typedef struct benchEntry
{
    const char* name; ///< "cone"
    const char* doc;
    ssResult ( *run )( benchRun* run );
    const char* alias; ///< an earlier name, still understood; NULL: none
} benchEntry;

/// All items once. What it computes must reach memory or benchKeep.
typedef void benchWork( void* context );

/// The fastest of the repeats [ns per item], never zero.
double benchMeasure( const benchRun* run, benchWork* work, void* context, int items );

/// memcpy of `bytes` per item, in the same way. Zero when there is no memory.
double benchMeasureCopy( const benchRun* run, size_t bytes, int items );

void benchAdd( benchRun* run, const char* what, double ns, double copyNs, int items );

void benchAddStep( benchRun* run, const benchStep* step );
void benchFact( benchRun* run, const char* what, double value );

/// Makes a result count as used.
void benchKeep( double value );
