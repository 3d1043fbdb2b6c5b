// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// The fit panel: measured points on the plots, the misfit beside the sliders, and
// parameters with what the data say about them.

// A sphere that slides, then rolls, with mu = 0.2 and mu_r = 0.04 m; ten times the usual step.
#define SLIDING "rolling-sphere --preset fig3b --h 1e-3 --paused"

/// A number of the normal distribution, nearly: the sum of twelve uniform ones.
static double gauss( testRng* rng )
{
    double sum = -6.0;
    for ( int i = 0; i < 12; ++i ) { sum += testUniform( rng, 0.0, 1.0 ); }
    return sum;
}

/// A run of the program, with noise: a copy of its columns t, x and u, in the unit that `heading` names.
static const char* writeData( const char* name, const char* heading, const char* options, double noise )
{
    static char path[600];
    char text[1 << 14];
    size_t used = (size_t)snprintf( text, sizeof text, "%s\n", heading );
    double scale = strstr( heading, "[mm]" ) != NULL ? 1e3 : 1.0;
    testRng rng = { 7 };
    FILE* file = NULL;
    snprintf( path, sizeof path, "%s/made.csv", testScratch() );
    testRun run = testShell( "\"$S\" run %s --until 2 --every 0.02 --csv '%s'", options, path );
    file = run.status == 0 ? fopen( path, "r" ) : NULL;
    char row[4096];
    while ( file != NULL && fgets( row, sizeof row, file ) != NULL )
    {
        double t, x, y, z, u;
        if ( sscanf( row, "%lf,%lf,%lf,%lf,%lf", &t, &x, &y, &z, &u ) == 5 )
        {
            used += (size_t)snprintf( text + used, sizeof text - used, "%.6f,%.9f,%.9f\n", t,
                scale * ( x + noise * gauss( &rng ) ), u + noise * gauss( &rng ) );
        }
    }
    if ( file != NULL ) { fclose( file ); }
    snprintf( path, sizeof path, "%s/%s", testScratch(), name );
    testWriteFile( path, text );
    return path;
}

static const char* slidingData( void )
{
    return writeData( "sliding.csv", "t [s],x [mm],u [m/s]", "rolling-sphere --preset fig3b --h 1e-3", 0.02 );
}

static void openPanel( void )
{
    line( "wait 3" );
    line( "key F7" );
    line( "wait 3" );
    line( "expect ui.fit 1 1" );
}

static const char* withData( const char* scene, const char* data )
{
    static char options[900];
    snprintf( options, sizeof options, "%s --data '%s'", scene, data );
    return options;
}

TEST measuredPointsLieOnThePlotsAndTheMisfitFollowsTheSlider( void )
{
    begin();
    line( "wait 3" );
    line( "expect fit.rows 101 101" );
    line( "expect plot.u.measured 1 1" );
    line( "expect plot.r_t.measured 0 0" ); // nobody measured it
    line( "expect view.measured 1 1" );     // where the sphere was
    line( "expect fit.updates 1 1" );
    line( "expect fit.misfit 0.02 0.1" ); // 0.02 of noise, of curves that vary by 0.3 to 0.9
    line( "expect-text status.misfit misfit 0.0" );
    line( "set mu 0.05" );
    line( "wait 3" );
    line( "expect fit.misfit 0.2 2" );
    line( "expect fit.updates 2 2" );
    line( "wait 10" ); // nothing moves, nothing is computed
    line( "expect fit.updates 2 2" );
    const char* options = withData( SLIDING, slidingData() );
    ASSERT_PLAYS( options );
    PASS();
}

/// A plot that is hidden is opened, or one is made; beyond two of them the rest is named.
TEST measuredSignalsGetTheirPlots( void )
{
    char path[600];
    snprintf( path, sizeof path, "%s/places.csv", testScratch() );
    testWriteFile( path, "t,x [mm],z [mm],gap [mm]\n0,0,500,0\n0.1,250,500,0\n0.2,500,500,0\n" );
    begin();
    line( "wait 3" );
    line( "drop %s", path );
    line( "wait 3" );
    line( "expect plot.x.measured 1 1" );
    line( "expect plot.own1.measured 1 1" );
    line( "expect-text status.message on no plot: gap. G opens one" );
    ASSERT_PLAYS( SLIDING );
    PASS();
}

