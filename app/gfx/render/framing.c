// SPDX-License-Identifier: MIT
#include "gfx/render/framing.h"

#include <string.h>

// A run whose whole path needs at most this many times the distance that its bodies need, in the mean, is
// seen from one place.
static const float s_restful = 1.3f;
static const float s_farthest = 2.5f; // times the largest such distance: nothing is chased farther
// Of what was built: room around the bodies for arrows and their names, and for the sentence above.
static const float s_room = 1.15f, s_raised = 0.04f, s_bounds = 1.05f;
// [sizes of the stage] A stage farther from its path than this is on another path.
static const float s_astray = 0.3f;
static const float s_slack = 1.02f;

#define SAMPLES 64 // of the path, to see all of it
#define MOMENTS 8  // on each side of the present one, to smooth what the camera does

typedef struct lens
{
    const gfxCamera* camera;
    const gfxViewport* viewport;
    float zoom;
} lens;

/// The distance from the target at which a stage is in the view.
static float distanceTo( const lens* l, const float target[3], const gfxStage* stage )
{
    gfxCamera camera = *l->camera;
    memcpy( camera.target, target, sizeof camera.target );
    float distance = 0.0f;
    if ( stage->radius > 0.0f )
    {
        distance =
            gfxCamera_DistanceFor( &camera, stage->center, s_bounds * stage->radius / l->zoom, l->viewport );
    }
    float room = stage->radius > 0.0f ? 1.0f : s_room;
    float corners[gfx_stageCorners][3];
    gfxStage_Corners( stage, corners );
    for ( int i = 0; i < gfx_stageCorners && gfxStage_HasBodies( stage ); ++i )
    {
        for ( int k = 0; k < 3; ++k )
        {
            float middle = 0.5f * ( stage->low[k] + stage->high[k] );
            corners[i][k] = middle + room * ( corners[i][k] - middle );
        }
        distance = fmaxf( distance, gfxCamera_DistanceFor( &camera, corners[i], 0.0f, l->viewport ) );
    }
    return distance;
}

/// The whole path from one place, if that is near enough to see the bodies well.
static bool rests( const lens* l, const gfxPath* path, gfxFraming* framing, float* most )
{
    float low[3] = { HUGE_VALF, HUGE_VALF, HUGE_VALF }, high[3] = { -HUGE_VALF, -HUGE_VALF, -HUGE_VALF };
    float mean = 0.0f, all = 0.0f;
    int count = 0;
    int stride = path->count / SAMPLES + 1;
    for ( int i = 0; i < path->count; i += stride )
    {
        const gfxStage* s = path->stages + i;
        bool stated = s->radius > 0.0f;
        for ( int k = 0; k < 3; ++k )
        {
            low[k] = fminf( low[k], stated ? s->center[k] - s->radius : s->low[k] );
            high[k] = fmaxf( high[k], stated ? s->center[k] + s->radius : s->high[k] );
        }
        float own = distanceTo( l, s->center, s );
        *most = fmaxf( *most, own );
        mean += own;
        ++count;
    }
    for ( int k = 0; k < 3; ++k ) { framing->target[k] = 0.5f * ( low[k] + high[k] ); }
    for ( int i = 0; i < path->count; i += stride )
    {
        all = fmaxf( all, distanceTo( l, framing->target, path->stages + i ) );
    }
    framing->distance = all;
    return all <= s_restful * mean / (float)count;
}

