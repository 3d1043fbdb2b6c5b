// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/contact_log.h"
#include "slipstick/log_audit.h"

// Contact logs that LIGGGHTS and LAMMPS write with `dump local`: what the columns
// mean, with which signs, and what is refused.

#define BOX "ITEM: BOX BOUNDS pp pp ff\n0 1\n-1 1\n0 10\n"
#define BLOCK( step, count, heading ) \
    "ITEM: TIMESTEP\n" step "\nITEM: NUMBER OF ENTRIES\n" count "\n" BOX "ITEM: ENTRIES " heading "\n"

static ssResult openText( const char* text, const ssLogOptions* options, ssContactLog** log )
{
    ssSource source = ssMemorySource( "dump", text, strlen( text ) );
    return ssOpenContactLog( &source, options, log );
}

/// Reads all frames of a text, the last one into `frame`; the first error.
static ssResult readAll( const char* text, const ssLogOptions* options, ssLogFrame* frame )
{
    ssContactLog* log = NULL;
    ssResult result = openText( text, options, &log );
    for ( int k = 0; result.code == ss_ok && k < ssContactLog_FrameCount( log ); ++k )
    {
        result = ssContactLog_ReadFrame( log, k, frame );
    }
    ssCloseContactLog( log );
    return result;
}

static bool isNear( ssVec3 a, double x, double y, double z )
{
    return ssVec3_Length( ssVec3_Sub( a, ssVec3_Make( x, y, z ) ) ) < 1e-12;
}

#define PAIR "c_c[1] c_c[2] c_c[3] c_c[4] c_c[5] c_c[6] c_c[7] c_c[8] c_c[9] c_c[10] c_c[11] c_c[12] "
#define PAIR_ID PAIR "c_c[13] c_c[14] c_c[15] c_c[16] c_c[17] c_c[18] "
#define PAIR_ALL PAIR_ID "c_c[19] c_c[20] c_c[21] c_c[22] c_c[23] c_c[24] c_c[25] c_c[26]"

// Particle 7 lies on particle 8 and slides over it to the right: friction on 7
// points to the left, the load on it upwards.
TEST particlesOfLiggghtsGetTheirSigns( void )
{
    const char* text = BLOCK( "2000", "2", PAIR_ALL ) //
        "0.5 0 3 0.5 0 1 0.25 0 0 0 0 0 7 8 0 -3 0 10 1 2 3 0.01 0.125 0.5 0 2 \n"
        "0.95 0 1 0.05 0 1 0 0 0 0 0 0 7 8 1 -4 0 0 1 2 3 0.01 0.125 1 0 1 \n" //
        BLOCK( "4000", "0", PAIR_ALL );
    const ssLogOptions options = { .dt = 1e-5,
        .columns = "pos vel id force torque contactArea delta contactPoint" };
    ssContactLog* log = NULL;
    ssLogFrame frame = { 0 };
    ssResult result = openText( text, &options, &log );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_STR_EQ( "dump local", ssContactLog_Form( log ) );
    ASSERT_EQ( 2, ssContactLog_FrameCount( log ) );
    ASSERT( fabs( ssContactLog_Time( log, 0 ) - 0.02 ) < 1e-15 &&
        fabs( ssContactLog_Time( log, 1 ) - 0.04 ) < 1e-15 );
    ASSERT_EQ( 0, ssContactLog_Count( log, 1 ) );
    result = ssContactLog_ReadFrame( log, 0, &frame );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logNx, 0 ), 0.0, 0.0, 1.0 ) );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logFx, 0 ), -3.0, 0.0, 10.0 ) );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logVx, 0 ), 0.25, 0.0, 0.0 ) );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logPx, 0 ), 0.5, 0.0, 2.0 ) );
    ASSERT( frame.columns[ss_logA][0] == 8.0 && frame.columns[ss_logB][0] == 7.0 );
    ASSERT( frame.columns[ss_logGap][0] == -0.125 );
    ASSERT( isnan( frame.columns[ss_logMu][0] ) && isnan( frame.columns[ss_logMx][0] ) );
    // Across the boundary, particle 7 at 0.95 touches the image of particle 8 at 1.05.
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logNx, 1 ), -1.0, 0.0, 0.0 ) );
    ASSERTm( "spins are unknown", ssContactLog_Note( log ) != NULL );
    ssCloseContactLog( log );
    ssLogFrame_Destroy( &frame );
    PASS();
}

