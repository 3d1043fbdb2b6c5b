// SPDX-License-Identifier: MIT
#include "base/grow.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

bool growWrite( void* bytes, const void* more, size_t size )
{
    growBytes* all = bytes;
    if ( all->size + size + 1 > all->capacity )
    {
        size_t capacity = 2 * ( all->size + size + 1 );
        char* larger = realloc( all->bytes, capacity );
        if ( larger == NULL )
        {
            return false;
        }
        all->bytes = larger;
        all->capacity = capacity;
    }
    memcpy( all->bytes + all->size, more, size );
    all->size += size;
    all->bytes[all->size] = '\0';
    return true;
}

bool addText( char* text, size_t capacity, const char* format, ... )
{
    size_t used = strlen( text ), room = capacity - used;
    va_list arguments;
    va_start( arguments, format );
    int length = vsnprintf( text + used, room, format, arguments );
    va_end( arguments );
    return length >= 0 && (size_t)length < room;
}
