// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

// The program as a user meets it: words in, data on stdout, messages on stderr, and a status.

// -------------------------------------------------------------------------------------------- words and help

TEST versionIsOneLine( void )
{
    testRun run = testShell( "\"$S\" --version" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "slipstick 0.1.0\n", run.out );
    PASS();
}

TEST helpNamesEveryCommandAndOption( void )
{
    testRun run = testShell( "\"$S\" help" );
    ASSERT_STATUS( 0, run );
    static const char* const commands[] = { "gui", "list", "describe", "run", "eval", "shot", "help" };
    for ( int i = 0; i < 7; ++i ) { ASSERTm( commands[i], testContains( run.out, commands[i] ) ); }
    run = testShell( "\"$S\" help run" );
    ASSERT_STATUS( 0, run );
    static const char* const options[] = { "--set", "--preset", "--h", "--until", "--seed", "--threads",
        "--csv", "--every", "--measure", "--json", "--hash" };
    for ( int i = 0; i < 11; ++i ) { ASSERTm( options[i], testContains( run.out, options[i] ) ); }
    PASS();
}

TEST helpIsTheSameHoweverItIsAsked( void )
{
    ASSERT_STATUS( 0,
        testShell(
            "\"$S\" help >\"$D/a\" && \"$S\" --help | cmp - \"$D/a\" && \"$S\" -h | cmp - \"$D/a\"" ) );
    ASSERT_STATUS( 0,
        testShell( "\"$S\" help run >\"$D/a\" && \"$S\" run --help | cmp - \"$D/a\" && "
                   "\"$S\" run " SPHERE " -h | cmp - \"$D/a\"" ) );
    PASS();
}

TEST unknownWordsAreRefusedWithASuggestion( void )
{
    static const struct
    {
        const char* words;
        const char* says;
    } cases[] = {
        { "rnu " SPHERE, "'run'" },
        { "rolling-spere", "'rolling-sphere'" },
        { "help lst", "'list'" },
        { "run rolling-spere", "'rolling-sphere'" },
        { "describe rolling-sphre", "'rolling-sphere'" },
        { "run " SPHERE " --preset fig3aa", "'fig3a'" },
        { "run " SPHERE " --measure xmax", "'x_max'" },
        { "run " SPHERE " --set mo=.3", "'mu'" },
        { "run " SPHERE " --untl 3", "'--until'" },
        { "run " SPHERE " --jsn", "'--json'" },
        { "eval proyect", "'project'" },
        { "eval project --set nu=1", "'mu'" },
        { "list --jason", "'--json'" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        testRun run = testShell( "\"$S\" %s </dev/null", cases[i].words );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, cases[i].says );
    }
    PASS();
}

TEST unknownOptionPointsToTheHelp( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --zzzzzzzzz" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "--zzzzzzzzz" );
    ASSERT_SAYS( run, "slipstick help run" );
    PASS();
}

TEST missingAndExtraWordsAreRefused( void )
{
    static const char* const words[] = { "run", "describe", "eval", "run " SPHERE " extra", "list extra",
        "describe " SPHERE " extra", "run " SPHERE " --until", "run " SPHERE " --csv --json",
        "run " SPHERE " --csv=", "run " SPHERE " --json=yes", "run " SPHERE " --set mu",
        "run " SPHERE " --set =1", "nothing.json", "run nothing.json", "run no/such/scene", "run /tmp",
        "run ''" };
    for ( int i = 0; i < (int)( sizeof( words ) / sizeof( words[0] ) ); ++i )
    {
        testRun run = testShell( "\"$S\" %s </dev/null", words[i] );
        if ( run.status != 2 || run.outLength != 0 || run.err[0] == 0 ) { FAILm( words[i] ); }
    }
    PASS();
}

SUITE( words )
{
    RUN_TEST( versionIsOneLine );
    RUN_TEST( helpNamesEveryCommandAndOption );
    RUN_TEST( helpIsTheSameHoweverItIsAsked );
    RUN_TEST( unknownWordsAreRefusedWithASuggestion );
    RUN_TEST( unknownOptionPointsToTheHelp );
    RUN_TEST( missingAndExtraWordsAreRefused );
}

// ----------------------------------------------------------------------------------------- list and describe

