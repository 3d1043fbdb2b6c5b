// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/reproduce/reproduce_table.h"

#include <stdio.h>
#include <stdlib.h>

// Tasora & Anitescu 2013, rolling friction: disk and guideway by formulas, gravel by its trends.

static const double s_deceleration = 0.14; ///< rho M g R/(J + M R²) [m/s²]

static ssResult playDisk( double h, bool relaxed, int rows, reproSim* sim )
{
    char sets[120];
    snprintf( sets, sizeof sets, "mu=0.9;h=%.17g;until=8;law=%s", h, relaxed ? "relaxed" : "coulomb" );
    return reproPlay( "rolling-disk", NULL, sets, rows, sim );
}

static const double s_steps[3] = { 0.01, 0.005, 0.001 };

/// Where implicit Euler stops: in every step v decreases by 0.14 h and x increases by h times the new v.
static double eulerStop( double h )
{
    double x = 0.0;
    for ( int i = 1; 1.0 - s_deceleration * h * i > 0.0; ++i ) { x += h * ( 1.0 - s_deceleration * h * i ); }
    return x;
}

static void drawDisk( reproRun* run, const reproSim* sim, bool velocity )
{
    const double* values = reproSignal( sim, velocity ? "v" : "x" );
    double* exact = needMemory( (size_t)sim->rows, sizeof( double ) );
    for ( int i = 0; i < sim->rows; ++i )
    {
        double t = fmin( sim->t[i], 1.0 / s_deceleration );
        exact[i] = velocity ? 1.0 - s_deceleration * t : t - 0.5 * s_deceleration * t * t;
    }
    const svgMark marks[] = { reproCurve(
                                  svg_blue, false, "computed, h = 0.01 s", sim->rows, sim->t, values ),
        reproCurve( svg_black, true, "classic theory", sim->rows, sim->t, exact ) };
    reproPicture( run, velocity ? "Velocity of the rolling disk" : "Motion of the rolling disk", "t [s]",
        velocity ? "v [m/s]" : "x [m]", marks, 2, NULL );
    reproTable( run, velocity ? "t,v,v_exact" : "t,x,x_exact", sim->rows,
        ( const double*[] ){ sim->t, values, exact } );
    free( exact );
}

static ssResult makeFig2( reproRun* run )
{
    for ( int i = 0; i < 6; ++i )
    {
        reproSim sim;
        bool relaxed = i >= 3;
        double h = s_steps[i % 3];
        SS_TRY( playDisk( h, relaxed, 400, &sim ) );
        reproCheck( run,
            reproName( run, "%s law, h = %g s: stops at x [m]", relaxed ? "relaxed" : "Coulomb's", h ),
            reproMeasure( &sim, "x_stop" ), eulerStop( h ), 1e-6,
            "sum of the steps of implicit Euler; contact solver" );
        if ( i == 2 )
        {
            reproCheck( run, "stops at x, classic theory [m]", reproMeasure( &sim, "x_stop" ),
                1.0 / ( 2.0 * s_deceleration ), 0.5e-3 * ( 1.0 + s_deceleration ),
                "implicit Euler is first order: v0 h/2 at h = 1 ms" );
        }
        if ( i == 0 ) { drawDisk( run, &sim, false ); }
        reproFree( &sim );
    }
    return ssOk();
}

/// Largest distance of the gap from h rho |omega| while the disk rolls, relative to its first value. The
/// first second, in which the gap opens, is left out.
static double gapDefect( const reproSim* sim, double h )
{
    const double *gap = reproSignal( sim, "gap" ), *omega = reproSignal( sim, "omega" );
    double worst = 0.0;
    for ( int k = 0; k < sim->rows; ++k )
    {
        bool rolls = sim->t[k] > 1.0 && sim->t[k] < 7.0;
        double off = fabs( gap[k] / ( 0.02 * h ) - fabs( omega[k] ) );
        worst = rolls && off > worst ? off : worst;
    }
    return worst;
}

