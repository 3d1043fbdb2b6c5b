// SPDX-License-Identifier: MIT
#define _DEFAULT_SOURCE   // flock
#define _XOPEN_SOURCE 700 // realpath, newlocale

#include "base/os_posix_private.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

// Writes files that are either whole or absent: into a temporary file that is renamed at the end.

// Signal handlers may only read memory that does not move: fixed slots, each with a flag for valid.
#define TEMP_SLOTS 16 // files that can be written at the same time

static char s_tempPaths[TEMP_SLOTS][PATH_MAX];
static volatile sig_atomic_t s_tempUsed[TEMP_SLOTS];
static atomic_bool s_tempTaken[TEMP_SLOTS]; // reserved by a thread; s_tempUsed follows once the file exists

static const int s_endingSignals[] = { SIGINT, SIGTERM, SIGHUP };

static void removeTempFiles( int signalNumber )
{
    for ( int i = 0; i < TEMP_SLOTS; ++i )
    {
        if ( s_tempUsed[i] ) { unlink( s_tempPaths[i] ); }
    }
    // SA_RESETHAND: raising the signal again ends the program with its usual status.
    raise( signalNumber );
}

static void catchEndingSignals( void )
{
    for ( int i = 0; i < SS_COUNT( s_endingSignals ); ++i )
    {
        // A handler that is already installed (the window's) and an ignored signal (nohup) are left alone.
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
    for ( int i = 0; i < SS_COUNT( s_endingSignals ); ++i ) { sigaddset( &set, s_endingSignals[i] ); }
    sigprocmask( SIG_BLOCK, &set, before );
}

static void freeSlot( int slot )
{
    s_tempUsed[slot] = 0;
    atomic_store( &s_tempTaken[slot], false );
}

// Creates a temporary file in the folder of `path`, with a slot. -1 and errno on failure.
static int openTemp( const char* path, mode_t mode, int* slotTaken )
{
    int slot = 0;
    while ( slot < TEMP_SLOTS && atomic_exchange( &s_tempTaken[slot], true ) ) { ++slot; }
    if ( slot == TEMP_SLOTS )
    {
        errno = EMFILE;
        return -1;
    }

    const char* slash = strrchr( path, '/' );
    int folder = slash == NULL ? 0 : (int)( slash - path ) + 1;

    osRemoveAbandoned( path );
    catchEndingSignals();
    int fd = -1;
    // No signal may come between creating the file and marking its name as valid.
    sigset_t before;
    holdEndingSignals( &before );
    for ( int attempt = 0; attempt < 100 && fd < 0; ++attempt )
    {
        int length = snprintf( s_tempPaths[slot], PATH_MAX, "%.*s" OS_TEMP_PREFIX "%ld-%d-%d.tmp", folder,
            path, (long)getpid(), slot, attempt );
        if ( length >= PATH_MAX )
        {
            errno = ENAMETOOLONG;
            break;
        }
        fd = open( s_tempPaths[slot], O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode );
        if ( fd < 0 && errno != EEXIST ) { break; }
    }
    if ( fd >= 0 )
    {
        // The lock shows others that the file is in use. Where files cannot be locked, its name does.
        (void)flock( fd, LOCK_EX | LOCK_NB );
        s_tempUsed[slot] = 1;
        *slotTaken = slot;
    }
    else { freeSlot( slot ); }
    int reason = errno;
    sigprocmask( SIG_SETMASK, &before, NULL );
    errno = reason;
    return fd;
}

#define WRITE_BUFFER ( 256u << 10 ) // [bytes] few system calls even for a large table

struct osWriter
{
    int fd;
    int slot;  // of the temporary file; -1 when writing directly or as a stream
    int error; // errno of the first failure
    bool readerLeft;
    size_t used;
    off_t length;    // of what was flushed whole
    char* shownPath; // the path as the user wrote it
    char* target;    // the file to replace, links followed
    char* partial;   // of a stream: the file being written
    char buffer[WRITE_BUFFER];
};

/// Stands for a file that there is no memory to write.
static osWriter s_noMemory = { .fd = 0 };

static void freeWriter( osWriter* writer )
{
    if ( writer == &s_noMemory ) { return; }
    free( writer->shownPath );
    free( writer->target );
    free( writer->partial );
    free( writer );
}

/// The file that is renamed in the end; NULL when writing directly.
static const char* unfinishedPath( const osWriter* writer )
{
    return writer->slot >= 0 ? s_tempPaths[writer->slot] : writer->partial;
}

/// Opens and empties PATH.partial, unless another program writes to it. -1 and errno on failure.
static int openPartial( osWriter* writer, mode_t mode )
{
    size_t capacity = strlen( writer->target ) + sizeof( ".partial" );
    char* name = malloc( capacity );
    if ( name == NULL )
    {
        errno = ENOMEM;
        return -1;
    }
    snprintf( name, capacity, "%s.partial", writer->target );
    int fd = open( name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode );
    if ( fd >= 0 &&
        ( ( flock( fd, LOCK_EX | LOCK_NB ) != 0 && errno == EWOULDBLOCK ) || ftruncate( fd, 0 ) != 0 ) )
    {
        int reason = errno;
        close( fd );
        free( name );
        errno = reason;
        return -1;
    }
    writer->partial = fd >= 0 ? name : NULL;
    if ( fd < 0 ) { free( name ); }
    return fd;
}

static int openForWriting( osWriter* writer, const char* path, bool stream )
{
    if ( strcmp( path, "-" ) == 0 ) { return STDOUT_FILENO; }
    struct stat info;
    bool exists = stat( path, &info ) == 0;
    if ( exists && S_ISREG( info.st_mode ) == 0 )
    {
        // Renaming over a device or a pipe would destroy it. A folder is refused by open itself.
        return open( path, O_WRONLY | O_CLOEXEC | O_NOCTTY );
    }
    if ( exists )
    {
        // Replacing takes only the folder's permission, but a write-protected file is meant to stay.
        if ( access( path, W_OK ) != 0 ) { return -1; }
        writer->target = realpath( path, NULL );
        if ( writer->target == NULL ) { return -1; }
    }
    else if ( path[0] == 0 || path[strlen( path ) - 1] == '/' )
    {
        errno = path[0] == 0 ? ENOENT : EISDIR;
        return -1;
    }
    else
    {
        writer->target = strdup( path );
        if ( writer->target == NULL )
        {
            errno = ENOMEM;
            return -1;
        }
    }

    int fd = stream ? openPartial( writer, 0666 ) : openTemp( writer->target, 0666, &writer->slot );
    if ( fd >= 0 && exists )
    {
        // The new file keeps the permissions of the old one where the system allows it.
        (void)fchmod( fd, info.st_mode & 07777 );
    }
    return fd;
}

/// A writer of an open file; NULL when out of memory.
static osWriter* makeWriter( int fd, const char* shownPath )
{
    osWriter* out = malloc( sizeof( osWriter ) );
    if ( out != NULL )
    {
        memset( out, 0, offsetof( osWriter, buffer ) );
        out->slot = -1;
        out->fd = fd;
        out->shownPath = strdup( shownPath );
    }
    if ( out != NULL && out->shownPath == NULL )
    {
        free( out );
        out = NULL;
    }
    return out;
}

/// Never NULL: on failure a writer with an error; without memory, one that all threads share.
static osWriter* openWriter( const char* path, bool stream )
{
    osWriter* out = makeWriter( -1, strcmp( path, "-" ) == 0 ? "standard output" : path );
    if ( out == NULL )
    {
        s_noMemory.error = ENOMEM;
        return &s_noMemory;
    }
    out->fd = openForWriting( out, path, stream );
    out->error = out->fd < 0 ? errno : 0;
    return out;
}

osWriter* osOpenWrite( const char* path ) { return openWriter( path, false ); }

static ssResult beginWrite( const char* path, bool stream, osWriter** writer )
{
    osWriter* out = openWriter( path, stream );
    ssResult result = osWriteResult( out );
    *writer = result.code == ss_ok ? out : NULL;
    if ( result.code != ss_ok ) { freeWriter( out ); }
    return result;
}

ssResult osBeginWrite( const char* path, osWriter** writer ) { return beginWrite( path, false, writer ); }

ssResult osSaveFile( const char* path, const void* bytes, size_t size )
{
    if ( bytes == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    osWriter* out = osOpenWrite( path );
    osWrite( out, bytes, size );
    return osCommitWrite( out );
}

ssResult osBeginScratchWrite( osWriter** writer )
{
    char path[64];
    int fd = osOpenScratch( path, sizeof( path ) );
    *writer = fd >= 0 ? makeWriter( fd, "a temporary file" ) : NULL;
    if ( *writer != NULL ) { return ssOk(); }
    ssResult result = osFileError( "write", "a temporary file", strerror( errno ) );
    osCloseScratch( fd );
    return result;
}

ssResult osBeginStream( const char* path, osWriter** writer ) { return beginWrite( path, true, writer ); }

const char* osPartialName( const osWriter* writer ) { return writer != NULL ? writer->partial : NULL; }

int osWriterFile( const osWriter* writer ) { return writer->fd; }

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
        else if ( errno == EPIPE ) { writer->readerLeft = true; }
        else if ( errno != EINTR ) { writer->error = errno; }
    }
}

