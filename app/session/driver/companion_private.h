// SPDX-License-Identifier: MIT
#pragma once

#include "session/driver/companion.h"
#include "session/run/run.h"

// What the driver knows of a companion.

typedef struct sessionCompanion
{
    sessionCompanionKind kind;
    char name[SESSION_COMPANION_NAME]; // given by the user; "": a pin is named by what differs
    bool hidden;
    uint64_t order;
    sessionRun run;
    bool ended; // it cannot be computed beyond `endStep`
    int64_t endStep;
    int64_t wanted;     // a pin that comes from a file is first computed up to this step, for its curves
    int64_t gatherFrom; // the step from which it goes to the time of the main run
    char message[128];
} sessionCompanion;
