// SPDX-License-Identifier: MIT
#include "cylinder_ensemble.h"

#include "slipstick/lab/scenario.h"

// The scenario rolling-cylinder, and the commands of the program about it.

static ssSim* makeSim( const char* preset, const char* const* settings, double h, uint64_t seed )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-cylinder" ) );
    bool good = ssSimDef_ApplyPreset( &def, preset ).code == ss_ok;
    for ( int i = 0; settings != NULL && settings[i] != NULL; i += 2 )
    {
        good = good && ssSimDef_Set( &def, settings[i], settings[i + 1] ).code == ss_ok;
    }
    def.h = h > 0.0 ? h : def.h;
    def.seed = seed;
    ssSim* sim = NULL;
    return good && ssCreateSim( &def, &sim ).code == ss_ok ? sim : NULL;
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

static double measureOf( const ssSim* sim, const char* name )
{
    return ssSim_Measure( sim, ssFindMeasure( ssSim_Scenario( sim ), name ) );
}

static ssResult setParam( ssSim* sim, const char* key, double value )
{
    const ssScenario* scenario = ssSim_Scenario( sim );
    return ssSim_SetParam(
        sim, ssFindParam( scenario->model.params, scenario->model.paramCount, key ), value );
}

static void runFor( ssSim* sim, double seconds )
{
    int64_t steps = llround( seconds / ssSim_StepSize( sim ) );
    for ( int64_t i = 0; i < steps; ++i ) { ssSim_Step( sim ); }
}

TEST settlesAtTheStableSpeedOfItsSide( void )
{
    // 2 degrees, soft rubber, full model: the start decides between slow and fast.
    ssCylinder c = testCylinder( 1, ss_cylinderFull, true, 2.0 );
    ssCylinderEquilibrium e[8];
    ASSERT_EQ( 3, ssCylinder_Equilibria( &c, e, 8 ) );
    for ( int side = -1; side <= 1; side += 2 )
    {
        char start[32];
        snprintf( start, sizeof start, "%.6f", e[1].v + side * 0.3 );
        const char* const settings[] = { "v0", start, NULL };
        ssSim* sim = makeSim( "fig3", settings, 0.25, 1 );
        ASSERT( sim != NULL );
        runFor( sim, 4000.0 );
        double expected = e[1 + side].v;
        ASSERT_IN_RANGE( expected, signalOf( sim, "v" ), 1e-6 * expected );
        ASSERT_IN_RANGE( 0.0, signalOf( sim, "force" ), 1e-4 );
        ASSERT_IN_RANGE( ssCylinder_Resistance( &c, expected ), signalOf( sim, "f_r" ), 1e-4 );
        ASSERT_IN_RANGE( ssCylinder_Drag( &c, expected ), signalOf( sim, "f_drag" ), 1e-4 );
        ssDestroySim( sim );
    }
    PASS();
}

TEST tiltingJumpsAtTheFolds( void )
{
    ssCylinder c = testCylinder( 2, ss_cylinderApprox, false, 4.9 );
    ssCylinderFold folds[8];
    ASSERT_EQ( 2, ssCylinder_Folds( &c, folds, 8 ) );
    const char* const settings[] = { "tilt_rate_deg", "4e-6", NULL };
    ssSim* sim = makeSim( "hysteresis", settings, 1.0, 1 );
    ASSERT( sim != NULL );
    double branch = signalOf( sim, "branch" ), up = 0.0, down = 0.0;
    for ( int i = 0; i < 40000 && down == 0.0; ++i )
    {
        ssSim_Step( sim );
        double now = signalOf( sim, "branch" );
        up = branch < 0.0 && now > 0.0 ? signalOf( sim, "alpha_deg" ) : up;
        down = branch > 0.0 && now < 0.0 && up > 0.0 ? signalOf( sim, "alpha_deg" ) : down;
        branch = now;
    }
    // The velocity jumps up beyond the upper fold and down below the lower one, and not much later.
    double high = folds[0].alpha * 180.0 / SS_PI, low = folds[1].alpha * 180.0 / SS_PI;
    ASSERT( up > high && up < high + 0.6 * ( high - low ) );
    ASSERT( down < low && down > low - 0.6 * ( high - low ) );
    ASSERT_EQ( 2.0, measureOf( sim, "jumps" ) );
    ssDestroySim( sim );
    PASS();
}

