// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"
#include "slipstick/draw.h"
#include <assert.h>
#include <string.h>

// Cones, discs, arrows and trails, drawn twice: faintly where bodies hide them, fully elsewhere.

static_assert( (int)ss_quantityCount <= (int)gfx_sieveKinds, "a kind of arrows for each quantity" );

enum
{
    coneFloats = 12,
    arrowFloats = 11,
    pointFloats = 4
};

static const float coneFill = 0.18f, lineAlpha = 0.95f, reservoirAlpha = 0.5f;
// The share of their opacity that hidden glyphs keep.
static const float hiddenFill = 0.80f, hiddenLine = 0.75f, hiddenArrow = 0.85f;
// The largest rim in units of the bounds' radius: enough to show a half space.
static const float largestRim = 1.5f;

enum
{
    maxCones = 600,   // drawn where there are too many to read
    maxArrows = 4000, // of each quantity, likewise
    manyCones = 64,   // from this number on only their pattern is read, so cones get fewer lines and corners
    manyArrows = 400  // from this number on, arrows behind bodies are as strong as those in front
};

static const float* modeColor( const gfxFrame* frame, int mode )
{
    return frame->palette->mode[mode >= 0 && mode < ss_modeCount ? mode : ss_modeOpen];
}

static const float* quantityColor( const gfxFrame* frame, int quantity )
{
    bool known = quantity >= 0 && quantity < ss_quantityCount;
    return frame->palette->quantity[known ? quantity : ss_quantityForce];
}

/// True when all glyphs of more contacts than can be read were requested.
static bool isCrowd( const gfxDrawList* list )
{
    return list->tooManyContacts && ( list->flags & ss_drawEverything ) != 0;
}

/// With `reservoir` the circle of the rim's radius around the apex is drawn too.
static void appendCone( gfxRenderer* renderer, const gfxFrame* frame, const float apex[3], float height,
    const float normal[3], float radius, const float color[3], bool reservoir )
{
    float* row = gfxStream_Append( &renderer->cones, coneFloats );
    float nearest = ( gfxAhead( frame, apex ) - radius - height ) * frame->pixelAngle;
    renderer->widestCone = fmaxf( renderer->widestCone, nearest > 1e-6f * radius ? radius / nearest : 1e6f );
    if ( row == NULL ) { return; }
    for ( int k = 0; k < 3; ++k )
    {
        row[k] = apex[k];
        row[4 + k] = normal[k];
        row[8 + k] = color[k];
    }
    row[3] = height;
    row[7] = radius;
    row[11] = reservoir ? 1.0f : 0.0f;
}

static gfxGlyph coneOf( const gfxFrame* frame, int index )
{
    const gfxCone* cone = &frame->list->cones[index];
    return ( gfxGlyph ){ .point = cone->apex, .value = cone->height };
}

static gfxGlyph discOf( const gfxFrame* frame, int index )
{
    const gfxDisc* disc = &frame->list->discs[index];
    return ( gfxGlyph ){ .point = disc->center, .value = disc->radius };
}

/// Has a cone no silhouette from here? See outline.vert.
static bool isSeenFromInside( const gfxFrame* frame, const gfxCone* cone, float slope )
{
    float along = 0.0f, square = 0.0f;
    for ( int k = 0; k < 3; ++k )
    {
        float view = frame->eye[k] - cone->apex[k];
        along += view * cone->normal[k];
        square += view * view;
    }
    return !( slope * slope * along * along < 0.99f * ( square - along * along ) );
}

static void addCones( gfxRenderer* renderer, const gfxFrame* frame, float widest )
{
    const gfxDrawList* list = frame->list;
    gfxSieve sieve = gfxSieveGlyphs(
        renderer, frame, &( gfxSieveDef ){ coneOf, list->coneCount, isCrowd( list ), maxCones } );
    for ( int i; ( i = gfxSieve_Next( &sieve ) ) >= 0; )
    {
        const gfxCone* cone = &list->cones[i];
        float height = cone->height * list->scale[ss_quantityForce];
        float wanted = fmaxf( cone->slope, 0.0f ) * height, radius = fminf( wanted, widest );
        if ( height > 0.0f && isfinite( height ) && isfinite( radius ) )
        {
            appendCone( renderer, frame, cone->apex, height, cone->normal, radius,
                modeColor( frame, cone->mode ), wanted <= widest && list->coneCount <= manyCones );
            renderer->insideCone |= isSeenFromInside( frame, cone, radius / height );
        }
    }
}

