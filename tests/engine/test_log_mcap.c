// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/contact_log.h"

#include <slipstick_probe.h>

// Contact logs as MCAP: what was written is read back bit by bit, a file that was cut off gives what it has,
// and one that lies about its sizes gets a message. test_probe.c has an independent reader for what we write.

typedef struct Bytes
{
    uint8_t data[1 << 20];
    size_t size;
} Bytes;

static Bytes s_file;

static bool keepBytes( void* context, const void* bytes, size_t size )
{
    Bytes* file = context;
    bool fits = size <= sizeof( file->data ) - file->size;
    if ( fits )
    {
        memcpy( file->data + file->size, bytes, size );
        file->size += size;
    }
    return fits;
}

static double anyNumber( testRng* rng )
{
    return testRandom( rng ) % 4 == 0 ? NAN : testDecades( rng, -9.0, 9.0 );
}

/// Frame k: 3 + k % 5 contacts whose obligatory numbers are known, and k % 3 bodies.
static void makeFrame( int k, ssLogFrame* frame )
{
    testRng rng = { .state = 77u + (uint64_t)k };
    frame->count = frame->bodyCount = 0;
    testMust( ssLogFrame_Resize( frame, k % 8 == 7 ? 0 : 3 + k % 5, k % 3 ) );
    frame->t = 0.01 * k;
    for ( int i = 0; i < frame->count; ++i )
    {
        for ( int c = 0; c < ss_logColumnCount; ++c )
        {
            bool known = ( SS_LOG_OBLIGATORY & SS_LOG_BIT( c ) ) != 0;
            double number = known ? testDecades( &rng, -9.0, 9.0 ) : anyNumber( &rng );
            frame->columns[c][i] = c >= ss_logMu ? fabs( number ) : number;
        }
        frame->columns[ss_logT][i] = frame->t;
        frame->columns[ss_logContact][i] = i;
        frame->columns[ss_logA][i] = 1e15 + k;
        frame->columns[ss_logB][i] = i == 1 ? NAN : -i;
        ssLogFrame_SetVector( frame, ss_logNx, i, ( ssVec3 ){ 0.6, 0.0, -0.8 } );
    }
    for ( int i = 0; i < frame->bodyCount; ++i )
    {
        frame->bodies[i] = ( ssLogBody ){
            .id = 10 + i,
            .position = { anyNumber( &rng ), 1.0, 2.0 },
            .orientation = { .w = 0.1, .x = 0.2, .y = 0.3, .z = anyNumber( &rng ) },
            .shape = ss_logShapeCapsule,
            .size = { 0.5, anyNumber( &rng ), 0.25 },
            .mass = anyNumber( &rng ),
        };
    }
}

static bool sameNumber( double a, double b )
{
    return ( isnan( a ) && isnan( b ) ) || memcmp( &a, &b, sizeof( a ) ) == 0;
}

static bool sameBody( const ssLogBody* a, const ssLogBody* b )
{
    return sameNumber( a->id, b->id ) && sameNumber( a->position.x, b->position.x ) &&
        sameNumber( a->position.y, b->position.y ) && sameNumber( a->position.z, b->position.z ) &&
        sameNumber( a->orientation.w, b->orientation.w ) &&
        sameNumber( a->orientation.x, b->orientation.x ) &&
        sameNumber( a->orientation.y, b->orientation.y ) &&
        sameNumber( a->orientation.z, b->orientation.z ) && a->shape == b->shape &&
        sameNumber( a->size.x, b->size.x ) && sameNumber( a->size.y, b->size.y ) &&
        sameNumber( a->size.z, b->size.z ) && sameNumber( a->mass, b->mass );
}

static bool sameFrame( const ssLogFrame* a, const ssLogFrame* b )
{
    bool same = a->t == b->t && a->count == b->count && a->bodyCount == b->bodyCount;
    for ( int c = 0; same && c < ss_logColumnCount; ++c )
    {
        for ( int i = 0; same && i < a->count; ++i )
        {
            same = sameNumber( a->columns[c][i], b->columns[c][i] );
        }
    }
    for ( int i = 0; same && i < a->bodyCount; ++i ) { same = sameBody( &a->bodies[i], &b->bodies[i] ); }
    return same;
}