// A ball rolls without slip: its centre moves, the point of contact does not.
TEST spinsBelongToTheVelocity( void )
{
    const char* text = BLOCK( "1", "1", "a b c d e f g h i j k l m n o p q r s t u v w x" ) //
        "0 0 2 0 0 0 3 0 0 0 0 0 0 3 0 0 0 0 0 0 10 0 0 1\n";
    const ssLogOptions options = { .dt = 1.0, .columns = "pos vel omega force contactPoint" };
    ssLogFrame frame = { 0 };
    ssResult result = readAll( text, &options, &frame );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logVx, 0 ), 0.0, 0.0, 0.0 ) );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logWx, 0 ), 0.0, 3.0, 0.0 ) );
    ssLogFrame_Destroy( &frame );
    PASS();
}

// Of a wall the dump has the point first, then the particle, on which the force acts.
TEST wallsCarryTheirParticles( void )
{
    const char* text = BLOCK( "1", "1", "a b c d e f g h i j k l m n o p q r" ) //
        "0.5 0 0 0.5 0 1 0.5 0 0 0 0 0 2 33 7 3 0 10\n";
    const ssLogOptions options = { .dt = 1.0, .columns = "wall pos vel id force" };
    ssLogFrame frame = { 0 };
    ssResult result = readAll( text, &options, &frame );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logNx, 0 ), 0.0, 0.0, 1.0 ) );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logPx, 0 ), 0.5, 0.0, 0.0 ) );
    // The wall moves to the right below the particle and drags it along.
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logVx, 0 ), -0.5, 0.0, 0.0 ) );
    ASSERT( frame.columns[ss_logA][0] == -3.0 && frame.columns[ss_logB][0] == 7.0 );
    ssLogFrame_Destroy( &frame );
    PASS();
}

// LAMMPS: columns have names of the user's (dump_modify colname), or --map
// gives them; the label may be another word.
TEST columnsOfLammpsHaveNames( void )
{
    const char* text =
        "ITEM: UNITS\nsi\nITEM: TIME\n0.5\nITEM: TIMESTEP\n10\nITEM: NUMBER OF CONTACTS\n1\n" BOX
        "ITEM: CONTACTS dx dy dz fnx fny fnz ftx fty ftz c_v[1] c_v[2] c_v[3] index\n"
        "0 0 0.5 0 0 10 -2 1 0 2 -1 0 1\n";
    static const ssLogRename renames[] = { { ss_logVx, "c_v[1]" }, { ss_logVy, "c_v[2]" },
        { ss_logVz, "c_v[3]" } };
    const ssLogOptions options = { .renames = renames, .renameCount = 3 };
    ssLogFrame frame = { 0 };
    ssResult result = readAll( text, &options, &frame );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( frame.t == 0.5 );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logNx, 0 ), 0.0, 0.0, 1.0 ) );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logFx, 0 ), -2.0, 1.0, 10.0 ) );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logVx, 0 ), 2.0, -1.0, 0.0 ) );
    ssLogFrame_Destroy( &frame );
    PASS();
}

