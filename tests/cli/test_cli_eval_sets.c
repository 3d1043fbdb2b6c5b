// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/law.h"

// `slipstick eval set` and `slipstick eval slip-force` from outside: columns, keys, refusals, and the same
// numbers as the library's.

#define DEGREES ( 180.0 / SS_PI )
#define ASSERT_STATUS( expected, run )                                                                      \
    do {                                                                                                    \
        testRun status_ = ( run );                                                                          \
        if ( status_.status != ( expected ) )                                                               \
        {                                                                                                   \
            fprintf( stderr, "status %d, out '%s', err '%s'\n", status_.status, status_.out, status_.err ); \
        }                                                                                                   \
        ASSERT_EQ_FMT( expected, status_.status, "%d" );                                                    \
    } while ( 0 )

static testRun evalSet( const char* rows, const char* keys )
{
    return testShell( "printf 'x,y\\n%s' | \"$S\" eval set %s", rows, keys );
}

static testRun evalSlip( const char* rows, const char* keys )
{
    return testShell( "printf 'gx,gy\\n%s' | \"$S\" eval slip-force %s", rows, keys );
}

/// Returns the number in cell `column` of line `line`, both counted from 0; NaN if the cell is empty.
static double cell( const char* text, int line, int column )
{
    for ( ; line > 0; --line ) { text = strchr( text, '\n' ) + 1; }
    for ( ; column > 0; --column ) { text = strchr( text, ',' ) + 1; }
    return *text == ',' || *text == '\n' ? (double)NAN : strtod( text, NULL );
}

static bool firstLineIs( const char* text, const char* line )
{
    size_t length = strlen( line );
    return strncmp( text, line, length ) == 0 && text[length] == '\n';
}

// ------------------------------------------------------------------------------------------------------- set

TEST setColumnsAreAddedAfterTheInput( void )
{
    testRun run =
        testShell( "printf 'name,x,y\\nfirst,3,4\\n' | \"$S\" eval set --set kind=circle --set a=2" );
    ASSERT_STATUS( 0, run );
    ASSERT( firstLineIs( run.out, "name,x,y,gauge,support,prox_x,prox_y,radius" ) );
    ASSERT( strncmp( strchr( run.out, '\n' ) + 1, "first,3,4,2.5,10,", 17 ) == 0 );
    ASSERT_IN_RANGE( 1.2, cell( run.out, 1, 5 ), 1e-15 );
    ASSERT_IN_RANGE( 1.6, cell( run.out, 1, 6 ), 1e-15 );
    ASSERT_IN_RANGE( 2.0, cell( run.out, 1, 7 ), 1e-15 );
    PASS();
}

TEST everyKindOfSetIsAnswered( void )
{
    static const struct
    {
        const char* keys;
        double gauge, support; // at (1, 2)
        bool convex;
    } cases[] = {
        { "--set kind=ellipse --set a=3 --set b=1", 2.0275875100994065, 3.605551275463989, true },
        { "--set kind=rectangle --set a=2 --set b=1", 2.0, 4.0, true },
        { "--set kind=superellipse --set a=3 --set b=1 --set s=2", 2.0275875100994065, 3.605551275463989,
            true },
        { "--set kind=stadium --set l=1 --set e=1 --set b=2", 1.0, 5.123105625617661, true },
        { "--set 'kind=polygon' --set 'vertices=1;1;-1;1;-1;-1;1;-1'", 2.0, 3.0, true },
        { "--set kind=asperity --set mu=.5 --set beta_deg=0", 4.47213595499958, 1.118033988749895, true },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = evalSet( "1,2\\n", cases[i].keys );
        ASSERT_STATUS( 0, run );
        ASSERT_IN_RANGE( cases[i].gauge, cell( run.out, 1, 2 ), 1e-10 );
        ASSERT_IN_RANGE( cases[i].support, cell( run.out, 1, 3 ), 1e-10 );
        ASSERT_IN_RANGE( hypot( 1.0, 2.0 ) / cases[i].gauge, cell( run.out, 1, 6 ), 1e-10 );
        ASSERT_EQ( cases[i].convex, isfinite( cell( run.out, 1, 4 ) ) != 0 );
    }
    PASS();
}

