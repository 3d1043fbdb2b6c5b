// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"

// The commands behind `slipstick law`: argv[0] is their own name, "law check". cmd_law.c has their table.

int lawCheck( int argc, char** argv ); ///< law_check.c
int lawShow( int argc, char** argv );  ///< law_show.c

/// Compiles that law and applies --set "mu_s" or "law.mu_s". Caller releases def->program; false: message.
bool lawReadDef(
    const char* command, const char* name, const argsList* settings, ssLawDef* def, int* status );
