// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"
#include "scenario/picture.h"

// A mass on springs, pressed against an elastic belt. Normal force and friction follow the height: the
// stiffness matrix is not symmetric, and modes merge until one grows (Walker & Leine Sec. 4.1, Fig. 13b).

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
    [keyMu] = { PARAM( "mu", "μ", "friction coefficient", "", "friction" ), NOT_NEGATIVE( 0.0, 2.0, 0.8 ),
        .live = true,
        .doc = "Friction between mass and belt follows the normal force, which follows the height of the "
            "mass: this couples the two modes." },
    [keyKx] = { PARAM( "kx", "k_x", "horizontal stiffness", "N/m", "springs" ), NOT_NEGATIVE( 0.1, 5.0, 1.0 ),
        .live = true, .doc = "Stiffness of the horizontal spring." },
    [keyKy] = { PARAM( "ky", "k_y", "vertical stiffness", "N/m", "springs" ), NOT_NEGATIVE( 0.1, 5.0, 0.8 ),
        .live = true, .doc = "Stiffness of the vertical spring." },
    [keyKd] = { PARAM( "kd", "k_d", "diagonal stiffness", "N/m", "springs" ), NOT_NEGATIVE( 0.0, 5.0, 0.5 ),
        .live = true,
        .doc = "Stiffness of the spring at 45°, which couples the two directions. Without it there is no "
            "mode coupling." },
    [keyKb] = { PARAM( "kb", "k_b", "belt stiffness", "N/m", "springs" ), NOT_NEGATIVE( 0.1, 5.0, 0.5 ),
        .live = true,
        .doc = "Stiffness of the springs under the belt. The normal force changes by k_b per metre of "
            "height." },
    [keyMass] = { PARAM( "mass", "m", "mass", "kg", "body" ), POSITIVE( 0.1, 10.0, 1.0 ), .logScale = true,
        .live = true, .doc = "Mass on the springs." },
    [keyBeltMass] = { PARAM( "belt_mass", "m_b", "belt mass", "kg", "body" ), NOT_NEGATIVE( 0.0, 2.0, 0.0 ),
        .live = true, .doc = "Part of the belt's mass that moves up and down with the contact." },
    [keyBeltSpeed] = { PARAM( "belt_speed", "v_b", "belt speed", "m/s", "belt" ), POSITIVE( 0.01, 5.0, 1.0 ),
        .live = true, .doc = "Limits the oscillation: the mass sticks when it becomes as fast as the belt." },
    [keyNormalForce] = { PARAM( "normal_force", "N₀", "preload", "N", "belt" ), POSITIVE( 0.1, 10.0, 1.0 ),
        .live = true, .doc = "Normal force when the mass is at height 0." },
    [keyPerturbation] = { PARAM( "perturbation", "δ", "initial displacement", "m", "start" ),
        ANY_NUMBER( -0.5, 0.5, 1e-3 ),
        .doc = "Initial distance from steady sliding along the belt. The mass starts with zero velocity." },
    SS_NOISE_ROWS,
};
// clang-format on

static const ssSignal s_signals[] = {
    { "x", "x", "m", "displacement of the mass along the belt" },
    { "y", "y", "m", "height of the mass" },
    { "u_x", "u_x", "m/s", "velocity along the belt" },
    { "u_y", "u_y", "m/s", "velocity upwards" },
    OSCILLATOR_CONTACT_SIGNALS( "mass" ),
    OSCILLATOR_MODE_SIGNAL,
    GROWTH_SIGNALS,
};

static const ssPlot s_plots[] = {
    { PLOT( "path", "path of the mass", "m" ), .signals = { "y" }, .shown = true, .x = "x" },
    { PLOT( "growth", "growth of the leading mode", "" ), .signals = { "log_amplitude" },
        .exact = { "log_amplitude_linear" }, .shown = true },
    { PLOT( "x", "position", "m" ), .signals = { "x", "y" } },
    { PLOT( "phase", "phase plane", "m/s" ), .signals = { "u_x" }, .x = "x" },
    { PLOT( "r", "forces", "N" ), .signals = { "r_n", "r_t" } },
    { PLOT( "u", "velocity", "m/s" ), .signals = { "u_x", "u_y", "slip" } },
};

static const ssChart s_charts[] = {
    [oscillatorChartOfGrowth] = { CHART( "growth", "growth rate over friction" ),
        AXES( "μ", "", "Re s", "1/s" ), .doc = OSCILLATOR_GROWTH_DOC, .shown = true },
    [oscillatorChartOfFrequencies] = { CHART( "frequencies", "the two frequencies" ),
        AXES( "μ", "", "ω", "rad/s" ), .doc = "Where they meet, a growing and a decaying mode emerge.",
        .shown = true },
    [oscillatorChartOfEigenvalues] = { CHART( "eigenvalues", "eigenvalues over friction" ),
        AXES( "Re s", "1/s", "Im s", "1/s" ),
        .doc = "Two pairs move along the imaginary axis, meet and leave it to both sides.", .shown = true },
};

static const ssPresetValue s_flutter[] = { { "mu", 0.8 }, { "perturbation", 0.1 } };
static const ssPresetValue s_stable[] = { { "mu", 0.5 }, { "perturbation", 0.3 } };
static const ssPresetValue s_heavyBelt[] = { { "mu", 1.2 }, { "belt_mass", 0.1 }, { "perturbation", 0.05 } };
static const ssPresetValue s_chatter[] = { { "mu", 1.5 }, { "belt_mass", 0.1 }, { "belt_speed", 3.0 },
    { "perturbation", 0.5 } };