static void addDiscs( gfxRenderer* renderer, const gfxFrame* frame, float widest )
{
    const gfxDrawList* list = frame->list;
    gfxSieve sieve = gfxSieveGlyphs(
        renderer, frame, &( gfxSieveDef ){ discOf, list->discCount, isCrowd( list ), maxCones } );
    for ( int i; ( i = gfxSieve_Next( &sieve ) ) >= 0; )
    {
        const gfxDisc* disc = &list->discs[i];
        float radius = fminf( disc->radius * list->scale[disc->quantity], widest );
        if ( radius > 0.0f && isfinite( radius ) )
        {
            appendCone( renderer, frame, disc->center, 0.0f, disc->normal, radius,
                quantityColor( frame, disc->quantity ), false );
        }
    }
}

static void fillCones( gfxRenderer* renderer, const gfxFrame* frame )
{
    float widest = largestRim * frame->list->boundsRadius;
    renderer->cones.count = 0;
    renderer->widestCone = 0.0f;
    renderer->insideCone = false;
    addCones( renderer, frame, widest );
    renderer->coneCount = renderer->cones.count / coneFloats;
    addDiscs( renderer, frame, widest );
    gfxStream_Upload( &renderer->cones );
}

/// Adds three quarters of a circle around the axis of a moment, with a head, to show which way it turns.
static void addArc( gfxRenderer* renderer, const float origin[3], const float axis[3], float size,
    float length, const float color[3], float width )
{
    enum
    {
        pieces = 28
    };
    float n[3], u[3], v[3], middle[3];
    for ( int k = 0; k < 3; ++k )
    {
        n[k] = axis[k] / size;
        middle[k] = origin[k] + 0.55f * length * n[k];
    }
    int least = fabsf( n[0] ) < fabsf( n[1] ) ? ( fabsf( n[0] ) < fabsf( n[2] ) ? 0 : 2 )
        : fabsf( n[1] ) < fabsf( n[2] )       ? 1
                                              : 2;
    float e[3] = { 0.0f, 0.0f, 0.0f }, square = 0.0f;
    e[least] = 1.0f;
    for ( int k = 0; k < 3; ++k )
    {
        u[k] = e[k] - n[least] * n[k];
        square += u[k] * u[k];
    }
    for ( int k = 0; k < 3; ++k ) { u[k] /= sqrtf( square ); }
    v[0] = n[1] * u[2] - n[2] * u[1];
    v[1] = n[2] * u[0] - n[0] * u[2];
    v[2] = n[0] * u[1] - n[1] * u[0];
    float radius = 0.3f * length, last[3] = { 0.0f, 0.0f, 0.0f }, point[3], wing[3];
    for ( int i = 0; i <= pieces; ++i )
    {
        float angle = 4.7f * (float)i / pieces;
        for ( int k = 0; k < 3; ++k )
        {
            point[k] = middle[k] + radius * ( cosf( angle ) * u[k] + sinf( angle ) * v[k] );
        }
        if ( i > 0 ) { gfxAddStroke( &renderer->marks, last, point, color, 0.9f, width ); }
        memcpy( last, point, sizeof( last ) );
    }
    for ( int side = -1; side <= 1; side += 2 )
    {
        float angle = 4.7f - 0.5f, reach = radius * ( 1.0f + 0.25f * (float)side );
        for ( int k = 0; k < 3; ++k )
        {
            wing[k] = middle[k] + reach * ( cosf( angle ) * u[k] + sinf( angle ) * v[k] );
        }
        gfxAddStroke( &renderer->marks, last, wing, color, 0.9f, width );
    }
}

static float sizeOf( const gfxArrow* arrow )
{
    const float* v = arrow->vector;
    return sqrtf( v[0] * v[0] + v[1] * v[1] + v[2] * v[2] );
}

/// Adds an arrow between two shares of a vector; by convention two heads mark a moment.
static void appendShaft(
    gfxRenderer* renderer, const gfxArrow* arrow, const float color[3], float first, float last, float heads )
{
    float* row = gfxStream_Append( &renderer->arrows, arrowFloats );
    for ( int k = 0; k < 3 && row != NULL; ++k )
    {
        row[k] = arrow->origin[k] + first * arrow->vector[k];
        row[4 + k] = arrow->origin[k] + last * arrow->vector[k];
        row[7 + k] = color[k];
    }
    if ( row != NULL )
    {
        row[3] = heads;
        row[10] = 1.0f;
    }
}

