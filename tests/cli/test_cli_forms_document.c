// SPDX-License-Identifier: MIT
#include "forms_common.h"

// engine/FORMS.md keeps its word: the files it prints obey their schemas, its commands run, and what it says
// they answer is what they answer. The first line of a block says what it is: LANGUAGE FORM FILE [answer].

typedef struct Block
{
    char language[16], form[48], file[64];
    bool answer; // a command wrote the file
    char* text;
} Block;

#define BLOCKS_MAX 64

static Block s_blocks[BLOCKS_MAX];
static int s_blockCount;
static char s_folder[700];

/// Every fenced block of the document, in its order.
static bool readDocument( void )
{
    char* document = testReadFile( SLIPSTICK_ROOT "/engine/FORMS.md", NULL );
    if ( document == NULL ) { return false; }
    for ( char *at = strstr( document, "\n```" ), *end; at != NULL && s_blockCount < BLOCKS_MAX;
          at = strstr( end, "\n```" ) )
    {
        Block* block = &s_blocks[s_blockCount++];
        char head[200] = "", last[16] = "";
        char* first = strchr( at + 1, '\n' );
        snprintf( head, sizeof( head ), "%.*s", (int)( first - at - 4 ), at + 4 );
        sscanf( head, "%15s %47s %63s %15s", block->language, block->form, block->file, last );
        block->answer = strcmp( last, "answer" ) == 0;
        end = strstr( first, "\n```" );
        if ( end == NULL )
        {
            printf( "the block '%s' has no end\n", head );
            return false;
        }
        size_t length = (size_t)( end - first );
        block->text = malloc( length + 1 );
        memcpy( block->text, first + 1, length );
        block->text[length] = 0;
        end += 4;
    }
    free( document );
    char link[800];
    snprintf( s_folder, sizeof( s_folder ), "%s/forms", testScratch() );
    snprintf( link, sizeof( link ), "%s/assets", s_folder );
    return mkdir( s_folder, 0755 ) == 0 && symlink( SLIPSTICK_ROOT "/assets", link ) == 0;
}

static const char* pathOf( const Block* block )
{
    static char path[800];
    snprintf( path, sizeof( path ), "%s/%s", s_folder, block->file );
    return path;
}

static bool textObeys( const Block* block, const char* text )
{
    return strcmp( block->form, "-" ) == 0      ? !block->answer
        : strcmp( block->language, "csv" ) == 0 ? formsTableObeys( block->form, text )
                                                : formsJsonObeys( block->form, text );
}

TEST everyFileInTheDocumentObeysItsSchema( void )
{
    int problems = 0, scenes = 0, tables = 0;
    for ( int i = 0; i < s_blockCount; ++i )
    {
        const Block* block = &s_blocks[i];
        if ( strcmp( block->language, "sh" ) != 0 )
        {
            ASSERTm( block->text, block->file[0] != 0 );
            ASSERTm( block->file, textObeys( block, block->text ) );
            problems += strcmp( block->form, "problem" ) == 0;
            scenes += strcmp( block->form, "scene" ) == 0;
            tables += strcmp( block->language, "csv" ) == 0;
        }
    }
    ASSERT( problems >= 3 && scenes >= 1 && tables >= 8 );
    PASS();
}

/// Of the present document: every command that it shows is run, so that one that no longer works is noticed.
TEST everyCommandInTheDocumentRuns( void )
{
    int commands = 0;
    for ( int i = 0; i < s_blockCount; ++i )
    {
        if ( strcmp( s_blocks[i].language, "sh" ) != 0 && !s_blocks[i].answer )
        {
            testWriteFile( pathOf( &s_blocks[i] ), s_blocks[i].text );
        }
    }
    for ( int i = 0; i < s_blockCount; ++i )
    {
        if ( strcmp( s_blocks[i].language, "sh" ) == 0 )
        {
            testRun run = testShell(
                "cd '%s' || exit 1\nset -e\nslipstick() { \"$S\" \"$@\"; }\n%s", s_folder, s_blocks[i].text );
            ASSERT_STATUS( 0, run );
            ++commands;
        }
    }
    ASSERT( commands >= 8 );
    PASS();
}