static void noteError( osWriter* writer, bool failed )
{
    writer->error = failed && writer->error == 0 ? errno : writer->error;
}

void osFlushWrite( osWriter* writer )
{
    bool whole = osWriteStopped( writer ) == false;
    writeAll( writer, writer->buffer, writer->used );
    if ( writer->error == 0 ) { writer->length += (off_t)writer->used; }
    else if ( whole && writer->partial != NULL && ftruncate( writer->fd, writer->length ) != 0 )
    {
        noteError( writer, true ); // the first error stays: the row that did not fit is cut off somewhere
    }
    writer->used = 0;
}

bool osWriteStopped( const osWriter* writer ) { return writer->error != 0 || writer->readerLeft; }

void osWrite( osWriter* writer, const void* bytes, size_t size )
{
    if ( size > WRITE_BUFFER - writer->used ) { osFlushWrite( writer ); }
    if ( size > WRITE_BUFFER )
    {
        writeAll( writer, bytes, size );
        writer->length += writer->error == 0 ? (off_t)size : 0;
        return;
    }
    memcpy( writer->buffer + writer->used, bytes, size );
    writer->used += size;
}

static void passOn( void* context, const char* bytes, size_t length ) { osWrite( context, bytes, length ); }

textWriter osText( osWriter* writer ) { return ( textWriter ){ .pass = passOn, .context = writer }; }

