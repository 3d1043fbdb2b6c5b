// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "model/sliding_mass.h"
#include "slipstick/advanced/csv.h"
#include "slipstick/lab/scenario.h"
#include "slipstick/vecmath.h"

// The scenario sliding-disk: where disks stop under four laws, how paths scale, and what an X-Y table, a
// runner and a spinning disk do.

#define DEGREES ( 180.0 / SS_PI )

static const ssScenario* disk( void ) { return ssFindScenario( "sliding-disk" ); }

static int keyOf( const char* key )
{
    return ssFindParam( disk()->model.params, disk()->model.paramCount, key );
}

static ssSimDef presetDef( const char* preset )
{
    ssSimDef def = ssDefaultSimDef( disk() );
    testMust( ssSimDef_ApplyPreset( &def, preset ) );
    def.values[keyOf( "ghosts" )] = 0.0;
    return def;
}

static double measureOf( const ssSim* sim, const char* name )
{
    return ssSim_Measure( sim, ssFindMeasure( disk(), name ) );
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( disk(), name )];
}

typedef struct Launch
{
    double end1, end2, length, stop, deflection, lastDirection;
    int failed;
} Launch;

static Launch launch( const ssSimDef* def )
{
    Launch l = { .failed = -1 };
    ssSim* sim = NULL;
    ssResult result = ssCreateSim( def, &sim );
    if ( result.code != ss_ok )
    {
        printf( "%s\n", result.message );
        return l;
    }
    l.failed = 0;
    for ( int64_t i = 0, n = llround( def->until / def->h ); i < n; ++i )
    {
        double direction = signalOf( sim, "direction_deg" );
        l.lastDirection = isnan( direction ) ? l.lastDirection : direction;
        l.failed += ssSim_Step( sim ).status != ss_statusConverged;
    }
    l.end1 = measureOf( sim, "end_1" );
    l.end2 = measureOf( sim, "end_2" );
    l.length = measureOf( sim, "length" );
    l.stop = measureOf( sim, "t_stop" );
    l.deflection = measureOf( sim, "deflection_deg" );
    ssDestroySim( sim );
    return l;
}

// Launched at 1.52 m/s, 58 degrees from the grooves, with the sets of Walker & Leine Table 1; integrated
// independently.
static const struct
{
    const char* law;
    double end1, end2, length, stop, deflection;
} s_laws[] = {
    { "associated-ellipse", 0.185647, 0.128890, 0.226288, 0.299302, 2.7713 },
    { "associated", 0.176564, 0.111456, 0.208804, 0.274837, 0.2620 },
    { "collinear", 0.177076, 0.110649, 0.208804, 0.274742, 0.0 },
    { "extended", 0.165172, 0.140955, 0.220645, 0.298289, 8.4769 },
};

TEST fourLawsStopWhereTheyShould( void )
{
    for ( int i = 0; i < SS_COUNT( s_laws ); ++i )
    {
        ssSimDef def = presetDef( "fig27" );
        ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "law", s_laws[i].law ).code );
        Launch l = launch( &def );
        ASSERT_EQ( 0, l.failed );
        ASSERT_IN_RANGEm( s_laws[i].law, s_laws[i].end1, l.end1, 1e-3 );
        ASSERT_IN_RANGEm( s_laws[i].law, s_laws[i].end2, l.end2, 1e-3 );
        ASSERT_IN_RANGEm( s_laws[i].law, s_laws[i].length, l.length, 1e-3 );
        ASSERT_IN_RANGEm( s_laws[i].law, s_laws[i].stop, l.stop, 1e-3 );
        ASSERT_IN_RANGEm( s_laws[i].law, s_laws[i].deflection, l.deflection, 0.1 );
    }
    PASS();
}

// The sets are symmetric about both axes, and so are the paths: the
// grooves attract from either side of either end.
TEST mirroredLaunchesAreDeflectedAlike( void )
{
    static const double angles[] = { 58.0, 122.0, -58.0, -122.0 };
    double first = 0.0;
    for ( int i = 0; i < SS_COUNT( angles ); ++i )
    {
        char text[32];
        ssSimDef def = presetDef( "fig27" );
        snprintf( text, sizeof text, "%g", angles[i] );
        ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "phi_deg", text ).code );
        Launch l = launch( &def );
        first = i == 0 ? l.deflection : first;
        ASSERT( l.deflection > 8.0 );
        ASSERT_IN_RANGE( first, l.deflection, 1e-6 );
    }
    PASS();
}

