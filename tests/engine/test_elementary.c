// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/elementary_many.h"
#include "slipstick/vecmath.h"

#if defined( TEST_MPFR )
#include <mpfr.h>
#endif

// The elementary functions of the engine are within 1 ulp of the exact value, everywhere. The exact value
// comes from MPFR, which computes it to any number of digits, for random arguments; and, on machines without
// MPFR too, from a file of arguments chosen to be hard, whose values mpmath has computed.

typedef double Unary( double x );
typedef double Binary( double x, double y );
typedef void UnaryMany( const double* x, double* result, int count );
typedef void BinaryMany( const double* x, const double* y, double* result, int count );

static double sineOfBoth( double x )
{
    double sine, cosine;
    ssSinCos( x, &sine, &cosine );
    return sine;
}

static double cosineOfBoth( double x )
{
    double sine, cosine;
    ssSinCos( x, &sine, &cosine );
    return cosine;
}

/// With an interval of arguments, and numbers near which the function or the method changes.
typedef struct Function
{
    const char* name;
    Unary* one;
    Binary* two;
    UnaryMany* many;
    BinaryMany* many2;
    double low, high;
    double near[6];
} Function;

static const Function functions[] = {
    { "exp", ssExp, NULL, ssExpMany, NULL, -746.0, 710.0, { 709.78, -708.4, -745.1, 0x1p-20, 1.0, 708.0 } },
    { "exp2", ssExp2, NULL, ssExp2Many, NULL, -1075.0, 1024.0,
        { 1.0, -1022.0, -1074.0, 1023.9, 0x1p-20, -0.5 } },
    { "expm1", ssExpm1, NULL, ssExpm1Many, NULL, -40.0, 50.0, { 0.125, -0.125, 1e-5, -1e-9, -37.0, 60.0 } },
    { "log", ssLog, NULL, ssLogMany, NULL, 0.0, 4.0, { 1.0, 0.6875, 1.375, 0.9980, 1.0039, 0x1p-1022 } },
    { "log10", ssLog10, NULL, ssLog10Many, NULL, 0.0, 20.0, { 1.0, 10.0, 1000.0, 1e22, 0.1, 0x1p-1022 } },
    { "log1p", ssLog1p, NULL, ssLog1pMany, NULL, -1.0, 3.0,
        { -1.0, 1e-3, -1e-8, 0x1p-53, -0x1p-53, 0x1p-52 } },
    { "sin", ssSin, NULL, ssSinMany, NULL, -10.0, 10.0,
        { SS_PI, 0.5 * SS_PI, 0.25 * SS_PI, 355.0, 0x1p20, 1e22 } },
    { "cos", ssCos, NULL, ssCosMany, NULL, -10.0, 10.0,
        { SS_PI, 0.5 * SS_PI, 0.25 * SS_PI, 11.0, 0x1p20, 1e22 } },
    { "tan", ssTan, NULL, ssTanMany, NULL, -10.0, 10.0,
        { SS_PI, 0.5 * SS_PI, 0.25 * SS_PI, 11.0, 0x1p20, 1e22 } },
    { "asin", ssAsin, NULL, ssAsinMany, NULL, -1.0, 1.0, { 1.0, -1.0, 0.5, 0.70710678, 0.125, 1e-6 } },
    { "atan", ssAtan, NULL, ssAtanMany, NULL, -4.0, 4.0, { 1.0, 0.125, 8.0, -8.0, 1e-6, 0x1p60 } },
    { "tanh", ssTanh, NULL, ssTanhMany, NULL, -4.0, 22.0, { 0.25, -0.25, 1e-6, 19.0, 0.5, 22.0 } },
    { "asinh", ssAsinh, NULL, ssAsinhMany, NULL, -4.0, 4.0, { 0.25, -0.25, 1e-6, 0x1p30, 1.0, 100.0 } },
    { "atanh", ssAtanh, NULL, ssAtanhMany, NULL, -1.0, 1.0, { 0.25, -0.25, 1e-6, 1.0, -1.0, 0.5 } },
    { "cbrt", ssCbrt, NULL, ssCbrtMany, NULL, -8.0, 8.0, { 1.0, 8.0, 2.0, 4.0, 27.0, 0x1p-1022 } },
    { "pow", NULL, ssPow, NULL, ssPowMany, 0.0, 30.0, { 1.0, 2.0, 0.5, 10.0, 1e-3, 0x1p-1022 } },
    { "atan2", NULL, ssAtan2, NULL, ssAtan2Many, -4.0, 4.0, { 1.0, -1.0, 0.125, 8.0, 1e-6, 0x1p500 } },
    { "hypot", NULL, ssHypot, NULL, ssHypotMany, -4.0, 4.0,
        { 1.0, -1.0, 1e-6, 0x1p500, 0x1p-450, 0x1p-1022 } },
};

