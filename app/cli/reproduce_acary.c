// SPDX-License-Identifier: MIT
#include "cli/reproduce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Acary & Bourrier 2021: Coulomb friction with rolling resistance. Sec. 6.1 has a closed form, so every curve is checked
// against it; Sec. 6.2 has trends.

enum
{
    rows = 600
};

static const double s_gravity = 9.81, s_radius = 0.5;

/// From a slip-free start only one of the two coefficients decides.
static double stoppingDistance( double u0, double mu, double muRoll )
{
    return u0 * u0 / ( 2.0 * s_gravity * fmin( mu, 5.0 * muRoll / ( 7.0 * s_radius ) ) );
}

static ssResult makeFig2( reproRun* run )
{
    enum
    {
        count = 6
    };
    const double mu[count] = { 0.02, 0.05, 0.1, 0.2, 0.3, 0.5 },
                 muRoll[count] = { 0.01, 0.02, 0.04, 0.08, 0.16, 0.32 };
    double values[count * count], worst = 0.0, columns[4][count * count];
    for ( int i = 0; i < count * count; ++i )
    {
        char sets[160];
        reproSim sim;
        double m = mu[i % count], r = muRoll[i / count], exact = stoppingDistance( 2.5, m, r );
        snprintf( sets, sizeof sets, "mu=%.17g;mu_r=%.17g;u0=2.5;omega0=5;theta=0.5;h=0.001;until=%d", m, r,
            (int)ceil( 2.5 / ( s_gravity * fmin( m, 5.0 * r / ( 7.0 * s_radius ) ) ) ) + 1 );
        ssResult result = reproPlay( "rolling-sphere", "fig2", sets, 2, &sim );
        if ( result.code != ss_ok )
        {
            return result;
        }
        values[i] = reproMeasure( &sim, "x_max" );
        worst = fmax( worst, fabs( values[i] - exact ) );
        columns[0][i] = m;
        columns[1][i] = r;
        columns[2][i] = values[i];
        columns[3][i] = exact;
        reproFree( &sim );
    }
    reproCheck( run, "largest error of X_max over 36 pairs (mu, mu_r) [m]", worst, 0.0, 1e-6,
        "theta = 1/2 is exact but for the last step, h g mu h/2" );
    const double* pointers[4] = { columns[0], columns[1], columns[2], columns[3] };
    reproTable(
        run, 4, ( const char* const[] ){ "mu", "mu_r", "x_max", "x_max_exact" }, pointers, count * count );
    svgMap map = { .title = "Stopping distance of a rolling sphere",
        .xTitle = "mu [-]",
        .yTitle = "mu_r [m]",
        .valueTitle = "X_max [m]",
        .columns = count,
        .rows = count,
        .x = mu,
        .y = muRoll,
        .logX = true,
        .logY = true,
        .values = values };
    reproMapPicture( run, &map );
    return ssOk();
}

typedef struct sphereCase
{
    const char* preset;
    double tStop, xStop; ///< closed form
} sphereCase;

static void drawSphere( reproRun* run, const reproSim* sim, const char* signal, const char* exact,
    const char* title, const char* yTitle )
{
    double *values = reproSignal( sim, signal ), *closed = reproSignal( sim, exact );
    if ( values != NULL && closed != NULL )
    {
        svgMark marks[2] = {
            { .kind = svg_curve,
                .color = svg_grey,
                .dashed = true,
                .label = "closed form",
                .count = sim->rows,
                .x = sim->t,
                .y = closed },
            { .kind = svg_curve,
                .color = svg_blue,
                .label = "computed",
                .count = sim->rows,
                .x = sim->t,
                .y = values },
        };
        svgPlot plot = {
            .title = title, .xTitle = "t [s]", .yTitle = yTitle, .marks = marks, .markCount = 2
        };
        reproPicture( run, &plot );
    }
    free( values );
    free( closed );
}

