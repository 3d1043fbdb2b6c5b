// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// JSON documents, values, and errors with line and column. Only json_reader.c uses the library.

typedef struct ssJson ssJson;

/// NULL on failure, with line and column, or ss_errorMemory. The text needs no terminating zero.
ssJson* ssJson_Parse( const char* text, size_t length, ssResult* result );
void ssJson_Free( ssJson* document );

const ssJson* ssJson_Member( const ssJson* object, const char* key ); ///< NULL: absent
const ssJson* ssJson_First( const ssJson* container );                ///< first element or member
const ssJson* ssJson_Next( const ssJson* value );
const char* ssJson_Key( const ssJson* member );
int ssJson_Count( const ssJson* container );

bool ssJson_IsObject( const ssJson* value );
bool ssJson_IsArray( const ssJson* value );
bool ssJson_Number( const ssJson* value, double* number ); ///< false if it is not a number
bool ssJson_Bool( const ssJson* value, bool* flag );
const char* ssJson_Text( const ssJson* value ); ///< NULL if it is not a string

/// "an object", "text", …, for messages.
const char* ssJson_KindName( const ssJson* value );

/// Reports members of `object` that are not in `keys`, and duplicates. Messages call the object `where`.
ssResult ssJson_CheckKeys( const ssJson* object, const char* where, const char* const* keys, int count );
/// The same, after a refusal of what is no object; that one names `field`.
ssResult ssJson_CheckObject(
    const ssJson* value, const char* field, const char* where, const char* const* keys, int count );
