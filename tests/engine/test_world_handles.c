// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/world_query.h"
#include "slipstick/world_save.h"

// Handles of bodies, joints and laws: which ones a world accepts, and that nothing
// is changed through one that names nothing.

#define STEP 1e-3
#define G 9.81

// --------------------------------------------------------------------------------- every function of the API

typedef struct Names
{
    ssBodyId body;
    ssJointId joint;
    ssLawId law;
} Names;

#define RESULTS_MAX 48

typedef struct Results
{
    ssResult rows[RESULTS_MAX];
    const char* names[RESULTS_MAX];
    int count;
} Results;

static void note( Results* results, const char* name, ssResult result )
{
    results->names[results->count] = name;
    results->rows[results->count++] = result;
}

/// Calls every function that takes a handle and can refuse it. `good` is a living body.
static Results useAll( ssWorld* world, Names n, ssBodyId good )
{
    Results all = { .count = 0 };
    const ssVec3 one = { 1.0, 1.0, 1.0 };
    ssMaterial material = { .mu = 0.3 };
    ssLawDef law = ssDefaultLawDef( ss_lawKindCoulomb );
    ssJointDef first = ssDefaultJointDef(), second = first;
    ssBodyDef owner = ssDefaultBodyDef();
    first.a = n.body;
    first.b = good;
    second.a = good;
    second.b = n.body;
    owner.law = n.law;
    note( &all, "SetPose", ssWorld_SetPose( world, n.body, ( ssPose ){ one, ssQuat_Identity() } ) );
    note( &all, "SetVelocity", ssWorld_SetVelocity( world, n.body, one, one ) );
    note( &all, "SetBeltVelocity", ssWorld_SetBeltVelocity( world, n.body, one ) );
    note( &all, "SetMaterial", ssWorld_SetMaterial( world, n.body, &material ) );
    note( &all, "SetPairMaterial", ssWorld_SetPairMaterial( world, n.body, good, &material ) );
    note( &all, "SetPairMaterial", ssWorld_SetPairMaterial( world, good, n.body, &material ) );
    note( &all, "SetLaw", ssWorld_SetLaw( world, n.body, ( ssLawId ){ 0, 0 }, one ) );
    note( &all, "SetGroup", ssWorld_SetGroup( world, n.body, 3 ) );
    note( &all, "SetEnabled", ssWorld_SetEnabled( world, n.body, false ) );
    note( &all, "SetForce", ssWorld_SetForce( world, n.body, one, one ) );
    note( &all, "SetBodyData", ssWorld_SetBodyData( world, n.body, &all ) );
    note( &all, "Drag", ssWorld_Drag( world, true, n.body, one ) );
    note( &all, "RemoveBody", ssWorld_RemoveBody( world, n.body ) );
    note( &all, "SetJoint", ssWorld_SetJoint( world, n.joint, 1.0, 1.0 ) );
    note( &all, "SetJointData", ssWorld_SetJointData( world, n.joint, &all ) );
    note( &all, "RemoveJoint", ssWorld_RemoveJoint( world, n.joint ) );
    note( &all, "ReplaceLaw", ssWorld_ReplaceLaw( world, n.law, &law ) );
    note( &all, "RemoveLaw", ssWorld_RemoveLaw( world, n.law ) );
    if ( n.body.slot1 != 0 ) // null is the fixed world here, and no law there
    {
        note( &all, "AddJoint", ssWorld_AddJoint( world, &first, NULL ) );
        note( &all, "AddJoint", ssWorld_AddJoint( world, &second, NULL ) );
        note( &all, "AddBody", ssWorld_AddBody( world, &owner, NULL ) );
        note( &all, "SetLaw", ssWorld_SetLaw( world, good, n.law, one ) );
    }
    return all;
}

static bool isZero( const void* value, size_t size )
{
    const unsigned char* bytes = value;
    bool zero = true;
    for ( size_t i = 0; i < size; ++i ) { zero = zero && bytes[i] == 0; }
    return zero;
}

/// Whether everything that reads gives nothing.
static bool readsNothing( const ssWorld* world, Names n )
{
    ssBodyState state = ssWorld_Body( world, n.body );
    ssVec3 shown = ssWorld_ShownVelocity( world, n.body ), force = { 1.0, 1.0, 1.0 }, moment = force;
    ssPose pose = ssWorld_ShapePose( world, n.body );
    ssMaterial material = ssWorld_PairMaterial( world, n.body, ssWorld_BodyAt( world, 0 ) ),
               other = ssWorld_PairMaterial( world, ssWorld_BodyAt( world, 0 ), n.body );
    ssWorld_JointForce( world, n.joint, &force, &moment );
    return isZero( &state.pose, sizeof state.pose ) && state.mass == 0.0 && !state.enabled &&
        isZero( &shown, sizeof shown ) && isZero( &pose, sizeof pose ) && material.mu == 0.0 &&
        other.mu == 0.0 && isZero( &force, sizeof force ) && isZero( &moment, sizeof moment ) &&
        ssWorld_BodyShape( world, n.body ) == NULL && ssWorld_Group( world, n.body ) == 0 &&
        ssWorld_BodyData( world, n.body ) == NULL && ssWorld_JointData( world, n.joint ) == NULL &&
        !ssWorld_HasBody( world, n.body ) && !ssWorld_HasJoint( world, n.joint ) &&
        !ssWorld_HasLaw( world, n.law );
}

