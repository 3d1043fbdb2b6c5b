// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L
#define _DEFAULT_SOURCE // MAP_ANONYMOUS

#include "base/os.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Other people's code: in a process of its own, or from a library that may not be there.

double osCpuSeconds( void )
{
    struct timespec now;
    clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &now );
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/// Processor time of a child; 0 when it has ended.
static double childSeconds( pid_t child )
{
    clockid_t clock;
    struct timespec used;
    bool known = clock_getcpuclockid( child, &clock ) == 0 && clock_gettime( clock, &used ) == 0;
    return known ? (double)used.tv_sec + 1e-9 * (double)used.tv_nsec : 0.0;
}

bool osTry( osWork* work, void* context, void* answer, size_t size, double seconds )
{
    void* shared = mmap( NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0 );
    if ( shared == MAP_FAILED )
    {
        return false;
    }
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        int nothing = open( "/dev/null", O_WRONLY );
        dup2( nothing, 1 );
        dup2( nothing, 2 );
        alarm( (unsigned)( 10.0 * seconds ) + 2 ); // also when there is no parent any more
        work( context, shared );
        _exit( 64 ); // a library that calls exit() will hardly choose this
    }
    int status = 0;
    pid_t done = child > 0 ? 0 : -1;
    // a child that sleeps uses no time: it gets ten times as much by the clock on the wall
    for ( double end = osSeconds() + 10.0 * seconds + 1.0; done == 0; )
    {
        done = waitpid( child, &status, WNOHANG );
        if ( done == 0 && ( childSeconds( child ) > seconds || osSeconds() > end ) )
        {
            kill( child, SIGKILL );
            waitpid( child, &status, 0 );
            done = -1;
        }
        else if ( done == 0 )
        {
            nanosleep( &( struct timespec ){ .tv_nsec = 500000 }, NULL );
        }
    }
    bool good = done == child && WIFEXITED( status ) && WEXITSTATUS( status ) == 64;
    if ( good )
    {
        memcpy( answer, shared, size );
    }
    munmap( shared, size );
    return good;
}

void* osOpenLibrary( const char* path )
{
    return dlopen( path, RTLD_LAZY | RTLD_GLOBAL );
}

void* osFindInLibrary( void* library, const char* name )
{
    return dlsym( library, name );
}
