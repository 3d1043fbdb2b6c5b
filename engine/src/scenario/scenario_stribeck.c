// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"

#include <math.h>
#include <stdio.h>

// A block on a belt is held by a spring. Friction that falls with speed acts as a negative dashpot (Walker & Leine Sec. 4.1,
// Fig. 13a): below a critical belt speed steady sliding is unstable, and the block sticks and slips.

enum
{
    keyMass,
    keyStiffness,
    keyDamping,
    keyBeltSpeed,
    keyNormalForce,
    keyMuS,
    keyMuK,
    keyVStribeck,
    keyCurve,
    keyPerturbation,
    keyCount
};

static const char* const s_curves[] = { "exp", "step" };

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyMass] = { .key = "mass", .symbol = "m", .label = "mass", .unit = "kg", .group = "block",
        .doc = "Mass of the block.",
        .min = 0.1, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 1.0,
        .logScale = true, .live = true },
    [keyStiffness] = { .key = "stiffness", .symbol = "k", .label = "spring stiffness", .unit = "N/m", .group = "block",
        .doc = "Stiffness of the spring between wall and block.",
        .min = 0.1, .max = 20.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 1.0,
        .logScale = true, .live = true },
    [keyDamping] = { .key = "damping", .symbol = "c", .label = "damping", .unit = "N s/m", .group = "block",
        .doc = "Damping of the dashpot between wall and block. Steady sliding is stable if it outweighs the falling friction force.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.05, .live = true },
    [keyBeltSpeed] = { .key = "belt_speed", .symbol = "v_b", .label = "belt speed", .unit = "m/s", .group = "belt",
        .doc = "Steady sliding is unstable below the critical speed.",
        .min = 0.01, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 0.2,
        .live = true },
    [keyNormalForce] = { .key = "normal_force", .symbol = "N", .label = "normal force", .unit = "N", .group = "belt",
        .doc = "Force that presses the block against the belt.",
        .min = 0.0, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 1.0, .live = true },
    [keyMuS] = { .key = "mu_s", .symbol = "μ_s", .label = "static friction", .unit = "", .group = "friction",
        .doc = "Friction coefficient at rest.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.4, .live = true },
    [keyMuK] = { .key = "mu_k", .symbol = "μ_k", .label = "kinetic friction", .unit = "", .group = "friction",
        .doc = "Friction coefficient at high speed. If it exceeds mu_s, friction grows with speed and damps the motion; with "
               "curve=step it then applies at rest as well.",
        .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.2, .live = true },
    [keyVStribeck] = { .key = "v_stribeck", .symbol = "v_s", .label = "Stribeck speed", .unit = "m/s",
        .group = "friction", .doc = "Speed scale of the falling friction coefficient mu_k + (mu_s - mu_k) exp(-v/v_s). Used "
               "with curve=exp only.",
        .min = 0.05, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 0.5,
        .live = true },
    [keyCurve] = { .key = "curve", .symbol = "μ(v)", .label = "characteristic", .unit = "", .group = "friction",
        .doc = "exp: friction falls smoothly with speed. step: mu_s at rest and mu_k while sliding; the stick-slip cycle has a "
               "closed form.",
        .kind = ss_paramChoice, .min = 0.0, .max = 1.0, .allowedMin = 0.0, .allowedMax = 1.0, .defaultValue = 0.0,
        .live = true, .choices = s_curves, .choiceCount = SS_COUNT( s_curves ) },
    [keyPerturbation] = { .key = "perturbation", .symbol = "δ", .label = "initial displacement", .unit = "m",
        .group = "start", .doc = "Initial distance from steady sliding. The block starts with zero velocity.",
        .min = -0.5, .max = 0.5, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 1e-3 },
};
// clang-format on

enum
{
    signalX,
    signalU,
    signalSlip,
    signalRn,
    signalRt,
    signalMode,
    signalLog,
    signalLogLinear,
    signalCount
};

static const ssSignal s_signals[] = {
    [signalX] = { "x", "x", "m", "position of the block; 0 where the spring is relaxed" },
    [signalU] = { "u", "u", "m/s", "velocity of the block" },
    [signalSlip] = { "slip", "γ", "m/s", "velocity of the block relative to the belt" },
    [signalRn] = { "r_n", "r_N", "N", "normal force" },
    [signalRt] = { "r_t", "r_T", "N", "friction force on the block, positive in the direction of the belt" },
    [signalMode] = OSCILLATOR_MODE_SIGNAL,
    [signalLog] = OSCILLATOR_GROWTH_SIGNALS,
};

static const ssPlot s_plots[] = {
    { "phase", "phase plane", "m/s", { "u" }, { NULL }, true, "x", .kind = ss_plotLines },
    { "x", "position", "m", { "x" }, { NULL }, false, NULL, .kind = ss_plotLines },
    { "growth", "growth of the oscillation", "", { "log_amplitude" }, { "log_amplitude_linear" }, true, NULL,
        .kind = ss_plotLines },
    { "r_t", "friction force", "N", { "r_t" }, { NULL }, false, NULL, .kind = ss_plotLines },
    { "u", "velocity", "m/s", { "u", "slip" }, { NULL }, false, NULL, .kind = ss_plotLines },
};

enum
{
    chartCharacteristic,
    chartCycle,
    chartGrowth,
    chartEigenvalues,
    chartCount
};

static const ssChart s_charts[] = {
    [chartCharacteristic] = { "characteristic", "friction characteristic", "sliding speed v_b − u", "m/s",
        "r_T", "N",
        "Where the curve falls, faster sliding means less friction: friction feeds the motion of the block "
        "instead of damping it.",
        .shown = true },
    [chartCycle] = { "cycle", "limit cycle", "x", "m", "u", "m/s",
        "The block sticks along u = v_b and slips back below. Dashed: the cycle on which every motion with a "
        "stick phase ends.",
        .shown = true },
    [chartGrowth] = { "growth", "growth rate over belt speed", "v_b", "m/s", "Re s", "1/s",
        OSCILLATOR_GROWTH_DOC, .shown = true },
    [chartEigenvalues] = { "eigenvalues", "eigenvalues over belt speed", "Re s", "1/s", "Im s", "1/s",
        "The pair crosses the imaginary axis at the critical speed (Hopf bifurcation).", .shown = false },
};

static const ssPresetValue s_stickSlip[] = { { "perturbation", -0.3 } };
static const ssPresetValue s_growth[] = { { "belt_speed", 0.8 }, { "perturbation", 0.1 } };
static const ssPresetValue s_stable[] = { { "belt_speed", 1.2 }, { "perturbation", 0.5 } };
static const ssPresetValue s_step[] = { { "curve", 1.0 }, { "damping", 0.0 }, { "perturbation", -0.3 } };

static const ssPreset s_presets[] = {
    { .name = "stick-slip",
        .label = "Slow belt: sticks and slips",
        .until = 60.0,
        PRESET( s_stickSlip ),
        .show = { .point =
                      "The belt carries the block along until the spring tears it loose; it slips back and "
                      "is caught again." } },
    { .name = "growth",
        .label = "Just below the critical speed",
        .until = 200.0,
        PRESET( s_growth ),
        .show = { .point =
                      "Friction that falls with speed feeds the oscillation: it grows until the block is "
                      "as fast as the belt and sticks.",
            .speed = 16.0,
            .panes = "x,growth,chart:growth" } },
    { .name = "stable",
        .label = "Fast belt: the oscillation decays",
        .until = 120.0,
        PRESET( s_stable ),
        .show = { .point = "Above the critical speed friction hardly falls any more: the dashpot wins, and "
                           "the swing slowly decays.",
            .speed = 16.0,
            .panes = "x,growth,chart:growth",
            .camera = { 24.0, 17.0, 1.0 } } },
    { .name = "step",
        .label = "A cycle in closed form",
        .until = 60.0,
        PRESET( s_step ),
        .show = { .point =
                      "With one coefficient at rest and a smaller one while sliding, the cycle (dashed) has "
                      "a closed form.",
            .panes = "x,phase,chart:cycle" } },
    { .name = "tiny",
        .hidden = true,
        .label = "Short, with a large step, for tests",
        .h = 1e-2,
        .until = 5.0 },
};

static const ssMeasure s_measures[] = { OSCILLATOR_MEASURES( "m/s",
    "belt speed below which steady sliding is unstable; undefined without damping, where it always is", "x",
    "m" ) };

static const char* const s_figures[] = { "walker-fig13a" };

static ssOscillatorModel readModel( const ssSim* sim )
{
    return ( ssOscillatorModel ){ .kind = ss_oscillatorStribeck,
        .beltSpeed = ssSim_Param( sim, keyBeltSpeed ),
        .stribeck = { .mass = ssSim_Param( sim, keyMass ),
            .stiffness = ssSim_Param( sim, keyStiffness ),
            .damping = ssSim_Param( sim, keyDamping ),
            .normalForce = ssSim_Param( sim, keyNormalForce ),
            .muStatic = ssSim_Param( sim, keyMuS ),
            .muKinetic = ssSim_Param( sim, keyMuK ),
            .vStribeck = ssSim_Param( sim, keyVStribeck ),
            .stepCurve = ssSim_Param( sim, keyCurve ) != 0.0 } };
}

static ssResult create( void* state, const ssSim* sim )
{
    ssOscillatorModel model = readModel( sim );
    return oscillatorBegin( state, &model, ssSim_Param( sim, keyPerturbation ) );
}

static void apply( void* state, const ssSim* sim )
{
    ssOscillatorModel model = readModel( sim );
    oscillatorApply( state, &model, ssSim_Time( sim ) );
}

static ssVec3 position( const OscillatorMotion* motion )
{
    return ssVec3_Make( motion->body.q[0], 0.0, 0.0 );
}

static ssStepReport step( void* state, ssSim* sim )
{
    OscillatorMotion* motion = state;
    ssOscillatorModel model = readModel( sim );
    const ssStribeckBlock* b = &model.stribeck;
    ssVec3 velocity = { motion->body.u[0], 0.0, 0.0 };
    motion->push[0] =
        oscillatorDragForce( motion, position( motion ), velocity, b->mass, sqrt( b->stiffness / b->mass ) )
            .x;
    return oscillatorStep( motion, &model, sim );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const OscillatorMotion* motion = state;
    ssOscillatorModel model = readModel( sim );
    ssOscillatorForces f = oscillatorForces( motion, &model );
    row[signalX] = motion->body.q[0];
    row[signalU] = motion->body.u[0];
    row[signalSlip] = ssOscillator_Slip( &model, motion->body.q, motion->body.u );
    row[signalRn] = f.normal;
    row[signalRt] = f.tangent;
    row[signalMode] = oscillatorContactMode( motion );
    row[signalLog] = oscillatorDecades( motion, &model );
    row[signalLogLinear] = oscillatorDecadesLinear( motion, &model, ssSim_Time( sim ) );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    ssOscillatorModel model = readModel( sim );
    return oscillatorMeasure( state, &model, index );
}

// ------------------------------------------------------------------------------------------------------ drawing

/// The scale of the machine [m]. It is fixed, so that a larger load moves the block and not the machine around it.
#define SCALE 0.6

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const OscillatorMotion* motion = state;
    ssOscillatorModel model = readModel( sim );
    const double l = SCALE, half = 0.22 * l, length = 1.3 * half, x = motion->body.q[0];
    // The belt carries the block about this far past its steady position.
    double swing = 1.2 * model.beltSpeed * sqrt( model.stribeck.mass / model.stribeck.stiffness );
    double wall = ssMin( -ssMax( 1.54 * l, l + swing ), motion->least[0] - length - 0.3 * l );
    double end = ssMax( 2.2 * l, motion->most[0] + l );
    if ( out->bounds != NULL )
    {
        out->bounds(
            out->context, ssVec3_Make( 0.5 * ( wall + end ), 0.0, half ), 0.5 * ( end - wall ) - 0.37 * l );
    }
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
    if ( ( out->flags & ss_drawVelocities ) && out->arrows != NULL )
    {
        ssDrawArrow arrows[] = { { ss_quantityVelocity, { x, 0.0, 2.4 * half },
                                     { motion->body.u[0], 0.0, 0.0 }, "u" },
            { ss_quantityVelocity, { 0.9 * l, -0.5 * l, 0.02 * l }, { model.beltSpeed, 0.0, 0.0 }, "v_b" } };
        out->arrows( out->context, SS_COUNT( arrows ), arrows );
    }
    oscillatorDrawContact( motion, &model, out, ssVec3_Make( x, 0.0, 0.0 ), ssVec3_Make( 1.0, 0.0, 0.0 ) );
}

