// SPDX-License-Identifier: MIT
#include "session/fit/fit_runner.h"

#include "base/os.h"
#include "session/fit/fit_band.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sessionFitRunner
{
    bool threaded;
    osThread* thread; // NULL: none was started, or it has been joined
    // The thread's own while it runs.
    ssFitParam params[SS_FIT_PARAMS];
    int paramCount;
    sessionFitOutcome outcome;

    osMonitor* lock; // guards what follows
    bool stop, abandoned;
    sessionFitProgress progress;
    double started;
};

static bool isStopped( void* context )
{
    sessionFitRunner* runner = context;
    osLockMonitor( runner->lock );
    bool stop = runner->stop;
    osUnlockMonitor( runner->lock );
    return stop;
}

static bool isAbandoned( void* context )
{
    sessionFitRunner* runner = context;
    osLockMonitor( runner->lock );
    bool abandoned = runner->abandoned;
    osUnlockMonitor( runner->lock );
    return abandoned;
}

static void tell( void* context, const ssFitProgress* progress )
{
    sessionFitRunner* runner = context;
    osLockMonitor( runner->lock );
    snprintf( runner->progress.stage, sizeof runner->progress.stage, "%s", progress->stage );
    runner->progress.runs = progress->runs;
    runner->progress.rms = progress->rms;
    osUnlockMonitor( runner->lock );
}

/// Gives the definition the values that were found.
static void takeEstimates( sessionFitOutcome* outcome )
{
    const ssFitResult* result = outcome->result;
    for ( int i = 0; i < result->paramCount; ++i )
    {
        int param = ssFindScenarioParam( outcome->def->scenario, result->estimates[i].key );
        if ( param >= 0 )
        {
            outcome->def->values[param] = result->estimates[i].value;
        }
    }
}

static void work( void* context )
{
    sessionFitRunner* runner = context;
    sessionFitOutcome* outcome = &runner->outcome;
    ssSimDef* base = malloc( sizeof *base );
    outcome->refusal = ssError( ss_errorMemory, NULL, "out of memory" );
    if ( base != NULL )
    {
        *base = *outcome->def;
        const ssFitDef def = { .base = base,
            .data = &outcome->table->data,
            .dataCount = 1,
            .params = runner->params,
            .paramCount = runner->paramCount,
            .progress = tell,
            .stop = isStopped,
            .abandon = isAbandoned,
            .context = runner };
        outcome->refusal =
            outcome->checked ? ssCheckFit( &def, &outcome->result ) : ssFit( &def, &outcome->result );
    }
    if ( outcome->refusal.code == ss_ok && !outcome->checked )
    {
        takeEstimates( outcome );
        sessionFindBand( outcome, isAbandoned, runner );
    }
    free( base );
    osLockMonitor( runner->lock );
    runner->progress.busy = false;
    runner->progress.number += 1;
    osUnlockMonitor( runner->lock );
}

static void workInBackground( void* context )
{
    osLowerPriority();
    work( context );
}

sessionFitRunner* sessionCreateFitRunner( bool threaded )
{
    sessionFitRunner* runner = calloc( 1, sizeof *runner );
    if ( runner == NULL )
    {
        return NULL;
    }
    runner->threaded = threaded;
    runner->lock = osCreateMonitor();
    if ( runner->lock == NULL )
    {
        free( runner );
        return NULL;
    }
    return runner;
}

void sessionFitRunner_Stop( sessionFitRunner* runner )
{
    osLockMonitor( runner->lock );
    runner->stop = true;
    osUnlockMonitor( runner->lock );
}

void sessionFitRunner_Clear( sessionFitRunner* runner )
{
    sessionFitOutcome* outcome = &runner->outcome;
    osLockMonitor( runner->lock );
    runner->stop = runner->abandoned = true;
    osUnlockMonitor( runner->lock );
    osJoinThread( runner->thread );
    runner->thread = NULL;
    ssFitResult_Destroy( outcome->result );
    free( outcome->def );
    sessionTable_Release( outcome->table );
    sessionFitCurve_Free( &outcome->fitted );
    sessionFitCurve_Free( &outcome->low );
    sessionFitCurve_Free( &outcome->high );
    *outcome = ( sessionFitOutcome ){ 0 };
    runner->stop = runner->abandoned = false;
    runner->progress = ( sessionFitProgress ){ .rms = SS_NAN };
}

void sessionDestroyFitRunner( sessionFitRunner* runner )
{
    if ( runner != NULL )
    {
        sessionFitRunner_Clear( runner );
        osDestroyMonitor( runner->lock );
        free( runner );
    }
}

ssResult sessionFitRunner_Start( sessionFitRunner* runner, bool checkOnly, const ssSimDef* def,
    sessionTable* table, const ssFitParam* params, int paramCount )
{
    sessionFitOutcome* outcome = &runner->outcome;
    sessionFitRunner_Clear( runner );
    if ( paramCount > SS_FIT_PARAMS )
    {
        return ssError( ss_errorValue, NULL, "%d free parameters; at most %d can be fitted at once",
            paramCount, SS_FIT_PARAMS );
    }
    outcome->def = malloc( sizeof *outcome->def );
    if ( outcome->def == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    *outcome->def = *def;
    outcome->table = sessionTable_Retain( table );
    outcome->checked = checkOnly;
    memcpy( runner->params, params, (size_t)paramCount * sizeof *params );
    runner->paramCount = paramCount;
    runner->progress = ( sessionFitProgress ){ .busy = true, .checks = checkOnly, .rms = SS_NAN };
    runner->started = osSeconds();
    runner->thread = runner->threaded ? osStartThread( workInBackground, runner ) : NULL;
    if ( runner->thread == NULL )
    {
        work( runner );
    }
    return ssOk();
}

sessionFitProgress sessionFitRunner_Progress( sessionFitRunner* runner )
{
    osLockMonitor( runner->lock );
    sessionFitProgress progress = runner->progress;
    progress.seconds = progress.busy ? osSeconds() - runner->started : 0.0;
    osUnlockMonitor( runner->lock );
    return progress;
}

const sessionFitOutcome* sessionFitRunner_Outcome( sessionFitRunner* runner )
{
    sessionFitProgress progress = sessionFitRunner_Progress( runner );
    return progress.busy || progress.number == 0 ? NULL : &runner->outcome;
}
