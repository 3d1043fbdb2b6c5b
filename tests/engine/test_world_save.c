// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/lab.h"

#include "base/checksum.h"
#include "memory_common.h"
#include "world_common.h"

// Saved worlds go on with the same bits, and damaged ones are refused.

#define H 5e-3 // [s] step

// ---------------------------------------------------------------------------------------------------- worlds

/// Bristles of the program: the force is their bend, which follows the slip and relaxes.
static void bristles( void* context, double load, ssVec2 gamma, const double* state, double h, ssVec2* force,
    double* derivative, double* next )
{
    double stiffness = *(const double*)context, keep = 1.0 / ( 1.0 + 20.0 * h );
    ssVec2 z = { keep * ( state[0] + h * gamma.x ), keep * ( state[1] + h * gamma.y ) };
    *force = ssVec2_Scale( load, ssVec2_MulAdd( ssVec2_Scale( stiffness, z ), 0.5, gamma ) );
    if ( derivative != NULL )
    {
        double slope = load * ( stiffness * keep * h + 0.5 );
        derivative[0] = derivative[3] = slope;
        derivative[1] = derivative[2] = 0.0;
    }
    if ( next != NULL )
    {
        next[0] = z.x;
        next[1] = z.y;
    }
}

static double s_stiffness = 40.0;

static ssLawCallback bristleCallback( const char* name )
{
    ssLawCallback callback = { .force = bristles,
        .context = &s_stiffness,
        .givesDerivative = true,
        .stateNumbers = 2,
        .statePairs = 1 };
    snprintf( callback.name, sizeof callback.name, "%s", name );
    return callback;
}

enum
{
    lawPolygon = ss_lawKindCount, // C and D with corners
    lawPolar,                     // a measured C
    lawMeasured,                  // a measured flow rule
    lawStribeck,                  // planar, falling with the speed
    lawCallback,
    lawText // the first of the shipped ones
};

static int lawCount( void ) { return lawText + ssShippedLawCount(); }

/// One law of every kind, and of every form that a kind has. Release the program after use.
static ssLawDef lawOf( int which, ssLawProgram** program )
{
    static const ssVec2 corners[] = { { 0.6, 0.1 }, { 0.1, 0.5 }, { -0.5, 0.2 }, { -0.3, -0.4 },
        { 0.4, -0.5 } };
    static const ssVec2 radii[] = { { 0.0, 0.5 }, { 1.0, 0.4 }, { 2.0, 0.6 }, { 3.0, 0.5 }, { 4.0, 0.3 },
        { 5.0, 0.4 } };
    static ssFlowSample samples[12];
    for ( int i = 0; i < SS_COUNT( samples ); ++i )
    {
        double phi = 2.0 * SS_PI * i / SS_COUNT( samples );
        samples[i] = ( ssFlowSample ){ 30.0 * i, { 0.6 * cos( phi ), 0.3 * sin( phi ) } };
    }
    *program = NULL;
    ssLawDef def = ssDefaultLawDef( which < ss_lawKindCount ? (ssLawKind)which : ss_lawKindExtended );
    if ( which == lawPolygon )
    {
        def.c.kind = def.d.kind = ss_setPolygon;
        def.c.points = def.d.points = corners;
        def.c.pointCount = def.d.pointCount = SS_COUNT( corners );
        def.d.rotationDeg = 10.0;
    }
    if ( which == lawPolar )
    {
        def = ssDefaultLawDef( ss_lawKindCollinear );
        def.c.kind = ss_setPolar;
        def.c.points = radii;
        def.c.pointCount = SS_COUNT( radii );
    }
    if ( which == lawMeasured )
    {
        def = ssDefaultLawDef( ss_lawKindTabulated );
        def.flow.kind = ss_flowSamples;
        def.flow.samples = samples;
        def.flow.sampleCount = SS_COUNT( samples );
    }
    if ( which == lawStribeck )
    {
        def.c.kind = ss_setEllipse;
        def.c.a = 0.6;
        def.c.b = 0.3;
        def.stribeck = ( ssStribeck ){ ss_stribeckExp, 0.7, 0.1, 1.0 };
    }
    if ( which == lawCallback )
    {
        def = ssDefaultLawDef( ss_lawKindCallback );
        def.callback = bristleCallback( "bristles" );
    }
    if ( which >= lawText )
    {
        ssIgnore( ssCompileLaw( ssGetShippedLaw( which - lawText )->text, "shipped", program, NULL ) );
        def = ssTextLawDef( *program );
    }
    return def;
}

