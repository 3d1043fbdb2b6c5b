// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/contact_log.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <slipstick_probe.h>
#include <sys/socket.h>

// slipstick_probe.h as a simulator uses it: what reaches the file, what is left after a crash,
// what a viewer receives. The files are read by the reader of the MCAP project
// (support/read_mcap.mjs), which shares nothing with us.

#define ROW 22 // numbers of a contact behind its three ids

static bool s_double; // the logs that are compared keep double precision

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
        for ( int c = 0; c < ROW; ++c ) { x[c] = anyNumber( &rng ); }
        ssProbeContact( probe, i, i % 7, i == 3 ? SS_PROBE_NO_ID : i + 1, x, x + 3, x + 6, x + 9, x + 12,
            x + 15, x[18], x[19], x[20], x[21] );
    }
    for ( int i = 0; i < bodies; ++i )
    {
        double x[11];
        for ( int c = 0; c < 11; ++c ) { x[c] = anyNumber( &rng ); }
        ssProbeBody( probe, 100 + i, x, x + 3, SS_PROBE_CAPSULE, x + 7, x[10] );
    }
    ssProbeEndFrame( probe );
}

// ------------------------------------------------------------------------------------- an independent reader

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

#define READ_OR_SKIP( text, path )         \
    const char* text = readByMcap( path ); \
    if ( text == NULL ) { SKIPm( "@mcap/core is not there: it needs node, npm and a network at set-up" ); }

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
    if ( sscanf( *text, " %31s%n", heading, &used ) != 1 || strcmp( heading, topic ) != 0 ) { return false; }
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
            double number = anyNumber( &rng ); // the point always keeps its digits
            good = nextIs( text, s_double || c < 3 ? number : (double)(float)number );
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
TEST theReaderOfMcapDecodesEveryNumber( bool wide )
{
    ssProbe* probe = ssProbeOpenFile( inScratch( "a.mcap" ) );
    ASSERT( probe != NULL );
    s_double = wide;
    if ( wide ) { ssProbeUseDouble( probe ); }
    for ( int k = 0; k < 150; ++k ) { writeFrame( probe, k, k % 5, k % 3 ); }
    ASSERT( ssProbeClose( probe ) );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "complete" ) );
    for ( int k = 0; k < 150; ++k ) { ASSERT( frameIs( &text, k, k % 5, k % 3 ) ); }
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
    for ( int k = 0; k < 3; ++k ) { writeFrame( probe, k, k == 1 ? 3000 : 3, 5 ); }
    ASSERT( ssProbeClose( probe ) );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "complete" ) );
    for ( int k = 0; k < 3; ++k ) { ASSERT( frameIs( &text, k, k == 1 ? 3000 : 3, 5 ) ); }
    PASS();
}

// --------------------------------------------------------------------------------------- other ways to write

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
        ASSERT( got > 10 * 128 );
        fwrite( block, 1, (size_t)got, copy );
    }
    close( viewer );
    fclose( copy );
    close( listener );
    // The viewer has gone: the probe says so, and the program goes on.
    for ( int k = 3; k < 100; ++k ) { writeFrame( probe, k, 100, 1 ); }
    ASSERT( ssProbeError( probe ) != NULL );
    ASSERT( !ssProbeClose( probe ) );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "cut off" ) );
    for ( int k = 0; k < 3; ++k ) { ASSERT( frameIs( &text, k, 10, 1 ) ); }
    ASSERT_STR_EQ( "\n", text );
    PASS();
}

// --------------------------------------------------------------------------------------------------- crashes

/// Writes `frames` frames in a process that is then killed, inside the next frame.
static void writeAndDie( const char* path, int frames, int contacts )
{
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        ssProbe* probe = ssProbeOpenFile( path );
        for ( int k = 0; k < frames; ++k ) { writeFrame( probe, k, contacts, 1 ); }
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
    for ( int k = 0; k < frames - 5; ++k ) { ASSERT( frameIs( &text, k, 2, 1 ) ); }
    PASS();
}

// A frame of more than SS_PROBE_CHUNK_BYTES is a chunk of its own.
TEST aKilledProgramKeepsItsLargeFrames( void )
{
    writeAndDie( inScratch( "a.mcap" ), 3, 3000 );
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "cut off" ) );
    for ( int k = 0; k < 3; ++k ) { ASSERT( frameIs( &text, k, 3000, 1 ) ); }
    ASSERT_STR_EQ( "\n", text );
    PASS();
}

// -------------------------------------------------------------------------------------------- our own reader

