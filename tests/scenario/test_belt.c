// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "model/sliding_mass.h"
#include "slipstick/advanced/csv.h"
#include "slipstick/lab/scene.h"

// The scenario belt: the limit cycle of Walker & Leine Fig. 17 and what surrounds it, set keys as numbers and
// texts, changes in flight, saved states.

static const ssScenario* belt( void ) { return ssFindScenario( "belt" ); }

static ssSimDef presetDef( const char* preset )
{
    ssSimDef def = ssDefaultSimDef( belt() );
    testMust( ssSimDef_ApplyPreset( &def, preset ) );
    return def;
}

static double measureOf( const ssSim* sim, const char* name )
{
    return ssSim_Measure( sim, ssFindMeasure( belt(), name ) );
}

static int keyOf( const char* key )
{
    return ssFindParam( belt()->model.params, belt()->model.paramCount, key );
}

/// Steps to the end and returns how many steps did not converge, or -1.
static int play( ssSim* sim, double until )
{
    int failed = 0;
    while ( ssSim_Time( sim ) < until - 1e-9 )
    {
        ssStepReport report = ssSim_Step( sim );
        failed += report.status != ss_statusConverged;
        if ( report.status == ss_statusNotFinite ) { return -1; }
    }
    return failed;
}

static double position( const ssSim* sim, int axis )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[axis];
}

