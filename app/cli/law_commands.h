// SPDX-License-Identifier: MIT
#pragma once

// The commands behind `slipstick law`: argv[0] is their own name, "law check". cmd_law.c has their table.

int lawCheck( int argc, char** argv ); ///< law_check.c
int lawShow( int argc, char** argv );  ///< law_show.c
