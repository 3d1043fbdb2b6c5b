// SPDX-License-Identifier: MIT
#include "world_common.h"

// Impacts: Newton's law with friction and joints must not create energy (Kane's paradox), and a step that
// would is solved with less restitution. Steps that would not keep their bits.

#define LINK 0.5       // [m] of one link of the pendulum
#define THICKNESS 0.02 // [m]

/// A double pendulum in the plane y = 0 whose lower end is about to strike the ground.
static ssWorld* strikingPendulum( testRng* rng )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-8;
    def.maxIterations = 3000;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = testUniform( rng, 0.1, 1.5 ), .restitution = testUniform( rng, 0.2, 1.0 ) };
    addPlane( world, material, 0.0 );
    double upper = testUniform( rng, 0.0, 1.2 ), lower = testUniform( rng, -1.2, 0.0 );
    ssVec3 along[2] = { { sin( upper ), 0.0, -cos( upper ) }, { sin( lower ), 0.0, -cos( lower ) } };
    ssVec3 anchor = { 0.0, 0.0, LINK * ( cos( upper ) + cos( lower ) ) + 1.05 * THICKNESS };
    ssBodyId above = { 0, 0 };
    for ( int i = 0; i < 2; ++i )
    {
        ssBodyDef link = ssDefaultBodyDef();
        link.shape = ssCapsuleShape( THICKNESS, 0.5 * LINK );
        link.material = material;
        link.group = 1;
        link.pose.position = ssVec3_MulAdd( anchor, 0.5 * LINK, along[i] );
        link.pose.orientation =
            ssQuat_FromRotationVector( ssVec3_Make( 0.0, i == 0 ? -upper : -lower, 0.0 ) );
        link.omega = ssVec3_Make( 0.0, testUniform( rng, -20.0, 20.0 ) * ( i == 0 ? 0.3 : 1.0 ), 0.0 );
        ssJointDef joint = ssDefaultJointDef();
        joint.kind = ss_jointRevolute;
        joint.axis = ssVec3_Make( 0.0, 1.0, 0.0 );
        joint.a = above;
        joint.b = above = addBody( world, &link );
        joint.anchor = anchor;
        testMust( ssWorld_AddJoint( world, &joint, NULL ) );
        anchor = ssVec3_MulAdd( anchor, LINK, along[i] );
    }
    return world;
}

static double fastestLink( ssWorld* world )
{
    return ssMax( fabs( bodyAt( world, 1 ).omega.y ), fabs( bodyAt( world, 2 ).omega.y ) );
}

TEST restitutionFrictionAndJointsCreateNoEnergy( void )
{
    testRng rng = { 20 };
    int limited = 0;
    for ( int n = 0; n < testCount( 1500 ); ++n )
    {
        ssWorld* world = strikingPendulum( &rng );
        for ( int step = 0; step < 60; ++step )
        {
            double before = ssWorld_Energy( world ), h = 1e-3, fastest = fastestLink( world );
            ssWorldReport report = ssWorld_Step( world, h );
            fastest = ssMax( fastest, fastestLink( world ) );
            // Nothing works on the pendulum but gravity, and the scheme itself is exact to the first order of
            // h: the links have turned by h w when the impulse of a joint, at most twice their momentum m L
            // w, meets the velocity h w² L/2 by which it misses the turned link. Over their energy m (L w)²/2
            // that is 2 h w.
            if ( report.status == ss_statusConverged )
            {
                ASSERT(
                    ssWorld_Energy( world ) <= before + ssMax( 1e-2, 2.0 * h * fastest ) * fabs( before ) );
            }
        }
        limited += ssWorld_Report( world )->limitedImpacts;
        ssDestroyWorld( world );
    }
    ASSERT( limited > 0 ); // the paradox occurred
    PASS();
}

TEST anElasticBallBouncesToItsHeight( void )
{
    // without friction between coupled contacts nothing is limited, also at e = 1
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssMaterial elastic = { .mu = 0.5, .restitution = 1.0 };
    addPlane( world, elastic, 0.0 );
    ssBodyDef ball = sphereOn( 0.1, elastic, 0.0 );
    ball.pose.position.z = 1.1;
    ball.omega = ssVec3_Make( 0.0, 30.0, 5.0 );
    ssBodyId id = addBody( world, &ball );
    double top = 0.0;
    for ( int step = 0; step < 9000; ++step )
    {
        ASSERT_EQ( 0, ssWorld_Step( world, 1e-4 ).limitedImpacts );
        double z = ssWorld_Body( world, id ).pose.position.z;
        top = step > 4600 ? fmax( top, z ) : top; // after the first bounce at 0.45 s
    }
    ASSERT_IN_RANGE( 1.1, top, 2e-3 );
    ssDestroyWorld( world );
    PASS();
}

