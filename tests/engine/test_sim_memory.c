// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "memory_common.h"
#include "slipstick/lab/scenario.h"

// Simulations where memory runs out: it is said, nothing is lost, and nothing leaks.

static void stepTimes( ssSim* sim, int count )
{
    for ( int i = 0; i < count; ++i ) { ssSim_Step( sim ); }
}

static int s_live, s_count, s_failAt;

static void* failingAllocate( void* context, size_t size )
{
    (void)context;
    if ( s_count++ == s_failAt ) { return NULL; }
    ++s_live;
    return calloc( 1, size );
}

static void countingFree( void* context, void* memory )
{
    (void)context;
    --s_live;
    free( memory );
}

TEST missingMemoryIsReportedAtEveryAllocation( void )
{
    ssInstallAllocator( failingAllocate, countingFree, NULL );
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        ssSimDef def = ssDefaultSimDef( ssGetScenario( s ) );
        ssResult result = ssSimDef_ApplyPreset( &def, "tiny" );
        bool succeeded = false;
        for ( s_failAt = 0; !succeeded && s_failAt < 1000; ++s_failAt )
        {
            s_count = s_live = 0;
            ssSim* sim = NULL;
            result = ssCreateSim( &def, &sim );
            succeeded = result.code == ss_ok;
            ASSERT( succeeded || ( result.code == ss_errorMemory && sim == NULL ) );
            ssDestroySim( sim );
            ASSERT_EQ_FMT( 0, s_live, "%d" );
        }
        ASSERT( succeeded && s_failAt > 1 );
    }
    ssInstallAllocator( NULL, NULL, NULL );
    PASS();
}

TEST missingMemoryAtAResetLeavesTheRunAlone( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        ssSimDef def = ssDefaultSimDef( ssGetScenario( s ) );
        ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
        ssInstallAllocator( failingAllocate, countingFree, NULL );
        s_count = s_live = 0;
        s_failAt = -1;
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        stepTimes( sim, 5 );
        uint64_t hash = ssSim_Hash( sim );
        int live = s_live;
        bool succeeded = false;
        for ( s_failAt = 0; !succeeded && s_failAt < 1000; ++s_failAt )
        {
            s_count = 0;
            ssResult result = ssSim_Reset( sim );
            succeeded = result.code == ss_ok;
            ASSERT( succeeded || ( result.code == ss_errorMemory && ssSim_Hash( sim ) == hash ) );
            // A fresh run has not yet allocated what stepping needs.
            ASSERT( succeeded ? s_live <= live : s_live == live );
        }
        ASSERT( succeeded && s_failAt > 1 );
        ssDestroySim( sim );
        ASSERT_EQ_FMT( 0, s_live, "%d" );
        ssInstallAllocator( NULL, NULL, NULL );
    }
    PASS();
}

TEST steppingDoesNotLeak( void )
{
    ssInstallAllocator( failingAllocate, countingFree, NULL );
    s_count = s_live = 0;
    s_failAt = -1;
    ssSim* sim = NULL;
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "fig3b" ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    stepTimes( sim, 1 ); // allocates what stepping needs
    int live = s_live;
    stepTimes( sim, 1000 );
    ASSERT_EQ_FMT( live, s_live, "%d" );
    ssDestroySim( sim );
    ASSERT_EQ_FMT( 0, s_live, "%d" );
    ssInstallAllocator( NULL, NULL, NULL );
    PASS();
}

TEST aStepWithoutMemorySaysSo( void )
{
    static const char* const ids[] = { "gravel-pile", "rolling-sphere", "dilatancy-twins", "playground" };
    for ( int s = 0; s < SS_COUNT( ids ); ++s )
    {
        int said = 0;
        for ( int left = 0; left < 40; ++left )
        {
            ssSimDef def = ssDefaultSimDef( ssFindScenario( ids[s] ) );
            ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tiny" ).code );
            ssInstallAllocator( memoryTake, memoryGiveBack, NULL );
            memoryLeft = 1000000;
            ssSim* sim = NULL;
            ssResult made = ssCreateSim( &def, &sim );
            memoryLeft = left;
            ssStepReport report = made.code == ss_ok ? ssSim_Step( sim ) : ( ssStepReport ){ 0 };
            bool named = report.reason != NULL && strstr( report.reason, "out of memory" ) != NULL;
            memoryLeft = 1000000;
            bool goesOn = made.code == ss_ok && ssSim_Step( sim ).status <= ss_statusLimit;
            ssDestroySim( sim );
            ssInstallAllocator( NULL, NULL, NULL );
            ASSERT_EQm( ids[s], ss_ok, made.code );
            ASSERTm( ids[s], report.status <= ss_statusLimit || named );
            ASSERTm( ids[s], goesOn );
            said += named ? 1 : 0;
        }
        ASSERTm( ids[s], said > 0 );
    }
    PASS();
}

SUITE( memory )
{
    RUN_TEST( missingMemoryIsReportedAtEveryAllocation );
    RUN_TEST( missingMemoryAtAResetLeavesTheRunAlone );
    RUN_TEST( steppingDoesNotLeak );
    RUN_TEST( aStepWithoutMemorySaysSo );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( memory );
    return TEST_END();
}
