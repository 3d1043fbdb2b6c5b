// SPDX-License-Identifier: MIT
#include "test_main.h"

// Contact logs as MCAP on the command line: `run --contacts`,
// `convert` and `audit` take the form from the file.

TEST theFormOfALogIsThatOfItsName( void )
{
    testRun run = testShell(
        "cd \"$D\" && \"$S\" run playground --preset tiny --contacts a.mcap > /dev/null && "
        "\"$S\" convert a.mcap a.csv && \"$S\" convert a.csv b.mcap && \"$S\" convert b.mcap b.csv && "
        "cmp a.csv b.csv && head -c 6 a.mcap | tail -c 5" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "MCAP0", run.out );
    PASS();
}

TEST theAuditIsTheSameInEitherForm( void )
{
    testRun run = testShell(
        "cd \"$D\" && \"$S\" run playground --preset tiny --contacts a.mcap > /dev/null && "
        "\"$S\" convert a.mcap a.csv && { \"$S\" audit a.mcap --json > 1; \"$S\" audit a.csv --json > 2; "
        "grep -q '\"contacts\": *[1-9]' 1 && cmp 1 2; }" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

// A killed program leaves a file without its end; one that is no log at all has status 2 and a message.
TEST aLogThatIsCutOffIsAudited( void )
{
    testRun run =
        testShell( "cd \"$D\" && \"$S\" run playground --preset tiny --contacts a.mcap > /dev/null && "
                   "head -c -9000 a.mcap > b.mcap && \"$S\" audit b.mcap --json" );
    ASSERT( run.status == 0 || run.status == 1 );
    ASSERT( testContains( run.out, "\"frames\"" ) );
    run = testShell( "cd \"$D\" && printf '\\211MCAP0\\r\\n' > a.mcap && \"$S\" audit a.mcap" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "a.mcap" ) );
    PASS();
}

SUITE( mcap )
{
    RUN_TEST( theFormOfALogIsThatOfItsName );
    RUN_TEST( theAuditIsTheSameInEitherForm );
    RUN_TEST( aLogThatIsCutOffIsAudited );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( mcap );
    return TEST_END();
}
