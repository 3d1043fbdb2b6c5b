// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/law_text.h"

// Bodies that sleep, or nearly do, and lose what holds them: they
// fall as g t²/2, as if nobody had ever slept.

#define STEP 1e-3
#define G 9.81

static void stepMany( ssWorld* world, int steps )
{
    for ( int i = 0; i < steps; ++i ) { ssWorld_Step( world, STEP ); }
}

static ssWorld* sleepingWorld( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = true;
    return makeWorld( &def );
}

static ssBodyId addBox( ssWorld* world, ssBodyKind kind, double x, double z )
{
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
    box.pose.position = ssVec3_Make( x, 0.0, z );
    box.kind = kind;
    return addBody( world, &box );
}

static ssBodyId addBall( ssWorld* world, double x, double z )
{
    ssBodyDef ball = ssDefaultBodyDef();
    ball.shape = ssSphereShape( 0.1 );
    ball.pose.position = ssVec3_Make( x, 0.0, z );
    return addBody( world, &ball );
}

static ssJointId addJoint( ssWorld* world, ssJointKind kind, ssBodyId a, ssBodyId b, ssVec3 anchor )
{
    ssJointDef def = ssDefaultJointDef();
    def.kind = kind;
    def.a = a;
    def.b = b;
    def.anchor = anchor;
    def.axis = ssVec3_Make( 0.0, 0.0, 1.0 );
    ssJointId id;
    testMust( ssWorld_AddJoint( world, &def, &id ) );
    return id;
}

/// [m] By how much a body misses the free fall from its place, for so many steps. The scheme takes the
/// velocity at the end of a step, so that it is g h t/2 ahead.
static double missesFall( ssWorld* world, ssBodyId id, int steps )
{
    double start = ssWorld_Body( world, id ).pose.position.z, t = steps * STEP;
    stepMany( world, steps );
    return fabs( start - ssWorld_Body( world, id ).pose.position.z - 0.5 * G * t * t );
}

static bool isAsleep( const ssWorld* world, ssBodyId id ) { return ssWorld_Body( world, id ).asleep; }

// --------------------------------------------------------------------------------------------------- support

typedef enum Loss
{
    lossDisabled,
    lossMoved,
    lossRemoved,
    lossGrouped, // two bodies of one group do not touch
    lossStruck,  // it goes as fast as a bullet
    lossCount
} Loss;

