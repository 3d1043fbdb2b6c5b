// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"

// Growth rate, eigenvalues and frequencies of the linearised motion over a parameter.

#define CURVE_POINTS 201 // points of a curve over the range of the parameter

/// A chart's abscissa: the parameter's present value and its range.
typedef struct Axis
{
    double now, from, to;
    bool unstableBelow; ///< steady sliding is unstable below the critical value; otherwise above it
} Axis;

static Axis axisOf( const ssOscillatorModel* model )
{
    const ssFollowerForce* follower = &model->follower;
    bool speed = model->kind == ss_oscillatorStribeck;
    double now = speed                             ? model->beltSpeed
        : model->kind == ss_oscillatorModeCoupling ? model->coupling.mu
        : model->kind == ss_oscillatorSpragSlip    ? model->sprag.mu
                                                   : follower->mu * follower->normalForce;
    double critical = ssOscillator_Critical( model ), none = speed ? 0.0 : 1.0;
    double to = ssMax( ( speed ? 2.0 : 1.5 ) * now, isfinite( critical ) ? 2.0 * critical : none );
    return ( Axis ){ .now = now, .from = speed ? 1e-3 * to : 0.0, .to = to, .unstableBelow = speed };
}

static double parameter( const Axis* axis, int i )
{
    return axis->from + ( axis->to - axis->from ) * i / ( CURVE_POINTS - 1 );
}

/// The linearisation with the parameter at this value.
static ssLinearSystem lineariseAt( const ssOscillatorModel* model, double value )
{
    ssOscillatorModel varied = *model;
    switch ( model->kind )
    {
        case ss_oscillatorModeCoupling: varied.coupling.mu = value; break;
        case ss_oscillatorSpragSlip: varied.sprag.mu = value; break;
        case ss_oscillatorFollower:
            varied.follower.mu = 1.0;
            varied.follower.normalForce = value;
            break;
        default: varied.beltSpeed = value; break;
    }
    return ssOscillator_Linearise( &varied );
}

/// Damping lowers the threshold of a follower force (Ziegler): the undamped one is drawn as well.
static void compareUndamped(
    const ssOscillatorModel* model, const Axis* axis, double growth, const ssChartSink* sink )
{
    if ( model->kind != ss_oscillatorFollower || !( model->follower.damping > 0.0 ) ) { return; }
    double x[CURVE_POINTS], y[CURVE_POINTS], top = ssMax( 3.0 * fabs( growth ), 0.02 );
    ssOscillatorModel undamped = *model;
    undamped.follower.damping = 0.0;
    for ( int i = 0; i < CURVE_POINTS; ++i )
    {
        x[i] = parameter( axis, i );
        ssLinearSystem linear = lineariseAt( &undamped, x[i] );
        y[i] = ssLinear_Leading( &linear ).re;
    }
    sink->range( sink->context, axis->from, axis->to, -0.5 * top, top );
    sink->curve( sink->context, ss_chartSecond, "without damping", CURVE_POINTS, x, y );
}

void oscillatorChartGrowth(
    const OscillatorMotion* motion, const ssOscillatorModel* model, const ssChartSink* sink )
{
    const Axis own = axisOf( model ), *axis = &own;
    double x[CURVE_POINTS], y[CURVE_POINTS], zero[2] = { 0.0, 0.0 }, ends[2] = { axis->from, axis->to };
    for ( int i = 0; i < CURVE_POINTS; ++i )
    {
        x[i] = parameter( axis, i );
        ssLinearSystem linear = lineariseAt( model, x[i] );
        y[i] = ssLinear_Leading( &linear ).re;
    }
    double critical = ssOscillator_Critical( model );
    if ( critical > axis->from && critical < axis->to )
    {
        sink->band( sink->context, ss_chartUnstable, "unstable", axis->unstableBelow ? axis->from : critical,
            axis->unstableBelow ? critical : axis->to );
    }
    ssLinearSystem linear = ssOscillator_Linearise( model );
    double growth = ssLinear_Leading( &linear ).re, simulated = oscillatorGrowthRate( motion );
    compareUndamped( model, axis, growth, sink );
    sink->curve( sink->context, ss_chartExact, "", 2, ends, zero );
    sink->curve( sink->context, ss_chartFirst, "linearised", CURVE_POINTS, x, y );
    sink->points( sink->context, ss_chartNow, "now", 1, &axis->now, &growth );
    if ( isfinite( simulated ) )
    {
        // A dot would lie under that of the state if the linearisation holds.
        double reach = 0.04 * ( axis->to - axis->from );
        const double at[2] = { axis->now - reach, axis->now + reach }, level[2] = { simulated, simulated };
        sink->curve( sink->context, ss_chartThird, "simulated", 2, at, level );
    }
}

