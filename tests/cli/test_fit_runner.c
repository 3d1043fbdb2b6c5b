// SPDX-License-Identifier: MIT
#include "fit_curve.h"

#include "base/os.h"
#include "session/fit/fit_map.h"
#include "session/fit/fit_runner.h"
#include "slipstick/lab/lab.h"

#include <sched.h>

// A fit in the background: the numbers of the engine, the band of its
// errors, the map about it, and a way to end it.

#define GRAVITY 9.81
#define STEP 1e-3 // [s]

/// A sphere that slides from U = 2.5 m/s with mu = 0.2, until it would roll: U = 2.5 - mu g t, with noise.
static sessionTable* slidingTable( void )
{
    char path[600], text[8192];
    size_t used = (size_t)snprintf( text, sizeof text, "t,u\n" );
    testRng rng = { 11 };
    for ( int i = 0; i <= 100; ++i )
    {
        double t = 2e-3 * i, noise = testUniform( &rng, -0.01, 0.01 );
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%.6f,%.9f\n", t, 2.5 - 0.2 * GRAVITY * t + noise );
    }
    snprintf( path, sizeof path, "%s/sliding.csv", testScratch() );
    testWriteFile( path, text );
    sessionTable* table = NULL;
    sessionReadTable( path, ssFindScenario( "rolling-sphere" ), &table );
    return table;
}

static ssSimDef slidingDef( double mu )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    testMust( ssSimDef_Set( &def, "omega0", "0" ) );
    def.values[ssFindScenarioParam( def.scenario, "mu" )] = mu;
    def.h = STEP;
    def.until = 0.5;
    return def;
}

static const sessionFitOutcome* waitFor( sessionFitRunner* runner )
{
    while ( sessionFitRunner_Progress( runner ).busy )
    {
        sched_yield();
        sessionWorkBetweenFrames( 1e-3 );
    }
    return sessionFitRunner_Outcome( runner );
}

TEST theNumbersAreThoseOfTheEngine( void )
{
    sessionTable* table = slidingTable();
    ssSimDef def = slidingDef( 0.3 );
    ssFitParam free[] = { ssFreeParam( "mu" ), ssFreeParam( "u0" ) };
    ssFitDef own = {
        .base = &def, .data = &table->data, .dataCount = 1, .params = free, .paramCount = SS_COUNT( free )
    };
    ssFitResult* expected = NULL;
    ASSERT_EQ( ss_ok, ssFit( &own, &expected ).code );
    for ( int mode = 0; mode <= session_jobAtOnce; ++mode )
    {
        sessionFitRunner* runner = sessionCreateFitRunner( (sessionJobMode)mode );
        ASSERT_EQ( ss_ok, sessionFitRunner_Start( runner, false, &def, table, free, 2 ).code );
        const sessionFitOutcome* outcome = waitFor( runner );
        ASSERT_EQm( outcome->refusal.message, ss_ok, outcome->refusal.code );
        ASSERT_EQ( expected->paramCount, outcome->result->paramCount );
        for ( int i = 0; i < 2; ++i )
        {
            const ssFitEstimate *a = expected->estimates + i, *b = outcome->result->estimates + i;
            int param = ssFindScenarioParam( def.scenario, b->key );
            ASSERT_EQ_FMT( a->value, b->value, "%.17g" );
            ASSERT_EQ_FMT( a->error, b->error, "%.17g" );
            ASSERT_EQ_FMT( a->low, b->low, "%.17g" );
            ASSERT_EQ_FMT( a->high, b->high, "%.17g" );
            ASSERT_EQ_FMT( b->value, outcome->def->values[param], "%.17g" );
        }
        ASSERT_IN_RANGE( 0.2, outcome->result->estimates[0].value, 0.01 );
        ASSERT_EQ_FMT( expected->rms, outcome->result->rms, "%.17g" );
        sessionDestroyFitRunner( runner );
    }
    ssFitResult_Destroy( expected );
    sessionTable_Release( table );
    PASS();
}

/// U = U0 - mu g t: an error of mu makes the curve uncertain by g t times as much.
TEST theBandIsWhatTheErrorsMakeOfTheCurve( void )
{
    sessionTable* table = slidingTable();
    ssSimDef def = slidingDef( 0.3 );
    ssFitParam free[] = { ssFreeParam( "mu" ) };
    sessionFitRunner* runner = sessionCreateFitRunner( session_jobAtOnce );
    sessionFitRunner_Start( runner, false, &def, table, free, 1 );
    const sessionFitOutcome* outcome = waitFor( runner );
    int u = ssFindSignal( def.scenario, "u" );
    double mu = outcome->result->estimates[0].value, error = outcome->result->estimates[0].error;
    for ( double t = 0.05; t < 0.2; t += 0.05 )
    {
        double fitted = curveAt( &outcome->fitted, u, t );
        ASSERT_IN_RANGE( 2.5 - mu * GRAVITY * t, fitted, 1e-9 );
        ASSERT_IN_RANGE( 1.96 * GRAVITY * t * error, curveAt( &outcome->high, u, t ) - fitted, 1e-9 );
        ASSERT_IN_RANGE( 1.96 * GRAVITY * t * error, fitted - curveAt( &outcome->low, u, t ), 1e-9 );
    }
    sessionDestroyFitRunner( runner );
    sessionTable_Release( table );
    PASS();
}