TEST pathsConvergeWithFirstOrder( void )
{
    // The extended law bends the path most.
    double errors[3];
    for ( int k = 0; k < 3; ++k )
    {
        ssSimDef def = presetDef( "fig27" );
        def.h = 1e-3 / ( 1 << k );
        Launch l = launch( &def );
        errors[k] = hypot( l.end1 - 0.165172, l.end2 - 0.140955 );
    }
    for ( int k = 0; k < 2; ++k ) { ASSERT_IN_RANGE( 2.0, errors[k] / errors[k + 1], 0.4 ); }
    PASS();
}

TEST pathsScaleWithTheSquareOfTheSpeed( void )
{
    // The path is the same in proportion if the steps are in proportion too.
    ssSimDef def = presetDef( "fig27" );
    Launch slow = launch( &def );
    def.values[keyOf( "v0" )] *= 2.0;
    def.h *= 2.0;
    def.until *= 2.0;
    Launch fast = launch( &def );
    ASSERT_IN_RANGE( 4.0 * slow.end1, fast.end1, 1e-12 );
    ASSERT_IN_RANGE( 4.0 * slow.end2, fast.end2, 1e-12 );
    ASSERT_IN_RANGE( 2.0 * slow.stop, fast.stop, 1e-12 );
    // Neither the mass nor a larger load changes it.
    def = presetDef( "fig27" );
    def.values[keyOf( "mass" )] = 3.0;
    Launch heavy = launch( &def );
    ASSERT_IN_RANGE( slow.end1, heavy.end1, 1e-12 );
    ASSERT_IN_RANGE( slow.end2, heavy.end2, 1e-12 );
    PASS();
}

TEST theFanOfAnglesIsThatOfTheTable( void )
{
    static const char* const columns[] = { "phi_from_grooves_deg", "end_T1", "end_T2", "length", "stop_time",
        "final_dir_from_T1_deg" };
    ssCsv table;
    ASSERT_EQ( ss_ok, ssReadCsv( testData( "sliding_disk_fig19b.csv" ), columns, 6, 6, &table ).code );
    ASSERT_EQ( 7, table.rowCount );
    double shortest = 1.0, along = 0.0, across = 0.0;
    for ( int i = 0; i < table.rowCount; ++i )
    {
        const double* row = table.numbers + 6 * i;
        ssSimDef def = presetDef( "fig19b" );
        def.values[keyOf( "phi_deg" )] = row[0];
        Launch l = launch( &def );
        ASSERT_EQ( 0, l.failed );
        ASSERT_IN_RANGE( row[1], l.end1, 1e-3 );
        ASSERT_IN_RANGE( row[2], l.end2, 1e-3 );
        ASSERT_IN_RANGE( row[3], l.length, 1e-3 );
        ASSERT_IN_RANGE( row[4], l.stop, 1e-3 );
        // Our angle is measured from the grooves: paths end along them, except when launched across.
        ASSERT_IN_RANGE( 90.0 - row[5], l.lastDirection, 0.5 );
        shortest = fmin( shortest, l.length );
        along = i == 0 ? l.length : along;
        across = l.length;
    }
    ASSERT( along > across && shortest < across );
    ssCsv_Destroy( &table );
    PASS();
}

TEST thePathIsThatOfFig27( void )
{
    static const char* const columns[] = { "t", "x_T1_orth_grooves", "y_T2_along_grooves", "psi_rad",
        "speed" };
    ssCsv table;
    ASSERT_EQ(
        ss_ok, ssReadCsv( testData( "sliding_disk_fig27_extended.csv" ), columns, 5, 5, &table ).code );
    ssSimDef def = presetDef( "fig27" );
    def.h = 1e-5;
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    for ( int i = 0; i < table.rowCount; ++i )
    {
        const double* row = table.numbers + 5 * i;
        while ( ssSim_Time( sim ) < row[0] - 0.5 * def.h )
        {
            ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
        }
        ASSERT_IN_RANGE( row[1], signalOf( sim, "x" ), 2e-5 );
        ASSERT_IN_RANGE( row[2], signalOf( sim, "y" ), 2e-5 );
        ASSERT_IN_RANGE( row[4], signalOf( sim, "speed" ), 2e-4 );
        if ( row[4] > 0.05 )
        {
            // psi is measured from e_T1.
            ASSERT_IN_RANGE( 90.0 - row[3] * DEGREES, signalOf( sim, "direction_deg" ), 0.1 );
        }
    }
    ssCsv_Destroy( &table );
    ssDestroySim( sim );
    PASS();
}