static void vary( ssOscillatorModel* model, double value )
{
    model->beltSpeed = value;
}

static void chartFriction(
    const OscillatorMotion* motion, const ssOscillatorModel* model, const ssChartSink* sink )
{
    enum
    {
        side = 120
    };
    const ssStribeckBlock* b = &model->stribeck;
    double x[2 * side], y[2 * side],
        fastest = 2.0 * model->beltSpeed + ( b->stepCurve ? 0.0 : 2.0 * b->vStribeck );
    for ( int i = 0; i < side; ++i )
    {
        // Points are dense near rest. The branch of the step law begins at rest with its kinetic value.
        double v = fastest * i * i / ( ( side - 1.0 ) * ( side - 1.0 ) );
        double force = b->normalForce * ( i == 0 ? ssStribeckMu( b, 0.0 ) : ssStribeckMu( b, v ) );
        x[side + i] = v;
        y[side + i] = force;
        x[side - 1 - i] = -v;
        y[side - 1 - i] = -force;
    }
    double now = -ssOscillator_Slip( model, motion->body.q, motion->body.u ),
           force = oscillatorForces( motion, model ).tangent;
    double steady = model->beltSpeed, steadyForce = b->normalForce * ssStribeckMu( b, steady );
    if ( sink->curve != NULL )
    {
        sink->curve( sink->context, ss_chartFirst, "μ(v) N", 2 * side, x, y );
    }
    if ( sink->points != NULL )
    {
        sink->points( sink->context, ss_chartExact, "steady sliding", 1, &steady, &steadyForce );
        sink->points( sink->context, ss_chartNow, "now", 1, &now, &force );
    }
}