static void appendArrow( gfxRenderer* renderer, const gfxFrame* frame, const gfxArrow* arrow, float size )
{
    const gfxDrawList* list = frame->list;
    const float* v = arrow->vector;
    bool moment = arrow->quantity == ss_quantityMoment;
    float length =
        gfxArrowLength( frame->style, list->scale[arrow->quantity], size, list->largest[arrow->quantity] );
    bool seen = length > 0.0f && isfinite( length ) &&
        length > gfx_shortestArrow * frame->lineScale * frame->pixelAngle * gfxAhead( frame, arrow->origin );
    if ( !seen ) { return; }
    const float* color = quantityColor( frame, arrow->quantity );
    const float share = length / size, gap = 0.04f;
    bool broken = list->broken[arrow->quantity]; // in the middle, as in technical drawings
    if ( broken ) { appendShaft( renderer, arrow, color, 0.0f, ( 0.5f - gap ) * share, 0.0f ); }
    appendShaft(
        renderer, arrow, color, broken ? ( 0.5f + gap ) * share : 0.0f, share, moment ? 2.0f : 1.0f );
    if ( moment && list->arrowCount <= manyCones )
    {
        addArc( renderer, arrow->origin, v, size, length, color, 1.8f * frame->lineScale );
    }
}

static gfxGlyph arrowOf( const gfxFrame* frame, int index )
{
    const gfxArrow* arrow = &frame->list->arrows[index];
    return ( gfxGlyph ){ .point = arrow->origin, .value = sizeOf( arrow ), .kind = arrow->quantity };
}

static void fillArrows( gfxRenderer* renderer, const gfxFrame* frame )
{
    const gfxDrawList* list = frame->list;
    gfxSieve sieve = gfxSieveGlyphs(
        renderer, frame, &( gfxSieveDef ){ arrowOf, list->arrowCount, isCrowd( list ), maxArrows } );
    renderer->arrows.count = 0;
    for ( int i; ( i = gfxSieve_Next( &sieve ) ) >= 0; )
    {
        appendArrow( renderer, frame, &list->arrows[i], sizeOf( &list->arrows[i] ) );
    }
    gfxStream_Upload( &renderer->arrows );
}

static float squareDistance( const float a[3], const float b[3] )
{
    float sum = 0.0f;
    for ( int k = 0; k < 3; ++k ) { sum += ( a[k] - b[k] ) * ( a[k] - b[k] ); }
    return sum;
}

static bool appendPoint( gfxStream* stream, const float point[3], float fresh )
{
    float* row = gfxStream_Append( stream, pointFloats );
    if ( row == NULL ) { return false; }
    row[0] = point[0];
    row[1] = point[1];
    row[2] = point[2];
    row[3] = fresh;
    return true;
}

/// Trails as points with doubled ends, as segments need neighbours; two pixels apart, to be smooth.
static void fillTrails( gfxStream* stream, const gfxFrame* frame )
{
    const gfxDrawList* list = frame->list;
    stream->count = 0;
    int first = 0;
    for ( int i = 0; i < list->trailCount; first += list->trailCounts[i], ++i )
    {
        float( *points )[3] = list->trailPoints + first;
        int count = list->trailCounts[i];
        if ( count < 2 ) { continue; }
        int last = -1;
        for ( int k = 0; k < count; ++k )
        {
            float pixel = 2.0f * frame->pixelAngle;
            float gap = pixel * pixel * squareDistance( points[k], frame->eye );
            if ( last >= 0 && k < count - 1 && squareDistance( points[k], points[last] ) < gap ) { continue; }
            float fresh = (float)k / (float)( count - 1 );
            if ( ( last < 0 && !appendPoint( stream, points[k], fresh ) ) ||
                !appendPoint( stream, points[k], fresh ) )
            {
                return;
            }
            last = k;
        }
        // The end is doubled, and a negative freshness marks the end of this trail.
        if ( !appendPoint( stream, points[count - 1], -1.0f ) ) { return; }
    }
    gfxStream_Upload( stream );
}

void gfxFillGlyphs( gfxRenderer* renderer, const gfxFrame* frame )
{
    fillCones( renderer, frame );
    fillArrows( renderer, frame );
    fillTrails( &renderer->trails, frame );
}

void gfxDrawTrails( gfxRenderer* renderer, const gfxFrame* frame )
{
    gfxStream* stream = &renderer->trails;
    const gfxProgram* program = &renderer->programs[gfx_programTrail];
    int pointCount = stream->count / pointFloats;
    if ( pointCount == 0 ) { return; }
    glUseProgram( program->id );
    glUniform1f( program->width, 2.0f * frame->lineScale );
    int first = 0;
    for ( int i = 0; i < pointCount; ++i )
    {
        if ( stream->data[pointFloats * i + 3] >= 0.0f ) { continue; }
        gfxStream_Bind( stream, first );
        glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4, i - first - 2 );
        first = i + 1;
    }
}

