// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/advanced/csv.h"

// Reads CSV tables with named columns row by row, from a file, in pieces, or from a text in memory.

/// Is the cell a gap, that is empty or `nan` in upper or lower case? The text has no blanks around it.
bool ssIsCsvGap( const char* text, size_t length );

/// Opens a file for reading and returns its descriptor (POSIX); -1 and the reason in words if it cannot. A
/// FIFO is read as long as its writer goes on; one without a writer is refused after a second.
int ssOpenInput( const char* path, const char** reason );

#define CSV_LINE_MAX ( 1u << 20 ) ///< [bytes] a file with a longer line is not a CSV table

typedef struct csvCell
{
    const char* text; ///< without its quotes; doubled quotes stay doubled
    size_t length;
} csvCell;

/// Reads on: at most `capacity` bytes. `*size` is 0 at the end of the file.
typedef ssResult csvRead( void* context, void* bytes, size_t capacity, size_t* size );

/// A reader of tables. It accepts LF, CRLF, quoted cells and a byte order mark, and skips empty and # lines.
/// A row with the wrong number of cells is an error that names the line.
typedef struct csvReader
{
    csvRead* read; ///< NULL: all of the text is in memory
    void* context;
    const char* source; ///< path for messages; owned by the caller
    const char* bytes;  ///< `buffer`, or the text of the caller
    char* buffer;
    size_t begin, end, capacity; ///< the unread part of the bytes
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

/// Calls `read` with the context until the header ends. csvClose frees the reader, also after a refusal.
ssResult csvOpen( csvReader* reader, const char* source, csvRead* read, void* context );
/// csvOpen for a text that stays where it is.
ssResult csvOpenText( csvReader* reader, const char* source, const char* text, size_t length );
void csvClose( csvReader* reader );

int csvFindColumn( const csvReader* reader, const char* name ); ///< -1 if there is none

/// Goes to the next row; `*more` is false after the last one.
ssResult csvNextRow( csvReader* reader, bool* more );

/// Largest value of a column in the buffered unread rows without quotes, and at least `least`.
double csvPeekLargest( const csvReader* reader, int column, double least );

/// The number in a column of the current row; an error names line, column and text.
ssResult csvReadNumber( const csvReader* reader, int column, double* value );

/// The same refusal for a column that the caller calls `name`.
ssResult csvRefuseNumber( const csvReader* reader, int column, const char* name );

/// csvReadNumber for a table of measurements: an empty cell, or one with `nan`, is read as NaN.
ssResult csvReadNumberOrGap( const csvReader* reader, int column, double* value );