TEST halvedStepsSeeTheSameNoise( void )
{
    ssSim* coarse = makeSim( "fig5-bistable", NULL, 1.0, 7 );
    ssSim* fine = makeSim( "fig5-bistable", NULL, 0.125, 7 );
    ssSim* other = makeSim( "fig5-bistable", NULL, 0.125, 8 );
    ASSERT( coarse != NULL && fine != NULL && other != NULL );
    double near = 0.0, far = 0.0;
    for ( int i = 0; i < 200; ++i )
    {
        runFor( coarse, 1.0 );
        runFor( fine, 1.0 );
        runFor( other, 1.0 );
        near = fmax( near, fabs( signalOf( coarse, "v" ) - signalOf( fine, "v" ) ) );
        far = fmax( far, fabs( signalOf( other, "v" ) - signalOf( fine, "v" ) ) );
    }
    ASSERT( near < 1e-3 );
    ASSERT( far > 0.1 );
    ssDestroySim( coarse );
    ssDestroySim( fine );
    ssDestroySim( other );
    PASS();
}

TEST aRunIsAMemberOfTheEnsemble( void )
{
    ssSim* sim = makeSim( "fig5-bistable", NULL, 1.0, 23 );
    ASSERT( sim != NULL );
    runFor( sim, 3000.0 );
    ssCylinderEnsembleDef def = ssDefaultCylinderEnsembleDef();
    def.cylinder = testNoisyCylinder( 4.90, 50.0 );
    def.steps = 3000;
    def.members = 3;
    def.seed = 22;
    def.v0 = 1.744;
    ssCylinderEnsemble ensemble;
    ASSERT_EQ( ss_ok, ssRunCylinderEnsemble( &def, &ensemble ).code );
    ASSERT( ensemble.members[1].last == signalOf( sim, "v" ) );
    ASSERT_IN_RANGE( ensemble.members[1].mean, measureOf( sim, "mean_velocity" ), 1e-12 );
    ASSERT_IN_RANGE( sqrt( ensemble.members[1].variance ), measureOf( sim, "std_velocity" ), 1e-9 );
    ssCylinderEnsemble_Destroy( &ensemble );
    ssDestroySim( sim );
    PASS();
}

TEST restoredRunsGoOnTheSame( void )
{
    static const char* const presets[] = { "fig4", "fig5-bistable", "soft-rubber" };
    for ( int i = 0; i < SS_COUNT( presets ); ++i )
    {
        ssSim* sim = makeSim( presets[i], NULL, 0.0, 3 );
        ssSim* twin = makeSim( presets[i], NULL, 0.0, 3 );
        ASSERT( sim != NULL && twin != NULL );
        runFor( sim, 40.0 );
        size_t size = ssSim_SaveSize( sim );
        void* blob = malloc( size );
        ASSERT_EQ( size, ssSim_Save( sim, blob, size ) );
        // The twin has a different past, and different caches.
        ASSERT_EQ( ss_ok, setParam( twin, "noise", 3.0 ).code );
        runFor( twin, 30.0 );
        ASSERT_EQ( ss_ok, ssSim_Restore( twin, blob, size ).code );
        ASSERT( ssSim_Hash( sim ) == ssSim_Hash( twin ) );
        runFor( sim, 40.0 );
        runFor( twin, 40.0 );
        ASSERT( ssSim_Hash( sim ) == ssSim_Hash( twin ) );
        free( blob );
        ssDestroySim( sim );
        ssDestroySim( twin );
    }
    PASS();
}

