// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"
#include "scenario/picture.h"

// A mass on a belt, braced by an inclined strut. The normal force that grows with downstream velocity makes
// friction a negative dashpot (Walker & Leine Sec. 4.1; minimal model of Fig. 13c).

enum
{
    keyMass,
    keyKx,
    keyCx,
    keyKn,
    keyCn,
    keyBeta,
    keyMu,
    keyNormalForce,
    keyBeltSpeed,
    keyPerturbation,
    keyCount
};

// A table is read by rows:
// clang-format off
static const ssParam s_params[] = {
    [keyMass] = { PARAM( "mass", "m", "mass", "kg", "body" ), POSITIVE( 0.1, 10.0, 1.0 ), .logScale = true,
        .live = true, .doc = "Mass on the belt." },
    [keyKx] = { PARAM( "kx", "k_x", "stiffness along the belt", "N/m", "springs" ),
        NOT_NEGATIVE( 0.1, 5.0, 1.0 ), .live = true, .doc = "Stiffness of the horizontal spring." },
    [keyCx] = { PARAM( "cx", "c_x", "damping along the belt", "N s/m", "springs" ),
        NOT_NEGATIVE( 0.0, 1.0, 0.05 ), .live = true, .doc = "Damping of the horizontal dashpot." },
    [keyKn] = { PARAM( "kn", "k_n", "strut stiffness", "N/m", "strut" ), NOT_NEGATIVE( 0.0, 5.0, 1.0 ),
        .live = true, .doc = "Stiffness of the inclined strut along its axis." },
    [keyCn] = { PARAM( "cn", "c_n", "strut damping", "N s/m", "strut" ), NOT_NEGATIVE( 0.0, 1.0, 0.2 ),
        .live = true,
        .doc = "Damping of the inclined strut, which presses the mass against the belt when it moves "
            "downstream." },
    [keyBeta] = { PARAM( "beta_deg", "β", "strut angle", "°", "strut" ),
        BETWEEN( 0.0, 90.0, 5.0, 85.0, 60.0 ), .live = true,
        .doc = "The strut rises downstream at this angle to the belt." },
    [keyMu] = { PARAM( "mu", "μ", "friction coefficient", "", "friction" ), NOT_NEGATIVE( 0.0, 3.0, 1.3 ),
        .live = true,
        .doc = "Friction turns the pressing force of the strut into a push: negative damping above the "
            "critical value." },
    [keyNormalForce] = { PARAM( "normal_force", "N₀", "preload", "N", "belt" ), POSITIVE( 0.1, 10.0, 1.0 ),
        .live = true, .doc = "Normal force when the strut is relaxed." },
    [keyBeltSpeed] = { PARAM( "belt_speed", "v_b", "belt speed", "m/s", "belt" ), POSITIVE( 0.01, 5.0, 1.0 ),
        .live = true, .doc = "Limits the oscillation: the mass sticks when it becomes as fast as the belt." },
    [keyPerturbation] = { PARAM( "perturbation", "δ", "initial displacement", "m", "start" ),
        ANY_NUMBER( -0.5, 0.5, 1e-3 ),
        .doc = "Initial distance from steady sliding. The mass starts with zero velocity." },
    SS_NOISE_ROWS,
};
// clang-format on

static const ssSignal s_signals[] = {
    { "x", "x", "m", "position of the mass along the belt" },
    { "u", "u", "m/s", "velocity of the mass" },
    OSCILLATOR_CONTACT_SIGNALS( "mass" ),
    { "strut", "S", "N", "force in the strut, positive in compression" },
    OSCILLATOR_MODE_SIGNAL,
    GROWTH_SIGNALS,
};

static const ssPlot s_plots[] = {
    { PLOT( "phase", "phase plane", "m/s" ), .signals = { "u" }, .shown = true, .x = "x" },
    { PLOT( "growth", "growth of the oscillation", "" ), .signals = { "log_amplitude" },
        .exact = { "log_amplitude_linear" }, .shown = true },
    { PLOT( "r", "forces", "N" ), .signals = { "r_n", "r_t", "strut" }, .shown = true },
    { PLOT( "x", "position", "m" ), .signals = { "x" } },
    { PLOT( "u", "velocity", "m/s" ), .signals = { "u", "slip" } },
};

static const ssChart s_charts[] = {
    [oscillatorChartOfGrowth] = { CHART( "growth", "growth rate over friction" ),
        AXES( "μ", "", "Re s", "1/s" ), .doc = OSCILLATOR_GROWTH_DOC, .shown = true },
    [oscillatorChartOfFrequencies] = { CHART( "frequencies", "frequency" ), AXES( "μ", "", "ω", "rad/s" ),
        .doc = "It falls as friction reduces the stiffness; where it reaches zero the mass jams.",
        .shown = true },
    [oscillatorChartOfEigenvalues] = { CHART( "eigenvalues", "eigenvalues over friction" ),
        AXES( "Re s", "1/s", "Im s", "1/s" ),
        .doc = "The pair crosses the imaginary axis at the critical coefficient.", .shown = true },
};

