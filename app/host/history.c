// SPDX-License-Identifier: MIT
#include "host/history.h"

#include <stdlib.h>
#include <string.h>

enum
{
    firstInterval = 64,
    slotLimit = 4096
};

static const size_t s_budget = (size_t)256 << 20;

void hostHistory_Clear( hostHistory* history )
{
    history->count = 0;
    history->interval = firstInterval;
}

void hostHistory_Free( hostHistory* history )
{
    free( history->bytes );
    free( history->steps );
    memset( history, 0, sizeof *history );
}

static int limitFor( size_t blobSize )
{
    size_t slots = s_budget / blobSize;
    return slots > slotLimit ? slotLimit : slots < 2 ? 2 : (int)slots;
}

static void thin( hostHistory* history )
{
    int kept = 0;
    history->interval *= 2;
    for ( int i = 0; i < history->count; ++i )
    {
        if ( history->steps[i] % history->interval == 0 )
        {
            memmove( history->bytes + (size_t)kept * history->blobSize,
                history->bytes + (size_t)i * history->blobSize, history->blobSize );
            history->steps[kept++] = history->steps[i];
        }
    }
    history->count = kept;
}

static bool makeRoom( hostHistory* history )
{
    if ( history->count == limitFor( history->blobSize ) )
    {
        thin( history );
    }
    if ( history->count < history->capacity )
    {
        return true;
    }
    int limit = limitFor( history->blobSize );
    int capacity = history->capacity > 0 ? 2 * history->capacity : 64;
    capacity = capacity < limit ? capacity : limit;
    unsigned char* bytes = realloc( history->bytes, (size_t)capacity * history->blobSize );
    history->bytes = bytes != NULL ? bytes : history->bytes;
    int64_t* steps = realloc( history->steps, (size_t)capacity * sizeof *steps );
    history->steps = steps != NULL ? steps : history->steps;
    history->capacity = bytes != NULL && steps != NULL ? capacity : history->capacity;
    return history->count < history->capacity;
}

void hostHistory_Visit( hostHistory* history, const ssSim* sim )
{
    int64_t step = ssSim_StepIndex( sim );
    bool known = history->count > 0 && history->steps[history->count - 1] >= step;
    if ( known || step % history->interval != 0 )
    {
        return;
    }
    size_t size = ssSim_SaveSize( sim );
    if ( size != history->blobSize )
    {
        // A scenario whose size changes with time starts a new way back; the old slots do not fit.
        hostHistory_Free( history );
        hostHistory_Clear( history );
        history->blobSize = size;
    }
    if ( makeRoom( history ) )
    {
        ssSim_Save( sim, history->bytes + (size_t)history->count * size, size );
        history->steps[history->count++] = step;
    }
}

void hostHistory_Cut( hostHistory* history, int64_t step )
{
    while ( history->count > 0 && history->steps[history->count - 1] > step )
    {
        --history->count;
    }
}

bool hostHistory_Restore( const hostHistory* history, ssSim* sim, int64_t step )
{
    int i = history->count - 1;
    while ( i >= 0 && history->steps[i] > step )
    {
        --i;
    }
    int64_t here = ssSim_StepIndex( sim );
    if ( i >= 0 && here <= step && here >= history->steps[i] )
    {
        return true;
    }
    return i >= 0 &&
        ssSim_Restore( sim, history->bytes + (size_t)i * history->blobSize, history->blobSize ).code == ss_ok;
}
