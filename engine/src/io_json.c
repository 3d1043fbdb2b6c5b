// SPDX-License-Identifier: MIT
#include "io_json.h"

#include "slipstick/param.h"
#include <cjson/cJSON.h>
#include <string.h>

// An ssJson is a cJSON under another name, so that no other file depends on the library.

static const cJSON* inner( const ssJson* value )
{
    return (const cJSON*)value;
}

static const ssJson* outer( const cJSON* value )
{
    return (const ssJson*)value;
}

ssJson* ssJson_Parse( const char* text, size_t length, ssResult* result )
{
    const char* end = NULL;
    cJSON* document = cJSON_ParseWithLengthOpts( text, length, &end, 0 );
    bool trailing = false;
    for ( const char* c = end; document != NULL && c < text + length; ++c )
    {
        trailing = trailing || strchr( " \t\r\n", *c ) == NULL;
    }
    if ( document != NULL && !trailing )
    {
        *result = ssOk();
        return (ssJson*)document;
    }
    cJSON_Delete( document );

    size_t stop = end != NULL && end >= text && end <= text + length ? (size_t)( end - text ) : length;
    int line = 1, column = 1;
    for ( size_t i = 0; i < stop; ++i )
    {
        bool newLine = text[i] == '\n';
        line += newLine;
        column = newLine ? 1 : column + 1;
    }
    *result = ssError( ss_errorFormat, NULL, "line %d, column %d: %s", line, column,
        stop >= length ? "the text ends too early for JSON" : trailing ? "text after the end" : "this is not JSON" );
    return NULL;
}

void ssJson_Free( ssJson* document )
{
    cJSON_Delete( (cJSON*)document );
}

const ssJson* ssJson_Member( const ssJson* object, const char* key )
{
    return outer( cJSON_GetObjectItemCaseSensitive( inner( object ), key ) );
}

const ssJson* ssJson_First( const ssJson* container )
{
    return outer( inner( container )->child );
}

const ssJson* ssJson_Next( const ssJson* value )
{
    return outer( inner( value )->next );
}

const char* ssJson_Key( const ssJson* member )
{
    return inner( member )->string;
}

int ssJson_Count( const ssJson* container )
{
    return cJSON_GetArraySize( inner( container ) );
}

bool ssJson_IsObject( const ssJson* value )
{
    return cJSON_IsObject( inner( value ) );
}

bool ssJson_IsArray( const ssJson* value )
{
    return cJSON_IsArray( inner( value ) );
}

bool ssJson_Number( const ssJson* value, double* number )
{
    if ( !cJSON_IsNumber( inner( value ) ) )
    {
        return false;
    }
    *number = inner( value )->valuedouble;
    return true;
}

bool ssJson_Bool( const ssJson* value, bool* flag )
{
    if ( !cJSON_IsBool( inner( value ) ) )
    {
        return false;
    }
    *flag = cJSON_IsTrue( inner( value ) );
    return true;
}

const char* ssJson_Text( const ssJson* value )
{
    return cJSON_IsString( inner( value ) ) ? inner( value )->valuestring : NULL;
}

const char* ssJson_KindName( const ssJson* value )
{
    const cJSON* v = inner( value );
    return v == NULL           ? "nothing"
           : cJSON_IsObject( v ) ? "an object"
           : cJSON_IsArray( v )  ? "an array"
           : cJSON_IsString( v ) ? "text"
           : cJSON_IsNumber( v ) ? "a number"
           : cJSON_IsBool( v )   ? "true or false"
                                 : "null";
}

ssResult ssJson_CheckKeys( const ssJson* object, const char* where, const char* const* keys, int count )
{
    for ( const ssJson* member = ssJson_First( object ); member != NULL; member = ssJson_Next( member ) )
    {
        const char* key = ssJson_Key( member );
        bool known = false;
        for ( int i = 0; i < count && !known; ++i )
        {
            known = strcmp( key, keys[i] ) == 0;
        }
        if ( !known )
        {
            const char* closest = ssClosestName( key, keys, count );
            return ssError( ss_errorUnknown, key, "%s: unknown key '%.40s'%s%s%s", where, key,
                closest != NULL ? "; did you mean '" : "", closest != NULL ? closest : "", closest != NULL ? "'?" : "" );
        }
        for ( const ssJson* other = ssJson_Next( member ); other != NULL; other = ssJson_Next( other ) )
        {
            if ( strcmp( key, ssJson_Key( other ) ) == 0 )
            {
                return ssError( ss_errorFormat, key, "%s: key '%.40s' is given twice", where, key );
            }
        }
    }
    return ssOk();
}
