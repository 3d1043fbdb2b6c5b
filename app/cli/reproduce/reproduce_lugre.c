// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/reproduce/reproduce_table.h"
#include "model/spring_slider.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Canudas de Wit, Olsson, Åström & Lischinsky 1995, "A new model for control of systems with friction": the
// curves of the shipped LuGre law, beside an explicit Runge-Kutta integration of the paper's equations that
// shares no code with the engine, and closed forms where there are any.

// Table I of the paper, for a load of 1 N.
#define SIGMA_0 1e5                // [N/m]
#define SIGMA_1 316.22776601683796 // [N s/m], the root of sigma_0
#define SIGMA_2 0.4                // [N s/m]
#define FORCE_C 1.0                // [N]
#define FORCE_S 1.5                // [N]
#define STRIBECK 1e-3              // [m/s]

#define SOFT 1e-3 // [N/m]: behind so soft a spring the force is that of the load point

typedef struct Motion
{
    double x, u, z, force;
} Motion;

/// z' and the friction of the paper's Eqs. 4 to 6.
static double frictionOf( double u, double z, double* rate )
{
    double g = FORCE_C + ( FORCE_S - FORCE_C ) * exp( -( u / STRIBECK ) * ( u / STRIBECK ) );
    *rate = u - SIGMA_0 * fabs( u ) / g * z;
    return SIGMA_0 * z + SIGMA_1 * *rate + SIGMA_2 * u;
}

/// One step of the classical Runge-Kutta method for a unit mass behind a spring to `pull` + `speed` t.
static void integrate( Motion* m, double stiffness, double pull, double speed, double h )
{
    static const double at[4] = { 0.0, 0.5, 0.5, 1.0 },
                        weight[4] = { 1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0 };
    double d[3] = { 0.0, 0.0, 0.0 }, sum[3] = { 0.0, 0.0, 0.0 };
    for ( int k = 0; k < 4; ++k )
    {
        double x = m->x + h * at[k] * d[0], u = m->u + h * at[k] * d[1], z = m->z + h * at[k] * d[2], rate;
        double friction = frictionOf( u, z, &rate );
        d[0] = u;
        d[1] = stiffness * ( pull + speed * at[k] * h - x ) - friction;
        d[2] = rate;
        for ( int i = 0; i < 3; ++i ) { sum[i] += weight[k] * d[i]; }
    }
    double rate;
    m->x += h * sum[0];
    m->u += h * sum[1];
    m->z += h * sum[2];
    m->force = frictionOf( m->u, m->z, &rate );
}

static ssResult makeLugre( ssLaw* law )
{
    static const struct
    {
        const char* key;
        double value;
    } values[] = { { "mu_s", FORCE_S }, { "mu_k", FORCE_C }, { "v_s", STRIBECK }, { "s0", SIGMA_0 },
        { "s1", SIGMA_1 }, { "s2", SIGMA_2 }, { "v_d", 1e6 } };
    const ssShippedLaw* shipped = ssFindShippedLaw( "lugre" );
    ssLawProgram* program = NULL;
    ssResult result = shipped != NULL ? ssCompileLaw( shipped->text, shipped->name, &program, NULL )
                                      : ssError( ss_errorUnknown, "law", "there is no shipped law 'lugre'" );
    ssLawDef def = ssDefaultLawDef( ss_lawKindText );
    def.program = program;
    for ( int i = 0; i < SS_COUNT( values ) && result.code == ss_ok; ++i )
    {
        int row = ssFindParam(
            ssLawProgram_Info( program )->params, ssLawProgram_Info( program )->paramCount, values[i].key );
        if ( row >= 0 ) { def.programValues[row] = values[i].value; }
    }
    result = result.code == ss_ok ? ssMakeLaw( &def, law ) : result;
    ssLawProgram_Release( program );
    return result;
}

#define TRACE_POINTS 6000

