// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

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
        ASSERT_EQ_FMT( ss_statusConverged, report.status, "%d" );
        most = report.contacts > most ? report.contacts : most;
    }
    // Some spheres have reached the stop: there are more contacts than spheres.
    int spheres = 2 *
        (int)def.values[ssFindParam( def.scenario->model.params, def.scenario->model.paramCount, "lanes" )];
    ASSERT( most > spheres );
    ssDestroySim( sim );
    PASS();
}

/// What the picture says of rising coefficients: labels, and where the heads of arrows across the lanes are.
typedef struct Said
{
    int rolls, slides; // labels
    double rollTip, slideTip;
} Said;

static void takeLabels( void* context, int count, const ssDrawLabel* labels )
{
    Said* said = context;
    for ( int i = 0; i < count; ++i )
    {
        said->rolls += strcmp( labels[i].text, "μ_r rises" ) == 0;
        said->slides += strcmp( labels[i].text, "μ rises" ) == 0;
    }
}

static void takeHead( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    (void)role;
    if ( count == 3 ) // the head of an arrow; that of a rolling row is at y > 0
    {
        *( points[1].y > 0.0 ? &( (Said*)context )->rollTip : &( (Said*)context )->slideTip ) =
            fabs( points[1].y ) - fabs( points[0].y );
    }
}

static Said saidWith( double muMin, double muMax, double rollMin, double rollMax )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "lanes" ) );
    const char* const keys[] = { "mu_min", "mu_max", "mu_r_min", "mu_r_max" };
    const double values[] = { muMin, muMax, rollMin, rollMax };
    for ( int i = 0; i < SS_COUNT( keys ); ++i )
    {
        def.values[ssFindParam( def.scenario->model.params, def.scenario->model.paramCount, keys[i] )] =
            values[i];
    }
    ssSim* sim = NULL;
    testMust( ssCreateSim( &def, &sim ) );
    Said said = { 0 };
    const ssDraw draw = { .flags = ss_drawLabels, .context = &said, .labels = takeLabels, .line = takeHead };
    ssSim_Draw( sim, &draw );
    ssDestroySim( sim );
    return said;
}

TEST aRowSaysThatItsCoefficientRisesOnlyWhereItDoes( void )
{
    // Lanes are counted outwards from the middle of the table.
    Said said = saidWith( 0.2, 0.4, 0.15, 0.15 );
    ASSERT( said.slides == 1 && said.slideTip > 0.0 );
    ASSERT( said.rolls == 0 && said.rollTip == 0.0 );
    said = saidWith( 0.3, 0.3, 0.05, 0.15 );
    ASSERT( said.slides == 0 && said.slideTip == 0.0 );
    ASSERT( said.rolls == 1 && said.rollTip > 0.0 );
    said = saidWith( 0.4, 0.2, 0.15, 0.05 ); // it rises the other way
    ASSERT( said.slides == 1 && said.slideTip < 0.0 && said.rolls == 1 && said.rollTip < 0.0 );
    PASS();
}

SUITE( lanes )
{
    RUN_TEST( aRowSaysThatItsCoefficientRisesOnlyWhereItDoes );
    RUN_TEST( everyStepConvergesAlsoAtTheStop );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( lanes );
    return TEST_END();
}
