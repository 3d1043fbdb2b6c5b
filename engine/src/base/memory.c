// SPDX-License-Identifier: MIT
#include "base/scratch.h"

#include <stdlib.h>
#include <string.h>

// The allocation hooks, and the scratch space (scratch.h) that ssAlloc and ssRelease are redirected to between
// scratchBegin and scratchEnd.

static void* allocateZeroed( void* context, size_t size )
{
    (void)context;
    return calloc( 1, size );
}

static void freeMemory( void* context, void* memory )
{
    (void)context;
    free( memory );
}

// Written once by the application before anything else runs, so threads may share them.
static ssAllocate* s_allocate = allocateZeroed;
static ssFree* s_free = freeMemory;
static void* s_context;

void ssInstallAllocator( ssAllocate* allocate, ssFree* release, void* context )
{
    s_allocate = allocate != NULL ? allocate : allocateZeroed;
    s_free = release != NULL ? release : freeMemory;
    s_context = context;
}

// ----------------------------------------------------------------------------------------------------------- scratch

#define SCRATCH_ALIGN 64          // [bytes] headers and blocks are padded to a cache line
#define SCRATCH_FIRST_CHUNK 65536 // [bytes] capacity of the first chunk; later ones double the total

// The space that this thread allocates from; NULL: ssAlloc calls the hook.
static _Thread_local scratchSpace* s_scratch;

/// Stands before every block and is padded to SCRATCH_ALIGN.
typedef struct Header
{
    size_t below; // [bytes] offset of the header below this one
    bool released;
} Header;

static Header* headerAt( const scratchSpace* space, int chunk, size_t offset )
{
    return (Header*)(void*)( space->chunks[chunk].memory + offset );
}

static size_t alignUp( size_t size )
{
    return ( size + SCRATCH_ALIGN - 1 ) / SCRATCH_ALIGN * SCRATCH_ALIGN;
}

/// Index of a chunk with `bytes` free at its top. Adds a chunk if none has; -1: out of memory.
static int findRoom( scratchSpace* space, size_t bytes )
{
    size_t capacity = SCRATCH_FIRST_CHUNK;
    for ( int i = 0; i < space->count; ++i )
    {
        if ( space->chunks[i].capacity - space->chunks[i].used >= bytes )
        {
            return i;
        }
        capacity += space->chunks[i].capacity;
    }
    while ( capacity < bytes )
    {
        capacity *= 2;
    }
    void* memory = space->count < SCRATCH_CHUNKS ? s_allocate( s_context, capacity ) : NULL;
    if ( memory == NULL )
    {
        return -1;
    }
    space->chunks[space->count].memory = memory;
    space->chunks[space->count].capacity = capacity;
    return space->count++;
}

static void* allocScratch( scratchSpace* space, size_t size )
{
    if ( size > SIZE_MAX / 4 )
    {
        return NULL;
    }
    size_t bytes = SCRATCH_ALIGN + alignUp( size );
    int i = findRoom( space, bytes );
    if ( i < 0 )
    {
        return NULL;
    }
    size_t offset = space->chunks[i].used;
    *headerAt( space, i, offset ) = ( Header ){ .below = space->chunks[i].top };
    space->chunks[i].top = offset;
    space->chunks[i].used = offset + bytes;
    return memset( space->chunks[i].memory + offset + SCRATCH_ALIGN, 0, size );
}

/// False if the memory does not come from this space.
static bool releaseScratch( scratchSpace* space, void* memory )
{
    uintptr_t address = (uintptr_t)memory;
    for ( int i = 0; i < space->count; ++i )
    {
        uintptr_t first = (uintptr_t)space->chunks[i].memory;
        if ( address < first || address >= first + space->chunks[i].capacity )
        {
            continue;
        }
        headerAt( space, i, (size_t)( address - first ) - SCRATCH_ALIGN )->released = true;
        while ( space->chunks[i].used > 0 && headerAt( space, i, space->chunks[i].top )->released )
        {
            space->chunks[i].used = space->chunks[i].top;
            space->chunks[i].top = headerAt( space, i, space->chunks[i].top )->below;
        }
        return true;
    }
    return false;
}

void scratchBegin( scratchSpace* space )
{
    space->outer = s_scratch;
    s_scratch = space;
}

void scratchEnd( scratchSpace* space )
{
    SS_ASSERT( s_scratch == space );
    for ( int i = 0; i < space->count; ++i )
    {
        SS_ASSERT( space->chunks[i].used == 0 );
    }
    s_scratch = space->outer;
}

void scratchFree( scratchSpace* space )
{
    for ( int i = 0; i < space->count; ++i )
    {
        ssRelease( space->chunks[i].memory );
    }
    *space = ( scratchSpace ){ 0 };
}

size_t scratchBytes( const scratchSpace* space )
{
    size_t sum = 0;
    for ( int i = 0; i < space->count; ++i )
    {
        sum += space->chunks[i].capacity;
    }
    return sum;
}

void* ssAlloc( size_t size )
{
    size = size > 0 ? size : 1;
    return s_scratch != NULL ? allocScratch( s_scratch, size ) : s_allocate( s_context, size );
}

void ssRelease( void* memory )
{
    if ( memory != NULL && !( s_scratch != NULL && releaseScratch( s_scratch, memory ) ) )
    {
        s_free( s_context, memory );
    }
}
