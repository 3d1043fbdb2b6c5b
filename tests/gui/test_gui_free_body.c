// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include <math.h>

// The free-body diagram: what is drawn adds up, stays when frozen, and is what its files say.

static char* readText( const char* name )
{
    char path[700];
    snprintf( path, sizeof path, "%s/d/%s", testScratch(), name );
    return testReadFile( path, NULL );
}

static double attribute( const char* element, const char* name )
{
    const char* at = strstr( element, name );
    return at != NULL ? atof( at + strlen( name ) ) : NAN;
}

// A sliding sphere of 1309 kg on a slope of 12°: arrows in pixels, against the closed form in newtons.
TEST arrowsOfTheFigureAddUpToMassTimesAcceleration( void )
{
    testRun run = testShell( "cd \"$D\" && \"$S\" shot rolling-sphere --preset fig3b --set mu=0.1 --set "
                             "incline_deg=12 --at 0.1 --figure free-body --size 1000x700 -o a.svg" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    char* svg = readText( "a.svg" );
    ASSERT( svg != NULL );
    double widest = 0.0, sum[2] = { 0.0 }, motion[2] = { 0.0 }, longest = 0.0;
    for ( int pass = 0; pass < 2; ++pass )
    {
        for ( const char* line = strstr( svg, "<line" ); line != NULL; line = strstr( line + 1, "<line" ) )
        {
            double width = attribute( line, "stroke-width=\"" );
            double x = attribute( line, "x2=\"" ) - attribute( line, "x1=\"" );
            double y = attribute( line, "y1=\"" ) - attribute( line, "y2=\"" );
            bool short1 = hypot( x, y ) < 4.0; // the dot at the centre
            bool isMotion = strncmp( strstr( line, "stroke=\"" ), "stroke=\"#0072b2", 15 ) == 0;
            if ( pass == 0 && !short1 ) { widest = fmax( widest, width ); }
            else if ( pass == 1 && !short1 && width > 0.99 * widest )
            {
                double* to = isMotion ? motion : sum;
                to[0] += x;
                to[1] += y;
                longest = fmax( longest, hypot( x, y ) );
            }
        }
    }
    const double g = 9.81, a = 12.0 * 3.14159265358979 / 180.0, m = 1309.0;
    double perNewton = longest / ( m * g ), along = m * g * ( sin( a ) - 0.1 * cos( a ) );
    ASSERT_IN_RANGE( motion[0], sum[0], 0.1 );
    ASSERT_IN_RANGE( motion[1], sum[1], 0.1 );
    ASSERT_IN_RANGE( along * perNewton, hypot( motion[0], motion[1] ), 0.1 );
    ASSERT( testContains( svg, "m g cos α = 12561 N" ) && testContains( svg, "m g sin α = 2670 N" ) );
    free( svg );
    PASS();
}

TEST aFrozenDiagramStaysWhileTheRunGoesOn( void )
{
    begin();
    line( "wait 30\nkey d\nwait 3\nexpect ui.free-body 1 1\nexpect free.loads 3 3\nkey Space\nwait 2\n"
          "expect free.along -2570 -730\nclick free.freeze\nkey Space\nwait 30\nexpect free.frozen 1 1\n"
          "expect free.time 0 0.3\nclick free.freeze\nwait 2\nexpect free.time 0.35 2\n"
          // a value that has not acted yet changes neither forces nor acceleration
          "key Space\nwait 2\nset mu 0.5\nwait 2\nexpect free.along -740 -730\nexpect free.sum.along -740 "
          "-730\nkey Escape\nwait 2\nexpect ui.free-body 0 0\n" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b" );
    PASS();
}

TEST theTableIsSavedWithAllDigits( void )
{
    testRun run = testShell(
        "cd \"$D\" && printf 'wait 20\\nkey d\\nwait 3\\nclick free.csv\\nwait 2\\n' > s.txt && \"$S\" gui "
        "rolling-sphere --preset fig3b --script s.txt && cat slipstick-rolling-sphere-free-body.csv" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    double sum = 0.0, said = NAN, given = NAN;
    for ( char* line = strtok( (char*)run.out, "\n" ); line != NULL; line = strtok( NULL, "\n" ) )
    {
        const char* number = strstr( line, ",N," );
        if ( number != NULL )
        {
            double along = atof( number + 3 );
            bool isSum = strstr( line, "Σ F" ) != NULL, isMotion = strstr( line, "m a" ) != NULL;
            sum += isSum || isMotion ? 0.0 : along;
            said = isSum ? along : said;
            given = isMotion ? along : given;
        }
    }
    ASSERT_IN_RANGE( -2568.0, sum, 1.0 ); // mu m g while it slides
    ASSERT_IN_RANGE( sum, said, 1e-9 );
    ASSERT_IN_RANGE( sum, given, 1e-6 );
    PASS();
}

SUITE( freeBody )
{
    RUN_TEST( arrowsOfTheFigureAddUpToMassTimesAcceleration );
    RUN_TEST( aFrozenDiagramStaysWhileTheRunGoesOn );
    RUN_TEST( theTableIsSavedWithAllDigits );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( freeBody );
    return TEST_END();
}
