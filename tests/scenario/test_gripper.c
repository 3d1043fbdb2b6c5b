// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "sim_common.h"
#include "slipstick/law.h"

// A box between two fingertips, in closed form. The coupled jaws share a load P along the line between them:
// they press with N - P/2 and N + P/2. Moments make each bear half of the load F across, so that points hold
// it iff F/2 <= mu (N - |P|/2). With a hand tilted by a, P = m g sin a and F = m g cos a, where g counts the
// acceleration of the hand. A moment M about the line is borne by patches alone: without a force up to 2
// (2/3) mu N R.

#define BOX 0.7 // [kg]
#define G 9.81

typedef struct Value
{
    const char* key;
    double value;
} Value;

static ssSim* simOf( int count, const Value* values )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "gripper" ) );
    const ssModel* model = &def.scenario->model;
    def.values[ssFindParam( model->params, model->paramCount, "rate_deg" )] = 0.0;
    for ( int i = 0; i < count; ++i )
    {
        def.values[ssFindParam( model->params, model->paramCount, values[i].key )] = values[i].value;
    }
    ssSim* sim = NULL;
    return ssCreateSim( &def, &sim ).code == ss_ok ? sim : NULL;
}

/// Does the box stay where it is for a while?
static bool holds( int count, const Value* values )
{
    ssSim* sim = simOf( count, values );
    runTo( sim, 0.05 );
    bool still = isnan( measureOf( sim, "t_slip" ) ) && measureOf( sim, "slip" ) < 1e-8;
    ssDestroySim( sim );
    return still;
}

/// The least value of a parameter (the last one) between two with which it holds, from runs alone.
static double leastThatHolds( int count, Value* values, double low, double high )
{
    for ( int i = 0; i < 16; ++i )
    {
        values[count - 1].value = 0.5 * ( low + high );
        bool held = holds( count, values );
        low = held ? low : values[count - 1].value;
        high = held ? values[count - 1].value : high;
    }
    return 0.5 * ( low + high );
}

static double neededOf( int count, const Value* values )
{
    ssSim* sim = simOf( count, values );
    double needed = measureOf( sim, "needed_force" );
    ssDestroySim( sim );
    return needed;
}

TEST theSqueezeNeededIsTheClosedForm( void )
{
    for ( int i = 0; i < testCount( 40 ); ++i )
    {
        testRng rng = { 100 + (uint64_t)i };
        double mu = testUniform( &rng, 0.1, 1.0 ), tilt = testUniform( &rng, -90.0, 90.0 );
        double a = testUniform( &rng, -5.0, 10.0 ), turn = testUniform( &rng, -180.0, 180.0 );
        const Value values[] = { { "mu", mu }, { "tilt_deg", tilt }, { "acceleration", a },
            { "turn_deg", turn } };
        double weight = BOX * ( G + a ), angle = tilt * SS_PI / 180.0;
        double exact = weight * ( cos( angle ) / ( 2.0 * mu ) + 0.5 * fabs( sin( angle ) ) );
        ASSERT_IN_RANGE( exact, neededOf( 4, values ), 1e-9 * exact );
    }
    PASS();
}

TEST theBoxSlipsBelowTheSqueezeNeeded( void )
{
    for ( int i = 0; i < testCount( 6 ); ++i )
    {
        testRng rng = { 200 + (uint64_t)i };
        Value values[] = { { "mu", testUniform( &rng, 0.3, 1.0 ) },
            { "tilt_deg", testUniform( &rng, -60.0, 60.0 ) },
            { "acceleration", testUniform( &rng, -3.0, 6.0 ) }, { "patch_radius", i % 2 == 0 ? 0.0 : 0.006 },
            { "squeeze", 0.0 } };
        double needed = neededOf( 4, values );
        ASSERT_IN_RANGE( needed, leastThatHolds( 5, values, 0.0, 3.0 * needed ), 1e-4 * needed );
    }
    PASS();
}

