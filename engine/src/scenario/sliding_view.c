// SPDX-License-Identifier: MIT
#include "scenario/sliding_view.h"

// Draws the sets of a planar law in space and in a chart.

/// C and D of a contact and their outlines [N].
typedef struct Sets
{
    ssLawAtSpeed now;
    ssVec2 outline[2][slidingOutlinePoints];
    bool made, withDirections;
} Sets;

/// The sets at a speed; `made` is false without any (a law of velocity, or no resistance).
static void openSets( const SlidingContact* contact, double speed, Sets* sets )
{
    const SlidingLaw* own = contact->own;
    const ssLaw there = ssLaw_At( &own->law, &contact->site );
    double load = contact->load;
    sets->made = ssLaw_AtSpeed( &there, load, speed, &sets->now ) && !sets->now.law.frictionless;
    sets->withDirections = sets->made && !sets->now.law.sharesSets;
    if ( own->def.program != NULL )
    {
        sets->made = sets->made &&
            ssLaw_Outlines(
                &sets->now.law, load, 0.0, slidingOutlinePoints, sets->outline[0], sets->outline[1] );
        return;
    }
    for ( int k = 0; k < slidingOutlinePoints && sets->made; ++k )
    {
        sets->outline[0][k] = ssVec2_Scale( load / own->law.cForce, own->outlineC[k] );
        sets->outline[1][k] = ssVec2_Scale( load / own->law.cForce, own->outlineD[k] );
    }
}

static void closeSets( Sets* sets ) { ssLawAtSpeed_Destroy( &sets->now ); }

void slidingDrawSets( const SlidingContact* contact, ssVec3 origin, ssContactMode mode, const ssDraw* draw )
{
    if ( ( draw->flags & ss_drawCones ) == 0 || draw->sets == NULL ) { return; }
    Sets sets;
    openSets( contact, ssVec2_Length( contact->slip ), &sets );
    ssDrawSet drawn[2];
    for ( int i = 0; i < 2; ++i )
    {
        for ( int k = 0; k < slidingOutlinePoints && contact->together > 1; ++k )
        {
            sets.outline[i][k] = ssVec2_Scale( contact->together, sets.outline[i][k] );
        }
        drawn[i] = ( ssDrawSet ){ i == 0 ? ss_setReservoir : ss_setDirection, .origin = origin,
            .axis1 = { ssCos( contact->angle ), ssSin( contact->angle ), 0.0 },
            .axis2 = { -ssSin( contact->angle ), ssCos( contact->angle ), 0.0 },
            .count = slidingOutlinePoints, .points = sets.outline[i], .mode = mode };
    }
    if ( sets.made ) { draw->sets( draw->context, sets.withDirections ? 2 : 1, drawn ); }
    closeSets( &sets );
}

static void chartOutline( const ssChartSink* sink, ssChartRole role, const char* label, const ssVec2* outline,
    double angle, ssVec2* extent )
{
    double x[slidingOutlinePoints + 1], y[slidingOutlinePoints + 1];
    for ( int i = 0; i <= slidingOutlinePoints; ++i )
    {
        ssVec2 p = ssVec2_Rotate( outline[i % slidingOutlinePoints], angle );
        x[i] = p.x;
        y[i] = p.y;
        *extent = ( ssVec2 ){ ssMax( extent->x, fabs( p.x ) ), ssMax( extent->y, fabs( p.y ) ) };
    }
    sink->curve( sink->context, role, label, slidingOutlinePoints + 1, x, y );
}

static void chartArrow(
    const ssChartSink* sink, ssChartRole role, const char* label, ssVec2 from, ssVec2 along, double length )
{
    double size = ssVec2_Length( along );
    if ( size > 0.0 && isfinite( size ) )
    {
        ssVec2 to = ssVec2_MulAdd( from, length / size, along );
        sink->arrow( sink->context, role, label, from.x, from.y, to.x, to.y );
    }
}

/// C at rest, where it differs from C at the present speed.
static void chartRest(
    const SlidingContact* contact, const Sets* present, const ssChartSink* sink, ssVec2* half )
{
    Sets rest;
    openSets( contact, 0.0, &rest );
    double change = 0.0, size = 0.0;
    for ( int i = 0; i < slidingOutlinePoints && rest.made; ++i )
    {
        ssVec2 p = rest.outline[0][i];
        change = ssMax( change, ssVec2_Length( ssVec2_Sub( p, present->outline[0][i] ) ) );
        size = ssMax( size, ssVec2_Length( p ) );
    }
    if ( change > 1e-3 * size )
    {
        chartOutline( sink, ss_chartExact, "C at rest", rest.outline[0], contact->angle, half );
    }
    closeSets( &rest );
}