// What a simulator writes keeps seven digits, and the digits of t and the point.
TEST aLogInSinglePrecisionIsRead( void )
{
    const double point[3] = { 1e6 + 1.0 / 3.0, -2.0 / 3.0, 1e-9 / 3.0 }, normal[3] = { 0.0, 0.6, 0.8 };
    const double force[3] = { 1.0 / 3.0, -1e9 / 7.0, 1e-9 }, velocity[3] = { 1.0 / 7.0, 0.0, -0.1 };
    Bytes all = { 0 };
    ssProbe* probe = ssProbeOpenSink( keepBytes, &all );
    for ( int k = 0; k < 3; ++k )
    {
        ssProbeBeginFrame( probe, k / 3.0 );
        for ( int i = 0; i < 300 * k; ++i )
        {
            ssProbeContact(
                probe, i, 1, 2, point, normal, force, NULL, velocity, NULL, -1e-7 / 3.0, 0.3, NAN, 1e-3 );
        }
        ssProbeEndFrame( probe );
    }
    ASSERT( ssProbeClose( probe ) );
    ASSERT( all.size < 900 * 128 + 8192 );
    ssSource source = ssMemorySource( "log.mcap", all.bytes, all.size );
    ssContactLog* log = NULL;
    ASSERT_EQ( ss_ok, ssOpenContactLog( &source, NULL, &log ).code );
    ASSERT_EQ( 3, ssContactLog_FrameCount( log ) );
    ssLogFrame frame = { 0 };
    ASSERT_EQ( ss_ok, ssContactLog_ReadFrame( log, 2, &frame ).code );
    ASSERT_EQ( 600, frame.count );
    ASSERT_EQ( 2.0 / 3.0, frame.t );
    for ( int i = 0; i < frame.count; ++i )
    {
        ASSERT_EQ( i, frame.columns[ss_logContact][i] );
        for ( int c = 0; c < 3; ++c )
        {
            ASSERT_EQ( point[c], frame.columns[ss_logPx + c][i] );
            ASSERT_EQ( (double)(float)normal[c], frame.columns[ss_logNx + c][i] );
            ASSERT_EQ( (double)(float)force[c], frame.columns[ss_logFx + c][i] );
            ASSERT_EQ( (double)(float)velocity[c], frame.columns[ss_logVx + c][i] );
            ASSERT( isnan( frame.columns[ss_logMx + c][i] ) && isnan( frame.columns[ss_logWx + c][i] ) );
        }
        ASSERT_EQ( (double)(float)( -1e-7 / 3.0 ), frame.columns[ss_logGap][i] );
        ASSERT_EQ( (double)0.3f, frame.columns[ss_logMu][i] );
        ASSERT( isnan( frame.columns[ss_logMuR][i] ) );
        ASSERT_EQ( (double)1e-3f, frame.columns[ss_logMuS][i] );
    }
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    free( all.bytes );
    PASS();
}

// ------------------------------------------------------------------------------------------------- appending

#define PER_RUN 70 // frames that a run of the program writes: more than a chunk

/// Writes frames from `first` on into an existing file and closes it, or kills itself instead.
static bool goOn( const char* path, int first, bool killed )
{
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        ssProbe* probe = ssProbeAppendFile( path );
        for ( int k = first; probe != NULL && k < first + PER_RUN; ++k )
        {
            writeFrame( probe, k, k % 5, k % 3 );
        }
        if ( killed )
        {
            ssProbeBeginFrame( probe, 0.001 * ( first + PER_RUN ) );
            raise( SIGKILL );
        }
        _exit( probe != NULL && ssProbeClose( probe ) ? 0 : 1 );
    }
    return testFinish( child ) == 0;
}

// Again and again, whether the program before was closed or killed. It
// loses its last chunk: the frames behind 64.
TEST aLogGoesOnWhereItEnded( void )
{
    const char* path = inScratch( "a.mcap" );
    remove( path );
    ASSERT( goOn( path, 0, false ) );
    ASSERT( goOn( path, 100, false ) );
    goOn( path, 200, true );
    goOn( path, 300, true );
    ASSERT( goOn( path, 400, false ) );
    s_double = false;
    READ_OR_SKIP( text, path );
    ASSERT( firstLineIs( &text, "complete" ) ); // which also says that the summary has every message
    for ( int run = 0; run < 5; ++run )
    {
        int written = run == 2 || run == 3 ? SS_PROBE_CHUNK_FRAMES : PER_RUN;
        for ( int k = 100 * run; k < 100 * run + written; ++k )
        {
            ASSERT( frameIs( &text, k, k % 5, k % 3 ) );
        }
    }
    ASSERT_STR_EQ( "\n", text );
    PASS();
}

