// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"
#include "scenario/picture.h"

// Draws the belt, springs, dashpots, boxes and the contact of the instability scenarios.

double oscillatorMagnify( OscillatorMotion* motion, const ssOscillatorModel* model, double room )
{
    const ssOscillatorState steady = ssOscillator_Equilibrium( model );
    double widest = 0.0;
    for ( int i = 0; i < SS_OSCILLATOR_DOF; ++i )
    {
        widest = ssMax( widest, ssMax( motion->most[i] - steady.q[i], steady.q[i] - motion->least[i] ) );
    }
    // What is large enough to be seen stays as it is. Rounding alone is no motion.
    double factor = widest > 1e-4 * room && widest < 0.05 * room ? pictureFactor( room / widest ) : 1.0;
    for ( int i = 0; i < SS_OSCILLATOR_DOF && factor > 1.0; ++i )
    {
        double* const values[] = { motion->body.q + i, motion->least + i, motion->most + i };
        for ( int k = 0; k < SS_COUNT( values ); ++k )
        {
            *values[k] = steady.q[i] + factor * ( *values[k] - steady.q[i] );
        }
    }
    return factor;
}

void oscillatorDrawFactor( const ssDraw* out, double factor, ssVec3 at )
{
    char text[64];
    sayNumbers( text, sizeof text, ssTranslate( "motion drawn × %s" ), factor );
    ssDrawLabel label = { .position = at, .text = text, .ghost = 2 };
    pictureLabels( out, factor > 1.0 ? 1 : 0, &label );
}

void oscillatorDrawBelt( const ssDraw* out, double travel, double z, double from, double to, double width )
{
    // Stripes run with the belt; the lines of a plane shift along normal × tangent, which is -x.
    double middle = 0.5 * ( from + to );
    ssDrawPlane belt = { { middle, 0.0, z }, .normal = { 0.0, 0.0, 1.0 }, .tangent = { 0.0, 1.0, 0.0 },
        .halfX = width, .halfY = 0.5 * ( to - from ), .grooved = true, .shift = middle - travel };
    picturePlanes( out, 1, &belt );
}

/// Two unit vectors perpendicular to `along`; the first is as upright as possible.
static void across( ssVec3 along, ssVec3* up, ssVec3* side )
{
    *side = ssVec3_Cross( along, ssVec3_Make( 0.0, 0.0, 1.0 ) );
    double size = ssVec3_Length( *side );
    *side = size > 1e-6 ? ssVec3_Scale( 1.0 / size, *side ) : ssVec3_Make( 0.0, 1.0, 0.0 );
    *up = ssVec3_Cross( *side, along );
}

void oscillatorDrawSpring( const ssDraw* out, ssVec3 from, ssVec3 to, double radius )
{
    enum
    {
        turns = 8,
        perTurn = 12,
        points = turns * perTurn + 1
    };
    ssVec3 line[points + 2], axis = ssVec3_Sub( to, from ), up, side;
    double length = ssVec3_Length( axis );
    if ( out->line == NULL || !( out->flags & ss_drawBodies ) || !( length > 0.0 ) ) { return; }
    across( ssVec3_Scale( 1.0 / length, axis ), &up, &side );
    line[0] = from;
    for ( int i = 0; i < points; ++i )
    {
        double angle = 2.0 * SS_PI * i / perTurn, part = 0.1 + 0.8 * i / ( points - 1 );
        ssVec3 center = ssVec3_MulAdd( from, part, axis );
        center = ssVec3_MulAdd( center, radius * ssSin( angle ), up );
        line[i + 1] = ssVec3_MulAdd( center, radius * ssCos( angle ), side );
    }
    line[points + 1] = to;
    out->line( out->context, ss_lineSpring, points + 2, line );
}

void oscillatorDrawDashpot( const ssDraw* out, ssVec3 from, ssVec3 to, double radius )
{
    ssVec3 axis = ssVec3_Sub( to, from ), up, side;
    double length = ssVec3_Length( axis );
    if ( out->line == NULL || !( out->flags & ss_drawBodies ) || !( length > 0.0 ) ) { return; }
    across( ssVec3_Scale( 1.0 / length, axis ), &up, &side );
    ssVec3 piston = ssVec3_MulAdd( from, 0.6, axis ), bottom = ssVec3_MulAdd( from, 0.4, axis );
    ssVec3 rod[4] = { to, piston, ssVec3_MulAdd( piston, 0.8 * radius, up ),
        ssVec3_MulAdd( piston, -0.8 * radius, up ) };
    ssVec3 rim = ssVec3_MulAdd( from, 0.7, axis );
    ssVec3 cup[6] = { from, bottom, ssVec3_MulAdd( bottom, radius, up ), ssVec3_MulAdd( rim, radius, up ),
        ssVec3_MulAdd( bottom, -radius, up ), ssVec3_MulAdd( rim, -radius, up ) };
    ssVec3 lower[2] = { cup[4], cup[5] }, back[2] = { cup[2], cup[4] };
    out->line( out->context, ss_lineScenery, 4, rod );
    out->line( out->context, ss_lineScenery, 4, cup );
    out->line( out->context, ss_lineScenery, 2, back );
    out->line( out->context, ss_lineScenery, 2, lower );
}

void oscillatorDrawBox( const ssDraw* out, int body, ssVec3 center, ssVec3 half, ssContactMode mode )
{
    ssDrawSolid box = { ss_solidBox, .body = body, .fixed = body < 0, .center = center, .half = half,
        .orientation = ssQuat_Identity(), .mode = mode };
    pictureSolids( out, 1, &box );
}

void oscillatorDrawContact( const OscillatorMotion* motion, const ssOscillatorModel* model, const ssSim* sim,
    const ssDraw* out, ssVec3 point, ssVec3 along )
{
    ssOscillatorForces f = oscillatorForces( motion, model, sim );
    bool sticks = motion->body.mode == ss_oscillatorStick;
    // While sliding, the coefficient is that of the present speed, so that the force lies on its cone.
    double mu = ( sticks ? f.limit : fabs( f.tangent ) ) / f.normal;
    ssVec3 up = { 0.0, 0.0, 1.0 };
    ssContactView contact = { point, .normal = up, .tangent1 = along, .tangent2 = ssVec3_Cross( up, along ),
        .force = { f.normal, f.tangent, 0.0 }, .cone = { .dimension = 3, .mu = isfinite( mu ) ? mu : 0.0 },
        .mode = oscillatorContactMode( motion ), .a = -1, .b = 0,
        .velocity = { 0.0, ssOscillator_Slip( model, motion->body.q, motion->body.u ) } };
    ssDrawContacts( out, motion->body.mode != ss_oscillatorOpen ? 1 : 0, &contact );
}
