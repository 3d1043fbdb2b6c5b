// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/os.h"
#include "base/thread_pool.h"
#include "gauss_seidel/gauss_seidel.h"
#include "slipstick/parallel.h"

#include <stdatomic.h>

// The threads of the program behind the hook of the engine.

#define ITEMS 4096

typedef struct Count
{
    atomic_int visits[ITEMS];
    bool nested;
} Count;

static void visit( void* context, int block, int first, int last )
{
    Count* count = context;
    (void)block;
    for ( int i = first; i < last; ++i ) { atomic_fetch_add( &count->visits[i], 1 ); }
}

static void visitNested( void* context, int block, int first, int last )
{
    (void)block;
    (void)first;
    (void)last;
    ssParallelFor( ITEMS, 256, visit, context );
}

TEST everyBlockIsDoneOnce( void )
{
    static Count count;
    for ( int threads = 1; threads <= 16; threads *= 2 )
    {
        threadPool* pool = threadPoolStartAll( threads );
        ASSERT( threadPoolCount( pool ) <= threads );
        memset( &count, 0, sizeof( count ) );
        int rounds = testCount( 400 );
        for ( int round = 0; round < rounds; ++round )
        {
            ssParallelFor( ITEMS, 16 + round % 200, visit, &count );
            if ( round % 50 == 0 )
            {
                // This is long enough to let the workers fall asleep.
                nanosleep( &( struct timespec ){ .tv_nsec = 2000000 }, NULL );
            }
        }
        for ( int i = 0; i < ITEMS; ++i ) { ASSERT_EQ( rounds, atomic_load( &count.visits[i] ) ); }
        threadPoolStop( pool );
    }
    PASS();
}

#define STAGES 150 // more than a pass has colours

typedef struct Stages
{
    int blocks[STAGES];
    atomic_int done[STAGES], disorder;
    bool slow; // some blocks are
} Stages;

/// Counts, and notes it when the stage before is not complete.
static void visitStage( void* context, int stage, int block )
{
    Stages* stages = context;
    if ( stage > 0 && atomic_load( &stages->done[stage - 1] ) != stages->blocks[stage - 1] )
    {
        atomic_fetch_add( &stages->disorder, 1 );
    }
    if ( stages->slow && ( stage + block ) % 97 == 0 )
    {
        nanosleep( &( struct timespec ){ .tv_nsec = 300000 }, NULL );
    }
    atomic_fetch_add( &stages->done[stage], 1 );
}

static enum greatest_test_res stagesComeInTurn( int stageCount, int fewest, bool slow )
{
    static Stages stages;
    memset( &stages, 0, sizeof( stages ) );
    stages.slow = slow;
    for ( int i = 0; i < stageCount; ++i ) { stages.blocks[i] = i % 7 == 3 ? 0 : 1 + i * 37 % 60; }
    ssParallelStages( stageCount, stages.blocks, fewest, visitStage, &stages );
    for ( int i = 0; i < stageCount; ++i ) { ASSERT_EQ( stages.blocks[i], atomic_load( &stages.done[i] ) ); }
    ASSERT_EQ( 0, atomic_load( &stages.disorder ) );
    PASS();
}

TEST aStageBeginsWhenTheOneBeforeIsDone( void )
{
    static const int threads[] = { 1, 2, 3, 16 };
    for ( size_t i = 0; i < SS_COUNT( threads ); ++i )
    {
        threadPool* pool = threadPoolStartAll( threads[i] );
        for ( int round = 0; round < testCount( 200 ); ++round )
        {
            CHECK_CALL( stagesComeInTurn( 1 + round % 40, 1 + round % 5, false ) );
        }
        for ( int round = 0; round < testCount( 50 ); ++round )
        {
            // Always the same stages: the shares of threads move from one job to the next.
            CHECK_CALL( stagesComeInTurn( 12, 2, round % 5 == 0 ) );
        }
        CHECK_CALL( stagesComeInTurn( STAGES, 1, false ) );
        CHECK_CALL( stagesComeInTurn( 40, 1, true ) );
        threadPoolStop( pool );
    }
    PASS();
}

