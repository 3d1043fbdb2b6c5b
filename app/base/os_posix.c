// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // SCHED_IDLE, where there is one; realpath

#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

// ------------------------------------------------------------------------------------------------------ process

void osStart( void )
{
    signal( SIGPIPE, SIG_IGN );
    signal( SIGXFSZ, SIG_IGN );

    // A program started with `>&-` would give descriptor 1 to the first file it opens and write data into it. A
    // stand-in opened the wrong way round keeps the number taken and every use of it an error.
    for ( int fd = 0; fd <= 2; ++fd )
    {
        if ( fcntl( fd, F_GETFD ) == -1 && errno == EBADF )
        {
            int standIn = open( "/dev/null", fd == 0 ? O_WRONLY : O_RDONLY );
            if ( standIn > 2 )
            {
                close( standIn );
            }
        }
    }
}

double osSeconds( void )
{
    struct timespec now;
    clock_gettime( CLOCK_MONOTONIC, &now );
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool osIsTerminal( int stream )
{
    return isatty( stream ) == 1;
}

bool osHasDisplay( void )
{
    const char* x11 = getenv( "DISPLAY" );
    const char* wayland = getenv( "WAYLAND_DISPLAY" );
    return ( x11 != NULL && x11[0] != 0 ) || ( wayland != NULL && wayland[0] != 0 );
}

// A refusal must keep the system's reason even when the path is long: the path loses its front.
static ssResult fileError( const char* verb, const char* path, const char* reason )
{
    const int shown = 150;
    size_t length = strlen( path );
    bool cut = length > (size_t)shown;
    const char* tail = cut ? path + length - (size_t)shown : path;
    return ssError( ss_errorFormat, NULL, "cannot %s '%s%s': %s", verb, cut ? "..." : "", tail, reason );
}

// ------------------------------------------------------------------------------------------------------ threads

int osProcessorCount( void )
{
    long count = sysconf( _SC_NPROCESSORS_ONLN );
    return count < 1 ? 1 : count > 1024 ? 1024 : (int)count;
}

struct osThread
{
    pthread_t thread;
    void ( *run )( void* context );
    void* context;
};

static void* runThread( void* own )
{
    osThread* thread = own;
    thread->run( thread->context );
    return NULL;
}

osThread* osStartThread( void ( *run )( void* context ), void* context )
{
    osThread* thread = malloc( sizeof( *thread ) );
    if ( thread == NULL )
    {
        return NULL;
    }
    *thread = ( osThread ){ .run = run, .context = context };
    if ( pthread_create( &thread->thread, NULL, runThread, thread ) != 0 )
    {
        free( thread );
        return NULL;
    }
    return thread;
}

void osJoinThread( osThread* thread )
{
    if ( thread != NULL )
    {
        pthread_join( thread->thread, NULL );
        free( thread );
    }
}

void osLowerPriority( void )
{
#ifdef SCHED_IDLE
    // Only what nobody else wants: a nice value alone would still share.
    struct sched_param none = { 0 };
    (void)pthread_setschedparam( pthread_self(), SCHED_IDLE, &none );
#endif
}

void osYield( void )
{
    sched_yield();
}

struct osMonitor
{
    pthread_mutex_t lock;
    pthread_cond_t opened;
};

osMonitor* osCreateMonitor( void )
{
    osMonitor* monitor = malloc( sizeof( *monitor ) );
    if ( monitor != NULL )
    {
        // by the clock of osSeconds: a wait must not last an hour because somebody set the time
        pthread_condattr_t attributes;
        pthread_condattr_init( &attributes );
        pthread_condattr_setclock( &attributes, CLOCK_MONOTONIC );
        pthread_mutex_init( &monitor->lock, NULL );
        pthread_cond_init( &monitor->opened, &attributes );
        pthread_condattr_destroy( &attributes );
    }
    return monitor;
}

void osDestroyMonitor( osMonitor* monitor )
{
    if ( monitor != NULL )
    {
        pthread_cond_destroy( &monitor->opened );
        pthread_mutex_destroy( &monitor->lock );
        free( monitor );
    }
}

void osLockMonitor( osMonitor* monitor )
{
    pthread_mutex_lock( &monitor->lock );
}

void osUnlockMonitor( osMonitor* monitor )
{
    pthread_mutex_unlock( &monitor->lock );
}

void osWaitAtMonitor( osMonitor* monitor )
{
    pthread_cond_wait( &monitor->opened, &monitor->lock );
}

void osWaitAtMonitorFor( osMonitor* monitor, double seconds )
{
    struct timespec until;
    clock_gettime( CLOCK_MONOTONIC, &until );
    long long nanoseconds = until.tv_nsec + (long long)( seconds * 1e9 );
    until.tv_sec += (time_t)( nanoseconds / 1000000000 );
    until.tv_nsec = (long)( nanoseconds % 1000000000 );
    pthread_cond_timedwait( &monitor->opened, &monitor->lock, &until );
}

void osWakeMonitor( osMonitor* monitor )
{
    pthread_cond_broadcast( &monitor->opened );
}

// ------------------------------------------------------------------------------------- temporary files and Ctrl+C

// The handler may only read what cannot change under it, so the names live in fixed slots and a flag says which
// of them are valid.
#define TEMP_SLOTS 16

static char s_tempPaths[TEMP_SLOTS][PATH_MAX];
static volatile sig_atomic_t s_tempUsed[TEMP_SLOTS];
static atomic_bool s_tempTaken[TEMP_SLOTS]; // by one of the threads; used once its file is there

static const int s_endingSignals[] = { SIGINT, SIGTERM, SIGHUP };

static void removeTempFiles( int signalNumber )
{
    for ( int i = 0; i < TEMP_SLOTS; ++i )
    {
        if ( s_tempUsed[i] )
        {
            unlink( s_tempPaths[i] );
        }
    }
    // End the way the signal would have, so that a shell sees it: the handler was installed with SA_RESETHAND.
    raise( signalNumber );
}

static void catchEndingSignals( void )
{
    for ( int i = 0; i < SS_COUNT( s_endingSignals ); ++i )
    {
        // Whoever already has a handler (the window) or ignores the signal (nohup) keeps it.
        struct sigaction present;
        if ( sigaction( s_endingSignals[i], NULL, &present ) == 0 && present.sa_handler == SIG_DFL )
        {
            struct sigaction action;
            memset( &action, 0, sizeof( action ) );
            action.sa_handler = removeTempFiles;
            action.sa_flags = (int)SA_RESETHAND;
            sigemptyset( &action.sa_mask );
            sigaction( s_endingSignals[i], &action, NULL );
        }
    }
}

static void holdEndingSignals( sigset_t* before )
{
    sigset_t set;
    sigemptyset( &set );
    for ( int i = 0; i < SS_COUNT( s_endingSignals ); ++i )
    {
        sigaddset( &set, s_endingSignals[i] );
    }
    sigprocmask( SIG_BLOCK, &set, before );
}

// Creates a temporary file in the folder of `path` and takes a slot for it. -1 and errno on failure.
static int openTemp( const char* path, mode_t mode, int* slot )
{
    int free = 0;
    while ( free < TEMP_SLOTS && atomic_exchange( &s_tempTaken[free], true ) )
    {
        ++free;
    }
    if ( free == TEMP_SLOTS )
    {
        errno = EMFILE;
        return -1;
    }

    const char* slash = strrchr( path, '/' );
    int folder = slash == NULL ? 0 : (int)( slash - path ) + 1;

    catchEndingSignals();
    int fd = -1;
    // Between making the file and noting its name nothing may interrupt.
    sigset_t before;
    holdEndingSignals( &before );
    for ( int attempt = 0; attempt < 100 && fd < 0; ++attempt )
    {
        int length = snprintf( s_tempPaths[free], PATH_MAX, "%.*s.slipstick-%ld-%d-%d.tmp", folder, path,
            (long)getpid(), free, attempt );
        if ( length >= PATH_MAX )
        {
            errno = ENAMETOOLONG;
            break;
        }
        fd = open( s_tempPaths[free], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode );
        if ( fd < 0 && errno != EEXIST )
        {
            break;
        }
    }
    if ( fd >= 0 )
    {
        s_tempUsed[free] = 1;
        *slot = free;
    }
    else
    {
        atomic_store( &s_tempTaken[free], false );
    }
    int reason = errno;
    sigprocmask( SIG_SETMASK, &before, NULL );
    errno = reason;
    return fd;
}

// ------------------------------------------------------------------------------------------------------ writing

#define WRITE_BUFFER ( 256u << 10 )

struct osWriter
{
    int fd;
    int slot;  // of the temporary file; -1 when writing directly
    int error; // errno of the first failure; stays
    bool readerLeft;
    size_t used;
    char* shown;  // the path as the user wrote it
    char* target; // the file to replace, links followed
    char buffer[WRITE_BUFFER];
};

static char* copyText( const char* text )
{
    size_t size = strlen( text ) + 1;
    char* copy = malloc( size );
    if ( copy != NULL )
    {
        memcpy( copy, text, size );
    }
    return copy;
}

static void freeWriter( osWriter* writer )
{
    free( writer->shown );
    free( writer->target );
    free( writer );
}

static int openForWriting( osWriter* writer, const char* path )
{
    if ( strcmp( path, "-" ) == 0 )
    {
        return STDOUT_FILENO;
    }
    struct stat info;
    bool exists = stat( path, &info ) == 0;
    if ( exists && S_ISREG( info.st_mode ) == 0 )
    {
        // A device, a pipe: renaming over it would destroy it. A folder is refused by open itself.
        return open( path, O_WRONLY | O_CLOEXEC | O_NOCTTY );
    }
    if ( exists )
    {
        // Replacing needs only the folder's permission; a file that was write-protected means to stay.
        if ( access( path, W_OK ) != 0 )
        {
            return -1;
        }
        writer->target = realpath( path, NULL );
        if ( writer->target == NULL )
        {
            return -1;
        }
    }
    else if ( path[0] == 0 || path[strlen( path ) - 1] == '/' )
    {
        errno = path[0] == 0 ? ENOENT : EISDIR;
        return -1;
    }
    else
    {
        writer->target = copyText( path );
        if ( writer->target == NULL )
        {
            errno = ENOMEM;
            return -1;
        }
    }

    int fd = openTemp( writer->target, 0666, &writer->slot );
    if ( fd >= 0 && exists )
    {
        // Keep who may read it. Not being allowed to is no reason to fail.
        (void)fchmod( fd, info.st_mode & 07777 );
    }
    return fd;
}

ssResult osBeginWrite( const char* path, osWriter** writer )
{
    *writer = NULL;
    osWriter* out = malloc( sizeof( osWriter ) );
    if ( out == NULL )
    {
        return ssError( ss_errorMemory, NULL, "no memory to write '%.150s'", path );
    }
    memset( out, 0, offsetof( osWriter, buffer ) );
    out->slot = -1;
    out->shown = copyText( strcmp( path, "-" ) == 0 ? "standard output" : path );
    if ( out->shown == NULL )
    {
        freeWriter( out );
        return ssError( ss_errorMemory, NULL, "no memory to write '%.150s'", path );
    }
    out->fd = openForWriting( out, path );
    if ( out->fd < 0 )
    {
        ssResult result = fileError( "write", path, strerror( errno ) );
        freeWriter( out );
        return result;
    }
    *writer = out;
    return ssOk();
}

static void writeAll( osWriter* writer, const char* bytes, size_t size )
{
    while ( size > 0 && osWriteStopped( writer ) == false )
    {
        ssize_t written = write( writer->fd, bytes, size );
        if ( written >= 0 )
        {
            bytes += written;
            size -= (size_t)written;
        }
        else if ( errno == EPIPE )
        {
            writer->readerLeft = true;
        }
        else if ( errno != EINTR )
        {
            writer->error = errno;
        }
    }
}

void osFlushWrite( osWriter* writer )
{
    writeAll( writer, writer->buffer, writer->used );
    writer->used = 0;
}

bool osWriteStopped( const osWriter* writer )
{
    return writer->error != 0 || writer->readerLeft;
}

void osWrite( osWriter* writer, const void* bytes, size_t size )
{
    if ( size > WRITE_BUFFER - writer->used )
    {
        osFlushWrite( writer );
    }
    if ( size > WRITE_BUFFER )
    {
        writeAll( writer, bytes, size );
        return;
    }
    memcpy( writer->buffer + writer->used, bytes, size );
    writer->used += size;
}

void osWriteText( osWriter* writer, const char* text )
{
    osWrite( writer, text, strlen( text ) );
}

char* osReserve( osWriter* writer, size_t size )
{
    SS_ASSERT( size <= OS_RESERVE_MAX );
    if ( size > WRITE_BUFFER - writer->used )
    {
        osFlushWrite( writer );
    }
    return writer->buffer + writer->used;
}

void osAdvance( osWriter* writer, size_t size )
{
    SS_ASSERT( size <= WRITE_BUFFER - writer->used );
    writer->used += size;
}

void osPrintf( osWriter* writer, const char* format, ... )
{
    va_list arguments, again;
    va_start( arguments, format );
    va_copy( again, arguments );
    int length = vsnprintf( osReserve( writer, OS_RESERVE_MAX ), OS_RESERVE_MAX, format, arguments );
    va_end( arguments );
    if ( length >= 0 && length < OS_RESERVE_MAX )
    {
        osAdvance( writer, (size_t)length );
    }
    else if ( length > 0 )
    {
        char* text = malloc( (size_t)length + 1 );
        if ( text == NULL )
        {
            writer->error = writer->error != 0 ? writer->error : ENOMEM;
        }
        else
        {
            vsnprintf( text, (size_t)length + 1, format, again );
            osWrite( writer, text, (size_t)length );
            free( text );
        }
    }
    va_end( again );
}

// A rename is on disk only when its folder is. Some file systems cannot sync folders; then there is no more to do.
static void syncFolderOf( const char* path )
{
    char folder[PATH_MAX];
    const char* slash = strrchr( path, '/' );
    int length = slash == NULL ? 0 : (int)( slash - path ) + 1;
    snprintf( folder, sizeof( folder ), "%.*s.", length, path );
    int fd = open( folder, O_RDONLY | O_CLOEXEC );
    if ( fd >= 0 )
    {
        (void)fsync( fd );
        close( fd );
    }
}

static void noteError( osWriter* writer, bool failed )
{
    if ( failed && writer->error == 0 )
    {
        writer->error = errno;
    }
}

ssResult osCommitWrite( osWriter* writer )
{
    osFlushWrite( writer );
    if ( writer->slot >= 0 && writer->error == 0 )
    {
        noteError( writer, fsync( writer->fd ) != 0 && errno != EINVAL && errno != EROFS );
    }
    if ( writer->fd != STDOUT_FILENO )
    {
        // After EINTR the descriptor is gone on Linux; closing again could hit somebody else's.
        noteError( writer, close( writer->fd ) != 0 && errno != EINTR );
    }
    if ( writer->slot >= 0 )
    {
        if ( writer->error == 0 )
        {
            noteError( writer, rename( s_tempPaths[writer->slot], writer->target ) != 0 );
        }
        if ( writer->error == 0 )
        {
            syncFolderOf( writer->target );
        }
        else
        {
            unlink( s_tempPaths[writer->slot] );
        }
        s_tempUsed[writer->slot] = 0;
        atomic_store( &s_tempTaken[writer->slot], false );
    }
    ssResult result =
        writer->error == 0 ? ssOk() : fileError( "write", writer->shown, strerror( writer->error ) );
    freeWriter( writer );
    return result;
}

void osAbortWrite( osWriter* writer )
{
    if ( writer == NULL )
    {
        return;
    }
    if ( writer->fd == STDOUT_FILENO )
    {
        // What was said on standard output was said; the rows before a bad one help to find it.
        osFlushWrite( writer );
    }
    else
    {
        close( writer->fd );
    }
    if ( writer->slot >= 0 )
    {
        unlink( s_tempPaths[writer->slot] );
        s_tempUsed[writer->slot] = 0;
        atomic_store( &s_tempTaken[writer->slot], false );
    }
    freeWriter( writer );
}

// ------------------------------------------------------------------------------------------------------ reading

struct osReader
{
    int fd;
    char* shown;
};

ssResult osBeginRead( const char* path, osReader** reader )
{
    *reader = NULL;
    bool standard = strcmp( path, "-" ) == 0;
    osReader* in = malloc( sizeof( osReader ) );
    char* shown = copyText( standard ? "standard input" : path );
    if ( in == NULL || shown == NULL )
    {
        free( in );
        free( shown );
        return ssError( ss_errorMemory, NULL, "no memory to read '%.150s'", path );
    }
    in->shown = shown;
    in->fd = standard ? STDIN_FILENO : open( path, O_RDONLY | O_CLOEXEC | O_NOCTTY );
    struct stat info;
    if ( in->fd < 0 || fstat( in->fd, &info ) != 0 || S_ISDIR( info.st_mode ) )
    {
        ssResult result = fileError( "read", shown, in->fd < 0 ? strerror( errno ) : "it is a folder" );
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
        if ( errno != EINTR )
        {
            return fileError( "read", reader->shown, strerror( errno ) );
        }
    }
}

void osEndRead( osReader* reader )
{
    if ( reader == NULL )
    {
        return;
    }
    if ( reader->fd > STDERR_FILENO )
    {
        close( reader->fd );
    }
    free( reader->shown );
    free( reader );
}

// The length is not asked for beforehand: a pipe has none, and a file may grow meanwhile.
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
            result = fileError( "read", reader->shown, "larger than 64 MB" );
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
            if ( grown == NULL )
            {
                free( bytes );
            }
            bytes = grown;
        }
    }
    return ssError( ss_errorMemory, NULL, "no memory to read '%.150s'", reader->shown );
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

