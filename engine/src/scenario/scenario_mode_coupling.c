// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"
#include "scenario/preset.h"

#include <math.h>
#include <stdio.h>

// A mass on springs, pressed on a belt that gives way: friction follows the normal force, the normal force follows the
// height, and the stiffness becomes unsymmetric. Two modes approach, merge and one of them grows (Walker & Leine Sec. 4.1,
// Fig. 13b).

enum
{
    keyMu,
    keyKx,
    keyKy,
    keyKd,
    keyKb,
    keyMass,
    keyBeltMass,
    keyBeltSpeed,
    keyNormalForce,
    keyPerturbation,
    keyCount
};

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyMu] = { .key = "mu", .symbol = "μ", .label = "friction coefficient", .unit = "", .group = "friction",
        .doc = "Of the mass on the belt. Friction follows the normal force, and that follows the height of the mass: two modes are coupled.",
        .min = 0.0, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.8, .live = true },
    [keyKx] = { .key = "kx", .symbol = "k_x", .label = "horizontal stiffness", .unit = "N/m", .group = "springs",
        .doc = "Of the horizontal spring.",
        .min = 0.1, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 1.0, .live = true },
    [keyKy] = { .key = "ky", .symbol = "k_y", .label = "vertical stiffness", .unit = "N/m", .group = "springs",
        .doc = "Of the vertical spring.",
        .min = 0.1, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.8, .live = true },
    [keyKd] = { .key = "kd", .symbol = "k_d", .label = "diagonal stiffness", .unit = "N/m", .group = "springs",
        .doc = "Of the spring at 45°: it couples the two directions. Without it no mode coupling.",
        .min = 0.0, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.5, .live = true },
    [keyKb] = { .key = "kb", .symbol = "k_b", .label = "belt stiffness", .unit = "N/m", .group = "springs",
        .doc = "Of the springs under the belt: the normal force changes by k_b per metre of height.",
        .min = 0.1, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.5, .live = true },
    [keyMass] = { .key = "mass", .symbol = "m", .label = "mass", .unit = "kg", .group = "body",
        .doc = "Of the mass on the springs.",
        .min = 0.1, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 1.0, .logScale = true, .live = true },
    [keyBeltMass] = { .key = "belt_mass", .symbol = "m_b", .label = "belt mass", .unit = "kg", .group = "body",
        .doc = "Mass of the belt that moves with the contact.",
        .min = 0.0, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0, .live = true },
    [keyBeltSpeed] = { .key = "belt_speed", .symbol = "v_b", .label = "belt speed", .unit = "m/s", .group = "belt",
        .doc = "Bounds the oscillation: a mass as fast as the belt sticks.",
        .min = 0.01, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 1.0, .live = true },
    [keyNormalForce] = { .key = "normal_force", .symbol = "N₀", .label = "preload", .unit = "N", .group = "belt",
        .doc = "Normal force while the mass is at height 0.",
        .min = 0.1, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow, .defaultValue = 1.0, .live = true },
    [keyPerturbation] = { .key = "perturbation", .symbol = "δ", .label = "initial displacement", .unit = "m", .group = "start",
        .doc = "How far along the belt from steady sliding the mass starts, without velocity.",
        .min = -0.5, .max = 0.5, .allowedMin = -HUGE_VAL, .allowedMax = HUGE_VAL, .defaultValue = 1e-3 },
};
// clang-format on

enum
{
    signalX,
    signalY,
    signalUx,
    signalUy,
    signalSlip,
    signalRn,
    signalRt,
    signalMode,
    signalLog,
    signalLogLinear,
    signalCount
};

static const ssSignal s_signals[] = {
    [signalX] = { "x", "x", "m", "displacement of the mass along the belt" },
    [signalY] = { "y", "y", "m", "height of the mass" },
    [signalUx] = { "u_x", "u_x", "m/s", "velocity along the belt" },
    [signalUy] = { "u_y", "u_y", "m/s", "velocity upwards" },
    [signalSlip] = { "slip", "γ", "m/s", "velocity of the mass against the belt" },
    [signalRn] = { "r_n", "r_N", "N", "normal force" },
    [signalRt] = { "r_t", "r_T", "N", "friction force on the mass, positive with the belt" },
    [signalMode] = { "mode", "mode", "", "0 open, 1 stick, 2 slide" },
    [signalLog] = { "log_amplitude", "log₁₀ A", "",
        "decades the leading mode has grown since it was last disturbed; undefined at steady sliding" },
    [signalLogLinear] = { "log_amplitude_linear", "log₁₀ A linear", "",
        "the same by the linearisation; undefined far beyond its range" },
};

