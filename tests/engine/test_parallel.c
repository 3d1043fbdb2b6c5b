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
    for ( int i = first; i < last; ++i )
    {
        work->visits[i] += 1;
    }
}

static double addUp( void* context, int first, int last )
{
    const double* numbers = context;
    double sum = 0.0;
    for ( int i = first; i < last; ++i )
    {
        sum += numbers[i];
    }
    return sum;
}

/// A hook that runs the blocks from the last to the first.
static void backward( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    *(int*)hookContext += 1;
    for ( int block = blocks - 1; block >= 0; --block )
    {
        task( context, block );
    }
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
                for ( int i = 0; i < ITEMS; ++i )
                {
                    ASSERT_EQ( i < items, work.visits[i] );
                }
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

TEST sumsAreTheSameBitsInAnyOrder( void )
{
    double numbers[ITEMS], partial[ITEMS];
    int calls = 0;
    for ( int i = 0; i < ITEMS; ++i )
    {
        numbers[i] = sin( (double)i ) * pow( 10.0, i % 17 );
    }
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
    RUN_TEST( sumsAreTheSameBitsInAnyOrder );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( blocks );
    return TEST_END();
}
