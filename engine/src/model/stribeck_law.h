// SPDX-License-Identifier: MIT
#pragma once

#include "model/instability.h"

// A user's law under the block of `stribeck`; `side` is 1 for a block slower than the belt, else -1.

/// mu while it slides with the speed v; below zero, as in a trial step, that of the slowest sliding.
double stribeckLawMu( const ssStribeckBlock* b, double v, double side );
/// mu at rest.
double stribeckLawLimit( const ssStribeckBlock* b, double side );
/// d mu/d v [s/m].
double stribeckLawSlope( const ssStribeckBlock* b, double v );

/// The mode at a slip [m/s]; creep below a hundredth of the belt speed counts as stick.
ssOscillatorMode stribeckLawMode( const ssOscillatorModel* model, double slip );
ssOscillatorStep stribeckLawStep( const ssOscillatorModel* model, ssOscillatorState* state, double h );
