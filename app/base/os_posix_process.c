// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "base/os_posix_private.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// The process itself: signals, clocks, the terminal, libraries, and work in a child that may crash.

void osStart( void )
{
    signal( SIGPIPE, SIG_IGN );
    signal( SIGXFSZ, SIG_IGN );

    // In a program started with `>&-`, the first file opened would get descriptor 1 and the output. A
    // placeholder opened in the opposite direction makes every use of the number an error.
    for ( int fd = 0; fd <= 2; ++fd )
    {
        if ( fcntl( fd, F_GETFD ) == -1 && errno == EBADF )
        {
            int placeholder = open( "/dev/null", fd == 0 ? O_WRONLY : O_RDONLY );
            if ( placeholder > 2 ) { close( placeholder ); }
        }
    }
}

// Signals this close [s] are one: `timeout` and shells send it to the program and to its group.
#define SAME_SIGNAL_TIME 0.5

static volatile sig_atomic_t s_caughtSignal;
static double s_caughtAt; // [s] written before s_caughtSignal, read by the handler alone

static void noteSignal( int number )
{
    int reason = errno;
    if ( s_caughtSignal == 0 )
    {
        s_caughtAt = osSeconds();
        s_caughtSignal = number;
    }
    else if ( osSeconds() - s_caughtAt > SAME_SIGNAL_TIME )
    {
        signal( number, SIG_DFL );
        raise( number );
    }
    errno = reason;
}

void osWatchSignals( void )
{
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    for ( int i = 0; i < SS_COUNT( numbers ); ++i )
    {
        // An ignored signal (nohup) stays ignored.
        struct sigaction present;
        if ( sigaction( numbers[i], NULL, &present ) == 0 && present.sa_handler == SIG_DFL )
        {
            struct sigaction action;
            memset( &action, 0, sizeof( action ) );
            action.sa_handler = noteSignal;
            sigemptyset( &action.sa_mask );
            for ( int k = 0; k < SS_COUNT( numbers ); ++k ) { sigaddset( &action.sa_mask, numbers[k] ); }
            sigaction( numbers[i], &action, NULL );
        }
    }
}

bool osSignalCaught( void ) { return s_caughtSignal != 0; }

bool osStopsAtSignal( void* context )
{
    (void)context;
    return osSignalCaught();
}

const char* osSignalName( void )
{
    return s_caughtSignal == SIGINT ? "Ctrl+C"
        : s_caughtSignal == SIGTERM ? "the signal TERM"
        : s_caughtSignal == SIGHUP  ? "the signal HUP"
                                    : "";
}

void osEndBySignal( void )
{
    signal( s_caughtSignal, SIG_DFL );
    raise( s_caughtSignal );
}

double osSeconds( void )
{
    struct timespec now;
    clock_gettime( CLOCK_MONOTONIC, &now );
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool osIsTerminal( int stream ) { return isatty( stream ) == 1; }

bool osHasDisplay( void )
{
    const char *x11 = getenv( "DISPLAY" ), *wayland = getenv( "WAYLAND_DISPLAY" );
    return ( x11 != NULL && x11[0] != 0 ) || ( wayland != NULL && wayland[0] != 0 );
}

double osCpuSeconds( void )
{
    struct timespec now;
    clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &now );
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Processor time of a child process [s]; 0 once it has ended.
static double childSeconds( pid_t child )
{
    clockid_t clock;
    struct timespec used;
    bool known = clock_getcpuclockid( child, &clock ) == 0 && clock_gettime( clock, &used ) == 0;
    return known ? (double)used.tv_sec + 1e-9 * (double)used.tv_nsec : 0.0;
}

// Exit status of a child that finished. A library that calls exit() is unlikely to use it.
#define WORK_DONE 64

bool osTry( osWork* work, void* context, void* answer, size_t size, double seconds )
{
    void* shared = mmap( NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0 );
    if ( shared == MAP_FAILED ) { return false; }
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        int nothing = open( "/dev/null", O_WRONLY );
        dup2( nothing, 1 );
        dup2( nothing, 2 );
        alarm( (unsigned)( 10.0 * seconds ) + 2 ); // ends the child even if the parent is gone
        work( context, shared );
        _exit( WORK_DONE );
    }
    int status = 0;
    pid_t done = child > 0 ? 0 : -1;
    // A sleeping child uses no processor time, so ten times `seconds` of wall clock limit it as well.
    for ( double end = osSeconds() + 10.0 * seconds + 1.0; done == 0; )
    {
        done = waitpid( child, &status, WNOHANG );
        if ( done == 0 && ( childSeconds( child ) > seconds || osSeconds() > end ) )
        {
            kill( child, SIGKILL );
            waitpid( child, &status, 0 );
            done = -1;
        }
        else if ( done == 0 ) { nanosleep( &( struct timespec ){ .tv_nsec = 500000 }, NULL ); }
    }
    bool good = done == child && WIFEXITED( status ) && WEXITSTATUS( status ) == WORK_DONE;
    if ( good ) { memcpy( answer, shared, size ); }
    munmap( shared, size );
    return good;
}

void* osOpenLibrary( const char* path ) { return dlopen( path, RTLD_LAZY | RTLD_GLOBAL ); }

void* osOpenPlugin( const char* path, char* reason, size_t capacity )
{
    // RTLD_NOW: a missing function is reported here and not in the middle of a run.
    if ( osFileExists( path ) && !osFileHolds( path ) )
    {
        snprintf( reason, capacity, "it is no file, or an empty one" ); // a FIFO would be waited for
        return NULL;
    }
    void* library = dlopen( path, RTLD_NOW | RTLD_LOCAL );
    const char* words = library == NULL ? dlerror() : NULL;
    size_t length = strlen( path );
    if ( words != NULL && strncmp( words, path, length ) == 0 && strncmp( words + length, ": ", 2 ) == 0 )
    {
        words += length + 2; // the caller names the file
    }
    snprintf( reason, capacity, "%s", words != NULL ? words : "this program cannot load shared objects" );
    return library;
}

void* osFindInLibrary( void* library, const char* name ) { return dlsym( library, name ); }

ssResult osFileError( const char* verb, const char* path, const char* reason )
{
    if ( strcmp( path, "standard output" ) == 0 || strcmp( path, "standard input" ) == 0 )
    {
        return ssError(
            ss_errorFormat, NULL, "cannot %s %s: %s", verb, path, reason ); // no file of that name
    }
    const size_t shownMax = 150; // leaves room for the reason in the message of an ssResult
    size_t length = strlen( path );
    bool cut = length > shownMax;
    const char* tail = cut ? path + length - shownMax : path;
    return ssError( ss_errorFormat, NULL, "cannot %s '%s%s': %s", verb, cut ? "..." : "", tail, reason );
}