/// The bits are equal, or both are NaN.
static bool same( double a, double b )
{
    return ( isnan( a ) && isnan( b ) ) || memcmp( &a, &b, sizeof a ) == 0;
}

static double fromBits( uint64_t bits )
{
    double x;
    memcpy( &x, &bits, sizeof x );
    return x;
}

/// Evenly in the interval, of any exponent, close to one of the numbers, or close to a multiple of pi/2.
static double drawArgument( testRng* rng, const Function* s )
{
    uint64_t bits = testRandom( rng );
    double u = testUniform( rng, 0.0, 1.0 );
    switch ( bits & 7 )
    {
        case 0:
        case 1:
        case 2: return s->low + ( s->high - s->low ) * u;
        case 3: return fromBits( testRandom( rng ) );
        case 4: return ldexp( u - 0.5, (int)( bits >> 8 & 31 ) - 24 );
        case 5: return floor( ldexp( u, (int)( bits >> 8 & 31 ) ) ) * ( 0.5 * SS_PI );
        default:
            return s->near[( bits >> 3 & 31 ) % 6] * ( 1.0 + ldexp( u - 0.5, -(int)( ( bits >> 8 ) % 53 ) ) );
    }
}

// ------------------------------------------------------------------------------------- the file of arguments

/// The distance of `value` from hi + lo, in units of the last place of that sum.
static double ulpsBetween( double value, double hi, double lo )
{
    int exponent;
    frexp( hi, &exponent );
    exponent = exponent < -1021 ? -1021 : exponent;
    return fabs( ldexp( value - hi, 53 - exponent ) - ldexp( lo, 53 - exponent ) );
}

