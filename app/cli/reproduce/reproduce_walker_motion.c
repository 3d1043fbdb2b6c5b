// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_walker.h"

#include "slipstick/instability.h"
#include "slipstick/sliding_mass.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Walker & Leine 2019, Secs. 4 and 5: what the laws do to bodies. Expected numbers without a closed form come from an
// independent event-driven computation with the same equations.

static const double s_degree = SS_PI / 180.0;

// --------------------------------------------------------------------------------------------------- Fig. 13

enum
{
    growthPoints = 241
};

/// A threshold of steady sliding: the growth rate over one parameter.
typedef struct threshold
{
    ssOscillatorModel model;
    void ( *set )( ssOscillatorModel* model, double value );
    double from, to, critical;
    bool unstableBelow;
    const char *what, *reason, *xTitle, *title;
} threshold;

static double growthAt( const threshold* t, double value )
{
    ssOscillatorModel model = t->model;
    t->set( &model, value );
    ssLinearSystem linear = ssOscillator_Linearise( &model );
    return ssLinear_Leading( &linear ).re;
}

/// Where the growth rate leaves zero, by bisection: independent of the closed form the engine knows.
static double findThreshold( const threshold* t )
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

static void checkThreshold( reproRun* run, const threshold* t, double tolerance )
{
    double x[growthPoints], y[growthPoints], zero[2] = { 0.0, 0.0 }, ends[2] = { t->from, t->to };
    double band[2] = { t->unstableBelow ? t->from : t->critical, t->unstableBelow ? t->critical : t->to };
    reproCheck( run, t->what, findThreshold( t ), t->critical, tolerance, t->reason );
    for ( int i = 0; i < growthPoints; ++i )
    {
        x[i] = t->from + ( t->to - t->from ) * i / ( growthPoints - 1 );
        y[i] = growthAt( t, x[i] );
    }
    const svgMark marks[] = {
        { .kind = svg_band,
            .color = svg_orange,
            .label = "unstable by the closed form",
            .count = 2,
            .x = band },
        reproCurve( svg_grey, true, NULL, 2, ends, zero ),
        reproCurve( svg_blue, false, "growth rate, largest real part", growthPoints, x, y ),
    };
    reproPicture( run,
        &( svgPlot ){ .title = t->title,
            .xTitle = t->xTitle,
            .yTitle = "growth rate [1/s]",
            .marks = marks,
            .markCount = SS_COUNT( marks ) } );
    const double* columns[] = { x, y };
    if ( run->table[0] == '\0' )
    {
        reproTable( run, 2, ( const char* const[] ){ "parameter", "growth_rate" }, columns, growthPoints );
    }
}

static void setSpeed( ssOscillatorModel* model, double value )
{
    model->beltSpeed = value;
}

static void setCouplingMu( ssOscillatorModel* model, double value )
{
    model->coupling.mu = value;
}

static void setSpragMu( ssOscillatorModel* model, double value )
{
    model->sprag.mu = value;
}

static void setFollowerForce( ssOscillatorModel* model, double value )
{
    model->follower.mu = value;
}

