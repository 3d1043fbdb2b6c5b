// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

// `slipstick run`: the values it refuses, what it writes, and scenes.

// ------------------------------------------------------------------------------------------------ bad values

TEST refusedParameterNamesKeyValueAndWhatIsAllowed( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --set mu=-1" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "mu" );
    ASSERT_SAYS( run, "-1" );
    ASSERT_SAYS( run, ">= 0" );
    run = testShell( "\"$S\" run " SPHERE " --set incline_deg=90" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "incline_deg" );
    ASSERT_SAYS( run, "-90" );
    run = testShell( "\"$S\" run " SPHERE " --set law=newton" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "newton" );
    ASSERT_SAYS( run, "coulomb" );
    PASS();
}

TEST textsThatAreNotNumbersAreRefused( void )
{
    static const char* const words[] = { "--set mu=nan", "--set mu=inf", "--set mu=", "--set mu=0x1p3",
        "--set mu=1,5", "--set mu=1e999", "--set radius=0", "--set law=0.5", "--until nan", "--until inf",
        "--until 0", "--until -1", "--until x", "--h nan", "--h 0", "--h -1e-3", "--h 1e-3s", "--every 0",
        "--every nan", "--seed -1", "--seed 1.5", "--seed 18446744073709551616", "--seed x", "--threads 0",
        "--threads 1.5", "--threads -2" };
    for ( int i = 0; i < (int)( sizeof( words ) / sizeof( words[0] ) ); ++i )
    {
        testRun run = testShell( "\"$S\" run " SPHERE " %s", words[i] );
        if ( run.status != 2 || testLines( run.err ) != 1 ) { FAILm( words[i] ); }
    }
    PASS();
}

TEST refusedOptionNamesOptionValueAndWhatIsAllowed( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --until nan" );
    ASSERT_SAYS( run, "--until nan" );
    ASSERT_SAYS( run, "finite number of seconds > 0" );
    PASS();
}

