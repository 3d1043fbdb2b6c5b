// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "session/lesson/lesson.h"

// Lessons in the window, as a student goes through them: with keys, the mouse, right and wrong answers.

/// Published as lesson.wait: for an answer, for somebody to start a run, for
/// its end, at the end of a step, at the end.
enum
{
    waitAnswer = 0,
    waitRun = 1,
    waitPlay = 3,
    waitNext = 4,
    waitEnd = 5,
    hidesAll = 63,
};

static void press( const char* key )
{
    line( "key %s", key );
    line( "wait 4" );
}

static void expectWait( int wait ) { line( "expect lesson.wait %d %d", wait, wait ); }

TEST aStudentAnswersDrawsAndSees( void )
{
    begin();
    line( "wait 4" );
    line( "expect-text lesson.title A ball slides before it rolls" );
    line( "expect-text lesson.progress Step 1 of" );
    line( "expect-text lesson.question What does the ball do first?" );
    expectWait( waitAnswer );
    line( "expect cones 0 0" ); // hidden, as the plots are
    line( "expect u 2 2" );     // m/s: it has not moved
    line( "expect paused 1 1" );
    press( "2" );
    line( "expect-text lesson.reply Yes" );
    expectWait( waitNext );
    press( "PageDown" );
    line( "expect-text lesson.progress Step 2 of" );
    // An empty sketch is not taken.
    press( "Return" );
    line( "expect-text lesson.refusal Draw the curve" );
    expectWait( waitAnswer );
    line( "sketch 0:2 0.29:1.43 0.6:1.43" );
    line( "wait 3" );
    expectWait( waitRun );
    press( "Return" );
    expectWait( waitPlay );
    line( "expect playing 1 1" );
    press( "PageDown" ); // to the end
    line( "wait 4" );
    expectWait( waitNext );
    line( "expect t 0.5999 0.6001" );
    line( "expect lesson.points 2 2" );
    line( "expect-text lesson.judgement The sign fits." );
    line( "expect-text lesson.judgement It falls at first" );
    line( "expect-text lesson.judgement It ends at 1.43 m/s" ); // 5/7 of 2 m/s
    line( "expect lesson.hidden 0 0" );
    line( "expect cones 1 9" );
    line( "expect plots.shown 1 4" );
    press( "PageUp" );
    line( "expect-text lesson.progress Step 1 of" );
    press( "PageDown" );
    line( "expect-text lesson.progress Step 2 of" );
    ASSERT_PLAYS( "--lesson slide-then-roll --size 1280x720" );
    ASSERT_PLAYS(
        "--lesson slide-then-roll --size 1280x720 --no-thread" ); // the runs are computed between frames
    PASS();
}

// Before the answer neither the run nor what it leads to can be seen.
TEST theRunComesAfterTheAnswer( void )
{
    static const char* const keys[] = { "Space", "Right", "T", "F2", "F4", "F5", "F6" };
    begin();
    line( "wait 4" );
    for ( int i = 0; i < SS_COUNT( keys ); ++i )
    {
        press( keys[i] );
        line( "expect-text status.message The lesson shows this later." );
    }
    line( "expect playing 0 0" );
    line( "expect t 0 0" );
    line( "expect ui.transitions 0 0" );
    press( "1" );
    press( "PageDown" );
    line( "sketch 0:2 0.6:1" );
    line( "wait 3" );
    expectWait( waitRun );
    press( "Space" ); // as the button of the lesson does
    expectWait( waitPlay );
    line( "expect playing 1 1" );
    ASSERT_PLAYS( "--lesson slide-then-roll --size 1280x720" );
    PASS();
}

