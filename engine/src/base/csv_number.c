// SPDX-License-Identifier: MIT
#include "slipstick/csv.h"

#include "slipstick/param.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Printing 17 digits and reading them back is most of the work of writing and reading a table. Between 1e-38 and 1e16
// printing is exact in 192-bit integers, because 5^55 fits into 128 bits; reading is exact in 128 bits for up to 19 digits
// and exponents to ±27: no tables of rounded powers, no error bounds. All other numbers go to the C library.

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
    if ( k <= LARGEST_WORD )
    {
        return s_powersOfFive[k];
    }
    if ( k <= 2 * LARGEST_WORD )
    {
        return (Uint128)FIVE_TO_27 * s_powersOfFive[k - LARGEST_WORD];
    }
    return (Uint128)FIVE_TO_27 * FIVE_TO_27 * 5u;
}

// The integer part of m 2^e 10^k, which must be below 2^64; `*rest` describes the fraction: 0 is zero, 1 less than a
// half, 2 a half, 3 more.
static uint64_t scaleByTen( uint64_t m, int e, int k, int* rest )
{
    Uint128 power = powerOfFive( k );
    Uint128 low = (Uint128)m * (uint64_t)power;
    Uint128 high = (Uint128)m * (uint64_t)( power >> 64 ) + ( low >> 64 );
    uint64_t word = (uint64_t)low;

    int shift = -( e + k );
    *rest = 0;
    if ( shift <= 0 )
    {
        return word << -shift;
    }

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
    if ( value < 1e-38 || value >= 1e16 )
    {
        return false;
    }

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
    static const char pairs[] = "0001020304050607080910111213141516171819"
                                "2021222324252627282930313233343536373839"
                                "4041424344454647484950515253545556575859"
                                "6061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
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
    while ( count > 1 && text[count - 1] == '0' )
    {
        --count;
    }
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
    if ( findDigits( value, &digits, &exponent ) == false )
    {
        return 0;
    }
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
        for ( int i = 0; i < whole; ++i )
        {
            *at++ = i < count ? spelled[i] : '0';
        }
        if ( count > whole )
        {
            *at++ = '.';
            memcpy( at, spelled + whole, (size_t)( count - whole ) );
            at += count - whole;
        }
    }
    return (int)( at - text );
}

static int countLeadingZeros( uint64_t value )
{
    return __builtin_clzll( value );
}

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
        if ( below > half || ( below == half && ( sticky || ( m & 1u ) ) ) )
        {
            m += 1;
        }
        e += cut;
    }
    uint64_t bits = (uint64_t)( 1023 + e ) << 52;
    double scale;
    memcpy( &scale, &bits, sizeof( scale ) );
    return (double)m * scale;
}

// digits × 10^exponent, correctly rounded. Returns false when that takes integers of more than 128 bits.
static bool composeNumber( uint64_t digits, int exponent, double* value )
{
    static const double tens[] = { 1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
        1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
    if ( digits == 0 )
    {
        *value = 0.0;
        return true;
    }
    if ( digits <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22 )
    {
        // Both factors are exact, so that the single operation is rounded correctly (Clinger 1990).
        *value = exponent < 0 ? (double)digits / tens[-exponent] : (double)digits * tens[exponent];
        return true;
    }
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

// Reads digits with at most one point and moves `*at` behind them: value = digits × 10^exponent. Returns false when there
// are none, or more than 19 that count.
static bool parseDigits( const char** at, const char* end, uint64_t* digits, int* exponent )
{
    int significant = 0, seen = 0;
    bool afterPoint = false;
    for ( ; *at < end; ++*at )
    {
        unsigned digit = (unsigned)( (unsigned char)**at ) - '0';
        if ( digit <= 9u )
        {
            // A twentieth digit might overflow.
            if ( significant == 19 )
            {
                return false;
            }
            *digits = 10u * *digits + digit;
            significant += *digits != 0;
            ++seen;
            *exponent -= afterPoint;
        }
        else if ( **at == '.' && afterPoint == false )
        {
            afterPoint = true;
        }
        else
        {
            break;
        }
    }
    return seen > 0 && seen <= 1000;
}

// Reads what follows an 'e': a sign and at most three digits.
static bool parseExponent( const char** at, const char* end, int* exponent )
{
    bool negative = *at < end && **at == '-';
    *at += *at < end && ( **at == '-' || **at == '+' );
    int power = 0, powerDigits = 0;
    for ( ; *at < end && **at >= '0' && **at <= '9' && powerDigits < 4; ++*at, ++powerDigits )
    {
        power = 10 * power + ( **at - '0' );
    }
    *exponent += negative ? -power : power;
    return powerDigits > 0 && powerDigits < 4;
}

// Reads a number of at most 19 digits with a short exponent. Returns false for all other text, which may still be a
// number: the C library decides.
static bool parseFast( const char* text, size_t length, double* value )
{
    const char* at = text;
    const char* end = text + length;
    bool negative = at < end && *at == '-';
    at += at < end && ( *at == '-' || *at == '+' );

    uint64_t digits = 0;
    int exponent = 0;
    if ( parseDigits( &at, end, &digits, &exponent ) == false )
    {
        return false;
    }
    if ( at < end && ( *at == 'e' || *at == 'E' ) )
    {
        ++at;
        if ( parseExponent( &at, end, &exponent ) == false )
        {
            return false;
        }
    }
    if ( at != end || composeNumber( digits, exponent, value ) == false )
    {
        return false;
    }
    *value = negative ? -*value : *value;
    return true;
}

#else

static int formatFast( double value, char* text )
{
    (void)value;
    (void)text;
    return 0;
}

static bool parseFast( const char* text, size_t length, double* value )
{
    (void)text;
    (void)length;
    (void)value;
    return false;
}

#endif

int ssSpellNumber( double value, char* text )
{
    SS_ASSERT( isfinite( value ) );
    int length = formatFast( value, text );
    if ( length > 0 )
    {
        return length;
    }
    length = snprintf( text, SS_NUMBER_MAX, "%.17g", value );
    char* comma = memchr( text, ',', (size_t)length ); // of the locale
    *( comma != NULL ? comma : text ) = comma != NULL ? '.' : text[0];
    return length;
}

bool ssParseNumberSpan( const char* text, size_t length, double* value )
{
    if ( parseFast( text, length, value ) )
    {
        return true;
    }
    // No sensible number has this many digits.
    char copy[1024];
    if ( length >= sizeof( copy ) || memchr( text, 0, length ) != NULL )
    {
        return false;
    }
    memcpy( copy, text, length );
    copy[length] = 0;
    return ssParseNumber( copy, value );
}
