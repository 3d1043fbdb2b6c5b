// SPDX-License-Identifier: MIT
#include "cli/run_sensitivity.h"
#include "base/args.h"
#include "base/args_law.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

// Adds derivatives by parameters to the tables and answers of `slipstick run`.

#define KEY_MAX 64

static int findKey( const ssScenario* scenario, const char* key )
{
    int param = ssFindScenarioParam( scenario, key );
    if ( param < 0 )
    {
        const char* names[SS_MAX_PARAMS];
        for ( int i = 0; i < scenario->model.paramCount; ++i ) { names[i] = scenario->model.params[i].key; }
        const char* close = ssClosestName( key, names, scenario->model.paramCount );
        argsFail( "run", "--sensitivity: %s has no parameter '%s'%s%s%s", scenario->id, key,
            close != NULL ? "; did you mean '" : "", close != NULL ? close : "", close != NULL ? "'?" : "" );
    }
    return param;
}

/// Reads "mu,mu_r". Returns the number of parameters; -1 after a message.
static int readKeys( const char* keys, const ssScenario* scenario, int* params )
{
    int count = 0;
    for ( const char* at = keys;; )
    {
        size_t length = strcspn( at, "," );
        char key[KEY_MAX];
        snprintf( key, sizeof key, "%.*s", (int)length, at );
        if ( length == 0 || length >= KEY_MAX )
        {
            argsFail(
                "run", "--sensitivity %s: expected parameters separated by commas, as in mu,mu_r", keys );
            return -1;
        }
        if ( count == SS_SENSITIVITY_PARAMS )
        {
            argsFail( "run", "--sensitivity: at most %d parameters", SS_SENSITIVITY_PARAMS );
            return -1;
        }
        params[count] = findKey( scenario, key );
        if ( params[count++] < 0 ) { return -1; }
        if ( at[length] == 0 ) { return count; }
        at += length + 1;
    }
}

typedef struct Watch
{
    bool shown;
    double last; // [s]
} Watch;

static void showProgress( void* context, double share )
{
    Watch* watch = context;
    double now = osSeconds();
    if ( osIsTerminal( 2 ) && now - watch->last > 0.25 )
    {
        watch->last = now;
        watch->shown = true;
        fprintf( stderr, "\rsensitivity: %.0f%%   ", 100.0 * share );
    }
}

/// Says on stderr what the numbers alone do not.
static void comment( const runSensitivity* sensitivity )
{
    const ssSensitivity* found = sensitivity->found;
    for ( int k = 0; k < found->paramCount; ++k )
    {
        const ssSensitivityBy* by = found->by + k;
        const char* key = sensitivity->scenario->model.params[by->param].key;
        if ( by->oneSided )
        {
            fprintf( stderr,
                "slipstick run: note: %s lies at the end of its admissible range: its derivatives are "
                "one-sided\n",
                key );
        }
        if ( by->missed > 0 )
        {
            fprintf( stderr,
                "slipstick run: warning: derivatives by %s are not certain to %.0e in %d of %d rows, the "
                "first at t = %.10g s; worst estimated error %.2g, of d%s/d%s\n",
                key, SS_SENSITIVITY_GOAL, by->missed, found->rowCount, by->missedFrom, by->error,
                sensitivity->scenario->model.signals[by->errorSignal].name, key );
        }
        if ( !isnan( by->edgeFrom ) )
        {
            fprintf( stderr,
                "slipstick run: note: from t = %.10g s on, a change of %s by %.1g already moves a change of "
                "regime to another step: derivatives are one-sided or undefined (event = 2)\n",
                by->edgeFrom, key, by->near );
        }
    }
    if ( found->unconverged > 0 )
    {
        fprintf( stderr,
            "slipstick run: warning: %" PRId64 " steps of the %d runs compared left a residual above 1e-10\n",
            found->unconverged, found->runs );
    }
}

int runFindSensitivity(
    const char* keys, const ssScene* scene, int64_t steps, int64_t stride, runSensitivity* sensitivity )
{
    int params[SS_SENSITIVITY_PARAMS];
    if ( keys == NULL ) { return ARGS_STATUS_OK; }
    ssResult result = ssSensitivity_Admits( scene->def.scenario );
    int count = result.code == ss_ok ? readKeys( keys, scene->def.scenario, params ) : 0;
    if ( count < 0 ) { return ARGS_STATUS_BAD_INPUT; }
    for ( int i = 0; i < count; ++i )
    {
        if ( argsReplacedByBuild( &scene->def, params[i] ) )
        {
            return argsRefuseBuilt(
                "run", "--sensitivity ", scene->def.scenario->model.params[params[i]].key );
        }
    }
    Watch watch = { .last = osSeconds() };
    ssSensitivityDef def = { .base = &scene->def,
        .edits = scene,
        .params = params,
        .paramCount = count,
        .stride = stride,
        .stop = osStopsAtSignal,
        .context = &watch,
        .progress = showProgress };
    *sensitivity = ( runSensitivity ){ .scenario = scene->def.scenario, .steps = steps, .stride = stride };
    osWatchSignals();
    result = result.code == ss_ok ? ssFindSensitivity( &def, &sensitivity->found ) : result;
    if ( watch.shown ) { fprintf( stderr, "\r%24s\r", "" ); }
    if ( result.code != ss_ok )
    {
        return osSignalCaught() ? ARGS_STATUS_CHECK_FAILED
                                : argsFail( "run", "--sensitivity: %s", result.message );
    }
    comment( sensitivity );
    return ARGS_STATUS_OK;
}

