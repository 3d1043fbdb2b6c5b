// SPDX-License-Identifier: MIT
#include "fit/fit_private.h"
#include "slipstick/elementary.h"
#include "slipstick/vecmath.h"

#include <stdio.h>
#include <string.h>

// What the data cannot tell: along an eigenvector of J'J, in coordinates where 1 is a change by 100%, the
// data change by the root of the eigenvalue [standard deviations]; below 2 not even a factor is known.

#define UNTOLD 2.0
#define PROBE_TIMES 400 // times at which signals are tried that were not measured

/// Small whole numbers in this ratio; false if there are none.
static bool wholeRatio( double ratio, int* a, int* b )
{
    for ( int x = 1; x <= 3; ++x )
    {
        for ( int y = 1; y <= 3; ++y )
        {
            if ( fabs( fabs( ratio ) - (double)x / y ) < 0.04 * x / y )
            {
                *a = x;
                *b = y;
                return true;
            }
        }
    }
    return false;
}

static void addText( char* text, size_t capacity, const char* format, const char* a, const char* b )
{
    size_t length = strlen( text );
    snprintf( text + length, capacity - length, format, a, b );
}

static void power( const char* key, int exponent, char* text, size_t capacity )
{
    snprintf( text, capacity, exponent == 1 ? "%s" : "%s^%d", key, exponent );
}

/// Writes the direction v: "mu", "mu and e only as the product mu × e", "mu, e and k only together".
static void nameDirection(
    const fitProblem* p, const double* q, const double* v, char* text, size_t capacity )
{
    double share[SS_FIT_PARAMS], most = 0.0; // relative changes of the values
    int index[SS_FIT_PARAMS], count = 0;
    bool positive = true;
    for ( int j = 0; j < p->n; ++j ) { most = ssMax( most, fabs( v[j] ) ); }
    for ( int j = 0; j < p->n; ++j )
    {
        double value = fitToValue( p->free + j, q[j] );
        share[j] = v[j] * fitSlope( p->free + j, q[j] ) / value;
        if ( fabs( v[j] ) > 0.15 * most )
        {
            index[count++] = j;
            positive = positive && value > 0.0;
        }
    }
    text[0] = '\0';
    for ( int i = 0; i < count; ++i )
    {
        addText( text, capacity, "%s%s",
            i == 0               ? ""
                : i == count - 1 ? " and "
                                 : ", ",
            p->free[index[i]].key );
    }
    int a = 0, b = 0;
    if ( count == 2 && positive && wholeRatio( share[index[0]] / share[index[1]], &a, &b ) )
    {
        // Along (a, -b) of the logarithms, x^b y^a stays.
        bool product = share[index[0]] * share[index[1]] < 0.0;
        char x[SS_FIT_KEY + 4], y[SS_FIT_KEY + 4];
        power( p->free[index[0]].key, b, x, sizeof x );
        power( p->free[index[1]].key, a, y, sizeof y );
        addText(
            text, capacity, product ? " only as the product %s × %s" : " only as the ratio %s / %s", x, y );
    }
    else if ( count > 1 ) { addText( text, capacity, " only together%s%s", "", "" ); }
}

typedef struct Probe
{
    double* times;
    int count, early; // early ones lie before the first measured time
    double* rows;     // at q, then with each parameter changed
    int signals;
} Probe;

static bool makeTimes( const fitProblem* p, Probe* probe )
{
    const ssFitData* data = p->def->data;
    double first = data->times[0], last = data->times[data->rowCount - 1];
    probe->times = ssAlloc( 2 * PROBE_TIMES * sizeof( double ) );
    if ( probe->times == NULL ) { return false; }
    for ( int j = 0; j < p->n; ++j )
    {
        first = p->free[j].param < 0 ? 0.0 : first; // the clock is not known
    }
    int rows = data->rowCount < PROBE_TIMES ? data->rowCount : PROBE_TIMES;
    double spacing = rows > 1 ? ( last - data->times[0] ) / ( rows - 1 ) : 0.0;
    int early = first > 0.0 && spacing > 0.0 ? (int)( first / spacing ) : 0;
    probe->early = early < PROBE_TIMES ? early : PROBE_TIMES;
    for ( int i = 0; i < probe->early; ++i ) { probe->times[probe->count++] = first * i / probe->early; }
    for ( int i = 0; i < rows; ++i )
    {
        probe->times[probe->count++] = data->times[(int64_t)i * data->rowCount / rows];
    }
    return true;
}

