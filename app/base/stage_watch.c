// SPDX-License-Identifier: MIT
#include "base/stage_watch.h"

void stageWatchEnter( void* context, ssWorldStage stage )
{
    stageWatch* watch = context;
    double now = watch->seconds();
    // the broad phase comes first: what lies before it is not the world's
    if ( stage != ss_stageBroad )
    {
        watch->stages[watch->stage] += now - watch->since;
    }
    watch->heard = true;
    watch->stage = stage;
    watch->since = now;
}
