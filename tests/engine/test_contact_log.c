// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/contact_log.h"
#include "slipstick/parallel.h"

// Contact logs as CSV: what is read, what is unknown, what is refused and
// how, and that what is written is read back.

#define HEADINGS "t,nx,ny,nz,fx,fy,fz,vx,vy,vz"
#define ROW( t ) t ",0,0,1,-3,0,10,0.5,0,0\n"

static ssResult openText( const char* text, const ssLogOptions* options, ssContactLog** log )
{
    ssSource source = ssMemorySource( "log.csv", text, strlen( text ) );
    return ssOpenContactLog( &source, options, log );
}

/// Reads all frames of a text; the first error.
static ssResult readAll( const char* text, const ssLogOptions* options )
{
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 };
    ssResult result = openText( text, options, &log );
    for ( int k = 0; result.code == ss_ok && k < ssContactLog_FrameCount( log ); ++k )
    {
        result = ssContactLog_ReadFrame( log, k, &frame );
    }
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    return result;
}

TEST columnsMayStandInAnyOrder( void )
{
    ssContactLog* log = NULL;
    ssResult result =
        openText( "\xef\xbb\xbf# made by hand\r\nnote,vz,vy,vx [m/s],gap,\"t\",nz,ny,nx,fz,fy,fx\r\n"
                  "a,3,2,1,,0.5,1,0,0,6,5,4\r\n\r\n"
                  "\"b, c\",3,2,1, 1e-3 ,0.50,1,0,0,6,5,4\r\n"
                  "# later\r\nd,-3,2,1,nan,1,0,0.6,-0.8,6,5,4",
            NULL, &log );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 2, ssContactLog_FrameCount( log ) );
    ASSERT_EQ( 3, (int)ssContactLog_RowCount( log ) );
    ASSERT_EQ( 2, ssContactLog_Count( log, 0 ) );
    ASSERT_EQ( 1, ssContactLog_Count( log, 1 ) );
    ASSERT( ssContactLog_Time( log, 0 ) == 0.5 && ssContactLog_Time( log, 1 ) == 1.0 );
    ASSERT_EQ( SS_LOG_OBLIGATORY | SS_LOG_BIT( ss_logGap ), ssContactLog_Known( log ) );

    ssLogFrame frame = { 0 };
    result = ssContactLog_ReadFrame( log, 1, &frame );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( ssLogFrame_Vector( &frame, ss_logFx, 0 ).x == 4.0 &&
        ssLogFrame_Vector( &frame, ss_logFx, 0 ).z == 6.0 );
    ASSERT( ssLogFrame_Vector( &frame, ss_logVx, 0 ).z == -3.0 );
    ASSERT( ssLogFrame_Vector( &frame, ss_logNx, 0 ).x == -0.8 );
    ASSERT_EQm( "a gap of the log, but none of this frame", 0u, frame.known & SS_LOG_BIT( ss_logGap ) );
    result = ssContactLog_ReadFrame( log, 0, &frame );
    ASSERT_EQ( 2, frame.count );
    ASSERT( isnan( frame.columns[ss_logGap][0] ) && frame.columns[ss_logGap][1] == 1e-3 );
    ASSERTm( "what no column gives is unknown, not zero", isnan( frame.columns[ss_logMu][1] ) );
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    PASS();
}

TEST columnsOfOthersAreRenamed( void )
{
    const ssLogRename renames[] = { { ss_logFx, "force_x" }, { ss_logT, "time" } };
    const ssLogOptions options = { .renames = renames, .renameCount = 2 };
    const char* text = "time\tnx\tny\tnz\tforce_x\tfy\tfz\tvx\tvy\tvz\tt\n1\t0\t0\t1\t7\t0\t9\t0\t0\t0\tx\n";
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 };
    ssResult result = openText( text, &options, &log );
    ASSERT_EQm( result.message, ss_ok, result.code );
    result = ssContactLog_ReadFrame( log, 0, &frame );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( frame.columns[ss_logFx][0] == 7.0 && frame.t == 1.0 );
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    PASS();
}

