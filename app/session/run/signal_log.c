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
        free( signalLog->blocks );
        signalLog->blocks = NULL;
        signalLog->rows = NULL;
        signalLog->steps = NULL;
        signalLog->rowCapacity = 0;
    }
    signalLog->signalCount = signalCount;
    signalLog->runNumber = runNumber;
    signalLog->rowCount = signalLog->blockCount = 0;
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
    signalLog->blockCount = 0;
    signalLog->stride *= 2;
}

static bool grow( sessionSignalLog* signalLog )
{
    int capacity = signalLog->rowCapacity > 0 ? 2 * signalLog->rowCapacity : 1024;
    double* rows = realloc( signalLog->rows, (size_t)capacity * rowWidth( signalLog ) * sizeof( double ) );
    signalLog->rows = rows != NULL ? rows : signalLog->rows;
    int64_t* steps = realloc( signalLog->steps, (size_t)capacity * sizeof( int64_t ) );
    signalLog->steps = steps != NULL ? steps : signalLog->steps;
    size_t blocks = (size_t)capacity / session_blockRows * rowWidth( signalLog );
    sessionSignalRange* ranges = realloc( signalLog->blocks, blocks * sizeof *ranges );
    signalLog->blocks = ranges != NULL ? ranges : signalLog->blocks;
    bool grown = rows != NULL && steps != NULL && ranges != NULL;
    signalLog->rowCapacity = grown ? capacity : signalLog->rowCapacity;
    return grown;
}

static void widen( sessionSignalRange* range, const sessionSignalRange* by )
{
    range->min = by->min < range->min ? by->min : range->min;
    range->max = by->max > range->max ? by->max : range->max;
    range->count += by->count;
}

/// The range of a column from row to row, without the blocks.
static sessionSignalRange scan( const sessionSignalLog* signalLog, int column, int first, int last )
{
    sessionSignalRange range = { HUGE_VAL, -HUGE_VAL, 0.0 };
    size_t width = rowWidth( signalLog );
    const double* value = signalLog->rows + (size_t)first * width + (size_t)column;
    for ( int row = first; row <= last; ++row, value += width )
    {
        if ( isfinite( *value ) ) { widen( &range, &( sessionSignalRange ){ *value, *value, 1.0 } ); }
    }
    return range;
}

/// Sums up the rows that stay: the newest one may yet be replaced.
static void sumUp( sessionSignalLog* signalLog )
{
    for ( ; ( signalLog->blockCount + 1 ) * session_blockRows < signalLog->rowCount; ++signalLog->blockCount )
    {
        int first = signalLog->blockCount * session_blockRows, width = 1 + signalLog->signalCount;
        for ( int i = 0; i < width; ++i )
        {
            signalLog->blocks[signalLog->blockCount * width + i] =
                scan( signalLog, i, first, first + session_blockRows - 1 );
        }
    }
}

/// Rows from here on are others now.
static void forgetBlocks( sessionSignalLog* signalLog, int row )
{
    int kept = row / session_blockRows;
    signalLog->blockCount = kept < signalLog->blockCount ? kept : signalLog->blockCount;
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
        double* row = known < 0 ? NULL : signalLog->rows + (size_t)known * width;
        size_t size = (size_t)signalLog->signalCount * sizeof( double );
        if ( row != NULL && row[0] == time && memcmp( row + 1, signals, size ) != 0 )
        {
            memcpy( row + 1, signals, size );
            forgetBlocks( signalLog, known );
            sumUp( signalLog );
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
    sumUp( signalLog );
}

void sessionSignalLog_Cut( sessionSignalLog* signalLog, double time )
{
    int kept = sessionSignalLog_Find( signalLog, time ) + 1;
    if ( kept > 0 && kept < signalLog->rowCount )
    {
        signalLog->rowCount = kept;
        signalLog->lastStep = signalLog->steps[kept - 1];
        forgetBlocks( signalLog, kept );
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
    sumUp( to );
}

sessionSignalRange sessionSignalLog_Range(
    const sessionSignalLog* signalLog, int column, int first, int last )
{
    sessionSignalRange range = { HUGE_VAL, -HUGE_VAL, 0.0 };
    for ( int row = first; row <= last; )
    {
        const sessionSignalRange* block = sessionSignalLog_Block( signalLog, row, column );
        int end = row - row % session_blockRows + session_blockRows - 1;
        bool whole = block != NULL && end <= last;
        sessionSignalRange part = whole ? *block : scan( signalLog, column, row, end < last ? end : last );
        widen( &range, &part );
        row = end + 1;
    }
    return range;
}

const sessionSignalRange* sessionSignalLog_Block( const sessionSignalLog* signalLog, int row, int column )
{
    int block = row / session_blockRows;
    bool known = row % session_blockRows == 0 && block < signalLog->blockCount;
    return known ? signalLog->blocks + block * ( 1 + signalLog->signalCount ) + column : NULL;
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
    free( signalLog->blocks );
    memset( signalLog, 0, sizeof *signalLog );
}
