// SPDX-License-Identifier: MIT
#include "base/json_reader.h"

#include "slipstick/param.h"
#include <cjson/cJSON.h>
#include <math.h>
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

/// Where a zero hides in the text, raw or escaped, or `length`: cJSON's strings would end there and a name that only
/// begins like a known one would pass for it.
static size_t findZero( const char* text, size_t length )
{
    for ( size_t i = 0; i < length; ++i )
    {
        if ( text[i] == '\0' || ( text[i] == '\\' && strncmp( text + i, "\\u0000", 6 ) == 0 ) )
        {
            return i;
        }
        i += text[i] == '\\';
    }
    return length;
}

/// Where the first character after the document stands that is not white space, or `length`.
static size_t findTrailing( const char* text, size_t at, size_t length )
{
    while ( at < length && memchr( " \t\r\n", text[at], 4 ) != NULL )
    {
        ++at;
    }
    return at;
}

static ssResult errorAt( const char* text, size_t stop, const char* message )
{
    int line = 1, column = 1;
    for ( size_t i = 0; i < stop; ++i )
    {
        bool newLine = text[i] == '\n';
        line += newLine;
        column = newLine ? 1 : column + 1;
    }
    return ssError( ss_errorFormat, NULL, "line %d, column %d: %s", line, column, message );
}

ssJson* ssJson_Parse( const char* text, size_t length, ssResult* result )
{
    // A copy with a zero at its end: cJSON 1.7.15 looks one byte beyond a text that ends after a comma.
    char* copy = ssAlloc( length + 1 );
    if ( copy == NULL )
    {
        *result = ssError( ss_errorMemory, NULL, "out of memory for a text of %zu bytes", length );
        return NULL;
    }
    if ( length > 0 )
    {
        memcpy( copy, text, length );
    }
    const char* end = NULL;
    cJSON* document = cJSON_ParseWithLengthOpts( copy, length, &end, 0 );
    size_t stop = end != NULL && end >= copy && end <= copy + length ? (size_t)( end - copy ) : length;
    size_t zero = findZero( copy, length ),
           trailing = document != NULL ? findTrailing( copy, stop, length ) : length;
    *result = zero < length ? errorAt( copy, zero, "a zero inside the text" )
        : trailing < length ? errorAt( copy, trailing, "text after the end" )
        : document != NULL  ? ssOk()
        : stop >= length    ? errorAt( copy, stop, "the text ends too early for JSON" )
                            : errorAt( copy, stop, "this is not JSON" );
    ssRelease( copy );
    if ( result->code != ss_ok )
    {
        cJSON_Delete( document );
        return NULL;
    }
    return (ssJson*)document;
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
    return v == NULL          ? "nothing"
        : cJSON_IsObject( v ) ? "an object"
        : cJSON_IsArray( v )  ? "an array"
        : cJSON_IsString( v ) ? "text"
        : cJSON_IsNumber( v ) ? ( isfinite( v->valuedouble ) ? "a number" : "a number beyond all bounds" )
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
                closest != NULL ? "; did you mean '" : "", closest != NULL ? closest : "",
                closest != NULL ? "'?" : "" );
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
