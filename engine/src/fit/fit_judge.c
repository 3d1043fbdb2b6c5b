// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"
#include "slipstick/elementary.h"
#include "slipstick/vecmath.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Judges whether the residuals of a fit look like noise.

#define MEDIAN_TO_SIGMA 1.482602218505602 // of |x| for normal x
#define FLOOR 1e-6 // noise is at least this share of the spread: below it is the solver's
#define RARE 4.0   // standard deviations; normal noise goes beyond once in 16000 values
#define FAR 6.0    // once in 5e8
#define SURE 4.0   // standard deviations of the runs of signs before a search looks elsewhere
#define ALARM 1e-3 // false alarms of all tests of a fit together
// of tests that share them: runs, neighbours, all lags and size, of a column and of all together
#define KINDS 8
#define LAGS 8
#define TINY 1e-3  // of the spread: with residuals below it the search has found its minimum
#define BEYOND 3.0 // times the noise, by the median of the residuals

void fitWarn( ssFitResult* result, const char* format, ... )
{
    char* text = ssAlloc( SS_FIT_TEXT );
    char** grown = ssAlloc( (size_t)( result->warningCount + 1 ) * sizeof *grown );
    if ( text == NULL || grown == NULL )
    {
        ssRelease( text );
        ssRelease( grown );
        return;
    }
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( text, SS_FIT_TEXT, ssTranslate( format ), arguments );
    va_end( arguments );
    for ( int i = 0; i < result->warningCount; ++i ) { grown[i] = result->warnings[i]; }
    grown[result->warningCount++] = text;
    ssRelease( result->warnings );
    result->warnings = grown;
}

static int ascending( const void* a, const void* b )
{
    double x = *(const double*)a, y = *(const double*)b;
    return ( x > y ) - ( x < y );
}

static double median( double* values, int count )
{
    qsort( values, (size_t)count, sizeof *values, ascending );
    return count == 0 ? 0.0
        : count % 2   ? values[count / 2]
                      : 0.5 * ( values[count / 2 - 1] + values[count / 2] );
}

/// How far a value is from the line through its neighbours, as a sample of noise; NaN: no neighbours.
static double againstNeighbours( const fitProblem* p, int before, int here, int after )
{
    double width = p->time[after] - p->time[before];
    if ( before < 0 || !( width > 0.0 ) ) { return SS_NAN; }
    double share = ( p->time[here] - p->time[before] ) / width;
    double miss = p->measured[here] - ( 1.0 - share ) * p->measured[before] - share * p->measured[after];
    return fabs( miss ) / sqrt( 1.0 + share * share + ( 1.0 - share ) * ( 1.0 - share ) );
}

/// Before there are residuals: from the roughness of the curves, by the median, which outliers do not move.
static double roughness( const fitProblem* p, int group, double* samples )
{
    int last[SS_FIT_COLUMNS][2], count = 0;
    double spread = 1.0;
    for ( int f = 0; f < p->def->dataCount; ++f )
    {
        memset( last, -1, sizeof last );
        for ( int i = p->fileFirst[f]; i < p->fileFirst[f + 1]; ++i )
        {
            int c = p->column[i];
            if ( p->group[i] != group ) { continue; }
            spread = p->spread[i];
            double miss = last[c][0] >= 0 ? againstNeighbours( p, last[c][0], last[c][1], i ) : SS_NAN;
            if ( miss == miss ) { samples[count++] = miss; }
            last[c][0] = last[c][1];
            last[c][1] = i;
        }
    }
    double noise = count >= 5 ? MEDIAN_TO_SIGMA * median( samples, count ) : 0.05 * spread;
    return ssMax( noise, 1e-3 * spread );
}

