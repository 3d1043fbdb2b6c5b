// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "base/words.h"
#include "slipstick/lab/lab.h"
#include "ui/frame/frame.h"

#include <math.h>

// The two faces of the window: the stage with the few things to begin with, and the instrument with
// everything; text that grows with the window; indices.

// In the stage there are words and the sliders in front; More opens the rest. What is of use only to who
// looks at the solver is in the instrument alone.
TEST theStageShowsLessAndTheInstrumentEverything( void )
{
    begin();
    line( "wait 3" );
    line( "expect ui.instrument 0 0" );
    line( "expect ui.contact 0 0" );
    line( "expect-text param.mu.words friction" );
    line( "expect-text param.mu_r.words rolling resistance" );
    line( "expect param.mu 0.2 0.2" );
    line( "expect params.rows 5 5" );
    line( "expect-text measured.0 U = " );
    line( "click params.more" );
    line( "wait 3" );
    line( "expect param.mu_s 0 0" );
    line( "expect params.rows 17 17" ); // all but those of the numerics
    line( "click params.more" );
    line( "key i" );
    line( "wait 10" );
    line( "expect ui.instrument 1 1" );
    line( "expect ui.contact 1 1" );
    line( "expect param.mu_s 0 0" );
    line( "expect params.rows 20 20" );
    line( "expect-text status.hash hash" );
    line( "expect-text h h 100 µs" );
    line( "click button.face" );
    line( "wait 10" );
    line( "expect ui.instrument 0 0" );
    line( "expect params.rows 5 5" );
    ASSERT_PLAYS( "rolling-sphere --paused --face stage --size 1280x720" );
    static const char* const hidden[] = { "h", "status.hash", "button.step" };
    for ( int i = 0; i < SS_COUNT( hidden ); ++i )
    {
        begin();
        line( "wait 3" );
        line( "expect-text %s x", hidden[i] );
        testRun run = play( "rolling-sphere --paused --face stage" );
        ASSERTm( hidden[i], testContains( run.err, "there is no such widget on the screen" ) );
    }
    PASS();
}

// Words, values and titles of every scenario have room, in both languages.
TEST nothingOfTheStageIsCutOff( void )
{
    begin();
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        line( "load %s", ssGetScenario( i )->id );
        line( "wait 3" );
        line( "expect ui.cut 0 0" );
    }
    ASSERT_PLAYS( "rolling-sphere --paused --no-thread --face stage --size 1280x720 --language en" );
    ASSERT_PLAYS( "rolling-sphere --paused --no-thread --face stage --size 1280x720 --language de" );
    PASS();
}

// A slider of the stage changes the run as the row of the instrument does, by mouse and by keyboard.
TEST aSliderInFrontWorks( void )
{
    begin();
    line( "wait 3" );
    line( "drag param.mu 0.5" );
    line( "wait 3" );
    line( "expect param.mu 0.49 0.51" );
    line( "key Down" );
    line( "wait 2" );
    line( "expect-text focus param.mu" );
    line( "key Right" );
    line( "wait 3" );
    line( "expect param.mu 0.5 0.53" );
    ASSERT_PLAYS( "rolling-sphere --paused --face stage" );
    PASS();
}

