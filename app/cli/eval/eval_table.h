// SPDX-License-Identifier: MIT
#pragma once

#include "cli/eval/eval.h"

// The formulas of `slipstick eval`, in the order of its help.

extern const evalWhat eval_density;
extern const evalWhat eval_equilibria;
extern const evalWhat eval_passage;
extern const evalWhat eval_potential;
extern const evalWhat eval_beltStability;
extern const evalWhat eval_project;
extern const evalWhat eval_pyramid;
extern const evalWhat eval_rollingResistance;
extern const evalWhat eval_set;
extern const evalWhat eval_slipForce;
extern const evalWhat eval_tribometer;

extern const evalWhat* const eval_table[];
extern const int eval_tableCount;