static const ssPlot s_plots[] = {
    { "path", "path of the mass", "m", { "y" }, { NULL }, true, "x", ss_plotLines },
    { "growth", "growth of the leading mode", "", { "log_amplitude" }, { "log_amplitude_linear" }, true, NULL,
        ss_plotLines },
    { "x", "position", "m", { "x", "y" }, { NULL }, false, NULL, ss_plotLines },
    { "phase", "phase plane", "m/s", { "u_x" }, { NULL }, false, "x", ss_plotLines },
    { "r", "forces", "N", { "r_n", "r_t" }, { NULL }, false, NULL, ss_plotLines },
    { "u", "velocity", "m/s", { "u_x", "u_y", "slip" }, { NULL }, false, NULL, ss_plotLines },
};

enum
{
    chartGrowth,
    chartFrequencies,
    chartEigenvalues,
    chartCount
};

static const ssChart s_charts[] = {
    [chartGrowth] = { "growth", "growth rate over friction", "μ", "", "Re s", "1/s",
        "Largest real part of the linearisation; shaded where steady sliding is unstable.", .shown = true },
    [chartFrequencies] = { "frequencies", "the two frequencies", "μ", "", "ω", "rad/s",
        "Where they meet, a growing and a decaying mode are born.", .shown = true },
    [chartEigenvalues] = { "eigenvalues", "eigenvalues over friction", "Re s", "1/s", "Im s", "1/s",
        "Two pairs move along the imaginary axis, meet and leave it sideways.", .shown = true },
};

static const ssPresetValue s_flutter[] = { { "mu", 0.8 } };
static const ssPresetValue s_stable[] = { { "mu", 0.5 }, { "perturbation", 0.1 } };
static const ssPresetValue s_heavyBelt[] = { { "mu", 1.2 }, { "belt_mass", 0.1 } };
static const ssPresetValue s_chatter[] = { { "mu", 1.5 }, { "belt_mass", 0.1 }, { "belt_speed", 3.0 },
    { "perturbation", 0.1 } };

static const ssPreset s_presets[] = {
    { .name = "flutter", .label = "Above the threshold: two modes have merged", PRESET( s_flutter ) },
    { .name = "stable", .label = "Below: beats between two modes", PRESET( s_stable ) },
    { .name = "heavy-belt", .label = "A belt with mass", PRESET( s_heavyBelt ) },
    { .name = "chatter", .label = "Leaves the belt and lands on it", .until = 100.0, PRESET( s_chatter ) },
    { .name = "tiny", .label = "Short and coarse, for tests", .h = 1e-2, .until = 5.0 },
};

static const ssMeasure s_measures[] = {
    [oscillatorGrowthRate] = { "growth_rate", "1/s",
        "simulated, while the motion is linear; undefined before" },
    [oscillatorCriticalValue] = { "critical", "",
        "mu above which steady sliding is unstable; undefined without one" },
    [oscillatorPeriod] = { "period", "s", "of the last whole cycle" },
    [oscillatorGrowthLinear] = { "growth_linear", "1/s", "by the linearisation" },
    [oscillatorStickFraction] = { "stick_fraction", "", "part of the last whole cycle spent sticking" },
    [oscillatorLowest] = { "x_min", "m", "in the last whole cycle" },
    [oscillatorHighest] = { "x_max", "m", "in the last whole cycle" },
};

static const char* const s_figures[] = { "walker-fig13b" };

static ssOscillatorModel readModel( const ssSim* sim )
{
    return ( ssOscillatorModel ){ .kind = ss_oscillatorModeCoupling,
        .beltSpeed = ssSim_Param( sim, keyBeltSpeed ),
        .coupling = { .mass = ssSim_Param( sim, keyMass ),
            .beltMass = ssSim_Param( sim, keyBeltMass ),
            .kx = ssSim_Param( sim, keyKx ),
            .ky = ssSim_Param( sim, keyKy ),
            .kd = ssSim_Param( sim, keyKd ),
            .kb = ssSim_Param( sim, keyKb ),
            .mu = ssSim_Param( sim, keyMu ),
            .normalForce = ssSim_Param( sim, keyNormalForce ) } };
}

