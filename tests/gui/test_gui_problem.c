// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// `slipstick open problem.json`: a contact problem in 3D with the answer of our
// solver or of others, and the wrong contact.

// A block of 2 kg with two contacts; its solution is in engine/FORMS.md.
static const char s_block[] =
    "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 3,\n"
    " \"bodies\": [{\"mass\": 2, \"inertia\": [0.02, 0.02, 0.02], \"position\": [0, 0, 0.1]}],\n"
    " \"contacts\": [\n"
    "  {\"b\": 0, \"point\": [-0.1, 0, 0], \"normal\": [0, 0, 1], \"tangent\": [1, 0, 0], \"mu\": 0.3},\n"
    "  {\"b\": 0, \"point\": [0.1, 0, 0], \"normal\": [0, 0, 1], \"tangent\": [1, 0, 0], \"mu\": 0.3}],\n"
    " \"free_velocity\": [1, 0, -0.1, 0, 0, 0]}\n";

#define RIGHT "contact,p_n,p_t1,p_t2\n0,0.07,-0.021,0\n1,0.13,-0.039,0\n"
#define OUTSIDE "contact,p_n,p_t1,p_t2\n0,0.07,-0.021,0\n1,0.13,-0.08,0\n"
#define PULLS "contact,p_n,p_t1,p_t2\n0,0.07,-0.021,0\n1,-0.13,-0.039,0\n"
#define DENSE "3\n1\n0\n3\n3\n3 3\n2 0 0\n0 3 0\n0 0 4\n-1 2 3\n0.5\n"

/// Writes the file, plays the script with `open` and returns the run.
static testRun playOpen( const char* problem, const char* answer, const char* command )
{
    char path[600];
    snprintf( path, sizeof path, "%s/problem", testScratch() );
    testWriteFile( path, problem );
    snprintf( path, sizeof path, "%s/answer.csv", testScratch() );
    testWriteFile( path, answer );
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell( "cd '%s' && cp problem problem.json && \"$S\" %s --size 1280x720 --script script",
        testScratch(), command );
}

#define ASSERT_OPENS( problem, answer, command )               \
    do {                                                       \
        testRun opened = playOpen( problem, answer, command ); \
        ASSERT_EQ_FMTm( opened.err, 0, opened.status, "%d" );  \
    } while ( 0 )

TEST aProblemOpensSolved( void )
{
    begin();
    line( "wait 4" );
    line( "expect-text scenario problem.json" );
    line( "expect-text view.point Solved by auto" );
    line( "expect-text status.light law ok" );
    line( "expect-text contact.name sphere 0 on ground" );
    line( "expect-text contact.mode slide" );
    ASSERT_OPENS( s_block, RIGHT, "open problem.json" );
    PASS();
}

TEST theAnswerOfOthersIsShownAndTheWrongContactFound( void )
{
    begin();
    line( "wait 4" );
    line( "expect-text view.point is a solution" );
    line( "expect-text status.light law ok" );
    ASSERT_OPENS( s_block, RIGHT, "open problem.json --judge answer.csv" );
    begin();
    line( "wait 4" );
    line( "expect-text view.point answer.csv is NOT a solution" );
    line( "expect-text view.point Worst is contact 1: its reaction is larger than its law allows" );
    line( "expect-text status.light cone membership" );
    line( "expect contact.margin -200 -50" ); // the microscope is at the contact that is wrong
    line( "expect contact 1 1" );
    ASSERT_OPENS( s_block, OUTSIDE, "open problem.json --judge answer.csv" );
    PASS();
}

/// A contact that pulls has no mode but open: it is shown nevertheless.
TEST aContactThatPullsIsSeen( void )
{
    begin();
    line( "wait 4" );
    line( "expect-text view.point Worst is contact 1: pulls" );
    line( "expect-text status.light cone membership" );
    line( "expect contact.r_n -0.13 -0.13" );
    ASSERT_OPENS( s_block, PULLS, "open problem.json --judge answer.csv" );
    PASS();
}

TEST unknownPositionsAreSaid( void )
{
    begin();
    line( "wait 4" );
    line( "expect-text view.point The file has no positions" );
    line( "expect-text contact.name unknown" );
    ASSERT_OPENS( DENSE, RIGHT, "open problem" );
    PASS();
}

TEST aProblemIsOpenedFromTheFileDialog( void )
{
    begin();
    line( "wait 2" );
    line( "key Ctrl+Shift+O" );
    line( "wait 4" );
    line( "type problem.json" );
    line( "wait 4" );
    line( "key Return" );
    line( "wait 6" );
    line( "expect-text scenario problem.json" );
    line( "expect-text view.point Solved by auto" );
    ASSERT_OPENS( s_block, RIGHT, "gui belt --paused" );
    PASS();
}

TEST whatDoesNotFitIsRefused( void )
{
    static const struct
    {
        const char *command, *says;
    } cases[] = {
        { "open belt --judge answer.csv", "'belt' is not a contact problem" },
        { "open answer.csv --judge answer.csv", "'answer.csv' is not a contact problem" },
        { "open problem.json --judge problem.json", "there is no column 'p_n'" },
        { "open problem.json --judge nothing.csv", "nothing.csv" },
    };
    begin();
    line( "wait 1" );
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        testRun run = playOpen( s_block, RIGHT, cases[i].command );
        ASSERT_EQ_FMTm( cases[i].command, 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, cases[i].says ) );
    }
    testRun run = playOpen(
        "{\"format\": \"slipstick-problem\", \"version\": 1, \"dimension\": 4}", RIGHT, "open problem.json" );
    ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "dimension" ) );
    PASS();
}

SUITE( problems )
{
    RUN_TEST( aProblemOpensSolved );
    RUN_TEST( theAnswerOfOthersIsShownAndTheWrongContactFound );
    RUN_TEST( aContactThatPullsIsSeen );
    RUN_TEST( unknownPositionsAreSaid );
    RUN_TEST( aProblemIsOpenedFromTheFileDialog );
    RUN_TEST( whatDoesNotFitIsRefused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( problems );
    return TEST_END();
}
