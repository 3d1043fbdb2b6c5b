// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"
#include "base/os.h"
#include "slipstick/lab/log_scenario.h"

// Contact logs as files of the program.

typedef struct contactFile
{
    osReader* reader;
    ssContactLog* log;
} contactFile;

/// Opens a log; the items of `map` are OURS=THEIRS, as --map takes them. A terminal on stderr is told the
/// progress. Returns the exit status; another one than ARGS_STATUS_OK after a message.
int contactOpen( const char* command, const char* path, const argsList* map, contactFile* file );
void contactClose( contactFile* file );

/// Reads --map into the renames of `options`, which keep pointing to `renames` (ss_logColumnCount of them).
/// Returns the exit status; another one than ARGS_STATUS_OK after a message.
int contactRenames( const char* command, const argsList* map, ssLogRename* renames, ssLogOptions* options );

/// Opens a log as a scenario, whose name is that of the file. The caller has
/// one reference, as with ssMakeLogScenario.
ssResult contactScenario( const char* path, const ssLogOptions* options, const ssScenario** scenario );
/// The same for a command, with the words of --map; tells a terminal on
/// stderr the progress. Returns the exit status.
int contactOpenScenario(
    const char* command, const char* path, const argsList* map, const ssScenario** scenario );

/// The form that the ending of a path names; an error says which endings there are.
ssResult contactFormOf( const char* path, const char** form );

/// The sink that writes into this file.
ssSink contactSink( osWriter* out );
