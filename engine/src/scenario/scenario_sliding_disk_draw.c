// SPDX-License-Identifier: MIT
#include "scenario/scenario_sliding_disk.h"

#include <math.h>

// The picture of the sliding disk on its grooved plate, with the paths of other launches, and the charts.

typedef struct Frame
{
    ssVec2 center;
    double extent; // half size of the picture [m]
} Frame;

/// Contains all paths. It stays the same during a run unless the body leaves it.
static Frame frameOf( const SlidingDisk* s )
{
    double low[2] = { fmin( 0.0, s->disk.position.x ), fmin( 0.0, s->disk.position.y ) };
    double high[2] = { fmax( 0.0, s->disk.position.x ), fmax( 0.0, s->disk.position.y ) };
    for ( int i = -1; i < s->ghostCount; ++i )
    {
        const DiskGhost* ghost = i < 0 ? &s->prediction : s->ghosts + i;
        for ( int k = 0; k < ghost->count; k += 4 )
        {
            low[0] = fmin( low[0], ghost->points[k].x );
            low[1] = fmin( low[1], ghost->points[k].y );
            high[0] = fmax( high[0], ghost->points[k].x );
            high[1] = fmax( high[1], ghost->points[k].y );
        }
    }
    Frame frame = { { 0.5 * ( low[0] + high[0] ), 0.5 * ( low[1] + high[1] ) },
        0.62 * fmax( hypot( high[0] - low[0], high[1] - low[1] ), 1e-3 ) };
    return frame;
}

static void drawGround( const SlidingDisk* s, Frame frame, const ssDraw* draw )
{
    // Grooves run along e_T2. A steered runner slides on a surface without grooves.
    ssDrawPlane plane = { .origin = { frame.center.x, frame.center.y, 0.0 },
        .normal = { 0.0, 0.0, 1.0 },
        .tangent = { 0.0, 1.0, 0.0 },
        .halfX = 1.35 * frame.extent,
        .halfY = 1.35 * frame.extent,
        .grooved = !s->bodyFrame };
    draw->planes( draw->context, 1, &plane );
}

static void drawBody(
    const SlidingDisk* s, ssVec3 center, double size, ssContactMode mode, const ssDraw* draw )
{
    double angle = s->bodyFrame ? diskFrame( s ) : s->disk.angle;
    ssQuat turn = { cos( 0.5 * angle ), 0.0, 0.0, sin( 0.5 * angle ) };
    if ( draw->solids != NULL )
    {
        // The long side of a runner is along its own e_T2.
        ssDrawSolid solid = { .kind = s->bodyFrame ? ss_solidBox : ss_solidCylinder,
            .body = 0,
            .center = center,
            .half = { s->bodyFrame ? 0.45 * size : size, 1.6 * size, center.z },
            .orientation = turn,
            .mode = mode };
        draw->solids( draw->context, 1, &solid );
    }
    else if ( draw->spheres != NULL )
    {
        ssDrawSphere sphere = {
            .body = 0, .center = center, .radius = size, .orientation = turn, .mode = mode
        };
        draw->spheres( draw->context, 1, &sphere );
    }
    if ( draw->line != NULL && !s->bodyFrame )
    {
        ssVec3 mark[2] = { { center.x, center.y, 2.02 * center.z },
            { center.x + size * cos( angle ), center.y + size * sin( angle ), 2.02 * center.z } };
        draw->line( draw->context, ss_lineScenery, 2, mark );
    }
}

