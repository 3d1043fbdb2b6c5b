// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"

#include "base/grow.h"
#include "gfx/render/scalar.h"
#include "slipstick/parallel.h"

#include <float.h>
#include <math.h>

// In a heap most spheres are behind others, and drawing them costs as much as drawing those in front. The screen is
// divided into tiles; each holds the depth behind which nothing shines through. A sphere is hidden when all its tiles are
// opaque in front of its nearest point. Where spheres are small, a tile is a pixel, and smooth edges are counted, too: many of
// them in front of each other are opaque. Where they are large, a tile is several pixels wide and counts when one sphere
// covers all of it. Every bound errs on the side of drawing. Strips of the screen are independent, and work in parallel.

enum
{
    fewSpheres = 500, // with fewer spheres the search costs more than it saves
    strips = 16       // whatever the number of threads: the picture does not depend on it
};

static const float smallSphere = 16.0f;    // [px] radius up to which tiles are pixels
static const float largestTile = 8.0f;     // [px]
static const float opaque = 1.0f / 512.0f; // what shines through changes no colour by a level of 255

static int clampTo( int value, int least, int most )
{
    return value < least ? least : value > most ? most : value;
}

gfxSpot gfxSpotOf( const gfxFrame* frame, const float point[3], float radius )
{
    gfxSpot s = { .radius = radius };
    for ( int k = 0; k < 3; ++k )
    {
        float from = point[k] - frame->eye[k];
        s.at[0] += from * frame->right[k];
        s.at[1] += from * frame->up[k];
        s.at[2] += from * frame->forward[k];
    }
    return s;
}

/// The outer circle contains every pixel that a sphere can touch: with p = c + d on the sphere and s = (c_x, c_y) / c_z,
/// proj(p) - proj(c) = (d_xy - s d_z) / p_z, no longer than R sqrt(1 + s^2) / (c_z - R). The inner one is the disc through
/// its centre parallel to the screen. Only for spheres that are well in front of the eye.
gfxCircle gfxCircleOf( const gfxFrame* frame, const gfxSpot* s )
{
    float scale = 1.0f / ( s->at[2] * frame->pixelAngle ), x = s->at[0] / s->at[2], y = s->at[1] / s->at[2];
    return ( gfxCircle ){ .x = 0.5f * frame->screen[0] + s->at[0] * scale,
        .y = 0.5f * frame->screen[1] + s->at[1] * scale,
        .outer = s->radius * sqrtf( 1.0f + x * x + y * y ) / ( ( s->at[2] - s->radius ) * frame->pixelAngle ),
        .inner = s->radius * scale,
        .front = s->at[2] - s->radius,
        .middle = s->at[2] };
}

bool gfxIsAhead( const gfxSpot* s )
{
    return s->at[2] - s->radius > 0.1f * s->radius;
}

static bool isOutside( const gfxFrame* frame, const gfxCircle* c )
{
    float reach = c->outer + 1.0f;
    return c->x + reach < 0.0f || c->y + reach < 0.0f || c->x - reach > frame->screen[0] ||
        c->y - reach > frame->screen[1];
}

// ------------------------------------------------------------------------------------------------------------ tiles

/// The columns of a row of tiles that a circle of `radius` pixels touches. False when there are none. Where tiles are pixels,
/// their centres count.
static bool touched( const gfxTiles* t, const gfxCircle* c, float radius, int row, int columns[2] )
{
    bool pixels = t->size == 1.0f;
    float low = ( (float)row + ( pixels ? 0.5f : 0.0f ) ) * t->size - c->y,
          high = pixels ? low : low + t->size;
    float dy = gfxMax( gfxMax( low, -high ), 0.0f );
    float square = radius * radius - dy * dy;
    if ( !( square >= 0.0f ) )
    {
        return false;
    }
    float half = sqrtf( square ), from = ( c->x - half ) * t->inverse, to = ( c->x + half ) * t->inverse;
    int first = pixels ? gfxCeil( from - 0.5f ) : gfxFloor( from ),
        last = gfxFloor( pixels ? to - 0.5f : to );
    columns[0] = clampTo( first, 0, t->columns );
    columns[1] = clampTo( last, -1, t->columns - 1 );
    return columns[0] <= columns[1];
}

