// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/rolling_cylinder.h"

#include <math.h>

// Normal variates by counting: splitmix64 is a hash of a counter, so the number at any place is had without those
// before it; a ziggurat of 256 strips makes it normal, in most cases with one product and one comparison.

#define cylinderGolden 0x9e3779b97f4a7c15ull

enum
{
    cylinderLevelMax = 40, ///< halvings of the longest interval: steps of 1e-10 s and more share their noise
    cylinderBlockBits = 7  ///< 2^7 steps are made at once
};

extern const double cylinderZiggurat[257];

/// The rare cases: wedge and tail.
double cylinderGaussSlow( uint64_t word );

static inline uint64_t cylinderMix( uint64_t z )
{
    z = ( z ^ ( z >> 30 ) ) * 0xbf58476d1ce4e5b9ull;
    z = ( z ^ ( z >> 27 ) ) * 0x94d049bb133111ebull;
    return z ^ ( z >> 31 );
}

static inline double cylinderGauss( uint64_t word )
{
    int strip = (int)( word & 255 );
    double x = (double)( word >> 11 ) * 0x1p-53 * cylinderZiggurat[strip];
    if ( x < cylinderZiggurat[strip + 1] )
    {
        return ( word & 256 ) != 0 ? -x : x;
    }
    return cylinderGaussSlow( word );
}

/// The two normal numbers of a node.
static inline ssCylinderNoise cylinderFresh( uint64_t key, uint64_t node )
{
    uint64_t at = key + 2 * node * cylinderGolden;
    return ( ssCylinderNoise ){ .xi = cylinderGauss( cylinderMix( at ) ),
        .eta = cylinderGauss( cylinderMix( at + cylinderGolden ) ) };
}

/// Parent and two fresh numbers to the two halves. With u = (c2 - c1)/√2 and w = (l1 + l2)/√2 of the halves' constants
/// and slopes, the parent's slope is √3/2 u + w/2; -u/2 + √3/2 w and (l1 - l2)/√2 are the fresh directions.
static inline void cylinderHalve( ssCylinderNoise parent, ssCylinderNoise fresh, ssCylinderNoise* halves )
{
    const double root2 = 0.70710678118654752440, root3 = 0.86602540378443864676;
    double u = root3 * parent.eta - 0.5 * fresh.xi, w = 0.5 * parent.eta + root3 * fresh.xi;
    halves[0] = ( ssCylinderNoise ){ root2 * ( parent.xi - u ), root2 * ( w + fresh.eta ) };
    halves[1] = ( ssCylinderNoise ){ root2 * ( parent.xi + u ), root2 * ( w - fresh.eta ) };
}
