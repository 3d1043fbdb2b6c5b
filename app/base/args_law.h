// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"

// Typed laws on the command line: `--law FILE` and the arguments of `slipstick law`.

/// Reads the text of a law: that of the file, or where there is no such file, of the shipped law of that
/// name. The caller frees it; NULL after a message.
char* argsReadLaw( const char* command, const char* name, int* status );

/// Reads and compiles a law, of which the caller owns one reference; NULL after a message.
ssLawProgram* argsCompileLaw( const char* command, const char* name, int* status );

/// The `file` to pass to what compiles the text: argsRefuseLaw puts
/// the name in its place, however long that is.
#define ARGS_LAW_FILE "@"

/// Prints the refusal of a law. One of its text is printed as
/// "FILE:LINE:COL: what", for editors that go to the place.
int argsRefuseLaw( const char* command, const char* name, ssResult result );

/// Prints, as "FILE:LINE:COL: what", a refusal whose message begins with a place in the law that was read
/// last, such as a set without the origin; false if it is another.
bool argsRefuseAtPlace( const ssResult* result );

/// Gives the run of a scene the law; the name is that of a file or of a shipped law. False after a message.
bool argsSetLaw( const char* command, const char* name, ssSimDef* def, int* status );

/// Warns of a run whose typed law creates energy, as far as a quick check finds out.
void argsWarnOfEnergy( const char* command, const ssSimDef* def );

/// Does a typed law take the place of this parameter (`law`, `c_*`,
/// `d_*`)? False where there is no typed law.
bool argsReplacedByLaw( const ssScenario* scenario, int param );

/// Is this the scene of somebody's own parts, which have values of their own instead of this parameter?
bool argsReplacedByBuild( const ssSimDef* def, int param );
/// Prints why such a parameter cannot be set; `option` and `text` as below. Returns status 2.
int argsRefuseBuilt( const char* command, const char* option, const char* text );

/// Warns where a key is one of the scenario and also the bare name of a
/// parameter of its typed law: it is the scenario's.
void argsWarnOfNamesake(
    const char* command, const ssScenario* scenario, const char* option, const char* key );

/// Prints why such a parameter cannot be set beside a typed law: "--set c_a=3"
/// is `option` and `text`. Returns status 2.
int argsRefuseReplaced(
    const char* command, const ssScenario* scenario, const char* option, const char* text );
