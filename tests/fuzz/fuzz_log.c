// SPDX-License-Identifier: MIT
#include "slipstick/contact_log.h"

#include <stdlib.h>
#include <string.h>

// Feeds arbitrary bytes to the reader of contact logs.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

/// Opens the bytes, reads every frame, and returns a number that depends on all that was read.
static uint64_t readLog( const unsigned char* data, size_t size, const ssLogOptions* options, bool wholly )
{
    ssSource source = ssMemorySource( "log", data, size );
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 };
    ssResult result = ssOpenContactLog( &source, options, &log );
    uint64_t rows = 0, hash = (uint64_t)result.code;
    for ( int k = 0; result.code == ss_ok && k < ssContactLog_FrameCount( log ); ++k )
    {
        ssResult read = ssContactLog_ReadFrame( log, k, &frame );
        rows += (uint64_t)ssContactLog_Count( log, k );
        hash = 31 * hash + (uint64_t)read.code;
        hash = 31 * hash + ( read.code == ss_ok ? (uint64_t)frame.bodyCount : 0 );
        if ( read.code == ss_ok ? frame.count != ssContactLog_Count( log, k ) : read.message[0] == 0 )
        {
            abort();
        }
    }
    if ( result.code == ss_ok ? wholly && rows != ssContactLog_RowCount( log ) : result.message[0] == 0 )
    {
        abort();
    }
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    return 31 * hash + rows;
}

// Any bytes are a contact log or get a message; every frame of a log can be read or gets a message, and the
// frames together have the rows that the log says. What a thinned index finds again is the same log; only
// MCAP may have frames that its own summary does not know.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    const ssLogOptions thin = { .entriesMax = 2 };
    // HDF5 files are read by a library of others, which is not our parser.
    if ( size >= 4 && memcmp( data, "\x89HDF", 4 ) == 0 ) { return 0; }
    bool isMcap = size > 0 && data[0] == 0x89;
    uint64_t all = readLog( data, size, NULL, true ), thinned = readLog( data, size, &thin, !isMcap );
    if ( all != thinned && !isMcap ) { abort(); }
    return 0;
}
