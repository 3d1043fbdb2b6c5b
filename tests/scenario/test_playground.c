// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"

// The tables that tilt: lanes and playground.

static ssSim* start( const char* id, const char* preset, const char* const* keys, int count )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( id ) );
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

static ssCode set( ssSim* sim, const char* key, double value )
{
    const ssScenario* scenario = ssSim_Scenario( sim );
    return ssSim_SetParam(
        sim, ssFindParam( scenario->model.params, scenario->model.paramCount, key ), value )
        .code;
}

static void advance( ssSim* sim, int steps )
{
    for ( int i = 0; i < steps; ++i ) { ssSim_Step( sim ); }
}

TEST spheresStartAtTheSmallerOfMuAndRollingOverRadius( void )
{
    const char* keys[] = { "tilt_rate_deg", "1", "incline_deg", "2" };
    ssSim* sim = start( "lanes", NULL, keys, SS_COUNT( keys ) );
    ASSERT( sim != NULL );
    // From 2 to 20 degrees, the five that roll start between 2.9 and 16.7, and three of those that slide
    // before 20.
    advance( sim, 18000 );
    static const char* const rolls[] = { "start_roll_1_deg", "start_roll_2_deg", "start_roll_3_deg",
        "start_roll_4_deg", "start_roll_5_deg" };
    static const char* const slides[] = { "start_slide_1_deg", "start_slide_2_deg" };
    for ( int i = 0; i < 5; ++i )
    {
        double ratio = ( 0.0075 + i / 4.0 * ( 0.045 - 0.0075 ) ) / 0.15;
        ASSERT_IN_RANGE( atan( ratio ) * 180.0 / SS_PI, signalOf( sim, rolls[i] ), 0.02 );
    }
    for ( int i = 0; i < 2; ++i )
    {
        ASSERT_IN_RANGE( atan( 0.1 + 0.125 * i ) * 180.0 / SS_PI, signalOf( sim, slides[i] ), 0.02 );
    }
    ASSERT( isnan( signalOf( sim, "start_slide_5_deg" ) ) );
    ASSERT( fabs( signalOf( sim, "x_slide_5" ) ) < 1e-9 );
    ssDestroySim( sim );
    PASS();
}

TEST sphereRollsDownAsTheFormulaSays( void )
{
    // At 12 degrees: rolling with (5/7) g (sin a - (mu_r/R) cos a), and sliding with g (sin a - mu cos a).
    ssSim* sim = start( "lanes", "race", NULL, 0 );
    ASSERT( sim != NULL );
    advance( sim, 1000 );
    double a = 12.0 * SS_PI / 180.0, g = 9.81;
    double rolls = 5.0 / 7.0 * g * ( sin( a ) - 0.05 * cos( a ) ), slides = g * ( sin( a ) - 0.1 * cos( a ) );
    ASSERT_IN_RANGE( 0.5 * rolls, signalOf( sim, "x_roll_1" ), 1e-6 );
    ASSERT_IN_RANGE( 0.5 * slides, signalOf( sim, "x_slide_1" ), 1e-6 );
    ssDestroySim( sim );
    PASS();
}

TEST everythingComesToRestOnALevelTable( void )
{
    ssSim* sim = start( "playground", "mix", NULL, 0 );
    ASSERT( sim != NULL );
    advance( sim, 1500 );
    ASSERT_EQ( 14, (int)signalOf( sim, "bodies" ) );
    ASSERT( signalOf( sim, "kinetic_energy" ) < 1e-6 );
    ASSERT( signalOf( sim, "sliding" ) > 0.0 && signalOf( sim, "impact" ) > 0.0 );
    // Boxes and cylinders alone stay on a table that is tilted within their cones.
    ASSERT_EQ( ss_ok, set( sim, "spheres", 0.0 ) );
    ASSERT_EQ( ss_ok, set( sim, "capsules", 0.0 ) );
    advance( sim, 500 );
    ASSERT_EQ( 7, (int)signalOf( sim, "bodies" ) );
    ssDestroySim( sim );
    PASS();
}

TEST bodiesComeAndGoWithTheirSliders( void )
{
    ssSim* sim = start( "playground", "tiny", NULL, 0 );
    ASSERT( sim != NULL );
    advance( sim, 20 );
    static const int counts[] = { 5, 0, 3, 8, 1 };
    for ( int i = 0; i < SS_COUNT( counts ); ++i )
    {
        ASSERT_EQ( ss_ok, set( sim, "spheres", counts[i] ) );
        advance( sim, 30 );
        ASSERT_EQ( counts[i] + 2, (int)signalOf( sim, "bodies" ) );
        // No body drops into another.
        ASSERT( signalOf( sim, "penetration" ) < 0.003 );
    }
    ssDestroySim( sim );
    PASS();
}

