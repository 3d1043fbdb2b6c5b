// SPDX-License-Identifier: MIT
#include "scenario/scenario_gripper.h"

#include "slipstick/law.h"

// What two fingertips can hold, in closed form (MATH.md). Moments about y and z make the fingertips share the
// load across them in a way that statics determines; only the moment about x, which the patches bear
// together, is free to be shared, and so they bear what both can.

#define DIRECTIONS 90
#define HALVINGS 40

void graspMakeLimit( ssVec2* limit )
{
    for ( int i = 0; i <= GRIPPER_ANGLES; ++i )
    {
        double theta = 0.5 * SS_PI * i / GRIPPER_ANGLES, force, moment;
        ssContensou( ss_patchUniform, 1.0, i < GRIPPER_ANGLES ? ssCos( theta ) : 0.0, ssSin( theta ), &force,
            &moment );
        limit[i] = ssVec2_Make( force, moment );
    }
}

/// The largest moment that a patch bears beside a force, both for mu N = 1 and a radius of 1.
static double spinBeside( const ssVec2* limit, double force )
{
    int low = 0, high = GRIPPER_ANGLES; // forces fall from 1 to 0
    while ( high - low > 1 )
    {
        int middle = ( low + high ) / 2;
        low = limit[middle].x >= force ? middle : low;
        high = limit[middle].x >= force ? high : middle;
    }
    double span = limit[low].x - limit[high].x, t = ( limit[low].x - force ) / span;
    return limit[low].y + ssMin( ssMax( t, 0.0 ), 1.0 ) * ( limit[high].y - limit[low].y );
}

double graspNormal( const Grasp* g, int finger )
{
    return g->squeeze + ( finger == 0 ? -0.5 : 0.5 ) * g->axial;
}

ssVec2 graspShare( const Grasp* g, int finger, ssVec2 load )
{
    double lever = ( finger == 0 ? 0.5 : -0.5 ) * g->axial / GRIPPER_HALF_X;
    return ssVec2_MulAdd( ssVec2_Scale( 0.5, load ), lever, g->arm );
}

bool graspHolds( const Grasp* g, ssVec2 load )
{
    double spin = 0.0, moment = fabs( g->arm.x * load.y - g->arm.y * load.x );
    for ( int i = 0; i < 2; ++i )
    {
        double bound = g->mu * graspNormal( g, i ), force = ssVec2_Length( graspShare( g, i, load ) );
        if ( !( force <= bound ) ) { return false; }
        spin += bound > 0.0 ? bound * g->patch * spinBeside( g->limit, force / bound ) : 0.0;
    }
    return g->patch == 0.0 || moment <= spin; // on points it swings freely
}

/// The largest t <= most for which from + t way is held, where `from` is.
static double reach( const Grasp* g, ssVec2 from, ssVec2 way, double most )
{
    double low = 0.0, high = most;
    for ( int i = 0; i < HALVINGS; ++i )
    {
        double middle = 0.5 * ( low + high );
        bool holds = graspHolds( g, ssVec2_MulAdd( from, middle, way ) );
        low = holds ? middle : low;
        high = holds ? high : middle;
    }
    return low;
}

double graspReach( const Grasp* g, ssVec2 direction )
{
    double most = 2.0 * g->mu * ( graspNormal( g, 0 ) + graspNormal( g, 1 ) );
    return graspHolds( g, g->load ) ? reach( g, g->load, direction, most ) : SS_NAN;
}

double graspMargin( const Grasp* g, ssVec2* direction )
{
    double least = HUGE_VAL, size = ssVec2_Length( g->load );
    ssVec2 best = { 0.0, 0.0 }, zero = { 0.0, 0.0 };
    if ( !graspHolds( g, g->load ) )
    {
        if ( direction != NULL ) { *direction = best; }
        if ( !isfinite( size ) ) { return SS_NAN; }
        return graspHolds( g, zero ) ? -size * ( 1.0 - reach( g, zero, g->load, 1.0 ) ) : -size;
    }
    // The first direction is that of the load, in which it slips on points.
    double first = size > 0.0 ? ssAtan2( g->load.y, g->load.x ) : -0.5 * SS_PI;
    for ( int i = 0; i < DIRECTIONS; ++i )
    {
        double angle = first + 2.0 * SS_PI * i / DIRECTIONS;
        ssVec2 way = { ssCos( angle ), ssSin( angle ) };
        // Only a direction in which less can be added than in those before is looked at closely.
        if ( i > 0 && graspHolds( g, ssVec2_MulAdd( g->load, least, way ) ) ) { continue; }
        double most = i > 0 ? least : 2.0 * g->mu * ( graspNormal( g, 0 ) + graspNormal( g, 1 ) );
        least = reach( g, g->load, way, most );
        best = way;
    }
    if ( direction != NULL ) { *direction = best; }
    return least;
}

double graspNeeded( const Grasp* g )
{
    Grasp trial = *g;
    double low = 0.0;
    if ( !( g->mu > 0.0 ) ) { return SS_NAN; }
    for ( int i = 0; i < 2; ++i )
    {
        double least = ssVec2_Length( graspShare( g, i, g->load ) ) / g->mu;
        low = ssMax( low, least + ( i == 0 ? 0.5 : -0.5 ) * g->axial );
    }
    double lever = g->arm.x * g->load.y - g->arm.y * g->load.x, high = low;
    if ( !isfinite( low ) ) { return SS_NAN; }
    if ( g->patch == 0.0 || lever == 0.0 ) { return low; }
    // A force above each of its parts suffices.
    high += fabs( lever ) / ( g->mu * g->patch ) + low;
    for ( int i = 0; i < HALVINGS + 10; ++i )
    {
        trial.squeeze = 0.5 * ( low + high );
        bool holds = graspHolds( &trial, trial.load );
        low = holds ? low : trial.squeeze;
        high = holds ? trial.squeeze : high;
    }
    return high;
}

double graspCreep( const Grasp* g, double vEps )
{
    double speed = 0.0, lever = g->arm.x * g->load.y - g->arm.y * g->load.x;
    for ( int i = 0; i < 2; ++i )
    {
        double share = ssVec2_Length( graspShare( g, i, g->load ) ) / ( g->mu * graspNormal( g, i ) );
        speed += share < 1.0 && share >= 0.0 ? 0.5 * vEps * ssTan( 0.5 * SS_PI * share ) : SS_NAN;
    }
    return fabs( lever ) <= 1e-9 * ( ssVec2_Length( g->load ) * GRIPPER_HALF_Z ) ? speed : SS_NAN;
}
