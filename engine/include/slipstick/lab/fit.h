// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// Parameters from measurements. A table of measured signals, or measured numbers such as the angle of a pile,
// is compared with repeated runs of a scenario; the free parameters are those of greatest likelihood, and the
// result says how well the data determine them: standard errors, 95% intervals by profile likelihood,
// correlations, and in words what the data cannot tell. MATH.md has the formulas.
//
//     ssFitData data;
//     ssResult result = ssReadFitData( "run.csv", scenario, NULL, &data );
//     ssFitParam free[] = { ssFreeParam( "mu" ), ssFreeParam( "mu_r" ) };
//     ssFitDef def = { .base = &simDef, .data = &data, .dataCount = 1, .params = free, .paramCount = 2 };
//     ssFitResult* fit = NULL;
//     result = ssFit( &def, &fit );
//     ... fit->estimates[0].value, .error, .low, .high; fit->warnings ...
//     ssFitResult_Destroy( fit );
//     ssFitData_Destroy( &data );
//
// Runs are spread over the threads of parallel.h; the bits of a result do not depend on their number.
// A fit that somebody watches runs on a thread of the caller's, which passes on what `progress`
// reports; `stop` ends it with the best so far.

#define SS_FIT_PARAMS 16     ///< free parameters of one fit, those of single files counted once per file
#define SS_FIT_COLUMNS 32    ///< measured signals of one file
#define SS_FIT_FILES 256     ///< files of one fit
#define SS_FIT_SETS 32       ///< parameters that a file sets for itself
#define SS_FIT_TEXT 320      ///< [bytes] of a warning
#define SS_FIT_KEY 64        ///< [bytes] of a key such as "law.mu_s@2"
#define SS_FIT_STEPS_MAX 1e7 ///< steps of one run: more are a mistake in the unit of time
#define SS_FIT_TIME_OFFSET "time_offset" ///< free parameter: time of the table minus time of the run [s]

// ------------------------------------------------------------------------------------------------------ data

/// One measured signal.
typedef struct ssFitColumn
{
    char heading[SS_FIT_KEY]; ///< as in the file, without its unit
    int signal;               ///< of the scenario
    double noise; ///< standard deviation [unit of the signal]; 0: unknown, to be estimated from the residuals
    /// standard deviation of its values about their mean; where they are all the same, their size, or 1
    double spread;
    int count; ///< values, without the gaps
    int gaps;  ///< empty cells and `nan`
} ssFitColumn;

/// A table of measurements in the units of the scenario's signals.
typedef struct ssFitData
{
    char name[256]; ///< the file, for messages
    int rowCount, columnCount;
    double* times;  ///< [s] ascending, of the table's clock
    double* values; ///< row by row; NaN: a gap
    double* noises; ///< standard deviations, in the same order; NULL: those of the columns hold
    int* lines;     ///< of the rows in the file
    ssFitColumn columns[SS_FIT_COLUMNS];
    int gapCount;      ///< of all columns
    char ignored[256]; ///< headings that name no signal, "a, b"
    /// Parameters that this file sets for itself, by a line "# set u0 = 2" before its headings.
    int setCount;
    struct
    {
        int param;
        double value;
    } sets[SS_FIT_SETS];
} ssFitData;

/// How to read a table; all lists may be empty.
typedef struct ssFitReading
{
    const char* const* maps; ///< "x=x_m": the column x_m is the signal x, or with "t=time" the time
    int mapCount;
    const char* const*
        /// "0.002", "sigma", "x=0.002" or "x=sigma_x": a number or a column, in the unit of the table
        noises;
    int noiseCount;
    const char* const* columns; ///< read these signals alone
    int columnCount;
} ssFitReading;

/// Reads a CSV file with a column `t` (or `time`) and columns named as signals of the scenario, units in
/// brackets behind their names ("x [mm]"). Regimes (mode, stick) and exact solutions are left out unless they
/// are asked for. A refusal says what is wrong in which line. `reading` may be NULL.
SS_API_ANY SS_CHECKED ssResult ssReadFitData(
    const char* path, const ssScenario* scenario, const ssFitReading* reading, ssFitData* data );
/// The same for a text in memory, which messages call `source`.
SS_API_ANY SS_CHECKED ssResult ssParseFitData( const char* source, const char* text, size_t length,
    const ssScenario* scenario, const ssFitReading* reading, ssFitData* data );
SS_API_OBJECT void ssFitData_Destroy( ssFitData* data );

/// How many `to` one `from` is: 0.001 for "mm" and "m". Refused where they
/// measure different things; "" fits any unit.
SS_API_ANY SS_CHECKED ssResult ssUnitFactor( const char* from, const char* to, double* factor );

// ---------------------------------------------------------------------------------------------------- misfit

/// Compares a run with a table while it goes on. The misfit is the root mean square of (run - measured) /
/// spread over all measured values that the run has reached, with the spread of their column: 0.01 means that
/// the curves differ by 1% of what they vary by.
typedef struct ssAgainst ssAgainst;

SS_API_OBJECT SS_CHECKED ssResult ssCreateAgainst(
    const ssFitData* data, const ssScenario* scenario, ssAgainst** against );
SS_API_OBJECT void ssDestroyAgainst( ssAgainst* against ); ///< NULL is allowed
/// Is called at t = 0 and after every step.
SS_API_OBJECT void ssAgainst_Visit( ssAgainst* against, const ssSim* sim );
/// NaN before the first measured value.
SS_API_OBJECT double ssAgainst_Misfit( const ssAgainst* against );
/// The measured signal at this time, between its rows; NaN outside of them and in gaps.
SS_API_OBJECT double ssFitData_At( const ssFitData* data, int column, double time );

// ------------------------------------------------------------------------------------------------------- fit