/// The same values, numbers up to rounding. What depends on machine and moment is left out of it.
static bool sameAnswer( const cJSON* a, const cJSON* b )
{
    if ( cJSON_IsNumber( a ) && cJSON_IsNumber( b ) )
    {
        return fabs( a->valuedouble - b->valuedouble ) <= 1e-6 * ( 1.0 + fabs( a->valuedouble ) );
    }
    if ( !cJSON_IsObject( a ) && !cJSON_IsArray( a ) ) { return cJSON_Compare( a, b, true ); }
    const cJSON *x = a->child, *y = b->child;
    bool same = ( a->type & 0xff ) == ( b->type & 0xff );
    for ( ; x != NULL && y != NULL && same; x = x->next, y = y->next )
    {
        const char* key = x->string != NULL ? x->string : "";
        bool momentary = strcmp( key, "seconds" ) == 0 || strcmp( key, "hash" ) == 0;
        same = strcmp( key, y->string != NULL ? y->string : "" ) == 0 && ( momentary || sameAnswer( x, y ) );
    }
    return same && x == NULL && y == NULL;
}

TEST everyAnswerInTheDocumentIsTheProgramsOwn( void )
{
    int answers = 0;
    for ( int i = 0; i < s_blockCount; ++i )
    {
        const Block* block = &s_blocks[i];
        if ( block->answer )
        {
            char* text = testReadFile( pathOf( block ), NULL );
            ASSERTm( block->file, text != NULL );
            ASSERTm( block->file, textObeys( block, text ) );
            bool csv = strcmp( block->language, "csv" ) == 0;
            cJSON *printed = csv ? formsTable( block->text ) : cJSON_Parse( block->text ),
                  *written = csv ? formsTable( text ) : cJSON_Parse( text );
            if ( !sameAnswer( printed, written ) )
            {
                printf( "%s:\n%s", block->file, text );
                FAILm( "the document says something else" );
            }
            cJSON_Delete( printed );
            cJSON_Delete( written );
            free( text );
            ++answers;
        }
    }
    ASSERT( answers >= 5 );
    PASS();
}

/// Every schema and every table has its place in the document.
TEST theDocumentNamesEverySchemaAndEveryTable( void )
{
    char* document = testReadFile( SLIPSTICK_ROOT "/engine/FORMS.md", NULL );
    DIR* folder = opendir( FORMS_SCHEMAS );
    ASSERT( document != NULL && folder != NULL );
    for ( struct dirent* entry; ( entry = readdir( folder ) ) != NULL; )
    {
        ASSERTm( entry->d_name, entry->d_name[0] == '.' || testContains( document, entry->d_name ) );
    }
    closedir( folder );
    const cJSON* tables = jsonSchema_Resolve( formsSchema( "tables" ), "#/$defs" );
    for ( const cJSON* table = tables->child; table != NULL; table = table->next )
    {
        const cJSON* columns = cJSON_GetObjectItemCaseSensitive(
            cJSON_GetObjectItemCaseSensitive( table, "items" ), "properties" );
        for ( const cJSON* column = columns->child; column != NULL; column = column->next )
        {
            char quoted[128];
            snprintf( quoted, sizeof( quoted ), "`%s`", column->string );
            bool printed = testContains( document, quoted ) || strcmp( column->string, "theta_deg" ) == 0 ||
                strcmp( column->string, "r" ) == 0;
            ASSERTm( column->string, printed );
        }
    }
    free( document );
    PASS();
}

SUITE( document )
{
    RUN_TEST( everyFileInTheDocumentObeysItsSchema );
    RUN_TEST( everyCommandInTheDocumentRuns );
    RUN_TEST( everyAnswerInTheDocumentIsTheProgramsOwn );
    RUN_TEST( theDocumentNamesEverySchemaAndEveryTable );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    if ( !readDocument() )
    {
        printf( "engine/FORMS.md cannot be read\n" );
        return 1;
    }
    RUN_SUITE( document );
    for ( int i = 0; i < s_blockCount; ++i ) { free( s_blocks[i].text ); }
    return TEST_END();
}
