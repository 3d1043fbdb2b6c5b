// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "log/log_private.h"

#include <string.h>

// The index of the frames. It never takes more than a fixed amount of memory: when it is full, every other
// entry is dropped, and the frames in between are found again in the file when they are asked for.

#define KEPT_MAX ( 1 << 23 ) // entries; 256 MiB

static ssResult growIndex( ssContactLog* log )
{
    int64_t wanted = log->keptCapacity < 256 ? 1024 : 2 * (int64_t)log->keptCapacity;
    int capacity = wanted < log->keptMax ? (int)wanted : log->keptMax;
    logEntry* kept = ssArena_Grow(
        NULL, log->kept, (size_t)log->keptCount * sizeof *kept, (size_t)capacity * sizeof *kept );
    if ( kept == NULL )
    {
        return ssError( ss_errorMemory, NULL, "%.150s: out of memory after %d frames", log->source.name,
            log->frameCount );
    }
    log->kept = kept;
    log->keptCapacity = capacity;
    return ssOk();
}

/// Drops every other entry.
static void thinIndex( ssContactLog* log )
{
    int count = 0;
    for ( int i = 0; i < log->keptCount; i += 2 ) { log->kept[count++] = log->kept[i]; }
    log->keptCount = count;
    log->stride *= 2;
    log->blockCount = 0;
}

void logBeginIndex( ssContactLog* log, const ssLogOptions* options )
{
    log->stride = 1;
    log->keptMax = options->entriesMax > 1 ? options->entriesMax : KEPT_MAX;
}

static ssResult keep( ssContactLog* log )
{
    if ( log->keptCount == log->keptMax && log->form->span != NULL ) { thinIndex( log ); }
    if ( log->frameCount % log->stride != 0 ) { return ssOk(); }
    if ( log->keptCount == log->keptMax )
    {
        log->keptMax = log->keptMax <= INT32_MAX / 2 ? 2 * log->keptMax : INT32_MAX;
    }
    SS_TRY( log->keptCount < log->keptCapacity ? ssOk() : growIndex( log ) );
    log->kept[log->keptCount++] = log->last;
    return ssOk();
}

ssResult logAddFrame( ssContactLog* log, double t, uint64_t offset, uint64_t firstRow, const char* place )
{
    double last = log->frameCount > 0 ? log->last.t : -HUGE_VAL;
    if ( !isfinite( t ) || !( t > last ) )
    {
        return ssError( ss_errorFormat, "t",
            "%.100s, %s: t = %.10g after t = %.10g; times must ascend, and rows of one time stand together",
            log->source.name, place, t, last );
    }
    if ( log->frameCount == INT32_MAX )
    {
        return ssError(
            ss_errorFormat, "t", "%.120s, %s: more than %d frames", log->source.name, place, INT32_MAX );
    }
    logEntry before = log->last;
    log->last = ( logEntry ){ .t = t, .offset = offset, .firstRow = firstRow };
    ssResult result = keep( log );
    log->frameCount += result.code == ss_ok;
    log->last = result.code == ss_ok ? log->last : before;
    // The block may end with the former last frame, whose bodies were not known then.
    log->blockCount = 0;
    return result;
}

void logSetBodies( ssContactLog* log, uint64_t place )
{
    log->last.bodies = place;
    if ( ( log->frameCount - 1 ) % log->stride == 0 ) { log->kept[log->keptCount - 1].bodies = place; }
}

/// Finds the frames from a kept one up to the next in the file again.
static void readBlock( ssContactLog* log, int first )
{
    int left = log->frameCount - first, count = left < log->stride ? left : log->stride;
    if ( log->blockCapacity <= count )
    {
        ssRelease( log->block );
        log->block = ssAlloc( ( (size_t)log->stride + 1 ) * sizeof( logEntry ) );
        log->blockCapacity = log->block != NULL ? log->stride + 1 : 0;
    }
    log->blockFirst = first;
    log->blockCount = log->blockCapacity > count ? count : 0;
    if ( log->blockCount == 0 ) { return; }
    const logEntry* from = log->kept + first / log->stride;
    log->block[0] = *from;
    // One frame more, if there is one, must be the next that was kept.
    bool more = left > count;
    int found = log->form->span( log, count + more, log->block );
    bool same = !more || ( found == count + 1 && log->block[count].offset == from[1].offset );
    // Where the file cannot be read, or has changed, reading such a frame says so.
    const logEntry lost = { .t = from->t, .offset = UINT64_MAX, .firstRow = from->firstRow };
    for ( int i = same ? found : 1; i < count; ++i ) { log->block[i] = lost; }
}

logEntry logFrame( const ssContactLog* log, int frame )
{
    SS_ASSERT( frame >= 0 && frame < log->frameCount );
    if ( frame == log->frameCount - 1 ) { return log->last; }
    int first = frame - frame % log->stride;
    if ( frame == first ) { return log->kept[frame / log->stride]; }
    if ( log->blockCount == 0 || log->blockFirst != first ) { readBlock( log->self, first ); }
    return log->blockCount > 0 ? log->block[frame - first]
                               : ( logEntry ){ .t = log->kept[first / log->stride].t, .offset = UINT64_MAX };
}

double ssContactLog_Time( const ssContactLog* log, int frame ) { return logFrame( log, frame ).t; }

int ssContactLog_Count( const ssContactLog* log, int frame )
{
    uint64_t end = frame + 1 < log->frameCount ? logFrame( log, frame + 1 ).firstRow : log->rowCount;
    uint64_t first = logFrame( log, frame ).firstRow;
    return end > first && end - first <= INT32_MAX ? (int)( end - first ) : 0;
}

int ssContactLog_FindFrame( const ssContactLog* log, double t )
{
    int low = 0, high = log->keptCount;
    while ( high - low > 1 )
    {
        int middle = low + ( high - low ) / 2;
        *( log->kept[middle].t <= t ? &low : &high ) = middle;
    }
    int frame = low * log->stride;
    while ( frame + 1 < log->frameCount && frame + 1 < ( low + 1 ) * log->stride &&
        logFrame( log, frame + 1 ).t <= t )
    {
        ++frame;
    }
    return frame;
}
