// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE // flock

#include "base/os_posix_private.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

/// The process that a temporary file belongs to; -1 when the name is not that of a temporary file.
static long ownerOf( const char* name )
{
    long process = -1;
    int slot = 0, attempt = 0, used = 0;
    bool ours = sscanf( name, OS_TEMP_PREFIX "%ld-%d-%d.tmp%n", &process, &slot, &attempt, &used ) == 3 &&
        used > 0 && name[used] == '\0';
    return ours && process > 0 ? process : -1;
}

// A process writes into its temporary file under a lock, which ends with it. The lock also protects the files
// of processes that have no number here: those of another machine or container that shares the folder.
static bool isAbandoned( int folder, const char* name )
{
    long owner = ownerOf( name );
    if ( owner < 0 || kill( (pid_t)owner, 0 ) == 0 || errno != ESRCH )
    {
        return false;
    }
    int fd = openat( folder, name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK );
    if ( fd < 0 )
    {
        return false;
    }
    bool locked = flock( fd, LOCK_EX | LOCK_NB ) != 0 && errno == EWOULDBLOCK;
    close( fd );
    return !locked;
}

void osRemoveAbandoned( const char* path )
{
    char folder[PATH_MAX];
    const char* slash = strrchr( path, '/' );
    int length = slash == NULL ? 0 : (int)( slash - path ) + 1;
    if ( snprintf( folder, sizeof( folder ), "%.*s.", length, path ) >= (int)sizeof( folder ) )
    {
        return;
    }
    DIR* listing = opendir( folder );
    for ( struct dirent* entry; listing != NULL && ( entry = readdir( listing ) ) != NULL; )
    {
        if ( isAbandoned( dirfd( listing ), entry->d_name ) )
        {
            (void)unlinkat( dirfd( listing ), entry->d_name, 0 );
        }
    }
    if ( listing != NULL )
    {
        closedir( listing );
    }
}