/// The tangent cone of C at the force, and the normal of D at the force scaled onto D.
static void chartNormals(
    const SlidingContact* contact, const Sets* sets, double extent, const ssChartSink* sink )
{
    const ssLaw* law = &sets->now.law;
    double angle = contact->angle;
    ssVec2 force = contact->force, local = ssVec2_Rotate( force, -angle ), normal;
    ssTangentCone cone = ssSet_TangentCone( &law->c, ssAtan2( local.y, local.x ) );
    ssVec2 left = ssVec2_Rotate( cone.left, angle ), right = ssVec2_Rotate( cone.right, angle );
    double length = 0.6 * extent;
    double x[3] = { force.x + length * left.x, force.x, force.x + length * right.x };
    double y[3] = { force.y + length * left.y, force.y, force.y + length * right.y };
    if ( ssVec2_Length( local ) > 0.0 )
    {
        sink->curve( sink->context, ss_chartExact, "tangent cone of C", 3, x, y );
    }
    double k = ssSet_GaugeGradient( &law->d, local, &normal );
    if ( k > 0.0 )
    {
        ssVec2 at = ssVec2_Rotate( ssVec2_Scale( contact->load / law->cForce / k, local ), angle );
        chartArrow( sink, ss_chartDirectionSet, law->sharesSets ? "normal of C" : "normal of D", at,
            ssVec2_Rotate( normal, angle ), 0.25 * extent );
    }
}

#define MOST 512

/// A law without sets: its forces in steady sliding.
static void chartSteady( const SlidingContact* contact, const ssChartSink* sink, ssVec2* half )
{
    double x[MOST], y[MOST];
    int count = contact->steadyCount < MOST ? contact->steadyCount : MOST;
    for ( int i = 0; i < count; ++i )
    {
        ssVec2 p = ssVec2_Rotate( contact->steady[i], contact->angle );
        x[i] = p.x;
        y[i] = p.y;
        half->x = ssMax( half->x, fabs( p.x ) );
        half->y = ssMax( half->y, fabs( p.y ) );
    }
    if ( count > 0 ) { sink->curve( sink->context, ss_chartExact, "steady sliding", count, x, y ); }
}

void slidingDrawReservoir( const SlidingContact* contact, const ssChartSink* sink )
{
    const ssLaw* law = &contact->own->law;
    if ( law->frictionless || !( contact->load > 0.0 ) ) { return; }
    Sets sets;
    double speed = ssVec2_Length( contact->slip );
    ssVec2 half = { fabs( contact->force.x ), fabs( contact->force.y ) };
    openSets( contact, speed, &sets );
    if ( sets.made )
    {
        half = ssVec2_Make( 0.0, 0.0 );
        chartOutline( sink, ss_chartReservoir, "force reservoir C", sets.outline[0], contact->angle, &half );
        if ( speed > 0.0 && contact->own->def.program != NULL ) { chartRest( contact, &sets, sink, &half ); }
    }
    else { chartSteady( contact, sink, &half ); }
    if ( sets.withDirections )
    {
        chartOutline( sink, ss_chartDirectionSet, "direction set D", sets.outline[1], contact->angle, &half );
    }
    double extent = ssMax( half.x, half.y ), arrow = 0.25 * extent;
    if ( extent > 0.0 )
    {
        // the sets, and an arrow that starts at their edge
        double x1 = half.x + 1.1 * arrow, y1 = half.y + 1.1 * arrow;
        sink->range( sink->context, -x1, x1, -y1, y1 );
    }
    bool slides = speed > 0.0 && !contact->held;
    if ( slides && sets.made ) { chartNormals( contact, &sets, extent, sink ); }
    if ( slides ) { chartArrow( sink, ss_chartNow, "u_T", contact->force, contact->slip, arrow ); }
    sink->points( sink->context, ss_chartNow, "−r_T", 1, &contact->force.x, &contact->force.y );
    closeSets( &sets );
}
