// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "slipstick/lab/scenario.h"
#include "slipstick/vecmath.h"

// Stopping distances under a polygon, compared with closed forms.

#define G 9.81

static ssSimDef fanDef( int k, const char* model, const char* level, double facet )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "facet-fan" ) );
    char text[32];
    snprintf( text, sizeof text, "%d", k );
    testMust( ssSimDef_Set( &def, "k", text ) );
    testMust( ssSimDef_Set( &def, "model", model ) );
    testMust( ssSimDef_Set( &def, "level", level ) );
    snprintf( text, sizeof text, "%.17g", facet );
    testMust( ssSimDef_Set( &def, "facet_deg", text ) );
    return def;
}

static double measureOf( const ssSim* sim, const char* name )
{
    return ssSim_Measure( sim, ssFindMeasure( ssSim_Scenario( sim ), name ) );
}

/// Runs until everything rests, at most for `seconds`. Returns NULL if a step fails.
static ssSim* runToRest( const ssSimDef* def, double seconds )
{
    ssSim* sim = NULL;
    if ( ssCreateSim( def, &sim ).code != ss_ok ) { return NULL; }
    for ( int i = 0; i < (int)( seconds / def->h ) && isnan( ssSim_Measure( sim, 0 ) ); ++i )
    {
        if ( ssSim_Step( sim ).status != ss_statusConverged )
        {
            ssDestroySim( sim );
            return NULL;
        }
    }
    return sim;
}

TEST stoppingDistancesDrawTheRose( void )
{
    static const int ks[] = { 2, 3, 4, 6 };
    double circle = 3.0 * 3.0 / ( 2.0 * 0.3 * G );
    for ( int i = 0; i < SS_COUNT( ks ); ++i )
    {
        // Headings every 15 degrees meet the directions of these k and the lines halfway between them.
        double half = cos( SS_PI / ( 2 * ks[i] ) );
        ssSimDef def = fanDef( ks[i], "acceleration", "velocity", 0.0 );
        ssSim* sim = runToRest( &def, 2.0 );
        ASSERT( sim != NULL );
        ASSERT( testNear( measureOf( sim, "stop_distance_max" ), circle, 1e-9 ) );
        bool halfIsHit = 90 % ( 15 * ks[i] ) == 0;
        ASSERT( !halfIsHit || testNear( measureOf( sim, "stop_distance_min" ), circle * half, 1e-9 ) );
        ASSERT( !halfIsHit || testNear( measureOf( sim, "anisotropy" ), 1.0 / half, 1e-9 ) );
        ssDestroySim( sim );

        def = fanDef( ks[i], "force", "velocity", 0.0 );
        sim = runToRest( &def, 2.0 );
        ASSERT( sim != NULL );
        ASSERT( testNear( measureOf( sim, "stop_distance_min" ), circle, 1e-9 ) );
        ASSERT( !halfIsHit || testNear( measureOf( sim, "stop_distance_max" ), circle / half, 1e-9 ) );
        ssDestroySim( sim );
    }
    PASS();
}

/// Where a puck stops, by small steps of an independent rule: the force is the corner or side that dissipates
/// most energy.
static ssVec2 endByRule( int k, bool inside, double angle, double muG, ssVec2 v )
{
    ssVec2 x = { 0.0, 0.0 };
    // c_j are the corners of the polygon; the coordinates of v on the two adjacent normals decrease at equal
    // rates.
    double spacing = SS_PI / k, first = angle + ( inside ? 0.5 * spacing : 0.0 );
    double apothem = inside ? muG * cos( 0.5 * spacing ) : muG;
    while ( ssVec2_Length( v ) > 1e-12 )
    {
        double sector = ( atan2( v.y, v.x ) - first ) / spacing, whole = floor( sector + 1e-9 );
        double offset = sector - whole, low = first + whole * spacing, speed = ssVec2_Length( v );
        bool onNormal = offset < 1e-7;
        double mid = low + 0.5 * spacing;
        ssVec2 a = onNormal ? ssVec2_Make( -apothem * cos( low ), -apothem * sin( low ) )
                            : ssVec2_Make( -apothem / cos( 0.5 * spacing ) * cos( mid ),
                                  -apothem / cos( 0.5 * spacing ) * sin( mid ) );
        // This lasts until the smaller coordinate is gone, or all of it.
        double rate = apothem / ( 1.0 + cos( spacing ) ), s = sin( spacing );
        double alpha = speed * sin( spacing - offset * spacing ) / s,
               beta = speed * sin( offset * spacing ) / s;
        double time = onNormal ? speed / apothem : fmin( alpha, beta ) / rate;
        x = ssVec2_MulAdd( ssVec2_MulAdd( x, time, v ), 0.5 * time * time, a );
        v = onNormal ? ssVec2_Make( 0.0, 0.0 ) : ssVec2_MulAdd( v, time, a );
    }
    return x;
}