/// A plane, a box that is pinned to the world, and a law.
static ssWorld* smallWorld( Names* names )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.0 );
    ssBodyDef box = ssDefaultBodyDef();
    box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.1, 0.1 ) );
    box.pose.position.z = 0.5;
    box.group = 7;
    box.userData = names;
    ssJointDef pin = ssDefaultJointDef();
    pin.kind = ss_jointSpherical;
    pin.b = names->body = addBody( world, &box );
    pin.anchor.z = 0.6;
    pin.userData = world;
    testMust( ssWorld_AddJoint( world, &pin, &names->joint ) );
    ssLawDef law = ssDefaultLawDef( ss_lawKindCoulomb );
    testMust( ssWorld_AddLaw( world, &law, &names->law ) );
    return world;
}

static void removeAll( ssWorld* world, Names names )
{
    testMust( ssWorld_RemoveJoint( world, names.joint ) );
    testMust( ssWorld_RemoveBody( world, names.body ) );
    testMust( ssWorld_RemoveLaw( world, names.law ) );
}

static enum greatest_test_res allAreRefused( ssWorld* world, Names names, const char* part )
{
    uint64_t before = worldHash( world );
    Results all = useAll( world, names, ssWorld_BodyAt( world, 0 ) );
    for ( int i = 0; i < all.count; ++i )
    {
        ASSERT_EQm( all.names[i], ss_errorValue, all.rows[i].code );
        ASSERTm( all.rows[i].message, testContains( all.rows[i].message, part ) );
        ASSERTm( all.names[i], all.rows[i].field[0] != 0 );
    }
    ASSERT( readsNothing( world, names ) );
    ASSERT_EQ( before, worldHash( world ) );
    PASS();
}

TEST staleHandlesAreRefusedEverywhere( void )
{
    Names names;
    ssWorld* world = smallWorld( &names );
    ssWorld_Step( world, STEP );
    removeAll( world, names );
    CHECK_CALL( allAreRefused( world, names, "removed" ) );
    ssDestroyWorld( world );
    PASS();
}

TEST theHandleOfASlotThatIsUsedAgainIsRefused( void )
{
    Names names;
    ssWorld* world = smallWorld( &names );
    removeAll( world, names );
    ssBodyDef ball = ssDefaultBodyDef();
    ssJointDef pin = ssDefaultJointDef();
    ssLawDef law = ssDefaultLawDef( ss_lawKindCoulomb );
    ssJointId joint;
    ssLawId lawId;
    ssBodyId body = pin.b = addBody( world, &ball );
    testMust( ssWorld_AddJoint( world, &pin, &joint ) );
    testMust( ssWorld_AddLaw( world, &law, &lawId ) );
    ASSERT_EQ( names.body.slot1, body.slot1 );
    ASSERT_EQ( names.joint.slot1, joint.slot1 );
    ASSERT_EQ( names.law.slot1, lawId.slot1 );
    CHECK_CALL( allAreRefused( world, names, "removed" ) );
    ASSERT( ssWorld_HasBody( world, body ) && ssWorld_HasJoint( world, joint ) &&
        ssWorld_HasLaw( world, lawId ) );
    ASSERT_EQ( ss_shapeSphere, ssWorld_BodyShape( world, body )->kind );
    ssDestroyWorld( world );
    PASS();
}

TEST handlesThatNeverExistedAreRefused( void )
{
    Names names;
    ssWorld* world = smallWorld( &names );
    const Names wrong[] = {
        { { 0, 0 }, { 0, 0 }, { 0, 0 } },
        { { 99, 1 }, { 99, 1 }, { 99, 1 } },
        { { -3, 1 }, { -3, 1 }, { -3, 1 } },
        { { INT32_MAX, 1 }, { INT32_MAX, 1 }, { INT32_MAX, 1 } },
        { { INT32_MIN, UINT32_MAX }, { INT32_MIN, UINT32_MAX }, { INT32_MIN, UINT32_MAX } },
        { { 2, 0 }, { 1, 0 }, { 1, 0 } }, // slots in use, generations that were never given
        { { 2, 2 }, { 1, 2 }, { 1, 2 } },
    };
    for ( int i = 0; i < SS_COUNT( wrong ); ++i )
    {
        CHECK_CALL( allAreRefused( world, wrong[i], i == 0 ? "null" : "never was one" ) );
    }
    removeAll( world, names );
    const Names next = { { 2, 2 }, { 1, 2 }, { 1, 2 } }; // the ones that are given away next
    CHECK_CALL( allAreRefused( world, next, "never was one" ) );
    ssDestroyWorld( world );
    PASS();
}

