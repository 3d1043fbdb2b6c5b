// SPDX-License-Identifier: MIT
#include "draw/body_loads.h"
#include "scenario/oscillator_motion.h"
#include "scenario/picture.h"
#include "scenario/scenario_belt.h"

// The picture of the mass on the belt, with the sets in the contact plane, and the charts.

/// Lengths and directions of the picture.
typedef struct Scene
{
    ssVec2 equilibrium; // [m]
    double extent;      // half its size around the post of the springs [m]
    double size;        // half the side of the mass [m]
    double phi;         // direction of the belt [rad]
    ssContactMode mode;
} Scene;

static Scene makeScene( const Belt* s )
{
    ssVec2 q = s->body.position, eq = s->steady.equilibrium, chi = s->def.beltVelocity;
    double speed = ssVec2_Length( chi );
    // As large as friction can stretch the springs in any direction: it stays the same while the belt turns.
    double extent = ssMax( s->reach, ssMax( ssVec2_Length( eq ), ssVec2_Length( q ) ) );
    extent = extent > 0.0 ? extent : 1.0;
    return ( Scene ){ .equilibrium = eq,
        .extent = extent,
        .size = 0.07 * extent,
        .phi = speed > 0.0 ? ssAtan2( chi.y, chi.x ) : 0.0,
        .mode = beltSticks( s ) ? ss_modeStick : ss_modeSlide };
}

static void drawGround( const Belt* s, const Scene* scene, const ssDraw* draw )
{
    double phi = scene->phi;
    // Stripes across the belt make its motion visible; z × tangent is the direction of the belt.
    ssDrawPlane plane = { { 0.0, 0.0, 0.0 }, .normal = { 0.0, 0.0, 1.0 },
        .tangent = { ssSin( phi ), -ssCos( phi ), 0.0 }, .halfX = 1.2 * scene->extent,
        .halfY = 1.6 * scene->extent, .grooved = true,
        .shift = s->travel.x * ssCos( phi ) + s->travel.y * ssSin( phi ) };
    picturePlanes( draw, 1, &plane );
}

/// The mass, the post that holds its springs, and a cross at the equilibrium.
static void drawBodies( const Scene* scene, ssVec3 center, const ssDraw* draw )
{
    double size = scene->size;
    ssVec2 eq = scene->equilibrium;
    if ( draw->solids != NULL )
    {
        ssDrawSolid solids[] = {
            { ss_solidBox, .body = 0, .center = center, .half = { size, size, 0.5 * size },
                .orientation = ssQuat_Identity(), .mode = scene->mode },
            picturePart( ss_solidCylinder, true, ssVec3_Make( 0.0, 0.0, 0.5 * size ),
                ssVec3_Make( 0.4 * size, 0.0, 0.5 * size ), ssQuat_Identity() ),
        };
        draw->solids( draw->context, SS_COUNT( solids ), solids );
    }
    else if ( draw->spheres != NULL )
    {
        ssDrawSphere sphere = { .body = 0,
            .center = center,
            .radius = 0.5 * size,
            .orientation = ssQuat_Identity(),
            .mode = scene->mode };
        draw->spheres( draw->context, 1, &sphere );
    }
    oscillatorDrawSpring( draw, ssVec3_Make( 0.0, 0.0, 0.5 * size ), center, 0.4 * size );
    if ( draw->line != NULL )
    {
        ssVec3 cross[2][2] = { { { eq.x - size, eq.y, 0.01 * size }, { eq.x + size, eq.y, 0.01 * size } },
            { { eq.x, eq.y - size, 0.01 * size }, { eq.x, eq.y + size, 0.01 * size } } };
        draw->line( draw->context, ss_lineExact, 2, cross[0] );
        draw->line( draw->context, ss_lineExact, 2, cross[1] );
    }
}

static void drawContact( const Belt* s, const ssSim* sim, const Scene* scene, const ssDraw* draw )
{
    ssVec2 q = s->body.position;
    // The force of a contact view is the one on the mass.
    ssContactView view = { { q.x, q.y, 0.0 }, .normal = { 0.0, 0.0, 1.0 }, .tangent1 = { 1.0, 0.0, 0.0 },
        .tangent2 = { 0.0, 1.0, 0.0 }, .force = { s->def.normalForce, -s->body.force.x, -s->body.force.y },
        .mode = scene->mode, .a = -1, .b = 0, .velocity = { 0.0, s->body.slip.x, s->body.slip.y },
        .size = scene->size, .law = &s->law.law, .site = beltSite( s, sim ),
        .lawScale = ssSim_Noise( sim, 0 ).friction };
    draw->contacts( draw->context, 1, &view );
}