TEST lawOfTheGroundChangesInFlight( void )
{
    // A box slides along the grooves at 20 degrees: tan 20° = 0.36 lies between mu_1 and mu_2.
    const char* keys[] = { "spheres", "0", "cylinders", "0", "tilt_deg", "20", "groove_deg", "0" };
    ssSim* sim = start( "playground", "tiny", keys, SS_COUNT( keys ) );
    ASSERT( sim != NULL );
    advance( sim, 400 );
    // Coulomb friction of 0.5 holds it.
    ASSERT( signalOf( sim, "kinetic_energy" ) < 1e-9 );
    ASSERT_EQ( ss_ok, set( sim, "ground", 1.0 ) );
    advance( sim, 100 );
    ASSERT( signalOf( sim, "kinetic_energy" ) > 0.1 );
    // Turned across the slope, the grooves hold it again.
    ASSERT_EQ( ss_ok, set( sim, "groove_deg", 90.0 ) );
    advance( sim, 700 );
    ASSERT( signalOf( sim, "kinetic_energy" ) < 1e-6 );
    ssDestroySim( sim );
    PASS();
}

TEST largerStaticFrictionDoesNotStopWhatSlides( void )
{
    // tan 20° = 0.36 lies between 0.4 × 0.5 and 0.5: what rests stays, and what was pushed slides on.
    const char* keys[] = { "spheres", "0", "cylinders", "0", "ground", "stribeck", "tilt_deg", "20" };
    ssSim* sim = start( "playground", "tiny", keys, SS_COUNT( keys ) );
    ASSERT( sim != NULL );
    ASSERT_EQ( ss_ok, set( sim, "kinetic_ratio", 1.0 ) ); // until it has landed
    advance( sim, 400 );
    ASSERT_EQ( ss_ok, set( sim, "kinetic_ratio", 0.4 ) );
    advance( sim, 200 );
    ASSERT( signalOf( sim, "kinetic_energy" ) < 1e-9 );
    // The push is a tilt of thirty degrees for a moment.
    ASSERT_EQ( ss_ok, set( sim, "tilt_deg", 30.0 ) );
    advance( sim, 100 );
    ASSERT_EQ( ss_ok, set( sim, "tilt_deg", 20.0 ) );
    double before = signalOf( sim, "kinetic_energy" );
    ASSERT( before > 0.1 );
    advance( sim, 20 );
    ASSERT( signalOf( sim, "kinetic_energy" ) > before );
    ssDestroySim( sim );
    PASS();
}

TEST aSmoothGroundLetsABoxCreepAtTheSpeedItSays( void )
{
    const double tilt = 15.0 * SS_PI / 180.0, d = 0.3, mu = 0.5, vEps = 0.02;
    const char* keys[] = { "spheres", "0", "cylinders", "0", "ground", "regularised", "tilt_deg", "15", "tol",
        "1e-9", "iterations", "2000" };
    ssSim* sim = start( "playground", "tiny", keys, SS_COUNT( keys ) );
    ASSERT( sim != NULL );
    advance( sim, 1500 );
    double mass = 1000.0 * 8.0 * 0.55 * 0.4 * 0.3 * d * d * d, v = vEps * atanh( tan( tilt ) / mu );
    ASSERT_IN_RANGE( 0.5 * mass * v * v, signalOf( sim, "kinetic_energy" ), 1e-6 * mass * v * v );
    // Coulomb's ground holds it, and tristate does not.
    ASSERT_EQ( ss_ok, set( sim, "ground", 0.0 ) );
    advance( sim, 100 );
    ASSERT( signalOf( sim, "kinetic_energy" ) < 1e-12 );
    ASSERT_EQ( ss_ok, set( sim, "tilt_deg", 10.0 ) );
    ASSERT_EQ( ss_ok, set( sim, "ground", 9.0 ) );
    advance( sim, 101 );
    double step = 9.81 * sin( 10.0 * SS_PI / 180.0 ) * 2e-3;
    ASSERT_IN_RANGE( 0.5 * mass * step * step, signalOf( sim, "kinetic_energy" ), 1e-4 * mass * step * step );
    ssDestroySim( sim );
    PASS();
}

TEST everyGroundTakesOverFromTheOthers( void )
{
    const ssScenario* scenario = ssFindScenario( "playground" );
    const ssParam* ground =
        &scenario->model.params[ssFindParam( scenario->model.params, scenario->model.paramCount, "ground" )];
    const char* keys[] = { "tilt_deg", "12", "capsules", "1" };
    ssSim* sim = start( "playground", "tiny", keys, SS_COUNT( keys ) );
    ASSERT( sim != NULL );
    advance( sim, 100 );
    for ( int g = 0; g < 2 * ground->choiceCount; ++g )
    {
        ASSERT_EQ( ss_ok, set( sim, "ground", ( 7 * g ) % ground->choiceCount ) );
        ASSERT_EQ( ss_ok, set( sim, "tilt_deg", g % 2 == 0 ? -12.0 : 12.0 ) );
        double lost = signalOf( sim, "sliding" );
        advance( sim, 40 );
        ASSERTm( ground->choices[( 7 * g ) % ground->choiceCount], signalOf( sim, "penetration" ) < 0.003 );
        // What reverses may give back a little in that step, because the mean of its velocities has another
        // sign.
        ASSERTm( ground->choices[( 7 * g ) % ground->choiceCount], signalOf( sim, "sliding" ) > lost - 1e-3 );
    }
    ssDestroySim( sim );
    PASS();
}