TEST liveChangesAct( void )
{
    ssSim* sim = makeSim( "fig3", NULL, 0.25, 1 );
    ASSERT( sim != NULL );
    runFor( sim, 100.0 );
    double before = signalOf( sim, "f_r" );
    ASSERT_EQ( ss_ok, setParam( sim, "k", 5e6 ).code );
    ASSERT( fabs( signalOf( sim, "f_r" ) - before ) > 0.1 );
    ASSERT_EQ( ss_ok, setParam( sim, "alpha_deg", 1.0 ).code );
    ASSERT_IN_RANGE( 1.0, signalOf( sim, "alpha_deg" ), 1e-12 );
    ASSERT_EQ( ss_ok, setParam( sim, "noise", 10.0 ).code );
    runFor( sim, 10.0 );
    // An impossible material leaves the last one in force, and a message appears beside the slider.
    before = signalOf( sim, "depth" );
    ASSERT_EQ( ss_ok, setParam( sim, "gamma", 7e4 ).code );
    ASSERT_EQ( ss_ok, setParam( sim, "m", 1000.0 ).code );
    ASSERT( isfinite( signalOf( sim, "depth" ) ) );
    char text[256];
    ssSim_Explain( sim, ss_cylinderKeyDamping, text, sizeof text );
    ASSERTm( text, testContains( text, "too little" ) && testContains( text, "141421" ) );
    ASSERT_EQ( ss_statusConverged, ssSim_Step( sim ).status );
    ASSERT_EQ( ss_ok, setParam( sim, "m", 100.0 ).code );
    ssSim_Explain( sim, ss_cylinderKeyDamping, text, sizeof text );
    ASSERTm( text, !testContains( text, "too little" ) );
    ssDestroySim( sim );
    PASS();
}

TEST beyondItsLimitTheModelSaysSo( void )
{
    // At 20 degrees without drag it runs away.
    const char* const settings[] = { "alpha_deg", "20", "drag_b", "0", NULL };
    ssSim* sim = makeSim( "fig3", settings, 0.25, 1 );
    ASSERT( sim != NULL );
    runFor( sim, 60.0 );
    ASSERT( signalOf( sim, "v" ) > 30.0 );
    ASSERT( isnan( signalOf( sim, "f_r" ) ) && isnan( signalOf( sim, "depth" ) ) );
    ASSERT( isnan( measureOf( sim, "mean_velocity" ) ) );
    ssDestroySim( sim );
    PASS();
}

typedef struct Marks
{
    int curves, points, bars, areas, bands, nows;
    bool finite;
    double lastMean[64], lastNoise[64];
    int means;
    double low, high; // of the range along x
} Marks;

static void onCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    Marks* marks = context;
    (void)role;
    (void)x;
    marks->curves += count > 0;
    // Gaps are allowed, infinities are not.
    for ( int i = 0; i < count; ++i ) { marks->finite = marks->finite && !isinf( y[i] ) && !isinf( x[i] ); }
    (void)label;
}

static void onPoints(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    Marks* marks = context;
    marks->points += count;
    marks->nows += role == ss_chartNow;
    if ( strcmp( label, "background runs" ) == 0 && marks->means < 64 )
    {
        marks->lastNoise[marks->means] = x[0];
        marks->lastMean[marks->means++] = y[0];
    }
}

static void onBars( void* context, ssChartRole role, const char* label, int count, const double* edges,
    const double* heights )
{
    Marks* marks = context;
    (void)role;
    (void)label;
    ++marks->bars;
    for ( int i = 0; i < count; ++i )
    {
        marks->finite = marks->finite && isfinite( heights[i] ) && edges[i + 1] > edges[i];
    }
}

static void onArea( void* context, ssChartRole role, const char* label, int count, const double* x,
    const double* low, const double* high )
{
    Marks* marks = context;
    (void)role;
    (void)label;
    (void)x;
    ++marks->areas;
    for ( int i = 0; i < count; ++i )
    {
        marks->finite = marks->finite && isfinite( low[i] ) && isfinite( high[i] );
    }
}

static void onBand( void* context, ssChartRole role, const char* label, double x0, double x1 )
{
    Marks* marks = context;
    (void)role;
    (void)label;
    marks->bands += x1 > x0;
}

static void onRange( void* context, double x0, double x1, double y0, double y1 )
{
    Marks* marks = context;
    marks->finite = marks->finite && x1 > x0 && y1 > y0;
    marks->low = x0;
    marks->high = x1;
}

