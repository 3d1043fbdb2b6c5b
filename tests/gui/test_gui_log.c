// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// `slipstick open FILE`: a contact log in the window plays like a run. It is scrubbed and stepped through, a
// contact is picked and its columns are plotted, and what the log does not say is called unknown.

#define HEADINGS "t,contact,a,b,px,py,pz,nx,ny,nz,fx,fy,fz,vx,vy,vz,gap,mu\n"

// Two blocks on the ground at uneven times from 2 s on. The first sticks and
// then slides; the second is always at rest.
static const char s_blocks[] =
    HEADINGS "2,0,-1,0,0,0,0,0,0,1,-3,0,10,0,0,0,0,0.5\n2,1,-1,1,1,0,0,0,0,1,-1,0,8,0,0,0,0,0.5\n"
             "2.5,0,-1,0,0,0,0,0,0,1,-5,0,10,0.2,0,0,0,0.5\n2.5,1,-1,1,1,0,0,0,0,1,-2,0,8,0,0,0,0,0.5\n"
             "4,0,-1,0,0.3,0,0,0,0,1,-6,0,12,0.2,0,0,0,0.5\n4,1,-1,1,1,0,0,0,0,1,-3,0,8,0,0,0,0,0.5\n";

static const char s_bare[] =
    "t,nx,ny,nz,fx,fy,fz,vx,vy,vz\n0,0,0,1,-3,0,10,0.5,0,0\n1,0,0,1,-3,0,10,0.5,0,0\n";

static testRun playLog( const char* text, const char* command )
{
    char path[600];
    snprintf( path, sizeof path, "%s/log.csv", testScratch() );
    testWriteFile( path, text );
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell( "cd '%s' && \"$S\" %s --size 1280x720 --script script", testScratch(), command );
}

#define ASSERT_LOG_PLAYS( text, command )                     \
    do {                                                      \
        testRun played = playLog( text, command );            \
        ASSERT_EQ_FMTm( played.err, 0, played.status, "%d" ); \
    } while ( 0 )

TEST aLogIsSteppedAndScrubbed( void )
{
    begin();
    line( "wait 4" );
    line( "expect-text scenario log.csv" );
    line( "expect-text frame frame 1 of 3" );
    line( "expect t 2 2" );
    line( "expect until 4 4" );
    line( "expect-text status.light law ok" );
    line( "expect timeline.events 1 1" ); // known before anybody has played it
    line( "expect timeline.recorded 4 4" );
    line( "key Right" );
    line( "wait 2" );
    line( "expect t 2.5 2.5" );
    line( "expect-text contact.mode slide" );
    line( "drag timeline 1" );
    line( "wait 2" );
    line( "expect-text frame frame 3 of 3" );
    line( "expect t 4 4" );
    line( "key Left" );
    line( "wait 2" );
    line( "expect t 2.5 2.5" );
    line( "key R" );
    line( "wait 2" );
    line( "expect t 2 2" );
    line( "expect-text contact.mode stick" );
    ASSERT_LOG_PLAYS( s_blocks, "open log.csv --paused" );
    PASS();
}

TEST framesPlayAtTheirTimesAndEnd( void )
{
    begin();
    line( "wait 2" );
    line( "key Space" );
    line( "wait 20" ); // a third of a second, at the speed of time
    line( "expect t 2 2" );
    line( "wait 20" );
    line( "expect t 2.5 2.5" );
    line( "wait 60" );
    line( "expect t 2.5 2.5" );
    line( "wait 40" );
    line( "expect t 4 4" );
    line( "expect finished 1 1" );
    line( "expect-text view.hint end of the log" );
    line( "key Space" ); // there is nothing after the end
    line( "wait 2" );
    line( "expect t 2 2" );
    line( "expect playing 1 1" );
    ASSERT_LOG_PLAYS( s_blocks, "open log.csv --paused" );
    PASS();
}

