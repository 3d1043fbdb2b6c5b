// SPDX-License-Identifier: MIT
#pragma once

#include <string.h>

/// Index of the row with this name in a table whose rows of `size` bytes begin with a pointer to their name;
/// -1: there is none. A table of names alone is one of these, too.
static inline int findRow( const void* rows, int count, size_t size, const char* name )
{
    for ( int i = 0; i < count; ++i )
    {
        const char* own;
        memcpy( &own, (const char*)rows + (size_t)i * size, sizeof own );
        if ( strcmp( own, name ) == 0 ) { return i; }
    }
    return -1;
}

#define FIND_ROW( rows, count, name ) findRow( rows, count, sizeof *( rows ), name )
