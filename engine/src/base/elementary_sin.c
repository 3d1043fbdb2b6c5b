// SPDX-License-Identifier: MIT
#include "base/elementary_private.h"

// Sine, cosine and tangent. The multiple of pi/2 nearest to x is subtracted, and polynomials for |r| <= pi/4
// do the rest. Up to 2^20 the subtraction is done with pi/2 in three parts, of which two give exact products
// (Cody & Waite 1980). Beyond, and where the difference nearly vanishes, x is multiplied by as many digits of
// 2/pi as matter, in integers (Payne & Hanek 1983).

#define LARGEST_QUICK 0x1p20
#define SMALLEST_QUICK 0x1p-26 // a smaller difference has lost digits

/// The product of two 64-bit numbers: returns the high word.
static uint64_t multiply( uint64_t a, uint64_t b, uint64_t* low )
{
    uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
    uint64_t first = a0 * b0, cross = a1 * b0 + ( first >> 32 ), other = a0 * b1 + ( cross & 0xffffffffu );
    *low = other << 32 | ( first & 0xffffffffu );
    return a1 * b1 + ( cross >> 32 ) + ( other >> 32 );
}

/// 64 digits of 2/pi from the position `bit`.
static uint64_t digitsFrom( int bit )
{
    int word = bit / 64, shift = bit % 64;
    uint64_t digits = elementary_sin.digits[word] << shift;
    return shift == 0 ? digits : digits | elementary_sin.digits[word + 1] >> ( 64 - shift );
}

/// A fraction of 192 bits in (-1/2, 1/2), times pi/2.
static Pair timesHalfPi( uint64_t top, uint64_t middle, uint64_t bottom )
{
    const Pair halfPi = { 0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54 };
    bool negative = top >> 63 != 0;
    if ( negative )
    {
        bottom = ~bottom + 1u;
        middle = ~middle + ( bottom == 0 ? 1u : 0u );
        top = ~top + ( bottom == 0 && middle == 0 ? 1u : 0u );
    }
    int exponent = -62;
    while ( top >> 63 == 0 && exponent > -160 )
    {
        top = top << 1 | middle >> 63;
        middle = middle << 1 | bottom >> 63;
        bottom <<= 1;
        exponent -= 1;
    }
    double hi = (double)( top & ~0x7ffull ), lo = (double)( top & 0x7ffu ) + (double)middle * 0x1p-64;
    Pair product = productOf( hi, halfPi.hi );
    product.lo += hi * halfPi.lo + lo * halfPi.hi;
    double scale = negative ? -powerOfTwo( exponent ) : powerOfTwo( exponent );
    return sumOrdered( scale * product.hi, scale * product.lo );
}

/// x - quadrant pi/2 in [-pi/4, pi/4], with all its digits; `quadrant` is counted modulo 4.
static NEVER_INLINE Pair reduceSlowly( double x, uint64_t* quadrant )
{
    uint64_t bits = bitsOf( fabs( x ) ), mantissa = ( bits & 0xfffffffffffffull ) | 1ull << 52;
    // x = mantissa 2^exponent; digits of 2/pi whose product with that is a multiple of 4 are left out.
    int exponent = (int)( bits >> 52 ) - 1075, start = exponent - 2 + 64;
    uint64_t low, carryLow, top = mantissa * digitsFrom( start ), middle, bottom;
    uint64_t high = multiply( mantissa, digitsFrom( start + 128 ), &bottom );
    top += multiply( mantissa, digitsFrom( start + 64 ), &low );
    carryLow = low + high;
    middle = carryLow;
    top += carryLow < low ? 1u : 0u;
    // x 2/pi modulo 4 = top 2^-62 + ...: the nearest integer is the quadrant.
    uint64_t nearest = ( top + ( 1ull << 61 ) ) >> 62;
    Pair r = timesHalfPi( top - ( nearest << 62 ), middle, bottom );
    *quadrant = ( x < 0.0 ? 4u - nearest : nearest ) & 3u;
    return x < 0.0 ? ( Pair ){ -r.hi, -r.lo } : r;
}

