// SPDX-License-Identifier: MIT
#pragma once

#include "slipstick/lab/build.h"

// What a snapshot knows of the build of a run: the parts as they were given, and as they are now.

typedef struct sessionBuild
{
    bool takes;           // the scenario can be built in
    bool exists;          // the run has a build; else `build` is what its present bodies would become
    bool filled;          // `build` and `states` are valid; without a build only while somebody builds
    int64_t answered;     // the number of the latest command that was carried out or refused
    const ssBuild* build; // of the snapshot's scenario, or `made`
    ssBuild made;
    bool owns;           // `made` is valid
    ssPartState* states; // of the parts, in their order
    int stateCapacity;
} sessionBuild;

// `wanted`: somebody builds, and a run without a build shows its bodies as parts.
// `scenario` is that of the sim, which the snapshot retains.
void sessionBuild_Fill( sessionBuild* view, const ssSim* sim, const ssScenario* scenario, bool wanted );
void sessionBuild_Free( sessionBuild* view );
