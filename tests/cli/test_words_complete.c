// SPDX-License-Identifier: MIT
#include "test_main.h"

#include "base/words.h"
#include "words_tables.h"

// Every text of the window that may not stay English is translated in every
// file of assets/words. English needs no file.
//
//     SLIPSTICK_UPDATE_WORDS=1 test_words_complete     brings the files up to date: new texts have an
//                                                      empty msgstr, old ones become comments at the end
//     SLIPSTICK_UPDATE_WORDS=all test_words_complete   adds those that may stay English as well

static wordsList s_list;

/// English is the last language and has no file.
static int fileCount( void ) { return wordsLanguageCount() - 1; }

static bool loadWords( const char* code, wordsTable** table )
{
    char path[1024];
    char* text = NULL;
    size_t length = 0;
    snprintf( path, sizeof path, "%s/assets/words/%s.po", SLIPSTICK_ROOT, code );
    ssResult result = osReadFile( path, &text, &length );
    result = result.code == ss_ok ? wordsParse( path, text, length, table ) : result;
    free( text );
    if ( result.code != ss_ok ) { fprintf( stderr, "%s\n", result.message ); }
    return result.code == ss_ok;
}

static const wordsEntry* findEntry( const wordsTable* table, const char* english, wordsEntry* entry )
{
    for ( int i = 0; i < wordsCount( table ); ++i )
    {
        *entry = wordsAt( table, i );
        if ( strcmp( entry->english, english ) == 0 ) { return entry; }
    }
    return NULL;
}

// ---------------------------------------------------------------------------------------------------- update

static void writeString( FILE* out, const char* keyword, const char* text, const char* before )
{
    fprintf( out, "%s%s \"", before, keyword );
    for ( ; *text != '\0'; ++text )
    {
        if ( *text == '\n' ) { fprintf( out, text[1] != '\0' ? "\\n\"\n%s\"" : "\\n", before ); }
        else { fprintf( out, *text == '"' || *text == '\\' ? "\\%c" : *text == '\t' ? "\\t" : "%c", *text ); }
    }
    fprintf( out, "\"\n" );
}

static int compareTexts( const void* a, const void* b )
{
    return strcmp( ( (const wordsText*)a )->english, ( (const wordsText*)b )->english );
}

/// Rewrites a file: its beginning with the header, then all texts. Their order depends on nothing but the
/// texts, so that two branches seldom touch the same lines.
static bool update( const char* code, bool all )
{
    char path[1024];
    char* text = NULL;
    size_t length = 0;
    wordsTable* table = NULL;
    snprintf( path, sizeof path, "%s/assets/words/%s.po", SLIPSTICK_ROOT, code );
    if ( osReadFile( path, &text, &length ).code != ss_ok || !loadWords( code, &table ) ) { return false; }
    const char* header = strstr( text, "msgid \"\"" );
    const char* end = header != NULL ? strstr( header, "\n\n" ) : NULL;
    wordsText* texts = calloc( (size_t)s_list.count + 1, sizeof *texts );
    memcpy( texts, s_list.texts, (size_t)s_list.count * sizeof *texts );
    qsort( texts, (size_t)s_list.count, sizeof *texts, compareTexts );
    FILE* out = fopen( path, "w" );
    fprintf( out, "%.*s\n", end != NULL ? (int)( end - text ) : (int)strlen( text ), text );
    wordsEntry entry;
    for ( int i = 0; i < s_list.count; ++i )
    {
        bool translated = findEntry( table, texts[i].english, &entry ) != NULL && entry.text[0] != '\0';
        if ( translated || all || texts[i].need == words_required )
        {
            fprintf( out, translated || texts[i].need == words_required ? "\n" : "\n#. may stay English\n" );
            writeString( out, "msgid", texts[i].english, "" );
            writeString( out, "msgstr", translated ? entry.text : "", "" );
        }
    }
    for ( int i = 0; i < wordsCount( table ); ++i )
    {
        entry = wordsAt( table, i );
        if ( wordsList_Find( &s_list, entry.english ) == NULL && entry.text[0] != '\0' )
        {
            fprintf( out, "\n" );
            writeString( out, "msgid", entry.english, "#~ " );
            writeString( out, "msgstr", entry.text, "#~ " );
        }
    }
    wordsFree( table );
    free( texts );
    free( text );
    return fclose( out ) == 0;
}

