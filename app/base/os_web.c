// SPDX-License-Identifier: MIT
#include "base/os_posix_private.h"

#include <emscripten.h>
#include <stdlib.h>
#include <string.h>

// What a page lacks or has otherwise: threads, other programs and the network are refused, frames come when
// the browser asks for one, and a file that was written goes to the user (app/web/page.js).

// app/web/library.js
void webEnded( void );
void webPublish( const char* path );

// ---------------------------------------------------------------------------------------------------- frames

typedef struct Repeat
{
    bool ( *turn )( void* context );
    void* context;
} Repeat;

static void goOn( void* own )
{
    Repeat* repeat = own;
    if ( !repeat->turn( repeat->context ) )
    {
        emscripten_cancel_main_loop();
        webEnded();
    }
}

void osRepeat( bool ( *turn )( void* context ), void* context )
{
    // Leaves everything on the stack where it is, and this function never returns.
    Repeat repeat = { turn, context };
    emscripten_set_main_loop_arg( goOn, &repeat, 0, true );
}

bool osFramesAreCalled( void )
{
    return true;
}

void osPublish( const char* path )
{
    webPublish( path );
}

// --------------------------------------------------------------------------------------------------- threads

int osProcessorCount( void )
{
    return 1;
}

osThread* osStartThread( void ( *run )( void* context ), void* context )
{
    (void)run, (void)context;
    return NULL;
}

void osJoinThread( osThread* thread )
{
    (void)thread;
}

void osLowerPriority( void ) {}

// Nobody else is there to be kept out or waited for.
struct osMonitor
{
    char nothing;
};

osMonitor* osCreateMonitor( void )
{
    return malloc( sizeof( osMonitor ) );
}

void osDestroyMonitor( osMonitor* monitor )
{
    free( monitor );
}

void osLockMonitor( osMonitor* monitor )
{
    (void)monitor;
}

void osUnlockMonitor( osMonitor* monitor )
{
    (void)monitor;
}

void osWaitAtMonitor( osMonitor* monitor )
{
    (void)monitor;
}

void osWaitAtMonitorFor( osMonitor* monitor, double seconds )
{
    (void)monitor, (void)seconds;
}

void osWakeMonitor( osMonitor* monitor )
{
    (void)monitor;
}

osFiber* osCreateFiber( void ( *run )( void* context ), void* context )
{
    (void)run, (void)context;
    return NULL;
}

bool osEnterFiber( osFiber* fiber )
{
    (void)fiber;
    return false;
}

void osLeaveFiber( osFiber* fiber )
{
    (void)fiber;
}

void osDestroyFiber( osFiber* fiber )
{
    (void)fiber;
}

// -------------------------------------------------------------------------------------------- other programs

static const char s_refusal[] = "a page cannot run other programs";

bool osFindProgram( const char* name, char* path, size_t capacity )
{
    (void)name, (void)path, (void)capacity;
    return false;
}

ssResult osRunProgram( const char* const* words, double seconds, char* output, size_t capacity, int* status )
{
    (void)seconds, (void)output, (void)capacity, (void)status;
    return osFileError( "run", words[0], s_refusal );
}

ssResult osBeginProgram( const char* const* words, int kept, osProgram** program )
{
    (void)kept;
    *program = NULL;
    return osFileError( "run", words[0], s_refusal );
}

bool osFeedProgram( osProgram* program, const void* bytes, size_t size )
{
    (void)program, (void)bytes, (void)size;
    return false;
}

bool osProgramRuns( osProgram* program )
{
    (void)program;
    return false;
}

bool osWaitForProgram( osProgram* program, double seconds )
{
    (void)program, (void)seconds;
    return true;
}

int osProgramStatus( const osProgram* program )
{
    (void)program;
    return 127;
}

const char* osProgramWords( const osProgram* program )
{
    (void)program;
    return "";
}

void osStopProgram( osProgram* program )
{
    (void)program;
}

void osEndProgram( osProgram* program )
{
    (void)program;
}

bool osProgramFolder( char* path, size_t capacity )
{
    (void)path, (void)capacity;
    return false;
}

int osOpenScratch( char* path, size_t capacity )
{
    (void)path, (void)capacity;
    return -1;
}

void osCloseScratch( int scratch )
{
    (void)scratch;
}

int osFillScratch( const void* bytes, size_t size, char* path, size_t capacity )
{
    (void)bytes, (void)size, (void)path, (void)capacity;
    return -1;
}

// --------------------------------------------------------------------------------------------------- network

ssResult osBeginListen( int port, osListener** listener )
{
    (void)port;
    *listener = NULL;
    return ssError( ss_errorValue, NULL, "a page cannot listen to other programs" );
}

int osListenerPort( const osListener* listener )
{
    (void)listener;
    return 0;
}

void osEndListen( osListener* listener )
{
    (void)listener;
}

osConnection* osAccept( osListener* listener )
{
    (void)listener;
    return NULL;
}

bool osReceive( osConnection* connection, void* bytes, size_t capacity, size_t* size )
{
    (void)connection, (void)bytes, (void)capacity;
    *size = 0;
    return false;
}

void osEndConnection( osConnection* connection )
{
    (void)connection;
}

void osWaitForPrograms( osListener* listener, osConnection* connection, double seconds )
{
    (void)listener, (void)connection, (void)seconds;
}
