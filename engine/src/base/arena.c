// SPDX-License-Identifier: MIT
#include "base/arena.h"

#include <string.h>

#if defined( __has_feature )
#define HAS_FEATURE( name ) __has_feature( name )
#else
#define HAS_FEATURE( name ) 0
#endif

// The address sanitizer then reports accesses to memory that has been released.
#if defined( __SANITIZE_ADDRESS__ ) || HAS_FEATURE( address_sanitizer )
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION( address, size ) ( (void)( address ), (void)( size ) )
#define ASAN_UNPOISON_MEMORY_REGION( address, size ) ( (void)( address ), (void)( size ) )
#endif

#define ALIGNMENT 64   // [bytes] a cache line, and more than any SIMD type needs
#define BLOCK_MIN 4096 // [bytes] of the smallest block
#define BLOCK_SHARE 4 // a further block has at least this part of all blocks before it, so that there are few
#define SPARE_SHARE 64 // the one block that replaces several has this part to spare, since needs vary

/// The bytes of a block follow it, aligned.
typedef struct Block
{
    struct Block* next;
    size_t capacity, used; // [bytes]
} Block;

struct ssArena
{
    Block* first;
    Block* current; // allocations continue here; all blocks behind it are empty
    char* latest;   // the latest allocation, or NULL
    size_t bytes;   // held by all blocks
    size_t used;    // in use, as if there were only one block
    size_t most;    // that was ever in use
    size_t peak;    // most in use since ssArena_TakePeak
};

static size_t alignUp( size_t size ) { return ( size + ALIGNMENT - 1 ) / ALIGNMENT * ALIGNMENT; }

static char* dataOf( Block* block )
{
    uintptr_t end = (uintptr_t)( block + 1 );
    return (char*)( block + 1 ) + ( ALIGNMENT - end % ALIGNMENT ) % ALIGNMENT;
}

/// What a block of this capacity takes of the heap.
static size_t heapSize( size_t capacity ) { return sizeof( Block ) + ALIGNMENT + capacity; }

ssArena* ssCreateArena( void ) { return ssAlloc( sizeof( ssArena ) ); }

static void releaseBlocks( ssArena* arena )
{
    for ( Block* block = arena->first; block != NULL; )
    {
        Block* next = block->next;
        ASAN_UNPOISON_MEMORY_REGION( dataOf( block ), block->capacity );
        ssRelease( block );
        block = next;
    }
    arena->first = arena->current = NULL;
    arena->bytes = 0;
}

void ssDestroyArena( ssArena* arena )
{
    if ( arena != NULL )
    {
        releaseBlocks( arena );
        ssRelease( arena );
    }
}

/// Appends a block behind the last one; NULL: out of memory.
static Block* addBlock( ssArena* arena, size_t capacity )
{
    Block* block = capacity < SIZE_MAX / 2 ? ssAlloc( heapSize( capacity ) ) : NULL;
    if ( block != NULL )
    {
        Block** end = &arena->first;
        while ( *end != NULL ) { end = &( *end )->next; }
        *end = block;
        block->capacity = capacity;
        arena->bytes += heapSize( capacity );
        ASAN_POISON_MEMORY_REGION( dataOf( block ), capacity );
    }
    return block;
}

/// The first block from the current one on, perhaps new, with room for so many bytes; NULL: no memory.
static Block* findRoom( ssArena* arena, size_t bytes )
{
    Block* block = arena->current != NULL ? arena->current : arena->first;
    while ( block != NULL && block->capacity - block->used < bytes ) { block = block->next; }
    if ( block == NULL )
    {
        size_t least = arena->bytes / BLOCK_SHARE > BLOCK_MIN ? arena->bytes / BLOCK_SHARE : BLOCK_MIN;
        block = addBlock( arena, bytes > least ? bytes : least );
    }
    return block;
}

static void countUse( ssArena* arena, size_t used )
{
    arena->used = used;
    arena->most = used > arena->most ? used : arena->most;
    arena->peak = used > arena->peak ? used : arena->peak;
}

