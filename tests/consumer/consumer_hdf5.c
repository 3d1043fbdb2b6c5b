// SPDX-License-Identifier: MIT
#include <slipstick/hdf5.h>
#include <slipstick/slipstick.h>
#include <string.h>

// The message about a broken file tells whether HDF5 has read it.

static bool isRefused( const char* why )
{
    ssProblem problem;
    ssResult result = ssReadProblem( "\x89HDF\r\n\x1a\n", 8, &problem );
    return result.code != ss_ok && strstr( result.message, why ) != NULL;
}

int main( void )
{
    bool without = isRefused( "ssUseHdf5" );
    ssUseHdf5();
    return without && isRefused( "truncated" ) ? 0 : 1;
}
