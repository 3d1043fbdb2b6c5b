// SPDX-License-Identifier: MIT
#include "base/words.h"

#include <stdlib.h>
#include <string.h>

// Feeds arbitrary bytes to the reader of translations.

int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size );

// Any bytes are a .po file or get a message with the line; in a table every text is found again, and a
// translated format takes the arguments of the English one.
int LLVMFuzzerTestOneInput( const unsigned char* data, size_t size )
{
    wordsTable* table = NULL;
    ssResult result = wordsParse( "x.po", (const char*)data, size, &table );
    if ( result.code != ss_ok )
    {
        if ( table != NULL || strncmp( result.message, "x.po:", 5 ) != 0 ) { abort(); }
        return 0;
    }
    for ( int i = 0; i < wordsCount( table ); ++i )
    {
        wordsEntry entry = wordsAt( table, i );
        const char* found = wordsFind( table, entry.english );
        if ( entry.text[0] == '\0'
                ? found != NULL
                : found != entry.text || !wordsSameDirectives( entry.english, entry.text ) )
        {
            abort();
        }
    }
    wordsFree( table );
    return 0;
}
