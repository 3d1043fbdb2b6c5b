// SPDX-License-Identifier: MIT
#pragma once

#include "base/bits.h"
#include "base/elementary_many.h"

#include <math.h>

// Tables of the elementary functions, and error-free sums and products of two doubles.

#define EXP_TABLE 128
#define LOG_TABLE 128
#define ATAN_TABLE 114
#define TAN_TABLE 26
#define TWO_OVER_PI_WORDS 20

/// An unevaluated sum hi + lo with |lo| at most about an ulp of hi.
typedef struct Pair
{
    double hi, lo;
} Pair;

/// 2^(i/128) = power (1 + tail)
typedef struct ExpEntry
{
    double power, tail;
} ExpEntry;

typedef struct ExpData
{
    double inverseStep, stepHi, stepLo; ///< 128 / log 2; log(2)/128, of which stepHi has a few bits only
    double exp[4];                      ///< (exp(r) - 1 - r) / r^2,           |r| < log(2)/256
    double exp2[5];                     ///< (2^r - 1) / r,                    |r| < 1/256
    double expm1[8];                    ///< (exp(x) - 1 - x - x^2/2) / x^3,   |x| < 1/8
    double tanh[8];                     ///< (tanh(x)/x - 1) / x^2 in x^2,     |x| < 1/4
    ExpEntry entries[EXP_TABLE];
} ExpData;

/// `inverse` has 13 bits, -log(inverse) = hi + lo, and hi is a multiple of 2^-42.
typedef struct LogEntry
{
    double inverse, hi, lo;
} LogEntry;

typedef struct LogData
{
    double ln2Hi, ln2Lo; ///< log 2; ln2Hi is a multiple of 2^-42
    double log[5];       ///< (log(1 + r) - r + r^2/2) / r^3, |r| < 1/248
    double longLog[7];   ///< likewise
    double asinh[10];    ///< (asinh(x)/x - 1) / x^2 in x^2,  |x| < 1/4
    double atanh[10];    ///< (atanh(x)/x - 1) / x^2 in x^2,  |x| < 1/4
    LogEntry entries[LOG_TABLE];
} LogData;

typedef struct SinData
{
    double twoOverPi, halfPi[3];        ///< the first two parts of pi/2 have 33 bits
    double sine[6];                     ///< (sin(r)/r - 1) / r^2 in r^2,        |r| < pi/4
    double cosine[6];                   ///< (cos(r) - 1 + r^2/2) / r^4 in r^2,  |r| < pi/4
    double tan[4];                      ///< (tan(t)/t - 1) / t^2 in t^2,        |t| < 1/64
    Pair tangents[TAN_TABLE];           ///< tan(i/32)
    uint64_t digits[TWO_OVER_PI_WORDS]; ///< the binary digits of 2/pi, after 64 zeros
} SinData;

/// atan(c) = hi + lo
typedef struct AtanEntry
{
    double c, hi, lo;
} AtanEntry;

typedef struct AtanData
{
    double atan[7];                ///< (atan(t)/t - 1) / t^2 in t^2,   |t| < 1/8
    double asin[13];               ///< (asin(x)/x - 1) / x^2 in x^2,   |x| < 1/2
    AtanEntry entries[ATAN_TABLE]; ///< c = 0; the middles of 16 intervals per octave from 1/8 to 16; infinity
} AtanData;

// Hidden, so that their addresses need not be looked up.
#if defined( __GNUC__ )
#pragma GCC visibility push( hidden )
#endif
extern const ExpData elementary_exp;
extern const LogData elementary_log;
extern const SinData elementary_sin;
extern const AtanData elementary_atan;
#if defined( __GNUC__ )
#pragma GCC visibility pop
#endif

/// Adding and subtracting it rounds a number < 2^51 to an integer: the low bits of the sum.
#define ROUNDER 0x1.8p52

/// One of two numbers. In a block of lanes, a mask keeps the compiler from making a branch of it, which would
/// not become vector instructions; for one number, an instruction for the purpose is faster.
typedef double Choose( bool condition, double yes, double no );

static ALWAYS_INLINE double chooseAlone( bool condition, double yes, double no )
{
    return condition ? yes : no;
}

static ALWAYS_INLINE double chooseInLane( bool condition, double yes, double no )
{
    uint64_t mask = -(uint64_t)condition;
    return doubleOf( ( bitsOf( yes ) & mask ) | ( bitsOf( no ) & ~mask ) );
}

/// 2^exponent, for normal numbers.
static ALWAYS_INLINE double powerOfTwo( int exponent )
{
    return doubleOf( (uint64_t)( exponent + 1023 ) << 52 );
}

/// a + b exactly, for |a| >= |b| or a = 0 (Dekker 1971).
static ALWAYS_INLINE Pair sumOrdered( double a, double b )
{
    double s = a + b;
    return ( Pair ){ s, ( a - s ) + b };
}

