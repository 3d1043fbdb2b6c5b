// SPDX-License-Identifier: MIT
#include "forms_common.h"

#include "slipstick/lab/fit.h"

// `slipstick fit`: a sphere is thrown, its run gets noise, and the command finds what it was thrown with.

/// Makes run.csv in the scratch folder: a sphere that slides, rolls and stops, with 1% of noise.
#define MAKE_RUN                                                                                             \
    "cd \"$D\" && \"$S\" run rolling-sphere --set u0=4 --set omega0=0 --h 1e-3 --until 6 --every 0.03 "      \
    "--csv exact.csv --hash > /dev/null && awk -F, 'function gauss() { return sqrt( -2 * log( 1 - rand() ) " \
    ") * "                                                                                                   \
    "cos( 6.283185307 * rand() ) } BEGIN { srand( 7 ) } NR == 1 { print \"t,x,u,omega\" } NR > 1 { printf "  \
    "\"%s,%.9f,%.9f,%.9f\\n\", $1, $2 + 0.023 * gauss(), $5 + 0.012 * gauss(), $6 + 0.015 * gauss() }' "     \
    "exact.csv "                                                                                             \
    "> run.csv && "

#define FIT \
    "\"$S\" fit rolling-sphere --h 0.01 --set omega0=0 --data run.csv --free mu --free mu_r --free u0 "

static double number( const char* json, const char* path )
{
    const char* text = fromJson( json, path );
    return text != NULL ? strtod( text, NULL ) : NAN;
}

