// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/os.h"
#include "session/driver.h"
#include "session/history.h"
#include <SDL.h>

// The thread of the simulation, its clock and its history, without a window around them.

static ssScene sceneOf( const char* preset )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) ), .viewFlags = ss_drawAll };
    testMust( ssSimDef_ApplyPreset( &scene.def, preset ) );
    return scene;
}

static uint64_t directHash( const ssScene* scene, int64_t step )
{
    ssSim* sim = NULL;
    if ( ssCreateSim( &scene->def, &sim ).code != ss_ok )
    {
        return 0;
    }
    while ( ssSim_StepIndex( sim ) < step )
    {
        ssSim_Step( sim );
    }
    uint64_t hash = ssSim_Hash( sim );
    ssDestroySim( sim );
    return hash;
}

static void post( sessionDriver* driver, sessionCommandKind kind, int64_t count, int param, double value )
{
    sessionDriver_Post(
        driver, &( sessionCommand ){ .kind = kind, .count = count, .param = param, .value = value } );
}

TEST threadAndInlineDriversWalkTheSamePath( void )
{
    ssScene scene = sceneOf( "fig3b" );
    uint64_t hashes[2];
    int64_t steps[2];
    for ( int threaded = 0; threaded < 2; ++threaded )
    {
        sessionDriver* driver = NULL;
        sessionSignalLog signalLog = { 0 };
        ASSERT_EQ(
            ss_ok, sessionCreateDriver( &scene, threaded != 0, true, true, ss_drawAll, &driver ).code );
        const sessionSnapshot* snapshot = NULL;
        for ( int frame = 0; frame < 90; ++frame )
        {
            if ( frame == 30 )
            {
                post( driver, session_commandSetParam, 0, 0, 0.4 );
            }
            sessionDriver_Advance( driver, 1.0 / 60.0 );
            snapshot = sessionDriver_Acquire( driver, &signalLog );
        }
        hashes[threaded] = snapshot->hash;
        steps[threaded] = snapshot->step;
        ASSERT_EQ_FMT( snapshot->step, signalLog.lastStep, "%ld" );
        sessionDestroyDriver( driver );
        sessionSignalLog_Free( &signalLog );
    }
    double speed = ssResolveShow( scene.def.scenario, scene.def.preset ).speed;
    ASSERT( llabs( steps[0] - llround( 1.5 * speed / scene.def.h ) ) <= 1 ); // 90 frames
    ASSERT_EQ( steps[0], steps[1] );
    ASSERT_EQ( hashes[0], hashes[1] );
    PASS();
}

TEST seekingBackAndForthIsBitExact( void )
{
    ssScene scene = sceneOf( "fig3b" );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, true, true, false, ss_drawAll, &driver ).code );
    testRng rng = { 7 };
    int64_t furthest = 0;
    for ( int i = 0; i < testCount( 20 ); ++i )
    {
        int64_t step = (int64_t)testUniform( &rng, 0.0, 5000.0 );
        post( driver, session_commandSeek, step, 0, 0.0 );
        sessionDriver_Advance( driver, 0.0 );
        const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
        ASSERT_EQ_FMT( step, snapshot->step, "%ld" );
        ASSERT_EQ( directHash( &scene, step ), snapshot->hash );
        // What was seen before stays known.
        furthest = step > furthest ? step : furthest;
        ASSERT_EQ_FMT( furthest, signalLog.lastStep, "%ld" );
    }
    // It holds the same numbers as a run that never went back.
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &scene.def, &sim ).code );
    for ( int i = 0; i < signalLog.rowCount; ++i )
    {
        double row[SS_MAX_SIGNALS];
        while ( ssSim_StepIndex( sim ) < signalLog.steps[i] )
        {
            ssSim_Step( sim );
        }
        ssSim_Signals( sim, row );
        const double* kept = sessionSignalLog_Row( &signalLog, i ) + 1;
        for ( int j = 0; j < signalLog.signalCount; ++j )
        {
            ASSERT( row[j] == kept[j] || ( isnan( row[j] ) && isnan( kept[j] ) ) );
        }
    }
    ssDestroySim( sim );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

TEST goingBackAcrossAnEditReplaysIt( void )
{
    ssScene scene = sceneOf( "fig3b" );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandSeek, 1000, 0, 0.0 );
    post( driver, session_commandSetParam, 0, 0, 0.05 );
    post( driver, session_commandSeek, 2000, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    uint64_t there = sessionDriver_Acquire( driver, &signalLog )->hash;
    ASSERT( there != directHash( &scene, 2000 ) );
    post( driver, session_commandSeek, 700, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    ASSERT_EQ( directHash( &scene, 700 ), sessionDriver_Acquire( driver, &signalLog )->hash );
    post( driver, session_commandSeek, 2000, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    ASSERT_EQ( there, sessionDriver_Acquire( driver, &signalLog )->hash );
    // A new edit in the past starts another branch: the old future is forgotten.
    post( driver, session_commandSeek, 700, 0, 0.0 );
    post( driver, session_commandSetParam, 0, 0, 0.3 );
    sessionDriver_Advance( driver, 0.0 );
    sessionDriver_Acquire( driver, &signalLog );
    ASSERT_EQ_FMT( (int64_t)700, signalLog.lastStep, "%ld" );
    ssScene recorded;
    ASSERT_EQ( ss_ok, sessionDriver_Scene( driver, &recorded ).code );
    ASSERT_EQ_FMT( 1, recorded.editCount, "%d" );
    ASSERT_EQ_FMT( (int64_t)700, recorded.edits[0].step, "%ld" );
    ssScene_Destroy( &recorded );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

TEST seekingInAGrowingSceneIsBitExact( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "sphere-pile" ) ), .viewFlags = ss_drawAll };
    testMust( ssSimDef_ApplyPreset( &scene.def, "tiny" ) );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    const int64_t steps[] = { 300, 5, 299, 70, 0, 310 };
    for ( int i = 0; i < SS_COUNT( steps ); ++i )
    {
        post( driver, session_commandSeek, steps[i], 0, 0.0 );
        sessionDriver_Advance( driver, 0.0 );
        const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
        ASSERT_EQ_FMT( steps[i], snapshot->step, "%ld" );
        ASSERT_EQ( directHash( &scene, steps[i] ), snapshot->hash );
    }
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

TEST aRunThatStartsPlayingMovesByTheRealClock( void )
{
    ssScene scene = sceneOf( "fig3b" );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, true, false, true, ss_drawAll, &driver ).code );
    int64_t step = 0;
    for ( int i = 0; i < 5000 && step == 0; ++i )
    {
        SDL_Delay( 1 );
        step = sessionDriver_Acquire( driver, &signalLog )->step;
    }
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    ASSERT( step > 0 );
    PASS();
}

