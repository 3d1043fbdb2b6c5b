// SPDX-License-Identifier: MIT
#include "session/sweep_runner.h"

#include <stdlib.h>

enum
{
    mostThreads = 64
};

struct hostSweep
{
    bool threaded, hasDef;
    gridDef def; // not written while threads run
    osThread* threads[mostThreads];
    int threadCount;

    osGate* gate;    // of all below
    gridCell* cells; // in the order they finished
    int64_t total, next, done, failed;
    int running; // threads still at work
    bool stop;
    double started;
};

static bool hasStopped( void* context )
{
    hostSweep* sweep = context;
    osLockGate( sweep->gate );
    bool stop = sweep->stop;
    osUnlockGate( sweep->gate );
    return stop;
}

static void work( void* context )
{
    hostSweep* sweep = context;
    gridCell cell;
    osLockGate( sweep->gate );
    while ( !sweep->stop && sweep->next < sweep->total )
    {
        int64_t index = sweep->next++;
        osUnlockGate( sweep->gate );
        gridRunCell( &sweep->def, index, hasStopped, sweep, &cell );
        osLockGate( sweep->gate );
        if ( !sweep->stop )
        {
            sweep->cells[sweep->done++] = cell;
            sweep->failed += cell.failure[0] != '\0' ? 1 : 0;
        }
    }
    --sweep->running;
    osUnlockGate( sweep->gate );
}

/// Work beside the window, not in its way.
static void workBehind( void* context )
{
    osStepBack();
    work( context );
}

hostSweep* hostCreateSweep( bool threaded )
{
    hostSweep* sweep = calloc( 1, sizeof( hostSweep ) );
    if ( sweep != NULL )
    {
        sweep->threaded = threaded;
        sweep->gate = osCreateGate();
        if ( sweep->gate == NULL )
        {
            free( sweep );
            sweep = NULL;
        }
    }
    return sweep;
}

void hostSweep_Stop( hostSweep* sweep )
{
    osLockGate( sweep->gate );
    sweep->stop = true;
    osUnlockGate( sweep->gate );
}

void hostSweep_Clear( hostSweep* sweep )
{
    hostSweep_Stop( sweep );
    for ( int i = 0; i < sweep->threadCount; ++i )
    {
        osJoinThread( sweep->threads[i] );
    }
    sweep->threadCount = 0;
    if ( sweep->hasDef )
    {
        gridFree( &sweep->def );
    }
    sweep->hasDef = false;
    free( sweep->cells );
    sweep->cells = NULL;
    sweep->total = sweep->next = sweep->done = sweep->failed = 0;
    sweep->stop = false;
}

void hostDestroySweep( hostSweep* sweep )
{
    if ( sweep != NULL )
    {
        hostSweep_Clear( sweep );
        osDestroyGate( sweep->gate );
        free( sweep );
    }
}

ssResult hostSweep_Start( hostSweep* sweep, gridDef* def )
{
    hostSweep_Clear( sweep );
    int64_t count = gridCellCount( def );
    sweep->cells = count > 0 ? malloc( (size_t)count * sizeof( gridCell ) ) : NULL;
    if ( sweep->cells == NULL )
    {
        gridFree( def );
        return ssError( ss_errorMemory, NULL, "out of memory for the cells of the map" );
    }
    sweep->def = *def;
    def->axisCount = 0;
    sweep->hasDef = true;
    sweep->total = count;
    sweep->started = osSeconds();
    int jobs = osProcessorCount() - 2;
    jobs = jobs < 1 ? 1 : jobs > mostThreads ? mostThreads : jobs;
    for ( int i = 0; i < jobs && i < count && sweep->threaded; ++i )
    {
        osLockGate( sweep->gate );
        ++sweep->running;
        osUnlockGate( sweep->gate );
        sweep->threads[sweep->threadCount] = osStartThread( workBehind, sweep );
        if ( sweep->threads[sweep->threadCount] == NULL )
        {
            osLockGate( sweep->gate );
            --sweep->running;
            osUnlockGate( sweep->gate );
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

const gridDef* hostSweep_Def( const hostSweep* sweep )
{
    return sweep->hasDef ? &sweep->def : NULL;
}

hostSweepProgress hostSweep_Progress( hostSweep* sweep )
{
    osLockGate( sweep->gate );
    hostSweepProgress progress = { .total = sweep->total,
        .done = sweep->done,
        .failed = sweep->failed,
        .busy = sweep->running > 0,
        .stopped = sweep->stop && sweep->done < sweep->total };
    if ( progress.busy && progress.done > 0 )
    {
        progress.secondsLeft = ( osSeconds() - sweep->started ) * (double)( progress.total - progress.done ) /
            (double)progress.done;
    }
    osUnlockGate( sweep->gate );
    return progress;
}

bool hostSweep_Cell( hostSweep* sweep, int64_t n, gridCell* cell )
{
    osLockGate( sweep->gate );
    bool there = n < sweep->done;
    if ( there )
    {
        *cell = sweep->cells[n];
    }
    osUnlockGate( sweep->gate );
    return there;
}