// ----------------------------------------------------------------------------------------------------- tests

TEST theListHasTheWordsOfAllRooms( void )
{
    // one of each kind of source; a list that is empty would pass every other test
    const char* known[] = { "File", "pause", "Open data…", "run or pause", "Rolling sphere", "stick",
        "friction", "there is nothing to save yet", "Coulomb" };
    for ( int i = 0; i < SS_COUNT( known ); ++i )
    {
        ASSERTm( known[i], wordsList_Find( &s_list, known[i] ) != NULL );
    }
    PASS();
}

TEST everyTextIsTranslated( void )
{
    int missing = 0;
    for ( int k = 0; k < fileCount(); ++k )
    {
        const char* code = wordsLanguageCode( k );
        wordsTable* table = NULL;
        ASSERT( loadWords( code, &table ) );
        for ( int i = 0; i < s_list.count; ++i )
        {
            const wordsText* t = s_list.texts + i;
            if ( t->need == words_required && wordsFind( table, t->english ) == NULL )
            {
                printf( "%s.po does not translate \"%s\" (%s)\n", code, t->english, t->place );
                ++missing;
            }
        }
        wordsFree( table );
    }
    ASSERT_EQ_FMTm( "SLIPSTICK_UPDATE_WORDS=1 test_words_complete adds them", 0, missing, "%d" );
    PASS();
}

TEST noFileHasATextThatNobodyShows( void )
{
    int obsolete = 0;
    for ( int k = 0; k < fileCount(); ++k )
    {
        wordsTable* table = NULL;
        ASSERT( loadWords( wordsLanguageCode( k ), &table ) );
        for ( int i = 0; i < wordsCount( table ); ++i )
        {
            if ( wordsList_Find( &s_list, wordsAt( table, i ).english ) == NULL )
            {
                printf( "%s.po:%d: nobody shows \"%s\"\n", wordsLanguageCode( k ), wordsAt( table, i ).line,
                    wordsAt( table, i ).english );
                ++obsolete;
            }
        }
        wordsFree( table );
    }
    ASSERT_EQ_FMT( 0, obsolete, "%d" );
    PASS();
}

/// Does `text` have the formulas in braces that `english` has?
static bool hasFormulasOf( const char* english, const char* text )
{
    int count = 0;
    for ( const char* at = strchr( english, '{' ); at != NULL; at = strchr( at + 1, '{' ) )
    {
        char formula[512];
        size_t length = strcspn( at, "}" ) + 1;
        snprintf( formula, sizeof formula, "%.*s", (int)length, at );
        ++count;
        if ( strstr( text, formula ) == NULL ) { return false; }
    }
    for ( const char* at = strchr( text, '{' ); at != NULL; at = strchr( at + 1, '{' ) ) { --count; }
    return count == 0;
}

// A lesson computes what stands in braces; a translation has the same formulas, perhaps in another order.
TEST formulasStayAsTheyAre( void )
{
    for ( int k = 0; k < fileCount(); ++k )
    {
        wordsTable* table = NULL;
        ASSERT( loadWords( wordsLanguageCode( k ), &table ) );
        for ( int i = 0; i < wordsCount( table ); ++i )
        {
            wordsEntry entry = wordsAt( table, i );
            ASSERTm( entry.text, entry.text[0] == '\0' || hasFormulasOf( entry.english, entry.text ) );
        }
        wordsFree( table );
    }
    PASS();
}

