// SPDX-License-Identifier: MIT
#include "fit_curve.h"

#include "base/os.h"
#include "session/fit/fit_live.h"
#include "slipstick/lab/lab.h"

// A table of measurements beside the sliders: what its columns are taken for, and the
// misfit of the run that the sliders stand for.

#define SLIDING_STEP 1e-3 // [s]

/// A sphere that slides, then rolls: U(t) and x(t) of the sliding phase, in
/// mm and mm/s, with a gap and a strange name.
static const char* slidingTable( void )
{
    static char path[600];
    char text[4096];
    size_t used = (size_t)snprintf( text, sizeof text, "time,x [mm],speed [mm/s],note\n" );
    for ( int i = 0; i < 20; ++i )
    {
        double t = 0.01 * i + 0.0004, u = 2.5 - 0.2 * 9.81 * t, x = 2.5 * t - 0.1 * 9.81 * t * t;
        used += (size_t)snprintf( text + used, sizeof text - used, "%.6f,%.9f,%.9f,%s\n", t, 1e3 * x, 1e3 * u,
            i == 7 ? "late" : "" );
    }
    snprintf( path, sizeof path, "%s/sliding.csv", testScratch() );
    testWriteFile( path, text );
    return path;
}

static ssSimDef slidingDef( double mu )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    testMust( ssSimDef_Set( &def, "omega0", "0" ) );
    def.values[ssFindScenarioParam( def.scenario, "mu" )] = mu;
    def.h = SLIDING_STEP;
    def.until = 0.5;
    return def;
}

static int findSignal( const char* name ) { return ssFindSignal( ssFindScenario( "rolling-sphere" ), name ); }

/// The misfit as its definition says: every measured value, at its own time.
static double misfitByHand( const ssSimDef* def, const ssFitData* data )
{
    ssSim* sim = NULL;
    ssAgainst* against = NULL;
    testMust( ssCreateSim( def, &sim ) );
    testMust( ssCreateAgainst( data, def->scenario, &against ) );
    ssAgainst_Visit( against, sim );
    for ( int i = 0; i < (int)lround( def->until / def->h ); ++i )
    {
        ssSim_Step( sim );
        ssAgainst_Visit( against, sim );
    }
    double misfit = ssAgainst_Misfit( against );
    ssDestroyAgainst( against );
    ssDestroySim( sim );
    return misfit;
}

TEST columnsAreTakenForTheSignalsOfTheirNames( void )
{
    sessionTable* table = NULL;
    ssResult result = sessionReadTable( slidingTable(), ssFindScenario( "rolling-sphere" ), &table );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 4, table->columnCount );
    ASSERT_EQ( session_columnTime, table->columns[0].role );
    ASSERT_EQ( findSignal( "x" ), table->columns[1].role );
    ASSERT_STR_EQ( "mm", table->columns[1].unit );
    ASSERT_EQ( session_columnUnused, table->columns[2].role );
    ASSERT_STR_EQ( "mm/s", table->columns[2].unit );
    ASSERT_STR_EQ( "", table->problem );
    ASSERT_IN_RANGE( 2.5 * 0.0004, table->data.values[0], 1e-6 ); // in metres
    sessionTable_Release( table );
    PASS();
}

TEST theUserSaysWhatAColumnMeasures( void )
{
    sessionTable *table = NULL, *chosen = NULL;
    sessionReadTable( slidingTable(), ssFindScenario( "rolling-sphere" ), &table );
    int roles[] = { session_columnTime, session_columnUnused, findSignal( "u" ), session_columnUnused };
    ssResult result = sessionReadTableAs( table, roles, &chosen );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_EQ( 1, chosen->data.columnCount );
    ASSERT_EQ( findSignal( "u" ), chosen->data.columns[0].signal );
    ASSERT_IN_RANGE( 2.5, chosen->data.values[0], 1e-2 ); // in m/s
    sessionTable_Release( chosen );

    roles[2] = findSignal( "omega" ); // mm/s is no angular velocity
    sessionReadTableAs( table, roles, &chosen );
    ASSERTm( chosen->problem, strstr( chosen->problem, "cannot be converted" ) != NULL );
    sessionTable_Release( chosen );

    roles[0] = session_columnUnused;
    sessionReadTableAs( table, roles, &chosen );
    ASSERTm( chosen->problem, strstr( chosen->problem, "No column is the time" ) != NULL );
    sessionTable_Release( chosen );
    sessionTable_Release( table );
    PASS();
}

