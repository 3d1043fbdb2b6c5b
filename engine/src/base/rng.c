// SPDX-License-Identifier: MIT
#include "slipstick/rng.h"

/// splitmix64 (Steele, Lea & Flood).
static uint64_t splitMix( uint64_t* state )
{
    *state += 0x9e3779b97f4a7c15ull;
    uint64_t z = *state;
    z = ( z ^ ( z >> 30 ) ) * 0xbf58476d1ce4e5b9ull;
    z = ( z ^ ( z >> 27 ) ) * 0x94d049bb133111ebull;
    return z ^ ( z >> 31 );
}

static uint64_t rotateLeft( uint64_t x, int bits ) { return ( x << bits ) | ( x >> ( 64 - bits ) ); }

ssRng ssSeedRng( uint64_t seed )
{
    ssRng rng;
    for ( int i = 0; i < 4; ++i ) { rng.s[i] = splitMix( &seed ); }
    return rng;
}

uint64_t ssRng_Next( ssRng* rng )
{
    uint64_t* s = rng->s;
    uint64_t result = rotateLeft( s[0] + s[3], 23 ) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotateLeft( s[3], 45 );
    return result;
}

double ssRng_Uniform( ssRng* rng ) { return (double)( ssRng_Next( rng ) >> 11 ) * 0x1p-53; }
