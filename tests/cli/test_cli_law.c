// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

#include "session/driver/driver.h"

// Typed laws on the command line (`--law`, `slipstick law`) and in the session behind the window.

#define RUN "\"$S\" run belt --preset tiny "

/// Writes the laws of these tests into the scratch folder.
#define LAWS                                                                                 \
    "printf 'law \"Two\"\\nparam mu_s = 0.4 in 0 .. 1\\nparam mu_k = 0.3 in 0 .. 1\\n"       \
    "param v_s = 1 [m/s]\\nC = disc(mu_k + (mu_s - mu_k)*exp(-v/v_s))\\n' >\"$D/two.law\"; " \
    "printf 'law \"Bad\"\\nC = disc(mo)\\n' >\"$D/bad.law\"; "

// ------------------------------------------------------------------------------------------------ --law FILE

TEST aLawComesFromAFileOrByName( void )
{
    testRun run = testShell( LAWS RUN "--law \"$D/two.law\" --hash; " RUN "--law - --hash <\"$D/two.law\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 2, testLines( run.out ) );
    ASSERT_EQ( 0, strncmp( run.out, run.out + 17, 16 ) ); // the same text, the same bits
    ASSERT_STATUS( 0, testShell( RUN "--law coulomb --hash" ) );
    // a file of that name goes before the shipped law
    run = testShell(
        LAWS "cd \"$D\" && cp two.law coulomb && \"$S\" describe belt --law coulomb | grep 'typed law'" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "typed law: Two\n", run.out );
    run = testShell( RUN "--law columb" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "did you mean 'coulomb'?" );
    run = testShell( RUN "--law \"$D/none.law\"" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "none.law" );
    ASSERT_REFUSED( testShell( ": >\"$D/empty.law\"; " RUN "--law \"$D/empty.law\"" ) );
    ASSERT_REFUSED( testShell( "printf 'law \"x\"\\0' >\"$D/zero.law\"; " RUN "--law \"$D/zero.law\"" ) );
    PASS();
}

/// The rows of a file become part of the law, and of everything that holds it.
TEST aTableIsReadFromAFileBesideTheLaw( void )
{
    testRun run =
        testShell( "cd \"$D\" && mkdir -p sub && printf 'v [m/s],mu\\n0,0.4\\n0.5,0.1\\n' > sub/mu.csv && "
                   "printf 'law \"t\"\\nC = disc(table(v, linear, \"mu.csv\"))\\n' > sub/t.law && "
                   "\"$S\" run sliding-disk --law sub/t.law --until 0.01 --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, strstr( run.out, "table(v, linear, (0, 0.4), (0.5, 0.1))" ) != NULL );
    run = testShell( "cd \"$D\" && mkdir -p sub && printf 'law \"t\"\\nC = disc(table(v, linear, "
                     "\"mu.csv\"))\\n' > sub/t.law && printf 'v [mm/s],mu\\n0,0.4\\n' > sub/mu.csv && "
                     "{ \"$S\" law check sub/t.law; test $? = 2; }" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.err, strstr( run.err, "SI units" ) != NULL );
    PASS();
}

TEST aWrongTextIsReportedAtItsPlace( void )
{
    testRun run = testShell( LAWS RUN "--law \"$D/bad.law\"" );
    ASSERT_REFUSED( run );
    // the line begins with the name of the file, however long, for editors
    ASSERTm( run.err, run.err[0] == '/' );
    ASSERT_SAYS( run, "/bad.law:2:10: mo is not defined" );
    static const char* const commands[] = { "run belt --law",
        "sweep belt --measure max_re --vary mass=1,2 --law", "describe belt --law", "eval slip-force --law",
        "law check", "law export --to c", "law show -o x.svg" };
    for ( int i = 0; i < (int)( sizeof( commands ) / sizeof( commands[0] ) ); ++i )
    {
        run = testShell( LAWS "cd \"$D\" && \"$S\" %s bad.law </dev/null", commands[i] );
        ASSERT_REFUSED( run );
        ASSERTm( run.err, strncmp( run.err, "bad.law:2:10: ", 14 ) == 0 );
    }
    PASS();
}

TEST aScenarioWithoutLawsNamesThoseWithThem( void )
{
    testRun run = testShell( "\"$S\" run rolling-cylinder --law coulomb" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "rolling-cylinder takes no typed law" );
    ASSERT_SAYS( run, "belt" );
    PASS();
}

TEST aLawAndTheKeysItReplacesExcludeEachOther( void )
{
    static const char* const sets[] = { "law=collinear", "c_a=3", "c_kind=ellipse", "d_b=1", "c_force=2" };
    for ( int i = 0; i < (int)( sizeof( sets ) / sizeof( sets[0] ) ); ++i )
    {
        testRun run = testShell( RUN "--set %s --law coulomb", sets[i] );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, sets[i] );
        ASSERT_SAYS( run, "typed law" );
    }
    testRun run =
        testShell( "printf 'c_a=3\\n' >\"$D/set.txt\"; " RUN "--law coulomb --set @\"$D/set.txt\"" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "line 1" );
    ASSERT_REFUSED( testShell( "\"$S\" sweep belt --measure max_re --law coulomb --vary c_a=1,2" ) );
    ASSERT_REFUSED( testShell( "\"$S\" eval slip-force --law coulomb --set d_a=1 </dev/null" ) );
    PASS();
}

TEST parametersOfTheLawAreSetByEitherKey( void )
{
    testRun run = testShell( LAWS RUN "--law \"$D/two.law\" --set law.mu_k=0.2 --json >\"$D/a.json\"; " RUN
                                      "--set mu_k=0.2 --law \"$D/two.law\" --json >\"$D/b.json\"; "
                                      "cmp \"$D/a.json\" \"$D/b.json\" && cat \"$D/a.json\"" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "\"law.mu_k\": 0.2" ) );
    ASSERT( testContains( run.out, "\"law_text\": \"law \\\"Two\\\"\\nparam" ) );
    run = testShell( LAWS RUN "--law \"$D/two.law\" --set mu_k=2" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "law.mu_k <= 1" );
    run = testShell( LAWS RUN "--law \"$D/two.law\" --set law.mu_z=2" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "law.mu_" );
    PASS();
}