TEST slotsCountWhatIsThereAndWhatIsFree( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssBodyDef ball = ssDefaultBodyDef();
    ssBodyId ids[5];
    for ( int i = 0; i < 5; ++i )
    {
        ball.pose.position.x = 2.0 * i;
        ids[i] = addBody( world, &ball );
        ASSERT_EQ( i + 1, ids[i].slot1 );
    }
    testMust( ssWorld_RemoveBody( world, ids[1] ) );
    testMust( ssWorld_RemoveBody( world, ids[3] ) );
    ASSERT_EQ( 3, ssWorld_BodyCount( world ) );
    ASSERT_EQ( 5, ssWorld_BodySlots( world ) );
    ASSERT_EQ( 0, ssWorld_BodyAt( world, 1 ).slot1 );
    ASSERT_EQ( 0, ssWorld_BodyAt( world, -1 ).slot1 );
    ASSERT_EQ( 0, ssWorld_BodyAt( world, 5 ).slot1 );
    ASSERT_EQ( ids[4].generation, ssWorld_BodyAt( world, 4 ).generation );
    ASSERT_EQ( ids[3].slot1, addBody( world, &ball ).slot1 ); // freed last
    ASSERT_EQ( ids[1].slot1, addBody( world, &ball ).slot1 );
    ASSERT_EQ( 6, addBody( world, &ball ).slot1 );
    ASSERT_EQ( 6, ssWorld_BodyCount( world ) );
    ssDestroyWorld( world );
    PASS();
}

TEST aRefusalGivesTheNullHandle( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    ssBodyDef body = ssDefaultBodyDef();
    body.density = -1.0;
    ssJointDef joint = ssDefaultJointDef();
    ssLawDef law = ssDefaultLawDef( ss_lawKindRegularised );
    law.vEps = -1.0;
    Names names = { { 5, 5 }, { 5, 5 }, { 5, 5 } };
    ASSERT( ssWorld_AddBody( world, &body, &names.body ).code != ss_ok );
    ASSERT( ssWorld_AddJoint( world, &joint, &names.joint ).code != ss_ok );
    ASSERT( ssWorld_AddLaw( world, &law, &names.law ).code != ss_ok );
    ASSERT( isZero( &names, sizeof names ) );
    ssDestroyWorld( world );
    PASS();
}

TEST userDataStaysWithItsBody( void )
{
    Names names;
    ssWorld* world = smallWorld( &names );
    uint64_t before = worldHash( world );
    ASSERT_EQ( (void*)&names, ssWorld_BodyData( world, names.body ) );
    ASSERT_EQ( (void*)world, ssWorld_JointData( world, names.joint ) );
    testMust( ssWorld_SetBodyData( world, names.body, NULL ) );
    testMust( ssWorld_SetJointData( world, names.joint, &names ) );
    ASSERT_EQ( NULL, ssWorld_BodyData( world, names.body ) );
    ASSERT_EQ( (void*)&names, ssWorld_JointData( world, names.joint ) );
    ASSERT_EQ( before, worldHash( world ) ); // it is no part of the state
    testMust( ssWorld_SetBodyData( world, names.body, &before ) );
    ssBodyDef ball = ssDefaultBodyDef();
    for ( int i = 0; i < 200; ++i ) // the arrays grow
    {
        addBody( world, &ball );
    }
    ASSERT_EQ( (void*)&before, ssWorld_BodyData( world, names.body ) );
    testMust( ssWorld_RemoveBody( world, names.body ) );
    ssBodyId again = addBody( world, &ball );
    ASSERT_EQ( names.body.slot1, again.slot1 );
    ASSERT_EQ( NULL, ssWorld_BodyData( world, again ) );
    ssDestroyWorld( world );
    PASS();
}

TEST numbersThatAreNotFiniteAreRefused( void )
{
    Names names;
    ssWorld* world = smallWorld( &names );
    uint64_t before = worldHash( world );
    const ssVec3 bad = { 0.0, SS_NAN, 0.0 }, zero = { 0.0, 0.0, 0.0 };
    const ssQuat none = { 0.0, 0.0, 0.0, 0.0 };
    const ssResult results[] = { ssWorld_SetPose( world, names.body, ( ssPose ){ bad, ssQuat_Identity() } ),
        ssWorld_SetPose( world, names.body, ( ssPose ){ zero, none } ),
        ssWorld_SetVelocity( world, names.body, bad, zero ),
        ssWorld_SetVelocity( world, names.body, zero, bad ),
        ssWorld_SetBeltVelocity( world, names.body, bad ), ssWorld_SetForce( world, names.body, zero, bad ),
        ssWorld_Drag( world, true, names.body, bad ),
        ssWorld_Drag( world, true, names.body, ssVec3_Make( HUGE_VAL, 0.0, 0.0 ) ),
        ssWorld_SetJoint( world, names.joint, SS_NAN, 1.0 ),
        ssWorld_SetJoint( world, names.joint, 0.0, -1.0 ) };
    for ( int i = 0; i < SS_COUNT( results ); ++i )
    {
        ASSERT_EQ( ss_errorValue, results[i].code );
        ASSERT( results[i].field[0] != 0 );
    }
    ASSERT_EQ( before, worldHash( world ) );
    ssDestroyWorld( world );
    PASS();
}

