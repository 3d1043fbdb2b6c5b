// SPDX-License-Identifier: MIT
#include "base/elementary_private.h"

// Exponentials; elementary_private.h has the method.

double elementaryScale( const Exponential* e )
{
    double y = e->power + e->power * e->rest;
    int exponent = (int)( (int64_t)e->scaling >> 52 );
    if ( exponent > 0 ) { return y * powerOfTwo( exponent - 1 ) * 2.0; }
    return y * powerOfTwo( exponent + 200 ) * 0x1p-200;
}

static NEVER_INLINE double expRarely( double x )
{
    if ( x > -746.0 && x < 710.0 )
    {
        Exponential e = exponentialOf( x, 0.0 );
        return elementaryScale( &e );
    }
    return x > 0.0 ? HUGE_VAL : x < 0.0 ? 0.0 : x;
}

static ALWAYS_INLINE uint64_t expBlock( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        rare |= ~less( fabs( x[i] ), 708.0 );
        result[i] = numberOf( exponentialOf( x[i], 0.0 ) );
    }
    return rare;
}

double ssExp( double x ) { return fabs( x ) < 708.0 ? numberOf( exponentialOf( x, 0.0 ) ) : expRarely( x ); }

MANY( ssExp, expBlock )

/// 2^x for |x| < 1100
static ALWAYS_INLINE Exponential powerOfTwoOf( double x )
{
    // The step is 1/128 here, so that r is exact.
    const ExpData* data = &elementary_exp;
    double t = x * EXP_TABLE + ROUNDER, r = x - ( t - ROUNDER ) * ( 1.0 / EXP_TABLE );
    uint64_t n = bitsOf( t ), i = n % EXP_TABLE;
    const ExpEntry* entry = &data->entries[i];
    return ( Exponential ){ entry->power, entry->tail + r * polynomial5( data->exp2, r ), ( n - i ) << 45 };
}

static NEVER_INLINE double exp2Rarely( double x )
{
    if ( x > -1076.0 && x < 1024.0 )
    {
        Exponential e = powerOfTwoOf( x );
        return elementaryScale( &e );
    }
    return x > 0.0 ? HUGE_VAL : x < 0.0 ? 0.0 : x;
}

static ALWAYS_INLINE uint64_t exp2Block( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        rare |= ~less( fabs( x[i] ), 1020.0 );
        result[i] = numberOf( powerOfTwoOf( x[i] ) );
    }
    return rare;
}

double ssExp2( double x ) { return fabs( x ) < 1020.0 ? numberOf( powerOfTwoOf( x ) ) : exp2Rarely( x ); }

MANY( ssExp2, exp2Block )

/// exp(x) - 1 to a relative error of 2^-57, for 1/8 <= |x| < 700
static ALWAYS_INLINE Pair expm1Of( double x )
{
    Exponential e = exponentialOf( x, 0.0 );
    double s = scaledPower( &e );
    Pair difference = sumOf( s, -1.0 );
    return sumOrdered( difference.hi, difference.lo + s * e.rest );
}

/// for |x| < 1/8
static ALWAYS_INLINE double smallExpm1( double x )
{
    double z = x * x, value = x + ( 0.5 * z + z * x * polynomial8( elementary_exp.expm1, x ) );
    return fabs( x ) < 0x1p-54 ? x : value;
}

double ssExpm1( double x )
{
    if ( fabs( x ) < 0.125 ) { return smallExpm1( x ); }
    if ( !( fabs( x ) < 60.0 ) ) { return x < 0.0 ? -1.0 : ssExp( x ); }
    return expm1Of( x ).hi;
}

static ALWAYS_INLINE uint64_t expm1Block( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        rare |= ~less( fabs( x[i] ), 60.0 );
        result[i] = chooseInLane( fabs( x[i] ) < 0.125, smallExpm1( x[i] ), expm1Of( x[i] ).hi );
    }
    return rare;
}

MANY( ssExpm1, expm1Block )

/// for |x| < 1/4
static ALWAYS_INLINE double smallTanh( double x )
{
    double z = x * x, value = x + x * z * polynomial8( elementary_exp.tanh, z );
    return fabs( x ) < 0x1p-28 ? x : value;
}

/// E / (E + 2) with E = exp(2 |x|) - 1, for 1/4 <= |x| < 22
static ALWAYS_INLINE double tanhOf( Pair e )
{
    Pair d = sumOf( e.hi, 2.0 );
    d.lo += e.lo;
    double inverse = 1.0 / d.hi, q = e.hi * inverse;
    Pair product = productOf( q, d.hi );
    double remainder = ( ( e.hi - product.hi ) - product.lo ) + ( e.lo - q * d.lo );
    return q + remainder * inverse;
}

double ssTanh( double x )
{
    double a = fabs( x );
    if ( a < 0.25 ) { return smallTanh( x ); }
    if ( !( a < 22.0 ) ) { return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x; }
    return copysign( tanhOf( expm1Of( 2.0 * a ) ), x );
}

static ALWAYS_INLINE uint64_t tanhBlock( const double* x, double* result )
{
    uint64_t rare = 0;
    Pairs e;
    EACH_LANE( i )
    {
        rare |= less( HUGE_VAL, fabs( x[i] ) );
        setPair( &e, i, expm1Of( 2.0 * fabs( x[i] ) ) );
    }
    EACH_LANE( i )
    {
        double a = fabs( x[i] ), large = chooseInLane( a < 22.0, tanhOf( pairIn( &e, i ) ), 1.0 );
        result[i] = chooseInLane( a < 0.25, smallTanh( x[i] ), copysign( large, x[i] ) );
    }
    return rare;
}

MANY( ssTanh, tanhBlock )