TEST aSweepVariesTheLaw( void )
{
    testRun run =
        testShell( LAWS "\"$S\" sweep belt --preset tiny --law \"$D/two.law\" --vary law.mu_k=0.1:0.3:3 "
                        "--measure trace_b --jobs 1 --csv \"$D/one.csv\" && "
                        "\"$S\" sweep belt --preset tiny --law \"$D/two.law\" --vary mu_k=0.1:0.3:3 "
                        "--measure trace_b --jobs 3 --csv \"$D/three.csv\" && sort \"$D/one.csv\" "
                        ">\"$D/one\" && sort \"$D/three.csv\" | cmp - \"$D/one\" && cat \"$D/one.csv\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 0, strncmp( run.out, "law.mu_k,trace_b,failure\n", 25 ) );
    // d(mu N)/dv along the sliding and mu N/v across it, at v = 1: N
    // (mu_k + (mu_s - mu_k)(exp(-1) - exp(-1)))
    double mu, trace;
    const char* row = strstr( run.out, "\n0.1," );
    ASSERT( row != NULL && sscanf( row, "%lf,%lf", &mu, &trace ) == 2 );
    ASSERT_IN_RANGE( 9.81 * mu, trace, 1e-6 );
    PASS();
}

/// The run of `two.law` with mu_k = 0.2 as a scene.
#define SCENE                                                                                              \
    LAWS "printf '%%s' '{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"belt\", \"h\": " \
         "0.005, "                                                                                         \
         "\"until\": 5, \"params\": {\"law.mu_k\": 0.2}, \"law_text\": ' >\"$D/s.json\"; "                 \
         "awk 'BEGIN{printf \"\\\"\"} {gsub(/\"/, \"\\\\\\\"\"); printf \"%%s\\\\n\", $0} END{printf "     \
         "\"\\\"}\"}' "                                                                                    \
         "\"$D/two.law\" >>\"$D/s.json\"; "

TEST aSceneRunsLikeItsWords( void )
{
    testRun run =
        testShell( SCENE RUN "--law \"$D/two.law\" --set mu_k=0.2 --hash; \"$S\" run \"$D/s.json\" --hash" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMTm( run.out, 2, testLines( run.out ), "%d" );
    ASSERT_EQm( run.out, 0, strncmp( run.out, run.out + 17, 16 ) );
    // another law replaces that of the scene; the keys that a law replaces are refused beside it
    run = testShell( SCENE "\"$S\" run \"$D/s.json\" --law coulomb --json" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "\"law_text\": \"law \\\"Coulomb\\\"" ) );
    run = testShell( SCENE "\"$S\" run \"$D/s.json\" --set law=collinear" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "\"Two\"" );
    PASS();
}

TEST describeShowsTheRowsOfTheLaw( void )
{
    testRun run = testShell( "\"$S\" describe belt" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "takes a typed law: --law FILE" ) );
    run = testShell( "\"$S\" describe rolling-cylinder" );
    ASSERT( !testContains( run.out, "typed law" ) );
    run = testShell( "\"$S\" describe belt --law lugre --json" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "\"takes_law\": true" ) );
    ASSERT( testContains( run.out, "\"key\": \"law.s0\"" ) );
    ASSERT( testContains( run.out, "\"group\": \"law: LuGre\"" ) );
    PASS();
}

