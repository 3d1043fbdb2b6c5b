// SPDX-License-Identifier: MIT
#pragma once

#include "cli/eval/eval.h"

// The table of formulas for `slipstick eval`.

extern const evalFormula eval_density;
extern const evalFormula eval_equilibria;
extern const evalFormula eval_passage;
extern const evalFormula eval_potential;
extern const evalFormula eval_beltStability;
extern const evalFormula eval_project;
extern const evalFormula eval_pyramid;
extern const evalFormula eval_rollingResistance;
extern const evalFormula eval_set;
extern const evalFormula eval_slipForce;
extern const evalFormula eval_tribometer;

/// `slip-force` of a typed law. `rows` are its keys: the load, then the parameters of the law.
evalFormula evalLawFormula( const ssLawProgram* law, ssParam rows[EVAL_PARAMS_MAX] );

/// Copies the row and adds fx, fy and set_valued.
void evalWriteForce( evalRun* run, ssLawForce slip );

extern const evalFormula* const eval_table[];
extern const int eval_tableCount;
