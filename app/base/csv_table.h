// SPDX-License-Identifier: MIT
#pragma once

#include "base/csv_reader.h"
#include "base/os.h"

// CSV tables: numbers as by %.17g, empty cells for undefined ones, in any locale, 10^6 rows/s.

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

/// Opens the file ("-": standard input) for a csvReader and reads the header.
ssResult csvBeginRead( const char* path, csvReader* reader );
void csvEndRead( csvReader* reader );
