// SPDX-License-Identifier: MIT
#include "base/os_posix_private.h"

#include <emscripten.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wunused-parameter" // of what a page refuses

// What a page lacks or has otherwise: threads, other programs and the network are refused, frames come when
// the browser asks for one, and a file that was written goes to the user (app/web/page.js).

// app/web/library.js; the page exchanges the last three for functions that change stacks, where it can.
void webRepeat( void );
void webChoose( void );
bool webFilm( bool on );
void webPublish( const char* path );
void webShare( const char* link, const char* scene );
bool webHasFibers( void );
bool webEnterFiber( osFiber* fiber, char* stack ); // true: it has left and is to be entered again
void webLeaveFiber( osFiber* fiber );

static bool ( *s_turn )( void* context );
static void* s_context;
static bool s_taken; // a turn is being taken

void osRepeat( bool ( *turn )( void* context ), void* context )
{
    s_turn = turn;
    s_context = context;
    webRepeat(); // leaves everything on the stack where it is
}

/// One frame, called by the page. False: it was the last one.
EMSCRIPTEN_KEEPALIVE bool webTakeTurn( void );
bool webTakeTurn( void )
{
    s_taken = true;
    bool more = s_turn( s_context );
    s_taken = false;
    return more;
}

bool osFramesAreCalled( void ) { return true; }

bool osChooseFile( void )
{
    webChoose();
    return true;
}

bool osShare( const char* link, const char* scene )
{
    webShare( link, scene );
    return true;
}

bool osFilm( bool on ) { return webFilm( on ); }

void osPublish( const char* path ) { webPublish( path ); }

int osProcessorCount( void ) { return 1; }

osThread* osStartThread( void ( *run )( void* context ), void* context ) { return NULL; }

void osJoinThread( osThread* thread ) {}

void osLowerPriority( void ) {}

// Nobody else is there to be kept out or waited for.
struct osMonitor
{
    char nothing;
};

osMonitor* osCreateMonitor( void ) { return malloc( sizeof( osMonitor ) ); }

void osDestroyMonitor( osMonitor* monitor ) { free( monitor ); }

void osLockMonitor( osMonitor* monitor ) {}

void osUnlockMonitor( osMonitor* monitor ) {}

void osWaitAtMonitor( osMonitor* monitor ) {}

void osWaitAtMonitorFor( osMonitor* monitor, double seconds ) {}

void osWakeMonitor( osMonitor* monitor ) {}

// A stack of the browser's own, for what the page calls by a promise, and one in our memory for what C keeps
// there. Only a turn can be suspended: what begins before the first one is done at once.
struct osFiber
{
    void ( *run )( void* context );
    void* context;
    char* memory;
};

static const size_t s_stack = (size_t)2 << 20; // [bytes]

osFiber* osCreateFiber( void ( *run )( void* context ), void* context )
{
    if ( !s_taken || !webHasFibers() ) { return NULL; }
    osFiber* fiber = malloc( sizeof *fiber );
    char* memory = malloc( s_stack );
    if ( fiber == NULL || memory == NULL )
    {
        free( fiber );
        free( memory );
        return NULL;
    }
    *fiber = ( osFiber ){ run, context, memory };
    return fiber;
}

EMSCRIPTEN_KEEPALIVE void webRunFiber( osFiber* fiber );
void webRunFiber( osFiber* fiber ) { fiber->run( fiber->context ); }

bool osEnterFiber( osFiber* fiber ) { return webEnterFiber( fiber, fiber->memory + s_stack ); }

void osLeaveFiber( osFiber* fiber ) { webLeaveFiber( fiber ); }

void osDestroyFiber( osFiber* fiber )
{
    if ( fiber != NULL )
    {
        free( fiber->memory );
        free( fiber );
    }
}

static const char s_refusal[] = "a page cannot run other programs";

bool osFindProgram( const char* name, char* path, size_t capacity ) { return false; }

double osCpuSecondsOfPrograms( void ) { return 0.0; }

ssResult osRunProgram(
    const char* const* words, const char* input, double seconds, char* output, size_t capacity, int* status )
{
    return osFileError( "run", words[0], s_refusal );
}

ssResult osBeginProgram( const char* const* words, int kept, osProgram** program )
{
    *program = NULL;
    return osFileError( "run", words[0], s_refusal );
}

bool osFeedProgram( osProgram* program, const void* bytes, size_t size ) { return false; }

bool osProgramRuns( osProgram* program ) { return false; }

bool osWaitForProgram( osProgram* program, double seconds ) { return true; }

int osProgramStatus( const osProgram* program ) { return 127; }

const char* osProgramWords( const osProgram* program ) { return ""; }

void osStopProgram( osProgram* program ) {}

void osEndProgram( osProgram* program ) {}

bool osProgramFolder( char* path, size_t capacity ) { return false; }

int osOpenScratch( char* path, size_t capacity ) { return -1; }

void osCloseScratch( int scratch ) {}

int osFillScratch( const void* bytes, size_t size, char* path, size_t capacity )
{
    snprintf( path, capacity, "/contacts.csv" );
    FILE* file = fopen( path, "wb" );
    bool good = file != NULL && fwrite( bytes, 1, size, file ) == size;
    good = file != NULL && fclose( file ) == 0 && good;
    return good ? 0 : -1;
}

ssResult osBeginListen( int port, osListener** listener )
{
    *listener = NULL;
    return ssError( ss_errorValue, NULL, "a page cannot listen to other programs" );
}

int osListenerPort( const osListener* listener ) { return 0; }

void osEndListen( osListener* listener ) {}

osConnection* osAccept( osListener* listener ) { return NULL; }

bool osReceive( osConnection* connection, void* bytes, size_t capacity, size_t* size )
{
    *size = 0;
    return false;
}

void osEndConnection( osConnection* connection ) {}

void osWaitForPrograms( osListener* listener, osConnection* connection, double seconds ) {}
