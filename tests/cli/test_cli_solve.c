// SPDX-License-Identifier: MIT
#include "judge.h"
#include "test_cli_common.h"

#include "solve/policy_table.h"

// `slipstick solve`: files in, a report out, and a status that a script can trust.

#define DENSE "3\\n1\\n0\\n3\\n3\\n3 3\\n2 0 0\\n0 3 0\\n0 0 4\\n-1 2 3\\n0.5\\n"

/// Writes a packing to a file of the scratch folder, which outlives the folder of the shell.
static const char* packingFile( uint64_t seed, ssContactForm law, double mu )
{
    static char path[700];
    ssPackingDef def = ssRandomPackingDef( seed );
    ssProblem problem;
    def.law = law;
    def.mu = mu;
    def.dimension = 5;
    testMust( ssMakePacking( &def, &problem ) );
    char* text = ssFormatProblem( &problem, NULL );
    snprintf( path, sizeof( path ), "%s/packing.json", testScratch() );
    testWriteFile( path, text );
    ssRelease( text );
    ssProblem_Destroy( &problem );
    return path;
}

TEST solvesATextFile( void )
{
    testRun run = testShell( "printf '" DENSE "' >\"$D/a\" && \"$S\" solve \"$D/a\" --json" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "auto", fromJson( run.out, "solver" ) );
    ASSERT_STR_EQ( "converged", fromJson( run.out, "status" ) );
    ASSERT_STR_EQ( "1", fromJson( run.out, "contacts" ) );
    ASSERT_STR_EQ( "3", fromJson( run.out, "dimension" ) );
    ASSERT( strtod( fromJson( run.out, "residual" ), NULL ) <= 1e-8 );
    ASSERT( strtod( fromJson( run.out, "seconds" ), NULL ) >= 0.0 );
    ASSERT( strtod( fromJson( run.out, "iterations" ), NULL ) >= 0.0 );
    PASS();
}

TEST everySolverIsInTheTable( void )
{
    const char* path = packingFile( 5, ss_contactFormRelaxed, 0.5 );
    testRun run = testShell( "\"$S\" solve '%s' --solver all --json", path );
    ASSERT_STATUS( 0, run );
    const char* names = fromJson( run.out, "reports[*].solver" );
    static const char* const known[] = { "auto", "nsgs", "qvi", "fixed-point", "extragradient", "psor",
        "apgd", "admm", "newton", "lemke", "pgs" };
    for ( int i = 0; i < SS_COUNT( known ); ++i ) { ASSERTm( known[i], testContains( names, known[i] ) ); }
    ASSERT( testContains( fromJson( run.out, "reports[*].status" ), "refused" ) );
    run = testShell( "\"$S\" solve '%s' --solver all", path );
    ASSERT_STATUS( 0, run );
    for ( int i = 0; i < SS_COUNT( known ); ++i ) { ASSERTm( known[i], testContains( run.out, known[i] ) ); }
    ASSERT( testContains( run.out, "does not honour" ) );
    PASS();
}

TEST notConvergedIsStatusOneAndStillReported( void )
{
    const char* path = packingFile( 9, ss_contactFormSaxce, 2.0 );
    testRun run = testShell( "\"$S\" solve '%s' --solver fixed-point --max-iterations 1 --json", path );
    ASSERT_STATUS( 1, run );
    ASSERT_STR_EQ( "limit", fromJson( run.out, "status" ) );
    ASSERT_STR_EQ( "1", fromJson( run.out, "iterations" ) );
    ASSERT( strtod( fromJson( run.out, "residual" ), NULL ) > 1e-8 );
    PASS();
}