/// a + b exactly (Knuth).
static ALWAYS_INLINE Pair sumOf( double a, double b )
{
    double s = a + b, bb = s - a;
    return ( Pair ){ s, ( a - ( s - bb ) ) + ( b - bb ) };
}

/// a = hi + lo with 26 bits each (Veltkamp), for |a| < 2^996.
static ALWAYS_INLINE Pair halvesOf( double a )
{
    double c = 0x1.0000002p27 * a, hi = c - ( c - a );
    return ( Pair ){ hi, a - hi };
}

/// a b to some 80 bits, if nothing overflows or underflows (after Dekker 1971).
static ALWAYS_INLINE Pair productOf( double a, double b )
{
    double p = a * b;
    Pair x = halvesOf( a ), y = halvesOf( b );
    return ( Pair ){ p, ( x.hi * y.hi - p ) + ( x.hi * y.lo + x.lo * b ) };
}

static ALWAYS_INLINE Pair squareOf( double a )
{
    double p = a * a;
    Pair x = halvesOf( a );
    return ( Pair ){ p, ( x.hi * x.hi - p ) + x.lo * ( a + x.hi ) };
}

/// c[0] + c[1] x + c[2] x^2 + ..., in a fixed order of which many operations can run at once (Estrin).
static ALWAYS_INLINE double polynomial4( const double* c, double x )
{
    return ( c[0] + x * c[1] ) + x * x * ( c[2] + x * c[3] );
}

static ALWAYS_INLINE double polynomial5( const double* c, double x )
{
    return ( c[0] + x * c[1] ) + x * x * ( ( c[2] + x * c[3] ) + x * x * c[4] );
}

static ALWAYS_INLINE double polynomial6( const double* c, double x )
{
    return ( c[0] + x * c[1] ) + x * x * polynomial4( c + 2, x );
}

static ALWAYS_INLINE double polynomial7( const double* c, double x )
{
    return ( c[0] + x * c[1] ) + x * x * polynomial5( c + 2, x );
}

static ALWAYS_INLINE double polynomial8( const double* c, double x )
{
    double y = x * x;
    return polynomial4( c, x ) + y * y * polynomial4( c + 4, x );
}

// ----------------------------------------------------------------------------------------------- exponential

// With k the integer nearest to 128 x / log 2 and i = k mod 128,
//
//     exp(x) = 2^((k - i)/128) 2^(i/128) exp(r),   r = x - k log(2)/128,   |r| < 0.0028,
//
// where 2^(i/128) comes from a table and exp(r) from a short polynomial (Tang 1989). What is rounded is small
// against the result, so the error stays close to the half ulp of the last addition.

/// exp(x) = power (1 + rest) 2^(scaling >> 52)
typedef struct Exponential
{
    double power; ///< 2^(i/128)
    double rest;  ///< exp(r) - 1, and the rounding error of the power
    uint64_t scaling;
} Exponential;

/// exp(x + lo) for |x| < 800
static ALWAYS_INLINE Exponential exponentialOf( double x, double lo )
{
    const ExpData* data = &elementary_exp;
    double t = x * data->inverseStep + ROUNDER, k = t - ROUNDER;
    double r = ( x - k * data->stepHi ) - ( k * data->stepLo - lo );
    uint64_t n = bitsOf( t ), i = n % EXP_TABLE;
    const ExpEntry* entry = &data->entries[i];
    double rest = r + ( entry->tail + r * r * polynomial4( data->exp, r ) );
    return ( Exponential ){ entry->power, rest, ( n - i ) << 45 };
}

static ALWAYS_INLINE double scaledPower( const Exponential* e )
{
    return doubleOf( bitsOf( e->power ) + e->scaling );
}

/// Where the result is a normal number.
static ALWAYS_INLINE double numberOf( Exponential e )
{
    double s = scaledPower( &e );
    return s + s * e.rest;
}

/// Where the result may leave the range of normal numbers; rounds once.
double elementaryScale( const Exponential* e );

// ------------------------------------------------------------------------------------------------- logarithm

// x = 2^k z with z between 0.68 and 1.38, and a table holds a number of 13 bits near 1/z, so that
//
//     log(x) = k log 2 - log(inverse) + log(1 + r),   r = z inverse - 1,   |r| < 0.004.
//
// r is exact as a sum of two doubles. The entry at z = 1 has the inverse 1, so that the relative error
// stays as small near the zero of the logarithm.

typedef struct Logarithm
{
    double hi, lo;  ///< k log 2 - log(inverse); hi is a multiple of 2^-42, zero or larger than r
    double r, rest; ///< r + rest = z inverse - 1
} Logarithm;

#define FIRST_Z 0x3fe5f00000000000u // the bits of the smallest z: half a table step below 0.6875

