// SPDX-License-Identifier: MIT
#include "base/json_reader.h"
#include "slipstick/param.h"
#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

// An ssJson is a cJSON under another name, so that no other file depends on the library.

static const cJSON* toCjson( const ssJson* value ) { return (const cJSON*)value; }

static const ssJson* fromCjson( const cJSON* value ) { return (const ssJson*)value; }

/// Position of the first zero, raw or escaped, else `length`: cJSON would cut a longer name off there.
static size_t findZero( const char* text, size_t length )
{
    for ( size_t i = 0; i < length; ++i )
    {
        if ( text[i] == '\0' || ( text[i] == '\\' && strncmp( text + i, "\\u0000", 6 ) == 0 ) ) { return i; }
        i += text[i] == '\\';
    }
    return length;
}

/// Position of the first character after the document that is not white space, or `length` if there is none.
static size_t findTrailing( const char* text, size_t at, size_t length )
{
    while ( at < length && memchr( " \t\r\n", text[at], 4 ) != NULL ) { ++at; }
    return at;
}

// cJSON does not say why it failed. If the text is sound, memory ran out: the functions
// below follow the grammar without allocating. They return the end of what they read, or
// NULL; the text has no zero but the one at its end.

#define NESTING_MAX 1000 // CJSON_NESTING_LIMIT
#define NUMBER_MAX 63    // [bytes] cJSON 1.7 copies a number into a buffer of 64

static const char* skipBlanks( const char* at ) { return at + strspn( at, " \t\r\n" ); }

/// The four hexadecimal digits of an escape; -1: they are not.
static int readCode( const char* at )
{
    int code = 0;
    for ( int i = 0; i < 4; ++i )
    {
        static const char digits[] = "0123456789abcdef";
        const char* digit =
            at[i] != '\0' ? strchr( digits, at[i] >= 'A' && at[i] <= 'F' ? at[i] + 32 : at[i] ) : NULL;
        if ( digit == NULL ) { return -1; }
        code = 16 * code + (int)( digit - digits );
    }
    return code;
}

/// Behind a backslash.
static const char* skipEscape( const char* at )
{
    if ( *at != 'u' ) { return *at != '\0' && strchr( "\"\\/bfnrt", *at ) != NULL ? at + 1 : NULL; }
    int code = readCode( at + 1 );
    if ( code < 0 || ( code >= 0xdc00 && code < 0xe000 ) ) { return NULL; }
    if ( code < 0xd800 || code >= 0xe000 ) { return at + 5; }
    // The first half of a character needs the second.
    int second = at[5] == '\\' && at[6] == 'u' ? readCode( at + 7 ) : -1;
    return second >= 0xdc00 && second < 0xe000 ? at + 11 : NULL;
}

static const char* skipText( const char* at )
{
    if ( *at != '"' ) { return NULL; }
    for ( ++at; at != NULL && *at != '"'; )
    {
        at = *at == '\0' ? NULL : *at == '\\' ? skipEscape( at + 1 ) : at + 1;
    }
    return at != NULL ? at + 1 : NULL;
}

static const char* skipNumber( const char* at )
{
    const char* start = at;
    at += *at == '-';
    size_t whole = strspn( at, "0123456789" );
    if ( whole == 0 ) { return NULL; }
    at += whole;
    if ( *at == '.' )
    {
        size_t digits = strspn( at + 1, "0123456789" );
        at = digits > 0 ? at + 1 + digits : NULL;
    }
    if ( at != NULL && ( *at == 'e' || *at == 'E' ) )
    {
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        size_t digits = strspn( at, "0123456789" );
        at = digits > 0 ? at + digits : NULL;
    }
    return at != NULL && at - start <= NUMBER_MAX ? at : NULL;
}

static const char* skipValue( const char* at, int depth )
{
    static const char* const words[] = { "true", "false", "null" };
    for ( int i = 0; i < SS_COUNT( words ); ++i )
    {
        if ( strncmp( at, words[i], strlen( words[i] ) ) == 0 ) { return at + strlen( words[i] ); }
    }
    if ( *at != '{' && *at != '[' ) { return *at == '"' ? skipText( at ) : skipNumber( at ); }
    if ( depth >= NESTING_MAX ) { return NULL; }
    bool object = *at == '{';
    char close = object ? '}' : ']';
    at = skipBlanks( at + 1 );
    if ( *at == close ) { return at + 1; }
    while ( at != NULL )
    {
        at = object ? skipText( at ) : at;
        at = object && at != NULL ? skipBlanks( at ) : at;
        at = object && at != NULL ? ( *at == ':' ? skipBlanks( at + 1 ) : NULL ) : at;
        at = at != NULL ? skipValue( at, depth + 1 ) : NULL;
        at = at != NULL ? skipBlanks( at ) : NULL;
        if ( at == NULL || *at == close ) { return at != NULL ? at + 1 : NULL; }
        at = *at == ',' ? skipBlanks( at + 1 ) : NULL;
    }
    return NULL;
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
    // The copy ends with a zero because cJSON 1.7.15 reads one byte beyond a text that ends after a comma.
    char* copy = ssAlloc( length + 1 );
    if ( copy == NULL )
    {
        *result = ssError( ss_errorMemory, NULL, "out of memory for a text of %zu bytes", length );
        return NULL;
    }
    if ( length > 0 ) { memcpy( copy, text, length ); }
    const char* end = NULL;
    cJSON* document = cJSON_ParseWithLengthOpts( copy, length, &end, 0 );
    size_t stop = end != NULL && end >= copy && end <= copy + length ? (size_t)( end - copy ) : length;
    size_t zero = findZero( copy, length ),
           trailing = document != NULL ? findTrailing( copy, stop, length ) : length;
    *result = zero < length ? errorAt( copy, zero, "the text contains a zero character" )
        : trailing < length ? errorAt( copy, trailing, "text after the end of the document" )
        : document != NULL  ? ssOk()
        : skipValue( skipBlanks( copy ), 0 ) != NULL
        ? ssError( ss_errorMemory, NULL, "out of memory for a document of %zu bytes", length )
        : stop >= length ? errorAt( copy, stop, "the text ends before the JSON document is complete" )
                         : errorAt( copy, stop, "this is not JSON" );
    ssRelease( copy );
    if ( result->code != ss_ok )
    {
        cJSON_Delete( document );
        return NULL;
    }
    return (ssJson*)document;
}

