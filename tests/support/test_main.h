// SPDX-License-Identifier: MIT
#pragma once

// What every test program shares; include it first. A test is a fact with a name, and a program ends like
// this:
//
//     int main( int argc, char** argv )
//     {
//         TEST_BEGIN( argc, argv );
//         RUN_SUITE( projection );
//         return TEST_END();
//     }
//
// Tests may use POSIX, and may run the program itself with testShell.

#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L
#endif
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif

#include "greatest.h"

#include "slipstick/base.h"

#include <ftw.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// greatest prints the message after the test has returned, when one that
// lay in a local variable of the test is gone.
static char testMessage[4096];

static inline const char* testKeep( const char* message )
{
    if ( message == NULL ) { return NULL; }
    size_t length = strlen( message ), room = sizeof( testMessage ) - 1;
    length = length < room ? length : room;
    memcpy( testMessage, message, length );
    testMessage[length] = 0;
    return testMessage;
}

#undef GREATEST_FAILm
#define GREATEST_FAILm( message )                \
    do {                                         \
        greatest_info.fail_file = __FILE__;      \
        greatest_info.fail_line = __LINE__;      \
        greatest_info.msg = testKeep( message ); \
        return GREATEST_TEST_RES_FAIL;           \
    } while ( 0 )

// The macro of greatest accepts a NAN as any number.
#undef GREATEST_ASSERT_IN_RANGEm
#define GREATEST_ASSERT_IN_RANGEm( message, expected, actual, tolerance )                                   \
    do {                                                                                                    \
        double testExpected = ( expected ), testActual = ( actual ), testTolerance = ( tolerance );         \
        greatest_info.assertions++;                                                                         \
        if ( !( fabs( testExpected - testActual ) <= testTolerance ) )                                      \
        {                                                                                                   \
            GREATEST_FPRINTF( GREATEST_STDOUT, "\nExpected: %.17g +/- %g\n     Got: %.17g\n", testExpected, \
                testTolerance, testActual );                                                                \
            GREATEST_FAILm( message );                                                                      \
        }                                                                                                   \
    } while ( 0 )

// --------------------------------------------------------------------------------------------- begin and end

#define TEST_BEGIN( argc, argv ) \
    GREATEST_INIT();             \
    greatest_parse_options( argc, argv )

/// Returns the exit status, after greatest's report and a line `N passed, N failed, N skipped`.
#define TEST_END() testEnd()

GREATEST_MAIN_DEFS();

static char testScratchFolder[512];

static inline int testEnd( void )
{
    if ( testScratchFolder[0] != 0 )
    {
        char command[600];
        snprintf( command, sizeof( command ), "rm -rf '%s'", testScratchFolder );
        if ( system( command ) != 0 ) { fprintf( stderr, "could not remove %s\n", testScratchFolder ); }
    }
    GREATEST_PRINT_REPORT();
    if ( GREATEST_LIST_ONLY() ) { return 0; }
    struct greatest_report_t report;
    greatest_get_report( &report );
    printf( "%u passed, %u failed, %u skipped\n", report.passed, report.failed, report.skipped );
    // A filter that matches nothing must not look like success.
    return report.failed > 0 || report.passed + report.skipped == 0 ? 1 : 0;
}

/// What a test needs before it can check anything: a refusal ends the program.
static inline void testMust( ssResult result )
{
    if ( result.code != ss_ok )
    {
        printf( "\nrefused: %s: %s\n", result.field, result.message );
        exit( 1 );
    }
}

// -------------------------------------------------------------------------------------------------- settings

/// How much work to do compared with the usual: $SLIPSTICK_TEST_SCALE, 1 by default. Sample counts are
/// multiplied by it.
static inline double testScale( void )
{
    const char* text = getenv( "SLIPSTICK_TEST_SCALE" );
    double scale = text != NULL ? strtod( text, NULL ) : 1.0;
    return scale > 0.0 ? scale : 1.0;
}

