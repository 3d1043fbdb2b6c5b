// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE   // flock
#define _XOPEN_SOURCE 700 // realpath
#include "base/os_posix_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// Folders and the names of files: what exists, what is in them, making and removing them.

bool osFileExists( const char* path )
{
    struct stat info;
    return stat( path, &info ) == 0 && S_ISDIR( info.st_mode ) == 0;
}

bool osIsSameFile( const char* a, const char* b )
{
    struct stat one, other;
    return stat( a, &one ) == 0 && stat( b, &other ) == 0 && S_ISREG( one.st_mode ) &&
        one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool osFileHolds( const char* path )
{
    struct stat info;
    return stat( path, &info ) == 0 && S_ISREG( info.st_mode ) && info.st_size > 0;
}

bool osFolderExists( const char* path )
{
    struct stat info;
    return stat( path, &info ) == 0 && S_ISDIR( info.st_mode );
}

void osFreeName( const char* stem, const char* extension, char* path, size_t capacity )
{
    snprintf( path, capacity, "%s.%s", stem, extension );
    for ( int i = 2; osFileExists( path ) && i < 10000; ++i )
    {
        snprintf( path, capacity, "%s-%d.%s", stem, i, extension );
    }
}

ssResult osMakeFolders( const char* path )
{
    char part[PATH_MAX];
    size_t length = strlen( path );
    if ( length == 0 || length >= sizeof( part ) )
    {
        return osFileError( "make folder", path, strerror( length == 0 ? ENOENT : ENAMETOOLONG ) );
    }
    for ( size_t i = 1; i <= length; ++i )
    {
        if ( i < length && path[i] != '/' ) { continue; }
        memcpy( part, path, i );
        part[i] = 0;
        if ( mkdir( part, 0777 ) != 0 )
        {
            int reason = errno;
            if ( osFolderExists( part ) == false )
            {
                return osFileError( "make folder", part, strerror( reason ) );
            }
        }
    }
    return ssOk();
}

static int compareNames( const void* a, const void* b )
{
    return strcmp( *(char* const*)a, *(char* const*)b );
}

void osFreeList( char** names, int count )
{
    for ( int i = 0; i < count; ++i ) { free( names[i] ); }
    free( names );
}

static ssResult listEntries(
    const char* path, bool ( *isWanted )( const char* path ), char*** names, int* count )
{
    *names = NULL;
    *count = 0;
    DIR* folder = opendir( path );
    if ( folder == NULL ) { return osFileError( "read folder", path, strerror( errno ) ); }
    int capacity = 0;
    bool hasMemory = true;
    for ( struct dirent* entry; hasMemory && ( entry = readdir( folder ) ) != NULL; )
    {
        char filePath[PATH_MAX];
        int length = snprintf( filePath, sizeof( filePath ), "%s/%s", path, entry->d_name );
        if ( entry->d_name[0] == '.' || length >= (int)sizeof( filePath ) || !isWanted( filePath ) )
        {
            continue;
        }
        if ( *count == capacity )
        {
            capacity = 2 * capacity + 16;
            char** more = realloc( *names, (size_t)capacity * sizeof( char* ) );
            hasMemory = more != NULL;
            *names = hasMemory ? more : *names;
        }
        char* name = hasMemory ? strdup( entry->d_name ) : NULL;
        hasMemory = name != NULL;
        if ( hasMemory ) { ( *names )[( *count )++] = name; }
    }
    closedir( folder );
    if ( !hasMemory )
    {
        osFreeList( *names, *count );
        *names = NULL;
        *count = 0;
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    if ( *count > 0 ) { qsort( *names, (size_t)*count, sizeof( char* ), compareNames ); }
    return ssOk();
}

ssResult osListFolder( const char* path, char*** names, int* count )
{
    return listEntries( path, osFileExists, names, count );
}

ssResult osListSubfolders( const char* path, char*** names, int* count )
{
    return listEntries( path, osFolderExists, names, count );
}

bool osFullPath( const char* path, char* full, size_t capacity )
{
    char* resolved = realpath( path, NULL );
    bool fits = resolved != NULL && strlen( resolved ) < capacity;
    if ( fits ) { memcpy( full, resolved, strlen( resolved ) + 1 ); }
    free( resolved );
    return fits;
}

static bool join( char* path, size_t capacity, const char* folder, const char* name )
{
    int length = snprintf( path, capacity, "%s/%s", folder, name );
    return length > 0 && (size_t)length < capacity;
}

bool osSettingsFolder( char* path, size_t capacity, bool create )
{
    const char *config = getenv( "XDG_CONFIG_HOME" ), *home = getenv( "HOME" );
    bool fits = false;
    // The XDG specification says to ignore a path that is not absolute.
    if ( config != NULL && config[0] == '/' ) { fits = join( path, capacity, config, "slipstick" ); }
    else if ( home != NULL && home[0] == '/' ) { fits = join( path, capacity, home, ".config/slipstick" ); }
    return fits && ( create == false || osMakeFolders( path ).code == ss_ok );
}

bool osRemoveFile( const char* path ) { return unlink( path ) == 0; }

bool osRemoveFolder( const char* path ) { return rmdir( path ) == 0; }

/// The process that a temporary file belongs to; -1 when the name is not that of a temporary file.
static long ownerOf( const char* name )
{
    long process = -1;
    int slot = 0, attempt = 0, used = 0;
    bool ours = sscanf( name, OS_TEMP_PREFIX "%ld-%d-%d.tmp%n", &process, &slot, &attempt, &used ) == 3 &&
        used > 0 && name[used] == '\0';
    return ours && process > 0 ? process : -1;
}

// A writer locks its file until it ends, which also protects files of other machines and containers.
static bool isAbandoned( int folder, const char* name )
{
    long owner = ownerOf( name );
    if ( owner < 0 || kill( (pid_t)owner, 0 ) == 0 || errno != ESRCH ) { return false; }
    int fd = openat( folder, name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK );
    if ( fd < 0 ) { return false; }
    bool locked = flock( fd, LOCK_EX | LOCK_NB ) != 0 && errno == EWOULDBLOCK;
    close( fd );
    return !locked;
}

void osRemoveAbandoned( const char* path )
{
    char folder[PATH_MAX];
    const char* slash = strrchr( path, '/' );
    int length = slash == NULL ? 0 : (int)( slash - path ) + 1;
    if ( snprintf( folder, sizeof( folder ), "%.*s.", length, path ) >= (int)sizeof( folder ) ) { return; }
    DIR* listing = opendir( folder );
    for ( struct dirent* entry; listing != NULL && ( entry = readdir( listing ) ) != NULL; )
    {
        if ( isAbandoned( dirfd( listing ), entry->d_name ) )
        {
            (void)unlinkat( dirfd( listing ), entry->d_name, 0 );
        }
    }
    if ( listing != NULL ) { closedir( listing ); }
}