// Two bodies without friction that meet anywhere: momentum p along the line
// of centres gives and takes the same energy.
TEST elasticCollisionsKeepTheEnergy( void )
{
    testRng rng = { 31 };
    for ( int n = 0; n < testCount( 200 ); ++n )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
        def.tolerance = n % 2 == 0 ? 1e-5 : 1e-10;
        ssWorld* world = makeWorld( &def );
        const double e = n % 4 == 3 ? 0.7 : 1.0;
        double radius[2], mass[2];
        ssBodyId id[2];
        for ( int i = 0; i < 2; ++i )
        {
            ssBodyDef ball = ssDefaultBodyDef();
            ball.material = ( ssMaterial ){ .restitution = e };
            radius[i] = testUniform( &rng, 0.05, 0.2 );
            mass[i] = ball.mass = fabs( testDecades( &rng, -1.0, 1.0 ) );
            ball.shape = ssSphereShape( radius[i] );
            ball.pose.position = i == 0
                ? ssVec3_Make( 0.0, 0.0, 0.0 )
                : ssVec3_Make( 0.5, testUniform( &rng, -0.04, 0.04 ), testUniform( &rng, -0.04, 0.04 ) );
            ball.velocity.x = i == 0 ? 1.0 : 0.0;
            id[i] = addBody( world, &ball );
        }
        for ( int step = 0; step < 1000; ++step )
        {
            ASSERT_EQ( 0, ssWorld_Step( world, 1e-3 ).limitedImpacts );
        }
        ssVec3 v[2] = { ssWorld_Body( world, id[0] ).velocity, ssWorld_Body( world, id[1] ).velocity };
        // the second one moves along the line of centres: the approach was along it, at v·n
        double along = ssVec3_Length( v[1] ), reduced = mass[0] * mass[1] / ( mass[0] + mass[1] );
        double approach = along * mass[1] / ( reduced * ( 1.0 + e ) );
        double lost = 0.5 * reduced * ( 1.0 - e * e ) * approach * approach;
        double kinetic = 0.5 * mass[0] * ssVec3_Dot( v[0], v[0] ) + 0.5 * mass[1] * ssVec3_Dot( v[1], v[1] );
        ASSERT( along > 0.0 );
        ASSERT_IN_RANGE( 0.5 * mass[0] - lost, kinetic, 1e-4 * mass[0] );
        ssDestroyWorld( world );
    }
    PASS();
}

// Equal balls in a row that touch: all contacts open at the speed at which the
// first one closed (Newton, simultaneously).
TEST aTouchingCradleKeepsItsEnergy( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
    def.tolerance = 1e-10;
    ssWorld* world = makeWorld( &def );
    ssBodyId id[4];
    for ( int i = 0; i < 4; ++i )
    {
        ssBodyDef ball = ssDefaultBodyDef();
        ball.material = ( ssMaterial ){ .restitution = 1.0 };
        ball.shape = ssSphereShape( 0.1 );
        ball.mass = 1.0;
        ball.pose.position.x = 0.2 * i;
        ball.velocity.x = i == 0 ? 1.0 : 0.0;
        id[i] = addBody( world, &ball );
    }
    ssWorld_Step( world, 1e-3 );
    for ( int i = 0; i < 4; ++i )
    {
        ASSERT_IN_RANGE( i == 0 ? -0.5 : 0.5, ssWorld_Body( world, id[i] ).velocity.x, 1e-6 );
    }
    ssDestroyWorld( world );
    PASS();
}

/// Balls with e = 1 between a floor and a ceiling that narrow: where they wedge, no
/// velocities suit Newton's law at all contacts.
static ssWorld* wedge( testRng* rng, int kind )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
    def.theta = kind % 3 == 0 ? 0.5 : 1.0;
    ssWorld* world = makeWorld( &def );
    ssMaterial elastic = { .mu = 0.3 * ( kind % 4 ), .restitution = 1.0 };
    double angle = testUniform( rng, 0.02, 0.17 );
    for ( int i = 0; i < 2; ++i )
    {
        ssBodyDef plane = ssDefaultBodyDef();
        plane.kind = ss_bodyStatic;
        plane.shape = ssPlaneShape();
        plane.material = elastic;
        plane.pose.position.z = 0.3 * i;
        double turn = i == 0 ? angle : SS_PI - angle;
        plane.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, -turn, 0.0 ) );
        addBody( world, &plane );
    }
    for ( int i = 0; i < 3; ++i )
    {
        ssBodyDef ball = ssDefaultBodyDef();
        double *x = &ball.pose.position.x, *v = &ball.velocity.x;
        ball.shape = ssSphereShape( testUniform( rng, 0.1, 0.14 ) );
        ball.mass = exp( testUniform( rng, -1.5, 1.5 ) );
        ball.material = elastic;
        const double low[6] = { -0.5, -0.3 + 0.25 * i, 0.14, 2.0, -0.25, -2.0 },
                     high[6] = { -0.35, -0.3 + 0.25 * i, 0.16, 4.0, 0.25, 2.0 };
        for ( int k = 0; k < 3; ++k )
        {
            x[k] = testUniform( rng, low[k], high[k] );
            v[k] = testUniform( rng, low[3 + k], high[3 + k] );
        }
        addBody( world, &ball );
    }
    return world;
}