TEST withoutCentresTheNormalIsThatOfTheForce( void )
{
    // Two rows as LAMMPS of 29 Sep 2021 (gran/hooke/history) wrote them, and a pair of its neighbour list
    // that does not touch. The first two particles approach: v_n points against f_n.
    const char* text = "ITEM: TIMESTEP\n1000\nITEM: NUMBER OF ENTRIES\n3\n" BOX
                       "ITEM: ENTRIES c_ids[1] c_ids[2] c_c[1] c_c[2] c_c[3] c_c[4] c_c[5] c_c[6] c_c[7] "
                       "c_c[8] c_c[9] c_c[10] c_c[11] c_c[12] \n"
                       "235 277 -0.0689119 0.190786 -0.390737 -0.134762 -0.0626003 -0.00679889 0.0664373 "
                       "-0.183935 0.376705 0.0796076 "
                       "0.0495783 0.0101678 \n"
                       "233 274 0.77938 -0.0358358 -0.924704 0.102358 0.592833 0.0632968 -0.0157372 "
                       "0.000723594 0.0186716 -0.0668177 "
                       "-0.0791394 -0.0532498 \n"
                       "1 2 0 0 0 0 0 0 0 0 0 0 0 0 \n";
    const ssLogOptions options = { .dt = 1e-5,
        .columns = "id1 id2 fnx fny fnz ftx fty ftz vnx vny vnz vtx vty vtz" };
    ssLogFrame frame = { 0 };
    ssResult result = readAll( text, &options, &frame );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 3, frame.count );
    for ( int row = 0; row < 2; ++row )
    {
        ssVec3 n = ssLogFrame_Vector( &frame, ss_logNx, row ), v = ssLogFrame_Vector( &frame, ss_logVx, row );
        ASSERT( ssVec3_Dot( n, ssLogFrame_Vector( &frame, ss_logFx, row ) ) > 0.4 );
        ASSERT( ssVec3_Dot( n, v ) < 0.0 );
    }
    ASSERT_IN_RANGE( 1.0, ssVec3_Length( ssLogFrame_Vector( &frame, ss_logNx, 2 ) ), 1e-12 );
    ASSERT( isNear( ssLogFrame_Vector( &frame, ss_logFx, 2 ), 0.0, 0.0, 0.0 ) );
    ASSERT( frame.columns[ss_logA][0] == 277.0 && frame.columns[ss_logB][0] == 235.0 );
    ssLogFrame_Destroy( &frame );
    PASS();
}

TEST aBrokenDumpIsRefusedWithItsLine( void )
{
#define NAMES "dx dy dz fx fy fz vx vy vz"
#define ROW "0 0 1 0 0 1 0 0 0\n"
    static const struct
    {
        const char *text, *columns, *message;
        double dt;
    } cases[] = {
        { "ITEM: TIMESTEP\n", NULL, "dump: the file ends inside a block; expected the number of the step",
            1.0 },
        { "ITEM: TIMESTEP\nx\n", NULL, "dump, line 2: expected the number of the step, found 'x'", 1.0 },
        { "ITEM: TIMESTEP\n1\nITEM: NUMBER OF ATOMS\n3\n", NULL,
            "dump, line 3: a dump of atoms, which has no contacts; write one with `dump local`", 1.0 },
        { "ITEM: UNITS\nlj\n", NULL, "dump, line 2: a log is in SI units; expected: si", 1.0 },
        { BLOCK( "1", "1", NAMES ) ROW, NULL,
            "dump: the file counts steps and has no times; give the step size, as --map dt=1e-5", 0.0 },
        { BLOCK( "1", "-1", NAMES ) ROW, NULL, "dump, line 4: -1 entries; allowed: 0 to 10000000", 1.0 },
        { BLOCK( "1", "1e9", NAMES ) ROW, NULL, "dump, line 4: 1000000000 entries; allowed: 0 to 10000000",
            1.0 },
        { BLOCK( "1", "2", NAMES ) ROW, NULL, "dump: the file ends inside a block; expected an entry", 1.0 },
        { BLOCK( "1", "2", NAMES ) ROW BLOCK( "2", "1", NAMES ) ROW, NULL,
            "dump, line 11: the block before has fewer entries than it says", 1.0 },
        { BLOCK( "1", "1", NAMES ) ROW ROW, NULL,
            "dump, line 11: expected a line that begins with ITEM:, or the block has more entries than it "
            "says",
            1.0 },
        { BLOCK( "1", "1", NAMES ) ROW BLOCK( "1", "1", NAMES ) ROW, NULL,
            "dump, line 11: t = 1 after t = 1; times must ascend", 1.0 },
        { BLOCK( "1", "1", NAMES ) ROW BLOCK( "2", "1", NAMES " x1" ) ROW, NULL,
            "dump, line 19: the columns differ from those of the first block", 1.0 },
        { BLOCK( "1", "1", "c[1] c[2]" ) "1 2\n", NULL,
            "dump, line 9: the normal is unknown: it needs pos, or dx dy dz, or nx ny nz", 1.0 },
        { BLOCK( "1", "1", "dx dy dz" ) "1 2\n", NULL,
            "dump, line 9: the force is unknown: it needs force, or", 1.0 },
        { BLOCK( "1", "1", "dx dy dz fx fy fz" ) "1 2\n", NULL,
            "dump, line 9: the velocity is unknown: it needs vel", 1.0 },
        { BLOCK( "1", "1", NAMES " dx" ) ROW, NULL, "dump, line 9: column dx is there twice", 1.0 },
        { BLOCK( "1", "1", "a b c" ) "1 2 3\n", "pos force", "dump, line 9: 3 columns, but `columns` names 9",
            1.0 },
        { BLOCK( "1", "1", "a b c" ) "1 2 3\n", "position",
            "columns: 'position' is unknown; known are the keywords of", 1.0 },
        { BLOCK( "1", "1", NAMES ) "0 0 1 0 0 1 0 0\n", NULL, "dump, line 10: 8 numbers under 9 headings",
            1.0 },
        { BLOCK( "1", "1", NAMES ) "0 0 1 0 0 1 0 0 0 5\n", NULL,
            "dump, line 10: 10 numbers under 9 headings", 1.0 },
        { BLOCK( "1", "1", NAMES ) "0 0 1 0 0 one 0 0 0\n", NULL,
            "dump, line 10: 'one' is not a finite number", 1.0 },
        { BLOCK( "1", "1", NAMES ) "0 0 1 0 0 inf 0 0 0\n", NULL,
            "dump, line 10: 'inf' is not a finite number", 1.0 },
        { BLOCK( "1", "1", NAMES ) "0 0 0 0 0 1 0 0 0\n", NULL, "dump, line 10: nx is not known", 1.0 },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        const ssLogOptions options = { .columns = cases[i].columns, .dt = cases[i].dt };
        ssLogFrame frame = { 0 };
        ssResult result = readAll( cases[i].text, &options, &frame );
        ssLogFrame_Destroy( &frame );
        ASSERTm( cases[i].message, result.code != ss_ok );
        ASSERTm( result.message, testContains( result.message, cases[i].message ) );
    }
    PASS();
}