void ssJson_Free( ssJson* document ) { cJSON_Delete( (cJSON*)document ); }

const ssJson* ssJson_Member( const ssJson* object, const char* key )
{
    return fromCjson( cJSON_GetObjectItemCaseSensitive( toCjson( object ), key ) );
}

const ssJson* ssJson_First( const ssJson* container ) { return fromCjson( toCjson( container )->child ); }

const ssJson* ssJson_Next( const ssJson* value ) { return fromCjson( toCjson( value )->next ); }

const char* ssJson_Key( const ssJson* member ) { return toCjson( member )->string; }

int ssJson_Count( const ssJson* container ) { return cJSON_GetArraySize( toCjson( container ) ); }

bool ssJson_IsObject( const ssJson* value ) { return cJSON_IsObject( toCjson( value ) ); }

bool ssJson_IsArray( const ssJson* value ) { return cJSON_IsArray( toCjson( value ) ); }

bool ssJson_Number( const ssJson* value, double* number )
{
    if ( !cJSON_IsNumber( toCjson( value ) ) ) { return false; }
    *number = toCjson( value )->valuedouble;
    return true;
}

bool ssJson_Bool( const ssJson* value, bool* flag )
{
    if ( !cJSON_IsBool( toCjson( value ) ) ) { return false; }
    *flag = cJSON_IsTrue( toCjson( value ) );
    return true;
}

const char* ssJson_Text( const ssJson* value )
{
    return cJSON_IsString( toCjson( value ) ) ? toCjson( value )->valuestring : NULL;
}

const char* ssJson_KindName( const ssJson* value )
{
    const cJSON* v = toCjson( value );
    return v == NULL          ? "nothing"
        : cJSON_IsObject( v ) ? "an object"
        : cJSON_IsArray( v )  ? "an array"
        : cJSON_IsString( v ) ? "text"
        : cJSON_IsNumber( v )
        ? ( isfinite( v->valuedouble ) ? "a number" : "a number too large for a double" )
        : cJSON_IsBool( v ) ? "true or false"
                            : "null";
}

/// The keys that are allowed, as many as fit into one line.
static void joinKeys( const char* const* keys, int count, char* text, size_t capacity )
{
    size_t length = 0;
    for ( int i = 0; i < count; ++i )
    {
        const char* comma = i > 0 ? ", " : "";
        if ( length + strlen( comma ) + strlen( keys[i] ) + sizeof( ", …" ) > capacity )
        {
            snprintf( text + length, capacity - length, ", …" );
            return;
        }
        length += (size_t)snprintf( text + length, capacity - length, "%s%s", comma, keys[i] );
    }
}

ssResult ssJson_CheckKeys( const ssJson* object, const char* where, const char* const* keys, int count )
{
    for ( const ssJson* member = ssJson_First( object ); member != NULL; member = ssJson_Next( member ) )
    {
        const char* key = ssJson_Key( member );
        bool known = false;
        for ( int i = 0; i < count && !known; ++i ) { known = strcmp( key, keys[i] ) == 0; }
        if ( !known )
        {
            const char* closest = ssClosestName( key, keys, count );
            char allowed[120] = "none";
            joinKeys( keys, count, allowed, sizeof( allowed ) );
            return ssError( ss_errorUnknown, key, "%s: unknown key '%.40s'%s%s%s", where, key,
                closest != NULL ? "; did you mean '" : "; allowed: ", closest != NULL ? closest : allowed,
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

ssResult ssJson_CheckObject(
    const ssJson* value, const char* field, const char* where, const char* const* keys, int count )
{
    return ssJson_IsObject( value ) ? ssJson_CheckKeys( value, where, keys, count )
                                    : ssError( ss_errorFormat, field, "%s: expected an object, found %s",
                                          where, ssJson_KindName( value ) );
}
