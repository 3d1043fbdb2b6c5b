// SPDX-License-Identifier: MIT
#include "session/live/log_stream.h"

#include "base/grow.h"
#include "base/text_writer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Streams as scenarios, for the window.

static void releaseStream( void* context )
{
    sessionStream_Release( context );
}

ssResult sessionStream_Scenario( sessionStream* stream, int number, const ssScenario** scenario )
{
    ssContactLog* log = NULL;
    char title[48];
    *scenario = NULL;
    snprintf( title, sizeof title, "running program %d", number );
    ssResult result = sessionStream_Open( stream, &log );
    if ( result.code != ss_ok )
    {
        return result;
    }
    const ssLogScenarioDef def = { .log = log,
        .title = title,
        .source = "contacts that a running program sends",
        .release = releaseStream,
        .context = sessionStream_Retain( stream ) };
    result = ssMakeLogScenario( &def, scenario );
    if ( result.code != ss_ok )
    {
        ssCloseContactLog( log );
        sessionStream_Release( stream );
    }
    return result;
}

// ----------------------------------------------------------------------------------------------------- empty

ssResult sessionEmptyLog( const char* title, const ssScenario** scenario )
{
    textWriter memory = { 0 };
    const ssSink sink = { .context = &memory, .write = appendBytes };
    const ssLogFrame frame = { 0 };
    ssLogWriter* writer = NULL;
    ssContactLog* log = NULL;
    *scenario = NULL;
    ssResult result = ssBeginLog( &sink, "mcap", SS_LOG_OBLIGATORY, &writer );
    result = result.code == ss_ok ? ssLogWriter_Frame( writer, &frame ) : result;
    ssResult ended = ssLogWriter_End( writer );
    result = result.code == ss_ok ? ended : result;
    if ( result.code == ss_ok )
    {
        const ssSource source = ssMemorySource( "an empty log", memory.text, memory.length );
        result = ssOpenContactLog( &source, NULL, &log );
    }
    if ( result.code == ss_ok )
    {
        const ssLogScenarioDef def = {
            .log = log, .title = title, .release = ssRelease, .context = memory.text
        };
        result = ssMakeLogScenario( &def, scenario );
    }
    if ( result.code != ss_ok )
    {
        ssCloseContactLog( log );
        ssRelease( memory.text );
    }
    return result;
}
