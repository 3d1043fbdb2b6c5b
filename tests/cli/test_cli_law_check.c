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

SUITE( lawCheckCommand )
{
    RUN_TEST( onlyALawThatCreatesEnergyFails );
    RUN_TEST( aTextThatIsNoneEndsWithItsPlace );
    RUN_TEST( jsonHoldsAllChecks );
    RUN_TEST( everyShippedLawIsDrawn );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lawCheckCommand );
    return TEST_END();
}
