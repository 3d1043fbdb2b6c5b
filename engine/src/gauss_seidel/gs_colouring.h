// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Colours of contacts: no two of a colour touch the same moving body, so that SIMD lanes and threads can
// solve them with the same result. Greedy, in a fixed order; bodies that do not move are ignored.

// Number of colours, and the overflow's. Equal spheres touch at most 12 others and need at most 23 colours.
#define GS_COLOUR_MAX 24

/// Whether a contact of `a` and `b` precedes one of `c` and `d` in the order of gsSortContacts.
static inline bool gsComesBefore( int a, int b, int c, int d )
{
    int low = a < b ? a : b, high = a < b ? b : a, otherLow = c < d ? c : d, otherHigh = c < d ? d : c;
    return low < otherLow || ( low == otherLow && high < otherHigh );
}

/// Sorts by (smaller body, larger body, contact); `order` becomes a permutation of [0, count). Bodies: -1
/// (does not move) or [0, bodies). Room: `scratch` count, `start` bodies + 2.
void gsSortContacts(
    int count, const int* a, const int* b, int bodies, int* order, int* scratch, int* start );

/// Gives contacts in `order` the first colour that neither body has, or GS_COLOUR_MAX. `used` (one number per
/// body) is scratch. Returns the number of colours without the overflow.
int gsColourContacts(
    int count, const int* order, const int* a, const int* b, int bodies, uint32_t* used, uint8_t* colour );