TEST durationMustBeAMultipleOfTheStep( void )
{
    ASSERT_REFUSED( testShell( "\"$S\" run " SPHERE " --h 1e-3 --until 1.0005" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run " SPHERE " --h .3 --until 1" ) );
    ASSERT_STATUS( 0, testShell( "\"$S\" run " SPHERE " --h 1e-3 --until .7" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run " SHORT_RUN " --every 1.5e-3 --csv -" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run " SHORT_RUN " --every 1e-4 --csv -" ) );
    PASS();
}

TEST absurdRunsAreRefusedAtOnce( void )
{
    ASSERT_REFUSED( testShell( "\"$S\" run " SPHERE " --until 1e9" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run " SPHERE " --until 1e300 --h 1e-300" ) );
    PASS();
}

TEST largestSeedIsAccepted( void )
{
    ASSERT_STATUS( 0, testShell( "\"$S\" run " SHORT_RUN " --seed 18446744073709551615" ) );
    PASS();
}

TEST everyAdmissibleValueIsAcceptedBeyondTheSlider( void )
{
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --set mu=50 --set mu_r=7 --set mu_s=3 --set incline_deg=89" ) );
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --set mu=0 --set mu_r=0 --set mu_s=0 --set incline_deg=-89" ) );
    PASS();
}

TEST anEditThatDoesNothingIsSaid( void )
{
    testRun run = testShell( "printf '{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": "
                             "\"rolling-sphere\", \"until\": "
                             "0.01, \"edits\": [{\"step\": 5, \"key\": \"radius\", \"value\": 0.3}, "
                             "{\"step\": 5, \"key\": \"mu\", "
                             "\"value\": 0.3}]}' > $D/edit.json && \"$S\" run $D/edit.json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "the edit of radius at step 5 does nothing" ) );
    ASSERT_FALSE( testContains( run.err, "edit of mu" ) );
    PASS();
}

// A map of a parameter that acts on nothing would be flat, and wrong.
TEST parametersThatABuiltSceneDoesNotUseAreRefused( void )
{
    static const char* const commands[] = { "run ramp-race --set mu=0", "run ramp-race --set gravity=1",
        "run ramp-race --sensitivity mu --until 0.1",
        "sweep ramp-race --vary mu=0,0.1 --measure dissipated --csv $D/x.csv" };
    for ( int i = 0; i < SS_COUNT( commands ); ++i )
    {
        testRun run = testShell( "\"$S\" %s", commands[i] );
        ASSERT_EQ_FMTm( commands[i], 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, "values of their own" ) );
    }
    testRun run = testShell( "\"$S\" run ramp-race --set tol=1e-8 --until 0.1" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

SUITE( values )
{
    RUN_TEST( anEditThatDoesNothingIsSaid );
    RUN_TEST( parametersThatABuiltSceneDoesNotUseAreRefused );
    RUN_TEST( refusedParameterNamesKeyValueAndWhatIsAllowed );
    RUN_TEST( textsThatAreNotNumbersAreRefused );
    RUN_TEST( refusedOptionNamesOptionValueAndWhatIsAllowed );
    RUN_TEST( durationMustBeAMultipleOfTheStep );
    RUN_TEST( absurdRunsAreRefusedAtOnce );
    RUN_TEST( largestSeedIsAccepted );
    RUN_TEST( everyAdmissibleValueIsAcceptedBeyondTheSlider );
}

// A bar of 0.6 m hangs on a turntable's rim, 0.8 m from its axis, and on a point 1.4 m from it: half a turn
// later they are 2.2 m apart, and one of its ends is off by 0.8 m or more. A bar on one of them is not.
TEST jointsThatAreTornApartAreSaid( void )
{
    for ( int joints = 1; joints <= 2; ++joints )
    {
        char command[1024];
        snprintf( command, sizeof( command ),
            "cat >\"$D/torn.json\" <<'END'\n"
            "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"playground\",\"h\":0.002,\"until\":"
            "1.6,\"build\":{"
            "\"parts\":[{\"kind\":\"turntable\",\"id\":1,\"radius\":1,\"position\":[0,0,0.05],\"speed\":2},"
            "{\"kind\":\"box\",\"id\":2,\"size\":[0.6,0.05,0.05],\"position\":[1.1,0,0.6]}],"
            "\"joints\":[%s{\"kind\":\"ball\",\"id\":2,\"a\":0,\"b\":2,\"anchor\":[1.4,0,0.6]}]}}\n"
            "END\n\"$S\" run \"$D/torn.json\" --hash",
            joints == 2 ? "{\"kind\":\"ball\",\"id\":1,\"a\":1,\"b\":2,\"anchor\":[0.8,0,0.6]}," : "" );
        testRun run = testShell( command );
        ASSERT_STATUS( 0, run );
        const char* said = strstr( run.err, "steps leave joints off" );
        ASSERT_EQ( joints == 2, said != NULL );
        if ( said != NULL )
        {
            const char* by = strstr( said, "by up to " );
            ASSERT( by != NULL && strtod( by + strlen( "by up to " ), NULL ) >= 800.0 ); // [mm]
        }
    }
    PASS();
}

/// A box that turns over as a thrown racket does, by 1.2 rad in a step, and then by 0.3 rad.
TEST aSpinThatIsTooFastForTheStepIsSaid( void )
{
    static const char* const steps[] = { "0.002", "0.0005" };
    for ( int k = 0; k < SS_COUNT( steps ); ++k )
    {
        char command[1024];
        snprintf( command, sizeof( command ),
            "cat >\"$D/spin.json\" <<'END'\n"
            "{\"format\":\"slipstick-scene\",\"version\":1,\"scenario\":\"playground\",\"h\":%s,\"until\":0."
            "2,"
            "\"build\":{\"parts\":[{\"kind\":\"box\",\"id\":7,\"size\":[0.2,0.12,0.04],"
            "\"position\":[0,0,9],\"omega\":[3,600,3]}]}}\n"
            "END\n\"$S\" run \"$D/spin.json\" --json",
            steps[k] );
        testRun run = testShell( command );
        ASSERT_STATUS( 0, run );
        ASSERT_EQ( k == 0, testContains( run.err, "the step is too coarse for this spin: 1 ms would do" ) );
        ASSERT_EQ( k == 0, testContains( run.err, "because of box 7" ) );
        ASSERT_EQ( k == 0, testContains( run.out, "\"because_of\": \"spin\"" ) );
        ASSERT_EQ( k == 0, testContains( run.out, "\"enough\": 0.001" ) );
    }
    PASS();
}

// --------------------------------------------------------------------------------------------------- changes

TEST changesOnStdoutReplaceTheMeasures( void )
{
    testRun run = testShell( "\"$S\" run lanes --preset tiny --changes -" );
    ASSERT_STATUS( 0, run );
    ASSERT( !testContains( run.out, "started" ) );
    ASSERT( testContains( run.out, ",table,sliding lane 1,stick,slide," ) );
    run = testShell( "\"$S\" run lanes --preset tiny --changes - --measure started 2>&1 >/dev/null" );
    ASSERT_STR_EQ( "started = 2\n", run.out );
    // to a file, they leave the measures where they are
    run = testShell( "\"$S\" run lanes --preset tiny --changes \"$D/changes.csv\" && "
                     "\"$S\" run lanes --preset tiny --changes - | cmp - \"$D/changes.csv\"" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "started" ) );
    PASS();
}

TEST stdoutTakesOneTable( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --changes - --csv -" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "--changes -" );
    ASSERT_SAYS( run, "--csv -" );
    ASSERT_SAYS( run, "stdout" );
    run = testShell( "\"$S\" run " SHORT_RUN " --changes - --json" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "--changes -" );
    ASSERT_SAYS( run, "--json" );
    run = testShell( "\"$S\" run " SHORT_RUN " --changes \"$D/one\" --csv \"$D/one\"" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "the same file" );
    ASSERT_REFUSED( testShell( "\"$S\" run " SHORT_RUN " --changes \"$D/no/such/folder\"" ) );
    ASSERT_STATUS( 0, testShell( "\"$S\" run " SHORT_RUN " --changes - --csv \"$D/both.csv\"" ) );
    ASSERT_STATUS( 0, testShell( "\"$S\" run " SHORT_RUN " --changes \"$D/c.csv\" --json" ) );
    PASS();
}

TEST changesAreThoseOfTheSignal( void )
{
    // one row per step of the table in which the column differs from the row before
    testRun run = testShell(
        "\"$S\" run " SPHERE
        " --preset fig3b --until 1 --changes \"$D/changes.csv\" --csv \"$D/rows.csv\" >/dev/null "
        "&& awk -F, 'NR==1{for(i=1;i<=NF;++i)if($i==\"mode\")m=i;next} NR>2&&$m!=was{print $1} {was=$m}' "
        "\"$D/rows.csv\" >\"$D/times\" && tail -n +2 \"$D/changes.csv\" | cut -d, -f1 | cmp - \"$D/times\" "
        "&& "
        "wc -l <\"$D/times\"" );
    ASSERT_STATUS( 0, run );
    ASSERT( atoi( run.out ) >= 1 );
    PASS();
}

TEST stoppedRunKeepsTheChangesSoFar( void )
{
    testRun run = testShell( "timeout -s INT 2 \"$S\" run playground --until 2000 --changes \"$D/long.csv\"; "
                             "test ! -e \"$D/long.csv\" && head -1 \"$D/long.csv.partial\" && tail -c1 "
                             "\"$D/long.csv.partial\" | od -An -c" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "t,contact,a,b,from,to,held_s" ) );
    ASSERT( testContains( run.out, "\\n" ) );
    ASSERT_SAYS( run, "long.csv.partial" );
    PASS();
}

TEST oneCtrlCThatArrivesTwiceIsOne( void )
{
    // as from `timeout`, or a shell that passes it on to a program that got it too
    testRun run = testShell( "\"$S\" run playground --until 2e5 --changes \"$D/twice.csv\" & "
                             "until test -s \"$D/twice.csv.partial\"; do sleep .05; done; "
                             "kill -TERM $!; kill -TERM $!; kill -TERM $!; wait $!; "
                             "test ! -e \"$D/twice.csv\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_SAYS( run, "twice.csv.partial" );
    PASS();
}

SUITE( changes )
{
    RUN_TEST( jointsThatAreTornApartAreSaid );
    RUN_TEST( aSpinThatIsTooFastForTheStepIsSaid );
    RUN_TEST( changesOnStdoutReplaceTheMeasures );
    RUN_TEST( stdoutTakesOneTable );
    RUN_TEST( changesAreThoseOfTheSignal );
    RUN_TEST( stoppedRunKeepsTheChangesSoFar );
    RUN_TEST( oneCtrlCThatArrivesTwiceIsOne );
}

// ------------------------------------------------------------------------------------------------------- run

TEST tableRunsFromZeroToUntil( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --until 1 --h 1e-3 --every .1 --csv -" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( 12, testLines( run.out ), "%d" );
    ASSERT_EQ( 0, strncmp( run.out, "t,x,y,z,u,", 10 ) );
    for ( int row = 0; row <= 10; ++row )
    {
        ASSERT_EQ_FMT( (double)( row * 100 ) * 1e-3, cellOf( run.out, 1 + row, 0 ), "%.17g" );
    }
    PASS();
}

TEST everyStepIsARowAndTimeIsMultiplied( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --until .7 --h 1e-3 --csv -" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( 702, testLines( run.out ), "%d" );
    for ( int step = 0; step <= 700; ++step )
    {
        double expected = (double)step * 1e-3;
        ASSERT_EQ_FMT( expected, cellOf( run.out, 1 + step, 0 ), "%.17g" );
    }
    PASS();
}

TEST lastRowIsUntilEvenBetweenTwoIntervals( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --until .25 --h 1e-3 --every .1 --csv -" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( 5, testLines( run.out ), "%d" );
    ASSERT_EQ_FMT( 250.0 * 1e-3, cellOf( run.out, 4, 0 ), "%.17g" );
    run = testShell( "\"$S\" run " SPHERE " --until .25 --h 1e-3 --every 10 --csv -" );
    ASSERT_EQ_FMT( 3, testLines( run.out ), "%d" );
    PASS();
}

TEST thinnedTableHoldsTheSameNumbers( void )
{
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --csv \"$D/all\" >/dev/null && "
                   "\"$S\" run " SHORT_RUN " --every .01 --csv \"$D/some\" >/dev/null && "
                   "sed -n '1p;2~10p' \"$D/all\" | cmp - \"$D/some\"" ) );
    PASS();
}

TEST undefinedNumbersAreEmptyCellsAndNull( void )
{
    // No closed form holds in the air, and a sphere that still moves has no time of rest.
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --set v0_y=1 --set omega_x0=3 --csv -" );
    ASSERT_STATUS( 0, run );
    ASSERT_FALSE( testContains( run.out, "nan" ) );
    ASSERT( testContains( run.out, ",," ) );
    run = testShell( "\"$S\" run " SHORT_RUN " --json" );
    ASSERT_STR_EQ( "null", fromJson( run.out, "measures.t_stop" ) );
    PASS();
}

TEST jsonHasScenarioParamsMeasuresAndHash( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --set mu=.25 --set law=relaxed --json" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( SPHERE, fromJson( run.out, "scenario" ) );
    ASSERT_EQ( 0.25, strtod( fromJson( run.out, "params.mu" ), NULL ) );
    ASSERT_STR_EQ( "relaxed", fromJson( run.out, "params.law" ) );
    const char* hash = fromJson( run.out, "hash" );
    ASSERT_EQ( (size_t)16, strspn( hash, "0123456789abcdef" ) );
    ASSERT_EQ( 0, hash[16] );
    PASS();
}

TEST measuresCanBeChosen( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --json" );
    ASSERT(
        fromJson( run.out, "measures.x_max" )[0] != 0 && fromJson( run.out, "measures.max_error" )[0] != 0 );
    run = testShell( "\"$S\" run " SHORT_RUN " --json --measure x_max" );
    ASSERT( fromJson( run.out, "measures.x_max" )[0] != 0 );
    ASSERT_STR_EQ( "", fromJson( run.out, "measures.max_error" ) );
    run = testShell( "\"$S\" run " SHORT_RUN " --measure x_max" );
    ASSERT_EQ( 0, strncmp( run.out, "x_max = ", 8 ) );
    ASSERT_EQ_FMT( 1, testLines( run.out ), "%d" );
    PASS();
}

TEST presetAppliesBeforeEverySet( void )
{
    // fig3b sets omega0, and a --set before it on the line must still win.
    testRun run = testShell( "\"$S\" run " SPHERE " --until .1 --set omega0=1.25 --preset fig3b --json" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 1.25, strtod( fromJson( run.out, "params.omega0" ), NULL ) );
    run = testShell( "\"$S\" run " SPHERE " --until .1 --preset fig3b --json" );
    ASSERT_EQ( 2.5, strtod( fromJson( run.out, "params.omega0" ), NULL ) );
    ASSERT_STATUS( 0,
        testShell( "a=$(\"$S\" run " SPHERE " --set u0=1 --preset fig3b --hash) && "
                   "b=$(\"$S\" run " SPHERE " --preset=fig3b --set=u0=1 --hash) && [ $a = $b ]" ) );
    PASS();
}

TEST lastSetOfAKeyWins( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --set mu=.1 --set mu=.9 --json" );
    ASSERT_EQ( 0.9, strtod( fromJson( run.out, "params.mu" ), NULL ) );
    PASS();
}

TEST hashIsSixteenDigitsAndRepeats( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --hash" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( (size_t)16, strspn( run.out, "0123456789abcdef" ) );
    ASSERT_STR_EQ( "\n", run.out + 16 );
    ASSERT_STATUS( 0,
        testShell( "a=$(\"$S\" run " SHORT_RUN " --hash); b=$(\"$S\" run " SHORT_RUN " --hash --threads 1); "
                   "c=$(\"$S\" run " SHORT_RUN " --hash --threads 4); [ $a = $b ] && [ $a = $c ]" ) );
    ASSERT_STATUS( 1,
        testShell( "a=$(\"$S\" run " SHORT_RUN " --hash); "
                   "b=$(\"$S\" run " SHORT_RUN " --set mu_r=.01 --hash); [ $a = $b ]" ) );
    PASS();
}

TEST hashDoesNotDependOnWhatIsWritten( void )
{
    ASSERT_STATUS( 0,
        testShell( "a=$(\"$S\" run " SHORT_RUN " --hash); "
                   "b=$(\"$S\" run " SHORT_RUN " --hash --csv \"$D/a\" --every .01); [ $a = $b ]" ) );
    PASS();
}

TEST timingsGoToStderrAndChangeNothing( void )
{
    // The text of a run is gone with the next run.
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run lanes --preset tiny --json >\"$D/a\" && "
                   "\"$S\" run lanes --preset tiny --json --timings 2>/dev/null >\"$D/b\" && cmp \"$D/a\" "
                   "\"$D/b\"" ) );
    testRun timed = testShell( "\"$S\" run lanes --preset tiny --json --timings" );
    ASSERT_STATUS( 0, timed );
    ASSERT( timed.outLength > 0 );
    // The columns are seven stages, the scenario's own work, and the whole.
    ASSERT_EQ_FMT( 9, testLines( timed.err ), "%d" );
    ASSERT_SAYS( timed, "solve" );
    ASSERT_SAYS( timed, "100.0%" );
    // Without a world there are no stages.
    ASSERT_EQ_FMT( 1, testLines( testShell( "\"$S\" run belt --preset tiny --timings" ).err ), "%d" );
    PASS();
}

TEST aStepFarBeyondTheScenariosOwnIsWarnedOf( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --h 10 --until 100 --hash" );
    ASSERT_STATUS( 0, run );
    ASSERT_SAYS( run, "warning: --h 10 is" );
    ASSERT_SAYS( run, "inaccurate" );
    ASSERT_EQ_FMT( 1, testLines( run.err ), "%d" );
    // The step of the preset counts where it has one, and ten times is still a choice.
    run = testShell( "\"$S\" run " SPHERE " --h 1e-3 --until 0.1 --hash" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "", run.err );
    PASS();
}

TEST environmentLocaleChangesNothing( void )
{
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --csv - --set mu=0.3 >\"$D/a\" && "
                   "LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 \"$S\" run " SHORT_RUN " --csv - --set mu=0.3 | "
                   "cmp - \"$D/a\"" ) );
    PASS();
}