TEST aBrokenLogIsRefusedWithItsLine( void )
{
    static const struct
    {
        const char *text, *says;
    } rows[] = {
        { "", "empty" },
        { "# nothing\n\n", "no line of headings" },
        { HEADINGS "\n", "no contacts" },
        { "{ \"t\": 1 }", "no contact log" },
        { "t,nx,ny,nz,fx,fy,vx,vy,vz\n", "line 1: column fz is missing" },
        { "time,nx,ny,nz,fx,fy,fz,vx,vy,vz\n", "column t is missing" },
        { "t,nx,ny,nz,fx,fy,fz,vx,vy,vz,fx\n", "line 1: column fx is there twice" },
        { "t,nx,ny,nz,fx [kN],fy,fz,vx,vy,vz\n", "column fx is in [kN]; logs are in SI units: [N]" },
        { HEADINGS ",gap [mm]\n", "column gap is in [mm]" },
        { HEADINGS "\n" ROW( "0" ) ROW( "1" ) ROW( "0.5" ),
            "line 4: t = 0.5 after t = 1; times must ascend" },
        { HEADINGS "\n" ROW( "0" ) ROW( "1" ) ROW( "0" ), "line 4: t = 0 after t = 1" },
        { HEADINGS "\n" ROW( "0" ) ROW( "later" ), "line 3, column t: 'later' is not a finite number" },
        { HEADINGS "\n" ROW( "" ), "line 2, column t: '' is not a finite number" },
        { HEADINGS "\n" ROW( "inf" ), "line 2, column t: 'inf'" },
        { HEADINGS "\n" ROW( "0" ) "\n0,0,0,2,-3,0,10,0.5,0,0\n",
            "line 4: the normal has length 2; allowed: 1" },
        { HEADINGS "\n0,0,0,0,-3,0,10,0.5,0,0\n", "line 2: the normal has length 0" },
        { HEADINGS "\n0,0,0,1.002,-3,0,10,0.5,0,0\n", "line 2: the normal has length 1.002" },
        { HEADINGS "\n0,0,0,1,-3,,10,0.5,0,0\n", "line 2: fy is not known" },
        { HEADINGS "\n0,0,0,1,-3,0,10,nan,0,0\n", "line 2: vx is not known" },
        { HEADINGS "\n0,0,0,1,-3,0x1,10,0,0,0\n", "line 2, column fy: '0x1' is not a finite number" },
        { HEADINGS "\n0,0,0,1,-3,1e999,10,0,0,0\n", "line 2, column fy: '1e999'" },
        { HEADINGS "\n0,0,0,1,-3,0,10,0,0\n", "line 2: 9 cells under 10 headings" },
        { HEADINGS "\n0,0,0,1,-3,0,10,0,0,0,7\n", "line 2: 11 cells under 10 headings" },
        { "nx,ny,nz,fx,fy,fz,vx,vy,vz,t\n0,0,1\n", "line 2: too few cells" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssResult result = readAll( rows[i].text, NULL );
        ASSERTm( rows[i].text, result.code != ss_ok );
        ASSERTm( result.message, testContains( result.message, rows[i].says ) );
        ASSERTm( result.message, testContains( result.message, "log.csv" ) );
    }
    const ssLogRename rename = { ss_logFx, "force_x" };
    const ssLogOptions options = { .renames = &rename, .renameCount = 1 };
    ssResult result = readAll( HEADINGS "\n" ROW( "0" ), &options );
    ASSERTm( result.message, testContains( result.message, "no column force_x" ) );
    PASS();
}

static bool failToRead( void* context, uint64_t offset, void* bytes, size_t size )
{
    (void)context, (void)bytes;
    memset( bytes, '1', size );
    return offset == 0;
}

TEST aSourceMayFailAndALineMayBeTooLong( void )
{
    ssContactLog* log = NULL;
    ssSource source = { .size = 10u << 20, .name = "log.csv", .read = failToRead };
    ssResult result = ssOpenContactLog( &source, NULL, &log );
    ASSERTm( result.message, testContains( result.message, "line 1: longer than" ) );
    size_t length = 3u << 20;
    char* text = malloc( length );
    memset( text, ' ', length );
    memcpy( text, HEADINGS "\n", strlen( HEADINGS ) + 1 );
    source = ssMemorySource( "log.csv", text, length );
    result = ssOpenContactLog( &source, NULL, &log );
    ASSERTm( result.message, testContains( result.message, "line 2: longer than" ) );
    free( text );
    PASS();
}

// --------------------------------------------------------------------------------------------------- writing

typedef struct Buffer
{
    char* bytes;
    size_t used, capacity;
} Buffer;

static bool append( void* context, const void* bytes, size_t size )
{
    Buffer* buffer = context;
    if ( buffer->used + size > buffer->capacity )
    {
        buffer->capacity = 2 * ( buffer->used + size );
        buffer->bytes = realloc( buffer->bytes, buffer->capacity );
    }
    memcpy( buffer->bytes + buffer->used, bytes, size );
    buffer->used += size;
    return true;
}

/// Contacts with random numbers, some of them unknown.
static void fillFrame( testRng* rng, ssLogFrame* frame, double t, int count )
{
    frame->count = 0;
    testMust( ssLogFrame_Resize( frame, count, 0 ) );
    frame->t = t;
    for ( int row = 0; row < count; ++row )
    {
        for ( int i = 0; i < ss_logColumnCount; ++i )
        {
            bool unknown = ( SS_LOG_OBLIGATORY & SS_LOG_BIT( i ) ) == 0 && testRandom( rng ) % 4 == 0;
            double number = testDecades( rng, -20.0, 20.0 );
            frame->columns[i][row] = unknown ? NAN : i >= ss_logMu ? fabs( number ) : number;
        }
        double angle = testUniform( rng, 0.0, 6.3 );
        ssLogFrame_SetVector( frame, ss_logNx, row, ( ssVec3 ){ cos( angle ), 0.0, sin( angle ) } );
        frame->columns[ss_logT][row] = t;
    }
}

TEST whatIsWrittenIsReadBackBitByBit( void )
{
    testRng rng = { 1 }, again = { 1 };
    Buffer buffer = { 0 };
    const ssSink sink = { .context = &buffer, .write = append };
    ssLogWriter* writer = NULL;
    ssLogFrame frame = { 0 }, read = { 0 };
    ssResult result = ssBeginLog( &sink, "csv", ( 1u << ss_logColumnCount ) - 1u, &writer );
    ASSERT_EQm( result.message, ss_ok, result.code );
    enum
    {
        FRAMES = 40
    };
    for ( int k = 0; k < FRAMES; ++k )
    {
        fillFrame( &rng, &frame, k / 3.0, 1 + 41 * k ); // more than one buffer of text
        ASSERT_EQ( ss_ok, ssLogWriter_Frame( writer, &frame ).code );
    }
    ASSERT_EQ( ss_ok, ssLogWriter_End( writer ).code );

    ssContactLog* log = NULL;
    ssSource source = ssMemorySource( "log.csv", buffer.bytes, buffer.used );
    result = ssOpenContactLog( &source, NULL, &log );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( FRAMES, ssContactLog_FrameCount( log ) );
    ASSERT_EQ( 20, ssContactLog_FindFrame( log, 20.1 / 3.0 ) );
    ASSERT_EQ( 0, ssContactLog_FindFrame( log, -1.0 ) );
    for ( int k = 0; k < FRAMES; ++k )
    {
        fillFrame( &again, &frame, k / 3.0, 1 + 41 * k );
        result = ssContactLog_ReadFrame( log, k, &read );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERT_EQ( frame.count, read.count );
        for ( int i = 0; i < ss_logColumnCount * frame.count; ++i )
        {
            double wrote = frame.columns[i / frame.count][i % frame.count];
            double got = read.columns[i / frame.count][i % frame.count];
            ASSERT( wrote == got || ( isnan( wrote ) && isnan( got ) ) );
        }
    }
    // any order
    ASSERT_EQ( ss_ok, ssContactLog_ReadFrame( log, 7, &read ).code );
    ASSERT( read.t == 7.0 / 3.0 && read.count == 1 + 41 * 7 );
    ssLogFrame_Destroy( &frame );
    ssLogFrame_Destroy( &read );
    ssCloseContactLog( log );
    free( buffer.bytes );
    PASS();
}

// A log with more frames than the index may hold is the same log, in whatever order its frames are asked for.
TEST aThinnedIndexFindsEveryFrame( void )
{
    enum
    {
        frames = 500
    };
    char* text = malloc( frames * 400 );
    size_t length = (size_t)sprintf( text, "px," HEADINGS "\n" );
    for ( int k = 0; k < frames; ++k )
    {
        for ( int row = 0; row <= k % 3; ++row )
        {
            length += (size_t)sprintf( text + length,
                k % 2 == 0 ? "%d,%d,0,0,1,-3,0,10,0.5,0,0\n" : "%d,%d.0,0,0,1,-3,0,10,0.5,0,0\n# note\n",
                10 * k + row, k );
        }
    }
    ssSource source = ssMemorySource( "log.csv", text, length );
    for ( int most = 2; most <= 1000; most *= 5 )
    {
        const ssLogOptions options = { .entriesMax = most };
        ssContactLog* log = NULL;
        ssLogFrame frame = { 0 };
        ASSERT_EQ( ss_ok, ssOpenContactLog( &source, &options, &log ).code );
        ASSERT_EQ( frames, ssContactLog_FrameCount( log ) );
        for ( int i = 0; i < frames; ++i )
        {
            int k = i * 77 % frames;
            ssResult result = ssContactLog_ReadFrame( log, k, &frame );
            ASSERT_EQm( result.message, ss_ok, result.code );
            ASSERT_EQ( k % 3 + 1, frame.count );
            ASSERT_EQ( k, ssContactLog_FindFrame( log, k + 0.5 ) );
            ASSERT( frame.t == k && frame.columns[ss_logPx][k % 3] == 10.0 * k + k % 3 );
        }
        ssLogFrame_Destroy( &frame );
        ssCloseContactLog( log );
    }
    free( text );
    PASS();
}

// Rows are read in another way than single numbers, with the same result,
// wherever a row ends in the reader's buffer.
TEST numbersInRowsAreReadAsTheCLibraryReadsThem( void )
{
    enum
    {
        columns = 5
    };
    int rows = testCount( 60000 );
    char* text = malloc( (size_t)rows * 200 + 200 );
    size_t length = (size_t)sprintf( text, HEADINGS ",px,py,pz,gap,mx\n" );
    testRng rng = { 5 };
    for ( int row = 0; row < rows; ++row )
    {
        length += (size_t)sprintf( text + length, "1,0,0,1,-3,0,10,0.5,0,0" );
        for ( int i = 0; i < columns; ++i )
        {
            // 0.1 to 10^18 in size, with up to 20 digits
            double size = (double)( testRandom( &rng ) >> ( testRandom( &rng ) % 60 ) ) / 10.0;
            bool plain = testRandom( &rng ) % 3 > 0;
            length += (size_t)sprintf( text + length, plain ? ",%s%.*f" : ",%s%.*e",
                testRandom( &rng ) % 2 == 0 ? "-" : "", (int)( testRandom( &rng ) % 20 ),
                plain && size > 1e6 ? size / 1e13 : size );
        }
        length += (size_t)sprintf( text + length, testRandom( &rng ) % 2 == 0 ? "\n" : " \r\n" );
    }
    text[length - 1] = ' '; // the last line has no end
    ssSource source = ssMemorySource( "log.csv", text, length );
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 };
    ssResult result = ssOpenContactLog( &source, NULL, &log );
    result = result.code == ss_ok ? ssContactLog_ReadFrame( log, 0, &frame ) : result;
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( rows, frame.count );
    text[length - 1] = 0;
    char* at = strchr( text, '\n' );
    for ( int row = 0; row < rows; ++row )
    {
        for ( int i = 0; i < 10 + columns; ++i )
        {
            static const int of[10 + columns] = { ss_logT, ss_logNx, ss_logNy, ss_logNz, ss_logFx, ss_logFy,
                ss_logFz, ss_logVx, ss_logVy, ss_logVz, ss_logPx, ss_logPy, ss_logPz, ss_logGap, ss_logMx };
            double expected = strtod( at + 1, &at );
            ASSERT( memcmp( &expected, frame.columns[of[i]] + row, sizeof expected ) == 0 );
        }
        at = strchr( at, '\n' );
    }
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    free( text );
    PASS();
}