// -------------------------------------------------------------------------------------------- eval and solve

TEST slipForcesOfATypedLaw( void )
{
    // a disc of radius mu_k + (mu_s - mu_k) exp(-v) at 10 N: at v = 5 m/s
    testRun run =
        testShell( LAWS "printf 'gx,gy\\n3,4\\n0,0\\n' | \"$S\" eval slip-force --law \"$D/two.law\" "
                        "--set normal_force=10 --set law.mu_s=0.5" );
    ASSERT_STATUS( 0, run );
    double gx, gy, fx, fy, force = 10.0 * ( 0.3 + 0.2 * exp( -5.0 ) );
    int set;
    ASSERT_EQ( 5, sscanf( strchr( run.out, '\n' ), "%lf,%lf,%lf,%lf,%d", &gx, &gy, &fx, &fy, &set ) );
    ASSERT_IN_RANGE( 0.6 * force, fx, 1e-12 );
    ASSERT_IN_RANGE( 0.8 * force, fy, 1e-12 );
    ASSERT( testContains( run.out, "0,0,,,1" ) ); // at rest all of C
    PASS();
}

TEST columnsSetStatesAndInputs( void )
{
    // f = (k z + c vel) N (1 + t/T) with k = 2, c = 3, T = 1
    testRun run =
        testShell( "printf 'law \"Bristle\"\\nparam k = 2 [1/m]\\nparam c = 3 [s/m]\\nparam T = 1 [s]\\n"
                   "state z = (0.5, 0) [m], z%s = vel\\nforce = (k*z + c*vel)*N*(1 + t/T)\\n' >\"$D/z.law\"; "
                   "printf 'gx,gy,normal_force,z.x,z_y,t\\n1,0,2,10,20,0\\n0,1,2,10,20,1\\n' | "
                   "\"$S\" eval slip-force --law "
                   "\"$D/z.law\" | cut -d, -f7-; printf 'gx,gy\\n1,0\\n' | \"$S\" eval slip-force "
                   "--law \"$D/z.law\" | cut -d, "
                   "-f3-",
            "\\047" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "fx,fy,set_valued\n46,80,0\n80,172,0\nfx,fy,set_valued\n4,0,0\n", run.out );
    PASS();
}

TEST theLoadMayBeCalledAsInTheText( void )
{
    testRun run =
        testShell( "printf 'gx,gy,N\\n1,0,10\\n' | \"$S\" eval slip-force --law coulomb --set mu=0.25" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "1,0,10,2.5,0,0" ) );
    PASS();
}

TEST aNameOfScenarioAndLawIsThatOfTheScenario( void )
{
    testRun run = testShell( "\"$S\" run rolling-sphere --law coulomb --set mu=0.1 --until 0.001 --hash" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.err, testContains( run.err, "warning" ) && testContains( run.err, "law.mu" ) );
    run = testShell( "\"$S\" run rolling-sphere --law coulomb --set law.mu=0.1 --until 0.001 --hash" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "", run.err );
    PASS();
}

