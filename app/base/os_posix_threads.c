// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // SCHED_IDLE, where there is one

#include "base/os.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Threads, their priority, and monitors: a lock with a condition to wait for.

int osProcessorCount( void )
{
    long count = sysconf( _SC_NPROCESSORS_ONLN );
#ifdef CPU_COUNT
    // taskset or a container may leave this program fewer than there are.
    cpu_set_t own;
    count = sched_getaffinity( 0, sizeof( own ), &own ) == 0 ? CPU_COUNT( &own ) : count;
#endif
    return count < 1 ? 1 : count > 1024 ? 1024 : (int)count;
}

struct osThread
{
    pthread_t thread;
    void ( *run )( void* context );
    void* context;
};

static void* runThread( void* own )
{
    osThread* thread = own;
    thread->run( thread->context );
    return NULL;
}

osThread* osStartThread( void ( *run )( void* context ), void* context )
{
    osThread* thread = malloc( sizeof( *thread ) );
    if ( thread == NULL )
    {
        return NULL;
    }
    *thread = ( osThread ){ .run = run, .context = context };
    if ( pthread_create( &thread->thread, NULL, runThread, thread ) != 0 )
    {
        free( thread );
        return NULL;
    }
    return thread;
}

void osJoinThread( osThread* thread )
{
    if ( thread != NULL )
    {
        pthread_join( thread->thread, NULL );
        free( thread );
    }
}

void osLowerPriority( void )
{
#ifdef SCHED_IDLE
    // A nice value alone would still share the processor with the window.
    struct sched_param none = { 0 };
    (void)pthread_setschedparam( pthread_self(), SCHED_IDLE, &none );
#endif
}

struct osMonitor
{
    pthread_mutex_t lock;
    pthread_cond_t opened;
};

osMonitor* osCreateMonitor( void )
{
    osMonitor* monitor = malloc( sizeof( *monitor ) );
    if ( monitor != NULL )
    {
        // Waits use the clock of osSeconds, so that setting the system time does not lengthen them.
        pthread_condattr_t attributes;
        pthread_condattr_init( &attributes );
        pthread_condattr_setclock( &attributes, CLOCK_MONOTONIC );
        pthread_mutex_init( &monitor->lock, NULL );
        pthread_cond_init( &monitor->opened, &attributes );
        pthread_condattr_destroy( &attributes );
    }
    return monitor;
}

void osDestroyMonitor( osMonitor* monitor )
{
    if ( monitor != NULL )
    {
        pthread_cond_destroy( &monitor->opened );
        pthread_mutex_destroy( &monitor->lock );
        free( monitor );
    }
}

void osLockMonitor( osMonitor* monitor )
{
    pthread_mutex_lock( &monitor->lock );
}

void osUnlockMonitor( osMonitor* monitor )
{
    pthread_mutex_unlock( &monitor->lock );
}

void osWaitAtMonitor( osMonitor* monitor )
{
    pthread_cond_wait( &monitor->opened, &monitor->lock );
}

void osWaitAtMonitorFor( osMonitor* monitor, double seconds )
{
    struct timespec until;
    clock_gettime( CLOCK_MONOTONIC, &until );
    long long nanoseconds = until.tv_nsec + (long long)( seconds * 1e9 );
    until.tv_sec += (time_t)( nanoseconds / 1000000000 );
    until.tv_nsec = (long)( nanoseconds % 1000000000 );
    pthread_cond_timedwait( &monitor->opened, &monitor->lock, &until );
}

void osWakeMonitor( osMonitor* monitor )
{
    pthread_cond_broadcast( &monitor->opened );
}