/// True when the part of a circle between two rows is hidden.
static bool isHidden( const gfxTiles* t, const gfxCircle* c, int firstRow, int endRow )
{
    float reach = c->outer + ( t->size == 1.0f ? 0.5f : 1.0f );
    int first = clampTo( gfxFloor( ( c->y - reach ) * t->inverse ), firstRow, endRow );
    int last = clampTo( gfxFloor( ( c->y + reach ) * t->inverse ), firstRow - 1, endRow - 1 );
    for ( int row = first; row <= last; ++row )
    {
        int columns[2], seen = 0;
        if ( !touched( t, c, reach, row, columns ) )
        {
            continue;
        }
        const float* nearest = t->nearest + (size_t)row * (size_t)t->columns;
        for ( int column = columns[0]; column <= columns[1]; ++column )
        {
            seen |= nearest[column] > c->front;
        }
        if ( seen )
        {
            return false;
        }
    }
    return true;
}

/// Lets less shine through a pixel at the smooth edge of a sphere. Spheres come from front to back, so this one is the deepest
/// yet.
static void coverEdge( gfxTiles* t, const gfxCircle* c, int row, int column )
{
    size_t at = (size_t)row * (size_t)t->columns + (size_t)column;
    if ( t->nearest[at] < FLT_MAX )
    {
        return;
    }
    float dx = (float)column + 0.5f - c->x, dy = (float)row + 0.5f - c->y;
    float cover = c->inner + 0.5f - sqrtf( dx * dx + dy * dy );
    t->left[at] *= 1.0f - gfxMin( gfxMax( cover, 0.0f ), 1.0f );
    if ( t->left[at] < opaque )
    {
        t->nearest[at] = c->middle;
    }
}

/// Covers a row of pixels as the shader of spheres does.
static void coverPixels( gfxTiles* t, const gfxCircle* c, int row )
{
    int all[2], full[2];
    if ( !touched( t, c, c->inner + 0.5f, row, all ) )
    {
        return;
    }
    if ( !( c->inner > 0.5f ) || !touched( t, c, c->inner - 0.5f, row, full ) )
    {
        full[0] = all[1] + 1;
        full[1] = all[1];
    }
    for ( int column = all[0]; column < full[0]; ++column )
    {
        coverEdge( t, c, row, column );
    }
    float* nearest = t->nearest + (size_t)row * (size_t)t->columns;
    for ( int column = full[0]; column <= full[1]; ++column )
    {
        nearest[column] = nearest[column] < c->middle ? nearest[column] : c->middle;
    }
    for ( int column = full[1] + 1; column <= all[1]; ++column )
    {
        coverEdge( t, c, row, column );
    }
}

/// Covers the tiles of a row that lie entirely inside a sphere.
static void coverTiles( gfxTiles* t, const gfxCircle* c, int row )
{
    float radius = c->inner - 1.0f;
    float dy = gfxMax( fabsf( (float)row * t->size - c->y ), fabsf( (float)( row + 1 ) * t->size - c->y ) );
    float half = radius > dy ? sqrtf( radius * radius - dy * dy ) : 0.0f;
    int from = clampTo( gfxCeil( ( c->x - half ) * t->inverse ), 0, t->columns ),
        to = clampTo( gfxFloor( ( c->x + half ) * t->inverse ), 0, t->columns );
    float* nearest = t->nearest + (size_t)row * (size_t)t->columns;
    for ( int column = from; half > 0.0f && column < to; ++column )
    {
        nearest[column] = nearest[column] < c->middle ? nearest[column] : c->middle;
    }
}