SUITE( running )
{
    RUN_TEST( tableRunsFromZeroToUntil );
    RUN_TEST( everyStepIsARowAndTimeIsMultiplied );
    RUN_TEST( lastRowIsUntilEvenBetweenTwoIntervals );
    RUN_TEST( thinnedTableHoldsTheSameNumbers );
    RUN_TEST( undefinedNumbersAreEmptyCellsAndNull );
    RUN_TEST( jsonHasScenarioParamsMeasuresAndHash );
    RUN_TEST( measuresCanBeChosen );
    RUN_TEST( presetAppliesBeforeEverySet );
    RUN_TEST( lastSetOfAKeyWins );
    RUN_TEST( hashIsSixteenDigitsAndRepeats );
    RUN_TEST( hashDoesNotDependOnWhatIsWritten );
    RUN_TEST( timingsGoToStderrAndChangeNothing );
    RUN_TEST( aStepFarBeyondTheScenariosOwnIsWarnedOf );
    RUN_TEST( environmentLocaleChangesNothing );
}

// ---------------------------------------------------------------------------------------------------- scenes

#define SCENE_HEAD "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"" SPHERE "\""

static const char* writeScene( const char* text )
{
    static char path[700];
    snprintf( path, sizeof( path ), "%s/scene.json", testScratch() );
    testWriteFile( path, text );
    return path;
}

