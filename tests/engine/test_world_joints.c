// SPDX-License-Identifier: MIT
#include "world_common.h"

// Joints with theta = 1/2 do no work, whatever they hold. Problems of a few joints or contacts are solved, whatever their masses and speeds.

#define LENGTH 0.5 // [m] of a rod

static ssWorld* exactWorld( double theta )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = theta;
    def.tolerance = 1e-13;
    def.maxIterations = 20000;
    return makeWorld( &def );
}

/// Rods one below the other on joints of this kind, all at this angle from the vertical, which may collide with nothing.
static ssBodyId hangRods( ssWorld* world, ssJointKind kind, int count, double angle, double turning )
{
    ssVec3 along = { sin( angle ), 0.0, -cos( angle ) }, anchor = { 0.0, 0.0, 0.0 };
    ssBodyId above = { 0, 0 };
    for ( int i = 0; i < count; ++i )
    {
        ssBodyDef rod = ssDefaultBodyDef();
        rod.shape = ssCapsuleShape( 0.02, 0.5 * LENGTH );
        rod.group = 1;
        rod.pose.position = ssVec3_MulAdd( anchor, 0.5 * LENGTH, along );
        rod.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, -angle, 0.0 ) );
        rod.omega = ssVec3_Make( 0.0, 0.0, turning ); // about the vertical through the first anchor
        rod.velocity = ssVec3_Cross( rod.omega, rod.pose.position );
        ssJointDef joint = ssDefaultJointDef();
        joint.kind = kind;
        joint.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
        joint.anchor = anchor;
        joint.a = above;
        joint.b = above = addBody( world, &rod );
        testMust( ssWorld_AddJoint( world, &joint, NULL ) );
        anchor = ssVec3_MulAdd( anchor, LENGTH, along );
    }
    return above;
}

/// A sleeve on a rail along the first rod, which swings.
static void addSleeve( ssWorld* world, ssBodyId rod, double angle )
{
    ssBodyDef sleeve = ssDefaultBodyDef();
    sleeve.shape = ssBoxShape( ssVec3_Make( 0.05, 0.03, 0.04 ) );
    sleeve.group = 1;
    sleeve.pose.position = ssVec3_Make( 0.2 * sin( angle ), 0.0, -0.2 * cos( angle ) );
    ssJointDef rail = ssDefaultJointDef();
    rail.kind = ss_jointPrismatic;
    rail.axis = sleeve.pose.position;
    rail.anchor = sleeve.pose.position;
    rail.a = rod;
    rail.b = addBody( world, &sleeve );
    testMust( ssWorld_AddJoint( world, &rail, NULL ) );
}

/// The largest change of the energy within `time`, over the weight of a rod times its length.
static double energyError( ssWorld* world, double h, double time, ssBodyId rod )
{
    double start = ssWorld_Energy( world ), worst = 0.0;
    for ( int i = 0; i < (int)( time / h + 0.5 ); ++i )
    {
        ssWorldReport report = ssWorld_Step( world, h );
        worst = fmax( worst, fabs( report.ledger.kinetic + report.ledger.potential - start ) );
    }
    return worst / ( ssWorld_Body( world, rod ).mass * 9.81 * LENGTH );
}

TEST swingsInAPlaneAreOfSecondOrder( void )
{
    for ( int k = 0; k < 3; ++k ) // one rod, two rods, a rod with a sleeve
    {
        double errors[2];
        for ( int fine = 0; fine < 2; ++fine )
        {
            ssWorld* world = exactWorld( 0.5 );
            ssBodyId id = hangRods( world, ss_jointRevolute, k == 1 ? 2 : 1, 1.2, 0.0 );
            if ( k == 2 )
            {
                addSleeve( world, id, 1.2 );
            }
            errors[fine] = energyError( world, fine == 1 ? 5e-4 : 1e-3, k == 2 ? 0.5 : 2.0, id );
            ssDestroyWorld( world );
        }
        ASSERT( errors[0] < 1e-4 );
        ASSERTm( "of second order", errors[1] < 0.35 * errors[0] );
    }
    PASS();
}

