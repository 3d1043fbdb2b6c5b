// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/param.h"

#include <locale.h>

// Parameters: reading, writing, refusing, and numbers for people.

static const char* const s_laws[] = { "coulomb", "relaxed", "ellipsoidal" };

static const ssParam s_mu = { .key = "mu", .unit = "", .allowedMin = 0.0, .allowedMax = HUGE_VAL };
static const ssParam s_radius = {
    .key = "radius", .unit = "m", .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow
};
static const ssParam s_incline = { .key = "incline_deg",
    .unit = "°",
    .allowedMin = -90.0,
    .allowedMax = 90.0,
    .open = (ssParamOpen)( ss_openLow | ss_openHigh ) };
static const ssParam s_free = { .key = "u0", .unit = "m/s", .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL };
static const ssParam s_facets = {
    .key = "k", .unit = "", .kind = ss_paramInteger, .allowedMin = 2.0, .allowedMax = 64.0
};
static const ssParam s_law = {
    .key = "law", .unit = "", .kind = ss_paramChoice, .choices = s_laws, .choiceCount = SS_COUNT( s_laws )
};

TEST onlyFiniteDecimalNumbersAreRead( void )
{
    static const struct
    {
        const char* text;
        bool valid;
        double value;
    } rows[] = {
        { "0", true, 0.0 },
        { "0.5", true, 0.5 },
        { ".5", true, 0.5 },
        { "5.", true, 5.0 },
        { "-2e-3", true, -2e-3 },
        { "+1E3", true, 1000.0 },
        { " 1 ", true, 1.0 },
        { "\t7\n", true, 7.0 },
        { "007", true, 7.0 },
        { "0,5", false, 0 },
        { "1,000", false, 0 },
        { "nan", false, 0 },
        { "NaN", false, 0 },
        { "inf", false, 0 },
        { "-inf", false, 0 },
        { "Infinity", false, 0 },
        { "1e999", false, 0 },
        { "0x10", false, 0 },
        { "-0X1p3", false, 0 },
        { "", false, 0 },
        { " ", false, 0 },
        { "-", false, 0 },
        { ".", false, 0 },
        { "1e", false, 0 },
        { "1 2", false, 0 },
        { "1m", false, 0 },
        { "--1", false, 0 },
        { "e5", false, 0 },
        { "half", false, 0 },
        { "\xc2\xbd", false, 0 },
        { "nan(1)", false, 0 },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        double value = 123.0;
        ASSERT_EQm( rows[i].text, rows[i].valid, ssParseNumber( rows[i].text, &value ) );
        ASSERTm( rows[i].text, value == ( rows[i].valid ? rows[i].value : 123.0 ) );
    }
    PASS();
}

TEST writtenNumbersReadBackBitByBit( void )
{
    testRng rng = { 1 };
    for ( int k = 0, n = testCount( 100000 ); k < n; ++k )
    {
        double value, back = 0.0;
        uint64_t bits = testRandom( &rng );
        memcpy( &value, &bits, sizeof value );
        if ( !isfinite( value ) ) { continue; }
        char text[64];
        ssFormatParam( &s_free, value, text, sizeof text );
        ssResult result = ssParseParam( &s_free, text, &back );
        ASSERT_EQm( text, ss_ok, result.code );
        ASSERTm( text, memcmp( &value, &back, sizeof value ) == 0 );
    }
    PASS();
}

TEST choicesAreWrittenAndReadByName( void )
{
    for ( int i = 0; i < SS_COUNT( s_laws ); ++i )
    {
        char text[32];
        double back = -1.0;
        ssFormatParam( &s_law, i, text, sizeof text );
        ASSERT_STR_EQ( s_laws[i], text );
        ASSERT_EQ( ss_ok, ssParseParam( &s_law, text, &back ).code );
        ASSERT( back == i );
    }
    static const char* const bad[] = { "", "Coulomb", "0", "1", "coulom", "coulomb ", "relaxed|coulomb" };
    for ( int i = 0; i < SS_COUNT( bad ); ++i )
    {
        double back = 2.0;
        ssResult result = ssParseParam( &s_law, bad[i], &back );
        ASSERT_EQm( bad[i], ss_errorValue, result.code );
        ASSERT_STR_EQ( "law", result.field );
        ASSERTm( result.message, testContains( result.message, "coulomb | relaxed | ellipsoidal" ) );
        ASSERT( back == 2.0 );
    }
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_law, 3.0 ).code );
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_law, -1.0 ).code );
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_law, 0.5 ).code );
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_law, NAN ).code );
    PASS();
}

