// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

/// The values of a row of an ssPreset table, from an array of ssPresetValue.
#define PRESET( array ) .values = array, .valueCount = SS_COUNT( array )

/// A table of a scenario, its model or its picture, with the number of its rows: ROWS( chart, s_charts ).
#define ROWS( row, array ) .row##s = array, .row##Count = SS_COUNT( array )

/// The tables and functions that every ssModel has, under the names that they have in its file.
#define MODEL_TABLES ROWS( param, s_params ), ROWS( signal, s_signals ), ROWS( measure, s_measures )
#define MODEL_CALLS .create = create, .step = step, .fillSignals = fillSignals, .measure = measure
