// SPDX-License-Identifier: MIT
#pragma once

#include "session/companion.h"
#include "session/run.h"

// What the driver knows of a companion.

typedef struct sessionCompanion
{
    sessionCompanionKind kind;
    char name[SESSION_COMPANION_NAME];
    uint64_t order;
    sessionRun run;
    bool ended; // it cannot be computed beyond `endStep`
    int64_t endStep;
    int64_t gatherFrom; // the step from which it goes to the time of the main run
    char message[128];
    float scale[3]; // of arrows, as its latest snapshot chose it
} sessionCompanion;
