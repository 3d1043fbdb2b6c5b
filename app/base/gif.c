// SPDX-License-Identifier: MIT
#include "base/gif.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Writes GIF 89a: palettes, LZW codes of the pixels, and of each frame only what changes.

enum
{
    gif_paletteMax = 255, // one of the 256 is transparent
    gif_binBits = 6,      // of each channel
    gif_binCount = 1 << ( 3 * gif_binBits )
};

typedef struct gifBin
{
    uint32_t count;
    uint64_t sum[3];
} gifBin;

/// The colours of a frame. It is kept between frames: clearing it costs what was used.
typedef struct gifPalette
{
    unsigned char rgb[gif_paletteMax][3];
    int count;
    bool exact; ///< every colour of the frame is in it
    gifBin bins[gif_binCount];
    unsigned char nearest[gif_binCount]; ///< of the used bins, when the palette is not exact
    int used[gif_binCount];              ///< indices of bins
    int usedCount;
    uint32_t keys[1024]; ///< exact colours as 0x1rrggbb; 0: free
    unsigned char keyIndex[1024];
} gifPalette;

// Up to 255 colours are taken as they are. More are counted in bins of four levels per channel, and the box
// of bins with the largest squared error is divided at its mean until there are enough boxes. Sums are whole
// numbers: the same pixels give the same palette everywhere.

static uint32_t hashColor( uint32_t key ) { return ( key * 2654435761u ) >> 22; }