/// Writes the first `size` bytes of one file into another.
static void cut( const char* from, size_t size, const char* to )
{
    static char bytes[1u << 20];
    FILE* file = fopen( from, "rb" );
    size_t count = fread( bytes, 1, size < sizeof( bytes ) ? size : sizeof( bytes ), file );
    fclose( file );
    file = fopen( to, "wb" );
    fwrite( bytes, 1, count, file );
    fclose( file );
}

static size_t sizeOf( const char* path )
{
    FILE* file = fopen( path, "rb" );
    fseek( file, 0, SEEK_END );
    size_t size = (size_t)ftell( file );
    fclose( file );
    return size;
}

// Wherever a disk was full or a machine lost its power: all chunks that
// were complete are there, and the new frames.
TEST aLogThatWasCutAnywhereGoesOn( void )
{
    char whole[600], part[600];
    snprintf( whole, sizeof( whole ), "%s", inScratch( "whole.mcap" ) );
    snprintf( part, sizeof( part ), "%s", inScratch( "part.mcap" ) );
    ssProbe* probe = ssProbeOpenFile( whole );
    for ( int k = 0; k < 2 * SS_PROBE_CHUNK_FRAMES + 6; ++k ) { writeFrame( probe, k, 1, 1 ); }
    ASSERT( ssProbeClose( probe ) );
    size_t size = sizeOf( whole );
    int cuts = testCountFull( 10, 24 ), fewest = 1 << 20, most = 0;
    s_double = false;
    for ( int i = 0; i <= cuts; ++i )
    {
        cut( whole, 8 + ( size - 8 ) * (size_t)i / (size_t)cuts, part );
        probe = ssProbeAppendFile( part );
        ASSERT( probe != NULL );
        int there = isnan( ssProbeLastTime( probe ) ) ? 0 : (int)lround( 1e3 * ssProbeLastTime( probe ) ) + 1;
        ASSERT( there % SS_PROBE_CHUNK_FRAMES == 0 || there == 2 * SS_PROBE_CHUNK_FRAMES + 6 );
        writeFrame( probe, 500, 3, 2 );
        ASSERT( ssProbeClose( probe ) );
        READ_OR_SKIP( text, part );
        ASSERT( firstLineIs( &text, "complete" ) );
        for ( int k = 0; k < there; ++k ) { ASSERT( frameIs( &text, k, 1, 1 ) ); }
        ASSERT( frameIs( &text, 500, 3, 2 ) );
        ASSERT_STR_EQ( "\n", text );
        fewest = there < fewest ? there : fewest;
        most = there > most ? there : most;
    }
    ASSERT( fewest == 0 && most == 2 * SS_PROBE_CHUNK_FRAMES + 6 );
    PASS();
}

TEST aLogInDoublePrecisionStaysSo( void )
{
    ssProbe* probe = ssProbeOpenFile( inScratch( "a.mcap" ) );
    ssProbeUseDouble( probe );
    writeFrame( probe, 0, 4, 0 );
    ASSERT( ssProbeClose( probe ) );
    probe = ssProbeAppendFile( inScratch( "a.mcap" ) );
    ASSERT_EQ( 0.0, ssProbeLastTime( probe ) );
    writeFrame( probe, 1, 4, 0 );
    ASSERT( ssProbeClose( probe ) );
    s_double = true;
    READ_OR_SKIP( text, inScratch( "a.mcap" ) );
    ASSERT( firstLineIs( &text, "complete" ) );
    ASSERT( frameIs( &text, 0, 4, 0 ) && frameIs( &text, 1, 4, 0 ) );
    s_double = false;
    ASSERT_STR_EQ( "\n", text );
    PASS();
}

// A file that the first version of the probe wrote: two frames of one contact.
TEST logsOfTheFirstProbeAreReadAndGoOn( void )
{
    static char bytes[1 << 16];
    FILE* file = fopen( SLIPSTICK_TEST_DATA "/../fuzz/fuzz_log.seeds/whole.mcap", "rb" );
    ASSERT( file != NULL );
    size_t size = fread( bytes, 1, sizeof( bytes ), file );
    fclose( file );
    file = fopen( inScratch( "old.mcap" ), "wb" );
    fwrite( bytes, 1, size, file );
    fclose( file );
    ssProbe* probe = ssProbeAppendFile( inScratch( "old.mcap" ) );
    ASSERT( probe != NULL );
    writeFrame( probe, 900000, 0, 0 );
    ASSERT( ssProbeClose( probe ) );
    size_t longer = 0;
    char* all = testReadFile( inScratch( "old.mcap" ), &longer );
    ASSERT( longer > size );
    ssSource source = ssMemorySource( "old.mcap", all, longer );
    ssContactLog* log = NULL;
    ssResult result = ssOpenContactLog( &source, NULL, &log );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 3, ssContactLog_FrameCount( log ) );
    ASSERT_EQ( 2, ssContactLog_RowCount( log ) );
    ssCloseContactLog( log );
    free( all );
    PASS();
}

