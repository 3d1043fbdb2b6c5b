// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/broad_phase.h"

typedef struct Scene
{
    int count;
    ssAabb boxes[700];
    ssBroadKind kinds[700];
} Scene;

static ssAabb boxAt( ssVec3 c, double x, double y, double z )
{
    return ( ssAabb ){ { c.x - x, c.y - y, c.z - z }, { c.x + x, c.y + y, c.z + z } };
}

static bool touch( const ssAabb* a, const ssAabb* b )
{
    return a->lower.x <= b->upper.x && b->lower.x <= a->upper.x && a->lower.y <= b->upper.y &&
        b->lower.y <= a->upper.y && a->lower.z <= b->upper.z && b->lower.z <= a->upper.z;
}

/// Between two balls the balls decide, not their boxes.
static bool ballsApart( const Scene* scene, int i, int j )
{
    const ssAabb *a = scene->boxes + i, *b = scene->boxes + j;
    double dx = 0.5 * ( a->lower.x + a->upper.x - b->lower.x - b->upper.x ),
           dy = 0.5 * ( a->lower.y + a->upper.y - b->lower.y - b->upper.y ),
           dz = 0.5 * ( a->lower.z + a->upper.z - b->lower.z - b->upper.z );
    double reach = 0.5 * ( a->upper.x - a->lower.x + b->upper.x - b->lower.x );
    return scene->kinds[i] == ss_broadBall && scene->kinds[j] == ss_broadBall &&
        dx * dx + dy * dy + dz * dz > ( 1.0 + 1e-9 ) * reach * reach;
}

/// The broad phase reports every overlapping pair once, in order, and no other pair.
static enum greatest_test_res equalsAllPairs( ssBroadPhase* bp, const Scene* scene )
{
    ASSERT_EQ( ss_ok, ssBroadPhase_Update( bp, scene->count, scene->boxes, scene->kinds, 0, NULL ).code );
    const ssBodyPair* pairs = ssBroadPhase_Pairs( bp );
    int k = 0, count = ssBroadPhase_PairCount( bp );
    for ( int i = 0; i < scene->count; ++i )
    {
        for ( int j = i + 1; j < scene->count; ++j )
        {
            bool absent = scene->kinds[i] == ss_broadAbsent || scene->kinds[j] == ss_broadAbsent;
            bool fixed = scene->kinds[i] == ss_broadFixed && scene->kinds[j] == ss_broadFixed;
            if ( !absent && !fixed && touch( scene->boxes + i, scene->boxes + j ) &&
                !ballsApart( scene, i, j ) )
            {
                ASSERT( k < count );
                ASSERT_EQ_FMT( i, pairs[k].a, "%d" );
                ASSERT_EQ_FMT( j, pairs[k].b, "%d" );
                k += 1;
            }
        }
    }
    ASSERT_EQ_FMT( k, count, "%d" );
    PASS();
}

static void fill( Scene* scene, testRng* rng, int count, double ratio, double spread )
{
    scene->count = count;
    for ( int i = 0; i < count; ++i )
    {
        ssVec3 c = { testUniform( rng, -spread, spread ), testUniform( rng, -spread, spread ),
            testUniform( rng, -spread, spread ) };
        double s = pow( ratio, testUniform( rng, 0.0, 1.0 ) );
        scene->boxes[i] = boxAt( c, s, s * testUniform( rng, 0.1, 1.0 ), s * testUniform( rng, 0.1, 1.0 ) );
        uint64_t dice = testRandom( rng ) % 10;
        scene->kinds[i] = dice == 0 ? ss_broadFixed : dice == 1 ? ss_broadAbsent : ss_broadMoving;
        if ( dice > 5 )
        {
            scene->boxes[i] = boxAt( c, s, s, s );
            scene->kinds[i] = ss_broadBall;
        }
    }
}

