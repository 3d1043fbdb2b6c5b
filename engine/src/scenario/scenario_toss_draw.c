// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_toss.h"

// How a toss is drawn and explained.

#define CIRCLE 32      // parts of a circle
#define REACH_MAX 12.0 // how far ahead the picture reaches without data, in sizes of the body
#define MEASURED ss_lineGhost1
#define MEASURED_LABEL 2 // the label in the colour of MEASURED

typedef struct Outline
{
    const ssDraw* out;
    ssPose pose;
} Outline;

static void outlineLine( const Outline* o, int count, const ssVec3* local )
{
    ssVec3 world[CIRCLE + 1];
    for ( int i = 0; i < count; ++i )
    {
        world[i] = ssVec3_Add( o->pose.position, ssQuat_Rotate( o->pose.orientation, local[i] ) );
    }
    o->out->line( o->out->context, MEASURED, count, world );
}

/// An arc from angle 0 to `turn` [rad] in the plane of two axes about a centre.
static void outlineArc( const Outline* o, ssVec3 centre, ssVec3 u, ssVec3 v, double radius, double turn )
{
    ssVec3 points[CIRCLE + 1];
    for ( int i = 0; i <= CIRCLE; ++i )
    {
        double s, c;
        ssSinCos( turn * i / CIRCLE, &s, &c );
        points[i] = ssVec3_MulAdd( ssVec3_MulAdd( centre, radius * c, u ), radius * s, v );
    }
    outlineLine( o, CIRCLE + 1, points );
}

static void outlineBox( const Outline* o, ssVec3 half )
{
    for ( int edge = 0; edge < 12; ++edge )
    {
        int axis = edge / 4;
        double a = edge % 2 == 0 ? 1.0 : -1.0, b = edge / 2 % 2 == 0 ? 1.0 : -1.0;
        ssVec3 ends[2];
        for ( int k = 0; k < 2; ++k )
        {
            double along = k == 0 ? 1.0 : -1.0;
            ends[k] = axis == 0 ? ssVec3_Make( along * half.x, a * half.y, b * half.z )
                : axis == 1     ? ssVec3_Make( a * half.x, along * half.y, b * half.z )
                                : ssVec3_Make( a * half.x, b * half.y, along * half.z );
        }
        outlineLine( o, 2, ends );
    }
}

/// A cylinder, or with caps a capsule, or with halfLength 0 and caps a sphere.
static void outlineRound( const Outline* o, double radius, double halfLength, bool caps )
{
    const ssVec3 x = { 1.0, 0.0, 0.0 }, y = { 0.0, 1.0, 0.0 }, z = { 0.0, 0.0, 1.0 };
    for ( int end = 0; end < ( halfLength > 0.0 ? 2 : 1 ); ++end )
    {
        outlineArc( o, ssVec3_Scale( end == 0 ? halfLength : -halfLength, z ), x, y, radius, 2.0 * SS_PI );
    }
    for ( int end = 0; end < 2 && caps; ++end )
    {
        double sign = end == 0 ? 1.0 : -1.0;
        ssVec3 centre = ssVec3_Scale( sign * halfLength, z ), pole = ssVec3_Scale( sign, z );
        outlineArc( o, centre, x, pole, radius, SS_PI );
        outlineArc( o, centre, y, pole, radius, SS_PI );
    }
    for ( int side = 0; side < 4 && halfLength > 0.0; ++side )
    {
        double a = side % 2 == 0 ? radius : -radius;
        ssVec3 foot = side < 2 ? ssVec3_Scale( a, x ) : ssVec3_Scale( a, y );
        ssVec3 ends[2] = { ssVec3_MulAdd( foot, halfLength, z ), ssVec3_MulAdd( foot, -halfLength, z ) };
        outlineLine( o, 2, ends );
    }
}

/// The measured body as a wire outline, and the rows as dots.
static void drawMeasured( const Toss* s, const ssSim* sim, const ssDraw* out )
{
    const ssShape* shape = worldBodyShape( s->world, TOSS_BODY );
    Outline o = { out, tossDataPose( s->data, ssSim_Time( sim ) ) };
    if ( out->line != NULL && ( out->flags & ss_drawBodies ) )
    {
        if ( shape->kind == ss_shapeBox ) { outlineBox( &o, shape->half ); }
        else { outlineRound( &o, shape->radius, shape->halfLength, shape->kind != ss_shapeCylinder ); }
    }
    if ( out->line != NULL && ( out->flags & ss_drawTrails ) )
    {
        ssVec3 dots[64];
        int count = 0, every = 1 + s->data->count / SS_COUNT( dots );
        for ( int i = 0; i < s->data->count; i += every ) { dots[count++] = s->data->poses[i].position; }
        out->line( out->context, ss_lineMeasured, count, dots );
    }
    double up = 1.15 * ssShape_BoundingRadius( shape );
    ssDrawLabel label = { .position = ssVec3_Add( o.pose.position, ssVec3_Make( 0.0, 0.0, up ) ),
        .text = "measured",
        .ghost = MEASURED_LABEL };
    pictureLabels( out, 1, &label );
}

