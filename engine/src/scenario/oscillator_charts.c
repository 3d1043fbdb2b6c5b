// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"

#include <math.h>

// Charts over a parameter and the glyphs of belts, springs and walls.

enum
{
    curvePoints = 201
};

static ssOscillatorModel at( const ssOscillatorModel* model, oscillatorVary* vary, double value )
{
    ssOscillatorModel moved = *model;
    vary( &moved, value );
    return moved;
}

static double parameter( double from, double to, int i )
{
    return from + ( to - from ) * i / ( curvePoints - 1 );
}

void oscillatorChartGrowth( const oscillatorMotion* run, const ssOscillatorModel* model, oscillatorVary* vary,
    double now, double from, double to, bool unstableBelow, const ssChartSink* sink )
{
    double x[curvePoints], y[curvePoints], zero[2] = { 0.0, 0.0 }, ends[2] = { from, to };
    for ( int i = 0; i < curvePoints; ++i )
    {
        x[i] = parameter( from, to, i );
        ssOscillatorModel moved = at( model, vary, x[i] );
        ssLinearSystem linear = ssOscillator_Linearise( &moved );
        y[i] = ssLinear_Leading( &linear ).re;
    }
    double critical = ssOscillator_Critical( model );
    if ( sink->band != NULL && critical > from && critical < to )
    {
        sink->band( sink->context, ss_chartUnstable, "unstable", unstableBelow ? from : critical,
            unstableBelow ? critical : to );
    }
    if ( sink->curve != NULL )
    {
        sink->curve( sink->context, ss_chartExact, "", 2, ends, zero );
        sink->curve( sink->context, ss_chartFirst, "linearised", curvePoints, x, y );
    }
    ssLinearSystem linear = ssOscillator_Linearise( model );
    double growth = ssLinear_Leading( &linear ).re, simulated = oscillatorGrowth( run );
    if ( sink->points != NULL )
    {
        if ( isfinite( simulated ) )
        {
            sink->points( sink->context, ss_chartMeasured, "simulated", 1, &now, &simulated );
        }
        sink->points( sink->context, ss_chartNow, "now", 1, &now, &growth );
    }
}

void oscillatorChartEigenvalues(
    const ssOscillatorModel* model, oscillatorVary* vary, double from, double to, const ssChartSink* sink )
{
    double re[4][curvePoints], im[4][curvePoints], axisX[2] = { 0.0, 0.0 },
                                                   axisY[2] = { HUGE_VAL, -HUGE_VAL };
    int count = 0;
    for ( int i = 0; i < curvePoints; ++i )
    {
        ssEigenvalue roots[4];
        ssOscillatorModel moved = at( model, vary, parameter( from, to, i ) );
        ssLinearSystem linear = ssOscillator_Linearise( &moved );
        count = ssLinear_Eigenvalues( &linear, roots );
        for ( int k = 0; k < count; ++k )
        {
            re[k][i] = roots[k].re;
            im[k][i] = roots[k].im;
            axisY[0] = fmin( axisY[0], roots[k].im );
            axisY[1] = fmax( axisY[1], roots[k].im );
        }
    }
    ssEigenvalue roots[4];
    ssLinearSystem linear = ssOscillator_Linearise( model );
    ssLinear_Eigenvalues( &linear, roots );
    if ( sink->curve != NULL )
    {
        sink->curve( sink->context, ss_chartExact, "", 2, axisX, axisY );
        for ( int k = 0; k < count; ++k )
        {
            sink->curve( sink->context, ss_chartFirst, k == 0 ? "path" : "", curvePoints, re[k], im[k] );
        }
    }
    for ( int k = 0; k < count && sink->points != NULL; ++k )
    {
        sink->points( sink->context, ss_chartNow, k == 0 ? "now" : "", 1, &roots[k].re, &roots[k].im );
    }
}

void oscillatorChartFrequencies( const ssOscillatorModel* model, oscillatorVary* vary, double now,
    double from, double to, const ssChartSink* sink )
{
    double x[curvePoints], y[2][curvePoints];
    int count = 0;
    for ( int i = 0; i < curvePoints; ++i )
    {
        ssEigenvalue roots[4];
        x[i] = parameter( from, to, i );
        ssOscillatorModel moved = at( model, vary, x[i] );
        ssLinearSystem linear = ssOscillator_Linearise( &moved );
        count = ssLinear_Eigenvalues( &linear, roots ) / 2;
        for ( int k = 0; k < count; ++k )
        {
            y[k][i] = fmax( 0.0, roots[k].im );
        }
    }
    static const char* const names[] = { "ω₁", "ω₂" };
    for ( int k = 0; k < count && sink->curve != NULL; ++k )
    {
        sink->curve( sink->context, k == 0 ? ss_chartFirst : ss_chartSecond, names[k], curvePoints, x, y[k] );
    }
    ssEigenvalue roots[4];
    ssLinearSystem linear = ssOscillator_Linearise( model );
    ssLinear_Eigenvalues( &linear, roots );
    for ( int k = 0; k < count && sink->points != NULL; ++k )
    {
        double frequency = fmax( 0.0, roots[k].im );
        sink->points( sink->context, ss_chartNow, k == 0 ? "now" : "", 1, &now, &frequency );
    }
}

