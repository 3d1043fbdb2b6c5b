// SPDX-License-Identifier: MIT
#include "scenario/picture.h"
#include "scenario/scenario_guideway.h"
#include "scenario/world_scenario.h"

// The guideway cut away: a solid far half, an outlined near half; tables have lengths in ball diameters.

#define RAIL_LENGTHS 1.2 // the rail is drawn this far to both sides, in lengths of the carriage
#define MARKS 4.0        // distance of the marks on the base, which show that the carriage moves
#define MAX_GLYPHS 8     // cones and moments are drawn up to this number of balls; more would hide them

/// A box that runs along the guideway, by its middle and half extents across [ball diameters].
typedef struct Bar
{
    double y, z, halfY, halfZ;
} Bar;

typedef struct Section
{
    const Bar *rail, *carriage;
    int railCount, carriageCount;
    double top;    ///< of the carriage
    double ground; ///< top of the base
} Section;

static const Bar s_flatRail[] = { { 0.0, -1.5, 4.8, 0.5 } };
static const Bar s_flatCarriage[] = { { 0.0, 1.5, 4.3, 0.5 } };
static const Bar s_slantedRail[] = {
    { 0.0, -5.0, 5.6, 0.5 },
    { 0.0, -3.0, 1.5, 1.5 },
    { 0.0, 0.0, 2.2, 1.5 },
};
static const Bar s_slantedCarriage[] = { { 0.0, 3.9, 5.2, 0.6 }, { 4.7, 0.1, 0.5, 3.2 },
    { -4.7, 0.1, 0.5, 3.2 } };

static const Section s_flat = { s_flatRail, s_flatCarriage, SS_COUNT( s_flatRail ),
    SS_COUNT( s_flatCarriage ), 2.0, -1.0 };
static const Section s_slanted = { s_slantedRail, s_slantedCarriage, SS_COUNT( s_slantedRail ),
    SS_COUNT( s_slantedCarriage ), 4.5, -4.5 };

static const Section* sectionOf( const ssSim* sim )
{
    return (int)ssSim_Param( sim, keyGeometry ) == geometryFlat ? &s_flat : &s_slanted;
}

static void drawBox( const ssDraw* out, bool fixed, ssVec3 centre, ssVec3 half, ssQuat orientation )
{
    ssDrawSolid solid = picturePart( ss_solidBox, fixed, centre, half, orientation );
    pictureSolids( out, 1, &solid );
}

/// The edges of a box, as two rims and four lines between them.
static void drawEdges( const ssDraw* out, ssVec3 centre, ssVec3 half, ssQuat orientation )
{
    static const int signs[4][2] = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } };
    ssVec3 corners[2][5];
    for ( int k = 0; k < 10 && out->line != NULL; ++k )
    {
        const int* sign = signs[k % 5 % 4];
        ssVec3 corner = { sign[0] * half.x, sign[1] * half.y, k < 5 ? half.z : -half.z };
        corners[k / 5][k % 5] = ssVec3_Add( centre, ssQuat_Rotate( orientation, corner ) );
    }
    for ( int k = 0; k < 6 && out->line != NULL; ++k )
    {
        ssVec3 post[2] = { corners[0][k % 4], corners[1][k % 4] };
        out->line( out->context, ss_lineScenery, k < 2 ? 5 : 2, k < 2 ? corners[k] : post );
    }
}

/// Marks on the base, fixed in space.
static void drawMarks( const Section* section, const ssDraw* out, double x, double reach, double d )
{
    double distance = MARKS * d, width = section->rail[0].halfY * d, z = section->ground * d + 0.02 * d;
    for ( double at = distance * ceil( ( x - reach ) / distance ); at <= x + reach && out->line != NULL;
          at += distance )
    {
        ssVec3 ends[2] = { { at, -width, z }, { at, width, z } };
        out->line( out->context, ss_lineScenery, 2, ends );
    }
}

static void drawRail( const Guideway* s, const ssSim* sim, const ssDraw* out, double x )
{
    const Section* section = sectionOf( sim );
    double d = ssSim_Param( sim, keyBallDiameter ), reach = RAIL_LENGTHS * s->loop;
    for ( int i = 0; i < section->railCount; ++i )
    {
        const Bar* bar = section->rail + i;
        drawBox( out, true, ssVec3_Make( x, bar->y * d, bar->z * d ),
            ssVec3_Make( reach, bar->halfY * d, bar->halfZ * d ), ssQuat_Identity() );
    }
    for ( int i = 0; i < s->carriageSlot; ++i )
    {
        // Only the part near the carriage is drawn: the whole rail is forty metres long.
        ssBodyState body = worldBody( s->world, i );
        ssVec3 half = worldBodyShape( s->world, i )->half;
        half.x = reach;
        body.pose.position.x = x;
        drawBox( out, true, body.pose.position, half, body.pose.orientation );
    }
    drawMarks( section, out, x, reach, d );
}

