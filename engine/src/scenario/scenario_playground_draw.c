// SPDX-License-Identifier: MIT
#include "scenario/draw_rotated.h"
#include "scenario/picture.h"
#include "scenario/scenario_playground.h"

// The picture of the playground: table, walls, grooves and bodies.

#define WALL_HEIGHT 0.4 // of the walls as they are drawn, in sizes of a body
#define GROOVES 16      // drawn on each side of the middle

ssQuat playLean( const Playground* s, double sign )
{
    // The axis is horizontal and perpendicular to the downhill direction.
    double angle = sign * s->tilt;
    return ssQuat_FromRotationVector(
        ssVec3_Make( -angle * ssSin( s->heading ), angle * ssCos( s->heading ), 0.0 ) );
}

/// The grooves of the table: parallel lines, cut off at its rim.
static void drawGrooves( const ssDraw* out, double half, double angle )
{
    ssVec2 along = { ssCos( angle ), ssSin( angle ) };
    for ( int i = -GROOVES; i <= GROOVES; ++i )
    {
        // The points c + t along with |x|, |y| <= half.
        double offset = 1.4142 * half * i / GROOVES, from = -2.0 * half, to = 2.0 * half;
        const double c[2] = { -offset * along.y, offset * along.x }, d[2] = { along.x, along.y };
        for ( int k = 0; k < 2; ++k )
        {
            double a = ( -half - c[k] ) / d[k], b = ( half - c[k] ) / d[k];
            bool level = fabs( d[k] ) < 1e-9, outside = level && fabs( c[k] ) > half;
            from = outside ? to : level ? from : ssMax( from, ssMin( a, b ) );
            to = level ? to : ssMin( to, ssMax( a, b ) );
        }
        const ssVec3 ends[2] = { { c[0] + from * d[0], c[1] + from * d[1], 0.0 },
            { c[0] + to * d[0], c[1] + to * d[1], 0.0 } };
        if ( to > from ) { out->line( out->context, ss_lineScenery, 2, ends ); }
    }
}

/// The feet of the walls, which are infinitely high; drawn so, they would hide the bodies.
static void drawWalls( const ssDraw* out, double half, double size )
{
    double height = WALL_HEIGHT * size, thick = 0.5 * height;
    for ( int i = 0; i < 4 && ( out->flags & ss_drawGround ) && out->solids != NULL; ++i )
    {
        double at = ( i % 2 == 0 ? 1.0 : -1.0 ) * ( half + 0.5 * thick ), along = half + thick;
        ssVec3 place = { i < 2 ? at : 0.0, i < 2 ? 0.0 : at, 0.5 * height };
        ssVec3 half3 = { i < 2 ? 0.5 * thick : along, i < 2 ? along : 0.5 * thick, 0.5 * height };
        ssDrawSolid wall = picturePart( ss_solidBox, true, place, half3, ssQuat_Identity() );
        out->solids( out->context, 1, &wall );
    }
}

/// An arrow on the table, beside the bodies, that points downhill.
static void drawDownhill( const Playground* s, const ssDraw* out, double half )
{
    double c = ssCos( s->heading ), n = ssSin( s->heading );
    const double marks[5][2] = { { -0.5, -0.8 }, { 0.0, -0.8 }, { -0.12, -0.72 }, { 0.0, -0.8 },
        { -0.12, -0.88 } };
    ssVec3 points[5];
    for ( int i = 0; i < 5; ++i )
    {
        double x = half * marks[i][0], y = half * marks[i][1];
        points[i] = ssVec3_Make( c * x - n * y, n * x + c * y, 0.01 * half );
    }
    if ( out->line != NULL && s->tilt != 0.0 ) { out->line( out->context, ss_lineGhost1, 5, points ); }
    if ( out->labels != NULL && s->tilt != 0.0 )
    {
        ssDrawLabel label = { .position = points[0], .text = "downhill", .ghost = 2, .small = true };
        out->labels( out->context, 1, &label );
    }
}

static void drawTable( const ssSim* sim, const ssDraw* out )
{
    double half = 0.5 * ssSim_Param( sim, playKeyTable );
    drawWalls( out, half, ssSim_Param( sim, playKeySize ) );
    ssDrawPlane plane = {
        .normal = { 0.0, 0.0, 1.0 }, .tangent = { 1.0, 0.0, 0.0 }, .halfX = half, .halfY = half
    };
    picturePlanes( out, 1, &plane );
    if ( out->line != NULL )
    {
        const ssVec3 rim[5] = { { half, half, 0.0 }, { -half, half, 0.0 }, { -half, -half, 0.0 },
            { half, -half, 0.0 }, { half, half, 0.0 } };
        out->line( out->context, ss_lineScenery, 5, rim );
        if ( playIsGrooved( (int)ssSim_Param( sim, playKeyGround ) ) && worldLawTyped( sim ) == NULL )
        {
            drawGrooves( out, half, ssSim_Param( sim, playKeyGroove ) * SS_PI / 180.0 );
        }
    }
}

void playDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const Playground* s = state;
    if ( s->built.build != NULL )
    {
        playBuildDraw( s, ssSim_Time( sim ), out );
        return;
    }
    DrawRotated rotated;
    drawRotated( &rotated, out, playLean( s, 1.0 ) );
    pictureBounds( out, ssVec3_Make( 0.0, 0.0, 0.0 ), 0.45 * ssSim_Param( sim, playKeyTable ) );
    drawTable( sim, &rotated.draw );
    drawDownhill( s, &rotated.draw, 0.5 * ssSim_Param( sim, playKeyTable ) );
    worldDrawBodies( s->world, &rotated.draw, ss_drawAll );
}
