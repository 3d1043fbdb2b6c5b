// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_table.h"

#include <stdio.h>

// Acary & Bourrier 2021, rolling resistance: curves of Sec. 6.1 in closed form, trends of Sec. 6.2.

enum
{
    rows = 6001 // of a run: 6 s in steps of 1 ms
};

static const double s_gravity = 9.81, s_radius = 0.5;

/// After a start without slip, only the smaller of the two bounds matters.
static double stoppingDistance( double u0, double mu, double muRoll )
{
    return u0 * u0 / ( 2.0 * s_gravity * fmin( mu, 5.0 * muRoll / ( 7.0 * s_radius ) ) );
}

/// Runs one pair of coefficients until the sphere must have stopped.
static ssResult rollToRest( double mu, double muRoll, const char* theta, double* reached )
{
    char sets[160];
    reproSim sim;
    snprintf( sets, sizeof sets, "mu=%.17g;mu_r=%.17g;u0=2.5;omega0=5;theta=%s;h=0.001;until=%d", mu, muRoll,
        theta, (int)ceil( 2.5 / ( s_gravity * fmin( mu, 5.0 * muRoll / ( 7.0 * s_radius ) ) ) ) + 1 );
    ssResult result = reproPlay( "rolling-sphere", "fig2", sets, 2, &sim );
    if ( result.code == ss_ok )
    {
        *reached = reproMeasure( &sim, "x_max" );
        reproFree( &sim );
    }
    return result;
}

#define PAIRS 10 // values of each coefficient

#define LINES 4
#define FINE 121

static void drawSections(
    reproRun* run, const double* mu, const double* muRoll, const double ( *reached )[PAIRS] )
{
    static const int at[LINES] = { 1, 3, 5, 9 };
    double x[FINE], exact[LINES][FINE], column[LINES][PAIRS];
    char labels[LINES][24];
    svgMark marks[2 * LINES];
    for ( int i = 0; i < FINE; ++i )
    {
        x[i] = muRoll[0] * pow( muRoll[PAIRS - 1] / muRoll[0], (double)i / ( FINE - 1 ) );
    }
    for ( int line = 0; line < LINES; ++line )
    {
        double m = mu[at[line]];
        for ( int i = 0; i < FINE; ++i ) { exact[line][i] = stoppingDistance( 2.5, m, x[i] ); }
        for ( int i = 0; i < PAIRS; ++i ) { column[line][i] = reached[i][at[line]]; }
        snprintf( labels[line], sizeof labels[line], "mu = %.3g", m );
        marks[line] = reproCurve( (svgColor)line, true, NULL, FINE, x, exact[line] );
        marks[LINES + line] =
            reproMarks( svg_points, (svgColor)line, labels[line], PAIRS, muRoll, column[line], NULL );
    }
    reproPicture( run, "Stopping distance: sections of the map", "mu_r [m]", "X_max [m]", marks, 2 * LINES,
        &( svgPlot ){ .logX = true, .logY = true, .note = "dashed: U0²/(2 g min(mu, 5 mu_r/(7R)))" } );
}

static ssResult makeFig2( reproRun* run )
{
    double mu[PAIRS], muRoll[PAIRS], reached[PAIRS][PAIRS], worst = 0.0, euler = 0.0, table[4][PAIRS * PAIRS];
    for ( int i = 0; i < PAIRS; ++i )
    {
        mu[i] = 0.02 * pow( 25.0, i / ( PAIRS - 1.0 ) );      // 0.02 to 0.5
        muRoll[i] = 0.005 * pow( 64.0, i / ( PAIRS - 1.0 ) ); // 0.005 to 0.32 m
    }
    for ( int i = 0; i < PAIRS * PAIRS; ++i )
    {
        double m = mu[i % PAIRS], r = muRoll[i / PAIRS], exact = stoppingDistance( 2.5, m, r ), implicit;
        SS_TRY( rollToRest( m, r, "0.5", &reached[i / PAIRS][i % PAIRS] ) );
        SS_TRY( rollToRest( m, r, "1", &implicit ) );
        double off = fabs( reached[i / PAIRS][i % PAIRS] - exact ),
               first = fabs( implicit - exact + 0.5 * 2.5 * 0.001 );
        worst = off > worst ? off : worst;
        euler = first > euler ? first : euler;
        table[0][i] = m;
        table[1][i] = r;
        table[2][i] = reached[i / PAIRS][i % PAIRS];
        table[3][i] = exact;
    }
    reproCheck( run, "largest error of X_max over 100 pairs (mu, mu_r) [m]", worst, 0.0, 1e-6,
        "theta = 1/2 is exact except in the step in which it stops: at most a h²/8 = 6e-7 m" );
    reproCheck( run, "theta = 1: largest error beyond the scheme's own -h U0/2 [m]", euler, 0.0, 1e-6,
        "first order: X is too short by h U0/2 = 1.25e-3 m; otherwise as above" );
    reproTable( run, "mu,mu_r,x_max,x_max_exact", PAIRS * PAIRS,
        ( const double*[] ){ table[0], table[1], table[2], table[3] } );
    svgMap map = { "Stopping distance of a rolling sphere", .xTitle = "mu [-]", .yTitle = "mu_r [m]",
        .valueTitle = "X_max [m]", .columns = PAIRS, .rows = PAIRS, .x = mu, .y = muRoll, .logX = true,
        .logY = true, .logValues = true, .values = reached[0] };
    reproMapPicture( run, &map );
    drawSections( run, mu, muRoll, (const double( * )[PAIRS])reached );
    return ssOk();
}