TEST nonConvexSetHasNoNearestPoint( void )
{
    testRun run = evalSet( "1,0\\n0,3\\n", "--set kind=asperity --set mu=1.2 --set beta_deg=36" );
    ASSERT_STATUS( 0, run );
    ASSERT_IN_RANGE( 7.643276, cell( run.out, 1, 6 ), 1e-6 );
    ASSERT_IN_RANGE( 1.4832816, cell( run.out, 2, 6 ), 1e-7 );
    ASSERT( isnan( cell( run.out, 1, 4 ) ) && isnan( cell( run.out, 2, 5 ) ) );
    ASSERT_STR_EQ( "", run.err );
    PASS();
}

TEST originHasNoRadiusAndSaysSo( void )
{
    testRun run = evalSet( "1,0\\n0,0\\n", "--set kind=circle --set a=2" );
    ASSERT_STATUS( 0, run );
    ASSERT( cell( run.out, 2, 2 ) == 0.0 && cell( run.out, 2, 3 ) == 0.0 && cell( run.out, 2, 4 ) == 0.0 );
    ASSERT( isnan( cell( run.out, 2, 6 ) ) );
    ASSERT( testContains( run.err, "line 3" ) );
    PASS();
}

TEST rotationOffsetAndScaleMatter( void )
{
    testRun run = evalSet( "0,1\\n", "--set kind=ellipse --set a=3 --set b=1 --set rotation_deg=90" );
    ASSERT_IN_RANGE( 3.0, cell( run.out, 1, 6 ), 1e-14 );
    run = evalSet( "1,0\\n", "--set kind=circle --set a=1 --set offset_x=.5 --set scale=2" );
    ASSERT_IN_RANGE( 3.0, cell( run.out, 1, 6 ), 1e-14 );
    PASS();
}