TEST everyHeadingEndsWhereTheClosedFormSays( void )
{
    static const struct
    {
        int k;
        bool inside;
        double facet;
    } cases[] = { { 2, false, 0.0 }, { 3, false, 10.0 }, { 5, false, -33.0 }, { 8, false, 0.0 },
        { 3, true, 10.0 }, { 4, true, 5.0 } };
    for ( int c = 0; c < SS_COUNT( cases ); ++c )
    {
        ssSimDef def =
            fanDef( cases[c].k, cases[c].inside ? "force" : "acceleration", "velocity", cases[c].facet );
        ssSim* sim = runToRest( &def, 2.0 );
        ASSERT( sim != NULL );
        double row[SS_MAX_SIGNALS];
        ssSim_Signals( sim, row );
        for ( int i = 0; i < 24; ++i )
        {
            double heading = 2.0 * SS_PI * i / 24;
            ssVec2 v = { 3.0 * cos( heading ), 3.0 * sin( heading ) };
            ssVec2 end = endByRule( cases[c].k, cases[c].inside, cases[c].facet * SS_PI / 180.0, 0.3 * G, v );
            // A step in which a coordinate runs out is off by about mu g h².
            ASSERT( fabs( row[3 * i] - end.x ) <= 3e-6 && fabs( row[3 * i + 1] - end.y ) <= 3e-6 );
            ASSERT( row[3 * i + 2] == 0.0 );
        }
        ssDestroySim( sim );
    }
    PASS();
}

TEST accelerationLevelAndTheConeGiveACircle( void )
{
    double circle = 3.0 * 3.0 / ( 2.0 * 0.3 * G );
    for ( int k = 2; k <= 5; ++k )
    {
        ssSimDef defs[] = { fanDef( k, "acceleration", "acceleration", 7.0 ),
            fanDef( k, "force", "acceleration", 7.0 ), fanDef( k, "cone", "velocity", 7.0 ) };
        for ( int i = 0; i < SS_COUNT( defs ); ++i )
        {
            ssSim* sim = runToRest( &defs[i], 2.0 );
            ASSERT( sim != NULL );
            ASSERT( testNear( measureOf( sim, "stop_distance_min" ), circle, 1e-9 ) );
            ASSERT( testNear( measureOf( sim, "stop_distance_max" ), circle, 1e-9 ) );
            ssDestroySim( sim );
        }
    }
    PASS();
}

TEST phantomInertiaDoesNotMoveAPuck( void )
{
    double rows[2][SS_MAX_SIGNALS];
    static const char* const rhos[] = { "0", "50" };
    for ( int i = 0; i < 2; ++i )
    {
        ssSimDef def = fanDef( 3, "acceleration", "velocity", 4.0 );
        testMust( ssSimDef_Set( &def, "phantom_inertia", rhos[i] ) );
        ssSim* sim = runToRest( &def, 2.0 );
        ASSERT( sim != NULL );
        ssSim_Signals( sim, rows[i] );
        ssDestroySim( sim );
    }
    for ( int i = 0; i < 72; ++i ) { ASSERT( testNear( rows[0][i], rows[1][i], 1e-11 ) ); }
    PASS();
}

