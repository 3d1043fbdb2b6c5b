// SPDX-License-Identifier: MIT
#include "base/json_writer.h"

// Puts the commas, line ends and brackets of JSON between keys and values.

jsonWriter jsonBegin( textWriter out )
{
    jsonWriter json = { .out = out, .inLineDepth = JSON_DEPTH_MAX + 1 };
    return json;
}

static bool isInLine( const jsonWriter* json ) { return json->depth >= json->inLineDepth; }

static void indent( jsonWriter* json )
{
    textPutBytes( &json->out, "\n", 1 );
    for ( int i = 0; i < json->depth; ++i ) { textPutBytes( &json->out, "  ", 2 ); }
}

static void beginMember( jsonWriter* json, const char* key )
{
    if ( json->filled[json->depth] ) { textPut( &json->out, "%s", isInLine( json ) ? ", " : "," ); }
    if ( json->depth > 0 && isInLine( json ) == false ) { indent( json ); }
    json->filled[json->depth] = true;
    if ( key != NULL )
    {
        textPutQuoted( &json->out, key );
        textPutBytes( &json->out, ": ", 2 );
    }
}

static void beginLevel( jsonWriter* json, const char* key, const char* bracket )
{
    SS_ASSERT( json->depth < JSON_DEPTH_MAX );
    beginMember( json, key );
    textPutBytes( &json->out, bracket, 1 );
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
    json->inLineDepth = json->depth == json->inLineDepth ? JSON_DEPTH_MAX + 1 : json->inLineDepth;
    json->depth -= 1;
    if ( onLine == false && empty == false ) { indent( json ); }
    textPutBytes( &json->out, bracket, 1 );
    if ( json->depth == 0 ) { textPutBytes( &json->out, "\n", 1 ); }
}

void jsonBeginObject( jsonWriter* json, const char* key ) { beginLevel( json, key, "{" ); }

void jsonEndObject( jsonWriter* json ) { endLevel( json, "}" ); }

void jsonBeginArray( jsonWriter* json, const char* key ) { beginLevel( json, key, "[" ); }

void jsonEndArray( jsonWriter* json ) { endLevel( json, "]" ); }

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
    textPutQuoted( &json->out, text );
}

void jsonNumber( jsonWriter* json, const char* key, double value )
{
    beginMember( json, key );
    textPutNumber( &json->out, value );
}

void jsonBool( jsonWriter* json, const char* key, bool value )
{
    beginMember( json, key );
    textPut( &json->out, "%s", value ? "true" : "false" );
}

void jsonNull( jsonWriter* json, const char* key )
{
    beginMember( json, key );
    textPut( &json->out, "%s", "null" );
}
