// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "base/os.h"
#include "gfx/render/renderer_private.h"
#include "gfx/render/scalar.h"
#include "slipstick/parallel.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Spheres from the draw list to instances: measured, sorted from back to front, as smooth edges blend, freed
// of hidden ones, and written into the graphics card's memory. All in parallel, in blocks that do not depend
// on the number of threads.

enum
{
    blockSize = 4096, // spheres: fewer are done before other threads have woken up
    castBlockSize = 1024,
    sortBits = 11 // of the depth, in each of two passes
};

// What a block of spheres has in common.
typedef struct gfxSurvey
{
    float largestEnergy, nearest, farthest, lowest;
    double radii;
    gfxRectangle extent;
} gfxSurvey;

typedef struct sphereWork
{
    gfxRenderer* renderer;
    const gfxFrame* frame;
    float farthest, perMetre; // of the sort
    gfxSphereRow* rows;
} sphereWork;

static float heightOf( const gfxPlane* plane, const gfxSphere* sphere )
{
    float height = 0.0f;
    for ( int k = 0; k < 3; ++k ) { height += ( sphere->center[k] - plane->origin[k] ) * plane->normal[k]; }
    return height;
}

static void surveyBlock( void* context, int block, int first, int last )
{
    const sphereWork* work = context;
    const gfxFrame* frame = work->frame;
    const gfxPlane* plane = frame->list->planeCount > 0 ? &frame->list->planes[0] : NULL;
    gfxSurvey s = { .nearest = FLT_MAX,
        .farthest = -FLT_MAX,
        .lowest = FLT_MAX,
        .extent = { FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX } };
    for ( int i = first; i < last; ++i )
    {
        const gfxSphere* sphere = &frame->list->spheres[i];
        gfxSpot spot = gfxSpotOf( frame, sphere->center, sphere->radius );
        work->renderer->views.spots[i] = spot;
        s.largestEnergy = gfxMax( s.largestEnergy, sphere->energy );
        s.radii += (double)sphere->radius;
        s.lowest = gfxMin( s.lowest, plane != NULL ? heightOf( plane, sphere ) / sphere->radius : 0.0f );
        gfxRectangle_Include( &s.extent, frame, &spot, 1.6f * sphere->radius );
        if ( spot.at[2] > -spot.radius )
        {
            s.nearest = gfxMin( s.nearest, spot.at[2] );
            s.farthest = gfxMax( s.farthest, spot.at[2] );
        }
    }
    work->renderer->views.surveys[block] = s;
}

/// Makes room for all spheres of the list. False when memory is short.
static bool prepareViews( gfxSphereViews* v, int count )
{
    void** const arrays[] = { (void**)&v->spots, (void**)&v->circles, (void**)&v->keys, (void**)&v->spare,
        (void**)&v->boxes, (void**)&v->shown, (void**)&v->seen, (void**)&v->casts };
    const size_t sizes[] = { sizeof *v->spots, sizeof *v->circles, sizeof *v->keys, sizeof *v->spare,
        sizeof *v->boxes, sizeof *v->shown, sizeof *v->seen, sizeof *v->casts };
    int capacity = v->capacity;
    for ( int i = 0; i < SS_COUNT( sizes ); ++i )
    {
        capacity = v->capacity;
        if ( !growArray( arrays[i], &capacity, count, sizes[i] ) ) { return false; }
    }
    v->capacity = capacity;
    return GROW( v->surveys, v->surveyCapacity, ssBlockCount( count, blockSize ) );
}

void gfxSurveySpheres( gfxRenderer* renderer, gfxFrame* frame )
{
    int count = frame->list->sphereCount;
    gfxSphereViews* v = &renderer->views;
    frame->extent = ( gfxRectangle ){ FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX };
    frame->lowest = FLT_MAX;
    v->total = 0;
    v->nearest = FLT_MAX;
    v->farthest = -FLT_MAX;
    if ( count == 0 || !prepareViews( v, count ) ) { return; }
    v->total = count;
    sphereWork work = { .renderer = renderer, .frame = frame };
    ssParallelFor( count, blockSize, surveyBlock, &work );
    double radii = 0.0;
    for ( int i = 0; i < ssBlockCount( count, blockSize ); ++i )
    {
        const gfxSurvey* s = &v->surveys[i];
        frame->largestEnergy = gfxMax( frame->largestEnergy, s->largestEnergy );
        frame->extent.x0 = gfxMin( frame->extent.x0, s->extent.x0 );
        frame->extent.y0 = gfxMin( frame->extent.y0, s->extent.y0 );
        frame->extent.x1 = gfxMax( frame->extent.x1, s->extent.x1 );
        frame->extent.y1 = gfxMax( frame->extent.y1, s->extent.y1 );
        v->nearest = gfxMin( v->nearest, s->nearest );
        v->farthest = gfxMax( v->farthest, s->farthest );
        frame->lowest = gfxMin( frame->lowest, s->lowest );
        radii += s->radii;
    }
    frame->bodySize = (float)( radii / count );
}

