// SPDX-License-Identifier: MIT
#include "scenario/draw_rotated.h"
#include "scenario/picture.h"
#include "scenario/scenario_gripper.h"

#include <stdio.h>

// The picture of a gripper: hand, fingers and box, and beside the box the set of loads that the fingertips
// can hold with the load in it. The charts show the same set, and the squeeze needed over the angles of the
// hand.

#define EDGES 72
#define ANGLES 91
#define SEEN 3e-4 // [m] less slip, and less turn [rad], are not spoken of
#define SEEN_TURN 0.01

/// The boundary of the loads that can be held [N]; false: none can.
static bool findSet( const Grasp* g, ssVec2* points )
{
    Grasp centred = *g;
    centred.load = ssVec2_Make( 0.0, 0.0 );
    bool some = graspHolds( g, centred.load );
    for ( int i = 0; i < EDGES && some; ++i )
    {
        double angle = 2.0 * SS_PI * i / EDGES;
        ssVec2 way = { ssCos( angle ), ssSin( angle ) };
        points[i] = ssVec2_Scale( graspReach( &centred, way ), way );
    }
    return some;
}

/// A plate of the hand, as part of a machine.
static ssDrawSolid plate( double x, double z, double halfX, double halfY, double halfZ )
{
    return picturePart(
        ss_solidBox, true, ssVec3_Make( x, 0.0, z ), ssVec3_Make( halfX, halfY, halfZ ), ssQuat_Identity() );
}

static void drawHand( const Gripper* s, const ssDraw* out )
{
    double top = GRIPPER_PALM - 0.016, thick = 0.007;
    ssDrawSolid parts[6];
    int count = 0;
    for ( int i = 0; i < 2; ++i )
    {
        double side = i == 0 ? -1.0 : 1.0, x = worldBody( s->world, i ).pose.position.x + side * 0.012;
        parts[count++] = plate( x, 0.5 * top, thick, 0.012, 0.5 * top + 0.008 );
        parts[count++] = plate( x - side * 0.006, top, 0.014, 0.013, 0.008 );
    }
    parts[count++] = plate( 0.0, GRIPPER_PALM, 0.07, 0.018, 0.008 );
    ssDrawSolid wrist = picturePart( ss_solidCylinder, true, ssVec3_Make( 0.0, 0.0, top + 0.04 ),
        ssVec3_Make( 0.022, 0.022, 0.016 ), ssQuat_Identity() );
    parts[count++] = wrist;
    pictureSolids( out, count, parts );
}

/// The set stands outside the right finger, in the plane of the pads: the load is an arrow in it.
static void drawSet( const Gripper* s, const Grasp* g, const ssDraw* out )
{
    ssVec2 points[EDGES];
    bool holds = graspHolds( g, g->load );
    ssVec3 origin = { worldBody( s->world, 1 ).pose.position.x + 0.045, 0.0, 0.0 };
    const ssDrawSet set = { ss_setReservoir, origin, { 0.0, 1.0, 0.0 }, { 0.0, 0.0, 1.0 }, EDGES, points,
        holds ? ss_modeStick : ss_modeSlide };
    if ( ( out->flags & ss_drawCones ) && out->sets != NULL && findSet( g, points ) )
    {
        out->sets( out->context, 1, &set );
    }
    const ssDrawArrow load = { ss_quantityForce, origin, { 0.0, g->load.x, g->load.y }, "F" };
    pictureArrows( out, ss_drawForces, 1, &load );
}

/// A patch has no cone of its own, but its friction without a moment lies in that of Coulomb's law.
static void drawCones( const Gripper* s, const ssSim* sim, const ssDraw* out )
{
    for ( int i = 0; i < ssWorld_ContactCount( s->world ); ++i )
    {
        ssContactView c = ssWorld_Contact( s->world, i ).view;
        const ssDrawCone cone = { c.point, c.normal, c.force[0], ssSim_Param( sim, gripKeyMu ), c.mode };
        bool wanted = ( out->flags & ss_drawCones ) && out->cones != NULL && c.force[0] > 0.0;
        wanted = wanted && ( out->wants == NULL || out->wants( out->context, &c ) );
        wanted ? out->cones( out->context, 1, &cone ) : (void)0;
    }
}

