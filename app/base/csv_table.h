// SPDX-License-Identifier: MIT
#pragma once

#include "base/csv_reader.h"
#include "base/os.h"

// CSV tables. Numbers are written as by %.17g, so that reading them back gives the same bits; an undefined
// number is an empty cell; the locale has no effect. The aim is a million rows a second.

// --------------------------------------------------------------------------------------------------- writing

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

// --------------------------------------------------------------------------------------------------- reading

/// Opens the file ("-": standard input) for a csvReader and reads the header.
ssResult csvBeginRead( const char* path, csvReader* reader );
void csvEndRead( csvReader* reader );
