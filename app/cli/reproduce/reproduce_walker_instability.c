// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_walker.h"
#include "model/instability.h"

// Walker & Leine 2019, Fig. 13: four mechanisms by which friction destabilises steady sliding. The cycle of
// Fig. 13a is compared with an independent event-driven computation of the same equations.

#define GROWTH_POINTS 241 // of the curve of growth rates

/// The growth rate of a disturbance of steady sliding over a parameter, and where it leaves zero.
typedef struct Threshold
{
    ssOscillatorModel model;
    double* parameter; ///< of the model
    double from, to, critical;
    bool unstableBelow;
    const char *what, *reason, *xTitle, *title;
} Threshold;

static double growthAt( const Threshold* t, double value )
{
    *t->parameter = value;
    ssLinearSystem linear = ssOscillator_Linearise( &t->model );
    return ssLinear_Leading( &linear ).re;
}

/// Finds where the growth rate leaves zero by bisection, independently of the closed form in the engine.
static double findThreshold( const Threshold* t )
{
    double a = t->from, b = t->to;
    for ( int i = 0; i < 80; ++i )
    {
        double middle = 0.5 * ( a + b );
        bool unstable = growthAt( t, middle ) > 1e-9;
        *( unstable == t->unstableBelow ? &a : &b ) = middle;
    }
    return 0.5 * ( a + b );
}

static void checkThreshold( reproRun* run, const Threshold* t, double tolerance )
{
    double x[GROWTH_POINTS], y[GROWTH_POINTS], zero[2] = { 0.0, 0.0 }, ends[2] = { t->from, t->to };
    double band[2] = { t->unstableBelow ? t->from : t->critical, t->unstableBelow ? t->critical : t->to };
    reproCheck( run, t->what, findThreshold( t ), t->critical, tolerance, t->reason );
    for ( int i = 0; i < GROWTH_POINTS; ++i )
    {
        x[i] = t->from + ( t->to - t->from ) * i / ( GROWTH_POINTS - 1 );
        y[i] = growthAt( t, x[i] );
    }
    const svgMark marks[] = {
        { .kind = svg_band,
            .color = svg_orange,
            .label = "unstable by the closed form",
            .count = 2,
            .x = band },
        reproCurve( svg_grey, true, NULL, 2, ends, zero ),
        reproCurve( svg_blue, false, "growth rate, largest real part", GROWTH_POINTS, x, y ),
    };
    reproPicture( run, t->title, t->xTitle, "growth rate [1/s]", marks, SS_COUNT( marks ), NULL );
    if ( run->table[0] == '\0' )
    {
        reproTable( run, "parameter,growth_rate", GROWTH_POINTS, ( const double*[] ){ x, y } );
    }
}

static void drawStickSlip( reproRun* run, const reproSim* sim, const double* x, double low, double high )
{
    const double ends[2] = { 0.0, 100.0 }, least[2] = { low, low }, most[2] = { high, high };
    const svgMark marks[] = { reproCurve( svg_blue, false, "computed", sim->rows / 2, sim->t, x ),
        reproCurve( svg_black, true, "extremes of the cycle, independent computation", 2, ends, least ),
        reproCurve( svg_black, true, NULL, 2, ends, most ) };
    reproPicture( run, "Stick-slip at 0.2 m/s", "t [s]", "x [m]", marks, SS_COUNT( marks ), NULL );
}

static ssResult checkStickSlip( reproRun* run )
{
    const double least = 0.018959, most = 0.577386;
    reproSim sim;
    SS_TRY( reproPlay( "stribeck", NULL, "belt_speed=0.2;h=0.001;until=200", 20001, &sim ) );
    const double* x = reproSignal( &sim, "x" );
    double low = HUGE_VAL, high = -HUGE_VAL;
    for ( int i = 3 * sim.rows / 4; i < sim.rows; ++i )
    {
        low = fmin( low, x[i] );
        high = fmax( high, x[i] );
    }
    reproCheck( run, "stick-slip at 0.2 m/s: period [s]", reproMeasure( &sim, "period" ), 6.751429, 1e-4,
        "independent event-driven computation" );
    reproCheck(
        run, "stick-slip at 0.2 m/s: smallest x [m]", low, least, 1e-4, "as above; rows 10 ms apart" );
    reproCheck( run, "stick-slip at 0.2 m/s: largest x [m]", high, most, 1e-4, "as above" );
    drawStickSlip( run, &sim, x, least, most );
    reproFree( &sim );
    return ssOk();
}