static void addHulls( ssWorld* world )
{
    static const ssVec3 points[] = { { 0.1, 0.0, 0.0 }, { -0.1, 0.02, 0.0 }, { 0.0, 0.12, 0.0 },
        { 0.0, -0.1, 0.01 }, { 0.0, 0.0, 0.08 }, { 0.02, 0.0, -0.1 }, { 0.06, 0.07, 0.05 } };
    for ( int i = 0; i < 3; ++i )
    {
        static ssHull* shared;
        ssHull* hull = NULL;
        ssBodyDef def = ssDefaultBodyDef();
        // The first and the last are the same hull.
        ssIgnore( ssCreateHull( points, i == 1 ? 5 : 7, &hull, NULL ) );
        shared = i == 0 ? hull : shared;
        def.shape = ssHullShape( i == 2 ? shared : hull );
        def.pose.position = ssVec3_Make( 0.4 * i - 0.4, 0.9, 0.09 );
        def.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.3 * i, 0.2, 0.1 ) );
        addBody( world, &def );
        if ( i > 0 ) { ssHull_Release( hull ); }
        if ( i == 2 ) { ssHull_Release( shared ); }
    }
}

static void addJoints( ssWorld* world )
{
    for ( int kind = 0; kind <= ss_jointSeal; ++kind )
    {
        ssBodyDef def = ssDefaultBodyDef();
        def.shape = ssBoxShape( ssVec3_Make( 0.05, 0.05, 0.05 ) );
        def.pose.position = ssVec3_Make( 0.3 * kind - 0.8, -0.8, 0.3 );
        ssBodyId a = addBody( world, &def );
        ssJointId joint;
        def.pose.position.z -= 0.12;
        ssBodyId b = addBody( world, &def );
        ssJointDef link = ssDefaultJointDef();
        link.kind = (ssJointKind)kind;
        link.a = a;
        link.b = b;
        link.anchor = ssVec3_Make( 0.3 * kind - 0.8, -0.8, 0.24 );
        link.axis = ssVec3_Make( 0.0, 0.6, 0.8 );
        link.speed = kind == ss_jointMotion ? 0.3 : 0.0;
        link.maxForce = kind >= ss_jointMotion ? 5.0 : link.maxForce;
        link.touch = kind == ss_jointPrismatic || kind == ss_jointSpherical;
        testMust( ssWorld_AddJoint( world, &link, &joint ) );
        link = ssDefaultJointDef();
        link.kind = ss_jointSpherical;
        link.b = a;
        link.anchor = ssVec3_Make( 0.3 * kind - 0.8, -0.8, 0.4 );
        ssIgnore( ssWorld_AddJoint( world, &link, &joint ) );
    }
}

