// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/elementary.h"
#include "slipstick/lab/scenario.h"

#include <inttypes.h>

// The bits that a change of structure must not change: the hash of every scenario after its preset `tiny`, of
// five worlds built here, and of the elementary functions. They hold for every processor, compiler and level
// of optimisation (tests/check_bits.sh). The file tests/data/golden.txt holds them; `./slipstick test
// --update-golden` writes it anew. These are the one set of numbers in the tests that come from the program
// itself: they do not say that a result is right, only that it is the same.

#define GOLDEN_CAPACITY 64
#define GOLDEN_FILE "golden.txt"

typedef struct Golden
{
    char name[64];
    uint64_t hash;
} Golden;

static Golden recorded[GOLDEN_CAPACITY];
static int recordedCount;

static Golden computed[GOLDEN_CAPACITY];
static int computedCount;

static void record( const char* name, uint64_t hash )
{
    if ( computedCount < GOLDEN_CAPACITY )
    {
        Golden* golden = &computed[computedCount++];
        snprintf( golden->name, sizeof( golden->name ), "%s", name );
        golden->hash = hash;
    }
}

// ---------------------------------------------------------------------------------------------------- worlds

static const ssMaterial gravel = { .mu = 0.4, .muRoll = 0.004, .muSpin = 0.002, .restitution = 0.1 };
static const ssMaterial wood = { .mu = 0.35 };

static uint64_t hashAfter( ssWorld* world, int steps, double h )
{
    for ( int i = 0; i < steps; ++i ) { ssWorld_Step( world, h ); }
    uint64_t hash = worldHash( world );
    ssDestroyWorld( world );
    return hash;
}

/// Spheres of two sizes fall on a plane and settle with rolling and spinning resistance.
static uint64_t heapOfSpheres( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addPlane( world, gravel, 0.0 );
    for ( int i = 0; i < 36; ++i )
    {
        ssBodyDef ball = ssDefaultBodyDef();
        ball.shape = ssSphereShape( i % 3 == 0 ? 0.07 : 0.05 );
        ball.material = gravel;
        ball.pose.position = ssVec3_Make(
            0.11 * ( i % 3 ) + 0.003 * i, 0.11 * ( i / 3 % 3 ) - 0.002 * i, 0.1 + 0.12 * ( i / 9 ) );
        addBody( world, &ball );
    }
    return hashAfter( world, 300, 2e-3 );
}

/// A tower of boxes on a slope, hit from the side.
static uint64_t towerOfBoxes( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addPlane( world, wood, 0.1 );
    for ( int i = 0; i < 6; ++i )
    {
        ssBodyDef box = sphereOn( 0.05 + 0.1 * i, wood, 0.1 );
        box.shape = ssBoxShape( ssVec3_Make( 0.1, 0.08, 0.05 ) );
        box.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.0, 0.1, 0.0 ) );
        box.velocity = ssVec3_Make( 0.0, i == 3 ? 0.8 : 0.0, 0.0 );
        addBody( world, &box );
    }
    return hashAfter( world, 200, 2e-3 );
}

/// Capsules, cylinders and boxes under the convex-relaxed law.
static uint64_t relaxedMixture( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.law = ss_worldLawRelaxed;
    def.theta = 1.0;
    ssWorld* world = makeWorld( &def );
    ssMaterial material = { .mu = 0.3, .muRoll = 0.002 };
    addPlane( world, material, 0.15 );
    for ( int i = 0; i < 9; ++i )
    {
        ssBodyDef body = ssDefaultBodyDef();
        body.shape = i % 3 == 0 ? ssCapsuleShape( 0.04, 0.08 )
            : i % 3 == 1        ? ssCylinderShape( 0.05, 0.06 )
                                : ssBoxShape( ssVec3_Make( 0.05, 0.06, 0.07 ) );
        body.material = material;
        body.pose.position = ssVec3_Make( 0.3 * ( i % 3 ), 0.3 * ( i / 3 ), 0.3 );
        body.pose.orientation = ssQuat_FromRotationVector( ssVec3_Make( 0.3 * i, 0.2, 0.1 * i ) );
        body.omega = ssVec3_Make( 1.0, 0.0, 2.0 );
        addBody( world, &body );
    }
    return hashAfter( world, 200, 2e-3 );
}

