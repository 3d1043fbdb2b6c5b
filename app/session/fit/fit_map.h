// SPDX-License-Identifier: MIT
#pragma once

#include "session/fit/fit_table.h"
#include "session/run/job.h"

// The misfit over two parameters, computed as a job: a coarse map at once, then finer and finer.

enum
{
    session_mapCells = 25 // along each side: 3 × 8 + 1, so that coarse cells begin at both edges
};

typedef struct sessionFitMapAxis
{
    int param;
    double from, to;
    bool logarithmic;
} sessionFitMapAxis;

typedef struct sessionFitMap sessionFitMap;

sessionFitMap* sessionCreateFitMap( sessionJobMode mode ); // NULL when memory is short
void sessionDestroyFitMap( sessionFitMap* map );           // NULL is allowed

// Begins a map; axes[0] goes up, axes[1] to the right. The table is shared.
ssResult sessionFitMap_Start(
    sessionFitMap* map, const ssSimDef* def, sessionTable* table, const sessionFitMapAxis axes[2] );
void sessionFitMap_Clear( sessionFitMap* map ); // ends it and forgets its cells

bool sessionFitMap_Axes( const sessionFitMap* map, sessionFitMapAxis axes[2] ); // false: there is no map
double sessionFitMap_Value( const sessionFitMapAxis* axis, int index );         // of a cell along an axis
// Copies the misfits row by row, from the lowest row up: NaN where there is none. A cell that is not done yet
// has that of the coarse cell it belongs to. Returns how many are done.
int sessionFitMap_Cells( sessionFitMap* map, double* misfits );
bool sessionFitMap_Busy( sessionFitMap* map );