/// Threads that come in the wrong order.
static void backwards( void* hookContext, int blocks, ssBlockTask* task, void* context )
{
    int* calls = hookContext;
    ++*calls;
    for ( int block = blocks - 1; block >= 0; --block ) { task( context, block ); }
}

// However threads share a frame, it is the same, and of two mistakes the first is reported.
TEST threadsChangeNothing( void )
{
    enum
    {
        rows = 20000
    };
    char* text = malloc( rows * 60 + 200 );
    size_t length = (size_t)sprintf( text, HEADINGS ",gap\n" );
    for ( int row = 0; row < rows; ++row )
    {
        length += (size_t)sprintf( text + length, "1,0,0,1,-3,0,10,0.5,0,0,%.17g\n", 1.0 / ( row + 3.0 ) );
    }
    ssSource source = ssMemorySource( "log.csv", text, length );
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 };
    int calls = 0;
    ASSERT_EQ( ss_ok, ssOpenContactLog( &source, NULL, &log ).code );
    ssSetParallelFor( backwards, &calls );
    ssResult result = ssContactLog_ReadFrame( log, 0, &frame );
    ASSERT( calls > 0 );
    for ( int row = 0; result.code == ss_ok && row < rows; ++row )
    {
        ASSERT( frame.columns[ss_logGap][row] == 1.0 / ( row + 3.0 ) );
    }
    // lines 5002 and 10002 get another normal, line 15002 a word
    char* at = text;
    for ( int line = 1; line <= 15002; ++line, at = strchr( at, '\n' ) + 1 )
    {
        memcpy( at + 4,
            line == 5002 || line == 10002 ? "1,2"
                : line == 15002           ? "x,1"
                                          : "0,1",
            line > 1 ? 3 : 0 );
    }
    ssCloseContactLog( log );
    ssResult wrong = ssOpenContactLog( &source, NULL, &log );
    wrong = wrong.code == ss_ok ? ssContactLog_ReadFrame( log, 0, &frame ) : wrong;
    ssSetParallelFor( NULL, NULL );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERTm( wrong.message, testContains( wrong.message, "log.csv, line 5002: the normal has length" ) );
    ssLogFrame_Destroy( &frame );
    ssCloseContactLog( log );
    free( text );
    PASS();
}

SUITE( contactLog )
{
    RUN_TEST( columnsMayStandInAnyOrder );
    RUN_TEST( columnsOfOthersAreRenamed );
    RUN_TEST( aBrokenLogIsRefusedWithItsLine );
    RUN_TEST( aSourceMayFailAndALineMayBeTooLong );
    RUN_TEST( whatIsWrittenIsReadBackBitByBit );
    RUN_TEST( aThinnedIndexFindsEveryFrame );
    RUN_TEST( threadsChangeNothing );
    RUN_TEST( numbersInRowsAreReadAsTheCLibraryReadsThem );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( contactLog );
    return TEST_END();
}
