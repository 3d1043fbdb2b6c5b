// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Allocations that are given back together: the arrays of a function or of an object. A zeroed one has none.
//
//     ssRoom room = { 0 };
//     double* sums = ssRoom_Take( &room, count, sizeof( double ) );
//     int* order = ssRoom_Take( &room, count, sizeof( int ) );
//     if ( !room.failed )
//     ...
//     ssRoom_Release( &room );

typedef struct ssRoom
{
    struct roomBlock* latest;
    bool failed; // something could not be had
} ssRoom;

/// Zeroed memory for `count` things of this size and one more. NULL, and `failed`: there is none.
void* ssRoom_Take( ssRoom* room, size_t count, size_t size );

/// Gives everything back; the room may be used again.
void ssRoom_Release( ssRoom* room );