/// A letter that a plot writes beside a curve is no word, whatever
/// word begins with it elsewhere in the window.
TEST lettersOfSignalsStayAsTheyAre( void )
{
    for ( int k = 0; k < wordsLanguageCount(); ++k )
    {
        ASSERT_EQ( ss_ok, wordsChoose( wordsLanguageCode( k ) ).code );
        for ( int i = 0; i < ssScenarioCount(); ++i )
        {
            const ssScenario* scenario = ssGetScenario( i );
            for ( int j = 0; j < scenario->model.signalCount; ++j )
            {
                const char* symbol = scenario->model.signals[j].symbol;
                if ( symbol[0] != '\0' && symbol[1] == '\0' ) { ASSERT_STR_EQ( symbol, tr( symbol ) ); }
            }
        }
    }
    ASSERT_EQ( ss_ok, wordsChoose( "en" ).code );
    PASS();
}

/// What a command or a file names is no word, whatever word is spelt
/// like it: solvers, and what plugins register.
TEST namesOfChoicesStayAsTheyAre( void )
{
    static const char* const registered[] = { "circle", "step" };
    static const char* const own[] = { "circle" };
    static ssChoices more = { .names = registered, .count = 2 };
    const ssParam row = {
        .key = "kind", .kind = ss_paramChoice, .choices = own, .choiceCount = 1, .moreChoices = &more
    };
    ASSERT_EQ( ss_ok, wordsChoose( "de" ).code );
    ASSERT_STR_EQ( "Schritt", tr( "step" ) );
    ASSERT_STR_EQ( "Kreis", wordsChoice( &row, 0 ) );
    ASSERT_STR_EQ( "circle", wordsChoice( &row, 1 ) );
    ASSERT_STR_EQ( "step", wordsChoice( &row, 2 ) );
    int solverRows = 0;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        int at = ssFindParam( scenario->model.params, scenario->model.paramCount, "solver" );
        for ( int j = 0; at >= 0 && j < ssParam_ChoiceCount( scenario->model.params + at ); ++j )
        {
            ASSERT_STR_EQ( ssParam_Choice( scenario->model.params + at, j ),
                wordsChoice( scenario->model.params + at, j ) );
            ++solverRows;
        }
    }
    ASSERT( solverRows > 0 );
    ASSERT_EQ( ss_ok, wordsChoose( "en" ).code );
    PASS();
}

// What a scenario writes into the scene and into the legends of its charts.
typedef struct Shown
{
    char texts[256][160];
    int count;
} Shown;

static void show( void* context, const char* text )
{
    Shown* shown = context;
    if ( shown->count < SS_COUNT( shown->texts ) )
    {
        snprintf(
            shown->texts[shown->count++], sizeof shown->texts[0], "%s", text != NULL ? tr( text ) : "" );
    }
}

static void takeLabels( void* context, int count, const ssDrawLabel* labels )
{
    for ( int i = 0; i < count; ++i ) { show( context, labels[i].text ); }
}

static void takeArrows( void* context, int count, const ssDrawArrow* arrows )
{
    for ( int i = 0; i < count; ++i ) { show( context, arrows[i].symbol ); }
}

static void takeCurve(
    void* context, ssChartRole role, const char* label, int count, const double* x, const double* y )
{
    (void)role, (void)count, (void)x, (void)y;
    show( context, label );
}

static void takeArea( void* context, ssChartRole role, const char* label, int count, const double* x,
    const double* low, const double* high )
{
    (void)high;
    takeCurve( context, role, label, count, x, low );
}

static void takeArrow(
    void* context, ssChartRole role, const char* label, double x0, double y0, double x1, double y1 )
{
    (void)role, (void)x0, (void)y0, (void)x1, (void)y1;
    show( context, label );
}

static void takeBand( void* context, ssChartRole role, const char* label, double x0, double x1 )
{
    (void)role, (void)x0, (void)x1;
    show( context, label );
}

static void takeRange( void* context, double x0, double x1, double y0, double y1 )
{
    (void)context, (void)x0, (void)x1, (void)y0, (void)y1;
}