TEST sampledSetIsReadFromAFile( void )
{
    testRun run = testShell(
        "printf 'theta_deg,r\\n0,1\\n90,2\\n180,1\\n270,2\\n' >\"$D/s.csv\"; "
        "printf 'x,y\\n0,1\\n1,0\\n' | \"$S\" eval set --set kind=polar --set samples=\"$D/s.csv\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_IN_RANGE( 2.0, cell( run.out, 1, 6 ), 1e-14 );
    ASSERT_IN_RANGE( 1.0, cell( run.out, 2, 6 ), 1e-14 );
    run = testShell( "printf 'theta_deg,r\\n0,1\\n90,x\\n' >\"$D/s.csv\"; "
                     "printf 'x,y\\n0,1\\n' | \"$S\" eval set --set kind=polar --set samples=\"$D/s.csv\"" );
    ASSERT_STATUS( 2, run );
    ASSERT( testContains( run.err, "line 3" ) );
    run = testShell( "printf 'angle,r\\n0,1\\n' >\"$D/s.csv\"; "
                     "printf 'x,y\\n0,1\\n' | \"$S\" eval set --set kind=polar --set samples=\"$D/s.csv\"" );
    ASSERT_STATUS( 2, run );
    ASSERT( testContains( run.err, "theta_deg" ) );
    ASSERT_STATUS( 2, evalSet( "1,0\\n", "--set kind=polar --set samples=/nowhere.csv" ) );
    // Samples may also be given in the option itself.
    run = evalSet( "0,1\\n1,0\\n", "--set kind=polar --set 'samples=0;1;90;2;180;1;270;2'" );
    ASSERT_STATUS( 0, run );
    ASSERT_IN_RANGE( 2.0, cell( run.out, 1, 6 ), 1e-14 );
    ASSERT_IN_RANGE( 1.0, cell( run.out, 2, 6 ), 1e-14 );
    run = evalSet( "1,0\\n", "--set kind=polar --set 'samples=0;1;90'" );
    ASSERT_STATUS( 2, run );
    ASSERT( testContains( run.err, "theta1_deg;r1" ) );
    PASS();
}

TEST wrongSetsAreRefusedWithTheReason( void )
{
    static const struct
    {
        const char* keys;
        const char* says;
    } cases[] = {
        { "", "kind" },
        { "--set kind=circel --set a=1", "circle" },
        { "--set kind=circle", "needs --set a=" },
        { "--set kind=circle --set a=-1", "a > 0" },
        { "--set kind=ellipse --set a=1", "needs --set b=" },
        { "--set kind=superellipse --set a=1 --set b=1 --set s=.5", "1 <= s <= 200" },
        { "--set kind=circle --set a=1 --set offset_x=2", "origin" },
        { "--set kind=asperity --set mu=1.5 --set beta_deg=36", "cot" },
        { "--set kind=polygon", "vertices" },
        { "--set kind=polygon --set 'vertices=1;2;3'", "pairs" },
        { "--set kind=polygon --set 'vertices=1;2;x;3'", "'x'" },
        { "--set kind=polygon --set 'vertices=1;1;2;1;2;2'", "origin" },
        { "--set kind=circle --set a=1 --set 'vertices=1;1'", "polygon" },
        { "--set kind=circle --set a=1 --set vertises=1", "'vertices'" },
        { "--set kind=circle --set a=1 --set rotatoin_deg=1", "'rotation_deg'" },
        { "--set kind=asperity --set mu=.5 --set beta_deg=10 --set beta2_deg=-.5", "-1" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = evalSet( "1,0\\n", cases[i].keys );
        ASSERT_STATUS( 2, run );
        if ( testContains( run.err, cases[i].says ) == false )
        {
            fprintf( stderr, "%s: %s", cases[i].keys, run.err );
        }
        ASSERT( testContains( run.err, cases[i].says ) );
    }
    PASS();
}

TEST malformedNumbersEndWithTheirLine( void )
{
    testRun run = evalSet( "1,0\\n2,zwei\\n", "--set kind=circle --set a=1" );
    ASSERT_STATUS( 2, run );
    ASSERT( testContains( run.err, "line 3" ) );
    run = evalSlip( "1,0\\n1,1\\nnan,1\\n", "--set law=coulomb --set mu=1" );
    ASSERT_STATUS( 2, run );
    ASSERT( testContains( run.err, "line 4" ) );
    ASSERT_STATUS( 2, testShell( "printf 'x\\n1\\n' | \"$S\" eval set --set kind=circle --set a=1" ) );
    ASSERT_STATUS(
        2, testShell( "printf 'gx\\n1\\n' | \"$S\" eval slip-force --set law=coulomb --set mu=1" ) );
    PASS();
}

// ------------------------------------------------------------------------------------------------ slip-force

#define BELT                                                                  \
    "--set c_kind=ellipse --set c_a=30 --set c_b=10 --set c_rotation_deg=30 " \
    "--set d_kind=ellipse --set d_a=3 --set d_b=1 "

TEST beltForcesAreTheReferenceNumbers( void )
{
    static const double rows[][3] = { { 30, 18.661415, 1.197130 }, { 50, 20.201550, 2.675030 },
        { 60, 21.617301, 4.160251 }, { 85, 12.801887, 16.258471 } };
    char text[512] = "";
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        size_t used = strlen( text );
        snprintf( text + used, sizeof( text ) - used, "%.17g,%.17g\\n", cos( rows[i][0] / DEGREES ),
            sin( rows[i][0] / DEGREES ) );
    }
    testRun run = evalSlip( text, BELT "--set law=extended --set normal_force=7" );
    ASSERT_STATUS( 0, run );
    ASSERT( firstLineIs( run.out, "gx,gy,fx,fy,set_valued" ) );
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ASSERT_IN_RANGE( rows[i][1], cell( run.out, i + 1, 2 ), 1e-6 );
        ASSERT_IN_RANGE( rows[i][2], cell( run.out, i + 1, 3 ), 1e-6 );
        ASSERT( cell( run.out, i + 1, 4 ) == 0.0 );
    }
    PASS();
}