#define PARTED 64  // blocks of a stage
#define PARTINGS 3 // stages
#define JOBS 200

static _Thread_local bool s_isCaller;

/// Blocks take five times as long on other threads, as if their processors were slow. Counts how often the
/// caller does the block with which the second half of a stage begins.
static void workUnequally( void* context, int stage, int block )
{
    double end = osSeconds() + ( s_isCaller ? 2e-6 : 10e-6 );
    while ( osSeconds() < end ) {}
    if ( stage == 1 && block == PARTED / 2 && s_isCaller ) { *(int*)context += 1; }
}

/// Others take over the last blocks of a slow thread at once. It
/// loses its first ones when its speed is known.
TEST aSlowThreadIsGivenFewerBlocks( void )
{
    if ( osProcessorCount() < 2 ) { SKIPm( "needs two processors" ); }
    static const int blocks[PARTINGS] = { PARTED, PARTED, PARTED };
    threadPool* pool = threadPoolStart( 2 );
    int learning = 0, learned = 0;
    s_isCaller = true;
    for ( int job = 0; job < JOBS; ++job )
    {
        ssParallelStages( PARTINGS, blocks, 2, workUnequally, job < JOBS / 2 ? &learning : &learned );
    }
    threadPoolStop( pool );
    ASSERT( learned > JOBS / 4 );
    PASS();
}

static void sleepLong( void* context, int block )
{
    (void)context;
    (void)block;
    nanosleep( &( struct timespec ){ .tv_nsec = 200000000 }, NULL );
}

static void sleepInStage( void* context, int stage, int block )
{
    (void)stage;
    sleepLong( context, block );
}

/// Threads that wait, for work or for the others, sleep: an idle program takes no processor time.
TEST waitingThreadsTakeNoProcessorTime( void )
{
    threadPool* pool = threadPoolStartAll( 8 );
    double cpu = osCpuSeconds(), wall = osSeconds();
    sleepLong( NULL, 0 );
    // One block is long, and seven threads wait for it.
    const int blocks[] = { 7, 1, 7 };
    ssParallelStages( 3, blocks, 1, sleepInStage, NULL );
    // Threads that poll would take all of it on every processor.
    cpu = osCpuSeconds() - cpu;
    wall = osSeconds() - wall;
    ASSERT( cpu < 0.5 * wall );
    threadPoolStop( pool );
    PASS();
}

TEST callsFromInsideATaskRunAlone( void )
{
    static Count count;
    threadPool* pool = threadPoolStartAll( 4 );
    memset( &count, 0, sizeof( count ) );
    ssParallelFor( 8, 1, visitNested, &count );
    for ( int i = 0; i < ITEMS; ++i ) { ASSERT_EQ( 8, atomic_load( &count.visits[i] ) ); }
    threadPoolStop( pool );
    PASS();
}

static ssProblem makePile( int dimension, int contacts, ssContactForm law )
{
    ssPackingDef def = ssDefaultPackingDef();
    def.settled = true;
    def.dimension = dimension;
    def.contacts = contacts;
    def.law = law;
    ssProblem problem;
    testMust( ssMakePacking( &def, &problem ) );
    return problem;
}

static uint64_t hashOfSolution( const ssProblem* problem, int sweeps, bool single )
{
    int size = ssProblem_Size( problem );
    double* p = calloc( (size_t)size + 1, sizeof( double ) );
    double* v = calloc( (size_t)problem->bodyCount * 6, sizeof( double ) );
    ssGs* sweep = ssCreateGs( NULL );
    ssGsOptions options = ssDefaultGsOptions();
    ssGsReport report;
    options.maxPasses = sweeps;
    options.tolerance = single ? 0.0 : options.tolerance;
    options.single = single;
    testMust( ssGs_Solve( sweep, problem, &options, p, v, &report ) );
    testMust( report.single == single ? ssOk() : ssError( ss_errorValue, "single", "the wrong precision" ) );
    uint64_t hash = ssHashF64( SS_HASH_SEED, report.residual );
    for ( int i = 0; i < size; ++i ) { hash = ssHashF64( hash, p[i] ); }
    for ( int i = 0; i < 6 * problem->bodyCount; ++i ) { hash = ssHashF64( hash, v[i] ); }
    ssDestroyGs( sweep );
    free( p );
    free( v );
    return hash;
}

