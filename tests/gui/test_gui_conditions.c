// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/change.h"
#include "slipstick/lab/lab.h"

// The conditions of the contact panel: which contacts are shown, and where the run pauses.

/// The time at which the sphere of fig3b stops sliding, as the changes of regime say.
static double endOfSliding( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    testMust( ssSimDef_ApplyPreset( &def, "fig3b" ) );
    ssSim* sim = NULL;
    ssChangeLog* log = NULL;
    double time = SS_NAN;
    if ( ssCreateSim( &def, &sim ).code == ss_ok && ssCreateChangeLog( &log ).code == ss_ok )
    {
        int count = 0;
        const ssChange* changes = NULL;
        for ( int i = 0; i < 10000 && count == 0; ++i )
        {
            testMust( ssChangeLog_Visit( log, sim, &count, &changes ) );
            time = ssSim_Time( sim );
            ssSim_Step( sim );
        }
    }
    ssDestroyChangeLog( log );
    ssDestroySim( sim );
    return time;
}

TEST playPausesWhereTheModeBegins( void )
{
    double time = endOfSliding();
    begin();
    line( "wait 2" );
    line( "key Ctrl+B" );
    line( "wait 3" );
    line( "type mode = roll" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect-text contact.break mode = roll" );
    line( "key Space" );
    line( "wait 200" );
    line( "expect playing 0 0" );
    line( "expect t %.17g %.17g", time - 1e-9, time + 1e-9 );
    line( "expect breaks 1 1" );
    line( "expect-text status.message Break at t = %.6g s: sphere on ground, mode roll", time );
    line( "key Space" ); // goes on
    line( "wait 30" );
    line( "expect playing 1 1" );
    line( "expect breaks 1 1" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST aBreakSelectsItsContact( void )
{
    begin();
    line( "wait 2" );
    line( "click contact.conditions" );
    line( "wait 2" );
    line( "click contact.break.choices" );
    line( "wait 2" );
    line( "click contact.break.choice.1" );
    line( "wait 2" );
    line( "expect-text contact.break margin < 1%%" );
    line( "key Space" );
    line( "wait 60" );
    line( "expect breaks 1 1" );
    line( "expect playing 0 0" );
    line( "expect contact.margin -1e-3 1" );
    line( "key Space" );
    line( "wait 60" );
    line( "expect breaks 2 2" );
    line( "expect contact.margin -1e-3 1" );
    ASSERT_PLAYS( "playground --paused" );
    PASS();
}

TEST aFilterHidesTheOtherContacts( void )
{
    begin();
    line( "wait 90" );
    line( "key Space" );
    line( "wait 2" );
    line( "key Ctrl+F" );
    line( "wait 3" );
    line( "type body ground and contact <= 3" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect contact.shown 3 3" );
    line( "expect contact.count 20 60" );
    line( "expect-text contact.shown 3 of" );
    line( "expect-text view.filter filter: 3 of" );
    for ( int i = 0; i < 7; ++i )
    {
        line( "key N" );
        line( "wait 2" );
        line( "expect contact.index 0 2" ); // only these can be reached
    }
    line( "key Ctrl+F" );
    line( "wait 3" );
    line( "type force > 1e9" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect contact.shown 0 0" );
    line( "expect-text contact.shown not this one" );
    line( "key N" );
    line( "expect-text status.message hides all contacts" );
    line( "click contact.filter.choices" );
    line( "wait 2" );
    line( "click contact.filter.choice.0" );
    line( "wait 3" );
    line( "expect contact.shown 20 60" );
    ASSERT_PLAYS( "playground" );
    PASS();
}

/// A break can be typed before anything touches, when the panel is not there yet.
TEST aBreakCanBeTypedBeforeTheFirstContact( void )
{
    begin();
    line( "key Ctrl+B" );
    line( "wait 3" );
    line( "type force > 0.1 N" );
    line( "key Return" );
    line( "wait 100" );
    line( "expect-text contact.break force > 0.1 N" );
    line( "expect playing 0 0" );
    line( "expect breaks 1 1" );
    line( "expect contact.r_n 0.1 1e6" );
    ASSERT_PLAYS( "gravel-pile --preset tiny" );
    PASS();
}

/// In a log of another program a break is the frame in which the contact
/// begins: here the first one after the change.
TEST breaksAndFiltersWorkInALog( void )
{
    testRun made = testShell( "cd \"$D\" && \"$S\" run lanes --until 4 --every 0.01 --contacts ../lanes.csv "
                              "--changes - | grep ',slide,'" );
    double change = strtod( made.out, NULL ), frame = 0.01 * ceil( change / 0.01 - 1e-9 );
    ASSERT( change > 1.0 );
    begin();
    line( "wait 5" );
    line( "key Ctrl+B" );
    line( "wait 3" );
    line( "type mode = slide" );
    line( "key Return" );
    line( "wait 3" );
    line( "key Space" );
    line( "wait 300" );
    line( "expect playing 0 0" );
    line( "expect breaks 1 1" );
    line( "expect t %.17g %.17g", frame - 1e-6, frame + 1e-6 );
    line( "expect-text contact.mode slide" );
    line( "key Ctrl+F" );
    line( "wait 3" );
    line( "type mode = slide" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect contact.shown 1 1" );
    line( "expect cones 1 1" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell( "cd \"$D\" && \"$S\" open ../lanes.csv --paused --script '%s'", path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

/// The text of an error stays below its field, and the condition before it stays in force.
TEST anErrorIsSaidBelowTheField( void )
{
    begin();
    line( "wait 2" );
    line( "key Ctrl+F" );
    line( "wait 2" );
    line( "key Down" ); // the first one that is ready-made
    line( "key Return" );
    line( "wait 2" );
    line( "expect-text contact.filter margin < 1%%" );
    line( "key Ctrl+F" );
    line( "wait 3" );
    line( "type margin < one" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect-text contact.filter.error column 10: 'one' is no quantity of a contact" );
    line( "expect-text contact.filter margin < 1%%" );
    line( "key Ctrl+F" );
    line( "wait 3" );
    line( "type margin < 2%%" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect-text contact.filter margin < 2%%" );
    line( "expect-text contact.filter.error x" );
    testRun run = play( "playground --paused" );
    ASSERT_EQ( 1, run.status ); // no error is left
    ASSERTm( run.err, testContains( run.err, "contact.filter.error" ) );
    PASS();
}

/// Esc goes back to the condition in force: outside the field, and
/// inside it, where the refused text is again.
TEST escGoesBackToTheConditionInForce( void )
{
    begin();
    line( "wait 2" );
    line( "key Ctrl+F" );
    line( "wait 3" );
    line( "type margin < 1" );
    line( "key Return" );
    line( "wait 2" );
    for ( int inside = 0; inside < 2; ++inside )
    {
        line( "key Ctrl+F" );
        line( "wait 3" );
        line( "key Ctrl+A" );
        line( "type margn < 1%%" );
        line( "key Return" );
        line( "wait 2" );
        line( "expect-text contact.filter.text margn < 1%%" );
        line( "expect-text contact.filter.error margn" );
        if ( inside )
        {
            line( "key Ctrl+F" );
            line( "wait 3" );
        }
        line( "key Escape" );
        line( "wait 2" );
        line( "expect-text contact.filter.text margin < 1" );
        line( "expect-text contact.filter margin < 1" );
    }
    line( "expect-text contact.filter.error x" );
    testRun run = play( "playground --paused" );
    ASSERT_EQ( 1, run.status ); // no error is left
    ASSERTm( run.err, testContains( run.err, "contact.filter.error, but there is no such" ) );
    PASS();
}

SUITE( conditions )
{
    RUN_TEST( playPausesWhereTheModeBegins );
    RUN_TEST( aBreakSelectsItsContact );
    RUN_TEST( aFilterHidesTheOtherContacts );
    RUN_TEST( aBreakCanBeTypedBeforeTheFirstContact );
    RUN_TEST( breaksAndFiltersWorkInALog );
    RUN_TEST( anErrorIsSaidBelowTheField );
    RUN_TEST( escGoesBackToTheConditionInForce );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( conditions );
    return TEST_END();
}