/// Every shape, every joint, bodies that are eccentric, driven, disabled, held by the pointer, in a group, of
/// materials and pairs of their own, on a ground with the given law.
static ssWorld* build( int which, bool soft )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.maxIterations = 10; // how well a step is solved does not matter here
    def.tolerance = 0.01;
    def.sleeping = true;
    def.sleepTime = 0.05;
    def.substeps = 1 + which % 2;
    def.law = which % 5 == 4 ? ss_worldLawRelaxed : ss_worldLawCoulomb;
    def.stiffness = soft ? 1e5 : 0.0;
    ssWorld* world = makeWorld( &def );
    ssLawProgram* program;
    ssLawDef own = lawOf( which, &program ), other = ssDefaultLawDef( ss_lawKindPolyhedral );
    ssLawId law, second;
    ssResult result = ssWorld_AddLaw( world, &own, &law );
    if ( result.code != ss_ok || ssWorld_AddLaw( world, &other, &second ).code != ss_ok )
    {
        printf( "law %d: %s\n", which, result.message );
    }
    ssLawProgram_Release( program );
    ssMaterial material = { .mu = 0.5, .muRoll = 0.002, .muSpin = 0.001, .restitution = 0.05 };
    ssBodyId ground = addPlane( world, material, 0.05 );
    ssIgnore( ssWorld_SetLaw( world, ground, law, ssVec3_Make( 0.8, 0.6, 0.0 ) ) );
    const ssShape shapes[] = { ssSphereShape( 0.1 ), ssBoxShape( ssVec3_Make( 0.1, 0.08, 0.06 ) ),
        ssCylinderShape( 0.1, 0.05 ), ssCapsuleShape( 0.06, 0.1 ) };
    for ( int i = 0; i < 12; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        body.shape = shapes[i % 4];
        body.material = material;
        body.material.stiffness = i == 5 ? 2e4 : 0.0;
        body.material.damping = i == 5 ? 10.0 : 0.0;
        body.pose.position = ssVec3_Make( 0.3 * ( i % 4 ) - 0.5, 0.3 * ( i / 4 ) - 0.3, 0.13 );
        body.velocity = ssVec3_Make( 0.5 - 0.1 * i, 0.2, -0.8 );
        body.omega = ssVec3_Make( 0.0, 1.0, 0.5 * i );
        body.shapeCentre.x = i == 1 ? 0.01 : 0.0;
        body.group = i == 2 || i == 3 ? 7 : 0;
        body.kind = i == 11 ? ss_bodyKinematic : ss_bodyDynamic;
        body.beltVelocity.x = i == 11 ? 0.2 : 0.0;
        body.law = i == 7 ? second : ( ssLawId ){ 0, 0 };
        addBody( world, &body );
    }
    addHulls( world );
    addJoints( world );
    ssIgnore( ssWorld_SetEnabled( world, ssWorld_BodyAt( world, 9 ), false ) );
    ssIgnore( ssWorld_SetForce(
        world, ssWorld_BodyAt( world, 3 ), ssVec3_Make( 0.5, 0.0, 0.0 ), ssVec3_Make( 0.0, 0.01, 0.0 ) ) );
    ssIgnore( ssWorld_SetPairMaterial(
        world, ground, ssWorld_BodyAt( world, 4 ), &( ssMaterial ){ .mu = 0.9, .restitution = 0.1 } ) );
    ssIgnore( ssWorld_Drag( world, true, ssWorld_BodyAt( world, 6 ), ssVec3_Make( 1.0, 0.3, 0.5 ) ) );
    ssWorld_SetTime( world, 12.5 );
    return world;
}

static void steps( ssWorld* world, int count )
{
    for ( int i = 0; i < count; ++i ) { ssWorld_Step( world, H ); }
}

static ssWorld* restore( const ssBlob* blob )
{
    ssLawCallback callbacks[] = { bristleCallback( "another" ), bristleCallback( "bristles" ) };
    ssWorld* world = NULL;
    ssResult result = ssWorld_Restore( blob->bytes, blob->size, &( ssRestoreDef ){ callbacks, 2 }, &world );
    if ( result.code != ss_ok ) { printf( "%s: %s\n", result.field, result.message ); }
    return world;
}

// -------------------------------------------------------------------------------------------------- the same

/// A restored world takes the same steps, bit by bit, whatever law its contacts have.
TEST aRestoredWorldStepsOnWithTheSameBits( void )
{
    for ( int which = 0; which < lawCount(); ++which )
    {
        for ( int soft = 0; soft < ( which % 7 == 0 ? 2 : 1 ) && testTakes( which ); ++soft )
        {
            char name[64];
            snprintf( name, sizeof name, "law %d, soft %d", which, soft );
            ssWorld* world = build( which, soft == 1 );
            steps( world, 14 );
            ssBlob blob;
            ASSERT_EQm( name, ss_ok, ssWorld_Save( world, &blob ).code );
            ssWorld* copy = restore( &blob );
            ASSERTm( name, copy != NULL );
            ASSERT_EQm( name, worldHash( world ), worldHash( copy ) );
            ASSERT_EQm( name, ssWorld_ContactCount( world ), ssWorld_ContactCount( copy ) );
            ASSERTm( name, ssWorld_ContactCount( world ) > 10 );
            for ( int i = 0; i < 8; ++i )
            {
                ssWorldReport a = ssWorld_Step( world, H ), b = ssWorld_Step( copy, H );
                ASSERT_EQm( name, a.status, b.status );
                ASSERT_EQm( name, worldHash( world ), worldHash( copy ) );
            }
            ssBlob_Destroy( &blob );
            ssDestroyWorld( world );
            ssDestroyWorld( copy );
        }
    }
    PASS();
}

TEST aWorldThatHasNotSteppedAndAnEmptyOneAreSavedAsWell( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* worlds[2] = { build( lawText, false ), makeWorld( &def ) };
    for ( int i = 0; i < 2; ++i )
    {
        ssBlob blob;
        ASSERT_EQ( ss_ok, ssWorld_Save( worlds[i], &blob ).code );
        ssWorld* copy = restore( &blob );
        ASSERT( copy != NULL );
        steps( worlds[i], 5 );
        steps( copy, 5 );
        ASSERT_EQ( worldHash( worlds[i] ), worldHash( copy ) );
        ssBlob_Destroy( &blob );
        ssDestroyWorld( worlds[i] );
        ssDestroyWorld( copy );
    }
    PASS();
}

