// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "session/law/law_draft.h"
#include "slipstick/lab/lab.h"

// A law that is being typed: undo by words, compiling after a pause, values that survive an edit, files.

static sessionLawDraft* newDraft( const char* text )
{
    sessionLawDraft* draft = calloc( 1, sizeof *draft );
    sessionLawDraft_Show( draft, text, NULL, 0.0 );
    return draft;
}

static void freeDraft( sessionLawDraft* draft )
{
    sessionLawDraft_Free( draft );
    free( draft );
}

/// Types letters at the end of the text, one every `pause` seconds.
static double type( sessionLawDraft* draft, const char* letters, double now, double pause )
{
    for ( ; *letters != '\0'; ++letters )
    {
        size_t length = strlen( draft->text );
        draft->text[length] = *letters;
        draft->text[length + 1] = '\0';
        now += pause;
        sessionLawDraft_Edited( draft, (int)length + 1, now );
    }
    return now;
}

TEST lettersTypedInOneGoAreUndoneByWords( void )
{
    sessionLawDraft* draft = newDraft( "" );
    double now = type( draft, "let mu = 1", 0.0, 0.1 );
    ASSERT_EQ( 9, sessionLawDraft_Undo( draft, now ) );
    ASSERT_STR_EQ( "let mu = ", draft->text );
    ASSERT_EQ( 7, sessionLawDraft_Undo( draft, now ) );
    ASSERT_STR_EQ( "let mu ", draft->text );
    sessionLawDraft_Redo( draft, now );
    ASSERT_STR_EQ( "let mu = ", draft->text );
    sessionLawDraft_Undo( draft, now );
    sessionLawDraft_Undo( draft, now );
    sessionLawDraft_Undo( draft, now );
    ASSERT_STR_EQ( "", draft->text );
    ASSERT_EQ( -1, sessionLawDraft_Undo( draft, now ) );
    freeDraft( draft );
    PASS();
}

TEST aPauseBeginsANewChangeAndTypingEndsTheFuture( void )
{
    sessionLawDraft* draft = newDraft( "" );
    double now = type( draft, "ab", 0.0, 0.1 );
    now = type( draft, "cd", now + 5.0, 0.1 );
    sessionLawDraft_Undo( draft, now );
    ASSERT_STR_EQ( "ab", draft->text );
    type( draft, "x", now + 0.1, 0.1 );
    ASSERT_EQ( -1, sessionLawDraft_Redo( draft, now ) );
    sessionLawDraft_Undo( draft, now );
    ASSERT_STR_EQ( "ab", draft->text );
    freeDraft( draft );
    PASS();
}

TEST theOldestChangesAreForgotten( void )
{
    sessionLawDraft* draft = newDraft( "" );
    int undone = 0;
    double now = 0.0;
    for ( int i = 0; i < 2 * session_textHistoryDepth; ++i ) { now = type( draft, "a", now + 5.0, 0.0 ); }
    while ( sessionLawDraft_Undo( draft, now ) >= 0 ) { ++undone; }
    ASSERT_EQ_FMT( session_textHistoryDepth - 1, undone, "%d" );
    ASSERT_EQ_FMT( session_textHistoryDepth + 1, (int)strlen( draft->text ), "%d" );
    freeDraft( draft );
    PASS();
}

TEST theTextIsCompiledAfterAPauseAndTheLastRightProgramStays( void )
{
    sessionLawDraft* draft = newDraft( "law \"A\"\nC = disc(0.4)\n" );
    ASSERT( sessionLawDraft_Update( draft, 0.0 ) );
    ASSERT_STR_EQ( "A", ssLawProgram_Info( draft->program )->title );
    double now = type( draft, "D = disk(1)", 1.0, 0.0 );
    ASSERT( !sessionLawDraft_Update( draft, now ) && draft->problem[0] == '\0' ); // too early
    ASSERT( !sessionLawDraft_Update( draft, now + SESSION_LAW_PAUSE + 1e-6 ) );
    ASSERT_EQ( 3, draft->place.line );
    ASSERT_EQ( 5, draft->place.column );
    ASSERT_EQ( 4, draft->place.length );
    ASSERTm(
        draft->problem, strstr( draft->problem, "disc" ) != NULL && strchr( draft->problem, ':' ) == NULL );
    ASSERT_STR_EQ( "A", ssLawProgram_Info( draft->program )->title );
    freeDraft( draft );
    PASS();
}