TEST sceneRunsLikeTheSameWords( void )
{
    const char* path = writeScene( SCENE_HEAD ", \"h\": 0.001, \"until\": 0.5, \"params\": "
                                              "{\"mu\": 0.15, \"omega0\": 2.5, \"law\": \"relaxed\"}}" );
    ASSERT_STATUS( 0,
        testShell( "a=$(\"$S\" run '%s' --hash) && b=$(\"$S\" run " SPHERE " --h 1e-3 --until .5 "
                   "--set mu=.15 --set omega0=2.5 --set law=relaxed --hash) && [ $a = $b ]",
            path ) );
    PASS();
}

TEST setOverridesTheScene( void )
{
    const char* path = writeScene( SCENE_HEAD ", \"h\": 0.001, \"until\": 0.5, \"params\": {\"mu\": 0.15}}" );
    testRun run = testShell( "\"$S\" run '%s' --set mu=.6 --json", path );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 0.6, strtod( fromJson( run.out, "params.mu" ), NULL ) );
    PASS();
}

TEST editsOfASceneAreReplayed( void )
{
    const char* path =
        writeScene( SCENE_HEAD ", \"h\": 0.001, \"until\": 0.2, \"params\": {\"mu_r\": 0}, "
                               "\"edits\": [{\"step\": 100, \"key\": \"mu_r\", \"value\": 0.1}]}" );
    testRun run = testShell( "\"$S\" run '%s' --csv -", path );
    ASSERT_STATUS( 0, run );
    // Column 5 is omega. Without rolling resistance it stays constant; after the edit it decreases.
    ASSERT_EQ_FMT( cellOf( run.out, 1, 5 ), cellOf( run.out, 101, 5 ), "%.17g" );
    ASSERT( cellOf( run.out, 201, 5 ) < cellOf( run.out, 101, 5 ) - 1e-3 );
    PASS();
}

