// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

// Tasora & Anitescu Sec. 6.3 with fewer stones, on an open plate.

static double run( const char* shape, double rollPerRadius, int stones, uint64_t seed, double until,
    const char* names[], double* values, int count )
{
    const ssScenario* scenario = ssFindScenario( "gravel-pile" );
    ssSimDef def = ssDefaultSimDef( scenario );
    double radius = 0.0225;
    char text[32];
    snprintf( text, sizeof text, "%.17g", rollPerRadius * radius );
    testMust( ssSimDef_Set( &def, "mu_r", text ) );
    testMust( ssSimDef_Set( &def, "mu_s", text ) );
    snprintf( text, sizeof text, "%d", stones );
    testMust( ssSimDef_Set( &def, "n", text ) );
    testMust( ssSimDef_Set( &def, "shape", shape ) );
    testMust( ssSimDef_Set( &def, "container", "0" ) );
    testMust( ssSimDef_Set( &def, "rate", "200" ) );
    testMust( ssSimDef_Set( &def, "spread", "0.06" ) );
    testMust( ssSimDef_Set( &def, "drop_height", "0.4" ) );
    testMust( ssSimDef_Set( &def, "plate_width", "10" ) );
    def.seed = seed;
    ssSim* sim = NULL;
    if ( ssCreateSim( &def, &sim ).code != ss_ok ) { return -1.0; }
    double deepest = 0.0;
    for ( int i = 0; i < (int)( until / def.h ); ++i )
    {
        ssSim_Step( sim );
        deepest = fmax( deepest, ssSim_Measure( sim, ssFindMeasure( scenario, "max_penetration" ) ) );
    }
    for ( int i = 0; i < count; ++i )
    {
        values[i] = ssSim_Measure( sim, ssFindMeasure( scenario, names[i] ) );
    }
    ssDestroySim( sim );
    return deepest;
}

TEST radiusFallsAndSlopeGrowsWithRollingResistance( void )
{
    static const double ratios[] = { 0.0, 0.044, 0.11, 0.22 };
    const char* names[] = { "bottom_radius", "mean_height", "height" };
    int seeds = testScale() > 1.0 ? 3 : 1;
    double before[3] = { HUGE_VAL, 0.0, 0.0 };
    // Under a sanitizer, a small heap and the two ends of the range must do.
    for ( int i = 0; i < SS_COUNT( ratios ); i += testScale() < 1.0 ? 3 : 1 )
    {
        double mean[3] = { 0.0, 0.0, 0.0 };
        for ( int s = 0; s < seeds; ++s )
        {
            double values[3];
            double deepest = run(
                "sphere", ratios[i], testScale() < 1.0 ? 60 : 150, (uint64_t)s + 1, 2.5, names, values, 3 );
            ASSERT( deepest >= 0.0 );
            // Penetration stays below 1% of the diameter.
            ASSERT( deepest < 0.01 * 0.045 );
            for ( int k = 0; k < 3; ++k ) { mean[k] += values[k] / seeds; }
        }
        ASSERTm( "bottom radius", mean[0] < before[0] );
        ASSERTm( "mean height", mean[1] > before[1] );
        memcpy( before, mean, sizeof before );
    }
    PASS();
}

TEST angleOfReposeGrowsWithRollingResistance( void )
{
    if ( testScale() < 1.0 ) { SKIPm( "a heap of 400 takes minutes under a sanitizer" ); }
    const char* names[] = { "repose_angle_deg" };
    double low = 0.0, high = 0.0;
    ASSERT( run( "sphere", 0.044, 400, 1, 4.0, names, &low, 1 ) >= 0.0 );
    ASSERT( run( "sphere", 0.22, 400, 1, 4.0, names, &high, 1 ) >= 0.0 );
    ASSERT( low >= -1.0 && high > low + 3.0 && high < 70.0 );
    PASS();
}

TEST facetsHeapLikeRollingResistance( void )
{
    // Without any rolling resistance, spheres run away and boxes stay where they fell.
    const char* names[] = { "bottom_radius", "kinetic_energy" };
    double boxes[2], spheres[2];
    double deepest = run( "box", 0.0, 60, 1, 2.0, names, boxes, 2 );
    ASSERT( deepest >= 0.0 && deepest < 0.01 * 0.045 );
    ASSERT( run( "sphere", 0.0, 60, 1, 2.0, names, spheres, 2 ) >= 0.0 );
    ASSERT( boxes[0] < 0.5 * spheres[0] );
    ASSERT( boxes[1] < 1e-3 * spheres[1] );
    PASS();
}

TEST containerKeepsEveryStone( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "gravel-pile" ) );
    testMust( ssSimDef_Set( &def, "n", "150" ) );
    testMust( ssSimDef_Set( &def, "container", "0.4" ) );
    testMust( ssSimDef_Set( &def, "mu_r", "0" ) );
    testMust( ssSimDef_Set( &def, "mu_s", "0" ) );
    testMust( ssSimDef_Set( &def, "shape", "mixed" ) );
    testMust( ssSimDef_Set( &def, "rate", "300" ) );
    testMust( ssSimDef_Set( &def, "drop_height", "0.6" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    for ( int i = 0; i < 400; ++i ) { ASSERT( ssSim_Step( sim ).status != ss_statusNotFinite ); }
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    const ssScenario* scenario = ssSim_Scenario( sim );
    ASSERT_EQ( 150, (int)row[ssFindSignal( scenario, "n" )] );
    // A full container of 0.4 m holds them in a few layers: nothing has passed its walls.
    ASSERT( row[ssFindSignal( scenario, "height" )] > 2.0 );
    ASSERT( row[ssFindSignal( scenario, "max_speed" )] < 1.0 );
    ssDestroySim( sim );
    PASS();
}

TEST containerTooNarrowIsRefused( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "gravel-pile" ) );
    testMust( ssSimDef_Set( &def, "container", "0.1" ) );
    ssSim* sim = NULL;
    ssResult result = ssCreateSim( &def, &sim );
    ASSERT_EQ( ss_errorValue, result.code );
    ASSERT_STR_EQ( "container", result.field );
    PASS();
}

TEST restoredPileGoesOnBitByBit( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "gravel-pile" ) );
    testMust( ssSimDef_ApplyPreset( &def, "tiny" ) );
    testMust( ssSimDef_Set( &def, "shape", "mixed" ) );
    ssSim *a = NULL, *b = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &a ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &b ).code );
    for ( int i = 0; i < 70; ++i ) { ssSim_Step( a ); }
    size_t size = ssSim_SaveSize( a );
    void* blob = malloc( size );
    ASSERT_EQ( size, ssSim_Save( a, blob, size ) );
    ASSERT_EQ( ss_ok, ssSim_Restore( b, blob, size ).code );
    free( blob );
    for ( int i = 0; i < 100; ++i )
    {
        ssSim_Step( a );
        ssSim_Step( b );
        ASSERT( ssSim_Hash( a ) == ssSim_Hash( b ) );
    }
    ssDestroySim( a );
    ssDestroySim( b );
    PASS();
}

SUITE( gravelPile )
{
    RUN_TEST( radiusFallsAndSlopeGrowsWithRollingResistance );
    RUN_TEST( angleOfReposeGrowsWithRollingResistance );
    RUN_TEST( facetsHeapLikeRollingResistance );
    RUN_TEST( containerKeepsEveryStone );
    RUN_TEST( containerTooNarrowIsRefused );
    RUN_TEST( restoredPileGoesOnBitByBit );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( gravelPile );
    return TEST_END();
}
