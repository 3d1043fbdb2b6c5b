// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"
#include "slipstick/lab/scene.h"

// Measures that are asked for as expressions. The sphere of Acary & Bourrier's Fig. 3b has closed forms: it
// slides for t1 = 1.25/(0.5 g), then rolls with the deceleration (5/7) mu_r g/R. Functions of t alone have
// them, too.

#define G 9.81
#define STEP 1e-3
#define T1 ( 1.25 / ( 0.5 * G ) )
#define U1 ( 2.5 - 0.2 * G * T1 )
#define X1 ( 0.5 * ( 2.5 + U1 ) * T1 )
#define SLOWS ( 5.0 / 7.0 * 0.04 * G / 0.5 )
#define X_STOP ( X1 + U1 * U1 / ( 2.0 * SLOWS ) )

static ssSimDef sphere( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    testMust( ssSimDef_ApplyPreset( &def, "fig3b" ) );
    def.h = STEP;
    return def;
}

/// The answer to one question about the first six seconds.
static double answer( const char* text )
{
    ssSimDef def = sphere();
    ssSim* sim = NULL;
    testMust( ssSimDef_Ask( &def, NULL, text ) );
    testMust( ssCreateSim( &def, &sim ) );
    for ( int i = 0; i < 6000; ++i ) { ssSim_Step( sim ); }
    double value = ssSim_Measure( sim, ssFindMeasure( def.scenario, text ) );
    ssDestroySim( sim );
    return value;
}

TEST answersAreThoseOfClosedForms( void )
{
    double late = U1 - SLOWS * ( 2.0 - T1 ); // the speed at 2 s
    const struct
    {
        const char* text;
        double value, tolerance;
    } cases[] = {
        { "max(x)", X_STOP, 1e-3 },
        { "x_max/radius", X_STOP / 0.5, 2e-3 },
        { "first(mode = roll)", T1, 2 * STEP },
        { "x at first(mode == roll)", X1, 2.5 * 2 * STEP },
        { "duration(mode = slide+roll)", T1, 2 * STEP },
        { "last(u > 0.5 m/s)", T1 + ( U1 - 0.5 ) / SLOWS, 2 * STEP },
        { "u at last(x < 1)", sqrt( U1 * U1 - 2.0 * SLOWS * ( 1.0 - X1 ) ), 0.01 },
        { "integral(u) - x", 0.0, 1e-5 },
        { "mean(abs(u), t > 2 s)", late * late / ( 2.0 * SLOWS ) / 4.0, 1e-3 },
        { "count(mode = stick)", 1.0, 0.0 },
        { "count(contacts, mode = stick)", 1.0, 0.0 },
        { "count(contacts, speed > 1 mm/s)", 0.0, 0.0 },
        { "max(abs(r_t)/r_n) - mu", 0.0, 1e-9 },
        { "max(1 - u/(2.5 m/s), 0.3)", 1.0, 1e-9 }, // of two numbers, at the end
        { "t", 6.0, 1e-9 },
        { "mean(t)", 3.0, 1e-9 },
        { "integral(t^2, t < 3 s)", 9.0, 0.02 },
        { "period(cos(2*pi*t/0.7 s))", 0.7, 2 * STEP },
        { "period(exp(-t/2 s)*sin(2*pi*t/0.5 s))", 0.5, 2 * STEP },
        { "max(sin(2*pi*t/0.7 s)) - min(sin(2*pi*t/0.7 s))", 2.0, 1e-4 },
        { "(max(x) - x)/(1 cm) + 5%", 0.05, 1e-9 },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ASSERT_IN_RANGEm( cases[i].text, cases[i].value, answer( cases[i].text ), cases[i].tolerance );
    }
    ASSERT( isnan( answer( "first(u < -1)" ) ) );
    ASSERT( isnan( answer( "period(x)" ) ) ); // it goes on and stops
    ASSERT_EQ( 0.0, answer( "count(u < -1)" ) );
    PASS();
}

