// SPDX-License-Identifier: MIT
#include "session/fit/sweep_runner.h"

#include <stdlib.h>

// Makes a sweep a job whose cells the window collects as they finish.

struct sweepRunner
{
    sessionJob* job;
    int threads;
    bool hasDef;
    sweepDef def; // constant while the work goes on

    // Guarded by the lock of the job.
    sweepCell* cells; // in the order in which they finished
    int64_t total, done, failed;
};

static bool hasStopped( void* context ) { return sessionJob_Stops( ( (sweepRunner*)context )->job ); }

static bool keepCell( void* context, const sweepCell* cell )
{
    sweepRunner* sweep = context;
    sessionJob_Lock( sweep->job );
    bool wanted = !sessionJob_Cancelled( sweep->job );
    if ( wanted )
    {
        sweep->cells[sweep->done++] = *cell;
        sweep->failed += cell->failure[0] != '\0' ? 1 : 0;
    }
    sessionJob_Unlock( sweep->job );
    return wanted;
}

static void work( void* context )
{
    sweepRunner* sweep = context;
    sweepRunCells( &sweep->def, NULL, sweep->threads, hasStopped, keepCell, sweep );
}

sweepRunner* sweepCreateRunner( sessionJobMode mode )
{
    sweepRunner* sweep = sessionCreateWorker( sizeof *sweep, mode, 1, true, work );
    if ( sweep != NULL ) { sweep->threads = mode == session_jobThreads ? sessionSpareThreads() : 1; }
    return sweep;
}

void sweepRunner_Stop( sweepRunner* sweep ) { sessionJob_Cancel( sweep->job ); }

void sweepRunner_Clear( sweepRunner* sweep )
{
    sessionJob_End( sweep->job );
    if ( sweep->hasDef )
    {
        ssScenario_Release( sweep->def.base.scenario );
        sweepFree( &sweep->def );
    }
    sweep->hasDef = false;
    free( sweep->cells );
    sweep->cells = NULL;
    sweep->total = sweep->done = sweep->failed = 0;
}

void sweepDestroyRunner( sweepRunner* sweep )
{
    if ( sweep != NULL )
    {
        sweepRunner_Clear( sweep );
        sessionDestroyJob( sweep->job );
        free( sweep );
    }
}

ssResult sweepRunner_Start( sweepRunner* sweep, sweepDef* def )
{
    sweepRunner_Clear( sweep );
    int64_t count = sweepCellCount( def );
    sweep->cells = count > 0 ? malloc( (size_t)count * sizeof( sweepCell ) ) : NULL;
    if ( sweep->cells == NULL )
    {
        sweepFree( def );
        return ssError( ss_errorMemory, NULL, "out of memory for the cells of the map" );
    }
    sweep->def = *def;
    ssScenario_Retain( sweep->def.base.scenario );
    def->axisCount = 0;
    sweep->hasDef = true;
    sweep->total = count;
    sessionJob_Ask( sweep->job );
    return ssOk();
}

const sweepDef* sweepRunner_Def( const sweepRunner* sweep ) { return sweep->hasDef ? &sweep->def : NULL; }

sweepProgress sweepRunner_Progress( sweepRunner* sweep )
{
    double seconds = sessionJob_Seconds( sweep->job );
    bool busy = sessionJob_Busy( sweep->job );
    sessionJob_Lock( sweep->job );
    sweepProgress progress = { .total = sweep->total,
        .done = sweep->done,
        .failed = sweep->failed,
        .busy = busy,
        .stopped = sessionJob_Cancelled( sweep->job ) && sweep->done < sweep->total };
    sessionJob_Unlock( sweep->job );
    if ( progress.busy && progress.done > 0 )
    {
        progress.secondsLeft = seconds * (double)( progress.total - progress.done ) / (double)progress.done;
    }
    return progress;
}

bool sweepRunner_Cell( sweepRunner* sweep, int64_t n, sweepCell* cell )
{
    sessionJob_Lock( sweep->job );
    bool there = n < sweep->done;
    if ( there ) { *cell = sweep->cells[n]; }
    sessionJob_Unlock( sweep->job );
    return there;
}