/// What is kept of a run: displacement and force of the spring, and the largest friction.
typedef struct Trace
{
    double x[TRACE_POINTS], force[TRACE_POINTS], friction;
    int count;
} Trace;

static void keep( void* context, const ssSpringSlider* slider, double time )
{
    Trace* trace = context;
    (void)time;
    trace->friction = fmax( trace->friction, slider->force );
    double force = SOFT * ssSpringSlider_Stretch( slider );
    int last = trace->count - 1;
    bool moved = last < 0 || fabs( slider->position - trace->x[last] ) > 2e-8 ||
        fabs( force - trace->force[last] ) > 5e-3;
    if ( moved && trace->count < TRACE_POINTS )
    {
        trace->x[trace->count] = slider->position;
        trace->force[trace->count++] = force;
    }
}

static ssSpringSliderDef softDef( double tolerance )
{
    ssSpringSliderDef def = ssDefaultSpringSliderDef();
    def.stiffness = SOFT;
    def.tolerance = tolerance;
    def.maxSubsteps = 100000;
    return def;
}

#define LOOP_FORCE 1.425 // [N], as in the paper
#define LOOP_RATE 0.01   // [N/s]

/// The displacement in slow loading of a fresh contact: F = F_s (1 - exp(-sigma_0 x/F_s)).
static double loadedTo( double force ) { return -FORCE_S / SIGMA_0 * log( 1.0 - force / FORCE_S ); }

/// How far it moves while the force is turned around: F = -F_s + (F_s + F_1) exp(-sigma_0 x/F_s).
static double turnedAround( double force )
{
    return FORCE_S / SIGMA_0 * log( ( FORCE_S + force ) / ( FORCE_S - force ) );
}

/// The three turning points by the independent integration.
static void integrateLoop( double turns[3] )
{
    const double h = 2e-4, leg = LOOP_FORCE / LOOP_RATE;
    const int steps[3] = { (int)( leg / h + 0.5 ), (int)( 2.0 * leg / h + 0.5 ),
        (int)( 2.0 * leg / h + 0.5 ) };
    Motion m = { 0.0, 0.0, 0.0, 0.0 };
    double pull = 0.0;
    for ( int k = 0; k < 3; ++k )
    {
        double speed = ( k == 1 ? -1.0 : 1.0 ) * LOOP_RATE / SOFT, start = pull;
        for ( int i = 0; i < steps[k]; ++i )
        {
            pull = start + speed * h * i;
            integrate( &m, SOFT, pull, speed, h );
        }
        pull = start + speed * h * steps[k];
        turns[k] = m.x;
    }
}

static ssResult makeHysteresis( reproRun* run )
{
    ssLaw law;
    ssResult result = makeLugre( &law );
    SS_TRY( result );
    Trace* trace = needMemory( 1, sizeof *trace );
    const double leg = LOOP_FORCE / LOOP_RATE;
    ssSpringSliderDef def = softDef( 1e-10 );
    ssSpringSlider slider = { .stateCount = ssLaw_StateNumbers( &law ) };
    double turns[3], expected[3], forces[3], time = 0.0;
    for ( int k = 0; k < 3; ++k )
    {
        double length = k == 0 ? leg : 2.0 * leg;
        def.velocity = ( k == 1 ? -1.0 : 1.0 ) * LOOP_RATE / SOFT;
        for ( int i = 0; i < 200; ++i )
        {
            ssSpringSlider_Step( &slider, &def, &law, time, length / 200, keep, trace );
            time += length / 200;
        }
        turns[k] = slider.position;
        forces[k] = SOFT * ssSpringSlider_Stretch( &slider );
    }
    ssLaw_Destroy( &law );
    integrateLoop( expected );
    reproCheck( run, "displacement at 1.425 N [m]", turns[0], expected[0], 1e-5 * expected[0],
        "independent integration" );
    reproCheck( run, "the same, slow limit [m]", turns[0], loadedTo( forces[0] ), 2e-3 * turns[0],
        "closed form -F_s/sigma_0 log(1 - F/F_s); here 0.01 N/s" );
    reproCheck( run, "displacement at -1.425 N [m]", turns[1], expected[1], 1e-5 * expected[0],
        "independent integration" );
    reproCheck( run, "width of the loop, slow limit [m]", turns[0] - turns[1], turnedAround( forces[0] ),
        2e-3 * turns[0], "closed form F_s/sigma_0 log((F_s + F)/(F_s - F))" );
    reproCheck( run, "the loop closes: gap over its width", ( turns[2] - turns[0] ) / ( turns[0] - turns[1] ),
        0.0, 1e-6, "the way up mirrors the way down" );
    const double *columns[] = { trace->x, trace->force },
                 marksX[3] = { expected[0], expected[1], expected[2] };
    reproTable( run, "x,force", trace->count, columns );
    const svgMark marks[] = { reproCurve( svg_blue, false, "computed", trace->count, trace->x, trace->force ),
        reproMarks( svg_points, svg_black, "independent integration", 3, marksX, forces, NULL ) };
    reproPicture( run, "Pre-sliding displacement", "x [m]", "force [N]", marks, SS_COUNT( marks ), NULL );
    free( trace );
    return ssOk();
}

