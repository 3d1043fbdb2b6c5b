// SPDX-License-Identifier: MIT
#include "base/link.h"

#include <stdlib.h>
#include <string.h>

// Feeds arbitrary texts to the reader of links, and their bytes to the packer, which must give them back.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    char *word = malloc( size + 4 ), *text = NULL, *again = NULL;
    size_t length = 0;
    memcpy( word, "#s=", 3 );
    memcpy( word + 3, data, size );
    word[size + 3] = '\0';
    if ( linkRead( word, &text, &length ).code == ss_ok ) { free( text ); }
    char* link = linkOfText( (const char*)data, size );
    if ( link == NULL || linkRead( link, &again, &length ).code != ss_ok || length != size ||
        memcmp( again, data, size ) != 0 )
    {
        abort();
    }
    ssRelease( link );
    free( again );
    free( word );
    return 0;
}