/// Writes frames into s_file.
static ssResult writeFrames( int count )
{
    ssSink sink = { .context = &s_file, .write = keepBytes };
    ssLogWriter* writer = NULL;
    ssLogFrame frame = { 0 };
    s_file.size = 0;
    ssResult result = ssBeginLog( &sink, "mcap", UINT32_MAX, &writer );
    for ( int k = 0; result.code == ss_ok && k < count; ++k )
    {
        makeFrame( k, &frame );
        result = ssLogWriter_Frame( writer, &frame );
    }
    ssLogFrame_Destroy( &frame );
    ssResult end = ssLogWriter_End( writer );
    return result.code == ss_ok ? end : result;
}

/// Opens the first `size` bytes of s_file and reads all frames. Returns the number of frames that are as
/// makeFrame made them, or -1 if there is a wrong one.
static int readFrames( size_t size, ssResult* result )
{
    ssSource source = ssMemorySource( "log.mcap", s_file.data, size );
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 }, expected = { 0 };
    *result = ssOpenContactLog( &source, NULL, &log );
    int good = 0;
    for ( int k = 0; result->code == ss_ok && good >= 0 && k < ssContactLog_FrameCount( log ); ++k )
    {
        *result = ssContactLog_ReadFrame( log, k, &frame );
        makeFrame( k, &expected );
        good = result->code == ss_ok && sameFrame( &frame, &expected ) ? good + 1 : -1;
    }
    ssLogFrame_Destroy( &frame );
    ssLogFrame_Destroy( &expected );
    ssCloseContactLog( log );
    return good;
}

TEST whatIsWrittenIsReadBackBitByBit( void )
{
    ssResult result = writeFrames( 200 );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ_FMT( 200, readFrames( s_file.size, &result ), "%d" );
    ssSource source = ssMemorySource( "log.mcap", s_file.data, s_file.size );
    ssContactLog* log = NULL;
    ASSERT_EQ( ss_ok, ssOpenContactLog( &source, NULL, &log ).code );
    ASSERT_STR_EQ( "mcap", ssContactLog_Form( log ) );
    ASSERT_EQ( ( 1u << ss_logColumnCount ) - 1u, ssContactLog_Known( log ) );
    ASSERT_EQ( 0, ssContactLog_Count( log, 7 ) );
    ASSERT_EQ( 3 + 11 % 5, ssContactLog_Count( log, 11 ) );
    ssCloseContactLog( log );
    PASS();
}

// An index that holds few frames finds the others, their bodies included, in any order.
TEST aThinnedIndexFindsEveryFrame( void )
{
    enum
    {
        frames = 200
    };
    ssResult result = writeFrames( frames );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ssSource source = ssMemorySource( "log.mcap", s_file.data, s_file.size );
    for ( int most = 2; most <= 128; most *= 4 )
    {
        const ssLogOptions options = { .entriesMax = most };
        ssContactLog* log = NULL;
        ssLogFrame frame = { 0 }, expected = { 0 };
        ASSERT_EQ( ss_ok, ssOpenContactLog( &source, &options, &log ).code );
        ASSERT_EQ( frames, ssContactLog_FrameCount( log ) );
        for ( int i = 0; i < frames; ++i )
        {
            int k = i * 77 % frames;
            result = ssContactLog_ReadFrame( log, k, &frame );
            ASSERT_EQm( result.message, ss_ok, result.code );
            makeFrame( k, &expected );
            ASSERT( sameFrame( &frame, &expected ) );
            ASSERT_EQ( k, ssContactLog_FindFrame( log, expected.t ) );
            ASSERT( ssContactLog_Time( log, k ) == expected.t );
        }
        ssLogFrame_Destroy( &frame );
        ssLogFrame_Destroy( &expected );
        ssCloseContactLog( log );
    }
    PASS();
}

