// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "base/os_posix_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A temporary file without a name that grows at its end and can be read anywhere.

struct osSpool
{
    int file;
    uint64_t size;
};

ssResult osBeginSpool( osSpool** spool )
{
    const char* folder = getenv( "TMPDIR" );
    char path[PATH_MAX];
    folder = folder != NULL && folder[0] != '\0' ? folder : "/tmp";
    snprintf( path, sizeof( path ), "%s/slipstick-XXXXXX", folder );
    *spool = NULL;
    osSpool* made = malloc( sizeof( osSpool ) );
    if ( made == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    made->file = mkstemp( path );
    if ( made->file < 0 )
    {
        free( made );
        return osFileError( "write", path, strerror( errno ) );
    }
    unlink( path ); // it lives until it is closed, however the program ends
    fcntl( made->file, F_SETFD, FD_CLOEXEC );
    made->size = 0;
    *spool = made;
    return ssOk();
}

ssResult osSpoolWrite( osSpool* spool, const void* bytes, size_t size )
{
    const char* from = bytes;
    while ( size > 0 )
    {
        ssize_t written = pwrite( spool->file, from, size, (off_t)spool->size );
        if ( written < 0 && errno == EINTR )
        {
            continue;
        }
        if ( written <= 0 )
        {
            return osFileError( "write", "the temporary file", strerror( written < 0 ? errno : ENOSPC ) );
        }
        from += written;
        size -= (size_t)written;
        spool->size += (uint64_t)written;
    }
    return ssOk();
}

bool osSpoolRead( const osSpool* spool, uint64_t offset, void* bytes, size_t size )
{
    char* to = bytes;
    while ( size > 0 )
    {
        ssize_t got = pread( spool->file, to, size, (off_t)offset );
        if ( got == 0 || ( got < 0 && errno != EINTR ) )
        {
            return false;
        }
        to += got > 0 ? got : 0;
        offset += got > 0 ? (uint64_t)got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

void osEndSpool( osSpool* spool )
{
    if ( spool != NULL )
    {
        close( spool->file );
    }
    free( spool );
}
