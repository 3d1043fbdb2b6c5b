// SPDX-License-Identifier: MIT
#pragma once

#include <stdlib.h>

// Memory that runs out: an allocator for ssInstallAllocator of which a given number of allocations succeed.

static int memoryLeft; // allocations that succeed

static void* memoryTake( void* context, size_t size )
{
    (void)context;
    return memoryLeft-- > 0 ? calloc( 1, size > 0 ? size : 1 ) : NULL;
}

static void memoryGiveBack( void* context, void* block )
{
    (void)context;
    free( block );
}