/// With the bodies: their place averaged over a while before and after, and their size likewise.
static void goWith(
    const lens* l, const gfxPath* path, const gfxStage* now, double ahead, gfxFraming* framing )
{
    double first = path->stages[0].time, last = path->stages[path->count - 1].time;
    // As long before as after: what moves evenly is in the middle.
    double reach = fmax( fmin( ahead, fmin( now->time - first, last - now->time ) ), 0.0 );
    float sizes[4 * MOMENTS + 1], weights = 0.0f, size = 0.0f;
    float target[3] = { 0.0f, 0.0f, 0.0f };
    for ( int i = -2 * MOMENTS; i <= 2 * MOMENTS; ++i )
    {
        double time = now->time + ahead * i / MOMENTS;
        const gfxStage s = gfxPath_At( path, fmin( fmax( time, first ), last ) );
        sizes[i + 2 * MOMENTS] = distanceTo( l, s.center, &s );
    }
    for ( int i = -MOMENTS; i <= MOMENTS; ++i )
    {
        float most = 0.0f, weight = (float)( MOMENTS + 1 - ( i < 0 ? -i : i ) );
        for ( int k = i; k <= i + 2 * MOMENTS; ++k ) // the largest near it
        {
            most = fmaxf( most, sizes[k + MOMENTS] );
        }
        const gfxStage s = gfxPath_At( path, now->time + reach * i / MOMENTS );
        for ( int k = 0; k < 3; ++k ) { target[k] += weight * s.center[k]; }
        size += weight * most;
        weights += weight;
    }
    for ( int k = 0; k < 3; ++k ) { framing->target[k] = target[k] / weights; }
    framing->distance = fmaxf( size / weights, distanceTo( l, framing->target, now ) );
}

static float sizeOf( const gfxStage* stage )
{
    return stage->radius > 0.0f ? stage->radius
                                : 0.5f *
            hypotf( hypotf( stage->high[0] - stage->low[0], stage->high[1] - stage->low[1] ),
                stage->high[2] - stage->low[2] );
}

/// Is the present stage where the path says?
static bool isOnPath( const gfxPath* path, const gfxStage* now )
{
    const gfxStage s = gfxPath_At( path, now->time );
    float away = hypotf(
        hypotf( s.center[0] - now->center[0], s.center[1] - now->center[1] ), s.center[2] - now->center[2] );
    return away <= s_astray * sizeOf( &s ) && ( now->radius > 0.0f || gfxStage_HasBodies( now ) );
}

/// Puts what was built a little below the middle: the sentence is above it.
static void lower( const lens* l, gfxFraming* framing )
{
    float up = s_raised * framing->distance * 2.0f * tanf( 0.5f * l->camera->fieldOfView );
    framing->target[0] += up * sinf( l->camera->yaw ) * -sinf( l->camera->pitch );
    framing->target[1] += up * cosf( l->camera->yaw ) * sinf( l->camera->pitch );
    framing->target[2] += up * cosf( l->camera->pitch );
}

gfxFraming gfxFrame( const gfxPath* path, const gfxStage* now, const gfxCamera* camera,
    const gfxViewport* viewport, float zoom, double ahead )
{
    const lens l = { camera, viewport, zoom };
    gfxFraming framing = { .kind = gfx_framingNow };
    memcpy( framing.target, now->center, sizeof framing.target );
    double last = path->count > 1 ? path->stages[path->count - 1].time : -HUGE_VAL;
    float most = 0.0f;
    bool restful = path->count > 1 && rests( &l, path, &framing, &most );
    if ( restful && distanceTo( &l, framing.target, now ) <= s_slack * framing.distance )
    {
        framing.kind = gfx_framingRests; // also where somebody has interfered
    }
    else if ( !restful && now->time <= last && isOnPath( path, now ) )
    {
        framing.kind = gfx_framingGoes;
        goWith( &l, path, now, ahead, &framing );
    }
    else
    {
        memcpy( framing.target, now->center, sizeof framing.target );
        framing.distance = distanceTo( &l, framing.target, now );
        bool chases = path->count > 1 && !( now->radius > 0.0f ) && gfxStage_HasBodies( now );
        framing.kind = chases ? gfx_framingChases : gfx_framingNow;
        framing.distance = chases ? fminf( framing.distance, s_farthest * most ) : framing.distance;
    }
    if ( !( now->radius > 0.0f ) ) { lower( &l, &framing ); }
    return framing;
}
