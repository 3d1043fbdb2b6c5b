// SPDX-License-Identifier: MIT
#include "base/stage_watch.h"

// Adds up the time of each stage of a step.

void stageWatchEnter( void* context, ssWorldStage stage )
{
    stageWatch* watch = context;
    double now = watch->seconds();
    // The broad phase is the first stage: the time before it is not spent in the world.
    if ( stage != ss_stageBroad && watch->stage < ss_stageCount )
    {
        watch->stages[watch->stage] += now - watch->since;
    }
    watch->hasSteps = true;
    watch->stage = stage;
    watch->since = now;
}
