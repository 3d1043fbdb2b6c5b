// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/args.h"
#include "base/csv_table.h"
#include "base/json_writer.h"
#include "base/os.h"

#include <dirent.h>
#include <fcntl.h>
#include <locale.h>

// The lowest room of the program: numbers, CSV, files that are whole or absent, arguments.

static const char* scratchPath( const char* name )
{
    static char path[700];
    snprintf( path, sizeof( path ), "%s/%s", testScratch(), name );
    return path;
}

static bool folderIsEmpty( const char* path )
{
    // A folder can be removed only if it is empty.
    return rmdir( path ) == 0 && mkdir( path, 0777 ) == 0;
}

static const char* freshFolder( void )
{
    static char path[700];
    static int count = 0;
    snprintf( path, sizeof( path ), "%s/folder%d", testScratch(), count++ );
    mkdir( path, 0777 );
    return path;
}

// --------------------------------------------------------------------------------------------------- numbers

// Doubles of every kind that a table can hold: any bits, decades, short decimals, dyadic halves, powers of
// ten.
static double sampleNumber( testRng* rng )
{
    uint64_t bits = testRandom( rng );
    double value = 0.0;
    switch ( testRandom( rng ) % 6 )
    {
        case 0: memcpy( &value, &bits, sizeof( value ) ); break;
        case 1: value = testDecades( rng, -42.0, 20.0 ); break;
        case 2: value = (double)( bits % 1000000u ) / pow( 10.0, (double)( bits >> 61 ) ); break;
        case 3: value = ldexp( (double)( bits % 1024u ), (int)( ( bits >> 20 ) % 160u ) - 120 ); break;
        case 4:
            value = nextafter( pow( 10.0, (double)( bits % 60u ) - 40.0 ), ( bits >> 60 ) > 7 ? 0.0 : 1e300 );
            break;
        default: value = (double)(int64_t)( bits >> ( bits % 60u ) ); break;
    }
    return isfinite( value ) ? value : -0.0;
}

TEST numbersPrintAsPrintfDoes( void )
{
    testRng rng = { 1 };
    int count = testCount( 300000 );
    for ( int i = 0; i < count; ++i )
    {
        double value = sampleNumber( &rng );
        char ours[SS_NUMBER_MAX + 1], theirs[64];
        ours[ssSpellNumber( value, ours )] = 0;
        snprintf( theirs, sizeof( theirs ), "%.17g", value );
        ASSERT_STR_EQ( theirs, ours );
    }
    PASS();
}

TEST numbersReadAsStrtodDoes( void )
{
    static const char* const formats[] = { "%.17g", "%.16g", "%.15e", "%.6f", "%.18e", "%.25g", "%.19g",
        "%g" };
    testRng rng = { 2 };
    int count = testCount( 300000 );
    for ( int i = 0; i < count; ++i )
    {
        char text[512];
        snprintf( text, sizeof( text ), formats[i % 8], sampleNumber( &rng ) );
        double expected = strtod( text, NULL ), got = 0.0;
        if ( isfinite( expected ) )
        {
            ASSERTm( text, ssParseNumberSpan( text, strlen( text ), &got ) );
            ASSERT_MEM_EQ( &expected, &got, sizeof( got ) );
        }
    }
    PASS();
}

TEST halfwayDecimalsRoundToEven( void )
{
    // 2^53 + 1 and 2^53 + 3 lie midway between two doubles.
    double value = 0.0;
    ASSERT( ssParseNumberSpan( "9007199254740993", 16, &value ) );
    ASSERT_EQ_FMT( 9007199254740992.0, value, "%.17g" );
    ASSERT( ssParseNumberSpan( "9007199254740995", 16, &value ) );
    ASSERT_EQ_FMT( 9007199254740996.0, value, "%.17g" );
    ASSERT( ssParseNumberSpan( "9007199254740993.001", 20, &value ) );
    ASSERT_EQ_FMT( 9007199254740994.0, value, "%.17g" );
    PASS();
}