TEST intervalsRespectTheirEnds( void )
{
    ASSERT_EQ( ss_ok, ssCheckParam( &s_mu, 0.0 ).code );
    ASSERT_EQ( ss_ok, ssCheckParam( &s_mu, 1e308 ).code );
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_mu, -5e-324 ).code );
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_radius, 0.0 ).code );
    ASSERT_EQ( ss_ok, ssCheckParam( &s_radius, 5e-324 ).code );
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_incline, 90.0 ).code );
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_incline, -90.0 ).code );
    ASSERT_EQ( ss_ok, ssCheckParam( &s_incline, nextafter( 90.0, 0.0 ) ).code );
    ASSERT_EQ( ss_ok, ssCheckParam( &s_facets, 2.0 ).code );
    ASSERT_EQ( ss_ok, ssCheckParam( &s_facets, 64.0 ).code );
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_facets, 65.0 ).code );
    ASSERT_EQ( ss_errorValue, ssCheckParam( &s_facets, 2.5 ).code );
    const ssParam* rows[] = { &s_mu, &s_radius, &s_incline, &s_free, &s_facets };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ASSERT_EQ( ss_errorValue, ssCheckParam( rows[i], NAN ).code );
        ASSERT_EQ( ss_errorValue, ssCheckParam( rows[i], INFINITY ).code );
        ASSERT_EQ( ss_errorValue, ssCheckParam( rows[i], -INFINITY ).code );
    }
    PASS();
}

TEST refusalsNameKeyValueAndWhatIsAllowed( void )
{
    static const struct
    {
        const ssParam* param;
        const char *text, *allowed;
    } rows[] = {
        { &s_mu, "-0.25", "mu >= 0" },
        { &s_radius, "-3", "radius > 0 m" },
        { &s_incline, "95", "-90 < incline_deg < 90" },
        { &s_facets, "2.5", "2 <= k <= 64" },
        { &s_mu, "0,5", "mu >= 0" },
        { &s_free, "fast", "any finite number" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        double value = 0.75;
        ssResult result = ssParseParam( rows[i].param, rows[i].text, &value );
        ASSERT_EQ( ss_errorValue, result.code );
        ASSERT_STR_EQ( rows[i].param->key, result.field );
        ASSERTm( result.message, testContains( result.message, rows[i].param->key ) );
        ASSERTm( result.message, testContains( result.message, rows[i].text ) );
        ASSERTm( result.message, testContains( result.message, rows[i].allowed ) );
        ASSERT( value == 0.75 );
    }
    PASS();
}

TEST longWordsDoNotOverflowMessages( void )
{
    char word[5000];
    memset( word, '9', sizeof word - 1 );
    word[sizeof word - 1] = '\0';
    double value = 1.0;
    ASSERT_EQ( ss_errorValue, ssParseParam( &s_mu, word, &value ).code );
    word[0] = 'x';
    ASSERT_EQ( ss_errorValue, ssParseParam( &s_mu, word, &value ).code );
    ASSERT_EQ( ss_errorValue, ssParseParam( &s_law, word, &value ).code );
    ASSERT( value == 1.0 );
    char little[4];
    ssFormatParam( &s_law, 2.0, little, sizeof little );
    ASSERT_STR_EQ( "ell", little );
    ssFormatNumber( 12345.0, little, sizeof little );
    ASSERT_EQ( 3, (int)strlen( little ) );
    PASS();
}

TEST numbersForPeopleHaveFourDigits( void )
{
    static const struct
    {
        double value;
        const char* text;
    } rows[] = {
        { 12841.0, "12841" },
        { 12841.4, "12841" },
        { 0.04, "0.04" },
        { 0.0, "0" },
        { -0.0, "0" },
        { 1.0, "1" },
        { 513.650399, "513.7" },
        { -733.786284, "-733.8" },
        { 0.5, "0.5" },
        { 3.14159265, "3.142" },
        { 100.0, "100" },
        { 9.99996, "10" },
        { 99.9996, "100" },
        { 999.96, "1000" },
        { 0.99996, "1" },
        { 0.000123456, "0.0001235" },
        { 1e-4, "0.0001" },
        { 1e-5, "1e-5" },
        { 9999999.0, "9999999" },
        { 1e7, "1e7" },
        { 123456789.0, "1.235e8" },
        { -2.5e-9, "-2.5e-9" },
        { 1308.996939, "1309" },
        { 20.0, "20" },
        { 0.1, "0.1" },
        { 1000.5, "1000" },
    };
    char text[32];
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssFormatNumber( rows[i].value, text, sizeof text );
        ASSERT_STR_EQ( rows[i].text, text );
    }
    // 513.65 lies between two doubles, and either neighbour is right.
    ssFormatNumber( 513.65, text, sizeof text );
    ASSERT( strcmp( text, "513.6" ) == 0 || strcmp( text, "513.7" ) == 0 );
    PASS();
}

