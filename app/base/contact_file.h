// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"
#include "base/os.h"
#include "slipstick/contact_log.h"

// Contact logs as files of the program.

typedef struct contactFile
{
    osReader* reader;
    ssContactLog* log;
} contactFile;

/// Opens a log; the items of `map` are OURS=THEIRS, as --map takes them. A terminal on stderr is told the progress.
/// Returns the exit status; another one than ARGS_STATUS_OK after a message.
int contactOpen( const char* command, const char* path, const argsList* map, contactFile* file );
void contactClose( contactFile* file );

/// The form that the ending of a path names; an error says which endings there are.
ssResult contactFormOf( const char* path, const char** form );

/// The sink that writes into this file.
ssSink contactSink( osWriter* out );
