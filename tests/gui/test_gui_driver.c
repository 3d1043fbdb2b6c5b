// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "session/driver.h"
#include "session/history.h"
#include <SDL.h>

// The simulation's thread, its clock and its way back, without a window around them.

static ssScene sceneOf( const char* preset )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) ), .viewFlags = ss_drawAll };
    ssSimDef_ApplyPreset( &scene.def, preset );
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

static void post( hostDriver* driver, hostCommandKind kind, int64_t count, int param, double value )
{
    hostDriver_Post(
        driver, &( hostCommand ){ .kind = kind, .count = count, .param = param, .value = value } );
}

TEST threadAndInlineDriversWalkTheSamePath( void )
{
    ssScene scene = sceneOf( "fig3b" );
    uint64_t hashes[2];
    int64_t steps[2];
    for ( int threaded = 0; threaded < 2; ++threaded )
    {
        hostDriver* driver = NULL;
        hostTrace trace = { 0 };
        ASSERT_EQ( ss_ok, hostCreateDriver( &scene, threaded != 0, true, true, ss_drawAll, &driver ).code );
        const hostSnapshot* snapshot = NULL;
        for ( int frame = 0; frame < 90; ++frame )
        {
            if ( frame == 30 )
            {
                post( driver, host_commandSetParam, 0, 0, 0.4 );
            }
            hostDriver_Advance( driver, 1.0 / 60.0 );
            snapshot = hostDriver_Acquire( driver, &trace );
        }
        hashes[threaded] = snapshot->hash;
        steps[threaded] = snapshot->step;
        ASSERT_EQ_FMT( snapshot->step, trace.lastStep, "%ld" );
        hostDestroyDriver( driver );
        hostTrace_Free( &trace );
    }
    // 90 frames at a quarter of real time
    ASSERT( llabs( steps[0] - 3750 ) <= 1 );
    ASSERT_EQ( steps[0], steps[1] );
    ASSERT_EQ( hashes[0], hashes[1] );
    PASS();
}

TEST seekingBackAndForthIsBitExact( void )
{
    ssScene scene = sceneOf( "fig3b" );
    hostDriver* driver = NULL;
    hostTrace trace = { 0 };
    ASSERT_EQ( ss_ok, hostCreateDriver( &scene, true, true, false, ss_drawAll, &driver ).code );
    testRng rng = { 7 };
    int64_t furthest = 0;
    for ( int i = 0; i < testCount( 20 ); ++i )
    {
        int64_t step = (int64_t)testUniform( &rng, 0.0, 5000.0 );
        post( driver, host_commandSeek, step, 0, 0.0 );
        hostDriver_Advance( driver, 0.0 );
        const hostSnapshot* snapshot = hostDriver_Acquire( driver, &trace );
        ASSERT_EQ_FMT( step, snapshot->step, "%ld" );
        ASSERT_EQ( directHash( &scene, step ), snapshot->hash );
        // what was seen before stays known
        furthest = step > furthest ? step : furthest;
        ASSERT_EQ_FMT( furthest, trace.lastStep, "%ld" );
    }
    // and holds the same numbers as a run that never went back
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &scene.def, &sim ).code );
    for ( int i = 0; i < trace.rowCount; ++i )
    {
        double row[SS_MAX_SIGNALS];
        while ( ssSim_StepIndex( sim ) < trace.steps[i] )
        {
            ssSim_Step( sim );
        }
        ssSim_Signals( sim, row );
        const double* kept = hostTrace_Row( &trace, i ) + 1;
        for ( int j = 0; j < trace.signalCount; ++j )
        {
            ASSERT( row[j] == kept[j] || ( isnan( row[j] ) && isnan( kept[j] ) ) );
        }
    }
    ssDestroySim( sim );
    hostDestroyDriver( driver );
    hostTrace_Free( &trace );
    PASS();
}