TEST unitsFollowFromTheExpression( void )
{
    static const char* const cases[][2] = { { "max(x)", "m" }, { "integral(u)", "m" }, { "x/t", "m/s" },
        { "integral(r_t*u)", "N m" }, { "x_max/radius", "" }, { "first(u > 1)", "s" },
        { "u at first(x > 1)", "m/s" }, { "count(u > 1)", "" }, { "max(abs(u))^2", "m^2/s^2" } };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssSimDef def = sphere();
        testMust( ssSimDef_Ask( &def, "mine", cases[i][0] ) );
        const ssMeasure* row = def.scenario->model.measures + ssFindMeasure( def.scenario, "mine" );
        ASSERT_STR_EQm( cases[i][0], cases[i][1], row->unit );
        ASSERT_STR_EQ( cases[i][0], row->doc );
    }
    PASS();
}

TEST badTextsAreRefusedAtTheirPlace( void )
{
    static const char* const cases[][2] = { { "max(x", "column 4: the bracket is not closed" },
        { "maxx(x)", "column 1: maxx is no function of a measure; did you mean max?" },
        { "integral(xx)", "column 10: xx is not known here" },
        { "max(max(x))", "column 5: max speaks of the whole run" }, { "x + t", "column 1: x [m] and t [s]" },
        { "mean(x, u)", "column 9: mean needs a comparison" },
        { "duration(x)", "column 10: duration needs a comparison" },
        { "x at firs(u > 0)", "column 6: expected first" }, { "max(x) < 3 kg", "cannot be compared" },
        { "count(contacts, modee = slide)", "column 17: 'modee' is no quantity" },
        { "first(mode = rolls)", "rolls" }, { "", "one line" }, { "x\ty", "one line" },
        { "x_max", "same name" }, { "x x", "column 3: expected an operator" } };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssSimDef def = sphere();
        const ssScenario* before = def.scenario;
        ssResult result = ssSimDef_Ask( &def, NULL, cases[i][0] );
        ASSERT_EQm( cases[i][0], true, result.code != ss_ok );
        ASSERTm( result.message, strstr( result.message, cases[i][1] ) != NULL );
        ASSERT( def.scenario == before );
    }
    PASS();
}

TEST askingChangesNoRunAndSurvivesARestore( void )
{
    ssSimDef plain = sphere(), asked = sphere();
    testMust( ssSimDef_Ask( &asked, "a", "period(sin(9*t/1 s))*integral(u)" ) );
    testMust( ssSimDef_Ask( &asked, "b", "x at first(mode = roll)" ) );
    ssSim *one = NULL, *two = NULL, *three = NULL;
    testMust( ssCreateSim( &plain, &one ) );
    testMust( ssCreateSim( &asked, &two ) );
    testMust( ssCreateSim( &asked, &three ) );
    for ( int i = 0; i < 1000; ++i )
    {
        ssSim_Step( one );
        ssSim_Step( two );
    }
    ASSERT_EQ( ssSim_Hash( one ), ssSim_Hash( two ) );
    size_t size = ssSim_SaveSize( two );
    void* blob = malloc( size );
    ASSERT_EQ( size, ssSim_Save( two, blob, size ) );
    testMust( ssSim_Restore( three, blob, size ) );
    free( blob );
    for ( int i = 0; i < 1000; ++i )
    {
        ssSim_Step( two );
        ssSim_Step( three );
    }
    for ( int k = 0; k < 2; ++k )
    {
        int row = ssFindMeasure( asked.scenario, k == 0 ? "a" : "b" );
        ASSERT_EQ( ssSim_Measure( two, row ), ssSim_Measure( three, row ) );
        ASSERT( isfinite( ssSim_Measure( two, row ) ) );
    }
    testMust( ssSim_Reset( two ) );
    ASSERT( isnan( ssSim_Measure( two, ssFindMeasure( asked.scenario, "b" ) ) ) );
    ssDestroySim( one );
    ssDestroySim( two );
    ssDestroySim( three );
    PASS();
}

TEST measuresAndALawGoTogether( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "stribeck" ) );
    testMust( ssSimDef_Ask( &def, "far", "max(abs(x))" ) );
    testMust( ssSimDef_SetLaw( &def, "law \"mine\"\nparam mu = 0.3\nC = disc(mu)\n", "mine" ) );
    ASSERT( ssFindMeasure( def.scenario, "far" ) >= 0 );
    testMust( ssSimDef_Ask( &def, "friction", "law.mu" ) );
    ssSim* sim = NULL;
    testMust( ssCreateSim( &def, &sim ) );
    ssSim_Step( sim );
    ASSERT_EQ( 0.3, ssSim_Measure( sim, ssFindMeasure( def.scenario, "friction" ) ) );
    ASSERT( isfinite( ssSim_Measure( sim, ssFindMeasure( def.scenario, "far" ) ) ) );
    ssDestroySim( sim );
    PASS();
}