static bool runProbe( fitProblem* p, const double* q, Probe* probe )
{
    probe->signals = p->def->base->scenario->model.signalCount;
    size_t size = (size_t)probe->count * (size_t)probe->signals;
    probe->rows = ssAlloc( size * (size_t)( p->n + 1 ) * sizeof( double ) );
    bool good = probe->rows != NULL;
    for ( int k = 0; k <= p->n && good; ++k )
    {
        double point[SS_FIT_PARAMS];
        memcpy( point, q, sizeof( double ) * (size_t)p->n );
        if ( k > 0 )
        {
            bool room = q[k - 1] + p->delta[k - 1] <= fitHigh( p->free + k - 1 );
            point[k - 1] += room ? p->delta[k - 1] : -p->delta[k - 1];
        }
        good = fitTrace( p, point, 0, probe->times, probe->count, probe->rows + (size_t)k * size );
    }
    return good;
}

/// The noise of the measured columns as a share of their spread, in the middle.
static double relativeNoise( const fitProblem* p )
{
    double sum = 0.0;
    int count = 0;
    for ( int i = 0; i < p->m; ++i )
    {
        if ( p->weight[i] > 0.0 && p->column[i] >= 0 )
        {
            sum += 1.0 / ( p->weight[i] * p->spread[i] );
            ++count;
        }
    }
    return count > 0 ? sum / count : 0.01;
}

/// Adds to J'J what a signal at times [first, last) would, with noise of this share of its spread.
static bool addSignal(
    const fitProblem* p, const Probe* probe, int signal, int first, int last, double noise, double* normal )
{
    size_t size = (size_t)probe->count * (size_t)probe->signals;
    double mean = 0.0, square = 0.0, slopes[SS_FIT_PARAMS];
    for ( int i = first; i < last; ++i )
    {
        double value = probe->rows[(size_t)i * (size_t)probe->signals + (size_t)signal];
        mean += value / ( last - first );
        square += value * value / ( last - first );
    }
    double spread = sqrt( ssMax( square - mean * mean, 0.0 ) );
    if ( !isfinite( spread ) || !( spread > 1e-9 * fabs( mean ) ) || !( spread > 1e-12 ) ) { return false; }
    for ( int i = first; i < last; ++i )
    {
        size_t at = (size_t)i * (size_t)probe->signals + (size_t)signal;
        for ( int j = 0; j < p->n; ++j )
        {
            double change = probe->rows[(size_t)( j + 1 ) * size + at] - probe->rows[at];
            slopes[j] = isfinite( change ) ? change / ( p->delta[j] * noise * spread ) : 0.0;
        }
        for ( int j = 0; j < p->n * p->n; ++j ) { normal[j] += slopes[j / p->n] * slopes[j % p->n]; }
    }
    return true;
}

/// How well this J'J determines its least certain direction.
static double worst( const fitProblem* p, const double* normal )
{
    double values[SS_FIT_PARAMS], v[SS_FIT_PARAMS * SS_FIT_PARAMS];
    fitEigen( normal, p->n, values, v );
    return sqrt( values[p->n - 1] );
}

static bool isMeasured( const fitProblem* p, int signal )
{
    const ssFitData* data = p->def->data;
    bool measured = false;
    for ( int c = 0; c < data->columnCount; ++c )
    {
        measured = measured || data->columns[c].signal == signal;
    }
    return measured;
}

/// Signals that nobody measures: exact solutions, regimes and the bookkeeping of the computation.
static bool isMeasurable( const ssSignal* signal )
{
    static const char* const computed[] = { "mode", "stick", "iterations", "residual", "contacts", "numerics",
        "energy_created", "gap", "branch", "jumps", "log_amplitude", "log_amplitude_linear" };
    size_t size = strlen( signal->name );
    bool good = size < 6 || strcmp( signal->name + size - 6, "_exact" ) != 0;
    for ( int i = 0; i < SS_COUNT( computed ); ++i )
    {
        good = good && strcmp( signal->name, computed[i] ) != 0;
    }
    return good;
}

