// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "base/link.h"
#include "base/share_script.h"
#include "cli/commands.h"

#include <string.h>

// `slipstick link` prints a scene as a link; `web` and `class` are written in Python.

int cmdLink( int argc, char** argv )
{
    ssScene scene;
    const char* address = "";
    const argsOption options[] = {
        { "--address", "URL", "of a page of Slipstick, which then stands in front", .text = &address },
    };
    argsSpec spec = { "link", .summary = "Prints a scenario or a scene as a link.",
        .usage = "SCENARIO|SCENE.json|LINK [options]", ARGS_OPTIONS( options ), .scene = &scene,
        .notes = "The link opens with `slipstick '#s=…'`, `run`, `shot` and every other command that takes a "
                 "scene, and in a\npage of Slipstick as the end of its address. It has what differs from the "
                 "nearest preset." };
    ARGS_PARSE( &spec, argc, argv );
    char* link = NULL;
    ssResult result = linkOfScene( &scene, &link );
    int status = ARGS_STATUS_OK;
    if ( result.code == ss_ok )
    {
        osWriter* out = osOpenWrite( "-" );
        osPrintf( out, "%.*s%s\n", (int)strcspn( address, "#" ), address, link );
        status = argsCommit( "link", out );
    }
    else { status = argsRefuse( "link", result ); }
    ssRelease( link );
    ssScene_Destroy( &scene );
    return status;
}

int cmdShare( int argc, char** argv )
{
    static char said[1 << 17];
    (void)argc;
    ssResult result = shareScript( (const char* const*)argv, said, sizeof said );
    osWriter* out = osOpenWrite( "-" );
    osWriteText( out, result.code == ss_ok ? said : "" );
    int status = argsCommit( argv[0], out );
    return result.code == ss_ok ? status : argsFail( argv[0], "%s", result.message );
}