TEST aTwistedBoxTurnsBelowTheSqueezeNeeded( void )
{
    for ( int i = 0; i < testCount( 4 ); ++i )
    {
        testRng rng = { 300 + (uint64_t)i };
        Value values[] = { { "mu", testUniform( &rng, 0.4, 0.9 ) },
            { "turn_deg", testUniform( &rng, 5.0, 170.0 ) },
            { "grip_offset", testUniform( &rng, 0.002, 0.02 ) }, { "patch_radius", 0.008 },
            { "squeeze", 0.0 } };
        double needed = neededOf( 4, values );
        ASSERT_IN_RANGE( needed, leastThatHolds( 5, values, 0.2 * needed, 3.0 * needed ), 1e-3 * needed );
    }
    PASS();
}

/// With a long lever the force counts little beside the moment: M = 4/3 mu N R.
TEST patchesBearFourThirdsOfMuNR( void )
{
    const double patch = 2e-4, lever = 0.03, mu = 0.5;
    const Value values[] = { { "mu", mu }, { "patch_radius", patch }, { "grip_offset", lever },
        { "turn_deg", 90.0 } };
    double moment = BOX * G * lever, exact = moment / ( 4.0 / 3.0 * mu * patch );
    ASSERT_IN_RANGE( exact, neededOf( 4, values ), 1e-4 * exact );
    PASS();
}

/// The grasp as a whole is one patch that bears F and M: its gauge is that of the law.
TEST theSqueezeNeededIsTheGaugeOfThePatch( void )
{
    for ( int i = 0; i < testCount( 20 ); ++i )
    {
        testRng rng = { 400 + (uint64_t)i };
        double lever = testUniform( &rng, 0.001, 0.03 ), turn = testUniform( &rng, 5.0, 175.0 ), mu = 0.6;
        const Value values[] = { { "mu", mu }, { "patch_radius", 0.007 }, { "grip_offset", lever },
            { "turn_deg", turn } };
        ssLawDef def = ssDefaultLawDef( ss_lawKindContensou );
        def.mu = mu, def.patchRadius = 0.007, def.pressure = ss_patchUniform;
        ssLaw law;
        ASSERT_EQ( ss_ok, ssMakeLaw( &def, &law ).code );
        double moment = BOX * G * lever * sin( turn * SS_PI / 180.0 );
        double exact = 0.5 * ssLaw_GaugeWithSpin( &law, 1.0, ssVec2_Make( BOX * G, 0.0 ), moment );
        ASSERT_IN_RANGE( exact, neededOf( 4, values ), 2e-4 * exact );
        ssLaw_Destroy( &law );
    }
    PASS();
}

TEST itSlipsAtTheMomentAtWhichTheMarginEnds( void )
{
    // 12 N - 2 N/s t meets m g/(2 mu).
    const Value values[] = { { "squeeze", 12.0 }, { "loosen", 2.0 } };
    ssSim* sim = simOf( 2, values );
    double end = 0.0;
    for ( ; signalOf( sim, "reserve" ) >= 0.0; end = ssSim_Time( sim ) ) { ssSim_Step( sim ); }
    runTo( sim, 3.0 );
    ASSERT_IN_RANGE( ( 12.0 - BOX * G ) / 2.0, end, 1.5e-3 );
    ASSERT_IN_RANGE( end, measureOf( sim, "t_slip" ), 1.5e-3 );
    ssDestroySim( sim );
    PASS();
}

