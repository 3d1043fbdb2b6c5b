// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <math.h>

// The elementary functions of the engine. The C standard leaves their last bit open, and C libraries differ
// in it; these use only operations that IEEE 754 rounds exactly (+ - * / and sqrt), so every machine and
// compiler gives the same bits. They are within 1 ulp of the exact value (tests/engine/test_elementary.c
// measures it), and treat infinities, NaNs, subnormal numbers and signed zeros as Annex F of the standard
// asks. errno and the floating-point flags are not set, and rounding is to nearest.
//
// The functions of <math.h> that are exact by definition (sqrt, fabs, floor, fmod, remainder, ldexp, ...)
// need no replacement; fmin and fmax do, since they may return either of two zeros.

SS_API_ANY double ssExp( double x );
SS_API_ANY double ssExp2( double x );
SS_API_ANY double ssExpm1( double x ); ///< exp(x) - 1
SS_API_ANY double ssLog( double x );
SS_API_ANY double ssLog10( double x );
SS_API_ANY double ssLog1p( double x ); ///< log(1 + x)
SS_API_ANY double ssPow( double x, double y );

SS_API_ANY double ssSin( double x );
SS_API_ANY double ssCos( double x );
SS_API_ANY double ssTan( double x );
/// Sine and cosine together, the same bits as ssSin and ssCos.
SS_API_ANY void ssSinCos( double x, double* sine, double* cosine );

SS_API_ANY double ssAsin( double x );
SS_API_ANY double ssAtan( double x );
SS_API_ANY double ssAtan2( double y, double x );

SS_API_ANY double ssTanh( double x );
SS_API_ANY double ssAsinh( double x );
SS_API_ANY double ssAtanh( double x );

SS_API_ANY double ssCbrt( double x );
SS_API_ANY double ssHypot( double x, double y );

/// The lesser of two numbers; the other one if one is NaN. Of two zeros the negative one is the lesser,
/// which fmin leaves open.
static inline double ssMin( double a, double b )
{
#if defined( __aarch64__ )
    return fmin( a, b ); // the instruction FMINNM, which does the same
#else
    double lesser = a < b || ( a == b && signbit( a ) ) ? a : b;
    return b == b ? lesser : a;
#endif
}

/// The greater of two numbers; the other one if one is NaN. Of two zeros the positive one is the greater.
static inline double ssMax( double a, double b )
{
#if defined( __aarch64__ )
    return fmax( a, b );
#else
    double greater = a > b || ( a == b && signbit( b ) ) ? a : b;
    return b == b ? greater : a;
#endif
}
