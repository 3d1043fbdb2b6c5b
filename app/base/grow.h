// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <stdbool.h>
#include <stddef.h>

// Growing arrays, and texts put together in a buffer; base/text_writer.h has texts that grow.

/// Makes room for `needed` items of `size` bytes; `array` points to the pointer to them, which may move.
/// False, with nothing changed: out of memory.
bool growArray( void* array, int* capacity, int needed, size_t size );
#define GROW( array, capacity, needed ) growArray( &( array ), &( capacity ), needed, sizeof *( array ) )

/// Appends bytes to a textWriter: the `write` of an ssSink. False when out of memory.
bool appendBytes( void* textWriter, const void* bytes, size_t size );

/// Appends to `text` of `capacity` bytes. What does not fit is cut off, and false is returned.
bool addText( char* text, size_t capacity, const char* format, ... ) SS_PRINTF( 3, 4 );

/// A copy of a text; the caller frees it. NULL: out of memory.
char* copyText( const char* text );

/// Has the text something before this ending?
bool endsWith( const char* text, const char* ending );

/// Zeroed memory for a command: where there is none, the program ends with status 3.
void* needMemory( size_t count, size_t size );
