// SPDX-License-Identifier: MIT
#include "session/fit/fit_curve.h"
#include "session/fit/fit_runner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Plays one run beside a table and keeps its curves.

static const double s_rows = 1000.0; // of a curve: more than pixels of a plot

void sessionFitCurve_Free( sessionFitCurve* curve )
{
    free( curve->rows );
    *curve = ( sessionFitCurve ){ 0 };
}

static bool addRow( sessionFitCurve* curve, const ssSim* sim )
{
    size_t width = (size_t)curve->signalCount + 1;
    if ( curve->rowCount == curve->rowCapacity )
    {
        int capacity = curve->rowCapacity > 0 ? 2 * curve->rowCapacity : (int)s_rows + 8;
        // Another scenario can have more signals than the one the buffer was made for.
        double* grown = realloc( curve->rows, (size_t)capacity * ( SS_MAX_SIGNALS + 1 ) * sizeof *grown );
        if ( grown == NULL ) { return false; }
        curve->rows = grown;
        curve->rowCapacity = capacity;
    }
    double* row = curve->rows + (size_t)curve->rowCount * width;
    row[0] = ssSim_Time( sim );
    ssSim_Signals( sim, row + 1 );
    curve->rowCount += 1;
    return true;
}

static ssResult begin( const ssSimDef* def, const ssFitData* data, int64_t* steps, ssSim** sim )
{
    double wanted = ceil( data->times[data->rowCount - 1] / def->h - 1e-9 );
    *steps = wanted > 0.0 && wanted <= SS_FIT_STEPS_MAX ? (int64_t)wanted : 0;
    if ( !( wanted <= SS_FIT_STEPS_MAX ) )
    {
        return ssError( ss_errorValue, NULL,
            "The data end at t = %.6g s, which are %.3g steps of h = %.3g s. Is the unit of time right, as "
            "in t [ms]?",
            data->times[data->rowCount - 1], wanted, def->h );
    }
    ssSimDef* run = malloc( sizeof *run ); // too large for a stack: it holds texts
    if ( run == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    *run = *def;
    for ( int i = 0; i < data->setCount; ++i ) { run->values[data->sets[i].param] = data->sets[i].value; }
    run->until = fmax( (double)*steps, fmax( 1.0, round( def->until / def->h ) ) ) * def->h;
    ssResult result = ssCreateSim( run, sim );
    free( run );
    return result;
}

/// Looks only at the states beside a measured time: signals cost more than a step of a simple scene.
static void visit( ssAgainst* against, const ssFitData* data, const ssSim* sim, int* next )
{
    double h = ssSim_StepSize( sim ), time = ssSim_Time( sim ), slack = 1e-9 * h;
    if ( *next < data->rowCount && data->times[*next] <= time + h + 2.0 * slack )
    {
        ssAgainst_Visit( against, sim );
    }
    while ( *next < data->rowCount && data->times[*next] <= time + slack ) { *next += 1; }
}

/// Steps to the end of the data. False, with a reason in `failure`, where it cannot.
static bool walk( ssSim* sim, ssAgainst* against, const ssFitData* data, int64_t steps, ssStop* stop,
    void* context, sessionFitCurve* curve, char* failure, size_t capacity )
{
    int64_t stride = 1 + (int64_t)( (double)steps / s_rows );
    int next = 0;
    for ( int64_t step = 0;; ++step )
    {
        visit( against, data, sim, &next );
        bool kept = curve == NULL || ( step % stride != 0 && step < steps ) || addRow( curve, sim );
        if ( step == steps || !kept )
        {
            snprintf( failure, capacity, "%s", kept ? "" : "out of memory" );
            return kept;
        }
        ssStepReport report = ssSim_Step( sim );
        bool stopped = stop != NULL && ( ( step & 63 ) == 63 || report.contacts > 16 ) && stop( context );
        if ( stopped || report.status >= ss_statusNotFinite )
        {
            snprintf( failure, capacity, "%.120s at t = %.6g s",
                stopped                     ? "stopped"
                    : report.reason != NULL ? report.reason
                                            : "The run is no longer finite",
                ssSim_Time( sim ) );
            return false;
        }
    }
}

bool sessionIsSameRun( const ssSimDef* a, const ssSimDef* b )
{
    bool same = a->scenario == b->scenario && a->h == b->h && a->until == b->until && a->seed == b->seed &&
        memcmp( a->values, b->values, sizeof a->values[0] * (size_t)b->scenario->model.paramCount ) == 0;
    for ( int i = 0; i < SS_MAX_TEXTS && same; ++i ) { same = strcmp( a->texts[i], b->texts[i] ) == 0; }
    return same;
}

double sessionRunAgainst(
    const ssSimDef* def, const ssFitData* data, ssStop* stop, void* context, sessionFitCurve* curve )
{
    char failure[200] = "";
    ssSim* sim = NULL;
    ssAgainst* against = NULL;
    int64_t steps = 0;
    if ( curve != NULL )
    {
        curve->rowCount = 0;
        curve->signalCount = def->scenario->model.signalCount;
        curve->misfit = SS_NAN;
    }
    ssResult result = begin( def, data, &steps, &sim );
    result = result.code == ss_ok ? ssCreateAgainst( data, def->scenario, &against ) : result;
    double misfit = SS_NAN;
    if ( result.code != ss_ok ) { snprintf( failure, sizeof failure, "%.190s", result.message ); }
    else if ( walk( sim, against, data, steps, stop, context, curve, failure, sizeof failure ) )
    {
        misfit = ssAgainst_Misfit( against );
    }
    ssDestroyAgainst( against );
    ssDestroySim( sim );
    if ( curve != NULL )
    {
        curve->misfit = misfit;
        memcpy( curve->failure, failure, sizeof failure );
    }
    return misfit;
}

// Runs at the ends of the standard errors give the 95% band of a fitted curve.

static const double s_quantile = 1.96; // of the normal distribution, for 95%

typedef struct Band
{
    sessionFitOutcome* outcome;
    ssStop* stop;
    void* context;
    int params[SS_FIT_PARAMS]; // of the scenario, with a known error
    int count;
    double root[SS_FIT_PARAMS][SS_FIT_PARAMS]; // lower triangle
} Band;

/// Cholesky's square root of the covariance; what rounding makes negative is nothing.
static void findRoot( Band* band )
{
    const ssFitResult* result = band->outcome->result;
    int rows[SS_FIT_PARAMS];
    for ( int i = 0; i < result->paramCount; ++i )
    {
        int param = ssFindScenarioParam( band->outcome->def->scenario, result->estimates[i].key );
        if ( param >= 0 && isfinite( result->estimates[i].error ) )
        {
            rows[band->count] = i;
            band->params[band->count++] = param;
        }
    }
    for ( int i = 0; i < band->count; ++i )
    {
        for ( int j = 0; j <= i; ++j )
        {
            double correlation = i == j ? 1.0 : result->correlation[rows[i] * result->paramCount + rows[j]];
            double sum = isfinite( correlation )
                ? correlation * result->estimates[rows[i]].error * result->estimates[rows[j]].error
                : 0.0;
            for ( int k = 0; k < j; ++k ) { sum -= band->root[i][k] * band->root[j][k]; }
            band->root[i][j] = i == j    ? sqrt( fmax( sum, 0.0 ) )
                : band->root[j][j] > 0.0 ? sum / band->root[j][j]
                                         : 0.0;
        }
    }
}

/// Runs at the estimate plus `sign` times a column of the root, within limits. False: it cannot run.
static bool runAt( Band* band, int column, double sign, sessionFitCurve* curve )
{
    const ssSimDef* def = band->outcome->def;
    ssSimDef* run = malloc( sizeof *run );
    if ( run == NULL ) { return false; }
    *run = *def;
    for ( int i = column; i < band->count; ++i )
    {
        const ssParam* row = def->scenario->model.params + band->params[i];
        double value = def->values[band->params[i]] + sign * band->root[i][column];
        value = fmin( fmax( value, row->allowedMin ), row->allowedMax );
        run->values[band->params[i]] =
            ssCheckParam( row, value ).code == ss_ok ? value : def->values[band->params[i]];
    }
    sessionRunAgainst( run, &band->outcome->table->data, band->stop, band->context, curve );
    free( run );
    return curve->failure[0] == '\0';
}

static bool addColumn( Band* band, int column, sessionFitCurve* plus, sessionFitCurve* minus, double* sum )
{
    const sessionFitCurve* fitted = &band->outcome->fitted;
    if ( !runAt( band, column, 1.0, plus ) || !runAt( band, column, -1.0, minus ) ||
        plus->rowCount != fitted->rowCount || minus->rowCount != fitted->rowCount )
    {
        return false;
    }
    size_t count = (size_t)fitted->rowCount * ( (size_t)fitted->signalCount + 1 );
    for ( size_t i = 0; i < count; ++i )
    {
        double half = 0.5 * ( plus->rows[i] - minus->rows[i] );
        sum[i] += half * half;
    }
    return true;
}

static bool copyCurve( const sessionFitCurve* from, sessionFitCurve* to )
{
    size_t width = (size_t)from->signalCount + 1;
    double* rows = malloc( ( (size_t)from->rowCount * width + 1 ) * sizeof *rows );
    if ( rows == NULL ) { return false; }
    memcpy( rows, from->rows, (size_t)from->rowCount * width * sizeof *rows );
    *to = *from;
    to->rows = rows;
    to->rowCapacity = 0; // it does not grow
    return true;
}

static void makeEdges( sessionFitOutcome* outcome, const double* sum )
{
    const sessionFitCurve* fitted = &outcome->fitted;
    size_t width = (size_t)fitted->signalCount + 1, count = (size_t)fitted->rowCount * width;
    if ( !copyCurve( fitted, &outcome->low ) || !copyCurve( fitted, &outcome->high ) )
    {
        sessionFitCurve_Free( &outcome->low );
        return;
    }
    for ( size_t i = 0; i < count; ++i )
    {
        double half = i % width == 0 ? 0.0 : s_quantile * sqrt( sum[i] ); // the first of a row is the time
        outcome->low.rows[i] -= half;
        outcome->high.rows[i] += half;
    }
}

void sessionFindBand( sessionFitOutcome* outcome, ssStop* stop, void* context )
{
    Band* band = calloc( 1, sizeof *band );
    sessionFitCurve plus = { 0 }, minus = { 0 };
    sessionRunAgainst( outcome->def, &outcome->table->data, stop, context, &outcome->fitted );
    bool good = band != NULL && outcome->fitted.failure[0] == '\0' && outcome->fitted.rowCount > 0;
    double* sum = NULL;
    if ( good )
    {
        *band = ( Band ){ .outcome = outcome, .stop = stop, .context = context };
        findRoot( band );
        sum = calloc(
            (size_t)outcome->fitted.rowCount * ( (size_t)outcome->fitted.signalCount + 1 ), sizeof *sum );
        good = sum != NULL && band->count > 0;
    }
    for ( int i = 0; good && i < band->count; ++i ) { good = addColumn( band, i, &plus, &minus, sum ); }
    if ( good ) { makeEdges( outcome, sum ); }
    sessionFitCurve_Free( &plus );
    sessionFitCurve_Free( &minus );
    free( sum );
    free( band );
}
