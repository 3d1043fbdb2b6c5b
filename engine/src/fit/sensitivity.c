// SPDX-License-Identifier: MIT
#include "fit/sensitivity_private.h"
#include "slipstick/vecmath.h"

#include <string.h>

// How strongly signals and measures depend on parameters, from neighbouring runs, with errors.

#define NUMBERS_MAX 2e8 // derivatives of one result: more than that is a mistake
#define FLOOR 1e-2      // share of signal / parameter below which a parameter does not matter
#define DUST 1e-9       // a signal that is this small beside others of its unit is their rounding
// of the largest distance: closer than this to a bound, only the other side is looked at
#define NEAR_BOUND 1e-3

bool ssSensitivity_HasSignal( const ssScenario* scenario, int signal )
{
    static const char* const reports[] = { "iterations", "residual" };
    for ( int i = 0; i < SS_COUNT( reports ); ++i )
    {
        if ( strcmp( scenario->model.signals[signal].name, reports[i] ) == 0 ) { return false; }
    }
    return signal != ssFindRegime( scenario ).signal;
}

ssResult ssSensitivity_Admits( const ssScenario* scenario )
{
    if ( scenario->model.pile )
    {
        return ssError( ss_errorValue, NULL,
            "not available for piles: in %s the least change of a parameter puts other contacts in other "
            "steps; `sweep` over seeds compares piles",
            scenario->id );
    }
    if ( scenario->recorded != NULL )
    {
        return ssError( ss_errorValue, NULL,
            "not available for %s: its states are recorded, and no parameter changes them", scenario->id );
    }
    return ssOk();
}

static ssResult checkParam( const ssScenario* scenario, int param )
{
    const ssParam* row = scenario->model.params + param;
    return row->kind == ss_paramNumber
        ? ssOk()
        : ssError( ss_errorValue, row->key, "'%s' has no derivative: %s; numbers have one", row->key,
              row->kind == ss_paramInteger      ? "it is a whole number"
                  : row->kind == ss_paramChoice ? "it is a choice"
                                                : "it is a text" );
}

static ssResult checkDef( const ssSensitivityDef* def )
{
    const ssScenario* scenario = def->base->scenario;
    if ( def->paramCount < 1 || def->paramCount > SS_SENSITIVITY_PARAMS )
    {
        return ssError(
            ss_errorValue, NULL, "%d parameters; expected 1 to %d", def->paramCount, SS_SENSITIVITY_PARAMS );
    }
    SS_TRY( ssSensitivity_Admits( scenario ) );
    for ( int k = 0; k < def->paramCount; ++k )
    {
        SS_TRY( checkParam( scenario, def->params[k] ) );
        for ( int i = 0; i < k; ++i )
        {
            const char* key = scenario->model.params[def->params[k]].key;
            if ( def->params[i] == def->params[k] )
            {
                return ssError( ss_errorValue, key, "'%s' is given twice", key );
            }
        }
    }
    return ssOk();
}

/// Places the neighbours: from a hundredth of the parameter down, within the admissible values.
static void placeLadder( const ssSensitivityDef* def, int param, sensLadder* ladder )
{
    const ssParam* row = def->base->scenario->model.params + param;
    double value = def->base->values[param];
    double scale = row->logScale && value != 0.0 ? fabs( value )
                                                 : ssMax( fabs( value ), 1e-3 * ( row->max - row->min ) );
    double reach = SENS_FAR * scale, nearest = NEAR_BOUND * reach;
    double below = value - row->allowedMin, above = row->allowedMax - value;
    *ladder = ( sensLadder ){ param, .value = value, .scale = scale, .below = below > nearest,
        .above = above > nearest || below <= nearest };
    reach = ladder->below ? ssMin( reach, 0.5 * below ) : reach;
    reach = ladder->above && above > nearest ? ssMin( reach, 0.5 * above ) : reach;
    for ( int i = 0; i < SENS_LEVELS; ++i, reach /= SENS_RATIO ) { ladder->delta[i] = reach; }
}

