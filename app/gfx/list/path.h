// SPDX-License-Identifier: MIT
#pragma once

#include "gfx/list/draw_list.h"

// Where that which a run is about is from time to time: what cameras keep in sight.

enum
{
    gfx_pathStages = 256
};

typedef struct gfxStage
{
    double time;             // [s]
    float center[3], radius; // the bounds that the scenario states; radius 0: what was built by hand has none
    float low[3], high[3];   // of all moving bodies; low[0] > high[0]: there are none, or it is a crowd
} gfxStage;

typedef struct gfxPath
{
    gfxStage stages[gfx_pathStages];
    int count;
} gfxPath;

gfxStage gfxStageOf( const gfxDrawList* list, double time );
bool gfxStage_HasBodies( const gfxStage* stage );
// Between two stages; before the first and after the last, these.
gfxStage gfxPath_At( const gfxPath* path, double time );