/// What a kind of body or joint would ignore is refused with what is
/// allowed, and zero, which says the same, is not.
TEST whatAKindWouldIgnoreIsRefused( void )
{
    Names names;
    ssWorld* world = smallWorld( &names );
    const ssVec3 one = { 0.0, 0.0, 1.0 }, zero = { 0.0, 0.0, 0.0 };
    ssBodyId ground = ssWorld_BodyAt( world, 0 ), table;
    ssBodyDef body = ssDefaultBodyDef(), still[3];
    body.kind = ss_bodyKinematic;
    body.group = 7;
    body.velocity = one;
    body.beltVelocity = one;
    table = addBody( world, &body );
    for ( int i = 0; i < 3; ++i )
    {
        still[i] = ssDefaultBodyDef();
        still[i].kind = i < 2 ? ss_bodyStatic : ss_bodyDynamic;
        *( i == 0 ? &still[i].velocity : i == 1 ? &still[i].omega : &still[i].beltVelocity ) = one;
    }
    uint64_t before = worldHash( world );
    const struct
    {
        ssResult result;
        const char* field;
    } refused[] = { { ssWorld_AddBody( world, &still[0], NULL ), "velocity" },
        { ssWorld_AddBody( world, &still[1], NULL ), "omega" },
        { ssWorld_AddBody( world, &still[2], NULL ), "beltVelocity" },
        { ssWorld_SetVelocity( world, ground, one, zero ), "velocity" },
        { ssWorld_SetVelocity( world, ground, zero, one ), "omega" },
        { ssWorld_SetForce( world, ground, one, zero ), "force" },
        { ssWorld_SetForce( world, table, zero, one ), "torque" },
        { ssWorld_SetBeltVelocity( world, names.body, one ), "beltVelocity" } };
    for ( int i = 0; i < SS_COUNT( refused ); ++i )
    {
        ASSERT_EQ_FMT( (int)ss_errorValue, (int)refused[i].result.code, "%d" );
        ASSERT_STR_EQ( refused[i].field, refused[i].result.field );
        ASSERT( testContains( refused[i].result.message, "allowed: 0, or" ) );
    }
    ASSERT_EQ( before, worldHash( world ) );
    for ( int kind = 0; kind <= ss_jointSeal; ++kind )
    {
        ssJointDef fast = ssDefaultJointDef(), strong = fast;
        fast.kind = strong.kind = (ssJointKind)kind;
        fast.b = strong.b = names.body;
        fast.speed = 1.0;
        strong.maxForce = 5.0;
        bool bound = kind == ss_jointMotion || kind == ss_jointSeal;
        ssJointId ids[2];
        ssResult results[2] = { ssWorld_AddJoint( world, &fast, &ids[0] ),
            ssWorld_AddJoint( world, &strong, &ids[1] ) };
        for ( int i = 0; i < 2; ++i )
        {
            bool takes = i == 0 ? kind == ss_jointMotion : bound;
            ASSERT_EQ_FMT( (int)( takes ? ss_ok : ss_errorValue ), (int)results[i].code, "%d" );
            ASSERT( takes || strcmp( results[i].field, i == 0 ? "speed" : "maxForce" ) == 0 );
            if ( takes ) { testMust( ssWorld_RemoveJoint( world, ids[i] ) ); }
        }
    }
    ASSERT_EQ( ss_errorValue, ssWorld_SetJoint( world, names.joint, 1.0, HUGE_VAL ).code );
    ASSERT_EQ( ss_errorValue, ssWorld_SetJoint( world, names.joint, 0.0, 1.0 ).code );
    ASSERT_EQ( 1, ssWorld_JointCount( world ) );
    testMust( ssWorld_SetVelocity( world, ground, zero, zero ) );
    testMust( ssWorld_SetForce( world, ground, zero, zero ) );
    testMust( ssWorld_SetBeltVelocity( world, names.body, zero ) );
    testMust( ssWorld_SetJoint( world, names.joint, 0.0, HUGE_VAL ) );
    ssDestroyWorld( world );
    PASS();
}

