// SPDX-License-Identifier: MIT
#pragma once

/// Reads the number that begins at `text` and returns where it ends; NULL where only ssParseNumberSpan can
/// say what it is. The text may go on behind the number up to `end`: the caller looks at what stands there.
const char* numberScan( const char* text, const char* end, double* value );

/// Reads numbers that each end with the delimiter, the last of them with the line, into `columns[0][row]`,
/// `columns[1][row]`, … until it meets a column that is NULL or a number that numberScan does not know or
/// that ends otherwise. Returns how many were read; `*text` is moved behind the end of the last one.
int numberScanRow(
    const char** text, const char* end, char delimiter, double* const* columns, int count, int row );