TEST theTimeLimitEndsASolveAndKeepsItsBestAnswer( void )
{
    // A residual of 1e-300 is never reached, so that only a limit ends the solve.
    const char* path = packingFile( 9, ss_contactFormSaxce, 0.5 );
    testRun run =
        testShell( "\"$S\" solve '%s' --solver nsgs --tol 1e-300 --max-iterations 1000000000 "
                   "--time-limit 0.3 --json --out \"$D/p.csv\"; code=$?; cat \"$D/p.csv\" >&2; exit $code",
            path );
    ASSERT_STATUS( 1, run );
    ASSERT_STR_EQ( "time-limit", fromJson( run.out, "status" ) );
    // Passes make this packing good to many digits at once, and the answer is written.
    ASSERT( strtod( fromJson( run.out, "residual" ), NULL ) < 1e-8 );
    ASSERT( testLines( run.err ) == 1 + atoi( fromJson( run.out, "contacts" ) ) );
    double seconds = strtod( fromJson( run.out, "seconds" ), NULL );
    ASSERT( seconds >= 0.3 && seconds < 30.0 );
    run = testShell( "\"$S\" solve '%s' --time-limit -1", path );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "--time-limit" ) && testContains( run.err, ">= 0" ) );
    PASS();
}

TEST theTimeLimitChangesNoConvergedAnswer( void )
{
    const char* path = packingFile( 9, ss_contactFormSaxce, 0.5 );
    testRun run =
        testShell( "for t in 0 60; do \"$S\" solve '%s' --time-limit $t --out \"$D/p$t.csv\" >/dev/null "
                   "|| exit 3; done; cmp \"$D/p0.csv\" \"$D/p60.csv\"",
            path );
    ASSERT_STATUS( 0, run );
    PASS();
}

#define GROOVE                                                                                      \
    "cat >\"$D/t\" <<'END'\n"                                                                       \
    "{\"format\": \"slipstick-problem\", \"version\": 1, \"law\": \"coulomb\", \"dimension\": 3,\n" \
    " \"bodies\": [{\"mass\": 1, \"inertia\": [0.4, 0.4, 0.4], \"position\": [0, 0, 1]},\n"         \
    "  {\"mass\": 1, \"inertia\": [0.4, 0.4, 0.4], \"position\": [10, 0, 1]}],\n"                   \
    " \"contacts\": [{\"b\": 0, \"point\": [0, 0, 0], \"normal\": [0, 0, 1], \"mu\": 0.5},\n"       \
    "  {\"b\": 1, \"point\": [9.4, 0, 0.2], \"normal\": [0.6, 0, 0.8], \"mu\": 0.5},\n"             \
    "  {\"b\": 1, \"point\": [10.6, 0, 0.2], \"normal\": [-0.6, 0, 0.8], \"mu\": 0.5}],\n"          \
    " \"free_velocity\": [0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0]}\nEND\n"

TEST anUnsolvedProblemNamesTheContactsThatHoldItUp( void )
{
    // Two spheres on the ground, 10 m apart. The first is pressed down by its own weight alone,
    // which one pass solves; the second lies in a groove whose sides depend on each other, so that
    // one pass leaves contacts 1 and 2 undecided.
    testRun run = testShell(
        GROOVE "\"$S\" solve \"$D/t\" --solver nsgs --max-iterations 1; \"$S\" solve \"$D/t\" --solver nsgs "
               "--max-iterations 1 --json" );
    ASSERT_STATUS( 1, run );
    ASSERTm( run.out, testContains( run.out, " of 3 contacts fulfil the law to 1e-08; the rest:" ) );
    ASSERTm( run.out,
        testContains( run.out, "worst: contact 1 of body 1" ) ||
            testContains( run.out, "worst: contact 2 of body 1" ) );
    ASSERTm( run.out, testContains( run.out, "\"held_up_by\"" ) );
    ASSERTm( run.out, !testContains( run.out, "contacts 0" ) && !testContains( run.out, "contact 0" ) );
    run = testShell( GROOVE "\"$S\" solve \"$D/t\" --solver all --max-iterations 1; \"$S\" solve \"$D/t\" "
                            "--solver all --max-iterations 1 --json" );
    ASSERT_STATUS( 1, run );
    ASSERTm( run.out, testContains( run.out, "The best answer is that of " ) );
    ASSERTm( run.out, testContains( run.out, "\"held_up_by\"" ) );
    // What is solved has no such lines.
    run = testShell( GROOVE "\"$S\" solve \"$D/t\"; \"$S\" solve \"$D/t\" --json" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, !testContains( run.out, "the rest" ) && !testContains( run.out, "held_up_by" ) );
    PASS();
}