// A log may begin with what is looked for. The contact that breaks is the one that plots follow.
TEST theFirstFrameCanBreak( void )
{
    begin();
    line( "wait 2" );
    line( "expect c_fx -3 -3" );
    line( "click contact.conditions" );
    line( "wait 2" );
    line( "click contact.break" );
    line( "type friction < 2" );
    line( "key Return" );
    line( "wait 2" );
    line( "key Space" );
    line( "wait 60" );
    line( "expect breaks 1 1" );
    line( "expect t 2 2" );
    line( "expect c_fx -1 -1" );
    line( "key Space" );
    line( "wait 200" );
    line( "expect breaks 1 1" );
    line( "expect t 4 4" );
    ASSERT_LOG_PLAYS( s_blocks, "open log.csv --paused" );
    PASS();
}

TEST thePickedContactIsPlotted( void )
{
    begin();
    line( "wait 4" );
    line( "expect c_fz 10 10" );
    line( "key N" );
    line( "wait 4" );
    line( "expect-text contact.name body 1 on ground" );
    line( "expect c_fz 8 8" );
    line( "expect c_b 1 1" );
    line( "drag timeline 1" );
    line( "wait 3" );
    line( "expect c_fx -3 -3" );
    ASSERT_LOG_PLAYS( s_blocks, "open log.csv --paused" );
    PASS();
}

// Two corners of a body move by the distance between them: the first stands where the second was.
TEST plotsAndMicroscopeFollowTheSameContact( void )
{
    static const char text[] =
        HEADINGS "0,0,-1,0,0,0,0,0,0,1,-3,0,10,0,0,0,0,0.5\n0,1,-1,0,1,0,0,0,0,1,-1,0,8,0,0,0,0,0.5\n"
                 "1,0,-1,0,1,0,0,0,0,1,-5,0,10,0.2,0,0,0,0.5\n1,1,-1,0,2,0,0,0,0,1,-2,0,8,0,0,0,0,0.5\n";
    begin();
    line( "wait 4" );
    line( "key N" );
    line( "wait 4" );
    line( "expect c_fx -1 -1" );
    line( "expect contact.margin 74.9 75.1" );
    line( "key Right" );
    line( "wait 4" );
    line( "expect c_fx -2 -2" );
    line( "expect contact.margin 49.9 50.1" );
    ASSERT_LOG_PLAYS( text, "open log.csv --paused" );
    PASS();
}

TEST aLogIsReloaded( void )
{
    begin();
    line( "wait 4" );
    line( "key Right" );
    line( "wait 2" );
    line( "expect t 2.5 2.5" );
    line( "key Ctrl+L" );
    line( "wait 4" );
    line( "expect-text scenario log.csv" );
    line( "expect-text frame frame 1 of 3" );
    line( "expect t 2 2" );
    ASSERT_LOG_PLAYS( s_blocks, "open log.csv --paused" );
    begin();
    line( "wait 4" );
    line( "drop log.csv" );
    line( "wait 4" );
    line( "key Right" );
    line( "wait 2" );
    line( "expect t 1 1" );
    line( "key Ctrl+L" );
    line( "wait 4" );
    line( "expect t 0 0" );
    ASSERT_LOG_PLAYS( s_bare, "gui --paused" );
    PASS();
}

TEST whatCannotBeReloadedSaysSo( void )
{
    begin();
    line( "wait 4" );
    line( "key Right" );
    line( "wait 2" );
    line( "key Ctrl+L" );
    line( "wait 4" );
    line( "expect-text status.message cannot be reloaded" );
    line( "expect t 2.5 2.5" );
    ASSERT_LOG_PLAYS( s_blocks, "open log.csv --map mu_r=mu --paused" );
    PASS();
}

