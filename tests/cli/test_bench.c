// SPDX-License-Identifier: MIT
#include "forms_common.h"

#include <ctype.h>

// `slipstick bench`: what it reports, never how fast it is.

// --- a reader for the rows, which shares nothing with the writer ---

static const char* skipSpace( const char* c )
{
    while ( isspace( (unsigned char)*c ) ) { ++c; }
    return c;
}

static const char* skipValue( const char* c );

/// Skips members or elements after `open` up to `close`. Returns NULL if they are malformed.
static const char* skipList( const char* c, char close, bool named )
{
    c = skipSpace( c + 1 );
    if ( *c == close ) { return c + 1; }
    while ( c != NULL )
    {
        if ( named )
        {
            c = *c == '"' ? skipValue( c ) : NULL;
            c = c != NULL ? skipSpace( c ) : NULL;
            c = c != NULL && *c == ':' ? c + 1 : NULL;
        }
        c = c != NULL ? skipValue( skipSpace( c ) ) : NULL;
        c = c != NULL ? skipSpace( c ) : NULL;
        if ( c == NULL || *c == close ) { return c != NULL ? c + 1 : NULL; }
        c = *c == ',' ? skipSpace( c + 1 ) : NULL;
    }
    return NULL;
}

static const char* skipValue( const char* c )
{
    if ( *c == '{' || *c == '[' ) { return skipList( c, *c == '{' ? '}' : ']', *c == '{' ); }
    if ( *c == '"' )
    {
        const char* end = strpbrk( c + 1, "\"\\\n" );
        return end != NULL && *end == '"' ? end + 1 : NULL;
    }
    char* end = NULL;
    strtod( c, &end );
    return end != c ? end : NULL;
}

static bool wellFormed( const char* text )
{
    const char* end = skipValue( skipSpace( text ) );
    return end != NULL && *skipSpace( end ) == 0;
}

/// Returns the number behind `"key":` after `from`, or NAN.
static double numberAfter( const char* from, const char* key )
{
    char pattern[64];
    snprintf( pattern, sizeof pattern, "\"%s\":", key );
    const char* found = strstr( from, pattern );
    return found != NULL ? strtod( found + strlen( pattern ), NULL ) : NAN;
}

/// Returns the number of rows of that benchmark if all numbers are finite and positive, otherwise -1.
static int countRows( const char* text, const char* name )
{
    static const char* const keys[] = { "ns", "memcpy_ns", "ratio_to_memcpy", "items", "repeats" };
    char pattern[64];
    snprintf( pattern, sizeof pattern, "\"name\": \"%s\"", name );
    int count = 0;
    for ( const char* row = text; ( row = strstr( row, pattern ) ) != NULL; row += strlen( pattern ) )
    {
        for ( size_t k = 0; k < sizeof keys / sizeof *keys; ++k )
        {
            double value = numberAfter( row, keys[k] );
            if ( !( isfinite( value ) && value > 0.0 ) ) { return -1; }
        }
        double ratio = numberAfter( row, "ns" ) / numberAfter( row, "memcpy_ns" );
        if ( fabs( ratio / numberAfter( row, "ratio_to_memcpy" ) - 1.0 ) > 1e-9 ) { return -1; }
        ++count;
    }
    return count;
}

// --- facts ---

