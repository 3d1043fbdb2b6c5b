// SPDX-License-Identifier: MIT
#include "cli/run_timings.h"

#include "base/os.h"

#include <stdio.h>

// Measures the steps of a run and prints how long each stage took.

ssStepReport runTimedStep( runWatch* watch, ssSim* sim )
{
    double start = osSeconds();
    ssStepReport report = ssSim_Step( sim );
    watch->seconds += osSeconds() - start;
    return report;
}

static void printTime( const char* name, double seconds, const runWatch* watch, int64_t steps )
{
    fprintf( stderr, "%-10s %12.6f ms %5.1f%%\n", name, 1e3 * seconds / (double)steps,
        100.0 * seconds / watch->seconds );
}

void runPrintTimings( const runWatch* watch, int64_t steps )
{
    double rest = watch->seconds;
    if ( steps == 0 || !( watch->seconds > 0.0 ) )
    {
        return;
    }
    for ( int i = 0; i < ss_stageCount && watch->stages.hasSteps; ++i )
    {
        rest -= watch->stages.stages[i];
        printTime( ssWorldStageName( (ssWorldStage)i ), watch->stages.stages[i], watch, steps );
    }
    if ( watch->stages.hasSteps )
    {
        printTime( "scenario", rest, watch, steps );
    }
    printTime( "step", watch->seconds, watch, steps );
}
