// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <slipstick_probe.h>
#include <sys/socket.h>
#include <time.h>

// `slipstick listen` as its user sees it: a program that runs, or has been killed, or sends rubbish, in the
// window. The script of the window waits for what the program here sends.

static void nap( double seconds )
{
    const struct timespec time = { .tv_sec = (time_t)seconds,
        .tv_nsec = (long)( 1e9 * fmod( seconds, 1.0 ) ) };
    nanosleep( &time, NULL );
}

static const char* inScratch( const char* name )
{
    static char path[600];
    snprintf( path, sizeof( path ), "%s/%s", testScratch(), name );
    return path;
}

typedef struct Listener
{
    pid_t child;
    int port;
} Listener;

/// Starts the window with the script. Its port is what it says on stderr.
static Listener startListening( const char* options )
{
    char err[600], command[3000];
    testWriteFile( inScratch( "script" ), s_script );
    snprintf( err, sizeof( err ), "%s", inScratch( "listen.err" ) );
    remove( err );
    static const char* const pictures[] = { "back.png", "live.png", "first.png", "refused.png" };
    for ( int i = 0; i < 4; ++i ) { remove( inScratch( pictures[i] ) ); }
    snprintf( command, sizeof( command ), "cd '%s' && '%s' listen --port 0 %s --script script 2>listen.err",
        testScratch(), SLIPSTICK_PROGRAM, options );
    fflush( NULL );
    Listener listener = { .child = fork() };
    if ( listener.child == 0 )
    {
        execl( "/bin/sh", "sh", "-c", command, (char*)NULL );
        _exit( 127 );
    }
    for ( int i = 0; i < 1200 && listener.port == 0; ++i )
    {
        nap( 0.05 );
        char* text = testReadFile( err, NULL );
        const char* found = text != NULL ? strstr( text, "127.0.0.1:" ) : NULL;
        listener.port = found != NULL && strchr( found, '\n' ) != NULL ? atoi( found + 10 ) : 0;
        free( text );
    }
    return listener;
}

/// Waits until the script has come to the picture of this name.
static bool reached( const char* picture )
{
    for ( int i = 0; i < 1200; ++i )
    {
        if ( access( inScratch( picture ), F_OK ) == 0 ) { return true; }
        nap( 0.05 );
    }
    return false;
}

/// Waits for the end of the script; what failed is printed.
static int finish( Listener listener )
{
    int status = testFinish( listener.child );
    if ( status != 0 )
    {
        char* text = testReadFile( inScratch( "listen.err" ), NULL );
        printf( "%s\n", text );
        free( text );
    }
    return status;
}

/// A block that slides on the ground with four contacts, at step k.
static void sendFrame( ssProbe* probe, int k )
{
    const double x = 0.02 * k, normal[3] = { 0.0, 0.0, 1.0 }, force[3] = { -1.0, 0.0, 2.5 };
    const double velocity[3] = { 2.0, 0.0, 0.0 }, size[3] = { 0.5, 0.5, 0.25 },
                 turn[4] = { 0.0, 0.0, 0.0, 1.0 };
    const double middle[3] = { x, 0.0, 0.25 };
    ssProbeBeginFrame( probe, 0.01 * k );
    for ( int i = 0; i < 4; ++i )
    {
        const double point[3] = { x + ( i % 2 ? 0.5 : -0.5 ), i < 2 ? 0.5 : -0.5, 0.0 };
        ssProbeContact( probe, i, 0, 1, point, normal, force, NULL, velocity, NULL, 0.0, 0.4, NAN, NAN );
    }
    ssProbeBody( probe, 1, middle, turn, SS_PROBE_BOX, size, 1.0 );
    ssProbeEndFrame( probe );
}

static void sendFrames( ssProbe* probe, int from, int to, double seconds )
{
    for ( int k = from; k < to; ++k )
    {
        sendFrame( probe, k );
        nap( seconds );
    }
}