void fitEstimateNoise( fitProblem* p, const double* residuals, bool first )
{
    double* samples = ssAlloc( (size_t)p->m * sizeof( double ) + sizeof( double ) );
    for ( int g = 0; g < p->groupCount && samples != NULL; ++g )
    {
        double square = 0.0, spread = 0.0;
        int count = 0;
        for ( int i = 0; i < p->m; ++i )
        {
            if ( p->group[i] == g && !p->held[i] )
            {
                square += first ? 0.0 : residuals[i] * residuals[i];
                spread = ssMax( spread, p->spread[i] );
                ++count;
            }
        }
        // The fit has used up its part of the freedom of this group.
        double freedom = count * ( 1.0 - (double)p->n / p->fitted );
        double noise = first ? roughness( p, g, samples ) : sqrt( square / ssMax( freedom, 1e-3 ) );
        p->groupNoise[g] = ssMax( noise, FLOOR * spread );
    }
    ssRelease( samples );
    for ( int i = 0; i < p->m; ++i )
    {
        if ( p->group[i] >= 0 ) { p->weight[i] = p->held[i] ? 0.0 : 1.0 / p->groupNoise[p->group[i]]; }
    }
}

double fitQuantile( const fitProblem* p )
{
    const double z = 1.959963984540054;
    double v = p->fitted - p->n, z3 = z * z * z, z5 = z3 * z * z;
    if ( p->groupCount == 0 ) { return z; }
    // Cornish & Fisher's expansion, Abramowitz & Stegun 26.7.5; it is 1% off at v = 3
    return v < 1.5 ? 12.706
        : v < 2.5  ? 4.303
                   : z + ( z3 + z ) / ( 4.0 * v ) + ( 5.0 * z5 + 16.0 * z3 + 3.0 * z ) / ( 96.0 * v * v ) +
            ( 3.0 * z5 * z * z + 19.0 * z5 + 17.0 * z3 - 15.0 * z ) / ( 384.0 * v * v * v );
}

typedef struct Series
{
    double* r;  // residuals in the order of time
    int* index; // of the values
    int count;
} Series;

static void collect( const fitProblem* p, int file, int column, const double* residuals, Series* s )
{
    s->count = 0;
    for ( int i = p->fileFirst[file]; i < p->fileFirst[file + 1]; ++i )
    {
        if ( p->column[i] == column && !p->held[i] )
        {
            s->r[s->count] = residuals[i];
            s->index[s->count++] = i;
        }
    }
}

/// Runs of independent signs: 1 plus a binomial number of n - 1 changes of probability 1/2. Residuals that
/// all lie on one side then are the strongest evidence that the curve misses the data.
static double expectedRuns( int count ) { return 1.0 + 0.5 * ( count - 1 ); }

/// Returns how many residuals have a sign: a residual of zero has none.
static int testRuns( const Series* s, ssFitColumnResult* column )
{
    int count = 0;
    double last = 0.0;
    for ( int i = 0; i < s->count; ++i )
    {
        if ( s->r[i] != 0.0 )
        {
            column->runs += count == 0 || ( s->r[i] > 0.0 ) != ( last > 0.0 );
            last = s->r[i];
            ++count;
        }
    }
    column->runsZ =
        count > 1 ? ( column->runs - expectedRuns( count ) ) / ( 0.5 * sqrt( count - 1.0 ) ) : 0.0;
    return count;
}

/// What tests of one column say, or of all together: normal deviates where the residuals are independent.
typedef struct Tests
{
    double runs; // of equal sign, too few
    double runCount, runsExpected;
    double lag
        // sum of r_i r_(i+k) over the root of that of their squares: outliers and uneven noise do not matter
        [LAGS];
    double share[LAGS];          // correlation
    double chi2, freedom, count; // with noise that was given
    int columns;
} Tests;

static void testLags( const Series* s, Tests* tests )
{
    for ( int k = 1; k <= LAGS; ++k )
    {
        double sum = 0.0, square = 0.0, power = 0.0;
        for ( int i = 0; i + k < s->count; ++i )
        {
            double product = s->r[i] * s->r[i + k];
            sum += product;
            square += product * product;
            power += s->r[i] * s->r[i];
        }
        tests->lag[k - 1] = square > 0.0 ? sum / sqrt( square ) : 0.0;
        tests->share[k - 1] = power > 0.0 ? sum / power : 0.0;
    }
}

