// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law.h"

// What a law means on a moving belt: the directions in which steady sliding is unstable.

/// A range of belt directions [°] in which steady sliding is unstable;
/// `toDeg` exceeds 360 if the range contains 0.
typedef struct ssAngleBand
{
    double fromDeg, toDeg;
} ssAngleBand;

/// Finds the unstable ranges by Theorem 2 of Walker & Leine, at most `capacity`, and returns their number.
SS_API_OBJECT int ssUnstableBelts( const ssLaw* law, ssAngleBand* bands, int capacity );