static bool sameEvents( const ssWorld* a, const ssWorld* b )
{
    ssContactEvents x = ssWorld_Events( a ), y = ssWorld_Events( b );
    return x.beginCount == y.beginCount && x.endCount == y.endCount &&
        ( x.beginCount == 0 ||
            memcmp( x.begins, y.begins, sizeof( ssContactPair ) * (size_t)x.beginCount ) == 0 ) &&
        ( x.endCount == 0 || memcmp( x.ends, y.ends, sizeof( ssContactPair ) * (size_t)x.endCount ) == 0 );
}

/// Free slots come back in their order, handles name what they named, and a body
/// that was removed last still ends its contact.
TEST removedThingsStayRemoved( void )
{
    ssWorld* world = build( lawText + 5, false );
    steps( world, 14 );
    // A sphere that touches, a hull that others share, one end of a joint, a law that nothing has.
    static const int slots[] = { 1, 14, 18 };
    ssBodyId gone[SS_COUNT( slots )];
    for ( int i = 0; i < SS_COUNT( slots ); ++i )
    {
        gone[i] = ssWorld_BodyAt( world, slots[i] );
        ASSERT_EQ( ss_ok, ssWorld_RemoveBody( world, gone[i] ).code );
    }
    ssLawDef def = ssDefaultLawDef( ss_lawKindTristate );
    ssLawId laws[2];
    ASSERT_EQ( ss_ok, ssWorld_AddLaw( world, &def, &laws[0] ).code );
    ASSERT_EQ( ss_ok, ssWorld_AddLaw( world, &def, &laws[1] ).code );
    ASSERT_EQ( ss_ok, ssWorld_RemoveLaw( world, laws[0] ).code );
    ASSERT_EQ( ss_ok, ssWorld_RemoveJoint( world, ssWorld_JointAt( world, 5 ) ).code );
    ssBlob blob;
    ASSERT_EQ( ss_ok, ssWorld_Save( world, &blob ).code );
    ssWorld* both[2] = { world, restore( &blob ) };
    ASSERT( both[1] != NULL );
    ssWorld_Step( both[0], H );
    ssWorld_Step( both[1], H );
    ASSERT( ssWorld_Events( world ).endCount > 0 );
    ASSERT( sameEvents( both[0], both[1] ) );
    ssBodyId added[2];
    ssLawId law[2];
    for ( int w = 0; w < 2; ++w )
    {
        ASSERT_EQ( ssWorld_BodySlots( world ) - 3, ssWorld_BodyCount( both[w] ) );
        ASSERT_FALSE( ssWorld_HasBody( both[w], gone[0] ) );
        ASSERT_FALSE( ssWorld_HasLaw( both[w], laws[0] ) );
        ASSERT( ssWorld_HasLaw( both[w], laws[1] ) );
        ssBodyDef body = ssDefaultBodyDef();
        body.pose.position.z = 3.0;
        ASSERT_EQ( ss_ok, ssWorld_AddLaw( both[w], &def, &law[w] ).code );
        body.law = law[w];
        ASSERT_EQ( ss_ok, ssWorld_AddBody( both[w], &body, &added[w] ).code );
    }
    ASSERT( added[0].slot1 == 19 && added[0].slot1 == added[1].slot1 );
    ASSERT_EQ( added[0].generation, added[1].generation );
    ASSERT( law[0].slot1 == law[1].slot1 && law[0].generation == law[1].generation );
    for ( int i = 0; i < 6; ++i )
    {
        ssWorld_Step( both[0], H );
        ssWorld_Step( both[1], H );
        ASSERT_EQ( worldHash( both[0] ), worldHash( both[1] ) );
        ASSERT( sameEvents( both[0], both[1] ) );
    }
    ssBlob_Destroy( &blob );
    ssDestroyWorld( both[0] );
    ssDestroyWorld( both[1] );
    PASS();
}