TEST numbersForPeopleAreRightToFourDigits( void )
{
    testRng rng = { 2 };
    for ( int k = 0, n = testCount( 20000 ); k < n; ++k )
    {
        double value = testDecades( &rng, -12.0, 12.0 );
        char text[32];
        ssFormatNumber( value, text, sizeof text );
        ASSERTm( text, fabs( strtod( text, NULL ) - value ) <= 0.5001e-3 * fabs( value ) );
        bool exponent = strchr( text, 'e' ) != NULL;
        ASSERT_EQm( text, fabs( value ) < 1e-4 || fabs( value ) >= 1e7, exponent );
    }
    PASS();
}

TEST typingErrorsFindTheirKey( void )
{
    static const char* const keys[] = { "mu", "mu_r", "mu_s", "restitution", "radius", "density", "omega0",
        "incline_deg" };
    static const struct
    {
        const char *typed, *meant;
    } rows[] = {
        { "mo", "mu" },
        { "um", "mu" },
        { "mu-r", "mu_r" },
        { "raduis", "radius" },
        { "restituton", "restitution" },
        { "dansity", "density" },
        { "omega", "omega0" },
        { "viscosity", NULL },
        { "zzz", NULL },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        const char* found = ssClosestName( rows[i].typed, keys, SS_COUNT( keys ) );
        if ( rows[i].meant != NULL )
        {
            ASSERTm( rows[i].typed, found != NULL );
            ASSERT_STR_EQ( rows[i].meant, found );
        }
        else { ASSERTm( rows[i].typed, found == NULL ); }
    }
    char endless[4000];
    memset( endless, 'm', sizeof endless - 1 );
    endless[sizeof endless - 1] = '\0';
    ssClosestName( endless, keys, SS_COUNT( keys ) );
    ASSERT( ssClosestName( "mu", keys, 0 ) == NULL );
    PASS();
}

TEST keysAreFoundExactly( void )
{
    const ssParam rows[] = { s_mu, s_radius, s_law };
    ASSERT_EQ( 0, ssFindParam( rows, 3, "mu" ) );
    ASSERT_EQ( 2, ssFindParam( rows, 3, "law" ) );
    ASSERT_EQ( -1, ssFindParam( rows, 3, "Mu" ) );
    ASSERT_EQ( -1, ssFindParam( rows, 3, "" ) );
    ASSERT_EQ( -1, ssFindParam( rows, 0, "mu" ) );
    PASS();
}

// A prefix stands for its power of ten (SI Brochure, Table 7), and never before what is not a unit by itself.
TEST quantitiesAreReadWithSiPrefixes( void )
{
    static const struct
    {
        double value;
        const char *unit, *text;
    } rows[] = { { 1e-6, "m/s", "1 µm/s" }, { 2.5e6, "N/m", "2.5 MN/m" }, { 0.04, "m", "0.04 m" },
        { -3.5e-10, "N m", "-350 pN m" }, { 4e-5, "kg", "40 mg" }, { 7e9, "Pa", "7 GPa" },
        { 0.0, "N", "0 N" }, { 12.0, "°", "12°" }, { 1e-4, "s", "100 µs" }, { 2e6, "s", "2000000 s" },
        { 1e-5, "1/s", "1e-5 1/s" }, { 1e-5, "", "1e-5" } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        char text[40];
        ssFormatQuantity( rows[i].value, rows[i].unit, text, sizeof text );
        ASSERT_STR_EQ( rows[i].text, text );
    }
    char scaled[8];
    ASSERT_EQ( 1.0, ssScaleUnit( (double)INFINITY, "N", scaled, sizeof scaled ) );
    ASSERT_STR_EQ( "N", scaled );
    PASS();
}