/// The place where the box was gripped, once it has moved.
static void drawGripped( const ssSim* sim, const ssDraw* out )
{
    double z = -ssSim_Param( sim, gripKeyOffset ), x = GRIPPER_HALF_X, y = GRIPPER_HALF_Y, h = GRIPPER_HALF_Z;
    for ( int side = -1; side <= 1; side += 2 )
    {
        const ssVec3 outline[5] = { { side * x, -y, z - h }, { side * x, y, z - h }, { side * x, y, z + h },
            { side * x, -y, z + h }, { side * x, -y, z - h } };
        pictureLine( out, 0, ss_lineExact, 5, outline );
    }
}

static void drawWords( const Gripper* s, const ssSim* sim, const Grasp* g, const ssDraw* out )
{
    char squeeze[80] = "", state[80];
    double margin = graspMargin( g, NULL ), turned;
    ssVec2 slip = gripperSlip( s, sim, &turned );
    bool lost = s->lost > 0.0, soft = ssSim_Param( sim, gripKeyLaw ) == gripLawRegularised;
    ssContactMode mode = lost ? ss_modeOpen : margin < 0.0 || soft ? ss_modeSlide : ss_modeStick;
    snprintf( squeeze, sizeof squeeze, ssTranslate( "squeeze %.1f N, needed %.1f N" ), g->squeeze,
        graspNeeded( g ) );
    if ( lost ) { snprintf( state, sizeof state, "%s", ssTranslate( "lost" ) ); }
    else if ( margin < 0.0 ) { snprintf( state, sizeof state, ssTranslate( "%.2f N too much" ), -margin ); }
    else { snprintf( state, sizeof state, ssTranslate( "margin %.2f N" ), margin ); }
    ssVec3 beside = { worldBody( s->world, 1 ).pose.position.x + 0.045, 0.0, 0.0 };
    beside = ssQuat_Rotate( gripperHand( s->tilt, s->turn ), beside );
    beside.x += 0.02, beside.z += 0.04;
    ssDrawLabel labels[3] = { { { -0.09, 0.0, 0.1 }, mode, squeeze, .small = true },
        { beside, mode, state, .small = true } };
    char moved[80];
    bool moves = !lost && ( ssVec2_Length( slip ) > SEEN || fabs( turned ) > SEEN_TURN );
    bool turns = fabs( turned ) > SEEN_TURN;
    snprintf( moved, sizeof moved,
        turns ? ssTranslate( "slipped %.1f mm, turned %.0f°" ) : ssTranslate( "slipped %.1f mm" ),
        1e3 * ssVec2_Length( slip ), fabs( turned ) * 180.0 / SS_PI );
    labels[2] = ( ssDrawLabel ){ { -0.09, 0.0, -0.085 }, mode, moved, .small = true };
    pictureLabels( out, lost ? 1 : moves ? 3 : 2, lost ? labels + 1 : labels );
}

void gripperDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Gripper* s = state;
    Grasp grasp = gripperGrasp( s, sim, s->tilt, s->turn );
    double turned, moved = ssVec2_Length( gripperSlip( s, sim, &turned ) );
    DrawRotated rotated;
    drawRotated( &rotated, out, gripperHand( s->tilt, s->turn ) );
    pictureBounds( out, ssVec3_Make( 0.0, 0.0, 0.012 ), 0.125 );
    drawHand( s, &rotated.draw );
    worldDrawBodies( s->world, &rotated.draw, ss_drawAll & ~(uint32_t)ss_drawCones );
    drawCones( s, sim, &rotated.draw );
    s->lost == 0.0 ? drawSet( s, &grasp, &rotated.draw ) : (void)0;
    moved > SEEN || fabs( turned ) > SEEN_TURN ? drawGripped( sim, &rotated.draw ) : (void)0;
    drawWords( s, sim, &grasp, out );
}

