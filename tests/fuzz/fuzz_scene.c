// SPDX-License-Identifier: MIT
#include "slipstick/lab/lab.h"

#include <stdlib.h>
#include <string.h>

// Feeds arbitrary bytes to the reader of scenes.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

// Whatever is accepted as a scene can be written and read again, and means the same.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    ssScene scene, again;
    if ( ssParseScene( (const char*)data, size, &scene ).code != ss_ok ) { return 0; }
    char* text = ssFormatScene( &scene );
    if ( text == NULL || ssParseScene( text, strlen( text ), &again ).code != ss_ok ||
        memcmp( again.def.values, scene.def.values, sizeof scene.def.values ) != 0 ||
        again.editCount != scene.editCount || again.def.seed != scene.def.seed )
    {
        abort();
    }
    ssScene_Destroy( &again );
    ssScene_Destroy( &scene );
    ssRelease( text );
    return 0;
}