TEST elasticBallsInAWedgeGainNoEnergy( void )
{
    testRng rng = { 7 };
    for ( int n = 0; n < testCount( 1500 ); ++n )
    {
        ssWorld* world = wedge( &rng, n );
        const double start = ssWorld_Energy( world );
        for ( int step = 0; step < 60; ++step )
        {
            ASSERT( ssWorld_Step( world, 1e-2 ).status <= ss_statusLimit );
            ASSERT( ssWorld_Energy( world ) <= start * ( 1.0 + 1e-4 ) ); // a hundred solves to 1e-6
        }
        ssDestroyWorld( world );
    }
    PASS();
}

/// Bodies of all kinds that fall, press and pull on each other, some of
/// them driven, solved with very few iterations.
static ssWorld* hurriedWorld( testRng* rng )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.maxIterations = 1 + (int)testUniform( rng, 0.0, 5.0 );
    def.theta = testUniform( rng, 0.0, 1.0 ) < 0.5 ? 0.5 : 1.0;
    def.gravity.z = testUniform( rng, 0.0, 1.0 ) < 0.3 ? 0.0 : -9.81;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = testUniform( rng, 0.0, 1.5 ),
        .restitution = testUniform( rng, -1.0, 1.0 ) };
    material.restitution = fmax( 0.0, material.restitution );
    material.stiffness = testUniform( rng, 0.0, 1.0 ) < 0.25 ? fabs( testDecades( rng, 2.0, 6.0 ) ) : 0.0;
    ssBodyDef ground = ssDefaultBodyDef();
    ground.kind = testUniform( rng, 0.0, 1.0 ) < 0.3 ? ss_bodyKinematic : ss_bodyStatic;
    ground.shape = ssBoxShape( ssVec3_Make( 3.0, 3.0, 0.1 ) );
    ground.material = material;
    ground.pose.position.z = -0.1;
    ground.velocity.z = ground.kind == ss_bodyKinematic ? testUniform( rng, -1.0, 1.0 ) : 0.0;
    ground.beltVelocity.x = testUniform( rng, 0.0, 1.0 ) < 0.3 ? 2.0 : 0.0;
    ssBodyId last = addBody( world, &ground );
    for ( int i = 0; i < 7; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        double size = testUniform( rng, 0.08, 0.12 );
        bool round = testUniform( rng, 0.0, 1.0 ) < 0.5;
        body.shape = round ? ssSphereShape( size ) : ssBoxShape( ssVec3_Make( size, size, 1.5 * size ) );
        body.mass = fabs( testDecades( rng, -1.0, 1.0 ) );
        body.material = material;
        body.pose.position =
            ssVec3_Make( testUniform( rng, -0.2, 0.2 ), testUniform( rng, -0.2, 0.2 ), 0.1 + 0.2 * i );
        body.velocity = ssVec3_Make( testUniform( rng, -2.0, 2.0 ), 0.0, testUniform( rng, -4.0, 1.0 ) );
        body.omega = ssVec3_Make( 0.0, testUniform( rng, -10.0, 10.0 ), 5.0 );
        ssBodyId id = addBody( world, &body );
        if ( testUniform( rng, 0.0, 1.0 ) < 0.3 )
        {
            ssJointDef joint = ssDefaultJointDef();
            // those that hold a place close their gaps besides, which ledger.joints has
            joint.kind = testUniform( rng, 0.0, 1.0 ) < 0.5 ? ss_jointMotion : ss_jointSeal;
            joint.a = last;
            joint.b = id;
            joint.anchor = body.pose.position;
            joint.speed = joint.kind == ss_jointMotion ? 1.0 : 0.0;
            joint.maxForce = 50.0;
            testMust( ssWorld_AddJoint( world, &joint, NULL ) );
        }
        last = id;
    }
    return world;
}

