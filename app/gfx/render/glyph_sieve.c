// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "gfx/render/renderer_private.h"
#include "slipstick/parallel.h"

#include <string.h>

// Of a quarter of a million glyphs, the largest in sight are shown, as many as can be read and drawn.

#define BLOCK_SIZE 2048 // glyphs

// A glyph that may be drawn.
typedef struct gfxSifted
{
    int index, bin; // its bin by kind and size
} gfxSifted;

/// Sorts sizes into bins of an eighth of an octave: the leading bits of a positive float grow with its value.
static int binOf( float value )
{
    unsigned bits;
    memcpy( &bits, &value, sizeof( bits ) );
    return value > 0.0f ? (int)( bits >> 20 ) : 0;
}

static void sieveBlock( void* context, int block, int first, int last )
{
    const gfxSieve* sieve = context;
    gfxSifted* sifted = sieve->sifted + first;
    int count = 0;
    for ( int i = first; i < last; ++i )
    {
        gfxGlyph glyph = sieve->glyphOf( sieve->frame, i );
        if ( glyph.point != NULL &&
            ( !sieve->inSight || !gfxIsBuried( sieve->renderer, sieve->frame, glyph.point ) ) )
        {
            // Kinds are few, and a bin has eleven bits.
            sifted[count++] = ( gfxSifted ){ i, glyph.kind * gfx_sieveBins + binOf( glyph.value ) };
        }
    }
    sieve->counts[block] = count;
}

/// Finds which bins of each kind are drawn: the upper ones, until `limit` glyphs are reached.
static void findFloors( gfxSieve* sieve, int limit )
{
    int counts[gfx_sieveKinds * gfx_sieveBins] = { 0 };
    for ( int block = 0; block < sieve->blocks; ++block )
    {
        for ( int i = 0; i < sieve->counts[block]; ++i )
        {
            ++counts[sieve->sifted[block * BLOCK_SIZE + i].bin];
        }
        sieve->renderer->glyphsAsked += sieve->counts[block];
    }
    for ( int kind = 0; kind < gfx_sieveKinds; ++kind )
    {
        int left = limit, floor = gfx_sieveBins;
        while ( floor > 0 && left > 0 )
        {
            --floor;
            sieve->room[kind] = left;
            left -= counts[kind * gfx_sieveBins + floor];
        }
        sieve->floor[kind] = floor;
    }
}

gfxSieve gfxSieveGlyphs( gfxRenderer* renderer, const gfxFrame* frame, const gfxSieveDef* def )
{
    gfxSieve sieve = {
        .renderer = renderer, .frame = frame, .glyphOf = def->glyphOf, .inSight = def->inSight
    };
    int blocks = ssBlockCount( def->count, BLOCK_SIZE );
    if ( def->count == 0 || !GROW( renderer->sifted, renderer->siftedCapacity, def->count ) ||
        !GROW( renderer->siftedCounts, renderer->siftedCountCapacity, blocks ) )
    {
        return sieve;
    }
    sieve.sifted = renderer->sifted;
    sieve.counts = renderer->siftedCounts;
    sieve.blocks = blocks;
    ssParallelFor( def->count, BLOCK_SIZE, sieveBlock, &sieve );
    findFloors( &sieve, def->limit );
    return sieve;
}

int gfxSieve_Next( gfxSieve* sieve )
{
    while ( sieve->block < sieve->blocks )
    {
        if ( sieve->place == sieve->counts[sieve->block] )
        {
            ++sieve->block;
            sieve->place = 0;
            continue;
        }
        const gfxSifted* glyph = &sieve->sifted[sieve->block * BLOCK_SIZE + sieve->place++];
        int kind = glyph->bin / gfx_sieveBins, bin = glyph->bin % gfx_sieveBins;
        if ( bin > sieve->floor[kind] || ( bin == sieve->floor[kind] && sieve->room[kind]-- > 0 ) )
        {
            ++sieve->renderer->glyphsDrawn;
            return glyph->index;
        }
    }
    return -1;
}
