// SPDX-License-Identifier: MIT
#include "gui_script.h"

// The doctor for contacts in the window: what it says of a run, of a relaxed law and of a log.

TEST aRunThatObeysItsLawIsNotAccused( void )
{
    begin();
    line( "wait 30" );
    line( "key Space" );
    line( "wait 2" );
    line( "click contact.why" );
    line( "wait 3" );
    line( "expect ui.why 1 1" );
    line( "expect why.count 0 0" );
    line( "expect why.contacts 1 600" ); // one contact in each of the latest steps
    line( "expect-text why.verdict Nothing is wrong: " );
    line( "expect-text why.verdict obey their laws." );
    line( "expect-text status.message Nothing is wrong: " );
    line( "key Escape" );
    line( "wait 2" );
    line( "expect ui.why 0 0" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b" );
    PASS();
}

/// The steps of a changed run, gone back in, are those that are looked at.
TEST theStepsUpToTheMomentCount( void )
{
    begin();
    for ( int i = 0; i < 4; ++i )
    {
        line( "key Shift+Right" );
        line( "wait 1" );
        if ( i == 1 ) { line( "set mu 0.3" ); }
    }
    line( "key Shift+Left" );
    line( "wait 1" );
    line( "key Shift+Left" );
    line( "wait 1" );
    for ( int i = 0; i < 5; ++i )
    {
        line( "key Left" );
        line( "wait 1" );
    }
    line( "expect step 15 15" );
    line( "key Y" );
    line( "wait 3" );
    line( "expect why.contacts 15 15" );
    line( "key Escape" );
    line( "key R" );
    line( "wait 2" );
    line( "key Y" );
    line( "wait 3" );
    line( "expect-text why.verdict has no contacts" ); // before the first step
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST theRelaxedLawIsNamedFromTheLight( void )
{
    begin();
    line( "wait 60" );
    line( "key Space" );
    line( "wait 2" );
    line( "click status.light" );
    line( "wait 2" );
    line( "click lint.why" );
    line( "wait 3" );
    line( "expect why.count 1 9" );
    line( "expect-text why.id.0 relaxation" );
    line( "expect-text why.sentence.0 Contacts lift in proportion to their slip or roll" );
    line( "expect-text why.law.0 v_N = 0" );
    line( "expect-text why.change.0 law=coulomb" );
    line( "expect-text why.picture ground" );
    ASSERT_PLAYS( "rolling-disk --preset relaxed" );
    PASS();
}

/// A block of 1 kg that moves in circles under friction by the load of the step before, and one that stands.
static const char* staleLog( void )
{
    static char text[1 << 16];
    int used = snprintf( text, sizeof text, "t,a,b,contact,nx,ny,nz,fx,fy,fz,vx,vy,vz,mu\n" );
    for ( int i = 0; i < 200; ++i )
    {
        double x = cos( 0.1 * i ), y = sin( 0.1 * i ), now = 10.0 + sin( 0.3 * i );
        double before = 0.4 * ( 10.0 + sin( 0.3 * ( i - 1 ) ) );
        used += snprintf( text + used, sizeof text - (size_t)used,
            "%.4f,-1,0,7,0,0,1,%.9g,%.9g,%.9g,%.9g,%.9g,0,0.4\n%.4f,-1,1,9,0,0,1,-1,0,9,0,0,0,0.4\n",
            1e-3 * i, -x * before, -y * before, now, 0.1 * x, 0.1 * y, 1e-3 * i );
    }
    return text;
}

TEST aLogIsAdvisedInTheWordsOfItsSimulator( void )
{
    char path[600];
    snprintf( path, sizeof path, "%s/log.csv", testScratch() );
    testWriteFile( path, staleLog() );
    begin();
    line( "wait 3" );
    line( "drag timeline 1" );
    line( "wait 3" );
    line( "click contact.why" ); // of a log, the selected contact alone
    line( "wait 3" );
    line( "expect why.contacts 200 200" );
    line( "expect-text why.id.0 stale-normal" );
    line( "expect-text why.contact.0.0 7" );
    line( "expect-text why.change.0 same iteration and point" );
    line( "click why.engine" );
    line( "wait 2" );
    line( "click why.engine.3" );
    line( "wait 2" );
    line( "expect-text why.change.0 dWorldQuickStep" );
    line( "expect-text why.missing.units sizes of bodies" );
    line( "click why.alone" );
    line( "wait 3" );
    line( "expect why.contacts 400 400" );
    line( "expect-text why.id.0 stale-normal" );
    line( "key N" ); // the other one
    line( "wait 2" );
    line( "expect-text why.picture body 1" );
    line( "click why.contact.0.0" );
    line( "wait 3" );
    line( "expect-text why.picture body 0" );
    line( "key N" );
    line( "wait 2" );
    line( "click why.alone" );
    line( "wait 3" );
    line( "expect why.count 0 0" );
    char script[600];
    snprintf( script, sizeof script, "%s/script", testScratch() );
    testWriteFile( script, s_script );
    testRun run =
        testShell( "cd '%s' && \"$S\" open log.csv --size 1280x720 --script script", testScratch() );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST itAnswersInGermanAndCutsNothing( void )
{
    begin();
    line( "wait 60" );
    line( "key Y" );
    line( "wait 3" );
    line( "expect ui.cut 0 0" );
    line( "expect-text why.sentence.0 Kontakte heben" );
    line( "expect-text why.evidence.0 gleitenden oder rollenden" );
    ASSERT_PLAYS( "rolling-disk --preset relaxed --language de --size 1280x720" );
    PASS();
}

SUITE( why )
{
    RUN_TEST( aRunThatObeysItsLawIsNotAccused );
    RUN_TEST( theStepsUpToTheMomentCount );
    RUN_TEST( theRelaxedLawIsNamedFromTheLight );
    RUN_TEST( aLogIsAdvisedInTheWordsOfItsSimulator );
    RUN_TEST( itAnswersInGermanAndCutsNothing );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( why );
    return TEST_END();
}
