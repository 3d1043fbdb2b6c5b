// SPDX-License-Identifier: MIT
#include "world_common.h"

#include "slipstick/lab/scenario.h"

#include <stdlib.h>

// The disk of Tasora & Anitescu Sec. 6.1, and what the relaxed law adds to Coulomb's: dilatancy.

static ssSim* simOf( const char* id, double h, const char* key, double value )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
    def.h = h;
    def.values[ssFindParam( def.scenario->model.params, def.scenario->model.paramCount, key )] = value;
    ssSim* sim = NULL;
    return ssCreateSim( &def, &sim ).code == ss_ok ? sim : NULL;
}

TEST diskStopsWhereImplicitEulerSays( void )
{
    // v_k = 1 - 0.14 h k, and x is h times the sum of the positive ones.
    static const double steps[] = { 0.01, 0.005, 0.001 }, ends[] = { 3.566430, 3.568929, 3.570929 };
    for ( int law = 0; law < 2; ++law )
    {
        for ( int k = 0; k < 3; ++k )
        {
            double h = steps[k];
            ssSim* sim = simOf( "rolling-disk", h, "law", law );
            const ssScenario* s = ssSim_Scenario( sim );
            int v = ssFindSignal( s, "v" ), gap = ssFindSignal( s, "gap" ), rn = ssFindSignal( s, "r_n" );
            int omega = ssFindSignal( s, "omega" ), exact = ssFindSignal( s, "v_exact" );
            for ( int i = 1; i <= (int)llround( 8.0 / h ); ++i )
            {
                double row[SS_MAX_SIGNALS];
                ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
                ssSim_Signals( sim, row );
                // The relaxed disk starts with a hop.
                ASSERT_IN_RANGE(
                    fmax( 0.0, 1.0 - 0.14 * i * h ), row[v], law == 0 ? 1.5e-3 * h / 0.01 : 4e-4 );
                ASSERT_IN_RANGE( row[exact], row[v], 2e-3 );
                if ( law == 1 && row[rn] > 0.0 )
                {
                    // Phi = h A_r in every step that carries force.
                    ASSERT_IN_RANGE( h * 0.02 * fabs( row[omega] ), row[gap], 1e-12 );
                }
            }
            ASSERT_IN_RANGE( ends[k], ssSim_Measure( sim, ssFindMeasure( s, "x_stop" ) ), 1e-6 );
            ASSERT_IN_RANGE( 1.0 / 0.14, ssSim_Measure( sim, ssFindMeasure( s, "t_stop" ) ), 1.01 * h );
            ssDestroySim( sim );
        }
    }
    PASS();
}

TEST bothLawsRollSideBySide( void )
{
    // Whichever law is chosen, the columns of both are the same, and going back restores them.
    double rows[2][SS_MAX_SIGNALS];
    for ( int law = 0; law < 2; ++law )
    {
        ssSim* sim = simOf( "rolling-disk", 0.01, "law", law );
        const ssScenario* s = ssSim_Scenario( sim );
        for ( int i = 0; i < 200; ++i ) { ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status ); }
        ssSim_Signals( sim, rows[law] );
        size_t size = ssSim_SaveSize( sim );
        unsigned char* blob = malloc( size );
        ASSERT( blob != NULL && ssSim_Save( sim, blob, size ) == size );
        for ( int i = 0; i < 50; ++i ) { ssSim_Step( sim ); }
        ASSERT_EQ( ss_ok, ssSim_Restore( sim, blob, size ).code );
        double again[SS_MAX_SIGNALS];
        ssSim_Signals( sim, again );
        for ( int i = ssFindSignal( s, "x_coulomb" ); i <= ssFindSignal( s, "gap_predicted" ); ++i )
        {
            ASSERT_EQ( rows[law][i], again[i] );
            ASSERT_IN_RANGE( rows[0][i], rows[law][i], 1e-12 );
        }
        double gap = rows[law][ssFindSignal( s, "gap_relaxed" )];
        ASSERT_IN_RANGE( 0.01 * 0.02 * rows[law][ssFindSignal( s, "omega" )], gap, 1e-7 );
        ASSERT_IN_RANGE( 0.0, rows[law][ssFindSignal( s, "gap_coulomb" )], 1e-12 );
        free( blob );
        ssDestroySim( sim );
    }
    PASS();
}

TEST onsetOfSlidingThrowsTheRelaxedTwin( void )
{
    // (mu v)²/(2g) with the slip left after the step: a sphere rises 3.6 mm, a block 8 mm.
    for ( int shape = 0; shape < 2; ++shape )
    {
        const double h = 1e-4;
        double w = shape == 0 ? 3.5 : 1.0;
        ssSim* sim = simOf( "dilatancy-twins", h, "shape", shape );
        const ssScenario* s = ssSim_Scenario( sim );
        int exact = ssFindSignal( s, "gap_exact" ), relaxed = ssFindSignal( s, "gap_relaxed" );
        int predicted = ssFindSignal( s, "gap_predicted" );
        for ( int i = 0; i < 5000; ++i )
        {
            double row[SS_MAX_SIGNALS];
            ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
            ssSim_Signals( sim, row );
            ASSERT_IN_RANGE( 0.0, row[exact], 1e-12 );
            ASSERT_IN_RANGE( row[predicted], row[relaxed], 0.02 * 0.008 );
        }
        double u = 0.5 / ( 1.0 + w * 0.25 ), height = u * u / ( 2.0 * 9.81 );
        ASSERT_IN_RANGE( height, ssSim_Measure( sim, 0 ), 0.02 * height );
        ssDestroySim( sim );
    }
    PASS();
}