// A column that one contact of one frame has belongs to the log, wherever it is.
TEST aColumnOfOneContactIsFound( void )
{
    enum
    {
        frames = 1000
    };
    ssSink sink = { .context = &s_file, .write = keepBytes };
    ssLogWriter* writer = NULL;
    ssLogFrame frame = { 0 };
    s_file.size = 0;
    ssResult result = ssBeginLog( &sink, "mcap", UINT32_MAX, &writer );
    testMust( ssLogFrame_Resize( &frame, 3, 0 ) );
    for ( int k = 0; result.code == ss_ok && k < frames; ++k )
    {
        frame.t = k;
        for ( int row = 0; row < 3; ++row )
        {
            ssLogFrame_SetVector( &frame, ss_logNx, row, ssVec3_Make( 0.0, 0.0, 1.0 ) );
            ssLogFrame_SetVector( &frame, ss_logFx, row, ssVec3_Make( 0.0, 0.0, 9.0 ) );
            ssLogFrame_SetVector( &frame, ss_logVx, row, ssVec3_Make( 0.0, 0.0, 0.0 ) );
            frame.columns[ss_logMuS][row] = k == 777 && row == 2 ? 0.25 : SS_NAN;
        }
        result = ssLogWriter_Frame( writer, &frame );
    }
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( ss_ok, ssLogWriter_End( writer ).code );
    ssSource source = ssMemorySource( "log.mcap", s_file.data, s_file.size );
    ssContactLog* log = NULL;
    ASSERT_EQ( ss_ok, ssOpenContactLog( &source, NULL, &log ).code );
    ASSERT_EQ( ss_ok, ssContactLog_FindKnown( log, NULL, NULL ).code );
    ASSERT_EQ( SS_LOG_OBLIGATORY | SS_LOG_BIT( ss_logMuS ), ssContactLog_Known( log ) );
    ssCloseContactLog( log );
    // It is also found when its frame is read.
    ASSERT_EQ( ss_ok, ssOpenContactLog( &source, NULL, &log ).code );
    ASSERT_EQ( ss_ok, ssContactLog_ReadFrame( log, 777, &frame ).code );
    ASSERT( ( ssContactLog_Known( log ) & SS_LOG_BIT( ss_logMuS ) ) != 0 );
    ssCloseContactLog( log );
    ssLogFrame_Destroy( &frame );
    PASS();
}

// Wherever a program is killed or a disk is full, every chunk before is there, and nothing is invented.
TEST aFileThatIsCutOffGivesItsCompleteChunks( void )
{
    ssResult result = writeFrames( 200 );
    int last = 0, chunks = 0;
    for ( size_t size = 60; size <= s_file.size; size += 97 )
    {
        int frames = readFrames( size, &result );
        ASSERT( frames >= last && ( frames % SS_PROBE_CHUNK_FRAMES == 0 || frames == 200 ) );
        if ( frames == 0 ) { ASSERT( testContains( result.message, "log.mcap" ) ); }
        chunks += frames > last;
        last = frames;
    }
    ASSERT_EQ( 200, last );
    ASSERT_EQ( 4, chunks );
    PASS();
}

// --------------------------------------------------------------------------------------------------- growing

static uint64_t s_arrived; // bytes of s_file that are there already

static uint64_t arrived( void* context, bool* ended )
{
    (void)context, (void)ended;
    return s_arrived;
}

static ssSource growingSource( void )
{
    ssSource source = ssMemorySource( "log.mcap", s_file.data, (size_t)s_arrived );
    source.sizeNow = arrived;
    return source;
}

/// Frames of the first `size` bytes, as a file.
static int framesOf( size_t size )
{
    ssResult result = ssOk();
    return readFrames( size, &result );
}

static bool frameIsMade( ssContactLog* log, int k )
{
    ssLogFrame frame = { 0 }, expected = { 0 };
    makeFrame( k, &expected );
    bool same = ssContactLog_ReadFrame( log, k, &frame ).code == ss_ok && sameFrame( &frame, &expected );
    ssLogFrame_Destroy( &frame );
    ssLogFrame_Destroy( &expected );
    return same;
}

