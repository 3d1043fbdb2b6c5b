// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "gfx/render/renderer.h"
#include "ui/core/format.h"
#include "ui/panel/panel_contact.h"

#include "slipstick/lab/lab.h"

// What the window shows of contacts, and what can be exported from it.

/// Returns signals of the rolling sphere after `steps` steps of a preset, directly from the engine.
static void signalsAfter( const char* preset, int64_t steps, double* row )
{
    ssSimDef def = ssDefaultSimDef( ssFindScenario( "rolling-sphere" ) );
    testMust( ssSimDef_ApplyPreset( &def, preset ) );
    ssSim* sim = NULL;
    if ( ssCreateSim( &def, &sim ).code == ss_ok )
    {
        for ( int64_t i = 0; i < steps; ++i ) { ssSim_Step( sim ); }
        ssSim_Signals( sim, row );
        ssDestroySim( sim );
    }
}

static double signalOf( const double* row, const char* name )
{
    return row[ssFindSignal( ssFindScenario( "rolling-sphere" ), name )];
}

static void expectNear( const char* name, double value )
{
    double slack = 1e-6 * fabs( value ) + 1e-12;
    line( "expect %s %.17g %.17g", name, value - slack, value + slack );
}

TEST theMicroscopeShowsWhatTheSignalsSay( void )
{
    double row[SS_MAX_SIGNALS] = { 0.0 };
    signalsAfter( "fig3b", 40, row );
    begin();
    line( "wait 2" );
    for ( int i = 0; i < 4; ++i )
    {
        line( "key Shift+Right" );
        line( "wait 2" );
    }
    expectNear( "contact.r_n", signalOf( row, "r_n" ) );
    expectNear( "contact.r_t", fabs( signalOf( row, "r_t" ) ) );
    expectNear( "contact.m_r", fabs( signalOf( row, "m_r" ) ) );
    expectNear( "contact.u_t", fabs( signalOf( row, "slip" ) ) );
    expectNear( "contact.mode", signalOf( row, "mode" ) );
    // It slides: there is no margin, and it loses mu r_N |u_T| + mu_r r_N |omega|.
    line( "expect contact.margin -0.001 0.001" );
    double lost = signalOf( row, "r_n" ) *
        ( 0.2 * fabs( signalOf( row, "slip" ) ) + 0.04 * fabs( signalOf( row, "omega" ) ) );
    expectNear( "contact.lost", lost );
    line( "expect-text contact.mode slide + roll" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

/// Dominoes that tilt do not slide: the power of their contacts is what the solver leaves, of either sign.
TEST theErrorOfTheSolverIsNoLoss( void )
{
    begin();
    line( "wait 2" );
    for ( int i = 0; i < 75; ++i ) // 0.75 s
    {
        line( "key %s", i % 2 == 0 ? "Shift+Right" : "Right" );
        line( "wait 2" );
        line( "expect contact.lost 0 1" );
    }
    line( "expect-text contact.mode roll" );
    line( "expect-text contact.lost none" );
    ASSERT_PLAYS( "domino-row --paused" );
    PASS();
}

/// What slides has no margin, whatever the shape of the set: the corner of a square is at 1.41 of its disc,
/// and a spinning patch slides below the rim of the disc.
TEST theMarginIsThatOfThePolygonAndThePatch( void )
{
    static const struct
    {
        const char *ground, *law;
    } rows[] = { { "--set ground=polyhedral --set facets=2 --set heading_deg=45",
                     "circumscribed polygon of 4 sides" },
        { "--set ground=contensou --set patch_radius=0.5", "contensou" } };
    for ( int k = 0; k < SS_COUNT( rows ); ++k )
    {
        begin();
        line( "wait 2" );
        for ( int i = 0; i < 15; ++i ) // 0.3 s: it came down askew and still spins
        {
            line( "key Shift+Right" );
            line( "wait 2" );
        }
        line( "expect-text contact.mode slide" );
        line( "expect-text contact.law %s", rows[k].law );
        line( "expect contact.margin -1e-6 1e-6" );
        char order[256];
        snprintf( order, sizeof order,
            "playground --paused --set spheres=0 --set cylinders=0 --set capsules=0 --set boxes=1 --set "
            "tilt_deg=40 %s",
            rows[k].ground );
        ASSERT_PLAYS( order );
    }
    PASS();
}

/// A law that is a function of the velocity has no k_C and no margin, and the panel says so; sets that change
/// with the speed are those of the present speed: what slides has no margin.
TEST theMarginOfATypedLawIsThatOfItsSpeed( void )
{
    begin();
    line( "wait 2" );
    line( "key Right" );
    line( "wait 2" );
    line( "expect-text contact.law LuGre" );
    line( "expect-text contact.law k_C(−r_T) = –" );
    line( "expect-text contact.margin –" );
    line( "expect-text contact.mode slide" );
    line( "expect-text status.light law ok" );
    ASSERT_PLAYS( "belt --paused --law lugre" );
    begin();
    line( "wait 2" );
    line( "key Right" );
    line( "wait 2" );
    line( "expect-text contact.law k_C(−r_T) = 1" );
    line( "expect contact.margin -1e-6 1e-6" );
    line( "expect-text status.light law ok" );
    ASSERT_PLAYS( "belt --paused --law groove" );
    PASS();
}

TEST theLightOpensTheChecksOfTheLaw( void )
{
    begin();
    line( "wait 2" );
    line( "expect-text status.light law ok" );
    line( "click status.light" );
    line( "wait 2" );
    for ( int i = 0; i < ss_auditCount; ++i ) { line( "expect lint.%d 0 1e-6", i ); }
    ASSERT_PLAYS( "rolling-sphere --preset fig3a --paused" );
    PASS();
}

/// The panel said "This contact is open" in the first picture, beside a label "slide + roll".
TEST theFirstPictureShowsItsContact( void )
{
    begin();
    line( "expect-text contact.mode slide + roll" );
    line( "expect t 0 0" );
    line( "expect contact.index 0 0" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST aContactIsPickedWhereItIsDrawn( void )
{
    begin();
    line( "wait 3" );
    line( "expect contact.index 0 0" );
    line( "key F2" );
    line( "wait 2" );
    line( "expect ui.contact 0 0" );
    line( "double-click contact.point" ); // opens the microscope
    line( "wait 2" );
    line( "expect ui.contact 1 1" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3a --paused" );
    PASS();
}

TEST theTimelineLeadsBackAndMarksWhereTheRegimeChanges( void )
{
    begin();
    line( "wait 66" ); // half a second at 0.45 of real time: slip ended at 0.2548 s
    line( "key Space" );
    line( "wait 2" );
    line( "expect t 0.4 0.6" );
    line( "expect timeline.events 1 1" );
    line( "expect mode 3 3" );
    line( "drag timeline 0.02" ); // of 6 s
    line( "wait 3" );
    line( "expect t 0.05 0.2" );
    line( "expect mode 4 4" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b" );
    PASS();
}

TEST aSavedPlotHoldsTheNumbersThatWerePlotted( void )
{
    begin();
    line( "wait 30" );
    line( "key Space" );
    line( "wait 3" );
    const char* const formats[] = { "csv", "svg", "png" };
    for ( int i = 0; i < 3; ++i )
    {
        line( "right-click plot.u" );
        line( "wait 2" );
        line( "click pane.%s", formats[i] );
        line( "wait 4" );
    }
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    // The folder is emptied before every command, so files to be inspected are moved up.
    testRun run = testShell( "cd \"$D\" && \"$S\" gui rolling-sphere --preset fig3b --script '%s' && mv "
                             "slipstick-rolling-sphere-u.* ..",
        path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    double row[SS_MAX_SIGNALS] = { 0.0 };
    testRun lines = testShell( "cd \"$D/..\" && wc -l < slipstick-rolling-sphere-u.csv" );
    long rows = strtol( lines.out, NULL, 10 ) - 1;
    ASSERT( rows > 500 );
    signalsAfter( "fig3b", rows - 1, row );
    testRun last = testShell(
        "cd \"$D/..\" && head -1 slipstick-rolling-sphere-u.csv && tail -1 slipstick-rolling-sphere-u.csv" );
    double t, exact, u, slip;
    ASSERT_EQ( 4, sscanf( strchr( last.out, '\n' ) + 1, "%lf,%lf,%lf,%lf", &t, &exact, &u, &slip ) );
    ASSERT( strncmp( last.out, "t [s],u_exact,u,slip\n", 21 ) == 0 );
    ASSERT(
        u == signalOf( row, "u" ) && slip == signalOf( row, "slip" ) && exact == signalOf( row, "u_exact" ) );
    testRun picture =
        testShell( "cd \"$D/..\" && head -c 8 slipstick-rolling-sphere-u.png | od -An -c | tr -d ' \\n'; "
                   "grep -c '<path' slipstick-rolling-sphere-u.svg" );
    ASSERT( strstr( picture.out, "PNG" ) != NULL );
    ASSERT( strstr( picture.out, "3" ) != NULL ); // u, slip and the exact curve
    PASS();
}

TEST everySwitchOfTheViewActs( void )
{
    static const struct
    {
        const char* item;
        unsigned flag;
    } rows[] = { { "bodies", ss_drawBodies }, { "ground", ss_drawGround }, { "forces", ss_drawForces },
        { "moments", ss_drawMoments }, { "cones-and-discs", ss_drawCones }, { "trails", ss_drawTrails },
        { "velocities", ss_drawVelocities }, { "labels", ss_drawLabels },
        { "contact-points", ss_drawContactPoints }, { "force-chains", ss_drawForceChains },
        { "lines-of-action", ss_drawLinesOfAction }, { "colour-by-mode", ss_drawModes },
        { "colour-by-energy", ss_drawEnergies }, { "all-glyphs-of-a-crowd", ss_drawEverything } };
    begin();
    line( "wait 2" );
    unsigned flags = ss_drawDefault;
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        line( "click menu.view" );
        line( "wait 2" );
        line( "click menu.%s", rows[i].item );
        line( "wait 2" );
        flags ^= rows[i].flag;
        line( "expect ui.flags %u %u", flags, flags );
    }
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

/// A sphere between two walls that close in on it, as blocks: no velocity of the sphere obeys both contacts.
static void writeInsoluble( const char* path )
{
    ssProblemBody sphere = ssDefaultProblemBody();
    ssProblemContact contacts[2] = { ssDefaultProblemContact( 3 ), ssDefaultProblemContact( 3 ) };
    ssProblem bodies, blocks;
    for ( int i = 0; i < 2; ++i )
    {
        contacts[i].point = ssVec3_Make( i == 0 ? -0.5 : 0.5, 0.0, 0.0 );
        contacts[i].normal = ssVec3_Make( i == 0 ? 1.0 : -1.0, 0.0, 0.0 );
        contacts[i].cone.mu = 0.5;
    }
    testMust( ssProblem_FromBodies( 3, &sphere, 1, contacts, 2, NULL, 0, NULL, &bodies ) );
    bodies.q[0] = bodies.q[3] = -1.0;
    testMust( ssProblem_MakeExplicit( &bodies, &blocks ) );
    char* text = ssFormatProblem( &blocks, NULL );
    testWriteFile( path, text );
    ssRelease( text );
    ssProblem_Destroy( &bodies );
    ssProblem_Destroy( &blocks );
}

TEST anUnsolvedProblemSaysHowManyContactsHoldItUp( void )
{
    char script[700], problem[700];
    snprintf( script, sizeof( script ), "%s/script", testScratch() );
    snprintf( problem, sizeof( problem ), "%s/walls.json", testScratch() );
    writeInsoluble( problem );
    begin();
    line( "wait 2" );
    line( "key F3" );
    line( "wait 2" );
    line( "click solvers.file" );
    line( "type walls.json" );
    line( "wait 2" );
    line( "click solvers.open" );
    line( "wait 2" );
    line( "click solvers.solve" );
    line( "wait 2" );
    line( "click solvers.pick.auto" );
    line( "wait 2" );
    line( "expect solvers.held_up 1 2" );
    testWriteFile( script, s_script );
    testRun run = testShell(
        "cp '%s' \"$D\" && cd \"$D\" && \"$S\" gui rolling-sphere --paused --script '%s'", problem, script );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

/// Where there is nothing to freeze or to edit, the window says so: in the panel, and in the status bar.
TEST whatAScenarioLacksIsSaid( void )
{
    begin();
    line( "wait 2" );
    line( "key F3" );
    line( "wait 2" );
    line( "click solvers.freeze" );
    line( "wait 2" );
    line( "expect-text solvers.refusal contact" );
    line( "key Escape" );
    line( "wait 2" );
    line( "key E" );
    line( "wait 2" );
    line( "expect-text status.message no sets C and D. These have: " );
    line( "expect-text status.message belt" );
    line( "expect-text status.message tribometer" );
    line( "expect ui.sets 0 0" );
    line( "load rolling-sphere" ); // whose contact can be frozen
    line( "wait 3" );
    line( "key F3" );
    line( "wait 2" );
    line( "click solvers.freeze" );
    line( "wait 2" );
    line( "expect solvers.contacts 1 1" );
    line( "expect-text solvers.refusal x" );
    testRun run = play( "stribeck --paused" );
    ASSERT_EQ( 1, run.status ); // the refusal is gone
    ASSERTm( run.err, testContains( run.err, "solvers.refusal, but there is no such" ) );
    PASS();
}

TEST aFrozenProblemIsSolvedTheSameFromItsFile( void )
{
    begin();
    line( "wait 2" );
    line( "key F3" );
    line( "wait 2" );
    line( "click solvers.freeze" );
    line( "wait 2" );
    line( "click solvers.save" );
    line( "wait 2" );
    line( "click solvers.solve" );
    line( "wait 2" );
    line( "expect solvers.contacts 1 1" );
    line( "expect solvers.nsgs.residual 0 1e-8" );
    line( "expect solvers.newton.residual 0 1e-8" );
    line( "click solvers.pick.qvi" );
    line( "wait 2" );
    line( "drag solvers.scrub 0.01" );
    line( "expect solvers.iteration 0 1" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell(
        "cd \"$D\" && \"$S\" gui rolling-sphere --preset fig3b --paused --script '%s' && mv *.json ..",
        path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    run =
        testShell( "cd \"$D/..\" && \"$S\" solve slipstick-rolling-sphere-problem.json --solver qvi --json" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    const char* found = strstr( run.out, "\"residual\":" );
    ASSERT( found != NULL );
    double residual = strtod( found + strlen( "\"residual\":" ), NULL );
    begin();
    line( "wait 2" );
    line( "key F3" );
    line( "wait 2" );
    line( "click solvers.file" );
    line( "type slipstick-rolling-sphere-problem.json" );
    line( "wait 2" );
    line( "click solvers.open" );
    line( "wait 2" );
    line( "click solvers.solve" );
    line( "wait 2" );
    line( "expect solvers.qvi.residual %.17g %.17g", residual * ( 1.0 - 1e-12 ), residual * ( 1.0 + 1e-12 ) );
    testWriteFile( path, s_script );
    run = testShell( "cp \"$D/../slipstick-rolling-sphere-problem.json\" \"$D\" && cd \"$D\" && \"$S\" gui "
                     "rolling-sphere --paused --script '%s'",
        path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST draggedSetsReachTheSceneAndForbiddenOnesDoNot( void )
{
    begin();
    line( "wait 3" );
    line( "key E" );
    line( "wait 3" );
    line( "expect c_rotation_deg 30 30" );
    line( "expect sets.fitted 5.3518 5.3519" ); // the largest D that fits (Walker & Leine Sec. 4.2)
    line( "expect-text sets.axis [N]" );
    line( "move sets.c.axis10 0.5 0.5" );
    line( "wait 3" );
    line( "expect-text sets.value a = 30 N" );
    line( "drag sets.c.axis20 0.5 -3" );
    line( "wait 3" );
    line( "expect c_b 10.2 40" );
    line( "key Ctrl+Z" );
    line( "wait 4" );
    line( "expect c_b 10 10" );
    ASSERT_PLAYS( "belt --paused" );

    // A corner of D is pushed towards the middle until D is not convex: this is refused with the reason, and
    // the scene keeps D.
    begin();
    line( "wait 3" );
    line( "key E" );
    line( "wait 3" );
    line( "expect-text sets.d convex" );
    line( "drag sets.d.corner0 -6 0.5" );
    line( "wait 3" );
    line( "expect-text sets.refusal convex" );
    line( "expect-text sets.d star-shaped and convex" );
    ASSERT_PLAYS( "belt --paused --set d_kind=polygon --set 'd_vertices=3;0;1;1;-3;1;-3;-1;1;-1'" );
    PASS();
}

TEST aForceOutsideItsConeIsSaidToBeOutside( void )
{
    char text[224];
    uiLawBound bound = { "|r_T|", "μ", 3.04, 0.3, 8.891, "", "N" };
    ASSERT( uiFormatLaw( &bound, text, sizeof( text ) ) );
    ASSERT_STR_EQ( "|r_T| > μ r_N\n3.04 N > 0.3 × 8.891 N\noutside by 0.3727 N", text );
    bound.value = 0.3 * 8.891;
    ASSERT( !uiFormatLaw( &bound, text, sizeof( text ) ) && testContains( text, "|r_T| = μ r_N" ) );
    bound.value = 2.0;
    ASSERT( !uiFormatLaw( &bound, text, sizeof( text ) ) && testContains( text, "|r_T| < μ r_N" ) );
    uiLawBound rolling = { "|m_R|", "μ_r", 1.96, 0.02, 98.0, "m", "N m" };
    ASSERT( !uiFormatLaw( &rolling, text, sizeof( text ) ) );
    ASSERT_STR_EQ( "|m_R| = μ_r r_N\n1.96 N m\n= 0.02 m × 98 N", text );
    rolling.value = 3e-11; // rounding
    ASSERT( !uiFormatLaw( &rolling, text, sizeof( text ) ) );
    ASSERT_STR_EQ( "|m_R| < μ_r r_N\n0 N m\n< 0.02 m × 98 N", text );
    bound.normal = bound.value = 0.0;
    ASSERT( !uiFormatLaw( &bound, text, sizeof( text ) ) );
    PASS();
}

// -------------------------------------------------------------------------------------- texts over the scene

/// Puts every text over the scene that there is: pins, twins, the report, the end of the run, the strip of a
/// presentation; and expects that none of them lies on another.
static void crowdTheScene( void )
{
    static const char* const actions[] = { "wait 5", "key Space;wait 30", "key K;wait 5", "key W;wait 5",
        "key F5;wait 4", "key W;wait 4", "key Ctrl+=;key Ctrl+=;key Ctrl+=;wait 5", "key W;wait 4",
        "key F8;wait 5", "key Down;wait 4" };
    begin();
    for ( int i = 0; i < SS_COUNT( actions ); ++i )
    {
        char text[128];
        snprintf( text, sizeof text, "%s", actions[i] );
        for ( char* at = strtok( text, ";" ); at != NULL; at = strtok( NULL, ";" ) ) { line( "%s", at ); }
        line( "expect view.overlaps 0 0" );
    }
}

TEST textsOverTheSceneKeepClearOfEachOther( void )
{
    static const char* const sizes[] = { "1280x720", "1920x1080", "800x600" };
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        char options[128];
        snprintf( options, sizeof options, "%s --preset tiny --paused --size %s", ssGetScenario( i )->id,
            sizes[i % SS_COUNT( sizes )] );
        if ( testTakesOneIn( i, 2 ) )
        {
            crowdTheScene();
            ASSERT_PLAYS( options );
        }
    }
    PASS();
}

/// The hints at the lower edge were drawn over the legend, over labels and below the table of pins.
TEST theEndOfARunIsSaidBesideLegendAndPins( void )
{
    begin();
    line( "wait 5" );
    line( "expect-text view.hint Space to run" );
    line( "expect view.overlaps 0 0" );
    line( "key Space" );
    line( "wait 120" );
    line( "expect finished 1 1" );
    line( "expect-text view.hint end of the run" );
    line( "expect view.overlaps 0 0" );
    line( "key K" );
    line( "wait 4" );
    line( "expect pins.count 1 1" );
    line( "expect-text view.hint end of the run" );
    line( "expect view.overlaps 0 0" );
    ASSERT_PLAYS( "playground --preset tiny --paused --size 1280x720" );
    ASSERT_PLAYS( "playground --preset tiny --paused --size 1920x1080" );
    PASS();
}

/// The scale of moments stayed in the legend when the finder had opened a scenario without any.
TEST theLegendShowsOnlyWhatIsDrawn( void )
{
    begin();
    line( "wait 30" );
    line( "expect scale.moment 1 1e6" );
    line( "key Ctrl+O" );
    line( "wait 3" );
    line( "type stribeck" );
    line( "wait 3" );
    line( "key Return" );
    line( "wait 30" );
    line( "expect scale.force 1e-3 1e3" );
    line( "expect scale.moment 0 0" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b" );
    PASS();
}

/// The card that Enter opens is the one that is lit, whether the mouse or a key has chosen it.
TEST theFinderLightsOneCard( void )
{
    begin();
    line( "wait 3" );
    line( "key Ctrl+O" );
    line( "wait 3" );
    line( "type pile" );
    line( "wait 3" );
    line( "expect find.selected 1 1" );
    line( "move find.gravel-pile 0.5 0.5" );
    line( "wait 3" );
    line( "expect find.selected 6 6" );
    line( "key Up" );
    line( "wait 3" );
    line( "expect find.selected 5 5" ); // the mouse rests
    line( "move find.gravel-pile 0.4 0.5" );
    line( "wait 3" );
    line( "key Return" );
    line( "wait 5" );
    line( "expect density 2028 2028" ); // of gravel
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

/// Fifty passes without a tolerance leave contacts far from their law; the light says how far.
TEST theLightSaysHowFarTheWorstContactIsOff( void )
{
    begin();
    line( "wait 200" );
    line( "expect tol 0 0" );
    line( "expect residual 2e-4 1" );
    line( "expect-text status.light %%" );
    ASSERT_PLAYS( "gravel-pile" );
    begin();
    line( "wait 200" );
    line( "expect residual 0 2e-4" );
    line( "expect-text status.light law ok" );
    ASSERT_PLAYS( "gravel-pile --preset heap" );
    PASS();
}

TEST aMarginSaysWhatTheForceMayStillDo( void )
{
    static const struct
    {
        double margin;
        ssContactMode mode;
        const char* text;
        bool outside;
    } rows[] = {
        { 1.0, ss_modeStick, "100% to slip", false },
        { 0.714, ss_modeRoll, "71.4% to slip", false },
        { 2e-4, ss_modeStick, "0.02% to slip", false }, // it is not 0%: it sticks
        { 0.0, ss_modeStick, "none: about to slip", false },
        { -1e-9, ss_modeRoll, "none: about to slip", false },
        { 0.0, ss_modeSlide, "none: it slides", false },
        { 3e-4, ss_modeSlideRoll, "none: it slides", false }, // what the solver leaves
        { -0.051, ss_modeSlide, "none: outside by 5.1%", true },
    };
    for ( int i = 0; i < SS_COUNT( rows ); ++i )
    {
        char text[64];
        ASSERT_EQ( rows[i].outside, uiFormatMargin( rows[i].margin, rows[i].mode, text, sizeof text ) );
        ASSERT_STR_EQ( rows[i].text, text );
    }
    PASS();
}

TEST aNumberHasTheSameDigitsWhereverItStands( void )
{
    // The normal force of the first demo: 12841 N beside its slider, in the microscope and at its arrow.
    testRng rng = { 11 };
    for ( int i = 0; i < testCount( 2000 ); ++i )
    {
        float value = (float)( testUniform( &rng, 1.0, 10.0 ) * pow( 10.0, testUniform( &rng, -6.0, 9.0 ) ) );
        value = i == 0 ? 12841.2f : i % 2 == 0 ? -value : value;
        char arrow[48], law[64];
        const char* panel = uiFormatQuantity( (double)value, "N" );
        gfxFormatQuantity( arrow, sizeof arrow, value, ss_quantityForce );
        ssFormatQuantity( (double)value, "N", law, sizeof law );
        ASSERT_STR_EQ( law, panel );
        ASSERT_STR_EQ( law, arrow );
        ASSERT( i > 0 || strcmp( law, "12841 N" ) == 0 );
    }
    PASS();
}

TEST aChangeOfScaleIsSaid( void )
{
    // At six times the weight, arrows of forces are drawn shorter by a round factor, 5 or 10.
    begin();
    line( "wait 4" );
    line( "expect-text scale.force force 5000 N" );
    line( "set gravity 58.86" );
    line( "wait 60" );
    line( "expect-text scale.force length ÷" );
    line( "expect-text scale.velocity velocity 1 m/s" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

TEST aChangedValueSaysFromWhenOn( void )
{
    begin();
    line( "wait 4" );
    line( "key Right" );
    line( "wait 2" );
    line( "expect-text status.light law ok" );
    line( "set mu 0" );
    line( "wait 4" );
    line( "expect-text param.mu.waits from the next step" );
    line( "expect-text status.light law ok" );
    line( "expect contact.margin -1e-6 1e-6" );
    line( "expect-text contact.mode slide + roll" );
    line( "key Right" );
    line( "wait 4" );
    line( "expect-text status.light law ok" );
    line( "expect-text contact.margin –" ); // without friction there is no bound
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

SUITE( view )
{
    RUN_TEST( textsOverTheSceneKeepClearOfEachOther );
    RUN_TEST( theEndOfARunIsSaidBesideLegendAndPins );
    RUN_TEST( theLegendShowsOnlyWhatIsDrawn );
    RUN_TEST( theFinderLightsOneCard );
    RUN_TEST( theLightSaysHowFarTheWorstContactIsOff );
    RUN_TEST( aMarginSaysWhatTheForceMayStillDo );
    RUN_TEST( aNumberHasTheSameDigitsWhereverItStands );
    RUN_TEST( aChangeOfScaleIsSaid );
    RUN_TEST( aChangedValueSaysFromWhenOn );
    RUN_TEST( aForceOutsideItsConeIsSaidToBeOutside );
    RUN_TEST( theMicroscopeShowsWhatTheSignalsSay );
    RUN_TEST( theErrorOfTheSolverIsNoLoss );
    RUN_TEST( theMarginIsThatOfThePolygonAndThePatch );
    RUN_TEST( theMarginOfATypedLawIsThatOfItsSpeed );
    RUN_TEST( theLightOpensTheChecksOfTheLaw );
    RUN_TEST( theFirstPictureShowsItsContact );
    RUN_TEST( aContactIsPickedWhereItIsDrawn );
    RUN_TEST( theTimelineLeadsBackAndMarksWhereTheRegimeChanges );
    RUN_TEST( aSavedPlotHoldsTheNumbersThatWerePlotted );
    RUN_TEST( everySwitchOfTheViewActs );
    RUN_TEST( anUnsolvedProblemSaysHowManyContactsHoldItUp );
    RUN_TEST( whatAScenarioLacksIsSaid );
    RUN_TEST( aFrozenProblemIsSolvedTheSameFromItsFile );
    RUN_TEST( draggedSetsReachTheSceneAndForbiddenOnesDoNot );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( view );
    return TEST_END();
}
