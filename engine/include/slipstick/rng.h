// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// The library's only source of random numbers: seeded, portable and part of the saved state. The generator is
// xoshiro256++ (Blackman & Vigna), seeded through splitmix64 so that
// neighbouring seeds give unrelated streams.

typedef struct ssRng
{
    uint64_t s[4];
} ssRng;

SS_API_ANY ssRng ssSeedRng( uint64_t seed );

/// The next 64 random bits.
SS_API_OBJECT uint64_t ssRng_Next( ssRng* rng );

/// Uniformly distributed in [0, 1), with 53 random bits.
SS_API_OBJECT double ssRng_Uniform( ssRng* rng );
