// SPDX-License-Identifier: MIT
#include "base/thread_pool.h"
#include "base/os.h"
#include "slipstick/parallel.h"

#include <math.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

#define THREADS_MAX 64 // with the caller: one bit each of a word
#define STAGES_MAX 64  // of a job; more are several jobs
#define LINE 128       // [bytes] apart, so that what one thread writes does not slow another

// Time a thread polls before it sleeps [s]: the next colour is microseconds away, waking some tens.
#define SPIN_SECONDS 40e-6
#define POLLS_PER_LOOK 32 // between two looks at the clock

// Others take over a late thread's blocks: long ones soon, small ones when it is worth the caches [s].
#define LATE_SECONDS 2e-6
#define LATE_SECONDS_FINE 15e-6

// A thread so late with a small block that the caller falls asleep has lost its processor to another program.
// When waiting costs too much, the caller works alone for a while, and longer each time [s].
#define JUDGED_AFTER 5e-3
#define ALONE_FIRST 1e-3
#define ALONE_LAST 50e-3

// Jobs of several stages are passes that resemble each other: threads get shares with which all should be
// done at once. With fewer blocks per thread than these, blocks would only move to and fro.
#define LEARNING 0.1 // of the way that shares go per job: data move between caches
#define LEARNING_BLOCKS 2

// A job is a number of stages, each of them a number of blocks. A thread owns about the same part of the
// blocks of every stage, so that its caches keep their part of the data. A ticket per thread says which of
// its blocks is next: the number of the stage, counted from the start of the pool, and the block. Whoever
// advances the ticket owns the block: the thread itself, or one that has run out of blocks of its own while
// this one is late. A ticket of an earlier stage means that no block of this stage has been taken yet, so
// that nobody has to set tickets at the beginning of a stage.
//
// Every thread counts the blocks it has done, in a place of its own. The caller
// adds them up, and says when a stage is over.
//
// A thread that was late may look at a job when it is over and another is being set up. The number of the job
// changes before anything else of it does, so that a thread trusts what it has read only if the number still
// is the same. A ticket can be advanced only while its stage lasts.
#define BLOCK_BITS 24
#define BLOCKS_MAX ( 1 << ( BLOCK_BITS - 1 ) )
#define NUMBER_BITS ( 64 - BLOCK_BITS )
#define NUMBER_MASK ( ( (uint64_t)1 << NUMBER_BITS ) - 1u )

typedef struct Slot
{
    alignas( LINE ) _Atomic uint64_t ticket;
    alignas( LINE ) _Atomic uint64_t count; // of blocks it has done
    alignas( LINE ) threadPool* pool;
    int index;
    osThread* thread;
    osMonitor* monitor; // on which it sleeps
    // Speed at which it did its part of each stage of a job that has several [blocks/s]; 0: not known.
    _Atomic double speed[STAGES_MAX];
} Slot;

struct threadPool
{
    alignas( LINE ) _Atomic uint64_t job; // odd while it is being set up
    _Atomic( ssStageTask* ) task;
    _Atomic( void* ) context;
    atomic_int stages, threads;  // `threads` share the job
    atomic_bool fine;            // its blocks are small
    _Atomic uint64_t firstStage; // its number since the start of the pool
    // Where the part of each thread begins in a stage; after the last, where it ends.
    atomic_int begins[STAGES_MAX][THREADS_MAX + 1];
    alignas( LINE ) _Atomic uint64_t passed;    // stages since the start of the pool
    alignas( LINE ) _Atomic uint64_t asleep[3]; // a bit per thread, by what it waits for
    atomic_bool quit;
    atomic_int count; // of threads
    bool crowded;     // more threads than processors
    Slot* slots;      // the caller's is the first
    alignas( LINE ) atomic_bool busy;
    // Whoever is busy: other programs want the processors, and fine work is done alone until then [s].
    double aloneUntil, aloneSeconds;
    double shared, waited;                  // time of shared jobs, and of it for threads that were late [s]
    int stagesKnown, threadsKnown;          // of the jobs to which the shares belong
    double shares[STAGES_MAX][THREADS_MAX]; // of the blocks of a stage
};

/// What a thread knows of the job it works on.
typedef struct Job
{
    threadPool* pool;
    uint64_t number;
    ssStageTask* task;
    void* context;
    int stages, threads, self;
    bool fine;
    uint64_t firstStage;
    uint64_t target; // of the caller: sum of the counts at the end of the stage
    double waited;   // for threads that were late [s]
} Job;

