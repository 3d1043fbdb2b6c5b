// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/contact_file.h"
#include "base/find_row.h"
#include "base/shipped_scene.h"
#include "cli/commands.h"
#include "slipstick/lab/plugin.h"

#ifdef SLIPSTICK_HDF5
#include "slipstick/hdf5.h"
#endif

#include <stdio.h>
#include <string.h>

// The program begins here: plugins, the table of commands, and what the window adds to it. The locale is
// never set: numbers are read and written with a point, whatever the environment says.

#ifdef SLIPSTICK_HAS_GUI

#include "host/window_commands.h"

static int runGui( int argc, char** argv ) { return cmdGui( argc, argv, cmdRun ); }

static int runOpen( int argc, char** argv ) { return cmdOpen( argc, argv, cmdRun ); }

static int runBench( int argc, char** argv ) { return cmdBench( argc, argv, &bench_view ); }

#define runShot cmdShot
#define runFilm cmdFilm
#define runListen cmdListen

#else

#include "cli/bench/bench_table.h"

static int runBench( int argc, char** argv ) { return cmdBench( argc, argv, &bench_noView ); }

#define runGui cmdNoWindow
#define runOpen cmdNoWindow
#define runShot cmdNoWindow
#define runFilm cmdNoWindow
#define runListen cmdListenOnly

#endif

static int runLesson( int argc, char** argv ) { return cmdLesson( argc, argv, runGui ); }

static const cmdEntry s_commands[] = {
    { "gui", "opens the window", "[SCENARIO|SCENE.json]", runGui },
    { "open", "shows a contact log, a contact problem, a scene or a film in the window", "FILE", runOpen },
    { "list", "lists every scenario: id, title, source", "[--json]", cmdList },
    { "describe", "shows parameters, presets, signals, measures and figures", "SCENARIO [--json]",
        cmdDescribe },
    { "run", "computes without a window: CSV, measures, hash", "SCENARIO|SCENE.json", cmdRun },
    { "sweep", "computes measures over parameters, on all processors",
        "SCENARIO --vary K=A:B:N --measure NAME --csv FILE", cmdSweep },
    { "fit", "finds parameters from measurements, with their uncertainty", "SCENARIO --data FILE --free KEY",
        cmdFit },
    { "reproduce", "computes figures of the papers again and compares them",
        "[FIGURE...] [--all] [--out DIR]", cmdReproduce },
    { "eval", "applies a formula to every row of a CSV table", "WHAT", cmdEval },
    { "solve", "solves a contact problem from a file", "FILE", cmdSolve },
    { "law", "checks, draws and translates a law that you type", "check|show|export|list [FILE]", cmdLaw },
    { "audit", "checks the contacts of any simulator's log, and names its friction law", "FILE [--json]",
        cmdAudit },
    { "why", "says why contacts slip, creep, lift or gain energy", "FILE|SCENARIO [--json]", cmdWhy },
    { "convert", "translates a contact log into another form", "IN OUT", cmdConvert },
    { "listen", "shows the contacts of a running program", "[--port N]", runListen },
    { "link", "prints a scene as a link", "SCENARIO|SCENE.json", cmdLink },
    { "web", "makes a page or a course of a scene or a lesson", "--scene SCENE -o FILE.html", cmdShare },
    { "class", "shows the answers of a class to a lesson", "FILE...", cmdShare },
    { "lesson", "lists, checks and shows lessons", "[NAME|FILE] [--check] [--all]", runLesson },
    { "bench", "measures how long the building blocks take", "[NAME...] [--json]", runBench },
    { "shot", "draws a picture of one moment", "SCENARIO -o FILE.png", runShot },
    { "film", "makes a film of a run: MP4, WebM, GIF or PNG frames", "SCENARIO -o FILE.mp4", runFilm },
    { "help", "shows this list, or the options of a command", "[COMMAND]", NULL },
};

static const cmdEntry* findCommand( const char* name )
{
    int row = FIND_ROW( s_commands, SS_COUNT( s_commands ), name );
    return row >= 0 ? s_commands + row : NULL;
}

static int printVersion( void )
{
    osWriter* out = osOpenWrite( "-" );
    osPrintf( out, "slipstick %s\n", ssVersion() );
    return argsCommit( NULL, out );
}

static int unknownCommand( const char* word )
{
    const char* dot = strrchr( word, '.' );
    if ( strchr( word, '/' ) != NULL || ( dot != NULL && strcmp( dot, ".json" ) == 0 ) )
    {
        return argsFail( NULL, "cannot read '%s': no such scene file (*.json)", word );
    }
    // The word may be a misspelt command or a misspelt scenario.
    const char* names[SS_COUNT( s_commands ) + 64];
    int count = 0;
    for ( int i = 0; i < SS_COUNT( s_commands ); ++i ) { names[count++] = s_commands[i].name; }
    for ( int i = 0; i < ssScenarioCount() && count < SS_COUNT( names ); ++i )
    {
        names[count++] = ssGetScenario( i )->id;
    }
    char hint[128];
    return argsFail( NULL,
        "unknown command or scenario '%s'%s `slipstick help` and `slipstick list` show them all", word,
        argsSuggest( word, names, count, hint, sizeof( hint ) ) );
}