// However the bytes arrive, the log has at every moment the frames
// that a file of those bytes has, and no other.
TEST aLogThatGrowsIsAlwaysThatOfItsBytes( void )
{
    writeFrames( 200 );
    testRng rng = { .state = 11 };
    for ( int round = 0; round < testCount( 10 ); ++round )
    {
        s_arrived = 8; // the magic alone
        ssSource source = growingSource();
        ssContactLog* log = NULL;
        ssResult result = ssOpenContactLog( &source, NULL, &log );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERT_EQ( 0, ssContactLog_FrameCount( log ) );
        int read = 0;
        while ( s_arrived < s_file.size )
        {
            uint64_t more = testRandom( &rng ) % ( round % 2 == 0 ? 900 : 40000 );
            s_arrived = s_arrived + more < s_file.size ? s_arrived + more : s_file.size;
            ASSERT( ssContactLog_Grows( log ) );
            ASSERT_EQ( ss_ok, ssContactLog_Extend( log ).code );
            for ( ; read < ssContactLog_FrameCount( log ); ++read ) { ASSERT( frameIsMade( log, read ) ); }
            if ( testRandom( &rng ) % 16 == 0 )
            {
                ASSERT_EQ_FMT( framesOf( (size_t)s_arrived ), read, "%d" );
            }
        }
        ASSERT_EQ( 200, read );
        ASSERT( !ssContactLog_Grows( log ) ); // the end of the file was there
        ASSERT_EQ( ( 1u << ss_logColumnCount ) - 1u, ssContactLog_Known( log ) );
        ssCloseContactLog( log );
    }
    PASS();
}

// --------------------------------------------------------------------------------------------- files by hand

static void put( uint64_t value, int size )
{
    for ( int i = 0; i < size; ++i )
    {
        s_file.data[s_file.size++] = (uint8_t)( i < 8 ? value >> ( 8 * i ) : 0 );
    }
}

static void putText( const char* text )
{
    put( strlen( text ), 4 );
    keepBytes( &s_file, text, strlen( text ) );
}

static void putDouble( double value, bool swapped )
{
    uint64_t bits;
    memcpy( &bits, &value, 8 );
    for ( int i = 0; i < 8; ++i ) { put( bits >> ( swapped ? 56 - 8 * i : 8 * i ) & 0xff, 1 ); }
}

/// Begins a record; endRecord writes its length, plus a lie.
static size_t beginRecord( int code )
{
    put( (uint64_t)code, 1 );
    put( 0, 8 );
    return s_file.size;
}

static void endRecord( size_t start, uint64_t lie )
{
    size_t end = s_file.size;
    s_file.size = start - 8;
    put( end - start + lie, 8 );
    s_file.size = end;
}

/// What a file made by hand says, and where it lies.
typedef struct Story
{
    const char *schemaName, *schemaEncoding, *schemaText, *channelEncoding, *compression;
    uint32_t count;  // of the contacts that the message claims; 0: as many as it has
    uint64_t record; // added to the length of the message
    uint64_t chunk;  // added to the length of the chunk's records
    uint32_t text;   // added to the length of the schema's name
    int code;        // of the message; 0: as it should be
    int cdr;         // 0: little-endian; 1: big-endian; else this is the second byte
    double normal;   // its length
    double t2;       // of a second message
    bool chunked;
} Story;

static Story truth( void )
{
    return ( Story ){ .schemaName = "slipstick_msgs/msg/Contacts",
        .schemaEncoding = "ros2msg",
        .schemaText = SS_PROBE_CONTACTS_TEXT,
        .channelEncoding = "cdr",
        .compression = "",
        .normal = 1.0,
        .t2 = 2.0,
        .chunked = true };
}

static void putMessage( const Story* story, double t )
{
    bool big = story->cdr == 1;
    size_t start = beginRecord( 0x05 );
    put( 1, 2 );
    put( 0, 4 );
    put( 0, 16 );
    put( 0, 1 );
    put( story->cdr > 1 ? (uint64_t)story->cdr : !big, 1 );
    put( 0, 10 );
    putDouble( t, big );
    uint32_t count = story->count > 0 ? story->count : 2;
    put( big ? (uint64_t)count << 24 : count, 4 ); // the two that are there, in either order
    put( 0, 4 );
    for ( int i = 0; i < 2; ++i )
    {
        put( big ? 0 : 7, 7 );
        put( big ? 7 : 0, 1 );
        put( 0, 16 );
        for ( int k = 0; k < 22; ++k )
        {
            putDouble( k == 5 ? story->normal : k == 3 || k == 4 ? 0.0 : k + 0.5, big );
        }
    }
    endRecord( start, story->record );
    s_file.data[start - 9] = (uint8_t)( story->code != 0 ? 0 : 0x05 );
}