static inline int testCount( int usual )
{
    double count = usual * testScale();
    return count < 1.0 ? 1 : count > 2e9 ? 2000000000 : (int)count;
}

/// Like testCount for costly samples: `usual` of them up to scale 10,
/// and from there on the scale times `full`.
static inline int testCountFull( int usual, int full )
{
    return testCount( testScale() < 10.0 ? usual : full );
}

/// Like testCount, but never more than usual and never less than `least`: for
/// what a test needs enough of, such as steps.
static inline int testUpTo( int usual, int least )
{
    int count = testCount( usual );
    return count > usual ? usual : count < least ? least : count;
}

/// Whether item i of a long list is tried: all of them usually, at a
/// smaller scale an even selection with the first.
static inline bool testTakes( int i )
{
    double scale = testScale();
    return i == 0 || floor( i * scale ) > floor( ( i - 1 ) * scale );
}

/// Like testTakes for costly items: usually one in `stride`, and all of them from scale 10 on.
static inline bool testTakesOneIn( int i, int stride )
{
    return testScale() >= 10.0 || ( i % stride == 0 && testTakes( i / stride ) );
}

#ifndef SLIPSTICK_TEST_DATA
#define SLIPSTICK_TEST_DATA "tests/data"
#endif

/// Returns the path of a file in tests/data; it is valid until the next call.
static inline const char* testData( const char* name )
{
    static char path[1024];
    snprintf( path, sizeof( path ), "%s/%s", SLIPSTICK_TEST_DATA, name );
    return path;
}

/// Returns a folder that belongs to this program and is removed at the end.
static inline const char* testScratch( void )
{
    if ( testScratchFolder[0] == 0 )
    {
        const char* base = getenv( "TMPDIR" );
        snprintf( testScratchFolder, sizeof( testScratchFolder ), "%s/slipstick-test-XXXXXX",
            base != NULL && base[0] != 0 ? base : "/tmp" );
        if ( mkdtemp( testScratchFolder ) == NULL )
        {
            perror( testScratchFolder );
            exit( 1 );
        }
    }
    return testScratchFolder;
}

// ---------------------------------------------------------------------------------------------------- chance

/// splitmix64 gives the same numbers on every machine and shares nothing with the engine's own generator.
typedef struct testRng
{
    uint64_t state;
} testRng;

static inline uint64_t testRandom( testRng* rng )
{
    uint64_t z = rng->state += 0x9e3779b97f4a7c15u;
    z = ( z ^ ( z >> 30 ) ) * 0xbf58476d1ce4e5b9u;
    z = ( z ^ ( z >> 27 ) ) * 0x94d049bb133111ebu;
    return z ^ ( z >> 31 );
}

/// Draws uniformly from [low, high).
static inline double testUniform( testRng* rng, double low, double high )
{
    return low + ( high - low ) * ( (double)( testRandom( rng ) >> 11 ) * 0x1p-53 );
}

/// Draws either sign, with magnitudes spread evenly over the decades from 10^low to 10^high.
static inline double testDecades( testRng* rng, double low, double high )
{
    double size = pow( 10.0, testUniform( rng, low, high ) );
    return ( testRandom( rng ) & 1u ) != 0 ? size : -size;
}

static inline bool testNear( double a, double b, double tolerance )
{
    return fabs( a - b ) <= tolerance * ( 1.0 + fabs( b ) );
}

// ------------------------------------------------------------------------------------------ running programs

/// What a command left behind. The texts stay valid until the next command.
typedef struct testRun
{
    int status; ///< exit status, or 128 + the signal that ended it
    const char* out;
    const char* err;
    size_t outLength;
} testRun;

