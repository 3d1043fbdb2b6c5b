// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"
#include "slipstick/plugin.h"

// Plugins that add scenarios, as in `slipstick --plugin turntable.so run turntable`. They may add laws, sets
// and solvers as well. A window presents such a scenario in its usual way, with the summary as its sentence
// and the plots that are `shown`.
//
//     #include <slipstick/lab/plugin.h>
//
//     static ssResult addAll( void )
//     {
//         return ssRegisterScenario( &scenario );
//     }
//
//     SS_PLUGIN( "turntable", addAll )

/// The sizes of what plugins fill in for scenarios. ssRegisterScenario refuses those of a plugin with other
/// headers.
#define SS_SCENARIO_LAYOUT                                                                              \
    ( sizeof( ssScenario ) + 3u * sizeof( ssPreset ) + 5u * sizeof( ssPlot ) + 7u * sizeof( ssChart ) + \
        11u * sizeof( ssStepReport ) + 13u * sizeof( ssDraw ) + 17u * sizeof( ssRecorded ) )

#undef SS_PLUGIN_SCENARIOS
#define SS_PLUGIN_SCENARIOS SS_SCENARIO_LAYOUT
