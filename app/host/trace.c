// SPDX-License-Identifier: MIT
#include "host/trace.h"

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
        trace->rows = NULL;
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
        ++kept;
    }
    trace->rowCount = kept;
    trace->stride *= 2;
}

static bool grow( hostTrace* trace )
{
    int capacity = trace->rowCapacity > 0 ? 2 * trace->rowCapacity : 1024;
    double* rows = realloc( trace->rows, (size_t)capacity * rowWidth( trace ) * sizeof( double ) );
    if ( rows == NULL )
    {
        return false;
    }
    trace->rows = rows;
    trace->rowCapacity = capacity;
    return true;
}

void hostTrace_Add( hostTrace* trace, int64_t step, double time, const double* signals )
{
    size_t width = rowWidth( trace );
    // Going back in time: what comes after is not this run's future any more.
    while ( trace->rowCount > 0 && trace->rows[(size_t)( trace->rowCount - 1 ) * width] >= time )
    {
        --trace->rowCount;
    }
    // The newest row is always kept, so that curves end where the clock stands; once the next one arrives it stays
    // only if it lies on the stride.
    if ( trace->rowCount > 0 && trace->lastStep % trace->stride != 0 && trace->lastStep < step )
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
    double* row = trace->rows + (size_t)trace->rowCount++ * width;
    row[0] = time;
    memcpy( row + 1, signals, (size_t)trace->signalCount * sizeof( double ) );
    trace->lastStep = step;
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
    memset( trace, 0, sizeof *trace );
}
