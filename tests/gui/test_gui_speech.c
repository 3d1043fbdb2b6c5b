// SPDX-License-Identifier: MIT
#include "gui_script.h"

// What `--speak` says. Under a script it is text on standard output, one line for each sentence.

TEST sceneChangesFocusAndMessagesAreSaid( void )
{
    begin();
    line( "wait 60" );
    line( "key Left" ); // there is nothing before the first step
    line( "wait 60" );
    line( "key Space" );
    line( "wait 60" );
    line( "key Space" );
    line( "wait 60" );
    line( "key Down" );
    line( "wait 60" );
    line( "key Right" );
    line( "wait 60" );
    line( "tap-key Down" ); // past μ_r to μ_s: only where the keys come to rest is said
    line( "tap-key Down" );
    line( "wait 60" );
    testRun run = play( "rolling-sphere --preset fig3b --paused --speak" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    static const char* const said[] = { "Rolling sphere. It slides at first", "\nThere is no earlier step.\n",
        ": sphere on ground begins to roll\n", "\nμ, sliding friction coefficient, 0.2, slider\n",
        "\nμ, sliding friction coefficient, 0.21, slider\n", "\nμ_s, " };
    const char* at = run.out;
    for ( int i = 0; i < (int)( sizeof said / sizeof said[0] ); ++i )
    {
        at = strstr( at, said[i] );
        ASSERTm( said[i], at != NULL );
        ++at;
    }
    ASSERT_EQ( NULL, strstr( run.out, "\nμ_r, " ) );
    PASS();
}

TEST theValueUnderTheFocusIsSaidAtPlots( void )
{
    begin();
    line( "wait 60" );
    line( "key Ctrl+Tab" );
    line( "key Down" );
    line( "wait 60" );
    for ( int i = 0; i < 5; ++i ) // tools, parameters, contact, timeline, plots
    {
        line( "key Ctrl+Tab" );
        line( "wait 3" );
    }
    line( "wait 60" );
    line( "key Down" );
    line( "wait 60" );
    line( "key Space" );
    line( "wait 30" );
    line( "key Space" );
    line( "key Left" );
    line( "wait 60" );
    testRun run = play( "rolling-sphere --preset fig3b --paused --speak" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "\nedge of a panel\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\nNew plot\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\nplot, velocity, t = " ) != NULL );
    ASSERTm( run.out, strstr( run.out, " s, U = " ) != NULL );
    PASS();
}

TEST partsThatAreGoneKeepTheirNames( void )
{
    begin();
    line( "wait 90" );
    line( "key B" );
    line( "wait 5" );
    line( "key Shift+Delete" );
    line( "wait 5" );
    line( "key Space" ); // building has paused the run
    line( "wait 90" );
    testRun run = play( "playground --speak" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, " on ground opens" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "ground on ground" ) == NULL );
    PASS();
}

TEST fieldsOfAFormSayTheirLabelAndValue( void )
{
    begin();
    line( "wait 60" );
    line( "key F9" );
    line( "wait 5" );
    line( "key Ctrl+Tab" );
    line( "wait 60" );
    line( "key Down" );
    line( "wait 60" );
    testRun run = play( "rolling-sphere --paused --speak --language de" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "\nAnsicht, die Szene\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\nvon, 0\n" ) != NULL );
    PASS();
}

/// Opens a window with a key and walks down its controls.
static void walkDown( const char* key, int count )
{
    begin();
    line( "wait 60" );
    line( "key %s", key );
    line( "wait 5" );
    line( "key Ctrl+Tab" );
    line( "wait 60" );
    for ( int i = 0; i < count; ++i )
    {
        line( "key Down" );
        line( "wait 60" );
    }
}

TEST theSolverMicroscopeSaysWhatIsChosen( void )
{
    walkDown( "F3", 5 );
    testRun run = play( "rolling-sphere --paused --speak" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "\nFreeze this step\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\nproblem file\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, ", on\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, ", not run yet\n" ) != NULL );
    ASSERT_EQ( NULL, strstr( run.out, "\nsolvers " ) );
    PASS();
}

TEST theSweepPanelSaysItsNumbers( void )
{
    walkDown( "F6", 4 );
    testRun run = play( "rolling-sphere --paused --speak --language de" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "\ny-Achse, μ " ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\ny-Achse, von, 0\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\ny-Achse, Werte, 8\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\ny-Achse, log, aus\n" ) != NULL );
    PASS();
}

TEST theFitPanelSaysColumnsLocksAndBounds( void )
{
    char path[600], options[900];
    snprintf( path, sizeof path, "%s/spoken.csv", testScratch() );
    testWriteFile( path, "t [s],x [mm]\n0,0\n0.1,100\n0.2,200\n" );
    walkDown( "F7", 9 );
    snprintf( options, sizeof options, "rolling-sphere --paused --speak --data '%s'", path );
    testRun run = play( options );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "\nx, x [m]\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\nμ, free\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\nμ, from, 0\n" ) != NULL );
    ASSERT_EQ( NULL, strstr( run.out, "\nfit " ) );
    PASS();
}

TEST itIsQuietUnlessAsked( void )
{
    begin();
    line( "wait 60" );
    line( "expect ui.speak 0 0" );
    testRun run = play( "rolling-sphere --paused" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "", run.out );
    begin();
    line( "wait 2" );
    line( "click menu.view" );
    line( "wait 3" );
    line( "click menu.speech" );
    line( "wait 60" );
    line( "expect ui.speak 1 1" );
    run = play( "rolling-sphere --paused" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strstr( run.out, "Rolling sphere. " ) == run.out );
    PASS();
}

TEST aLessonIsReadOut( void )
{
    begin();
    line( "wait 120" );
    testRun run = play( "--lesson example --speak" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strlen( run.out ) > 80 );
    PASS();
}

SUITE( speech )
{
    RUN_TEST( sceneChangesFocusAndMessagesAreSaid );
    RUN_TEST( theValueUnderTheFocusIsSaidAtPlots );
    RUN_TEST( partsThatAreGoneKeepTheirNames );
    RUN_TEST( fieldsOfAFormSayTheirLabelAndValue );
    RUN_TEST( theSolverMicroscopeSaysWhatIsChosen );
    RUN_TEST( theSweepPanelSaysItsNumbers );
    RUN_TEST( theFitPanelSaysColumnsLocksAndBounds );
    RUN_TEST( itIsQuietUnlessAsked );
    RUN_TEST( aLessonIsReadOut );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( speech );
    return TEST_END();
}
