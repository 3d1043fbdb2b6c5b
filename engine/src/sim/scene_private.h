// SPDX-License-Identifier: MIT
#pragma once

#include "sim/sim_private.h"
#include "slipstick/scene.h"

// What the reader and the writer of scenes share.

enum
{
    sceneFlagCount = 14
};

/// The names of the bits of ssDrawFlags, in their order.
extern const char* const ss_sceneFlagNames[sceneFlagCount];
