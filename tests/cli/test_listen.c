// SPDX-License-Identifier: MIT
#include "test_cli_common.h"
#include "test_main.h"

#include "base/os.h"
#include "session/live/live.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <slipstick_probe.h>
#include <sys/socket.h>
#include <time.h>

// Listening to running programs: what they send with slipstick_probe.h arrives frame by frame, and whatever
// else comes through the port gets a message and nothing else.

static void nap( double seconds )
{
    const struct timespec time = { .tv_sec = (time_t)seconds,
        .tv_nsec = (long)( 1e9 * fmod( seconds, 1.0 ) ) };
    nanosleep( &time, NULL );
}

static sessionLive* listenWith( sessionLiveDef def )
{
    sessionLive* live = NULL;
    ssResult result = sessionBeginLive( &def, &live );
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    return live;
}

static sessionLive* listenAnywhere( void ) { return listenWith( sessionDefaultLiveDef() ); }

/// Waits until `frames` of program `program` have come, and it is in this phase.
static bool reaches( sessionLive* live, int program, sessionLivePhase phase, int frames )
{
    double start = osSeconds();
    for ( ;; )
    {
        sessionLiveState s = sessionLive_State( live );
        if ( s.program == program && s.phase == phase && s.frames >= frames ) { return true; }
        if ( osSeconds() - start > 20.0 )
        {
            printf( "program %d, phase %d, %d frames, '%s'\n", s.program, (int)s.phase, s.frames, s.message );
            return false;
        }
        sessionLive_Wait( live, 0.02 );
    }
}

static void writeFrame( ssProbe* probe, int k, int contacts )
{
    const double point[3] = { k, 0.0, 0.0 }, normal[3] = { 0.0, 0.0, 1.0 }, force[3] = { 0.1 * k, 0.0, 1.0 };
    const double velocity[3] = { -0.5, 0.0, 0.0 };
    ssProbeBeginFrame( probe, 0.01 * k );
    for ( int i = 0; i < contacts; ++i )
    {
        ssProbeContact( probe, i, 0, 1, point, normal, force, NULL, velocity, NULL, NAN, 0.5, NAN, NAN );
    }
    ssProbeEndFrame( probe );
}

/// Frames as writeFrame has written them, from the newest log?
static bool logIs( sessionLive* live, int frames, int contacts )
{
    sessionStream* stream = sessionLive_Stream( live );
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 };
    bool good = sessionStream_Open( stream, &log ).code == ss_ok && ssContactLog_FrameCount( log ) == frames;
    for ( int k = 0; good && k < frames; ++k )
    {
        good = ssContactLog_ReadFrame( log, k, &frame ).code == ss_ok && frame.count == contacts &&
            frame.t == 0.01 * k && ( contacts == 0 || frame.columns[ss_logPx][contacts - 1] == k );
    }
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    sessionStream_Release( stream );
    return good;
}

// -------------------------------------------------------------------------------------------------- programs

TEST framesArriveWhileTheProgramRuns( void )
{
    sessionLive* live = listenAnywhere();
    ASSERT( live != NULL );
    ASSERT_EQ( session_liveWaiting, sessionLive_State( live ).phase );
    ASSERT( sessionLive_Stream( live ) == NULL );
    ssProbe* probe = ssProbeConnect( sessionLive_State( live ).port );
    ASSERT( probe != NULL );
    for ( int k = 0; k < 50; ++k )
    {
        writeFrame( probe, k, 20 );
        ASSERT( k % 10 != 0 || reaches( live, 1, session_liveReceiving, k + 1 ) ); // each of them at once
    }
    ASSERT( reaches( live, 1, session_liveReceiving, 50 ) );
    ASSERT( logIs( live, 50, 20 ) );
    ASSERT( ssProbeClose( probe ) );
    ASSERT( reaches( live, 1, session_liveEnded, 50 ) );
    ASSERT( sessionLive_State( live ).closed );
    ASSERT_STR_EQ( "", sessionLive_State( live ).message );
    ASSERT( logIs( live, 50, 20 ) );
    sessionEndLive( live );
    PASS();
}