static const ssPresetValue s_squeal[] = { { "mu", 1.5 }, { "perturbation", 0.3 } };
static const ssPresetValue s_threshold[] = { { "mu", 1.1547005383792515 }, { "perturbation", 0.5 } };
static const ssPresetValue s_stable[] = { { "mu", 0.6 }, { "perturbation", 0.5 } };
static const ssPresetValue s_jam[] = { { "mu", 3.5 }, { "belt_speed", 0.2 } };

static const ssPreset s_presets[] = {
    { "squeal", "Grows until the mass sticks", .until = 400.0, PRESET( s_squeal ) },
    { "threshold", "At the threshold: stays as it is", PRESET( s_threshold ) },
    { "stable", "Below the threshold: settles", PRESET( s_stable ) },
    { "jam", "Jams: the belt drags it along", .until = 20.0, PRESET( s_jam ) },
    OSCILLATOR_TINY,
};

static const ssMeasure s_measures[] = { OSCILLATOR_MEASURES(
    "", "mu above which steady sliding is unstable; undefined if it never is", "x", "m" ) };

static const char* const s_figures[] = { "walker-fig13c" };

static ssOscillatorModel readModel( const void* state, const ssSim* sim )
{
    (void)state;
    return ( ssOscillatorModel ){ ss_oscillatorSpragSlip, .beltSpeed = ssSim_Param( sim, keyBeltSpeed ),
        .sprag = { ssSim_Param( sim, keyMass ), .kx = ssSim_Param( sim, keyKx ),
            .cx = ssSim_Param( sim, keyCx ), .kn = ssSim_Param( sim, keyKn ), .cn = ssSim_Param( sim, keyCn ),
            .beta = ssSim_Param( sim, keyBeta ) * SS_PI / 180.0, .mu = ssSim_Param( sim, keyMu ),
            .normalForce = ssSim_Param( sim, keyNormalForce ) } };
}

static ssResult create( void* state, const ssSim* sim ) { return oscillatorCreate( state, sim, readModel ); }

/// The scale of the machine [m], fixed so that a larger load moves the mass and not the machine.
#define SCALE 2.3

