// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/lab.h"

#include <setjmp.h>

// Results, asserts, the allocation hook, hashes and archives.

TEST okCarriesNothing( void )
{
    ssResult result = ssOk();
    ASSERT_EQ( ss_ok, result.code );
    ASSERT_STR_EQ( "", result.field );
    ASSERT_STR_EQ( "", result.message );
    PASS();
}

TEST errorsCarryCodeFieldAndMessage( void )
{
    ssResult result = ssError( ss_errorValue, "mu", "mu = %g; allowed: >= %d", -0.5, 0 );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT_STR_EQ( "mu", result.field );
    ASSERT_STR_EQ( "mu = -0.5; allowed: >= 0", result.message );
    ASSERT_STR_EQ( "", ssError( ss_errorMemory, NULL, "none" ).field );
    PASS();
}

TEST longTextsAreCutInsideTheResult( void )
{
    char huge[2000];
    memset( huge, 'x', sizeof huge - 1 );
    huge[sizeof huge - 1] = '\0';
    ssResult result = ssError( ss_errorFormat, huge, "%s", huge );
    ASSERT_EQ( (int)sizeof result.field - 1, (int)strlen( result.field ) );
    ASSERT_EQ( (int)sizeof result.message - 1, (int)strlen( result.message ) );
    PASS();
}

static const char* inGerman( const char* english )
{
    return strcmp( english, "%s is %d" ) == 0 ? "%s ist %d" : english;
}

TEST messagesAreInTheLanguageOfTheTranslator( void )
{
    ssInstallTranslator( inGerman );
    ssResult german = ssError( ss_errorValue, "n", "%s is %d", "n", 3 );
    ssResult unknown = ssError( ss_errorValue, "n", "%s was %d", "n", 3 );
    ssInstallTranslator( NULL );
    ASSERT_STR_EQ( "n ist 3", german.message );
    ASSERT_STR_EQ( "n was 3", unknown.message );
    ASSERT_STR_EQ( "n is 3", ssError( ss_errorValue, "n", "%s is %d", "n", 3 ).message );
    PASS();
}

TEST versionIsThreeNumbers( void )
{
    int a = -1, b = -1, c = -1;
    char rest = '\0';
    ASSERT_EQ( 3, sscanf( ssVersion(), "%d.%d.%d%c", &a, &b, &c, &rest ) );
    ASSERT( a >= 0 && b >= 0 && c >= 0 );
    PASS();
}

static jmp_buf s_escape;
static char s_condition[64];
static int s_line;

static void escapeFromAssert( const char* condition, const char* file, int line )
{
    (void)file;
    snprintf( s_condition, sizeof s_condition, "%s", condition );
    s_line = line;
    longjmp( s_escape, 1 );
}

TEST failedAssertsReachTheHandler( void )
{
    ssInstallAssertHandler( escapeFromAssert );
    s_condition[0] = '\0';
    if ( setjmp( s_escape ) == 0 )
    {
        ssAssertFailed( "1 == 2", "file.c", 7 );
        ssInstallAssertHandler( NULL );
        FAILm( "ssAssertFailed returned" );
    }
    ssInstallAssertHandler( NULL );
    ASSERT_STR_EQ( "1 == 2", s_condition );
    ASSERT_EQ_FMT( 7, s_line, "%d" );
    PASS();
}

TEST assertsOfTheLibraryReachTheHandler( void )
{
#if defined( SLIPSTICK_ASSERTS )
    ssInstallAssertHandler( escapeFromAssert );
    s_condition[0] = '\0';
    if ( setjmp( s_escape ) == 0 ) { ssGetScenario( -1 ); }
    ssInstallAssertHandler( NULL );
    ASSERT( testContains( s_condition, "index >= 0" ) );
    PASS();
#else
    SKIPm( "built without SLIPSTICK_ASSERTS" );
#endif
}

TEST failedAssertWithoutHandlerAborts( void )
{
    fflush( NULL );
    pid_t child = fork();
    if ( child == 0 )
    {
        signal( SIGABRT, SIG_DFL );
        ssAssertFailed( "false", "file.c", 1 );
        _exit( 0 );
    }
    ASSERT_EQ_FMT( 128 + SIGABRT, testFinish( child ), "%d" );
    PASS();
}

typedef struct Counts
{
    int allocated, freed;
} Counts;

static void* countedAllocate( void* context, size_t size )
{
    ( (Counts*)context )->allocated += 1;
    return calloc( 1, size );
}

static void countedFree( void* context, void* memory )
{
    ( (Counts*)context )->freed += 1;
    free( memory );
}

TEST memoryComesFromTheHook( void )
{
    Counts counts = { 0, 0 };
    ssInstallAllocator( countedAllocate, countedFree, &counts );
    unsigned char* memory = ssAlloc( 100 );
    ASSERT( memory != NULL );
    for ( int i = 0; i < 100; ++i ) { ASSERT_EQ( 0, memory[i] ); }
    ssRelease( memory );
    void* empty = ssAlloc( 0 );
    ASSERT( empty != NULL );
    ssRelease( empty );
    ssRelease( NULL );
    ssInstallAllocator( NULL, NULL, NULL );
    ASSERT_EQ_FMT( 2, counts.allocated, "%d" );
    ASSERT_EQ_FMT( 2, counts.freed, "%d" );
    void* own = ssAlloc( 8 );
    ssRelease( own );
    ASSERT_EQ_FMT( 2, counts.allocated, "%d" );
    PASS();
}

