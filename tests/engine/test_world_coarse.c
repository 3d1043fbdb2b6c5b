// SPDX-License-Identifier: MIT
#include "world_common.h"

// A world says when its step is too coarse: where motions that are known in closed form lose about 1 %, and
// nowhere else. With the step that it names they do not.

static ssWorld* makeFine( double gravity )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.theta = 0.0;
    def.tolerance = 1e-10;
    def.gravity.z = -gravity;
    return makeWorld( &def );
}

/// The coarsest of the steps until `time`.
static ssStepScale scaleOver( ssWorld* world, double h, double time )
{
    ssStepScale worst = { 0 };
    for ( int i = 0; i < (int)lround( time / h ); ++i )
    {
        ssStepScale scale = ssWorld_Step( world, h ).scale;
        bool worse =
            scale.coarse != ss_coarseNot && ( worst.coarse == ss_coarseNot || scale.enough < worst.enough );
        worst = worse || ( worst.coarse == ss_coarseNot && scale.error >= worst.error ) ? scale : worst;
    }
    return worst;
}

// ------------------------------------------------------------------------------------------------------ spin

/// A disk that spins freely about an axis between its own and its diameter turns by L t/I about L, and by
/// (1 - J/I) omega_z t about itself. Returns by how much of its turn it is off.
static double errorOfADisk( double h, double time, ssStepScale* scale )
{
    const double omega = 1.0, slant = 0.8;
    ssWorld* world = makeFine( 0.0 );
    ssBodyDef def = ssDefaultBodyDef();
    def.shape = ssCylinderShape( 0.1, 0.01 );
    def.omega = ssVec3_Make( omega * sin( slant ), 0.0, omega * cos( slant ) );
    ssBodyId id = addBody( world, &def );
    ssVec3 inertia = ssWorld_Body( world, id ).inertia;
    *scale = scaleOver( world, h, time );
    ssVec3 momentum = { def.omega.x, 0.0, inertia.z / inertia.x * def.omega.z };
    double own = ( 1.0 - inertia.z / inertia.x ) * def.omega.z * time;
    ssQuat exact = ssQuat_Mul( ssQuat_FromRotationVector( ssVec3_Scale( time, momentum ) ),
        ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.0, own ) ) );
    ssQuat off = ssQuat_Mul( ssQuat_Conjugate( exact ), ssWorld_Body( world, id ).pose.orientation );
    ssDestroyWorld( world );
    return 2.0 * atan2( sqrt( off.x * off.x + off.y * off.y + off.z * off.z ), fabs( off.w ) ) /
        ( omega * time );
}

TEST aFreeBodyIsSaidToSpinTooFastWhereItLosesHalfAPercent( void )
{
    const double time = 12.0;
    for ( double h = 0.125; h < 1.3; h *= 2.0 )
    {
        ssStepScale scale;
        double error = errorOfADisk( h, time, &scale );
        ASSERT_EQ( error > 5e-3 ? ss_coarseSpin : ss_coarseNot, scale.coarse );
        ASSERT_IN_RANGE( h, scale.spin, 1e-9 );
        if ( scale.coarse != ss_coarseNot )
        {
            ASSERT( errorOfADisk( scale.enough, time, &scale ) < 5e-3 );
            ASSERT_EQ( ss_coarseNot, scale.coarse );
        }
    }
    PASS();
}

/// A box that a turntable carries along keeps its radius. Returns by how much of it it is off after two
/// turns.
static double errorOfABox( double h, int substeps, ssStepScale* scale )
{
    const double omega = 10.0, radius = 0.015;
    ssWorld* world = makeFine( 9.81 );
    ssWorldDef worldDef = *ssWorld_Def( world );
    worldDef.substeps = substeps;
    ssIgnore( ssWorld_SetDef( world, &worldDef ) );
    ssBodyDef table = ssDefaultBodyDef(), box = table;
    table.shape = ssPlaneShape();
    table.kind = ss_bodyKinematic;
    table.omega = box.omega = ssVec3_Make( 0.0, 0.0, omega );
    box.shape = ssBoxShape( ssVec3_Make( 0.05, 0.05, 0.02 ) );
    box.pose.position = ssVec3_Make( radius, 0.0, 0.02 );
    box.velocity = ssVec3_Make( 0.0, omega * radius, 0.0 );
    addBody( world, &table );
    ssBodyId id = addBody( world, &box );
    *scale = scaleOver( world, h, 1.2 );
    ssVec3 x = ssWorld_Body( world, id ).pose.position;
    ssDestroyWorld( world );
    return fabs( hypot( x.x, x.y ) / radius - 1.0 );
}

