// SPDX-License-Identifier: MIT
#include "gfx/render/renderer.h"
#include "slipstick/draw.h"

/// Distance of a point from the surface of a solid, in the frame of the solid; negative inside.
static float distanceTo( const gfxSolid* solid, const float p[3] )
{
    const float* h = solid->half;
    float ring = hypotf( p[0], p[1] ), up = fabsf( p[2] );
    if ( solid->kind == ss_solidCapsule ) { return hypotf( ring, fmaxf( up - h[2], 0.0f ) ) - h[0]; }
    if ( solid->kind == ss_solidCylinder )
    {
        float out = fmaxf( ring - h[0], solid->hole > 0.0f ? solid->hole - ring : -h[0] ), over = up - h[2];
        return fminf( fmaxf( out, over ), 0.0f ) + hypotf( fmaxf( out, 0.0f ), fmaxf( over, 0.0f ) );
    }
    float sum = 0.0f, inside = -INFINITY;
    for ( int k = 0; k < 3; ++k )
    {
        float over = fabsf( p[k] ) - h[k];
        inside = fmaxf( inside, over );
        sum += fmaxf( over, 0.0f ) * fmaxf( over, 0.0f );
    }
    return fminf( inside, 0.0f ) + sqrtf( sum );
}

/// Rotates v by the inverse of a unit quaternion.
static void rotateBack( const float q[4], const float v[3], float out[3] )
{
    float t[3] = { q[2] * v[1] - q[1] * v[2] + q[3] * v[0], q[0] * v[2] - q[2] * v[0] + q[3] * v[1],
        q[1] * v[0] - q[0] * v[1] + q[3] * v[2] };
    out[0] = v[0] + 2.0f * ( q[2] * t[1] - q[1] * t[2] );
    out[1] = v[1] + 2.0f * ( q[0] * t[2] - q[2] * t[0] );
    out[2] = v[2] + 2.0f * ( q[1] * t[0] - q[0] * t[1] );
}

/// Distance along the ray to a solid, found by sphere tracing; INFINITY when the ray misses.
static float hitSolid( const gfxSolid* solid, const float origin[3], const float ray[3] )
{
    float from[3], start[3], along[3];
    for ( int k = 0; k < 3; ++k ) { from[k] = origin[k] - solid->center[k]; }
    rotateBack( solid->orientation, from, start );
    rotateBack( solid->orientation, ray, along );
    float size = solid->half[0] + solid->half[1] + solid->half[2];
    float far = sqrtf( from[0] * from[0] + from[1] * from[1] + from[2] * from[2] ) + 2.0f * size;
    float way = 0.0f;
    for ( int step = 0; step < 128 && way < far; ++step )
    {
        const float p[3] = { start[0] + way * along[0], start[1] + way * along[1],
            start[2] + way * along[2] };
        float free = distanceTo( solid, p );
        if ( free < 1e-4f * size ) { return way; }
        way += free;
    }
    return INFINITY;
}

/// Distance along the ray to a convex hull, between the planes of its faces; INFINITY: a miss.
static float hitHull(
    const gfxDrawList* list, const gfxSolid* solid, const float origin[3], const float ray[3] )
{
    float from[3], start[3], along[3], enter = -INFINITY, leave = INFINITY;
    for ( int k = 0; k < 3; ++k ) { from[k] = origin[k] - solid->center[k]; }
    rotateBack( solid->orientation, from, start );
    rotateBack( solid->orientation, ray, along );
    for ( int i = 0; i < solid->cornerCount; i += 3 )
    {
        const float *p = list->hullCorners[solid->firstCorner + i], *n = p + 3;
        float height = 0.0f, rise = 0.0f;
        for ( int k = 0; k < 3; ++k )
        {
            height += n[k] * ( start[k] - p[k] );
            rise += n[k] * along[k];
        }
        if ( rise < 0.0f ) { enter = fmaxf( enter, -height / rise ); }
        else if ( rise > 0.0f ) { leave = fminf( leave, -height / rise ); }
        else if ( height > 0.0f ) { return INFINITY; }
    }
    return enter <= leave ? enter : INFINITY;
}

int gfxPickBody( const gfxDrawList* list, const gfxCamera* camera, const gfxViewport* viewport, float x,
    float y, float hit[3] )
{
    float origin[3], ray[3];
    gfxCamera_Ray( camera, viewport, x, y, origin, ray );
    int body = -1;
    float nearest = INFINITY;
    for ( int i = 0; i < list->sphereCount; ++i )
    {
        const gfxSphere* sphere = &list->spheres[i];
        if ( sphere->body < 0 ) { continue; }
        float to[3], ahead = 0.0f;
        for ( int k = 0; k < 3; ++k )
        {
            to[k] = sphere->center[k] - origin[k];
            ahead += to[k] * ray[k];
        }
        // The distance from the ray to the centre suffers less cancellation than |to|² - ahead².
        float miss = 0.0f;
        for ( int k = 0; k < 3; ++k )
        {
            float off = to[k] - ahead * ray[k];
            miss += off * off;
        }
        float inside = sphere->radius * sphere->radius - miss;
        if ( inside < 0.0f ) { continue; }
        float distance = ahead - sqrtf( inside );
        if ( distance > 0.0f && distance < nearest )
        {
            nearest = distance;
            body = sphere->body;
        }
    }
    for ( int i = 0; i < list->solidCount; ++i )
    {
        const gfxSolid* solid = &list->solids[i];
        float distance = solid->body < 0  ? (float)INFINITY
            : solid->kind == ss_solidHull ? hitHull( list, solid, origin, ray )
                                          : hitSolid( solid, origin, ray );
        if ( distance > 0.0f && distance < nearest )
        {
            nearest = distance;
            body = list->solids[i].body;
        }
    }
    for ( int k = 0; k < 3 && body >= 0; ++k ) { hit[k] = origin[k] + nearest * ray[k]; }
    return body;
}
