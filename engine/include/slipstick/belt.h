// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/scenario.h"
#include "slipstick/sliding_mass.h"

// The scenario `belt` as a library: its keys, and the mass and the law that a simulation of it holds. The command
// `eval belt-stability` reads the same rows.

#define SS_BELT_PARAMS 42

/// The keys of scenario `belt`.
#ifdef __cplusplus
extern "C" const ssParam ss_beltParams[SS_BELT_PARAMS];
#else
extern SS_API const ssParam ss_beltParams[SS_BELT_PARAMS];
#endif

/// The slider and the law that a simulation of scenario `belt` plays; the law is the caller's to destroy.
SS_API ssResult ssReadBelt( const ssSim* sim, ssSlidingMassDef* def, ssLaw* law );
