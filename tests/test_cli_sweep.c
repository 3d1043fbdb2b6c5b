// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/slipstick.h"

// `slipstick sweep`: the map is right, does not depend on who computes it, and survives being killed.

#define SMALL "rolling-sphere --preset fig2 --h 0.01 --until 20"

TEST everyCellIsTheClosedForm( void )
{
    testRun run = testShell(
        "cd \"$D\" && \"$S\" sweep rolling-sphere --preset fig2 --set theta=0.5 --h 0.001 --until 60 "
        "--vary mu=0.1:0.5:3 --vary mu_r=log:0.01:0.1:3 --measure x_max --measure t_stop --csv a.csv && cat "
        "a.csv" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    const ssScenario* scenario = ssFindScenario( "rolling-sphere" );
    ssSimDef def = ssDefaultSimDef( scenario );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "fig2" ).code );
    double u0 = def.values[ssFindParam( scenario->params, scenario->paramCount, "u0" )];
    double R = def.values[ssFindParam( scenario->params, scenario->paramCount, "radius" )];
    char* line = strchr( run.out, '\n' );
    ASSERT( strncmp( run.out, "mu,mu_r,x_max,t_stop,failure\n", 29 ) == 0 );
    int rows = 0;
    double mu, muR, x, t;
    while ( line != NULL && sscanf( line + 1, "%lf,%lf,%lf,%lf", &mu, &muR, &x, &t ) == 4 )
    {
        double slow = fmin( mu, 5.0 * muR / ( 7.0 * R ) );
        // theta = 1/2 is exact up to the last step, in which the sphere stops
        ASSERT_IN_RANGE( u0 * u0 / ( 2.0 * 9.81 * slow ), x, 1e-5 );
        ASSERT_IN_RANGE( u0 / ( 9.81 * slow ), t, 2e-3 );
        ++rows;
        line = strchr( line + 1, '\n' );
    }
    ASSERT_EQ_FMT( 9, rows, "%d" );
    PASS();
}

