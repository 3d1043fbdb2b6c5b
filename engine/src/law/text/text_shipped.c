// SPDX-License-Identifier: MIT
#include "law/text/text_shipped.h"

#include <string.h>

int ssShippedLawCount( void )
{
    return ss_shippedLawCount;
}

const ssShippedLaw* ssGetShippedLaw( int index )
{
    SS_ASSERT( index >= 0 && index < ss_shippedLawCount );
    return &ss_shippedLaws[index];
}

const ssShippedLaw* ssFindShippedLaw( const char* name )
{
    for ( int i = 0; i < ss_shippedLawCount; ++i )
    {
        if ( strcmp( ss_shippedLaws[i].name, name ) == 0 )
        {
            return &ss_shippedLaws[i];
        }
    }
    return NULL;
}
