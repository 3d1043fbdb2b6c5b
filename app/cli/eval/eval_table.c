// SPDX-License-Identifier: MIT
#include "cli/eval/eval_table.h"

// The formulas of `slipstick eval`, in alphabetical order.

const evalFormula* const eval_table[] = { &eval_project, &eval_pyramid, &eval_set, &eval_slipForce,
    &eval_beltStability, &eval_tribometer, &eval_rollingResistance, &eval_equilibria, &eval_density,
    &eval_potential, &eval_passage };
const int eval_tableCount = SS_COUNT( eval_table );
