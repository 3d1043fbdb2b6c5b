// SPDX-License-Identifier: MIT
#include "base/elementary_private.h"

// Logarithms and what is made of them; elementary_private.h has the method.

/// Ten coefficients, as polynomial8.
static ALWAYS_INLINE double polynomial10( const double* c, double x )
{
    return ( c[0] + x * c[1] ) + x * x * polynomial8( c + 2, x );
}

/// The logarithm of the normal number with these bits, times 2^exponent, plus `more`, to a relative error of 2^-60
static ALWAYS_INLINE Pair logOf( uint64_t bits, int exponent, double more )
{
    Logarithm l = logarithmOf( bits, exponent );
    double r = l.r, z = r * r;
    Pair sum = sumOrdered( l.hi, r );
    sum.lo += ( l.lo + ( l.rest + more ) ) + ( z * r * polynomial5( elementary_log.log, r ) - 0.5 * z );
    return sum;
}

/// log(a.hi + a.lo) for a.hi > 2^-1022
static ALWAYS_INLINE Pair logOfPair( Pair a )
{
    double s = a.lo / a.hi;
    return logOf( bitsOf( a.hi ), 0, s - 0.5 * s * s );
}

/// Zero, subnormal and negative numbers, infinity and NaN
static NEVER_INLINE double logRarely( double x )
{
    if ( x > 0.0 && x < HUGE_VAL )
    {
        Pair l = logOf( bitsOf( x * 0x1p54 ), -54, 0.0 );
        return l.hi + l.lo;
    }
    return x == 0.0 ? -HUGE_VAL : x < 0.0 ? (double)NAN : x;
}

double ssLog( double x )
{
    uint64_t bits = bitsOf( x );
    if ( isOrdinary( bits ) )
    {
        Pair l = logOf( bits, 0, 0.0 );
        return l.hi + l.lo;
    }
    return logRarely( x );
}

double ssLog10( double x )
{
    const Pair inverse = { 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57 }; // 1 / log 10
    uint64_t bits = bitsOf( x );
    bool subnormal = x > 0.0 && x < 0x1p-1022;
    if ( !isOrdinary( bits ) && !subnormal )
    {
        return logRarely( x );
    }
    Pair l = subnormal ? logOf( bitsOf( x * 0x1p54 ), -54, 0.0 ) : logOf( bits, 0, 0.0 );
    Pair product = productOf( l.hi, inverse.hi );
    return product.hi + ( product.lo + ( l.hi * inverse.lo + l.lo * inverse.hi ) );
}

double ssLog1p( double x )
{
    if ( fabs( x ) < 0x1p-54 )
    {
        return x;
    }
    if ( !( x > -1.0 && x < HUGE_VAL ) )
    {
        return logRarely( x == -1.0 ? 0.0 : x );
    }
    Pair l = logOfPair( sumOf( 1.0, x ) );
    return l.hi + l.lo;
}

// ------------------------------------------------------------------------------------ inverse hyperbolic functions

double ssAsinh( double x )
{
    double a = fabs( x );
    if ( a < 0.25 )
    {
        double z = x * x;
        return a < 0x1p-28 ? x : x + x * z * polynomial10( elementary_log.asinh, z );
    }
    if ( !( a < HUGE_VAL ) )
    {
        return x;
    }
    if ( a > 0x1p30 )
    {
        // log(2 |x|): the rest is below 2^-61
        Pair l = logOf( bitsOf( a ), 1, 0.0 );
        return copysign( l.hi + l.lo, x );
    }
    // log(|x| + sqrt(x^2 + 1))
    Pair square = squareOf( a ), u = sumOf( square.hi, 1.0 );
    double root = sqrt( u.hi );
    Pair back = squareOf( root ), sum = sumOf( root, a );
    sum.lo += ( ( ( u.hi - back.hi ) - back.lo ) + ( u.lo + square.lo ) ) / ( 2.0 * root );
    Pair l = logOfPair( sum );
    return copysign( l.hi + l.lo, x );
}

double ssAtanh( double x )
{
    double a = fabs( x );
    if ( a < 0.25 )
    {
        double z = x * x;
        return a < 0x1p-28 ? x : x + x * z * polynomial10( elementary_log.atanh, z );
    }
    if ( !( a < 1.0 ) )
    {
        return a == 1.0 ? copysign( HUGE_VAL, x ) : a > 1.0 ? (double)NAN : x;
    }
    // (log(1 + x) - log(1 - x)) / 2
    Pair plus = logOfPair( sumOf( 1.0, a ) ), minus = logOfPair( sumOf( 1.0, -a ) );
    Pair sum = sumOf( plus.hi, -minus.hi );
    return copysign( 0.5 * ( sum.hi + ( sum.lo + ( plus.lo - minus.lo ) ) ), x );
}