/// Collects the texts of a simulation in a language.
static void collect( const ssSimDef* def, const char* code, Shown* shown )
{
    ssSim* sim = NULL;
    shown->count = 0;
    ssIgnore( wordsChoose( code ) );
    ssInstallTranslator( tr );
    if ( ssCreateSim( def, &sim ).code == ss_ok )
    {
        ssDraw draw = { .context = shown,
            .flags = ss_drawLabels | ss_drawForces | ss_drawVelocities,
            .labels = takeLabels,
            .arrows = takeArrows };
        ssChartSink sink = { .context = shown,
            .range = takeRange,
            .curve = takeCurve,
            .area = takeArea,
            .bars = takeCurve,
            .points = takeCurve,
            .arrow = takeArrow,
            .band = takeBand };
        ssSim_Step( sim );
        ssSim_Draw( sim, &draw );
        for ( int i = 0; i < def->scenario->picture.chartCount; ++i ) { ssSim_DrawChart( sim, i, &sink ); }
        for ( int i = 0; i < def->scenario->model.paramCount; ++i )
        {
            char text[320] = "";
            ssSim_Explain( sim, i, text, sizeof text );
            show( shown, text );
        }
        ssDestroySim( sim );
    }
    ssInstallTranslator( NULL );
    ssIgnore( wordsChoose( "en" ) );
}

/// Whether a text has more than a formula.
static bool saysSomething( const char* text )
{
    static const char* const formulas[] = { "atan", "tan", "cos", "sin", "min", "max", "eff" };
    char rest[160];
    snprintf( rest, sizeof rest, "%s", text );
    for ( int i = 0; i < SS_COUNT( formulas ); ++i )
    {
        for ( char* at; ( at = strstr( rest, formulas[i] ) ) != NULL; )
        {
            memset( at, ' ', strlen( formulas[i] ) );
        }
    }
    return wordsHasWord( rest );
}

/// A text with a word differs between the languages, unless the file says that the word is the same.
TEST whatScenariosDrawIsTranslated( void )
{
    static Shown english, german;
    wordsTable* table = NULL;
    ASSERT( loadWords( "de", &table ) );
    int missing = 0, seen = 0;
    for ( int i = 0; i < ssScenarioCount(); ++i )
    {
        const ssScenario* scenario = ssGetScenario( i );
        // The charts of the cylinder take long, and are called the same in all its presets.
        int presets = strcmp( scenario->id, "rolling-cylinder" ) == 0 ? 1 : scenario->presetCount;
        for ( int k = 0; k < presets; ++k )
        {
            ssSimDef def = ssDefaultSimDef( scenario );
            ASSERT_EQ( ss_ok, ssSimDef_ApplyPreset( &def, scenario->presets[k].name ).code );
            collect( &def, "en", &english );
            collect( &def, "de", &german );
            ASSERT_EQ( english.count, german.count );
            for ( int j = 0; j < english.count; ++j )
            {
                const char* text = english.texts[j];
                bool same = saysSomething( text ) && strcmp( text, german.texts[j] ) == 0 &&
                    wordsFind( table, text ) == NULL;
                if ( same )
                {
                    printf( "%s --preset %s draws \"%s\"\n", scenario->id, scenario->presets[k].name, text );
                }
                missing += same ? 1 : 0;
                seen += saysSomething( text ) ? 1 : 0;
            }
        }
    }
    wordsFree( table );
    ASSERT( seen > 50 );
    ASSERT_EQ_FMT( 0, missing, "%d" );
    PASS();
}

SUITE( words )
{
    RUN_TEST( theListHasTheWordsOfAllRooms );
    RUN_TEST( everyTextIsTranslated );
    RUN_TEST( noFileHasATextThatNobodyShows );
    RUN_TEST( formulasStayAsTheyAre );
    RUN_TEST( lettersOfSignalsStayAsTheyAre );
    RUN_TEST( namesOfChoicesStayAsTheyAre );
    RUN_TEST( whatScenariosDrawIsTranslated );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    wordsCollect( &s_list, SLIPSTICK_ROOT );
    const char* wanted = getenv( "SLIPSTICK_UPDATE_WORDS" );
    for ( int k = 0; k < fileCount() && wanted != NULL; ++k )
    {
        update( wordsLanguageCode( k ), strcmp( wanted, "all" ) == 0 );
    }
    RUN_SUITE( words );
    wordsList_Free( &s_list );
    return TEST_END();
}
