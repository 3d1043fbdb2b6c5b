// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/parallel.h"

// The only place where threads enter the engine: blocks cover the work once, and sums are taken in the order
// of the blocks, no matter who runs them and in which order.

#define ITEMS 1000

typedef struct Work
{
    int visits[ITEMS];
    int largest, blocks;
} Work;

static void visit( void* context, int block, int first, int last )
{
    Work* work = context;
    work->largest = last - first > work->largest ? last - first : work->largest;
    work->blocks += 1;
    (void)block;
    for ( int i = first; i < last; ++i ) { work->visits[i] += 1; }
}

static double addUp( void* context, int first, int last )
{
    const double* numbers = context;
    double sum = 0.0;
    for ( int i = first; i < last; ++i ) { sum += numbers[i]; }
    return sum;
}

/// A hook that runs the blocks from the last to the first.
static void backward( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    *(int*)hookContext += 1;
    for ( int block = blocks - 1; block >= 0; --block ) { task( context, block ); }
}

TEST everyItemIsVisitedOnce( void )
{
    int calls = 0;
    for ( int hooked = 0; hooked < 2; ++hooked )
    {
        ssSetParallelFor( hooked ? backward : NULL, &calls );
        for ( int items = 0; items <= ITEMS; items += 37 )
        {
            for ( int size = 1; size < 1200; size = 3 * size + 1 )
            {
                Work work = { .blocks = 0 };
                ssParallelFor( items, size, visit, &work );
                ASSERT_EQ( ssBlockCount( items, size ), work.blocks );
                ASSERT( work.largest <= size );
                for ( int i = 0; i < ITEMS; ++i ) { ASSERT_EQ( i < items, work.visits[i] ); }
            }
        }
    }
    ASSERT( calls > 0 );
    ssSetParallelFor( NULL, NULL );
    PASS();
}

TEST oneBlockNeedsNoThreads( void )
{
    int calls = 0;
    Work work = { .blocks = 0 };
    ssSetParallelFor( backward, &calls );
    ssParallelFor( 10, 10, visit, &work );
    ssParallelFor( 0, 10, visit, &work );
    ASSERT_EQ( 0, calls );
    ssParallelFor( 11, 10, visit, &work );
    ASSERT_EQ( 1, calls );
    ssSetParallelFor( NULL, NULL );
    PASS();
}

#define STAGES 9

typedef struct Stages
{
    int blocks[STAGES], done[STAGES], disorder;
} Stages;

static void visitStage( void* context, int stage, int block )
{
    Stages* stages = context;
    (void)block;
    stages->disorder += stage > 0 && stages->done[stage - 1] != stages->blocks[stage - 1];
    stages->done[stage] += 1;
}

/// A hook for stages that takes the blocks from the last to the first.
static void stagesBackward(
    void* hookContext, int stages, const int* blocks, int fewest, ssStageTask* task, void* context )
{
    *(int*)hookContext += fewest;
    for ( int stage = 0; stage < stages; ++stage )
    {
        for ( int block = blocks[stage] - 1; block >= 0; --block ) { task( context, stage, block ); }
    }
}

/// An application may install neither hook, one, or both.
TEST stagesComeInTurnWithAnyHooks( void )
{
    for ( int hooks = 0; hooks < 4; ++hooks )
    {
        int calls = 0, stagesCalls = 0;
        ssSetParallelFor( hooks & 1 ? backward : NULL, &calls );
        ssSetParallelStages( hooks & 2 ? stagesBackward : NULL, &stagesCalls );
        Stages all = { .blocks = { 4, 1, 0, 12, 1, 7, 2, 0, 3 } };
        ssParallelStages( STAGES, all.blocks, 2, visitStage, &all );
        for ( int i = 0; i < STAGES; ++i ) { ASSERT_EQ( all.blocks[i], all.done[i] ); }
        ASSERT_EQ( 0, all.disorder );
        ASSERT_EQ( hooks & 2 ? 2 : 0, stagesCalls );
        ASSERT_EQ( hooks == 1, calls > 0 );
        // Too little for a second thread: nobody is called.
        calls = stagesCalls = 0;
        ssParallelStages( STAGES, all.blocks, 7, visitStage, &all );
        ASSERT( calls == 0 && stagesCalls == 0 );
    }
    ssSetParallelFor( NULL, NULL );
    ssSetParallelStages( NULL, NULL );
    PASS();
}

TEST sumsAreTheSameBitsInAnyOrder( void )
{
    double numbers[ITEMS], partial[ITEMS];
    int calls = 0;
    for ( int i = 0; i < ITEMS; ++i ) { numbers[i] = sin( (double)i ) * pow( 10.0, i % 17 ); }
    double serial = ssParallelSum( ITEMS, 7, addUp, numbers, partial );
    ssSetParallelFor( backward, &calls );
    double hooked = ssParallelSum( ITEMS, 7, addUp, numbers, partial );
    ssSetParallelFor( NULL, NULL );
    ASSERT_EQ( 0, memcmp( &serial, &hooked, sizeof( serial ) ) );
    ASSERT_EQ( 0.0, ssParallelSum( 0, 7, addUp, numbers, partial ) );
    PASS();
}

SUITE( blocks )
{
    RUN_TEST( everyItemIsVisitedOnce );
    RUN_TEST( oneBlockNeedsNoThreads );
    RUN_TEST( stagesComeInTurnWithAnyHooks );
    RUN_TEST( sumsAreTheSameBitsInAnyOrder );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( blocks );
    return TEST_END();
}
