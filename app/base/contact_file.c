// SPDX-License-Identifier: MIT
#include "base/contact_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool readAt( void* context, uint64_t offset, void* bytes, size_t size )
{
    return osReadAt( context, offset, bytes, size );
}

/// Splits --map OURS=THEIRS. Returns the exit status.
static int readRename( const char* command, const char* item, ssLogRename* rename )
{
    char key[32];
    const char* theirs = NULL;
    if ( !argsSplitPair( item, key, sizeof( key ), &theirs ) || theirs[0] == 0 )
    {
        return argsFail( command, "--map %s: expected OURS=THEIRS, such as fx=force_x", item );
    }
    *rename = ( ssLogRename ){ .column = ssFindLogColumn( key ), .theirs = theirs };
    if ( rename->column < ss_logColumnCount )
    {
        return ARGS_STATUS_OK;
    }
    const char* names[ss_logColumnCount];
    for ( int i = 0; i < ss_logColumnCount; ++i )
    {
        names[i] = ssLogColumnName( (ssLogColumn)i );
    }
    char hint[128];
    return argsFail( command, "--map %s: there is no column '%s'%s `slipstick help audit` lists them all",
        item, key, argsSuggest( key, names, ss_logColumnCount, hint, sizeof( hint ) ) );
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
    int count = map != NULL ? map->count : 0;
    if ( count > ss_logColumnCount )
    {
        return argsFail( command, "--map is given %d times; a log has %d columns", count, ss_logColumnCount );
    }
    for ( int i = 0; i < count; ++i )
    {
        int status = readRename( command, map->items[i], renames + i );
        if ( status != ARGS_STATUS_OK )
        {
            return status;
        }
    }
    options->renames = renames;
    options->renameCount = count;
    return ARGS_STATUS_OK;
}

static ssResult openFile( const char* path, const ssLogOptions* options, contactFile* file )
{
    ssSource source = { .name = path, .read = readAt };
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
    return openFile( path, options, made );
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

// -------------------------------------------------------------------------------------------------------- scenario

// What a scenario of a log keeps open. Messages of its reader name the path.
typedef struct LogFile
{
    osReader* reader;
    char path[];
} LogFile;

static void releaseFile( void* context )
{
    LogFile* kept = context;
    osEndRead( kept->reader );
    free( kept );
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
    contactFile file = { 0 };
    ssResult result = openFile( kept->path, options, &file );
    const char* slash = strrchr( path, '/' );
    char source[96];
    if ( result.code == ss_ok )
    {
        kept->reader = file.reader;
        snprintf( source, sizeof source, "contact log (%s), %d frames", ssContactLog_Form( file.log ),
            ssContactLog_FrameCount( file.log ) );
        const ssLogScenarioDef def = { .log = file.log,
            .title = slash != NULL ? slash + 1 : path,
            .source = source,
            .release = releaseFile,
            .context = kept };
        result = ssMakeLogScenario( &def, scenario );
    }
    if ( result.code != ss_ok )
    {
        contactClose( &file );
        free( kept );
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
