// SPDX-License-Identifier: MIT
#include "base/grow.h"
#include "cli/reproduce/reproduce_walker.h"

#include <stdio.h>
#include <stdlib.h>

// Walker & Leine 2019, Figs. 19, 27: paths over grooves, beside an integration in the slip angle.

/// The path of one launch; freed by freePaths.
typedef struct Path
{
    reproSim sim;
    const double *x, *y;
    char label[32];
} Path;

static ssResult launch( const char* sets, Path* p )
{
    SS_TRY( reproPlay( "sliding-disk", "fig27", sets, 300, &p->sim ) );
    p->x = reproSignal( &p->sim, "x" );
    p->y = reproSignal( &p->sim, "y" );
    return ssOk();
}

static void freePaths( Path* paths, int count )
{
    for ( int i = 0; i < count; ++i ) { reproFree( &paths[i].sim ); }
}

static void drawPaths( reproRun* run, const Path* paths, int count, const char* title )
{
    svgMark marks[8];
    for ( int i = 0; i < count; ++i )
    {
        marks[i] =
            reproCurve( (svgColor)i, false, paths[i].label, paths[i].sim.rows, paths[i].x, paths[i].y );
    }
    reproPicture( run, title, "across the grooves [m]", "along the grooves [m]", marks, count,
        &( svgPlot ){ .equalScales = true, .height = 520.0 } );
}

/// Saves all launches of a figure in one table, one after the other.
static void tablePaths( reproRun* run, const Path* paths, int count )
{
    int rows = 0, at = 0;
    for ( int i = 0; i < count; ++i ) { rows += paths[i].sim.rows; }
    double* all = needMemory( 1, 4 * (size_t)( rows + 1 ) * sizeof( double ) );
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
    reproTable(
        run, "launch,t,x,y", rows, ( const double*[] ){ all, all + rows, all + 2 * rows, all + 3 * rows } );
    free( all );
}

/// `expected`: end across, end along the grooves, length, time.
static void checkPath( reproRun* run, const Path* p, const double* expected )
{
    static const char* const names[4] = { "end_1", "end_2", "length", "t_stop" };
    static const char* const words[4] = { "stops across the grooves [m]", "stops along the grooves [m]",
        "length of the path [m]", "stops after [s]" };
    for ( int i = 0; i < 4; ++i )
    {
        reproCheck( run, reproName( run, "%s: %s", p->label, words[i] ), reproMeasure( &p->sim, names[i] ),
            expected[i], i == 3 ? 2e-4 : 5e-5,
            i == 3 ? "two steps of 0.1 ms"
                   : "independent computation; the error is first order, below v0 h/2 = 7.5e-5 m" );
    }
}

/// The direction in the last row in which the disk moves, measured from the grooves [°].
static double lastDirection( const reproSim* sim )
{
    const double* direction = reproSignal( sim, "direction_deg" );
    double last = SS_NAN;
    for ( int i = 0; i < sim->rows; ++i ) { last = isfinite( direction[i] ) ? fabs( direction[i] ) : last; }
    return last;
}

#define FAN_COUNT 7
#define SPEED_COUNT 4

/// The fan of Fig. 19b by an independent integration: Table 1 sets, scaled to the disk's weight.
static const struct
{
    double phi;         ///< launch direction from the grooves [°]
    double expected[4]; ///< of checkPath
} s_fan[FAN_COUNT] = {
    { 0, { 0, 0.247609642, 0.247609642, 0.3323598935 } },
    { 15, { 0.02706455572, 0.2393320476, 0.2417814461, 0.3276567189 } },
    { 30, { 0.06910365391, 0.217957576, 0.2318075493, 0.3182088648 } },
    { 47, { 0.1245564919, 0.1747040673, 0.2190693325, 0.3033041481 } },
    { 60, { 0.1643803329, 0.1274746012, 0.2110230395, 0.290487057 } },
    { 75, { 0.198129606, 0.06198690519, 0.2079637467, 0.2802403707 } },
    { 90, { 0.2108899757, 0, 0.2108899757, 0.2830737928 } },
};

