// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // memmem

#include "base/scene_tag.h"
#include "base/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Puts the scene into pictures and films, and finds it in them again.

static const char s_mark[] = "Slipstick scene, ";
static const char s_unit[] = " bytes: ";
static const size_t s_longest = 16u << 20; // [bytes] of a scene

#define SIGNATURE_SIZE 8
#define CHUNK_FRAME 12         // length, type and check sum of a PNG chunk
#define PNG_HEADER ( 8 + 25 )  // signature and the chunk IHDR, which comes first
#define SEARCHED ( 32u << 20 ) // [bytes] at the beginning and at the end of a film

char* sceneTagLine( const char* json, size_t* length )
{
    char* line = malloc( strlen( json ) + 1 );
    size_t used = 0;
    bool inText = false;
    for ( const char* c = json; line != NULL && *c != '\0'; ++c )
    {
        bool blank = strchr( " \t\r\n", *c ) != NULL;
        inText = *c == '"' ? !inText : inText;
        if ( inText || !blank ) { line[used++] = *c; }
        if ( inText && *c == '\\' && c[1] != '\0' ) { line[used++] = *++c; }
    }
    *length = used;
    return line;
}

char* sceneTagText( const char* json )
{
    size_t capacity = strlen( json ) + 64, used = 0;
    char *text = malloc( capacity ), *line = sceneTagLine( json, &used );
    if ( text != NULL && line != NULL )
    {
        snprintf( text, capacity, "%s%zu%s%.*s", s_mark, used, s_unit, (int)used, line );
    }
    free( line );
    return text;
}

uint32_t sceneTagGet32( const unsigned char* bytes )
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

unsigned char* sceneTagPut32( unsigned char* to, uint32_t value )
{
    for ( int i = 0; i < 4; ++i ) { *to++ = (unsigned char)( value >> ( 24 - 8 * i ) ); }
    return to;
}

uint32_t sceneTagCheckSum( const unsigned char* bytes, size_t size )
{
    uint32_t sum = 0xffffffffu;
    for ( size_t i = 0; i < size; ++i )
    {
        sum ^= bytes[i];
        for ( int bit = 0; bit < 8; ++bit ) { sum = sum >> 1 ^ ( ( sum & 1u ) != 0 ? 0xedb88320u : 0u ); }
    }
    return ~sum;
}

unsigned char* sceneTagPng( unsigned char* png, size_t* size, const char* text )
{
    // A text in UTF-8 that is not compressed, without language and translated keyword.
    static const unsigned char head[] = "iTXtSlipstick\0\0\0\0";
    size_t length = sizeof head - 4 + strlen( text ), total = *size + CHUNK_FRAME + length;
    unsigned char* tagged = *size > PNG_HEADER ? malloc( total ) : NULL;
    if ( tagged != NULL )
    {
        memcpy( tagged, png, PNG_HEADER );
        unsigned char* at = sceneTagPut32( tagged + PNG_HEADER, (uint32_t)length );
        memcpy( at, head, sizeof head );
        memcpy( at + sizeof head, text, strlen( text ) );
        at = sceneTagPut32( at + 4 + length, sceneTagCheckSum( at, 4 + length ) );
        memcpy( at, png + PNG_HEADER, *size - PNG_HEADER );
        *size = total;
    }
    free( png );
    return tagged;
}

typedef struct bytes
{
    unsigned char* at;
    size_t size;
} bytes;

/// Finds the scene in bytes that hold it in one piece. `*cut`: it begins there, but does not end there.
static bool findScene( bytes b, char** json, size_t* length, bool* cut )
{
    const unsigned char *at = b.at, *end = b.at + b.size;
    size_t mark = strlen( s_mark );
    while ( b.size >= mark && ( at = memmem( at, (size_t)( end - at ), s_mark, mark ) ) != NULL )
    {
        at += mark;
        size_t size = 0, unit = strlen( s_unit );
        for ( ; at < end && *at >= '0' && *at <= '9' && size <= s_longest; ++at )
        {
            size = 10 * size + (size_t)( *at - '0' );
        }
        if ( (size_t)( end - at ) <= unit || memcmp( at, s_unit, unit ) != 0 || at[unit] != '{' ||
            size == 0 || size > s_longest )
        {
            continue;
        }
        at += unit;
        *cut = (size_t)( end - at ) < size;
        char* copy = *cut ? NULL : malloc( size + 1 );
        if ( copy != NULL )
        {
            memcpy( copy, at, size );
            copy[size] = '\0';
            *json = copy;
            *length = size;
        }
        return copy != NULL;
    }
    return false;
}