#define LAG_SAMPLES 400 // in one period
#define LAG_CASES 3

static const double s_lagRates[LAG_CASES] = { 1.0, 10.0, 25.0 }; // [rad/s], as in the paper

/// The velocity varies between 0.1 and 3 mm/s.
static double lagVelocity( double phase ) { return 1.55e-3 + 1.45e-3 * sin( phase ); }

/// The second of two periods with the law, in `fine` implicit steps per sample.
static void lagOfLaw( const ssLaw* law, double omega, int fine, double* force )
{
    double state[SS_LAW_MAX_STATES] = { 0.0 }, h = 2.0 * SS_PI / omega / ( LAG_SAMPLES * fine );
    ssLaw_SteadyState( law, 1.0, ssVec2_Make( lagVelocity( 0.0 ), 0.0 ), state );
    for ( int i = 1; i <= 2 * LAG_SAMPLES * fine; ++i )
    {
        double next[SS_LAW_MAX_STATES] = { 0.0 };
        ssVec2 gamma = { lagVelocity( omega * h * i ), 0.0 };
        ssLawSite site = { .h = h, .state = state };
        ssLaw there = ssLaw_At( law, &site );
        double f = ssLaw_SlipForce( &there, 1.0, gamma ).force.x;
        ssLaw_NextState( &there, 1.0, gamma, next );
        memcpy( state, next, sizeof state );
        if ( i > LAG_SAMPLES * fine && i % fine == 0 ) { force[i / fine - LAG_SAMPLES - 1] = f; }
    }
}

/// The same by Runge-Kutta steps.
static void lagIndependent( double omega, double* force )
{
    const int fine = 200;
    double h = 2.0 * SS_PI / omega / ( LAG_SAMPLES * fine ), rate;
    double v = lagVelocity( 0.0 ),
           z = ( FORCE_C + ( FORCE_S - FORCE_C ) * exp( -v * v / ( STRIBECK * STRIBECK ) ) ) / SIGMA_0;
    for ( int i = 0; i < 2 * LAG_SAMPLES * fine; ++i )
    {
        double k[4], t = h * i;
        frictionOf( lagVelocity( omega * t ), z, &k[0] );
        frictionOf( lagVelocity( omega * ( t + 0.5 * h ) ), z + 0.5 * h * k[0], &k[1] );
        frictionOf( lagVelocity( omega * ( t + 0.5 * h ) ), z + 0.5 * h * k[1], &k[2] );
        frictionOf( lagVelocity( omega * ( t + h ) ), z + h * k[2], &k[3] );
        z += h / 6.0 * ( k[0] + 2.0 * k[1] + 2.0 * k[2] + k[3] );
        if ( i + 1 > LAG_SAMPLES * fine && ( i + 1 ) % fine == 0 )
        {
            force[( i + 1 ) / fine - LAG_SAMPLES - 1] =
                frictionOf( lagVelocity( omega * ( t + h ) ), z, &rate );
        }
    }
}