static const ssPreset s_presets[] = {
    { "flutter", "Two modes merge and grow", PRESET( s_flutter ) },
    { "stable", "Below the threshold: beats", PRESET( s_stable ) },
    { "heavy-belt", "A belt with mass", PRESET( s_heavyBelt ) },
    { "chatter", "Leaves the belt and lands again", .until = 100.0, PRESET( s_chatter ) },
    OSCILLATOR_TINY,
};

static const ssMeasure s_measures[] = { OSCILLATOR_MEASURES(
    "", "mu above which steady sliding is unstable; undefined if it never is", "x", "m" ) };

static const char* const s_figures[] = { "walker-fig13b" };

static ssOscillatorModel readModel( const void* state, const ssSim* sim )
{
    (void)state;
    return ( ssOscillatorModel ){ ss_oscillatorModeCoupling, .beltSpeed = ssSim_Param( sim, keyBeltSpeed ),
        .coupling = { ssSim_Param( sim, keyMass ), .beltMass = ssSim_Param( sim, keyBeltMass ),
            .kx = ssSim_Param( sim, keyKx ), .ky = ssSim_Param( sim, keyKy ), .kd = ssSim_Param( sim, keyKd ),
            .kb = ssSim_Param( sim, keyKb ), .mu = ssSim_Param( sim, keyMu ),
            .normalForce = ssSim_Param( sim, keyNormalForce ) } };
}

static ssResult create( void* state, const ssSim* sim ) { return oscillatorCreate( state, sim, readModel ); }

/// The scale of the machine [m], fixed so that a larger load moves the mass and not the machine.
#define SCALE 1.5

/// The frame that holds the springs: a wall, a ceiling and a base plate.
typedef struct Frame
{
    double wall, ceiling, base; ///< x or z of its inner faces [m]
    double end;                 ///< x of its open end [m]
} Frame;

/// A frame with room for the motion, larger for a fast belt or where the mass came too close.
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
    OscillatorMotion shown = *(const OscillatorMotion*)state;
    const OscillatorMotion* motion = &shown;
    ssOscillatorModel model = readModel( state, sim );
    double factor = oscillatorMagnify( &shown, &model, 0.6 * SCALE );
    const double l = SCALE, half = 0.25 * l;
    ssVec3 at = { motion->body.q[0], 0.0, motion->body.q[1] + half };
    double belt = motion->body.mode == ss_oscillatorOpen ? motion->body.q[2] : motion->body.q[1];
    Frame frame = makeFrame( motion, &model );
    double wide = frame.end - frame.wall, tall = frame.ceiling - frame.base;
    ssVec3 middle = { 0.5 * ( frame.wall + frame.end ), 0.0, 0.5 * ( frame.base + frame.ceiling ) };
    pictureBounds( out, middle, 0.46 * ssHypot( wide, tall ) );
    oscillatorDrawBelt( out, motion->travel, belt, frame.wall, ssMax( 3.0 * l, frame.end + l ), 0.7 * l );
    drawFrame( &frame, out );
    oscillatorDrawBox( out, 0, at, ssVec3_Make( half, half, half ), oscillatorContactMode( motion ) );
    drawSprings( &frame, at, belt, model.coupling.kd > 0.0, out );
    ssDrawArrow arrows[] = {
        { ss_quantityVelocity, at, { motion->body.u[0], 0.0, motion->body.u[1] }, "u" },
        { ss_quantityVelocity, { 1.4 * l, -0.5 * l, belt + 0.02 * l }, { model.beltSpeed, 0.0, 0.0 }, "v_b" },
    };
    pictureArrows( out, ss_drawVelocities, SS_COUNT( arrows ), arrows );
    oscillatorDrawFactor( out, factor, ssVec3_Make( frame.end + 1.5 * l, 0.0, 0.5 * frame.base ) );
    oscillatorDrawContact(
        state, &model, sim, out, ssVec3_Make( at.x, 0.0, motion->body.q[1] ), ssVec3_Make( 1.0, 0.0, 0.0 ) );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    ssOscillatorModel model = readModel( state, sim );
    ssLinearSystem linear = ssOscillator_Linearise( &model );
    ssEigenvalue roots[4];
    ssLinear_Eigenvalues( &linear, roots );
    double critical = ssOscillator_Critical( &model );
    switch ( param )
    {
        case keyMu:
            sayNumbers( text, capacity,
                isnan( critical ) ? ssTranslate( "never unstable" )
                                  : ssTranslate( "unstable above μ_c = %s" ),
                critical );
            break;
        case keyKx:
        case keyKy:
            sayNumbers(
                text, capacity, ssTranslate( "frequencies %s and %s rad/s" ), roots[0].im, roots[1].im );
            break;
        case keyNormalForce:
            sayNumbers( text, capacity, ssTranslate( "leaves the belt at y = N₀/k_b = %s m" ),
                model.coupling.normalForce / model.coupling.kb );
            break;
    }
}

extern const ssScenario ss_scenarioModeCoupling;
const ssScenario ss_scenarioModeCoupling = { "mode-coupling", "Mode coupling",
    .source = "Walker & Leine, Sec. 4.1, Fig. 13b",
    .summary =
        "A mass on a horizontal, a vertical and a diagonal spring slides on an elastic belt. The friction "
        "coefficient is constant, but the normal force follows the height. Above a critical coefficient the "
        "two modes merge, and the oscillation grows until the mass sticks to the belt or leaves it.",
    .model = { OSCILLATOR_MODEL, .until = 150.0, .stateSize = sizeof( OscillatorMotion ),
        .apply = oscillatorApply, .measure = oscillatorMeasure },
    .picture = { OSCILLATOR_PICTURE, .body = "mass", .draw = draw, .drawChart = oscillatorDrawChart },
    ROWS( preset, s_presets ), .opening = "flutter", ROWS( figure, s_figures ) };