TEST wedgedProblemsAreReported( void )
{
    // A sphere lies between two walls that face each other and can press it without bound.
    testRun run = testShell(
        "cat >\"$D/w\" <<'END'\n"
        "{\"format\": \"slipstick-problem\", \"version\": 1, \"law\": \"coulomb\", \"dimension\": 3,\n"
        " \"bodies\": [{\"mass\": 1, \"inertia\": [0.4, 0.4, 0.4], \"position\": [0, 0, 0]}],\n"
        " \"contacts\": [{\"b\": 0, \"point\": [-1, 0, 0], \"normal\": [1, 0, 0], \"mu\": 0.5},\n"
        "  {\"b\": 0, \"point\": [1, 0, 0], \"normal\": [-1, 0, 0], \"mu\": 0.5}],\n"
        " \"free_velocity\": [1, 0, -1, 0, 0, 0]}\nEND\n"
        "\"$S\" solve \"$D/w\" --solver fixed-point --max-iterations 1" );
    ASSERT_STATUS( 1, run );
    ASSERT_SAYS( run, "wedged: forces are not bounded" );
    run = testShell(
        "printf '" DENSE "' >\"$D/a\" && \"$S\" solve \"$D/a\" --solver fixed-point --max-iterations 1" );
    ASSERT_STATUS( 1, run );
    ASSERT_STR_EQ( "", run.err );
    PASS();
}

#define BLOCKS "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3, \"w\": {\"blocks\": ["
#define BLOCK( row, column, normal, tangent ) \
    "[" #row ", " #column ", [" #normal ", 0, 0, 0, " #tangent ", 0, 0, 0, " #tangent "]]"

#define CLOSING                                                                                           \
    "echo '" BLOCKS BLOCK( 0, 0, 1, 1.5 ) "," BLOCK( 0, 2, -1, 0.5 ) "," BLOCK( 1, 1, 1, 1.5 ) "," BLOCK( \
        2, 0, -1, 0.5 ) "," BLOCK( 2, 2, 1,                                                               \
        1.5 ) "]}, \"q\": [-1, 0, 0, -1, 0, 0, -1, 0, 0], \"contacts\": [{\"mu\": 0.5}, {\"mu\": 0.5}, "  \
              "{\"mu\": 0.5}]}' >\"$D/w\"; "

TEST problemsWithoutASolutionAreToldWithTheirCertificate( void )
{
    // Two walls come closer at 1 m/s each, and a ball is between them; the
    // ground, contact 1, has nothing to do with it.
    testRun run = testShell( CLOSING "\"$S\" solve \"$D/w\" --json" );
    ASSERT_STATUS( 1, run );
    ASSERT_STR_EQ( "infeasible", fromJson( run.out, "status" ) );
    ASSERT_STR_EQ( "true", fromJson( run.out, "certificate.proof" ) );
    ASSERT_STR_EQ( "0 2", fromJson( run.out, "certificate.contacts[*]" ) );
    double p[9];
    ASSERT_EQ( 9,
        sscanf( fromJson( run.out, "certificate.p[*]" ), "%lf %lf %lf %lf %lf %lf %lf %lf %lf", p, p + 1,
            p + 2, p + 3, p + 4, p + 5, p + 6, p + 7, p + 8 ) );
    for ( int i = 0; i < 9; ++i )
    {
        ASSERT_IN_RANGE( i == 0 || i == 6 ? 1.0 : 0.0, p[i], 1e-9 ); // the two forces that balance
    }
    run = testShell( CLOSING "\"$S\" solve \"$D/w\" --solver all" );
    ASSERTm( run.out,
        testContains( run.out, "infeasible" ) &&
            testContains( run.out, "no solution exists: the forces p at contacts 0, 2" ) );
    // A W that is not symmetric has none, but is said to be without a solution that was found: r_1 >= 1 + 2
    // r_2 and r_2 >= 1 + 3 r_1 exclude each other.
    run = testShell( "echo '" BLOCKS BLOCK( 0, 0, 1, 1 ) "," BLOCK( 0, 1, -2, 0 ) "," BLOCK(
        1, 0, -3, 0 ) "," BLOCK( 1, 1, 1, 1 ) "]}, "
                                              "\"q\": [-1, 0, 0, -1, 0, 0], \"contacts\": [{\"mu\": 0}, "
                                              "{\"mu\": 0}]}' >\"$D/n\"; \"$S\" solve \"$D/n\"" );
    ASSERT_STATUS( 1, run );
    ASSERTm( run.out,
        testContains( run.out, "no solution found; " ) &&
            testContains( run.out, "; the nearest state found:\n" ) );
    PASS();
}

