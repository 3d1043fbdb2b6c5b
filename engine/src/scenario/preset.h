// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

/// The values of a row of an ssPreset table, from an array of ssPresetValue.
#define PRESET( array ) .values = array, .valueCount = SS_COUNT( array )

/// A table of an ssScenario with the number of its rows: ROWS( chart, s_charts ).
#define ROWS( row, array ) .row##s = array, .row##Count = SS_COUNT( array )

/// The tables and functions of an ssScenario that every one has, under the names that they have in its file.
#define SCENARIO_TABLES                                                                                   \
    ROWS( param, s_params ), ROWS( signal, s_signals ), ROWS( plot, s_plots ), ROWS( preset, s_presets ), \
        ROWS( measure, s_measures )
#define SCENARIO_CALLS .create = create, .step = step, .fillSignals = fillSignals, .measure = measure
