// SPDX-License-Identifier: MIT
#include "gui_script.h"

// What the window gives away and takes: links, pages, and parts of it alone.

TEST aLinkOfTheRunIsCopied( void )
{
    begin();
    line( "wait 2" );
    line( "set mu 0.37" );
    line( "wait 3" );
    line( "click menu.file" );
    line( "wait 3" );
    line( "click menu.copy-link" );
    line( "wait 3" );

    line( "expect-text status.message The link is in the clipboard." );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

#define SCENE( show )                                                                                      \
    "echo "                                                                                                \
    "'{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"rolling-sphere\",\"preset\":\"fig3b\"," \
    "\"seed\":\"7\","                                                                                      \
    "\"params\":{\"mu\":0.15},\"twin\":{\"mu\":0.05},\"show\":{" show "}}' > s.json; "

/// Plays the script with the link of that scene, which is made by `$S link`.
static testRun playLink( const char* scene )
{
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell(
        "cd \"$D\"; %s \"$S\" gui \"http://host/x.html$(\"$S\" link s.json)\" --script '%s'", scene, path );
}

TEST aLinkOpensAtItsMomentAndWaitsThere( void )
{
    begin();
    line( "wait 5" );
    line( "expect mu 0.15 0.15" );
    line( "expect t 0.7999 0.8001" );
    line( "expect playing 0 0" );
    line( "expect twin.mu 0.05 0.05" );
    line( "names" );
    testRun run = playLink( SCENE( "\"time\":0.8" ) );
    ASSERT_EQm( run.err, 0, run.status );
    PASS();
}

TEST aLinkOpensItsLesson( void )
{
    begin();
    line( "wait 5" );
    line( "expect ui.lesson 1 1" );
    testRun run = playLink( SCENE( "\"lesson\":\"slide-then-roll\"" ) );
    ASSERT_EQm( run.err, 0, run.status );
    PASS();
}

TEST aLinkThatIsDroppedIsLoadedAndABrokenOneSaysSo( void )
{
    begin();
    line( "wait 2" );
    line( "drop \"#s=AAAA\"" );
    line( "wait 3" );
    line( "expect-text status.message link" );
    line( "expect mu 0.3 0.3" );
    testRun run = playLink( SCENE( "\"focus\":true" ) );
    ASSERT_EQ( 1, run.status ); // mu is still that of the scene
    ASSERTm( run.err, testContains( run.err, "found 0.15" ) );
    PASS();
}

TEST nothingIsShownButWhatIsNamed( void )
{
    begin();
    line( "wait 5" );
    line( "expect ui.panel 1 1" );
    line( "expect ui.contact 0 0" );
    line( "names" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell(
        "\"$S\" gui rolling-sphere --show scene,plot.u,param.mu_r --face stage --script '%s'", path );
    ASSERT_EQm( run.err, 0, run.status );
    ASSERTm( run.out, testContains( run.out, "param.mu_r" ) && testContains( run.out, "plot.u" ) );
    ASSERTm( run.out, !testContains( run.out, "menu.file" ) && !testContains( run.out, "param.mu\n" ) );
    ASSERTm( run.out, !testContains( run.out, "timeline" ) && !testContains( run.out, "plot.r_t" ) );
    PASS();
}

SUITE( share )
{
    RUN_TEST( aLinkOfTheRunIsCopied );
    RUN_TEST( aLinkOpensAtItsMomentAndWaitsThere );
    RUN_TEST( aLinkOpensItsLesson );
    RUN_TEST( aLinkThatIsDroppedIsLoadedAndABrokenOneSaysSo );
    RUN_TEST( nothingIsShownButWhatIsNamed );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( share );
    return TEST_END();
}