/// Collects the texts of a PNG file in front of its bytes. Returns their size.
static size_t collectPng( bytes b )
{
    size_t used = 0;
    for ( size_t at = SIGNATURE_SIZE; at + CHUNK_FRAME <= b.size; )
    {
        size_t length = sceneTagGet32( b.at + at ), left = b.size - at - 8;
        const unsigned char* type = b.at + at + 4;
        if ( memcmp( type, "iTXt", 4 ) == 0 || memcmp( type, "tEXt", 4 ) == 0 )
        {
            size_t taken = length < left ? length : left;
            memmove( b.at + used, b.at + at + 8, taken );
            used += taken;
        }
        at += length < left ? CHUNK_FRAME + length : b.size;
    }
    return used;
}

/// The same with the comments of a GIF file, which are in blocks of at most 255 bytes.
static size_t collectGif( bytes b )
{
    size_t used = 0, at = 13;
    at += at <= b.size && ( b.at[10] & 0x80 ) != 0 ? (size_t)3 << ( 1 + ( b.at[10] & 7 ) ) : 0;
    while ( at + 10 < b.size && ( b.at[at] == 0x21 || b.at[at] == 0x2c ) )
    {
        bool comment = b.at[at] == 0x21 && b.at[at + 1] == 0xfe;
        if ( b.at[at] == 0x21 ) { at += 2; }
        else
        {
            int flags = b.at[at + 9];
            at += 11 + ( ( flags & 0x80 ) != 0 ? (size_t)3 << ( 1 + ( flags & 7 ) ) : 0 );
        }
        while ( at < b.size && b.at[at] != 0 )
        {
            size_t length = b.at[at], left = b.size - at - 1;
            if ( comment )
            {
                memmove( b.at + used, b.at + at + 1, length < left ? length : left );
                used += length < left ? length : left;
            }
            at += 1 + length;
        }
        ++at;
    }
    return used;
}

static bool isPng( const unsigned char* head, size_t size )
{
    return size >= SIGNATURE_SIZE && memcmp( head, "\x89PNG\r\n\x1a\n", SIGNATURE_SIZE ) == 0;
}

static bool isGif( const unsigned char* head, size_t size )
{
    return size >= 6 && ( memcmp( head, "GIF89a", 6 ) == 0 || memcmp( head, "GIF87a", 6 ) == 0 );
}

bool sceneTagIsPicture( const void* head, size_t size )
{
    const unsigned char* h = head;
    return isPng( h, size ) || isGif( h, size ) || ( size >= 8 && memcmp( h + 4, "ftyp", 4 ) == 0 ) ||
        ( size >= 4 && memcmp( h, "\x1a\x45\xdf\xa3", 4 ) == 0 );
}

/// The scene in a part of the file; the bytes are changed.
static bool searchPart( bytes b, char** json, size_t* length, bool* cut )
{
    if ( isPng( b.at, b.size ) ) { b.size = collectPng( b ); }
    else if ( isGif( b.at, b.size ) ) { b.size = collectGif( b ); }
    return findScene( b, json, length, cut );
}

ssResult sceneTagRead( const char* path, char** json, size_t* length )
{
    if ( linkFind( path ) != NULL && !osFileExists( path ) ) { return linkRead( path, json, length ); }
    osReader* reader = NULL;
    uint64_t size = 0;
    ssResult result = osBeginRead( path, &reader );
    result = result.code == ss_ok ? osReadSize( reader, &size ) : result;
    if ( result.code != ss_ok )
    {
        osEndRead( reader );
        return result;
    }
    bytes part = { .size = size < SEARCHED ? (size_t)size : SEARCHED };
    part.at = malloc( part.size + 1 );
    bool found = false, cut = false;
    uint64_t last = size - part.size;
    for ( int i = 0; i < 2 && part.at != NULL && !found && ( i == 0 || last > 0 ); ++i )
    {
        found = osReadAt( reader, i == 0 ? 0 : last, part.at, part.size ) &&
            searchPart( part, json, length, &cut );
    }
    result = found        ? ssOk()
        : part.at == NULL ? ssError( ss_errorMemory, NULL, "out of memory for '%.150s'", path )
        : cut             ? ssError( ss_errorFormat, NULL, "'%.150s' ends in the middle of its scene", path )
                          : ssError( ss_errorFormat, NULL,
                                "'%.150s' carries no scene: pictures and films that Slipstick has made do, "
                                            "as long as no other program has written them anew",
                                path );
    free( part.at );
    osEndRead( reader );
    return result;
}