TEST aTurntableThatTurnsTooFarLosesItsBox( void )
{
    ssStepScale scale;
    ASSERT( errorOfABox( 0.03, 1, &scale ) > 1e-2 );
    ASSERT_EQ( ss_coarseSpin, scale.coarse );
    ASSERT_IN_RANGE( 0.01, scale.enough, 1e-12 ); // 0.2 rad is just below 20 ms: the box goes a little faster
    ASSERT( errorOfABox( 0.01, 1, &scale ) < 1e-2 );
    ASSERT_EQ( ss_coarseNot, scale.coarse );
    // Substeps turn by less each, and the step that is named is that of all.
    ASSERT( errorOfABox( 0.03, 3, &scale ) < 1e-2 );
    ASSERT_EQ( ss_coarseNot, scale.coarse );
    ASSERT( errorOfABox( 0.1, 3, &scale ) > 1e-2 );
    ASSERT_EQ( ss_coarseSpin, scale.coarse );
    ASSERT_IN_RANGE( 0.05, scale.enough, 1e-12 );
    PASS();
}

/// Whose surface stays where it is may spin as it likes: v, the place and the spin are exact.
TEST aWheelThatRollsAndABoxThatSpinsFlatAreNeverTooFast( void )
{
    const double h = 8e-3, omega = 100.0, time = 0.4, radius = 0.05;
    ssStepScale scale;
    ssWorld* world = makeFine( 9.81 );
    ssBodyDef ground = ssDefaultBodyDef(), wheel = ground;
    ground.shape = ssPlaneShape();
    ground.kind = ss_bodyStatic;
    wheel.shape = ssCylinderShape( radius, radius );
    wheel.pose =
        ( ssPose ){ { 0.0, 0.0, radius }, ssQuat_FromRotationVector( ssVec3_Make( 0.5 * SS_PI, 0.0, 0.0 ) ) };
    wheel.velocity.x = radius * omega;
    wheel.omega.y = omega;
    addBody( world, &ground );
    ssBodyId id = addBody( world, &wheel );
    scale = scaleOver( world, h, time );
    ASSERT_EQ( ss_coarseNot, scale.coarse );
    ASSERT_IN_RANGE( h * omega, scale.spin, 1e-9 );
    ASSERT_IN_RANGE( radius * omega * time, ssWorld_Body( world, id ).pose.position.x, 1e-9 );
    ssDestroyWorld( world );

    // The friction of four corners at the distance r is mu m g r against the spin.
    const double mu = 0.05, half = 0.05;
    world = makeFine( 9.81 );
    ssBodyDef box = ground;
    box.kind = ss_bodyDynamic;
    box.shape = ssBoxShape( ssVec3_Make( half, half, 0.01 ) );
    box.pose.position.z = 0.01;
    box.omega.z = omega;
    ground.material.mu = box.material.mu = mu;
    addBody( world, &ground );
    id = addBody( world, &box );
    ssBodyState start = ssWorld_Body( world, id );
    scale = scaleOver( world, h, time );
    double slowed = mu * start.mass * 9.81 * sqrt( 2.0 ) * half / start.inertia.z * time;
    ASSERT_EQ( ss_coarseNot, scale.coarse );
    ASSERT_IN_RANGE( omega - slowed, ssWorld_Body( world, id ).omega.z, 1e-6 );
    ssDestroyWorld( world );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- speed

/// Throws an elastic ball at a plate. Returns whether it flies back, and the coarsest step.
static bool fliesBack( double h, double height, ssStepScale* scale )
{
    ssWorld* world = makeFine( 0.0 );
    ssBodyDef plate = ssDefaultBodyDef(), ball = plate;
    plate.shape = ssBoxShape( ssVec3_Make( 1.0, 1.0, 0.01 ) );
    plate.kind = ss_bodyStatic;
    plate.material.restitution = ball.material.restitution = 1.0;
    ball.shape = ssSphereShape( 0.05 );
    ball.pose.position.z = height;
    ball.velocity.z = -100.0;
    addBody( world, &plate );
    ssBodyId id = addBody( world, &ball );
    *scale = scaleOver( world, h, 0.024 );
    double velocity = ssWorld_Body( world, id ).velocity.z;
    ssDestroyWorld( world );
    return velocity > 99.0;
}

/// Wherever it starts, the impact is in another part of a step; the ball may be lost between two steps.
TEST aSpeedThatGoesThroughAPlateIsSaid( void )
{
    const double coarse = 4e-3;
    ssStepScale scale;
    double enough = HUGE_VAL;
    int lost = 0;
    for ( int i = 0; i < 16; ++i )
    {
        double height = 1.0 + coarse * 100.0 * i / 16.0;
        bool back = fliesBack( coarse, height, &scale );
        lost += back ? 0 : 1;
        ASSERT_EQ( back ? ss_coarseSpeed : ss_coarseNot, scale.coarse );
        enough = back ? ssMin( enough, scale.enough ) : enough;
    }
    ASSERT( lost < 16 );
    for ( int i = 0; i < 16; ++i )
    {
        ASSERT( fliesBack( enough, 1.0 + enough * 100.0 * i / 16.0, &scale ) );
        ASSERT_EQ( ss_coarseNot, scale.coarse );
    }
    PASS();
}

// --------------------------------------------------------------------------------------------------- turning

/// A ball slides over another without friction, from the top. By its energy v² = v0² + 2 g (R - z). Returns
/// how far the square of its speed is off.
static double errorOfASlide( double h, double time, ssStepScale* scale )
{
    const double gravity = 9.81, distance = 0.15, start = sqrt( 0.3 * gravity * distance );
    ssWorld* world = makeFine( gravity );
    ssBodyDef rock = ssDefaultBodyDef(), ball = rock;
    rock.shape = ssSphereShape( 0.1 );
    rock.kind = ss_bodyStatic;
    rock.material.mu = ball.material.mu = 0.0;
    ball.shape = ssSphereShape( 0.05 );
    ball.pose.position.z = distance;
    ball.velocity.x = start;
    addBody( world, &rock );
    ssBodyId id = addBody( world, &ball );
    *scale = scaleOver( world, h, time );
    ssBodyState end = ssWorld_Body( world, id );
    ssDestroyWorld( world );
    double expected = start * start + 2.0 * gravity * ( distance - end.pose.position.z );
    return fabs( ssVec3_Dot( end.velocity, end.velocity ) / expected - 1.0 ) +
        fabs( ssVec3_Length( end.pose.position ) / distance - 1.0 );
}

TEST aNormalThatTurnsTooFarIsSaid( void )
{
    ssStepScale scale;
    for ( double h = 0.115; h > 0.01; h *= 0.5 )
    {
        double error = errorOfASlide( h, 0.115, &scale );
        ASSERT_EQ( error > 9e-3 ? ss_coarseTurning : ss_coarseNot, scale.coarse );
    }
    PASS();
}

SUITE( coarse )
{
    RUN_TEST( aFreeBodyIsSaidToSpinTooFastWhereItLosesHalfAPercent );
    RUN_TEST( aTurntableThatTurnsTooFarLosesItsBox );
    RUN_TEST( aWheelThatRollsAndABoxThatSpinsFlatAreNeverTooFast );
    RUN_TEST( aSpeedThatGoesThroughAPlateIsSaid );
    RUN_TEST( aNormalThatTurnsTooFarIsSaid );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( coarse );
    return TEST_END();
}