static Marks chartMarks( const ssSim* sim, const char* id )
{
    Marks marks = { .finite = true };
    ssChartSink sink = { .context = &marks,
        .range = onRange,
        .curve = onCurve,
        .area = onArea,
        .bars = onBars,
        .points = onPoints,
        .band = onBand };
    const ssScenario* scenario = ssSim_Scenario( sim );
    for ( int i = 0; i < scenario->picture.chartCount; ++i )
    {
        if ( strcmp( scenario->picture.charts[i].id, id ) == 0 ) { ssSim_DrawChart( sim, i, &sink ); }
    }
    return marks;
}

TEST chartsShowWhatTheyPromise( void )
{
    ssSim* sim = makeSim( "fig5-bistable", NULL, 1.0, 1 );
    ASSERT( sim != NULL );
    runFor( sim, 12000.0 );
    uint64_t hash = ssSim_Hash( sim );
    Marks force = chartMarks( sim, "force" );
    ASSERT( force.finite && force.curves == 3 && force.points == 4 && force.nows == 1 );
    Marks terms = chartMarks( sim, "terms" );
    ASSERT( terms.finite && terms.areas == 3 && terms.nows == 1 );
    Marks density = chartMarks( sim, "density" );
    ASSERT( density.finite && density.bars == 1 && density.curves == 1 );
    Marks potential = chartMarks( sim, "potential" );
    ASSERT( potential.finite && potential.curves == 2 && potential.nows == 1 );
    // Both wells, at 1.744 and 3.567 m/s, fill the picture.
    ASSERT( potential.low < 1.6 && potential.low > 0.3 && potential.high > 3.8 && potential.high < 5.5 );
    Marks bifurcation = chartMarks( sim, "bifurcation" );
    ASSERT(
        bifurcation.finite && bifurcation.curves == 3 && bifurcation.bands == 1 && bifurcation.nows == 1 );
    Marks jumps = chartMarks( sim, "jumps" );
    ASSERT( jumps.finite && jumps.points == (int)measureOf( sim, "jumps" ) && jumps.points > 0 );
    Marks dwell = chartMarks( sim, "dwell" );
    ASSERT( dwell.finite && dwell.bars == 2 && dwell.curves == 2 );
    Marks slip = chartMarks( sim, "slip" ), contact = chartMarks( sim, "contact" );
    ASSERT( slip.finite && slip.nows == 1 && contact.finite && contact.curves == 2 );
    // Looking changes nothing.
    ASSERT( hash == ssSim_Hash( sim ) );
    ssDestroySim( sim );
    PASS();
}

/// With sliders anywhere, charts, scene and words stay finite.
TEST picturesStayFiniteWhereverTheSlidersAre( void )
{
    testRng rng = { 12 };
    const ssScenario* scenario = ssFindScenario( "rolling-cylinder" );
    int made = 0;
    for ( int k = 0, n = testCount( 30 ); k < n; ++k )
    {
        ssSimDef def = ssDefaultSimDef( scenario );
        for ( int i = 0; i < scenario->model.paramCount; ++i )
        {
            const ssParam* p = scenario->model.params + i;
            double value = testUniform( &rng, p->min, p->max );
            value = p->logScale && p->min > 0.0
                ? p->min * pow( p->max / p->min, testUniform( &rng, 0.0, 1.0 ) )
                : value;
            def.values[i] = p->kind == ss_paramNumber ? value : round( value );
            def.values[i] = i == ss_cylinderKeyTiltRate && k % 2 == 0 ? 0.0 : def.values[i];
        }
        def.h = 0.25;
        ssSim* sim = NULL;
        if ( ssCreateSim( &def, &sim ).code != ss_ok )
        {
            continue; // too little damping, or too fast a start
        }
        ++made;
        for ( int i = 0; i < 20; ++i ) { ssSim_Step( sim ); }
        for ( int i = 0; i < scenario->picture.chartCount; ++i )
        {
            Marks marks = chartMarks( sim, scenario->picture.charts[i].id );
            ASSERTm( scenario->picture.charts[i].id, marks.finite );
        }
        ssDestroySim( sim );
    }
    ASSERT( made > 0 );
    PASS();
}