TEST sweepsGiveTheSameBitsForAnyNumberOfThreads( void )
{
    for ( int i = 0; i < 6; ++i )
    {
        // The last one has so many blocks, more than 256 of 64 contacts, that threads share their sums, too:
        // the steps of extrapolation follow from these.
        int contacts = i == 5 ? 20000 : testScale() < 1.0 ? 1500 : 6000;
        bool single = i == 3 || i == 4;
        ssProblem problem = makePile(
            i % 3 == 0 ? 3 : 6, contacts, i % 3 == 2 ? ss_contactFormRelaxed : ss_contactFormSaxce );
        uint64_t alone = hashOfSolution( &problem, 30, single );
        static const int threads[] = { 2, 3, 8, 16 };
        for ( size_t k = 0; k < SS_COUNT( threads ); ++k )
        {
            threadPool* pool = threadPoolStartAll( threads[k] );
            uint64_t together = hashOfSolution( &problem, 30, single );
            threadPoolStop( pool );
            ASSERT_EQ( alone, together );
        }
        ssProblem_Destroy( &problem );
    }
    PASS();
}

typedef struct Simulation
{
    ssProblem problem;
    uint64_t hash;
} Simulation;

static void simulate( void* context )
{
    Simulation* simulation = context;
    simulation->hash = hashOfSolution( &simulation->problem, 20, false );
}

TEST severalSimulationsShareThePool( void )
{
    Simulation simulations[3];
    osThread* threads[3];
    for ( int i = 0; i < 3; ++i ) { simulations[i].problem = makePile( 6, 1500, ss_contactFormSaxce ); }
    simulate( &simulations[0] );
    uint64_t alone = simulations[0].hash;
    threadPool* pool = threadPoolStartAll( 3 );
    for ( int i = 0; i < 3; ++i )
    {
        simulations[i].hash = 0;
        threads[i] = osStartThread( simulate, &simulations[i] );
        ASSERT( threads[i] != NULL );
    }
    for ( int i = 0; i < 3; ++i )
    {
        osJoinThread( threads[i] );
        ASSERT_EQ( alone, simulations[i].hash );
        ssProblem_Destroy( &simulations[i].problem );
    }
    threadPoolStop( pool );
    PASS();
}

TEST oneThreadNeedsNoPool( void )
{
    ASSERT_EQ( NULL, threadPoolStart( 1 ) );
    ASSERT_EQ( NULL, threadPoolStart( 0 ) );
    ASSERT_EQ( 1, threadPoolCount( NULL ) );
    threadPoolStop( NULL );
    ASSERT( osProcessorCount() >= 1 );
    // More threads than processors would only wait for each other.
    threadPool* pool = threadPoolStart( 1000 );
    ASSERT( threadPoolCount( pool ) <= osProcessorCount() );
    threadPoolStop( pool );
    PASS();
}

SUITE( pool )
{
    RUN_TEST( everyBlockIsDoneOnce );
    RUN_TEST( aStageBeginsWhenTheOneBeforeIsDone );
    RUN_TEST( aSlowThreadIsGivenFewerBlocks );
    RUN_TEST( waitingThreadsTakeNoProcessorTime );
    RUN_TEST( callsFromInsideATaskRunAlone );
    RUN_TEST( sweepsGiveTheSameBitsForAnyNumberOfThreads );
    RUN_TEST( severalSimulationsShareThePool );
    RUN_TEST( oneThreadNeedsNoPool );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( pool );
    return TEST_END();
}