TEST rowsOfTheConesAreFiniteAndPositive( void )
{
    testRun run = testShell( "\"$S\" bench cone --quick --json" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERT_STR_EQ( "", run.err );
    ASSERTm( run.out, wellFormed( run.out ) );
    ASSERT( testContains( run.out, "\"rows\": [" ) );
    ASSERT_EQ_FMT( 10, countRows( run.out, "cone" ), "%d" );
    ASSERT_EQ_FMT( 0, countRows( run.out, "math" ), "%d" );
    static const char* const rows[] = { "project 3D", "project 5D", "project 6D", "project 6D ellipsoidal",
        "project 3D circumscribed k=8", "project 3D inscribed k=8" };
    for ( size_t i = 0; i < sizeof rows / sizeof *rows; ++i )
    {
        char pattern[96];
        snprintf( pattern, sizeof pattern, "\"what\": \"%s\"", rows[i] );
        ASSERTm( rows[i], testContains( run.out, pattern ) );
    }
    PASS();
}

TEST elementaryFunctionsAreComparedWithTheCLibrary( void )
{
    testRun run = testShell( "\"$S\" bench math --quick --json" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERTm( run.out, wellFormed( run.out ) );
    ASSERT_EQ_FMT(
        90, countRows( run.out, "math" ), "%d" ); // 18 functions: two ways of both, and whole arrays
    ASSERT( testContains( run.out, "\"what\": \"pow, times as long as the C library, number by number\"" ) );
    ASSERT( testContains( run.out, "\"what\": \"pow, times as long as the C library, whole array\"" ) );
    PASS();
}

TEST aTypedLawIsComparedWithC( void )
{
    testRun run = testShell( "\"$S\" bench law --quick --json" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERTm( run.out, wellFormed( run.out ) );
    ASSERT_EQ_FMT( 3, countRows( run.out, "law" ), "%d" ); // typed, built-in, a loop in C
    ASSERT( testContains( run.out, "\"what\": \"typed law, million forces a second\"" ) );
    ASSERT( testContains( run.out, "\"what\": \"typed law, times as long as the built-in law\"" ) );
    ASSERT( testContains( run.out, "\"what\": \"its time over that under the built-in law\"" ) );
    ASSERT( testContains( run.out, "\"what\": \"from the text to the force over 256 speeds [ms]\"" ) );
    PASS();
}

TEST gaussSeidelIsMeasuredWithEachSetOfInstructions( void )
{
    testRun run = testShell( "\"$S\" bench gauss-seidel --quick --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, wellFormed( run.out ) );
    // Spheres, these in single precision, and three dimensions of other bodies with
    // each set of instructions; six other rows.
    int rows = countRows( run.out, "gauss-seidel" );
    ASSERT( rows >= 11 && ( rows - 6 ) % 5 == 0 );
    ASSERT( testContains( run.out, "% of copy\"" ) ); // the whole label
    ASSERT( testContains( run.out, "single, two threads" ) );
    ASSERT( !testContains( run.out, "MISSED" ) );
    ASSERT( testContains( run.out, "bytes per contact, packed for Gauss-Seidel" ) );
    PASS();
}

TEST logsAreReadInBothForms( void )
{
    testRun run = testShell( "\"$S\" bench log --quick --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, wellFormed( run.out ) );
    ASSERT_EQ_FMT( 4, countRows( run.out, "log" ), "%d" ); // index and frames of CSV and MCAP
    ASSERT( testContains( run.out, "\"what\": \"csv, frame [million contacts per second]\"" ) );
    ASSERT( testContains( run.out, "\"what\": \"mcap, index [million contacts per second]\"" ) );
    PASS();
}

TEST aProbeIsMeasuredOnAndOff( void )
{
    testRun run = testShell( "\"$S\" bench probe --quick --json" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERTm( run.out, wellFormed( run.out ) );
    ASSERT_EQ_FMT( 3, countRows( run.out, "probe" ), "%d" ); // a file, no destination, off
    ASSERT( testContains( run.out, "\"what\": \"probe on, file [ns per contact]\"" ) );
    ASSERT( testContains( run.out, "\"what\": \"probe off [ns per contact]\"" ) );
    PASS();
}

/// Every step of a pour ends with passes or with a rung of the rescue.
TEST poursAreCountedByRung( void )
{
    testRun run = testShell( "\"$S\" bench pour --quick --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, wellFormed( run.out ) );
    int steps = 0;
    for ( const char* at = run.out; ( at = strstr( at, "gravel: steps that ended with" ) ) != NULL; ++at )
    {
        steps += (int)numberAfter( at, "value" );
    }
    ASSERT_EQ_FMT( 100, steps, "%d" ); // half a second
    ASSERT( testContains( run.out, "\"what\": \"spheres, mu_r = R: CPU-seconds of the dearest second\"" ) );
    PASS();
}

/// Frames of the window: their parts add up.
static enum greatest_test_res framesAreTold( const char* text )
{
    int count = 0;
    for ( const char* at = text; ( at = strstr( at, "\"picture\":" ) ) != NULL; ++at, ++count )
    {
        double sum = numberAfter( at, "fill_ms" ) + numberAfter( at, "cull_ms" ) +
            numberAfter( at, "submit_ms" ) + numberAfter( at, "draw_ms" ) + numberAfter( at, "ui_ms" );
        ASSERT( sum > 0.0 && fabs( numberAfter( at, "frame_ms" ) / sum - 1.0 ) < 1e-9 );
        ASSERT( numberAfter( at, "frames_per_second" ) > 0.0 && numberAfter( at, "gpu_ms" ) >= 0.0 );
        ASSERT(
            numberAfter( at, "simulation_left" ) >= 0.0 ); // measured: other programs may make it any size
    }
    if ( count == 0 ) // built without the window, or no means to draw: it says so
    {
        testRun run = testShell( "\"$S\" bench view --quick --json" );
        ASSERT_EQ_FMT( 3, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, "view: " ) );
        PASS();
    }
    ASSERT_EQ_FMT( 10, count, "%d" ); // 1,000 and 10,000 spheres, four ways to look at them; two at 100,000
    PASS();
}

/// Piles on one and more threads: times and speed-ups, over one thread and of a
/// streaming triad, and what they should be.
TEST threadsAreComparedWithOne( void )
{
    testRun run = testShell( "\"$S\" bench threads --quick --json" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERT( formsJsonObeys( "bench-report", run.out ) );
    int alone = 0, together = 0;
    for ( const char* row = strstr( run.out, "\"spheres\":" ); row != NULL;
          row = strstr( row + 1, "\"spheres\":" ) )
    {
        bool one = numberAfter( row, "threads" ) == 1.0;
        alone += one;
        together += !one;
        double speedUp = numberAfter( row, "step_speedup" );
        ASSERT( one ? speedUp == 1.0 : speedUp > 0.0 );
    }
    ASSERT_EQ_FMT( 3, alone, "%d" ); // three sizes of piles
    ASSERT( together >= 3 );
    ASSERT( testContains( run.out, "\"goals\": [" ) );
    run = testShell( "\"$S\" bench threads --quick" );
    ASSERTm( run.out, testContains( run.out, "never slower than one thread" ) );
    PASS();
}

/// Whole steps: the times of every engine are finite where it got there, and ours have stages that add up to
/// the step.
static enum greatest_test_res stepsAreTold( const char* text )
{
    static const char* const stages[] = { "broad_ms", "narrow_ms", "assemble_ms", "solve_ms", "integrate_ms",
        "correct_ms", "report_ms" };
    const char *list = strstr( text, "\"steps\": [" ), *end = list != NULL ? strchr( list, ']' ) : NULL;
    int ours = 0;
    ASSERT( end != NULL );
    for ( const char* row = strstr( list, "\"scene\":" ); row != NULL && row < end;
          row = strstr( row + 1, "\"scene\":" ) )
    {
        double ms = numberAfter( row, "ms" ), sum = 0.0;
        ASSERT( numberAfter( row, "spheres" ) > 0.0 && numberAfter( row, "contacts" ) > 0.0 );
        const char *engine = strstr( row, "\"engine\":" ), *own = strstr( row, "\"slipstick\"" );
        if ( own != NULL && own - engine < 16 )
        {
            for ( size_t k = 0; k < sizeof stages / sizeof *stages; ++k )
            {
                ASSERT( numberAfter( row, stages[k] ) >= 0.0 );
                sum += numberAfter( row, stages[k] );
            }
            // The stages are those of the fastest step, while `ms` may be the mean of several.
            ASSERT( sum > 0.0 && sum <= 1.001 * ms + 1e-3 );
            ASSERT( numberAfter( row, "bytes_per_sphere" ) > 0.0 &&
                numberAfter( row, "bytes_per_contact" ) > 0.0 );
            ++ours;
        }
        else { ASSERT( !( ms <= 0.0 ) ); }
    }
    ASSERT( ours >= 6 );
    if ( !testContains( text, "\"Bullet\"" ) || !testContains( text, "\"MuJoCo\"" ) )
    {
        printf( "without Bullet or MuJoCo (libbullet-dev, libmujoco-dev): our steps alone\n" );
    }
    PASS();
}

TEST withoutANameAllBenchmarksRun( void )
{
    testRun run = testShell( "\"$S\" bench --quick --json" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERT( countRows( run.out, "cone" ) > 0 && countRows( run.out, "collide" ) > 0 );
    CHECK_CALL( stepsAreTold( run.out ) );
    ASSERT( formsJsonObeys( "bench-report", run.out ) );
    CHECK_CALL( framesAreTold( run.out ) );
    // A name that is given twice is run once.
    run = testShell( "\"$S\" bench cone cone --quick --json" );
    ASSERT_EQ_FMT( 10, countRows( run.out, "cone" ), "%d" );
    PASS();
}

/// Files of a folder are solved besides the packings; files that are not contact problems are skipped.
TEST problemsOfAFolderAreSolved( void )
{
    testRun run = testShell(
        "printf '3\\n1\\n0\\n3\\n3\\n3 3\\n2 0 0\\n0 3 0\\n0 0 4\\n-1 2 3\\n0.5\\n' >\"$D/one.dat\"\n"
        "echo nothing >\"$D/notes.txt\"\n"
        "\"$S\" bench solve --quick --json --problems \"$D\"" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERTm( run.out, wellFormed( run.out ) );
    ASSERT( countRows( run.out, "solve" ) > 0 );
    const char* match = strstr( run.out, "\"matches\": [" );
    ASSERT( match != NULL && !testContains( run.out, "notes.txt" ) );
    match = strstr( match, "\"one.dat\"" );
    ASSERT( match != NULL );
    ASSERT_EQ( 1.0, numberAfter( match, "contacts" ) );
    ASSERT_EQ( 3.0, numberAfter( match, "dimension" ) );
    ASSERT( numberAfter( match, "residual" ) <= 1e-8 && numberAfter( match, "seconds" ) > 0.0 );
    ASSERT( testContains( match, "converged" ) );
    if ( !testContains( match, "siconos_nsgs_seconds" ) )
    {
        printf( "without Siconos (libsiconos-numerics-dev): our times alone\n" );
    }
    run = testShell( "\"$S\" bench solve --quick --problems \"$D/nowhere\"" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERT( testContains( run.err, "nowhere" ) );
    PASS();
}

TEST theReadableTableIsAligned( void )
{
    testRun run = testShell( "\"$S\" bench cone --quick" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERT_EQ_FMT( 11, testLines( run.out ), "%d" );
    size_t width = strcspn( run.out, "\n" );
    for ( const char* line = run.out; *line != 0; line += strcspn( line, "\n" ) + 1 )
    {
        ASSERT_EQ_FMT( width, strcspn( line, "\n" ), "%zu" );
    }
    PASS();
}

TEST unknownNamesAreRefusedWithASuggestion( void )
{
    testRun run = testShell( "\"$S\" bench coen --quick" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERT_STR_EQ( "", run.out );
    ASSERT( testContains( run.err, "'coen'" ) && testContains( run.err, "'cone'" ) );
    run = testShell( "\"$S\" bench cone nothing-like-it --quick --json" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERT_STR_EQ( "", run.out );
    run = testShell( "\"$S\" bench --fast" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    PASS();
}

TEST aFullDiskIsAnError( void )
{
    if ( access( "/dev/full", W_OK ) != 0 ) { SKIPm( "this machine has no /dev/full" ); }
    testRun run = testShell( "\"$S\" bench cone --quick --json > /dev/full" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    PASS();
}

TEST helpNamesEveryBenchmark( void )
{
    testRun run = testShell( "\"$S\" help bench" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    ASSERT( testContains( run.out, "--json" ) && testContains( run.out, "--quick" ) );
    ASSERT( testContains( run.out, "  cone " ) && testContains( run.out, "  math " ) );
    PASS();
}

SUITE( bench )
{
    RUN_TEST( rowsOfTheConesAreFiniteAndPositive );
    RUN_TEST( elementaryFunctionsAreComparedWithTheCLibrary );
    RUN_TEST( aTypedLawIsComparedWithC );
    RUN_TEST( gaussSeidelIsMeasuredWithEachSetOfInstructions );
    RUN_TEST( logsAreReadInBothForms );
    RUN_TEST( aProbeIsMeasuredOnAndOff );
    RUN_TEST( poursAreCountedByRung );
    RUN_TEST( threadsAreComparedWithOne );
    RUN_TEST( withoutANameAllBenchmarksRun );
    RUN_TEST( problemsOfAFolderAreSolved );
    RUN_TEST( theReadableTableIsAligned );
    RUN_TEST( unknownNamesAreRefusedWithASuggestion );
    RUN_TEST( aFullDiskIsAnError );
    RUN_TEST( helpNamesEveryBenchmark );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( bench );
    return TEST_END();
}
