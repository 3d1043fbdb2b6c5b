// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "session/fit/sweep_runner.h"
#include "slipstick/lab/lab.h"

#include <sched.h>

// The sweep panel: a map of a measure over two sliders, beside the running scene.

#define COARSE "rolling-sphere --h 1e-3" // ten times the usual step

/// The sphere with its own step, or usually the coarse one.
static const char* sphere( void ) { return testScale() < 10.0 ? COARSE : "rolling-sphere"; }

static const char* pausedSphere( void )
{
    return testScale() < 10.0 ? COARSE " --paused" : "rolling-sphere --paused";
}

static void typeInto( const char* widget, const char* text )
{
    line( "click %s", widget );
    line( "wait 2" );
    line( "type %s", text );
    line( "key Return" );
    line( "wait 2" );
}

static void choose( const char* side, const char* key )
{
    line( "click sweep.%s", side );
    line( "wait 2" );
    line( "click sweep.%s.%s", side, key );
    line( "wait 3" );
}

/// Four values each: mu = 0.1 … 0.4 upwards, and mu_r = 0.05 … 0.2 m along.
static void chooseSphereMap( void )
{
    line( "wait 2" );
    line( "key F6" );
    line( "wait 3" );
    choose( "up", "mu" );
    typeInto( "sweep.up.from", "0.1" );
    typeInto( "sweep.up.to", "0.4" );
    typeInto( "sweep.up.count", "4" );
    choose( "along", "mu_r" );
    typeInto( "sweep.along.from", "0.05" );
    typeInto( "sweep.along.to", "0.2" );
    typeInto( "sweep.along.count", "4" );
    line( "click sweep.start" );
    line( "wait 3" );
    line( "expect sweep.total 16 16" );
    line( "expect sweep.done 16 16" );
    line( "expect sweep.failed 0 0" );
}

/// A rolling sphere at U0 = 2.5 m/s stops at U0² / ( 2 g min( mu, 5
/// mu_r / (7 R) ) ) (Acary & Bourrier Fig. 2).
static double farthest( int row, int column )
{
    double mu = 0.1 + 0.1 * row, roll = 0.05 + 0.05 * column;
    return 2.5 * 2.5 / ( 2.0 * 9.81 * fmin( mu, 5.0 * roll / ( 7.0 * 0.5 ) ) );
}

TEST theMapShowsHowFarTheSphereRolls( void )
{
    begin();
    chooseSphereMap();
    for ( int row = 0; row < 4; ++row )
    {
        for ( int column = 0; column < 4; ++column )
        {
            double exact = farthest( row, column );
            line( "expect sweep.cell.%d.%d %.17g %.17g", row, column, exact - 1e-6, exact + 1e-6 );
        }
    }
    line( "expect sweep.hi %.17g %.17g", farthest( 3, 0 ) - 1e-6, farthest( 3, 0 ) + 1e-6 );
    ASSERT_PLAYS( COARSE " --paused" );
    ASSERT_PLAYS( COARSE " --paused --no-thread" ); // between frames
    PASS();
}

