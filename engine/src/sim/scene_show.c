// SPDX-License-Identifier: MIT
#include "sim/scene_private.h"

#include <stdio.h>
#include <string.h>

// How a scene wants to be seen: {"title", "point", "speed", "ending", "panes", "focus", "time", "lesson"} as
// JSON.

static const char* const s_endings[] = {
    [ss_endingDefault] = "", [ss_endingStop] = "stop", [ss_endingGoOn] = "go-on", [ss_endingLoop] = "loop"
};

static ssResult readShowText( const ssJson* object, const char* key, char* text, size_t capacity )
{
    const ssJson* value = ssJson_Member( object, key );
    const char* read = value != NULL ? ssJson_Text( value ) : NULL;
    if ( value != NULL && read == NULL )
    {
        return ssError(
            ss_errorFormat, key, "show: %s: expected a text, found %s", key, ssJson_KindName( value ) );
    }
    if ( read != NULL && strlen( read ) >= capacity )
    {
        return ssError( ss_errorValue, key, "show: %s has %zu bytes; allowed: up to %zu", key, strlen( read ),
            capacity - 1 );
    }
    snprintf( text, capacity, "%s", read != NULL ? read : "" );
    return ssOk();
}

static ssResult readShowSpeed( const ssJson* object, double* speed )
{
    const ssJson* value = ssJson_Member( object, "speed" );
    if ( value != NULL && !( ssJson_Number( value, speed ) && *speed > 0.0 && *speed <= 1e6 ) )
    {
        return ssError( ss_errorValue, "speed", "show: speed: expected a number above 0, at most 1e6" );
    }
    return ssOk();
}

static ssResult readShowEnding( const ssJson* object, ssEnding* ending )
{
    const ssJson* value = ssJson_Member( object, "ending" );
    const char* name = value != NULL ? ssJson_Text( value ) : NULL;
    for ( int i = ss_endingStop; i < SS_COUNT( s_endings ) && name != NULL; ++i )
    {
        if ( strcmp( name, s_endings[i] ) == 0 )
        {
            *ending = (ssEnding)i;
            return ssOk();
        }
    }
    return value == NULL
        ? ssOk()
        : ssError( ss_errorValue, "ending", "show: ending: expected \"stop\", \"go-on\" or \"loop\"" );
}

ssResult sceneReadShow( const ssJson* object, ssSceneShow* show )
{
    static const char* const keys[] = { "title", "point", "speed", "ending", "panes", "focus", "time",
        "lesson" };
    ssResult result = ssJson_CheckObject( object, "show", "show", keys, SS_COUNT( keys ) );
    result = result.code == ss_ok ? readShowText( object, "title", show->title, sizeof show->title ) : result;
    result = result.code == ss_ok ? readShowText( object, "point", show->point, sizeof show->point ) : result;
    result = result.code == ss_ok ? readShowText( object, "panes", show->panes, sizeof show->panes ) : result;
    result = result.code == ss_ok ? readShowSpeed( object, &show->speed ) : result;
    result = result.code == ss_ok ? readShowEnding( object, &show->ending ) : result;
    result =
        result.code == ss_ok ? readShowText( object, "lesson", show->lesson, sizeof show->lesson ) : result;
    result = result.code == ss_ok ? sceneReadNumber( object, "time", &show->time ) : result;
    if ( result.code == ss_ok && !( show->time >= 0.0 ) )
    {
        return ssError( ss_errorValue, "time", "show: time = %g s; allowed: >= 0", show->time );
    }
    const ssJson* focus = ssJson_Member( object, "focus" );
    if ( result.code == ss_ok && focus != NULL && !ssJson_Bool( focus, &show->focusOnly ) )
    {
        return ssError( ss_errorFormat, "focus", "show: focus: expected true or false, found %s",
            ssJson_KindName( focus ) );
    }
    return result;
}

void scenePutShow( textWriter* w, const ssSceneShow* show )
{
    const struct
    {
        const char *key, *text;
    } texts[] = { { "title", show->title }, { "point", show->point }, { "panes", show->panes },
        { "ending", s_endings[show->ending] }, { "lesson", show->lesson } };
    const char* before = ",\n  \"show\": {";
    for ( int i = 0; i < SS_COUNT( texts ); ++i )
    {
        if ( texts[i].text[0] != '\0' )
        {
            textPut( w, "%s\"%s\": ", before, texts[i].key );
            textPutQuoted( w, texts[i].text );
            before = ", ";
        }
    }
    if ( show->speed > 0.0 )
    {
        textPut( w, "%s\"speed\": ", before );
        scenePutNumber( w, "", show->speed );
        before = ", ";
    }
    if ( show->time > 0.0 )
    {
        textPut( w, "%s\"time\": ", before );
        scenePutNumber( w, "", show->time );
        before = ", ";
    }
    if ( show->focusOnly )
    {
        textPut( w, "%s\"focus\": true", before );
        before = ", ";
    }
    textPut( w, "%s", before[1] == ' ' ? "}" : "" );
}
