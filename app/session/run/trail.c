// SPDX-License-Identifier: MIT
#include "session/run/trail.h"
#include "shows/shows.h"

// Keeps where bodies have been and draws it.

void sessionTrail_Clear( sessionTrail* trail, double h )
{
    trail->sampleCount = 0;
    trail->bodyCount = 0;
    trail->begin = 0;
    trail->sampleBodies = -1;
    // Fifty points per simulated second look smooth at walking speed.
    double stride = ceil( 0.02 / h );
    trail->stride = stride > 1.0 ? (int64_t)fmin( stride, 1e9 ) : 1;
}

static void collectCentres( void* context, int count, const ssDrawSphere* spheres )
{
    sessionTrail* trail = context;
    for ( int i = 0; i < count && trail->bodyCount <= session_trailBodies; ++i )
    {
        if ( trail->bodyCount < session_trailBodies ) { trail->now[trail->bodyCount] = spheres[i].center; }
        ++trail->bodyCount; // one more than session_trailBodies marks a heap
    }
}

static void collectSolids( void* context, int count, const ssDrawSolid* solids )
{
    for ( int i = 0; i < count; ++i )
    {
        ssDrawSphere centre = { .center = solids[i].center };
        collectCentres( context, solids[i].fixed || solids[i].body < 0 ? 0 : 1, &centre );
    }
}

/// Reads the present centres into `now`. False when there are no bodies, or too many.
static bool readCentres( sessionTrail* trail, const ssSim* sim )
{
    ssDraw draw = { .flags = ss_drawBodies, .context = trail, .spheres = collectCentres };
    draw.solids = showFind( ssSim_Scenario( sim ) )->view.solidTrails ? collectSolids : NULL;
    trail->bodyCount = 0;
    ssSim_Draw( sim, &draw );
    return trail->bodyCount > 0 && trail->bodyCount <= session_trailBodies;
}

static void thin( sessionTrail* trail )
{
    for ( int body = 0; body < session_trailBodies; ++body )
    {
        for ( int i = 0; i < session_trailPoints / 2; ++i )
        {
            trail->points[body][i] = trail->points[body][2 * i];
        }
    }
    trail->sampleCount = session_trailPoints / 2;
    trail->begin = ( trail->begin + 1 ) / 2;
    trail->stride *= 2;
}

void sessionTrail_Visit( sessionTrail* trail, const ssSim* sim )
{
    int64_t step = ssSim_StepIndex( sim );
    if ( step % trail->stride != 0 ) { return; }
    // Samples lie at multiples of the stride. After going back, those ahead are already known.
    int64_t sample = step / trail->stride;
    if ( sample != trail->sampleCount || !readCentres( trail, sim ) ) { return; }
    if ( trail->bodyCount != trail->sampleBodies )
    {
        // Bodies have come or gone, and the numbers of the others have changed.
        trail->sampleBodies = trail->bodyCount;
        trail->begin = trail->sampleCount;
    }
    for ( int body = 0; body < trail->bodyCount; ++body )
    {
        trail->points[body][trail->sampleCount] = trail->now[body];
    }
    if ( ++trail->sampleCount == session_trailPoints ) { thin( trail ); }
}

void sessionTrail_Cut( sessionTrail* trail, int64_t step )
{
    int64_t kept = step / trail->stride + 1;
    trail->sampleCount = kept < trail->sampleCount ? kept : trail->sampleCount;
    // Which bodies there were before the trails began is not known.
    trail->sampleBodies = trail->sampleCount > trail->begin ? trail->sampleBodies : -1;
}

/// The number of points up to the present; 0: there is nothing to draw.
static int pastPoints( sessionTrail* trail, const ssSim* sim, const ssDraw* draw )
{
    // Without a sample there is no line; a heap, which has no trails, is not looked through for its centres.
    if ( !( draw->flags & ss_drawTrails ) || draw->trail == NULL || trail->sampleCount == 0 ||
        !readCentres( trail, sim ) || trail->bodyCount != trail->sampleBodies )
    {
        return 0;
    }
    int64_t past = ssSim_StepIndex( sim ) / trail->stride + 1;
    int64_t last = past < trail->sampleCount ? past : trail->sampleCount;
    return last > trail->begin ? (int)( last - trail->begin ) : 0;
}

static void drawOne( const sessionTrail* trail, const ssDraw* draw, int body, int count, ssVec3 shift )
{
    ssVec3 line[session_trailPoints + 1];
    for ( int i = 0; i < count; ++i )
    {
        line[i] = ssVec3_Add( trail->points[body][trail->begin + i], shift );
    }
    line[count] = ssVec3_Add( trail->now[body], shift );
    draw->trail( draw->context, count + 1, line );
}

void sessionTrail_Draw( sessionTrail* trail, const ssSim* sim, const ssDraw* draw )
{
    int count = pastPoints( trail, sim, draw );
    for ( int body = 0; body < trail->bodyCount && count > 0; ++body )
    {
        drawOne( trail, draw, body, count, ssVec3_Make( 0.0, 0.0, 0.0 ) );
    }
}

void sessionTrail_DrawOne(
    sessionTrail* trail, const ssSim* sim, const ssDraw* draw, int body, const float center[3] )
{
    int count = pastPoints( trail, sim, draw );
    if ( count > 0 && body < trail->bodyCount )
    {
        ssVec3 at = { (double)center[0], (double)center[1], (double)center[2] };
        drawOne( trail, draw, body, count, ssVec3_Sub( at, trail->now[body] ) );
    }
}
