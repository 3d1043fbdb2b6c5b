// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/advanced/csv.h"
#include "slipstick/vecmath.h"

// Tables and lists from outside: what is read, and how what cannot be read is reported.

static const char* const s_columns[] = { "phi_deg", "lambda_t", "lambda_n" };

static ssResult parse( const char* text, int required, ssCsv* table )
{
    return ssParseCsv( "file.csv", text, strlen( text ), s_columns, 3, required, table );
}

TEST columnsAreFoundByName( void )
{
    ssCsv table;
    ssResult result = parse( "\xef\xbb\xbf# synthetic\r\nnote,lambda_t [N],\"phi_deg\"\r\n\r\n\"a, "
                             "\"\"b\"\"\", 1.5 ,0\r\n# later\r\n"
                             "x,-2e-3,\"90\"",
        2, &table );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 2, table.rowCount );
    ASSERT( table.present[0] && table.present[1] && !table.present[2] );
    ASSERT_STR_EQ( "N", table.units[1] );
    ASSERT_STR_EQ( "", table.units[0] );
    ASSERT( ssCsv_Number( &table, 0, 0 ) == 0.0 && ssCsv_Number( &table, 0, 1 ) == 1.5 );
    ASSERT( ssCsv_Number( &table, 1, 0 ) == 90.0 && ssCsv_Number( &table, 1, 1 ) == -2e-3 );
    ASSERT( isnan( ssCsv_Number( &table, 1, 2 ) ) );
    ASSERT_EQ( 4, table.lines[0] );
    ASSERT_EQ( 6, table.lines[1] );
    ssCsv_Destroy( &table );
    PASS();
}

