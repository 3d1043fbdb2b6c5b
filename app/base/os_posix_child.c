// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "base/os_posix_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Other programs that this one runs, and what they need.

bool osProgramFolder( char* path, size_t capacity )
{
    ssize_t length = readlink( "/proc/self/exe", path, capacity - 1 );
    path[length > 0 ? length : 0] = 0;
    char* slash = strrchr( path, '/' );
    if ( slash == NULL || (size_t)length >= capacity - 1 )
    {
        return false;
    }
    *slash = 0;
    return true;
}

int osOpenScratch( char* path, size_t capacity )
{
    const char* folder = getenv( "TMPDIR" );
    char name[PATH_MAX];
    snprintf(
        name, sizeof( name ), "%s/slipstick-XXXXXX", folder != NULL && folder[0] != 0 ? folder : "/tmp" );
    int scratch = mkstemp( name );
    if ( scratch >= 0 )
    {
        unlink( name );
        snprintf( path, capacity, "/dev/fd/%d", scratch );
    }
    return scratch;
}

int osFillScratch( const void* bytes, size_t size, char* path, size_t capacity )
{
    int scratch = osOpenScratch( path, capacity );
    const char* at = bytes;
    while ( scratch >= 0 && size > 0 )
    {
        ssize_t written = write( scratch, at, size );
        if ( written < 0 && errno != EINTR )
        {
            close( scratch );
            return -1;
        }
        at += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return scratch;
}

void osCloseScratch( int scratch )
{
    if ( scratch >= 0 )
    {
        close( scratch );
    }
}

/// Reads what a program prints until it closes its output or the time
/// is over. Returns false in the latter case.
static bool readOutput( int from, double end, char* output, size_t capacity )
{
    size_t used = 0;
    output[0] = 0;
    for ( ;; )
    {
        double left = end - osSeconds();
        struct pollfd wait = { .fd = from, .events = POLLIN };
        int ready = left > 0.0 ? poll( &wait, 1, (int)( 1e3 * left ) + 1 ) : 0;
        if ( ready == 0 || ( ready < 0 && errno != EINTR ) )
        {
            return false;
        }
        char rest[512]; // what does not fit is read and dropped, so that the program can end
        bool full = used + 1 >= capacity;
        ssize_t size = ready > 0
            ? read( from, full ? rest : output + used, full ? sizeof( rest ) : capacity - 1 - used )
            : 0;
        if ( ready > 0 && size <= 0 )
        {
            return true;
        }
        used += full ? 0 : (size_t)size;
        output[used] = 0;
    }
}

static void becomeProgram( const char* const* words, int output )
{
    int nothing = open( "/dev/null", O_RDWR );
    dup2( nothing, 0 );
    dup2( output, 1 );
    dup2( nothing, 2 );
    execv( words[0], (char* const*)words );
    _exit( 127 );
}

ssResult osRunProgram( const char* const* words, double seconds, char* output, size_t capacity, int* status )
{
    int ends[2];
    if ( pipe( ends ) != 0 )
    {
        return osFileError( "run", words[0], strerror( errno ) );
    }
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        close( ends[0] );
        becomeProgram( words, ends[1] );
    }
    close( ends[1] );
    if ( child < 0 )
    {
        close( ends[0] );
        return osFileError( "run", words[0], strerror( errno ) );
    }
    bool ended = readOutput( ends[0], osSeconds() + seconds, output, capacity );
    close( ends[0] );
    if ( !ended )
    {
        kill( child, SIGKILL );
    }
    int how = 0;
    while ( waitpid( child, &how, 0 ) < 0 && errno == EINTR )
    {
    }
    *status = WIFEXITED( how ) ? WEXITSTATUS( how ) : 128 + WTERMSIG( how );
    char reason[64];
    snprintf( reason, sizeof( reason ), "it took longer than %g s", seconds );
    return ended ? ssOk() : osFileError( "run", words[0], reason );
}
