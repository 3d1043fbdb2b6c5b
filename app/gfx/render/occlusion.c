// SPDX-License-Identifier: MIT
#include "gfx/render/renderer_private.h"

#include "base/grow.h"

#include <float.h>
#include <math.h>

// In a heap most spheres are behind others, and drawing them costs as much as drawing those in front. The screen is
// divided into tiles of about a pixel; each holds the nearest depth at which a sphere covers it completely. A sphere is
// hidden when all its tiles are covered nearer than its own nearest point. Every bound errs on the side of drawing.

enum
{
    fewSpheres = 500, // with fewer spheres the search costs more than it saves
    tilesAcross = 1280
};

/// A sphere as seen from the eye: at[] is to the right, up and ahead [m].
typedef struct ahead
{
    float at[3], radius;
} ahead;

static int tileOf( float pixel, const gfxTiles* t, int count )
{
    return (int)fminf( fmaxf( floorf( pixel / t->size ), 0.0f ), (float)( count - 1 ) );
}

/// The circle that contains every pixel a sphere can touch, its smooth edge included. With p = c + d on the sphere and
/// s = (c_x, c_y) / c_z, proj(p) - proj(c) = (d_xy - s d_z) / p_z, no longer than R sqrt(1 + s^2) / (c_z - R).
static void circleAround( const ahead* s, const gfxFrame* frame, float center[2], float* radius )
{
    float scale = 1.0f / ( s->at[2] * frame->pixelAngle ), x = s->at[0] / s->at[2], y = s->at[1] / s->at[2];
    center[0] = 0.5f * frame->screen[0] + s->at[0] * scale;
    center[1] = 0.5f * frame->screen[1] + s->at[1] * scale;
    *radius =
        s->radius * sqrtf( 1.0f + x * x + y * y ) / ( ( s->at[2] - s->radius ) * frame->pixelAngle ) + 1.0f;
}

static bool isHidden( const gfxTiles* t, const ahead* s, const gfxFrame* frame )
{
    float center[2], radius, front = s->at[2] - s->radius;
    circleAround( s, frame, center, &radius );
    if ( center[0] + radius < 0.0f || center[1] + radius < 0.0f || center[0] - radius > frame->screen[0] ||
        center[1] - radius > frame->screen[1] )
    {
        return true; // outside the picture
    }
    int last = tileOf( center[1] + radius, t, t->rows );
    for ( int row = tileOf( center[1] - radius, t, t->rows ); row <= last; ++row )
    {
        float above = (float)row * t->size - center[1], below = -t->size - above;
        float dy = fmaxf( fmaxf( above, below ), 0.0f );
        float half = sqrtf( fmaxf( radius * radius - dy * dy, 0.0f ) );
        int right = tileOf( center[0] + half, t, t->columns );
        for ( int column = tileOf( center[0] - half, t, t->columns ); column <= right; ++column )
        {
            if ( t->nearest[row * t->columns + column] > front )
            {
                return false;
            }
        }
    }
    return true;
}

/// Marks the tiles that a sphere covers. The disc through its centre parallel to the screen is inside the sphere and is
/// seen as a circle.
static void cover( gfxTiles* t, const ahead* s, const gfxFrame* frame )
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

static ahead aheadOf( const gfxFrame* frame, const float point[3], float radius )
{
    ahead s = { .radius = radius };
    for ( int k = 0; k < 3; ++k )
    {
        float from = point[k] - frame->eye[k];
        s.at[0] += from * frame->right[k];
        s.at[1] += from * frame->up[k];
        s.at[2] += from * frame->forward[k];
    }
    return s;
}

void gfxHideSpheres( gfxRenderer* renderer, const gfxFrame* frame, gfxDepthKey* keys, int count )
{
    gfxTiles* t = &renderer->tiles;
    t->size = fmaxf( 1.0f, frame->screen[0] / tilesAcross );
    t->columns = (int)ceilf( frame->screen[0] / t->size );
    t->rows = (int)ceilf( frame->screen[1] / t->size );
    float* grown = count >= fewSpheres
        ? growArray( t->nearest, &t->capacity, t->columns * t->rows, sizeof( float ) )
        : NULL;
    t->filled = grown != NULL;
    if ( grown == NULL )
    {
        return;
    }
    t->nearest = grown;
    for ( int i = 0; i < t->columns * t->rows; ++i )
    {
        grown[i] = FLT_MAX;
    }
    for ( int i = count - 1; i >= 0; --i )
    {
        const gfxSphere* sphere = &frame->list->spheres[keys[i].index];
        ahead s = aheadOf( frame, sphere->center, sphere->radius );
        if ( s.at[2] - s.radius > 0.1f * s.radius ) // well in front of the eye
        {
            keys[i].hidden = !frame->style->drawHidden && isHidden( t, &s, frame );
            if ( !keys[i].hidden )
            {
                cover( t, &s, frame );
            }
        }
    }
}

float gfxDepthBehind( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] )
{
    const gfxTiles* t = &renderer->tiles;
    ahead s = aheadOf( frame, point, 0.0f );
    if ( !t->filled || !( s.at[2] > 0.0f ) )
    {
        return 0.0f;
    }
    float x = 0.5f * frame->screen[0] + s.at[0] / ( s.at[2] * frame->pixelAngle ),
          y = 0.5f * frame->screen[1] + s.at[1] / ( s.at[2] * frame->pixelAngle );
    if ( x < 0.0f || y < 0.0f || x >= frame->screen[0] || y >= frame->screen[1] )
    {
        return FLT_MAX;
    }
    return s.at[2] - t->nearest[tileOf( y, t, t->rows ) * t->columns + tileOf( x, t, t->columns )];
}

bool gfxIsBuried( const gfxRenderer* renderer, const gfxFrame* frame, const float point[3] )
{
    // The contacts of a front sphere lie behind its face and still count as visible; those of the layers behind do not.
    return gfxDepthBehind( renderer, frame, point ) > 1.2f * frame->bodySize;
}
