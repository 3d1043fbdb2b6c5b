// SPDX-License-Identifier: MIT
#pragma once

#include "cli/reproduce/reproduce.h"

// The table of papers for `slipstick reproduce`.

extern const reproPaper repro_acary;
extern const reproPaper repro_tasora;
extern const reproPaper repro_peiret;
extern const reproPaper repro_walker;
extern const reproPaper repro_poschel;
extern const reproPaper repro_lugre;
extern const reproPaper repro_leine;

extern const reproPaper* const repro_table[];
extern const int repro_tableCount;

// The verdicts on the figures: a table for the terminal, JSON, and a page for any browser, offline.

/// Were all checks made, and do all of them agree?
bool reproAgrees( const reproRun* run );
/// "value": a number within its tolerance; "trend": a statement that holds or does not.
const char* reproKind( const reproChecked* check );
/// How many of its checks are trends.
int reproTrends( const reproRun* run );

void reproWriteTable( osWriter* out, const reproRun* runs, int count );
void reproWriteJson( osWriter* out, const reproRun* runs, int count );

/// Writes index.html into the folder, with the pictures that are already there.
ssResult reproWritePage( const char* folder, const reproRun* runs, int count );

// Makes the chosen figures on several threads.

enum
{
    repro_figuresMax = 128
};

typedef struct reproRequest
{
    const reproFigure* figures[repro_figuresMax];
    int count;
    const char* folder; ///< where files go; NULL: nowhere
    bool full;          ///< the papers' own sizes
    int jobs;           ///< threads
} reproRequest;

/// Fills one run per figure. Figures of one series are made one after the other, on one thread.
void reproMakeAll( const reproRequest* request, reproRun* runs );