/// chi² of n values as a normal deviate (Wilson & Hilferty 1931).
static double chi2Deviate( double chi2, double n )
{
    double c = 2.0 / ( 9.0 * n );
    return ( ssCbrt( chi2 / n ) - ( 1.0 - c ) ) / sqrt( c );
}

/// How far one of `columns` columns may deviate by chance (Abramowitz & Stegun 26.2.23).
static double limitOf( int columns )
{
    double t = sqrt( -2.0 * ssLog( ALARM / ( KINDS * ssMax( columns, 1.0 ) ) ) );
    return t -
        ( 2.515517 + t * ( 0.802853 + t * 0.010328 ) ) /
        ( 1.0 + t * ( 1.432788 + t * ( 0.189269 + t * 0.001308 ) ) );
}

/// Says so where residuals are not independent. Correlations below zero do not make intervals too narrow.
static bool warnOfOrder(
    const fitProblem* p, const char* where, const Tests* tests, double limit, ssFitResult* result )
{
    double square = 0.0;
    int most = 0;
    for ( int k = 0; k < LAGS; ++k )
    {
        square += ssMax( tests->lag[k], 0.0 ) * ssMax( tests->lag[k], 0.0 );
        most = tests->lag[k] > tests->lag[most] ? k : most;
    }
    if ( tests->runs > limit )
    {
        fitWarn( result,
            p->stopped ? "%s: the residuals keep their sign too long (%.0f runs, about %.0f expected): the "
                         "search was stopped too early, this law or scenario does not describe the data, or "
                         "their noise is correlated"
                       : "%s: the residuals keep their sign too long (%.0f runs, about %.0f expected): this "
                         "law or scenario does not describe the data, or their noise is correlated; the "
                         "intervals are too narrow",
            where, tests->runCount, tests->runsExpected );
    }
    else if ( tests->lag[0] > limit || chi2Deviate( square, LAGS ) > limit )
    {
        fitWarn( result,
            p->stopped
                ? "%s: the residuals are correlated (%.2f, %d apart): the search was stopped too early, this "
                  "law or scenario does not describe the data, or their noise is correlated"
                : "%s: the residuals are correlated (%.2f, %d apart): this law or scenario does not describe "
                  "the data, or their noise is correlated; the intervals are too narrow",
            where, tests->share[most], most + 1 );
    }
    else { return false; }
    result->notNoise = true;
    return true;
}

/// Why the residuals are not as large as the noise that was given. A fit that was stopped has no intervals.
static const char* noiseVerdict( bool tooLarge, bool stopped )
{
    return tooLarge && stopped ? "the search was stopped too early, it is too small, or this law or scenario "
                                 "does not describe the data"
        : tooLarge             ? "it is too small, or this law or scenario does not describe the data"
        : stopped              ? "it is too large"
                               : "it is too large, and so are the intervals";
}

static bool warnOfSize(
    const fitProblem* p, const char* where, const Tests* tests, double limit, ssFitResult* result )
{
    double deviate =
        tests->count < 5.0 || tests->freedom < 1.0 ? 0.0 : chi2Deviate( tests->chi2, tests->freedom );
    if ( fabs( deviate ) > limit )
    {
        result->notNoise = result->notNoise || deviate > 0.0;
        fitWarn( result, "%s: the residuals are %.3g times the noise that was given: %s", where,
            sqrt( tests->chi2 / tests->freedom ), noiseVerdict( deviate > 0.0, p->stopped ) );
    }
    return fabs( deviate ) > limit;
}

static void warnOfOutliers( const fitProblem* p, const Series* s, const char* where,
    const ssFitColumnResult* column, double sigma, int firstFar, ssFitResult* result )
{
    const ssFitData* data = p->def->data + column->file;
    int row = 0;
    while ( row + 1 < data->rowCount && data->times[row] < p->time[s->index[firstFar]] ) { ++row; }
    fitWarn( result,
        "%s: %d of %d values lie more than %.0f standard deviations (%.3g) off, the first in line %d; "
        "outliers pull the estimates",
        where, column->outliers, column->count, RARE, sigma, data->lines[row] );
}