TEST loadScalesCFromItsReference( void )
{
    testRun run =
        evalSlip( "1,0\\n", "--set law=associated --set c_kind=circle --set c_a=5 --set normal_force=2" );
    ASSERT_IN_RANGE( 5.0, cell( run.out, 1, 2 ), 1e-14 );
    run = evalSlip( "1,0\\n",
        "--set law=associated --set c_kind=circle --set c_a=5 --set normal_force=2 --set c_force=8" );
    ASSERT_IN_RANGE( 1.25, cell( run.out, 1, 2 ), 1e-14 );
    run = evalSlip( "1,0\\n", "--set law=coulomb --set mu=.5 --set normal_force=3" );
    ASSERT_IN_RANGE( 1.5, cell( run.out, 1, 2 ), 1e-14 );
    // Eq. 50 is per newton.
    run = evalSlip( "1,0\\n",
        "--set law=asperity --set c_kind=asperity --set c_mu=1.2 --set c_beta_deg=36 "
        "--set normal_force=10" );
    ASSERT_IN_RANGE( 76.43276, cell( run.out, 1, 2 ), 1e-5 );
    run = evalSlip( "1,0\\n", "--set law=associated --set c_kind=circle --set c_a=5 --set normal_force=0" );
    ASSERT_STATUS( 0, run );
    ASSERT( cell( run.out, 1, 2 ) == 0.0 );
    PASS();
}

TEST restIsSetValuedWithEmptyCells( void )
{
    testRun run = evalSlip( "0,0\\n1,0\\n", BELT );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, "\n0,0,,,1\n" ) );
    ASSERT_STR_EQ( "", run.err );
    run = evalSlip( "0,0\\n", "--set law=regularised --set mu=1" );
    ASSERT( testContains( run.out, "\n0,0,0,0,0\n" ) );
    // Along an axis of a rectangle, the answer is the middle of the edge, and others are possible.
    run = evalSlip( "0,2\\n1,1\\n", "--set law=associated --set c_kind=rectangle --set c_a=3 --set c_b=2" );
    ASSERT( testContains( run.out, "\n0,2,0,2,1\n" ) && testContains( run.out, "\n1,1,3,2,0\n" ) );
    PASS();
}

TEST everyLawIsOffered( void )
{
    static const char* const keys[ss_lawKindCount] = {
        [ss_lawKindAssociated] = "--set c_kind=ellipse --set c_a=2 --set c_b=1",
        [ss_lawKindAssociatedEllipse] = "--set c_kind=superellipse --set c_a=2 --set c_b=1 --set c_s=4",
        [ss_lawKindCollinear] = "--set c_kind=ellipse --set c_a=2 --set c_b=1",
        [ss_lawKindExtended] = "--set c_kind=ellipse --set c_a=2 --set c_b=1 --set d_kind=circle",
        [ss_lawKindTransformed] = "--set c_kind=ellipse --set c_a=2 --set c_b=1 --set d_kind=circle",
        [ss_lawKindAsperity] = "--set c_kind=asperity --set c_mu=.5 --set c_beta_deg=20",
        [ss_lawKindTabulated] = "--set 'tensor=2;0;0;1'",
    };
    for ( int i = 0; i < ss_lawKindCount; ++i )
    {
        char words[256];
        snprintf( words, sizeof( words ), "--set law=%s %s", ss_lawKindNames[i],
            keys[i] != NULL ? keys[i] : "--set mu=.5" );
        testRun run = evalSlip( "3,4\\n-1,0\\n", words );
        ASSERT_STATUS( 0, run );
        double fx = cell( run.out, 1, 2 ), fy = cell( run.out, 1, 3 );
        ASSERT( 3.0 * fx + 4.0 * fy > 0.0 );
        ASSERT( cell( run.out, 2, 2 ) < 0.0 );
    }
    PASS();
}

TEST tableOfForcesIsALaw( void )
{
    testRun run = testShell( "awk 'BEGIN { print \"phi_deg,fx,fy\"; for ( i = 0; i < 360; i += 5 ) { a = i * "
                             "3.14159265358979 / 180; "
                             "print i \",\" 2 * cos( a ) \",\" sin( a ) } }' >\"$D/f.csv\"; "
                             "printf 'gx,gy\\n1,0\\n0,1\\n' | \"$S\" eval slip-force --set law=tabulated "
                             "--set flow=\"$D/f.csv\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_IN_RANGE( 2.0, cell( run.out, 1, 2 ), 1e-6 );
    ASSERT_IN_RANGE( 1.0, cell( run.out, 2, 3 ), 1e-6 );
    PASS();
}

TEST closureGapOfAFlowRuleIsSaid( void )
{
    testRun run = evalSlip( "1,0\\n", "--set law=tabulated --set 'tensor=1;-.2;.2;1'" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.err, "closure gap 1.26" ) ); // 2 pi 0.2
    ASSERT( testContains( run.err, "no direction set" ) );
    run = evalSlip( "1,0\\n", "--set law=tabulated --set 'tensor=2;0;0;1'" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.err, "closure gap" ) && !testContains( run.err, "no direction set" ) );
    PASS();
}