/// The closed form of one of the three runs: forces in the first phase, and in the last phase before rest.
typedef struct SphereCase
{
    const char* preset;
    double tStop, xStop;
    double event;              ///< time at which the phase changes [s]; 0: never
    double rT[2], mR[2];       ///< [N], [N m]
    const char *ends, *signal; ///< name of the event, and the signal that becomes zero
} SphereCase;

static void drawSphere( reproRun* run, const reproSim* sim, const char* signal, const char* exact,
    const char* title, const char* yTitle )
{
    const svgMark marks[] = { reproCurve( svg_blue, false, "computed", sim->rows, sim->t,
                                  reproSignal( sim, signal ) ),
        reproCurve( svg_black, true, "closed form", sim->rows, sim->t, reproSignal( sim, exact ) ) };
    reproPicture( run, title, "t [s]", yTitle, marks, 2, NULL );
}

static double signalAt( const reproSim* sim, const double* values, double t )
{
    int row = 0;
    while ( row + 1 < sim->rows && sim->t[row + 1] <= t + 1e-9 ) { ++row; }
    return values[row];
}

/// The first time from which a signal stays within 1e-9 of zero.
static double vanishesAt( const reproSim* sim, const double* values )
{
    int row = sim->rows;
    while ( row > 0 && fabs( values[row - 1] ) < 1e-9 ) { --row; }
    return row < sim->rows ? sim->t[row] : SS_NAN;
}

static void checkPhases( reproRun* run, const SphereCase* c, const reproSim* sim )
{
    const double *rT = reproSignal( sim, "r_t" ), *mR = reproSignal( sim, "m_r" );
    const double times[2] = { 0.1, c->tStop - 0.1 };
    static const char* const when[2] = { "0.1 s after the start", "0.1 s before rest" };
    for ( int i = 0; i < 2; ++i )
    {
        reproCheck( run, reproName( run, "tangential force %s [N]", when[i] ), signalAt( sim, rT, times[i] ),
            c->rT[i], 1e-5, "closed form, digits given" );
        reproCheck( run, reproName( run, "rolling moment %s [N m]", when[i] ), signalAt( sim, mR, times[i] ),
            c->mR[i], 1e-5, "closed form, digits given" );
    }
    if ( c->event > 0.0 )
    {
        reproCheck( run, c->ends, vanishesAt( sim, reproSignal( sim, c->signal ) ), c->event, 1.1e-3,
            "closed form; rows 1 ms apart" );
    }
}

static ssResult makeSphere( reproRun* run, const SphereCase* c )
{
    reproSim sim;
    SS_TRY( reproPlay( "rolling-sphere", c->preset, "h=0.0001", rows, &sim ) );
    reproCheck( run, "stops at X [m]", reproMeasure( &sim, "x_max" ), c->xStop, 1e-6,
        "closed form; theta = 1/2, h = 1e-4 s" );
    reproCheck( run, "stops at t [s]", reproMeasure( &sim, "t_stop" ), c->tStop, 2e-4, "two time steps" );
    reproCheck( run, "largest error against the closed form", reproMeasure( &sim, "max_error" ), 0.0, 1e-6,
        "of X, U and R Omega, in their units" );
    checkPhases( run, c, &sim );
    static const char* const names[] = { "t", "x", "u", "omega", "r_t", "m_r", "x_exact", "u_exact",
        "omega_exact", "r_t_exact", "m_r_exact" };
    const double* columns[SS_COUNT( names )] = { sim.t };
    for ( int i = 1; i < SS_COUNT( names ); ++i ) { columns[i] = reproSignal( &sim, names[i] ); }
    reproTable(
        run, "t,x,u,omega,r_t,m_r,x_exact,u_exact,omega_exact,r_t_exact,m_r_exact", sim.rows, columns );
    drawSphere( run, &sim, "x", "x_exact", "Position of the centre", "X [m]" );
    drawSphere( run, &sim, "u", "u_exact", "Velocity of the centre", "U [m/s]" );
    drawSphere( run, &sim, "omega", "omega_exact", "Rolling velocity", "Omega [rad/s]" );
    drawSphere( run, &sim, "r_t", "r_t_exact", "Tangential force", "r_T [N]" );
    drawSphere( run, &sim, "m_r", "m_r_exact", "Rolling moment", "m_R [N m]" );
    reproFree( &sim );
    return ssOk();
}