TEST everySolverAndDefinitionComesBack( void )
{
    for ( int i = -1; i < ssSolverCount(); ++i )
    {
        ssWorldDef def = ssDefaultWorldDef();
        def.solver = i < 0 ? "passes" : ssGetSolver( i )->name;
        def.gravity = ssVec3_Make( 0.1, 0.2, -1.6 );
        def.theta = 0.75;
        def.maxIterations = 77;
        def.bodyCapacity = 1234;
        def.envelope = 0.01;
        ssWorld *world = makeWorld( &def ), *copy;
        ssBlob blob;
        ASSERT_EQ( ss_ok, ssWorld_Save( world, &blob ).code );
        copy = restore( &blob );
        ASSERT( copy != NULL );
        const ssWorldDef* got = ssWorld_Def( copy );
        ASSERT_STR_EQ( def.solver, got->solver );
        ASSERT( got->theta == def.theta && got->gravity.z == def.gravity.z && got->envelope == def.envelope );
        ASSERT_EQ( 77, got->maxIterations );
        ASSERT_EQ( 1234, got->bodyCapacity );
        ssBlob_Destroy( &blob );
        ssDestroyWorld( world );
        ssDestroyWorld( copy );
    }
    PASS();
}

/// Saving changes nothing, and a world that is saved again gives the same bytes.
TEST savingTwiceGivesTheSameBytes( void )
{
    ssWorld* world = build( lawCallback, false );
    steps( world, 20 );
    uint64_t before = worldHash( world );
    ssBlob one, two, three;
    ASSERT_EQ( ss_ok, ssWorld_Save( world, &one ).code );
    ASSERT_EQ( ss_ok, ssWorld_Save( world, &two ).code );
    ASSERT_EQ( before, worldHash( world ) );
    ssWorld* copy = restore( &one );
    ASSERT_EQ( ss_ok, ssWorld_Save( copy, &three ).code );
    ASSERT_EQ( one.size, two.size );
    ASSERT_EQ( one.size, three.size );
    ASSERT_MEM_EQ( one.bytes, two.bytes, one.size );
    ASSERT_MEM_EQ( one.bytes, three.bytes, one.size );
    ssBlob_Destroy( &one );
    ssBlob_Destroy( &two );
    ssBlob_Destroy( &three );
    ssDestroyWorld( world );
    ssDestroyWorld( copy );
    PASS();
}

static const char* s_program;

/// The other process: restores the world of a file, takes 25 steps and prints its hash.
static int continueFile( const char* path )
{
    ssBlob blob = { 0 };
    blob.bytes = (unsigned char*)testReadFile( path, &blob.size );
    ssWorld* world = restore( &blob );
    steps( world, 25 );
    printf( "hash %016llx\n", (unsigned long long)worldHash( world ) );
    ssDestroyWorld( world );
    free( blob.bytes );
    return 0;
}

TEST anotherProcessGoesOnFromAFile( void )
{
    for ( int which = lawPolygon; which < lawText + 4; ++which )
    {
        ssWorld* world = build( which, false );
        steps( world, 20 );
        ssBlob blob;
        ASSERT_EQ( ss_ok, ssWorld_Save( world, &blob ).code );
        char path[600], line[64];
        snprintf( path, sizeof path, "%s/world.blob", testScratch() );
        FILE* file = fopen( path, "wb" );
        ASSERT( file != NULL );
        ASSERT_EQ( blob.size, fwrite( blob.bytes, 1, blob.size, file ) );
        fclose( file );
        steps( world, 25 );
        snprintf( line, sizeof line, "hash %016llx", (unsigned long long)worldHash( world ) );
        testRun run = testShell( "'%s' --continue '%s'", s_program, path );
        ASSERT_EQ( 0, run.status );
        ASSERT( testContains( run.out, line ) );
        ssBlob_Destroy( &blob );
        ssDestroyWorld( world );
    }
    PASS();
}

// --------------------------------------------------------------------------------------------------- refused

