// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"
#include "base/csv_table.h"

// `slipstick eval WHAT`: applies a formula, one descriptor in its file and a line in eval_table.c, to every
// row of a CSV table. The command copies the input columns and reports errors.

#define EVAL_PARAMS_MAX SS_MAX_PARAMS
#define EVAL_STATE_MAX 1024 ///< [bytes] memory that a formula keeps from `begin` to `end`

typedef struct evalRun
{
    csvReader* in;
    csvWriter out;
    const char* header; ///< header line of the input, while `begin` runs; evalAddColumn writes it
    size_t headerLength;
    double values[EVAL_PARAMS_MAX];  ///< in the order of `params`: the defaults, or the values of --set
    bool given[EVAL_PARAMS_MAX];     ///< whether --set gave the value
    const char* texts[SS_MAX_TEXTS]; ///< of the text parameters, in their order; NULL when not given
    const ssLawProgram* law;         ///< of --law; NULL: none
    _Alignas( 16 ) unsigned char state[EVAL_STATE_MAX];
} evalRun;

typedef struct evalFormula
{
    const char* name; ///< "project"
    const char* summary;
    /// "n t1 t2 [r1 r2 [s]] [mu] -> p_n ...": for the help, and the only keys that may also be columns.
    const char* columns;
    const char* noDefault; ///< "mu mu_r": keys whose default does not apply; may be NULL
    const ssParam* params;
    int paramCount;

    /// Looks up columns, checks keys and last calls evalAddColumn, so that an error leaves no output.
    ssResult ( *begin )( evalRun* run );
    /// Checks its numbers, then calls evalCopyRow and adds cells, so that no incomplete row is left.
    ssResult ( *row )( evalRun* run );
    /// Frees what `begin` allocated, even if `begin` failed. NULL: nothing to free.
    void ( *end )( evalRun* run );
} evalFormula;

/// Adds a result to the header; warns when the input already has a column of that name.
void evalAddColumn( evalRun* run, const char* name );

/// Copies the input cells of the current row unchanged.
void evalCopyRow( evalRun* run );

/// Warns that the formula does not apply to the row, which gets empty cells. The status stays 0.
void evalWarnRow( const evalRun* run, const char* why );

/// Reads a parameter that is a column; the error of a value that is not allowed names the line.
ssResult evalReadParam( const evalRun* run, const ssParam* param, int column, double* value );

/// Likewise for names with blanks between them.
void evalAddColumns( evalRun* run, const char* names );

/// Is this word one of the words in a list that blanks and brackets separate?
bool evalIsListed( const char* list, const char* word );

/// Finds a required column; the error names it and the columns that were found.
ssResult evalNeedColumn( const evalRun* run, const char* name, int* column );
/// Likewise for names with blanks between them, one after the other.
ssResult evalNeedColumns( const evalRun* run, const char* names, int* columns );

/// The `end` of a formula whose state begins with the law that it has made, or NULL.
void evalEndLaw( evalRun* run );