TEST aCheckSaysWhatTheDataCannotTell( void )
{
    sessionTable* table = slidingTable();
    ssSimDef def = slidingDef( 0.2 );
    ssFitParam free[] = { ssFreeParam( "mu" ),
        ssFreeParam( "mu_r" ) }; // while it slides, mu_r has no effect on U
    sessionFitRunner* runner = sessionCreateFitRunner( session_jobThreads );
    sessionFitRunner_Start( runner, true, &def, table, free, 2 );
    const sessionFitOutcome* outcome = waitFor( runner );
    ASSERT( outcome->checked && outcome->refusal.code == ss_ok );
    ASSERT( outcome->result->warningCount > 0 );
    ASSERTm( outcome->result->warnings[0], strstr( outcome->result->warnings[0], "mu_r" ) != NULL );
    ASSERT_EQ( 0, outcome->fitted.rowCount );
    sessionFitRunner_Start( runner, false, &def, table, free, 0 );
    outcome = waitFor( runner );
    ASSERT( outcome->refusal.code != ss_ok ); // nothing is free
    sessionFitRunner_Clear( runner );
    ASSERT( sessionFitRunner_Outcome( runner ) == NULL );
    sessionDestroyFitRunner( runner );
    sessionTable_Release( table );
    PASS();
}

/// Ended, it gives the best so far without errors and a band; forgotten, it ends at once.
TEST aFitEndsWhenItIsCancelled( void )
{
    for ( int mode = 0; mode < session_jobAtOnce; ++mode )
    {
        sessionTable* table = slidingTable();
        ssSimDef def = slidingDef( 0.3 );
        ssFitParam free[] = { ssFreeParam( "mu" ), ssFreeParam( "u0" ) };
        sessionFitRunner* runner = sessionCreateFitRunner( (sessionJobMode)mode );
        sessionFitRunner_Start( runner, false, &def, table, free, 2 );
        sessionFitRunner_Stop( runner );
        const sessionFitOutcome* outcome = waitFor( runner );
        ASSERT( outcome->refusal.code == ss_ok && outcome->result->runs > 0 );
        ASSERT( isnan( outcome->result->estimates[0].error ) && outcome->low.rowCount == 0 );

        def.h = 1e-7; // two million steps a run: the fit would take minutes
        def.until = 0.2;
        sessionFitRunner_Start( runner, false, &def, table, free, 2 );
        ASSERT( sessionFitRunner_Progress( runner ).busy );
        ASSERT( sessionFitRunner_Outcome( runner ) == NULL );
        sessionFitRunner_Clear( runner );
        ASSERT( !sessionFitRunner_Progress( runner ).busy );
        sessionDestroyFitRunner( runner );
        sessionTable_Release( table );
    }
    PASS();
}

TEST theMapIsLeastWhereTheTruthIs( void )
{
    static double misfits[session_mapCells * session_mapCells];
    sessionTable* table = slidingTable();
    ssSimDef def = slidingDef( 0.3 );
    const sessionFitMapAxis axes[2] = { { ssFindScenarioParam( def.scenario, "mu" ), 0.08, 0.32, false },
        { ssFindScenarioParam( def.scenario, "u0" ), 2.38, 2.62, false } };
    for ( int mode = 0; mode <= session_jobAtOnce; ++mode )
    {
        sessionFitMap* map = sessionCreateFitMap( (sessionJobMode)mode );
        sessionFitMapAxis shown[2];
        ASSERT_FALSE( sessionFitMap_Axes( map, shown ) );
        sessionFitMap_Start( map, &def, table, axes );
        while ( sessionFitMap_Busy( map ) )
        {
            sessionWorkBetweenFrames( 1e-3 );
            sched_yield();
        }
        ASSERT_EQ( SS_COUNT( misfits ), sessionFitMap_Cells( map, misfits ) );
        int least = 0;
        for ( int i = 1; i < SS_COUNT( misfits ); ++i ) { least = misfits[i] < misfits[least] ? i : least; }
        ASSERT_IN_RANGE( 0.2, sessionFitMap_Value( axes, least / session_mapCells ), 0.011 );
        ASSERT_IN_RANGE( 2.5, sessionFitMap_Value( axes + 1, least % session_mapCells ), 0.011 );
        ssSimDef corner = slidingDef( 0.08 );
        corner.values[axes[1].param] = 2.62;
        ASSERT_EQ_FMT( sessionRunAgainst( &corner, &table->data, NULL, NULL, NULL ),
            misfits[session_mapCells - 1], "%.17g" );
        sessionDestroyFitMap( map );
    }
    sessionTable_Release( table );
    PASS();
}

SUITE( fits )
{
    RUN_TEST( theNumbersAreThoseOfTheEngine );
    RUN_TEST( theBandIsWhatTheErrorsMakeOfTheCurve );
    RUN_TEST( aCheckSaysWhatTheDataCannotTell );
    RUN_TEST( aFitEndsWhenItIsCancelled );
}

SUITE( maps ) { RUN_TEST( theMapIsLeastWhereTheTruthIs ); }

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( fits );
    RUN_SUITE( maps );
    return TEST_END();
}
