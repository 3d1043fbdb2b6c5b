// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"
#include "slipstick/vecmath.h"

// Stick, transition and slip of a pushed block, compared with closed forms.

#define G 9.81

typedef struct Setting
{
    const char *key, *value;
} Setting;

static ssSim* newBlock( const Setting* settings, int count )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "pushed-block" ) );
    for ( int i = 0; i < count; ++i )
    {
        if ( ssSimDef_Set( &def, settings[i].key, settings[i].value ).code != ss_ok ) { return NULL; }
    }
    ssSim* sim = NULL;
    return ssCreateSim( &def, &sim ).code == ss_ok ? sim : NULL;
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

/// Steps until the block does not stick. Returns the push at that time, or NAN.
static double pushAtSlip( ssSim* sim, int limit )
{
    for ( int i = 0; i < limit; ++i )
    {
        if ( ssSim_Step( sim ).status != ss_statusConverged ) { return NAN; }
        if ( signalOf( sim, "stick" ) == 0.0 )
        {
            return hypot( signalOf( sim, "push_x" ), signalOf( sim, "push_y" ) );
        }
    }
    return NAN;
}

TEST slipBeginsWhereThePolygonEnds( void )
{
    // The limit is mu m g = 9.81 N along e_1 and 1/cos(pi/2k) of it halfway; the push grows by 4e-3 N per
    // step.
    static const struct
    {
        const char *k, *angle, *contacts;
        double factor, tolerance;
    } cases[] = { { "4", "0", "1", 1.0, 0.005 }, { "4", "22.5", "1", 1.0823922, 0.005 },
        { "2", "45", "1", 1.4142136, 0.005 }, { "3", "30", "1", 1.1547005, 0.005 },
        { "8", "101.25", "1", 1.0195912, 0.005 }, { "4", "0", "4", 1.0, 0.01 },
        { "4", "22.5", "4", 1.0823922, 0.01 }, { "4", "0", "3", 1.0, 0.01 } };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        Setting settings[] = { { "k", cases[i].k }, { "push_deg", cases[i].angle },
            { "contacts", cases[i].contacts } };
        ssSim* sim = newBlock( settings, 3 );
        ASSERT( sim != NULL );
        double push = pushAtSlip( sim, 6000 );
        ASSERT_IN_RANGE( 9.81 * cases[i].factor + 0.5 * cases[i].tolerance, push, cases[i].tolerance );
        ssDestroySim( sim );
    }
    PASS();
}

TEST stickingForceOpposesThePushAndKappaIsZero( void )
{
    Setting settings[] = { { "push", "6" }, { "push_rate", "0" }, { "push_turn_rate", "2" } };
    ssSim* sim = newBlock( settings, 3 );
    ASSERT( sim != NULL );
    for ( int i = 0; i < 200; ++i )
    {
        ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
        ASSERT( testNear( signalOf( sim, "lambda_t1" ), -signalOf( sim, "push_x" ), 1e-13 ) );
        ASSERT( testNear( signalOf( sim, "lambda_t2" ), -signalOf( sim, "push_y" ), 1e-13 ) );
        ASSERT( signalOf( sim, "kappa_plus_1" ) == 0.0 && signalOf( sim, "kappa_minus_3" ) == 0.0 );
        // While nothing slips, sigma+ + sigma- = 2 mu lambda_n.
        ASSERT(
            testNear( signalOf( sim, "sigma_plus_2" ) + signalOf( sim, "sigma_minus_2" ), 19.62, 1e-13 ) );
    }
    ASSERT( signalOf( sim, "x" ) == 0.0 && signalOf( sim, "v_x" ) == 0.0 );
    ssDestroySim( sim );
    PASS();
}

