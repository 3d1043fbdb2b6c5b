// SPDX-License-Identifier: MIT
#include "world_common.h"

// Spheres that touch nothing but the ground: they are solved contact by contact, to rounding, and rest to the
// bit.

typedef struct Scene
{
    ssWorld* world;
    int ball;
    double radius, h;
    ssMaterial material;
    ssWorldReport report;
} Scene;

/// One step of a sphere that touches a plane of any orientation, with coefficients, sizes and velocities over
/// many decades. In every other scene the sphere is the first body of the contact.
static Scene stepAnything( testRng* rng, ssWorldLaw law, ssVec3 belt, bool ballFirst )
{
    double R = fabs( testDecades( rng, -2.0, 1.0 ) ), zero = testUniform( rng, 0.0, 1.0 ),
           size = fabs( testDecades( rng, -4.0, 1.0 ) );
    Scene scene = { .radius = R, .h = fabs( testDecades( rng, -4.0, -2.0 ) ) };
    scene.material = ( ssMaterial ){
        .mu = zero < 0.1 ? 0.0 : fabs( testDecades( rng, -3.0, 1.0 ) ),
        .muRoll = zero > 0.9 ? 0.0 : R * fabs( testDecades( rng, -4.0, 1.0 ) ),
        .muSpin = R * fabs( testDecades( rng, -4.0, 0.0 ) ),
        .restitution = testUniform( rng, 0.0, 1.0 ),
    };
    ssWorldDef def = ssDefaultWorldDef();
    def.law = law;
    def.theta = 0.5;
    def.tolerance = 1e-12;
    def.maxIterations = 2000;
    scene.world = makeWorld( &def );
    double angle = testUniform( rng, -0.5, 0.5 );
    ssBodyDef ball = sphereOn( R, scene.material, angle );
    ball.mass = fabs( testDecades( rng, -3.0, 4.0 ) );
    ball.velocity = ssVec3_Make( testUniform( rng, -size, size ), testUniform( rng, -size, size ),
        -size - testUniform( rng, 0.0, 0.1 ) );
    ball.omega = ssVec3_Make( testUniform( rng, -size, size ) / R, testUniform( rng, -size, size ) / R,
        testUniform( rng, -size, size ) / R );
    ssBodyDef ground = ssDefaultBodyDef();
    ground.shape = ssPlaneShape();
    ground.kind = ss_bodyStatic;
    ground.material = scene.material;
    ground.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, angle, 0.0 ) );
    ground.beltVelocity = belt;
    addBody( scene.world, ballFirst ? &ball : &ground );
    addBody( scene.world, ballFirst ? &ground : &ball );
    scene.ball = ballFirst ? 0 : 1;
    scene.report = ssWorld_Step( scene.world, scene.h );
    return scene;
}

TEST reactionsStayInTheConeAndSatisfyTheJudge( void )
{
    testRng rng = { 23 };
    int oblique = 0, n = testCount( 5000 );
    for ( int k = 0; k < n; ++k )
    {
        ssVec3 belt = { 0.0, k % 3 == 0 ? 0.5 : 0.0, 0.0 };
        Scene scene =
            stepAnything( &rng, k % 4 == 0 ? ss_worldLawRelaxed : ss_worldLawCoulomb, belt, k % 2 == 0 );
        ASSERT_EQ( ss_statusConverged, scene.report.status );
        ASSERT( scene.report.residual <= 1e-10 );
        ASSERT_EQ_FMT( 1, ssWorld_ContactCount( scene.world ), "%d" );
        ssContactView c = ssWorld_Contact( scene.world, 0 ).view;
        double normal = c.force[0], slack = 1e-12 * normal, R = scene.radius;
        ASSERT( normal > 0.0 );
        ASSERT( hypot( c.force[1], c.force[2] ) <= ( 1.0 + 1e-12 ) * scene.material.mu * normal + slack );
        ASSERT( hypot( c.moment[0], c.moment[1] ) <=
            ( 1.0 + 1e-12 ) * scene.material.muRoll * normal + slack * R );
        ASSERT( fabs( c.moment[2] ) <= ( 1.0 + 1e-12 ) * scene.material.muSpin * normal + slack * R );
        oblique += k % 4 != 0 && scene.report.iterations > 3;
        ssDestroyWorld( scene.world );
    }
    // The interesting case, sliding and rolling in different directions, must occur.
    ASSERT( oblique > n / 20 );
    PASS();
}

