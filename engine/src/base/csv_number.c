// SPDX-License-Identifier: MIT
#include "base/inline.h"
#include "base/number_scan.h"
#include "slipstick/advanced/csv.h"
#include "slipstick/param.h"

#include <stdio.h>
#include <string.h>

// Printing 17 digits and reading them back is most of the work of writing and reading a table. Between 1e-38
// and 1e16 printing is exact in 192-bit integers, because 5^55 fits into 128 bits. Up to 19 digits are read
// with powers of five cut off after 128 bits; where the part that was cut off might decide the rounding, an
// exact division does (exponents to ±27). All other numbers go to the C library.

#if defined( __SIZEOF_INT128__ )

__extension__ typedef unsigned __int128 Uint128;

#define LARGEST_WORD 27 // 5^27 < 2^64

static const uint64_t s_tenTo16 = 10000000000000000u;
static const uint64_t s_tenTo17 = 100000000000000000u;

#define FIVE_TO_27 7450580596923828125u

static const uint64_t s_powersOfFive[LARGEST_WORD + 1] = { 1u, 5u, 25u, 125u, 625u, 3125u, 15625u, 78125u,
    390625u, 1953125u, 9765625u, 48828125u, 244140625u, 1220703125u, 6103515625u, 30517578125u, 152587890625u,
    762939453125u, 3814697265625u, 19073486328125u, 95367431640625u, 476837158203125u, 2384185791015625u,
    11920928955078125u, 59604644775390625u, 298023223876953125u, 1490116119384765625u, FIVE_TO_27 };

// 5^k for 0 <= k <= 55, the largest power below 2^128.
static Uint128 powerOfFive( int k )
{
    if ( k <= LARGEST_WORD ) { return s_powersOfFive[k]; }
    if ( k <= 2 * LARGEST_WORD ) { return (Uint128)FIVE_TO_27 * s_powersOfFive[k - LARGEST_WORD]; }
    return (Uint128)FIVE_TO_27 * FIVE_TO_27 * 5u;
}

// The integer part of m 2^e 10^k < 2^64; the fraction `*rest` is 0: zero, 1: < 1/2, 2: 1/2, 3: > 1/2.
static uint64_t scaleByTen( uint64_t m, int e, int k, int* rest )
{
    Uint128 power = powerOfFive( k );
    Uint128 low = (Uint128)m * (uint64_t)power;
    Uint128 high = (Uint128)m * (uint64_t)( power >> 64 ) + ( low >> 64 );
    uint64_t word = (uint64_t)low;

    int shift = -( e + k );
    *rest = 0;
    if ( shift <= 0 ) { return word << -shift; }

    // `round` is the highest bit of the fraction, `sticky` whether any bit below it is set.
    bool round, sticky;
    uint64_t whole;
    if ( shift < 64 )
    {
        whole = (uint64_t)( high << ( 64 - shift ) ) | ( word >> shift );
        round = ( word >> ( shift - 1 ) ) & 1u;
        sticky = ( word & ( ( (uint64_t)1 << ( shift - 1 ) ) - 1u ) ) != 0;
    }
    else if ( shift == 64 )
    {
        whole = (uint64_t)high;
        round = word >> 63;
        sticky = ( word << 1 ) != 0;
    }
    else
    {
        int cut = shift - 64;
        whole = (uint64_t)( high >> cut );
        round = (bool)( ( high >> ( cut - 1 ) ) & 1u );
        sticky = word != 0 || ( high & ( ( (Uint128)1 << ( cut - 1 ) ) - 1u ) ) != 0;
    }
    *rest = round ? ( sticky ? 3 : 2 ) : ( sticky ? 1 : 0 );
    return whole;
}

// The 17 digits of value = digits × 10^( exponent - 16 ), rounded to nearest, halves to even, as printf does.
static bool findDigits( double value, uint64_t* digits, int* exponent )
{
    uint64_t bits;
    memcpy( &bits, &value, sizeof( bits ) );
    int biased = (int)( ( bits >> 52 ) & 0x7ff );
    uint64_t m = ( bits & ( ( (uint64_t)1 << 52 ) - 1u ) ) | (uint64_t)1 << 52;
    int e = biased - 1075;
    if ( value < 1e-38 || value >= 1e16 ) { return false; }

    // floor( log10( 2^(e+52) ) ) is the decimal exponent or one less than it.
    int decimal = (int)floor( ( e + 52 ) * 0.30102999566398120 );
    int rest = 0;
    uint64_t whole = scaleByTen( m, e, 16 - decimal, &rest );
    if ( whole >= s_tenTo17 )
    {
        decimal += 1;
        whole = scaleByTen( m, e, 16 - decimal, &rest );
    }
    whole += rest == 3 || ( rest == 2 && ( whole & 1u ) ) ? 1u : 0u;
    if ( whole == s_tenTo17 )
    {
        whole = s_tenTo16;
        decimal += 1;
    }
    *digits = whole;
    *exponent = decimal;
    return true;
}

