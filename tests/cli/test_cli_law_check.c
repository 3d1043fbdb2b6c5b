// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

// `slipstick law check` and `law show`: status, words, JSON and pictures.

#define PUSHES "law \"pushes\"\\nparam c = 1 [s/m]\\nforce = -c*N*vel\\n"
#define FALLS "law \"falls\"\\nC = disc(0.2 + 0.2*exp(-v/0.1))\\n"

TEST onlyALawThatCreatesEnergyFails( void )
{
    testRun run = testShell( "printf '" PUSHES "' >\"$D/p.law\" && \"$S\" law check \"$D/p.law\"" );
    ASSERT_EQ( 1, run.status );
    ASSERT( testContains( run.out, "This law creates energy." ) );
    run = testShell( "printf '" FALLS "' >\"$D/f.law\" && \"$S\" law check \"$D/f.law\"" );
    ASSERT_EQ( 0, run.status );
    ASSERT( testContains( run.out, "solutions" ) );
    PASS();
}

TEST aTextThatIsNoneEndsWithItsPlace( void )
{
    testRun run =
        testShell( "printf 'law \"a\"\\nC = disc(0.3\\n' >\"$D/b.law\" && \"$S\" law check \"$D/b.law\"" );
    ASSERT_EQ( 2, run.status );
    ASSERT( testContains( run.err, "b.law:2:" ) );
    run = testShell( "printf 'law \"a\"\\nC = shift(disc(0.3), 1, 0)\\n' >\"$D/c.law\" && \"$S\" law check "
                     "\"$D/c.law\" --json" );
    ASSERT_EQ( 2, run.status );
    ASSERT( testContains( run.err, "c.law:2:5: C: " ) );
    ASSERT( testContains( run.err, "origin" ) );
    ASSERT( testContains( run.out, "\"star_shaped\"" ) );
    // So it is wherever the law is used.
    static const char* const uses[] = { "law show \"$D/c.law\" -o \"$D/c.svg\"",
        "run belt --law \"$D/c.law\"", "eval slip-force --law \"$D/c.law\"" };
    for ( int i = 0; i < (int)( sizeof( uses ) / sizeof( uses[0] ) ); ++i )
    {
        char line[300];
        snprintf( line, sizeof( line ),
            "printf 'law \"a\"\\nC = shift(disc(0.3), 1, 0)\\n' >\"$D/c.law\" && printf 'gx,gy\\n1,0\\n' | "
            "\"$S\" %s",
            uses[i] );
        run = testShell( line );
        ASSERT_EQ( 2, run.status );
        ASSERTm( run.err, testContains( run.err, "c.law:2:5: C: " ) );
        ASSERTm( run.err, !testContains( run.err, "slipstick " ) );
    }
    PASS();
}

static void checkMember( void* context, const char* path, const char* text )
{
    int* found = context;
    *found += strcmp( path, "checks.unique.holds" ) == 0 && strcmp( text, "false" ) == 0;
    *found += strcmp( path, "checks.dissipative.holds" ) == 0 && strcmp( text, "true" ) == 0;
    *found += strcmp( path, "creates_energy" ) == 0 && strcmp( text, "false" ) == 0;
}

TEST jsonHoldsAllChecks( void )
{
    testRun run = testShell( "\"$S\" law check stribeck --json" );
    int found = 0;
    ASSERT_EQ( 0, run.status );
    ASSERT( walkJson( run.out, checkMember, &found ) );
    ASSERT_EQ( 3, found );
    // A parameter decides: with equal coefficients nothing falls.
    run = testShell( "\"$S\" law check stribeck --set law.mu_k=0.4 --set mu_s=0.4" );
    ASSERT_EQ( 0, run.status );
    ASSERT_FALSE( testContains( run.out, "solutions:" ) );
    run = testShell( "\"$S\" law check stribeck --set mu_x=0.4" );
    ASSERT_EQ( 2, run.status );
    ASSERT( testContains( run.err, "did you mean" ) );
    PASS();
}

TEST everyShippedLawIsDrawn( void )
{
    testRun run = testShell(
        "for law in $(\"$S\" law list | cut -d' ' -f1); do \"$S\" law show $law -o \"$D/$law.svg\" || exit "
        "1; "
        "grep -q NaN \"$D/$law.svg\" && exit 3; grep -q '</svg>' \"$D/$law.svg\" || exit 4; done; exit 0" );
    ASSERT_EQ( 0, run.status );
    run = testShell( "\"$S\" law show coulomb" );
    ASSERT_EQ( 2, run.status );
    ASSERT( testContains( run.err, "-o is missing" ) );
    PASS();
}

// LuGre with constant damping, passive only where s2 >= s1 (mu_s -
// mu_k)/mu_k (Canudas de Wit et al. 1995, Table I).
#define CLASSICAL "--set law.mu_s=1.5 --set law.mu_k=1 --set law.v_d=1e6 "
// The gain per metre of a table, from its forces and from its energy, and its
// first state at the end over that at the start.
#define FROM_TABLE                                                                                         \
    "awk -F, 'NR > 1 { e -= ($4*$6 + $5*$7)*($1 - t); w += sqrt($4^2 + $5^2)*($1 - t); t = $1; "           \
    "if (NR == 2) z = $10; last = $9; end = $10 } END { printf \"%%.9g %%.9g %%.9g\", e/w, last/w, end/z " \
    "}' "

