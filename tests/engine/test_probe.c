// SPDX-License-Identifier: MIT
#include "test_main.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <slipstick_probe.h>
#include <sys/socket.h>

// slipstick_probe.h as a simulator uses it: what reaches the file, what is left after a crash, what a viewer receives. The
// files are read by the reader of the MCAP project (support/read_mcap.mjs), which shares nothing with us.

#define ROW 22 // numbers of a contact behind its three ids

static const char* inScratch( const char* name )
{
    static char path[600];
    snprintf( path, sizeof( path ), "%s/%s", testScratch(), name );
    return path;
}

static double anyNumber( testRng* rng )
{
    return testRandom( rng ) % 5 == 0 ? NAN : testDecades( rng, -12.0, 12.0 );
}

/// Writes frame k: a number of contacts and bodies that depend on k alone.
static void writeFrame( ssProbe* probe, int k, int contacts, int bodies )
{
    testRng rng = { .state = 1000u + (uint64_t)k };
    ssProbeBeginFrame( probe, 0.001 * k );
    for ( int i = 0; i < contacts; ++i )
    {
        double x[ROW];
        for ( int c = 0; c < ROW; ++c )
        {
            x[c] = anyNumber( &rng );
        }
        ssProbeContact( probe, i, i % 7, i == 3 ? SS_PROBE_NO_ID : i + 1, x, x + 3, x + 6, x + 9, x + 12,
            x + 15, x[18], x[19], x[20], x[21] );
    }
    for ( int i = 0; i < bodies; ++i )
    {
        double x[11];
        for ( int c = 0; c < 11; ++c )
        {
            x[c] = anyNumber( &rng );
        }
        ssProbeBody( probe, 100 + i, x, x + 3, SS_PROBE_CAPSULE, x + 7, x[10] );
    }
    ssProbeEndFrame( probe );
}

// ---------------------------------------------------------------------------------------------- an independent reader

/// The messages of a file as text, or NULL where the reader is not installed.
static const char* readByMcap( const char* path )
{
#ifdef TEST_MCAP_MODULES
    testRun run = testShell( "node '%s' '%s' '%s'", TEST_MCAP_SCRIPT, TEST_MCAP_MODULES, path );
    if ( run.status != 0 )
    {
        printf( "%s", run.err );
        return "";
    }
    return run.out;
#else
    (void)path;
    return NULL;
#endif
}

#define READ_OR_SKIP( text, path )                                                      \
    const char* text = readByMcap( path );                                              \
    if ( text == NULL )                                                                 \
    {                                                                                   \
        SKIPm( "@mcap/core is not there: it needs node, npm and a network at set-up" ); \
    }

/// Is the next number of the text this one? Javascript writes the shortest digits that give it back.
static bool nextIs( const char** text, double expected )
{
    char* end = NULL;
    double number = strtod( *text, &end );
    bool read = end != *text;
    *text = end;
    return read && ( number == expected || ( isnan( number ) && isnan( expected ) ) );
}

/// The heading of a message, such as "/contacts 2000000 0.002 5".
static bool headingIs( const char** text, const char* topic, int k, int count )
{
    char heading[32] = "";
    int used = 0;
    if ( sscanf( *text, " %31s%n", heading, &used ) != 1 || strcmp( heading, topic ) != 0 )
    {
        return false;
    }
    *text += used;
    return nextIs( text, 1e6 * k ) && nextIs( text, 0.001 * k ) && nextIs( text, count );
}

/// Are the next messages what writeFrame has written?
static bool frameIs( const char** text, int k, int contacts, int bodies )
{
    testRng rng = { .state = 1000u + (uint64_t)k };
    bool good = headingIs( text, "/contacts", k, contacts );
    for ( int i = 0; good && i < contacts; ++i )
    {
        good = nextIs( text, i ) && nextIs( text, i % 7 ) && nextIs( text, i == 3 ? -0x1p63 : i + 1 );
        for ( int c = 0; good && c < ROW; ++c )
        {
            good = nextIs( text, anyNumber( &rng ) );
        }
    }
    good = good && ( bodies == 0 || headingIs( text, "/bodies", k, bodies ) );
    for ( int i = 0; good && i < bodies; ++i )
    {
        good = nextIs( text, 100 + i );
        for ( int c = 0; good && c < 12; ++c )
        {
            good = nextIs( text, c == 7 ? SS_PROBE_CAPSULE : anyNumber( &rng ) );
        }
    }
    return good;
}

static bool firstLineIs( const char** text, const char* line )
{
    size_t length = strlen( line );
    bool is = strncmp( *text, line, length ) == 0 && ( *text )[length] == '\n';
    *text += is ? length : 0;
    return is;
}