TEST frictionOpposesMotionAtItsBound( void )
{
    // Under Coulomb's law, what moves after the step is opposed with the full bound, block by block.
    testRng rng = { 24 };
    int slid = 0, rolled = 0, n = testCount( 5000 );
    for ( int k = 0; k < n; ++k )
    {
        ssVec3 belt = { 0.0, k % 3 == 0 ? 0.5 : 0.0, 0.0 };
        Scene scene = stepAnything( &rng, ss_worldLawCoulomb, belt, k % 2 == 0 );
        ssWorldContact contact = ssWorld_Contact( scene.world, 0 );
        const double *y = contact.velocity, *f = contact.view.force, *m = contact.view.moment;
        double R = scene.radius, slide = hypot( y[1], y[2] ), roll = hypot( y[3], y[4] );
        if ( slide > 1e-3 )
        {
            double bound = scene.material.mu * f[0];
            ASSERT( hypot( f[1] + bound * y[1] / slide, f[2] + bound * y[2] / slide ) <= 1e-8 * bound );
            ++slid;
        }
        if ( R * roll > 1e-3 )
        {
            double bound = scene.material.muRoll * f[0];
            ASSERT( hypot( m[0] + bound * y[3] / roll, m[1] + bound * y[4] / roll ) <= 1e-8 * bound );
            ++rolled;
        }
        if ( R * fabs( y[5] ) > 1e-3 )
        {
            double bound = scene.material.muSpin * f[0];
            ASSERT( fabs( m[2] + copysign( bound, y[5] ) ) <= 1e-8 * bound );
        }
        ssDestroyWorld( scene.world );
    }
    ASSERT( slid > n / 20 && rolled > n / 20 );
    PASS();
}

TEST everyBallOfManyComesToRestToTheBit( void )
{
    // Balls are thrown apart on level ground, each in its own direction and with spin: all stop, and none
    // ever moves again.
    enum
    {
        balls = 24
    };
    ssMaterial material = { .mu = 0.3, .muRoll = 0.02, .muSpin = 0.02 };
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-12;
    def.theta = 0.5;
    ssWorld* world = makeWorld( &def );
    addPlane( world, material, 0.0 );
    for ( int k = 0; k < balls; ++k )
    {
        double heading = 2.0 * SS_PI * k / balls;
        ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
        ball.pose.position.x += 2.0 * cos( heading );
        ball.pose.position.y += 2.0 * sin( heading );
        ball.velocity = ssVec3_Make( cos( heading ), sin( heading ), 0.0 );
        ball.omega = ssVec3_Make( 0.3 * k, 1.0, 0.5 * k );
        addBody( world, &ball );
    }
    for ( int i = 0; i < 3000; ++i ) { ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, 1e-3 ).status ); }
    for ( int k = 1; k <= balls; ++k )
    {
        ssBodyState ball = bodyAt( world, k );
        ASSERT( ssVec3_Length( ball.velocity ) == 0.0 && ssVec3_Length( ball.omega ) == 0.0 );
        ASSERT( ball.pose.position.z == 0.1 );
    }
    ssDestroyWorld( world );
    PASS();
}

SUITE( apart )
{
    RUN_TEST( reactionsStayInTheConeAndSatisfyTheJudge );
    RUN_TEST( frictionOpposesMotionAtItsBound );
    RUN_TEST( everyBallOfManyComesToRestToTheBit );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( apart );
    return TEST_END();
}