static void drawPaths( const SlidingDisk* s, Frame frame, const ssDraw* draw )
{
    ssVec3 points[diskGhostPoints];
    double height = 2e-3 * frame.extent;
    for ( int i = 0; i < s->ghostCount; ++i )
    {
        const DiskGhost* ghost = s->ghosts + i;
        for ( int k = 0; k < ghost->count; ++k )
        {
            points[k] = ssVec3_Make( ghost->points[k].x, ghost->points[k].y, height );
        }
        draw->line( draw->context, (ssDrawLineRole)( ss_lineGhost0 + i % 4 ), ghost->count, points );
    }
    // The straight path in the direction of launch is drawn for comparison.
    ssVec3 straight[2] = { { 0.0, 0.0, height },
        { 1.1 * frame.extent * sin( s->phi ), 1.1 * frame.extent * cos( s->phi ), height } };
    draw->line( draw->context, ss_lineExact, 2, straight );
    for ( int first = 0; first < s->measuredCount; first += diskGhostPoints - 1 )
    {
        int count = s->measuredCount - first < diskGhostPoints ? s->measuredCount - first : diskGhostPoints;
        for ( int k = 0; k < count; ++k )
        {
            points[k] = ssVec3_Make( s->measured[first + k].x, s->measured[first + k].y, 2.0 * height );
        }
        draw->line( draw->context, ss_lineMeasured, count, points );
    }
}

static void drawContacts(
    const SlidingDisk* s, const ssPadDisk* disk, double size, ssContactMode mode, const ssDraw* draw )
{
    double frame = diskFrame( s ), load = s->mass * s->gravity / s->pads, c = cos( frame ), n = sin( frame );
    ssContactView views[SS_DISK_PADS];
    ssPadDiskDef def = { .padRadius = 0.75 * size };
    for ( int i = 0; i < s->pads; ++i )
    {
        ssVec2 arm = s->pads > 1 ? ssPadDisk_Arm( &s->disk, &def, i ) : ssVec2_Make( 0.0, 0.0 );
        ssVec2 f = disk->force[i], u = disk->slip[i];
        views[i] =
            ( ssContactView ){ .point = { s->disk.position.x + arm.x, s->disk.position.y + arm.y, 0.0 },
                .normal = { 0.0, 0.0, 1.0 },
                .tangent1 = { c, n, 0.0 },
                .tangent2 = { -n, c, 0.0 },
                .force = { load, -( c * f.x + n * f.y ), -( -n * f.x + c * f.y ) },
                .mode = disk->stick[i] ? ss_modeStick : mode,
                .a = -1,
                .b = 0,
                .velocity = { 0.0, c * u.x + n * u.y, -n * u.x + c * u.y },
                .size = size,
                .law = &s->law.law,
                .lawScale = 1.0 };
    }
    draw->contacts( draw->context, s->pads, views );
}

static void drawArrows(
    const SlidingDisk* s, const ssPadDisk* disk, ssVec3 center, double size, const ssDraw* draw )
{
    ssDrawArrow arrows[2];
    int count = 0;
    if ( draw->flags & ss_drawForces )
    {
        // The sets are drawn for all pads together, and so is the force.
        ssVec2 f = diskForce( s, disk );
        arrows[count++] = ( ssDrawArrow ){ ss_quantityForce, { center.x, center.y, 0.02 * size },
            { f.x, f.y, 0.0 }, "−λ_T" };
    }
    if ( draw->flags & ss_drawVelocities )
    {
        arrows[count++] = ( ssDrawArrow ){ ss_quantityVelocity, center,
            { s->disk.velocity.x, s->disk.velocity.y, 0.0 }, "u" };
    }
    draw->arrows( draw->context, count, arrows );
}

/// The labels of the other launches, where their paths end.
static void drawLabels( const SlidingDisk* s, const ssDraw* draw )
{
    ssDrawLabel labels[diskGhostMax];
    for ( int i = 0; i < s->ghostCount; ++i )
    {
        const DiskGhost* ghost = s->ghosts + i;
        ssVec2 end = ghost->points[ghost->count - 1];
        labels[i] =
            ( ssDrawLabel ){ .position = { end.x, end.y, 0.0 }, .text = ghost->label, .ghost = 1 + i % 4 };
    }
    draw->labels( draw->context, s->ghostCount, labels );
}