TEST swingsInSpaceKeepTheirEnergy( void )
{
    for ( int rods = 1; rods <= 3; ++rods )
    {
        double errors[2];
        for ( int fine = 0; fine < 2; ++fine )
        {
            ssWorld* world = exactWorld( 0.5 );
            ssBodyId id = hangRods( world, ss_jointSpherical, rods, 1.2, 3.0 );
            errors[fine] = energyError( world, fine == 1 ? 5e-4 : 1e-3, 1.0, id );
            ssDestroyWorld( world );
        }
        ASSERT( errors[0] < 5e-3 * rods * rods );
        ASSERT( errors[1] < 0.6 * errors[0] );
    }
    PASS();
}

// A push against a joint is gone after a step: the joint does not throw it back and forth.
TEST aPushAgainstAJointIsNotKept( void )
{
    ssWorld* world = exactWorld( 0.5 );
    ssBodyId id = hangRods( world, ss_jointRevolute, 1, 0.0, 0.0 );
    testMust( ssWorld_SetVelocity( world, id, ssVec3_Make( 0.0, 0.5, -1.0 ), ssVec3_Make( 2.0, 0.0, 0.0 ) ) );
    double start = ssWorld_Energy( world );
    for ( int i = 0; i < 100; ++i )
    {
        ssWorld_Step( world, 1e-3 );
        ssBodyState state = ssWorld_Body( world, id );
        ASSERT( ssWorld_Energy( world ) < start );
        ASSERT(
            i < 30 || fabs( state.velocity.y ) + fabs( state.velocity.z ) + fabs( state.omega.x ) < 2e-3 );
    }
    ssVec3 hangs = { 0.0, 0.0, -0.5 * LENGTH };
    ssVec3 off = ssVec3_Sub( ssWorld_Body( world, id ).pose.position, hangs );
    ASSERT_IN_RANGE( 0.0, ssVec3_Length( off ), 1e-6 );
    ssDestroyWorld( world );
    PASS();
}

// What holds a pendulum does no work, whatever the step size: what the scheme loses is its own. A hand that turns the hinge works.
TEST passiveJointsDoNoWork( void )
{
    for ( int k = 0; k < 4; ++k )
    {
        ssWorld* world = exactWorld( k % 2 == 0 ? 1.0 : 0.5 );
        ssBodyId crank = { 0, 0 };
        double radius = 0.3, speed = 4.0;
        if ( k >= 2 ) // the rod hangs on a crank that turns
        {
            ssBodyDef wheel = ssDefaultBodyDef();
            wheel.kind = ss_bodyKinematic;
            wheel.shape = ssSphereShape( 0.01 );
            wheel.group = 1;
            wheel.pose.position = ssVec3_Make( -radius, 0.0, 0.0 );
            wheel.omega = ssVec3_Make( 0.0, speed, 0.0 );
            crank = addBody( world, &wheel );
        }
        ssBodyDef rod = ssDefaultBodyDef();
        rod.shape = ssCapsuleShape( 0.02, 0.5 * LENGTH );
        rod.group = 1;
        rod.pose.position = ssVec3_Make( 0.5 * LENGTH, 0.0, 0.0 );
        rod.velocity.z = k >= 2 ? -speed * radius : 0.0; // as the crank moves, so that nothing strikes
        rod.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.5 * SS_PI, 0.0 ) );
        ssJointDef hinge = ssDefaultJointDef();
        hinge.kind = ss_jointRevolute;
        hinge.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
        hinge.a = crank;
        hinge.b = addBody( world, &rod );
        testMust( ssWorld_AddJoint( world, &hinge, NULL ) );
        double start = ssWorld_Energy( world ), unit = ssWorld_Body( world, hinge.b ).mass * 9.81 * LENGTH;
        for ( int i = 0; i < 2000; ++i )
        {
            ssWorld_Step( world, 1e-3 );
        }
        ssLedger ledger = ssWorld_Ledger( world );
        double gained = ssWorld_Energy( world ) - start;
        if ( k < 2 )
        {
            ASSERT_EQ( 0.0, ledger.work );
            ASSERT_IN_RANGE( -gained, ledger.numerics, 1e-12 * unit );
        }
        else
        {
            ASSERT( fabs( gained ) > 0.05 * unit );
            ASSERT_IN_RANGE( gained, ledger.work, ( k == 2 ? 0.03 : 0.001 ) * unit ); // theta = 1 damps
        }
        ssDestroyWorld( world );
    }
    PASS();
}