static void tell( const Story* story )
{
    s_file.size = 0;
    keepBytes( &s_file, "\x89MCAP0\r\n", 8 );
    size_t header = beginRecord( 0x01 );
    putText( "" );
    putText( "by hand" );
    endRecord( header, 0 );
    size_t chunk = 0, records = 0;
    if ( story->chunked )
    {
        chunk = beginRecord( 0x06 );
        put( 0, 28 );
        putText( story->compression );
        put( 0, 8 );
        records = s_file.size;
    }
    size_t schema = beginRecord( 0x03 );
    put( 1, 2 );
    putText( story->schemaName );
    s_file.data[schema + 5] = (uint8_t)( story->text >> 24 );
    putText( story->schemaEncoding );
    putText( story->schemaText );
    endRecord( schema, 0 );
    size_t channel = beginRecord( 0x04 );
    put( 1, 2 );
    put( 1, 2 );
    putText( "/contacts" );
    putText( story->channelEncoding );
    put( 0, 4 );
    endRecord( channel, 0 );
    putMessage( story, 1.0 );
    putMessage( story, story->t2 );
    if ( story->chunked )
    {
        size_t end = s_file.size;
        s_file.size = records - 8;
        put( end - records + story->chunk, 8 );
        s_file.size = end;
        endRecord( chunk, 0 );
    }
}

/// Opens s_file and reads its first frame.
static ssResult readOne( ssLogFrame* frame )
{
    ssSource source = ssMemorySource( "log.mcap", s_file.data, s_file.size );
    ssContactLog* log = NULL;
    ssResult result = ssOpenContactLog( &source, NULL, &log );
    result = result.code == ss_ok ? ssContactLog_ReadFrame( log, 0, frame ) : result;
    ssCloseContactLog( log );
    return result;
}

// Files of other writers: another byte order, no chunks, other comments in the definition.
TEST otherWritersAreRead( void )
{
    for ( int i = 0; i < 4; ++i )
    {
        Story story = truth();
        static char text[8192];
        snprintf( text, sizeof( text ), "# theirs\n%s# the end", strchr( SS_PROBE_CONTACTS_TEXT, '\n' ) );
        story.cdr = i == 1;
        story.chunked = i != 2;
        story.schemaText = i == 3 ? text : story.schemaText;
        tell( &story );
        ssLogFrame frame = { 0 };
        ssResult result = readOne( &frame );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERT_EQ( 2, frame.count );
        ASSERT( frame.t == 1.0 && frame.columns[ss_logContact][1] == 7.0 );
        ASSERT( frame.columns[ss_logMuS][1] == 21.5 );
        ssLogFrame_Destroy( &frame );
    }
    PASS();
}

static const char* messageOf( const Story* story )
{
    static char message[300];
    ssLogFrame frame = { 0 };
    tell( story );
    ssResult result = readOne( &frame );
    ssLogFrame_Destroy( &frame );
    snprintf( message, sizeof( message ), "%s", result.code == ss_ok ? "read" : result.message );
    return message;
}

#define ASSERT_REFUSED( part, ... )                              \
    do {                                                         \
        Story story = truth();                                   \
        __VA_ARGS__;                                             \
        const char* message = messageOf( &story );               \
        ASSERTm( message, testContains( message, part ) );       \
        ASSERTm( message, testContains( message, "log.mcap" ) ); \
    } while ( 0 )