/// The logarithm of the normal number with these bits, times 2^exponent.
static ALWAYS_INLINE Logarithm logarithmOf( uint64_t bits, int exponent )
{
    const LogData* data = &elementary_log;
    uint64_t above = bits - FIRST_Z;
    const LogEntry* entry = &data->entries[above >> 45 & ( LOG_TABLE - 1 )];
    double k = (double)( (int)( (int64_t)above >> 52 ) + exponent );
    uint64_t zBits = bits - ( above & 0xfffull << 52 );
    double z = doubleOf( zBits ), zHigh = doubleOf( zBits & ~0x7ffffffull );
    double a = zHigh * entry->inverse - 1.0, b = ( z - zHigh ) * entry->inverse, r = a + b;
    return ( Logarithm ){ k * data->ln2Hi + entry->hi, k * data->ln2Lo + entry->lo, r, ( a - r ) + b };
}

#define FRACTION_ROUNDER 0x1.8p19 // likewise rounds to a multiple of 2^-33

/// The logarithm to a relative error of 2^-67.
static ALWAYS_INLINE Pair longLogarithmOf( uint64_t bits, int exponent )
{
    Logarithm l = logarithmOf( bits, exponent );
    // r in two parts, of which the square of the first, and its sum with l.hi, are exact
    double r = l.r, rh = ( r + FRACTION_ROUNDER ) - FRACTION_ROUNDER, rl = ( r - rh ) + l.rest;
    double cubic = r * r * r * polynomial7( elementary_log.longLog, r );
    Pair first = sumOrdered( l.hi + rh, rl ), second = sumOrdered( first.hi, -0.5 * rh * rh );
    double lo = ( first.lo + second.lo ) + ( ( l.lo - rl * ( rh + 0.5 * rl ) ) + cubic );
    return sumOrdered( second.hi, lo );
}

/// Whether the number with these bits is positive and normal.
static ALWAYS_INLINE bool isOrdinary( uint64_t bits )
{
    return bits - 0x0010000000000000u < 0x7fe0000000000000u;
}

// ---------------------------------------------------------------------------------------------------- arrays

// Arrays are computed in blocks of eight numbers, with the arithmetic and bits of the function for one, but
// without branches, so that the compiler vectorizes: all ranges of a function are evaluated, and one is
// chosen. Long functions are cut into several loops, so that the processor can work on the whole block at
// once. A block with arguments that need more, which are rare, is left to the function for one.

#define LANES 8
#define EACH_LANE( i ) for ( int i = 0; i < LANES; ++i )

typedef double Unary( double x );
typedef double Binary( double x, double y );

/// Computes LANES numbers. The sign bit of the result is set if one of them is not to be used.
typedef uint64_t Block( const double* x, double* result );
typedef uint64_t Block2( const double* x, const double* y, double* result );

/// What one loop of a block leaves to the next
typedef struct Pairs
{
    double hi[LANES], lo[LANES];
} Pairs;

static ALWAYS_INLINE Pair pairIn( const Pairs* pairs, int lane )
{
    return ( Pair ){ pairs->hi[lane], pairs->lo[lane] };
}

static ALWAYS_INLINE void setPair( Pairs* pairs, int lane, Pair pair )
{
    pairs->hi[lane] = pair.hi;
    pairs->lo[lane] = pair.lo;
}

/// The sign bit tells whether a < b, for a, b >= 0; NaN is the largest. Integers need no branch.
static ALWAYS_INLINE uint64_t less( double a, double b ) { return bitsOf( a ) - bitsOf( b ); }

/// Likewise whether the number with these bits is not positive and normal.
static ALWAYS_INLINE uint64_t isNotOrdinary( uint64_t bits )
{
    return bits | ( bits - 0x0010000000000000u ) | ( 0x7fefffffffffffffu - bits );
}

static ALWAYS_INLINE void computeMany(
    Block* block, Unary* alone, const double* x, double* result, int count )
{
    int start = 0;
    for ( ; start + LANES <= count; start += LANES )
    {
        double in[LANES], out[LANES]; // result may be x
        memcpy( in, x + start, sizeof in );
        if ( block( in, out ) >> 63 == 0 ) { memcpy( result + start, out, sizeof out ); }
        else
        {
            for ( int i = start; i < start + LANES; ++i ) { result[i] = alone( x[i] ); }
        }
    }
    for ( ; start < count; ++start ) { result[start] = alone( x[start] ); }
}

/// Defines the function for arrays, from that for a block of them and that for one number.
#define MANY( name, block )                                       \
    void name##Many( const double* x, double* result, int count ) \
    {                                                             \
        computeMany( block, name, x, result, count );             \
    }

static ALWAYS_INLINE void computeMany2(
    Block2* block, Binary* alone, const double* x, const double* y, double* result, int count )
{
    int start = 0;
    for ( ; start + LANES <= count; start += LANES )
    {
        double in[LANES], in2[LANES], out[LANES];
        memcpy( in, x + start, sizeof in );
        memcpy( in2, y + start, sizeof in2 );
        if ( block( in, in2, out ) >> 63 == 0 ) { memcpy( result + start, out, sizeof out ); }
        else
        {
            for ( int i = start; i < start + LANES; ++i ) { result[i] = alone( x[i], y[i] ); }
        }
    }
    for ( ; start < count; ++start ) { result[start] = alone( x[start], y[start] ); }
}
