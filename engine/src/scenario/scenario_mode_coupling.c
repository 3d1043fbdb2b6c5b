// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"

#include <math.h>
#include <stdio.h>

// A mass on springs is pressed against an elastic belt. Friction follows the normal force and the normal
// force follows the height, so that the stiffness matrix is not symmetric. Two modes approach each other and
// merge, and one of them grows (Walker & Leine Sec. 4.1, Fig. 13b).

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
        .doc = "Friction between mass and belt follows the normal force, which follows the height of the "
        "mass: this couples the "
               "two modes.",
        .min = 0.0, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.8,
        .live = true },
    [keyKx] = { .key = "kx", .symbol = "k_x", .label = "horizontal stiffness", .unit = "N/m",
        .group = "springs",
        .doc = "Stiffness of the horizontal spring.",
        .min = 0.1, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 1.0,
        .live = true },
    [keyKy] = { .key = "ky", .symbol = "k_y", .label = "vertical stiffness", .unit = "N/m",
        .group = "springs",
        .doc = "Stiffness of the vertical spring.",
        .min = 0.1, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.8,
        .live = true },
    [keyKd] = { .key = "kd", .symbol = "k_d", .label = "diagonal stiffness", .unit = "N/m",
        .group = "springs",
        .doc = "Stiffness of the spring at 45°, which couples the two directions. Without it there is no "
        "mode coupling.",
        .min = 0.0, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.5,
        .live = true },
    [keyKb] = { .key = "kb", .symbol = "k_b", .label = "belt stiffness", .unit = "N/m", .group = "springs",
        .doc = "Stiffness of the springs under the belt. The normal force changes by k_b per metre "
        "of height.",
        .min = 0.1, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.5,
        .live = true },
    [keyMass] = { .key = "mass", .symbol = "m", .label = "mass", .unit = "kg", .group = "body",
        .doc = "Mass on the springs.",
        .min = 0.1, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 1.0, .logScale = true, .live = true },
    [keyBeltMass] = { .key = "belt_mass", .symbol = "m_b", .label = "belt mass", .unit = "kg",
        .group = "body",
        .doc = "Part of the belt's mass that moves up and down with the contact.",
        .min = 0.0, .max = 2.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .defaultValue = 0.0,
        .live = true },
    [keyBeltSpeed] = { .key = "belt_speed", .symbol = "v_b", .label = "belt speed", .unit = "m/s",
        .group = "belt",
        .doc = "Limits the oscillation: the mass sticks when it becomes as fast as the belt.",
        .min = 0.01, .max = 5.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 1.0, .live = true },
    [keyNormalForce] = { .key = "normal_force", .symbol = "N₀", .label = "preload", .unit = "N",
        .group = "belt",
        .doc = "Normal force when the mass is at height 0.",
        .min = 0.1, .max = 10.0, .allowedMin = 0.0, .allowedMax = HUGE_VAL, .open = ss_openLow,
        .defaultValue = 1.0, .live = true },
    [keyPerturbation] = { .key = "perturbation", .symbol = "δ", .label = "initial displacement", .unit = "m",
        .group = "start",
        .doc = "Initial distance from steady sliding along the belt. The mass starts with zero velocity.",
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
    [signalSlip] = { "slip", "γ", "m/s", "velocity of the mass relative to the belt" },
    [signalRn] = { "r_n", "r_N", "N", "normal force" },
    [signalRt] = { "r_t", "r_T", "N", "friction force on the mass, positive in the direction of the belt" },
    [signalMode] = OSCILLATOR_MODE_SIGNAL,
    [signalLog] = OSCILLATOR_GROWTH_SIGNALS,
};

