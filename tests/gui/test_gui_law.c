// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/advanced/law_check.h"
#include "slipstick/lab/lab.h"

// The law editor: typing a law, its errors, its sliders and pictures, undo, files, and the law in the run.

static void press( const char* action )
{
    line( "%s", action );
    line( "wait 3" );
}

/// Opens the editor and replaces its text by these lines.
static void typeLaw( const char* const* lines, int count )
{
    press( "key L" );
    press( "key Return" );
    line( "expect law.typing 1 1" );
    press( "key Ctrl+A" );
    for ( int i = 0; i < count; ++i )
    {
        if ( i > 0 ) { line( "key Return" ); }
        line( "type %s", lines[i] );
    }
    line( "wait 8" );
}

static const char* const s_disc[] = { "law \"My law\"", "param mu = 0.4 in 0 .. 1", "C = disc(mu)" };

TEST theKeyOpensAndClosesTheEditorButNotWhileOneTypes( void )
{
    begin();
    line( "wait 3" );
    press( "key L" );
    line( "expect ui.law 1 1" );
    press( "key L" );
    line( "expect ui.law 0 0" );
    press( "click menu.view" );
    press( "click menu.law-editor" );
    line( "expect ui.law 1 1" );
    press( "key Return" );
    line( "expect law.typing 1 1" );
    press( "key Ctrl+A" );
    line( "key L" ); // the key, and the letter that it types
    press( "type l" );
    line( "expect ui.law 1 1" );
    line( "expect law.lines 1 1" );
    // Esc leaves the text as it is, then closes the editor.
    press( "key Escape" );
    line( "expect law.typing 0 0" );
    line( "expect law.lines 1 1" );
    line( "expect ui.law 1 1" );
    press( "key Escape" );
    line( "expect ui.law 0 0" );
    press( "key L" );
    line( "expect law.lines 1 1" );
    press( "click law.close" );
    line( "expect ui.law 0 0" );
    ASSERT_PLAYS( "belt --paused --size 1280x720" );
    PASS();
}

TEST openingTheEditorDoesNotChangeTheRun( void )
{
    begin();
    line( "wait 30" );
    line( "expect t 0.01 1000" );
    press( "key L" );
    line( "expect law.runs 0 0" );
    line( "expect-text law.run own law" );
    line( "expect-text law.text disc(mu)" ); // something to start from
    line( "expect-text law.title Coulomb" );
    press( "click law.use" );
    line( "wait 5" );
    line( "expect law.runs 1 1" );
    press( "click law.own" );
    line( "wait 5" );
    line( "expect law.runs 0 0" );
    ASSERT_PLAYS( "belt" );
    PASS();
}

// A stray key is no law: the run keeps its own, also when the key is
// taken back. What was chosen can be undone.
TEST aTextThatIsWrongChangesNoRun( void )
{
    begin();
    line( "wait 3" );
    press( "key L" );
    press( "key Return" );
    line( "type x" );
    line( "wait 8" );
    line( "expect law.error.line 1 99" );
    line( "expect law.runs 0 0" );
    line( "expect-text law.run own law" );
    press( "key Ctrl+Z" );
    line( "wait 8" );
    line( "expect law.error.line 0 0" );
    line( "expect law.runs 0 0" );
    press( "key Escape" );
    press( "click law.list" );
    press( "click law.list.lugre" );
    line( "wait 8" );
    line( "expect law.runs 1 1" );
    press( "key Ctrl+Z" );
    line( "wait 8" );
    line( "expect law.runs 0 0" );
    line( "expect-text law.run own law" );
    press( "key Ctrl+Y" );
    line( "wait 8" );
    line( "expect law.runs 1 1" );
    ASSERT_PLAYS( "stribeck --size 1280x720" );
    PASS();
}