TEST stepsAreTimedStageByStageWhereTheClockIsReal( void )
{
    for ( int virtualClock = 0; virtualClock < 2; ++virtualClock )
    {
        ssScene scene = sceneOf( "fig3b" );
        sessionDriver* driver = NULL;
        sessionSignalLog signalLog = { 0 };
        ASSERT_EQ(
            ss_ok, sessionCreateDriver( &scene, false, virtualClock != 0, false, ss_drawAll, &driver ).code );
        ASSERT( !sessionDriver_Acquire( driver, &signalLog )->timings.known );
        post( driver, session_commandStep, 100, 0, 0.0 );
        sessionDriver_Advance( driver, 0.0 );
        const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
        const sessionTimings* timings = &snapshot->timings;
        ASSERT_EQ( virtualClock == 0, timings->known );
        ASSERT_EQ( virtualClock == 0, timings->staged );
        double sum = 0.0;
        for ( int i = 0; i < ss_stageCount; ++i )
        {
            ASSERT( timings->stages[i] >= 0.0 );
            sum += timings->stages[i];
        }
        ASSERT( virtualClock != 0 ? sum == 0.0 : sum > 0.0 && sum <= timings->step );
        ASSERT_EQ( directHash( &scene, 100 ), snapshot->hash );
        sessionDestroyDriver( driver );
        sessionSignalLog_Free( &signalLog );
    }
    PASS();
}

TEST anEditMadeAtAKeyFrameSurvivesGoingBackToIt( void )
{
    ssScene scene = sceneOf( "fig3b" );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandSeek, 64, 0, 0.0 );
    post( driver, session_commandSetParam, 0, 0, 0.9 );
    post( driver, session_commandStep, 1, 0, 0.0 );
    post( driver, session_commandStep, -1, 0, 0.0 );
    post( driver, session_commandSetParam, 0, 1, 0.1 );
    sessionDriver_Advance( driver, 0.0 );
    const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
    ASSERT_EQ( 0.9, snapshot->values[0] );
    ssScene recorded;
    ASSERT_EQ( ss_ok, sessionDriver_Scene( driver, &recorded ).code );
    ASSERT_EQ_FMT( 2, recorded.editCount, "%d" );
    ssScene_Destroy( &recorded );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

TEST commandsAfterALoadGoToTheLoadedScene( void )
{
    ssScene scene = sceneOf( "fig3b" ), other = sceneOf( "fig3c" );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, true, true, false, ss_drawAll, &driver ).code );
    ASSERT_EQ( ss_ok, sessionDriver_Load( driver, &other ).code );
    post( driver, session_commandSetParam, 0, 0, 0.77 );
    sessionDriver_Advance( driver, 0.0 );
    const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
    ASSERT_EQ( 0.77, snapshot->values[0] );
    ASSERT_EQ( other.def.values[7], snapshot->values[7] );
    // A scene that cannot be played is refused, and the present one goes on.
    other.def.until = 1.00005;
    ASSERT( sessionDriver_Load( driver, &other ).code != ss_ok );
    other.def.until = 1.0;
    other.def.h = 1e-300;
    ASSERT( sessionDriver_Load( driver, &other ).code != ss_ok );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

