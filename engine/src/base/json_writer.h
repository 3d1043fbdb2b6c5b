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
