// SPDX-License-Identifier: MIT
#include "base/contact_file.h"

#include <stdio.h>
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

int contactOpen( const char* command, const char* path, const argsList* map, contactFile* file )
{
    *file = ( contactFile ){ 0 };
    ssLogRename renames[ss_logColumnCount];
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
    double start = osSeconds(), last = start;
    bool watched = osIsTerminal( 2 );
    ssSource source = { .name = path, .read = readAt };
    const ssLogOptions options = { .renames = renames,
        .renameCount = count,
        .progress = watched ? showShare : NULL,
        .progressContext = &last };
    ssResult result = osBeginRead( path, &file->reader );
    result = result.code == ss_ok ? osReadSize( file->reader, &source.size ) : result;
    source.context = file->reader;
    result = result.code == ss_ok ? ssOpenContactLog( &source, &options, &file->log ) : result;
    if ( last > start )
    {
        fputs( "\r                    \r", stderr );
    }
    if ( result.code != ss_ok )
    {
        contactClose( file );
        return argsRefuse( command, result );
    }
    return ARGS_STATUS_OK;
}

void contactClose( contactFile* file )
{
    ssCloseContactLog( file->log );
    osEndRead( file->reader );
    *file = ( contactFile ){ 0 };
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
