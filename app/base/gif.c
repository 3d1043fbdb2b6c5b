// SPDX-License-Identifier: MIT
#include "base/gif_private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Writes the frames of a GIF: what changes, in the colours of gif_palette.c, packed by gif_lzw.c.

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
    if ( comment != NULL )
    {
        writeComment( out, comment );
    }
    return gif;
}

/// Would nobody see that this pixel stays as it is? What the source has not changed keeps its colour,
/// else colours would flicker with the palette.
static bool stays( const gifWriter* gif, const unsigned char* rgb, size_t at )
{
    enum
    {
        unseen = 2 // levels of 255
    };
    const unsigned char *source = gif->source + at, *shown = gif->shown + at;
    return gif->frames > 0 &&
        ( memcmp( rgb + at, source, 3 ) == 0 ||
            ( abs( rgb[at] - shown[0] ) <= unseen && abs( rgb[at + 1] - shown[1] ) <= unseen &&
                abs( rgb[at + 2] - shown[2] ) <= unseen ) );
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

/// Hundredths of a second until frame `frame` begins: rounded each for
/// itself, so that the errors do not add up.
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
    while ( 1 << bits < gif->palette.count + 1 )
    {
        ++bits;
    }
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
