// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <math.h>

// The growth rate of a motion: least squares of its log amplitude over time.

// natural logarithm of the decay after which only rounding errors are left of a mode
#define GROWTH_DECAY_LIMIT 16.0
#define GROWTH_MIN_SAMPLES 10.0 // fewest samples for a growth rate

typedef struct GrowthFit
{
    double samples, sumT, sumL, sumTT, sumTL;
} GrowthFit;

static inline void growthFitAdd( GrowthFit* fit, double time, double logAmplitude )
{
    fit->samples += 1.0;
    fit->sumT += time;
    fit->sumL += logAmplitude;
    fit->sumTT += time * time;
    fit->sumTL += time * logAmplitude;
}

/// [1/s]; NaN while there are too few samples.
static inline double growthFitRate( const GrowthFit* fit )
{
    double spread = fit->samples * fit->sumTT - fit->sumT * fit->sumT;
    double rate = ( fit->samples * fit->sumTL - fit->sumT * fit->sumL ) / spread;
    return fit->samples >= GROWTH_MIN_SAMPLES && isfinite( rate ) ? rate : SS_NAN;
}

// clang-format off
#define GROWTH_SIGNALS \
    { "log_amplitude", "log₁₀ A", "", \
        "growth of the leading mode in decades since the last disturbance; undefined at steady sliding" }, \
    { "log_amplitude_linear", "log₁₀ A linear", "", \
        "the same growth by the linearisation; undefined far outside its range" }
// clang-format on
