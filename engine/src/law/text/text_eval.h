// SPDX-License-Identifier: MIT
#pragma once

#include "law/text/text_program.h"

// The evaluation of a compiled law: numbers, derivatives by dual numbers, and many contacts at
// once. `uniform` are the registers of the first part, computed once for given parameters.
// `registers` has room for codeCount numbers.

/// Registers of the first part.
void textEvalUniform( const ssLawProgram* program, const double* values, double* registers );

/// Fills v and phi from vx and vy; at rest phi is 0.
void textCompleteInputs( double inputs[text_inputCount] );

/// All registers up to mainEnd: those of the first part are copied
/// from `uniform`, the second part is computed.
void textEval( const ssLawProgram* program, const double* uniform, const double inputs[text_inputCount],
    const double* state, double* registers );

#define TEXT_MAX_DUALS ( SS_LAW_MAX_STATES + 4 )

/// The same values with `count` derivatives of every register: registers[r × (1 + count)] is the value and
/// the `count` numbers after it its derivatives. dInputs and dState hold `count` numbers for every input and
/// state. The caller gives those of v and phi too: textCompleteDuals fills them. NULL for either: all 0. A
/// kink has a one-sided derivative or 0 (abs and the length of a pair at 0, sign and comparisons everywhere);
/// min and max take that of their first operand at a tie. The branch of an `if` that is not taken has no
/// influence, and neither has an infinite derivative times 0.
void textEvalDual( const ssLawProgram* program, const double* uniform, int count,
    const double inputs[text_inputCount], const double* dInputs, const double* state, const double* dState,
    double* registers );

/// Derivatives of v and phi from those of vx and vy; at rest they are 0.
void textCompleteDuals( int count, const double inputs[text_inputCount], double* dInputs );

#define TEXT_BLOCK 64 // contacts that textEvalMany computes together

/// The second part for `lanes` <= TEXT_BLOCK contacts: inputs[k] points to `lanes` numbers (NULL: all 0),
/// state[k] to those of state number k, and registers[r × TEXT_BLOCK + lane] is the result. The same bits as
/// textEval. The registers of the first part are not written: they are those of `uniform` in every lane.
void textEvalMany( const ssLawProgram* program, const double* uniform, int lanes,
    const double* const inputs[text_inputCount], const double* const* state, double* registers );

/// The radius of a polar set at an angle, and its derivative by the angle.
double textPolarRadius(
    const ssLawProgram* program, const double* uniform, const textSet* set, double theta, double* slope );
