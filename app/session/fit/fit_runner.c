// SPDX-License-Identifier: MIT
#include "session/fit/fit_runner.h"
#include "session/fit/fit_curve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Makes a fit a job that the window can watch and stop.

struct sessionFitRunner
{
    sessionJob* job;
    // The work's own while it goes on.
    ssFitParam params[SS_FIT_PARAMS];
    int paramCount;
    sessionFitOutcome outcome;

    // Guarded by the lock of the job.
    bool stop; // with the best so far; a cancelled job is abandoned
    sessionFitProgress progress;
};

static bool isAbandoned( void* context ) { return sessionJob_Stops( ( (sessionFitRunner*)context )->job ); }

static bool isStopped( void* context )
{
    sessionFitRunner* runner = context;
    sessionJob_Lock( runner->job );
    bool stop = runner->stop;
    sessionJob_Unlock( runner->job );
    return stop;
}

static void tell( void* context, const ssFitProgress* progress )
{
    sessionFitRunner* runner = context;
    sessionJob_Lock( runner->job );
    snprintf( runner->progress.stage, sizeof runner->progress.stage, "%s", progress->stage );
    runner->progress.runs = progress->runs;
    runner->progress.rms = progress->rms;
    sessionJob_Unlock( runner->job );
}

/// Gives the definition the values that were found.
static void takeEstimates( sessionFitOutcome* outcome )
{
    const ssFitResult* result = outcome->result;
    for ( int i = 0; i < result->paramCount; ++i )
    {
        int param = ssFindScenarioParam( outcome->def->scenario, result->estimates[i].key );
        if ( param >= 0 ) { outcome->def->values[param] = result->estimates[i].value; }
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
    sessionJob_Lock( runner->job );
    runner->progress.busy = false;
    runner->progress.number += 1;
    sessionJob_Unlock( runner->job );
}

sessionFitRunner* sessionCreateFitRunner( sessionJobMode mode )
{
    return sessionCreateWorker( sizeof( sessionFitRunner ), mode, 1, true, work );
}

void sessionFitRunner_Stop( sessionFitRunner* runner )
{
    sessionJob_Lock( runner->job );
    runner->stop = true;
    sessionJob_Unlock( runner->job );
}

void sessionFitRunner_Clear( sessionFitRunner* runner )
{
    sessionFitOutcome* outcome = &runner->outcome;
    sessionJob_End( runner->job );
    ssFitResult_Destroy( outcome->result );
    free( outcome->def );
    sessionTable_Release( outcome->table );
    sessionFitCurve_Free( &outcome->fitted );
    sessionFitCurve_Free( &outcome->low );
    sessionFitCurve_Free( &outcome->high );
    *outcome = ( sessionFitOutcome ){ 0 };
    runner->stop = false;
    runner->progress = ( sessionFitProgress ){ .rms = SS_NAN };
}

void sessionDestroyFitRunner( sessionFitRunner* runner )
{
    if ( runner != NULL )
    {
        sessionFitRunner_Clear( runner );
        sessionDestroyJob( runner->job );
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
    if ( outcome->def == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    *outcome->def = *def;
    outcome->table = sessionTable_Retain( table );
    outcome->checked = checkOnly;
    memcpy( runner->params, params, (size_t)paramCount * sizeof *params );
    runner->paramCount = paramCount;
    runner->progress = ( sessionFitProgress ){ .busy = true, .checks = checkOnly, .rms = SS_NAN };
    sessionJob_Ask( runner->job );
    return ssOk();
}

sessionFitProgress sessionFitRunner_Progress( sessionFitRunner* runner )
{
    sessionJob_Lock( runner->job );
    sessionFitProgress progress = runner->progress;
    sessionJob_Unlock( runner->job );
    progress.seconds = progress.busy ? sessionJob_Seconds( runner->job ) : 0.0;
    return progress;
}

const sessionFitOutcome* sessionFitRunner_Outcome( sessionFitRunner* runner )
{
    sessionFitProgress progress = sessionFitRunner_Progress( runner );
    return progress.busy || progress.number == 0 ? NULL : &runner->outcome;
}
