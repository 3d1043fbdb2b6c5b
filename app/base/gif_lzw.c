// SPDX-License-Identifier: MIT
#include "base/gif_private.h"

#include <string.h>

// The variable-length LZW codes of GIF (GIF 89a, appendix F).

enum
{
    codeMax = 4096,
    slots = 1 << 14 // of the table of strings, four times as many as there are codes
};

typedef struct bitStream
{
    osWriter* out;
    uint32_t bits;
    int count;
    unsigned char block[256]; // its length, then its bytes
} bitStream;

static void flushBlock( bitStream* s )
{
    if ( s->block[0] > 0 )
    {
        osWrite( s->out, s->block, 1 + (size_t)s->block[0] );
        s->block[0] = 0;
    }
}

static void putByte( bitStream* s )
{
    s->block[++s->block[0]] = (unsigned char)( s->bits & 255u );
    s->bits >>= 8;
    s->count -= 8;
    if ( s->block[0] == 255 )
    {
        flushBlock( s );
    }
}

static void putCode( bitStream* s, int code, int length )
{
    s->bits |= (uint32_t)code << s->count;
    s->count += length;
    while ( s->count >= 8 )
    {
        putByte( s );
    }
}

typedef struct stringTable
{
    uint32_t keys[slots]; // 1 + prefix << 8 + byte; 0: free
    uint16_t codes[slots];
} stringTable;

/// The slot of a string, or the free one where it would be.
static int findSlot( const stringTable* table, uint32_t key )
{
    int slot = (int)( ( key * 2654435761u ) >> 18 );
    while ( table->keys[slot] != 0 && table->keys[slot] != key )
    {
        slot = ( slot + 1 ) & ( slots - 1 );
    }
    return slot;
}

void gifWritePixels( osWriter* out, const unsigned char* pixels, size_t count, int bits )
{
    static _Thread_local stringTable table;
    int least = bits < 2 ? 2 : bits;
    int clear = 1 << least, next = clear + 2, length = least + 1;
    bitStream stream = { .out = out };
    memset( table.keys, 0, sizeof table.keys );
    osWrite( out, &( unsigned char ){ (unsigned char)least }, 1 );
    putCode( &stream, clear, length );
    int prefix = pixels[0];
    for ( size_t i = 1; i < count; ++i )
    {
        uint32_t key = 1u + ( (uint32_t)prefix << 8 ) + pixels[i];
        int slot = findSlot( &table, key );
        if ( table.keys[slot] == key )
        {
            prefix = table.codes[slot];
            continue;
        }
        putCode( &stream, prefix, length );
        prefix = pixels[i];
        if ( next == codeMax )
        {
            putCode( &stream, clear, length );
            memset( table.keys, 0, sizeof table.keys );
            next = clear + 2;
            length = least + 1;
            continue;
        }
        table.keys[slot] = key;
        table.codes[slot] = (uint16_t)next;
        // The reader knows a code one string later, so the length grows when this one no longer fits.
        length += next == 1 << length ? 1 : 0;
        ++next;
    }
    putCode( &stream, prefix, length );
    // The reader has added a string meanwhile, which may need longer codes.
    length += next == 1 << length && length < 12 ? 1 : 0;
    putCode( &stream, clear + 1, length );
    while ( stream.count > 0 )
    {
        putByte( &stream );
    }
    flushBlock( &stream );
    osWrite( out, "", 1 );
}
