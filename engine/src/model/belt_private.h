// SPDX-License-Identifier: MIT
#pragma once

#include "model/sliding_mass.h"

// What the files of belt stability share.

/// Steady sliding under the user's own law.
typedef struct BeltSteady
{
    ssVec2 force;                    // [N]
    ssVec2 place;                    // where the law is [m]
    double state[SS_LAW_MAX_STATES]; // the initial ones if they never settle
    bool settled;
} BeltSteady;

BeltSteady beltFindSteady( const ssSlidingMassDef* def, const ssLaw* law, ssVec2 gamma );

/// Fills B and the eigenvalues with the law's states. False: a kink, or states that never settle.
bool beltLineariseOwn( const ssSlidingMassDef* def, const ssLaw* law, ssVec2 gamma, const BeltSteady* steady,
    ssBeltStability* s );
