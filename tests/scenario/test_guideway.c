// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

// Tasora & Anitescu Sec. 6.2 with R_b = 3.2 mm, F_y = 490 N, zeta = .005, S = 5.3 N: what the balls add up
// to.

static ssSim* start( const char* preset, const char* const* keys, int count )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "guideway" ) );
    ssSim* sim = NULL;
    bool good = preset == NULL || ssSimDef_ApplyPreset( &def, preset ).code == ss_ok;
    for ( int i = 0; i + 1 < count; i += 2 )
    {
        good = good && ssSimDef_Set( &def, keys[i], keys[i + 1] ).code == ss_ok;
    }
    return good && ssCreateSim( &def, &sim ).code == ss_ok ? sim : NULL;
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

/// Returns true if every step converged.
static bool advance( ssSim* sim, int steps )
{
    bool converged = true;
    for ( int i = 0; i < steps; ++i )
    {
        converged = ssSim_Step( sim ).status == ss_statusConverged && converged;
    }
    return converged;
}

TEST resistanceIsTheManufacturersFormula( void )
{
    const struct
    {
        const char *geometry, *seal;
        double force;
    } cases[] = { { "flat", "0", 2.45 }, { "flat", "5.3", 7.75 }, { "raceway45", "0", 3.4648 },
        { "raceway45", "5.3", 8.7648 } };
    for ( int i = testScale() < 1.0 ? 3 : 0; i < SS_COUNT( cases ); ++i )
    {
        // The formula does not know how many balls share the load.
        const char* keys[] = { "geometry", cases[i].geometry, "seal", cases[i].seal, "balls_per_row", "4" };
        ssSim* sim = start( NULL, keys, SS_COUNT( keys ) );
        ASSERT( sim != NULL );
        // Ten kilograms rest on balls of a gram, and every step converges.
        ASSERT( advance( sim, 56 ) );
        ASSERT_IN_RANGE( cases[i].force, ssSim_Measure( sim, 0 ), 1e-3 * cases[i].force );
        ASSERT_IN_RANGE( cases[i].force, signalOf( sim, "force_x" ), 1e-3 * cases[i].force );
        ASSERT_IN_RANGE( 0.1, signalOf( sim, "velocity" ), 1e-9 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST resistanceIsProportionalToLoadAndZeta( void )
{
    const char* keys[] = { "seal", "0", "load", "1000", "zeta", "0.012", "balls_per_row", "4" };
    ssSim* sim = start( NULL, keys, SS_COUNT( keys ) );
    ASSERT( sim != NULL && advance( sim, 54 ) );
    ASSERT_IN_RANGE( 12.0, ssSim_Measure( sim, 0 ), 0.012 );
    ASSERT_IN_RANGE( 1000.0, signalOf( sim, "sum_n" ), 0.1 );
    ssDestroySim( sim );
    PASS();
}

TEST carriageSticksBelowTheResistanceAndMovesAboveIt( void )
{
    const double forces[2] = { 7.75, 8.7648 };
    const char* geometries[2] = { "flat", "raceway45" };
    for ( int i = 0; i < ( testScale() < 1.0 ? 2 : 4 ); ++i )
    {
        double push = forces[i / 2] * ( i % 2 == 0 ? 0.99 : 1.01 );
        char text[32];
        snprintf( text, sizeof text, "%.17g", push );
        // The load comes on at once, so it settles before the drive is tested.
        const char* keys[] = { "geometry", geometries[i / 2], "push", "1", "balls_per_row", "4", "tol",
            "1e-9" };
        ssSim* sim = start( NULL, keys, SS_COUNT( keys ) );
        ASSERT( sim != NULL && advance( sim, 25 ) );
        ASSERT_IN_RANGE( 0.0, signalOf( sim, "velocity" ), 1e-9 );
        double rest = signalOf( sim, "x" );
        const ssScenario* scenario = ssSim_Scenario( sim );
        int param = ssFindParam( scenario->model.params, scenario->model.paramCount, "push" );
        ASSERT_EQ( ss_ok, ssSim_SetParam( sim, param, push ).code );
        ASSERT( advance( sim, 20 ) );
        if ( i % 2 == 0 )
        {
            // Rows at 45 degrees hold part of the load by friction, and release it within a micron.
            ASSERT_IN_RANGE( rest, signalOf( sim, "x" ), i == 0 ? 1e-9 : 1e-6 );
            ASSERT_IN_RANGE( 0.0, signalOf( sim, "velocity" ), 1e-9 );
        }
        else
        {
            // The tolerance is one per cent of the force over ten kilograms, plus the rotation of the balls.
            ASSERT( signalOf( sim, "velocity" ) > 0.5 * 0.01 * forces[i / 2] / 10.0 * 0.02 );
        }
        ssDestroySim( sim );
    }
    PASS();
}

TEST preloadedRowsShareTheLoad( void )
{
    // Four rows of 9 balls carry 20 N each; a load that does not lift off the lower rows leaves the sum
    // unchanged.
    ssSim* sim = start( "preload", NULL, 0 );
    ASSERT( sim != NULL && advance( sim, 54 ) );
    ASSERT_IN_RANGE( 36.0 * 20.0, signalOf( sim, "sum_n" ), 0.1 );
    ASSERT_IN_RANGE( 0.005 * 720.0 + 5.3, ssSim_Measure( sim, 0 ), 8.9e-3 );
    ssDestroySim( sim );
    PASS();
}

TEST ballsReturnToTheFront( void )
{
    // At 0.5 m/s the carriage overtakes its balls by half of its travel: more than its length in 0.2 s.
    const char* keys[] = { "speed", "0.5", "balls_per_row", "3" };
    ssSim* sim = start( NULL, keys, SS_COUNT( keys ) );
    ASSERT( sim != NULL && advance( sim, 200 ) );
    ASSERT_IN_RANGE( 0.1, signalOf( sim, "x" ), 1e-6 );
    ASSERT_IN_RANGE( 490.0, signalOf( sim, "sum_n" ), 0.5 );
    ASSERT_IN_RANGE( 7.75, ssSim_Measure( sim, 0 ), 7.75e-3 );
    ssDestroySim( sim );
    PASS();
}

/// A ball that rolls between two raceways moves at the mean of their speeds.
TEST ballsFollowAtHalfTheSpeed( void )
{
    ssSim* sim = start( "fig8", NULL, 0 );
    ASSERT( sim != NULL && advance( sim, 20 ) );
    ASSERT_IN_RANGE( 0.1, signalOf( sim, "velocity" ), 1e-6 );
    ASSERT_IN_RANGE( 0.05, signalOf( sim, "ball_velocity" ), 1e-4 );
    ssDestroySim( sim );
    PASS();
}

SUITE( guideway )
{
    RUN_TEST( resistanceIsTheManufacturersFormula );
    RUN_TEST( resistanceIsProportionalToLoadAndZeta );
    RUN_TEST( carriageSticksBelowTheResistanceAndMovesAboveIt );
    RUN_TEST( preloadedRowsShareTheLoad );
    RUN_TEST( ballsReturnToTheFront );
    RUN_TEST( ballsFollowAtHalfTheSpeed );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( guideway );
    return TEST_END();
}
