// SPDX-License-Identifier: MIT
#include "world_common.h"

// Joints with theta = 1/2 do no work, whatever they hold. Problems of a few joints or
// contacts are solved, whatever their masses and speeds. What a step leaves of errors is
// closed without velocity, and no energy comes out of it.

#define LENGTH 0.5 // [m] of a rod

static ssWorld* exactWorld( double theta )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = theta;
    def.tolerance = 1e-13;
    def.maxIterations = 20000;
    return makeWorld( &def );
}

/// Rods one below the other on joints of this kind, all at this angle from the
/// vertical, which may collide with nothing.
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
            if ( k == 2 ) { addSleeve( world, id, 1.2 ); }
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

// What holds a pendulum does no work, whatever the step size: what the scheme loses is
// its own. A hand that turns the hinge works.
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
        for ( int i = 0; i < 2000; ++i ) { ssWorld_Step( world, 1e-3 ); }
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
            ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-3 ).status );
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
            ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, h ).status );
        }
        // It rolls about the line through both contacts, at R/sqrt 2 from its
        // centre: a = g sin a/(1 + 2/5 * 2).
        double expected = 9.81 * sin( slope ) / 1.8 * 0.6;
        ASSERT_IN_RANGE( expected, ssWorld_Body( world, id ).velocity.x, 1e-3 * expected );
        ssDestroyWorld( world );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------- positions

/// A joint as the test sees it: where its anchor is on either body.
typedef struct Hinge
{
    ssBodyId a, b;
    ssVec3 onA, onB;
} Hinge;

static ssVec3 pointOn( const ssWorld* world, ssBodyId id, ssVec3 local )
{
    ssBodyState body = ssWorld_Body( world, id );
    return id.slot1 == 0 ? local
                         : ssVec3_Add( body.pose.position, ssQuat_Rotate( body.pose.orientation, local ) );
}

static double largestGap( const ssWorld* world, const Hinge* hinges, int count )
{
    double gap = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        ssVec3 a = pointOn( world, hinges[i].a, hinges[i].onA ),
               b = pointOn( world, hinges[i].b, hinges[i].onB );
        gap = fmax( gap, ssVec3_Length( ssVec3_Sub( b, a ) ) );
    }
    return gap;
}

#define LINKS_MAX 20
#define LINK 0.1 // [m]

/// Capsules end to end along x on hinges about y, the first on the world.
static void addChain( ssWorld* world, int links, double mass, double last, bool touch, Hinge* hinges )
{
    ssBodyId before = { 0, 0 };
    for ( int i = 0; i < links; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        body.shape = ssCapsuleShape( 0.02, 0.5 * LINK - 0.02 );
        body.group = touch ? 0 : 1;
        body.mass = i == links - 1 ? last : mass;
        body.pose.position = ssVec3_Make( ( i + 0.5 ) * LINK, 0.0, 0.0 );
        body.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.5 * SS_PI, 0.0 ) );
        ssJointDef joint = ssDefaultJointDef();
        joint.kind = ss_jointRevolute;
        joint.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
        joint.anchor = ssVec3_Make( i * LINK, 0.0, 0.0 );
        joint.a = before;
        joint.b = addBody( world, &body );
        joint.touch = touch && i > 0;
        testMust( ssWorld_AddJoint( world, &joint, NULL ) );
        hinges[i] =
            ( Hinge ){ before, joint.b, { 0.0, 0.0, i > 0 ? 0.5 * LINK : 0.0 }, { 0.0, 0.0, -0.5 * LINK } };
        before = joint.b;
    }
}

