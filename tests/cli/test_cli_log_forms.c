// SPDX-License-Identifier: MIT
#include "test_main.h"

// Logs in the forms of other programs on the command line: `audit` and `convert` take
// them, and --map says what a file does not.

#define DUMP                                                                                              \
    "cd \"$D\" && printf 'ITEM: TIMESTEP\\n2000\\nITEM: NUMBER OF ENTRIES\\n1\\nITEM: BOX BOUNDS pp pp "  \
    "ff\\n0 1\\n0 1\\n"                                                                                   \
    "0 1\\nITEM: ENTRIES c_c[1] c_c[2] c_c[3] c_c[4] c_c[5] c_c[6] c_c[7] c_c[8] c_c[9] c_c[10] c_c[11] " \
    "c_c[12] "                                                                                            \
    "c_c[13] c_c[14] c_c[15]\\n0 0 1 0 0 0 0.5 0 0 0 0 0 -3 0 10\\n' > a.dump && "

TEST aDumpIsConverted( void )
{
    testRun run = testShell(
        DUMP "\"$S\" convert a.dump a.csv --map dt=1e-5 --map columns='pos vel force' && cat a.csv" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "t,nx,ny,nz,fx,fy,fz,vx,vy,vz\n0.02,0,0,1,-3,0,10,0.5,0,0\n", run.out );
    ASSERTm( run.err, testContains( run.err, "note: a.dump: velocities are those of the centres" ) );
    PASS();
}

TEST aDumpIsAuditedWithWhatTheUserKnows( void )
{
    testRun run = testShell( DUMP
        "\"$S\" audit a.dump --map dt=1e-5 --map columns='pos vel force' --set mu=0.25 --json 2> /dev/null" );
    ASSERT_EQ_FMT( 1, run.status, "%d" ); // 3 of 10 is more than 0.25
    ASSERTm( run.out, testContains( run.out, "\"contact\": 0, \"violations\": 1}" ) );
    PASS();
}

TEST whatAFileDoesNotSayIsAskedFor( void )
{
    testRun run = testShell( DUMP "\"$S\" audit a.dump --map columns='pos vel force'" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "give the step size, as --map dt=1e-5" ) );
    run = testShell( DUMP "\"$S\" audit a.dump" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "line 9: the normal is unknown: it needs pos" ) );
    run = testShell( DUMP "\"$S\" audit a.dump --map dt=0" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "--map dt=0: expected a step size > 0 [s]" ) );
    run = testShell( DUMP "\"$S\" audit a.dump --map colums=pos" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "columns" ) );
    run = testShell( "cd \"$D\" && printf '\\211HDF\\r\\n\\032\\n' > a.hdf5 && \"$S\" audit a.hdf5" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "a.hdf5: an HDF5 file" ) );
    PASS();
}

TEST whatAFileHasNoUseForIsRefused( void )
{
    static const char* const options[] = { "dt=1e-5", "columns='pos vel'" };
    static const char* const wanted[] = { "form csv has no use for `dt`",
        "form csv has no use for `columns`" };
    for ( int i = 0; i < SS_COUNT( options ); ++i )
    {
        char command[512];
        snprintf( command, sizeof command,
            "cd \"$D\" && printf 't,nx,ny,nz,fx,fy,fz,vx,vy,vz\\n0,0,0,1,0,0,1,0,0,0\\n' "
            "> b.csv && \"$S\" audit b.csv --map %s",
            options[i] );
        testRun run = testShell( command );
        ASSERT_EQ_FMT( 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, wanted[i] ) );
    }
    PASS();
}

SUITE( forms )
{
    RUN_TEST( aDumpIsConverted );
    RUN_TEST( aDumpIsAuditedWithWhatTheUserKnows );
    RUN_TEST( whatAFileDoesNotSayIsAskedFor );
    RUN_TEST( whatAFileHasNoUseForIsRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( forms );
    return TEST_END();
}
