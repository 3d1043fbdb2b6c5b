// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

// Makes room for `needed` items of `size` bytes and returns the array, which may have moved. Returns NULL when out of
// memory; `items` and its capacity are then unchanged.
void* growArray( void* items, int* capacity, int needed, size_t size );
