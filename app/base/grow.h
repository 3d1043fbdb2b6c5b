// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <stdbool.h>
#include <stddef.h>

// Arrays that grow, and texts that are put together piece by piece in a
// buffer; base/text_writer.h has texts that grow.

// Makes room for `needed` items of `size` bytes and returns the array, which may have moved. Returns NULL
// when out of memory; `items` and its capacity are then unchanged.
void* growArray( void* items, int* capacity, int needed, size_t size );

/// Appends bytes, such as those of a contact log, to a textWriter; the
/// `write` of an ssSink. False when out of memory.
bool appendBytes( void* textWriter, const void* bytes, size_t size );

/// Appends to the text in `text`, which has room for `capacity` bytes. What does
/// not fit is cut off, and false is returned.
bool addText( char* text, size_t capacity, const char* format, ... ) SS_PRINTF( 3, 4 );