static void lose( ssWorld* world, Loss loss, ssBodyId support, const ssBodyId* others, int count )
{
    ssPose away = ssWorld_Body( world, support ).pose;
    away.position.y += 10.0;
    switch ( loss )
    {
        case lossDisabled: testMust( ssWorld_SetEnabled( world, support, false ) ); break;
        case lossMoved: testMust( ssWorld_SetPose( world, support, away ) ); break;
        case lossRemoved: testMust( ssWorld_RemoveBody( world, support ) ); break;
        case lossGrouped:
            testMust( ssWorld_SetGroup( world, support, 7 ) );
            for ( int i = 0; i < count; ++i ) { testMust( ssWorld_SetGroup( world, others[i], 7 ) ); }
            break;
        default:
            testMust( ssWorld_SetVelocity(
                world, support, ssVec3_Make( 0.0, 2e3, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
    }
}

// Bodies sleep after half a second of rest: long before, just before, just after, long after.
static const int s_waits[] = { 20, 480, 494, 495, 496, 497, 498, 499, 500, 501, 502, 503, 505, 510, 900 };

TEST aBallFallsWhenItsSupportGoes( void )
{
    for ( int run = 0; run < SS_COUNT( s_waits ) * lossCount * 3; ++run )
    {
        int wait = s_waits[run % SS_COUNT( s_waits )];
        Loss loss = (Loss)( run / SS_COUNT( s_waits ) % lossCount );
        ssBodyKind kind = (ssBodyKind)( run / SS_COUNT( s_waits ) / lossCount );
        if ( loss == lossStruck && kind == ss_bodyStatic )
        {
            continue; // it does not move
        }
        char name[80];
        snprintf( name, sizeof name, "%d steps, loss %d, kind %d", wait, (int)loss, (int)kind );
        ssWorld* world = sleepingWorld();
        addPlane( world, ( ssMaterial ){ .mu = 0.0 }, 0.0 );
        ssBodyId support = addBox( world, kind, 0.0, 0.1 ), ball = addBall( world, 0.0, 0.3 );
        ssMaterial smooth = { .mu = 0.0 };
        testMust( ssWorld_SetMaterial( world, support, &smooth ) );
        stepMany( world, wait );
        ASSERTm( name, wait < 505 || isAsleep( world, ball ) );
        lose( world, loss, support, &ball, 1 );
        ASSERT_FALSEm( name, isAsleep( world, ball ) );
        stepMany( world, loss == lossStruck ? 1 : 0 ); // until it is gone
        double speed = ssWorld_Body( world, ball ).velocity.z;
        ASSERTm( name, fabs( speed ) < 1e-3 || loss == lossStruck );
        double misses = missesFall( world, ball, 100 );
        ASSERTm( name, misses < ( loss == lossStruck ? G * STEP * 0.1 + 1e-4 : 1e-4 ) );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST aStackFallsWhenItsLowestBoxGoes( void )
{
    for ( int run = 0; run < SS_COUNT( s_waits ) * lossGrouped; ++run )
    {
        ssWorld* world = sleepingWorld();
        addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
        ssBodyId boxes[4];
        for ( int i = 0; i < 4; ++i ) { boxes[i] = addBox( world, ss_bodyDynamic, 0.0, 0.1 + 0.2 * i ); }
        stepMany( world, s_waits[run % SS_COUNT( s_waits )] );
        lose( world, (Loss)( run / SS_COUNT( s_waits ) ), boxes[0], NULL, 0 );
        double top = ssWorld_Body( world, boxes[3] ).pose.position.z, t = 0.15;
        ASSERT( missesFall( world, boxes[1], 150 ) < 1e-4 );
        ASSERT_IN_RANGE( top - 0.5 * G * t * t, ssWorld_Body( world, boxes[3] ).pose.position.z, 1e-4 );
        ssDestroyWorld( world );
    }
    PASS();
}

/// What was laid on a sleeper and sleeps, too, is an island of its own, but rests on the other.
TEST whatSleepsOnASleeperFallsWithIt( void )
{
    for ( int loss = 0; loss < lossGrouped; ++loss )
    {
        ssWorld* world = sleepingWorld();
        ssBodyId support = addBox( world, ss_bodyStatic, 0.0, -0.1 );
        ssBodyId first = addBox( world, ss_bodyDynamic, 0.0, 0.1 );
        stepMany( world, 600 );
        ASSERT( isAsleep( world, first ) );
        ssBodyId second = addBox( world, ss_bodyDynamic, 0.0, 0.3 );
        stepMany( world, 600 );
        ssBodyId third = addBall( world, 0.0, 0.5 );
        stepMany( world, 600 );
        ASSERT( isAsleep( world, second ) && isAsleep( world, third ) );
        lose( world, (Loss)loss, support, NULL, 0 );
        ASSERT_FALSE( isAsleep( world, first ) || isAsleep( world, second ) || isAsleep( world, third ) );
        ASSERT( missesFall( world, third, 100 ) < 1e-4 );
        ssDestroyWorld( world );
    }
    PASS();
}

/// A blow on the first of a chain of islands wakes them all: each rests on the one below.
TEST aBlowBelowWakesWhatIsAbove( void )
{
    ssWorld* world = sleepingWorld();
    ssBodyId support = addBox( world, ss_bodyKinematic, 0.0, -0.1 );
    ssBodyId boxes[3];
    for ( int i = 0; i < 3; ++i )
    {
        boxes[i] = addBox( world, ss_bodyDynamic, 0.0, 0.1 + 0.2 * i );
        stepMany( world, 600 );
        ASSERT( isAsleep( world, boxes[i] ) );
    }
    testMust(
        ssWorld_SetForce( world, boxes[0], ssVec3_Make( 0.0, 0.0, 1.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
    ASSERT_FALSE( isAsleep( world, boxes[1] ) || isAsleep( world, boxes[2] ) );
    ASSERT_FALSE( isAsleep( world, support ) );
    ssDestroyWorld( world );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- joints

TEST whatHangsOnABodyThatGoesFalls( void )
{
    for ( int run = 0; run < SS_COUNT( s_waits ) * lossMoved; ++run )
    {
        ssWorld* world = sleepingWorld();
        ssBodyId hook = addBox( world, ss_bodyStatic, 0.0, 1.0 ), ball = addBall( world, 0.0, 0.5 ),
                 lower = addBall( world, 0.0, 0.2 );
        addJoint( world, ss_jointSpherical, hook, ball, ssVec3_Make( 0.0, 0.0, 1.0 ) );
        addJoint( world, ss_jointSpherical, ball, lower, ssVec3_Make( 0.0, 0.0, 0.35 ) );
        stepMany( world, s_waits[run % SS_COUNT( s_waits )] );
        lose( world, run < SS_COUNT( s_waits ) ? lossDisabled : lossRemoved, hook, NULL, 0 );
        double misses = missesFall( world, lower, 100 );
        ASSERT( misses < 1e-4 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST whatHangsOnACraneFollowsIt( void )
{
    ssWorld* world = sleepingWorld();
    ssBodyId hook = addBox( world, ss_bodyKinematic, 0.0, 1.0 ), ball = addBall( world, 0.0, 0.5 );
    addJoint( world, ss_jointSpherical, hook, ball, ssVec3_Make( 0.0, 0.0, 1.0 ) );
    stepMany( world, 600 );
    ASSERT( isAsleep( world, ball ) );
    ssVec3 none = ssVec3_Make( 0.0, 0.0, 0.0 );
    testMust( ssWorld_SetVelocity( world, hook, ssVec3_Make( 0.0, 0.0, 0.01 ), none ) );
    stepMany( world, 3000 );
    ASSERT_IN_RANGE( 0.53, ssWorld_Body( world, ball ).pose.position.z, 1e-4 );
    testMust( ssWorld_SetVelocity( world, hook, none, none ) );
    stepMany( world, 1500 );
    ASSERT( isAsleep( world, ball ) );
    ssDestroyWorld( world );
    PASS();
}

TEST aBodyOnARailFallsWhenItsSupportGoes( void )
{
    for ( int k = 0; k < SS_COUNT( s_waits ); ++k )
    {
        ssWorld* world = sleepingWorld();
        ssBodyId support = addBox( world, ss_bodyStatic, 0.0, -0.1 ),
                 box = addBox( world, ss_bodyDynamic, 0.0, 0.1 );
        addJoint( world, ss_jointPrismatic, ( ssBodyId ){ 0, 0 }, box, ssVec3_Make( 0.0, 0.0, 0.1 ) );
        stepMany( world, s_waits[k] );
        testMust( ssWorld_SetEnabled( world, support, false ) );
        ASSERT( missesFall( world, box, 100 ) < 1e-4 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST aMotorOnASleeperTurnsIt( void )
{
    ssWorld* world = sleepingWorld();
    addPlane( world, ( ssMaterial ){ .mu = 0.0 }, 0.0 );
    ssBodyId box = addBox( world, ss_bodyDynamic, 0.0, 0.1 );
    stepMany( world, 700 );
    ASSERT( isAsleep( world, box ) );
    ssJointDef motor = ssDefaultJointDef();
    motor.kind = ss_jointMotion;
    motor.b = box;
    motor.anchor = ssVec3_Make( 0.0, 0.0, 0.1 );
    motor.speed = 0.005; // slower than what counts as rest
    testMust( ssWorld_AddJoint( world, &motor, NULL ) );
    stepMany( world, 2000 );
    ASSERT_IN_RANGE( 0.01, fabs( ssWorld_Body( world, box ).pose.position.x ), 1e-4 );
    ssDestroyWorld( world );
    PASS();
}

// ------------------------------------------------------------------------------------- slow, but not at rest

TEST aSlowLiftAndASlowBeltCarryOn( void )
{
    for ( int belt = 0; belt < 2; ++belt )
    {
        ssWorld* world = sleepingWorld();
        ssBodyId platform = addBox( world, ss_bodyKinematic, 0.0, -0.1 ),
                 box = addBox( world, ss_bodyDynamic, 0.0, 0.1 );
        stepMany( world, 700 );
        ASSERT( isAsleep( world, box ) );
        ssVec3 down = ssVec3_Make( 0.0, 0.0, -0.01 ), along = ssVec3_Make( 0.01, 0.0, 0.0 );
        testMust( belt == 1 ? ssWorld_SetBeltVelocity( world, platform, along )
                            : ssWorld_SetVelocity( world, platform, down, ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
        stepMany( world, 3000 );
        ssVec3 place = ssWorld_Body( world, box ).pose.position;
        ASSERT_IN_RANGE( belt == 1 ? 0.03 : 0.0, place.x, 2e-4 );
        ASSERT_IN_RANGE( belt == 1 ? 0.1 : 0.07, place.z, 2e-4 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST aSlowPistonPushesASleeper( void )
{
    ssWorld* world = sleepingWorld();
    addPlane( world, ( ssMaterial ){ .mu = 0.3 }, 0.0 );
    ssBodyId piston = addBox( world, ss_bodyKinematic, -0.22, 0.12 ),
             box = addBox( world, ss_bodyDynamic, 0.0, 0.1 );
    stepMany( world, 700 );
    ASSERT( isAsleep( world, box ) );
    testMust(
        ssWorld_SetVelocity( world, piston, ssVec3_Make( 0.01, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
    stepMany( world, 5000 ); // 5 cm, of which 2 cm are the gap
    ASSERT_IN_RANGE( 0.03, ssWorld_Body( world, box ).pose.position.x, 5e-4 );
    ssDestroyWorld( world );
    PASS();
}

/// A plank that lies over an edge by less than half of it sleeps; a ball on its end tips it.
TEST aSleeperCarriesWhatIsLaidOnIt( void )
{
    ssWorld* world = sleepingWorld();
    ssBodyDef plank = ssDefaultBodyDef();
    plank.shape = ssBoxShape( ssVec3_Make( 0.5, 0.1, 0.02 ) );
    plank.pose.position = ssVec3_Make( 0.05, 0.0, 0.02 );
    addBox( world, ss_bodyStatic, 0.0, -0.1 );
    ssBodyId id = addBody( world, &plank );
    stepMany( world, 700 );
    ASSERT( isAsleep( world, id ) );
    addBall( world, 0.45, 0.14 );
    stepMany( world, 200 );
    ASSERT( ssWorld_Body( world, id ).pose.orientation.y > 0.02 ); // its right end goes down
    ssDestroyWorld( world );
    PASS();
}

/// The ground carries a sleeper and what is laid on it, and says so.
TEST theGroundBearsTheWeightOfAllSleepers( void )
{
    ssWorld* world = sleepingWorld();
    ssBodyId plane = addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
    double weight = 0.0, force = 0.0;
    for ( int i = 0; i < 3; ++i )
    {
        ssBodyId box = addBox( world, ss_bodyDynamic, 0.0, 0.1 + 0.2 * i );
        weight += G * ssWorld_Body( world, box ).mass;
        stepMany( world, 700 );
        ASSERT( isAsleep( world, box ) );
    }
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( world, i );
        bool ground = contact.a.slot1 == plane.slot1 || contact.b.slot1 == plane.slot1;
        force += ground ? contact.view.force[0] : 0.0;
    }
    ASSERT_IN_RANGE( weight, force, 1e-3 * weight );
    ssDestroyWorld( world );
    PASS();
}

/// A wall that is put into a sleeper pushes it away, whether it was moved there, switched on or added.
TEST aWallThatIsPutIntoASleeperWakesIt( void )
{
    for ( int way = 0; way < 3; ++way )
    {
        ssWorld* world = sleepingWorld();
        addPlane( world, ( ssMaterial ){ .mu = 0.1 }, 0.0 );
        ssBodyId box = addBox( world, ss_bodyDynamic, 0.0, 0.1 );
        ssBodyId wall = addBox( world, ss_bodyStatic, way == 0 ? -1.0 : -0.19, way == 2 ? 5.0 : 0.15 );
        testMust( ssWorld_SetEnabled( world, wall, way != 1 ) );
        stepMany( world, 700 );
        ASSERT( isAsleep( world, box ) );
        ssPose inside = { { -0.19, 0.0, 0.15 }, ssQuat_Identity() };
        if ( way == 2 ) { addBox( world, ss_bodyStatic, -0.19, 0.15 ); }
        else
        {
            testMust(
                way == 0 ? ssWorld_SetPose( world, wall, inside ) : ssWorld_SetEnabled( world, wall, true ) );
        }
        stepMany( world, 1000 );
        ASSERT_IN_RANGE( 0.01, ssWorld_Body( world, box ).pose.position.x, 1e-3 );
        ASSERT( isAsleep( world, box ) ); // a wall that stands still lets it sleep again
        ssDestroyWorld( world );
    }
    PASS();
}

/// Where gravity is weak, the top of a flight lasts longer than the time after which bodies sleep.
TEST nobodySleepsAtTheTopOfAFlight( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = true;
    def.theta = 0.5;
    def.gravity = ssVec3_Make( 0.0, 0.0, -1e-4 );
    ssWorld* world = makeWorld( &def );
    ssBodyId ball = addBall( world, 0.0, 1.0 );
    testMust(
        ssWorld_SetVelocity( world, ball, ssVec3_Make( 0.0, 0.0, 1e-4 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
    for ( int i = 0; i < 400; ++i ) { ssWorld_Step( world, 0.01 ); }
    ASSERT_IN_RANGE( 1.0 + 4e-4 - 0.5 * 1e-4 * 16.0, ssWorld_Body( world, ball ).pose.position.z, 1e-9 );
    // In space nothing pulls, and what stands still may sleep.
    def.gravity = ssVec3_Make( 0.0, 0.0, 0.0 );
    def.sleepSpeed = 1e-3;
    testMust( ssWorld_SetDef( world, &def ) );
    for ( int i = 0; i < 100; ++i ) { ssWorld_Step( world, 0.01 ); }
    ASSERT( isAsleep( world, ball ) );
    ssDestroyWorld( world );
    PASS();
}

/// A box on a slope whose friction drops after 2 s, as ice does that melts.
TEST aBoxSlidesWhenItsFrictionChangesWithTime( void )
{
    static const char text[] = "law \"t\"\nlet m = if(t > 2 [s], 0.01, 0.6)\nC = disc(m)\n";
    ssLawProgram* program = NULL;
    testMust( ssCompileLaw( text, "t", &program, NULL ) );
    for ( int jump = 0; jump < 2; ++jump )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.sleeping = true;
        def.gravity = ssVec3_Make( 3.0, 0.0, -G );
        ssWorld* world = makeWorld( &def );
        ssLawDef melting = ssTextLawDef( program );
        ssLawId law;
        testMust( ssWorld_AddLaw( world, &melting, &law ) );
        ssBodyId ground = addPlane( world, ssDefaultBodyDef().material, 0.0 );
        testMust( ssWorld_SetLaw( world, ground, law, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
        ssBodyId box = addBox( world, ss_bodyDynamic, 0.0, 0.1 ),
                 other = addBox( world, ss_bodyDynamic, 0.0, 0.3 );
        stepMany( world, 1500 );
        ASSERT( !isAsleep( world, box ) && !isAsleep( world, other ) );
        ASSERT_IN_RANGE( 0.0, ssWorld_Body( world, box ).velocity.x, 1e-6 );
        if ( jump == 1 ) { ssWorld_SetTime( world, 2.0 ); }
        else { stepMany( world, 500 ); }
        // a = g_x - mu g_z
        stepMany( world, 100 );
        ASSERT_IN_RANGE( 0.1 * ( 3.0 - 0.01 * G ), ssWorld_Body( world, box ).velocity.x, 0.01 );
        ssDestroyWorld( world );
    }
    ssLawProgram_Release( program );
    PASS();
}

SUITE( sleepers )
{
    RUN_TEST( aBallFallsWhenItsSupportGoes );
    RUN_TEST( aStackFallsWhenItsLowestBoxGoes );
    RUN_TEST( whatSleepsOnASleeperFallsWithIt );
    RUN_TEST( aBlowBelowWakesWhatIsAbove );
    RUN_TEST( whatHangsOnABodyThatGoesFalls );
    RUN_TEST( whatHangsOnACraneFollowsIt );
    RUN_TEST( aBodyOnARailFallsWhenItsSupportGoes );
    RUN_TEST( aMotorOnASleeperTurnsIt );
    RUN_TEST( aSlowLiftAndASlowBeltCarryOn );
    RUN_TEST( aSlowPistonPushesASleeper );
    RUN_TEST( aSleeperCarriesWhatIsLaidOnIt );
    RUN_TEST( theGroundBearsTheWeightOfAllSleepers );
    RUN_TEST( aWallThatIsPutIntoASleeperWakesIt );
    RUN_TEST( nobodySleepsAtTheTopOfAFlight );
    RUN_TEST( aBoxSlidesWhenItsFrictionChangesWithTime );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sleepers );
    return TEST_END();
}