TEST slidingBlockFollowsKineticFriction( void )
{
    // 20 N at 30 degrees on 2 kg with mu_k = 0.4: a = (20 - 0.4 × 19.62)/2 along the push from the second
    // step on.
    Setting settings[] = { { "push", "20" }, { "push_rate", "0" }, { "push_deg", "30" } };
    ssSim* sim = newBlock( settings, 3 );
    ASSERT( sim != NULL );
    for ( int i = 0; i < 1000; ++i ) { ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status ); }
    double a = ( 20.0 - 0.4 * 2.0 * G ) / 2.0,
           speed = hypot( signalOf( sim, "v_x" ), signalOf( sim, "v_y" ) );
    ASSERT( testNear( hypot( signalOf( sim, "a_x" ), signalOf( sim, "a_y" ) ), a, 1e-6 ) );
    ASSERT( testNear( speed, a * 1.0, 2e-3 ) );
    ASSERT( testNear( hypot( signalOf( sim, "x" ), signalOf( sim, "y" ) ), 0.5 * a, 2e-3 ) );
    ASSERT( signalOf( sim, "mode" ) == ss_modeSlide );

    // Without a push it stops after v²/(2 mu_k g) and stays.
    int push =
        ssFindParam( ssSim_Scenario( sim )->model.params, ssSim_Scenario( sim )->model.paramCount, "push" );
    double x = hypot( signalOf( sim, "x" ), signalOf( sim, "y" ) );
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, push, 0.0 ).code );
    for ( int i = 0; i < 2500; ++i ) { ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status ); }
    ASSERT( signalOf( sim, "v_x" ) == 0.0 && signalOf( sim, "stick" ) == 1.0 );
    ASSERT( testNear(
        hypot( signalOf( sim, "x" ), signalOf( sim, "y" ) ) - x, speed * speed / ( 2.0 * 0.4 * G ), 1e-6 ) );
    ssDestroySim( sim );
    PASS();
}

TEST turningPushSlipsOnceAndDoesNotChatter( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "pushed-block" ) );
    ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, "turn" ).code );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    int changes = 0;
    double last = signalOf( sim, "stick" );
    ASSERT( last == 1.0 );
    for ( int i = 0; i < 4000; ++i )
    {
        ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
        double stick = signalOf( sim, "stick" );
        changes += stick != last;
        last = stick;
    }
    ASSERT_EQ( 1, changes );
    ssDestroySim( sim );
    PASS();
}

TEST rankIsThatOfEquation8( void )
{
    static const struct
    {
        const char *k, *rho;
        double rank, defect;
    } cases[] = { { "4", "0", 8, 6 }, { "4", "0.2", 14, 0 }, { "4", "8", 12, 2 }, { "2", "0", 8, 2 },
        { "2", "4", 8, 2 }, { "16", "0.2", 38, 0 } };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        Setting settings[] = { { "k", cases[i].k }, { "phantom_inertia", cases[i].rho } };
        ssSim* sim = newBlock( settings, 2 );
        ASSERT( sim != NULL );
        ASSERT_EQ( cases[i].rank, signalOf( sim, "rank" ) );
        ASSERT_EQ( cases[i].defect, ssSim_Measure( sim, 0 ) );
        ASSERT_EQ( cases[i].defect > 0, signalOf( sim, "condition" ) >= 1e16 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST phantomInertiaChangesSaturationsOnly( void )
{
    ssSim* sims[2];
    static const char* const rhos[] = { "0", "30" };
    for ( int i = 0; i < 2; ++i )
    {
        Setting settings[] = { { "phantom_inertia", rhos[i] }, { "push", "9" } };
        sims[i] = newBlock( settings, 2 );
        ASSERT( sims[i] != NULL );
    }
    static const char* const same[] = { "a_x", "a_y", "lambda_t1", "lambda_t2", "lambda_n", "kappa_plus_1",
        "x", "v_y" };
    for ( int i = 0; i < 800; ++i )
    {
        ssSim_Step( sims[0] );
        ssSim_Step( sims[1] );
        for ( int j = 0; j < SS_COUNT( same ); ++j )
        {
            ASSERTm( same[j], testNear( signalOf( sims[0], same[j] ), signalOf( sims[1], same[j] ), 1e-12 ) );
        }
    }
    ssDestroySim( sims[0] );
    ssDestroySim( sims[1] );
    PASS();
}

/// Directions that act are shown up to the 24th; those beyond k are not numbers.
TEST kappaOfEveryDirectionIsShown( void )
{
    for ( int k = 2; k <= 30; k += 4 )
    {
        char text[16], name[32];
        snprintf( text, sizeof text, "%d", k );
        Setting settings[] = { { "k", text }, { "push", "30" }, { "push_deg", "37" } };
        ssSim* sim = newBlock( settings, 3 );
        ASSERT( sim != NULL );
        int seen = 0;
        for ( int j = 1; j <= 24; ++j )
        {
            snprintf( name, sizeof name, "kappa_plus_%d", j );
            double kappa = signalOf( sim, name );
            ASSERT_EQ( j > k, isnan( kappa ) != 0 );
            seen += kappa > 0.0;
        }
        ASSERT( k > 24 || ( seen >= 1 && seen <= 2 ) );
        ssDestroySim( sim );
    }
    PASS();
}

TEST twoContactsAreRefusedWithAReason( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "pushed-block" ) );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "contacts", "2" ).code );
    ssSim* sim = NULL;
    ssResult result = ssCreateSim( &def, &sim );
    ASSERT( result.code == ss_errorValue && sim == NULL );
    ASSERT_STR_EQ( "contacts", result.field );
    PASS();
}

