// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_table.h"

#include <stdio.h>

// Leine & Glocker 2003, "A set-valued force law for spatial Coulomb-Contensou friction": force and moment
// that a round patch bears together. Boxes in the scenario `gripper` slip at loads that show its limit curve,
// beside sums of Coulomb friction over the patch that share no code with the engine.

#define POINTS 7
#define CURVE 41
#define RINGS 400
#define SPOKES 240
#define HALVINGS 14
#define WEIGHT ( 0.7 * 9.81 ) // [N] of the box
#define PATCH 0.006           // [m]

/// Friction of a patch of radius 1 with mu N = 1 that slides with cos and spins with sin of an angle.
static void sumOver( double angle, double* force, double* moment )
{
    double v = cos( angle ), w = sin( angle );
    *force = *moment = 0.0;
    for ( int i = 0; i < RINGS * SPOKES; ++i )
    {
        double r = ( i / SPOKES + 0.5 ) / RINGS, phi = 2.0 * SS_PI * ( i % SPOKES + 0.5 ) / SPOKES;
        double x = v - w * r * sin( phi ), y = w * r * cos( phi ), speed = hypot( x, y );
        double share =
            speed > 0.0 ? 2.0 * r / ( RINGS * SPOKES * speed ) : 0.0; // of the area, over the speed
        *force += share * x;
        *moment += share * ( r * cos( phi ) * y - r * sin( phi ) * x );
    }
}

/// The point of the curve at this moment over force, by halving the angle.
static void pointAt( double ratio, double* force, double* moment )
{
    double low = 0.0, high = 0.5 * SS_PI;
    for ( int i = 0; i < 30; ++i )
    {
        double angle = 0.5 * ( low + high );
        sumOver( angle, force, moment );
        bool less = *moment < ratio * *force;
        low = less ? angle : low;
        high = less ? high : angle;
    }
}

/// The least squeeze with which a box does not slip that is gripped `lever` radii off its centre.
static ssResult findSqueeze( const reproRun* run, int index, void* context )
{
    static const double levers[POINTS] = { 0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 3.0 };
    double( *found )[2] = context, low = 0.25 * WEIGHT, high = 12.0 * WEIGHT;
    (void)run;
    for ( int i = 0; i < HALVINGS; ++i )
    {
        reproSim sim;
        char sets[160];
        double squeeze = sqrt( low * high );
        snprintf( sets, sizeof sets,
            "mu=0.5;patch_radius=%.17g;grip_offset=%.17g;turn_deg=90;rate_deg=0;squeeze=%.17g;until=0.03",
            PATCH, levers[index] * PATCH, squeeze );
        SS_TRY( reproPlay( "gripper", NULL, sets, 2, &sim ) );
        bool holds = isnan( reproMeasure( &sim, "t_slip" ) );
        low = holds ? low : squeeze;
        high = holds ? squeeze : high;
        reproFree( &sim );
    }
    // Both patches bear 2 mu N = N; the moment is in units of that times the radius.
    found[index][0] = WEIGHT / sqrt( low * high );
    found[index][1] = levers[index] * found[index][0];
    return ssOk();
}

static ssResult makeLimit( reproRun* run )
{
    double found[POINTS][2], x[POINTS], y[POINTS], curve[2][CURVE], inside = 0.0, most = -1.0;
    SS_TRY( reproEach( run, POINTS, findSqueeze, found ) );
    for ( int i = 0; i < POINTS; ++i )
    {
        double force = 1.0, moment = 0.0;
        x[i] = found[i][0];
        y[i] = found[i][1];
        i > 0 ? pointAt( y[i] / x[i], &force, &moment ) : (void)0;
        reproCheck( run, reproName( run, "lever %.2f R: force over 2 mu N at which it slips", y[i] / x[i] ),
            x[i], force, 1e-3, "sums over the patch; the squeeze is found to 5e-4" );
    }
    for ( int i = 0; i < CURVE; ++i )
    {
        sumOver( 0.5 * SS_PI * i / ( CURVE - 1 ), &curve[0][i], &curve[1][i] );
        double off = hypot( curve[0][i], 1.5 * curve[1][i] ) - 1.0;
        inside = fmin( inside, off );
        most = fmax( most, off );
    }
    reproCheck( run, "moment without a force over 2 mu N R", curve[1][CURVE - 1], 2.0 / 3.0, 1e-5,
        "2/3 for even pressure" );
    reproHolds( run, "it lies inside the ellipse through its ends, by less than 7 %",
        most < 1e-4 && inside > -0.07 && inside < -0.06, "the usual approximation" );
    reproTable( run, "force,moment", POINTS, ( const double*[] ){ x, y } );
    const svgMark marks[] = { reproCurve( svg_black, true, "sums over the patch", CURVE, curve[0], curve[1] ),
        reproMarks( svg_points, svg_blue, "boxes slip", POINTS, x, y, NULL ) };
    reproPicture( run, "Limit curve of a patch", "force/(2 mu N)", "moment/(2 mu N R)", marks,
        SS_COUNT( marks ), NULL );
    return ssOk();
}

static const reproFigure s_figures[] = {
    { "leine-limit", .title = "A patch that bears force and moment",
        .source = "Leine & Glocker 2003, Sec. 4; Howe & Cutkosky 1996",
        .claim = "Force and moment that a round patch of even pressure bears together form a convex set: a "
                 "box that "
                 "twists its grasp slips at less force.",
        .cost = 1.0, .make = makeLimit },
};

const reproPaper repro_leine = { s_figures, SS_COUNT( s_figures ) };
