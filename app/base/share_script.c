// SPDX-License-Identifier: MIT
#include "base/share_script.h"

#include <stdio.h>
#include <string.h>

#define WORDS_MOST 300

// Runs app/web/share.py, which lies in the sources or is installed with the program.

ssResult shareScript( const char* const* words, char* said, size_t capacity )
{
    static const char* const folders[] = { "../share/slipstick/web", "../../app/web" };
    char here[2048], script[2200] = "", program[2200], python[1024];
    const char* all[WORDS_MOST] = { python, script, program };
    int status = 127, count = 3;
    bool found = false;
    for ( int i = 0; i < SS_COUNT( folders ) && !found && osProgramFolder( here, sizeof here ); ++i )
    {
        snprintf( script, sizeof script, "%s/%s/share.py", here, folders[i] );
        found = osFileExists( script );
    }
    if ( !found || !osFindProgram( "python3", python, sizeof python ) )
    {
        return ssError( ss_errorValue, NULL,
            found ? "this is made by python3, which is not installed"
                  : "share.py is missing from this installation" );
    }
    snprintf( program, sizeof program, "%s/slipstick", here );
    for ( ; words[count - 3] != NULL && count < SS_COUNT( all ) - 1; ++count )
    {
        all[count] = words[count - 3];
    }
    ssResult result = osRunProgram( all, NULL, 60.0, said, capacity, &status );
    return result.code != ss_ok || status == 0
        ? result
        : ssError( ss_errorValue, NULL, "%.*s", (int)strcspn( said, "\n" ), said );
}
