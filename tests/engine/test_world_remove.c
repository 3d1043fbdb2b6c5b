// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/law_text.h"

// Bodies, joints and laws that are removed: what was there moves on as if they had never touched it, and what
// takes their place starts like anything new.

#define STEP 1e-3
#define G 9.81

static ssBodyDef boxAt( double z, double half )
{
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( half, half, half ) );
    box.pose.position.z = z;
    return box;
}

static void stepMany( ssWorld* world, int steps )
{
    for ( int i = 0; i < steps; ++i ) { ssWorld_Step( world, STEP ); }
}

/// Whether E = added + work - losses, as the ledger says.
static bool ledgerCloses( const ssWorld* world )
{
    ssLedger ledger = ssWorld_Ledger( world );
    double energy = ledger.kinetic + ledger.potential,
           booked = ledger.added + ledger.work - lostOf( &ledger );
    double scale = fabs( ledger.added ) + fabs( ledger.work ) + fabs( energy ) + 1.0;
    return fabs( energy - booked ) <= 1e-9 * scale;
}

static bool sameMotion( const ssWorld* x, ssBodyId a, const ssWorld* y, ssBodyId b )
{
    ssBodyState p = ssWorld_Body( x, a ), q = ssWorld_Body( y, b );
    return memcmp( &p.pose, &q.pose, sizeof p.pose ) == 0 &&
        memcmp( &p.velocity, &q.velocity, sizeof p.velocity ) == 0 &&
        memcmp( &p.omega, &q.omega, sizeof p.omega ) == 0 && p.asleep == q.asleep;
}

// --------------------------------------------------------------------------------------------------- falling

/// A tower of boxes that stand still on a plane, for so many steps.
/// The ids are those of the boxes, from below.
static ssWorld* tower( bool sleeping, int steps, int count, ssBodyId* ids, ssBodyId* plane )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = sleeping;
    ssWorld* world = makeWorld( &def );
    *plane = addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
    for ( int i = 0; i < count; ++i )
    {
        ssBodyDef box = boxAt( 0.1 + 0.2 * i, 0.1 );
        ids[i] = addBody( world, &box );
    }
    stepMany( world, steps );
    return world;
}

/// Whether the bodies fall as g t²/2 for some time.
static bool fallFreely( ssWorld* world, const ssBodyId* ids, int count, double time )
{
    double start[4];
    bool good = true;
    for ( int i = 0; i < count; ++i ) { start[i] = ssWorld_Body( world, ids[i] ).pose.position.z; }
    int steps = (int)( time / STEP + 0.5 );
    stepMany( world, steps );
    for ( int i = 0; i < count; ++i )
    {
        ssBodyState body = ssWorld_Body( world, ids[i] );
        double fallen = start[i] - body.pose.position.z, t = steps * STEP;
        good =
            good && fabs( fallen - 0.5 * G * t * t ) <= 1e-6 * t && fabs( body.velocity.z + G * t ) <= 1e-6;
    }
    return good;
}

TEST whatStoodOnARemovedBoxFalls( void )
{
    // The boxes sleep after half a second of rest.
    const int waits[] = { 1, 200, 480, 498, 503, 800 };
    for ( int k = 0; k < SS_COUNT( waits ); ++k )
    {
        for ( int sleeping = 0; sleeping < 2; ++sleeping )
        {
            ssBodyId ids[3], plane;
            ssWorld* world = tower( sleeping == 1, waits[k], 3, ids, &plane );
            ASSERT_EQ( sleeping == 1 && waits[k] > 500, ssWorld_Body( world, ids[2] ).asleep );
            double height = ssWorld_Body( world, ids[1] ).pose.position.z, before = ssWorld_Energy( world );
            ssBodyState lower = ssWorld_Body( world, ids[0] );
            testMust( ssWorld_RemoveBody( world, ids[0] ) );
            ASSERT_IN_RANGE( before - lower.mass * G * lower.pose.position.z, ssWorld_Energy( world ), 1e-3 );
            ASSERT( ledgerCloses( world ) );
            ASSERT( fallFreely( world, ids + 1, 2, 0.15 ) );
            ASSERT( ledgerCloses( world ) );
            stepMany( world, 1500 );
            ASSERT_IN_RANGE(
                height - 0.2, ssWorld_Body( world, ids[1] ).pose.position.z, 1e-3 ); // on the plane again
            ASSERT( ledgerCloses( world ) );
            ssDestroyWorld( world );
        }
    }
    PASS();
}