/// The cycle that starts where friction can no longer hold the block against the spring.
static void chartLimitCycle(
    const OscillatorMotion* motion, const ssOscillatorModel* model, const ssChartSink* sink )
{
    enum
    {
        capacity = 1200 // points of the slip phase, at 400 per free period
    };
    const ssStribeckBlock* b = &model->stribeck;
    double x[capacity + 1], u[capacity + 1], h = 2.0 * SS_PI * sqrt( b->mass / b->stiffness ) / 400.0;
    double start = ( b->normalForce * ssStribeckMu( b, 0.0 ) - b->damping * model->beltSpeed ) / b->stiffness;
    ssOscillatorState s = { .q = { start }, .u = { model->beltSpeed }, .mode = ss_oscillatorForward };
    int count = 0;
    for ( ; count < capacity && s.mode != ss_oscillatorStick; ++count )
    {
        x[count] = s.q[0];
        u[count] = s.u[0];
        if ( !ssOscillator_Step( model, &s, h ).finite )
        {
            return;
        }
    }
    if ( s.mode == ss_oscillatorStick && sink->curve != NULL )
    {
        x[count] = s.q[0];
        u[count] = model->beltSpeed;
        x[count < capacity ? count + 1 : capacity] = start;
        u[count < capacity ? count + 1 : capacity] = model->beltSpeed;
        sink->curve(
            sink->context, ss_chartExact, "limit cycle", count < capacity ? count + 2 : capacity + 1, x, u );
    }
    ssOscillatorState steady = ssOscillator_Equilibrium( model );
    ssLinearSystem linear = ssOscillator_Linearise( model );
    bool stable = ssLinear_Leading( &linear ).re <= 0.0;
    if ( sink->points != NULL )
    {
        sink->points( sink->context, stable ? ss_chartThird : ss_chartUnstable, "steady sliding", 1, steady.q,
            steady.u );
        sink->points( sink->context, ss_chartNow, "now", 1, motion->body.q, motion->body.u );
    }
}