// Opens the window with the program's arguments, whose name becomes that of the command.
static int openWindow( int argc, char** argv )
{
    char name[] = "gui";
    char* program = argv[0];
    argv[0] = name;
    int status = runGui( argc, argv );
    argv[0] = program;
    return status;
}

// The words `slipstick SCENARIO` and `slipstick COMMAND` must not mean two things.
static int checkNames( int first )
{
    for ( int i = first; i < ssScenarioCount(); ++i )
    {
        const char* id = ssGetScenario( i )->id;
        if ( findCommand( id ) != NULL || findShippedScene( id ) != NULL )
        {
            return argsFail( NULL, "plugin '%s': its scenario '%s' has the name of a %s; choose another",
                ssScenario_Plugin( ssGetScenario( i ) ), id,
                findCommand( id ) != NULL ? "command" : "shipped scene" );
        }
    }
    return ARGS_STATUS_OK;
}

/// The refusal of a file, with the end of its path if that is long.
static ssResult refusePlugin( const char* path, const char* why )
{
    const size_t shownMax = 60;
    size_t length = strlen( path );
    const char* tail = length > shownMax ? path + length - shownMax : path;
    return ssError( ss_errorFormat, NULL, "plugin '%s%s': %.180s", tail != path ? "..." : "", tail, why );
}

/// Loads a plugin, which stays (slipstick/lab/plugin.h). A refusal names the file and says why.
static ssResult loadPlugin( const char* path )
{
    char place[1024], reason[256];
    // A bare name would be looked for among the libraries of the system.
    int written = snprintf( place, sizeof place, "%s%s", strchr( path, '/' ) == NULL ? "./" : "", path );
    if ( written < 0 || (size_t)written >= sizeof place || !osFileExists( place ) )
    {
        return refusePlugin( path, "no such file" );
    }
    void* library = osOpenPlugin( place, reason, sizeof reason );
    if ( library == NULL ) { return refusePlugin( path, reason ); }
    ssPluginEntryFunction* entry = NULL;
    void* symbol = osFindInLibrary( library, SS_PLUGIN_ENTRY );
    if ( symbol == NULL )
    {
        return refusePlugin( path,
            "it has no function " SS_PLUGIN_ENTRY
            "; the macro SS_PLUGIN of slipstick/lab/plugin.h defines it" );
    }
    memcpy( &entry, &symbol, sizeof entry ); // POSIX: an address from dlsym is that of a function
    ssResult result = ssUsePlugin( entry() );
    return result.code == ss_ok ? result : refusePlugin( path, result.message );
}

// Loads what `--plugin FILE` names before the command, and takes these words away.
static int loadPlugins( int* argc, char** argv )
{
    const char option[] = "--plugin";
    const size_t length = sizeof( option ) - 1;
    int at = 1, scenarios = ssScenarioCount(), status = ARGS_STATUS_OK;
    while ( at < *argc && strncmp( argv[at], option, length ) == 0 && status == ARGS_STATUS_OK )
    {
        const char* rest = argv[at] + length;
        const char* file = rest[0] == '='       ? rest + 1
            : rest[0] == '\0' && at + 1 < *argc ? argv[at + 1]
                                                : NULL;
        if ( file == NULL && rest[0] != '\0' ) { break; }
        if ( file == NULL || file[0] == '\0' )
        {
            return argsFail( NULL, "--plugin needs a value: slipstick --plugin FILE.so COMMAND" );
        }
        ssResult result = loadPlugin( file );
        status = result.code == ss_ok ? status : argsRefuse( NULL, result );
        at += rest[0] == '=' ? 1 : 2;
    }
    memmove( argv + 1, argv + at, (size_t)( *argc - at + 1 ) * sizeof( *argv ) );
    *argc -= at - 1;
    return status == ARGS_STATUS_OK ? checkNames( scenarios ) : status;
}

int main( int argc, char** argv )
{
    osStart();
#ifdef SLIPSTICK_HDF5
    ssUseHdf5();
#endif
    if ( argc < 1 )
    {
        char name[] = "slipstick";
        char* words[] = { name, NULL };
        return openWindow( 1, words );
    }
    int status = loadPlugins( &argc, argv );
    if ( status != ARGS_STATUS_OK ) { return status; }
    for ( int i = 1; i < argc; ++i )
    {
        char* contacts = contactsOfLink( argv[i] );
        argv[i] = contacts != NULL ? contacts : argv[i];
    }
    if ( argc == 1 ) { return openWindow( argc, argv ); }

    const char* word = argv[1];
    if ( strcmp( word, "help" ) == 0 || strcmp( word, "--help" ) == 0 || strcmp( word, "-h" ) == 0 )
    {
        return cmdHelp( s_commands, SS_COUNT( s_commands ), argc - 1, argv + 1 );
    }
    if ( strcmp( word, "--version" ) == 0 ) { return printVersion(); }
    const cmdEntry* command = findCommand( word );
    if ( command != NULL ) { return command->run( argc - 1, argv + 1 ); }
    if ( word[0] == '-' || argsNamesScene( word ) ) { return openWindow( argc, argv ); }
    return unknownCommand( word );
}