// Frames without contacts and without bodies are among them, and more frames than a chunk takes.
TEST theReaderOfMcapDecodesEveryNumber( void )
{
    ssProbe* probe = ssProbeOpenFile( inScratch( "a.mcap" ) );
    ASSERT( probe != NULL );
    for ( int k = 0; k < 150; ++k )
    {
        writeFrame( probe, k, k % 5, k % 3 );
    }
    ASSERT( ssProbeClose( probe ) );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "complete" ) );
    for ( int k = 0; k < 150; ++k )
    {
        ASSERT( frameIs( &text, k, k % 5, k % 3 ) );
    }
    ASSERT_STR_EQ( "\n", text );
    PASS();
}

TEST aLogWithoutFramesIsAFile( void )
{
    ASSERT( ssProbeClose( ssProbeOpenFile( inScratch( "a.mcap" ) ) ) );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT_STR_EQ( "complete\n", text );
    PASS();
}

// 3000 contacts are 600 kB: the file has taken most of them before the frame ends, and is corrected.
TEST largeFramesAreReadToo( void )
{
    ssProbe* probe = ssProbeOpenFile( inScratch( "a.mcap" ) );
    for ( int k = 0; k < 3; ++k )
    {
        writeFrame( probe, k, k == 1 ? 3000 : 3, 5 );
    }
    ASSERT( ssProbeClose( probe ) );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "complete" ) );
    for ( int k = 0; k < 3; ++k )
    {
        ASSERT( frameIs( &text, k, k == 1 ? 3000 : 3, 5 ) );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------- other ways to write

typedef struct Bytes
{
    char* bytes;
    size_t size;
} Bytes;

static int keepBytes( void* context, const void* bytes, size_t size )
{
    Bytes* all = context;
    all->bytes = realloc( all->bytes, all->size + size );
    memcpy( all->bytes + all->size, bytes, size );
    all->size += size;
    return 1;
}

// A file is corrected where memory is written once; nobody can tell them apart.
TEST aFileAndASinkGetTheSameBytes( void )
{
    Bytes all = { 0 };
    ssProbe* probes[2] = { ssProbeOpenFile( inScratch( "a.mcap" ) ), ssProbeOpenSink( keepBytes, &all ) };
    for ( int i = 0; i < 2; ++i )
    {
        for ( int k = 0; k < 100; ++k )
        {
            writeFrame( probes[i], k, k % 20 == 7 ? 1000 + 100 * k : k, k % 20 == 8 ? 3000 : 2 );
        }
        ASSERT( ssProbeClose( probes[i] ) );
    }
    size_t size = 0;
    char* file = testReadFile( inScratch( "a.mcap" ), &size );
    bool same = size == all.size && memcmp( file, all.bytes, size ) == 0;
    free( file );
    free( all.bytes );
    ASSERT( same );
    PASS();
}

// Frame 0 in a chunk of its own, and so on: the viewer need not wait.
TEST aViewerReceivesEveryFrameAtOnce( void )
{
    int listener = socket( AF_INET, SOCK_STREAM, 0 );
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl( INADDR_LOOPBACK ) };
    socklen_t length = sizeof( address );
    ASSERT_EQ( 0, bind( listener, (struct sockaddr*)&address, length ) );
    ASSERT_EQ( 0, listen( listener, 1 ) );
    ASSERT_EQ( 0, getsockname( listener, (struct sockaddr*)&address, &length ) );
    ssProbe* probe = ssProbeConnect( ntohs( address.sin_port ) );
    ASSERT( probe != NULL );
    int viewer = accept( listener, NULL, NULL );
    FILE* copy = fopen( inScratch( "a.mcap" ), "wb" );
    static char block[1u << 20];
    for ( int k = 0; k < 3; ++k )
    {
        writeFrame( probe, k, 10, 1 );
        ssize_t got = recv( viewer, block, sizeof( block ), 0 );
        ASSERT( got > 10 * 200 );
        fwrite( block, 1, (size_t)got, copy );
    }
    close( viewer );
    fclose( copy );
    close( listener );
    // The viewer has gone: the probe says so, and the program goes on.
    for ( int k = 3; k < 100; ++k )
    {
        writeFrame( probe, k, 100, 1 );
    }
    ASSERT( ssProbeError( probe ) != NULL );
    ASSERT( !ssProbeClose( probe ) );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "cut off" ) );
    for ( int k = 0; k < 3; ++k )
    {
        ASSERT( frameIs( &text, k, 10, 1 ) );
    }
    ASSERT_STR_EQ( "\n", text );
    PASS();
}

// -------------------------------------------------------------------------------------------------------------- crashes

/// Writes `frames` frames in a process that is then killed, inside the next frame.
static void writeAndDie( const char* path, int frames, int contacts )
{
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        ssProbe* probe = ssProbeOpenFile( path );
        for ( int k = 0; k < frames; ++k )
        {
            writeFrame( probe, k, contacts, 1 );
        }
        ssProbeBeginFrame( probe, 0.001 * frames );
        for ( int i = 0; i < 5000; ++i )
        {
            ssProbeContact( probe, i, 0, 1, NULL, NULL, NULL, NULL, NULL, NULL, NAN, NAN, NAN, NAN );
        }
        raise( SIGKILL );
    }
    testFinish( child );
}