TEST restoredBlocksGoOnBitForBit( void )
{
    // The other one was made with one contact.
    Setting settings[] = { { "contacts", "4" }, { "push", "12" } };
    ssSim *sim = newBlock( settings, 2 ), *other = newBlock( NULL, 0 );
    ASSERT( sim != NULL && other != NULL );
    for ( int i = 0; i < 50; ++i ) { ssSim_Step( sim ); }
    size_t size = ssSim_SaveSize( sim );
    void* blob = malloc( size );
    ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
    ASSERT_EQ( ss_ok, ssSim_Restore( other, blob, size ).code );
    ASSERT( ssSim_Hash( sim ) == ssSim_Hash( other ) );
    for ( int i = 0; i < 50; ++i )
    {
        ssSim_Step( sim );
        ssSim_Step( other );
    }
    ASSERT( ssSim_Hash( sim ) == ssSim_Hash( other ) );
    free( blob );
    ssDestroySim( sim );
    ssDestroySim( other );
    PASS();
}

typedef struct Outline
{
    double longest[2], shortest[2]; // distances of the corners from zero, per role [N]
    int corners[2];
} Outline;

static void keepSets( void* context, int count, const ssDrawSet* sets )
{
    Outline* outline = context;
    for ( int i = 0; i < count; ++i )
    {
        int role = sets[i].role;
        outline->shortest[role] = HUGE_VAL;
        outline->corners[role] = sets[i].count;
        for ( int k = 0; k < sets[i].count; ++k )
        {
            double length = ssVec2_Length( sets[i].points[k] );
            outline->longest[role] = fmax( outline->longest[role], length );
            outline->shortest[role] = fmin( outline->shortest[role], length );
        }
    }
}

/// The polygon touches the disc of radius mu m g from outside: its corners are at 1/cos(pi/2k) of that
/// radius.
TEST thePolygonIsDrawnAroundTheDisc( void )
{
    Setting settings[] = { { "k", "5" }, { "mu", "0.5" }, { "mass", "2" } };
    ssSim* sim = newBlock( settings, 3 );
    ASSERT( sim != NULL );
    ssSim_Step( sim );
    Outline outline = { 0 };
    ssDraw draw = { .flags = ss_drawAll, .context = &outline, .sets = keepSets };
    ssSim_Draw( sim, &draw );
    double bound = 0.5 * 2.0 * 9.81, corner = bound / cos( SS_PI / 10.0 );
    ASSERT_EQ( 10, outline.corners[ss_setReservoir] );
    ASSERT_IN_RANGE( corner, outline.longest[ss_setReservoir], 1e-9 );
    ASSERT_IN_RANGE( corner, outline.shortest[ss_setReservoir], 1e-9 );
    ASSERT_IN_RANGE( bound, outline.longest[ss_setDirection], 1e-9 );
    ASSERT_IN_RANGE( bound, outline.shortest[ss_setDirection], 1e-9 );
    draw.flags = 0;
    outline = ( Outline ){ 0 };
    ssSim_Draw( sim, &draw );
    ASSERT_EQ( 0, outline.corners[ss_setReservoir] );
    ssDestroySim( sim );
    PASS();
}

