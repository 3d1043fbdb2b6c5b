// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // pipe2
#define _POSIX_C_SOURCE 200809L
#include "base/os_posix_private.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

// A program that works beside this one: it is fed through its input and heard through its output.

#define KEPT_WORDS 2048 // [bytes] of the newest that it has printed

struct osProgram
{
    pid_t child; // 0: it has ended
    int input;   // -1: closed
    int output;  // both of its output streams; -1: closed
    int status;
    size_t used;
    char words[KEPT_WORDS + 1];
};

bool osFindProgram( const char* name, char* path, size_t capacity )
{
    const char* folders = getenv( "PATH" );
    for ( const char* at = folders; at != NULL && at[0] != '\0'; )
    {
        size_t length = strcspn( at, ":" );
        int written = snprintf( path, capacity, "%.*s/%s", (int)length, at, name );
        if ( length > 0 && written > 0 && (size_t)written < capacity && osFileExists( path ) &&
            access( path, X_OK ) == 0 )
        {
            return true;
        }
        at += length + ( at[length] == ':' ? 1 : 0 );
    }
    return false;
}

static void becomeProgram( const char* const* words, int input, int output, int kept )
{
    setpgid( 0, 0 ); // Ctrl+C is for the program that feeds this one
#ifdef __linux__
    prctl( PR_SET_PDEATHSIG, SIGTERM ); // and it does not outlive that one
#endif
    signal( SIGPIPE, SIG_DFL );
    dup2( input, 0 );
    dup2( output, 1 );
    dup2( output, 2 );
    if ( kept >= 0 ) { fcntl( kept, F_SETFD, 0 ); }
    execv( words[0], (char* const*)words );
    fprintf( stderr, "cannot run '%s': %s\n", words[0], strerror( errno ) );
    _exit( 127 );
}

static void closeEnd( int* end )
{
    if ( *end >= 0 ) { close( *end ); }
    *end = -1;
}

ssResult osBeginProgram( const char* const* words, int kept, osProgram** program )
{
    int down[2] = { -1, -1 }, up[2] = { -1, -1 };
    osProgram* p = calloc( 1, sizeof *p );
    bool good = p != NULL && pipe2( down, O_CLOEXEC ) == 0 && pipe2( up, O_CLOEXEC ) == 0;
    fflush( NULL );
    pid_t child = good ? fork() : -1;
    if ( child == 0 ) { becomeProgram( words, down[0], up[1], kept ); }
    int reason = errno;
    closeEnd( down + 0 );
    closeEnd( up + 1 );
    if ( child < 0 )
    {
        closeEnd( down + 1 );
        closeEnd( up + 0 );
        free( p );
        return osFileError( "run", words[0], strerror( reason ) );
    }
    p->child = child;
    p->input = down[1];
    p->output = up[0];
    fcntl( p->input, F_SETFL, O_NONBLOCK );
    fcntl( p->output, F_SETFL, O_NONBLOCK );
    *program = p;
    return ssOk();
}

/// Reads what there is. Only the newest words are kept.
static void hear( osProgram* p )
{
    char bytes[1024];
    ssize_t size = 0;
    while ( p->output >= 0 && ( size = read( p->output, bytes, sizeof bytes ) ) > 0 )
    {
        size_t count = (size_t)size;
        size_t drop = p->used + count > KEPT_WORDS ? p->used + count - KEPT_WORDS : 0;
        memmove( p->words, p->words + drop, p->used - drop );
        p->used -= drop;
        memcpy( p->words + p->used, bytes, count );
        p->used += count;
        p->words[p->used] = '\0';
    }
    if ( size == 0 || ( size < 0 && errno != EAGAIN && errno != EINTR ) ) { closeEnd( &p->output ); }
}

/// Waits until it reads (when `feeds`), says something or ends. False: nobody wants to wait any longer.
static bool await( osProgram* p, bool feeds, int milliseconds )
{
    struct pollfd ends[2] = { { .fd = p->output, .events = POLLIN },
        { .fd = feeds ? p->input : -1, .events = POLLOUT } };
    int ready = poll( ends, 2, milliseconds );
    hear( p );
    return !osSignalCaught() && ( ready >= 0 || errno == EINTR );
}

bool osFeedProgram( osProgram* p, const void* bytes, size_t size )
{
    const char* at = bytes;
    while ( size > 0 && p->input >= 0 )
    {
        ssize_t written = write( p->input, at, size );
        if ( written > 0 )
        {
            at += written;
            size -= (size_t)written;
        }
        else if ( written < 0 && errno != EAGAIN && errno != EINTR ) { closeEnd( &p->input ); }
        else if ( !await( p, true, 1000 ) ) { return false; }
    }
    return size == 0;
}

