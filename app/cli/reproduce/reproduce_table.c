// SPDX-License-Identifier: MIT
#include "cli/reproduce/reproduce_table.h"

// The papers of `slipstick reproduce`, in alphabetical order.

const reproPaper* const repro_table[] = { &repro_acary, &repro_peiret, &repro_tasora, &repro_walker,
    &repro_poschel, &repro_lugre, &repro_leine };
const int repro_tableCount = SS_COUNT( repro_table );