static ssResult makeFig3a( reproRun* run )
{
    return makeSphere( run,
        &( SphereCase ){ "fig3a", .tStop = 4.459735, .xStop = 5.574669, .rT = { -733.786284, -733.786284 },
            .mR = { -513.650399, -513.650399 }, .signal = "slip" } );
}

static ssResult makeFig3b( reproRun* run )
{
    return makeSphere( run,
        &( SphereCase ){ "fig3b", .tStop = 3.822630, .xStop = 4.141182, .event = 0.254842,
            .rT = { -2568.251994, -733.786284 }, .mR = { -513.650399, -513.650399 },
            .ends = "slip ends at t [s]", .signal = "slip" } );
}

static ssResult makeFig3c( reproRun* run )
{
    return makeSphere( run,
        &( SphereCase ){ "fig3c", .tStop = 5.096840, .xStop = 6.371050, .event = 3.397893,
            .rT = { -642.062999, -642.062999 }, .mR = { -513.650399, -321.031499 },
            .ends = "rotation ends at t [s]", .signal = "omega" } );
}

#define MUS 5
#define MU_ROLLS 7
#define PILE_NUMBERS 3

/// Top [d], mean centre [R], mean radius of the bottom layer [d]: means over seeds, standard errors.
typedef struct Piles
{
    double mean[PILE_NUMBERS][MUS][MU_ROLLS], error[PILE_NUMBERS][MUS][MU_ROLLS];
} Piles;

static const double s_mu[MUS] = { 0.1, 0.3, 0.5, 0.7, 1.0 };
static const char* const s_muNames[MUS] = { "mu = 0.1, text", "mu = 0.3", "mu = 0.5", "mu = 0.7",
    "mu = 1.0, text" };
static const double s_muRoll[MU_ROLLS] = { 1e-5, 1e-4, 1e-3, 3e-3, 1e-2, 1e-1, 1.0 }; ///< [m]; R = 0.01 m

/// The caption names mu = 0.3, 0.5, 0.7; the other values are those of the text.
static bool isInCaption( int mu ) { return mu >= 1 && mu <= 3; }

#define PILE_SEEDS 6

/// The results of every run.
typedef struct PileRuns
{
    double values[MUS * MU_ROLLS * PILE_SEEDS][PILE_NUMBERS];
} PileRuns;

/// The verdict is on the caption's coefficients, which have error bars; the text's are only shown.
static int seedsOf( int mu ) { return isInCaption( mu ) ? PILE_SEEDS : 1; }

static ssResult makePile( const reproRun* run, int index, void* context )
{
    PileRuns* runs = context;
    int seed = 1 + index % PILE_SEEDS, muRoll = index / PILE_SEEDS % MU_ROLLS,
        mu = index / PILE_SEEDS / MU_ROLLS;
    char sets[160];
    reproSim sim;
    if ( seed > seedsOf( mu ) ) { return ssOk(); }
    snprintf( sets, sizeof sets, "mu=%.17g;mu_r=%.17g;n=%d;rate=25;h=0.001;until=%s;seed=%d", s_mu[mu],
        s_muRoll[muRoll], run->full ? 250 : 60, run->full ? "20" : "3.6", seed );
    ssResult result = reproPlay( "sphere-pile", NULL, sets, 2, &sim );
    if ( result.code == ss_ok )
    {
        double* values = runs->values[index];
        values[0] = reproMeasure( &sim, "height" );
        values[1] = reproMeasure( &sim, "mean_height" );
        values[2] = reproMeasure( &sim, "bottom_radius" );
        reproFree( &sim );
    }
    return result;
}