TEST aLongSeekKeepsItsRowsWithinBounds( void )
{
    ssScene scene = sceneOf( "fig3b" );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandSeek, 300000, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    sessionDriver_Acquire( driver, &signalLog );
    ASSERT( signalLog.rowCount > 1000 && signalLog.rowCount <= 1 << 17 );
    ASSERT_EQ_FMT( (int64_t)300000, signalLog.lastStep, "%ld" );
    for ( int i = 1; i < signalLog.rowCount; ++i )
    {
        ASSERT( sessionSignalLog_Row( &signalLog, i )[0] > sessionSignalLog_Row( &signalLog, i - 1 )[0] );
    }
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

// A scenario whose step waits until the test lets it go, or reports that its numbers are no longer finite.
static SDL_sem* s_gate;
static bool s_broken;

typedef struct Nothing
{
    double x;
} Nothing;

static ssResult createNothing( void* state, const ssSim* sim )
{
    (void)sim;
    ( (Nothing*)state )->x = 0.0;
    return ssOk();
}

static ssStepReport stepNothing( void* state, ssSim* sim )
{
    (void)sim;
    SDL_SemWait( s_gate );
    ( (Nothing*)state )->x += 1.0;
    return ( ssStepReport ){ .status = s_broken ? ss_stepNotFinite : ss_stepConverged };
}

static void serializeNothing( void* state, ssArchive* archive )
{
    ssArchive_F64( archive, &( (Nothing*)state )->x );
}

static void signalNothing( const void* state, const ssSim* sim, double* row )
{
    (void)sim;
    row[0] = ( (const Nothing*)state )->x;
}

static void drawNothing( const void* state, const ssSim* sim, const ssDraw* draw )
{
    (void)state;
    (void)sim;
    (void)draw;
}

static const ssSignal s_signals[] = { { "x", "x", "", "counts" } };
static const ssScenario s_slow = { .id = "slow",
    .title = "slow",
    .source = "",
    .summary = "",
    .signals = s_signals,
    .signalCount = 1,
    .h = 1e-3,
    .until = 1000.0,
    .stateSize = sizeof( Nothing ),
    .create = createNothing,
    .step = stepNothing,
    .serialize = serializeNothing,
    .fillSignals = signalNothing,
    .draw = drawNothing };

/// A step whose solver had to stop because its work was used up.
static ssStepReport stepWithoutBudget( void* state, ssSim* sim )
{
    (void)sim;
    ( (Nothing*)state )->x += 1.0;
    return ( ssStepReport ){ .status = ss_stepIterationLimit, .residual = 3e-3, .budgetSpent = true };
}

TEST aSpentBudgetIsSaidPlainly( void )
{
    ssScenario spender = s_slow;
    spender.step = stepWithoutBudget;
    ssScene scene = { .def = ssDefaultSimDef( &spender ) };
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandStep, 1, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( snapshot->step == 1 && snapshot->report.budgetSpent );
    ASSERTm( snapshot->message, strstr( snapshot->message, "work budget" ) != NULL );
    ASSERTm( snapshot->message, strstr( snapshot->message, "3.0e-03" ) != NULL );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

TEST theWindowNeverWaitsForASlowStep( void )
{
    s_gate = SDL_CreateSemaphore( 0 );
    s_broken = false;
    ssScene scene = { .def = ssDefaultSimDef( &s_slow ) };
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, true, false, true, ss_drawAll, &driver ).code );
    // The step waits at the gate. Everything the window does must still return, or this test never ends.
    for ( int frame = 0; frame < 5; ++frame )
    {
        SDL_Delay( 5 );
        post( driver, session_commandSpeed, 0, 0, 1.0 );
        sessionDriver_Advance( driver, 1.0 / 60.0 );
        ASSERT_EQ_FMT( (int64_t)0, sessionDriver_Acquire( driver, &signalLog )->step, "%ld" );
    }
    post( driver, session_commandPause, 0, 0, 0.0 );
    for ( int i = 0; i < 100000; ++i )
    {
        SDL_SemPost( s_gate );
    }
    int64_t step = 0;
    for ( int i = 0; i < 1000 && step == 0; ++i )
    {
        SDL_Delay( 1 );
        step = sessionDriver_Acquire( driver, &signalLog )->step;
    }
    ASSERT( step > 0 );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    SDL_DestroySemaphore( s_gate );
    PASS();
}

static void openGate( int steps )
{
    for ( int i = 0; i < steps; ++i )
    {
        SDL_SemPost( s_gate );
    }
}

/// Waits up to ten seconds for the driver to reach a step or, with `rests`, to have nothing left to do.
static bool waitFor( sessionDriver* driver, int64_t step, bool rests )
{
    for ( int i = 0; i < 2000; ++i )
    {
        sessionWork work = sessionDriver_Work( driver );
        bool busy = work.queued || work.seeking || work.seconds > 0.0;
        if ( rests ? !busy : work.at >= step )
        {
            return true;
        }
        SDL_Delay( 5 );
    }
    return false;
}

/// A step that lasts until somebody wants it to stop.
static ssStepReport stepForEver( void* state, ssSim* sim )
{
    (void)state;
    void* context = NULL;
    ssStop* stop = ssSim_Stop( sim, &context );
    for ( int i = 0; i < 2000; ++i )
    {
        if ( stop != NULL && stop( context ) )
        {
            return ( ssStepReport ){ .status = ss_stepCancelled };
        }
        SDL_Delay( 5 );
    }
    return ( ssStepReport ){ .status = ss_stepConverged };
}

TEST whatTheUserWantsEndsALongStep( void )
{
    ssScenario endless = s_slow;
    endless.step = stepForEver;
    ssScene scene = { .def = ssDefaultSimDef( &endless ) }, other = sceneOf( "fig3b" );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, true, false, true, ss_drawAll, &driver ).code );
    static const sessionCommandKind kinds[] = { session_commandPause, session_commandReset };
    for ( int i = 0; i < 2; ++i )
    {
        post( driver, session_commandPlay, 0, 0, 0.0 );
        SDL_Delay( 150 );
        ASSERT( sessionDriver_Work( driver ).seconds > 0.1 );
        post( driver, kinds[i], 0, 0, 0.0 );
        Uint32 start = SDL_GetTicks();
        while ( sessionDriver_Work( driver ).queued && SDL_GetTicks() - start < 5000 )
        {
            SDL_Delay( 1 );
        }
        ASSERT( SDL_GetTicks() - start < 2000 ); // the step alone takes ten seconds
    }
    ASSERT_EQ( ss_ok, sessionDriver_Load( driver, &other ).code );
    post( driver, session_commandPause, 0, 0, 0.0 );
    ASSERT( waitFor( driver, 0, true ) );
    const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
    ASSERT_EQ( other.def.scenario, snapshot->scenario );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

