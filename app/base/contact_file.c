// SPDX-License-Identifier: MIT
#include "base/contact_file.h"

#include "slipstick/param.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Opens contact logs on disk, as logs or as scenarios, and writes them.

static bool readAt( void* context, uint64_t offset, void* bytes, size_t size )
{
    return osReadAt( context, offset, bytes, size );
}

/// Takes one --map: OURS=THEIRS, the step size dt=S, or columns="..." of a dump. Returns the exit status.
static int readMap( const char* command, const char* item, ssLogRename* renames, ssLogOptions* options )
{
    const char* names[ss_logColumnCount + 2] = { "dt", "columns" };
    char key[32], hint[128];
    const char* theirs = NULL;
    if ( !argsSplitPair( item, key, sizeof( key ), &theirs ) || theirs[0] == 0 )
    {
        return argsFail( command, "--map %s: expected OURS=THEIRS, such as fx=force_x", item );
    }
    if ( strcmp( key, "dt" ) == 0 )
    {
        bool good = ssParseNumber( theirs, &options->dt ) && options->dt > 0.0;
        return good ? ARGS_STATUS_OK : argsFail( command, "--map %s: expected a step size > 0 [s]", item );
    }
    if ( strcmp( key, "columns" ) == 0 )
    {
        options->columns = theirs;
        return ARGS_STATUS_OK;
    }
    ssLogColumn column = ssFindLogColumn( key );
    if ( column < ss_logColumnCount )
    {
        if ( options->renameCount == ss_logColumnCount )
        {
            return argsFail( command, "--map is given too often; a log has %d columns", ss_logColumnCount );
        }
        renames[options->renameCount++] = ( ssLogRename ){ .column = column, .theirs = theirs };
        return ARGS_STATUS_OK;
    }
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        names[2 + i] = ssLogColumnName( (ssLogColumn)i );
    }
    return argsFail( command, "--map %s: there is no column '%s'%s `slipstick help audit` lists them all",
        item, key, argsSuggest( key, names, SS_COUNT( names ), hint, sizeof( hint ) ) );
}

// A line on the terminal that is overwritten while the file is read.
static bool showShare( void* context, double share )
{
    double *last = context, now = osSeconds();
    if ( now - *last > 0.5 )
    {
        *last = now;
        fprintf( stderr, "\rreading: %.0f%%", 100.0 * share );
    }
    return osSignalCaught();
}

int contactRenames( const char* command, const argsList* map, ssLogRename* renames, ssLogOptions* options )
{
    options->renames = renames;
    options->renameCount = 0;
    for ( int i = 0; map != NULL && i < map->count; ++i )
    {
        int status = readMap( command, map->items[i], renames, options );
        if ( status != ARGS_STATUS_OK )
        {
            return status;
        }
    }
    return ARGS_STATUS_OK;
}

static ssResult openFile( const char* path, const ssLogOptions* options, contactFile* file )
{
    ssSource source = { .name = path, .read = readAt, .path = path };
    ssResult result = osBeginRead( path, &file->reader );
    result = result.code == ss_ok ? osReadSize( file->reader, &source.size ) : result;
    source.context = file->reader;
    result = result.code == ss_ok ? ssOpenContactLog( &source, options, &file->log ) : result;
    if ( result.code != ss_ok )
    {
        contactClose( file );
    }
    return result;
}

/// Calls `open` with the options of a command.
static int openFor( const char* command, const char* path, const argsList* map,
    ssResult ( *open )( const char* path, const ssLogOptions* options, void* made ), void* made )
{
    ssLogRename renames[ss_logColumnCount];
    double start = osSeconds(), last = start;
    ssLogOptions options = { .progress = osIsTerminal( 2 ) ? showShare : NULL, .progressContext = &last };
    int status = contactRenames( command, map, renames, &options );
    if ( status != ARGS_STATUS_OK )
    {
        return status;
    }
    ssResult result = open( path, &options, made );
    if ( last > start )
    {
        fputs( "\r                    \r", stderr );
    }
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( command, result );
}

static ssResult openLog( const char* path, const ssLogOptions* options, void* made )
{
    contactFile* file = made;
    ssResult result = openFile( path, options, file );
    if ( result.code == ss_ok && ssContactLog_Note( file->log ) != NULL )
    {
        fprintf( stderr, "note: %s: %s\n", path, ssContactLog_Note( file->log ) );
    }
    return result;
}

int contactOpen( const char* command, const char* path, const argsList* map, contactFile* file )
{
    *file = ( contactFile ){ 0 };
    return openFor( command, path, map, openLog, file );
}

