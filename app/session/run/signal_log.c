// SPDX-License-Identifier: MIT
#include "session/run/signal_log.h"

#include <stdlib.h>
#include <string.h>

// Keeps the signals of a run row by row, thinner the longer it gets.

#define MAX_ROWS ( 1 << 17 ) // when the log holds this many, every second row is dropped

static size_t rowWidth( const sessionSignalLog* signalLog ) { return 1 + (size_t)signalLog->signalCount; }

void sessionSignalLog_Begin( sessionSignalLog* signalLog, uint64_t runNumber, int signalCount )
{
    if ( signalLog->signalCount != signalCount )
    {
        free( signalLog->rows );
        free( signalLog->steps );
        signalLog->rows = NULL;
        signalLog->steps = NULL;
        signalLog->rowCapacity = 0;
    }
    signalLog->signalCount = signalCount;
    signalLog->runNumber = runNumber;
    signalLog->rowCount = 0;
    signalLog->stride = 1;
    signalLog->lastStep = -1;
    memset( signalLog->largest, 0, sizeof signalLog->largest );
}

static void thin( sessionSignalLog* signalLog )
{
    size_t width = rowWidth( signalLog );
    int kept = 0;
    for ( int i = 0; i < signalLog->rowCount; i += 2 )
    {
        memmove( signalLog->rows + (size_t)kept * width, signalLog->rows + (size_t)i * width,
            width * sizeof( double ) );
        signalLog->steps[kept] = signalLog->steps[i];
        ++kept;
    }
    signalLog->rowCount = kept;
    signalLog->stride *= 2;
}

static bool grow( sessionSignalLog* signalLog )
{
    int capacity = signalLog->rowCapacity > 0 ? 2 * signalLog->rowCapacity : 1024;
    double* rows = realloc( signalLog->rows, (size_t)capacity * rowWidth( signalLog ) * sizeof( double ) );
    signalLog->rows = rows != NULL ? rows : signalLog->rows;
    int64_t* steps = realloc( signalLog->steps, (size_t)capacity * sizeof( int64_t ) );
    signalLog->steps = steps != NULL ? steps : signalLog->steps;
    signalLog->rowCapacity = rows != NULL && steps != NULL ? capacity : signalLog->rowCapacity;
    return rows != NULL && steps != NULL;
}

void sessionSignalLog_Add( sessionSignalLog* signalLog, int64_t step, double time, const double* signals )
{
    size_t width = rowWidth( signalLog );
    for ( int i = 0; i < signalLog->signalCount && i < SS_MAX_SIGNALS; ++i )
    {
        double size = fabs( signals[i] );
        signalLog->largest[i] =
            isfinite( size ) && size > signalLog->largest[i] ? size : signalLog->largest[i];
    }
    if ( step <= signalLog->lastStep )
    {
        // This step is known, but a change at this very moment may have altered its signals.
        int known = sessionSignalLog_Find( signalLog, time );
        if ( known >= 0 && sessionSignalLog_Row( signalLog, known )[0] == time )
        {
            memcpy( signalLog->rows + (size_t)known * width + 1, signals,
                (size_t)signalLog->signalCount * sizeof( double ) );
        }
        return;
    }
    // The newest row is always kept, so that curves end now; the next one replaces it unless on the stride.
    if ( signalLog->rowCount > 0 && signalLog->lastStep % signalLog->stride != 0 ) { --signalLog->rowCount; }
    if ( signalLog->rowCount == MAX_ROWS ) { thin( signalLog ); }
    if ( signalLog->rowCount == signalLog->rowCapacity && !grow( signalLog ) )
    {
        return; // when memory is short, a gap in a plot is better than the end of the program
    }
    signalLog->steps[signalLog->rowCount] = step;
    double* row = signalLog->rows + (size_t)signalLog->rowCount++ * width;
    row[0] = time;
    memcpy( row + 1, signals, (size_t)signalLog->signalCount * sizeof( double ) );
    signalLog->lastStep = step;
}

void sessionSignalLog_Cut( sessionSignalLog* signalLog, double time )
{
    int kept = sessionSignalLog_Find( signalLog, time ) + 1;
    if ( kept > 0 && kept < signalLog->rowCount )
    {
        signalLog->rowCount = kept;
        signalLog->lastStep = signalLog->steps[kept - 1];
    }
}

void sessionSignalLog_Copy( const sessionSignalLog* from, sessionSignalLog* to, uint64_t runNumber )
{
    sessionSignalLog_Begin( to, runNumber, from->signalCount );
    while ( to->rowCapacity < from->rowCount )
    {
        if ( !grow( to ) ) { return; }
    }
    memcpy( to->rows, from->rows, (size_t)from->rowCount * rowWidth( from ) * sizeof( double ) );
    memcpy( to->steps, from->steps, (size_t)from->rowCount * sizeof( int64_t ) );
    memcpy( to->largest, from->largest, sizeof from->largest );
    to->rowCount = from->rowCount;
    to->stride = from->stride;
    to->lastStep = from->lastStep;
}

const double* sessionSignalLog_Row( const sessionSignalLog* signalLog, int row )
{
    return signalLog->rows + (size_t)row * rowWidth( signalLog );
}

int sessionSignalLog_Find( const sessionSignalLog* signalLog, double time )
{
    int low = -1, high = signalLog->rowCount;
    while ( high - low > 1 )
    {
        int middle = low + ( high - low ) / 2;
        if ( sessionSignalLog_Row( signalLog, middle )[0] <= time ) { low = middle; }
        else { high = middle; }
    }
    return low;
}

void sessionSignalLog_Free( sessionSignalLog* signalLog )
{
    free( signalLog->rows );
    free( signalLog->steps );
    memset( signalLog, 0, sizeof *signalLog );
}
