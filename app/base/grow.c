// SPDX-License-Identifier: MIT
#include "base/grow.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

void* growArray( void* items, int* capacity, int needed, size_t size )
{
    if ( needed < 0 )
    {
        return NULL;
    }
    if ( needed <= *capacity && items != NULL )
    {
        return items;
    }
    // Growing by a half keeps the allocations few when a scene fills up slowly.
    int wanted = needed < INT_MAX / 2 ? needed + needed / 2 + 16 : needed;
    if ( (size_t)wanted > SIZE_MAX / size )
    {
        return NULL;
    }
    void* grown = realloc( items, (size_t)wanted * size );
    if ( grown != NULL )
    {
        *capacity = wanted;
    }
    return grown;
}