TEST theLimitCycleIsThatOfFig17( void )
{
    for ( int method = 0; method < 2; ++method )
    {
        ssSimDef def = presetDef( "fig17" );
        def.values[keyOf( "method" )] = method;
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        ASSERT_EQ( 0, play( sim, 500.0 ) );
        ASSERT_IN_RANGE( -0.763855, measureOf( sim, "trace_b" ), 1e-6 );
        ASSERT_IN_RANGE( 0.381927, measureOf( sim, "max_re" ), 1e-6 );
        ASSERT_IN_RANGE( 28.703, measureOf( sim, "period" ), 0.06 );
        ASSERT_IN_RANGE( 0.689, measureOf( sim, "stick_fraction" ), 0.005 );
        ASSERT_IN_RANGE( 13.0932, measureOf( sim, "x_min" ), 0.05 );
        ASSERT_IN_RANGE( 26.9179, measureOf( sim, "x_max" ), 0.05 );
        ASSERT_IN_RANGE( -4.1477, measureOf( sim, "y_min" ), 0.05 );
        ASSERT_IN_RANGE( 15.5643, measureOf( sim, "y_max" ), 0.05 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST theCycleConvergesWithFirstOrder( void )
{
    double errors[3];
    for ( int k = 0; k < 3; ++k )
    {
        ssSimDef def = presetDef( "fig17" );
        def.h = 0.02 / ( 1 << k );
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        ASSERT_EQ( 0, play( sim, 500.0 ) );
        // The reference is event-driven.
        errors[k] = measureOf( sim, "period" ) - 28.7034;
        ssDestroySim( sim );
    }
    for ( int k = 0; k < 2; ++k ) { ASSERT_IN_RANGE( 2.0, errors[k] / errors[k + 1], 0.4 ); }
    PASS();
}

TEST theCycleFollowsTheReferencePath( void )
{
    static const char* const columns[] = { "t", "x", "y" };
    ssCsv table;
    ASSERT_EQ( ss_ok, ssReadCsv( testData( "belt_limit_cycle_phi50.csv" ), columns, 3, 3, &table ).code );
    ssSimDef def = presetDef( "fig17" );
    def.h = 1e-3;
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ASSERT_EQ( 0, play( sim, 250.0 ) );
    double worst = 0.0;
    for ( int i = 0; i < 29000; ++i )
    {
        // Every tenth point of the path is near one of the segments of the reference.
        if ( i % 10 == 0 )
        {
            double x = position( sim, 0 ), y = position( sim, 1 ), best = 1e9;
            for ( int k = 0; k + 1 < table.rowCount; ++k )
            {
                const double *a = table.numbers + 3 * k, *b = a + 3;
                double dx = b[1] - a[1], dy = b[2] - a[2], l = dx * dx + dy * dy;
                double s = l > 0.0 ? ( ( x - a[1] ) * dx + ( y - a[2] ) * dy ) / l : 0.0;
                s = fmin( fmax( s, 0.0 ), 1.0 );
                best = fmin( best, hypot( x - a[1] - s * dx, y - a[2] - s * dy ) );
            }
            worst = fmax( worst, best );
        }
        ssSim_Step( sim );
    }
    // The points lie up to 0.4 s apart, and the path bends between them.
    ASSERT( worst < 0.05 );
    ssCsv_Destroy( &table );
    ssDestroySim( sim );
    PASS();
}

TEST fastBeltsNeverHoldTheMass( void )
{
    ssSimDef def = presetDef( "fast16" );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ASSERT_EQ( 0, play( sim, 1000.0 ) );
    ASSERT( measureOf( sim, "stick_fraction" ) == 0.0 );
    ASSERT( measureOf( sim, "period" ) > 6.0 );
    ssDestroySim( sim );
    PASS();
}

TEST outsideTheRangeNothingGrowsAndNothingDecays( void )
{
    for ( int k = 0; k < 2; ++k )
    {
        ssSimDef def = presetDef( k == 0 ? "stable30" : "stable85" );
        def.values[keyOf( "perturbation" )] = 0.01;
        ssSim* sim = NULL;
        ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
        // B gamma = 0: along the belt nothing damps and nothing drives.
        double phi = ( k == 0 ? 30.0 : 85.0 ) * 3.14159265358979323846 / 180.0;
        double low[2] = { 1e9, 1e9 }, high[2] = { -1e9, -1e9 }, x0 = position( sim, 0 ) - 0.01,
               y0 = position( sim, 1 );
        for ( int i = 0; i < 100000; ++i )
        {
            ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
            double dx = position( sim, 0 ) - x0, dy = position( sim, 1 ) - y0;
            ASSERT( hypot( dx, dy ) < 0.05 );
            int window = i >= 10000 && i < 14000 ? 0 : i >= 96000 ? 1 : -1;
            if ( window >= 0 )
            {
                double along = dx * cos( phi ) + dy * sin( phi );
                low[window] = fmin( low[window], along );
                high[window] = fmax( high[window], along );
            }
        }
        double early = high[0] - low[0], late = high[1] - low[1];
        ASSERT( late > 1e-3 && late > 0.8 * early && late < 1.2 * early );
        ASSERT( isnan( measureOf( sim, "period" ) ) );
        ssDestroySim( sim );
    }
    PASS();
}

TEST theAssociatedLawKeepsItsPlace( void )
{
    ssSimDef def = presetDef( "associated" );
    def.values[keyOf( "perturbation" )] = 0.01;
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    double x0 = position( sim, 0 ), y0 = position( sim, 1 );
    ASSERT_EQ( 0, play( sim, 100.0 ) );
    ASSERT( hypot( position( sim, 0 ) - x0, position( sim, 1 ) - y0 ) < 0.03 );
    ssDestroySim( sim );
    PASS();
}

TEST allPresetsStepWithoutAFailure( void )
{
    for ( int i = 0; i < belt()->presetCount; ++i )
    {
        for ( int method = 0; method < 2; ++method )
        {
            ssSimDef def = presetDef( belt()->presets[i].name );
            def.values[keyOf( "method" )] = method;
            ssSim* sim = NULL;
            ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
            ASSERT_EQm( belt()->presets[i].name, 0, play( sim, fmin( def.until, testCount( 50 ) ) ) );
            ssDestroySim( sim );
        }
    }
    PASS();
}

// -------------------------------------------------------------------------------------------- keys and texts

static char s_ellipse[SS_TEXT_CAPACITY];

/// The set C of the belt as corners: x1;y1;x2;y2;…
static const char* ellipseAsCorners( int count )
{
    size_t used = 0;
    for ( int i = 0; i < count; ++i )
    {
        double theta = 2.0 * 3.14159265358979323846 * i / count, c = cos( 0.5235987755982988 ), s = 0.5;
        double x = 30.0 * cos( theta ), y = 10.0 * sin( theta );
        used += (size_t)snprintf( s_ellipse + used, sizeof s_ellipse - used, "%s%.7f;%.7f", i > 0 ? ";" : "",
            c * x - s * y, s * x + c * y );
    }
    return s_ellipse;
}

TEST aPolygonInATextIsASet( void )
{
    ssSimDef def = presetDef( "tiny" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "c_kind", "polygon" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "c_rotation_deg", "0" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "c_vertices", ellipseAsCorners( 300 ) ).code );
    ssSim* sims[2] = { NULL, NULL };
    ssSimDef plain = presetDef( "tiny" );
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sims[0] ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &plain, &sims[1] ).code );
    ASSERT_EQ( 0, play( sims[0], 5.0 ) );
    ASSERT_EQ( 0, play( sims[1], 5.0 ) );
    ASSERT_IN_RANGE( position( sims[1], 0 ), position( sims[0], 0 ), 0.05 );
    ASSERT_IN_RANGE( position( sims[1], 1 ), position( sims[0], 1 ), 0.05 );
    ssDestroySim( sims[0] );
    ssDestroySim( sims[1] );
    PASS();
}

