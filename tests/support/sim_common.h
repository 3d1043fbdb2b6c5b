// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/scenario.h"

// A run as its tests look at it: to a time, signals and measures by name.

static inline void runTo( ssSim* sim, double time )
{
    while ( ssSim_Time( sim ) < time - 1e-9 ) { ssSim_Step( sim ); }
}

static inline double signalOf( const ssSim* sim, const char* name )
{
    double row[SS_MAX_SIGNALS];
    ssSim_Signals( sim, row );
    return row[ssFindSignal( ssSim_Scenario( sim ), name )];
}

static inline double measureOf( const ssSim* sim, const char* name )
{
    return ssSim_Measure( sim, ssFindMeasure( ssSim_Scenario( sim ), name ) );
}