TEST whatStoodOnARemovedPlaneFalls( void )
{
    for ( int sleeping = 0; sleeping < 2; ++sleeping )
    {
        ssBodyId ids[3], plane;
        ssWorld* world = tower( sleeping == 1, 700, 3, ids, &plane );
        testMust( ssWorld_RemoveBody( world, plane ) );
        ASSERT( fallFreely( world, ids, 3, 1.0 ) );
        ASSERT( ledgerCloses( world ) );
        for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
        {
            ASSERT_IN_RANGE( 0.0, ssWorld_Contact( world, i ).view.force[0], 1e-6 * 8.0 * G ); // of a box
        }
        ssDestroyWorld( world );
    }
    PASS();
}

TEST whatHungFromARemovedJointFalls( void )
{
    for ( int sleeping = 0; sleeping < 2; ++sleeping )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.sleeping = sleeping == 1;
        ssWorld* world = makeWorld( &def );
        ssBodyId ids[3], none = { 0, 0 };
        ssJointId joints[3];
        for ( int i = 0; i < 3; ++i ) // a chain that hangs straight down
        {
            ssBodyDef ball = ssDefaultBodyDef();
            ball.shape = ssSphereShape( 0.05 );
            ball.pose.position.z = -0.3 * ( i + 1 );
            ids[i] = addBody( world, &ball );
            ssJointDef pin = ssDefaultJointDef();
            pin.kind = ss_jointSpherical;
            pin.a = i > 0 ? ids[i - 1] : none;
            pin.b = ids[i];
            pin.anchor.z = -0.3 * i;
            testMust( ssWorld_AddJoint( world, &pin, &joints[i] ) );
        }
        stepMany( world, 700 );
        testMust( ssWorld_RemoveJoint( world, joints[1] ) );
        ASSERT_EQ( 2, ssWorld_JointCount( world ) );
        ASSERT( fallFreely( world, ids + 1, 2, 0.5 ) );
        ASSERT_IN_RANGE( -0.3, ssWorld_Body( world, ids[0] ).pose.position.z, 1e-5 );
        // the first ball goes with what it hangs from
        testMust( ssWorld_RemoveBody( world, ids[0] ) );
        ASSERT_FALSE( ssWorld_HasJoint( world, joints[0] ) );
        ASSERT_EQ( 1, ssWorld_JointCount( world ) );
        stepMany( world, 10 );
        ASSERT( ledgerCloses( world ) );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST bodiesOfARemovedJointTouchAgain( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssBodyDef post = boxAt( 0.0, 0.1 ), ball = sphereOn( 0.1, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
    post.kind = ss_bodyStatic;
    ball.pose.position.z = 0.2;
    ssJointDef slide = ssDefaultJointDef();
    slide.kind = ss_jointPrismatic;
    slide.axis = ssVec3_Make( 0.0, 0.0, 1.0 );
    slide.a = addBody( world, &post );
    slide.b = addBody( world, &ball );
    ssJointId joint;
    testMust( ssWorld_AddJoint( world, &slide, &joint ) );
    stepMany( world, 50 ); // the ball slides into the post
    ASSERT( ssWorld_Body( world, slide.b ).pose.position.z < 0.19 );
    testMust( ssWorld_SetPose( world, slide.b, ball.pose ) );
    testMust(
        ssWorld_SetVelocity( world, slide.b, ssVec3_Make( 0.0, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
    testMust( ssWorld_RemoveJoint( world, joint ) );
    stepMany( world, 50 );
    ASSERT_IN_RANGE( 0.2, ssWorld_Body( world, slide.b ).pose.position.z, 1e-4 ); // it stands on it
    ssDestroyWorld( world );
    PASS();
}

// ---------------------------------------------------------------------------------------- as if it never was

/// A heap with one body more, far away and falling, in the slot `extra`; -1: without it.
static ssWorld* heapWith( int extra, ssBodyId* far )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = true;
    ssWorld* world = makeWorld( &def );
    testRng rng = { 12 };
    ssMaterial material = { .mu = 0.5, .muRoll = 0.005, .muSpin = 0.002 };
    for ( int i = 0; i < 30; ++i )
    {
        if ( i == extra )
        {
            ssBodyDef ball = ssDefaultBodyDef();
            ball.shape = ssSphereShape( 0.05 );
            ball.pose.position = ssVec3_Make( 500.0, 0.0, 1000.0 );
            *far = addBody( world, &ball );
        }
        if ( i == 0 )
        {
            addPlane( world, material, 0.0 );
            continue;
        }
        ssBodyDef body = ssDefaultBodyDef();
        body.shape = i % 2 == 0 ? ssBoxShape( ssVec3_Make( 0.05, 0.04, 0.03 ) ) : ssSphereShape( 0.05 );
        body.material = material;
        body.pose.position = ssVec3_Make( 0.13 * ( i % 3 ) + testUniform( &rng, -0.01, 0.01 ),
            0.13 * ( i / 3 % 3 ) + testUniform( &rng, -0.01, 0.01 ), 0.1 + 0.13 * ( i / 9 ) );
        addBody( world, &body );
    }
    return world;
}

TEST aBodyThatTouchedNothingLeavesNoTrace( void )
{
    const int slots[] = { 0, 7, 29 };
    for ( int k = 0; k < SS_COUNT( slots ); ++k )
    {
        ssBodyId far;
        ssWorld *with = heapWith( slots[k], &far ), *without = heapWith( -1, &far );
        far = ssWorld_BodyAt( with, slots[k] );
        int steps = testUpTo( 1500, 700 );
        for ( int i = 0; i < steps; ++i )
        {
            ssWorld_Step( with, 2e-3 );
            ssWorld_Step( without, 2e-3 );
            if ( i == 300 ) { testMust( ssWorld_RemoveBody( with, far ) ); }
            for ( int b = 0; b < ssWorld_BodySlots( without ); ++b )
            {
                ssBodyId other = ssWorld_BodyAt( with, b < slots[k] ? b : b + 1 );
                ASSERT( sameMotion( without, ssWorld_BodyAt( without, b ), with, other ) );
            }
        }
        ASSERT( ledgerCloses( with ) );
        ssDestroyWorld( with );
        ssDestroyWorld( without );
    }
    PASS();
}

TEST aRemovedBodyIsGoneLikeADisabledOne( void )
{
    testRng rng = { 5 };
    for ( int k = 0; k < testCount( 5 ); ++k )
    {
        ssWorldDef def = ssDefaultWorldDef();
        ssWorld* worlds[2] = { heap( &def, 27, true, 40 + (uint64_t)k ),
            heap( &def, 27, true, 40 + (uint64_t)k ) };
        for ( int round = 0; round < 5; ++round )
        {
            int steps = 100 + (int)( testRandom( &rng ) % 100 );
            int gone = 1 + (int)( testRandom( &rng ) % 27 );
            ssBodyId id = ssWorld_BodyAt( worlds[0], gone );
            for ( int i = 0; i < steps; ++i )
            {
                ssWorld_Step( worlds[0], 2e-3 );
                ssWorld_Step( worlds[1], 2e-3 );
            }
            for ( int b = 0; b < ssWorld_BodySlots( worlds[0] ); ++b )
            {
                ssBodyId here = ssWorld_BodyAt( worlds[0], b );
                ASSERT( here.slot1 == 0 ||
                    sameMotion( worlds[0], here, worlds[1], ssWorld_BodyAt( worlds[1], b ) ) );
            }
            if ( id.slot1 != 0 )
            {
                testMust( ssWorld_RemoveBody( worlds[0], id ) );
                testMust( ssWorld_SetEnabled( worlds[1], ssWorld_BodyAt( worlds[1], gone ), false ) );
            }
        }
        ASSERT( ledgerCloses( worlds[0] ) );
        ssDestroyWorld( worlds[0] );
        ssDestroyWorld( worlds[1] );
    }
    PASS();
}

// -------------------------------------------------------------------------------------- a slot is used again

enum
{
    historyPlain,
    historyPair,   // its contact with the plane had a material of its own
    historyDrag,   // the pointer held it
    historyJoint,  // it hung from a joint that kept it from touching the plane
    historyGroup,  // it was in the plane's group, and fell through
    historyForce,  // a force acted on it
    historyAsleep, // it slept
    historyCount
};

/// A sloping plane under a law that remembers (Dahl), or without a law, with a block that has some history.
static ssWorld* slope( bool law, bool sleeping, ssBodyId* plane )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = sleeping;
    def.gravity = ssVec3_Make( G * sin( 0.2 ), 0.0, -G * cos( 0.2 ) );
    ssWorld* world = makeWorld( &def );
    ssBodyDef ground = ssDefaultBodyDef();
    ground.shape = ssPlaneShape();
    ground.kind = ss_bodyStatic;
    ground.group = 3;
    if ( law )
    {
        ssLawDef dahl = ssDefaultLawDef( ss_lawKindText );
        ssLawProgram* program = NULL;
        testMust( ssCompileLaw( ssFindShippedLaw( "dahl" )->text, "law", &program, NULL ) );
        for ( int i = 0; i < ssLawProgram_Info( program )->paramCount; ++i )
        {
            dahl.programValues[i] = ssLawProgram_Info( program )->params[i].defaultValue;
        }
        dahl.program = program;
        testMust( ssWorld_AddLaw( world, &dahl, &ground.law ) );
        ssLawProgram_Release( program );
    }
    *plane = addBody( world, &ground );
    return world;
}

static void giveHistory( ssWorld* world, ssBodyId plane, int history )
{
    const ssVec3 up = { 0.0, 0.0, 3.0 }, none = { 0.0, 0.0, 0.0 };
    ssBodyDef block = boxAt( 0.05, 0.05 );
    block.material.stiffness = history == historyPair ? 1e5 : 0.0;
    block.group = history == historyGroup ? 3 : 0;
    block.velocity.x = 0.2;
    ssBodyId id = addBody( world, &block );
    if ( history == historyPair )
    {
        testMust(
            ssWorld_SetPairMaterial( world, plane, id, &( ssMaterial ){ .mu = 0.01, .stiffness = 1e4 } ) );
    }
    if ( history == historyDrag ) { testMust( ssWorld_Drag( world, true, id, up ) ); }
    if ( history == historyJoint )
    {
        ssJointDef pin = ssDefaultJointDef();
        pin.kind = ss_jointSpherical;
        pin.a = plane;
        pin.b = id;
        ssJointId joint;
        testMust( ssWorld_AddJoint( world, &pin, &joint ) );
    }
    if ( history == historyForce ) { testMust( ssWorld_SetForce( world, id, up, none ) ); }
    stepMany( world, history == historyAsleep ? 1200 : 200 );
    testMust( ssWorld_RemoveBody( world, id ) );
}

TEST whatTakesASlotAgainStartsAsInANewWorld( void )
{
    for ( int law = 0; law < 2; ++law )
    {
        for ( int history = 0; history < historyCount; ++history )
        {
            ssBodyId planes[2];
            bool sleeping = history == historyAsleep;
            ssWorld *used = slope( law == 1, sleeping, &planes[0] ),
                    *fresh = slope( law == 1, sleeping, &planes[1] );
            giveHistory( used, planes[0], history );
            for ( int pause = 0; pause < 2; ++pause ) // the slot is used at once, or after a step
            {
                ssBodyDef block = boxAt( 0.05, 0.05 );
                ssBodyId a = addBody( used, &block ), b = addBody( fresh, &block );
                ASSERT_EQ( a.slot1, b.slot1 );
                for ( int i = 0; i < ( testScale() < 10.0 ? testUpTo( 100, 30 ) : 300 ); ++i )
                {
                    ssWorld_Step( used, STEP );
                    ssWorld_Step( fresh, STEP );
                    ASSERT( sameMotion( used, a, fresh, b ) );
                }
                ASSERT( ledgerCloses( used ) );
                testMust( ssWorld_RemoveBody( used, a ) );
                testMust( ssWorld_RemoveBody( fresh, b ) );
                ssWorld_Step( used, STEP );
                ssDestroyWorld( fresh );
                fresh = slope( law == 1, sleeping, &planes[1] );
            }
            ssDestroyWorld( used );
            ssDestroyWorld( fresh );
        }
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------------ laws

TEST aLawGoesWhenNoBodyHasIt( void )
{
    ssBodyId plane;
    ssWorld* world = slope( true, false, &plane );
    ssLawId dahl = ssWorld_LawAt( world, 0 ), other;
    ssBodyDef block = boxAt( 0.05, 0.05 );
    ssBodyId id = addBody( world, &block );
    stepMany( world, 50 );
    ssResult result = ssWorld_RemoveLaw( world, dahl );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERTm( result.message, testContains( result.message, "slot 0" ) );
    ASSERT( ssWorld_HasLaw( world, dahl ) );
    testMust( ssWorld_SetLaw( world, plane, ( ssLawId ){ 0, 0 }, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
    testMust( ssWorld_RemoveLaw( world, dahl ) );
    ASSERT_EQ( 0, ssWorld_LawCount( world ) );
    (void)worldHash( world );
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ASSERT_EQ( NULL, ssWorld_Contact( world, i ).view.law );
    }
    stepMany( world, 50 );
    // mu = 0.5 holds on a slope of 0.2
    ASSERT( ssVec3_Length( ssWorld_Body( world, id ).velocity ) < 1e-6 );
    ssLawDef smooth = ssDefaultLawDef( ss_lawKindCoulomb );
    smooth.mu = 0.0;
    testMust( ssWorld_AddLaw( world, &smooth, &other ) );
    ASSERT_EQ( dahl.slot1, other.slot1 );
    ASSERT_FALSE( ssWorld_HasLaw( world, dahl ) );
    testMust( ssWorld_SetLaw( world, plane, other, ssVec3_Make( 1.0, 0.0, 0.0 ) ) );
    double before = ssWorld_Body( world, id ).velocity.x;
    stepMany( world, 100 );
    ASSERT_IN_RANGE( 0.1 * G * sin( 0.2 ), ssWorld_Body( world, id ).velocity.x - before, 1e-9 );
    ASSERT( ledgerCloses( world ) );
    ssDestroyWorld( world );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- saving

TEST aStateWithFreeSlotsGoesOnTheSame( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = true;
    ssWorld *world = heap( &def, 27, true, 3 ), *other = heap( &def, 27, true, 3 );
    stepMany( world, 300 );
    ssBodyId second = ssWorld_BodyAt( world, 2 ), ninth = ssWorld_BodyAt( world, 9 );
    testMust( ssWorld_RemoveBody( world, ninth ) );
    testMust( ssWorld_RemoveBody( world, second ) );
    testMust( ssWorld_RemoveBody( world, ssWorld_BodyAt( world, 20 ) ) );
    ssBodyDef ball = ssDefaultBodyDef();
    ball.shape = ssSphereShape( 0.04 );
    ball.pose.position.z = 2.0;
    ssBodyId late = addBody( world, &ball );  // in slot 20
    for ( int pause = 0; pause < 2; ++pause ) // saved right away, and after a step
    {
        ASSERT( testRestoreFrom( world, other ) );
        ASSERT_EQ( worldHash( world ), worldHash( other ) );
        ASSERT_EQ( ssWorld_BodyCount( world ), ssWorld_BodyCount( other ) );
        ASSERT( ssWorld_HasBody( other, late ) && !ssWorld_HasBody( other, second ) &&
            !ssWorld_HasBody( other, ninth ) );
        stepMany( world, 1 );
        stepMany( other, 1 );
        ASSERT_EQ( worldHash( world ), worldHash( other ) );
    }
    for ( int i = 0; i < 3; ++i )
    {
        ball.pose.position.x = i;
        ssBodyId a = addBody( world, &ball ), b = addBody( other, &ball );
        ASSERT_EQ( a.slot1, b.slot1 );
        ASSERT_EQ( a.generation, b.generation );
    }
    stepMany( world, 200 );
    stepMany( other, 200 );
    ASSERT_EQ( worldHash( world ), worldHash( other ) );
    ssDestroyWorld( world );
    ssDestroyWorld( other );
    PASS();
}

TEST aStateFromBeforeARemovalBringsTheBodyBack( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld *world = heap( &def, 27, true, 8 ), *kept = heap( &def, 27, true, 8 );
    stepMany( world, 250 );
    ASSERT( testRestoreFrom( world, kept ) );
    ssBodyId id = ssWorld_BodyAt( world, 4 );
    testMust( ssWorld_RemoveBody( world, id ) );
    stepMany( world, 50 );
    ssBodyDef ball = ssDefaultBodyDef();
    ssBodyId late = addBody( world, &ball );
    ASSERT( testRestoreFrom( kept, world ) );
    ASSERT( ssWorld_HasBody( world, id ) && !ssWorld_HasBody( world, late ) );
    ASSERT_EQ( worldHash( kept ), worldHash( world ) );
    stepMany( world, 100 );
    stepMany( kept, 100 );
    ASSERT_EQ( worldHash( kept ), worldHash( world ) );
    ssDestroyWorld( world );
    ssDestroyWorld( kept );
    PASS();
}

TEST damagedFreeListsAreRefused( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld *world = heap( &def, 9, false, 8 ), *other = heap( &def, 9, false, 8 );
    testMust( ssWorld_RemoveBody( world, ssWorld_BodyAt( world, 4 ) ) );
    testMust( ssWorld_RemoveBody( world, ssWorld_BodyAt( world, 6 ) ) );
    ssArchive size = { .mode = ss_archiveMeasure };
    ssWorld_Serialize( world, &size );
    unsigned char* blob = calloc( 1, size.used );
    ssArchive save = { .mode = ss_archiveWrite, .bytes = blob, .size = size.used };
    ssWorld_Serialize( world, &save );
    for ( size_t i = 0; i < size.used; i += i < 800 ? 1 : 17 )
    {
        for ( int bit = 0; bit < 8; bit += 3 )
        {
            blob[i] ^= (unsigned char)( 1 << bit );
            ssArchive load = { .mode = ss_archiveRead, .bytes = blob, .size = size.used };
            ssWorld_Serialize( other, &load );
            int living = 0;
            for ( int k = 0; k < ssWorld_BodySlots( other ) && !load.overrun; ++k )
            {
                living += ssWorld_BodyAt( other, k ).slot1 != 0 ? 1 : 0;
            }
            ASSERT( load.overrun || living == ssWorld_BodyCount( other ) );
            blob[i] ^= (unsigned char)( 1 << bit );
        }
    }
    ssArchive load = { .mode = ss_archiveRead, .bytes = blob, .size = size.used };
    ssWorld_Serialize( other, &load );
    ASSERT( !load.overrun );
    ASSERT_EQ( worldHash( world ), worldHash( other ) );
    free( blob );
    ssDestroyWorld( world );
    ssDestroyWorld( other );
    PASS();
}

// ---------------------------------------------------------------------------------------------- random edits

#define ALIVE_MAX 24

// What is known of a world that is edited at random.
typedef struct Model
{
    ssWorld* world;
    testRng rng;
    ssBodyId bodies[ALIVE_MAX], removed[64];
    ssJointId joints[ALIVE_MAX];
    ssLawId laws[4];
    int bodyCount, jointCount, lawCount, removedCount;
} Model;

static int choose( Model* m, int count ) { return (int)( testRandom( &m->rng ) % (uint64_t)count ); }

static void addRandomBody( Model* m )
{
    ssBodyDef def = ssDefaultBodyDef();
    int kind = choose( m, 5 );
    double size = testUniform( &m->rng, 0.05, 0.12 );
    def.shape = kind == 0 ? ssSphereShape( size )
        : kind == 1       ? ssBoxShape( ssVec3_Make( size, 0.7 * size, 0.5 * size ) )
        : kind == 2       ? ssCylinderShape( size, 0.5 * size )
                          : ssCapsuleShape( 0.5 * size, size );
    def.pose.position = ssVec3_Make( testUniform( &m->rng, -0.3, 0.3 ), testUniform( &m->rng, -0.3, 0.3 ),
        testUniform( &m->rng, 0.2, 1.0 ) );
    def.material =
        ( ssMaterial ){ .mu = 0.5, .muRoll = kind == 0 ? 1e-3 : 0.0, .restitution = kind == 1 ? 0.4 : 0.0 };
    def.material.stiffness = choose( m, 6 ) == 0 ? 2e5 : 0.0;
    def.material.damping = def.material.stiffness > 0.0 ? 200.0 : 0.0;
    def.law = m->lawCount > 0 && choose( m, 3 ) == 0 ? m->laws[choose( m, m->lawCount )] : def.law;
    def.kind = choose( m, 12 ) == 0 ? ss_bodyKinematic : ss_bodyDynamic;
    def.group = choose( m, 10 ) == 0 ? 2 : 0;
    def.userData = m;
    m->bodies[m->bodyCount++] = addBody( m->world, &def );
}

static void forgetLostJoints( Model* m )
{
    int kept = 0;
    for ( int i = 0; i < m->jointCount; ++i )
    {
        m->joints[kept] = m->joints[i];
        kept += ssWorld_HasJoint( m->world, m->joints[i] ) ? 1 : 0;
    }
    m->jointCount = kept;
}

static void removeRandomBody( Model* m )
{
    int k = choose( m, m->bodyCount );
    testMust( ssWorld_RemoveBody( m->world, m->bodies[k] ) );
    m->removed[m->removedCount++ % SS_COUNT( m->removed )] = m->bodies[k];
    m->bodies[k] = m->bodies[--m->bodyCount];
    forgetLostJoints( m );
}

static bool canMove( const Model* m, ssBodyId id )
{
    return ssWorld_HasBody( m->world, id ) && ssWorld_Body( m->world, id ).kind == ss_bodyDynamic;
}

static void editJoints( Model* m )
{
    if ( m->jointCount < 6 && m->bodyCount > 2 )
    {
        ssJointDef def = ssDefaultJointDef();
        def.kind = (ssJointKind)choose( m, 4 );
        int a = choose( m, m->bodyCount ), b = choose( m, m->bodyCount );
        def.a = m->bodies[a];
        def.b = a == b ? ( ssBodyId ){ 0, 0 } : m->bodies[b];
        def.anchor = ssWorld_Body( m->world, def.a ).pose.position;
        def.touch = a != b && choose( m, 2 ) == 0;
        if ( canMove( m, def.a ) || canMove( m, def.b ) )
        {
            testMust( ssWorld_AddJoint( m->world, &def, &m->joints[m->jointCount] ) );
            m->jointCount += 1;
        }
    }
    else if ( m->jointCount > 0 )
    {
        int k = choose( m, m->jointCount );
        testMust( ssWorld_RemoveJoint( m->world, m->joints[k] ) );
        m->joints[k] = m->joints[--m->jointCount];
    }
}

static void editLaws( Model* m )
{
    static const ssLawKind kinds[] = { ss_lawKindCoulomb, ss_lawKindAssociatedEllipse,
        ss_lawKindRegularised };
    if ( m->lawCount < SS_COUNT( m->laws ) )
    {
        ssLawDef def = ssDefaultLawDef( kinds[choose( m, SS_COUNT( kinds ) )] );
        testMust( ssWorld_AddLaw( m->world, &def, &m->laws[m->lawCount++] ) );
        return;
    }
    int k = choose( m, m->lawCount );
    if ( ssWorld_RemoveLaw( m->world, m->laws[k] ).code == ss_ok ) // some body may have it
    {
        m->laws[k] = m->laws[--m->lawCount];
    }
}

static void editOne( Model* m )
{
    ssBodyId id = m->bodyCount > 0 ? m->bodies[choose( m, m->bodyCount )] : ( ssBodyId ){ 0, 0 };
    ssMaterial pair = { .mu = 0.2, .stiffness = choose( m, 2 ) == 0 ? 1e5 : 0.0 };
    switch ( choose( m, 5 ) )
    {
        case 0:
            testMust( ssWorld_Drag( m->world, m->bodyCount > 0, id, ssVec3_Make( 0.0, 0.0, 1.0 ) ) );
            return;
        case 1:
            testMust( m->bodyCount > 0 && canMove( m, id )
                    ? ssWorld_SetPairMaterial( m->world, ssWorld_BodyAt( m->world, 0 ), id, &pair )
                    : ssOk() );
            return;
        case 2:
            testMust( m->bodyCount > 0 ? ssWorld_SetEnabled( m->world, id, choose( m, 3 ) > 0 ) : ssOk() );
            return;
        case 3: editLaws( m ); return;
        default: editJoints( m );
    }
}

static enum greatest_test_res invariantsHold( const Model* m )
{
    const ssWorld* world = m->world;
    ASSERT_EQ_FMT( m->bodyCount + 1, ssWorld_BodyCount( world ), "%d" ); // with the ground
    ASSERT_EQ_FMT( m->jointCount, ssWorld_JointCount( world ), "%d" );
    ASSERT_EQ_FMT( m->lawCount, ssWorld_LawCount( world ), "%d" );
    for ( int i = 0; i < m->bodyCount; ++i )
    {
        ASSERT( ssWorld_HasBody( world, m->bodies[i] ) );
        ASSERT_EQ( (const void*)m, ssWorld_BodyData( world, m->bodies[i] ) );
    }
    for ( int i = 0; i < m->removedCount && i < SS_COUNT( m->removed ); ++i )
    {
        ASSERT_FALSE( ssWorld_HasBody( world, m->removed[i] ) );
    }
    for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
    {
        ssWorldContact contact = ssWorld_Contact( world, i );
        ASSERT( ssWorld_HasBody( world, contact.a ) && ssWorld_HasBody( world, contact.b ) );
    }
    const ssSpring* spring = ssWorld_Spring( world );
    ASSERT( !spring->active || ssWorld_HasBody( world, spring->body ) );
    ASSERT( ledgerCloses( world ) );
    PASS();
}

TEST randomEditsKeepTheWorldWhole( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.sleeping = true;
    def.sleepTime = 0.02;
    def.maxIterations = 100;
    Model m = { .world = makeWorld( &def ), .rng = { 77 } };
    addPlane( m.world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
    int count = testCount( 3000 );
    for ( int i = 0; i < count; ++i )
    {
        int what = choose( &m, 10 );
        if ( what < 2 && m.bodyCount < ALIVE_MAX ) { addRandomBody( &m ); }
        else if ( what < 4 && m.bodyCount > 0 && ( what == 2 || m.bodyCount > 8 ) )
        {
            removeRandomBody( &m );
        }
        else if ( what < 6 ) { editOne( &m ); }
        else
        {
            ssStatus status = ssWorld_Step( m.world, 2e-3 ).status;
            ASSERT( status <= ss_statusLimit );
        }
        CHECK_CALL( invariantsHold( &m ) );
    }
    ASSERT( ssWorld_BodySlots( m.world ) <= ALIVE_MAX + 1 ); // free slots are used again
    ssDestroyWorld( m.world );
    PASS();
}

SUITE( removal )
{
    RUN_TEST( whatStoodOnARemovedBoxFalls );
    RUN_TEST( whatStoodOnARemovedPlaneFalls );
    RUN_TEST( whatHungFromARemovedJointFalls );
    RUN_TEST( bodiesOfARemovedJointTouchAgain );
    RUN_TEST( aBodyThatTouchedNothingLeavesNoTrace );
    RUN_TEST( aRemovedBodyIsGoneLikeADisabledOne );
    RUN_TEST( whatTakesASlotAgainStartsAsInANewWorld );
    RUN_TEST( aLawGoesWhenNoBodyHasIt );
    RUN_TEST( aStateWithFreeSlotsGoesOnTheSame );
    RUN_TEST( aStateFromBeforeARemovalBringsTheBodyBack );
    RUN_TEST( damagedFreeListsAreRefused );
    RUN_TEST( randomEditsKeepTheWorldWhole );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( removal );
    return TEST_END();
}
