// SPDX-License-Identifier: MIT
#include "gfx/render/renderer.h"

#include <string.h>

// What moving bodies cover of a viewport, each as a convex polygon: for labels that are not to hide them, and
// to tell whether they are in sight.

#define BOX_CORNERS 8

static float cross( const float o[2], const float a[2], const float b[2] )
{
    return ( a[0] - o[0] ) * ( b[1] - o[1] ) - ( a[1] - o[1] ) * ( b[0] - o[0] );
}

/// Completes an outline whose corners are known.
static void measure( gfxOutline* outline )
{
    outline->area = 0.0f;
    memcpy( outline->low, outline->points[0], sizeof outline->low );
    memcpy( outline->high, outline->points[0], sizeof outline->high );
    for ( int i = 0; i < outline->count; ++i )
    {
        const float *a = outline->points[i], *b = outline->points[( i + 1 ) % outline->count];
        outline->area += 0.5f * ( a[0] * b[1] - a[1] * b[0] );
        for ( int k = 0; k < 2; ++k )
        {
            outline->low[k] = fminf( outline->low[k], a[k] );
            outline->high[k] = fmaxf( outline->high[k], a[k] );
        }
    }
    outline->area = fabsf( outline->area );
}

static bool ofSphere( const gfxProjector* projector, const gfxSphere* sphere, gfxOutline* outline )
{
    float middle[2], depth = 0.0f;
    if ( !gfxProjector_Project( projector, sphere->center, middle ) ) { return false; }
    for ( int k = 0; k < 3; ++k )
    {
        depth += projector->forward[k] * ( sphere->center[k] - projector->eye[k] );
    }
    float radius = sphere->radius, sight = sqrtf( fmaxf( depth * depth - radius * radius, 1e-12f ) );
    outline->count = gfx_outlineCorners;
    for ( int i = 0; i < outline->count; ++i )
    {
        float turn = 6.2831853f * (float)i / (float)outline->count;
        outline->points[i][0] = middle[0] + projector->focal * radius / sight * cosf( turn );
        outline->points[i][1] = middle[1] + projector->focal * radius / sight * sinf( turn );
    }
    return true;
}

/// The convex hull of eight points: Andrew's monotone chain.
static void hullOf( float points[BOX_CORNERS][2], gfxOutline* outline )
{
    for ( int i = 1; i < BOX_CORNERS; ++i )
    {
        for ( int k = i; k > 0 &&
              ( points[k][0] < points[k - 1][0] ||
                  ( points[k][0] == points[k - 1][0] && points[k][1] < points[k - 1][1] ) );
              --k )
        {
            float swap[2] = { points[k][0], points[k][1] };
            memcpy( points[k], points[k - 1], sizeof swap );
            memcpy( points[k - 1], swap, sizeof swap );
        }
    }
    float chain[2 * BOX_CORNERS][2];
    int count = 0, base = 0;
    for ( int i = 0; i < 2 * BOX_CORNERS - 1; ++i )
    {
        const float* p = points[i < BOX_CORNERS ? i : 2 * BOX_CORNERS - 2 - i]; // there below, back above
        base = i == BOX_CORNERS ? count : base;
        while ( count >= 2 && count > ( i < BOX_CORNERS ? 1 : base ) &&
            cross( chain[count - 2], chain[count - 1], p ) <= 0.0f )
        {
            --count;
        }
        memcpy( chain[count++], p, sizeof chain[0] );
    }
    outline->count = count - 1; // the first point comes again
    memcpy( outline->points, chain, (size_t)outline->count * sizeof chain[0] );
}

static bool ofSolid( const gfxProjector* projector, const gfxSolid* solid, gfxOutline* outline )
{
    const float *q = solid->orientation, *h = solid->half;
    bool round = solid->kind == ss_solidCylinder || solid->kind == ss_solidCapsule;
    float half[3] = { h[0], round ? h[0] : h[1], solid->kind == ss_solidCapsule ? h[2] + h[0] : h[2] },
          points[BOX_CORNERS][2];
    for ( int i = 0; i < BOX_CORNERS; ++i )
    {
        float v[3], at[3], t[3];
        for ( int k = 0; k < 3; ++k ) { v[k] = ( i >> k & 1 ) != 0 ? half[k] : -half[k]; }
        for ( int k = 0; k < 3; ++k ) // v + 2 w (u × v) + 2 u × (u × v) for the quaternion (u, w)
        {
            t[k] = 2.0f * ( q[( k + 1 ) % 3] * v[( k + 2 ) % 3] - q[( k + 2 ) % 3] * v[( k + 1 ) % 3] );
        }
        for ( int k = 0; k < 3; ++k )
        {
            at[k] = solid->center[k] + v[k] + q[3] * t[k] + q[( k + 1 ) % 3] * t[( k + 2 ) % 3] -
                q[( k + 2 ) % 3] * t[( k + 1 ) % 3];
        }
        if ( !gfxProjector_Project( projector, at, points[i] ) ) { return false; }
    }
    hullOf( points, outline );
    return outline->count >= 3;
}

int gfxOutlines( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport,
    gfxOutline* outlines, int capacity )
{
    const gfxProjector projector = gfxCamera_Projector( camera, viewport );
    int count = 0, moving = 0;
    for ( int i = 0; i < list->solidCount && list->solidCount <= 4 * capacity; ++i )
    {
        moving += list->solids[i].fixed ? 0 : 1;
    }
    if ( list->sphereCount + moving > capacity || list->solidCount > 4 * capacity ) { return 0; }
    for ( int i = 0; i < list->sphereCount + list->solidCount; ++i )
    {
        bool sphere = i < list->sphereCount;
        const gfxSolid* solid = sphere ? NULL : list->solids + ( i - list->sphereCount );
        outlines[count].body = sphere ? list->spheres[i].body : solid->body;
        if ( sphere ? ofSphere( &projector, list->spheres + i, outlines + count )
                    : !solid->fixed && ofSolid( &projector, solid, outlines + count ) )
        {
            measure( outlines + count );
            ++count;
        }
    }
    return count;
}

bool gfxOutline_Holds( const gfxOutline* outline, float x, float y )
{
    const float p[2] = { x, y };
    if ( x < outline->low[0] || x > outline->high[0] || y < outline->low[1] || y > outline->high[1] )
    {
        return false;
    }
    bool left = false, right = false;
    for ( int i = 0; i < outline->count; ++i )
    {
        float side = cross( outline->points[i], outline->points[( i + 1 ) % outline->count], p );
        left = left || side > 0.0f;
        right = right || side < 0.0f;
    }
    return !( left && right );
}