static uint32_t keyOf( const unsigned char* rgb )
{
    return 0x1000000u | (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

static int binOf( const unsigned char* rgb )
{
    enum
    {
        shift = 8 - gif_binBits
    };
    return ( rgb[0] >> shift ) << ( 2 * gif_binBits ) | ( rgb[1] >> shift ) << gif_binBits | rgb[2] >> shift;
}

static void gifPalette_Clear( gifPalette* p )
{
    for ( int i = 0; i < p->usedCount; ++i ) { p->bins[p->used[i]] = ( gifBin ){ .count = 0 }; }
    p->usedCount = p->count = 0;
    p->exact = true;
    memset( p->keys, 0, sizeof p->keys );
}

static void addExactly( gifPalette* p, const unsigned char* rgb )
{
    uint32_t key = keyOf( rgb ), slot = hashColor( key );
    while ( p->keys[slot] != 0 && p->keys[slot] != key ) { slot = ( slot + 1 ) & 1023u; }
    if ( p->keys[slot] == key ) { return; }
    p->exact = p->count < gif_paletteMax;
    if ( p->exact )
    {
        p->keys[slot] = key;
        p->keyIndex[slot] = (unsigned char)p->count;
        memcpy( p->rgb[p->count++], rgb, 3 );
    }
}

static void gifPalette_Add( gifPalette* p, const unsigned char* rgb )
{
    int index = binOf( rgb );
    gifBin* bin = p->bins + index;
    if ( bin->count++ == 0 ) { p->used[p->usedCount++] = index; }
    for ( int i = 0; i < 3; ++i ) { bin->sum[i] += rgb[i]; }
    if ( p->exact ) { addExactly( p, rgb ); }
}

// A part of the list of used bins.
typedef struct box
{
    int first, count;
    int axis; // along which its colours differ most
    double error, mean[3];
} box;

static double binMean( const gifBin* bin, int axis ) { return (double)bin->sum[axis] / (double)bin->count; }

static void measureBox( const gifPalette* p, box* b )
{
    double weight = 0.0, sum[3] = { 0.0, 0.0, 0.0 }, squares[3] = { 0.0, 0.0, 0.0 };
    for ( int k = b->first; k < b->first + b->count; ++k )
    {
        const gifBin* bin = p->bins + p->used[k];
        weight += (double)bin->count;
        for ( int i = 0; i < 3; ++i )
        {
            double mean = binMean( bin, i );
            sum[i] += (double)bin->sum[i];
            squares[i] += (double)bin->count * mean * mean;
        }
    }
    b->error = -1.0;
    for ( int i = 0; i < 3; ++i )
    {
        b->mean[i] = sum[i] / weight;
        double error = b->count > 1 ? squares[i] - sum[i] * b->mean[i] : 0.0;
        b->axis = error > b->error ? i : b->axis;
        b->error = error > b->error ? error : b->error;
    }
}

/// Divides a box at its mean. False: all of it is on one side.
static bool divide( gifPalette* p, box* low, box* high )
{
    int *first = p->used + low->first, *last = first + low->count, *middle = first;
    for ( int* at = first; at < last; ++at )
    {
        if ( binMean( p->bins + *at, low->axis ) <= low->mean[low->axis] )
        {
            int swapped = *middle;
            *middle++ = *at;
            *at = swapped;
        }
    }
    int below = (int)( middle - first );
    if ( below == 0 || below == low->count ) { return false; }
    *high = ( box ){ .first = low->first + below, .count = low->count - below };
    low->count = below;
    measureBox( p, low );
    measureBox( p, high );
    return true;
}

static int nearestColor( const gifPalette* p, const gifBin* bin )
{
    int best = 0, color[3];
    long least = 1L << 30;
    for ( int i = 0; i < 3; ++i ) { color[i] = (int)( binMean( bin, i ) + 0.5 ); }
    for ( int k = 0; k < p->count; ++k )
    {
        long r = color[0] - p->rgb[k][0], g = color[1] - p->rgb[k][1], b = color[2] - p->rgb[k][2];
        long distance = 2 * r * r + 4 * g * g + b * b; // eyes are most exact in green
        best = distance < least ? k : best;
        least = distance < least ? distance : least;
    }
    return best;
}

/// Chooses at most gif_paletteMax colours for what was added.
static void gifPalette_Choose( gifPalette* p )
{
    if ( p->exact ) { return; }
    box boxes[gif_paletteMax] = { { .count = p->usedCount } };
    measureBox( p, boxes );
    int count = 1;
    for ( bool divided = true; divided && count < gif_paletteMax; )
    {
        box* worst = boxes;
        for ( int i = 1; i < count; ++i ) { worst = boxes[i].error > worst->error ? boxes + i : worst; }
        divided = worst->error > 0.0;
        if ( divided && divide( p, worst, boxes + count ) ) { ++count; }
        else
        {
            worst->error = 0.0; // rounding left it an error without a difference
        }
    }
    p->count = count;
    for ( int k = 0; k < count; ++k )
    {
        for ( int i = 0; i < 3; ++i ) { p->rgb[k][i] = (unsigned char)( boxes[k].mean[i] + 0.5 ); }
    }
    for ( int k = 0; k < p->usedCount; ++k )
    {
        p->nearest[p->used[k]] = (unsigned char)nearestColor( p, p->bins + p->used[k] );
    }
}

/// The index of a colour that was added.
static int gifPalette_Find( const gifPalette* p, const unsigned char* rgb )
{
    if ( !p->exact ) { return p->nearest[binOf( rgb )]; }
    uint32_t key = keyOf( rgb ), slot = hashColor( key );
    while ( p->keys[slot] != key ) { slot = ( slot + 1 ) & 1023u; }
    return p->keyIndex[slot];
}

// The variable-length LZW codes of GIF (GIF 89a, appendix F).

#define CODE_MAX 4096
#define SLOTS ( 1 << 14 ) // of the table of strings, four times as many as there are codes

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
    if ( s->block[0] == 255 ) { flushBlock( s ); }
}

static void putCode( bitStream* s, int code, int length )
{
    s->bits |= (uint32_t)code << s->count;
    s->count += length;
    while ( s->count >= 8 ) { putByte( s ); }
}

typedef struct stringTable
{
    uint32_t keys[SLOTS]; // 1 + prefix << 8 + byte; 0: free
    uint16_t codes[SLOTS];
} stringTable;

/// The slot of a string, or the free one where it would be.
static int findSlot( const stringTable* table, uint32_t key )
{
    int slot = (int)( ( key * 2654435761u ) >> 18 );
    while ( table->keys[slot] != 0 && table->keys[slot] != key ) { slot = ( slot + 1 ) & ( SLOTS - 1 ); }
    return slot;
}

/// Writes pixels of `bits` bits as the data of an image.
static void gifWritePixels( osWriter* out, const unsigned char* pixels, size_t count, int bits )
{
    static _Thread_local stringTable table;
    int least = bits < 2 ? 2 : bits, clear = 1 << least, next = clear + 2, length = least + 1;
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
        if ( next == CODE_MAX )
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
    while ( stream.count > 0 ) { putByte( &stream ); }
    flushBlock( &stream );
    osWrite( out, "", 1 );
}

struct gifWriter
{
    osWriter* out;
    int width, height;
    double fps;
    int64_t frames;
    unsigned char* source; // the latest frame
    unsigned char* shown;  // the same as a viewer shows it
    unsigned char* pixels; // indices of the part that changes
    gifPalette palette;
};

static void put16( osWriter* out, int value )
{
    osWrite( out, &( unsigned char ){ (unsigned char)( value & 255 ) }, 1 );
    osWrite( out, &( unsigned char ){ (unsigned char)( value >> 8 ) }, 1 );
}

/// A comment extension, in blocks of at most 255 bytes.
static void writeComment( osWriter* out, const char* text )
{
    osWrite( out, "\x21\xfe", 2 );
    for ( size_t left = strlen( text ); left > 0; )
    {
        size_t size = left < 255 ? left : 255;
        osWrite( out, &( unsigned char ){ (unsigned char)size }, 1 );
        osWrite( out, text, size );
        text += size;
        left -= size;
    }
    osWrite( out, "", 1 );
}

gifWriter* gifBegin( osWriter* out, int width, int height, double fps, const char* comment )
{
    size_t area = (size_t)width * (size_t)height;
    gifWriter* gif = calloc( 1, sizeof *gif );
    unsigned char* planes = gif != NULL ? calloc( area, 7 ) : NULL;
    if ( planes == NULL )
    {
        free( gif );
        return NULL;
    }
    gif->out = out;
    gif->width = width;
    gif->height = height;
    gif->fps = fps;
    gif->source = planes;
    gif->shown = planes + 3 * area;
    gif->pixels = planes + 6 * area;
    osWrite( out, "GIF89a", 6 );
    put16( out, width );
    put16( out, height );
    osWrite( out, "\x70\0\0", 3 ); // eight bits per channel, no palette for all frames
    osWrite( out, "\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0", 19 );
    if ( comment != NULL ) { writeComment( out, comment ); }
    return gif;
}

#define UNSEEN 2 // levels of 255

/// May this pixel stay? What the source has not changed does, else colours would flicker with the palette.
static bool stays( const gifWriter* gif, const unsigned char* rgb, size_t at )
{
    const unsigned char *source = gif->source + at, *shown = gif->shown + at;
    return gif->frames > 0 &&
        ( memcmp( rgb + at, source, 3 ) == 0 ||
            ( abs( rgb[at] - shown[0] ) <= UNSEEN && abs( rgb[at + 1] - shown[1] ) <= UNSEEN &&
                abs( rgb[at + 2] - shown[2] ) <= UNSEEN ) );
}

typedef struct part
{
    int x0, y0, x1, y1;
} part;

/// Finds the part of the frame that changes, and its colours.
static part findChanges( gifWriter* gif, const unsigned char* rgb )
{
    part p = { gif->width, gif->height, 0, 0 };
    gifPalette_Clear( &gif->palette );
    for ( int y = 0; y < gif->height; ++y )
    {
        for ( int x = 0; x < gif->width; ++x )
        {
            size_t at = 3 * ( (size_t)y * (size_t)gif->width + (size_t)x );
            if ( !stays( gif, rgb, at ) )
            {
                gifPalette_Add( &gif->palette, rgb + at );
                p.x0 = x < p.x0 ? x : p.x0;
                p.x1 = x + 1 > p.x1 ? x + 1 : p.x1;
                p.y0 = y < p.y0 ? y : p.y0;
                p.y1 = y + 1;
            }
        }
    }
    // A frame in which nothing changes still lasts.
    return p.x1 > p.x0 ? p : ( part ){ 0, 0, 1, 1 };
}

/// Turns the part into indices. Returns their number.
static size_t indexPart( gifWriter* gif, const unsigned char* rgb, part p )
{
    size_t count = 0;
    for ( int y = p.y0; y < p.y1; ++y )
    {
        for ( int x = p.x0; x < p.x1; ++x )
        {
            size_t at = 3 * ( (size_t)y * (size_t)gif->width + (size_t)x );
            int index = gif->palette.count; // transparent
            if ( !stays( gif, rgb, at ) )
            {
                index = gifPalette_Find( &gif->palette, rgb + at );
                memcpy( gif->shown + at, gif->palette.rgb[index], 3 );
            }
            gif->pixels[count++] = (unsigned char)index;
        }
    }
    return count;
}

static void writePalette( osWriter* out, const gifPalette* palette, int bits )
{
    for ( int i = 0; i < 1 << bits; ++i )
    {
        osWrite( out, i < palette->count ? palette->rgb[i] : ( const unsigned char[3] ){ 0 }, 3 );
    }
}

/// Hundredths of a second until this frame, each rounded for itself so that errors do not add up.
static int64_t beginOf( const gifWriter* gif, int64_t frame )
{
    return llround( 100.0 * (double)frame / gif->fps );
}

void gifAddFrame( gifWriter* gif, const unsigned char* rgb )
{
    osWriter* out = gif->out;
    part p = findChanges( gif, rgb );
    gifPalette_Choose( &gif->palette );
    size_t count = indexPart( gif, rgb, p );
    int bits = 1;
    while ( 1 << bits < gif->palette.count + 1 ) { ++bits; }
    osWrite( out, "\x21\xf9\x04\x05", 4 ); // the frame stays below the next one; one colour is transparent
    put16( out, (int)( beginOf( gif, gif->frames + 1 ) - beginOf( gif, gif->frames ) ) );
    osWrite( out, &( unsigned char ){ (unsigned char)gif->palette.count }, 1 );
    osWrite( out, "\0\x2c", 2 );
    put16( out, p.x0 );
    put16( out, p.y0 );
    put16( out, p.x1 - p.x0 );
    put16( out, p.y1 - p.y0 );
    osWrite( out, &( unsigned char ){ (unsigned char)( 0x80 | ( bits - 1 ) ) }, 1 );
    writePalette( out, &gif->palette, bits );
    gifWritePixels( out, gif->pixels, count, bits );
    memcpy( gif->source, rgb, 3 * (size_t)gif->width * (size_t)gif->height );
    ++gif->frames;
}

void gifEnd( gifWriter* gif )
{
    if ( gif != NULL )
    {
        osWrite( gif->out, "\x3b", 1 );
        gifAbort( gif );
    }
}

void gifAbort( gifWriter* gif )
{
    if ( gif != NULL )
    {
        free( gif->source );
        free( gif );
    }
}
