// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// The start page: its cards by mouse, by keys and in words, the run in its first card, and hints that come
// once.

static void openStart( void )
{
    begin();
    line( "wait 3" );
    line( "key Ctrl+Home" );
    line( "wait 3" );
    line( "expect ui.start 1 1" );
}

// Arrows go to the card that lies in their direction; each card says what it is.
TEST arrowsGoFromCardToCard( void )
{
    static const char* const way[][2] = { { "Down", "start.run" }, { "Up", "viewport" },
        { "Right", "start." }, { "Down", "start." }, { "Down", "start." } };
    openStart();
    for ( int i = 0; i < SS_COUNT( way ); ++i )
    {
        line( "key %s", way[i][0] );
        line( "wait 2" );
        line( "expect-text focus %s", way[i][1] );
    }
    static const char* const row[] = { "start.grip", "start.belt", "start.grooves", "start.speeds" };
    line( "move start.grip 0.5 0.5" );
    line( "key Escape" );
    line( "key Ctrl+Home" );
    line( "wait 3" );
    line( "key Down" );
    line( "wait 2" );
    line( "key Right" );
    line( "wait 2" );
    line( "key Up" ); // from the lower row to the upper one
    for ( int i = 0; i < SS_COUNT( row ); ++i )
    {
        line( "wait 2" );
        line( "expect-text focus %s", row[i] );
        line( "key Right" );
    }
    line( "wait 2" );
    line( "expect-text focus start.speeds" ); // there is none further on
    ASSERT_PLAYS( "rolling-sphere --paused --face stage --size 1280x720" );
    PASS();
}

// Tab goes through all cards in their order, in a wide window; in a narrow one arrows go down the list of
// cards.
TEST keysReachEveryCard( void )
{
    static const char* const order[] = { "start.run", "start.grip", "start.belt", "start.grooves",
        "start.speeds", "start.noise", "start.sand", "start.cubes", "start.all", "start.lessons",
        "start.lesson.0", "start.lesson.1", "start.lesson.2", "start.build", "start.scene.0", "start.scene.1",
        "start.law", "start.data", "start.contacts" };
    openStart();
    for ( int i = 0; i < SS_COUNT( order ); ++i )
    {
        line( "key Tab" );
        line( "wait 2" );
        line( "expect-text focus %s", order[i] );
    }
    line( "key Shift+Tab" );
    line( "wait 2" );
    line( "expect-text focus start.data" );
    line( "key Return" );
    line( "wait 6" );
    line( "expect ui.files 1 1" );
    ASSERT_PLAYS( "rolling-sphere --paused --face stage --size 1280x720" );
    openStart();
    for ( int i = 0; i < 14; ++i )
    {
        line( "key Down" );
        line( "wait 3" );
    }
    line( "expect-text focus start.contacts" );
    line( "key Return" );
    line( "wait 6" );
    line( "expect ui.files 1 1" );
    ASSERT_PLAYS( "rolling-sphere --paused --face stage --size 700x560" );
    PASS();
}

TEST eachCardOpensWhatItSays( void )
{
    static const struct
    {
        const char *card, *seen;
    } cards[] = { { "start.grip", "expect-text scenario Rolling sphere" },
        { "start.belt", "expect-text scenario Stick-slip block" },
        { "start.grooves", "expect-text scenario Sliding disk" },
        { "start.speeds", "expect-text scenario Rolling cylinder" },
        { "start.noise", "expect-text scenario Rolling cylinder" },
        { "start.sand", "expect-text scenario Sphere pile" },
        { "start.cubes", "expect-text scenario Dilatancy twins" }, { "start.all", "expect ui.find 1 1" },
        { "start.lessons", "expect ui.find 1 1" },
        { "start.lesson.0", "expect-text lesson.title A ball slides before it rolls" },
        { "start.build", "expect ui.build 1 1" }, { "start.scene.0", "expect-text view.point One push" },
        { "start.law", "expect ui.law 1 1" }, { "start.data", "expect ui.files 1 1" },
        { "start.contacts", "expect ui.files 1 1" }, { "start.run", "expect-text scenario Dilatancy" } };
    begin();
    line( "wait 3" );
    for ( int i = 0; i < SS_COUNT( cards ); ++i )
    {
        bool stays = strcmp( cards[i].seen, "expect ui.find 1 1" ) == 0 ||
            strcmp( cards[i].card, "start.contacts" ) == 0;
        line( "load dilatancy-twins" );
        line( "wait 3" );
        line( "key Ctrl+Home" );
        line( "wait 3" );
        line( "click %s", cards[i].card );
        line( "wait 6" );
        line( "%s", cards[i].seen );
        line( "expect ui.start %d %d", stays ? 1 : 0, stays ? 1 : 0 );
        line( "key Escape" );
        line( "wait 2" );
    }
    ASSERT_PLAYS( "rolling-sphere --paused --face stage" );
    PASS();
}

