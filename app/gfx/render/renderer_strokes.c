// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"
#include "slipstick/draw.h"

// Outlines of planar sets, which are filled faintly; lines other than trails: references, measured points,
// ghosts, springs; and the lines that explain contacts.

enum
{
    strokeFloats = 11,
    fillFloats = 7,
    // Drawn at most, where there are too many to read:
    maxChains = 4000,
    maxPoints = 6000,
    maxActions = 300
};

static const float reservoirFill = 0.18f; // opacity of a filled set
static const float dashPixels = 6.0f;     // [px] of a dash and of a gap
static const float fadeDepth = 12.0f;     // [radii] below the surface of a heap, where chains have faded

void gfxAddStroke( gfxStream* stream, const float from[3], const float to[3], const float color[3],
    float alpha, float width )
{
    float* row = gfxStream_Append( stream, strokeFloats );
    if ( row == NULL ) { return; }
    for ( int k = 0; k < 3; ++k )
    {
        row[k] = from[k];
        row[4 + k] = to[k];
        row[7 + k] = color[k];
    }
    row[3] = width;
    row[10] = alpha;
}

/// Draws a polyline with dashes of `dash` metres (0: unbroken); `way` is the length so far [m].
typedef struct dasher
{
    gfxStream* stream;
    const float* color;
    float alpha, width, dash, way;
} dasher;

static void strokeTo( dasher* d, const float a[3], const float b[3] )
{
    float length = 0.0f;
    for ( int k = 0; k < 3; ++k ) { length += ( b[k] - a[k] ) * ( b[k] - a[k] ); }
    length = sqrtf( length );
    if ( !( d->dash > 0.0f ) || !( length > 0.0f ) || length > 2000.0f * d->dash )
    {
        gfxAddStroke( d->stream, a, b, d->color, d->alpha, d->width );
        return;
    }
    for ( float from = 0.0f; from < length; )
    {
        float phase = fmodf( d->way + from, 2.0f * d->dash ),
              left = phase < d->dash ? d->dash - phase : 2.0f * d->dash - phase;
        float to = fminf( length, from + left + 1e-4f * d->dash );
        if ( phase < d->dash )
        {
            float start[3], end[3];
            for ( int k = 0; k < 3; ++k )
            {
                start[k] = a[k] + ( b[k] - a[k] ) * from / length;
                end[k] = a[k] + ( b[k] - a[k] ) * to / length;
            }
            gfxAddStroke( d->stream, start, end, d->color, d->alpha, d->width );
        }
        from = to;
    }
    d->way += length;
}

/// The length [m] that `pixels` cover at a point.
static float metresOf( const gfxFrame* frame, const float point[3], float pixels )
{
    return pixels * frame->lineScale * frame->pixelAngle *
        fmaxf( gfxAhead( frame, point ), 1e-3f * frame->camera->distance );
}

static void setPoint( const gfxDrawList* list, const gfxSet* set, int index, float point[3] )
{
    const float* p = list->setPoints[set->first + index % set->count];
    float scale = list->scale[ss_quantityForce];
    for ( int k = 0; k < 3; ++k )
    {
        point[k] = set->origin[k] + scale * ( p[0] * set->axis1[k] + p[1] * set->axis2[k] );
    }
}

/// Fills a set with a fan of triangles around the zero force, about which every set is star-shaped.
static void fillSet(
    gfxRenderer* renderer, const gfxDrawList* list, const gfxSet* set, const float color[3], float opacity )
{
    for ( int i = 0; i < set->count; ++i )
    {
        float* row = gfxStream_Append( &renderer->fills, 3 * fillFloats );
        if ( row == NULL ) { return; }
        float corners[3][3];
        for ( int k = 0; k < 3; ++k ) { corners[0][k] = set->origin[k]; }
        setPoint( list, set, i, corners[1] );
        setPoint( list, set, i + 1, corners[2] );
        for ( int c = 0; c < 3; ++c, row += fillFloats )
        {
            for ( int k = 0; k < 3; ++k )
            {
                row[k] = corners[c][k];
                row[3 + k] = color[k];
            }
            row[6] = opacity * reservoirFill;
        }
    }
}