TEST axesOfAnXyTableStopOnTheirOwn( void )
{
    // By Eq. 35 each slide bearing decelerates its own component by mu_i g.
    ssSimDef def = presetDef( "xy-table" );
    def.h = 2e-4;
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    double v = 1.52 / sqrt( 2.0 ), a[2] = { 4.0 / 9.3 * 9.81, 2.0 / 9.3 * 9.81 };
    while ( signalOf( sim, "stick_1" ) == 0.0 )
    {
        ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
        ASSERT( signalOf( sim, "stick_2" ) == 0.0 );
    }
    ASSERT_IN_RANGE( v / a[0], ssSim_Time( sim ), 1e-3 );
    ASSERT( signalOf( sim, "mode" ) == 2.0 );
    while ( signalOf( sim, "stick_2" ) == 0.0 )
    {
        ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
        ASSERT( signalOf( sim, "stick_1" ) == 1.0 );
    }
    ASSERT_IN_RANGE( v / a[1], ssSim_Time( sim ), 1e-3 );
    ASSERT( signalOf( sim, "mode" ) == 1.0 );
    ASSERT_IN_RANGE( 0.5 * v * v / a[0], measureOf( sim, "end_1" ), 1e-3 );
    ASSERT_IN_RANGE( 0.5 * v * v / a[1], measureOf( sim, "end_2" ), 1e-3 );
    ssDestroySim( sim );
    PASS();
}

TEST onlyAnisotropySteersABobsleigh( void )
{
    // The runner points 20 degrees to the right of the launch, then to the left.
    double sides[3];
    for ( int k = 0; k < 3; ++k )
    {
        ssSimDef def = presetDef( "bobsleigh" );
        if ( k == 2 )
        {
            def.values[keyOf( "c_kind" )] = ss_setCircle;
            def.values[keyOf( "c_a" )] = 0.2;
        }
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        for ( int i = 0; i < 1200; ++i )
        {
            if ( i == 600 && k == 1 )
            {
                ASSERT_EQ( ss_ok, ssSim_SetParam( sim, keyOf( "steer_deg" ), 20.0 ).code );
            }
            ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
        }
        double direction = signalOf( sim, "direction_deg" );
        sides[k] = direction;
        ssDestroySim( sim );
    }
    ASSERT_IN_RANGE( 20.0, sides[0], 0.5 );
    ASSERT_IN_RANGE( -20.0, sides[1], 0.5 );
    ASSERT_IN_RANGE( 0.0, sides[2], 1e-9 );
    PASS();
}

TEST padsCoupleSlidingAndSpinning( void )
{
    double length[2];
    for ( int k = 0; k < 2; ++k )
    {
        ssSimDef def = presetDef( "pads" );
        def.values[keyOf( "spin0" )] = k == 0 ? 0.0 : 120.0;
        Launch l = launch( &def );
        ASSERT_EQ( 0, l.failed );
        length[k] = l.length;
    }
    ASSERT( length[1] > 1.05 * length[0] );
    PASS();
}

TEST allPresetsStepWithoutAFailure( void )
{
    for ( int i = 0; i < disk()->presetCount; ++i )
    {
        ssSimDef def = presetDef( disk()->presets[i].name );
        Launch l = launch( &def );
        ASSERT_EQm( disk()->presets[i].name, 0, l.failed );
        ASSERTm( disk()->presets[i].name, l.length > 0.0 );
    }
    PASS();
}

TEST aMeasuredPathIsReadWithItsUnit( void )
{
    char path[1100];
    snprintf( path, sizeof path, "%s/path.csv", testScratch() );
    FILE* file = fopen( path, "w" );
    ASSERT( file != NULL );
    fputs( "# synthetic\nt,x [mm],y [mm]\n0,0,0\n0.01,10,20\n", file );
    fclose( file );
    ssSimDef def = presetDef( "tiny" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "measured", path ).code );
    ssSim* sim = NULL;
    ssResult result = ssCreateSim( &def, &sim );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT( ssSim_SetText( sim, keyOf( "measured" ), "/nowhere.csv" ).code != ss_ok );
    ASSERT_STR_EQ( path, ssSim_Text( sim, keyOf( "measured" ) ) );
    ssDestroySim( sim );
    PASS();
}

TEST savedLaunchesGoOnTheSame( void )
{
    ssSimDef def = presetDef( "pads" ), plain = presetDef( "tiny" );
    ssSim *a = NULL, *b = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &a ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &plain, &b ).code );
    for ( int i = 0; i < 100; ++i ) { ssSim_Step( a ); }
    size_t size = ssSim_SaveSize( a );
    void* blob = malloc( size );
    ASSERT( ssSim_Save( a, blob, size ) == size );
    ASSERT_EQ( ss_ok, ssSim_Restore( b, blob, size ).code );
    for ( int i = 0; i < 200; ++i )
    {
        ssSim_Step( a );
        ssSim_Step( b );
        ASSERT( ssSim_Hash( a ) == ssSim_Hash( b ) );
    }
    free( blob );
    ssDestroySim( a );
    ssDestroySim( b );
    PASS();
}

