// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/world.h"

// `slipstick bench`: how long the building blocks take. A plain copy of the same data in the same run is
// measured beside each of them, because nanoseconds mean little without the machine. A benchmark is one
// descriptor in its own file and one line in cli/bench/bench_table.c.
//
//     static void projectAll( void* context ) ...
//
//     double copy = benchMeasureCopy( run, bytes, items );
//     benchAdd( run, "project 5D", benchMeasure( run, projectAll, &context, items ), copy, items );

#define BENCH_ROWS_MAX 256

typedef struct benchRow
{
    const char* name; ///< name of the benchmark
    char what[48];
    double ns, copyNs; ///< per item, of the work and of the copy [ns]
    int items;
} benchRow;

#define BENCH_MATCHES_MAX 256

/// One contact problem solved by Slipstick and by Siconos, to the same judged residual.
typedef struct benchMatch
{
    char what[48];
    int contacts, dimension;
    double tolerance;
    bool converged;
    double seconds, residual; ///< of Slipstick
    bool comparable;          ///< Siconos accepts the problem
    double gaussSeidel,
        best; ///< [s] its Gauss-Seidel and the fastest of its other solvers; infinite: not converged
    char bestName[16];
} benchMatch;

#define BENCH_PICTURES_MAX 16

/// One kind of picture in the window, drawn repeatedly. Times are per frame [s].
typedef struct benchPicture
{
    char what[48];
    int spheres, contacts;
    double fill;      ///< to turn the state into a draw list, on the thread of the simulation
    double cull;      ///< to sort the bodies and find those that others hide
    double submit;    ///< to upload and call OpenGL
    double draw;      ///< until the scene is drawn
    double ui;        ///< for panels, plots and labels
    double gpu;       ///< of the graphics card for scene and panels, by its own clock
    double rate;      ///< frames per second of the window's thread, where nothing is waited for
    double cpu;       ///< processor time of all threads
    double speedLeft; ///< speed of a simulation while frames are drawn, divided by its speed alone
} benchPicture;

#define BENCH_STEPS_MAX 32

/// Whole time steps of one scene with one engine.
typedef struct benchStep
{
    char scene[32], engine[24];
    int threads, spheres, contacts;
    double passes;                ///< over all contacts, per step; 0: not known
    double overlap;               ///< deepest penetration, in diameters
    double seconds;               ///< per step: processor time, or wall time on more than one thread
    int missed;                   ///< steps that did not reach their tolerance
    double stages[ss_stageCount]; ///< of Slipstick [s]
    double bytesPerSphere, bytesPerContact; ///< of Slipstick; 0 for other engines
} benchStep;

#define BENCH_THREADS_MAX 12
#define BENCH_SCALES_MAX ( 3 * BENCH_THREADS_MAX )

/// A pile on a number of threads. Times are wall times, but `cpu`.
typedef struct benchScale
{
    int spheres, contacts, threads;
    double step, solve;           ///< [s] a whole time step, and a solve of its contacts alone
    double cpu;                   ///< [s] processor time of a step, all threads together
    double stages[ss_stageCount]; ///< of the step [s]
    double triad;                 ///< bytes per second that a streaming triad moves on as many threads
} benchScale;

#define BENCH_RUNNERS_MAX 12

/// What `engines` is asked for; NULL, 0: everything.
typedef struct benchEngines
{
    const char *scene, *engine;
    double h;                   ///< [s]
    int iterations;             ///< -1: those of the grid
    const char* const* runners; ///< NAME=COMMAND
    int runnerCount;
    const char* check;   ///< the runner to check; NULL: none
    const char* report;  ///< folder for a page
    const char* address; ///< of a page of Slipstick
} benchEngines;

#define BENCH_ABSENT_MAX 4

#define BENCH_FACTS_MAX 64

/// A number that is not part of a table.
typedef struct benchNumber
{
    char what[96];
    double value;
} benchNumber;

typedef struct benchRun
{
    bool quick;       ///< fewer items and repeats: only tests that the benchmark works
    int repeats;      ///< measurements, of which the fastest counts
    const char* name; ///< name of the current benchmark
    benchRow rows[BENCH_ROWS_MAX];
    int rowCount;
    const char* problems; ///< folder of further contact problems; NULL: none
    benchMatch matches[BENCH_MATCHES_MAX];
    int matchCount;
    benchPicture pictures[BENCH_PICTURES_MAX];
    int pictureCount;
    benchStep steps[BENCH_STEPS_MAX];
    int stepCount;
    benchScale scales[BENCH_SCALES_MAX];
    int scaleCount;
    int spheres;      ///< the one size of piles for `threads`; 0: all
    const char* logs; ///< folder for its contact logs; NULL: they are not kept
    benchEngines engines;
    struct engineTrial* trials; ///< of `engines`
    int trialCount;
    const char* absent[BENCH_ABSENT_MAX][2]; ///< engines that are not there, and their packages
    int absentCount;
    benchNumber facts[BENCH_FACTS_MAX];
    int factCount;
    char what[96];    ///< the name of a row that is being added
    bool failed;      ///< set when something that was checked is wrong
    bool unsupported; ///< set when a benchmark fails because this machine or build has no window
} benchRun;

typedef struct benchEntry
{
    const char* name; ///< "cone"
    const char* doc;
    ssResult ( *run )( benchRun* run );
    const char* alias; ///< an earlier name that still works; NULL: none
} benchEntry;

/// Processes all items once. Its results must go to memory or to benchKeep, or the compiler removes the work.
typedef void benchWork( void* context );

/// Returns the time of the fastest repeat [ns per item], never zero.
double benchMeasure( const benchRun* run, benchWork* work, void* context, int items );

/// Measures a memcpy of `bytes` per item in the same way.
double benchMeasureCopy( const benchRun* run, size_t bytes, int items );

/// Makes the name of a row or fact, which is valid until the next one is made.
const char* benchName( benchRun* run, const char* format, ... ) SS_PRINTF( 2, 3 );

void benchAdd( benchRun* run, const char* what, double ns, double copyNs, int items );

void benchAddStep( benchRun* run, const benchStep* step );
void benchAddScale( benchRun* run, const benchScale* scale );
void benchFact( benchRun* run, const char* what, double value );

/// Marks a result as used.
void benchKeep( double value );