TEST onlySlipForceTakesALaw( void )
{
    testRun run = testShell( "\"$S\" eval project --law coulomb </dev/null" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "slip-force" );
    run = testShell( "printf 'gx,gy\\n' | \"$S\" eval slip-force --law coulomb --set law.m=1" );
    ASSERT_REFUSED( run );
    PASS();
}

/// A block that slides at 1 m/s and would fall at 0.1 m/s, with one contact below its centre.
#define BLOCK                                                                                                \
    "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3%s, \"bodies\": [{\"mass\": 2, "    \
    "\"inertia\": [1e3, 1e3, 1e3], \"position\": [0, 0, 0]}], \"contacts\": [{\"b\": 0, \"point\": [0, 0, "  \
    "0], "                                                                                                   \
    "\"normal\": [0, 0, 1], \"tangent\": [1, 0, 0], \"mu\": 0.3%s}], \"free_velocity\": [1, 0, -0.1, 0, 0, " \
    "0]}"

TEST aProblemIsSolvedWithATypedLaw( void )
{
#define PROBLEM                                                                                    \
    "printf '%%s' '" BLOCK "' >\"$D/p.json\"; printf 'law \"C\"\\nparam mu = 0.5 in 0 .. 2\\nC = " \
    "disc(mu)\\n' >\"$D/c.law\"; \"$S\" solve \"$D/p.json\" "
    // the impulses are m 0.1 = 0.2 N s and mu times that
    testRun run = testShell( PROBLEM "--tol 1e-12 --law \"$D/c.law\" --set law.mu=0.4 --out \"$D/r.csv\" "
                                     ">/dev/null && tail -1 \"$D/r.csv\"",
        "", "" );
    ASSERT_STATUS( 0, run );
    double normal, tangential;
    ASSERT_EQ( 2, sscanf( run.out, "0,%lf,%lf", &normal, &tangential ) );
    ASSERT_IN_RANGE( 0.2, normal, 1e-10 );
    ASSERT_IN_RANGE( -0.08, tangential, 1e-10 );
    run = testShell( PROBLEM "--law \"$D/c.law\" --set law.mu=3", "", "" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "mu <= 2" );
    run = testShell( PROBLEM "--set law.mu=0.3", "", "" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "law.mu" );
    PASS();
}

TEST aProblemFileHoldsATypedLaw( void )
{
#define TYPED "\"law_text\": \"law \\\\\"C\\\\\"\\\\nparam mu = 0.5 in 0 .. 2\\\\nC = disc(mu*(1 + x))\""
    static const struct
    {
        const char *file, *contact;
        double force; // -1: refused
    } cases[] = {
        { ", " TYPED, "", 0.1 },
        { ", " TYPED ", \"law_params\": {\"mu\": 0.25}", "", 0.05 },
        { ", " TYPED, ", \"law_params\": {\"law.mu\": 0.1}", 0.02 },
        { ", " TYPED, ", \"law\": \"coulomb\"", 0.06 },
        { "", ", " TYPED ", \"law_site\": {\"x\": 1}", 0.2 },
        { ", " TYPED, ", \"law\": \"text\", \"law_scale\": 0.5", 0.05 },
        { "", ", \"law\": \"text\"", -1.0 },
        { "", ", \"law_params\": {\"mu\": 1}", -1.0 },
        { ", " TYPED ", \"law\": \"coulomb\"", "", -1.0 },
        { ", " TYPED ", \"law_params\": {\"nu\": 1}", "", -1.0 },
        { ", " TYPED ", \"law_params\": {\"mu\": 3}", "", -1.0 },
        { ", \"law_text\": \"law\"", "", -1.0 },
        { "", ", " TYPED ", \"law_site\": {\"z\": 1}", -1.0 },
        { "", ", " TYPED ", \"law_site\": {\"impulses\": true}", -1.0 },
        { "", ", " TYPED ", \"law_site\": {\"state\": [1]}", -1.0 },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        testRun run =
            testShell( "printf '" BLOCK "' >\"$D/p.json\"; \"$S\" solve \"$D/p.json\" --tol 1e-12 --out "
                       "\"$D/r.csv\" >/dev/null && tail -1 \"$D/r.csv\"",
                cases[i].file, cases[i].contact );
        double normal, tangential;
        if ( cases[i].force < 0.0 )
        {
            ASSERT_REFUSED( run );
            continue;
        }
        ASSERT_STATUS( 0, run );
        ASSERT_EQ( 2, sscanf( run.out, "0,%lf,%lf", &normal, &tangential ) );
        ASSERT_IN_RANGEm( cases[i].contact, -cases[i].force, tangential, 1e-10 );
    }
    PASS();
}