// ------------------------------------------------------------------------------------------------------ glyphs

void oscillatorDrawBelt( const ssDraw* out, double travel, double z, double length )
{
    if ( ( out->flags & ss_drawGround ) && out->planes != NULL )
    {
        ssDrawPlane belt = { .origin = { 0.0, 0.0, z },
            .normal = { 0.0, 0.0, 1.0 },
            .tangent = { 0.0, 1.0, 0.0 },
            .halfX = 0.7 * length,
            .halfY = 3.0 * length,
            .grooved = true,
            .shift = -travel };
        out->planes( out->context, 1, &belt );
    }
}

/// Two unit vectors across the way from one end to the other; the first lies as upright as it can.
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
    ssVec3 line[points + 2], way = ssVec3_Sub( to, from ), up, side;
    double length = ssVec3_Length( way );
    if ( out->line == NULL || !( out->flags & ss_drawBodies ) || !( length > 0.0 ) )
    {
        return;
    }
    across( ssVec3_Scale( 1.0 / length, way ), &up, &side );
    line[0] = from;
    for ( int i = 0; i < points; ++i )
    {
        double angle = 2.0 * SS_PI * i / perTurn, part = 0.1 + 0.8 * i / ( points - 1 );
        ssVec3 center = ssVec3_MulAdd( from, part, way );
        center = ssVec3_MulAdd( center, radius * sin( angle ), up );
        line[i + 1] = ssVec3_MulAdd( center, radius * cos( angle ), side );
    }
    line[points + 1] = to;
    out->line( out->context, ss_lineSpring, points + 2, line );
}

void oscillatorDrawDashpot( const ssDraw* out, ssVec3 from, ssVec3 to, double radius )
{
    ssVec3 way = ssVec3_Sub( to, from ), up, side;
    double length = ssVec3_Length( way );
    if ( out->line == NULL || !( out->flags & ss_drawBodies ) || !( length > 0.0 ) )
    {
        return;
    }
    across( ssVec3_Scale( 1.0 / length, way ), &up, &side );
    ssVec3 piston = ssVec3_MulAdd( from, 0.6, way ), bottom = ssVec3_MulAdd( from, 0.4, way );
    ssVec3 rod[4] = { to, piston, ssVec3_MulAdd( piston, 0.8 * radius, up ),
        ssVec3_MulAdd( piston, -0.8 * radius, up ) };
    ssVec3 rim = ssVec3_MulAdd( from, 0.7, way );
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
    if ( ( out->flags & ss_drawBodies ) && out->solids != NULL )
    {
        ssDrawSolid box = { .kind = ss_solidBox,
            .body = body,
            .fixed = body < 0,
            .center = center,
            .half = half,
            .orientation = ssQuat_Identity(),
            .mode = mode };
        out->solids( out->context, 1, &box );
    }
}

void oscillatorDrawContact( const oscillatorMotion* run, const ssOscillatorModel* model, const ssDraw* out,
    ssVec3 point, ssVec3 along )
{
    ssOscillatorForces f = oscillatorForces( run, model );
    bool sticks = run->body.mode == ss_oscillatorStick;
    // sliding, the coefficient is that of this speed: its cone has the force on it
    double mu = ( sticks ? f.limit : fabs( f.tangent ) ) / f.normal;
    ssVec3 up = { 0.0, 0.0, 1.0 };
    ssContactView contact = { .point = point,
        .normal = up,
        .tangent1 = along,
        .tangent2 = ssVec3_Cross( up, along ),
        .force = { f.normal, f.tangent, 0.0 },
        .cone = { .dimension = 3, .mu = isfinite( mu ) ? mu : 0.0 },
        .mode = oscillatorContactMode( run ),
        .a = -1,
        .b = 0,
        .velocity = { 0.0, ssOscillator_Slip( model, run->body.q, run->body.u ) } };
    ssDrawContacts( out, run->body.mode != ss_oscillatorOpen ? 1 : 0, &contact );
}
