// SPDX-License-Identifier: MIT
#include "session/fit/fit_map.h"
#include "session/fit/fit_curve.h"

#include <stdlib.h>

// Fills the map of the misfit from coarse to fine.

#define CELL_COUNT ( session_mapCells * session_mapCells )
#define COARSEST 8 // cells between those that are computed first

struct sessionFitMap
{
    sessionJob* job;
    bool made;
    ssSimDef* def; // constant while the work goes on, like table, axes and order
    sessionTable* table;
    sessionFitMapAxis axes[2];
    short order[CELL_COUNT];

    // Guarded by the lock of the job.
    int next, done;
    bool have[CELL_COUNT];
    double misfits[CELL_COUNT];
};

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
    return sessionRunAgainst( run, &map->table->data, sessionJob_Stops, map->job, NULL );
}

static void work( void* context )
{
    sessionFitMap* map = context;
    ssSimDef* run = malloc( sizeof *run );
    sessionJob_Lock( map->job );
    while ( run != NULL && !sessionJob_Cancelled( map->job ) && map->next < CELL_COUNT )
    {
        int cell = map->order[map->next++];
        sessionJob_Unlock( map->job );
        double misfit = findMisfit( map, run, cell );
        sessionJob_Lock( map->job );
        if ( !sessionJob_Cancelled( map->job ) )
        {
            map->misfits[cell] = misfit;
            map->have[cell] = true;
            map->done += 1;
        }
    }
    sessionJob_Unlock( map->job );
    free( run );
}

sessionFitMap* sessionCreateFitMap( sessionJobMode mode )
{
    return sessionCreateWorker( sizeof( sessionFitMap ), mode, sessionSpareThreads(), true, work );
}

void sessionFitMap_Clear( sessionFitMap* map )
{
    sessionJob_End( map->job );
    free( map->def );
    sessionTable_Release( map->table );
    *map = ( sessionFitMap ){ .job = map->job };
}

void sessionDestroyFitMap( sessionFitMap* map )
{
    if ( map != NULL )
    {
        sessionFitMap_Clear( map );
        sessionDestroyJob( map->job );
        free( map );
    }
}

/// Every eighth cell of every eighth row comes first, then every fourth, and so on.
static void makeOrder( sessionFitMap* map )
{
    bool taken[CELL_COUNT] = { false };
    int count = 0;
    for ( int step = COARSEST; step >= 1; step /= 2 )
    {
        for ( int cell = 0; cell < CELL_COUNT; ++cell )
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
    if ( map->def == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    *map->def = *def;
    map->table = sessionTable_Retain( table );
    map->axes[0] = axes[0];
    map->axes[1] = axes[1];
    map->made = true;
    makeOrder( map );
    sessionJob_Ask( map->job );
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
    for ( int step = 1; step <= COARSEST; step *= 2 )
    {
        int cell = row / step * step * session_mapCells + column / step * step;
        if ( map->have[cell] ) { return map->misfits[cell]; }
    }
    return SS_NAN;
}

int sessionFitMap_Cells( sessionFitMap* map, double* misfits )
{
    sessionJob_Lock( map->job );
    for ( int cell = 0; cell < CELL_COUNT; ++cell )
    {
        misfits[cell] = shownMisfit( map, cell / session_mapCells, cell % session_mapCells );
    }
    int done = map->done;
    sessionJob_Unlock( map->job );
    return done;
}

bool sessionFitMap_Busy( sessionFitMap* map ) { return sessionJob_Busy( map->job ); }
