// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/scenario.h"

// Spheres on a tilting table, which end between the table and the stop at its lower edge.

TEST everyStepConvergesAlsoAtTheStop( void )
{
    // Each sphere that has arrived touches the table and the stop; from the second one on passes alone stall.
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "lanes" ) );
    ssSim* sim = NULL;
    int64_t steps = 0;
    int most = 0;
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "tilt" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_StepCount( &def, &steps ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    for ( int64_t i = 0; i < steps; ++i )
    {
        ssStepReport report = ssSim_Step( sim );
        ASSERT_EQ_FMT( ss_stepConverged, report.status, "%d" );
        most = report.contacts > most ? report.contacts : most;
    }
    // Some spheres have reached the stop: there are more contacts than spheres.
    int spheres = 2 * (int)def.values[ssFindParam( def.scenario->params, def.scenario->paramCount, "lanes" )];
    ASSERT( most > spheres );
    ssDestroySim( sim );
    PASS();
}

SUITE( lanes )
{
    RUN_TEST( everyStepConvergesAlsoAtTheStop );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lanes );
    return TEST_END();
}