TEST theNumberOfJobsAndShardsDoesNotMatter( void )
{
    testRun run =
        testShell( "cd \"$D\" && s() { \"$S\" sweep " SMALL
                   " --vary mu=0.1:0.5:4 --vary mu_r=0.01,0.05,0.1 --measure x_max --seeds 2 \"$@\"; } && "
                   "s --jobs 1 --csv one.csv && s --jobs 4 --csv four.csv && "
                   "for i in 1 2 3; do s --jobs 2 --shard $i/3 --csv part$i.csv || exit 1; done && "
                   "sort one.csv > one && sort four.csv > four && "
                   "{ head -1 part1.csv; tail -q -n +2 part1.csv part2.csv part3.csv; } | sort > parts && "
                   "cmp one four && cmp one parts && wc -l < one" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_EQ_FMT( 13L, strtol( run.out, NULL, 10 ), "%ld" );
    PASS();
}

/// Killed at random moments and resumed each time: nothing lost, nothing doubled.
TEST aKilledSweepResumes( void )
{
    int kills = testCount( 3 );
    char moments[512] = "";
    testRng rng = { 7 };
    for ( int i = 0; i < kills && i < 40; ++i )
    {
        size_t used = strlen( moments );
        snprintf( moments + used, sizeof moments - used, " 0.%03d", 20 + (int)( testRandom( &rng ) % 300 ) );
    }
    // exec: the process that is killed is the sweep itself
    testRun run = testShell(
        "cd \"$D\" && s() { exec \"$S\" sweep rolling-sphere --preset fig2 --h 0.0005 --until 20 --vary "
        "mu=0.1:0.5:8 "
        "--vary mu_r=0.01:0.1:5 --measure x_max --jobs 2 \"$@\"; } && ( s --csv whole.csv ) && "
        "for t in %s; do ( s --csv cut.csv --resume ) & p=$!; sleep $t; kill -9 $p 2>/dev/null; wait $p "
        "2>/dev/null; done; "
        "printf '0.5,0.0' >> cut.csv; " // a row cut in the middle
        "( s --csv cut.csv --resume ) && sort whole.csv > a && sort cut.csv > b && cmp a b && wc -l < b",
        moments );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_EQ_FMT( 41L, strtol( run.out, NULL, 10 ), "%ld" );
    PASS();
}

TEST aFailedCellIsARowWithItsReason( void )
{
    // h too large for the run's duration in no cell, a gravity of 1e300 leaves the numbers in one
    testRun run = testShell( "cd \"$D\" && \"$S\" sweep " SMALL
                             " --vary gravity=9.81,1e308 --measure x_max --csv a.csv && cat a.csv" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strstr( run.out, "9.8100000000000005," ) != NULL );
    ASSERT( strstr( run.err, "1 of 2 cells failed" ) != NULL );
    PASS();
}

TEST aMapIsDrawn( void )
{
    testRun run = testShell(
        "cd \"$D\" && \"$S\" sweep " SMALL
        " --vary mu=0.1:0.5:3 --vary mu_r=log:0.01:0.1:2 --measure x_max --csv a.csv --svg a.svg && "
        "grep -c 'fill-opacity=\"1\"' a.svg && grep -c 'mu_r \\[m\\]' a.svg" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_EQ_FMT( 6L + 64L, strtol( run.out, NULL, 10 ), "%ld" ); // cells and the scale
    PASS();
}

TEST badOrdersAreRefused( void )
{
    static const struct
    {
        const char *words, *says;
    } rows[] = {
        { "--vary mu=0.1:0.5:0 --measure x_max --csv a.csv", "N must be" },
        { "--vary mu=0.5:0.1:3 --measure x_max --csv a.csv", "B must be larger" },
        { "--vary mu=log:0:1:3 --measure x_max --csv a.csv", "needs A > 0" },
        { "--vary mu=log:2:1:3 --measure x_max --csv a.csv", "B must be larger" },
        { "--vary mu=0.1:0.5 --measure x_max --csv a.csv", "no range" },
        { "--vary mu=-1,0.5 --measure x_max --csv a.csv", "mu" },
        { "--vary muh=1,2 --measure x_max --csv a.csv", "did you mean" },
        { "--vary mu=1,2 --measure x_mix --csv a.csv", "x_max" },
        { "--vary mu=1,2 --csv a.csv", "--measure" },
        { "--measure x_max --csv a.csv", "--vary" },
        { "--vary mu=1,2 --measure x_max", "--csv" },
        { "--vary mu=1,2 --vary mu=3,4 --measure x_max --csv a.csv", "already" },
        { "--vary mu=1,2 --measure x_max --csv a.csv --shard 3/2", "I/N" },
        { "--vary mu=1,2 --measure x_max --csv a.csv --svg a.svg", "two axes" },
        { "--vary mu=1,2 --measure x_max --csv /no/such/folder/a.csv", "/no/such/folder" },
        { "--vary mu=1,2 --measure x_max --csv /dev/full", "/dev/full" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        testRun run = testShell( "cd \"$D\" && \"$S\" sweep " SMALL " %s", rows[i].words );
        ASSERT_EQ_FMTm( rows[i].words, 2, run.status, "%d" );
        ASSERTm( run.err, strstr( run.err, rows[i].says ) != NULL );
    }
    testRun run =
        testShell( "cd \"$D\" && \"$S\" sweep " SMALL " --vary mu=1,2 --measure x_max --csv a.csv && "
                   "\"$S\" sweep " SMALL " --vary mu_r=1,2 --measure x_max --csv a.csv --resume" );
    ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
    ASSERTm( run.err, strstr( run.err, "another sweep" ) != NULL );
    PASS();
}

/// The README's example, where GNU parallel is installed.
TEST gnuParallelSharesASweep( void )
{
    testRun there = testShell( "parallel --version 2>/dev/null | head -1 | grep -q GNU" );
    if ( there.status != 0 )
    {
        SKIPm( "GNU parallel is not installed" );
    }
    testRun run = testShell(
        "cd \"$D\" && \"$S\" sweep " SMALL " --vary mu=0.1:0.5:8 --measure x_max --csv whole.csv && "
        "parallel --will-cite -j 2 \"'$S'\" sweep " SMALL
        " --vary mu=0.1:0.5:8 --measure x_max --jobs 1 --shard {}/4 --csv part{}.csv ::: 1 2 3 4 && "
        "{ head -1 part1.csv; tail -q -n +2 part?.csv; } | sort > a && sort whole.csv | cmp - a" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

SUITE( sweeps )
{
    RUN_TEST( everyCellIsTheClosedForm );
    RUN_TEST( theNumberOfJobsAndShardsDoesNotMatter );
    RUN_TEST( aKilledSweepResumes );
    RUN_TEST( aFailedCellIsARowWithItsReason );
    RUN_TEST( aMapIsDrawn );
    RUN_TEST( badOrdersAreRefused );
    RUN_TEST( gnuParallelSharesASweep );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sweeps );
    return TEST_END();
}