/// The loads that are held, the present one, and the way to the nearest that is not.
static void drawGrasp( const Gripper* s, const Grasp* g, const ssChartSink* sink )
{
    ssVec2 points[EDGES], way;
    double x[EDGES + 1], y[EDGES + 1], margin = graspMargin( g, &way );
    double size =
        1.2 * ssMax( ssVec2_Length( g->load ), g->mu * ( graspNormal( g, 0 ) + graspNormal( g, 1 ) ) );
    size = ssMax( size, 1e-3 );
    sink->range( sink->context, -size, size, -size, size );
    if ( s->lost == 0.0 && findSet( g, points ) )
    {
        for ( int i = 0; i <= EDGES; ++i ) { x[i] = points[i % EDGES].x, y[i] = points[i % EDGES].y; }
        sink->curve( sink->context, ss_chartReservoir, "held", EDGES + 1, x, y );
    }
    sink->arrow( sink->context, ss_chartNow, "load", 0.0, 0.0, g->load.x, g->load.y );
    if ( s->lost == 0.0 && margin > 0.0 )
    {
        ssVec2 edge = ssVec2_MulAdd( g->load, margin, way );
        sink->arrow( sink->context, ss_chartThird, "margin", g->load.x, g->load.y, edge.x, edge.y );
    }
}

/// What would be needed if one of the two angles went on alone, with the box where it is.
static void drawNeeded( const Gripper* s, const ssSim* sim, const ssChartSink* sink )
{
    double x[ANGLES], y[ANGLES], top = 0.0, squeeze = gripperSqueeze( s, sim );
    Grasp here = gripperGrasp( s, sim, s->tilt, s->turn );
    int curves = ssVec2_Length( here.arm ) > SEEN ? 2 : 1; // at the centre β changes nothing
    for ( int curve = 0; curve < curves; ++curve )
    {
        for ( int i = 0; i < ANGLES; ++i )
        {
            x[i] = -180.0 + 360.0 * i / ( ANGLES - 1 );
            double angle = x[i] * SS_PI / 180.0;
            Grasp g = gripperGrasp( s, sim, curve == 0 ? angle : s->tilt, curve == 1 ? angle : s->turn );
            y[i] = graspNeeded( &g );
            top = ssMax( top, y[i] );
        }
        sink->curve( sink->context, curve == 0 ? ss_chartFirst : ss_chartThird,
            curve == 0 ? "needed over α" : "needed over β", ANGLES, x, y );
    }
    const double ends[2] = { -180.0, 180.0 }, level[2] = { squeeze, squeeze };
    double angle[2] = { s->tilt * 180.0 / SS_PI, s->turn * 180.0 / SS_PI };
    double needed = graspNeeded( &here ), now[2] = { needed, needed };
    top = isfinite( top ) && top > 0.0 ? ssMin( top, 3.0 * squeeze + needed ) : squeeze;
    sink->range( sink->context, -180.0, 180.0, 0.0, 1.15 * ssMax( ssMax( top, squeeze ), 1e-3 ) );
    sink->curve( sink->context, ss_chartSecond, "squeeze", 2, ends, level );
    sink->points( sink->context, ss_chartNow, "now", curves, angle, now );
}

void gripperDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    const Gripper* s = state;
    Grasp grasp = gripperGrasp( s, sim, s->tilt, s->turn );
    chart == 0 ? drawGrasp( s, &grasp, sink ) : drawNeeded( s, sim, sink );
}

void gripperExplain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const Gripper* s = state;
    Grasp g = gripperGrasp( s, sim, s->tilt, s->turn );
    double bound = g.mu * ( graspNormal( &g, 0 ) + graspNormal( &g, 1 ) ), force = ssVec2_Length( g.load );
    switch ( param )
    {
        case gripKeyMu:
            sayNumbers( text, capacity,
                ssTranslate( force <= bound ? "F = %s N ≤ 2 μ N = %s N" : "F = %s N > 2 μ N = %s N" ), force,
                bound );
            break;
        case gripKeySqueeze:
            sayNumbers( text, capacity, ssTranslate( "needed: %s N" ), graspNeeded( &g ) );
            break;
        case gripKeyPatch:
            sayNumbers( text, capacity, ssTranslate( "resists turning by 4/3 μ N R_p = %s N m" ),
                2.0 / 3.0 * bound * g.patch );
            break;
        case gripKeyOffset:
            sayNumbers( text, capacity, ssTranslate( "the load twists by %s N m" ),
                fabs( g.arm.x * g.load.y - g.arm.y * g.load.x ) );
            break;
    }
}
