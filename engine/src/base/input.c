// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "base/csv_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATIENCE 1000 // [ms] for a program that is about to open the other end of a FIFO

/// Has the FIFO a writer, or had one? When a writer of our own leaves, the absence of others shows.
static bool hasWriter( const char* path, int file )
{
    struct pollfd end = { .fd = file, .events = POLLIN };
    if ( poll( &end, 1, PATIENCE ) != 0 ) { return true; }
    int writer = open( path, O_WRONLY | O_NONBLOCK | O_CLOEXEC );
    if ( writer < 0 ) { return false; }
    close( writer );
    return poll( &end, 1, 0 ) == 0 || ( end.revents & POLLIN ) != 0;
}

int ssOpenInput( const char* path, const char** reason )
{
    struct stat info;
    int file = open( path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY );
    bool known = file >= 0 && fstat( file, &info ) == 0;
    *reason = known ? NULL : strerror( errno );
    if ( known && S_ISDIR( info.st_mode ) ) { *reason = "it is a folder"; }
    else if ( known && S_ISFIFO( info.st_mode ) && !hasWriter( path, file ) )
    {
        *reason = "it is a FIFO that no program writes into";
    }
    if ( *reason == NULL && fcntl( file, F_SETFL, fcntl( file, F_GETFL ) & ~O_NONBLOCK ) < 0 )
    {
        *reason = strerror( errno );
    }
    if ( *reason != NULL && file >= 0 )
    {
        close( file );
        file = -1;
    }
    return file;
}
