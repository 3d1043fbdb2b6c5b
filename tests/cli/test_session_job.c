// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/os.h"
#include "session/law/law_draft.h"
#include "session/live/file_opener.h"
#include "session/run/solver_scope.h"
#include "slipstick/law_text.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

// Work that takes longer than a frame: the same whether it runs on threads, between frames or at once.

typedef struct Count
{
    sessionJob* job;
    atomic_int calls, steps;
    int wanted; // steps of a call
} Count;

static void count( void* context )
{
    Count* c = context;
    atomic_fetch_add( &c->calls, 1 );
    for ( int i = 0; i < c->wanted && !sessionJob_Stops( c->job ); ++i )
    {
        double until = osSeconds() + 1e-4;
        while ( osSeconds() < until ) {}
        atomic_fetch_add( &c->steps, 1 );
    }
}

static void begin( Count* c, int mode, int threads, int wanted )
{
    atomic_store( &c->calls, 0 );
    atomic_store( &c->steps, 0 );
    c->wanted = wanted;
    c->job = sessionCreateJob( (sessionJobMode)mode, threads, false, count, c );
}

static bool waitUntilIdle( sessionJob* job )
{
    double end = osSeconds() + 60.0;
    while ( sessionJob_Busy( job ) && osSeconds() < end ) { sessionWorkBetweenFrames( 1e-3 ); }
    return !sessionJob_Busy( job );
}

TEST allOfTheWorkIsDone( int mode )
{
    Count c;
    begin( &c, mode, 1, 50 );
    ASSERT( c.job != NULL );
    ASSERT_FALSE( sessionJob_Busy( c.job ) );
    for ( int question = 1; question <= 3; ++question )
    {
        sessionJob_Ask( c.job );
        ASSERT( waitUntilIdle( c.job ) );
        ASSERT_EQ( question, atomic_load( &c.calls ) );
        ASSERT_EQ( 50 * question, atomic_load( &c.steps ) );
        ASSERT( sessionJob_Seconds( c.job ) == 0.0 );
    }
    sessionDestroyJob( c.job );
    PASS();
}

/// Asked while it works, it works once more; the questions in between are not answered.
TEST theNewestQuestionIsAnswered( int mode )
{
    Count c;
    begin( &c, mode, 1, 100 );
    for ( int i = 0; i < 10; ++i ) { sessionJob_Ask( c.job ); }
    ASSERT( sessionJob_Busy( c.job ) );
    ASSERT( waitUntilIdle( c.job ) );
    ASSERT_EQ( 2, atomic_load( &c.calls ) );
    sessionDestroyJob( c.job );
    PASS();
}

TEST cancelledWorkEnds( int mode )
{
    Count c;
    begin( &c, mode, 1, 100000000 ); // hours
    sessionJob_Ask( c.job );
    sessionWorkBetweenFrames( 2e-3 );
    ASSERT_FALSE( sessionJob_Wait( c.job, 2e-3 ) );
    sessionJob_Cancel( c.job );
    ASSERT( waitUntilIdle( c.job ) );
    c.wanted = 5;
    int before = atomic_load( &c.steps );
    sessionJob_Ask( c.job ); // what was cancelled can be asked again
    ASSERT( sessionJob_Wait( c.job, 60.0 ) );
    ASSERT_EQ( before + 5, atomic_load( &c.steps ) );
    c.wanted = 100000000;
    sessionJob_Ask( c.job );
    sessionDestroyJob( c.job ); // in the middle of it
    PASS();
}

/// A frame gives three jobs of hours the eight milliseconds that it has for them, and none of them starves.
TEST framesAreShared( void )
{
    Count c[3];
    for ( int i = 0; i < SS_COUNT( c ); ++i )
    {
        begin( &c[i], session_jobFrames, 1, 100000000 );
        sessionJob_Ask( c[i].job );
    }
    ASSERT_EQ( 0, atomic_load( &c[0].steps ) ); // it begins with the next frame
    double shortest = (double)INFINITY;
    for ( int frame = 0; frame < 20; ++frame )
    {
        double before = osSeconds();
        ASSERT( sessionWorkBetweenFrames( 8e-3 ) );
        shortest = fmin( shortest, osSeconds() - before );
    }
    ASSERT( shortest >= 8e-3 && shortest < 0.1 ); // other programs may take the processor in between
    for ( int i = 0; i < SS_COUNT( c ); ++i )
    {
        ASSERT( atomic_load( &c[i].steps ) > 20 );
        sessionDestroyJob( c[i].job );
    }
    ASSERT_FALSE( sessionWorkBetweenFrames( 8e-3 ) );
    PASS();
}

