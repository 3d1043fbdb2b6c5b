// SPDX-License-Identifier: MIT
#include "gui_script.h"

#include "slipstick/lab/lab.h"

// The window as a user meets it: scripts press its keys and widgets off screen, and the program says which
// line of the script failed.

static const ssScenario* sphere( void ) { return ssFindScenario( "rolling-sphere" ); }

TEST everySliderChangesWhatItNamesAndOnlyThat( void )
{
    const ssScenario* scenario = sphere();
    begin();
    double expected[SS_MAX_PARAMS];
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        expected[i] = scenario->model.params[i].defaultValue;
    }
    line( "wait 2" );
    for ( int i = 0; i < scenario->model.paramCount; ++i )
    {
        const ssParam* p = scenario->model.params + i;
        if ( p->kind == ss_paramChoice || p->kind == ss_paramText || p->chosenBy != NULL )
        {
            continue; // a row that another one has to choose is not shown
        }
        const double fraction = 0.75;
        line( "drag param.%s %g", p->key, fraction );
        double value = p->min + fraction * ( p->max - p->min ), slack = 0.02 * ( p->max - p->min );
        if ( p->logScale )
        {
            // One that reaches down to zero is linear within a thousandth of its range.
            double small = 1e-3 * p->max;
            value = p->min > 0.0 ? p->min * pow( p->max / p->min, fraction )
                                 : small * sinh( fraction * asinh( p->max / small ) );
            slack = 0.25 * value;
        }
        line( "expect %s %.17g %.17g", p->key, value - slack, value + slack );
        for ( int j = 0; j < scenario->model.paramCount; ++j )
        {
            if ( j > i )
            {
                line( "expect %s %.17g %.17g", scenario->model.params[j].key, expected[j], expected[j] );
            }
        }
        // A double click restores it, so that the next one starts from the defaults again.
        line( "double-click param.%s", p->key );
        for ( int j = 0; j < scenario->model.paramCount; ++j )
        {
            line( "expect %s %.17g %.17g", scenario->model.params[j].key, expected[j], expected[j] );
        }
    }
    ASSERT_PLAYS( "rolling-sphere --paused --size 1600x1500" );
    PASS();
}

TEST choicesAreMadeInTheirCombo( void )
{
    begin();
    line( "wait 2" );
    line( "expect law 0 0" );
    line( "click param.law" );
    line( "click param.law.relaxed" );
    line( "expect law 1 1" );
    ASSERT_PLAYS( "rolling-sphere --paused --size 1600x1500" );
    PASS();
}

