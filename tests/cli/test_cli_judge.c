// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

#include "slipstick/problem.h"
#include "slipstick/solver.h"

// `slipstick solve FILE --judge REACTIONS.csv`: answers of others, judged by what the laws say about them.

// Blocks that rest on inclines of their own at first, over a step of 0.01 s: q = h g (-cos a, sin a, 0), W =
// 1/m. Where tan a <= mu a block sticks, p = m g h (cos a, -sin a, 0); otherwise it slides with u = g h (sin
// a - mu cos a) and p = m g h cos a (1, -mu, 0).
#define BLOCKS 4
#define STEP 0.01
#define GRAVITY 9.81

static const struct
{
    double mass, degrees, mu;
} s_blocks[BLOCKS] = { { 2.0, 20.0, 0.5 }, { 3.0, 20.0, 0.2 }, { 0.5, 35.0, 0.6 }, { 1.0, 10.0, 0.3 } };

static bool sticks( int i ) { return tan( s_blocks[i].degrees * M_PI / 180.0 ) <= s_blocks[i].mu; }

/// Reaction and velocity of block i.
static void closedForm( int i, double p[3], double u[3] )
{
    double angle = s_blocks[i].degrees * M_PI / 180.0, speed = GRAVITY * STEP;
    p[0] = s_blocks[i].mass * speed * cos( angle );
    p[1] = sticks( i ) ? -s_blocks[i].mass * speed * sin( angle ) : -s_blocks[i].mu * p[0];
    p[2] = u[0] = u[2] = 0.0;
    u[1] = sticks( i ) ? 0.0 : speed * ( sin( angle ) - s_blocks[i].mu * cos( angle ) );
}

static const char* blocksFile( void )
{
    static char path[700];
    char text[4096];
    int used = snprintf( text, sizeof( text ),
        "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3, \"w\": {\"blocks\": [" );
    for ( int i = 0; i < BLOCKS; ++i )
    {
        double w = 1.0 / s_blocks[i].mass;
        used += snprintf( text + used, sizeof( text ) - (size_t)used,
            "%s[%d, %d, [%.17g, 0, 0, 0, %.17g, 0, 0, 0, %.17g]]", i > 0 ? ", " : "", i, i, w, w, w );
    }
    used += snprintf( text + used, sizeof( text ) - (size_t)used, "]}, \"contacts\": [" );
    for ( int i = 0; i < BLOCKS; ++i )
    {
        double angle = s_blocks[i].degrees * M_PI / 180.0, speed = GRAVITY * STEP;
        used +=
            snprintf( text + used, sizeof( text ) - (size_t)used, "%s{\"q\": [%.17g, %.17g, 0], \"mu\": %g}",
                i > 0 ? ", " : "", -speed * cos( angle ), speed * sin( angle ), s_blocks[i].mu );
    }
    snprintf( text + used, sizeof( text ) - (size_t)used, "]}" );
    snprintf( path, sizeof( path ), "%s/blocks.json", testScratch() );
    testWriteFile( path, text );
    return path;
}

/// Writes the answer of the blocks as if typed by hand, last block first. `p` are the reactions.
static const char* answerFile( double p[BLOCKS][3] )
{
    static char path[700];
    char text[4096];
    int used = snprintf( text, sizeof( text ), "p_t2,contact,remark,p_n,p_t1\n" );
    for ( int i = BLOCKS - 1; i >= 0; --i )
    {
        used += snprintf( text + used, sizeof( text ) - (size_t)used, "%.17g,%d,block,%.17g,%.17g\n", p[i][2],
            i, p[i][0], p[i][1] );
    }
    snprintf( path, sizeof( path ), "%s/answer.csv", testScratch() );
    testWriteFile( path, text );
    return path;
}

static void closedForms( double p[BLOCKS][3] )
{
    double u[3];
    for ( int i = 0; i < BLOCKS; ++i ) { closedForm( i, p[i], u ); }
}

TEST closedFormsAreAccepted( void )
{
    double p[BLOCKS][3], u[3];
    closedForms( p );
    testRun run = testShell( "\"$S\" solve '%s' --judge '%s' --tol 1e-13 --json --out \"$D/full.csv\" && "
                             "cat \"$D/full.csv\" >&2",
        blocksFile(), answerFile( p ) );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "true", fromJson( run.out, "solution" ) );
    ASSERT( strtod( fromJson( run.out, "residual" ), NULL ) <= 1e-13 );
    ASSERT_STR_EQ( "null", fromJson( run.out, "velocities" ) );
    ASSERT_STR_EQ( "null", fromJson( run.out, "worst.why" ) );
    double heat = 0.0;
    for ( int i = 0; i < BLOCKS; ++i )
    {
        closedForm( i, p[i], u );
        heat -= p[i][1] * u[1];
        for ( int c = 0; c < 3; ++c )
        {
            ASSERT_IN_RANGE( p[i][c], cellOf( run.err, i + 1, 1 + c ), 0.0 );
            ASSERT_IN_RANGE( u[c], cellOf( run.err, i + 1, 4 + c ), 1e-15 );
        }
        const char* row = run.err;
        for ( int line = 0; line <= i; ++line ) { row = strchr( row, '\n' ) + 1; }
        char mode[16] = "";
        sscanf( row, "%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%*[^,],%15[a-z+]", mode );
        ASSERT_STR_EQ( sticks( i ) ? "stick" : "slide", mode );
    }
    ASSERT_IN_RANGE( heat, strtod( fromJson( run.out, "dissipation" ), NULL ), 1e-15 );
    PASS();
}

