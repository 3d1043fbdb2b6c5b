// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "shows/shows.h"
#include "slipstick/lab/lab.h"

// The lower half of the window: curves, layers, panes made by the user, the timeline,
// undo, and the lights of the law.

static ssSim* simAfter( const char* scenario, const char* preset, int64_t steps )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( scenario ) );
    ssSim* sim = NULL;
    if ( ssSimDef_ApplyPreset( &def, preset ).code != ss_ok || ssCreateSim( &def, &sim ).code != ss_ok )
    {
        return NULL;
    }
    for ( int64_t i = 0; i < steps; ++i ) { ssSim_Step( sim ); }
    return sim;
}

static double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

/// Is the plot open when that preset begins?
static bool plotOpens( const ssScenario* scenario, const char* preset, const ssPlot* plot )
{
    showView show = showOf( scenario, ssFindPreset( scenario, preset ) );
    return showOpens( &show, plot->id, plot->shown );
}

static void expectNear( const char* name, double value, double slack )
{
    line( "expect %s %.17g %.17g", name, value - slack, value + slack );
}

/// Plays the script and moves the files that match to the folder above, which is kept.
static testRun playAndKeep( const char* options, const char* files )
{
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell( "cd \"$D\" && \"$S\" gui %s --script '%s' && mv -f %s ..", options, path, files );
}

// ---------------------------------------------------------------------------------------------------- layers

TEST layersOfEveryLedgerAddUpToTheEnergyBroughtIn( void )
{
    for ( int s = 0; s < ssScenarioCount(); ++s )
    {
        const ssScenario* scenario = ssGetScenario( s );
        int stacked = 0;
        ssSim* sim = simAfter( scenario->id, "tiny", 30 );
        ASSERT( sim != NULL );
        begin();
        line( "wait 2" );
        for ( int i = 0; i < scenario->picture.plotCount; ++i )
        {
            const ssPlot* plot = scenario->picture.plots + i;
            if ( plot->kind == ss_plotStacked && !plotOpens( scenario, "tiny", plot ) )
            {
                line( "click menu.view" );
                line( "click menu.curves" );
                line( "click menu.plot.%s", plot->id );
                line( "key Escape" );
            }
        }
        line( "key Shift+Right" );
        line( "key Shift+Right" );
        line( "key Shift+Right" );
        line( "wait 3" );
        line( "expect step 30 30" );
        for ( int i = 0; i < scenario->picture.plotCount; ++i )
        {
            const ssPlot* plot = scenario->picture.plots + i;
            if ( plot->kind == ss_plotStacked )
            {
                char name[96];
                double size = 0.0;
                for ( int j = 0; j < SS_MAX_CURVES && plot->signals[j] != NULL; ++j )
                {
                    size += fabs( signalOf( sim, plot->signals[j] ) );
                }
                snprintf( name, sizeof name, "plot.%s.top", plot->id );
                expectNear( name, signalOf( sim, plot->exact[0] ), 1e-9 * size + 1e-12 );
                ++stacked;
            }
        }
        ssDestroySim( sim );
        if ( stacked > 0 )
        {
            char options[128];
            snprintf( options, sizeof options, "%s --preset tiny --paused --size 1920x1080", scenario->id );
            ASSERT_PLAYS( options );
        }
    }
    PASS();
}

TEST createdEnergyIsALayerOfItsOwn( void )
{
    ssSim* sim = simAfter( "dilatancy-twins", "tiny", 20 );
    double all = signalOf( sim, "energy_in_relaxed" ), created = signalOf( sim, "energy_created_relaxed" );
    ssDestroySim( sim );
    ASSERT( created > 0.1 * all );
    begin();
    line( "wait 2" );
    line( "key Shift+Right" );
    line( "key Shift+Right" );
    line( "wait 3" );
    line( "expect-text plot.energy_relaxed.legend.energy_created_relaxed created" );
    expectNear( "plot.energy_relaxed.energy_created_relaxed.last", created, 1e-9 * all );
    expectNear( "plot.energy_relaxed.top", all, 1e-9 * all );
    line( "click plot.energy_relaxed.legend.energy_created_relaxed" );
    line( "wait 2" );
    // Without the hatched layer, the others reach above what was brought in.
    expectNear( "plot.energy_relaxed.top", all + created, 1e-9 * all );
    ASSERT_PLAYS( "dilatancy-twins --preset tiny --paused --size 1920x1080" );
    PASS();
}

