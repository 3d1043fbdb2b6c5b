// SPDX-License-Identifier: MIT
#include "world_common.h"

// Begin and end of contact: at the right times, without flicker, and exactly the
// difference of what touches before and after.

#define G 9.81

typedef struct Log
{
    double begins[64], ends[64]; // times [s]
    int beginCount, endCount;
} Log;

static void stepAndLog( ssWorld* world, double h, double* time, Log* log )
{
    ssWorld_Step( world, h );
    *time += h;
    ssContactEvents events = ssWorld_Events( world );
    for ( int i = 0; i < events.beginCount && log->beginCount < 64; ++i )
    {
        log->begins[log->beginCount++] = *time;
    }
    for ( int i = 0; i < events.endCount && log->endCount < 64; ++i ) { log->ends[log->endCount++] = *time; }
}

static ssWorld* ballAbove( double height, double restitution, int substeps, ssBodyId* plane, ssBodyId* ball )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.substeps = substeps;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.5, .restitution = restitution };
    ssBodyDef body = sphereOn( 0.1, material, 0.0 );
    body.pose.position.z += height;
    *plane = addPlane( world, material, 0.0 );
    *ball = addBody( world, &body );
    return world;
}

TEST aBouncingBallTouchesAtEachImpact( void )
{
    const double height = 0.5, e = 0.8, h = 1e-4;
    ssBodyId plane, ball;
    ssWorld* world = ballAbove( height, e, 1, &plane, &ball );
    Log log = { .beginCount = 0 };
    double time = 0.0, impact = sqrt( 2.0 * height / G ), speed = G * impact;
    while ( log.endCount < 8 && time < 10.0 ) { stepAndLog( world, h, &time, &log ); }
    ASSERT_EQ( 8, log.beginCount );
    for ( int k = 0; k < 8; ++k )
    {
        // It counts as touching within the slop, 2e-3 of its radius, which it crosses at the speed of impact.
        // A bounce lasts one step, and each takes up to a step of the flight.
        double slack = 2e-3 * 0.1 / speed + ( k + 2 ) * h;
        ASSERT_IN_RANGE( impact, log.begins[k], slack );
        ASSERT_IN_RANGE( impact, log.ends[k], slack / e );
        ASSERT( log.ends[k] > log.begins[k] );
        speed *= e;
        impact += 2.0 * speed / G;
    }
    ssDestroyWorld( world );
    PASS();
}

TEST theEventsNameBothBodies( void )
{
    ssBodyId plane, ball;
    ssWorld* world = ballAbove( 0.01, 0.0, 1, &plane, &ball );
    ssContactEvents events = ssWorld_Events( world );
    ASSERT_EQ( 0, events.beginCount + events.endCount ); // before the first step
    int begun = 0;
    for ( int i = 0; i < 200; ++i )
    {
        ssWorld_Step( world, 1e-3 );
        events = ssWorld_Events( world );
        ASSERT_EQ( 0, events.endCount );
        if ( events.beginCount > 0 )
        {
            ASSERT_EQ( 0, memcmp( &plane, &events.begins[0].a, sizeof plane ) );
            ASSERT_EQ( 0, memcmp( &ball, &events.begins[0].b, sizeof ball ) );
            ++begun;
        }
    }
    ASSERT_EQ( 1, begun );
    // lifted off
    testMust( ssWorld_SetPose( world, ball, ( ssPose ){ ssVec3_Make( 0.0, 0.0, 1.0 ), ssQuat_Identity() } ) );
    ssWorld_Step( world, 1e-3 );
    events = ssWorld_Events( world );
    ASSERT_EQ( 1, events.endCount );
    ASSERT_EQ( 0, memcmp( &ball, &events.ends[0].b, sizeof ball ) );
    ssDestroyWorld( world );
    PASS();
}