TEST aLogThatIsOpenGrows( void )
{
    sessionLive* live = listenAnywhere();
    ssProbe* probe = ssProbeConnect( sessionLive_State( live ).port );
    writeFrame( probe, 0, 3 );
    ASSERT( reaches( live, 1, session_liveReceiving, 1 ) );
    sessionStream* stream = sessionLive_Stream( live );
    ssContactLog* log = NULL;
    ASSERT_EQ( ss_ok, sessionStream_Open( stream, &log ).code );
    ASSERT_EQ( 1, ssContactLog_FrameCount( log ) );
    for ( int k = 1; k < 30; ++k ) { writeFrame( probe, k, 3 ); }
    ASSERT( reaches( live, 1, session_liveReceiving, 30 ) );
    ASSERT_EQ( ss_ok, ssContactLog_Extend( log ).code );
    ASSERT_EQ( 30, ssContactLog_FrameCount( log ) );
    // The log stays while it is looked at, also when another program has come.
    ssProbeClose( probe );
    ASSERT( reaches( live, 1, session_liveEnded, 30 ) );
    probe = ssProbeConnect( sessionLive_State( live ).port );
    writeFrame( probe, 0, 5 );
    ASSERT( reaches( live, 2, session_liveReceiving, 1 ) );
    ssLogFrame frame = { 0 };
    ASSERT_EQ( ss_ok, ssContactLog_ReadFrame( log, 29, &frame ).code );
    ASSERT( logIs( live, 1, 5 ) );
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    sessionStream_Release( stream );
    ssProbeClose( probe );
    sessionEndLive( live );
    PASS();
}

/// A child that sends frames and is then killed, in the middle of one or between two.
static void sendAndDie( int port, bool inside )
{
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        ssProbe* probe = ssProbeConnect( port );
        for ( int k = 0; k < 10; ++k ) { writeFrame( probe, k, 2 ); }
        if ( inside )
        {
            // What a chunk begins with, and no more.
            unsigned char head[20] = { 0x06, 0xff, 0x0f };
            send( probe->socket, head, sizeof( head ), 0 );
        }
        raise( SIGKILL );
    }
    testFinish( child );
}

TEST aKilledProgramLeavesItsFrames( void )
{
    sessionLive* live = listenAnywhere();
    for ( int i = 0; i < 2; ++i )
    {
        sendAndDie( sessionLive_State( live ).port, i == 1 );
        ASSERT( reaches( live, i + 1, session_liveEnded, 10 ) );
        sessionLiveState state = sessionLive_State( live );
        ASSERT( !state.closed );
        ASSERT_EQ( i == 1, testContains( state.message, "in the middle of a frame" ) );
        ASSERT( logIs( live, 10, 2 ) );
    }
    sessionEndLive( live );
    PASS();
}

