// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/text_writer.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Lets arrays grow and puts texts together in a buffer of given size.

bool growArray( void* array, int* capacity, int needed, size_t size )
{
    void* items;
    memcpy( &items, array, sizeof items );
    if ( needed >= 0 && needed <= *capacity && items != NULL ) { return true; }
    // Growing by a half keeps the allocations few when a scene fills up slowly.
    int wanted = needed < INT_MAX / 2 ? needed + needed / 2 + 16 : needed;
    bool fits = needed >= 0 && (size_t)wanted <= SIZE_MAX / size;
    items = fits ? realloc( items, (size_t)wanted * size ) : NULL;
    if ( items == NULL ) { return false; }
    memcpy( array, &items, sizeof items );
    *capacity = wanted;
    return true;
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

char* copyText( const char* text )
{
    size_t size = strlen( text ) + 1;
    char* copy = malloc( size );
    return copy != NULL ? memcpy( copy, text, size ) : NULL;
}

bool endsWith( const char* text, const char* ending )
{
    size_t length = strlen( text ), tail = strlen( ending );
    return length > tail && strcmp( text + length - tail, ending ) == 0;
}

void* needMemory( size_t count, size_t size )
{
    void* memory = calloc( count, size );
    if ( memory == NULL )
    {
        fputs( "slipstick: out of memory\n", stderr );
        exit( 3 ); // ARGS_STATUS_UNSUPPORTED
    }
    return memory;
}
