// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"

// Typed laws on the command line: `--law FILE` and the arguments of `slipstick law`.

/// Reads and compiles a law, of which the caller owns one reference; NULL after a message.
ssLawProgram* argsCompileLaw( const char* command, const char* name, int* status );

/// The `file` for what compiles the text: argsRefuseLaw puts the name in its place, however long that is.
#define ARGS_LAW_FILE "@"

/// Prints the refusal of a law: "FILE:LINE:COL: what" where it is its text, for editors.
int argsRefuseLaw( const char* command, const char* name, ssResult result );

/// Prints a refusal that begins with a place in the law read last; false if the message is another.
bool argsRefuseAtPlace( const ssResult* result );

/// Gives the run of a scene the law; the name is that of a file or of a shipped law. False after a message.
bool argsSetLaw( const char* command, const char* name, ssSimDef* def, int* status );

/// Warns of a run whose typed law creates energy, as far as a quick check finds out.
void argsWarnOfEnergy( const char* command, const ssSimDef* def );

/// Does a typed law take the place of this parameter (`law`, `c_*`, `d_*`)? False without one.
bool argsReplacedByLaw( const ssScenario* scenario, int param );

/// Is this the scene of somebody's own parts, which have values of their own instead of this parameter?
bool argsReplacedByBuild( const ssSimDef* def, int param );
/// Prints why such a parameter cannot be set; `option` and `text` as below. Returns status 2.
int argsRefuseBuilt( const char* command, const char* option, const char* text );

/// Warns of keys that name both a parameter of the scenario, which is meant, and one of its typed law.
void argsWarnOfNamesake(
    const char* command, const ssScenario* scenario, const char* option, const char* key );

/// Prints why `option` ("--set") cannot set it beside a typed law by `text` ("c_a=3"). Returns status 2.
int argsRefuseReplaced(
    const char* command, const ssScenario* scenario, const char* option, const char* text );
