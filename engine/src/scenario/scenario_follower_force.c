// SPDX-License-Identifier: MIT
#include "scenario/oscillator_motion.h"
#include "scenario/picture.h"

#include <stdio.h>

// A double pendulum with a wheel on a belt at its tip: friction of constant magnitude acts along the second
// rod (Walker & Leine Sec. 4.1, Fig. 13d; Ziegler's column).

enum
{
    keyM1,
    keyM2,
    keyK,
    keyL,
    keyMu,
    keyNormalForce,
    keyDamping,
    keyBeltSpeed,
    keyPerturbation,
    keyCount
};

// clang-format off
static const ssParam s_params[] = {
    [keyM1] = { PARAM( "m1", "m₁", "mass at the joint", "kg", "body" ), POSITIVE( 0.1, 10.0, 2.0 ),
        .logScale = true, .live = true, .doc = "Mass of the ball where the rods meet." },
    [keyM2] = { PARAM( "m2", "m₂", "mass at the tip", "kg", "body" ), POSITIVE( 0.1, 10.0, 1.0 ),
        .logScale = true, .live = true, .doc = "Mass of the ball at the tip, above the wheel." },
    [keyK] = { PARAM( "k", "k", "joint stiffness", "N m/rad", "body" ), POSITIVE( 0.1, 10.0, 1.0 ),
        .live = true, .doc = "Stiffness of the rotational springs at the base and between the rods." },
    [keyL] = { PARAM( "l", "l", "rod length", "m", "body" ), POSITIVE( 0.2, 3.0, 1.0 ), .live = true,
        .doc = "Length of each rod." },
    [keyMu] = { PARAM( "mu", "μ", "friction coefficient", "", "friction" ), NOT_NEGATIVE( 0.0, 1.0, 0.5 ),
        .live = true,
        .doc = "Friction between wheel and belt along the axle. The friction force μ N follows the second "
            "rod." },
    [keyNormalForce] = { PARAM( "normal_force", "N", "normal force", "N", "friction" ),
        NOT_NEGATIVE( 0.0, 10.0, 4.4 ), .live = true,
        .doc = "Force that presses the wheel against the belt." },
    [keyDamping] = { PARAM( "damping", "d", "joint damping", "N m s/rad", "body" ),
        NOT_NEGATIVE( 0.0, 1.0, 0.0 ), .live = true,
        .doc = "Damping of both joints. A little of it destabilises: the threshold drops (Ziegler)." },
    [keyBeltSpeed] = { PARAM( "belt_speed", "v_b", "belt speed", "m/s", "belt" ), POSITIVE( 0.01, 5.0, 1.0 ),
        .live = true,
        .doc = "The belt runs towards the base. The wheel sticks when it becomes as fast as the belt along "
            "its axle." },
    [keyPerturbation] = { PARAM( "perturbation", "δ", "initial angle", "rad", "start" ),
        ANY_NUMBER( -0.5, 0.5, 1e-3 ),
        .doc = "Initial angle of the first rod. The rods start with zero velocity." },
    SS_NOISE_ROWS,
};
// clang-format on

static const ssSignal s_signals[] = {
    { "theta_1", "θ₁", "rad", "angle of the first rod" },
    { "theta_2", "θ₂", "rad", "angle of the second rod" },
    { "omega_1", "ω₁", "rad/s", "angular velocity of the first rod" },
    { "omega_2", "ω₂", "rad/s", "angular velocity of the second rod" },
    { "slip", "γ", "m/s", "velocity of the wheel relative to the belt, along its axle towards the base" },
    { "r_n", "r_N", "N", "normal force" },
    { "r_t", "r_T", "N", "friction force along the axle; a positive force compresses the rods" },
    OSCILLATOR_MODE_SIGNAL,
    GROWTH_SIGNALS,
};

static const ssPlot s_plots[] = {
    { PLOT( "phase", "phase plane of the first rod", "rad/s" ), .signals = { "omega_1" }, .shown = true,
        .x = "theta_1" },
    { PLOT( "theta", "angles", "rad" ), .signals = { "theta_1", "theta_2" }, .shown = true },
    { PLOT( "growth", "growth of the leading mode", "" ), .signals = { "log_amplitude" },
        .exact = { "log_amplitude_linear" }, .shown = true },
    { PLOT( "r_t", "friction force", "N" ), .signals = { "r_t" } },
    { PLOT( "slip", "slip along the axle", "m/s" ), .signals = { "slip" } },
};

