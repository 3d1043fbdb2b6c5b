// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"

// The commands of the program, each a small main: argv[0] is the command's name, the value is the exit status.
// `main.c` holds their table. Each parses its words with base/args.h, so that `slipstick help COMMAND` can ask the
// command itself.

int cmdList( int argc, char** argv );
int cmdDescribe( int argc, char** argv );
int cmdRun( int argc, char** argv );
int cmdSweep( int argc, char** argv );
int cmdReproduce( int argc, char** argv );
int cmdEval( int argc, char** argv );
int cmdSolve( int argc, char** argv );
int cmdBench( int argc, char** argv, const benchEntry* view ); ///< `view`: the benchmark of the window

/// In the place of `gui` and `shot`, which are in app/host, where the program was built without the window.
int cmdNoWindow( int argc, char** argv );

/// A row of main's table, which `help` prints.
typedef struct cmdEntry
{
    const char* name;
    const char* summary;
    const char* usage;
    int ( *run )( int argc, char** argv );
} cmdEntry;

int cmdHelp( const cmdEntry* entries, int count, int argc, char** argv );