TEST theParametersOfAThrowAreFound( void )
{
    testRun run = testShell( "%s", MAKE_RUN FIT "--json --out material.txt && cat material.txt >&2" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    const double truth[] = { 0.2, 0.04, 4.0 };
    const char* keys[] = { "mu", "mu_r", "u0" };
    for ( int i = 0; i < 3; ++i )
    {
        char path[64];
        snprintf( path, sizeof path, "parameters.%s.value", keys[i] );
        double value = number( run.out, path );
        snprintf( path, sizeof path, "parameters.%s.error", keys[i] );
        double error = number( run.out, path );
        ASSERT_IN_RANGE( truth[i], value, 4.0 * error );
        ASSERT( error > 0.0 && error < 0.01 * truth[i] );
        snprintf( path, sizeof path, "parameters.%s.low", keys[i] );
        ASSERT_IN_RANGE( value - 1.97 * error, number( run.out, path ), 0.2 * error );
    }
    ASSERT( formsJsonObeys( "fit-report", run.out ) );
    ASSERT_EQ( 1.0, number( run.out, "correlation[0][0]" ) );
    ASSERT_IN_RANGE( 0.01, number( run.out, "rms" ), 0.002 );
    ASSERT( number( run.out, "runs" ) > 20.0 );
    ASSERT( strstr( run.out, "\"warnings\": []" ) != NULL );
    ASSERT( strstr( run.out, "\"holdout_rms\": null" ) != NULL );
    ASSERT( strstr( run.err, "mu = 0." ) != NULL && strstr( run.err, " ± 0.0" ) != NULL );
    PASS();
}

TEST whatTheDataCannotTellHasNoEnds( void )
{
    // Only mu g and mu_r g act: any gravity describes the data as well.
    testRun run = testShell( "%s", MAKE_RUN FIT "--free gravity --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    static const char* const keys[] = { "mu", "mu_r", "gravity" };
    for ( int i = 0; i < SS_COUNT( keys ); ++i )
    {
        char path[64];
        snprintf( path, sizeof path, "parameters.%s.low", keys[i] );
        ASSERT_STR_EQm( run.out, "null", fromJson( run.out, path ) );
        snprintf( path, sizeof path, "parameters.%s.high", keys[i] );
        ASSERT_STR_EQm( run.out, "null", fromJson( run.out, path ) );
    }
    PASS();
}

// Launched to either side of a groove a disk goes equally far across: that alone
// does not tell the angle from its mirror image.
TEST mirrorImagesAreNamedAsWell( void )
{
    static const char* const ranges[] = { "10:170", "0:180", "20:160", "40:140" };
    for ( int i = 0; i < SS_COUNT( ranges ); ++i )
    {
        testRun run =
            testShell( "cd \"$D\" && \"$S\" run sliding-disk --set phi_deg=58 --csv disk.csv > /dev/null && "
                       "awk -F, 'NR %% 10 == 1 { print $1 \",\" $2 }' disk.csv > across.csv && \"$S\" fit "
                       "sliding-disk --data across.csv --free phi_deg=%s --json",
                ranges[i] );
        ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
        double angle = number( run.out, "parameters.phi_deg.value" );
        ASSERT_IN_RANGE( 32.0, fabs( angle - 90.0 ), 0.01 );
        ASSERTm( run.out,
            strstr( run.out, angle < 90.0 ? "as well: phi_deg = 122" : "as well: phi_deg = 58" ) != NULL );
    }
    PASS();
}

TEST aCurveThatMissesAllDataSaysSo( void )
{
    // x in millimetres under a heading that means metres: all residuals lie on one side.
    testRun run = testShell( "%s",
        MAKE_RUN "awk -F, 'NR == 1 { print \"t,x\" } NR > 1 { print $1 \",\" 1000 * $2 }' run.csv > mm.csv "
                 "&& \"$S\" fit "
                 "rolling-sphere --set u0=4 --data mm.csv --free mu" );
    ASSERTm( run.out, strstr( run.out, " 1 run of equal sign (z = -" ) != NULL );
    ASSERTm( run.err, strstr( run.err, "keep their sign too long" ) != NULL );
    ASSERTm( run.err, strstr( run.err, "hardly better than their mean" ) != NULL );
    PASS();
}

TEST whatDoesNotCountIsSaid( void )
{
    testRun run = testShell( "%s", MAKE_RUN FIT "--until 1" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "--until" );
    run = testShell( "%s",
        MAKE_RUN
        "\"$S\" run rolling-sphere --set u0=4 --set omega0=0 --until 3 --against run.csv --measure misfit" );
    ASSERT_STATUS( 0, run );
    ASSERT_SAYS( run, "100 of 201 rows lie outside of the run, 0 to 3 s, and do not count" );
    run = testShell( "%s",
        MAKE_RUN "sed 's/,/;/g; s/^t;x/t [s];x [m]/' run.csv > semi.csv && \"$S\" fit rolling-sphere --data "
                 "semi.csv --free mu" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "commas" );
    PASS();
}

TEST aMaterialWithItsErrorsCanBeSet( void )
{
    testRun run = testShell( "%s",
        "cd \"$D\" && printf '# a material\\nmu = 0.31 ± 0.02\\nmu_r=0.01 +- 0.001\\n  u0 = 3\\n' > m.txt && "
        "\"$S\" run rolling-sphere --h 1e-2 --until 0.1 --set @m.txt --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_EQ( 0.31, number( run.out, "params.mu" ) );
    ASSERT_EQ( 0.01, number( run.out, "params.mu_r" ) );
    ASSERT_EQ( 3.0, number( run.out, "params.u0" ) );
    PASS();
}

TEST theNumberOfThreadsDoesNotMatter( void )
{
    testRun run = testShell( "%s",
        MAKE_RUN FIT "--json --threads 1 > one.json && " FIT
                     "--json --threads 4 > four.json && cmp one.json four.json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST columnsMayHaveOtherNamesAndUnits( void )
{
    testRun run = testShell( "%s",
        MAKE_RUN
        "awk -F, 'NR == 1 { print \"time [ms],x_m [mm],v [cm/s]\" } NR > 1 { printf "
        "\"%.6f,%.6f,%.6f\\n\", 1000 * $1, "
        "1000 * $2, 100 * $3 }' run.csv > other.csv && \"$S\" fit rolling-sphere --h 0.01 --set omega0=0 "
        "--data other.csv --map x=x_m --map u=v --free mu --free mu_r --free u0 --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_IN_RANGE( 0.2, number( run.out, "parameters.mu.value" ), 0.002 );
    ASSERT_IN_RANGE( 0.01, number( run.out, "rms" ), 0.002 );
    PASS();
}

TEST gapsAreSkippedAndCounted( void )
{
    testRun run = testShell( "%s",
        MAKE_RUN
        "awk -F, 'NR % 20 == 5 { $2 = \"nan\" } NR % 20 == 7 { $3 = \"\" } { print $1 \",\" $2 \",\" "
        "$3 }' run.csv > gaps.csv && mv gaps.csv run.csv && " FIT "--json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strstr( run.err, "run.csv: 20 empty or nan cells are skipped" ) != NULL );
    ASSERT_EQ( 382.0, number( run.out, "values" ) );
    PASS();
}

TEST lawsAreRankedByWhatTheyHaveNotSeen( void )
{
    // Stick-slip under Stribeck's law is fitted by it and by Coulomb's, which knows none.
    testRun run = testShell( "%s",
        "cd \"$D\" && \"$S\" run stribeck --law stribeck --set belt_speed=0.1 --set perturbation=0.3 --set "
        "law.v_s=0.1 --set "
        "law.mu_k=0.2 --h 0.01 --until 20 --every 0.1 --csv exact.csv --hash > /dev/null && cut -d, -f1,2 "
        "exact.csv > "
        "run.csv && \"$S\" fit stribeck --law coulomb --law stribeck --set belt_speed=0.1 --set "
        "perturbation=0.3 --h 0.01 "
        "--data run.csv --noise 0.01 --free law.mu --free law.mu_s --free law.mu_k --free law.v_s --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( formsJsonObeys( "fit-report", run.out ) );
    ASSERT_STR_EQ( "stribeck", fromJson( run.out, "laws[0].law" ) );
    ASSERT_IN_RANGE( 0.2, number( run.out, "parameters.law.mu_k.value" ), 0.002 );
    ASSERT( number( run.out, "laws[0].holdout_rms" ) < 0.01 * number( run.out, "laws[1].holdout_rms" ) );
    PASS();
}

TEST everyComparedLawNeedsAFreeParameter( void )
{
    testRun run = testShell( "%s",
        "cd \"$D\" && printf 't,x\\n0,0\\n0.1,0.1\\n0.2,0.2\\n' > few.csv && \"$S\" fit sliding-disk --law "
        "coulomb --law lugre --data few.csv --free law.mu" );
    ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
    ASSERTm( run.err, strstr( run.err, "lugre has none of those named" ) != NULL );
    PASS();
}

TEST aPageShowsCurvesAndResiduals( void )
{
    testRun run = testShell( "%s", MAKE_RUN FIT "--holdout 0.2 --report page && cat page/index.html" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strstr( run.out, "<svg" ) != NULL && strstr( run.out, "residuals" ) != NULL );
    ASSERT( strstr( run.out, "kept apart" ) != NULL && strstr( run.out, "runs of equal sign" ) != NULL );
    PASS();
}

TEST aCheckSaysWhatCannotBeToldBeforeTheFit( void )
{
    // From t = 1.2 s on the sphere rolls, whatever mu is.
    testRun run = testShell( "%s",
        MAKE_RUN "awk -F, 'NR == 1 || $1 > 1.2' run.csv > late.csv && mv late.csv run.csv && " FIT
                 "--check --json --column u --column omega" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( formsJsonObeys( "fit-report", run.out ) );
    ASSERTm(
        run.out, strstr( run.out, "the data cannot tell mu; measuring from t = 0 on would tell" ) != NULL );
    run = testShell( "%s",
        MAKE_RUN "awk -F, 'NR == 1 || $1 > 1.2' run.csv > late.csv && mv late.csv run.csv && " FIT
                 "--json --column u --column omega" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "null", fromJson( run.out, "parameters.mu.high" ) );
    ASSERT( strstr( fromJson( run.out, "warnings[0]" ), " mu" ) != NULL );
    PASS();
}

TEST aTargetIsMet( void )
{
    // x_max = 7 u0² / (10 mu_r g / R ...): the distance a rolling sphere goes grows as 1 / mu_r.
    testRun run =
        testShell( "%s", "\"$S\" run rolling-sphere --set mu_r=0.05 --h 1e-2 --measure x_max --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    char command[512];
    snprintf( command, sizeof command,
        "\"$S\" fit rolling-sphere --h 1e-2 --free mu_r=0.01:0.2 --target x_max=%.9g±0.05 --json",
        number( run.out, "measures.x_max" ) );
    run = testShell( "%s", command );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_IN_RANGE( 0.05, number( run.out, "parameters.mu_r.value" ), 1e-4 );
    PASS();
}

TEST aRunAgainstMeasurementsHasAMisfit( void )
{
    testRun run = testShell( "%s",
        MAKE_RUN "\"$S\" run rolling-sphere --set u0=4 --set omega0=0 --h 1e-3 --until 6 --against "
                 "run.csv --csv out.csv --every 0.03 --json && head -3 out.csv >&2" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_IN_RANGE( 0.01, number( run.out, "measures.misfit" ), 0.001 );
    ASSERT( strstr( run.err, ",data.x,data.u" ) != NULL );
    run = testShell( "%s",
        MAKE_RUN "\"$S\" sweep rolling-sphere --set u0=4 --set omega0=0 --h 1e-3 --until 6 --against run.csv "
                 "--vary mu=0.1,0.2,0.3 --measure misfit --csv s.csv && sort -t, -k2 -g s.csv | sed -n 2p" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strncmp( run.out, "0.2,", 4 ) == 0 );
    PASS();
}

// -------------------------------------------------------------------------------------------------- bad data

typedef struct Bad
{
    const char* table;   // run.csv, by printf
    const char* options; // besides --free mu --free u0
    const char* message;
} Bad;

static const Bad s_bad[] = {
    { "", "", "run.csv: the file is empty; expected a line of headings" },
    { "t,u\\n", "", "run.csv: headings without rows" },
    { "x,u\\n0,1\\n1,2\\n2,3\\n", "", "no column is called t or time; --map t=COLUMN" },
    { "t;u\\n0;1\\n", "", "separated by semicolons; expected commas" },
    { "t,speed\\n0,1\\n1,2\\n2,3\\n", "", "no column is a signal of rolling-sphere" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--map u=v", "--map: 'v' is not a column of it" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--map w=u", "--map: rolling-sphere has no signal 'w'" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--map u", "--map u: expected SIGNAL=COLUMN" },
    { "t,u [furlong]\\n0,1\\n1,2\\n2,3\\n", "", "column u: unknown unit [furlong]" },
    { "t,u [N]\\n0,1\\n1,2\\n2,3\\n", "", "column u: unit [N] cannot be converted to [m/s]" },
    { "t,u\\n0,1\\n1,fast\\n2,3\\n", "", "line 3, column u: 'fast' is not a finite number" },
    { "t,u\\n0,1\\n1,inf\\n2,3\\n", "", "line 3, column u: 'inf' is not a finite number" },
    { "t,u\\n0,1\\n1\\n2,3\\n", "", "line 3: 1 cells under 2 headings" },
    { "t,u\\n0,1\\n2,2\\n1,3\\n", "", "line 4: the time goes back from 2 s to 1 s" },
    { "t,u\\n0,1\\n,2\\n2,3\\n", "", "line 3: a row without a time" },
    { "t,u\\n-1,1\\n1,2\\n2,3\\n", "",
        "line 2: t = -1 s is before the start of the run; --free time_offset" },
    { "t,u\\n0,1\\n1,2\\n", "", "2 rows for 2 free parameters; a fit needs at least 3" },
    { "t,u,x\\n0,1,\\n1,2,nan\\n2,3,\\n", "", "column x: it has no values" },
    { "t,u,u\\n0,1,1\\n1,2,2\\n2,3,3\\n", "", "two columns are called 'u'" },
    { "t,u\\n0,1\\n1e9,2\\n2e9,3\\n", "", "is the unit of time right" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--noise sigma", "--noise: 'sigma' is not a column of it" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--noise -0.1", "--noise -0.1: expected a standard deviation > 0" },
    { "t,u,sigma\\n0,1,1\\n1,2,0\\n2,3,1\\n", "--noise sigma",
        "line 3, column sigma: expected a standard deviation > 0" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--noise w=1", "--noise: rolling-sphere has no signal 'w'" },
    { "t,u\\n0,1\\000\\n1,2\\n", "", "this is no text; expected a CSV table" },
    { "# set w = 2\\nt,u\\n0,1\\n1,2\\n2,3\\n", "", "line 1: # set names no parameter" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--column w", "rolling-sphere has no signal 'w'" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--data none.csv", "none.csv: cannot open" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--free w", "rolling-sphere has no parameter 'w'" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--free law", "'law' is no number that can be fitted: it is a choice" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--free mu", "--free mu is given twice" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--free mu_r=3:1", "the first bound must be the lower one" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--free mu_r=1", "expected KEY or KEY=A:B" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--free mu_r=-1:1",
        "--free mu_r=-1:1: mu_r = -1 is out of range; allowed: mu_r >= 0" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--max-runs 1 --data run.csv",
        "a single comparison with the data takes 2 runs" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--target x_max=3", "expected MEASURE=VALUE±ERROR" },
    { "t,u\\n0,1\\n1,2\\n2,3\\n", "--target height=3±1", "rolling-sphere has no measure 'height'" },
};

TEST badDataAreRefusedWithTheirReason( void )
{
    for ( int i = 0; i < SS_COUNT( s_bad ); ++i )
    {
        char command[1024];
        snprintf( command, sizeof command,
            "cd \"$D\" && printf '%s' > run.csv && \"$S\" fit rolling-sphere --data run.csv --free mu --free "
            "u0 %s",
            s_bad[i].table, s_bad[i].options );
        testRun run = testShell( "%s", command );
        char said[2048];
        snprintf( said, sizeof said, "%s: %s", s_bad[i].message, run.err );
        ASSERT_EQ_FMTm( said, 2, run.status, "%d" );
        ASSERTm( said, strstr( run.err, s_bad[i].message ) != NULL );
        ASSERT_STR_EQm( said, "", run.out );
    }
    testRun none = testShell( "%s", "\"$S\" fit rolling-sphere --free mu" );
    ASSERT_EQ_FMTm( none.err, 2, none.status, "%d" );
    ASSERT( strstr( none.err, "nothing to fit to; --data FILE" ) != NULL );
    PASS();
}

TEST aFitThatIsStoppedPrintsNoErrors( void )
{
    testRun run = testShell( "%s", MAKE_RUN FIT "--max-runs 60 --out best.txt && cat best.txt" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strstr( run.out, "u0   = " ) != NULL && strstr( run.out, "u0 = " ) != NULL );
    ASSERTm( run.out, strstr( run.out, "±" ) == NULL && strstr( run.out, "95%" ) == NULL );
    ASSERTm( run.out, strstr( run.out, "correlation" ) == NULL );
    ASSERTm( run.err, strstr( run.err, "stopped after" ) != NULL );
    // Nor is anything said of intervals: at the start the curves are far from the data.
    run = testShell( "%s", MAKE_RUN FIT "--max-runs 2 --noise u=0.001" );
    ASSERTm( run.err, strstr( run.err, "stopped after" ) != NULL );
    ASSERTm( run.err, strstr( run.err, "keep their sign too long" ) != NULL );
    ASSERTm( run.err, strstr( run.err, "times the noise that was given" ) != NULL );
    ASSERTm( run.err, strstr( run.err, "interval" ) == NULL && strstr( run.out, "interval" ) == NULL );
    ASSERTm( run.err, strstr( run.err, "the search was stopped too early" ) != NULL );
    run = testShell( "%s", MAKE_RUN FIT "--max-runs 60 --json" );
    ASSERT( strstr( run.out, "\"error\": null, \"low\": null, \"high\": null" ) != NULL );
    ASSERT( formsJsonObeys( "fit-report", run.out ) );
    PASS();
}

TEST theLimitOfRunsCountsThoseOfAllFiles( void )
{
    static const int limits[] = { 100, 300, 1000 };
    for ( int i = 0; i < SS_COUNT( limits ); ++i )
    {
        char command[512];
        snprintf( command, sizeof command,
            "head -20 run.csv > short.csv; list=; for i in $(seq 100); do list=\"$list --data short.csv\"; "
            "done; \"$S\" "
            "fit rolling-sphere --h 0.01 --set omega0=0 $list --free mu --free u0 --max-runs %d --json",
            limits[i] );
        testRun run = testShell( "%s%s", MAKE_RUN, command );
        ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
        double runs = number( run.out, "runs" );
        ASSERTm( run.out, runs >= 100.0 && runs <= limits[i] );
    }
    PASS();
}

TEST anIntervalSaysThatTheResidualsAreNotNoise( void )
{
    // Without rolling resistance the sphere would roll on.
    testRun run = testShell( "%s",
        MAKE_RUN "\"$S\" fit rolling-sphere --h 0.01 --set omega0=0 --set mu_r=0 --data run.csv "
                 "--free mu --free u0" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    for ( const char* key = run.out; strncmp( key, "corr", 4 ) != 0; key = strchr( key, '\n' ) + 1 )
    {
        const char *said = strstr( key, "too narrow: the residuals are not noise" ),
                   *end = strchr( key, '\n' );
        ASSERTm( run.out, said != NULL && said < end );
    }
    run = testShell( "%s", MAKE_RUN FIT );
    ASSERTm( run.out, strstr( run.out, "not noise" ) == NULL );
    PASS();
}

TEST aPipeIsReadAndOneThatNobodyFillsIsRefused( void )
{
    static const char* const commands[] = { "fit rolling-sphere --data fifo --free mu",
        "run rolling-sphere --against fifo", "run fifo", "audit fifo", "run tribometer --set input=fifo",
        "run toss --set input=fifo", "solve fifo", "law check fifo" };
    for ( int i = 0; i < SS_COUNT( commands ); ++i )
    {
        testRun run = testShell( "cd \"$D\" && mkfifo fifo && timeout 60 \"$S\" %s", commands[i] );
        ASSERTm( commands[i], run.status != 124 && run.status != 0 );
        char said[1024];
        snprintf( said, sizeof said, "%.80s: %.900s", commands[i], run.err );
        ASSERTm( said, strstr( run.err, "FIFO that no program writes into" ) != NULL );
    }
    testRun run = testShell( "%s",
        MAKE_RUN "mkfifo slow && ( { sleep 0.2; head -9 run.csv; sleep 1.5; tail -n +10 run.csv; } > slow & "
                 "\"$S\" run rolling-sphere --until 6 --against slow --measure misfit )" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    run = testShell( "%s",
        MAKE_RUN "cat run.csv | \"$S\" run rolling-sphere --until 6 --against /dev/stdin --measure misfit" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

SUITE( fit )
{
    RUN_TEST( theParametersOfAThrowAreFound );
    RUN_TEST( whatTheDataCannotTellHasNoEnds );
    RUN_TEST( mirrorImagesAreNamedAsWell );
    RUN_TEST( aCurveThatMissesAllDataSaysSo );
    RUN_TEST( whatDoesNotCountIsSaid );
    RUN_TEST( aMaterialWithItsErrorsCanBeSet );
    RUN_TEST( theNumberOfThreadsDoesNotMatter );
    RUN_TEST( columnsMayHaveOtherNamesAndUnits );
    RUN_TEST( gapsAreSkippedAndCounted );
    RUN_TEST( lawsAreRankedByWhatTheyHaveNotSeen );
    RUN_TEST( everyComparedLawNeedsAFreeParameter );
    RUN_TEST( aPageShowsCurvesAndResiduals );
    RUN_TEST( aCheckSaysWhatCannotBeToldBeforeTheFit );
    RUN_TEST( aTargetIsMet );
    RUN_TEST( aRunAgainstMeasurementsHasAMisfit );
    RUN_TEST( badDataAreRefusedWithTheirReason );
    RUN_TEST( aFitThatIsStoppedPrintsNoErrors );
    RUN_TEST( theLimitOfRunsCountsThoseOfAllFiles );
    RUN_TEST( anIntervalSaysThatTheResidualsAreNotNoise );
    RUN_TEST( aPipeIsReadAndOneThatNobodyFillsIsRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( fit );
    return TEST_END();
}
