// SPDX-License-Identifier: MIT
#include "scenario/scenario_spring_slider.h"
#include "scenario/picture.h"

#include <string.h>

// A block pulled over a plate through a spring, with rate-and-state friction: a fault or a shear test
// (Dieterich 1979, Ruina 1983). Unstable below k_c = N (b - a)/D_c × (1 + m V²/(N a D_c)) (Rice & Ruina
// 1983).

#define CREEP 1e-2 // share of the load point's speed below which the block counts as held
// deviation of the speed, relative to steady sliding, up to which the motion is linear
#define LINEAR_RANGE 0.3
#define DRAG_STIFFNESS 0.5 // of the mouse's spring over that of the spring

static const char* const s_starts[] = { "steady", "rest" };

// clang-format off
static const ssParam s_params[] = {
    [sliderMass] = { PARAM( "mass", "m", "mass", "kg", "block" ), POSITIVE( 0.1, 1e4, 10.0 ),
        .logScale = true, .live = true,
        .doc = "Mass of the block. It limits how fast the block slips, and hardly changes when it does." },
    [sliderNormalForce] = { PARAM( "normal_force", "N", "normal force", "N", "block" ),
        POSITIVE( 1e2, 1e6, 1e4 ), .logScale = true, .live = true,
        .doc = "Force that presses the block against the plate. The critical stiffness grows with it." },
    [sliderStiffness] = { PARAM( "stiffness", "k", "spring stiffness", "N/m", "spring" ),
        POSITIVE( 1e5, 1e8, 2.5e6 ), .logScale = true, .live = true,
        .doc = "Stiffness of the spring. A soft spring unloads more slowly than friction falls: the block "
            "breaks away." },
    [sliderDamping] = { PARAM( "damping", "c", "damping", "N s/m", "spring" ), NOT_NEGATIVE( 0.0, 1e5, 0.0 ),
        .live = true,
        .doc = "Damping of a dashpot parallel to the spring; for a fault, of the waves that it radiates." },
    [sliderVelocity] = { PARAM( "velocity", "V", "speed of the load point", "m/s", "spring" ),
        BETWEEN( 0.0, 100.0, 1e-9, 1.0, 1e-6 ), .logScale = true, .live = true,
        .doc = "Speed at which the far end of the spring is pulled. Change it while the run goes on: a step "
            "up, a step down, or 0 to hold." },
    [sliderStart] = { PARAM( "start", "start", "start", "", "start" ), CHOICE( s_starts ),
        .doc = "steady: the block slides steadily. rest: it is at rest, the spring is relaxed, and the law "
            "has its initial states." },
    [sliderPerturbation] = { PARAM( "perturbation", "δ", "initial stretch", "m", "start" ),
        BETWEEN( -1.0, 1.0, -1e-3, 1e-3, 1e-5 ),
        .doc = "Stretch of the spring at the start, beyond that of steady sliding if the block starts with "
            "it." },
    SS_NOISE_ROWS,
};
// clang-format on

_Static_assert( SS_COUNT( s_params ) == sliderKeyCount + SS_NOISE_COUNT, "one key for each row" );

enum
{
    signalState = 8,
    signalLog = signalState + 4,
    signalCount = signalLog + 2
};

static const ssSignal s_signals[] = {
    { "x", "x", "m", "displacement of the block" },
    { "x_load", "x load point", "m",
        "position of the load point, counted from where the spring is relaxed at the start" },
    { "u", "u", "m/s", "velocity of the block" },
    { "log_speed", "log₁₀ u", "",
        "logarithm of the largest speed [m/s] within the time step; undefined while the block is at rest" },
    { "force", "f", "N", "friction force against the motion" },
    { "spring", "k s", "N", "force of the spring" },
    { "mu", "f/N", "", "friction force over normal force" },
    { "mode", "mode", "",
        "state of the contact: 1 held (slower than V/100 all through the time step), 2 slides" },
    { "state_1", "state 1", "",
        "first number that the law remembers, in its unit; undefined if it has none" },
    { "state_2", "state 2", "", "second number that the law remembers; undefined if it has none" },
    { "state_3", "state 3", "", "third number that the law remembers; undefined if it has none" },
    { "state_4", "state 4", "", "fourth number that the law remembers; undefined if it has none" },
    GROWTH_SIGNALS,
};