TEST valuesStayUnlessTheTextChangesTheirDefaults( void )
{
    sessionLawDraft* draft =
        newDraft( "law \"A\"\nparam a = 1 in 0 .. 2\nparam b = 1 in 0 .. 2\nC = disc(a + b)\n" );
    sessionLawDraft_Update( draft, 0.0 );
    draft->values[0] = 0.25;
    draft->values[1] = 0.5;
    // Another order, another default of b, a new parameter.
    sessionLawDraft_Show( draft,
        "law \"A\"\nparam n = 3 in 0 .. 9\nparam b = 1.5 in 0 .. 2\nparam a = 1 in 0 .. 2\nC = disc(a + b + "
        "n)\n",
        NULL, 1.0 );
    ASSERT( sessionLawDraft_Update( draft, 1.0 ) );
    ASSERT_EQ( 3.0, draft->values[0] );
    ASSERT_EQ( 1.5, draft->values[1] );
    ASSERT_EQ( 0.25, draft->values[2] );
    freeDraft( draft );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- files

TEST aFileThatAnotherProgramChangedIsReplacedOnlyOnDemand( void )
{
    char path[600];
    snprintf( path, sizeof path, "%s/a.law", testScratch() );
    testWriteFile( path, "law \"A\"\r\nC = disc(0.4)\r\n" );
    sessionLawDraft* draft = newDraft( "" );
    ASSERT_EQ( ss_ok, sessionLawDraft_Open( draft, path, 0.0 ).code );
    ASSERT_STR_EQ( "law \"A\"\nC = disc(0.4)\n", draft->text );
    ASSERT( !sessionLawDraft_IsChanged( draft ) );
    type( draft, "# mine", 1.0, 0.1 );
    ASSERT( sessionLawDraft_IsChanged( draft ) );
    testWriteFile( path, "theirs" );
    ssResult result = sessionLawDraft_Save( draft, NULL );
    ASSERTm( result.message, result.code != ss_ok && strstr( result.message, "a.law" ) != NULL );
    size_t length = 0;
    char* there = testReadFile( path, &length );
    ASSERT_STR_EQ( "theirs", there );
    free( there );
    ASSERT_EQ( ss_ok, sessionLawDraft_Save( draft, NULL ).code );
    there = testReadFile( path, &length );
    ASSERT_STR_EQ( draft->text, there );
    free( there );
    ASSERT( !sessionLawDraft_IsChanged( draft ) );
    freeDraft( draft );
    PASS();
}

TEST aFileThatIsNoLawIsRefusedAndChangesNothing( void )
{
    char path[600];
    snprintf( path, sizeof path, "%s/long.law", testScratch() );
    char* text = malloc( session_lawCapacity + 1 );
    memset( text, 'a', session_lawCapacity );
    text[session_lawCapacity] = '\0';
    testWriteFile( path, text );
    free( text );
    sessionLawDraft* draft = newDraft( "kept" );
    ssResult result = sessionLawDraft_Open( draft, path, 0.0 );
    ASSERTm( result.message, result.code != ss_ok && strstr( result.message, "16383" ) != NULL );
    result = sessionLawDraft_Open( draft, "/nowhere/x.law", 0.0 );
    ASSERTm( result.message, result.code != ss_ok && strstr( result.message, "/nowhere/x.law" ) != NULL );
    result = sessionLawDraft_Save( draft, "/nowhere/x.law" );
    ASSERT( result.code != ss_ok && draft->path[0] == '\0' );
    ASSERT_STR_EQ( "kept", draft->text );
    freeDraft( draft );
    PASS();
}

SUITE( typing )
{
    RUN_TEST( lettersTypedInOneGoAreUndoneByWords );
    RUN_TEST( aPauseBeginsANewChangeAndTypingEndsTheFuture );
    RUN_TEST( theOldestChangesAreForgotten );
    RUN_TEST( theTextIsCompiledAfterAPauseAndTheLastRightProgramStays );
    RUN_TEST( valuesStayUnlessTheTextChangesTheirDefaults );
}

SUITE( files )
{
    RUN_TEST( aFileThatAnotherProgramChangedIsReplacedOnlyOnDemand );
    RUN_TEST( aFileThatIsNoLawIsRefusedAndChangesNothing );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( typing );
    RUN_SUITE( files );
    return TEST_END();
}