TEST textThatIsNotANumberIsRefused( void )
{
    static const char* const wrong[] = { "", " ", "-", "+", ".", "e5", "1e", "1e+", "1,5", "1.2.3", "nan",
        "inf", "-inf", "0x10", "1 2", "1f", "--1", "1e999", "1e99999", "١" };
    for ( int i = 0; i < (int)( sizeof( wrong ) / sizeof( wrong[0] ) ); ++i )
    {
        double value = 0.0;
        ASSERT_FALSEm( wrong[i], ssParseNumberSpan( wrong[i], strlen( wrong[i] ), &value ) );
    }
    double value = 0.0;
    ASSERT_FALSE( ssParseNumberSpan( "1\0002", 3, &value ) );
    PASS();
}

SUITE( numbers )
{
    RUN_TEST( numbersPrintAsPrintfDoes );
    RUN_TEST( numbersReadAsStrtodDoes );
    RUN_TEST( halfwayDecimalsRoundToEven );
    RUN_TEST( textThatIsNotANumberIsRefused );
}

// ------------------------------------------------------------------------------------------------------- CSV

static ssResult readAll( const char* text, int* rows, double* sum )
{
    const char* path = scratchPath( "table.csv" );
    testWriteFile( path, text );
    csvReader reader;
    ssResult result = csvBeginRead( path, &reader );
    *rows = 0;
    *sum = 0.0;
    bool more = result.code == ss_ok;
    while ( result.code == ss_ok && more )
    {
        result = csvNextRow( &reader, &more );
        double value = 0.0;
        if ( result.code == ss_ok && more )
        {
            result = csvReadNumber( &reader, csvFindColumn( &reader, "v" ), &value );
            *rows += 1;
            *sum += value;
        }
    }
    csvEndRead( &reader );
    return result;
}

TEST lineEndsMarksAndQuotesDoNotMatter( void )
{
    static const char* const tables[] = {
        "v,w\n1,a\n2,b\n",
        "v,w\r\n1,a\r\n2,b\r\n",
        "v,w\n1,a\n2,b",
        "\xEF\xBB\xBFv,w\n1,a\n2,b\n",
        "\"v\",\"w\"\n\"1\",\"a, \"\"b\"\"\"\n\"2\",\"two\nlines\"\n",
        "w,v\n\n5\" pipe,1\n\n\nb,2\n\n",
        " v , w \n 1 ,a\n\t2,b\n",
    };
    for ( int i = 0; i < (int)( sizeof( tables ) / sizeof( tables[0] ) ); ++i )
    {
        int rows = 0;
        double sum = 0.0;
        ssResult result = readAll( tables[i], &rows, &sum );
        ASSERT_EQm( result.message, ss_ok, result.code );
        ASSERT_EQm( tables[i], 2, rows );
        ASSERT_EQm( tables[i], 3.0, sum );
    }
    PASS();
}

TEST brokenTablesAreRefusedWithTheirLine( void )
{
    static const struct
    {
        const char* text;
        const char* says;
    } cases[] = {
        { "", "empty" },
        { "\n\n", "empty" },
        { "v,w\n1,2\n3\n", "line 3" },
        { "v,w\n1,2\n3,4,5\n", "line 3" },
        { "v,w\n1,2\nx,4\n", "line 3, column v: 'x'" },
        { "v,w\n1,\"two\nlines\"\nx,4\n", "line 4, column v" },
        { "v,w\n1,\"open\n", "line 2: a quoted cell is not closed" },
        { "v\nnan\n", "'nan' is not a finite number" },
        { "v\n\"1\"x\n", "line 2" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        int rows = 0;
        double sum = 0.0;
        ssResult result = readAll( cases[i].text, &rows, &sum );
        ASSERTm( cases[i].text, result.code != ss_ok );
        ASSERTm( result.message, testContains( result.message, cases[i].says ) );
    }
    PASS();
}

TEST linesLongerThanTheBufferAreRead( void )
{
    size_t length = 600000;
    char* text = malloc( length + 32 );
    memcpy( text, "w,v\n", 4 );
    memset( text + 4, 'x', length );
    memcpy( text + 4 + length, ",7\n", 4 );
    int rows = 0;
    double sum = 0.0;
    ssResult result = readAll( text, &rows, &sum );
    free( text );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 7.0, sum );
    PASS();
}

