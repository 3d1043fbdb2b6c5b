// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <stdbool.h>
#include <stddef.h>

// Growing arrays, and texts put together in a buffer; base/text_writer.h has texts that grow.

// The array, perhaps moved, with room for `needed` items of `size` bytes; NULL, unchanged: out of memory.
void* growArray( void* items, int* capacity, int needed, size_t size );

/// Appends bytes to a textWriter: the `write` of an ssSink. False when out of memory.
bool appendBytes( void* textWriter, const void* bytes, size_t size );

/// Appends to `text` of `capacity` bytes. What does not fit is cut off, and false is returned.
bool addText( char* text, size_t capacity, const char* format, ... ) SS_PRINTF( 3, 4 );
