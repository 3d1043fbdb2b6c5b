// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "cli/commands.h"

#include <stdio.h>
#include <string.h>

// `slipstick help`: all commands, or one.

#define USAGE_WIDTH 38 // [characters] of the left column; the summary of a longer usage goes on its own line

static void printCommand( osWriter* out, const char* usage, const char* summary )
{
    strlen( usage ) <= USAGE_WIDTH ? osPrintf( out, "  %-*s  %s\n", USAGE_WIDTH, usage, summary )
                                   : osPrintf( out, "  %s\n  %*s  %s\n", usage, USAGE_WIDTH, "", summary );
}

static int printAll( const cmdEntry* entries, int count )
{
    osWriter* out = osOpenWrite( "-" );
    osPrintf( out, "Slipstick %s: an interactive sandbox for friction laws.\n\n", ssVersion() );
    printCommand( out, "slipstick [SCENARIO|SCENE.json]", "opens the window" );
    for ( int i = 0; i < count; ++i )
    {
        char usage[96];
        snprintf( usage, sizeof( usage ), "slipstick %s %s", entries[i].name, entries[i].usage );
        printCommand( out, usage, entries[i].summary );
    }
    osWriteText( out, "\nBefore all of them:\n" );
    printCommand( out, "--plugin FILE.so", "adds scenarios, laws, sets and solvers of your own; repeatable" );
    osWriteText( out,
        "\n`slipstick help COMMAND` shows the options of a command. Results go to stdout, messages to "
        "stderr.\nExit status: 0 done, 1 a check failed, 2 bad usage or bad input, 3 not supported on this "
        "machine.\n" );
    return argsCommit( "help", out );
}

int cmdHelp( const cmdEntry* entries, int count, int argc, char** argv )
{
    const char* wanted = argc > 1 ? argv[1] : NULL;
    if ( wanted == NULL || strcmp( wanted, "help" ) == 0 || strcmp( wanted, "--help" ) == 0 )
    {
        return printAll( entries, count );
    }
    const char* names[32];
    int nameCount = 0;
    for ( int i = 0; i < count && nameCount < SS_COUNT( names ); ++i )
    {
        if ( strcmp( entries[i].name, wanted ) == 0 && entries[i].run != NULL )
        {
            // The help comes from the options of the command itself.
            char name[32], help[] = "--help";
            snprintf( name, sizeof( name ), "%s", entries[i].name );
            char* words[] = { name, help, NULL };
            return entries[i].run( 2, words );
        }
        names[nameCount++] = entries[i].name;
    }
    char hint[96];
    return argsFail( "help", "unknown command '%s'%s `slipstick help` shows them all", wanted,
        argsSuggest( wanted, names, nameCount, hint, sizeof( hint ) ) );
}