TEST backgroundRunsFindTheExactMeans( void )
{
    const char* const settings[] = { "background", "16", NULL };
    ssSim* sim = makeSim( "fig5-slow", settings, 1.0, 2 );
    ASSERT( sim != NULL );
    runFor( sim, testCount( 20000 ) );
    Marks marks = chartMarks( sim, "noise" );
    ASSERT_EQ( 10, marks.means );
    for ( int i = 0; i < marks.means; ++i )
    {
        ssCylinder c = testNoisyCylinder( 4.87, marks.lastNoise[i] );
        ssCylinderDensity density;
        ASSERT_EQ( ss_ok, ssMakeCylinderDensity( &c, &density ).code );
        // 16 runs of 16000 s have excursions of some hundred seconds.
        ASSERT_IN_RANGE( density.mean, marks.lastMean[i], 0.25 * density.std );
        ssCylinderDensity_Destroy( &density );
    }
    ssDestroySim( sim );
    PASS();
}

TEST backgroundRunsGoOnWithoutAnImpactTerm( void )
{
    // The end of the slider: F_R vanishes where the model ends, and the spline misses its tolerance there.
    static const char* const presets[] = { "soft-rubber", "fig5-slow" };
    const char* const settings[] = { "model", "full", "impact_factor", "0", "background", "1", NULL };
    for ( int k = 0; k < SS_COUNT( presets ); ++k )
    {
        ssSim* sim = makeSim( presets[k], settings, 0.0, 1 );
        ASSERT( sim != NULL );
        runFor( sim, 100.0 );
        Marks marks = chartMarks( sim, "noise" );
        ASSERT( marks.means > 0 && marks.finite );
        for ( int i = 0; i < marks.means; ++i )
        {
            ASSERT( marks.lastMean[i] > 0.0 && marks.lastMean[i] < 30.0 );
        }
        ssDestroySim( sim );
    }
    PASS();
}

TEST badInputIsRefusedByTheProgram( void )
{
    static const struct
    {
        const char* set;
        const char* says;
    } rows[] = { { "gamma=6e4", "gamma > 63245" }, { "noise=-1", "noise" }, { "alpha_deg=90", "90" },
        { "v0=30", "up to 29.0" }, { "model=exact", "full" }, { "m=-1", "m" }, { "cos_load=2", "1" } };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        testRun run = testShell( "\"$S\" run rolling-cylinder --set %s --until 1", rows[i].set );
        ASSERT_EQm( rows[i].set, 2, run.status );
        ASSERTm( run.err, testContains( run.err, rows[i].says ) );
    }
    // The approximation has no speed limit.
    ASSERT_EQ(
        0, testShell( "\"$S\" run rolling-cylinder --set model=approx --set v0=30 --until 1" ).status );
    PASS();
}

