// SPDX-License-Identifier: MIT
#include "gfx/renderer_internal.h"

#include <float.h>
#include <math.h>

// In a heap most spheres are behind others, and drawing them costs as much as drawing those in front. The screen in
// coarse tiles: each holds the nearest depth at which one sphere covers it altogether. A sphere whose tiles are all
// covered nearer than its own nearest point cannot be seen. Every bound errs on the side of drawing.

enum
{
    fewSpheres = 500, // below this it is not worth it
    tilesAcross = 320
};

typedef struct tiles
{
    float* nearest;
    int columns, rows;
    float size; // [px]
} tiles;

/// A sphere before the eye: to the right, up and ahead [m].
typedef struct ahead
{
    float at[3], radius;
} ahead;

static int tileOf( float pixel, const tiles* t, int count )
{
    return (int)fminf( fmaxf( floorf( pixel / t->size ), 0.0f ), (float)( count - 1 ) );
}

/// Pixels from `lo` to `hi` along one axis that a sphere can touch, with a margin for its smooth edge.
static void spanOf( const ahead* s, int axis, const gfxFrame* frame, float* lo, float* hi )
{
    float low = s->at[axis] - s->radius, high = s->at[axis] + s->radius;
    float nearer = 1.0f / ( ( s->at[2] - s->radius ) * frame->pixelAngle ),
          farther = 1.0f / ( ( s->at[2] + s->radius ) * frame->pixelAngle );
    *lo = 0.5f * frame->screen[axis] + fminf( low * nearer, low * farther ) - 2.0f;
    *hi = 0.5f * frame->screen[axis] + fmaxf( high * nearer, high * farther ) + 2.0f;
}

static bool isHidden( const tiles* t, const ahead* s, const gfxFrame* frame )
{
    float lo[2], hi[2], front = s->at[2] - s->radius;
    spanOf( s, 0, frame, &lo[0], &hi[0] );
    spanOf( s, 1, frame, &lo[1], &hi[1] );
    if ( hi[0] < 0.0f || hi[1] < 0.0f || lo[0] > frame->screen[0] || lo[1] > frame->screen[1] )
    {
        return true; // beside the picture
    }
    int left = tileOf( lo[0], t, t->columns ), right = tileOf( hi[0], t, t->columns );
    for ( int row = tileOf( lo[1], t, t->rows ); row <= tileOf( hi[1], t, t->rows ); ++row )
    {
        for ( int column = left; column <= right; ++column )
        {
            if ( t->nearest[row * t->columns + column] > front )
            {
                return false;
            }
        }
    }
    return true;
}

/// The disc through the centre facing the eye's plane is inside the sphere and is seen as a circle.
static void cover( tiles* t, const ahead* s, const gfxFrame* frame )
{
    float scale = 1.0f / ( s->at[2] * frame->pixelAngle ), radius = s->radius * scale - 1.0f;
    float x = 0.5f * frame->screen[0] + s->at[0] * scale, y = 0.5f * frame->screen[1] + s->at[1] * scale;
    if ( !( radius > 0.7f * t->size ) || y + radius < 0.0f || y - radius > frame->screen[1] )
    {
        return;
    }
    int last = tileOf( y + radius, t, t->rows );
    for ( int row = tileOf( y - radius, t, t->rows ); row <= last; ++row )
    {
        float dy = fmaxf( fabsf( (float)row * t->size - y ), fabsf( (float)( row + 1 ) * t->size - y ) );
        float half = radius > dy ? sqrtf( radius * radius - dy * dy ) : 0.0f;
        float from = fmaxf( ceilf( ( x - half ) / t->size ), 0.0f ),
              to = fminf( floorf( ( x + half ) / t->size ), (float)t->columns );
        for ( int column = (int)from; half > 0.0f && column < (int)to; ++column )
        {
            float* nearest = &t->nearest[row * t->columns + column];
            *nearest = fminf( *nearest, s->at[2] );
        }
    }
}

void gfxHideSpheres( gfxRenderer* renderer, const gfxFrame* frame, gfxDepthKey* keys, int count )
{
    tiles t = { .size = fmaxf( 4.0f, frame->screen[0] / tilesAcross ) };
    t.columns = (int)ceilf( frame->screen[0] / t.size );
    t.rows = (int)ceilf( frame->screen[1] / t.size );
    float* grown = count >= fewSpheres
        ? gfxGrow( renderer->nearTiles, &renderer->tileCapacity, t.columns * t.rows, sizeof( float ) )
        : NULL;
    if ( grown == NULL )
    {
        return;
    }
    renderer->nearTiles = t.nearest = grown;
    for ( int i = 0; i < t.columns * t.rows; ++i )
    {
        t.nearest[i] = FLT_MAX;
    }
    for ( int i = count - 1; i >= 0; --i )
    {
        const gfxSphere* sphere = &frame->list->spheres[keys[i].index];
        ahead s = { .radius = sphere->radius };
        for ( int k = 0; k < 3; ++k )
        {
            float from = sphere->center[k] - frame->eye[k];
            s.at[0] += from * frame->right[k];
            s.at[1] += from * frame->up[k];
            s.at[2] += from * frame->forward[k];
        }
        if ( s.at[2] - s.radius > 0.1f * s.radius ) // well before the eye
        {
            keys[i].hidden = isHidden( &t, &s, frame );
            if ( !keys[i].hidden )
            {
                cover( &t, &s, frame );
            }
        }
    }
}
