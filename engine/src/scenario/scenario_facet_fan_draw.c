// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_facet_fan.h"

#include <stdio.h>

// The picture of the fan of pucks, the chart of their stopping distances, and the numbers beside the sliders.

static void drawCurves( const FacetFan* s, const ssDraw* out, double circle, double height )
{
    ssVec3 points[129];
    for ( int i = 0; i <= 128; ++i )
    {
        double angle = 2.0 * SS_PI * i / 128.0;
        points[i] = ssVec3_Make( circle * ssCos( angle ), circle * ssSin( angle ), height );
    }
    out->line( out->context, ss_lineExact, 129, points );
    // A line joins the pucks, at last the outline of their end points.
    for ( int i = 0; i <= s->count; ++i )
    {
        points[i] = ssVec3_Make( s->x[i % s->count].x, s->x[i % s->count].y, height );
    }
    out->line( out->context, ss_lineGhost1, s->count + 1, points );
}

static void drawPaths( const FacetFan* s, const ssDraw* out, double height )
{
    for ( int i = 0; i < s->count; ++i )
    {
        ssVec3 path[fanPathMax + 1];
        int count = 0;
        for ( int k = 0; k <= s->pathCount; ++k )
        {
            ssVec2 at = k < s->pathCount ? s->paths[k][i] : s->x[i];
            ssVec3 point = { at.x, at.y, height };
            // A puck that rests would repeat its last point.
            if ( count == 0 || ssVec3_Length( ssVec3_Sub( point, path[count - 1] ) ) > 0.0 )
            {
                path[count++] = point;
            }
        }
        out->trail( out->context, count, path );
    }
}

static void drawPucks( const FacetFan* s, const ssDraw* out, double radius )
{
    ssDrawSphere spheres[fanPuckMax];
    ssDrawArrow arrows[fanPuckMax];
    int moving = 0;
    for ( int i = 0; i < s->count; ++i )
    {
        bool moves = ssVec2_Length( s->v[i] ) > 0.0;
        spheres[i] = ( ssDrawSphere ){ .body = -1,
            .center = { s->x[i].x, s->x[i].y, radius },
            .radius = radius,
            .orientation = ssQuat_Identity(),
            .mode = moves ? ss_modeSlide : ss_modeStick };
        if ( moves )
        {
            arrows[moving++] = ( ssDrawArrow ){ ss_quantityVelocity, spheres[i].center,
                { s->v[i].x, s->v[i].y, 0.0 }, i == 0 ? "v" : "" };
        }
    }
    pictureSpheres( out, s->count, spheres );
    pictureArrows( out, ss_drawVelocities, moving, arrows );
}

void fanDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const FacetFan* s = state;
    double v0 = ssSim_Param( sim, fanKeyV0 ),
           distance = v0 * v0 / ( 2.0 * ssSim_Param( sim, fanKeyMu ) * FAN_GRAVITY );
    double circle = isfinite( distance ) && distance > 0.0 ? distance : 1.0, extent = circle;
    for ( int i = 0; i < s->count; ++i ) { extent = ssMax( extent, ssVec2_Length( s->x[i] ) ); }
    pictureBounds( out, ssVec3_Make( 0.0, 0.0, 0.0 ), 1.02 * extent );
    ssDrawPlane plane = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
    picturePlanes( out, 1, &plane );
    double radius = 0.025 * extent;
    if ( ( out->flags & ss_drawTrails ) && out->trail != NULL ) { drawPaths( s, out, 0.2 * radius ); }
    if ( ( out->flags & ss_drawTrails ) && out->line != NULL ) { drawCurves( s, out, circle, 0.2 * radius ); }
    drawPucks( s, out, radius );
    ssVec2 e = ssPyramidDirection( (int)ssSim_Param( sim, fanKeyK ), fanFacetAngle( sim ), 0 );
    ssDrawLabel labels[] = {
        { .position = { 1.06 * extent * e.x, 1.06 * extent * e.y, 0.0 }, .text = "e₁" },
        { .position = { 0.0, -1.06 * circle, 0.0 }, .text = "circle v₀²/(2μg)" },
        { .position = { s->x[s->count / 8].x, s->x[s->count / 8].y, 2.0 * radius },
            .text = "end points",
            .ghost = 2 },
    };
    pictureLabels( out, SS_COUNT( labels ), labels );
}

void fanDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    enum
    {
        samples = 241
    };
    (void)chart;
    const FacetFan* s = state;
    double x[samples], y[samples], moving[2][fanPuckMax], resting[2][fanPuckMax];
    double v0 = ssSim_Param( sim, fanKeyV0 ), muG = ssSim_Param( sim, fanKeyMu ) * FAN_GRAVITY;
    double circle = v0 * v0 / ( 2.0 * muG );
    int model = (int)ssSim_Param( sim, fanKeyModel ), k = (int)ssSim_Param( sim, fanKeyK ),
        counts[2] = { 0, 0 };
    bool polygon = (int)ssSim_Param( sim, fanKeyLevel ) == fanLevelVelocity && model != fanModelCone;
    for ( int pass = 0; pass < ( polygon ? 2 : 1 ) && isfinite( circle ); ++pass )
    {
        for ( int i = 0; i < samples; ++i )
        {
            double angle = 2.0 * SS_PI * i / ( samples - 1 );
            ssVec2 e = { ssCos( angle ), ssSin( angle ) };
            ssVec2 end = pass == 0
                ? ssVec2_Scale( circle, e )
                : fanRemainingPath( model, k, fanFacetAngle( sim ), muG, ssVec2_Scale( v0, e ) );
            x[i] = end.x;
            y[i] = end.y;
        }
        sink->curve( sink->context, pass == 0 ? ss_chartExact : ss_chartReservoir,
            pass == 0 ? "circle v₀²/(2μg)" : "polygon, closed form", samples, x, y );
    }
    for ( int i = 0; i < s->count; ++i )
    {
        bool moves = ssVec2_Length( s->v[i] ) > 0.0;
        double( *group )[fanPuckMax] = moves ? moving : resting;
        group[0][counts[moves]] = s->x[i].x;
        group[1][counts[moves]++] = s->x[i].y;
    }
    sink->points( sink->context, ss_chartMeasured, "stopped", counts[0], resting[0], resting[1] );
    sink->points( sink->context, ss_chartFirst, "sliding", counts[1], moving[0], moving[1] );
}

void fanExplain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    double k = ssSim_Param( sim, fanKeyK ), mu = ssSim_Param( sim, fanKeyMu ),
           v0 = ssSim_PendingParam( sim, fanKeyV0 );
    double corner = ssCos( SS_PI / ( 2.0 * k ) );
    bool kinetic = (int)ssSim_Param( sim, fanKeyLevel ) == fanLevelAcceleration;
    switch ( param )
    {
        case fanKeyK:
            sayNumbers( text, capacity, ssTranslate( "1/cos(π/2k) = %s: corner over side of the %d-gon" ),
                1.0 / corner, 2 * (int)k );
            break;
        case fanKeyFacet:
            sayNumbers( text, capacity, ssTranslate( "turning by 180°/k = %s° changes nothing" ), 180.0 / k );
            break;
        case fanKeyPhantomInertia:
            sayNumbers( text, capacity,
                ssTranslate( "singular at ρ = 0 and ρ = k m = %s kg; the motion is the same" ),
                k * FAN_MASS );
            break;
        case fanKeyMu:
            sayNumbers( text, capacity, ssTranslate( "deceleration μ g = %s m/s²" ), mu * FAN_GRAVITY );
            break;
        case fanKeyV0:
            sayNumbers( text, capacity, ssTranslate( "v₀²/(2μg) = %s m; times cos(π/2k) = %s m" ),
                v0 * v0 / ( 2.0 * mu * FAN_GRAVITY ), v0 * v0 / ( 2.0 * mu * FAN_GRAVITY ) * corner );
            break;
        case fanKeyHeadings:
            sayNumbers( text, capacity, ssTranslate( "one puck every %s°" ),
                360.0 / ssSim_PendingParam( sim, fanKeyHeadings ) );
            break;
        case fanKeyModel:
            sayNumbers( text, capacity,
                kinetic ? ssTranslate( "no effect on sliding at acceleration level" )
                        : ssTranslate( "acceleration: polygon around the disc; force: inside it" ) );
            break;
        default:
            sayNumbers( text, capacity,
                kinetic ? ssTranslate( "kinetic friction: a circle for every k" )
                        : ssTranslate( "the rose shows the polygon" ) );
            break;
    }
}