// ------------------------------------------------------------------------------------------------------ folders

bool osFileExists( const char* path )
{
    struct stat info;
    return stat( path, &info ) == 0 && S_ISDIR( info.st_mode ) == 0;
}

bool osFolderExists( const char* path )
{
    struct stat info;
    return stat( path, &info ) == 0 && S_ISDIR( info.st_mode );
}

struct osAppender
{
    int file;
    char path[PATH_MAX];
    double synced;
    off_t length; // of what was written whole
    bool isNew;
};

ssResult osBeginAppend( const char* path, size_t keep, osAppender** appender )
{
    *appender = NULL;
    osAppender* a = calloc( 1, sizeof( osAppender ) );
    if ( a == NULL )
    {
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    snprintf( a->path, sizeof( a->path ), "%s", path );
    a->isNew = !osFileExists( path );
    a->file = open( path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666 );
    // Two writers would cut each other's rows; where files cannot be locked nobody knows.
    bool taken = a->file >= 0 && flock( a->file, LOCK_EX | LOCK_NB ) != 0 && errno == EWOULDBLOCK;
    // A device or a pipe has no length.
    if ( a->file < 0 || taken || ( ftruncate( a->file, (off_t)keep ) != 0 && errno != EINVAL ) )
    {
        int reason = errno;
        if ( a->file >= 0 )
        {
            close( a->file );
        }
        free( a );
        return fileError( "write", path, taken ? "another program is writing to it" : strerror( reason ) );
    }
    a->length = (off_t)keep;
    *appender = a;
    return ssOk();
}

/// What did not fit goes again: no half line, and no file that was never there.
static void dropTail( osAppender* a )
{
    if ( a->length == 0 && a->isNew )
    {
        unlink( a->path );
    }
    else if ( ftruncate( a->file, a->length ) != 0 )
    {
        return; // a device: it keeps nothing
    }
}

ssResult osAppendText( osAppender* a, const char* text )
{
    size_t size = strlen( text ), left = size;
    while ( left > 0 )
    {
        ssize_t written = write( a->file, text, left );
        if ( written < 0 && errno == EINTR )
        {
            continue;
        }
        if ( written <= 0 )
        {
            int reason = written < 0 ? errno : ENOSPC;
            dropTail( a );
            return fileError( "write", a->path, strerror( reason ) );
        }
        text += written;
        left -= (size_t)written;
    }
    a->length += (off_t)size;
    // A line outlives the program at once; now and then it should outlive the machine as well.
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
    if ( a == NULL )
    {
        return ssOk();
    }
    // Pipes and devices cannot be synced, and need not be.
    bool good = fdatasync( a->file ) == 0 || errno == EINVAL || errno == EROFS;
    int reason = errno;
    good = close( a->file ) == 0 && good;
    ssResult result = good ? ssOk() : fileError( "write", a->path, strerror( reason ) );
    free( a );
    return result;
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
        return fileError( "make folder", path, strerror( length == 0 ? ENOENT : ENAMETOOLONG ) );
    }
    for ( size_t i = 1; i <= length; ++i )
    {
        if ( i < length && path[i] != '/' )
        {
            continue;
        }
        memcpy( part, path, i );
        part[i] = 0;
        if ( mkdir( part, 0777 ) != 0 )
        {
            int reason = errno;
            if ( osFolderExists( part ) == false )
            {
                return fileError( "make folder", part, strerror( reason ) );
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
    for ( int i = 0; i < count; ++i )
    {
        free( names[i] );
    }
    free( names );
}

ssResult osListFolder( const char* path, char*** names, int* count )
{
    *names = NULL;
    *count = 0;
    DIR* folder = opendir( path );
    if ( folder == NULL )
    {
        return fileError( "read folder", path, strerror( errno ) );
    }
    int capacity = 0;
    bool room = true;
    for ( struct dirent* entry; room && ( entry = readdir( folder ) ) != NULL; )
    {
        char whole[PATH_MAX];
        int length = snprintf( whole, sizeof( whole ), "%s/%s", path, entry->d_name );
        if ( entry->d_name[0] == '.' || length >= (int)sizeof( whole ) || !osFileExists( whole ) )
        {
            continue;
        }
        if ( *count == capacity )
        {
            capacity = 2 * capacity + 16;
            char** more = realloc( *names, (size_t)capacity * sizeof( char* ) );
            room = more != NULL;
            *names = room ? more : *names;
        }
        char* name = room ? strdup( entry->d_name ) : NULL;
        room = name != NULL;
        if ( room )
        {
            ( *names )[( *count )++] = name;
        }
    }
    closedir( folder );
    if ( !room )
    {
        osFreeList( *names, *count );
        *names = NULL;
        *count = 0;
        return ssError( ss_errorMemory, NULL, "out of memory" );
    }
    if ( *count > 0 )
    {
        qsort( *names, (size_t)*count, sizeof( char* ), compareNames );
    }
    return ssOk();
}

bool osProgramFolder( char* path, size_t capacity )
{
    ssize_t length = readlink( "/proc/self/exe", path, capacity );
    if ( length <= 0 || (size_t)length >= capacity )
    {
        return false;
    }
    path[length] = 0;
    char* slash = strrchr( path, '/' );
    if ( slash == NULL )
    {
        return false;
    }
    slash[slash == path ? 1 : 0] = 0;
    return true;
}

static bool join( char* path, size_t capacity, const char* folder, const char* name )
{
    int length = snprintf( path, capacity, "%s/%s", folder, name );
    return length > 0 && (size_t)length < capacity;
}

static bool hasData( const char* folder )
{
    char part[PATH_MAX];
    return join( part, sizeof( part ), folder, "shaders" ) && osFolderExists( part ) &&
        join( part, sizeof( part ), folder, "assets" ) && osFolderExists( part );
}

static bool take( char* path, size_t capacity, const char* folder )
{
    int length = snprintf( path, capacity, "%s", folder );
    return length > 0 && (size_t)length < capacity;
}

bool osDataFolder( char* path, size_t capacity )
{
    // Whoever sets the variable means it, also when the folder is only half filled.
    const char* wanted = getenv( "SLIPSTICK_DATA" );
    if ( wanted != NULL && wanted[0] != 0 && osFolderExists( wanted ) )
    {
        return take( path, capacity, wanted );
    }
    char program[PATH_MAX], folder[PATH_MAX];
    bool known = osProgramFolder( program, sizeof( program ) );
    if ( known && join( folder, sizeof( folder ), program, "../share/slipstick" ) && hasData( folder ) )
    {
        return take( path, capacity, folder );
    }
#ifdef SLIPSTICK_DATA_DIR
    if ( hasData( SLIPSTICK_DATA_DIR ) )
    {
        return take( path, capacity, SLIPSTICK_DATA_DIR );
    }
#endif
    while ( known )
    {
        if ( hasData( program ) )
        {
            return take( path, capacity, program );
        }
        char* slash = strrchr( program, '/' );
        if ( slash == NULL || slash == program )
        {
            break;
        }
        *slash = 0;
    }
    return false;
}

bool osSettingsFolder( char* path, size_t capacity, bool create )
{
    const char* config = getenv( "XDG_CONFIG_HOME" );
    const char* home = getenv( "HOME" );
    bool fits = false;
    // The XDG specification: a path that is not absolute is to be ignored.
    if ( config != NULL && config[0] == '/' )
    {
        fits = join( path, capacity, config, "slipstick" );
    }
    else if ( home != NULL && home[0] == '/' )
    {
        fits = join( path, capacity, home, ".config/slipstick" );
    }
    return fits && ( create == false || osMakeFolders( path ).code == ss_ok );
}
