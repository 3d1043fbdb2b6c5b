// SPDX-License-Identifier: MIT
#include "test_cli_common.h"

// What is installed beside the program keeps up with it: the man page and the completion of three shells name
// every command and option that `slipstick help` shows.

#define NAME_MAX 64
#define NAMES_MAX 256

typedef struct Names
{
    char name[NAMES_MAX][NAME_MAX];
    int count;
} Names;

/// The words behind this beginning of a line.
static void readNames( const char* text, const char* begin, Names* names )
{
    names->count = 0;
    for ( const char* line = text; line != NULL && names->count < NAMES_MAX; line = strchr( line, '\n' ) )
    {
        line += *line == '\n';
        if ( strncmp( line, begin, strlen( begin ) ) == 0 )
        {
            const char* word = line + strlen( begin );
            size_t length = strspn( word, "abcdefghijklmnopqrstuvwxyz0123456789-_" );
            if ( length > 0 && length < NAME_MAX )
            {
                snprintf( names->name[names->count++], NAME_MAX, "%.*s", (int)length, word );
            }
        }
    }
}

static void readCommands( Names* commands )
{
    readNames( testShell( "\"$S\" help" ).out, "  slipstick ", commands );
}

static bool has( const char* text, const char* word )
{
    size_t length = strlen( word );
    for ( const char* at = strstr( text, word ); at != NULL; at = strstr( at + 1, word ) )
    {
        if ( ( at == text || at[-1] == '\n' ) && ( at[length] == '\n' || at[length] == 0 ) ) { return true; }
    }
    return false;
}

static const char* manPage( void )
{
    return testShell( "sed 's/\\\\-/-/g; s/^\\.SS /command /; s/^\\.B[I]* \\(--*[a-z-]*\\).*/option \\1/' "
                      "'%s/assets/install/slipstick.1'",
        SLIPSTICK_ROOT )
        .out;
}

TEST theManPageHasEveryCommandAndOption( void )
{
    static Names commands, options;
    char* page = strdup( manPage() );
    readCommands( &commands );
    ASSERT( commands.count >= 19 );
    ASSERT( has( page, "option --plugin" ) && has( page, "option --version" ) );
    for ( int i = 0; i < commands.count; ++i )
    {
        char line[NAME_MAX + 16];
        snprintf( line, sizeof line, "command %s", commands.name[i] );
        ASSERTm( line, has( page, line ) );
        readNames( testShell( "\"$S\" help %s", commands.name[i] ).out, "  --", &options );
        for ( int k = 0; k < options.count; ++k )
        {
            snprintf( line, sizeof line, "option --%s", options.name[k] );
            ASSERTm( line, strcmp( options.name[k], "help" ) == 0 || has( page, line ) );
        }
    }
    free( page );
    PASS();
}

// ------------------------------------------------------------------------------------------------ completion

/// What a shell offers for the last of these words. The program is called slipstick there.
static const char* offers( const char* shell, const char* words )
{
    return testShell( "mkdir -p '%s/bin' && ln -sf \"$S\" '%s/bin/slipstick' && cd '%s/bin' && "
                      "PATH='%s/bin':$PATH bash '%s/tests/support/complete.sh' %s slipstick %s",
        testScratch(), testScratch(), testScratch(), testScratch(), SLIPSTICK_ROOT, shell, words )
        .out;
}

TEST aShellCompletes( const char* shell )
{
    static Names commands, options;
    if ( testShell( "command -v %s", shell ).status != 0 ) { SKIPm( "this shell is not installed" ); }
    readCommands( &commands );
    char* offered = strdup( offers( shell, "''" ) );
    for ( int i = 0; i < commands.count; ++i )
    {
        ASSERTm( commands.name[i], has( offered, commands.name[i] ) );
    }
    free( offered );
    readNames( testShell( "\"$S\" help run" ).out, "  ", &options );
    ASSERT( options.count >= 15 );
    offered = strdup( offers( shell, "run --" ) );
    for ( int i = 0; i < options.count; ++i ) { ASSERTm( options.name[i], has( offered, options.name[i] ) ); }
    free( offered );
    ASSERT( has( offers( shell, "run rolling-s" ), "rolling-sphere" ) );
    ASSERT( !has( offers( shell, "run rolling-s" ), "belt" ) );
    ASSERT( has( offers( shell, "run rolling-sphere --preset fig" ), "fig3b" ) );
    ASSERT( has( offers( shell, "--v" ), "--version" ) );
    PASS();
}

// ------------------------------------------------------------------------------------------------ the manual

/// What people wrote, then the options of every command, the tables of every scenario, and the keys.
TEST theManualEndsWithTheTablesOfTheProgram( void )
{
    static Names commands, scenarios;
    readCommands( &commands );
    readNames( testShell( "\"$S\" list" ).out, "", &scenarios );
    testRun run = testShell( "cd \"$D\" && cmake -DPROGRAM=\"$S\" -DSOURCE=%s -DOUTPUT=m.md -P "
                             "%s/assets/install/make_manual.cmake && cat m.md",
        SLIPSTICK_ROOT, SLIPSTICK_ROOT );
    ASSERT_EQ_FMTm( run.err, 0, run.status, "%d" );
    char* written = testReadFile( SLIPSTICK_ROOT "/app/MANUAL.md", NULL );
    ASSERT( written != NULL && strncmp( run.out, written, strlen( written ) ) == 0 );
    ASSERT( testLines( written ) <= 1500 );
    free( written );
    char line[4 * NAME_MAX];
    for ( int i = 0; i < commands.count && strcmp( commands.name[i], "help" ) != 0; ++i )
    {
        snprintf( line, sizeof line, "### slipstick %s\n\n```text\nslipstick ", commands.name[i] );
        ASSERTm( line, testContains( run.out, line ) );
    }
    int described = 0;
    for ( int i = 0; i < scenarios.count; ++i )
    {
        snprintf(
            line, sizeof line, "### Scenario %s\n\n```text\n%s: ", scenarios.name[i], scenarios.name[i] );
        described += testContains( run.out, line );
    }
    ASSERT( described >= 20 );
    ASSERT( testContains( run.out, "\n| Space, P | run or pause |\n" ) &&
        testContains( run.out, "\n| [ | prev" ) );
    PASS();
}

// ----------------------------------------------------------------------------------------------- the desktop

TEST theDesktopFileNamesTheProgramAndItsIcon( void )
{
    const char* text = testShell( "cat '%s/assets/install/slipstick.desktop'", SLIPSTICK_ROOT ).out;
    ASSERT(
        has( text, "[Desktop Entry]" ) && has( text, "Type=Application" ) && has( text, "Icon=slipstick" ) );
    ASSERT( testContains( text, "\nExec=slipstick " ) );
    ASSERT( testContains(
        testShell( "cat '%s/assets/install/slipstick.svg'", SLIPSTICK_ROOT ).out, "<svg xmlns=" ) );
    PASS();
}

SUITE( installed )
{
    RUN_TEST( theManPageHasEveryCommandAndOption );
    RUN_TESTp( aShellCompletes, "bash" );
    RUN_TESTp( aShellCompletes, "zsh" );
    RUN_TESTp( aShellCompletes, "fish" );
    RUN_TEST( theManualEndsWithTheTablesOfTheProgram );
    RUN_TEST( theDesktopFileNamesTheProgramAndItsIcon );
}

int main( int argc, char** argv )
{
    TEST_BEGIN( argc, argv );
    RUN_SUITE( installed );
    return TEST_END();
}
