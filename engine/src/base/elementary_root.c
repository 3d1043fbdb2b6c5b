// SPDX-License-Identifier: MIT
#include "base/elementary_private.h"

// The cube root, and the length of a vector in the plane.

/// The root of the positive normal number with these bits, times 2^more
static ALWAYS_INLINE double cubeRootOf( uint64_t bits, int more )
{
    static const double roots[3] = { 1.0, 0x1.428a2f98d728bp+0, 0x1.965fea53d6e3dp+0 }; // of 1, 2 and 4
    int exponent = (int)( bits >> 52 ) - 1023 + more;                                   // x = m 2^exponent
    int third = ( exponent + 1200 ) / 3 - 400, rest = exponent - 3 * third;
    double m = doubleOf( ( bits & 0xfffffffffffffull ) | 1023ull << 52 );
    double guess = ( 0x1.e68ceb1fc3429p-2 + m * 0x1.a9da3cc66f245p-1 ) +
        m * m *
            ( ( -0x1.d758498b983bcp-2 + m * 0x1.92bfc00e33108p-3 ) +
                m * m * ( -0x1.8bd2dce403128p-5 + m * 0x1.4c7608a04eba1p-8 ) );
    // The guess is good to 2^-17 when cut to 17 bits; its cube, and the difference from it, are then exact.
    double y = doubleOf( bitsOf( guess * roots[rest] ) & ~0xfffffffffull ), cube = y * y * y;
    double s = ( m * powerOfTwo( rest ) - cube ) / cube;
    // cbrt(1 + s) = 1 + s/3 - s^2/9 + 5 s^3/81 - ...
    double root = y + y * ( s * ( 1.0 / 3.0 + s * ( -1.0 / 9.0 + s * ( 5.0 / 81.0 ) ) ) );
    return root * powerOfTwo( third );
}

double ssCbrt( double x )
{
    double a = fabs( x );
    if ( !( a > 0.0 && a < HUGE_VAL ) ) { return x; }
    bool subnormal = a < 0x1p-1022;
    return copysign( cubeRootOf( bitsOf( subnormal ? a * 0x1p54 : a ), subnormal ? -54 : 0 ), x );
}

static ALWAYS_INLINE uint64_t cbrtBlock( const double* x, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        double a = fabs( x[i] );
        rare |= isNotOrdinary( bitsOf( a ) ) & less( 0.0, a );
        result[i] = chooseInLane( a == 0.0, x[i], copysign( cubeRootOf( bitsOf( a ), 0 ), x[i] ) );
    }
    return rare;
}

MANY( ssCbrt, cbrtBlock )

/// The sum of the squares is rounded once, and its root again: at most 0.86 ulp.
static ALWAYS_INLINE double lengthOf( double a, double b )
{
    Pair p = squareOf( a ), q = squareOf( b ), sum = sumOrdered( p.hi, q.hi );
    return sqrt( sum.hi + ( sum.lo + ( p.lo + q.lo ) ) );
}

static NEVER_INLINE double hypotRarely( double a, double b )
{
    if ( isinf( a ) || isinf( b ) ) { return HUGE_VAL; }
    if ( isnan( a ) || isnan( b ) ) { return a + b; }
    if ( b <= a * 0x1p-54 ) { return a + b; }
    double scale = a > 1.0 ? 0x1p-600 : 0x1p600;
    return lengthOf( a * scale, b * scale ) * ( a > 1.0 ? 0x1p600 : 0x1p-600 );
}

double ssHypot( double x, double y )
{
    double a = fabs( x ), b = fabs( y ), larger = a > b ? a : b, smaller = a > b ? b : a;
    if ( larger < 0x1p500 && smaller > 0x1p-450 ) { return lengthOf( larger, smaller ); }
    return smaller == 0.0 ? larger : hypotRarely( larger, smaller );
}

static ALWAYS_INLINE uint64_t hypotBlock( const double* x, const double* y, double* result )
{
    uint64_t rare = 0;
    EACH_LANE( i )
    {
        double a = fabs( x[i] ), b = fabs( y[i] );
        double larger = chooseInLane( a > b, a, b ), smaller = chooseInLane( a > b, b, a );
        rare |= less( 0x1p499, larger ) | ( less( smaller, 0x1p-449 ) & less( 0.0, smaller ) );
        result[i] = chooseInLane( smaller == 0.0, larger, lengthOf( larger, smaller ) );
    }
    return rare;
}

void ssHypotMany( const double* x, const double* y, double* result, int count )
{
    computeMany2( hypotBlock, ssHypot, x, y, result, count );
}

void ssSqrtMany( const double* x, double* result, int count )
{
    for ( int i = 0; i < count; ++i ) { result[i] = sqrt( x[i] ); }
}
