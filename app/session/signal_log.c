// SPDX-License-Identifier: MIT
#include "session/signal_log.h"

#include <stdlib.h>
#include <string.h>

enum
{
    rowLimit = 1 << 17 // rows kept before every second one goes
};

static size_t rowWidth( const hostTrace* trace )
{
    return 1 + (size_t)trace->signalCount;
}

void hostTrace_Begin( hostTrace* trace, uint64_t run, int signalCount )
{
    if ( trace->signalCount != signalCount )
    {
        free( trace->rows );
        free( trace->steps );
        trace->rows = NULL;
        trace->steps = NULL;
        trace->rowCapacity = 0;
    }
    trace->signalCount = signalCount;
    trace->run = run;
    trace->rowCount = 0;
    trace->stride = 1;
    trace->lastStep = -1;
}

static void thin( hostTrace* trace )
{
    size_t width = rowWidth( trace );
    int kept = 0;
    for ( int i = 0; i < trace->rowCount; i += 2 )
    {
        memmove(
            trace->rows + (size_t)kept * width, trace->rows + (size_t)i * width, width * sizeof( double ) );
        trace->steps[kept] = trace->steps[i];
        ++kept;
    }
    trace->rowCount = kept;
    trace->stride *= 2;
}

static bool grow( hostTrace* trace )
{
    int capacity = trace->rowCapacity > 0 ? 2 * trace->rowCapacity : 1024;
    double* rows = realloc( trace->rows, (size_t)capacity * rowWidth( trace ) * sizeof( double ) );
    trace->rows = rows != NULL ? rows : trace->rows;
    int64_t* steps = realloc( trace->steps, (size_t)capacity * sizeof( int64_t ) );
    trace->steps = steps != NULL ? steps : trace->steps;
    trace->rowCapacity = rows != NULL && steps != NULL ? capacity : trace->rowCapacity;
    return rows != NULL && steps != NULL;
}

void hostTrace_Add( hostTrace* trace, int64_t step, double time, const double* signals )
{
    size_t width = rowWidth( trace );
    if ( step <= trace->lastStep )
    {
        // Seen before; what is drawn from it may still have been changed at this very moment.
        int known = hostTrace_Find( trace, time );
        if ( known >= 0 && hostTrace_Row( trace, known )[0] == time )
        {
            memcpy( trace->rows + (size_t)known * width + 1, signals,
                (size_t)trace->signalCount * sizeof( double ) );
        }
        return;
    }
    // The newest row is always kept, so that curves end where the clock stands; once the next one arrives it stays
    // only if it lies on the stride.
    if ( trace->rowCount > 0 && trace->lastStep % trace->stride != 0 )
    {
        --trace->rowCount;
    }
    if ( trace->rowCount == rowLimit )
    {
        thin( trace );
    }
    if ( trace->rowCount == trace->rowCapacity && !grow( trace ) )
    {
        return; // a gap in a plot is a better answer to a full memory than an end
    }
    trace->steps[trace->rowCount] = step;
    double* row = trace->rows + (size_t)trace->rowCount++ * width;
    row[0] = time;
    memcpy( row + 1, signals, (size_t)trace->signalCount * sizeof( double ) );
    trace->lastStep = step;
}

void hostTrace_Cut( hostTrace* trace, double time )
{
    int kept = hostTrace_Find( trace, time ) + 1;
    if ( kept > 0 && kept < trace->rowCount )
    {
        trace->rowCount = kept;
        trace->lastStep = trace->steps[kept - 1];
    }
}

const double* hostTrace_Row( const hostTrace* trace, int row )
{
    return trace->rows + (size_t)row * rowWidth( trace );
}

int hostTrace_Find( const hostTrace* trace, double time )
{
    int low = -1, high = trace->rowCount;
    while ( high - low > 1 )
    {
        int middle = low + ( high - low ) / 2;
        if ( hostTrace_Row( trace, middle )[0] <= time )
        {
            low = middle;
        }
        else
        {
            high = middle;
        }
    }
    return low;
}

void hostTrace_Free( hostTrace* trace )
{
    free( trace->rows );
    free( trace->steps );
    memset( trace, 0, sizeof *trace );
}