static const ssChart s_charts[] = {
    [oscillatorChartOfGrowth] = { CHART( "growth", "growth rate over force" ),
        AXES( "μN", "N", "Re s", "1/s" ), .doc = OSCILLATOR_GROWTH_DOC, .shown = true },
    [oscillatorChartOfFrequencies] = { CHART( "frequencies", "the two frequencies" ),
        AXES( "μN", "N", "ω", "rad/s" ),
        .doc = "They meet at the threshold of flutter. A follower force never buckles the column.",
        .shown = true },
    [oscillatorChartOfEigenvalues] = { CHART( "eigenvalues", "eigenvalues over force" ),
        AXES( "Re s", "1/s", "Im s", "1/s" ),
        .doc = "Without damping the pairs meet on the imaginary axis. With damping one of them crosses it "
               "earlier.",
        .shown = true },
};

static const ssPresetValue s_flutter[] = { { "mu", 0.5 }, { "normal_force", 4.4 }, { "perturbation", 0.02 } };
static const ssPresetValue s_equal[] = { { "m1", 1.0 }, { "m2", 1.0 }, { "mu", 0.5 }, { "normal_force", 4.2 },
    { "perturbation", 0.02 } };
// Between the thresholds with and without damping, and close enough to the latter to grow within minutes.
static const ssPresetValue s_paradox[] = { { "damping", 0.02 }, { "mu", 0.5 }, { "normal_force", 4.0 },
    { "perturbation", 0.05 } };
static const ssPresetValue s_stable[] = { { "mu", 0.5 }, { "normal_force", 2.6 }, { "damping", 0.3 },
    { "perturbation", 0.3 } };

static const ssPreset s_presets[] = {
    { "flutter", "Flutter without damping", PRESET( s_flutter ) },
    { "equal", "Equal masses: above 2 k/l", PRESET( s_equal ) },
    { "paradox", "Damping makes it unstable", .until = 400.0, PRESET( s_paradox ) },
    { "stable", "Below the threshold: settles", PRESET( s_stable ) },
    OSCILLATOR_TINY,
};

static const ssMeasure s_measures[] = { OSCILLATOR_MEASURES(
    "N", "force mu N above which the straight position is unstable", "theta", "rad" ) };

static const char* const s_figures[] = { "walker-fig13d" };

static ssOscillatorModel readModel( const void* state, const ssSim* sim )
{
    (void)state;
    return ( ssOscillatorModel ){ ss_oscillatorFollower, .beltSpeed = ssSim_Param( sim, keyBeltSpeed ),
        .follower = { ssSim_Param( sim, keyM1 ), .m2 = ssSim_Param( sim, keyM2 ),
            .stiffness = ssSim_Param( sim, keyK ), .length = ssSim_Param( sim, keyL ),
            .damping = ssSim_Param( sim, keyDamping ), .mu = ssSim_Param( sim, keyMu ),
            .normalForce = ssSim_Param( sim, keyNormalForce ) } };
}

static ssResult create( void* state, const ssSim* sim ) { return oscillatorCreate( state, sim, readModel ); }

/// A solid in the horizontal plane whose axis has the direction `angle`: a rod or an axle.
static ssDrawSolid horizontal(
    ssDrawSolidKind kind, ssVec3 center, ssVec3 half, double angle, ssContactMode mode )
{
    // Turning by 90° about y and then by the angle about z brings the local z axis into this direction.
    ssQuat down = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.5 * SS_PI, 0.0 ) );
    ssQuat turn = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.0, angle ) );
    ssDrawSolid solid = picturePart( kind, false, center, half, ssQuat_Mul( turn, down ) );
    solid.mode = mode;
    return solid;
}

