// SPDX-License-Identifier: MIT
#include "base/room.h"

// Allocations in a list, each behind a link to the one before.

typedef struct roomBlock
{
    struct roomBlock* before;
    max_align_t memory[];
} roomBlock;

void* ssRoom_Take( ssRoom* room, size_t count, size_t size )
{
    bool fits = count < SIZE_MAX / 2 / size;
    roomBlock* block = fits ? ssAlloc( offsetof( roomBlock, memory ) + ( count + 1 ) * size ) : NULL;
    if ( block == NULL )
    {
        room->failed = true;
        return NULL;
    }
    block->before = room->latest;
    room->latest = block;
    return block->memory;
}

void ssRoom_Release( ssRoom* room )
{
    while ( room->latest != NULL )
    {
        roomBlock* block = room->latest;
        room->latest = block->before;
        ssRelease( block );
    }
    room->failed = false;
}