static void drawConeSurfaces( gfxRenderer* renderer, int segments, float opacity )
{
    const gfxProgram* program = &renderer->programs[gfx_programCone];
    glUseProgram( program->id );
    glUniform1i( program->segments, segments );
    glUniform1f( program->opacity, opacity * coneFill );
    gfxStream_Bind( &renderer->cones, 0 );
    glDrawArraysInstanced( GL_TRIANGLES, 0, 3 * segments, renderer->cones.count / coneFloats );
}

static void drawConeLines( gfxRenderer* renderer, int segments, float lineScale, float opacity )
{
    const gfxProgram* program = &renderer->programs[gfx_programOutline];
    int count = renderer->cones.count / coneFloats;
    glUseProgram( program->id );
    glUniform1i( program->segments, segments );
    gfxStream_Bind( &renderer->cones, 0 );

    if ( count <= 2 * manyCones )
    {
        glUniform1f( program->opacity, opacity * reservoirAlpha );
        glUniform1f( program->width, 1.0f * lineScale );
        glUniform1i( program->part, 2 );
        glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 2 * ( segments + 1 ), count );
    }
    glUniform1f( program->opacity, opacity * lineAlpha );
    glUniform1f( program->width, 1.5f * lineScale );
    glUniform1i( program->part, 1 );
    if ( renderer->coneCount > 0 )
    {
        int lines = renderer->insideCone ? 4 : 2;
        glDrawArraysInstanced( GL_TRIANGLES, 0, lines * 6, renderer->coneCount );
    }
    glUniform1i( program->part, 0 );
    glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 2 * ( segments + 1 ), count );
}

static void drawArrows( gfxRenderer* renderer, float opacity )
{
    const gfxProgram* program = &renderer->programs[gfx_programArrow];
    glUseProgram( program->id );
    glUniform1f( program->opacity, opacity );
    gfxStream_Bind( &renderer->arrows, 0 );
    glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4, renderer->arrows.count / arrowFloats );
}

/// Draws cones and discs, faintly where hidden, fully elsewhere; many are drawn once, for the pattern.
static void drawCones( gfxRenderer* renderer, const gfxFrame* frame )
{
    int count = renderer->cones.count / coneFloats;
    int segments = count <= manyCones ? 72 : gfxCornersOf( renderer->widestCone, count <= 300 ? 24 : 12 );
    float opacity = frame->style->opacity;
    if ( count > manyCones )
    {
        glDepthFunc( GL_ALWAYS );
        drawConeSurfaces( renderer, segments, opacity * 0.5f * ( 1.0f + hiddenFill ) );
        drawConeLines( renderer, segments, frame->lineScale, opacity * 0.5f * ( 1.0f + hiddenLine ) );
        return;
    }
    glDepthFunc( GL_GREATER );
    drawConeSurfaces( renderer, segments, opacity * hiddenFill );
    drawConeLines( renderer, segments, frame->lineScale, opacity * hiddenLine );
    glDepthFunc( GL_LEQUAL );
    drawConeSurfaces( renderer, segments, opacity );
    drawConeLines( renderer, segments, frame->lineScale, opacity );
}

void gfxDrawGlyphs( gfxRenderer* renderer, const gfxFrame* frame )
{
    if ( renderer->cones.count > 0 ) { drawCones( renderer, frame ); }
    glDepthFunc( GL_ALWAYS );
    gfxDrawStrokes( renderer, &renderer->chains, 1.0f );
    glDepthFunc( GL_GREATER );
    gfxDrawStrokes( renderer, &renderer->marks, frame->list->tooManyContacts ? 0.0f : hiddenLine );
    glDepthFunc( GL_LEQUAL );
    gfxDrawStrokes( renderer, &renderer->marks, 1.0f );
    int arrows = renderer->arrows.count / arrowFloats;
    if ( arrows > manyArrows )
    {
        glDepthFunc( GL_ALWAYS );
        drawArrows( renderer, 0.5f * ( 1.0f + hiddenArrow ) );
    }
    else if ( arrows > 0 )
    {
        glDepthFunc( GL_GREATER );
        drawArrows( renderer, hiddenArrow );
        glDepthFunc( GL_LEQUAL );
        drawArrows( renderer, 1.0f );
    }
    glDepthFunc( GL_LEQUAL );
}
