// SPDX-License-Identifier: MIT
#include "base/contact_file.h"
#include "base/thread_pool.h"
#include "cli/commands.h"

// `slipstick convert`: copies a contact log frame by frame into another form.

static ssResult copyFrames( ssContactLog* log, ssLogWriter* writer )
{
    ssLogFrame frame = { 0 };
    ssResult result = ssOk();
    for ( int k = 0; k < ssContactLog_FrameCount( log ) && result.code == ss_ok; ++k )
    {
        result = ssContactLog_ReadFrame( log, k, &frame );
        result = result.code == ss_ok ? ssLogWriter_Frame( writer, &frame ) : result;
    }
    ssLogFrame_Destroy( &frame );
    return result;
}

static int convert( contactFile* file, const char* path )
{
    const char* form = NULL;
    osWriter* out = NULL;
    ssLogWriter* writer = NULL;
    ssResult result = contactFormOf( path, &form );
    result = result.code == ss_ok ? osBeginWrite( path, &out ) : result;
    if ( result.code != ss_ok ) { return argsRefuse( "convert", result ); }
    const ssSink sink = contactSink( out );
    // A table names its columns in its first line.
    result = ssContactLog_FindKnown( file->log, NULL, NULL );
    result =
        result.code != ss_ok ? result : ssBeginLog( &sink, form, ssContactLog_Known( file->log ), &writer );
    result = result.code == ss_ok ? copyFrames( file->log, writer ) : result;
    ssResult ended = ssLogWriter_End( writer );
    result = result.code == ss_ok ? ended : result;
    if ( result.code != ss_ok )
    {
        osAbortWrite( out );
        return argsRefuse( "convert", result );
    }
    result = osCommitWrite( out );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "convert", result );
}

int cmdConvert( int argc, char** argv )
{
    argsList map = { 0 };
    const argsOption options[] = {
        { "--map", "OURS=THEIRS", "a column that the file calls differently, such as fx=force_x; repeatable",
            .list = &map },
    };
    argsSpec spec = { "convert",
        .summary = "Translates a contact log into the form that the ending of OUT names.",
        .usage = "IN OUT [options]", ARGS_OPTIONS( options ), .wordMin = 2, .wordMax = 2,
        .wordName = "IN OUT",
        .notes = "The columns get the names of `slipstick help audit`. What IN does not say stays unknown." };
    ARGS_PARSE( &spec, argc, argv );
    contactFile file;
    int status = contactOpen( "convert", spec.words.items[0], &map, &file );
    if ( status == ARGS_STATUS_OK )
    {
        threadPool* pool = threadPoolStart( osProcessorCount() );
        status = convert( &file, spec.words.items[1] );
        threadPoolStop( pool );
        contactClose( &file );
    }
    return status;
}