TEST everyThreadTakesPart( void )
{
    Count c;
    begin( &c, session_jobThreads, 4, 10 );
    sessionJob_Ask( c.job );
    ASSERT( sessionJob_Wait( c.job, 60.0 ) );
    ASSERT_EQ( 4, atomic_load( &c.calls ) );
    ASSERT_EQ( 40, atomic_load( &c.steps ) );
    sessionDestroyJob( c.job );
    PASS();
}

// -------------------------------------------------------------------------------------- what the window asks

TEST aLawIsCheckedAlike( void )
{
    static ssLawCheck checks[3];
    ssLawProgram* program = NULL;
    static const char text[] = "law \"Plain\"\nparam mu = 0.5 [-] in 0 .. 2 \"friction\"\nC = disc(mu)\n";
    ssResult result = ssCompileLaw( text, "plain", &program, NULL );
    ASSERT_EQm( result.message, ss_ok, result.code );
    const double values[SS_LAW_MAX_PARAMS] = { 0.5 };
    for ( int mode = 0; mode <= session_jobAtOnce; ++mode )
    {
        sessionLawChecker* checker = sessionCreateLawChecker( (sessionJobMode)mode );
        sessionLawChecker_Ask( checker, program, values );
        while ( sessionLawChecker_Busy( checker ) ) { sessionWorkBetweenFrames( 1e-3 ); }
        ASSERT( sessionLawChecker_Answer( checker, checks + mode ) );
        sessionDestroyLawChecker( checker );
    }
    for ( int mode = 1; mode <= session_jobAtOnce; ++mode )
    {
        ASSERT_EQ( checks[0].motions, checks[mode].motions );
        for ( int i = 0; i < ss_lawPropertyCount; ++i )
        {
            ASSERT_EQ( checks[0].findings[i].verdict, checks[mode].findings[i].verdict );
            ASSERT_STR_EQ( checks[0].findings[i].sentence, checks[mode].findings[i].sentence );
        }
    }
    ssLawProgram_Release( program );
    PASS();
}

TEST aFileThatIsNoLogIsRefusedAlike( void )
{
    char words[3][256];
    for ( int mode = 0; mode <= session_jobAtOnce; ++mode )
    {
        sessionFileOpener* opener =
            sessionBeginOpening( (sessionJobMode)mode, "no-such-file.csv", NULL, NULL, NULL );
        while ( !sessionFileOpener_Done( opener ) ) { sessionWorkBetweenFrames( 1e-3 ); }
        const ssScenario* scenario = NULL;
        ssResult result = sessionFileOpener_Take( opener, &scenario );
        ASSERT( result.code != ss_ok && scenario == NULL );
        memcpy( words[mode], result.message, sizeof words[mode] );
        sessionEndOpening( opener );
    }
    ASSERT_STR_EQ( words[0], words[1] );
    ASSERT_STR_EQ( words[0], words[2] );
    PASS();
}

SUITE( job )
{
    RUN_TESTp( allOfTheWorkIsDone, session_jobThreads );
    RUN_TESTp( allOfTheWorkIsDone, session_jobFrames );
    RUN_TESTp( allOfTheWorkIsDone, session_jobAtOnce );
    RUN_TESTp( theNewestQuestionIsAnswered, session_jobThreads );
    RUN_TESTp( theNewestQuestionIsAnswered, session_jobFrames );
    RUN_TESTp( cancelledWorkEnds, session_jobThreads );
    RUN_TESTp( cancelledWorkEnds, session_jobFrames );
    RUN_TEST( framesAreShared );
    RUN_TEST( everyThreadTakesPart );
    RUN_TEST( aLawIsCheckedAlike );
    RUN_TEST( aFileThatIsNoLogIsRefusedAlike );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( job );
    return TEST_END();
}