// Whoever pulls at the sphere sees it move, also where the run was paused; the run is the one of the window.
TEST theSphereInTheFirstCardCanBePulled( void )
{
    openStart();
    line( "hold viewport 0.9 0.3" );
    line( "wait 30" );
    line( "expect ui.grab 0 100" );
    line( "expect x 0.01 50" );
    line( "release" );
    line( "wait 3" );
    line( "expect ui.grab -1 -1" );
    line( "key Escape" );
    line( "wait 3" );
    line( "expect ui.start 0 0" );
    line( "expect x 0.01 50" );
    ASSERT_PLAYS( "rolling-sphere --paused --set u0=0 --set omega0=0 --face stage" );
    PASS();
}

// The page lies over the run; leaving it goes on with that.
TEST theRunStaysAsItWas( void )
{
    begin();
    line( "set mu 0.3" );
    for ( int i = 0; i < 10; ++i )
    {
        line( "key Shift+Right" );
        line( "wait 2" );
    }
    line( "key Ctrl+Home" );
    line( "wait 3" );
    line( "expect ui.start 1 1" );
    line( "key Escape" );
    line( "wait 3" );
    line( "expect ui.start 0 0" );
    line( "expect param.mu 0.3 0.3" );
    line( "expect t 0.0099 0.0101" );
    line( "key Ctrl+Home" );
    line( "wait 3" );
    line( "key L" ); // what cannot be seen on the page leaves it
    line( "wait 3" );
    line( "expect ui.start 0 0" );
    line( "expect ui.law 1 1" );
    ASSERT_PLAYS( "rolling-sphere --paused --face stage" );
    PASS();
}

TEST thePageAndItsCardsAreSaid( void )
{
    openStart();
    line( "wait 60" );
    line( "key Down" );
    line( "wait 60" );
    line( "key Right" );
    line( "wait 60" );
    line( "key Up" );
    line( "wait 60" );
    testRun run = play( "rolling-sphere --paused --speak --face stage --size 1280x720" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "\nRolling sphere. Drag it." ) );
    ASSERTm( run.out, testContains( run.out, "\nA ball grips. Friction spins" ) );
    PASS();
}

/// Plays the script with the settings of a folder of its own. The output is the file that it leaves.
static testRun playRemembering( const char* folder, const char* options )
{
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell(
        "export XDG_CONFIG_HOME=\"$D/../%s\"; cd \"$D/..\" && \"$S\" gui %s --remember --script '%s' && "
        "cat \"$XDG_CONFIG_HOME/slipstick/settings.txt\"",
        folder, options, path );
}