static ssResult makeResult( sensProblem* p )
{
    const ssSensitivityDef* def = p->def;
    const ssScenario* scenario = def->base->scenario;
    double rows = (double)p->rowCount, width = scenario->model.signalCount;
    if ( rows * width * def->paramCount > NUMBERS_MAX )
    {
        return ssError( ss_errorValue, NULL,
            "%.3g rows of %d signals and %d parameters are too many sensitivities; --every S writes fewer "
            "rows",
            rows, scenario->model.signalCount, def->paramCount );
    }
    ssSensitivity* out = p->out = ssAlloc( sizeof *out );
    p->largest = ssRoom_Take( &p->room, (size_t)scenario->model.signalCount, sizeof( double ) );
    if ( out == NULL || p->largest == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for the sensitivities" );
    }
    out->rowCount = p->rowCount;
    out->signalCount = scenario->model.signalCount;
    out->measureCount = scenario->model.measureCount;
    out->paramCount = def->paramCount;
    out->times = ssAlloc( (size_t)p->rowCount * sizeof( double ) );
    out->events = ssAlloc( (size_t)p->rowCount );
    bool room = out->times != NULL && out->events != NULL;
    size_t count = (size_t)p->rowCount * (size_t)out->signalCount + 1,
           measures = (size_t)out->measureCount + 1;
    for ( int k = 0; k < def->paramCount; ++k )
    {
        ssSensitivityBy* by = out->by + k;
        const sensLadder* ladder = p->ladders + k;
        by->param = def->params[k];
        by->edgeFrom = by->missedFrom = SS_NAN;
        by->errorSignal = -1;
        by->oneSided = !( ladder->below && ladder->above );
        by->far = ladder->delta[0];
        by->near = ladder->delta[SENS_LEVELS - 1];
        by->signals = ssAlloc( count * sizeof( double ) );
        by->measures = ssAlloc( measures * sizeof( double ) );
        by->measureErrors = ssAlloc( measures * sizeof( double ) );
        p->errors[k] = ssRoom_Take( &p->room, count, sizeof( double ) );
        room = room && by->signals && by->measures && by->measureErrors && p->errors[k];
    }
    return room ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory for the sensitivities" );
}

void ssSensitivity_Destroy( ssSensitivity* sensitivity )
{
    if ( sensitivity == NULL ) { return; }
    for ( int k = 0; k < sensitivity->paramCount; ++k )
    {
        ssRelease( sensitivity->by[k].signals );
        ssRelease( sensitivity->by[k].measures );
        ssRelease( sensitivity->by[k].measureErrors );
    }
    ssRelease( sensitivity->times );
    ssRelease( sensitivity->events );
    ssRelease( sensitivity );
}

double ssSensitivity_At( const ssSensitivity* sensitivity, int by, int row, int signal )
{
    size_t at = (size_t)row * (size_t)sensitivity->signalCount + (size_t)signal;
    return sensitivity->by[by].signals[at];
}

double ssSensitivity_Peak( const ssSensitivity* sensitivity, int by, int signal )
{
    double peak = SS_NAN;
    for ( int row = 0; row < sensitivity->rowCount; ++row )
    {
        double value = fabs( ssSensitivity_At( sensitivity, by, row, signal ) );
        peak = isfinite( value ) && !( value <= peak ) ? value : peak;
    }
    return peak;
}

double ssSensitivity_Rms( const ssSensitivity* sensitivity, int by, int signal )
{
    double sum = 0.0;
    int count = 0;
    for ( int row = 0; row < sensitivity->rowCount; ++row )
    {
        double value = ssSensitivity_At( sensitivity, by, row, signal );
        if ( isfinite( value ) && sensitivity->events[row] != ss_sensitivityJump )
        {
            sum += value * value;
            count += 1;
        }
    }
    return count > 0 ? sqrt( sum / count ) : SS_NAN;
}

/// What errors of a signal's derivative are compared with: its largest value, but at least the effect of a
/// parameter that hardly matters. 0: the signal is nothing but rounding.
static double scaleOf( const sensProblem* p, int k, int signal )
{
    const ssScenario* scenario = p->def->base->scenario;
    double largest = 0.0, peak = ssSensitivity_Peak( p->out, k, signal );
    for ( int s = 0; s < scenario->model.signalCount; ++s )
    {
        bool same = strcmp( scenario->model.signals[s].unit, scenario->model.signals[signal].unit ) == 0;

        largest = same ? ssMax( largest, p->largest[s] ) : largest;
    }
    if ( p->largest[signal] < DUST * largest ) { return 0.0; }
    double least = FLOOR * p->largest[signal] / p->ladders[k].scale;
    return peak > least ? peak : least;
}