/// What two bodies that cannot move would share, and the inertia of one, is refused; a joint
/// takes `touch` only where it holds two bodies.
TEST whatNothingCanFollowIsRefused( void )
{
    Names names;
    ssWorld* world = smallWorld( &names );
    ssBodyId ground = ssWorld_BodyAt( world, 0 );
    ssMaterial material = { .mu = 0.2 };
    ssBodyDef body = ssDefaultBodyDef();
    for ( int kind = ss_bodyStatic; kind <= ss_bodyKinematic; ++kind )
    {
        ssJointDef joint = ssDefaultJointDef();
        body = ssDefaultBodyDef();
        body.kind = (ssBodyKind)kind;
        ssBodyId other;
        if ( kind == ss_bodyDynamic ) { continue; }
        testMust( ssWorld_AddBody( world, &body, &other ) );
        body.mass = 2.0;
        ASSERT_STR_EQ( "mass", ssWorld_AddBody( world, &body, NULL ).field );
        body.mass = 0.0;
        body.inertia.y = 1.0;
        ASSERT_STR_EQ( "inertia", ssWorld_AddBody( world, &body, NULL ).field );
        ASSERT_STR_EQ( "b", ssWorld_SetPairMaterial( world, ground, other, &material ).field );
        testMust( ssWorld_SetPairMaterial( world, names.body, other, &material ) );
        joint.a = other;
        ASSERT_STR_EQ( "b", ssWorld_AddJoint( world, &joint, NULL ).field );
        joint.b = ground;
        ASSERT_STR_EQ( "b", ssWorld_AddJoint( world, &joint, NULL ).field );
        joint.b = names.body;
        joint.touch = true;
        testMust( ssWorld_AddJoint( world, &joint, NULL ) );
        joint.kind = ss_jointMotion;
        ASSERT_STR_EQ( "touch", ssWorld_AddJoint( world, &joint, NULL ).field );
        joint.kind = ss_jointFixed;
        joint.a = ( ssBodyId ){ 0, 0 };
        ASSERT_STR_EQ( "touch", ssWorld_AddJoint( world, &joint, NULL ).field );
    }
    ssDestroyWorld( world );
    PASS();
}

/// The refusal of a body of any kind, and of a joint, names the number that is wrong.
TEST refusalsOfBodiesAndJointsNameTheirNumber( void )
{
    Names names;
    ssWorld* world = smallWorld( &names );
    ssBodyDef body = ssDefaultBodyDef();
    for ( int kind = 0; kind < 3; ++kind )
    {
        body.kind = (ssBodyKind)kind;
        body.mass = kind == 1 ? -1.0 : SS_NAN;
        ASSERT_STR_EQ( "mass", ssWorld_AddBody( world, &body, NULL ).field );
    }
    const struct
    {
        double speed, maxForce, anchor, axis;
        const char* field;
    } rows[] = { { SS_NAN, 1.0, 0.0, 1.0, "speed" }, { 1.0, SS_NAN, 0.0, 1.0, "maxForce" },
        { 1.0, -1.0, 0.0, 1.0, "maxForce" }, { 1.0, 1.0, SS_NAN, 1.0, "anchor" },
        { 1.0, 1.0, 0.0, 0.0, "axis" } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssJointDef joint = ssDefaultJointDef();
        joint.kind = ss_jointMotion;
        joint.b = names.body;
        joint.speed = rows[i].speed;
        joint.maxForce = rows[i].maxForce;
        joint.anchor.y = rows[i].anchor;
        joint.axis.x = rows[i].axis;
        ssResult result = ssWorld_AddJoint( world, &joint, NULL );
        ASSERT_EQ_FMT( (int)ss_errorValue, (int)result.code, "%d" );
        ASSERT_STR_EQ( rows[i].field, result.field );
    }
    ASSERT_STR_EQ( "speed", ssWorld_SetJoint( world, names.joint, SS_NAN, 1.0 ).field );
    ssDestroyWorld( world );
    PASS();
}

/// Numbers that leave the range of a double are no lack of memory.
TEST aStepThatIsTooLongIsNotFinite( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addPlane( world, ssDefaultBodyDef().material, 0.0 );
    ssBodyDef ball = sphereOn( 0.5, ssDefaultBodyDef().material, 0.0 );
    ball.velocity.x = 1.0;
    ssBodyId id = addBody( world, &ball );
    ASSERT_EQ( ss_statusNotFinite, ssWorld_Step( world, 1e300 ).status );
    ASSERT( ssWorld_Body( world, id ).pose.position.x == 0.0 );
    ASSERT_EQ( ss_statusConverged, ssWorld_Step( world, STEP ).status );
    ssDestroyWorld( world );
    PASS();
}

// ------------------------------------------------------------------------------------------------- callbacks

typedef struct Meddler
{
    ssWorld* world;
    Names names;
    int tries, refusals;
} Meddler;

/// Tries to change the world from a callback of its step.
static void meddle( Meddler* m )
{
    ssBodyDef ball = ssDefaultBodyDef();
    ssWorldDef def = *ssWorld_Def( m->world );
    Results all = useAll( m->world, m->names, ssWorld_BodyAt( m->world, 0 ) );
    note( &all, "AddBody", ssWorld_AddBody( m->world, &ball, NULL ) );
    note( &all, "SetDef", ssWorld_SetDef( m->world, &def ) );
    // To save it is no change, but in a step there is nothing that could be saved.
    ssBlob blob;
    note( &all, "Save", ssWorld_Save( m->world, &blob ) );
    ssBlob_Destroy( &blob );
    for ( int i = 0; i < all.count; ++i )
    {
        m->tries += 1;
        m->refusals +=
            all.rows[i].code == ss_errorValue && testContains( all.rows[i].message, "in a step" ) ? 1 : 0;
    }
    m->tries += 1;
    m->refusals += ssWorld_Step( m->world, STEP ).status == ss_statusRefused ? 1 : 0;
}