TEST aBounceWithinOneStepBeginsAndEnds( void )
{
    ssBodyId plane, ball;
    ssWorld* world = ballAbove( 0.05, 0.9, 200, &plane, &ball );
    ssWorld_Step( world, 0.15 ); // it falls for 0.1 s
    ssContactEvents events = ssWorld_Events( world );
    ASSERT( ssWorld_Body( world, ball ).velocity.z > 0.0 );
    ASSERT_EQ( 1, events.beginCount );
    ASSERT_EQ( 1, events.endCount );
    ASSERT_EQ( 0, memcmp( &events.begins[0], &events.ends[0], sizeof( ssContactPair ) ) );
    ssDestroyWorld( world );
    PASS();
}

/// Bodies at rest: a box, a stack, a ball, a cylinder and a capsule on a slope
/// that holds them, or balls under each other.
static ssWorld* restingBodies( ssWorldLaw law, bool sleeping, double theta, double stiffness )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.law = law;
    def.sleeping = sleeping;
    def.sleepTime = 0.2;
    def.theta = theta;
    def.stiffness = stiffness;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.6, .muRoll = 0.03 };
    addPlane( world, material, 0.1 );
    const ssShape shapes[] = { ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.05 ) ), ssCylinderShape( 0.1, 0.05 ),
        ssCapsuleShape( 0.05, 0.1 ), ssSphereShape( 0.1 ) };
    const double heights[] = { 0.05, 0.05, 0.15, 0.1 };
    ssQuat tilt = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.1, 0.0 ) );
    for ( int i = 0; i < 6; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        int kind = i < 4 ? i : 0;
        body.shape = shapes[i == 2 ? 3 : kind];
        body.material = material;
        double height = ( i == 2 ? 0.1 : heights[kind] ) + ( i >= 4 ? 0.1 * ( i - 3 ) : 0.0 );
        body.pose.orientation = tilt;
        body.pose.position = ssQuat_Rotate( tilt, ssVec3_Make( 0.0, i < 4 ? 0.5 * i : 0.0, height ) );
        addBody( world, &body );
    }
    return world;
}