void contactClose( contactFile* file )
{
    ssCloseContactLog( file->log );
    osEndRead( file->reader );
    *file = ( contactFile ){ 0 };
}

// -------------------------------------------------------------------------------------------------- scenario

// [s] A file that was written to so recently may be one that a program is still writing; it is given up
// as such when nothing has come for a while.
#define FRESH 10.0
#define GIVEN_UP 30.0

// What a scenario of a log keeps open. Messages of its reader name the path.
typedef struct LogFile
{
    osReader* reader;
    uint64_t size;  // [bytes] when it was looked at last
    double changed; // [s] when it had grown
    char path[];
} LogFile;

static bool readKept( void* context, uint64_t offset, void* bytes, size_t size )
{
    const LogFile* kept = context;
    return osReadAt( kept->reader, offset, bytes, size );
}

/// The size of a file that a program is still writing.
static uint64_t sizeNow( void* context, bool* ended )
{
    LogFile* kept = context;
    uint64_t size = 0;
    if ( osReadSize( kept->reader, &size ).code == ss_ok && size > kept->size )
    {
        kept->size = size;
        kept->changed = osSeconds();
    }
    *ended = osSeconds() - kept->changed > GIVEN_UP;
    return kept->size;
}

static void releaseFile( void* context )
{
    LogFile* kept = context;
    osEndRead( kept->reader );
    free( kept );
}

static ssResult openKept( LogFile* kept, const ssLogOptions* options, ssContactLog** log )
{
    ssResult result = osBeginRead( kept->path, &kept->reader );
    result = result.code == ss_ok ? osReadSize( kept->reader, &kept->size ) : result;
    if ( result.code != ss_ok )
    {
        return result;
    }
    kept->changed = osSeconds();
    const ssSource source = { .context = kept,
        .name = kept->path,
        .path = kept->path,
        .size = kept->size,
        .read = readKept,
        .sizeNow = osReadAge( kept->reader ) < FRESH ? sizeNow : NULL };
    result = ssOpenContactLog( &source, options, log );
    if ( result.code == ss_ok && ssContactLog_FrameCount( *log ) == 0 )
    {
        result = ssError( ss_errorFormat, "file", "%.150s: the log has no complete frame yet", kept->path );
    }
    return result;
}

ssResult contactScenario( const char* path, const ssLogOptions* options, const ssScenario** scenario )
{
    *scenario = NULL;
    LogFile* kept = calloc( 1, sizeof *kept + strlen( path ) + 1 );
    if ( kept == NULL )
    {
        return ssError( ss_errorMemory, NULL, "%.150s: out of memory", path );
    }
    memcpy( kept->path, path, strlen( path ) + 1 );
    ssContactLog* log = NULL;
    ssResult result = openKept( kept, options, &log );
    const char* slash = strrchr( path, '/' );
    char source[256];
    if ( result.code == ss_ok )
    {
        const char* note = ssContactLog_Note( log );
        snprintf( source, sizeof source, "contact log (%s), %d frame%s%s%s%s", ssContactLog_Form( log ),
            ssContactLog_FrameCount( log ), ssContactLog_FrameCount( log ) == 1 ? "" : "s",
            ssContactLog_Grows( log ) ? " so far" : "", note != NULL ? "; " : "", note != NULL ? note : "" );
        const ssLogScenarioDef def = { .log = log,
            .title = slash != NULL ? slash + 1 : path,
            .source = source,
            .release = releaseFile,
            .context = kept };
        result = ssMakeLogScenario( &def, scenario );
    }
    if ( result.code != ss_ok )
    {
        ssCloseContactLog( log );
        releaseFile( kept );
    }
    return result;
}

static ssResult openScenario( const char* path, const ssLogOptions* options, void* made )
{
    return contactScenario( path, options, made );
}

int contactOpenScenario(
    const char* command, const char* path, const argsList* map, const ssScenario** scenario )
{
    return openFor( command, path, map, openScenario, scenario );
}

ssResult contactFormOf( const char* path, const char** form )
{
    char endings[64];
    *form = ssLogFormOfPath( path, endings, sizeof( endings ) );
    return *form != NULL ? ssOk()
                         : ssError( ss_errorValue, "file",
                               "'%.150s': the ending names the form of a log; known: %s", path, endings );
}

static bool writeOut( void* context, const void* bytes, size_t size )
{
    osWrite( context, bytes, size );
    return !osWriteStopped( context );
}

ssSink contactSink( osWriter* out )
{
    return ( ssSink ){ .context = out, .write = writeOut };
}