static ssResult makeFig3( reproRun* run )
{
    for ( int i = 0; i < 6; ++i )
    {
        reproSim sim;
        bool relaxed = i >= 3;
        double h = s_steps[i % 3], worst = 0.0;
        SS_TRY( playDisk( h, relaxed, 801, &sim ) );
        const double* v = reproSignal( &sim, "v" );
        for ( int k = 0; k < sim.rows; ++k )
        {
            double off = fabs( v[k] - fmax( 0.0, 1.0 - s_deceleration * sim.t[k] ) );
            worst = off > worst ? off : worst;
        }
        const char* law = relaxed ? "relaxed" : "Coulomb's";
        reproCheck( run, reproName( run, "%s law, h = %g s: v off 1 - 0.14 t, at most [m/s]", law, h ), worst,
            0.0, s_deceleration * h, "the change in one step, at the stop" );
        reproCheck( run, reproName( run, "%s law, h = %g s: stops at t [s]", law, h ),
            reproMeasure( &sim, "t_stop" ), 1.0 / s_deceleration, 1.01 * h, "one step" );
        if ( relaxed )
        {
            reproCheck( run, reproName( run, "relaxed law, h = %g s: gap off h rho |omega|, relative", h ),
                gapDefect( &sim, h ), 0.0, 1e-3, "one step of omega and the contact solver" );
        }
        if ( i == 0 ) { drawDisk( run, &sim, true ); }
        reproFree( &sim );
    }
    return ssOk();
}

#define ZETAS 3 // values of the rolling coefficient

static ssResult guidewayForce( const char* geometry, double zeta, double seal, double* force )
{
    char sets[160];
    reproSim sim;
    // The measure is a mean after the first 50 of 80 steps, in which the balls settle.
    snprintf(
        sets, sizeof sets, "geometry=%s;zeta=%.17g;seal=%.17g;h=0.001;until=0.08", geometry, zeta, seal );
    ssResult result = reproPlay( "guideway", NULL, sets, 2, &sim );
    if ( result.code == ss_ok )
    {
        *force = reproMeasure( &sim, "resisting_force" );
        reproFree( &sim );
    }
    return result;
}

static ssResult makeFig8( reproRun* run )
{
    static const char* const geometries[2] = { "flat", "raceway45" };
    static const char* const labels[4] = { "flat raceways", "flat raceways, seals", "rows at 45°",
        "rows at 45°, seals" };
    const double zeta[ZETAS] = { 0.005, 0.01, 0.02 }, load = 490.0;
    double rho[ZETAS], force[4][ZETAS], exact[4][ZETAS];
    svgMark marks[8];
    for ( int i = 0; i < 4 * ZETAS; ++i )
    {
        int line = i / ZETAS, k = i % ZETAS;
        double seal = line % 2 == 1 ? 5.3 : 0.0, factor = line < 2 ? 1.0 : sqrt( 2.0 );
        SS_TRY( guidewayForce( geometries[line / 2], zeta[k], seal, &force[line][k] ) );
        rho[k] = zeta[k] * 3.2e-3 * 1e6;
        exact[line][k] = factor * zeta[k] * load + seal;
        reproCheck( run, reproName( run, "%s, zeta = %g: F_x [N]", labels[line], zeta[k] ), force[line][k],
            exact[line][k], 0.002 * exact[line][k] + 0.002,
            line < 2 ? "zeta F_y + S; the load per ball settles within 0.2%"
                     : "sqrt(2) zeta F_y + S: balls at 45° carry more; as above" );
    }
    for ( int line = 0; line < 4; ++line )
    {
        marks[line] = reproCurve( (svgColor)line, true, NULL, ZETAS, rho, exact[line] );
        marks[4 + line] =
            reproMarks( svg_points, (svgColor)line, labels[line], ZETAS, rho, force[line], NULL );
    }
    reproPicture( run, "Resisting force of the guideway, load 490 N", "rho [µm]", "F_x [N]", marks, 8,
        &( svgPlot ){ .note = "dashed: zeta F_y + S and sqrt(2) zeta F_y + S" } );
    reproTable( run, "zeta,rho_um,flat,flat_seal,raceway45,raceway45_seal", ZETAS,
        ( const double*[] ){ zeta, rho, force[0], force[1], force[2], force[3] } );
    return ssOk();
}