// An index that holds few frames finds the others.
TEST aThinnedIndexFindsEveryFrame( void )
{
    enum
    {
        frames = 100
    };
    char* text = malloc( frames * 400 );
    size_t length = 0;
    for ( int k = 0; k < frames; ++k )
    {
        length += (size_t)sprintf( text + length,
            "ITEM: TIMESTEP\n%d\nITEM: NUMBER OF ENTRIES\n%d\nITEM: ENTRIES " NAMES " \n", 10 * k, k % 3 );
        for ( int row = 0; row < k % 3; ++row )
        {
            length += (size_t)sprintf( text + length, "0 0 1 0 0 %d 0 0 0 \n", 10 * k + row );
        }
    }
    ssSource source = ssMemorySource( "dump", text, length );
    for ( int most = 2; most <= 200; most *= 5 )
    {
        const ssLogOptions options = { .entriesMax = most, .dt = 0.1 };
        ssContactLog* log = NULL;
        ssLogFrame frame = { 0 };
        ASSERT_EQ( ss_ok, ssOpenContactLog( &source, &options, &log ).code );
        ASSERT_EQ( frames, ssContactLog_FrameCount( log ) );
        for ( int i = 0; i < frames; ++i )
        {
            int k = i * 77 % frames;
            ssResult result = ssContactLog_ReadFrame( log, k, &frame );
            ASSERT_EQm( result.message, ss_ok, result.code );
            ASSERT_EQ( k % 3, frame.count );
            ASSERT(
                frame.count == 0 || frame.columns[ss_logFz][frame.count - 1] == 10.0 * k + frame.count - 1 );
        }
        ssLogFrame_Destroy( &frame );
        ssCloseContactLog( log );
    }
    free( text );
    PASS();
}

SUITE( dumpLocal )
{
    RUN_TEST( particlesOfLiggghtsGetTheirSigns );
    RUN_TEST( spinsBelongToTheVelocity );
    RUN_TEST( wallsCarryTheirParticles );
    RUN_TEST( columnsOfLammpsHaveNames );
    RUN_TEST( withoutCentresTheNormalIsThatOfTheForce );
    RUN_TEST( aBrokenDumpIsRefusedWithItsLine );
    RUN_TEST( aThinnedIndexFindsEveryFrame );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( dumpLocal );
    return TEST_END();
}
