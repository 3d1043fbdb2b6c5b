// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include "base/args.h"
#include "base/os.h"

#include <stdio.h>
#include <string.h>

static int printAll( const cmdEntry* entries, int count )
{
    osWriter* out = NULL;
    ssResult result = osBeginWrite( "-", &out );
    if ( result.code != ss_ok )
    {
        return argsRefuse( "help", result );
    }
    osPrintf( out, "Slipstick %s: friction laws to see, turn and measure.\n\n", ssVersion() );
    osWriteText( out, "  slipstick [SCENARIO|SCENE.json]         opens the window\n" );
    for ( int i = 0; i < count; ++i )
    {
        char usage[96];
        snprintf( usage, sizeof( usage ), "slipstick %s %s", entries[i].name, entries[i].usage );
        osPrintf( out, "  %-38s  %s\n", usage, entries[i].summary );
    }
    osWriteText( out,
        "\n`slipstick help COMMAND` shows the options of a command.\n"
        "Status: 0 done, 1 a check failed, 2 bad usage or input, 3 the machine cannot.\n" );
    result = osCommitWrite( out );
    return result.code == ss_ok ? ARGS_STATUS_OK : argsRefuse( "help", result );
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
            // The command's own option table prints its help: there is no second list to fall behind.
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