TEST listHasIdTitleAndSource( void )
{
    testRun run = testShell( "\"$S\" list --json" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( fromJson( run.out, "scenarios[*].id" ), SPHERE ) );
    ASSERT( testContains( fromJson( run.out, "scenarios[*].title" ), "phere" ) );
    ASSERT( testContains( fromJson( run.out, "scenarios[*].source" ), "Acary" ) );
    run = testShell( "\"$S\" list" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, SPHERE ) );
    PASS();
}

TEST everyListedScenarioIsDescribedAsValidJson( void )
{
    testRun run = testShell( "\"$S\" list --json" );
    char ids[4096];
    snprintf( ids, sizeof( ids ), "%s", fromJson( run.out, "scenarios[*].id" ) );
    int count = 0;
    for ( char* id = strtok( ids, " " ); id != NULL; id = strtok( NULL, " " ), ++count )
    {
        run = testShell( "\"$S\" describe %s --json", id );
        ASSERT_STATUS( 0, run );
        ASSERT_STR_EQ( id, fromJson( run.out, "id" ) );
        ASSERT( testContains( fromJson( run.out, "presets[*]" ), "tiny" ) );
        run = testShell( "\"$S\" describe %s", id );
        ASSERT_STATUS( 0, run );
    }
    ASSERT( count > 0 );
    PASS();
}

// Other programs rely on these names: adding one is fine, renaming or dropping one is not.
TEST rollingSphereKeepsItsPublishedNames( void )
{
    testRun run = testShell( "\"$S\" describe " SPHERE " --json" );
    ASSERT_STR_EQ( "mu mu_r mu_s restitution radius density u0 omega0 omega_x0 spin0 v0_y v0_z incline_deg "
                   "gravity theta scheme tol law noise.force noise.mu noise.time",
        fromJson( run.out, "params[*].key" ) );
    const char* const signals =
        "x y z u omega slip spin r_n r_t m_r m_s gap mode energy dissipated x_exact u_exact omega_exact "
        "r_t_exact m_r_exact";
    ASSERT_EQ( 0, strncmp( fromJson( run.out, "signals[*].name" ), signals, strlen( signals ) ) );
    ASSERT_STR_EQ( "x_max t_stop max_error", fromJson( run.out, "measures[*].name" ) );
    ASSERT_EQ(
        0, strncmp( fromJson( run.out, "presets[*]" ), "fig2 fig3a fig3b fig3c billiard spin-down", 41 ) );
    PASS();
}

TEST describeNamesTheScenarioOfABuiltScene( void )
{
    testRun run = testShell( "\"$S\" describe ramp-race" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "scenario is 'playground'" ) );
    ASSERTm( run.err, !testContains( run.err, "did you mean" ) );
    PASS();
}

TEST describedParametersHaveAllTheirFields( void )
{
    testRun run = testShell( "\"$S\" describe " SPHERE " --json" );
    const int paramCount = 21; // those of the test above
    static const char* const fields[] = { "key", "symbol", "unit", "kind", "min", "max", "default", "live",
        "doc" };
    for ( int i = 0; i < 9; ++i )
    {
        char path[64];
        snprintf( path, sizeof( path ), "params[*].%s", fields[i] );
        Wanted wanted = { .path = path };
        ASSERT( walkJson( run.out, collect, &wanted ) );
        ASSERT_EQ_FMTm( fields[i], paramCount, wanted.count, "%d" );
    }
    ASSERT_STR_EQ( "coulomb", fromJson( run.out, "params[17].default" ) );
    ASSERT_STR_EQ( "choice", fromJson( run.out, "params[17].kind" ) );
    ASSERT_STR_EQ( "null", fromJson( run.out, "params[0].allowed_max" ) );
    PASS();
}

SUITE( describing )
{
    RUN_TEST( listHasIdTitleAndSource );
    RUN_TEST( everyListedScenarioIsDescribedAsValidJson );
    RUN_TEST( rollingSphereKeepsItsPublishedNames );
    RUN_TEST( describeNamesTheScenarioOfABuiltScene );
    RUN_TEST( describedParametersHaveAllTheirFields );
}

// ----------------------------------------------------------------------------------------------------- files

