// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// The presentation and the spotlight, as a lecturer uses them: with the keys of a presenter, without a mouse.

TEST aPresentationShowsWordsFormulaAndTwoPlots( void )
{
    // m g = 4/3 π (0.5 m)³ 2500 kg/m³ 9.81 m/s² = 12841 N; sliding friction is μ times that.
    begin();
    line( "wait 2" );
    line( "key F8" );
    line( "wait 4" );
    line( "expect ui.present 1 1" );
    line( "expect plots.shown 2 2" );
    line( "expect-text present.title Rolling sphere" );
    line( "expect-text present.label Fig. 3b" );
    line( "expect-text present.point spins it up" );
    line( "key Right" );
    line( "wait 3" );
    line( "expect-text present.formula |r_T| = μ r_N" );
    line( "expect-text present.formula 2568 N = 0.2 × 12841 N" );
    line( "expect-text present.caption slide" );
    line( "expect-text present.place 3 / 6" );
    line( "key F4" );
    line( "wait 3" );
    line( "key F4" );
    line( "wait 3" );
    line( "expect plots.shown 2 2" );
    line( "key F8" );
    line( "wait 3" );
    line( "expect ui.present 0 0" );
    line( "expect param.mu 0.2 0.2" ); // the panel is back
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused" );
    PASS();
}

/// What was said about one scenario is gone with it.
TEST aNoticeGoesWithItsPage( void )
{
    begin();
    line( "wait 2" );
    line( "key F8" );
    line( "wait 4" );
    line( "key E" );
    line( "wait 3" );
    line( "expect-text status.message A presentation has no panels" );
    line( "key ]" );
    line( "wait 5" );
    line( "expect-text status.message A presentation has no panels" );
    testRun run = play( "belt --paused" );
    ASSERT_EQ( 1, run.status );
    ASSERTm( run.err, testContains( run.err, "found ''" ) );
    PASS();
}

TEST pagesAreTurnedWithTheKeysOfAPresenter( void )
{
    const ssScenario* scenario = ssFindScenario( "rolling-sphere" );
    begin();
    line( "wait 3" );
    line( "expect-text present.label %s", scenario->presets[0].label );
    for ( int i = 1; i < 3; ++i )
    {
        line( "key PageDown" );
        line( "wait 4" );
        line( "expect-text present.label %s", scenario->presets[i].label );
    }
    // Two taps before the first has been answered go two pages.
    line( "tap-key PageUp" );
    line( "tap-key PageUp" );
    line( "wait 4" );
    line( "expect-text present.label %s", scenario->presets[0].label );
    line( "key PageUp" );
    line( "wait 4" );
    line( "expect-text status.message first preset" );
    line( "key Space" );
    line( "wait 10" );
    line( "expect playing 1 1" );
    line( "key Space" );
    line( "wait 2" );
    const char* const dark[] = { "B", "." };
    for ( int i = 0; i < 2; ++i )
    {
        line( "key %s", dark[i] );
        line( "wait 2" );
        line( "expect present.black 1 1" );
        line( "key %s", i == 0 ? "B" : "Escape" );
        line( "wait 2" );
        line( "expect present.black 0 0" );
        line( "expect ui.present 1 1" );
    }
    // What has no place here says so; Esc leaves.
    line( "key L" );
    line( "wait 2" );
    line( "expect ui.law 0 0" );
    line( "expect-text status.message F8 leaves" );
    line( "key F1" );
    line( "wait 2" );
    line( "expect ui.help 1 1" );
    line( "key Escape" );
    line( "wait 2" );
    line( "expect ui.present 1 1" );
    line( "key Escape" );
    line( "wait 2" );
    line( "expect ui.present 0 0" );
    char options[96];
    snprintf(
        options, sizeof options, "rolling-sphere --preset %s --present --paused", scenario->presets[0].name );
    ASSERT_PLAYS( options );
    PASS();
}

TEST aBuiltSceneHasItsOwnTitle( void )
{
    begin();
    line( "wait 4" );
    line( "expect-text present.title Domino row" );
    line( "expect-text present.label Playground" );
    ASSERT_PLAYS( "domino-row --present --paused" );
    PASS();
}

TEST parametersChangeWithoutAPanel( void )
{
    begin();
    line( "wait 3" );
    line( "key Right" );
    line( "wait 2" );
    line( "key Down" );
    line( "wait 3" );
    line( "expect-text focus param.mu" );
    line( "expect-text present.formula μ r_N = 0.2 × 12841 N = 2568 N" );
    line( "key Right" );
    line( "wait 3" );
    line( "expect mu 0.2001 1" );
    line( "key Down" );
    line( "wait 3" );
    line( "expect-text focus param.mu_r" );
    line( "type 0.1" );
    line( "wait 3" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect mu_r 0.1 0.1" );
    line( "key Escape" );
    line( "wait 2" );
    line( "expect focus 0 0" );
    line( "expect ui.present 1 1" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --present --paused" );
    PASS();
}

TEST textGrowsWithTheWindow( void )
{
    // A thirty-sixth of the height, less where the window is narrow.
    static const struct
    {
        const char* size;
        double em;
    } windows[] = { { "1024x768", 21.0 }, { "1280x720", 20.0 }, { "3840x2160", 60.0 } };
    for ( int i = 0; i < SS_COUNT( windows ); ++i )
    {
        char options[96];
        begin();
        line( "wait 3" );
        line( "expect present.em %g %g", windows[i].em, windows[i].em );
        snprintf( options, sizeof options, "guideway --present --paused --size %s", windows[i].size );
        ASSERT_PLAYS( options );
    }
    PASS();
}

TEST theSpotlightWorksEverywhere( void )
{
    begin();
    line( "wait 3" );
    line( "key S" );
    line( "move plot.u 0.5 0.5" );
    line( "wait 2" );
    line( "expect spotlight 1 1" );
    line( "expect spotlight.radius 60 200" );
    line( "screenshot lit.png" );
    line( "key Ctrl+Up" );
    line( "wait 2" );
    line( "expect spotlight.radius 130 300" );
    line( "key Ctrl+Down" );
    line( "key Ctrl+Down" );
    line( "wait 2" );
    line( "expect spotlight.radius 20 110" );
    line( "key S" );
    line( "wait 2" );
    line( "expect spotlight 0 0" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

SUITE( present )
{
    RUN_TEST( aPresentationShowsWordsFormulaAndTwoPlots );
    RUN_TEST( aNoticeGoesWithItsPage );
    RUN_TEST( pagesAreTurnedWithTheKeysOfAPresenter );
    RUN_TEST( aBuiltSceneHasItsOwnTitle );
    RUN_TEST( parametersChangeWithoutAPanel );
    RUN_TEST( textGrowsWithTheWindow );
    RUN_TEST( theSpotlightWorksEverywhere );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( present );
    return TEST_END();
}