TEST hashIsFnv1a( void )
{
    // These are published vectors of the 64-bit FNV-1a hash.
    ASSERT( ssHashText( SS_HASH_SEED, "" ) == 0xcbf29ce484222325u );
    ASSERT( ssHashText( SS_HASH_SEED, "a" ) == 0xaf63dc4c8601ec8cu );
    ASSERT( ssHashText( SS_HASH_SEED, "foobar" ) == 0x85944171f73967e8u );
    // A word is hashed as its eight bytes, lowest first.
    ASSERT( ssHashU64( SS_HASH_SEED, 0x6867666564636261u ) == ssHashText( SS_HASH_SEED, "abcdefgh" ) );
    PASS();
}

TEST hashDependsOnEveryBitOfADouble( void )
{
    ASSERT( ssHashF64( SS_HASH_SEED, 0.0 ) != ssHashF64( SS_HASH_SEED, -0.0 ) );
    for ( int bit = 0; bit < 64; ++bit )
    {
        ASSERT( ssHashU64( SS_HASH_SEED, 0 ) != ssHashU64( SS_HASH_SEED, (uint64_t)1 << bit ) );
    }
    ASSERT( ssHashF64( SS_HASH_SEED, 1.0 ) == ssHashU64( SS_HASH_SEED, 0x3ff0000000000000u ) );
    PASS();
}

// --- the archive: one list of fields, four purposes ---

typedef struct Fields
{
    uint64_t word;
    double number, many[3];
    int integer;
    bool flag;
    ssVec3 vector;
    ssQuat turn;
} Fields;

static void serializeFields( ssArchive* archive, Fields* f )
{
    ssArchive_U64( archive, &f->word );
    ssArchive_F64( archive, &f->number );
    ssArchive_F64s( archive, f->many, 3 );
    ssArchive_Int( archive, &f->integer );
    ssArchive_Bool( archive, &f->flag );
    ssArchive_Vec3( archive, &f->vector );
    ssArchive_Quat( archive, &f->turn );
}

TEST archiveReadsWhatItWrote( void )
{
    Fields original = { 0xfedcba9876543210u, -0.0, { 5e-324, 1.7976931348623157e308, INFINITY },
        -2147483647 - 1, true, { 1.0, -2.0, 3.0 }, { 0.5, -0.5, 0.5, -0.5 } };
    ssArchive measure = { .mode = ss_archiveMeasure };
    serializeFields( &measure, &original );
    ASSERT_EQ_FMT( (size_t)( 14 * 8 ), measure.used, "%zu" );

    unsigned char bytes[14 * 8];
    ssArchive write = { .mode = ss_archiveWrite, .bytes = bytes, .size = sizeof bytes };
    serializeFields( &write, &original );
    ASSERT_EQ_FMT( measure.used, write.used, "%zu" );
    // The lowest byte comes first on every machine.
    ASSERT_EQ( 0x10, bytes[0] );
    ASSERT_EQ( 0xfe, bytes[7] );

    Fields copy = { 0 };
    ssArchive read = { .mode = ss_archiveRead, .bytes = bytes, .size = sizeof bytes };
    serializeFields( &read, &copy );
    ASSERT( !read.overrun );
    ASSERT( copy.word == original.word && signbit( copy.number ) && copy.number == 0.0 );
    ASSERT_MEM_EQ( original.many, copy.many, sizeof copy.many );
    ASSERT( copy.integer == original.integer && copy.flag );
    ASSERT_MEM_EQ( &original.vector, &copy.vector, sizeof copy.vector );
    ASSERT_MEM_EQ( &original.turn, &copy.turn, sizeof copy.turn );

    ssArchive hash = { .mode = ss_archiveHash, .hash = SS_HASH_SEED }, again = hash;
    serializeFields( &hash, &original );
    serializeFields( &again, &copy );
    ASSERT( hash.hash == again.hash && hash.hash != SS_HASH_SEED );
    PASS();
}

TEST archiveThatEndsTooEarlySaysSoAndGivesZeros( void )
{
    unsigned char bytes[14 * 8];
    memset( bytes, 0xff, sizeof bytes );
    for ( size_t size = 0; size < sizeof bytes; ++size )
    {
        Fields fields;
        memset( &fields, 1, sizeof fields );
        ssArchive read = { .mode = ss_archiveRead, .bytes = bytes, .size = size };
        serializeFields( &read, &fields );
        ASSERT( read.overrun );
        ASSERT( fields.turn.z == 0.0 );
    }
    PASS();
}

SUITE( base )
{
    RUN_TEST( okCarriesNothing );
    RUN_TEST( errorsCarryCodeFieldAndMessage );
    RUN_TEST( longTextsAreCutInsideTheResult );
    RUN_TEST( messagesAreInTheLanguageOfTheTranslator );
    RUN_TEST( versionIsThreeNumbers );
    RUN_TEST( failedAssertsReachTheHandler );
    RUN_TEST( assertsOfTheLibraryReachTheHandler );
    RUN_TEST( failedAssertWithoutHandlerAborts );
    RUN_TEST( memoryComesFromTheHook );
    RUN_TEST( hashIsFnv1a );
    RUN_TEST( hashDependsOnEveryBitOfADouble );
    RUN_TEST( archiveReadsWhatItWrote );
    RUN_TEST( archiveThatEndsTooEarlySaysSoAndGivesZeros );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( base );
    return TEST_END();
}