static void drawPendulum(
    const OscillatorMotion* motion, const ssOscillatorModel* model, const ssSim* sim, const ssDraw* out )
{
    double l = model->follower.length, height = 0.14 * l;
    ssVec3 base = { 0.0, 0.0, height }, first = oscillatorRod( l, motion->body.q[0] ),
           second = oscillatorRod( l, motion->body.q[1] );
    ssVec3 joint = ssVec3_Add( base, first ), end = ssVec3_Add( joint, second );
    ssContactMode mode = oscillatorContactMode( motion );
    ssVec3 thin = { 0.022 * l, 0.0, 0.5 * l }, wheel = { height, 0.0, 0.025 * l };
    ssDrawSolid solids[] = { horizontal( ss_solidCapsule, ssVec3_MulAdd( base, 0.5, first ), thin,
                                 motion->body.q[0], ss_modeOpen ),
        horizontal(
            ss_solidCapsule, ssVec3_MulAdd( joint, 0.5, second ), thin, motion->body.q[1], ss_modeOpen ),
        horizontal( ss_solidCylinder, end, wheel, motion->body.q[1], mode ),
        picturePart( ss_solidCylinder, true, ssVec3_Make( 0.0, 0.0, 0.5 * height ),
            ssVec3_Make( 0.12 * l, 0.0, 0.5 * height + 0.03 * l ), ssQuat_Identity() ) };
    pictureSolids( out, SS_COUNT( solids ), solids );
    double heaviest = ssMax( model->follower.m1, model->follower.m2 );
    ssDrawSphere balls[] = {
        { .body = -1,
            .center = joint,
            .radius = 0.1 * l * ssCbrt( model->follower.m1 / heaviest ),
            .orientation = ssQuat_Identity(),
            .mode = ss_modeOpen },
        { .body = 0,
            .center = end,
            .radius = 0.1 * l * ssCbrt( model->follower.m2 / heaviest ),
            .orientation = ssQuat_Identity(),
            .mode = mode },
    };
    pictureSpheres( out, SS_COUNT( balls ), balls );
    oscillatorDrawContact(
        motion, model, sim, out, ssVec3_Make( end.x, end.y, 0.0 ), ssVec3_Scale( -1.0 / l, second ) );
    ssDrawLabel label = {
        .position = { end.x, end.y, 2.4 * height }, .mode = mode, .text = ssContactModeName( mode )
    };
    pictureLabels( out, 1, &label );
}

static void draw( const void* state, const ssSim* sim, const ssDraw* out )
{
    const OscillatorMotion* motion = state;
    ssOscillatorModel model = readModel( state, sim );
    double l = model.follower.length;
    pictureBounds( out, ssVec3_Make( l, 0.0, 0.0 ), 1.6 * l );
    // The stripes lie across the motion of the belt, which runs towards the base.
    ssDrawPlane belt = { { 1.2 * l, 0.0, 0.0 }, .normal = { 0.0, 0.0, 1.0 }, .tangent = { 0.0, 1.0, 0.0 },
        .halfX = 1.6 * l, .halfY = 2.0 * l, .grooved = true, .shift = motion->travel };
    picturePlanes( out, 1, &belt );
    drawPendulum( motion, &model, sim, out );
    ssDrawArrow arrow = { ss_quantityVelocity, { 2.6 * l, -1.2 * l, 0.01 * l },
        { -model.beltSpeed, 0.0, 0.0 }, "v_b" };
    pictureArrows( out, ss_drawVelocities, 1, &arrow );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    ssOscillatorModel model = readModel( state, sim );
    const ssFollowerForce* p = &model.follower;
    double critical = ssOscillator_Critical( &model );
    size_t size = (size_t)capacity;
    switch ( param )
    {
        case keyMu:
        case keyNormalForce:
            sayNumbers( text, capacity,
                isnan( critical ) ? "μ N = %s N" : ssTranslate( "μ N = %s N; unstable above %s N" ),
                p->mu * p->normalForce, critical );
            break;
        case keyDamping:
            snprintf( text, size, ssTranslate( "%s threshold %s N" ),
                p->damping > 0.0 ? ssTranslate( "damped" ) : ssTranslate( "undamped" ),
                numberText( critical ).text );
            break;
        case keyK:
        case keyL: sayNumbers( text, capacity, "k/l = %s N", p->stiffness / p->length ); break;
    }
}

extern const ssScenario ss_scenarioFollowerForce;
const ssScenario ss_scenarioFollowerForce = { "follower-force", "Follower force",
    .source = "Walker & Leine, Sec. 4.1, Fig. 13d; Ziegler",
    .summary =
        "A double pendulum with springs in its joints carries a wheel that rolls freely across a belt and "
        "rubs along its axle. The magnitude of the friction force is constant, but its direction follows the "
        "rod: above a critical force the straight position flutters, and a little damping lowers that force.",
    .model = { OSCILLATOR_MODEL, .until = 100.0, .stateSize = sizeof( OscillatorMotion ),
        .apply = oscillatorApply, .measure = oscillatorMeasure },
    .picture = { OSCILLATOR_PICTURE, .body = "wheel", .draw = draw, .drawChart = oscillatorDrawChart },
    ROWS( preset, s_presets ), .opening = "flutter", ROWS( figure, s_figures ) };
