// SPDX-License-Identifier: MIT
#include "scenario/sliding_view.h"

#include <math.h>

ssVec2 slidingRotate( ssVec2 v, double angle )
{
    double c = ssCos( angle ), s = ssSin( angle );
    return ssVec2_Make( c * v.x - s * v.y, s * v.x + c * v.y );
}

double slidingSize( const SlidingLaw* own, double load, ssVec2 force, ssVec2 slip )
{
    if ( own->def.kind != ss_lawKindText || !( ssVec2_Length( slip ) > 0.0 ) || !( load > 0.0 ) )
    {
        return 1.0;
    }
    double size = ssSet_Gauge( &own->law.c, ssVec2_Scale( own->law.cForce / load, force ) );
    return size > 0.0 && isfinite( size ) ? size : 1.0;
}

void slidingDrawSets( const SlidingLaw* own, double load, double size, ssVec3 origin, double angle,
    ssContactMode mode, const ssDraw* draw )
{
    if ( ( draw->flags & ss_drawCones ) == 0 || draw->sets == NULL || own->law.frictionless ||
        !( load > 0.0 ) )
    {
        return;
    }
    ssVec2 points[2][slidingOutlinePoints];
    ssDrawSet sets[2];
    for ( int i = 0; i < 2; ++i )
    {
        for ( int k = 0; k < slidingOutlinePoints; ++k )
        {
            points[i][k] =
                ssVec2_Scale( size * load / own->law.cForce, i == 0 ? own->outlineC[k] : own->outlineD[k] );
        }
        sets[i] = ( ssDrawSet ){ .role = i == 0 ? ss_setReservoir : ss_setDirection,
            .origin = origin,
            .axis1 = { ssCos( angle ), ssSin( angle ), 0.0 },
            .axis2 = { -ssSin( angle ), ssCos( angle ), 0.0 },
            .count = slidingOutlinePoints,
            .points = points[i],
            .mode = mode };
    }
    draw->sets( draw->context, own->law.sharesSets ? 1 : 2, sets );
}

static void chartOutline( const ssChartSink* sink, ssChartRole role, const char* label, const ssVec2* outline,
    double scale, double angle, ssVec2* extent )
{
    double x[slidingOutlinePoints + 1], y[slidingOutlinePoints + 1];
    for ( int i = 0; i <= slidingOutlinePoints; ++i )
    {
        ssVec2 p = slidingRotate( ssVec2_Scale( scale, outline[i % slidingOutlinePoints] ), angle );
        x[i] = p.x;
        y[i] = p.y;
        *extent = ( ssVec2 ){ ssMax( extent->x, fabs( p.x ) ), ssMax( extent->y, fabs( p.y ) ) };
    }
    if ( sink->curve != NULL )
    {
        sink->curve( sink->context, role, label, slidingOutlinePoints + 1, x, y );
    }
}

static void chartArrow(
    const ssChartSink* sink, ssChartRole role, const char* label, ssVec2 from, ssVec2 along, double length )
{
    double size = ssVec2_Length( along );
    if ( sink->arrow != NULL && size > 0.0 && isfinite( size ) )
    {
        ssVec2 to = ssVec2_MulAdd( from, length / size, along );
        sink->arrow( sink->context, role, label, from.x, from.y, to.x, to.y );
    }
}

void slidingDrawReservoir(
    const SlidingLaw* own, double load, ssVec2 force, ssVec2 slip, double angle, const ssChartSink* sink )
{
    const ssLaw* law = &own->law;
    if ( law->frictionless || !( load > 0.0 ) )
    {
        return;
    }
    ssVec2 local = slidingRotate( force, -angle );
    double scale = slidingSize( own, load, local, slip ) * load / law->cForce;
    ssVec2 half = { 0.0, 0.0 };
    chartOutline( sink, ss_chartReservoir, "C", own->outlineC, scale, angle, &half );
    if ( !law->sharesSets )
    {
        chartOutline( sink, ss_chartDirectionSet, "D", own->outlineD, scale, angle, &half );
    }
    double extent = ssMax( half.x, half.y ), arrow = 0.25 * extent;
    if ( sink->range != NULL )
    {
        // the sets, and an arrow that starts at their edge
        double x1 = half.x + 1.1 * arrow, y1 = half.y + 1.1 * arrow;
        sink->range( sink->context, -x1, x1, -y1, y1 );
    }
    if ( ssVec2_Length( slip ) > 0.0 )
    {
        // tangent cone of C at the force, and normal of D at the force scaled onto D
        ssTangentCone cone = ssSet_TangentCone( &law->c, ssAtan2( local.y, local.x ) );
        ssVec2 left = slidingRotate( cone.left, angle ), right = slidingRotate( cone.right, angle ), normal;
        double length = 0.6 * extent;
        double x[3] = { force.x + length * left.x, force.x, force.x + length * right.x };
        double y[3] = { force.y + length * left.y, force.y, force.y + length * right.y };
        if ( sink->curve != NULL && ssVec2_Length( local ) > 0.0 )
        {
            sink->curve( sink->context, ss_chartExact, "tangent cone of C", 3, x, y );
        }
        double k = ssSet_GaugeGradient( &law->d, local, &normal );
        if ( k > 0.0 )
        {
            ssVec2 at = slidingRotate( ssVec2_Scale( scale / k, local ), angle );
            chartArrow( sink, ss_chartDirectionSet, law->sharesSets ? "normal of C" : "normal of D", at,
                slidingRotate( normal, angle ), arrow );
        }
        chartArrow( sink, ss_chartNow, "u_T", force, slip, arrow );
    }
    if ( sink->points != NULL )
    {
        sink->points( sink->context, ss_chartNow, "−r_T", 1, &force.x, &force.y );
    }
}
