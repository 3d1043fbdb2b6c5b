// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"

// The commands behind `slipstick law`: argv[0] is their own name, "law check". cmd_law.c has their table.

int lawCheck( int argc, char** argv ); ///< law_check.c
int lawShow( int argc, char** argv );  ///< law_show.c

/// Compiles the law of that name and gives its parameters the values of --set, under the key "mu_s" or
/// "law.mu_s". The caller releases def->program. False after a message.
bool lawReadDef(
    const char* command, const char* name, const argsList* settings, ssLawDef* def, int* status );
