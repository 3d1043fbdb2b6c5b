// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "session/lesson/lesson.h"
#include "session/lesson/lesson_player.h"
#include "session/lesson/lesson_run.h"
#include "session/lesson/lesson_sketch.h"

// Lessons without a window: the form, its errors, units, sketches, and the check.

// ------------------------------------------------------------------------------------------------------ form

static const char s_short[] = "lesson 1\n"
                              "title Sliding\n"
                              "about A ball slides.\n"
                              "minutes 3\n"
                              "# a comment\n"
                              "step One\n"
                              "  The first\n"
                              "  paragraph.\n"
                              "\n"
                              "  The second, with {u0 m/s}.\n"
                              "  = U = {u0*5/7 m/s}\n"
                              "scene rolling-sphere mu=0.2 mu_r=0 u0=2 omega0=0 radius=0.05\n"
                              "until 0.4\n"
                              "hide plots exact\n"
                              "show u,r_t\n"
                              "ask choice What?\n"
                              "  - No. :: Because.\n"
                              "  + Yes,\n"
                              "    it does. :: Right.\n"
                              "ask number How fast?\n"
                              "  answer 5/7*u0\n"
                              "  unit m/s\n"
                              "  within 2%\n"
                              "  is u at end\n"
                              "ask sketch u Draw it.\n"
                              "  judge slope sign\n"
                              "run when slip <= 1e-9\n"
                              "claim u < u0 :: Slower.\n"
                              "run\n"
                              "reveal\n"
                              "  So it is.\n"
                              "next\n"
                              "step Two\n"
                              "compare mu=0.1\n"
                              "claim x > before.x :: Further.\n";

TEST aLessonIsReadInOrder( void )
{
    lessonText l;
    lessonError error;
    ASSERTm( error.text, lessonParse( s_short, strlen( s_short ), &l, &error ) );
    ASSERT_STR_EQ( "Sliding", l.title );
    ASSERT_STR_EQ( "A ball slides.", l.about );
    ASSERT_EQ( 3.0, l.minutes );
    ASSERT_EQ( 2, l.stepCount );
    ASSERT_STR_EQ( "The first paragraph.", l.paragraphs[0].text );
    ASSERT_STR_EQ( "The second, with {u0 m/s}.", l.paragraphs[1].text );
    ASSERT( l.paragraphs[2].formula && !l.paragraphs[1].formula );
    ASSERT_EQ( 11, l.paragraphs[2].line );
    static const lessonKind kinds[] = { lesson_words, lesson_scene, lesson_until, lesson_hide, lesson_show,
        lesson_choice, lesson_number, lesson_sketch, lesson_run, lesson_claim, lesson_run, lesson_reveal,
        lesson_next, lesson_words, lesson_compare, lesson_claim };
    ASSERT_EQ( SS_COUNT( kinds ), l.itemCount );
    for ( int i = 0; i < SS_COUNT( kinds ); ++i ) { ASSERT_EQ( kinds[i], l.items[i].kind ); }
    ASSERT_EQ( ( lesson_hidePlots | lesson_hideExact ), l.items[3].mask );
    ASSERT_STR_EQ( "Yes, it does.", l.choices[1].text );
    ASSERT_STR_EQ( "Right.", l.choices[1].reply );
    ASSERT( l.choices[1].right && !l.choices[0].right );
    ASSERT_STR_EQ( "u at end", l.items[6].is.text );
    ASSERT_STR_EQ( "u", l.items[7].signal );
    ASSERT_STR_EQ( "Draw it.", l.items[7].text );
    ASSERT_EQ( ( lesson_judgeSlope | lesson_judgeSign ), l.items[7].mask );
    ASSERT( l.items[8].when );
    ASSERT_STR_EQ( "slip <= 1e-9", l.items[8].text );
    ASSERT_STR_EQ( "u < u0", l.items[9].text );
    ASSERT_STR_EQ( "Slower.", l.items[9].reply );
    lessonFree( &l );
    PASS();
}

