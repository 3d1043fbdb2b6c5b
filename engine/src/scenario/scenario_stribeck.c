// SPDX-License-Identifier: MIT
#include "scenario/scenario_stribeck.h"
#include "model/spring_slider.h"
#include "scenario/picture.h"

#include <string.h>

// A block on a belt, held by a spring. Friction that falls with speed destabilises sliding below a critical
// belt speed (Walker & Leine Sec. 4.1, Fig. 13a). A typed law may replace it.

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

// clang-format off
static const ssParam s_params[] = {
    [keyMass] = { PARAM( "mass", "m", "mass", "kg", "block" ), POSITIVE( 0.1, 10.0, 1.0 ), .logScale = true,
        .live = true, .doc = "Mass of the block." },
    [keyStiffness] = { PARAM( "stiffness", "k", "spring stiffness", "N/m", "block" ),
        POSITIVE( 0.1, 20.0, 1.0 ), .logScale = true, .live = true,
        .doc = "Stiffness of the spring between wall and block." },
    [keyDamping] = { PARAM( "damping", "c", "damping", "N s/m", "block" ), NOT_NEGATIVE( 0.0, 1.0, 0.05 ),
        .live = true,
        .doc = "Damping of the dashpot between wall and block. Steady sliding is stable if it outweighs the "
            "falling friction force." },
    [keyBeltSpeed] = { PARAM( "belt_speed", "v_b", "belt speed", "m/s", "belt" ), POSITIVE( 0.01, 2.0, 0.2 ),
        .live = true, .doc = "Steady sliding is unstable below the critical speed." },
    [keyNormalForce] = { PARAM( "normal_force", "N", "normal force", "N", "belt" ),
        NOT_NEGATIVE( 0.0, 5.0, 1.0 ), .live = true,
        .doc = "Force that presses the block against the belt." },
    [keyMuS] = { PARAM( "mu_s", "μ_s", "static friction", "", "friction" ), NOT_NEGATIVE( 0.0, 1.0, 0.4 ),
        .live = true, .doc = "Friction coefficient at rest." },
    [keyMuK] = { PARAM( "mu_k", "μ_k", "kinetic friction", "", "friction" ), NOT_NEGATIVE( 0.0, 1.0, 0.2 ),
        .live = true,
        .doc = "Friction coefficient at high speed. If it exceeds mu_s, friction grows with speed and damps "
            "the motion; with curve=step it then applies at rest as well." },
    [keyVStribeck] = { PARAM( "v_stribeck", "v_s", "Stribeck speed", "m/s", "friction" ),
        POSITIVE( 0.05, 2.0, 0.5 ), .live = true,
        .doc = "Speed scale of the falling friction coefficient mu_k + (mu_s - mu_k) exp(-v/v_s). Used with "
            "curve=exp only." },
    [keyCurve] = { PARAM( "curve", "μ(v)", "characteristic", "", "friction" ), CHOICE( s_curves ),
        .live = true,
        .doc = "exp: friction falls smoothly with speed. step: mu_s at rest and mu_k while sliding; the "
            "stick-slip cycle has a closed form." },
    [keyPerturbation] = { PARAM( "perturbation", "δ", "initial displacement", "m", "start" ),
        ANY_NUMBER( -0.5, 0.5, 1e-3 ),
        .doc = "Initial distance from steady sliding. The block starts with zero velocity." },
    SS_NOISE_ROWS,
};
// clang-format on

static const ssSignal s_signals[] = {
    { "x", "x", "m", "position of the block; 0 where the spring is relaxed" },
    { "u", "u", "m/s", "velocity of the block" },
    OSCILLATOR_CONTACT_SIGNALS( "block" ),
    OSCILLATOR_MODE_SIGNAL,
    GROWTH_SIGNALS,
};

static const ssPlot s_plots[] = {
    { PLOT( "phase", "phase plane", "m/s" ), .signals = { "u" }, .shown = true, .x = "x" },
    { PLOT( "x", "position", "m" ), .signals = { "x" } },
    { PLOT( "growth", "growth of the oscillation", "" ), .signals = { "log_amplitude" },
        .exact = { "log_amplitude_linear" }, .shown = true },
    { PLOT( "r_t", "friction force", "N" ), .signals = { "r_t" } },
    { PLOT( "u", "velocity", "m/s" ), .signals = { "u", "slip" } },
};