TEST unknownIsSaid( void )
{
    begin();
    line( "wait 4" );
    line( "expect-text status.light μ unknown" );
    line( "expect-text contact.law μ is unknown" );
    line( "expect-text contact.margin unknown" );
    line( "expect-text contact.gap unknown" );
    line( "expect-text contact.moments unknown" );
    line( "expect-text contact.name bodies unknown" );
    line( "expect cones 0 0" );
    line( "click status.light" );
    line( "wait 3" );
    line( "expect-text lint.0 unknown" );
    line( "key Escape" );
    line( "key G" );
    line( "wait 3" );
    line( "click pane.y.c_mx" );
    line( "click pane.y.c_fx" );
    line( "click pane.done" );
    line( "wait 3" );
    line( "move plot.own1 0.5 0.5" );
    line( "wait 3" );
    line( "expect-text plot.own1.legend.c_mx m_x unknown" );
    line( "expect-text plot.own1.legend.c_fx f_x = -3" );
    ASSERT_LOG_PLAYS( s_bare, "open log.csv --paused" );
    begin();
    line( "wait 4" );
    line( "expect-text status.light cone membership" );
    line( "expect-text contact.law outside by" );
    ASSERT_LOG_PLAYS( s_bare, "open log.csv --paused --set mu=0.25" );
    PASS();
}

TEST aBrokenRowIsSaidWithItsLine( void )
{
    static const char broken[] = HEADINGS "0,0,-1,0,0,0,0,0,0,1,0,0,1,0,0,0,0,0.5\n"
                                          "1,0,-1,0,0,0,0,0,0,2,0,0,1,0,0,0,0,0.5\n";
    begin();
    line( "wait 2" );
    line( "expect-text status.message line 3" );
    line( "key Space" );
    line( "wait 90" );
    line( "expect t 0 0" );
    line( "expect playing 0 0" );
    line( "expect-text status.message the normal has length 2" );
    ASSERT_LOG_PLAYS( broken, "open log.csv --paused" );
    PASS();
}

TEST aLogIsNoScene( void )
{
    testRun run = playLog( "not a log\n", "open log.csv" );
    ASSERT_EQ( 2, run.status );
    ASSERTm( run.err, strstr( run.err, "log.csv" ) != NULL );
    begin();
    line( "wait 2" );
    line( "drop log.csv" );
    line( "wait 4" );
    line( "expect-text scenario log.csv" );
    line( "expect last-step 2 2" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    line( "expect-text status.message A log is no scene" );
    line( "load belt" );
    line( "wait 4" );
    line( "expect-text scenario Mass on a belt" );
    ASSERT_LOG_PLAYS( s_blocks, "gui --paused" );
    PASS();
}

TEST picturesAndRunsTakeLogs( void )
{
    char path[600];
    snprintf( path, sizeof path, "%s/log.csv", testScratch() );
    testWriteFile( path, s_blocks );
    testRun run =
        testShell( "cd '%s' && \"$S\" shot log.csv --at 4 -o log.png && ls -s log.png", testScratch() );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    run = testShell( "cd '%s' && \"$S\" run log.csv --set contact=1 --csv -", testScratch() );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "c_fx" ) != NULL );
    run = testShell(
        "cd '%s' && sed s/fx/force/ log.csv > theirs.csv && \"$S\" run theirs.csv --map fx=force --hash",
        testScratch() );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    run = testShell( "cd '%s' && \"$S\" run log.csv --h 0.1", testScratch() );
    ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
    ASSERTm( run.err, strstr( run.err, "--h: the times of a contact log" ) != NULL );
    PASS();
}

SUITE( logs )
{
    RUN_TEST( aLogIsSteppedAndScrubbed );
    RUN_TEST( framesPlayAtTheirTimesAndEnd );
    RUN_TEST( theFirstFrameCanBreak );
    RUN_TEST( thePickedContactIsPlotted );
    RUN_TEST( plotsAndMicroscopeFollowTheSameContact );
    RUN_TEST( aLogIsReloaded );
    RUN_TEST( whatCannotBeReloadedSaysSo );
    RUN_TEST( unknownIsSaid );
    RUN_TEST( aBrokenRowIsSaidWithItsLine );
    RUN_TEST( aLogIsNoScene );
    RUN_TEST( picturesAndRunsTakeLogs );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( logs );
    return TEST_END();
}
