// SPDX-License-Identifier: MIT
#include "base/gif_private.h"

#include <string.h>

// Up to 255 colours are taken as they are. More are counted in bins of four levels per channel, and the box
// of bins with the largest squared error is divided at its mean until there are enough boxes. Sums are whole
// numbers: the same pixels give the same palette everywhere.

static uint32_t hashColor( uint32_t key )
{
    return ( key * 2654435761u ) >> 22;
}

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

void gifPalette_Clear( gifPalette* p )
{
    for ( int i = 0; i < p->usedCount; ++i )
    {
        p->bins[p->used[i]] = ( gifBin ){ .count = 0 };
    }
    p->usedCount = p->count = 0;
    p->exact = true;
    memset( p->keys, 0, sizeof p->keys );
}

static void addExactly( gifPalette* p, const unsigned char* rgb )
{
    uint32_t key = keyOf( rgb ), slot = hashColor( key );
    while ( p->keys[slot] != 0 && p->keys[slot] != key )
    {
        slot = ( slot + 1 ) & 1023u;
    }
    if ( p->keys[slot] == key )
    {
        return;
    }
    p->exact = p->count < gif_paletteMax;
    if ( p->exact )
    {
        p->keys[slot] = key;
        p->keyIndex[slot] = (unsigned char)p->count;
        memcpy( p->rgb[p->count++], rgb, 3 );
    }
}

void gifPalette_Add( gifPalette* p, const unsigned char* rgb )
{
    int index = binOf( rgb );
    gifBin* bin = p->bins + index;
    if ( bin->count++ == 0 )
    {
        p->used[p->usedCount++] = index;
    }
    for ( int i = 0; i < 3; ++i )
    {
        bin->sum[i] += rgb[i];
    }
    if ( p->exact )
    {
        addExactly( p, rgb );
    }
}

// A part of the list of used bins.
typedef struct box
{
    int first, count;
    int axis; // along which its colours differ most
    double error, mean[3];
} box;

static double binMean( const gifBin* bin, int axis )
{
    return (double)bin->sum[axis] / (double)bin->count;
}

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
    int *first = p->used + low->first, *last = first + low->count;
    int* middle = first;
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
    if ( below == 0 || below == low->count )
    {
        return false;
    }
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
    for ( int i = 0; i < 3; ++i )
    {
        color[i] = (int)( binMean( bin, i ) + 0.5 );
    }
    for ( int k = 0; k < p->count; ++k )
    {
        long r = color[0] - p->rgb[k][0], g = color[1] - p->rgb[k][1], b = color[2] - p->rgb[k][2];
        long distance = 2 * r * r + 4 * g * g + b * b; // eyes are most exact in green
        best = distance < least ? k : best;
        least = distance < least ? distance : least;
    }
    return best;
}

void gifPalette_Choose( gifPalette* p )
{
    if ( p->exact )
    {
        return;
    }
    box boxes[gif_paletteMax] = { { .count = p->usedCount } };
    measureBox( p, boxes );
    int count = 1;
    for ( bool divided = true; divided && count < gif_paletteMax; )
    {
        box* worst = boxes;
        for ( int i = 1; i < count; ++i )
        {
            worst = boxes[i].error > worst->error ? boxes + i : worst;
        }
        divided = worst->error > 0.0;
        if ( divided && divide( p, worst, boxes + count ) )
        {
            ++count;
        }
        else
        {
            worst->error = 0.0; // rounding left it an error without a difference
        }
    }
    p->count = count;
    for ( int k = 0; k < count; ++k )
    {
        for ( int i = 0; i < 3; ++i )
        {
            p->rgb[k][i] = (unsigned char)( boxes[k].mean[i] + 0.5 );
        }
    }
    for ( int k = 0; k < p->usedCount; ++k )
    {
        p->nearest[p->used[k]] = (unsigned char)nearestColor( p, p->bins + p->used[k] );
    }
}

int gifPalette_Find( const gifPalette* p, const unsigned char* rgb )
{
    if ( !p->exact )
    {
        return p->nearest[binOf( rgb )];
    }
    uint32_t key = keyOf( rgb ), slot = hashColor( key );
    while ( p->keys[slot] != key )
    {
        slot = ( slot + 1 ) & 1023u;
    }
    return p->keyIndex[slot];
}
