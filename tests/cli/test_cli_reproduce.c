// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

#include "slipstick/lab/scenario.h"

// `slipstick reproduce`: the table of figures and the scenarios agree on ids, cheap figures agree with the
// papers (all of them in a full run, fewer at a small scale), the JSON has its promised shape, the page is
// self-contained, and bad requests are refused.

#define CHEAPEST                                                                                           \
    "acary-fig3a lugre-lag peiret-fig1 poschel-fig2 walker-fig10 walker-fig11 walker-fig12 walker-fig13a " \
    "walker-fig13b walker-fig13c walker-fig13d walker-fig17 walker-fig19 walker-fig23 "                    \
    "walker-fig24 walker-fig25 walker-fig26 walker-fig27 walker-table1"
#define CHEAP CHEAPEST " tasora-fig2 tasora-fig3"

/// Returns whether `word` is one of the words, which are separated by spaces.
static bool isAmong( const char* words, const char* word )
{
    size_t length = strlen( word );
    for ( const char* at = strstr( words, word ); at != NULL; at = strstr( at + 1, word ) )
    {
        bool starts = at == words || at[-1] == ' ', ends = at[length] == ' ' || at[length] == 0;
        if ( starts && ends ) { return true; }
    }
    return false;
}

static int countOf( const char* text, const char* part )
{
    int count = 0;
    for ( const char* at = strstr( text, part ); at != NULL; at = strstr( at + 1, part ) ) { ++count; }
    return count;
}

static char s_ids[4096];

static void readIds( void )
{
    testRun run = testShell( "$S reproduce --json" );
    snprintf( s_ids, sizeof s_ids, "%s", fromJson( run.out, "figures[*].id" ) );
}

TEST everyPromisedFigureIsThere( void )
{
    static const char* const promised[] = { "acary-fig2", "acary-fig3a", "acary-fig3b", "acary-fig3c",
        "acary-fig5", "tasora-fig2", "tasora-fig3", "tasora-fig8", "tasora-fig10", "tasora-fig11",
        "tasora-fig12", "tasora-fig13", "peiret-fig1", "walker-fig10", "walker-fig11", "walker-fig12",
        "walker-fig16", "walker-fig17", "walker-fig19", "walker-fig23", "walker-fig24", "walker-fig25",
        "walker-fig26", "walker-fig27", "walker-table1", "poschel-fig2", "poschel-fig3", "poschel-fig4",
        "poschel-fig5", "poschel-fig6", "lugre-hysteresis", "lugre-lag", "lugre-breakaway", "leine-limit" };
    readIds();
    for ( size_t i = 0; i < sizeof promised / sizeof *promised; ++i )
    {
        ASSERTm( promised[i], isAmong( s_ids, promised[i] ) );
    }
    PASS();
}

TEST scenariosAndFiguresKnowEachOther( void )
{
    char listed[4096] = "";
    readIds();
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        for ( int k = 0; k < scenario->figureCount; ++k )
        {
            ASSERTm( scenario->figures[k], isAmong( s_ids, scenario->figures[k] ) );
            size_t used = strlen( listed );
            snprintf( listed + used, sizeof listed - used, "%s ", scenario->figures[k] );
        }
    }
    char* rest = s_ids;
    for ( char* id = strtok_r( s_ids, " ", &rest ); id != NULL; id = strtok_r( NULL, " ", &rest ) )
    {
        ASSERTm( id, isAmong( listed, id ) );
    }
    PASS();
}