_Static_assert( SS_COUNT( s_signals ) == signalCount, "one row for each signal" );

static const ssPlot s_plots[] = {
    { PLOT( "speed", "speed of the block, log₁₀ of m/s", "" ), .signals = { "log_speed" }, .shown = true },
    { PLOT( "force", "forces", "N" ), .signals = { "force", "spring" }, .shown = true },
    { PLOT( "x", "displacements", "m" ), .signals = { "x", "x_load" } },
    { PLOT( "growth", "growth of the oscillation", "" ), .signals = { "log_amplitude" },
        .exact = { "log_amplitude_linear" } },
    { PLOT( "state", "what the contact remembers", "" ), .signals = { "state_1" } },
    { PLOT( "phase", "phase plane", "N" ), .signals = { "force" }, .x = "log_speed" },
    { PLOT( "u", "velocity", "m/s" ), .signals = { "u" } },
    { PLOT( "mu", "friction coefficient", "" ), .signals = { "mu" } },
};

static const ssChart s_charts[] = {
    [sliderChartPhase] = { CHART( "phase", "friction over the speed" ), AXES( "log₁₀ u", "", "f", "N" ),
        .doc = "The way of the block through speed and friction. Dashed: steady sliding at each speed. Where "
               "that line falls, a soft spring lets the block break away.",
        .shown = true },
    [sliderChartGrowth] = { CHART( "growth", "growth rate over the stiffness" ),
        AXES( "k", "N/m", "Re s", "1/s" ),
        .doc = "Largest real part of the eigenvalues. Steady sliding is unstable in the shaded range." },
};

static const ssPresetValue s_stickSlip[] = { { "perturbation", 1e-4 } };
static const ssPresetValue s_stable[] = { { "stiffness", 8e6 }, { "perturbation", 1e-5 } };
static const ssPresetValue s_oscillating[] = { { "stiffness", 5e6 }, { "perturbation", 1e-5 } };
// Canudas de Wit et al. 1995, Table I, for a load of 1 N.
static const ssPresetValue s_lugre[] = { { "mass", 1.0 }, { "stiffness", 2.0 }, { "normal_force", 1.0 },
    { "velocity", 0.1 }, { "start", 1.0 }, { "perturbation", 0.0 }, { "law.mu_s", 1.5 }, { "law.mu_k", 1.0 },
    { "law.v_s", 1e-3 }, { "law.s0", 1e5 }, { "law.s1", 316.227766016838 }, { "law.v_d", 1e6 },
    { "law.s2", 0.4 } };

static const ssPreset s_presets[] = {
    { "stick-slip", "Soft spring: sticks and slips", .until = 4000.0, PRESET( s_stickSlip ),
        .law = "rate-and-state-aging" },
    { "oscillating", "Critical stiffness: oscillates", .until = 2000.0, PRESET( s_oscillating ),
        .law = "rate-and-state-aging" },
    { "stable", "Stiff spring: slides steadily", .until = 1000.0, PRESET( s_stable ),
        .law = "rate-and-state-aging" },
    { "slip-law", "State that changes only by sliding", .until = 4000.0, PRESET( s_stickSlip ),
        .law = "rate-and-state-slip" },
    { "lugre", "LuGre: bristles stick and slip", .h = 0.01, .until = 60.0, PRESET( s_lugre ),
        .law = "lugre" },
    { "tiny", "One slip with large steps, for tests", .hidden = true, .h = 1.0, .until = 400.0,
        PRESET( s_stickSlip ), .law = "rate-and-state-aging" },
};

