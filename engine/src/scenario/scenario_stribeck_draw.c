// SPDX-License-Identifier: MIT
#include "draw/body_loads.h"
#include "scenario/picture.h"
#include "scenario/scenario_stribeck.h"

// The picture of the block on its belt, and its charts.

/// The scale of the machine [m], fixed so that a larger load moves the block and not the machine.
#define SCALE 0.6
#define SIDE 120
#define CAPACITY 1200 // points of the slip phase, at 400 per free period

static void drawLoads( const OscillatorMotion* motion, const ssOscillatorModel* model, const ssSim* sim,
    ssVec3 center, const ssDraw* out )
{
    static const char* const symbols[] = { "k x", "c v", "F" };
    const ssStribeckBlock* b = &model->stribeck;
    const double u = motion->body.u[0];
    const ssOscillatorForces f = oscillatorForces( motion, model, sim );
    const ssVec3 pulls[] = { { .x = -b->stiffness * motion->body.q[0] }, { .x = -b->damping * u },
        { .x = ( motion->dragging ? motion->push[0] : 0.0 ) + ssSim_Noise( sim, 0 ).force[0] } };
    BodyLoads to = bodyLoads( 0, b->mass, center );
    to.all.inertia = ssVec3_Make( b->mass * ( u - motion->start ) / ssSim_StepSize( sim ), 0.0, 0.0 );
    bodyLoadsPressed( &to, f.normal, ssVec3_Make( center.x, 0.0, 0.0 ), ssVec3_Make( f.tangent, 0.0, 0.0 ), 3,
        symbols, pulls );
    bodyLoadsSend( &to, out );
}

void stribeckDraw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const OscillatorMotion* motion = state;
    ssOscillatorModel model = stribeckModel( state, sim );
    const double l = SCALE, half = 0.22 * l, length = 1.3 * half, x = motion->body.q[0];
    // The belt carries the block about this far past its steady position.
    double swing = 1.2 * model.beltSpeed * sqrt( model.stribeck.mass / model.stribeck.stiffness );
    double wall = ssMin( -ssMax( 1.54 * l, l + swing ), motion->least[0] - length - 0.3 * l );
    double end = ssMax( 2.2 * l, motion->most[0] + l );
    pictureBounds( out, ssVec3_Make( 0.5 * ( wall + end ), 0.0, half ), 0.5 * ( end - wall ) - 0.37 * l );
    oscillatorDrawBelt( out, motion->travel, 0.0, wall, ssMax( 3.0 * l, end + l ), 0.7 * l );
    oscillatorDrawBox( out, -1, ssVec3_Make( wall - 0.06 * l, 0.0, 0.35 * l ),
        ssVec3_Make( 0.06 * l, 0.5 * l, 0.35 * l ), ss_modeOpen );
    oscillatorDrawBox( out, 0, ssVec3_Make( x, 0.0, half ), ssVec3_Make( length, half, half ),
        oscillatorContactMode( motion ) );
    double side = x - length;
    oscillatorDrawSpring(
        out, ssVec3_Make( wall, -0.12 * l, half ), ssVec3_Make( side, -0.12 * l, half ), 0.07 * l );
    if ( model.stribeck.damping > 0.0 )
    {
        oscillatorDrawDashpot(
            out, ssVec3_Make( wall, 0.12 * l, half ), ssVec3_Make( side, 0.12 * l, half ), 0.07 * l );
    }
    ssDrawArrow arrows[] = { { ss_quantityVelocity, { x, 0.0, 2.4 * half }, { motion->body.u[0], 0.0, 0.0 },
                                 "u" },
        { ss_quantityVelocity, { 0.9 * l, -0.5 * l, 0.02 * l }, { model.beltSpeed, 0.0, 0.0 }, "v_b" } };
    pictureArrows( out, ss_drawVelocities, SS_COUNT( arrows ), arrows );
    oscillatorDrawContact(
        motion, &model, sim, out, ssVec3_Make( x, 0.0, 0.0 ), ssVec3_Make( 1.0, 0.0, 0.0 ) );
    if ( out->loads != NULL && out->loadsOf == 0 && ssSim_StepIndex( sim ) > 0 )
    {
        drawLoads( motion, &model, sim, ssVec3_Make( x, 0.0, half ), out );
    }
}

/// The steady friction of a typed law over the speed.
static void chartLaw(
    const Stribeck* s, const ssOscillatorModel* model, const ssSim* sim, const ssChartSink* sink )
{
    double now = -ssOscillator_Slip( model, s->motion.body.q, s->motion.body.u ), steady = model->beltSpeed;
    double force = oscillatorForces( &s->motion, model, sim ).tangent;
    sink->curve( sink->context, ss_chartFirst, "steady sliding", stribeckLawPoints, s->speed, s->force );
    sink->points( sink->context, ss_chartExact, "at v_b", 1, &steady, &s->own.steadyForce );
    sink->points( sink->context, ss_chartNow, "now", 1, &now, &force );
}