ssResult walkerMakeFig13a( reproRun* run )
{
    threshold t = { .model = { .kind = ss_oscillatorStribeck,
                        .beltSpeed = 0.2,
                        .stribeck = { .mass = 1.0,
                            .stiffness = 1.0,
                            .damping = 0.05,
                            .normalForce = 1.0,
                            .muStatic = 0.4,
                            .muKinetic = 0.2,
                            .vStribeck = 0.5 } },
        .set = setSpeed,
        .from = 0.2,
        .to = 2.0,
        .critical = 0.5 * log( 8.0 ),
        .unstableBelow = true,
        .what = "unstable below the belt speed [m/s]",
        .reason = "closed form: N mu'(v) = -c; bisection to 1e-9 in the growth rate",
        .xTitle = "belt speed [m/s]",
        .title = "Stribeck: growth rate over the belt speed" };
    checkThreshold( run, &t, 1e-7 );
    reproSim sim;
    ssResult result = reproPlay( "stribeck", NULL, "belt_speed=0.2;h=0.001;until=200", 20001, &sim );
    if ( result.code != ss_ok )
    {
        return result;
    }
    double *x = reproSignal( &sim, "x" ), low = HUGE_VAL, high = -HUGE_VAL;
    for ( int i = 3 * sim.rows / 4; i < sim.rows && x != NULL; ++i )
    {
        low = fmin( low, x[i] );
        high = fmax( high, x[i] );
    }
    reproCheck( run, "stick-slip at 0.2 m/s: period [s]", reproMeasure( &sim, "period" ), 6.751429, 1e-4,
        "independent event-driven computation" );
    reproCheck(
        run, "stick-slip at 0.2 m/s: least x [m]", low, 0.018959, 1e-4, "as above; rows 10 ms apart" );
    reproCheck( run, "stick-slip at 0.2 m/s: largest x [m]", high, 0.577386, 1e-4, "as above" );
    if ( x != NULL )
    {
        const double ends[2] = { 0.0, 100.0 }, least[2] = { 0.018959, 0.018959 },
                     most[2] = { 0.577386, 0.577386 };
        const svgMark marks[] = {
            reproCurve( svg_blue, false, "computed", sim.rows / 2, sim.t, x ),
            reproCurve( svg_black, true, "extremes of the cycle, independent computation", 2, ends, least ),
            reproCurve( svg_black, true, NULL, 2, ends, most ),
        };
        reproPicture( run,
            &( svgPlot ){ .title = "Stick-slip at 0.2 m/s",
                .xTitle = "t [s]",
                .yTitle = "x [m]",
                .marks = marks,
                .markCount = SS_COUNT( marks ) } );
    }
    free( x );
    reproFree( &sim );
    reproNote( run,
        "The paper's sketch prints no parameters; m = k = N = 1, mu = 0.2 + 0.2 exp(-v/0.5), c = 0.05 "
        "are ours." );
    return ssOk();
}

ssResult walkerMakeFig13b( reproRun* run )
{
    threshold t = {
        .model = { .kind = ss_oscillatorModeCoupling,
            .beltSpeed = 1.0,
            .coupling = { .mass = 1.0, .kx = 1.0, .ky = 0.8, .kd = 0.5, .kb = 0.5, .normalForce = 1.0 } },
        .set = setCouplingMu,
        .from = 0.0,
        .to = 1.5,
        .critical = 0.68,
        .what = "two modes merge at mu",
        .reason = "closed form; a square root opens there, 1e-9 in the growth rate is less in mu",
        .xTitle = "mu [-]",
        .title = "Mode coupling: growth rate over mu"
    };
    checkThreshold( run, &t, 1e-7 );
    t.set( &t.model, 0.68 );
    ssLinearSystem linear = ssOscillator_Linearise( &t.model );
    reproCheck( run, "common frequency there [rad/s]", ssLinear_Leading( &linear ).im, sqrt( 1.4 ), 1e-7,
        "closed form; a double root is found to half the digits" );
    reproNote(
        run, "The paper's sketch prints no parameters; kx = 1, ky = 0.8, kd = kb = 0.5 N/m are ours." );
    return ssOk();
}