static void addTests( Tests* all, const Tests* one )
{
    all->chi2 += one->chi2;
    all->freedom += one->freedom;
    all->count += one->count;
    all->runs += one->runs;
    all->runCount += one->runCount;
    all->runsExpected += one->runsExpected;
    all->columns += one->columns;
    for ( int k = 0; k < LAGS; ++k )
    {
        all->lag[k] += one->lag[k];
        all->share[k] += one->share[k];
    }
}

/// The sum of normal deviates of so many columns as one, and the mean of their correlations.
static void joinTests( Tests* all )
{
    double columns = ssMax( all->columns, 1.0 );
    all->runs /= sqrt( columns );
    for ( int k = 0; k < LAGS; ++k )
    {
        all->lag[k] /= sqrt( columns );
        all->share[k] /= columns;
    }
}

typedef struct Judge
{
    Series s;
    double* scratch;
    int columns; // of all files
    Tests all;
    bool order, size; // said of a column
} Judge;

static void judgeOutliers(
    const fitProblem* p, Judge* judge, const char* where, ssFitColumnResult* column, ssFitResult* result )
{
    const Series* s = &judge->s;
    double sigma = MEDIAN_TO_SIGMA * median( judge->scratch, s->count );
    int far = 0, first = -1;
    for ( int i = 0; i < s->count && s->count >= 10; ++i )
    {
        bool isRare = fabs( s->r[i] ) > RARE * sigma;
        first = first < 0 && isRare ? i : first;
        column->outliers += isRare;
        far += fabs( s->r[i] ) > FAR * sigma;
    }
    // Before the search has ended it is the curve that lies off.
    if ( !p->stopped && ( far > 0 || column->outliers > 2 + (int)( 4e-4 * s->count ) ) )
    {
        warnOfOutliers( p, s, where, column, sigma, first, result );
    }
}

static void testColumn( const fitProblem* p, Judge* judge, const char* where, ssFitColumnResult* column,
    double chi2, ssFitResult* result )
{
    Tests tests = { 0 };
    double limit = limitOf( judge->columns );
    int signs = testRuns( &judge->s, column );
    // What is left below the floor is the search's and the solver's, not the data's.
    if ( signs >= 20 && column->rms > FLOOR * p->def->data[column->file].columns[column->column].spread )
    {
        tests.columns = 1;
        tests.runs = -column->runsZ;
        tests.runCount = column->runs;
        tests.runsExpected = expectedRuns( signs );
        testLags( &judge->s, &tests );
        judge->order = warnOfOrder( p, where, &tests, limit, result ) || judge->order;
    }
    if ( !column->estimated )
    {
        tests.chi2 = chi2;
        tests.count = column->count;
        tests.freedom = column->count * ( 1.0 - (double)p->n / p->fitted );
        judge->size = warnOfSize( p, where, &tests, limit, result ) || judge->size;
    }
    addTests( &judge->all, &tests );
}

static void judgeColumn(
    fitProblem* p, int file, int c, const double* residuals, Judge* judge, ssFitResult* result )
{
    const ssFitData* data = p->def->data + file;
    const Series* s = &judge->s;
    ssFitColumnResult* column = result->columns + result->columnCount++;
    *column = ( ssFitColumnResult ){ .file = file, .column = c };
    collect( p, file, c, residuals, &judge->s );
    column->count = s->count;
    double square = 0.0, chi2 = 0.0, noise = 0.0;
    for ( int i = 0; i < s->count; ++i )
    {
        double weight = p->weight[s->index[i]];
        square += s->r[i] * s->r[i];
        chi2 += weight * s->r[i] * weight * s->r[i];
        noise += 1.0 / weight / s->count;
        judge->scratch[i] = fabs( s->r[i] );
        column->estimated = p->group[s->index[i]] >= 0;
    }
    column->rms = s->count > 0 ? sqrt( square / s->count ) : SS_NAN;
    column->noise = noise;
    char where[104];
    snprintf( where, sizeof where, "%.40s%s%.50s",
        p->def->base->scenario->model.signals[data->columns[c].signal].name,
        p->def->dataCount > 1 ? " of " : "", p->def->dataCount > 1 ? data->name : "" );
    judgeOutliers( p, judge, where, column, result );
    testColumn( p, judge, where, column, chi2, result );
}

