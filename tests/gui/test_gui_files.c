// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// Opening and saving scenes in the window: folders, names, refusals, and what is remembered.

/// Plays the script in a folder that has sub/deeper, then runs a line of shell there.
static testRun playIn( const char* before, const char* options, const char* after )
{
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell( "export XDG_CONFIG_HOME=\"$D/config\"; mkdir -p \"$D/w/sub/deeper\" && cd \"$D/w\" && "
                      "{ %s; } && \"$S\" gui rolling-sphere --paused %s --script '%s' && { %s; }",
        before, options, path, after );
}

static void press( const char* action )
{
    line( "%s", action );
    line( "wait 4" );
}

TEST aSceneIsSavedElsewhereAndOpenedAgainByKeyboard( void )
{
    begin();
    line( "wait 2" );
    line( "set mu 0.37" );
    press( "key Ctrl+Shift+S" );
    line( "expect-text file.name rolling-sphere.json" );
    press( "key Down" ); // ..
    press( "key Down" ); // sub
    press( "key Return" );
    line( "expect-text file.folder /w/sub" );
    press( "type mine" );
    press( "key Return" );
    line( "expect ui.files 0 0" );
    line( "expect-text status.message sub/mine.json" );
    line( "load belt" );
    line( "wait 3" );
    press( "key Ctrl+Shift+O" );
    line( "expect-text file.folder /w/sub" ); // where a scene was saved last
    press( "type MIN" );                      // filters the list and selects the first hit
    press( "key Return" );
    line( "expect ui.files 0 0" );
    line( "expect-text scenario %s", ssFindScenario( "rolling-sphere" )->title );
    line( "expect mu 0.37 0.37" );
    // From now on Ctrl+S saves there.
    line( "set mu 0.38" );
    line( "wait 2" );
    press( "key Ctrl+S" );
    testRun run = playIn( "true", "", "ls; grep -c '\"mu\": 0.38' sub/mine.json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strncmp( run.out, "sub\n", 4 ) == 0 );
    PASS();
}

TEST theMouseGoesIntoAndOutOfFolders( void )
{
    begin();
    line( "wait 2" );
    press( "click menu.file" );
    press( "click menu.save-as" );
    press( "double-click file.entry.sub" );
    press( "double-click file.entry.deeper" );
    line( "expect-text file.folder /w/sub/deeper" );
    press( "click file.up" );
    press( "double-click file.entry..." );
    line( "expect-text file.folder /w" );
    press( "double-click file.entry.sub" );
    press( "click file.ok" );
    line( "expect ui.files 0 0" );
    press( "click menu.file" );
    press( "click menu.open" );
    press( "click file.entry.rolling-sphere.json" );
    line( "expect ui.files 1 1" );
    press( "click file.ok" );
    line( "expect ui.files 0 0" );
    press( "click menu.file" );
    press( "click menu.open" );
    press( "click file.cancel" );
    line( "expect ui.files 0 0" );
    testRun run = playIn( "true", "", "ls sub" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "deeper\nrolling-sphere.json\n", run.out );
    PASS();
}

TEST aFileIsReplacedOnlyAfterAQuestion( void )
{
    begin();
    line( "wait 2" );
    press( "key Ctrl+Shift+S" );
    line( "expect-text file.name rolling-sphere.json" );
    press( "type precious" );
    press( "key Return" );
    line( "expect-text file.question precious.json exists already" );
    press( "key Return" ); // a second Enter is no answer
    line( "expect ui.files 1 1" );
    press( "key Escape" );
    line( "expect ui.files 1 1" );
    press( "key Escape" );
    line( "expect ui.files 0 0" );
    testRun run = playIn( "echo keep > precious.json", "", "cat precious.json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "keep\n", run.out );

    begin();
    line( "wait 2" );
    press( "key Ctrl+Shift+S" );
    press( "click file.entry.precious.json" );
    line( "expect-text file.name precious.json" );
    press( "click file.ok" );
    press( "type r" );
    line( "expect ui.files 0 0" );
    run = playIn( "echo keep > precious.json", "", "grep -c rolling-sphere precious.json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST theDialogSaysWhyAndStaysOpen( void )
{
    begin();
    line( "wait 2" );
    press( "key Ctrl+Shift+O" );
    press( "key Return" );
    line( "expect-text file.error type a name" );
    press( "type nowhere/" );
    press( "key Return" );
    line( "expect-text file.error nowhere" );
    line( "expect-text file.error No such file" );
    line( "expect-text file.folder /w" );
    press( "type absent/scene" );
    press( "key Return" );
    line( "expect-text file.error there is no scene 'absent/scene'" );
    press( "type broken" );
    press( "key Return" );
    line( "expect-text file.error JSON" );
    line( "expect ui.files 1 1" );
    press( "key Escape" );
    line( "expect ui.files 0 0" );
    line( "expect step 0 0" ); // no letter has reached the shortcuts
    testRun run = playIn( "echo 'not a scene' > broken.json", "", "true" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST aFolderThatCannotBeReadIsNotEntered( void )
{
    if ( geteuid() == 0 ) { SKIPm( "root reads every folder" ); }
    begin();
    line( "wait 2" );
    press( "key Ctrl+Shift+O" );
    press( "double-click file.entry.locked" );
    line( "expect-text file.error Permission denied" );
    line( "expect-text file.folder /w" );
    testRun run = playIn( "mkdir locked && chmod 0 locked", "", "chmod 700 locked" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST theLastFolderIsRememberedUnlessItIsGone( void )
{
    begin();
    line( "wait 2" );
    press( "key Ctrl+Shift+S" );
    press( "type sub/a" );
    press( "key Return" );
    line( "expect ui.files 0 0" );
    testRun run = playIn( "true", "--remember", "cat \"$D/config/slipstick/settings.txt\"" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strstr( run.out, "/w/sub\n" ) != NULL );

    begin();
    line( "wait 2" );
    press( "key Ctrl+Shift+O" );
    line( "expect-text file.folder /w/sub" );
    run = playIn(
        "mkdir -p \"$D/config/slipstick\"; echo \"folder=$D/w/sub\" > \"$D/config/slipstick/settings.txt\"",
        "--remember", "true" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );

    begin();
    line( "wait 2" );
    press( "key Ctrl+Shift+O" );
    line( "expect-text file.folder /w" );
    line( "expect-text file.entry... .." );
    run = playIn( "mkdir -p \"$D/config/slipstick\"; echo 'folder=/no/such/folder' > "
                  "\"$D/config/slipstick/settings.txt\"",
        "--remember", "true" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

SUITE( files )
{
    RUN_TEST( aSceneIsSavedElsewhereAndOpenedAgainByKeyboard );
    RUN_TEST( theMouseGoesIntoAndOutOfFolders );
    RUN_TEST( aFileIsReplacedOnlyAfterAQuestion );
    RUN_TEST( theDialogSaysWhyAndStaysOpen );
    RUN_TEST( aFolderThatCannotBeReadIsNotEntered );
    RUN_TEST( theLastFolderIsRememberedUnlessItIsGone );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( files );
    return TEST_END();
}
