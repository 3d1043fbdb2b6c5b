// SPDX-License-Identifier: MIT
#include "test_main.h"

#include <dirent.h>
#include <fcntl.h>

// The program as a user meets it: words in, data on stdout, messages on stderr, a status.

#define SPHERE "rolling-sphere"
#define SHORT_RUN SPHERE " --until .1 --h 1e-3"

// ----------------------------------------------------------------------------------------------------------- JSON

// Walks a JSON text and reports every leaf as "params[3].key" and its text. Returns NULL when the text is not valid.
typedef void Visit( void* context, const char* path, const char* text );

typedef struct Walk
{
    const char* at;
    char path[256];
    Visit* visit;
    void* context;
    int depth;
} Walk;

static void skipBlanks( Walk* walk )
{
    walk->at += strspn( walk->at, " \t\r\n" );
}

static bool walkString( Walk* walk, char* text, size_t capacity )
{
    size_t used = 0;
    if ( *walk->at++ != '"' )
    {
        return false;
    }
    while ( *walk->at != '"' )
    {
        unsigned char c = (unsigned char)*walk->at++;
        if ( c < 0x20 )
        {
            return false; // also the end of the text
        }
        if ( c == '\\' )
        {
            c = (unsigned char)*walk->at++;
            if ( c == 'u' )
            {
                if ( strspn( walk->at, "0123456789abcdefABCDEF" ) < 4 )
                {
                    return false;
                }
                walk->at += 4;
                c = '?';
            }
            else if ( c == 0 || strchr( "\"\\/bfnrt", c ) == NULL )
            {
                return false;
            }
        }
        if ( used + 1 < capacity )
        {
            text[used++] = (char)c;
        }
    }
    ++walk->at;
    text[used] = 0;
    return true;
}

