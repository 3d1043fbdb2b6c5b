// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <stdbool.h>
#include <stddef.h>

// Arrays, bytes and texts that grow. What is put together piece by piece goes through these functions.

// Makes room for `needed` items of `size` bytes and returns the array, which may have moved. Returns NULL when out of
// memory; `items` and its capacity are then unchanged.
void* growArray( void* items, int* capacity, int needed, size_t size );

/// Bytes in memory, such as a contact log or a text. Zero-initialise it; the caller frees `bytes`, which a zero follows.
typedef struct growBytes
{
    char* bytes;
    size_t size, capacity;
} growBytes;

/// Appends to a growBytes; the `write` of an ssSink. False when out of memory.
bool growWrite( void* bytes, const void* more, size_t size );

/// Appends to the text in `text`, which has room for `capacity` bytes. What does not fit is cut off, and false is returned.
bool addText( char* text, size_t capacity, const char* format, ... ) SS_PRINTF( 3, 4 );