TEST theMarginOfPointsIsWhatTheBoundLeaves( void )
{
    for ( int i = 0; i < testCount( 20 ); ++i )
    {
        testRng rng = { 500 + (uint64_t)i };
        double squeeze = testUniform( &rng, 8.0, 30.0 ), angle = testUniform( &rng, -1.5, 1.5 );
        const Value values[] = { { "squeeze", squeeze }, { "patch_radius", 0.0 },
            { "tilt_deg", angle * 180.0 / SS_PI } };
        ssSim* sim = simOf( 3, values );
        double exact =
            2.0 * 0.5 * ( squeeze - 0.5 * BOX * G * fabs( sin( angle ) ) ) - BOX * G * cos( angle );
        ASSERT_IN_RANGE( exact, measureOf( sim, "margin" ), 1e-6 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST underTheRegularisedLawItCreepsInProportionToItsLoad( void )
{
    // v = v_eps tan( pi/2 F/(2 mu N) ), which is proportional to F where that is small.
    double slow = 0.0;
    for ( int i = 0; i < 3; ++i )
    {
        double mass = 0.1 * ( 1 << i ), squeeze = 50.0, vEps = 0.01;
        const Value values[] = { { "law", 1.0 }, { "v_eps", vEps }, { "squeeze", squeeze }, { "mass", mass },
            { "patch_radius", i == 1 ? 0.0 : 0.006 } };
        ssSim* sim = simOf( 5, values );
        runTo( sim, 0.5 );
        double exact = vEps * tan( 0.5 * SS_PI * mass * G / ( 2.0 * 0.5 * squeeze ) );
        ASSERT_IN_RANGE( exact, 1e-3 * signalOf( sim, "creep" ), 1e-6 * exact );
        ASSERT_IN_RANGE( exact, 1e-3 * signalOf( sim, "creep_exact" ), 1e-9 * exact );
        ASSERT_IN_RANGE( 0.5 * exact, measureOf( sim, "slip" ), 0.02 * exact );
        slow = i == 0 ? exact : slow;
        ASSERT_IN_RANGE( slow * ( 1 << i ), exact, 0.01 * exact );
        ASSERT( measureOf( sim, "margin" ) > 10.0 * mass * G );
        ssDestroySim( sim );
    }
    PASS();
}

static ssSim* presetOf( const char* name )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "gripper" ) );
    ssSim* sim = NULL;
    bool good = ssSimDef_ApplyPreset( &def, name ).code == ss_ok && ssCreateSim( &def, &sim ).code == ss_ok;
    good ? runTo( sim, def.until > 0.0 ? def.until : 5.0 ) : (void)0;
    return sim;
}

TEST presetsDoWhatTheirNamesSay( void )
{
    ssSim* sim = presetOf( "holds" );
    ASSERT( measureOf( sim, "slip" ) < 1e-8 && measureOf( sim, "margin" ) > 0.0 );
    ASSERT( measureOf( sim, "margin" ) < 0.05 * BOX * G ); // just
    ssDestroySim( sim );
    sim = presetOf( "creeps" );
    ASSERT( measureOf( sim, "slip" ) > 5e-3 );
    ASSERT_IN_RANGE( 20.0, signalOf( sim, "squeeze_now" ) / measureOf( sim, "needed_force" ), 1e-6 );
    ssDestroySim( sim );
    sim = presetOf( "turns" );
    ASSERT( fabs( measureOf( sim, "turned_deg" ) ) > 60.0 );
    ASSERT( measureOf( sim, "slip" ) > 0.02 && isnan( signalOf( sim, "slip_mm" ) ) ); // and lost
    ssDestroySim( sim );
    PASS();
}

SUITE( gripper )
{
    RUN_TEST( theSqueezeNeededIsTheClosedForm );
    RUN_TEST( theBoxSlipsBelowTheSqueezeNeeded );
    RUN_TEST( aTwistedBoxTurnsBelowTheSqueezeNeeded );
    RUN_TEST( patchesBearFourThirdsOfMuNR );
    RUN_TEST( theSqueezeNeededIsTheGaugeOfThePatch );
    RUN_TEST( itSlipsAtTheMomentAtWhichTheMarginEnds );
    RUN_TEST( theMarginOfPointsIsWhatTheBoundLeaves );
    RUN_TEST( underTheRegularisedLawItCreepsInProportionToItsLoad );
    RUN_TEST( presetsDoWhatTheirNamesSay );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( gripper );
    return TEST_END();
}
