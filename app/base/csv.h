// SPDX-License-Identifier: MIT
#pragma once

#include "base/os.h"

// Tables as text. Numbers are written as %.17g writes them (so that reading them back gives the same bits), an
// undefined number is an empty cell, and neither direction knows about locales. Both directions take short cuts
// that are exact and leave the rest to the C library: a million rows a second is the aim.

// ------------------------------------------------------------------------------------------------------ numbers

#define CSV_NUMBER_MAX 32 ///< [bytes] no number takes more

/// What snprintf( "%.17g" ) writes, without the terminating zero; returns the length. `value` must be finite.
int csvFormatNumber( double value, char* text );

/// What ssParseNumber reads, from text that need not end with a zero.
bool csvParseNumber( const char* text, size_t length, double* value );

// ------------------------------------------------------------------------------------------------------ writing

/// A table under way: cells from left to right, then the end of the row.
typedef struct csvWriter
{
    osWriter* out;
    bool rowStarted;
} csvWriter;

csvWriter csvBeginTable( osWriter* out );
void csvText( csvWriter* csv, const char* text );               ///< quoted when it must be
void csvNumber( csvWriter* csv, double value );                 ///< empty when not finite
void csvRaw( csvWriter* csv, const char* text, size_t length ); ///< one or more cells as they stand
void csvEndRow( csvWriter* csv );

// ------------------------------------------------------------------------------------------------------ reading

#define CSV_LINE_MAX ( 1u << 20 ) ///< [bytes] a longer line is a file that is no CSV

typedef struct csvCell
{
    const char* text; ///< inside its quotes; doubled quotes stay doubled
    size_t length;
} csvCell;

/// Reads a table with named columns row by row: LF or CRLF, quoted cells, a byte order mark. Empty lines and
/// those that begin with '#' are passed over. A row with more or fewer cells than the header is refused with its line.
typedef struct csvReader
{
    osReader* in;
    const char* source; ///< for messages; the caller's
    char* buffer;
    size_t begin, end, capacity; ///< what was read and not yet used
    bool atEnd;
    int64_t nextLine;

    char* headerText; ///< owns the names
    char** names;
    int columnCount;

    int64_t line;       ///< where the present row begins; the header is line 1
    const char* record; ///< the present row as it stands, without its line end
    size_t recordLength;
    csvCell* cells;
} csvReader;

/// Opens the file ("-": standard input) and reads the header.
ssResult csvBeginRead( const char* path, csvReader* reader );
void csvEndRead( csvReader* reader );

int csvFindColumn( const csvReader* reader, const char* name ); ///< -1 when there is none

/// Goes to the next row; `*more` is false after the last one.
ssResult csvNextRow( csvReader* reader, bool* more );

/// The largest number in a column among the rows already in memory and not yet read: all of a small table, the
/// beginning of a large one. Lines with quotes are passed over. `least` when there is none above it.
double csvPeekLargest( const csvReader* reader, int column, double least );

/// The number in a column of the present row; the refusal names line, column and text.
ssResult csvReadNumber( const csvReader* reader, int column, double* value );