TEST wrongLawsAreRefusedWithTheReason( void )
{
    static const struct
    {
        const char* keys;
        const char* says;
    } cases[] = {
        { "", "c_kind" },
        { "--set law=colinear --set c_kind=circle --set c_a=1", "collinear" },
        { "--set law=coulomb", "mu" },
        { "--set law=coulomb --set mu=-1", "mu >= 0" },
        { "--set c_kind=circle --set c_a=1", "d_kind" },
        { "--set law=associated --set c_kind=asperity --set c_mu=1.2 --set c_beta_deg=36",
            "not convex at 56.1" },
        { "--set law=asperity --set c_kind=asperity --set c_mu=1.5 --set c_beta_deg=36", "1.37638" },
        { BELT "--set strict=yes --set d_scale=6", "5.351" },
        { BELT "--set d_offset_x=4", "origin" },
        { BELT "--set c_rotation=3", "'c_rotation_deg'" },
        { BELT "--set d_vertixes=3", "'d_vertices'" },
        { BELT "--set normal_force=-1", "normal_force >= 0" },
        { BELT "--set c_force=0", "c_force > 0" },
        { "--set law=tabulated", "tensor" },
        { "--set law=tabulated --set 'tensor=1;2;3'", "3 numbers" },
        { "--set law=tabulated --set 'tensor=-1;0;0;2'", "does not oppose" },
        { "--set law=polyhedral --set mu=1 --set k=1", "k" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = evalSlip( "1,0\\n", cases[i].keys );
        ASSERT_STATUS( 2, run );
        if ( testContains( run.err, cases[i].says ) == false )
        {
            fprintf( stderr, "%s: %s", cases[i].keys, run.err );
        }
        ASSERT( testContains( run.err, cases[i].says ) );
    }
    PASS();
}

TEST theLoadMayBeAColumn( void )
{
    testRun run =
        testShell( "printf 'gx,gy,normal_force\\n1,0,2\\n1,0,6\\n1,0,0\\n' | \"$S\" eval slip-force "
                   "--set law=coulomb --set mu=.5" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "", run.err );
    ASSERT( firstLineIs( run.out, "gx,gy,normal_force,fx,fy,set_valued" ) );
    ASSERT_IN_RANGE( 1.0, cell( run.out, 1, 3 ), 1e-14 );
    ASSERT_IN_RANGE( 3.0, cell( run.out, 2, 3 ), 1e-14 );
    ASSERT_IN_RANGE( 0.0, cell( run.out, 3, 3 ), 1e-14 );
    // A set C needs a load that it belongs to: c_force, else the key
    // normal_force, else its default with a warning.
    static const struct
    {
        const char* keys;
        double force;
        bool warns;
    } cases[] = { { "--set c_force=8", 5.0 * 2.0 / 8.0, false }, { "--set normal_force=4", 2.5, false },
        { "--set normal_force=4 --set c_force=8", 5.0 * 2.0 / 8.0, false }, { "", 10.0, true } };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        run =
            testShell( "printf 'gx,gy,normal_force\\n1,0,2\\n' | \"$S\" eval slip-force --set law=associated "
                       "--set c_kind=circle --set c_a=5 %s",
                cases[i].keys );
        ASSERT_STATUS( 0, run );
        ASSERT_IN_RANGE( cases[i].force, cell( run.out, 1, 3 ), 1e-13 );
        ASSERT_EQ_FMTm( run.err, cases[i].warns ? 1 : 0, testLines( run.err ), "%d" );
        ASSERT( !cases[i].warns ||
            ( testContains( run.err, "normal_force = 1 N" ) && testContains( run.err, "c_force" ) ) );
    }
    // A load that is not allowed is refused with its line.
    run = testShell(
        "printf 'gx,gy,normal_force\\n1,0,2\\n1,0,-1\\n' | \"$S\" eval slip-force --set law=coulomb "
        "--set mu=.5" );
    ASSERT_STATUS( 2, run );
    ASSERTm( run.err, testContains( run.err, "line 3" ) );
    PASS();
}

