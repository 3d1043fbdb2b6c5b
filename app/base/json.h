// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

// Writes JSON: two spaces of indentation, commas and escapes in the right places. Numbers that are not finite
// become null. Inside an array pass NULL as key.
//
//     jsonWriter json = jsonBegin( out );
//     jsonBeginObject( &json, NULL );
//     jsonText( &json, "id", "rolling-sphere" );
//     jsonBeginArray( &json, "presets" );
//     jsonText( &json, NULL, "fig2" );
//     jsonEndArray( &json );
//     jsonEndObject( &json );          // the last one ends the line

#define JSON_DEPTH_MAX 16

typedef struct jsonWriter
{
    osWriter* out;
    int depth;
    bool filled[JSON_DEPTH_MAX + 1]; ///< has this level a member yet?
    bool inLine;                     ///< members of the present level follow on one line
    int inLineDepth;
} jsonWriter;

jsonWriter jsonBegin( osWriter* out );

void jsonBeginObject( jsonWriter* json, const char* key );
void jsonEndObject( jsonWriter* json );
void jsonBeginArray( jsonWriter* json, const char* key );
void jsonEndArray( jsonWriter* json );

/// The next object or array, with all it holds, stands on one line: a row of a table.
void jsonInLine( jsonWriter* json );

void jsonText( jsonWriter* json, const char* key, const char* text ); ///< null when `text` is NULL
void jsonNumber( jsonWriter* json, const char* key, double value );
void jsonBool( jsonWriter* json, const char* key, bool value );
void jsonNull( jsonWriter* json, const char* key );