// A light theme is one click away and stays; a presentation is light for everybody, unless they say
// otherwise.
TEST theThemeIsChosenOnThePageAndKept( void )
{
    openStart();
    line( "expect ui.light 0 0" );
    line( "key F10" ); // the page has the menus
    line( "wait 3" );
    line( "key Escape" );
    line( "wait 3" );
    line( "expect ui.start 1 1" );
    line( "key F8" );
    line( "wait 12" );
    line( "expect ui.start 0 0" );
    line( "expect ui.light 1 1" );
    line( "key Ctrl+Home" );
    line( "wait 12" );
    line( "expect ui.light 0 0" );
    line( "click start.light" );
    line( "wait 2" );
    line( "expect ui.light 1 1" );
    testRun run = playRemembering( "theme", "rolling-sphere --paused" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( testContains( run.out, "light=1\n" ) );
    begin();
    line( "wait 3" );
    line( "expect ui.light 1 1" );
    run = playRemembering( "theme", "rolling-sphere --paused" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    begin();
    line( "wait 3" );
    line( "key F8" );
    line( "wait 12" );
    line( "expect ui.light 1 1" );
    line( "key Shift+L" );
    line( "wait 3" );
    line( "expect ui.light 0 0" );
    run = playRemembering( "theme", "rolling-sphere --paused" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST filesThatWereOpenedAreListed( void )
{
    begin();
    line( "wait 3" );
    line( "set mu 0.7" );
    line( "wait 2" );
    line( "key Ctrl+S" );
    line( "wait 3" );
    testRun run = playRemembering( "recent", "rolling-disk --paused --face stage" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "/rolling-disk.json\n" ) );
    openStart();
    line( "expect-text start.recent.0 rolling-disk.json" );
    line( "click start.recent.0" );
    line( "wait 3" );
    line( "expect ui.start 0 0" );
    line( "expect-text scenario Rolling disk" );
    line( "expect param.mu 0.7 0.7" );
    run = playRemembering( "recent", "belt --paused --face stage" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

// A hint comes where the mouse rests, goes when the hand sets to work, and does not come again. A script
// without
// --remember has none, so that its pictures stay the same.
TEST aHintComesOnce( void )
{
    begin();
    line( "wait 3" );
    line( "move viewport 0.5 0.5" );
    line( "wait 60" );
    line( "expect-text hint it follows your hand" );
    line( "drag viewport 0.6 0.5" );
    line( "wait 60" );
    line( "expect hints.seen 1 1" );
    testRun run = playRemembering( "hints", "rolling-sphere --paused --face stage" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    begin();
    line( "wait 3" );
    line( "move viewport 0.5 0.5" );
    line( "wait 60" );
    line( "expect-text hint hand" );
    static const char* const folders[] = { "hints", NULL };
    for ( int i = 0; i < SS_COUNT( folders ); ++i )
    {
        run = folders[i] != NULL ? playRemembering( folders[i], "rolling-sphere --paused --face stage" )
                                 : play( "rolling-sphere --paused --face stage" );
        ASSERT_EQ_FMT( 1, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, "there is no such widget" ) );
    }
    PASS();
}

// A picture of the page for a lecture or a manual, in both themes.
TEST thePageCanBePictured( void )
{
    testRun run =
        testShell( "cd \"$D\" && \"$S\" shot start --size 1280x720 -o dark.png && \"$S\" shot start --light "
                   "--size 1280x720 -o light.png && ! cmp -s dark.png light.png && file dark.png" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( testContains( run.out, "1280 x 720" ) );
    PASS();
}

TEST aWindowWithoutWordsOpensWithThePage( void )
{
    testRun run = testShell(
        "XDG_CONFIG_HOME=\"$D/plain\" \"$T/../support/on_display.sh\" 1280x720 '' \"$S\" gui --speak" );
    if ( run.status == 77 ) { SKIPm( "needs Xvfb, openbox and xdotool" ); }
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "Start page" ) );
    PASS();
}

SUITE( start )
{
    RUN_TEST( arrowsGoFromCardToCard );
    RUN_TEST( keysReachEveryCard );
    RUN_TEST( eachCardOpensWhatItSays );
    RUN_TEST( theSphereInTheFirstCardCanBePulled );
    RUN_TEST( theRunStaysAsItWas );
    RUN_TEST( thePageAndItsCardsAreSaid );
    RUN_TEST( theThemeIsChosenOnThePageAndKept );
    RUN_TEST( filesThatWereOpenedAreListed );
    RUN_TEST( aHintComesOnce );
    RUN_TEST( thePageCanBePictured );
    RUN_TEST( aWindowWithoutWordsOpensWithThePage );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( start );
    return TEST_END();
}
