// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Numbers from outside: measured tables as CSV with named columns, and lists in one line. What is wrong is told with the
// file's line and column, or the place in the list.

#define SS_CSV_COLUMNS 16

/// The wanted columns of a file, whatever their order there.
typedef struct ssCsv
{
    int rowCount, columnCount;
    double* numbers;                ///< row by row
    int* lines;                     ///< where each row stood in the file
    bool present[SS_CSV_COLUMNS];   ///< false: the file has no such column and its numbers are NAN
    char units[SS_CSV_COLUMNS][16]; ///< from a heading "lambda_t [N]"; empty when it says nothing
} ssCsv;

/// Reads a CSV file: one line of headings, LF or CRLF, cells in quotes where needed, lines that are empty or begin with
/// '#' passed over. The first `requiredCount` of the `columns` must be there; all cells of the wanted columns must be
/// finite numbers.
SS_API ssResult ssReadCsv(
    const char* path, const char* const* columns, int columnCount, int requiredCount, ssCsv* table );

/// The same from memory; `source` names it in messages.
SS_API ssResult ssParseCsv( const char* source, const char* text, size_t length, const char* const* columns,
    int columnCount, int requiredCount, ssCsv* table );

SS_API double ssCsv_Number( const ssCsv* table, int row, int column );
SS_API void ssCsv_Destroy( ssCsv* table );

/// "1;2;3" into an array to give back with ssRelease; refuses what is no list of finite numbers. `key` names it.
SS_API ssResult ssParseList( const char* key, const char* text, double** numbers, int* count );
