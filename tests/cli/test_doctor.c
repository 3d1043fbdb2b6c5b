// SPDX-License-Identifier: MIT
#include "driver_post.h"

#include "base/os.h"
#include "session/run/doctor.h"

#include <string.h>

// The latest steps of a run once more: the same from a saved state as from the start, and the doctor's answer
// is the same whether it works on a thread, between frames or at once.

static sessionDriver* driverAt( int64_t step )
{
    ssScene scene = sceneOf( "fig3b" );
    sessionDriver* driver = NULL;
    testMust( sessionCreateDriver( &scene, false, true, false, ss_drawAll, &driver ) );
    post( driver, session_commandStep, step / 2, 0, 0.0 );
    sessionDriver_Advance( driver, 1.0 );
    post( driver, session_commandSetParam, 0, ssFindScenarioParam( scene.def.scenario, "mu" ), 0.35 );
    post( driver, session_commandStep, step - step / 2, 0, 0.0 );
    sessionDriver_Advance( driver, 1.0 );
    ssScene_Destroy( &scene );
    return driver;
}

TEST savedStatesLeadToTheSameSteps( void )
{
    sessionDriver* driver = driverAt( 3000 );
    sessionReplay replay;
    textWriter near = { 0 }, whole = { 0 };
    testMust( sessionDriver_Replay( driver, 100, &replay ) );
    ASSERT_EQ( 2900, replay.from );
    ASSERT_EQ( 3000, replay.to );
    ASSERT( replay.state != NULL );
    testMust( sessionReplay_Record( &replay, NULL, NULL, &near ) );
    ssScenario_Release( replay.scenario );
    free( replay.state );
    replay.scenario = NULL;
    replay.state = NULL; // from t = 0 on, with the edit on the way
    testMust( sessionReplay_Record( &replay, NULL, NULL, &whole ) );
    ASSERT( near.length == whole.length && memcmp( near.text, whole.text, near.length ) == 0 );
    ssRelease( near.text );
    ssRelease( whole.text );
    sessionReplay_Free( &replay );
    sessionDestroyDriver( driver );
    PASS();
}

TEST theAnswerIsTheSameInEveryMode( int mode )
{
    sessionDriver* driver = driverAt( 400 );
    sessionDoctor* doctor = sessionCreateDoctor( (sessionJobMode)mode );
    const ssWhyOptions options = ssDefaultWhyOptions();
    sessionDiagnosis d = { 0 };
    double share = 0.0, end = osSeconds() + 60.0;
    for ( int question = 0; question < 2; ++question ) // the second one ends the first
    {
        sessionReplay replay;
        testMust( sessionDriver_Replay( driver, question == 0 ? 400 : 50, &replay ) );
        sessionDoctor_Ask( doctor, &replay, &options, -1 );
    }
    while ( sessionDoctor_Busy( doctor, &share, &d ) && osSeconds() < end )
    {
        sessionWorkBetweenFrames( 1e-3 );
    }
    ASSERT( d.known );
    ASSERT_STR_EQ( "", d.error );
    ASSERT_EQ( 400, d.step );
    ASSERT_EQ( 50, (int)d.why.contacts );
    ASSERT_EQ( 0, d.why.count );
    sessionDestroyDoctor( doctor );
    sessionDestroyDriver( driver );
    PASS();
}

SUITE( doctor )
{
    RUN_TEST( savedStatesLeadToTheSameSteps );
    RUN_TEST1( theAnswerIsTheSameInEveryMode, session_jobThreads );
    RUN_TEST1( theAnswerIsTheSameInEveryMode, session_jobFrames );
    RUN_TEST1( theAnswerIsTheSameInEveryMode, session_jobAtOnce );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( doctor );
    return TEST_END();
}
