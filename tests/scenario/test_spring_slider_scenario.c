// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "sim_common.h"

#include "slipstick/lab/scenario.h"

#include <stdlib.h>

// Scenario `spring-slider`: the laws of its presets show what they are known for,
// and a run holds what the contact remembers.

static ssSim* begin( const char* preset, const char* const* sets, int count )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "spring-slider" ) );
    ssSim* sim = NULL;
    ssResult result = ssSimDef_ApplyPreset( &def, preset );
    for ( int i = 0; i + 1 < count && result.code == ss_ok; i += 2 )
    {
        result = ssSimDef_Set( &def, sets[i], sets[i + 1] );
    }
    result = result.code == ss_ok ? ssCreateSim( &def, &sim ) : result;
    if ( result.code != ss_ok )
    {
        fprintf( stderr, "refused: %s\n", result.message );
        exit( 1 );
    }
    return sim;
}

static int rowOf( const ssSim* sim, const char* key )
{
    return ssFindScenarioParam( ssSim_Scenario( sim ), key );
}

TEST criticalStiffnessAndGrowthAreThoseOfTheFormula( void )
{
    const char* const inertia[] = { "normal_force", "20", "velocity", "0.01", "mass", "4", "stiffness", "900",
        "law.a", "0.02", "law.b", "0.05", "law.D_c", "1e-3", "law.V_0", "0.01", "perturbation", "1e-6" };
    ssSim* sim = begin( "stick-slip", inertia, SS_COUNT( inertia ) );
    // N (b - a)/D_c (1 + m V²/(N a D_c))
    ASSERT_IN_RANGE( 600.0 * 2.0, measureOf( sim, "k_c" ), 1e-3 );
    ssDestroySim( sim );
    const char* const nearly[] = { "stiffness", "4.8e6", "perturbation", "1e-8" };
    sim = begin( "stick-slip", nearly, SS_COUNT( nearly ) );
    runTo( sim, 300.0 );
    ASSERT( measureOf( sim, "max_re" ) > 0.0 );
    ASSERT_IN_RANGE( 1.0, measureOf( sim, "growth_rate" ) / measureOf( sim, "max_re" ), 0.02 );
    ssDestroySim( sim );
    PASS();
}