TEST aSeekShowsHowFarItIsAndCanBeEnded( void )
{
    s_gate = SDL_CreateSemaphore( 0 );
    s_broken = false;
    ssScene scene = { .def = ssDefaultSimDef( &s_slow ) };
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, true, false, false, ss_drawAll, &driver ).code );
    ASSERT( !sessionDriver_Work( driver ).seeking );
    post( driver, session_commandSeek, 1000, 0, 0.0 );
    openGate( 10 );
    ASSERT( waitFor( driver, 9, false ) );
    SDL_Delay( 150 ); // the eleventh step waits at the gate
    sessionWork work = sessionDriver_Work( driver );
    ASSERT( work.seeking && work.seconds > 0.1 && work.soughtSeconds > 0.1 );
    ASSERT_EQ_FMT( (int64_t)0, work.from, "%ld" );
    ASSERT_EQ_FMT( (int64_t)1000, work.to, "%ld" );
    // Steps that are asked for meanwhile are counted from where it goes to.
    post( driver, session_commandStep, 5, 0, 0.0 );
    openGate( 10 );
    ASSERT( waitFor( driver, 19, false ) );
    ASSERT_EQ_FMT( (int64_t)1005, sessionDriver_Work( driver ).to, "%ld" );
    post( driver, session_commandPause, 0, 0, 0.0 );
    for ( int i = 0; i < 500 && sessionDriver_Work( driver ).seeking; ++i )
    {
        openGate( 1 );
        SDL_Delay( 10 );
    }
    openGate( 1000 );
    ASSERT( waitFor( driver, 0, true ) );
    int64_t step = sessionDriver_Acquire( driver, &signalLog )->step;
    ASSERT( step >= 20 && step < 600 );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    SDL_DestroySemaphore( s_gate );
    PASS();
}

/// What the user changes while the simulation is on its way belongs to the moment that it goes to.
TEST aChangeWaitsForTheEndOfASeek( void )
{
    uint64_t hashes[2];
    for ( int threaded = 0; threaded < 2; ++threaded )
    {
        ssScene scene = sceneOf( "fig3b" );
        sessionDriver* driver = NULL;
        sessionSignalLog signalLog = { 0 };
        ASSERT_EQ( ss_ok,
            sessionCreateDriver( &scene, threaded == 1, threaded == 0, false, ss_drawAll, &driver ).code );
        post( driver, session_commandSeek, 20000, 0, 0.0 );
        sessionDriver_Post( driver,
            &( sessionCommand ){ .kind = session_commandSetParam,
                .param = ssFindParam( scene.def.scenario->params, scene.def.scenario->paramCount, "mu_r" ),
                .value = 0.3 } );
        post( driver, session_commandStep, 3000, 0, 0.0 );
        sessionDriver_Advance( driver, 0.0 );
        ASSERT( threaded == 0 || waitFor( driver, 0, true ) );
        const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
        ASSERT_EQ_FMT( (int64_t)23000, snapshot->step, "%ld" );
        hashes[threaded] = snapshot->hash;
        sessionDestroyDriver( driver );
        sessionSignalLog_Free( &signalLog );
    }
    ASSERT( hashes[0] == hashes[1] );
    PASS();
}

TEST aMotionThatOverflowsPausesWithAMessage( void )
{
    s_gate = SDL_CreateSemaphore( 1000 );
    s_broken = true;
    ssScene scene = { .def = ssDefaultSimDef( &s_slow ) };
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, true, ss_drawAll, &driver ).code );
    sessionDriver_Advance( driver, 1.0 );
    const sessionSnapshot* snapshot = sessionDriver_Acquire( driver, &signalLog );
    ASSERT_FALSE( snapshot->playing );
    ASSERT( testContains( snapshot->message, "finite" ) );
    sessionDestroyDriver( driver );
    sessionSignalLog_Free( &signalLog );
    SDL_DestroySemaphore( s_gate );
    PASS();
}

TEST longTracesAreThinnedEvenlyAndKeepBothEnds( void )
{
    sessionSignalLog signalLog = { 0 };
    sessionSignalLog_Begin( &signalLog, 1, 1 );
    int64_t last = 700001;
    for ( int64_t step = 0; step <= last; ++step )
    {
        double value = (double)step;
        sessionSignalLog_Add( &signalLog, step, 1e-3 * value, &value );
    }
    ASSERT( signalLog.rowCount <= 1 << 17 && signalLog.rowCount > 1 << 15 );
    ASSERT_EQ( 0.0, sessionSignalLog_Row( &signalLog, 0 )[1] );
    ASSERT_EQ( (double)last, sessionSignalLog_Row( &signalLog, signalLog.rowCount - 1 )[1] );
    for ( int i = 1; i < signalLog.rowCount - 1; ++i )
    {
        ASSERT_EQ( (double)( i * signalLog.stride ), sessionSignalLog_Row( &signalLog, i )[1] );
    }
    // Going back in time keeps what follows, until a change cuts it off.
    double value = -1.0;
    int rows = signalLog.rowCount;
    sessionSignalLog_Add( &signalLog, 4096, 4.096, &value );
    ASSERT_EQ( rows, signalLog.rowCount );
    ASSERT_EQ( -1.0, sessionSignalLog_Row( &signalLog, sessionSignalLog_Find( &signalLog, 4.096 ) )[1] );
    sessionSignalLog_Cut( &signalLog, 4.096 );
    ASSERT_EQ( -1.0, sessionSignalLog_Row( &signalLog, signalLog.rowCount - 1 )[1] );
    ASSERT_EQ( (int64_t)4096, signalLog.lastStep );
    ASSERT_EQ( signalLog.rowCount - 1, sessionSignalLog_Find( &signalLog, 1e9 ) );
    ASSERT_EQ( -1, sessionSignalLog_Find( &signalLog, -1.0 ) );
    sessionSignalLog_Free( &signalLog );
    PASS();
}