TEST brokenScenesAreRefusedAndSayWhere( void )
{
    static const struct
    {
        const char* text;
        const char* says;
    } cases[] = {
        { "", "JSON" },
        { "{", "JSON" },
        { SCENE_HEAD, "JSON" },
        { SCENE_HEAD "} x", "after" },
        { "[]", "object" },
        { "{}", "format" },
        { "{\"format\": \"other\"}", "format" },
        { "{\"format\": \"slipstick-scene\", \"version\": 1}", "scenario" },
        { "{\"format\": \"slipstick-scene\", \"version\": 2, \"scenario\": \"" SPHERE "\"}", "version" },
        { "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-spere\"}",
            "rolling-spere" },
        { SCENE_HEAD ", \"colour\": 1}", "colour" },
        { SCENE_HEAD ", \"params\": {\"mo\": 1}}", "mo" },
        { SCENE_HEAD ", \"params\": {\"mu\": \"high\"}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"mu\": -1}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"mu\": 1e999}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"mu\": NaN}}", "JSON" },
        { SCENE_HEAD ", \"params\": {\"mu\": null}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"mu\": [1]}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"law\": 1}}", "law" },
        { SCENE_HEAD ", \"params\": {\"law\": \"newton\"}}", "newton" },
        { SCENE_HEAD ", \"params\": {\"mu\": 1, \"mu\": 2}}", "mu" },
        { SCENE_HEAD ", \"params\": 5}", "params" },
        { SCENE_HEAD ", \"h\": 0}", "h" },
        { SCENE_HEAD ", \"h\": \"fast\"}", "h" },
        { SCENE_HEAD ", \"until\": -1}", "until" },
        { SCENE_HEAD ", \"h\": 0.3, \"until\": 1}", "until" },
        { SCENE_HEAD ", \"seed\": -1}", "seed" },
        { SCENE_HEAD ", \"edits\": [{\"step\": -1, \"key\": \"mu\", \"value\": 1}]}", "step" },
        { SCENE_HEAD ", \"edits\": [{\"step\": 1, \"key\": \"mo\", \"value\": 1}]}", "mo" },
        { SCENE_HEAD ", \"edits\": [{\"step\": 1, \"key\": \"mu\", \"value\": -1}]}", "mu" },
        { SCENE_HEAD ", \"edits\": [{\"step\": 2, \"key\": \"mu\", \"value\": 1}, "
                     "{\"step\": 1, \"key\": \"mu\", \"value\": 1}]}",
            "step" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        const char* path = writeScene( cases[i].text );
        testRun run = testShell( "\"$S\" run '%s'", path );
        if ( run.status != 2 || testLines( run.err ) != 1 ||
            testContains( run.err, cases[i].says ) == false ||
            testContains( run.err, "scene.json" ) == false )
        {
            printf( "status %d: %s", run.status, run.err );
            FAILm( cases[i].text );
        }
    }
    PASS();
}

TEST everyTruncationOfASceneIsRefused( void )
{
    static const char scene[] =
        SCENE_HEAD ", \"h\": 0.001, \"until\": 0.01, \"seed\": 3, \"params\": {\"mu\": 0.15, "
                   "\"law\": \"relaxed\"}}";
    int stride = testScale() > 1.0 ? 1 : 7;
    for ( size_t length = 0; length + 1 < sizeof( scene ) - 1; length += (size_t)stride )
    {
        char cut[sizeof( scene )];
        memcpy( cut, scene, length );
        cut[length] = 0;
        ASSERT_STATUS( 2, testShell( "\"$S\" run '%s'", writeScene( cut ) ) );
    }
    PASS();
}

TEST deepNestingIsRefused( void )
{
    size_t depth = 200000;
    char* text = malloc( depth + 1 );
    memset( text, '[', depth );
    text[depth] = 0;
    const char* path = writeScene( text );
    free( text );
    ASSERT_STATUS( 2, testShell( "\"$S\" run '%s'", path ) );
    PASS();
}

TEST binaryRubbishIsRefused( void )
{
    ASSERT_REFUSED( testShell( "head -c 100000 /dev/zero >\"$D/z.json\"; \"$S\" run \"$D/z.json\"" ) );
    ASSERT_REFUSED( testShell( "cp \"$S\" \"$D/z.json\"; \"$S\" run \"$D/z.json\"" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run /dev/zero" ) );
    PASS();
}

SUITE( scenes )
{
    RUN_TEST( sceneRunsLikeTheSameWords );
    RUN_TEST( setOverridesTheScene );
    RUN_TEST( editsOfASceneAreReplayed );
    RUN_TEST( brokenScenesAreRefusedAndSayWhere );
    RUN_TEST( everyTruncationOfASceneIsRefused );
    RUN_TEST( deepNestingIsRefused );
    RUN_TEST( binaryRubbishIsRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( values );
    RUN_SUITE( changes );
    RUN_SUITE( running );
    RUN_SUITE( scenes );
    return TEST_END();
}
