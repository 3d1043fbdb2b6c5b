// SPDX-License-Identifier: MIT
#pragma once

#include "base/args.h"
#include "base/csv.h"

// `slipstick eval WHAT`: one formula applied to every row of a CSV. A WHAT is one descriptor in its own file and
// one line in eval_table.c. The command opens both files, copies the input columns and reports
// refusals; the descriptor looks its columns up once and adds its cells to each row.

#define EVAL_PARAMS_MAX SS_MAX_PARAMS
#define EVAL_STATE_MAX 1024 ///< [bytes] for what `begin` found

typedef struct evalRun
{
    csvReader* in;
    csvWriter out;
    const char* header; ///< the input's, while `begin` runs: evalAddColumn writes it
    size_t headerLength;
    double values[EVAL_PARAMS_MAX];  ///< in the order of `params`: defaults, then --set
    bool given[EVAL_PARAMS_MAX];     ///< by --set
    const char* texts[SS_MAX_TEXTS]; ///< of the text rows, in their order; NULL when not given
    _Alignas( 16 ) unsigned char state[EVAL_STATE_MAX];
} evalRun;

typedef struct evalFormula
{
    const char* name; ///< "project"
    const char* summary;
    const char* columns; ///< for help: "n t1 t2 [r1 r2 [s]] -> p_n ..."
    const ssParam* params;
    int paramCount;

    /// Looks up columns and checks keys; what it accepts it names with evalAddColumn, last of all: a refusal prints
    /// nothing.
    ssResult ( *begin )( evalRun* run );
    /// Reads and checks its numbers, then calls evalCopyRow and adds its cells with csvNumber and csvText: a
    /// refused row leaves no half of it.
    ssResult ( *row )( evalRun* run );
    /// Gives back what `begin` took, also when it was refused half-way. NULL: nothing.
    void ( *end )( evalRun* run );
} evalFormula;

/// The header's cell of a result; says so when the input already has a column of that name.
void evalAddColumn( evalRun* run, const char* name );

/// The input's cells of the present row, as they stand.
void evalCopyRow( evalRun* run );

/// Says on stderr why the present row gets empty cells: a formula does not hold there. The status stays 0.
void evalWarnRow( const evalRun* run, const char* why );

/// The index of a column that must be there; the refusal names it and the columns that were found.
ssResult evalNeedColumn( const evalRun* run, const char* name, int* column );