static void meddlingHook( void* context, ssWorldStage stage )
{
    (void)stage;
    meddle( context );
}

static bool meddlingStop( void* context )
{
    meddle( context );
    return false;
}

TEST callbacksCannotChangeTheWorld( void )
{
    Meddler m = { .tries = 0 };
    Names other;
    ssWorld* plain = smallWorld( &other );
    m.world = smallWorld( &m.names );
    ssWorld_SetStageHook( m.world, meddlingHook, &m );
    ssWorld_SetStop( m.world, meddlingStop, &m );
    for ( int i = 0; i < 5; ++i )
    {
        ASSERT_EQ( ssWorld_Step( plain, STEP ).status, ssWorld_Step( m.world, STEP ).status );
    }
    ASSERT( m.tries > 100 );
    ASSERT_EQ( m.tries, m.refusals );
    ASSERT_EQ( worldHash( plain ), worldHash( m.world ) );
    ASSERT( ssWorld_HasBody( m.world, m.names.body ) );
    ssDestroyWorld( m.world );
    ssDestroyWorld( plain );
    PASS();
}

/// A program that ignored the refusal of ssCreateWorld goes on with NULL, and every call says so.
TEST aWorldThatIsNullIsRefused( void )
{
    Names some = { { 1, 1 }, { 1, 1 }, { 1, 1 } };
    const ssVec3 one = { 1.0, 1.0, 1.0 };
    Results all = useAll( NULL, some, some.body );
    ssBodyDef ball = ssDefaultBodyDef();
    ssJointDef joint = ssDefaultJointDef();
    ssLawDef law = ssDefaultLawDef( ss_lawKindCoulomb );
    ssWorldDef def = ssDefaultWorldDef();
    ssWorldHit hit;
    ssWorldNearest nearest;
    ssNearest onBody;
    ssProblem problem;
    ssBlob blob;
    ssBodyId id = some.body;
    int count = 1;
    ssShape shape = ssSphereShape( 1.0 );
    ssPose pose = { one, ssQuat_Identity() };
    note( &all, "SetDef", ssWorld_SetDef( NULL, &def ) );
    note( &all, "AddBody", ssWorld_AddBody( NULL, &ball, &id ) );
    note( &all, "AddJoint", ssWorld_AddJoint( NULL, &joint, NULL ) );
    note( &all, "AddLaw", ssWorld_AddLaw( NULL, &law, NULL ) );
    note( &all, "Drag", ssWorld_Drag( NULL, false, id, one ) );
    note( &all, "Freeze", ssWorld_Freeze( NULL, &problem ) );
    note( &all, "Save", ssWorld_Save( NULL, &blob ) );
    note( &all, "CastRay", ssWorld_CastRay( NULL, one, one, NULL, &hit ) );
    note( &all, "Overlap", ssWorld_Overlap( NULL, &shape, pose, NULL, 0, NULL, &count ) );
    note( &all, "Closest", ssWorld_Closest( NULL, one, 1.0, NULL, &nearest ) );
    note( &all, "ClosestOnBody", ssWorld_ClosestOnBody( NULL, some.body, one, &onBody ) );
    for ( int i = 0; i < all.count; ++i )
    {
        ASSERTm( all.names[i], all.rows[i].code == ss_errorValue );
        ASSERT_STR_EQm( all.names[i], "world", all.rows[i].field );
        ASSERTm( all.rows[i].message, strstr( all.rows[i].message, "the world is NULL" ) != NULL );
    }
    ASSERT( id.slot1 == 0 && id.generation == 0 && count == 0 && blob.bytes == NULL );
    ASSERT( readsNothing( NULL, some ) );
    ASSERT_EQ( 0, ssWorld_BodyCount( NULL ) + ssWorld_BodySlots( NULL ) + ssWorld_ContactCount( NULL ) );
    ASSERT_EQ( 0, ssWorld_JointCount( NULL ) + ssWorld_JointSlots( NULL ) );
    ASSERT_EQ( 0, ssWorld_LawCount( NULL ) + ssWorld_LawSlots( NULL ) );
    ASSERT_EQ( ss_statusRefused, ssWorld_Step( NULL, 1e-3 ).status );
    ASSERT_STR_EQ( "the world is NULL", ssWorld_Refusal( NULL ) );
    size_t bytes = 1;
    ssArchive archive = { .mode = ss_archiveMeasure };
    ssDraw draw = { 0 };
    ssWorld_SetStageHook( NULL, NULL, NULL );
    ssWorld_SetStop( NULL, NULL, NULL );
    ssWorld_SetTime( NULL, 1.0 );
    ssWorld_Serialize( NULL, &archive );
    ssWorld_Draw( NULL, &draw );
    ASSERT( archive.overrun );
    ASSERT( ssWorld_Arrays( NULL ).slots == 0 && ssWorld_Events( NULL ).beginCount == 0 );
    ASSERT( ssWorld_Energy( NULL ) == 0.0 && ssWorld_Ledger( NULL ).kinetic == 0.0 );
    ASSERT( ssWorld_Problem( NULL ) == NULL && ssWorld_Reactions( NULL ) == NULL );
    ASSERT( ssWorld_Memory( NULL, &bytes ) == 0 && bytes == 0 && ssWorld_ScratchMemory( NULL ) == 0 );
    ASSERT( ssWorld_Memory( NULL, NULL ) == 0 );
    // What is read through a pointer can be read as well.
    ASSERT( ssWorld_Def( NULL )->theta == 0.0 && ssWorld_Def( NULL )->maxIterations == 0 );
    ASSERT_STR_EQ( "", ssWorld_Def( NULL )->solver );
    ASSERT_EQ( ss_statusRefused, ssWorld_Report( NULL )->status );
    ASSERT( !ssWorld_Spring( NULL )->active && ssWorld_Spring( NULL )->body.slot1 == 0 );
    ASSERT_EQ( 0, (int)ssWorld_Contact( NULL, 0 ).feature );
    ssBlob_Destroy( NULL );
    PASS();
}

