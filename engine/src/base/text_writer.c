// SPDX-License-Identifier: MIT
#include "base/text_writer.h"
#include "slipstick/advanced/csv.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Texts that are made piece by piece.

textWriter textInto( char* buffer, size_t capacity )
{
    return (
        textWriter ){ .text = buffer, .length = strlen( buffer ), .capacity = capacity, .isFixed = true };
}

/// Makes room for `more` bytes and a zero. False: there is none.
static bool makeRoom( textWriter* w, size_t more )
{
    size_t wanted = w->length + more + 1;
    if ( w->failed || wanted <= w->capacity ) { return !w->failed; }
    size_t capacity = 2 * wanted + 64;
    char* text = w->isFixed ? NULL : ssAlloc( capacity );
    if ( text == NULL )
    {
        w->failed = true;
        return false;
    }
    if ( w->length > 0 ) { memcpy( text, w->text, w->length ); }
    ssRelease( w->text );
    w->text = text;
    w->capacity = capacity;
    return true;
}

void textPutBytes( textWriter* w, const char* bytes, size_t length )
{
    if ( w->pass != NULL )
    {
        w->pass( w->context, bytes, length );
        w->length += length;
        return;
    }
    bool fits = makeRoom( w, length );
    size_t room = w->capacity > w->length ? w->capacity - w->length - 1 : 0;
    length = fits || length < room ? length : w->isFixed ? room : 0;
    if ( length > 0 )
    {
        memcpy( w->text + w->length, bytes, length );
        w->length += length;
    }
    if ( w->capacity > 0 ) { w->text[w->length] = '\0'; }
}

void textPutList( textWriter* w, const char* format, va_list arguments )
{
    char piece[512];
    va_list again;
    va_copy( again, arguments );
    int length = vsnprintf( piece, sizeof piece, format, arguments );
    if ( length >= (int)sizeof piece )
    {
        char* whole = ssAlloc( (size_t)length + 1 );
        w->failed = w->failed || whole == NULL;
        if ( whole != NULL )
        {
            vsnprintf( whole, (size_t)length + 1, format, again );
            textPutBytes( w, whole, (size_t)length );
        }
        ssRelease( whole );
    }
    else { textPutBytes( w, piece, length > 0 ? (size_t)length : 0 ); }
    va_end( again );
}

void textPut( textWriter* w, const char* format, ... )
{
    va_list arguments;
    va_start( arguments, format );
    textPutList( w, format, arguments );
    va_end( arguments );
}

void textPutNumber( textWriter* w, double value )
{
    char digits[SS_NUMBER_MAX];
    bool known = isfinite( value );
    textPutBytes( w, known ? digits : "null", known ? (size_t)ssSpellNumber( value, digits ) : 4 );
}

void textPutQuoted( textWriter* w, const char* text )
{
    textPutBytes( w, "\"", 1 );
    for ( const char* at = text; *at != '\0'; ++at )
    {
        size_t plain = 0;
        while ( (unsigned char)at[plain] >= 0x20 && strchr( "\"\\\x7f", at[plain] ) == NULL ) { ++plain; }
        textPutBytes( w, at, plain );
        at += plain;
        unsigned c = (unsigned char)*at;
        if ( c == '\0' ) { break; }
        if ( c == '"' || c == '\\' || c == '\n' || c == '\t' )
        {
            textPut( w, "\\%c", c == '\n' ? 'n' : c == '\t' ? 't' : (char)c );
        }
        else { textPut( w, "\\u%04x", c ); }
    }
    textPutBytes( w, "\"", 1 );
}