TEST theFaceIsRemembered( void )
{
    begin();
    line( "wait 2" );
    line( "expect ui.instrument 0 0" );
    line( "key i" );
    line( "wait 2" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell(
        "export XDG_CONFIG_HOME=\"$D/face\"; \"$S\" gui rolling-sphere --paused --remember --script "
        "'%s' && grep instrument \"$D/face/slipstick/settings.txt\" && "
        "! \"$S\" gui rolling-sphere --paused --remember --script '%s' && "
        "\"$S\" shot rolling-sphere --face both -o a.png",
        path, path );
    ASSERTm( run.err, testContains( run.out, "instrument=1" ) );
    ASSERTm( run.err, testContains( run.err, "expected ui.instrument in [0, 0], found 1" ) );
    ASSERTm( run.err, testContains( run.err, "expected stage or instrument" ) );
    PASS();
}

// At three times the size everything has the same proportions.
TEST textAndPanelsGrowWithTheWindow( void )
{
    static const struct
    {
        const char* size;
        double width, text;
    } windows[] = { { "1280x720", 1280.0, 15.0 }, { "1920x1080", 1920.0, 22.0 },
        { "3840x2160", 3840.0, 45.0 }, { "900x600", 900.0, 15.0 } };
    double share = 0.0;
    for ( int i = 0; i < SS_COUNT( windows ); ++i )
    {
        char options[100];
        snprintf(
            options, sizeof options, "rolling-sphere --paused --face instrument --size %s", windows[i].size );
        begin();
        line( "wait 4" );
        line( "expect ui.caption %g %g", windows[i].text, windows[i].text + 1.0 );
        line( "expect ui.cut 0 0" );
        double panel = readValue( options, "ui.panel-pixels" ) / windows[i].width;
        share = i == 0 ? panel : share;
        ASSERT_IN_RANGE( i < 3 ? share : 285.0 / 900.0, panel, 0.01 );
    }
    PASS();
}

// Names of keys and files are no formulas.
TEST onlySymbolsHaveIndices( void )
{
    static const struct
    {
        const char *text, *pieces; // [below] {above}
    } cases[] = {
        { "r_T = μ r_N", "r[T] = μ r[N]" },
        { "|r_T1| ≤ μ_max Ω_x0", "|r[T1]| ≤ μ[max] Ω[x0]" },
        { "mu_r = 0.04, my_file.csv, a_b.csv, v0_y", "mu_r = 0.04, my_file.csv, a_b.csv, v0_y" },
        { "N/m^1.5, 2^(1/3), 10^-3", "N/m{1.5}, 2{1/3}, 10{-3}" },
        { "v_ε", "v[ε]" },
        { "_T and ^ alone_", "_T and ^ alone_" },
    };
    for ( int i = 0; i < SS_COUNT( cases ); ++i )
    {
        char found[200] = "";
        wordsPiece p;
        for ( const char* at = cases[i].text; wordsNextPiece( cases[i].text, &at, &p ); )
        {
            size_t used = strlen( found );
            snprintf( found + used, sizeof found - used, "%s%.*s%s",
                p.level < 0       ? "["
                    : p.level > 0 ? "{"
                                  : "",
                (int)( p.end - p.begin ), p.begin,
                p.level < 0       ? "]"
                    : p.level > 0 ? "}"
                                  : "" );
        }
        ASSERT_STR_EQ( cases[i].pieces, found );
    }
    PASS();
}

/// Is every underscore of the text the sign of an index?
static bool isSet( const char* text )
{
    wordsPiece p;
    bool good = true;
    for ( const char* at = text; wordsNextPiece( text, &at, &p ); )
    {
        good = good && ( p.level != 0 || memchr( p.begin, '_', (size_t)( p.end - p.begin ) ) == NULL );
    }
    return good;
}

// One notation: symbols have Greek letters and indices that can be set, never the spelling of a key. The same
// symbol has one unit and, within a scenario, stands for one parameter of a group.
TEST symbolsAreWrittenInOneWay( void )
{
    static const char* const spelled[] = { "mu", "alpha", "omega", "theta", "phi", "lambda", "beta",
        "gamma" };
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssModel* model = &ssGetScenario( i )->model;
        for ( int k = 0; k < model->paramCount + model->signalCount; ++k )
        {
            const char* symbol = k < model->paramCount ? model->params[k].symbol
                                                       : model->signals[k - model->paramCount].symbol;
            ASSERTm( symbol, isSet( symbol ) );
            for ( int s = 0; s < SS_COUNT( spelled ); ++s )
            {
                size_t length = strlen( spelled[s] );
                bool same = strncmp( symbol, spelled[s], length ) == 0 &&
                    ( symbol[length] == '_' || symbol[length] == '\0' );
                ASSERT_FALSEm( symbol, same );
            }
        }
    }
    PASS();
}

static double luminance( const float* color )
{
    double sum = 0.0;
    for ( int c = 0; c < 3; ++c )
    {
        static const double shares[] = { 0.2126, 0.7152, 0.0722 };
        double v = (double)color[c];
        sum += shares[c] * ( v <= 0.03928 ? v / 12.92 : pow( ( v + 0.055 ) / 1.055, 2.4 ) );
    }
    return sum;
}

// The contrast of text that the Web Content Accessibility Guidelines ask for, in both themes.
TEST everyInkCanBeRead( void )
{
    for ( int light = 0; light < 2; ++light )
    {
        uiSettings settings = uiDefaultSettings();
        settings.light = light != 0;
        uiState* ui = uiCreate( settings );
        ASSERT( ui != NULL );
        gfxPalette p = uiPalette( ui );
        const float* inks[] = { p.text, p.dimText, p.trail, p.quantity[0], p.quantity[1], p.quantity[2],
            p.mode[1], p.mode[2], p.mode[3], p.mode[4], p.mode[5], p.ghost[0], p.ghost[1], p.ghost[2],
            p.ghost[3], p.ghost[4], p.ghost[5], p.ghost[6] };
        double ground = luminance( p.background );
        for ( int i = 0; i < SS_COUNT( inks ); ++i )
        {
            double ink = luminance( inks[i] );
            double contrast = ( fmax( ink, ground ) + 0.05 ) / ( fmin( ink, ground ) + 0.05 );
            ASSERT_IN_RANGE( 21.0, contrast, 16.5 );
        }
        uiDestroy( ui );
    }
    PASS();
}

SUITE( faces )
{
    RUN_TEST( everyInkCanBeRead );
    RUN_TEST( theStageShowsLessAndTheInstrumentEverything );
    RUN_TEST( nothingOfTheStageIsCutOff );
    RUN_TEST( aSliderInFrontWorks );
    RUN_TEST( theFaceIsRemembered );
    RUN_TEST( textAndPanelsGrowWithTheWindow );
    RUN_TEST( onlySymbolsHaveIndices );
    RUN_TEST( symbolsAreWrittenInOneWay );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( faces );
    return TEST_END();
}