// A light box welded to the world holds a heavy one, whatever else there is: a ball far away changes nothing.
TEST heavyLoadsHangOnLightOnes( void )
{
    for ( int k = 0; k < 8; ++k )
    {
        double ratio = k % 4 == 0 ? 10.0 : k % 4 == 1 ? 100.0 : k % 4 == 2 ? 1e3 : 1e4;
        ssMaterial material = { .mu = 0.5 };
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-6;
        ssWorld* world = makeWorld( &def );
        ssBodyId above = { 0, 0 };
        for ( int i = 0; i < 2; ++i )
        {
            ssBodyDef box = ssDefaultBodyDef();
            box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
            box.mass = i == 0 ? 1.0 : ratio;
            box.pose.position = ssVec3_Make( 0.3 * ( i + 1 ), 0.0, 2.0 );
            ssJointDef weld = ssDefaultJointDef();
            weld.kind = ss_jointFixed;
            weld.anchor = ssVec3_Make( 0.3 * i + 0.15, 0.0, 2.0 );
            weld.a = above;
            weld.b = above = addBody( world, &box );
            testMust( ssWorld_AddJoint( world, &weld, NULL ) );
        }
        if ( k >= 4 )
        {
            addPlane( world, material, 0.0 );
            ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
            ball.pose.position.x = 50.0;
            addBody( world, &ball );
        }
        for ( int i = 0; i < 100; ++i )
        {
            ASSERT_EQ( ss_worldStatusConverged, ssWorld_Step( world, 1e-3 ).status );
        }
        ASSERT_IN_RANGE( 0.0, ssVec3_Length( ssWorld_Body( world, above ).velocity ), 1e-5 );
        ssDestroyWorld( world );
    }
    PASS();
}

// A ball rolls down a groove of two planes: fast against the ground, and hardly against either plane.
TEST aBallInAGrooveIsSolvedAtAnySpeed( void )
{
    for ( int k = 0; k < 3; ++k )
    {
        double h = k == 0 ? 1e-3 : k == 1 ? 1e-4 : 3e-5, slope = 0.3;
        ssMaterial material = { .mu = 1.0 };
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = 1e-5;
        def.gravity = ssVec3_Make( 9.81 * sin( slope ), 0.0, -9.81 * cos( slope ) );
        ssWorld* world = makeWorld( &def );
        for ( int side = -1; side <= 1; side += 2 )
        {
            ssBodyDef plane = ssDefaultBodyDef();
            plane.shape = ssPlaneShape();
            plane.material = material;
            plane.pose.orientation =
                ssQuat_FromRotationVector( ssVec3_Make( side * 0.25 * SS_PI, 0.0, 0.0 ) );
            plane.kind = ss_bodyStatic;
            addBody( world, &plane );
        }
        ssBodyDef ball = ssDefaultBodyDef();
        ball.shape = ssSphereShape( 0.1 );
        ball.material = material;
        ball.pose.position.z = 0.1 * sqrt( 2.0 );
        ssBodyId id = addBody( world, &ball );
        int steps = (int)( 0.6 / h + 0.5 );
        for ( int i = 0; i < steps; ++i )
        {
            ASSERT_EQ( ss_worldStatusConverged, ssWorld_Step( world, h ).status );
        }
        // It rolls about the line through both contacts, at R/sqrt 2 from its centre: a = g sin a/(1 + 2/5 * 2).
        double expected = 9.81 * sin( slope ) / 1.8 * 0.6;
        ASSERT_IN_RANGE( expected, ssWorld_Body( world, id ).velocity.x, 1e-3 * expected );
        ssDestroyWorld( world );
    }
    PASS();
}

SUITE( joints )
{
    RUN_TEST( swingsInAPlaneAreOfSecondOrder );
    RUN_TEST( swingsInSpaceKeepTheirEnergy );
    RUN_TEST( aPushAgainstAJointIsNotKept );
    RUN_TEST( passiveJointsDoNoWork );
    RUN_TEST( heavyLoadsHangOnLightOnes );
    RUN_TEST( aBallInAGrooveIsSolvedAtAnySpeed );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( joints );
    return TEST_END();
}