/// The lesson is refused in this line, with these words.
static enum greatest_test_res refuses( const char* text, int line, const char* words )
{
    lessonText l;
    lessonError error;
    ASSERT_FALSEm( text, lessonParse( text, strlen( text ), &l, &error ) );
    ASSERT_EQm( error.text, line, error.line );
    ASSERTm( error.text, strstr( error.text, words ) != NULL );
    PASS();
}

TEST aRefusalNamesLineWordAndWhatIsAllowed( void )
{
    CHECK_CALL( refuses( "", 1, "no 'title'" ) );
    CHECK_CALL( refuses( "title A\n", 1, "a lesson begins with that" ) );
    CHECK_CALL( refuses( "lesson 2\n", 1, "'lesson 1'" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\n", 1, "no 'step'" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nask choice B?\n", 3, "'ask' belongs to a step" ) );
    CHECK_CALL( refuses(
        "lesson 1\ntitle A\nstep B\nasc choice C?\n", 4, "did you mean 'ask'? allowed: step, scene" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nask quiz C?\n", 4, "allowed: choice, number, sketch" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nhide plot\n", 4, "did you mean 'plots'?" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nscene\n", 4, "'scene' needs something after it" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nask choice C?\n  + d\n  + e\n", 4, "2 right choices" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nask choice C?\n  * d\n", 5, "begins with '+ '" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nask choice C?\n  + d\n", 4, "expected 2 to 9" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nask number C?\n  unit m\n", 4, "'answer FORMULA'" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nask number C?\n  answer 1\n  unit furlong\n", 6,
        "'furlong' is no unit; allowed: none, %" ) );
    CHECK_CALL(
        refuses( "lesson 1\ntitle A\nstep B\nask number C?\n  answer 1\n  answer 2\n", 6, "in line 5" ) );
    CHECK_CALL( refuses(
        "lesson 1\ntitle A\nstep B\nask sketch u\n  judge shape\n", 5, "sign, slope, limit, stop" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nrun for 3\n", 4, "allowed: until, when" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\n\tWords.\n", 4, "tab" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\n Words.\n", 4, "one space" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\n  Words.\n", 3, "belongs to nothing" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nnext page\n", 4, "stands alone" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\n  Gr\xfcn.\n", 4, "UTF-8" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nminutes soon\n", 3, "minutes 'soon'" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\ntitle B\n", 3, "twice" ) );
    CHECK_CALL( refuses( "lesson 1\ntitle A\nstep B\nclaim :: C\n", 4, "condition before '::'" ) );
    PASS();
}