TEST functionsOfTheProgramAreSavedByTheirName( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld *world = makeWorld( &def ), *copy = NULL;
    ssLawDef law = ssDefaultLawDef( ss_lawKindCallback );
    law.callback = bristleCallback( "" );
    ssLawId id;
    ASSERT_EQ( ss_ok, ssWorld_AddLaw( world, &law, &id ).code );
    ssBlob blob;
    ssResult result = ssWorld_Save( world, &blob );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( testContains( result.message, "callback.name" ) );
    ASSERT( blob.bytes == NULL && blob.size == 0 );
    law.callback = bristleCallback( "brush" );
    ASSERT_EQ( ss_ok, ssWorld_ReplaceLaw( world, id, &law ).code );
    ASSERT_EQ( ss_ok, ssWorld_Save( world, &blob ).code );
    result = ssWorld_Restore( blob.bytes, blob.size, NULL, &copy );
    ASSERT_EQ( ss_errorUnknown, result.code );
    ASSERT( testContains( result.message, "\"brush\"" ) );
    ASSERT( copy == NULL );
    ssLawCallback other = bristleCallback( "brush" );
    other.stateNumbers = 4;
    result = ssWorld_Restore( blob.bytes, blob.size, &( ssRestoreDef ){ &other, 1 }, &copy );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT( testContains( result.message, "remembers 4 numbers" ) );
    other = bristleCallback( "brush" );
    ASSERT_EQ( ss_ok, ssWorld_Restore( blob.bytes, blob.size, &( ssRestoreDef ){ &other, 1 }, &copy ).code );
    ssBlob_Destroy( &blob );
    ssDestroyWorld( world );
    ssDestroyWorld( copy );
    PASS();
}

static void storeWord( unsigned char* bytes, uint64_t word )
{
    for ( int i = 0; i < 8; ++i ) { bytes[i] = (unsigned char)( word >> ( 8 * i ) ); }
}

/// Makes the header fit what follows it, as someone who forges a blob would.
static void seal( unsigned char* bytes, size_t size )
{
    storeWord( bytes + 16, size );
    storeWord( bytes + 24, ssWordChecksum( bytes + 32, size - 32 ) );
}

TEST whatIsCutShortOrDamagedIsRefused( void )
{
    ssWorld* world = build( lawCallback, false );
    steps( world, 10 );
    ssBlob blob;
    ASSERT_EQ( ss_ok, ssWorld_Save( world, &blob ).code );
    ssWorld* copy = world;
    for ( size_t size = 0; size < blob.size; ++size )
    {
        // A copy of that size lets the sanitizer see a read beyond the end.
        unsigned char* cut = malloc( size + 1 );
        memcpy( cut, blob.bytes, size );
        ssResult result = ssWorld_Restore( cut, size, NULL, &copy );
        ASSERT_EQ( ss_errorFormat, result.code );
        ASSERT( copy == NULL && testContains( result.message, "saved world" ) );
        free( cut );
    }
    testRng rng = { 5 };
    for ( int n = 0; n < testCount( 2000 ); ++n )
    {
        size_t at = (size_t)testUniform( &rng, 0.0, (double)blob.size - 0.5 );
        unsigned char flip = (unsigned char)( 1u << ( n % 8 ) );
        blob.bytes[at] ^= flip;
        ASSERT_EQ( ss_errorFormat, ssWorld_Restore( blob.bytes, blob.size, NULL, &copy ).code );
        ASSERT( copy == NULL );
        blob.bytes[at] ^= flip;
    }
    ssBlob_Destroy( &blob );
    ssDestroyWorld( world );
    PASS();
}

