// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/contact_file.h"
#include "session/driver/driver.h"
#include "session/live/log_stream.h"

#include <slipstick_probe.h>

// A log that grows, as the window sees it: the driver follows its newest frame until the user goes elsewhere.

static int takeInto( void* context, const void* bytes, size_t size )
{
    bool full = false;
    return sessionStream_Take( context, bytes, size, &full ).code == ss_ok;
}

/// Sends a frame at once. From step `slip` on, its contact leaves its cone.
static void push( ssProbe* probe, int k, int slip )
{
    const double point[3] = { 0.0, 0.0, 0.0 }, normal[3] = { 0.0, 0.0, 1.0 }, velocity[3] = { 0.0, 0.0, 0.0 };
    const double force[3] = { k >= slip ? 0.9 : 0.1, 0.0, 1.0 };
    ssProbeBeginFrame( probe, 0.01 * k );
    ssProbeContact( probe, 7, 0, 1, point, normal, force, NULL, velocity, NULL, 0.0, 0.5, NAN, NAN );
    ssProbeEndFrame( probe );
    ssProbeFlush( probe );
}

typedef struct Watched
{
    sessionStream* stream;
    ssProbe* probe;
    sessionDriver* driver;
    const ssScenario* scenario;
    sessionSignalLog signals;
} Watched;

static Watched watch( void )
{
    Watched w = { 0 };
    sessionCreateStream( SESSION_STREAM_SIZE, &w.stream );
    w.probe = ssProbeOpenSink( takeInto, w.stream );
    push( w.probe, 0, 1000 );
    push( w.probe, 1, 1000 );
    sessionStream_Scenario( w.stream, 1, &w.scenario );
    ssScene scene = { .def = ssDefaultSimDef( w.scenario ) };
    sessionCreateDriver( &scene, false, true, false, 0, &w.driver );
    sessionDriver_Post( w.driver, &( sessionCommand ){ .kind = session_commandFollow } );
    return w;
}

static const sessionSnapshot* look( Watched* w )
{
    sessionDriver_Advance( w->driver, 1.0 / 60.0 );
    return sessionDriver_Acquire( w->driver, &w->signals );
}

static void stopWatching( Watched* w )
{
    sessionDestroyDriver( w->driver );
    sessionSignalLog_Free( &w->signals );
    ssScenario_Release( w->scenario );
    ssProbeClose( w->probe );
    sessionStream_Release( w->stream );
}

// The newest frame is shown whenever one comes; who goes back stays there, plays at the speed that
// was asked for, and is live again at the end.
TEST theDriverFollowsTheNewestFrame( void )
{
    Watched w = watch();
    const sessionSnapshot* s = look( &w );
    ASSERT( s->follows && s->grows && s->playing && s->step == 1 );
    for ( int k = 2; k < 50; ++k )
    {
        push( w.probe, k, 1000 );
        if ( k % 7 == 0 )
        {
            s = look( &w );
            ASSERT_EQ( k, s->step );
            ASSERT_EQ( 0.01 * k, s->until );
        }
    }
    sessionDriver_Post( w.driver, &( sessionCommand ){ .kind = session_commandSeek, .count = 40 } );
    s = look( &w );
    ASSERT( !s->follows && s->step >= 40 && s->step < 43 ); // it goes on playing from there
    for ( int i = 0; i < 60 && !s->follows; ++i ) { s = look( &w ); }
    ASSERT( s->follows && s->step == 49 );
    sessionDriver_Post( w.driver, &( sessionCommand ){ .kind = session_commandPause } );
    push( w.probe, 50, 1000 );
    s = look( &w );
    ASSERT( !s->follows && s->step == 49 && s->lastStep == 50 );
    sessionDriver_Post( w.driver, &( sessionCommand ){ .kind = session_commandStep, .count = 1 } );
    s = look( &w );
    ASSERT( !s->follows && !s->playing && s->step == 50 );
    sessionDriver_Post( w.driver, &( sessionCommand ){ .kind = session_commandPlay } );
    push( w.probe, 51, 1000 );
    s = look( &w );
    ASSERT( s->follows && s->step == 51 );
    sessionStream_End( w.stream ); // the program was killed
    s = look( &w );
    ASSERT( !s->follows && !s->grows && !s->playing && s->finished && s->step == 51 );
    ASSERT_EQ_FMT( 52, w.signals.rowCount, "%d" ); // the plots have every frame
    stopWatching( &w );
    PASS();
}

// Frames come faster than they are shown, but a break looks at all of them.
TEST aBreakFindsTheFirstFrameThatSatisfiesIt( void )
{
    Watched w = watch();
    look( &w );
    sessionCommand command = { .kind = session_commandBreak };
    snprintf( command.text, sizeof( command.text ), "law error > 10%%" );
    sessionDriver_Post( w.driver, &command );
    for ( int k = 2; k < 40; ++k ) { push( w.probe, k, 23 ); }
    const sessionSnapshot* s = look( &w );
    ASSERT_EQ_FMT( 23, (int)s->step, "%d" );
    ASSERT( !s->playing && !s->follows && s->grows );
    ASSERTm( s->message, testContains( s->message, "Break at t = 0.23 s" ) );
    sessionDriver_Post( w.driver, &( sessionCommand ){ .kind = session_commandFollow } );
    s = look( &w );
    ASSERT( s->follows && s->step == 39 );
    stopWatching( &w );
    PASS();
}

// A file that a program is still writing grows in the window; when it is closed, it has ended.
TEST aFileThatIsBeingWrittenGrows( void )
{
    char path[600];
    snprintf( path, sizeof( path ), "%s/growing.mcap", testScratch() );
    Watched w = { .probe = ssProbeOpenFile( path ) };
    ssResult result = contactScenario( path, NULL, &w.scenario );
    ASSERTm( result.message, testContains( result.message, "no complete frame yet" ) );
    for ( int k = 0; k < 5; ++k ) { push( w.probe, k, 1000 ); }
    result = contactScenario( path, NULL, &w.scenario );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ssScene scene = { .def = ssDefaultSimDef( w.scenario ) };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, 0, &w.driver ).code );
    const sessionSnapshot* s = look( &w );
    ASSERT( s->grows && !s->follows && s->step == 0 && s->lastStep == 4 );
    sessionDriver_Post( w.driver, &( sessionCommand ){ .kind = session_commandFollow } );
    push( w.probe, 5, 1000 );
    s = look( &w );
    ASSERT( s->follows && s->step == 5 );
    ASSERT( ssProbeClose( w.probe ) );
    w.probe = NULL;
    s = look( &w );
    ASSERT( !s->grows && s->finished && s->step == 5 );
    stopWatching( &w );
    PASS();
}

SUITE( growing )
{
    RUN_TEST( theDriverFollowsTheNewestFrame );
    RUN_TEST( aBreakFindsTheFirstFrameThatSatisfiesIt );
    RUN_TEST( aFileThatIsBeingWrittenGrows );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( growing );
    return TEST_END();
}