static const ssPlot s_plots[] = {
    { "path", "path of the mass", "m", { "y" }, { NULL }, true, "x", .kind = ss_plotLines },
    { "growth", "growth of the leading mode", "", { "log_amplitude" }, { "log_amplitude_linear" }, true, NULL,
        .kind = ss_plotLines },
    { "x", "position", "m", { "x", "y" }, { NULL }, false, NULL, .kind = ss_plotLines },
    { "phase", "phase plane", "m/s", { "u_x" }, { NULL }, false, "x", .kind = ss_plotLines },
    { "r", "forces", "N", { "r_n", "r_t" }, { NULL }, false, NULL, .kind = ss_plotLines },
    { "u", "velocity", "m/s", { "u_x", "u_y", "slip" }, { NULL }, false, NULL, .kind = ss_plotLines },
};

static const ssChart s_charts[] = {
    [oscillatorChartOfGrowth] = { "growth", "growth rate over friction", "μ", "", "Re s", "1/s",
        OSCILLATOR_GROWTH_DOC, .shown = true },
    [oscillatorChartOfFrequencies] = { "frequencies", "the two frequencies", "μ", "", "ω", "rad/s",
        "Where they meet, a growing and a decaying mode emerge.", .shown = true },
    [oscillatorChartOfEigenvalues] = { "eigenvalues", "eigenvalues over friction", "Re s", "1/s", "Im s",
        "1/s", "Two pairs move along the imaginary axis, meet and leave it to both sides.", .shown = true },
};

static const ssPresetValue s_flutter[] = { { "mu", 0.8 }, { "perturbation", 0.1 } };
static const ssPresetValue s_stable[] = { { "mu", 0.5 }, { "perturbation", 0.3 } };
static const ssPresetValue s_heavyBelt[] = { { "mu", 1.2 }, { "belt_mass", 0.1 }, { "perturbation", 0.05 } };
static const ssPresetValue s_chatter[] = { { "mu", 1.5 }, { "belt_mass", 0.1 }, { "belt_speed", 3.0 },
    { "perturbation", 0.5 } };

static const ssPreset s_presets[] = {
    { .name = "flutter", .label = "Two modes merge and grow", PRESET( s_flutter ) },
    { .name = "stable", .label = "Below the threshold: beats", PRESET( s_stable ) },
    { .name = "heavy-belt", .label = "A belt with mass", PRESET( s_heavyBelt ) },
    { .name = "chatter", .label = "Leaves the belt and lands again", .until = 100.0, PRESET( s_chatter ) },
    { .name = "tiny",
        .hidden = true,
        .label = "Short, with a large step, for tests",
        .h = 1e-2,
        .until = 5.0 },
};

static const ssMeasure s_measures[] = { OSCILLATOR_MEASURES(
    "", "mu above which steady sliding is unstable; undefined if it never is", "x", "m" ) };

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
    oscillatorApply( state, &model, ssSim_Time( sim ) );
}

static double measure( const void* state, const ssSim* sim, int index )
{
    ssOscillatorModel model = readModel( sim );
    return oscillatorMeasure( state, &model, index );
}

static ssVec3 position( const OscillatorMotion* motion )
{
    return ssVec3_Make( motion->body.q[0], 0.0, motion->body.q[1] );
}

static ssStepReport step( void* state, ssSim* sim )
{
    OscillatorMotion* motion = state;
    ssOscillatorModel model = readModel( sim );
    const ssModeCoupling* c = &model.coupling;
    ssVec3 velocity = { motion->body.u[0], 0.0, motion->body.u[1] };
    double rate = sqrt( ( c->kx + c->ky + c->kd + c->kb ) / c->mass );
    ssVec3 pull = oscillatorDragForce( motion, position( motion ), velocity, c->mass, rate );
    motion->push[0] = pull.x;
    motion->push[1] = pull.z;
    return oscillatorStep( motion, &model, sim );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const OscillatorMotion* motion = state;
    ssOscillatorModel model = readModel( sim );
    ssOscillatorForces f = oscillatorForces( motion, &model );
    row[signalX] = motion->body.q[0];
    row[signalY] = motion->body.q[1];
    row[signalUx] = motion->body.u[0];
    row[signalUy] = motion->body.u[1];
    row[signalSlip] = ssOscillator_Slip( &model, motion->body.q, motion->body.u );
    row[signalRn] = f.normal;
    row[signalRt] = f.tangent;
    row[signalMode] = oscillatorContactMode( motion );
    row[signalLog] = oscillatorDecades( motion, &model );
    row[signalLogLinear] = oscillatorDecadesLinear( motion, &model, ssSim_Time( sim ) );
}