TEST linesLongerThanTheLimitAreRefused( void )
{
    size_t length = 3u << 20;
    char* text = malloc( length + 1 );
    memset( text, 'x', length );
    memcpy( text, "v\n", 2 );
    text[length] = 0;
    int rows = 0;
    double sum = 0.0;
    ssResult result = readAll( text, &rows, &sum );
    free( text );
    ASSERT( testContains( result.message, "line 2: longer than" ) );
    PASS();
}

TEST cellsAreQuotedOnlyWhenTheyMustBe( void )
{
    const char* path = scratchPath( "quotes.csv" );
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( path, &out ).code );
    csvWriter csv = csvBeginTable( out );
    csvText( &csv, "plain" );
    csvText( &csv, "a,b" );
    csvText( &csv, "say \"hi\"" );
    csvNumber( &csv, 0.5 );
    csvNumber( &csv, (double)NAN );
    csvNumber( &csv, (double)INFINITY );
    csvEndRow( &csv );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    char* text = testReadFile( path, NULL );
    ASSERT_STR_EQ( "plain,\"a,b\",\"say \"\"hi\"\"\",0.5,,\n", text );
    free( text );
    PASS();
}

SUITE( csv )
{
    RUN_TEST( lineEndsMarksAndQuotesDoNotMatter );
    RUN_TEST( brokenTablesAreRefusedWithTheirLine );
    RUN_TEST( linesLongerThanTheBufferAreRead );
    RUN_TEST( linesLongerThanTheLimitAreRefused );
    RUN_TEST( cellsAreQuotedOnlyWhenTheyMustBe );
}

// ----------------------------------------------------------------------------------------------------- files

TEST fileAppearsOnlyWhenCommitted( void )
{
    const char* folder = freshFolder();
    char path[800];
    snprintf( path, sizeof( path ), "%s/a.txt", folder );
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( path, &out ).code );
    osWriteText( out, "hello" );
    osFlushWrite( out );
    ASSERT_FALSE( osFileExists( path ) );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    char* text = testReadFile( path, NULL );
    ASSERT_STR_EQ( "hello", text );
    free( text );
    unlink( path );
    ASSERT( folderIsEmpty( folder ) );
    PASS();
}

TEST abortedWriteKeepsTheOldFile( void )
{
    const char* folder = freshFolder();
    char path[800];
    snprintf( path, sizeof( path ), "%s/a.txt", folder );
    testWriteFile( path, "old" );
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( path, &out ).code );
    osWriteText( out, "new" );
    osAbortWrite( out );
    char* text = testReadFile( path, NULL );
    ASSERT_STR_EQ( "old", text );
    free( text );
    unlink( path );
    ASSERT( folderIsEmpty( folder ) );
    PASS();
}

/// A process that writes to `path` and stays, or kills itself in the middle.
static pid_t startWriter( const char* path, bool killed )
{
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        osWriter* out = NULL;
        if ( osBeginWrite( path, &out ).code == ss_ok )
        {
            osWriteText( out, "half" );
            osFlushWrite( out );
        }
        if ( killed ) { raise( SIGKILL ); }
        alarm( 60 );
        pause();
        _exit( 1 );
    }
    return child;
}

static int filesIn( const char* folder )
{
    DIR* listing = opendir( folder );
    int count = 0;
    while ( listing != NULL && readdir( listing ) != NULL ) { ++count; }
    closedir( listing );
    return count - 2;
}

TEST whatAKillLeavesIsRemovedWithTheNextWrite( void )
{
    const char* folder = freshFolder();
    char path[800], lookalike[800];
    snprintf( path, sizeof( path ), "%s/a.txt", folder );
    snprintf( lookalike, sizeof( lookalike ), "%s/.slipstick-notes.tmp", folder );
    testWriteFile( lookalike, "not a temporary file of the program" );
    for ( int i = 0; i < 3; ++i )
    {
        ASSERT_EQ_FMT( 128 + SIGKILL, testFinish( startWriter( path, true ) ), "%d" );
    }
    // The second writer has removed what the first left, and so on.
    ASSERT_EQ_FMT( 2, filesIn( folder ), "%d" );
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( path, &out ).code );
    osWriteText( out, "whole" );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    ASSERT_EQ_FMT( 2, filesIn( folder ), "%d" );
    pid_t alive = startWriter( path, false );
    for ( int i = 0; i < 5000 && filesIn( folder ) < 3; ++i )
    {
        nanosleep( &( struct timespec ){ .tv_nsec = 1000000 }, NULL );
    }
    ASSERT_EQ( ss_ok, osBeginWrite( path, &out ).code );
    osWriteText( out, "whole" );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    // The target, the other file and the temporary file of the process that still writes.
    ASSERT_EQ_FMT( 3, filesIn( folder ), "%d" );
    kill( alive, SIGKILL );
    testFinish( alive );
    ASSERT_EQ( ss_ok, osBeginWrite( path, &out ).code );
    osWriteText( out, "whole" );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    ASSERT_EQ_FMT( 2, filesIn( folder ), "%d" );
    unlink( lookalike );
    unlink( path );
    ASSERT( folderIsEmpty( folder ) );
    PASS();
}