TEST tableAndJsonCannotShareStandardOutput( void )
{
    ASSERT_REFUSED( testShell( "\"$S\" run " SHORT_RUN " --csv - --json" ) );
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --csv \"$D/a\" --json" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( SPHERE, fromJson( run.out, "scenario" ) );
    PASS();
}

TEST onlyDataGoesToStandardOutput( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --csv - --measure x_max --hash" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( 102, testLines( run.out ), "%d" );
    ASSERT_SAYS( run, "x_max" );
    run = testShell( "\"$S\" run " SHORT_RUN " --csv -" );
    ASSERT_STR_EQ( "", run.err );
    PASS();
}

TEST unwritablePathsAreRefusedBeforeTheRun( void )
{
    // The run would take minutes, but the refusal comes at once.
    static const char* const paths[] = { "\"$D/none/a.csv\"", "\"$D\"", "\"$D/\"", "/dev/null/a",
        "/proc/a.csv" };
    for ( int i = 0; i < (int)( sizeof( paths ) / sizeof( paths[0] ) ); ++i )
    {
        testRun run =
            testShell( "timeout 20 \"$S\" run " SPHERE " --h 1e-6 --until 1000 --csv %s", paths[i] );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, "cannot write" );
        ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    }
    PASS();
}

TEST protectedFilesAndFoldersAreRefused( void )
{
    if ( geteuid() == 0 ) { SKIPm( "root may write everywhere" ); }
    ASSERT_REFUSED( testShell(
        "chmod 555 \"$D\"; \"$S\" run " SHORT_RUN " --csv \"$D/a\"; r=$?; chmod 755 \"$D\"; exit $r" ) );
    ASSERT_REFUSED(
        testShell( "touch \"$D/a\"; chmod 444 \"$D/a\"; \"$S\" run " SHORT_RUN " --csv \"$D/a\"" ) );
    PASS();
}

TEST fullDiskIsStatusTwo( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --csv /dev/full" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "/dev/full" );
    ASSERT_SAYS( run, "No space left" );
    static const char* const words[] = { "--version", "help", "list", "list --json", "describe " SPHERE,
        "help run", "run " SHORT_RUN, "run " SHORT_RUN " --json", "run " SHORT_RUN " --hash",
        "run " SHORT_RUN " --csv -" };
    for ( int i = 0; i < (int)( sizeof( words ) / sizeof( words[0] ) ); ++i )
    {
        run = testShell( "\"$S\" %s >/dev/full", words[i] );
        ASSERT_STATUS( 2, run );
        ASSERT_SAYS( run, "cannot write standard output: No space left" );
    }
    ASSERT_STATUS( 2, testShell( "echo n,t1,t2 | \"$S\" eval project --set mu=1 --out /dev/full" ) );
    ASSERT_STATUS( 2, testShell( "\"$S\" list >&-" ) );
    PASS();
}

/// A limit on the size of files stands for a full disk. What a run had written
/// stays, in whole rows; the others are complete.
TEST aFullDiskKeepsTheRowsThatItHadRoomFor( void )
{
    static const char* const tables[] = { "--csv a.csv", "--bodies a.csv", "--contacts a.csv",
        "--contacts a.mcap" };
    for ( int i = 0; i < SS_COUNT( tables ); ++i )
    {
        const char* name = strchr( tables[i], ' ' ) + 1;
        testRun run = testShell(
            "cd \"$D\" && \"$S\" run " SPHERE " --until 1 --h 1e-3 %s >/dev/null && mv %s whole && "
            "echo old >%s && ( ulimit -f 8; \"$S\" run " SPHERE " --until 1 --h 1e-3 %s "
            "--changes b.csv ); r=$?; cmp -n $(stat -c %%s %s.partial) %s.partial whole >&2 || exit 9; "
            "cat %s; ls; tail -c 1 %s.partial | od -An -c; echo size=$(stat -c %%s %s.partial); exit $r",
            tables[i], name, name, tables[i], name, name, name, name, name );
        ASSERT_STATUS( 2, run );
        ASSERT_SAYS( run, "File too large" );
        ASSERT_SAYS( run, ".partial'" );
        ASSERTm( run.out, strncmp( run.out, "old\n", 4 ) == 0 && testContains( run.out, "b.csv\n" ) );
        ASSERTm( run.out, i == 3 || testContains( run.out, "\\n\n" ) );
        const char* said = strstr( run.out, "size=" );
        int size = said != NULL ? atoi( said + 5 ) : 0;
        ASSERTm( run.out, size > ( i == 3 ? 0 : 2000 ) && size <= 8192 );
    }
    PASS();
}