static const ssMeasure s_measures[] = {
    { "growth_rate", "1/s", "growth rate of the simulated motion while it is linear; undefined before" },
    { "k_c", "N/m",
        "stiffness below which steady sliding is unstable; 0: stable with any spring; undefined: the same "
        "with any spring, unstable or neutral" },
    { "period", "s", "duration of the last complete cycle; undefined without one" },
    { "max_re", "1/s", "largest real part of the eigenvalues of steady sliding" },
    { "peak_speed", "m/s", "largest speed in the last complete cycle; undefined without one" },
    { "force_drop", "N",
        "largest minus smallest force of the spring in the last complete cycle; undefined without one" },
    { "stability", "",
        "of steady sliding with this spring: 1 stable, 0 neutral (small motions neither grow nor decay), -1 "
        "unstable; undefined where the law is not smooth" },
};

static const char* const s_figures[] = { "lugre-hysteresis", "lugre-lag", "lugre-breakaway" };

static ssSpringSliderDef readDef( const ssSim* sim )
{
    ssSpringSliderDef def = ssDefaultSpringSliderDef();
    def.mass = ssSim_Param( sim, sliderMass );
    def.stiffness = ssSim_Param( sim, sliderStiffness );
    def.damping = ssSim_Param( sim, sliderDamping );
    def.normalForce = ssSim_Param( sim, sliderNormalForce );
    def.velocity = ssSim_Param( sim, sliderVelocity );
    return def;
}

/// The force of steady sliding over five decades on either side of the load point's speed.
static void deriveSteadyCurve( SpringSlider* s )
{
    double middle = s->def.velocity > 0.0 ? ssLog10( s->def.velocity ) : -6.0;
    for ( int i = 0; i < sliderSteadyPoints; ++i )
    {
        double state[SS_LAW_MAX_STATES], x = middle - 6.0 + 12.0 * i / ( sliderSteadyPoints - 1 );
        ssVec2 gamma = { ssPow( 10.0, x ), 0.0 };
        bool settled = ssLaw_SteadyState( &s->typed.law, s->def.normalForce, gamma, state );
        ssLawSite site = { .state = state };
        ssLaw there = ssLaw_At( &s->typed.law, &site );
        s->steadySpeed[i] = x;
        s->steadyForce[i] = settled ? ssLaw_SlipForce( &there, s->def.normalForce, gamma ).force.x : SS_NAN;
    }
}

static void derive( SpringSlider* s, const ssSim* sim )
{
    ssEigenvalue values[SS_SLIDER_MODES];
    s->def = readDef( sim );
    s->steady = ssSteadySlidingOf( &s->typed.law, s->def.normalForce, s->def.velocity );
    s->leading = ssSpringSlider_Eigenvalues( &s->def, &s->steady, values ) > 0
        ? values[0]
        : ( ssEigenvalue ){ SS_NAN, SS_NAN };
    s->stability = ssSpringSlider_Stability( &s->def, &s->steady, &s->critical );
    deriveSteadyCurve( s );
    sliderChooseEnlargement( s, ssSim_Param( sim, sliderPerturbation ) );
}

static ssResult readLaw( SpringSlider* s, const ssSim* sim )
{
    if ( ssSim_Scenario( sim )->law == NULL )
    {
        return ssError(
            ss_errorValue, "law", "the run has no law; ssDefaultSimDef and ssSimDef_SetLaw give it one" );
    }
    ssResult result = typedLawRead( &s->typed, sim, s->body.state );
    s->body.stateCount = s->typed.made ? ssLaw_StateNumbers( &s->typed.law ) : 0;
    return result;
}

static double logAmplitude( const SpringSlider* s )
{
    return ssLog( ssSpringSlider_Amplitude( &s->def, &s->steady, s->leading, &s->body ) );
}

static bool isLinear( const SpringSlider* s )
{
    return fabs( s->body.velocity - s->def.velocity ) < LINEAR_RANGE * s->def.velocity &&
        s->logEnd > s->logStart - GROWTH_DECAY_LIMIT && !s->dragging;
}

