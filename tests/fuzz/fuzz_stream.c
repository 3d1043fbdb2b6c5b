// SPDX-License-Identifier: MIT
#include "slipstick/contact_log.h"

#include <stdlib.h>

// Feeds arbitrary bytes to the reader of logs that a program sends.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

static uint64_t s_arrived;

static uint64_t arrived( void* context, bool* ended )
{
    (void)context, (void)ended;
    return s_arrived;
}

// Any bytes that a program sends, in pieces of any size (the first byte says which), become the frames that a
// file of the same bytes has, or get a message.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    if ( size < 2 ) { return 0; }
    uint64_t piece = 1u + data[0], whole = size - 1;
    ssSource source = ssMemorySource( "stream", data + 1, whole );
    ssContactLog *file = NULL, *log = NULL;
    ssLogOptions options = { .recordMax = 1u << 20 };
    s_arrived = whole;
    source.sizeNow = arrived; // as a stream that has arrived at once
    ssResult atOnce = ssOpenContactLog( &source, &options, &file );
    s_arrived = source.size = whole < 8 ? whole : 8;
    ssResult result = ssOpenContactLog( &source, &options, &log );
    while ( result.code == ss_ok && s_arrived < whole )
    {
        s_arrived = s_arrived + piece < whole ? s_arrived + piece : whole;
        result = ssContactLog_Extend( log );
    }
    // A file that has ended without a frame is no log; a stream may still have been going to have one.
    bool none = result.code == ss_ok && ssContactLog_FrameCount( log ) == 0;
    if ( ( result.code != atOnce.code && !none ) || ( result.code != ss_ok && result.message[0] == 0 ) ||
        ( atOnce.code == ss_ok && ssContactLog_FrameCount( log ) != ssContactLog_FrameCount( file ) ) )
    {
        abort();
    }
    ssLogFrame frame = { 0 };
    for ( int k = 0; log != NULL && k < ssContactLog_FrameCount( log ); ++k )
    {
        ssResult read = ssContactLog_ReadFrame( log, k, &frame );
        if ( read.code != ss_ok && read.message[0] == 0 ) { abort(); }
    }
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    ssCloseContactLog( file );
    return 0;
}