/// How near the friction force of the drawn block is to the nearest drawn rim [N], and which sets there are.
typedef struct Rims
{
    double radii[8], force;
    int count;
} Rims;

static void keepRims( void* context, int count, const ssDrawSet* sets )
{
    Rims* rims = context;
    for ( int i = 0; i < count && rims->count < SS_COUNT( rims->radii ); ++i )
    {
        rims->radii[rims->count++] = ssVec2_Length( sets[i].points[0] );
    }
}

static void keepForce( void* context, int count, const ssDrawArrow* arrows )
{
    for ( int i = 0; i < count; ++i )
    {
        if ( strcmp( arrows[i].symbol, "r_T" ) == 0 )
        {
            ( (Rims*)context )->force = ssVec3_Length( arrows[i].vector );
        }
    }
}

TEST aSlidingBlockHasItsForceOnADrawnRim( void )
{
    // mu = 0.5 and mu_k = 0.4 under 2 kg × 9.81 m/s²: once it slides,
    // friction is 7.848 N, inside the polygon.
    Setting settings[] = { { "push", "20" }, { "push_rate", "0" }, { "mu_k", "0.4" } };
    ssSim* sim = newBlock( settings, 3 );
    ASSERT( sim != NULL );
    for ( int i = 0; i < 200; ++i ) { ssSim_Step( sim ); }
    ASSERT( signalOf( sim, "mode" ) == ss_modeSlide );
    Rims rims = { 0 };
    ssDraw draw = { .flags = ss_drawAll, .context = &rims, .sets = keepRims, .arrows = keepForce };
    ssSim_Draw( sim, &draw );
    ASSERT_EQ_FMT( 3, rims.count, "%d" );
    ASSERT_IN_RANGE( 0.4 * 2.0 * G, rims.force, 1e-6 );
    bool onRim = false;
    for ( int i = 0; i < rims.count; ++i )
    {
        onRim = onRim || testNear( rims.radii[i], 0.4 * 2.0 * G, 1e-6 );
    }
    ASSERT( onRim );
    // Without a difference there is one rim.
    ASSERT_EQ( ss_ok,
        ssSim_SetParam( sim,
            ssFindParam(
                ssSim_Scenario( sim )->model.params, ssSim_Scenario( sim )->model.paramCount, "mu_k" ),
            0.5 )
            .code );
    rims.count = 0;
    ssSim_Draw( sim, &draw );
    ASSERT_EQ_FMT( 2, rims.count, "%d" );
    ssDestroySim( sim );
    PASS();
}

SUITE( pushedBlock )
{
    RUN_TEST( aSlidingBlockHasItsForceOnADrawnRim );
    RUN_TEST( slipBeginsWhereThePolygonEnds );
    RUN_TEST( stickingForceOpposesThePushAndKappaIsZero );
    RUN_TEST( slidingBlockFollowsKineticFriction );
    RUN_TEST( turningPushSlipsOnceAndDoesNotChatter );
    RUN_TEST( rankIsThatOfEquation8 );
    RUN_TEST( phantomInertiaChangesSaturationsOnly );
    RUN_TEST( kappaOfEveryDirectionIsShown );
    RUN_TEST( twoContactsAreRefusedWithAReason );
    RUN_TEST( restoredBlocksGoOnBitForBit );
    RUN_TEST( thePolygonIsDrawnAroundTheDisc );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( pushedBlock );
    return TEST_END();
}
