// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/os.h"
#include "driver_post.h"
#include "session/driver/driver.h"
#include "session/run/history.h"
#include "shows/shows.h"
#include <SDL.h>

// The thread of the simulation, its clock and its history, without a window around them.

static uint64_t directHash( const ssScene* scene, int64_t step )
{
    ssSim* sim = NULL;
    if ( ssCreateSim( &scene->def, &sim ).code != ss_ok ) { return 0; }
    while ( ssSim_StepIndex( sim ) < step ) { ssSim_Step( sim ); }
    uint64_t hash = ssSim_Hash( sim );
    ssDestroySim( sim );
    return hash;
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
            if ( frame == 30 ) { post( driver, session_commandSetParam, 0, 0, 0.4 ); }
            sessionDriver_Advance( driver, 1.0 / 60.0 );
            snapshot = sessionDriver_Acquire( driver, &signalLog );
        }
        hashes[threaded] = snapshot->hash;
        steps[threaded] = snapshot->step;
        ASSERT_EQ_FMT( snapshot->step, signalLog.lastStep, "%ld" );
        sessionDestroyDriver( driver );
        sessionSignalLog_Free( &signalLog );
    }
    double speed = showOf( scene.def.scenario, scene.def.preset ).speed;
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
        while ( ssSim_StepIndex( sim ) < signalLog.steps[i] ) { ssSim_Step( sim ); }
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
        const sessionSnapshot* snapshot;
        do // a frame has a time of its own, which may be over before the steps are
        {
            sessionDriver_Advance( driver, 0.0 );
            snapshot = sessionDriver_Acquire( driver, &signalLog );
        } while ( snapshot->step < 100 );
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
    const int steps = testUpTo( 300000, 140000 );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, session_commandSeek, steps, 0, 0.0 );
    sessionDriver_Advance( driver, 0.0 );
    sessionDriver_Acquire( driver, &signalLog );
    ASSERT( signalLog.rowCount > 1000 && signalLog.rowCount <= 1 << 17 );
    ASSERT_EQ_FMT( (int64_t)steps, signalLog.lastStep, "%ld" );
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
    return ( ssStepReport ){ .status = s_broken ? ss_statusNotFinite : ss_statusConverged };
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
    .model = { .signals = s_signals,
        .signalCount = 1,
        .h = 1e-3,
        .until = 1000.0,
        .stateSize = sizeof( Nothing ),
        .create = createNothing,
        .step = stepNothing,
        .serialize = serializeNothing,
        .fillSignals = signalNothing },
    .picture = { .draw = drawNothing } };

/// A step whose solver had to stop because its work was used up.
static ssStepReport stepWithoutBudget( void* state, ssSim* sim )
{
    (void)sim;
    ( (Nothing*)state )->x += 1.0;
    return ( ssStepReport ){ .status = ss_statusLimit, .residual = 3e-3, .budgetSpent = true };
}

TEST aSpentBudgetIsSaidPlainly( void )
{
    ssScenario spender = s_slow;
    spender.model.step = stepWithoutBudget;
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
    for ( int i = 0; i < 100000; ++i ) { SDL_SemPost( s_gate ); }
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
    for ( int i = 0; i < steps; ++i ) { SDL_SemPost( s_gate ); }
}

/// Waits up to ten seconds for the driver to reach a step or, with `rests`, to have nothing left to do.
static bool waitFor( sessionDriver* driver, int64_t step, bool rests )
{
    for ( int i = 0; i < 2000; ++i )
    {
        sessionWork work = sessionDriver_Work( driver );
        bool busy = work.queued || work.seeking || work.seconds > 0.0;
        if ( rests ? !busy : work.at >= step ) { return true; }
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
        if ( stop != NULL && stop( context ) ) { return ( ssStepReport ){ .status = ss_statusCancelled }; }
        SDL_Delay( 5 );
    }
    return ( ssStepReport ){ .status = ss_statusConverged };
}

TEST whatTheUserWantsEndsALongStep( void )
{
    ssScenario endless = s_slow;
    endless.model.step = stepForEver;
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
        while ( sessionDriver_Work( driver ).queued && SDL_GetTicks() - start < 5000 ) { SDL_Delay( 1 ); }
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
                .param = ssFindParam(
                    scene.def.scenario->model.params, scene.def.scenario->model.paramCount, "mu_r" ),
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
static ssScene tenSteps( ssEnding ending )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) ),
        .show = { .ending = ending, .speed = 1.0 },
        .viewFlags = ss_drawAll };
    scene.def.until = 10.0 * scene.def.h;
    return scene;
}

/// At its end a run pauses, or runs on, or is seen for a moment and begins again, as its scene says.
TEST runsEndAsTheirSceneSays( void )
{
    for ( ssEnding ending = ss_endingStop; ending <= ss_endingLoop; ++ending )
    {
        ssScene scene = tenSteps( ending );
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
    ssScene scene = tenSteps( ss_endingLoop );
    sessionDriver* driver = NULL;
    sessionSignalLog signalLog = { 0 };
    ASSERT_EQ( ss_ok, sessionCreateDriver( &scene, false, true, true, ss_drawAll, &driver ).code );
    sessionDriver_Advance( driver, 5.0 * scene.def.h );
    sessionDriver_Post( driver,
        &( sessionCommand ){ .kind = session_commandSetParam,
            .param = ssFindScenarioParam( scene.def.scenario, "mu" ),
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

SUITE( driver )
{
    RUN_TEST( runsEndAsTheirSceneSays );
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