/// The growth rate under a typed law over the belt speed.
static void chartLawGrowth( const Stribeck* s, const ssOscillatorModel* model, const ssChartSink* sink )
{
    const double ends[2] = { 0.0, 2.0 * model->beltSpeed }, zero[2] = { 0.0, 0.0 };
    sink->curve( sink->context, ss_chartExact, "", 2, ends, zero );
    sink->curve(
        sink->context, ss_chartFirst, "linearised", stribeckGrowthPoints, s->beltSpeed, s->growthRate );
    if ( isfinite( s->growth ) )
    {
        sink->points( sink->context, ss_chartNow, "now", 1, &model->beltSpeed, &s->growth );
    }
}

static void chartFriction( const OscillatorMotion* motion, const ssOscillatorModel* model, const ssSim* sim,
    const ssChartSink* sink )
{
    const ssStribeckBlock* b = &model->stribeck;
    double x[2 * SIDE], y[2 * SIDE],
        fastest = 2.0 * model->beltSpeed + ( b->stepCurve ? 0.0 : 2.0 * b->vStribeck );
    for ( int i = 0; i < SIDE; ++i )
    {
        // Points are dense near rest. The branch of the step law begins at rest with its kinetic value.
        double v = fastest * i * i / ( ( SIDE - 1.0 ) * ( SIDE - 1.0 ) );
        double force = b->normalForce * ( i == 0 ? ssStribeckMu( b, 0.0 ) : ssStribeckMu( b, v ) );
        x[SIDE + i] = v;
        y[SIDE + i] = force;
        x[SIDE - 1 - i] = -v;
        y[SIDE - 1 - i] = -force;
    }
    double now = -ssOscillator_Slip( model, motion->body.q, motion->body.u ),
           force = oscillatorForces( motion, model, sim ).tangent;
    double steady = model->beltSpeed, steadyForce = b->normalForce * ssStribeckMu( b, steady );
    sink->curve( sink->context, ss_chartFirst, "μ(v) N", 2 * SIDE, x, y );
    sink->points( sink->context, ss_chartExact, "steady sliding", 1, &steady, &steadyForce );
    sink->points( sink->context, ss_chartNow, "now", 1, &now, &force );
}

/// The cycle that starts where friction can no longer hold the block against the spring.
static void chartLimitCycle(
    const OscillatorMotion* motion, const ssOscillatorModel* model, const ssChartSink* sink )
{
    const ssStribeckBlock* b = &model->stribeck;
    double x[CAPACITY + 1], u[CAPACITY + 1], h = 2.0 * SS_PI * sqrt( b->mass / b->stiffness ) / 400.0;
    double start = ( b->normalForce * ssStribeckMu( b, 0.0 ) - b->damping * model->beltSpeed ) / b->stiffness;
    ssOscillatorState s = { .q = { start }, .u = { model->beltSpeed }, .mode = ss_oscillatorForward };
    int count = 0;
    for ( ; count < CAPACITY && s.mode != ss_oscillatorStick; ++count )
    {
        x[count] = s.q[0];
        u[count] = s.u[0];
        if ( !ssOscillator_Step( model, &s, h ).finite ) { return; }
    }
    if ( s.mode == ss_oscillatorStick )
    {
        x[count] = s.q[0];
        u[count] = model->beltSpeed;
        x[count < CAPACITY ? count + 1 : CAPACITY] = start;
        u[count < CAPACITY ? count + 1 : CAPACITY] = model->beltSpeed;
        sink->curve(
            sink->context, ss_chartExact, "limit cycle", count < CAPACITY ? count + 2 : CAPACITY + 1, x, u );
    }
    ssOscillatorState steady = ssOscillator_Equilibrium( model );
    ssLinearSystem linear = ssOscillator_Linearise( model );
    bool stable = ssLinear_Leading( &linear ).re <= 0.0;
    sink->points(
        sink->context, stable ? ss_chartThird : ss_chartUnstable, "steady sliding", 1, steady.q, steady.u );
    sink->points( sink->context, ss_chartNow, "now", 1, motion->body.q, motion->body.u );
}

/// The charts of a typed law; neither its cycle nor eigenvalues at each frame are predicted.
static void drawLawChart(
    const Stribeck* s, const ssOscillatorModel* model, const ssSim* sim, int chart, const ssChartSink* sink )
{
    if ( chart == chartCharacteristic ) { chartLaw( s, model, sim, sink ); }
    else if ( chart == chartGrowth ) { chartLawGrowth( s, model, sink ); }
    else if ( chart == chartCycle )
    {
        ssOscillatorState steady = ssOscillator_Equilibrium( model );
        sink->points( sink->context, s->growth > 0.0 ? ss_chartUnstable : ss_chartThird, "steady sliding", 1,
            steady.q, steady.u );
        sink->points( sink->context, ss_chartNow, "now", 1, s->motion.body.q, s->motion.body.u );
    }
}

void stribeckDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    const Stribeck* s = state;
    ssOscillatorModel model = stribeckModel( s, sim );
    if ( s->typed.made )
    {
        drawLawChart( s, &model, sim, chart, sink );
        return;
    }
    switch ( chart )
    {
        case chartCharacteristic: chartFriction( state, &model, sim, sink ); break;
        case chartCycle: chartLimitCycle( state, &model, sink ); break;
        case chartGrowth: oscillatorChartGrowth( state, &model, sink ); break;
        default: oscillatorChartEigenvalues( &model, sink ); break;
    }
}
