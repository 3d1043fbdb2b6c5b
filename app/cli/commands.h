// SPDX-License-Identifier: MIT
#pragma once

#include "base/bench.h"

// The commands of the program, tabled in main.c. Each is a small main whose argv[0] is its name and that
// returns the exit status; base/args.h parses arguments and prints the help.

int cmdList( int argc, char** argv );
int cmdDescribe( int argc, char** argv );
int cmdRun( int argc, char** argv );
int cmdSweep( int argc, char** argv );
int cmdFit( int argc, char** argv );
int cmdReproduce( int argc, char** argv );
int cmdEval( int argc, char** argv );
int cmdSolve( int argc, char** argv );
int cmdLaw( int argc, char** argv );
int cmdAudit( int argc, char** argv );
int cmdWhy( int argc, char** argv );
int cmdConvert( int argc, char** argv );
int cmdLink( int argc, char** argv );
int cmdShare( int argc, char** argv ); ///< `web` and `class`
/// Lists and checks lessons; `show` opens one in the window: it is `gui` or cmdNoWindow.
int cmdLesson( int argc, char** argv, int ( *show )( int argc, char** argv ) );
int cmdBench( int argc, char** argv, const benchEntry* view ); ///< `view`: the benchmark of the window

/// Takes the place of `gui` and `shot` (app/host) in a program built without the window.
int cmdNoWindow( int argc, char** argv );
/// Likewise of `listen`: it writes a file.
int cmdListenOnly( int argc, char** argv );

/// A row of the table in main.c, which `help` prints.
typedef struct cmdEntry
{
    const char* name;
    const char* summary;
    const char* usage;
    int ( *run )( int argc, char** argv );
} cmdEntry;

int cmdHelp( const cmdEntry* entries, int count, int argc, char** argv );
