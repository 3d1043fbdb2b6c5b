// SPDX-License-Identifier: MIT
#include "draw/body_loads.h"
#include "scenario/picture.h"
#include "scenario/scenario_pushed_block.h"

#include <stdio.h>

// The picture of the pushed block with its polygons, the chart of the polygon, slider numbers.

#define LINE_HEIGHT 0.004 // height of lines above the ground [m]
#define EXTENT 1.0        // half size of the picture [m]

#define CIRCLE_SAMPLES 64
#define SAMPLES 97

static void fillCircle( double radius, ssVec2 points[CIRCLE_SAMPLES] )
{
    for ( int j = 0; j < CIRCLE_SAMPLES; ++j )
    {
        double theta = 2.0 * SS_PI * j / CIRCLE_SAMPLES;
        points[j] = ssVec2_Make( radius * ssCos( theta ), radius * ssSin( theta ) );
    }
}

/// Polygon and Coulomb's disc of one contact at the scale of forces, the circle of kinetic friction on which
/// the force of a block that slides lies, and the accelerations kappa as rays.
static void drawPolygon( const PushedBlock* s, const ssSim* sim, const ssDraw* out, int i )
{
    ssVec2 points[2 * SS_PYRAMID_MAX_DIRECTIONS], disc[CIRCLE_SAMPLES], kinetic[CIRCLE_SAMPLES],
        arm = blockFoot( s, i );
    double angle = blockFacetAngle( sim );
    double bound = ssSim_Param( sim, blockKeyMu ) * s->normal[i];
    double sliding = ssSim_Param( sim, blockKeyMuKinetic ) * s->normal[i];
    ssVec3 foot = { s->x[0] + arm.x, s->x[1] + arm.y, LINE_HEIGHT };
    ssPyramidCorners( ss_pyramidAcceleration, s->k, angle, points );
    for ( int j = 0; j < 2 * s->k; ++j ) { points[j] = ssVec2_Scale( bound, points[j] ); }
    fillCircle( bound, disc );
    fillCircle( sliding, kinetic );
    // The role of a direction set makes the disc dashed.
    ssDrawSet sets[] = {
        { ss_setReservoir, foot, { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, CIRCLE_SAMPLES, kinetic,
            (ssContactMode)s->mode },
        { ss_setReservoir, foot, { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, 2 * s->k, points,
            (ssContactMode)s->mode },
        { ss_setDirection, foot, { 1.0, 0.0, 0.0 }, { 0.0, 1.0, 0.0 }, CIRCLE_SAMPLES, disc,
            (ssContactMode)s->mode },
    };
    if ( ( out->flags & ss_drawCones ) && out->sets != NULL && bound > 0.0 && isfinite( bound ) )
    {
        int first = sliding > 0.0 && isfinite( sliding ) && sliding != bound ? 0 : 1;
        out->sets( out->context, SS_COUNT( sets ) - first, sets + first );
    }
    for ( int j = 0; j < s->k && out->line != NULL && ( out->flags & ss_drawCones ); ++j )
    {
        double kappa = s->kappaPlus[i * s->k + j] - s->kappaMinus[i * s->k + j];
        if ( kappa != 0.0 )
        {
            ssVec2 e = ssPyramidDirection( s->k, angle, j );
            double length = ssMax( -1.0, ssMin( 1.0, kappa / BLOCK_GRAVITY ) ) * 4.0 * BLOCK_HALF_SIDE;
            ssVec3 ray[2] = { foot, { foot.x + length * e.x, foot.y + length * e.y, LINE_HEIGHT } };
            out->line( out->context, ss_lineGhost0, 2, ray );
        }
    }
}

static void drawBlock( const PushedBlock* s, const ssDraw* out )
{
    ssDrawSolid block = { ss_solidBox, .body = 0, .center = { s->x[0], s->x[1], BLOCK_HALF_HEIGHT },
        .half = { BLOCK_HALF_SIDE, BLOCK_HALF_SIDE, BLOCK_HALF_HEIGHT },
        .orientation = { .z = ssSin( 0.5 * s->x[2] ), .w = ssCos( 0.5 * s->x[2] ) },
        .mode = (ssContactMode)s->mode };
    pictureSolids( out, 1, &block );
}

/// Its accelerations are those that the problem of the contacts was solved for.
static void drawLoads( const PushedBlock* s, ssVec3 centre, const ssDraw* out )
{
    double sum[3];
    ssVec3 foot = { 0.0, 0.0, 0.0 };
    BodyLoads to = bodyLoads( 0, s->mass, centre );
    blockSumForces( s, sum );
    for ( int i = 0; i < s->contacts && sum[2] > 0.0; ++i )
    {
        ssVec2 arm = blockFoot( s, i );
        double share = s->normal[i] / sum[2];
        foot = ssVec3_MulAdd( foot, share, ssVec3_Make( centre.x + arm.x, centre.y + arm.y, 0.0 ) );
    }
    to.all.normal.z = sum[2] > 0.0 ? 1.0 : 0.0;
    to.all.inertia = ssVec3_Make( s->mass * s->a[0], s->mass * s->a[1], 0.0 );
    bodyLoadsAdd( &to, ss_loadWeight, "m g", centre, ssVec3_Make( 0.0, 0.0, -s->mass * BLOCK_GRAVITY ) );
    bodyLoadsAdd( &to, ss_loadApplied, "F", centre, ssVec3_Make( s->push[0], s->push[1], 0.0 ) );
    bodyLoadsAdd( &to, ss_loadNormal, "λ_n", foot, ssVec3_Make( 0.0, 0.0, sum[2] ) );
    bodyLoadsAdd( &to, ss_loadFriction, "λ_t", foot, ssVec3_Make( sum[0], sum[1], 0.0 ) );
    bodyLoadsSend( &to, out );
}

void blockDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const PushedBlock* s = state;
    ssVec3 centre = { s->x[0], s->x[1], BLOCK_HALF_HEIGHT };
    pictureBounds( out, centre, EXTENT );
    ssDrawPlane plane = { .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 } };
    picturePlanes( out, 1, &plane );
    drawBlock( s, out );
    ssDrawArrow forces[1 + blockContactMax] = {
        { ss_quantityForce, { centre.x, centre.y, 2.0 * BLOCK_HALF_HEIGHT }, { s->push[0], s->push[1], 0.0 },
            "F" },
    };
    for ( int i = 0; i < s->contacts; ++i )
    {
        ssVec2 arm = blockFoot( s, i );
        drawPolygon( s, sim, out, i );
        forces[1 + i] = ( ssDrawArrow ){ ss_quantityForce, { s->x[0] + arm.x, s->x[1] + arm.y, LINE_HEIGHT },
            { s->tangent[2 * i], s->tangent[2 * i + 1], 0.0 }, i == 0 ? "r_T" : "" };
    }
    pictureArrows( out, ss_drawForces, 1 + s->contacts, forces );
    ssDrawArrow velocity = { ss_quantityVelocity, centre, { s->v[0], s->v[1], 0.0 }, "v" };
    pictureArrows( out, ss_drawVelocities, 1, &velocity );
    if ( out->loads != NULL && out->loadsOf == 0 ) { drawLoads( s, centre, out ); }
    ssDrawLabel label = { { centre.x, centre.y, 3.2 * BLOCK_HALF_HEIGHT }, .mode = (ssContactMode)s->mode,
        .text = s->mode == ss_modeOpen ? ssTranslate( "tips" )
            : s->mode == ss_modeStick  ? ssTranslate( "stick" )
                                       : ssTranslate( "slide" ) };
    pictureLabels( out, 1, &label );
}

void blockDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    (void)chart;
    const PushedBlock* s = state;
    ssVec2 corners[2 * SS_PYRAMID_MAX_DIRECTIONS];
    double x[2 * SS_PYRAMID_MAX_DIRECTIONS + SAMPLES], y[2 * SS_PYRAMID_MAX_DIRECTIONS + SAMPLES], sum[3];
    double angle = blockFacetAngle( sim );
    blockSumForces( s, sum );
    double bound = ssSim_Param( sim, blockKeyMu ) * sum[2];
    ssPyramidCorners( ss_pyramidAcceleration, s->k, angle, corners );
    for ( int j = 0; j <= 2 * s->k; ++j )
    {
        x[j] = bound * corners[j % ( 2 * s->k )].x;
        y[j] = bound * corners[j % ( 2 * s->k )].y;
    }
    sink->curve( sink->context, ss_chartReservoir, "polygon", 2 * s->k + 1, x, y );
    for ( int j = 0; j < SAMPLES; ++j )
    {
        x[j] = bound * ssCos( 2.0 * SS_PI * j / ( SAMPLES - 1 ) );
        y[j] = bound * ssSin( 2.0 * SS_PI * j / ( SAMPLES - 1 ) );
    }
    sink->curve( sink->context, ss_chartExact, "disc", SAMPLES, x, y );
    double kinetic = ssSim_Param( sim, blockKeyMuKinetic ) * sum[2];
    for ( int j = 0; j < SAMPLES; ++j )
    {
        x[j] = kinetic * ssCos( 2.0 * SS_PI * j / ( SAMPLES - 1 ) );
        y[j] = kinetic * ssSin( 2.0 * SS_PI * j / ( SAMPLES - 1 ) );
    }
    sink->curve( sink->context, ss_chartSlide, "μ_k r_N", SAMPLES, x, y );
    sink->arrow( sink->context, ss_chartFirst, "push F", 0.0, 0.0, s->push[0], s->push[1] );
    sink->points( sink->context, ss_chartNow, "r_T", 1, sum, sum + 1 );
}