/// What no column says for sure all of them may say together.
static void judgeTogether( const fitProblem* p, Judge* judge, ssFitResult* result )
{
    joinTests( &judge->all );
    if ( !judge->order && judge->all.columns > 1 )
    {
        warnOfOrder( p, "all columns together", &judge->all, limitOf( 1 ), result );
    }
    if ( !judge->size && judge->columns > 1 )
    {
        warnOfSize( p, "all columns together", &judge->all, limitOf( 1 ), result );
    }
}

/// Residuals of one sign are more than a thousandth of the spread, or their median beyond the noise.
static bool isColumnNoise(
    const fitProblem* p, int file, int c, const double* residuals, Series* s, double* scratch )
{
    ssFitColumnResult column = { .file = file, .column = c };
    collect( p, file, c, residuals, s );
    double square = 0.0, spread = p->def->data[file].columns[c].spread;
    for ( int i = 0; i < s->count; ++i )
    {
        square += s->r[i] * s->r[i];
        scratch[i] = fabs( s->r[i] ) * p->weight[s->index[i]];
    }
    // Fewer than 20 values may have one sign by chance too often.
    bool keepsItsSign = testRuns( s, &column ) >= 20 && column.runsZ < -SURE;
    bool isSmall = square <= TINY * TINY * spread * spread * s->count;
    return isSmall || !( keepsItsSign || MEDIAN_TO_SIGMA * median( scratch, s->count ) > BEYOND );
}

static Series makeSeries( const fitProblem* p, ssRoom* room, double** scratch )
{
    *scratch = ssRoom_Take( room, (size_t)p->m, sizeof( double ) );
    return ( Series ){ .r = ssRoom_Take( room, (size_t)p->m, sizeof( double ) ),
        .index = ssRoom_Take( room, (size_t)p->m, sizeof( int ) ) };
}

bool fitIsNoise( const fitProblem* p, const double* residuals )
{
    ssRoom room = { 0 };
    double* scratch;
    Series s = makeSeries( p, &room, &scratch );
    bool isNoise = true;
    for ( int f = 0; f < p->def->dataCount && !room.failed; ++f )
    {
        for ( int c = 0; c < p->def->data[f].columnCount; ++c )
        {
            isNoise = isNoise && isColumnNoise( p, f, c, residuals, &s, scratch );
        }
    }
    ssRoom_Release( &room );
    return isNoise;
}

static void judgeTargets( const fitProblem* p, const double* residuals, ssFitResult* result )
{
    for ( int t = 0; t < p->def->targetCount; ++t )
    {
        int i = p->fileFirst[p->def->dataCount] + t;
        double errors = fabs( residuals[i] * p->weight[i] );
        if ( errors > 3.0 )
        {
            fitWarn( result, "%s: the fit reaches %.4g where %.4g ± %.2g was measured, %.2g errors off",
                p->def->base->scenario->model.measures[p->def->targets[t].measure].name,
                p->measured[i] + residuals[i], p->measured[i], p->spread[i], errors );
        }
    }
}

void fitJudge( fitProblem* p, const double* residuals, ssFitResult* result )
{
    judgeTargets( p, residuals, result );
    Judge judge = { .columns = 0 };
    for ( int f = 0; f < p->def->dataCount; ++f ) { judge.columns += p->def->data[f].columnCount; }
    ssRoom room = { 0 };
    judge.s = makeSeries( p, &room, &judge.scratch );
    result->columns = ssAlloc( (size_t)( judge.columns + 1 ) * sizeof *result->columns );
    bool enough = !room.failed && result->columns != NULL;
    for ( int f = 0; f < p->def->dataCount && enough; ++f )
    {
        for ( int c = 0; c < p->def->data[f].columnCount; ++c )
        {
            judgeColumn( p, f, c, residuals, &judge, result );
        }
    }
    judgeTogether( p, &judge, result );
    ssRoom_Release( &room );
}