static ssResult makeSphere( reproRun* run, const sphereCase* c )
{
    reproSim sim;
    ssResult result = reproPlay( "rolling-sphere", c->preset, "h=0.0001", rows, &sim );
    if ( result.code != ss_ok )
    {
        return result;
    }
    reproCheck( run, "stops at X [m]", reproMeasure( &sim, "x_max" ), c->xStop, 1e-6,
        "closed form; theta = 1/2, h = 1e-4 s" );
    reproCheck( run, "stops at t [s]", reproMeasure( &sim, "t_stop" ), c->tStop, 2e-4, "two time steps" );
    reproCheck( run, "largest error against the closed form", reproMeasure( &sim, "max_error" ), 0.0, 1e-6,
        "of X, U and R Omega, in their units" );
    double* x[5] = { sim.t, reproSignal( &sim, "x" ), reproSignal( &sim, "u" ), reproSignal( &sim, "omega" ),
        reproSignal( &sim, "r_t" ) };
    if ( x[1] != NULL && x[2] != NULL && x[3] != NULL && x[4] != NULL )
    {
        reproTable( run, 5, ( const char* const[] ){ "t", "x", "u", "omega", "r_t" }, (const double* const*)x,
            sim.rows );
    }
    drawSphere( run, &sim, "u", "u_exact", "Velocity of the centre", "U [m/s]" );
    drawSphere( run, &sim, "omega", "omega_exact", "Rolling velocity", "Omega [rad/s]" );
    drawSphere( run, &sim, "r_t", "r_t_exact", "Tangential force", "r_T [N]" );
    drawSphere( run, &sim, "m_r", "m_r_exact", "Rolling moment", "m_R [N m]" );
    for ( int i = 1; i < 5; ++i )
    {
        free( x[i] );
    }
    reproFree( &sim );
    return ssOk();
}

static ssResult makeFig3a( reproRun* run )
{
    return makeSphere( run, &( sphereCase ){ "fig3a", 4.459735, 5.574669 } );
}

static ssResult makeFig3b( reproRun* run )
{
    return makeSphere( run, &( sphereCase ){ "fig3b", 3.822630, 4.141182 } );
}

static ssResult makeFig3c( reproRun* run )
{
    return makeSphere( run, &( sphereCase ){ "fig3c", 5.096840, 6.371050 } );
}

/// Mean and standard error over seeds of one pile's measures.
typedef struct pile
{
    double height, meanHeight, radius, heightError, radiusError;
} pile;

static ssResult makePile( const reproRun* run, double mu, double muRoll, pile* out )
{
    int seeds = run->full ? 5 : 3;
    double sum[3] = { 0.0 }, square[3] = { 0.0 };
    for ( int seed = 1; seed <= seeds; ++seed )
    {
        char sets[160];
        reproSim sim;
        snprintf( sets, sizeof sets, "mu=%.17g;mu_r=%.17g;n=%d;rate=25;h=0.001;until=%s;seed=%d", mu, muRoll,
            run->full ? 250 : 60, run->full ? "20" : "3.6", seed );
        ssResult result = reproPlay( "sphere-pile", NULL, sets, 2, &sim );
        if ( result.code != ss_ok )
        {
            return result;
        }
        const double values[3] = { reproMeasure( &sim, "height" ), reproMeasure( &sim, "mean_height" ),
            reproMeasure( &sim, "bottom_radius" ) };
        for ( int i = 0; i < 3; ++i )
        {
            sum[i] += values[i] / seeds;
            square[i] += values[i] * values[i] / seeds;
        }
        reproFree( &sim );
    }
    *out = ( pile ){ .height = sum[0], .meanHeight = sum[1], .radius = sum[2] };
    out->heightError = sqrt( fmax( 0.0, square[1] - sum[1] * sum[1] ) / ( seeds - 1 ) );
    out->radiusError = sqrt( fmax( 0.0, square[2] - sum[2] * sum[2] ) / ( seeds - 1 ) );
    return ssOk();
}

