// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

// Room for `needed` items of `size` bytes: returns `items`, moved when it had to grow, or NULL when memory is
// short; then `items` and its capacity stay as they were.
void* growArray( void* items, int* capacity, int needed, size_t size );
