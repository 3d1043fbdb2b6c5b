// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include "base/args.h"
#include "cli/bench/bench_table.h"

#include <stdio.h>

// What the commands of the window say in a program that was built without one.

int cmdNoWindow( int argc, char** argv )
{
    fprintf( stderr,
        "slipstick %s: built without the window (SLIPSTICK_GUI=OFF); `slipstick run` and `slipstick lesson "
        "--check` need none\n",
        argc > 0 ? argv[0] : "gui" );
    return ARGS_STATUS_UNSUPPORTED;
}

static ssResult refuseView( benchRun* run )
{
    run->unsupported = true;
    return ssError( ss_errorUnknown, NULL, "view: built without the window (SLIPSTICK_GUI=OFF)" );
}

const benchEntry bench_noView = {
    .name = "view",
    .doc = "frames of the window (not in this build)",
    .run = refuseView,
};
