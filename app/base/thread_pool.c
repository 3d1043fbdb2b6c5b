// SPDX-License-Identifier: MIT
#include "base/thread_pool.h"

#include "base/os.h"
#include "slipstick/parallel.h"

#include <stdatomic.h>
#include <stdlib.h>

#define THREADS_MAX 64
#define LOOKS 4000 // about twenty microseconds

// The job in hand. `ticket` says all in one word: the job's number, how many blocks it has, and the next one. Who moves
// it on by one owns that block; and because a job ends only when all its blocks are done, the task that was read before
// belongs to it.
#define BLOCK_BITS 18
#define BLOCKS_MAX ( ( 1u << BLOCK_BITS ) - 1u )

static uint64_t numberOf( uint64_t ticket )
{
    return ticket >> ( 2 * BLOCK_BITS );
}

static uint32_t blocksOf( uint64_t ticket )
{
    return (uint32_t)( ticket >> BLOCK_BITS ) & BLOCKS_MAX;
}

static uint32_t nextOf( uint64_t ticket )
{
    return (uint32_t)ticket & BLOCKS_MAX;
}

struct threadPool
{
    _Atomic uint64_t ticket;
    _Atomic( ssBlockTask* ) task;
    _Atomic( void* ) context;
    atomic_int left; // blocks not yet done
    atomic_bool busy, quit;
    atomic_int asleep;
    osMonitor* monitor;
    osThread* workers[THREADS_MAX];
    int count; // workers
};

static void pause( void )
{
#if defined( __aarch64__ )
    __asm__ volatile( "yield" );
#elif defined( __x86_64__ ) || defined( __i386__ )
    __builtin_ia32_pause();
#endif
}

/// Blocks of the job `number` until there are none left or the job is another.
static void takeBlocks( threadPool* pool, uint64_t number )
{
    uint64_t ticket = atomic_load( &pool->ticket );
    while ( numberOf( ticket ) == number && nextOf( ticket ) < blocksOf( ticket ) )
    {
        ssBlockTask* task = atomic_load( &pool->task );
        void* context = atomic_load( &pool->context );
        if ( atomic_compare_exchange_weak( &pool->ticket, &ticket, ticket + 1 ) )
        {
            task( context, (int)nextOf( ticket ) );
            atomic_fetch_sub( &pool->left, 1 );
            ticket = atomic_load( &pool->ticket );
        }
    }
}

/// A job other than `seen`, or the end.
static uint64_t waitForJob( threadPool* pool, uint64_t seen )
{
    for ( int look = 0; look < LOOKS; ++look )
    {
        uint64_t number = numberOf( atomic_load( &pool->ticket ) );
        if ( number != seen || atomic_load( &pool->quit ) )
        {
            return number;
        }
        pause();
    }
    osLockMonitor( pool->monitor );
    atomic_fetch_add( &pool->asleep, 1 );
    while ( numberOf( atomic_load( &pool->ticket ) ) == seen && !atomic_load( &pool->quit ) )
    {
        osWaitAtMonitor( pool->monitor );
    }
    atomic_fetch_sub( &pool->asleep, 1 );
    osUnlockMonitor( pool->monitor );
    return numberOf( atomic_load( &pool->ticket ) );
}

static void work( void* context )
{
    threadPool* pool = context;
    uint64_t seen = 0;
    while ( !atomic_load( &pool->quit ) )
    {
        seen = waitForJob( pool, seen );
        takeBlocks( pool, seen );
    }
}

static void wake( threadPool* pool )
{
    if ( atomic_load( &pool->asleep ) > 0 )
    {
        osLockMonitor( pool->monitor );
        osWakeMonitor( pool->monitor );
        osUnlockMonitor( pool->monitor );
    }
}

static void parallelFor( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    threadPool* pool = hookContext;
    if ( blocks > (int)BLOCKS_MAX || atomic_exchange( &pool->busy, true ) )
    {
        // another simulation, or this one from inside a task: alone
        for ( int block = 0; block < blocks; ++block )
        {
            task( context, block );
        }
        return;
    }
    // the old job's ticket is used up: nobody takes a block before the new one is there
    uint64_t last = (uint64_t)1 << ( 64 - 2 * BLOCK_BITS );
    uint64_t number = ( numberOf( atomic_load( &pool->ticket ) ) + 1 ) % last;
    atomic_store( &pool->task, task );
    atomic_store( &pool->context, context );
    atomic_store( &pool->left, blocks );
    atomic_store( &pool->ticket, number << ( 2 * BLOCK_BITS ) | (uint64_t)(uint32_t)blocks << BLOCK_BITS );
    wake( pool );
    takeBlocks( pool, number );
    for ( int look = 0; atomic_load( &pool->left ) > 0; ++look )
    {
        if ( look < LOOKS )
        {
            pause();
        }
        else
        {
            osYield();
        }
    }
    atomic_store( &pool->busy, false );
}

threadPool* threadPoolStart( int threads )
{
    threadPool* pool = threads > 1 ? calloc( 1, sizeof( *pool ) ) : NULL;
    if ( pool == NULL || ( pool->monitor = osCreateMonitor(), pool->monitor == NULL ) )
    {
        free( pool );
        return NULL;
    }
    int wanted = threads - 1 < THREADS_MAX ? threads - 1 : THREADS_MAX;
    while ( pool->count < wanted && ( pool->workers[pool->count] = osStartThread( work, pool ) ) != NULL )
    {
        pool->count += 1;
    }
    ssSetParallelFor( parallelFor, pool );
    return pool;
}

void threadPoolStop( threadPool* pool )
{
    if ( pool == NULL )
    {
        return;
    }
    ssSetParallelFor( NULL, NULL );
    osLockMonitor( pool->monitor );
    atomic_store( &pool->quit, true );
    osWakeMonitor( pool->monitor );
    osUnlockMonitor( pool->monitor );
    for ( int i = 0; i < pool->count; ++i )
    {
        osJoinThread( pool->workers[i] );
    }
    osDestroyMonitor( pool->monitor );
    free( pool );
}

int threadPoolCount( const threadPool* pool )
{
    return pool != NULL ? pool->count + 1 : 1;
}
