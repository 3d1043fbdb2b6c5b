// SPDX-License-Identifier: MIT
#include "base/speak.h"
#include "base/os.h"

#include <stdio.h>
#include <stdlib.h>

// Hands sentences to speech-dispatcher one at a time, or prints them.

struct speaker
{
    char path[1024]; // of spd-say; empty: lines on standard output
    char language[16];
    char line[1024];    // the latest sentence
    osProgram* program; // that hands the latest sentence over
};

speaker* speakBegin( bool lines, const char* language )
{
    speaker* s = calloc( 1, sizeof *s );
    if ( s == NULL ) { return NULL; }
    snprintf( s->language, sizeof s->language, "%s", language );
    if ( lines || !osFindProgram( "spd-say", s->path, sizeof s->path ) ) { s->path[0] = '\0'; }
    return s;
}

/// A sentence is one line, whatever it holds.
static void oneLine( const char* text, char* line, size_t capacity )
{
    snprintf( line, capacity, "%s", text );
    for ( char* c = line; *c != '\0'; ++c ) { *c = *c == '\n' || *c == '\t' ? ' ' : *c; }
}

static void print( const char* line )
{
    printf( "%s\n", line );
    fflush( stdout );
}

/// Without a service spd-say fails: nobody has heard the sentence, and from now on there are lines.
static void doubtSpeech( speaker* s )
{
    if ( s->program != NULL && !osProgramRuns( s->program ) && osProgramStatus( s->program ) != 0 )
    {
        s->path[0] = '\0';
        print( s->line );
    }
}

void speakSay( speaker* s, const char* text )
{
    doubtSpeech( s );
    oneLine( text, s->line, sizeof s->line );
    if ( s->path[0] == '\0' )
    {
        print( s->line );
        return;
    }
    // The priority "text" stops what was said before with the same priority, and nothing of other programs.
    const char* const words[] = { s->path, "--application-name", "slipstick", "--priority", "text",
        "--language", s->language, "--", s->line, NULL };
    osEndProgram( s->program );
    s->program = NULL;
    if ( osBeginProgram( words, -1, &s->program ).code != ss_ok )
    {
        s->path[0] = '\0'; // it is no longer there
        print( s->line );
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