// Nothing of another program's file is changed.
TEST filesOfOthersAreLeftAlone( void )
{
    static const char* const files[] = { "t,nx,ny,nz\n0,0,0,1\n", "\x89MCAP0\r\n\x03\x02", "x" };
    for ( int i = 0; i < 3; ++i )
    {
        char mcap[64] = "\x89MCAP0\r\n\x03\x02";
        const char* bytes = i == 1 ? mcap : files[i];
        size_t size = i == 1 ? 40 : strlen( files[i] ); // a schema outside a chunk, which no probe writes
        FILE* file = fopen( inScratch( "b.mcap" ), "wb" );
        fwrite( bytes, 1, size, file );
        fclose( file );
        errno = 0;
        ASSERT( ssProbeAppendFile( inScratch( "b.mcap" ) ) == NULL );
        ASSERT_EQ( EINVAL, errno );
        char after[64];
        file = fopen( inScratch( "b.mcap" ), "rb" );
        ASSERT_EQ( size, fread( after, 1, sizeof( after ), file ) );
        fclose( file );
        ASSERT_MEM_EQ( bytes, after, size );
    }
    ASSERT( ssProbeAppendFile( inScratch( "nowhere/a.mcap" ) ) == NULL );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- errors

// A log whose times go back could not be read.
TEST aTimeThatDoesNotAscendIsReported( void )
{
    const double later[] = { 1.0, 0.5, NAN };
    for ( int i = 0; i < 3; ++i )
    {
        ssProbe* probe = ssProbeOpenFile( inScratch( "a.mcap" ) );
        ssProbeBeginFrame( probe, 1.0 );
        ssProbeBeginFrame( probe, later[i] );
        ASSERT( strstr( ssProbeError( probe ), "not later" ) != NULL );
        ASSERT( !ssProbeClose( probe ) );
    }
    PASS();
}

// One bad time does not cost the frames before it, which wait for their chunk to be full.
TEST framesBeforeABadTimeAreInTheLog( void )
{
    Bytes all = { 0 };
    ssProbe* probe = ssProbeOpenSink( keepBytes, &all );
    for ( int k = 0; k < SS_PROBE_CHUNK_FRAMES + 5; ++k ) { writeFrame( probe, k, 2, 1 ); }
    writeFrame( probe, 3, 2, 1 );
    writeFrame( probe, 1000, 2, 1 ); // after an error nothing is written
    ASSERT( ssProbeError( probe ) != NULL );
    ASSERT( !ssProbeClose( probe ) );
    ssSource source = ssMemorySource( "a.mcap", all.bytes, all.size );
    ssContactLog* log = NULL;
    ASSERT_EQ( ss_ok, ssOpenContactLog( &source, NULL, &log ).code );
    ASSERT_EQ( SS_PROBE_CHUNK_FRAMES + 5, ssContactLog_FrameCount( log ) );
    ASSERT( ssContactLog_Time( log, SS_PROBE_CHUNK_FRAMES + 4 ) == 0.001 * ( SS_PROBE_CHUNK_FRAMES + 4 ) );
    ssCloseContactLog( log );
    free( all.bytes );
    PASS();
}

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
        for ( int k = 0; k < 100; ++k ) { writeFrame( probe, k, 200, 10 ); }
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
    RUN_TEST1( theReaderOfMcapDecodesEveryNumber, true );
    RUN_TEST1( theReaderOfMcapDecodesEveryNumber, false );
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

SUITE( appending )
{
    RUN_TEST( aLogInSinglePrecisionIsRead );
    RUN_TEST( aLogGoesOnWhereItEnded );
    RUN_TEST( aLogThatWasCutAnywhereGoesOn );
    RUN_TEST( aLogInDoublePrecisionStaysSo );
    RUN_TEST( logsOfTheFirstProbeAreReadAndGoOn );
    RUN_TEST( filesOfOthersAreLeftAlone );
}

SUITE( errors )
{
    RUN_TEST( aTimeThatDoesNotAscendIsReported );
    RUN_TEST( framesBeforeABadTimeAreInTheLog );
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
    RUN_SUITE( appending );
    RUN_SUITE( errors );
    return TEST_END();
}