/// The experiment that the laws were made for: with a stiff spring, ten times the speed raises friction by a
/// log 10 at once, and lowers it in the end by (b - a) log 10 (Dieterich 1979).
TEST aStepOfTheSpeedShowsAAndB( void )
{
    static const char* const laws[] = { "stable", "slip-law" };
    for ( int i = 0; i < 2; ++i )
    {
        const char* const stiff[] = { "stiffness", "1e9", "perturbation", "0", "mass", "0.1" };
        ssSim* sim = begin( laws[i], stiff, SS_COUNT( stiff ) );
        double h = ssSim_StepSize( sim ), highest = 0.0;
        runTo( sim, 10.0 );
        double before = signalOf( sim, "mu" );
        ASSERT_IN_RANGE( 0.6, before, 1e-6 );
        ASSERT_EQ( ss_ok, ssSim_SetParam( sim, rowOf( sim, "velocity" ), 1e-5 ).code );
        while ( ssSim_Time( sim ) < 40.0 )
        {
            ssSim_Step( sim );
            highest = fmax( highest, signalOf( sim, "mu" ) );
        }
        ASSERT( h <= 0.25 );
        // Within the first step the contact slides up to a quarter of D_c, which takes away some of the peak.
        ASSERT_IN_RANGE( 0.01 * log( 10.0 ), highest - before, 0.35 * 0.01 * log( 10.0 ) );
        ASSERT_IN_RANGE( -0.005 * log( 10.0 ), signalOf( sim, "mu" ) - before, 1e-5 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST theSoftSpringSlipsAgainAndAgain( void )
{
    ssSim* sim = begin( "stick-slip", NULL, 0 );
    runTo( sim, 2000.0 );
    double period = measureOf( sim, "period" ), drop = measureOf( sim, "force_drop" );
    // The spring is loaded by k V for as long as a cycle lasts.
    ASSERT_IN_RANGE( 2.5e6 * 1e-6 * period, drop, 0.05 * drop );
    ASSERT( measureOf( sim, "peak_speed" ) > 1e4 * 1e-6 );
    ASSERT( period > 500.0 && period < 1000.0 );
    ssDestroySim( sim );
    // The steps of the run may be as long as they like.
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "spring-slider" ) );
    testMust( ssSimDef_ApplyPreset( &def, "stick-slip" ) );
    def.h = 10.0;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    runTo( sim, 2000.0 );
    ASSERT_IN_RANGE( period, measureOf( sim, "period" ), 5e-3 * period );
    ssDestroySim( sim );
    PASS();
}

TEST aSavedStateHoldsWhatTheContactRemembers( void )
{
    static const char* const presets[] = { "stick-slip", "slip-law", "lugre" };
    for ( int i = 0; i < SS_COUNT( presets ); ++i )
    {
        ssSim* sim = begin( presets[i], NULL, 0 );
        double half = i < 2 ? 400.0 : 10.0;
        runTo( sim, half );
        size_t size = ssSim_SaveSize( sim );
        void* blob = malloc( size );
        ASSERT( blob != NULL && ssSim_Save( sim, blob, size ) == size );
        double remembered = signalOf( sim, "state_1" );
        runTo( sim, 2.0 * half );
        uint64_t end = ssSim_Hash( sim );
        ASSERT( signalOf( sim, "state_1" ) != remembered );
        // Back, and forth again; also in a new run with other numbers of the law.
        ASSERT_EQ( ss_ok, ssSim_Restore( sim, blob, size ).code );
        ASSERT( signalOf( sim, "state_1" ) == remembered );
        runTo( sim, 2.0 * half );
        ASSERT( ssSim_Hash( sim ) == end );
        ssSim* other = begin( presets[i], NULL, 0 );
        ASSERT_EQ( ss_ok,
            ssSim_SetParam( other, rowOf( other, i < 2 ? "law.b" : "law.mu_k" ), i < 2 ? 0.02 : 0.8 ).code );
        runTo( other, 0.1 * half );
        ASSERT_EQ( ss_ok, ssSim_Restore( other, blob, size ).code );
        runTo( other, 2.0 * half );
        ASSERT( ssSim_Hash( other ) == end );
        free( blob );
        ssDestroySim( sim );
        ssDestroySim( other );
    }
    PASS();
}

TEST theRunHasALawFromTheBeginning( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "spring-slider" ) );
    ASSERT( ssFindScenarioParam( def.scenario, "law.D_c" ) >= 0 );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "D_c", "2e-5" ).code );
    // Another law, and back to its own.
    ASSERT_EQ( ss_ok, ssSimDef_SetLaw( &def, "law \"no memory\"\nC = disc(0.5)\n", "x.law" ).code );
    ASSERT_EQ( -1, ssFindScenarioParam( def.scenario, "law.D_c" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    runTo( sim, 100.0 );
    ASSERT_IN_RANGE( 0.5, signalOf( sim, "mu" ), 1e-9 );
    ASSERT( isnan( signalOf( sim, "state_1" ) ) );
    ASSERT_EQ( ss_ok, ssSim_SetLaw( sim, NULL, NULL ).code );
    ASSERT( rowOf( sim, "law.D_c" ) >= 0 );
    runTo( sim, 110.0 );
    ASSERT( isfinite( signalOf( sim, "state_1" ) ) );
    ssDestroySim( sim );
    PASS();
}

/// Coulomb's law holds the block until the spring reaches mu N, and then lets it slide at V.
TEST coulombSticksUntilTheSpringIsStrongEnough( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "spring-slider" ) );
    ASSERT_EQ( ss_ok, ssSimDef_SetLaw( &def, "law \"Coulomb\"\nC = disc(0.5)\n", "x.law" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "start", "rest" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "perturbation", "0" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "damping", "1e4" ).code );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    // k V t = mu N after 2000 s, but for the dashpot's c V.
    runTo( sim, 1999.0 );
    ASSERT_EQ( 1.0, signalOf( sim, "mode" ) );
    ASSERT( signalOf( sim, "x" ) == 0.0 && signalOf( sim, "u" ) == 0.0 );
    runTo( sim, 2050.0 );
    ASSERT_EQ( 2.0, signalOf( sim, "mode" ) );
    ASSERT_IN_RANGE( 1e-6, signalOf( sim, "u" ), 1e-9 );
    ssDestroySim( sim );
    PASS();
}

SUITE( springSliderScenario )
{
    RUN_TEST( criticalStiffnessAndGrowthAreThoseOfTheFormula );
    RUN_TEST( aStepOfTheSpeedShowsAAndB );
    RUN_TEST( theSoftSpringSlipsAgainAndAgain );
    RUN_TEST( aSavedStateHoldsWhatTheContactRemembers );
    RUN_TEST( theRunHasALawFromTheBeginning );
    RUN_TEST( coulombSticksUntilTheSpringIsStrongEnough );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( springSliderScenario );
    return TEST_END();
}
