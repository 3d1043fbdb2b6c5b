// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Shares the figures, and the pieces that a figure is cut into, among threads.

#define THREADS_MAX 64 // as many as --jobs allows

typedef struct Workers
{
    const reproRequest* request;
    reproRun* runs;
    int sequence[repro_figuresMax]; // indices of the figures, the most expensive first
    bool taken[repro_figuresMax];
    int done;
    int threads; // within a figure; more than one when there are fewer series than jobs
    osMonitor* monitor;
    bool watched; // stderr is a terminal
} Workers;

static void showProgress( Workers* workers, const char* name, bool last )
{
    if ( !workers->watched ) { return; }
    char bar[25];
    double share = 0.0;
    for ( int i = 0; i < workers->request->count; ++i )
    {
        share += workers->runs[i].share / workers->request->count;
    }
    for ( int i = 0; i < 24; ++i ) { bar[i] = i < (int)( 24.0 * share + 1e-9 ) ? '#' : '.'; }
    bar[24] = '\0';
    fprintf( stderr, "\r[%s] %d of %d, %.0f%%  %-24s", bar, workers->done, workers->request->count,
        100.0 * share, last ? "" : name );
    if ( last )
    {
        fputs( "\r                                                                        \r", stderr );
    }
}

/// Called after each piece of a figure.
static void showPiece( reproRun* run, double share )
{
    Workers* workers = run->workers;
    osLockMonitor( workers->monitor );
    run->share = share;
    showProgress( workers, run->figure->id, false );
    osUnlockMonitor( workers->monitor );
}

static bool sameSeries( const reproFigure* a, const reproFigure* b )
{
    return a == b || ( a->series != NULL && b->series != NULL && strcmp( a->series, b->series ) == 0 );
}

/// Takes the most expensive figure that is left, with all others of its series; -1: none is left.
static int takeSeries( Workers* workers )
{
    const reproFigure* const* figures = workers->request->figures;
    int found = -1;
    osLockMonitor( workers->monitor );
    for ( int i = 0; i < workers->request->count; ++i )
    {
        int at = workers->sequence[i];
        found = found < 0 && !workers->taken[at] ? at : found;
        workers->taken[at] =
            workers->taken[at] || ( found >= 0 && sameSeries( figures[at], figures[found] ) );
    }
    osUnlockMonitor( workers->monitor );
    return found;
}

static void makeFigure( Workers* workers, int index, void** kept )
{
    reproRun* run = workers->runs + index;
    run->folder = workers->request->folder;
    run->full = workers->request->full;
    run->threads = workers->threads;
    run->kept = kept;
    run->workers = workers;
    run->notify = showPiece;
    double start = osSeconds();
    ssResult made = run->figure->make( run );
    run->result = run->result.code == ss_ok ? made : run->result;
    run->seconds = osSeconds() - start;
    osLockMonitor( workers->monitor );
    run->share = 1.0;
    ++workers->done;
    showProgress( workers, run->figure->id, false );
    osUnlockMonitor( workers->monitor );
}

static void work( void* context )
{
    Workers* workers = context;
    const reproFigure* const* figures = workers->request->figures;
    for ( int first; ( first = takeSeries( workers ) ) >= 0; )
    {
        void* kept = NULL;
        for ( int i = 0; i < workers->request->count; ++i )
        {
            if ( sameSeries( figures[i], figures[first] ) ) { makeFigure( workers, i, &kept ); }
        }
        free( kept );
    }
}

/// Number of series, which can be made side by side; a figure without a series counts as one.
static int countSeries( const reproRequest* request )
{
    int count = 0;
    for ( int i = 0; i < request->count; ++i )
    {
        bool known = false;
        for ( int k = 0; k < i; ++k )
        {
            known = known || sameSeries( request->figures[k], request->figures[i] );
        }
        count += known ? 0 : 1;
    }
    return count;
}

void reproMakeAll( const reproRequest* request, reproRun* runs )
{
    int series = countSeries( request );
    Workers workers = { .request = request,
        .runs = runs,
        .monitor = osCreateMonitor(),
        .watched = osIsTerminal( 2 ),
        .threads = series > 0 && series < request->jobs ? request->jobs / series : 1 };
    for ( int i = 0; i < request->count; ++i )
    {
        runs[i].figure = request->figures[i];
        int at = i;
        for ( ; at > 0 && request->figures[workers.sequence[at - 1]]->cost < request->figures[i]->cost; --at )
        {
            workers.sequence[at] = workers.sequence[at - 1];
        }
        workers.sequence[at] = i;
    }
    osThread* threads[THREADS_MAX];
    int count = 0;
    for ( int i = 1; i < request->jobs && i < THREADS_MAX && workers.monitor != NULL; ++i )
    {
        threads[count] = osStartThread( work, &workers );
        count += threads[count] != NULL ? 1 : 0;
    }
    if ( workers.monitor != NULL ) { work( &workers ); }
    for ( int i = 0; i < count; ++i ) { osJoinThread( threads[i] ); }
    showProgress( &workers, "", true );
    osDestroyMonitor( workers.monitor );
}
