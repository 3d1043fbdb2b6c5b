// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"
#include "base/os.h"
#include "slipstick/lab/log_scenario.h"
#include "slipstick/lab/scenario.h"

// Contact logs as files of the program.

typedef struct contactFile
{
    osReader* reader;
    ssContactLog* log;
} contactFile;

/// Opens a log; the items of `map` are OURS=THEIRS, as --map takes them. A terminal on stderr shows the
/// progress. Returns the exit status; another one than ARGS_STATUS_OK after a message.
int contactOpen( const char* command, const char* path, const argsList* map, contactFile* file );
void contactClose( contactFile* file );

/// Puts the contacts that a link holds into a nameless file, which stays open; NULL: the word is no link, or
/// one of a scene. The path is valid until the next call.
char* contactsOfLink( const char* word );

/// Opens a log as a scenario named after the file; the caller has one reference.
ssResult contactScenario( const char* path, const ssLogOptions* options, const ssScenario** scenario );

/// The form that the ending of a path names; an error says which endings there are.
ssResult contactFormOf( const char* path, const char** form );

/// The sink that writes into this file.
ssSink contactSink( osWriter* out );

// Contact problems from files as scenarios that a window shows.

/// Is this the beginning of a file that ssReadProblem reads?
bool problemIsFile( const char* head, size_t size );

ssResult problemRead( const char* path, ssProblem* problem ); ///< a refusal names the file

/// Makes a scenario of the problem in a file: its contacts with the answer of `judgePath`, which is judged,
/// or of our own solver (NULL). `*contact` becomes the one to look at first. The caller has one reference.
ssResult problemScenario(
    const char* path, const char* judgePath, const ssScenario** scenario, int* contact );

/// Fills the scene from a contact log or problem; `*loaded`: the file is one. False after a message.
bool argsLoadContacts( argsSpec* spec, const char* path, bool* loaded, int* status );

/// Refuses --h (`step`) and --until (`until`) for a log, whose times are its own. False after a message.
bool argsFitsLog( const argsSpec* spec, bool step, bool until, int* status );
