// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"

#include "base/grow.h"
#include "slipstick/parallel.h"

#include <string.h>

// Thirty thousand contacts have a quarter of a million glyphs. The picture shows those in sight and, of these, the
// largest, up to a number that can still be read and drawn.

enum
{
    blockSize = 4096, // glyphs
    noBin = 0xffff    // of a glyph that is not drawn
};

/// Sorts sizes into bins of an eighth of an octave: the leading bits of a positive float grow with its value.
static int binOf( float value )
{
    unsigned bits;
    memcpy( &bits, &value, sizeof( bits ) );
    return value > 0.0f ? (int)( bits >> 20 ) : 0;
}

static void sieveBlock( void* context, int block, int first, int last )
{
    (void)block;
    const gfxSieve* sieve = context;
    for ( int i = first; i < last; ++i )
    {
        gfxGlyph glyph = sieve->glyphOf( sieve->frame, i );
        bool passes = glyph.point != NULL &&
            ( !sieve->inSight || !gfxIsBuried( sieve->renderer, sieve->frame, glyph.point ) );
        // Kinds are few, and a bin has eleven bits.
        sieve->bins[i] =
            (uint16_t)( passes ? glyph.kind * gfx_sieveBins + binOf( glyph.value ) : (int)noBin );
    }
}

gfxSieve gfxSieveGlyphs( gfxRenderer* renderer, const gfxFrame* frame, const gfxSieveDef* def )
{
    gfxSieve sieve = {
        .renderer = renderer, .frame = frame, .glyphOf = def->glyphOf, .inSight = def->inSight
    };
    uint16_t* bins = def->count > 0
        ? growArray( renderer->sieveBins, &renderer->sieveCapacity, def->count, sizeof *bins )
        : NULL;
    if ( bins == NULL )
    {
        return sieve;
    }
    renderer->sieveBins = sieve.bins = bins;
    sieve.count = def->count;
    ssParallelFor( def->count, blockSize, sieveBlock, &sieve );
    int counts[gfx_sieveKinds * gfx_sieveBins] = { 0 };
    for ( int i = 0; i < def->count; ++i )
    {
        if ( bins[i] != noBin )
        {
            ++counts[bins[i]];
            ++renderer->glyphsAsked;
        }
    }
    for ( int kind = 0; kind < gfx_sieveKinds; ++kind )
    {
        int left = def->limit, floor = gfx_sieveBins;
        while ( floor > 0 && left > 0 )
        {
            --floor;
            sieve.room[kind] = left;
            left -= counts[kind * gfx_sieveBins + floor];
        }
        sieve.floor[kind] = floor;
    }
    return sieve;
}

bool gfxSieve_Keep( gfxSieve* sieve, int index )
{
    if ( index >= sieve->count || sieve->bins[index] == noBin )
    {
        return false;
    }
    int kind = sieve->bins[index] / gfx_sieveBins, bin = sieve->bins[index] % gfx_sieveBins;
    bool kept = bin > sieve->floor[kind] || ( bin == sieve->floor[kind] && sieve->room[kind]-- > 0 );
    sieve->renderer->glyphsDrawn += kept ? 1 : 0;
    return kept;
}