ssResult walkerMakeFig13a( reproRun* run )
{
    Threshold t = { .model = { .kind = ss_oscillatorStribeck,
                        .beltSpeed = 0.2,
                        .stribeck = { .mass = 1.0,
                            .stiffness = 1.0,
                            .damping = 0.05,
                            .normalForce = 1.0,
                            .muStatic = 0.4,
                            .muKinetic = 0.2,
                            .vStribeck = 0.5 } },
        .parameter = &t.model.beltSpeed,
        .from = 0.2,
        .to = 2.0,
        .critical = 0.5 * log( 8.0 ),
        .unstableBelow = true,
        .what = "unstable below the belt speed [m/s]",
        .reason = "closed form: N mu'(v) = -c; bisection to 1e-9 in the growth rate",
        .xTitle = "belt speed [m/s]",
        .title = "Stribeck: growth rate over the belt speed" };
    checkThreshold( run, &t, 1e-7 );
    reproNote( run,
        "The sketch in the paper prints no parameters; m = k = N = 1, mu = 0.2 + 0.2 exp(-v/0.5), c = 0.05 "
        "are ours." );
    return checkStickSlip( run );
}

ssResult walkerMakeFig13b( reproRun* run )
{
    Threshold t = {
        .model = { .kind = ss_oscillatorModeCoupling,
            .beltSpeed = 1.0,
            .coupling = { .mass = 1.0, .kx = 1.0, .ky = 0.8, .kd = 0.5, .kb = 0.5, .normalForce = 1.0 } },
        .parameter = &t.model.coupling.mu,
        .from = 0.0,
        .to = 1.5,
        .critical = 0.68,
        .what = "two modes merge at mu",
        .reason = "closed form; the growth rate leaves zero as a square root, so 1e-9 in it is less in mu",
        .xTitle = "mu [-]",
        .title = "Mode coupling: growth rate over mu"
    };
    checkThreshold( run, &t, 1e-7 );
    *t.parameter = 0.68;
    ssLinearSystem linear = ssOscillator_Linearise( &t.model );
    reproCheck( run, "common frequency there [rad/s]", ssLinear_Leading( &linear ).im, sqrt( 1.4 ), 1e-7,
        "closed form; a double root is accurate to half the digits" );
    reproNote(
        run, "The sketch in the paper prints no parameters; kx = 1, ky = 0.8, kd = kb = 0.5 N/m are ours." );
    return ssOk();
}

ssResult walkerMakeFig13c( reproRun* run )
{
    Threshold t = { .model = { .kind = ss_oscillatorSpragSlip,
                        .beltSpeed = 1.0,
                        .sprag = { .mass = 1.0,
                            .kx = 1.0,
                            .cx = 0.05,
                            .kn = 1.0,
                            .cn = 0.2,
                            .beta = SS_PI / 3.0,
                            .normalForce = 1.0 } },
        .parameter = &t.model.sprag.mu,
        .from = 0.0,
        .to = 2.0,
        .critical = ( 0.05 + 0.2 * 0.25 ) / ( 0.2 * sqrt( 3.0 ) / 4.0 ),
        .what = "unstable above mu",
        .reason = "closed form (c_x + c_n cos² beta)/(c_n sin beta cos beta); 1e-9 in the growth rate",
        .xTitle = "mu [-]",
        .title = "Sprag-slip: growth rate over mu" };
    checkThreshold( run, &t, 1e-7 );
    reproCheck( run, "growth rate at mu = 1.5 [1/s]", growthAt( &t, 1.5 ),
        ( 1.5 - t.critical ) * 0.2 * sqrt( 3.0 ) / 8.0, 1e-12, "closed form, rounding" );
    reproNote( run,
        "The paper prints no equations for this sketch; the strut on a belt is a minimal model of ours." );
    return ssOk();
}

ssResult walkerMakeFig13d( reproRun* run )
{
    Threshold t = {
        .model = { .kind = ss_oscillatorFollower,
            .beltSpeed = 1.0,
            .follower = { .m1 = 2.0, .m2 = 1.0, .stiffness = 1.0, .length = 1.0, .normalForce = 1.0 } },
        .parameter = &t.model.follower.mu,
        .from = 0.0,
        .to = 3.0,
        .critical = 3.5 - sqrt( 2.0 ),
        .what = "masses (2m, m): flutter above the force [k/l]",
        .reason = "Ziegler's column, 7/2 - sqrt 2; the growth rate leaves zero as a square root",
        .xTitle = "mu N [k/l]",
        .title = "Follower force: growth rate over the force"
    };
    checkThreshold( run, &t, 1e-7 );
    t.model.follower.m1 = 1.0;
    t.critical = 2.0;
    reproCheck( run, "equal masses: flutter above [k/l]", findThreshold( &t ), 2.0, 1e-7, "closed form" );
    t.model.follower.m1 = 2.0;
    t.model.follower.damping = 1e-4;
    reproCheck( run, "masses (2m, m), a little damping: flutter above [k/l]", findThreshold( &t ),
        41.0 / 28.0, 1e-4, "limit of equal small damping, 41/28; here 1e-4" );
    reproNote( run,
        "The sketch in the paper prints no parameters. A little damping lowers the threshold: Ziegler's "
        "paradox." );
    return ssOk();
}