/// Whatever is cut out, doubled or overwritten, the lesson is read or
/// refused, in one of its lines, and never more.
TEST mutilatedLessonsAreReadOrRefused( void )
{
    const lessonShipped* example = lessonFindShipped( LESSON_EXAMPLE );
    ASSERT( example != NULL );
    uint64_t random = 12345;
    static char text[LESSON_MAX_BYTES];
    int refused = 0, tries = testCount( 3000 );
    for ( int i = 0; i < tries; ++i )
    {
        size_t length = example->length;
        memcpy( text, example->text, length );
        for ( int k = 0; k < 3; ++k )
        {
            random = random * 6364136223846793005ull + 1442695040888963407ull;
            size_t at = (size_t)( random >> 33 ) % length, cut = (size_t)( random >> 20 ) % 40;
            cut = at + cut <= length ? cut : length - at;
            switch ( ( random >> 60 ) % 3 )
            {
                case 0:
                    memmove( text + at, text + at + cut, length - at - cut );
                    length -= cut;
                    break;
                case 1: text[at] = "\n +-={}:\xff#"[( random >> 10 ) % 10]; break;
                default:
                    memmove( text + at + cut, text + at, length - at );
                    length += cut;
                    break;
            }
        }
        lessonText l;
        lessonError error;
        if ( lessonParse( text, length, &l, &error ) )
        {
            lessonFree( &l );
            continue;
        }
        int lines = 1;
        for ( size_t k = 0; k < length; ++k ) { lines += text[k] == '\n'; }
        ASSERT( error.text[0] != '\0' && error.line >= 0 && error.line <= lines );
        ++refused;
    }
    ASSERT( refused > tries / 4 );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- units

/// What was typed, read in a unit; NAN where it is not a number of this unit.
static double typed( const char* text, const char* unit )
{
    double value = 0.0;
    return lessonReadNumber( text, lessonFindUnit( unit ), &value ) == lesson_typedNumber ? value
                                                                                          : (double)NAN;
}

TEST numbersAreReadWithTheirUnits( void )
{
    ASSERT_EQ( 1.4, typed( "1.4 m/s", "m/s" ) );
    ASSERT_IN_RANGE( 1.4, typed( "140cm/s", "m/s" ), 1e-12 );
    ASSERT_IN_RANGE( 1.4, typed( " 5,04 km/h ", "m/s" ), 1e-12 );
    ASSERT_IN_RANGE( 0.0872664625997165, typed( "5°", "rad" ), 1e-12 );
    ASSERT_IN_RANGE( 5.0, typed( "5 deg", "°" ), 1e-12 );
    ASSERT_IN_RANGE( 0.2, typed( "20%", "none" ), 1e-12 );
    ASSERT_EQ( 0.2, typed( "0.2", "none" ) );
    ASSERT_EQ( 20.0, typed( "20", "%" ) );
    ASSERT_IN_RANGE( 250.0, typed( "0.25 kg", "g" ), 1e-9 );
    ASSERT_EQ( -1.5e-3, typed( "-1.5e-3 s", "s" ) );
    ASSERT_EQ( 3.0, typed( "3 1/s", "rad/s" ) );
    ASSERT_EQ( 3.0, typed( "3 1/s", "Hz" ) );
    ASSERT_IN_RANGE( 1500.0, typed( "1.5 s", "ms" ), 1e-9 );
    PASS();
}

TEST wrongUnitsAreTold( void )
{
    double value = 0.0;
    const lessonUnit* speed = lessonFindUnit( "m/s" );
    ASSERT_EQ( lesson_typedMissing, lessonReadNumber( "1.4", speed, &value ) );
    ASSERT_EQ( lesson_typedOtherUnit, lessonReadNumber( "1.4 m", speed, &value ) );
    ASSERT_EQ( lesson_typedNoUnit, lessonReadNumber( "1.4 mph", speed, &value ) );
    ASSERT_EQ( lesson_typedNoNumber, lessonReadNumber( "fast", speed, &value ) );
    ASSERT_EQ( lesson_typedNoNumber, lessonReadNumber( "1.4.2 m/s", speed, &value ) );
    ASSERT_EQ( lesson_typedNothing, lessonReadNumber( "  ", speed, &value ) );
    char names[128];
    ASSERT_STR_EQ( "m/s, cm/s, mm/s, km/h", lessonUnitNames( speed->kind, names, sizeof( names ) ) );
    PASS();
}

// -------------------------------------------------------------------------------------------------- sketches

/// A speed that falls evenly from 2 to 1.43 within 0.3 s of 0.6 s and
/// then stays, as a ball that begins to roll.
static double rollingBall( double t ) { return t < 0.3 ? 2.0 - 1.9 * t : 1.43; }

static lessonCurve curveOf( double ( *f )( double ), double factor, double later, double offset )
{
    lessonCurve curve;
    lessonClearCurve( &curve, 0.0, 0.6 );
    for ( int i = 0; i <= 1000; ++i )
    {
        double t = 0.6 * i / 1000;
        lessonRecord( &curve, t, factor * f( t > later ? t - later : 0.0 ) + offset );
    }
    return curve;
}

enum
{
    all = lesson_judgeSign | lesson_judgeSlope | lesson_judgeLimit | lesson_judgeStop
};

TEST theRightSketchFits( void )
{
    lessonCurve run = curveOf( rollingBall, 1.0, 0.0, 0.0 );
    lessonJudgement j = lessonJudge( &run, &run, all, 5.0 );
    ASSERT_EQ( 4, j.right );
    ASSERT_EQ( -1, j.run.direction );
    ASSERT_IN_RANGE( 0.3, j.run.stop, 0.006 ); // not before the kink
    // drawn by hand: three points with the mouse
    lessonCurve hand;
    lessonClearCurve( &hand, 0.0, 0.6 );
    lessonDrawLine( &hand, 0.0, 2.1, 0.33, 1.5 );
    lessonDrawLine( &hand, 0.33, 1.5, 0.6, 1.5 );
    ASSERT_EQ( 4, lessonJudge( &run, &hand, all, 5.0 ).right );
    PASS();
}

TEST aMirroredSketchHasTheWrongSignAndSlope( void )
{
    lessonCurve run = curveOf( rollingBall, 1.0, 0.0, 0.0 ), sketch = curveOf( rollingBall, -1.0, 0.0, 0.0 );
    lessonJudgement j = lessonJudge( &run, &sketch, all, 5.0 );
    ASSERT_EQ( lesson_fitWrong, j.fits[0] );
    ASSERT_EQ( lesson_fitWrong, j.fits[1] );
    ASSERT_EQ( lesson_fitWrong, j.fits[2] );
    ASSERT_EQ( lesson_fitRight, j.fits[3] );
    PASS();
}

TEST aShiftedSketchStopsTooLateOrEndsTooHigh( void )
{
    lessonCurve run = curveOf( rollingBall, 1.0, 0.0, 0.0 );
    lessonCurve late = curveOf( rollingBall, 1.0, 0.2, 0.0 ), high = curveOf( rollingBall, 1.0, 0.0, 0.5 );
    lessonJudgement j = lessonJudge( &run, &late, all, 5.0 );
    ASSERT_EQ( lesson_fitWrong, j.fits[3] );
    ASSERT_EQ( lesson_fitRight, j.fits[2] );
    j = lessonJudge( &run, &high, all, 5.0 );
    ASSERT_EQ( lesson_fitWrong, j.fits[2] );
    ASSERT_EQ( lesson_fitRight, j.fits[0] );
    ASSERT_EQ( lesson_fitRight, j.fits[1] );
    PASS();
}

TEST aSteepSketchFallsTooFast( void )
{
    lessonCurve run = curveOf( rollingBall, 1.0, 0.0, 0.0 ), sketch;
    lessonClearCurve( &sketch, 0.0, 0.6 );
    lessonDrawLine( &sketch, 0.0, 2.0, 0.05, 1.43 );
    lessonDrawLine( &sketch, 0.05, 1.43, 0.6, 1.43 );
    lessonJudgement j = lessonJudge( &run, &sketch, all, 5.0 );
    ASSERT_EQ( lesson_fitWrong, j.fits[1] );
    ASSERT( j.sketch.slope / j.run.slope > 4.0 );
    ASSERT_EQ( lesson_fitRight, j.fits[2] );
    // and a constant one does not fall at all
    lessonClearCurve( &sketch, 0.0, 0.6 );
    lessonDrawLine( &sketch, 0.0, 2.0, 0.6, 2.0 );
    ASSERT_EQ( 0, lessonJudge( &run, &sketch, all, 5.0 ).sketch.direction );
    PASS();
}

TEST anEmptySketchFitsNothing( void )
{
    lessonCurve run = curveOf( rollingBall, 1.0, 0.0, 0.0 ), sketch;
    lessonClearCurve( &sketch, 0.0, 0.6 );
    lessonJudgement j = lessonJudge( &run, &sketch, all, 5.0 );
    ASSERT( j.empty );
    ASSERT_EQ( 0, j.right );
    ASSERT_EQ( 4, j.judged );
    // a third of the time is not enough either
    lessonDrawLine( &sketch, 0.0, 2.0, 0.2, 1.6 );
    ASSERT_EQ( 0, lessonJudge( &run, &sketch, all, 5.0 ).right );
    PASS();
}

TEST theAxisDoesNotTellTheSignNorTheEnd( void )
{
    double low = 0.0, high = 0.0;
    lessonCurve run = curveOf( rollingBall, -1.0, 0.0, 0.0 );
    lessonSketchAxis( &run, &low, &high );
    ASSERT_EQ( -high, low );
    ASSERT_EQ( 5.0, high );
    PASS();
}

static double straight( double t ) { return t; }

static double wave( double t ) { return sin( 62.8 * t ); }

TEST whatTheRunDoesNotDefineIsTold( void )
{
    char why[200] = "";
    lessonCurve run = curveOf( straight, 1.0, 0.0, 0.0 ), both = curveOf( wave, 1.0, 0.0, 0.0 ), none;
    ASSERT( !lessonIsDefined( &run, lesson_judgeStop, why, sizeof( why ) ) );
    ASSERTm( why, strstr( why, "until the end" ) != NULL );
    ASSERT( lessonIsDefined( &run, lesson_judgeSign, why, sizeof( why ) ) );
    ASSERT( !lessonIsDefined( &both, lesson_judgeSign, why, sizeof( why ) ) );
    lessonClearCurve( &none, 0.0, 1.0 );
    ASSERT( !lessonIsDefined( &none, lesson_judgeLimit, why, sizeof( why ) ) );
    PASS();
}

// ----------------------------------------------------------------------------------------------------- check

/// Checks a text and returns the failures; `found` receives them, one per line.
static int failuresOf( const char* text, char* found, size_t capacity )
{
    lessonText l;
    lessonError error;
    lessonReport report;
    found[0] = '\0';
    if ( !lessonParse( text, strlen( text ), &l, &error ) )
    {
        snprintf( found, capacity, "%d: %s", error.line, error.text );
        return -1;
    }
    lessonCheck( &l, NULL, NULL, NULL, &report );
    for ( int i = 0; i < report.count; ++i )
    {
        size_t used = strlen( found );
        if ( report.findings[i].failed )
        {
            snprintf(
                found + used, capacity - used, "%d: %s\n", report.findings[i].line, report.findings[i].text );
        }
    }
    int failures = report.failures;
    lessonFreeReport( &report );
    lessonFree( &l );
    return failures;
}

TEST aTrueLessonPasses( void )
{
    char found[2000];
    ASSERT_EQm( found, 0, failuresOf( s_short, found, sizeof( found ) ) );
    PASS();
}

/// The short lesson with one text replaced by another fails in that line, with these words.
static enum greatest_test_res failsWith( const char* old, const char* text, int line, const char* words )
{
    char lesson[2048], found[2000], place[16];
    const char* at = strstr( s_short, old );
    ASSERTm( old, at != NULL );
    snprintf(
        lesson, sizeof( lesson ), "%.*s%s%s", (int)( at - s_short ), s_short, text, at + strlen( old ) );
    ASSERT( failuresOf( lesson, found, sizeof( found ) ) > 0 );
    snprintf( place, sizeof( place ), "%d: ", line );
    snprintf( testMessage, sizeof( testMessage ), "%s", found );
    ASSERTm( testMessage, strncmp( found, place, strlen( place ) ) == 0 );
    ASSERTm( testMessage, strstr( found, words ) != NULL );
    PASS();
}

TEST whatIsNotTrueFailsInItsLineWithItsNumbers( void )
{
    CHECK_CALL( failsWith(
        "answer 5/7*u0", "answer 2/3*u0", 24, "= 1.429 m/s differs from the answer 2/3*u0 = 1.333 m/s" ) );
    CHECK_CALL( failsWith(
        "claim u < u0", "claim u > u0", 28, "does not hold at t = 0.2913 s: u = 1.429 m/s, u0 = 2 m/s" ) );
    CHECK_CALL( failsWith( "x > before.x", "max(u) > 3*before.u0", 35, "largest value = 2" ) );
    CHECK_CALL( failsWith( "slip <= 1e-9", "slip < -1", 27, "does not hold until t = 0.4 s" ) );
    CHECK_CALL( failsWith( "judge slope sign", "judge stop", 25, "changes until the end" ) );
    CHECK_CALL( failsWith( "rolling-sphere", "rolling-spere", 12, "did you mean 'rolling-sphere'?" ) );
    CHECK_CALL(
        failsWith( "rolling-sphere mu", "rolling-sphere biliard mu", 12, "did you mean 'billiard'?" ) );
    CHECK_CALL( failsWith( "mu_r=0 ", "mu_x=0 ", 12, "mu_x" ) );
    CHECK_CALL( failsWith( "mu=0.2", "mu=-1", 12, "mu" ) );
    CHECK_CALL( failsWith( "u,r_t", "u,r_x", 15, "'r_x' is no plot of rolling-sphere" ) );
    CHECK_CALL( failsWith( "ask sketch u", "ask sketch w", 25, "'w' is no signal of rolling-sphere" ) );
    CHECK_CALL( failsWith( "{u0 m/s}", "{v0 m/s}", 10, "v0 is not known here" ) );
    CHECK_CALL( failsWith( "{u0 m/s}", "{u0 cm/s}", 10, "u0 of rolling-sphere is in m/s, not in cm/s" ) );
    CHECK_CALL( failsWith( "unit m/s", "unit cm/s", 24, "it is in m/s, the answer in cm/s" ) );
    CHECK_CALL( failsWith( "within 2%", "within 2 kg", 23, "'within' is given in kg" ) );
    CHECK_CALL( failsWith( "until 0.4", "until -1", 13, "expected seconds > 0" ) );
    CHECK_CALL( failsWith( "is u at end", "is u when u < 0", 24, "the condition never holds" ) );
    CHECK_CALL( failsWith( "claim u < u0", "claim u", 28, "expected a comparison" ) );
    PASS();
}

TEST lawsAndChoicesByName( void )
{
    char found[1000];
    const char* text =
        "lesson 1\ntitle A\nstep B\nscene sliding-disk fig5 law=associated\nuntil 0.01\nrun\nstep C\n"
        "scene rolling-sphere law=coulomb-rolling seed=7\nuntil 0.01\nrun\n";
    ASSERT_EQm( found, 0, failuresOf( text, found, sizeof( found ) ) );
    ASSERT_EQ( 1,
        failuresOf(
            "lesson 1\ntitle A\nstep B\nscene rolling-sphere law=colomb\n", found, sizeof( found ) ) );
    ASSERTm( found, strstr( found, "neither a file nor a shipped law; did you mean 'coulomb'?" ) != NULL );
    PASS();
}

// --------------------------------------------------------------------------------------------------- student

/// Begins the short lesson; runs are computed on a thread, as in a window.
static lessonPlayer* student( sessionJobMode mode )
{
    lessonFile file = { .name = "short" };
    lessonError error;
    return lessonParse( s_short, strlen( s_short ), &file.lesson, &error ) ? lessonBegin( &file, mode )
                                                                           : NULL;
}

/// Until nothing is being computed any more.
static void settle( lessonPlayer* p )
{
    struct timespec pause = { .tv_nsec = 1000000 };
    while ( lessonIsBusy( p ) )
    {
        nanosleep( &pause, NULL );
        sessionWorkBetweenFrames( 1e-3 );
        lessonUpdate( p );
    }
}

TEST aStudentGoesThroughTheShortLesson( void )
{
    for ( int right = 0; right < 2; ++right )
    {
        lessonPlayer* p = student( right ? session_jobFrames : session_jobThreads );
        ASSERT( p != NULL && p->load );
        ASSERT_EQ( ( lesson_hidePlots | lesson_hideExact ), p->hidden );
        ASSERT_STR_EQ( "u,r_t", p->panes );
        ASSERT_EQ( lesson_waitAnswer, p->wait );
        ASSERT( lessonAnswerAs( p, right ) );
        ASSERT_EQ( lesson_typedMissing, lessonType( p, "1.4" ) );
        ASSERT( lessonAnswerAs( p, right ) );
        settle( p );
        ASSERT( lessonSketching( p ) != NULL );
        ASSERT_FALSE( lessonFinishSketch( p ) ); // nothing is drawn yet
        ASSERT( lessonAnswerAs( p, right ) );
        ASSERT_EQ( lesson_waitRun, p->wait );
        lessonNext( p );
        settle( p );
        // It ends when the ball rolls: t = 2 u0/(7 mu g) = 0.29125 s.
        ASSERT_EQ( lesson_waitPlay, p->wait );
        ASSERT_EQ( 0.0, p->playFrom );
        ASSERT_IN_RANGE( 2.0 * 2.0 / ( 7.0 * 0.2 * 9.81 ), p->playTo, 2e-4 );
        lessonPlayed( p );
        ASSERT( p->states[9].reached && p->states[9].holds );
        ASSERT_EQ( lesson_waitRun, p->wait ); // of the second run, which goes on from there
        lessonNext( p );
        settle( p );
        ASSERT_IN_RANGE( 0.2913, p->playFrom, 2e-4 );
        ASSERT_EQ( 0.4, p->playTo );
        lessonPlayed( p );
        ASSERT_EQ( lesson_waitNext, p->wait );
        ASSERT_EQ( 0u, p->hidden );
        lessonNext( p );
        ASSERT_EQ( 1, p->step );
        lessonNext( p );
        settle( p );
        ASSERT( p->hasPin );
        ssScene scene;
        ASSERT_EQ( ss_ok, lessonSceneOf( p, &scene ).code );
        ASSERT_EQ( 0.4, scene.def.until );
        ASSERT_EQ( 1, scene.pinCount ); // the run before
        ssScene_Destroy( &scene );
        lessonPlayed( p );
        lessonNext( p );
        ASSERT_EQ( lesson_waitEnd, p->wait );
        double points = 0.0;
        int answered = 0, questions = 0;
        lessonScore( p, &points, &answered, &questions );
        ASSERT_EQ( 3, answered );
        ASSERT_EQ( 3, questions );
        ASSERT_IN_RANGE( right ? 3.0 : 0.0, points, 0.0 );
        lessonEnd( p );
    }
    PASS();
}

TEST questionsCanBeSkippedAndALessonLeftAtAnyTime( void )
{
    lessonPlayer* p = student( session_jobThreads );
    for ( int i = 0; i < 3; ++i ) { lessonNext( p ); }
    ASSERT_EQ( lesson_waitRun, p->wait );
    ASSERT( p->states[5].skipped && p->states[6].skipped && p->states[7].skipped );
    lessonNext( p ); // the run is being computed
    lessonRestart( p );
    ASSERT( !p->states[5].skipped && lessonQuestion( p ) != NULL );
    lessonBack( p );
    ASSERT_EQ( 0, p->shown );
    lessonNext( p );
    lessonNext( p ); // the axes of the sketch are being prepared
    lessonEnd( p );
    PASS();
}

TEST aLessonThatCannotGoOnSaysWhy( void )
{
    const char* text = "lesson 1\ntitle A\nstep B\nscene rolling-sphere tiny\nrun when u < -1\nclaim u > 0\n";
    lessonFile file = { .name = "a" };
    lessonError error;
    ASSERT( lessonParse( text, strlen( text ), &file.lesson, &error ) );
    lessonPlayer* p = lessonBegin( &file, session_jobAtOnce );
    lessonNext( p );
    ASSERT_EQ( 5, p->error.line );
    ASSERT_EQ( lesson_waitNext, p->wait );
    ASSERTm( p->error.text, strstr( p->error.text, "does not hold until" ) != NULL );
    lessonEnd( p );
    PASS();
}

// ------------------------------------------------------------------------------------------ shipped, program

TEST everyShippedLessonHolds( void )
{
    ASSERT( lessonShippedCount() >= 11 );
    ASSERT_STR_EQ( LESSON_EXAMPLE, lessonGetShipped( lessonShippedCount() - 1 )->name );
    for ( int i = 0; i < lessonShippedCount(); ++i )
    {
        const lessonShipped* shipped = lessonGetShipped( i );
        static char text[LESSON_MAX_BYTES + 1], found[4000];
        memcpy( text, shipped->text, shipped->length );
        text[shipped->length] = '\0';
        int failures = failuresOf( text, found, sizeof( found ) );
        snprintf( testMessage, sizeof( testMessage ), "%s: %s", shipped->name, found );
        ASSERT_EQm( testMessage, 0, failures );
    }
    PASS();
}

TEST theExampleShowsEveryKeyword( void )
{
    const lessonShipped* example = lessonFindShipped( LESSON_EXAMPLE );
    lessonText l;
    lessonError error;
    ASSERTm( error.text, lessonParse( example->text, example->length, &l, &error ) );
    bool seen[lesson_next + 1] = { false };
    for ( int i = 0; i < l.itemCount; ++i ) { seen[l.items[i].kind] = true; }
    for ( int i = 0; i <= lesson_next; ++i ) { ASSERTm( lessonKeyword( (lessonKind)i ), seen[i] ); }
    lessonFree( &l );
    PASS();
}

TEST theProgramListsAndChecks( void )
{
    testRun run = testShell( "$S lesson" );
    ASSERT_EQ( 0, run.status );
    ASSERT( strstr( run.out, "slide-then-roll" ) != NULL &&
        strstr( run.out, "A ball slides before it rolls" ) != NULL );
    run = testShell( "$S lesson --check example" );
    ASSERT_EQm( run.out, 0, run.status );
    ASSERTm( run.out, strstr( run.out, "0 failed" ) != NULL );
    run = testShell( "$S lesson --check exmple" );
    ASSERT_EQ( 2, run.status );
    ASSERTm( run.err, strstr( run.err, "did you mean 'example'?" ) != NULL );
    ASSERT_EQ( 2, testShell( "$S lesson --check" ).status );
    // What teaches the form can be printed, and holds when it is a file.
    run = testShell( "$S lesson --text > $D/own.lesson && $S lesson --check $D/own.lesson" );
    ASSERT_EQm( run.out, 0, run.status );
    run = testShell(
        "printf 'lesson 1\\ntitle A\\nstep B\\nscene rolling-sphere tiny\\nclaim u < 0\\n' > $D/a.lesson; "
        "$S lesson --check $D/a.lesson" );
    ASSERT_EQ( 1, run.status );
    ASSERTm( run.out, strstr( run.out, "a.lesson:5: FAILED claim u < 0 does not hold" ) != NULL );
    run = testShell( "printf 'lesson 1\\ntitle A\\nstop B\\n' > $D/a.lesson; $S lesson --check $D/a.lesson" );
    ASSERT_EQ( 2, run.status );
    ASSERTm( run.err,
        strstr( run.err, "a.lesson:3: 'stop' is no keyword of lessons; did you mean 'step'?" ) != NULL );
    PASS();
}

SUITE( lessons )
{
    RUN_TEST( aLessonIsReadInOrder );
    RUN_TEST( aRefusalNamesLineWordAndWhatIsAllowed );
    RUN_TEST( mutilatedLessonsAreReadOrRefused );
    RUN_TEST( numbersAreReadWithTheirUnits );
    RUN_TEST( wrongUnitsAreTold );
    RUN_TEST( theRightSketchFits );
    RUN_TEST( aMirroredSketchHasTheWrongSignAndSlope );
    RUN_TEST( aShiftedSketchStopsTooLateOrEndsTooHigh );
    RUN_TEST( aSteepSketchFallsTooFast );
    RUN_TEST( anEmptySketchFitsNothing );
    RUN_TEST( theAxisDoesNotTellTheSignNorTheEnd );
    RUN_TEST( whatTheRunDoesNotDefineIsTold );
    RUN_TEST( aTrueLessonPasses );
    RUN_TEST( whatIsNotTrueFailsInItsLineWithItsNumbers );
    RUN_TEST( lawsAndChoicesByName );
    RUN_TEST( aStudentGoesThroughTheShortLesson );
    RUN_TEST( questionsCanBeSkippedAndALessonLeftAtAnyTime );
    RUN_TEST( aLessonThatCannotGoOnSaysWhy );
    RUN_TEST( everyShippedLessonHolds );
    RUN_TEST( theExampleShowsEveryKeyword );
    RUN_TEST( theProgramListsAndChecks );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lessons );
    return TEST_END();
}
