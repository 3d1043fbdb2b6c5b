// SPDX-License-Identifier: MIT
#include "cli/commands.h"

#include "base/args.h"
#include "session/live/receive.h"

#include <slipstick_probe.h>

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
        .options = options,
        .optionCount = SS_COUNT( options ),
        .notes = "Built without the window (SLIPSTICK_GUI=OFF)." };
    int status = ARGS_STATUS_OK;
    if ( !argsParse( &spec, argc, argv, &status ) )
    {
        return status;
    }
    if ( out == NULL )
    {
        return cmdNoWindow( argc, argv );
    }
    sessionLiveDef def = sessionDefaultLiveDef();
    def.port = port;
    def.limit = (uint64_t)( limit * ( 1 << 20 ) );
    return sessionReceive( &def, out );
}