// Writes the 17 digits and returns their number without trailing zeros.
static int spellDigits( uint64_t digits, char* text )
{
    static const char pairs[] = "0001020304050607080910111213141516171819202122232425262728293031323334353637"
                                "3839404142434445464748495051525354555657585960616263646566676869707172737475"
                                "767778798081828384858687888990919293949596979899";
    uint32_t low = (uint32_t)( digits % 100000000u );
    uint64_t upper = digits / 100000000u;
    uint32_t middle = (uint32_t)( upper % 100000000u );
    text[0] = (char)( '0' + upper / 100000000u );
    for ( int i = 3; i >= 0; --i )
    {
        memcpy( text + 1 + 2 * i, pairs + 2 * ( middle % 100u ), 2 );
        memcpy( text + 9 + 2 * i, pairs + 2 * ( low % 100u ), 2 );
        middle /= 100u;
        low /= 100u;
    }
    int count = 17;
    while ( count > 1 && text[count - 1] == '0' ) { --count; }
    return count;
}

static int formatFast( double value, char* text )
{
    uint64_t digits = 0;
    int exponent = 0;
    char* at = text;
    if ( signbit( value ) )
    {
        *at++ = '-';
        value = -value;
    }
    if ( value == 0.0 )
    {
        *at++ = '0';
        return (int)( at - text );
    }
    if ( findDigits( value, &digits, &exponent ) == false ) { return 0; }
    char spelled[17];
    int count = spellDigits( digits, spelled );
    if ( exponent < -4 || exponent >= 17 )
    {
        *at++ = spelled[0];
        if ( count > 1 )
        {
            *at++ = '.';
            memcpy( at, spelled + 1, (size_t)count - 1 );
            at += count - 1;
        }
        *at++ = 'e';
        *at++ = exponent < 0 ? '-' : '+';
        int size = exponent < 0 ? -exponent : exponent;
        *at++ = (char)( '0' + size / 10 );
        *at++ = (char)( '0' + size % 10 );
    }
    else if ( exponent < 0 )
    {
        memcpy( at, "0.000", 5 );
        at += 1 - exponent;
        memcpy( at, spelled, (size_t)count );
        at += count;
    }
    else
    {
        int whole = exponent + 1;
        for ( int i = 0; i < whole; ++i ) { *at++ = i < count ? spelled[i] : '0'; }
        if ( count > whole )
        {
            *at++ = '.';
            memcpy( at, spelled + whole, (size_t)( count - whole ) );
            at += count - whole;
        }
    }
    return (int)( at - text );
}

static int countLeadingZeros( uint64_t value ) { return __builtin_clzll( value ); }

// value 2^e rounded to 53 bits, for a normal result; `sticky` is set when bits below `value` were lost.
static double assemble( Uint128 value, bool sticky, int e )
{
    uint64_t high = (uint64_t)( value >> 64 );
    int length = high != 0 ? 128 - countLeadingZeros( high ) : 64 - countLeadingZeros( (uint64_t)value );
    int cut = length - 53;
    uint64_t m = (uint64_t)value;
    if ( cut > 0 )
    {
        m = (uint64_t)( value >> cut );
        Uint128 below = value & ( ( (Uint128)1 << cut ) - 1u );
        Uint128 half = (Uint128)1 << ( cut - 1 );
        if ( below > half || ( below == half && ( sticky || ( m & 1u ) ) ) ) { m += 1; }
        e += cut;
    }
    uint64_t bits = (uint64_t)( 1023 + e ) << 52;
    double scale;
    memcpy( &scale, &bits, sizeof( scale ) );
    return (double)m * scale;
}