TEST figuresAgreeAndThePageIsSelfContained( void )
{
    const char* figuresOf = testScale() >= 10.0 ? "--all" : testScale() >= 1.0 ? CHEAP : CHEAPEST;
    testRun run = testShell( "$S reproduce %s --json --out $D/report", figuresOf );
    const char* verdicts = fromJson( run.out, "figures[*].verdict" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQm( verdicts, 0, countOf( verdicts, "off" ) );
    int figures = countOf( verdicts, "agrees" );
    ASSERT( figures > countOf( figuresOf, " " ) && figures >= 18 );
    char path[800];
    snprintf( path, sizeof path, "%s/report/index.html", shellFolder() );
    char* page = testReadFile( path, NULL );
    ASSERT( page != NULL );
    ASSERT_EQ( figures, countOf( page, "<h2 id=" ) );
    ASSERT( countOf( page, "<svg xmlns" ) >= figures ); // at least one picture for each
    ASSERT_EQ( 0, countOf( page, "src=" ) + countOf( page, "<script" ) + countOf( page, "@import" ) );
    ASSERT_EQ( countOf( page, "http" ), countOf( page, "\"http://www.w3.org/2000/svg\"" ) );
    ASSERT_EQ( 0, countOf( page, ">nan<" ) + countOf( page, "NaN" ) );
    free( page );
    PASS();
}

TEST jsonHasItsShape( void )
{
    static const char* const members[] = { "id", "claim", "value", "expected", "tolerance", "verdict",
        "erratum" };
    testRun run = testShell( "$S reproduce walker-fig10 walker-fig26 walker-fig10 --json" ); // each once
    ASSERT_STATUS( 0, run );
    for ( size_t i = 0; i < sizeof members / sizeof *members; ++i )
    {
        for ( int k = 0; k < 2; ++k )
        {
            char member[64];
            snprintf( member, sizeof member, "figures[%d].%s", k, members[i] );
            Wanted wanted = { .path = member };
            ASSERT( walkJson( run.out, collect, &wanted ) );
            ASSERT_EQm( member, 1, wanted.count );
        }
    }
    ASSERT_STR_EQ( "walker-fig10 walker-fig26", fromJson( run.out, "figures[*].id" ) );
    ASSERT_STR_EQ( "agrees agrees", fromJson( run.out, "figures[*].verdict" ) );
    PASS();
}

TEST trendsAreToldFromValues( void )
{
    // Of Fig. 26 one statement has no number in the paper, "the extended law turns the
    // force furthest"; Fig. 24 has numbers only.
    testRun run = testShell( "$S reproduce walker-fig24 walker-fig26 --json --out $D/kinds" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 0, countOf( fromJson( run.out, "figures[0].checks[*].kind" ), "trend" ) );
    const char* kinds = fromJson( run.out, "figures[1].checks[*].kind" );
    ASSERT_EQm( kinds, 1, countOf( kinds, "trend" ) );
    int values = countOf( run.out, "\"kind\": \"value\"" );
    const char* statement = strstr( run.out, "the extended law turns the force furthest" );
    ASSERT( statement != NULL );
    ASSERT( strstr( statement, "trend" ) < strstr( statement, "\"value\"" ) );
    char path[800];
    snprintf( path, sizeof path, "%s/kinds/index.html", shellFolder() );
    char* page = testReadFile( path, NULL );
    ASSERT( page != NULL );
    ASSERT_EQ( values, countOf( page, "<td>value</td>" ) );
    ASSERT_EQ( 1, countOf( page, "<td>trend</td>" ) );
    free( page );
    run = testShell( "$S reproduce walker-fig26" );
    ASSERTm( run.out, testContains( run.out, "kind" ) && testContains( run.out, "trends: 1)" ) );
    PASS();
}

TEST pilesLevelOffWhereResistanceIsAboveFriction( void )
{
    if ( testScale() < 10.0 )
    {
        SKIP(); // a minute
    }
    // A sphere that cannot roll slides: above mu R = 0.003 to 0.007 m more resistance changes nothing.
    // Heights z/R of 1.09, 2.10, 2.61 at mu_r = 1e-3, 1e-2, 1e-1 m, as mu = 0.7 has them, rise by a quarter
    // in the last decade: the ratio is taken above it.
    testRun run = testShell( "$S reproduce acary-fig5 --json" );
    ASSERT_STATUS( 0, run );
    const char* check = strstr( run.out, "\"checks\": " ); // before it the figure names its decisive one
    for ( int i = 0; i < 3; ++i )
    {
        check = check != NULL ? strstr( check + 1, ": the mean height levels off" ) : NULL;
        ASSERT( check != NULL );
        ASSERT_IN_RANGE( 1.0, atof( strstr( check, "\"value\": " ) + strlen( "\"value\": " ) ), 0.1 );
        ASSERT( strncmp( strstr( check, "\"kind\": " ), "\"kind\": \"value\"", 15 ) == 0 );
    }
    PASS();
}

TEST jobsDoNotChangeNumbers( void )
{
    // Figures are computed side by side, and so are the pieces of one figure.
    const char* const orders[] = { "walker-fig19 walker-fig27 walker-fig23", "tasora-fig10" };
    for ( int i = 0; i < testUpTo( SS_COUNT( orders ), 1 ); ++i )
    {
        testRun run = testShell( "rm -rf $D/a $D/b; $S reproduce %s --jobs 1 --out $D/a >/dev/null && "
                                 "$S reproduce %s --jobs 3 --out $D/b >/dev/null && "
                                 "for f in $D/a/*.csv $D/a/*.svg; do cmp \"$f\" \"$D/b/$(basename $f)\" "
                                 "|| exit 9; done",
            orders[i], orders[i] );
        ASSERT_STATUS( 0, run );
    }
    PASS();
}

TEST badRequestsAreRefused( void )
{
    testRun run = testShell( "$S reproduce walker-fig99" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "walker-fig99" );
    run = testShell( "$S reproduce walker-fig99 --all" );
    ASSERT_REFUSED( run );
    run = testShell( "n=$(printf %%0200d 0); $S reproduce walker-fig10 --out $D/$n/$n/$n/$n/$n/$n" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "--out" );
    run = testShell( ": >$D/file; $S reproduce walker-fig10 --out $D/file/report" );
    ASSERT_REFUSED( run );
    run = testShell( "$S reproduce --all --out /proc/report" ); // at once, not after the work
    ASSERT_REFUSED( run );
    run = testShell( "$S reproduce walker-fig10 --jobs 0" );
    ASSERT_REFUSED( run );
    run = testShell( "$S reproduce walker-fig10 --out" );
    ASSERT_REFUSED( run );
    run = testShell( "$S reproduce walker-fig10 >/dev/full" );
    ASSERT_STATUS( 2, run );
    run = testShell( "$S reproduce walker-fig10 --json >/dev/full" );
    ASSERT_STATUS( 2, run );
    run = testShell( "$S reproduce >/dev/full" );
    ASSERT_STATUS( 2, run );
    PASS();
}

TEST aFileThatCannotBeWrittenGivesNoVerdict( void )
{
    // A folder stands where a file should go.
    testRun run =
        testShell( "mkdir $D/r && mkdir $D/r/walker-fig10.csv && $S reproduce walker-fig10 --out $D/r" );
    ASSERT_STATUS( 2, run );
    PASS();
}

SUITE( table )
{
    RUN_TEST( everyPromisedFigureIsThere );
    RUN_TEST( scenariosAndFiguresKnowEachOther );
}

SUITE( reports )
{
    RUN_TEST( figuresAgreeAndThePageIsSelfContained );
    RUN_TEST( jsonHasItsShape );
    RUN_TEST( trendsAreToldFromValues );
    RUN_TEST( pilesLevelOffWhereResistanceIsAboveFriction );
    RUN_TEST( jobsDoNotChangeNumbers );
}

SUITE( refusals )
{
    RUN_TEST( badRequestsAreRefused );
    RUN_TEST( aFileThatCannotBeWrittenGivesNoVerdict );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( table );
    RUN_SUITE( reports );
    RUN_SUITE( refusals );
    return TEST_END();
}
