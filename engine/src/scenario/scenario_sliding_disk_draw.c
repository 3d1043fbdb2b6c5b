// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_sliding_disk.h"

// The picture of the sliding disk on its grooved plate, with the paths of other launches, and the charts.

typedef struct Frame
{
    ssVec2 center;
    double extent; // half size of the picture [m]
} Frame;

/// Contains all paths. It stays the same during a run unless the body leaves it.
static Frame frameOf( const SlidingDisk* s )
{
    double low[2] = { ssMin( 0.0, s->disk.position.x ), ssMin( 0.0, s->disk.position.y ) };
    double high[2] = { ssMax( 0.0, s->disk.position.x ), ssMax( 0.0, s->disk.position.y ) };
    for ( int i = -1; i < s->ghostCount; ++i )
    {
        const DiskGhost* ghost = i < 0 ? &s->prediction : s->ghosts + i;
        // A sleigh has soon turned: the picture begins with that part of its long path.
        int count = s->bodyFrame ? ( ghost->count + 11 ) / 12 : ghost->count;
        for ( int k = 0; k < count; k += s->bodyFrame ? 1 : 4 )
        {
            low[0] = ssMin( low[0], ghost->points[k].x );
            low[1] = ssMin( low[1], ghost->points[k].y );
            high[0] = ssMax( high[0], ghost->points[k].x );
            high[1] = ssMax( high[1], ghost->points[k].y );
        }
    }
    Frame frame = { { 0.5 * ( low[0] + high[0] ), 0.5 * ( low[1] + high[1] ) },
        0.62 * ssMax( ssHypot( high[0] - low[0], high[1] - low[1] ), 1e-3 ) };
    return frame;
}

static void drawGround( const SlidingDisk* s, Frame frame, const ssDraw* draw )
{
    // Grooves run along e_T2. A steered runner slides on a surface without grooves.
    ssDrawPlane plane = { { frame.center.x, frame.center.y, 0.0 }, .normal = { 0.0, 0.0, 1.0 },
        .tangent = { 0.0, 1.0, 0.0 }, .halfX = 1.35 * frame.extent, .halfY = 1.35 * frame.extent,
        .grooved = !s->bodyFrame };
    picturePlanes( draw, 1, &plane );
}

/// A sleigh on two long runners, which point along e_T2 of its own frame.
static void drawSleigh( double angle, ssVec3 center, double size, ssContactMode mode, const ssDraw* draw )
{
    ssQuat turn = { ssCos( 0.5 * angle ), 0.0, 0.0, ssSin( 0.5 * angle ) };
    ssVec3 side = { 0.42 * size * ssCos( angle ), 0.42 * size * ssSin( angle ), 0.0 };
    ssDrawSolid solids[3] = { { ss_solidBox, .body = 0, .center = { center.x, center.y, 0.55 * size },
        .half = { 0.34 * size, 1.1 * size, 0.3 * size }, .orientation = turn, .mode = mode } };
    for ( int k = 0; k < 2; ++k )
    {
        double sign = k == 0 ? -1.0 : 1.0;
        ssVec3 at = { center.x + sign * side.x, center.y + sign * side.y, 0.12 * size };
        solids[1 + k] =
            picturePart( ss_solidBox, true, at, ssVec3_Make( 0.06 * size, 1.5 * size, 0.12 * size ), turn );
    }
    draw->solids( draw->context, 3, solids );
}

static void drawBody(
    const SlidingDisk* s, ssVec3 center, double size, ssContactMode mode, const ssDraw* draw )
{
    double angle = s->bodyFrame ? diskFrame( s ) : s->disk.angle;
    ssQuat turn = { ssCos( 0.5 * angle ), 0.0, 0.0, ssSin( 0.5 * angle ) };
    if ( draw->solids != NULL && s->bodyFrame ) { drawSleigh( angle, center, size, mode, draw ); }
    else if ( draw->solids != NULL )
    {
        ssDrawSolid solid = { ss_solidCylinder, .body = 0, .center = center, .half = { size, size, center.z },
            .orientation = turn, .mode = mode };
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
            { center.x + size * ssCos( angle ), center.y + size * ssSin( angle ), 2.02 * center.z } };
        draw->line( draw->context, ss_lineScenery, 2, mark );
    }
}

static int liftPath( const DiskGhost* ghost, double height, ssVec3* points )
{
    for ( int k = 0; k < ghost->count; ++k )
    {
        points[k] = ssVec3_Make( ghost->points[k].x, ghost->points[k].y, height );
    }
    return ghost->count;
}