TEST columnsThatAreNotReadAreWarnedOf( void )
{
    testRun run =
        testShell( "printf 'gx,gy,mu\\n1,0,2\\n' | \"$S\" eval slip-force --set law=coulomb --set mu=.5" );
    ASSERT_STATUS( 0, run );
    ASSERTm( run.err, testContains( run.err, "column mu is not read" ) );
    run = testShell( "printf 'n,t1,t2,mu\\n1,0,2,1\\n' | \"$S\" eval project" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "", run.err );
    PASS();
}

TEST refusedKeysPrintNothing( void )
{
    static const char* const commands[] = {
        "printf 'x,y\\n1,0\\n' | \"$S\" eval set --set kind=circle --set a=-1",
        "printf 'x\\n1\\n' | \"$S\" eval set --set kind=circle --set a=1",
        ( "printf 'gx,gy\\n1,0\\n' | \"$S\" eval slip-force --set law=associated --set c_kind=asperity "
          "--set c_mu=1.2 --set c_beta_deg=36" ),
        "printf 'n,t1,t2\\n1,0,0\\n' | \"$S\" eval project",
    };
    for ( int i = 0; i < SS_COUNT( commands ); ++i )
    {
        testRun run = testShell( "%s", commands[i] );
        ASSERT_STATUS( 2, run );
        ASSERT_STR_EQ( "", run.out );
    }
    // A bad row is different: what was written before it stays.
    testRun run = evalSet( "1,0\\n2,zwei\\n", "--set kind=circle --set a=1" );
    ASSERT_STATUS( 2, run );
    ASSERT( firstLineIs( run.out, "x,y,gauge,support,prox_x,prox_y,radius" ) );
    ASSERT( cell( run.out, 1, 2 ) == 1.0 );
    PASS();
}

TEST helpNamesEveryKey( void )
{
    testRun run = testShell( "\"$S\" help eval" );
    ASSERT_STATUS( 0, run );
    static const char* const keys[] = { "vertices=", "samples=", "c_beta2_deg=", "d_offset_y=", "d_samples=",
        "normal_force=", "c_force=", "law=", "flow=", "slip-force" };
    for ( int i = 0; i < SS_COUNT( keys ); ++i ) { ASSERT( testContains( run.out, keys[i] ) ); }
    static const char* const columns[] = { "gx gy [normal_force] ->", "[mu] [mu_r] [mu_s] ->",
        "no such column. (default 1)" };
    for ( int i = 0; i < SS_COUNT( columns ); ++i )
    {
        ASSERTm( columns[i], testContains( run.out, columns[i] ) );
    }
    PASS();
}

SUITE( sets )
{
    RUN_TEST( setColumnsAreAddedAfterTheInput );
    RUN_TEST( everyKindOfSetIsAnswered );
    RUN_TEST( nonConvexSetHasNoNearestPoint );
    RUN_TEST( originHasNoRadiusAndSaysSo );
    RUN_TEST( rotationOffsetAndScaleMatter );
    RUN_TEST( sampledSetIsReadFromAFile );
    RUN_TEST( wrongSetsAreRefusedWithTheReason );
    RUN_TEST( malformedNumbersEndWithTheirLine );
    RUN_TEST( refusedKeysPrintNothing );
}

SUITE( slipForces )
{
    RUN_TEST( theLoadMayBeAColumn );
    RUN_TEST( columnsThatAreNotReadAreWarnedOf );
    RUN_TEST( beltForcesAreTheReferenceNumbers );
    RUN_TEST( loadScalesCFromItsReference );
    RUN_TEST( restIsSetValuedWithEmptyCells );
    RUN_TEST( everyLawIsOffered );
    RUN_TEST( tableOfForcesIsALaw );
    RUN_TEST( closureGapOfAFlowRuleIsSaid );
    RUN_TEST( wrongLawsAreRefusedWithTheReason );
    RUN_TEST( helpNamesEveryKey );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( sets );
    RUN_SUITE( slipForces );
    return TEST_END();
}
