// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// A thread-local redirect of ssAlloc. Between scratchBegin and scratchEnd, every ssAlloc of the calling thread takes its
// memory from the given space and every ssRelease returns it there, no matter which function calls them. A world keeps
// one space for the solvers it calls: they allocate freely in every step, yet once the space has grown to what they
// need, a step asks the system for no more memory.
//
// A space is a list of chunks. Each chunk is a stack of blocks: a block released below the top stays in use until all
// blocks above it have been released too.

#define SCRATCH_CHUNKS 32 // chunks of one space: their capacity doubles, so this limit is never met

typedef struct scratchSpace
{
    struct
    {
        char* memory;
        size_t capacity, used; // [bytes]
        size_t top;            // [bytes] offset of the topmost block's header
    } chunks[SCRATCH_CHUNKS];
    int count;
    struct scratchSpace* outer; // the space in use before scratchBegin; NULL: none
} scratchSpace;

/// Redirects the calling thread's allocations to `space`. Pairs may nest.
void scratchBegin( scratchSpace* space );

/// Ends the redirect. Everything allocated since scratchBegin must have been released.
void scratchEnd( scratchSpace* space );

/// Returns the space's own memory to the system.
void scratchFree( scratchSpace* space );

/// Total capacity [bytes].
size_t scratchBytes( const scratchSpace* space );
