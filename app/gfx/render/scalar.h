// SPDX-License-Identifier: MIT
#pragma once

// The few functions of the innermost loops. Those of <math.h> treat NaN as no number at all, for which a
// compiler calls the library on processors without such an instruction (x86-64).

static inline float gfxMin( float a, float b ) { return a < b ? a : b; }

static inline float gfxMax( float a, float b ) { return a > b ? a : b; }

/// The largest integer not above x, kept within ±2^24, where every float is exact.
static inline int gfxFloor( float x )
{
    float limited = gfxMin( gfxMax( x, -16777216.0f ), 16777216.0f );
    int cut = (int)limited;
    return cut - ( limited < (float)cut ? 1 : 0 );
}

static inline int gfxCeil( float x ) { return -gfxFloor( -x ); }