void blockExplain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const PushedBlock* s = state;
    double sum[3], k = ssSim_Param( sim, blockKeyK ), mu = ssSim_Param( sim, blockKeyMu );
    blockSumForces( s, sum );
    switch ( param )
    {
        case blockKeyK:
            sayNumbers( text, capacity, ssTranslate( "corners hold 1/cos(π/2k) = %s times the disc" ),
                1.0 / ssCos( SS_PI / ( 2.0 * k ) ) );
            break;
        case blockKeyFacet:
            sayNumbers( text, capacity, ssTranslate( "turning by 180°/k = %s° changes nothing" ), 180.0 / k );
            break;
        case blockKeyPhantomInertia:
            sayNumbers( text, capacity, ssTranslate( "rank %d, defect %d; singular at 0 and at %s kg" ),
                s->rank, s->defect, s->nearest );
            break;
        case blockKeyMu:
            sayNumbers(
                text, capacity, "μ r_N = %s N; |r_T| = %s N", mu * sum[2], ssHypot( sum[0], sum[1] ) );
            break;
        case blockKeyMuKinetic:
            sayNumbers( text, capacity, ssTranslate( "μ_k r_N = %s N once it slides" ),
                ssSim_Param( sim, blockKeyMuKinetic ) * sum[2] );
            break;
        case blockKeyMass:
            sayNumbers(
                text, capacity, "m g = %s N", ssSim_PendingParam( sim, blockKeyMass ) * BLOCK_GRAVITY );
            break;
        case blockKeyContacts:
            sayNumbers( text, capacity,
                s->contacts == 1 ? ssTranslate( "a point mass: singular at ρ = k m" )
                                 : ssTranslate( "redundant forces: compliance 1e-8/m" ) );
            break;
        case blockKeyPush:
        case blockKeyPushRate:
            sayNumbers( text, capacity, ssTranslate( "now %s N; μ r_N = %s N" ),
                ssHypot( s->push[0], s->push[1] ), mu * sum[2] );
            break;
        default:
            sayNumbers( text, capacity, ssTranslate( "now at %s°" ),
                ssAtan2( s->push[1], s->push[0] ) * 180.0 / SS_PI );
            break;
    }
}
