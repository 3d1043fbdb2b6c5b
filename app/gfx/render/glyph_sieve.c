// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"

#include <string.h>

// Thirty thousand contacts have a quarter of a million glyphs. The picture shows those in sight and, of these, the
// largest, up to a number that can still be read and drawn.

/// Sorts sizes into bins of an eighth of an octave: the leading bits of a positive float grow with its value.
static int binOf( float value )
{
    unsigned bits;
    memcpy( &bits, &value, sizeof( bits ) );
    return value > 0.0f ? (int)( bits >> 20 ) : 0;
}

gfxSieve gfxBeginSieve( gfxRenderer* renderer, const gfxFrame* frame, bool inSight, int limit )
{
    return ( gfxSieve ){ .renderer = renderer, .frame = frame, .inSight = inSight, .limit = limit };
}

static bool passes( const gfxSieve* sieve, const float point[3] )
{
    return !sieve->inSight || !gfxIsBuried( sieve->renderer, sieve->frame, point );
}

void gfxSieve_Offer( gfxSieve* sieve, const float point[3], float value )
{
    if ( passes( sieve, point ) )
    {
        ++sieve->renderer->glyphsAsked;
        ++sieve->counts[binOf( value )];
    }
}

void gfxSieve_Settle( gfxSieve* sieve )
{
    int left = sieve->limit;
    sieve->floor = gfx_sieveBins;
    while ( sieve->floor > 0 && left > 0 )
    {
        --sieve->floor;
        sieve->room = left;
        left -= sieve->counts[sieve->floor];
    }
}

bool gfxSieve_Keep( gfxSieve* sieve, const float point[3], float value )
{
    int bin = binOf( value );
    bool kept = bin >= sieve->floor && passes( sieve, point ) && ( bin > sieve->floor || sieve->room-- > 0 );
    sieve->renderer->glyphsDrawn += kept ? 1 : 0;
    return kept;
}
