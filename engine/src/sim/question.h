// SPDX-License-Identifier: MIT
#pragma once

#include "law/text/text_program.h"
#include "slipstick/condition.h"
#include "slipstick/lab/scenario.h"

// Measures that are asked for as expressions over a run: `max(abs(u))`, `x at first(u < 0.1)`. One is
// compiled into one program. What it says of the run as a whole, such as max(…), is a piece: an input of the
// program whose argument is a register of it. A step evaluates the program once and tells each piece its
// argument.

enum
{
    question_max = 16,
    question_pieces = 12,
    question_conditions = 4, // on contacts
    question_numbers = 8     // that a piece remembers
};

typedef struct QuestionPiece
{
    int kind;
    int value, condition; // registers; -1: none
} QuestionPiece;

typedef struct Question
{
    char *name, *text;
    char unit[32];
    int codeCount, result;
    textInstruction* code;
    double* constants;
    bool usesMeasures;
    int pieceCount;
    QuestionPiece pieces[question_pieces];
    int conditionCount;
    ssCondition conditions[question_conditions];
} Question;

typedef struct QuestionList
{
    int count;
    Question items[question_max];
} QuestionList;

/// What the pieces of all questions have seen so far.
typedef struct QuestionMemory
{
    double numbers[question_max][question_pieces][question_numbers];
} QuestionMemory;

/// Compiles questions, lines of "NAME<tab>EXPRESSION", about runs of this scenario. The caller destroys it.
ssResult questionCompile( const ssScenario* scenario, const char* lines, QuestionList** list );
void questionDestroy( QuestionList* list ); // NULL is allowed

/// Forgets everything, and takes the state at the beginning of the run as the first one.
void questionBegin( const ssSim* sim, const QuestionList* list, QuestionMemory* memory );
/// Takes the present state as the next one.
void questionObserve( const ssSim* sim, const QuestionList* list, QuestionMemory* memory );
/// NAN when there is no answer.
double questionAnswer( const ssSim* sim, const QuestionList* list, const QuestionMemory* memory, int index );
