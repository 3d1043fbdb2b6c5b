// SPDX-License-Identifier: MIT
#include "base/args.h"
#include "cli/bench/bench_table.h"
#include "cli/commands.h"
#include "session/live/live.h"

#include <slipstick_probe.h>
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
    .name = "view", .doc = "frames of the window (not in this build)", .run = refuseView
};

// `slipstick listen` of a program without a window: it only receives and writes.

int cmdListenOnly( int argc, char** argv )
{
    const char* out = NULL;
    int port = SS_PROBE_PORT;
    double limit = (double)SESSION_STREAM_SIZE / ( 1 << 20 );
    const argsOption options[] = {
        { "--out", "FILE.mcap", "where to write the log", .text = &out },
        { "--port", "N", "port of this computer that programs connect to; 0: any that is free",
            .integer = &port, .max = 65535.0 },
        { "--limit", "MIB", "size at which a log ends", .number = &limit, .min = 1.0, .max = 1e6 },
    };
    argsSpec spec = { .command = "listen",
        .summary = "Writes the log of a running program that connects with slipstick_probe.h.",
        .usage = "--out FILE.mcap [options]",
        ARGS_OPTIONS( options ),
        .notes = "Built without the window (SLIPSTICK_GUI=OFF)." };
    ARGS_PARSE( &spec, argc, argv );
    if ( out == NULL ) { return cmdNoWindow( argc, argv ); }
    sessionLiveDef def = sessionDefaultLiveDef();
    def.port = port;
    def.limit = (uint64_t)( limit * ( 1 << 20 ) );
    return sessionReceive( &def, out );
}
