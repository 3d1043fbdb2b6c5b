// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"
#include "slipstick/world.h"

#include <math.h>
#include <string.h>

// Free-body diagrams: the loads of a body add up to mass times acceleration, which comes from the velocities.

#define SOLVED 1e-4 // [N], [N m], [m] to which the world's tolerance gives the forces on 2 kg

typedef struct Seen
{
    ssBodyLoads all;
    ssLoad loads[64];
    bool any;
} Seen;

static void take( void* context, const ssBodyLoads* loads )
{
    Seen* seen = context;
    seen->all = *loads;
    seen->any = true;
    memcpy( seen->loads, loads->loads, sizeof( ssLoad ) * (size_t)loads->count );
    seen->all.loads = seen->loads;
}

static Seen worldLoads( const ssWorld* world, int body )
{
    Seen seen = { .any = false };
    const ssDraw draw = { .context = &seen, .loads = take, .loadsOf = body };
    ssWorld_Draw( world, &draw );
    return seen;
}

static Seen simLoads( const ssSim* sim, int body )
{
    Seen seen = { .any = false };
    const ssDraw draw = { .context = &seen, .loads = take, .loadsOf = body };
    ssSim_Draw( sim, &draw );
    return seen;
}

static ssSim* simOf( const char* id, const char* preset, const char* key, const char* value )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
    ssSim* sim = NULL;
    bool good = preset == NULL || ssSimDef_ApplyPreset( &def, preset ).code == ss_ok;
    good = good && ( key == NULL || ssSimDef_Set( &def, key, value ).code == ss_ok );
    return good && ssCreateSim( &def, &sim ).code == ss_ok ? sim : NULL;
}

static ssVec3 loadOf( const Seen* seen, ssLoadKind kind )
{
    ssVec3 sum = { 0.0, 0.0, 0.0 };
    for ( int i = 0; i < seen->all.count; ++i )
    {
        sum = seen->loads[i].kind == kind ? ssVec3_Add( sum, seen->loads[i].force ) : sum;
    }
    return sum;
}

static double apart( ssVec3 a, ssVec3 b ) { return ssVec3_Length( ssVec3_Sub( a, b ) ); }

/// A box of 2 kg and 20 cm on a slope, friction mu, after `steps` steps of 1 ms; its number is 1.
static ssWorld* boxOnSlope( double degrees, double mu, int steps )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = NULL;
    ssBodyDef plane = ssDefaultBodyDef(), box = ssDefaultBodyDef();
    ssQuat lean = ssQuat_FromRotationVector( ssVec3_Make( 0.0, degrees * SS_PI / 180.0, 0.0 ) );
    plane.kind = ss_bodyStatic;
    plane.shape = ssPlaneShape();
    plane.pose.orientation = box.pose.orientation = lean;
    box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
    box.mass = 2.0;
    box.pose.position = ssQuat_Rotate( lean, ssVec3_Make( 0.0, 0.0, 0.1 ) );
    plane.material.mu = box.material.mu = mu;
    ssIgnore( ssCreateWorld( &def, &world ) );
    ssIgnore( ssWorld_AddBody( world, &plane, NULL ) );
    ssIgnore( ssWorld_AddBody( world, &box, NULL ) );
    for ( int i = 0; i < steps; ++i ) { ssWorld_Step( world, 1e-3 ); }
    return world;
}

TEST blockAtRestOnASlopeHasItsComponents( void )
{
    const double g = 9.81, m = 2.0, a = 15.0 * SS_PI / 180.0;
    ssWorld* world = boxOnSlope( 15.0, 0.5, 200 );
    Seen seen = worldLoads( world, 1 );
    ASSERT( seen.any );
    ASSERT_EQ_FMT( 3, seen.all.count, "%d" ); // four corners act as one resultant
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( seen.all.sum ), SOLVED );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( seen.all.sumMoment ), SOLVED );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( seen.all.inertia ), SOLVED );
    ASSERT_IN_RANGE( 0.0, apart( seen.all.sum, seen.all.inertia ), SOLVED ); // rest is exact
    ASSERT_IN_RANGE( m * g * cos( a ), ssVec3_Length( loadOf( &seen, ss_loadNormal ) ), SOLVED );
    ASSERT_IN_RANGE( m * g * sin( a ), ssVec3_Length( loadOf( &seen, ss_loadFriction ) ), SOLVED );
    ASSERT_IN_RANGE( -m * g * cos( a ), ssVec3_Dot( seen.loads[0].force, seen.all.normal ), 1e-9 );
    // the pressure moves downhill by h tan(a), so that friction turns nothing
    for ( int i = 0; i < seen.all.count; ++i )
    {
        double downhill = ssVec3_Dot(
            ssVec3_Sub( seen.loads[i].point, seen.all.center ), ssVec3_Make( cos( a ), 0.0, -sin( a ) ) );
        ASSERT_IN_RANGE( seen.loads[i].kind == ss_loadWeight ? 0.0 : 0.1 * tan( a ), downhill, SOLVED );
    }
    ssDestroyWorld( world );
    PASS();
}