/// Spoils the reaction of one block.
static void spoil( int way, double p[3] )
{
    double angle = ( way == 1 ? 5.0 : 180.0 ) * M_PI / 180.0, x = p[1], y = p[2];
    switch ( way )
    {
        case 0: // both parts: nothing holds the block down any more
            p[0] *= 1.3;
            p[1] *= 1.3;
            break;
        case 1: // turned by 5°
        case 2: // turned around: friction drives the block
            p[1] = cos( angle ) * x - sin( angle ) * y;
            p[2] = sin( angle ) * x + cos( angle ) * y;
            break;
        case 3: // friction alone
            p[1] *= 2.0;
            break;
        case 4: // too little of everything
            p[0] *= 0.7;
            p[1] *= 0.7;
            break;
        case 5: // too little friction
            p[1] *= 0.5;
            break;
        default: p[0] = -p[0];
    }
}

TEST aSpoiltContactIsFoundAsTheWorstAndTheReasonSaid( void )
{
    static const char* const sliding[] = { "presses although it opens", "direction", "direction",
        "larger than its law allows", "approach", "slides although", "pulls" };
    static const char* const sticking[] = { "presses although it opens", "slides although", "slides although",
        "larger than its law allows", "approach", "slides although", "pulls" };
    char expected[16];
    for ( int i = 0; i < BLOCKS; ++i )
    {
        for ( int way = 0; way < SS_COUNT( sliding ); ++way )
        {
            double p[BLOCKS][3];
            closedForms( p );
            spoil( way, p[i] );
            testRun run = testShell( "\"$S\" solve '%s' --judge '%s' --json", blocksFile(), answerFile( p ) );
            ASSERT_STATUS( 1, run );
            ASSERT_STR_EQ( "false", fromJson( run.out, "solution" ) );
            snprintf( expected, sizeof( expected ), "%d", i );
            ASSERT_STR_EQ( expected, fromJson( run.out, "worst.contact" ) );
            const char* why = fromJson( run.out, "worst.why" );
            ASSERTm( why, testContains( why, ( sticks( i ) ? sticking : sliding )[way] ) );
        }
    }
    PASS();
}

/// Friction that is turned around gives the block the energy that it should have taken.
TEST createdEnergyIsCounted( void )
{
    double p[BLOCKS][3], u[3];
    closedForms( p );
    closedForm( 1, p[1], u );
    p[1][1] = -p[1][1];
    // W turns the change of friction into velocity.
    double speed = u[1] + 2.0 * p[1][1] / s_blocks[1].mass;
    testRun run = testShell( "\"$S\" solve '%s' --judge '%s' --json", blocksFile(), answerFile( p ) );
    ASSERT_STATUS( 1, run );
    ASSERT_IN_RANGE( p[1][1] * speed, strtod( fromJson( run.out, "created" ), NULL ), 1e-15 );
    run = testShell( "\"$S\" solve '%s' --judge '%s'", blocksFile(), answerFile( p ) );
    ASSERT( testContains( run.out, "NOT a solution" ) && testContains( run.out, "most at contact 1" ) );
    PASS();
}

/// How much the reaction leaves its cone: with twice the friction of a sliding
/// block, by the distance to the cone's rim.
TEST theDistanceToTheConeIsStated( void )
{
    double p[BLOCKS][3];
    closedForms( p );
    p[1][1] *= 2.0;
    double mu = s_blocks[1].mu, out = ( -p[1][1] - mu * p[1][0] ) / sqrt( 1.0 + mu * mu );
    testRun run = testShell( "\"$S\" solve '%s' --judge '%s' --json", blocksFile(), answerFile( p ) );
    ASSERT_STATUS( 1, run );
    double own = sqrt( p[1][0] * p[1][0] + p[1][1] * p[1][1] ), all = 0.0;
    for ( int i = 0; i < BLOCKS; ++i ) { all += p[i][0] * p[i][0] + p[i][1] * p[i][1]; }
    ASSERT_IN_RANGE( out / own, strtod( fromJson( run.out, "worst.infeasibility" ), NULL ), 1e-14 );
    ASSERT_IN_RANGE( out / sqrt( all ), strtod( fromJson( run.out, "infeasibility" ), NULL ), 1e-14 );
    PASS();
}

