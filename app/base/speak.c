// SPDX-License-Identifier: MIT
#include "base/speak.h"

#include "base/os.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct speaker
{
    char path[1024]; // of spd-say; empty: lines on standard output
    char language[16];
    osProgram* program; // that hands the latest sentence over
};

speaker* speakBegin( bool lines, const char* language )
{
    speaker* s = calloc( 1, sizeof *s );
    if ( s == NULL )
    {
        return NULL;
    }
    snprintf( s->language, sizeof s->language, "%s", language );
    if ( lines || !osFindProgram( "spd-say", s->path, sizeof s->path ) )
    {
        s->path[0] = '\0';
    }
    return s;
}

/// A sentence is one line, whatever it holds.
static void oneLine( const char* text, char* line, size_t capacity )
{
    snprintf( line, capacity, "%s", text );
    for ( char* c = line; *c != '\0'; ++c )
    {
        *c = *c == '\n' || *c == '\t' ? ' ' : *c;
    }
}

void speakSay( speaker* s, const char* text )
{
    char line[1024];
    oneLine( text, line, sizeof line );
    if ( s->path[0] == '\0' )
    {
        printf( "%s\n", line );
        fflush( stdout );
        return;
    }
    // The priority "text" stops what was said before with the same priority, and nothing of other programs.
    const char* const words[] = { s->path, "--application-name", "slipstick", "--priority", "text",
        "--language", s->language, "--", line, NULL };
    osEndProgram( s->program );
    s->program = NULL;
    if ( osBeginProgram( words, -1, &s->program ).code != ss_ok )
    {
        s->path[0] = '\0'; // it is no longer there
        printf( "%s\n", line );
        fflush( stdout );
    }
}

void speakEnd( speaker* s )
{
    if ( s != NULL )
    {
        osEndProgram( s->program );
        free( s );
    }
}
