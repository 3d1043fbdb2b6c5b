// SPDX-License-Identifier: MIT
#pragma once

#include "model/sliding_mass.h"
#include "slipstick/lab/scenario.h"

// The rows of scenario `belt`, also for `eval belt-stability`, and the mass and law of a simulation.

#define SS_BELT_PARAMS 42

/// The parameters of scenario `belt`.
extern const ssParam ss_beltParams[SS_BELT_PARAMS + SS_NOISE_COUNT]; // those of noise come last

/// Reads the mass and the law of a simulation of scenario `belt`. The caller destroys the law.
SS_CHECKED ssResult ssReadBelt( const ssSim* sim, ssSlidingMassDef* def, ssLaw* law );