ssResult walkerMakeFig13c( reproRun* run )
{
    threshold t = { .model = { .kind = ss_oscillatorSpragSlip,
                        .beltSpeed = 1.0,
                        .sprag = { .mass = 1.0,
                            .kx = 1.0,
                            .cx = 0.05,
                            .kn = 1.0,
                            .cn = 0.2,
                            .beta = SS_PI / 3.0,
                            .normalForce = 1.0 } },
        .set = setSpragMu,
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
    threshold t = {
        .model = { .kind = ss_oscillatorFollower,
            .beltSpeed = 1.0,
            .follower = { .m1 = 2.0, .m2 = 1.0, .stiffness = 1.0, .length = 1.0, .normalForce = 1.0 } },
        .set = setFollowerForce,
        .from = 0.0,
        .to = 3.0,
        .critical = 3.5 - sqrt( 2.0 ),
        .what = "masses (2m, m): flutter above the force [k/l]",
        .reason = "Ziegler's column, 7/2 - sqrt 2; a square root opens there",
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
        "The paper's sketch prints no parameters. A little damping lowers the threshold: Ziegler's "
        "paradox." );
    return ssOk();
}

// --------------------------------------------------------------------------------------------------- Figs. 16, 17

static ssResult beltLaw( double zeta, ssLawDef* def, ssLaw* law )
{
    *def = ssDefaultLawDef( ss_lawKindExtended );
    def->c = ssDefaultSetDef( ss_setEllipse );
    def->d = def->c;
    def->c.a = 30.0;
    def->c.b = 10.0;
    def->c.rotationDeg = zeta;
    def->d.a = 3.0;
    def->d.b = 1.0;
    def->cForce = 1.0;
    return ssMakeLaw( def, law );
}

static ssBeltStability stabilityAt( const ssLaw* law, double phiDeg )
{
    ssSlidingMassDef slider = ssDefaultSlidingMassDef();
    slider.mass = slider.stiffness[0] = slider.stiffness[1] = slider.normalForce = 1.0;
    slider.beltVelocity = ssVec2_Make( cos( phiDeg * s_degree ), sin( phiDeg * s_degree ) );
    return ssLineariseBelt( &slider, law );
}

static void checkDamping( reproRun* run, const ssLaw* law )
{
    static const double expected[4][5] = { { 30.0, 0.960754, 0.0, 18.661415, 1.197130 },
        { 50.0, -0.763855, 0.381927, 20.201550, 2.675030 },
        { 60.0, -3.325739, 2.991453, 21.617301, 4.160251 }, { 85.0, 180.1574, 0.0, 12.801887, 16.258471 } };
    for ( int i = 0; i < 4; ++i )
    {
        char what[100];
        const double* e = expected[i];
        ssBeltStability s = stabilityAt( law, e[0] );
        snprintf( what, sizeof what, "phi = %g°: trace of B [N s/m]", e[0] );
        reproCheck(
            run, what, s.traceB, e[1], i == 3 ? 5e-5 : 5e-7, "last digit of an independent computation" );
        snprintf( what, sizeof what, "phi = %g°: largest real part [1/s]", e[0] );
        reproCheck( run, what, s.maxRe, e[2], 1e-6, "last digit; stable is marginal, ±i remain" );
        snprintf( what, sizeof what, "phi = %g°: equilibrium x [m]", e[0] );
        reproCheck( run, what, s.equilibrium.x, e[3], 1e-6, "last digit" );
        snprintf( what, sizeof what, "phi = %g°: equilibrium y [m]", e[0] );
        reproCheck( run, what, s.equilibrium.y, e[4], 1e-6, "last digit" );
    }
    // gamma = chi instead of -chi is the belt that runs the other way.
    reproCheck( run, "the printed sign, gamma = chi: trace of B at phi = 50° [N s/m]",
        stabilityAt( law, 230.0 ).traceB, expected[1][1], 5e-7, "the other reading: the sets are symmetric" );
}

enum
{
    beltAngles = 26
};

/// Least and largest x in the last quarter of 500 s, and how much wider that is than in the quarter before.
typedef struct extent
{
    double low, high, growth;
} extent;

static void rangeOf( const double* x, int from, int to, double* low, double* high )
{
    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for ( int i = from; i < to; ++i )
    {
        *low = x[i] < *low ? x[i] : *low;
        *high = x[i] > *high ? x[i] : *high;
    }
}

static ssResult extentAt( double phi, extent* out )
{
    char sets[80];
    reproSim sim;
    snprintf( sets, sizeof sets, "phi_deg=%.17g;h=0.005;until=500", phi );
    ssResult result = reproPlay( "belt", "fig16", sets, 20001, &sim );
    if ( result.code != ss_ok )
    {
        return result;
    }
    double *x = reproSignal( &sim, "x" ), low = 0.0, high = 0.0;
    if ( x != NULL )
    {
        rangeOf( x, sim.rows / 2, 3 * sim.rows / 4, &low, &high );
        rangeOf( x, 3 * sim.rows / 4, sim.rows, &out->low, &out->high );
        out->growth = ( out->high - out->low ) / ( high - low );
    }
    free( x );
    reproFree( &sim );
    return x != NULL ? ssOk() : ssError( ss_errorMemory, NULL, "out of memory" );
}

ssResult walkerMakeFig16( reproRun* run )
{
    ssLawDef def;
    ssLaw law;
    ssResult result = beltLaw( 30.0, &def, &law );
    if ( result.code != ss_ok )
    {
        return result;
    }
    ssAngleBand bands[4] = { { SS_NAN, SS_NAN } };
    int count = ssUnstableBelts( &law, bands, 4 );
    reproHolds(
        run, "two opposite ranges of unstable belt directions", count == 2, "the sets are symmetric" );
    reproCheck( run, "unstable from phi [°]", bands[0].fromDeg, 44.105835, 1e-6,
        "independent computation; the paper prints 44°" );
    reproCheck( run, "unstable up to phi [°]", bands[0].toDeg, 75.894165, 1e-6,
        "independent computation; the paper prints 76°" );
    double zeta = SS_NAN, exact = 0.5 * asin( 9.0 / 16.0 ) / s_degree;
    ssLawDef upright = def;
    upright.c.rotationDeg = 0.0;
    ssCriticalRotation( &upright, 5.0, 40.0, &zeta );
    reproCheck( run, "first unstable direction at zeta [°]", zeta, exact, 1e-6,
        "Eq. 118: sin 2 zeta = 9/16; the paper prints 17°" );
    ssCriticalRotation( &upright, 60.0, 85.0, &zeta );
    reproCheck( run, "last unstable direction at zeta [°]", zeta, 90.0 - exact, 1e-6,
        "Eq. 118; the paper prints 73°" );
    checkDamping( run, &law );
    double phi[beltAngles], low[beltAngles], high[beltAngles], x[181], fine[181], stable[181], wild[181];
    for ( int i = 0; i <= 180; ++i )
    {
        fine[i] = 0.5 * i;
        ssBeltStability s = stabilityAt( &law, fine[i] );
        x[i] = s.equilibrium.x;
        stable[i] = s.coneMargin > 0.0 ? SS_NAN : x[i];
        wild[i] = s.coneMargin > 0.0 ? x[i] : SS_NAN;
    }
    double outside = 0.0, inside = HUGE_VAL;
    for ( int i = 0; i < beltAngles && result.code == ss_ok; ++i )
    {
        extent e = { 0 };
        phi[i] = 36.0 + 2.0 * i;
        result = extentAt( phi[i], &e );
        low[i] = e.low;
        high[i] = e.high;
        bool critical = phi[i] > 44.105835 && phi[i] < 75.894165;
        outside = !critical && e.growth > outside ? e.growth : outside;
        inside = critical && e.high - e.low < inside ? e.high - e.low : inside;
    }
    ssLaw_Destroy( &law );
    if ( result.code != ss_ok )
    {
        return result;
    }
    reproHolds( run, "outside the range: no motion grows between 250 s and 500 s", outside < 1.001,
        "marginal: a push of 0.01 m swings on, larger than itself near the bounds, but does not grow" );
    reproHolds( run, "inside the range: every motion has grown beyond 10 m", inside > 10.0,
        "unstable equilibrium: a limit cycle" );
    const svgMark marks[] = {
        { .kind = svg_band,
            .color = svg_orange,
            .label = "unstable by Theorem 2",
            .count = 2,
            .x = ( const double[] ){ bands[0].fromDeg, bands[0].toDeg } },
        reproCurve( svg_blue, false, "equilibrium, stable", 181, fine, stable ),
        reproCurve( svg_red, true, "equilibrium, unstable", 181, fine, wild ),
        { .kind = svg_points,
            .color = svg_green,
            .label = "motion after 375 s: extremes of x",
            .count = beltAngles,
            .x = phi,
            .y = low },
        { .kind = svg_points, .color = svg_green, .count = beltAngles, .x = phi, .y = high },
    };
    reproPicture( run,
        &( svgPlot ){ .title = "Bifurcation over the belt direction, zeta = 30°",
            .xTitle = "phi [°]",
            .yTitle = "x [m]",
            .marks = marks,
            .markCount = SS_COUNT( marks ) } );
    const double* columns[] = { phi, low, high };
    reproTable( run, 3, ( const char* const[] ){ "phi_deg", "x_min", "x_max" }, columns, beltAngles );
    return ssOk();
}

/// The rows of the last period.
static int lastCycle( const reproSim* sim, double period )
{
    int first = 0;
    while ( first < sim->rows - 1 && sim->t[first] < sim->t[sim->rows - 1] - period )
    {
        ++first;
    }
    return first;
}

static void drawCycle( reproRun* run, const reproSim* sim, double period )
{
    static const char* const names[8] = { "t", "x", "y", "f_1", "f_2", "stick", "slip_1", "slip_2" };
    double* s[7];
    bool good = true;
    for ( int i = 0; i < 7; ++i )
    {
        s[i] = reproSignal( sim, names[1 + i] );
        good = good && s[i] != NULL;
    }
    int from = lastCycle( sim, period ), count = sim->rows - from;
    ssLaw law;
    ssLawDef def;
    if ( good && beltLaw( 30.0, &def, &law ).code == ss_ok )
    {
        walkerCurve c;
        walkerOutline( &law.c, 1.0, &c );
        ssBeltStability at = stabilityAt( &law, 50.0 );
        ssLaw_Destroy( &law );
        const svgMark path[] = { reproCurve( svg_blue, false, "one cycle", count, s[0] + from, s[1] + from ),
            { .kind = svg_points,
                .color = svg_red,
                .label = "unstable equilibrium",
                .count = 1,
                .x = &at.equilibrium.x,
                .y = &at.equilibrium.y } };
        reproPicture( run,
            &( svgPlot ){ .title = "Limit cycle at phi = 50°, v = 1 m/s",
                .xTitle = "x [m]",
                .yTitle = "y [m]",
                .equalScales = true,
                .marks = path,
                .markCount = 2,
                .height = 480.0 } );
        const svgMark forces[] = { reproCurve( svg_grey, true, "C", walker_outline, c.x, c.y ),
            { .kind = svg_points,
                .color = svg_blue,
                .label = "friction force in one cycle",
                .count = count,
                .x = s[2] + from,
                .y = s[3] + from } };
        reproPicture( run,
            &( svgPlot ){ .title = "Friction force in one cycle",
                .xTitle = "−λ_T1 [N]",
                .yTitle = "−λ_T2 [N]",
                .equalScales = true,
                .marks = forces,
                .markCount = 2 } );
        const svgMark slips[] = { reproCurve( svg_blue, false, NULL, count, s[5] + from, s[6] + from ) };
        reproPicture( run,
            &( svgPlot ){ .title = "Sliding velocity in one cycle; zero while it sticks",
                .xTitle = "γ_T1 [m/s]",
                .yTitle = "γ_T2 [m/s]",
                .equalScales = true,
                .marks = slips,
                .markCount = 1 } );
        const double* columns[] = { sim->t + from, s[0] + from, s[1] + from, s[2] + from, s[3] + from,
            s[4] + from, s[5] + from, s[6] + from };
        reproTable( run, 8, names, columns, count );
    }
    for ( int i = 0; i < 7; ++i )
    {
        free( s[i] );
    }
}

ssResult walkerMakeFig17( reproRun* run )
{
    static const struct
    {
        const char *measure, *what;
        double expected, tolerance;
        const char* reason;
    } checks[] = {
        { "period", "period [s]", 28.7034, 0.0066,
            "first order: 0.022 s too long at h = 5 ms by an independent Moreau scheme, so 0.0044 s at 1 "
            "ms" },
        { "stick_fraction", "share of the cycle in stick", 0.68892, 2e-4, "a step or two of 28 700" },
        { "x_min", "least x [m]", 13.0932, 0.005, "first order in h = 1 ms, velocities to 5 m/s" },
        { "x_max", "largest x [m]", 26.9179, 0.005, "as above" },
        { "y_min", "least y [m]", -4.1477, 0.005, "as above" },
        { "y_max", "largest y [m]", 15.5643, 0.005, "as above" },
    };
    reproSim sim;
    ssResult result = reproPlay( "belt", "fig17", "h=0.001", 20001, &sim );
    if ( result.code != ss_ok )
    {
        return result;
    }
    for ( int i = 0; i < SS_COUNT( checks ); ++i )
    {
        reproCheck( run, checks[i].what, reproMeasure( &sim, checks[i].measure ), checks[i].expected,
            checks[i].tolerance, checks[i].reason );
    }
    drawCycle( run, &sim, reproMeasure( &sim, "period" ) );
    reproFree( &sim );
    result = reproPlay( "belt", "fast16", "h=0.005", 2, &sim );
    if ( result.code == ss_ok )
    {
        reproCheck( run, "v = 16 m/s: share of the cycle in stick", reproMeasure( &sim, "stick_fraction" ),
            0.0, 0.0, "the paper: no stiction for higher belt velocities" );
        reproFree( &sim );
    }
    return result;
}

// --------------------------------------------------------------------------------------------------- Figs. 19, 27

/// One launch drawn as a path; keeps what it needs until freePaths.
typedef struct path
{
    reproSim sim;
    double *x, *y;
    char label[32];
} path;

static ssResult launch( const char* sets, path* p )
{
    ssResult result = reproPlay( "sliding-disk", "fig27", sets, 300, &p->sim );
    if ( result.code == ss_ok )
    {
        p->x = reproSignal( &p->sim, "x" );
        p->y = reproSignal( &p->sim, "y" );
        result = p->x != NULL && p->y != NULL ? result : ssError( ss_errorMemory, NULL, "out of memory" );
    }
    return result;
}

static void freePaths( path* paths, int count )
{
    for ( int i = 0; i < count; ++i )
    {
        free( paths[i].x );
        free( paths[i].y );
        reproFree( &paths[i].sim );
    }
}

static void drawPaths( reproRun* run, const path* paths, int count, const char* title )
{
    svgMark marks[8];
    for ( int i = 0; i < count; ++i )
    {
        marks[i] =
            reproCurve( (svgColor)i, false, paths[i].label, paths[i].sim.rows, paths[i].x, paths[i].y );
    }
    reproPicture( run,
        &( svgPlot ){ .title = title,
            .xTitle = "across the grooves [m]",
            .yTitle = "along the grooves [m]",
            .equalScales = true,
            .marks = marks,
            .markCount = count,
            .height = 520.0 } );
}

/// All launches of a figure below each other.
static void tablePaths( reproRun* run, const path* paths, int count )
{
    int rows = 0, at = 0;
    for ( int i = 0; i < count; ++i )
    {
        rows += paths[i].sim.rows;
    }
    double* all = malloc( 4 * (size_t)( rows + 1 ) * sizeof( double ) );
    if ( all == NULL )
    {
        return;
    }
    for ( int i = 0; i < count; ++i )
    {
        for ( int k = 0; k < paths[i].sim.rows; ++k, ++at )
        {
            all[at] = i;
            all[rows + at] = paths[i].sim.t[k];
            all[2 * rows + at] = paths[i].x[k];
            all[3 * rows + at] = paths[i].y[k];
        }
    }
    const double* columns[] = { all, all + rows, all + 2 * rows, all + 3 * rows };
    reproTable( run, 4, ( const char* const[] ){ "launch", "t", "x", "y" }, columns, rows );
    free( all );
}

static void checkFan( reproRun* run, const path* p, const double* expected )
{
    static const char* const names[4] = { "end_1", "end_2", "length", "t_stop" };
    static const char* const words[4] = { "stops across the grooves [m]", "stops along the grooves [m]",
        "length of the path [m]", "stops after [s]" };
    for ( int i = 0; i < 4; ++i )
    {
        char what[100];
        snprintf( what, sizeof what, "%s: %s", p->label, words[i] );
        reproCheck( run, what, reproMeasure( &p->sim, names[i] ), expected[1 + i], i == 3 ? 2e-4 : 5e-5,
            i == 3 ? "two steps of 0.1 ms"
                   : "first order: v0 h/2 = 7.5e-5 m bounds it; independent computation" );
    }
}

/// The direction of the last row in which the disk moves, from the grooves [°].
static double lastDirection( const reproSim* sim )
{
    double *direction = reproSignal( sim, "direction_deg" ), last = SS_NAN;
    for ( int i = 0; i < sim->rows && direction != NULL; ++i )
    {
        last = isfinite( direction[i] ) ? fabs( direction[i] ) : last;
    }
    free( direction );
    return last;
}

ssResult walkerMakeFig19( reproRun* run )
{
    // An independent integration in the slip angle; Table 1 sets, scaled to the weight of the disk.
    static const double fan[7][5] = { { 0, 0, 0.247609642, 0.247609642, 0.3323598935 },
        { 15, 0.02706455572, 0.2393320476, 0.2417814461, 0.3276567189 },
        { 30, 0.06910365391, 0.217957576, 0.2318075493, 0.3182088648 },
        { 47, 0.1245564919, 0.1747040673, 0.2190693325, 0.3033041481 },
        { 60, 0.1643803329, 0.1274746012, 0.2110230395, 0.290487057 },
        { 75, 0.198129606, 0.06198690519, 0.2079637467, 0.2802403707 },
        { 90, 0.2108899757, 0, 0.2108899757, 0.2830737928 } };
    static const double speeds[4] = { 0.75, 1.0, 1.25, 1.5 };
    path paths[7] = { 0 };
    char sets[100];
    ssResult result = ssOk();
    for ( int i = 0; i < 7 && result.code == ss_ok; ++i )
    {
        snprintf( sets, sizeof sets, "v0=1.49;phi_deg=%g;h=0.0001;until=0.4", fan[i][0] );
        snprintf( paths[i].label, sizeof paths[i].label, "phi = %g°", fan[i][0] );
        result = launch( sets, paths + i );
    }
    for ( int i = 0; i < 7 && result.code == ss_ok; ++i )
    {
        checkFan( run, paths + i, fan[i] );
    }
    if ( result.code == ss_ok )
    {
        double least = HUGE_VAL, final = 0.0;
        for ( int i = 1; i < 6; ++i )
        {
            double deflection = reproMeasure( &paths[i].sim, "deflection_deg" ),
                   last = lastDirection( &paths[i].sim );
            least = deflection < least ? deflection : least;
            final = last > final ? last : final;
        }
        reproHolds( run, "every path but those at 0° and 90° bends towards the grooves, by more than 1°",
            least > 1.0, "the paper: the disk is clearly deflected from a straight line" );
        reproCheck( run, "15° to 75°: last direction off the grooves, at most [°]", final, 0.0, 0.01,
            "the paper: the final direction is that of the grooves; up to 1.4 ms before rest" );
        reproCheck( run, "0° and 90°: deflection, at most [°]",
            fmax( fabs( reproMeasure( &paths[0].sim, "deflection_deg" ) ),
                fabs( reproMeasure( &paths[6].sim, "deflection_deg" ) ) ),
            0.0, 1e-9, "the paper: along and across the grooves it is not deflected; rounding" );
        reproHolds( run, "longer along the grooves than across",
            reproMeasure( &paths[0].sim, "length" ) > reproMeasure( &paths[6].sim, "length" ),
            "the paper says so" );
        drawPaths( run, paths, 7, "Fig. 19b: v0 = 1.49 m/s" );
        tablePaths( run, paths, 7 );
    }
    freePaths( paths, 7 );
    memset( paths, 0, sizeof paths );
    for ( int i = 0; i < 4 && result.code == ss_ok; ++i )
    {
        // Moreau's steps scale with the speed, so that the runs are similar step by step.
        snprintf( sets, sizeof sets, "v0=%g;phi_deg=47;h=%.17g;until=%.17g", speeds[i], 1e-4 * speeds[i],
            0.3 * speeds[i] );
        snprintf( paths[i].label, sizeof paths[i].label, "v0 = %g m/s", speeds[i] );
        result = launch( sets, paths + i );
    }
    if ( result.code == ss_ok )
    {
        double first = reproMeasure( &paths[0].sim, "length" );
        double last = reproMeasure( &paths[3].sim, "length" );
        reproCheck( run, "twice the speed: the path is longer by a factor", last / first, 4.0, 1e-9,
            "paths scale exactly with v0²; rounding" );
        drawPaths( run, paths, 4, "Fig. 19a: phi = 47°" );
    }
    freePaths( paths, 4 );
    reproNote( run,
        "The figure holds measured paths that the paper does not print, and its initial speeds in (a) "
        "neither. "
        "Checked is the extended law with Table 1 against an independent computation, and what the text "
        "says." );
    return result;
}

ssResult walkerMakeFig27( reproRun* run )
{
    static const struct
    {
        const char *law, *label;
        double end1, end2, length, stop, deflection;
    } laws[4] = {
        { "associated-ellipse", "associated, ellipse", 0.185647, 0.128890, 0.226288, 0.299302, 2.7713 },
        { "associated", "associated, superellipse", 0.176564, 0.111456, 0.208804, 0.274837, 0.2620 },
        { "collinear", "collinear, superellipse", 0.177076, 0.110649, 0.208804, 0.274742, 0.0 },
        { "extended", "extended", 0.165172, 0.140955, 0.220645, 0.298289, 8.4769 },
    };
    path paths[4] = { 0 };
    ssResult result = ssOk();
    for ( int i = 0; i < 4 && result.code == ss_ok; ++i )
    {
        char sets[100];
        snprintf( sets, sizeof sets, "law=%s;h=0.0001;until=0.4", laws[i].law );
        snprintf( paths[i].label, sizeof paths[i].label, "%s", laws[i].label );
        result = launch( sets, paths + i );
    }
    for ( int i = 0; i < 4 && result.code == ss_ok; ++i )
    {
        const double expected[5] = { 0.0, laws[i].end1, laws[i].end2, laws[i].length, laws[i].stop };
        char what[100];
        checkFan( run, paths + i, expected );
        snprintf( what, sizeof what, "%s: deflection [°]", laws[i].label );
        reproCheck( run, what, reproMeasure( &paths[i].sim, "deflection_deg" ), laws[i].deflection, 0.01,
            "1.5e-5 m across 0.2 m of path, and its own last digit" );
    }
    if ( result.code == ss_ok )
    {
        double most = reproMeasure( &paths[3].sim, "deflection_deg" );
        reproHolds( run, "the extended law deflects most, by more than twice any other",
            most > 2.0 * reproMeasure( &paths[0].sim, "deflection_deg" ) &&
                most > 2.0 * reproMeasure( &paths[1].sim, "deflection_deg" ),
            "the paper: for the other laws the deflection is much smaller" );
        drawPaths( run, paths, 4, "v0 = 1.52 m/s, phi = 58° from the grooves" );
        tablePaths( run, paths, 4 );
    }
    freePaths( paths, 4 );
    reproNote( run,
        "The measured path is not printed, so nothing is said about it; the four laws are compared with an "
        "independent computation." );
    return result;
}
