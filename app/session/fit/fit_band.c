// SPDX-License-Identifier: MIT
#include "session/fit/fit_band.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
            for ( int k = 0; k < j; ++k )
            {
                sum -= band->root[i][k] * band->root[j][k];
            }
            band->root[i][j] = i == j    ? sqrt( fmax( sum, 0.0 ) )
                : band->root[j][j] > 0.0 ? sum / band->root[j][j]
                                         : 0.0;
        }
    }
}

/// Runs at the estimate plus `sign` times a column of the root, inside
/// what is allowed. False: it cannot be run.
static bool runAt( Band* band, int column, double sign, sessionFitCurve* curve )
{
    const ssSimDef* def = band->outcome->def;
    ssSimDef* run = malloc( sizeof *run );
    if ( run == NULL )
    {
        return false;
    }
    *run = *def;
    for ( int i = column; i < band->count; ++i )
    {
        const ssParam* row = def->scenario->params + band->params[i];
        double value = def->values[band->params[i]] + sign * band->root[i][column];
        value = fmin( fmax( value, row->allowedMin ), row->allowedMax );
        run->values[band->params[i]] =
            ssCheckParam( row, value ).code == ss_ok ? value : def->values[band->params[i]];
    }
    sessionRunAgainst( run, &band->outcome->table->data, band->stop, band->context, curve );
    free( run );
    return curve->failure[0] == '\0';
}

/// Adds the variance of one column to the rows of `sum`.
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
    if ( rows == NULL )
    {
        return false;
    }
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
    for ( int i = 0; good && i < band->count; ++i )
    {
        good = addColumn( band, i, &plus, &minus, sum );
    }
    if ( good )
    {
        makeEdges( outcome, sum );
    }
    sessionFitCurve_Free( &plus );
    sessionFitCurve_Free( &minus );
    free( sum );
    free( band );
}