// The window follows the newest frame until the user looks back, and goes live again with End.
TEST aRunningProgramIsShownAsItRuns( void )
{
    begin();
    line( "wait 3" );
    line( "expect-text live.card Waiting for a program on port" );
    line( "expect-text live.connect ssProbeConnect(" );
    line( "screenshot waits.png" );
    line( "await live.frames 20 1e9" );
    line( "await last-step 39 39" );
    line( "wait 2" );
    line( "expect follows 1 1" );
    line( "expect playing 1 1" );
    line( "expect-text live.line live ·" );
    line( "expect closed 4 4" );
    line( "drag timeline 0.25" );
    line( "wait 3" );
    line( "expect follows 0 0" );
    line( "expect-text live.line behind" );
    line( "expect-text timeline.live go live" );
    line( "expect playing 0 0" );
    line( "expect step 5 15" );
    line( "screenshot back.png" );
    line( "await last-step 99 99" ); // frames go on coming
    line( "expect step 5 15" );
    line( "key End" );
    line( "wait 2" );
    line( "expect follows 1 1" );
    line( "expect step 99 99" );
    line( "key Space" );
    line( "wait 2" );
    line( "expect follows 0 0" );
    line( "click timeline.live" );
    line( "wait 2" );
    line( "expect follows 1 1" );
    line( "screenshot live.png" );
    line( "await finished 1 1" );
    line( "expect step 159 159" );
    line( "expect-text live.line ended after 160 frames" );
    line( "expect-text view.hint program ended" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    line( "key Left" );
    line( "wait 2" );
    line( "expect step 158 158" );
    remove( inScratch( "contacts.mcap" ) );
    Listener listener = startListening( "" );
    ASSERT( listener.port > 0 );
    ASSERT( reached( "waits.png" ) );
    ssProbe* probe = ssProbeConnect( listener.port );
    ASSERT( probe != NULL );
    sendFrames( probe, 0, 40, 0.01 );
    bool back = reached( "back.png" );
    sendFrames( probe, 40, 100, 0.0 );
    bool again = back && reached( "live.png" );
    sendFrames( probe, 100, 160, 0.0 );
    bool closed = ssProbeClose( probe ) && again;
    ASSERT_EQ( 0, finish( listener ) );
    ASSERT( closed );
    testRun run = testShell( "\"$S\" audit '%s'", inScratch( "contacts.mcap" ) );
    ASSERTm( run.out, testContains( run.out, "160 frames, 640 contacts" ) );
    PASS();
}

// A program is killed; its frames stay. Then another one comes, without anybody touching the window.
TEST aKilledProgramLeavesItsFramesForTheNext( void )
{
    begin();
    line( "await live.program 1 1" );
    line( "await finished 1 1" );
    line( "expect last-step 29 29" );
    line( "expect-text live.line ended after 30 frames" );
    line( "screenshot first.png" );
    line( "await live.program 2 2" );
    line( "await finished 1 1" );
    line( "await last-step 9 9" );
    line( "expect run 2 9" );
    Listener listener = startListening( "--save all.mcap" );
    ASSERT( listener.port > 0 );
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        ssProbe* probe = ssProbeConnect( listener.port );
        sendFrames( probe, 0, 30, 0.005 );
        raise( SIGKILL );
    }
    testFinish( child );
    reached( "first.png" );
    ssProbe* probe = ssProbeConnect( listener.port );
    sendFrames( probe, 0, 10, 0.0 );
    ASSERT( ssProbeClose( probe ) );
    ASSERT_EQ( 0, finish( listener ) );
    testRun run = testShell( "\"$S\" audit '%s'", inScratch( "all.mcap" ) );
    ASSERTm( run.out, testContains( run.out, "30 frames" ) );
    run = testShell( "\"$S\" audit '%s'", inScratch( "all-2.mcap" ) );
    ASSERTm( run.out, testContains( run.out, "10 frames" ) );
    remove( inScratch( "all.mcap" ) );
    remove( inScratch( "all-2.mcap" ) );
    PASS();
}

// What is no log, and what stops being one, is said in the window; good frames stay.
TEST rubbishGetsAMessageInTheWindow( void )
{
    begin();
    line( "await live.refusals 1 1" );
    line( "wait 2" );
    line( "expect-text live.message no contact log (MCAP)" );
    line( "expect-text status.message no contact log (MCAP)" );
    line( "screenshot refused.png" );
    line( "await live.program 2 2" );
    line( "await finished 1 1" );
    line( "wait 2" );
    line( "expect last-step 4 4" );
    line( "expect-text live.line refused after 5 frames" );
    line( "expect-text status.message the normal has length 2" );
    Listener listener = startListening( "" );
    ASSERT( listener.port > 0 );
    struct sockaddr_in address = { .sin_family = AF_INET,
        .sin_port = htons( (uint16_t)listener.port ),
        .sin_addr.s_addr = htonl( INADDR_LOOPBACK ) };
    int handle = socket( AF_INET, SOCK_STREAM, 0 );
    ASSERT_EQ( 0, connect( handle, (struct sockaddr*)&address, sizeof( address ) ) );
    ASSERT( send( handle, "GET / HTTP/1.1\r\n\r\n", 18, 0 ) == 18 );
    reached( "refused.png" );
    close( handle );
    ssProbe* probe = ssProbeConnect( listener.port );
    sendFrames( probe, 0, 5, 0.0 );
    const double wrong[3] = { 0.0, 0.0, 2.0 }, zero[3] = { 0.0, 0.0, 0.0 };
    ssProbeBeginFrame( probe, 1.0 );
    ssProbeContact( probe, 0, 0, 1, zero, wrong, zero, NULL, zero, NULL, 0.0, 0.4, NAN, NAN );
    ssProbeEndFrame( probe );
    ASSERT_EQ( 0, finish( listener ) );
    ssProbeClose( probe );
    PASS();
}

SUITE( listening )
{
    RUN_TEST( aRunningProgramIsShownAsItRuns );
    RUN_TEST( aKilledProgramLeavesItsFramesForTheNext );
    RUN_TEST( rubbishGetsAMessageInTheWindow );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( listening );
    return TEST_END();
}