TEST aFitFindsTheFrictionThatMadeTheData( void )
{
    begin();
    openPanel();
    line( "expect fit.lock.mu 0 0" );
    line( "expect fit.lock.mu_r 1 1" );
    line( "click fit.lock.mu_r" );
    line( "wait 2" );
    line( "click fit.start" );
    line( "wait 3" );
    line( "expect fit.busy 0 0" );
    line( "expect fit.mu.low 0.17 0.2" );
    line( "expect fit.mu.high 0.2 0.23" );
    line( "expect fit.mu_r.low 0.038 0.04" );
    line( "expect fit.mu_r.high 0.04 0.042" );
    line( "expect fit.warnings 0 0" );
    line( "expect-text fit.mu ±" );
    line( "expect-text fit.runs signs change as in noise" );
    line( "expect fit.map.done 625 625" );
    line( "expect mu 0.4 0.4" ); // nothing has changed so far
    line( "click fit.use" );
    line( "wait 3" );
    line( "expect mu 0.17 0.23" );
    line( "expect mu_r 0.038 0.042" );
    line( "expect fit.misfit 0.02 0.1" );
    line( "click fit.undo" );
    line( "wait 3" );
    line( "expect mu 0.4 0.4" );
    line( "expect mu_r 0.04 0.04" );
    const char* options = withData( SLIDING " --set mu=0.4", slidingData() );
    ASSERT_PLAYS( options );
    options =
        withData( SLIDING " --set mu=0.4 --no-thread", slidingData() ); // the fit goes on between frames
    ASSERT_PLAYS( options );
    PASS();
}

/// While it rolls without slip, friction is only an upper bound: mu cannot be
/// told, and the panel says so before and after.
TEST whatTheDataCannotTellIsSaid( void )
{
    const char* data = writeData( "rolling.csv", "t,x [mm],u [m/s]", "rolling-sphere --h 1e-3", 0.02 );
    begin();
    openPanel();
    line( "click fit.check" );
    line( "wait 3" );
    line( "expect fit.warnings 1 9" );
    line( "expect-text fit.warning.0 cannot tell mu" );
    line( "click fit.lock.mu" );
    line( "wait 2" );
    line( "click fit.check" );
    line( "wait 3" );
    line( "expect-text fit.status All parameters are locked" );
    line( "click fit.lock.mu_r" );
    line( "wait 2" );
    line( "click fit.check" );
    line( "wait 3" );
    line( "expect-text fit.verdict can tell all free parameters" );
    const char* options = withData( "rolling-sphere --h 1e-3 --paused", data );
    ASSERT_PLAYS( options );
    PASS();
}

TEST theUserSaysWhatTheColumnsMeasure( void )
{
    const char* data =
        writeData( "named.csv", "time,place [mm],speed", "rolling-sphere --preset fig3b --h 1e-3", 0.02 );
    begin();
    line( "wait 3" );
    line( "expect ui.fit 0 0" );
    line( "drop %s", data );
    line( "wait 3" );
    line( "expect ui.fit 1 1" ); // it opens by itself, because something has to be chosen
    line( "expect-text fit.status No column is a signal" );
    line( "expect-text fit.column.0 time" );
    line( "click fit.column.2" );
    line( "wait 2" );
    line( "click fit.column.2.u" );
    line( "wait 3" );
    line( "expect fit.rows 101 101" );
    line( "expect plot.u.measured 1 1" );
    line( "click fit.column.1" );
    line( "wait 2" );
    line( "click fit.column.1.u" ); // millimetres are no velocity
    line( "wait 3" );
    line( "expect-text fit.status cannot be converted" );
    line( "click fit.remove" );
    line( "wait 3" );
    line( "expect plot.u.measured 0 0" );
    line( "expect-text fit.empty Drop a table" );
    ASSERT_PLAYS( SLIDING );
    PASS();
}

