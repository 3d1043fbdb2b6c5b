// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/lab.h"

// `slipstick sweep`: the map is right, does not depend on who computes it, and survives being killed.

#define SMALL "rolling-sphere --preset fig2 --h 0.01 --until 20"

/// Reads the first column of a table into `values` and returns how many there are.
static int readColumn( const char* table, double* values, int capacity )
{
    int count = 0;
    const char* line = strchr( table, '\n' );
    for ( ; line != NULL && line[1] != '\0' && count < capacity; line = strchr( line + 1, '\n' ) )
    {
        values[count++] = strtod( line + 1, NULL );
    }
    return count;
}

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
    double u0 = def.values[ssFindParam( scenario->model.params, scenario->model.paramCount, "u0" )];
    double R = def.values[ssFindParam( scenario->model.params, scenario->model.paramCount, "radius" )];
    char* line = strchr( run.out, '\n' );
    ASSERT( strncmp( run.out, "mu,mu_r,x_max,t_stop,failure\n", 29 ) == 0 );
    int rows = 0;
    double mu, muR, x, t;
    while ( line != NULL && sscanf( line + 1, "%lf,%lf,%lf,%lf", &mu, &muR, &x, &t ) == 4 )
    {
        double slow = fmin( mu, 5.0 * muR / ( 7.0 * R ) );
        // theta = 1/2 is exact up to the last step, in which the sphere stops.
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

/// The seeds of one cell run on several threads: the mean and its error are those of single runs, to the last
/// digit.
TEST theSeedsOfOneCellAreShared( void )
{
    testRun run = testShell(
        "cd \"$D\" && rm -f s?.csv && for j in 1 2 5; do \"$S\" sweep sphere-pile --preset tiny --until 0.3 "
        "--vary mu=0.5 "
        "--measure mean_height --seeds 7 --seed 11 --jobs $j --csv s$j.csv || exit 1; done && cmp s1.csv "
        "s2.csv && "
        "cmp s1.csv s5.csv && tail -n 1 s1.csv && for s in 11 12 13 14 15 16 17; do "
        "\"$S\" run sphere-pile --preset tiny --until 0.3 --seed $s --csv - --every 0.3 2>/dev/null | "
        "awk -F, 'NR == 1 { for (i = 1; i <= NF; ++i) if ($i == \"mean_height\") k = i } END { print $k }'; "
        "done" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    double mu, mean, error, sum = 0.0, square = 0.0, values[7];
    ASSERT_EQm( run.out, 3, sscanf( run.out, "%lf,%lf,%lf", &mu, &mean, &error ) );
    ASSERT_EQ_FMTm( run.out, 7, readColumn( run.out, values, 7 ), "%d" );
    for ( int i = 0; i < 7; ++i ) { sum += values[i] / 7.0; }
    for ( int i = 0; i < 7; ++i ) { square += ( values[i] - sum ) * ( values[i] - sum ); }
    ASSERT( error > 0.0 );
    ASSERT_IN_RANGE( sum, mean, 1e-12 * sum );
    ASSERT_IN_RANGE( sqrt( square / 42.0 ), error, 1e-9 * error );
    PASS();
}

/// The sweep is killed at random moments and resumed each time: nothing is lost and nothing doubled. A moment
/// is a random number of rows later, so that it does not depend on the speed of the machine.
TEST aKilledSweepResumes( void )
{
    int kills = testCount( 3 ), cells = 20 * kills;
    char rows[512] = "";
    testRng rng = { 7 };
    kills = kills < 40 ? kills : 40;
    for ( int i = 0; i < kills; ++i )
    {
        size_t used = strlen( rows );
        snprintf( rows + used, sizeof rows - used, " %d", (int)( testRandom( &rng ) % 10 ) );
    }
    // With exec, the process that is killed is the sweep itself; kill succeeds only while it runs.
    testRun run = testShell(
        "cd \"$D\" && s() { exec \"$S\" sweep rolling-sphere --preset fig2 --h 0.002 --until 20 --vary "
        "mu=0.1:0.5:%d --vary mu_r=0.01:0.1:4 --measure x_max --jobs 2 \"$@\"; }; : > cut.csv; hits=0; "
        "for n in %s; do goal=$(($(wc -l < cut.csv) + n)); ( s --csv cut.csv --resume ) & p=$!; "
        "while [ $(wc -l < cut.csv) -lt $goal ] && kill -0 $p 2>/dev/null; do sleep 0.01; done; "
        "kill -9 $p 2>/dev/null && hits=$((hits + 1)); wait $p 2>/dev/null; done; "
        "tail -n 1 cut.csv | cut -c 1-9 | tr -d '\\n' >> cut.csv; " // a row cut in the middle
        "( s --csv cut.csv --resume ) && ( s --csv whole.csv ) && sort whole.csv > a && sort cut.csv > b && "
        "cmp a b && echo $(wc -l < b) $hits",
        cells / 4, rows );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    int lines = 0, hits = 0;
    ASSERT_EQm( run.out, 2, sscanf( run.out, "%d %d", &lines, &hits ) );
    ASSERT_EQ_FMT( cells + 1, lines, "%d" );
    ASSERTm( run.out, hits > 0 );
    PASS();
}

/// A limit on the size of files stands for a full disk: what did not fit leaves no partial row, and the rest
/// can be resumed.
TEST anExistingFileIsNotReplacedWithoutForce( void )
{
    static const char* const contents[] = { "mu,x_max,failure\\n0.1,2,\\n", "a letter\\n" };
    for ( int i = 0; i < SS_COUNT( contents ); ++i )
    {
        testRun run = testShell(
            "printf '%s' >\"$D/a\"; cp \"$D/a\" \"$D/b\"; \"$S\" sweep rolling-sphere --preset tiny "
            "--vary mu=0.1:0.2:2 --measure x_max --csv \"$D/a\"; r=$?; cmp \"$D/a\" \"$D/b\" || exit 9; exit "
            "$r",
            contents[i] );
        ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, "--resume" ) && testContains( run.err, "--force" ) );
        ASSERT_EQ_FMT( 1, testLines( run.err ), "%d" );
        run =
            testShell( "printf '%s' >\"$D/a\"; \"$S\" sweep rolling-sphere --preset tiny --vary mu=0.1:0.2:2 "
                       "--measure x_max --csv \"$D/a\" --force && wc -l <\"$D/a\"",
                contents[i] );
        ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
        ASSERT_EQ_FMT( 3, atoi( run.out ), "%d" );
    }
    // An empty file holds nothing that could be lost.
    testRun run = testShell(
        ": >\"$D/a\"; \"$S\" sweep rolling-sphere --preset tiny --vary mu=0.1:0.2:2 --measure x_max "
        "--csv \"$D/a\"" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    run = testShell( "\"$S\" sweep rolling-sphere --preset tiny --vary mu=0.1:0.2:2 --measure x_max --csv "
                     "\"$D/a\" --resume "
                     "--force" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    PASS();
}

TEST aFullDiskLeavesWholeRows( void )
{
    testRun run = testShell( "cd \"$D\" && s() { \"$S\" sweep " SMALL
                             " --vary mu=0.1:0.5:12 --vary mu_r=0.01:0.1:8 --measure x_max \"$@\"; } && "
                             "( trap '' XFSZ; ulimit -f 4; s --csv cut.csv ); echo $? >&2; "
                             "tail -c 1 cut.csv | od -c | head -1 | grep -q n && "
                             "s --csv cut.csv --resume && s --csv whole.csv && sort cut.csv > a && "
                             "sort whole.csv | cmp - a" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.err, strstr( run.err, "cannot write 'cut.csv'" ) != NULL );
    ASSERTm( run.err, strstr( run.err, "\n2\n" ) != NULL );
    PASS();
}

TEST aFailedCellIsARowWithItsReason( void )
{
    // A start at 1e308 m/s overflows.
    testRun run = testShell(
        "cd \"$D\" && \"$S\" sweep " SMALL " --vary u0=2.5,1e308 --measure x_max --csv a.csv && cat a.csv" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strstr( run.out, "\n2.5," ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\n1e+308,,\"not finite" ) != NULL );
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
    // X_max ranges from 2.2 to 22 m: by decades, the scale shows 5, 10 and 20.
    run = testShell( "cd \"$D\" && \"$S\" sweep " SMALL
                     " --vary mu=0.1:0.5:3 --vary mu_r=log:0.01:0.1:2 --measure x_max --csv a.csv --svg "
                     "b.svg --log-colors && for t in 5 10 20; do grep -q \">$t</text>\" b.svg || exit 9; "
                     "done; ! cmp -s a.svg b.svg" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

/// The order of a list does not matter to its map, and choices appear by name.
TEST aMapHasItsAxesInOrder( void )
{
    testRun run = testShell(
        "cd \"$D\" && s() { \"$S\" sweep " SMALL
        " --vary mu=$1 --vary mu_r=0.01,0.1 --measure x_max --csv $2.csv --svg $2.svg; } && "
        "s 0.1,0.3,0.5 a && s 0.5,0.1,0.3 b && cmp a.svg b.svg && sort a.csv > a && sort b.csv | cmp - a" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    run = testShell( "cd \"$D\" && \"$S\" sweep belt --preset tiny --vary law=extended,associated --vary "
                     "phi_deg=0,45 --measure trace_b --csv a.csv --svg a.svg && "
                     "grep -c '>extended</text>\\|>associated</text>' a.svg" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_EQ_FMT( 2L, strtol( run.out, NULL, 10 ), "%ld" );
    PASS();
}

TEST badRequestsAreRefused( void )
{
    static const struct
    {
        const char *words, *says;
    } rows[] = {
        { "--vary mu=0.1:0.5:0 --measure x_max --csv a.csv", "N must be" },
        { "--vary mu=0.5:0.1:3 --measure x_max --csv a.csv", "B must be larger" },
        { "--vary mu=log:0:1:3 --measure x_max --csv a.csv", "needs A > 0" },
        { "--vary mu=log:2:1:3 --measure x_max --csv a.csv", "B must be larger" },
        { "--vary mu=0.1:0.5 --measure x_max --csv a.csv", "not a range" },
        { "--vary mu=-1,0.5 --measure x_max --csv a.csv", "mu" },
        { "--vary muh=1,2 --measure x_max --csv a.csv", "did you mean" },
        { "--vary mu=1,2 --measure x_mix --csv a.csv", "x_max" },
        { "--vary mu=1,2 --csv a.csv", "--measure" },
        { "--vary mu=1,2 --measure x_max --measure x_max --csv a.csv", "twice" },
        { "--measure x_max --csv a.csv", "--vary" },
        { "--vary mu=1,2 --measure x_max", "--csv" },
        { "--vary mu=1,2 --measure x_max --csv -", "appended" },
        { "--vary mu=1,2 --vary mu_r=1,2 --measure x_max --csv a.csv --svg a.csv", "both" },
        { "--vary mu=1,2 --vary mu=3,4 --measure x_max --csv a.csv", "already" },
        { "--vary mu=1,2 --measure x_max --csv a.csv --shard 3/2", "I/N" },
        { "--vary mu=1,2 --measure x_max --csv a.csv --shard 0/4", "I/N" },
        { "--vary mu=1,2 --measure x_max --csv a.csv --seeds 0", "--seeds 0" },
        { "--vary mu=1,0.0000000000000000000000000000000000000000000000000000000000000000002 --measure x_max "
          "--csv a.csv",
            "more than 63" },
        { "--vary mu=1,,2 --measure x_max --csv a.csv", "missing" },
        { "--vary mu=1:2 --measure x_max --csv a.csv", "lin:A:B:N" },
        { "--vary mu=nan,2 --measure x_max --csv a.csv", "finite" },
        { "--vary mu=1:nan:3 --measure x_max --csv a.csv", "not a range" },
        { "--vary mu=1,2,1 --measure x_max --csv a.csv", "appears twice" },
        { "--vary mu=1,2 --measure x_max --csv a.csv --log-colors", "--svg" },
        { "--vary mu=1,2 --vary mu_r=1,2 --measure x_max --csv a.csv --svg /no/such/folder/a.svg",
            "/no/such/folder" },
        { "--vary mu=1,2 --measure x_max --csv a.csv --svg a.svg", "two axes" },
        { "--vary mu=1,2 --measure x_max --csv /no/such/folder/a.csv", "/no/such/folder" },
        { "--vary mu=1,2 --measure x_max --csv /dev/full", "/dev/full" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        testRun run = testShell( "cd \"$D\" && \"$S\" sweep " SMALL " %s", rows[i].words );
        ASSERT_EQ_FMTm( rows[i].words, 2, run.status, "%d" );
        ASSERTm( run.err, strstr( run.err, rows[i].says ) != NULL );
        run = testShell( "test ! -e \"$D/a.csv\"" );
        ASSERT_EQ_FMTm( rows[i].words, 0, run.status, "%d" ); // nothing half-written
    }
    PASS();
}

TEST lengthsVaryInRadiiToo( void )
{
    static const char* const orders[] = { "mu_r=0.1R:0.3R:5", "mu_r=lin:0.1R:0.3R:5",
        "mu_r=0.1R,0.15R,0.2R,0.25R,0.3R", "mu_r=0.1R:0.0012:5" };
    for ( int k = 0; k < SS_COUNT( orders ); ++k )
    {
        // R is half of the diameter that is set, wherever it is set.
        testRun run =
            testShell( "cd \"$D\" && rm -f a.csv && \"$S\" sweep sphere-pile --vary %s --preset tiny "
                       "--until 0.01 --set diameter=0.008 --measure lost --jobs 1 --csv a.csv && cat a.csv",
                orders[k] );
        double values[8];
        ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
        ASSERT_EQ_FMT( 5, readColumn( run.out, values, 8 ), "%d" );
        for ( int i = 0; i < 5; ++i ) { ASSERT_IN_RANGE( ( 0.1 + 0.05 * i ) * 0.004, values[i], 1e-17 ); }
    }
    testRun run =
        testShell( "\"$S\" sweep sphere-pile --preset tiny --vary mu_r=0.1R,0.2R --vary diameter=0.01,0.02 "
                   "--measure lost --csv \"$D/b.csv\"" );
    ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
    ASSERTm( run.err, strstr( run.err, "mu_r" ) != NULL && strstr( run.err, "diameter" ) != NULL );
    static const char* const bad[] = { "mu=0.1R:0.3R:2", "mu_r=R:0.3R:2", "mu_r=R,0.3R", "mu_r=-0.1R:0.3R:2",
        "mu_r=0.1RR,0.2R", "mu_r=0.3R:0.1R:2", "mu=0.1R,0.2R" };
    for ( int k = 0; k < SS_COUNT( bad ); ++k )
    {
        run = testShell(
            "\"$S\" sweep sphere-pile --preset tiny --vary %s --measure lost --csv \"$D/b.csv\"", bad[k] );
        ASSERT_EQ_FMTm( bad[k], 2, run.status, "%d" );
    }
    PASS();
}

TEST rangesOverAllDoublesStayFinite( void )
{
    testRun run =
        testShell( "cd \"$D\" && rm -f c.csv && \"$S\" sweep rolling-sphere --until 0.01 --h 0.01 "
                   "--vary density=log:1e-300:1e300:5 --measure x_max --jobs 1 --csv c.csv; cat c.csv" );
    double values[8];
    ASSERT_EQ_FMTm( run.out, 5, readColumn( run.out, values, 8 ), "%d" );
    for ( int i = 0; i < 5; ++i )
    {
        double exact = pow( 10.0, -300.0 + 150.0 * i );
        ASSERT_IN_RANGE( exact, values[i], 1e-12 * exact );
    }
    run = testShell( "cd \"$D\" && rm -f c.csv && \"$S\" sweep rolling-sphere --until 0.01 --h 0.01 "
                     "--vary u0=-1.5e308:1.5e308:5 --measure x_max --jobs 1 --csv c.csv; cat c.csv" );
    ASSERT_EQ_FMTm( run.out, 5, readColumn( run.out, values, 8 ), "%d" );
    for ( int i = 0; i < 5; ++i ) { ASSERT_IN_RANGE( 0.75e308 * ( i - 2 ), values[i], 1e293 ); }
    PASS();
}

/// A sweep of a saved scene would leave out the edits made while it ran.
TEST anEditedSceneIsNotSwept( void )
{
    static const char scene[] =
        "printf '{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-sphere\", \"h\": "
        "0.01, \"until\": 1%s}' > \"$D/s.json\"; \"$S\" sweep \"$D/s.json\" --vary mu=1,2 --measure x_max "
        "--csv "
        "\"$D/a.csv\"";
    testRun run = testShell( scene, "" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    run = testShell( scene, ", \"edits\": [{\"step\": 10, \"key\": \"mu_r\", \"value\": 0.1}]" );
    ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
    ASSERTm( run.err, strstr( run.err, "changed while it ran" ) != NULL );
    PASS();
}

TEST aFileOfAnotherSweepIsNotResumed( void )
{
    // The columns differ; the columns agree but not the values; the values agree but not the sphere. The file
    // stays as it was.
    static const char* const others[] = { "mu_r=1,2", "mu=1,3", "mu=1,2 --set u0=3" };
    for ( int i = 0; i < SS_COUNT( others ); ++i )
    {
        testRun run = testShell( "cd \"$D\" && \"$S\" sweep " SMALL
                                 " --vary mu=1,2 --measure x_max --jobs 1 --csv a.csv && cp a.csv b.csv && "
                                 "{ \"$S\" sweep " SMALL
                                 " --vary %s --measure x_max --csv a.csv --resume; test $? = 2; } && "
                                 "cmp a.csv b.csv",
            others[i] );
        ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
        ASSERTm( run.err, strstr( run.err, "does not belong to this sweep" ) != NULL );
    }
    PASS();
}

/// Rows may stand in any order, as in parts put together. Damaged rows are refused, and the file stays as it
/// was.
TEST rowsOfATableMayStandInAnyOrder( void )
{
#define LAWS "--vary law=relaxed,coulomb --vary mu=0.1:0.5:3 --measure x_max --measure t_stop"
    testRun run = testShell( "cd \"$D\" && s() { \"$S\" sweep " SMALL " " LAWS
                             " \"$@\"; } && s --csv whole.csv && sort whole.csv > a && "
                             "{ head -1 whole.csv; sed 1d whole.csv | sort -r | head -4; } > b.csv && "
                             "s --csv b.csv --resume && sort b.csv | cmp - a" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    static const struct
    {
        const char *edit, *says;
    } rows[] = {
        { "2s/$/x/", "not one of its cells" },          // behind the last column
        { "3s/,[^,]*,$/,/", "not one of its cells" },   // a column is missing
        { "3s/,[^,]*,$/,x,/", "not one of its cells" }, // no number
        { "4d;3p", "comes twice" },
        { "s/.*/thesis/;q", "its columns are" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        run = testShell( "cd \"$D\" && s() { \"$S\" sweep " SMALL " " LAWS
                         " \"$@\"; } && s --csv a.csv && sed '%s' a.csv > b.csv && cp b.csv c.csv && "
                         "{ s --csv b.csv --resume; test $? = 2; } && cmp b.csv c.csv",
            rows[i].edit );
        ASSERT_EQ_FMTm( rows[i].edit, 0, run.status, "%d" );
        ASSERTm( run.err, strstr( run.err, rows[i].says ) != NULL );
    }
    // This is neither a table nor the beginning of one.
    run = testShell( "cd \"$D\" && printf thesis > b.csv && { \"$S\" sweep " SMALL " " LAWS
                     " --csv b.csv --resume; test $? = 2; } && cat b.csv" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "thesis", run.out );
    ASSERTm( run.err, strstr( run.err, "not a table" ) != NULL );
#undef LAWS
    PASS();
}

/// The sphere slides at first: the cells in which it does not get slow enough say so, and have not failed.
TEST emptyAnswersHaveAReason( void )
{
    testRun run =
        testShell( "cd \"$D\" && \"$S\" sweep rolling-sphere --preset fig3b --vary mu=0.5,0.6 --until "
                   "0.2 --measure 'slow = first(u < 2.4)' --measure 'period(x)' --csv e.csv && cat e.csv" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "mu,slow,period(x),failure\n" ) != NULL );
    ASSERTm( run.out, strstr( run.out, ",,\"period(x): no cycle has been completed\"\n" ) != NULL );
    ASSERT( strstr( run.err, "failed" ) == NULL );
    run = testShell(
        "cd \"$D\" && \"$S\" run rolling-sphere --preset fig3b --break 'u < 2 m/s' --json --measure "
        "'slow = first(u < 2.4)' --measure 'period(x)'" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "\"undefined\"" ) != NULL );
    ASSERTm( run.out, strstr( run.out, "\"slow\": 0.05" ) != NULL );
    ASSERTm( run.err, strstr( run.err, "u < 2 m/s" ) != NULL );
    PASS();
}

/// The example of the README, where GNU parallel is installed.
TEST gnuParallelSharesASweep( void )
{
    testRun there = testShell( "parallel --version 2>/dev/null | head -1 | grep -q GNU" );
    if ( there.status != 0 ) { SKIPm( "GNU parallel is not installed" ); }
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
    RUN_TEST( emptyAnswersHaveAReason );
    RUN_TEST( theNumberOfJobsAndShardsDoesNotMatter );
    RUN_TEST( theSeedsOfOneCellAreShared );
    RUN_TEST( aKilledSweepResumes );
    RUN_TEST( anExistingFileIsNotReplacedWithoutForce );
    RUN_TEST( aFullDiskLeavesWholeRows );
    RUN_TEST( aFailedCellIsARowWithItsReason );
    RUN_TEST( aMapIsDrawn );
    RUN_TEST( aMapHasItsAxesInOrder );
    RUN_TEST( badRequestsAreRefused );
    RUN_TEST( lengthsVaryInRadiiToo );
    RUN_TEST( rangesOverAllDoublesStayFinite );
    RUN_TEST( anEditedSceneIsNotSwept );
    RUN_TEST( aFileOfAnotherSweepIsNotResumed );
    RUN_TEST( rowsOfATableMayStandInAnyOrder );
    RUN_TEST( gnuParallelSharesASweep );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sweeps );
    return TEST_END();
}