static void fillSets( gfxRenderer* renderer, const gfxFrame* frame )
{
    const gfxDrawList* list = frame->list;
    for ( int i = 0; i < list->setCount; ++i )
    {
        const gfxSet* set = &list->sets[i];
        bool reservoir = set->role == ss_setReservoir;
        const float* color = reservoir ? frame->palette->reservoir : frame->palette->directionSet;
        if ( reservoir ) { fillSet( renderer, list, set, color, frame->style->opacity ); }
        dasher d = { .stream = &renderer->marks, // a body that rests on a set does not hide it
            .color = color,
            .alpha = 0.95f,
            .width = 1.8f * frame->lineScale,
            .dash = reservoir ? 0.0f : metresOf( frame, set->origin, dashPixels ) };
        for ( int k = 0; k < set->count; ++k )
        {
            float a[3], b[3];
            setPoint( list, set, k, a );
            setPoint( list, set, k + 1, b );
            strokeTo( &d, a, b );
        }
    }
}

/// Draws the edge of a finite plane.
static void outlinePlane( gfxRenderer* renderer, const gfxFrame* frame, const gfxPlane* plane )
{
    static const float corners[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
    const float *n = plane->normal, *t = plane->tangent;
    const float b[3] = { n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0] };
    float points[4][3];
    for ( int i = 0; i < 4; ++i )
    {
        for ( int k = 0; k < 3; ++k )
        {
            points[i][k] = plane->origin[k] + corners[i][0] * plane->half[0] * t[k] +
                corners[i][1] * plane->half[1] * b[k];
        }
    }
    for ( int i = 0; i < 4; ++i )
    {
        gfxAddStroke( &renderer->strokes, points[i], points[( i + 1 ) % 4], frame->palette->gridCoarse, 1.0f,
            1.25f * frame->lineScale );
    }
}

typedef struct lineStyle
{
    const float* color;
    float alpha, width, dash; // [px]
    bool dots;
} lineStyle;

static lineStyle styleOf( const gfxPalette* palette, int role )
{
    return role == ss_lineExact   ? ( lineStyle ){ palette->dimText, 0.9f, 1.6f, dashPixels, false }
        : role == ss_lineMeasured ? ( lineStyle ){ palette->text, 0.8f, 4.0f, 0.0f, true }
        : role >= ss_lineGhost0 && role <= ss_lineGhost6
        ? ( lineStyle ){ palette->ghost[role - ss_lineGhost0], 0.95f, 2.0f, 0.0f, false }
        : role == ss_lineThrust
        ? ( lineStyle ){ palette->quantity[ss_quantityForce], 0.95f, 3.5f, 0.0f, false }
        : role == ss_lineSpring ? ( lineStyle ){ palette->text, 0.75f, 1.5f, 0.0f, false }
                                : ( lineStyle ){ palette->dimText, 0.7f, 1.25f, 0.0f, false };
}

static void fillChain( gfxRenderer* renderer, const gfxFrame* frame, const gfxContact* contact )
{
    float from[3], to[3];
    for ( int k = 0; k < 3; ++k )
    {
        from[k] = contact->point[k] - ( contact->grounded ? 0.0f : contact->size * contact->normal[k] );
        to[k] = contact->point[k] + contact->size * contact->normal[k];
    }
    // The width grows with the square root of the force: a tenth of the largest has still a third of its
    // width. Small bodies have thin chains, and chains deep in a heap fade.
    float limit = 7.0f * frame->lineScale, pixel = frame->pixelAngle * gfxAhead( frame, contact->point );
    float widest = contact->size > 0.0f && pixel > 0.0f
        ? fmaxf( fminf( limit, 0.6f * contact->size / pixel ), 2.0f * frame->lineScale )
        : limit;
    float width = widest * sqrtf( fmaxf( contact->force, 0.0f ) / frame->list->largestForce );
    float behind = gfxDepthBehind( renderer, frame, contact->point );
    float alpha =
        behind > 0.0f && frame->bodySize > 0.0f ? 1.0f - behind / ( fadeDepth * frame->bodySize ) : 1.0f;
    if ( width > 0.4f && alpha > 0.1f )
    {
        gfxAddStroke(
            &renderer->chains, from, to, frame->palette->quantity[ss_quantityForce], 0.9f * alpha, width );
    }
}

