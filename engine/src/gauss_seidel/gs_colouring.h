// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Colours of contacts. No two contacts of a colour touch the same moving body, so that the contacts of a
// colour can be solved in SIMD lanes and by several threads with the same result. Colouring is greedy, in a
// fixed order; bodies that do not move are ignored.

// Number of colours without the overflow, and the number that stands for the overflow. Greedy colouring of
// equal spheres, which touch at most 12 others each, needs no more than 23 colours.
#define GS_COLOUR_MAX 24

/// Whether a contact between bodies `a` and `b` comes before one between
/// `c` and `d` in the order of gsSortContacts.
static inline bool gsComesBefore( int a, int b, int c, int d )
{
    int low = a < b ? a : b, high = a < b ? b : a, otherLow = c < d ? c : d, otherHigh = c < d ? d : c;
    return low < otherLow || ( low == otherLow && high < otherHigh );
}

/// Sorts contacts by (smaller body, larger body, contact number); `order` becomes a
/// permutation of [0, count). `scratch` has room for `count` numbers, `start` for bodies + 2.
/// Bodies are -1 (does not move) or in [0, bodies).
void gsSortContacts(
    int count, const int* a, const int* b, int bodies, int* order, int* scratch, int* start );

/// Gives every contact in `order` the first colour that neither of its bodies has yet,
/// or GS_COLOUR_MAX if there is none. `used` (one number per body) is scratch. Returns
/// the number of colours without the overflow.
int gsColourContacts(
    int count, const int* order, const int* a, const int* b, int bodies, uint32_t* used, uint8_t* colour );
