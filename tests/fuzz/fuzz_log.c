// SPDX-License-Identifier: MIT
#include "slipstick/contact_log.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

// Any bytes are a contact log or get a message; every frame of a log can be read or gets a message, and the frames together
// have the rows that the log says.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    ssSource source = ssMemorySource( "log", data, size );
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 };
    ssResult result = ssOpenContactLog( &source, NULL, &log );
    uint64_t rows = 0;
    for ( int k = 0; result.code == ss_ok && k < ssContactLog_FrameCount( log ); ++k )
    {
        ssResult read = ssContactLog_ReadFrame( log, k, &frame );
        rows += (uint64_t)ssContactLog_Count( log, k );
        if ( read.code == ss_ok ? frame.count != ssContactLog_Count( log, k ) : read.message[0] == 0 )
        {
            abort();
        }
    }
    if ( result.code == ss_ok ? rows != ssContactLog_RowCount( log ) : result.message[0] == 0 )
    {
        abort();
    }
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    return 0;
}