/// A box around everything that the run shows: the data, or where the body will about get to.
static void bounds( const Toss* s, const ssSim* sim, const ssDraw* out )
{
    double size = ssShape_BoundingRadius( worldBodyShape( s->world, TOSS_BODY ) );
    ssVec3 now = worldShapePose( s->world, TOSS_BODY ).position, low = now, high = now, points[2];
    if ( s->data != NULL )
    {
        points[0] = s->data->poses[0].position;
        points[1] = s->data->poses[s->data->count - 1].position;
    }
    else
    {
        double vx = ssSim_Param( sim, tossKeyV ), vy = ssSim_Param( sim, tossKeyV + 1 );
        double z = ssSim_Param( sim, tossKeyX + 2 ), g = ssMax( 1e-3, ssSim_Param( sim, tossKeyGravity ) );
        double v = ssHypot( vx, vy ), fall = sqrt( 2.0 * ssMax( 0.0, z ) / g );
        double slide = 0.5 * v * v / ssMax( 1e-3, ssSim_Param( sim, tossKeyMu ) * g );
        double reach = v > 0.0 ? ssMin( v * fall + slide, REACH_MAX * size ) / v : 0.0;
        points[0] = ssVec3_Make( ssSim_Param( sim, tossKeyX ), ssSim_Param( sim, tossKeyX + 1 ), z );
        points[1] = ssVec3_Make( points[0].x + reach * vx, points[0].y + reach * vy, 0.0 );
    }
    for ( int i = 0; i < 2; ++i )
    {
        low = ssVec3_Make( ssMin( low.x, points[i].x ), ssMin( low.y, points[i].y ), 0.0 );
        high = ssVec3_Make(
            ssMax( high.x, points[i].x ), ssMax( high.y, points[i].y ), ssMax( high.z, points[i].z ) );
    }
    ssVec3 span = ssVec3_Sub( high, low );
    pictureBounds( out, ssVec3_MulAdd( low, 0.5, span ), 0.5 * ssVec3_Length( span ) + 1.3 * size );
}

void tossDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Toss* s = state;
    bounds( s, sim, out );
    ssDrawPlane plane = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
    picturePlanes( out, 1, &plane );
    worldDrawBodies( s->world, out, ss_drawAll );
    if ( s->data != NULL ) { drawMeasured( s, sim, out ); }
}

/// Restitution of a Kelvin-Voigt contact that carries the mass m (Schwager & Pöschel 2007).
static double kelvinVoigtRestitution( double m, double k, double d )
{
    double b = 0.5 * d / m, square = k / m - b * b;
    if ( square <= 0.0 )
    {
        double w = sqrt( -square );
        return w > 0.0 ? ssExp( -b / w * ssLog( ( b + w ) / ( b - w ) ) ) : ssExp( -2.0 );
    }
    double w = sqrt( square );
    return ssExp( -b / w * ( SS_PI - ssAtan2( 2.0 * b * w, w * w - b * b ) ) );
}

static void explainContact( const ssSim* sim, int param, char* text, int capacity )
{
    double m = ssSim_PendingParam( sim, tossKeyMass ), g = ssSim_PendingParam( sim, tossKeyGravity );
    double k = ssSim_PendingParam( sim, tossKeyStiffness ), d = ssSim_PendingParam( sim, tossKeyDamping );
    if ( param == tossKeyStiffness || param == tossKeyHertz )
    {
        double kH = ssSim_PendingParam( sim, tossKeyHertz ), square = m * g / kH * ( m * g / kH );
        sayNumbers( text, capacity,
            param == tossKeyStiffness
                ? ssTranslate( "one point under the weight: %s mm deep; an impact lasts π √(m/k) = %s ms" )
                : ssTranslate( "one point under the weight: (m g/k_H)^(2/3) = %s mm deep" ),
            1e3 * ( param == tossKeyStiffness ? m * g / k : ssCbrt( square ) ), 1e3 * SS_PI * sqrt( m / k ) );
    }
    else if ( param == tossKeyDamping )
    {
        sayNumbers( text, capacity,
            ssTranslate( "damping ratio d/(2 √(k m)) = %s: a straight impact has e = %s" ),
            0.5 * d / sqrt( k * m ), kelvinVoigtRestitution( m, k, d ) );
    }
    else if ( param == tossKeyDissipation )
    {
        sayNumbers( text, capacity,
            ssTranslate( "e ≈ 1 − (2/3) α v = %s at v = 0.1 m/s; less at higher speed" ),
            1.0 - 2.0 / 3.0 * 0.1 * ssSim_PendingParam( sim, tossKeyDissipation ) );
    }
}

void tossExplain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const Toss* s = state;
    if ( param == tossKeyMu )
    {
        double g = ssSim_PendingParam( sim, tossKeyGravity ), mu = ssSim_PendingParam( sim, tossKeyMu );
        sayNumbers( text, capacity,
            ssTranslate( "sliding flat it slows by μ g = %s m/s²; friction angle %s°" ), mu * g,
            ssAtan( mu ) * 180.0 / SS_PI );
    }
    else if ( param == tossKeyInertia )
    {
        ssShape shape = tossShape( sim );
        sayNumbers( text, capacity, ssTranslate( "the solid shape has %s kg m² about its z" ),
            ssSim_Param( sim, tossKeyMass ) * ssShape_Inertia( &shape ).z );
    }
    else if ( param == tossKeyInput && s->data != NULL )
    {
        sayNumbers( text, capacity, ssTranslate( "%d rows over %s s, %d left out" ), s->data->count,
            s->data->times[s->data->count - 1], s->data->leftOut );
    }
    else { explainContact( sim, param, text, capacity ); }
}
