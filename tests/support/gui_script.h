// SPDX-License-Identifier: MIT
#pragma once

#include "test_main.h"

// Tests write scripts for the window line by line and play them off screen; the program says which line
// failed.

static char s_script[1 << 16];
static size_t s_used;

static void begin( void )
{
    s_used = 0;
    s_script[0] = '\0';
}

static void line( const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    s_used += (size_t)vsnprintf( s_script + s_used, sizeof s_script - s_used - 2, format, arguments );
    va_end( arguments );
    s_script[s_used++] = '\n';
    s_script[s_used] = '\0';
}

/// Plays the script with further options. A failed test prints what the program said.
static inline testRun play( const char* options )
{
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell( "cd \"$D\" && \"$S\" gui %s --script '%s'", options, path );
}

/// Plays the script and one more line, which expects the impossible: the program says what it found instead.
static inline double readValue( const char* options, const char* key )
{
    line( "expect %s 1e300 1e300", key );
    testRun run = play( options );
    const char* found = strstr( run.err, "found " );
    return found != NULL ? strtod( found + 6, NULL ) : (double)NAN;
}

/// A failure prints the options too, because many tests play one script with many of them.
#define ASSERT_PLAYS( options )                                  \
    do {                                                         \
        testRun played = play( options );                        \
        if ( played.status != 0 ) { printf( "%s\n", options ); } \
        ASSERT_EQ_FMTm( played.err, 0, played.status, "%d" );    \
    } while ( 0 )
