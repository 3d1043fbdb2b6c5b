// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

#include <stdarg.h>

// The one writer of texts that are made piece by piece. The text grows, or
// fills a buffer of the caller, or is passed on.
//
//     textWriter w = { 0 };                           // grows; ssRelease( w.text ) at the end
//     textWriter w = textInto( buffer, capacity );    // what does not fit is cut, and `failed` says so
//     textWriter w = { .pass = write, .context = file };

typedef struct textWriter
{
    char* text; // ends with a zero; NULL: nothing is written yet, or it is passed on
    size_t length, capacity;
    bool isFixed; // `text` is the caller's
    bool failed;  // out of memory, or cut: what is there is a beginning of the whole
    void ( *pass )( void* context, const char* bytes, size_t length );
    void* context;
} textWriter;

/// Writes after what the buffer holds already, which must end with a zero.
textWriter textInto( char* buffer, size_t capacity );

void textPut( textWriter* writer, const char* format, ... ) SS_PRINTF( 2, 3 );
void textPutList( textWriter* writer, const char* format, va_list arguments );
void textPutBytes( textWriter* writer, const char* bytes, size_t length );

/// Writes all digits of a number, with a decimal point whatever the locale; `null` where it is not finite.
void textPutNumber( textWriter* writer, double value );

/// Writes a text between quotes, with the escapes of JSON.
void textPutQuoted( textWriter* writer, const char* text );
