// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/base.h"

// Reads numbers from CSV files with named columns and from one-line lists. An error message gives the line
// and column in the file or the position in the list.

#define SS_CSV_COLUMNS 80 ///< the most columns a caller can ask for

/// The columns a caller asked for, whatever their order in the file.
typedef struct ssCsv
{
    int rowCount, columnCount;
    double* numbers;                ///< row by row
    int* lines;                     ///< line number of each row in the file
    bool present[SS_CSV_COLUMNS];   ///< false: the file has no such column, and its numbers are NaN
    char units[SS_CSV_COLUMNS][16]; ///< "N" from a heading "lambda_t [N]"; empty: none given
} ssCsv;

/// Reads a CSV file. It has one line of headings, ends lines with LF or CRLF, and may quote cells; lines that
/// are empty or begin with '#' are skipped. The file must have the first `requiredCount` of the `columns`,
/// and every cell of a wanted column must be a finite number.
SS_API_ANY SS_CHECKED ssResult ssReadCsv(
    const char* path, const char* const* columns, int columnCount, int requiredCount, ssCsv* csv );

/// ssReadCsv for a table of measurements, which may have gaps: an
/// empty cell, or one with `nan`, is read as NaN.
SS_API_ANY SS_CHECKED ssResult ssReadCsvWithGaps(
    const char* path, const char* const* columns, int columnCount, int requiredCount, ssCsv* csv );

/// ssReadCsv for a text in memory, which messages call `source`.
SS_API_ANY SS_CHECKED ssResult ssParseCsv( const char* source, const char* text, size_t length,
    const char* const* columns, int columnCount, int requiredCount, ssCsv* csv );

/// The same for a table of measurements.
SS_API_ANY SS_CHECKED ssResult ssParseCsvWithGaps( const char* source, const char* text, size_t length,
    const char* const* columns, int columnCount, int requiredCount, ssCsv* csv );

#define SS_CSV_HEADING 128 ///< [bytes] of a heading

/// Lists the names of all columns, without their units, in the order of the file; at most `capacity` of them.
SS_API_ANY SS_CHECKED ssResult ssListCsvHeadings( const char* source, const char* text, size_t length,
    char ( *headings )[SS_CSV_HEADING], int capacity, int* count );

/// Reads a whole file. The caller frees the text with ssRelease.
SS_API_ANY SS_CHECKED ssResult ssReadText( const char* path, char** text, size_t* length );

/// The number in the given row and wanted column; NaN if the file has no such column.
SS_API_OBJECT double ssCsv_Number( const ssCsv* csv, int row, int column );
SS_API_OBJECT void ssCsv_Destroy( ssCsv* csv );

/// Parses a list of finite numbers such as "1;2;3". The caller frees the
/// array with ssRelease; messages call it `key`.
SS_API_ANY SS_CHECKED ssResult ssParseList( const char* key, const char* text, double** numbers, int* count );

#define SS_NUMBER_LONGEST 511 ///< [bytes] longest number that is read
#define SS_NUMBER_MAX 32      ///< [bytes] longest number that ssSpellNumber writes

/// Writes what snprintf( "%.17g" ) would with a decimal point, without the terminating zero;
/// returns the length. `value` must be finite. Like ssParseNumberSpan it has a fast path that is
/// exact, and leaves other numbers to the C library.
SS_API_ANY int ssSpellNumber( double value, char* text );

/// Reads what ssParseNumber would, from text that need not end with a zero.
SS_API_ANY bool ssParseNumberSpan( const char* text, size_t length, double* value );