TEST handPullsWithAForceThatIsShown( void )
{
    const char* keys[] = { "boxes", "0", "cylinders", "0" };
    ssSim* sim = start( "playground", "tiny", keys, SS_COUNT( keys ) );
    ASSERT( sim != NULL );
    advance( sim, 300 );
    ssDrag hand = { .active = true, .body = 5, .target = { 0.0, 0.0, 0.3 } };
    ssSim_Drag( sim, &hand );
    hand.target = ssVec3_Make( 0.8, 0.0, 0.3 );
    ssSim_Drag( sim, &hand );
    advance( sim, 5 );
    ASSERT( signalOf( sim, "pull" ) > 0.0 && signalOf( sim, "kinetic_energy" ) > 0.0 );
    hand.active = false;
    ssSim_Drag( sim, &hand );
    advance( sim, 1 );
    ASSERT_EQ( 0.0, signalOf( sim, "pull" ) );
    ssDestroySim( sim );
    PASS();
}

TEST restoredTableGoesOnBitByBit( void )
{
    const char* keys[] = { "capsules", "1" };
    static const double grounds[] = { 3.0, 5.0, 6.0, 7.0, 8.0, 9.0 };
    for ( int g = 0; g < SS_COUNT( grounds ); ++g )
    {
        ssSim *a = start( "playground", "tiny", keys, 2 ), *b = start( "playground", "tiny", keys, 2 );
        ASSERT( a != NULL && b != NULL );
        advance( a, 60 );
        set( a, "ground", grounds[g] );
        set( a, "mu_1", 0.05 );
        set( a, "tilt_deg", 25.0 );
        set( a, "boxes", 3.0 );
        advance( a, 60 );
        size_t size = ssSim_SaveSize( a );
        void* blob = malloc( size );
        ASSERT_EQ( size, ssSim_Save( a, blob, size ) );
        ASSERT_EQ( ss_ok, ssSim_Restore( b, blob, size ).code );
        free( blob );
        for ( int i = 0; i < 100; ++i )
        {
            advance( a, 1 );
            advance( b, 1 );
            ASSERT( ssSim_Hash( a ) == ssSim_Hash( b ) );
        }
        ssDestroySim( a );
        ssDestroySim( b );
    }
    PASS();
}

/// What a picture has of the table: its walls, and the box around them.
typedef struct seenWalls
{
    int count;
    double inner; // distance of the nearest face from the middle [m]
} seenWalls;

static void seeWalls( void* context, int count, const ssDrawSolid* solids )
{
    seenWalls* seen = context;
    for ( int i = 0; i < count; ++i )
    {
        const ssDrawSolid* s = solids + i;
        bool acrossX = s->half.x < s->half.y;
        double face = acrossX ? fabs( s->center.x ) - s->half.x : fabs( s->center.y ) - s->half.y;
        seen->count += s->fixed ? 1 : 0;
        seen->inner = s->fixed ? fmin( seen->inner, face ) : seen->inner;
    }
}

/// Bodies lean against walls at the rim of the table, so the walls are seen there.
TEST theTableHasItsWallsWhereBodiesStop( void )
{
    const char* keys[] = { "table", "4" };
    ssSim* sim = start( "playground", "mix", keys, SS_COUNT( keys ) );
    ASSERT( sim != NULL );
    seenWalls seen = { 0, 1e9 };
    ssDraw draw = { .flags = ss_drawGround, .context = &seen, .solids = seeWalls };
    ssSim_Draw( sim, &draw );
    ssDestroySim( sim );
    ASSERT_EQ( 4, seen.count );
    ASSERT_IN_RANGE( 2.0, seen.inner, 1e-12 );
    PASS();
}

SUITE( tables )
{
    RUN_TEST( theTableHasItsWallsWhereBodiesStop );
    RUN_TEST( spheresStartAtTheSmallerOfMuAndRollingOverRadius );
    RUN_TEST( sphereRollsDownAsTheFormulaSays );
    RUN_TEST( everythingComesToRestOnALevelTable );
    RUN_TEST( bodiesComeAndGoWithTheirSliders );
    RUN_TEST( lawOfTheGroundChangesInFlight );
    RUN_TEST( largerStaticFrictionDoesNotStopWhatSlides );
    RUN_TEST( aSmoothGroundLetsABoxCreepAtTheSpeedItSays );
    RUN_TEST( everyGroundTakesOverFromTheOthers );
    RUN_TEST( handPullsWithAForceThatIsShown );
    RUN_TEST( restoredTableGoesOnBitByBit );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( tables );
    return TEST_END();
}