// ------------------------------------------------------------------------------------- what a step hands out

/// A ball that slides on a plane with a law of its own, after one step.
static ssWorld* slidingBall( ssLawDef* law, Names* names )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    *law = ssDefaultLawDef( ss_lawKindCollinear );
    law->cForce = 1.0;
    law->c.a = 0.3;
    testMust( ssWorld_AddLaw( world, law, &names->law ) );
    ssBodyDef ground = ssDefaultBodyDef(), ball = ssDefaultBodyDef();
    ground.shape = ssPlaneShape();
    ground.kind = ss_bodyStatic;
    ground.law = names->law;
    addBody( world, &ground );
    ball.shape = ssSphereShape( 0.1 );
    ball.pose.position.z = 0.1;
    ball.velocity.x = 1.0;
    names->body = addBody( world, &ball );
    ssJointDef pin = ssDefaultJointDef();
    pin.kind = ss_jointSeal;
    pin.b = names->body;
    pin.maxForce = 0.1;
    testMust( ssWorld_AddJoint( world, &pin, &names->joint ) );
    ssWorld_Step( world, STEP );
    return world;
}

/// Makes the change with that number; false: there is none.
static bool change( ssWorld* world, Names n, int number )
{
    const ssVec3 up = { 0.0, 0.0, 1.0 }, none = { 0.0, 0.0, 0.0 };
    const ssPose pose = { up, ssQuat_Identity() };
    const ssMaterial material = { .mu = 0.3 };
    ssBodyId ground = ssWorld_BodyAt( world, 0 );
    ssLawDef law = ssDefaultLawDef( ss_lawKindCoulomb );
    ssJointDef pin = ssDefaultJointDef();
    ssBodyDef ball = ssDefaultBodyDef();
    ssWorldDef def = *ssWorld_Def( world );
    pin.b = n.body;
    switch ( number )
    {
        case 0: testMust( ssWorld_AddLaw( world, &law, NULL ) ); break;
        case 1: testMust( ssWorld_ReplaceLaw( world, n.law, &law ) ); break;
        case 2: testMust( ssWorld_SetLaw( world, ground, ( ssLawId ){ 0, 0 }, up ) ); break;
        case 3: testMust( ssWorld_AddBody( world, &ball, NULL ) ); break;
        case 4: testMust( ssWorld_RemoveBody( world, n.body ) ); break;
        case 5: testMust( ssWorld_SetPose( world, n.body, pose ) ); break;
        case 6: testMust( ssWorld_SetVelocity( world, n.body, up, up ) ); break;
        case 7: testMust( ssWorld_SetBeltVelocity( world, ground, up ) ); break;
        case 8: testMust( ssWorld_SetMaterial( world, n.body, &material ) ); break;
        case 9: testMust( ssWorld_SetPairMaterial( world, ground, n.body, &material ) ); break;
        case 10: testMust( ssWorld_SetGroup( world, n.body, 3 ) ); break;
        case 11: testMust( ssWorld_SetEnabled( world, n.body, false ) ); break;
        case 12: testMust( ssWorld_SetForce( world, n.body, up, none ) ); break;
        case 13: testMust( ssWorld_Drag( world, true, n.body, up ) ); break;
        case 14: testMust( ssWorld_AddJoint( world, &pin, NULL ) ); break;
        case 15: testMust( ssWorld_RemoveJoint( world, n.joint ) ); break;
        case 16: testMust( ssWorld_SetJoint( world, n.joint, 0.0, 1.0 ) ); break;
        case 17: testMust( ssWorld_SetDef( world, &def ) ); break;
        case 18: ssWorld_SetTime( world, 3.0 ); break;
        default: return false;
    }
    return true;
}