/// [J] What compliant contacts held when the latest step began: k delta²/2.
static double heldByContacts( const ssWorld* world )
{
    double held = 0.0;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact c = ssWorld_Contact( world, i );
        double depth = fmax( 0.0, -c.gap );
        held += 0.5 * ssWorld_PairMaterial( world, c.a, c.b ).stiffness * depth * depth;
    }
    return held;
}

/// Under gravity, with a few iterations: bodies that are lifted out
/// of each other pay for it with their motion.
TEST hurriedBallsInAWedgeGainNoEnergyInAStep( void )
{
    testRng rng = { 5 };
    int missed = 0;
    for ( int n = 0; n < testCount( 300 ); ++n )
    {
        ssWorld* world = wedge( &rng, n );
        ssWorldDef def = *ssWorld_Def( world );
        def.gravity.z = -9.81;
        def.maxIterations = 2 + n % 20;
        testMust( ssWorld_SetDef( world, &def ) );
        double before = ssWorld_Energy( world ), size = before;
        for ( int step = 0; step < 200; ++step )
        {
            ssWorldReport report = ssWorld_Step( world, n % 2 == 0 ? 1e-3 : 5e-3 );
            double after = ssWorld_Energy( world );
            ASSERT( report.status != ss_statusLimit || after <= before + 1e-9 * size );
            missed += report.status == ss_statusLimit ? 1 : 0;
            before = after;
        }
        ssDestroyWorld( world );
    }
    ASSERT( missed > 0 );
    PASS();
}

TEST aStepThatMissedItsToleranceLeavesNoMoreEnergyThanItFound( void )
{
    testRng rng = { 11 };
    int missed[2] = { 0, 0 };
    for ( int n = 0; n < testCount( 400 ); ++n )
    {
        ssWorld* world = hurriedWorld( &rng );
        ssWorldDef def = *ssWorld_Def( world );
        bool asked = n % 2 == 0; // for a tolerance; otherwise that of the default counts
        def.tolerance = asked ? def.tolerance : 0.0;
        testMust( ssWorld_SetDef( world, &def ) );
        const double h = n % 3 == 0 ? 1e-3 : n % 3 == 1 ? 5e-3 : 2e-2;
        for ( int step = 0; step < 60; ++step )
        {
            ssLedger before = ssWorld_Ledger( world );
            ssWorldReport report = ssWorld_Step( world, h );
            ssLedger after = report.ledger;
            ASSERT( report.status <= ss_statusLimit );
            if ( asked ? report.status != ss_statusLimit : report.residual <= ssDefaultWorldDef().tolerance )
            {
                continue;
            }
            // besides what drives it, and what lifting bodies out of each other has added
            double given =
                after.work - before.work + after.correction - before.correction + heldByContacts( world );
            double gained = after.kinetic + after.potential - before.kinetic - before.potential - given;
            double size = after.kinetic + before.kinetic + fabs( after.potential ) +
                fabs( before.potential ) + fabs( given );
            ASSERT( gained <= 1e-9 * size );
            missed[asked ? 1 : 0] += 1;
        }
        ssDestroyWorld( world );
    }
    ASSERT( missed[0] > 0 && missed[1] > 0 );
    PASS();
}

TEST aStepOfNoTimeOrBackwardsIsRefused( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssBodyDef ball = ssDefaultBodyDef();
    addBody( world, &ball );
    uint64_t body = 0;
    const double steps[] = { -1.0, 0.0, (double)NAN, (double)INFINITY };
    for ( int i = 0; i < SS_COUNT( steps ); ++i )
    {
        ASSERT_EQ( ss_statusRefused, ssWorld_Step( world, steps[i] ).status );
        ASSERT( testContains( ssWorld_Refusal( world ), "allowed: > 0" ) );
        ASSERT( i == 0 || body == worldHash( world ) );
        body = worldHash( world );
    }
    ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-3 ).status );
    ASSERT( ssWorld_Refusal( world ) == NULL );
    ssDestroyWorld( world );
    PASS();
}

SUITE( impact )
{
    RUN_TEST( aStepOfNoTimeOrBackwardsIsRefused );
    RUN_TEST( restitutionFrictionAndJointsCreateNoEnergy );
    RUN_TEST( elasticBallsInAWedgeGainNoEnergy );
    RUN_TEST( hurriedBallsInAWedgeGainNoEnergyInAStep );
    RUN_TEST( aStepThatMissedItsToleranceLeavesNoMoreEnergyThanItFound );
    RUN_TEST( anElasticBallBouncesToItsHeight );
    RUN_TEST( elasticCollisionsKeepTheEnergy );
    RUN_TEST( aTouchingCradleKeepsItsEnergy );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( impact );
    return TEST_END();
}