#define RHOS 5

static const double s_rho[RHOS] = { 0.0, 0.001, 0.0025, 0.005, 0.01 }; ///< [m]; R = 22.5 mm

/// Means and standard errors over the seeds.
typedef struct Heap
{
    double height, radius, angle, radiusError, angleError;
} Heap;

#define FEW_SEEDS 3
/// Angles of small heaps vary by six degrees between seeds, as much as they grow at the end of the curve.
#define MANY_SEEDS 12

/// All runs of a figure: coefficients from s_rho[first] on, with `seeds` runs each.
typedef struct HeapRuns
{
    int first, seeds;
    double values[RHOS * MANY_SEEDS][3];
    reproSim growth; ///< the signals of the first run
} HeapRuns;

static ssResult pourHeap( const reproRun* run, int index, void* context )
{
    HeapRuns* runs = context;
    double rho = s_rho[runs->first + index / runs->seeds];
    char sets[240];
    reproSim sim;
    // Reduced, a thin stream makes a heap of a few diameters; free rolling takes longer to settle.
    double until = run->full ? 15.0 : rho > 0.0 ? 4.5 : 5.5;
    snprintf( sets, sizeof sets,
        run->full ? "mu_r=%.17g;mu_s=%.17g;h=0.005;until=%g;seed=%d"
                  : "mu_r=%.17g;mu_s=%.17g;n=300;rate=120;container=0;drop_height=0.4;spread=0.045;h=0.005;"
                    "until=%g;seed=%d",
        rho, rho, until, 1 + index % runs->seeds );
    ssResult result = reproPlay( "gravel-pile", NULL, sets, 200, &sim );
    if ( result.code != ss_ok ) { return result; }
    double* values = runs->values[index];
    values[0] = reproMeasure( &sim, "height" );
    values[1] = reproMeasure( &sim, "bottom_radius" );
    values[2] = reproMeasure( &sim, "repose_angle_deg" );
    // A single layer has no measurable slope: its angle is zero.
    values[2] = !isfinite( values[2] ) && values[0] < 1.05 ? 0.0 : values[2];
    if ( index == 0 ) { runs->growth = sim; }
    else { reproFree( &sim ); }
    return result;
}

/// Pours the heaps of `count` coefficients from s_rho[first] on. The caller frees runs->growth.
static ssResult makeHeaps( reproRun* run, int first, int count, Heap* heaps, HeapRuns* runs )
{
    *runs = ( HeapRuns ){ .first = first, .seeds = count > 1 && !run->full ? MANY_SEEDS : FEW_SEEDS };
    ssResult result = reproEach( run, count * runs->seeds, pourHeap, runs );
    for ( int k = 0; k < count && result.code == ss_ok; ++k )
    {
        double mean[3], error[3];
        for ( int i = 0; i < 3; ++i )
        {
            double sum = 0.0, square = 0.0, valid = 0.0;
            for ( int seed = 0; seed < runs->seeds; ++seed )
            {
                double value = runs->values[k * runs->seeds + seed][i];
                bool known = isfinite( value );
                sum += known ? value : 0.0;
                square += known ? value * value : 0.0;
                valid += known ? 1.0 : 0.0;
            }
            mean[i] = sum / valid;
            error[i] = sqrt( fmax( 0.0, square / valid - mean[i] * mean[i] ) / ( valid - 1.0 ) );
        }
        heaps[k] = ( Heap ){ mean[0], mean[1], mean[2], error[1], error[2] };
    }
    return result;
}

static void noteSize( reproRun* run, const HeapRuns* runs )
{
    reproNote( run,
        run->full ? "The paper's size: 10,000 spheres, 15 s, %d seeds."
                  : "Reduced: 300 spheres on an open plate, 4.5 s, %d seeds; --full pours the paper's 10,000 "
                    "for 15 s.",
        runs->seeds );
}