static void checkDeflection( reproRun* run, const Path* paths )
{
    double least = HUGE_VAL, final = 0.0;
    for ( int i = 1; i + 1 < FAN_COUNT; ++i )
    {
        double deflection = reproMeasure( &paths[i].sim, "deflection_deg" ),
               last = lastDirection( &paths[i].sim );
        least = deflection < least ? deflection : least;
        final = last > final ? last : final;
    }
    const reproSim *along = &paths[0].sim, *across = &paths[FAN_COUNT - 1].sim;
    reproHolds( run, "every path but those at 0° and 90° bends towards the grooves, by more than 1°",
        least > 1.0, "the paper: the disk is clearly deflected from a straight line" );
    reproCheck( run, "15° to 75°: last direction off the grooves, at most [°]", final, 0.0, 0.01,
        "the paper: the final direction is that of the grooves; up to 1.4 ms before rest" );
    reproCheck( run, "0° and 90°: deflection, at most [°]",
        fmax( fabs( reproMeasure( along, "deflection_deg" ) ),
            fabs( reproMeasure( across, "deflection_deg" ) ) ),
        0.0, 1e-9, "the paper: along and across the grooves it is not deflected; rounding" );
    reproHolds( run, "longer along the grooves than across",
        reproMeasure( along, "length" ) > reproMeasure( across, "length" ), "the paper says so" );
}

/// Fig. 19b: launches in several directions.
static ssResult makeFan( reproRun* run )
{
    Path paths[FAN_COUNT] = { 0 };
    ssResult result = ssOk();
    for ( int i = 0; i < FAN_COUNT && result.code == ss_ok; ++i )
    {
        char sets[100];
        snprintf( sets, sizeof sets, "v0=1.49;phi_deg=%g;h=0.0001;until=0.4", s_fan[i].phi );
        snprintf( paths[i].label, sizeof paths[i].label, "phi = %g°", s_fan[i].phi );
        result = launch( sets, paths + i );
    }
    for ( int i = 0; i < FAN_COUNT && result.code == ss_ok; ++i )
    {
        checkPath( run, paths + i, s_fan[i].expected );
    }
    if ( result.code == ss_ok )
    {
        checkDeflection( run, paths );
        drawPaths( run, paths, FAN_COUNT, "Fig. 19b: v0 = 1.49 m/s" );
        tablePaths( run, paths, FAN_COUNT );
    }
    freePaths( paths, FAN_COUNT );
    return result;
}

/// Fig. 19a: launches at several speeds.
static ssResult makeSpeeds( reproRun* run )
{
    static const double speeds[SPEED_COUNT] = { 0.75, 1.0, 1.25, 1.5 };
    Path paths[SPEED_COUNT] = { 0 };
    ssResult result = ssOk();
    for ( int i = 0; i < SPEED_COUNT && result.code == ss_ok; ++i )
    {
        char sets[100];
        // The time step is proportional to the speed, so that the runs are similar step by step.
        snprintf( sets, sizeof sets, "v0=%g;phi_deg=47;h=%.17g;until=%.17g", speeds[i], 1e-4 * speeds[i],
            0.3 * speeds[i] );
        snprintf( paths[i].label, sizeof paths[i].label, "v0 = %g m/s", speeds[i] );
        result = launch( sets, paths + i );
    }
    if ( result.code == ss_ok )
    {
        double first = reproMeasure( &paths[0].sim, "length" );
        double last = reproMeasure( &paths[SPEED_COUNT - 1].sim, "length" );
        reproCheck( run, "twice the speed: the path is longer by a factor", last / first, 4.0, 1e-9,
            "paths scale exactly with v0²; rounding" );
        drawPaths( run, paths, SPEED_COUNT, "Fig. 19a: phi = 47°" );
    }
    freePaths( paths, SPEED_COUNT );
    return result;
}

ssResult walkerMakeFig19( reproRun* run )
{
    ssResult result = makeFan( run );
    result = result.code == ss_ok ? makeSpeeds( run ) : result;
    reproNote( run,
        "The figure shows measured paths that the paper does not print, and (a) does not print the initial "
        "speeds. The extended law with Table 1 is checked against an independent computation, and against "
        "the statements of the text." );
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
    Path paths[4] = { 0 };
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
        const double expected[4] = { laws[i].end1, laws[i].end2, laws[i].length, laws[i].stop };
        checkPath( run, paths + i, expected );
        reproCheck( run, reproName( run, "%s: deflection [°]", laws[i].label ),
            reproMeasure( &paths[i].sim, "deflection_deg" ), laws[i].deflection, 0.01,
            "1.5e-5 m across 0.2 m of path, and the last digit" );
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
        "The paper does not print the measured path; the four laws are compared with an independent "
        "computation." );
    return result;
}
