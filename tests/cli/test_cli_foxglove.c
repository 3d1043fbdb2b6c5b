// SPDX-License-Identifier: MIT
#include "test_main.h"

// `slipstick convert --as foxglove`: an independent reader decodes every message and finds bodies, forces,
// cones and modes of the log in them.

#define READ                                                                                          \
    "\"$S\" convert a.mcap b.mcap --as foxglove && \"$S\" convert a.mcap a.csv && python3 '%s/tests/" \
    "support/read_foxglove.py' b.mcap a.csv '%s/tests/data/foxglove.proto'"

static testRun readBack( const char* run )
{
    char command[2048];
    snprintf( command, sizeof command, "cd \"$D\" && %s && " READ, run, SLIPSTICK_ROOT, SLIPSTICK_ROOT );
    return testShell( "%s", command );
}

static bool hasProtoc( void ) { return testShell( "command -v protoc && command -v python3" ).status == 0; }

TEST everyMessageIsDecoded( void )
{
    if ( !hasProtoc() ) { SKIPm( "protoc (protobuf-compiler) or python3 is not installed" ); }
    testRun run = readBack(
        "\"$S\" run playground --preset tiny --until 0.6 --every 0.02 --contacts a.mcap > /dev/null" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "30 frames, " ) && testContains( run.out, "stick" ) );
    PASS();
}

/// A slanted contact without bodies, one that pulls, and one whose coefficient is unknown.
TEST aLogWithoutBodiesHasItsForces( void )
{
    if ( !hasProtoc() ) { SKIPm( "protoc (protobuf-compiler) or python3 is not installed" ); }
    testRun run =
        readBack( "printf 't,contact,px,py,pz,nx,ny,nz,fx,fy,fz,vx,vy,vz,mu\\n"
                  "0,4,1,2,3,0.6,0,0.8,3,1,4,0,0,0,0.5\\n0,5,0,0,0,0,0,-1,0,0,1,0,0,0,0.5\\n"
                  "0.5,4,1,2,3,0,0,-1,0,0.5,-2,0,1,0,nan\\n' > c.csv && \"$S\" convert c.csv a.mcap" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "2 frames, 3 forces" ) );
    PASS();
}

TEST otherFormsAreRefused( void )
{
    testRun run =
        testShell( "cd \"$D\" && printf 't,nx,ny,nz,fx,fy,fz,vx,vy,vz\\n0,0,0,1,0,0,1,0,0,0\\n' > c.csv && "
                   "\"$S\" convert c.csv b.csv --as foxglove || \"$S\" convert c.csv b.mcap --as rviz" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm(
        run.err, testContains( run.err, "OUT ending in .mcap" ) && testContains( run.err, "--as rviz" ) );
    PASS();
}

SUITE( foxglove )
{
    RUN_TEST( everyMessageIsDecoded );
    RUN_TEST( aLogWithoutBodiesHasItsForces );
    RUN_TEST( otherFormsAreRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( foxglove );
    return TEST_END();
}
