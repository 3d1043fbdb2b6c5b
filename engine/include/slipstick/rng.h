// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// The only source of chance: seeded, portable, part of the saved state. xoshiro256++ (Blackman & Vigna),
// seeded through splitmix64 so that neighbouring seeds give unrelated streams.

typedef struct ssRng
{
    uint64_t s[4];
} ssRng;

SS_API ssRng ssSeedRng( uint64_t seed );

SS_API uint64_t ssRng_Next( ssRng* rng );

/// Uniform in [0, 1), 53 bits.
SS_API double ssRng_Uniform( ssRng* rng );