/// A lesson of our own, with one question of each kind.
static const char s_lesson[] = "lesson 1\n"
                               "title Mine\n"
                               "step One\n"
                               "  It begins with {u0 m/s}.\n"
                               "scene rolling-sphere mu=0.2 mu_r=0 u0=2 omega0=0 radius=0.05\n"
                               "until 0.6\n"
                               "hide plots params contact cones forces exact\n"
                               "ask number How fast does it roll?\n"
                               "  answer 5/7*u0\n"
                               "  unit m/s\n"
                               "  within 2%\n"
                               "  is u at end\n"
                               "  wrong Count again.\n"
                               "ask sketch u\n"
                               "  judge sign slope limit stop\n"
                               "  range -4 4\n"
                               "run\n"
                               "claim abs(slip) < 1e-9 :: It rolls.\n"
                               "next\n"
                               "step Two\n"
                               "compare mu=0.1\n"
                               "claim x > before.x :: Further.\n";

/// Plays the script with that lesson, and prints the tables that it leaves.
static testRun playOwn( void )
{
    char script[600], lesson[600];
    snprintf( script, sizeof script, "%s/script", testScratch() );
    snprintf( lesson, sizeof lesson, "%s/mine.lesson", testScratch() );
    testWriteFile( script, s_script );
    testWriteFile( lesson, s_lesson );
    return testShell(
        "cd \"$D\" && \"$S\" lesson '%s' --script '%s' && ( cat *.csv 2>&1 || true )", lesson, script );
}

TEST numbersNeedAUnitAndWrongOnesAreTold( void )
{
    begin();
    line( "wait 5" );
    line( "expect lesson.hidden %d %d", hidesAll, hidesAll );
    line( "type 1.4" );
    press( "Return" );
    line( "expect-text lesson.refusal Add its unit: m/s, cm/s, mm/s, km/h." );
    line( "type  m" );
    press( "Return" );
    line( "expect-text lesson.refusal another quantity" );
    line( "answer fast" );
    line( "expect-text lesson.refusal no number" );
    expectWait( waitAnswer );
    line( "expect lesson.answered 0 0" );
    line( "answer 120 cm/s" );
    line( "wait 3" );
    line( "expect-text lesson.reply You said 120 cm/s, but it is 1.429 m/s. Count again." );
    line( "expect lesson.points 0 0" );
    line( "expect lesson.answered 1 1" );
    testRun run = playOwn();
    ASSERT_EQm( run.err, 0, run.status );
    PASS();
}

TEST aSketchIsDrawnWithTheMouseOrWithKeys( void )
{
    for ( int keys = 0; keys < 2; ++keys )
    {
        begin();
        line( "wait 5" );
        line( "answer 5.1429 km/h" ); // 5/7 of 2 m/s
        line( "wait 3" );
        line( "expect lesson.points 1 1" );
        if ( keys )
        {
            // from the middle of the axis up to 2 m/s, which is half of the way to 4 m/s, in steps of 0.2 m/s
            for ( int i = 0; i < 10; ++i ) { line( "tap-key Up" ); }
            line( "wait 14" );
            for ( int i = 0; i < 40; ++i )
            {
                line( "tap-key Right" );
                if ( i % 5 == 4 ) { line( i < 20 ? "tap-key Down" : "wait 1" ); }
            }
            line( "wait 60" );
        }
        else
        {
            // a line over the whole pane, from left to right; it begins in the middle, where a drag begins
            line( "move lesson.sketch 0 0.25" );
            line( "drag lesson.sketch 0.99 0.3" );
            line( "drag lesson.sketch 0.01 0.25" );
        }
        press( "Return" );
        expectWait( waitRun );
        press( "Return" );
        press( "PageDown" );
        line( "wait 4" );
        expectWait( waitNext );
        line( "expect-text lesson.judgement The sign fits." );
        line( "expect-text lesson.judgement %s", keys ? "It falls at first" : "It ends at 1.43 m/s" );
        testRun run = playOwn();
        ASSERT_EQm( run.err, 0, run.status );
    }
    PASS();
}

