// SPDX-License-Identifier: MIT
#include "gui_script.h"

// What plugins bring, in the window: their scenario in the menus and the
// finder, their law, set and solver in the lists.

static testRun playWith( const char* plugins, const char* options )
{
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell( "cd \"$D\" && \"$S\" %s gui %s --script '%s'", plugins, options, path );
}

#define TURNTABLE "--plugin " SLIPSTICK_PLUGINS "/plugin_scenario.so"
#define PARTS "--plugin " SLIPSTICK_PLUGINS "/plugin_parts.so"

static void press( const char* action )
{
    line( "%s", action );
    line( "wait 3" );
}

TEST theScenarioOfAPluginIsAmongTheOthers( void )
{
    begin();
    line( "wait 3" );
    press( "click menu.scenarios" );
    press( "click menu.scenario.turntable" );
    line( "expect-text scenario Turntable" );
    line( "expect param.spin_up 1 1" );
    press( "key Space" );
    line( "wait 30" );
    press( "set mu 0.5" );
    line( "expect param.mu 0.5 0.5" );
    testRun run = playWith( TURNTABLE, "rolling-sphere" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST theFinderFindsIt( void )
{
    begin();
    line( "wait 3" );
    press( "key Ctrl+O" );
    line( "type turntable" );
    line( "wait 5" );
    press( "click find.turntable" );
    line( "expect-text scenario Turntable" );
    testRun run = playWith( TURNTABLE, "rolling-sphere" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST aLawOfAPluginIsInTheList( void )
{
    begin();
    line( "wait 3" );
    press( "key L" );
    press( "click law.list" );
    press( "click law.list.soft-coulomb" );
    line( "wait 10" );
    line( "expect-text law.file soft-coulomb, of a plugin" );
    testRun run = playWith( PARTS, "stribeck" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST aSetOfAPluginIsAChoice( void )
{
    begin();
    line( "wait 3" );
    line( "set law collinear" );
    line( "set c_kind clover" );
    line( "wait 5" );
    line( "expect param.c_kind 8 8" );
    line( "expect param.c_b 0 100" );
    testRun run = playWith( PARTS, "sliding-disk --paused" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST aSolverOfAPluginIsInTheMicroscope( void )
{
    begin();
    line( "wait 30" );
    press( "key F3" );
    press( "click solvers.freeze" );
    press( "click solvers.solve" );
    line( "wait 60" );
    press( "click solvers.pick.plain" );
    line( "expect solvers.plain.residual 0 1e-6" );
    testRun run = playWith( PARTS, "rolling-sphere" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

SUITE( gui_plugin )
{
    RUN_TEST( theScenarioOfAPluginIsAmongTheOthers );
    RUN_TEST( theFinderFindsIt );
    RUN_TEST( aLawOfAPluginIsInTheList );
    RUN_TEST( aSetOfAPluginIsAChoice );
    RUN_TEST( aSolverOfAPluginIsInTheMicroscope );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( gui_plugin );
    return TEST_END();
}