static void drawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    ssOscillatorModel model = readModel( sim );
    double critical = ssOscillator_Critical( &model ), now = model.beltSpeed;
    double to = ssMax( 2.0 * now, isfinite( critical ) ? 2.0 * critical : 0.0 );
    OscillatorAxis axis = { .vary = vary, .now = now, .from = 1e-3 * to, .to = to, .unstableBelow = true };
    switch ( chart )
    {
        case chartCharacteristic:
            chartFriction( state, &model, sink );
            break;
        case chartCycle:
            chartLimitCycle( state, &model, sink );
            break;
        case chartGrowth:
            oscillatorChartGrowth( state, &model, &axis, sink );
            break;
        default:
            oscillatorChartEigenvalues( &model, &axis, sink );
            break;
    }
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    ssOscillatorModel model = readModel( sim );
    const ssStribeckBlock* b = &model.stribeck;
    size_t size = (size_t)capacity;
    char p[24], q[24];
    double critical = ssOscillator_Critical( &model );
    switch ( param )
    {
        case keyMass:
        case keyStiffness:
            ssFormatNumber( 2.0 * SS_PI * sqrt( b->mass / b->stiffness ), p, sizeof p );
            snprintf( text, size, "2π √(m/k) = %s s", p );
            break;
        case keyDamping:
            ssFormatNumber( ssOscillator_Linearise( &model ).d[0], p, sizeof p );
            snprintf( text, size, "c + N μ'(v_b) = %s N s/m", p );
            break;
        case keyBeltSpeed:
            ssFormatNumber( critical, p, sizeof p );
            snprintf( text, size,
                isnan( critical )     ? "unstable at every speed"
                    : critical <= 0.0 ? "steady sliding is stable"
                                      : "unstable below %s m/s",
                p );
            break;
        case keyMuS:
        case keyNormalForce:
            ssFormatNumber( b->normalForce * b->muStatic, p, sizeof p );
            snprintf( text, size, "holds up to μ_s N = %s N", p );
            break;
        case keyCurve:
            ssFormatNumber( ssStribeckStickTime( b, model.beltSpeed ), p, sizeof p );
            ssFormatNumber( ssStribeckSlipTime( b, model.beltSpeed ), q, sizeof q );
            snprintf( text, size,
                b->stepCurve ? "undamped cycle: sticks %s s, slips %s s" : "decays over v_s", p, q );
            break;
        default:
            text[0] = '\0';
            break;
    }
}