/// The zero of potential energy is a choice: where spheres run downhill, the stack begins at its lowest
/// value, so that no layer lies below the one before it. Layers that do not occur are not in the legend.
TEST aStackBeginsAtTheLowestPotentialEnergy( void )
{
    ssSim* sim = simAfter( "lanes", "race", 20 );
    double lowest = signalOf( sim, "potential_energy" ), all = signalOf( sim, "energy_in" );
    static const char* const parts[] = { "potential_energy", "kinetic_energy", "sliding", "rolling",
        "spinning", "impact", "numerics", "energy_created" };
    int occur = 0;
    for ( int i = 0; i < SS_COUNT( parts ); ++i )
    {
        occur += fabs( signalOf( sim, parts[i] ) ) > 0.0 ? 1 : 0;
    }
    ssDestroySim( sim );
    ASSERT( lowest < -1e-3 && occur < SS_COUNT( parts ) );
    begin();
    line( "wait 2" );
    line( "key Shift+Right" );
    line( "key Shift+Right" );
    line( "wait 3" );
    expectNear( "plot.energy.base", lowest, 1e-9 );
    expectNear( "plot.energy.top", all, 1e-9 );
    line( "expect plot.energy.legend.count 3 %d", occur + 1 ); // and the dashes
    line( "expect-text plot.energy.legend.kinetic_energy kinetic" );
    line( "expect plot.roll.legend.count 5 5" ); // five lanes, of eight that there could be
    ASSERT_PLAYS( "lanes --preset race --paused --size 1920x1080" );
    PASS();
}

TEST aHiddenLayerLeavesTheStack( void )
{
    ssSim* sim = simAfter( "rolling-disk", "tiny", 20 );
    double all = signalOf( sim, "energy_in" ), rolling = signalOf( sim, "rolling" );
    ssDestroySim( sim );
    ASSERT( rolling > 1e-3 * all );
    begin();
    line( "wait 2" );
    line( "key Shift+Right" );
    line( "key Shift+Right" );
    line( "wait 3" );
    expectNear( "plot.energy.top", all, 1e-9 * all );
    line( "click plot.energy.legend.rolling" );
    line( "wait 2" );
    expectNear( "plot.energy.top", all - rolling, 1e-9 * all );
    line( "move plot.energy 0.01 0.5" ); // with a cursor, the legend shows the numbers
    line( "wait 2" );
    line( "expect-text plot.energy.legend.kinetic_energy kinetic =" );
    ASSERT_PLAYS( "rolling-disk --preset tiny --paused --size 1920x1080" );
    PASS();
}

