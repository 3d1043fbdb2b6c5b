// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/lab/change.h"
#include "slipstick/lab/scenario.h"

// Painlevé's rod: a slender rod that slides on its lower end, in closed form. Of a rod of mass m and length
// 2 l, I = m l²/3, with its end at l (-cos t, -sin t) from its middle, an impulse (x, z) at the end changes
// the end's velocity by ((1 + 3 sin²) x - 3 sin cos z, (1 + 3 cos²) z - 3 sin cos x)/m, of determinant 4/m².
// So what stops a slip u is x = -m u (1 + 3 cos²)/4, z = -m u 3 sin cos/4, it leaves the middle u (3/4) sin²
// along and -u (3/4) sin cos upwards, and costs m u² (1 + 3 cos²)/8. With friction -mu z against the slip the
// normal velocity changes by z (1 + 3 cos² - 3 mu sin cos)/m, which is the paradox where it is negative.

typedef struct Rod
{
    double mu, angle, v0, h, mass, length; // [-], [°], [m/s], [s], [kg], [m]
    bool theta;
} Rod;

static const Rod s_usual = { .mu = 1.5, .angle = 63.7, .v0 = -2.0, .h = 1e-4, .mass = 1.0, .length = 1.0 };

static ssSim* simOf( Rod rod )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "painleve-rod" ) );
    const ssModel* model = &def.scenario->model;
    const struct
    {
        const char* key;
        double value;
    } values[] = { { "mu", rod.mu }, { "angle_deg", rod.angle }, { "v0", rod.v0 }, { "smooth", 0.0 },
        { "mass", rod.mass }, { "length", rod.length }, { "theta", 1.0 },
        { "scheme", rod.theta ? 1.0 : 0.0 } };
    for ( int i = 0; i < SS_COUNT( values ); ++i )
    {
        def.values[ssFindParam( model->params, model->paramCount, values[i].key )] = values[i].value;
    }
    def.h = rod.h;
    ssSim* sim = NULL;
    return ssCreateSim( &def, &sim ).code == ss_ok ? sim : NULL;
}

static double measureOf( const ssSim* sim, const char* name )
{
    return ssSim_Measure( sim, ssFindMeasure( ssSim_Scenario( sim ), name ) );
}

static double criticalAt( double degrees )
{
    double c = cos( degrees * SS_PI / 180.0 ), s = sin( degrees * SS_PI / 180.0 );
    return ( 1.0 + 3.0 * c * c ) / ( 3.0 * s * c );
}

/// The worst difference from the closed form, relative to the speed or the kinetic energy before; NAN: there
/// was no jump in the first step.
static double differenceOf( Rod rod )
{
    ssSim* sim = simOf( rod );
    double c = cos( rod.angle * SS_PI / 180.0 ), s = sin( rod.angle * SS_PI / 180.0 ), u = rod.v0;
    double worst = NAN;
    if ( ssSim_Step( sim ).impactsWithoutCollision == 1 )
    {
        worst = fabs( measureOf( sim, "vx_jump" ) - 0.75 * u * s * s ) / fabs( u );
        worst = fmax( worst, fabs( measureOf( sim, "vz_jump" ) + 0.75 * u * s * c ) / fabs( u ) );
        double loss = rod.mass * u * u * ( 1.0 + 3.0 * c * c ) / 8.0, kinetic = 0.5 * rod.mass * u * u;
        worst = fmax( worst, fabs( measureOf( sim, "loss_jump" ) - loss ) / kinetic );
        worst = fmax( worst, fabs( measureOf( sim, "loss_exact" ) - loss ) / kinetic );
    }
    ssDestroySim( sim );
    return worst;
}

TEST theRodJumpsAsTheClosedFormSays( void )
{
    // A rod at 63.7° with 2 m/s: from -2 to -1.206 along and 0.596 m/s upwards, and 0.794 J are lost.
    const double mus[] = { 1.5, 2.5 };
    for ( int i = 0; i < 4; ++i )
    {
        Rod rod = s_usual;
        rod.mu = mus[i % 2];
        rod.theta = i >= 2;
        rod.h = 1e-6;
        ssSim* sim = simOf( rod );
        ASSERT_EQ( 1, ssSim_Step( sim ).impactsWithoutCollision );
        ASSERT_IN_RANGE( -1.206, measureOf( sim, "vx_jump" ), 6e-4 );
        ASSERT_IN_RANGE( 0.596, measureOf( sim, "vz_jump" ), 6e-4 );
        ASSERT_IN_RANGE( 0.794, measureOf( sim, "loss_jump" ), 6e-4 );
        ssDestroySim( sim );
        // What is left is what gravity does in a step: g h against 2 m/s.
        for ( double h = 1e-3; h > 1e-6; h *= 0.1 )
        {
            rod.h = h;
            ASSERT( differenceOf( rod ) < 10.0 * h );
        }
    }
    PASS();
}

TEST anyRodJumpsBeyondItsLimitAndNoneBelow( void )
{
    testRng rng = { 63 };
    for ( int i = 0; i < testCount( 200 ); ++i )
    {
        Rod rod = s_usual;
        rod.angle = testUniform( &rng, 25.0, 82.0 );
        rod.v0 = -testUniform( &rng, 0.5, 5.0 );
        rod.mass = testUniform( &rng, 0.1, 10.0 );
        rod.length = testUniform( &rng, 0.3, 3.0 );
        rod.theta = i % 2 == 0;
        rod.h = 1e-5;
        double critical = criticalAt( rod.angle );
        ASSERT( critical > 4.0 / 3.0 - 1e-12 );
        rod.mu = critical * testUniform( &rng, 1.02, 2.0 );
        ASSERT( differenceOf( rod ) < 1e-3 );
        rod.mu = critical * testUniform( &rng, 0.3, 0.98 );
        ASSERT( isnan( differenceOf( rod ) ) );
        rod.angle = 180.0 - rod.angle; // pulled along, it may slide with any friction
        rod.mu = 2.0 * critical;
        ASSERT( isnan( differenceOf( rod ) ) );
    }
    PASS();
}