/// x - quadrant pi/2 for |x| <= LARGEST_QUICK, unless x is too close to a multiple of pi/2
static ALWAYS_INLINE Pair reduceQuickly( double x, uint64_t* quadrant, uint64_t* rare )
{
    const SinData* data = &elementary_sin;
    double t = x * data->twoOverPi + ROUNDER, k = t - ROUNDER;
    *quadrant = bitsOf( t ) & 3u;
    Pair difference = sumOf( x - k * data->halfPi[0], -( k * data->halfPi[1] ) );
    Pair r = sumOrdered( difference.hi, difference.lo - k * data->halfPi[2] );
    *rare |= less( LARGEST_QUICK, fabs( x ) );
    *rare |= less( fabs( r.hi ), SMALLEST_QUICK ) & less( 0.0, fabs( k ) );
    return r;
}

/// x - quadrant pi/2, |x| finite
static ALWAYS_INLINE Pair reduce( double x, uint64_t* quadrant )
{
    uint64_t rare = 0;
    Pair r = reduceQuickly( x, quadrant, &rare );
    return rare >> 63 == 0 ? r : reduceSlowly( x, quadrant );
}

static ALWAYS_INLINE double sineOf( Pair r )
{
    double z = r.hi * r.hi;
    return r.hi + ( r.hi * z * polynomial6( elementary_sin.sine, z ) + r.lo * ( 1.0 - 0.5 * z ) );
}

static ALWAYS_INLINE double cosineOf( Pair r )
{
    double z = r.hi * r.hi, half = 0.5 * z, w = 1.0 - half;
    return w + ( ( ( 1.0 - w ) - half ) + ( z * z * polynomial6( elementary_sin.cosine, z ) - r.hi * r.lo ) );
}

/// The sine of r + quadrant pi/2. Both polynomials are cheaper than a branch that cannot be predicted.
static ALWAYS_INLINE double sineIn( uint64_t quadrant, Pair r, Choose* choose )
{
    double sine = sineOf( r ), cosine = cosineOf( r );
    double value = choose( ( quadrant & 1 ) != 0, cosine, sine );
    return doubleOf( bitsOf( value ) ^ ( quadrant & 2 ) << 62 );
}

#define TINY 0x1p-28 // where sin(x) = x, so that zeros keep their sign

double ssSin( double x )
{
    if ( !( fabs( x ) >= TINY && fabs( x ) < HUGE_VAL ) ) { return fabs( x ) < TINY ? x : x - x; }
    uint64_t quadrant;
    Pair r = reduce( x, &quadrant );
    return sineIn( quadrant, r, chooseAlone );
}

double ssCos( double x )
{
    if ( !( fabs( x ) < HUGE_VAL ) ) { return x - x; }
    uint64_t quadrant;
    Pair r = reduce( x, &quadrant );
    return sineIn( quadrant + 1, r, chooseAlone );
}

static ALWAYS_INLINE uint64_t reduceBlock( const double* x, uint64_t* quadrants, Pairs* r )
{
    uint64_t rare = 0;
    EACH_LANE( i ) { setPair( r, i, reduceQuickly( x[i], &quadrants[i], &rare ) ); }
    return rare;
}

static ALWAYS_INLINE uint64_t sinBlock( const double* x, double* result )
{
    uint64_t quadrants[LANES];
    Pairs r;
    uint64_t rare = reduceBlock( x, quadrants, &r );
    EACH_LANE( i )
    {
        result[i] =
            chooseInLane( fabs( x[i] ) < TINY, x[i], sineIn( quadrants[i], pairIn( &r, i ), chooseInLane ) );
    }
    return rare;
}

static ALWAYS_INLINE uint64_t cosBlock( const double* x, double* result )
{
    uint64_t quadrants[LANES];
    Pairs r;
    uint64_t rare = reduceBlock( x, quadrants, &r );
    EACH_LANE( i ) { result[i] = sineIn( quadrants[i] + 1, pairIn( &r, i ), chooseInLane ); }
    return rare;
}