TEST badTextsAreRefusedWithTheirKey( void )
{
    static const struct
    {
        const char *kind, *key, *text, *says;
    } rows[] = {
        { "polygon", "c_vertices", "1;2;3", "c_vertices" },
        { "polygon", "c_vertices", "1;2;x;3", "c_vertices" },
        { "polygon", "c_vertices", "5;5;6;5;6;6", "c_" },
        { "polar", "c_samples", "/nowhere.csv", "nowhere" },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        ssSimDef def = presetDef( "tiny" );
        ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "c_kind", rows[i].kind ).code );
        ASSERT_EQ( ss_ok, ssSimDef_Set( &def, rows[i].key, rows[i].text ).code );
        ssSim* sim = NULL;
        ssResult result = ssCreateSim( &def, &sim );
        ASSERTm( rows[i].text, result.code != ss_ok && sim == NULL );
        ASSERTm( result.message, testContains( result.message, rows[i].says ) );
    }
    ssSimDef def = presetDef( "tiny" );
    ASSERT( ssSimDef_Set( &def, "c_vertices", "1;2\n3;4" ).code != ss_ok );
    PASS();
}

TEST changesInFlightActOrAreRefused( void )
{
    ssSimDef def = presetDef( "tiny" );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    ASSERT_EQ( 0, play( sim, 1.0 ) );
    double x = position( sim, 0 );
    // The mass stays where it is, and the law changes under it.
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, keyOf( "phi_deg" ), 30.0 ).code );
    ASSERT( position( sim, 0 ) == x );
    ASSERT_IN_RANGE( 0.960754, measureOf( sim, "trace_b" ), 1e-6 );
    // With the origin outside D the change is refused, and everything is as before.
    uint64_t hash = ssSim_Hash( sim );
    ssResult result = ssSim_SetParam( sim, keyOf( "d_offset_y" ), 5.0 );
    ASSERT( result.code != ss_ok );
    ASSERT( ssSim_Hash( sim ) == hash && ssSim_Param( sim, keyOf( "d_offset_y" ) ) == 0.0 );
    ASSERT_EQ( ss_ok, ssSim_SetText( sim, keyOf( "c_vertices" ), "20;0;0;20;-20;0;0;-20" ).code );
    ASSERT( ssSim_Hash( sim ) != hash ); // an unused text is still part of the run
    ASSERT_EQ( ss_ok, ssSim_SetParam( sim, keyOf( "c_kind" ), ss_setPolygon ).code );
    ASSERT( ssSim_SetText( sim, keyOf( "c_vertices" ), "20;0;0;20" ).code != ss_ok );
    ASSERT_STR_EQ( "20;0;0;20;-20;0;0;-20", ssSim_Text( sim, keyOf( "c_vertices" ) ) );
    ASSERT_EQ( 0, play( sim, 2.0 ) );
    ssDestroySim( sim );
    PASS();
}