TEST everyFunctionIsWithinOneUlpOfTheTable( void )
{
    FILE* file = fopen( testData( "elementary.csv" ), "r" );
    ASSERTm( "cannot read elementary.csv", file != NULL );
    char line[256], name[16];
    double x, y, hi, lo, worst[SS_COUNT( functions )] = { 0.0 };
    int rows[SS_COUNT( functions )] = { 0 };
    while ( fgets( line, sizeof( line ), file ) != NULL )
    {
        if ( sscanf( line, "%15[a-z0-9],%la,%la,%la,%la", name, &x, &y, &hi, &lo ) != 5 ) { continue; }
        for ( int i = 0; i < SS_COUNT( functions ); ++i )
        {
            if ( strcmp( functions[i].name, name ) == 0 )
            {
                double value = functions[i].one != NULL ? functions[i].one( x ) : functions[i].two( x, y );
                worst[i] = fmax( worst[i], ulpsBetween( value, hi, lo ) );
                rows[i] += 1;
            }
        }
    }
    fclose( file );
    for ( int i = 0; i < SS_COUNT( functions ); ++i )
    {
        ASSERTm( functions[i].name, rows[i] >= 20 );
        ASSERTm( functions[i].name, worst[i] <= 1.0 );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------------ MPFR

#if defined( TEST_MPFR )

typedef int Exact( mpfr_t, const mpfr_t, mpfr_rnd_t );
typedef int Exact2( mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t );

static const struct
{
    Exact* one;
    Exact2* two;
} exacts[SS_COUNT( functions )] = {
    { mpfr_exp, NULL },
    { mpfr_exp2, NULL },
    { mpfr_expm1, NULL },
    { mpfr_log, NULL },
    { mpfr_log10, NULL },
    { mpfr_log1p, NULL },
    { mpfr_sin, NULL },
    { mpfr_cos, NULL },
    { mpfr_tan, NULL },
    { mpfr_asin, NULL },
    { mpfr_atan, NULL },
    { mpfr_tanh, NULL },
    { mpfr_asinh, NULL },
    { mpfr_atanh, NULL },
    { mpfr_cbrt, NULL },
    { NULL, mpfr_pow },
    { NULL, mpfr_atan2 },
    { NULL, mpfr_hypot },
};

static mpfr_t exactX, exactY, exactValue;

static double ulpsFromExact( double value )
{
    if ( mpfr_nan_p( exactValue ) ) { return isnan( value ) ? 0.0 : HUGE_VAL; }
    double nearest = mpfr_get_d( exactValue, MPFR_RNDN );
    if ( isinf( value ) || isinf( nearest ) || isnan( value ) )
    {
        // The largest number and infinity are neighbours.
        return value == nearest                                                                    ? 0.0
            : fabs( value ) >= 0x1.fffffffffffffp1023 && fabs( nearest ) >= 0x1.fffffffffffffp1023 ? 1.0
                                                                                                   : HUGE_VAL;
    }
    long exponent = nearest == 0.0 ? -1021 : (long)mpfr_get_exp( exactValue );
    exponent = exponent < -1021 ? -1021 : exponent;
    mpfr_sub_d( exactX, exactValue, value, MPFR_RNDN );
    mpfr_mul_2si( exactX, exactX, 53 - exponent, MPFR_RNDN );
    return fabs( mpfr_get_d( exactX, MPFR_RNDN ) );
}

/// The largest error of a function in ulp, and where it is.
static double worstOf( int index, int count, double at[2] )
{
    const Function* s = &functions[index];
    Exact* one = exacts[index].one;
    Exact2* two = exacts[index].two;
    testRng rng = { 100u + (uint64_t)index };
    double worst = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        double x = drawArgument( &rng, s ), y = 0.0, value;
        mpfr_set_d( exactX, x, MPFR_RNDN );
        if ( one != NULL )
        {
            one( exactValue, exactX, MPFR_RNDN );
            value = s->one( x );
        }
        else
        {
            y = drawArgument( &rng, s );
            y = two == mpfr_pow && i % 2 == 0 ? testUniform( &rng, -750.0, 750.0 ) / log( x ) : y;
            mpfr_set_d( exactY, y, MPFR_RNDN );
            two( exactValue, exactX, exactY, MPFR_RNDN );
            value = s->two( x, y );
        }
        double error = ulpsFromExact( value );
        if ( !( error <= worst ) )
        {
            worst = error;
            at[0] = x;
            at[1] = y;
        }
    }
    return worst;
}

TEST everyFunctionIsWithinOneUlpOfMpfr( void )
{
    mpfr_inits2( 240, exactX, exactY, exactValue, (mpfr_ptr)0 );
    int bad = 0;
    for ( int i = 0; i < SS_COUNT( functions ); ++i )
    {
        double at[2] = { 0.0, 0.0 }, worst = worstOf( i, testCountFull( 16000, 40000 ), at );
        printf( "%-6s %.3f ulp at %.17g", functions[i].name, worst, at[0] );
        printf( functions[i].two != NULL ? ", %.17g\n" : "\n", at[1] );
        bad += worst <= 1.0 ? 0 : 1;
    }
    mpfr_clears( exactX, exactY, exactValue, (mpfr_ptr)0 );
    mpfr_free_cache();
    ASSERT_EQ_FMT( 0, bad, "%d" );
    PASS();
}

#else

TEST everyFunctionIsWithinOneUlpOfMpfr( void ) { SKIPm( "built without MPFR (Debian: libmpfr-dev)" ); }

#endif

// -------------------------------------------------------------------------------------------- special values

#define NOT ( (double)NAN )
#define INF HUGE_VAL

TEST specialValuesAreThoseOfAnnexF( void )
{
    // ISO C, Annex F.10: what the functions return where no rounding is involved.
    static const struct
    {
        const char* what;
        Unary* function;
        double x, expected;
    } rows[] = {
        { "exp", ssExp, 0.0, 1.0 },
        { "exp", ssExp, -0.0, 1.0 },
        { "exp", ssExp, -INF, 0.0 },
        { "exp", ssExp, INF, INF },
        { "exp", ssExp, 1000.0, INF },
        { "exp", ssExp, -1000.0, 0.0 },
        { "exp2", ssExp2, 0.0, 1.0 },
        { "exp2", ssExp2, -INF, 0.0 },
        { "exp2", ssExp2, INF, INF },
        { "exp2", ssExp2, -1074.0, 0x1p-1074 },
        { "exp2", ssExp2, 1023.0, 0x1p1023 },
        { "expm1", ssExpm1, 0.0, 0.0 },
        { "expm1", ssExpm1, -0.0, -0.0 },
        { "expm1", ssExpm1, -INF, -1.0 },
        { "expm1", ssExpm1, INF, INF },
        { "expm1", ssExpm1, 0x1p-1074, 0x1p-1074 },
        { "log", ssLog, 1.0, 0.0 },
        { "log", ssLog, 0.0, -INF },
        { "log", ssLog, -0.0, -INF },
        { "log", ssLog, INF, INF },
        { "log", ssLog, -1.0, NOT },
        { "log", ssLog, -INF, NOT },
        { "log10", ssLog10, 1.0, 0.0 },
        { "log10", ssLog10, 1000.0, 3.0 },
        { "log10", ssLog10, 1e22, 22.0 },
        { "log10", ssLog10, 0.0, -INF },
        { "log10", ssLog10, INF, INF },
        { "log10", ssLog10, -1.0, NOT },
        { "log1p", ssLog1p, 0.0, 0.0 },
        { "log1p", ssLog1p, -0.0, -0.0 },
        { "log1p", ssLog1p, -1.0, -INF },
        { "log1p", ssLog1p, INF, INF },
        { "log1p", ssLog1p, -2.0, NOT },
        { "log1p", ssLog1p, 1e-300, 1e-300 },
        { "sin", ssSin, 0.0, 0.0 },
        { "sin", ssSin, -0.0, -0.0 },
        { "sin", ssSin, INF, NOT },
        { "sin", ssSin, 0x1p-1074, 0x1p-1074 },
        { "cos", ssCos, 0.0, 1.0 },
        { "cos", ssCos, -INF, NOT },
        { "tan", ssTan, -0.0, -0.0 },
        { "tan", ssTan, INF, NOT },
        { "sincos", sineOfBoth, -0.0, -0.0 },
        { "sincos", cosineOfBoth, -0.0, 1.0 },
        { "sincos", sineOfBoth, INF, NOT },
        { "asin", ssAsin, 0.0, 0.0 },
        { "asin", ssAsin, -0.0, -0.0 },
        { "asin", ssAsin, 1.5, NOT },
        { "asin", ssAsin, -1.0, -0.5 * SS_PI },
        { "atan", ssAtan, -0.0, -0.0 },
        { "atan", ssAtan, INF, 0.5 * SS_PI },
        { "atan", ssAtan, -INF, -0.5 * SS_PI },
        { "atan", ssAtan, 1.0, 0.25 * SS_PI },
        { "tanh", ssTanh, -0.0, -0.0 },
        { "tanh", ssTanh, INF, 1.0 },
        { "tanh", ssTanh, -INF, -1.0 },
        { "asinh", ssAsinh, -0.0, -0.0 },
        { "asinh", ssAsinh, -INF, -INF },
        { "atanh", ssAtanh, -0.0, -0.0 },
        { "atanh", ssAtanh, 1.0, INF },
        { "atanh", ssAtanh, -1.0, -INF },
        { "atanh", ssAtanh, 1.5, NOT },
        { "cbrt", ssCbrt, -0.0, -0.0 },
        { "cbrt", ssCbrt, -27.0, -3.0 },
        { "cbrt", ssCbrt, INF, INF },
        { "cbrt", ssCbrt, -INF, -INF },
        { "cbrt", ssCbrt, 0x1p-1074, 0x1p-358 },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        double value = rows[i].function( rows[i].x );
        if ( !same( value, rows[i].expected ) )
        {
            printf( "%s( %g ) = %.17g, not %.17g\n", rows[i].what, rows[i].x, value, rows[i].expected );
            FAILm( rows[i].what );
        }
    }
    for ( int i = 0; i < SS_COUNT( functions ); ++i )
    {
        ASSERTm( functions[i].name,
            isnan( functions[i].one != NULL ? functions[i].one( NOT ) : functions[i].two( 2.0, NOT ) ) );
    }
    PASS();
}

TEST specialPowersAnglesAndLengthsAreThoseOfAnnexF( void )
{
    static const struct
    {
        const char* what;
        Binary* function;
        double x, y, expected;
    } rows[] = {
        { "pow", ssPow, 0.0, -3.0, INF },
        { "pow", ssPow, -0.0, -3.0, -INF },
        { "pow", ssPow, -0.0, -2.0, INF },
        { "pow", ssPow, -0.0, 3.0, -0.0 },
        { "pow", ssPow, -0.0, 2.5, 0.0 },
        { "pow", ssPow, 0.0, -INF, INF },
        { "pow", ssPow, -1.0, INF, 1.0 },
        { "pow", ssPow, 1.0, NOT, 1.0 },
        { "pow", ssPow, NOT, 0.0, 1.0 },
        { "pow", ssPow, -8.0, 1.0 / 3.0, NOT },
        { "pow", ssPow, 0.5, -INF, INF },
        { "pow", ssPow, 2.0, -INF, 0.0 },
        { "pow", ssPow, 0.5, INF, 0.0 },
        { "pow", ssPow, 2.0, INF, INF },
        { "pow", ssPow, -INF, -3.0, -0.0 },
        { "pow", ssPow, -INF, 3.0, -INF },
        { "pow", ssPow, -INF, 2.0, INF },
        { "pow", ssPow, INF, -1.0, 0.0 },
        { "pow", ssPow, INF, 0.5, INF },
        { "pow", ssPow, -2.0, 3.0, -8.0 },
        { "pow", ssPow, -2.0, 0x1p60, INF },
        { "pow", ssPow, 3.0, 20.0, 3486784401.0 },
        { "pow", ssPow, 2.0, -1074.0, 0x1p-1074 },
        { "pow", ssPow, 10.0, 22.0, 1e22 },
        { "pow", ssPow, 0x1.fffffffffffffp-1, 1e300, 0.0 },
        { "atan2", ssAtan2, 0.0, -0.0, SS_PI },
        { "atan2", ssAtan2, -0.0, -0.0, -SS_PI },
        { "atan2", ssAtan2, 0.0, 0.0, 0.0 },
        { "atan2", ssAtan2, -0.0, 0.0, -0.0 },
        { "atan2", ssAtan2, 0.0, -1.0, SS_PI },
        { "atan2", ssAtan2, -0.0, 1.0, -0.0 },
        { "atan2", ssAtan2, -1.0, 0.0, -0.5 * SS_PI },
        { "atan2", ssAtan2, 1.0, -0.0, 0.5 * SS_PI },
        { "atan2", ssAtan2, 1.0, -INF, SS_PI },
        { "atan2", ssAtan2, -1.0, INF, -0.0 },
        { "atan2", ssAtan2, INF, 1.0, 0.5 * SS_PI },
        { "atan2", ssAtan2, INF, -INF, 0.75 * SS_PI },
        { "atan2", ssAtan2, -INF, INF, -0.25 * SS_PI },
        { "atan2", ssAtan2, 1.0, 1.0, 0.25 * SS_PI },
        { "hypot", ssHypot, 3.0, -4.0, 5.0 },
        { "hypot", ssHypot, -0.0, 0.0, 0.0 },
        { "hypot", ssHypot, -INF, NOT, INF },
        { "hypot", ssHypot, NOT, INF, INF },
        { "hypot", ssHypot, NOT, 1.0, NOT },
        { "hypot", ssHypot, 0.0, -7.0, 7.0 },
        { "hypot", ssHypot, 3e300, 4e300, 5e300 },
        { "hypot", ssHypot, 0x3p-1074, 0x4p-1074, 0x5p-1074 },
        { "hypot", ssHypot, 1e308, 1e-308, 1e308 },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        double value = rows[i].function( rows[i].x, rows[i].y );
        if ( !same( value, rows[i].expected ) )
        {
            printf( "%s( %g, %g ) = %.17g, not %.17g\n", rows[i].what, rows[i].x, rows[i].y, value,
                rows[i].expected );
            FAILm( rows[i].what );
        }
    }
    PASS();
}

TEST oddAndEvenFunctionsMirrorTheirBits( void )
{
    static Unary* const odd[] = { ssSin, ssTan, ssAsin, ssAtan, ssTanh, ssAsinh, ssAtanh, ssCbrt };
    testRng rng = { 3 };
    for ( int k = 0, n = testCountFull( 8000, 20000 ); k < n; ++k )
    {
        double x = testUniform( &rng, 0.0, 1.0 ) * ldexp( 1.0, k % 40 - 20 );
        for ( int i = 0; i < SS_COUNT( odd ); ++i ) { ASSERT( same( odd[i]( -x ), -odd[i]( x ) ) ); }
        ASSERT( same( ssCos( -x ), ssCos( x ) ) );
        ASSERT( same( ssSin( x ), sineOfBoth( x ) ) && same( ssCos( x ), cosineOfBoth( x ) ) );
        ASSERT( same( ssHypot( x, 1.5 ), ssHypot( -1.5, x ) ) );
    }
    PASS();
}

TEST theLesserAndTheGreaterDoNotDependOnTheMachine( void )
{
    volatile double zero = 0.0;
    ASSERT( same( ssMin( zero, -zero ), -0.0 ) && same( ssMin( -zero, zero ), -0.0 ) );
    ASSERT( same( ssMax( zero, -zero ), 0.0 ) && same( ssMax( -zero, zero ), 0.0 ) );
    ASSERT( ssMin( 1.0, 2.0 ) == 1.0 && ssMin( 2.0, 1.0 ) == 1.0 && ssMax( 1.0, 2.0 ) == 2.0 );
    ASSERT( ssMin( NOT, 1.0 ) == 1.0 && ssMin( 1.0, NOT ) == 1.0 && ssMax( NOT, 1.0 ) == 1.0 );
    ASSERT( ssMax( 1.0, NOT ) == 1.0 && isnan( ssMin( NOT, NOT ) ) && isnan( ssMax( NOT, NOT ) ) );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- arrays

#define LONGEST 75

typedef struct Batch
{
    double x[LONGEST], y[LONGEST], expected[LONGEST];
    int count;
} Batch;

/// Even batches hold ordinary numbers only, odd ones anything, and a few of
/// them infinities, NaNs, zeros and the like.
static void fillBatch( Batch* b, testRng* rng, const Function* f, int turn )
{
    static const double odd[] = { 0.0, -0.0, INF, -INF, NOT, 0x1p-1074, -0x1p-1074, 0x1.8p-1030, -0x1.8p-1030,
        0x1p-1022, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023, 1.0, -1.0, 0x1p-60, -0x1p-60, 1e300, 2.0,
        -3.0 };
    b->count = (int)( testRandom( rng ) % ( LONGEST + 1 ) );
    for ( int i = 0; i < LONGEST; ++i )
    {
        double* both[] = { &b->x[i], &b->y[i] };
        for ( int k = 0; k < 2; ++k )
        {
            bool special = turn % 4 == 3 && testRandom( rng ) % 8 == 0;
            *both[k] = special  ? odd[testRandom( rng ) % SS_COUNT( odd )]
                : turn % 2 == 0 ? f->low + ( f->high - f->low ) * testUniform( rng, 0.0, 1.0 )
                                : drawArgument( rng, f );
        }
        b->expected[i] = f->one != NULL ? f->one( b->x[i] ) : f->two( b->x[i], b->y[i] );
    }
}

static bool isAsExpected( const Function* f, const Batch* b, const double* result )
{
    for ( int i = 0; i < b->count; ++i )
    {
        if ( !same( result[i], b->expected[i] ) )
        {
            printf( "%s of %a, %a is %a in an array, and %a alone\n", f->name, b->x[i], b->y[i], result[i],
                b->expected[i] );
            return false;
        }
    }
    return true;
}

static void callMany( const Function* f, const double* x, const double* y, double* result, int count )
{
    if ( f->many != NULL ) { f->many( x, result, count ); }
    else { f->many2( x, y, result, count ); }
}

TEST anArrayHasTheBitsOfItsNumbersAlone( void )
{
    testRng rng = { 11 };
    for ( int turn = 0, turns = testCount( 4000 ); turn < turns; ++turn )
    {
        for ( int i = 0; i < SS_COUNT( functions ); ++i )
        {
            const Function* f = &functions[i];
            Batch b;
            fillBatch( &b, &rng, f, turn );
            double result[LONGEST + 1], x[LONGEST + 1], y[LONGEST + 1];
            result[b.count] = 4711.0;
            callMany( f, b.x, b.y, result, b.count );
            ASSERTm( f->name, isAsExpected( f, &b, result ) );
            ASSERTm( "writes no further than told", result[b.count] == 4711.0 );
            // In place of either argument, and 8 bytes further
            memcpy( x + 1, b.x, LONGEST * sizeof( double ) );
            memcpy( y + 1, b.y, LONGEST * sizeof( double ) );
            double* place = f->two != NULL && turn % 4 < 2 ? y : x;
            callMany( f, x + 1, y + 1, place + 1, b.count );
            ASSERTm( f->name, isAsExpected( f, &b, place + 1 ) );
        }
    }
    PASS();
}

TEST theRootsOfAnArrayAreThoseOfItsNumbers( void )
{
    double x[] = { 4.0, 2.0, -0.0, 0x1p-1074, INF, -1.0, NOT, 1e300, 0.1 }, roots[SS_COUNT( x )];
    ssSqrtMany( x, roots, SS_COUNT( x ) );
    for ( int i = 0; i < SS_COUNT( x ); ++i ) { ASSERT( same( roots[i], sqrt( x[i] ) ) ); }
    PASS();
}

SUITE( elementary )
{
    RUN_TEST( everyFunctionIsWithinOneUlpOfTheTable );
    RUN_TEST( everyFunctionIsWithinOneUlpOfMpfr );
    RUN_TEST( specialValuesAreThoseOfAnnexF );
    RUN_TEST( specialPowersAnglesAndLengthsAreThoseOfAnnexF );
    RUN_TEST( oddAndEvenFunctionsMirrorTheirBits );
    RUN_TEST( theLesserAndTheGreaterDoNotDependOnTheMachine );
    RUN_TEST( anArrayHasTheBitsOfItsNumbersAlone );
    RUN_TEST( theRootsOfAnArrayAreThoseOfItsNumbers );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( elementary );
    return TEST_END();
}