TEST velocitiesOfTheFileAreCompared( void )
{
    double p[BLOCKS][3], u[3], largest = 0.0;
    char text[2048];
    int used = snprintf( text, sizeof( text ), "p_n,p_t1,p_t2,u_n,u_t1\n" );
    for ( int i = 0; i < BLOCKS; ++i )
    {
        closedForm( i, p[i], u );
        used += snprintf( text + used, sizeof( text ) - (size_t)used, "%.17g,%.17g,%.17g,%s,%.17g\n", p[i][0],
            p[i][1], p[i][2], i == 0 ? "" : "0", u[1] + ( i == 2 ? 0.001 : 0.0 ) );
        largest = fmax( largest, GRAVITY * STEP * cos( s_blocks[i].degrees * M_PI / 180.0 ) );
    }
    char path[700];
    snprintf( path, sizeof( path ), "%s/velocities.csv", testScratch() );
    testWriteFile( path, text );
    testRun run = testShell( "\"$S\" solve '%s' --judge '%s' --json", blocksFile(), path );
    ASSERT_STATUS( 0, run );
    ASSERT_IN_RANGE( 0.001 / largest, strtod( fromJson( run.out, "velocities.error" ), NULL ), 1e-12 );
    ASSERT_STR_EQ( "2", fromJson( run.out, "velocities.contact" ) );
    PASS();
}

// ------------------------------------------------------------------------------------------- our own answers

/// Writes a packing to a file of the scratch folder.
static const char* packingFile( uint64_t seed, int dimension, ssContactForm law )
{
    static char path[700];
    ssPackingDef def = ssRandomPackingDef( seed );
    ssProblem problem;
    def.law = law;
    def.dimension = dimension;
    testMust( ssMakePacking( &def, &problem ) );
    char* text = ssFormatProblem( &problem, NULL );
    snprintf( path, sizeof( path ), "%s/packing.json", testScratch() );
    testWriteFile( path, text );
    ssRelease( text );
    ssProblem_Destroy( &problem );
    return path;
}

TEST answersOfEverySolverPassAtTheirTolerance( void )
{
    int passed = 0;
    for ( int k = 0; k < testCount( 6 ); ++k )
    {
        const char* path = packingFile( (uint64_t)k + 1, k % 3 == 0 ? 3 : k % 3 + 4,
            k % 2 == 0 ? ss_contactFormSaxce : ss_contactFormRelaxed );
        for ( int i = 0; i < ssSolverCount(); ++i )
        {
            testRun run =
                testShell( "\"$S\" solve '%s' --solver %s --tol 1e-9 --out \"$D/p.csv\" >/dev/null "
                           "2>&1 || exit 77; \"$S\" solve '%s' --judge \"$D/p.csv\" --tol 1e-9 --json",
                    path, ssGetSolver( i )->name, path );
            if ( run.status == 77 )
            {
                continue; // refused, or not converged
            }
            ASSERT_STATUS( 0, run );
            ASSERT_STR_EQ( "true", fromJson( run.out, "solution" ) );
            ASSERT_STR_EQ( "0", fromJson( run.out, "velocities.error" ) );
            ++passed;
        }
    }
    ASSERT( passed >= testCount( 6 ) );
    PASS();
}

TEST whatOutWritesIsReadBackBitForBit( void )
{
    static const int dimensions[] = { 3, 5, 6 };
    for ( int k = 0; k < 3; ++k )
    {
        const char* path = packingFile( (uint64_t)k + 7, dimensions[k], ss_contactFormSaxce );
        testRun run = testShell( "\"$S\" solve '%s' --json --out \"$D/p.csv\" && \"$S\" solve '%s' --judge "
                                 "\"$D/p.csv\" --out \"$D/again.csv\" >/dev/null && cmp \"$D/p.csv\" "
                                 "\"$D/again.csv\"",
            path, path );
        ASSERT_STATUS( 0, run );
    }
    PASS();
}