TEST evalAgreesWithTheTables( void )
{
    testRun run =
        testShell( "cut -d, -f1 \"$T/rolling_resistance_set2.csv\" | \"$S\" eval rolling-resistance "
                   "--set k=1e6 --set gamma=8e4 --set alpha_deg=0" );
    ASSERT_EQ( 0, run.status );
    ASSERT( testContains( run.out, "v,f_r,h,xi_minus,xi_plus,f_total\n" ) && testLines( run.out ) == 48 );
    run = testShell(
        "printf 'v\\n15\\n16\\n-2\\n' | \"$S\" eval rolling-resistance --set k=1e6 --set gamma=8e4" );
    ASSERT_EQ( 0, run.status );
    ASSERTm( run.out, testContains( run.out, "\n16,,,,,\n" ) );
    ASSERTm( run.err, testContains( run.err, "line 3" ) && testContains( run.err, "15.7" ) );
    run =
        testShell( "printf 'alpha_deg\\n4.87\\n4.9\\n' | \"$S\" eval equilibria --set k=1e6 --set gamma=8e4 "
                   "--set drag_b=0.65 --set model=approx --set cos_load=0" );
    ASSERT_EQ( 0, run.status );
    ASSERT_EQ( 5, testLines( run.out ) );
    ASSERTm( run.out, testContains( run.out, "alpha_deg,v,stable\n4.87,1.5716" ) );
    ASSERTm( run.out, testContains( run.out, "4.9,2.5255" ) && testContains( run.out, ",0\n4.9,3.5672" ) );
    run = testShell(
        "printf 'v_from,v_to\\n1.744,3.5673\\n' | \"$S\" eval passage --set k=1e6 --set gamma=8e4 "
        "--set drag_b=0.65 --set model=approx --set cos_load=0 --set noise=50 --set alpha_deg=4.9" );
    ASSERT_EQ( 0, run.status );
    ASSERTm( run.out, testContains( run.out, "1.744,3.5673,2096.9" ) );
    ASSERT_EQ( 2, testShell( "printf 'v\\n1\\n' | \"$S\" eval density" ).status );
    ASSERT_EQ( 0, testShell( "printf 'v\\n1\\n' | \"$S\" eval potential" ).status );
    ASSERT_EQ( 2, testShell( "printf 'v\\n1\\n' | \"$S\" eval potential --set gamma=1" ).status );
    PASS();
}

/// The ground of a picture: the height of its surface under the axis and far
/// ahead [m], and the bottom of the cylinder.
typedef struct Ground
{
    double under, ahead, cylinder;
} Ground;

static void lookAtSolids( void* context, int count, const ssDrawSolid* solids )
{
    Ground* ground = context;
    for ( int i = 0; i < count; ++i )
    {
        double top = solids[i].center.z + solids[i].half.z, x = solids[i].center.x,
               near = 2.0 * solids[i].half.x;
        if ( !solids[i].fixed )
        {
            ground->cylinder = solids[i].center.z - solids[i].half.x;
            continue;
        }
        ground->under = fabs( x ) <= near ? fmax( ground->under, top ) : ground->under;
        ground->ahead = x > 1.0 ? fmax( ground->ahead, top ) : ground->ahead;
    }
}

/// On a plane that is nearly level the cylinder stands in a dent, and touches its bottom.
TEST theGroundIsSolidAndHasADent( void )
{
    static const char* const settings[] = { "alpha_deg", "0.01", "v0", "0.3", NULL };
    ssSim* sim = makeSim( "fig3", settings, 0.0, 1 );
    Ground ground = { -HUGE_VAL, -HUGE_VAL, 0.0 };
    const ssDraw draw = { .flags = ss_drawDefault, .context = &ground, .solids = lookAtSolids };
    ASSERT( sim != NULL );
    ssSim_Draw( sim, &draw );
    ASSERT( ground.ahead > -0.01 && ground.ahead < 0.02 ); // the surface ahead is at zero
    ASSERT( ground.cylinder < -0.05 );                     // drawn enlarged, a tenth of the radius at least
    ASSERT_IN_RANGE( ground.cylinder, ground.under, 0.02 );
    ssDestroySim( sim );
    PASS();
}

SUITE( scenario )
{
    RUN_TEST( theGroundIsSolidAndHasADent );
    RUN_TEST( settlesAtTheStableSpeedOfItsSide );
    RUN_TEST( tiltingJumpsAtTheFolds );
    RUN_TEST( halvedStepsSeeTheSameNoise );
    RUN_TEST( aRunIsAMemberOfTheEnsemble );
    RUN_TEST( restoredRunsGoOnTheSame );
    RUN_TEST( liveChangesAct );
    RUN_TEST( beyondItsLimitTheModelSaysSo );
    RUN_TEST( chartsShowWhatTheyPromise );
    RUN_TEST( picturesStayFiniteWhereverTheSlidersAre );
    RUN_TEST( backgroundRunsFindTheExactMeans );
    RUN_TEST( backgroundRunsGoOnWithoutAnImpactTerm );
}

SUITE( program )
{
    RUN_TEST( badInputIsRefusedByTheProgram );
    RUN_TEST( evalAgreesWithTheTables );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( scenario );
    RUN_SUITE( program );
    return TEST_END();
}