// ------------------------------------------------------------------------------------------------------- law

TEST theShippedLawsAreListed( void )
{
    testRun run = testShell( "\"$S\" law list" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "lugre" ) && testContains( run.out, "LuGre" ) );
    run = testShell( "\"$S\" law list --json" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "{\"name\": \"lugre\", \"title\": \"LuGre\", \"plugin\": null}" ) );
    PASS();
}

TEST anExportedLawCompiles( void )
{
    testRun run =
        testShell( "\"$S\" law export lugre --to c >\"$D/lugre.c\" && "
                   "${CC:-cc} -std=c99 -pedantic -Wall -Werror -c \"$D/lugre.c\" -o \"$D/lugre.o\"" );
    ASSERT_STATUS( 0, run );
    run = testShell( "\"$S\" law export lugre --to fortran" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "expected c" );
    ASSERT_REFUSED( testShell( "\"$S\" law export lugre" ) );
    PASS();
}

TEST lawWithoutOrWithAWrongWordIsRefused( void )
{
    ASSERT_REFUSED( testShell( "\"$S\" law" ) );
    testRun run = testShell( "\"$S\" law chek" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "did you mean 'check'?" );
    run = testShell( "\"$S\" help law" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "export FILE --to c" ) );
    PASS();
}

// --------------------------------------------------------------------------------------------------- session

#define DISC "law \"Disc\"\nparam mu = 0.3 in 0 .. 1\nC = disc(mu)"
#define BRISTLE                                                                           \
    "law \"Bristle\"\nparam mu = 0.3 [-] in 0.01 .. 1\nparam s = 300 [1/m] in 1 .. 1e5\n" \
    "state z = (0, 0) [m], z' = vel - s*v/mu*z\nforce = s*z*N"

static const sessionSnapshot* seek( sessionDriver* driver, sessionSignalLog* log, int64_t step )
{
    sessionDriver_Post( driver, &( sessionCommand ){ .kind = session_commandSeek, .count = step } );
    sessionDriver_Advance( driver, 0.0 );
    return sessionDriver_Acquire( driver, log );
}

TEST goingBackAndForthCrossesChangesOfTheLaw( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "belt" ) ) };
    sessionDriver* driver = NULL;
    sessionSignalLog log = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, 0, &driver ).code );
    seek( driver, &log, 200 );
    ASSERT_EQ( ss_ok, sessionDriver_SetLaw( driver, BRISTLE, "law" ).code );
    seek( driver, &log, 400 );
    ASSERT_EQ( ss_ok, sessionDriver_SetLaw( driver, DISC, "law" ).code );
    uint64_t end = seek( driver, &log, 600 )->hash;
    const sessionSnapshot* s = seek( driver, &log, 100 );
    ASSERT_EQ( ssFindScenario( "belt" ), s->scenario );
    s = seek( driver, &log, 300 );
    ASSERT_STR_EQ( "Bristle", ssLawProgram_Info( s->scenario->law )->title );
    s = seek( driver, &log, 600 );
    ASSERT_STR_EQ( "Disc", ssLawProgram_Info( s->scenario->law )->title );
    ASSERT_EQ( end, s->hash );
    // The recorded scene replays to the same bits.
    ssScene recorded;
    ASSERT_EQ( ss_ok, sessionDriver_Scene( driver, &recorded ).code );
    ASSERT_EQ( 2, recorded.editCount );
    sessionDriver* replay = NULL;
    ASSERT_EQ( ss_ok, sessionCreateDriver( &recorded, false, true, false, 0, &replay ).code );
    ASSERT_EQ( end, seek( replay, &log, 600 )->hash );
    ssScene_Destroy( &recorded );
    sessionDestroyDriver( replay );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &log );
    PASS();
}