TEST errorsAreReportedWithTheirLine( void )
{
    static const struct
    {
        const char *text, *says;
    } rows[] = {
        { "", "empty" },
        { "# nothing\n", "empty" },
        { "phi_deg,lambda_n\n", "lambda_t is missing" },
        { "phi_deg,lambda_t\n1,2\n1,x\n", "line 3, column lambda_t: 'x'" },
        { "phi_deg,lambda_t\n1,2\n\n1,\n", "line 4, column lambda_t" },
        { "phi_deg,lambda_t\n1,nan\n", "line 2" },
        { "phi_deg,lambda_t\n1,2,3\n", "line 2: 3 cells under 2" },
        { "phi_deg,lambda_t\n1\n", "line 2: 1 cells under 2" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssCsv table;
        ssResult result = parse( rows[i].text, 2, &table );
        ASSERTm( rows[i].text, result.code != ss_ok );
        ASSERTm( result.message, testContains( result.message, rows[i].says ) );
        ASSERTm( result.message, testContains( result.message, "file.csv" ) );
    }
    ssCsv table;
    ASSERT( ssReadCsv( "/nowhere/at/all.csv", s_columns, 3, 1, &table ).code != ss_ok );
    PASS();
}

TEST longNumbersAreReadToTheirEndOrRefused( void )
{
    // 0.000…0001 is written with as many zeros as it takes, times a power of ten that
    // brings it back: 12.5e-300 and the like.
    for ( int length = 100; length <= 1500; length += 35 )
    {
        static char text[2048];
        int zeros = length - 8;
        snprintf( text, sizeof text, "phi_deg,lambda_t\n1,0.%0*d125e%d\n", zeros, 0, zeros + 1 );
        ssCsv table;
        ssResult result = parse( text, 2, &table );
        if ( result.code != ss_ok )
        {
            ASSERTm( result.message, length > 500 );
            ASSERTm( result.message,
                testContains( result.message, "line 2, column lambda_t" ) &&
                    testContains( result.message, "511 characters" ) );
            continue;
        }
        ASSERT( length < 512 );
        ASSERT_EQ_FMT( 1.25, ssCsv_Number( &table, 0, 1 ), "%.17g" );
        ssCsv_Destroy( &table );
    }
    PASS();
}

TEST measurementsMayHaveGaps( void )
{
    char path[600];
    snprintf( path, sizeof path, "%s/gaps.csv", testScratch() );
    testWriteFile( path, "phi_deg,lambda_t,note\n1,,x\nnan,2,\n3, NaN ,\n4,5,inf\n" );
    ssCsv table;
    ASSERT_EQ( ss_ok, ssReadCsvWithGaps( path, s_columns, 3, 2, &table ).code );
    ASSERT_EQ( 4, table.rowCount );
    ASSERT( ssCsv_Number( &table, 0, 0 ) == 1.0 && isnan( ssCsv_Number( &table, 0, 1 ) ) );
    ASSERT( isnan( ssCsv_Number( &table, 1, 0 ) ) && ssCsv_Number( &table, 1, 1 ) == 2.0 );
    ASSERT( isnan( ssCsv_Number( &table, 2, 1 ) ) && ssCsv_Number( &table, 3, 1 ) == 5.0 );
    ssCsv_Destroy( &table );
    // Other inputs must be whole, and no table takes anything else for a number.
    ASSERT( testContains( ssReadCsv( path, s_columns, 3, 2, &table ).message, "line 2, column lambda_t" ) );
    static const char* const bad[] = { "inf", "-", "n/a", "nano", "1;2" };
    for ( int i = 0; i < SS_COUNT( bad ); ++i )
    {
        char text[64];
        snprintf( text, sizeof text, "phi_deg,lambda_t\n1,2\n1,%s\n", bad[i] );
        testWriteFile( path, text );
        ASSERTm(
            bad[i], testContains( ssReadCsvWithGaps( path, s_columns, 3, 2, &table ).message, "line 3" ) );
    }
    PASS();
}

TEST randomBytesNeverCrashTheReader( void )
{
    testRng rng = { 7 };
    static const char alphabet[] = "phi_deg,lambda_t\"\n\r#[]0123456789.-e \t";
    for ( int k = 0, n = testCount( 3000 ); k < n; ++k )
    {
        char text[200] = "phi_deg,lambda_t\n";
        size_t from = testRandom( &rng ) % 18, length = from + testRandom( &rng ) % 150;
        for ( size_t i = from; i < length; ++i )
        {
            text[i] = testRandom( &rng ) % 9 == 0 ? (char)( testRandom( &rng ) & 255 )
                                                  : alphabet[testRandom( &rng ) % ( sizeof alphabet - 1 )];
        }
        ssCsv table;
        ssResult result = ssParseCsv( "x", text, length, s_columns, 3, 0, &table );
        for ( int i = 0; result.code == ss_ok && i < table.rowCount * table.columnCount; ++i )
        {
            ASSERT( !isinf( table.numbers[i] ) );
        }
        ssCsv_Destroy( &table );
    }
    PASS();
}

TEST listsAreNumbersBetweenSemicolons( void )
{
    double* numbers = NULL;
    int count = 0;
    ASSERT_EQ( ss_ok, ssParseList( "v", "1;-2.5; 3e2", &numbers, &count ).code );
    ASSERT_EQ( 3, count );
    ASSERT( numbers[0] == 1.0 && numbers[1] == -2.5 && numbers[2] == 300.0 );
    ssRelease( numbers );
    static const char* const bad[] = { "", "1;;2", "1;x", "1;2;", "inf", "1,2" };
    for ( int i = 0; i < SS_COUNT( bad ); ++i )
    {
        ssResult result = ssParseList( "v", bad[i], &numbers, &count );
        ASSERTm( bad[i], result.code == ss_errorValue && numbers == NULL );
        ASSERTm( result.message, testContains( result.message, "v: number" ) );
    }
    PASS();
}

/// A number as people and programs write it, in all lengths. Every third one lies close to
/// the middle between two doubles, or in it.
static void spell( testRng* rng, char text[64] )
{
    uint64_t bits = testRandom( rng );
    double value;
    memcpy( &value, &bits, sizeof value );
    int kind = (int)( testRandom( rng ) % 6 );
    if ( kind < 2 && isfinite( value ) )
    {
        // exponents of everyday, sometimes
        value = kind == 0 ? value : (double)( bits >> 11 ) / (double)( 1 + testRandom( rng ) % 1000000007u );
        snprintf( text, 64, "%.*g", 1 + (int)( testRandom( rng ) % 20 ), value );
        return;
    }
    if ( kind < 4 )
    {
        // m + 1/2 with m of 53 bits, times a power of two that leaves at most 19 digits
        int shift = (int)( testRandom( rng ) % 10 );
        uint64_t odd = ( bits >> 10 ) | (uint64_t)1 << 53 | 1u;
        uint64_t near = odd + ( kind == 3 ? testRandom( rng ) % 3 - 1 : 0 );
        snprintf( text, 64, "%s%llu", kind == 3 ? "-" : "", (unsigned long long)( near << shift ) );
        return;
    }
    char digits[28];
    int count = 1 + (int)( testRandom( rng ) % 22 ), point = (int)( testRandom( rng ) % 24 );
    for ( int i = 0; i < count; ++i ) { digits[i] = (char)( '0' + testRandom( rng ) % 10 ); }
    digits[count] = 0;
    int whole = point < count ? point : count;
    int length = snprintf( text, 64, "%s%.*s%s%s", kind == 4 ? "-" : "", whole, digits,
        point <= count ? "." : "", digits + whole );
    if ( testRandom( rng ) % 3 == 0 )
    {
        int size = (int)( testRandom( rng ) % ( testRandom( rng ) % 2 == 0 ? 40 : 340 ) );
        snprintf( text + length, 64 - (size_t)length, "%s%s%d", testRandom( rng ) % 2 == 0 ? "e" : "E",
            testRandom( rng ) % 2 == 0 ? "-" : "+", size );
    }
}

TEST numbersAreReadAsTheCLibraryReadsThem( void )
{
    testRng rng = { 11 };
    for ( int k = 0, n = testCount( 3000000 ); k < n; ++k )
    {
        char text[64];
        spell( &rng, text );
        double value = 0.0, expected = strtod( text, NULL );
        bool read = ssParseNumberSpan( text, strlen( text ), &value );
        ASSERT_EQm( text, isfinite( expected ) != 0, read );
        ASSERTm( text, !read || memcmp( &value, &expected, sizeof value ) == 0 );
    }
    PASS();
}

TEST whatIsNoNumberIsNotRead( void )
{
    static const char* const bad[] = { "", ".", "-", "+", "-.", "e5", ".e5", "1e", "1e+", "1e-", "1..2",
        "1.2.3", "--1", "+-1", "1-", "0x", "1 2", "12345678x", "1.12345678x", "1.1234567812345678x",
        "1.12345678.", "1e5.", "1.12345678/", "1.1234567:", "\xb1", "1.\xb1\xb1\xb1\xb1\xb1\xb1\xb1\xb1" };
    for ( int i = 0; i < SS_COUNT( bad ); ++i )
    {
        double value = 0.0;
        ASSERTm( bad[i], !ssParseNumberSpan( bad[i], strlen( bad[i] ), &value ) );
    }
    PASS();
}

SUITE( tables )
{
    RUN_TEST( columnsAreFoundByName );
    RUN_TEST( errorsAreReportedWithTheirLine );
    RUN_TEST( longNumbersAreReadToTheirEndOrRefused );
    RUN_TEST( measurementsMayHaveGaps );
    RUN_TEST( randomBytesNeverCrashTheReader );
    RUN_TEST( listsAreNumbersBetweenSemicolons );
    RUN_TEST( numbersAreReadAsTheCLibraryReadsThem );
    RUN_TEST( whatIsNoNumberIsNotRead );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( tables );
    return TEST_END();
}