/// Draws the circle of radius mu_r within which the normal force may act, and its shift from the centre.
static void fillAction( gfxRenderer* renderer, const gfxFrame* frame, const gfxContact* contact )
{
    float radius = frame->list->actionFactor * contact->radius;
    int corners = gfxCornersOf( gfxPixelsOf( frame, contact->point, radius ), 40 );
    const float* n = contact->normal;
    float u[3] = { n[1] * n[1] + n[2] * n[2], -n[0] * n[1], -n[0] * n[2] };
    if ( u[0] < 0.01f ) // the normal is along x
    {
        u[0] = -n[1] * n[0];
        u[1] = n[0] * n[0] + n[2] * n[2];
        u[2] = -n[1] * n[2];
    }
    float size = sqrtf( u[0] * u[0] + u[1] * u[1] + u[2] * u[2] ), factor = frame->list->actionFactor;
    float last[3] = { 0.0f, 0.0f, 0.0f }, point[3];
    for ( int i = 0; i <= corners; ++i )
    {
        float a = 6.2831853f * (float)i / (float)corners, c = cosf( a ) / size, s = sinf( a ) / size;
        const float v[3] = { n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2],
            n[0] * u[1] - n[1] * u[0] };
        for ( int k = 0; k < 3; ++k ) { point[k] = contact->point[k] + radius * ( c * u[k] + s * v[k] ); }
        if ( i > 0 )
        {
            gfxAddStroke( &renderer->marks, last, point, frame->palette->quantity[ss_quantityForce], 0.7f,
                1.25f * frame->lineScale );
        }
        for ( int k = 0; k < 3; ++k ) { last[k] = point[k]; }
    }
    for ( int k = 0; k < 3; ++k ) { point[k] = contact->point[k] + factor * contact->shift[k]; }
    gfxAddStroke( &renderer->marks, contact->point, point, frame->palette->quantity[ss_quantityForce], 0.9f,
        2.0f * frame->lineScale );
}

/// In a heap, the force chains are the contacts that carry more than the mean.
static gfxGlyph chainOf( const gfxFrame* frame, int index )
{
    const gfxContact* contact = &frame->list->contacts[index];
    float least = frame->list->tooManyContacts ? frame->meanForce : 0.0f;
    return ( gfxGlyph ){ contact->force > least ? contact->point : NULL, contact->force, 0 };
}

static void fillChains( gfxRenderer* renderer, const gfxFrame* frame )
{
    const gfxDrawList* list = frame->list;
    gfxSieve sieve =
        gfxSieveGlyphs( renderer, frame, &( gfxSieveDef ){ chainOf, list->contactCount, false, maxChains } );
    for ( int i; ( i = gfxSieve_Next( &sieve ) ) >= 0; ) { fillChain( renderer, frame, &list->contacts[i] ); }
}

static void fillPoint( gfxRenderer* renderer, const gfxFrame* frame, const gfxContact* contact )
{
    int mode = contact->mode >= 0 && contact->mode < ss_modeCount ? contact->mode : ss_modeOpen;
    float width = ( frame->list->contactCount > 500 ? 3.0f : 5.0f ) * frame->lineScale;
    gfxAddStroke( &renderer->marks, contact->point, contact->point, frame->palette->mode[mode], 1.0f, width );
}

static gfxGlyph pointOf( const gfxFrame* frame, int index )
{
    const gfxContact* contact = &frame->list->contacts[index];
    return ( gfxGlyph ){ contact->point, contact->force, 0 };
}

