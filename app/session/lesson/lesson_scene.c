// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/os.h"
#include "base/shipped_scene.h"
#include "session/lesson/lesson_values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads the words after `scene` and `compare` and changes a scene as they say.

#define WORD_BYTES 200
#define NAMES_MAX 128

/// Copies the next word, without the space around it; false: there is none.
static bool takeWord( const char** at, char word[WORD_BYTES] )
{
    *at += strspn( *at, " \t" );
    size_t length = strcspn( *at, " \t" ), copied = length < WORD_BYTES ? length : WORD_BYTES - 1;
    memcpy( word, *at, copied );
    word[copied] = '\0';
    *at += length;
    return length > 0;
}

/// " did you mean 'x'? allowed: a, b, c" for a message.
static void listNames( const char* wrong, const char* const* names, int count, char* text, size_t capacity )
{
    const char* closest = ssClosestName( wrong, names, count );
    snprintf( text, capacity, closest != NULL ? " did you mean '%s'? allowed:" : " allowed:", closest );
    for ( int i = 0; i < count; ++i ) { addText( text, capacity, "%s %s", i > 0 ? "," : "", names[i] ); }
}

static bool isChoiceOf( const ssScenario* scenario, const char* key, const char* value )
{
    int param = ssFindParam( scenario->model.params, scenario->model.paramCount, key );
    for ( int i = 0; param >= 0 && i < ssParam_ChoiceCount( scenario->model.params + param ); ++i )
    {
        if ( strcmp( scenario->model.params[param].choices[i], value ) == 0 ) { return true; }
    }
    return false;
}

static bool failLaw( const char* value, int line, lessonError* error )
{
    const char* names[NAMES_MAX];
    char list[260];
    int count = 0;
    for ( ; count < ssShippedLawCount() && count < NAMES_MAX; ++count )
    {
        names[count] = ssGetShippedLaw( count )->name;
    }
    listNames( value, names, count, list, sizeof( list ) );
    return lessonFail( error, line, "law '%.60s' is neither a file nor a shipped law;%s", value, list );
}

static bool setLaw( const char* value, int line, const char* folder, ssSimDef* def, lessonError* error )
{
    const ssShippedLaw* shipped = ssFindShippedLaw( value );
    char path[1024];
    bool inFolder = folder != NULL && folder[0] != '\0' && value[0] != '/';
    snprintf( path, sizeof( path ), "%s%s%s", inFolder ? folder : "", inFolder ? "/" : "", value );
    char* text = NULL;
    size_t length = 0;
    if ( shipped == NULL && !osFileExists( path ) ) { return failLaw( value, line, error ); }
    ssResult result = shipped == NULL ? osReadFile( path, &text, &length ) : ssOk();
    result =
        result.code == ss_ok ? ssSimDef_SetLaw( def, shipped != NULL ? shipped->text : text, value ) : result;
    free( text );
    return result.code == ss_ok || lessonFail( error, line, "law '%.60s': %s", value, result.message );
}

static bool setNumber( const char* key, const char* value, int line, ssSimDef* def, lessonError* error )
{
    double number = 0.0;
    if ( !ssParseNumber( value, &number ) || !( number > 0.0 ) )
    {
        return lessonFail( error, line, "%s=%.40s: expected a number > 0", key, value );
    }
    if ( strcmp( key, "h" ) == 0 ) { def->h = number; }
    else { def->seed = (uint64_t)number; }
    return true;
}

static bool setValue( char* word, int line, const char* folder, ssSimDef* def, lessonError* error )
{
    char* value = strchr( word, '=' );
    if ( value == NULL || value == word )
    {
        return lessonFail( error, line, "'%.60s': expected KEY=VALUE such as mu=0.2", word );
    }
    *value++ = '\0';
    bool own = ssFindScenarioParam( def->scenario, word ) >= 0;
    if ( strcmp( word, "law" ) == 0 && !isChoiceOf( def->scenario, "law", value ) )
    {
        return setLaw( value, line, folder, def, error );
    }
    if ( !own && ( strcmp( word, "h" ) == 0 || strcmp( word, "seed" ) == 0 ) )
    {
        return setNumber( word, value, line, def, error );
    }
    ssResult result = ssSimDef_Set( def, word, value );
    return result.code == ss_ok || lessonFail( error, line, "%.40s=%.60s: %s", word, value, result.message );
}