static void drawHeaps( reproRun* run, const Heap* heaps, bool angle )
{
    double ratio[RHOS], y[RHOS], error[RHOS], height[RHOS];
    for ( int i = 0; i < RHOS; ++i )
    {
        ratio[i] = s_rho[i] / 0.0225;
        y[i] = angle ? heaps[i].angle : heaps[i].radius;
        error[i] = angle ? heaps[i].angleError : heaps[i].radiusError;
        height[i] = heaps[i].height;
    }
    const svgMark marks[] = { reproCurve( svg_blue, true, NULL, RHOS, ratio, y ),
        reproMarks( svg_errors, svg_blue, NULL, RHOS, ratio, y, error ) };
    reproPicture( run, angle ? "Angle of repose" : "Mean radius of the base", "rho/R [-]",
        angle ? "psi [°]" : "radius/d [-]", marks, 2,
        &( svgPlot ){ .note = "bars: standard error over seeds" } );
    reproTable( run,
        angle ? "rho,rho_over_r,repose_angle_deg,standard_error,height"
              : "rho,rho_over_r,bottom_radius,standard_error,height",
        RHOS, ( const double*[] ){ s_rho, ratio, y, error, height } );
}

/// Draws the height of the first heap over time.
static void drawGrowth( reproRun* run, const reproSim* sim, const char* title )
{
    const double* top = reproSignal( sim, "height" );
    const svgMark mark = reproCurve( svg_blue, false, NULL, sim->rows, sim->t, top );
    reproPicture( run, title, "t [s]", "height of the top/d [-]", &mark, 1,
        &( svgPlot ){ .note = "the highest sphere at rest; 0 while there is none" } );
    reproTable( run, "t,n,height", sim->rows, ( const double*[] ){ sim->t, reproSignal( sim, "n" ), top } );
}

static ssResult makeFig10( reproRun* run )
{
    Heap h;
    HeapRuns runs;
    ssResult result = makeHeaps( run, 0, 1, &h, &runs );
    if ( result.code == ss_ok && run->full )
    {
        reproHolds( run, "the slope stays below 15°", h.angle < 15.0, "the paper: an almost flat stack" );
    }
    else if ( result.code == ss_ok )
    {
        reproCheck( run, "height of the top, in diameters", h.height, 1.0, 0.05,
            "one layer: the spheres roll apart" );
    }
    if ( result.code == ss_ok )
    {
        noteSize( run, &runs );
        drawGrowth( run, &runs.growth, "No rolling friction" );
    }
    reproFree( &runs.growth );
    return result;
}

static ssResult makeFig11( reproRun* run )
{
    Heap h;
    HeapRuns runs;
    ssResult result = makeHeaps( run, RHOS - 1, 1, &h, &runs );
    if ( result.code == ss_ok )
    {
        reproHolds( run, reproName( run, "a cone: %.1f° > 25°", h.angle ), h.angle > 25.0,
            "the paper: a steep cone, like one of irregular stones" );
        reproHolds( run, reproName( run, "its top is %.1f > 4 diameters high", h.height ), h.height > 4.0,
            "the paper's picture: a cone" );
        noteSize( run, &runs );
        drawGrowth( run, &runs.growth, "rho = sigma = 10 mm" );
    }
    reproFree( &runs.growth );
    return result;
}

/// The heaps that Figs. 12 and 13 share.
typedef struct HeapSeries
{
    Heap heaps[RHOS];
    HeapRuns runs;
} HeapSeries;

static ssResult pourSeries( reproRun* run, HeapSeries** series )
{
    *series = *run->kept;
    if ( *series != NULL ) { return ssOk(); }
    HeapSeries* made = needMemory( 1, sizeof( HeapSeries ) );
    ssResult result = makeHeaps( run, 0, RHOS, made->heaps, &made->runs );
    reproFree( &made->runs.growth );
    if ( result.code != ss_ok )
    {
        free( made );
        return result;
    }
    *run->kept = *series = made;
    return result;
}

