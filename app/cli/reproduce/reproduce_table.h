// SPDX-License-Identifier: MIT
#pragma once

#include "cli/reproduce/reproduce.h"

// The table of papers for `slipstick reproduce`.

extern const reproPaper repro_acary;
extern const reproPaper repro_tasora;
extern const reproPaper repro_peiret;
extern const reproPaper repro_walker;
extern const reproPaper repro_poschel;
extern const reproPaper repro_lugre;

extern const reproPaper* const repro_table[];
extern const int repro_tableCount;
