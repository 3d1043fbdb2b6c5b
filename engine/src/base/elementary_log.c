// SPDX-License-Identifier: MIT
#include "base/elementary_private.h"

// Logarithms and what is made of them; elementary_private.h has the method.

static ALWAYS_INLINE double rounded( Pair a ) { return a.hi + a.lo; }

/// Ten coefficients, as polynomial8.
static ALWAYS_INLINE double polynomial10( const double* c, double x )
{
    return ( c[0] + x * c[1] ) + x * x * polynomial8( c + 2, x );
}

/// Logarithm of the normal number with these bits, times 2^exponent, plus `more`; relative error 2^-60
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
    if ( x > 0.0 && x < HUGE_VAL ) { return rounded( logOf( bitsOf( x * 0x1p54 ), -54, 0.0 ) ); }
    return x == 0.0 ? -HUGE_VAL : x < 0.0 ? (double)NAN : x;
}

static ALWAYS_INLINE uint64_t logBlock( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        rare |= isNotOrdinary( bitsOf( x[i] ) );
        result[i] = rounded( logOf( bitsOf( x[i] ), 0, 0.0 ) );
    }
    return rare;
}

double ssLog( double x )
{
    return isOrdinary( bitsOf( x ) ) ? rounded( logOf( bitsOf( x ), 0, 0.0 ) ) : logRarely( x );
}

MANY( ssLog, logBlock )

static ALWAYS_INLINE double decimal( Pair l )
{
    const Pair inverse = { 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57 }; // 1 / log 10
    Pair product = productOf( l.hi, inverse.hi );
    return product.hi + ( product.lo + ( l.hi * inverse.lo + l.lo * inverse.hi ) );
}

double ssLog10( double x )
{
    uint64_t bits = bitsOf( x );
    bool subnormal = x > 0.0 && x < 0x1p-1022;
    if ( !isOrdinary( bits ) && !subnormal ) { return logRarely( x ); }
    return decimal( subnormal ? logOf( bitsOf( x * 0x1p54 ), -54, 0.0 ) : logOf( bits, 0, 0.0 ) );
}

static ALWAYS_INLINE uint64_t log10Block( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        rare |= isNotOrdinary( bitsOf( x[i] ) );
        result[i] = decimal( logOf( bitsOf( x[i] ), 0, 0.0 ) );
    }
    return rare;
}

MANY( ssLog10, log10Block )

double ssLog1p( double x )
{
    if ( fabs( x ) < 0x1p-54 ) { return x; }
    if ( !( x > -1.0 && x < HUGE_VAL ) ) { return logRarely( x == -1.0 ? 0.0 : x ); }
    return rounded( logOfPair( sumOf( 1.0, x ) ) );
}

static ALWAYS_INLINE uint64_t log1pBlock( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        rare |= isNotOrdinary( bitsOf( 1.0 + x[i] ) );
        result[i] = chooseInLane( fabs( x[i] ) < 0x1p-54, x[i], rounded( logOfPair( sumOf( 1.0, x[i] ) ) ) );
    }
    return rare;
}

MANY( ssLog1p, log1pBlock )

/// An odd function whose series starts with x, for |x| < 1/4
static ALWAYS_INLINE double smallOdd( const double* c, double x )
{
    double z = x * x, value = x + x * z * polynomial10( c, z );
    return fabs( x ) < 0x1p-28 ? x : value;
}

/// for 1/4 <= a <= 2^30
static ALWAYS_INLINE double asinhOf( double a )
{
    // log(|x| + sqrt(x^2 + 1))
    Pair square = squareOf( a ), u = sumOf( square.hi, 1.0 );
    double root = sqrt( u.hi );
    Pair back = squareOf( root ), sum = sumOf( root, a );
    sum.lo += ( ( ( u.hi - back.hi ) - back.lo ) + ( u.lo + square.lo ) ) / ( 2.0 * root );
    return rounded( logOfPair( sum ) );
}

double ssAsinh( double x )
{
    double a = fabs( x );
    if ( a < 0.25 ) { return smallOdd( elementary_log.asinh, x ); }
    if ( !( a < HUGE_VAL ) ) { return x; }
    if ( a > 0x1p30 )
    {
        // log(2 |x|): the rest is below 2^-61
        return copysign( rounded( logOf( bitsOf( a ), 1, 0.0 ) ), x );
    }
    return copysign( asinhOf( a ), x );
}

static ALWAYS_INLINE uint64_t asinhBlock( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        double small = smallOdd( elementary_log.asinh, x[i] ),
               large = copysign( asinhOf( fabs( x[i] ) ), x[i] );
        rare |= less( 0x1p30, fabs( x[i] ) );
        result[i] = chooseInLane( fabs( x[i] ) < 0.25, small, large );
    }
    return rare;
}

MANY( ssAsinh, asinhBlock )

/// for 1/4 <= a < 1
static ALWAYS_INLINE double atanhOf( double a )
{
    // (log(1 + x) - log(1 - x)) / 2
    Pair plus = logOfPair( sumOf( 1.0, a ) ), minus = logOfPair( sumOf( 1.0, -a ) );
    Pair sum = sumOf( plus.hi, -minus.hi );
    return 0.5 * ( sum.hi + ( sum.lo + ( plus.lo - minus.lo ) ) );
}

double ssAtanh( double x )
{
    double a = fabs( x );
    if ( a < 0.25 ) { return smallOdd( elementary_log.atanh, x ); }
    if ( !( a < 1.0 ) ) { return a == 1.0 ? copysign( HUGE_VAL, x ) : a > 1.0 ? (double)NAN : x; }
    return copysign( atanhOf( a ), x );
}

static ALWAYS_INLINE uint64_t atanhBlock( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        double small = smallOdd( elementary_log.atanh, x[i] ),
               large = copysign( atanhOf( fabs( x[i] ) ), x[i] );
        rare |= ~less( fabs( x[i] ), 1.0 );
        result[i] = chooseInLane( fabs( x[i] ) < 0.25, small, large );
    }
    return rare;
}

MANY( ssAtanh, atanhBlock )