static bool handsOut( const ssWorld* world )
{
    ssProblem frozen;
    ssResult result = ssWorld_Freeze( world, &frozen );
    bool given =
        result.code == ss_ok && ssWorld_Problem( world ) != NULL && ssWorld_Reactions( world ) != NULL;
    bool refused = testContains( result.message, "take one step" ) && ssWorld_Problem( world ) == NULL &&
        ssWorld_Reactions( world ) == NULL && frozen.contactCount == 0;
    ssProblem_Destroy( &frozen );
    return given ? true : refused ? false : ( testMust( result ), false );
}

TEST aStepHandsOutItsProblemUntilTheNextChange( void )
{
    Names n;
    ssLawDef law;
    int number = 0;
    for ( bool changed = true; changed; ++number )
    {
        ssWorld* world = slidingBall( &law, &n );
        ASSERT( handsOut( world ) );
        testMust( ssWorld_SetBodyData( world, n.body, &law ) );                         // the program's own
        testMust( ssWorld_Drag( world, false, n.body, ssVec3_Make( 0.0, 0.0, 0.0 ) ) ); // nothing is held
        ASSERT_EQ( ss_errorValue, ssWorld_RemoveLaw( world, n.law ).code );             // the ground has it
        ASSERT( handsOut( world ) );
        changed = change( world, n, number );
        ASSERT_EQ_FMT( !changed, handsOut( world ), "%d" );
        int contacts = ssWorld_ContactCount( world );
        ASSERT_EQ_FMT( number == 4 ? 0 : 1, contacts, "%d" ); // its numbers remain, unless its body is gone
        ssWorld_Step( world, STEP );
        ASSERT( ssWorld_ContactCount( world ) == 0 || handsOut( world ) );
        ssDestroyWorld( world );
    }
    ASSERT_EQ( 20, number );
    PASS();
}

TEST aContactNamesTheLawItsForceObeys( void )
{
    Names n;
    ssLawDef law, other;
    ssWorld* world = slidingBall( &law, &n );
    const double weight = 1000.0 * 4.0 / 3.0 * SS_PI * 1e-3 * G;
    ssWorldContact before = ssWorld_Contact( world, 0 );
    ASSERT_IN_RANGE( 0.3 * weight, hypot( before.view.force[1], before.view.force[2] ), 1e-4 * weight );
    // Neither more laws, for which their array moves, nor another one in its
    // place are what the force was found with.
    for ( int i = 0; i < 50; ++i )
    {
        other = ssDefaultLawDef( ss_lawKindCollinear );
        other.c.a = 0.5 + i;
        testMust( ssWorld_AddLaw( world, &other, NULL ) );
        testMust( ssWorld_ReplaceLaw( world, n.law, &other ) );
        ssWorldContact after = ssWorld_Contact( world, 0 );
        ASSERT_EQ( before.view.law, after.view.law );
        ASSERT_EQ( 0.3, after.view.law->def.c.a );
        ASSERT_EQ( before.view.mode, after.view.mode );
        ASSERT_IN_RANGE( 1.0, ssLaw_Gauge( after.view.law, 2.0, ssVec2_Make( 0.6, 0.0 ) ), 1e-12 );
    }
    testMust( ssWorld_ReplaceLaw( world, n.law, &law ) );
    ASSERT_EQ( before.view.law, ssWorld_Contact( world, 0 ).view.law );
    other.c.a = 0.1;
    testMust( ssWorld_ReplaceLaw( world, n.law, &other ) );
    ssWorld_Step( world, STEP );
    ssWorldContact later = ssWorld_Contact( world, 0 );
    ASSERT_EQ( 0.1, later.view.law->def.c.a );
    ASSERT_IN_RANGE( 0.1 * weight, hypot( later.view.force[1], later.view.force[2] ), 1e-4 * weight );
    testMust( ssWorld_ReplaceLaw( world, n.law, &law ) ); // and the world goes with one that was replaced
    ssDestroyWorld( world );
    PASS();
}

SUITE( handles )
{
    RUN_TEST( staleHandlesAreRefusedEverywhere );
    RUN_TEST( theHandleOfASlotThatIsUsedAgainIsRefused );
    RUN_TEST( handlesThatNeverExistedAreRefused );
    RUN_TEST( slotsCountWhatIsThereAndWhatIsFree );
    RUN_TEST( aRefusalGivesTheNullHandle );
    RUN_TEST( userDataStaysWithItsBody );
    RUN_TEST( numbersThatAreNotFiniteAreRefused );
    RUN_TEST( whatAKindWouldIgnoreIsRefused );
    RUN_TEST( whatNothingCanFollowIsRefused );
    RUN_TEST( refusalsOfBodiesAndJointsNameTheirNumber );
    RUN_TEST( aStepThatIsTooLongIsNotFinite );
    RUN_TEST( aStepHandsOutItsProblemUntilTheNextChange );
    RUN_TEST( aContactNamesTheLawItsForceObeys );
    RUN_TEST( callbacksCannotChangeTheWorld );
    RUN_TEST( aWorldThatIsNullIsRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( handles );
    return TEST_END();
}