bool lessonChangeScene( const char* text, int line, const char* folder, ssSimDef* def, lessonError* error )
{
    char word[WORD_BYTES];
    while ( takeWord( &text, word ) )
    {
        if ( !setValue( word, line, folder, def, error ) ) { return false; }
    }
    return true;
}

static bool failPreset( const ssScenario* scenario, const char* word, int line, lessonError* error )
{
    const char* names[NAMES_MAX];
    char list[260];
    int count = 0;
    for ( ; count < scenario->presetCount && count < NAMES_MAX; ++count )
    {
        names[count] = scenario->presets[count].name;
    }
    listNames( word, names, count, list, sizeof( list ) );
    return lessonFail( error, line, "'%.60s' is no preset of %s;%s", word, scenario->id, list );
}

bool lessonMakeScene( const char* text, int line, const char* folder, ssSimDef* def, lessonError* error )
{
    char word[WORD_BYTES];
    takeWord( &text, word );
    const ssScenario* scenario = ssFindScenario( word );
    if ( scenario == NULL && findShippedScene( word ) != NULL )
    {
        ssScene scene;
        ssResult result = parseShippedScene( word, &scene );
        if ( result.code != ss_ok )
        {
            return lessonFail( error, line, "scene %.60s: %s", word, result.message );
        }
        *def = scene.def;
        ssScene_Destroy( &scene );
        return lessonChangeScene( text, line, folder, def, error );
    }
    if ( scenario == NULL )
    {
        const char* names[NAMES_MAX];
        char list[260];
        int count = 0;
        for ( ; count < ssScenarioCount() && count < NAMES_MAX; ++count )
        {
            names[count] = ssGetScenario( count )->id;
        }
        listNames( word, names, count, list, sizeof( list ) );
        return lessonFail( error, line, "'%.60s' is no scenario or built scene;%s", word, list );
    }
    *def = ssDefaultSimDef( scenario );
    const char* rest = text;
    if ( takeWord( &rest, word ) && strchr( word, '=' ) == NULL )
    {
        if ( ssFindPreset( scenario, word ) == NULL ) { return failPreset( scenario, word, line, error ); }
        ssResult result = ssSimDef_ApplyPreset( def, word );
        if ( result.code != ss_ok )
        {
            return lessonFail( error, line, "preset %s: %s", word, result.message );
        }
        text = rest;
    }
    return lessonChangeScene( text, line, folder, def, error );
}

bool lessonCheckPanes( const char* text, int line, const ssScenario* scenario, lessonError* error )
{
    char pane[64], chart[64];
    while ( *text != '\0' )
    {
        text += strspn( text, ", \t" );
        size_t length = strcspn( text, ", \t" );
        snprintf( pane, sizeof( pane ), "%.*s", (int)length, text );
        text += length;
        bool known = length == 0;
        const char* names[NAMES_MAX];
        int count = 0;
        for ( int i = 0; i < scenario->picture.plotCount && count < NAMES_MAX; ++i )
        {
            names[count++] = scenario->picture.plots[i].id;
            known = known || strcmp( pane, scenario->picture.plots[i].id ) == 0;
        }
        for ( int i = 0; i < scenario->picture.chartCount; ++i )
        {
            snprintf( chart, sizeof( chart ), "chart:%s", scenario->picture.charts[i].id );
            known = known || strcmp( pane, chart ) == 0;
        }
        if ( !known )
        {
            char list[260];
            listNames( pane, names, count, list, sizeof( list ) );
            return lessonFail(
                error, line, "'%s' is no plot of %s;%s, or chart:ID", pane, scenario->id, list );
        }
    }
    return true;
}