/// The largest difference of the force between rising and falling speed, at the same speed.
static double widthOf( const double* force )
{
    double widest = 0.0;
    for ( int i = 0; i < LAG_SAMPLES / 4; ++i )
    {
        // Samples i + 1 and half a period minus i + 1 have equal speeds above the mean; so below.
        double above = force[i] - force[LAG_SAMPLES / 2 - 2 - i];
        double below = force[LAG_SAMPLES - 2 - i] - force[( LAG_SAMPLES / 2 + i ) % LAG_SAMPLES];
        widest = fmax( widest, fmax( above, below ) );
    }
    return widest;
}

static ssResult makeLag( reproRun* run )
{
    static const svgColor colors[LAG_CASES] = { svg_blue, svg_green, svg_orange };
    ssLaw law;
    SS_TRY( makeLugre( &law ) );
    double speed[LAG_SAMPLES + 1], force[LAG_CASES][LAG_SAMPLES + 1], exact[LAG_SAMPLES], coarse[LAG_SAMPLES],
        widths[LAG_CASES];
    char labels[LAG_CASES][32];
    svgMark marks[LAG_CASES];
    for ( int k = 0; k < LAG_CASES; ++k )
    {
        double worst = 0.0;
        // Two step sizes, extrapolated: an implicit step is of first order.
        lagOfLaw( &law, s_lagRates[k], 20, coarse );
        lagOfLaw( &law, s_lagRates[k], 40, force[k] );
        lagIndependent( s_lagRates[k], exact );
        for ( int i = 0; i < LAG_SAMPLES; ++i )
        {
            force[k][i] = 2.0 * force[k][i] - coarse[i];
            worst = fmax( worst, fabs( force[k][i] - exact[i] ) );
            speed[i] = lagVelocity( 2.0 * SS_PI * ( i + 1 ) / LAG_SAMPLES );
        }
        speed[LAG_SAMPLES] = speed[0]; // the curve is closed
        force[k][LAG_SAMPLES] = force[k][0];
        widths[k] = widthOf( force[k] );
        reproCheck( run, reproName( run, "omega = %g rad/s: largest error of the force [N]", s_lagRates[k] ),
            worst, 0.0, 1e-6, "independent integration over a whole period" );
        reproCheck( run,
            reproName( run, "omega = %g rad/s: rising minus falling speed, largest [N]", s_lagRates[k] ),
            widths[k], widthOf( exact ), 1e-6, "independent integration" );
        snprintf( labels[k], sizeof labels[k], "%g rad/s", s_lagRates[k] );
        marks[k] = reproCurve( colors[k], false, labels[k], LAG_SAMPLES + 1, speed, force[k] );
    }
    ssLaw_Destroy( &law );
    reproHolds( run, "friction lags: less of it while the speed falls, and more so at a higher frequency",
        0.0 < widths[0] && widths[0] < widths[1] && widths[1] < widths[2], "the claim of the paper" );
    reproTable( run, "v,force_1,force_10,force_25", LAG_SAMPLES,
        ( const double*[] ){ speed, force[0], force[1], force[2] } );
    reproPicture( run, "Frictional lag", "v [m/s]", "friction force [N]", marks, LAG_CASES, NULL );
    return ssOk();
}

#define BREAK_RATES 9

static const double s_breakRates[BREAK_RATES] = { 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 15.0, 20.0 }; // [N/s]