/// A bead on a rod along x, which a bilateral row keeps from turning and from leaving the rod's y; it slides
/// on the ground. The file of reactions has no multipliers: they follow from the reactions.
TEST multipliersOfRowsAreFound( void )
{
    testRun run =
        testShell( "cat >\"$D/b\" <<'END'\n"
                   "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3,\n"
                   " \"bodies\": [{\"mass\": 2, \"inertia\": [1, 1, 1], \"position\": [0, 0, 0]}],\n"
                   " \"contacts\": [{\"b\": 0, \"point\": [0, 0, 0], \"normal\": [0, 0, 1], \"tangent\": [1, "
                   "0, 0], \"mu\": 0.5}],\n"
                   " \"bilateral\": [{\"b\": 0, \"jacobian_b\": [0.6, 0.8, 0, 0, 0, 0], \"q\": 1.4}],\n"
                   " \"free_velocity\": [1, 1, -0.1, 0, 0, 0]}\nEND\n"
                   "\"$S\" solve \"$D/b\" --tol 1e-12 --out \"$D/p\" >/dev/null && cat \"$D/p\" >&2 && "
                   "\"$S\" solve \"$D/b\" --judge \"$D/p\" --tol 1e-11 --json" );
    ASSERT_STATUS( 0, run );
    // The row leaves the velocity (0.16, -0.12), along (0.8, -0.6), which
    // friction of mu m 0.1 reduces by mu 0.1.
    ASSERT_IN_RANGE( 0.2, cellOf( run.err, 1, 1 ), 1e-11 );
    ASSERT_IN_RANGE( -0.08, cellOf( run.err, 1, 2 ), 1e-11 );
    ASSERT_IN_RANGE( 0.06, cellOf( run.err, 1, 3 ), 1e-11 );
    ASSERT_IN_RANGE( 0.16 - 0.04, cellOf( run.err, 1, 5 ), 1e-11 );
    PASS();
}

// ------------------------------------------------------------------------------------- files that do not fit

TEST filesThatDoNotFitAreRefused( void )
{
    static const struct
    {
        const char *text, *says;
    } cases[] = {
        { "", "empty" },
        { "contact,p_n,p_t1\\n0,1,0\\n",
            "line 1: there is no column 'p_t2'; a problem of dimension 3 needs p_n, p_t1, p_t2" },
        { "contact,p_n,p_t1,p_t2,p_r1\\n0,1,0,0,0\\n", "unknown column 'p_r1'; allowed in dimension 3" },
        { "contact,p_n,p_t1,p_t2,u_x\\n0,1,0,0,0\\n", "unknown column 'u_x'" },
        { "p_n,p_t1,p_t2\\n1,0,0\\n1,0,0\\n1,0,0\\n",
            "3 rows, and none for contact 3; the problem has 4 contacts" },
        { "p_n,p_t1,p_t2\\n1,0,0\\n1,0,0\\n1,0,0\\n1,0,0\\n1,0,0\\n", "line 6: one row too many" },
        { "contact,p_n,p_t1,p_t2\\n0,1,0,0\\n0,1,0,0\\n", "line 3: contact 0 has a row already, in line 2" },
        { "contact,p_n,p_t1,p_t2\\n4,1,0,0\\n",
            "line 2: contact 4; the problem has 4 contacts, counted from 0" },
        { "contact,p_n,p_t1,p_t2\\n0.5,1,0,0\\n", "line 2: contact 0.5" },
        { "contact,p_n,p_t1,p_t2\\n0,1,nan,0\\n", "line 2, column p_t1: 'nan' is not a finite number" },
        { "contact,p_n,p_t1,p_t2\\n0,1,,0\\n", "line 2, column p_t1" },
        { "contact,p_n,p_t1,p_t2\\n0,1,1e200,0\\n", "line 2: p_t1 = 1e+200; allowed: up to 1e+100" },
        { "contact,p_n,p_t1,p_t2\\n0,1,0\\n", "line 2: 3 cells" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = testShell(
            "printf '%s' >\"$D/a\"; \"$S\" solve '%s' --judge \"$D/a\" --json", cases[i].text, blocksFile() );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, cases[i].says );
    }
    ASSERT_REFUSED( testShell( "\"$S\" solve '%s' --judge /no/such/file", blocksFile() ) );
    static const char* const words[] = { "--solver nsgs", "--trace \"$D/t\"", "--set omega=1",
        "--max-iterations 3" };
    for ( int i = 0; i < SS_COUNT( words ); ++i )
    {
        double p[BLOCKS][3];
        closedForms( p );
        testRun run =
            testShell( "\"$S\" solve '%s' --judge '%s' %s", blocksFile(), answerFile( p ), words[i] );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, "--judge" );
    }
    PASS();
}

SUITE( judged )
{
    RUN_TEST( closedFormsAreAccepted );
    RUN_TEST( aSpoiltContactIsFoundAsTheWorstAndTheReasonSaid );
    RUN_TEST( createdEnergyIsCounted );
    RUN_TEST( theDistanceToTheConeIsStated );
    RUN_TEST( velocitiesOfTheFileAreCompared );
    RUN_TEST( answersOfEverySolverPassAtTheirTolerance );
    RUN_TEST( whatOutWritesIsReadBackBitForBit );
    RUN_TEST( multipliersOfRowsAreFound );
    RUN_TEST( filesThatDoNotFitAreRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( judged );
    return TEST_END();
}
