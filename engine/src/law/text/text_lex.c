// SPDX-License-Identifier: MIT
#include "law/text/text_compile.h"
#include "slipstick/param.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// Cuts the text of a law into tokens with their places, and words its errors.

/// Bytes of the UTF-8 character at `at`; 0 where there is none (RFC 3629: no overlong forms, no surrogates).
static int characterSize( const char* at )
{
    const unsigned char* b = (const unsigned char*)at;
    if ( b[0] < 0x80 ) { return b[0] != 0 ? 1 : 0; }
    int size = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
    if ( b[0] < 0xc2 || b[0] > 0xf4 ) { return 0; }
    for ( int i = 1; i < size; ++i )
    {
        if ( ( b[i] & 0xc0 ) != 0x80 ) { return 0; }
    }
    bool overlong = ( b[0] == 0xe0 && b[1] < 0xa0 ) || ( b[0] == 0xf0 && b[1] < 0x90 );
    bool tooLarge = ( b[0] == 0xed && b[1] > 0x9f ) || ( b[0] == 0xf4 && b[1] > 0x8f );
    return overlong || tooLarge ? 0 : size;
}

static int countCharacters( const char* text, int start, int end )
{
    int count = 0;
    for ( int i = start; i < end; ++i ) { count += ( (unsigned char)text[i] & 0xc0 ) != 0x80; }
    return count;
}

int textLineOf( const textCompiler* c, int offset )
{
    int line = 1;
    for ( int i = 0; i < offset; ++i ) { line += c->text[i] == '\n'; }
    return line;
}

ssTextPlace textPlaceOf( const textCompiler* c, int start, int end )
{
    int first = start;
    while ( first > 0 && c->text[first - 1] != '\n' ) { --first; }
    int last = start;
    while ( last < end && c->text[last] != '\n' ) { ++last; }
    if ( first == 0 && strncmp( c->text, "\xef\xbb\xbf", 3 ) == 0 && start >= 3 )
    {
        first = 3; // an editor shows no byte order mark
    }
    int length = countCharacters( c->text, start, last );
    return ( ssTextPlace ){ textLineOf( c, start ), 1 + countCharacters( c->text, first, start ),
        length > 0 ? length : 1 };
}

bool textFail( textCompiler* c, int start, int end, const char* format, ... )
{
    if ( !c->failed )
    {
        c->failed = true;
        c->place = textPlaceOf( c, start, end );
        va_list arguments;
        va_start( arguments, format );
        vsnprintf( c->message, sizeof c->message, ssTranslate( format ), arguments );
        va_end( arguments );
    }
    c->cursor = c->length;
    c->token = ( textToken ){ .kind = text_tokenEnd, .start = c->length, .end = c->length };
    return false;
}

textQuote textQuoteOf( const textCompiler* c, int start, int end )
{
    textQuote quote = { "" };
    int used = 0;
    for ( int i = start; i < end; )
    {
        int size = characterSize( c->text + i );
        size = size > 0 ? size : 1;
        if ( used + size > TEXT_QUOTE - 4 )
        {
            memcpy( quote.text + used, "…", sizeof "…" );
            return quote;
        }
        if ( size == 1 && (unsigned char)c->text[i] <= ' ' )
        {
            if ( used > 0 && quote.text[used - 1] != ' ' ) { quote.text[used++] = ' '; }
        }
        else
        {
            memcpy( quote.text + used, c->text + i, (size_t)size );
            used += size;
        }
        i += size;
    }
    quote.text[used] = '\0';
    return quote;
}

textQuote textQuoteValue( const textCompiler* c, const textValue* value )
{
    textQuote quote = textQuoteOf( c, value->start, value->end );
    char unit[TEXT_UNIT_CAPACITY];
    size_t used = strlen( quote.text );
    textFormatUnit( &value->unit, unit );
    if ( unit[0] != '\0' && used > 0 && quote.text[used - 1] != ']' )
    {
        snprintf( quote.text + used, sizeof quote.text - used, " [%s]", unit );
    }
    return quote;
}