static void drawArrows( const Belt* s, const Scene* scene, ssVec3 ground, ssVec3 center, const ssDraw* draw )
{
    const ssVec2 *force = &s->body.force, *slip = &s->body.slip, *chi = &s->def.beltVelocity;
    ssVec3 corner = { -0.9 * scene->extent * ssCos( scene->phi ), -0.9 * scene->extent * ssSin( scene->phi ),
        0.02 * scene->size };
    ssDrawArrow arrows[] = {
        { ss_quantityForce, ground, { force->x, force->y, 0.0 }, "−r_T" },
        { ss_quantityVelocity, center, { slip->x, slip->y, 0.0 }, "u_T" },
        { ss_quantityVelocity, corner, { chi->x, chi->y, 0.0 }, "v" },
    };
    pictureArrows( draw, ss_drawForces, 1, arrows );
    pictureArrows( draw, ss_drawVelocities, 2, arrows + 1 );
}

/// The forces of Moreau's step: springs at its middle, dashpots at its end.
static void drawLoads( const Belt* s, double h, ssVec3 center, const ssDraw* draw )
{
    static const char* const symbols[] = { "k q", "c v", "F" };
    const ssSlidingMassDef* def = &s->def;
    ssVec2 v = s->body.velocity, q = ssVec2_MulAdd( s->body.position, -0.5 * h, v ), f = s->body.force;
    const ssVec3 pulls[] = { { -def->stiffness[0] * q.x, -def->stiffness[1] * q.y, 0.0 },
        { -def->damping * v.x, -def->damping * v.y, 0.0 }, { s->push.x, s->push.y, 0.0 } };
    double rate = def->mass / h;
    BodyLoads to = bodyLoads( 0, def->mass, center );
    to.all.inertia = ssVec3_Make( rate * ( v.x - s->start.x ), rate * ( v.y - s->start.y ), 0.0 );
    bodyLoadsPressed( &to, def->normalForce, ssVec3_Make( center.x, center.y, 0.0 ),
        ssVec3_Make( -f.x, -f.y, 0.0 ), 3, symbols, pulls );
    bodyLoadsSend( &to, draw );
}

void beltDraw( const void* state, const ssSim* sim, const ssDraw* draw )
{
    const Belt* s = state;
    Scene scene = makeScene( s );
    ssVec2 q = s->body.position;
    ssVec3 center = { q.x, q.y, 0.5 * scene.size }, ground = { q.x, q.y, 0.02 * scene.size };
    // Between the post and the equilibrium, with the mass wherever it is.
    ssVec3 middle = { 0.55 * scene.equilibrium.x, 0.55 * scene.equilibrium.y, 0.0 };
    double away = ssVec3_Length( ssVec3_Sub( center, middle ) ) + scene.size;
    pictureBounds( draw, middle, ssMax( 0.75 * scene.extent, away ) );
    drawGround( s, &scene, draw );
    if ( draw->flags & ss_drawBodies ) { drawBodies( &scene, center, draw ); }
    SlidingContact contact = beltContact( s, sim );
    slidingDrawSets( &contact, ground, scene.mode, draw );
    if ( draw->contacts != NULL ) { drawContact( s, sim, &scene, draw ); }
    drawArrows( s, &scene, ground, center, draw );
    if ( draw->loads != NULL && draw->loadsOf == 0 && ssSim_StepIndex( sim ) > 0 )
    {
        drawLoads( s, ssSim_StepSize( sim ), center, draw );
    }
    ssDrawLabel label = { .position = { q.x, q.y, 2.2 * scene.size },
        .mode = scene.mode,
        .text = ssContactModeName( scene.mode ) };
    pictureLabels( draw, 1, &label );
}

#define POINTS 32