#define PATH_ROOM 700

/// Writes a packing into the scratch folder, and its path.
static bool writePacking( const ssPackingDef* def, const char* name, char path[PATH_ROOM] )
{
    ssProblem problem;
    if ( ssMakePacking( def, &problem ).code != ss_ok ) { return false; }
    char* text = ssFormatProblem( &problem, NULL );
    snprintf( path, PATH_ROOM, "%s/%s.json", testScratch(), name );
    testWriteFile( path, text );
    ssRelease( text );
    ssProblem_Destroy( &problem );
    return true;
}

TEST largeProblemsAreNotCheckedForWedgesAndSaySo( void )
{
    // After a solve that found nothing the check must not take longer than the solve itself.
    char path[PATH_ROOM];
    ssPackingDef def = ssDefaultPackingDef();
    def.contacts = 2001;
    ASSERT( writePacking( &def, "large", path ) );
    testRun run = testShell( "\"$S\" solve '%s' --solver nsgs --max-iterations 1", path );
    ASSERT_STATUS( 1, run );
    ASSERT_SAYS( run, "not checked whether bodies are wedged" );
    ASSERT_SAYS( run, "at most 2000 are checked" );
    PASS();
}

TEST threadsChangeNoAnswer( void )
{
    // A packing at rest, which takes factorisations that are worth sharing.
    char path[PATH_ROOM];
    ssPackingDef def = ssDefaultPackingDef();
    def.settled = true;
    def.kick = 0.0;
    def.gravityStep = 9.81e-3;
    def.dimension = 3;
    def.contacts = 1000;
    def.mu = 0.8;
    ASSERT( writePacking( &def, "rest", path ) );
    testRun run =
        testShell( "for t in 1 3; do \"$S\" solve '%s' --threads $t --out \"$D/p$t.csv\" || exit 3; done; "
                   "cmp \"$D/p1.csv\" \"$D/p3.csv\"",
            path );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.out, testContains( run.out, "interior" ) );
    run = testShell( "\"$S\" solve '%s' --threads 0", path );
    ASSERT_STATUS( 2, run );
    ASSERT_SAYS( run, "--threads" );
    PASS();
}

TEST tabulatedLawIsTheOneThatEvalHas( void )
{
    // W = 1, so the velocity is q + p; its force by eval is the reaction.
    testRun run = testShell(
        "cat >\"$D/t\" <<'END'\n"
        "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3,\n"
        " \"w\": {\"blocks\": [[0, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1]]]},\n"
        " \"contacts\": [{\"q\": [-1, 0.3, 1], \"law\": \"tabulated\", \"tensor\": [0.6, 0.1, -0.1, 0.3]}]}\n"
        "END\n"
        "\"$S\" solve \"$D/t\" --json --out \"$D/p.csv\" >&2 && tail -n 1 \"$D/p.csv\" | awk -F, '{ print "
        "\"p1,p2,gx,gy\"; "
        "printf \"%%s,%%s,%%.17g,%%.17g\\n\", $3, $4, 0.3 + $3, 1 + $4 }' | "
        "\"$S\" eval slip-force --set law=tabulated --set 'tensor=.6;.1;-.1;.3'" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.err, "converged" ) && testContains( run.err, "closure gap -1.48" ) );
    for ( int c = 0; c < 2; ++c )
    {
        ASSERT_IN_RANGE( -cellOf( run.out, 1, c ), cellOf( run.out, 1, 4 + c ), 1e-14 );
    }
    PASS();
}

