// SPDX-License-Identifier: MIT
#include "session/run/job.h"
#include "base/os.h"
#include <math.h>
#include <stdlib.h>

// A job's threads end with it. Between frames a job is a fiber, left where the work asks whether to end.

#define MAX_THREADS 256 // far more than the processors of any machine this runs on

struct sessionJob
{
    sessionJobMode mode;
    bool idle;
    int wanted; // threads
    void ( *work )( void* context );
    void* context;
    osThread* threads[MAX_THREADS];
    int threadCount;
    osFiber* fiber;   // NULL: none is under way
    double pieceEnd;  // [s] when the fiber is to leave
    sessionJob* next; // of those between frames

    osMonitor* lock; // guards what follows, and the progress of the work
    int running;     // calls of `work`
    bool cancelled;
    bool again; // somebody has asked while it was running
    double began;
};

static _Thread_local sessionJob* s_first;  // of the jobs between frames
static _Thread_local sessionJob* s_inside; // whose fiber this is

sessionJob* sessionCreateJob(
    sessionJobMode mode, int threads, bool idle, void ( *work )( void* context ), void* context )
{
    sessionJob* job = calloc( 1, sizeof *job );
    osMonitor* lock = osCreateMonitor();
    if ( job == NULL || lock == NULL )
    {
        osDestroyMonitor( lock );
        free( job );
        return NULL;
    }
    *job = ( sessionJob ){ .mode = mode,
        .idle = idle,
        .wanted = threads < 1       ? 1
            : threads > MAX_THREADS ? MAX_THREADS
                                    : threads,
        .work = work,
        .context = context,
        .lock = lock };
    return job;
}

void* sessionCreateWorker(
    size_t size, sessionJobMode mode, int threads, bool idle, void ( *work )( void* worker ) )
{
    sessionJob** worker = calloc( 1, size );
    if ( worker != NULL ) { *worker = sessionCreateJob( mode, threads, idle, work, worker ); }
    if ( worker == NULL || *worker == NULL )
    {
        free( worker );
        return NULL;
    }
    return worker;
}

int sessionSpareThreads( void )
{
    int count = osProcessorCount() - 2;
    return count < 1 ? 1 : count;
}

void sessionDestroyJob( sessionJob* job )
{
    if ( job != NULL )
    {
        sessionJob_End( job );
        osDestroyMonitor( job->lock );
        free( job );
    }
}

void sessionJob_Lock( sessionJob* job ) { osLockMonitor( job->lock ); }

void sessionJob_Unlock( sessionJob* job ) { osUnlockMonitor( job->lock ); }

static void doWork( void* context )
{
    sessionJob* job = context;
    bool again = true;
    while ( again )
    {
        job->work( job->context );
        osLockMonitor( job->lock );
        again = job->again;
        job->again = false;
        job->cancelled = job->cancelled && !again;
        job->running -= again ? 0 : 1;
        osWakeMonitor( job->lock );
        osUnlockMonitor( job->lock );
    }
}

static void doIdleWork( void* job )
{
    osLowerPriority();
    doWork( job );
}

bool sessionJob_Stops( void* context )
{
    sessionJob* job = context;
    if ( s_inside == job && osSeconds() >= job->pieceEnd ) { osLeaveFiber( job->fiber ); }
    osLockMonitor( job->lock );
    bool stops = job->cancelled;
    osUnlockMonitor( job->lock );
    return stops;
}

bool sessionJob_Cancelled( const sessionJob* job ) { return job->cancelled; }

/// Goes on with the fiber until that time. True: there is more to do.
static bool doPiece( sessionJob* job, double end )
{
    if ( job->fiber == NULL ) { return false; }
    sessionJob* outside = s_inside;
    s_inside = job;
    job->pieceEnd = end;
    bool more = osEnterFiber( job->fiber );
    s_inside = outside;
    if ( !more )
    {
        osDestroyFiber( job->fiber );
        job->fiber = NULL;
        sessionJob** link = &s_first;
        while ( *link != job ) { link = &( *link )->next; }
        *link = job->next;
    }
    return more;
}

bool sessionWorkBetweenFrames( double seconds )
{
    int count = 0;
    for ( const sessionJob* job = s_first; job != NULL; job = job->next ) { ++count; }
    for ( sessionJob *job = s_first, *next; job != NULL; job = next )
    {
        next = job->next;
        doPiece( job, osSeconds() + seconds / count );
    }
    return s_first != NULL;
}

/// Frees threads that have ended, or are about to.
static void joinThreads( sessionJob* job )
{
    while ( job->threadCount > 0 ) { osJoinThread( job->threads[--job->threadCount] ); }
}

static void begin( sessionJob* job )
{
    joinThreads( job );
    bool threaded = job->mode == session_jobThreads;
    for ( int i = 0; i < job->wanted && threaded; ++i )
    {
        osLockMonitor( job->lock );
        job->running += 1;
        osUnlockMonitor( job->lock );
        osThread* thread = osStartThread( job->idle ? doIdleWork : doWork, job );
        job->threads[job->threadCount] = thread;
        job->threadCount += thread != NULL ? 1 : 0;
        osLockMonitor( job->lock );
        job->running -= thread != NULL ? 0 : 1;
        osUnlockMonitor( job->lock );
        threaded = thread != NULL;
    }
    if ( job->threadCount > 0 ) { return; }
    job->running = 1;
    job->fiber = job->mode == session_jobFrames ? osCreateFiber( doWork, job ) : NULL;
    if ( job->fiber == NULL )
    {
        doWork( job );
        return;
    }
    job->next = s_first;
    s_first = job;
}

void sessionJob_Ask( sessionJob* job )
{
    osLockMonitor( job->lock );
    bool busy = job->running > 0;
    job->again = busy;
    job->cancelled = busy && job->cancelled;
    job->began = osSeconds();
    osUnlockMonitor( job->lock );
    if ( !busy ) { begin( job ); }
}

void sessionJob_Cancel( sessionJob* job )
{
    osLockMonitor( job->lock );
    job->cancelled = true;
    job->again = false;
    osUnlockMonitor( job->lock );
}

void sessionJob_End( sessionJob* job )
{
    sessionJob_Cancel( job );
    joinThreads( job );
    doPiece( job, (double)INFINITY );
}

bool sessionJob_Wait( sessionJob* job, double seconds )
{
    double end = osSeconds() + seconds;
    doPiece( job, end );
    osLockMonitor( job->lock );
    while ( job->running > 0 && job->mode == session_jobThreads && osSeconds() < end )
    {
        osWaitAtMonitorFor( job->lock, fmin( end - osSeconds(), 60.0 ) );
    }
    bool done = job->running == 0;
    osUnlockMonitor( job->lock );
    return done;
}

bool sessionJob_Busy( sessionJob* job )
{
    osLockMonitor( job->lock );
    bool busy = job->running > 0;
    osUnlockMonitor( job->lock );
    return busy;
}

double sessionJob_Seconds( sessionJob* job )
{
    osLockMonitor( job->lock );
    double seconds = job->running > 0 ? osSeconds() - job->began : 0.0;
    osUnlockMonitor( job->lock );
    return seconds;
}
