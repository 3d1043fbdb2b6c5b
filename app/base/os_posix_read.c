// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L

#include "base/csv_reader.h"
#include "base/os_posix_private.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

// Reads files, and pipes whose size is not known beforehand; temporary files that grow while they are read.

struct osReader
{
    int fd;
    char* shownPath;
};

ssResult osBeginRead( const char* path, osReader** reader )
{
    *reader = NULL;
    bool standard = strcmp( path, "-" ) == 0;
    osReader* in = malloc( sizeof( osReader ) );
    char* shownPath = strdup( standard ? "standard input" : path );
    if ( in == NULL || shownPath == NULL )
    {
        free( in );
        free( shownPath );
        return ssError( ss_errorMemory, NULL, "out of memory reading '%.150s'", path );
    }
    in->shownPath = shownPath;
    const char* reason = NULL;
    in->fd = standard ? STDIN_FILENO : ssOpenInput( path, &reason );
    struct stat info;
    if ( standard )
    {
        reason = fstat( in->fd, &info ) != 0 ? strerror( errno )
            : S_ISDIR( info.st_mode )        ? "it is a folder"
                                             : NULL;
    }
    if ( reason != NULL )
    {
        ssResult result = osFileError( "read", shownPath, reason );
        osEndRead( in );
        return result;
    }
    *reader = in;
    return ssOk();
}

ssResult osRead( osReader* reader, void* bytes, size_t capacity, size_t* size )
{
    *size = 0;
    for ( ;; )
    {
        ssize_t got = read( reader->fd, bytes, capacity );
        if ( got >= 0 )
        {
            *size = (size_t)got;
            return ssOk();
        }
        if ( errno != EINTR ) { return osFileError( "read", reader->shownPath, strerror( errno ) ); }
    }
}

static bool readAt( int file, uint64_t offset, void* bytes, size_t size )
{
    char* at = bytes;
    while ( size > 0 )
    {
        ssize_t got = pread( file, at, size, (off_t)offset );
        if ( got == 0 || ( got < 0 && errno != EINTR ) ) { return false; }
        at += got > 0 ? got : 0;
        offset += got > 0 ? (uint64_t)got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

bool osReadAt( const osReader* reader, uint64_t offset, void* bytes, size_t size )
{
    return readAt( reader->fd, offset, bytes, size );
}

ssResult osReadSize( const osReader* reader, uint64_t* size )
{
    struct stat info;
    *size = 0;
    if ( fstat( reader->fd, &info ) != 0 || !S_ISREG( info.st_mode ) )
    {
        return osFileError( "read", reader->shownPath, "it is not a file on disk" );
    }
    *size = (uint64_t)info.st_size;
    return ssOk();
}

double osReadAge( const osReader* reader )
{
    struct stat info;
    struct timespec now;
    return fstat( reader->fd, &info ) != 0 || clock_gettime( CLOCK_REALTIME, &now ) != 0
        ? (double)INFINITY
        : (double)( now.tv_sec - info.st_mtim.tv_sec ) +
            1e-9 * (double)( now.tv_nsec - info.st_mtim.tv_nsec );
}

void osEndRead( osReader* reader )
{
    if ( reader == NULL ) { return; }
    if ( reader->fd > STDERR_FILENO ) { close( reader->fd ); }
    free( reader->shownPath );
    free( reader );
}

// The length is not known beforehand: a pipe has none, and a file may grow while it is read.
static ssResult readToEnd( osReader* reader, char** text, size_t* length )
{
    size_t used = 0, capacity = 64u << 10;
    char* bytes = malloc( capacity );
    while ( bytes != NULL )
    {
        size_t got = 0;
        ssResult result = osRead( reader, bytes + used, capacity - used - 1, &got );
        used += got;
        if ( result.code == ss_ok && used > OS_READ_MAX )
        {
            result = osFileError( "read", reader->shownPath, "larger than 64 MB" );
        }
        if ( result.code != ss_ok )
        {
            free( bytes );
            return result;
        }
        if ( got == 0 )
        {
            bytes[used] = 0;
            *text = bytes;
            *length = used;
            return ssOk();
        }
        if ( capacity - used < capacity / 4 )
        {
            capacity *= 2;
            char* grown = realloc( bytes, capacity );
            if ( grown == NULL ) { free( bytes ); }
            bytes = grown;
        }
    }
    return ssError( ss_errorMemory, NULL, "out of memory reading '%.150s'", reader->shownPath );
}

ssResult osReadFile( const char* path, char** text, size_t* length )
{
    *text = NULL;
    *length = 0;
    osReader* reader = NULL;
    ssResult result = osBeginRead( path, &reader );
    if ( result.code == ss_ok )
    {
        result = readToEnd( reader, text, length );
        osEndRead( reader );
    }
    return result;
}

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
    if ( made == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
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
        if ( written < 0 && errno == EINTR ) { continue; }
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
    return readAt( spool->file, offset, bytes, size );
}

void osEndSpool( osSpool* spool )
{
    if ( spool != NULL ) { close( spool->file ); }
    free( spool );
}
