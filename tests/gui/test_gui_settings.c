// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// What the window remembers between starts: its size, the scenario,
// the last folder; and how it fits a display.

/// Plays the script with a settings file. Returns the run; its output is the file as the program left it.
static testRun playWith( const char* settings, const char* options )
{
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    return testShell( "export XDG_CONFIG_HOME=\"$D/c\"; mkdir -p \"$D/c/slipstick\" && "
                      "printf '%s' > \"$D/c/slipstick/settings.txt\" && cd \"$D\" && "
                      "\"$S\" gui %s --script '%s' && cat \"$D/c/slipstick/settings.txt\"",
        settings, options, path );
}

#define SETTINGS "scenario=belt\\nwindow_width=900\\nwindow_height=650\\nfolder=/usr\\n"

static void expectWindow( int width, int height, const char* scenario )
{
    begin();
    line( "wait 2" );
    line( "expect ui.width %d %d", width, width );
    line( "expect ui.height %d %d", height, height );
    line( "expect-text scenario %s", ssFindScenario( scenario )->title );
}

TEST sizeAndScenarioAreRemembered( void )
{
    expectWindow( 900, 650, "belt" );
    testRun run = playWith( SETTINGS, "--remember" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strstr( run.out, "scenario=belt\n" ) && strstr( run.out, "folder=/usr\n" ) );
    ASSERT( strstr( run.out, "window_width=900\n" ) && strstr( run.out, "window_height=650\n" ) );
    PASS();
}

TEST theCommandLineWinsAndIsNotRemembered( void )
{
    expectWindow( 1000, 700, "lanes" );
    testRun run = playWith( SETTINGS, "lanes --remember --size 1000x700" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( strstr( run.out, "window_width=900\n" ) && strstr( run.out, "window_height=650\n" ) );
    PASS();
}

TEST scriptsDoNotDependOnSettings( void )
{
    expectWindow( 1280, 720, "rolling-sphere" );
    testRun run = playWith( SETTINGS, "" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST nonsenseInTheSettingsIsIgnored( void )
{
    expectWindow( 320, 4320, "rolling-sphere" ); // the nearest allowed sizes
    testRun run = playWith(
        "scenario=no-such-scenario\\nwindow_width=-7\\nwindow_height=99999\\nfolder\\n=\\n", "--remember" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST theWindowFitsASmallDisplayAndAResizeIsKept( void )
{
    testRun run =
        testShell( "XDG_CONFIG_HOME=\"$D/c\" \"$T/../support/on_display.sh\" 1280x720 '' \"$S\" gui" );
    if ( run.status == 77 ) { SKIPm( "needs Xvfb, openbox and xdotool" ); }
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    int x = 0, y = 0, width = 0, height = 0, top = 0, bottom = 0;
    const char* opened = strstr( run.out, "opened " );
    ASSERTm( run.out, opened != NULL );
    ASSERT_EQ( 6, sscanf( opened, "opened %d %d %d %d %d %d", &x, &y, &width, &height, &top, &bottom ) );
    ASSERTm( "there is a title bar", top > 0 );
    ASSERTm( run.out, x >= 0 && x + width <= 1280 );
    ASSERTm( run.out, y >= top && y + height + bottom <= 720 );

    run =
        testShell( "XDG_CONFIG_HOME=\"$D/c\" \"$T/../support/on_display.sh\" 1600x1000 '1000 600' \"$S\" gui "
                   "&& cat \"$D/c/slipstick/settings.txt\"" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    opened = strstr( run.out, "opened " );
    ASSERT_EQ( 6, sscanf( opened, "opened %d %d %d %d %d %d", &x, &y, &width, &height, &top, &bottom ) );
    ASSERT_EQ_FMT( 1280, width, "%d" );
    ASSERT_EQ_FMT( 720, height, "%d" );
    ASSERT( strstr( run.out, "window_width=1000\n" ) && strstr( run.out, "window_height=600\n" ) );
    PASS();
}

SUITE( settings )
{
    RUN_TEST( sizeAndScenarioAreRemembered );
    RUN_TEST( theCommandLineWinsAndIsNotRemembered );
    RUN_TEST( scriptsDoNotDependOnSettings );
    RUN_TEST( nonsenseInTheSettingsIsIgnored );
    RUN_TEST( theWindowFitsASmallDisplayAndAResizeIsKept );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( settings );
    return TEST_END();
}
