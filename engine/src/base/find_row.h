// SPDX-License-Identifier: MIT
#pragma once

#include <stddef.h>

/// Index of the row with this name in a table whose rows of `size` bytes begin with a pointer to their name;
/// -1: there is none. A table of names alone is one of these, too.
int findRow( const void* rows, int count, size_t size, const char* name );

#define FIND_ROW( rows, count, name ) findRow( rows, count, sizeof *( rows ), name )
