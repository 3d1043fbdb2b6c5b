// SPDX-License-Identifier: MIT
#include "base/grow.h"

#include "base/text_writer.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

// Lets arrays grow and puts texts together in a buffer of given size.

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

bool appendBytes( void* writer, const void* bytes, size_t size )
{
    textWriter* w = writer;
    textPutBytes( w, bytes, size );
    return !w->failed;
}

bool addText( char* text, size_t capacity, const char* format, ... )
{
    textWriter w = textInto( text, capacity );
    va_list arguments;
    va_start( arguments, format );
    textPutList( &w, format, arguments );
    va_end( arguments );
    return !w.failed;
}