/// A driven carriage with a pendulum on it, against a seal, that pushes a ball along.
static uint64_t jointsAndMotor( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    ssWorld* world = makeWorld( &def );
    addPlane( world, wood, 0.0 );
    ssBodyDef carriage = ssDefaultBodyDef();
    carriage.shape = ssBoxShape( ssVec3_Make( 0.2, 0.1, 0.05 ) );
    carriage.material = wood;
    carriage.pose.position = ssVec3_Make( 0.0, 0.0, 0.2 );
    ssBodyId base = addBody( world, &carriage );
    ssBodyDef weight = ssDefaultBodyDef();
    weight.shape = ssSphereShape( 0.05 );
    weight.pose.position = ssVec3_Make( 0.1, 0.0, 0.7 );
    ssBodyId pendulum = addBody( world, &weight );
    ssBodyDef ball = sphereOn( 0.2, gravel, 0.0 );
    ball.pose.position.x = 0.45;
    addBody( world, &ball );
    const ssJointDef joints[] = {
        { ss_jointPrismatic, { 0, 0 }, base, { 0.0, 0.0, 0.2 }, { 1.0, 0.0, 0.0 }, 0.0, HUGE_VAL, NULL,
            false },
        { ss_jointMotion, { 0, 0 }, base, { 0.0, 0.0, 0.2 }, { 1.0, 0.0, 0.0 }, 0.5, 400.0, NULL, false },
        { ss_jointSeal, { 0, 0 }, base, { 0.0, 0.0, 0.2 }, { 1.0, 0.0, 0.0 }, 0.0, 5.0, NULL, false },
        { ss_jointRevolute, base, pendulum, { 0.0, 0.0, 0.2 }, { 0.0, 1.0, 0.0 }, 0.0, HUGE_VAL, NULL,
            false },
    };
    for ( int i = 0; i < SS_COUNT( joints ); ++i )
    {
        if ( ssWorld_AddJoint( world, &joints[i], NULL ).code != ss_ok )
        {
            printf( "joint %d was refused\n", i );
        }
    }
    return hashAfter( world, 200, 2e-3 );
}

/// Grooved ground (a force reservoir and another direction set) under
/// ellipsoidal cones, with bodies that fall asleep.
static uint64_t groovedGround( void )
{
    ssWorldDef def = ssDefaultWorldDef();
    def.law = ss_worldLawEllipsoidal;
    def.sleeping = true;
    ssWorld* world = makeWorld( &def );
    ssBodyId ground = addPlane( world, wood, 0.05 );
    ssLawId index;
    ssLawDef law = ssDefaultLawDef( ss_lawKindExtended );
    if ( ssWorld_AddLaw( world, &law, &index ).code == ss_ok )
    {
        testMust( ssWorld_SetLaw( world, ground, index, ssVec3_Make( 1.0, 0.5, 0.0 ) ) );
    }
    for ( int i = 0; i < 8; ++i )
    {
        ssBodyDef body = sphereOn( 0.05, gravel, 0.05 );
        body.shape = i % 2 == 0 ? ssBoxShape( ssVec3_Make( 0.06, 0.05, 0.05 ) ) : ssSphereShape( 0.05 );
        body.pose.position =
            ssVec3_Add( body.pose.position, ssVec3_Make( 0.15 * ( i % 4 ), 0.12 * ( i / 4 ), 0.03 ) );
        body.velocity = ssVec3_Make( 0.5, 0.2 * i, 0.0 );
        addBody( world, &body );
    }
    return hashAfter( world, 250, 2e-3 );
}

// -------------------------------------------------------------------------------------- elementary functions

/// Every function at arguments of all sizes.
static uint64_t elementaryFunctions( void )
{
    typedef double Unary( double x );
    typedef double Binary( double x, double y );
    static Unary* const one[] = { ssExp, ssExp2, ssExpm1, ssLog, ssLog10, ssLog1p, ssSin, ssCos, ssTan,
        ssAsin, ssAtan, ssTanh, ssAsinh, ssAtanh, ssCbrt };
    static Binary* const two[] = { ssPow, ssAtan2, ssHypot, ssMin, ssMax };
    testRng rng = { 11 };
    uint64_t hash = SS_HASH_SEED;
    for ( int k = 0; k < 4000; ++k )
    {
        double x = ldexp( testUniform( &rng, -1.0, 1.0 ), k % 2 == 0 ? k % 12 - 6 : k % 400 - 200 ),
               y = testUniform( &rng, -30.0, 30.0 );
        for ( int i = 0; i < SS_COUNT( one ); ++i ) { hash = ssHashF64( hash, one[i]( x ) ); }
        for ( int i = 0; i < SS_COUNT( two ); ++i ) { hash = ssHashF64( hash, two[i]( x, y ) ); }
    }
    return hash;
}

// -------------------------------------------------------------------------------------------------- the file

