// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/args_law.h"
#include "base/shipped_scene.h"
#include "slipstick/param.h"

#include <stdio.h>
#include <string.h>

// Messages of the command line on stderr, one line each.

// Text from the user may hold anything: it must neither break the line nor control the terminal.
static void printClean( const char* format, va_list arguments )
{
    char text[1536];
    vsnprintf( text, sizeof( text ), format, arguments );
    for ( char* c = text; *c != 0; ++c ) { *c = (unsigned char)*c < 32 || *c == 127 ? '?' : *c; }
    fprintf( stderr, "%s\n", text );
}

void argsPrintLine( const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    printClean( format, arguments );
    va_end( arguments );
}

int argsFail( const char* command, const char* format, ... )
{
    fprintf( stderr, "slipstick%s%s: ", command != NULL ? " " : "", command != NULL ? command : "" );
    va_list arguments;
    va_start( arguments, format );
    printClean( format, arguments );
    va_end( arguments );
    return ARGS_STATUS_BAD_INPUT;
}

// Most messages name their field; the others get it in front, as "field: message".
bool argsNamesField( const ssResult* result )
{
    return result->field[0] == 0 || strstr( result->message, result->field ) != NULL;
}

int argsRefuse( const char* command, ssResult result )
{
    if ( argsRefuseAtPlace( &result ) ) { return ARGS_STATUS_BAD_INPUT; }
    bool named = argsNamesField( &result );
    argsFail( command, "%s%s%s", named ? "" : result.field, named ? "" : ": ", result.message );
    return result.code == ss_errorMemory ? ARGS_STATUS_UNSUPPORTED : ARGS_STATUS_BAD_INPUT;
}

int argsCommit( const char* command, osWriter* out )
{
    ssResult result = osCommitWrite( out );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( command, result );
}

const char* argsSuggest( const char* wrong, const char* const* names, int count, char* text, size_t capacity )
{
    const char* near = ssClosestName( wrong, names, count );
    if ( near != NULL ) { snprintf( text, capacity, "; did you mean '%s'?", near ); }
    else { snprintf( text, capacity, ";" ); }
    return text;
}

#define SCENARIOS_MAX 192 // names considered for a suggestion

int argsUnknownScenario( const char* command, const char* word )
{
    if ( findShippedScene( word ) != NULL )
    {
        return argsFail(
            command, "'%s' is a scene built in the playground; its scenario is 'playground'", word );
    }
    const char* ids[SCENARIOS_MAX];
    int count = 0;
    for ( int i = 0; i < ssScenarioCount() && i < SCENARIOS_MAX; ++i )
    {
        ids[count++] = ssGetScenario( i )->id;
    }
    for ( int i = 0; i < shippedSceneCount() && count < SCENARIOS_MAX; ++i )
    {
        ids[count++] = shippedSceneAt( i )->name;
    }
    char hint[128];
    return argsFail( command, "unknown scenario '%s'%s `slipstick list` shows them all", word,
        argsSuggest( word, ids, count, hint, sizeof( hint ) ) );
}

bool argsSplitPair( const char* text, char* key, size_t capacity, const char** value )
{
    const char* equals = strchr( text, '=' );
    if ( equals == NULL || equals == text || (size_t)( equals - text ) >= capacity ) { return false; }
    memcpy( key, text, (size_t)( equals - text ) );
    key[equals - text] = 0;
    *value = equals + 1;
    return true;
}

int argsSetNumber( const char* command, const char* item, const char* const* keys, double* const* numbers,
    int count, int above )
{
    char key[64], hint[128], all[128] = "";
    const char* text = NULL;
    if ( !argsSplitPair( item, key, sizeof( key ), &text ) )
    {
        return argsFail( command, "--set %s: expected KEY=VALUE", item );
    }
    for ( int i = 0; i < count; ++i )
    {
        double value = 0.0;
        bool good = ssParseNumber( text, &value ) && ( i < above ? value >= 0.0 : value > 0.0 );
        if ( strcmp( key, keys[i] ) == 0 )
        {
            *numbers[i] = good ? value : *numbers[i];
            return good ? ARGS_STATUS_OK
                        : argsFail( command, "--set %s: expected a finite number %s 0", item,
                              i < above ? ">=" : ">" );
        }
        snprintf( all + strlen( all ), sizeof( all ) - strlen( all ), "%s%s", i > 0 ? ", " : "", keys[i] );
    }
    return argsFail( command, "--set %s: unknown key '%s'%s allowed: %s", item, key,
        argsSuggest( key, keys, count, hint, sizeof( hint ) ), all );
}