TEST aTypedLawRunsAndItsParametersAreSliders( void )
{
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    line( "expect law.params 1 1" );
    line( "expect law.runs 1 1" );
    line( "expect law.mu 0.4 0.4" ); // a parameter of the run
    line( "expect param.law.mu 0.4 0.4" );
    // Another parameter appears while one types on.
    line( "key Return" );
    line( "type param w = 2 in 1 .. 5" );
    line( "wait 6" ); // a tenth of a second, at 60 frames a second
    line( "expect law.params 2 2" );
    line( "expect law.param.w 2 2" );
    press( "key Escape" );
    press( "drag law.param.mu 0.75" );
    line( "expect law.mu 0.7 0.8" );
    press( "key Ctrl+Z" );
    line( "expect law.mu 0.4 0.4" );
    press( "ctrl-click law.param.mu" );
    press( "type 0.55" );
    press( "key Return" );
    line( "expect law.mu 0.55 0.55" );
    press( "double-click law.param.mu" );
    line( "expect law.mu 0.4 0.4" );
    ASSERT_PLAYS( "belt" );
    PASS();
}

TEST theRunGoesOnWithTheLastLawThatWasRight( void )
{
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    line( "key Return" );
    line( "type D = elipse(1, mu)" );
    line( "wait 10" );
    line( "expect law.error.line 4 4" );
    line( "expect law.error.column 5 5" );
    line( "expect law.error.length 6 6" );
    line( "expect-text law.message ellipse" ); // the suggestion
    line( "move law.error.place 0.5 0.5" );    // the mark is in sight
    line( "wait 30" );
    line( "expect law.mu 0.4 0.4" );
    line( "expect t 0.1 10000" );
    line( "expect playing 1 1" );
    line( "key Ctrl+Left" );
    ASSERT_PLAYS( "belt" );
    PASS();
}

TEST aLawThatTheRunRefusesSaysWhy( void )
{
    static const char* const lines[] = { "law \"No room\"", "C = disc(0.4)", "D = shift(disc(1), 2, 0)" };
    begin();
    line( "wait 3" );
    typeLaw( lines, SS_COUNT( lines ) );
    line( "wait 10" );
    line( "expect law.error.line 0 0" ); // nothing is wrong with the text
    line( "expect-text law.message D" );
    line( "expect law.runs 0 0" );
    line( "expect playing 1 1" );
    ASSERT_PLAYS( "belt" );
    PASS();
}

TEST aTextIsUndoneWordByWord( void )
{
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    line( "key Return" );
    line( "wait 70" ); // longer than a pause
    line( "type D" );
    line( "wait 70" );
    line( "type =disc(2)" );
    line( "wait 5" );
    line( "expect-text law.text D=disc(2)" );
    press( "key Ctrl+Z" );
    line( "expect law.error.line 4 4" ); // a D alone
    press( "key Ctrl+Z" );
    line( "expect law.error.line 0 0" );
    press( "key Ctrl+Shift+Z" );
    press( "key Ctrl+Y" );
    line( "expect-text law.text D=disc(2)" );
    press( "key Escape" );
    line( "expect-text law.text D=disc(2)" );
    press( "click law.undo" );
    press( "click law.undo" );
    press( "click law.redo" );
    line( "expect law.error.line 4 4" );
    // Back to the text that the editor began with, and again to what was typed.
    press( "click law.revert" );
    line( "expect-text law.title Coulomb" );
    line( "expect-text law.file shipped" );
    press( "click law.undo" );
    line( "expect-text law.file changed" );
    ASSERT_PLAYS( "belt --paused" );
    PASS();
}

TEST tabIsTwoBlanksAndPagesGoThroughTheText( void )
{
    begin();
    line( "wait 3" );
    typeLaw( s_disc, 1 );
    press( "key Tab" );
    line( "type x" );
    line( "wait 3" );
    line( "expect law.cursor %d %d", (int)strlen( s_disc[0] ) + 3, (int)strlen( s_disc[0] ) + 3 );
    line( "expect ui.panel 1 1" ); // elsewhere Tab hides the parameters
    for ( int i = 0; i < 60; ++i ) { line( "key Return" ); }
    line( "expect law.lines 61 61" );
    press( "key PageUp" );
    press( "type y" );
    line( "key Ctrl+Home" );
    press( "type z" );
    line( "expect-text law.text zlaw" );
    ASSERT_PLAYS( "belt --paused --size 1280x720" );
    PASS();
}