TEST whatWasSaidBeforeAComparisonKeepsItsNumbers( void )
{
    // The question speaks of the run before the comparison, so that its number
    // must not become that of the run after it.
    begin();
    line( "wait 4" );
    line( "answer right" );
    line( "answer next" );
    line( "wait 4" );
    line( "answer right" );
    line( "wait 2" );
    for ( int i = 0; i < 2; ++i )
    {
        line( "answer run" );
        line( "wait 2" );
        line( "answer next" );
        line( "wait 5" );
        line( i == 0 ? "answer next" : "wait 1" );
        line( "wait 4" );
        line( "expect-text lesson.question The small ball went 5.575" ); // 7/10 U^2 R/(mu_r g)
        line( i == 0 ? "answer right" : "wait 1" );
        line( "wait 2" );
    }
    line( "expect-text param.radius 1 m" );
    ASSERT_PLAYS( "--lesson rolling-length --size 1280x720" );
    PASS();
}

TEST nothingBesideALessonTellsItsAnswers( void )
{
    // The preset is called "A block: thrown 8 mm high", which the lesson asks for.
    begin();
    line( "wait 4" );
    line( "expect-text preset values of the lesson" );
    line( "answer right" );
    line( "answer next" );
    line( "wait 3" );
    line( "answer right" );
    line( "answer run" );
    line( "wait 2" );
    line( "answer next" );
    line( "wait 5" );
    line( "expect lesson.hidden 0 0" );
    line( "expect-text preset values of the lesson" ); // there are questions to come
    ASSERT_PLAYS( "--lesson hovering-cubes --size 1280x720" );
    PASS();
}