TEST goingBackAcrossAnEditReplaysIt( void )
{
    ssScene scene = sceneOf( "fig3b" );
    hostDriver* driver = NULL;
    hostTrace trace = { 0 };
    ASSERT_EQ( ss_ok, hostCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, host_commandSeek, 1000, 0, 0.0 );
    post( driver, host_commandSetParam, 0, 0, 0.05 );
    post( driver, host_commandSeek, 2000, 0, 0.0 );
    hostDriver_Advance( driver, 0.0 );
    uint64_t there = hostDriver_Acquire( driver, &trace )->hash;
    ASSERT( there != directHash( &scene, 2000 ) );
    post( driver, host_commandSeek, 700, 0, 0.0 );
    hostDriver_Advance( driver, 0.0 );
    ASSERT_EQ( directHash( &scene, 700 ), hostDriver_Acquire( driver, &trace )->hash );
    post( driver, host_commandSeek, 2000, 0, 0.0 );
    hostDriver_Advance( driver, 0.0 );
    ASSERT_EQ( there, hostDriver_Acquire( driver, &trace )->hash );
    // a new edit in the past takes another way: the old future is forgotten
    post( driver, host_commandSeek, 700, 0, 0.0 );
    post( driver, host_commandSetParam, 0, 0, 0.3 );
    hostDriver_Advance( driver, 0.0 );
    hostDriver_Acquire( driver, &trace );
    ASSERT_EQ_FMT( (int64_t)700, trace.lastStep, "%ld" );
    ssScene recorded;
    ASSERT_EQ( ss_ok, hostDriver_Scene( driver, &recorded ).code );
    ASSERT_EQ_FMT( 1, recorded.editCount, "%d" );
    ASSERT_EQ_FMT( (int64_t)700, recorded.edits[0].step, "%ld" );
    ssScene_Destroy( &recorded );
    hostDestroyDriver( driver );
    hostTrace_Free( &trace );
    PASS();
}