static ssResult create( void* state, const ssSim* sim )
{
    ssOscillatorModel model = readModel( sim );
    return oscillatorBegin( state, &model, ssSim_Param( sim, keyPerturbation ) );
}

static void apply( void* state, const ssSim* sim )
{
    ssOscillatorModel model = readModel( sim );
    oscillatorChanged( state, &model, ssSim_Time( sim ) );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    ssOscillatorModel model = readModel( sim );
    return oscillatorMeasure( state, &model, index );
}

static ssVec3 position( const oscillatorMotion* run )
{
    return ssVec3_Make( run->body.q[0], 0.0, run->body.q[1] );
}

static ssStepReport step( void* state, ssSim* sim )
{
    oscillatorMotion* run = state;
    ssOscillatorModel model = readModel( sim );
    const ssModeCoupling* c = &model.coupling;
    ssVec3 velocity = { run->body.u[0], 0.0, run->body.u[1] };
    double rate = sqrt( ( c->kx + c->ky + c->kd + c->kb ) / c->mass );
    ssVec3 pull = oscillatorHandForce( run, position( run ), velocity, c->mass, rate );
    run->push[0] = pull.x;
    run->push[1] = pull.z;
    double h = ssSim_StepSize( sim );
    return oscillatorAdvance( run, &model, h, (double)( ssSim_StepIndex( sim ) + 1 ) * h );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const oscillatorMotion* run = state;
    ssOscillatorModel model = readModel( sim );
    ssOscillatorForces f = oscillatorForces( run, &model );
    row[signalX] = run->body.q[0];
    row[signalY] = run->body.q[1];
    row[signalUx] = run->body.u[0];
    row[signalUy] = run->body.u[1];
    row[signalSlip] = ssOscillator_Slip( &model, run->body.q, run->body.u );
    row[signalRn] = f.normal;
    row[signalRt] = f.tangent;
    row[signalMode] = oscillatorContactMode( run );
    row[signalLog] = oscillatorLog( run, &model );
    row[signalLogLinear] = oscillatorLogLinear( run, &model, ssSim_Time( sim ) );
}

// ------------------------------------------------------------------------------------------------------ drawing

/// How far the belt's speed and friction carry the mass.
static double unitLength( const ssOscillatorModel* model )
{
    const ssModeCoupling* c = &model->coupling;
    double stiffness = c->kx + 0.5 * c->kd;
    double reach = c->mu * c->normalForce / stiffness + model->beltSpeed * sqrt( c->mass / stiffness );
    return isfinite( reach ) && reach > 1e-9 ? reach : 1.0;
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const oscillatorMotion* run = state;
    ssOscillatorModel model = readModel( sim );
    double l = unitLength( &model ), half = 0.25 * l, thin = 0.05 * l, coil = 0.07 * l;
    ssVec3 at = { run->body.q[0], 0.0, run->body.q[1] + half };
    double belt = run->body.mode == ss_oscillatorOpen ? run->body.q[2] : run->body.q[1];
    if ( out->bounds != NULL )
    {
        out->bounds( out->context, ssVec3_Make( 0.0, 0.0, 0.4 * l ), 2.0 * l );
    }
    oscillatorDrawBelt( out, run->travel, belt, l );
    oscillatorDrawBox(
        out, -1, ssVec3_Make( -2.0 * l, 0.0, 0.9 * l ), ssVec3_Make( thin, 0.4 * l, 1.2 * l ), ss_modeOpen );
    oscillatorDrawBox( out, -1, ssVec3_Make( -0.6 * l, 0.0, 2.15 * l ),
        ssVec3_Make( 1.45 * l, 0.4 * l, thin ), ss_modeOpen );
    oscillatorDrawBox(
        out, -1, ssVec3_Make( 0.0, 0.0, -1.1 * l ), ssVec3_Make( 1.5 * l, 0.4 * l, thin ), ss_modeOpen );
    oscillatorDrawBox( out, 0, at, ssVec3_Make( half, half, half ), oscillatorContactMode( run ) );
    ssVec3 left = { at.x - half, 0.0, at.z }, top = { at.x, 0.0, at.z + half };
    ssVec3 corner = { at.x - half, 0.0, at.z + half };
    oscillatorDrawSpring( out, ssVec3_Make( -1.95 * l, 0.0, half ), left, coil );
    oscillatorDrawSpring( out, ssVec3_Make( 0.0, 0.0, 2.1 * l ), top, coil );
    if ( model.coupling.kd > 0.0 )
    {
        oscillatorDrawSpring( out, ssVec3_Make( -1.5 * l, 0.0, 1.5 * l + half ), corner, coil );
    }
    for ( int i = -1; i <= 1; i += 2 )
    {
        oscillatorDrawSpring(
            out, ssVec3_Make( i * l, 0.0, -1.05 * l ), ssVec3_Make( i * l, 0.0, belt ), coil );
    }
    if ( ( out->flags & ss_drawVelocities ) && out->arrows != NULL )
    {
        ssDrawArrow arrows[] = {
            { ss_quantityVelocity, at, { run->body.u[0], 0.0, run->body.u[1] }, "u" },
            { ss_quantityVelocity, { 1.4 * l, -0.5 * l, belt + 0.02 * l }, { model.beltSpeed, 0.0, 0.0 },
                "v_b" },
        };
        out->arrows( out->context, SS_COUNT( arrows ), arrows );
    }
    oscillatorDrawContact(
        run, &model, out, ssVec3_Make( at.x, 0.0, run->body.q[1] ), ssVec3_Make( 1.0, 0.0, 0.0 ) );
}

