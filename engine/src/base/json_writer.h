// SPDX-License-Identifier: MIT
#pragma once

#include "base/text_writer.h"

// The one writer of JSON: indented by two spaces, with commas and escapes. Numbers that are not finite
// become null. Inside an array the key is NULL.
//
//     jsonWriter json = jsonBegin( ( textWriter ){ 0 } );
//     jsonBeginObject( &json, NULL );
//     jsonText( &json, "id", "rolling-sphere" );
//     jsonBeginArray( &json, "presets" );
//     jsonText( &json, NULL, "fig2" );
//     jsonEndArray( &json );
//     jsonEndObject( &json );          // the outermost one ends the line
//     use( json.out.text );

#define JSON_DEPTH_MAX 16

typedef struct jsonWriter
{
    textWriter out;
    int depth;
    bool filled[JSON_DEPTH_MAX + 1]; ///< whether a level has a member yet
    bool inLine;                     ///< the next object or array goes on one line
    int inLineDepth;                 ///< depth from which members go on one line
} jsonWriter;

jsonWriter jsonBegin( textWriter out );

void jsonBeginObject( jsonWriter* json, const char* key );
void jsonEndObject( jsonWriter* json );
void jsonBeginArray( jsonWriter* json, const char* key );
void jsonEndArray( jsonWriter* json );

/// Puts the next object or array with all its members on one line, like a row of a table.
void jsonInLine( jsonWriter* json );

void jsonText( jsonWriter* json, const char* key, const char* text ); ///< null when `text` is NULL
void jsonNumber( jsonWriter* json, const char* key, double value );
void jsonBool( jsonWriter* json, const char* key, bool value );
void jsonNull( jsonWriter* json, const char* key );

// Members in a row, each a key and a text, a bool or a number: jsonMembers( &json, "id", id, "mu", 0.3 ). The
// type of a value says how it is written; what C makes an int, as `a < b`, is a number.
#define JSON_PUT( value ) \
    _Generic( ( value ), char* : jsonText, const char* : jsonText, bool : jsonBool, default : jsonNumber )
#define JSON_2( j, k, v ) JSON_PUT( v )( j, k, v )
#define JSON_4( j, k, v, ... ) JSON_2( j, k, v ), JSON_2( j, __VA_ARGS__ )
#define JSON_6( j, k, v, ... ) JSON_2( j, k, v ), JSON_4( j, __VA_ARGS__ )
#define JSON_8( j, k, v, ... ) JSON_2( j, k, v ), JSON_6( j, __VA_ARGS__ )
#define JSON_10( j, k, v, ... ) JSON_2( j, k, v ), JSON_8( j, __VA_ARGS__ )
#define JSON_12( j, k, v, ... ) JSON_2( j, k, v ), JSON_10( j, __VA_ARGS__ )
#define JSON_14( j, k, v, ... ) JSON_2( j, k, v ), JSON_12( j, __VA_ARGS__ )
#define JSON_16( j, k, v, ... ) JSON_2( j, k, v ), JSON_14( j, __VA_ARGS__ )
#define JSON_18( j, k, v, ... ) JSON_2( j, k, v ), JSON_16( j, __VA_ARGS__ )
#define JSON_20( j, k, v, ... ) JSON_2( j, k, v ), JSON_18( j, __VA_ARGS__ )
#define JSON_22( j, k, v, ... ) JSON_2( j, k, v ), JSON_20( j, __VA_ARGS__ )
#define JSON_24( j, k, v, ... ) JSON_2( j, k, v ), JSON_22( j, __VA_ARGS__ )
#define JSON_26( j, k, v, ... ) JSON_2( j, k, v ), JSON_24( j, __VA_ARGS__ )
#define JSON_28( j, k, v, ... ) JSON_2( j, k, v ), JSON_26( j, __VA_ARGS__ )
#define JSON_30( j, k, v, ... ) JSON_2( j, k, v ), JSON_28( j, __VA_ARGS__ )
#define JSON_PICK( a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, c0, c1, \
    c2, c3, c4, c5, c6, c7, c8, c9, name, ... )                                                            \
    name
#define jsonMembers( json, ... )                                                                             \
    JSON_PICK( __VA_ARGS__, JSON_30, 0, JSON_28, 0, JSON_26, 0, JSON_24, 0, JSON_22, 0, JSON_20, 0, JSON_18, \
        0, JSON_16, 0, JSON_14, 0, JSON_12, 0, JSON_10, 0, JSON_8, 0, JSON_6, 0, JSON_4, 0, JSON_2, 0 )      \
    ( json, __VA_ARGS__ )

/// An object of such members on one line, like a row of a table.
#define jsonRow( json, key, ... )                                                         \
    ( jsonInLine( json ), jsonBeginObject( json, key ), jsonMembers( json, __VA_ARGS__ ), \
        jsonEndObject( json ) )
