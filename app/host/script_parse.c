// SPDX-License-Identifier: MIT
#include "base/find_row.h"
#include "host/script_private.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads a script into lines with checked verbs, words and numbers.

#define LINE_WORDS_MAX 100 // words read of one line; further ones are ignored

/// Cuts a line into words, up to a `#`. Returns their number.
static int splitLine( char* line, char** words )
{
    int count = 0;
    for ( char* c = line; *c != '\0' && count < LINE_WORDS_MAX; )
    {
        while ( *c == ' ' || *c == '\t' || *c == '\r' ) { *c++ = '\0'; }
        if ( *c == '\0' || *c == '#' )
        {
            *c = '\0';
            break;
        }
        words[count++] = c;
        while ( *c != '\0' && *c != ' ' && *c != '\t' && *c != '\r' ) { ++c; }
    }
    return count;
}

static const scriptVerb* findVerb( const char* name )
{
    int row = FIND_ROW( script_verbs, script_verbCount, name );
    return row >= 0 ? script_verbs + row : NULL;
}

static ssResult unknownVerb( const char* word, int line )
{
    const char* names[32];
    int count = script_verbCount < SS_COUNT( names ) ? script_verbCount : SS_COUNT( names );
    for ( int i = 0; i < count; ++i ) { names[i] = script_verbs[i].name; }
    const char* closest = ssClosestName( word, names, count );
    return ssError( ss_errorUnknown, word, "line %d: unknown action '%.40s'%s%s%s", line, word,
        closest != NULL ? "; did you mean '" : "", closest != NULL ? closest : "",
        closest != NULL ? "'?" : "" );
}

/// Copies the words after the verb; the one that takes the rest of the line gets it with blanks.
static ssResult copyWords( scriptAction* action, char** words, int count )
{
    int last = action->verb->restWord > 0 ? action->verb->restWord : script_wordsMax;
    for ( int i = 1; i < count; ++i )
    {
        bool joined = i > last;
        char* word = action->words[( joined ? last : i ) - 1];
        size_t used = joined ? strlen( word ) : 0, room = sizeof action->words[0] - used;
        int length = snprintf( word + used, room, "%s%s", joined ? " " : "", words[i] );
        if ( length < 0 || (size_t)length >= room )
        {
            return ssError( ss_errorFormat, words[0], "line %d: a word is too long; allowed: %d bytes",
                action->line, (int)sizeof action->words[0] - 1 );
        }
    }
    return ssOk();
}

static ssResult readNumbers( scriptAction* action, int wordCount )
{
    const scriptVerb* verb = action->verb;
    if ( verb->firstNumber == 0 ) { return ssOk(); }
    for ( int i = verb->firstNumber - 1; i < wordCount; ++i )
    {
        if ( !ssParseNumber( action->words[i], action->numbers + i ) )
        {
            return ssError( ss_errorFormat, verb->name, "line %d: '%.40s' is not a number; expected `%s`",
                action->line, action->words[i], verb->usage );
        }
    }
    for ( int i = verb->firstNumber - 1; i < wordCount && verb->largestNumber > 0.0; ++i )
    {
        if ( !( fabs( action->numbers[i] ) <= verb->largestNumber ) )
        {
            return ssError( ss_errorValue, verb->name, "line %d: %s is out of range; allowed: up to %g",
                action->line, action->words[i], verb->largestNumber );
        }
    }
    return ssOk();
}

/// Reads one line. `action->verb` stays NULL when the line is empty.
static ssResult parseLine( char* line, int number, scriptAction* action )
{
    char* words[LINE_WORDS_MAX];
    int count = splitLine( line, words );
    *action = ( scriptAction ){ .line = number };
    if ( count == 0 ) { return ssOk(); }
    const scriptVerb* verb = findVerb( words[0] );
    if ( verb == NULL ) { return unknownVerb( words[0], number ); }
    if ( count - 1 < verb->minWords || count - 1 > verb->maxWords )
    {
        return ssError( ss_errorFormat, verb->name, "line %d: expected `%s`", number, verb->usage );
    }
    action->verb = verb;
    SS_TRY( copyWords( action, words, count ) );
    SS_TRY( readNumbers( action, count - 1 ) );
    return verb->check != NULL ? verb->check( action ) : ssOk();
}

/// Makes an empty script with room for an action in each line. NULL when memory is short.
static hostScript* createScript( int lines )
{
    hostScript* script = calloc( 1, sizeof *script );
    scriptAction* actions = calloc( (size_t)lines, sizeof *actions );
    if ( script == NULL || actions == NULL )
    {
        free( script );
        free( actions );
        return NULL;
    }
    script->actions = actions;
    script->mouse.x = script->mouse.y = -1000.0f;
    script->sinceRelease = 1000;
    return script;
}

ssResult hostLoadScript( const char* path, hostScript** made )
{
    *made = NULL;
    char* text = NULL;
    size_t length = 0;
    ssResult result = osReadFile( path, &text, &length );
    if ( result.code != ss_ok ) { return result; }
    if ( memchr( text, 0, length ) != NULL )
    {
        free( text );
        return ssError( ss_errorFormat, "script", "this is not a text file: it contains zero bytes" );
    }
    int lines = 1;
    for ( size_t i = 0; i < length; ++i ) { lines += text[i] == '\n'; }
    hostScript* script = createScript( lines );
    if ( script == NULL )
    {
        free( text );
        return ssError( ss_errorMemory, "script", "out of memory for %d lines", lines );
    }
    char* line = text;
    for ( int number = 1; line != NULL && result.code == ss_ok; ++number )
    {
        char* end = strchr( line, '\n' );
        if ( end != NULL ) { *end = '\0'; }
        scriptAction* action = script->actions + script->count;
        result = parseLine( line, number, action );
        script->count += result.code == ss_ok && action->verb != NULL;
        line = end != NULL ? end + 1 : NULL;
    }
    free( text );
    if ( result.code != ss_ok )
    {
        hostDestroyScript( script );
        return result;
    }
    *made = script;
    return result;
}

void hostDestroyScript( hostScript* script )
{
    if ( script != NULL )
    {
        free( script->walk );
        free( script->actions );
        free( script );
    }
}
