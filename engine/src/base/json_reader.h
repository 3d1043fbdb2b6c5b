// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// JSON as the readers in io_*.c see it: a document, its values, and errors with a line number. io_json.c alone
// knows which library parses the text.

typedef struct ssJson ssJson;

/// NULL on failure, with line and column in the result. The text needs no terminating zero.
ssJson* ssJson_Parse( const char* text, size_t length, ssResult* result );
void ssJson_Free( ssJson* document );

const ssJson* ssJson_Member( const ssJson* object, const char* key ); ///< NULL when absent
const ssJson* ssJson_First( const ssJson* container );                ///< first element or member
const ssJson* ssJson_Next( const ssJson* value );
const char* ssJson_Key( const ssJson* member );
int ssJson_Count( const ssJson* container );

bool ssJson_IsObject( const ssJson* value );
bool ssJson_IsArray( const ssJson* value );
bool ssJson_Number( const ssJson* value, double* number ); ///< false when it is something else
bool ssJson_Bool( const ssJson* value, bool* flag );
const char* ssJson_Text( const ssJson* value ); ///< NULL when it is something else

/// "an object", "text", … for messages.
const char* ssJson_KindName( const ssJson* value );

/// Refuses members of `object` that are not in `keys`, and members given twice. `where` names the object.
ssResult ssJson_CheckKeys( const ssJson* object, const char* where, const char* const* keys, int count );