TEST aFileThatLiesGetsAMessage( void )
{
    ASSERT_REFUSED( "4294967295 rows; allowed: at most 10000000", story.count = UINT32_MAX );
    ASSERT_REFUSED( "says it has 3 rows, but it is too short", story.count = 3 );
    ASSERT_REFUSED( "says it has 10000000 rows", story.count = 10000000 );
    ASSERT_REFUSED( "a record is longer than its chunk", story.record = 1u << 20 );
    ASSERT_REFUSED( "a record is longer than its chunk", story.record = UINT64_MAX - 10000 );
    ASSERT_REFUSED( "the records of a chunk are longer than the chunk", story.chunk = 1u );
    ASSERT_REFUSED( "the records of a chunk are longer than the chunk", story.chunk = UINT64_MAX - 100000 );
    ASSERT_REFUSED( "a text is longer than its record", story.text = 0x7f000000u );
    ASSERT_REFUSED( "no MCAP record begins with 0", story.code = 1 );
    ASSERT_REFUSED( "plain CDR", story.cdr = 3 );
    ASSERT_REFUSED( "compressed (lz4), which is not supported", story.compression = "lz4" );
    ASSERT_REFUSED( "compressed (zstd), which is not supported", story.compression = "zstd" );
    ASSERT_REFUSED( "without slipstick_msgs/msg/Contacts", story.schemaName = "sensor_msgs/msg/Image" );
    ASSERT_REFUSED( "the definition of slipstick_msgs differs", story.schemaText = "float64 x" );
    ASSERT_REFUSED( "the definition of slipstick_msgs differs", story.schemaEncoding = "protobuf" );
    ASSERT_REFUSED( "must be encoded as cdr", story.channelEncoding = "json" );
    ASSERT_REFUSED( "t = 0.5 after t = 1", story.t2 = 0.5 );
    ASSERT_REFUSED( "the normal has length 2", story.normal = 2.0 );
    ASSERT_REFUSED( "nz is not known", story.normal = NAN );
    PASS();
}

static int s_chunks; // whose reading was announced

static bool announced( void* context, double share )
{
    (void)context;
    (void)share;
    s_chunks += 1;
    return false; // goes on
}

/// Opens s_file and counts the chunks that are read. Returns the number of frames; -1: it is refused.
static int countReading( ssResult* result )
{
    const ssSource source = ssMemorySource( "log.mcap", s_file.data, s_file.size );
    const ssLogOptions options = { .progress = announced };
    ssContactLog* log = NULL;
    s_chunks = 0;
    *result = ssOpenContactLog( &source, &options, &log );
    int frames = result->code == ss_ok ? ssContactLog_FrameCount( log ) : -1;
    ssCloseContactLog( log );
    return frames;
}

/// Ends s_file with a summary that names the places.
static void putSummary( const uint64_t* places, int count )
{
    uint64_t start = s_file.size;
    for ( int i = 0; i < count; ++i )
    {
        size_t entry = beginRecord( 0x08 );
        put( 0, 16 );
        put( places[i], 8 );
        put( 0, 8 );
        put( 0, 4 );
        put( 0, 8 );
        put( 0, 4 );
        put( 0, 16 );
        endRecord( entry, 0 );
    }
    size_t footer = beginRecord( 0x02 );
    put( start, 8 );
    put( 0, 12 );
    endRecord( footer, 0 );
    keepBytes( &s_file, "\x89MCAP0\r\n", 8 );
}

// A file of a few kilobytes must not take minutes, whatever its summary says.
TEST noChunkIsReadMoreOftenThanOnce( void )
{
    static uint64_t places[4096];
    for ( int i = 0; i < 4096; ++i )
    {
        places[i] = 8 + 9 + 4 + 4 + 7; // magic, and the header with its two texts
    }
    Story story = truth();
    ssResult result;
    for ( int times = 1; times <= 4096; times *= 64 )
    {
        story.schemaName = truth().schemaName;
        tell( &story );
        ASSERT_EQ( 0x06, s_file.data[places[0]] );
        putSummary( places, times );
        ASSERT_EQ_FMTm( result.message, 2, countReading( &result ), "%d" );
        story.schemaName = "sensor_msgs/msg/Image"; // what is not ours is passed as often
        tell( &story );
        putSummary( places, times );
        ASSERT_EQ_FMT( -1, countReading( &result ), "%d" );
        ASSERT_EQ_FMT( 1, s_chunks, "%d" );
    }

    // A chunk in a chunk in a chunk: each to the end.
    story = truth();
    tell( &story );
    size_t begin = s_file.size;
    for ( int i = 0; i < 200; ++i )
    {
        places[i] = s_file.size;
        put( 0x06, 1 );
        put( (uint64_t)( 200 - i ) * 49 - 9, 8 );
        put( 0, 28 );
        putText( "" );
        put( (uint64_t)( 200 - i ) * 49 - 49, 8 );
    }
    ASSERT_EQ( begin + 200 * 49, s_file.size );
    putSummary( places, 200 );
    ASSERT( countReading( &result ) < 0 );
    ASSERTm( result.message, testContains( result.message, "inside of another" ) );
    PASS();
}