TEST numbersAreWrittenWithAPointInEveryLocale( void )
{
    testRun made = testShell( "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8", testScratch() );
    setenv( "LOCPATH", testScratch(), 1 );
    bool comma = made.status == 0 && setlocale( LC_ALL, "de_DE.UTF-8" ) != NULL;
    unsetenv( "LOCPATH" );
    if ( !comma ) { SKIPm( "this machine has no locale with a decimal comma" ); }
    char path[800], check[32];
    snprintf( path, sizeof( path ), "%s/a.txt", freshFolder() );
    snprintf( check, sizeof( check ), "%g", 0.5 );
    osWriter* out = NULL;
    ssResult result = osBeginWrite( path, &out );
    osPrintf( out, "%g", 0.25 );
    osPrintf( out, " %5000g", 0.25 ); // longer than the buffer for one line
    result = osCommitWrite( out );
    setlocale( LC_ALL, "C" );
    ASSERT_STR_EQ( "0,5", check );
    ASSERT_EQ( ss_ok, result.code );
    char* text = testReadFile( path, NULL );
    ASSERT( testContains( text, "0.25 " ) && strchr( text, ',' ) == NULL );
    free( text );
    unlink( path );
    PASS();
}

TEST replacedFileKeepsItsPermissions( void )
{
    char path[800];
    snprintf( path, sizeof( path ), "%s/private", freshFolder() );
    testWriteFile( path, "old" );
    chmod( path, 0640 );
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( path, &out ).code );
    osWriteText( out, "new" );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    struct stat info;
    ASSERT_EQ( 0, stat( path, &info ) );
    ASSERT_EQ_FMT( 0640u, (unsigned)( info.st_mode & 0777u ), "%o" );
    PASS();
}

TEST linksAreFollowedNotReplaced( void )
{
    const char* folder = freshFolder();
    char real[800], name[800];
    snprintf( real, sizeof( real ), "%s/real", folder );
    snprintf( name, sizeof( name ), "%s/link", folder );
    testWriteFile( real, "old" );
    ASSERT_EQ( 0, symlink( "real", name ) );
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( name, &out ).code );
    osWriteText( out, "new" );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    char* text = testReadFile( real, NULL );
    ASSERT_STR_EQ( "new", text );
    free( text );
    struct stat info;
    ASSERT( lstat( name, &info ) == 0 && S_ISLNK( info.st_mode ) );
    PASS();
}

TEST devicesAreWrittenToAndStayDevices( void )
{
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( "/dev/null", &out ).code );
    osWriteText( out, "gone" );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    struct stat info;
    ASSERT( stat( "/dev/null", &info ) == 0 && S_ISCHR( info.st_mode ) );
    PASS();
}

TEST fullDiskIsReportedWithPathAndReason( void )
{
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( "/dev/full", &out ).code );
    osWriteText( out, "x" );
    ssResult result = osCommitWrite( out );
    ASSERT( result.code != ss_ok );
    ASSERT( testContains( result.message, "/dev/full" ) );
    ASSERT( testContains( result.message, "No space left" ) );
    PASS();
}

TEST impossiblePathsAreRefusedAtOnce( void )
{
    static const char* const paths[] = { "", "/", "/tmp", "/nonexistent/a", "/dev/null/a", "nofolder/",
        "/proc/a" };
    for ( int i = 0; i < (int)( sizeof( paths ) / sizeof( paths[0] ) ); ++i )
    {
        osWriter* out = NULL;
        ssResult result = osBeginWrite( paths[i], &out );
        ASSERTm( paths[i], result.code != ss_ok && out == NULL );
        ASSERTm( result.message, testContains( result.message, paths[i] ) );
    }
    PASS();
}