// --------------------------------------------------------------------------------------------------- drawing

/// The scale of the machine [m]. It is fixed, so that a larger load
/// moves the mass and not the machine around it.
#define SCALE 1.5

/// The frame that holds the springs: a wall, a ceiling and a base plate.
typedef struct Frame
{
    double wall, ceiling, base; ///< x or z of its inner faces [m]
    double end;                 ///< x of its open end [m]
} Frame;

/// A frame with room for the motion. It is larger where the belt is fast, and
/// opens further where the mass came too close.
static Frame makeFrame( const OscillatorMotion* motion, const ssOscillatorModel* model )
{
    const double l = SCALE, side = 0.5 * l, gap = 0.3 * l; // side of the mass; length of a compressed spring
    const ssModeCoupling* c = &model->coupling;
    // The belt carries the mass about this far; the swing up and down is larger (preset `chatter`).
    double swing = model->beltSpeed * sqrt( c->mass / ( c->kx + 0.5 * c->kd ) );
    swing = isfinite( swing ) ? swing : 0.0;
    double low = ssMin( motion->least[1], motion->least[2] ),
           high = ssMax( motion->most[1], motion->most[2] );
    return (
        Frame ){ .wall = ssMin( -ssMax( 2.0 * l, l + 1.2 * swing ), motion->least[0] - 0.5 * side - gap ),
        .ceiling = ssMax( ssMax( 2.3 * l, l + 2.5 * swing ), high + side + gap ),
        .base = ssMin( -ssMax( 1.1 * l, 0.5 * l + 2.5 * swing ), low - gap ),
        .end = ssMax( 1.5 * l, motion->most[0] + side ) };
}

static void drawFrame( const Frame* f, const ssDraw* out )
{
    const double l = SCALE, thin = 0.05 * l, deep = 0.4 * l;
    double middle = 0.5 * ( f->wall + f->end ), half = 0.5 * ( f->end - f->wall );
    oscillatorDrawBox( out, -1, ssVec3_Make( f->wall - thin, 0.0, 0.5 * ( f->base + f->ceiling ) ),
        ssVec3_Make( thin, deep, 0.5 * ( f->ceiling - f->base ) + 2.0 * thin ), ss_modeOpen );
    oscillatorDrawBox( out, -1, ssVec3_Make( middle, 0.0, f->ceiling + thin ),
        ssVec3_Make( half, deep, thin ), ss_modeOpen );
    oscillatorDrawBox(
        out, -1, ssVec3_Make( middle, 0.0, f->base - thin ), ssVec3_Make( half, deep, thin ), ss_modeOpen );
}

