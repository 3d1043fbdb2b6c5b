// SPDX-License-Identifier: MIT
#include "session/live/live.h"
#include "base/args.h"
#include "base/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Receives the contacts of one running program after another, on a thread.

#define BLOCK ( 256u << 10 )                 // [bytes] received at once
static const double s_nap = 0.1;             // [s] between looks at the clock and at the wish to end
static const double s_wakePeriod = 1 / 60.0; // [s]

struct sessionLive
{
    sessionLiveDef def;
    osListener* listener;
    osThread* thread;
    osMonitor* lock; // guards what follows
    bool quit;
    sessionLiveState state;
    sessionStream* stream;
    void ( *wake )( void* context );
    void* wakeContext;

    // Of the thread:
    osConnection* program;
    // [s] when the program connected, or when its last record was complete and nothing had come of the next
    double since;
    uint64_t good; // [bytes] of complete records when the clock was read
    double woken;  // [s]
    bool told;     // the state has not changed since
    osWriter* out; // the file that keeps the log; NULL: none
    uint64_t kept; // bytes in it
    char* block;
};

sessionLiveDef sessionDefaultLiveDef( void )
{
    return ( sessionLiveDef ){ .limit = SESSION_STREAM_SIZE,
        .patience = SESSION_LIVE_PATIENCE,
        .recordTime = SESSION_LIVE_RECORD_TIME };
}

sessionLiveState sessionLive_State( sessionLive* live )
{
    osLockMonitor( live->lock );
    sessionLiveState state = live->state;
    osUnlockMonitor( live->lock );
    return state;
}

sessionStream* sessionLive_Stream( sessionLive* live )
{
    osLockMonitor( live->lock );
    sessionStream* stream = live->stream != NULL ? sessionStream_Retain( live->stream ) : NULL;
    osUnlockMonitor( live->lock );
    return stream;
}

void sessionLive_SetWake( sessionLive* live, void ( *wake )( void* context ), void* context )
{
    osLockMonitor( live->lock );
    live->wake = wake;
    live->wakeContext = context;
    osUnlockMonitor( live->lock );
}

void sessionLive_Wait( sessionLive* live, double seconds )
{
    osLockMonitor( live->lock );
    osWaitAtMonitorFor( live->lock, seconds );
    osUnlockMonitor( live->lock );
}

/// Tells a change, not too often.
static void tell( sessionLive* live )
{
    double now = osSeconds();
    if ( live->told || now - live->woken < s_wakePeriod ) { return; }
    live->told = true;
    live->woken = now;
    osLockMonitor( live->lock );
    void ( *wake )( void* context ) = live->wake;
    void* context = live->wakeContext;
    osWakeMonitor( live->lock );
    osUnlockMonitor( live->lock );
    if ( wake != NULL ) { wake( context ); }
}

static void setMessage( sessionLive* live, const char* text )
{
    osLockMonitor( live->lock );
    snprintf( live->state.message, sizeof live->state.message, "%s", text );
    osUnlockMonitor( live->lock );
    live->told = false;
}

/// Opens the file for the log of a new program: the name that was given, then name-2, ...
static void beginKeeping( sessionLive* live, int number )
{
    const char *given = live->def.save, *dot = given != NULL ? strrchr( given, '.' ) : NULL;
    if ( given == NULL ) { return; }
    char path[1024], stem[1024];
    dot = dot != NULL && strchr( dot, '/' ) == NULL ? dot : given + strlen( given );
    snprintf( path, sizeof path, "%s", given );
    if ( number > 1 )
    {
        snprintf( stem, sizeof stem, "%.*s", (int)( dot - given ), given );
        osFreeName( stem, dot[0] == '.' ? dot + 1 : "mcap", path, sizeof path );
    }
    ssResult result = osBeginStream( path, &live->out );
    live->kept = 0;
    if ( result.code != ss_ok )
    {
        setMessage( live, result.message );
        return;
    }
    osLockMonitor( live->lock );
    snprintf( live->state.saved, sizeof live->state.saved, "%s", path );
    osUnlockMonitor( live->lock );
}