TEST frictionOnlyDissipates( void )
{
    ssSimDef def = fanDef( 3, "acceleration", "velocity", 13.0 );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    double before[SS_MAX_SIGNALS], after[SS_MAX_SIGNALS];
    ssSim_Signals( sim, before );
    for ( int step = 0; step < 1200; ++step )
    {
        ssSim_Step( sim );
        ssSim_Signals( sim, after );
        for ( int i = 0; i < 24; ++i )
        {
            // Friction takes at least as much as the disc inside, and at most as much as the corners.
            double lost = before[3 * i + 2] - after[3 * i + 2], unit = 0.3 * G * def.h;
            ASSERT( lost >= ( after[3 * i + 2] > 0.0 ? unit * ( 1.0 - 1e-9 ) : 0.0 ) );
            ASSERT( lost <= unit / cos( SS_PI / 6.0 ) * ( 1.0 + 1e-9 ) );
        }
        memcpy( before, after, sizeof before );
    }
    ssDestroySim( sim );
    PASS();
}

TEST withoutFrictionNothingStops( void )
{
    ssSimDef def = fanDef( 3, "acceleration", "velocity", 0.0 );
    testMust( ssSimDef_Set( &def, "mu", "0" ) );
    ssSim* sim = runToRest( &def, 0.2 );
    ASSERT( sim != NULL );
    ASSERT( isnan( measureOf( sim, "stop_distance_max" ) ) );
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    ASSERT( testNear( row[0], 0.6, 1e-12 ) && testNear( row[2], 3.0, 1e-13 ) );
    ssDestroySim( sim );
    PASS();
}

TEST restoredFansGoOnBitForBit( void )
{
    ssSimDef def = fanDef( 3, "acceleration", "velocity", 0.0 );
    ssSim *sim = NULL, *other = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &other ).code );
    for ( int i = 0; i < 100; ++i ) { ssSim_Step( sim ); }
    size_t size = ssSim_SaveSize( sim );
    void* blob = malloc( size );
    ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
    ASSERT_EQ( ss_ok, ssSim_Restore( other, blob, size ).code );
    for ( int i = 0; i < 100; ++i )
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

typedef struct Rose
{
    double distance[2][64]; // of points: stopped, sliding
    double x[2][64], y[2][64];
    int count[2];
    double circle; // radius of the reference
} Rose;

static void keepCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    (void)label;
    Rose* rose = context;
    for ( int i = 0; i < count && role == ss_chartExact; ++i ) { rose->circle = hypot( x[i], y[i] ); }
}

static void keepPoints(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    (void)label;
    Rose* rose = context;
    int group = role == ss_chartFirst; // sliding
    for ( int i = 0; i < count; ++i )
    {
        rose->x[group][rose->count[group]] = x[i];
        rose->y[group][rose->count[group]] = y[i];
        rose->distance[group][rose->count[group]++] = hypot( x[i], y[i] );
    }
}

/// With six sides and 24 headings, d = v0²/(2 mu g) along each e_j, and cos(pi/6) of it halfway between two.
TEST theRoseLeavesTheCircleBetweenDirections( void )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "facet-fan" ) );
    testMust( ssSimDef_ApplyPreset( &def, "hexagon" ) );
    ssSim* sim = NULL;
    ASSERT( ssCreateSim( &def, &sim ).code == ss_ok );
    Rose rose = { 0 };
    ssChartSink sink = { .context = &rose, .curve = keepCurve, .points = keepPoints };
    ssSim_Step( sim );
    ssSim_DrawChart( sim, 0, &sink );
    ASSERT_EQ_FMT( 24, rose.count[1], "%d" );
    for ( int i = 1; i < 1500; ++i ) { ssSim_Step( sim ); }
    rose = ( Rose ){ 0 };
    ssSim_DrawChart( sim, 0, &sink );
    ASSERT_EQ_FMT( 24, rose.count[0], "%d" );
    double circle = 9.0 / ( 2.0 * 0.3 * 9.81 );
    ASSERT_IN_RANGE( circle, rose.circle, 1e-12 );
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    for ( int i = 0; i < 24; ++i ) // the chart shows the pucks where they are in the scene
    {
        ASSERT( rose.x[0][i] == row[3 * i] && rose.y[0][i] == row[3 * i + 1] );
    }
    for ( int i = 0; i < 24; i += 2 ) // every 30°
    {
        double exact = i % 4 == 0 ? circle : circle * cos( SS_PI / 6.0 );
        ASSERT_IN_RANGE( exact, rose.distance[0][i], 0.002 * circle );
    }
    ssDestroySim( sim );
    PASS();
}

/// The paths that a picture shows, one trail per puck.
typedef struct Trails
{
    ssVec3 points[40][128];
    int counts[40], count;
} Trails;