MANY( ssSin, sinBlock )

MANY( ssCos, cosBlock )

void ssSinCos( double x, double* sine, double* cosine )
{
    if ( !( fabs( x ) >= TINY && fabs( x ) < HUGE_VAL ) )
    {
        *sine = ssSin( x );
        *cosine = ssCos( x );
        return;
    }
    uint64_t quadrant;
    Pair r = reduce( x, &quadrant );
    *sine = sineIn( quadrant, r, chooseAlone );
    *cosine = sineIn( quadrant + 1, r, chooseAlone );
}

/// Two numbers whose quotient is the tangent of |r| + quadrant pi/2, but for the sign
typedef struct Fraction
{
    Pair n, d;
} Fraction;

static ALWAYS_INLINE Fraction tangentIn( uint64_t quadrant, Pair r, Choose* choose )
{
    bool odd = ( quadrant & 1u ) != 0;
    double a = fabs( r.hi ), rest = doubleOf( bitsOf( r.lo ) ^ ( bitsOf( r.hi ) & 1ull << 63 ) );
    // |r| = i/32 + t: tan |r| = (T + tan t) / (1 - T tan t) with T = tan(i/32) from a table
    int64_t i = (int64_t)( a * 32.0 + 0.5 );
    Pair tangent = elementary_sin.tangents[i];
    double t = a - (double)i * 0x1p-5, z = t * t, tail = rest + t * z * polynomial4( elementary_sin.tan, z );
    Pair sum = sumOrdered( tangent.hi, t );
    sum = sumOrdered( sum.hi, sum.lo + ( tangent.lo + tail ) );
    Pair other = sumOrdered( 1.0, -tangent.hi * ( t + tail ) );
    // In odd quadrants the tangent is -1 / tan r.
    return ( Fraction ){ { choose( odd, other.hi, sum.hi ), choose( odd, other.lo, sum.lo ) },
        { choose( odd, sum.hi, other.hi ), choose( odd, sum.lo, other.lo ) } };
}

/// n / d with the signs of r and of the quadrant
static ALWAYS_INLINE double divide( Pair n, Pair d, uint64_t quadrant, double r )
{
    double inverse = 1.0 / d.hi, q = n.hi * inverse;
    Pair product = productOf( q, d.hi );
    double remainder = ( ( n.hi - product.hi ) - product.lo ) + ( n.lo - q * d.lo );
    return doubleOf( bitsOf( q + remainder * inverse ) ^ ( bitsOf( r ) & 1ull << 63 ) ^ quadrant << 63 );
}

double ssTan( double x )
{
    if ( !( fabs( x ) >= TINY && fabs( x ) < HUGE_VAL ) ) { return fabs( x ) < TINY ? x : x - x; }
    uint64_t quadrant;
    Pair r = reduce( x, &quadrant );
    Fraction f = tangentIn( quadrant, r, chooseAlone );
    return divide( f.n, f.d, quadrant, r.hi );
}

static ALWAYS_INLINE uint64_t tanBlock( const double* x, double* result )
{
    uint64_t quadrants[LANES];
    Pairs r, n, d;
    uint64_t rare = reduceBlock( x, quadrants, &r );
    if ( rare >> 63 != 0 )
    {
        return rare; // such r may have no place in the table
    }
    EACH_LANE( i )
    {
        Fraction f = tangentIn( quadrants[i], pairIn( &r, i ), chooseInLane );
        setPair( &n, i, f.n );
        setPair( &d, i, f.d );
    }
    EACH_LANE( i )
    {
        double tangent = divide( pairIn( &n, i ), pairIn( &d, i ), quadrants[i], r.hi[i] );
        result[i] = chooseInLane( fabs( x[i] ) < TINY, x[i], tangent );
    }
    return 0;
}

MANY( ssTan, tanBlock )