TEST pairsAreExactlyTheOverlappingBoxes( void )
{
    static const double ratios[] = { 1.0, 3.0, 20.0, 1e4 };
    testRng rng = { 1 };
    static Scene scene;
    ssBroadPhase* bp = NULL;
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &bp ).code );
    for ( int n = 0, rounds = testCount( 60 ); n < rounds; ++n )
    {
        int count = 1 + (int)( testRandom( &rng ) % 600 );
        double ratio = ratios[n % SS_COUNT( ratios )];
        // The spread goes from one heap of everything to hardly any contact.
        fill( &scene, &rng, count, ratio, testUniform( &rng, 1.0, 40.0 ) );
        CHECK_CALL( equalsAllPairs( bp, &scene ) );
    }
    ssDestroyBroadPhase( bp );
    PASS();
}

TEST boxesOnCellBoundariesAndFarAwayAreFound( void )
{
    // A lattice of cubes that touch exactly is placed at the origin and far away from it.
    static Scene scene;
    ssBroadPhase* bp = NULL;
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &bp ).code );
    static const double shifts[] = { 0.0, 1.0, -1e6, 1e9, 1e15 };
    for ( int s = 0; s < SS_COUNT( shifts ); ++s )
    {
        scene.count = 0;
        for ( int i = 0; i < 343; ++i )
        {
            ssVec3 c = { 2.0 * ( i % 7 ) + shifts[s], 2.0 * ( i / 7 % 7 ), 2.0 * ( i / 49 ) - shifts[s] };
            scene.boxes[scene.count] = boxAt( c, 1.0, 1.0, 1.0 );
            scene.kinds[scene.count++] = ss_broadMoving;
        }
        // Forty more boxes have left the scene in all directions, and one is nowhere.
        for ( int i = 0; i < 40; ++i )
        {
            ssVec3 c = { pow( 10.0, i ), -pow( 7.0, i ), i % 2 == 0 ? pow( 5.0, i ) : 0.0 };
            scene.boxes[scene.count] = boxAt( c, 1.0, 0.5, 1.0 );
            scene.kinds[scene.count++] = ss_broadMoving;
        }
        scene.boxes[scene.count] = boxAt( ssVec3_Make( NAN, 0.0, 0.0 ), 1.0, 1.0, 1.0 );
        scene.kinds[scene.count++] = ss_broadMoving;
        CHECK_CALL( equalsAllPairs( bp, &scene ) );
    }
    ssDestroyBroadPhase( bp );
    PASS();
}

TEST floorsAndInfiniteBoxesMeetEveryone( void )
{
    testRng rng = { 3 };
    static Scene scene;
    ssBroadPhase* bp = NULL;
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &bp ).code );
    fill( &scene, &rng, 500, 2.0, 20.0 );
    scene.boxes[17] = boxAt( ssVec3_Make( 0.0, 0.0, -20.0 ), 1e3, 1e3, 1.0 );
    scene.kinds[17] = ss_broadFixed;
    scene.boxes[401] = ( ssAabb ){ { -HUGE_VAL, -HUGE_VAL, -HUGE_VAL }, { HUGE_VAL, HUGE_VAL, 0.0 } };
    scene.kinds[401] = ss_broadFixed;
    scene.boxes[3] = boxAt( ssVec3_Make( 0.0, 0.0, 0.0 ), 0.0, 0.0, 0.0 );
    scene.kinds[3] = ss_broadMoving;
    CHECK_CALL( equalsAllPairs( bp, &scene ) );
    ssDestroyBroadPhase( bp );
    PASS();
}