/// Reads a whole file as a zero-terminated text, which the caller must free(). Returns NULL if there is no
/// such file.
static inline char* testReadFile( const char* path, size_t* length )
{
    FILE* file = fopen( path, "rb" );
    if ( file == NULL ) { return NULL; }
    size_t used = 0, capacity = 1u << 16;
    char* text = malloc( capacity );
    while ( text != NULL )
    {
        size_t got = fread( text + used, 1, capacity - used - 1, file );
        used += got;
        if ( got == 0 )
        {
            text[used] = 0;
            break;
        }
        if ( used + 1 == capacity )
        {
            capacity *= 2;
            text = realloc( text, capacity );
        }
    }
    fclose( file );
    if ( length != NULL ) { *length = used; }
    return text;
}

static inline void testWriteFile( const char* path, const char* text )
{
    FILE* file = fopen( path, "wb" );
    if ( file == NULL || fputs( text, file ) < 0 || fclose( file ) != 0 )
    {
        perror( path );
        exit( 1 );
    }
}

static int testRemove( const char* path, const struct stat* status, int type, struct FTW* place )
{
    (void)status, (void)type, (void)place;
    return remove( path );
}

/// Removes a folder with all that is in it, and makes it again.
static inline void testEmptyFolder( const char* path )
{
    nftw( path, testRemove, 16, FTW_DEPTH | FTW_PHYS );
    if ( mkdir( path, 0777 ) != 0 )
    {
        perror( path );
        exit( 1 );
    }
}

static inline int testStatusOf( int waited )
{
    return WIFEXITED( waited ) ? WEXITSTATUS( waited ) : 128 + WTERMSIG( waited );
}

/// Starts words[0] with these words, its output in the file "log" of the scratch folder. Returns its process
/// id.
static inline pid_t testStart( char* const* words )
{
    char log[600];
    snprintf( log, sizeof( log ), "%s/log", testScratch() );
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        if ( freopen( log, "w", stdout ) == NULL || freopen( log, "a", stderr ) == NULL ) { _exit( 127 ); }
        alarm( 300 );
        execv( words[0], words );
        _exit( 127 );
    }
    return child;
}

static inline int testFinish( pid_t child )
{
    int waited = 0;
    while ( waitpid( child, &waited, 0 ) < 0 ) {}
    return testStatusOf( waited );
}

/// Runs a line of shell. In it $S is the program (SLIPSTICK_PROGRAM), $D a folder to write into that is
/// emptied before each line, and $T the folder of test data. A command that hangs is killed after five
/// minutes.
static inline testRun testShell( const char* format, ... )
{
    static char* outText;
    static char* errText;
    static char line[1u << 16];
    va_list arguments;
    va_start( arguments, format );
    vsnprintf( line, sizeof( line ), format, arguments );
    va_end( arguments );

    char folder[600], out[600], err[600];
    snprintf( folder, sizeof( folder ), "%s/d", testScratch() );
    snprintf( out, sizeof( out ), "%s/out", testScratch() );
    snprintf( err, sizeof( err ), "%s/err", testScratch() );
    testEmptyFolder( folder );
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
#ifdef SLIPSTICK_PROGRAM
        setenv( "S", SLIPSTICK_PROGRAM, 1 );
#endif
        setenv( "D", folder, 1 );
        setenv( "T", SLIPSTICK_TEST_DATA, 1 );
        if ( freopen( out, "w", stdout ) == NULL || freopen( err, "w", stderr ) == NULL ) { _exit( 127 ); }
        alarm( 300 );
        execl( "/bin/sh", "sh", "-c", line, (char*)NULL );
        _exit( 127 );
    }
    testRun run = { .status = testFinish( child ) };
    free( outText );
    free( errText );
    outText = testReadFile( out, &run.outLength );
    errText = testReadFile( err, NULL );
    run.out = outText != NULL ? outText : "";
    run.err = errText != NULL ? errText : "";
    return run;
}

static inline bool testContains( const char* text, const char* part ) { return strstr( text, part ) != NULL; }

static inline int testLines( const char* text )
{
    int lines = 0;
    for ( ; *text != 0; ++text ) { lines += *text == '\n'; }
    return lines;
}