static gfxGlyph actionOf( const gfxFrame* frame, int index )
{
    const gfxContact* contact = &frame->list->contacts[index];
    return ( gfxGlyph ){ contact->radius > 0.0f ? contact->point : NULL, contact->force, 0 };
}

static void fillContacts( gfxRenderer* renderer, const gfxFrame* frame )
{
    const gfxDrawList* list = frame->list;
    const struct
    {
        uint32_t flag;
        gfxSieveDef def;
        void ( *fill )( gfxRenderer*, const gfxFrame*, const gfxContact* );
    } kinds[] = {
        { ss_drawLinesOfAction, { actionOf, list->contactCount, list->tooManyContacts, maxActions },
            fillAction },
        { ss_drawContactPoints, { pointOf, list->contactCount, list->tooManyContacts, maxPoints },
            fillPoint },
    };
    if ( ( list->flags & ss_drawForceChains ) != 0 ) { fillChains( renderer, frame ); }
    for ( int k = 0; k < SS_COUNT( kinds ); ++k )
    {
        if ( ( list->flags & kinds[k].flag ) == 0 ) { continue; }
        gfxSieve sieve = gfxSieveGlyphs( renderer, frame, &kinds[k].def );
        for ( int i; ( i = gfxSieve_Next( &sieve ) ) >= 0; )
        {
            kinds[k].fill( renderer, frame, &list->contacts[i] );
        }
    }
}

void gfxFillStrokes( gfxRenderer* renderer, const gfxFrame* frame )
{
    const gfxDrawList* list = frame->list;
    renderer->fills.count = 0;
    fillSets( renderer, frame );
    for ( int i = 0; i < list->planeCount; ++i )
    {
        if ( list->planes[i].half[0] > 0.0f ) { outlinePlane( renderer, frame, &list->planes[i] ); }
    }
    for ( int i = 0; i < list->lineCount; ++i )
    {
        // A margin, below all of its pieces: on stone the line alone would hardly be seen.
        const gfxLine* line = &list->lines[i];
        for ( int k = 1; line->role == ss_lineThrust && k < line->count; ++k )
        {
            const float( *at )[3] = (const float( * )[3])list->linePoints + line->first + k;
            gfxAddStroke( &renderer->strokes, at[-1], at[0], frame->palette->background, 0.85f,
                7.5f * frame->lineScale );
        }
    }
    for ( int i = 0; i < list->lineCount; ++i )
    {
        const gfxLine* line = &list->lines[i];
        if ( line->role == ss_lineExact && frame->style->noExact ) { continue; }
        lineStyle style = styleOf( frame->palette, line->role );
        dasher d = { .stream = &renderer->strokes,
            .color = style.color,
            .alpha = style.alpha,
            .width = style.width * frame->lineScale,
            .dash = line->count > 0 ? metresOf( frame, list->linePoints[line->first], style.dash ) : 0.0f };
        float( *points )[3] = list->linePoints + line->first;
        for ( int k = 0; style.dots && k < line->count; ++k )
        {
            gfxAddStroke( &renderer->strokes, points[k], points[k], style.color, style.alpha, d.width );
        }
        for ( int k = 1; !style.dots && k < line->count; ++k ) { strokeTo( &d, points[k - 1], points[k] ); }
    }
    fillContacts( renderer, frame );
    gfxStream_Upload( &renderer->fills );
}

void gfxDrawFills( gfxRenderer* renderer )
{
    if ( renderer->fills.count > 0 )
    {
        glUseProgram( renderer->programs[gfx_programFill].id );
        gfxStream_Bind( &renderer->fills, 0 );
        glDrawArrays( GL_TRIANGLES, 0, renderer->fills.count / fillFloats );
    }
}

void gfxDrawStrokes( gfxRenderer* renderer, const gfxStream* stream, float opacity )
{
    const gfxProgram* program = &renderer->programs[gfx_programStroke];
    if ( stream->count > 0 && opacity > 0.0f )
    {
        glUseProgram( program->id );
        glUniform1f( program->opacity, opacity );
        gfxStream_Bind( stream, 0 );
        glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4, stream->count / strokeFloats );
    }
}