void runEndSensitivity( runSensitivity* sensitivity )
{
    ssSensitivity_Destroy( sensitivity->found );
    sensitivity->found = NULL;
}

void runSensitivityHeadings( const runSensitivity* sensitivity, csvWriter* csv )
{
    const ssSensitivity* found = sensitivity->found;
    for ( int k = 0; found != NULL && k < found->paramCount; ++k )
    {
        for ( int s = 0; s < found->signalCount; ++s )
        {
            if ( ssSensitivity_HasSignal( sensitivity->scenario, s ) )
            {
                char heading[160];
                snprintf( heading, sizeof heading, "d%s/d%s", sensitivity->scenario->model.signals[s].name,
                    sensitivity->scenario->model.params[found->by[k].param].key );
                csvText( csv, heading );
            }
        }
    }
    if ( found != NULL ) { csvText( csv, "event" ); }
}

void runSensitivityCells( const runSensitivity* sensitivity, csvWriter* csv, const ssSim* sim )
{
    const ssSensitivity* found = sensitivity->found;
    if ( found == NULL ) { return; }
    int64_t step = ssSim_StepIndex( sim );
    int row = step == sensitivity->steps ? found->rowCount - 1 : (int)( step / sensitivity->stride );
    for ( int k = 0; k < found->paramCount; ++k )
    {
        for ( int s = 0; s < found->signalCount; ++s )
        {
            if ( ssSensitivity_HasSignal( sensitivity->scenario, s ) )
            {
                csvNumber( csv, ssSensitivity_At( found, k, row, s ) );
            }
        }
    }
    csvNumber( csv, found->events[row] );
}

void runSensitivityJson(
    const runSensitivity* sensitivity, jsonWriter* json, const int* measures, int measureCount )
{
    const ssSensitivity* found = sensitivity->found;
    if ( found == NULL ) { return; }
    jsonBeginObject( json, "sensitivity" );
    for ( int k = 0; k < found->paramCount; ++k )
    {
        const ssSensitivityBy* by = found->by + k;
        jsonBeginObject( json, sensitivity->scenario->model.params[by->param].key );
        for ( int part = 0; part < 2; ++part )
        {
            jsonBeginObject( json, part == 0 ? "measures" : "measure_errors" );
            for ( int i = 0; i < measureCount; ++i )
            {
                if ( measures[i] < found->measureCount )
                {
                    jsonNumber( json, sensitivity->scenario->model.measures[measures[i]].name,
                        part == 0 ? by->measures[measures[i]] : by->measureErrors[measures[i]] );
                }
            }
            jsonEndObject( json );
        }
        jsonMembers( json, "error", by->error, "edge_from", by->edgeFrom, "one_sided", by->oneSided );
        jsonEndObject( json );
    }
    jsonEndObject( json );
}

/// "m/s per m", "m", "1/m": the unit of a derivative.
static void formatUnit( const char* unit, const char* per, char* text, size_t capacity )
{
    bool compound = strpbrk( per, "/ ·" ) != NULL || strchr( unit, '/' ) != NULL;
    if ( per[0] == 0 || strcmp( per, unit ) == 0 )
    {
        snprintf( text, capacity, "%s", per[0] == 0 ? unit : "" );
    }
    else { snprintf( text, capacity, compound ? "%s per %s" : "%s/%s", unit[0] != 0 ? unit : "1", per ); }
}

void runSensitivityText(
    const runSensitivity* sensitivity, osWriter* out, const int* measures, int measureCount )
{
    const ssSensitivity* found = sensitivity->found;
    for ( int k = 0; found != NULL && k < found->paramCount; ++k )
    {
        const ssParam* param = sensitivity->scenario->model.params + found->by[k].param;
        for ( int i = 0; i < measureCount; ++i )
        {
            if ( measures[i] >= found->measureCount ) { continue; }
            double value = found->by[k].measures[measures[i]];
            const ssMeasure* measure = sensitivity->scenario->model.measures + measures[i];
            char number[32] = "undefined", unit[96] = "";
            if ( isfinite( value ) )
            {
                snprintf( number, sizeof number, "%.9g", value );
                formatUnit( measure->unit, param->unit, unit, sizeof unit );
            }
            osPrintf(
                out, "d%s/d%s = %s%s%s\n", measure->name, param->key, number, unit[0] != 0 ? " " : "", unit );
        }
    }
}