TEST typingWhilePausedIsOneEdit( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "belt" ) ) };
    sessionDriver* driver = NULL;
    sessionSignalLog log = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, 0, &driver ).code );
    // at t = 0 the run begins with the law
    ASSERT_EQ( ss_ok, sessionDriver_SetLaw( driver, DISC, "law" ).code );
    sessionDriver_Advance( driver, 0.0 );
    ssScene recorded;
    ASSERT_EQ( ss_ok, sessionDriver_Scene( driver, &recorded ).code );
    ASSERT_EQ( 0, recorded.editCount );
    ASSERT_STR_EQ( "Disc", ssLawProgram_Info( recorded.def.scenario->law )->title );
    ssScene_Destroy( &recorded );
    seek( driver, &log, 50 );
    for ( int i = 0; i < 100; ++i )
    {
        char text[128];
        snprintf( text, sizeof( text ), "law \"Typed %d\"\nparam mu = 0.%d in 0 .. 1\nC = disc(mu)", i,
            10 + i % 80 );
        ASSERT_EQ( ss_ok, sessionDriver_SetLaw( driver, text, "law" ).code );
    }
    ASSERT( sessionDriver_SetLaw( driver, "law \"x\"\nC = dics(1)", "law" ).code != ss_ok );
    uint64_t hash = seek( driver, &log, 90 )->hash;
    ASSERT_EQ( ss_ok, sessionDriver_Scene( driver, &recorded ).code );
    ASSERT_EQ( 1, recorded.editCount );
    ASSERT_EQ( 0.29, recorded.edits[0].values[0] ); // of the last text
    sessionDriver* replay = NULL;
    ASSERT_EQ( ss_ok, sessionCreateDriver( &recorded, true, true, false, 0, &replay ).code );
    ASSERT_EQ( hash, seek( replay, &log, 90 )->hash );
    ssScene_Destroy( &recorded );
    sessionDestroyDriver( replay );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &log );
    PASS();
}

SUITE( option )
{
    RUN_TEST( aLawComesFromAFileOrByName );
    RUN_TEST( aTableIsReadFromAFileBesideTheLaw );
    RUN_TEST( aWrongTextIsReportedAtItsPlace );
    RUN_TEST( aScenarioWithoutLawsNamesThoseWithThem );
    RUN_TEST( aLawAndTheKeysItReplacesExcludeEachOther );
    RUN_TEST( parametersOfTheLawAreSetByEitherKey );
    RUN_TEST( aSweepVariesTheLaw );
    RUN_TEST( aSceneRunsLikeItsWords );
    RUN_TEST( describeShowsTheRowsOfTheLaw );
}

SUITE( formulasAndProblems )
{
    RUN_TEST( slipForcesOfATypedLaw );
    RUN_TEST( columnsSetStatesAndInputs );
    RUN_TEST( theLoadMayBeCalledAsInTheText );
    RUN_TEST( aNameOfScenarioAndLawIsThatOfTheScenario );
    RUN_TEST( onlySlipForceTakesALaw );
    RUN_TEST( aProblemIsSolvedWithATypedLaw );
    RUN_TEST( aProblemFileHoldsATypedLaw );
}

SUITE( law )
{
    RUN_TEST( theShippedLawsAreListed );
    RUN_TEST( anExportedLawCompiles );
    RUN_TEST( lawWithoutOrWithAWrongWordIsRefused );
}

SUITE( session )
{
    RUN_TEST( goingBackAndForthCrossesChangesOfTheLaw );
    RUN_TEST( typingWhilePausedIsOneEdit );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( option );
    RUN_SUITE( formulasAndProblems );
    RUN_SUITE( law );
    RUN_SUITE( session );
    return TEST_END();
}