/// Distributes the keys by one digit. Equal keys keep their order, so that frames are reproducible.
static void sortByDigit( const gfxDepthKey* from, gfxDepthKey* to, int count, int shift )
{
    enum
    {
        digits = 1 << sortBits
    };
    int places[digits] = { 0 };
    for ( int i = 0; i < count; ++i ) { ++places[( from[i].depth >> shift ) & ( digits - 1 )]; }
    int place = 0;
    for ( int i = 0; i < digits; ++i )
    {
        int here = places[i];
        places[i] = place;
        place += here;
    }
    for ( int i = 0; i < count; ++i ) { to[places[( from[i].depth >> shift ) & ( digits - 1 )]++] = from[i]; }
}

/// Sorts the spheres that are not entirely behind the eye from back to front.
static void sortSpheres( gfxSphereViews* v )
{
    const float most = (float)( ( 1 << ( 2 * sortBits ) ) - 1 );
    float range = v->farthest - v->nearest, scale = range > 0.0f ? most / range : 0.0f;
    v->count = 0;
    for ( int i = 0; i < v->total; ++i )
    {
        const gfxSpot* spot = &v->spots[i];
        if ( spot->at[2] > -spot->radius )
        {
            float depth = gfxMin( ( v->farthest - spot->at[2] ) * scale, most );
            v->keys[v->count++] = ( gfxDepthKey ){ (uint32_t)depth, i };
        }
    }
    sortByDigit( v->keys, v->spare, v->count, 0 );
    sortByDigit( v->spare, v->keys, v->count, sortBits );
}

static void viewBlock( void* context, int block, int first, int last )
{
    (void)block;
    const sphereWork* work = context;
    gfxSphereViews* v = &work->renderer->views;
    for ( int i = first; i < last; ++i )
    {
        const gfxSpot* spot = &v->spots[v->keys[i].index];
        v->circles[i] = gfxIsAhead( spot ) ? gfxCircleOf( work->frame, spot ) : ( gfxCircle ){ 0 };
        for ( int k = 0; k < 2; ++k )
        {
            atomic_store_explicit( &v->boxes[i].first[k], INT_MAX, memory_order_relaxed );
            atomic_store_explicit( &v->boxes[i].last[k], -1, memory_order_relaxed );
        }
    }
}

static int16_t packUnit( float x )
{
    float scaled = 32767.0f * gfxMin( gfxMax( x, -1.0f ), 1.0f );
    return (int16_t)( scaled + ( scaled < 0.0f ? -0.5f : 0.5f ) );
}

static uint8_t packShare( float x ) { return (uint8_t)( 255.0f * gfxMin( gfxMax( x, 0.0f ), 1.0f ) + 0.5f ); }

void gfxPackSphere( gfxSphereRow* row, const gfxSphere* sphere, const float tint[4] )
{
    memcpy( row->center, sphere->center, sizeof row->center );
    row->radius = sphere->radius;
    for ( int k = 0; k < 4; ++k )
    {
        row->turn[k] = packUnit( sphere->orientation[k] );
        row->tint[k] = packShare( tint[k] );
        row->box[k] = k < 2 ? 0 : 255;
    }
}

static void fillBlock( void* context, int block, int first, int last )
{
    (void)block;
    const sphereWork* work = context;
    const gfxSphereViews* v = &work->renderer->views;
    for ( int i = first; i < last; ++i )
    {
        const gfxSphere* sphere = &work->frame->list->spheres[v->keys[v->shown[i]].index];
        float tint[4];
        gfxTint( work->frame, ( gfxInk ){ sphere->mode, sphere->paint, sphere->look, sphere->energy }, tint );
        gfxSphereRow row; // written as a whole: the memory of the card is slow to read
        gfxPackSphere( &row, sphere, tint );
        gfxCutSquare( work->renderer, work->frame, v->shown[i], row.box );
        work->rows[i] = row;
    }
}