// 5^(28 k) for k = -12 … 11, cut off after 128 bits, of which the first is 1.
#define COARSE_STEP 28
#define COARSE_FIRST ( -12 )
static const uint64_t s_coarse[][2] = { { 0xe3e27a444d8d98b7u, 0xfd1b1b2308169b25u },
    { 0xe61acf033d1a45dfu, 0x6fb92487298e33bdu }, { 0xe858ad248f5c22c9u, 0xd1b3400f8f9cff68u },
    { 0xea9c227723ee8bcbu, 0x465e15a979c1cadcu }, { 0xece53cec4a314ebdu, 0xa4f8bf5635246428u },
    { 0xef340a98172aace4u, 0x86fb897116c87c34u }, { 0xf18899b1bc3f8ca1u, 0xdc44e6c3cb279ac1u },
    { 0xf3e2f893dec3f126u, 0x5a89dba3c3efccfau }, { 0xf64335bcf065d37du, 0x4d4617b5ff4a16d5u },
    { 0xf8a95fcf88747d94u, 0x75a44c6397ce912au }, { 0xfb158592be068d2eu, 0xeed6e2f0f0d56712u },
    { 0xfd87b5f28300ca0du, 0x8bca9d6e188853fcu }, { 0x8000000000000000u, 0x0000000000000000u },
    { 0x813f3978f8940984u, 0x4000000000000000u }, { 0x82818f1281ed449fu, 0xbff8f10e7a8921a4u },
    { 0x83c7088e1aab65dbu, 0x792667c6da79e0fau }, { 0x850fadc09923329eu, 0x03e2cf6bc604ddb0u },
    { 0x865b86925b9bc5c2u, 0x0b8a2392ba45a9b2u }, { 0x87aa9aff79042286u, 0x90fb44d2f05d0842u },
    { 0x88fcf317f22241e2u, 0x441fece3bdf81f03u }, { 0x8a5296ffe33cc92fu, 0x82bd6b70d99aaa6fu },
    { 0x8bab8eefb6409c1au, 0x1ad089b6c2f7548eu }, { 0x8d07e33455637eb2u, 0xdb0b487b6423e1e8u },
    { 0x8e679c2f5e44ff8fu, 0x570f09eaa7ea7648u } };

// The upper 128 bits of a × b, where a has 128 bits and b has 64.
static Uint128 upperProduct( Uint128 a, uint64_t b )
{
    return (Uint128)(uint64_t)( a >> 64 ) * b + ( ( (Uint128)(uint64_t)a * b ) >> 64 );
}

// digits × 10^exponent, digits > 0. False: 128 bits do not decide the rounding, or not a normal number.
static bool composeByPower( uint64_t digits, int exponent, double* value )
{
    int row = exponent >= 0 ? exponent / COARSE_STEP : -( ( COARSE_STEP - 1 - exponent ) / COARSE_STEP );
    if ( row < COARSE_FIRST || row >= COARSE_FIRST + SS_COUNT( s_coarse ) ) { return false; }
    const uint64_t* coarse = s_coarse[row - COARSE_FIRST];
    uint64_t fine = s_powersOfFive[exponent - COARSE_STEP * row];
    int up = countLeadingZeros( digits ), down = countLeadingZeros( fine );
    Uint128 power = upperProduct( (Uint128)coarse[0] << 64 | coarse[1], fine << down );
    // Both factors of `power` were cut off: it lacks < 2 of its last place, the product < 3.
    Uint128 product = upperProduct( power, digits << up );
    uint64_t high = (uint64_t)( product >> 64 ), low = (uint64_t)product;
    int cut = 11 - countLeadingZeros( high );
    uint64_t m = high >> cut, half = (uint64_t)1 << ( cut - 1 ), below = high & ( 2u * half - 1u );
    if ( low > UINT64_MAX - 3u || ( below == half && low == 0 ) ) { return false; }
    m += below >= half ? 1u : 0u;
    // floor( 28 row log2 5 ), exact for all rows
    int log = ( COARSE_STEP * row * 152170 ) >> 16;
    int biased = 65 + log + exponent - up - down + cut + 1074;
    if ( biased < 1 || biased > 2044 ) { return false; }
    uint64_t bits =
        ( (uint64_t)biased << 52 ) + m; // the leading 1 of m, or its carry, completes the exponent
    memcpy( value, &bits, sizeof( bits ) );
    return true;
}

// Powers of ten that are exact.
static const double s_tens[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
    1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };

// 1 / 5^k for k = 1 … 28, cut off after 64 bits, of which the first is 1.
static const uint64_t s_reciprocals[] = { 0xccccccccccccccccu, 0xa3d70a3d70a3d70au, 0x83126e978d4fdf3bu,
    0xd1b71758e219652bu, 0xa7c5ac471b478423u, 0x8637bd05af6c69b5u, 0xd6bf94d5e57a42bcu, 0xabcc77118461cefcu,
    0x89705f4136b4a597u, 0xdbe6fecebdedd5beu, 0xafebff0bcb24aafeu, 0x8cbccc096f5088cbu, 0xe12e13424bb40e13u,
    0xb424dc35095cd80fu, 0x901d7cf73ab0acd9u, 0xe69594bec44de15bu, 0xb877aa3236a4b449u, 0x9392ee8e921d5d07u,
    0xec1e4a7db69561a5u, 0xbce5086492111aeau, 0x971da05074da7beeu, 0xf1c90080baf72cb1u, 0xc16d9a0095928a27u,
    0x9abe14cd44753b52u, 0xf79687aed3eec551u, 0xc612062576589ddau, 0x9e74d1b791e07e48u, 0xfd87b5f28300ca0du };

// The bits of digits × 10^exponent, exponent -28 … -1, from 64 bits of the power; 0: these do not decide.
static ALWAYS_INLINE uint64_t composeQuickly( uint64_t digits, int exponent )
{
    int up = countLeadingZeros( digits );
    uint64_t high = (uint64_t)( ( (Uint128)( digits << up ) * s_reciprocals[-exponent - 1] ) >> 64 );
    int lost = countLeadingZeros( high ); // 0 to 2
    high <<= lost;
    // It lacks less than 2 × 2^lost of its last place: at most 8. The last 11 bits are rounded.
    if ( ( high & 2047u ) - 1016u <= 8u ) { return 0; }
    // floor( exponent log2 10 ), exact here; the leading 1 of the mantissa, or its carry, completes it
    int biased = ( ( exponent * 217706 ) >> 16 ) - up - lost + 1 + 11 + 1074;
    return ( (uint64_t)biased << 52 ) + ( high >> 11 ) + ( ( high >> 10 ) & 1u );
}

// digits × 10^exponent, correctly rounded. Returns false when that takes integers of more than 128 bits.
static bool composeNumber( uint64_t digits, int exponent, double* value )
{
    if ( digits == 0 )
    {
        *value = 0.0;
        return true;
    }
    if ( digits <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22 )
    {
        // Both factors are exact, so that the single operation is rounded correctly (Clinger 1990).
        *value = exponent < 0 ? (double)digits / s_tens[-exponent] : (double)digits * s_tens[exponent];
        return true;
    }
    uint64_t bits =
        exponent < 0 && exponent >= -SS_COUNT( s_reciprocals ) ? composeQuickly( digits, exponent ) : 0;
    if ( bits != 0 )
    {
        memcpy( value, &bits, sizeof( bits ) );
        return true;
    }
    if ( composeByPower( digits, exponent, value ) ) { return true; }
    if ( exponent >= 0 && exponent <= LARGEST_WORD )
    {
        *value = assemble( (Uint128)digits * s_powersOfFive[exponent], false, exponent );
        return true;
    }
    if ( exponent < 0 && exponent >= -LARGEST_WORD )
    {
        // With both normalised to 64 bits the quotient has at least 62 bits, more than 53 and a rounding bit.
        uint64_t divisor = s_powersOfFive[-exponent];
        int up = countLeadingZeros( digits ), down = countLeadingZeros( divisor );
        Uint128 dividend = (Uint128)( digits << up ) << 63;
        uint64_t normal = divisor << down;
        Uint128 quotient = dividend / normal;
        bool sticky = quotient * normal != dividend;
        *value = assemble( quotient, sticky, exponent - 63 - up + down );
        return true;
    }
    return false;
}

// Reads an 'e' and what follows it, a sign and at most three digits, and moves `*at` behind them.
static ALWAYS_INLINE bool parseExponent( const char** at, const char* end, int* exponent )
{
    const char* begin = *at + 1;
    bool negative = begin < end && *begin == '-';
    begin += begin < end && ( *begin == '-' || *begin == '+' );
    const char* digit = begin;
    int power = 0;
    for ( ; digit < end && *digit >= '0' && *digit <= '9' && digit - begin < 4; ++digit )
    {
        power = 10 * power + ( *digit - '0' );
    }
    *exponent += negative ? -power : power;
    *at = digit;
    return digit > begin && digit - begin < 4;
}

