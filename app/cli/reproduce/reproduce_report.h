// SPDX-License-Identifier: MIT
#pragma once

#include "cli/reproduce/reproduce.h"

// The verdicts on the figures: a table for the terminal, JSON, and a page
// that opens in any browser without a network.

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