static void pause( void )
{
#if defined( __aarch64__ )
    __asm__ volatile( "isb" ); // yield takes no time
#elif defined( __x86_64__ ) || defined( __i386__ )
    __builtin_ia32_pause();
#endif
}

/// What a thread waits for: the next job, the end of a stage, or (the caller) finished blocks.
typedef enum Wait
{
    FOR_JOB,
    FOR_STAGE,
    FOR_BLOCKS,
} Wait;

static uint64_t countBlocks( const threadPool* pool, int threads )
{
    uint64_t sum = 0;
    for ( int i = 0; i < threads; ++i ) { sum += atomic_load( &pool->slots[i].count ); }
    return sum;
}

static bool hasCome( const threadPool* pool, Wait what, uint64_t bound )
{
    uint64_t now = what == FOR_JOB ? atomic_load( &pool->job )
        : what == FOR_STAGE        ? atomic_load( &pool->passed )
                                   : countBlocks( pool, atomic_load( &pool->threads ) );
    return now >= bound;
}

/// Wakes up to two of the first `threads` that sleep until this has come; each wakes two more.
static void wakeTwo( threadPool* pool, Wait what, int threads )
{
    uint64_t asleep = atomic_load( &pool->asleep[what] );
    for ( int i = 0, woken = 0; i < threads && asleep >> i != 0 && woken < 2; ++i )
    {
        uint64_t bit = (uint64_t)1 << i;
        if ( ( asleep & bit ) != 0 && ( atomic_fetch_and( &pool->asleep[what], ~bit ) & bit ) != 0 )
        {
            osLockMonitor( pool->slots[i].monitor );
            osWakeMonitor( pool->slots[i].monitor );
            osUnlockMonitor( pool->slots[i].monitor );
            woken += 1;
        }
    }
}

/// Sleeps until it has come. Whoever brings it looks at `asleep` afterwards.
static void sleepUntil( threadPool* pool, int self, Wait what, uint64_t bound )
{
    uint64_t bit = (uint64_t)1 << self;
    osMonitor* monitor = pool->slots[self].monitor;
    osLockMonitor( monitor );
    atomic_fetch_or( &pool->asleep[what], bit );
    while ( !hasCome( pool, what, bound ) )
    {
        osWaitAtMonitor( monitor );
        atomic_fetch_or( &pool->asleep[what], bit ); // another one may be meant, who is not done yet
    }
    atomic_fetch_and( &pool->asleep[what], ~bit );
    osUnlockMonitor( monitor );
    // All who wait for this stage, since the next job may be for fewer threads.
    wakeTwo( pool, what, what == FOR_JOB ? atomic_load( &pool->threads ) : pool->count );
}

/// Polls until it has come, or for so many seconds.
static bool spin( const threadPool* pool, Wait what, uint64_t bound, double since, double seconds )
{
    do {
        for ( int poll = 0; poll < POLLS_PER_LOOK; ++poll )
        {
            if ( hasCome( pool, what, bound ) ) { return true; }
            pause();
        }
    } while ( !pool->crowded && osSeconds() - since < seconds );
    return false;
}

/// Takes a block in [first, last) of a stage from a ticket; -1: none is left.
static int takeBlock( _Atomic uint64_t* ticket, uint64_t stage, int first, int last )
{
    uint64_t now = atomic_load( ticket );
    for ( ;; )
    {
        uint64_t age = ( stage - ( now >> BLOCK_BITS ) ) & NUMBER_MASK;
        int next = age == 0 ? (int)( now & ( ( 1u << BLOCK_BITS ) - 1u ) ) : first;
        if ( age > NUMBER_MASK / 2 || next >= last )
        {
            return -1; // a later stage has begun, or there are no more
        }
        if ( atomic_compare_exchange_weak( ticket, &now, stage << BLOCK_BITS | (uint64_t)( next + 1 ) ) )
        {
            return next;
        }
    }
}

/// Does all blocks of a part of a stage that nobody has taken yet; returns their number.
static int doPart( const Job* job, int stage, const int* begins, int part )
{
    int first = begins[part], last = begins[part + 1], count = 0;
    uint64_t number = ( job->firstStage + (uint64_t)stage ) & NUMBER_MASK;
    _Atomic uint64_t* ticket = &job->pool->slots[part].ticket;
    for ( int block; ( block = takeBlock( ticket, number, first, last ) ) >= 0; ++count )
    {
        job->task( job->context, stage, block );
    }
    return count;
}

