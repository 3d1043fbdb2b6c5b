// SPDX-License-Identifier: MIT
#include "slipstick/lab/lab.h"

#include <stdlib.h>
#include <string.h>

// Feeds arbitrary bytes to the reader of contact problems.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

// Whatever text is accepted as a contact problem can be written and read again, and has the same numbers.
// HDF5 is left out, because that would fuzz somebody else's library.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    ssProblem problem, again;
    if ( ( size > 0 && data[0] == 0x89 ) || ssReadProblem( (const char*)data, size, &problem ).code != ss_ok )
    {
        return 0;
    }
    size_t length = 0;
    char* text = ssFormatProblem( &problem, &length );
    if ( text == NULL || ssReadProblem( text, length, &again ).code != ss_ok ||
        again.contactCount != problem.contactCount || again.dimension != problem.dimension ||
        again.rowCount != problem.rowCount )
    {
        abort();
    }
    for ( int i = 0; i < problem.contactCount * problem.dimension; ++i )
    {
        if ( again.q[i] != problem.q[i] ||
            again.cones[i / problem.dimension].mu != problem.cones[i / problem.dimension].mu )
        {
            abort();
        }
    }
    ssProblem_Destroy( &again );
    ssProblem_Destroy( &problem );
    ssRelease( text );
    return 0;
}