/// One with a name is a signal and a plot, and a scene keeps it.
TEST namedMeasuresAreSignalsAndBelongToTheScene( void )
{
    ssScene scene = { .def = sphere() }, again = { 0 };
    testMust( ssSimDef_Ask( &scene.def, "power", "abs(r_t*slip)" ) );
    testMust( ssSimDef_Ask( &scene.def, "far", "max(x)" ) );
    testMust( ssSimDef_Ask( &scene.def, NULL, "period(x)" ) );
    char* text = ssFormatScene( &scene );
    testMust( ssParseScene( text, strlen( text ), &again ) );
    ssRelease( text );
    ASSERT( again.def.scenario == scene.def.scenario );
    int power = ssFindSignal( again.def.scenario, "power" ), far = ssFindSignal( again.def.scenario, "far" );
    int force = ssFindSignal( again.def.scenario, "r_t" ), slip = ssFindSignal( again.def.scenario, "slip" );
    int x = ssFindSignal( again.def.scenario, "x" );
    ASSERT( power > 0 && far > 0 && ssFindSignal( again.def.scenario, "period(x)" ) < 0 );
    ASSERT_STR_EQ( "N m/s", again.def.scenario->model.signals[power].unit );
    const ssPicture* picture = &again.def.scenario->picture;
    ASSERT_STR_EQ( "far", picture->plots[picture->plotCount - 1].id );
    ssSim* sim = NULL;
    testMust( ssCreateSim( &again.def, &sim ) );
    for ( int i = 0; i < 500; ++i )
    {
        double row[SS_MAX_SIGNALS];
        ssSim_Step( sim );
        ssSim_Signals( sim, row );
        ASSERT_IN_RANGE( fabs( row[force] * row[slip] ), row[power], 1e-9 );
        ASSERT_EQ( row[x], row[far] ); // it only goes forwards
    }
    ssDestroySim( sim );
    ssScene_Destroy( &scene );
    ssScene_Destroy( &again );
    static const char* const wrong[] = { "u", "mu", "t", "mode", "a b", "1a", "u_exact", "x_max", "slip" };
    for ( int i = 0; i < SS_COUNT( wrong ); ++i )
    {
        ssSimDef def = sphere();
        ASSERTm( wrong[i], ssSimDef_Ask( &def, wrong[i], "max(x)" ).code != ss_ok );
    }
    PASS();
}

TEST emptyAnswersHaveAReason( void )
{
    static const char* const cases[][2] = { { "period(x)", "no cycle has been completed" },
        { "x at first(u < -1)", "first(u < -1): the condition never held" },
        { "mean(x, t > 9 s)", "the condition never held" }, { "max(log(-1 - t/1 s))", "was never defined" },
        { "log(-t/1 s)", "not defined at the end" }, { "max(x)", "" } };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        ssSimDef def = sphere();
        ssSim* sim = NULL;
        char reason[128];
        testMust( ssSimDef_Ask( &def, "own", cases[i][0] ) );
        testMust( ssCreateSim( &def, &sim ) );
        for ( int k = 0; k < 100; ++k ) { ssSim_Step( sim ); }
        int measure = ssFindMeasure( def.scenario, "own" );
        ssSim_ExplainMeasure( sim, measure, reason, (int)sizeof reason );
        ASSERT_EQm( cases[i][0], cases[i][1][0] == '\0', isfinite( ssSim_Measure( sim, measure ) ) );
        ASSERTm( reason, strstr( reason, cases[i][1] ) != NULL );
        ASSERT_EQ( cases[i][1][0] == '\0', reason[0] == '\0' );
        ssDestroySim( sim );
    }
    PASS();
}

SUITE( questions )
{
    RUN_TEST( namedMeasuresAreSignalsAndBelongToTheScene );
    RUN_TEST( emptyAnswersHaveAReason );
    RUN_TEST( answersAreThoseOfClosedForms );
    RUN_TEST( unitsFollowFromTheExpression );
    RUN_TEST( badTextsAreRefusedAtTheirPlace );
    RUN_TEST( askingChangesNoRunAndSurvivesARestore );
    RUN_TEST( measuresAndALawGoTogether );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( questions );
    return TEST_END();
}