static void drawCarriage( const Guideway* s, const ssSim* sim, const ssDraw* out )
{
    const Section* section = sectionOf( sim );
    double d = ssSim_Param( sim, keyBallDiameter ), length = 0.5 * s->loop;
    ssVec3 at = ssWorld_Body( s->world, s->carriage ).pose.position;
    for ( int i = 0; i < section->carriageCount; ++i )
    {
        const Bar* bar = section->carriage + i;
        ssVec3 centre = { at.x, bar->y * d, bar->z * d }, half = { length, bar->halfY * d, bar->halfZ * d };
        if ( bar->y == 0.0 )
        {
            // a plate over both sides: its far half
            drawBox( out, false, ssVec3_Make( centre.x, 0.5 * half.y, centre.z ),
                ssVec3_Make( half.x, 0.5 * half.y, half.z ), ssQuat_Identity() );
        }
        else if ( bar->y > 0.0 ) { drawBox( out, false, centre, half, ssQuat_Identity() ); }
        if ( bar->y <= 0.0 ) { drawEdges( out, centre, half, ssQuat_Identity() ); }
    }
    for ( int i = s->carriageSlot + 2; i < s->carriageEnd;
          ++i ) // the raceways, after the carriage and its slide
    {
        ssBodyState body = worldBody( s->world, i );
        ssVec3 half = worldBodyShape( s->world, i )->half;
        if ( body.pose.position.y > 0.0 )
        {
            drawBox( out, false, body.pose.position, half, body.pose.orientation );
        }
        else { drawEdges( out, body.pose.position, half, body.pose.orientation ); }
    }
}

/// The force of the drive is hardly ever a hundredth of the load: an arrow on the scale of forces would be
/// too short to see. This one is as long as half the carriage at the force that the formula asks for.
static void drawDrive( const Guideway* s, const ssSim* sim, const ssDraw* out, ssVec3 top )
{
    double d = ssSim_Param( sim, keyBallDiameter ), force = guidewayDriveForce( s ),
           needed = guidewayResistance( sim );
    double share = needed > 0.0 ? ssMax( -1.0, ssMin( 1.0, force / needed ) ) : 0.0, length = 0.5 * s->loop;
    ssVec3 tip = { top.x - copysign( 0.5 * s->loop, force ), 0.5 * d, top.z - 0.5 * d }, tail = tip;
    tail.x -= share * length;
    if ( ( out->flags & ss_drawForces ) && out->line != NULL && share != 0.0 )
    {
        double head = copysign( ssMin( 1.0 * d, 0.5 * fabs( share ) * length ), force );
        const ssVec3 shaft[2] = { tail, tip };
        const ssVec3 wings[3] = { { tip.x - head, tip.y, tip.z + 0.5 * d }, tip,
            { tip.x - head, tip.y, tip.z - 0.5 * d } };
        out->line( out->context, ss_lineGhost1, 2, shaft );
        out->line( out->context, ss_lineGhost1, 3, wings );
    }
    char text[80];
    sayNumbers( text, sizeof text, ssTranslate( "drive %s N, formula %s N" ), force, needed );
    ssDrawLabel label = { ssVec3_Add( tail, ssVec3_Make( 0.0, 0.0, 1.5 * d ) ), .text = text, .ghost = 2,
        .small = true };
    pictureLabels( out, 1, &label );
}

static void drawArrows( const Guideway* s, const ssSim* sim, const ssDraw* out, ssVec3 top )
{
    double d = ssSim_Param( sim, keyBallDiameter );
    if ( ( out->flags & ss_drawVelocities ) && out->arrows != NULL )
    {
        // One ball stands for all: the foremost of the near row.
        int shown = s->balls;
        ssBodyState first = worldBody( s->world, shown );
        for ( int i = s->balls; i < s->balls + s->ballCount; ++i )
        {
            ssBodyState ball = worldBody( s->world, i );
            bool nearer = ball.pose.position.y < first.pose.position.y - 0.5 * d,
                 same = ball.pose.position.y < first.pose.position.y + 0.5 * d;
            bool higher = ball.pose.position.z > first.pose.position.z - 0.5 * d;
            if ( nearer || ( same && higher && ball.pose.position.x > first.pose.position.x ) )
            {
                first = ball;
                shown = i;
            }
        }
        ssVec3 front = { top.x + 0.5 * s->loop, 0.0, top.z - 0.5 * d };
        const ssDrawArrow arrows[2] = { { ss_quantityVelocity, front,
                                            ssWorld_ShownVelocity( s->world, s->carriage ),
                                            ssTranslate( "v_(carriage)" ) },
            { ss_quantityVelocity, first.pose.position,
                ssWorld_ShownVelocity( s->world, ssWorld_BodyAt( s->world, shown ) ),
                ssTranslate( "v_(balls)" ) } };
        out->arrows( out->context, 2, arrows );
    }
    ssVec3 above = ssVec3_Add( top, ssVec3_Make( 0.0, 0.0, 3.0 * d ) ),
           load = { 0.0, 0.0, -ssSim_Param( sim, keyLoad ) };
    ssDrawArrow arrow = { ss_quantityForce, above, load, ssTranslate( "load F_y" ) };
    pictureArrows( out, ss_drawForces, 1, &arrow );
    drawDrive( s, sim, out, top );
}

void guidewayDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Guideway* s = state;
    double d = ssSim_Param( sim, keyBallDiameter ), x = ssWorld_Body( s->world, s->carriage ).pose.position.x;
    const Section* section = sectionOf( sim );
    ssVec3 centre = { x, 0.0, 0.5 * ( section->top + section->ground + 1.0 ) * d };
    pictureBounds( out, centre, 0.65 * s->loop + 3.0 * d );
    drawRail( s, sim, out, x );
    drawCarriage( s, sim, out );
    drawArrows( s, sim, out, ssVec3_Make( x, 0.0, section->top * d ) );
    bool crowded = s->ballCount > MAX_GLYPHS;
    ssDraw inner = *out;
    inner.solids = NULL;
    worldDrawBodies( s->world, &inner,
        ~(uint32_t)( ss_drawVelocities | ( crowded ? ss_drawMoments | ss_drawCones : 0 ) ) );
}