TEST everyShippedLawIsInTheListAndCompiles( void )
{
    begin();
    line( "wait 3" );
    press( "key L" );
    line( "expect law.list %d %d", ssShippedLawCount(), ssShippedLawCount() );
    int stride = testScale() > 1.0 ? 1 : 3; // each is judged by many trials, which takes a second
    for ( int i = 0; i < ssShippedLawCount(); i += stride )
    {
        const ssShippedLaw* law = ssGetShippedLaw( i );
        ssLawProgram* program = NULL;
        ASSERT_EQ( ss_ok, ssCompileLaw( law->text, law->name, &program, NULL ).code );
        press( "click law.list" );
        line( "expect-text law.list.%s %s", law->name, ssLawProgram_Info( program )->title );
        line( "click law.list.%s", law->name );
        line( "wait 6" );
        line( "expect law.error.line 0 0" );
        line( "expect law.params %d %d", ssLawProgram_Info( program )->paramCount,
            ssLawProgram_Info( program )->paramCount );
        line( "expect-text law.file %s", law->name );
        line( "expect law.runs 1 1" );
        line( "expect chart.law-force.points 100 1e6" );
        line( "expect chart.law-set.points 70 1e6" );
        ssLawProgram_Release( program );
    }
    ASSERT_PLAYS( "belt --paused" );
    PASS();
}

TEST theContactIsInThePictures( void )
{
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    line( "wait 300" ); // the belt has pulled the mass along, and it slides now
    // Of a sliding contact under Coulomb's law, |f|/N is the coefficient.
    line( "expect chart.law-force.now.y 0.399999 0.400001" );
    line( "expect law.log 1 1" );
    press( "click law.log" );
    line( "expect law.log 0 0" );
    line( "expect chart.law-force.x0 0 0" );
    line( "expect chart.law-force.now.y 0.399999 0.400001" );
    ASSERT_PLAYS( "belt" );
    PASS();
}

TEST theLightsSayWhatTheLawIsWithAnExample( void )
{
    // A disc is everything that one could wish for; a force along one axis that pushes creates energy.
    static const char* const pushes[] = { "law \"Pushes\"", "force = (0.1*vx, -0.1*vy)*N" };
    static const char* const good[] = { "set_valued", "associated", "dissipative", "monotone", "star_shaped",
        "d_convex", "unique" };
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    line( "wait 20" );
    line( "expect law.checked 1 1" );
    for ( int i = 0; i < SS_COUNT( good ); ++i )
    {
        line( "expect law.check.%s %d %d", good[i], ss_verdictHolds, ss_verdictHolds );
    }
    line( "expect law.example 0 0" );
    press( "key Escape" );
    press( "move law.check.monotone 0.5 0.5" );
    line( "expect-text law.message monotone: yes" );
    press( "move viewport 0.5 0.5" );
    press( "key L" );
    typeLaw( pushes, SS_COUNT( pushes ) );
    line( "wait 20" );
    line( "expect law.check.dissipative %d %d", ss_verdictFails, ss_verdictFails );
    line( "expect law.check.set_valued %d %d", ss_verdictFails, ss_verdictFails );
    line( "expect law.check.star_shaped %d %d", ss_verdictNone, ss_verdictNone );
    line( "expect law.example 1 2" );
    line( "expect-text law.message dissipative: no" );
    // Another light is chosen by a click, and keeps its sentence when the mouse leaves.
    press( "key Escape" );
    press( "click law.check.set_valued" );
    press( "move law.text 0.5 0.5" );
    line( "expect-text law.message sticks: no" );
    ASSERT_PLAYS( "belt --paused" );
    ASSERT_PLAYS( "belt --paused --no-thread" ); // the check goes on between frames
    PASS();
}