static void restartGrowth( SpringSlider* s, double time )
{
    s->fit = ( GrowthFit ){ 0 };
    s->growthStart = time;
    s->logStart = s->logEnd = logAmplitude( s );
    s->growing = isfinite( s->logStart ) && isLinear( s );
}

static void destroy( void* state ) { typedLawDestroy( &( (SpringSlider*)state )->typed ); }

static ssResult create( void* state, const ssSim* sim )
{
    SpringSlider* s = state;
    SS_TRY( readLaw( s, sim ) );
    derive( s, sim );
    bool slides = ssSim_Param( sim, sliderStart ) == 0.0 && s->def.velocity > 0.0;
    if ( slides && isfinite( s->steady.force / s->def.stiffness ) )
    {
        s->body = ssSpringSlider_Steady( &s->def, &s->steady );
    }
    s->body.loadPoint += ssSim_Param( sim, sliderPerturbation );
    s->peak = fabs( s->body.velocity );
    s->rate = SS_NAN;
    s->cycleStart = s->period = s->cycleLow = s->cycleHigh = s->cycleFastest = SS_NAN;
    s->low = s->high = s->def.stiffness * ssSpringSlider_Stretch( &s->body );
    restartGrowth( s, 0.0 );
    return ssOk();
}

static ssResult adopt( void* state, const ssSim* sim )
{
    SpringSlider* s = state;
    ssResult result = readLaw( s, sim );
    if ( result.code == ss_ok )
    {
        derive( s, sim );
        restartGrowth( s, ssSim_Time( sim ) );
    }
    return result;
}

/// Keeps a point of the phase plane where it differs visibly from the last one.
static void tracePhase( SpringSlider* s, const ssSpringSlider* body )
{
    double speed = ssLog10( fabs( body->velocity ) ), force = body->force;
    int last = ( s->traceNext + sliderTracePoints - 1 ) % sliderTracePoints;
    bool moved = s->traceCount == 0 ||
        fabs( speed - s->traceSpeed[last] ) +
                100.0 * fabs( force - s->traceForce[last] ) / s->def.normalForce >
            0.1;
    if ( isfinite( speed ) && moved )
    {
        s->traceSpeed[s->traceNext] = speed;
        s->traceForce[s->traceNext] = force;
        s->traceNext = ( s->traceNext + 1 ) % sliderTracePoints;
        s->traceCount = s->traceCount < sliderTracePoints ? s->traceCount + 1 : s->traceCount;
    }
}

typedef struct Follower
{
    SpringSlider* s;
    double time, before,
        ended; // start of the step; lead of the block over the load point after the last substep; its end
} Follower;

static void followSubstep( void* context, const ssSpringSlider* body, double time )
{
    Follower* f = context;
    SpringSlider* s = f->s;
    double lead = body->velocity - s->def.velocity,
           spring = s->def.stiffness * ssSpringSlider_Stretch( body );
    tracePhase( s, body );
    s->low = ssMin( s->low, spring );
    s->high = ssMax( s->high, spring );
    if ( f->before < 0.0 && lead >= 0.0 )
    {
        double instant = f->time + f->ended + ( time - f->ended ) * f->before / ( f->before - lead );
        s->period = instant - s->cycleStart; // NaN in the first
        s->cycleLow = s->low;
        s->cycleHigh = s->high;
        s->cycleFastest = s->fastest;
        s->cycleStart = instant;
        s->low = s->high = spring;
        s->fastest = 0.0;
    }
    s->fastest = ssMax( s->fastest, fabs( body->velocity ) );
    s->rate = ( lead - f->before ) / ( time - f->ended );
    f->before = lead;
    f->ended = time;
}