TEST savedStatesCarryTheirSets( void )
{
    ssSimDef def = presetDef( "tiny" );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "c_kind", "polygon" ).code );
    ASSERT_EQ( ss_ok, ssSimDef_Set( &def, "c_vertices", ellipseAsCorners( 60 ) ).code );
    ssSimDef plain = presetDef( "tiny" );
    ssSim *a = NULL, *b = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &a ).code );
    ASSERT_EQ( ss_ok, ssCreateSim( &plain, &b ).code );
    ASSERT_EQ( 0, play( a, 1.0 ) );
    size_t size = ssSim_SaveSize( a );
    void* blob = malloc( size );
    ASSERT( ssSim_Save( a, blob, size ) == size );
    // The state is restored into a simulation that knows nothing of these corners.
    ASSERT_EQ( ss_ok, ssSim_Restore( b, blob, size ).code );
    ASSERT( ssSim_Hash( a ) == ssSim_Hash( b ) );
    ASSERT_STR_EQ( ssSim_Text( a, keyOf( "c_vertices" ) ), ssSim_Text( b, keyOf( "c_vertices" ) ) );
    ASSERT_EQ( 0, play( a, 3.0 ) );
    ASSERT_EQ( 0, play( b, 3.0 ) );
    ASSERT( ssSim_Hash( a ) == ssSim_Hash( b ) );
    ASSERT( measureOf( a, "trace_b" ) == measureOf( b, "trace_b" ) || isnan( measureOf( a, "trace_b" ) ) );
    free( blob );
    ssDestroySim( a );
    ssDestroySim( b );
    PASS();
}

TEST scenesCarryTextsAndTheirEdits( void )
{
    ssScene scene = { .def = presetDef( "tiny" ), .viewFlags = ss_drawAll }, back, copy;
    ASSERT_EQ( ss_ok, ssSimDef_Set( &scene.def, "d_samples", "a \"quoted\" \\ name.csv" ).code );
    scene.edits = ssAlloc( 2 * sizeof *scene.edits );
    scene.editCount = 2;
    char* text = ssAlloc( 32 );
    snprintf( text, 32, "20;0;0;20;-20;0;0;-20" );
    scene.edits[0] = ( ssEdit ){ .step = 10, .param = keyOf( "c_vertices" ), .text = text };
    scene.edits[1] = ( ssEdit ){ .step = 20, .param = keyOf( "c_kind" ), .value = ss_setPolygon };
    char* written = ssFormatScene( &scene );
    ssResult result = ssParseScene( written, strlen( written ), &back );
    ASSERT_EQm( result.message, ss_ok, result.code );
    ASSERT_STR_EQ( "a \"quoted\" \\ name.csv", ssSimDef_Text( &back.def, keyOf( "d_samples" ) ) );
    ASSERT_EQ( ss_ok, ssScene_Copy( &back, &copy ).code );
    ASSERT_STR_EQ( text, copy.edits[0].text );
    ssScene_Destroy( &back );
    // Both replays meet the same edits.
    uint64_t hashes[2];
    for ( int k = 0; k < 2; ++k )
    {
        const ssScene* played = k == 0 ? &scene : &copy;
        ssSim* sim = NULL;
        int next = 0;
        ASSERT_EQ( ss_ok, ssCreateSim( &played->def, &sim ).code );
        for ( int i = 0; i < 40; ++i )
        {
            ASSERT_EQ( ss_ok, ssScene_ApplyEdits( played, sim, &next ).code );
            ssSim_Step( sim );
        }
        ASSERT_EQ( 2, next );
        ASSERT( ssSim_Param( sim, keyOf( "c_kind" ) ) == ss_setPolygon );
        hashes[k] = ssSim_Hash( sim );
        ssDestroySim( sim );
    }
    ASSERT( hashes[0] == hashes[1] );
    // A number is not a text.
    static const char bad[] =
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"belt\", \"params\": "
        "{\"c_vertices\": 3}}";
    ASSERT( ssParseScene( bad, strlen( bad ), &back ).code != ss_ok );
    ssRelease( written );
    ssScene_Destroy( &scene );
    ssScene_Destroy( &copy );
    PASS();
}