TEST aSecondProgramWaitsForTheFirstToGo( void )
{
    sessionLive* live = listenAnywhere();
    int port = sessionLive_State( live ).port;
    ssProbe* first = ssProbeConnect( port );
    writeFrame( first, 0, 1 );
    ASSERT( reaches( live, 1, session_liveReceiving, 1 ) );
    ssProbe* second = ssProbeConnect( port );
    for ( int k = 0; k < 200 && ssProbeError( second ) == NULL; ++k )
    {
        writeFrame( second, k, 10 );
        nap( 0.02 );
    }
    ASSERT( ssProbeError( second ) != NULL );
    ssProbeClose( second );
    ASSERT_EQ( 1, sessionLive_State( live ).turnedAway );
    writeFrame( first, 1, 1 ); // which notices nothing
    ASSERT( reaches( live, 1, session_liveReceiving, 2 ) );
    ssProbeClose( first );
    ASSERT( reaches( live, 1, session_liveEnded, 2 ) );
    second = ssProbeConnect( port );
    writeFrame( second, 0, 4 );
    ASSERT( reaches( live, 2, session_liveReceiving, 1 ) );
    ASSERT( logIs( live, 1, 4 ) );
    ssProbeClose( second );
    sessionEndLive( live );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- saving

static const char* inScratch( const char* name )
{
    static char path[4][600];
    static int next = 0;
    next = ( next + 1 ) % 4;
    snprintf( path[next], sizeof( path[next] ), "%s/%s", testScratch(), name );
    return path[next];
}

static int framesOfFile( const char* path )
{
    size_t size = 0;
    char* bytes = testReadFile( path, &size );
    ssSource source = ssMemorySource( "saved", bytes, size );
    ssContactLog* log = NULL;
    int frames = bytes != NULL && ssOpenContactLog( &source, NULL, &log ).code == ss_ok
        ? ssContactLog_FrameCount( log )
        : -1;
    ssCloseContactLog( log );
    free( bytes );
    return frames;
}

TEST everyLogIsSaved( void )
{
    char name[600];
    snprintf( name, sizeof( name ), "%s", inScratch( "live.mcap" ) );
    remove( name );
    remove( inScratch( "live-2.mcap" ) );
    sessionLiveDef def = sessionDefaultLiveDef();
    def.save = name;
    sessionLive* live = listenWith( def );
    ssProbe* probe = ssProbeConnect( sessionLive_State( live ).port );
    for ( int k = 0; k < 7; ++k ) { writeFrame( probe, k, 2 ); }
    ssProbeClose( probe );
    ASSERT( reaches( live, 1, session_liveEnded, 7 ) );
    sendAndDie( sessionLive_State( live ).port, true );
    ASSERT( reaches( live, 2, session_liveEnded, 10 ) );
    sessionStream* stream = sessionLive_Stream( live );
    ASSERT_EQ( ss_ok, sessionStream_Save( stream, inScratch( "by-hand.mcap" ) ).code );
    ASSERT( sessionStream_Save( stream, inScratch( "nowhere/x.mcap" ) ).code != ss_ok );
    sessionStream_Release( stream );
    sessionEndLive( live );
    ASSERT_EQ_FMT( 7, framesOfFile( name ), "%d" );
    ASSERT_EQ_FMT( 10, framesOfFile( inScratch( "live-2.mcap" ) ), "%d" );
    ASSERT_EQ_FMT( 10, framesOfFile( inScratch( "by-hand.mcap" ) ), "%d" );
    PASS();
}

TEST aLogThatIsTooLongKeepsItsBeginning( void )
{
    sessionLiveDef def = sessionDefaultLiveDef();
    def.limit = 64 << 10;
    sessionLive* live = listenWith( def );
    ssProbe* probe = ssProbeConnect( sessionLive_State( live ).port );
    for ( int k = 0; k < 100 && ssProbeError( probe ) == NULL; ++k ) { writeFrame( probe, k, 20 ); }
    ASSERT( reaches( live, 1, session_liveRefused, 10 ) );
    ASSERT( testContains( sessionLive_State( live ).message, "its limit of 0.0625 MiB" ) );
    int frames = sessionLive_State( live ).frames;
    ASSERT( frames < 27 );
    ASSERT( logIs( live, frames, 20 ) );
    ssProbeClose( probe );
    sessionEndLive( live );
    PASS();
}

// --------------------------------------------------------------------------------------------------- hostile

static int connectTo( int port )
{
    int handle = socket( AF_INET, SOCK_STREAM, 0 );
    struct sockaddr_in address = { .sin_family = AF_INET,
        .sin_port = htons( (uint16_t)port ),
        .sin_addr.s_addr = htonl( INADDR_LOOPBACK ) };
    connect( handle, (struct sockaddr*)&address, sizeof( address ) );
    return handle;
}

static void sendBytes( int handle, const void* bytes, size_t size )
{
    const char* from = bytes;
    for ( ssize_t sent; size > 0 && ( sent = send( handle, from, size, MSG_NOSIGNAL ) ) > 0; )
    {
        from += sent;
        size -= (size_t)sent;
    }
}

/// Does the other side close the connection?
static bool isClosed( int handle )
{
    char byte;
    struct timeval patience = { .tv_sec = 20 };
    setsockopt( handle, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof( patience ) );
    ssize_t got = recv( handle, &byte, 1, 0 );
    return got == 0 || ( got < 0 && errno == ECONNRESET );
}

typedef struct Bytes
{
    unsigned char data[1 << 16];
    size_t size;
} Bytes;

static int keepBytes( void* context, const void* bytes, size_t size )
{
    Bytes* kept = context;
    memcpy( kept->data + kept->size, bytes, size );
    kept->size += size;
    return 1;
}

/// The bytes of a good log of two frames, flushed apart, and where the second chunk begins.
static size_t goodLog( Bytes* log )
{
    log->size = 0;
    ssProbe* probe = ssProbeOpenSink( keepBytes, log );
    writeFrame( probe, 0, 2 );
    ssProbeFlush( probe );
    size_t second = log->size;
    writeFrame( probe, 1, 2 );
    ssProbeFlush( probe );
    ssProbeClose( probe );
    return second;
}

enum
{
    rowsAt = 49 + 31 + 28 // of a chunk without definitions: its first contact
};

// Changes a log of two frames, whose second chunk is at `second`.
static void text( Bytes* log, size_t second )
{
    (void)second;
    log->size = (size_t)sprintf( (char*)log->data, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" );
}
static void hugeRecord( Bytes* log, size_t second ) { memset( log->data + second + 1, 0xff, 7 ); }
static void longRecord( Bytes* log, size_t second ) { log->data[second + 5] = 1; }
static void zeroRecord( Bytes* log, size_t second ) { log->data[second] = 0; }
static void manyRows( Bytes* log, size_t second ) { memset( log->data + second + rowsAt - 8, 0xff, 4 ); }
static void notAscending( Bytes* log, size_t second ) { memset( log->data + second + rowsAt - 16, 0, 8 ); }
static void timeUnknown( Bytes* log, size_t second ) { memset( log->data + second + rowsAt - 16, 0xff, 8 ); }
static void normalUnknown( Bytes* log, size_t second )
{
    memset( log->data + second + rowsAt + 48, 0xff, 4 );
}
static void forceInfinite( Bytes* log, size_t second )
{
    const float inf = INFINITY;
    memcpy( log->data + second + rowsAt + 60, &inf, 4 );
}
static void innerRecord( Bytes* log, size_t second ) { log->data[second + 49 + 4] = 1; }

static const struct
{
    const char* what;
    void ( *change )( Bytes* log, size_t second );
    int frames; // that stay
    const char* message;
} s_hostile[] = {
    { "a browser", text, 0, "no contact log (MCAP)" },
    { "a record of 2^56 bytes", hugeRecord, 1, "a record of 72057594037927" },
    { "a record of 4 GB", longRecord, 1, "allowed: at most 268435456" },
    { "a record of code 0", zeroRecord, 1, "no MCAP record begins with 0" },
    { "rows that are not there", manyRows, 1, "a message of 4294967295 rows" },
    { "time that stands still", notAscending, 1, "t = 0 after t = 0" },
    { "time that is unknown", timeUnknown, 1, "times must ascend" },
    { "a normal that is unknown", normalUnknown, 1, "nx is not known" },
    { "an infinite force", forceInfinite, 1, "fx is not known" },
    { "a message longer than its chunk", innerRecord, 1, "a record is longer than its chunk" },
};

// In one piece, or byte by byte.
TEST whatIsNoLogGetsAMessage( bool slowly )
{
    static Bytes log;
    sessionLive* live = listenAnywhere();
    for ( int i = 0; i < SS_COUNT( s_hostile ); ++i )
    {
        size_t second = goodLog( &log );
        s_hostile[i].change( &log, second );
        int handle = connectTo( sessionLive_State( live ).port );
        if ( slowly ) { sendBytes( handle, log.data, second < log.size ? second : 0 ); }
        for ( size_t at = slowly && second < log.size ? second : 0; at < log.size;
              at += slowly ? 1 : log.size )
        {
            sendBytes( handle, log.data + at, slowly ? 1 : log.size );
        }
        ASSERTm( s_hostile[i].what, isClosed( handle ) );
        close( handle );
        ASSERTm( s_hostile[i].what, reaches( live, i + 1, session_liveRefused, s_hostile[i].frames ) );
        sessionLiveState state = sessionLive_State( live );
        ASSERTm( state.message, testContains( state.message, s_hostile[i].message ) );
        ASSERT_EQ_FMT( s_hostile[i].frames, state.frames, "%d" );
        ASSERT( state.frames == 0 || logIs( live, 1, 2 ) );
    }
    // After all that, a good program is heard.
    ssProbe* probe = ssProbeConnect( sessionLive_State( live ).port );
    writeFrame( probe, 0, 2 );
    ASSERT( reaches( live, SS_COUNT( s_hostile ) + 1, session_liveReceiving, 1 ) );
    ssProbeClose( probe );
    sessionEndLive( live );
    PASS();
}

// Who connects and says nothing, or never finishes, does not keep others out for ever.
// Between two frames a program may take any time.
TEST whoDoesNotGoOnIsGivenUp( void )
{
    static Bytes log;
    sessionLiveDef def = sessionDefaultLiveDef();
    def.patience = 0.3;
    def.recordTime = 0.4;
    sessionLive* live = listenWith( def );
    int port = sessionLive_State( live ).port;
    int handle = connectTo( port );
    ASSERT( isClosed( handle ) );
    close( handle );
    ASSERT( reaches( live, 1, session_liveRefused, 0 ) );
    ASSERT( testContains( sessionLive_State( live ).message, "did not begin a log within 0.3 s" ) );

    size_t second = goodLog( &log );
    handle = connectTo( port );
    sendBytes( handle, log.data, second );
    ASSERT( reaches( live, 2, session_liveReceiving, 1 ) );
    nap( 0.9 ); // it computes
    ASSERT_EQ( session_liveReceiving, sessionLive_State( live ).phase );
    for ( int i = 0; i < 40 && sessionLive_State( live ).phase == session_liveReceiving; ++i )
    {
        sendBytes( handle, log.data + second + i, 1 ); // one byte after the other
        nap( 0.05 );
    }
    ASSERT( isClosed( handle ) );
    close( handle );
    ASSERT( testContains( sessionLive_State( live ).message, "did not complete a frame within 0.4 s" ) );
    ASSERT( logIs( live, 1, 2 ) );
    sessionEndLive( live );
    PASS();
}

TEST whatIsNoLogDestroysNone( void )
{
    char name[600];
    snprintf( name, sizeof( name ), "%s", inScratch( "older.mcap" ) );
    testWriteFile( name, "an older log" );
    sessionLiveDef def = sessionDefaultLiveDef();
    def.save = name;
    sessionLive* live = listenWith( def );
    int socket = connectTo( sessionLive_State( live ).port );
    ASSERT( send( socket, "GET / HTTP/1.0\r\n\r\n", 18, 0 ) == 18 );
    ASSERT( reaches( live, 1, session_liveRefused, 0 ) );
    close( socket );
    sessionEndLive( live );
    char* kept = testReadFile( name, NULL );
    ASSERT_STR_EQ( "an older log", kept );
    free( kept );
    // Where nothing can be written nobody is made to wait.
    ASSERT_REFUSED( testShell( "\"$S\" listen --port 0 --out /no/such/folder/x.mcap" ) );
    ASSERT_REFUSED( testShell( "\"$S\" listen --port 0 --out \"$D/x.csv\"" ) );
    ASSERT_REFUSED( testShell( "\"$S\" listen --port 0 --out \"$D/x.mcap\" --save \"$D/y.mcap\"" ) );
    PASS();
}

TEST aPortThatIsTakenIsReported( void )
{
    sessionLive *live = listenAnywhere(), *second = NULL;
    sessionLiveDef def = sessionDefaultLiveDef();
    def.port = sessionLive_State( live ).port;
    ssResult result = sessionBeginLive( &def, &second );
    ASSERT( second == NULL );
    ASSERTm( result.message, testContains( result.message, "is another 'slipstick listen' running?" ) );
    sessionEndLive( live );
    PASS();
}

// ----------------------------------------------------------------------------------------------- the command

/// The port that the program says it listens on, from its stderr.
static int portOf( const char* path )
{
    int port = 0;
    for ( int i = 0; i < 400 && port == 0; ++i )
    {
        char* text = testReadFile( path, NULL );
        const char* found = text != NULL ? strstr( text, "127.0.0.1:" ) : NULL;
        port = found != NULL && strchr( found, '\n' ) != NULL ? atoi( found + 10 ) : 0;
        free( text );
        nap( 0.05 );
    }
    return port;
}

TEST aLogIsReceivedWithoutAWindow( void )
{
    char out[600], err[600], line[2000];
    snprintf( out, sizeof( out ), "%s", inScratch( "received.mcap" ) );
    snprintf( err, sizeof( err ), "%s", inScratch( "listen.err" ) );
    remove( out );
    remove( err );
    snprintf( line, sizeof( line ), "'%s' listen --port 0 --out '%s' 2>'%s'", SLIPSTICK_PROGRAM, out, err );
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        execl( "/bin/sh", "sh", "-c", line, (char*)NULL );
        _exit( 127 );
    }
    int port = portOf( err );
    ASSERT( port > 0 );
    ssProbe* probe = ssProbeConnect( port );
    for ( int k = 0; k < 12; ++k ) { writeFrame( probe, k, 3 ); }
    ASSERT( ssProbeClose( probe ) );
    ASSERT_EQ( 0, testFinish( child ) );
    ASSERT_EQ_FMT( 12, framesOfFile( out ), "%d" );
    char* said = testReadFile( err, NULL );
    ASSERTm( said, testContains( said, "12 frames" ) );
    free( said );
    PASS();
}

SUITE( programs )
{
    RUN_TEST( framesArriveWhileTheProgramRuns );
    RUN_TEST( aLogThatIsOpenGrows );
    RUN_TEST( aKilledProgramLeavesItsFrames );
    RUN_TEST( aSecondProgramWaitsForTheFirstToGo );
    RUN_TEST( everyLogIsSaved );
    RUN_TEST( aLogThatIsTooLongKeepsItsBeginning );
    RUN_TEST( aLogIsReceivedWithoutAWindow );
}

SUITE( hostile )
{
    RUN_TEST1( whatIsNoLogGetsAMessage, false );
    RUN_TEST1( whatIsNoLogGetsAMessage, true );
    RUN_TEST( whoDoesNotGoOnIsGivenUp );
    RUN_TEST( whatIsNoLogDestroysNone );
    RUN_TEST( aPortThatIsTakenIsReported );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( programs );
    RUN_SUITE( hostile );
    return TEST_END();
}