TEST aKilledProgramLosesOnlyItsLastChunk( void )
{
    const int frames = 3 * SS_PROBE_CHUNK_FRAMES + 5;
    writeAndDie( inScratch( "a.mcap" ), frames, 2 );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "cut off" ) );
    for ( int k = 0; k < frames - 5; ++k )
    {
        ASSERT( frameIs( &text, k, 2, 1 ) );
    }
    PASS();
}

// A frame of more than SS_PROBE_CHUNK_BYTES is a chunk of its own.
TEST aKilledProgramKeepsItsLargeFrames( void )
{
    writeAndDie( inScratch( "a.mcap" ), 3, 2000 );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "cut off" ) );
    for ( int k = 0; k < 3; ++k )
    {
        ASSERT( frameIs( &text, k, 2000, 1 ) );
    }
    ASSERT_STR_EQ( "\n", text );
    PASS();
}

// -------------------------------------------------------------------------------------------------------------- errors

TEST aFolderThatIsNotThereGivesNoProbe( void )
{
    ASSERT( ssProbeOpenFile( inScratch( "nowhere/a.mcap" ) ) == NULL );
    PASS();
}

TEST aPortWithoutListenerGivesNoProbe( void )
{
    ASSERT( ssProbeConnect( 1 ) == NULL );
    PASS();
}

TEST aFullDiskIsReported( void )
{
    ssProbe* probe = ssProbeOpenFile( "/dev/full" );
    ASSERT( probe == NULL ); // already the first bytes cannot be written
    PASS();
}

static int takeSome( void* context, const void* bytes, size_t size )
{
    size_t* left = context;
    (void)bytes;
    bool fits = size <= *left;
    *left -= fits ? size : 0;
    return fits;
}

// The simulation goes on without its log, wherever the writing stops.
TEST aDiskThatFillsUpIsReported( void )
{
    for ( size_t room = 100; room < 1u << 21; room = room * 3 / 2 )
    {
        size_t left = room;
        ssProbe* probe = ssProbeOpenSink( takeSome, &left );
        ASSERT( probe != NULL );
        for ( int k = 0; k < 100; ++k )
        {
            writeFrame( probe, k, 200, 10 );
        }
        ASSERT( ssProbeError( probe ) != NULL );
        ASSERT( !ssProbeClose( probe ) );
    }
    PASS();
}

TEST aProbeThatIsOffDoesNothing( void )
{
    writeFrame( NULL, 0, 5, 5 );
    ssProbeFlush( NULL );
    ASSERT( ssProbeError( NULL ) == NULL );
    ASSERT( ssProbeClose( NULL ) );
    PASS();
}

// Contacts outside a frame belong to no time.
TEST contactsOutsideAFrameAreLeftOut( void )
{
    ssProbe* probe = ssProbeOpenFile( inScratch( "a.mcap" ) );
    ssProbeContact( probe, 9, 0, 1, NULL, NULL, NULL, NULL, NULL, NULL, NAN, NAN, NAN, NAN );
    writeFrame( probe, 0, 2, 0 );
    ssProbeContact( probe, 9, 0, 1, NULL, NULL, NULL, NULL, NULL, NULL, NAN, NAN, NAN, NAN );
    ssProbeEndFrame( probe );
    writeFrame( probe, 1, 1, 0 );
    ASSERT( ssProbeClose( probe ) );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "complete" ) );
    ASSERT( frameIs( &text, 0, 2, 0 ) && frameIs( &text, 1, 1, 0 ) );
    ASSERT_STR_EQ( "\n", text );
    PASS();
}

SUITE( files )
{
    RUN_TEST( theReaderOfMcapDecodesEveryNumber );
    RUN_TEST( aLogWithoutFramesIsAFile );
    RUN_TEST( largeFramesAreReadToo );
    RUN_TEST( aFileAndASinkGetTheSameBytes );
    RUN_TEST( aViewerReceivesEveryFrameAtOnce );
}

SUITE( crashes )
{
    RUN_TEST( aKilledProgramLosesOnlyItsLastChunk );
    RUN_TEST( aKilledProgramKeepsItsLargeFrames );
}

SUITE( errors )
{
    RUN_TEST( aFolderThatIsNotThereGivesNoProbe );
    RUN_TEST( aPortWithoutListenerGivesNoProbe );
    RUN_TEST( aFullDiskIsReported );
    RUN_TEST( aDiskThatFillsUpIsReported );
    RUN_TEST( aProbeThatIsOffDoesNothing );
    RUN_TEST( contactsOutsideAFrameAreLeftOut );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( files );
    RUN_SUITE( crashes );
    RUN_SUITE( errors );
    return TEST_END();
}
