// SPDX-License-Identifier: MIT
#include "base/elementary_private.h"

// Powers x^y = exp(y log x). The logarithm and the product carry some 66 bits: an absolute error of the
// exponent becomes a relative error of the power, and the exponent can be as large as 745.

/// 0: y is no integer, 1: odd, 2: even
static int parityOf( double y )
{
    double a = fabs( y );
    if ( a >= 0x1p53 ) { return 2; }
    if ( a != floor( a ) ) { return 0; }
    return (int64_t)a % 2 == 1 ? 1 : 2;
}

static ALWAYS_INLINE double powOf( Pair l, double y )
{
    double exponent = y * l.hi;
    if ( !( fabs( exponent ) < 800.0 && fabs( y ) < 0x1p70 ) )
    {
        return l.hi == 0.0 ? 1.0 : exponent > 0.0 ? HUGE_VAL : 0.0;
    }
    Pair product = productOf( y, l.hi );
    Exponential e = exponentialOf( product.hi, product.lo + y * l.lo );
    if ( fabs( exponent ) < 708.0 ) { return numberOf( e ); }
    return exponent > 710.0 ? HUGE_VAL : exponent < -746.0 ? 0.0 : elementaryScale( &e );
}

/// Where x is zero, subnormal, infinite or negative, or one of both is not a number.
static NEVER_INLINE double powRarely( double x, double y )
{
    if ( y == 0.0 || x == 1.0 ) { return 1.0; }
    if ( isnan( x ) || isnan( y ) ) { return x + y; }
    double a = fabs( x );
    if ( isinf( y ) ) { return a == 1.0 ? 1.0 : ( a > 1.0 ) == ( y > 0.0 ) ? HUGE_VAL : 0.0; }
    int parity = parityOf( y );
    double sign = parity == 1 && signbit( x ) ? -1.0 : 1.0;
    if ( a == 0.0 || isinf( a ) ) { return sign * ( ( a == 0.0 ) == ( y > 0.0 ) ? 0.0 : HUGE_VAL ); }
    bool subnormal = a < 0x1p-1022;
    Pair logarithm = longLogarithmOf( bitsOf( subnormal ? a * 0x1p54 : a ), subnormal ? -54 : 0 );
    return x < 0.0 && parity == 0 ? (double)NAN : sign * powOf( logarithm, y );
}

double ssPow( double x, double y )
{
    uint64_t bits = bitsOf( x );
    if ( isOrdinary( bits ) && fabs( y ) < HUGE_VAL ) { return powOf( longLogarithmOf( bits, 0 ), y ); }
    return powRarely( x, y );
}

static ALWAYS_INLINE uint64_t powBlock( const double* x, const double* y, double* result )
{
    uint64_t rare = 0;
    Pairs exponent;
    EACH_LANE( i )
    {
        Pair l = longLogarithmOf( bitsOf( x[i] ), 0 ), product = productOf( y[i], l.hi );
        rare |= isNotOrdinary( bitsOf( x[i] ) ) | ~less( fabs( product.hi ), 708.0 ) |
            ~less( fabs( y[i] ), 0x1p70 );
        exponent.hi[i] = product.hi;
        exponent.lo[i] = product.lo + y[i] * l.lo;
    }
    EACH_LANE( i ) { result[i] = numberOf( exponentialOf( exponent.hi[i], exponent.lo[i] ) ); }
    return rare;
}

void ssPowMany( const double* x, const double* y, double* result, int count )
{
    computeMany2( powBlock, ssPow, x, y, result, count );
}
