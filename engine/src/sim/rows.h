// SPDX-License-Identifier: MIT
#pragma once

#include "base/param_rows.h"
#include "slipstick/lab/scenario.h"

// What rows of the tables of scenarios have in common, so that a row says only what is its own.

/// A table of a scenario, its model or its picture, with the number of its rows: ROWS( chart, s_charts ).
#define ROWS( row, array ) .row##s = array, .row##Count = SS_COUNT( array )

/// The tables and functions that every ssModel has, under the names that they have in its file.
#define MODEL_TABLES ROWS( param, s_params ), ROWS( signal, s_signals ), ROWS( measure, s_measures )
#define MODEL_CALLS .create = create, .step = step, .fillSignals = fillSignals, .measure = measure

/// The values of a row of an ssPreset table, from an array of ssPresetValue.
#define PRESET( array ) .values = array, .valueCount = SS_COUNT( array )

// Of an ssPlot and an ssChart.
#define PLOT( Id, Title, Unit ) .id = Id, .title = Title, .unit = Unit
#define CHART( Id, Title ) .id = Id, .title = Title
#define AXES( XLabel, XUnit, YLabel, YUnit ) \
    .xLabel = XLabel, .xUnit = XUnit, .yLabel = YLabel, .yUnit = YUnit

/// Archives numbers one by one: ARCHIVE_EACH( archive, &s->x, &s->time );
#define ARCHIVE_EACH( archive, ... )                                                        \
    for ( double** number = ( double*[] ){ __VA_ARGS__, NULL }; *number != NULL; ++number ) \
    ssArchive_F64( archive, *number )

/// Fills signals that follow one another: FILL_ROWS( row, s->x, s->v ); needs <string.h>.
#define FILL_ROWS( row, ... ) \
    memcpy( row, ( const double[] ){ __VA_ARGS__ }, sizeof( ( const double[] ){ __VA_ARGS__ } ) )
