// SPDX-License-Identifier: MIT
#include "session/fit/sweep_runner.h"

#include <stdlib.h>

enum
{
    maxThreads = 64
};

struct sweepRunner
{
    bool threaded, hasDef;
    sweepDef def; // constant while threads run
    osThread* threads[maxThreads];
    int threadCount;

    osMonitor* monitor; // guards all members below
    sweepCell* cells;   // in the order in which they finished
    int64_t total, next, done, failed;
    int running; // threads at work
    bool stop;
    double started;
};

static bool hasStopped( void* context )
{
    sweepRunner* sweep = context;
    osLockMonitor( sweep->monitor );
    bool stop = sweep->stop;
    osUnlockMonitor( sweep->monitor );
    return stop;
}

static void work( void* context )
{
    sweepRunner* sweep = context;
    sweepCell cell;
    osLockMonitor( sweep->monitor );
    while ( !sweep->stop && sweep->next < sweep->total )
    {
        int64_t index = sweep->next++;
        osUnlockMonitor( sweep->monitor );
        sweepRunCell( &sweep->def, index, hasStopped, sweep, &cell );
        osLockMonitor( sweep->monitor );
        if ( !sweep->stop )
        {
            sweep->cells[sweep->done++] = cell;
            sweep->failed += cell.failure[0] != '\0' ? 1 : 0;
        }
    }
    --sweep->running;
    osUnlockMonitor( sweep->monitor );
}

/// Works with a low priority, so that the window does not become slow.
static void workInBackground( void* context )
{
    osLowerPriority();
    work( context );
}

sweepRunner* sweepCreateRunner( bool threaded )
{
    sweepRunner* sweep = calloc( 1, sizeof( sweepRunner ) );
    if ( sweep != NULL )
    {
        sweep->threaded = threaded;
        sweep->monitor = osCreateMonitor();
        if ( sweep->monitor == NULL )
        {
            free( sweep );
            sweep = NULL;
        }
    }
    return sweep;
}

void sweepRunner_Stop( sweepRunner* sweep )
{
    osLockMonitor( sweep->monitor );
    sweep->stop = true;
    osUnlockMonitor( sweep->monitor );
}

void sweepRunner_Clear( sweepRunner* sweep )
{
    sweepRunner_Stop( sweep );
    for ( int i = 0; i < sweep->threadCount; ++i )
    {
        osJoinThread( sweep->threads[i] );
    }
    sweep->threadCount = 0;
    if ( sweep->hasDef )
    {
        ssScenario_Release( sweep->def.base.scenario );
        sweepFree( &sweep->def );
    }
    sweep->hasDef = false;
    free( sweep->cells );
    sweep->cells = NULL;
    sweep->total = sweep->next = sweep->done = sweep->failed = 0;
    sweep->stop = false;
}

void sweepDestroyRunner( sweepRunner* sweep )
{
    if ( sweep != NULL )
    {
        sweepRunner_Clear( sweep );
        osDestroyMonitor( sweep->monitor );
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
    sweep->started = osSeconds();
    int jobs = osProcessorCount() - 2;
    jobs = jobs < 1 ? 1 : jobs > maxThreads ? maxThreads : jobs;
    for ( int i = 0; i < jobs && i < count && sweep->threaded; ++i )
    {
        osLockMonitor( sweep->monitor );
        ++sweep->running;
        osUnlockMonitor( sweep->monitor );
        sweep->threads[sweep->threadCount] = osStartThread( workInBackground, sweep );
        if ( sweep->threads[sweep->threadCount] == NULL )
        {
            osLockMonitor( sweep->monitor );
            --sweep->running;
            osUnlockMonitor( sweep->monitor );
            break;
        }
        ++sweep->threadCount;
    }
    if ( sweep->threadCount == 0 )
    {
        sweep->running = 1;
        work( sweep );
    }
    return ssOk();
}

const sweepDef* sweepRunner_Def( const sweepRunner* sweep )
{
    return sweep->hasDef ? &sweep->def : NULL;
}

sweepProgress sweepRunner_Progress( sweepRunner* sweep )
{
    osLockMonitor( sweep->monitor );
    sweepProgress progress = { .total = sweep->total,
        .done = sweep->done,
        .failed = sweep->failed,
        .busy = sweep->running > 0,
        .stopped = sweep->stop && sweep->done < sweep->total };
    if ( progress.busy && progress.done > 0 )
    {
        progress.secondsLeft = ( osSeconds() - sweep->started ) * (double)( progress.total - progress.done ) /
            (double)progress.done;
    }
    osUnlockMonitor( sweep->monitor );
    return progress;
}

bool sweepRunner_Cell( sweepRunner* sweep, int64_t n, sweepCell* cell )
{
    osLockMonitor( sweep->monitor );
    bool there = n < sweep->done;
    if ( there )
    {
        *cell = sweep->cells[n];
    }
    osUnlockMonitor( sweep->monitor );
    return there;
}