static void report( const Job* job, int count )
{
    threadPool* pool = job->pool;
    _Atomic uint64_t* own = &pool->slots[job->self].count;
    if ( count > 0 )
    {
        atomic_store( own, atomic_load( own ) + (uint64_t)count );
        wakeTwo( pool, FOR_BLOCKS, 1 );
    }
}

/// Does its part of a stage, helps the late ones, waits for the end if others follow. False: the job is over.
static bool doStage( Job* job, int stage )
{
    threadPool* pool = job->pool;
    int begins[THREADS_MAX + 1], others = 0;
    for ( int part = 0; part <= job->threads; ++part )
    {
        begins[part] = atomic_load_explicit( &pool->begins[stage][part], memory_order_acquire );
    }
    if ( atomic_load( &pool->job ) != job->number ) { return false; }
    bool caller = job->self == 0;
    job->target += (uint64_t)begins[job->threads];
    Wait what = caller ? FOR_BLOCKS : FOR_STAGE;
    uint64_t passed = job->firstStage + (uint64_t)stage + 1, bound = caller ? job->target : passed;
    double began = osSeconds();
    int own = doPart( job, stage, begins, job->self );
    double ended = osSeconds();
    if ( job->stages > 1 && own > 0 && ended > began )
    {
        atomic_store( &pool->slots[job->self].speed[stage], own / ( ended - began ) );
    }
    report( job, own );
    if ( !spin( pool, what, bound, ended, job->fine ? LATE_SECONDS_FINE : LATE_SECONDS ) )
    {
        for ( int k = 1; k < job->threads; ++k )
        {
            others += doPart( job, stage, begins, ( job->self + k ) % job->threads );
        }
        report( job, others );
        bool waits = caller || stage + 1 < job->stages;
        if ( waits && !spin( pool, what, bound, osSeconds(), SPIN_SECONDS ) )
        {
            double slept = osSeconds();
            sleepUntil( pool, job->self, what, bound );
            job->waited += osSeconds() - slept + SPIN_SECONDS;
        }
    }
    if ( caller )
    {
        atomic_store( &pool->passed, passed );
        wakeTwo( pool, FOR_STAGE, pool->count );
    }
    return true;
}

/// Reads what there is to do. False: this thread has no part in it, or the job is over.
static bool joinJob( threadPool* pool, int self, uint64_t number, Job* job )
{
    *job = ( Job ){ .pool = pool,
        .number = number,
        .task = atomic_load( &pool->task ),
        .context = atomic_load( &pool->context ),
        .stages = atomic_load( &pool->stages ),
        .threads = atomic_load( &pool->threads ),
        .fine = atomic_load( &pool->fine ),
        .self = self,
        .firstStage = atomic_load( &pool->firstStage ) };
    return number % 2 == 0 && self < job->threads && atomic_load( &pool->job ) == number;
}

static void doJob( Job* job )
{
    for ( int stage = 0; stage < job->stages && doStage( job, stage ); ++stage ) {}
}

static void work( void* context )
{
    Slot* slot = context;
    threadPool* pool = slot->pool;
    uint64_t seen = 0;
    double since = osSeconds();
    while ( !atomic_load( &pool->quit ) )
    {
        // The number is odd while a job is set up.
        uint64_t next = seen + 2 - seen % 2;
        if ( !spin( pool, FOR_JOB, next, since, SPIN_SECONDS ) )
        {
            sleepUntil( pool, slot->index, FOR_JOB, next );
            since = osSeconds();
        }
        Job job;
        seen = atomic_load( &pool->job );
        if ( joinJob( pool, slot->index, seen, &job ) )
        {
            doJob( &job );
            since = osSeconds();
        }
    }
}

/// Nothing is known of jobs of so many stages and threads: all threads get the same share.
static void forgetShares( threadPool* pool, int stages, int threads )
{
    pool->stagesKnown = stages;
    pool->threadsKnown = threads;
    for ( int i = 0; i < stages; ++i )
    {
        for ( int part = 0; part < threads; ++part )
        {
            pool->shares[i][part] = 1.0 / threads;
            atomic_store( &pool->slots[part].speed[i], 0.0 );
        }
    }
}

/// Whether the shares of a stage are worth learning.
static bool learns( int stages, int blocks, int threads )
{
    return stages > 1 && blocks >= LEARNING_BLOCKS * threads;
}

