// SPDX-License-Identifier: MIT
#include "base/elementary_private.h"

// Exponentials; elementary_private.h has the method.

double elementaryScale( const Exponential* e )
{
    double y = e->power + e->power * e->rest;
    int exponent = (int)( (int64_t)e->scaling >> 52 );
    if ( exponent > 0 )
    {
        return y * powerOfTwo( exponent - 1 ) * 2.0;
    }
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

double ssExp( double x )
{
    if ( !( fabs( x ) < 708.0 ) )
    {
        return expRarely( x );
    }
    Exponential e = exponentialOf( x, 0.0 );
    double s = scaledPower( &e );
    return s + s * e.rest;
}

double ssExp2( double x )
{
    if ( !( x > -1076.0 && x < 1024.0 ) )
    {
        return x > 0.0 ? HUGE_VAL : x < 0.0 ? 0.0 : x;
    }
    // The step is 1/128 here, so that r is exact.
    const ExpData* data = &elementary_exp;
    double t = x * EXP_TABLE + ROUNDER, r = x - ( t - ROUNDER ) * ( 1.0 / EXP_TABLE );
    uint64_t n = bitsOf( t ), i = n % EXP_TABLE;
    const ExpEntry* entry = &data->entries[i];
    Exponential e = { entry->power, entry->tail + r * polynomial5( data->exp2, r ), ( n - i ) << 45 };
    if ( fabs( x ) < 1020.0 )
    {
        double s = scaledPower( &e );
        return s + s * e.rest;
    }
    return elementaryScale( &e );
}

/// exp(x) - 1 to a relative error of 2^-57, for 1/8 <= |x| < 700
static ALWAYS_INLINE Pair expm1Of( double x )
{
    Exponential e = exponentialOf( x, 0.0 );
    double s = scaledPower( &e );
    Pair difference = sumOf( s, -1.0 );
    return sumOrdered( difference.hi, difference.lo + s * e.rest );
}

double ssExpm1( double x )
{
    if ( fabs( x ) < 0.125 )
    {
        double z = x * x;
        return fabs( x ) < 0x1p-54 ? x : x + ( 0.5 * z + z * x * polynomial8( elementary_exp.expm1, x ) );
    }
    if ( !( fabs( x ) < 60.0 ) )
    {
        return x < 0.0 ? -1.0 : ssExp( x );
    }
    return expm1Of( x ).hi;
}

double ssTanh( double x )
{
    double a = fabs( x );
    if ( a < 0.25 )
    {
        double z = x * x;
        return a < 0x1p-28 ? x : x + x * z * polynomial8( elementary_exp.tanh, z );
    }
    if ( !( a < 22.0 ) )
    {
        return x > 0.0 ? 1.0 : x < 0.0 ? -1.0 : x;
    }
    // E / (E + 2) with E = exp(2 |x|) - 1, and the remainder of the division
    Pair e = expm1Of( 2.0 * a ), d = sumOf( e.hi, 2.0 );
    d.lo += e.lo;
    double inverse = 1.0 / d.hi, q = e.hi * inverse;
    Pair product = productOf( q, d.hi );
    double remainder = ( ( e.hi - product.hi ) - product.lo ) + ( e.lo - q * d.lo );
    return copysign( q + remainder * inverse, x );
}