static bool walkNumber( Walk* walk, char* text, size_t capacity )
{
    size_t length = strspn( walk->at, "+-.0123456789eE" );
    char* end = NULL;
    strtod( walk->at, &end );
    const char* digits = walk->at + ( *walk->at == '-' );
    bool valid = length > 0 && end == walk->at + length && *digits >= '0' && *digits <= '9' &&
        !( digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' );
    snprintf( text, capacity, "%.*s", (int)length, walk->at );
    walk->at += length;
    return valid;
}

static bool walkValue( Walk* walk );

static bool walkMembers( Walk* walk, bool object )
{
    size_t before = strlen( walk->path );
    char close = object ? '}' : ']';
    ++walk->at;
    skipBlanks( walk );
    for ( int i = 0; *walk->at != close; ++i )
    {
        if ( i > 0 && *walk->at++ != ',' )
        {
            return false;
        }
        skipBlanks( walk );
        char key[128] = "";
        if ( object )
        {
            if ( walkString( walk, key, sizeof( key ) ) == false )
            {
                return false;
            }
            skipBlanks( walk );
            if ( *walk->at++ != ':' )
            {
                return false;
            }
            snprintf(
                walk->path + before, sizeof( walk->path ) - before, "%s%s", before > 0 ? "." : "", key );
        }
        else
        {
            snprintf( walk->path + before, sizeof( walk->path ) - before, "[%d]", i );
        }
        if ( walkValue( walk ) == false )
        {
            return false;
        }
        walk->path[before] = 0;
        skipBlanks( walk );
    }
    ++walk->at;
    return true;
}

static bool walkValue( Walk* walk )
{
    char text[1024] = "";
    skipBlanks( walk );
    if ( *walk->at == '{' || *walk->at == '[' )
    {
        return ++walk->depth < 50 && walkMembers( walk, *walk->at == '{' ) && walk->depth-- > 0;
    }
    bool valid = false;
    static const char* const words[] = { "true", "false", "null" };
    for ( int i = 0; i < 3 && valid == false; ++i )
    {
        if ( strncmp( walk->at, words[i], strlen( words[i] ) ) == 0 )
        {
            snprintf( text, sizeof( text ), "%s", words[i] );
            walk->at += strlen( words[i] );
            valid = true;
        }
    }
    if ( valid == false )
    {
        valid = *walk->at == '"' ? walkString( walk, text, sizeof( text ) )
                                 : walkNumber( walk, text, sizeof( text ) );
    }
    if ( valid )
    {
        walk->visit( walk->context, walk->path, text );
    }
    return valid;
}

static bool walkJson( const char* json, Visit* visit, void* context )
{
    Walk walk = { .at = json, .visit = visit, .context = context };
    bool valid = walkValue( &walk );
    skipBlanks( &walk );
    return valid && *walk.at == 0;
}

typedef struct Wanted
{
    const char* path; // "[*]" matches any index
    char text[8192];  // of all matches, separated by blanks
    int count;
} Wanted;

static bool pathMatches( const char* wanted, const char* path )
{
    while ( *wanted != 0 && *path != 0 )
    {
        if ( strncmp( wanted, "[*]", 3 ) == 0 && *path == '[' )
        {
            wanted += 3;
            path = strchr( path, ']' ) + 1;
        }
        else if ( *wanted++ != *path++ )
        {
            return false;
        }
    }
    return *wanted == *path;
}

static void collect( void* context, const char* path, const char* text )
{
    Wanted* wanted = context;
    if ( pathMatches( wanted->path, path ) )
    {
        size_t used = strlen( wanted->text );
        snprintf( wanted->text + used, sizeof( wanted->text ) - used, "%s%s", used > 0 ? " " : "", text );
        ++wanted->count;
    }
}

// The values at `path`, joined by blanks; "(invalid)" when the text is no JSON. Valid until the next call but three.
static const char* fromJson( const char* json, const char* path )
{
    static Wanted wanted[4];
    static int turn = 0;
    Wanted* slot = &wanted[turn++ % 4];
    *slot = ( Wanted ){ .path = path };
    return walkJson( json, collect, slot ) ? slot->text : "(invalid)";
}

// --------------------------------------------------------------------------------------------------------- helpers

#define ASSERT_STATUS( expected, run )                                                                   \
    do                                                                                                   \
    {                                                                                                    \
        if ( ( run ).status != ( expected ) )                                                            \
        {                                                                                                \
            printf( "status %d, expected %d; stderr: %s\n", ( run ).status, ( expected ), ( run ).err ); \
            FAILm( "wrong exit status" );                                                                \
        }                                                                                                \
    } while ( 0 )

#define ASSERT_SAYS( run, part ) ASSERTm( ( run ).err, testContains( ( run ).err, part ) )

// One line: nobody reads more, and a script can show it.
#define ASSERT_REFUSED( run )                                             \
    do                                                                    \
    {                                                                     \
        ASSERT_STATUS( 2, run );                                          \
        ASSERT_EQ_FMTm( ( run ).err, 1, testLines( ( run ).err ), "%d" ); \
        ASSERT_EQm( ( run ).out, (size_t)0, ( run ).outLength );          \
    } while ( 0 )

static int entriesIn( const char* path )
{
    DIR* folder = opendir( path );
    int count = 0;
    while ( folder != NULL && readdir( folder ) != NULL )
    {
        ++count;
    }
    if ( folder != NULL )
    {
        closedir( folder );
    }
    return count - 2;
}

static const char* shellFolder( void )
{
    static char path[700];
    snprintf( path, sizeof( path ), "%s/d", testScratch() );
    return path;
}

// A cell of a CSV text, counting rows and columns from 0; NaN when empty or missing.
static double cellOf( const char* table, int row, int column )
{
    for ( ; row > 0 && table != NULL; --row )
    {
        table = strchr( table, '\n' );
        table = table != NULL ? table + 1 : NULL;
    }
    for ( ; column > 0 && table != NULL; --column )
    {
        table += strcspn( table, ",\n" );
        table = *table == ',' ? table + 1 : NULL;
    }
    return table == NULL || *table == ',' || *table == '\n' || *table == 0 ? (double)NAN
                                                                           : strtod( table, NULL );
}

static const char* writeScene( const char* text )
{
    static char path[700];
    snprintf( path, sizeof( path ), "%s/scene.json", testScratch() );
    testWriteFile( path, text );
    return path;
}

// ------------------------------------------------------------------------------------------------- words and help

TEST versionIsOneLine( void )
{
    testRun run = testShell( "\"$S\" --version" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "slipstick 0.1.0\n", run.out );
    PASS();
}

TEST helpNamesEveryCommandAndOption( void )
{
    testRun run = testShell( "\"$S\" help" );
    ASSERT_STATUS( 0, run );
    static const char* const commands[] = { "gui", "list", "describe", "run", "eval", "shot", "help" };
    for ( int i = 0; i < 7; ++i )
    {
        ASSERTm( commands[i], testContains( run.out, commands[i] ) );
    }
    run = testShell( "\"$S\" help run" );
    ASSERT_STATUS( 0, run );
    static const char* const options[] = { "--set", "--preset", "--h", "--until", "--seed", "--threads",
        "--csv", "--every", "--measure", "--json", "--hash" };
    for ( int i = 0; i < 11; ++i )
    {
        ASSERTm( options[i], testContains( run.out, options[i] ) );
    }
    PASS();
}

TEST helpIsTheSameHoweverItIsAsked( void )
{
    ASSERT_STATUS( 0,
        testShell(
            "\"$S\" help >\"$D/a\" && \"$S\" --help | cmp - \"$D/a\" && \"$S\" -h | cmp - \"$D/a\"" ) );
    ASSERT_STATUS( 0,
        testShell( "\"$S\" help run >\"$D/a\" && \"$S\" run --help | cmp - \"$D/a\" && "
                   "\"$S\" run " SPHERE " -h | cmp - \"$D/a\"" ) );
    PASS();
}

TEST unknownWordsAreRefusedWithASuggestion( void )
{
    static const struct
    {
        const char* words;
        const char* says;
    } cases[] = {
        { "rnu " SPHERE, "'run'" },
        { "rolling-spere", "'rolling-sphere'" },
        { "help lst", "'list'" },
        { "run rolling-spere", "'rolling-sphere'" },
        { "describe rolling-sphre", "'rolling-sphere'" },
        { "run " SPHERE " --preset fig3aa", "'fig3a'" },
        { "run " SPHERE " --measure xmax", "'x_max'" },
        { "run " SPHERE " --set mo=.3", "'mu'" },
        { "run " SPHERE " --untl 3", "'--until'" },
        { "run " SPHERE " --jsn", "'--json'" },
        { "eval proyect", "'project'" },
        { "eval project --set nu=1", "'mu'" },
        { "list --jason", "'--json'" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        testRun run = testShell( "\"$S\" %s </dev/null", cases[i].words );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, cases[i].says );
    }
    PASS();
}

TEST unknownOptionPointsToTheHelp( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --zzzzzzzzz" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "--zzzzzzzzz" );
    ASSERT_SAYS( run, "slipstick help run" );
    PASS();
}

TEST missingAndExtraWordsAreRefused( void )
{
    static const char* const words[] = { "run", "describe", "eval", "run " SPHERE " extra", "list extra",
        "describe " SPHERE " extra", "run " SPHERE " --until", "run " SPHERE " --csv --json",
        "run " SPHERE " --csv=", "run " SPHERE " --json=yes", "run " SPHERE " --set mu",
        "run " SPHERE " --set =1", "nothing.json", "run nothing.json", "run no/such/scene", "run /tmp",
        "run ''" };
    for ( int i = 0; i < (int)( sizeof( words ) / sizeof( words[0] ) ); ++i )
    {
        testRun run = testShell( "\"$S\" %s </dev/null", words[i] );
        if ( run.status != 2 || run.outLength != 0 || run.err[0] == 0 )
        {
            FAILm( words[i] );
        }
    }
    PASS();
}

SUITE( words )
{
    RUN_TEST( versionIsOneLine );
    RUN_TEST( helpNamesEveryCommandAndOption );
    RUN_TEST( helpIsTheSameHoweverItIsAsked );
    RUN_TEST( unknownWordsAreRefusedWithASuggestion );
    RUN_TEST( unknownOptionPointsToTheHelp );
    RUN_TEST( missingAndExtraWordsAreRefused );
}

// ----------------------------------------------------------------------------------------------- list and describe

TEST listHasIdTitleAndSource( void )
{
    testRun run = testShell( "\"$S\" list --json" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( fromJson( run.out, "scenarios[*].id" ), SPHERE ) );
    ASSERT( testContains( fromJson( run.out, "scenarios[*].title" ), "phere" ) );
    ASSERT( testContains( fromJson( run.out, "scenarios[*].source" ), "Acary" ) );
    run = testShell( "\"$S\" list" );
    ASSERT_STATUS( 0, run );
    ASSERT( testContains( run.out, SPHERE ) );
    PASS();
}

TEST everyListedScenarioIsDescribedAsValidJson( void )
{
    testRun run = testShell( "\"$S\" list --json" );
    char ids[4096];
    snprintf( ids, sizeof( ids ), "%s", fromJson( run.out, "scenarios[*].id" ) );
    int count = 0;
    for ( char* id = strtok( ids, " " ); id != NULL; id = strtok( NULL, " " ), ++count )
    {
        run = testShell( "\"$S\" describe %s --json", id );
        ASSERT_STATUS( 0, run );
        ASSERT_STR_EQ( id, fromJson( run.out, "id" ) );
        ASSERT( testContains( fromJson( run.out, "presets[*]" ), "tiny" ) );
        run = testShell( "\"$S\" describe %s", id );
        ASSERT_STATUS( 0, run );
    }
    ASSERT( count > 0 );
    PASS();
}

// These names are other people's interface (interface.md): adding is fine, renaming and dropping is not.
TEST rollingSphereKeepsItsPublishedNames( void )
{
    testRun run = testShell( "\"$S\" describe " SPHERE " --json" );
    ASSERT_STR_EQ( "mu mu_r mu_s restitution radius density u0 omega0 omega_x0 spin0 v0_y v0_z incline_deg "
                   "gravity theta "
                   "tol law",
        fromJson( run.out, "params[*].key" ) );
    ASSERT_STR_EQ(
        "x y z u omega slip spin r_n r_t m_r m_s gap mode energy dissipated x_exact u_exact omega_exact "
        "r_t_exact m_r_exact",
        fromJson( run.out, "signals[*].name" ) );
    ASSERT_STR_EQ( "x_max t_stop max_error", fromJson( run.out, "measures[*].name" ) );
    ASSERT_EQ(
        0, strncmp( fromJson( run.out, "presets[*]" ), "fig2 fig3a fig3b fig3c billiard spin-down", 41 ) );
    PASS();
}

TEST describedParametersHaveAllTheirFields( void )
{
    testRun run = testShell( "\"$S\" describe " SPHERE " --json" );
    static const char* const fields[] = { "key", "symbol", "unit", "kind", "min", "max", "default", "live",
        "doc" };
    for ( int i = 0; i < 9; ++i )
    {
        char path[64];
        snprintf( path, sizeof( path ), "params[*].%s", fields[i] );
        Wanted wanted = { .path = path };
        ASSERT( walkJson( run.out, collect, &wanted ) );
        ASSERT_EQ_FMTm( fields[i], 17, wanted.count, "%d" );
    }
    ASSERT_STR_EQ( "coulomb", fromJson( run.out, "params[16].default" ) );
    ASSERT_STR_EQ( "choice", fromJson( run.out, "params[16].kind" ) );
    ASSERT_STR_EQ( "null", fromJson( run.out, "params[0].allowed_max" ) );
    PASS();
}

SUITE( describing )
{
    RUN_TEST( listHasIdTitleAndSource );
    RUN_TEST( everyListedScenarioIsDescribedAsValidJson );
    RUN_TEST( rollingSphereKeepsItsPublishedNames );
    RUN_TEST( describedParametersHaveAllTheirFields );
}

// ---------------------------------------------------------------------------------------------------- bad values

TEST refusedParameterNamesKeyValueAndWhatIsAllowed( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --set mu=-1" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "mu" );
    ASSERT_SAYS( run, "-1" );
    ASSERT_SAYS( run, ">= 0" );
    run = testShell( "\"$S\" run " SPHERE " --set incline_deg=90" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "incline_deg" );
    ASSERT_SAYS( run, "-90" );
    run = testShell( "\"$S\" run " SPHERE " --set law=newton" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "newton" );
    ASSERT_SAYS( run, "coulomb" );
    PASS();
}

TEST numbersThatAreNoneAreRefused( void )
{
    static const char* const words[] = { "--set mu=nan", "--set mu=inf", "--set mu=", "--set mu=0x1p3",
        "--set mu=1,5", "--set mu=1e999", "--set radius=0", "--set law=0.5", "--until nan", "--until inf",
        "--until 0", "--until -1", "--until x", "--h nan", "--h 0", "--h -1e-3", "--h 1e-3s", "--every 0",
        "--every nan", "--seed -1", "--seed 1.5", "--seed 18446744073709551616", "--seed x", "--threads 0",
        "--threads 1.5", "--threads -2" };
    for ( int i = 0; i < (int)( sizeof( words ) / sizeof( words[0] ) ); ++i )
    {
        testRun run = testShell( "\"$S\" run " SPHERE " %s", words[i] );
        if ( run.status != 2 || testLines( run.err ) != 1 )
        {
            FAILm( words[i] );
        }
    }
    PASS();
}

TEST refusedOptionNamesOptionValueAndWhatIsAllowed( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --until nan" );
    ASSERT_SAYS( run, "--until nan" );
    ASSERT_SAYS( run, "finite number of seconds > 0" );
    PASS();
}

TEST durationMustBeAMultipleOfTheStep( void )
{
    ASSERT_REFUSED( testShell( "\"$S\" run " SPHERE " --h 1e-3 --until 1.0005" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run " SPHERE " --h .3 --until 1" ) );
    ASSERT_STATUS( 0, testShell( "\"$S\" run " SPHERE " --h 1e-3 --until .7" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run " SHORT_RUN " --every 1.5e-3 --csv -" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run " SHORT_RUN " --every 1e-4 --csv -" ) );
    PASS();
}

TEST absurdRunsAreRefusedAtOnce( void )
{
    ASSERT_REFUSED( testShell( "\"$S\" run " SPHERE " --until 1e9" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run " SPHERE " --until 1e300 --h 1e-300" ) );
    PASS();
}

TEST largestSeedIsAccepted( void )
{
    ASSERT_STATUS( 0, testShell( "\"$S\" run " SHORT_RUN " --seed 18446744073709551615" ) );
    PASS();
}

TEST everyAdmissibleValueIsAcceptedBeyondTheSlider( void )
{
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --set mu=50 --set mu_r=7 --set mu_s=3 --set incline_deg=89" ) );
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --set mu=0 --set mu_r=0 --set mu_s=0 --set incline_deg=-89" ) );
    PASS();
}

SUITE( values )
{
    RUN_TEST( refusedParameterNamesKeyValueAndWhatIsAllowed );
    RUN_TEST( numbersThatAreNoneAreRefused );
    RUN_TEST( refusedOptionNamesOptionValueAndWhatIsAllowed );
    RUN_TEST( durationMustBeAMultipleOfTheStep );
    RUN_TEST( absurdRunsAreRefusedAtOnce );
    RUN_TEST( largestSeedIsAccepted );
    RUN_TEST( everyAdmissibleValueIsAcceptedBeyondTheSlider );
}

// ------------------------------------------------------------------------------------------------------------- run

TEST tableRunsFromZeroToUntil( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --until 1 --h 1e-3 --every .1 --csv -" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( 12, testLines( run.out ), "%d" );
    ASSERT_EQ( 0, strncmp( run.out, "t,x,y,z,u,", 10 ) );
    for ( int row = 0; row <= 10; ++row )
    {
        ASSERT_EQ_FMT( (double)( row * 100 ) * 1e-3, cellOf( run.out, 1 + row, 0 ), "%.17g" );
    }
    PASS();
}

TEST everyStepIsARowAndTimeIsMultiplied( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --until .7 --h 1e-3 --csv -" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( 702, testLines( run.out ), "%d" );
    for ( int step = 0; step <= 700; ++step )
    {
        double expected = (double)step * 1e-3;
        ASSERT_EQ_FMT( expected, cellOf( run.out, 1 + step, 0 ), "%.17g" );
    }
    PASS();
}

TEST lastRowIsUntilAlsoBetweenTwoIntervals( void )
{
    testRun run = testShell( "\"$S\" run " SPHERE " --until .25 --h 1e-3 --every .1 --csv -" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( 5, testLines( run.out ), "%d" );
    ASSERT_EQ_FMT( 250.0 * 1e-3, cellOf( run.out, 4, 0 ), "%.17g" );
    run = testShell( "\"$S\" run " SPHERE " --until .25 --h 1e-3 --every 10 --csv -" );
    ASSERT_EQ_FMT( 3, testLines( run.out ), "%d" );
    PASS();
}

TEST thinnedTableHoldsTheSameNumbers( void )
{
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --csv \"$D/all\" >/dev/null && "
                   "\"$S\" run " SHORT_RUN " --every .01 --csv \"$D/some\" >/dev/null && "
                   "sed -n '1p;2~10p' \"$D/all\" | cmp - \"$D/some\"" ) );
    PASS();
}

TEST undefinedNumbersAreEmptyCellsAndNull( void )
{
    // In the air no closed form holds, and a sphere that still moves has no time of rest.
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --set v0_y=1 --set omega_x0=3 --csv -" );
    ASSERT_STATUS( 0, run );
    ASSERT_FALSE( testContains( run.out, "nan" ) );
    ASSERT( testContains( run.out, ",," ) );
    run = testShell( "\"$S\" run " SHORT_RUN " --json" );
    ASSERT_STR_EQ( "null", fromJson( run.out, "measures.t_stop" ) );
    PASS();
}

TEST jsonHasScenarioParamsMeasuresAndHash( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --set mu=.25 --set law=relaxed --json" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( SPHERE, fromJson( run.out, "scenario" ) );
    ASSERT_EQ( 0.25, strtod( fromJson( run.out, "params.mu" ), NULL ) );
    ASSERT_STR_EQ( "relaxed", fromJson( run.out, "params.law" ) );
    const char* hash = fromJson( run.out, "hash" );
    ASSERT_EQ( (size_t)16, strspn( hash, "0123456789abcdef" ) );
    ASSERT_EQ( 0, hash[16] );
    PASS();
}

TEST measuresCanBeChosen( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --json" );
    ASSERT(
        fromJson( run.out, "measures.x_max" )[0] != 0 && fromJson( run.out, "measures.max_error" )[0] != 0 );
    run = testShell( "\"$S\" run " SHORT_RUN " --json --measure x_max" );
    ASSERT( fromJson( run.out, "measures.x_max" )[0] != 0 );
    ASSERT_STR_EQ( "", fromJson( run.out, "measures.max_error" ) );
    run = testShell( "\"$S\" run " SHORT_RUN " --measure x_max" );
    ASSERT_EQ( 0, strncmp( run.out, "x_max = ", 8 ) );
    ASSERT_EQ_FMT( 1, testLines( run.out ), "%d" );
    PASS();
}

TEST presetAppliesBeforeEverySet( void )
{
    // fig3b sets omega0; a --set before it on the line must still win.
    testRun run = testShell( "\"$S\" run " SPHERE " --until .1 --set omega0=1.25 --preset fig3b --json" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 1.25, strtod( fromJson( run.out, "params.omega0" ), NULL ) );
    run = testShell( "\"$S\" run " SPHERE " --until .1 --preset fig3b --json" );
    ASSERT_EQ( 2.5, strtod( fromJson( run.out, "params.omega0" ), NULL ) );
    ASSERT_STATUS( 0,
        testShell( "a=$(\"$S\" run " SPHERE " --set u0=1 --preset fig3b --hash) && "
                   "b=$(\"$S\" run " SPHERE " --preset=fig3b --set=u0=1 --hash) && [ $a = $b ]" ) );
    PASS();
}

TEST lastSetOfAKeyWins( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --set mu=.1 --set mu=.9 --json" );
    ASSERT_EQ( 0.9, strtod( fromJson( run.out, "params.mu" ), NULL ) );
    PASS();
}

TEST hashIsSixteenDigitsAndRepeats( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --hash" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( (size_t)16, strspn( run.out, "0123456789abcdef" ) );
    ASSERT_STR_EQ( "\n", run.out + 16 );
    ASSERT_STATUS( 0,
        testShell( "a=$(\"$S\" run " SHORT_RUN " --hash); b=$(\"$S\" run " SHORT_RUN " --hash --threads 1); "
                   "c=$(\"$S\" run " SHORT_RUN " --hash --threads 4); [ $a = $b ] && [ $a = $c ]" ) );
    ASSERT_STATUS( 1,
        testShell( "a=$(\"$S\" run " SHORT_RUN " --hash); "
                   "b=$(\"$S\" run " SHORT_RUN " --set mu_r=.01 --hash); [ $a = $b ]" ) );
    PASS();
}

TEST hashDoesNotDependOnWhatIsWritten( void )
{
    ASSERT_STATUS( 0,
        testShell( "a=$(\"$S\" run " SHORT_RUN " --hash); "
                   "b=$(\"$S\" run " SHORT_RUN " --hash --csv \"$D/a\" --every .01); [ $a = $b ]" ) );
    PASS();
}

TEST environmentLocaleChangesNothing( void )
{
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --csv - --set mu=0.3 >\"$D/a\" && "
                   "LC_ALL=de_DE.UTF-8 LANG=de_DE.UTF-8 \"$S\" run " SHORT_RUN " --csv - --set mu=0.3 | "
                   "cmp - \"$D/a\"" ) );
    PASS();
}

SUITE( running )
{
    RUN_TEST( tableRunsFromZeroToUntil );
    RUN_TEST( everyStepIsARowAndTimeIsMultiplied );
    RUN_TEST( lastRowIsUntilAlsoBetweenTwoIntervals );
    RUN_TEST( thinnedTableHoldsTheSameNumbers );
    RUN_TEST( undefinedNumbersAreEmptyCellsAndNull );
    RUN_TEST( jsonHasScenarioParamsMeasuresAndHash );
    RUN_TEST( measuresCanBeChosen );
    RUN_TEST( presetAppliesBeforeEverySet );
    RUN_TEST( lastSetOfAKeyWins );
    RUN_TEST( hashIsSixteenDigitsAndRepeats );
    RUN_TEST( hashDoesNotDependOnWhatIsWritten );
    RUN_TEST( environmentLocaleChangesNothing );
}

// ---------------------------------------------------------------------------------------------------------- files

TEST tableAndJsonCannotShareStandardOutput( void )
{
    ASSERT_REFUSED( testShell( "\"$S\" run " SHORT_RUN " --csv - --json" ) );
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --csv \"$D/a\" --json" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( SPHERE, fromJson( run.out, "scenario" ) );
    PASS();
}

TEST onlyDataGoesToStandardOutput( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --csv - --measure x_max --hash" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( 102, testLines( run.out ), "%d" );
    ASSERT_SAYS( run, "x_max" );
    run = testShell( "\"$S\" run " SHORT_RUN " --csv -" );
    ASSERT_STR_EQ( "", run.err );
    PASS();
}

TEST unwritablePathsAreRefusedBeforeTheRun( void )
{
    // The run would take minutes; the refusal comes at once.
    static const char* const paths[] = { "\"$D/none/a.csv\"", "\"$D\"", "\"$D/\"", "/dev/null/a",
        "/proc/a.csv" };
    for ( int i = 0; i < (int)( sizeof( paths ) / sizeof( paths[0] ) ); ++i )
    {
        testRun run =
            testShell( "timeout 20 \"$S\" run " SPHERE " --h 1e-6 --until 1000 --csv %s", paths[i] );
        ASSERT_REFUSED( run );
        ASSERT_SAYS( run, "cannot write" );
        ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    }
    PASS();
}

TEST protectedFilesAndFoldersAreRefused( void )
{
    if ( geteuid() == 0 )
    {
        SKIPm( "root may write everywhere" );
    }
    ASSERT_REFUSED( testShell(
        "chmod 555 \"$D\"; \"$S\" run " SHORT_RUN " --csv \"$D/a\"; r=$?; chmod 755 \"$D\"; exit $r" ) );
    ASSERT_REFUSED(
        testShell( "touch \"$D/a\"; chmod 444 \"$D/a\"; \"$S\" run " SHORT_RUN " --csv \"$D/a\"" ) );
    PASS();
}

TEST fullDiskIsStatusTwo( void )
{
    testRun run = testShell( "\"$S\" run " SHORT_RUN " --csv /dev/full" );
    ASSERT_REFUSED( run );
    ASSERT_SAYS( run, "/dev/full" );
    ASSERT_SAYS( run, "No space left" );
    static const char* const words[] = { "--version", "help", "list", "list --json", "describe " SPHERE,
        "help run", "run " SHORT_RUN, "run " SHORT_RUN " --json", "run " SHORT_RUN " --hash",
        "run " SHORT_RUN " --csv -" };
    for ( int i = 0; i < (int)( sizeof( words ) / sizeof( words[0] ) ); ++i )
    {
        run = testShell( "\"$S\" %s >/dev/full", words[i] );
        ASSERT_STATUS( 2, run );
        ASSERT_SAYS( run, "No space left" );
    }
    ASSERT_STATUS( 2, testShell( "echo n,t1,t2 | \"$S\" eval project --set mu=1 --out /dev/full" ) );
    ASSERT_STATUS( 2, testShell( "\"$S\" list >&-" ) );
    PASS();
}

TEST fileSizeLimitLeavesNothingBehind( void )
{
    testRun run = testShell( "ulimit -f 8; \"$S\" run " SPHERE " --until 1 --h 1e-3 --csv \"$D/a.csv\"" );
    ASSERT_REFUSED( run );
    ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    PASS();
}

TEST failureKeepsTheOldFile( void )
{
    testRun run = testShell( "echo old >\"$D/a\"; printf 'n,t1,t2\\n1,2,x\\n' | "
                             "\"$S\" eval project --set mu=1 --out \"$D/a\"; r=$?; cat \"$D/a\"; exit $r" );
    ASSERT_STATUS( 2, run );
    ASSERT_STR_EQ( "old\n", run.out );
    ASSERT_EQ_FMT( 1, entriesIn( shellFolder() ), "%d" );
    PASS();
}

TEST refusedRunsLeaveNoFile( void )
{
    ASSERT_STATUS( 2, testShell( "\"$S\" run " SPHERE " --until 1.00001 --csv \"$D/a\"" ) );
    ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    ASSERT_STATUS( 2, testShell( "\"$S\" run " SPHERE " --measure none --csv \"$D/a\"" ) );
    ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    ASSERT_STATUS( 2, testShell( "printf 'n,t1\\n' | \"$S\" eval project --set mu=1 --out \"$D/a\"" ) );
    ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    PASS();
}

TEST fileAndStreamHoldTheSame( void )
{
    ASSERT_STATUS( 0,
        testShell( "\"$S\" run " SHORT_RUN " --csv \"$D/a\" >/dev/null && "
                   "\"$S\" run " SHORT_RUN " --csv - | cmp - \"$D/a\"" ) );
    ASSERT_EQ_FMT( 1, entriesIn( shellFolder() ), "%d" );
    PASS();
}

TEST pipesAreWrittenToDirectly( void )
{
    testRun run = testShell( "mkfifo \"$D/p\"; (cat \"$D/p\" | wc -l) & \"$S\" run " SHORT_RUN
                             " --csv \"$D/p\" >/dev/null; r=$?; wait; exit $r" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 102, atoi( run.out ) );
    PASS();
}

TEST readerThatLeavesIsNoError( void )
{
    // The run is far longer than a pipe holds; it must end soon and without a word.
    testRun run = testShell(
        "(timeout 60 \"$S\" run " SPHERE " --h 1e-6 --until 1000 --csv -; echo $? >\"$D/status\") | "
        "head -2 >/dev/null; cat \"$D/status\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "0\n", run.out );
    ASSERT_STR_EQ( "", run.err );
    run = testShell(
        "(yes 1,2,3 | sed '1s/.*/n,t1,t2/' 2>/dev/null | timeout 60 \"$S\" eval project --set mu=1; "
        "echo $? >\"$D/status\") | head -2 >/dev/null; cat \"$D/status\"" );
    ASSERT_STR_EQ( "0\n", run.out );
    PASS();
}

static enum greatest_test_res interruptLeavesNothing( int number )
{
    char folder[600], path[700], program[] = SLIPSTICK_PROGRAM;
    snprintf( folder, sizeof( folder ), "%s/interrupted%d", testScratch(), number );
    mkdir( folder, 0777 );
    snprintf( path, sizeof( path ), "%s/a.csv", folder );
    char* words[] = { program, "run", SPHERE, "--h", "1e-6", "--until", "5000", "--csv", path, NULL };
    pid_t child = testStart( words );
    // Wait for the temporary file, so that there is something to leave behind.
    for ( int i = 0; i < 1000 && entriesIn( folder ) < 1; ++i )
    {
        nanosleep( &( struct timespec ){ .tv_nsec = 10000000 }, NULL );
    }
    ASSERT_EQ_FMT( 1, entriesIn( folder ), "%d" );
    ASSERT_FALSE( access( path, F_OK ) == 0 );
    kill( child, number );
    ASSERT_EQ_FMT( 128 + number, testFinish( child ), "%d" );
    ASSERT_EQ_FMT( 0, entriesIn( folder ), "%d" );
    PASS();
}

TEST ctrlCLeavesNoFile( void )
{
    return interruptLeavesNothing( SIGINT );
}

TEST terminationLeavesNoFile( void )
{
    return interruptLeavesNothing( SIGTERM );
}

SUITE( files )
{
    RUN_TEST( tableAndJsonCannotShareStandardOutput );
    RUN_TEST( onlyDataGoesToStandardOutput );
    RUN_TEST( unwritablePathsAreRefusedBeforeTheRun );
    RUN_TEST( protectedFilesAndFoldersAreRefused );
    RUN_TEST( fullDiskIsStatusTwo );
    RUN_TEST( fileSizeLimitLeavesNothingBehind );
    RUN_TEST( failureKeepsTheOldFile );
    RUN_TEST( refusedRunsLeaveNoFile );
    RUN_TEST( fileAndStreamHoldTheSame );
    RUN_TEST( pipesAreWrittenToDirectly );
    RUN_TEST( readerThatLeavesIsNoError );
    RUN_TEST( ctrlCLeavesNoFile );
    RUN_TEST( terminationLeavesNoFile );
}

// ---------------------------------------------------------------------------------------------------------- scenes

#define SCENE_HEAD "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"" SPHERE "\""

TEST sceneRunsLikeTheSameWords( void )
{
    const char* path = writeScene( SCENE_HEAD ", \"h\": 0.001, \"until\": 0.5, \"params\": "
                                              "{\"mu\": 0.15, \"omega0\": 2.5, \"law\": \"relaxed\"}}" );
    ASSERT_STATUS( 0,
        testShell( "a=$(\"$S\" run '%s' --hash) && b=$(\"$S\" run " SPHERE " --h 1e-3 --until .5 "
                   "--set mu=.15 --set omega0=2.5 --set law=relaxed --hash) && [ $a = $b ]",
            path ) );
    PASS();
}

TEST setOverridesTheScene( void )
{
    const char* path = writeScene( SCENE_HEAD ", \"h\": 0.001, \"until\": 0.5, \"params\": {\"mu\": 0.15}}" );
    testRun run = testShell( "\"$S\" run '%s' --set mu=.6 --json", path );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 0.6, strtod( fromJson( run.out, "params.mu" ), NULL ) );
    PASS();
}

TEST editsOfASceneAreReplayed( void )
{
    const char* path =
        writeScene( SCENE_HEAD ", \"h\": 0.001, \"until\": 0.2, \"params\": {\"mu_r\": 0}, "
                               "\"edits\": [{\"step\": 100, \"key\": \"mu_r\", \"value\": 0.1}]}" );
    testRun run = testShell( "\"$S\" run '%s' --csv -", path );
    ASSERT_STATUS( 0, run );
    // Column 5 is omega. Without rolling resistance it stays what it was; after the edit it falls.
    ASSERT_EQ_FMT( cellOf( run.out, 1, 5 ), cellOf( run.out, 101, 5 ), "%.17g" );
    ASSERT( cellOf( run.out, 201, 5 ) < cellOf( run.out, 101, 5 ) - 1e-3 );
    PASS();
}

TEST brokenScenesAreRefusedAndSayWhere( void )
{
    static const struct
    {
        const char* text;
        const char* says;
    } cases[] = {
        { "", "JSON" },
        { "{", "JSON" },
        { SCENE_HEAD, "JSON" },
        { SCENE_HEAD "} x", "after" },
        { "[]", "object" },
        { "{}", "format" },
        { "{\"format\": \"other\"}", "format" },
        { "{\"format\": \"slipstick-scene\", \"version\": 1}", "scenario" },
        { "{\"format\": \"slipstick-scene\", \"version\": 2, \"scenario\": \"" SPHERE "\"}", "version" },
        { "{\"format\": \"slipstick-scene\", \"version\": 1, \"scenario\": \"rolling-spere\"}",
            "rolling-spere" },
        { SCENE_HEAD ", \"colour\": 1}", "colour" },
        { SCENE_HEAD ", \"params\": {\"mo\": 1}}", "mo" },
        { SCENE_HEAD ", \"params\": {\"mu\": \"high\"}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"mu\": -1}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"mu\": 1e999}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"mu\": NaN}}", "JSON" },
        { SCENE_HEAD ", \"params\": {\"mu\": null}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"mu\": [1]}}", "mu" },
        { SCENE_HEAD ", \"params\": {\"law\": 1}}", "law" },
        { SCENE_HEAD ", \"params\": {\"law\": \"newton\"}}", "newton" },
        { SCENE_HEAD ", \"params\": {\"mu\": 1, \"mu\": 2}}", "mu" },
        { SCENE_HEAD ", \"params\": 5}", "params" },
        { SCENE_HEAD ", \"h\": 0}", "h" },
        { SCENE_HEAD ", \"h\": \"fast\"}", "h" },
        { SCENE_HEAD ", \"until\": -1}", "until" },
        { SCENE_HEAD ", \"h\": 0.3, \"until\": 1}", "until" },
        { SCENE_HEAD ", \"seed\": -1}", "seed" },
        { SCENE_HEAD ", \"edits\": [{\"step\": -1, \"key\": \"mu\", \"value\": 1}]}", "step" },
        { SCENE_HEAD ", \"edits\": [{\"step\": 1, \"key\": \"mo\", \"value\": 1}]}", "mo" },
        { SCENE_HEAD ", \"edits\": [{\"step\": 1, \"key\": \"mu\", \"value\": -1}]}", "mu" },
        { SCENE_HEAD ", \"edits\": [{\"step\": 2, \"key\": \"mu\", \"value\": 1}, "
                     "{\"step\": 1, \"key\": \"mu\", \"value\": 1}]}",
            "step" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        const char* path = writeScene( cases[i].text );
        testRun run = testShell( "\"$S\" run '%s'", path );
        if ( run.status != 2 || testLines( run.err ) != 1 ||
            testContains( run.err, cases[i].says ) == false ||
            testContains( run.err, "scene.json" ) == false )
        {
            printf( "status %d: %s", run.status, run.err );
            FAILm( cases[i].text );
        }
    }
    PASS();
}

TEST everyTruncationOfASceneIsRefused( void )
{
    static const char scene[] =
        SCENE_HEAD ", \"h\": 0.001, \"until\": 0.01, \"seed\": 3, \"params\": {\"mu\": 0.15, "
                   "\"law\": \"relaxed\"}}";
    int stride = testScale() > 1.0 ? 1 : 7;
    for ( size_t length = 0; length + 1 < sizeof( scene ) - 1; length += (size_t)stride )
    {
        char cut[sizeof( scene )];
        memcpy( cut, scene, length );
        cut[length] = 0;
        ASSERT_STATUS( 2, testShell( "\"$S\" run '%s'", writeScene( cut ) ) );
    }
    PASS();
}

TEST deepNestingIsRefused( void )
{
    size_t depth = 200000;
    char* text = malloc( depth + 1 );
    memset( text, '[', depth );
    text[depth] = 0;
    const char* path = writeScene( text );
    free( text );
    ASSERT_STATUS( 2, testShell( "\"$S\" run '%s'", path ) );
    PASS();
}

TEST binaryRubbishIsRefused( void )
{
    ASSERT_REFUSED( testShell( "head -c 100000 /dev/zero >\"$D/z.json\"; \"$S\" run \"$D/z.json\"" ) );
    ASSERT_REFUSED( testShell( "cp \"$S\" \"$D/z.json\"; \"$S\" run \"$D/z.json\"" ) );
    ASSERT_REFUSED( testShell( "\"$S\" run /dev/zero" ) );
    PASS();
}

SUITE( scenes )
{
    RUN_TEST( sceneRunsLikeTheSameWords );
    RUN_TEST( setOverridesTheScene );
    RUN_TEST( editsOfASceneAreReplayed );
    RUN_TEST( brokenScenesAreRefusedAndSayWhere );
    RUN_TEST( everyTruncationOfASceneIsRefused );
    RUN_TEST( deepNestingIsRefused );
    RUN_TEST( binaryRubbishIsRefused );
}

// ------------------------------------------------------------------------------------------------------------ eval

#define REFERENCE_MAX 400

typedef struct Reference
{
    bool generic; // neither on a boundary nor degenerate: its face is unique
    char face[8];
    double mu[3];
    double in[6], out[6]; // N, T1, T2, R1, R2, S
} Reference;

// The tags may hold commas, the numbers never do: read from the right.
static int readReferences( const char* name, int dimension, Reference* references )
{
    char* text = testReadFile( testData( name ), NULL );
    int blocks = dimension == 5 ? 2 : 3, numbers = blocks + 2 * dimension, count = 0;
    char* line = text != NULL ? strchr( text, '\n' ) : NULL;
    while ( line != NULL && line[1] != 0 && count < REFERENCE_MAX )
    {
        char* begin = line + 1;
        line = strchr( begin, '\n' );
        char* at = line != NULL ? line : begin + strlen( begin );
        double values[16];
        for ( int i = numbers - 1; i >= 0; --i )
        {
            while ( at[-1] != ',' )
            {
                --at;
            }
            values[i] = strtod( at, NULL );
            --at;
        }
        char* face = at;
        while ( face[-1] != ',' )
        {
            --face;
        }
        Reference* r = &references[count++];
        memset( r, 0, sizeof( *r ) );
        r->generic = strncmp( begin, "generic,", 8 ) == 0;
        snprintf( r->face, sizeof( r->face ), "%.*s", (int)( at - face ), face );
        memcpy( r->mu, values, sizeof( double ) * (size_t)blocks );
        for ( int side = 0; side < 2; ++side )
        {
            const double* from = values + blocks + side * dimension;
            double* to = side == 0 ? r->in : r->out;
            // The 6D file's order is n, u, w, tau_n, tau_u, tau_w: the spinning moment comes fourth.
            static const int order5[] = { 0, 1, 2, 3, 4 }, order6[] = { 0, 1, 2, 4, 5, 3 };
            for ( int i = 0; i < dimension; ++i )
            {
                to[i] = from[dimension == 5 ? order5[i] : order6[i]];
            }
        }
    }
    free( text );
    return count;
}

static const char* writeReferences( const Reference* references, int count, int dimension, bool results )
{
    static char path[700];
    snprintf( path, sizeof( path ), "%s/in.csv", testScratch() );
    FILE* file = fopen( path, "w" );
    fputs( dimension == 5 ? "n,t1,t2,r1,r2,mu,mu_r\n" : "n,t1,t2,r1,r2,s,mu,mu_r,mu_s\n", file );
    for ( int k = 0; k < count; ++k )
    {
        for ( int i = 0; i < dimension; ++i )
        {
            fprintf(
                file, "%s%.17g", i > 0 ? "," : "", results ? references[k].out[i] : references[k].in[i] );
        }
        for ( int i = 0; i < dimension - 3; ++i )
        {
            fprintf( file, ",%.17g", references[k].mu[i] );
        }
        fputc( '\n', file );
    }
    fclose( file );
    return path;
}

static enum greatest_test_res agreesWithReference( const char* name, int dimension, int expectedRows )
{
    static Reference references[REFERENCE_MAX];
    int count = readReferences( name, dimension, references );
    ASSERT_EQ_FMT( expectedRows, count, "%d" );
    const char* path = writeReferences( references, count, dimension, false );
    testRun run = testShell( "\"$S\" eval project --in '%s'", path );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ_FMT( count + 1, testLines( run.out ), "%d" );
    int first = 2 * dimension - 3; // columns copied: the vector and its coefficients
    int generic = 0;
    for ( int k = 0; k < count; ++k )
    {
        for ( int i = 0; i < dimension; ++i )
        {
            double got = cellOf( run.out, 1 + k, first + i );
            if ( testNear( got, references[k].out[i], 1e-12 ) == false )
            {
                printf(
                    "row %d component %d: %.17g, reference %.17g\n", k + 1, i, got, references[k].out[i] );
                FAIL();
            }
            references[k].out[i] = got;
        }
        const char* line = run.out;
        for ( int i = 0; i <= k; ++i )
        {
            line = strchr( line, '\n' ) + 1;
        }
        char ending[16];
        snprintf( ending, sizeof( ending ), ",%s\n", references[k].face );
        ASSERTm( references[k].face,
            references[k].generic == false ||
                strncmp( strchr( line, '\n' ) + 1 - strlen( ending ), ending, strlen( ending ) ) == 0 );
        generic += references[k].generic;
    }
    ASSERT( generic > 10 );

    // What was projected stays where it is.
    path = writeReferences( references, count, dimension, true );
    run = testShell( "\"$S\" eval project <'%s'", path );
    ASSERT_STATUS( 0, run );
    for ( int k = 0; k < count; ++k )
    {
        for ( int i = 0; i < dimension; ++i )
        {
            ASSERT( testNear( cellOf( run.out, 1 + k, first + i ), references[k].out[i], 1e-14 ) );
        }
    }
    PASS();
}

TEST projectAgreesWithTheRollingReference( void )
{
    return agreesWithReference( "cone_rolling5_projection.csv", 5, 67 );
}

TEST projectAgreesWithTheSpinningReference( void )
{
    return agreesWithReference( "cone_spinning6_projection.csv", 6, 67 );
}

TEST projectAddsItsColumnsByDimension( void )
{
    testRun run = testShell( "printf 'n,t1,t2\\n1,0,2\\n' | \"$S\" eval project --set mu=1" );
    ASSERT_STR_EQ( "n,t1,t2,p_n,p_t1,p_t2,face\n1,0,2,1.5,0,1.5,A\n", run.out );
    run = testShell( "printf 'n,t1,t2,r1,r2\\n1,0,0,0,2\\n' | \"$S\" eval project --set mu=0 --set mu_r=1" );
    ASSERT( testContains( run.out, "p_n,p_t1,p_t2,p_r1,p_r2,face\n1,0,0,0,2,1.5,0,0,0,1.5," ) );
    run = testShell( "printf 's,n,t1,t2,r1,r2\\n2,1,0,0,0,0\\n' | "
                     "\"$S\" eval project --set mu=0 --set mu_r=0 --set mu_s=1" );
    ASSERT( testContains( run.out, "p_n,p_t1,p_t2,p_r1,p_r2,p_s,face\n2,1,0,0,0,0,1.5,0,0,0,0,1.5," ) );
    PASS();
}

TEST inputColumnsAreCopiedUnchanged( void )
{
    testRun run = testShell( "printf 'id,n,t1,t2,note\\r\\n007,1.50,0e0,-0,\"a, \"\"b\"\"\"\\r\\n' | "
                             "\"$S\" eval project --set mu=1" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ(
        "id,n,t1,t2,note,p_n,p_t1,p_t2,face\n007,1.50,0e0,-0,\"a, \"\"b\"\"\",1.5,0,-0,-\n", run.out );
    PASS();
}

TEST coefficientColumnOverridesTheKey( void )
{
    testRun run = testShell( "printf 'n,t1,t2,mu\\n1,0,2,0\\n1,0,2,1\\n' | \"$S\" eval project --set mu=5" );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 1.0, cellOf( run.out, 1, 4 ) );
    ASSERT_EQ( 1.5, cellOf( run.out, 2, 4 ) );
    PASS();
}

TEST badTablesAreRefusedWithLineAndColumn( void )
{
    static const struct
    {
        const char* table;
        const char* words;
        const char* says;
        const char* alsoSays;
    } cases[] = {
        { "", "--set mu=1", "empty", "standard input" },
        { "n,t1\\n1,2\\n", "--set mu=1", "t2", "n t1" },
        { "a,b,c\\n1,2,3\\n", "--set mu=1", "column n ", "a b c" },
        { "n,t1,t2\\n1,2,3\\n", "", "needs mu", "--set mu" },
        { "n,t1,t2,r1,r2\\n1,2,3,4,5\\n", "--set mu=1", "needs mu_r", "--set mu_r" },
        { "n,t1,t2,r1,r2,s\\n1,2,3,4,5,6\\n", "--set mu=1 --set mu_r=1", "needs mu_s", "--set mu_s" },
        { "n,t1,t2,r1\\n1,2,3,4\\n", "--set mu=1 --set mu_r=1", "r2", "together" },
        { "n,t1,t2,r2\\n1,2,3,4\\n", "--set mu=1 --set mu_r=1", "r1", "together" },
        { "n,t1,t2,s\\n1,2,3,4\\n", "--set mu=1 --set mu_s=1", "r1", "r2" },
        { "n,t1,t2\\n1,2,3\\n1,x,3\\n", "--set mu=1", "line 3", "column t1" },
        { "n,t1,t2\\n1,2,nan\\n", "--set mu=1", "line 2", "column t2" },
        { "n,t1,t2\\n1,2,inf\\n", "--set mu=1", "line 2", "'inf'" },
        { "n,t1,t2\\n1,2,1e999\\n", "--set mu=1", "line 2", "1e999" },
        { "n,t1,t2\\n1,,3\\n", "--set mu=1", "line 2", "column t1" },
        { "n,t1,t2\\n1,2,3\\n1,2\\n", "--set mu=1", "line 3", "2 cells" },
        { "n,t1,t2,mu\\n1,2,3,1\\n1,2,3,-1\\n", "", "line 3", "mu" },
        { "n,t1,t2,mu\\n1,2,3,low\\n", "", "line 2", "column mu" },
        { "n,t1,t2\\n", "--set mu=-1", "mu", ">= 0" },
        { "n,t1,t2\\n", "--set mu=nan", "mu", "nan" },
        { "n,t1,t2\\n", "--in \"$D/none.csv\"", "cannot read", "none.csv" },
        { "n,t1,t2\\n", "--in \"$D\"", "cannot read", "folder" },
    };
    for ( int i = 0; i < (int)( sizeof( cases ) / sizeof( cases[0] ) ); ++i )
    {
        testRun run = testShell( "printf '%s' | \"$S\" eval project %s", cases[i].table, cases[i].words );
        if ( run.status != 2 || testLines( run.err ) != 1 ||
            testContains( run.err, cases[i].says ) == false ||
            testContains( run.err, cases[i].alsoSays ) == false )
        {
            printf( "status %d: %s", run.status, run.err );
            FAILm( cases[i].table );
        }
    }
    PASS();
}

TEST badRowLeavesNoHalfOfIt( void )
{
    testRun run = testShell( "printf 'n,t1,t2\\n1,0,0\\n1,x,3\\n' | \"$S\" eval project --set mu=1" );
    ASSERT_STATUS( 2, run );
    ASSERT_STR_EQ( "n,t1,t2,p_n,p_t1,p_t2,face\n1,0,0,1,0,0,-\n", run.out );
    run = testShell( "printf 'n,t1,t2\\n1,0,0\\n1,x,3\\n' | \"$S\" eval project --set mu=1 --out \"$D/a\"" );
    ASSERT_STATUS( 2, run );
    ASSERT_EQ_FMT( 0, entriesIn( shellFolder() ), "%d" );
    PASS();
}

TEST rowBeyondTheNumbersStaysEmptyWithAWarning( void )
{
    testRun run =
        testShell( "printf 'n,t1,t2\\n1,0,0\\n1.7e308,1.7e308,1.7e308\\n' | \"$S\" eval project --set mu=1" );
    ASSERT_STATUS( 0, run );
    ASSERT_SAYS( run, "line 3" );
    ASSERT( testContains( run.out, "1.7e308,1.7e308,1.7e308,,,,\n" ) );
    PASS();
}

TEST headerAloneGivesHeaderAlone( void )
{
    testRun run = testShell( "printf 'n,t1,t2' | \"$S\" eval project --set mu=1" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "n,t1,t2,p_n,p_t1,p_t2,face\n", run.out );
    PASS();
}

TEST tableCanReplaceItself( void )
{
    testRun run = testShell( "printf 'n,t1,t2\\n1,0,2\\n' >\"$D/a\"; "
                             "\"$S\" eval project --set mu=1 --in \"$D/a\" --out \"$D/a\" && cat \"$D/a\"" );
    ASSERT_STATUS( 0, run );
    ASSERT_STR_EQ( "n,t1,t2,p_n,p_t1,p_t2,face\n1,0,2,1.5,0,1.5,A\n", run.out );
    PASS();
}

TEST hugeTablesStreamThrough( void )
{
    int rows = testCount( 200000 );
    testRun run = testShell( "yes '3.25,0.123456789012345678,-2e-3' | head -n %d | sed '1i n,t1,t2' | "
                             "\"$S\" eval project --set mu=.5 | tail -n +2 | sort -u | wc -l",
        rows );
    ASSERT_STATUS( 0, run );
    ASSERT_EQ( 1, atoi( run.out ) );
    PASS();
}

SUITE( evaluating )
{
    RUN_TEST( projectAgreesWithTheRollingReference );
    RUN_TEST( projectAgreesWithTheSpinningReference );
    RUN_TEST( projectAddsItsColumnsByDimension );
    RUN_TEST( inputColumnsAreCopiedUnchanged );
    RUN_TEST( coefficientColumnOverridesTheKey );
    RUN_TEST( badTablesAreRefusedWithLineAndColumn );
    RUN_TEST( badRowLeavesNoHalfOfIt );
    RUN_TEST( rowBeyondTheNumbersStaysEmptyWithAWarning );
    RUN_TEST( headerAloneGivesHeaderAlone );
    RUN_TEST( tableCanReplaceItself );
    RUN_TEST( hugeTablesStreamThrough );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( words );
    RUN_SUITE( describing );
    RUN_SUITE( values );
    RUN_SUITE( running );
    RUN_SUITE( files );
    RUN_SUITE( scenes );
    RUN_SUITE( evaluating );
    return TEST_END();
}
