// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "collide/broad_phase.h"
#include "slipstick/parallel.h"

// The broad phase against comparing every box with every other.

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

/// Two lists of pairs that were found in different ways are the same.
static enum greatest_test_res equalsNewSearch( const ssBroadPhase* bp, int count, const ssAabb* boxes,
    const ssBroadKind* kinds, int planeCount, const ssBroadPlane* planes )
{
    ssBroadPhase* fresh = NULL;
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &fresh ).code );
    ASSERT_EQ( ss_ok, ssBroadPhase_Update( fresh, count, boxes, kinds, planeCount, planes ).code );
    ASSERT_EQ_FMT( ssBroadPhase_PairCount( fresh ), ssBroadPhase_PairCount( bp ), "%d" );
    for ( int k = 0; k < ssBroadPhase_PairCount( bp ); ++k )
    {
        ASSERT_EQ_FMT( ssBroadPhase_Pairs( fresh )[k].a, ssBroadPhase_Pairs( bp )[k].a, "%d" );
        ASSERT_EQ_FMT( ssBroadPhase_Pairs( fresh )[k].b, ssBroadPhase_Pairs( bp )[k].b, "%d" );
    }
    ssDestroyBroadPhase( fresh );
    PASS();
}

static void moveBox( ssAabb* box, testRng* rng, double distance, double growth )
{
    ssVec3 d = { testUniform( rng, -distance, distance ), testUniform( rng, -distance, distance ),
        testUniform( rng, -distance, distance ) };
    ssVec3 g = { growth, growth, growth };
    box->lower = ssVec3_Sub( ssVec3_Add( box->lower, d ), g );
    box->upper = ssVec3_Add( ssVec3_Add( box->upper, d ), g );
}

/// What happens to a heap between two updates; each kind of event goes on for some of them.
static void disturb( Scene* scene, testRng* rng, int event )
{
    int count = scene->count, one = (int)( testRandom( rng ) % (uint64_t)count );
    for ( int i = 0; i < count && event != 0; ++i )
    {
        // All creep; one in forty is fast; later all are.
        double far = event == 2 && i % 40 == 0 ? 0.5 : event == 3 ? 0.4 : 0.003;
        moveBox( scene->boxes + i, rng, far, event == 4 && i % 50 == 0 ? 0.02 : 0.0 );
    }
    if ( event == 5 ) // one jumps, another changes its kind, a third is no longer a box and comes back
    {
        moveBox( scene->boxes + one, rng, 20.0, 0.0 );
        int other = ( one + 7 ) % count, gone = ( one + 11 ) % count;
        bool cube = scene->kinds[other] == ss_broadBall;
        scene->kinds[other] = (ssBroadKind)( testRandom( rng ) % ( cube ? 4 : 3 ) );
        ssVec3 c = { testUniform( rng, -8.0, 8.0 ), testUniform( rng, -8.0, 8.0 ),
            isnan( scene->boxes[gone].lower.z ) ? 0.0 : NAN };
        scene->boxes[gone] = boxAt( c, 1.0, 1.0, 1.0 );
    }
    if ( event == 6 ) // some are added
    {
        for ( int k = 0; k < 3 && scene->count < 600; ++k )
        {
            scene->kinds[scene->count] = ss_broadBall;
            scene->boxes[scene->count++] =
                boxAt( ssVec3_Make( testUniform( rng, -8.0, 8.0 ), 0.0, 0.0 ), 1.2, 1.2, 1.2 );
        }
    }
    if ( event == 7 && count > 300 ) // some are taken away, and others get their numbers
    {
        scene->boxes[one] = scene->boxes[count - 1];
        scene->kinds[one] = scene->kinds[count - 1];
        scene->count -= 1;
    }
}

TEST pairsAreTheSameWhateverWasThereBefore( void )
{
    static Scene scene;
    ssBroadPhase* bp = NULL;
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &bp ).code );
    for ( int n = 0, rounds = testCount( 6 ); n < rounds; ++n )
    {
        testRng rng = { 20u + (uint64_t)n };
        fill( &scene, &rng, 400, n % 2 == 0 ? 1.2 : 8.0, n % 2 == 0 ? 8.0 : 30.0 );
        ssBroadPlane planes[2] = { { 0, { 0.0, 0.0, 1.0 }, -5.0 }, { 390, { 0.6, 0.0, 0.8 }, -6.0 } };
        scene.kinds[0] = scene.kinds[390] = ss_broadAbsent;
        for ( int i = 0; i < 160; ++i )
        {
            int event = i / 10 % 8;
            disturb( &scene, &rng, event );
            scene.kinds[0] = scene.kinds[390 < scene.count ? 390 : 0] = ss_broadAbsent;
            planes[1].offset += event == 1 ? 0.05 : 0.0;
            int planeCount = n % 3 == 0 ? 0 : scene.count > 390 ? 2 : 1;
            ASSERT_EQ( ss_ok,
                ssBroadPhase_Update( bp, scene.count, scene.boxes, scene.kinds, planeCount, planes ).code );
            CHECK_CALL( equalsNewSearch( bp, scene.count, scene.boxes, scene.kinds, planeCount, planes ) );
            if ( planeCount == 0 ) { CHECK_CALL( equalsAllPairs( bp, &scene ) ); }
        }
    }
    ssDestroyBroadPhase( bp );
    PASS();
}

