// SPDX-License-Identifier: MIT
#include "session/fit/fit_map.h"

#include "base/os.h"
#include "session/fit/fit_curve.h"

#include <math.h>
#include <stdlib.h>

enum
{
    cellCount = session_mapCells * session_mapCells,
    coarsest = 8, // cells between those that are computed first
    maxThreads = 16
};

struct sessionFitMap
{
    bool threaded, made;
    ssSimDef* def; // constant while threads run, like table, axes and order
    sessionTable* table;
    sessionFitMapAxis axes[2];
    short order[cellCount];
    osThread* threads[maxThreads];
    int threadCount;

    osMonitor* lock; // guards what follows
    bool stop;
    int next, done, running;
    bool have[cellCount];
    double misfits[cellCount];
};

static bool isStopped( void* context )
{
    sessionFitMap* map = context;
    osLockMonitor( map->lock );
    bool stop = map->stop;
    osUnlockMonitor( map->lock );
    return stop;
}

double sessionFitMap_Value( const sessionFitMapAxis* axis, int index )
{
    double share = (double)index / ( session_mapCells - 1 );
    return axis->logarithmic ? axis->from * pow( axis->to / axis->from, share )
                             : axis->from + share * ( axis->to - axis->from );
}

static double findMisfit( sessionFitMap* map, ssSimDef* run, int cell )
{
    const int at[2] = { cell / session_mapCells, cell % session_mapCells };
    *run = *map->def;
    for ( int i = 0; i < 2; ++i )
    {
        run->values[map->axes[i].param] = sessionFitMap_Value( map->axes + i, at[i] );
    }
    return sessionRunAgainst( run, &map->table->data, isStopped, map, NULL );
}

static void work( void* context )
{
    sessionFitMap* map = context;
    ssSimDef* run = malloc( sizeof *run );
    osLockMonitor( map->lock );
    while ( run != NULL && !map->stop && map->next < cellCount )
    {
        int cell = map->order[map->next++];
        osUnlockMonitor( map->lock );
        double misfit = findMisfit( map, run, cell );
        osLockMonitor( map->lock );
        if ( !map->stop )
        {
            map->misfits[cell] = misfit;
            map->have[cell] = true;
            map->done += 1;
        }
    }
    map->running -= 1;
    osUnlockMonitor( map->lock );
    free( run );
}

static void workInBackground( void* context )
{
    osLowerPriority();
    work( context );
}

sessionFitMap* sessionCreateFitMap( bool threaded )
{
    sessionFitMap* map = calloc( 1, sizeof *map );
    if ( map == NULL )
    {
        return NULL;
    }
    map->threaded = threaded;
    map->lock = osCreateMonitor();
    if ( map->lock == NULL )
    {
        free( map );
        return NULL;
    }
    return map;
}

void sessionFitMap_Clear( sessionFitMap* map )
{
    osLockMonitor( map->lock );
    map->stop = true;
    osUnlockMonitor( map->lock );
    for ( int i = 0; i < map->threadCount; ++i )
    {
        osJoinThread( map->threads[i] );
    }
    free( map->def );
    sessionTable_Release( map->table );
    *map = ( sessionFitMap ){ .threaded = map->threaded, .lock = map->lock };
}

void sessionDestroyFitMap( sessionFitMap* map )
{
    if ( map != NULL )
    {
        sessionFitMap_Clear( map );
        osDestroyMonitor( map->lock );
        free( map );
    }
}

/// Every eighth cell of every eighth row comes first, then every fourth, and so on.
static void makeOrder( sessionFitMap* map )
{
    bool taken[cellCount] = { false };
    int count = 0;
    for ( int step = coarsest; step >= 1; step /= 2 )
    {
        for ( int cell = 0; cell < cellCount; ++cell )
        {
            bool due = cell / session_mapCells % step == 0 && cell % session_mapCells % step == 0;
            if ( due && !taken[cell] )
            {
                map->order[count++] = (short)cell;
                taken[cell] = true;
            }
        }
    }
}

ssResult sessionFitMap_Start(
    sessionFitMap* map, const ssSimDef* def, sessionTable* table, const sessionFitMapAxis axes[2] )
{
    sessionFitMap_Clear( map );
    map->def = malloc( sizeof *map->def );
    if ( map->def == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    *map->def = *def;
    map->table = sessionTable_Retain( table );
    map->axes[0] = axes[0];
    map->axes[1] = axes[1];
    map->made = true;
    makeOrder( map );
    int jobs = osProcessorCount() - 2;
    jobs = jobs < 1 ? 1 : jobs > maxThreads ? maxThreads : jobs;
    map->running = map->threaded ? jobs : 0;
    while ( map->threaded && map->threadCount < jobs &&
        ( map->threads[map->threadCount] = osStartThread( workInBackground, map ) ) != NULL )
    {
        map->threadCount += 1;
    }
    osLockMonitor( map->lock );
    map->running -= map->threaded ? jobs - map->threadCount : 0; // those that the system refused
    map->running += map->threadCount == 0 ? 1 : 0;
    osUnlockMonitor( map->lock );
    if ( map->threadCount == 0 )
    {
        work( map );
    }
    return ssOk();
}

bool sessionFitMap_Axes( const sessionFitMap* map, sessionFitMapAxis axes[2] )
{
    axes[0] = map->axes[0];
    axes[1] = map->axes[1];
    return map->made;
}

/// The misfit of a cell, or of the coarse cell that stands for it so far.
static double shownMisfit( const sessionFitMap* map, int row, int column )
{
    for ( int step = 1; step <= coarsest; step *= 2 )
    {
        int cell = row / step * step * session_mapCells + column / step * step;
        if ( map->have[cell] )
        {
            return map->misfits[cell];
        }
    }
    return SS_NAN;
}

int sessionFitMap_Cells( sessionFitMap* map, double* misfits )
{
    osLockMonitor( map->lock );
    for ( int cell = 0; cell < cellCount; ++cell )
    {
        misfits[cell] = shownMisfit( map, cell / session_mapCells, cell % session_mapCells );
    }
    int done = map->done;
    osUnlockMonitor( map->lock );
    return done;
}

bool sessionFitMap_Busy( sessionFitMap* map )
{
    osLockMonitor( map->lock );
    bool busy = map->running > 0;
    osUnlockMonitor( map->lock );
    return busy;
}
