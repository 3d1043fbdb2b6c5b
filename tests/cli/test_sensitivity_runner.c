// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/os.h"
#include "session/fit/sensitivity_runner.h"

#include <math.h>
#include <time.h>

// The background work of the bars under the sliders.

static ssSimDef s_def;

static void define( double mu )
{
    s_def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    s_def.h = 1e-3;
    s_def.until = 0.2;
    s_def.values[ssFindScenarioParam( s_def.scenario, "mu" )] = mu;
    s_def.values[ssFindScenarioParam( s_def.scenario, "mu_r" )] = 0.0;
    s_def.values[ssFindScenarioParam( s_def.scenario, "omega0" )] = 0.1;
}

static void ask( sessionSensitivity* s )
{
    static const char* const keys[] = { "mu", "gravity" };
    bool wanted[SS_MAX_PARAMS] = { false };
    for ( int i = 0; i < SS_COUNT( keys ); ++i )
    {
        int param = ssFindScenarioParam( s_def.scenario, keys[i] );
        if ( param >= 0 ) { wanted[param] = true; }
    }
    sessionSensitivity_Ask( s, &s_def, wanted );
}

static double effect( sessionSensitivity* s, const char* key )
{
    return sessionSensitivity_Effect(
        s, ssFindScenarioParam( s_def.scenario, key ), ssFindSignal( s_def.scenario, "u" ) );
}

TEST theNewestQuestionIsAnswered( int mode )
{
    sessionSensitivity* s = sessionCreateSensitivity( (sessionJobMode)mode );
    ASSERT( s != NULL );
    for ( int i = 0; i <= 20; ++i ) // a slider that moves
    {
        define( 0.1 + 0.01 * i );
        ask( s );
    }
    while ( sessionSensitivity_Left( s ) > 0 )
    {
        nanosleep( &( struct timespec ){ .tv_nsec = 1000000 }, NULL );
        sessionWorkBetweenFrames( 2e-3 );
    }
    // u = u0 - mu g t: the root mean squares of g t and mu t over 0.2 s
    double rms = 0.2 / sqrt( 3.0 );
    ASSERT_IN_RANGE( 9.81 * rms, effect( s, "mu" ), 0.01 * 9.81 * rms );
    ASSERT_IN_RANGE( 0.3 * rms, effect( s, "gravity" ), 0.01 * 0.3 * rms );
    ASSERT( isnan( effect( s, "u0" ) ) ); // nobody asked
    s_def = ssDefaultSimDef( ssFindScenario( "gravel-pile" ) );
    ask( s );
    char text[200];
    sessionSensitivity_Refusal( s, text, (int)sizeof text );
    ASSERTm( text, strstr( text, "not available for piles" ) != NULL );
    ASSERT_EQ( 0, sessionSensitivity_Left( s ) );
    define( 0.3 );
    ask( s );
    sessionDestroySensitivity( s ); // in the middle of it
    PASS();
}

SUITE( runner )
{
    RUN_TESTp( theNewestQuestionIsAnswered, session_jobThreads );
    RUN_TESTp( theNewestQuestionIsAnswered, session_jobFrames );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( runner );
    return TEST_END();
}