/// A heap of many balls, at rest, creeping, and with some that jump.
TEST threadsDoNotChangeThePairsOfManyBodies( void )
{
    enum
    {
        COUNT = 40000,
        SIDE = 35
    };
    ssAabb* boxes = calloc( COUNT, sizeof( ssAabb ) );
    ssBroadKind* kinds = calloc( COUNT, sizeof( ssBroadKind ) );
    ssBroadPhase *bp = NULL, *serial = NULL;
    ASSERT( boxes != NULL && kinds != NULL );
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &bp ).code );
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &serial ).code );
    testRng rng = { 9 };
    for ( int i = 0; i < COUNT; ++i )
    {
        boxes[i] = boxAt( ssVec3_Make( i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE ), 0.55, 0.55, 0.55 );
        kinds[i] = ss_broadBall;
    }
    kinds[0] = ss_broadAbsent;
    ssBroadPlane floor = { 0, { 0.0, 0.0, 1.0 }, 0.0 };
    for ( int n = 0; n < 8; ++n )
    {
        int threads = 1 + n % 4;
        ssSetParallelFor( testThreads, &threads );
        ASSERT_EQ( ss_ok, ssBroadPhase_Update( bp, COUNT, boxes, kinds, 1, &floor ).code );
        ssSetParallelFor( NULL, NULL );
        ASSERT_EQ( ss_ok, ssBroadPhase_Update( serial, COUNT, boxes, kinds, 1, &floor ).code );
        ASSERT( ssBroadPhase_PairCount( bp ) > 100000 );
        ASSERT_EQ( ssBroadPhase_PairCount( serial ), ssBroadPhase_PairCount( bp ) );
        ASSERT_EQ( 0,
            memcmp( ssBroadPhase_Pairs( serial ), ssBroadPhase_Pairs( bp ),
                sizeof( ssBodyPair ) * (size_t)ssBroadPhase_PairCount( bp ) ) );
        CHECK_CALL( equalsNewSearch( bp, COUNT, boxes, kinds, 1, &floor ) );
        for ( int i = 1; i < COUNT && n > 0; ++i )
        {
            moveBox( boxes + i, &rng, n > 3 && i % 97 == n ? 3.0 : 0.01, 0.0 );
        }
    }
    ssDestroyBroadPhase( bp );
    ssDestroyBroadPhase( serial );
    free( boxes );
    free( kinds );
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
    int warm = 0;
    for ( int n = 0; n < 120; ++n )
    {
        warm = n == 60 ? s_allocations : warm; // until then it has searched in all the ways it knows
        for ( int i = 0; i < scene.count; ++i )
        {
            double dx = testUniform( &rng, -0.05, 0.05 );
            scene.boxes[i].lower.x += dx;
            scene.boxes[i].upper.x += dx;
        }
        testMust( ssBroadPhase_Update( bp, scene.count, scene.boxes, scene.kinds, 0, NULL ) );
    }
    ASSERT( s_allocations <= warm + 2 );
    ASSERT( ssBroadPhase_Memory( bp ) > sizeof( Scene ) / 100 );
    ssDestroyBroadPhase( bp );
    ssInstallAllocator( NULL, NULL, NULL );
    PASS();
}

TEST anArenaHoldsWhatASearchNeedsForItself( void )
{
    testRng rng = { 7 };
    static Scene scene;
    ssArena* arena = ssCreateArena();
    ssBroadPhase *bp = NULL, *alone = NULL;
    ASSERT( arena != NULL );
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &bp ).code );
    ASSERT_EQ( ss_ok, ssCreateBroadPhase( &alone ).code );
    ssBroadPhase_UseArena( bp, arena );
    fill( &scene, &rng, 600, 4.0, 10.0 );
    for ( int n = 0; n < 20; ++n )
    {
        ssArenaMark mark = ssArena_Mark( arena );
        void* kept = ssArena_Alloc( arena, 64 );
        size_t used = ssArena_Used( arena );
        CHECK_CALL( equalsAllPairs( bp, &scene ) );
        CHECK_CALL( equalsAllPairs( alone, &scene ) );
        ASSERT( kept != NULL && ssArena_Used( arena ) == used ); // it gives everything back
        ssArena_Release( arena, mark );
        for ( int i = 0; i < scene.count; ++i )
        {
            double dx = testUniform( &rng, -0.05, 0.05 );
            scene.boxes[i].lower.x += dx;
            scene.boxes[i].upper.x += dx;
        }
    }
    ASSERT( ssBroadPhase_Memory( bp ) < ssBroadPhase_Memory( alone ) );
    ssDestroyBroadPhase( bp );
    ssDestroyBroadPhase( alone );
    ssDestroyArena( arena );
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
    RUN_TEST( pairsAreTheSameWhateverWasThereBefore );
    RUN_TEST( threadsDoNotChangeThePairsOfManyBodies );
    RUN_TEST( warmUpdatesAllocateNothing );
    RUN_TEST( anArenaHoldsWhatASearchNeedsForItself );
    RUN_TEST( missingMemoryIsReported );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( broadPhase );
    return TEST_END();
}