static void vary( ssOscillatorModel* model, double value )
{
    model->coupling.mu = value;
}

static void drawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    ssOscillatorModel model = readModel( sim );
    double critical = ssOscillator_Critical( &model ), now = model.coupling.mu;
    double to = fmax( 1.5 * now, isfinite( critical ) ? 2.0 * critical : 1.0 );
    if ( chart == chartGrowth )
    {
        oscillatorChartGrowth( state, &model, vary, now, 0.0, to, false, sink );
    }
    else if ( chart == chartFrequencies )
    {
        oscillatorChartFrequencies( &model, vary, now, 0.0, to, sink );
    }
    else
    {
        oscillatorChartEigenvalues( &model, vary, 0.0, to, sink );
    }
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)state;
    ssOscillatorModel model = readModel( sim );
    ssLinearSystem linear = ssOscillator_Linearise( &model );
    ssEigenvalue roots[4];
    ssLinear_Eigenvalues( &linear, roots );
    size_t size = (size_t)capacity;
    char p[24], q[24];
    double critical = ssOscillator_Critical( &model );
    switch ( param )
    {
        case keyMu:
            ssFormatNumber( critical, p, sizeof p );
            snprintf( text, size, isnan( critical ) ? "never unstable" : "unstable above μ_c = %s", p );
            break;
        case keyKx:
        case keyKy:
            ssFormatNumber( roots[0].im, p, sizeof p );
            ssFormatNumber( roots[1].im, q, sizeof q );
            snprintf( text, size, "frequencies %s and %s rad/s", p, q );
            break;
        case keyNormalForce:
            ssFormatNumber( model.coupling.normalForce / model.coupling.kb, p, sizeof p );
            snprintf( text, size, "leaves the belt at y = N₀/k_b = %s m", p );
            break;
        default:
            text[0] = '\0';
            break;
    }
}

static void drag( void* state, const ssSim* sim, const ssDrag* hand )
{
    (void)sim;
    oscillatorHand( state, hand, position( state ) );
}

extern const ssScenario ss_scenarioModeCoupling;
const ssScenario ss_scenarioModeCoupling = {
    .id = "mode-coupling",
    .title = "Mode coupling",
    .source = "Walker & Leine, Sec. 4.1, Fig. 13b",
    .summary =
        "A mass on a horizontal, a vertical and a diagonal spring slides on a belt that gives way. Friction "
        "is "
        "constant times the normal force, but the normal force follows the height: above a critical "
        "coefficient the "
        "two modes have merged and their oscillation grows until the mass sticks to the belt or leaves it.",
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
    .opening = "flutter",
    .measures = s_measures,
    .measureCount = SS_COUNT( s_measures ),
    .figures = s_figures,
    .figureCount = SS_COUNT( s_figures ),
    .h = 1e-3,
    .until = 150.0,
    .speed = 1.0,
    .stateSize = sizeof( oscillatorMotion ),
    .create = create,
    .apply = apply,
    .step = step,
    .serialize = oscillatorSerialize,
    .fillSignals = fillSignals,
    .measure = measure,
    .draw = draw,
    .drawChart = drawChart,
    .explain = explain,
    .drag = drag,
};
