// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/why.h"
#include "why_faults.h"

// The doctor for contacts names faults that were built into logs, and accuses nothing in clean ones.

#define STEPS 600

static const ssWhyCause s_causes[fault_count] = { [fault_none] = ss_whyCauseCount,
    [fault_soft] = ss_whySoft,
    [fault_unconverged] = ss_whyUnconverged,
    [fault_polygon] = ss_whyPolygon,
    [fault_relaxation] = ss_whyRelaxation,
    [fault_stale] = ss_whyStaleNormal,
    [fault_oneCone] = ss_whyOneCone,
    [fault_combine] = ss_whyCombine,
    [fault_units] = ss_whyUnits,
    [fault_step] = ss_whyStep,
    [fault_flicker] = ss_whyFlicker,
    [fault_jumping] = ss_whyJumpingContact,
    [fault_restitution] = ss_whyRestitution,
    [fault_energy] = ss_whyLawEnergy,
    [fault_spring] = ss_whyTangentialSpring,
    [fault_missed] = ss_whyNoContact };

static void askText( const logText* text, ssWhy* why )
{
    ssContactLog* log = NULL;
    ssSource source = ssMemorySource( "log", text->bytes, text->used );
    const ssWhyOptions options = ssDefaultWhyOptions();
    testMust( ssOpenContactLog( &source, NULL, &log ) );
    testMust( ssWhyContactLog( log, &options, why ) );
    ssCloseContactLog( log );
}

static void printAnswer( const char* made, int scene, const ssWhy* why )
{
    printf( "  %-16s scene %d:", made, scene );
    for ( int i = 0; i < why->count; ++i )
    {
        printf( " %s %.2f", ssWhyName( why->findings[i].cause ), why->findings[i].confidence );
    }
    printf( "\n" );
}

/// Makes every fault in these scenes; how many are the first that is named.
static int countNamed(
    uint64_t seed, faultKind first, faultKind last, const faultScene* scenes, int sceneCount )
{
    int named = 0;
    for ( int kind = (int)first; kind <= (int)last; ++kind )
    {
        for ( int i = 0; i < sceneCount; ++i )
        {
            testRng rng = { seed + 100u * (uint64_t)kind + (uint64_t)i };
            ssWhy why;
            logText text =
                faultLog( &rng, (faultKind)kind, scenes[i], kind == fault_restitution ? 3 * STEPS : STEPS );
            askText( &text, &why );
            free( text.bytes );
            bool is = why.count > 0 && why.findings[0].cause == s_causes[kind];
            named += is;
            printAnswer( ssWhyName( s_causes[kind] ), scenes[i], &why );
        }
    }
    return named;
}

TEST faultsAreNamed( void )
{
    static const faultScene scenes[4] = { scene_slope, scene_level, scene_stack, scene_pinch };
    int named = countNamed( 1, fault_soft, fault_restitution, scenes, 4 );
    printf( "named %d of 48\n", named );
    ASSERT( named >= 40 );
    PASS();
}

/// Of these the thresholds know nothing. Where a log cannot tell, as of what slips along a groove alone or
/// stands on a belt, nothing is named.
TEST faultsOfOtherScenesAreNamed( void )
{
    static const faultScene scenes[2] = { scene_belt, scene_groove };
    int named = countNamed( 777001, fault_soft, fault_restitution, scenes, 2 );
    printf( "named %d of 24\n", named );
    ASSERT( named >= 19 );
    PASS();
}

/// Causes that came after the thresholds had been frozen.
TEST laterFaultsAreNamed( void )
{
    static const faultScene scenes[6] = { scene_slope, scene_level, scene_stack, scene_pinch, scene_belt,
        scene_groove };
    int named = countNamed( 31, fault_energy, fault_missed, scenes, 6 );
    printf( "named %d of 18\n", named );
    ASSERT( named >= 15 );
    PASS();
}

TEST cleanLogsAreNotAccused( void )
{
    for ( int i = 0; i < 24; ++i )
    {
        testRng rng = { 4000u + (uint64_t)i };
        ssWhy why;
        logText text = faultLog( &rng, fault_none, (faultScene)( i % scene_count ), STEPS );
        askText( &text, &why );
        free( text.bytes );
        printAnswer( "clean", i % scene_count, &why );
        ASSERT_EQ( 0, why.count );
    }
    PASS();
}

SUITE( why )
{
    RUN_TEST( faultsAreNamed );
    RUN_TEST( faultsOfOtherScenesAreNamed );
    RUN_TEST( laterFaultsAreNamed );
    RUN_TEST( cleanLogsAreNotAccused );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( why );
    return TEST_END();
}