TEST planesMeetBoxesThatReachBelowThem( void )
{
    testRng rng = { 4 };
    static Scene scene;
    ssBroadPhase* bp = NULL;
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &bp ).code );
    fill( &scene, &rng, 300, 2.0, 60.0 );
    scene.kinds[150] = ss_broadAbsent;
    ssBroadPlane plane = { .body = 150, .normal = { 0.6, 0.0, 0.8 }, .offset = 0.5 };
    ASSERT_EQ( ss_ok, ssBroadPhase_Update( bp, scene.count, scene.boxes, scene.kinds, 1, &plane ).code );
    int met = 0;
    for ( int i = 0; i < ssBroadPhase_PairCount( bp ); ++i )
    {
        ssBodyPair pair = ssBroadPhase_Pairs( bp )[i];
        ASSERT( pair.a < pair.b );
        met += pair.a == 150 || pair.b == 150;
    }
    int below = 0;
    for ( int i = 0; i < scene.count; ++i )
    {
        double lowest = HUGE_VAL;
        for ( int c = 0; c < 8; ++c )
        {
            const ssAabb* b = scene.boxes + i;
            lowest = fmin( lowest,
                0.6 * ( c & 1 ? b->upper.x : b->lower.x ) + 0.8 * ( c & 2 ? b->upper.z : b->lower.z ) );
        }
        below += ( scene.kinds[i] == ss_broadMoving || scene.kinds[i] == ss_broadBall ) && lowest <= 0.5;
    }
    ASSERT( below > 10 && below < 290 );
    ASSERT_EQ_FMT( below, met, "%d" );
    ssDestroyBroadPhase( bp );
    PASS();
}

static int s_allocations;
static int s_allowed;

static void* countedAlloc( void* context, size_t size )
{
    (void)context;
    s_allocations += 1;
    return s_allocations <= s_allowed ? calloc( 1, size ) : NULL;
}

TEST warmUpdatesAllocateNothing( void )
{
    testRng rng = { 5 };
    static Scene scene;
    s_allocations = 0;
    s_allowed = 1000000;
    ssInstallAllocator( countedAlloc, NULL, NULL );
    ssBroadPhase* bp = NULL;
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &bp ).code );
    fill( &scene, &rng, 600, 4.0, 10.0 );
    ssBroadPhase_Update( bp, scene.count, scene.boxes, scene.kinds, 0, NULL );
    int warm = s_allocations;
    for ( int n = 0; n < 20; ++n )
    {
        for ( int i = 0; i < scene.count; ++i )
        {
            double dx = testUniform( &rng, -0.05, 0.05 );
            scene.boxes[i].lower.x += dx;
            scene.boxes[i].upper.x += dx;
        }
        ssBroadPhase_Update( bp, scene.count, scene.boxes, scene.kinds, 0, NULL );
    }
    ASSERT( s_allocations <= warm + 2 );
    ASSERT( ssBroadPhase_Memory( bp ) > sizeof( Scene ) / 100 );
    ssDestroyBroadPhase( bp );
    ssInstallAllocator( NULL, NULL, NULL );
    PASS();
}

TEST missingMemoryIsReported( void )
{
    testRng rng = { 6 };
    static Scene scene;
    fill( &scene, &rng, 200, 2.0, 5.0 );
    ssInstallAllocator( countedAlloc, NULL, NULL );
    bool enough = false;
    for ( int allowed = 0; allowed < 64 && !enough; ++allowed )
    {
        s_allocations = 0;
        s_allowed = allowed;
        ssBroadPhase* bp = NULL;
        bool created = ssCreateBroadPhase( &bp ).code == ss_ok;
        if ( created )
        {
            ssResult result = ssBroadPhase_Update( bp, scene.count, scene.boxes, scene.kinds, 0, NULL );
            enough = result.code == ss_ok;
            ASSERT( enough || ( result.code == ss_errorMemory && ssBroadPhase_PairCount( bp ) == 0 ) );
            // It recovers when memory is available again.
            s_allowed = 1000000;
            CHECK_CALL( equalsAllPairs( bp, &scene ) );
        }
        ssDestroyBroadPhase( bp );
    }
    ssInstallAllocator( NULL, NULL, NULL );
    ASSERT( enough );
    PASS();
}

SUITE( broadPhase )
{
    RUN_TEST( pairsAreExactlyTheOverlappingBoxes );
    RUN_TEST( boxesOnCellBoundariesAndFarAwayAreFound );
    RUN_TEST( floorsAndInfiniteBoxesMeetEveryone );
    RUN_TEST( planesMeetBoxesThatReachBelowThem );
    RUN_TEST( warmUpdatesAllocateNothing );
    RUN_TEST( missingMemoryIsReported );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( broadPhase );
    return TEST_END();
}