TEST ctrlClickTypesAValueAndRefusesWhatIsNotAllowed( void )
{
    begin();
    line( "wait 2" );
    line( "ctrl-click param.mu" );
    line( "type 1.75" ); // beyond the slider, within the law
    line( "key Return" );
    line( "wait 2" );
    line( "expect mu 1.75 1.75" );
    line( "ctrl-click param.mu" );
    line( "type -1" );
    line( "key Return" );
    line( "wait 2" );
    line( "expect mu 1.75 1.75" );
    line( "expect-text status.message mu" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST undoAndRedoMoveASliderBackAndForth( void )
{
    begin();
    line( "wait 2" );
    line( "drag param.mu 0.9" );
    line( "expect mu 0.85 0.95" );
    line( "key Ctrl+Z" );
    line( "wait 3" );
    line( "expect mu 0.2 0.2" );
    line( "key Ctrl+Shift+Z" );
    line( "wait 3" );
    line( "expect mu 0.85 0.95" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

/// The same facts are tested once by key and once by button.
static void clockFacts( const char* play, const char* step, const char* back, const char* reset )
{
    begin();
    line( "wait 2" );
    line( "expect playing 0 0" );
    line( "expect step 0 0" );
    line( "%s", step );
    line( "wait 2" );
    line( "expect step 1 1" );
    line( "expect playing 0 0" );
    line( "%s", step );
    line( "wait 2" );
    line( "expect step 2 2" );
    line( "%s", back );
    line( "wait 2" );
    line( "expect step 1 1" );
    line( "%s", play );
    line( "wait 30" );
    line( "expect playing 1 1" );
    line( "expect step 500 4000" );
    line( "%s", play );
    line( "wait 2" );
    line( "expect playing 0 0" );
    line( "%s", reset );
    line( "wait 2" );
    line( "expect step 0 0" );
    line( "expect x 0 0" );
}

TEST playPauseStepAndResetByKey( void )
{
    clockFacts( "key Space", "key Right", "key Left", "key R" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    clockFacts( "key P", "key .", "key ,", "key Backspace" );
    ASSERT_PLAYS( "rolling-sphere --paused --no-thread" );
    PASS();
}

TEST playPauseStepAndResetByButton( void )
{
    clockFacts( "click button.play", "click button.step", "click button.back", "click button.reset" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST tenStepsAtOnceWithShift( void )
{
    begin();
    line( "key Shift+Right" );
    line( "wait 2" );
    line( "expect step 10 10" );
    line( "key Shift+Left" );
    line( "wait 2" );
    line( "expect step 0 0" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST speedKeysHalveAndDouble( void )
{
    begin();
    line( "expect speed 0.25 0.25" );
    line( "key =" );
    line( "wait 2" );
    line( "expect speed 0.5 0.5" );
    line( "key -" );
    line( "key -" );
    line( "wait 2" );
    line( "expect speed 0.125 0.125" );
    ASSERT_PLAYS( "rolling-sphere --preset tiny --paused" );
    PASS();
}

TEST theClockIsVirtualInScripts( void )
{
    // 60 frames of 1/60 s at a quarter of real time are a quarter of a second of simulation, on any machine.
    begin();
    line( "wait 60" );
    line( "expect t 0.24 0.26" );
    ASSERT_PLAYS( "rolling-sphere --preset tiny" );
    PASS();
}

TEST aRunPausesByItselfAtItsEnd( void )
{
    begin();
    line( "wait 200" );
    line( "expect finished 1 1" );
    line( "expect playing 0 0" );
    line( "expect t 0.5 0.5" );
    line( "key Space" );
    line( "wait 60" );
    line( "expect t 0.6 2" );
    ASSERT_PLAYS( "rolling-sphere --preset tiny" );
    PASS();
}

/// A column of a CSV text over all rows: its last, least and largest value.
typedef struct Column
{
    double last, min, max;
    int count;
} Column;

static Column readColumn( const char* csv, const char* name )
{
    Column column = { .min = HUGE_VAL, .max = -HUGE_VAL };
    int index = 0, wanted = -1;
    const char* c = csv;
    for ( const char* start = c;; ++c )
    {
        if ( *c == ',' || *c == '\n' || *c == '\0' )
        {
            wanted = (size_t)( c - start ) == strlen( name ) && strncmp( start, name, strlen( name ) ) == 0
                ? index
                : wanted;
            ++index;
            start = c + 1;
            if ( *c != ',' ) { break; }
        }
    }
    while ( wanted >= 0 && *c != '\0' && *++c != '\0' )
    {
        for ( int i = 0; i < wanted; ++i ) { c = strchr( c, ',' ) + 1; }
        column.last = strtod( c, NULL );
        column.min = fmin( column.min, column.last );
        column.max = fmax( column.max, column.last );
        ++column.count;
        c += strcspn( c, "\n" );
    }
    return column;
}

TEST plotsShowWhatTheCsvSays( void )
{
    testRun csv = testShell( "\"$S\" run rolling-sphere --preset tiny --csv -" );
    ASSERT_EQ_FMT( 0, csv.status, "%d" );
    const char* const plots[][2] = { { "u", "u" }, { "u", "slip" }, { "omega", "omega" }, { "r_t", "r_t" },
        { "m_r", "m_r" } };
    Column columns[5];
    for ( int i = 0; i < 5; ++i )
    {
        columns[i] = readColumn( csv.out, plots[i][1] );
        ASSERT_EQ_FMT( 501, columns[i].count, "%d" );
    }
    begin();
    line( "key =" ); // real time
    line( "key =" );
    line( "key Space" );
    line( "wait 31" ); // half a second and a frame
    line( "expect finished 1 1" );
    for ( int i = 0; i < 5; ++i )
    {
        const char* parts[] = { "last", "min", "max", "count" };
        double values[] = { columns[i].last, columns[i].min, columns[i].max, columns[i].count };
        for ( int j = 0; j < 4; ++j )
        {
            double slack = 1e-12 * ( 1.0 + fabs( values[j] ) );
            line( "expect plot.%s.%s.%s %.17g %.17g", plots[i][0], plots[i][1], parts[j], values[j] - slack,
                values[j] + slack );
        }
    }
    ASSERT_PLAYS( "rolling-sphere --preset tiny --paused" );
    PASS();
}

TEST curvesDoNotCrossARestart( void )
{
    begin();
    line( "key Shift+Right" );
    line( "wait 2" );
    line( "expect plot.u.u.count 11 11" );
    line( "key R" );
    line( "wait 2" );
    line( "expect plot.u.u.count 1 1" );
    line( "expect run 2 2" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST legendHidesACurve( void )
{
    begin();
    line( "key Shift+Right" );
    line( "wait 2" );
    line( "expect plot.u.slip.visible 1 1" );
    line( "click plot.u.legend.slip" );
    line( "expect plot.u.slip.visible 0 0" );
    line( "expect plot.u.u.visible 1 1" );
    line( "click plot.u.legend.slip" );
    line( "expect plot.u.slip.visible 1 1" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST wheelZoomsAPlotAndDoubleClickFits( void )
{
    begin();
    line( "key Shift+Right" );
    line( "wait 2" );
    line( "expect plot.u.x1 6 7" );
    line( "wheel plot.u 3" );
    line( "wait 2" );
    line( "expect plot.u.x1 3 5" );
    line( "expect plot.r_t.x1 3 5" ); // time is shared
    line( "drag plot.u 0.9" );
    line( "expect plot.u.x0 -9 1.4" );
    line( "double-click plot.u" );
    line( "wait 2" );
    line( "expect plot.u.x1 6 7" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST draggingTheSpherePullsItAndTheWheelZooms( void )
{
    begin();
    line( "set u0 0" );
    line( "set omega0 0" );
    line( "wait 2" );
    line( "key Space" );
    line( "drag viewport 0.75" ); // the sphere stands in the middle
    line( "wait 20" );
    line( "expect x 0.001 5" );
    ASSERT_PLAYS( "rolling-sphere --paused" );

    begin();
    line( "wait 2" );
    line( "move viewport 0.1 0.3" );
    line( "wheel viewport 2" );
    line( "wait 2" );
    line( "expect camera.distance 0.1 2.9" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST draggingEmptySpaceTurnsTheView( void )
{
    // Without bodies the middle of the view is empty, so the same drag turns the camera and pulls nothing.
    char path[600], script[600];
    snprintf( path, sizeof path, "%s/empty.json", testScratch() );
    snprintf( script, sizeof script, "%s/script", testScratch() );
    testWriteFile( path,
        "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-sphere\","
        " \"params\": {\"u0\": 0, \"omega0\": 0}, \"view\": {\"bodies\": false},"
        " \"camera\": {\"yaw_deg\": 0, \"pitch_deg\": 20, \"distance\": 5, \"target\": [0, 0, 0.5]}}" );
    begin();
    line( "wait 2" );
    line( "expect camera.yaw -0.001 0.001" );
    line( "drag viewport 0.75" );
    line( "wait 20" );
    line( "expect x 0 0" );
    testWriteFile( script, s_script );
    testRun run = testShell( "\"$S\" gui '%s' --script '%s'", path, script );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    line( "expect camera.yaw -0.001 0.001" ); // must fail by now
    testWriteFile( script, s_script );
    run = testShell( "\"$S\" gui '%s' --script '%s'", path, script );
    ASSERT_EQ_FMTm( run.err, 1, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "camera.yaw" ) );
    PASS();
}

TEST theLawStandsBesideItsSliderWithNumbers( void )
{
    begin();
    line( "wait 2" );
    line( "expect-text param.mu_r.explain μ_r r_N = 0.04 m × 12841 N = 513.7 N m" );
    line( "expect-text param.mu.explain = 2568 N" );
    // A length is also shown, and may be typed, relative to the radius.
    line( "expect-text param.mu_r.explain μ_r/R = 0.08" );
    line( "ctrl-click param.mu_r" );
    line( "type 0.3R" );
    line( "key Return" );
    line( "wait 3" );
    line( "expect mu_r 0.15 0.15" );
    line( "expect-text param.mu_r.explain μ_r/R = 0.3" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    // What two values explain together, 2π √(m/k), is said once.
    begin();
    line( "wait 2" );
    line( "expect-text param.mass.explain 2π √(m/k) = 6.283 s" );
    ASSERT_PLAYS( "stribeck --paused" );
    line( "expect-text param.stiffness.explain 2π" );
    ASSERT_EQ( 1, play( "stribeck --paused" ).status );
    PASS();
}

TEST helpPanelsAndThemesOpenByKey( void )
{
    begin();
    line( "expect ui.help 0 0" );
    line( "key F1" );
    line( "wait 2" );
    line( "expect ui.help 1 1" );
    line( "key Escape" );
    line( "wait 2" );
    line( "expect ui.help 0 0" );
    line( "key Tab" );
    line( "wait 2" );
    line( "expect ui.panel 0 0" );
    line( "key F4" );
    line( "wait 2" );
    line( "expect ui.plots 0 0" );
    line( "expect cones 1 1" );
    line( "key C" );
    line( "wait 2" );
    line( "expect cones 0 0" );
    line( "key Ctrl+O" );
    line( "wait 2" );
    line( "expect ui.find 1 1" );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST biggerTextFitsTheSmallWindow( void )
{
    begin();
    for ( int i = 0; i < 12; ++i )
    {
        line( "key Ctrl+=" );
        line( "wait 1" );
    }
    line( "wait 3" );
    line( "expect ui.font 20 40" );
    line( "click button.step" );
    line( "wait 2" );
    line( "expect step 1 1" );
    ASSERT_PLAYS( "rolling-sphere --paused --size 1280x720" );
    PASS();
}

TEST aSavedSceneReplaysToTheSameState( void )
{
    // Edits made while running are part of the scene: replayed by the command line, it ends in the same
    // state.
    begin();
    line( "key Space" );
    line( "wait 20" );
    line( "set mu 0.5" );
    line( "wait 7" );
    line( "drag param.mu_r 0.6" );
    line( "wait 200" );
    line( "expect finished 1 1" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    line( "expect-text status.message saved" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run =
        testShell( "cd \"$D\" && \"$S\" gui rolling-sphere --preset tiny --paused --script '%s' && "
                   "\"$S\" run rolling-sphere.json --hash && \"$S\" run rolling-sphere --preset tiny --hash",
            path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    // The first is the replayed hash, the second that of the run without edits.
    char first[17] = "", second[17] = "", digits[5];
    const char* c = run.out;
    for ( ; *c != '\0'; ++c )
    {
        size_t n = strspn( c, "0123456789abcdef" );
        if ( n == 16 ) { memcpy( first[0] == '\0' ? first : second, c, 16 ); }
        c += n > 0 ? n - 1 : 0;
    }
    ASSERT( first[0] != '\0' && second[0] != '\0' && strcmp( first, second ) != 0 );
    memcpy( digits, first, 4 );
    digits[4] = '\0';
    line( "expect-text status.hash %s", digits );
    testWriteFile( path, s_script );
    ASSERT_PLAYS( "rolling-sphere --preset tiny --paused" );
    PASS();
}

TEST windowAndCommandLineEndInTheSameState( void )
{
    testRun run = testShell( "\"$S\" run rolling-sphere --preset tiny --hash" );
    ASSERT_EQ_FMT( 0, run.status, "%d" );
    const char* hash = run.out;
    while ( *hash != '\0' && strspn( hash, "0123456789abcdef" ) != 16 ) { ++hash; }
    ASSERT( *hash != '\0' );
    begin();
    line( "wait 200" );
    line( "expect finished 1 1" );
    line( "expect-text status.hash %.4s", hash );
    ASSERT_PLAYS( "rolling-sphere --preset tiny" );
    ASSERT_PLAYS( "rolling-sphere --preset tiny --no-thread" );
    PASS();
}

TEST twoScriptedRunsGiveTheSamePicture( void )
{
    begin();
    line( "wait 20" );
    line( "screenshot a.png" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    testRun run = testShell( "cd \"$D\" && \"$S\" gui rolling-sphere --script '%s' && mv a.png b.png && "
                             "\"$S\" gui rolling-sphere --script '%s' && cmp a.png b.png",
        path, path );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST failedExpectationsNameTheLine( void )
{
    begin();
    line( "wait 2" );
    line( "# a comment, and an empty line" );
    line( "" );
    line( "expect mu 5 6" );
    testRun run = play( "rolling-sphere --paused" );
    ASSERT_EQ_FMT( 1, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "line 4" ) && testContains( run.err, "mu" ) );

    begin();
    line( "wait 1" );
    line( "click button.nosuch" );
    run = play( "rolling-sphere --paused" );
    ASSERT_EQ_FMT( 1, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "line 2" ) && testContains( run.err, "button.nosuch" ) );

    begin();
    line( "wait 1" );
    line( "expect-text clock bananas" );
    run = play( "rolling-sphere --paused" );
    ASSERT_EQ_FMT( 1, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "line 2" ) );
    PASS();
}

// Whoever writes a script finds the names in the program: widgets with their texts, and numbers.
TEST aScriptCanListWhatItCanUse( void )
{
    begin();
    line( "wait 2" );
    line( "names" );
    testRun run = play( "rolling-sphere --paused --set mu=.25" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT( testContains( run.out, "\nbutton.play [widget]" ) );
    ASSERT( testContains( run.out, "\nparam.mu [widget] = 0.25" ) );
    ASSERT( testContains( run.out, "\ncontact.mode [widget] = 3: roll\n" ) );
    ASSERT( testContains( run.out, "\nui.contact = 1\n" ) );
    ASSERT( !testContains( run.out, "law.close" ) ); // the law editor is not open
    PASS();
}

TEST brokenScriptsAreRefusedBeforeAnythingMoves( void )
{
    const char* const broken[][2] = {
        { "wait", "wait N" },
        { "wait x", "x" },
        { "clikc button.play", "did you mean 'click'" },
        { "expect mu 1", "expect KEY MIN MAX" },
        { "expect mu a b", "a" },
        { "key NoSuchKey", "NoSuchKey" },
        { "key Foo+Z", "Foo+Z" },
        { "wait 1e300", "out of range" },
        { "drag param.mu 1e30", "out of range" },
        { "load nosuch", "nosuch" },
    };
    for ( int i = 0; i < SS_COUNT( broken ); ++i )
    {
        begin();
        line( "wait 1" );
        line( "%s", broken[i][0] );
        testRun run = play( "rolling-sphere" );
        ASSERT_EQ_FMTm( broken[i][0], 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, "line 2" ) && testContains( run.err, broken[i][1] ) );
    }
    testRun run = testShell( "\"$S\" gui --script /nosuch/script" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    run = testShell( "\"$S\" gui --size 12x --frames 1; echo $?; \"$S\" shot rolling-sphere; echo $?; "
                     "\"$S\" shot rolling-sphere --preset tiny -o /nosuch/a.png; echo $?" );
    ASSERT_STR_EQ( "2\n2\n2\n", run.out );
    PASS();
}

TEST aFileThatIsNotAFontIsRefused( void )
{
    static const char* const makes[] = { "true", "head -c 4096 /dev/urandom > f.ttf", ": > f.ttf",
        "head -c 200000 \"$F\" > f.ttf", "head -c 40 \"$F\" > f.ttf",
        "(printf '\\0\\1\\0\\0'; head -c 4096 /dev/zero) > f.ttf" };
    for ( int i = 0; i < SS_COUNT( makes ); ++i )
    {
        testRun run =
            testShell( "cd \"$D\" && F=" SLIPSTICK_FONT " && %s && \"$S\" shot rolling-sphere --preset tiny "
                       "--font f.ttf -o a.png; r=$?; test ! -e a.png || exit 9; exit $r",
                makes[i] );
        ASSERT_EQ_FMTm( makes[i], 2, run.status, "%d" );
        ASSERTm( run.err, testContains( run.err, "--font f.ttf" ) && testLines( run.err ) == 1 );
    }
    testRun run = testShell(
        "cd \"$D\" && \"$S\" shot rolling-sphere --preset tiny --font " SLIPSTICK_FONT " -o a.png" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERT_STR_EQ( "", run.err );
    PASS();
}

TEST aDamagedFontNeverAborts( void )
{
    size_t length = 0;
    char* font = testReadFile( SLIPSTICK_FONT, &length );
    ASSERT( font != NULL );
    testRng rng = { 5 };
    for ( int k = 0, n = testCount( 6 ); k < n; ++k )
    {
        char path[600];
        snprintf( path, sizeof path, "%s/damaged.ttf", testScratch() );
        char* copy = malloc( length );
        memcpy( copy, font, length );
        for ( int i = 0; i < 20000; ++i )
        {
            copy[300 + testRandom( &rng ) % ( length - 300 )] = (char)testRandom( &rng );
        }
        FILE* file = fopen( path, "wb" );
        ASSERT( file != NULL && fwrite( copy, 1, length, file ) == length && fclose( file ) == 0 );
        free( copy );
        testRun run =
            testShell( "cd \"$D\" && \"$S\" shot rolling-sphere --preset tiny --font '%s' -o a.png", path );
        ASSERTm( run.err, run.status == 0 || run.status == 2 );
    }
    free( font );
    PASS();
}

TEST picturesArePngFilesAndSaySo( void )
{
    testRun run = testShell( "cd \"$D\" && \"$S\" shot rolling-sphere --preset tiny -o a.jpg; echo $?; "
                             "\"$S\" shot rolling-sphere --preset tiny -o a; echo $?; "
                             "\"$S\" gui rolling-sphere --frames 2 --screenshot a.bmp; echo $?; ls" );
    ASSERT_STR_EQ( "2\n2\n2\n", run.out );
    ASSERTm( run.err, testContains( run.err, ".png" ) && testLines( run.err ) == 3 );
    begin();
    line( "screenshot a.jpg" );
    run = play( "rolling-sphere --paused" );
    ASSERT_EQ_FMT( 2, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "line 1" ) && testContains( run.err, ".png" ) );
    run = testShell( "cd \"$D\" && \"$S\" shot rolling-sphere --preset tiny -o A.PNG" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    PASS();
}

TEST clickingADisabledWidgetFails( void )
{
    begin();
    line( "wait 2" );
    line( "click button.back" ); // there is nothing before the first step
    testRun run = play( "rolling-sphere --paused" );
    ASSERT_EQ_FMTm( run.err, 1, run.status, "%d" );
    ASSERTm( run.err,
        testContains( run.err, "line 2" ) && testContains( run.err, "button.back" ) &&
            testContains( run.err, "disabled" ) );
    begin();
    line( "wait 2" );
    line( "click menu.simulation" );
    line( "wait 2" );
    line( "click menu.step-back" );
    run = play( "rolling-sphere --paused" );
    ASSERT_EQ_FMTm( run.err, 1, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "line 4" ) && testContains( run.err, "disabled" ) );
    PASS();
}

TEST aFailedSaveFailsTheScript( void )
{
    begin();
    line( "wait 2" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    // The folder is gone, so that nothing can be written there, not even by root.
    testRun run = testShell( "mkdir \"$D/gone\" && cd \"$D/gone\" && rmdir \"$D/gone\" && "
                             "\"$S\" gui rolling-sphere --paused --script '%s'",
        path );
    ASSERT_EQ_FMTm( run.err, 1, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "cannot write" ) );
    ASSERT_PLAYS( "rolling-sphere --paused" );
    PASS();
}

TEST savingNeverReplacesAnotherScene( void )
{
    begin();
    line( "wait 2" );
    line( "set mu 0.11" );
    line( "wait 2" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    line( "set mu 0.22" );
    line( "wait 2" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    char path[600];
    snprintf( path, sizeof path, "%s/script", testScratch() );
    testWriteFile( path, s_script );
    // One's own file is replaced without a word.
    testRun run = testShell( "cd \"$D\" && \"$S\" gui rolling-sphere --paused --script '%s' && "
                             "ls *.json | tr '\\n' ' ' && grep -c '\"mu\": *0.22' rolling-sphere.json",
        path );
    ASSERT_STR_EQ( "rolling-sphere.json 1\n", run.out );

    // The scene is opened, another program writes another scene to its file, and then it is saved.
    begin();
    line( "wait 2" );
    line( "screenshot one.png" );
    line( "screenshot two.png" );
    line( "key Ctrl+S" );
    line( "wait 2" );
    testWriteFile( path, s_script );
    // The pictures are pipes: the program waits for their readers.
    run = testShell(
        "cd \"$D\" && mkfifo one.png two.png && echo '{\"format\": \"slipstick-scene\", \"version\": 1, "
        "\"scenario\": \"rolling-sphere\"}' > a.json && { \"$S\" gui a.json --paused --script '%s' & } && "
        "cat one.png >/dev/null && echo other > a.json && cat two.png >/dev/null; wait $!; echo $?; "
        "cat a.json; ls *.json | tr '\\n' ' '",
        path );
    ASSERT_STR_EQ( "0\nother\na-2.json a.json ", run.out );
    PASS();
}

TEST aPictureOfAMotionThatOverflowedIsAFailedCheck( void )
{
    testRun run =
        testShell( "cd \"$D\" && \"$S\" shot rolling-sphere --preset tiny --set u0=1e308 -o a.png" );
    ASSERT_EQ_FMT( 1, run.status, "%d" );
    ASSERTm( run.err, testContains( run.err, "finite" ) );
    PASS();
}

TEST withoutADisplayItLeavesAPictureAndData( void )
{
    testRun run = testShell( "cd \"$D\" && env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER \"$S\" && "
                             "echo && ls && head -c 8 *.png | tail -c 7 | head -c 3 && cat *.csv | wc -l" );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    ASSERTm( run.err,
        testContains( run.err, "no display" ) && testContains( run.err, ".png" ) &&
            testContains( run.err, ".csv" ) );
    const char* listing = strstr( run.out, "\n\n" );
    ASSERT( listing != NULL );
    ASSERT_STR_EQ( "\n\nslipstick-rolling-sphere.csv\nslipstick-rolling-sphere.png\nPNG602\n", listing );
    PASS();
}

SUITE( window )
{
    RUN_TEST( everySliderChangesWhatItNamesAndOnlyThat );
    RUN_TEST( choicesAreMadeInTheirCombo );
    RUN_TEST( ctrlClickTypesAValueAndRefusesWhatIsNotAllowed );
    RUN_TEST( undoAndRedoMoveASliderBackAndForth );
    RUN_TEST( playPauseStepAndResetByKey );
    RUN_TEST( playPauseStepAndResetByButton );
    RUN_TEST( tenStepsAtOnceWithShift );
    RUN_TEST( speedKeysHalveAndDouble );
    RUN_TEST( theClockIsVirtualInScripts );
    RUN_TEST( aRunPausesByItselfAtItsEnd );
    RUN_TEST( plotsShowWhatTheCsvSays );
    RUN_TEST( curvesDoNotCrossARestart );
    RUN_TEST( legendHidesACurve );
    RUN_TEST( wheelZoomsAPlotAndDoubleClickFits );
    RUN_TEST( draggingTheSpherePullsItAndTheWheelZooms );
    RUN_TEST( draggingEmptySpaceTurnsTheView );
    RUN_TEST( theLawStandsBesideItsSliderWithNumbers );
    RUN_TEST( helpPanelsAndThemesOpenByKey );
    RUN_TEST( biggerTextFitsTheSmallWindow );
    RUN_TEST( aSavedSceneReplaysToTheSameState );
    RUN_TEST( windowAndCommandLineEndInTheSameState );
    RUN_TEST( twoScriptedRunsGiveTheSamePicture );
    RUN_TEST( failedExpectationsNameTheLine );
    RUN_TEST( aScriptCanListWhatItCanUse );
    RUN_TEST( brokenScriptsAreRefusedBeforeAnythingMoves );
    RUN_TEST( aFileThatIsNotAFontIsRefused );
    RUN_TEST( aDamagedFontNeverAborts );
    RUN_TEST( picturesArePngFilesAndSaySo );
    RUN_TEST( clickingADisabledWidgetFails );
    RUN_TEST( aFailedSaveFailsTheScript );
    RUN_TEST( savingNeverReplacesAnotherScene );
    RUN_TEST( aPictureOfAMotionThatOverflowedIsAFailedCheck );
    RUN_TEST( withoutADisplayItLeavesAPictureAndData );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( window );
    return TEST_END();
}
