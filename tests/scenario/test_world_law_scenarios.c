// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

// Typed laws in the scenarios that are worlds: the playground, the rolling sphere and the lanes.

static ssSim* simOf( const char* id, const char* law, const char* const* settings, int count )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
    ssResult result = law != NULL ? ssSimDef_SetLaw( &def, law, "test.law" ) : ssOk();
    for ( int i = 0; i < count && result.code == ss_ok; ++i )
    {
        result = ssSimDef_Set( &def, settings[2 * i], settings[2 * i + 1] );
    }
    ssSim* sim = NULL;
    result = result.code == ss_ok ? ssCreateSim( &def, &sim ) : result;
    if ( result.code != ss_ok ) { printf( "%s\n", result.message ); }
    return sim;
}

static void run( ssSim* sim, int steps )
{
    for ( int i = 0; i < steps; ++i ) { ssSim_Step( sim ); }
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

static bool isUsed( const ssSim* sim, const char* key )
{
    const ssScenario* scenario = ssSim_Scenario( sim );
    return scenario->model.uses == NULL || scenario->model.uses( sim, ssFindScenarioParam( scenario, key ) );
}

static const char s_coulomb[] =
    "law \"c\"\nparam mu = 0.2\nparam mu_r = 0.04 [m]\nC = disc(mu)\nroll = mu_r\n";

TEST aTypedSphereRollsLikeTheBuiltInOne( void )
{
    ssSim *built = simOf( "rolling-sphere", NULL, NULL, 0 ),
          *typed = simOf( "rolling-sphere", s_coulomb, NULL, 0 );
    ASSERT( built != NULL && typed != NULL );
    for ( int i = 0; i < 3; ++i )
    {
        run( built, 400 );
        run( typed, 400 );
        ASSERT_EQ( signalOf( built, "x" ), signalOf( typed, "x" ) );
        ASSERT_EQ( signalOf( built, "omega" ), signalOf( typed, "omega" ) );
        ASSERT_EQ( signalOf( built, "r_t" ), signalOf( typed, "r_t" ) );
    }
    // There is no closed form for a law that somebody types.
    ASSERT( isnan( signalOf( typed, "x_exact" ) ) );
    ASSERT_FALSE( isUsed( typed, "mu_r" ) && isUsed( typed, "law" ) );
    ASSERT( isUsed( typed, "restitution" ) && isUsed( typed, "law.mu_r" ) );
    ssDestroySim( built );
    ssDestroySim( typed );
    PASS();
}

TEST theTypedLaneLetsGoWhereItsSetSays( void )
{
    static const char* const settings[] = { "tilt_rate_deg", "5" };
    static const char law[] = "law \"e\"\nC = ellipse(0.3, 0.6)\nroll = 0.03 [m]\n";
    ssSim* sim = simOf( "lanes", law, settings, 1 );
    ASSERT( sim != NULL );
    run( sim, 2500 );
    // Downhill 0.3, and 0.03 m over R = 0.15 m: both rows of the last lane roll at atan 0.2. A sphere counts
    // as started once it has moved, some steps later.
    double angle = atan( 0.2 ) * 180.0 / SS_PI, perStep = 5e-3;
    ASSERT_IN_RANGE( angle, signalOf( sim, "start_roll_5_deg" ), 8.0 * perStep );
    ASSERT_IN_RANGE( angle, signalOf( sim, "start_slide_5_deg" ), 8.0 * perStep );
    double error = ssSim_Measure( sim, ssFindMeasure( ssSim_Scenario( sim ), "start_error_deg" ) );
    ASSERT( error < 8.0 * perStep );
    ssDestroySim( sim );
    PASS();
}

static void* save( const ssSim* sim, size_t* size )
{
    *size = ssSim_SaveSize( sim );
    void* blob = malloc( *size );
    ssSim_Save( sim, blob, *size );
    return blob;
}

TEST aLawMayComeAndGoWhileThePlaygroundRuns( void )
{
    static const char* const settings[] = { "tilt_deg", "15" };
    static const char bristles[] = "law \"dahl\"\nparam mu = 0.3\nparam s0 = 1e4 [1/m] in 1e2 .. 1e7 log\n"
                                   "state z = (0, 0) [m], z' = vel - s0*v/mu*z\nforce = s0*z*N\n";
    ssSim* sim = simOf( "playground", NULL, settings, 1 );
    ASSERT( sim != NULL );
    ASSERT( isUsed( sim, "ground" ) && isUsed( sim, "mu" ) );
    run( sim, 120 );
    size_t sizes[2];
    const ssScenario* scenarios[2] = { ssSim_Scenario( sim ) };
    void* blobs[2] = { save( sim, &sizes[0] ) };
    uint64_t plain = ssSim_Hash( sim );
    ASSERT_EQ( ss_ok, ssSim_SetLaw( sim, bristles, "dahl.law" ).code );
    ASSERT_FALSE( isUsed( sim, "ground" ) || isUsed( sim, "mu" ) || isUsed( sim, "law" ) );
    ASSERT( isUsed( sim, "mu_r" ) && isUsed( sim, "groove_deg" ) );
    run( sim, 30 );
    scenarios[1] = ssScenario_Retain( ssSim_Scenario( sim ) );
    blobs[1] = save( sim, &sizes[1] );
    uint64_t bent = ssSim_Hash( sim );
    run( sim, 20 );
    uint64_t later = ssSim_Hash( sim );
    // A refusal leaves everything as it was.
    ASSERT(
        ssSim_SetLaw( sim, "law \"bad\"\nparam mu = 0.3\nC = disc(mu - 0.5)\n", "bad.law" ).code != ss_ok );
    ASSERT_EQ( later, ssSim_Hash( sim ) );
    // Back to before the law was there, and forward again.
    ASSERT_EQ( ss_ok, ssSim_RestoreAs( sim, scenarios[0], blobs[0], sizes[0] ).code );
    ASSERT_EQ( plain, ssSim_Hash( sim ) );
    run( sim, 10 );
    ASSERT_EQ( ss_ok, ssSim_RestoreAs( sim, scenarios[1], blobs[1], sizes[1] ).code );
    ASSERT_EQ( bent, ssSim_Hash( sim ) );
    run( sim, 20 );
    ASSERT_EQ( later, ssSim_Hash( sim ) );
    // Without the law it is the ground's again.
    ASSERT_EQ( ss_ok, ssSim_SetLaw( sim, NULL, NULL ).code );
    run( sim, 10 );
    ssScenario_Release( scenarios[1] );
    free( blobs[0] );
    free( blobs[1] );
    ssDestroySim( sim );
    PASS();
}

SUITE( scenarios )
{
    RUN_TEST( aTypedSphereRollsLikeTheBuiltInOne );
    RUN_TEST( theTypedLaneLetsGoWhereItsSetSays );
    RUN_TEST( aLawMayComeAndGoWhileThePlaygroundRuns );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( scenarios );
    return TEST_END();
}