/// Gives every thread its part of the blocks.
static void divideBlocks( threadPool* pool, int stages, const int* blocks, int threads )
{
    if ( stages > 1 && ( stages != pool->stagesKnown || threads != pool->threadsKnown ) )
    {
        forgetShares( pool, stages, threads );
    }
    for ( int i = 0; i < stages; ++i )
    {
        bool learned = learns( stages, blocks[i], threads );
        double before = 0.0;
        for ( int part = 0; part < threads; ++part )
        {
            int begin = (int)( before * blocks[i] + 0.5 );
            atomic_store_explicit(
                &pool->begins[i][part], begin < blocks[i] ? begin : blocks[i], memory_order_release );
            before += learned ? pool->shares[i][part] : 1.0 / threads;
        }
        atomic_store_explicit( &pool->begins[i][threads], blocks[i], memory_order_release );
    }
}

/// Moves the shares of a stage towards those with which all would have been done at once. A thread that was
/// helped keeps its share; one that had none gets some.
static void learnShares( threadPool* pool, int stage, int threads )
{
    double speeds[THREADS_MAX], *shares = pool->shares[stage], speedOfAll = 0.0, shareOfAll = 0.0, sum = 0.0;
    for ( int part = 0; part < threads; ++part )
    {
        speeds[part] = atomic_exchange( &pool->slots[part].speed[stage], 0.0 );
        speedOfAll += speeds[part];
        shareOfAll += speeds[part] > 0.0 ? shares[part] : 0.0;
    }
    for ( int part = 0; part < threads; ++part )
    {
        bool hadNone = pool->begins[stage][part] == pool->begins[stage][part + 1];
        double goal = hadNone ? 1.0 / threads : shares[part];
        if ( speeds[part] > 0.0 )
        {
            goal = shareOfAll * speeds[part] / speedOfAll;
            goal = fmax( 0.5 * shares[part], fmin( goal, 2.0 * shares[part] ) ); // one may be an exception
        }
        shares[part] += LEARNING * ( goal - shares[part] );
        sum += shares[part];
    }
    for ( int part = 0; part < threads; ++part ) { shares[part] /= sum; }
}

static void setUpJob( threadPool* pool, int stages, const int* blocks, bool fine, int threads,
    ssStageTask* task, void* context )
{
    atomic_fetch_add( &pool->job, 1 );
    atomic_store(
        &pool->firstStage, atomic_load( &pool->firstStage ) + (uint64_t)atomic_load( &pool->stages ) );
    atomic_store( &pool->task, task );
    atomic_store( &pool->context, context );
    atomic_store( &pool->stages, stages );
    atomic_store( &pool->threads, threads );
    atomic_store( &pool->fine, fine );
    divideBlocks( pool, stages, blocks, threads );
    atomic_fetch_add( &pool->job, 1 );
}

static void workAlone( int stages, const int* blocks, ssStageTask* task, void* context )
{
    for ( int i = 0; i < stages; ++i )
    {
        for ( int block = 0; block < blocks[i]; ++block ) { task( context, i, block ); }
    }
}

/// Alone, the caller would have worked `threads` times as long as it has worked now, and not waited.
static void judgeSharing( threadPool* pool, int threads, double took, double waited )
{
    pool->shared += took;
    pool->waited += waited;
    if ( pool->shared < JUDGED_AFTER ) { return; }
    if ( pool->waited > ( threads - 1 ) * ( pool->shared - pool->waited ) )
    {
        double now = osSeconds(), twice = 2.0 * pool->aloneSeconds;
        bool again = now - pool->aloneUntil < 10.0 * pool->aloneSeconds;
        pool->aloneSeconds = !again ? ALONE_FIRST : twice < ALONE_LAST ? twice : ALONE_LAST;
        pool->aloneUntil = now + pool->aloneSeconds;
    }
    pool->shared = pool->waited = 0.0;
}

