// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "base/words.h"
#include "words_tables.h"

#define CIMGUI_DEFINE_ENUMS_AND_STRUCTS
#include "cimgui.h"

// The window in another language: it can be chosen, what it says is translated, and it fits.

#define SMALL "--size 1280x720"

TEST theOptionChoosesTheLanguage( void )
{
    begin();
    line( "wait 3" );
    line( "expect-text scenario Rollende Kugel" );
    line( "expect-text contact.mode Rollen" );
    line( "expect-text status.hint F1: Tasten und Maus" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3a --language de" );
    testRun run = testShell( "\"$S\" shot rolling-sphere --language klingon -o \"$D/x.png\"" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERT( testContains( run.err, "--language: unknown language 'klingon'; allowed: de, en" ) );
    run = testShell(
        "cd \"$D\" && env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER \"$S\" gui --language klingon" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERT( testContains( run.err, "--language: unknown language 'klingon'" ) );
    PASS();
}

// Scripts and pictures are the same on every machine.
TEST aScriptIsEnglishWhateverTheLocaleSays( void )
{
    begin();
    line( "wait 3" );
    line( "expect-text scenario Rolling sphere" );
    setenv( "LC_ALL", "de_DE.UTF-8", 1 );
    testRun run = play( "rolling-sphere" );
    unsetenv( "LC_ALL" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST theMenuChangesTheLanguageAndTheSettingsKeepIt( void )
{
    char folder[600];
    snprintf( folder, sizeof folder, "%s/config", testScratch() );
    setenv( "XDG_CONFIG_HOME", folder, 1 );
    begin();
    line( "wait 3" );
    line( "expect-text button.play pause" );
    line( "click menu.view" );
    line( "wait 3" );
    line( "click menu.language" );
    line( "wait 3" );
    line( "click menu.language-de" );
    line( "wait 3" );
    line( "expect-text button.play Pause" );
    line( "expect-text button.reset Neustart" );
    testRun chosen = play( "rolling-sphere --remember" );
    begin();
    line( "wait 3" );
    line( "expect-text button.reset Neustart" );
    testRun kept = play( "rolling-sphere --remember" );
    begin();
    line( "wait 3" );
    line( "expect-text button.reset reset" );
    testRun asked = play( "rolling-sphere --remember --language en" );
    unsetenv( "XDG_CONFIG_HOME" );
    ASSERT_EQ_FMTm( chosen.err, 0, chosen.status, "%d" );
    ASSERT_EQ_FMTm( kept.err, 0, kept.status, "%d" );
    ASSERT_EQ_FMTm( asked.err, 0, asked.status, "%d" );
    PASS();
}

TEST aTypedLawIsNamedInTheLanguage( void )
{
    begin();
    line( "wait 3" );
    line( "expect-text view.point Mit einem eigenen Gesetz: Rate und Zustand" );
    ASSERT_PLAYS( "belt --law rate-and-state-slip --language de --size 1600x900" );
    PASS();
}

/// The groups of parameters have the same names in all panels.
TEST groupsAreNamedInTheLanguage( void )
{
    char path[600], options[800];
    snprintf( path, sizeof path, "%s/table.csv", testScratch() );
    testWriteFile( path, "t,x\n0,0\n0.1,0.2\n0.2,0.4\n" );
    begin();
    line( "wait 3" );
    line( "key F7" );
    line( "wait 3" );
    line( "expect-text fit.group.friction Reibung" );
    line( "expect-text fit.group.body Körper" );
    snprintf( options, sizeof options, "rolling-sphere --paused --language de --data '%s'", path );
    ASSERT_PLAYS( options );
    PASS();
}

/// The path of the iterations is a word, the solver `path` is a name that the command line takes.
TEST namesOfSolversStayAsTheyAre( void )
{
    begin();
    line( "key F3" );
    line( "wait 2" );
    line( "click solvers.freeze" );
    line( "wait 2" );
    line( "click solvers.solve" );
    line( "wait 2" );
    line( "click solvers.pick.nsgs" );
    line( "wait 2" );
    line( "expect-text chart.scope-iterations.legend , path" );
    line( "expect-text chart.scope-seconds.legend , path" );
    line( "expect-text chart.scope-walk.legend , Weg" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3b --paused --size 800x600 --language de" );
    PASS();
}

TEST refusalsAreTranslated( void )
{
    begin();
    line( "wait 3" );
    line( "ctrl-click param.mu" );
    line( "type -1" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect-text status.message mu = -1 liegt außerhalb; erlaubt: mu >= 0" );
    ASSERT_PLAYS( "rolling-sphere --language de" );
    PASS();
}

// Opens what is open at once, one after the other; nothing is cut off.
static void openEverything( void )
{
    begin();
    line( "wait 4" );
    line( "expect ui.cut 0 0" );
    static const char* const menus[] = { "file", "simulation", "view", "scenarios", "help" };
    for ( int i = 0; i < SS_COUNT( menus ); ++i )
    {
        line( "click menu.%s", menus[i] );
        line( "wait 4" );
        line( "expect ui.cut 0 0" );
        line( "key Escape" );
        line( "wait 2" );
    }
    static const char* const keys[] = { "F1", "F3", "F6", "F7", "t", "F5", "l" };
    for ( int i = 0; i < SS_COUNT( keys ); ++i )
    {
        line( "key %s", keys[i] );
        line( "wait 6" );
        line( "expect ui.cut 0 0" );
        line( "key %s", keys[i] );
        line( "wait 2" );
    }
    line( "key Ctrl+f" );
    line( "wait 4" );
    line( "expect ui.cut 0 0" );
}

TEST nothingIsCutOffInGerman( void )
{
    openEverything();
    ASSERT_PLAYS( "rolling-sphere --preset fig3a " SMALL " --language en" );
    ASSERT_PLAYS( "rolling-sphere --preset fig3a " SMALL " --language de" );
    PASS();
}

// Symbols, presets and titles of every scenario, as it opens.
TEST noScenarioIsCutOffInGerman( void )
{
    begin();
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        line( "load %s", ssGetScenario( i )->id );
        line( "wait 3" );
        line( "expect ui.cut 0 0" );
    }
    ASSERT_PLAYS( "rolling-sphere " SMALL " --paused --no-thread --language en" );
    ASSERT_PLAYS( "rolling-sphere " SMALL " --paused --no-thread --language de" );
    PASS();
}

// Labels of menus, buttons and windows may be longer than in English, but not by much.
TEST labelsAreShort( void )
{
    const float size = 16.0f;
    igCreateContext( NULL );
    ImFontAtlas* atlas = igGetIO()->Fonts;
    static const ImWchar letters[] = { 0x20, 0x17f, 0x370, 0x3ff, 0x2000, 0x22ff, 0 };
    ImFont* font = ImFontAtlas_AddFontFromFileTTF( atlas, SLIPSTICK_FONT, size, NULL, letters );
    ASSERT( font != NULL );
    ImFontAtlas_Build( atlas );
    wordsList list = { 0 };
    wordsCollect( &list, SLIPSTICK_ROOT );
    int labels = 0, overlong = 0;
    for ( int k = 0; k < wordsLanguageCount(); ++k )
    {
        ASSERT_EQ( ss_ok, wordsChoose( wordsLanguageCode( k ) ).code );
        for ( int i = 0; i < list.count; ++i )
        {
            const char *english = list.texts[i].english, *text = tr( english );
            ImVec2 here, there;
            ImFont_CalcTextSizeA( &there, font, size, 1e9f, 0.0f, english, NULL, NULL );
            ImFont_CalcTextSizeA( &here, font, size, 1e9f, 0.0f, text, NULL, NULL );
            labels += list.texts[i].label ? 1 : 0;
            if ( list.texts[i].label && here.x > 1.4f * there.x + 3.5f * size )
            {
                printf( "too long in %s: \"%s\" for \"%s\"\n", wordsLanguageCode( k ), text, english );
                ++overlong;
            }
        }
    }
    ASSERT_EQ( ss_ok, wordsChoose( "en" ).code );
    wordsList_Free( &list );
    igDestroyContext( NULL );
    ASSERT( labels > 100 );
    ASSERT_EQ_FMT( 0, overlong, "%d" );
    PASS();
}

SUITE( language )
{
    RUN_TEST( theOptionChoosesTheLanguage );
    RUN_TEST( aScriptIsEnglishWhateverTheLocaleSays );
    RUN_TEST( theMenuChangesTheLanguageAndTheSettingsKeepIt );
    RUN_TEST( aTypedLawIsNamedInTheLanguage );
    RUN_TEST( groupsAreNamedInTheLanguage );
    RUN_TEST( namesOfSolversStayAsTheyAre );
    RUN_TEST( refusalsAreTranslated );
    RUN_TEST( nothingIsCutOffInGerman );
    RUN_TEST( noScenarioIsCutOffInGerman );
    RUN_TEST( labelsAreShort );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( language );
    return TEST_END();
}
