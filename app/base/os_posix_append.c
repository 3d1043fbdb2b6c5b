// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // flock

#include "base/os_posix_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

// Appends rows to a file that a killed program may have left with half a row at its end.

struct osAppender
{
    int file;
    char path[PATH_MAX];
    double synced; // time of the last sync [s]
    off_t length;  // of the complete lines [bytes]
    bool isNew;    // did not exist before
};

ssResult osBeginAppend( const char* path, size_t keep, osAppender** appender )
{
    *appender = NULL;
    osAppender* a = calloc( 1, sizeof( osAppender ) );
    if ( a == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    snprintf( a->path, sizeof( a->path ), "%s", path );
    a->isNew = !osFileExists( path );
    a->file = open( path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666 );
    // Two writers would cut each other's rows. Where files cannot be locked this goes unnoticed.
    bool locked = a->file >= 0 && flock( a->file, LOCK_EX | LOCK_NB ) != 0 && errno == EWOULDBLOCK;
    // A device or a pipe cannot be truncated.
    if ( a->file < 0 || locked || ( ftruncate( a->file, (off_t)keep ) != 0 && errno != EINVAL ) )
    {
        int reason = errno;
        if ( a->file >= 0 ) { close( a->file ); }
        free( a );
        return osFileError( "write", path, locked ? "another program is writing to it" : strerror( reason ) );
    }
    a->length = (off_t)keep;
    *appender = a;
    return ssOk();
}

/// Removes an incomplete line, and a new file that would be empty.
static void dropTail( osAppender* a )
{
    if ( a->length == 0 && a->isNew ) { unlink( a->path ); }
    else if ( ftruncate( a->file, a->length ) != 0 )
    {
        return; // a device cannot be truncated, and stores nothing
    }
}

ssResult osAppendText( osAppender* a, const char* text )
{
    size_t size = strlen( text ), left = size;
    while ( left > 0 )
    {
        ssize_t written = write( a->file, text, left );
        if ( written < 0 && errno == EINTR ) { continue; }
        if ( written <= 0 )
        {
            int reason = written < 0 ? errno : ENOSPC;
            dropTail( a );
            return osFileError( "write", a->path, strerror( reason ) );
        }
        text += written;
        left -= (size_t)written;
    }
    a->length += (off_t)size;
    // A written line survives the program's end; a sync every second, a power failure too.
    double now = osSeconds();
    if ( now - a->synced > 1.0 )
    {
        a->synced = now;
        (void)fdatasync( a->file );
    }
    return ssOk();
}

ssResult osEndAppend( osAppender* a )
{
    if ( a == NULL ) { return ssOk(); }
    // Pipes and devices cannot be synced and need not be.
    bool good = fdatasync( a->file ) == 0 || errno == EINVAL || errno == EROFS;
    int reason = errno;
    good = close( a->file ) == 0 && good;
    ssResult result = good ? ssOk() : osFileError( "write", a->path, strerror( reason ) );
    free( a );
    return result;
}
