// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/law.h"

// The keys of a planar set on the command line: the rows of SS_SET_PARAMS and the two texts `vertices` and `samples`,
// with a prefix ("c_", "d_" or none).

/// Texts of one set as given, NULL when not.
typedef struct setKeysTexts
{
    const char* vertices; ///< "x1;y1;x2;y2;..."
    const char* samples;  ///< a CSV file with columns theta_deg, r
} setKeysTexts;

/// Definition from the rows that begin at `first` and the texts. `given` (may be NULL: nothing is required) says which
/// rows the user set: what the kind cannot do without must be among them. `upToScale`: a direction set, whose circle
/// needs no radius. The definition owns its points; give them back with setKeysFree in any case.
ssResult setKeysRead( const char* prefix, const double* values, const bool* given, int first,
    setKeysTexts texts, bool upToScale, ssSetDef* def );
void setKeysFree( ssSetDef* def );

/// "1;2;3" into an array to free(); refuses what is no list of finite numbers.
ssResult setKeysNumbers( const char* key, const char* text, double** numbers, int* count );

/// Columns of a CSV file, `columnCount` numbers per row, into an array to free().
ssResult setKeysTable(
    const char* path, const char* const* columns, int columnCount, double** numbers, int* rows );
