// SPDX-License-Identifier: MIT
#pragma once

#include "base/inline.h"

#include <stdint.h>
#include <string.h>

// A double as its 64 bits, and back.

static ALWAYS_INLINE uint64_t bitsOf( double x )
{
    uint64_t bits;
    memcpy( &bits, &x, sizeof bits );
    return bits;
}

static ALWAYS_INLINE double doubleOf( uint64_t bits )
{
    double x;
    memcpy( &x, &bits, sizeof x );
    return x;
}