TEST longPathsKeepTheReason( void )
{
    char path[3000] = "/nonexistent";
    while ( strlen( path ) < 2500 ) { strcat( path, "/abcdefghijklmnopqrstuvwxyz" ); }
    osWriter* out = NULL;
    ssResult result = osBeginWrite( path, &out );
    ASSERT( testContains( result.message, "No such file" ) );
    PASS();
}

TEST readingRefusesFoldersMissingAndHugeFiles( void )
{
    char* text = NULL;
    size_t length = 0;
    ASSERT( testContains( osReadFile( "/tmp", &text, &length ).message, "folder" ) );
    ASSERT( testContains( osReadFile( "/nonexistent", &text, &length ).message, "No such file" ) );
    ASSERT( testContains( osReadFile( "/dev/zero", &text, &length ).message, "64 MB" ) );
    ASSERT_EQ( NULL, text );
    PASS();
}

TEST manyWritersAtATimeDoNotMix( void )
{
    const char* folder = freshFolder();
    osWriter* out[8];
    char path[800];
    for ( int i = 0; i < 8; ++i )
    {
        snprintf( path, sizeof( path ), "%s/%d", folder, i );
        ASSERT_EQ( ss_ok, osBeginWrite( path, &out[i] ).code );
        osPrintf( out[i], "%d", i );
    }
    for ( int i = 7; i >= 0; --i ) { ASSERT_EQ( ss_ok, osCommitWrite( out[i] ).code ); }
    for ( int i = 0; i < 8; ++i )
    {
        snprintf( path, sizeof( path ), "%s/%d", folder, i );
        char* text = testReadFile( path, NULL );
        ASSERT_EQ( '0' + i, text[0] );
        free( text );
        unlink( path );
    }
    ASSERT( folderIsEmpty( folder ) );
    PASS();
}

TEST longTextsPassTheBufferUnbroken( void )
{
    const char* path = scratchPath( "long" );
    size_t size = 1000000;
    char* text = malloc( size + 1 );
    for ( size_t i = 0; i < size; ++i ) { text[i] = (char)( 'a' + i % 26 ); }
    text[size] = 0;
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( path, &out ).code );
    osWriteText( out, "<" );
    osPrintf( out, "%s>", text );
    osWriteText( out, text );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    size_t length = 0;
    char* read = testReadFile( path, &length );
    ASSERT_EQ( 2 * size + 2, length );
    ASSERT( memcmp( read + 1, text, size ) == 0 && memcmp( read + size + 2, text, size ) == 0 );
    free( read );
    free( text );
    PASS();
}

TEST foldersAreFoundAndMade( void )
{
    char path[800], found[800];
    snprintf( path, sizeof( path ), "%s/a/b/c", freshFolder() );
    ASSERT_EQ( ss_ok, osMakeFolders( path ).code );
    ASSERT( osFolderExists( path ) && osFileExists( path ) == false );
    ASSERT_EQ( ss_ok, osMakeFolders( path ).code );
    ASSERT( osMakeFolders( "/dev/null/a" ).code != ss_ok );

    setenv( "XDG_CONFIG_HOME", path, 1 );
    ASSERT( osSettingsFolder( found, sizeof( found ), true ) );
    ASSERT( osFolderExists( found ) && testContains( found, "/a/b/c/slipstick" ) );
    ASSERT_FALSE( osSettingsFolder( found, 4, false ) );
    PASS();
}

SUITE( files )
{
    RUN_TEST( fileAppearsOnlyWhenCommitted );
    RUN_TEST( abortedWriteKeepsTheOldFile );
    RUN_TEST( whatAKillLeavesIsRemovedWithTheNextWrite );
    RUN_TEST( numbersAreWrittenWithAPointInEveryLocale );
    RUN_TEST( replacedFileKeepsItsPermissions );
    RUN_TEST( linksAreFollowedNotReplaced );
    RUN_TEST( devicesAreWrittenToAndStayDevices );
    RUN_TEST( fullDiskIsReportedWithPathAndReason );
    RUN_TEST( impossiblePathsAreRefusedAtOnce );
    RUN_TEST( longPathsKeepTheReason );
    RUN_TEST( readingRefusesFoldersMissingAndHugeFiles );
    RUN_TEST( manyWritersAtATimeDoNotMix );
    RUN_TEST( longTextsPassTheBufferUnbroken );
    RUN_TEST( foldersAreFoundAndMade );
}

