// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include "base/args.h"

#include <stdio.h>

int cmdNoWindow( int argc, char** argv )
{
    fprintf( stderr, "slipstick %s: built without the window (SLIPSTICK_GUI=OFF): use `slipstick run`\n",
        argc > 0 ? argv[0] : "gui" );
    return ARGS_STATUS_MACHINE;
}