TEST theHistoryStaysWithinItsSlots( void )
{
    ssScene scene = sceneOf( "tiny" );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &scene.def, &sim ).code );
    sessionHistory history = { 0 };
    sessionHistory_Clear( &history );
    for ( int i = 0; i < 300000; ++i )
    {
        sessionHistory_Visit( &history, sim );
        ssSim_Step( sim );
    }
    ASSERT( history.count <= 4096 );
    ASSERT( history.interval > 64 );
    ASSERT( sessionHistory_Restore( &history, sim, 12345 ) );
    ASSERT( ssSim_StepIndex( sim ) <= 12345 && ssSim_StepIndex( sim ) > 12345 - history.interval );
    ASSERT_EQ( directHash( &scene, ssSim_StepIndex( sim ) ), ssSim_Hash( sim ) );
    sessionHistory_Free( &history );
    ssDestroySim( sim );
    PASS();
}

/// A run of ten steps at the speed of the clock, which ends so.
static ssScene tenSteps( ssScenario* scenario, ssEnding ending )
{
    scenario->show.ending = ending;
    scenario->show.speed = 1.0;
    ssScene scene = { .def = ssDefaultSimDef( scenario ), .viewFlags = ss_drawAll };
    scene.def.until = 10.0 * scene.def.h;
    return scene;
}

/// At its end a run pauses, or runs on, or is seen for a moment and begins again, as its preset says.
TEST runsEndAsTheirPresetSays( void )
{
    for ( ssEnding ending = ss_endingStop; ending <= ss_endingLoop; ++ending )
    {
        ssScenario scenario = *ssFindScenario( "rolling-sphere" );
        ssScene scene = tenSteps( &scenario, ending );
        sessionDriver* driver = NULL;
        sessionSignalLog signalLog = { 0 };
        ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, true, ss_drawAll, &driver ).code );
        sessionDriver_Advance( driver, 20.0 * scene.def.h );
        const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
        ASSERT_EQ( ending == ss_endingGoOn ? 20 : 10, (int)s->step );
        ASSERT_EQ( ending == ss_endingStop, s->finished );
        ASSERT_EQ( ending == ss_endingLoop, s->resting );
        uint64_t run = s->runNumber;
        sessionDriver_Advance( driver, SESSION_REST_BEFORE_LOOP );
        sessionDriver_Advance( driver, 5.0 * scene.def.h );
        s = sessionDriver_Acquire( driver, &signalLog );
        ASSERT_EQ( ending == ss_endingLoop, s->runNumber > run );
        ASSERT( ending != ss_endingLoop || ( s->step == 5 && s->playing ) );
        ASSERT( ending != ss_endingStop || ( s->step == 10 && !s->playing ) );
        sessionSignalLog_Free( &signalLog );
        sessionDestroyDriver( driver );
    }
    PASS();
}

// What was changed while it ran is not thrown away: it waits at its end.
TEST aChangedRunDoesNotBeginAgain( void )
{
    ssScenario scenario = *ssFindScenario( "rolling-sphere" );
    ssScene scene = tenSteps( &scenario, ss_endingLoop );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, true, ss_drawAll, &driver ).code );
    sessionDriver_Advance( driver, 5.0 * scene.def.h );
    sessionDriver_Post( driver,
        &( sessionCommand ){ .kind = session_commandSetParam,
            .param = ssFindParam( scenario.params, scenario.paramCount, "mu" ),
            .value = 0.05 } );
    sessionDriver_Advance( driver, 20.0 * scene.def.h );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    uint64_t run = s->runNumber;
    ASSERT( s->step == 10 && s->finished && !s->resting && !s->playing );
    sessionDriver_Advance( driver, 2.0 * SESSION_REST_BEFORE_LOOP );
    s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( s->step == 10 && s->runNumber == run );
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

// ------------------------------------------------------------------------------- which law judges a force

static void setParam( sessionDriver* driver, const ssScenario* scenario, const char* key, double value )
{
    post( driver, session_commandSetParam, 0, ssFindParam( scenario->params, scenario->paramCount, key ),
        value );
    sessionDriver_Advance( driver, 0.0 );
}

static bool sameNumber( double a, double b )
{
    return a == b || ( isnan( a ) && isnan( b ) );
}

/// What is said of the contacts of a state: modes, margin and the checks of the law.
static bool saysTheSame( const sessionContactList* a, const sessionContactList* b )
{
    bool same = a->count == b->count && a->selected.found == b->selected.found &&
        sameNumber( a->selected.margin, b->selected.margin );
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        same = same && sameNumber( a->audit.worst[i], b->audit.worst[i] );
    }
    for ( int i = 0; i < a->count && same; ++i )
    {
        same = a->items[i].mode == b->items[i].mode && a->items[i].force == b->items[i].force;
    }
    return same;
}

