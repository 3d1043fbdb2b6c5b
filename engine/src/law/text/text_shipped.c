// SPDX-License-Identifier: MIT
#include "slipstick/law_text.h"

#include <string.h>

// The laws of assets/laws/, which the build embeds.

int ssShippedLawCount( void )
{
    return 0;
}

const ssShippedLaw* ssGetShippedLaw( int index )
{
    (void)index;
    return NULL;
}

const ssShippedLaw* ssFindShippedLaw( const char* name )
{
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        if ( strcmp( ssGetShippedLaw( i )->name, name ) == 0 )
        {
            return ssGetShippedLaw( i );
        }
    }
    return NULL;
}
