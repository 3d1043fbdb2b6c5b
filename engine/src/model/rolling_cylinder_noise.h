// SPDX-License-Identifier: MIT
#pragma once

#include "model/rolling_cylinder.h"

#include <math.h>

// Normal random numbers from a counter: splitmix64, and a ziggurat of 256 strips (Marsaglia & Tsang 2000).
// Any number can be computed without those before it.

#define cylinderGolden 0x9e3779b97f4a7c15ull // increment of splitmix64: 2^64 divided by the golden ratio

enum
{
    cylinderLevelMax = 40, ///< halvings of the longest interval: steps of 1e-10 s and more share their noise
    cylinderBlockBits = 7  ///< the noise of 2^7 steps is generated at once
};

extern const double cylinderZiggurat[257];

/// The rare cases of the ziggurat: wedges and tail.
double cylinderGaussSlow( uint64_t word );

/// The output function of splitmix64.
static inline uint64_t cylinderMix( uint64_t z )
{
    z = ( z ^ ( z >> 30 ) ) * 0xbf58476d1ce4e5b9ull;
    z = ( z ^ ( z >> 27 ) ) * 0x94d049bb133111ebull;
    return z ^ ( z >> 31 );
}

/// A normal number from 64 random bits.
static inline double cylinderGauss( uint64_t word )
{
    int strip = (int)( word & 255 );
    double x = (double)( word >> 11 ) * 0x1p-53 * cylinderZiggurat[strip];
    if ( x < cylinderZiggurat[strip + 1] ) { return ( word & 256 ) != 0 ? -x : x; }
    return cylinderGaussSlow( word );
}

/// The two normal numbers of a node of the tree of intervals.
static inline ssCylinderNoise cylinderFresh( uint64_t key, uint64_t node )
{
    uint64_t at = key + 2 * node * cylinderGolden;
    return ( ssCylinderNoise ){ .xi = cylinderGauss( cylinderMix( at ) ),
        .eta = cylinderGauss( cylinderMix( at + cylinderGolden ) ) };
}

/// Splits the noise of an interval, with two fresh numbers, into that of its halves. With u = (c2 - c1)/√2
/// and w = (l1 + l2)/√2 of the halves' constants c and slopes l, the parent's slope is √3/2 u + w/2; -u/2 +
/// √3/2 w and (l1 - l2)/√2 are the fresh numbers.
static inline void cylinderHalve( ssCylinderNoise parent, ssCylinderNoise fresh, ssCylinderNoise* halves )
{
    const double root2 = 0.70710678118654752440, root3 = 0.86602540378443864676; // 1/√2, √3/2
    double u = root3 * parent.eta - 0.5 * fresh.xi, w = 0.5 * parent.eta + root3 * fresh.xi;
    halves[0] = ( ssCylinderNoise ){ root2 * ( parent.xi - u ), root2 * ( w + fresh.eta ) };
    halves[1] = ( ssCylinderNoise ){ root2 * ( parent.xi + u ), root2 * ( w - fresh.eta ) };
}
