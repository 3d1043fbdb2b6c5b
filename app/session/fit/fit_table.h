// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/advanced/csv.h"
#include "slipstick/lab/fit.h"

// A table of measurements: its columns, their roles, and the numbers in the units of the scenario. It never
// changes; threads share it by references.

enum
{
    session_tableColumns = 64, // more than this are not offered
    session_columnUnused = -1,
    session_columnTime = -2
};

typedef struct sessionTableColumn
{
    char heading[SS_CSV_HEADING]; // as in the file, without its unit
    char unit[16];                // empty: none is given, and that of the signal holds
    int role;                     // a signal of the scenario, session_columnTime or session_columnUnused
} sessionTableColumn;

typedef struct sessionTable
{
    char path[1024];
    const ssScenario* scenario; // retained
    sessionTableColumn columns[session_tableColumns];
    int columnCount;
    char problem[256]; // why there are no data; empty: there are
    bool undecided;    // the time or the signals have still to be chosen among the columns
    ssFitData data;
} sessionTable;

// Reads a file and takes columns for the signals of the same name. An error means that it is no table at all.
// One whose columns say nothing to the scenario has a problem instead, which other roles can solve.
ssResult sessionReadTable( const char* path, const ssScenario* scenario, sessionTable** table );
// Reads it again, with a role for each of its columns.
ssResult sessionReadTableAs( const sessionTable* table, const int* roles, sessionTable** another );

sessionTable* sessionTable_Retain( sessionTable* table );
void sessionTable_Release( sessionTable* table ); // NULL is allowed
// The name of the file without its folders.
const char* sessionTable_Name( const sessionTable* table );