typedef struct Ghosts
{
    ssVec3 ends[16];
    int roles[16], count;
    int named; // labels at the end of a line of the same colour
} Ghosts;

static void onLine( void* context, ssDrawLineRole role, int count, const ssVec3* points )
{
    Ghosts* g = context;
    if ( role >= ss_lineGhost0 && role < ss_lineGhost0 + SS_GHOST_COLORS && g->count < SS_COUNT( g->ends ) )
    {
        g->roles[g->count] = (int)role;
        g->ends[g->count++] = points[count - 1];
    }
}

static void onLabels( void* context, int count, const ssDrawLabel* labels )
{
    Ghosts* g = context;
    for ( int i = 0; i < count; ++i )
    {
        for ( int k = 0; k < g->count; ++k )
        {
            bool here = labels[i].position.x == g->ends[k].x && labels[i].position.y == g->ends[k].y;
            g->named += here && labels[i].ghost == 1 + g->roles[k] - ss_lineGhost0;
        }
    }
}

TEST pathsBesideItAreNamedInTheirColour( void )
{
    ssSimDef def = ssDefaultSimDef( disk() );
    testMust( ssSimDef_ApplyPreset( &def, "fig27" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    Ghosts ghosts = { .count = 0 };
    ssDraw draw = { .flags = ss_drawAll, .context = &ghosts, .line = onLine, .labels = onLabels };
    ssSim_Draw( sim, &draw );
    ASSERT_EQ_FMT( 4, ghosts.count, "%d" );
    ASSERT_EQ_FMT( 4, ghosts.named, "%d" );
    ssDestroySim( sim );
    PASS();
}

TEST eachPathOfAFanHasItsOwnColour( void )
{
    ssSimDef def = ssDefaultSimDef( disk() );
    testMust( ssSimDef_ApplyPreset( &def, "fig5" ) );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    Ghosts ghosts = { .count = 0 };
    ssDraw draw = { .flags = ss_drawAll, .context = &ghosts, .line = onLine, .labels = onLabels };
    ssSim_Draw( sim, &draw );
    ASSERT_EQ_FMT( 7, ghosts.count, "%d" );
    ASSERT_EQ_FMT( 7, ghosts.named, "%d" );
    for ( int i = 0; i < ghosts.count; ++i )
    {
        // A chart colours its curves in their order, and so does the scene.
        ASSERT_EQ_FMT( i, ghosts.roles[i] - (int)ss_lineGhost0, "%d" );
    }
    ssDestroySim( sim );
    PASS();
}

TEST frictionThatIsWeakerAcrossTheGroovesBendsPathsAwayFromThem( void )
{
    for ( int law = 0; law < 4; ++law )
    {
        ssSimDef def = presetDef( "fig12a" );
        def.values[keyOf( "law" )] = law;
        Launch l = launch( &def );
        ASSERT_EQ_FMT( 0, l.failed, "%d" );
        // Launched at 45°. Only the collinear law keeps the direction.
        ASSERT( law == 2 ? testNear( l.end1, l.end2, 1e-9 ) : l.end1 > 1.05 * l.end2 );
    }
    PASS();
}

SUITE( launches )
{
    RUN_TEST( fourLawsStopWhereTheyShould );
    RUN_TEST( mirroredLaunchesAreDeflectedAlike );
    RUN_TEST( pathsConvergeWithFirstOrder );
    RUN_TEST( pathsScaleWithTheSquareOfTheSpeed );
    RUN_TEST( theFanOfAnglesIsThatOfTheTable );
    RUN_TEST( thePathIsThatOfFig27 );
    RUN_TEST( axesOfAnXyTableStopOnTheirOwn );
    RUN_TEST( onlyAnisotropySteersABobsleigh );
    RUN_TEST( padsCoupleSlidingAndSpinning );
    RUN_TEST( allPresetsStepWithoutAFailure );
    RUN_TEST( aMeasuredPathIsReadWithItsUnit );
    RUN_TEST( savedLaunchesGoOnTheSame );
    RUN_TEST( pathsBesideItAreNamedInTheirColour );
    RUN_TEST( eachPathOfAFanHasItsOwnColour );
    RUN_TEST( frictionThatIsWeakerAcrossTheGroovesBendsPathsAwayFromThem );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( launches );
    return TEST_END();
}