/// Appends what has come since.
static void keep( sessionLive* live )
{
    uint64_t size = sessionStream_Size( live->stream );
    while ( live->out != NULL && live->kept < size )
    {
        size_t part = size - live->kept < BLOCK ? (size_t)( size - live->kept ) : BLOCK;
        if ( !sessionStream_Read( live->stream, live->kept, live->block, part ) ) { break; }
        osWrite( live->out, live->block, part );
        live->kept += part;
    }
    if ( live->out != NULL ) { osFlushWrite( live->out ); }
}

static void endKeeping( sessionLive* live )
{
    if ( live->out == NULL ) { return; }
    ssResult result = ssOk();
    if ( sessionStream_Frames( live->stream ) > 0 ) { result = osCommitWrite( live->out ); }
    else
    {
        // What came was no log: an older file of this name stays.
        osAbortWrite( live->out );
        osLockMonitor( live->lock );
        live->state.saved[0] = '\0';
        osUnlockMonitor( live->lock );
    }
    live->out = NULL;
    if ( result.code != ss_ok ) { setMessage( live, result.message ); }
}

/// The connection ends; what came stays.
static void endProgram( sessionLive* live, sessionLivePhase phase, const char* message )
{
    osEndConnection( live->program );
    live->program = NULL;
    sessionStream_End( live->stream );
    osLockMonitor( live->lock );
    live->state.phase = phase;
    live->state.closed = sessionStream_Closed( live->stream );
    osUnlockMonitor( live->lock );
    if ( message != NULL ) { setMessage( live, message ); }
    endKeeping( live );
    live->told = false;
    live->woken = 0.0; // at once
}

/// Begins to hear the program that has just connected.
static void hear( sessionLive* live, osConnection* program )
{
    sessionStream* stream = NULL;
    ssResult result = sessionCreateStream( live->def.limit, &stream );
    if ( result.code != ss_ok )
    {
        osEndConnection( program );
        setMessage( live, result.message );
        return;
    }
    live->program = program;
    live->since = osSeconds();
    live->good = 0;
    osLockMonitor( live->lock );
    sessionStream_Release( live->stream );
    live->stream = stream;
    live->state = ( sessionLiveState ){
        .port = live->state.port, .phase = session_liveReceiving, .program = live->state.program + 1
    };
    int number = live->state.program;
    osUnlockMonitor( live->lock );
    live->told = false;
    beginKeeping( live, number );
}

/// Lets programs in: the first is heard, others are turned away.
static void admit( sessionLive* live )
{
    for ( osConnection* program; ( program = osAccept( live->listener ) ) != NULL; )
    {
        if ( live->program == NULL )
        {
            hear( live, program );
            continue;
        }
        osEndConnection( program );
        osLockMonitor( live->lock );
        live->state.turnedAway += 1;
        osUnlockMonitor( live->lock );
        live->told = false;
    }
}

/// Takes what the program has sent.
static void receive( sessionLive* live )
{
    size_t size = 0;
    bool full = false;
    bool there = osReceive( live->program, live->block, BLOCK, &size );
    ssResult result = size > 0 ? sessionStream_Take( live->stream, live->block, size, &full ) : ssOk();
    if ( size > 0 )
    {
        osLockMonitor( live->lock );
        live->state.size = sessionStream_Size( live->stream );
        live->state.frames = sessionStream_Frames( live->stream );
        osUnlockMonitor( live->lock );
        keep( live );
        live->told = false;
    }
    bool closed = sessionStream_Closed( live->stream );
    if ( result.code != ss_ok ) { endProgram( live, session_liveRefused, result.message ); }
    else if ( !there || closed )
    {
        // A program that closes its log, or is killed between two records, has done nothing wrong.
        bool cut = !closed && sessionStream_Pending( live->stream ) > 0;
        endProgram( live, session_liveEnded,
            cut ? tr( "the program went away in the middle of a frame; the frames before it are here" )
                : NULL );
    }
}

/// Gives up a program that does not say what it sends, or does not finish what it has begun.
static void watchClock( sessionLive* live )
{
    uint64_t good = sessionStream_Size( live->stream );
    double now = osSeconds();
    bool begun = good > 0;
    live->since =
        begun && ( good != live->good || sessionStream_Pending( live->stream ) == 0 ) ? now : live->since;
    live->good = good;
    double patience = begun ? live->def.recordTime : live->def.patience;
    if ( now - live->since > patience )
    {
        char text[160];
        snprintf( text, sizeof text,
            begun
                ? tr( "the program did not complete a frame within %g s; the connection was closed" )
                : tr( "a program connected and did not begin a log within %g s; the connection was closed" ),
            patience );
        endProgram( live, session_liveRefused, text );
    }
}