TEST aLongNameIsRefused( void )
{
    static char name[4000];
    memset( name, 'x', sizeof( name ) - 1 );
    ASSERT_REFUSED( "a text of 3999 bytes; allowed: at most 1024", story.schemaName = name );
    PASS();
}

/// Lets s_file arrive byte by byte. Returns the message, or "" where there is none, and the number of frames.
static const char* messageOfStream( uint64_t recordMax, int* frames )
{
    static char message[300];
    message[0] = 0;
    s_arrived = 8;
    ssSource source = growingSource();
    ssContactLog* log = NULL;
    ssResult result = ssOpenContactLog( &source, &( ssLogOptions ){ .recordMax = recordMax }, &log );
    for ( ; result.code == ss_ok && s_arrived < s_file.size; ++s_arrived )
    {
        result = ssContactLog_Extend( log );
    }
    if ( result.code != ss_ok ) { snprintf( message, sizeof( message ), "%s", result.message ); }
    *frames = log != NULL ? ssContactLog_FrameCount( log ) : -1;
    bool ends = log != NULL && result.code != ss_ok && ssContactLog_Grows( log );
    ssCloseContactLog( log );
    return ends ? "it goes on after a mistake" : message;
}

// A stream that lies is refused as soon as the lie has arrived; frames before it stay.
TEST aStreamThatLiesGetsAMessage( void )
{
    int frames = 0;
    Story story = truth();
    tell( &story );
    put( 0x80, 1 ); // what follows is not waited for
    put( 1u << 30, 8 );
    put( 0, 1 );
    const char* message = messageOfStream( 1u << 20, &frames );
    ASSERTm( message, testContains( message, "a record of 1073741824 bytes; allowed: at most 1048576" ) );
    ASSERT_EQ( 2, frames );
    message =
        messageOfStream( 0, &frames ); // without a limit it is, as in a file that a program is still writing
    ASSERT_STR_EQ( "", message );
    ASSERT_EQ( 2, frames );
    story.t2 = 0.5;
    tell( &story );
    put( 0x80, 1 );
    message = messageOfStream( 1u << 20, &frames );
    ASSERTm( message, testContains( message, "t = 0.5 after t = 1" ) );
    ASSERT_EQ( 1, frames );
    story.t2 = NAN;
    tell( &story );
    put( 0x80, 1 );
    message = messageOfStream( 1u << 20, &frames );
    ASSERTm( message, testContains( message, "times must ascend" ) );
    PASS();
}

// Any byte may be wrong: there is a message or a log, and never anything else.
TEST noByteCanDoHarm( void )
{
    testRng rng = { .state = 5 };
    int read = 0, count = testCount( 4000 );
    writeFrames( 20 );
    static Bytes whole;
    memcpy( whole.data, s_file.data, s_file.size );
    whole.size = s_file.size;
    for ( int i = 0; i < count; ++i )
    {
        s_file.size = whole.size;
        memcpy( s_file.data, whole.data, whole.size );
        for ( int k = 0; k < 1 + i % 4; ++k )
        {
            s_file.data[testRandom( &rng ) % s_file.size] = (uint8_t)testRandom( &rng );
        }
        ssLogFrame frame = { 0 };
        read += readOne( &frame ).code == ss_ok;
        ssLogFrame_Destroy( &frame );
    }
    ASSERT( read > 0 && read < count );
    PASS();
}

SUITE( files )
{
    RUN_TEST( whatIsWrittenIsReadBackBitByBit );
    RUN_TEST( aThinnedIndexFindsEveryFrame );
    RUN_TEST( aColumnOfOneContactIsFound );
    RUN_TEST( aFileThatIsCutOffGivesItsCompleteChunks );
    RUN_TEST( aLogThatGrowsIsAlwaysThatOfItsBytes );
    RUN_TEST( otherWritersAreRead );
}

SUITE( hostile )
{
    RUN_TEST( aFileThatLiesGetsAMessage );
    RUN_TEST( noChunkIsReadMoreOftenThanOnce );
    RUN_TEST( aLongNameIsRefused );
    RUN_TEST( aStreamThatLiesGetsAMessage );
    RUN_TEST( noByteCanDoHarm );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( files );
    RUN_SUITE( hostile );
    return TEST_END();
}