/// The whole run would take hours. Without another table or a result that
/// is wanted it ends where the disk is full.
TEST aFullDiskIsSaidAtOnce( void )
{
    static const char* const tables[] = { "--csv a.csv", "--bodies a.csv", "--contacts a.csv",
        "--csv a.csv --bodies b.csv" };
    for ( int i = 0; i < SS_COUNT( tables ); ++i )
    {
        testRun run =
            testShell( "cd \"$D\" && ulimit -f 8; timeout 20 \"$S\" run " SPHERE " --h 1e-6 --until 1000 %s",
                tables[i] );
        ASSERT_STATUS( 2, run );
        ASSERT_SAYS( run, "File too large" );
        run = testShell( "cd \"$D\" && ulimit -f 8; timeout 3 \"$S\" run " SPHERE
                         " --h 1e-6 --until 1000 %s --measure x_max",
            tables[i] );
        ASSERT_SAYS( run, "the run goes on without this table" );
        ASSERT_SAYS( run, "stopped by" );
    }
    // The other answers are printed nevertheless; the status says that the table is not whole.
    testRun run =
        testShell( "cd \"$D\" && \"$S\" run " SHORT_RUN " --every 1e-3 --hash >whole && ulimit -f 1; "
                   "\"$S\" run " SHORT_RUN " --hash --csv c.csv >hash; r=$?; cmp hash whole && exit $r" );
    ASSERT_STATUS( 2, run );
    ASSERT_SAYS( run, "the run goes on without this table" );
    PASS();
}

TEST failureKeepsTheOldFile( void )
{
    testRun run = testShell( "echo old >\"$D/a\"; printf 'n,t1,t2\\n1,2,x\\n' | "
                             "\"$S\" eval project --set mu=1 --out \"$D/a\"; r=$?; cat \"$D/a\"; exit $r" );
    ASSERT_STATUS( 2, run );
    ASSERT_STR_EQ( "old\n", run.out );
    ASSERT_EQ_FMT( 1, entriesIn( shellFolder() ), "%d" );
    PASS();
}

TEST refusedRunsLeaveNoFile( void )
{
    ASSERT_STATUS( 2, testShell( "\"$S\" run " SPHERE " --until 1.00001 --csv \"$D/a\"" ) );
    ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    ASSERT_STATUS( 2, testShell( "\"$S\" run " SPHERE " --measure none --csv \"$D/a\"" ) );
    ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    ASSERT_STATUS( 2, testShell( "printf 'n,t1\\n' | \"$S\" eval project --set mu=1 --out \"$D/a\"" ) );
    ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    PASS();
}

TEST fileAndStreamHoldTheSame( void )
{
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --csv \"$D/a\" >/dev/null && "
                   "\"$S\" run " SHORT_RUN " --csv - | cmp - \"$D/a\"" ) );
    ASSERT_EQ_FMT( 1, entriesIn( shellFolder() ), "%d" );
    PASS();
}

TEST pipesAreWrittenToDirectly( void )
{
    testRun run = testShell( "mkfifo \"$D/p\"; (cat \"$D/p\" | wc -l) & \"$S\" run " SHORT_RUN
                             " --csv \"$D/p\" >/dev/null; r=$?; wait; exit $r" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 102, atoi( run.out ) );
    PASS();
}