void osWriteText( osWriter* writer, const char* text ) { osWrite( writer, text, strlen( text ) ); }

char* osReserve( osWriter* writer, size_t size )
{
    SS_ASSERT( size <= OS_RESERVE_MAX );
    if ( size > WRITE_BUFFER - writer->used ) { osFlushWrite( writer ); }
    return writer->buffer + writer->used;
}

void osAdvance( osWriter* writer, size_t size )
{
    SS_ASSERT( size <= WRITE_BUFFER - writer->used );
    writer->used += size;
}

/// Formats numbers with a decimal point, whatever locale a library has set.
static int formatPlain( char* text, size_t capacity, const char* format, va_list arguments )
    SS_PRINTF( 3, 0 );

static int formatPlain( char* text, size_t capacity, const char* format, va_list arguments )
{
    locale_t plain = newlocale( LC_ALL_MASK, "C", (locale_t)0 );
    locale_t before = plain != (locale_t)0 ? uselocale( plain ) : (locale_t)0;
    int length = vsnprintf( text, capacity, format, arguments );
    if ( plain != (locale_t)0 )
    {
        uselocale( before );
        freelocale( plain );
    }
    return length;
}

void osPrintf( osWriter* writer, const char* format, ... )
{
    va_list arguments, again;
    va_start( arguments, format );
    va_copy( again, arguments );
    int length = formatPlain( osReserve( writer, OS_RESERVE_MAX ), OS_RESERVE_MAX, format, arguments );
    va_end( arguments );
    if ( length >= 0 && length < OS_RESERVE_MAX ) { osAdvance( writer, (size_t)length ); }
    else if ( length > 0 )
    {
        char* text = malloc( (size_t)length + 1 );
        if ( text == NULL ) { writer->error = writer->error != 0 ? writer->error : ENOMEM; }
        else
        {
            formatPlain( text, (size_t)length + 1, format, again );
            osWrite( writer, text, (size_t)length );
            free( text );
        }
    }
    va_end( again );
}

