// SPDX-License-Identifier: MIT
#include "base/json.h"

#include "base/csv.h"

#include <math.h>

jsonWriter jsonBegin( osWriter* out )
{
    jsonWriter json = { .out = out, .inLineDepth = JSON_DEPTH_MAX + 1 };
    return json;
}

static bool isInLine( const jsonWriter* json )
{
    return json->depth >= json->inLineDepth;
}

static void indent( jsonWriter* json )
{
    osWrite( json->out, "\n", 1 );
    for ( int i = 0; i < json->depth; ++i )
    {
        osWrite( json->out, "  ", 2 );
    }
}

static void quote( jsonWriter* json, const char* text )
{
    osWrite( json->out, "\"", 1 );
    for ( const char* at = text; *at != 0; ++at )
    {
        unsigned char c = (unsigned char)*at;
        if ( c == '"' || c == '\\' )
        {
            osPrintf( json->out, "\\%c", c );
        }
        else if ( c == '\n' )
        {
            osWrite( json->out, "\\n", 2 );
        }
        else if ( c < 0x20 || c == 0x7f )
        {
            osPrintf( json->out, "\\u%04x", c );
        }
        else
        {
            osWrite( json->out, at, 1 );
        }
    }
    osWrite( json->out, "\"", 1 );
}

static void beginMember( jsonWriter* json, const char* key )
{
    if ( json->filled[json->depth] )
    {
        osWriteText( json->out, isInLine( json ) ? ", " : "," );
    }
    if ( json->depth > 0 && isInLine( json ) == false )
    {
        indent( json );
    }
    json->filled[json->depth] = true;
    if ( key != NULL )
    {
        quote( json, key );
        osWrite( json->out, ": ", 2 );
    }
}

static void beginLevel( jsonWriter* json, const char* key, const char* bracket )
{
    SS_ASSERT( json->depth < JSON_DEPTH_MAX );
    beginMember( json, key );
    osWrite( json->out, bracket, 1 );
    json->depth += 1;
    json->filled[json->depth] = false;
    if ( json->inLine )
    {
        json->inLineDepth = json->depth;
        json->inLine = false;
    }
}

static void endLevel( jsonWriter* json, const char* bracket )
{
    SS_ASSERT( json->depth > 0 );
    bool onLine = isInLine( json );
    bool empty = json->filled[json->depth] == false;
    if ( json->depth == json->inLineDepth )
    {
        json->inLineDepth = JSON_DEPTH_MAX + 1;
    }
    json->depth -= 1;
    if ( onLine == false && empty == false )
    {
        indent( json );
    }
    osWrite( json->out, bracket, 1 );
    if ( json->depth == 0 )
    {
        osWrite( json->out, "\n", 1 );
    }
}

void jsonBeginObject( jsonWriter* json, const char* key )
{
    beginLevel( json, key, "{" );
}

void jsonEndObject( jsonWriter* json )
{
    endLevel( json, "}" );
}

void jsonBeginArray( jsonWriter* json, const char* key )
{
    beginLevel( json, key, "[" );
}

void jsonEndArray( jsonWriter* json )
{
    endLevel( json, "]" );
}

void jsonInLine( jsonWriter* json )
{
    // Inside an object on one line everything is on that line already.
    json->inLine = isInLine( json ) == false;
}

void jsonText( jsonWriter* json, const char* key, const char* text )
{
    if ( text == NULL )
    {
        jsonNull( json, key );
        return;
    }
    beginMember( json, key );
    quote( json, text );
}

void jsonNumber( jsonWriter* json, const char* key, double value )
{
    if ( isfinite( value ) == 0 )
    {
        jsonNull( json, key );
        return;
    }
    beginMember( json, key );
    char text[SS_NUMBER_MAX];
    osWrite( json->out, text, (size_t)ssSpellNumber( value, text ) );
}

void jsonBool( jsonWriter* json, const char* key, bool value )
{
    beginMember( json, key );
    osWriteText( json->out, value ? "true" : "false" );
}

void jsonNull( jsonWriter* json, const char* key )
{
    beginMember( json, key );
    osWriteText( json->out, "null" );
}