TEST aForceIsJudgedByTheLawThatItWasComputedWith( void )
{
    ssScene scene = sceneOf( "fig3b" );
    int mu = ssFindParam( scene.def.scenario->params, scene.def.scenario->paramCount, "mu" );
    double slope = scene.def.values[mu];
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandSeek, 500, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    // It slides: |r_T| = mu r_N, which leaves no margin.
    const double* r = s->contacts.selected.view.force;
    ASSERT_IN_RANGE( slope, hypot( r[1], r[2] ) / r[0], 1e-9 );
    ASSERT_IN_RANGE( 0.0, s->contacts.selected.margin, 1e-9 );
    for ( int k = 0; k < 2; ++k )
    {
        double other = k == 0 ? 0.0 : 0.9; // without friction it would be outside, with more of it inside
        setParam( driver, scene.def.scenario, "mu", other );
        s = sessionDriver_Acquire( driver, &signalLog );
        const sessionContactDetail* c = &s->contacts.selected;
        ASSERT_IN_RANGE( 0.0, c->margin, 1e-9 );
        ASSERT_EQ( slope, c->view.cone.mu );
        ASSERT( c->view.mode == ss_modeSlide || c->view.mode == ss_modeSlideRoll );
        ASSERT( s->contacts.audit.worst[ss_auditCone] < ssAuditWarningLevel( ss_auditCone ) );
        ASSERT( s->draw.coneCount == 1 );
        ASSERT_IN_RANGE( slope, (double)s->draw.cones[0].slope, 1e-6 );
        ASSERT( s->values[mu] == other && s->waits[mu] ); // the panel has it, and says from when on
    }
    post( driver, session_commandStep, 1, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( !s->waits[mu] && s->contacts.selected.view.cone.mu == 0.9 );
    // Back at the change it waits again, and taken back it is none.
    post( driver, session_commandStep, -1, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( s->waits[mu] && s->contacts.selected.view.cone.mu == slope );
    setParam( driver, scene.def.scenario, "mu", slope );
    s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( !s->waits[mu] );
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

/// Changes one row after another, each with the run back at this step, and compares what is said of its contacts.
static bool noRowJudgesThePast( const ssScenario* scenario, int64_t step, const char** key )
{
    ssScene scene = { .def = ssDefaultSimDef( scenario ), .viewFlags = ss_drawAll };
    testMust( ssSimDef_ApplyPreset( &scene.def, "tiny" ) );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    testMust( sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ) );
    bool same = true;
    for ( int i = 0; i < scenario->paramCount && same; ++i )
    {
        const ssParam* row = scenario->params + i;
        if ( !row->live || row->kind != ss_paramNumber )
        {
            continue;
        }
        *key = row->key;
        post( driver, session_commandReset, 0, 0, 0.0 );
        post( driver, session_commandSetParam, 0, i, scene.def.values[i] ); // at t = 0 the run begins with it
        post( driver, session_commandSeek, step, 0, 0.0 );
        sessionDriver_Advance( driver, 0.0 );
        sessionContactList before = sessionDriver_Acquire( driver, &signalLog )->contacts;
        before.items = malloc( sizeof *before.items * (size_t)( before.count + 1 ) );
        memcpy( before.items, sessionDriver_Acquire( driver, &signalLog )->contacts.items,
            sizeof *before.items * (size_t)before.count );
        setParam( driver, scenario, row->key,
            scene.def.values[i] != row->min ? row->min : 0.5 * ( row->min + row->max ) );
        same = saysTheSame( &before, &sessionDriver_Acquire( driver, &signalLog )->contacts );
        free( before.items );
    }
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    return same;
}

TEST noSliderChangesWhatIsSaidOfTheLastStep( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const char* key = "";
        if ( !noRowJudgesThePast( ssGetScenario( i ), 40, &key ) )
        {
            printf( "%s: %s\n", ssGetScenario( i )->id, key );
            FAIL();
        }
    }
    PASS();
}

TEST anotherLawJudgesOnlyWhatComes( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "playground" ) ), .viewFlags = ss_drawAll };
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandSeek, 200, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    double margin = s->contacts.selected.margin;
    const char* text = "law \"slippery\"\nC = disc(0.001)\n";
    testMust( sessionDriver_SetLaw( driver, text, "law" ) );
    sessionDriver_Advance( driver, 0.0 );
    s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( s->scenario->law != NULL ); // the panel shows its rows
    ASSERT( sameNumber( margin, s->contacts.selected.margin ) );
    ASSERT( s->contacts.audit.worst[ss_auditCone] < ssAuditWarningLevel( ss_auditCone ) );
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

// ------------------------------------------------------------------------------------------ lengths of arrows

/// The length of the longest arrow of a quantity [m].
static double longest( const gfxDrawList* list, int quantity )
{
    return (double)list->scale[quantity] * (double)list->largest[quantity];
}

TEST anArrowShrinksWithWhatItShows( void )
{
    // The opening of the window: the sphere slows down from 2.5 m/s until it rests.
    ssScene scene = sceneOf( "fig3a" );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, true, ss_drawAll, &driver ).code );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    float scale = s->draw.scale[ss_quantityVelocity];
    double length = longest( &s->draw, ss_quantityVelocity ), first = length;
    while ( s->step < s->lastStep )
    {
        sessionDriver_Advance( driver, 1.0 / 60.0 );
        s = sessionDriver_Acquire( driver, &signalLog );
        ASSERT( longest( &s->draw, ss_quantityVelocity ) <= length + 1e-6 * first );
        ASSERT_EQ( scale, s->draw.scale[ss_quantityVelocity] );
        length = longest( &s->draw, ss_quantityVelocity );
    }
    ASSERT( length < 1e-3 * first && s->scaleChanges == 0 );
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

/// Plays a run in 60 pictures. False: an arrow was drawn longer per unit than before, or shorter without a word.
static bool scalesAreHeld( const ssSimDef* def )
{
    ssScene scene = { .def = *def, .viewFlags = ss_drawAll };
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    testMust( sessionCreateDriver( &scene, false, true, false, ss_drawDefault, &driver ) );
    float scale[3] = { 0.0f };
    bool held = true;
    for ( int i = 0; i < 60 && held; ++i )
    {
        const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
        for ( int q = 0; q < ss_quantityCount; ++q )
        {
            if ( s->draw.broken[q] )
            {
                continue; // a peak, which says so itself
            }
            held = held &&
                ( scale[q] == 0.0f || s->draw.scale[q] == scale[q] ||
                    ( s->scaleChanges > 0 && s->draw.scale[q] < scale[q] ) );
            scale[q] = s->draw.scale[q];
        }
        int64_t step = s->lastStep * ( i + 1 ) / 60;
        post( driver, session_commandSeek, step < 6000 ? step : 6000, 0, 0.0 );
        sessionDriver_Advance( driver, 1.0 / 60.0 );
    }
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    return held;
}