TEST reactionsAreWrittenInTheFilesUnits( void )
{
    const char* path = packingFile( 11, ss_contactFormSaxce, 0.5 );
    testRun run =
        testShell( "\"$S\" solve '%s' --tol 1e-10 --out \"$D/p.csv\" >/dev/null && cat \"$D/p.csv\"", path );
    ASSERT_STATUS( 0, run );
    ASSERT( strncmp( run.out, "contact,p_n,p_t1,p_t2,p_r1,p_r2,u_n,u_t1,u_t2,w_r1,w_r2,mode\n", 61 ) == 0 );
    size_t length = 0;
    char* text = testReadFile( path, &length );
    ssProblem problem;
    ASSERT_EQ( ss_ok, ssReadProblem( text, length, &problem ).code );
    ASSERT_EQ( problem.contactCount + 1, testLines( run.out ) );
    double* p = calloc( (size_t)ssProblem_Size( &problem ) + 1, sizeof( double ) );
    for ( int i = 0; i < problem.contactCount; ++i )
    {
        ASSERT_EQ( (double)i, cellOf( run.out, i + 1, 0 ) );
        for ( int c = 0; c < 5; ++c ) { p[5 * i + c] = cellOf( run.out, i + 1, 1 + c ); }
    }
    ssJudgement judgement;
    ASSERT_EQ( ss_ok, judgeTwice( &problem, p, &judgement, NULL ).code );
    ASSERT( judgement.residual <= 1e-10 );
    free( p );
    free( text );
    ssProblem_Destroy( &problem );
    PASS();
}

TEST traceHasALinePerIteration( void )
{
    const char* path = packingFile( 4, ss_contactFormSaxce, 0.5 );
    testRun run = testShell(
        "\"$S\" solve '%s' --solver fixed-point --trace \"$D/t\" --json >\"$D/j\" && cat \"$D/t\"", path );
    ASSERT_STATUS( 0, run );
    ASSERT( strncmp( run.out, "solver,iteration,residual,objective,step", 40 ) == 0 );
    int lines = testLines( run.out );
    ASSERT( lines > 3 );
    for ( int i = 1; i < lines; ++i )
    {
        ASSERT_EQ( (double)( i - 1 ), cellOf( run.out, i, 1 ) );
        ASSERT( cellOf( run.out, i, 2 ) >= 0.0 && cellOf( run.out, i, 4 ) > 0.0 );
    }
    ASSERT( cellOf( run.out, lines - 1, 2 ) <= 1e-8 );
    run = testShell( "\"$S\" solve '%s' --solver all --trace \"$D/t\" >/dev/null && cat \"$D/t\"", path );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "\nnewton,0," ) && testContains( run.out, "\nnsgs,0," ) );
    PASS();
}

TEST parametersOfSolversAreSet( void )
{
    const char* path = packingFile( 4, ss_contactFormSaxce, 0.3 );
    ASSERT_STATUS(
        0, testShell( "\"$S\" solve '%s' --solver nsgs --set local=exact --set omega=1.1", path ) );
    ASSERT_STATUS( 0, testShell( "\"$S\" solve '%s' --solver nsgs --set local=projection", path ) );
    static const struct
    {
        const char *words, *says;
    } cases[] = {
        { "--solver nsgs --set lokal=exact", "'local'" },
        { "--solver nsgs --set local=wrong", "local" },
        { "--solver nsgs --set omega=2.5", "omega" },
        { "--solver nsgs --set omega", "KEY=VALUE" },
        { "--solver nsgz", "'nsgs'" },
        { "--tol 0", "--tol 0: expected a finite number > 0" },
        { "--tol nan", "--tol" },
        { "--solver all --set lokal=exact", "'local'" },
        { "--out \"$D/a\" --trace \"$D/a\"", "both" },
        { "--max-iterations 0", "--max-iterations" },
        { "--out -", "--out" },
        { "--solver psor", "does not honour the Coulomb law" },
        { "--out /no/such/folder/x.csv", "/no/such/folder" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        testRun run = testShell( "\"$S\" solve '%s' %s", path, cases[i].words );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, cases[i].says );
    }
    PASS();
}