static ssResult makeFig5( reproRun* run )
{
    enum
    {
        count = 5
    };
    const double muRoll[count] = { 1e-5, 1e-4, 1e-3, 3e-3, 1e-2 }, mu[3] = { 0.3, 0.5, 0.7 };
    double mean[3][count], error[3][count], radius[3][count], radiusError[3][count], top[3][count];
    for ( int i = 0; i < 3; ++i )
    {
        for ( int k = 0; k < count; ++k )
        {
            pile p;
            ssResult result = makePile( run, mu[i], muRoll[k], &p );
            if ( result.code != ss_ok )
            {
                return result;
            }
            mean[i][k] = p.meanHeight;
            error[i][k] = p.heightError;
            radius[i][k] = p.radius;
            radiusError[i][k] = p.radiusError;
            top[i][k] = p.height;
        }
    }
    reproHolds( run, "mu_r = 1e-5 m: one layer, H/d < 1.05, for every mu",
        top[0][0] < 1.05 && top[1][0] < 1.05 && top[2][0] < 1.05, "first regime: spheres roll apart" );
    reproHolds( run, "mu_r = 1e-2 m: a heap, H/d > 1.5, for every mu",
        top[0][4] > 1.5 && top[1][4] > 1.5 && top[2][4] > 1.5,
        "third regime: rolling resistance holds them" );
    double e01 = hypot( error[0][4], error[1][4] ), e12 = hypot( error[1][4], error[2][4] );
    reproHolds( run, "mean height rises from mu = 0.3 to 0.7 at mu_r = 1e-2 m",
        mean[2][4] - mean[0][4] > hypot( error[0][4], error[2][4] ),
        "by more than its standard error over the seeds" );
    reproHolds( run, "mu = 0.5 lies between",
        mean[1][4] > mean[0][4] - 2.0 * e01 && mean[1][4] < mean[2][4] + 2.0 * e12,
        "within two standard errors over the seeds" );
    reproHolds( run, "the base shrinks over the range of mu_r", radius[1][0] > 4.0 * radius[1][4],
        "from spread to heap" );
    svgMark heights[3], radii[3];
    static const char* const labels[3] = { "mu = 0.3", "mu = 0.5", "mu = 0.7" };
    for ( int i = 0; i < 3; ++i )
    {
        heights[i] = ( svgMark ){ .kind = svg_errors,
            .color = (svgColor)i,
            .label = labels[i],
            .count = count,
            .x = muRoll,
            .y = mean[i],
            .z = error[i] };
        radii[i] = ( svgMark ){ .kind = svg_errors,
            .color = (svgColor)i,
            .label = labels[i],
            .count = count,
            .x = muRoll,
            .y = radius[i],
            .z = radiusError[i] };
    }
    svgPlot plot = { .title = "Mean height of the pile",
        .xTitle = "mu_r [m]",
        .yTitle = "z/R [-]",
        .logX = true,
        .marks = heights,
        .markCount = 3,
        .note = "bars: standard error over seeds" };
    reproPicture( run, &plot );
    plot = ( svgPlot ){ .title = "Mean radius of the bottom layer",
        .xTitle = "mu_r [m]",
        .yTitle = "radius/d [-]",
        .logX = true,
        .logY = true,
        .marks = radii,
        .markCount = 3,
        .note = "bars: standard error over seeds" };
    reproPicture( run, &plot );
    const double* columns[] = { muRoll, mean[0], mean[1], mean[2], radius[0], radius[1], radius[2] };
    reproTable( run, 7,
        ( const char* const[] ){
            "mu_r", "z_mu03", "z_mu05", "z_mu07", "radius_mu03", "radius_mu05", "radius_mu07" },
        columns, count );
    reproNote( run, "%s",
        run->full ? "The paper's size: 250 spheres, 20 s."
                  : "Reduced: 60 spheres, 3.6 s; --full runs the paper's 250 spheres for 20 s." );
    reproNote( run,
        " How the spheres are poured is not printed: mean heights depend on it by half a radius, the trends "
        "do not." );
    return ssOk();
}

static const reproFigure s_figures[] = {
    { .id = "acary-fig2",
        .title = "Stopping distance over both coefficients",
        .source = "Acary & Bourrier 2021, Fig. 2",
        .claim = "The distance a rolling sphere covers until it stops falls with mu and mu_r.",
        .erratum =
            "The text says both coefficients matter everywhere; from a slip-free start only the smaller of "
            "mu and 5 mu_r/(7R) does. The verdict is against X_max = U0²/(2 g min(mu, 5 mu_r/(7R))).",
        .cost = 4.0,
        .make = makeFig2 },
    { .id = "acary-fig3a",
        .title = "Rolls without slip and stops",
        .source = "Acary & Bourrier 2021, Fig. 3a",
        .claim = "mu = 0.2, mu_r = 0.04 m from U = 2.5 m/s, Omega = 5 rad/s: constant deceleration (5/7) "
                 "mu_r g/R until rest.",
        .cost = 1.0,
        .make = makeFig3a },
    { .id = "acary-fig3b",
        .title = "Slides, then rolls",
        .source = "Acary & Bourrier 2021, Fig. 3b",
        .claim = "Omega = 2.5 rad/s: slips until 0.2548 s, then rolls until it stops.",
        .cost = 1.0,
        .make = makeFig3b },
    { .id = "acary-fig3c",
        .title = "Stops rolling, then slides",
        .source = "Acary & Bourrier 2021, Fig. 3c",
        .claim = "mu = 0.05: rotation ends first, at 3.398 s, and the sphere slides to rest.",
        .cost = 1.0,
        .make = makeFig3c },
    { .id = "acary-fig5",
        .title = "Piles of spheres",
        .source = "Acary & Bourrier 2021, Figs. 4-5",
        .claim = "Three regimes over mu_r: a single layer, a transition, a heap; the heap grows with mu.",
        .erratum = "Text and caption disagree on mu; the caption's 0.3, 0.5, 0.7 is consistent with "
                   "superposed spheres (mu = 0.1 never superposes). The verdict uses the caption's.",
        .cost = 60.0,
        .make = makeFig5 },
};

const reproPaper repro_acary = { s_figures, SS_COUNT( s_figures ) };