static const ssChart s_charts[] = {
    [chartCharacteristic] = { CHART( "characteristic", "friction characteristic" ),
        AXES( "sliding speed v_b − u", "m/s", "r_T", "N" ),
        .doc = "Where the curve falls, faster sliding means less friction: friction feeds the motion of the "
               "block instead of damping it.",
        .shown = true },
    [chartCycle] = { CHART( "cycle", "limit cycle" ), AXES( "x", "m", "u", "m/s" ),
        .doc = "The block sticks along u = v_b and slips back below. Dashed: the cycle on which every motion "
               "with a stick phase ends.",
        .shown = true },
    [chartGrowth] = { CHART( "growth", "growth rate over belt speed" ), AXES( "v_b", "m/s", "Re s", "1/s" ),
        .doc = OSCILLATOR_GROWTH_DOC, .shown = true },
    [chartEigenvalues] = { CHART( "eigenvalues", "eigenvalues over belt speed" ),
        AXES( "Re s", "1/s", "Im s", "1/s" ),
        .doc = "The pair crosses the imaginary axis at the critical speed (Hopf bifurcation)." },
};

static const ssPresetValue s_stickSlip[] = { { "perturbation", -0.3 } };
static const ssPresetValue s_growth[] = { { "belt_speed", 0.8 }, { "perturbation", 0.1 } };
static const ssPresetValue s_stable[] = { { "belt_speed", 1.2 }, { "perturbation", 0.5 } };
static const ssPresetValue s_step[] = { { "curve", 1.0 }, { "damping", 0.0 }, { "perturbation", -0.3 } };

static const ssPreset s_presets[] = {
    { "stick-slip", "Slow belt: sticks and slips", .until = 60.0, PRESET( s_stickSlip ) },
    { "growth", "Just below the critical speed", .until = 200.0, PRESET( s_growth ) },
    { "stable", "Fast belt: the oscillation decays", .until = 120.0, PRESET( s_stable ) },
    { "step", "A cycle in closed form", .until = 60.0, PRESET( s_step ) },
    OSCILLATOR_TINY,
};

static const ssMeasure s_measures[] = { OSCILLATOR_MEASURES( "m/s",
    "belt speed below which steady sliding is unstable; undefined without damping, where it always is", "x",
    "m" ) };

static const char* const s_figures[] = { "walker-fig13a" };

ssOscillatorModel stribeckModel( const void* state, const ssSim* sim )
{
    const Stribeck* s = state;
    return ( ssOscillatorModel ){ ss_oscillatorStribeck, .beltSpeed = ssSim_Param( sim, keyBeltSpeed ),
        .stribeck = { ssSim_Param( sim, keyMass ), .stiffness = ssSim_Param( sim, keyStiffness ),
            .damping = ssSim_Param( sim, keyDamping ), .normalForce = ssSim_Param( sim, keyNormalForce ),
            .muStatic = ssSim_Param( sim, keyMuS ), .muKinetic = ssSim_Param( sim, keyMuK ),
            .vStribeck = ssSim_Param( sim, keyVStribeck ), .stepCurve = ssSim_Param( sim, keyCurve ) != 0.0,
            .own = s->typed.made ? &s->own : NULL } };
}

static double leadingGrowth( const Stribeck* s, const ssStribeckBlock* b, double beltSpeed )
{
    ssSpringSliderDef def = ssDefaultSpringSliderDef();
    def.mass = b->mass;
    def.stiffness = b->stiffness;
    def.damping = b->damping;
    def.normalForce = b->normalForce;
    def.velocity = -beltSpeed;
    ssEigenvalue values[SS_SLIDER_MODES];
    ssSteadySliding steady = ssSteadySlidingOf( &s->typed.law, b->normalForce, -beltSpeed );
    return ssSpringSlider_Eigenvalues( &def, &steady, values ) > 0 ? values[0].re : SS_NAN;
}

/// Computes what follows from the law at the present load and belt speed.
static void deriveLaw( Stribeck* s, const ssSim* sim )
{
    ssOscillatorModel model = stribeckModel( s, sim );
    ssStribeckBlock b = model.stribeck;
    b.own = NULL;
    s->own = ssMakeStribeckLaw( &s->typed.law, &b, model.beltSpeed );
    for ( int i = 0; i < stribeckLawPoints; ++i )
    {
        // Points are dense near rest.
        double part = ( i + 1.0 ) / stribeckLawPoints, state[SS_LAW_MAX_STATES];
        ssVec2 slip = { -3.0 * model.beltSpeed * part * part, 0.0 };
        bool settled = ssLaw_SteadyState( &s->typed.law, b.normalForce, slip, state );
        ssLawSite site = { .state = state };
        ssLaw there = ssLaw_At( &s->typed.law, &site );
        s->speed[i] = -slip.x;
        s->force[i] = settled ? -ssLaw_SlipForce( &there, b.normalForce, slip ).force.x : SS_NAN;
    }
    s->growth = leadingGrowth( s, &b, model.beltSpeed );
    for ( int i = 0; i < stribeckGrowthPoints; ++i )
    {
        s->beltSpeed[i] = 2.0 * model.beltSpeed * ( i + 1.0 ) / stribeckGrowthPoints;
        s->growthRate[i] = leadingGrowth( s, &b, s->beltSpeed[i] );
    }
}