TEST numbersDoNotDependOnTheLocale( void )
{
    // The test needs a locale with a decimal comma: one that the machine has, or one made for the purpose.
    static const char* const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "nl_NL.UTF-8",
        "ru_RU.UTF-8" };
    const char* found = NULL;
    for ( int i = 0; i < SS_COUNT( names ) && found == NULL; ++i ) { found = setlocale( LC_ALL, names[i] ); }
    if ( found == NULL )
    {
        testRun made = testShell( "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8", testScratch() );
        setenv( "LOCPATH", testScratch(), 1 );
        found = made.status == 0 ? setlocale( LC_ALL, "de_DE.UTF-8" ) : NULL;
        unsetenv( "LOCPATH" );
    }
    if ( found == NULL ) { SKIPm( "this machine has no locale with a decimal comma" ); }
    double half = 0.0, comma = 0.0, written = 0.0;
    char text[64], people[32];
    bool point = ssParseNumber( "0.5", &half ), decimalComma = ssParseNumber( "0,5", &comma );
    ssFormatParam( &s_free, 0.25, text, sizeof text );
    ssFormatNumber( 0.25, people, sizeof people );
    bool back = ssParseParam( &s_free, text, &written ).code == ss_ok;
    setlocale( LC_ALL, "C" );
    ASSERT( point && half == 0.5 );
    ASSERT( !decimalComma );
    ASSERT_STR_EQ( "0.25", text );
    ASSERT_STR_EQ( "0.25", people );
    ASSERT( back && written == 0.25 );
    PASS();
}

TEST resistanceLengthsAreReadInRadii( void )
{
    const ssParam table[] = { { .key = "diameter", .unit = "m", .allowedMax = HUGE_VAL },
        { .key = "mu_r", .unit = "m", .allowedMax = 1.0, .radius = "diameter", .radiusShare = 0.5 },
        { .key = "mu", .unit = "", .allowedMax = HUGE_VAL } };
    const double values[] = { 0.2, 0.0, 0.5 };
    static const struct
    {
        const char* text;
        double value; // < 0: the text is refused
    } rows[] = { { "0.3R", 0.03 }, { "0.3 R", 0.03 }, { "2e1R", -1.0 }, { "10R", 1.0 }, { "0R", 0.0 },
        { "0.25", 0.25 }, { "R", -1.0 }, { "-1R", -1.0 }, { "0.3r", -1.0 }, { "R0.3", -1.0 },
        { "0.3RR", -1.0 }, { "nanR", -1.0 } };
    ASSERT_EQ( 0.1, ssParamRadius( table, 3, values, 1 ) );
    ASSERT_EQ( 0.0, ssParamRadius( table, 3, values, 2 ) );
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        double value = 7.0;
        ssResult result = ssParseParamIn( table, 3, values, 1, rows[i].text, &value );
        ASSERT_EQm( rows[i].text, rows[i].value >= 0.0, result.code == ss_ok );
        ASSERT_IN_RANGEm( rows[i].text, rows[i].value >= 0.0 ? rows[i].value : 7.0, value, 1e-15 );
        // A sliding coefficient is not a length, so no R may follow it.
        ASSERT_EQm( rows[i].text, strchr( rows[i].text, 'R' ) == NULL && rows[i].value >= 0.0,
            ssParseParamIn( table, 3, values, 2, rows[i].text, &value ).code == ss_ok );
    }
    PASS();
}

SUITE( param )
{
    RUN_TEST( onlyFiniteDecimalNumbersAreRead );
    RUN_TEST( writtenNumbersReadBackBitByBit );
    RUN_TEST( choicesAreWrittenAndReadByName );
    RUN_TEST( intervalsRespectTheirEnds );
    RUN_TEST( refusalsNameKeyValueAndWhatIsAllowed );
    RUN_TEST( longWordsDoNotOverflowMessages );
    RUN_TEST( numbersForPeopleHaveFourDigits );
    RUN_TEST( numbersForPeopleAreRightToFourDigits );
    RUN_TEST( typingErrorsFindTheirKey );
    RUN_TEST( keysAreFoundExactly );
    RUN_TEST( quantitiesAreReadWithSiPrefixes );
    RUN_TEST( numbersDoNotDependOnTheLocale );
    RUN_TEST( resistanceLengthsAreReadInRadii );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( param );
    return TEST_END();
}