void oscillatorChartEigenvalues( const ssOscillatorModel* model, const ssChartSink* sink )
{
    const Axis axis = axisOf( model );
    double re[4][CURVE_POINTS], im[4][CURVE_POINTS], zero[2] = { 0.0, 0.0 };
    double extent[2] = { HUGE_VAL, -HUGE_VAL };
    int count = 0;
    for ( int i = 0; i < CURVE_POINTS; ++i )
    {
        ssEigenvalue roots[4];
        ssLinearSystem linear = lineariseAt( model, parameter( &axis, i ) );
        count = ssLinear_Eigenvalues( &linear, roots );
        for ( int k = 0; k < count; ++k )
        {
            re[k][i] = roots[k].re;
            im[k][i] = roots[k].im;
            extent[0] = ssMin( extent[0], roots[k].im );
            extent[1] = ssMax( extent[1], roots[k].im );
        }
    }
    ssEigenvalue roots[4];
    ssLinearSystem linear = ssOscillator_Linearise( model );
    ssLinear_Eigenvalues( &linear, roots );
    sink->curve( sink->context, ss_chartExact, "", 2, zero, extent );
    for ( int k = 0; k < count; ++k )
    {
        sink->curve( sink->context, ss_chartFirst, k == 0 ? "path" : "", CURVE_POINTS, re[k], im[k] );
    }
    for ( int k = 0; k < count; ++k )
    {
        sink->points( sink->context, ss_chartNow, k == 0 ? "now" : "", 1, &roots[k].re, &roots[k].im );
    }
}

static void chartFrequencies( const ssOscillatorModel* model, const ssChartSink* sink )
{
    const Axis axis = axisOf( model );
    double x[CURVE_POINTS], y[2][CURVE_POINTS];
    int count = 0;
    for ( int i = 0; i < CURVE_POINTS; ++i )
    {
        ssEigenvalue roots[4];
        x[i] = parameter( &axis, i );
        ssLinearSystem linear = lineariseAt( model, x[i] );
        count = ssLinear_Eigenvalues( &linear, roots ) / 2;
        for ( int k = 0; k < count; ++k ) { y[k][i] = ssMax( 0.0, roots[k].im ); }
    }
    static const char* const names[] = { "ω₁", "ω₂" };
    for ( int k = 0; k < count; ++k )
    {
        sink->curve(
            sink->context, k == 0 ? ss_chartFirst : ss_chartSecond, names[k], CURVE_POINTS, x, y[k] );
    }
    ssEigenvalue roots[4];
    ssLinearSystem linear = ssOscillator_Linearise( model );
    ssLinear_Eigenvalues( &linear, roots );
    for ( int k = 0; k < count; ++k )
    {
        double frequency = ssMax( 0.0, roots[k].im );
        sink->points( sink->context, ss_chartNow, k == 0 ? "now" : "", 1, &axis.now, &frequency );
    }
}

void oscillatorDrawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    const OscillatorMotion* motion = state;
    const ssOscillatorModel model = motion->read( state, sim );
    switch ( chart )
    {
        case oscillatorChartOfGrowth: oscillatorChartGrowth( motion, &model, sink ); break;
        case oscillatorChartOfFrequencies: chartFrequencies( &model, sink ); break;
        default: oscillatorChartEigenvalues( &model, sink ); break;
    }
}