TEST whatIsReadIsNotOverwritten( void )
{
    const char* path = packingFile( 4, ss_contactFormSaxce, 0.3 );
    static const char* const cases[] = { "solve in --out in", "solve in --out link",
        "solve link --trace ./in", "solve in --judge p --out p",
        "run rolling-sphere --until 0.1 --against r --csv r" };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = testShell(
            "cd \"$D\"; cp '%s' in; ln -s in link; \"$S\" solve in --out p >/dev/null; \"$S\" run "
            "rolling-sphere --until 0.1 --csv r >/dev/null; mkdir kept; cp in p r kept; \"$S\" %s; "
            "status=$?; for f in in p r; do cmp $f kept/$f || exit 9; done; exit $status",
            path, cases[i] );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, "would overwrite a file that is read" );
    }
    // The id of a scenario is no file, and one table may take the place of an older one.
    ASSERT_STATUS( 0,
        testShell(
            "cd \"$D\" && \"$S\" run belt --until 1 --csv belt && \"$S\" run belt --until 1 --csv belt" ) );
    PASS();
}

// A count in a file must not turn into memory. The shadow memory of the address sanitizer exceeds any bound.
#if defined( __SANITIZE_ADDRESS__ )
#define BOUNDED ""
#elif defined( __has_feature )
#if __has_feature( address_sanitizer ) || __has_feature( thread_sanitizer )
#define BOUNDED ""
#endif
#elif defined( __SANITIZE_THREAD__ )
#define BOUNDED ""
#endif
#ifndef BOUNDED
#define BOUNDED "ulimit -v 1000000; "
#endif

#define PROBLEM "{\"format\": \"slipstick-problem\", "
#define HEAD "\"version\": 1, \"dimension\": 3, "
#define BODY "\"bodies\": [{\"mass\": 1, \"inertia\": [1, 1, 1], \"position\": [0, 0, 1]}], \"contacts\": ["