/// A block on a plane under the relaxed law, with a push that balances friction.
static ssWorld* slidingBlock( double mu )
{
    ssMaterial material = { .mu = mu };
    ssWorldDef def = ssDefaultWorldDef();
    def.law = ss_worldLawRelaxed;
    def.tolerance = 1e-13;
    def.maxIterations = 20000;
    ssWorld* world = makeWorld( &def );
    addPlane( world, material, 0.0 );
    ssBodyDef box = sphereOn( 0.05, material, 0.0 );
    box.shape = ssBoxShape( ssVec3_Make( 0.2, 0.1, 0.05 ) );
    box.mass = 1.0;
    box.velocity.x = 1.0;
    addBody( world, &box );
    return world;
}

TEST steadySlidingRidesAtHMuV( void )
{
    static const double steps[] = { 0.01, 0.005, 0.001 };
    for ( int k = 0; k < 3; ++k )
    {
        double h = steps[k];
        ssWorld* world = slidingBlock( 0.5 );
        ssPose pose = bodyAt( world, 1 ).pose;
        pose.position.z += h * 0.5;
        testMust( ssWorld_SetPose( world, ssWorld_BodyAt( world, 1 ), pose ) );
        // The push acts at the centre: the moment of friction only shifts the load.
        testMust( ssWorld_SetForce( world, ssWorld_BodyAt( world, 1 ), ssVec3_Make( 0.5 * 9.81, 0.0, 0.0 ),
            ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
        for ( int i = 0; i < 100; ++i ) { ssWorld_Step( world, h ); }
        ASSERT_IN_RANGE( 1.0, bodyAt( world, 1 ).velocity.x, 1e-6 );
        ASSERT_IN_RANGE( 0.5 * h, bodyAt( world, 1 ).pose.position.z - 0.05, 0.02 * 0.5 * h );
        ssDestroyWorld( world );
    }
    PASS();
}

TEST onsetStepDissipatesNothing( void )
{
    // -p·y over the first step is zero under the relaxed law; in steady sliding it is Coulomb's mu m g v.
    const double h = 1e-3;
    ssWorld* world = slidingBlock( 0.5 );
    for ( int part = 0; part < 2; ++part )
    {
        double power = 0.0, load = 0.0;
        ssWorld_Step( world, h );
        for ( int i = 0; i < ssWorld_ContactCount( world ); ++i )
        {
            ssWorldContact contact = ssWorld_Contact( world, i );
            for ( int c = 0; c < 3; ++c ) { power -= contact.view.force[c] * contact.velocity[c]; }
            load += contact.view.force[0];
        }
        double speed = bodyAt( world, 1 ).velocity.x;
        ASSERT( load > 0.0 );
        ASSERT_IN_RANGE(
            part == 0 ? 0.0 : 0.5 * 9.81 * speed, power, part == 0 ? 1e-9 * load : 2e-3 * 0.5 * 9.81 );
        ssDestroyWorld( world );
        world = slidingBlock( 0.5 );
        ssPose pose = bodyAt( world, 1 ).pose;
        pose.position.z += 0.5 * h;
        testMust( ssWorld_SetPose( world, ssWorld_BodyAt( world, 1 ), pose ) );
        testMust( ssWorld_SetForce( world, ssWorld_BodyAt( world, 1 ), ssVec3_Make( 0.5 * 9.81, 0.0, 0.0 ),
            ssVec3_Make( 0.0, 0.0, 0.0 ) ) );
        ssWorld_Step( world, h );
    }
    ssDestroyWorld( world );
    PASS();
}

TEST aPullAcrossItsPlaneDoesNothing( void )
{
    uint64_t hashes[2];
    for ( int i = 0; i < 2; ++i )
    {
        ssSim* sim = simOf( "rolling-disk", 0.01, "law", 0 );
        ssSim_Drag( sim, &( ssDrag ){ .active = true, .body = 1, .target = { 0.0, 0.7 * i, 1.0 } } );
        ssSim_Step( sim );
        ssSim_Drag( sim, &( ssDrag ){ .active = true, .body = 1, .target = { 0.5, -3.0 * i, 1.2 } } );
        for ( int step = 0; step < 100; ++step ) { ssSim_Step( sim ); }
        hashes[i] = ssSim_Hash( sim );
        ssDestroySim( sim );
    }
    ASSERT_EQ( hashes[0], hashes[1] );
    PASS();
}

SUITE( relaxed )
{
    RUN_TEST( diskStopsWhereImplicitEulerSays );
    RUN_TEST( bothLawsRollSideBySide );
    RUN_TEST( onsetOfSlidingThrowsTheRelaxedTwin );
    RUN_TEST( steadySlidingRidesAtHMuV );
    RUN_TEST( onsetStepDissipatesNothing );
    RUN_TEST( aPullAcrossItsPlaneDoesNothing );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( relaxed );
    return TEST_END();
}
