// SPDX-License-Identifier: MIT
#include "gui_script.h"

// Figures of one view: their size, form and caption.

#define SPHERE "shot rolling-sphere --preset fig3b --at 0.3 "
#define TIED "\302\240" // the blank that does not end a line

static char* readText( const char* name )
{
    char path[700];
    snprintf( path, sizeof path, "%s/d/%s", testScratch(), name );
    return testReadFile( path, NULL );
}

/// Width and height in the header of a PNG file.
static bool hasSize( const char* name, unsigned width, unsigned height )
{
    const unsigned char* png = (const unsigned char*)readText( name );
    bool same = png != NULL && memcmp( png + 1, "PNG", 3 ) == 0 &&
        ( (unsigned)png[18] << 8 | png[19] ) == width && ( (unsigned)png[22] << 8 | png[23] ) == height;
    free( (void*)(uintptr_t)png );
    return same;
}

TEST theCaptionStatesEveryParameter( void )
{
    testRun run =
        testShell( "cd \"$D\" && \"$S\" " SPHERE
                   "--set mu=0.123456789 --seed 7 --figure plot:u --size 3000x600 -o a.svg && \"$S\" " SPHERE
                   "--figure u --no-caption -o b.svg" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    char *a = readText( "a.svg" ), *b = readText( "b.svg" );
    ASSERT( a != NULL && b != NULL );
    // the values of the preset and the two that were given, in the units of `describe`
    const char* const parts[] = { "rolling-sphere, preset" TIED "fig3b", "t" TIED "=" TIED "0.3" TIED "s",
        "μ" TIED "=" TIED "0.123456789", "μ<tspan", ">r</tspan>", TIED "=" TIED "0.04" TIED "m",
        "R" TIED "=" TIED "0.5" TIED "m", "ρ" TIED "=" TIED "2500" TIED "kg/m³",
        "g" TIED "=" TIED "9.81" TIED "m/s²", "h" TIED "=" TIED "0.0001" TIED "s", "seed" TIED "7",
        "law" TIED "=" TIED "coulomb", "Slipstick" };
    for ( size_t i = 0; i < sizeof parts / sizeof parts[0]; ++i )
    {
        ASSERTm( parts[i], testContains( a, parts[i] ) );
    }
    ASSERT( testContains( a, "width=\"3000" ) && testContains( a, "height=\"600" ) );
    ASSERT_FALSE( testContains( b, "seed" ) );
    ASSERT( testContains( b, "Rolling sphere: velocity" ) );
    free( a );
    free( b );
    PASS();
}

// The values at the end do not make the figure again where others were in force before.
TEST theCaptionSaysThatARunWasChanged( void )
{
    testRun run = testShell(
        "cd \"$D\" && printf '{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": "
        "\"rolling-sphere\", \"h\": 0.001, "
        "\"edits\": [{\"step\": 100, \"key\": \"mu\", \"value\": 0.05}]}' > edited.json && \"$S\" shot "
        "edited.json --at 0.05 --figure u -o a.svg && \"$S\" shot edited.json --at 0.2 --figure u --size "
        "3000x600 -o b.svg" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    char *a = readText( "a.svg" ), *b = readText( "b.svg" );
    ASSERT( a != NULL && b != NULL );
    ASSERT_FALSE( testContains( a, "Changed while it ran" ) );
    ASSERT( testContains( b, "Changed while it ran, first at t = 0.1 s" ) );
    free( a );
    free( b );
    PASS();
}

// One language from the title to the caption; names that the command line knows stay.
TEST aFigureIsInTheChosenLanguage( void )
{
    testRun run = testShell(
        "cd \"$D\" && \"$S\" " SPHERE
        "--twin mu=0.05 --language de --figure plot:u --size 3000x600 -o de.svg && \"$S\" shot sliding-disk "
        "--preset fig27 --at 0.1 --twin law=collinear --language de --figure direction -o disk.svg" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    char *ball = readText( "de.svg" ), *disk = readText( "disk.svg" );
    ASSERT( ball != NULL && disk != NULL );
    ASSERT( testContains( ball, "Rollende Kugel: Geschwindigkeit" ) );
    ASSERT( testContains( ball, "Geschwindigkeit [m/s]" ) );
    ASSERT( testContains( ball, "Zwilling" TIED "B: μ" TIED "=" TIED "0.05. " ) );
    ASSERT_FALSE( testContains( ball, "velocity" ) );
    ASSERT( testContains( disk, "(B Gesetz kollinear)" ) );
    ASSERT( testContains( disk, "φ" TIED "=" TIED "58°," ) );
    free( ball );
    free( disk );
    PASS();
}

TEST everyViewIsAPictureOfAnySize( void )
{
    testRun run = testShell(
        "cd \"$D\" && for f in scene plots contact; do \"$S\" " SPHERE
        "--figure $f --size 500x400 -o $f.png || exit; done; \"$S\" shot belt --at 1 --figure sets "
        "--size 640x640 -o sets.png" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( hasSize( "scene.png", 500, 400 ) && hasSize( "plots.png", 500, 400 ) );
    ASSERT( hasSize( "contact.png", 500, 400 ) && hasSize( "sets.png", 640, 640 ) );
    PASS();
}

TEST pdfGoesThroughRsvgConvert( void )
{
    testRun run = testShell( "cd \"$D\" && PATH=/none \"$S\" " SPHERE "--figure u -o a.pdf" );
    ASSERT_EQ_FMT( 3, run.status, "%d" );
    ASSERT( testContains( run.err, "librsvg2-bin" ) );
    if ( testShell( "command -v rsvg-convert" ).status != 0 ) { SKIPm( "rsvg-convert is not installed" ); }
    run = testShell( "cd \"$D\" && \"$S\" " SPHERE "--figure plots -o a.pdf && head -c 5 a.pdf && ls -A" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "%PDF-a.pdf\n", run.out );
    PASS();
}

TEST wrongFiguresAreRefused( void )
{
    const struct
    {
        const char *options, *message;
    } cases[] = { { "--figure velocity -o a.png",
                      "--figure velocity: expected scene, plots, contact, sets, free-body, plot:u" },
        { "--figure scene -o a.svg", "allowed for this figure: .png" },
        { "--figure u -o a.jpg", "figures end in .png" },
        { "--figure sets -o a.png", "rolling-sphere has no sets C and D" },
        { "--figure u --size 10x10 -o a.svg", "--size 10x10" } };
    for ( size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i )
    {
        testRun run = testShell( "cd \"$D\" && \"$S\" " SPHERE "%s; s=$?; ls; exit $s", cases[i].options );
        ASSERT_EQ_FMTm( cases[i].options, 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, cases[i].message ) );
        ASSERT_STR_EQ( "", run.out );
    }
    PASS();
}

TEST theWindowSavesWhatTheMouseIsOver( void )
{
    begin();
    line( "key Space" );
    line( "wait 30" );
    line( "key Space" );
    line( "wait 3" );
    line( "move plot.omega 0.5 0.5" );
    line( "wait 2" );
    line( "key Ctrl+Shift+P" );
    line( "wait 4" );
    line( "expect-text figure.file slipstick-rolling-sphere-omega.png" );
    line( "click figure.form" );
    line( "wait 2" );
    line( "click figure.form.1" );
    line( "wait 2" );
    line( "click figure.save" );
    line( "wait 3" );
    line( "expect ui.figure 0 0" );
    line( "move viewport 0.5 0.5" );
    line( "wait 2" );
    line( "key Ctrl+Shift+P" );
    line( "wait 4" );
    line( "click figure.size" );
    line( "wait 2" );
    line( "click figure.size.0" );
    line( "wait 2" );
    line( "click figure.save" );
    line( "wait 3" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    char* svg = readText( "slipstick-rolling-sphere-omega.svg" );
    ASSERT( svg != NULL && testContains( svg, "Rolling sphere: rolling velocity" ) &&
        testContains( svg, "seed" ) );
    free( svg );
    ASSERT( hasSize( "slipstick-rolling-sphere-scene.png", 720, 520 ) );
    PASS();
}

// They have the same place, and one of them would cover half of the other.
TEST figureAndRecordTakeTurns( void )
{
    begin();
    line( "wait 2" );
    line( "key F9" );
    line( "wait 3" );
    line( "expect ui.record 1 1" );
    line( "key Ctrl+Shift+P" );
    line( "wait 3" );
    line( "expect ui.figure 1 1" );
    line( "expect ui.record 0 0" );
    line( "key F9" );
    line( "wait 3" );
    line( "expect ui.figure 0 0" );
    line( "expect ui.record 1 1" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

SUITE( figures )
{
    RUN_TEST( theCaptionStatesEveryParameter );
    RUN_TEST( theCaptionSaysThatARunWasChanged );
    RUN_TEST( aFigureIsInTheChosenLanguage );
    RUN_TEST( everyViewIsAPictureOfAnySize );
    RUN_TEST( pdfGoesThroughRsvgConvert );
    RUN_TEST( wrongFiguresAreRefused );
    RUN_TEST( theWindowSavesWhatTheMouseIsOver );
    RUN_TEST( figureAndRecordTakeTurns );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( figures );
    return TEST_END();
}
