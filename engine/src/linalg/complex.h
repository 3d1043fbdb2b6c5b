// SPDX-License-Identifier: MIT
#pragma once

#include "linalg/dense.h"
#include "slipstick/elementary.h"

#include <math.h>

// Arithmetic of complex numbers, in the same bits everywhere: compilers differ in that of <complex.h>.

static inline denseComplex complexAdd( denseComplex a, denseComplex b )
{
    return ( denseComplex ){ a.re + b.re, a.im + b.im };
}

static inline denseComplex complexSub( denseComplex a, denseComplex b )
{
    return ( denseComplex ){ a.re - b.re, a.im - b.im };
}

static inline denseComplex complexMul( denseComplex a, denseComplex b )
{
    return ( denseComplex ){ a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
}

static inline denseComplex complexConjugate( denseComplex a ) { return ( denseComplex ){ a.re, -a.im }; }

static inline double complexSize( denseComplex a ) { return ssHypot( a.re, a.im ); }

/// Scaled, so that squares neither overflow nor vanish.
static inline denseComplex complexDivide( denseComplex a, denseComplex b )
{
    double s = complexSize( b ), re = b.re / s, im = b.im / s;
    return ( denseComplex ){ ( a.re * re + a.im * im ) / s, ( a.im * re - a.re * im ) / s };
}

/// The square root with re >= 0; for negative real numbers the one with im >= 0.
static inline denseComplex complexRoot( denseComplex a )
{
    double larger = sqrt( 0.5 * ( complexSize( a ) + fabs( a.re ) ) );
    if ( larger == 0.0 ) { return ( denseComplex ){ 0.0, 0.0 }; }
    double smaller = 0.5 * fabs( a.im ) / larger;
    denseComplex root =
        a.re >= 0.0 ? ( denseComplex ){ larger, smaller } : ( denseComplex ){ smaller, larger };
    root.im = a.im < 0.0 ? -root.im : root.im;
    return root;
}
