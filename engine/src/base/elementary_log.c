// SPDX-License-Identifier: MIT
#include "base/elementary_private.h"

// Logarithms and what is made of them; elementary_private.h has the method.

/// Ten coefficients, as polynomial8.
static ALWAYS_INLINE double polynomial10( const double* c, double x )
{
    return ( c[0] + x * c[1] ) + x * x * polynomial8( c + 2, x );
}

static NEVER_INLINE double logRarely( double x )
{
    if ( x == 0.0 )
    {
        return -HUGE_VAL;
    }
    return x < 0.0 ? (double)NAN : x;
}

static ALWAYS_INLINE double logOf( uint64_t bits, int exponent )
{
    Logarithm l = logarithmOf( bits, exponent );
    double r = l.r, z = r * r;
    Pair sum = sumOrdered( l.hi, r );
    return sum.hi +
        ( ( sum.lo + ( l.lo + l.rest ) ) + ( z * r * polynomial5( elementary_log.log, r ) - 0.5 * z ) );
}

static NEVER_INLINE double logOfSubnormal( double x )
{
    return x > 0.0 && x < HUGE_VAL ? logOf( bitsOf( x * 0x1p54 ), -54 ) : logRarely( x );
}

double ssLog( double x )
{
    uint64_t bits = bitsOf( x );
    return isOrdinary( bits ) ? logOf( bits, 0 ) : logOfSubnormal( x );
}

Pair elementaryLog( Pair a )
{
    // The low part of the argument adds log(1 + s).
    double s = a.lo == 0.0 ? 0.0 : a.lo / a.hi;
    uint64_t bits = bitsOf( a.hi );
    return isOrdinary( bits ) ? longLogarithmOf( bits, 0, s - 0.5 * s * s )
                              : longLogarithmOf( bitsOf( a.hi * 0x1p54 ), -54, s - 0.5 * s * s );
}

double ssLog10( double x )
{
    if ( !( x > 0.0 && x < HUGE_VAL ) )
    {
        return logRarely( x );
    }
    const Pair inverse = { 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57 }; // 1 / log 10
    Pair l = elementaryLog( ( Pair ){ x, 0.0 } ), product = productOf( l.hi, inverse.hi );
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
    return elementaryLog( sumOf( 1.0, x ) ).hi;
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
        Pair l = elementaryLog( ( Pair ){ a, 0.0 } ), sum = sumOf( l.hi, elementary_log.ln2Hi );
        return copysign( sum.hi + ( sum.lo + ( l.lo + elementary_log.ln2Lo ) ), x );
    }
    // log(|x| + sqrt(x^2 + 1))
    Pair square = squareOf( a ), u = sumOf( square.hi, 1.0 );
    double root = sqrt( u.hi );
    Pair back = squareOf( root ), sum = sumOf( root, a );
    sum.lo += ( ( ( u.hi - back.hi ) - back.lo ) + ( u.lo + square.lo ) ) / ( 2.0 * root );
    return copysign( elementaryLog( sum ).hi, x );
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
    Pair plus = elementaryLog( sumOf( 1.0, a ) ), minus = elementaryLog( sumOf( 1.0, -a ) );
    Pair sum = sumOf( plus.hi, -minus.hi );
    return copysign( 0.5 * ( sum.hi + ( sum.lo + ( plus.lo - minus.lo ) ) ), x );
}