// More than 19 digits are too many unless the first ones are zeros.
static NEVER_INLINE bool countsTooMany( const char* begin, ptrdiff_t count )
{
    for ( ; count > 19 && ( *begin == '0' || *begin == '.' ); ++begin ) { count -= *begin == '0'; }
    return count > 19;
}

// Appends the digits at `at` to `*digits`, which overflows beyond 19, and returns where they end.
static ALWAYS_INLINE const char* takeDigits( const char* at, const char* end, uint64_t* digits )
{
    for ( ; at < end && (unsigned)( (unsigned char)*at ) - '0' <= 9u; ++at )
    {
        *digits = 10u * *digits + (unsigned)( (unsigned char)*at - '0' );
    }
    return at;
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

// The number that eight digits spell; each is a byte from 0 to 9, the first one the lowest.
static ALWAYS_INLINE uint64_t joinEight( uint64_t word )
{
    // Ones and tens are added, then hundreds, then the two halves.
    word = word * 10u + ( word >> 8 );
    uint64_t even = ( word & 0x000000ff000000ffu ) * 0x000f424000000064u;
    uint64_t odd = ( ( word >> 16 ) & 0x000000ff000000ffu ) * 0x0000271000000001u;
    return ( even + odd ) >> 32;
}

/// Eight digits as joinEight takes them, and which bytes are none: their highest bit is set.
typedef struct Eight
{
    uint64_t word, others;
} Eight;

static ALWAYS_INLINE Eight loadEight( const char* text )
{
    Eight eight;
    memcpy( &eight.word, text, sizeof( eight.word ) );
    eight.word ^= 0x3030303030303030u;
    // More than 9 reaches the highest bit; adding to the lower seven bits carries nothing over.
    eight.others =
        ( ( ( eight.word & 0x7f7f7f7f7f7f7f7fu ) + 0x7676767676767676u ) | eight.word ) & 0x8080808080808080u;
    return eight;
}

// Appends the digits before the first byte that is none, of which there is one.
static ALWAYS_INLINE const char* takeRest( const char* at, Eight eight, uint64_t* digits )
{
    static const uint64_t tens[] = { 1u, 10u, 100u, 1000u, 10000u, 100000u, 1000000u, 10000000u };
    int count = __builtin_ctzll( eight.others ) / 8;
    // Zeros fill the word from the front; two shifts, because one by 64 is none.
    *digits = *digits * tens[count] + joinEight( eight.word << 8 << ( 56 - 8 * count ) );
    return at + count;
}

// takeDigits, eight at a time; branches let the processor go on before it knows where the digits end.
static ALWAYS_INLINE const char* takeManyDigits( const char* at, const char* end, uint64_t* digits )
{
    while ( end - at >= 8 )
    {
        Eight eight = loadEight( at );
        if ( eight.others != 0 ) { return takeRest( at, eight, digits ); }
        *digits = *digits * 100000000u + joinEight( eight.word );
        at += 8;
    }
    return takeDigits( at, end, digits );
}

#define PLAIN_ROOM 64 // [bytes] scanPlain looks at less

// The digits behind a point: sixteen or eight at once, then one by one as long as `most` allows.
static ALWAYS_INLINE const char* takeFraction( const char* at, const char* most, uint64_t* digits )
{
    Eight first = loadEight( at ), second = loadEight( at + 8 );
    if ( first.others == 0 )
    {
        uint64_t joined = joinEight( first.word );
        bool both = second.others == 0;
        *digits = both ? *digits * 10000000000000000u + joined * 100000000u + joinEight( second.word )
                       : *digits * 100000000u + joined;
        at += both ? 16 : 8;
    }
    for ( unsigned digit; ( digit = (unsigned)( (unsigned char)*at ) - '0' ) <= 9u && at < most; ++at )
    {
        *digits = 10u * *digits + digit;
    }
    return at;
}

// A number with PLAIN_ROOM readable bytes; NULL: no delimiter behind it, or a case for numberScan.
static ALWAYS_INLINE const char* scanPlain( const char* at, char delimiter, double* value )
{
    uint64_t negative = *at == '-';
    at += negative;
    const char* begin = at;
    uint64_t digits = 0;
    for ( unsigned digit; ( digit = (unsigned)( (unsigned char)*at ) - '0' ) <= 9u && at - begin < 20; ++at )
    {
        digits = 10u * digits + digit;
    }
    ptrdiff_t count = at - begin;
    int exponent = 0;
    if ( *at == '.' )
    {
        const char* point = at + 1;
        at = takeFraction( point, begin + 28, &digits );
        exponent = (int)( point - at );
        count -= exponent;
    }
    if ( *at == 'e' && !parseExponent( &at, at + 6, &exponent ) ) { return NULL; }
    if ( *at != delimiter || count == 0 || ( count > 19 && countsTooMany( begin, count ) ) ) { return NULL; }
    uint64_t bits = 0;
    if ( digits <= (uint64_t)1 << 53 && exponent <= 0 && exponent >= -22 )
    {
        double size = (double)digits / s_tens[-exponent]; // both are exact
        memcpy( &bits, &size, sizeof( bits ) );
    }
    else if ( exponent >= 0 || exponent < -SS_COUNT( s_reciprocals ) || digits == 0 ||
        ( bits = composeQuickly( digits, exponent ) ) == 0 )
    {
        return NULL;
    }
    bits |= negative << 63;
    memcpy( value, &bits, sizeof( bits ) );
    return at;
}

#else

#define takeManyDigits takeDigits
#define PLAIN_ROOM 0
#define scanPlain( at, delimiter, value ) NULL

#endif

// Numbers of at most 19 digits with a short exponent.
const char* numberScan( const char* text, const char* end, double* value )
{
    bool negative = text < end && *text == '-';
    const char* begin = text + ( text < end && ( *text == '-' || *text == '+' ) );
    uint64_t digits = 0;
    const char *whole = takeDigits( begin, end, &digits ), *at = whole;
    ptrdiff_t fraction = 0;
    if ( whole < end && *whole == '.' )
    {
        at = takeManyDigits( whole + 1, end, &digits );
        fraction = at - whole - 1;
    }
    ptrdiff_t count = whole - begin + fraction;
    if ( count == 0 || count > 1000 || ( count > 19 && countsTooMany( begin, count ) ) ) { return NULL; }
    int exponent = (int)-fraction;
    if ( at < end && ( *at == 'e' || *at == 'E' ) && !parseExponent( &at, end, &exponent ) ) { return NULL; }
    double size;
    if ( !composeNumber( digits, exponent, &size ) ) { return NULL; }
    *value = negative ? -size : size;
    return at;
}

int numberScanRow(
    const char** text, const char* end, char delimiter, double* const* columns, int count, int row )
{
    const char* at = *text;
    int done = 0;
    for ( ; done < count && columns[done] != NULL; ++done )
    {
        char last = done + 1 < count ? delimiter : '\n';
        double* number = columns[done] + row;
        // Half of the numbers of a log have one digit: they are zero, or numbers of bodies.
        unsigned digit = at < end ? (unsigned)( (unsigned char)*at ) - '0' : 10u;
        if ( digit <= 9u && end - at >= 2 && at[1] == last )
        {
            *number = digit;
            at += 2;
            continue;
        }
        const char* stop = end - at >= PLAIN_ROOM ? scanPlain( at, last, number ) : NULL;
        stop = stop != NULL ? stop : numberScan( at, end, number );
        if ( stop == NULL || stop == end || *stop != last ) { break; }
        at = stop + 1;
    }
    *text = at;
    return done;
}

#else

static int formatFast( double value, char* text )
{
    (void)value;
    (void)text;
    return 0;
}

const char* numberScan( const char* text, const char* end, double* value )
{
    (void)text;
    (void)end;
    (void)value;
    return NULL;
}

int numberScanRow(
    const char** text, const char* end, char delimiter, double* const* columns, int count, int row )
{
    (void)text;
    (void)end;
    (void)delimiter;
    (void)columns;
    (void)count;
    (void)row;
    return 0;
}

#endif

int ssSpellNumber( double value, char* text )
{
    SS_ASSERT( isfinite( value ) );
    int length = formatFast( value, text );
    if ( length > 0 ) { return length; }
    length = snprintf( text, SS_NUMBER_MAX, "%.17g", value );
    char* comma = memchr( text, ',', (size_t)length ); // of the locale
    *( comma != NULL ? comma : text ) = comma != NULL ? '.' : text[0];
    return length;
}

bool ssParseNumberSpan( const char* text, size_t length, double* value )
{
    if ( numberScan( text, text + length, value ) == text + length ) { return true; }
    // No sensible number has this many digits.
    char copy[1024];
    if ( length >= sizeof( copy ) || memchr( text, 0, length ) != NULL ) { return false; }
    memcpy( copy, text, length );
    copy[length] = 0;
    return ssParseNumber( copy, value );
}
