// SPDX-License-Identifier: MIT
#define _GNU_SOURCE // MAP_ANONYMOUS, and the contexts where they count as old
#define _GNU_SOURCE // SCHED_IDLE, where there is one
#include "base/os.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// Frames, threads, their priority, monitors (a lock with a condition to wait for), and fibers.

void osRepeat( bool ( *turn )( void* context ), void* context )
{
    while ( turn( context ) ) {}
}

bool osFramesAreCalled( void ) { return false; }

bool osChooseFile( void ) { return false; }

bool osShare( const char* link, const char* scene )
{
    (void)link, (void)scene;
    return false;
}

bool osFilm( bool on ) { return (void)on, false; }

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
    if ( thread == NULL ) { return NULL; }
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

void osLockMonitor( osMonitor* monitor ) { pthread_mutex_lock( &monitor->lock ); }

void osUnlockMonitor( osMonitor* monitor ) { pthread_mutex_unlock( &monitor->lock ); }

void osWaitAtMonitor( osMonitor* monitor ) { pthread_cond_wait( &monitor->opened, &monitor->lock ); }

void osWaitAtMonitorFor( osMonitor* monitor, double seconds )
{
    struct timespec until;
    clock_gettime( CLOCK_MONOTONIC, &until );
    long long nanoseconds = until.tv_nsec + (long long)( seconds * 1e9 );
    until.tv_sec += (time_t)( nanoseconds / 1000000000 );
    until.tv_nsec = (long)( nanoseconds % 1000000000 );
    pthread_cond_timedwait( &monitor->opened, &monitor->lock, &until );
}

void osWakeMonitor( osMonitor* monitor ) { pthread_cond_broadcast( &monitor->opened ); }

// Functions with stacks of their own, by POSIX contexts; sanitizers are told of each change.

#ifdef __has_feature
#define HAS_FEATURE( x ) __has_feature( x )
#else
#define HAS_FEATURE( x ) 0
#endif
#if defined( __SANITIZE_ADDRESS__ ) || HAS_FEATURE( address_sanitizer )
#include <sanitizer/common_interface_defs.h>
#define WATCHED_BY_ASAN 1
#else
#define WATCHED_BY_ASAN 0
#endif
#if defined( __SANITIZE_THREAD__ ) || HAS_FEATURE( thread_sanitizer )
#include <sanitizer/tsan_interface.h>
#define WATCHED_BY_TSAN 1
#else
#define WATCHED_BY_TSAN 0
#endif

static const size_t s_stack = (size_t)8
    << 20; // [bytes], as a thread has them; memory is taken as it is touched

// What the sanitizers know of a stack.
typedef struct Stack
{
    void* fake; // its allocations, of the address sanitizer
    const void* bottom;
    size_t size;
    void* thread; // as which the thread sanitizer sees it
} Stack;

struct osFiber
{
    ucontext_t own, caller;
    void* memory; // a page that must not be touched, and the stack above it
    size_t size;
    void ( *run )( void* context );
    void* context;
    Stack inside, outside;
    bool ended;
};

static void beginSwitch( Stack* from, const Stack* to, bool forGood )
{
    (void)from, (void)to, (void)forGood;
#if WATCHED_BY_ASAN
    __sanitizer_start_switch_fiber( forGood ? NULL : &from->fake, to->bottom, to->size );
#endif
#if WATCHED_BY_TSAN
    __tsan_switch_to_fiber( to->thread, 0 );
#endif
}

/// `to` is where it goes on, and `from` where it came from.
static void endSwitch( Stack* to, Stack* from )
{
    (void)to, (void)from;
#if WATCHED_BY_ASAN
    __sanitizer_finish_switch_fiber( to->fake, &from->bottom, &from->size );
#endif
}

static _Thread_local osFiber* s_begins; // the fiber that is entered for the first time

static void runFiber( void )
{
    osFiber* fiber = s_begins;
    endSwitch( &fiber->inside, &fiber->outside );
    fiber->run( fiber->context );
    fiber->ended = true;
    beginSwitch( &fiber->inside, &fiber->outside, true );
    swapcontext( &fiber->own, &fiber->caller ); // it is not entered again
}

/// Lets the context begin on the stack of the fiber.
static bool prepare( osFiber* fiber, void* stack )
{
    fiber->inside = ( Stack ){ .bottom = stack, .size = s_stack };
    bool good = getcontext( &fiber->own ) == 0;
    fiber->own.uc_stack.ss_sp = stack;
    fiber->own.uc_stack.ss_size = s_stack;
    if ( good ) { makecontext( &fiber->own, runFiber, 0 ); }
    return good;
}

osFiber* osCreateFiber( void ( *run )( void* context ), void* context )
{
    size_t page = (size_t)sysconf( _SC_PAGESIZE ), size = s_stack + page;
    osFiber* fiber = calloc( 1, sizeof *fiber );
    char* memory = fiber != NULL
        ? mmap( NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0 )
        : MAP_FAILED;
    bool mapped = memory != MAP_FAILED;
    if ( !mapped || mprotect( memory, page, PROT_NONE ) != 0 || !prepare( fiber, memory + page ) )
    {
        if ( mapped ) { munmap( memory, size ); }
        free( fiber );
        return NULL;
    }
    fiber->memory = memory;
    fiber->size = size;
    fiber->run = run;
    fiber->context = context;
#if WATCHED_BY_TSAN
    fiber->inside.thread = __tsan_create_fiber( 0 );
#endif
    return fiber;
}

bool osEnterFiber( osFiber* fiber )
{
    s_begins = fiber;
#if WATCHED_BY_TSAN
    fiber->outside.thread = __tsan_get_current_fiber();
#endif
    beginSwitch( &fiber->outside, &fiber->inside, false );
    swapcontext( &fiber->caller, &fiber->own );
    Stack ignored;
    endSwitch( &fiber->outside, &ignored );
    return !fiber->ended;
}

void osLeaveFiber( osFiber* fiber )
{
    beginSwitch( &fiber->inside, &fiber->outside, false );
    swapcontext( &fiber->own, &fiber->caller );
    endSwitch( &fiber->inside, &fiber->outside );
}

void osDestroyFiber( osFiber* fiber )
{
    if ( fiber != NULL )
    {
#if WATCHED_BY_TSAN
        __tsan_destroy_fiber( fiber->inside.thread );
#endif
        munmap( fiber->memory, fiber->size );
        free( fiber );
    }
}
