// SPDX-License-Identifier: MIT
#include "spinner.h"

#include "base/shipped_scene.h"
#include "slipstick/lab/build.h"

// The scenes tippe-top and euler-disk, compared with an ordinary differential equation of their own.

// ---------------------------------------------------------------------------------------------------- scenes

static ssSim* openScene( const char* name, ssScene* scene )
{
    ssSim* sim = NULL;
    testMust( parseShippedScene( name, scene ) );
    testMust( ssCreateSim( &scene->def, &sim ) );
    return sim;
}

static ssPartState stateOf( const ssSim* sim )
{
    ssPartState state = { .body = -1 };
    ssSim_PartState( sim, ssSim_Build( sim )->parts[0].id, &state );
    return state;
}

static ssVec3 axisOf( const ssPartState* state ) { return ssQuat_Rotate( state->pose.orientation, s_up ); }

static double tiltOf( ssVec3 axis ) { return atan2( hypot( axis.x, axis.y ), axis.z ) * 180.0 / SS_PI; }

/// The body of a scene, and its motion at the start, from what the scene says.
static Spinner spinnerOf( const ssSim* sim, Motion* start )
{
    const ssPart* part = ssSim_Build( sim )->parts;
    ssPartState state = stateOf( sim );
    double m = state.mass, r = part->radius, l = part->length;
    *start = ( Motion ){ state.velocity, axisOf( &state ), state.omega };
    Spinner body = {
        .mass = m, .radius = r, .mu = part->material.mu, .muRoll = part->material.muRoll, .smoothing = 1e-4
    };
    if ( part->kind == ss_partSphere )
    {
        body.across = body.along = 0.4 * m * r * r;
        body.offset = -part->centre.z;
        return body;
    }
    body.across = m * ( r * r / 4.0 + l * l / 12.0 );
    body.along = 0.5 * m * r * r;
    body.half = 0.5 * l;
    return body;
}

static void runUntil( ssSim* sim, double time )
{
    while ( ssSim_Time( sim ) < time - 1e-9 ) { ssSim_Step( sim ); }
}

TEST theTippeTopTurnsOver( void )
{
    ssScene scene;
    ssSim* sim = openScene( "tippe-top", &scene );
    Motion s;
    Spinner top = spinnerOf( sim, &s );
    double last = 0.0, least = 1.0;
    ASSERT( top.offset > 0.0 );
    for ( int k = 1; k <= 10; ++k )
    {
        least = fmin( least, integrate( &top, &s, 1e-5, 0.2 ) );
        runUntil( sim, 0.2 * k );
        ssPartState now = stateOf( sim );
        double tilt = tiltOf( axisOf( &now ) );
        ASSERT_IN_RANGE( tiltOf( s.k ), tilt, 2.0 );
        ASSERT( tilt > last - 0.5 );
        last = tilt;
    }
    ASSERTm( "it never leaves the ground", least > 0.2 );
    ASSERTm( "it stands on its other end", last > 165.0 );
    ssPartState end = stateOf( sim );
    ASSERT( end.centre.z > top.radius + 0.95 * top.offset );
    ssDestroySim( sim );
    ssScene_Destroy( &scene );
    PASS();
}

TEST theTippeTopKeepsItsJellettConstant( void )
{
    // Friction acts at the contact, so that w·r of equal moments of inertia is constant.
    ssScene scene;
    ssSim* sim = openScene( "tippe-top", &scene );
    Motion start;
    Spinner top = spinnerOf( sim, &start );
    double first = ssVec3_Dot( start.w, armOf( &top, start.k ) );
    for ( int k = 1; k <= 20; ++k )
    {
        runUntil( sim, 0.1 * k );
        ssPartState now = stateOf( sim );
        ASSERT_IN_RANGE( 1.0, ssVec3_Dot( now.omega, armOf( &top, axisOf( &now ) ) ) / first, 1e-3 );
    }
    ssDestroySim( sim );
    ssScene_Destroy( &scene );
    PASS();
}

TEST eulersDiskWhirsFasterAndStops( void )
{
    ssScene scene;
    ssSim* sim = openScene( "euler-disk", &scene );
    Motion s;
    Spinner disk = spinnerOf( sim, &s );
    double turns = 0.0, last = 0.0, expected = 0.0, before = 0.0, first = 0.0;
    for ( int k = 1; k <= 2800; ++k )
    {
        integrate( &disk, &s, 1e-5, 1e-3 );
        runUntil( sim, 1e-3 * k );
        ssPartState now = stateOf( sim );
        ssVec3 axis = axisOf( &now );
        turns += remainder( atan2( axis.y, axis.x ) - last, 2.0 * SS_PI ) / ( 2.0 * SS_PI );
        last = atan2( axis.y, axis.x );
        expected += remainder( atan2( s.k.y, s.k.x ) - before, 2.0 * SS_PI ) / ( 2.0 * SS_PI );
        before = atan2( s.k.y, s.k.x );
        ASSERT_IN_RANGE( tiltOf( s.k ), tiltOf( axis ), 0.3 );
        ASSERT_IN_RANGE( expected, turns, 0.1 ); // its rim creeps, since its friction is smoothed
        first = k == 1400 ? turns : first;
    }
    ASSERTm( "it goes round faster and faster", turns - first > 1.3 * first );
    runUntil( sim, scene.def.until );
    ssPartState end = stateOf( sim );
    ASSERT_IN_RANGE( 0.0, tiltOf( axisOf( &end ) ), 0.1 );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( end.omega ), 1e-6 );
    ssDestroySim( sim );
    ssScene_Destroy( &scene );
    PASS();
}

SUITE( spinning_scenes )
{
    RUN_TEST( theTippeTopTurnsOver );
    RUN_TEST( theTippeTopKeepsItsJellettConstant );
    RUN_TEST( eulersDiskWhirsFasterAndStops );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( spinning_scenes );
    return TEST_END();
}