TEST onlyWhatJumpsIsCalledSo( void )
{
    // Below the limit the end stops as well, soon and by a large force, in many steps.
    const double mus[] = { 1.31, 1.36 };
    for ( int i = 0; i < 2; ++i )
    {
        Rod rod = s_usual;
        rod.mu = mus[i];
        rod.h = 1e-5;
        ssSim* sim = simOf( rod );
        int slip = ssFindSignal( ssSim_Scenario( sim ), "slip" ), jumps = 0;
        double row[SS_MAX_SIGNALS] = { 0.0 };
        for ( int k = 0; k < 5000; ++k ) { jumps += ssSim_Step( sim ).impactsWithoutCollision; }
        ssSim_Signals( sim, row );
        ASSERT_IN_RANGE( 0.0, row[slip], 1e-3 );
        ASSERT_EQ_FMT( i, jumps, "%d" );
        ssDestroySim( sim );
    }
    PASS();
}

TEST theListOfChangesNamesTheJump( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "painleve-rod" ) );
    ssSim* sim = NULL;
    ssChangeLog* log = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ASSERT_EQ( ss_ok, ssCreateChangeLog( &log ).code );
    int named = 0;
    double time = NAN;
    for ( int k = 0; k <= 1000; ++k )
    {
        const ssChange* changes = NULL;
        int count = 0;
        ASSERT_EQ( ss_ok, ssChangeLog_Visit( log, sim, &count, &changes ).code );
        for ( int i = 0; i < count; ++i )
        {
            named += changes[i].jumped ? 1 : 0;
            time = changes[i].jumped ? changes[i].time : time;
        }
        ASSERT( ssSim_Step( sim ).status <= ss_statusLimit );
    }
    ASSERT_EQ_FMT( 1, named, "%d" );
    ASSERT_IN_RANGE( measureOf( sim, "t_jump" ), time, 1e-12 );
    // Here the end has slid before, and the rod turns already.
    ASSERT_IN_RANGE( measureOf( sim, "vx_exact" ), measureOf( sim, "vx_jump" ), 1e-3 );
    ASSERT_IN_RANGE( measureOf( sim, "vz_exact" ), measureOf( sim, "vz_jump" ), 1e-3 );
    ASSERT_IN_RANGE( measureOf( sim, "loss_exact" ), measureOf( sim, "loss_jump" ), 2e-3 );
    ssDestroyChangeLog( log );
    ssDestroySim( sim );
    PASS();
}

/// Steps a world of one body on ground for a while and counts its impacts without collision.
static int jumpsOf( const ssBodyDef* def, double mu, double restitution, double h )
{
    ssWorldDef worldDef = ssDefaultWorldDef();
    ssWorld* world = NULL;
    testMust( ssCreateWorld( &worldDef, &world ) );
    ssBodyDef body = *def, ground = ssDefaultBodyDef();
    ground.shape = ssPlaneShape();
    ground.kind = ss_bodyStatic;
    ground.material = body.material = ( ssMaterial ){ .mu = mu, .restitution = restitution };
    testMust( ssWorld_AddBody( world, &ground, NULL ) );
    testMust( ssWorld_AddBody( world, &body, NULL ) );
    int count = 0;
    for ( int k = 0; k < 2000; ++k ) { count += ssWorld_Step( world, h ).impactsWithoutCollision; }
    ssDestroyWorld( world );
    return count;
}

TEST collisionsAndStopsAreNone( void )
{
    ssBodyDef box = ssDefaultBodyDef(), capsule = box, ball = box;
    box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.1, 0.05 ) );
    box.pose.position.z = 0.05;
    box.velocity = ssVec3_Make( 3.0, 0.4, 0.0 );
    ASSERT_EQ( 0, jumpsOf( &box, 0.5, 0.0, 1e-3 ) ); // slides to its stop
    capsule.shape = ssCapsuleShape( 0.02, 0.5 );
    capsule.pose.position.z = 1.5;
    capsule.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.7, 0.0 ) );
    capsule.velocity.x = -2.0;
    ASSERT_EQ( 0, jumpsOf( &capsule, 0.5, 0.3, 1e-3 ) ); // strikes with its end
    ball.shape = ssSphereShape( 0.1 );
    ball.pose.position.z = 0.1;
    ball.velocity.x = 3.0;
    ASSERT_EQ( 0, jumpsOf( &ball, 3.0, 0.0, 1e-3 ) ); // rolls, however rough the ground is
    PASS();
}

SUITE( painleve_rod )
{
    RUN_TEST( theRodJumpsAsTheClosedFormSays );
    RUN_TEST( anyRodJumpsBeyondItsLimitAndNoneBelow );
    RUN_TEST( onlyWhatJumpsIsCalledSo );
    RUN_TEST( theListOfChangesNamesTheJump );
    RUN_TEST( collisionsAndStopsAreNone );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( painleve_rod );
    return TEST_END();
}