TEST badDataAreNamed( void )
{
    static const struct
    {
        const char *name, *text, *widget, *message;
    } files[] = {
        { "word.csv", "t,x\n0,0\n0.1,abc\n", "fit.status", "line 3, column x: 'abc'" },
        { "back.csv", "t,x\n0.2,0\n0.1,1\n", "fit.status", "line 3" },
        { "unit.csv", "t,x [kg]\n0,0\n0.1,1\n0.2,2\n", "fit.status", "[kg]" },
        { "semicolon.csv", "t;x\n0;0\n0.1;1\n", "fit.problem", "semicolons" },
        { "empty.csv", "", "fit.problem", "empty.csv" },
    };
    char path[600];
    begin();
    line( "wait 3" );
    for ( int i = 0; i < SS_COUNT( files ); ++i )
    {
        snprintf( path, sizeof path, "%s/%s", testScratch(), files[i].name );
        testWriteFile( path, files[i].text );
        line( "drop %s", path );
        line( "wait 3" );
        line( "expect fit.rows 0 0" );
        line( "expect-text %s %s", files[i].widget, files[i].message );
    }
    ASSERT_PLAYS( SLIDING );
    PASS();
}

/// Whatever is dropped: what is no table, a table with a wrong number, a scene that is none.
TEST aRefusedFileLeavesTheDataAsTheyAre( void )
{
    static const struct
    {
        const char *name, *text, *message;
    } files[] = {
        { "word.csv", "t,x\n0,abc\n", "word.csv, line 2, column x: 'abc'" },
        { "semicolon.csv", "t;x\n0;0\n0.1;1\n", "semicolon.csv" },
        { "half.json", "{\"scenario\":\"rolling-sphere\",\"mu\":}", "half.json: line 1, column" },
    };
    char path[600];
    const char* options = withData( SLIDING, slidingData() );
    begin();
    line( "wait 3" );
    line( "expect fit.rows 101 101" );
    for ( int i = 0; i < SS_COUNT( files ); ++i )
    {
        snprintf( path, sizeof path, "%s/%s", testScratch(), files[i].name );
        testWriteFile( path, files[i].text );
        line( "drop %s", path );
        line( "wait 3" );
        line( "expect fit.rows 101 101" );
        line( "expect fit.misfit 0.02 0.1" );
        line( "expect ui.fit 0 0" );
        line( "expect-text status.message %s", files[i].message );
    }
    line( "load spring-slider" );
    line( "wait 4" );
    line( "load rolling-sphere" );
    line( "wait 4" );
    line( "expect fit.rows 101 101" ); // it is still the file to read again
    ASSERT_PLAYS( options );
    PASS();
}

TEST aTableGoesWithTheScenarioThatItSuits( void )
{
    begin();
    line( "wait 3" );
    line( "expect fit.rows 101 101" );
    line( "load spring-slider" );
    line( "wait 4" );
    line( "load rolling-sphere" );
    line( "wait 4" );
    line( "expect fit.rows 101 101" );
    line( "expect plot.u.measured 1 1" );
    const char* options = withData( SLIDING, slidingData() );
    ASSERT_PLAYS( options );
    PASS();
}

TEST thePanelIsReachedByKeysAndMenu( void )
{
    begin();
    openPanel();
    line( "key F6" ); // the sweep takes its place
    line( "wait 2" );
    line( "expect ui.fit 0 0" );
    line( "key F7" );
    line( "wait 2" );
    line( "expect ui.sweep 0 0" );
    line( "key Down" ); // the keyboard goes into the panel, and one button down, to Check
    line( "wait 4" );
    line( "key Space" );
    line( "wait 3" );
    line( "expect-text fit.verdict can tell all free parameters" );
    line( "key Escape" );
    line( "wait 2" );
    line( "key Escape" );
    line( "wait 2" );
    line( "expect ui.fit 0 0" );
    line( "click menu.file" );
    line( "wait 2" );
    line( "click menu.open-data" );
    line( "wait 3" );
    line( "expect ui.files 1 1" );
    const char* options = withData( SLIDING, slidingData() );
    ASSERT_PLAYS( options );
    PASS();
}

SUITE( data )
{
    RUN_TEST( measuredPointsLieOnThePlotsAndTheMisfitFollowsTheSlider );
    RUN_TEST( measuredSignalsGetTheirPlots );
    RUN_TEST( theUserSaysWhatTheColumnsMeasure );
    RUN_TEST( badDataAreNamed );
    RUN_TEST( aRefusedFileLeavesTheDataAsTheyAre );
    RUN_TEST( aTableGoesWithTheScenarioThatItSuits );
}

SUITE( fits )
{
    RUN_TEST( aFitFindsTheFrictionThatMadeTheData );
    RUN_TEST( whatTheDataCannotTellIsSaid );
    RUN_TEST( thePanelIsReachedByKeysAndMenu );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( data );
    RUN_SUITE( fits );
    return TEST_END();
}