// A rename is on disk once its folder is synced; some file systems cannot, which is no error.
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

static void releaseSlot( const osWriter* writer )
{
    if ( writer->slot >= 0 ) { freeSlot( writer->slot ); }
}

/// Writes what is left, syncs and closes; the first error stays in the writer.
static void finishFile( osWriter* writer )
{
    osFlushWrite( writer );
    if ( unfinishedPath( writer ) != NULL && writer->error == 0 )
    {
        noteError( writer, fsync( writer->fd ) != 0 && errno != EINVAL && errno != EROFS );
    }
    if ( writer->fd > STDERR_FILENO )
    {
        // After EINTR the descriptor is closed on Linux; closing it again could hit another thread's file.
        noteError( writer, close( writer->fd ) != 0 && errno != EINTR );
    }
}

ssResult osWriteResult( const osWriter* writer )
{
    if ( writer == &s_noMemory )
    {
        return ssError( ss_errorMemory, NULL, "out of memory for a file to write" );
    }
    char reason[160];
    bool isKept = writer->partial != NULL && writer->length > 0;
    const char* slash = isKept ? strrchr( writer->partial, '/' ) : NULL;
    const char* name = slash != NULL ? slash + 1 : isKept ? writer->partial : "";
    snprintf( reason, sizeof( reason ), "%.60s%s%.70s%s",
        writer->error == EWOULDBLOCK ? "another program is writing to it" : strerror( writer->error ),
        isKept ? "; what came before is in '" : "", name, isKept ? "'" : "" );
    return writer->error == 0 ? ssOk() : osFileError( "write", writer->shownPath, reason );
}

static ssResult endWriter( osWriter* writer )
{
    ssResult result = osWriteResult( writer );
    releaseSlot( writer );
    freeWriter( writer );
    return result;
}

ssResult osCommitWrite( osWriter* writer )
{
    finishFile( writer );
    const char* unfinished = unfinishedPath( writer );
    if ( unfinished != NULL )
    {
        if ( writer->error == 0 ) { noteError( writer, rename( unfinished, writer->target ) != 0 ); }
        if ( writer->error == 0 )
        {
            syncFolderOf( writer->target );
            osPublish( writer->target );
        }
        else if ( writer->partial == NULL || writer->length == 0 ) { unlink( unfinished ); }
    }
    return endWriter( writer );
}

ssResult osLeaveWrite( osWriter* writer )
{
    SS_ASSERT( writer->slot < 0 );
    finishFile( writer );
    return endWriter( writer );
}

void osAbortWrite( osWriter* writer )
{
    if ( writer == NULL ) { return; }
    if ( writer->fd == STDOUT_FILENO )
    {
        // Output cannot be taken back, and the rows before a bad one help to find it.
        osFlushWrite( writer );
    }
    else { close( writer->fd ); }
    const char* unfinished = unfinishedPath( writer );
    if ( unfinished != NULL ) { unlink( unfinished ); }
    releaseSlot( writer );
    freeWriter( writer );
}
