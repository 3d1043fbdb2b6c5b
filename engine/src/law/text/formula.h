// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law_text.h"

// Formulas over named values, in the language of typed laws (law_text.h): numbers, + - * / ^, comparisons,
// and, or, not, and its functions. Names are those that the caller gives, and pi. A formula is a value that
// never changes and may be shared among threads.
//
//     const char* names[] = { "u", "law.mu" };
//     ssFormula* formula;
//     ssResult result = ssCompileFormula( "abs(u) < 2*law.mu", names, 2, &formula, NULL );
//     bool holds = ssFormula_Value( formula, ( double[] ){ 0.1, 0.3 } ) != 0.0;
//     ssDestroyFormula( formula );

#define SS_FORMULA_MAX_NAMES 1000 ///< names that one formula may choose from

typedef struct ssFormula ssFormula;

/// Compiles a formula. A name may have dots ("law.mu"); of equal names the first counts. A refusal reads
/// "column COL: what, what was expected", with its `place` (may be NULL). The caller destroys the formula.
SS_CHECKED ssResult ssCompileFormula(
    const char* text, const char* const* names, int count, ssFormula** formula, ssTextPlace* place );
void ssDestroyFormula( ssFormula* formula ); ///< NULL is allowed

/// Is it a comparison such as u < 1, not a number?
bool ssFormula_IsComparison( const ssFormula* formula );
/// Does it depend on this name?
bool ssFormula_Uses( const ssFormula* formula, int name );
/// The value (of a comparison 1 or 0; with NAN false) for these values of the names. Allocates nothing.
double ssFormula_Value( const ssFormula* formula, const double* values );
