// SPDX-License-Identifier: MIT
#pragma once

#include <stdbool.h>
#include <stdint.h>

// Colours of contacts: no two contacts of a colour touch the same moving body, so that a colour can be done in lanes and
// by several threads without anybody noticing. Greedy and in a fixed order; bodies that do not move count for nothing.

#define COLOUR_MAX 24 // without the overflow, which is colour COLOUR_MAX

/// Contacts in the order of (smaller body, larger body, own number): `order` is a permutation of [0, count).
/// `scratch` has room for `count` numbers, `start` for bodies + 2. Bodies are -1 (does not move) or in [0, bodies).
void colourSort( int count, const int* a, const int* b, int bodies, int* order, int* scratch, int* start );

/// Gives every contact in `order` the first colour that neither of its bodies has, or COLOUR_MAX when there is none.
/// `used` (one per body) is scratch. Returns how many colours there are, the overflow not counted.
int colourContacts(
    int count, const int* order, const int* a, const int* b, int bodies, uint32_t* used, uint8_t* colour );
