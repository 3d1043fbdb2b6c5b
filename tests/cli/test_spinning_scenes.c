// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/shipped_scene.h"
#include "slipstick/lab/build.h"

// The scenes tippe-top and euler-disk, compared with an ordinary differential equation of their own: a body
// with an axis k, on a plane, that touches it at the arm r(k) from its centre of mass. The normal force keeps
// the height of the contact, d²/dt² (v + w × r)_z = 0; friction is Coulomb's, with the corner at rest
// smoothed at a small speed, and a rolling moment is at most mu_r times the normal force. Classical
// Runge-Kutta.

#define GRAVITY 9.81 // [m/s²]

typedef struct Spinner
{
    double mass, across, along;   // [kg], [kg m²] about axes across and along k
    double radius, offset;        // [m] of the sphere, and of its middle from the centre of mass along k
    double half;                  // [m] half the thickness of a disk; 0: a sphere
    double mu, muRoll, smoothing; // [1], [m], [m/s]
} Spinner;

typedef struct Motion
{
    ssVec3 v, k, w;
} Motion;

static const ssVec3 s_up = { 0.0, 0.0, 1.0 };

static ssVec3 armOf( const Spinner* body, ssVec3 k )
{
    if ( body->half == 0.0 )
    {
        return ssVec3_MulAdd( ssVec3_Scale( body->offset, k ), -body->radius, s_up );
    }
    ssVec3 down = ssVec3_MulAdd( ssVec3_Scale( -1.0, s_up ), k.z, k ); // along the steepest radius
    return ssVec3_MulAdd( ssVec3_Scale( -body->half, k ), body->radius / ssVec3_Length( down ), down );
}

static ssVec3 turned( const Spinner* body, ssVec3 moment, ssVec3 k )
{
    double along = ssVec3_Dot( moment, k );
    return ssVec3_MulAdd(
        ssVec3_Scale( 1.0 / body->across, moment ), ( 1.0 / body->along - 1.0 / body->across ) * along, k );
}

/// A direction in the plane, which vanishes with the vector.
static ssVec3 directionOf( ssVec3 u, double smoothing )
{
    u.z = 0.0;
    return ssVec3_Scale( 1.0 / sqrt( ssVec3_Dot( u, u ) + smoothing * smoothing ), u );
}

static Motion rateOf( const Spinner* body, const Motion* s, double* load )
{
    const double q = 1e-6; // [s] of the difference that differentiates r
    ssVec3 kDot = ssVec3_Cross( s->w, s->k ), r = armOf( body, s->k );
    ssVec3 later = armOf( body, ssVec3_MulAdd( s->k, q, kDot ) ),
           earlier = armOf( body, ssVec3_MulAdd( s->k, -q, kDot ) );
    ssVec3 rDot = ssVec3_Scale( 0.5 / q, ssVec3_Sub( later, earlier ) );
    // Of a unit normal force: force and moment.
    ssVec3 slip = directionOf( ssVec3_Add( s->v, ssVec3_Cross( s->w, r ) ), body->smoothing );
    ssVec3 force = ssVec3_MulAdd( s_up, -body->mu, slip );
    ssVec3 moment = ssVec3_MulAdd( ssVec3_Cross( r, force ), -body->muRoll, directionOf( s->w, 1e-6 ) );
    ssVec3 spin = ssVec3_Scale( ( body->along - body->across ) * ssVec3_Dot( s->w, s->k ), s->k );
    ssVec3 momentum = ssVec3_MulAdd( spin, body->across, s->w );
    ssVec3 free = turned( body, ssVec3_Scale( -1.0, ssVec3_Cross( s->w, momentum ) ), s->k ),
           loaded = turned( body, moment, s->k );
    double unit = 1.0 / body->mass + ssVec3_Cross( loaded, r ).z;
    *load = ( GRAVITY - ssVec3_Cross( free, r ).z - ssVec3_Cross( s->w, rDot ).z ) / unit;
    return ( Motion ){ ssVec3_MulAdd( ssVec3_Scale( -GRAVITY, s_up ), *load / body->mass, force ), kDot,
        ssVec3_MulAdd( free, *load, loaded ) };
}

static Motion ahead( const Motion* s, double h, const Motion* rate )
{
    return ( Motion ){ ssVec3_MulAdd( s->v, h, rate->v ), ssVec3_MulAdd( s->k, h, rate->k ),
        ssVec3_MulAdd( s->w, h, rate->w ) };
}

/// The smallest normal force over the weight.
static double integrate( const Spinner* body, Motion* s, double h, double time )
{
    double least = 1.0, load, unused;
    for ( int i = 0; i < (int)lround( time / h ); ++i )
    {
        Motion a = rateOf( body, s, &load ), at = ahead( s, 0.5 * h, &a );
        Motion b = rateOf( body, &at, &unused );
        at = ahead( s, 0.5 * h, &b );
        Motion c = rateOf( body, &at, &unused );
        at = ahead( s, h, &c );
        Motion d = rateOf( body, &at, &unused );
        *s = ahead( s, h / 6.0, &a );
        *s = ahead( s, h / 3.0, &b );
        *s = ahead( s, h / 3.0, &c );
        *s = ahead( s, h / 6.0, &d );
        s->k = ssVec3_Scale( 1.0 / ssVec3_Length( s->k ), s->k );
        least = fmin( least, load / ( body->mass * GRAVITY ) );
    }
    return least;
}

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

static ssVec3 axisOf( const ssPartState* state )
{
    return ssQuat_Rotate( state->pose.orientation, s_up );
}

static double tiltOf( ssVec3 axis )
{
    return atan2( hypot( axis.x, axis.y ), axis.z ) * 180.0 / SS_PI;
}

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
    while ( ssSim_Time( sim ) < time - 1e-9 )
    {
        ssSim_Step( sim );
    }
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
