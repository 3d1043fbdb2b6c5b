// SPDX-License-Identifier: MIT
#include "base/contact_file.h"
#include "base/grow.h"
#include "base/thread_pool.h"
#include "cli/commands.h"
#include "cli/foxglove.h"

#include <string.h>

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

/// What Foxglove shows of the log, which it takes over.
static ssResult writeFoxglove( contactFile* file, ssSink* sink )
{
    const ssLogScenarioDef def = { .log = file->log, .title = "log" };
    const ssScenario* scenario = NULL;
    ssSim* sim = NULL;
    SS_TRY( ssMakeLogScenario( &def, &scenario ) );
    file->log = NULL;
    const ssSimDef simDef = ssDefaultSimDef( scenario );
    ssResult result = ssCreateSim( &simDef, &sim );
    result = result.code == ss_ok ? foxgloveWrite( sim, sink ) : result;
    ssDestroySim( sim );
    ssScenario_Release( scenario );
    return result;
}

static int convert( contactFile* file, const char* path, bool foxglove )
{
    const char* form = NULL;
    osWriter* out = NULL;
    ssLogWriter* writer = NULL;
    ssResult result = contactFormOf( path, &form );
    result = result.code == ss_ok ? osBeginWrite( path, &out ) : result;
    if ( result.code != ss_ok ) { return argsRefuse( "convert", result ); }
    ssSink sink = contactSink( out );
    // A table names its columns in its first line.
    result = ssContactLog_FindKnown( file->log, NULL, NULL );
    result = result.code != ss_ok ? result
        : foxglove                ? writeFoxglove( file, &sink )
                                  : ssBeginLog( &sink, form, ssContactLog_Known( file->log ), &writer );
    result = result.code == ss_ok && !foxglove ? copyFrames( file->log, writer ) : result;
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
    const char* as = NULL;
    const argsOption options[] = {
        { "--map", "OURS=THEIRS", "a column that the file calls differently, such as fx=force_x; repeatable",
            .list = &map },
        { "--as", "foxglove", "into OUT.mcap for Foxglove and Rerun: bodies, forces, cones, colours of modes",
            .text = &as },
    };
    argsSpec spec = { "convert",
        .summary = "Translates a contact log into the form that the ending of OUT names.",
        .usage = "IN OUT [options]", ARGS_OPTIONS( options ), .wordMin = 2, .wordMax = 2,
        .wordName = "IN OUT",
        .notes = "The columns get the names of `slipstick help audit`. What IN does not say stays unknown.\n"
                 "--as foxglove writes foxglove.FrameTransforms and foxglove.SceneUpdate in Protobuf, which "
                 "are not read back." };
    ARGS_PARSE( &spec, argc, argv );
    contactFile file;
    const char* out = spec.words.items[1];
    if ( as != NULL && ( strcmp( as, "foxglove" ) != 0 || !endsWith( out, ".mcap" ) ) )
    {
        return argsFail( "convert", "--as %s: expected --as foxglove, and OUT ending in .mcap", as );
    }
    int status = contactOpen( "convert", spec.words.items[0], &map, &file );
    if ( status == ARGS_STATUS_OK )
    {
        threadPool* pool = threadPoolStart( osProcessorCount() );
        status = convert( &file, out, as != NULL );
        threadPoolStop( pool );
        contactClose( &file );
    }
    return status;
}
