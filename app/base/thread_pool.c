// SPDX-License-Identifier: MIT
#include "base/thread_pool.h"

#include "base/os.h"
#include "slipstick/parallel.h"

#include <stdatomic.h>
#include <stdlib.h>

#define WORKERS_MAX 64 // upper limit on worker threads
#define POLLS_MAX 4000 // polls before a thread sleeps or yields: about twenty microseconds

// The ticket packs the state of the current job into one word: its number, its count of blocks and the next block. The
// thread that increments it owns that block. A job ends only when all its blocks are done, so a task that was read before
// a successful increment belongs to the same job.
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
    atomic_int left; // blocks not yet finished
    atomic_bool busy, quit;
    atomic_int asleep;
    osMonitor* monitor;
    osThread* workers[WORKERS_MAX];
    int count; // of workers
};

static void pause( void )
{
#if defined( __aarch64__ )
    __asm__ volatile( "yield" );
#elif defined( __x86_64__ ) || defined( __i386__ )
    __builtin_ia32_pause();
#endif
}

/// Executes blocks of the job `number` until none are left or another job has begun.
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

/// Waits for a job other than `seen`, or for the end of the pool; returns the number of the job.
static uint64_t waitForJob( threadPool* pool, uint64_t seen )
{
    for ( int poll = 0; poll < POLLS_MAX; ++poll )
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
        // The pool is in use by another simulation, or by this one from inside a task: the caller works alone.
        for ( int block = 0; block < blocks; ++block )
        {
            task( context, block );
        }
        return;
    }
    // The old ticket is used up, so that no thread takes a block before the new one is stored.
    uint64_t last = (uint64_t)1 << ( 64 - 2 * BLOCK_BITS );
    uint64_t number = ( numberOf( atomic_load( &pool->ticket ) ) + 1 ) % last;
    atomic_store( &pool->task, task );
    atomic_store( &pool->context, context );
    atomic_store( &pool->left, blocks );
    atomic_store( &pool->ticket, number << ( 2 * BLOCK_BITS ) | (uint64_t)(uint32_t)blocks << BLOCK_BITS );
    wake( pool );
    takeBlocks( pool, number );
    for ( int poll = 0; atomic_load( &pool->left ) > 0; ++poll )
    {
        if ( poll < POLLS_MAX )
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
    int wanted = threads - 1 < WORKERS_MAX ? threads - 1 : WORKERS_MAX;
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