TEST theMisfitIsThatOfTheEngine( void )
{
    sessionTable* table = NULL;
    sessionReadTable( slidingTable(), ssFindScenario( "rolling-sphere" ), &table );
    sessionFitLive* live = sessionCreateFitLive( session_jobAtOnce );
    ssSimDef truth = slidingDef( 0.2 ), other = slidingDef( 0.3 );
    sessionFitLive_Ask( live, &other, table );
    const sessionFitCurve* curve = sessionFitLive_Answer( live );
    ASSERT( curve != NULL && curve->failure[0] == '\0' );
    double expected = misfitByHand( &other, &table->data );
    ASSERT( expected > 0.01 );
    ASSERT_EQ_FMT( expected, curve->misfit, "%.17g" );
    ASSERT_IN_RANGE( 2.5 - 0.3 * 9.81 * 0.1, curveAt( curve, findSignal( "u" ), 0.1 ), 1e-6 );

    sessionFitLive_Ask( live, &truth, table );
    curve = sessionFitLive_Answer( live );
    ASSERT_EQ_FMT( misfitByHand( &truth, &table->data ), curve->misfit, "%.17g" );
    ASSERT( curve->misfit < 1e-4 );
    ASSERT_EQ( 2, (int)sessionFitLive_Count( live ) );
    sessionFitLive_Ask( live, &truth, table ); // the same question again
    ASSERT_EQ( 2, (int)sessionFitLive_Count( live ) );
    sessionDestroyFitLive( live );
    sessionTable_Release( table );
    PASS();
}

static void waitFor( sessionFitLive* live )
{
    while ( sessionFitLive_Busy( live ) )
    {
        const struct timespec moment = { 0, 100000 }; // leaves the processor to the run
        sessionFitLive_Answer( live );
        nanosleep( &moment, NULL );
        sessionWorkBetweenFrames( 1e-3 );
    }
}

/// A slider moves far faster than runs are computed: the last position counts, and not all others are run.
TEST theNewestQuestionIsAnswered( int mode )
{
    sessionTable* table = NULL;
    sessionReadTable( slidingTable(), ssFindScenario( "rolling-sphere" ), &table );
    sessionFitLive* live = sessionCreateFitLive( (sessionJobMode)mode );
    ssSimDef def = slidingDef( 0.2 );
    def.h = 4e-5; // some milliseconds of work
    int mu = ssFindScenarioParam( def.scenario, "mu" );
    for ( int i = 0; i <= 1000; ++i )
    {
        def.values[mu] = 0.1 + 1e-4 * i;
        sessionFitLive_Ask( live, &def, table );
    }
    waitFor( live );
    const sessionFitCurve* curve = sessionFitLive_Answer( live );
    def.values[mu] = 0.2;
    ASSERT_EQ_FMT( misfitByHand( &def, &table->data ), curve->misfit, "%.17g" );
    ASSERT( sessionFitLive_Count( live ) < 1000 );
    sessionFitLive_Clear( live );
    ASSERT( sessionFitLive_Answer( live ) == NULL );
    sessionDestroyFitLive( live );
    sessionTable_Release( table );
    PASS();
}

/// Every question that is waited for is answered by one run, and the answer is that of the engine.
TEST everyQuestionGetsItsOwnAnswer( int mode )
{
    enum
    {
        updates = 30
    };
    sessionTable* table = NULL;
    sessionReadTable( slidingTable(), ssFindScenario( "rolling-sphere" ), &table );
    sessionFitLive* live = sessionCreateFitLive( (sessionJobMode)mode );
    ssSimDef def = slidingDef( 0.2 );
    int mu = ssFindScenarioParam( def.scenario, "mu" );
    sessionFitCurve curve = { 0 };
    for ( int i = 0; i < updates; ++i )
    {
        def.values[mu] = 0.1 + 0.01 * i;
        sessionRunAgainst( &def, &table->data, NULL, NULL, &curve );
        sessionFitLive_Ask( live, &def, table );
        waitFor( live );
        ASSERT( sessionFitLive_Answer( live )->misfit == curve.misfit );
    }
    ASSERT_EQ( updates, (int)sessionFitLive_Count( live ) );
    sessionFitCurve_Free( &curve );
    sessionDestroyFitLive( live );
    sessionTable_Release( table );
    PASS();
}

SUITE( tables )
{
    RUN_TEST( columnsAreTakenForTheSignalsOfTheirNames );
    RUN_TEST( theUserSaysWhatAColumnMeasures );
}

SUITE( live )
{
    RUN_TEST( theMisfitIsThatOfTheEngine );
    RUN_TESTp( theNewestQuestionIsAnswered, session_jobThreads );
    RUN_TESTp( theNewestQuestionIsAnswered, session_jobFrames );
    RUN_TESTp( everyQuestionGetsItsOwnAnswer, session_jobThreads );
    RUN_TESTp( everyQuestionGetsItsOwnAnswer, session_jobFrames );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( tables );
    RUN_SUITE( live );
    return TEST_END();
}
