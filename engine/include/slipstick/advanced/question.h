// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/condition.h"
#include "slipstick/draw.h"

// Measures that are asked for as expressions over a run: `max(abs(u))`, `x at first(u < 0.1)`. The lab makes
// measures of scenarios of them (ssSimDef_Ask); a program with worlds of its own may use them directly. What
// an expression says of the run as a whole is remembered in plain numbers that the caller keeps.

#define SS_QUESTIONS_MAX 16 ///< expressions of one list

typedef struct ssQuestions ssQuestions;

/// The quantities that expressions may name, with their units as a person writes them.
typedef struct ssQuestionNames
{
    const char* const* names;
    const char* const* units;
    int count;
} ssQuestionNames;

typedef struct ssQuestionRow
{
    const char *name, *text, *unit; ///< the unit follows from the expression; "": none
} ssQuestionRow;

/// The present state of a run.
typedef struct ssQuestionState
{
    double t;                                                      ///< [s]
    double ( *value )( const void* context, int name );            ///< the present value of a quantity
    void ( *contacts )( const void* context, const ssDraw* draw ); ///< shows its contacts to draw->contacts
    const void* context;
    ssConditionState condition; ///< for conditions on contacts
} ssQuestionState;

/// Compiles lines of "NAME<tab>EXPRESSION". The caller destroys the list.
SS_API_ANY SS_CHECKED ssResult ssCompileQuestions(
    const ssQuestionNames* names, const char* lines, ssQuestions** questions );
SS_API_OBJECT void ssDestroyQuestions( ssQuestions* questions ); ///< NULL is allowed
/// What was asked; the name is NULL after the last one.
SS_API_OBJECT ssQuestionRow ssQuestions_Row( const ssQuestions* questions, int index );
/// How many numbers the list remembers. All are 0 before the first state of a run.
SS_API_OBJECT int ssQuestions_NumberCount( const ssQuestions* questions );
/// Takes the next state of the run.
SS_API_OBJECT void ssQuestions_Observe(
    const ssQuestions* questions, const ssQuestionState* state, double* numbers );
/// NAN when there is no answer; `reason` (may be NULL) then says why, and is empty otherwise.
SS_API_OBJECT double ssQuestions_Answer( const ssQuestions* questions, const ssQuestionState* state,
    const double* numbers, int index, char* reason, int capacity );
