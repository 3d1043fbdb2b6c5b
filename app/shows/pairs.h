// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/param.h"

// Pairs of surfaces with the sliding friction that handbooks give for them, offered wherever a coefficient is
// set.

typedef struct showPair
{
    const char* name;        // "wood on steel"
    double low, high, value; // the range, and a number to begin with
} showPair;

// The rows of the table; NULL: there are no more.
const showPair* showPairAt( int index );
// What is to be said beside them.
extern const char* const show_pairNote;
// Is it a coefficient of sliding friction, for which the pairs have numbers?
bool showTakesPair( const ssParam* param );