TEST aSceneThatGrowsIsSoughtBackAndForthBitExactly( void )
{
    ssScene scene = { .def = ssDefaultSimDef( ssFindScenario( "sphere-pile" ) ), .viewFlags = ss_drawAll };
    ssSimDef_ApplyPreset( &scene.def, "tiny" );
    hostDriver* driver = NULL;
    hostTrace trace = { 0 };
    ASSERT_EQ( ss_ok, hostCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    const int64_t steps[] = { 300, 5, 299, 70, 0, 310 };
    for ( int i = 0; i < SS_COUNT( steps ); ++i )
    {
        post( driver, host_commandSeek, steps[i], 0, 0.0 );
        hostDriver_Advance( driver, 0.0 );
        const hostSnapshot* snapshot = hostDriver_Acquire( driver, &trace );
        ASSERT_EQ_FMT( steps[i], snapshot->step, "%ld" );
        ASSERT_EQ( directHash( &scene, steps[i] ), snapshot->hash );
    }
    hostDestroyDriver( driver );
    hostTrace_Free( &trace );
    PASS();
}

TEST aRunThatStartsPlayingMovesByTheRealClock( void )
{
    ssScene scene = sceneOf( "fig3b" );
    hostDriver* driver = NULL;
    hostTrace trace = { 0 };
    ASSERT_EQ( ss_ok, hostCreateDriver( &scene, true, false, true, ss_drawAll, &driver ).code );
    int64_t step = 0;
    for ( int i = 0; i < 5000 && step == 0; ++i )
    {
        SDL_Delay( 1 );
        step = hostDriver_Acquire( driver, &trace )->step;
    }
    hostDestroyDriver( driver );
    hostTrace_Free( &trace );
    ASSERT( step > 0 );
    PASS();
}

TEST stepsAreTimedStageByStageWhereTheClockIsReal( void )
{
    for ( int virtualClock = 0; virtualClock < 2; ++virtualClock )
    {
        ssScene scene = sceneOf( "fig3b" );
        hostDriver* driver = NULL;
        hostTrace trace = { 0 };
        ASSERT_EQ(
            ss_ok, hostCreateDriver( &scene, false, virtualClock != 0, false, ss_drawAll, &driver ).code );
        ASSERT( !hostDriver_Acquire( driver, &trace )->timings.known );
        post( driver, host_commandStep, 100, 0, 0.0 );
        hostDriver_Advance( driver, 0.0 );
        const hostSnapshot* snapshot = hostDriver_Acquire( driver, &trace );
        const hostTimings* timings = &snapshot->timings;
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
        hostDestroyDriver( driver );
        hostTrace_Free( &trace );
    }
    PASS();
}

TEST anEditMadeAtAKeyFrameSurvivesGoingBackToIt( void )
{
    ssScene scene = sceneOf( "fig3b" );
    hostDriver* driver = NULL;
    hostTrace trace = { 0 };
    ASSERT_EQ( ss_ok, hostCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, host_commandSeek, 64, 0, 0.0 );
    post( driver, host_commandSetParam, 0, 0, 0.9 );
    post( driver, host_commandStep, 1, 0, 0.0 );
    post( driver, host_commandStep, -1, 0, 0.0 );
    post( driver, host_commandSetParam, 0, 1, 0.1 );
    hostDriver_Advance( driver, 0.0 );
    const hostSnapshot* snapshot = hostDriver_Acquire( driver, &trace );
    ASSERT_EQ( 0.9, snapshot->values[0] );
    ssScene recorded;
    ASSERT_EQ( ss_ok, hostDriver_Scene( driver, &recorded ).code );
    ASSERT_EQ_FMT( 2, recorded.editCount, "%d" );
    ssScene_Destroy( &recorded );
    hostDestroyDriver( driver );
    hostTrace_Free( &trace );
    PASS();
}

TEST commandsAfterALoadGoToTheLoadedScene( void )
{
    ssScene scene = sceneOf( "fig3b" ), other = sceneOf( "fig3c" );
    hostDriver* driver = NULL;
    hostTrace trace = { 0 };
    ASSERT_EQ( ss_ok, hostCreateDriver( &scene, true, true, false, ss_drawAll, &driver ).code );
    ASSERT_EQ( ss_ok, hostDriver_Load( driver, &other ).code );
    post( driver, host_commandSetParam, 0, 0, 0.77 );
    hostDriver_Advance( driver, 0.0 );
    const hostSnapshot* snapshot = hostDriver_Acquire( driver, &trace );
    ASSERT_EQ( 0.77, snapshot->values[0] );
    ASSERT_EQ( other.def.values[7], snapshot->values[7] );
    // what cannot be played is refused, and the present scene goes on
    other.def.until = 1.00005;
    ASSERT( hostDriver_Load( driver, &other ).code != ss_ok );
    other.def.until = 1.0;
    other.def.h = 1e-300;
    ASSERT( hostDriver_Load( driver, &other ).code != ss_ok );
    hostDestroyDriver( driver );
    hostTrace_Free( &trace );
    PASS();
}

TEST aLongSeekKeepsItsRowsWithinBounds( void )
{
    ssScene scene = sceneOf( "fig3b" );
    hostDriver* driver = NULL;
    hostTrace trace = { 0 };
    ASSERT_EQ( ss_ok, hostCreateDriver( &scene, false, true, false, ss_drawAll, &driver ).code );
    post( driver, host_commandSeek, 300000, 0, 0.0 );
    hostDriver_Advance( driver, 0.0 );
    hostDriver_Acquire( driver, &trace );
    ASSERT( trace.rowCount > 1000 && trace.rowCount <= 1 << 17 );
    ASSERT_EQ_FMT( (int64_t)300000, trace.lastStep, "%ld" );
    for ( int i = 1; i < trace.rowCount; ++i )
    {
        ASSERT( hostTrace_Row( &trace, i )[0] > hostTrace_Row( &trace, i - 1 )[0] );
    }
    hostDestroyDriver( driver );
    hostTrace_Free( &trace );
    PASS();
}

// A scenario whose step waits until the test lets it go, or reports that it left the numbers.
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

TEST theWindowNeverWaitsForASlowStep( void )
{
    s_gate = SDL_CreateSemaphore( 0 );
    s_broken = false;
    ssScene scene = { .def = ssDefaultSimDef( &s_slow ) };
    hostDriver* driver = NULL;
    hostTrace trace = { 0 };
    ASSERT_EQ( ss_ok, hostCreateDriver( &scene, true, false, true, ss_drawAll, &driver ).code );
    // The step stands at the gate. Everything the window does must still return, or this test never ends.
    for ( int frame = 0; frame < 5; ++frame )
    {
        SDL_Delay( 5 );
        post( driver, host_commandSpeed, 0, 0, 1.0 );
        hostDriver_Advance( driver, 1.0 / 60.0 );
        ASSERT_EQ_FMT( (int64_t)0, hostDriver_Acquire( driver, &trace )->step, "%ld" );
    }
    post( driver, host_commandPause, 0, 0, 0.0 );
    for ( int i = 0; i < 100000; ++i )
    {
        SDL_SemPost( s_gate );
    }
    int64_t step = 0;
    for ( int i = 0; i < 1000 && step == 0; ++i )
    {
        SDL_Delay( 1 );
        step = hostDriver_Acquire( driver, &trace )->step;
    }
    ASSERT( step > 0 );
    hostDestroyDriver( driver );
    hostTrace_Free( &trace );
    SDL_DestroySemaphore( s_gate );
    PASS();
}

TEST aMotionThatLeavesTheNumbersPausesWithAMessage( void )
{
    s_gate = SDL_CreateSemaphore( 1000 );
    s_broken = true;
    ssScene scene = { .def = ssDefaultSimDef( &s_slow ) };
    hostDriver* driver = NULL;
    hostTrace trace = { 0 };
    ASSERT_EQ( ss_ok, hostCreateDriver( &scene, false, true, true, ss_drawAll, &driver ).code );
    hostDriver_Advance( driver, 1.0 );
    const hostSnapshot* snapshot = hostDriver_Acquire( driver, &trace );
    ASSERT_FALSE( snapshot->playing );
    ASSERT( testContains( snapshot->message, "numbers" ) );
    hostDestroyDriver( driver );
    hostTrace_Free( &trace );
    SDL_DestroySemaphore( s_gate );
    PASS();
}

TEST longTracesAreThinnedEvenlyAndKeepBothEnds( void )
{
    hostTrace trace = { 0 };
    hostTrace_Begin( &trace, 1, 1 );
    int64_t last = 700001;
    for ( int64_t step = 0; step <= last; ++step )
    {
        double value = (double)step;
        hostTrace_Add( &trace, step, 1e-3 * value, &value );
    }
    ASSERT( trace.rowCount <= 1 << 17 && trace.rowCount > 1 << 15 );
    ASSERT_EQ( 0.0, hostTrace_Row( &trace, 0 )[1] );
    ASSERT_EQ( (double)last, hostTrace_Row( &trace, trace.rowCount - 1 )[1] );
    for ( int i = 1; i < trace.rowCount - 1; ++i )
    {
        ASSERT_EQ( (double)( i * trace.stride ), hostTrace_Row( &trace, i )[1] );
    }
    // back in time keeps what follows, until a change cuts it off
    double value = -1.0;
    int rows = trace.rowCount;
    hostTrace_Add( &trace, 4096, 4.096, &value );
    ASSERT_EQ( rows, trace.rowCount );
    ASSERT_EQ( -1.0, hostTrace_Row( &trace, hostTrace_Find( &trace, 4.096 ) )[1] );
    hostTrace_Cut( &trace, 4.096 );
    ASSERT_EQ( -1.0, hostTrace_Row( &trace, trace.rowCount - 1 )[1] );
    ASSERT_EQ( (int64_t)4096, trace.lastStep );
    ASSERT_EQ( trace.rowCount - 1, hostTrace_Find( &trace, 1e9 ) );
    ASSERT_EQ( -1, hostTrace_Find( &trace, -1.0 ) );
    hostTrace_Free( &trace );
    PASS();
}

TEST theWayBackStaysWithinItsSlots( void )
{
    ssScene scene = sceneOf( "tiny" );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &scene.def, &sim ).code );
    hostHistory history = { 0 };
    hostHistory_Clear( &history );
    for ( int i = 0; i < 300000; ++i )
    {
        hostHistory_Visit( &history, sim );
        ssSim_Step( sim );
    }
    ASSERT( history.count <= 4096 );
    ASSERT( history.interval > 64 );
    ASSERT( hostHistory_Restore( &history, sim, 12345 ) );
    ASSERT( ssSim_StepIndex( sim ) <= 12345 && ssSim_StepIndex( sim ) > 12345 - history.interval );
    ASSERT_EQ( directHash( &scene, ssSim_StepIndex( sim ) ), ssSim_Hash( sim ) );
    hostHistory_Free( &history );
    ssDestroySim( sim );
    PASS();
}

SUITE( driver )
{
    RUN_TEST( threadAndInlineDriversWalkTheSamePath );
    RUN_TEST( seekingBackAndForthIsBitExact );
    RUN_TEST( goingBackAcrossAnEditReplaysIt );
    RUN_TEST( anEditMadeAtAKeyFrameSurvivesGoingBackToIt );
    RUN_TEST( commandsAfterALoadGoToTheLoadedScene );
    RUN_TEST( aLongSeekKeepsItsRowsWithinBounds );
    RUN_TEST( aSceneThatGrowsIsSoughtBackAndForthBitExactly );
    RUN_TEST( aRunThatStartsPlayingMovesByTheRealClock );
    RUN_TEST( stepsAreTimedStageByStageWhereTheClockIsReal );
    RUN_TEST( theWindowNeverWaitsForASlowStep );
    RUN_TEST( aMotionThatLeavesTheNumbersPausesWithAMessage );
    RUN_TEST( longTracesAreThinnedEvenlyAndKeepBothEnds );
    RUN_TEST( theWayBackStaysWithinItsSlots );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( driver );
    return TEST_END();
}
