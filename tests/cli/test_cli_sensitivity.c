// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

#include "slipstick/base.h"

// `run --sensitivity`: columns, JSON and refusals. The numbers themselves are tested in test_sensitivity.c.

#define SLIDE "run rolling-sphere --set mu_r=0 --set omega0=1 --set u0=3 --h 1e-3 --until 0.2 "

static double number( const char* json, const char* path )
{
    const char* text = fromJson( json, path );
    return text != NULL ? strtod( text, NULL ) : NAN;
}

TEST columnsFollowTheSignalsAndAMarkEndsTheRow( void )
{
    testRun run = testShell( "%s",
        "\"$S\" " SLIDE
        "--every 0.1 --sensitivity mu,gravity --csv - | awk -F, 'NR == 1 { for ( i = 1; i <= NF; ++i ) "
        "c[$i] = i; print $2, ( \"dx/dmu\" in c ), ( \"dmode/dmu\" in c ), $NF } NR == 3 { printf \"%.9f "
        "%.9f %d\\n\", "
        "$c[\"du/dmu\"], $c[\"du/dgravity\"], $NF }'" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    // The sphere slides: u = u0 - mu g t, here at t = 0.1 s with mu = 0.2.
    ASSERT_STR_EQ( "x 1 0 event\n-0.981000000 -0.020000000 0\n", run.out );
    PASS();
}

TEST jsonHasMeasuresAndErrors( void )
{
    testRun run = testShell( "%s", "\"$S\" " SLIDE "--sensitivity u0,mu --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    // It slides all the time: x = u0 t - mu g t²/2.
    ASSERT_IN_RANGE( 0.2, number( run.out, "sensitivity.u0.measures.x_max" ), 1e-6 );
    ASSERT_IN_RANGE( -0.5 * 9.81 * 0.04, number( run.out, "sensitivity.mu.measures.x_max" ), 1e-6 );
    ASSERT( number( run.out, "sensitivity.mu.error" ) < 1e-6 );
    ASSERT( number( run.out, "sensitivity.mu.measure_errors.x_max" ) < 1e-6 );
    run = testShell( "%s", "\"$S\" " SLIDE "--sensitivity mu --measure x_max" );
    ASSERT( strstr( run.out, "dx_max/dmu = -0.1962 m\n" ) != NULL );
    PASS();
}

TEST aValueCountsUntilAnEditReplacesIt( void )
{
    testRun run = testShell( "%s",
        "cd \"$D\" && printf '{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": "
        "\"rolling-sphere\", \"h\": 1e-3, "
        "\"until\": 0.2, "
        "\"params\": {\"mu_r\": 0, \"u0\": 3, \"omega0\": 1}, \"edits\": [{\"step\": 50, \"key\": \"mu\", "
        "\"value\": "
        "0.1}]}' > edited.json && \"$S\" run edited.json --every 0.1 --sensitivity mu --csv - | awk -F, 'NR "
        "== 1 { for ( "
        "i = 1; i <= NF; ++i ) c[$i] = i } NR > 2 { printf \"%.9f\\n\", $c[\"du/dmu\"] }'" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    // Only the friction of the first 50 ms depends on the value at the start.
    ASSERT_STR_EQm( run.err, "-0.490500000\n-0.490500000\n", run.out );
    PASS();
}

TEST whatCannotBeDifferentiatedIsRefused( void )
{
    static const struct
    {
        const char *arguments, *message;
    } rows[] = {
        { "run sphere-pile --preset tiny --sensitivity mu", "not available for piles" },
        { "run gravel-pile --preset tiny --sensitivity mu", "not available for piles" },
        { "run rolling-sphere --sensitivity law", "'law' has no derivative: it is a choice" },
        { "run rolling-cylinder --sensitivity cos_load", "it is a whole number" },
        { "run toss --sensitivity input", "it is a text" },
        { "run rolling-sphere --sensitivity mu,mv", "rolling-sphere has no parameter 'mv'; did you mean" },
        { "run rolling-sphere --sensitivity mu,,mu_r", "expected parameters separated by commas" },
        { "run rolling-sphere --sensitivity mu,mu", "'mu' is given twice" },
        { "run rolling-sphere --sensitivity mu --break \"margin < 1%\"", "exclude each other" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        testRun run = testShell( "\"$S\" %s", rows[i].arguments );
        ASSERT_EQ_FMTm( rows[i].arguments, 2, run.status, "%d" );
        ASSERTm( run.err, strstr( run.err, rows[i].message ) != NULL );
        ASSERT_STR_EQ( "", run.out );
    }
    PASS();
}

SUITE( sensitivity )
{
    RUN_TEST( columnsFollowTheSignalsAndAMarkEndsTheRow );
    RUN_TEST( jsonHasMeasuresAndErrors );
    RUN_TEST( aValueCountsUntilAnEditReplacesIt );
    RUN_TEST( whatCannotBeDifferentiatedIsRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sensitivity );
    return TEST_END();
}
