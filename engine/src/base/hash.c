// SPDX-License-Identifier: MIT
#include "slipstick/base.h"

#include <math.h>
#include <string.h>

// Which NaN an operation gives differs between processors: all of them hash as this one.
#define ONE_NAN 0x7ff8000000000000ull

uint64_t ssHashU64( uint64_t hash, uint64_t value )
{
    for ( int i = 0; i < 8; ++i )
    {
        hash = ( hash ^ ( value & 0xff ) ) * 0x100000001b3ull;
        value >>= 8;
    }
    return hash;
}

uint64_t ssHashF64( uint64_t hash, double value )
{
    uint64_t bits;
    memcpy( &bits, &value, sizeof bits );
    return ssHashU64( hash, isnan( value ) ? ONE_NAN : bits );
}

uint64_t ssHashText( uint64_t hash, const char* text )
{
    for ( ; *text != '\0'; ++text )
    {
        hash = ( hash ^ (unsigned char)*text ) * 0x100000001b3ull;
    }
    return hash;
}