/// The strut keeps its angle beta and shortens by x cos beta: its end glides x sin beta along a rail.
static void drawStrut( const OscillatorMotion* motion, const ssDraw* out, double c, double s )
{
    const double l = SCALE, half = 0.2 * l, coil = 0.06 * l, x = motion->body.q[0], length = 1.8 * l - x * c;
    ssVec3 axis = { c, 0.0, s }, rail = { s, 0.0, -c }, near = { x, 0.0, half };
    ssVec3 far = ssVec3_MulAdd( near, length, axis ), aside = { 0.0, 0.08 * l, 0.0 };
    oscillatorDrawSpring( out, ssVec3_Sub( far, aside ), ssVec3_Sub( near, aside ), coil );
    oscillatorDrawDashpot( out, ssVec3_Add( far, aside ), ssVec3_Add( near, aside ), coil );
    // A shoe holds the ends of spring and dashpot. The rail is as long as the mass has moved so far.
    double from = s * motion->least[0] - 0.35 * l, to = s * motion->most[0] + 0.35 * l;
    ssVec3 origin = ssVec3_MulAdd( ssVec3_Make( 0.0, 0.0, half ), 1.8 * l + 0.13 * l, axis );
    ssQuat turned = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.5 * SS_PI - ssAtan2( s, c ), 0.0 ) );
    ssDrawSolid solids[] = {
        picturePart( ss_solidBox, false, ssVec3_MulAdd( far, 0.04 * l, axis ),
            ssVec3_Make( 0.12 * l, 0.2 * l, 0.04 * l ), turned ),
        picturePart( ss_solidBox, true, ssVec3_MulAdd( origin, 0.5 * ( from + to ), rail ),
            ssVec3_Make( 0.5 * ( to - from ), 0.3 * l, 0.05 * l ), turned ),
    };
    pictureSolids( out, SS_COUNT( solids ), solids );
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    OscillatorMotion shown = *(const OscillatorMotion*)state;
    const OscillatorMotion* motion = &shown;
    ssOscillatorModel model = readModel( state, sim );
    double factor = oscillatorMagnify( &shown, &model, 0.5 * SCALE );
    const double l = SCALE, half = 0.2 * l, coil = 0.06 * l, x = motion->body.q[0];
    double c = ssCos( model.sprag.beta ), s = ssSin( model.sprag.beta );
    // The belt carries the mass about this far past its steady position.
    double swing = 1.2 * model.beltSpeed * sqrt( model.sprag.mass / model.sprag.kx );
    swing = isfinite( swing ) ? swing : 0.0; // without a spring nothing brings the mass back
    double wall = ssMin( -ssMax( 1.5 * l, 0.5 * l + swing ), motion->least[0] - half - 0.3 * l );
    double end = ssMax( 2.1 * l, motion->most[0] + l );
    pictureBounds( out, ssVec3_Make( 0.5 * ( wall + end ), 0.0, 0.5 * l ), 0.5 * ( end - wall ) - 0.1 * l );
    oscillatorDrawBelt( out, motion->travel, 0.0, wall, ssMax( 3.0 * l, end + 0.5 * l ), 0.7 * l );
    oscillatorDrawBox( out, -1, ssVec3_Make( wall - 0.05 * l, 0.0, 0.3 * l ),
        ssVec3_Make( 0.05 * l, 0.4 * l, 0.3 * l ), ss_modeOpen );
    oscillatorDrawBox( out, 0, ssVec3_Make( x, 0.0, half ), ssVec3_Make( half, half, half ),
        oscillatorContactMode( motion ) );
    oscillatorDrawSpring(
        out, ssVec3_Make( wall, -0.1 * l, half ), ssVec3_Make( x - half, -0.1 * l, half ), coil );
    oscillatorDrawDashpot(
        out, ssVec3_Make( wall, 0.1 * l, half ), ssVec3_Make( x - half, 0.1 * l, half ), coil );
    drawStrut( motion, out, c, s );
    ssDrawArrow arrows[] = {
        { ss_quantityVelocity, { x, 0.0, 2.2 * half }, { motion->body.u[0], 0.0, 0.0 }, "u" },
        { ss_quantityVelocity, { 1.6 * l, -0.5 * l, 0.02 * l }, { model.beltSpeed, 0.0, 0.0 }, "v_b" },
    };
    pictureArrows( out, ss_drawVelocities, SS_COUNT( arrows ), arrows );
    oscillatorDrawContact(
        state, &model, sim, out, ssVec3_Make( x, 0.0, 0.0 ), ssVec3_Make( 1.0, 0.0, 0.0 ) );
    oscillatorDrawFactor( out, factor, ssVec3_Make( 0.5 * wall, -0.7 * l, -0.3 * l ) ); // in front of all
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    const OscillatorMotion* motion = state;
    ssOscillatorModel model = readModel( state, sim );
    const ssSpragSlip* p = &model.sprag;
    ssLinearSystem linear = ssOscillator_Linearise( &model );
    double critical = ssOscillator_Critical( &model );
    switch ( param )
    {
        case keyMu:
            sayNumbers( text, capacity,
                isnan( critical ) ? ssTranslate( "never unstable" )
                                  : ssTranslate( "unstable above μ_c = %s" ),
                critical );
            break;
        case keyCx:
            // At the threshold the terms cancel but for rounding.
            sayNumbers( text, capacity, "c_x + c_n cos β (cos β − μ sin β) = %s N s/m",
                fabs( linear.d[0] ) > 1e-12 * ( p->cx + p->cn ) ? linear.d[0] : 0.0 );
            break;
        case keyKx:
            sayNumbers( text, capacity, "k_x + k_n cos β (cos β − μ sin β) = %s N/m", linear.k[0] );
            break;
        case keyBeta:
            sayNumbers( text, capacity, ssTranslate( "sin β cos β = %s; maximum 0.5 at 45°" ),
                ssSin( p->beta ) * ssCos( p->beta ) );
            break;
        case keyNormalForce:
            sayNumbers( text, capacity, ssTranslate( "r_N = %s N now" ),
                oscillatorForces( motion, &model, sim ).normal );
            break;
    }
}

extern const ssScenario ss_scenarioSpragSlip;
const ssScenario ss_scenarioSpragSlip = { "sprag-slip", "Sprag-slip",
    .source = "Walker & Leine, Sec. 4.1, Fig. 13c (a minimal model)",
    .summary = "A mass on a belt is braced by a strut that rises downstream. The friction coefficient is "
               "constant, but the normal force follows the velocity. Above a critical coefficient friction "
               "feeds the oscillation, and far above it the mass jams.",
    .model = { OSCILLATOR_MODEL, .until = 200.0, .stateSize = sizeof( OscillatorMotion ),
        .apply = oscillatorApply, .measure = oscillatorMeasure },
    .picture = { OSCILLATOR_PICTURE, .body = "mass", .draw = draw, .drawChart = oscillatorDrawChart },
    ROWS( preset, s_presets ), .opening = "squeal", ROWS( figure, s_figures ) };
