// SPDX-License-Identifier: MIT
#include "base/elementary_private.h"

// Inverse trigonometric functions. With c the middle of the interval of a table that holds a,
//
//     atan(a) = atan(c) + atan(t),   t = (a - c) / (1 + a c).
//
// Below 1/8 c is 0, and above 16 it is infinite, so that t = -1/a.

static const Pair s_halfPi = { 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54 };
static const Pair s_pi = { 0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53 };

/// atan(a) for a >= 0, and its derivative, with fewer digits
static ALWAYS_INLINE Pair atanOf( double a, double* slope, Choose* choose )
{
    const AtanData* data = &elementary_atan;
    int64_t above = (int64_t)( bitsOf( a ) >> 48 ) - (int64_t)( 0x3fc0000000000000u >> 48 ) + 1;
    above = above < 0 ? 0 : above > ATAN_TABLE - 1 ? ATAN_TABLE - 1 : above;
    const AtanEntry* entry = &data->entries[above];
    bool isLarge = above == ATAN_TABLE - 1;
    double c = entry->c, numerator = choose( isLarge, -1.0, a - c ),
           denominator = choose( isLarge, a, 1.0 + a * c );
    double inverse = 1.0 / denominator, t = numerator * inverse, z = t * t;
    Pair sum = sumOrdered( entry->hi, t );
    *slope = ( 1.0 + c * c ) * inverse * inverse;
    return ( Pair ){ sum.hi, sum.lo + ( entry->lo + t * z * polynomial7( data->atan, z ) ) };
}

double ssAtan( double x )
{
    double slope;
    Pair sum = atanOf( fabs( x ), &slope, chooseAlone );
    return fabs( x ) < 0x1p-28 ? x : copysign( sum.hi + sum.lo, x );
}

static ALWAYS_INLINE uint64_t atanBlock( const double* x, double* result )
{
    EACH_LANE( i )
    {
        double slope;
        Pair sum = atanOf( fabs( x[i] ), &slope, chooseInLane );
        result[i] = chooseInLane( fabs( x[i] ) < 0x1p-28, x[i], copysign( sum.hi + sum.lo, x[i] ) );
    }
    return 0; // no argument is rare
}

MANY( ssAtan, atanBlock )

/// The angle for finite x and y within 2^-490 to 2^490.
static ALWAYS_INLINE double angleOf( double y, double x, Choose* choose )
{
    // The quotient and, from the remainder, the digits that it has lost
    double d = fabs( x ), n = fabs( y ), inverse = 1.0 / d, q = n * inverse, slope;
    Pair product = productOf( q, d );
    double lost = ( ( n - product.hi ) - product.lo ) * inverse;
    Pair angle = atanOf( q, &slope, choose );
    bool left = x < 0.0;
    double sign = choose( left, -1.0, 1.0 ), base = choose( left, s_pi.hi, 0.0 ),
           rest = choose( left, s_pi.lo, 0.0 );
    Pair sum = sumOrdered( base, sign * angle.hi );
    return copysign( sum.hi + ( sum.lo + ( rest + sign * ( angle.lo + lost * slope ) ) ), y );
}

/// Zeros and infinities, whose quotient says nothing, and numbers near the ends of the range.
static NEVER_INLINE double atan2Rarely( double y, double x )
{
    double a = fabs( x ), b = fabs( y );
    if ( isnan( x ) || isnan( y ) ) { return x + y; }
    if ( b == 0.0 || ( isinf( x ) && !isinf( y ) ) ) { return copysign( signbit( x ) ? s_pi.hi : 0.0, y ); }
    if ( isinf( x ) ) { return copysign( signbit( x ) ? 0.75 * s_pi.hi : 0.25 * s_pi.hi, y ); }
    if ( a * 0x1p64 < b ) { return copysign( s_halfPi.hi, y ); }
    if ( b * 0x1p64 < a ) { return x > 0.0 ? y / x : copysign( s_pi.hi, y ); }
    double scale = a > 1.0 ? 0x1p-550 : 0x1p600;
    return angleOf( y * scale, x * scale, chooseAlone );
}

double ssAtan2( double y, double x )
{
    double a = fabs( x ), b = fabs( y );
    if ( a > 0x1p-490 && a < 0x1p490 && b > 0x1p-490 && b < 0x1p490 ) { return angleOf( y, x, chooseAlone ); }
    return atan2Rarely( y, x );
}

static ALWAYS_INLINE uint64_t atan2Block( const double* y, const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        double a = fabs( x[i] ), b = fabs( y[i] );
        rare |= less( a, 0x1p-489 ) | less( 0x1p489, a ) | less( 0x1p489, b ) |
            ( less( b, 0x1p-489 ) & less( 0.0, b ) );
        result[i] = angleOf( y[i], x[i], chooseInLane );
    }
    return rare;
}

void ssAtan2Many( const double* y, const double* x, double* result, int count )
{
    computeMany2( atan2Block, ssAtan2, y, x, result, count );
}

/// (asin(x) - x) / x of z = x^2
static ALWAYS_INLINE double asinTerm( double z )
{
    const double* c = elementary_atan.asin;
    double y = z * z;
    return z * ( polynomial8( c, z ) + y * y * ( y * y * polynomial5( c + 8, z ) ) );
}

/// for |x| < 1
static ALWAYS_INLINE double asinOf( double x )
{
    double a = fabs( x );
    // Above 1/2, pi/2 - 2 asin( sqrt((1 - |x|)/2) ), where the root carries its rounding error
    double z = a < 0.5 ? x * x : 0.5 * ( 1.0 - a ), term = asinTerm( z ), small = x + x * term,
           root = sqrt( z );
    Pair back = squareOf( root ), sum = sumOrdered( s_halfPi.hi, -2.0 * root );
    double rest = ( ( z - back.hi ) - back.lo ) / ( 2.0 * root );
    double large = sum.hi + ( sum.lo + ( s_halfPi.lo - 2.0 * ( rest + root * term ) ) );
    return a < 0x1p-28 ? x : a < 0.5 ? small : copysign( large, x );
}

double ssAsin( double x )
{
    double a = fabs( x );
    if ( !( a < 1.0 ) ) { return a == 1.0 ? copysign( s_halfPi.hi, x ) : a > 1.0 ? (double)NAN : x; }
    return asinOf( x );
}

static ALWAYS_INLINE uint64_t asinBlock( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        rare |= ~less( fabs( x[i] ), 1.0 );
        result[i] = asinOf( x[i] );
    }
    return rare;
}

MANY( ssAsin, asinBlock )
