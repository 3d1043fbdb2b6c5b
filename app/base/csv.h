// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"
#include "slipstick/csv.h"

// CSV tables. Numbers are written as by %.17g, so that reading them back gives the same bits; an undefined number is an
// empty cell; the locale has no effect. The aim is a million rows a second.

// ------------------------------------------------------------------------------------------------------ writing

/// A table being written: cells from left to right, then the end of the row.
typedef struct csvWriter
{
    osWriter* out;
    bool rowStarted;
} csvWriter;

csvWriter csvBeginTable( osWriter* out );
void csvText( csvWriter* csv, const char* text );               ///< quoted if necessary
void csvNumber( csvWriter* csv, double value );                 ///< empty when not finite
void csvRaw( csvWriter* csv, const char* text, size_t length ); ///< one or more cells, unchanged
void csvEndRow( csvWriter* csv );

// ------------------------------------------------------------------------------------------------------ reading

#define CSV_LINE_MAX ( 1u << 20 ) ///< [bytes] a file with a longer line is not a CSV table

typedef struct csvCell
{
    const char* text; ///< without its quotes; doubled quotes stay doubled
    size_t length;
} csvCell;

/// Reads a table with named columns row by row. LF and CRLF, quoted cells and a byte order mark are accepted. Empty lines
/// and lines that begin with '#' are skipped. A row with the wrong number of cells is an error that names the line.
typedef struct csvReader
{
    osReader* in;
    const char* source; ///< path for messages; owned by the caller
    char* buffer;
    size_t begin, end, capacity; ///< the unread part of the buffer
    bool atEnd;
    int64_t nextLine;

    char* headerText; ///< memory of the names
    char** names;
    int columnCount;

    int64_t line;       ///< first line of the current row; the header is line 1
    const char* record; ///< text of the current row, without its line end
    size_t recordLength;
    csvCell* cells;
} csvReader;

/// Opens the file ("-": standard input) and reads the header.
ssResult csvBeginRead( const char* path, csvReader* reader );
void csvEndRead( csvReader* reader );

int csvFindColumn( const csvReader* reader, const char* name ); ///< -1 if there is none

/// Goes to the next row; `*more` is false after the last one.
ssResult csvNextRow( csvReader* reader, bool* more );

/// The largest number in a column among the buffered rows that have not been read: all rows of a small table, the first
/// ones of a large table. Lines with quotes are skipped. Returns `least` if no number is larger.
double csvPeekLargest( const csvReader* reader, int column, double least );

/// The number in a column of the current row; an error names line, column and text.
ssResult csvReadNumber( const csvReader* reader, int column, double* value );

/// csvReadNumber for a table of measurements: an empty cell, or one with `nan`, is read as NaN.
ssResult csvReadNumberOrGap( const csvReader* reader, int column, double* value );