static bool readGolden( void )
{
    FILE* file = fopen( testData( GOLDEN_FILE ), "r" );
    char line[256];
    recordedCount = 0;
    while ( file != NULL && fgets( line, sizeof( line ), file ) != NULL )
    {
        Golden* golden = &recorded[recordedCount];
        if ( line[0] != '#' && recordedCount < GOLDEN_CAPACITY &&
            sscanf( line, "%63s %" SCNx64, golden->name, &golden->hash ) == 2 )
        {
            recordedCount += 1;
        }
    }
    if ( file != NULL ) { fclose( file ); }
    return recordedCount > 0;
}

static bool writeGolden( void )
{
    FILE* file = fopen( testData( GOLDEN_FILE ), "w" );
    if ( file == NULL ) { return false; }
    fprintf( file,
        "# The hash of every scenario after its preset tiny, of five worlds and of the elementary\n"
        "# functions, the same on every machine (test_golden.c). Written by ./slipstick test\n"
        "# --update-golden, and only when a change of the numbers is intended.\n" );
    for ( int i = 0; i < computedCount; ++i )
    {
        fprintf( file, "%-24s %016" PRIx64 "\n", computed[i].name, computed[i].hash );
    }
    return fclose( file ) == 0;
}

static void computeAll( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        ssSimDef def = ssDefaultSimDef( scenario );
        ssSim* sim = NULL;
        int64_t steps = 0;
        if ( ssSimDef_ApplyPreset( &def, "tiny" ).code != ss_ok ||
            ssSimDef_StepCount( &def, &steps ).code != ss_ok || ssCreateSim( &def, &sim ).code != ss_ok )
        {
            printf( "%s has no preset tiny that runs\n", scenario->id );
            continue;
        }
        for ( int64_t i = 0; i < steps; ++i ) { ssSim_Step( sim ); }
        record( scenario->id, ssSim_Hash( sim ) );
        ssDestroySim( sim );
    }
    record( "world:heap-of-spheres", heapOfSpheres() );
    record( "world:tower-of-boxes", towerOfBoxes() );
    record( "world:relaxed-mixture", relaxedMixture() );
    record( "world:joints-and-motor", jointsAndMotor() );
    record( "world:grooved-ground", groovedGround() );
    record( "elementary-functions", elementaryFunctions() );
}

TEST everyScenarioAndWorldHasItsRecordedHash( void )
{
    computeAll();
    ASSERT_EQ_FMT( ssScenarioCount() + 6, computedCount, "%d" );
    const char* mode = getenv( "SLIPSTICK_GOLDEN" );
    if ( mode != NULL && strcmp( mode, "write" ) == 0 )
    {
        ASSERTm( "cannot write " GOLDEN_FILE, writeGolden() );
    }
    ASSERTm( "cannot read " GOLDEN_FILE, readGolden() );
    int different = 0;
    for ( int i = 0; i < computedCount; ++i )
    {
        const Golden* match = NULL;
        for ( int j = 0; j < recordedCount; ++j )
        {
            match = strcmp( recorded[j].name, computed[i].name ) == 0 ? &recorded[j] : match;
        }
        if ( match == NULL || match->hash != computed[i].hash )
        {
            printf( "%s: %016" PRIx64 ", recorded %016" PRIx64 "\n", computed[i].name, computed[i].hash,
                match != NULL ? match->hash : 0u );
            different += 1;
        }
    }
    ASSERT_EQ_FMT( 0, different, "%d" );
    ASSERT_EQ_FMT( recordedCount, computedCount, "%d" );
    PASS();
}

TEST aNanHashesAlikeWhateverItsBits( void )
{
    // Processors make NaNs of either sign and payload; they are one value.
    double quiet = (double)NAN, other = -quiet;
    uint64_t bits = 0x7ff8000000000123u;
    double payload;
    memcpy( &payload, &bits, sizeof( payload ) );
    ASSERT( ssHashF64( SS_HASH_SEED, quiet ) == ssHashF64( SS_HASH_SEED, other ) );
    ASSERT( ssHashF64( SS_HASH_SEED, quiet ) == ssHashF64( SS_HASH_SEED, payload ) );
    uint64_t hashes[2];
    double values[2] = { other, payload };
    for ( int i = 0; i < 2; ++i )
    {
        ssArchive archive = { .mode = ss_archiveHash, .hash = SS_HASH_SEED };
        ssArchive_F64( &archive, &values[i] );
        hashes[i] = archive.hash;
    }
    ASSERT( hashes[0] == hashes[1] && hashes[0] == ssHashF64( SS_HASH_SEED, quiet ) );
    ASSERT( hashes[0] != ssHashF64( SS_HASH_SEED, (double)INFINITY ) );
    PASS();
}

SUITE( golden )
{
    RUN_TEST( aNanHashesAlikeWhateverItsBits );
    RUN_TEST( everyScenarioAndWorldHasItsRecordedHash );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( golden );
    return TEST_END();
}