static void judgeErrors( sensProblem* p, int k )
{
    const ssScenario* scenario = p->def->base->scenario;
    ssSensitivityBy* by = p->out->by + k;
    double scales[SS_MAX_SIGNALS];
    for ( int s = 0; s < p->out->signalCount; ++s )
    {
        scales[s] = ssSensitivity_HasSignal( scenario, s ) ? scaleOf( p, k, s ) : 0.0;
    }
    for ( int row = 0; row < p->rowCount; ++row )
    {
        double worst = 0.0;
        for ( int s = 0; s < p->out->signalCount; ++s )
        {
            double value = ssSensitivity_At( p->out, k, row, s );
            double error = p->errors[k][(size_t)row * (size_t)p->out->signalCount + (size_t)s];
            double relative = scales[s] > 0.0 && isfinite( value ) ? error / scales[s] : 0.0;
            worst = ssMax( worst, relative );
            by->errorSignal = relative > by->error ? s : by->errorSignal;
            by->error = ssMax( by->error, relative );
        }
        if ( worst > SS_SENSITIVITY_GOAL )
        {
            by->missedFrom = by->missed++ == 0 ? p->out->times[row] : by->missedFrom;
        }
    }
}

/// What can only be seen while the run goes on.
static ssResult checkBase( const sensProblem* p )
{
    const sensRun* base = p->runs;
    if ( base->mostContacts > SS_SENSITIVITY_CONTACTS )
    {
        return ssError( ss_errorValue, NULL,
            "not available for piles: there are %d contacts at t = %.6g s, and at most %d are followed",
            base->mostContacts, ssSim_Time( base->sim ), SS_SENSITIVITY_CONTACTS );
    }
    if ( base->failed )
    {
        return ssError( ss_errorValue, NULL, "the run itself stops at t = %.6g s: it has no derivatives",
            ssSim_Time( base->sim ) );
    }
    return ssOk();
}

static ssResult follow( sensProblem* p )
{
    for ( int row = 0; row < p->rowCount; row = p->lastRow )
    {
        p->firstRow = row;
        p->lastRow = p->rowCount - row > SENS_STRETCH ? row + SENS_STRETCH : p->rowCount;
        if ( !sensAdvance( p ) ) { return ssError( ss_errorValue, NULL, "stopped" ); }
        SS_TRY( checkBase( p ) );
        sensCompare( p );
        if ( p->def->progress != NULL )
        {
            p->def->progress( p->def->context, (double)p->lastRow / p->rowCount );
        }
    }
    sensCompareMeasures( p );
    for ( int k = 0; k < p->def->paramCount; ++k ) { judgeErrors( p, k ); }
    for ( int i = 0; i < p->runCount; ++i )
    {
        p->out->unconverged += p->runs[i].sim != NULL ? p->runs[i].unconverged : 0;
    }
    p->out->runs = p->runCount;
    return ssOk();
}

ssResult ssFindSensitivity( const ssSensitivityDef* def, ssSensitivity** result )
{
    *result = NULL;
    sensProblem* p = ssAlloc( sizeof *p );
    if ( p == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory for the sensitivities" ); }
    p->def = def;
    p->regime = ssFindRegime( def->base->scenario );
    p->stride = def->stride > 0 ? def->stride : 1;
    ssResult outcome = checkDef( def );
    outcome = outcome.code == ss_ok ? ssSimDef_StepCount( def->base, &p->steps ) : outcome;
    double rows = floor( (double)p->steps / (double)p->stride ) + 2.0;
    if ( outcome.code == ss_ok && rows > NUMBERS_MAX )
    {
        outcome = ssError( ss_errorValue, NULL, "%.3g rows are too many; --every S writes fewer", rows );
    }
    if ( outcome.code == ss_ok )
    {
        p->rowCount = (int)( p->steps / p->stride ) + 1 + ( p->steps % p->stride != 0 );
        for ( int k = 0; k < def->paramCount; ++k ) { placeLadder( def, def->params[k], p->ladders + k ); }
        outcome = makeResult( p );
    }
    outcome = outcome.code == ss_ok ? sensMakeRuns( p ) : outcome;
    outcome = outcome.code == ss_ok ? follow( p ) : outcome;
    sensFreeRuns( p );
    if ( outcome.code != ss_ok ) { ssSensitivity_Destroy( p->out ); }
    *result = outcome.code == ss_ok ? p->out : NULL;
    ssRelease( p );
    return outcome;
}