TEST readerThatLeavesIsNotAnError( void )
{
    // The run is far longer than a pipe holds; it must end soon and without a message.
    testRun run = testShell(
        "(timeout 60 \"$S\" run " SPHERE " --h 1e-6 --until 1000 --csv -; echo $? >\"$D/status\") | "
        "head -2 >/dev/null; cat \"$D/status\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "0\n", run.out );
    ASSERT_STR_EQ( "", run.err );
    run = testShell(
        "(yes 1,2,3 | sed '1s/.*/n,t1,t2/' 2>/dev/null | timeout 60 \"$S\" eval project --set mu=1; "
        "echo $? >\"$D/status\") | head -2 >/dev/null; cat \"$D/status\"" );
    ASSERT_STR_EQ( "0\n", run.out );
    PASS();
}

/// Stops a long run. The finished rows stay beside the old file, which stays as it was.
static enum greatest_test_res stopKeepsTheRows( int number )
{
    char folder[600], path[700], partial[720], log[700], program[] = SLIPSTICK_PROGRAM;
    snprintf( folder, sizeof( folder ), "%s/stopped%d", testScratch(), number );
    mkdir( folder, 0777 );
    snprintf( path, sizeof( path ), "%s/a.csv", folder );
    snprintf( partial, sizeof( partial ), "%s.partial", path );
    testWriteFile( path, "old\n" );
    char* words[] = { program, "run", SPHERE, "--h", "1e-6", "--until", "5000", "--csv", path, NULL };
    pid_t child = testStart( words );
    struct stat info = { .st_size = 0 };
    for ( int i = 0; i < 1000 && info.st_size < 100000; ++i )
    {
        nanosleep( &( struct timespec ){ .tv_nsec = 10000000 }, NULL );
        stat( partial, &info );
    }
    kill( child, number );
    ASSERT_EQ_FMT( 128 + number, testFinish( child ), "%d" );
    ASSERT_EQ_FMT( 2, entriesIn( folder ), "%d" );
    char* old = testReadFile( path, NULL );
    ASSERT_STR_EQ( "old\n", old );
    free( old );
    // Every row is whole and in its place.
    size_t length = 0;
    char* rows = testReadFile( partial, &length );
    while ( number == SIGKILL && length > 0 && rows[length - 1] != '\n' )
    {
        rows[--length] = 0; // a kill may cut the last write short, within a row
    }
    ASSERT( length >= 99000 && rows[length - 1] == '\n' );
    int count = testLines( rows );
    const char* last = rows + length - 1;
    while ( last[-1] != '\n' ) { --last; }
    ASSERT_IN_RANGE( 1e-6 * ( count - 2 ), strtod( last, NULL ), 1e-9 );
    free( rows );
    if ( number != SIGKILL )
    {
        snprintf( log, sizeof( log ), "%s/log", testScratch() );
        char* said = testReadFile( log, NULL );
        char step[40];
        snprintf( step, sizeof( step ), "at step %d of", count - 2 );
        ASSERTm( said, testContains( said, step ) && testContains( said, "a.csv.partial" ) );
        free( said );
    }
    // The next run takes its place.
    char* again[] = { program, "run", SPHERE, "--h", "1e-3", "--until", "0.1", "--csv", path, NULL };
    ASSERT_EQ_FMT( 0, testFinish( testStart( again ) ), "%d" );
    ASSERT_EQ_FMT( 1, entriesIn( folder ), "%d" );
    PASS();
}

TEST ctrlCKeepsTheFinishedRows( void ) { return stopKeepsTheRows( SIGINT ); }

TEST terminationKeepsTheFinishedRows( void ) { return stopKeepsTheRows( SIGTERM ); }

TEST aKillKeepsTheFinishedRows( void ) { return stopKeepsTheRows( SIGKILL ); }

SUITE( files )
{
    RUN_TEST( tableAndJsonCannotShareStandardOutput );
    RUN_TEST( onlyDataGoesToStandardOutput );
    RUN_TEST( unwritablePathsAreRefusedBeforeTheRun );
    RUN_TEST( protectedFilesAndFoldersAreRefused );
    RUN_TEST( fullDiskIsStatusTwo );
    RUN_TEST( aFullDiskKeepsTheRowsThatItHadRoomFor );
    RUN_TEST( aFullDiskIsSaidAtOnce );
    RUN_TEST( failureKeepsTheOldFile );
    RUN_TEST( refusedRunsLeaveNoFile );
    RUN_TEST( fileAndStreamHoldTheSame );
    RUN_TEST( pipesAreWrittenToDirectly );
    RUN_TEST( readerThatLeavesIsNotAnError );
    RUN_TEST( ctrlCKeepsTheFinishedRows );
    RUN_TEST( terminationKeepsTheFinishedRows );
    RUN_TEST( aKillKeepsTheFinishedRows );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( words );
    RUN_SUITE( describing );
    RUN_SUITE( files );
    return TEST_END();
}