typedef struct ssFitParam
{
    char key[SS_FIT_KEY]; ///< of the scenario, or SS_FIT_TIME_OFFSET
    double low, high;     ///< NaN: the admissible values
    double start;         ///< NaN: the value of the definition
    bool perFile;         ///< every file has a value of its own; otherwise they share one
} ssFitParam;

/// A free parameter without bounds of its own that all files share.
SS_API_ANY ssFitParam ssFreeParam( const char* key );

/// A measure of a whole run, measured as value ± error.
typedef struct ssFitTarget
{
    int measure;
    double value, error;
} ssFitTarget;

/// What a fit does while it runs.
typedef struct ssFitProgress
{
    const char* stage; ///< "search", "fit", "intervals", …
    int runs;          ///< simulations so far
    int paramCount;
    double values[SS_FIT_PARAMS]; ///< the best so far, in the order of the estimates
    double rms;                   ///< of its residuals, in standard deviations of the noise
} ssFitProgress;

typedef void ssFitReport( void* context, const ssFitProgress* progress );

typedef struct ssFitDef
{
    const ssSimDef* base; ///< scenario, law, and all values that are not free
    const ssFitData* data;
    int dataCount;
    const ssFitTarget* targets;
    int targetCount;
    const ssFitParam* params;
    int paramCount;
    int seeds; ///< runs whose mean a target is compared with, with the base's seed and those after it; 0: one
    double holdout;   ///< share of every table that is kept apart, in blocks of time; 0: none
    int maxRuns;      ///< simulations of all files, at most, before it stops with the best so far; 0: 100000
    bool ownStep;     ///< the base's step, neither coarser nor finer
    bool noIntervals; ///< estimates and standard errors alone
    ssFitReport* progress; ///< called by the thread that called the fit; NULL: none
    ssStop* stop;          ///< asked from all threads; NULL: none
    ssStop* abandon;       ///< likewise; ends it at once, without the few last runs that a result takes
    void* context;         ///< for all of them
} ssFitDef;

/// One free parameter.
typedef struct ssFitEstimate
{
    char key[SS_FIT_KEY]; ///< "mu"; "u0@2" for the second file alone
    double value;
    double error;     ///< standard error; NaN where the data say nothing, and where the fit was stopped
    double low, high; ///< 95% interval by profile likelihood; NaN: the data leave this end open
    bool atBound;     ///< the estimate lies on a bound
} ssFitEstimate;

/// What the residuals of one column say.
typedef struct ssFitColumnResult
{
    int file, column;
    int count;      ///< values that were fitted
    double noise;   ///< standard deviation: given or estimated
    bool estimated; ///< by the fit
    double rms;     ///< of the residuals [unit of the signal]
    int runs;       ///< of equal sign, in the order of time
    double runsZ;   ///< how many standard deviations that is from independent signs; negative: too few
    int outliers;   ///< residuals beyond 3.5 standard deviations, by the median
} ssFitColumnResult;

typedef struct ssFitResult
{
    ssFitEstimate estimates[SS_FIT_PARAMS];
    int paramCount;
    double correlation[SS_FIT_PARAMS *
        SS_FIT_PARAMS]; ///< row by row, paramCount numbers each; NaN: it was stopped
    double chi2;        ///< sum of the squares of residuals in standard deviations
    int valueCount;     ///< numbers that were fitted
    double rms;         ///< misfit of what was fitted (see ssAgainst); of targets alone: in their errors
    double holdoutRms;  ///< misfit of what was kept apart; NaN: nothing was
    /// Akaike's and the Bayesian information criterion of what was fitted; an estimated noise counts as a
    /// parameter. They assume that the residuals are independent and normal.
    double aic, bic;
    int runs;         ///< simulations
    double h;         ///< [s] step size of the runs
    double stepError; ///< rms change of the curves with the step halved, in standard deviations of the noise
    bool cancelled;   ///< the best so far: `stop` or maxRuns ended it
    bool jumps;       ///< the misfit jumps as parameters change: the intervals are rough
    bool notNoise;    ///< what the fit leaves of the data is not noise: errors and intervals are too narrow
    char** warnings;
    int warningCount;
    double singular[SS_FIT_PARAMS]; ///< of the scaled sensitivities, descending; below 2 the data cannot tell
    ssFitColumnResult* columns;     ///< all columns of all files
    int columnCount;
    double** simulated; ///< per file: the fitted run at the times of the table, in the order of its values
    bool** held;        ///< per file: was the row kept apart?
    int fileCount;
} ssFitResult;

/// Fits. The caller destroys the result. A refusal names what is wrong with the definition.
SS_API_ANY SS_CHECKED ssResult ssFit( const ssFitDef* def, ssFitResult** result );
SS_API_OBJECT void ssFitResult_Destroy( ssFitResult* result ); ///< NULL is allowed

/// A place in the ranking of several laws.
typedef struct ssFitRank
{
    int index; ///< of the result
    double
        behind; ///< by how many standard errors it misses the held-out part by more than the first; NaN: none
    bool tied;  ///< the data cannot tell it from the first
} ssFitRank;

/// Ranks fits of several laws to the same tables by what they miss on the held-out part (without one, by
/// BIC). The data cannot tell laws apart that differ there by less than three standard errors, and by less
/// than 10 in AIC. Of those that are as good as the best, the one of the least BIC is first.
SS_API_ANY void ssRankFits(
    const ssFitData* data, const ssFitResult* const* results, int count, ssFitRank* ranks );

/// Says before a fit what the data cannot tell, and which measurement would, tried by
/// simulation: `warnings` and `singular` of the result are filled, and the point that was
/// looked at is in the values of the estimates.
SS_API_ANY SS_CHECKED ssResult ssCheckFit( const ssFitDef* def, ssFitResult** result );