// ------------------------------------------------------------------------------------------------------ JSON

TEST jsonEscapesNestsAndWritesNoNan( void )
{
    const char* path = scratchPath( "a.json" );
    osWriter* out = NULL;
    ASSERT_EQ( ss_ok, osBeginWrite( path, &out ).code );
    jsonWriter json = jsonBegin( osText( out ) );
    jsonInLine( &json );
    jsonBeginObject( &json, NULL );
    jsonText( &json, "a\"b", "line\nµ\\\x01" );
    jsonNumber( &json, "nan", (double)NAN );
    jsonNumber( &json, "half", 0.5 );
    jsonBeginArray( &json, "list" );
    jsonBool( &json, NULL, true );
    jsonText( &json, NULL, NULL );
    jsonBeginObject( &json, NULL );
    jsonEndObject( &json );
    jsonEndArray( &json );
    jsonEndObject( &json );
    ASSERT_EQ( ss_ok, osCommitWrite( out ).code );
    char* text = testReadFile( path, NULL );
    ASSERT_STR_EQ(
        "{\"a\\\"b\": \"line\\nµ\\\\\\u0001\", \"nan\": null, \"half\": 0.5, \"list\": [true, null, {}]}\n",
        text );
    free( text );
    PASS();
}

SUITE( json ) { RUN_TEST( jsonEscapesNestsAndWritesNoNan ); }

// ------------------------------------------------------------------------------------------------- arguments

typedef struct Parsed
{
    bool good;
    int status;
    bool flag;
    const char* text;
    double number;
    int integer;
    argsList list;
    argsSpec spec;
} Parsed;

// Messages go to stderr and are tested through the program. Here they would only be noise.
static Parsed parse( char** words )
{
    Parsed p = { .number = 7.0, .integer = 7 };
    const argsOption options[] = {
        { "--flag", NULL, "a switch", .flag = &p.flag },
        { "--text", "T", "a text", .text = &p.text },
        { "--number", "X", "a number", .number = &p.number, .min = -1.0, .max = 5.0 },
        { "--integer", "N", "a whole number", .integer = &p.integer, .min = 1.0, .max = 9.0 },
        { "--list", "L", "many", .list = &p.list },
        { "-o", "FILE", "short", .text = &p.text },
    };
    argsSpec spec = { .command = "test",
        .summary = "",
        .usage = "",
        .options = options,
        .optionCount = SS_COUNT( options ),
        .wordMax = 2,
        .wordName = "a word" };
    int argc = 0;
    while ( words[argc] != NULL ) { ++argc; }
    fflush( stderr );
    int saved = dup( 2 ), nowhere = open( "/dev/null", O_WRONLY );
    dup2( nowhere, 2 );
    p.good = argsParse( &spec, argc, words, &p.status );
    fflush( stderr );
    dup2( saved, 2 );
    close( saved );
    close( nowhere );
    p.spec = spec;
    return p;
}

#define PARSE( ... ) parse( ( char*[] ){ "test", __VA_ARGS__, NULL } )

TEST optionsAndWordsMayStandInAnyOrder( void )
{
    Parsed p = PARSE( "one", "--flag", "--number", "-1", "two", "--text=a=b", "--list", "x", "--list", "y" );
    ASSERT( p.good && p.flag );
    ASSERT_EQ( -1.0, p.number );
    ASSERT_EQ( 7, p.integer );
    ASSERT_STR_EQ( "a=b", p.text );
    ASSERT_EQ( 2, p.list.count );
    ASSERT_STR_EQ( "y", p.list.items[1] );
    ASSERT_EQ( 2, p.spec.words.count );
    ASSERT_STR_EQ( "two", p.spec.words.items[1] );
    PASS();
}