/// Tries every signal not measured, and the measured ones from the start; writes which tells most.
static void suggest(
    fitProblem* p, const double* q, const double* normal, double now, char* text, size_t capacity )
{
    Probe probe = { .count = 0 };
    double best = ssMax( UNTOLD, 1.5 * now ), noise = relativeNoise( p );
    text[0] = '\0';
    if ( p->def->dataCount > 0 && makeTimes( p, &probe ) && runProbe( p, q, &probe ) )
    {
        double sum[SS_FIT_PARAMS * SS_FIT_PARAMS];
        memcpy( sum, normal, sizeof( double ) * (size_t)( p->n * p->n ) );
        for ( int c = 0; c < p->def->data->columnCount && probe.early > 0; ++c )
        {
            addSignal( p, &probe, p->def->data->columns[c].signal, 0, probe.early, noise, sum );
        }
        if ( worst( p, sum ) > best )
        {
            best = worst( p, sum );
            snprintf( text, capacity, "; measuring from t = 0 on would tell (to %.2g%%)", 100.0 / best );
        }
        for ( int s = 0; s < probe.signals; ++s )
        {
            memcpy( sum, normal, sizeof( double ) * (size_t)( p->n * p->n ) );
            const ssSignal* signal = p->def->base->scenario->model.signals + s;
            if ( !isMeasured( p, s ) && isMeasurable( signal ) &&
                addSignal( p, &probe, s, probe.early, probe.count, noise, sum ) && worst( p, sum ) > best )
            {
                best = worst( p, sum );
                snprintf(
                    text, capacity, "; measuring %s too would tell (to %.2g%%)", signal->name, 100.0 / best );
            }
        }
    }
    ssRelease( probe.times );
    ssRelease( probe.rows );
}

void fitDescribe( fitProblem* p, const double* q, const double* jacobian, ssFitResult* result )
{
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, values[SS_FIT_PARAMS],
                                  v[SS_FIT_PARAMS * SS_FIT_PARAMS];
    fitNormal( p, jacobian, normal );
    fitEigen( normal, p->n, values, v );
    char advice[120] = "";
    for ( int k = 0; k < p->n; ++k ) { result->singular[k] = sqrt( values[k] ); }
    if ( p->n > 0 && result->singular[p->n - 1] < UNTOLD )
    {
        suggest( p, q, normal, result->singular[p->n - 1], advice, sizeof advice );
    }
    for ( int k = p->n - 1; k >= 0 && result->singular[k] < UNTOLD; --k )
    {
        double direction[SS_FIT_PARAMS];
        char name[160];
        for ( int j = 0; j < p->n; ++j ) { direction[j] = v[j * p->n + k]; }
        nameDirection( p, q, direction, name, sizeof name );
        bool alone = strstr( name, " only " ) == NULL;
        fitWarn( result, alone ? "the data cannot tell %s%s" : "the data tell %s%s", name, advice );
    }
}

void fitAdvise( fitProblem* p, const double* q, int j, double sign, char* text, size_t capacity )
{
    double normal[SS_FIT_PARAMS * SS_FIT_PARAMS] = { 0.0 }, moved[SS_FIT_PARAMS];
    double* residuals = ssAlloc( (size_t)( p->m + 1 ) * (size_t)( p->n + 1 ) * sizeof( double ) );
    bool ok = residuals != NULL;
    text[0] = '\0';
    memcpy( moved, q, sizeof( double ) * (size_t)p->n );
    moved[j] = ssMin( ssMax( q[j] + sign, fitLow( p->free + j ) ), fitHigh( p->free + j ) );
    if ( ok ) { fitEvaluate( p, p->h, 1, moved, residuals, &ok, &p->runs ); }
    if ( ok && fitJacobian( p, moved, residuals, residuals + p->m, &p->runs ) )
    {
        fitNormal( p, residuals + p->m, normal );
        suggest( p, moved, normal, worst( p, normal ), text, capacity );
    }
    ssRelease( residuals );
}