TEST aBlobIsNotCalledDamagedBecauseMemoryIsOut( void )
{
    static const int laws[] = { lawPolygon, lawMeasured, lawText };
    for ( int k = 0; k < SS_COUNT( laws ); ++k )
    {
        ssWorld *world = build( laws[k], true ), *again = NULL;
        steps( world, 20 );
        ssBlob blob;
        testMust( ssWorld_Save( world, &blob ) );
        ssInstallAllocator( memoryTake, memoryGiveBack, NULL );
        ssCode code = ss_errorMemory;
        int enough = 0;
        for ( ; code == ss_errorMemory && enough < 100000; ++enough )
        {
            memoryLeft = enough;
            code = ssWorld_Restore( blob.bytes, blob.size, NULL, &again ).code;
        }
        ssDestroyWorld( again );
        ssInstallAllocator( NULL, NULL, NULL );
        ASSERT_EQ( ss_ok, code );
        ASSERT( enough > 20 );
        ssBlob_Destroy( &blob );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST anotherVersionAndAnotherFileAreNamed( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld *world = makeWorld( &def ), *copy;
    ssBlob blob;
    ASSERT_EQ( ss_ok, ssWorld_Save( world, &blob ).code );
    storeWord( blob.bytes + 8, 9 );
    ssResult result = ssWorld_Restore( blob.bytes, blob.size, NULL, &copy );
    ASSERT( testContains( result.message, "form 9" ) );
    result = ssWorld_Restore( "{ \"scenario\": \"toss\" }", 22, NULL, &copy );
    ASSERT_STR_EQ( "this is not a saved world", result.message );
    ASSERT_EQ( ss_errorFormat, ssWorld_Restore( NULL, 0, NULL, &copy ).code );
    ssBlob_Destroy( &blob );
    ssDestroyWorld( world );
    PASS();
}

static bool stopSoon( void* context )
{
    int* left = context;
    return --*left < 0;
}

/// A blob that was forged, so that its checksum is right, gives a refusal or a world that can be used.
TEST forgedBlobsDoNoHarm( void )
{
    static const uint64_t words[] = { 0, 1, 2, 5, 64, 65, 0xffffffffull, 0x7fffffffull, 0xffffffffffffffffull,
        0x7ff0000000000000ull, 0x7ff8000000000000ull, 0x3ff0000000000000ull, 0xbff0000000000000ull,
        0x7fefffffffffffffull, 0x0000000000000001ull, 0x8000000000000000ull };
    testRng rng = { 6 };
    int accepted = 0, refused = 0;
    for ( int which = 0; which < 3; ++which )
    {
        static const int laws[] = { lawCallback, lawPolygon, lawText + 5 };
        ssWorld* world = build( laws[which], which == 1 );
        steps( world, 14 );
        ssBlob blob;
        ASSERT_EQ( ss_ok, ssWorld_Save( world, &blob ).code );
        ssDestroyWorld( world );
        size_t count = blob.size / 8 - 4;
        unsigned char* kept = malloc( blob.size );
        memcpy( kept, blob.bytes, blob.size );
        for ( int n = 0; n < testCount( 1000 ); ++n )
        {
            size_t size = blob.size, at = 4 + (size_t)testUniform( &rng, 0.0, (double)count - 0.5 );
            if ( n % 10 == 0 ) { size = 8 * at; }
            else if ( n % 3 == 0 )
            {
                blob.bytes[8 * at + (size_t)( n % 8 )] ^= (unsigned char)( 1u << ( n / 8 % 8 ) );
            }
            else { storeWord( blob.bytes + 8 * at, words[testRandom( &rng ) % SS_COUNT( words )] ); }
            seal( blob.bytes, size );
            ssLawCallback callback = bristleCallback( "bristles" );
            ssWorld* made = NULL;
            ssResult result = ssWorld_Restore( blob.bytes, size, &( ssRestoreDef ){ &callback, 1 }, &made );
            ASSERT_EQ( result.code == ss_ok, made != NULL );
            accepted += made != NULL ? 1 : 0;
            refused += made != NULL ? 0 : 1;
            if ( made != NULL && n % 4 == 1 )
            {
                int left = 50;
                ssWorld_SetStop( made, stopSoon, &left );
                ssWorld_Step( made, H );
                for ( int i = 0; i < ssWorld_ContactCount( made ); ++i ) { ssWorld_Contact( made, i ); }
            }
            ssDestroyWorld( made );
            memcpy( blob.bytes, kept, blob.size );
        }
        free( kept );
        ssBlob_Destroy( &blob );
    }
    ASSERT( accepted > 100 && refused > 100 );
    PASS();
}

// ------------------------------------------------------------------------------- huge numbers, refused steps

/// Numbers near the ends of a double: a world with them is saved and restored, and a step that they
/// overflow is not finite and moves nothing.
TEST hugeNumbersAreSavedAndEndAStep( void )
{
    const double sizes[] = { 1e100, 1e150, 1e154, 1e160, 1e200, 1e300 };
    for ( int k = 0; k < 6 * SS_COUNT( sizes ) * 2; ++k )
    {
        const double size = sizes[k / 12];
        const ssVec3 large = { size, 0.5 * size, 0.0 };
        ssWorldDef def = ssDefaultWorldDef();
        ssWorld *world = makeWorld( &def ), *copy = NULL;
        ssBodyDef body = ssDefaultBodyDef();
        body.shape = k % 2 == 0 ? ssSphereShape( 0.1 ) : ssBoxShape( ssVec3_Make( 0.1, 0.2, 0.3 ) );
        int what = k / 2 % 6;
        body.kind = what == 0 ? ss_bodyKinematic : ss_bodyDynamic;
        body.omega = what < 2 ? large : body.omega;
        body.velocity = what == 2 ? large : body.velocity;
        body.pose.position = what == 3 ? large : body.pose.position;
        body.shapeCentre = what == 4 ? large : body.shapeCentre;
        ssBodyId id = addBody( world, &body );
        if ( what == 5 ) { testMust( ssWorld_SetForce( world, id, large, large ) ); }
        for ( int stage = 0; stage < 2; ++stage )
        {
            ssBlob blob;
            testMust( ssWorld_Save( world, &blob ) );
            ssResult result = ssWorld_Restore( blob.bytes, blob.size, NULL, &copy );
            ASSERT_EQm( result.message, ss_ok, result.code );
            ASSERT_EQ( worldHash( world ), worldHash( copy ) );
            ssBlob_Destroy( &blob );
            ssDestroyWorld( copy );
            ssBodyState before = ssWorld_Body( world, id );
            ssWorldReport report = ssWorld_Step( world, 1e-3 );
            ssBodyState after = ssWorld_Body( world, id );
            bool moved = memcmp( &before.pose, &after.pose, sizeof before.pose ) != 0;
            double sum = after.pose.position.x + after.pose.orientation.w + after.velocity.x + after.omega.x;
            ASSERT( isfinite( sum ) );
            ASSERT( report.status != ss_statusNotFinite || !moved );
            ASSERT( report.status == ss_statusNotFinite || report.status == ss_statusConverged );
            // omega² is beyond a double
            ASSERT( what > 1 || size < 1e155 || report.status == ss_statusNotFinite );
            ASSERT( what > 1 || size > 1e153 || report.status == ss_statusConverged );
        }
        ssDestroyWorld( world );
    }
    PASS();
}

/// A ball in a groove whose law a solver does not support: what is saved after a step
/// that was refused is what was saved before.
TEST aRefusedStepIsNoPartOfTheState( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld *world = makeWorld( &def ), *copy = NULL;
    addPlane( world, ( ssMaterial ){ .mu = 0.5 }, 0.1 );
    ssBodyDef ball = sphereOn( 0.1, ( ssMaterial ){ .mu = 0.5 }, 0.1 );
    addBody( world, &ball );
    for ( int i = 0; i < 50; ++i ) { ssWorld_Step( world, 1e-3 ); }
    ssBlob before, after;
    testMust( ssWorld_Save( world, &before ) );
    ASSERT_EQ( ss_statusRefused, ssWorld_Step( world, -1.0 ).status );
    ASSERT_EQ( ss_statusRefused, ssWorld_Report( world )->status );
    testMust( ssWorld_Save( world, &after ) );
    ASSERT( before.size == after.size && memcmp( before.bytes, after.bytes, after.size ) == 0 );
    testMust( ssWorld_Restore( after.bytes, after.size, NULL, &copy ) );
    ASSERT_EQ( ss_statusConverged, ssWorld_Report( copy )->status );
    ASSERT_EQ( NULL, ssWorld_Refusal( copy ) );
    ASSERT_EQ( ssWorld_Step( world, 1e-3 ).status, ssWorld_Step( copy, 1e-3 ).status );
    ASSERT_EQ( worldHash( world ), worldHash( copy ) );
    ssBlob_Destroy( &before );
    ssBlob_Destroy( &after );
    ssDestroyWorld( world );
    ssDestroyWorld( copy );
    PASS();
}

SUITE( saving )
{
    RUN_TEST( aRestoredWorldStepsOnWithTheSameBits );
    RUN_TEST( aWorldThatHasNotSteppedAndAnEmptyOneAreSavedAsWell );
    RUN_TEST( removedThingsStayRemoved );
    RUN_TEST( everySolverAndDefinitionComesBack );
    RUN_TEST( savingTwiceGivesTheSameBytes );
    RUN_TEST( anotherProcessGoesOnFromAFile );
    RUN_TEST( functionsOfTheProgramAreSavedByTheirName );
    RUN_TEST( whatIsCutShortOrDamagedIsRefused );
    RUN_TEST( aBlobIsNotCalledDamagedBecauseMemoryIsOut );
    RUN_TEST( anotherVersionAndAnotherFileAreNamed );
    RUN_TEST( hugeNumbersAreSavedAndEndAStep );
    RUN_TEST( aRefusedStepIsNoPartOfTheState );
    RUN_TEST( forgedBlobsDoNoHarm );
}

int main( int argc, char** argv )
{
    if ( argc == 3 && strcmp( argv[1], "--continue" ) == 0 ) { return continueFile( argv[2] ); }
    s_program = argv[0];
    TEST_BEGIN( argc, argv );
    RUN_SUITE( saving );
    return TEST_END();
}
