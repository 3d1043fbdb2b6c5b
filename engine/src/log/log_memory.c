// SPDX-License-Identifier: MIT
#include "log/log_private.h"

#include <string.h>

// A log of one frame that is in memory: contacts that come from no file.

static ssResult readFrame( ssContactLog* log, int frame, ssLogFrame* contacts )
{
    const ssLogFrame* own = log->state;
    (void)frame;
    ssResult result = ssLogFrame_Resize( contacts, own->count, own->bodyCount );
    if ( result.code == ss_ok )
    {
        for ( int i = 0; i < ss_logColumnCount && own->count > 0; ++i )
        {
            memcpy( contacts->columns[i], own->columns[i], (size_t)own->count * sizeof( double ) );
        }
        if ( own->bodyCount > 0 )
        {
            memcpy( contacts->bodies, own->bodies, (size_t)own->bodyCount * sizeof *own->bodies );
        }
    }
    return result;
}

static void closeFrame( ssContactLog* log )
{
    if ( log->state != NULL )
    {
        ssLogFrame_Destroy( log->state );
        ssRelease( log->state );
    }
}

static const logForm s_memory = {
    .name = "memory", .ending = "", .readFrame = readFrame, .close = closeFrame
};

ssResult ssMakeMemoryLog( ssLogFrame* frame, ssContactLog** log )
{
    static const ssLogOptions none = { 0 };
    *log = ssAlloc( sizeof **log );
    ssLogFrame* own = *log != NULL ? ssAlloc( sizeof *own ) : NULL;
    if ( own == NULL )
    {
        ssRelease( *log );
        *log = NULL;
        return ssError( ss_errorMemory, NULL, "out of memory for a log" );
    }
    **log = ( ssContactLog ){ .source = ssMemorySource( "memory", NULL, 0 ), .form = &s_memory };
    ( *log )->self = *log;
    ( *log )->state = own;
    logBeginIndex( *log, &none );
    ssResult result = logAddFrame( *log, frame->t, 0, 0, "the frame" );
    if ( result.code != ss_ok )
    {
        ssCloseContactLog( *log );
        *log = NULL;
        return result;
    }
    *own = *frame;
    *frame = ( ssLogFrame ){ 0 };
    ssLogFrame_UpdateKnown( own );
    ( *log )->rowCount = (uint64_t)own->count;
    ( *log )->known = own->known;
    return result;
}