static char* take( ssArena* arena, size_t size )
{
    size_t bytes = size < SIZE_MAX / 2 ? alignUp( size > 0 ? size : 1 ) : size;
    Block* block = findRoom( arena, bytes );
    if ( block == NULL ) { return NULL; }
    arena->current = block;
    arena->latest = dataOf( block ) + block->used;
    block->used += bytes;
    countUse( arena, arena->used + bytes );
    ASAN_UNPOISON_MEMORY_REGION( arena->latest, size );
    return arena->latest;
}

void* ssArena_Reserve( ssArena* arena, size_t size )
{
    return arena != NULL ? take( arena, size ) : ssAlloc( size );
}

void* ssArena_Alloc( ssArena* arena, size_t size )
{
    void* memory = ssArena_Reserve( arena, size );
    return memory != NULL && arena != NULL ? memset( memory, 0, size ) : memory;
}

void* ssArena_Grow( ssArena* arena, void* memory, size_t used, size_t size )
{
    Block* block = arena != NULL ? arena->current : NULL;
    if ( block != NULL && memory != NULL && memory == arena->latest && size < SIZE_MAX / 2 )
    {
        size_t start = (size_t)( arena->latest - dataOf( block ) ), end = start + alignUp( size );
        if ( end <= block->capacity )
        {
            end = end > block->used ? end : block->used;
            countUse( arena, arena->used + end - block->used );
            block->used = end;
            ASAN_UNPOISON_MEMORY_REGION( memory, size );
            return memory;
        }
    }
    void* larger = ssArena_Reserve( arena, size );
    if ( larger != NULL && memory != NULL )
    {
        memcpy( larger, memory, used );
        ssArena_Free( arena, memory );
    }
    return larger;
}

void ssArena_Free( ssArena* arena, void* memory )
{
    if ( arena == NULL ) { ssRelease( memory ); }
}

ssArenaMark ssArena_Mark( const ssArena* arena )
{
    if ( arena == NULL || arena->used == 0 ) { return ( ssArenaMark ){ NULL, 0, 0 }; }
    return ( ssArenaMark ){ arena->current, arena->current->used, arena->used };
}

/// Goes back to the mark, without a look at the blocks.
static void goBack( ssArena* arena, ssArenaMark mark )
{
    SS_ASSERT( mark.used <= arena->used );
    Block* kept = mark.block;
    for ( Block* block = kept != NULL ? kept->next : arena->first; block != NULL; block = block->next )
    {
        block->used = 0;
    }
    if ( kept != NULL ) { kept->used = mark.blockUsed; }
    arena->current = kept;
    arena->latest = NULL;
    arena->used = mark.used;
}

static void poisonFree( const ssArena* arena )
{
    for ( Block* block = arena->first; block != NULL; block = block->next )
    {
        ASAN_POISON_MEMORY_REGION( dataOf( block ) + block->used, block->capacity - block->used );
    }
}

void ssArena_Release( ssArena* arena, ssArenaMark mark )
{
    if ( arena == NULL ) { return; }
    goBack( arena, mark );
    if ( arena->used == 0 && arena->first != NULL && arena->first->next != NULL )
    {
        // If there is no memory for the one block, the next allocation makes another attempt.
        releaseBlocks( arena );
        addBlock( arena, alignUp( arena->most + arena->most / SPARE_SHARE ) );
    }
    poisonFree( arena );
}

void* ssArena_Keep( ssArena* arena, ssArenaMark mark, void* memory, size_t size )
{
    if ( arena == NULL ) { return memory; }
    // The block in which the memory lies has room for it, so that none is added.
    goBack( arena, mark );
    void* kept = memmove( take( arena, size ), memory, size );
    poisonFree( arena );
    return kept;
}

size_t ssArena_Used( const ssArena* arena ) { return arena->used; }

size_t ssArena_Bytes( const ssArena* arena ) { return sizeof( ssArena ) + arena->bytes; }

size_t ssArena_Peak( const ssArena* arena ) { return arena->peak; }

size_t ssArena_TakePeak( ssArena* arena )
{
    size_t peak = arena->peak;
    arena->peak = arena->used;
    return peak;
}
