// SPDX-License-Identifier: MIT
#include "base/bits.h"
#include "base/checksum.h"
#include "slipstick/base.h"

#include <math.h>

// Processors differ in the bits of the NaN that an operation yields, so every NaN is hashed as this one.
#define CANONICAL_NAN 0x7ff8000000000000ull

#define FNV_PRIME 0x100000001b3ull // multiplier of the 64-bit FNV-1a hash

uint64_t ssHashU64( uint64_t hash, uint64_t value )
{
    for ( int i = 0; i < 8; ++i )
    {
        hash = ( hash ^ ( value & 0xff ) ) * FNV_PRIME;
        value >>= 8;
    }
    return hash;
}

uint64_t ssHashF64( uint64_t hash, double value )
{
    return ssHashU64( hash, isnan( value ) ? CANONICAL_NAN : bitsOf( value ) );
}

uint64_t ssHashText( uint64_t hash, const char* text )
{
    for ( ; *text != '\0'; ++text ) { hash = ( hash ^ (unsigned char)*text ) * FNV_PRIME; }
    return hash;
}

uint64_t ssWordChecksum( const unsigned char* bytes, size_t size )
{
    uint64_t hash = SS_HASH_SEED;
    for ( size_t i = 0; i + 8 <= size; i += 8 )
    {
        uint64_t word = 0;
        for ( int k = 0; k < 8; ++k ) { word |= (uint64_t)bytes[i + (size_t)k] << ( 8 * k ); }
        hash = ( hash ^ word ) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
    }
    return hash;
}