/// All springs, with one end on the frame and the other on the mass, whose centre is `at`, or on the belt.
static void drawSprings( const Frame* f, ssVec3 at, double belt, bool diagonal, const ssDraw* out )
{
    const double l = SCALE, half = 0.25 * l, coil = 0.07 * l;
    oscillatorDrawSpring(
        out, ssVec3_Make( f->wall, 0.0, half ), ssVec3_Make( at.x - half, 0.0, at.z ), coil );
    oscillatorDrawSpring(
        out, ssVec3_Make( 0.0, 0.0, f->ceiling ), ssVec3_Make( at.x, 0.0, at.z + half ), coil );
    if ( diagonal )
    {
        // It is at 45° when the mass is at height 0, and ends on the wall or on the ceiling.
        double reach = ssMin( -f->wall - half, f->ceiling - 2.0 * half );
        oscillatorDrawSpring( out, ssVec3_Make( -half - reach, 0.0, 2.0 * half + reach ),
            ssVec3_Make( at.x - half, 0.0, at.z + half ), coil );
    }
    for ( int i = -1; i <= 1; i += 2 )
    {
        oscillatorDrawSpring(
            out, ssVec3_Make( i * l, 0.0, f->base ), ssVec3_Make( i * l, 0.0, belt ), coil );
    }
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const OscillatorMotion* motion = state;
    ssOscillatorModel model = readModel( sim );
    const double l = SCALE, half = 0.25 * l;
    ssVec3 at = { motion->body.q[0], 0.0, motion->body.q[1] + half };
    double belt = motion->body.mode == ss_oscillatorOpen ? motion->body.q[2] : motion->body.q[1];
    Frame frame = makeFrame( motion, &model );
    if ( out->bounds != NULL )
    {
        double wide = frame.end - frame.wall, tall = frame.ceiling - frame.base;
        ssVec3 middle = { 0.5 * ( frame.wall + frame.end ), 0.0, 0.5 * ( frame.base + frame.ceiling ) };
        out->bounds( out->context, middle, 0.46 * ssHypot( wide, tall ) );
    }
    oscillatorDrawBelt( out, motion->travel, belt, frame.wall, ssMax( 3.0 * l, frame.end + l ), 0.7 * l );
    drawFrame( &frame, out );
    oscillatorDrawBox( out, 0, at, ssVec3_Make( half, half, half ), oscillatorContactMode( motion ) );
    drawSprings( &frame, at, belt, model.coupling.kd > 0.0, out );
    if ( ( out->flags & ss_drawVelocities ) && out->arrows != NULL )
    {
        ssDrawArrow arrows[] = {
            { ss_quantityVelocity, at, { motion->body.u[0], 0.0, motion->body.u[1] }, "u" },
            { ss_quantityVelocity, { 1.4 * l, -0.5 * l, belt + 0.02 * l }, { model.beltSpeed, 0.0, 0.0 },
                "v_b" },
        };
        out->arrows( out->context, SS_COUNT( arrows ), arrows );
    }
    oscillatorDrawContact(
        motion, &model, out, ssVec3_Make( at.x, 0.0, motion->body.q[1] ), ssVec3_Make( 1.0, 0.0, 0.0 ) );
}

static void vary( ssOscillatorModel* model, double value )
{
    model->coupling.mu = value;
}

static void drawChart( const void* state, const ssSim* sim, int chart, const ssChartSink* sink )
{
    ssOscillatorModel model = readModel( sim );
    oscillatorChart( state, &model, vary, model.coupling.mu, chart, sink );
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
            snprintf( text, size,
                isnan( critical ) ? ssTranslate( "never unstable" )
                                  : ssTranslate( "unstable above μ_c = %s" ),
                p );
            break;
        case keyKx:
        case keyKy:
            ssFormatNumber( roots[0].im, p, sizeof p );
            ssFormatNumber( roots[1].im, q, sizeof q );
            snprintf( text, size, ssTranslate( "frequencies %s and %s rad/s" ), p, q );
            break;
        case keyNormalForce:
            ssFormatNumber( model.coupling.normalForce / model.coupling.kb, p, sizeof p );
            snprintf( text, size, ssTranslate( "leaves the belt at y = N₀/k_b = %s m" ), p );
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

extern const ssScenario ss_scenarioModeCoupling;
const ssScenario ss_scenarioModeCoupling = {
    .id = "mode-coupling",
    .title = "Mode coupling",
    .source = "Walker & Leine, Sec. 4.1, Fig. 13b",
    .summary =
        "A mass on a horizontal, a vertical and a diagonal spring slides on an elastic belt. The friction "
        "coefficient is constant, but the normal force follows the height. Above a critical coefficient the "
        "two modes merge, and the oscillation grows until the mass sticks to the belt or leaves it.",
    .model = { MODEL_TABLES, .h = 1e-3, .until = 150.0, .stateSize = sizeof( OscillatorMotion ), MODEL_CALLS,
        .apply = apply, .serialize = oscillatorSerialize },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .body = "mass", .ground = "belt",
        .draw = draw, .drawChart = drawChart, .explain = explain, .drag = dragBody },
    ROWS( preset, s_presets ),
    .opening = "flutter",
    ROWS( figure, s_figures ),
};