static void dragBody( void* state, const ssSim* sim, const ssDrag* drag )
{
    (void)sim;
    oscillatorDrag( state, drag, position( state ) );
}

extern const ssScenario ss_scenarioStribeck;
const ssScenario ss_scenarioStribeck = {
    .id = "stribeck",
    .title = "Stick-slip block",
    .source = "Walker & Leine, Sec. 4.1, Fig. 13a",
    .summary =
        "A block on a moving belt is held by a spring. Where friction falls with speed it acts as a negative "
        "dashpot: below a critical belt speed steady sliding is unstable, and the oscillation grows until "
        "the block sticks and slips.",
    .params = s_params,
    .paramCount = keyCount,
    .signals = s_signals,
    .signalCount = signalCount,
    .plots = s_plots,
    .plotCount = SS_COUNT( s_plots ),
    .charts = s_charts,
    .chartCount = chartCount,
    .presets = s_presets,
    .presetCount = SS_COUNT( s_presets ),
    .opening = "stick-slip",
    .measures = s_measures,
    .measureCount = SS_COUNT( s_measures ),
    .figures = s_figures,
    .figureCount = SS_COUNT( s_figures ),
    .body = "block",
    .ground = "belt",
    .h = 1e-3,
    .until = 100.0,
    .show = { .point = "Friction that falls with speed makes a block on a slow belt stick and slip.",
        .speed = 2.0,
        .ending = ss_endingGoOn,
        .panes = "x,r_t,chart:characteristic",
        .camera = { 24.0, 17.0, 1.25 } },
    .stateSize = sizeof( OscillatorMotion ),
    .create = create,
    .apply = apply,
    .step = step,
    .serialize = oscillatorSerialize,
    .fillSignals = fillSignals,
    .measure = measure,
    .draw = draw,
    .drawChart = drawChart,
    .explain = explain,
    .drag = dragBody,
};