TEST theWorstMotionIsShownAsARun( void )
{
    testRun run = testShell(
        "\"$S\" law check lugre " CLASSICAL
        "--set s1=316.2278 --set s2=0.4 --csv \"$D/w.csv\"; test $? = 1 && " FROM_TABLE "\"$D/w.csv\"" );
    ASSERT_EQ( 0, run.status );
    ASSERT( testContains( run.out, "This law creates energy." ) );
    const char* said = strstr( run.out, "under 1 N: " );
    const char* table = strstr( run.out, "over the time.\n" );
    ASSERT( said != NULL && table != NULL );
    double gain = strtod( said + strlen( "under 1 N: " ), NULL );
    ASSERT( gain >= 7.0 );
    char* next = NULL;
    double fromForces = strtod( table + strlen( "over the time.\n" ), &next ),
           fromEnergy = strtod( next, &next );
    ASSERT_IN_RANGE( gain, fromForces, 1e-3 * gain );
    ASSERT_IN_RANGE( gain, fromEnergy, 1e-3 * gain );
    ASSERT_IN_RANGE( 1.0, strtod( next, NULL ), 1e-4 ); // the bristles end where they began
    // Where no motion gains there is no table.
    run = testShell( "\"$S\" law check lugre " CLASSICAL
                     "--set s1=19 --set s2=10 --csv \"$D/n.csv\" && test ! -e \"$D/n.csv\"" );
    ASSERT_EQ( 0, run.status );
    ASSERT( testContains( run.err, "no motion to write" ) );
    PASS();
}

static void checkProofs( void* context, const char* path, const char* text )
{
    int* found = context;
    *found += strcmp( path, "checks.dissipative.proved" ) == 0 && strcmp( text, "true" ) == 0 ? 1 : 0;
    *found += strcmp( path, "checks.unique.proved" ) == 0 && strcmp( text, "false" ) == 0 ? 1 : 0;
    *found += strcmp( path, "motion" ) == 0 && strcmp( text, "null" ) == 0 ? 1 : 0;
}

TEST whatIsNotProvedIsNotCalledYes( void )
{
    testRun run = testShell( "\"$S\" law check dahl | grep dissipative" );
    ASSERT( testContains( run.out, "no counter-example found" ) );
    ASSERT_FALSE( testContains( run.out, "yes" ) );
    run = testShell( "\"$S\" law check stribeck | grep dissipative" );
    ASSERT( testContains( run.out, "no counter-example found" ) );
    run = testShell( "\"$S\" law check coulomb" );
    ASSERT_FALSE( testContains( run.out, "no counter-example found" ) );
    // Walker & Leine Prop. 5 proves dissipation for any C and D, but not that a step has one solution.
    run = testShell( "\"$S\" law check collinear --json" );
    int found = 0;
    ASSERT( walkJson( run.out, checkProofs, &found ) );
    ASSERT_EQ( 3, found );
    PASS();
}

static int countOf( const char* text, const char* part )
{
    int count = 0;
    for ( ; ( text = strstr( text, part ) ) != NULL; text += strlen( part ) ) { ++count; }
    return count;
}

TEST runsAndExportsSayThatTheirLawCreatesEnergy( void )
{
    testRun run = testShell( "\"$S\" run spring-slider --preset lugre --until 0.1" );
    ASSERT_EQ( 0, run.status );
    ASSERT_EQm( run.err, 1, countOf( run.err, "creates energy" ) );
    run = testShell( "\"$S\" sweep spring-slider --preset lugre --until 0.1 --vary mass=1:3:3 --measure k_c "
                     "--csv \"$D/s.csv\"" );
    ASSERT_EQ( 0, run.status );
    ASSERT_EQm( run.err, 1, countOf( run.err, "creates energy" ) );
    run = testShell( "\"$S\" run spring-slider --preset lugre --set law.s2=10 --set law.s1=5 --until 0.1" );
    ASSERT_EQm( run.err, 0, countOf( run.err, "creates energy" ) );
    run = testShell( "printf '" PUSHES "' >\"$D/p.law\" && \"$S\" law export \"$D/p.law\" --to c" );
    ASSERT( testContains( run.out, "THIS LAW CREATES ENERGY" ) );
    run = testShell( "\"$S\" law export coulomb --to c" );
    ASSERT( testContains( run.out, "never creates energy, which is proved" ) );
    run = testShell( "\"$S\" law export lugre --to c" );
    ASSERT( testContains( run.out, "no motion was found over which this law creates energy" ) );
    PASS();
}

SUITE( lawCheckCommand )
{
    RUN_TEST( onlyALawThatCreatesEnergyFails );
    RUN_TEST( aTextThatIsNoneEndsWithItsPlace );
    RUN_TEST( jsonHoldsAllChecks );
    RUN_TEST( theWorstMotionIsShownAsARun );
    RUN_TEST( whatIsNotProvedIsNotCalledYes );
    RUN_TEST( runsAndExportsSayThatTheirLawCreatesEnergy );
    RUN_TEST( everyShippedLawIsDrawn );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lawCheckCommand );
    return TEST_END();
}