bool osProgramRuns( osProgram* p )
{
    hear( p );
    int how = 0;
    if ( p->child > 0 && waitpid( p->child, &how, WNOHANG ) == p->child )
    {
        p->child = 0;
        p->status = WIFEXITED( how ) ? WEXITSTATUS( how ) : 128 + WTERMSIG( how );
        hear( p );
    }
    return p->child > 0;
}

bool osWaitForProgram( osProgram* p, double seconds )
{
    double end = osSeconds() + seconds;
    closeEnd( &p->input );
    while ( osProgramRuns( p ) && osSeconds() < end )
    {
        // A program without output is about to end.
        if ( !await( p, false, p->output < 0 ? 1 : 50 ) ) { break; }
    }
    return p->child == 0;
}

int osProgramStatus( const osProgram* p ) { return p->status; }

const char* osProgramWords( const osProgram* p ) { return p->words; }

void osStopProgram( osProgram* p )
{
    if ( osProgramRuns( p ) ) { kill( p->child, SIGTERM ); }
}

void osEndProgram( osProgram* p )
{
    if ( p == NULL ) { return; }
    closeEnd( &p->input );
    if ( osProgramRuns( p ) )
    {
        osStopProgram( p );
        bool ended = false;
        for ( int i = 0; i < 200 && !ended; ++i )
        {
            poll( NULL, 0, 5 );
            ended = !osProgramRuns( p );
        }
        if ( !ended )
        {
            kill( p->child, SIGKILL );
            waitpid( p->child, NULL, 0 );
        }
    }
    closeEnd( &p->output );
    free( p );
}

// Other programs that this one runs, and what they need.

bool osProgramFolder( char* path, size_t capacity )
{
    ssize_t length = readlink( "/proc/self/exe", path, capacity - 1 );
    path[length > 0 ? length : 0] = 0;
    char* slash = strrchr( path, '/' );
    if ( slash == NULL || (size_t)length >= capacity - 1 ) { return false; }
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
    if ( scratch >= 0 ) { close( scratch ); }
}

/// Reads what a program prints until it closes its output; false when the time is over.
static bool readOutput( int from, double end, char* output, size_t capacity )
{
    size_t used = 0;
    output[0] = 0;
    for ( ;; )
    {
        double left = end - osSeconds();
        struct pollfd wait = { .fd = from, .events = POLLIN };
        int ready = left > 0.0 ? poll( &wait, 1, (int)( 1e3 * left ) + 1 ) : 0;
        if ( ready == 0 || ( ready < 0 && errno != EINTR ) ) { return false; }
        char rest[512]; // what does not fit is read and dropped, so that the program can end
        bool full = used + 1 >= capacity;
        ssize_t size = ready > 0
            ? read( from, full ? rest : output + used, full ? sizeof( rest ) : capacity - 1 - used )
            : 0;
        if ( ready > 0 && size <= 0 ) { return true; }
        used += full ? 0 : (size_t)size;
        output[used] = 0;
    }
}

static void runProgram( const char* const* words, const char* input, int output )
{
    int nothing = open( "/dev/null", O_RDWR ), from = input != NULL ? open( input, O_RDONLY ) : nothing;
    dup2( from, 0 );
    dup2( output, 1 );
    dup2( nothing, 2 );
    execv( words[0], (char* const*)words );
    _exit( 127 );
}

double osCpuSecondsOfPrograms( void )
{
    struct rusage used = { 0 };
    getrusage( RUSAGE_CHILDREN, &used );
    return (double)used.ru_utime.tv_sec + (double)used.ru_stime.tv_sec +
        1e-6 * ( (double)used.ru_utime.tv_usec + (double)used.ru_stime.tv_usec );
}

ssResult osRunProgram(
    const char* const* words, const char* input, double seconds, char* output, size_t capacity, int* status )
{
    int ends[2];
    if ( pipe( ends ) != 0 ) { return osFileError( "run", words[0], strerror( errno ) ); }
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        close( ends[0] );
        runProgram( words, input, ends[1] );
    }
    close( ends[1] );
    if ( child < 0 )
    {
        close( ends[0] );
        return osFileError( "run", words[0], strerror( errno ) );
    }
    bool ended = readOutput( ends[0], osSeconds() + seconds, output, capacity );
    close( ends[0] );
    if ( !ended ) { kill( child, SIGKILL ); }
    int how = 0;
    while ( waitpid( child, &how, 0 ) < 0 && errno == EINTR ) {}
    *status = WIFEXITED( how ) ? WEXITSTATUS( how ) : 128 + WTERMSIG( how );
    char reason[64];
    snprintf( reason, sizeof( reason ), "it took longer than %g s", seconds );
    return ended ? ssOk() : osFileError( "run", words[0], reason );
}