static ssStepReport step( void* state, ssSim* sim )
{
    SpringSlider* s = state;
    SpringSlider old = *s;
    double h = ssSim_StepSize( sim ), start = ssSim_Time( sim );
    ssSpringSliderDef def = s->def;
    def.push = s->dragging
        ? DRAG_STIFFNESS * def.stiffness * ( s->target - s->grip - sliderBlockX( s ) ) / s->enlarged
        : 0.0;
    ssNoise noise = ssSim_Noise( sim, 0 );
    def.push += noise.force[0];
    def.normalForce *= noise.friction; // of friction alone
    s->pull = def.push;
    Follower follower = { .s = s, .time = start, .before = s->body.velocity - def.velocity };
    ssSpringSliderReport report =
        ssSpringSlider_Step( &s->body, &def, &s->typed.law, start, h, followSubstep, &follower );
    s->peak = report.peak;
    double spring = def.stiffness * ssSpringSlider_Stretch( &s->body );
    if ( !report.finite || !isfinite( spring + s->body.force / s->def.normalForce + report.peak ) )
    {
        *s = old;
        return ( ssStepReport ){ .status = ss_statusNotFinite };
    }
    if ( s->growing )
    {
        double time = (double)( ssSim_StepIndex( sim ) + 1 ) * h;
        s->logEnd = logAmplitude( s );
        s->growing = isfinite( s->logEnd ) && isLinear( s );
        if ( s->growing ) { growthFitAdd( &s->fit, time - s->growthStart, s->logEnd - s->logStart ); }
    }
    return ( ssStepReport ){ report.converged ? ss_statusConverged : ss_statusLimit, .contacts = 1,
        .iterations = report.substeps, .residual = report.residual };
}

static void serialize( void* state, ssArchive* archive )
{
    SpringSlider* s = state;
    ssSpringSlider_Serialize( &s->body, archive );
    ssArchive_Bool( archive, &s->growing );
    ssArchive_Bool( archive, &s->dragging );
    ARCHIVE_EACH( archive, &s->peak, &s->growthStart, &s->logStart, &s->logEnd, &s->fit.samples, &s->fit.sumT,
        &s->fit.sumL, &s->fit.sumTT, &s->fit.sumTL, &s->cycleStart, &s->period, &s->low, &s->high,
        &s->fastest, &s->cycleLow, &s->cycleHigh, &s->cycleFastest, &s->grip, &s->target );
    if ( archive->mode == ss_archiveHash ) { return; }
    ARCHIVE_EACH( archive, &s->rate, &s->pull );
    ssArchive_Int( archive, &s->traceCount );
    ssArchive_Int( archive, &s->traceNext );
    if ( s->traceCount < 0 || s->traceCount > sliderTracePoints || s->traceNext < 0 ||
        s->traceNext >= sliderTracePoints )
    {
        s->traceCount = s->traceNext = 0;
        archive->overrun = true;
    }
    ssArchive_F64s( archive, s->traceSpeed, s->traceCount );
    ssArchive_F64s( archive, s->traceForce, s->traceCount );
}

/// The law follows from the parameters, which have been read before.
static void restored( void* state, const ssSim* sim )
{
    SpringSlider* s = state;
    readLaw( s, sim );
    derive( s, sim );
}

static void fillSignals( const void* state, const ssSim* sim, double* row )
{
    const SpringSlider* s = state;
    double grown = s->leading.re * ( ssSim_Time( sim ) - s->growthStart ), decade = ssLog( 10.0 );
    // Beyond the linear range the prediction is shown for one more decade.
    bool shown = s->growing || fabs( grown ) < fabs( s->logEnd - s->logStart ) + decade;
    double speed = ssLog10( s->peak ), decades = ( logAmplitude( s ) - s->logStart ) / decade;
    FILL_ROWS( row, s->body.position, s->body.loadPoint, s->body.velocity, isfinite( speed ) ? speed : SS_NAN,
        s->body.force, s->def.stiffness * ssSpringSlider_Stretch( &s->body ),
        s->body.force / s->def.normalForce, sliderMode( s ) );
    for ( int i = signalState; i < signalLog; ++i )
    {
        row[i] = i - signalState < s->body.stateCount ? s->body.state[i - signalState] : SS_NAN;
    }
    row[signalLog] = isfinite( decades ) ? decades : SS_NAN;
    row[signalLog + 1] = shown && isfinite( grown ) && isfinite( s->logStart ) ? grown / decade : SS_NAN;
}