void diskDraw( const void* state, const ssSim* sim, const ssDraw* draw )
{
    const SlidingDisk* s = state;
    const ssPadDisk* disk = diskShown( s, sim );
    Frame frame = frameOf( s );
    // The disk has the size of the experiment, or is enlarged to be visible on a long path. One that is a point is smaller on
    // a short path, which it would hide.
    double radius = s->pads > 1 ? DISK_RADIUS : fmin( DISK_RADIUS, 0.06 * frame.extent );
    double size = fmax( radius, 0.035 * frame.extent ), speed = ssVec2_Length( s->disk.velocity );
    ssVec3 center = { s->disk.position.x, s->disk.position.y, 0.46 * size };
    ssContactMode mode = speed > 0.0         ? ss_modeSlide
        : s->pads > 1 && s->disk.spin != 0.0 ? ss_modeSpin
                                             : ss_modeStick;
    if ( draw->bounds != NULL )
    {
        draw->bounds( draw->context, ssVec3_Make( frame.center.x, frame.center.y, 0.0 ), frame.extent );
    }
    if ( ( draw->flags & ss_drawGround ) && draw->planes != NULL )
    {
        drawGround( s, frame, draw );
    }
    if ( draw->flags & ss_drawBodies )
    {
        drawBody( s, center, size, mode, draw );
    }
    if ( ( draw->flags & ss_drawTrails ) && draw->line != NULL )
    {
        drawPaths( s, frame, draw );
    }
    slidingDrawSets( &s->law, s->mass * s->gravity, ssVec3_Make( center.x, center.y, 0.03 * size ),
        diskFrame( s ), mode, draw );
    if ( draw->contacts != NULL )
    {
        drawContacts( s, disk, size, mode, draw );
    }
    if ( draw->arrows != NULL )
    {
        drawArrows( s, disk, center, size, draw );
    }
    if ( ( draw->flags & ss_drawLabels ) && draw->labels != NULL && s->ghostCount > 0 )
    {
        drawLabels( s, draw );
    }
}

// ------------------------------------------------------------------------------------------------------- charts

static void drawPathChart( const SlidingDisk* s, const ssChartSink* sink )
{
    double x[diskGhostPoints], y[diskGhostPoints];
    for ( int i = -1; i < s->ghostCount && sink->curve != NULL; ++i )
    {
        // The predicted path of this launch is shown only if there are no others.
        const DiskGhost* ghost = i < 0 ? &s->prediction : s->ghosts + i;
        if ( i < 0 && s->ghostKind != ghostsNone )
        {
            continue;
        }
        for ( int k = 0; k < ghost->count; ++k )
        {
            x[k] = ghost->points[k].x;
            y[k] = ghost->points[k].y;
        }
        ssChartRole role = i < 0 ? ss_chartExact : (ssChartRole)( ss_chartFirst + i % 4 );
        sink->curve( sink->context, role, i < 0 ? "predicted" : ghost->label, ghost->count, x, y );
    }
    for ( int i = 0; i < s->measuredCount && sink->points != NULL; ++i )
    {
        sink->points( sink->context, ss_chartMeasured, i == 0 ? "measured" : "", 1, &s->measured[i].x,
            &s->measured[i].y );
    }
    if ( sink->points != NULL )
    {
        sink->points( sink->context, ss_chartNow, "now", 1, &s->disk.position.x, &s->disk.position.y );
    }
}

void diskDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    const SlidingDisk* s = state;
    const ssPadDisk* disk = diskShown( s, sim );
    if ( chart == diskChartPaths )
    {
        drawPathChart( s, sink );
        return;
    }
    bool slides = ssVec2_Length( s->disk.velocity ) > 0.0;
    slidingDrawReservoir( &s->law, s->mass * s->gravity / s->pads, disk->force[0],
        slides ? disk->slip[0] : ssVec2_Make( 0.0, 0.0 ), diskFrame( s ), sink );
}