TEST aScaleIsThatOfTheWholeRun( void )
{
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        ssSimDef def = ssDefaultSimDef( ssGetScenario( i ) );
        testMust( ssSimDef_ApplyPreset( &def, "tiny" ) );
        if ( !scalesAreHeld( &def ) )
        {
            printf( "%s\n", def.scenario->id );
            FAIL();
        }
    }
    PASS();
}

/// A sphere on a slope becomes ever faster, and its run has more steps than are looked through before the first picture.
TEST aScaleThatIsFoundOutLateIsAnnouncedAndAnimated( void )
{
    ssScene scene = sceneOf( "fig3a" );
    testMust( ssSimDef_Set( &scene.def, "incline_deg", "30" ) );
    testMust( ssSimDef_Set( &scene.def, "u0", "0.3" ) );
    testMust( ssSimDef_Set( &scene.def, "omega0", "0" ) );
    scene.def.h = 1e-5;
    scene.def.until = 1.0;
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, false, false, ss_drawAll, &driver ).code );
    double began = osSeconds(), first = 0.0, scale = 0.0, told = 1.0;
    while ( osSeconds() - began < 4.0 )
    {
        sessionDriver_Advance( driver, 0.0 );
        const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
        double now = (double)s->draw.scale[ss_quantityVelocity], factor = scale > 0.0 ? now / scale : 1.0;
        // A picture passes over 0.05 s of a change at most, and a decade takes 0.6 s.
        ASSERT( fabs( log10( factor ) ) < 0.05 / 0.6 + 1e-3 );
        first = first > 0.0 ? first : now;
        scale = now;
        told = s->scaleChanges > 0 ? s->scaleFactor[ss_quantityVelocity] : 1.0;
        ASSERT( s->scaleChanges <= 1 );
    }
    ASSERT_IN_RANGE( told, scale / first, 1e-3 * told );
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

/// Nothing moves; a ball is thrown. Its arrow is as long as the view allows from the first picture on, and nothing is said of
/// lengths that nobody has seen.
TEST theArrowOfAThrowStaysInTheView( void )
{
    for ( int later = 0; later < 2; ++later )
    {
        ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "playground" ) ), .viewFlags = ss_drawAll };
        sessionDriver* driver = NULL;
        sessionSignalLog signalLog = { 0 };
        ssBuild bare = { .gravity = { 0.0, 0.0, -9.81 } };
        ssBuildEdit* edit = ssAlloc( sizeof *edit );
        testMust( sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ) );
        testMust( ssBuildEdit_Copy( &( ssBuildEdit ){ .op = ss_buildSetAll, .all = &bare }, edit ) );
        sessionDriver_Post( driver, &( sessionCommand ){ .kind = session_commandBuild, .build = edit } );
        for ( int thrown = 0; thrown < 2; ++thrown )
        {
            ssPart part = ssDefaultPart( ss_partSphere );
            part.position = ssVec3_Make( thrown, 0.0, part.radius );
            part.velocity = ssVec3_Make( 3.0 * thrown, 0.0, 0.0 );
            part.thrown = thrown != 0 && later != 0;
            edit = ssAlloc( sizeof *edit );
            testMust( ssBuildEdit_Copy( &( ssBuildEdit ){ .op = ss_buildAddPart, .part = part }, edit ) );
            sessionDriver_Post( driver, &( sessionCommand ){ .kind = session_commandBuild, .build = edit } );
            post( driver, session_commandSeek, thrown == 0 ? 20 * later : 20 * later + 1, 0, 0.0 );
            sessionDriver_Advance( driver, 1.0 / 60.0 );
        }
        for ( int i = 0; i < 90; ++i )
        {
            const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
            ASSERT( s->draw.largest[ss_quantityVelocity] > 2.0f );
            ASSERT( longest( &s->draw, ss_quantityVelocity ) < (double)s->draw.boundsRadius );
            ASSERT( !s->draw.broken[ss_quantityVelocity] );
            ASSERT( s->scaleChanges == 0 || s->scaleFactor[ss_quantityVelocity] == 1.0 );
            sessionDriver_Advance( driver, 1.0 / 60.0 );
        }
        sessionSignalLog_Free( &signalLog );
        sessionDestroyDriver( driver );
    }
    PASS();
}

static sessionDriver* driverWith( double gravity, sessionSignalLog* signalLog, double* length )
{
    ssScene scene = sceneOf( "fig3a" );
    int g = ssFindParam( scene.def.scenario->params, scene.def.scenario->paramCount, "gravity" );
    scene.def.values[g] = gravity;
    sessionDriver* driver = NULL;
    testMust( sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ) );
    post( driver, session_commandSeek, 300, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    *length = longest( &sessionDriver_Acquire( driver, signalLog )->draw, ss_quantityForce );
    return driver;
}