void gfxFillSpheres( gfxRenderer* renderer, const gfxFrame* frame )
{
    gfxSphereViews* v = &renderer->views;
    sphereWork work = { .renderer = renderer, .frame = frame };
    double start = osSeconds();
    sortSpheres( v );
    ssParallelFor( v->count, blockSize, viewBlock, &work );
    gfxHideSpheres( renderer, frame );
    v->shownCount = 0;
    for ( int i = 0; i < v->count; ++i )
    {
        v->shown[v->shownCount] = i;
        v->shownCount += atomic_load_explicit( &v->seen[i], memory_order_relaxed );
    }
    renderer->cullSeconds = osSeconds() - start;
    work.rows = v->shownCount > 0 ? gfxStream_Reserve( &renderer->spheres, v->shownCount ) : NULL;
    if ( work.rows == NULL )
    {
        v->shownCount = 0;
        return;
    }
    ssParallelFor( v->shownCount, blockSize, fillBlock, &work );
    gfxStream_Commit( &renderer->spheres, v->shownCount );
}

void gfxDrawSpheres( gfxRenderer* renderer )
{
    if ( renderer->views.shownCount > 0 )
    {
        glUseProgram( renderer->programs[gfx_programSphere].id );
        gfxStream_Bind( &renderer->spheres, 0 );
        glDrawArraysInstanced( GL_TRIANGLE_STRIP, 0, 4, renderer->views.shownCount );
    }
}

/// Does a sphere shade a plane where that can be seen? shadow.vert draws the same patch.
static bool shadesPlane(
    const gfxRenderer* renderer, const gfxFrame* frame, const gfxSphere* sphere, const gfxPlane* plane )
{
    float height = heightOf( plane, sphere ), facing = 0.0f, eye = 0.0f, foot[3];
    float above = height / sphere->radius;
    if ( above < 0.0f || above > 3.0f ) // as most are
    {
        return false;
    }
    for ( int k = 0; k < 3; ++k )
    {
        eye += ( frame->eye[k] - plane->origin[k] ) * plane->normal[k];
        facing += frame->forward[k] * plane->normal[k];
        foot[k] = sphere->center[k] - height * plane->normal[k];
    }
    if ( eye < 0.0f ) { return false; }
    gfxSpot spot = gfxSpotOf( frame, foot, ( 2.0f + 0.5f * above ) * sphere->radius );
    if ( !gfxIsAhead( &spot ) ) { return spot.at[2] > -spot.radius; }
    gfxCircle patch = gfxCircleOf( frame, &spot );
    // The patch is flat: it comes nearer to the eye only as far as the plane is seen from the side.
    patch.front = spot.at[2] - spot.radius * sqrtf( gfxMax( 1.0f - facing * facing, 0.0f ) );
    return !gfxIsCircleHidden( renderer, frame, &patch );
}

static void castBlock( void* context, int block, int first, int last )
{
    (void)block;
    const sphereWork* work = context;
    const gfxDrawList* list = work->frame->list;
    for ( int i = first; i < last; ++i )
    {
        bool casts = false;
        for ( int k = 0; k < list->planeCount && !casts; ++k )
        {
            casts = shadesPlane( work->renderer, work->frame, &list->spheres[i], &list->planes[k] );
        }
        work->renderer->views.casts[i] = casts;
    }
}

void gfxAddSphereShadows( gfxRenderer* renderer, const gfxFrame* frame )
{
    gfxSphereViews* v = &renderer->views;
    sphereWork work = { .renderer = renderer, .frame = frame };
    ssParallelFor( v->total, castBlockSize, castBlock, &work );
    for ( int i = 0; i < v->total; ++i )
    {
        float* row = v->casts[i] ? gfxStream_Append( &renderer->shadows, gfx_shadowFloats ) : NULL;
        if ( row != NULL )
        {
            memcpy( row, frame->list->spheres[i].center, 3 * sizeof( float ) );
            row[3] = frame->list->spheres[i].radius;
        }
    }
}

void gfxFreeViews( gfxSphereViews* v )
{
    free( v->spots );
    free( v->circles );
    free( v->boxes );
    free( v->keys );
    free( v->spare );
    free( v->shown );
    free( (void*)v->seen );
    free( v->casts );
    free( v->surveys );
}