const char* textKeep( textCompiler* c, const char* bytes, int length )
{
    char* kept = c->program->names + c->namesUsed;
    if ( c->namesUsed + length + 1 > c->namesCapacity )
    {
        textFail( c, 0, 1, "the text has too many names" );
        return "";
    }
    memcpy( kept, bytes, (size_t)length );
    kept[length] = '\0';
    c->namesUsed += length + 1;
    return kept;
}

static bool isDigit( char x ) { return x >= '0' && x <= '9'; }

static bool isNameCharacter( char x )
{
    return ( x >= 'a' && x <= 'z' ) || ( x >= 'A' && x <= 'Z' ) || x == '_' || isDigit( x );
}

/// The dot of "law.mu" in a formula; in a law a dot takes a component of a pair.
static bool isInnerDot( const textCompiler* c, int at )
{
    return c->vocabulary != NULL && c->text[at] == '.' && isNameCharacter( c->text[at + 1] );
}

void textStartLexer( textCompiler* c )
{
    for ( int i = 0; i < c->length; )
    {
        int size = characterSize( c->text + i );
        unsigned char byte = (unsigned char)c->text[i];
        if ( size == 0 )
        {
            textFail( c, i, i + 1, "the byte 0x%02x is not UTF-8; save the file in that encoding", byte );
            return;
        }
        if ( ( byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r' ) || byte == 0x7f )
        {
            textFail( c, i, i + 1, "the control character 0x%02x cannot stand in a law", byte );
            return;
        }
        i += size;
    }
    c->cursor = strncmp( c->text, "\xef\xbb\xbf", 3 ) == 0 ? 3 : 0;
    textNext( c );
}

/// Goes over spaces and comments, and over the ends of lines inside brackets.
static void skipSpace( textCompiler* c )
{
    for ( ;; )
    {
        char x = c->text[c->cursor];
        if ( x == '#' )
        {
            while ( c->text[c->cursor] != '\0' && c->text[c->cursor] != '\n' ) { ++c->cursor; }
        }
        else if ( x == ' ' || x == '\t' || x == '\r' || ( x == '\n' && c->brackets > 0 ) ) { ++c->cursor; }
        else { return; }
    }
}

static void readNumber( textCompiler* c, textToken* token )
{
    const char* t = c->text;
    int i = token->start;
    while ( isDigit( t[i] ) ) { ++i; }
    if ( t[i] == '.' && t[i + 1] != '.' ) // 0..1 is a range
    {
        ++i;
        while ( isDigit( t[i] ) ) { ++i; }
    }
    if ( t[i] == 'e' || t[i] == 'E' )
    {
        int digits = i + 1 + ( t[i + 1] == '+' || t[i + 1] == '-' );
        if ( isDigit( t[digits] ) )
        {
            i = digits;
            while ( isDigit( t[i] ) ) { ++i; }
        }
    }
    token->kind = text_tokenNumber;
    token->end = i;
    char copy[64];
    int length = i - token->start;
    if ( length >= (int)sizeof copy )
    {
        textFail( c, token->start, i, "the number has more than %d characters", (int)sizeof copy - 1 );
        return;
    }
    memcpy( copy, t + token->start, (size_t)length );
    copy[length] = '\0';
    if ( !ssParseNumber( copy, &token->number ) )
    {
        textFail( c, token->start, i, "%s is not a finite number", copy );
    }
}

static void readString( textCompiler* c, textToken* token )
{
    int i = token->start + 1;
    while ( c->text[i] != '"' && c->text[i] != '\n' && c->text[i] != '\0' ) { ++i; }
    if ( c->text[i] != '"' )
    {
        textFail( c, token->start, i, "the quotation is not closed; expected \" before the end of the line" );
        return;
    }
    token->kind = text_tokenString;
    token->end = i + 1;
}

/// An operator, a bracket or another sign.
static void readSign( textCompiler* c, textToken* token )
{
    static const struct
    {
        char text[4];
        int kind;
    } several[] = { { "..", text_tokenRange }, { "<=", text_tokenLessEqual },
        { ">=", text_tokenGreaterEqual }, { "==", text_tokenEqual }, { "!=", text_tokenNotEqual },
        { "≤", text_tokenLessEqual }, { "≥", text_tokenGreaterEqual }, { "≠", text_tokenNotEqual } };
    const char* at = c->text + token->start;
    for ( int i = 0; i < SS_COUNT( several ); ++i )
    {
        size_t length = strlen( several[i].text );
        if ( strncmp( at, several[i].text, length ) == 0 )
        {
            token->kind = several[i].kind;
            token->end = token->start + (int)length;
            return;
        }
    }
    if ( strncmp( at, "**", 2 ) == 0 )
    {
        textFail( c, token->start, token->start + 2, "** is no operator; expected ^ for a power" );
        return;
    }
    if ( strchr( "()[],.+-*/^<>='", *at ) != NULL )
    {
        token->kind = *at;
        token->end = token->start + 1;
        c->brackets += *at == '(' ? 1 : *at == ')' && c->brackets > 0 ? -1 : 0;
        return;
    }
    if ( *at == '|' )
    {
        textFail(
            c, token->start, token->start + 1, "| cannot stand here; expected abs(…) for an absolute value" );
        return;
    }
    int size = characterSize( at );
    bool letter = (unsigned char)*at >= 0x80;
    textFail( c, token->start, token->start + size, "%.*s cannot stand here; expected %s", size, at,
        letter ? "ASCII: names of letters a-z, digits and _, operators + - * / ^"
               : "a name, a number, an operator or a bracket" );
}

void textNext( textCompiler* c )
{
    if ( c->failed ) { return; }
    c->lastEnd = c->token.end;
    skipSpace( c );
    textToken token = { .start = c->cursor, .end = c->cursor };
    char x = c->text[c->cursor];
    if ( x == '\0' ) { token.kind = text_tokenEnd; }
    else if ( x == '\n' )
    {
        token.kind = text_tokenLine;
        token.end = token.start + 1;
    }
    else if ( isDigit( x ) || ( x == '.' && isDigit( c->text[c->cursor + 1] ) ) ) { readNumber( c, &token ); }
    else if ( isNameCharacter( x ) )
    {
        token.kind = text_tokenName;
        while ( isNameCharacter( c->text[token.end] ) || isInnerDot( c, token.end ) ) { ++token.end; }
    }
    else if ( x == '"' ) { readString( c, &token ); }
    else { readSign( c, &token ); }
    if ( !c->failed )
    {
        c->token = token;
        c->cursor = token.end;
    }
}

static char lowered( char x ) { return x >= 'A' && x <= 'Z' ? (char)( x - 'A' + 'a' ) : x; }

bool textIsWord( const textCompiler* c, const textToken* token, const char* word )
{
    int length = token->end - token->start;
    bool same = token->kind == text_tokenName && (int)strlen( word ) == length;
    for ( int i = 0; i < length && same; ++i )
    {
        char x = c->text[token->start + i];
        same = ( c->vocabulary != NULL ? lowered( x ) : x ) == word[i];
    }
    return same;
}

bool textIs( const textCompiler* c, const char* word ) { return textIsWord( c, &c->token, word ); }

bool textAccept( textCompiler* c, int kind )
{
    if ( c->token.kind != kind ) { return false; }
    textNext( c );
    return true;
}

bool textFailExpected( textCompiler* c, const char* expected )
{
    const textToken* t = &c->token;
    if ( t->kind == text_tokenEnd )
    {
        return textFail( c, t->start, t->end, "expected %s, not the end of the text", expected );
    }
    if ( t->kind == text_tokenLine )
    {
        return textFail( c, t->start, t->end, "expected %s, not the end of the line", expected );
    }
    textQuote quote = textQuoteOf( c, t->start, t->end );
    return textFail( c, t->start, t->end, "expected %s, not %s", expected, quote.text );
}

bool textExpect( textCompiler* c, int kind, const char* expected )
{
    return textAccept( c, kind ) || textFailExpected( c, expected );
}