/// A sector of the dial.
static void drawSector( const ssChartSink* sink, ssAngleBand band )
{
    double x[POINTS + 2] = { 0.0 }, y[POINTS + 2] = { 0.0 };
    for ( int i = 0; i < POINTS; ++i )
    {
        double phi = ( band.fromDeg + ( band.toDeg - band.fromDeg ) * i / ( POINTS - 1 ) ) * SS_PI / 180.0;
        x[i + 1] = ssCos( phi );
        y[i + 1] = ssSin( phi );
    }
    sink->curve( sink->context, ss_chartUnstable, "unstable", POINTS + 2, x, y );
}

static void drawDial( const Belt* s, const ssChartSink* sink )
{
    double x[73], y[73];
    for ( int i = 0; i < 73; ++i )
    {
        x[i] = ssCos( SS_PI * i / 36.0 );
        y[i] = ssSin( SS_PI * i / 36.0 );
    }
    sink->range( sink->context, -1.1, 1.1, -1.1, 1.1 );
    sink->curve( sink->context, ss_chartExact, "", 73, x, y );
    for ( int i = 0; i < s->bandCount; ++i ) { drawSector( sink, s->bands[i] ); }
    double speed = ssVec2_Length( s->def.beltVelocity );
    if ( speed > 0.0 )
    {
        sink->arrow( sink->context, ss_chartNow, "v", 0.0, 0.0, s->def.beltVelocity.x / speed,
            s->def.beltVelocity.y / speed );
    }
}

/// The stable or the unstable branch of equilibria. Both contain the points where they meet.
static void drawBranch( const Belt* s, bool unstable, const double* values, const ssChartSink* sink )
{
    double y[beltSamples];
    for ( int i = 0; i < beltSamples; ++i )
    {
        bool here = s->unstable[i] == unstable || ( i > 0 && s->unstable[i - 1] == unstable && unstable );
        y[i] = here ? values[i] : SS_NAN;
    }
    sink->curve( sink->context, unstable ? ss_chartUnstable : ss_chartFirst, unstable ? "unstable" : "stable",
        beltSamples, s->phiDeg, y );
}

static double beltPhiDeg( const Belt* s )
{
    double phi = ssAtan2( s->def.beltVelocity.y, s->def.beltVelocity.x ) * 180.0 / SS_PI;
    return phi < 0.0 ? phi + 360.0 : phi;
}

static void drawBands( const Belt* s, const ssChartSink* sink )
{
    for ( int i = 0; i < s->bandCount; ++i )
    {
        ssAngleBand b = s->bands[i];
        sink->band( sink->context, ss_chartUnstable, "", b.fromDeg, ssMin( b.toDeg, 360.0 ) );
        if ( b.toDeg > 360.0 ) { sink->band( sink->context, ss_chartUnstable, "", 0.0, b.toDeg - 360.0 ); }
    }
}

static void drawBifurcation( const Belt* s, const ssChartSink* sink )
{
    drawBands( s, sink );
    drawBranch( s, false, s->xEq, sink );
    drawBranch( s, true, s->xEq, sink );
    double phi = beltPhiDeg( s );
    if ( s->cycleCount > 0 )
    {
        // extent of the latest complete cycle
        const BeltCycle* last = s->cycles + s->cycleCount - 1;
        double x[2] = { phi, phi }, y[2] = { last->xMin, last->xMax };
        sink->curve( sink->context, ss_chartSecond, "cycle", 2, x, y );
    }
    sink->points( sink->context, ss_chartNow, "now", 1, &phi, &s->body.position.x );
}

static void drawGrowth( const Belt* s, const ssChartSink* sink )
{
    drawBands( s, sink );
    sink->curve( sink->context, ss_chartFirst, "max Re", beltSamples, s->phiDeg, s->growth );
    double phi = beltPhiDeg( s );
    if ( isfinite( s->steady.maxRe ) )
    {
        sink->points( sink->context, ss_chartNow, "now", 1, &phi, &s->steady.maxRe );
    }
}

void beltDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    const Belt* s = state;
    SlidingContact contact = beltContact( s, sim );
    switch ( chart )
    {
        case beltChartReservoir: slidingDrawReservoir( &contact, sink ); break;
        case beltChartDial: drawDial( s, sink ); break;
        case beltChartBifurcation: drawBifurcation( s, sink ); break;
        default: drawGrowth( s, sink ); break;
    }
}