TEST brokenFilesAreStatusTwo( void )
{
    static const struct
    {
        const char *text, *says;
    } cases[] = {
        { "", "empty" },
        { "hello", "neither" },
        { "{\"format\": ", "line 1" },
        { "{}", "format" },
        { PROBLEM "\"dimension\": 3}", "version: expected 1, found nothing" },
        { PROBLEM "\"version\": 1}", "dimension: expected 3, 5 or 6, found nothing" },
        { PROBLEM HEAD "\"bodies\": [{\"inertia\": [1, 1, 1], \"position\": [0, 0, 0]}], \"contacts\": []}",
            "bodies[0].mass: expected a finite number, found nothing" },
        { PROBLEM HEAD "\"bodies\": [{\"mass\": 1e308, \"inertia\": [1, 1, 1], \"position\": [0, 0, 0]}], "
                       "\"contacts\": []}",
            "mass = 1e+308; allowed: > 0, at most 1e+100" },
        { PROBLEM HEAD BODY "{\"b\": 0.5, \"point\": [0, 0, 0], \"normal\": [0, 0, 1]}]}",
            "contacts[0].b: expected a whole number below 2e9, found 0.5" },
        { PROBLEM HEAD BODY "{\"b\": 0, \"point\": [0, 0, 0], \"normal\": 1}]}",
            "contacts[0].normal: expected an array of 3 numbers, found 1" },
        { PROBLEM HEAD BODY
            "{\"b\": 0, \"point\": [0, 0, 0], \"normal\": [0, 0, 1], \"tangent\": [0, 0, 0]}]}",
            "contacts[0].tangent: expected a direction other than [0, 0, 0]" },
        { PROBLEM HEAD "\"w\": {\"blocks\": [[0, 0, [1, 0, 0, 0, 1, 0, 0, 0]]]}, \"contacts\": [{}]}",
            "w.blocks[0]: expected [row, column, [9 numbers]], found one of 8 numbers" },
        { PROBLEM HEAD
            "\"w\": {\"blocks\": [[0, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1]]]}, \"contacts\": [{\"b\": 0}]}",
            "contacts[0].b: allowed with bodies only" },
        { "3\\n1\\n0\\n3\\n3\\n3 3\\n2 0 0\\n0 3 0\\n0 0 4\\n-1 2 3\\n-0.5\\n", "line 11: mu = -0.5" },
        { "3\\n1\\n0\\n3\\n3\\n3 3\\n2 0 0\\n0 nan 0\\n0 0 4\\n-1 2 3\\n0.5\\n", "line 8" },
        { "3\\n1\\n0\\n3\\n3\\n3 3\\n2 0 0\\n", "line 6" },
        { "3\\n1000000000\\n0\\n", "line 2" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        testRun run = testShell( "printf '%s' >\"$D/a\"; " BOUNDED "\"$S\" solve \"$D/a\"", cases[i].text );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, cases[i].says );
    }
    ASSERT_REFUSED( testShell( "\"$S\" solve /no/such/file" ) );
    ASSERT_REFUSED( testShell( "\"$S\" solve /tmp" ) );
    ASSERT_REFUSED( testShell( "\"$S\" solve" ) );
    PASS();
}

TEST refusedRunsLeaveNoFiles( void )
{
    const char* path = packingFile( 4, ss_contactFormSaxce, 0.3 );
    testRun run = testShell( "\"$S\" solve '%s' --solver psor --out \"$D/p\" --trace \"$D/t\"", path );
    ASSERT_REFUSED( run );
    ASSERT_EQ( 0, entriesIn( shellFolder() ) );
    PASS();
}

TEST helpNamesTheSolvers( void )
{
    testRun run = testShell( "\"$S\" help solve" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "extragradient" ) && testContains( run.out, "--max-iterations" ) );
    ASSERT( testContains( run.out, "Acary" ) );
    PASS();
}

/// The text with every run of blanks as one space, and without the columns beside it.
static void columnOf( const char* table, int first, char* text, size_t capacity )
{
    size_t used = 0;
    for ( const char* line = table; line != NULL && *line != 0; )
    {
        const char* end = strchr( line, '\n' );
        int column = 0;
        for ( const char* at = line; at != end && *at != 0; ++at )
        {
            column += ( (unsigned char)*at & 0xC0u ) != 0x80u;
            if ( column > first && used + 2 < capacity ) { text[used++] = *at; }
        }
        text[used++] = ' ';
        line = end != NULL ? end + 1 : NULL;
    }
    text[used] = 0;
}

/// Finds `wanted` behind *at and moves *at to it.
static bool findNext( const char** at, const char* wanted )
{
    const char* found = strstr( *at, wanted );
    *at = found != NULL ? found : *at;
    return found != NULL;
}