static void averagePiles( const PileRuns* runs, Piles* out )
{
    for ( int i = 0; i < MUS * MU_ROLLS * PILE_NUMBERS; ++i )
    {
        int number = i % PILE_NUMBERS, muRoll = i / PILE_NUMBERS % MU_ROLLS, mu = i / PILE_NUMBERS / MU_ROLLS;
        double sum = 0.0, square = 0.0;
        int seeds = seedsOf( mu );
        for ( int seed = 0; seed < seeds; ++seed )
        {
            double value = runs->values[( mu * MU_ROLLS + muRoll ) * PILE_SEEDS + seed][number];
            sum += value / seeds;
            square += value * value / seeds;
        }
        out->mean[number][mu][muRoll] = sum;
        out->error[number][mu][muRoll] =
            seeds > 1 ? sqrt( fmax( 0.0, square - sum * sum ) / ( seeds - 1 ) ) : SS_NAN;
    }
}

/// Checks the regimes of Fig. 5 for each coefficient of the caption.
static void checkRegimes( reproRun* run, const Piles* p )
{
    for ( int i = 0; i < MUS; ++i )
    {
        const double *top = p->mean[0][i], *mean = p->mean[1][i], *radius = p->mean[2][i];
        if ( !isInCaption( i ) ) { continue; }
        reproHolds( run,
            reproName( run, "%s, mu_r = 1e-5 m: one layer, H/d = %.3f < 1.05", s_muNames[i], top[0] ),
            top[0] < 1.05, "first regime: no superposition, H/d = 1" );
        reproHolds( run,
            reproName( run, "%s, mu_r = 1e-2 m: superposed, H/d = %.2f > 1.5", s_muNames[i], top[4] ),
            top[4] > 1.5, "after the critical mu_r the height rises quickly" );
        reproCheck( run, reproName( run, "%s: the mean height levels off", s_muNames[i] ), mean[6] / mean[5],
            1.0, 0.1,
            "third regime: height at mu_r = 1 m over that at 0.1 m, both far above mu R, where spheres slide "
            "before they roll; two standard errors over six seeds" );
        reproHolds( run,
            reproName( run, "%s: the base shrinks, mu_r = 1e-5 to 1e-2 m, by more than 4", s_muNames[i] ),
            radius[0] > 4.0 * radius[4], "from spread over the plate to a heap" );
        reproCheck( run, reproName( run, "%s: the base levels off", s_muNames[i] ), radius[5] / radius[4],
            1.0, 0.25, "third regime: radius at 1e-1 m over that at 1e-2 m; six seeds" );
    }
    const double( *mean )[MU_ROLLS] = p->mean[1], ( *error )[MU_ROLLS] = p->error[1];
    double e01 = hypot( error[1][4], error[2][4] ), e12 = hypot( error[2][4], error[3][4] );
    reproHolds( run,
        reproName( run, "third regime: mean height rises from mu = 0.3 to 0.7 by %.2f ± %.2f",
            mean[3][4] - mean[1][4], hypot( error[1][4], error[3][4] ) ),
        mean[3][4] - mean[1][4] > hypot( error[1][4], error[3][4] ),
        "by more than its standard error over the seeds" );
    reproHolds( run,
        reproName( run, "third regime: mu = 0.5 lies between, %.2f ± %.2f", mean[2][4], error[2][4] ),
        mean[2][4] > mean[1][4] - 2.0 * e01 && mean[2][4] < mean[3][4] + 2.0 * e12,
        "within two standard errors over the seeds" );
}

static void drawPiles( reproRun* run, const Piles* p, int number, const char* title, const char* yTitle )
{
    static const svgColor colors[MUS] = { svg_grey, svg_blue, svg_orange, svg_green, svg_black };
    svgMark marks[2 * MUS];
    for ( int i = 0; i < MUS; ++i )
    {
        marks[i] =
            reproCurve( colors[i], !isInCaption( i ), s_muNames[i], MU_ROLLS, s_muRoll, p->mean[number][i] );
        marks[MUS + i] = reproMarks(
            svg_errors, colors[i], NULL, MU_ROLLS, s_muRoll, p->mean[number][i], p->error[number][i] );
    }
    reproPicture( run, title, "mu_r [m]", yTitle, marks, 2 * MUS,
        &( svgPlot ){ .logX = true,
            .logY = number == 2,
            .note = "bars: standard error over six seeds; dashed: further coefficients of the text, one "
                    "seed" } );
}