static void drawPaths( const SlidingDisk* s, Frame frame, const ssDraw* draw )
{
    ssVec3 points[diskGhostPoints];
    double height = 2e-3 * frame.extent;
    for ( int i = 0; i < s->ghostCount; ++i )
    {
        int count = liftPath( s->ghosts + i, height, points );
        draw->line( draw->context, (ssDrawLineRole)( ss_lineGhost0 + i % SS_GHOST_COLORS ), count, points );
    }
    // Dashed are the paths with C alone, or, if there are no other paths, the one of a point.
    for ( int i = 0; i < s->plainCount + ( s->ghostKind == ghostsNone ); ++i )
    {
        const DiskGhost* ghost = s->ghostKind == ghostsNone ? &s->prediction : s->plain + i;
        int count = liftPath( ghost, height, points );
        draw->line( draw->context, ss_lineExact, count, points );
    }
    // The straight path in the direction of launch is drawn for comparison.
    ssVec3 straight[2] = { { 0.0, 0.0, height },
        { 1.1 * frame.extent * ssSin( s->phi ), 1.1 * frame.extent * ssCos( s->phi ), height } };
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

/// Where a pad has slid in the latest step, for the user's own laws.
static ssLawSite diskSite( const SlidingDisk* s, const ssSim* sim, int pad )
{
    ssPadDiskDef def = { .padRadius = PAD_RADIUS };
    double h = ssSim_StepIndex( sim ) > 0 ? ssSim_StepSize( sim ) : 0.0;
    ssPadDisk middle = { .angle = s->disk.angle - 0.5 * h * s->disk.spin };
    ssVec2 q = ssVec2_MulAdd( s->disk.position, -0.5 * h, s->disk.velocity );
    q = s->pads > 1 ? ssVec2_Add( q, ssPadDisk_Arm( &middle, &def, pad ) ) : q;
    return ( ssLawSite ){ ssSim_Time( sim ), .x = q.x, .y = q.y,
        .spinning = s->pads > 1 ? fabs( s->disk.spin ) : 0.0, .state = s->disk.state[pad] };
}

/// The first pad, as it is drawn.
static SlidingContact diskContact( const SlidingDisk* s, const ssSim* sim, const ssPadDisk* disk )
{
    bool slides = ssVec2_Length( s->disk.velocity ) > 0.0;
    return ( SlidingContact ){ &s->law, .site = diskSite( s, sim, 0 ), .load = s->mass * s->gravity / s->pads,
        .force = disk->force[0], .slip = slides ? disk->slip[0] : ssVec2_Make( 0.0, 0.0 ),
        .angle = diskFrame( s ) };
}

static void drawContacts( const SlidingDisk* s, const ssSim* sim, const ssPadDisk* disk, double size,
    ssContactMode mode, const ssDraw* draw )
{
    double frame = diskFrame( s ), load = s->mass * s->gravity / s->pads, c = ssCos( frame ),
           n = ssSin( frame );
    ssContactView views[SS_DISK_PADS];
    ssPadDiskDef def = { .padRadius = 0.75 * size };
    for ( int i = 0; i < s->pads; ++i )
    {
        ssVec2 arm = s->pads > 1 ? ssPadDisk_Arm( &s->disk, &def, i ) : ssVec2_Make( 0.0, 0.0 );
        ssVec2 f = disk->force[i], u = disk->slip[i];
        views[i] = ( ssContactView ){ { s->disk.position.x + arm.x, s->disk.position.y + arm.y, 0.0 },
            .normal = { 0.0, 0.0, 1.0 }, .tangent1 = { c, n, 0.0 }, .tangent2 = { -n, c, 0.0 },
            .force = { load, -( c * f.x + n * f.y ), -( -n * f.x + c * f.y ) },
            .mode = disk->stick[i] ? ss_modeStick : mode, .a = -1, .b = 0,
            .velocity = { 0.0, c * u.x + n * u.y, -n * u.x + c * u.y }, .size = size, .law = &s->law.law,
            .site = diskSite( s, sim, i ), .lawScale = ssSim_Noise( sim, 0 ).friction };
    }
    draw->contacts( draw->context, s->pads, views );
}

static void drawArrows(
    const SlidingDisk* s, const ssPadDisk* disk, ssVec3 center, double size, const ssDraw* draw )
{
    // Sets and force are for all pads together; the force along a runner is too small for an arrow.
    ssVec2 f = diskForce( s, disk );
    double across = 0.0, scale = s->mass * s->gravity / s->law.law.cForce;
    for ( int i = 0; i < slidingOutlinePoints; ++i )
    {
        across = ssMax( across, scale * ssVec2_Length( s->law.outlineC[i] ) );
    }
    ssDrawArrow force = { ss_quantityForce, { center.x, center.y, 0.02 * size }, { f.x, f.y, 0.0 }, "−r_T" };
    ssDrawArrow velocity = { ss_quantityVelocity, center, { s->disk.velocity.x, s->disk.velocity.y, 0.0 },
        "u" };
    pictureArrows( draw, ss_drawForces, ssVec2_Length( f ) > 0.1 * across ? 1 : 0, &force );
    pictureArrows( draw, ss_drawVelocities, 1, &velocity );
}

/// The labels of the other launches, where their paths end.
static void drawLabels( const SlidingDisk* s, const ssDraw* draw )
{
    if ( s->ghostKind == ghostsNone && s->pads > 1 )
    {
        ssVec2 at = s->prediction.points[s->prediction.count - 1];
        ssDrawLabel point = { .position = { at.x, at.y, 0.0 }, .text = "without spin" };
        pictureLabels( draw, 1, &point );
    }
    ssDrawLabel labels[diskGhostMax];
    for ( int i = 0; i < s->ghostCount; ++i )
    {
        const DiskGhost* ghost = s->ghosts + i;
        ssVec2 end = ghost->points[ghost->count - 1];
        labels[i] = ( ssDrawLabel ){ { end.x, end.y, 0.0 }, .text = ghost->label, .small = true,
            .ghost = 1 + i % SS_GHOST_COLORS };
    }
    pictureLabels( draw, s->ghostCount, labels );
}

void diskDraw( const void* state, const ssSim* sim, const ssDraw* draw )
{
    const SlidingDisk* s = state;
    const ssPadDisk* disk = diskShown( s, sim );
    Frame frame = frameOf( s );
    // The disk has its true size, or is enlarged on a long path; a point is smaller on a short one.
    double radius = s->pads > 1 ? DISK_RADIUS : ssMin( DISK_RADIUS, 0.06 * frame.extent );
    double size = ssMax( radius, ( s->bodyFrame ? 0.13 : 0.035 ) * frame.extent ),
           speed = ssVec2_Length( s->disk.velocity );
    ssVec3 center = { s->disk.position.x, s->disk.position.y, 0.46 * size };
    ssContactMode mode = speed > 0.0         ? ss_modeSlide
        : s->pads > 1 && s->disk.spin != 0.0 ? ss_modeSpin
                                             : ss_modeStick;
    pictureBounds( draw, ssVec3_Make( frame.center.x, frame.center.y, 0.0 ), frame.extent );
    drawGround( s, frame, draw );
    if ( draw->flags & ss_drawBodies ) { drawBody( s, center, size, mode, draw ); }
    if ( ( draw->flags & ss_drawTrails ) && draw->line != NULL ) { drawPaths( s, frame, draw ); }
    if ( mode != ss_modeStick )
    {
        // At rest no force acts, and the set would hide the ends of the paths.
        SlidingContact contact = diskContact( s, sim, disk );
        contact.together = s->pads;
        slidingDrawSets( &contact, ssVec3_Make( center.x, center.y, 0.03 * size ), mode, draw );
    }
    if ( draw->contacts != NULL ) { drawContacts( s, sim, disk, size, mode, draw ); }
    drawArrows( s, disk, center, size, draw );
    drawLabels( s, draw );
}

static void drawPathChart( const SlidingDisk* s, const ssChartSink* sink )
{
    double x[diskGhostPoints], y[diskGhostPoints];
    for ( int i = -1; i < s->ghostCount; ++i )
    {
        // The predicted path of this launch is shown only if there are no others.
        const DiskGhost* ghost = i < 0 ? &s->prediction : s->ghosts + i;
        if ( i < 0 && s->ghostCount > 0 ) { continue; }
        for ( int k = 0; k < ghost->count; ++k )
        {
            x[k] = ghost->points[k].x;
            y[k] = ghost->points[k].y;
        }
        ssChartRole role = i < 0 ? ss_chartExact : (ssChartRole)( ss_chartFirst + i % 4 );
        sink->curve( sink->context, role,
            i >= 0            ? ghost->label
                : s->pads > 1 ? "a point"
                              : "predicted",
            ghost->count, x, y );
    }
    for ( int i = 0; i < s->plainCount; ++i )
    {
        for ( int k = 0; k < s->plain[i].count; ++k )
        {
            x[k] = s->plain[i].points[k].x;
            y[k] = s->plain[i].points[k].y;
        }
        sink->curve( sink->context, ss_chartExact, i == 0 ? "C alone" : "", s->plain[i].count, x, y );
    }
    for ( int i = 0; i < s->measuredCount; ++i )
    {
        sink->points( sink->context, ss_chartMeasured, i == 0 ? "measured" : "", 1, &s->measured[i].x,
            &s->measured[i].y );
    }
    sink->points( sink->context, ss_chartNow, "now", 1, &s->disk.position.x, &s->disk.position.y );
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
    SlidingContact contact = diskContact( s, sim, disk );
    slidingDrawReservoir( &contact, sink );
}