TEST answersAreSavedWhereTheStudentChooses( void )
{
    begin();
    line( "wait 5" );
    line( "answer right" );
    line( "wait 2" );
    line( "answer wrong" );
    for ( int i = 0; i < 2; ++i )
    {
        line( "wait 3" );
        line( "answer run" );
        line( "wait 3" );
        line( "answer next" );
        line( "wait 5" );
        line( "answer next" );
    }
    line( "wait 3" );
    expectWait( waitEnd );
    line( "expect-text lesson.score of 2 points" );
    line( "expect pins.count 1 1" ); // the run before the comparison
    line( "click lesson.save" );
    line( "wait 3" );
    line( "key Ctrl+A" );
    line( "type mine.csv" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect ui.files 0 0" );
    line( "click lesson.again" );
    line( "wait 3" );
    line( "expect lesson.answered 0 0" );
    line( "expect-text lesson.progress Step 1 of 2" );
    line( "wait 3" );
    line( "expect pins.count 0 0" );
    line( "click lesson.close" );
    line( "wait 3" );
    line( "expect ui.lesson 0 0" );
    testRun run = playOwn();
    ASSERT_EQm( run.err, 0, run.status );
    ASSERTm( run.out, strstr( run.out, "lesson,step,title,kind,question,answer,state,points" ) != NULL );
    ASSERTm( run.out,
        strstr( run.out,
            "\"mine\",1,\"One\",number,\"How fast does it roll?\",\"1.42857 m/s\",answered,1" ) != NULL );
    ASSERTm( run.out,
        strstr( run.out, "\"mine\",1,\"One\",sketch,\"u\",\"sign does not fit; slope does not fit" ) !=
            NULL );
    PASS();
}

/// Lines that go through a lesson. Every second question is answered wrong, beginning with the first or the
/// second; sketches always right, because a wrong one may still be right in part. Returns the points.
static int goThrough( const lessonText* lesson, int first )
{
    int points = 0, question = first;
    for ( int i = 0; i < lesson->itemCount; ++i )
    {
        lessonKind kind = lesson->items[i].kind;
        bool ends = i + 1 == lesson->itemCount || lesson->items[i + 1].kind == lesson_words;
        if ( lessonAsks( kind ) )
        {
            bool right = kind == lesson_sketch || question++ % 2 == 0;
            line( right ? "answer right" : "answer wrong" );
            points += right ? 1 : 0;
        }
        else if ( kind == lesson_run || kind == lesson_compare )
        {
            line( "answer run" );
            line( "wait 2" );
            line( "answer next" );
            line( "wait 3" );
        }
        if ( ends )
        {
            line( "answer next" );
            line( "wait 1" );
        }
    }
    return points;
}

TEST everyShippedLessonGoesToItsEndInTheWindow( void )
{
    // These compute for longer; the check of lessons runs them always.
    static const char* const slow[] = { "rolling-length", "singing-belt", "mass-and-angle" };
    begin();
    line( "wait 2" );
    for ( int i = 0; i < lessonShippedCount(); ++i )
    {
        const lessonShipped* shipped = lessonGetShipped( i );
        lessonText lesson;
        lessonError error;
        bool skipped = false;
        for ( int k = 0; k < SS_COUNT( slow ); ++k )
        {
            skipped = skipped || ( testScale() < 2.0 && strcmp( slow[k], shipped->name ) == 0 );
        }
        if ( skipped ) { continue; }
        ASSERTm( shipped->name, lessonParse( shipped->text, shipped->length, &lesson, &error ) );
        line( "click menu.lessons" );
        line( "click menu.lesson.%s", shipped->name );
        line( "wait 2" );
        line( "expect-text lesson.title %s", lesson.title );
        int points = goThrough( &lesson, i );
        line( "wait 1" );
        expectWait( waitEnd );
        line( "expect lesson.points %d %d", points, points );
        line( "expect lesson.failed 0 0" );
        lessonFree( &lesson );
    }
    ASSERT_PLAYS( "--size 800x1200 --paused" );
    PASS();
}

TEST aLessonIsFoundAndEndsWithAnotherScenario( void )
{
    begin();
    line( "wait 3" );
    press( "Shift+F1" );
    line( "type sings" );
    line( "wait 3" );
    line( "expect find.count 1 1" );
    press( "Return" );
    line( "expect-text lesson.title A belt that sings" );
    line( "load rolling-disk" );
    line( "wait 5" );
    line( "expect ui.lesson 0 0" );
    line( "expect-text status.message The lesson is closed" );
    // PageDown goes to changes of regime again, and 1 to 9 do nothing.
    press( "PageDown" );
    ASSERT_PLAYS( "--paused" );
    testRun run = testShell(
        "printf 'lesson 1\\ntitle A\\nstop B\\n' > $D/a.lesson; $S lesson $D/a.lesson --frames 2" );
    ASSERT_EQ( 2, run.status );
    ASSERTm( run.err, strstr( run.err, "a.lesson:3: 'stop' is no keyword" ) != NULL );
    PASS();
}

// Large text leaves little room: the first words come first, not the question below them.
TEST aStepIsReadFromItsTopInLargeText( void )
{
    begin();
    line( "wait 30" );
    line( "expect lesson.scroll 0 0" );
    line( "answer right" );
    line( "wait 30" );
    line( "expect lesson.scroll 1 9999" );
    ASSERT_PLAYS( "--lesson two-speeds --present --size 1024x768" );
    PASS();
}

SUITE( lessons )
{
    RUN_TEST( aStepIsReadFromItsTopInLargeText );
    RUN_TEST( aStudentAnswersDrawsAndSees );
    RUN_TEST( theRunComesAfterTheAnswer );
    RUN_TEST( numbersNeedAUnitAndWrongOnesAreTold );
    RUN_TEST( aSketchIsDrawnWithTheMouseOrWithKeys );
    RUN_TEST( whatWasSaidBeforeAComparisonKeepsItsNumbers );
    RUN_TEST( nothingBesideALessonTellsItsAnswers );
    RUN_TEST( answersAreSavedWhereTheStudentChooses );
    RUN_TEST( everyShippedLessonGoesToItsEndInTheWindow );
    RUN_TEST( aLessonIsFoundAndEndsWithAnotherScenario );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lessons );
    return TEST_END();
}