static ssResult makeFig5( reproRun* run )
{
    Piles p;
    PileRuns runs;
    SS_TRY( reproEach( run, MUS * MU_ROLLS * PILE_SEEDS, makePile, &runs ) );
    averagePiles( &runs, &p );
    checkRegimes( run, &p );
    drawPiles( run, &p, 0, "Height of the pile", "H/d [-]" );
    drawPiles( run, &p, 1, "Mean height of the centres", "z/R [-]" );
    drawPiles( run, &p, 2, "Mean radius of the bottom layer", "radius/d [-]" );
    double table[8][MUS * MU_ROLLS];
    for ( int i = 0; i < MUS * MU_ROLLS; ++i )
    {
        int mu = i / MU_ROLLS, muRoll = i % MU_ROLLS;
        table[0][i] = s_mu[mu];
        table[1][i] = s_muRoll[muRoll];
        for ( int k = 0; k < PILE_NUMBERS; ++k )
        {
            table[2 + 2 * k][i] = p.mean[k][mu][muRoll];
            table[3 + 2 * k][i] = p.error[k][mu][muRoll];
        }
    }
    reproTable( run,
        "mu,mu_r,height,height_error,mean_height,mean_height_error,bottom_radius,bottom_radius_error",
        MUS * MU_ROLLS,
        ( const double*[] ){
            table[0], table[1], table[2], table[3], table[4], table[5], table[6], table[7] } );
    reproNote( run, "%s",
        run->full ? "The paper's size: 250 spheres, 20 s."
                  : "Reduced: 60 spheres, 3.6 s; --full runs the paper's 250 spheres for 20 s." );
    reproNote( run,
        " The paper does not say how the spheres are poured: mean heights depend on it by half a radius, the "
        "trends do not. The third regime begins later the larger mu is: from mu_r = 1e-2 to 0.1 m the height "
        "still changes by factors of %.2f, %.2f and %.2f (mu = 0.3, 0.5, 0.7). The coefficients of the text "
        "end at H/d = %.2f (mu = 0.1) and %.2f (mu = 1.0).",
        p.mean[1][1][5] / p.mean[1][1][4], p.mean[1][2][5] / p.mean[1][2][4],
        p.mean[1][3][5] / p.mean[1][3][4], p.mean[0][0][4], p.mean[0][4][4] );
    return ssOk();
}

static const reproFigure s_figures[] = {
    { "acary-fig2", .title = "Stopping distance over both coefficients",
        .source = "Acary & Bourrier 2021, Fig. 2",
        .claim = "R = 0.5 m, 2500 kg/m³, from U = 2.5 m/s and Omega = 5 rad/s: the distance covered until "
                 "rest falls with mu and mu_r and grows without bound as either goes to 0.",
        .erratum = "The text says X_max depends on both coefficients; from a slip-free start only the "
                   "smaller of mu and 5 mu_r/(7R) matters, and the other may change freely. The verdict "
                   "compares with X_max = U0²/(2 g min(mu, 5 mu_r/(7R))).",
        .cost = 4.0, .make = makeFig2 },
    { "acary-fig3a", .title = "Rolls without slip and stops", .source = "Acary & Bourrier 2021, Fig. 3a",
        .claim = "mu = 0.2, mu_r = 0.04 m from U = 2.5 m/s, Omega = 5 rad/s: constant deceleration (5/7) "
                 "mu_r g/R until rest.",
        .cost = 1.0, .make = makeFig3a },
    { "acary-fig3b", .title = "Slides, then rolls", .source = "Acary & Bourrier 2021, Fig. 3b",
        .claim = "Omega = 2.5 rad/s: slips until 0.2548 s, then rolls until it stops.", .cost = 1.0,
        .make = makeFig3b },
    { "acary-fig3c", .title = "Stops rolling, then slides", .source = "Acary & Bourrier 2021, Fig. 3c",
        .claim = "mu = 0.05: rotation ends first, at 3.398 s, and the sphere slides to rest.", .cost = 1.0,
        .make = makeFig3c },
    { "acary-fig5", .title = "Piles of spheres", .source = "Acary & Bourrier 2021, Figs. 4-5",
        .claim = "Three regimes over mu_r: no superposition (H/d = 1), a quick rise, a height that no longer "
                 "depends on mu_r and grows with mu; the base shrinks and levels off in the same way.",
        .erratum =
            "The text names mu = 0.1, 0.3, 1.0, the caption 0.3, 0.5, 0.7. Both are drawn; the verdict uses "
            "those of the caption, for which all three regimes appear (mu = 0.1 hardly superposes).",
        .cost = 60.0, .make = makeFig5 },
};

const reproPaper repro_acary = { s_figures, SS_COUNT( s_figures ) };