static void run( void* context )
{
    sessionLive* live = context;
    for ( ;; )
    {
        osLockMonitor( live->lock );
        bool quit = live->quit;
        osUnlockMonitor( live->lock );
        if ( quit ) { break; }
        osWaitForPrograms( live->listener, live->program, live->told ? s_nap : s_wakePeriod );
        admit( live );
        if ( live->program != NULL ) { receive( live ); }
        if ( live->program != NULL ) { watchClock( live ); }
        tell( live );
    }
    if ( live->program != NULL ) { endProgram( live, session_liveEnded, NULL ); }
}

ssResult sessionBeginLive( const sessionLiveDef* def, sessionLive** made )
{
    *made = NULL;
    sessionLive* live = calloc( 1, sizeof *live );
    if ( live == NULL ) { return ssError( ss_errorMemory, NULL, "out of memory" ); }
    live->def = *def;
    live->lock = osCreateMonitor();
    live->block = malloc( BLOCK );
    ssResult result = live->lock != NULL && live->block != NULL
        ? osBeginListen( def->port, &live->listener )
        : ssError( ss_errorMemory, NULL, "out of memory" );
    if ( result.code == ss_ok )
    {
        live->state.port = osListenerPort( live->listener );
        live->told = true;
        live->thread = osStartThread( run, live );
        result = live->thread != NULL
            ? ssOk()
            : ssError( ss_errorMemory, NULL, "the system gives no thread to listen" );
    }
    if ( result.code != ss_ok )
    {
        sessionEndLive( live );
        return result;
    }
    *made = live;
    return result;
}

void sessionEndLive( sessionLive* live )
{
    if ( live == NULL ) { return; }
    if ( live->thread != NULL )
    {
        osLockMonitor( live->lock );
        live->quit = true;
        osUnlockMonitor( live->lock );
        osJoinThread( live->thread );
    }
    sessionStream_Release( live->stream );
    osEndListen( live->listener );
    osDestroyMonitor( live->lock );
    free( live->block );
    free( live );
}

// Receives one log without a window, for `slipstick listen --out`.

static const double s_glance = 0.2; // [s] between looks at Ctrl+C

void sessionTellPort( int port )
{
    argsPrintLine(
        "listening on 127.0.0.1:%d; in your program: ssProbe* probe = ssProbeConnect( %d );", port, port );
}

/// Whether a log can be written there, before a program has to wait for it.
static ssResult checkPath( const char* path )
{
    const char* dot = strrchr( path, '.' );
    if ( dot == NULL || strcmp( dot, ".mcap" ) != 0 )
    {
        return ssError( ss_errorValue, "--out", "--out %s: expected a name that ends in .mcap", path );
    }
    osWriter* out = NULL;
    ssResult result = osBeginWrite( path, &out );
    osAbortWrite( out );
    return result;
}

int sessionReceive( const sessionLiveDef* def, const char* path )
{
    sessionLive* live = NULL;
    sessionLiveDef own = *def;
    own.save = path;
    osWatchSignals();
    ssResult result = checkPath( path );
    result = result.code == ss_ok ? sessionBeginLive( &own, &live ) : result;
    if ( result.code != ss_ok ) { return argsRefuse( "listen", result ); }
    sessionLiveState state = sessionLive_State( live );
    sessionTellPort( state.port );
    while ( !osSignalCaught() && state.phase != session_liveEnded && state.phase != session_liveRefused )
    {
        sessionLive_Wait( live, s_glance );
        state = sessionLive_State( live );
    }
    sessionEndLive( live ); // which completes the file
    if ( state.saved[0] != '\0' )
    {
        argsPrintLine( "%d frame%s, %.4g MB: %s", state.frames, state.frames == 1 ? "" : "s",
            1e-6 * (double)state.size, state.saved );
    }
    if ( state.message[0] != '\0' ) { argsPrintLine( "slipstick listen: %s", state.message ); }
    bool isLost = state.frames > 0 && state.saved[0] == '\0';
    return state.phase == session_liveRefused || isLost ? ARGS_STATUS_BAD_INPUT : ARGS_STATUS_OK;
}