static double measure( const void* state, const ssSim* sim, int index )
{
    (void)sim;
    const SpringSlider* s = state;
    const double stability[] = { [ss_sliderUnknown] = SS_NAN,
        [ss_sliderStable] = 1.0,
        [ss_sliderNeutral] = 0.0,
        [ss_sliderUnstable] = -1.0 };
    bool cycle = isfinite( s->period );
    const double values[] = { growthFitRate( &s->fit ), s->critical, s->period, s->leading.re,
        cycle ? s->cycleFastest : SS_NAN, cycle ? s->cycleHigh - s->cycleLow : SS_NAN,
        stability[s->stability] };
    _Static_assert( SS_COUNT( values ) == SS_COUNT( s_measures ), "a value for each row" );
    return isfinite( values[index] ) ? values[index] : SS_NAN;
}

ssContactMode sliderMode( const SpringSlider* s )
{
    bool held = s->body.stick || s->peak < CREEP * s->def.velocity;
    return held ? ss_modeStick : ss_modeSlide;
}

static void explain( const void* state, const ssSim* sim, int param, char* text, int capacity )
{
    (void)sim;
    const SpringSlider* s = state;
    switch ( param )
    {
        case sliderStiffness:
            sayNumbers( text, capacity,
                s->stability == ss_sliderUnknown ? ""
                    : s->critical > 0.0          ? ssTranslate( "unstable below k_c = %s N/m" )
                    : s->critical == 0.0         ? ssTranslate( "steady sliding is stable" )
                    : s->stability == ss_sliderNeutral
                    ? ssTranslate( "steady sliding is neutral with any spring" )
                    : ssTranslate( "steady sliding is unstable with any spring" ),
                s->critical );
            break;
        case sliderMass:
            sayNumbers( text, capacity, "π √(m/k) = %s s", SS_PI * sqrt( s->def.mass / s->def.stiffness ) );
            break;
        case sliderNormalForce:
        case sliderVelocity:
            sayNumbers( text, capacity,
                isfinite( s->steady.force ) ? ssTranslate( "steady: f = %s N, f/N = %s" ) : "",
                s->steady.force, s->steady.force / s->def.normalForce );
            break;
        case sliderPerturbation:
            sayNumbers( text, capacity, "k δ = %s N",
                s->def.stiffness * ssSim_PendingParam( sim, sliderPerturbation ) );
            break;
    }
}

static void dragBody( void* state, const ssSim* sim, const ssDrag* drag )
{
    SpringSlider* s = state;
    (void)sim;
    s->grip = drag->active && !s->dragging ? drag->target.x - sliderBlockX( s ) : s->grip;
    s->target = drag->target.x;
    s->growing = s->growing && !drag->active;
    s->dragging = drag->active;
}

extern const ssScenario ss_scenarioSpringSlider;
const ssScenario ss_scenarioSpringSlider = { "spring-slider", "Spring-slider",
    .source = "Dieterich 1979; Ruina 1983; Rice & Ruina 1983; Canudas de Wit et al. 1995",
    .summary = "A block is pulled over a plate through a spring, with friction that remembers: "
               "rate-and-state friction, or any law that you type. A stiff spring lets it slide steadily; "
               "below the critical stiffness it sticks and slips, as faults and laboratory samples do, over "
               "times from milliseconds to years.",
    .model = { MODEL_TABLES, .h = 0.25, .until = 2000.0, .takesLaw = true, .ownLaw = "rate-and-state-aging",
        .stateSize = sizeof( SpringSlider ), MODEL_CALLS, .destroy = destroy, .adopt = adopt,
        .serialize = serialize, .restored = restored },
    .picture = { ROWS( plot, s_plots ), ROWS( chart, s_charts ), .body = "block", .ground = "plate",
        .draw = sliderDraw, .drawChart = sliderDrawChart, .explain = explain, .drag = dragBody },
    ROWS( preset, s_presets ), .opening = "stick-slip", ROWS( figure, s_figures ) };