TEST slidingBlockHasTheClosedForm( void )
{
    const double g = 9.81, m = 2.0, mu = 0.2, a = 30.0 * SS_PI / 180.0;
    ssWorld* world = boxOnSlope( 30.0, mu, 300 );
    Seen seen = worldLoads( world, 1 );
    ssVec3 down = { cos( a ), 0.0, -sin( a ) };
    ASSERT_IN_RANGE( m * g * ( sin( a ) - mu * cos( a ) ), ssVec3_Dot( seen.all.sum, down ), SOLVED );
    ASSERT_IN_RANGE( m * g * ( sin( a ) - mu * cos( a ) ), ssVec3_Dot( seen.all.inertia, down ), SOLVED );
    ASSERT_IN_RANGE( -mu * m * g * cos( a ), ssVec3_Dot( loadOf( &seen, ss_loadFriction ), down ), SOLVED );
    ssIgnore( ssWorld_SetMaterial( world, ssWorld_BodyAt( world, 1 ), &( ssMaterial ){ .mu = 0.1 } ) );
    seen = worldLoads( world, 1 ); // velocities no longer belong to what follows
    ASSERT( seen.any && isnan( seen.all.inertia.x ) );
    ssDestroyWorld( world );
    PASS();
}

/// Checks a sim at some steps; `share`: how far the sums may be apart, relative to the largest force.
static enum greatest_test_res balances( const char* id, const char* preset, const char* key,
    const char* value, int body, int steps, double share, bool turns )
{
    ssSim* sim = simOf( id, preset, key, value );
    ASSERT( sim != NULL );
    for ( int i = 1; i <= steps; ++i )
    {
        ASSERT( ssSim_Step( sim ).status <= ss_statusLimit );
        if ( i % ( steps / 8 ) != 0 ) { continue; }
        Seen seen = simLoads( sim, body );
        double most = 0.0, arm = 0.0;
        ASSERTm( id, seen.any && seen.all.body == body && seen.all.count >= 1 );
        for ( int k = 0; k < seen.all.count; ++k )
        {
            most = fmax( most, ssVec3_Length( seen.loads[k].force ) );
            arm = fmax( arm, apart( seen.loads[k].point, seen.all.center ) );
        }
        ASSERT_IN_RANGEm( id, 0.0, apart( seen.all.sum, seen.all.inertia ), share * most );
        ASSERT_EQ( turns, !isnan( seen.all.spin.x ) );
        if ( turns )
        {
            ASSERT_IN_RANGE( 0.0, apart( seen.all.sumMoment, seen.all.spin ), share * most * arm );
        }
    }
    ssDestroySim( sim );
    PASS();
}

TEST loadsAddUpToMassTimesAcceleration( void )
{
    CHECK_CALL( balances( "rolling-sphere", "fig3b", NULL, NULL, 0, 4000, 1e-9, true ) ); // slides, rolls
    CHECK_CALL( balances( "rolling-sphere", "fig3b", "incline_deg", "12", 0, 800, 1e-9, true ) );
    CHECK_CALL( balances( "rolling-sphere", "billiard", NULL, NULL, 0, 800, 1e-9, true ) );
    CHECK_CALL( balances( "rolling-disk", NULL, NULL, NULL, 1, 80, 1e-7, true ) );
    CHECK_CALL( balances( "playground", NULL, NULL, NULL, 8, 160, 1e-6, true ) );
    CHECK_CALL( balances( "painleve-rod", NULL, NULL, NULL, 1, 160, 1e-6, true ) );
    CHECK_CALL( balances( "pushed-block", NULL, NULL, NULL, 0, 800, 1e-6, false ) );
    CHECK_CALL( balances( "belt", NULL, NULL, NULL, 0, 4000, 1e-9, false ) );
    CHECK_CALL( balances( "spring-slider", NULL, NULL, NULL, 0, 80, 1e-4, false ) );
    CHECK_CALL(
        balances( "stribeck", NULL, NULL, NULL, 0, 4000, 5e-3, false ) ); // forces at its end: order h
    PASS();
}

TEST pullAndHingeAreLoads( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = NULL;
    ssBodyDef rod = ssDefaultBodyDef();
    ssJointDef hinge = ssDefaultJointDef();
    ssBodyId id;
    rod.shape = ssBoxShape( ssVec3_Make( 0.5, 0.05, 0.05 ) );
    rod.mass = 3.0;
    ASSERT_EQ( ss_ok, ssCreateWorld( &def, &world ).code );
    ASSERT_EQ( ss_ok, ssWorld_AddBody( world, &rod, &id ).code );
    hinge.kind = ss_jointRevolute;
    hinge.a = id;
    hinge.anchor = ssVec3_Make( -0.5, 0.0, 0.0 );
    hinge.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
    ssResult added = ssWorld_AddJoint( world, &hinge, NULL );
    ASSERT_EQ( ss_ok, added.code );
    ASSERT_EQ( ss_ok, ssWorld_Drag( world, true, id, ssVec3_Make( 0.4, 0.0, 0.3 ) ).code );
    for ( int i = 0; i < 50; ++i ) { ssWorld_Step( world, 1e-3 ); }
    Seen seen = worldLoads( world, id.slot1 - 1 );
    ASSERT( ssVec3_Length( loadOf( &seen, ss_loadJoint ) ) > 1.0 );
    ASSERT( ssVec3_Length( loadOf( &seen, ss_loadApplied ) ) > 1.0 );
    ASSERT_IN_RANGE( 0.0, apart( seen.all.sum, seen.all.inertia ), 1e-6 );
    ssDestroyWorld( world );
    PASS();
}

SUITE( bodyLoads )
{
    RUN_TEST( blockAtRestOnASlopeHasItsComponents );
    RUN_TEST( slidingBlockHasTheClosedForm );
    RUN_TEST( loadsAddUpToMassTimesAcceleration );
    RUN_TEST( pullAndHingeAreLoads );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( bodyLoads );
    return TEST_END();
}