/// By decades, the middle of the colours is the geometric mean, and the saved picture is that of
/// --log-colors.
TEST coloursCanGoByDecades( void )
{
    char path[600];
    begin();
    chooseSphereMap();
    double least = farthest( 3, 3 ), most = farthest( 3, 0 );
    line( "expect sweep.middle %.17g %.17g", 0.5 * ( least + most ) - 1e-6, 0.5 * ( least + most ) + 1e-6 );
    line( "click sweep.colour.log" );
    line( "wait 3" );
    line( "expect sweep.middle %.17g %.17g", sqrt( least * most ) - 1e-6, sqrt( least * most ) + 1e-6 );
    line( "click sweep.svg" );
    line( "wait 2" );
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run =
        testShell( "cd \"$D\" && rm -f *.svg && \"$S\" gui " COARSE " --paused --script '%s' && "
                   "\"$S\" sweep " COARSE " --vary mu=0.1:0.4:4 --vary mu_r=0.05:0.2:4 --measure x_max "
                   "--jobs 1 --csv line.csv --svg line.svg --log-colors && "
                   "cmp slipstick-rolling-sphere-sweep.svg line.svg",
            path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST aClickOnACellLoadsItAndCanBeUndone( void )
{
    begin();
    chooseSphereMap();
    line( "key Escape" );
    line( "wait 2" );
    line( "expect ui.sweep 0 0" );
    line( "key Shift+Right" );
    line( "wait 3" );
    line( "expect t 0.001 1" );
    line( "key F6" );
    line( "wait 3" );
    line( "expect sweep.done 16 16" ); // the map is still there
    line( "move sweep.cell.2.1 0.5 0.5" );
    line( "wait 3" );
    line( "expect-text sweep.tooltip x_max = " );
    line( "click sweep.cell.2.1" );
    line( "wait 4" );
    line( "expect mu 0.3 0.3000001" );
    line( "expect mu_r 0.1 0.1000001" );
    line( "expect t 0 0" );
    line( "key Ctrl+Z" );
    line( "wait 3" );
    line( "expect mu 0.2 0.2" );
    line( "expect mu_r 0.04 0.04" );
    ASSERT_PLAYS( pausedSphere() );
    PASS();
}

TEST theSavedTableIsTheSweepOfTheCommandLine( void )
{
    char path[600];
    begin();
    chooseSphereMap();
    line( "click sweep.csv" );
    line( "wait 2" );
    line( "click sweep.svg" );
    line( "wait 2" );
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell(
        "cd \"$D\" && \"$S\" gui %s --script '%s' && "
        "\"$S\" sweep %s --vary mu=0.1:0.4:4 --vary mu_r=0.05:0.2:4 --measure x_max "
        "--measure t_stop --measure max_error --jobs 1 --csv line.csv --svg line.svg && "
        "cmp slipstick-rolling-sphere-sweep.csv line.csv && cmp slipstick-rolling-sphere-sweep.svg line.svg",
        pausedSphere(), path, sphere() );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST aMapThatCannotBeMadeSaysWhy( void )
{
    begin();
    line( "wait 2" );
    line( "key F6" );
    line( "wait 3" );
    choose( "up", "mu" );
    choose( "along", "mu" );
    line( "click sweep.start" );
    line( "wait 3" );
    line( "expect-text sweep.status both axes vary the same parameter" );
    choose( "along", "radius" );
    typeInto( "sweep.along.from", "-1" );
    line( "click sweep.start" );
    line( "wait 3" );
    line( "expect-text sweep.status radius" );
    line( "expect sweep.total 0 0" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST anotherScenarioBringsItsOwnSliders( void )
{
    begin();
    chooseSphereMap();
    line( "load pushed-block" );
    line( "wait 4" );
    line( "expect sweep.total 0 0" );
    line( "expect sweep.done 0 0" );
    ASSERT_PLAYS( pausedSphere() );
    PASS();
}

// ----------------------------------------------------------------------------------------------- the threads

static bool makeGrid( sweepDef* def, double until )
{
    *def = ( sweepDef ){ .base = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) ), .seeds = 1 };
    def->base.until = until;
    bool good = sweepParseAxis( &def->base, "mu=0.1:0.4:4", def->axes ).code == ss_ok &&
        sweepParseAxis( &def->base, "mu_r=0.05:0.2:4", def->axes + 1 ).code == ss_ok;
    def->axisCount = 2;
    def->measureCount = 1;
    return good;
}

static sweepDef s_grid; // too large for the stack, because it holds texts

TEST cellsFromTheBackgroundAreThoseComputedAtOnce( void )
{
    double values[3][16];
    for ( int mode = 0; mode <= session_jobAtOnce; ++mode )
    {
        sweepRunner* sweep = sweepCreateRunner( (sessionJobMode)mode );
        ASSERT( sweep != NULL );
        ASSERT( makeGrid( &s_grid, 0.5 ) );
        ASSERT( sweepRunner_Start( sweep, &s_grid ).code == ss_ok );
        while ( sweepRunner_Progress( sweep ).busy )
        {
            sched_yield();
            sessionWorkBetweenFrames( 1e-3 );
        }
        ASSERT_EQ_FMT( 16, (int)sweepRunner_Progress( sweep ).done, "%d" );
        sweepCell cell;
        for ( int n = 0; n < 16; ++n )
        {
            ASSERT( sweepRunner_Cell( sweep, n, &cell ) );
            values[mode][cell.index] = cell.mean[0];
        }
        ASSERT( !sweepRunner_Cell( sweep, 16, &cell ) );
        sweepDestroyRunner( sweep );
    }
    ASSERT_MEM_EQ( values[0], values[1], sizeof values[0] );
    ASSERT_MEM_EQ( values[0], values[2], sizeof values[0] );
    PASS();
}

TEST aSweepThatWouldTakeDaysEndsWhenAsked( int mode )
{
    sweepRunner* sweep = sweepCreateRunner( (sessionJobMode)mode );
    ASSERT( sweep != NULL );
    for ( int i = 0; i < 3; ++i )
    {
        ASSERT( makeGrid( &s_grid, 1e5 ) );
        ASSERT( sweepRunner_Start( sweep, &s_grid ).code == ss_ok ); // ends the previous one
    }
    sweepRunner_Stop( sweep );
    while ( sweepRunner_Progress( sweep ).busy )
    {
        sched_yield();
        sessionWorkBetweenFrames( 1e-3 );
    }
    ASSERT( sweepRunner_Progress( sweep ).stopped );
    ASSERT_EQ_FMT( 0, (int)sweepRunner_Progress( sweep ).done, "%d" );
    ASSERT( makeGrid( &s_grid, 1e5 ) );
    ASSERT( sweepRunner_Start( sweep, &s_grid ).code == ss_ok );
    sweepDestroyRunner( sweep ); // while it runs
    PASS();
}

SUITE( sweep )
{
    RUN_TEST( theMapShowsHowFarTheSphereRolls );
    RUN_TEST( coloursCanGoByDecades );
    RUN_TEST( aClickOnACellLoadsItAndCanBeUndone );
    RUN_TEST( theSavedTableIsTheSweepOfTheCommandLine );
    RUN_TEST( aMapThatCannotBeMadeSaysWhy );
    RUN_TEST( anotherScenarioBringsItsOwnSliders );
    RUN_TEST( cellsFromTheBackgroundAreThoseComputedAtOnce );
    RUN_TESTp( aSweepThatWouldTakeDaysEndsWhenAsked, session_jobThreads );
    RUN_TESTp( aSweepThatWouldTakeDaysEndsWhenAsked, session_jobFrames );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sweep );
    return TEST_END();
}
