// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// An arena: memory for the intermediate results of one stage of work after the other. A stage takes a mark,
// allocates what it needs, and gives everything back at once by releasing the mark. The next stage uses the
// same memory, so that the largest stage determines the size of the arena, not the sum of all.
//
//     ssArenaMark mark = ssArena_Mark( arena );
//     double* sums = ssArena_Alloc( arena, count * sizeof( double ) );
//     ...
//     ssArena_Release( arena, mark );
//
// An arena grows by blocks. When it is empty again they are replaced by one block that holds the most
// that was ever in use, so that work which repeats itself soon allocates no more. Where memory lies
// depends on nothing but the sequence of calls.
//
// Every function also takes NULL in place of an arena and then uses ssAlloc and ssRelease: code that works
// with both calls ssArena_Free for what it has allocated, and releases its mark.
//
// An arena is used by one thread at a time. What parallel blocks of work need is allocated before they begin.

typedef struct ssArena ssArena;

/// A moment in the life of an arena: what is allocated after it can be released together.
typedef struct ssArenaMark
{
    void* block;
    size_t blockUsed, used; // [bytes]
} ssArenaMark;

/// NULL when there is no memory.
ssArena* ssCreateArena( void );
void ssDestroyArena( ssArena* arena ); ///< NULL is fine

/// Zeroed memory, aligned to 64 bytes (16 from the heap); NULL: out of memory.
void* ssArena_Alloc( ssArena* arena, size_t size );

/// The same with undefined contents.
void* ssArena_Reserve( ssArena* arena, size_t size );

/// Makes an allocation larger, in place if it is the latest one and there is room. The first `used` bytes
/// are kept, the others undefined. NULL: out of memory, and `memory` stays as it was.
void* ssArena_Grow( ssArena* arena, void* memory, size_t used, size_t size );

/// Frees memory of the heap. Memory of an arena stays until the release of a mark before it.
void ssArena_Free( ssArena* arena, void* memory );

ssArenaMark ssArena_Mark( const ssArena* arena );

/// Gives back all allocations after the mark. Marks are released in reverse order.
void ssArena_Release( ssArena* arena, ssArenaMark mark );

/// As ssArena_Release, but keeps `size` bytes at `memory`: they move to where the mark was taken, and the
/// result is their new address. Without an arena nothing is given back or moved.
void* ssArena_Keep( ssArena* arena, ssArenaMark mark, void* memory, size_t size );

size_t ssArena_Used( const ssArena* arena );  ///< [bytes] in use
size_t ssArena_Bytes( const ssArena* arena ); ///< [bytes] held, in use or not

/// The most that was in use since the latest ssArena_TakePeak [bytes].
size_t ssArena_Peak( const ssArena* arena );
size_t ssArena_TakePeak( ssArena* arena ); ///< the same, and the count begins anew