/// Makes the typed law of the run, if any; a refusal changes nothing. What the contact remembers stays.
static ssResult readLaw( Stribeck* s, const ssSim* sim )
{
    ssResult result = typedLawRead( &s->typed, sim, s->motion.body.memory );
    if ( result.code == ss_ok && s->typed.made ) { deriveLaw( s, sim ); }
    return result;
}

static void destroy( void* state ) { typedLawDestroy( &( (Stribeck*)state )->typed ); }

static ssResult create( void* state, const ssSim* sim )
{
    Stribeck* s = state;
    SS_TRY( readLaw( s, sim ) );
    return oscillatorCreate( state, sim, stribeckModel );
}

static ssResult adopt( void* state, const ssSim* sim )
{
    Stribeck* s = state;
    ssResult result = readLaw( s, sim );
    if ( result.code == ss_ok ) { oscillatorApply( state, sim ); }
    return result;
}

static void restored( void* state, const ssSim* sim )
{
    Stribeck* s = state;
    double memory[SS_LAW_MAX_STATES];
    memcpy( memory, s->motion.body.memory, sizeof memory );
    readLaw( s, sim );
    memcpy( s->motion.body.memory, memory, sizeof memory );
}

/// The growth of small motions under a law that remembers is that of a block behind a spring.
static double measure( const void* state, const ssSim* sim, int index )
{
    const Stribeck* s = state;
    bool remembers = index == oscillatorMeasureLinear && s->typed.made && s->own.implicit;
    return remembers ? s->growth : oscillatorMeasure( state, sim, index );
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    ssOscillatorModel model = stribeckModel( state, sim );
    const ssStribeckBlock* b = &model.stribeck;
    if ( b->own != NULL && b->own->implicit && ( param == keyDamping || param == keyBeltSpeed ) )
    {
        sayNumbers( text, capacity, ssTranslate( "steady sliding: Re s = %s /s" ),
            ( (const Stribeck*)state )->growth );
        return;
    }
    double critical = ssOscillator_Critical( &model );
    switch ( param )
    {
        case keyMass:
        case keyStiffness:
            sayNumbers( text, capacity, "2π √(m/k) = %s s", 2.0 * SS_PI * sqrt( b->mass / b->stiffness ) );
            break;
        case keyDamping:
            sayNumbers( text, capacity, "c + N μ'(v_b) = %s N s/m", ssOscillator_Linearise( &model ).d[0] );
            break;
        case keyBeltSpeed:
            sayNumbers( text, capacity,
                isnan( critical )     ? ssTranslate( "unstable at every speed" )
                    : critical <= 0.0 ? ssTranslate( "steady sliding is stable" )
                                      : ssTranslate( "unstable below %s m/s" ),
                critical );
            break;
        case keyMuS:
        case keyNormalForce:
            sayNumbers( text, capacity, b->own == NULL ? ssTranslate( "holds up to μ_s N = %s N" ) : "",
                b->normalForce * b->muStatic );
            break;
        case keyCurve:
            sayNumbers( text, capacity,
                b->stepCurve ? ssTranslate( "undamped cycle: sticks %s s, slips %s s" )
                             : ssTranslate( "decays over v_s" ),
                ssStribeckStickTime( b, model.beltSpeed ), ssStribeckSlipTime( b, model.beltSpeed ) );
            break;
    }
}

static bool uses( const ssSim* sim, int param )
{
    bool curve = param == keyMuS || param == keyMuK || param == keyVStribeck || param == keyCurve;
    return !curve || ssSim_Scenario( sim )->law == NULL;
}

extern const ssScenario ss_scenarioStribeck;
const ssScenario ss_scenarioStribeck = { "stribeck", "Stick-slip block",
    .source = "Walker & Leine, Sec. 4.1, Fig. 13a",
    .summary = "A block on a moving belt is held by a spring. Where friction falls with speed it acts as a "
               "negative dashpot: below a critical belt speed steady sliding is unstable, and the "
               "oscillation grows until the block sticks and slips.",
    .model = { OSCILLATOR_MODEL, .until = 100.0, .takesLaw = true,
        .lawReplaces = "mu_s mu_k v_stribeck curve", .stateSize = sizeof( Stribeck ), .measure = measure,
        .destroy = destroy, .adopt = adopt, .restored = restored, .uses = uses },
    .picture = { OSCILLATOR_PICTURE, .body = "block", .draw = stribeckDraw, .drawChart = stribeckDrawChart },
    ROWS( preset, s_presets ), .opening = "stick-slip", ROWS( figure, s_figures ) };