TEST forcesOnTheMoonAreASixthOfThoseOnEarthToTheEye( void )
{
    const double ratio = 1.62 / 9.81;
    sessionSignalLog signalLog = { 0 };
    double length;
    sessionDriver* driver = driverWith( 9.81, &signalLog, &length );
    // Beside each other:
    sessionDriver_Post(
        driver, &( sessionCommand ){ .kind = session_commandTwinValues, .text = "gravity=1.62" } );
    sessionDriver_Advance( driver, 0.0 );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT( sessionSnapshot_Twin( s ) != NULL );
    ASSERT_IN_RANGE( ratio,
        longest( &sessionSnapshot_Twin( s )->draw, ss_quantityForce ) / longest( &s->draw, ss_quantityForce ),
        1e-3 );
    post( driver, session_commandTwin, 0, 0, 0.0 );
    // One after the other, as a lesson does that keeps the first as a pin:
    for ( int k = 0; k < 2; ++k )
    {
        sessionDestroyDriver( driver );
        sessionSignalLog_Free( &signalLog );
        driver = driverWith( k == 0 ? 9.81 : 1.62, &signalLog, &length );
        post( driver, session_commandPin, 0, 0, 0.0 );
        sessionDriver_Advance( driver, 0.0 );
        s = sessionDriver_Acquire( driver, &signalLog );
        setParam( driver, s->scenario, "gravity", k == 0 ? 1.62 : 9.81 );
        post( driver, session_commandReset, 0, 0, 0.0 );
        post( driver, session_commandSeek, 300, 0, 0.0 );
        float scale = s->draw.scale[ss_quantityForce];
        for ( int i = 0; i < 120; ++i ) // a change of scale is animated
        {
            sessionDriver_Advance( driver, 1.0 / 60.0 );
            s = sessionDriver_Acquire( driver, &signalLog );
            ASSERT( s->draw.scale[ss_quantityForce] > 0.9f * scale / 1.2f );
            scale = s->draw.scale[ss_quantityForce];
        }
        double now = longest( &s->draw, ss_quantityForce );
        if ( k == 0 )
        {
            ASSERT_IN_RANGE( ratio, now / length, 1e-3 );
            ASSERT_EQ( 0, s->scaleChanges );
        }
        else // it did not fit, which is said, with the factor by which the length misses the ratio
        {
            ASSERT( s->scaleChanges == 1 && s->scaleFactor[ss_quantityForce] < 1.0 );
            ASSERT_IN_RANGE( s->scaleFactor[ss_quantityForce] / ratio, now / length, 1e-2 );
        }
    }
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

TEST aPullLeavesTheDiscOfMomentsAsItIs( void )
{
    sessionSignalLog signalLog = { 0 };
    double length;
    sessionDriver* driver = driverWith( 9.81, &signalLog, &length );
    const sessionSnapshot* s = sessionDriver_Acquire( driver, &signalLog );
    ASSERT_EQ( 1, s->draw.discCount );
    float scale = s->draw.scale[ss_quantityMoment];
    ssVec3 target = { (double)s->draw.spheres[0].center[0] + 3.0, 2.0, 0.5 }; // far to the side
    for ( int pulled = 1; pulled >= 0; --pulled )
    {
        sessionDriver_Post( driver,
            &( sessionCommand ){ .kind = session_commandDrag,
                .drag = { .active = pulled != 0, .body = s->draw.spheres[0].body, .target = target } } );
        post( driver, session_commandPlay, 0, 0, 0.0 );
        for ( int i = 0; i < 90; ++i )
        {
            sessionDriver_Advance( driver, 1.0 / 60.0 );
            s = sessionDriver_Acquire( driver, &signalLog );
            ASSERT_EQ( scale, s->draw.scale[ss_quantityMoment] );
        }
    }
    sessionSignalLog_Free( &signalLog );
    sessionDestroyDriver( driver );
    PASS();
}

SUITE( driver )
{
    RUN_TEST( anArrowShrinksWithWhatItShows );
    RUN_TEST( aScaleIsThatOfTheWholeRun );
    RUN_TEST( aScaleThatIsFoundOutLateIsAnnouncedAndAnimated );
    RUN_TEST( theArrowOfAThrowStaysInTheView );
    RUN_TEST( forcesOnTheMoonAreASixthOfThoseOnEarthToTheEye );
    RUN_TEST( aPullLeavesTheDiscOfMomentsAsItIs );
    RUN_TEST( aForceIsJudgedByTheLawThatItWasComputedWith );
    RUN_TEST( noSliderChangesWhatIsSaidOfTheLastStep );
    RUN_TEST( anotherLawJudgesOnlyWhatComes );
    RUN_TEST( runsEndAsTheirPresetSays );
    RUN_TEST( aChangedRunDoesNotBeginAgain );
    RUN_TEST( threadAndInlineDriversWalkTheSamePath );
    RUN_TEST( seekingBackAndForthIsBitExact );
    RUN_TEST( goingBackAcrossAnEditReplaysIt );
    RUN_TEST( anEditMadeAtAKeyFrameSurvivesGoingBackToIt );
    RUN_TEST( commandsAfterALoadGoToTheLoadedScene );
    RUN_TEST( aLongSeekKeepsItsRowsWithinBounds );
    RUN_TEST( seekingInAGrowingSceneIsBitExact );
    RUN_TEST( aRunThatStartsPlayingMovesByTheRealClock );
    RUN_TEST( stepsAreTimedStageByStageWhereTheClockIsReal );
    RUN_TEST( aSpentBudgetIsSaidPlainly );
    RUN_TEST( theWindowNeverWaitsForASlowStep );
    RUN_TEST( whatTheUserWantsEndsALongStep );
    RUN_TEST( aSeekShowsHowFarItIsAndCanBeEnded );
    RUN_TEST( aChangeWaitsForTheEndOfASeek );
    RUN_TEST( aMotionThatOverflowsPausesWithAMessage );
    RUN_TEST( longTracesAreThinnedEvenlyAndKeepBothEnds );
    RUN_TEST( theHistoryStaysWithinItsSlots );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( driver );
    return TEST_END();
}