TEST aSavedLedgerHoldsTheValuesAndItsPictureTheLayers( void )
{
    begin();
    line( "wait 40" );
    line( "key Space" );
    line( "wait 3" );
    const char* const formats[] = { "csv", "svg", "png" };
    for ( int i = 0; i < 3; ++i )
    {
        line( "right-click plot.energy" );
        line( "wait 2" );
        line( "click pane.%s", formats[i] );
        line( "wait 4" );
    }
    testRun run = playAndKeep( "rolling-disk --size 1920x1080", "slipstick-rolling-disk-energy.*" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    // Every row adds up; this is the worst imbalance relative to the largest sum.
    run = testShell(
        "cd \"$D/..\" && head -1 slipstick-rolling-disk-energy.csv && "
        "awk -F, 'NR > 1 { s = $3+$4+$5+$6+$7+$8+$9 - $2; if ( s < 0 ) s = -s; if ( s > m ) m = s; n++ } "
        "END { print n, m / 7 }' slipstick-rolling-disk-energy.csv" );
    ASSERT_EQ( 0,
        strncmp( run.out,
            "t [s],energy_in,potential_energy,kinetic_energy,sliding,rolling,spinning,impact,numerics\n",
            87 ) );
    int rows = 0;
    double worst = 1.0;
    ASSERT_EQ( 2, sscanf( strchr( run.out, '\n' ) + 1, "%d %lf", &rows, &worst ) );
    ASSERT( rows > 10 && worst < 1e-9 );
    run = testShell( "cd \"$D/..\" && grep -c 'fill-opacity=\"0.25\" d=' slipstick-rolling-disk-energy.svg; "
                     "grep -c stroke-dasharray slipstick-rolling-disk-energy.svg; "
                     "grep -c 'numerical loss' slipstick-rolling-disk-energy.svg; "
                     "head -c 4 slipstick-rolling-disk-energy.png | tail -c 3" );
    int layers = 0, dashed = 0, names = 0;
    char magic[8] = "";
    ASSERT_EQ( 4, sscanf( run.out, "%d %d %d %7s", &layers, &dashed, &names, magic ) );
    ASSERT_EQ_FMT( 7, layers, "%d" );
    ASSERT( dashed >= 1 && names == 1 );
    ASSERT_STR_EQ( "PNG", magic );
    PASS();
}

// ------------------------------------------------------------------------------------------------------ axes

/// The gap of a rolling disk is zero to rounding, and its plot showed 1e-14 m as an oscillation.
TEST roundingErrorsAreNotMagnified( void )
{
    begin();
    line( "wait 60" );
    line( "key Space" );
    line( "wait 2" );
    line( "click plot.gap.legend.gap_relaxed" ); // without that gap, which is real
    line( "wait 2" );
    line( "expect plot.gap.gap_coulomb.max -1e-13 1e-13" );
    line( "expect plot.gap.y0 -2 -0.5" );
    line( "expect plot.gap.y1 0.5 2" );
    // Small numbers that mean something are still magnified.
    ASSERT_PLAYS( "rolling-disk --preset coulomb" );
    begin();
    line( "wait 60" );
    line( "key Space" );
    line( "wait 2" );
    line( "expect plot.gap.gap_relaxed.max 0.001 0.01" );
    line( "expect plot.gap.y1 0.001 0.02" );
    ASSERT_PLAYS( "dilatancy-twins" );
    begin();
    line( "wait 2" );
    line( "click menu.view" );
    line( "click menu.curves" );
    line( "click menu.plot.energy" );
    line( "key Escape" );
    line( "wait 2" );
    line( "expect plot.energy.y1 0.5 2" ); // 2e-13 J before the first step
    ASSERT_PLAYS( "lanes --paused" );
    begin();
    line( "wait 60" );
    line( "expect plot.velocity.velocity.max 0 1e-9" ); // a carriage at rest, to the tolerance of the solver
    line( "expect plot.velocity.y1 0.05 2" );
    ASSERT_PLAYS( "guideway --preset stick" );
    PASS();
}

/// The title line names the dashed curve, and only where there is one.
TEST dashedCurvesAreNamedWhereTheyAre( void )
{
    begin();
    line( "wait 20" );
    line( "expect plot.u.dashed 1 1" );
    line( "expect-text plot.u.dashed exact: dashed" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3a" );
    begin();
    line( "wait 20" );
    line( "expect plot.u.dashed 0 0" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3a --set law=relaxed" );
    begin();
    line( "wait 20" );
    line( "expect-text plot.growth.dashed linear: dashed" );
    ASSERT_PLAYS( "stribeck --preset growth" );
    begin();
    line( "wait 20" );
    line( "expect-text plot.velocity.dashed drive: dashed" ); // what is asked for, not an exact result
    line( "expect-text plot.force_x.dashed formula: dashed" );
    ASSERT_PLAYS( "guideway --preset stick" );
    PASS();
}

// ------------------------------------------------------------------------------------------------- own panes

/// An expression that is typed is a curve at once, with the whole run so far.
TEST anExpressionIsACurve( void )
{
    begin();
    line( "wait 30" );
    line( "key Space" );
    line( "wait 2" );
    line( "key G" );
    line( "wait 3" );
    line( "click pane.expression" );
    line( "type pull = max(abs(r_t))" );
    line( "key Return" );
    line( "wait 30" );
    line( "expect plot.own1.pull.count 100 9999" );
    line( "expect plot.own1.pull.last 2568 2568.5" );
    line( "click pane.done" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b" );
    PASS();
}

TEST anySignalGoesOverTimeOverAnotherAndIntoAHistogram( void )
{
    begin();
    line( "wait 30" );
    line( "key Space" );
    line( "wait 2" );
    line( "expect plots.shown 4 4" );
    line( "key G" );
    line( "wait 3" );
    line( "expect ui.pane-editor 1 1" );
    line( "click pane.y.gap" );
    line( "click pane.y.spin" );
    line( "click pane.y.x" ); // it began with x, and a second click removes it
    line( "wait 2" );
    line( "expect plot.own1.gap.count 100 9999" );
    line( "expect plot.own1.spin.count 100 9999" );
    line( "expect pane.y.x 0 0" );
    line( "click pane.done" );
    line( "wait 2" );
    line( "expect ui.pane-editor 0 0" );
    line( "click plots.new" );
    line( "wait 3" );
    line( "click pane.kind.over" );
    line( "wait 2" );
    line( "click pane.y.omega" );
    line( "click pane.x.u" );
    line( "click pane.done" );
    line( "wait 2" );
    line( "expect plot.own2.count 100 9999" );
    line( "click menu.view" );
    line( "click menu.new-plot" );
    line( "wait 3" );
    line( "click pane.kind.histogram" );
    line( "click pane.y.slip" );
    line( "click pane.done" );
    line( "wait 2" );
    line( "expect plots.shown 7 7" );
    line( "expect chart.own3.marks 4 4" ); // the bars, two densities, and the present position
    const char* const panes[] = { "plot.own1", "plot.own2", "chart.own3" };
    for ( int i = 0; i < 3; ++i )
    {
        const char* const formats[] = { "csv", "svg", "png" };
        for ( int j = 0; j < 3; ++j )
        {
            line( "right-click %s", panes[i] );
            line( "wait 2" );
            line( "click pane.%s", formats[j] );
            line( "wait 4" );
        }
    }
    line( "right-click plot.own2" );
    line( "wait 2" );
    line( "click pane.remove" );
    line( "wait 2" );
    line( "expect plots.shown 6 6" );
    testRun run =
        playAndKeep( "rolling-sphere --preset fig3b --size 1920x1080", "slipstick-rolling-sphere-own*" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    run = testShell( "cd \"$D/..\" && for n in 1 2 3; do head -1 slipstick-rolling-sphere-own$n.csv; "
                     "grep -c svg slipstick-rolling-sphere-own$n.svg > /dev/null && "
                     "test -s slipstick-rolling-sphere-own$n.png || echo missing; done" );
    ASSERT_STR_EQ(
        "t [s],gap,spin\nU [m/s],omega\nU − RΩ [m/s],share of the time [%],U − RΩ [m/s] of normal,normal,"
        "U − RΩ [m/s] of later half,later half,U − RΩ [m/s] of now,now\n",
        run.out );

    // The phase plane holds pairs of one moment, and the shares of the histogram add up to the whole time.
    // Slip decreases evenly, so every full bin holds the same share.
    ssSim* sim = simAfter( "rolling-sphere", "fig3b", 100 );
    double u = signalOf( sim, "u" ), omega = signalOf( sim, "omega" );
    ssDestroySim( sim );
    run = testShell( "cd \"$D/..\" && sed -n 102p slipstick-rolling-sphere-own2.csv && "
                     "awk -F, 'NR > 1 && $2 != \"\" { s += $2; v[n++] = $2 } "
                     "END { print s, v[2] / v[3], n }' slipstick-rolling-sphere-own3.csv" );
    double x, y, sum, ratio;
    int bins;
    ASSERT_EQ( 5, sscanf( run.out, "%lf,%lf %lf %lf %d", &x, &y, &sum, &ratio, &bins ) );
    ASSERT( x == u && y == omega );
    ASSERT_IN_RANGE( 100.0, sum, 1e-3 );
    ASSERT_IN_RANGE( 1.0, ratio, 0.1 );
    ASSERT( bins > 5 );
    PASS();
}

TEST panesOfTheUserAreRestoredAtTheNextStart( void )
{
    char first[600], second[600];
    snprintf( first, sizeof first, "%s/first", testScratch() );
    snprintf( second, sizeof second, "%s/second", testScratch() );
    begin();
    line( "wait 2" );
    line( "key G" );
    line( "wait 3" );
    line( "click pane.kind.over" );
    line( "wait 2" );
    line( "click pane.y.omega" );
    line( "click pane.x.u" );
    line( "click pane.done" );
    line( "wait 2" );
    line( "right-click plot.r_t" );
    line( "wait 2" );
    line( "click pane.hide" );
    line( "wait 2" );
    line( "expect plots.shown 4 4" );
    testWriteFile( first, s_script );
    begin();
    line( "key Shift+Right" );
    line( "wait 3" );
    line( "expect plots.shown 4 4" );
    line( "expect plot.own1.count 11 11" );
    line( "right-click plot.own1" );
    line( "wait 2" );
    line( "click pane.choose" );
    line( "wait 3" );
    line( "expect pane.y.omega 1 1" );
    line( "expect pane.x.u 1 1" );
    line( "click pane.remove" );
    line( "wait 2" );
    line( "expect plots.shown 3 3" );
    testWriteFile( second, s_script );
    testRun run =
        testShell( "mkdir \"$D/config\" && export XDG_CONFIG_HOME=\"$D/config\" && "
                   "\"$S\" gui rolling-sphere --paused --remember --face instrument --script '%s' && "
                   "\"$S\" gui rolling-sphere --paused --remember --script '%s' && "
                   "grep -r -h shown.rolling-sphere \"$D/config\"",
            first, second );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "shown.rolling-sphere=u,omega,m_r,\n", run.out );
    PASS();
}

TEST damagedSettingsOfPanesAreIgnored( void )
{
    char script[600];
    snprintf( script, sizeof script, "%s/script", testScratch() );
    begin();
    line( "wait 2" );
    line( "expect plots.shown 2 2" ); // u, and the one good pane
    line( "expect plot.own1.u.count 1 1" );
    testWriteFile( script, s_script );
    testRun run = testShell(
        "mkdir -p \"$D/c/slipstick\" && export XDG_CONFIG_HOME=\"$D/c\" && printf '%%s\\n' "
        "'shown.rolling-sphere=u,own:time/nosuch,own:,own:over/x,own:over/,own:histogram/u+x,own:what/"
        "u,own:time/u,' "
        "> \"$D/c/slipstick/settings.txt\" && \"$S\" gui rolling-sphere --paused --remember --script '%s'",
        script );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST bifurcationsAndRosesAreDrawn( void )
{
    static const char* const charts[][2] = { { "rolling-cylinder", "bifurcation" }, { "belt", "bifurcation" },
        { "facet-fan", "rose" } };
    for ( int i = 0; i < SS_COUNT( charts ); ++i )
    {
        const ssScenario* scenario = ssFindScenario( charts[i][0] );
        char pane[64];
        snprintf( pane, sizeof pane, "chart:%s", charts[i][1] );
        const char* panes = showOf( scenario, ssFindPreset( scenario, "tiny" ) ).panes;
        bool shown = panes != NULL && strstr( panes, pane ) != NULL;
        for ( int j = 0; j < scenario->picture.chartCount && panes == NULL; ++j )
        {
            shown = shown ||
                ( strcmp( scenario->picture.charts[j].id, charts[i][1] ) == 0 &&
                    scenario->picture.charts[j].shown );
        }
        begin();
        line( "wait 2" );
        if ( !shown )
        {
            line( "click menu.view" );
            line( "click menu.charts" );
            line( "click menu.chart.%s", charts[i][1] );
            line( "key Escape" );
        }
        line( "wait 10" );
        line( "expect chart.%s.marks 1 1000", charts[i][1] );
        line( "expect chart.%s.points 20 100000", charts[i][1] );
        char options[96];
        snprintf( options, sizeof options, "%s --preset tiny --size 1920x1080", charts[i][0] );
        ASSERT_PLAYS( options );
    }
    PASS();
}

// --------------------------------------------------------------------------------------- timeline and cursor

TEST theCursorIsOneForCurvesAndTimeline( void )
{
    begin();
    line( "wait 60" );
    line( "key Space" );
    line( "wait 2" );
    line( "expect cursor.time 1 -1" ); // must fail: there is none
    testRun run = play( "rolling-sphere --preset fig3b --size 1920x1080" );
    ASSERT_EQ_FMT( 1, run.status, "%d" );
    begin();
    line( "wait 60" );
    line( "key Space" );
    line( "wait 2" );
    line( "move timeline 0.02 0.5" ); // of 6 s
    line( "wait 3" );
    line( "expect cursor.time 0.11 0.13" );
    line( "expect-text plot.u.legend.u U =" );
    line( "expect-text plot.r_t.legend.r_t r_T =" );
    line( "move plot.m_r 0.01 0.4" );
    line( "wait 3" );
    line( "expect cursor.time 0.04 0.08" );
    line( "expect-text plot.u.legend.u U =" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --size 1920x1080" );
    PASS();
}

TEST pauseAndRunKeepTheZoom( void )
{
    begin();
    line( "wait 30" );
    line( "wheel plot.u 3" );
    line( "wait 2" );
    line( "expect plot.u.x1 3 5" );
    line( "key Space" ); // pause
    line( "wait 5" );
    line( "expect plot.u.x1 3 5" );
    line( "expect plot.u.x0 0.5 2" );
    line( "key Space" ); // continue
    line( "wait 20" );
    line( "expect plot.u.x1 3 5" );
    line( "expect plot.u.x0 0.5 2" );
    line( "key R" ); // a new run of the same scenario is shown at the same place
    line( "wait 3" );
    line( "expect plot.u.x1 3 5" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --size 1920x1080" );
    PASS();
}

// ------------------------------------------------------------------------------------------------------ undo

TEST textsAndCornersAreUndoneAndRedone( void )
{
    const char* const before = "3;0;1;1;-3;1;-3;-1;1;-1";
    begin();
    line( "wait 3" );
    line( "expect-text param.d_vertices %s", before );
    line( "click param.d_vertices" );
    line( "key Ctrl+A" );
    line( "type 4;0;0;2;-4;0;0;-2" );
    line( "key Return" );
    line( "wait 4" );
    line( "expect-text param.d_vertices 4;0;0;2;-4;0;0;-2" );
    line( "key Ctrl+Z" );
    line( "wait 4" );
    line( "expect-text param.d_vertices %s", before );
    line( "key Ctrl+Shift+Z" );
    line( "wait 4" );
    line( "expect-text param.d_vertices 4;0;0;2;-4;0;0;-2" );
    line( "key Ctrl+Z" );
    line( "wait 4" );
    // A change that the engine refuses is not a change, and there is nothing to undo.
    line( "click param.d_vertices" );
    line( "key Ctrl+A" );
    line( "type 1;0;2" );
    line( "key Return" );
    line( "wait 4" );
    line( "key Ctrl+Z" );
    line( "wait 4" );
    line( "expect-text status.message Nothing to undo" );
    ASSERT_PLAYS(
        "belt --paused --size 1600x2400 --set d_kind=polygon --set 'd_vertices=3;0;1;1;-3;1;-3;-1;1;-1'" );

    begin();
    line( "wait 3" );
    line( "key E" );
    line( "wait 3" );
    line( "drag sets.d.corner0 4 0.5" ); // outwards: D stays convex
    line( "wait 4" );
    line( "expect-text sets.d star-shaped and convex" );
    line( "expect-text param.d_vertices ;1;1;-3;1;-3;-1;1;-1" );
    line( "key Ctrl+Z" );
    line( "wait 4" );
    line( "expect-text param.d_vertices %s", before );
    line( "key Ctrl+Y" );
    line( "wait 4" );
    line( "expect-text param.d_vertices ;1;1;-3;1;-3;-1;1;-1" );
    line( "key Ctrl+Z" );
    line( "wait 4" );
    line( "key Ctrl+Z" ); // one drag is one change
    line( "wait 2" );
    line( "expect-text status.message Nothing to undo" );
    ASSERT_PLAYS(
        "belt --paused --size 1600x2400 --set d_kind=polygon --set 'd_vertices=3;0;1;1;-3;1;-3;-1;1;-1'" );
    PASS();
}

TEST samplesAreDraggedAndBeltsJudged( void )
{
    begin();
    line( "wait 3" );
    line( "key E" );
    line( "wait 3" );
    line( "expect sets.belts 2 2" );
    line( "expect-text sets.belt 44.1°…75.9°" ); // Walker & Leine Sec. 4.2
    ASSERT_PLAYS( "belt --paused" );

    // A curve of samples: the dragged sample takes its neighbours along, and the corner that it makes is
    // reported.
    begin();
    line( "wait 3" );
    line( "key E" );
    line( "wait 3" );
    line( "expect-text sets.c star-shaped and convex" );
    line( "drag sets.c.sample0 3 0.5" );
    line( "wait 4" );
    line( "expect-text sets.c not convex" );
    line( "key Ctrl+Z" );
    line( "wait 4" );
    line( "expect-text sets.c star-shaped and convex" );
    line( "key Ctrl+Y" );
    line( "wait 4" );
    line( "expect-text sets.c not convex" );
    line( "expect-text param.c_samples 0;" );
    ASSERT_PLAYS( "belt --paused --size 1600x2400 --set c_kind=polar" );
    PASS();
}

// ---------------------------------------------------------------------------------------------------- lights

typedef struct AuditSink
{
    ssAudit audit;
    double speed;
} AuditSink;

static void addContacts( void* context, int count, const ssContactView* contacts )
{
    AuditSink* l = context;
    ssAudit_Add( &l->audit, count, contacts, l->speed );
}

TEST eachLightLeadsToItsWorstContact( void )
{
    ssSim* sim = simAfter( "sphere-pile", "tiny", 400 );
    AuditSink l = { .speed = 9.81 * ssSim_StepSize( sim ) };
    ssAudit_Begin( &l.audit );
    ssDraw draw = { .flags = ss_drawDefault, .context = &l, .contacts = addContacts };
    ssSim_Draw( sim, &draw );
    ssDestroySim( sim );
    ASSERT( l.audit.contacts > 3 );
    begin();
    line( "wait 2" );
    for ( int i = 0; i < 40; ++i ) { line( "key Shift+Right" ); }
    line( "wait 3" );
    line( "expect step 400 400" );
    int places = 0;
    for ( int i = 0; i < ss_auditCount; ++i )
    {
        line( "click status.light" );
        line( "wait 2" );
        char name[32];
        snprintf( name, sizeof name, "lint.%d", i );
        expectNear( name, l.audit.worst[i], 1e-12 + 1e-9 * l.audit.worst[i] );
        if ( l.audit.contact[i] >= 0 )
        {
            line( "click lint.%d", i );
            line( "wait 3" );
            line( "expect contact.index %d %d", l.audit.contact[i], l.audit.contact[i] );
            places += l.audit.contact[i] > 0 ? 1 : 0;
        }
        else
        {
            line( "key Escape" );
            line( "wait 2" );
        }
    }
    ASSERT( places > 0 ); // not only the contact that is shown anyway
    ASSERT_PLAYS( "sphere-pile --preset tiny --paused --size 1920x1080" );
    PASS();
}

SUITE( plots )
{
    RUN_TEST( layersOfEveryLedgerAddUpToTheEnergyBroughtIn );
    RUN_TEST( createdEnergyIsALayerOfItsOwn );
    RUN_TEST( roundingErrorsAreNotMagnified );
    RUN_TEST( dashedCurvesAreNamedWhereTheyAre );
    RUN_TEST( aStackBeginsAtTheLowestPotentialEnergy );
    RUN_TEST( aHiddenLayerLeavesTheStack );
    RUN_TEST( aSavedLedgerHoldsTheValuesAndItsPictureTheLayers );
    RUN_TEST( anExpressionIsACurve );
    RUN_TEST( anySignalGoesOverTimeOverAnotherAndIntoAHistogram );
    RUN_TEST( panesOfTheUserAreRestoredAtTheNextStart );
    RUN_TEST( damagedSettingsOfPanesAreIgnored );
    RUN_TEST( bifurcationsAndRosesAreDrawn );
    RUN_TEST( theCursorIsOneForCurvesAndTimeline );
    RUN_TEST( pauseAndRunKeepTheZoom );
    RUN_TEST( textsAndCornersAreUndoneAndRedone );
    RUN_TEST( samplesAreDraggedAndBeltsJudged );
    RUN_TEST( eachLightLeadsToItsWorstContact );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( plots );
    return TEST_END();
}