TEST theCommandsAcceptTextsAndReportStability( void )
{
    testRun run = testShell( "printf 'phi_deg\\n30\\n50\\n60\\n85\\n' | \"$S\" eval belt-stability" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "phi_deg,b11,b12,b21,b22,trace_b,max_re,q_x,q_y" ) );
    ASSERTm( run.out, testContains( run.out, ",0.38192737" ) && testContains( run.out, ",2.99145284" ) );
    // A whole side of the rectangle attains it: the force has no slope there, and the row says so.
    run = testShell( "printf 'phi_deg\\n0\\n' | \"$S\" eval belt-stability --set d_kind=rectangle" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "line 2" ) );
    run = testShell( "printf 'phi_deg\\nx\\n' | \"$S\" eval belt-stability" );
    ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
    run = testShell( "\"$S\" run belt --preset tiny --set c_kind=polygon --set "
                     "'c_vertices=20;0;0;20;-20;0;0;-20' --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.out, testContains( run.out, "\"20;0;0;20;-20;0;0;-20\"" ) );
    run = testShell( "\"$S\" run belt --preset tiny --set c_kind=polar --set c_samples=/nowhere.csv" );
    ASSERT_EQ_FMTm( run.err, 2, run.status, "%d" );
    run = testShell( "\"$S\" describe belt --json" );
    ASSERTm( run.out, testContains( run.out, "\"text\"" ) );
    PASS();
}

typedef struct Picture
{
    ssVec3 center; // of the bounds
    double radius;
    ssDrawPlane belt;
} Picture;

static void seeBounds( void* context, ssVec3 center, double radius )
{
    Picture* picture = context;
    picture->center = center;
    picture->radius = radius;
}

static void seePlanes( void* context, int count, const ssDrawPlane* planes )
{
    ( (Picture*)context )->belt = planes[count - 1];
}

static Picture drawPicture( const ssSim* sim )
{
    Picture picture = { .radius = 0.0 };
    ssDraw draw = { .flags = ss_drawGround, .context = &picture, .bounds = seeBounds, .planes = seePlanes };
    ssSim_Draw( sim, &draw );
    return picture;
}

/// The bounds go with the equilibrium when the belt turns, and hold the mass on its way there.
TEST turningTheBeltKeepsTheMassInView( void )
{
    ssSimDef def = presetDef( "fig17" );
    ssSim* sim = NULL;
    ASSERT_EQ( ss_ok, ssCreateSim( &def, &sim ).code );
    Picture first = drawPicture( sim );
    for ( int turn = 0; turn < 8; ++turn )
    {
        ASSERT_EQ( ss_ok, ssSim_SetParam( sim, keyOf( "phi_deg" ), 50.0 + 77.0 * turn ).code );
        for ( int i = 0; i < 40; ++i )
        {
            Picture picture = drawPicture( sim );
            double x = position( sim, 0 ) - picture.center.x, y = position( sim, 1 ) - picture.center.y;
            ASSERT( hypot( x, y ) <= picture.radius );
            ASSERT( picture.radius < 2.5 * first.radius );
            // The mass is on the belt, and so is the post, at the origin.
            ssVec3 o = picture.belt.origin, t = picture.belt.tangent;
            double px = position( sim, 0 ) - o.x, py = position( sim, 1 ) - o.y;
            ASSERT( fabs( px * t.x + py * t.y ) < picture.belt.halfX );
            ASSERT( fabs( px * t.y - py * t.x ) < picture.belt.halfY );
            play( sim, ssSim_Time( sim ) + 0.5 );
        }
    }
    ssDestroySim( sim );
    PASS();
}

SUITE( motion )
{
    RUN_TEST( theLimitCycleIsThatOfFig17 );
    RUN_TEST( theCycleConvergesWithFirstOrder );
    RUN_TEST( theCycleFollowsTheReferencePath );
    RUN_TEST( fastBeltsNeverHoldTheMass );
    RUN_TEST( outsideTheRangeNothingGrowsAndNothingDecays );
    RUN_TEST( theAssociatedLawKeepsItsPlace );
    RUN_TEST( allPresetsStepWithoutAFailure );
    RUN_TEST( turningTheBeltKeepsTheMassInView );
}

SUITE( keys )
{
    RUN_TEST( aPolygonInATextIsASet );
    RUN_TEST( badTextsAreRefusedWithTheirKey );
    RUN_TEST( changesInFlightActOrAreRefused );
    RUN_TEST( savedStatesCarryTheirSets );
    RUN_TEST( scenesCarryTextsAndTheirEdits );
    RUN_TEST( theCommandsAcceptTextsAndReportStability );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( motion );
    RUN_SUITE( keys );
    return TEST_END();
}
