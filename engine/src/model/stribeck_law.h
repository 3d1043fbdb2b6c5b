// SPDX-License-Identifier: MIT
#pragma once

#include "model/instability.h"

// A law of the user's under the block of `stribeck`. `side` is 1 where the block is
// slower than the belt, -1 where it is faster.

/// mu while it slides with the speed v; below zero, as in a trial step, that of the slowest sliding.
double stribeckLawMu( const ssStribeckBlock* b, double v, double side );
/// mu at rest.
double stribeckLawLimit( const ssStribeckBlock* b, double side );
/// d mu/d v [s/m].
double stribeckLawSlope( const ssStribeckBlock* b, double v );

/// The mode at a slip [m/s]: a law that never quite sticks holds the
/// block below a hundredth of the belt speed.
ssOscillatorMode stribeckLawMode( const ssOscillatorModel* model, double slip );
ssOscillatorStep stribeckLawStep( const ssOscillatorModel* model, ssOscillatorState* state, double h );