static void runJob(
    threadPool* pool, int stages, const int* blocks, int fewest, ssStageTask* task, void* context )
{
    int64_t most = 0, all = 0, some = 0;
    for ( int i = 0; i < stages; ++i )
    {
        most = blocks[i] > most ? blocks[i] : most;
        all += blocks[i];
        some += blocks[i] > 0;
    }
    int64_t pay = some > 0 ? all / some / fewest : 0;
    int threads = pay > pool->count ? pool->count : pay < 1 ? 1 : (int)pay;
    // The pool may be in use by another simulation, or by this one from inside a task.
    if ( threads == 1 || most > BLOCKS_MAX || atomic_exchange( &pool->busy, true ) )
    {
        workAlone( stages, blocks, task, context );
        return;
    }
    bool fine = fewest > 1 && !pool->crowded;
    double began = fine ? osSeconds() : 0.0;
    if ( fine && began < pool->aloneUntil )
    {
        atomic_store( &pool->busy, false );
        workAlone( stages, blocks, task, context );
        return;
    }
    Job job;
    uint64_t before = countBlocks( pool, threads );
    setUpJob( pool, stages, blocks, fewest > 1, threads, task, context );
    wakeTwo( pool, FOR_JOB, threads );
    joinJob( pool, 0, atomic_load( &pool->job ), &job );
    job.target = before;
    doJob( &job );
    if ( fine ) { judgeSharing( pool, threads, osSeconds() - began, job.waited ); }
    for ( int i = 0; i < stages && fine; ++i )
    {
        if ( learns( stages, blocks[i], threads ) ) { learnShares( pool, i, threads ); }
    }
    atomic_store( &pool->busy, false );
}

typedef struct Stages
{
    ssStageTask* task;
    void* context;
    int first;
} Stages;

static void runStage( void* context, int stage, int block )
{
    const Stages* stages = context;
    stages->task( stages->context, stages->first + stage, block );
}

static void parallelStages(
    void* hookContext, int stages, const int* blocks, int fewest, ssStageTask* task, void* context )
{
    for ( int first = 0; first < stages; first += STAGES_MAX )
    {
        Stages rest = { task, context, first };
        int count = stages - first < STAGES_MAX ? stages - first : STAGES_MAX;
        bool all = count == stages;
        runJob( hookContext, count, blocks + first, fewest, all ? task : runStage, all ? context : &rest );
    }
}

typedef struct Blocks
{
    ssBlockTask* task;
    void* context;
} Blocks;

static void runBlock( void* context, int stage, int block )
{
    const Blocks* all = context;
    (void)stage;
    all->task( all->context, block );
}

static void parallelFor( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    Blocks all = { task, context };
    runJob( hookContext, 1, &blocks, 1, runBlock, &all );
}

static void freePool( threadPool* pool )
{
    for ( int i = 0; pool != NULL && pool->slots != NULL && i < THREADS_MAX; ++i )
    {
        osDestroyMonitor( pool->slots[i].monitor );
    }
    free( pool != NULL ? pool->slots : NULL );
    free( pool );
}

threadPool* threadPoolStartAll( int threads )
{
    int wanted = threads < THREADS_MAX ? threads : THREADS_MAX;
    threadPool* pool = wanted > 1 ? aligned_alloc( LINE, sizeof( *pool ) ) : NULL;
    if ( pool == NULL ) { return NULL; }
    *pool = ( threadPool ){ .firstStage = 1, .crowded = threads > osProcessorCount() };
    pool->slots = aligned_alloc( LINE, THREADS_MAX * sizeof( Slot ) );
    for ( int i = 0; i < THREADS_MAX && pool->slots != NULL; ++i )
    {
        pool->slots[i] = ( Slot ){ .pool = pool, .index = i };
    }
    bool good = pool->slots != NULL;
    for ( pool->count = 0; good && pool->count < wanted; pool->count += good )
    {
        Slot* slot = &pool->slots[pool->count];
        slot->monitor = osCreateMonitor();
        slot->thread = slot->monitor != NULL && pool->count > 0 ? osStartThread( work, slot ) : NULL;
        good = slot->monitor != NULL && ( pool->count == 0 || slot->thread != NULL );
    }
    if ( pool->count < 2 )
    {
        freePool( pool );
        return NULL;
    }
    ssSetParallelFor( parallelFor, pool );
    ssSetParallelStages( parallelStages, pool );
    return pool;
}

threadPool* threadPoolStart( int threads )
{
    int processors = osProcessorCount();
    return threadPoolStartAll( threads < processors ? threads : processors );
}

void threadPoolStop( threadPool* pool )
{
    if ( pool == NULL ) { return; }
    ssSetParallelFor( NULL, NULL );
    ssSetParallelStages( NULL, NULL );
    atomic_store( &pool->quit, true );
    setUpJob( pool, 0, NULL, false, pool->count, NULL, NULL );
    while ( atomic_load( &pool->asleep[FOR_JOB] ) != 0 ) { wakeTwo( pool, FOR_JOB, pool->count ); }
    for ( int i = 1; i < pool->count; ++i ) { osJoinThread( pool->slots[i].thread ); }
    freePool( pool );
}

int threadPoolCount( const threadPool* pool ) { return pool != NULL ? pool->count : 1; }