TEST thePolicyListsEveryRungInItsOrder( void )
{
    static char whys[60000];
    testRun run = testShell( "\"$S\" solve --policy" );
    ASSERT_STATUS( 0, run );
    const char* title = strstr( run.out, "why\n" );
    ASSERT( title != NULL );
    const char* line = title;
    while ( line > run.out && line[-1] != '\n' ) { --line; }
    columnOf( run.out, (int)( title - line ), whys, sizeof( whys ) );
    testRun asJson = testShell( "\"$S\" solve --policy --json" );
    ASSERT_STATUS( 0, asJson );
    const char *why = whys, *row = asJson.out;
    int count = 0;
    for ( int i = 0; i < policyAutoCount + policyRescueCount; ++i )
    {
        bool isAuto = i < policyAutoCount;
        const policyGroup* group = isAuto ? &policyAuto[i] : &policyRescue[i - policyAutoCount];
        for ( int k = 0; k < group->rungCount; ++k, ++count )
        {
            const policyRung* rung = &group->rungs[k];
            char path[64];
            ASSERTm( rung->why, findNext( &why, rung->why ) );
            ++why;
            snprintf( path, sizeof( path ), "rungs[%d].ladder", count );
            ASSERT_STR_EQ( isAuto ? "auto" : "rescue", fromJson( asJson.out, path ) );
            snprintf( path, sizeof( path ), "rungs[%d].rung", count );
            ASSERT_STR_EQ( rung->name, fromJson( asJson.out, path ) );
            snprintf( path, sizeof( path ), "rungs[%d].solver", count );
            ASSERT_STR_EQ( rung->solver != NULL ? rung->solver->name : "null", fromJson( asJson.out, path ) );
            ASSERTm( rung->why, findNext( &row, rung->why ) );
            ++row;
        }
    }
    char path[64];
    snprintf( path, sizeof( path ), "rungs[%d].rung", count );
    ASSERT_STR_EQ( "", fromJson( asJson.out, path ) );
    PASS();
}

TEST thePolicyFitsATerminalAndExplainsItsWords( void )
{
    testRun run = testShell( "\"$S\" solve --policy" );
    ASSERT_STATUS( 0, run );
    int width = 0;
    for ( const char* at = run.out; *at != 0; ++at )
    {
        width = *at == '\n' ? 0 : width + ( ( (unsigned char)*at & 0xC0u ) != 0x80u );
        ASSERTm( at, width <= 120 );
    }
    // 60000 passes, but no more than 3e8 over the contacts, and the residual is looked at after every 200.
    ASSERT( testContains( run.out, "drift " ) && testContains( run.out, "60000, at " ) );
    ASSERT( testContains( run.out, "300e6/n" ) && testContains( run.out, "200 at a time" ) );
    ASSERT( testContains( run.out, "loose, n <= 1999" ) && testContains( run.out, "tolerance of 1e-5" ) );
    run = testShell( "\"$S\" solve --policy --json" );
    ASSERT( testContains( fromJson( run.out, "words.tower" ), "half of the others" ) );
    ASSERT_REFUSED( testShell( "\"$S\" solve --policy file.json" ) );
    ASSERT_REFUSED( testShell( "\"$S\" solve --policy --out file.csv" ) );
    ASSERT( testContains( testShell( "\"$S\" help solve" ).out, "--policy" ) );
    PASS();
}

SUITE( solve )
{
    RUN_TEST( solvesATextFile );
    RUN_TEST( everySolverIsInTheTable );
    RUN_TEST( notConvergedIsStatusOneAndStillReported );
    RUN_TEST( theTimeLimitChangesNoConvergedAnswer );
    RUN_TEST( anUnsolvedProblemNamesTheContactsThatHoldItUp );
    RUN_TEST( theTimeLimitEndsASolveAndKeepsItsBestAnswer );
    RUN_TEST( wedgedProblemsAreReported );
    RUN_TEST( problemsWithoutASolutionAreToldWithTheirCertificate );
    RUN_TEST( largeProblemsAreNotCheckedForWedgesAndSaySo );
    RUN_TEST( threadsChangeNoAnswer );
    RUN_TEST( tabulatedLawIsTheOneThatEvalHas );
    RUN_TEST( reactionsAreWrittenInTheFilesUnits );
    RUN_TEST( traceHasALinePerIteration );
    RUN_TEST( parametersOfSolversAreSet );
    RUN_TEST( whatIsReadIsNotOverwritten );
    RUN_TEST( brokenFilesAreStatusTwo );
    RUN_TEST( refusedRunsLeaveNoFiles );
    RUN_TEST( helpNamesTheSolvers );
    RUN_TEST( thePolicyListsEveryRungInItsOrder );
    RUN_TEST( thePolicyFitsATerminalAndExplainsItsWords );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( solve );
    return TEST_END();
}
