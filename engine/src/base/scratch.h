// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Room that is used again and again. Between scratchBegin and scratchEnd everything the thread allocates comes out of it
// and goes back into it, whoever asks: a world keeps one for the solvers that it calls in, which allocate as they
// please, and steps without allocating once it has grown to what they need. Its pieces double; inside, memory is a
// stack, and what is released below the top waits for what lies above.

#define SCRATCH_PIECES 32

typedef struct scratchSpace
{
    struct
    {
        char* memory;
        size_t capacity, used;
        size_t top; // header of the last block
    } pieces[SCRATCH_PIECES];
    int count;
    struct scratchSpace* outer; // in use before
} scratchSpace;

void scratchBegin( scratchSpace* space );
void scratchEnd( scratchSpace* space ); ///< everything has been released
void scratchFree( scratchSpace* space );
size_t scratchBytes( const scratchSpace* space );