/// The largest friction force of a unit mass under a force that grows at this rate.
static double breakIndependent( double rate )
{
    const double h = 1e-5;
    Motion m = { 0.0, 0.0, 0.0, 0.0 };
    double most = 0.0;
    for ( int i = 0; i < 100000000 && m.u < 5.0 * STRIBECK; ++i )
    {
        integrate( &m, SOFT, rate / SOFT * h * i, rate / SOFT, h );
        most = fmax( most, m.force );
    }
    return most;
}

static double breakOfLaw( const ssLaw* law, double rate )
{
    ssSpringSliderDef def = softDef( 1e-7 );
    ssSpringSlider slider = { .stateCount = ssLaw_StateNumbers( law ) };
    Trace* trace = needMemory( 1, sizeof *trace );
    double h = 0.01 * FORCE_S / rate, most = SS_NAN;
    def.velocity = rate / SOFT;
    for ( int i = 0; i < 300 && slider.velocity < 5.0 * STRIBECK; ++i )
    {
        ssSpringSlider_Step( &slider, &def, law, i * h, h, keep, trace );
        most = trace->friction;
    }
    free( trace );
    return most;
}

static ssResult makeBreakaway( reproRun* run )
{
    ssLaw law;
    SS_TRY( makeLugre( &law ) );
    double force[BREAK_RATES], exact[BREAK_RATES];
    bool falls = true;
    for ( int k = 0; k < BREAK_RATES; ++k )
    {
        force[k] = breakOfLaw( &law, s_breakRates[k] );
        exact[k] = breakIndependent( s_breakRates[k] );
        reproCheck( run, reproName( run, "break-away force at %g N/s [N]", s_breakRates[k] ), force[k],
            exact[k], 1e-5, "independent integration" );
        falls = falls && ( k == 0 || force[k] < force[k - 1] );
    }
    ssLaw_Destroy( &law );
    reproHolds( run, "the break-away force falls with the rate", falls, "the claim of the paper" );
    reproHolds( run, "it lies between Coulomb's and the static friction",
        force[0] < FORCE_S && force[BREAK_RATES - 1] > FORCE_C, "1 N and 1.5 N" );
    reproTable( run, "force_rate,break_away_force", BREAK_RATES, ( const double*[] ){ s_breakRates, force } );
    const svgMark marks[] = { reproCurve( svg_blue, false, "computed", BREAK_RATES, s_breakRates, force ),
        reproMarks(
            svg_points, svg_black, "independent integration", BREAK_RATES, s_breakRates, exact, NULL ) };
    reproPicture( run, "Break-away force", "rate of the force [N/s]", "break-away force [N]", marks,
        SS_COUNT( marks ), NULL );
    reproNote( run,
        "The paper reads the force off where the velocity rises sharply; here it is the largest friction "
        "force on the way to five times the Stribeck velocity. A unit mass, as in the paper." );
    return ssOk();
}

static const reproFigure s_figures[] = {
    { "lugre-hysteresis", .title = "LuGre: pre-sliding displacement",
        .source = "Canudas de Wit, Olsson, Åström & Lischinsky 1995, Fig. 2",
        .claim = "Below break-away a contact yields like a spring with hysteresis: a force that swings "
                 "between ±1.425 N moves it around a closed loop.",
        .cost = 0.5, .make = makeHysteresis },
    { "lugre-lag", .title = "LuGre: frictional lag",
        .source = "Canudas de Wit, Olsson, Åström & Lischinsky 1995, Fig. 3",
        .claim = "When the speed varies, friction lags behind it: there is less of it for falling than for "
                 "rising speed, and the loop is wider at a higher frequency.",
        .cost = 0.3, .make = makeLag },
    { "lugre-breakaway", .title = "LuGre: break-away force",
        .source = "Canudas de Wit, Olsson, Åström & Lischinsky 1995, Fig. 4",
        .claim = "The force at which a contact breaks away falls with the rate at which it is loaded.",
        .cost = 1.0, .make = makeBreakaway },
};

const reproPaper repro_lugre = { s_figures, SS_COUNT( s_figures ) };