TEST dashAloneIsAWordAndAValue( void )
{
    Parsed p = PARSE( "-o", "-", "-" );
    ASSERT( p.good );
    ASSERT_STR_EQ( "-", p.text );
    ASSERT_STR_EQ( "-", p.spec.words.items[0] );
    p = PARSE( "--", "--flag" );
    ASSERT( p.good && p.flag == false );
    ASSERT_STR_EQ( "--flag", p.spec.words.items[0] );
    PASS();
}

TEST badOptionsAreStatusTwo( void )
{
    ASSERT_EQ( 2, PARSE( "--nope" ).status );
    ASSERT_EQ( 2, PARSE( "-x" ).status );
    ASSERT_EQ( 2, PARSE( "--flag=1" ).status );
    ASSERT_EQ( 2, PARSE( "--text" ).status );
    ASSERT_EQ( 2, PARSE( "--text", "--flag" ).status );
    ASSERT_EQ( 2, PARSE( "--text=" ).status );
    ASSERT_EQ( 2, PARSE( "--number", "nan" ).status );
    ASSERT_EQ( 2, PARSE( "--number", "5.1" ).status );
    ASSERT_EQ( 2, PARSE( "--number", "-1.1" ).status );
    ASSERT_EQ( 2, PARSE( "--number", "1x" ).status );
    ASSERT_EQ( 2, PARSE( "--integer", "1.5" ).status );
    ASSERT_EQ( 2, PARSE( "--integer", "0" ).status );
    ASSERT_EQ( 2, PARSE( "one", "two", "three" ).status );
    PASS();
}

/// The preset that a command which opens a window (or not) begins with; "": the scenario's own values.
static const char* presetOf( bool opens, char** words )
{
    static char name[64];
    const char* file = NULL;
    ssScene scene;
    const argsOption options[] = { { "--script", "FILE", "a script", .text = &file, .keepsOwn = true },
        { "--light", "FILE", "another", .text = &file } };
    argsSpec spec = { .command = "test",
        .summary = "",
        .usage = "",
        .options = options,
        .optionCount = SS_COUNT( options ),
        .scene = &scene,
        .opens = opens };
    int argc = 0, status = 0;
    while ( words[argc] != NULL ) { ++argc; }
    if ( !argsParse( &spec, argc, words, &status ) ) { return "refused"; }
    snprintf( name, sizeof name, "%s", scene.def.preset != NULL ? scene.def.preset->name : "" );
    ssScene_Destroy( &scene );
    return name;
}

#define PRESET( opens, ... ) presetOf( opens, ( char*[] ){ "test", __VA_ARGS__, NULL } )

/// What the finder opens with is what the window opens with when it is asked for a scenario by name.
TEST aWindowOpensTheBestPresetUnlessValuesAreGiven( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        char id[64];
        snprintf( id, sizeof id, "%s", scenario->id );
        ASSERT_STR_EQm(
            id, scenario->opening != NULL ? scenario->opening : "", PRESET( true, id, "--light", "x" ) );
        ASSERT_STR_EQm( id, "", PRESET( false, id ) );
        ASSERT_STR_EQm( id, "", PRESET( true, id, "--script", "x" ) );
        ASSERT_STR_EQm( id, "tiny", PRESET( true, id, "--preset", "tiny" ) );
    }
    ASSERT_STR_EQ( "stick-slip", PRESET( true, "stribeck" ) );
    ASSERT_STR_EQ( "stick-slip", PRESET( true, "stribeck", "--seed", "3" ) );
    ASSERT_STR_EQ( "", PRESET( true, "stribeck", "--set", "mass=2" ) );
    ASSERT_STR_EQ( "", PRESET( true, "--set=mass=2", "stribeck" ) );
    PASS();
}

SUITE( arguments )
{
    RUN_TEST( aWindowOpensTheBestPresetUnlessValuesAreGiven );
    RUN_TEST( optionsAndWordsMayStandInAnyOrder );
    RUN_TEST( dashAloneIsAWordAndAValue );
    RUN_TEST( badOptionsAreStatusTwo );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    osStart();
    RUN_SUITE( numbers );
    RUN_SUITE( csv );
    RUN_SUITE( files );
    RUN_SUITE( json );
    RUN_SUITE( arguments );
    return TEST_END();
}