static void cover( gfxTiles* t, const gfxCircle* c, int firstRow, int endRow )
{
    float reach = c->inner + 0.5f;
    int first = clampTo( gfxFloor( ( c->y - reach ) * t->inverse ), firstRow, endRow );
    int last = clampTo( gfxFloor( ( c->y + reach ) * t->inverse ), firstRow - 1, endRow - 1 );
    for ( int row = first; row <= last; ++row )
    {
        if ( t->size == 1.0f )
        {
            coverPixels( t, c, row );
        }
        else
        {
            coverTiles( t, c, row );
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- spheres

typedef struct stripWork
{
    gfxRenderer* renderer;
    bool drawHidden;
} stripWork;

static void fillStrip( void* context, int strip, int first, int last )
{
    (void)first;
    (void)last;
    const stripWork* work = context;
    gfxTiles* t = &work->renderer->tiles;
    gfxSphereViews* views = &work->renderer->views;
    int rowsEach = ( t->rows + strips - 1 ) / strips;
    int firstRow = strip * rowsEach, endRow = firstRow + rowsEach < t->rows ? firstRow + rowsEach : t->rows;
    if ( firstRow >= endRow )
    {
        return;
    }
    size_t from = (size_t)firstRow * (size_t)t->columns, to = (size_t)endRow * (size_t)t->columns;
    for ( size_t i = from; i < to; ++i )
    {
        t->nearest[i] = FLT_MAX;
        t->left[i] = 1.0f;
    }
    float low = (float)firstRow * t->size - 1.0f, high = (float)endRow * t->size + 1.0f;
    for ( int i = views->count - 1; i >= 0; --i ) // from front to back
    {
        const gfxCircle* c = &views->circles[i];
        if ( c->y + c->outer < low || c->y - c->outer > high || !( c->front > 0.0f ) )
        {
            continue;
        }
        if ( work->drawHidden || !isHidden( t, c, firstRow, endRow ) )
        {
            atomic_store_explicit( &views->seen[i], 1, memory_order_relaxed );
            cover( t, c, firstRow, endRow );
        }
    }
}

/// Chooses the tiles by the size of the spheres on the screen and makes room for them. False when there is none.
static bool prepareTiles( gfxTiles* t, const gfxFrame* frame )
{
    float pixels = frame->bodySize / ( frame->pixelAngle * frame->camera->distance );
    t->size = pixels <= smallSphere ? 1.0f : fminf( floorf( 2.0f * pixels / smallSphere ), largestTile );
    t->inverse = 1.0f / t->size;
    t->columns = (int)ceilf( frame->screen[0] / t->size );
    t->rows = (int)ceilf( frame->screen[1] / t->size );
    int wanted = t->columns * t->rows, capacity = t->capacity;
    float* nearest = growArray( t->nearest, &capacity, wanted, sizeof( float ) );
    t->nearest = nearest != NULL ? nearest : t->nearest;
    float* left = nearest != NULL ? growArray( t->left, &t->capacity, wanted, sizeof( float ) ) : NULL;
    t->left = left != NULL ? left : t->left;
    return left != NULL;
}

void gfxHideSpheres( gfxRenderer* renderer, const gfxFrame* frame )
{
    gfxSphereViews* views = &renderer->views;
    gfxTiles* t = &renderer->tiles;
    t->filled = views->count >= fewSpheres && prepareTiles( t, frame );
    for ( int i = 0; i < views->count; ++i )
    {
        const gfxCircle* c = &views->circles[i];
        bool near = !( c->front > 0.0f ); // around the eye: it may be anywhere
        atomic_store_explicit(
            &views->seen[i], near || ( !t->filled && !isOutside( frame, c ) ), memory_order_relaxed );
    }
    if ( t->filled )
    {
        stripWork work = { renderer, frame->style->drawHidden };
        ssParallelFor( strips, 1, fillStrip, &work );
    }
}

bool gfxIsCircleHidden( const gfxRenderer* renderer, const gfxFrame* frame, const gfxCircle* c )
{
    const gfxTiles* t = &renderer->tiles;
    return isOutside( frame, c ) || ( t->filled && isHidden( t, c, 0, t->rows ) );
}

float gfxDepthBehind( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] )
{
    const gfxTiles* t = &renderer->tiles;
    if ( !t->filled )
    {
        return 0.0f;
    }
    gfxSpot s = gfxSpotOf( frame, point, 0.0f );
    if ( !( s.at[2] > 0.0f ) )
    {
        return 0.0f;
    }
    float scale = 1.0f / ( s.at[2] * frame->pixelAngle );
    float x = 0.5f * frame->screen[0] + s.at[0] * scale, y = 0.5f * frame->screen[1] + s.at[1] * scale;
    if ( x < 0.0f || y < 0.0f || x >= frame->screen[0] || y >= frame->screen[1] )
    {
        return FLT_MAX;
    }
    int row = (int)( y * t->inverse ), column = (int)( x * t->inverse );
    return s.at[2] - t->nearest[(size_t)row * (size_t)t->columns + (size_t)column];
}

bool gfxIsBuried( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] )
{
    // The contacts of a front sphere lie behind its face and still count as visible; those of the layers behind do not.
    return gfxDepthBehind( renderer, frame, point ) > 1.2f * frame->bodySize;
}
