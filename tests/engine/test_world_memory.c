// SPDX-License-Identifier: MIT
#include "world_common.h"

// The memory of a world: it takes what it needs once, no more than promised, and says how much that is.

static int allocations;

static void* countedAlloc( void* context, size_t size )
{
    (void)context;
    ++allocations;
    return calloc( 1, size );
}

TEST steppingDoesNotAllocateAfterWarmUp( void )
{
    // Spheres and boxes, to a tolerance and by a number of sweeps, asleep and awake, under every law.
    for ( int k = 0; k < 8; ++k )
    {
        ssInstallAllocator( countedAlloc, NULL, NULL );
        ssWorldDef def = ssDefaultWorldDef();
        def.tolerance = k % 2 == 0 ? 0.0 : 1e-4;
        def.maxIterations = k % 2 == 0 ? 20 : 500;
        def.law = (ssWorldLaw)( k % 3 );
        def.sleeping = k >= 6;
        ssWorld* world = heap( &def, testUpTo( 30, 12 ), k / 2 % 2 == 1, 8 );
        for ( int i = 0; i < testUpTo( 1500, 800 ); ++i ) { ssWorld_Step( world, 2e-3 ); }
        int before = allocations;
        for ( int i = 0; i < 300; ++i ) { ssWorld_Step( world, 2e-3 ); }
        ASSERT_EQ_FMT( before, allocations, "%d" );
        size_t contacts = 0;
        ASSERT( ssWorld_Memory( world, &contacts ) > contacts && contacts > 0 );
        ssDestroyWorld( world );
        ssInstallAllocator( NULL, NULL, NULL );
    }
    PASS();
}

typedef struct Budget
{
    size_t now; // bytes
} Budget;

#define HEADER 64 // keeps what follows aligned

static void* measuredAlloc( void* context, size_t size )
{
    Budget* budget = context;
    char* memory = calloc( 1, size + HEADER );
    memcpy( memory, &size, sizeof size );
    budget->now += size;
    return memory + HEADER;
}

static void measuredRelease( void* context, void* memory )
{
    size_t size = 0;
    if ( memory != NULL )
    {
        memcpy( &size, (char*)memory - HEADER, sizeof size );
        ( (Budget*)context )->now -= size;
        free( (char*)memory - HEADER );
    }
}

TEST contactsOfAPileTakeHalfAKilobyteEach( void )
{
    // The manual promises it, however the arrays have grown. What the world says of its memory is what it has
    // taken, to within its few small objects.
    Budget budget = { 0 };
    ssInstallAllocator( measuredAlloc, measuredRelease, &budget );
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 0.0;
    def.maxIterations = 10;
    def.bodyCapacity = 502;
    ssWorld* world = heap( &def, 501, false, 4 );
    int most = 0;
    for ( int i = 0; i < 240; ++i )
    {
        int contacts = ssWorld_Step( world, 5e-3 ).contacts;
        most = contacts > most ? contacts : most;
    }
    size_t forContacts = 0, all = ssWorld_Memory( world, &forContacts );
    ASSERT( most > 600 );
    // Arrays grow by a 64th and 16.
    ASSERT( (double)forContacts <= 512.0 * ( most + most / 64.0 + 16.0 ) );
    ASSERT_IN_RANGE( (double)budget.now, (double)all, 0.01 * (double)all );
    ssDestroyWorld( world );
    ASSERT_EQ( 0u, budget.now );
    ssInstallAllocator( NULL, NULL, NULL );
    PASS();
}

/// Spheres that stick and hardly roll are dropped one by one on the same place. They form frames of many
/// bodies, in which sweeps stall.
static void pourSteps( ssWorld* world, int first, int last )
{
    const ssMaterial material = { .mu = 0.7, .muRoll = 0.01 };
    for ( int i = first; i < last; ++i )
    {
        if ( i % 20 == 0 )
        {
            ssBodyDef ball = sphereOn( 0.01, material, 0.0 );
            ball.pose.position = ssVec3_Make( 0.01 * sin( i ), 0.01 * cos( 3 * i ), 0.2 );
            addBody( world, &ball );
        }
        ssWorld_Step( world, 1e-3 );
    }
}

TEST solversCalledInDoNotAllocateAfterWarmUp( void )
{
    const int from = 500, to = 700;
    ssInstallAllocator( countedAlloc, NULL, NULL );
    ssWorldDef def = ssDefaultWorldDef();
    def.tolerance = 1e-7;
    def.maxIterations = 3000;
    ssWorld* world = makeWorld( &def );
    addPlane( world, ( ssMaterial ){ .mu = 0.7, .muRoll = 0.01 }, 0.0 );
    pourSteps( world, 0, from );
    ssArchive measure = { .mode = ss_archiveMeasure };
    ssWorld_Serialize( world, &measure );
    unsigned char* blob = malloc( measure.used );
    ssArchive write = { .mode = ss_archiveWrite, .bytes = blob, .size = measure.used };
    ssWorld_Serialize( world, &write );
    pourSteps( world, from, to );
    uint64_t hash = worldHash( world );
    // The second run uses the memory that is there by now.
    ssArchive read = { .mode = ss_archiveRead, .bytes = blob, .size = measure.used };
    ssWorld_Serialize( world, &read );
    int before = allocations;
    pourSteps( world, from, to );
    ASSERT_EQ_FMT( before, allocations, "%d" );
    ASSERT( worldHash( world ) == hash );
    // A fresh world shows that solvers were called: it needs their scratch memory.
    ssWorld* other = makeWorld( &def );
    read = ( ssArchive ){ .mode = ss_archiveRead, .bytes = blob, .size = measure.used };
    ssWorld_Serialize( other, &read );
    ASSERT( ssWorld_ScratchMemory( other ) == 0 );
    pourSteps( other, from, to );
    ASSERT( ssWorld_ScratchMemory( other ) > 0 );
    ASSERT( worldHash( other ) == hash );
    free( blob );
    ssDestroyWorld( other );
    ssDestroyWorld( world );
    ssInstallAllocator( NULL, NULL, NULL );
    PASS();
}

SUITE( memory )
{
    RUN_TEST( steppingDoesNotAllocateAfterWarmUp );
    RUN_TEST( contactsOfAPileTakeHalfAKilobyteEach );
    RUN_TEST( solversCalledInDoNotAllocateAfterWarmUp );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( memory );
    return TEST_END();
}