static void keepTrail( void* context, int count, const ssVec3* points )
{
    Trails* trails = context;
    if ( trails->count < 40 && count <= 128 )
    {
        trails->counts[trails->count] = count;
        memcpy( trails->points[trails->count++], points, (size_t)count * sizeof *points );
    }
}

static void drawTrails( const ssSim* sim, Trails* trails )
{
    trails->count = 0;
    ssDraw draw = { .flags = ss_drawTrails, .context = trails, .trail = keepTrail };
    ssSim_Draw( sim, &draw );
}

/// Distance of a point from a polyline.
static double fromPath( const Trails* trails, int puck, double x, double y )
{
    double nearest = HUGE_VAL;
    for ( int k = 1; k < trails->counts[puck]; ++k )
    {
        ssVec3 a = trails->points[puck][k - 1], b = trails->points[puck][k];
        double dx = b.x - a.x, dy = b.y - a.y;
        double s = ( ( x - a.x ) * dx + ( y - a.y ) * dy ) / ( dx * dx + dy * dy );
        s = fmin( fmax( s, 0.0 ), 1.0 );
        nearest = fmin( nearest, hypot( a.x + s * dx - x, a.y + s * dy - y ) );
    }
    return nearest;
}

/// Under a square of friction a puck that starts at 15° or 30° bends; it was drawn with a straight ray.
TEST theDrawnPathsAreThoseThatWereTaken( void )
{
    enum
    {
        steps = 1500
    };
    static double rows[steps][SS_MAX_SIGNALS];
    static Trails trails, again;
    ssSimDef def = fanDef( 2, "acceleration", "velocity", 0.0 );
    ssSim *sim = NULL, *other = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &other ).code );
    for ( int i = 0; i < steps; ++i )
    {
        ssSim_Step( sim );
        ssSim_Signals( sim, rows[i] );
        ASSERT( i % 300 != 7 || ( drawTrails( sim, &trails ), trails.count == 24 ) );
        for ( int puck = 0; puck < 24 && i % 300 == 7; ++puck )
        {
            int last = trails.counts[puck] - 1;
            ASSERT( trails.points[puck][0].x == 0.0 && trails.points[puck][0].y == 0.0 );
            ASSERT( trails.points[puck][last].x == rows[i][3 * puck] );
            for ( int k = 0; k <= i; k += 11 )
            {
                ASSERT( fromPath( &trails, puck, rows[k][3 * puck], rows[k][3 * puck + 1] ) < 2e-4 );
            }
        }
    }
    // The diamond of end points, which the summary explains.
    for ( int puck = 0; puck < 24; ++puck )
    {
        double sum = fabs( rows[steps - 1][3 * puck] ) + fabs( rows[steps - 1][3 * puck + 1] );
        ASSERT_IN_RANGE( 9.0 / ( 2.0 * 0.3 * G ), sum, 1e-4 );
    }
    // A restored simulation shows the same paths.
    size_t size = ssSim_SaveSize( sim );
    void* blob = malloc( size );
    ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
    ASSERT_EQ( ss_ok, ssSim_Restore( other, blob, size ).code );
    drawTrails( sim, &trails );
    drawTrails( other, &again );
    for ( int puck = 0; puck < 24; ++puck )
    {
        ASSERT_EQ( trails.counts[puck], again.counts[puck] );
        ASSERT( memcmp( trails.points[puck], again.points[puck],
                    (size_t)trails.counts[puck] * sizeof( ssVec3 ) ) == 0 );
    }
    free( blob );
    ssDestroySim( sim );
    ssDestroySim( other );
    PASS();
}

SUITE( facetFan )
{
    RUN_TEST( stoppingDistancesDrawTheRose );
    RUN_TEST( everyHeadingEndsWhereTheClosedFormSays );
    RUN_TEST( accelerationLevelAndTheConeGiveACircle );
    RUN_TEST( phantomInertiaDoesNotMoveAPuck );
    RUN_TEST( frictionOnlyDissipates );
    RUN_TEST( withoutFrictionNothingStops );
    RUN_TEST( restoredFansGoOnBitForBit );
    RUN_TEST( theRoseLeavesTheCircleBetweenDirections );
    RUN_TEST( theDrawnPathsAreThoseThatWereTaken );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( facetFan );
    return TEST_END();
}