/// Checks that each heap is steeper, or narrower, than the one with less rolling friction.
static ssResult compareHeaps( reproRun* run, bool angle )
{
    HeapSeries* series = NULL;
    SS_TRY( pourSeries( run, &series ) );
    const Heap* h = series->heaps;
    for ( int i = 1; i < RHOS; ++i )
    {
        double before = angle ? h[i - 1].angle : h[i - 1].radius, now = angle ? h[i].angle : h[i].radius;
        reproHolds( run,
            reproName( run,
                angle ? "angle at rho/R = %.3f larger than at %.3f: %.1f° and %.1f°"
                      : "base at rho/R = %.3f smaller than at %.3f: %.2f and %.2f d",
                s_rho[i] / 0.0225, s_rho[i - 1] / 0.0225, now, before ),
            angle ? now > before : now < before,
            angle ? "means over seeds grow" : "means over seeds fall strictly" );
    }
    drawHeaps( run, h, angle );
    noteSize( run, &series->runs );
    return ssOk();
}

static ssResult makeFig12( reproRun* run ) { return compareHeaps( run, false ); }

static ssResult makeFig13( reproRun* run ) { return compareHeaps( run, true ); }

#define HEAP_ERRATUM                                                                                         \
    "Eq. 26 prints +A_r; the relaxed problem needs gamma_n >= 0 ⟂ Phi/h + u_n - A_r >= 0. The heaps here " \
    "use "                                                                                                   \
    "Coulomb's law, which has no such gap."

static const reproFigure s_figures[] = {
    { "tasora-fig2", .title = "Motion of a rolling disk", .source = "Tasora & Anitescu 2013, Fig. 2",
        .claim = "R = 1 m, M = 10 kg, J = 4 kg m², rho = 0.02 m from 1 m/s: rolls to rest as in classic "
                 "theory (7.142857 s, 3.571429 m).",
        .erratum = "The paper's omega = -1 rad/s is +1 here (rolling towards +x); its Eq. 26 prints +A_r "
                   "where the relaxed law needs -A_r. Both laws stop at the same place.",
        .cost = 0.5, .make = makeFig2 },
    { "tasora-fig3", .title = "Velocity of a rolling disk", .source = "Tasora & Anitescu 2013, Fig. 3",
        .claim = "The deceleration is constant, rho M g R/(J + M R²) = 0.14 m/s².",
        .erratum = "With -A_r in Eq. 26 (printed +A_r), the disk rides on a gap of h rho |omega| while it "
                   "rolls under the relaxed law, and on none under Coulomb's law.",
        .cost = 0.5, .make = makeFig3 },
    { "tasora-fig8", .title = "Resisting force of a guideway", .source = "Tasora & Anitescu 2013, Fig. 8",
        .claim = "F_y = 490 N: F_x = zeta F_y + S, 2.45 N without and 7.75 N with seals at zeta = 0.005.",
        .erratum = "The formula is that of flat raceways. With the rows at 45° as drawn, the forces on the "
                   "balls add up to sqrt(2) F_y: 3.465 N and 8.765 N. Both are computed, and each is "
                   "compared with its own formula.",
        .cost = 40.0, .make = makeFig8 },
    { "tasora-fig10", .title = "Gravel without rolling friction", .source = "Tasora & Anitescu 2013, Fig. 10",
        .claim = "rho = sigma = 0: the stack is almost flat.", .cost = 3.0, .make = makeFig10 },
    { "tasora-fig11", .title = "Gravel with rolling friction", .source = "Tasora & Anitescu 2013, Fig. 11",
        .claim = "rho = sigma = 0.01 m: a steep cone, like one of irregular stones.", .cost = 4.0,
        .make = makeFig11 },
    { "tasora-fig12", .title = "Piles for different rolling friction",
        .source = "Tasora & Anitescu 2013, Fig. 12",
        .claim = "Heaps for increasing rolling friction: the steeper they are, the less they spread.",
        .erratum = HEAP_ERRATUM, .cost = 40.0, .series = "tasora-heaps", .make = makeFig12 },
    { "tasora-fig13", .title = "Angle of repose over rolling friction",
        .source = "Tasora & Anitescu 2013, Fig. 13",
        .claim = "With the same mu = 0.6 the angle of repose grows with rho.", .erratum = HEAP_ERRATUM,
        .cost = 40.0, .series = "tasora-heaps", .make = makeFig13 },
};

const reproPaper repro_tasora = { s_figures, SS_COUNT( s_figures ) };