TEST whatRestsDoesNotFlicker( void )
{
    const struct
    {
        ssWorldLaw law;
        bool sleeping;
        double theta, stiffness;
    } rows[] = { { ss_worldLawCoulomb, false, 1.0, 0.0 }, { ss_worldLawCoulomb, true, 1.0, 0.0 },
        { ss_worldLawCoulomb, false, 0.5, 0.0 }, { ss_worldLawRelaxed, false, 1.0, 0.0 },
        { ss_worldLawEllipsoidal, true, 1.0, 0.0 }, { ss_worldLawCoulomb, false, 1.0, 1e6 } };
    for ( int k = 0; k < SS_COUNT( rows ); ++k )
    {
        ssWorld* world = restingBodies( rows[k].law, rows[k].sleeping, rows[k].theta, rows[k].stiffness );
        int begun = 0;
        for ( int i = 0; i < 1000; ++i )
        {
            ssWorld_Step( world, 1e-3 );
            ssContactEvents events = ssWorld_Events( world );
            begun += events.beginCount;
            ASSERT_EQ_FMT( 0, events.endCount, "%d" );
            ASSERT( i < 5 || events.beginCount == 0 );
        }
        ASSERT_EQ_FMT( 6, begun, "%d" );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST fallingAsleepAndWakingAreNoEvents( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = true;
    def.sleepTime = 0.1;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.5 };
    addPlane( world, material, 0.0 );
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
    box.pose.position.z = 0.1;
    ssBodyId id = addBody( world, &box );
    for ( int i = 0; i < 600; ++i )
    {
        ssWorld_Step( world, 1e-3 );
        ASSERT( i == 0 || ssWorld_Events( world ).beginCount + ssWorld_Events( world ).endCount == 0 );
        if ( i % 200 == 199 )
        {
            ASSERT( ssWorld_Body( world, id ).asleep );
            testMust(
                ssWorld_SetForce( world, id, ssVec3_Make( 0.1, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
            ASSERT_FALSE( ssWorld_Body( world, id ).asleep );
        }
    }
    ssDestroyWorld( world );
    PASS();
}

// ------------------------------------------------------------------------------------ the difference of sets

#define PAIRS_MAX 512

typedef struct Pairs
{
    ssContactPair list[PAIRS_MAX];
    int count;
} Pairs;

static bool samePair( const ssContactPair* x, const ssContactPair* y )
{
    return memcmp( x, y, sizeof *x ) == 0;
}

static bool hasPair( const Pairs* pairs, const ssContactPair* pair )
{
    bool has = false;
    for ( int i = 0; i < pairs->count && !has; ++i ) { has = samePair( &pairs->list[i], pair ); }
    return has;
}

/// The pairs that touch, by the words of the header: a contact carries force, or its gap is within the slop.
static void findTouching( const ssWorld* world, Pairs* pairs )
{
    pairs->count = 0;
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact c = ssWorld_Contact( world, i );
        double radius = fmin( ssShape_InnerRadius( ssWorld_BodyShape( world, c.a ) ),
            ssShape_InnerRadius( ssWorld_BodyShape( world, c.b ) ) );
        ssContactPair pair = { c.a.slot1 < c.b.slot1 ? c.a : c.b, c.a.slot1 < c.b.slot1 ? c.b : c.a };
        if ( ( c.view.force[0] > 0.0 || c.gap <= 2e-3 * radius ) && !hasPair( pairs, &pair ) )
        {
            pairs->list[pairs->count++] = pair;
        }
    }
}

static bool inOrder( const ssContactPair* pairs, int count )
{
    bool good = true;
    for ( int i = 1; i < count; ++i )
    {
        const ssContactPair *x = &pairs[i - 1], *y = &pairs[i];
        good =
            good && ( x->a.slot1 < y->a.slot1 || ( x->a.slot1 == y->a.slot1 && x->b.slot1 <= y->b.slot1 ) );
    }
    return good;
}

static enum greatest_test_res eventsAreTheDifference(
    ssWorld* world, const Pairs* before, const Pairs* after )
{
    ssContactEvents events = ssWorld_Events( world );
    int begun = 0, ended = 0;
    for ( int i = 0; i < after->count; ++i ) { begun += hasPair( before, &after->list[i] ) ? 0 : 1; }
    for ( int i = 0; i < before->count; ++i ) { ended += hasPair( after, &before->list[i] ) ? 0 : 1; }
    ASSERT_EQ_FMT( begun, events.beginCount, "%d" );
    ASSERT_EQ_FMT( ended, events.endCount, "%d" );
    for ( int i = 0; i < events.beginCount; ++i )
    {
        ASSERT( hasPair( after, &events.begins[i] ) && !hasPair( before, &events.begins[i] ) );
    }
    for ( int i = 0; i < events.endCount; ++i )
    {
        ASSERT( hasPair( before, &events.ends[i] ) && !hasPair( after, &events.ends[i] ) );
    }
    ASSERT( inOrder( events.begins, events.beginCount ) && inOrder( events.ends, events.endCount ) );
    PASS();
}

TEST eventsAreTheDifferenceOfWhatTouches( void )
{
    for ( int sleeping = 0; sleeping < 2; ++sleeping )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.sleeping = sleeping == 1;
        def.sleepTime = 0.1;
        ssWorld* world = heap( &def, 36, true, 9 );
        static Pairs sets[2];
        testRng rng = { 4 };
        sets[0].count = 0;
        int changes = 0;
        for ( int i = 0; i < testUpTo( 1500, 600 ); ++i )
        {
            Pairs *before = &sets[i % 2], *after = &sets[1 - i % 2];
            if ( i % 100 == 99 &&
                ssWorld_BodyCount( world ) > 4 ) // a body goes, and another one takes its slot
            {
                int slot = 1 + (int)( testRandom( &rng ) % 36 );
                ssBodyDef ball = sphereOn( 0.05, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
                ball.pose = ssWorld_Body( world, ssWorld_BodyAt( world, slot ) ).pose;
                testMust( ssWorld_RemoveBody( world, ssWorld_BodyAt( world, slot ) ) );
                addBody( world, &ball );
            }
            ssWorld_Step( world, 2e-3 );
            findTouching( world, after );
            CHECK_CALL( eventsAreTheDifference( world, before, after ) );
            changes += ssWorld_Events( world ).beginCount + ssWorld_Events( world ).endCount;
        }
        ASSERT( changes > 100 );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST aRemovedBodyEndsItsContacts( void )
{
    ssBodyId plane, ball;
    ssWorld* world = ballAbove( 0.0, 0.0, 1, &plane, &ball );
    ssWorld_Step( world, 1e-3 );
    ASSERT_EQ( 1, ssWorld_Events( world ).beginCount );
    testMust( ssWorld_RemoveBody( world, ball ) );
    ssBodyDef body = sphereOn( 0.1, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
    ssBodyId next = addBody( world, &body ); // in the same slot, in the same place
    ASSERT_EQ( ball.slot1, next.slot1 );
    ssWorld_Step( world, 1e-3 );
    ssContactEvents events = ssWorld_Events( world );
    ASSERT_EQ( 1, events.endCount );
    ASSERT_EQ( 0, memcmp( &ball, &events.ends[0].b, sizeof ball ) );
    ASSERT_EQ( 1, events.beginCount );
    ASSERT_EQ( 0, memcmp( &next, &events.begins[0].b, sizeof next ) );
    ssDestroyWorld( world );
    PASS();
}

TEST aStateThatIsReadBeginsNothing( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = true;
    def.sleepTime = 0.1;
    ssWorld *world = heap( &def, 18, true, 2 ), *other = heap( &def, 18, true, 2 );
    for ( int i = 0; i < 600; ++i )
    {
        ssWorld_Step( world, 2e-3 );
        if ( i % 50 == 0 )
        {
            ASSERT( testRestoreFrom( world, other ) );
            ASSERT_EQ( 0, ssWorld_Events( other ).beginCount + ssWorld_Events( other ).endCount );
            ssWorld_Step( world, 2e-3 );
            ssWorld_Step( other, 2e-3 );
            ssContactEvents x = ssWorld_Events( world ), y = ssWorld_Events( other );
            ASSERT_EQ( x.beginCount, y.beginCount );
            ASSERT_EQ( x.endCount, y.endCount );
            ASSERT( x.beginCount == 0 ||
                memcmp( x.begins, y.begins, sizeof( ssContactPair ) * (size_t)x.beginCount ) == 0 );
        }
    }
    ssDestroyWorld( world );
    ssDestroyWorld( other );
    PASS();
}

/// More contacts than a thread lists at a time, four of them for each box. The sphere shifts
/// them, so that those of a box lie in two lists.
TEST everyPairOfManyBeginsOnce( void )
{
    enum
    {
        side = 60,
        count = side * side + 1
    };
    ssWorldDef def = ssDefaultWorldDef();
    def.bodyCapacity = count + 1;
    def.contactCapacity = 5 * count;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.5 };
    ssBodyId plane = addPlane( world, material, 0.0 ), ids[count];
    ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
    ball.pose.position.x = -1.0;
    ids[0] = addBody( world, &ball );
    for ( int i = 1; i < count; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        body.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
        body.material = material;
        body.pose.position = ssVec3_Make( 0.5 * ( i % side ), 0.5 * ( i / side ), 0.1 );
        ids[i] = addBody( world, &body );
    }
    int threads = 3;
    ssSetParallelFor( testThreads, &threads );
    ssWorldReport report = ssWorld_Step( world, 1e-3 );
    ssSetParallelFor( NULL, NULL );
    ssContactEvents events = ssWorld_Events( world );
    ASSERT_EQ( 4 * ( count - 1 ) + 1, report.contacts );
    ASSERT_EQ( count, events.beginCount );
    ASSERT_EQ( 0, events.endCount );
    for ( int i = 0; i < count; ++i )
    {
        ASSERT_MEM_EQ( &plane, &events.begins[i].a, sizeof( ssBodyId ) );
        ASSERT_MEM_EQ( &ids[i], &events.begins[i].b, sizeof( ssBodyId ) );
    }
    // Nothing begins or ends while they rest.
    ssWorld_Step( world, 1e-3 );
    events = ssWorld_Events( world );
    ASSERT_EQ( 0, events.beginCount + events.endCount );
    ssDestroyWorld( world );
    PASS();
}

/// Balls on a plane are lifted and put down again: all, none, or some of
/// them, more than a thread compares at a time.
TEST whatIsLiftedEndsAndWhatIsPutDownBegins( void )
{
    enum
    {
        side = 100,
        count = side * side
    };
    ssWorldDef def = ssDefaultWorldDef();
    def.bodyCapacity = count + 1;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.5 };
    ssBodyId plane = addPlane( world, material, 0.0 );
    static ssBodyId ids[count];
    static bool lies[count];
    for ( int i = 0; i < count; ++i )
    {
        ssBodyDef ball = sphereOn( 0.1, material, 0.0 );
        ball.pose.position = ssVec3_Make( 0.5 * ( i % side ), 0.5 * ( i / side ), 0.1 );
        ids[i] = addBody( world, &ball );
        lies[i] = false;
    }
    // The part of the balls that lie on the plane in each step.
    static const double parts[] = { 1.0, 0.0, 0.5, 0.5, 0.001, 0.0, 0.999, 1.0, 0.1 };
    testRng rng = { 11 };
    for ( int step = 0; step < SS_COUNT( parts ); ++step )
    {
        static int begins[count], ends[count];
        int begun = 0, ended = 0;
        for ( int i = 0; i < count; ++i )
        {
            bool before = lies[i];
            lies[i] = (double)( testRandom( &rng ) % 1000 ) < 1000.0 * parts[step];
            begins[begun] = i;
            ends[ended] = i;
            begun += lies[i] && !before ? 1 : 0;
            ended += !lies[i] && before ? 1 : 0;
            ssPose pose = ssWorld_Body( world, ids[i] ).pose;
            pose.position.z = lies[i] ? 0.1 : 1.0;
            testMust( ssWorld_SetPose( world, ids[i], pose ) );
            testMust( ssWorld_SetVelocity(
                world, ids[i], ssVec3_Make( 0.0, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
        }
        int threads = 3;
        ssSetParallelFor( testThreads, &threads );
        ssWorld_Step( world, 1e-3 );
        ssSetParallelFor( NULL, NULL );
        ssContactEvents events = ssWorld_Events( world );
        ASSERT_EQ_FMT( begun, events.beginCount, "%d" );
        ASSERT_EQ_FMT( ended, events.endCount, "%d" );
        for ( int i = 0; i < begun; ++i )
        {
            ASSERT_MEM_EQ( &plane, &events.begins[i].a, sizeof( ssBodyId ) );
            ASSERT_MEM_EQ( &ids[begins[i]], &events.begins[i].b, sizeof( ssBodyId ) );
        }
        for ( int i = 0; i < ended; ++i )
        {
            ASSERT_MEM_EQ( &plane, &events.ends[i].a, sizeof( ssBodyId ) );
            ASSERT_MEM_EQ( &ids[ends[i]], &events.ends[i].b, sizeof( ssBodyId ) );
        }
    }
    ssDestroyWorld( world );
    PASS();
}

SUITE( events )
{
    RUN_TEST( whatIsLiftedEndsAndWhatIsPutDownBegins );
    RUN_TEST( everyPairOfManyBeginsOnce );
    RUN_TEST( aBouncingBallTouchesAtEachImpact );
    RUN_TEST( theEventsNameBothBodies );
    RUN_TEST( aBounceWithinOneStepBeginsAndEnds );
    RUN_TEST( whatRestsDoesNotFlicker );
    RUN_TEST( fallingAsleepAndWakingAreNoEvents );
    RUN_TEST( eventsAreTheDifferenceOfWhatTouches );
    RUN_TEST( aRemovedBodyEndsItsContacts );
    RUN_TEST( aStateThatIsReadBeginsNothing );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( events );
    return TEST_END();
}