TEST theKeyboardReachesTheControlsOfTheEditor( void )
{
    int first = -1;
    for ( int i = 0; i < ssShippedLawCount(); ++i )
    {
        first = strcmp( ssGetShippedLaw( i )->name, "coulomb" ) == 0 ? i : first;
    }
    begin();
    line( "wait 3" );
    press( "key L" );
    press( "key Down" );
    line( "expect focus 1 1" );
    for ( int i = 0; i < ssFindScenario( "belt" )->model.paramCount + 20; ++i )
    {
        line( "key Down" ); // past the parameters, to the last control
    }
    line( "wait 2" );
    line( "expect-text focus law.log" );
    press( "key Up" );
    line( "expect-text focus law.check.unique" );
    for ( int i = 0; i < ss_lawPropertyCount; ++i ) { line( "key Up" ); }
    line( "wait 2" );
    line( "expect-text focus law.param.mu" );
    press( "key Right" );
    line( "expect law.param.mu 0.51 0.53" );
    press( "type 0.8" );
    press( "key Return" );
    line( "expect law.param.mu 0.8 0.8" );
    press( "key Delete" );
    line( "expect law.param.mu 0.5 0.5" );
    // The text and its buttons, from the last to the first, and the list before them.
    static const char* const names[] = { "law.text", "law.twin", "law.use", "law.redo", "law.undo",
        "law.revert", "law.save-as", "law.save", "law.open", "law.list" };
    for ( int i = 0; i < SS_COUNT( names ); ++i )
    {
        press( "key Up" );
        line( "expect-text focus %s", names[i] );
    }
    press( "key Right" );
    line( "expect-text law.file %s", ssGetShippedLaw( first + 1 )->name );
    press( "key Left" );
    line( "wait 5" );
    line( "expect-text law.file coulomb" );
    ASSERT_PLAYS( "belt --paused" );
    PASS();
}

