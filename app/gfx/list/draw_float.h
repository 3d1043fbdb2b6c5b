// SPDX-License-Identifier: MIT
#pragma once

#include <float.h>
#include <math.h>

/// The nearest finite float; 0 for a number that is not finite.
static inline float gfxToFloat( double x )
{
    const double largest = (double)FLT_MAX;
    if ( fabs( x ) <= largest )
    {
        return (float)x;
    }
    return isfinite( x ) ? ( x > 0.0 ? FLT_MAX : -FLT_MAX ) : 0.0f;
}