// A chain with a heavy end falls from the horizontal: it neither tears nor gains energy,
// whoever solves it, and the report says so.
TEST chainsWithAHeavyEndHold( void )
{
    static const char* const solvers[] = { "passes", "auto", "newton", "path" };
    for ( int i = 0, count = testUpTo( 40, 10 ); i < count; ++i )
    {
        int k = 9 * i % 40; // the first ten have every ratio, solver and theta
        double ratio = k % 5 == 0 ? 1.0
            : k % 5 == 1          ? 10.0
            : k % 5 == 2          ? 100.0
            : k % 5 == 3          ? 300.0
                                  : 1000.0;
        int links = k < 20 ? 6 : LINKS_MAX;
        ssWorldDef def = ssDefaultWorldDef();
        def.theta = k % 2 == 0 ? 1.0 : 0.5;
        def.solver = solvers[k / 5 % 4];
        ssWorld* world = makeWorld( &def );
        Hinge hinges[LINKS_MAX];
        addChain( world, links, 0.1, 0.1 * ratio, false, hinges );
        double start = ssWorld_Energy( world ), unit = 9.81 * ( 0.1 * ratio + 0.1 * links ) * LINK * links;
        for ( int step = 0; step < 400; ++step )
        {
            ssWorldReport report = ssWorld_Step( world, 5e-3 );
            double energy = ssWorld_Energy( world ), gap = largestGap( world, hinges, links );
            ASSERT_EQ( ss_statusConverged, report.status );
            ASSERT( gap < ( ratio <= 300.0 ? 1e-6 : 0.01 ) * LINK );
            ASSERT_IN_RANGE( gap, report.jointGap, 1e-12 );
            ASSERT( energy <= start + 1e-9 * unit );
            // Gravity and joints are all there is: what one step has less or more of energy is theirs.
            ASSERT_IN_RANGE( energy - start, report.ledger.joints, 1e-9 * unit );
            ASSERT_IN_RANGE( 0.0, report.ledger.correction, 1e-12 * unit );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

// Links that touch end to end jam as they bend, and no solver finds
// forces for that: they make no energy of it.
TEST jammedChainsGainNoEnergy( void )
{
    for ( int k = 0; k < 6; ++k )
    {
        if ( !testTakes( k ) ) { continue; }
        ssWorldDef def = ssDefaultWorldDef();
        def.theta = k < 3 ? 1.0 : 0.5;
        ssWorld* world = makeWorld( &def );
        Hinge hinges[6];
        double last = k % 3 == 0 ? 0.1 : k % 3 == 1 ? 1.0 : 10.0; // [kg]
        addChain( world, 6, 0.1, last, true, hinges );
        double start = ssWorld_Energy( world ), unit = 9.81 * ( last + 0.5 ) * 6 * LINK;
        for ( int i = 0; i < 100; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 5e-3 );
            ASSERT( ssWorld_Energy( world ) <= start + report.ledger.correction + 0.01 * unit );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

// What joints have lost in a jerk they do not give back later: in a step
// they give no more than the weight does in it.
TEST jointsGiveNothingBackInAJerk( void )
{
    for ( int k = 0; k < 3; k += testScale() < 1.0 ? 2 : 1 )
    {
        double h = k == 1 ? 1e-3 : 5e-3, last = k == 0 ? 100.0 : 1e4, most = 0.0;
        ssWorldDef def = ssDefaultWorldDef();
        ssWorld* world = makeWorld( &def );
        Hinge hinges[6];
        addChain( world, 6, 0.1, last, false, hinges );
        double before = ssWorld_Energy( world ), fall = sqrt( 2.0 * 9.81 * 6 * LINK ); // [m/s], the fastest
        for ( int i = 0; i < (int)( 4.0 / h ); ++i )
        {
            ssWorld_Step( world, h );
            most = fmax( most, ssWorld_Energy( world ) - before );
            before = ssWorld_Energy( world );
        }
        ASSERT_IN_RANGE( 0.0, most, last * 9.81 * h * fall );
        ssDestroyWorld( world );
    }
    PASS();
}

#define ACROSS 9

/// A chain with heavy ends whose links touch end to end, above a box that it is to lie over.
static void addChainAcross( ssWorld* world, bool touch )
{
    ssBodyDef box = ssDefaultBodyDef();
    addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
    box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.2, 0.2 ) );
    box.mass = 1.0;
    box.pose.position.z = 0.2;
    addBody( world, &box );
    ssBodyId before = { 0, 0 };
    for ( int i = 0; i < ACROSS; ++i )
    {
        ssBodyDef link = ssDefaultBodyDef();
        link.shape = ssCapsuleShape( 0.02, 0.5 * LINK - 0.02 );
        link.mass = i == 0 || i == ACROSS - 1 ? 10.0 : 0.1;
        link.pose.position = ssVec3_Make( LINK * ( i - ACROSS / 2 ), 0.0, 0.43 );
        link.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.5 * SS_PI, 0.0 ) );
        ssJointDef joint = ssDefaultJointDef();
        joint.kind = ss_jointSpherical;
        joint.anchor = ssVec3_MulAdd( link.pose.position, -0.5 * LINK, ssVec3_Make( 1.0, 0.0, 0.0 ) );
        joint.touch = touch;
        joint.a = before;
        joint.b = before = addBody( world, &link );
        if ( i > 0 ) { testMust( ssWorld_AddJoint( world, &joint, NULL ) ); }
    }
}

// The energy never exceeds that of the beginning, impacts give nothing, and the chain comes to rest: its
// motion is not worth a millimetre of fall. Where its links touch as well, so that joints and contacts
// contradict each other, it stops all the same; impacts give then what they have taken before, and no more.
TEST aChainAcrossABoxComesToRest( void )
{
    for ( int k = 0; k < 6; ++k )
    {
        if ( !testTakes( k ) ) { continue; }
        double h = k % 3 == 1 ? 5e-3 : 1e-2, kinetic = 0.0, impact = 0.0;
        ssWorldDef def = ssDefaultWorldDef();
        def.theta = k % 3 == 2 ? 1.0 : 0.5;
        ssWorld* world = makeWorld( &def );
        addChainAcross( world, k >= 3 );
        double start = ssWorld_Energy( world );
        int steps = (int)( 3.0 / h + 0.5 );
        for ( int i = 0; i < steps; ++i )
        {
            ssLedger ledger = ssWorld_Step( world, h ).ledger;
            ASSERT( ledger.kinetic + ledger.potential <= start * ( 1.0 + 1e-9 ) );
            ASSERT( ledger.impact >= ( k < 3 ? impact - 1e-4 * start : 0.0 ) );
            impact = ledger.impact;
            kinetic += i >= steps - 50 ? ledger.kinetic / 50.0 : 0.0;
        }
        ASSERT_IN_RANGE( 0.0, kinetic, 20.7 * 9.81 * 1e-3 );
        ssDestroyWorld( world );
    }
    PASS();
}

// With theta = 1, too, a pendulum swings on. Its hinge bends the path of the rod without taking its speed.
TEST aPendulumSwingsOn( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    hangRods( world, ss_jointRevolute, 1, 1.2, 0.0 );
    double start = ssWorld_Energy( world ), mass = bodyAt( world, 0 ).mass, energy = 0.0;
    for ( int i = 0; i < 10000; ++i )
    {
        ssWorld_Step( world, 1e-3 );
        energy = ssWorld_Energy( world );
        ASSERT( energy <= start + 1e-12 );
    }
    double swing = mass * 9.81 * 0.5 * LENGTH * ( 1.0 - cos( 1.2 ) );
    ASSERT_IN_RANGE( start - 0.01 * swing, energy, 0.01 * swing );
    ssDestroyWorld( world );
    PASS();
}

// Two boxes on a hinge at rest, the lower one 5 cm deep in the
// ground: they rise, and nothing moves afterwards.
TEST jointedBoxesRiseWithoutSpeed( void )
{
    static const ssJointKind kinds[] = { ss_jointRevolute, ss_jointSpherical, ss_jointFixed };
    for ( int k = 0; k < 12; ++k )
    {
        double depth = 0.05, mass = k / 6 == 0 ? 1.0 : 50.0;
        ssWorldDef def = ssDefaultWorldDef();
        def.theta = k / 3 % 2 == 0 ? 1.0 : 0.5;
        ssWorld* world = makeWorld( &def );
        addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
        ssBodyId ids[2];
        for ( int i = 0; i < 2; ++i )
        {
            ssBodyDef box = ssDefaultBodyDef();
            box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
            box.mass = i == 0 ? 1.0 : mass;
            box.pose.position.z = 0.1 - depth + 0.25 * i;
            ids[i] = addBody( world, &box );
        }
        ssJointDef hinge = ssDefaultJointDef();
        hinge.kind = kinds[k % 3];
        hinge.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
        hinge.a = ids[0];
        hinge.b = ids[1];
        hinge.anchor.z = 0.1 - depth + 0.125;
        testMust( ssWorld_AddJoint( world, &hinge, NULL ) );
        for ( int i = 0; i < 50; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 1e-3 );
            ASSERT_EQ( ss_statusConverged, report.status );
            ASSERT( report.ledger.kinetic < 1e-4 ); // an upper box on a hinge topples from within the slop
            ASSERT( i > 2 || report.ledger.kinetic < 1e-7 );
            // What the ground lifts is the correction's, to the millimetre that the slop is.
            ASSERT_IN_RANGE(
                ( 1.0 + mass ) * 9.81 * depth, report.ledger.correction, ( 1.0 + mass ) * 9.81 * 1e-3 );
        }
        for ( int i = 0; i < 2; ++i )
        {
            ASSERT_IN_RANGE( 0.1 + 0.25 * i, ssWorld_Body( world, ids[i] ).pose.position.z, 1e-3 );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

/// A few bodies of all shapes over a plane, chained by joints of all kinds, some of them to the world;
/// `off` [m]: how far joints are off at first.
static ssWorld* randomWorld( testRng* rng, const ssWorldDef* def, double speed, double off )
{
    ssWorld* world = makeWorld( def );
    ssMaterial material = { .mu = testUniform( rng, 0.0, 1.0 ) };
    addPlane( world, material, 0.0 );
    int count = 2 + (int)testUniform( rng, 0.0, 5.0 );
    ssBodyId before = { 0, 0 };
    for ( int i = 0; i < count; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        int shape = (int)testUniform( rng, 0.0, 3.0 );
        double size = testUniform( rng, 0.05, 0.12 );
        body.shape = shape == 0 ? ssSphereShape( size )
            : shape == 1        ? ssCapsuleShape( 0.5 * size, size )
                                : ssBoxShape( ssVec3_Make( size, 0.7 * size, 0.8 * size ) );
        body.material = material;
        body.mass = pow( 10.0, testUniform( rng, -1.0, 1.0 ) );
        body.pose.position =
            ssVec3_Make( 0.3 * i, testUniform( rng, -0.05, 0.05 ), testUniform( rng, 0.08, 0.25 ) );
        body.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make(
            testUniform( rng, -2.0, 2.0 ), testUniform( rng, -2.0, 2.0 ), testUniform( rng, -2.0, 2.0 ) ) );
        body.velocity =
            ssVec3_Make( testUniform( rng, -speed, speed ), testUniform( rng, -speed, speed ), 0.0 );
        body.omega = ssVec3_Make( 0.0, testUniform( rng, -5.0 * speed, 5.0 * speed ), 0.0 );
        ssJointDef joint = ssDefaultJointDef();
        joint.kind = (ssJointKind)(int)testUniform( rng, 0.0, ss_jointMotion );
        joint.axis = ssVec3_Make( testUniform( rng, -1.0, 1.0 ), 1.0, testUniform( rng, -1.0, 1.0 ) );
        joint.anchor = ssVec3_MulAdd( body.pose.position, -0.15, ssVec3_Make( 1.0, 0.0, 0.0 ) );
        joint.b = addBody( world, &body );
        joint.a = testUniform( rng, 0.0, 1.0 ) < 0.2 ? ( ssBodyId ){ 0, 0 } : before;
        testMust( ssWorld_AddJoint( world, &joint, NULL ) );
        before = joint.b;
        body.pose.position.x += testUniform( rng, -off, off );
        body.pose.position.z += testUniform( rng, -off, off );
        testMust( ssWorld_SetPose( world, before, body.pose ) );
    }
    return world;
}

// Without gravity, at rest, deep in the ground and with joints that are off:
// positions are corrected, and nothing ever moves.
TEST correctionsGiveNoSpeed( void )
{
    testRng rng = { 5 };
    for ( int k = 0; k < 100; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
        def.theta = k % 2 == 0 ? 1.0 : 0.5;
        ssWorld* world = randomWorld( &rng, &def, 0.0, 0.03 );
        for ( int i = 0; i < 20; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 1e-3 );
            ASSERT_EQ( 0.0, report.ledger.kinetic );
            ASSERT( i < 10 || report.jointGap < 1e-6 );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

// Nothing drives these worlds: they have less and less energy but for what the ground has lifted.
TEST jointedWorldsGainNoEnergy( void )
{
    testRng rng = { 17 };
    for ( int k = 0, count = testUpTo( 300, 60 ); k < count; ++k )
    {
        double h = k % 3 == 0 ? 5e-3 : 1e-3;
        ssWorldDef def = ssDefaultWorldDef();
        def.theta = k % 4 == 3 ? 0.5 : 1.0;
        ssWorld* world = randomWorld( &rng, &def, 0.5, 0.0 );
        double start = ssWorld_Energy( world ), weight = 0.0;
        for ( int i = 1; i < ssWorld_BodyCount( world ); ++i ) { weight += 9.81 * bodyAt( world, i ).mass; }
        ssLedger last = ssWorld_Ledger( world );
        for ( int i = 0; i < 100; ++i )
        {
            double before = ssWorld_Energy( world );
            ssWorldReport report = ssWorld_Step( world, h );
            ssLedger now = report.ledger;
            double energy = ssWorld_Energy( world ), lifted = now.correction - last.correction;
            double made = fmax( 0.0, now.joints - last.joints );
            ASSERT( report.status <= ss_statusLimit );
            // Of first order, the scheme gives back in one step what it took in others.
            // At theta < 1 a contact may give back what it took, by its mean velocity.
            made += fmax( 0.0, last.impact - now.impact );
            ASSERT( energy <= before + lifted + made + 2e-3 * weight * h );
            ASSERT( energy <= start + now.correction + 1e-6 * weight );
            ASSERT( report.jointGap < 1e-4 );
            last = now;
        }
        ssDestroyWorld( world );
    }
    PASS();
}

// Bars in a loop of four hinges, which hold each other in their plane four times over, turn under a
// weight; bars far off are put together first.
TEST loopsOfHingesClose( void )
{
    for ( int k = 0; k < 2; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        ssWorld* world = makeWorld( &def );
        static const double x[4] = { 0.0, 0.0, 1.0, 1.0 }, z[4] = { 0.0, 0.5, 0.5, 0.0 };
        ssBodyId bars[3] = { { 0, 0 } };
        Hinge hinges[4];
        for ( int i = 0; i < 3; ++i )
        {
            ssBodyDef bar = ssDefaultBodyDef();
            bar.shape = ssBoxShape(
                ssVec3_Make( 0.5 * ( x[i + 1] - x[i] ) + 0.02, 0.02, 0.5 * fabs( z[i + 1] - z[i] ) + 0.02 ) );
            bar.group = 1;
            bar.pose.position = ssVec3_Make( 0.5 * ( x[i] + x[i + 1] ), 0.0, 0.5 * ( z[i] + z[i + 1] ) );
            bars[i] = addBody( world, &bar );
        }
        for ( int i = 0; i < 4; ++i )
        {
            ssJointDef joint = ssDefaultJointDef();
            joint.kind = ss_jointRevolute;
            joint.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
            joint.anchor = ssVec3_Make( x[i], 0.0, z[i] );
            joint.a = i > 0 ? bars[i - 1] : ( ssBodyId ){ 0, 0 };
            joint.b = i < 3 ? bars[i] : ( ssBodyId ){ 0, 0 };
            testMust( ssWorld_AddJoint( world, &joint, NULL ) );
            ssVec3 a =
                i > 0 ? ssWorld_Body( world, bars[i - 1] ).pose.position : ssVec3_Make( 0.0, 0.0, 0.0 );
            ssVec3 b = i < 3 ? ssWorld_Body( world, bars[i] ).pose.position : ssVec3_Make( 0.0, 0.0, 0.0 );
            hinges[i] =
                ( Hinge ){ joint.a, joint.b, ssVec3_Sub( joint.anchor, a ), ssVec3_Sub( joint.anchor, b ) };
        }
        ssPose off = ssWorld_Body( world, bars[1] ).pose;
        off.position = ssVec3_Add( off.position, ssVec3_Make( 0.1, 0.0, 0.05 ) );
        testMust( k == 1 ? ssWorld_SetPose( world, bars[1], off ) : ssOk() );
        testMust( ssWorld_SetVelocity(
            world, bars[1], ssVec3_Make( 0.5, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
        double start = ssWorld_Energy( world );
        for ( int i = 0; i < 400; ++i )
        {
            ssWorldReport report = ssWorld_Step( world, 5e-3 );
            ASSERT( largestGap( world, hinges, 4 ) < 1e-6 );
            ASSERT( k == 1 || ssWorld_Energy( world ) <= start + 1e-6 );
            ASSERT_EQ( ss_statusConverged, report.status );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

// A hinge may turn as far as it likes before its axis tilts: what
// the report calls its angle is the tilt alone.
TEST tiltsOfHingesAreClosedAtAnyAngle( void )
{
    for ( int k = 0; k < 8; ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
        ssWorld* world = makeWorld( &def );
        ssBodyDef box = ssDefaultBodyDef();
        box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.05, 0.2 ) );
        ssJointDef hinge = ssDefaultJointDef();
        hinge.kind = ss_jointRevolute;
        hinge.axis = ssVec3_Make( 0.0, 0.0, 1.0 );
        hinge.b = addBody( world, &box );
        testMust( ssWorld_AddJoint( world, &hinge, NULL ) );
        ssQuat turn = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.0, 0.25 * SS_PI * k ) );
        ssQuat tilt = ssQuat_FromRotationVector( ssVec3_Make( 0.2, 0.1, 0.0 ) );
        testMust(
            ssWorld_SetPose( world, hinge.b, ( ssPose ){ { 0.0, 0.0, 0.0 }, ssQuat_Mul( tilt, turn ) } ) );
        ssWorldReport report = ssWorld_Step( world, 1e-3 );
        ssVec3 axis = ssQuat_Rotate( ssWorld_Body( world, hinge.b ).pose.orientation, hinge.axis );
        ASSERT_IN_RANGE( 1.0, axis.z, 1e-12 );
        ASSERT( report.jointAngle < 1e-8 );
        ASSERT_EQ( 0.0, report.ledger.kinetic );
        ssDestroyWorld( world );
    }
    PASS();
}

// A motor pulls the first link of a chain along a rail, at its speed, while the rest hangs and swings.
TEST motorsDriveChains( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssBodyDef carriage = ssDefaultBodyDef();
    carriage.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.05 ) );
    carriage.group = 1;
    ssBodyId id = addBody( world, &carriage ), above = id;
    ssJointDef rail = ssDefaultJointDef();
    rail.b = id;
    rail.axis = ssVec3_Make( 1.0, 0.0, 0.0 );
    for ( int i = 0; i < 2; ++i )
    {
        rail.kind = i == 0 ? ss_jointPrismatic : ss_jointMotion;
        rail.speed = i == 0 ? 0.0 : 0.7;
        testMust( ssWorld_AddJoint( world, &rail, NULL ) );
    }
    for ( int i = 0; i < 4; ++i )
    {
        ssBodyDef link = ssDefaultBodyDef();
        link.shape = ssCapsuleShape( 0.02, 0.1 );
        link.group = 1;
        link.mass = i == 3 ? 10.0 : 0.1;
        link.pose.position.z = -0.1 - 0.2 * i;
        ssJointDef ball = ssDefaultJointDef();
        ball.kind = ss_jointSpherical;
        ball.anchor.z = -0.2 * i;
        ball.a = above;
        ball.b = above = addBody( world, &link );
        testMust( ssWorld_AddJoint( world, &ball, NULL ) );
    }
    double start = ssWorld_Energy( world );
    for ( int i = 1; i <= 400; ++i )
    {
        ssWorldReport report = ssWorld_Step( world, 5e-3 );
        ssBodyState state = ssWorld_Body( world, id );
        ASSERT_IN_RANGE( 0.7, state.velocity.x, 1e-4 );
        ASSERT_IN_RANGE( 0.7 * 5e-3 * i, state.pose.position.x, 0.02 );
        ASSERT( report.jointGap < 1e-6 && report.ledger.work > 0.0 );
        ASSERT_IN_RANGE( start + report.ledger.work + report.ledger.joints, ssWorld_Energy( world ), 1e-9 );
        ASSERT_IN_RANGE( 0.0, report.ledger.joints, 0.02 * report.ledger.work );
    }
    ssDestroyWorld( world );
    PASS();
}

SUITE( joints )
{
    RUN_TEST( chainsWithAHeavyEndHold );
    RUN_TEST( jammedChainsGainNoEnergy );
    RUN_TEST( jointsGiveNothingBackInAJerk );
    RUN_TEST( aChainAcrossABoxComesToRest );
    RUN_TEST( aPendulumSwingsOn );
    RUN_TEST( jointedBoxesRiseWithoutSpeed );
    RUN_TEST( correctionsGiveNoSpeed );
    RUN_TEST( jointedWorldsGainNoEnergy );
    RUN_TEST( loopsOfHingesClose );
    RUN_TEST( tiltsOfHingesAreClosedAtAnyAngle );
    RUN_TEST( motorsDriveChains );
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