TEST aScenarioWithoutTypedLawsShowsTheLawAndSaysWhereItRuns( void )
{
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    line( "expect law.runs 0 0" );
    line( "expect law.params 1 1" );
    line( "expect chart.law-force.points 100 1e6" );
    press( "key Escape" );
    press( "drag law.param.mu 0.75" ); // for the pictures alone
    line( "expect law.param.mu 0.7 0.8" );
    press( "click law.go.belt" );
    line( "wait 6" );
    line( "expect-text scenario %s", ssFindScenario( "belt" )->title );
    line( "expect law.runs 1 1" );
    ASSERT_PLAYS( "rolling-disk --paused --size 1280x720" );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- files

/// Plays the script in a folder of its own, then runs a line of shell there.
static testRun playIn( const char* before, const char* options, const char* after )
{
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell( "export XDG_CONFIG_HOME=\"$D/config\"; mkdir -p \"$D/w\" && cd \"$D/w\" && "
                      "{ %s; } && \"$S\" gui %s --script '%s' && { %s; }",
        before, options, path, after );
}

/// Ends the script that is being written; the next one is played after
/// it, in the same folder. Returns its path.
static const char* endScript( int number )
{
    static char paths[4][600];
    snprintf( paths[number], sizeof paths[number], "%s/script%d", testScratch(), number );
    testWriteFile( paths[number], s_script );
    begin();
    line( "wait 3" );
    return paths[number];
}

TEST aLawIsSavedAndOpened( void )
{
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    press( "key Ctrl+S" ); // of a text without a file it asks for one
    line( "expect ui.files 1 1" );
    line( "expect-text file.name coulomb.law" );
    press( "key Ctrl+A" );
    press( "type mine" );
    press( "key Return" );
    line( "expect ui.files 0 0" );
    line( "expect-text law.file mine.law" );
    press( "key Return" );
    press( "key Ctrl+End" );
    line( "key Return" );
    line( "type D = disc(1)" );
    line( "wait 4" );
    line( "expect-text law.file changed" );
    press( "key Ctrl+S" );
    press( "key Escape" );
    press( "click law.list" );
    press( "click law.list.gear" );
    press( "click law.open" );
    press( "type mine" );
    press( "key Return" );
    line( "wait 6" );
    line( "expect-text law.title My law" );
    line( "expect law.params 1 1" );
    line( "expect law.runs 1 1" );
    testRun run = playIn( "true", "belt --paused", "ls; cat mine.law" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    // Nothing but the file is left behind, and it holds the text.
    ASSERT_STR_EQm(
        run.out, "mine.law\nlaw \"My law\"\nparam mu = 0.4 in 0 .. 1\nC = disc(mu)\nD = disc(1)", run.out );
    PASS();
}

TEST aSavedSceneHoldsTheLaw( void )
{
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    press( "key Escape" );
    press( "drag law.param.mu 0.25" );
    line( "wait 20" );
    press( "key Ctrl+S" );
    line( "load stribeck" );
    line( "wait 3" );
    press( "key Ctrl+Shift+O" );
    press( "type belt" );
    press( "key Return" );
    line( "wait 120" ); // until the run has come to where the law was typed
    line( "expect-text scenario %s", ssFindScenario( "belt" )->title );
    line( "expect law.mu 0.2 0.3" );
    line( "expect law.runs 1 1" );
    testRun run = playIn( "true", "belt", "\"$S\" run belt.json --until 0.5 --hash" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST theEditorShowsTheLawOfASceneThatIsOpened( void )
{
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    press( "key Escape" );
    press( "key R" ); // the run begins with the law
    press( "key Ctrl+S" );
    const char* first = endScript( 0 );
    press( "key L" );
    line( "expect-text law.title Coulomb" );
    press( "key Ctrl+Shift+O" );
    press( "type belt" );
    press( "key Return" );
    line( "wait 6" );
    line( "expect-text law.title My law" );
    line( "expect law.runs 1 1" );
    // A text that somebody has begun to change stays, and the editor offers the other one.
    press( "key Return" );
    press( "key Ctrl+End" );
    press( "key Return" );
    press( "type param n = 1" );
    line( "wait 6" );
    press( "key Escape" );
    press( "key Ctrl+L" ); // the scene again
    line( "wait 6" );
    line( "expect law.runs 0 0" );
    line( "expect law.params 2 2" );
    press( "click law.show" );
    line( "wait 6" );
    line( "expect law.params 1 1" );
    line( "expect law.runs 1 1" );
    testRun run =
        testShell( "cd \"$D\" && \"$S\" gui belt --paused --script '%s' && \"$S\" gui stribeck --paused "
                   "--script '%s'",
            first, endScript( 1 ) );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST aTextThatWasNotSavedIsThereAtTheNextStart( void )
{
    const char* scripts[3];
    begin();
    line( "wait 3" );
    typeLaw( s_disc, SS_COUNT( s_disc ) );
    scripts[0] = endScript( 0 );
    line( "expect ui.law 1 1" );
    line( "wait 3" );
    line( "expect-text law.title My law" );
    line( "expect-text law.file changed" );
    press( "click law.revert" );
    line( "wait 4" );
    line( "expect-text law.title Coulomb" );
    scripts[1] = endScript( 1 );
    line( "wait 3" );
    line( "expect-text law.title Coulomb" ); // nothing was left to be kept
    scripts[2] = endScript( 2 );
    testRun run = testShell(
        "export XDG_CONFIG_HOME=\"$D/config\"; for s in '%s' '%s' '%s'; do \"$S\" gui rolling-disk "
        "--paused --remember --script \"$s\" || exit 1; done",
        scripts[0], scripts[1], scripts[2] );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST theEditorShowsTheLawThatARunIsStartedWith( void )
{
    begin();
    line( "wait 3" );
    press( "key L" );
    line( "wait 5" );
    line( "expect law.runs 1 1" );
    line( "expect-text law.title LuGre" );
    ASSERT_PLAYS( "belt --law lugre --paused" );
    PASS();
}

SUITE( editor )
{
    RUN_TEST( theKeyOpensAndClosesTheEditorButNotWhileOneTypes );
    RUN_TEST( openingTheEditorDoesNotChangeTheRun );
    RUN_TEST( aTextThatIsWrongChangesNoRun );
    RUN_TEST( aTypedLawRunsAndItsParametersAreSliders );
    RUN_TEST( theRunGoesOnWithTheLastLawThatWasRight );
    RUN_TEST( aLawThatTheRunRefusesSaysWhy );
    RUN_TEST( aTextIsUndoneWordByWord );
    RUN_TEST( tabIsTwoBlanksAndPagesGoThroughTheText );
    RUN_TEST( everyShippedLawIsInTheListAndCompiles );
    RUN_TEST( theContactIsInThePictures );
    RUN_TEST( theLightsSayWhatTheLawIsWithAnExample );
    RUN_TEST( theKeyboardReachesTheControlsOfTheEditor );
    RUN_TEST( aScenarioWithoutTypedLawsShowsTheLawAndSaysWhereItRuns );
}

SUITE( files )
{
    RUN_TEST( aLawIsSavedAndOpened );
    RUN_TEST( aSavedSceneHoldsTheLaw );
    RUN_TEST( theEditorShowsTheLawOfASceneThatIsOpened );
    RUN_TEST( aTextThatWasNotSavedIsThereAtTheNextStart );
    RUN_TEST( theEditorShowsTheLawThatARunIsStartedWith );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( editor );
    RUN_SUITE( files );
    return TEST_END();
}
